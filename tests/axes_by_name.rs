//! Axes by name: operations along them, and two tensors aligned by names. `ui-tests/fail/by_name` has the refused
//! programs.

#![allow(clippy::type_complexity, reason = "shapes are written out")]

use conformable::axes::ByName;
use conformable::storage::View;
use conformable::{
    AnyShape, AxesOf, Axis, Dim, Dyn, ErrorKind, Keep, NamedBroadcast, NamedOutput, Reduced, Shape, Size, Tensor,
    Within, assert_type_eq, axis_names, shape,
};

axis_names! { Batch, Time, Channels }

mod elsewhere {
    conformable::axis_names! { pub Batch }
}

type Clip = Shape![Batch = _, Time = 3, Channels = 4];

fn clip(batch: usize) -> Tensor<i64, Clip> {
    Tensor::from_fn(shape![Batch = batch, Time = 3, Channels = 4], |[b, t, c]| {
        i64::try_from(100 * b + 10 * t + c).unwrap()
    })
}

#[test]
fn a_name_is_the_axis_that_has_it() {
    let x = clip(2);
    let y: Tensor<i64, Shape![Time = 3, Channels = 4]> = x.sum(Batch);
    assert_eq!(y, x.sum(Axis::<0>));
    let y: Tensor<i64, Shape![Batch = _, Channels = 4]> = x.sum(Time);
    assert_eq!(y, x.sum(Axis::<1>));
    let y: Tensor<i64, Shape![Batch = _, Time = 3, 1]> = x.sum(Keep(Channels));
    assert_eq!(y, x.sum(Keep(Axis::<2>)));
    let y: Tensor<i64, Shape![Time = 3]> = x.sum((Channels, Batch));
    assert_eq!(y, x.sum((Axis::<2>, Axis::<0>)));
    let y: Tensor<i64, Shape![Batch = _, 1, 1]> = x.max(Keep((Time, Channels)));
    assert_eq!(y, x.max(Keep((Axis::<1>, Axis::<2>))));
}

#[test]
fn operations_along_an_axis_take_a_name() {
    let x = clip(2);
    assert_eq!(x.cumsum(Time), x.cumsum(Axis::<1>));
    assert_eq!(x.flip((Batch, Channels)), x.flip((Axis::<0>, Axis::<2>)));
    assert_eq!(x.argmax(Channels), x.argmax(Axis::<2>));
    assert_eq!(x.index_axis(Time, 1), x.index_axis(Axis::<1>, 1));
    assert_eq!(x.sort(Channels), x);
    assert_eq!(x.narrow(Time, 1..3), x.narrow(Axis::<1>, 1..3));
    assert_eq!(x.take(Time, &Tensor::from([2, 0])), x.take(Axis::<1>, &Tensor::from([2, 0])));
    assert_eq!(x.axis_iter(Batch).map(|x| x.sum_all()).collect::<Vec<_>>(), [138, 1338]);
    assert_eq!(x.swap_axes(Time, Batch), x.swap_axes(Axis::<1>, Axis::<0>));
    let y: Tensor<i64, Shape![Channels = 4, Batch = _, Time = 3], _> = x.permute((Channels, Batch, Time));
    assert_eq!(y, x.permute((Axis::<2>, Axis::<0>, Axis::<1>)));
    let y: Tensor<i64, Shape![Batch = _, Time = 3, Time = 3]> = x.tensordot(&x.sum(Batch), Channels, Channels);
    assert_eq!(y, x.tensordot(&x.sum(Axis::<0>), Axis::<2>, Axis::<1>));
    let quarters = Tensor::<f64, _>::ones(*x.shape()).softmax(Channels);
    assert_eq!(quarters.sum(Channels), Tensor::<f64, _>::ones(*x.sum(Channels).shape()));
}

/// The mean along the channels, wherever they are.
fn centred<S: Shape>(x: &Tensor<f64, S>) -> Tensor<f64, Reduced<ByName<Channels>, S>>
where
    ByName<Channels>: AxesOf<S>,
{
    x.mean(Channels)
}

fn total<N: Dim>(x: &Tensor<i64, (Dyn<Batch>, N)>) -> Tensor<i64, (N,)>
where
    ByName<Batch>: AxesOf<(Dyn<Batch>, N), Output = (N,)>,
{
    x.sum(Batch)
}

#[test]
fn generic_code_has_one_bound() {
    let last = Tensor::from([[1.0, 3.0]]).named::<Shape![1, Channels = 2]>();
    assert_eq!(centred(&last), Tensor::from([2.0]));
    let first = Tensor::from([[1.0], [3.0]]).named::<Shape![Channels = 2, 1]>();
    assert_eq!(centred(&first), Tensor::from([2.0]));
    assert_eq!(total(&clip(2).sum(Time)), clip(2).sum((Batch, Time)));
}

#[test]
fn names_of_all_dims_are_found() {
    use elsewhere::Batch as Other;

    type Bounded = Shape![Other = 1..=8, Batch = 1..=8, 5, _, 1..=8, { 50_257 }];
    assert_type_eq!(
        Reduced<ByName<Batch>, Bounded>,
        (Within<Size<1>, Size<8>, Other>, Size<5>, Dyn, Within<Size<1>, Size<8>>, conformable::dim!(50_257))
    );
    assert_type_eq!(
        Reduced<ByName<Other>, Bounded>,
        (Within<Size<1>, Size<8>, Batch>, Size<5>, Dyn, Within<Size<1>, Size<8>>, conformable::dim!(50_257))
    );
}

/// The weight of each axis in an element, so that the elements of a tensor do not depend on the order of its axes.
fn weight(name: &str) -> usize {
    [("Batch", 1), ("Time", 10), ("Channels", 100)]
        .iter()
        .find(|(other, _)| *other == name)
        .map_or(0, |(_, weight)| *weight)
}

fn names<S: Shape>() -> Vec<&'static str> {
    S::NAMES.iter().map(|name| name.unwrap()()).collect()
}

fn weighted(names: &[&str], sizes: &[usize]) -> Vec<usize> {
    let element = |mut at: usize| {
        let mut sum = 0;
        for (name, size) in names.iter().zip(sizes).rev() {
            sum += weight(name) * (at % size);
            at /= size;
        }
        sum
    };
    (0..sizes.iter().product()).map(element).collect()
}

/// The names of the output are those of the left shape, then the others of the right one.
fn check_names<L: Shape + NamedBroadcast<R>, R: Shape>(_: &L, _: &R) {
    let (left, right) = (names::<L>(), names::<R>());
    assert_eq!(names::<NamedOutput<L, R>>(), joined(&left, &right), "{left:?} {right:?}");
}

fn joined<'a>(left: &[&'a str], right: &[&'a str]) -> Vec<&'a str> {
    left.iter().chain(right.iter().filter(|name| !left.contains(name))).copied().collect()
}

fn check<L: Shape + NamedBroadcast<R>, R: Shape>(lhs: &L, rhs: &R) {
    check_names(lhs, rhs);
    let (left, right) = (names::<L>(), names::<R>());
    let wanted = joined(&left, &right);
    let [of_left, of_right] = [weighted(&left, lhs.sizes().as_ref()), weighted(&right, rhs.sizes().as_ref())];
    let (x, y) = (Tensor::from_vec(lhs.clone(), of_left).unwrap(), Tensor::from_vec(rhs.clone(), of_right).unwrap());
    let (x, y) = x.align(&y);
    check_elements(&x.erase(), &left, &wanted);
    check_elements(&y.erase(), &right, &wanted);
}

/// An axis that the tensor lacks repeats its elements.
fn check_elements(aligned: &Tensor<usize, AnyShape, View<'_>>, own: &[&str], wanted: &[&str]) {
    let sizes = aligned.sizes();
    let all = Tensor::from_vec(AnyShape::from(&sizes[..]), weighted(wanted, &sizes)).unwrap();
    for (index, &full) in all.indexed_iter() {
        let lacks = wanted.iter().zip(&index[..]).filter(|(name, _)| !own.contains(name));
        let missing: usize = lacks.map(|(name, i)| weight(name) * i).sum();
        assert_eq!(aligned[&index[..]], full - missing, "{own:?} {wanted:?} {index:?}");
    }
}

/// Checks each pair of the orders of 0 to 3 names. xarray 2026.9.0 has the same orders of axes for all 256.
///
/// 64 of them have elements: the other first shapes are these with other names.
#[test]
fn every_pair_of_shapes_is_aligned_as_in_xarray() {
    macro_rules! pairs {
        ($check:ident: []; $($all:tt)*) => {};
        ($check:ident: [$first:tt $($rest:tt)*]; $($all:tt)*) => {
            $($check(&shape! $first, &shape! $all);)*
            pairs!($check: [$($rest)*]; $($all)*);
        };
    }
    macro_rules! with_all {
        ($check:ident: $($first:tt)*) => {
            pairs!($check: [$($first)*];
                [] [Batch = 2] [Time = 3] [Channels = 4]
                [Batch = 2, Time = 3] [Batch = 2, Channels = 4] [Time = 3, Batch = 2]
                [Time = 3, Channels = 4] [Channels = 4, Batch = 2] [Channels = 4, Time = 3]
                [Batch = 2, Time = 3, Channels = 4] [Batch = 2, Channels = 4, Time = 3]
                [Time = 3, Batch = 2, Channels = 4] [Time = 3, Channels = 4, Batch = 2]
                [Channels = 4, Batch = 2, Time = 3] [Channels = 4, Time = 3, Batch = 2]);
        };
    }
    with_all!(check: [] [Batch = 2] [Batch = 2, Time = 3] [Batch = 2, Time = 3, Channels = 4]);
    with_all!(check_names:
        [Time = 3] [Channels = 4] [Batch = 2, Channels = 4] [Time = 3, Batch = 2]
        [Time = 3, Channels = 4] [Channels = 4, Batch = 2] [Channels = 4, Time = 3]
        [Batch = 2, Channels = 4, Time = 3] [Time = 3, Batch = 2, Channels = 4] [Time = 3, Channels = 4, Batch = 2]
        [Channels = 4, Batch = 2, Time = 3] [Channels = 4, Time = 3, Batch = 2]);
}

#[test]
fn aligned_views_have_one_shape() {
    let (x, scale) = (clip(2), Tensor::from([1, 10, 100, 1000]).named::<Shape![Channels = 4]>());
    let (left, right): (Tensor<_, Clip, View<'_>>, Tensor<_, Clip, View<'_>>) = x.align(&scale);
    assert_eq!(left, x);
    assert_eq!(left * right, &x * &scale);
    let rows: Tensor<i64, Shape![Channels = 4, Batch = _, Time = 3]> = {
        let (scale, x) = scale.align(&x);
        scale * x
    };
    assert_eq!(rows, (&x * &scale).permute((Channels, Batch, Time)));
}

#[test]
fn run_time_sizes_of_one_name_are_compared() {
    let (x, y) = (clip(2), clip(3).sum((Time, Channels)));
    let error = x.try_align(&y).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot align (Batch = 2, Time = 3, Channels = 4) with (Batch = 3,): Batch = 2 and Batch = 3 differ"
    );
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(x.shape().named_broadcast(y.shape()).unwrap_err(), error);
    // a 1 with a name does not stretch
    assert!(clip(1).try_align(&y).is_err());
    assert!(y.try_matmul_over(Batch, &x).is_err());
    // an empty axis is repeated 0 times
    assert_eq!(clip(0).align(&y.sum(Batch)).1.iter().count(), 0);
    let huge = Tensor::full(shape![Time = isize::MAX.unsigned_abs()], ());
    assert_eq!(huge.try_align(&y).unwrap_err().kind(), ErrorKind::Overflow);
}

#[test]
fn products_are_summed_over_names() {
    axis_names! { Features }
    let x = clip(2);
    let w = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]).named::<Shape![Features = 2, Channels = 4]>();
    let y: Tensor<i64, Shape![Batch = _, Time = 3, Features = 2]> = x.matmul_over(Channels, &w);
    assert_eq!(y, x.tensordot(&w, Axis::<2>, Axis::<1>));
    // an axis of both that is not summed is a batch axis
    let y: Tensor<i64, Shape![Batch = _, Time = 3]> = x.matmul_over(Channels, &x);
    assert_eq!(y, (&x * &x).sum(Channels));
    let y: Tensor<i64, Shape![Batch = _]> = x.matmul_over((Time, Channels), &x);
    assert_eq!(y, (&x * &x).sum((Time, Channels)));
    let mut out = Tensor::full(shape![Batch = 2], 7_i64);
    x.matmul_over_into((Channels, Time), &x, &mut out);
    assert_eq!(out, y);
}
