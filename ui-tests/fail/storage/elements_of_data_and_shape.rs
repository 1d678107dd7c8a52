//! The elements of data and of a shape that they did not come with.

use conformable::storage::{Contiguous, Layout};
use conformable::{Dyn, Heap, Tensor};

fn main() {
    let x: Tensor<u8, (Dyn,)> = Tensor::full((Dyn::new(2),), 1);
    let _ = Contiguous::iter(&x);

    let _ = <Contiguous as Layout>::iter::<u8, (Dyn,), Heap>(&vec![1, 2], &(Dyn::new(1000),));
}
