use conformable::{NumpyBroadcast, shape};

fn main() {
    let _ = shape![2, 3].numpy_broadcast(&shape![3]);
    let _ = shape![2, 3].numpy_broadcast(&shape![2]);
}
