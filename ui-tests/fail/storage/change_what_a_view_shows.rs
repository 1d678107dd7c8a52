use conformable::{Shape, Tensor};

fn main() {
    let mut row = Tensor::from([1, 2]);
    row += 1;
    let stretched = row.broadcast_to::<Shape![2, 2]>();
    row += 1;
    println!("{stretched}");
}
