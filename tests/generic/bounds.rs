//! A function with a bound on one operation calls others, and the same one with other arguments.

use conformable::axes::{Concat, Concatenated, Padded, Pads, Take, Taken, Top, TopOf};
use conformable::ops::Pad;
use conformable::windows::{Conv, Convolved, Pool, Pooled, Window};
use conformable::{
    Axis, Dim, DimProd, Dyn, Keep, Matmul, MatmulOutput, NumpyBroadcast, NumpyOutput, Prod, Shape, Size, Tensor,
    concat, shape,
};

/// Rows without their mean: a reduction, and a broadcast of `E` with 1.
fn centred<T: Dim, E: Dim>(x: &Tensor<f32, (T, E)>) -> Tensor<f32, (T, E)> {
    x - x.mean(Keep(Axis::<-1>))
}

#[test]
fn top() {
    fn gates<T: Dim, E: Dim, K: Dim>(x: &Tensor<f32, (T, E)>, k: K) -> Tensor<f32, TopOf<(T, E), Axis<-1>, K>>
    where
        (T, E): Top<Axis<-1>, K>,
    {
        let weights = (x - x.max(Keep(Axis::<-1>))).softmax(Axis::<-1>);
        (centred(&weights).t().t() * 2.0).top_k(Axis::<-1>, k).0
    }
    assert_eq!(gates(&Tensor::from([[0.0, 9.0, 0.0]]), Size::<2>).sizes(), [1, 2]);
}

#[test]
fn concatenation() {
    fn beside<T: Dim, A: Dim, B: Dim>(
        x: &Tensor<f32, (T, A)>,
        y: &Tensor<f32, (T, B)>,
    ) -> Tensor<f32, Concatenated<(T, A), (T, B), Axis<1>>>
    where
        (T, A): Concat<(T, B), Axis<1>>,
    {
        let product = x.t().matmul(y);
        concat(Axis::<1>, (&centred(x).softmax(Axis::<1>), &x.matmul(&product)))
    }
    let (x, y) = (Tensor::from([[1.0, 2.0]]), Tensor::from([[3.0]]));
    let z: Tensor<f32, Shape![1, 3]> = beside(&x, &y);
    assert_eq!(z[[0, 2]], 15.0);
}

#[test]
fn padding() {
    fn padded<T: Dim, A: Dim>(x: &Tensor<f32, (T, A)>) -> Tensor<f32, Padded<(T, A), Axis<0>, Size<1>, Size<1>>>
    where
        (T, A): Pads<Axis<0>, Size<1>, Size<1>>,
    {
        centred(x).pad(Axis::<0>, (Size::<1>, Size::<1>), Pad::Constant(x.sum(..)[[]]))
    }
    assert_eq!(padded(&Tensor::from([[1.0, 3.0]])), Tensor::from([[4.0, 4.0], [-1.0, 1.0], [4.0, 4.0]]));
}

#[test]
fn broadcast_of_dims() {
    fn add<T: Dim, A: Dim>(x: &Tensor<f32, (T, A)>, y: &Tensor<f32, (T,)>) -> Tensor<f32, NumpyOutput<(T, A), (T,)>>
    where
        (T, A): NumpyBroadcast<(T,)>,
    {
        let z = (x * 2.0).maximum(0.0).zip_map(&x.sum(Axis::<0>), |x, y| x + y);
        z.less(&z).where_cond(0.0, &centred(x)) + y
    }
    assert_eq!(add(&Tensor::from([[1.0], [2.0]]), &Tensor::from([5.0, 6.0])), Tensor::from([[5.0, 6.0]; 2]));
}

#[test]
fn broadcast_of_shapes() {
    fn add<S: Shape + NumpyBroadcast<(A,)>, A: Dim>(
        x: &Tensor<f32, S>,
        y: &Tensor<f32, (A,)>,
    ) -> Tensor<f32, NumpyOutput<S, (A,)>> {
        x.maximum(0.0).minimum(&x.square()).greater(x).where_cond(x, 1.0) + y
    }
    assert_eq!(add(&Tensor::from([[1.0], [-2.0]]), &Tensor::from([5.0])), Tensor::from([[6.0], [3.0]]));
}

#[test]
fn matrices() {
    fn twice<S: Shape + Matmul<(A, A), Output = S> + Matmul<(A, B)>, A: Dim, B: Dim>(
        x: &Tensor<f32, S>,
        w: &Tensor<f32, (A, A)>,
        last: &Tensor<f32, (A, B)>,
    ) -> Tensor<f32, MatmulOutput<S, (A, B)>> {
        (x.matmul(w) + x * 2.0).matmul(last)
    }
    fn known<T: Dim, A: Dim, B: Dim>(
        x: &Tensor<f32, (T, A)>,
        w: &Tensor<f32, (A, A)>,
        last: &Tensor<f32, (A, B)>,
    ) -> Tensor<f32, (T, B)>
    where
        (T, A): Matmul<(A, A), Output = (T, A)>,
    {
        x.matmul(w).matmul(last) + x.matmul(last)
    }
    let (x, w) = (Tensor::from([[1.0, 2.0]]), Tensor::from([[0.0, 1.0], [1.0, 0.0]]));
    let last = Tensor::from([[1.0], [1.0]]);
    assert_eq!(twice(&x, &w, &last), Tensor::from([[9.0]]));
    assert_eq!(known(&x, &w, &last), Tensor::from([[6.0]]));
}

#[test]
fn windows() {
    type Image<N, H> = (N, Size<1>, H, H);
    type Weights = Shape![1, 1, 3, 3];
    fn halved<N: Dim, H: Dim>(x: &Tensor<f32, Image<N, H>>) -> Tensor<f32, Pooled<Image<N, H>, Shape![2, 2]>>
    where
        Image<N, H>: Pool<Shape![2, 2]>,
    {
        let centred = x - x.mean(Keep((Axis::<2>, Axis::<3>)));
        (centred + x).max_pool(shape![2, 2], Window::new())
    }
    fn filtered<N: Dim, H: Dim>(
        x: &Tensor<f32, Image<N, H>>,
        w: &Tensor<f32, Weights>,
    ) -> Tensor<f32, Convolved<Image<N, H>, Weights>>
    where
        Image<N, H>: Conv<Weights>,
    {
        (x - x.mean(Keep(Axis::<1>)) + x.flip(Axis::<2>)).conv(w, Window::new())
    }
    let x = Tensor::from_fn(shape![1, 1, 4, 4], |[_, _, i, j]| (i + j) as f32);
    assert_eq!(halved(&x).sizes(), [1, 1, 2, 2]);
    assert_eq!(filtered(&x, &Tensor::ones(shape![1, 1, 3, 3])).sizes(), [1, 1, 2, 2]);
}

#[test]
fn indices() {
    fn embedded<V: Dim, D: Dim, I: Shape>(
        table: &Tensor<f32, (V, D)>,
        ids: &Tensor<usize, I>,
    ) -> Tensor<f32, Taken<(V, D), Axis<0>, I>>
    where
        (V, D): Take<Axis<0>, I>,
    {
        centred(table).take(Axis::<0>, ids)
    }
    assert_eq!(embedded(&Tensor::from([[1.0, 3.0]]), &Tensor::from([[0, 0]])).sizes(), [1, 2, 2]);
}

#[test]
fn products_of_dims() {
    fn spread<D: Dim>(x: &Tensor<f32, (Size<4>, D)>, row: &Tensor<f32, (Dyn, D)>) -> Tensor<f32, (Prod<Size<4>, D>,)>
    where
        Size<4>: DimProd<D>,
    {
        (x + row + x.sum(Keep(Axis::<0>))).flatten_axes(Axis::<0>)
    }
    let rows = 1;
    let y: Tensor<f32, Shape![8]> = spread(&Tensor::ones(shape![4, 2]), &Tensor::ones(shape![rows, 2]));
    assert_eq!(y, Tensor::full(shape![8], 6.0));
}
