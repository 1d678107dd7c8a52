use conformable::{Shape, NumpyBroadcast};

fn main() {
    let _: <Shape![3, 1, 5] as NumpyBroadcast<Shape![1, 4, 5]>>::Output;
    let _: <Shape![3, 1, 5] as NumpyBroadcast<Shape![4, 4, 5]>>::Output;
}
