use conformable::{Dim, Size, Tensor};

fn scale<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, by: Tensor<f32, (N, Size<1>)>) -> Tensor<f32, (N, C)> {
    x * by
}

fn scale_to_columns<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, by: Tensor<f32, (N, Size<1>)>) -> Tensor<f32, (C, N)> {
    x * by
}

fn main() {

}
