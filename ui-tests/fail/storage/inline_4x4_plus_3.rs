use conformable::Tensor;

fn main() {
    let x = Tensor::inline([[0.0; 4]; 4]);
    let _ = x + Tensor::inline([1.0; 4]);
    let _ = x + Tensor::inline([1.0; 3]);
}
