use conformable::storage::{Heap, Owned, View};
use conformable::{Shape, Tensor};

fn accepted() -> Tensor<i32, Shape![3, 2], Owned<Heap, Shape![2, 3]>> {
    Tensor::from([[1, 2, 3], [4, 5, 6]]).into_t()
}

fn refused<'a>() -> Tensor<i32, Shape![3, 2], View<'a>> {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.t()
}

fn main() {
    accepted();
    refused();
}
