use conformable::{Shape, NoneBroadcast};

fn main() {
    let _: <Shape![2, 3] as NoneBroadcast<Shape![2, 3]>>::Output;
    let _: <Shape![2, 3] as NoneBroadcast<Shape![1, 3]>>::Output;
}
