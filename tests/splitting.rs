//! Axes split into parts, against loops over indices: of any rank, along any axis, with sizes of 0, of operands of any
//! strides.

#![allow(clippy::cast_possible_wrap, reason = "ranks and sizes are small")]

use crate::common::axes::with_axis;
use crate::common::naive::with_size;
use crate::common::numbers::numbers;
use crate::common::relaid::{with_layout, with_layout_mut};
use conformable::axes::{Chunk, ChunkOf, Split, SplitParts};
use conformable::{
    AnyShape, Axis, Dim, DimQuot, Dyn, ErrorKind, Inline, Keep, Quot, Shape, Size, Tensor, View, ViewMut,
    assert_type_eq, concat, shape,
};
use proptest::prelude::*;

type Any = Tensor<i64, AnyShape>;

/// Whether the part has the elements of the whole from an index of the axis on.
fn is_part(x: &Any, axis: usize, from: usize, length: usize, part: &Tensor<i64, AnyShape, View<'_>>) {
    let sizes = with_size(x.sizes().as_ref(), axis, length);
    assert_eq!(part.sizes().as_ref(), &sizes[..]);
    let expected = Tensor::from_fn(AnyShape::from(&sizes[..]), |index: AnyShape| {
        let all = index.iter().copied().enumerate();
        let moved: AnyShape = all.map(|(i, n)| if i == axis { n + from } else { n }).collect();
        x[&moved[..]]
    });
    assert_eq!(part, &expected);
}

proptest! {
    #[test]
    fn parts_are_those_of_a_loop(
        outer in 0usize..4, inner in 0usize..4, lengths in [0usize..4, 0usize..4, 0usize..4],
        axis in 0usize..4, layout in 0usize..3,
    ) {
        let at = axis.min(2);
        let mut sizes = vec![outer, inner];
        sizes.insert(at, lengths.iter().sum());
        let x = numbers(&sizes, 0);
        // 3 is the last axis, counted back
        let axis = if axis < 3 { axis as isize } else { -1 };
        let dims = (Dyn::new(lengths[0]), Dyn::new(lengths[1]), Dyn::new(lengths[2]));
        with_layout(&x, layout, |seen: &Tensor<i64, AnyShape, View<'_>>| {
            assert_eq!(&seen.to_owned(), &x);
            let (a, b, c) = with_axis!(axis, along => seen.split(along, dims));
            is_part(&x, at, 0, lengths[0], &a);
            is_part(&x, at, lengths[0], lengths[1], &b);
            is_part(&x, at, lengths[0] + lengths[1], lengths[2], &c);
            let joined = with_axis!(axis, along => concat(along, (&a, &b, &c)));
            assert_eq!(joined, x);
        });

        // exactly the elements of the mutable parts are written, once each
        let y = with_layout_mut(&x, layout, |seen: &mut Tensor<i64, AnyShape, ViewMut<'_>>| {
            let (mut a, mut b, mut c) = with_axis!(axis, along => seen.split_mut(along, dims));
            a += 1000;
            b += 2000;
            c += 3000;
        });
        let expected = Tensor::from_fn(x.shape().clone(), |index: AnyShape| {
            let n = index[at];
            let more = if n < lengths[0] { 1000 } else if n < lengths[0] + lengths[1] { 2000 } else { 3000 };
            x[&index[..]] + more
        });
        prop_assert_eq!(y, expected);
    }

    #[test]
    fn equal_parts_are_those_of_a_loop(
        outer in 0usize..4, inner in 0usize..4, length in 0usize..4, count in 1usize..5,
        axis in 0usize..4, layout in 0usize..3,
    ) {
        let at = axis.min(2);
        let mut sizes = vec![outer, inner];
        sizes.insert(at, length * count);
        let x = numbers(&sizes, 0);
        let axis = if axis < 3 { axis as isize } else { -1 };
        with_layout(&x, layout, |seen: &Tensor<i64, AnyShape, View<'_>>| {
            let parts = with_axis!(axis, along => seen.chunk(along, Dyn::new(count)));
            assert_eq!(parts.len(), count);
            for (index, part) in parts.enumerate() {
                is_part(&x, at, index * length, length, &part);
            }
        });

        let y = with_layout_mut(&x, layout, |seen: &mut Tensor<i64, AnyShape, ViewMut<'_>>| {
            let parts = with_axis!(axis, along => seen.chunk_mut(along, Dyn::new(count)));
            let mut parts: Vec<_> = parts.collect();
            for (part, more) in parts.iter_mut().zip(1..) {
                *part += 1000 * more;
            }
        });
        let expected = Tensor::from_fn(x.shape().clone(), |index: AnyShape| {
            x[&index[..]] + 1000 * (index[at] / length + 1) as i64
        });
        prop_assert_eq!(y, expected);
    }
}

#[test]
fn one_to_sixteen_parts() {
    let x = Tensor::from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    let one = Size::<1>;
    let (all,) = x.split(Axis::<0>, (Size::<16>,));
    assert_eq!(all, x);
    let eight = x.split(Axis::<0>, (one, one, Size::<2>, Size::<2>, one, Size::<3>, Size::<0>, Size::<6>));
    let firsts = [eight.0[0], eight.1[0], eight.2[0], eight.3[0], eight.4[0], eight.5[0], eight.7[0]];
    assert_eq!((firsts, eight.6.len()), ([0, 1, 2, 4, 6, 7, 10], 0));
    let parts = (one, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one);
    let (.., before, last) = x.split(Axis::<0>, parts);
    assert_eq!((before[0], last[0]), (14, 15));
    // an axis of size 0 has no parts
    let () = Tensor::<i32, Shape![0]>::zeros(shape![0]).split(Axis::<0>, ());
}

#[test]
fn counts_as_plain_numbers() {
    let x = Tensor::from([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]);
    let (a, b) = x.split(Axis::<1>, (3, Size::<2>));
    let a: Tensor<i32, Shape![2, _], View> = a;
    let b: Tensor<i32, Shape![2, 2], View> = b;
    assert_eq!((a.to_vec(), b.to_vec()), (vec![0, 1, 2, 5, 6, 7], vec![3, 4, 8, 9]));
    let error = x.try_split(Axis::<1>, (3, 3)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot split (2, 5) along axis 1 into (3, 3): the parts add up to 6, and the axis is 5"
    );
    let mut x = Tensor::from([1, 2, 3]);
    let (mut a, b) = x.split_mut(Axis::<0>, (2, 1));
    a += &b;
    assert_eq!(x, Tensor::from([4, 5, 3]));
}

#[test]
fn types_tell_the_parts() {
    assert_type_eq!(SplitParts<Shape![2, 1500], Axis<-1>, Shape![1000, 500]>, (Shape![2, 1000], Shape![2, 500]));
    assert_type_eq!(SplitParts<Shape![_, 4], Axis<-1>, (Size<1>, Dyn)>, (Shape![_, 1], Shape![_, _]));
    assert_type_eq!(ChunkOf<Shape![2, 3000], Axis<1>, Size<2>>, Shape![2, 1500]);
    assert_type_eq!(ChunkOf<Shape![2, 0], Axis<1>, Size<3>>, Shape![2, 0]);
    assert_type_eq!(ChunkOf<AnyShape, Axis<1>, Size<3>>, AnyShape);
    assert_eq!(shape![2, 5].split(Axis::<1>, shape![4, 1]), Ok((shape![2, 4], shape![2, 1])));
    assert_eq!(shape![2, 0].chunk(Axis::<1>, Size::<3>), Ok(shape![2, 0]));
    let x: Tensor<i32, Shape![2, 0]> = Tensor::zeros(shape![2, 0]);
    assert_eq!(x.chunk(Axis::<1>, Size::<3>).len(), 3);
}

/// Queries, keys and values of a layer with a generic width.
fn thirds<N: Dim, C: Dim + DimQuot<Size<3>>>(
    x: &Tensor<f32, (N, C)>,
) -> impl Iterator<Item = Tensor<f32, (N, Quot<C, Size<3>>), View<'_>>> {
    x.chunk(Axis::<1>, Size::<3>)
}

#[test]
fn parts_of_generic_dims_and_without_a_heap() {
    let x = Tensor::from([[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]);
    let sums: Vec<f32> = thirds(&x).map(|part| part.sum_all()).collect();
    assert_eq!(sums, [3.0, 7.0, 11.0]);

    let mut x = Tensor::inline([[1, 2, 3], [4, 5, 6]]);
    let (mut first, rest) = x.split_mut(Axis::<1>, (Size::<1>, Size::<2>));
    let _: &Tensor<i32, Shape![2, 2], ViewMut<'_, Inline>> = &rest;
    first += &rest.sum(Keep(Axis::<1>));
    assert_eq!(x, Tensor::inline([[6, 2, 3], [15, 5, 6]]));
}

#[test]
fn refusals_say_the_sum_and_the_size() {
    let mut x: Tensor<i32, Shape![4, _]> = Tensor::zeros(shape![4, 2 + 3]);
    let error = x.try_split(Axis::<1>, shape![2, 2]).unwrap_err();
    let text = "cannot split (4, 5) along axis 1 into (2, 2): the parts add up to 4, and the axis is 5";
    assert_eq!(error.to_string(), text);
    assert_eq!((error.kind(), error.axis()), (ErrorKind::Mismatch, Some(1)));
    assert_eq!(x.try_split_mut(Axis::<1>, shape![2, 2]).unwrap_err().to_string(), text);
    let huge = Dyn::new(usize::MAX);
    let text = x.try_split(Axis::<1>, (huge, huge, Dyn::new(7))).unwrap_err().to_string();
    assert!(
        text.ends_with(&format!("the parts add up to {}, and the axis is 5", 2 * (usize::MAX as u128) + 7)),
        "{text}"
    );

    let text = "cannot split (4, 5) along axis 1 into 3 equal parts: 3 does not divide 5";
    assert_eq!(x.try_chunk(Axis::<1>, Size::<3>).unwrap_err().to_string(), text);
    assert_eq!(x.try_chunk_mut(Axis::<1>, Size::<3>).unwrap_err().to_string(), text);
    let text = "cannot split (4, 5) along axis 1 into 0 equal parts: 0 does not divide 5";
    assert_eq!(x.try_chunk(Axis::<1>, Dyn::new(0)).unwrap_err().to_string(), text);

    let any: Tensor<i32, AnyShape> = Tensor::zeros(AnyShape::from([2, 2]));
    let text = "(2, 2) has no axis 2: axes count from 0, or back from -1";
    assert_eq!(any.try_split(Axis::<2>, shape![1, 1]).unwrap_err().to_string(), text);
    assert_eq!(any.try_chunk(Axis::<2>, Size::<2>).unwrap_err().to_string(), text);
    assert!(any.try_split(Axis::<1>, (Size::<1>, Size::<1>)).is_ok());
}

#[test]
#[should_panic(expected = "the parts add up to 3, and the axis is 2")]
fn parts_that_do_not_add_up_panic() {
    let x: Tensor<i32, AnyShape> = Tensor::zeros(AnyShape::from([2, 2]));
    let _ = x.split(Axis::<0>, shape![1, 2]);
}
