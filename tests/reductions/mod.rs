//! Reductions against loops over indices: every path of the kernels, ranks, axes, strides and element types.
//!
//! `cargo test --features ndarray --test operations reductions::`; under miri with few cases.

#![allow(clippy::cast_possible_wrap, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
#![allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "exact numbers, but where a bound is given")]

mod fixed;
mod small;
mod stretched;

use crate::common::naive::indices;
use crate::common::numbers::{config, mixed};
use crate::common::strides::{Layout, layout, with_operand};
use conformable::{AnyShape, Keep, ShapeError, Tensor, View, numeric::Numeric};
use ndarray::{ArrayViewD, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;
use std::cmp::Ordering;

type Any<'a, T> = Tensor<T, AnyShape, View<'a>>;

/// The elements of each result, in row-major order of the reduced axes; and the shape of the results.
fn groups<T: Copy>(x: &ArrayViewD<T>, axes: &[usize]) -> (Vec<usize>, Vec<Vec<T>>) {
    let of = |wanted: bool| -> Vec<usize> { (0..x.ndim()).filter(|axis| axes.contains(axis) == wanted).collect() };
    let sizes = |axes: &[usize]| -> Vec<usize> { axes.iter().map(|&axis| x.shape()[axis]).collect() };
    let (kept, lost) = (of(false), of(true));
    let mut index = vec![0; x.ndim()];
    let groups = indices(&sizes(&kept)).map(|at| {
        kept.iter().zip(at).for_each(|(&axis, i)| index[axis] = i);
        let one = |along: Vec<usize>| {
            lost.iter().zip(along).for_each(|(&axis, i)| index[axis] = i);
            x[IxDyn(&index)]
        };
        indices(&sizes(&lost)).map(one).collect()
    });
    let groups = groups.collect();
    (sizes(&kept), groups)
}

/// Sizes and reduced axes that reach every path of the kernels.
fn cases() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    let small = || prop_oneof![1 => Just(0), 4 => Just(1), 4 => Just(2), 4 => Just(3), 2 => Just(5)];
    let any_of = vec(small(), 0..6).prop_flat_map(|sizes| {
        let marks = vec(any::<bool>(), sizes.len());
        (Just(sizes), marks)
    });
    // lines: below a vector, between one and eight, above, above a block of pairs
    let near = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];
    let most = if cfg!(miri) { 5 } else { near.len() };
    let length =
        (0..most, 0..3_usize, 0..2_usize).prop_map(move |(i, off, far)| near[i] + off - off.min(1) * 2 + far * 3);
    let lines = (0..3_usize, length).prop_map(|(outer, n)| (vec![outer + 1, n], vec![false, true]));
    // several lost axes that are not one
    let rows =
        (1..4_usize, 1..4_usize, 1..140_usize).prop_map(|(a, b, c)| (vec![a, 3, b, c], vec![true, false, true, true]));
    // columns: below 8, below 32, above; rows up to several blocks
    let most = if cfg!(miri) { 9_usize } else { 300 };
    let columns = (1..most, prop_oneof![1..8_usize, 8..32_usize, 32..100_usize], 1..3_usize)
        .prop_map(|(n, m, outer)| (vec![outer, n, m], vec![false, true, false]));
    let stacked =
        (1..5_usize, 1..most / 4, 1..40_usize).prop_map(|(a, b, m)| (vec![a, 2, b, m], vec![true, false, true, false]));
    // more axes than fit without an allocation
    let deep = vec(prop_oneof![2 => Just(1), 1 => Just(2)], 7..13).prop_flat_map(|sizes| {
        let marks = vec(any::<bool>(), sizes.len());
        (Just(sizes), marks)
    });
    prop_oneof![4 => any_of, 3 => lines, 2 => rows, 3 => columns, 2 => stacked, 2 => deep]
        .prop_filter("few elements", |(sizes, _)| {
            sizes.iter().product::<usize>() <= if cfg!(miri) { 60 } else { 40_000 }
        })
        .prop_map(|(sizes, marks)| {
            let lost = (0..sizes.len()).filter(|&axis| marks[axis]).collect();
            (sizes, lost)
        })
}

/// The axes as arguments: every other one is counted back.
fn named(axes: &[usize], rank: usize) -> Vec<isize> {
    let name = |&axis: &usize| if axis % 2 == 0 { axis as isize } else { axis as isize - rank as isize };
    axes.iter().rev().map(name).collect()
}

/// Calls `then` with an operand of these sizes, as an array and as a tensor.
fn with_tensor<T: Copy>(
    sizes: &[usize],
    layout: &Layout,
    element: impl FnMut(usize) -> T,
    then: impl FnOnce(&ArrayViewD<T>, &Any<T>),
) {
    with_operand(sizes, layout, element, |array| then(array, &Tensor::try_from(array).expect("any shape")));
}

/// All forms of a reduction, if the loops have a result; else all of them fail.
macro_rules! forms {
    ($x:expr, $axes:expr, $out:expr, $groups:expr, $same:expr;
        $name:ident $try_name:ident $into:ident $try_into:ident $all:ident ($($argument:expr),*), $naive:expr) => {{
        let (x, names, out) = ($x, named($axes, $x.rank()), $out);
        let axes = &names[..];
        let naive: Option<Vec<_>> = $groups.iter().map(|group| $naive(&group[..])).collect();
        let same = |y: Result<Vec<_>, ShapeError>| match (&naive, y) {
            (Some(naive), Ok(y)) => {
                assert_eq!(naive.len(), y.len());
                for (naive, y) in naive.iter().zip(y) {
                    assert!($same(*naive, y), "{} of {x:?}: {naive:?} {y:?}", stringify!($name));
                }
            }
            (naive, y) => assert!(naive.is_none() && y.is_err(), "{} {y:?}", stringify!($name)),
        };
        let y = x.$try_name(axes $(, $argument)*);
        if let Ok(y) = &y {
            assert_eq!(y.sizes()[..], out[..]);
            let kept = x.$name(Keep(axes) $(, $argument)*);
            let ones: AnyShape = (0..x.rank()).map(|axis| if $axes.contains(&axis) { 1 } else { x.sizes()[axis] }).collect();
            assert_eq!(kept.shape(), &ones);
            same(Ok(kept.as_slice().to_vec()));
            // into a target with reversed axes
            let zero = $x.$name(axes $(, $argument)*).as_slice().first().copied();
            if let Some(zero) = zero {
                let reversed: AnyShape = out.iter().rev().copied().collect();
                let order: Vec<isize> = (0..out.len() as isize).rev().collect();
                let mut target = Tensor::full(reversed, zero);
                x.$into(axes $(, $argument)*, &mut target.permute_mut(&order[..]));
                same(Ok(target.permute(&order[..]).iter().copied().collect()));
                let mut other = Tensor::full(AnyShape::from([out.iter().product::<usize>() + 1, 1]), zero);
                assert!(x.$try_into(axes $(, $argument)*, &mut other).is_err());
                x.$try_into(axes $(, $argument)*, &mut target.permute_mut(&order[..]).into_flipped(..)).expect("it fits");
                same(Ok(target.permute(&order[..]).flip(..).iter().copied().collect()));
            }
        }
        same(y.map(|y| y.as_slice().to_vec()));
        if out.is_empty() && naive.is_some() {
            same(Ok(vec![x.$all($($argument),*)]));
        }
    }};
}

/// The first maximum or minimum; NaN is beyond all.
fn best<T: PartialOrd + Copy>(group: &[T], wanted: Ordering) -> Option<usize> {
    let mut best = 0;
    group.first()?;
    for (i, x) in group.iter().enumerate() {
        if group[best].partial_cmp(&group[best]).is_none() {
            break;
        }
        if x.partial_cmp(&group[best]).is_none_or(|order| order == wanted) {
            best = i;
        }
    }
    Some(best)
}

fn is_same<T: PartialOrd + Copy>(x: T, y: T) -> bool {
    x == y || x.partial_cmp(&x).is_none() && y.partial_cmp(&y).is_none()
}

/// Reductions that only compare.
macro_rules! extremes {
    ($x:expr, $axes:expr, $out:expr, $groups:expr, $T:ty) => {{
        let (x, axes, out, groups) = ($x, $axes, $out, $groups);
        forms!(x, axes, out, groups, is_same; max try_max max_into try_max_into max_all (),
            |x: &[$T]| best(x, Ordering::Greater).map(|i| x[i]));
        forms!(x, axes, out, groups, is_same; min try_min min_into try_min_into min_all (),
            |x: &[$T]| best(x, Ordering::Less).map(|i| x[i]));
        forms!(x, axes, out, groups, is_same; argmax try_argmax argmax_into try_argmax_into argmax_all (),
            |x: &[$T]| best(x, Ordering::Greater));
        forms!(x, axes, out, groups, is_same; argmin try_argmin argmin_into try_argmin_into argmin_all (),
            |x: &[$T]| best(x, Ordering::Less));
    }};
}

/// A sum or a product, in order, of the widened elements.
#[allow(clippy::unnecessary_wraps, reason = "others are refused")]
fn folded<T: Numeric>(group: &[T], from: T::Wide, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> Option<T::Total> {
    Some(T::total(group.iter().fold(from, |state, x| f(state, x.widen()))))
}

/// Exact reductions: numbers so small that no sum rounds.
macro_rules! exact {
    ($name:ident, $T:ty, $element:expr) => {
        #[test]
        fn $name() {
            proptest!(config(24), |((sizes, axes) in cases(), layout in layout())| {
                with_tensor(&sizes, &layout, $element, |array, x| {
                    let (out, groups) = groups(array, &axes);
                    let (out, groups, axes) = (&out, &groups, &axes[..]);
                    forms!(x, axes, out, groups, |x, y| x == y; sum try_sum sum_into try_sum_into sum_all (),
                        |x: &[$T]| folded(x, <$T as Numeric>::ZERO, |x, y| x + y));
                    forms!(x, axes, out, groups, |x, y| x == y;
                        prod try_prod prod_into try_prod_into prod_all (),
                        |x: &[$T]| folded(x, <$T as Numeric>::ONE, |x, y| x * y));
                });
            });
        }
    };
}

// 1 and -1, so that products are exact as well
exact!(sums_of_i32, i32, |i| 1 - 2 * (mixed(i) as i32 & 1));
exact!(sums_of_i64, i64, |i| 1 - 2 * (mixed(i) as i64 & 1));
exact!(sums_of_bool, bool, |i| mixed(i) % 50 > 0);
exact!(sums_of_f64, f64, |i| 1.0 - 2.0 * (mixed(i) & 1) as f64);
exact!(sums_of_f32, f32, |i| 1.0 - 2.0 * (mixed(i) & 1) as f32);
#[cfg(feature = "half")]
exact!(sums_of_f16, half::f16, |i| half::f16::from_f32(1.0 - 2.0 * (mixed(i) & 1) as f32));
#[cfg(feature = "half")]
exact!(sums_of_bf16, half::bf16, |i| half::bf16::from_f32(1.0 - 2.0 * (mixed(i) & 1) as f32));
#[cfg(feature = "complex")]
exact!(sums_of_complex, num_complex::Complex<f64>, |i| [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    .map(|(re, im)| num_complex::Complex::new(re, im))[mixed(i) as usize % 4]);

proptest! {
    #![proptest_config(config(48))]

    /// A dense tensor is planned by three sizes, and a view by its strides.
    #[test]
    fn dense_tensors_have_the_bits_of_views((sizes, axes) in cases()) {
        let axes = &named(&axes, sizes.len())[..];
        let numel = sizes.iter().product();
        let elements = (0..numel).map(|i| (mixed(i) >> 40) as f32 / 7.0 - 1e6).collect();
        let x: Tensor<f32, AnyShape> = Tensor::from_vec(AnyShape::from(&sizes[..]), elements).unwrap();
        macro_rules! both {
            ($($method:ident ($($argument:expr)?))*) => {$({
                let [dense, of_view] = [x.$method(axes $(, $argument)?), x.view().$method(axes $(, $argument)?)];
                // as text, in which a NaN is equal to another
                prop_assert_eq!(format!("{dense:?}"), format!("{of_view:?}"), "{}", stringify!($method));
            })*};
        }
        both!(try_sum () try_prod () try_mean () try_max () try_argmax () try_var (1) try_norm_inf ());
        prop_assert_eq!(x.sum_all().to_bits(), x.view().sum_all().to_bits());
        prop_assert_eq!(x.norm_l1_all().to_bits(), x.view().norm_l1_all().to_bits());
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn integers((sizes, axes) in cases(), layout in layout()) {
        with_tensor(&sizes, &layout, |i| (mixed(i) >> 20) as i32 % 100, |array, x| {
            let (out, groups) = groups(array, &axes);
            extremes!(x, &axes, &out, &groups, i32);
            let names = named(&axes, x.rank());
            // in order, each element once
            let digits = |state: u64, x: i32| state.wrapping_mul(31).wrapping_add(x as u64);
            let y = x.reduce(&names[..], 7, digits);
            assert_eq!(y.as_slice(), groups.iter().map(|x| x.iter().copied().fold(7, digits)).collect::<Vec<_>>());
            let means: Vec<f64> = groups.iter().map(|x| x.iter().map(|&x| f64::from(x)).sum::<f64>() / x.len() as f64).collect();
            if x.numel() > 0 {
                assert_eq!(x.mean_as::<f64, _>(&names[..]).as_slice(), means);
            }
        });
        with_tensor(&sizes, &layout, |i| mixed(i) as u8, |array, x| {
            let (out, groups) = groups(array, &axes);
            extremes!(x, &axes, &out, &groups, u8);
            let sums: Vec<u32> = groups.iter().map(|x| x.iter().map(|&x| u32::from(x)).sum()).collect();
            assert_eq!(x.sum_as::<u32, _>(&named(&axes, x.rank())[..]).as_slice(), sums);
        });
    }

    #[test]
    fn truths((sizes, axes) in cases(), layout in layout(), rare in 1..40_u64, of in any::<bool>()) {
        with_tensor(&sizes, &layout, |i| (mixed(i) % rare == 0) == of, |array, x| {
            let (out, groups) = groups(array, &axes);
            let (out, groups, axes) = (&out, &groups, &axes[..]);
            let same = |x, y| x == y;
            forms!(x, axes, out, groups, same; any try_any any_into try_any_into any_all (), |x: &[bool]| Some(x.contains(&true)));
            forms!(x, axes, out, groups, same; all try_all all_into try_all_into all_all (), |x: &[bool]| Some(!x.contains(&false)));
            forms!(x, axes, out, groups, |x, y| x == y; count try_count count_into try_count_into count_all (),
                |x: &[bool]| Some(x.iter().filter(|&&x| x).count()));
            extremes!(x, axes, out, groups, bool);
        });
    }

    /// NaN, infinities and zeros of both signs.
    #[test]
    fn what_is_not_finite((sizes, axes) in cases(), layout in layout(), rare in 1..60_u64) {
        let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0, -0.0];
        let element = |i| match mixed(i) {
            n if n % rare == 0 => special[n as usize / 64 % special.len()],
            n => (n >> 30) as f64 % 9.0 - 4.0,
        };
        with_tensor(&sizes, &layout, element, |array, x| {
            let (out, groups) = groups(array, &axes);
            let (out, groups, axes) = (&out, &groups, &axes[..]);
            extremes!(x, axes, out, groups, f64);
            let near = |x: f64, y: f64| is_same(x, y) || (x - y).abs() <= 1e-13 * x.abs().max(1.0);
            forms!(x, axes, out, groups, near; norm_l1 try_norm_l1 norm_l1_into try_norm_l1_into norm_l1_all (),
                |x: &[f64]| Some(x.iter().map(|x| x.abs()).sum::<f64>()));
            forms!(x, axes, out, groups, near; norm_l2 try_norm_l2 norm_l2_into try_norm_l2_into norm_l2_all (),
                |x: &[f64]| Some(x.iter().map(|x| x * x).sum::<f64>().sqrt()));
            forms!(x, axes, out, groups, near; norm_inf try_norm_inf norm_inf_into try_norm_inf_into norm_inf_all (),
                |x: &[f64]| Some(x.iter().fold(0.0, |norm: f64, x| if norm.is_nan() || x.is_nan() { f64::NAN } else { norm.max(x.abs()) })));
            forms!(x, axes, out, groups, near;
                log_sum_exp try_log_sum_exp log_sum_exp_into try_log_sum_exp_into log_sum_exp_all (),
                |x: &[f64]| Some(x.iter().map(|x| x.exp()).sum::<f64>().ln()));
            forms!(x, axes, out, groups, near; mean try_mean mean_into try_mean_into mean_all (),
                |x: &[f64]| (!x.is_empty()).then(|| x.iter().sum::<f64>() / x.len() as f64));
        });
    }

    /// In two passes; the second gets the results of the first for each column.
    #[test]
    fn variances((sizes, axes) in cases(), layout in layout(), ddof in 0..2_usize) {
        with_tensor(&sizes, &layout, |i| 1e6 + (mixed(i) >> 40) as f64 / 1e5, |array, x| {
            let (out, groups) = groups(array, &axes);
            let (out, groups, axes) = (&out, &groups, &axes[..]);
            let variance = |x: &[f64]| {
                let mean = x.iter().sum::<f64>() / x.len() as f64;
                let squares = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
                (!x.is_empty()).then_some(squares / x.len().saturating_sub(ddof) as f64)
            };
            let near = |x: f64, y: f64| is_same(x, y) || (x - y).abs() <= 1e-8 * x.abs() + 1e-7;
            forms!(x, axes, out, groups, near; var try_var var_into try_var_into var_all (ddof), variance);
            forms!(x, axes, out, groups, near; std try_std std_into try_std_into std_all (ddof),
                |x: &[f64]| variance(x).map(f64::sqrt));
            forms!(x, axes, out, groups, |x: f64, y: f64| x == y || (x - y).abs() <= 1e-14 * x.abs();
                log_sum_exp try_log_sum_exp log_sum_exp_into try_log_sum_exp_into log_sum_exp_all (),
                |x: &[f64]| Some({
                    let greatest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    if x.is_empty() { greatest } else { greatest + x.iter().map(|x| (x - greatest).exp()).sum::<f64>().ln() }
                }));
        });
    }
}
