use conformable::{Shape, PdpdBroadcast};

fn main() {
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![1, 3]>>::Output;
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![3, 1]>>::Output;
}
