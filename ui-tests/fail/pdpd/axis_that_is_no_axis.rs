use conformable::{PdpdBroadcast, Shape, Trailing};

fn main() {
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![3], Trailing>>::Output;
    let _: <Shape![2, 3] as PdpdBroadcast<Shape![3], u32>>::Output;
}
