//! A view of a file is kept when the file is closed.

use conformable_files::{File, FileError};
use conformable::{Shape, Tensor, View};

fn load(path: &str) -> Result<Tensor<f32, Shape![_, 3]>, FileError> {
    File::open(path)?.load("weight")
}

fn view(path: &str) -> Result<Tensor<f32, Shape![_, 3], View<'_>>, FileError> {
    File::read(path)?.view("weight")
}

fn main() {}
