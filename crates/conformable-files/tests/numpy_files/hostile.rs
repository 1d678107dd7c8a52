//! Files that are made to harm: no panic, and no allocation that a stated size alone causes.

use crate::arrays::folder;
use crate::forge::archive;
use crate::open::run;
use conformable_test::allocator::most_held;
use conformable_test::corpus::corpus_of;

/// Every prefix of the file, and the file with each byte changed in several ways.
fn all_of(name: &str, few: usize) {
    let bytes = std::fs::read(folder().join(name)).unwrap();
    let (mut refused, mut tensors, mut worst) = (0, 0, 0);
    let mut try_it = |bytes: &[u8]| {
        let ((), used) = most_held(|| match run(bytes) {
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

/// Sizes that are stated without data.
#[test]
fn sizes_that_are_told() {
    let bytes = std::fs::read(folder().join("small.npz")).unwrap();
    // in the directory of the archive
    let place = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap() + 24;
    let told = u32::from_le_bytes(bytes[place..place + 4].try_into().unwrap());
    let mut bomb = bytes.clone();
    bomb[place..place + 4].copy_from_slice(&(told + 1_000_000_000).to_le_bytes());
    let ((), used) = most_held(|| assert!(run(&bomb).is_err()));
    assert!(used < 64 << 10, "{used}");
}

#[test]
fn archives_with_a_byte_changed() {
    all_of("others.npz", 8 << 10);
    // the memory of unpacking: a window of 32 KiB, and tables
    all_of("small.npz", 64 << 10);
}

/// The initial inputs of the fuzzers, and their findings.
#[test]
fn corpora() {
    let (mut read, mut forged) = (0, 0);
    for target in ["npy", "npz"] {
        for (_, bytes) in corpus_of(target) {
            read += run(&bytes).unwrap_or_default();
            forged += run(&archive(&bytes)).unwrap_or_default();
        }
    }
    assert!(read >= 15 && forged >= 4, "{read} as they are, {forged} as members");
}
