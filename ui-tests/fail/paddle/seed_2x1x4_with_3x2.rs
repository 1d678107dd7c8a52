use conformable::{Shape, PaddleBroadcast};

fn main() {
    let _: <Shape![2, 1, 4] as PaddleBroadcast<Shape![3, 4]>>::Output;
    let _: <Shape![2, 1, 4] as PaddleBroadcast<Shape![3, 2]>>::Output;
}
