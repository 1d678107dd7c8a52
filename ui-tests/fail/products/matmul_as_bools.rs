use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1_u8, 2], [3, 4]]);
    let _ = x.map(|x| x > 0).matmul(&x.map(|x| x > 0));
    let _ = x.matmul_as::<bool, _, _>(&x);
}
