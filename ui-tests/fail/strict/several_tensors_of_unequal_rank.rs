use conformable::{EqualRanks, Numpy, Tensor, shape, zip};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![2, 3]);
    let y: Tensor<f32, _> = Tensor::zeros(shape![3]);
    let _ = zip((&x, &x, &x)).under(EqualRanks(Numpy)).map(|(a, b, c)| a * b + c);
    let _ = zip((&x, &x, &y)).under(EqualRanks(Numpy)).map(|(a, b, c)| a * b + c);
}
