use conformable::{Shape, Tensor, shape};

fn main() {
    let x: Tensor<f32, Shape![2, 3, 4]> = Tensor::zeros(shape![2, 3, 4]);
    let y = Tensor::<f32, _>::zeros(shape![2, 4]);
    let _ = x.zip_map(&x, f32::max);
    let _ = x.zip_map(&y, f32::max);
}
