//! `Layout` is sealed: a local type in every position does not implement it.

use conformable::storage::{Layout, Storage, StorageMut};
use conformable::{Shape, Tensor};

struct Mine;

impl Layout for Mine {
    const DENSE: bool = true;
    type Iter<'a, T: 'a, S: Shape + 'a> = std::slice::Iter<'a, T>;
    type IterMut<'a, T: 'a, S: Shape + 'a> = std::slice::IterMut<'a, T>;
    fn iter<T, S: Shape, D: Storage<Layout = Self>>(_: &Tensor<T, S, D>) -> Self::Iter<'_, T, S> {
        [].iter()
    }
    fn iter_mut<T, S: Shape, D: StorageMut<Layout = Self>>(_: &mut Tensor<T, S, D>) -> Self::IterMut<'_, T, S> {
        [].iter_mut()
    }
}

fn main() {}
