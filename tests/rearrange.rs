//! Views with their axes rearranged, against loops over indices as NumPy defines them.
//!
//! `cargo test --features ndarray --test operations rearrange::`; under miri with few cases.

#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "ranks and sizes are small")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "elements that tell places apart, as far as they can"
)]
#![allow(clippy::many_single_char_names, clippy::type_complexity, reason = "operands; the tests spell out types")]

use crate::common::naive::indices;
use crate::common::numbers::config;
use crate::common::strides::{Layout, layout, with_operand};
use conformable::axes::{Diagonal, Flip, Move, Permute, Squeeze, Swap, Transpose, Unsqueeze, ViewBy};
use conformable::storage::{Heap, Owned, StorageMut};
use conformable::{AnyShape, Axis, Dim, Dyn, ErrorKind, Inline, Shape, Size, Storage, Tensor, View, ViewMut, shape};
use ndarray::{ArrayViewD, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;
use std::rc::Rc;

/// The steps of a view in NumPy's terms, with axes counted from 0.
#[derive(Clone, Debug)]
enum Model {
    Order(Vec<usize>),
    Flip(Vec<usize>),
    Squeeze(usize),
    Unsqueeze(usize),
    Diagonal(usize, usize),
}

impl Model {
    fn swap(rank: usize, x: usize, y: usize) -> Self {
        let mut order: Vec<usize> = (0..rank).collect();
        order.swap(x, y);
        Self::Order(order)
    }

    fn shift(rank: usize, from: usize, to: usize) -> Self {
        let mut order: Vec<usize> = (0..rank).collect();
        order.remove(from);
        order.insert(to, from);
        Self::Order(order)
    }

    fn sizes(&self, sizes: &[usize]) -> Vec<usize> {
        let mut out = sizes.to_vec();
        match *self {
            Self::Order(ref order) => return order.iter().map(|&axis| sizes[axis]).collect(),
            Self::Flip(_) => {}
            Self::Squeeze(axis) => assert_eq!(out.remove(axis), 1),
            Self::Unsqueeze(axis) => out.insert(axis, 1),
            Self::Diagonal(x, y) => {
                out.remove(x.max(y));
                out.remove(x.min(y));
                out.push(sizes[x].min(sizes[y]));
            }
        }
        out
    }

    /// The index of the same element before.
    fn source(&self, sizes: &[usize], index: &[usize]) -> Vec<usize> {
        let mut source = index.to_vec();
        match *self {
            Self::Order(ref order) => order.iter().zip(index).for_each(|(&axis, &i)| source[axis] = i),
            Self::Flip(ref axes) => axes.iter().for_each(|&axis| source[axis] = sizes[axis] - 1 - index[axis]),
            Self::Squeeze(axis) => source.insert(axis, 0),
            Self::Unsqueeze(axis) => assert_eq!(source.remove(axis), 0),
            Self::Diagonal(x, y) => {
                let i = source.pop().expect("the diagonal");
                source.insert(x.min(y), i);
                source.insert(x.max(y), i);
            }
        }
        source
    }
}

/// Asserts that a tensor has these elements, by every way to read them.
fn shows<S: Shape, D: Storage>(x: &Tensor<i64, S, D>, sizes: &[usize], elements: &[i64]) {
    assert_eq!(x.sizes().as_ref(), sizes);
    assert!(x.iter().eq(elements), "{x} {elements:?}");
    let view = x.view().erase();
    assert!(indices(sizes).map(|index| view[&index[..]]).eq(elements.iter().copied()));
    let owned = x.to_owned();
    assert_eq!(owned.as_slice(), elements);
    assert_eq!(&owned, x);
    assert!(x.iter().rev().eq(elements.iter().rev()));
    assert_eq!((x + 1).as_slice(), elements.iter().map(|x| x + 1).collect::<Vec<_>>());
}

/// Exactly the elements of the view are changed through it.
fn changed<S: Shape, D: StorageMut, R: ViewBy<S> + Copy>(x: &mut Tensor<i64, S, D>, how: R, model: &Model) {
    let sizes = x.sizes().as_ref().to_vec();
    let mut whole: Vec<i64> = x.iter().copied().collect();
    let mut view = x.view_by_mut(how);
    for (n, (index, x)) in view.indexed_iter_mut().enumerate() {
        *x += 1000 * (n as i64 + 1);
        let source = model.source(&sizes, index.as_ref());
        whole[source.iter().zip(&sizes).fold(0, |place, (i, size)| place * size + i)] = *x;
    }
    assert_eq!(view.iter().len(), whole.iter().filter(|x| **x >= 1000).count());
    view += 7;
    whole.iter_mut().filter(|x| **x >= 1000).for_each(|x| *x += 7);
    assert!(x.iter().eq(&whole));
}

/// Borrowed, to be changed, and owned, of that operand.
fn check<S: Shape, R: ViewBy<S> + Copy>(array: &ArrayViewD<i64>, how: R, model: &Model) {
    let (before, sizes) = (array.shape(), model.sizes(array.shape()));
    let elements: Vec<i64> = indices(&sizes).map(|index| array[IxDyn(&model.source(before, &index))]).collect();
    let view: Tensor<i64, S, View> = Tensor::try_from(array).expect("its sizes");
    shows(&view.view_by(how), &sizes, &elements);
    shows(&view.clone().into_view_by(how), &sizes, &elements);
    assert_eq!(how.of(view.shape()).expect("a shape").sizes().as_ref(), sizes);

    let owned = view.to_owned();
    shows(&owned.view_by(how), &sizes, &elements);
    let moved = owned.clone().into_view_by(how);
    shows(&moved, &sizes, &elements);
    let mut copy = moved.clone();
    copy += 1;
    assert!(moved.iter().eq(&elements));
    changed(&mut owned.clone(), how, model);
    let mut borrowed = owned.clone();
    let mut borrowed = borrowed.view_mut().into_view_by(how);
    shows(&borrowed, &sizes, &elements);
    borrowed += 1;
    assert_eq!(&borrowed, &copy);

    // with gaps and backwards in memory
    if before.len() < 6 {
        let layout = Layout { rotated: 1, inverted: 0b1010, sparse: 0b0110, stretched: 0 };
        let mut memory = layout.memory(before, below_1000);
        let mut array = layout.view_mut(&mut memory);
        changed(&mut Tensor::<i64, S, ViewMut>::try_from(&mut array).expect("its sizes"), how, model);
    }
}

/// An element for each place.
fn below_1000(place: usize) -> i64 {
    place as i64 % 1000
}

/// Sizes of these ranks with few elements.
fn sizes(ranks: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<usize>> {
    let size = prop_oneof![1 => Just(0), 4 => Just(1), 4 => Just(2), 3 => Just(3), 1 => Just(5)];
    let most = if cfg!(miri) { 8 } else { 200 };
    vec(size, ranks).prop_filter("few elements", move |sizes| sizes.iter().product::<usize>() <= most)
}

/// Where an axis stands.
fn place(axis: isize, rank: usize) -> Option<usize> {
    let place = if axis < 0 { axis + rank as isize } else { axis };
    (0..rank as isize).contains(&place).then_some(place as usize)
}

/// An axis that does not exist is named in the error.
fn no_axis<R: ViewBy<AnyShape>>(array: &ArrayViewD<i64>, how: R, axis: isize) {
    let view: Tensor<i64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
    let error = view.try_view_by(how).expect_err("it has no such axis");
    let how = "axes count from 0, or back from -1";
    assert_eq!(error.to_string(), format!("{} has no axis {axis}: {how}", view.shape()));
}

/// Operations on two axes, of any rank.
fn two_axes<const X: isize, const Y: isize>(array: &ArrayViewD<i64>) {
    let (rank, axes) = (array.ndim(), (Axis::<X>, Axis::<Y>));
    match (place(X, rank), place(Y, rank)) {
        (Some(x), Some(y)) => {
            check::<AnyShape, _>(array, Swap(axes.0, axes.1), &Model::swap(rank, x, y));
            check::<AnyShape, _>(array, Move(axes.0, axes.1), &Model::shift(rank, x, y));
            if x != y {
                check::<AnyShape, _>(array, Diagonal(axes.0, axes.1), &Model::Diagonal(x, y));
                return;
            }
            let view: Tensor<i64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
            let error = view.try_view_by(Diagonal(axes.0, axes.1)).expect_err("one axis");
            let text = format!("axis {Y} of {} is named twice: name each axis once", view.shape());
            assert_eq!(error.to_string(), text);
            assert_eq!(error.kind(), ErrorKind::AxisTwice);
        }
        (x, _) => {
            let missing = if x.is_none() { X } else { Y };
            no_axis(array, Swap(axes.0, axes.1), missing);
            no_axis(array, Move(axes.0, axes.1), missing);
            no_axis(array, Diagonal(axes.0, axes.1), missing);
        }
    }
}

/// Operations on one axis, of any rank.
fn one_axis<const X: isize>(array: &ArrayViewD<i64>) {
    let rank = array.ndim();
    match place(X, rank) {
        Some(x) if array.shape()[x] == 1 => {
            check::<AnyShape, _>(array, Squeeze(Axis::<X>), &Model::Squeeze(x));
            assert_eq!(Model::Unsqueeze(x).sizes(&Model::Squeeze(x).sizes(array.shape())), array.shape());
        }
        Some(x) => {
            let view: Tensor<i64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
            let error = view.try_view_by(Squeeze(Axis::<X>)).expect_err("it is not 1");
            assert_eq!((error.kind(), error.axis()), (ErrorKind::Other, Some(x)));
        }
        None => no_axis(array, Squeeze(Axis::<X>), X),
    }
    if let Some(x) = place(X, rank + 1) {
        check::<AnyShape, _>(array, Unsqueeze(Axis::<X>), &Model::Unsqueeze(x));
    } else {
        let view: Tensor<i64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
        let error = view.try_unsqueeze(Axis::<X>).expect_err("it has no such axis");
        let how = "axes count from 0, or back from -1";
        assert_eq!(error.to_string(), format!("{} with one more axis has no axis {X}: {how}", view.shape()));
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn axes_named_by_types(sizes in sizes(0..=6), layout in layout()) {
        with_operand(&sizes, &layout, below_1000, |array| {
            two_axes::<0, 0>(array);
            two_axes::<-1, 0>(array);
            one_axis::<0>(array);
            one_axis::<-1>(array);
            if cfg!(miri) {
                return;
            }
            two_axes::<0, 1>(array);
            two_axes::<1, 0>(array);
            two_axes::<0, -1>(array);
            two_axes::<2, -2>(array);
            two_axes::<-3, 1>(array);
            two_axes::<4, 2>(array);
            two_axes::<5, -6>(array);
            one_axis::<1>(array);
            one_axis::<3>(array);
            one_axis::<-2>(array);
            one_axis::<-4>(array);
        });
    }

    #[test]
    fn axes_named_by_numbers(
        (sizes, order, back) in sizes(0..=6).prop_flat_map(|sizes| {
            let order: Vec<usize> = (0..sizes.len()).collect();
            let back = vec(any::<bool>(), sizes.len());
            (Just(sizes), Just(order).prop_shuffle(), back)
        }),
        layout in layout(),
    ) {
        let named = |axis: usize| if back[axis] { axis as isize - sizes.len() as isize } else { axis as isize };
        let numbers: Vec<isize> = order.iter().map(|&axis| named(axis)).collect();
        with_operand(&sizes, &layout, below_1000, |array| {
            check::<AnyShape, _>(array, Permute(&numbers[..]), &Model::Order(order.clone()));
            check::<AnyShape, _>(array, Flip(..), &Model::Flip(order.clone()));
            let some = order.len() / 2;
            check::<AnyShape, _>(array, Flip(&numbers[..some]), &Model::Flip(order[..some].to_vec()));
            if let [.., x, y] = (0..sizes.len()).collect::<Vec<_>>()[..] {
                check::<AnyShape, _>(array, Transpose, &Model::swap(sizes.len(), x, y));
            }
        });
    }

    /// A view of a view equals the result of the loops, after any steps.
    #[test]
    fn views_of_views(sizes in sizes(3..=3), layout in layout()) {
        with_operand(&sizes, &layout, below_1000, |array| {
            let view: Tensor<i64, (Dyn, Dyn, Dyn), View> = Tensor::try_from(array).unwrap();
            let expected = |f: &dyn Fn(usize, usize, usize) -> [usize; 3], sizes: &[usize]| -> Vec<i64> {
                indices(sizes).map(|index| array[f(index[0], index[1], index[2])]).collect()
            };
            let [a, b, c] = [sizes[0], sizes[1], sizes[2]];
            let flipped = view.flip(Axis::<1>);
            let turned = flipped.permute((Axis::<2>, Axis::<0>, Axis::<1>));
            shows(&turned, &[c, a, b], &expected(&|k, i, j| [i, b - 1 - j, k], &[c, a, b]));
            let back = turned.flip((Axis::<0>, Axis::<2>));
            shows(&back, &[c, a, b], &expected(&|k, i, j| [i, j, c - 1 - k], &[c, a, b]));
            let diagonal = turned.diagonal(Axis::<0>, Axis::<2>);
            let n = b.min(c);
            let elements = expected(&|i, k, _| [i, b - 1 - k, k], &[a, n, 1]);
            shows(&diagonal, &[a, n], &elements);
            shows(&diagonal.flip(..), &[a, n], &expected(&|i, k, _| [a - 1 - i, b - n + k, n - 1 - k], &[a, n, 1]));
            // the same for the tensor itself, whose elements stay in memory
            let owned = view.to_owned();
            let start = owned.as_slice().as_ptr_range();
            let owned = owned.into_flipped(Axis::<1>).into_permuted((Axis::<2>, Axis::<0>, Axis::<1>));
            assert!(owned.iter().all(|x| start.contains(&std::ptr::from_ref(x))));
            assert_eq!(owned, turned);
            assert_eq!(owned.clone().into_diagonal(Axis::<0>, Axis::<2>).into_flipped(..), diagonal.flip(..));
            assert_eq!(owned.flip((Axis::<0>, Axis::<2>)), back);
        });
    }
}

/// The typed result has the sizes and elements of the one at run time.
macro_rules! typed {
    ($S:ty, $sizes:expr; $($how:expr => $model:expr;)+) => {$(
        for layout in [
            Layout::default(),
            Layout { rotated: 2, inverted: 5, sparse: 3, stretched: 0 },
            Layout { rotated: 1, inverted: 2, sparse: 0, stretched: 6 },
        ].into_iter().skip(if cfg!(miri) { 2 } else { 0 }) {
            with_operand(&$sizes, &layout, below_1000, |array| {
                check::<$S, _>(array, $how, &$model);
                if !cfg!(miri) {
                    check::<AnyShape, _>(array, $how, &$model);
                }
            });
        }
    )+};
}

#[test]
fn static_and_partly_dynamic_shapes() {
    use conformable::Axis as X;
    macro_rules! of_three {
        ($S:ty) => {
            typed!($S, if cfg!(miri) { [1, 3, 2] } else { [2, 3, 4] };
                Permute((X::<2>, X::<0>, X::<1>)) => Model::Order(vec![2, 0, 1]);
                Permute((X::<-1>, X::<-2>, X::<-3>)) => Model::Order(vec![2, 1, 0]);
                Transpose => Model::Order(vec![0, 2, 1]);
                Swap(X::<0>, X::<-1>) => Model::swap(3, 0, 2);
                Swap(X::<1>, X::<1>) => Model::swap(3, 1, 1);
                Move(X::<0>, X::<-1>) => Model::shift(3, 0, 2);
                Move(X::<2>, X::<0>) => Model::shift(3, 2, 0);
                Move(X::<-1>, X::<1>) => Model::shift(3, 2, 1);
                Flip(X::<1>) => Model::Flip(vec![1]);
                Flip((X::<-1>, X::<0>)) => Model::Flip(vec![2, 0]);
                Flip(..) => Model::Flip(vec![0, 1, 2]);
                Unsqueeze(X::<0>) => Model::Unsqueeze(0);
                Unsqueeze(X::<-1>) => Model::Unsqueeze(3);
                Unsqueeze(X::<2>) => Model::Unsqueeze(2);
                Diagonal(X::<0>, X::<1>) => Model::Diagonal(0, 1);
                Diagonal(X::<2>, X::<0>) => Model::Diagonal(2, 0);
                Diagonal(X::<-2>, X::<-1>) => Model::Diagonal(1, 2);
            );
        };
    }
    of_three!((Dyn, Size<3>, Dyn));
    if cfg!(miri) {
        return;
    }
    of_three!(Shape![2, 3, 4]);
    of_three!((Size<2>, Dyn, Size<4>));
    typed!(Shape![1, 3, 1, 2], [1, 3, 1, 2];
        Squeeze(X::<0>) => Model::Squeeze(0);
        Squeeze(X::<-2>) => Model::Squeeze(2);
        Permute((X::<3>, X::<-3>, X::<0>, X::<2>)) => Model::Order(vec![3, 1, 0, 2]);
    );
    typed!((Dyn, Size<0>, Dyn, Dyn), [1, 0, 1, 2];
        Squeeze(X::<0>) => Model::Squeeze(0);
        Squeeze(X::<2>) => Model::Squeeze(2);
        Flip(..) => Model::Flip(vec![0, 1, 2, 3]);
        Diagonal(X::<1>, X::<3>) => Model::Diagonal(1, 3);
    );
    typed!((), [];
        Permute(()) => Model::Order(vec![]);
        Flip(..) => Model::Flip(vec![]);
        Unsqueeze(X::<0>) => Model::Unsqueeze(0);
        Unsqueeze(X::<-1>) => Model::Unsqueeze(0);
    );
}

/// A function returns a tensor that it has made, with rearranged axes.
fn products<N: Dim, C: Dim>(x: &Tensor<i64, (N, C)>) -> Tensor<i64, (C, N), Owned<Heap, (N, C)>> {
    (x * x).into_t()
}

fn last_first(x: Tensor<i64, AnyShape>) -> Tensor<i64, AnyShape, Owned<Heap, AnyShape>> {
    x.into_flipped(..).into_moved_axis(Axis::<-1>, Axis::<0>)
}

#[test]
fn owned_tensors() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let y = products(&x);
    assert_eq!(y, Tensor::from([[1, 16], [4, 25], [9, 36]]));
    assert_eq!(products(&x).into_flipped(Axis::<0>).into_t(), Tensor::from([[9, 4, 1], [36, 25, 16]]));
    assert_eq!(&y + x.t(), Tensor::from([[2, 20], [6, 30], [12, 42]]));
    assert_eq!(y.sum_all(), 91);
    let z = last_first(x.clone().erase());
    assert_eq!(z, Tensor::from([[6, 3], [5, 2], [4, 1]]));
    let mut copy = z.clone();
    copy.t_mut().flip_mut(..).apply(|x| *x *= 10);
    assert_eq!((z.sum_all(), copy.sum_all()), (21, 210));

    let inline = Tensor::inline([[1, 2, 3], [4, 5, 6]]);
    let moved = inline.into_t().into_flipped(Axis::<1>);
    let (a, b) = (moved, moved); // it is `Copy`
    let boxed = Box::new(a);
    assert_eq!(*boxed, Tensor::from([[4, 1], [5, 2], [6, 3]]));
    assert_eq!(b, (*boxed).to_owned());
    let doubled: Tensor<i32, Shape![3, 2], Inline> = b + *boxed;
    assert_eq!(doubled, Tensor::from([[8, 2], [10, 4], [12, 6]]));
    let mut inline = inline;
    inline.diagonal_mut(Axis::<1>, Axis::<0>).apply(|x| *x = 0);
    assert_eq!(inline, Tensor::from([[0, 2, 3], [4, 0, 6]]));

    let mut memory = [1, 2, 3, 4, 5, 6];
    let mut view = Tensor::from_mut_slice(shape![2, 3], &mut memory).unwrap().into_t().into_flipped(..);
    assert_eq!(view, Tensor::from([[6, 3], [5, 2], [4, 1]]));
    view.diagonal_mut(Axis::<0>, Axis::<1>).apply(|x| *x = 0);
    assert_eq!(memory, [1, 0, 3, 4, 5, 0]);
    let shared = Tensor::from_slice(shape![2, 3], &memory).unwrap();
    let (left, right) = (shared.into_t(), shared.into_unsqueezed(Axis::<1>).into_squeezed(Axis::<1>));
    assert_eq!((left.t(), right), (shared, shared));
}

#[test]
fn elements_with_a_destructor() {
    let count = Rc::new(0);
    let x = Tensor::from_fn(shape![3, 4], |_| Rc::clone(&count));
    assert_eq!(Rc::strong_count(&count), 13);
    // elements outside the view are still in memory
    let diagonal = x.into_diagonal(Axis::<0>, Axis::<1>);
    assert_eq!((diagonal.numel(), Rc::strong_count(&count)), (3, 13));
    let copy = diagonal.clone().into_flipped(..);
    assert_eq!((copy.numel(), Rc::strong_count(&count)), (3, 25));
    drop(diagonal);
    assert_eq!(Rc::strong_count(&count), 13);
    drop(copy);
    assert_eq!(Rc::strong_count(&count), 1);
    let x = Tensor::from_fn(AnyShape::from([3, 4]), |_| Rc::clone(&count));
    let refused = x.try_into_view_by(Squeeze(Axis::<0>));
    let x = refused.unwrap_err().into_value();
    assert_eq!((x.numel(), Rc::strong_count(&count)), (12, 13));
    drop(x);
    assert_eq!(Rc::strong_count(&count), 1);

    let text = |[i, j]: [usize; 2]| format!("{i}{j}");
    let mut x = Tensor::inline_from_fn(shape![2, 3], text).into_t();
    x.flip_mut(Axis::<0>).iter_mut().for_each(|text| text.push('!'));
    x.flip_mut(..)[[0, 0]] = String::from("last");
    assert_eq!(x.to_string(), "[[ 00!,  10!],\n [ 01!,  11!],\n [ 02!, last]]");
    assert_eq!(x.clone().into_t()[[1, 2]], "last");
    let mut x = Tensor::from_fn(shape![2, 0], text).into_flipped(..).into_t();
    assert_eq!(x.iter_mut().count(), 0);
}

#[test]
fn what_is_refused_at_run_time() {
    let x = Tensor::<i32, _>::zeros(shape![2, 3]).erase();
    let text = |error: Option<conformable::ShapeError>| error.expect("it is refused").to_string();
    let no_axis = |axis: &str| format!("(2, 3) has no axis {axis}: axes count from 0, or back from -1");
    assert_eq!(text(x.try_view_by(Permute([0, 2])).err()), no_axis("2"));
    assert_eq!(text(x.try_view_by(Permute([-3, 0])).err()), no_axis("-3"));
    assert_eq!(text(x.try_view_by(Flip([isize::MIN])).err()), no_axis(&isize::MIN.to_string()));
    assert_eq!(text(x.try_view_by(Flip([isize::MAX])).err()), no_axis(&isize::MAX.to_string()));
    assert_eq!(text(x.try_view_by(Swap(Axis::<0>, Axis::<2>)).err()), no_axis("2"));
    assert_eq!(text(x.try_view_by(Move(Axis::<-3>, Axis::<0>)).err()), no_axis("-3"));
    assert_eq!(text(x.try_view_by(Squeeze(Axis::<2>)).err()), no_axis("2"));
    let no_gap = |axis: &str| no_axis(axis).replacen("has", "with one more axis has", 1);
    assert_eq!(text(x.try_view_by(Unsqueeze(Axis::<3>)).err()), no_gap("3"));
    assert_eq!(text(x.try_view_by(Unsqueeze(Axis::<-4>)).err()), no_gap("-4"));
    assert_eq!(text(x.try_view_by(Diagonal(Axis::<0>, Axis::<5>)).err()), no_axis("5"));
    let twice = |axis: &str| format!("axis {axis} of (2, 3) is named twice: name each axis once");
    assert_eq!(text(x.try_view_by(Permute([1, 1])).err()), twice("1"));
    assert_eq!(text(x.try_view_by(Permute([1, -1])).err()), twice("-1"));
    assert_eq!(text(x.try_view_by(Permute((Axis::<-1>, Axis::<1>))).err()), twice("1"));
    assert_eq!(text(x.try_view_by(Flip([0, -2])).err()), twice("-2"));
    assert_eq!(text(x.try_view_by(Diagonal(Axis::<0>, Axis::<-2>)).err()), twice("-2"));
    let order = |axes: &str| format!("cannot permute (2, 3): the order names {axes}, and the shape has 2");
    assert_eq!(text(x.try_view_by(Permute([0])).err()), order("1 axis"));
    assert_eq!(text(x.try_view_by(Permute([0, 1, 0])).err()), order("3 axes"));
    assert_eq!(text(x.try_view_by(Permute((Axis::<0>,))).err()), order("1 axis"));
    let squeezed = x.try_view_by(Squeeze(Axis::<-1>)).err();
    assert_eq!(squeezed.as_ref().map(conformable::ShapeError::axis), Some(Some(1)));
    assert_eq!(
        text(squeezed),
        "cannot squeeze (2, 3)\n  lhs  2  3\n          ^ 3: only an axis of size 1 can be removed"
    );
    let row = Tensor::<i32, _>::zeros(shape![3]).erase();
    assert_eq!(text(row.try_view_by(Transpose).err()), "cannot transpose (3,)\n  it has fewer than two axes");
    let dynamic = Tensor::<i32, (Dyn, Size<2>)>::zeros((Dyn::new(3), Size));
    let refused = "cannot squeeze (3, 2)\n  lhs  3  2\n       ^ 3: only an axis of size 1 can be removed";
    assert_eq!(text(dynamic.try_view_by(Squeeze(Axis::<0>)).err()), refused);

    let mut x = x;
    assert_eq!(text(x.try_view_by_mut(Permute([0])).err()), order("1 axis"));
    let refused = x.clone().try_into_view_by(Permute([0])).unwrap_err();
    assert_eq!((refused.to_string(), refused.into_value()), (order("1 axis"), x));
}

/// Copies of views whose elements are strided along the rows, and into such views, in every form.
fn check_copies<T: Copy + PartialEq + core::fmt::Debug>(sizes: &[usize], order: &[isize], from: impl Fn(usize) -> T) {
    let numel = sizes.iter().product();
    let x = Tensor::from_vec(AnyShape::from(sizes), (0..numel).map(from).collect()).unwrap();
    for view in [x.permute(order), x.permute(order).into_flipped([0]), x.flip([-1]).into_permuted(order)] {
        // one element after the other
        let wanted: Vec<T> = view.indexed_iter().map(|(_, &element)| element).collect();
        let copy = view.to_owned();
        assert_eq!(copy.as_slice(), wanted);
        assert_eq!(copy.sizes(), view.sizes());
        let mut target = copy.map(|_| copy.as_slice()[0]);
        target.assign(&view);
        assert_eq!(target, copy);
        let mut target = Tensor::full(x.shape().to_owned(), copy.as_slice()[0]);
        target.permute_mut(order).assign(&copy);
        assert_eq!(target.permute(order), copy);
        target.flip_mut(..).permute_mut(order).assign(&view);
        assert!(target.flip(..).permute(order).iter().eq(&wanted));
    }
}

#[test]
fn interleaved_copies() {
    for rows in 2..=5 {
        check_copies(&[rows, 3, 12], &[1, 2, 0], |i| i as f32);
        check_copies(&[3, 12, rows], &[2, 0, 1], |i| i as f32);
    }
}

/// Numbers that are signalling NaN as floats, elements with padding, and references.
#[test]
fn copies_keep_each_bit() {
    static TEXT: [u8; 12 * 19] = [b'.'; 12 * 19];
    let (sizes, order) = (&[12, 19], &[1, 0]);
    check_copies(sizes, order, |i| 0x7f80_0001 + i as u32);
    check_copies(sizes, order, |i| 0xfff0_0000_0000_0001 + i as u64);
    check_copies(sizes, order, |i| (i as u8, 0x7fa0 + i as u16));
    check_copies(sizes, order, |i| (i as u16, u32::MAX - i as u32));
    check_copies(sizes, order, |i| &TEXT[i]);
}

/// Above the sides of the blocks that are copied at once.
const MOST: usize = if cfg!(miri) { 12 } else { 70 };
const FEW: usize = if cfg!(miri) { 2 } else { 6 };

proptest! {
    #![proptest_config(config(48))]
    #[test]
    fn transposed_copies(sizes in (1..MOST, 1..MOST, 1..FEW, 1..3usize), order in Just(vec![0, 1, 2, 3]).prop_shuffle()) {
        let sizes = [sizes.0, sizes.1, sizes.2, sizes.3];
        for sizes in [sizes, [sizes[2], sizes[1], sizes[3], sizes[0]]] {
            check_copies(&sizes, &order, |i| i as f64);
            if cfg!(miri) {
                continue;
            }
            check_copies(&sizes, &order, |i| i as u8);
            check_copies(&sizes, &order, |i| i as u16);
            check_copies(&sizes, &order, |i| i as f32);
            check_copies(&sizes, &order, |i| [i, i + 1, i + 2]);
        }
    }
}
