use conformable::Tensor;

fn main() {
    let x = Tensor::from([['a', 'b'], ['c', 'd']]);
    let _ = x.map(u32::from).matmul(&x.map(u32::from));
    let _ = x.matmul(&x);
}
