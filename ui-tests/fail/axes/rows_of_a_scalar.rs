use conformable::Tensor;

fn main() {
    let _ = Tensor::from([1, 2]).rows();
    let _ = Tensor::scalar(1).rows();
}
