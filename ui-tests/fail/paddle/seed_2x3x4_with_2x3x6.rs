use conformable::{Shape, PaddleBroadcast};

fn main() {
    let _: <Shape![2, 3, 4] as PaddleBroadcast<Shape![2, 3, 4]>>::Output;
    let _: <Shape![2, 3, 4] as PaddleBroadcast<Shape![2, 3, 6]>>::Output;
}
