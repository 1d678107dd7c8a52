//! What was loaded has the shape of its type, whatever is in the file: a bias of another width does not go with it.

use conformable_files::{FileError, FilePart};
use conformable::{Shape, Tensor};

fn load(from: &FilePart<'_>) -> Result<(), FileError> {
    let weight: Tensor<f32, Shape![_, 512]> = from.load("weight")?;
    let bias: Tensor<f32, Shape![512]> = from.load("bias")?;
    let other: Tensor<f32, Shape![256]> = from.part("other").load("bias")?;
    let _ = &weight + &bias;
    let _ = &weight + &other;
    Ok(())
}

fn main() {}
