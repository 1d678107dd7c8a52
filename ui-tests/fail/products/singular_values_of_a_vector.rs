use conformable::{Shape, Svd, shape};

fn svd<Out: Shape, S: Svd<Values = Out>>(_: S) {}

fn main() {
    svd(shape![5, 1]);
    svd(shape![5]);
}
