use conformable::{Tensor, rearrange_into};

fn main() {
    let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    let (mut eight, mut nine) = (Tensor::from([0; 8]), Tensor::from([0; 9]));
    rearrange_into!(t c -> (c t); x => eight);
    rearrange_into!(t c -> (c t); x => nine);
}
