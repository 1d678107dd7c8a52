//! Tensors from files and to files: what is saved is loaded, what Python writes is read, what is malformed is refused.

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

/// A folder of its own for each test, which is gone at the end of it.
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

/// A file that is kept beside the tests.
fn kept(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "files", name].iter().collect()
}

/// The bytes of a safetensors file: the length of its header, the header, and the elements.
fn bytes_of(header: &[u8], elements: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header, elements].concat()
}

/// The tensors saved, and the file opened in each way; by miri, which maps no files, from bytes alone.
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
    // SAFETY: nobody else knows the folder.
    check(&unsafe { File::map(&path) }.unwrap());
    check(&File::from_bytes("x.safetensors", &bytes).unwrap());
}
