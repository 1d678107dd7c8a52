//! Running sums and products, differences, slices and reshaped tensors against loops over indices, over random shapes.

#![allow(clippy::cast_possible_wrap, reason = "few axes")]

use conformable::axes::{
    FlattenAxes, FlattenAxesTo, Narrow, NarrowAxis, Nth, Reversed, Slice, Span, Stepped, To, ViewBy,
};
use conformable::{AnyShape, AxesOf, Axis, Dyn, Named, ShapeError, Size, Storage, Tensor, View, shape};
use proptest::prelude::*;

/// Sizes of rank 1 to 4, and an axis of them.
fn sizes() -> impl Strategy<Value = (Vec<usize>, usize)> {
    prop::collection::vec(0..6usize, 1..5).prop_flat_map(|sizes| {
        let rank = sizes.len();
        (Just(sizes), 0..rank)
    })
}

/// Elements that differ from place to place.
fn squares(sizes: &[usize]) -> Tensor<i64, AnyShape> {
    let mut next = 0;
    Tensor::from_fn(AnyShape::from(sizes), |_| {
        next += 1;
        next * next % 101 - 40
    })
}

/// The same sizes as a view whose elements are not in row-major order: reversed along each axis, of a transposed
/// tensor.
fn scattered(sizes: &[usize]) -> Tensor<i64, AnyShape> {
    let backwards: Vec<usize> = sizes.iter().rev().copied().collect();
    squares(&backwards)
}

/// All axes, the last one first.
fn order(rank: usize) -> Vec<isize> {
    (0..rank as isize).rev().collect()
}

fn check_scan<D: Storage>(x: &Tensor<i64, AnyShape, D>, axis: usize) {
    let sum = x.cumsum(&[axis as isize][..]);
    let product = x.cumprod(&[axis as isize][..]);
    assert_eq!(sum.sizes(), x.sizes());
    let backwards: Vec<usize> = x.sizes().iter().rev().copied().collect();
    for (wanted, is_sum) in [(&sum, true), (&product, false)] {
        // into elements that are not in row-major order
        let mut out = Tensor::full(AnyShape::from(&backwards[..]), -1);
        let mut scattered = out.permute_mut(&order(backwards.len())[..]);
        let mut target = scattered.flip_mut(..);
        if is_sum {
            x.cumsum_into(&[axis as isize][..], &mut target);
        } else {
            x.cumprod_into(&[axis as isize][..], &mut target);
        }
        assert_eq!(&target, wanted);
    }
    for (index, _) in x.indexed_iter() {
        let up_to = |i: usize| {
            let mut at = index.clone();
            at.as_mut()[axis] = i;
            x[&*at]
        };
        let all = (0..=index[axis]).map(up_to);
        assert_eq!(sum[&*index], all.clone().sum::<i64>());
        assert_eq!(product[&*index], all.fold(1, i64::wrapping_mul));
    }
}

proptest! {
    #[test]
    fn scans((sizes, axis) in sizes()) {
        check_scan(&squares(&sizes), axis);
        let x = scattered(&sizes);
        check_scan(&x.permute(&order(sizes.len())[..]).flip(..), axis);
    }

    #[test]
    fn several_axes_are_scanned_in_row_major_order((sizes, _) in sizes()) {
        let x = squares(&sizes);
        let mut sum = 0;
        let sums: Vec<i64> = x.iter().map(|x| { sum += x; sum }).collect();
        prop_assert_eq!(x.cumsum(..).to_vec(), sums);
    }

    #[test]
    fn slices(n in 0..5usize, m in 1..6usize, from in 0..4usize, length in 0..4usize, by in 1..4usize, i in 0..5usize) {
        let x = squares(&[n, m]);
        let typed: Tensor<i64, (Dyn, Dyn)> = x.clone().refine().unwrap();
        let part = typed.try_view_by(Slice((.., Stepped(from..from + length, by))));
        prop_assert_eq!(part.is_ok(), from + length <= m);
        if let Ok(part) = part {
            let wanted = Tensor::from_fn(shape![n, length.div_ceil(by)], |[a, b]| typed[[a, from + b * by]]);
            prop_assert_eq!(&part, &wanted);
            prop_assert_eq!(&typed.try_view_by(NarrowAxis(Axis::<1>, Stepped(from..from + length, by))).unwrap(), &wanted);
            prop_assert_eq!(&x.try_view_by(Slice((.., Stepped(from..from + length, by)))).unwrap(), &wanted.erase());
        }
        let span = typed.try_view_by(NarrowAxis(Axis::<1>, Span(from, Size::<2>)));
        prop_assert_eq!(span.is_ok(), from + 2 <= m);
        if let Ok(span) = span {
            prop_assert_eq!(span, Tensor::from_fn(shape![n, 2], |[a, b]| typed[[a, from + b]]));
        }
        let column = typed.try_view_by(Nth(Axis::<1>, i));
        prop_assert_eq!(column.is_ok(), i < m);
        if let Ok(column) = column {
            prop_assert_eq!(&column, &Tensor::from_fn(shape![n], |[a]| typed[[a, i]]));
            prop_assert_eq!(&typed.slice((.., i)), &column);
        }
        let backwards = typed.slice((Reversed, Stepped(Reversed, by)));
        prop_assert_eq!(backwards, Tensor::from_fn(shape![n, m.div_ceil(by)], |[a, b]| typed[[n - 1 - a, m - 1 - b * by]]));
    }

    #[test]
    fn parts_of_an_axis_one_after_the_other(n in 0..7usize, m in 0..4usize) {
        let x: Tensor<i64, (Dyn, Dyn)> = squares(&[n, m]).refine().unwrap();
        for x in [x.view(), x.flip(..)] {
            let rows: Vec<_> = x.axis_iter(Axis::<0>).map(|row| row.to_vec()).collect();
            prop_assert_eq!(rows.concat(), x.to_vec());
            prop_assert_eq!(x.axis_iter(Axis::<1>).rev().len(), m);
            for (i, window) in x.axis_windows(Axis::<0>, Size::<3>).enumerate() {
                prop_assert_eq!(window, x.narrow(Axis::<0>, Span(i, Size::<3>)));
            }
            prop_assert_eq!(x.axis_windows(Axis::<0>, Size::<3>).len(), (n + 1).saturating_sub(3));
            let chunks = x.axis_chunks_iter(Axis::<0>, Size::<2>);
            prop_assert_eq!(chunks.len(), n / 2);
            prop_assert_eq!(chunks.map(|chunk| chunk.to_vec()).collect::<Vec<_>>().concat(), x.to_vec()[..n / 2 * 2 * m].to_vec());
            let (before, after) = x.split_at(Axis::<0>, n / 2);
            prop_assert_eq!([before.to_vec(), after.to_vec()].concat(), x.to_vec());
        }
    }

    #[test]
    fn rows_of_any_rank((sizes, _) in sizes()) {
        let x = scattered(&sizes);
        let backwards = order(sizes.len());
        let view = x.permute(&backwards[..]);
        let wanted = view.to_vec();
        let rows = view.rows();
        prop_assert_eq!(rows.len(), sizes[..sizes.len() - 1].iter().product::<usize>());
        prop_assert_eq!(rows.clone().map(|row| row.to_vec()).collect::<Vec<_>>().concat(), &wanted[..]);
        let last: Vec<_> = rows.rev().map(|row| row.flip(..).to_vec()).collect();
        prop_assert_eq!(last.concat(), wanted.iter().rev().copied().collect::<Vec<_>>());
        let (mut changed, mut number) = (x.clone(), 0);
        changed.permute_mut(&backwards[..]).rows_mut().for_each(|mut row| {
            row.fill(number);
            number += 1;
        });
        let last = *sizes.last().unwrap();
        let numbers: Vec<i64> = (0..number).flat_map(|number| vec![number; last]).collect();
        prop_assert_eq!(changed.permute(&backwards[..]).to_vec(), if last == 0 { Vec::new() } else { numbers });
    }

    #[test]
    fn mutable_parts_of_an_axis(n in 0..7usize, m in 0..4usize) {
        let x: Tensor<i64, (Dyn, Dyn)> = squares(&[n, m]).refine().unwrap();
        let mut to = Tensor::full(x.shape().to_owned(), 0);
        for (mut to, from) in to.axis_iter_mut(Axis::<1>).zip(x.axis_iter(Axis::<1>)) {
            to.assign(&from);
        }
        prop_assert_eq!(&to, &x);
        // all at once: parts do not overlap
        let mut parts: Vec<_> = to.axis_chunks_iter_mut(Axis::<0>, Size::<2>).rev().collect();
        for part in &mut parts {
            part.apply(|x| *x += 1000);
        }
        let wanted = Tensor::from_fn(shape![n, m], |[i, j]| x[[i, j]] + if i < n / 2 * 2 { 1000 } else { 0 });
        prop_assert_eq!(&to, &wanted);
    }

    #[test]
    fn differences_into_a_tensor(n in 1..7usize, m in 0..4usize) {
        let x: Tensor<i64, (Dyn, Dyn)> = squares(&[n, m]).refine().unwrap();
        let mut out = Tensor::full(shape![m, n - 1], 0);
        x.diff_into(Axis::<0>, &mut out.t_mut());
        prop_assert_eq!(out.t(), x.diff(Axis::<0>));
        prop_assert!(x.try_diff_into(Axis::<0>, &mut Tensor::full(shape![n, m], 0)).is_err());
    }

    #[test]
    fn differences_of_differences((sizes, axis) in sizes(), count in 0..5usize) {
        let x = squares(&sizes);
        let order = order(sizes.len());
        let got = x.permute(&order[..]).to_owned().permute(&order[..]).try_diff_n(axis, count);
        prop_assert_eq!(got.is_ok(), count <= sizes[axis]);
        if let Ok(got) = got {
            let mut wanted = x.clone();
            for _ in 0..count {
                wanted = wanted.diff(axis);
            }
            prop_assert_eq!(&got, &wanted);
            let mut out = wanted.permute(&order[..]).to_owned().map(|_| 9);
            x.diff_n_into(axis as isize - sizes.len() as isize, count, &mut out.permute_mut(&order[..]));
            prop_assert_eq!(&out.permute(&order[..]), &wanted);
        }
    }

    #[test]
    fn reshaped_as_views_and_copies((sizes, _) in sizes(), groups in prop::collection::vec(1..4usize, 0..4)) {
        // the same number of elements in other groups
        let numel: usize = sizes.iter().product();
        let mut to = groups;
        let product: usize = to.iter().product();
        if product == 0 || numel % product != 0 {
            return Ok(());
        }
        to.push(numel / product);
        let (x, target) = (squares(&sizes), AnyShape::from(&to[..]));
        let moved = x.clone().reshape(target.clone());
        prop_assert_eq!(moved.sizes(), target.clone());
        prop_assert_eq!(moved.to_vec(), x.to_vec());
        prop_assert_eq!(&x.reshape_view(target.clone()), &moved);
        let y = scattered(&sizes);
        for y in [y.permute(&order(sizes.len())[..]), x.flip(..), x.view()] {
            let copied = y.to_reshaped(target.clone());
            prop_assert_eq!(copied.to_vec(), y.to_vec());
            // if a view is possible, it has the same elements
            if let Ok(view) = y.try_reshape_view_by(To(target.clone())) {
                prop_assert_eq!(view, copied);
            }
        }
    }
}

#[test]
fn views_that_strides_do_not_allow_are_refused() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    assert!(x.try_reshape_view_by(FlattenAxes(Axis::<0>)).is_ok());
    let refused = x.t().try_reshape_view_by(FlattenAxes(Axis::<0>)).unwrap_err();
    assert!(refused.to_string().starts_with("cannot view (3, 2) as (6,)"), "{refused}");
    assert_eq!(x.t().to_flattened_axes(Axis::<0>).to_vec(), [1, 4, 2, 5, 3, 6]);
    // of one row they do
    let row = Tensor::from([[1, 2, 3]]);
    assert_eq!(row.t().flatten_axes_view(Axis::<0>), Tensor::from([1, 2, 3]));
}

#[test]
fn two_axes_become_a_given_one() {
    struct Channels;
    type Channel = Named<Channels, Size<6>>;
    let x = Tensor::from_fn(shape![2, 2, 3], |[i, j, k]| 100 * i + 10 * j + k);
    let y: Tensor<usize, (Size<2>, Channel)> = x.clone().flatten_axes_to(Axis::<1>, Channel::default());
    assert_eq!((y.sizes(), y.to_vec()), ([2, 6], x.to_vec()));
    assert_eq!(y.unflatten(Axis::<1>, (Size::<2>, Size::<3>)), x);
    assert_eq!(x.flatten_axes_to_view(Axis::<-2>, Size::<6>), x.clone().flatten_axes(Axis::<1>));
    // a run-time size that the types do not prove to be the product
    let n = |n| Dyn::new(n);
    assert_eq!(x.to_flattened_axes_to(Axis::<1>, n(6)).to_vec(), x.to_vec());
    let turned = x.swap_axes(Axis::<1>, Axis::<2>);
    assert_eq!(
        turned.to_flattened_axes_to(Axis::<1>, Size::<6>).to_vec(),
        [0, 10, 1, 11, 2, 12, 100, 110, 101, 111, 102, 112]
    );
    assert!(turned.try_reshape_view_by(FlattenAxesTo(Axis::<1>, Size::<6>)).is_err());
    let mut changed = x.clone();
    changed.flatten_axes_to_view_mut(Axis::<1>, Size::<6>)[[1, 3]] = 7;
    assert_eq!(changed[[1, 1, 0]], 7);
    let refused = x.clone().try_reshape_by(FlattenAxesTo(Axis::<1>, n(5))).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "cannot flatten axes of (2, 2, 3) to (2, 5)\n  the given size is not the product of the two axes"
    );
    assert_eq!(refused.into_value(), x);
}

#[test]
fn two_axes_of_any_shape_become_a_given_one() {
    let x = squares(&[2, 0, 3]);
    assert_eq!(x.to_flattened_axes_to(Axis::<0>, Dyn::new(0)).sizes()[..], [0, 3]);
    let refused = |x: &Tensor<i64, AnyShape>, axis: Axis<-2>, size| {
        x.try_reshape_view_by(FlattenAxesTo(axis, Dyn::new(size))).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&x, Axis, 3),
        "cannot flatten axes of (2, 0, 3) to (2, 3)\n  the given size is not the product of the two axes"
    );
    // more than a `usize` counts
    let x: Tensor<i64, AnyShape> = Tensor::zeros([0, usize::MAX, 2].into_iter().collect());
    assert!(refused(&x, Axis, 2).starts_with("cannot flatten axes of (0, "));
    assert!(refused(&squares(&[2]), Axis, 2).starts_with("(2,) has no axis -2"));
}

#[test]
fn a_size_is_inferred_where_there_is_one() {
    type Rows = (Dyn, Size<3>);
    let inferred = |numel: usize| Tensor::from(vec![0; numel]).try_reshape_by(conformable::axes::As::<Rows>::new());
    assert_eq!(inferred(12).unwrap().sizes(), [4, 3]);
    assert_eq!(inferred(0).unwrap().sizes(), [0, 3]);
    let refused = inferred(13).unwrap_err();
    assert!(refused.to_string().starts_with("cannot reshape (13,) to (_, 3)"), "{refused}");
    assert_eq!(refused.into_value().len(), 13);
}

#[test]
fn what_is_not_there_is_refused_in_a_line() {
    let error =
        |result: Result<Tensor<i64, AnyShape, View<'_>>, ShapeError>| result.map(|_| ()).unwrap_err().to_string();
    let x = squares(&[2, 3]);
    assert_eq!(error(x.try_view_by(Nth(Axis::<1>, 3))), "index 3 is out of bounds for axis 1 of (2, 3), which is 3");
    assert_eq!(
        error(x.try_view_by(NarrowAxis(Axis::<-1>, 2..5))),
        "the range 2..5 is out of bounds for axis 1 of (2, 3), which is 3"
    );
    assert!(error(x.try_view_by(Slice((0,)))).starts_with("cannot slice (2, 3)"));
    assert!(error(x.try_view_by(Slice((.., Stepped(.., 0))))).starts_with("cannot slice (2, 3)"));
    assert_eq!(
        x.try_cumsum(Axis::<2>).unwrap_err().to_string(),
        "(2, 3) has no axis 2: axes count from 0, or back from -1"
    );
    let empty = Tensor::full((Dyn::new(2), Dyn::new(0)), 1);
    assert_eq!(
        empty.try_diff(Axis::<1>).unwrap_err().to_string(),
        "cannot take the differences of (2, 0) along axis 1 with a count of 1: the axis is 0, and each difference needs one element more"
    );
    assert!(
        x.try_diff_n(Axis::<1>, 4)
            .unwrap_err()
            .to_string()
            .starts_with("cannot take the differences of (2, 3) along axis 1")
    );
}

#[test]
fn nothing_is_walked_of_sizes_that_none_counts() {
    let most = usize::MAX / 2;
    let x = Tensor::<i64, _>::zeros(AnyShape::from([0, most, 4]));
    assert_eq!(x.sum(&[1, 2][..]).sizes(), AnyShape::from([0]));
    assert_eq!(x.argmax(&[1, 2][..]).sizes(), AnyShape::from([0]));
    assert_eq!((x.sum_all(), x.cumsum(&[2][..]).len(), x.cumprod(..).len()), (0, 0, 0));
    assert_eq!(x.permute(&[2, 1, 0][..]).sum(&[0, 1][..]).sizes(), AnyShape::from([0]));
    assert!(x.try_sum(&[0][..]).unwrap_err().to_string().contains("more elements than memory can address"));
    assert!(x.try_reshape_view_by(FlattenAxes(Axis::<1>)).is_err());
    let wide = Tensor::<i64, _>::zeros(AnyShape::from([0, usize::MAX]));
    assert_eq!(wide.axis_windows(Axis::<1>, Size::<2>).len(), usize::MAX - 1);
    assert_eq!((wide.flip(..).len(), wide.t().sum(Axis::<0>).len()), (0, 0));
    assert_eq!(wide.slice((.., Stepped(1.., 2))).sizes(), AnyShape::from([0, usize::MAX / 2]));
}

#[test]
fn halves_are_changed_apart() {
    let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let (mut left, mut right) = x.split_at_mut(Axis::<1>, 1);
    left.fill(0);
    right.assign(&Tensor::from([7, 8]));
    assert_eq!(x, Tensor::from([[0, 7, 8], [0, 7, 8]]));
}

#[test]
fn static_shapes() {
    let x = Tensor::inline([[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert_eq!(x.cumsum(Axis::<1>).into_array(), [[1, 3, 6, 10], [5, 11, 18, 26]]);
    assert_eq!(x.diff(Axis::<0>).into_array(), [[4, 4, 4, 4]]);
    assert_eq!(x.reshape(shape![4, 2]).into_array(), [[1, 2], [3, 4], [5, 6], [7, 8]]);
    assert_eq!(x.unflatten(Axis::<1>, (Size::<2>, Size::<2>)).into_array(), [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    assert_eq!(x.flatten().into_array(), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(x.narrow(Axis::<1>, Narrow::<1, 2>).to_owned().into_array(), [[2, 3], [6, 7]]);
    assert_eq!(Axis::<1>.reduce(x.shape()), Ok(shape![2]));
    assert_eq!(Nth(Axis::<0>, 1).of(x.shape()), Ok(shape![4]));
}
