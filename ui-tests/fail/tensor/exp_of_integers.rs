use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.map(f64::from).exp();

    let _ = x.exp();
}
