//! Loading and viewing a tensor of a gigabyte, against the crates that ours stands on, in turn in one process.
//!
//!     cargo bench --features safetensors --bench files                every row
//!     cargo bench --features safetensors --bench files -- --quick     of 16 MB, a few samples: does everything run?
//!
//! The file is in the system's cache; every contender opens it anew in each call. NumPy's times of the same work: `benches/numpy-files`.

#![allow(unsafe_code, reason = "files are mapped, which nobody else writes to")]
#![allow(clippy::cast_precision_loss, reason = "statistics, and small numbers")]

#[path = "../harness/mod.rs"]
mod harness;
#[path = "../harness/pairs.rs"]
mod pairs;

use conformable::files::{File, Tensors};
use conformable::{Dyn, Tensor, shape};
use harness::run;
use pairs::Pairs;
use safetensors::SafeTensors;
use std::fs;
use std::path::Path;

/// A matrix of so many columns, as typed weights have.
type Matrix = (Dyn, conformable::Size<1024>);

fn main() {
    let mut pairs = Pairs::new();
    let rows = if pairs.is_quick() { 4 << 10 } else { 256 << 10 };
    let matrix = Tensor::from_fn(shape![rows, 1024], |[i, j]| (i * 7 + j) as f32);
    let folder = tempfile::tempdir().expect("a folder");
    let path = &folder.path().join("matrix.safetensors");
    let mut tensors = Tensors::new();
    tensors.put("matrix", &matrix);
    tensors.save(path).expect("a file");
    println!("{} MB", fs::metadata(path).expect("a file").len() >> 20);
    drop(matrix);

    let open = || File::open(path).expect("a file").load::<f32, Matrix>("matrix").expect("a matrix");
    pairs.row("open and load, beside read and copy", [run!(open()), run!(read_and_copy(path))]);
    pairs.row("open and load, beside map and copy", [run!(open()), run!(map_and_copy(path))]);
    let read = || {
        let file = File::read(path).expect("a file");
        file.view::<f32, Matrix>("matrix").expect("a matrix")[[1, 1]]
    };
    pairs.row("read and view, beside read and cast", [run!(read()), run!(read_and_cast(path))]);
    pairs.row("map and view, beside map and cast", [run!(map(path, first)), run!(map_and_cast(path, first))]);
    pairs.row("map, view and sum, beside map, cast and sum", [run!(map(path, sum)), run!(map_and_cast(path, sum))]);
    let file = File::open(path).expect("a file");
    let bytes = fs::read(path).expect("a file");
    let parsed = SafeTensors::deserialize(&bytes).expect("a header");
    let in_memory = File::from_bytes("matrix", &bytes).expect("a file");
    let view = || in_memory.view::<f32, Matrix>("matrix").expect("a matrix").shape().0;
    let cast = || bytemuck::cast_slice::<u8, f32>(parsed.tensor("matrix").expect("a matrix").data()).len();
    pairs.row("view, of an open file", [run!(view()), run!(cast())]);
    drop(file);

    let copy = &folder.path().join("copy.safetensors");
    let matrix = open();
    let save = || {
        let mut tensors = Tensors::new();
        tensors.put("matrix", &matrix);
        tensors.save(copy).expect("a file");
    };
    let serialize = || {
        let view = safetensors::tensor::TensorView::new(
            safetensors::Dtype::F32,
            matrix.sizes().to_vec(),
            bytemuck::cast_slice(matrix.as_slice()),
        );
        let bytes = safetensors::serialize([("matrix", view.expect("a matrix"))], None).expect("bytes");
        // that crate's own way, with its feature `std`
        let temporary = tempfile::NamedTempFile::new_in(folder.path()).expect("a file");
        fs::write(&temporary, bytes).expect("a file");
        temporary.persist(copy).expect("a file");
    };
    pairs.row("save, beside serialize, write and rename", [run!(save()), run!(serialize())]);
    pairs.finish();
}

fn first(elements: &[f32]) -> f32 {
    elements[1025]
}

fn sum(elements: &[f32]) -> f32 {
    let mut sums = [0.0; 16];
    for chunk in elements.chunks_exact(16) {
        for (sum, element) in sums.iter_mut().zip(chunk) {
            *sum += element;
        }
    }
    sums.iter().sum()
}

fn map(path: &Path, read: fn(&[f32]) -> f32) -> f32 {
    // SAFETY: nobody else writes to the file.
    let file = unsafe { File::map(path) }.expect("a file");
    let matrix = file.view::<f32, Matrix>("matrix").expect("a matrix");
    read(matrix.to_slice().expect("dense"))
}

fn map_and_cast(path: &Path, read: fn(&[f32]) -> f32) -> f32 {
    let file = fs::File::open(path).expect("a file");
    // SAFETY: nobody else writes to the file.
    let map = unsafe { memmap2::Mmap::map(&file) }.expect("a mapping");
    let all = SafeTensors::deserialize(&map).expect("a header");
    read(bytemuck::cast_slice(all.tensor("matrix").expect("a matrix").data()))
}

fn map_and_copy(path: &Path) -> Vec<f32> {
    let file = fs::File::open(path).expect("a file");
    // SAFETY: nobody else writes to the file.
    let map = unsafe { memmap2::Mmap::map(&file) }.expect("a mapping");
    let all = SafeTensors::deserialize(&map).expect("a header");
    bytemuck::pod_collect_to_vec(all.tensor("matrix").expect("a matrix").data())
}

fn read_and_copy(path: &Path) -> Vec<f32> {
    let bytes = fs::read(path).expect("a file");
    let all = SafeTensors::deserialize(&bytes).expect("a header");
    bytemuck::pod_collect_to_vec(all.tensor("matrix").expect("a matrix").data())
}

fn read_and_cast(path: &Path) -> f32 {
    let bytes = fs::read(path).expect("a file");
    let all = SafeTensors::deserialize(&bytes).expect("a header");
    bytemuck::cast_slice::<u8, f32>(all.tensor("matrix").expect("a matrix").data())[1025]
}
