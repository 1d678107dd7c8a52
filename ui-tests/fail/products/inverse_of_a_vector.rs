use conformable::{Shape, Square, shape};

fn inverse<Out: Shape, S: Square<Output = Out>>(_: S) {}

fn main() {
    inverse(shape![1, 3, 3]);
    inverse(shape![3]);
}
