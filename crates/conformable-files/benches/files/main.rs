//! Loads and views a tensor of a gigabyte, compared with the crates that this one is built on, in turn in one process.
//!
//!     cargo bench -p conformable-files --features npy --bench files                every row
//!     cargo bench -p conformable-files --features npy --bench files -- --quick     of 16 MB, once
//!
//! The file is in the system's cache; every contender opens it anew in each call. No crate that this one is built on
//! reads `.npy`, so that format is compared with one call of the standard library. NumPy's times:
//! `benches/numpy-files`.

#![allow(unsafe_code, reason = "no other process writes to the mapped files")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "statistics, and small numbers")]

#[path = "../../../../benches/harness/mod.rs"]
mod harness;
#[path = "../../../../benches/harness/pairs.rs"]
mod pairs;

use conformable::{Dyn, Shape, Tensor, shape};
use conformable_files::{File, Tensors};
use harness::run;
use pairs::Pairs;
use safetensors::SafeTensors;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

/// A matrix with a fixed number of columns, as typed weights have.
type Matrix = (Dyn, conformable::Size<1024>);

/// The number of bytes of an `.npy` file before its elements, if its sizes are short.
const NPY_HEADER: usize = 128;

fn main() {
    let mut pairs = Pairs::new();
    let rows = if pairs.is_quick() { 4 << 10 } else { 256 << 10 };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let matrix = Tensor::from_fn(shape![rows, 1024], |[i, j]| (i * 7 + j) as f32);
    for file in ["matrix.safetensors", "matrix.npy"] {
        save(&matrix, &folder.join(file));
    }
    drop(matrix);
    println!("{} MB", fs::metadata(folder.join("matrix.npy")).expect("a file").len() >> 20);
    of_safetensors(&mut pairs, &folder.join("matrix.safetensors"), &folder.join("copy.safetensors"));
    of_npy(&mut pairs, &folder.join("matrix.npy"), &folder.join("copy.npy"));
    pairs.finish();
}

fn of_safetensors(pairs: &mut Pairs, path: &Path, copy: &Path) {
    pairs.row("open and load, beside read and copy", [run!(open(path)), run!(read_and_copy(path))]);
    pairs.row("open and load, beside map and copy", [run!(open(path)), run!(map_and_copy(path))]);
    pairs.row("read and view, beside read and cast", [run!(read(path)), run!(read_and_cast(path))]);
    pairs.row("map and view, beside map and cast", [run!(map(path, first)), run!(map_and_cast(path, first))]);
    pairs.row("map, view and sum, beside map, cast and sum", [run!(map(path, sum)), run!(map_and_cast(path, sum))]);
    let bytes = fs::read(path).expect("a file");
    let parsed = SafeTensors::deserialize(&bytes).expect("a header");
    let in_memory = File::from_bytes("matrix", &bytes).expect("a file");
    let view = || in_memory.view::<f32, Matrix>("matrix").expect("a matrix").shape().0;
    let cast = || bytemuck::cast_slice::<u8, f32>(parsed.tensor("matrix").expect("a matrix").data()).len();
    pairs.row("view, of an open file", [run!(view()), run!(cast())]);
    drop((bytes, in_memory));

    let matrix = &open(path);
    let serialize = || {
        let view = safetensors::tensor::TensorView::new(
            safetensors::Dtype::F32,
            matrix.sizes().to_vec(),
            bytemuck::cast_slice(matrix.as_slice()),
        );
        let bytes = safetensors::serialize([("matrix", view.expect("a matrix"))], None).expect("bytes");
        // that crate's own way, with its feature `std`
        write_and_rename(copy, &[&bytes]);
    };
    pairs.row("save, beside serialize, write and rename", [run!(save(matrix, copy)), run!(serialize())]);
}

fn of_npy(pairs: &mut Pairs, path: &Path, copy: &Path) {
    let read_behind = || {
        let mut file = fs::File::open(path).expect("a file");
        let mut header = [0; NPY_HEADER];
        file.read_exact(&mut header).expect("a header");
        let length = file.metadata().expect("a file").len() as usize - NPY_HEADER;
        let mut elements = vec![0.0_f32; length / size_of::<f32>()];
        file.read_exact(bytemuck::cast_slice_mut(&mut elements)).expect("the elements");
        elements
    };
    assert!(open(path).as_slice() == read_behind(), "both read the same");
    pairs.row("npy: open and load, beside reading them in one call", [run!(open(path)), run!(read_behind())]);
    let map_behind = |read: fn(&[f32]) -> f32| {
        let file = fs::File::open(path).expect("a file");
        // SAFETY: no other process writes to the file.
        let map = unsafe { memmap2::Mmap::map(&file) }.expect("a mapping");
        read(bytemuck::cast_slice(&map[NPY_HEADER..]))
    };
    pairs.row("npy: map and view, beside map and cast", [run!(map(path, first)), run!(map_behind(first))]);
    pairs.row("npy: map, view and sum, beside map, cast and sum", [run!(map(path, sum)), run!(map_behind(sum))]);
    let matrix = &open(path);
    let header = fs::read(path).expect("a file")[..NPY_HEADER].to_vec();
    let write = || write_and_rename(copy, &[&header, bytemuck::cast_slice(matrix.as_slice())]);
    pairs.row("npy: save, beside writing them in one call", [run!(save(matrix, copy)), run!(write())]);

    let (small, copy) = (&Tensor::full(shape![16, 16], 1.0_f32), &copy.with_file_name("small.npy"));
    save(small, copy);
    let bytes = &fs::read(copy).expect("a file");
    pairs.row(
        "npy: save 1 kB, beside write and rename",
        [run!(save(small, copy)), run!(write_and_rename(copy, &[bytes]))],
    );
    let overwrite = || fs::write(copy, bytes).expect("a file");
    pairs.row("npy: save 1 kB, beside writing over the file", [run!(save(small, copy)), run!(overwrite())]);
}

fn open(path: &Path) -> Tensor<f32, Matrix> {
    File::open(path).expect("a file").load("matrix").expect("a matrix")
}

fn read(path: &Path) -> f32 {
    let file = File::read(path).expect("a file");
    file.view::<f32, Matrix>("matrix").expect("a matrix")[[1, 1]]
}

fn save(matrix: &Tensor<f32, impl Shape>, path: &Path) {
    let mut tensors = Tensors::new();
    tensors.put("matrix", matrix);
    tensors.save(path).expect("a file");
}

fn write_and_rename(path: &Path, parts: &[&[u8]]) {
    let mut temporary = tempfile::NamedTempFile::new_in(path.parent().expect("a folder")).expect("a file");
    for part in parts {
        temporary.write_all(part).expect("a file");
    }
    temporary.persist(path).expect("a file");
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
    // SAFETY: no other process writes to the file.
    let file = unsafe { File::map(path) }.expect("a file");
    let matrix = file.view::<f32, Matrix>("matrix").expect("a matrix");
    read(matrix.try_as_slice().expect("dense"))
}

fn map_and_cast(path: &Path, read: fn(&[f32]) -> f32) -> f32 {
    let file = fs::File::open(path).expect("a file");
    // SAFETY: no other process writes to the file.
    let map = unsafe { memmap2::Mmap::map(&file) }.expect("a mapping");
    let all = SafeTensors::deserialize(&map).expect("a header");
    read(bytemuck::cast_slice(all.tensor("matrix").expect("a matrix").data()))
}

fn map_and_copy(path: &Path) -> Vec<f32> {
    let file = fs::File::open(path).expect("a file");
    // SAFETY: no other process writes to the file.
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
