use conformable::{Tensor, View};

fn main() {
    let row = Tensor::from([1, 2]);
    let view: Tensor<i32, _, View> = row.view();
    drop(row);
    println!("{view}");
}
