use conformable::{Axis, Dim, Tensor, numeric::Numeric};

fn accepted<T: Numeric, N: Dim, C: Dim>(x: &Tensor<T, (N, C)>) -> Tensor<T::Total, (N,)> {
    x.sum(Axis::<1>)
}

fn refused<T: Copy, N: Dim, C: Dim>(x: &Tensor<T, (N, C)>) {
    let _ = x.sum(Axis::<1>);
}

fn main() {
    accepted(&Tensor::from([[1.0; 3]; 2]));
    refused(&Tensor::from([[1.0; 3]; 2]));
}
