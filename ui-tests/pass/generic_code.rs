//! Functions over dims need no `where` clause; a binary operation over shapes needs one bound.

use conformable::{Axis, BroadcastTo, Dim, Dyn, NumpyBroadcast, Pdpd, Shape, Size, Tensor};

fn add_bias<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, bias: Tensor<f32, (C,)>) -> Tensor<f32, (N, C)> {
    x + bias
}

fn scale_rows<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, by: &Tensor<f32, (N, Size<1>)>) -> Tensor<f32, (N, C)> {
    x * by
}

fn scale_rows_at_axis_0<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, by: &Tensor<f32, (N,)>) -> Tensor<f32, (N, C)> {
    x.under(Pdpd(Axis::<0>)) * by
}

fn normalise<N: Dim, C: Dim>(
    mut x: Tensor<f32, (N, C)>,
    mean: &Tensor<f32, (C,)>,
    deviation: &Tensor<f32, (C,)>,
) -> Tensor<f32, (N, C)> {
    x -= mean;
    (x / deviation) * 0.5 + 1.0
}

fn outer<N: Dim, C: Dim>(column: &Tensor<f32, (N, Size<1>)>, row: &Tensor<f32, (Size<1>, C)>) -> Tensor<f32, (N, C)> {
    column * row
}

fn residual<B: Dim, T: Dim, C: Dim>(
    x: &Tensor<f32, (B, T, C)>,
    y: &Tensor<f32, (B, T, C)>,
    positions: &Tensor<f32, (T, C)>,
) -> Tensor<f32, (B, T, C)> {
    x + y + positions
}

fn multiply<A, B>(x: &Tensor<f32, A>, y: &Tensor<f32, B>) -> Tensor<f32, A::Output>
where
    A: Shape + NumpyBroadcast<B>,
    B: Shape,
{
    x * y
}

fn forget<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>) -> Tensor<f32, (Dyn, C)> {
    x.refine().unwrap()
}

fn add_to_rows<N: Dim, C: Dim>(x: &mut Tensor<f32, (N, C)>, row: &Tensor<f32, (Dyn,)>) {
    *x += row;
}

fn accumulate<A: Shape, B: Shape + BroadcastTo<A>>(sum: &mut Tensor<f32, A>, x: &Tensor<f32, B>) {
    *sum += x;
}

pub(crate) fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let (row, column) = (Tensor::from([1.0, 2.0, 3.0]), Tensor::from([[2.0], [4.0]]));
    assert_eq!(add_bias(x.clone(), row.clone()), Tensor::from([[2.0, 4.0, 6.0], [5.0, 7.0, 9.0]]));
    assert_eq!(scale_rows(&x, &column), Tensor::from([[2.0, 4.0, 6.0], [16.0, 20.0, 24.0]]));
    assert_eq!(scale_rows(&x, &column), scale_rows_at_axis_0(&x, &Tensor::from([2.0, 4.0])));
    assert_eq!(normalise(x.clone(), &row, &row), Tensor::from([[1.0, 1.0, 1.0], [2.5, 1.75, 1.5]]));
    assert_eq!(outer(&column, &Tensor::from([[1.0, 0.5]])), Tensor::from([[2.0, 1.0], [4.0, 2.0]]));
    assert_eq!(multiply(&x, &row), multiply(&row, &x));

    let mut sum = x.clone();
    accumulate(&mut sum, &row);
    assert_eq!(sum, add_bias(x.clone(), row.clone()));

    let batch = Tensor::full((Dyn::new(2), Size::<1>, Size::<3>), 1.0);
    assert_eq!(residual(&batch, &batch, &Tensor::from([[1.0, 2.0, 3.0]])).sizes(), [2, 1, 3]);

    let mut rows = x.clone();
    add_to_rows(&mut rows, &row.clone().refine().unwrap());
    assert_eq!(forget(rows), sum);

    let dynamic = x.refine::<(Dyn, Dyn)>().unwrap();
    let row = row.refine::<(Dyn,)>().unwrap();
    assert_eq!(add_bias(dynamic, row)[[1, 2]], 9.0);
}
