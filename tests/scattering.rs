//! Values combined with indexed elements, and rows of indices of several axes, against loops over indices.
//!
//! `cargo test --test operations scattering::`

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "numbers are small"
)]

use crate::common::axes::with_axis;
use crate::common::naive::{indices, with_size};
use crate::common::numbers::{config, mixed, numbers};
use crate::common::relaid::{with_layout, with_layout_mut};
use conformable::axes::{GatherNd, GatheredNd};
use conformable::ops::ScatterReduce;
use conformable::{AnyShape, Axis, Dim, Dyn, Shape, Size, Tensor, assert_type_eq, shape};
use proptest::prelude::*;

type Any<T = i64> = Tensor<T, AnyShape>;

/// The reduction of two numbers.
type Combined = fn(i64, i64) -> i64;

const REDUCTIONS: [(ScatterReduce, Combined); 5] = [
    (ScatterReduce::Replace, |_, y| y),
    (ScatterReduce::Add, |x, y| x + y),
    (ScatterReduce::Mul, |x, y| x * y),
    (ScatterReduce::Min, |x, y| x.min(y)),
    (ScatterReduce::Max, |x, y| x.max(y)),
];

/// Small numbers of both signs.
fn small(sizes: &[usize], seed: usize) -> Any {
    numbers(sizes, 0).map(|i| (mixed(i as usize + 1000 * seed) % 5) as i64 - 2)
}

/// Indices of axes of these sizes, some of them negative.
fn signed(index: usize, size: usize) -> i64 {
    (mixed(index) % (2 * size as u64)) as i64 - size as i64
}

fn wrapped(index: i64, size: usize) -> usize {
    if index < 0 { (size as i64 + index) as usize } else { index as usize }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn scatter_reduce(sizes in prop::collection::vec(1..4usize, 1..4), axis in 0..4usize, along in 0..6usize, layouts in 0..27usize, seed in 0..1000usize) {
        let axis = axis % sizes.len();
        let out = with_size(&sizes, axis, along);
        let (x, values) = (small(&sizes, seed), small(&out, seed + 1));
        let i = numbers(&out, 0).map(|i| signed(i as usize + seed, sizes[axis]));
        for (reduce, combined) in REDUCTIONS {
            let mut wanted = x.clone();
            for p in indices(&out) {
                let at = with_size(&p, axis, wrapped(i[&p[..]], sizes[axis]));
                wanted[&at[..]] = combined(wanted[&at[..]], values[&p[..]]);
            }
            let got = with_layout_mut(&x, layouts, |x| with_layout(&i, layouts / 3, |i| {
                with_layout(&values, layouts / 9, |values| with_axis!(axis, axis => x.scatter_reduce(axis, i, values, reduce)));
            }));
            prop_assert_eq!(&got, &wanted);

            // the same rows for the whole axis, and an axis counted back
            let row = numbers(&[along], 0).map(|i| signed(i as usize + seed, sizes[axis]));
            let mut wanted = x.clone();
            for p in indices(&out) {
                let at = with_size(&p, axis, wrapped(row[&[p[axis]][..]], sizes[axis]));
                wanted[&at[..]] = combined(wanted[&at[..]], values[&p[..]]);
            }
            let back = axis as isize - sizes.len() as isize;
            let got = with_layout_mut(&x, layouts, |x| x.index_reduce(back, &row, &values, reduce));
            prop_assert_eq!(got, wanted);
        }
    }

    #[test]
    fn rows_of_indices(sizes in prop::collection::vec(0..4usize, 0..4), of in prop::collection::vec(0..4usize, 0..3), leading in 0..4usize, layouts in 0..27usize, seed in 0..1000usize) {
        let leading = leading.min(sizes.len());
        let mut sizes = sizes;
        sizes[..leading].iter_mut().for_each(|size| *size += 1);
        let x = numbers(&sizes, 0);
        let rows = [&of[..], &[leading]].concat();
        let mut next = seed;
        let i = Tensor::from_fn(AnyShape::from(&rows[..]), |p| {
            next += 1;
            signed(next, sizes[p[of.len()]])
        });
        let at = |p: &[usize]| -> Vec<usize> {
            let index = |axis: usize| wrapped(i[&[&p[..of.len()], &[axis]].concat()[..]], sizes[axis]);
            (0..leading).map(index).chain(p[of.len()..].iter().copied()).collect()
        };
        let out = [&of[..], &sizes[leading..]].concat();
        let wanted = Tensor::from_fn(AnyShape::from(&out[..]), |p| x[&at(&p)[..]]);
        let got = with_layout(&x, layouts, |x| with_layout(&i, layouts / 3, |i| x.gather_nd(i)));
        prop_assert_eq!(&got, &wanted);
        let filled = with_layout_mut(&wanted.map(|_| 0), layouts / 9, |out| {
            with_layout(&x, layouts, |x| x.gather_nd_into(&i, out));
        });
        prop_assert_eq!(&filled, &wanted);

        let values = small(&out, seed);
        for (reduce, combined) in REDUCTIONS {
            let mut wanted = x.map(|x| x % 3);
            let start = wanted.clone();
            for p in indices(&out) {
                wanted[&at(&p)[..]] = combined(wanted[&at(&p)[..]], values[&p[..]]);
            }
            let got = with_layout_mut(&start, layouts, |x| with_layout(&i, layouts / 3, |i| {
                with_layout(&values, layouts / 9, |values| x.scatter_nd_reduce(i, values, reduce));
            }));
            prop_assert_eq!(&got, &wanted);
            if reduce == ScatterReduce::Replace {
                let got = with_layout_mut(&start, layouts, |x| x.scatter_nd(&i, &values));
                prop_assert_eq!(&got, &wanted);
            }
        }
    }
}

struct Batch;
struct Each;

#[test]
fn shapes_of_static_tensors() {
    let x = Tensor::from_fn(shape![2, 3, 4], |[i, j, k]| 100 * i + 10 * j + k);
    let elements: Tensor<usize, Shape![2]> = x.gather_nd(&Tensor::from([[1, 2, 3], [0, 1, -1]]));
    assert_eq!(elements, Tensor::from([123, 13]));
    let rows: Tensor<usize, Shape![1, 2, 4]> = x.gather_nd(&Tensor::from([[[1_u8, 2], [0, 0]]]));
    assert_eq!(rows, Tensor::from([[[120, 121, 122, 123], [0, 1, 2, 3]]]));
    let one: Tensor<usize, Shape![3, 4]> = x.gather_nd(&Tensor::from([1]));
    assert_eq!(one, x.index_axis(Axis::<0>, 1));
    // rows of 0 indices select the whole tensor
    let whole: Tensor<usize, Shape![5, 2, 3, 4]> = x.gather_nd(&Tensor::<usize, _>::full(shape![5, 0], 0));
    assert!(whole.axis_iter(Axis::<0>).all(|part| part == x));
    let any = x.gather_nd(&Tensor::from([[1, 2]]).erase());
    assert_eq!(any.sizes(), AnyShape::from([1, 4]));
    let inline = Tensor::inline([[1, 2], [3, 4]]).gather_nd(&Tensor::inline([[1, 1]]));
    assert_eq!(inline.into_array(), [4]);
    assert_type_eq!(GatheredNd<Shape![_, 3, 4], Shape![_, 2]>, (Dyn, Size<4>));
    assert_type_eq!(GatheredNd<AnyShape, Shape![_, 2]>, AnyShape);
    assert_type_eq!(GatheredNd<Shape![5, 6], Shape![Batch = _, Each = 1]>, Shape![Batch = _, 6]);
}

#[test]
fn generic_code() {
    fn pixels<H: Dim, W: Dim, C: Dim, N: Dim>(
        image: &Tensor<f32, (H, W, C)>,
        at: &Tensor<i64, (N, Size<2>)>,
    ) -> Tensor<f32, (N, C)> {
        image.gather_nd(at)
    }
    fn any<S: Shape + GatherNd<I>, I: Shape>(
        x: &Tensor<f32, S>,
        i: &Tensor<usize, I>,
    ) -> Tensor<f32, GatheredNd<S, I>> {
        x.gather_nd(i)
    }
    let x = Tensor::from([[[1.0], [2.0]], [[3.0], [4.0]]]);
    assert_eq!(pixels(&x, &Tensor::from([[1, 0]])), Tensor::from([[3.0]]));
    assert_eq!(any(&x, &Tensor::from([[1, 0, 0]])), Tensor::from([3.0]));
}

#[test]
fn not_a_number() {
    let mut x = Tensor::from([1.0, f64::NAN, 3.0]);
    let indices = Tensor::from([0, 1, 2]);
    x.scatter_reduce(Axis::<0>, &indices, &Tensor::from([f64::NAN, 5.0, 2.0]), ScatterReduce::Min);
    assert!(x[[0]].is_nan() && x[[1]].is_nan());
    assert!((x[[2]] - 2.0).abs() < 1e-9);
    x.index_reduce(Axis::<0>, &indices, 7.0, ScatterReduce::Max);
    assert!(x[[0]].is_nan() && x[[1]].is_nan());
}

#[test]
fn refusals() {
    let text = |error: conformable::ShapeError| error.to_string();
    let x = Tensor::from_fn(shape![5, 4], |[i, j]| 4 * i + j);
    assert_eq!(
        x.try_gather_nd(&Tensor::from([[0, 1], [2, 7]])).map_err(text),
        Err("index 7 at [1, 1] of the indices (2, 2) is out of bounds for axis 1 of (5, 4), which is 4".into())
    );
    assert_eq!(
        x.try_gather_nd(&Tensor::from([[0, 1, 2]]).erase()).map_err(text),
        Err("cannot gather from (5, 4) at (1, 3)\n  the last axis of the indices is longer than the rank".into())
    );
    let row = Tensor::from([[2, 7]]);
    assert_eq!(
        x.try_gather_nd(&row.broadcast_to::<Shape![3, 2]>()).map_err(text),
        Err("index 7 at [0, 1] of the indices (3, 2) is out of bounds for axis 1 of (5, 4), which is 4".into())
    );
    assert!(x.try_gather_nd(&Tensor::scalar(0).erase()).is_err());
    let mut y = x.clone();
    assert!(y.try_scatter_nd(&Tensor::from([[0, 1], [5, 0]]), 9).is_err());
    assert!(y.try_scatter_nd(&Tensor::from([[0, 1], [4, 0]]), &Tensor::from(vec![1, 2, 3])).is_err());
    assert!(y.try_scatter_nd_reduce(&Tensor::from([[-6]]), 9, ScatterReduce::Add).is_err());
    assert!(y.try_scatter_reduce(Axis::<0>, &Tensor::from([[0, 5, 0, 0]]), 9, ScatterReduce::Mul).is_err());
    assert!(y.try_index_reduce(Axis::<1>, &Tensor::from([4]), 9, ScatterReduce::Max).is_err());
    assert!(x.try_gather_nd_into(&Tensor::from([[0, 1], [5, 0]]), &mut Tensor::from([0, 0])).is_err());
    assert_eq!(y, x);

    // rows that memory cannot hold
    let one = Tensor::from([[0_usize, 0]]);
    let rows = one.try_broadcast_to(&shape![usize::MAX / 4, 2]);
    assert!(rows.is_ok_and(|rows| x.try_gather_nd(&rows).is_err()));
}
