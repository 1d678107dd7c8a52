//! Letters are loaded, which no file has a type for.

use conformable::Shape;
use conformable_files::{File, FileError};

fn load(file: &File) -> Result<(), FileError> {
    file.load::<u8, Shape![_]>("text")?;
    file.load::<char, Shape![_]>("text")?;
    Ok(())
}

fn main() {}
