//! Elements in order along an axis, against sorts of the standard library: of any rank, along any axis, with sizes of
//! 0, of operands of any strides.
//!
//! `cargo test --test operations sorting::`

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "numbers are small"
)]

use crate::common::axes::with_axis;
use crate::common::naive::with_size;
use crate::common::numbers::{config, mixed, numbers};
use crate::common::relaid::{with_layout, with_layout_mut};
use conformable::{AnyShape, Axis, Dyn, ErrorKind, Shape, Size, Tensor, shape};
use core::cmp::Ordering;
use proptest::prelude::*;

/// Less to greater, and NaN last.
fn ascending(x: f64, y: f64) -> Ordering {
    x.is_nan().cmp(&y.is_nan()).then(x.partial_cmp(&y).unwrap_or(Ordering::Equal))
}

/// Few values, so that many are equal; some are NaN.
fn elements(sizes: &[usize], seed: usize) -> Tensor<f64, AnyShape> {
    numbers(sizes, 0).map(|i| match mixed(i as usize + 1000 * seed) % 7 {
        0 => f64::NAN,
        1 => -0.0,
        value => [0.0, 1.0, 1.0, -2.0, 5.0][value as usize - 2],
    })
}

/// The indices that sort each row.
fn order_of(x: &Tensor<f64, AnyShape>, axis: usize, order: impl Fn(f64, f64) -> Ordering) -> Tensor<usize, AnyShape> {
    let sizes = x.sizes().as_ref().to_vec();
    Tensor::from_fn(AnyShape::from(&sizes[..]), |p| {
        let mut line: Vec<(f64, usize)> = (0..sizes[axis]).map(|i| (x[&with_size(&p, axis, i)[..]], i)).collect();
        line.sort_by(|(x, _), (y, _)| order(*x, *y));
        line[p[axis]].1
    })
}

fn bits(x: &Tensor<f64, AnyShape>) -> Tensor<u64, AnyShape> {
    x.map(f64::to_bits)
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn in_order(sizes in prop::collection::vec(0..30usize, 1..4), axis in 0..4usize, layouts in 0..9usize, seed in 0..1000usize) {
        let axis = axis % sizes.len();
        let x = elements(&sizes, seed);
        let [up, down] = [order_of(&x, axis, ascending), order_of(&x, axis, |x, y| ascending(y, x))];
        let [sorted, reversed] = [&up, &down].map(|order| bits(&x.gather(axis, order)));

        let places = with_layout(&x, layouts, |x| with_axis!(axis, axis => x.argsort(axis)));
        prop_assert_eq!(&places, &up);
        let places = with_layout(&x, layouts, |x| with_axis!(axis, axis => x.argsort_descending(axis)));
        prop_assert_eq!(&places, &down);
        prop_assert_eq!(&bits(&with_layout(&x, layouts, |x| with_axis!(axis, axis => x.sort(axis)))), &sorted);
        prop_assert_eq!(&bits(&with_layout(&x, layouts, |x| with_axis!(axis, axis => x.sort_descending(axis)))), &reversed);

        // an axis counted back, and other memory
        let back = axis as isize - sizes.len() as isize;
        let filled = with_layout_mut(&x, layouts / 3, |out| with_layout(&x, layouts, |x| x.sort_into(back, out)));
        prop_assert_eq!(&bits(&filled), &sorted);
        let filled = with_layout_mut(&up, layouts / 3, |out| x.argsort_descending_into(back, out));
        prop_assert_eq!(&filled, &down);

        let count = seed % (sizes[axis] + 1);
        let (least, places) = with_layout(&x, layouts, |x| with_axis!(axis, axis => x.bottom_k(axis, count)));
        prop_assert_eq!(&places, &up.narrow(axis, 0..count));
        prop_assert_eq!(&bits(&least), &sorted.narrow(axis, 0..count));
        let (mut values, mut indices) = (least.map(|_| 7.0), places.map(|_| 7));
        x.bottom_k_into(axis, Dyn::new(count), &mut values, &mut indices);
        prop_assert_eq!(&indices, &places);
        prop_assert_eq!(bits(&values), bits(&least));
    }
}

#[test]
fn shapes_of_static_tensors() {
    let x = Tensor::from([[3_u8, 1, 2], [0, 0, 9]]);
    let y: Tensor<u8, Shape![2, 3]> = x.sort(Axis::<-1>);
    assert_eq!(y, Tensor::from([[1, 2, 3], [0, 0, 9]]));
    let i: Tensor<usize, Shape![2, 3]> = x.argsort(Axis::<0>);
    assert_eq!(i, Tensor::from([[1, 1, 0], [0, 0, 1]]));
    let (least, _): (Tensor<u8, Shape![2, 2]>, _) = x.bottom_k(Axis::<1>, Size::<2>);
    assert_eq!(least, Tensor::from([[1, 2], [0, 0]]));
    let inline = Tensor::inline([2, 1, 3]).sort_descending(Axis::<0>);
    assert_eq!(inline.into_array(), [3, 2, 1]);
}

#[test]
fn refusals() {
    let x = Tensor::from([[3, 1], [2, 4], [0, 5]]);
    let text = |error: conformable::ShapeError| error.to_string();
    assert_eq!(
        x.view().erase().try_sort(2).map_err(text),
        Err("(3, 2) has no axis 2: axes count from 0, or back from -1".into())
    );
    assert!(x.view().erase().try_argsort_descending(-3).is_err());
    let mut out = Tensor::full(AnyShape::from([3, 3]), 0);
    assert!(x.try_sort_into(Axis::<0>, &mut out).is_err());
    assert!(out.iter().all(|&element| element == 0));
    let error = x.try_bottom_k(Axis::<0>, 4).unwrap_err();
    assert!(error.to_string().starts_with("cannot take the greatest or least of (3, 2) as (4, 2)"), "{error}");

    // an axis larger than all memory, of an empty tensor
    let none = Tensor::<i64, _>::try_full(shape![usize::MAX, 0], 0).unwrap();
    assert_eq!(none.argsort(Axis::<0>).sizes(), [usize::MAX, 0]);
    assert_eq!(none.bottom_k(Axis::<0>, usize::MAX).0.sizes(), [usize::MAX, 0]);
    let one = Tensor::full(shape![1], 0_u8);
    let huge = one.try_broadcast_to(&shape![usize::MAX / 4]).unwrap();
    assert_eq!(huge.try_argsort(Axis::<0>).unwrap_err().kind(), ErrorKind::Overflow);
}

/// Says of each pair something else.
#[derive(Clone, Copy, Debug)]
struct Liar(usize);

impl PartialEq for Liar {
    fn eq(&self, other: &Self) -> bool {
        mixed(self.0 ^ other.0) % 2 == 0
    }
}

impl PartialOrd for Liar {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        [None, Some(Ordering::Less), Some(Ordering::Greater)][mixed(self.0.wrapping_mul(3) ^ other.0) as usize % 3]
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn an_order_that_is_none() {
    let x = Tensor::from_fn(shape![300, 2], |[i, j]| Liar(2 * i + j));
    // it may panic, as a sort of the standard library does
    let _ = std::panic::catch_unwind(|| x.sort(Axis::<0>));
    if let Ok(order) = std::panic::catch_unwind(|| x.argsort(Axis::<0>)) {
        assert!(order.iter().all(|&index| index < 300));
    }
    assert!(x.bottom_k(Axis::<0>, 70).1.iter().all(|&index| index < 300));
}
