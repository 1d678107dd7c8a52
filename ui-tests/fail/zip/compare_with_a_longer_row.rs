use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let _ = x.less(&Tensor::from([2, 3]));
    let _ = x.less(&Tensor::from([2, 3, 4]));
}
