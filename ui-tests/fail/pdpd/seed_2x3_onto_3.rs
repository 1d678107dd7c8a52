use conformable::{Shape, PdpdBroadcast};

fn main() {
    let _: <Shape![3] as PdpdBroadcast<Shape![3]>>::Output;
    let _: <Shape![3] as PdpdBroadcast<Shape![2, 3]>>::Output;
}
