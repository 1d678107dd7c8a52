use conformable::{Shape, NumpyBroadcast};

fn main() {
    let _: <Shape![3] as NumpyBroadcast<Shape![1]>>::Output;
    let _: <Shape![3] as NumpyBroadcast<Shape![2]>>::Output;
}
