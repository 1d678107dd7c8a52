//! `DimSlides` is the bound of each axis under a window.
use conformable::windows::{DimSlides, SlidDim, Window};
use conformable::{Dim, Size, Tensor, shape};

type Two = Size<2>;
type Image<H, W> = Tensor<f32, (H, W)>;

fn halved_rows<H: Dim, W: Dim + DimSlides<Two, Two>>(x: &Image<H, W>) -> Image<H, SlidDim<W, Two, Two>> {
    x.max_pool(shape![2], Window::new())
}

fn halved<H: Dim, W: Dim + DimSlides<Two, Two>>(x: &Image<H, W>) {
    x.max_pool(shape![2, 2], Window::new());
}

fn main() {
    halved_rows(&Tensor::ones(shape![3, 4]));
    halved(&Tensor::ones(shape![4, 4]));
}
