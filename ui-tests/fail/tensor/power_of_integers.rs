use conformable::Tensor;

fn main() {
    let x = Tensor::from([1, 2, 3]);
    let _ = x.map(|x: i32| x.pow(2));

    let _ = x.pow(&x);
}
