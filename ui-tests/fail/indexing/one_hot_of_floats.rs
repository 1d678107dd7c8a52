// an index is an integer
use conformable::{Size, Tensor};

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let y: Tensor<f32, _> = x.map(|x: f64| x as u8).one_hot(Size::<3>);
    let y: Tensor<f32, _> = x.one_hot(Size::<3>);
}
