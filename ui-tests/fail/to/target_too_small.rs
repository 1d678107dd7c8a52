use conformable::{BroadcastTo, Shape};

fn main() {
    let _: <Shape![4, 5] as BroadcastTo<Shape![2, 4, 5]>>::Output;
    let _: <Shape![2, 4, 5] as BroadcastTo<Shape![4, 5]>>::Output;
}
