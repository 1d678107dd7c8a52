use conformable::Tensor;

fn main() {
    let (x, y) = (Tensor::from([[1.0_f32, 2.0]]), Tensor::from([[1.0_f64], [2.0]]));
    let _ = x.map(f64::from).matmul(&y);
    let _ = x.matmul(&y);
}
