//! An allocator that counts the bytes of each thread and refuses some blocks.
//!
//! A test binary makes one value its `global_allocator`.

#![allow(clippy::cast_possible_wrap, reason = "a block has at most `isize::MAX` bytes")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, but for the blocks that it refuses.
#[derive(Debug)]
pub struct Counting {
    /// Whether a block of so many bytes is refused.
    pub refuses: fn(usize) -> bool,
}

thread_local! {
    /// How many bytes this thread holds; below zero where it frees those of others.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// How many it held at most.
    static MOST: Cell<isize> = const { Cell::new(0) };
    /// How many it has asked for.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// The largest block that it is given.
    static LARGEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

impl Counting {
    /// Counts a block, unless it is refused.
    fn gives(&self, bytes: usize) -> bool {
        ASKED.set(ASKED.get().saturating_add(bytes));
        let is_given = bytes <= LARGEST.get() && !(self.refuses)(bytes);
        if is_given {
            hold(bytes as isize);
        }
        is_given
    }
}

/// Counts bytes that are held, or no longer.
fn hold(bytes: isize) {
    let held = HELD.get().wrapping_add(bytes);
    HELD.set(held);
    MOST.set(MOST.get().max(held));
}

// SAFETY: the blocks are the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !self.gives(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: `layout` has the size above 0 that `GlobalAlloc` requires of this call, too.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !self.gives(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: `layout` has the size above 0 that `GlobalAlloc` requires of this call, too.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        // SAFETY: every block comes from there.
        unsafe { System.dealloc(block, layout) };
    }
}

/// What `f` returns, and how many bytes more than before it were held at most; a block that grows counts twice.
pub fn most_held<R>(f: impl FnOnce() -> R) -> (R, usize) {
    let before = HELD.get();
    MOST.set(before);
    let result = f();
    (result, (MOST.get() - before).unsigned_abs())
}

/// How many bytes `f` asks the allocator for, those that are given back among them.
pub fn allocated<R>(f: impl FnOnce() -> R) -> usize {
    let before = ASKED.get();
    drop(f());
    ASKED.get() - before
}

/// What `f` returns where there are no larger blocks than that.
pub fn without_blocks_above<R>(largest: usize, f: impl FnOnce() -> R) -> R {
    LARGEST.set(largest);
    let result = f();
    LARGEST.set(usize::MAX);
    result
}
