use conformable::{Tensor, shape};

fn main() {
    let (queries, keys) = (Tensor::full(shape![8, 64], 1.0), Tensor::full(shape![16, 64], 1.0));
    let _ = queries.matmul(&keys.t());
    let _ = queries.matmul(&keys);
}
