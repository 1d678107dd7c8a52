//! Hard cases: sums with much cancellation, wide rows, large states, shapes in types, and empty axes.

#![allow(clippy::large_stack_arrays, reason = "the states are larger than the buffers of the kernel")]

use super::{Any, best, cases, groups, named, with_tensor};
use crate::common::naive::indices;
use crate::common::numbers::{config, mixed};
use crate::common::strides::{Layout, layout};
use conformable::{AnyShape, Axis, Dyn, Keep, Shape, ShapeError, Size, Tensor, numeric::Numeric, shape};
use ndarray::{ArrayViewD, IxDyn};
use proptest::prelude::*;
use std::cmp::Ordering;

/// The integer value of a float.
trait Whole: Copy + Numeric<Total = Self> + PartialOrd {
    const EPSILON: f64;
    fn of(x: i128) -> Self;
    fn whole(self) -> i128;
}

impl Whole for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    fn of(x: i128) -> Self {
        x as Self
    }
    fn whole(self) -> i128 {
        self as i128
    }
}

impl Whole for f64 {
    const EPSILON: f64 = Self::EPSILON;
    fn of(x: i128) -> Self {
        x as Self
    }
    fn whole(self) -> i128 {
        self as i128
    }
}

/// A sum is as near to the exact one as documented.
fn near_exact<T: Whole + std::fmt::Debug>(x: &Any<T>, array: &ArrayViewD<T>, axes: &[usize]) {
    let sums = x.sum(&named(axes, x.rank())[..]);
    for (sum, group) in sums.iter().zip(groups(array, axes).1) {
        let exact: i128 = group.iter().map(|x| x.whole()).sum();
        let absolute: i128 = group.iter().map(|x| x.whole().abs()).sum();
        let bound = (80.0 + (group.len().max(1) as f64).log2()) * T::EPSILON * absolute as f64;
        let off = (sum.whole() - exact).abs() as f64;
        assert!(off <= bound, "{} elements of {:?} along {axes:?}: off by {off}, {bound}", group.len(), x.shape());
    }
}

proptest! {
    #![proptest_config(config(40))]

    /// Integers scaled by powers of two, whose sums are exact in integers.
    #[test]
    fn sums_are_near((sizes, axes) in cases(), layout in layout(), seed in 0..1000_usize) {
        let of = |i: usize, bits: u32, most: u64| {
            let x = mixed(i + 100_000 * seed);
            (i128::from(x >> (64 - bits)) - (1 << (bits - 1))) << (x % most)
        };
        with_tensor(&sizes, &layout, |i| f32::of(of(i, 20, 40)), |array, x| near_exact(x, array, &axes));
        with_tensor(&sizes, &layout, |i| f64::of(of(i, 40, 50)), |array, x| near_exact(x, array, &axes));
    }
}

/// A number too large to change by adding the others, at each position: the others in its partial sum are lost.
#[test]
fn sums_that_lose_the_most() {
    let (long, rows) = if cfg!(miri) { (20, 5) } else { (3000, 300) };
    for (sizes, axes, rotated) in [
        (vec![1, long], vec![1], 0),
        (vec![2, long], vec![1], 1),
        (vec![long, 1], vec![0], 0),
        (vec![rows, 9], vec![0], 0),
        (vec![rows, 9], vec![0], 1),
        (vec![3, 2, rows], vec![0, 2], 0),
    ] {
        for (inverted, sparse) in [(0, 0), (0xff, 0), (0, 0xff), (2, 1), (0xff, 0xff)] {
            if cfg!(miri) && inverted != 0xff {
                continue;
            }
            let layout = Layout { rotated, inverted, sparse, stretched: 0 };
            for at in [0, 1, 5, 255, 256].into_iter().take(if cfg!(miri) { 1 } else { 5 }) {
                let mut memory = layout.memory(&sizes, |_| 1.0_f32);
                let mut view = layout.view_mut(&mut memory);
                for (place, index) in indices(&axes.iter().map(|&axis| sizes[axis]).collect::<Vec<_>>()).enumerate() {
                    if place == at {
                        let mut whole = vec![0; sizes.len()];
                        axes.iter().zip(index).for_each(|(&axis, i)| whole[axis] = i);
                        view[IxDyn(&whole)] = 16_777_216.0;
                    }
                }
                let view = layout.view(&memory);
                near_exact(&Tensor::try_from(&view).expect("any shape"), &view, &axes);
            }
        }
    }
}

/// The results of columns do not depend, to the bit, on the number of columns beside them. The limits for loops in
/// registers are 64 and 256 elements.
#[test]
fn narrow_columns() {
    let rows: &[usize] = if cfg!(miri) { &[2, 28, 131] } else { &[1, 2, 5, 28, 29, 64, 85, 86, 128, 129, 300] };
    for &rows in rows {
        let wide = if cfg!(miri) { 12 } else { 140 };
        let all = Tensor::from_fn((Dyn::new(rows), Dyn::new(wide)), |[i, j]| mixed(wide * i + j) as f32 * 1e-9);
        let bytes = all.map(|x| x as u8);
        let shorts = bytes.map(|x| i16::from(x % 100));
        let bits = |x: Tensor<f32, (Dyn,)>| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        for width in
            [2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 32, 33, 51, 64, 127, 128].into_iter().filter(|&width| width < wide)
        {
            let some = all.slice((.., ..width)).to_owned();
            for (few, many) in [
                (some.sum(Axis::<0>), all.sum(Axis::<0>)),
                (some.var(Axis::<0>, 0), all.var(Axis::<0>, 0)),
                (some.max(Axis::<0>), all.max(Axis::<0>)),
            ] {
                assert_eq!(bits(few), bits(many)[..width], "{width} columns of {rows}");
            }
            let some = bytes.slice((.., ..width)).to_owned();
            assert_eq!(
                some.max(Axis::<0>).to_vec(),
                bytes.max(Axis::<0>).to_vec()[..width],
                "{width} columns of {rows}"
            );
            let some = shorts.slice((.., ..width)).to_owned();
            assert_eq!(
                some.sum(Axis::<0>).to_vec(),
                shorts.sum(Axis::<0>).to_vec()[..width],
                "{width} columns of {rows}"
            );
        }
    }
}

/// Lines of each length up to some vectors. Each element in turn is the greatest, or NaN.
#[test]
fn short_lines() {
    for length in 1..if cfg!(miri) { 12 } else { 140 } {
        let places = if cfg!(miri) { length.min(3) } else { length };
        let shape = (Dyn::new(places), Dyn::new(length));
        let lines = Tensor::from_fn(shape, |[i, j]| if i == j { 2_u8 } else { u8::from(mixed(i + j) % 2 == 0) });
        let words = lines.map(|x| i16::from(x) - 9);
        let floats = lines.map(|x| if x == 2 { f32::NAN } else { f32::from(x) });
        let ones = |i: usize| (0..length).filter(|&j| j != i && mixed(i + j) % 2 == 0).count();
        let (sums, sums_of_words) = (lines.sum(Axis::<1>), words.sum(Axis::<1>));
        let (greatest, greatest_words) = (lines.max(Axis::<1>), words.max(Axis::<1>));
        let (greatest_floats, least_floats) = (floats.max(Axis::<1>), floats.min(Axis::<1>));
        let (at, at_floats) = (lines.argmax(Axis::<1>), floats.argmax(Axis::<1>));
        let others = words.map(|x| x != -7);
        let (any, all) = (others.any(Axis::<1>), others.all(Axis::<1>));
        for i in 0..places {
            let sum = u8::try_from(ones(i) + 2).expect("short");
            assert_eq!(sums[[i]], sum, "of {length}");
            assert_eq!(sums_of_words[[i]], i16::from(sum) - 9 * i16::try_from(length).expect("short"));
            assert_eq!((greatest[[i]], greatest_words[[i]]), (2, -7), "of {length}");
            assert_eq!((at[[i]], at_floats[[i]]), (i, i), "of {length}");
            assert!(greatest_floats[[i]].is_nan() && least_floats[[i]].is_nan(), "of {length}");
            assert_eq!((any[[i]], all[[i]]), (length > 1, false), "of {length}");
        }
    }
}

/// The result of the only line has the bits of the line beside another. Lengths are around the limits of loops.
#[test]
fn one_line() {
    let lengths = if cfg!(miri) { vec![1, 5, 31, 32] } else { (1..70).chain(250..260).collect() };
    for length in lengths {
        let integers =
            Tensor::from_fn((Dyn::new(2), Dyn::new(length)), |[i, j]| mixed(i + 2 * j + length) as i32 >> 20);
        let doubles = integers.map(|x| f64::from(x) / 3.0);
        let singles = integers.map(|x| if x % 97 == 0 { f32::NAN } else { x as f32 / 3.0 });
        let bytes = integers.map(|x| x as u8);
        macro_rules! same {
            ($($x:ident: $($method:ident $(::<$To:ty, _>)? ($($argument:expr)?))*;)*) => {$($({
                let both = $x.$method $(::<$To, _>)? (Axis::<1> $(, $argument)?);
                for i in 0..2 {
                    let line = $x.index_axis(Axis::<0>, i).to_owned();
                    let (one, of_both) = (line.$method $(::<$To, _>)? (.. $(, $argument)?), both.index_axis(Axis::<0>, i));
                    // as text, in which NaNs are equal and zeros have signs
                    let what = (stringify!($x), stringify!($method), length);
                    assert_eq!(format!("{one:?}"), format!("{of_both:?}"), "{what:?}");
                }
            })*)*};
        }
        same!(
            integers: sum() max() argmin() mean_as::<f64, _>();
            doubles: sum() mean() max() var(1) norm_l2() log_sum_exp();
            singles: sum() prod() min() argmax() std(0) norm_l1() norm_inf() log_sum_exp();
            bytes: max() min() sum_as::<u64, _>();
        );
        let large = bytes.greater(40);
        same!(large: any() all() count(););
    }
}

/// Lines that are reduced in batches have the bits of single lines: as many as a batch has, and more and fewer. Some
/// have NaN, and the extremes of some are zeros of both signs.
#[test]
fn batches_of_lines() {
    macro_rules! of {
        ($($T:ident)*) => {$({
            let element = |line: usize, i: usize| match (line % 8, mixed(i) % 61) {
                (3, 0) => $T::NAN,
                (4 | 5, x @ 0..40) => [0.0, -0.0][(x % 2) as usize],
                (5, x) => -(x as $T),
                (4, x) => x as $T,
                (_, x) => x as $T / 7.0 - 4.0,
            };
            let long = [63, 65, 511, 513, 1023, 1025];
            let lengths = if cfg!(miri) { vec![3, 4, 9, 15] } else { (1..40).chain(long).collect() };
            for (length, number) in lengths.into_iter().flat_map(|length| (1..10).map(move |number| (length, number))) {
                if cfg!(miri) && number % 3 != 0 {
                    continue;
                }
                // two planes, a column that is left out, and targets whose places are apart
                let all = Tensor::from_fn((Dyn::new(2), Dyn::new(number), Dyn::new(length + 1)), |[i, j, k]| {
                    element(i + 2 * j, i + 2 * j + 50 * k)
                });
                let turned = all.flip(Axis::<1>);
                for lines in [all.slice((.., .., 1..)), turned.slice((.., .., 1..))] {
                    let mut sums = Tensor::<$T, _>::zeros((Dyn::new(number), Dyn::new(2)));
                    lines.sum_into(Axis::<2>, &mut sums.permute_mut((Axis::<1>, Axis::<0>)));
                    let (most, least) = (lines.max(Axis::<2>), lines.min(Axis::<2>));
                    let (variances, norms) = (lines.var(Axis::<2>, 0), lines.norm_l2(Axis::<2>));
                    let (largest, logarithms) = (lines.norm_inf(Axis::<2>), lines.log_sum_exp(Axis::<2>));
                    for (i, j) in (0..2).flat_map(|i| (0..number).map(move |j| (i, j))) {
                        let line = lines.slice((i, j, ..));
                        let of_line = [
                            line.sum_all(), line.max_all(), line.min_all(), line.var_all(0), line.norm_l2_all(),
                            line.norm_inf_all(), line.log_sum_exp_all(),
                        ];
                        let at = [i, j];
                        let here = [
                            sums[[j, i]], most[at], least[at], variances[at], norms[at], largest[at], logarithms[at],
                        ];
                        assert_eq!(format!("{here:?}"), format!("{of_line:?}"), "{number} of {length}");
                    }
                }
            }
        })*};
    }
    of!(f32 f64);
}

/// Views of some columns, with lengths and numbers of rows around each limit of the kernel.
#[test]
fn many_short_lines() {
    let lengths: &[usize] =
        if cfg!(miri) { &[1, 3, 8] } else { &[1, 2, 3, 4, 5, 8, 31, 33, 48, 49, 64, 93, 94, 511, 512, 513] };
    let numbers: &[usize] = if cfg!(miri) { &[16, 31, 130] } else { &[15, 16, 17, 31, 32, 33, 128, 129, 300] };
    for (&length, &number) in lengths.iter().flat_map(|length| numbers.iter().map(move |number| (length, number))) {
        let all = Tensor::from_fn((Dyn::new(2), Dyn::new(number), Dyn::new(length + 2)), |[i, j, k]| {
            i32::try_from(mixed(i + 2 * j + 7 * k) % 50).expect("small") - 20
        });
        let (some, floats) = (all.slice((.., .., 1..=length)), all.map(f64::from));
        let (few, floats) = (some.to_owned(), floats.slice((.., .., 1..=length)));
        assert_eq!(some.sum((Axis::<1>, Axis::<2>)), few.sum((Axis::<1>, Axis::<2>)), "{number} of {length}");
        assert_eq!(floats.sum((Axis::<1>, Axis::<2>)), few.sum((Axis::<1>, Axis::<2>)).map(f64::from));
        assert_eq!((some.max(..), some.min(..)), (few.max(..), few.min(..)), "{number} of {length}");
        assert_eq!(floats.mean(..), few.map(f64::from).mean(..), "{number} of {length}");
        assert_eq!(some.map(|x| x > 28).any(..), few.map(|x| x > 28).any(..));
        assert_eq!(some.argmax(..), few.argmax(..), "{number} of {length}");
    }
    if !cfg!(miri) {
        let many = Tensor::from_fn((Dyn::new(40_000), Dyn::new(402)), |[i, j]| ((i + j) % 5) as f64);
        let lines = many.slice((.., ..400));
        assert_eq!(lines.sum(..), lines.to_owned().sum(..));
    }
}

/// Rows that are longer than a chunk, and numbers of rows for which chunks are narrower. The last two shapes are larger
/// than caches.
#[test]
#[cfg_attr(miri, ignore = "too large")]
fn wide_columns() {
    for (sizes, axes) in [
        (vec![3, 9000], vec![0]),
        (vec![300, 2100], vec![0]),
        (vec![2, 3, 4200], vec![1]),
        (vec![520, 700], vec![0]),
        (vec![3000, 360], vec![0]),
        (vec![400, 2700], vec![0]),
    ] {
        with_tensor(
            &sizes,
            &Layout::default(),
            |i| (mixed(i) % 1000) as f64,
            |array, x| {
                let groups = groups(array, &axes).1;
                let names = named(&axes, x.rank());
                assert!(x.sum(&names[..]).iter().zip(&groups).all(|(&sum, x)| sum == x.iter().sum::<f64>()));
                assert!(
                    x.argmax(&names[..]).iter().zip(&groups).all(|(&at, x)| Some(at) == best(x, Ordering::Greater))
                );
                assert!(x.argmin(&names[..]).iter().zip(&groups).all(|(&at, x)| Some(at) == best(x, Ordering::Less)));
                assert!(x.var(&names[..], 0).iter().zip(&groups).all(|(&variance, x)| {
                    let n = x.len() as f64;
                    let mean = x.iter().sum::<f64>() / n;
                    (variance - x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).abs() < 1e-8
                }));
            },
        );
        with_tensor(
            &sizes,
            &Layout::default(),
            |i| mixed(i) as u8,
            |array, x| {
                let groups = groups(array, &axes).1;
                let names = named(&axes, x.rank());
                assert!(x.max(&names[..]).iter().zip(&groups).all(|(max, x)| Some(max) == x.iter().max()));
                assert!(x.argmin(&names[..]).iter().zip(&groups).all(|(&at, x)| Some(at) == best(x, Ordering::Less)));
            },
        );
    }
}

/// Large rows, whose states of pairs do not fit in the largest space at once.
#[test]
#[cfg_attr(miri, ignore = "too large")]
fn columns_of_many_large_rows() {
    let x = Tensor::from_fn((Dyn::new(2100), Dyn::new(1700)), |[i, j]| ((i * 7 + j * 13) % 1000) as f64);
    let mut sums = vec![0.0; 1700];
    x.as_slice().chunks(1700).for_each(|row| sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x));
    assert_eq!(x.sum(Axis::<0>).as_slice(), sums);
}

/// States so large that two of them do not fit in the space.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads here")]
fn large_states() {
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    struct Large([u64; 2100]);
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    #[repr(align(128))]
    struct Aligned(i64);

    let check = || {
        let x = Tensor::from_fn(shape![3, 5], |[i, j]| ((7 * i + j * 3) % 11) as u64);
        let y = x.reduce(Axis::<0>, [0_u64; 2100], |mut state, x| {
            (state[0], state[2099]) = (state[0] + x, state[2099] + 1);
            state
        });
        assert_eq!(y.map(|y| y[0]), x.sum(Axis::<0>));
        assert!(y.iter().all(|y| y[2099] == 3 && y[1..2099] == [0; 2098]));
        let large = x.map(|x| Large([x; 2100]));
        assert_eq!(large.argmax(Axis::<0>), x.argmax(Axis::<0>));
        assert_eq!(large.min(Axis::<0>).map(|x| x.0[2099]), x.min(Axis::<0>));
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(check).expect("a thread").join().expect("no panic");

    let x = Tensor::from_fn(shape![4, 9], |[i, j]| ((i * 7 + j * 5) % 11) as i64);
    let aligned = x.map(Aligned);
    assert_eq!(aligned.max(Axis::<0>).map(|x| x.0), x.max(Axis::<0>));
    assert_eq!(aligned.argmin(Axis::<0>), x.argmin(Axis::<0>));
    let sums = x.reduce(Axis::<0>, Aligned(0), |state, x| Aligned(state.0 + x));
    assert_eq!(sums.map(|x| x.0), x.sum(Axis::<0>));
}

/// For any answers of `PartialOrd`, the index is in bounds.
#[test]
fn an_order_that_contradicts_itself() {
    #[derive(Clone, Copy)]
    struct Always(u32);
    impl PartialEq for Always {
        fn eq(&self, _: &Self) -> bool {
            true
        }
    }
    impl PartialOrd for Always {
        fn partial_cmp(&self, _: &Self) -> Option<Ordering> {
            Some(if self.0 % 2 == 0 { Ordering::Greater } else { Ordering::Less })
        }
    }
    for (n, m) in [(3, 40), (40, 3), (2, 600)].into_iter().take(if cfg!(miri) { 1 } else { 3 }) {
        let x = Tensor::from_fn(AnyShape::from([n, m]), |index| Always((index[0] * 3 + index[1]) as u32));
        assert!(x.argmax([0]).iter().chain(&x.argmin([0])).all(|&place| place < n));
        assert!(x.argmax([1]).iter().chain(&x.argmin([1])).all(|&place| place < m));
        assert!(x.argmax(..).iter().chain(&x.t().argmin(..)).all(|&place| place < n * m));
    }
}

/// The typed results have the shapes and elements of those at run time.
#[test]
fn typed_is_erased() {
    fn is_erased<S: Shape>(y: Tensor<i32, S>, sizes: &[usize], erased: &Tensor<i32, AnyShape>) {
        assert_eq!(y.sizes().as_ref(), sizes);
        assert_eq!(&y.erase(), erased);
    }
    macro_rules! of_three {
        ($S:ty) => {{
            let any =
                Tensor::from_fn(AnyShape::from([2, 3, 4]), |index| (index[0] * 100 + index[1] * 10 + index[2]) as i32);
            let x: Tensor<i32, $S> = any.clone().refine().unwrap();
            is_erased(x.sum(Axis::<0>), &[3, 4], &any.sum([0]));
            is_erased(x.sum(Axis::<-1>), &[2, 3], &any.sum([2]));
            is_erased(x.sum((Axis::<0>, Axis::<-1>)), &[3], &any.sum([0, 2]));
            is_erased(x.sum((Axis::<2>, Axis::<1>, Axis::<0>)), &[], &any.sum(..).erase());
            is_erased(x.sum(..), &[], &any.sum([0, 1, 2]));
            is_erased(x.sum(()), &[2, 3, 4], &any.sum([]));
            is_erased(x.sum(Keep(Axis::<1>)), &[2, 1, 4], &any.sum(Keep([1])));
            is_erased(x.sum(Keep((Axis::<1>, Axis::<0>))), &[1, 1, 4], &any.sum(Keep([0, 1])));
            is_erased(x.sum(Keep(..)), &[1, 1, 1], &any.sum(Keep(..)));
            is_erased(x.t().max(Axis::<1>), &[2, 3], &any.max([2]));
            is_erased(x.fold_axis(Axis::<1>, 0, |a, b| 3 * a + b), &[2, 4], &any.reduce([1], 0, |a, b| 3 * a + b));
            let (typed, erased) = (x.view(), any.view());
            is_erased(typed.flip(..).sum(Axis::<1>), &[2, 4], &erased.flip(..).sum([1]));
            assert_eq!(x.sum_all(), any.sum_all());
        }};
    }
    of_three!(Shape![2, 3, 4]);
    of_three!((Dyn, Size<3>, Dyn));
    of_three!((Dyn, Dyn, Dyn));
    let x = Tensor::inline([[1, 2, 3], [4, 5, 6]]);
    let y: Tensor<i32, Shape![3], conformable::Inline> = x.sum(Axis::<0>);
    assert_eq!((y, x.max_all(), x.argmin_all()), (Tensor::inline([5, 7, 9]), 6, 0));
}

#[test]
fn nothing_to_reduce() {
    let none = Tensor::<f64, _>::zeros(shape![2, 0]).erase();
    assert_eq!(none.sum([1]), Tensor::from([0.0, 0.0]));
    assert_eq!(none.prod([1]), Tensor::from([1.0, 1.0]));
    assert_eq!(none.log_sum_exp([1]), Tensor::from([f64::NEG_INFINITY; 2]));
    assert_eq!((none.norm_l1_all(), none.norm_l2_all(), none.norm_inf_all()), (0.0, 0.0, 0.0));
    assert_eq!(none.reduce([1], 5, |a, _| a + 1), Tensor::from([5, 5]));
    assert_eq!(none.max([0]).numel(), 0);
    assert_eq!(none.argmax([0]).numel(), 0);
    let truths = none.map(|_| true);
    assert_eq!((truths.any_all(), truths.all_all(), truths.count_all()), (false, true, 0));
    let text = |error: Option<ShapeError>| error.expect("it is refused").to_string();
    let refused =
        |what: &str| format!("cannot {what} (2, 0)\n  lhs  2  0\n          ^ 0: the axis has no elements to reduce");
    assert_eq!(text(none.try_mean([1]).err()), refused("take the mean of"));
    assert_eq!(text(none.try_min([1]).err()), refused("take the minimum of"));
    assert_eq!(text(none.try_max(Keep([-1])).err()), refused("take the maximum of"));
    assert_eq!(text(none.try_argmin(..).err()), refused("take the minimum of"));
    assert_eq!(text(none.try_argmax([0, 1]).err()), refused("take the maximum of"));
    assert_eq!(text(none.try_var([1], 0).err()), refused("take the variance of"));
    assert_eq!(text(none.try_std([1], 1).err()), refused("take the standard deviation of"));

    let how = "axes count from 0, or back from -1";
    assert_eq!(text(none.try_sum([2]).err()), format!("(2, 0) has no axis 2: {how}"));
    assert_eq!(text(none.try_sum([-3]).err()), format!("(2, 0) has no axis -3: {how}"));
    assert_eq!(text(none.try_sum([1, -1]).err()), "axis -1 of (2, 0) is named twice: name each axis once");
    assert_eq!(text(none.try_softmax([2]).err()), format!("(2, 0) has no axis 2: {how}"));
    let mut out = Tensor::from([1.0, 2.0, 3.0]).erase();
    assert_eq!(
        text(none.try_sum_into([1], &mut out).err()),
        "the shapes (3,) and (2,) must be equal\n  lhs  3\n  rhs  2\n       ^ 3 and 2 differ"
    );
    assert_eq!(out, Tensor::from([1.0, 2.0, 3.0]));
}
