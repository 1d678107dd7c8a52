//! Tensors from files and to files: saved tensors are loaded, Python's files are read, malformed files are refused.

#![allow(unsafe_code, reason = "files are mapped")]
#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "sizes are small"
)]
#![allow(clippy::many_single_char_names, clippy::too_many_lines, reason = "six elements, and tables of cases")]

mod malformed;
mod model;
mod python;
mod reader;
mod refusals;
mod round_trips;
mod shards;
mod strange;

use conformable_files::{File, Format, Tensors};
use conformable_test::allocator::Counting;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An allocator that counts.
#[global_allocator]
static ALLOCATOR: Counting = Counting { refuses: |_| false };

/// A folder for one test, deleted at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("conformable-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

/// A file in the folder of the tests.
fn kept(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "files", name].iter().collect()
}

/// The bytes of a safetensors file: the length of its header, the header, and the elements.
fn bytes_of(header: &[u8], elements: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header, elements].concat()
}

/// Saves the tensors, and opens the file in each way; under miri, which cannot map files, only from bytes.
fn each_way(tensors: &Tensors<'_>, mut check: impl FnMut(&File)) {
    if cfg!(miri) {
        return check(&File::from_bytes("x.safetensors", &tensors.to_bytes(Format::Safetensors).unwrap()).unwrap());
    }
    let folder = Folder::new();
    let path = folder.join("x.safetensors");
    tensors.save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    check(&File::open(&path).unwrap());
    check(&File::read(&path).unwrap());
    // SAFETY: no other process uses the folder.
    check(&unsafe { File::map(&path) }.unwrap());
    check(&File::from_bytes("x.safetensors", &bytes).unwrap());
}
