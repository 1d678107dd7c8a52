use conformable::{Shape, Tensor};

struct Heads;

fn main() {
    let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    let _ = x.clone().named::<Shape![Heads = 2, 2]>();

    let _ = x.named::<Shape![Heads = 3, 2]>();
}
