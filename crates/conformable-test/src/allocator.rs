//! An allocator that counts the bytes of each thread and refuses some blocks.
//!
//! A test binary makes one value its `global_allocator`.

#![allow(clippy::cast_possible_wrap, reason = "a block has at most `isize::MAX` bytes")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::RangeInclusive;

/// The system's allocator, except for the blocks that it refuses.
#[derive(Debug)]
pub struct Counting {
    /// Whether a block of this number of bytes is refused.
    pub refuses: fn(usize) -> bool,
}

thread_local! {
    /// The bytes that this thread holds; negative if it frees those of others.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// Their maximum.
    static MOST: Cell<isize> = const { Cell::new(0) };
    /// The bytes that it requested.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// The size of the largest block that it gets.
    static LARGEST: Cell<usize> = const { Cell::new(usize::MAX) };
    /// The number of blocks that it has requested, among those of the sizes below.
    static BLOCKS: Cell<usize> = const { Cell::new(0) };
    /// Which of these blocks it does not get.
    static WITHOUT: Cell<usize> = const { Cell::new(usize::MAX) };
    /// The least and greatest sizes of these blocks.
    static AMONG: Cell<(usize, usize)> = const { Cell::new((1, 0)) };
}

impl Counting {
    /// Whether a block is not refused.
    fn gives(&self, bytes: usize) -> bool {
        ASKED.set(ASKED.get().saturating_add(bytes));
        let is_counted = AMONG.get().0 <= bytes && bytes <= AMONG.get().1;
        bytes <= LARGEST.get()
            && !(self.refuses)(bytes)
            && !(is_counted && BLOCKS.replace(BLOCKS.get() + 1) == WITHOUT.get())
    }
}

/// Counts a block, unless the system has none.
fn counted(block: *mut u8, bytes: usize) -> *mut u8 {
    if !block.is_null() {
        hold(bytes as isize);
    }
    block
}

/// Counts held bytes, or freed ones if negative.
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
        // SAFETY: `layout` has a size above 0, which `GlobalAlloc` requires of this call, too.
        let block = unsafe { System.alloc(layout) };
        counted(block, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !self.gives(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: `layout` has a size above 0, which `GlobalAlloc` requires of this call, too.
        let block = unsafe { System.alloc_zeroed(layout) };
        counted(block, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        // SAFETY: every block comes from there.
        unsafe { System.dealloc(block, layout) };
    }
}

/// The bytes that this thread holds.
pub fn held() -> isize {
    HELD.get()
}

/// Calls `f`, and returns the number of blocks of some sizes that it requests. It does not get the block `without`,
/// counted from 0.
pub fn without_block<R>(without: usize, sizes: RangeInclusive<usize>, f: impl FnOnce() -> R) -> (R, usize) {
    BLOCKS.set(0);
    WITHOUT.set(without);
    AMONG.set(sizes.into_inner());
    let result = f();
    AMONG.set((1, 0));
    (result, BLOCKS.get())
}

/// Calls `f`, and returns the greatest increase of held bytes; a block that grows counts twice.
pub fn most_held<R>(f: impl FnOnce() -> R) -> (R, usize) {
    let before = HELD.get();
    MOST.set(before);
    let result = f();
    (result, (MOST.get() - before).unsigned_abs())
}

/// The bytes that `f` requests from the allocator, including those that it frees.
pub fn allocated<R>(f: impl FnOnce() -> R) -> usize {
    let before = ASKED.get();
    drop(f());
    ASKED.get() - before
}

/// Calls `f`, with allocations above a size refused.
pub fn without_blocks_above<R>(largest: usize, f: impl FnOnce() -> R) -> R {
    LARGEST.set(largest);
    let result = f();
    LARGEST.set(usize::MAX);
    result
}
