use conformable::{BroadcastAll, Shape};

fn main() {
    let _: <(Shape![2, 3], Shape![3], Shape![1, 1]) as BroadcastAll>::Output;
    let _: <(Shape![2, 3], Shape![3, 2], Shape![1, 1]) as BroadcastAll>::Output;
}
