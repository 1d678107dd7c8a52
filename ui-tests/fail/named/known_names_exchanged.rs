use conformable::{Shape, Tensor, shape};

struct Heads;
struct Rows;

fn main() {
    let x = Tensor::full(shape![Heads = 8, Rows = 8], 1.0);
    let _ = x.clone().named::<Shape![Heads = 8, Rows = 8]>();

    let _ = x.named::<Shape![Rows = 8, Heads = 8]>();
}
