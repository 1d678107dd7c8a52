//! Joined tensors, against loops over indices: of any rank, along any axis, with sizes of 0, and operands of any
//! strides.

#![allow(clippy::needless_borrows_for_generic_args, reason = "references to arrays are a form of their own")]
#![allow(clippy::cast_possible_wrap, clippy::cast_precision_loss, reason = "ranks and sizes are small")]

use crate::common::axes::with_axis;
use crate::common::naive::with_size;
use crate::common::numbers::numbers;
use crate::common::relaid::{with_layout, with_layout_mut};
use conformable::axes::{Concat, Concatenated, Padded, Repeated, Stack, Stacked};
use conformable::ops::{Pad, concat_into, stack_into, try_concat_into, try_stack_into};
use conformable::{
    AnyShape, Axis, Dim, DimSum, Dyn, ErrorKind, Inline, Shape, Size, Sum, Tensor, assert_type_eq, concat, shape,
    stack, try_concat, try_stack,
};
use proptest::prelude::*;

type Any = Tensor<i64, AnyShape>;

/// The index without an axis, or with another number there.
fn at(index: &AnyShape, axis: usize, to: Option<usize>) -> AnyShape {
    let all = index.iter().copied().enumerate();
    all.filter_map(|(i, n)| if i == axis { to } else { Some(n) }).collect()
}

/// Sizes of rank 1 to 4, an axis of them, and the sizes along it.
fn pieces() -> impl Strategy<Value = (Vec<usize>, usize, [usize; 3])> {
    prop::collection::vec(0..4usize, 1..5).prop_flat_map(|sizes| {
        let axes = 0..sizes.len();
        (Just(sizes), axes, [0..4usize, 0..4usize, 0..4usize])
    })
}

proptest! {
    #[test]
    fn one_after_the_other((sizes, axis, along) in pieces(), layout in 0..3usize, from_last: bool) {
        let tensors: Vec<Any> =
            along.iter().zip(1..).map(|(&size, i)| numbers(&with_size(&sizes, axis, size), 1000 * i)).collect();
        let [x, y, z] = &tensors[..] else { unreachable!() };
        let number = if from_last && axis + 2 >= sizes.len() { axis as isize - sizes.len() as isize } else { axis as isize };
        let joined = with_layout(x, layout, |x| with_layout(y, layout + 1, |y| with_axis!(number, axis => concat(axis, (x, y, z)))));
        prop_assert_eq!(joined.sizes(), AnyShape::from(&with_size(&sizes, axis, along.iter().sum())[..]));
        let wanted = Tensor::from_fn(joined.shape().clone(), |index| {
            let mut i = index[axis];
            for tensor in &tensors {
                let size = tensor.sizes()[axis];
                if i < size {
                    return tensor[&*at(&index, axis, Some(i))];
                }
                i -= size;
            }
            unreachable!()
        });
        prop_assert_eq!(&joined, &wanted);
        // of slices and arrays, of tensors and references
        prop_assert_eq!(&with_axis!(number, axis => concat(axis, &tensors[..])), &wanted);
        prop_assert_eq!(&with_axis!(number, axis => concat(axis, [x, y, z])), &wanted);
        prop_assert_eq!(&with_axis!(number, axis => concat(axis, &[x, y, z])), &wanted);
        // into elements that are not in row-major order
        let order: Vec<isize> = (0..sizes.len() as isize).rev().collect();
        let backwards: Vec<usize> = wanted.sizes().iter().rev().copied().collect();
        let mut out = numbers(&backwards, 0);
        let mut scattered = out.permute_mut(&order[..]);
        let mut target = scattered.flip_mut(..);
        with_axis!(number, axis => concat_into(axis, (x, y, z), &mut target));
        prop_assert_eq!(&target, &wanted);
    }

    #[test]
    fn along_a_new_axis(
        sizes in prop::collection::vec(0..4usize, 0..5), axis in 0..5usize, layout in 0..3usize, from_last: bool
    ) {
        let axis = axis % (sizes.len() + 1);
        let tensors = [1000, 2000, 3000].map(|from| numbers(&sizes, from));
        let [x, y, z] = &tensors;
        let rank = sizes.len() + 1;
        let number = if from_last && axis + 2 >= rank { axis as isize - rank as isize } else { axis as isize };
        let stacked = with_layout(x, layout, |x| with_layout(y, layout + 1, |y| with_axis!(number, axis => stack(axis, (x, y, z)))));
        let mut longer = sizes.clone();
        longer.insert(axis, 3);
        prop_assert_eq!(stacked.sizes(), AnyShape::from(&longer[..]));
        let wanted =
            Tensor::from_fn(stacked.shape().clone(), |index| tensors[index[axis]][&*at(&index, axis, None)]);
        prop_assert_eq!(&stacked, &wanted);
        prop_assert_eq!(&with_axis!(number, axis => stack(axis, &tensors[..])), &wanted);
        prop_assert_eq!(&with_axis!(number, axis => stack(axis, [x, y, z])), &wanted);
        let order: Vec<isize> = (0..rank as isize).rev().collect();
        let backwards: Vec<usize> = longer.iter().rev().copied().collect();
        let mut out = numbers(&backwards, 0);
        let mut scattered = out.permute_mut(&order[..]);
        let mut target = scattered.flip_mut(..);
        with_axis!(number, axis => stack_into(axis, (x, y, z), &mut target));
        prop_assert_eq!(&target, &wanted);
    }

    #[test]
    fn shapes_of_every_kind_agree(n in 0..4usize, a in 0..4usize) {
        let x = numbers(&[n, a, 2], 0);
        let y = numbers(&[n, 3, 2], 100);
        let wanted = concat(Axis::<1>, (&x, &y));
        let typed: Tensor<i64, Shape![_, _, 2]> = x.clone().refine().unwrap();
        let known: Tensor<i64, Shape![_, 3, 2]> = y.clone().refine().unwrap();
        let joined: Tensor<i64, Shape![_, _, 2]> = concat(Axis::<1>, (&typed, &known));
        prop_assert_eq!(&joined, &wanted);
        let joined: Tensor<i64, Shape![_, _, 2]> = concat(Axis::<-2>, (&x, &known));
        prop_assert_eq!(&joined, &wanted);
        let stacked: Tensor<i64, Shape![2, _, 3, 2]> = stack(Axis::<0>, (&known, &y));
        prop_assert_eq!(stacked.index_axis(Axis::<0>, 1), y.view());
    }
}

struct Batch;
struct Heads;

#[test]
fn types() {
    assert_type_eq!(Concatenated<Shape![2, 3, 4], Shape![2, 5, 4], Axis<1>>, Shape![2, 8, 4]);
    assert_type_eq!(Concatenated<Shape![2, 3], Shape![2, 3], Axis<-2>>, Shape![4, 3]);
    assert_type_eq!(Concatenated<Shape![_, 3], Shape![2, _], Axis<1>>, Shape![2, _]);
    assert_type_eq!(Concatenated<AnyShape, Shape![2, 3], Axis<1>>, Shape![2, _]);
    assert_type_eq!(Concatenated<Shape![2, 3], AnyShape, Axis<0>>, Shape![_, 3]);
    assert_type_eq!(Concatenated<AnyShape, AnyShape, Axis<7>>, AnyShape);
    assert_type_eq!(Concatenated<Shape![Batch = _, 3], Shape![Batch = _, 4], Axis<1>>, Shape![Batch = _, 7]);
    assert_type_eq!(Concatenated<Shape![Heads = 8, 3], Shape![_, 4], Axis<1>>, Shape![Heads = 8, 7]);
    assert_type_eq!(Concatenated<Shape![1000, 2], Shape![1000, 2], Axis<0>>, Shape![2000, 2]);
    assert_type_eq!(Stacked<Shape![2, 3], Axis<-1>, Size<4>>, Shape![2, 3, 4]);
    assert_type_eq!(Stacked<(), Axis<0>, Dyn>, Shape![_]);
    assert_type_eq!(Stacked<AnyShape, Axis<0>, Size<4>>, AnyShape);
}

#[test]
fn generic_code() {
    fn features<N: Dim, A: Dim + DimSum<B>, B: Dim>(
        x: &Tensor<i32, (N, A)>,
        y: &Tensor<i32, (N, B)>,
    ) -> Tensor<i32, (N, Sum<A, B>)> {
        concat(Axis::<1>, (x, y))
    }
    fn pairs<N: Dim, C: Dim>(x: &Tensor<i32, (N, C)>, y: &Tensor<i32, (N, C)>) -> Tensor<i32, (N, Size<2>, C)> {
        stack(Axis::<1>, (x, y))
    }
    fn either<S: Shape + Concat<R, Axis<0>>, R: Shape>(x: &S, y: &R) -> Concatenated<S, R, Axis<0>> {
        x.concat(y, Axis).unwrap()
    }
    fn batch<S: Shape + Stack<Axis<0>, Dyn>>(all: &[Tensor<i32, S>]) -> Tensor<i32, Stacked<S, Axis<0>, Dyn>> {
        stack(Axis::<0>, all)
    }
    let (x, y) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([[5], [6]]));
    let joined: Tensor<i32, Shape![2, 3]> = features(&x, &y);
    assert_eq!(joined, Tensor::from([[1, 2, 5], [3, 4, 6]]));
    assert_eq!(pairs(&x, &x).sizes(), [2, 2, 2]);
    assert_eq!(either(&shape![2, 3], &shape![4, 3]), shape![6, 3]);
    assert_eq!(batch(&[x.clone(), x]).sizes(), [2, 2, 2]);
}

#[test]
fn inline_and_of_one() {
    let (x, y) = (Tensor::inline([[1, 2], [3, 4]]), Tensor::inline([[5, 6]]));
    let z: Tensor<i32, Shape![3, 2], Inline> = concat(Axis::<0>, (&x, &y));
    assert_eq!(z.into_array(), [[1, 2], [3, 4], [5, 6]]);
    assert_eq!(concat(Axis::<1>, (&x,)), x);
    assert_eq!(stack(Axis::<1>, (&x,)).into_array(), [[[1, 2]], [[3, 4]]]);
    let many: Tensor<i32, Shape![_, 2], Inline> = concat(Axis::<0>, &[x, x]);
    assert_eq!(many.sizes(), [4, 2]);
    // of both places, and of 16
    let heap = Tensor::from([[7, 8]]);
    let both: Tensor<i32, Shape![3, 2]> = concat(Axis::<0>, (&x, &heap));
    assert_eq!(both.to_vec(), [1, 2, 3, 4, 7, 8]);
    let s = Tensor::from([1]);
    let all: Tensor<i32, Shape![16]> =
        concat(Axis::<0>, (&s, &s, &s, &s, &s, &s, &s, &s, &s, &s, &s, &s, &s, &s, &s, &s));
    assert_eq!(all.sum_all(), 16);
}

#[test]
fn refusals() {
    let any = |sizes: &[usize]| numbers(sizes, 0);
    let error = |result: Result<Any, conformable::ShapeError>| result.unwrap_err();
    let refused = error(try_concat(Axis::<1>, (&any(&[2, 3]), &any(&[3, 5]))));
    assert_eq!(
        refused.to_string(),
        "the shapes (2, 3) and (3, 5) must be equal on all axes except axis 1
  lhs  2  3
  rhs  3  5
       ^ 2 and 3 differ"
    );
    assert_eq!((refused.kind(), refused.axis()), (ErrorKind::Mismatch, Some(0)));
    let refused = error(try_concat(Axis::<-1>, (&any(&[2, 3]), &any(&[2, 5]), &any(&[4, 5]))));
    assert_eq!(
        refused.to_string(),
        "the shapes (2, 8) and (4, 5) must be equal on all axes except axis 1, the 3rd operand
  lhs  2  8
  rhs  4  5
       ^ 2 and 4 differ"
    );
    assert_eq!(
        error(try_concat(Axis::<0>, (&any(&[2, 3]), &any(&[3])))).to_string(),
        "the shapes (2, 3) and (3,) must be equal on all axes except axis 0\n  the ranks 2 and 1 differ"
    );
    let no_axis = "(2, 3) has no axis 2: axes count from 0, or back from -1";
    assert_eq!(error(try_concat(Axis::<2>, (&any(&[2, 3]), &any(&[2, 3])))).to_string(), no_axis);
    assert_eq!(error(try_concat(Axis::<2>, (&any(&[2, 3]),))).to_string(), no_axis);
    assert_eq!(error(try_concat(Axis::<2>, &[any(&[2, 3])])).to_string(), no_axis);
    assert_eq!(
        error(try_concat(Axis::<0>, &[any(&[2, 3]), any(&[1, 3]), any(&[1, 4])])).to_string(),
        "the shapes (2, 3) and (1, 4) must be equal on all axes except axis 0, the 3rd operand
  lhs  2  3
  rhs  1  4
          ^ 3 and 4 differ"
    );
    let none: [Tensor<i32, Shape![_, 3]>; 0] = [];
    assert_eq!(
        try_concat(Axis::<0>, &none[..]).unwrap_err().to_string(),
        "cannot concatenate (_, 3)\n  the list is empty, and its first tensor would give the sizes"
    );
    assert!(try_stack(Axis::<0>, &none[..]).unwrap_err().to_string().starts_with("cannot stack (_, 3)"));
    assert_eq!(
        error(try_stack(Axis::<0>, (&any(&[2, 3]), &any(&[2, 4])))).to_string(),
        "the shapes (2, 3) and (2, 4) must be equal
  lhs  2  3
  rhs  2  4
          ^ 3 and 4 differ"
    );
    assert_eq!(
        error(try_stack(Axis::<0>, &[any(&[2, 3]), any(&[2, 3]), any(&[2])])).to_string(),
        "the shapes (2, 3) and (2,) must be equal, the 3rd operand\n  the ranks 2 and 1 differ"
    );
    let refused = error(try_stack(Axis::<3>, (&any(&[2, 3]), &any(&[2, 3]))));
    assert!(refused.to_string().starts_with("(2, 3) with one more axis has no axis 3"), "{refused}");
    // nothing has changed
    let mut out = any(&[2, 7]);
    assert!(try_concat_into(Axis::<1>, (&any(&[2, 3]), &any(&[2, 5])), &mut out).is_err());
    assert!(try_stack_into(Axis::<1>, (&any(&[2]), &any(&[2])), &mut out).is_err());
    assert_eq!(out, any(&[2, 7]));
    // only beside a 0
    let long = Tensor::<(), _>::full(shape![0, usize::MAX], ());
    let refused = try_concat(Axis::<1>, (&long, &long)).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Overflow);
}

proptest! {
    #[test]
    fn triangles(sizes in prop::collection::vec(0..5usize, 2..5), diagonal in -6..6isize, layout in 0..3usize) {
        let x = numbers(&sizes, 0);
        let rank = sizes.len();
        let (lower, upper) = with_layout(&x, layout, |x| (x.tril(diagonal), x.triu(diagonal)));
        let right = |index: &AnyShape| index[rank - 1] as isize - index[rank - 2] as isize;
        let wanted = Tensor::from_fn(x.shape().clone(), |index| if right(&index) <= diagonal { x[&*index] } else { 0 });
        prop_assert_eq!(lower, wanted);
        let wanted = Tensor::from_fn(x.shape().clone(), |index| if right(&index) >= diagonal { x[&*index] } else { 0 });
        prop_assert_eq!(upper, wanted);
    }

    #[test]
    fn elements_again((sizes, axis, _) in pieces(), times in 0..4usize, layout in 0..3usize) {
        let x = numbers(&sizes, 0);
        let count = Dyn::new(times);
        let (tiled, repeated) = with_layout(&x, layout, |x| {
            with_axis!(axis as isize, axis => (x.tile(axis, count), x.repeat(axis, count)))
        });
        let (size, shape) = (sizes[axis], AnyShape::from(&with_size(&sizes, axis, sizes[axis] * times)[..]));
        let wanted = Tensor::from_fn(shape.clone(), |index| x[&*at(&index, axis, Some(index[axis] % size))]);
        prop_assert_eq!(tiled, wanted);
        let wanted = Tensor::from_fn(shape, |index| x[&*at(&index, axis, Some(index[axis] / times))]);
        prop_assert_eq!(repeated, wanted);
    }

    #[test]
    fn each_element_as_often_as_its_count_says((sizes, axis, _) in pieces(), seed in 1..100usize, layouts in 0..9usize) {
        let x = numbers(&sizes, 0);
        let counts = Tensor::from_fn(shape![sizes[axis]], |[i]| (i * seed) % 4);
        let each: Vec<usize> = (0..sizes[axis]).flat_map(|i| vec![i; counts[i]]).collect();
        let shape = AnyShape::from(&with_size(&sizes, axis, each.len())[..]);
        let wanted = Tensor::from_fn(shape, |index| x[&*at(&index, axis, Some(each[index[axis]]))]);
        let got = with_layout(&x, layouts, |x| with_axis!(axis as isize, axis => x.repeat_each(axis, &counts)));
        prop_assert_eq!(&got, &wanted);
        let filled = with_layout_mut(&wanted.map(|_| 0), layouts / 3, |out| {
            x.repeat_each_into(axis as isize - sizes.len() as isize, &counts.view().erase(), out);
        });
        prop_assert_eq!(&filled, &wanted);
    }

    #[test]
    fn padded((sizes, axis, [before, after, _]) in pieces(), layout in 0..3usize) {
        let (x, size) = (numbers(&sizes, 0), sizes[axis]);
        let more = (Dyn::new(before), Dyn::new(after));
        let pad = |with| with_layout(&x, layout, |x| with_axis!(axis as isize, axis => x.try_pad(axis, more, with)));
        let shape = AnyShape::from(&with_size(&sizes, axis, before + size + after)[..]);
        let from = |index: &AnyShape, i: usize| x[&*at(index, axis, Some(i))];
        let wanted = Tensor::from_fn(shape.clone(), |index| match index[axis].checked_sub(before) {
            Some(i) if i < size => from(&index, i),
            _ => -1,
        });
        prop_assert_eq!(pad(Pad::Constant(-1)).unwrap(), wanted);
        let most = before.max(after);
        prop_assert_eq!(pad(Pad::Edge).is_ok(), size > 0 || most == 0);
        if let Ok(edges) = pad(Pad::Edge) {
            let wanted = Tensor::from_fn(shape.clone(), |index| {
                from(&index, index[axis].saturating_sub(before).min(size.max(1) - 1))
            });
            prop_assert_eq!(edges, wanted);
        }
        prop_assert_eq!(pad(Pad::Reflect).is_ok(), most < size || most == 0);
        if let Ok(mirrored) = pad(Pad::Reflect) {
            let wanted = Tensor::from_fn(shape, |index| {
                let i = index[axis].abs_diff(before);
                from(&index, if index[axis] >= before && i >= size { 2 * (size - 1) - i } else { i })
            });
            prop_assert_eq!(mirrored, wanted);
        }
        prop_assert_eq!(pad(Pad::Wrap).is_ok(), size > 0 || most == 0);
        if let Ok(ring) = pad(Pad::Wrap) {
            let shape = AnyShape::from(&with_size(&sizes, axis, before + size + after)[..]);
            let wanted = Tensor::from_fn(shape, |index| from(&index, (index[axis] + size * before - before) % size));
            prop_assert_eq!(ring, wanted);
        }
    }

    #[test]
    fn in_a_row(n in 0..6usize, m in 0..6usize) {
        let eye: Tensor<i32, (Dyn, Dyn)> = Tensor::eye(Dyn::new(n));
        prop_assert_eq!(eye, Tensor::from_fn(shape![n, n], |[i, j]| i32::from(i == j)));
        prop_assert_eq!(Tensor::<f32, _>::arange(shape![n, m]), Tensor::from_fn(shape![n, m], |[i, j]| (i * m + j) as f32));
        let line = Tensor::linspace(shape![n], -1.0, 2.0);
        let steps = n.max(2) - 1;
        prop_assert_eq!(line, Tensor::from_fn(shape![n], |[i]| {
            if i > 0 && i == steps { 2.0 } else { -1.0 + i as f64 * (3.0 / steps as f64) }
        }));
    }
}

#[test]
fn types_of_longer_axes() {
    assert_type_eq!(Repeated<Shape![2, 3], Axis<-1>, Size<4>>, Shape![2, 12]);
    assert_type_eq!(Repeated<Shape![2, _], Axis<1>, Size<4>>, Shape![2, _]);
    assert_type_eq!(Repeated<AnyShape, Axis<1>, Size<4>>, AnyShape);
    assert_type_eq!(Padded<Shape![Batch = _, 3], Axis<1>, Size<1>, Size<1>>, Shape![Batch = _, 5]);
    assert_type_eq!(Padded<Shape![2, 3], Axis<0>, Dyn, Size<1>>, Shape![_, 3]);
    let x = Tensor::inline([[1, 2], [3, 4]]);
    assert_eq!(x.tile(Axis::<0>, Size::<2>).into_array(), [[1, 2], [3, 4], [1, 2], [3, 4]]);
    assert_eq!(x.repeat(Axis::<0>, Size::<2>).into_array(), [[1, 2], [1, 2], [3, 4], [3, 4]]);
    let padded = x.pad(Axis::<0>, (Size::<0>, Size::<1>), Pad::Constant(9));
    assert_eq!(padded.into_array(), [[1, 2], [3, 4], [9, 9]]);
    assert_eq!(x.pad(Axis::<0>, (Size::<1>, Size::<0>), Pad::Wrap).into_array(), [[3, 4], [1, 2], [3, 4]]);
    assert_eq!(x.tril(0).into_array(), [[1, 0], [3, 4]]);
    let each: Tensor<i32, Shape![_, 2]> = x.repeat_each(Axis::<0>, &Tensor::from([0, 2]));
    assert_eq!(each, Tensor::from([[3, 4], [3, 4]]));
}

#[test]
fn refusals_of_longer_axes() {
    let x = numbers(&[2, 3], 0);
    let one = (Size::<1>, Size::<3>);
    assert_eq!(
        x.try_pad(Axis::<1>, one, Pad::Reflect).unwrap_err().to_string(),
        "cannot pad (2, 3) along axis 1 by 3: the axis is 3, and a reflection adds fewer elements than the axis has"
    );
    let empty = numbers(&[2, 0], 0).try_pad(Axis::<1>, one, Pad::Edge).unwrap_err().to_string();
    assert_eq!(empty, "cannot pad (2, 0) along axis 1 by 3: the axis is 0, and an empty axis has no edge");
    let empty = numbers(&[2, 0], 0).try_pad(Axis::<1>, one, Pad::Wrap).unwrap_err().to_string();
    assert_eq!(empty, "cannot pad (2, 0) along axis 1 by 3: the axis is 0, and an empty axis has nothing to repeat");
    assert_eq!(
        x.try_repeat_each(0, &Tensor::from([1, 2, 3])).unwrap_err().to_string(),
        "cannot repeat (2, 3) along axis 0 by (3,): the axis is 2, and one element is needed for each of its indices"
    );
    let most = Tensor::from([usize::MAX, 1]);
    assert_eq!(x.try_repeat_each(0, &most).unwrap_err().kind(), ErrorKind::Overflow);
    assert_eq!(x.try_repeat_each(0, &Tensor::from([usize::MAX / 2, 1])).unwrap_err().kind(), ErrorKind::Overflow);
    let none = numbers(&[2, 0], 0).repeat_each(0, &Tensor::from([usize::MAX / 2, 1]));
    assert_eq!(none.sizes(), AnyShape::from([usize::MAX / 2 + 1, 0]));
    assert_eq!(numbers(&[2, 0], 0).pad(0, (usize::MAX / 2, 1), Pad::Wrap).len(), 0);
    for refused in [
        x.try_tile(Axis::<2>, Size::<2>).unwrap_err(),
        x.try_repeat(Axis::<2>, Size::<2>).unwrap_err(),
        x.try_pad(Axis::<2>, one, Pad::Edge).unwrap_err(),
    ] {
        assert!(refused.to_string().starts_with("(2, 3) has no axis 2"), "{refused}");
    }
    let refused = numbers(&[3], 0).try_tril(0).unwrap_err();
    assert!(refused.to_string().starts_with("(3,) has no axis -2"), "{refused}");
    assert_eq!(
        Tensor::<u8, _>::try_arange(shape![300]).unwrap_err().to_string(),
        "cannot count the elements of (300,)\n  the element type has too few numbers"
    );
    assert_eq!(Tensor::<u8, _>::arange(shape![256])[255], 255);
    assert_eq!(x.try_tile(Axis::<1>, Dyn::new(usize::MAX)).unwrap_err().kind(), ErrorKind::Overflow);
}

#[test]
fn long_rows() {
    let (x, y) = (numbers(&[2, 1, 20, 1, 3], 0), numbers(&[2, 1, 41, 1, 3], 1000));
    let wanted = Tensor::from_fn(AnyShape::from([2, 1, 61, 1, 3]), |index| match index[2].checked_sub(20) {
        Some(i) => y[&*at(&index, 2, Some(i))],
        None => x[&*index],
    });
    assert_eq!(concat(Axis::<2>, (&x, &y)), wanted);
    let mut out = Tensor::full(AnyShape::from([2, 2, 61, 1, 6]), 0);
    let mut part = out.narrow_mut(Axis::<1>, 1..2);
    concat_into(Axis::<2>, (&x, &y), &mut part.narrow_mut(Axis::<-1>, 2..5));
    assert_eq!(out.narrow(Axis::<1>, 1..2).narrow(Axis::<-1>, 2..5), wanted);
    assert_eq!(out.sum_all(), wanted.sum_all());
    assert_eq!(stack(Axis::<1>, (&wanted, &wanted)).index_axis(Axis::<1>, 1), wanted);
}

/// Pieces that are written some rows at a time, together with pieces without rows.
#[test]
#[cfg_attr(miri, ignore = "too large")]
fn large_results() {
    let cases: [(&[usize], isize, [usize; 3]); 6] = [
        (&[70, 0], 1, [300, 5, 1]),
        (&[70, 0], 1, [0, 1, 300]),
        (&[1, 9, 0, 100], 2, [40, 3, 1]),
        (&[2, 30, 0, 20], 2, [7, 13, 1]),
        (&[3, 0, 9000], 1, [1, 2, 1]),
        (&[0, 3], 0, [3000, 4000, 5000]),
    ];
    for (case, (sizes, axis, along)) in cases.into_iter().enumerate() {
        let at_axis = axis.unsigned_abs();
        let [x, y, z] =
            [0, 1, 2].map(|i| numbers(&with_size(sizes, at_axis, along[i]), 1_000_000 * i64::try_from(i).unwrap()));
        let wanted = Tensor::from_fn(AnyShape::from(&with_size(sizes, at_axis, along.iter().sum())[..]), |index| {
            match index[at_axis] {
                i if i < along[0] => x[&*index],
                i if i < along[0] + along[1] => y[&*at(&index, at_axis, Some(i - along[0]))],
                i => z[&*at(&index, at_axis, Some(i - along[0] - along[1]))],
            }
        });
        let mut out = Tensor::full(wanted.shape().clone(), 0);
        for layout in 0..3 {
            let joined = with_layout(&y, layout, |y| with_axis!(axis, axis => concat(axis, (&x, y, &z))));
            assert!(joined == wanted, "case {case}, layout {layout}");
            out.fill(0);
            let into = &mut out.flip_mut(..);
            with_layout(&y, layout, |y| with_axis!(axis, axis => concat_into(axis, (&x, y, &z), into)));
            assert!(out.flip(..) == wanted, "case {case}, layout {layout}, backwards");
        }
        assert!(with_axis!(axis, axis => concat(axis, &[x, y, z])) == wanted, "case {case}, as an array");
    }
    let (x, y) = (numbers(&[40, 300], 0), numbers(&[40, 300], 20_000));
    let stacked = Tensor::from_fn(shape![40, 2, 300], |[i, of, j]| if of == 0 { x[[i, j]] } else { y[[i, j]] });
    assert!(stack(Axis::<1>, (&x, &y)) == stacked);
    let padded = Tensor::from_fn(shape![40, 305], |[i, j]| if (2..302).contains(&j) { x[[i, j - 2]] } else { 7 });
    assert!(x.pad(Axis::<1>, (Size::<2>, Size::<3>), Pad::Constant(7)) == padded);
    let wide = numbers(&[40, 3, 100], 0);
    let repeated = Tensor::from_fn(shape![40, 9, 100], |[i, j, k]| wide[[i, j / 3, k]]);
    assert!(wide.repeat(Axis::<1>, Size::<3>) == repeated);
    let tiled = Tensor::from_fn(shape![40, 9, 100], |[i, j, k]| wide[[i, j % 3, k]]);
    assert!(wide.tile(Axis::<1>, Size::<3>) == tiled);
}
