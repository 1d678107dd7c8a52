use conformable::{Axis, Shape, PdpdBroadcast};

fn main() {
    let _: <Shape![8, 1, 6, 1] as PdpdBroadcast<Shape![1, 6, 1], Axis<1>>>::Output;
    let _: <Shape![8, 1, 6, 1] as PdpdBroadcast<Shape![7, 1, 5], Axis<1>>>::Output;
}
