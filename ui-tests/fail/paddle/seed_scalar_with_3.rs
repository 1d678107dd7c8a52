use conformable::{PaddleBroadcast, Shape};

fn main() {
    let _: <Shape![1] as PaddleBroadcast<Shape![3]>>::Output;
    let _: <Shape![] as PaddleBroadcast<Shape![3]>>::Output;
}
