//! What a newcomer writes first.

use conformable::{AnyShape, Dim, Dyn, Inline, Shape, Size, Tensor, View, dim, shape, zip};

struct Batch;

const CLASSES: usize = 10;
const IDENTITY: Tensor<f32, Shape![2, 2], Inline> = Tensor::inline([[1.0, 0.0], [0.0, 1.0]]);
static ORIGIN: Tensor<f64, Shape![3], Inline> = Tensor::inline([0.0; 3]);

fn accumulate<S: Shape>(x: &mut Tensor<f32, S>, g: &Tensor<f32, S>) {
    *x += g;
}

fn same<S: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, S>) -> bool {
    x == y
}

fn square<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    x * x
}

fn add<S: Shape>(a: &Tensor<f32, AnyShape>, b: &Tensor<f32, S>) -> Tensor<f32, AnyShape> {
    a + b
}

struct Linear<const I: usize, const O: usize>
where
    Size<I>: Dim,
    Size<O>: Dim,
{
    weight: Tensor<f32, (Size<I>, Size<O>)>,
}

pub(crate) fn main() {
    let (v, array) = (vec![1.0, 2.0], [1.0, 2.0, 3.0]);
    let x: Tensor<f64, (Dyn,)> = Tensor::from(v.clone());
    let view: Tensor<f64, (Dyn,), View> = Tensor::from(&v[..]);
    let row: Tensor<f64, Shape![3], View> = Tensor::from(&array);
    let slice = Tensor::from_slice(shape![3], &array).unwrap();
    assert_eq!((x, slice.to_owned()), (view.to_owned(), row.to_owned()));

    let rows = Tensor::try_from(vec![vec![1.0, 2.0], vec![3.0, 4.0]]).unwrap();
    assert_eq!((rows.len(), rows.rank(), rows.sizes()), (4, 2, [2, 2]));
    assert_eq!(rows.square(), &rows * &rows);
    for ([i, j], element) in rows.indexed_iter() {
        assert_eq!(rows[[i, j]], *element);
    }
    assert_eq!(Tensor::from([1, 2, 3])[1], 2);

    let sizes: AnyShape = "2,3".parse().unwrap();
    assert_eq!(Tensor::<f32, _>::zeros(sizes).len(), 6);
    assert_eq!(rows.greater(2.0).where_cond(&rows, 0.0).maximum(1.0), Tensor::from([[1.0, 1.0], [3.0, 4.0]]));

    let classes: dim!({ CLASSES }) = dim!(10);
    let batch = Dyn::<Batch>::labelled(2);
    let logits = Tensor::full((batch, classes), 0.5f32);
    let mut sum = Tensor::zeros((batch, classes));
    accumulate(&mut sum, &logits);
    assert!(same(&sum, &logits));
    assert_eq!(square(&sum), sum.square());
    assert_eq!(add(&sum.clone().erase(), &sum), (&sum * 2.0).erase());

    let any = Tensor::inline([1.0, 2.0]).erase();
    assert_eq!(any.to_vec(), [1.0, 2.0]);
    assert_eq!((IDENTITY + IDENTITY)[[0, 0]], 2.0);
    assert_eq!(ORIGIN.into_array(), [0.0; 3]);
    let layer = Linear::<2, 3> { weight: Tensor::default() };
    assert_eq!(layer.weight.sizes(), [2, 3]);
    assert_eq!(zip((&layer.weight, &layer.weight)).fold(0.0, |sum, (a, b)| sum + a * b), 0.0);
}
