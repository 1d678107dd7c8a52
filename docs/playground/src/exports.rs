//! The functions that the page calls. A request and its answer pass through one block of memory.
//!
//! The page calls `request` with the length of a request in UTF-8, writes the request to the address that it returns,
//! and calls `answer`, which returns the address of the answer; `answer_length` returns its length.

use std::sync::{Mutex, MutexGuard, PoisonError};

static BLOCK: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn block() -> MutexGuard<'static, Vec<u8>> {
    BLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address of a block for a request of that length.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    let mut block = block();
    block.clear();
    block.resize(length, 0);
    block.as_mut_ptr()
}

/// The address of the answer to the request.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    let mut block = block();
    *block = crate::answer(&String::from_utf8_lossy(&block)).into_bytes();
    block.as_ptr()
}

/// The length of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    block().len()
}
