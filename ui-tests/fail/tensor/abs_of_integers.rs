use conformable::Tensor;

fn main() {
    let x = Tensor::from([-1_i32, 2, -3]);
    let _ = x.map(i32::abs);

    let _ = x.abs();
}
