use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1_u8, 2], [3, 4]]);
    let _ = x.matmul_as::<u32, _, _>(&x);
    let _ = x.matmul_as::<char, _, _>(&x);
}
