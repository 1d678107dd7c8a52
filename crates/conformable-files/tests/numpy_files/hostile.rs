//! Files that somebody made to harm: nothing panics, and nothing is allocated on the word of a size.

#![allow(unsafe_code, reason = "an allocator that counts is one")]

use crate::arrays::folder;
use crate::forge::archive;
use crate::open::run;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which counts the bytes of each thread.
struct Counting;

thread_local! {
    /// Those that are there, and the most that were there.
    static BYTES: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

fn count(more: usize, less: usize) {
    // not where a thread ends, whose counter is gone
    let _ = BYTES.try_with(|bytes| {
        let (there, most) = bytes.get();
        let there = (there + more).saturating_sub(less);
        bytes.set((there, most.max(there)));
    });
}

// SAFETY: the blocks are the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: `layout` has the size above 0 that `GlobalAlloc` requires of this call, too.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: `layout` has the size above 0 that `GlobalAlloc` requires of this call, too.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: every block comes from there.
        unsafe { System.dealloc(block, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many bytes more were there at once, while it ran, than when it began.
fn most(f: impl FnOnce()) -> usize {
    let (before, _) = BYTES.get();
    BYTES.set((before, before));
    f();
    BYTES.get().1 - before
}

/// Every prefix of the file, and the file with each byte changed in several ways.
fn all_of(name: &str, few: usize) {
    let bytes = std::fs::read(folder().join(name)).unwrap();
    let (mut refused, mut tensors, mut worst) = (0, 0, 0);
    let mut try_it = |bytes: &[u8]| {
        let used = most(|| match run(bytes) {
            Ok(count) => tensors += count,
            Err(_) => refused += 1,
        });
        worst = worst.max(used.saturating_sub(2 * bytes.len()));
    };
    try_it(&bytes);
    for length in 0..bytes.len() {
        try_it(&bytes[..length]);
    }
    for place in 0..bytes.len() {
        for change in [|byte: u8| byte ^ 1, |byte: u8| byte ^ 0x80, |_| 0xff] {
            let mut changed = bytes.clone();
            changed[place] = change(changed[place]);
            try_it(&changed);
        }
    }
    assert!(refused > bytes.len() && tensors > 0, "{name}: {refused} refused, {tensors} tensors");
    assert!(worst <= few, "{name}: {worst} bytes beyond twice its own");
}

#[test]
fn arrays_with_a_byte_changed() {
    for name in [
        "f4-little-rows-2x3.npy",
        "b1-bytes-columns-2x3.npy",
        "i2-big-rows-scalar.npy",
        "version-2.npy",
        "version-3.npy",
    ] {
        all_of(name, 8 << 10);
    }
}

/// Sizes that are told, and of which nothing is there.
#[test]
fn sizes_that_are_told() {
    let bytes = std::fs::read(folder().join("small.npz")).unwrap();
    // in the directory of the archive
    let place = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap() + 24;
    let told = u32::from_le_bytes(bytes[place..place + 4].try_into().unwrap());
    let mut bomb = bytes.clone();
    bomb[place..place + 4].copy_from_slice(&(told + 1_000_000_000).to_le_bytes());
    let used = most(|| assert!(run(&bomb).is_err()));
    assert!(used < 64 << 10, "{used}");
}

#[test]
fn archives_with_a_byte_changed() {
    all_of("others.npz", 8 << 10);
    // what unpacks a member: the 32 KiB that it looks back to, and its tables
    all_of("small.npz", 64 << 10);
}

/// What the fuzzers begin with, and what they found.
#[test]
fn corpora() {
    let (mut read, mut forged) = (0, 0);
    for corpus in ["npy", "npz"] {
        let folder = format!("{}/../../fuzz/corpus/{corpus}", env!("CARGO_MANIFEST_DIR"));
        for entry in std::fs::read_dir(folder).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            read += run(&bytes).unwrap_or_default();
            forged += run(&archive(&bytes)).unwrap_or_default();
        }
    }
    assert!(read >= 15 && forged >= 4, "{read} as they are, {forged} as members");
}
