use conformable::{BroadcastAll, Shape};

fn main() {
    let _: <(Shape![2], Shape![1], Shape![2]) as BroadcastAll>::Output;
    let _: <(Shape![2], Shape![1], Shape![3]) as BroadcastAll>::Output;
}
