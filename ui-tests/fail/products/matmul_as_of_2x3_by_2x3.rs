use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1_i8, 2, 3], [4, 5, 6]]);
    let _ = x.matmul_as::<i32, _, _>(&x.t());
    let _ = x.matmul_as::<i32, _, _>(&x);
}
