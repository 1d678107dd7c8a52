//! An allocator that counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator.
struct Counting;

thread_local! {
    /// How many bytes this thread has asked for.
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: the blocks are the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.with(|bytes| bytes.set(bytes.get().saturating_add(layout.size())));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: every block comes from there.
        unsafe { System.dealloc(block, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many bytes `f` asks the allocator for, those that are given back among them.
pub(crate) fn allocated<R>(f: impl FnOnce() -> R) -> usize {
    let before = BYTES.get();
    drop(f());
    BYTES.get() - before
}
