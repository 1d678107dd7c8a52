//! The elements of every layout, one by one: iterators from both ends, indices, equality and copies, against the
//! elements of ndarray.

#![allow(clippy::eq_op, clippy::nonminimal_bool, clippy::op_ref, reason = "`==` and `!=` are tested")]

use crate::common::naive::indices;
use conformable::{AnyShape, Inline, Shape, Storage, Tensor, View, ViewMut, shape};
use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn, Slice};

/// Pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

/// Calls `f` with views of each layout: dense, permuted, reversed, with every second element, broadcast, of one
/// element, and empty.
fn each_layout(mut f: impl FnMut(ArrayViewD<i32>)) {
    let few: [&[usize]; 2] = [&[], &[2, 1, 2]];
    let all: [&[usize]; 9] = [&[], &[1], &[5], &[0], &[3, 4], &[4, 1, 3], &[2, 3, 4], &[2, 0, 3], &[2, 1, 3, 2, 2]];
    for &sizes in if cfg!(miri) { &few[..] } else { &all[..] } {
        let numel = i32::try_from(sizes.iter().product::<usize>()).unwrap();
        let array = ArrayD::from_shape_vec(sizes, (0..numel).collect()).unwrap();
        f(array.view());
        f(array.t());
        for axis in 0..sizes.len() {
            let mut view = array.view();
            view.invert_axis(Axis(axis));
            f(view.view());
            f(view.reversed_axes());
            f(array.slice_axis(Axis(axis), Slice::new(0, None, 2)));
            f(array.slice_axis(Axis(axis), Slice::new(0, None, -2)));
            let ends = array.slice_axis(Axis(axis), Slice::from(..sizes[axis].min(1)));
            f(ends.broadcast([&[2], sizes].concat()).unwrap_or(ends.view()));
        }
        f(array.broadcast([&[3, 2], sizes].concat()).unwrap());
    }
}

/// A view's tensor, and its expected elements.
fn tensor<'a>(view: &ArrayViewD<'a, i32>) -> (Tensor<i32, AnyShape, View<'a>>, Vec<i32>) {
    let elements = indices(view.shape()).map(|index| view[&index[..]]).collect();
    (Tensor::try_from(view.clone()).unwrap(), elements)
}

/// Takes elements from both ends, skips some, and compares the rest.
fn same_as_a_slice<'a, T: PartialEq + std::fmt::Debug + 'a>(
    ours: &(impl DoubleEndedIterator<Item = &'a T> + ExactSizeIterator + Clone),
    slice: &'a [T],
) {
    let mut numbers = Numbers(1);
    for _ in 0..if cfg!(miri) { 1 } else { 4 } {
        let (mut ours, mut slice) = (ours.clone(), slice.iter());
        loop {
            assert_eq!((ours.len(), ours.size_hint()), (slice.len(), slice.size_hint()));
            assert!(ours.clone().eq(slice.clone()));
            assert!(ours.clone().rev().eq(slice.clone().rev()));
            let (mut all, mut back) = (Vec::new(), Vec::new());
            ours.clone().for_each(|x| all.push(x));
            ours.clone().rev().for_each(|x| back.push(x));
            assert!(all.into_iter().eq(slice.clone()) && back.into_iter().eq(slice.clone().rev()));
            let some = numbers.below(4);
            let (one, other) = match numbers.below(4) {
                0 => (ours.next(), slice.next()),
                1 => (ours.next_back(), slice.next_back()),
                2 => (ours.nth(some), slice.nth(some)),
                _ => (ours.nth_back(some), slice.nth_back(some)),
            };
            assert_eq!(one, other);
            if one.is_none() {
                break;
            }
        }
        assert_eq!((ours.next(), ours.next_back(), ours.len()), (None, None, 0));
    }
}

#[test]
fn iterators_of_each_layout() {
    each_layout(|view| {
        let (x, elements) = tensor(&view);
        same_as_a_slice(&x.iter(), &elements);
        same_as_a_slice(&x.to_heap().iter(), &elements);
        same_as_a_slice(&x.to_heap().view().iter(), &elements);
        same_as_a_slice(&x.into_iter(), &elements);
    });
    let inline = Tensor::inline([[1, 2, 3], [4, 5, 6]]);
    same_as_a_slice(&inline.iter(), inline.as_slice());
    same_as_a_slice(&inline.view().iter(), inline.as_slice());
    let nothing = Tensor::full(shape![2, 3], ());
    same_as_a_slice(&nothing.iter(), nothing.as_slice());
    same_as_a_slice(&nothing.view().iter(), nothing.as_slice());
}

/// Each element is changed exactly once, from either end.
#[test]
fn elements_are_changed_once() {
    let mut numbers = Numbers(2);
    for (turn, step) in [(false, 1), (false, 2), (true, 1), (true, -2), (false, -1)] {
        let mut array = ArrayD::<i32>::zeros(IxDyn(&[4, 3, 5]));
        let mut view = array.view_mut();
        view.slice_axis_inplace(Axis(0), Slice::new(0, None, step));
        view.slice_axis_inplace(Axis(2), Slice::new(1, Some(4), 1));
        let view = if turn { view.reversed_axes() } else { view };
        let mut x: Tensor<i32, AnyShape, ViewMut> = view.try_into().unwrap();
        let numel = x.numel();
        let mut elements = x.iter_mut();
        while let Some(element) = if numbers.below(2) == 0 { elements.next() } else { elements.next_back() } {
            *element += 1;
        }
        x.iter_mut().for_each(|element| *element += 10);
        x.iter_mut().rev().for_each(|element| *element += 100);
        for element in &mut x {
            *element += 1000;
        }
        for ((_, element), i) in x.indexed_iter_mut().zip(0..) {
            assert_eq!(*element, 1111);
            *element = 10_000 + i;
        }
        assert!(x.iter().copied().eq((0..).map(|i| 10_000 + i).take(numel)));
        assert_eq!(array.iter().filter(|&&element| element >= 10_000).count(), numel);
        assert_eq!(array.iter().filter(|&&element| element == 0).count(), array.len() - numel);
    }
    let mut dense = Tensor::from([[1, 2], [3, 4]]);
    dense.iter_mut().for_each(|x| *x *= 2);
    dense.iter_mut().rev().zip([1, 2, 3, 4]).for_each(|(x, y)| *x += y);
    assert_eq!(dense, Tensor::from([[6, 7], [8, 9]]));
}

#[test]
fn indices_of_each_layout() {
    each_layout(|view| {
        let (x, elements) = tensor(&view);
        let pairs: Vec<_> = indices(view.shape()).zip(elements).collect();
        let ours: Vec<_> = x.indexed_iter().map(|(index, &element)| (index.to_vec(), element)).collect();
        assert_eq!(ours, pairs);
        let back: Vec<_> = x.indexed_iter().rev().map(|(index, &element)| (index.to_vec(), element)).collect();
        assert!(back.iter().rev().eq(&pairs));
        for n in 0..=pairs.len() {
            let mut rest = x.indexed_iter();
            let nth = rest.nth(n).map(|(index, &element)| (index.to_vec(), element));
            assert_eq!(nth.as_ref(), pairs.get(n));
            let after = rest.next().map(|(index, &element)| (index.to_vec(), element));
            assert_eq!(after.as_ref(), pairs.get(n + 1));
        }
        one_by_one(&x, &pairs);
        one_by_one(&x.to_heap(), &pairs);
    });
}

/// Each index has its element; indices out of bounds or of another rank have none.
fn one_by_one<D: Storage>(x: &Tensor<i32, AnyShape, D>, pairs: &[(Vec<usize>, i32)]) {
    for (index, element) in pairs {
        assert_eq!((x[&index[..]], x.get(&index[..])), (*element, Some(element)));
        assert_eq!(x.get(&[&index[..], &[0]].concat()[..]), None);
        for axis in 0..index.len() {
            let mut index = index.clone();
            index[axis] = x.sizes()[axis];
            assert_eq!(x.get(&index[..]), None);
            index[axis] = usize::MAX;
            assert_eq!(x.get(&index[..]), None);
            index.remove(axis);
            assert_eq!(x.get(&index[..]), None);
        }
    }
}

/// For each rank with its own form, and for the others.
#[test]
fn indices_of_static_shapes() {
    fn all<const RANK: usize, S: Shape<Sizes = [usize; RANK]>>(shape: S) {
        let mut x = Tensor::from_fn(shape, |index| index.to_vec());
        for index in indices(&x.sizes()) {
            let index: [usize; RANK] = index.try_into().unwrap();
            assert_eq!((&x[index][..], &x.view()[index][..]), (&index[..], &index[..]));
            x.get_mut(index).unwrap().push(7);
            assert_eq!(x.view_mut()[index].pop(), Some(7));
            for axis in 0..RANK {
                let mut past = index;
                past[axis] = x.sizes()[axis];
                assert!(x.get(past).is_none() && x.view().get(past).is_none());
            }
        }
        let mut inline = x.indexed_iter();
        assert!(inline.by_ref().all(|(index, element)| index[..] == element[..]));
    }
    all(());
    all(shape![4]);
    all(shape![3, 4]);
    all(shape![2, 3, 4]);
    all(shape![2, 3, 1, 2]);
    all(shape![1, 2, 1, 3, 2]);
    let x = Tensor::inline_from_fn(shape![2, 3, 2], |[i, j, k]| 100 * i + 10 * j + k);
    assert_eq!(x.into_array(), [[[0, 1], [10, 11], [20, 21]], [[100, 101], [110, 111], [120, 121]]]);
    assert_eq!(Tensor::inline_from_fn((), |[]| 7).into_array(), 7);
    assert_eq!(Tensor::inline_full(shape![2, 2], 7).into_array(), [[7, 7], [7, 7]]);
}

/// Equal elements in any two layouts, and one that differs at each place.
#[test]
fn equality_of_each_layout() {
    each_layout(|view| {
        let (x, elements) = tensor(&view);
        let dense = Tensor::from_vec(AnyShape::from(view.shape()), elements).unwrap();
        let turned = ArrayD::from_shape_fn(view.t().shape(), |index| view.t()[index]);
        let mut turned = turned.reversed_axes();
        assert!(x == x && x == dense && dense == x && x == dense.view());
        assert!(Tensor::<_, AnyShape, View>::try_from(&turned).unwrap() == x);
        for index in indices(view.shape()) {
            let mut other = dense.clone();
            other[&index[..]] = -1;
            turned[&index[..]] = -1;
            let turned_view = Tensor::<_, AnyShape, View>::try_from(&turned).unwrap();
            assert!(x != other && other != x && x != other.view() && other.view() != x);
            assert!(turned_view != x && x != turned_view && turned_view != dense);
            turned[&index[..]] = view[&index[..]];
        }
    });
    // rows that are longer than a block, and rows of other lengths on the other side
    let long = if cfg!(miri) { 260 } else { 700 };
    let wide = ArrayD::from_shape_fn(IxDyn(&[3, long]), |index| index[0] * 1000 + index[1]);
    let high = ArrayD::from_shape_fn(IxDyn(&[long, 3]), |index| index[1] * 1000 + index[0]).reversed_axes();
    let mut even = ArrayD::from_shape_fn(IxDyn(&[3, 2 * long]), |index| index[0] * 1000 + index[1] / 2);
    even.slice_axis_inplace(Axis(1), Slice::new(0, None, 2));
    let [x, y, z] = [&wide, &high, &even].map(|array| Tensor::<_, AnyShape, View>::try_from(array).unwrap());
    assert!(x == y && y == z && z == x && x.to_heap() == z);
}

#[test]
fn copies_of_each_layout() {
    each_layout(|view| {
        let (x, elements) = tensor(&view);
        assert_eq!((x.to_vec(), x.to_owned().into_vec()), (elements.clone(), elements.clone()));
        assert_eq!((x.to_heap().to_vec(), x.to_heap().to_owned().into_vec()), (elements.clone(), elements));
    });
    let inline = Tensor::inline([[1, 2], [3, 4]]);
    let heap: Tensor<i32, _> = inline.to_heap();
    let back: Tensor<i32, _, Inline> = heap.to_inline();
    assert_eq!((heap.as_slice(), back.into_array()), (&[1, 2, 3, 4][..], [[1, 2], [3, 4]]));
    assert_eq!((inline.to_owned().into_array(), inline.to_vec()), ([[1, 2], [3, 4]], vec![1, 2, 3, 4]));
}
