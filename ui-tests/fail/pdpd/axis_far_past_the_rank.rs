use conformable::{Axis, PdpdBroadcast, Shape};

fn main() {
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![1], Axis<2>>>::Output;
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![1], Axis<2000>>>::Output;
}
