use conformable::{Shape, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = x.sum_to::<Shape![1, 3]>();

    let _ = x.sum_to::<Shape![4, 2, 3]>();
}
