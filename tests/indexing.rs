//! Indexed and masked elements, against loops over indices: of any rank, along any axis, with sizes of 0, and operands
//! of any strides.
//!
//! `cargo test --all-features --test operations indexing::`; under miri with few cases.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "numbers are small"
)]

use crate::common::axes::with_axis;
use crate::common::naive::{indices, with_size};
use crate::common::numbers::{config, numbers};
use crate::common::relaid::{with_layout, with_layout_mut};
use conformable::axes::{Compress, Gather, Stepped, Take, Taken, Top};
use conformable::ops::IndexElement;
use conformable::storage::StorageMut;
use conformable::{AnyShape, Axis, Dim, Dyn, ErrorKind, Inline, Shape, Size, Tensor, assert_type_eq, shape};
use proptest::prelude::*;

type Any<T = i64> = Tensor<T, AnyShape>;

/// Indices along an axis of that size, some of them negative.
fn signed_indices(sizes: &[usize], size: usize, seed: usize) -> Any {
    let mut next = seed;
    Tensor::from_fn(AnyShape::from(sizes), |_| {
        next = (next * 31 + 17) % 1009;
        (next % (2 * size)) as i64 - size as i64
    })
}

/// The index that a negative one means.
fn wrapped(index: i64, size: usize) -> usize {
    if index < 0 { (size as i64 + index) as usize } else { index as usize }
}

/// Sizes of rank 1 to 4, and an axis that is not empty.
fn axes() -> impl Strategy<Value = (Vec<usize>, usize)> {
    prop::collection::vec(0..5usize, 1..5).prop_flat_map(|sizes| {
        let axes = 0..sizes.len();
        (Just(sizes), axes).prop_map(|(mut sizes, axis)| {
            sizes[axis] += 1;
            (sizes, axis)
        })
    })
}

/// The sizes or indices with those of an axis replaced by others.
fn spliced(all: &[usize], axis: usize, by: &[usize]) -> Vec<usize> {
    [&all[..axis], by, &all[axis + 1..]].concat()
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn take_and_put((sizes, axis) in axes(), of in prop::collection::vec(0..4usize, 0..4), layouts in 0..81usize, seed in 0..1000usize) {
        let (x, i) = (numbers(&sizes, 0), signed_indices(&of, sizes[axis], seed));
        let out = spliced(&sizes, axis, &of);
        let place = |p: &[usize]| {
            let index = i[&p[axis..axis + of.len()]];
            [&p[..axis], &[wrapped(index, sizes[axis])], &p[axis + of.len()..]].concat()
        };
        let taken = with_layout(&x, layouts, |x| with_layout(&i, layouts / 3, |i| with_axis!(axis, axis => x.take(axis, i))));
        let wanted = Tensor::from_fn(AnyShape::from(&out[..]), |p| x[&place(&p)[..]]);
        prop_assert_eq!(&taken, &wanted);
        // into elements that are not in row-major order
        let filled = with_layout_mut(&numbers(&out, 0), layouts / 9, |out| {
            with_layout(&x, layouts, |x| with_axis!(axis, axis => x.take_into(axis, &i, out)));
        });
        prop_assert_eq!(&filled, &wanted);

        let values = numbers(&out, 1000);
        let [mut put, mut added] = [x.clone(), x.clone()];
        for p in indices(&out) {
            put[&place(&p)[..]] = values[&p[..]];
            added[&place(&p)[..]] += values[&p[..]];
        }
        let got = with_layout_mut(&x, layouts, |x| with_layout(&i, layouts / 3, |i| {
            with_layout(&values, layouts / 9, |values| with_axis!(axis, axis => x.index_copy(axis, i, values)));
        }));
        prop_assert_eq!(got, put);
        let got = with_layout_mut(&x, layouts, |x| with_layout(&i, layouts / 3, |i| {
            with_layout(&values, layouts / 9, |values| with_axis!(axis, axis => x.index_add(axis, i, values)));
        }));
        prop_assert_eq!(got, added);
    }

    #[test]
    fn gather_and_scatter((sizes, axis) in axes(), along in 0..5usize, layouts in 0..81usize, seed in 0..1000usize) {
        let out = with_size(&sizes, axis, along);
        let (x, i) = (numbers(&sizes, 0), signed_indices(&out, sizes[axis], seed));
        let place = |p: &[usize]| with_size(p, axis, wrapped(i[p], sizes[axis]));
        let gathered = with_layout(&x, layouts, |x| with_layout(&i, layouts / 3, |i| with_axis!(axis, axis => x.gather(axis, i))));
        let wanted = Tensor::from_fn(AnyShape::from(&out[..]), |p| x[&place(&p)[..]]);
        prop_assert_eq!(&gathered, &wanted);
        let filled = with_layout_mut(&numbers(&out, 0), layouts / 9, |out| {
            with_layout(&x, layouts, |x| with_axis!(axis, axis => x.gather_into(axis, &i, out)));
        });
        prop_assert_eq!(&filled, &wanted);

        let values = numbers(&out, 1000);
        let [mut set, mut added, mut counted] = [x.clone(), x.clone(), x.clone()];
        for p in indices(&out) {
            set[&place(&p)[..]] = values[&p[..]];
            added[&place(&p)[..]] += values[&p[..]];
            counted[&place(&p)[..]] += 1;
        }
        let got = with_layout_mut(&x, layouts, |x| with_layout(&i, layouts / 3, |i| {
            with_layout(&values, layouts / 9, |values| with_axis!(axis, axis => x.scatter(axis, i, values)));
        }));
        prop_assert_eq!(got, set);
        let got = with_layout_mut(&x, layouts, |x| with_layout(&i, layouts / 3, |i| {
            with_layout(&values, layouts / 9, |values| with_axis!(axis, axis => x.scatter_add(axis, i, values)));
        }));
        prop_assert_eq!(got, added);
        // a scalar broadcasts to the indices
        let got = with_layout_mut(&x, layouts, |x| with_axis!(axis, axis => x.scatter_add(axis, &i, 1)));
        prop_assert_eq!(got, counted);
    }

    #[test]
    fn indices_that_are_the_same_along_axes((sizes, axis) in axes(), layouts in 0..9usize, seed in 0..1000usize) {
        // one index for each element of the axis, broadcast over all later axes
        let x = numbers(&sizes, 0);
        let own: Vec<usize> = sizes.iter().enumerate().map(|(at, &size)| if at > axis { 1 } else { size }).collect();
        let i = signed_indices(&own, sizes[axis], seed);
        let all = AnyShape::from(&sizes[..]);
        let stretched = i.try_broadcast_to(&all).unwrap();
        let got = with_layout(&x, layouts, |x| with_axis!(axis, axis => x.gather(axis, &stretched)));
        let wanted = Tensor::from_fn(all, |p| {
            let at: Vec<usize> = p.iter().zip(&own).map(|(&p, &size)| p.min(size.saturating_sub(1))).collect();
            x[&with_size(&p, axis, wrapped(i[&at[..]], sizes[axis]))[..]]
        });
        prop_assert_eq!(got, wanted);
    }

    #[test]
    fn masks((sizes, axis) in axes(), layouts in 0..27usize, seed in 1..1000usize) {
        let x = numbers(&sizes, 0);
        let mask = x.map(|x| (x * x * seed as i64 + 3 * x) % 7 < 3);
        let wanted: Vec<i64> = indices(&sizes).filter(|p| mask[&p[..]]).map(|p| x[&p[..]]).collect();
        let got = with_layout(&x, layouts, |x| with_layout(&mask, layouts / 3, |mask| x.masked_select(mask)));
        prop_assert_eq!(got.as_slice(), &wanted[..]);
        let mut out = Tensor::full(shape![wanted.len()], 0);
        with_layout(&x, layouts, |x| with_layout(&mask, layouts / 3, |mask| x.masked_select_into(mask, &mut out.flip_mut(..))));
        prop_assert_eq!(out.iter().rev().copied().collect::<Vec<_>>(), wanted);

        let filled = with_layout_mut(&x, layouts / 9, |x| with_layout(&mask, layouts / 3, |mask| x.masked_fill(mask, -1)));
        prop_assert_eq!(&filled, &mask.where_cond(-1, &x));
        let put = with_layout_mut(&x, layouts / 9, |x| with_layout(&mask, layouts / 3, |mask| x.masked_scatter(mask, &got.map(|x| -x))));
        prop_assert_eq!(&put, &mask.where_cond(&x.map(|x| -x), &x));
        // values that are not contiguous
        let back = got.map(|x| -x).flip(..).to_owned();
        let put = with_layout_mut(&x, layouts / 9, |x| {
            with_layout(&mask, layouts / 3, |mask| x.masked_scatter(mask, &back.flip(..)));
        });
        prop_assert_eq!(&put, &mask.where_cond(&x.map(|x| -x), &x));

        let places: Vec<usize> = mask.iter().enumerate().filter(|(_, choice)| **choice).map(|(place, _)| place).collect();
        let got = with_layout(&mask, layouts, |mask| mask.flat_nonzero());
        prop_assert_eq!(got.as_slice(), &places[..]);
        let nonzero = with_layout(&mask, layouts, |mask| mask.nonzero());
        prop_assert_eq!(nonzero.sizes(), [places.len(), sizes.len()]);
        let chosen: Vec<usize> = indices(&sizes).filter(|p| mask[&p[..]]).flatten().collect();
        prop_assert_eq!(nonzero.as_slice(), &chosen[..]);

        let keep = Tensor::from_fn(shape![sizes[axis]], |[i]| (i * seed) % 3 != 0);
        let kept: Vec<usize> = (0..sizes[axis]).filter(|&i| keep[i]).collect();
        let compressed = with_layout(&x, layouts, |x| with_axis!(axis, axis => x.compress(axis, &keep)));
        let sizes_kept = with_size(&sizes, axis, kept.len());
        let wanted = Tensor::from_fn(AnyShape::from(&sizes_kept[..]), |p| x[&with_size(&p, axis, kept[p[axis]])[..]]);
        prop_assert_eq!(&compressed, &wanted);
        let filled = with_layout_mut(&numbers(&sizes_kept, 0), layouts / 9, |out| {
            with_layout(&x, layouts, |x| with_axis!(axis, axis => x.compress_into(axis, &keep, out)));
        });
        prop_assert_eq!(&filled, &wanted);
    }

    #[test]
    fn the_greatest_few((sizes, axis) in axes(), layouts in 0..9usize, seed in 1..1000usize, few in 0..7usize) {
        let mut next = seed;
        let x = Tensor::from_fn(AnyShape::from(&sizes[..]), |_| {
            next = (next * 31 + 17) % 1009;
            if next % 11 == 0 { f64::NAN } else { (next % 5) as f64 }
        });
        let count = few % (sizes[axis] + 1);
        let (values, places) = with_layout(&x, layouts, |x| with_axis!(axis, axis => x.top_k(axis, Dyn::new(count))));
        let out = with_size(&sizes, axis, count);
        // sorted by value, the greatest first; the sort keeps the order of equal elements
        let wanted = Tensor::from_fn(AnyShape::from(&out[..]), |p| {
            let mut line: Vec<(f64, usize)> = (0..sizes[axis]).map(|i| (x[&with_size(&p, axis, i)[..]], i)).collect();
            line.sort_by(|(x, _), (y, _)| y.is_nan().cmp(&x.is_nan()).then(y.partial_cmp(x).unwrap_or(core::cmp::Ordering::Equal)));
            line[p[axis]].1
        });
        prop_assert_eq!(&places, &wanted);
        let same = |x: f64, y: f64| x.to_bits() == y.to_bits();
        for p in indices(&out) {
            prop_assert!(same(values[&p[..]], x[&with_size(&p, axis, places[&p[..]])[..]]));
        }
        let (mut values_too, mut places_too) = (Tensor::full(AnyShape::from(&out[..]), 0.0), places.map(|_| 99));
        with_layout(&x, layouts, |x| {
            with_axis!(axis, axis => x.top_k_into(axis, Dyn::new(count), &mut values_too, &mut places_too.flip_mut(..).flip_mut(..)));
        });
        prop_assert_eq!(&places_too, &wanted);
        prop_assert!(values_too.iter().zip(&values).all(|(&x, &y)| same(x, y)));
        if count > 0 {
            let first = with_axis!(axis, at => places.index_axis(at, 0).to_owned());
            prop_assert_eq!(first, with_axis!(axis, at => x.argmax(at)));
        }
    }

    #[test]
    fn one_hot_rows(of in prop::collection::vec(0..4usize, 0..4), classes in 1..6usize, layouts in 0..3usize, seed in 0..1000usize) {
        let i = signed_indices(&of, classes, seed);
        let hot: Any<f32> = with_layout(&i, layouts, |i| i.one_hot(Dyn::new(classes)));
        let wanted = Tensor::from_fn(AnyShape::from(&[&of[..], &[classes]].concat()[..]), |p| {
            if wrapped(i[&p[..of.len()]], classes) == p[of.len()] { 1.0 } else { 0.0 }
        });
        prop_assert_eq!(&hot, &wanted);
        let out = with_layout_mut(&wanted.map(|_| 7.0), layouts + 1, |out| i.one_hot_into(Dyn::new(classes), out));
        prop_assert_eq!(&out, &wanted);
        let axis = seed % (of.len() + 1);
        let along: Any<f32> = with_layout(&i, layouts, |i| with_axis!(axis, axis => i.one_hot_along(axis, classes)));
        prop_assert_eq!(&along, &wanted.move_axis(-1, axis));
        let out = with_layout_mut(&along.map(|_| 7.0), layouts + 1, |out| {
            i.one_hot_along_into(axis as isize - of.len() as isize - 1, classes, out);
        });
        prop_assert_eq!(&out, &along);
    }
}

#[test]
fn shapes_of_static_tensors() {
    let x = Tensor::from_fn(shape![2, 3, 4], |[i, j, k]| 100 * i + 10 * j + k);
    let one: Tensor<usize, Shape![2, 4]> = x.take(Axis::<1>, &Tensor::scalar(2));
    assert_eq!(one, x.index_axis(Axis::<1>, 2));
    let two: Tensor<usize, Shape![2, 3, 2, 1]> = x.take(Axis::<-1>, &Tensor::from([[3_u8], [0]]));
    assert_eq!(two[[1, 2, 0, 0]], 123);
    let three: Tensor<usize, Shape![2, 1, 2, 2, 4]> = x.take(Axis::<1>, &Tensor::from([[[0, 2], [1, -1]]]));
    assert_eq!(three[[1, 0, 1, 1, 3]], 123);
    let four: Tensor<usize, Shape![2, 3, 1, 1, 1, 2]> = x.take(Axis::<-1>, &Tensor::from([[[[3, 0]]]]));
    assert_eq!(four[[1, 2, 0, 0, 0, 1]], 120);
    let first: Tensor<usize, Shape![1, 1, 1, 3, 4]> = x.take(Axis::<0>, &Tensor::from([[[1]]]));
    assert_eq!(first, x.view().erase().take(0, &Tensor::from([[[1]]])));
    let mut put = x.clone();
    put.index_copy(Axis::<-3>, &Tensor::from([[[0]]]), 7);
    assert_eq!(put[[0, 2, 3]], 7);
    let any = x.take(Axis::<0>, &Tensor::from([1, 0, 1]).erase());
    assert_eq!(any.sizes(), AnyShape::from([3, 3, 4]));
    let any = x.view().erase().take(Axis::<0>, &Tensor::from([[1]]));
    assert_eq!(any, x.view().index_axis(Axis::<0>, 1).unsqueeze(Axis::<0>).unsqueeze(Axis::<0>));
    let inline: Tensor<i32, Shape![2], Inline> = Tensor::inline([1, 2, 3]).take(Axis::<0>, &Tensor::inline([2, 0]));
    assert_eq!(inline.into_array(), [3, 1]);
    let gathered: Tensor<usize, Shape![2, 1, 4]> =
        x.gather(Axis::<1>, &Tensor::from_fn(shape![1 + 1, 1, 4], |[i, _, k]| (i + k) % 3));
    assert_eq!(gathered, Tensor::from([[[0, 11, 22, 3]], [[110, 121, 102, 113]]]));
    assert_type_eq!(Taken<Shape![_, 3], Axis<1>, (Size<2>, Dyn)>, (Dyn, Size<2>, Dyn));
    assert_type_eq!(Taken<AnyShape, Axis<1>, Shape![1, 2, 3]>, AnyShape);
    let (values, places) = x.top_k(Axis::<2>, Size::<2>);
    let _: [Tensor<usize, Shape![2, 3, 2]>; 2] = [values, places];
    let hot: Tensor<u8, Shape![3, 5]> = Tensor::from([1, -1, 0]).one_hot(Size::<5>);
    assert_eq!(hot, Tensor::from([[0, 1, 0, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]]));
}

/// Masks and values whose rank the type does not have.
#[test]
fn masks_of_any_rank() {
    let x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    let keep = Tensor::from([true, false, true]).erase();
    let rows: Tensor<i32, Shape![_, 2]> = x.compress(Axis::<0>, &keep);
    assert_eq!(rows, Tensor::from([[1, 2], [5, 6]]));
    let mut out = Tensor::from([[0; 2]; 2]);
    x.compress_into(Axis::<0>, &keep, &mut out);
    assert_eq!(out, rows);
    assert_eq!(x.view().erase().compress(0, &keep), rows);
    assert_eq!(x.masked_select(&x.greater(4).erase()), Tensor::from([5, 6]));
    let mut y = x.clone();
    y.masked_scatter(&x.greater(4).erase(), &Tensor::from([50, 60]).erase());
    assert_eq!(y, Tensor::from([[1, 2], [3, 4], [50, 60]]));
    y.masked_fill(&x.less(2).erase(), 0);
    assert_eq!(y[[0, 0]], 0);
    assert_eq!(
        refusal_text(x.try_compress(Axis::<0>, &x.greater(4).erase())),
        "cannot compress (3, 2) along axis 0 by (3, 2): the axis is 3, and one element is needed for each of its indices"
    );
    assert!(y.try_masked_scatter(&x.greater(4), &Tensor::from([[1, 2]]).erase()).is_err());
}

/// Every type of indices.
#[test]
fn indices_of_every_integer() {
    fn last<N: IndexElement>(two: N, last: N) {
        let x = Tensor::from([10, 20, 30, 40]);
        assert_eq!(x.take(Axis::<0>, &Tensor::from_vec(shape![2], vec![two, last]).unwrap()), Tensor::from([30, 40]));
    }
    last(2_usize, 3);
    last(2_u8, 3);
    last(2_u16, 3);
    last(2_u32, 3);
    last(2_u64, 3);
    last(2_i8, -1);
    last(2_i16, -1);
    last(2_i32, -1);
    last(-2_i64, -1);
    last(2_isize, -1);
    assert_eq!(i8::MIN.place(128), Some(0));
    assert_eq!(i8::MIN.place(127), None);
    assert_eq!(i64::MIN.place(usize::MAX), if usize::BITS == 64 { Some(usize::MAX / 2) } else { None });
    assert_eq!(u64::MAX.place(usize::MAX), None);
    assert_eq!(0_u8.place(0), None);
    assert_eq!((-1_i8).place(0), None);
}

#[test]
fn generic_code_needs_no_bound() {
    fn embed<V: Dim, C: Dim, B: Dim, N: Dim>(
        x: &Tensor<f32, (V, C)>,
        i: &Tensor<u32, (B, N)>,
    ) -> Tensor<f32, (B, N, C)> {
        x.take(Axis::<0>, i)
    }
    fn patches<V: Dim, C: Dim, B: Dim, H: Dim, W: Dim>(
        table: &Tensor<f32, (V, C)>,
        i: &Tensor<u16, (B, H, W)>,
    ) -> Tensor<f32, (B, H, W, C)> {
        table.take(Axis::<0>, i)
    }
    fn gradient<V: Dim, C: Dim, N: Dim, D: StorageMut>(
        x: &mut Tensor<f32, (V, C), D>,
        i: &Tensor<u32, (N,)>,
        by: &Tensor<f32, (N, C)>,
    ) {
        x.index_add(Axis::<0>, i, by);
    }
    fn column<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, i: &Tensor<usize, (N, Size<1>)>) -> Tensor<f32, (N, Size<1>)> {
        x.gather(Axis::<1>, i)
    }
    fn rows<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, keep: &Tensor<bool, (N,)>) -> Tensor<f32, (Dyn, C)> {
        x.compress(Axis::<0>, keep)
    }
    fn any_axis<S: Shape + Take<X, (Dyn,)>, X: Copy>(x: &Tensor<f32, S>, axis: X) -> Tensor<f32, Taken<S, X, (Dyn,)>> {
        x.take(axis, &Tensor::from(vec![0_usize]))
    }
    let mut x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(embed(&x, &Tensor::from([[1]])), Tensor::from([[[3.0, 4.0]]]));
    assert_eq!(column(&x, &Tensor::from([[1], [0]])), Tensor::from([[2.0], [3.0]]));
    assert_eq!(rows(&x, &Tensor::from([false, true])), Tensor::from([[3.0, 4.0]]));
    assert_eq!(any_axis(&x, Axis::<1>), Tensor::from([[1.0], [3.0]]));
    assert_eq!(patches(&x, &Tensor::from([[[1]]])).sizes(), [1, 1, 1, 2]);
    gradient(&mut x, &Tensor::from([1, 1]), &Tensor::from([[1.0, 0.0], [1.0, 1.0]]));
    assert_eq!(x, Tensor::from([[1.0, 2.0], [5.0, 5.0]]));
}

/// An error by its text.
fn refusal_text<T>(result: Result<T, conformable::ShapeError>) -> String {
    result.err().expect("it is refused").to_string()
}

#[test]
fn refusals() {
    let x = Tensor::from_fn(shape![5, 4], |[i, j]| 4 * i + j);
    let error = x.try_take(Axis::<0>, &Tensor::from([[0, 1], [2, 7]])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "index 7 at [1, 1] of the indices (2, 2) is out of bounds for axis 0 of (5, 4), which is 5"
    );
    assert_eq!(error.kind(), ErrorKind::IndexOutOfRange);
    assert_eq!(
        refusal_text(x.try_take(Axis::<1>, &Tensor::scalar(-5))),
        "index -5 is out of bounds for axis 1 of (5, 4), which is 4"
    );
    assert_eq!(
        refusal_text(x.try_gather(Axis::<0>, &Tensor::from([[0, 1, u64::MAX, 9]]))),
        "index 18446744073709551615 at [0, 2] of the indices (1, 4) is out of bounds for axis 0 of (5, 4), which is 5"
    );
    assert_eq!(
        refusal_text(x.view().erase().try_take(Axis::<2>, &Tensor::scalar(0))),
        "(5, 4) has no axis 2: axes count from 0, or back from -1"
    );
    assert_eq!(
        refusal_text(x.view().erase().try_gather(Axis::<0>, &Tensor::from([[0], [1]]))),
        "the shapes (5, 4) and (2, 1) must be equal on all axes except axis 0\n  lhs  5  4\n  rhs  2  1\n          ^ 4 and 1 differ"
    );
    assert_eq!(
        refusal_text(x.view().erase().try_gather(Axis::<0>, &Tensor::from([0]))),
        "the shapes (5, 4) and (1,) must be equal on all axes except axis 0\n  the ranks 2 and 1 differ"
    );
    assert_eq!(
        refusal_text(x.try_compress(Axis::<0>, &Tensor::from(vec![true; 3]))),
        "cannot compress (5, 4) along axis 0 by (3,): the axis is 5, and one element is needed for each of its indices"
    );
    assert_eq!(
        refusal_text(x.try_top_k(Axis::<1>, Dyn::new(5))),
        "cannot take the greatest or least of (5, 4) as (5, 5)\n  lhs  5  4\n  rhs  5  5\n          ^ 4 and 5: the axis has too few elements"
    );
    assert_eq!(
        refusal_text(Tensor::from([3, 10]).try_one_hot::<f32, _>(Size::<10>)),
        "index 10 at [1] of the indices (2,) is out of bounds for axis 1 of (2, 10), which is 10"
    );
    // operations without a result are checked, too
    assert!(Tensor::full(shape![5, 0], 0).try_take(Axis::<0>, &Tensor::from([7])).is_err());
    assert!(Tensor::full(shape![0, 3], 0).try_take(Axis::<0>, &Tensor::from([0])).is_err());
    assert_eq!(Tensor::full(shape![0, 3], 0).take(Axis::<0>, &Tensor::<usize, _>::full(shape![0], 0)).sizes(), [0, 3]);
}

#[test]
fn nonzero_of_any_rank() {
    for rank in 0..7 {
        let mask = Tensor::from_fn(AnyShape::from(vec![3; rank]), |p| p.iter().sum::<usize>() % 3 != 1);
        let wanted: Vec<usize> = indices(mask.shape()).filter(|p| mask[&p[..]]).flatten().collect();
        let nonzero = mask.nonzero();
        assert_eq!(nonzero.sizes(), [mask.flat_nonzero().len(), rank]);
        assert_eq!(nonzero.as_slice(), &wanted[..]);
    }
}

#[test]
fn nothing_is_changed_by_what_is_refused() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let mut y = x.clone();
    let (wrong, short) = (Tensor::from([0, 2]), Tensor::from(vec![1, 2, 3]));
    assert!(y.try_index_copy(Axis::<0>, &wrong, 9).is_err());
    assert!(y.try_index_add(Axis::<0>, &wrong, 9).is_err());
    assert!(y.try_index_copy(Axis::<0>, &Tensor::from([0, 1]), &short).is_err());
    assert!(y.try_scatter(Axis::<0>, &Tensor::from([[0, 2]]), 9).is_err());
    assert!(y.try_scatter_add(Axis::<1>, &Tensor::from([[0], [-3]]), 9).is_err());
    assert!(y.try_masked_fill(&Tensor::from(vec![true; 3]), 9).is_err());
    assert!(y.try_masked_scatter(&Tensor::from([true, false]), &short).is_err());
    assert!(x.try_take_into(Axis::<0>, &wrong, &mut y).is_err());
    assert!(x.try_take_into(Axis::<0>, &Tensor::from(vec![0]), &mut y.view_mut().erase()).is_err());
    assert!(x.try_gather_into(Axis::<0>, &Tensor::from([[0, 2], [0, 0]]), &mut y).is_err());
    assert!(x.try_compress_into(Axis::<0>, &Tensor::from([true, false]), &mut y).is_err());
    assert!(wrong.try_one_hot_into(Dyn::new(2), &mut y).is_err());
    let mut places = y.map(|_| 7);
    assert!(x.try_top_k_into(Axis::<0>, Dyn::new(3), &mut y, &mut places).is_err());
    assert_eq!(y, x);
    assert_eq!(places, x.map(|_| 7));
}

#[test]
#[should_panic(expected = "index 7 at [0] of the indices (1,) is out of bounds for axis 0 of (2, 2), which is 2")]
fn panics_say_which_index() {
    let _ = Tensor::from([[1, 2], [3, 4]]).take(Axis::<0>, &Tensor::from([7]));
}

#[test]
fn shapes_alone() {
    assert_eq!(shape![5, 4].erase().taken(Axis::<-1>, &shape![2, 3]), Ok(AnyShape::from([5, 2, 3])));
    assert!(shape![5, 4].erase().gathered(Axis::<0>, &shape![2, 3]).is_err());
    assert_eq!(shape![5, 4].erase().compressed(Axis::<1>, &shape![4], 1), Ok(AnyShape::from([5, 1])));
    assert!(shape![5, 4].erase().top(Axis::<1>, Size::<5>).is_err());
}

#[test]
fn a_step_of_zero() {
    let x = Tensor::from([1, 2, 3, 4]);
    for by in [0, 1, -1, 2] {
        let slice = x.try_slice((Stepped(.., by),));
        assert_eq!(slice.is_err(), by == 0, "{by}");
    }
}
