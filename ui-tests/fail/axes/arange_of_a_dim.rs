// a shape is a tuple
use conformable::{Size, Tensor};

fn main() {
    let x: Tensor<i32, _> = Tensor::arange((Size::<3>,));
    let y: Tensor<i32, _> = Tensor::arange(Size::<3>);
}
