use conformable::{Axis, PdpdBroadcast, Shape};

fn main() {
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![2, 3], Axis<0>>>::Output;
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![1, 2, 3], Axis<0>>>::Output;
}
