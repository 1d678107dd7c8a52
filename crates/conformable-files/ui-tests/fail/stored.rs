//! `Stored` is sealed: a local type does not implement it.

use conformable_files::{ElementType, Stored};
use std::io::{Result, Write};

struct Mine;

impl Stored for Mine {
    fn element_type(&self) -> ElementType {
        ElementType::U8
    }
    fn stored_sizes(&self) -> Vec<usize> {
        vec![1000]
    }
    fn stored_bytes(&self) -> Option<u64> {
        Some(1)
    }
    fn is_by_columns(&self) -> bool {
        false
    }
    fn write_elements(&self, _: bool, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}

fn main() {}
