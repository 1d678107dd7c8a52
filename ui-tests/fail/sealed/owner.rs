//! `Owner` is sealed: a local type in every position does not implement it.

use conformable::storage::{Beside, Contiguous, Dense, Owner, Storage, StorageMut};
use conformable::{Inline, Shape};
use conformable::shape::Measured;

struct Mine;

unsafe impl Storage for Mine {
    type Data<T, S: Measured> = Vec<T>;
    type Owner = Mine;
    type Layout = Contiguous;
    fn as_ptr<T, S: Shape>(data: &Vec<T>) -> *const T {
        data.as_ptr()
    }
}

unsafe impl StorageMut for Mine {
    fn as_mut_ptr<T, S: Shape>(data: &mut Vec<T>) -> *mut T {
        data.as_mut_ptr()
    }
}

impl Dense for Mine {}

impl Beside for Mine {
    type With<Other: Owner> = Mine;
}

impl Owner for Mine {
    type Block<T, S: Shape> = ();
    fn reserve<T, S: Shape>(_: usize) -> Option<()> {
        Some(())
    }
    unsafe fn build<T, S: Shape, Init: FnOnce(*mut T)>(_: (), _: usize, _: Init) -> Vec<T> {
        vec![]
    }
}

fn main() {}
