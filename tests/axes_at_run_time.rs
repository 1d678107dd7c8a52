//! Axes, counts and slices that are known only at run time, and slices as types.

use conformable::axes::{Ellipsis, Entry, Narrow, NewAxis, Reversed, Span, Stepped};
use conformable::ops::Pad;
use conformable::windows::Window;
use conformable::{AnyShape, Axis, Dyn, Shape, Size, Tensor, View, concat, shape, stack};

fn cube() -> Tensor<i32, Shape![2, 3, 4]> {
    Tensor::arange(shape![2, 3, 4])
}

fn any() -> Tensor<i32, AnyShape> {
    cube().erase()
}

/// Compares each call along an axis whose number is a variable with the call along the axis as a type.
macro_rules! same {
    ($($number:literal: $x:ident, $axis:ident => $call:expr;)*) => {$(
        let typed = {
            let ($x, $axis) = (any(), Axis::<$number>);
            $call
        };
        let numbers: [isize; 1] = [$number];
        for number in numbers {
            let ($x, $axis) = (any(), number);
            assert_eq!($call, typed, "{}", stringify!($call));
            let ($x, $axis) = (any(), i32::try_from(number).unwrap());
            assert_eq!($call, typed, "{}", stringify!($call));
            let ($x, $axis) = (any(), i64::try_from(number).unwrap());
            assert_eq!($call, typed, "{}", stringify!($call));
        }
    )*};
}

#[test]
fn numbers_are_axes_of_any_shape() {
    let indices = Tensor::from([1, 0]).erase();
    let all = Tensor::from_fn(shape![2, 3, 1], |_| 2).erase();
    let (mask, counts) = (Tensor::from([true, false, true]), Tensor::from([2, 0, 1]));
    same!(
        1: x, axis => x.index_axis(axis, 2).to_owned();
        -1: x, axis => x.narrow(axis, 1..3).to_owned();
        2: x, axis => x.unsqueeze(axis).to_owned();
        -2: x, axis => x.swap_axes(axis, Axis::<0>).to_owned();
        0: x, axis => x.move_axis(axis, Axis::<-1>).to_owned();
        -1: x, axis => x.move_axis(Axis::<0>, axis).to_owned();
        1: x, axis => x.diagonal(Axis::<0>, axis).to_owned();
        1: x, axis => x.unsqueeze(Axis::<1>).squeeze(axis).to_owned();
        2: x, axis => x.unflatten(axis, (2, 2));
        0: x, axis => x.flatten_axes(axis);
        0: x, axis => x.take(axis, &indices);
        2: x, axis => x.gather(axis, &all);
        1: x, axis => x.compress(axis, &mask);
        -1: x, axis => x.tile(axis, 2);
        0: x, axis => x.repeat(axis, 3);
        1: x, axis => x.pad(axis, (1, 2), Pad::Constant(0));
        2: x, axis => x.top_k(axis, 2).0;
        1: x, axis => x.bottom_k(axis, 2).0;
        0: x, axis => x.sort(axis);
        -1: x, axis => x.argsort_descending(axis);
        1: x, axis => x.repeat_each(axis, &counts);
        -1: x, axis => x.diff_n(axis, 2);
        2: x, axis => x.diff(axis);
        1: x, axis => x.axis_iter(axis).map(|part| part.to_owned()).collect::<Vec<_>>();
        -1: x, axis => x.axis_windows(axis, 2).map(|part| part.to_owned()).collect::<Vec<_>>();
        -1: x, axis => x.axis_chunks_iter(axis, 2).map(|part| part.to_owned()).collect::<Vec<_>>();
        1: x, axis => x.chunk(axis, 3).map(|part| part.to_owned()).collect::<Vec<_>>();
        2: x, axis => x.split_at(axis, 1).1.to_owned();
        2: x, axis => x.sliding_windows(axis, 3, Window::new()).to_owned();
        1: x, axis => concat(axis, (&x, &x));
        -1: x, axis => concat(axis, [&x, &x, &x]);
        3: x, axis => stack(axis, (&x, &x));
        0: x, axis => stack(axis, [x.clone(), x]);
    );
    // reductions take one number, or several
    let (x, axis) = (any(), -2);
    assert_eq!((x.sum(axis), x.sum(0)), (x.sum(Axis::<-2>), x.sum([0])));
    assert_eq!(x.cumsum(axis), x.cumsum(Axis::<1>));
    assert!(x.try_sum(3).is_err());
    let mut x = any();
    x.index_copy(-1, &indices, 7);
    assert_eq!(x.narrow(2, 0..2).sum_all(), 7 * 12);
    let refused = any().try_unsqueeze(4).unwrap_err().to_string();
    assert_eq!(refused, "(2, 3, 4) with one more axis has no axis 4: axes count from 0, or back from -1");
    let refused = any().try_index_axis(3_usize, 0).unwrap_err().to_string();
    assert_eq!(refused, "(2, 3, 4) has no axis 3: axes count from 0, or back from -1");
    assert!(any().try_take(usize::MAX, &indices).is_err());
}

#[test]
fn negative_indices_count_from_the_end() {
    let x = cube();
    // clippy rejects such literals
    let (one, three) = (1, 3);
    assert_eq!(x.index_axis(Axis::<1>, -1), x.index_axis(Axis::<1>, 2));
    assert_eq!(x.narrow(Axis::<2>, -3..-1), x.narrow(Axis::<2>, 1..3));
    assert_eq!(x.narrow(Axis::<2>, -2..), x.narrow(Axis::<2>, 2..));
    assert_eq!(x.narrow(Axis::<2>, ..=-2), x.narrow(Axis::<2>, ..3));
    assert_eq!(x.narrow(Axis::<2>, one..=-1), x.narrow(Axis::<2>, 1..));
    let last: Tensor<i32, Shape![2, 3, 2], View<'_>> = x.narrow(Axis::<2>, Span(-2, Size::<2>));
    assert_eq!(last, x.narrow(Axis::<2>, Narrow::<2, 2>));
    assert_eq!(x.slice((-1, 0_u8, -4_i64)).to_vec(), [12]);
    for error in
        [x.try_index_axis(Axis::<1>, -4).unwrap_err().to_string(), x.try_slice((.., -4, ..)).unwrap_err().to_string()]
    {
        assert_eq!(error, "index -4 is out of bounds for axis 1 of (2, 3, 4), which is 3");
    }
    let error = x.try_narrow(Axis::<2>, -5..2).unwrap_err().to_string();
    assert_eq!(error, "the range -5..2 is out of bounds for axis 2 of (2, 3, 4), which is 4");
    let error = x.try_narrow(Axis::<2>, 5..).unwrap_err().to_string();
    assert_eq!(error, "the range 5.. is out of bounds for axis 2 of (2, 3, 4), which is 4");
    assert!(x.try_narrow(Axis::<2>, three..1).is_err() && x.try_index_axis(Axis::<0>, u64::MAX).is_err());
}

#[test]
fn an_ellipsis_is_anywhere() {
    let x = cube();
    let y: Tensor<i32, Shape![3, 4], View<'_>> = x.slice((1, Ellipsis));
    assert_eq!(y, x.index_axis(Axis::<0>, 1));
    let y: Tensor<i32, (Dyn, Size<3>), View<'_>> = x.slice((0..1, Ellipsis, -1));
    assert_eq!(y, x.slice((0..1, .., 3)));
    let y: Tensor<i32, Shape![1, 2, 3, 4, 1], View<'_>> = x.slice((NewAxis, Ellipsis, NewAxis));
    assert_eq!(y.to_vec(), x.to_vec());
    let y: Tensor<i32, Shape![2, 1, 3, 4], View<'_>> = x.slice((.., NewAxis, Ellipsis));
    assert_eq!(y.to_vec(), x.to_vec());
    let y: Tensor<i32, Shape![2, 3, 4], View<'_>> = x.slice((.., .., .., Ellipsis));
    assert_eq!(y, x);
    let error = any().try_slice((Ellipsis, 0, Ellipsis)).unwrap_err().to_string();
    assert!(error.starts_with("cannot slice (2, 3, 4) by 3 entries: it has 3 axes"), "{error}");
    let error = any().try_slice((0,)).unwrap_err().to_string();
    assert!(error.starts_with("cannot slice (2, 3, 4) by 1 entry: it has 3 axes"), "{error}");
}

#[test]
fn steps_keep_known_sizes() {
    let x = cube();
    let y: Tensor<i32, Shape![2, 3, 2], View<'_>> = x.narrow(Axis::<2>, Stepped(.., Size::<3>));
    assert_eq!(y, x.narrow(Axis::<2>, Stepped(.., 3)));
    let y: Tensor<i32, Shape![2, 2, 4], View<'_>> = x.narrow(Axis::<1>, Stepped(Reversed, Size::<2>));
    assert_eq!(y, x.narrow(Axis::<1>, Stepped(.., -2)));
    let y: Tensor<i32, Shape![2, 3, 1], View<'_>> = x.narrow(Axis::<2>, Stepped(Narrow::<1, 2>, Size::<2>));
    assert_eq!(y.to_vec(), [1, 5, 9, 13, 17, 21]);
    assert_eq!(x.slice((0, 0, Stepped(1..4, -2))).to_vec(), [3, 1]);
    assert_eq!(x.slice((0, 0, Stepped(Stepped(.., -1), -1))).to_vec(), x.slice((0, 0, ..)).to_vec());
    assert!(x.try_narrow(Axis::<0>, Stepped(.., 0)).is_err());
}

/// Every `by`-th element, from the first one, or from the last one if `by` is negative.
fn every(elements: &[i32], by: isize) -> Vec<i32> {
    let kept = |all: &mut dyn Iterator<Item = &i32>| all.step_by(by.unsigned_abs()).copied().collect();
    if by > 0 { kept(&mut elements.iter()) } else { kept(&mut elements.iter().rev()) }
}

#[test]
fn steps_of_steps_begin_at_the_last_element_that_is_left() {
    let steps = || [-3_isize, -2, -1, 1, 2, 3].into_iter();
    for size in 0..8 {
        let x = Tensor::<i32, _>::arange(shape![size]);
        for (start, end) in (0..=size).flat_map(|start| (start..=size).map(move |end| (start, end))) {
            let part = x.narrow(Axis::<0>, start..end).to_vec();
            for (a, b) in steps().flat_map(|a| steps().map(move |b| (a, b))) {
                let two = every(&every(&part, a), b);
                let entry = Stepped(Stepped(start..end, a), b);
                assert_eq!(x.narrow(Axis::<0>, entry).to_vec(), two, "{size} {start}..{end} {a} {b}");
                for c in steps() {
                    let (three, entry) = (every(&two, c), Stepped(Stepped(Stepped(start..end, a), b), c));
                    assert_eq!(x.narrow(Axis::<0>, entry).to_vec(), three, "{size} {start}..{end} {a} {b} {c}");
                    let reversed = every(&every(&every(&x.to_vec(), -1), b), c);
                    assert_eq!(x.slice((Stepped(Stepped(Reversed, b), c),)).to_vec(), reversed, "{size} {b} {c}");
                }
            }
        }
    }
    let x = Tensor::<i32, _>::arange(shape![64]);
    let typed: Tensor<i32, Shape![11], View<'_>> = x.narrow(Axis::<0>, Stepped(Stepped(.., Size::<2>), Size::<3>));
    assert_eq!(typed, x.narrow(Axis::<0>, Stepped(.., 6)));
    let deep = Stepped(Stepped(Stepped(Stepped(.., 2), -2), -2), -2);
    let text = x.try_narrow(Axis::<0>, deep).unwrap_err().to_string();
    assert!(text.contains("too many steps are nested"), "{text}");
}

#[test]
fn a_span_that_ends_past_the_axis_is_refused() {
    let count = |n: i32| usize::try_from(n).expect("a count");
    for size in 0..4 {
        let x = Tensor::<i32, _>::arange(shape![count(size)]);
        for (start, length) in (-5..5).flat_map(|start| (0..7).map(move |length| (start, length))) {
            let from = if start < 0 { size + start } else { start };
            let part = x.try_narrow(Axis::<0>, Span(start, Dyn::new(count(length))));
            assert_eq!(part.is_ok(), from >= 0 && from + length <= size, "{length} from {start} of {size}");
            if let Ok(part) = part {
                assert_eq!(part.to_vec(), (from..from + length).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn entries_in_a_slice() {
    let x = any();
    let range = |start, end, step| Entry::Range { start, end, step };
    let entries = [Entry::Index(-1), Entry::Rest, range(0, Some(-1), -2), Entry::New];
    let y = x.slice(&entries[..]);
    assert_eq!((y.sizes().as_ref(), y.to_vec()), (&[3, 2, 1][..], vec![14, 12, 18, 16, 22, 20]));
    assert_eq!(x.slice([Entry::Rest]), x);
    assert!(x.try_slice(&[Entry::Index(0)][..]).is_err() && x.try_slice([Entry::Index(2), Entry::Rest]).is_err());
}

#[test]
fn counts_are_numbers_or_sizes() {
    let x = cube();
    let y: Tensor<i32, (Size<2>, Size<3>, Dyn)> = x.tile(Axis::<2>, 2);
    assert_eq!(y, x.tile(Axis::<2>, Size::<2>));
    let y: Tensor<i32, (Dyn, Size<3>, Size<4>)> = x.pad(Axis::<0>, (1, Size::<1>), Pad::Constant(0));
    assert_eq!(y.sizes(), [4, 3, 4]);
    assert_eq!(x.top_k(Axis::<1>, 2).0, x.top_k(Axis::<1>, Size::<2>).0);
    let hot: Tensor<u8, (Size<2>, Dyn)> = Tensor::from([0, 2]).one_hot(3);
    assert_eq!(hot.to_vec(), [1, 0, 0, 0, 0, 1]);
    let y: Tensor<i32, (Size<2>, Size<3>, Dyn, Dyn)> = x.unflatten(Axis::<2>, (2, 2));
    assert_eq!(y.sizes(), [2, 3, 2, 2]);
}
