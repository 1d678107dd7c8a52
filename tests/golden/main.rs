//! Reductions against NumPy: every case of `reductions.jsonl`, in every form of the operation. The modules `views`
//! (also reshapes and scans), `products`, `joins` (also filled and indexed tensors) and `windows` (convolutions, pools
//! and sliding windows) have the other cases.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::float_cmp,
    reason = "small numbers, and elements that round"
)]

mod axes;
mod case;
#[path = "../common/mod.rs"]
mod common;
mod element;
mod joins;
mod part;
mod products;
mod reduction;
mod static_cases;
#[rustfmt::skip]
mod static_joins;
mod static_products;
mod static_views;
mod static_windows;
mod typed_joins;
mod typed_views;
mod views;
mod windows;

use axes::{Elements, Shapes, of_any, of_tuple};
use case::{Answer, Case, REDUCTIONS};
use conformable::maths::Maths;
use conformable::numeric::{Numeric, Real};
use conformable::{AnyShape, AxesOf, Axis, Keep, NoneBroadcast, Shape, Tensor, View, ViewMut, assert_type_eq};
use element::Element;
use ndarray::{ArrayD, ArrayViewD, Axis as AxisAt, IxDyn, Slice};
use num_traits::Float;
use reduction::*;
use std::marker::PhantomData;
use std::ops::RangeFull;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn at_run_time() {
    let (mut run, mut as_types, mut skipped) = (0, 0, 0);
    for case in REDUCTIONS.all() {
        if reduces(&case) {
            run += 1;
            as_types += usize::from(named_by_types(&case));
        } else {
            skipped += 1;
        }
    }
    println!("{run} cases run, {as_types} of them by types too, {skipped} skipped");
    assert_eq!(run + skipped, 973, "the number of cases in the file");
    assert!(as_types * 20 > run * 19, "{as_types} of {run}");
    if cfg!(all(feature = "half", feature = "complex")) {
        assert_eq!(skipped, 0);
    }
}

/// Runs a case; returns whether its type of elements is supported.
fn reduces(case: &Case) -> bool {
    if match case.dtype.as_str() {
        "f16" => cfg!(not(feature = "half")),
        "c32" | "c64" => cfg!(not(feature = "complex")),
        _ => false,
    } {
        return false;
    }
    match (&*case.dtype, &*case.op, &*case.to) {
        ("u8", "sum_as", "u32") => check::<u8, _>(case, &SumAs::<u32>(PhantomData)),
        ("i8", "sum_as", "i64") => check::<i8, _>(case, &SumAs::<i64>(PhantomData)),
        ("i32", "sum_as", "f64") => check::<i32, _>(case, &SumAs::<f64>(PhantomData)),
        ("f32", "sum_as", "f64") => check::<f32, _>(case, &SumAs::<f64>(PhantomData)),
        ("u16", "sum_as", "u64") => check::<u16, _>(case, &SumAs::<u64>(PhantomData)),
        ("bool", "sum_as", "i32") => check::<bool, _>(case, &SumAs::<i32>(PhantomData)),
        #[cfg(feature = "half")]
        ("f16", "sum_as", "f64") => check::<half::f16, _>(case, &SumAs::<f64>(PhantomData)),
        ("i32", "mean_as", "f64") => check::<i32, _>(case, &MeanAs::<f64>(PhantomData)),
        ("u8", "mean_as", "f32") => check::<u8, _>(case, &MeanAs::<f32>(PhantomData)),
        ("i64", "mean_as", "f64") => check::<i64, _>(case, &MeanAs::<f64>(PhantomData)),
        ("f32", "mean_as", "f64") => check::<f32, _>(case, &MeanAs::<f64>(PhantomData)),
        ("i32", "reduce", _) => check::<i32, _>(case, &InOrder),
        ("i64", "reduce", _) => check::<i64, _>(case, &InOrder),
        ("u8", "reduce", _) => check::<u8, _>(case, &InOrder),
        // and for a few, by typed axes
        ("f64", "sum", _) => check_typed::<f64, _>(case, &Sum),
        ("i32", "argmax", _) => check_typed::<i32, _>(case, &Argmax),
        ("bool", "any", _) => check::<bool, _>(case, &Any),
        ("bool", "all", _) => check::<bool, _>(case, &All),
        ("bool", "count", _) => check::<bool, _>(case, &Count),
        ("bool", ..) => real_numbers::<bool>(case),
        ("i8", ..) => real_numbers::<i8>(case),
        ("i16", ..) => real_numbers::<i16>(case),
        ("i32", ..) => real_numbers::<i32>(case),
        ("i64", ..) => real_numbers::<i64>(case),
        ("u8", ..) => real_numbers::<u8>(case),
        ("u16", ..) => real_numbers::<u16>(case),
        ("u32", ..) => real_numbers::<u32>(case),
        ("u64", ..) => real_numbers::<u64>(case),
        ("f32", ..) => floats::<f32>(case),
        ("f64", ..) => floats::<f64>(case),
        #[cfg(feature = "half")]
        ("f16", ..) => floats::<half::f16>(case),
        #[cfg(feature = "complex")]
        ("c32", ..) => fractions::<num_complex::Complex<f32>>(case),
        #[cfg(feature = "complex")]
        ("c64", ..) => fractions::<num_complex::Complex<f64>>(case),
        other => panic!("no reduction {other:?}"),
    }
    true
}

/// The reductions of real numbers.
fn real_numbers<T: Element + PartialOrd + Numeric<Total: Element>>(case: &Case) {
    match &*case.op {
        "sum" => check::<T, _>(case, &Sum),
        "prod" => check::<T, _>(case, &Product),
        "min" => check::<T, _>(case, &Min),
        "max" => check::<T, _>(case, &Max),
        "argmin" => check::<T, _>(case, &Argmin),
        "argmax" => check::<T, _>(case, &Argmax),
        other => panic!("no reduction {other}"),
    }
}

/// The reductions of floats.
fn floats<T: Element + Real<Wide: Float + Maths>>(case: &Case) {
    match &*case.op {
        "mean" => check::<T, _>(case, &Mean),
        "var" => check::<T, _>(case, &Variance(case.ddof)),
        "std" => check::<T, _>(case, &StdDev(case.ddof)),
        "norm_l1" => check::<T, _>(case, &NormL1),
        "norm_l2" => check::<T, _>(case, &NormL2),
        "norm_inf" => check::<T, _>(case, &NormInf),
        "log_sum_exp" => check::<T, _>(case, &LogSumExp),
        _ => real_numbers::<T>(case),
    }
}

/// The reductions of numbers without an order.
#[cfg(feature = "complex")]
fn fractions<T: Element + conformable::numeric::Inexact>(case: &Case) {
    match &*case.op {
        "sum" => check::<T, _>(case, &Sum),
        "prod" => check::<T, _>(case, &Product),
        "mean" => check::<T, _>(case, &Mean),
        other => panic!("no reduction {other}"),
    }
}

/// A case through every form that takes axes at run time.
fn check<T: Element, O: Reduction<T>>(case: &Case, op: &O) {
    let (base, expected) = (case.base::<T>(), case.answer::<O::Out>());
    case.view(&base, &mut |view| {
        let x: Tensor<T, AnyShape, View> = Tensor::try_from(&view).expect("any shape");
        // `..` is a type: the axes as numbers
        let all = || (0..x.rank() as isize).collect();
        let axes = case.axes.clone().unwrap_or_else(all);
        if case.keep {
            forms(case, op, &x, Keep(&axes[..]), &expected);
        } else {
            forms(case, op, &x, &axes[..], &expected);
        }
        if case.sizes().is_some() && axes.len() == x.rank() {
            whole(case, op, &x, &expected);
        }
        shapes(case, &x.sizes());
    });
}

/// The shape of the result by typed axes.
fn shapes(case: &Case, sizes: &[usize]) {
    let visitor = Shapes { case, sizes };
    of_any(case.axes.as_deref(), &visitor);
    of_tuple(sizes.len(), case.axes.as_deref(), &visitor);
}

/// Whether the axes of a case are among the types.
fn named_by_types(case: &Case) -> bool {
    struct Nothing;
    impl axes::Visitor for Nothing {
        fn visit<S: Shape, X: AxesOf<S>>(&self, _axes: X) {}
    }
    of_any(case.axes.as_deref(), &Nothing)
}

/// A case through every form, and by typed axes.
fn check_typed<T: Element, O: Reduction<T>>(case: &Case, op: &O) {
    check(case, op);
    let (base, expected) = (case.base::<T>(), case.answer());
    case.view(&base, &mut |view| {
        let visitor = Elements { case, op, view: &view, expected: &expected };
        of_any(case.axes.as_deref(), &visitor);
        of_tuple(view.ndim(), case.axes.as_deref(), &visitor);
        if let (Some([axis]), false) = (case.axes.as_deref(), case.keep) {
            let x: Tensor<T, AnyShape, View> = Tensor::try_from(&view).expect("any shape");
            case.assert("one axis", &expected, op.made(&x, [*axis]));
            case.assert("dense", &expected, op.made(&x.to_heap(), [*axis]));
        }
    });
}

/// The result in a new tensor, and in an existing one of any strides.
fn forms<T: Element, O: Reduction<T>, X: AxesOf<AnyShape>>(
    case: &Case,
    op: &O,
    x: &Tensor<T, AnyShape, View>,
    axes: X,
    expected: &Answer<O::Out>,
) where
    AnyShape: NoneBroadcast<X::Output>,
{
    case.assert("made", expected, op.made(x, axes));

    let sizes = case.sizes().unwrap_or_default();
    let doubled: Vec<usize> = sizes.iter().rev().map(|size| size * 2).collect();
    // not the expected result
    let first = expected.0.as_ref().and_then(|(_, elements)| elements.first());
    let filler = [0, 1].map(|number| O::Out::quotient(number, 1)).into_iter().find(|filler| Some(filler) != first);
    let filler = filler.expect("one of two");
    let mut memory = ArrayD::from_elem(IxDyn(&doubled), filler);
    let mut target = memory.view_mut();
    for axis in 0..doubled.len() {
        target.slice_axis_inplace(AxisAt(axis), Slice::new(0, None, if axis % 2 == 0 { 2 } else { -2 }));
    }
    let mut target = target.reversed_axes();
    let mut out: Tensor<O::Out, AnyShape, ViewMut> = Tensor::try_from(&mut target).expect("any shape");
    match op.put(x, axes, &mut out) {
        Some(Ok(())) => {
            case.assert("index_copy", expected, Ok(out));
            target.fill(filler);
        }
        Some(Err(_)) => case.assert_elements("index_copy", expected, None),
        None => {}
    }
    assert!(memory.iter().all(|&element| element == filler), "case {}: nothing else is written", case.id);
}

/// The result as a value.
fn whole<T: Element, O: Reduction<T>>(case: &Case, op: &O, x: &Tensor<T, AnyShape, View>, expected: &Answer<O::Out>) {
    match &expected.0 {
        Some((sizes, _)) => {
            if let Some(element) = op.all(x) {
                case.assert_elements("as a value", expected, Some((sizes, &[element])));
            }
        }
        None if cfg!(panic = "unwind") => {
            assert!(catch_unwind(AssertUnwindSafe(|| op.all(x))).is_err(), "case {}: a panic", case.id);
        }
        None => {}
    }
}

/// A case as types: of the operand, the axes, and the result.
macro_rules! typed_case {
    ($id:literal, $op:expr, $T:ty, $S:ty, $X:ty => $Out:ty) => {
        assert_type_eq!(<$X as AxesOf<$S>>::Output, $Out);
        static_case::<$T, $S, $X>($id, &$op);
    };
}
use typed_case;

/// Runs a case with a static shape.
fn static_case<T: Element, S: Shape, X: AxesOf<S> + Default>(id: usize, op: &impl Reduction<T>)
where
    X::Output: NoneBroadcast<X::Output>,
{
    let case = REDUCTIONS.case(id);
    let (base, expected) = (case.base::<T>(), case.answer());
    case.view(&base, &mut |view: ArrayViewD<T>| {
        let x: Tensor<T, S, View> = Tensor::try_from(&view).expect("a tensor of that shape");
        case.assert("strided", &expected, op.made(&x, X::default()));
        let x = x.to_heap();
        let made = op.made(&x, X::default());
        if let Ok(mut out) = made.clone() {
            out.iter_mut().for_each(|element| *element = Element::quotient(1, 1));
            let put = op.put(&x, X::default(), &mut out).expect("it has this form");
            case.assert("index_copy", &expected, put.map(|()| out));
        }
        case.assert("dense", &expected, made);
    });
}
