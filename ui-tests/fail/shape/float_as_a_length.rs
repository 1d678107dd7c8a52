use conformable::{shape};

fn main() {
    let n = 3;
    let _ = shape![n, 2];
    let _ = shape![n as f64, 2];
}
