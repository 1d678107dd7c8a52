//! Dot and outer products, and products along named axes, against loops over indices, with operands of any strides.

#![allow(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "numbers are small")]

use crate::common::naive::{Computed, indices, same};
use crate::common::numbers::config;
use crate::common::strides::{layout, written_at};
use conformable::product::{DotOutput, OuterOutput, Tensordot, TensordotOutput};
use conformable::storage::StorageMut;
use conformable::{AnyShape, Axis, Dyn, ErrorKind, Shape, Size, Tensor, View, assert_type_eq, shape};
use ndarray::{ArrayViewD, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;

/// The sizes and elements of the product, summed along the pairs of axes.
fn summed_by_loops(x: &ArrayViewD<i64>, y: &ArrayViewD<i64>, pairs: &[(usize, usize)]) -> Computed {
    let free = |array: &ArrayViewD<i64>, summed: Vec<usize>| {
        (0..array.ndim()).filter(|axis| !summed.contains(axis)).collect::<Vec<_>>()
    };
    let left = free(x, pairs.iter().map(|pair| pair.0).collect());
    let right = free(y, pairs.iter().map(|pair| pair.1).collect());
    let sizes: Vec<usize> =
        left.iter().map(|&axis| x.shape()[axis]).chain(right.iter().map(|&axis| y.shape()[axis])).collect();
    let summed: Vec<usize> = pairs.iter().map(|pair| x.shape()[pair.0]).collect();
    let elements = indices(&sizes).map(|index| {
        let products = indices(&summed).map(|inner| {
            let (mut at_x, mut at_y) = (vec![0; x.ndim()], vec![0; y.ndim()]);
            left.iter().zip(&index).for_each(|(&axis, &i)| at_x[axis] = i);
            right.iter().zip(&index[left.len()..]).for_each(|(&axis, &i)| at_y[axis] = i);
            for (&(l, r), &i) in pairs.iter().zip(&inner) {
                (at_x[l], at_y[r]) = (i, i);
            }
            x[IxDyn(&at_x)] * y[IxDyn(&at_y)]
        });
        products.sum()
    });
    let elements = elements.collect();
    (sizes, elements)
}

type X = (Dyn, Dyn, Dyn);
type Y = (Dyn, Dyn, Dyn, Dyn);

/// All forms of a product along axes, for tensors of these ranks.
macro_rules! tensordots {
    ($x:ident: $X:ty, $y:ident: $Y:ty, $out:expr; $left:expr, $right:expr => $pairs:expr) => {{
        let expected = summed_by_loops($x, $y, $pairs);
        let x: Tensor<i64, $X, View> = Tensor::try_from($x).expect("its rank");
        let y: Tensor<i64, $Y, View> = Tensor::try_from($y).expect("its rank");
        let (any_x, any_y) = (x.view().erase(), y.view().erase());
        same(&x.tensordot(&y, $left, $right), &expected);
        same(&any_x.try_tensordot(&any_y, $left, $right).expect("its sizes"), &expected);
        same(&written_at(&expected.0, $out, 7, |out| x.tensordot_into(&y, $left, $right, out)), &expected);
    }};
}

/// One more than the sizes of five axes; an outer product has seven. Miri gets few sizes: it takes minutes for some 100
/// 000 elements.
const LARGEST: usize = if cfg!(miri) { 4 } else { 7 };

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn operands_of_any_strides(sizes in vec(prop_oneof![1 => Just(0), 2 => Just(1), 12 => 2..LARGEST], 5), layouts in vec(layout(), 3)) {
        let [i, j, k, l, m] = sizes.try_into().expect("five");
        let (left, right, out) = (layouts[0].unstretched(), layouts[1].unstretched(), &layouts[2]);
        let number = |i: usize| (i * 7 % 5) as i64 - 2;
        let (x, y) = (left.memory(&[i, j, k], number), right.memory(&[k, l, j, m], number));
        let (x, y) = (&left.view(&x), &right.view(&y));
        tensordots!(x: X, y: Y, out; Axis::<2>, Axis::<0> => &[(2, 0)]);
        tensordots!(x: X, y: Y, out; Axis::<-2>, Axis::<-2> => &[(1, 2)]);
        tensordots!(x: X, y: Y, out; (Axis::<1>, Axis::<2>), (Axis::<2>, Axis::<0>) => &[(1, 2), (2, 0)]);
        tensordots!(x: X, y: Y, out; (Axis::<-1>, Axis::<1>), (Axis::<0>, Axis::<-2>) => &[(2, 0), (1, 2)]);
        let all = (Axis::<0>, Axis::<1>, Axis::<2>);
        tensordots!(x: X, x: X, out; all, all => &[(0, 0), (1, 1), (2, 2)]);
        tensordots!(x: X, y: Y, out; (), () => &[]);

        let expected = summed_by_loops(x, y, &[]);
        let x: Tensor<i64, X, View> = Tensor::try_from(x).expect("its rank");
        let y: Tensor<i64, AnyShape, View> = Tensor::try_from(y).expect("any rank");
        same(&x.outer(&y), &expected);
        same(&written_at(&expected.0, out, 7, |out| x.outer_into(&y, out)), &expected);
        let y: Tensor<i64, Y, _> = y.refine().expect("its rank");
        same(&y.outer(&Tensor::scalar(1)), &(y.sizes().to_vec(), y.to_vec()));
    }

    #[test]
    fn vectors(k in prop_oneof![1 => 0..3_usize, 2 => 3..80_usize], layouts in vec(layout(), 2)) {
        let (left, right) = (layouts[0].unstretched(), layouts[1].unstretched());
        let number = |i: usize| (i * 7 % 5) as i64 - 2;
        let (x, y) = (left.memory(&[k], number), right.memory(&[k], number));
        let (x, y) = (left.view(&x), right.view(&y));
        let expected = summed_by_loops(&x, &y, &[(0, 0)]);
        let x: Tensor<i64, (Dyn,), View> = Tensor::try_from(&x).expect("a vector");
        let y: Tensor<i64, AnyShape, View> = Tensor::try_from(&y).expect("any shape");
        same(&x.dot(&y), &expected);
        same(&y.try_dot(&x).expect("its size"), &expected);
        same(&written_at(&[], &layouts[0], 7, |out| x.dot_into(&y, out)), &expected);
    }
}

#[test]
fn types_of_results() {
    struct Heads;
    assert_type_eq!(DotOutput<(Dyn<Heads>,), (Dyn<Heads>,)>, ());
    assert_type_eq!(OuterOutput<(Dyn<Heads>, Size<2>), (Size<3>,)>, (Dyn<Heads>, Size<2>, Size<3>));
    assert_type_eq!(OuterOutput<AnyShape, (Size<3>,)>, AnyShape);
    assert_type_eq!(
        TensordotOutput<(Dyn<Heads>, Size<2>, Dyn), (Size<4>, Size<2>, Dyn), (Axis<1>, Axis<-1>), (Axis<1>, Axis<0>)>,
        (Dyn<Heads>, Dyn)
    );
    assert_type_eq!(TensordotOutput<(Size<2>,), AnyShape, Axis<0>, Axis<0>>, AnyShape);
}

/// For `bool`, the product counts; for `f32` vectors, it is that of `matmul`.
#[test]
fn other_elements() {
    let x = Tensor::from([true, false, true]);
    assert_eq!(x.dot(&x), Tensor::scalar(2));
    assert_eq!(x.outer(&x).to_vec(), [1, 0, 1, 0, 0, 0, 1, 0, 1]);
    let y = Tensor::from([1.5_f32, 2.0]);
    assert_eq!(y.dot(&y), y.matmul(&y));
}

/// The kind and the text of a refusal.
fn refusal<T>(result: Result<T, conformable::ShapeError>) -> (ErrorKind, String) {
    let error = result.err().expect("a refusal");
    (error.kind(), error.to_string())
}

fn unchanged<S: Shape, F: StorageMut>(out: &Tensor<i32, S, F>) {
    assert!(out.iter().all(|&element| element == 7));
}

#[test]
fn refusals_name_whole_shapes() {
    let (x, y) = (Tensor::from([1, 2, 3]).erase(), Tensor::from([[1, 2], [3, 4]]).erase());
    let why = "`dot` takes two vectors of one size";
    assert_eq!(refusal(x.try_dot(&y)).1, format!("cannot take the dot product of (3,) with (2, 2)\n  {why}"));
    assert_eq!(
        refusal(y.try_tensordot(&x, Axis::<1>, Axis::<0>)),
        (
            ErrorKind::Mismatch,
            "cannot sum the products of (2, 2) and (3,): axis 1 of the left shape is 2, and axis 0 of the right shape is 3"
                .to_string()
        )
    );
    assert_eq!(refusal(x.try_tensordot(&y, Axis::<1>, Axis::<0>)).0, ErrorKind::AxisOutOfRange);
    assert_eq!(refusal(y.try_tensordot(&y, (Axis::<0>, Axis::<-2>), (Axis::<0>, Axis::<1>))).0, ErrorKind::AxisTwice);
    let deep = AnyShape::from([1; 17]);
    let one = Tensor::full(deep, 1);
    assert_eq!(refusal(one.try_tensordot(&one, Axis::<0>, Axis::<0>)).0, ErrorKind::Other);

    let mut out = Tensor::from([7; 2]).erase();
    assert!(x.try_dot_into(&x, &mut out).is_err());
    assert!(x.try_outer_into(&x, &mut out).is_err());
    assert!(y.try_tensordot_into(&y, Axis::<0>, Axis::<0>, &mut out).is_err());
    unchanged(&out);
    assert_eq!(shape![2, 3].tensordot(&shape![3, 5], Axis::<-1>, Axis::<0>), Ok(shape![2, 5]));
}
