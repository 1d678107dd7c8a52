//! Sums of dims: a run-time size and a generic dim need no bound, and a bound names neither an axis nor a shape.

use conformable::axes::SumOf;
use conformable::{Axis, Dim, DimSum, Dyn, Shape, Size, Tensor, View, concat, shape};

struct Seen;

#[test]
fn a_cache_grows_by_any_time() {
    fn grown<T: Dim, D: Dim>(cache: &Tensor<f32, (Dyn<Seen>, D)>, new: &Tensor<f32, (T, D)>) -> Tensor<f32, (Dyn, D)> {
        concat(Axis::<0>, (cache, new))
    }
    fn before<T: Dim, D: Dim>(new: &Tensor<f32, (T, D)>, cache: &Tensor<f32, (Dyn, D)>) -> Tensor<f32, (Dyn, D)> {
        concat(Axis::<0>, (new, cache, new))
    }
    let (n, cache) = (2, Tensor::zeros(shape![Seen = 2 + 1, 4]));
    assert_eq!(grown(&cache, &Tensor::ones(shape![1, 4])).sizes(), [4, 4]);
    assert_eq!(grown(&cache, &Tensor::ones(shape![n, 4])).sizes(), [5, 4]);
    assert_eq!(before(&Tensor::ones(shape![1, 4]), &Tensor::ones(shape![n, 4])).sizes(), [4, 4]);
}

#[test]
fn parts_of_a_run_time_size_need_no_bound() {
    type Rows<'a, N> = Tensor<f32, (N,), View<'a>>;
    fn halves<A: Dim, B: Dim>(x: &Tensor<f32, (Dyn,)>, a: A, b: B) -> (Rows<'_, A>, Rows<'_, B>) {
        x.split(Axis::<0>, (a, b))
    }
    let x = Tensor::from([1.0, 2.0, 3.0]).widen();
    assert_eq!(halves(&x, Size::<1>, Size::<2>).1, Tensor::from([2.0, 3.0]));
}

/// One bound serves each axis and each shape.
trait Widths {
    type Queries: Dim;
    type Keys: Dim;
    type Joined: Dim + SumOf<(Self::Queries, Self::Keys, Self::Keys)>;
}

struct Small;

impl Widths for Small {
    type Queries = Size<4>;
    type Keys = Size<2>;
    type Joined = Size<8>;
}

#[test]
fn one_bound_serves_two_shapes() {
    fn parts<W: Widths>(
        weight: &Tensor<f32, (Size<3>, W::Joined)>,
        bias: &Tensor<f32, (W::Joined,)>,
        [q, k]: [usize; 2],
    ) -> [usize; 2] {
        let size =
            |n| (W::Queries::from_size(q).unwrap(), W::Keys::from_size(k).unwrap(), W::Keys::from_size(n).unwrap());
        let (queries, _, _) = weight.split(Axis::<1>, size(k));
        let (_, _, values) = bias.split(Axis::<0>, size(k));
        [queries.sizes()[1], values.sizes()[0]]
    }
    let (weight, bias) = (Tensor::ones(shape![3, 8]), Tensor::ones(shape![8]));
    assert_eq!(parts::<Small>(&weight, &bias, [4, 2]), [4, 2]);
}

#[test]
fn results() {
    fn with_any<T: Dim>(n: Dyn<Seen>, t: T) -> [Option<Dyn>; 2] {
        [n.plus(t), t.plus(n)]
    }
    fn of_both<A: Dim + DimSum<B, Output = C>, B: Dim, C: Dim>(
        x: &Tensor<f32, (A,)>,
        y: &Tensor<f32, (B,)>,
    ) -> Tensor<f32, (C,)> {
        concat(Axis::<0>, (x, y))
    }
    assert_eq!(with_any(Dyn::labelled(4), Size::<3>), [Some(Dyn::new(7)); 2]);
    let z: Tensor<f32, Shape![3]> = of_both(&Tensor::from([1.0]), &Tensor::from([2.0, 3.0]));
    assert_eq!(z, Tensor::from([1.0, 2.0, 3.0]));
}
