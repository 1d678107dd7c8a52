//! An allocator that counts, and refuses large blocks.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator.
struct Counting;

thread_local! {
    /// How many bytes this thread has asked for.
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// The largest block that it is given.
    static LARGEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: the blocks are the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.set(BYTES.get().saturating_add(layout.size()));
        if layout.size() > LARGEST.get() {
            return std::ptr::null_mut();
        }
        // SAFETY: `layout` has the size above 0 that `GlobalAlloc` requires of this call, too.
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

/// What `f` returns where there are no larger blocks than that.
pub(crate) fn without_blocks_above<R>(largest: usize, f: impl FnOnce() -> R) -> R {
    LARGEST.set(largest);
    let result = f();
    LARGEST.set(usize::MAX);
    result
}
