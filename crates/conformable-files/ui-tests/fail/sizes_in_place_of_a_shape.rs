//! The shape to load is given as an array of sizes.

use conformable_files::{File, FileError};
use conformable::{AnyShape, Shape};

fn load(file: &File) -> Result<(), FileError> {
    file.load::<f32, Shape![2, 3]>("weight")?;
    file.load::<f32, AnyShape>("weight")?;
    file.load::<f32, [usize; 2]>("weight")?;
    Ok(())
}

fn main() {}
