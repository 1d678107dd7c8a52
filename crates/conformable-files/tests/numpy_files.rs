//! NumPy's files: those that it wrote are read, and what is written is what it writes.

#![cfg(not(miri))]

#[path = "numpy_files/archives.rs"]
mod archives;
#[path = "numpy_files/arrays.rs"]
mod arrays;
#[path = "numpy_files/bad_archives.rs"]
mod bad_archives;
#[path = "../../../tests/common/corpus.rs"]
mod corpus;
#[path = "../../../tests/common/counting.rs"]
mod counting;
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

/// An allocator that counts.
#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting { refuses: |_| false };
