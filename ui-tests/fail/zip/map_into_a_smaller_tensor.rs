use conformable::{Tensor, zip};

fn main() {
    let (x, y) = (Tensor::from([[1], [2]]), Tensor::from([3, 4, 5]));
    let mut out = Tensor::from([[0; 3]; 2]);
    zip((&x, &y)).map_into(&mut out, |(x, y)| x * y);
    let mut out = Tensor::from([0; 3]);
    zip((&x, &y)).map_into(&mut out, |(x, y)| x * y);
}
