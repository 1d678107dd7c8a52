use conformable::{Size, Tensor, dim};

fn accepted(_: Tensor<f32, (dim!(2000), Size<3>)>) {}

fn refused(_: Tensor<f32, (Size<2000>, Size<3>)>) {}

fn main() {

}
