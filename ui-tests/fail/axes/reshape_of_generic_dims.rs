use conformable::{Dim, Size, Tensor};

fn pairs<N: Dim>(x: Tensor<f64, (N,)>) -> Tensor<f64, (Size<2>, Size<3>)> {
    x.reshape((Size, Size))
}

fn main() {}
