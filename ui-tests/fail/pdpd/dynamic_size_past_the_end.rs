use conformable::{Axis, Dyn, PdpdBroadcast, Shape};

fn main() {
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![3, 1], Axis<1>>>::Output;
    let _: <Shape![2, 3] as PdpdBroadcast<(Dyn, Dyn), Axis<1>>>::Output;
}
