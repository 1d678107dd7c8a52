// An inline result of a dim that generic code knows nothing of; `N: StaticDim` is one whose type tells its size.
use conformable::{Dim, Inline, Size, StaticDim, Tensor, shape};

fn accepted<N: StaticDim>(n: N) -> Tensor<f32, (N, Size<2>), Inline> {
    Tensor::inline_full(shape![n, 2], 0.0)
}

fn refused<N: Dim>(n: N) -> Tensor<f32, (N, Size<2>), Inline> {
    Tensor::inline_full(shape![n, 2], 0.0)
}

fn main() {
    accepted(Size::<3>);
    refused(Size::<3>);
}
