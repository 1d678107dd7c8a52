//! NumPy's files are read, and written files equal those that NumPy writes.

#![cfg(not(miri))]

#[path = "numpy_files/archives.rs"]
mod archives;
#[path = "numpy_files/arrays.rs"]
mod arrays;
#[path = "numpy_files/bad_archives.rs"]
mod bad_archives;
#[path = "numpy_files/forge.rs"]
mod forge;
#[path = "numpy_files/hostile.rs"]
mod hostile;
#[path = "numpy_files/kept.rs"]
mod kept;
#[path = "numpy_files/malformed.rs"]
mod malformed;
#[path = "numpy_files/open.rs"]
mod open;

use conformable_test::allocator::Counting;

/// An allocator that counts.
#[global_allocator]
static ALLOCATOR: Counting = Counting { refuses: |_| false };
