use conformable::{Shape, Tensor, shape};

struct Rows;

fn main() {
    let n = 2;
    let x = Tensor::full(shape![n, 3], 1.0);
    let _ = x.clone().named::<Shape![Rows = _, 3]>();

    let _ = x.named::<Shape![Rows = _, 3, 1]>();
}
