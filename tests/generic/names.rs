//! Axes that windows and steps make keep their names, and the diagonal of a square.

use conformable::axes::Stepped;
use conformable::windows::Window;
use conformable::{Axis, Dim, DimMin, Dyn, Shape, Size, Tensor, einsum, shape};

struct Rows;
struct Columns;

type Images = Shape![1, 1, Rows = 6, Columns = _];

#[test]
fn windows() {
    let n = 8;
    let x = Tensor::<f32, Images>::ones(shape![1, 1, Rows = 6, Columns = n]);
    let pooled: Tensor<f32, Shape![1, 1, Rows = 3, Columns = _]> = x.max_pool(shape![2, 2], Window::new());
    let weights = Tensor::ones(shape![1, 1, 3, 3]);
    let filtered: Tensor<f32, Shape![1, 1, Rows = 4, Columns = _]> = x.conv(&weights, Window::new());
    let spread: Tensor<f32, Shape![1, 1, Rows = 8, Columns = _]> = x.conv_transpose(&weights, Window::new());
    let views: Tensor<f32, Shape![1, 1, Rows = 5, Columns = _, 2], _> =
        x.sliding_windows(Axis::<2>, Size::<2>, Window::new());
    assert_eq!((pooled.sizes(), filtered.sizes()), ([1, 1, 3, 4], [1, 1, 4, 6]));
    assert_eq!((spread.sizes(), views.sizes()), ([1, 1, 8, 10], [1, 1, 5, 8, 2]));
}

#[test]
fn steps() {
    let n = 5;
    let x = Tensor::<f32, Shape![Rows = 6, Columns = _]>::ones(shape![Rows = 6, Columns = n]);
    let halves = (Stepped(.., Size::<2>), Stepped(.., Size::<2>));
    let y: Tensor<f32, Shape![Rows = 3, Columns = _], _> = x.slice(halves);
    assert_eq!(y.sizes(), [3, 3]);
}

#[test]
fn squares() {
    fn by_letters<N: Dim>(x: &Tensor<f32, (N, N)>) -> Tensor<f32, (N,)> {
        einsum!(i i -> i; x)
    }
    fn view<N: Dim + DimMin<N, Output = N>>(x: &Tensor<f32, (N, N)>) -> Tensor<f32, (N,)> {
        x.diagonal(Axis::<0>, Axis::<1>).to_owned()
    }
    let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(by_letters(&x), Tensor::from([1.0, 4.0]));
    assert_eq!(view(&x), by_letters(&x));
    let x = x.widen::<(Dyn, Dyn)>();
    assert_eq!(view(&x), by_letters(&x));
}
