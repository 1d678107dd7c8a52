//! Convolutions, pools and sliding windows against loops over indices, of operands of any strides.
//!
//! `cargo test --all-features --test windows`; under miri with few cases.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    clippy::cast_sign_loss,
    reason = "numbers are small"
)]
#![allow(clippy::many_single_char_names, reason = "images, weights, kernels")]

mod strided;

use conformable::product::MatrixElement;
use conformable::windows::{Convolve, ConvolveTransposed, Convolved, ConvolvedTransposed, Same, Sides, Window};
use conformable::{AnyShape, Dim, Dyn, Inline, Shape, ShapeError, Size, Storage, Tensor, View, ViewMut, shape};
use conformable::{ErrorKind, assert_type_eq};
use core::fmt::Debug;
use ndarray::{ArrayViewD, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;
use strided::{Layout, config, indices, layout};

/// A number that the tests multiply: small ones, so that no sum rounds.
trait Small: MatrixElement<Total = Self> + PartialEq + Debug {
    fn of(number: i64) -> Self;
    fn number(self) -> i64;
}

/// Implements [`Small`] by `as`.
macro_rules! small {
    ($($T:ty)*) => {$(
        impl Small for $T {
            fn of(number: i64) -> Self {
                number as Self
            }
            fn number(self) -> i64 {
                self as i64
            }
        }
    )*};
}

small!(f32 f64 i32 u16);

/// A number without one for the padding.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Own(i64);

impl core::ops::Add for Own {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        Self(self.0 + rhs.0)
    }
}

impl core::ops::Mul for Own {
    type Output = Self;
    fn mul(self, rhs: Self) -> Self {
        Self(self.0 * rhs.0)
    }
}

impl conformable::numeric::Numeric for Own {
    type Wide = Self;
    type Total = Self;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);
    const ROUNDS: bool = false;
    fn widen(self) -> Self {
        self
    }
    fn total(wide: Self) -> Self {
        wide
    }
}

impl MatrixElement for Own {
    type Gemm = conformable::product::Loops;
}

impl Small for Own {
    fn of(number: i64) -> Self {
        Self(number)
    }
    fn number(self) -> i64 {
        self.0
    }
}

/// How a window moves along each axis.
#[derive(Clone, Debug)]
struct Options {
    stride: Vec<usize>,
    dilation: Vec<usize>,
    sides: Vec<[usize; 2]>,
    more: Vec<usize>,
    groups: usize,
}

/// The convolution by loops over indices, from the elements that each result sees.
fn by_loops<T: Copy>(
    x: &ArrayViewD<T>,
    w: &ArrayViewD<T>,
    options: &Options,
    number: impl Fn(T) -> i64,
) -> Option<(Vec<usize>, Vec<i64>)> {
    let (i, k) = (&x.shape()[2..], &w.shape()[2..]);
    let (channels, groups) = (x.shape()[1], options.groups);
    if w.shape()[1] * groups != channels || groups == 0 || w.shape()[0] % groups != 0 {
        return None;
    }
    let mut sizes = vec![x.shape()[0], w.shape()[0]];
    for axis in 0..i.len() {
        let padded = i[axis] + options.sides[axis][0] + options.sides[axis][1];
        let reach = options.dilation[axis] * k[axis].checked_sub(1)? + 1;
        sizes.push(padded.checked_sub(reach)? / options.stride[axis] + 1);
    }
    let elements = indices(&sizes).map(|index| {
        let group = index[1] / (w.shape()[0] / groups);
        let taps = indices(&w.shape()[1..]).map(|tap| {
            let mut at = vec![index[0], group * w.shape()[1] + tap[0]];
            for axis in 0..i.len() {
                let place = index[axis + 2] * options.stride[axis] + tap[axis + 1] * options.dilation[axis];
                match place.checked_sub(options.sides[axis][0]) {
                    Some(place) if place < i[axis] => at.push(place),
                    _ => return 0,
                }
            }
            number(x[IxDyn(&at)]) * number(w[IxDyn(&[&[index[1]], &tap[..]].concat())])
        });
        taps.sum()
    });
    let elements = elements.collect();
    Some((sizes, elements))
}

/// The transposed convolution by loops over indices, to the results that each element spreads the weights over.
fn spread_by_loops<T: Copy>(
    x: &ArrayViewD<T>,
    w: &ArrayViewD<T>,
    options: &Options,
    number: impl Fn(T) -> i64,
) -> Option<(Vec<usize>, Vec<i64>)> {
    let (i, k) = (&x.shape()[2..], &w.shape()[2..]);
    let (channels, groups) = (x.shape()[1], options.groups);
    if w.shape()[0] != channels || groups == 0 || channels % groups != 0 {
        return None;
    }
    let mut sizes = vec![x.shape()[0], w.shape()[1] * groups];
    for axis in 0..i.len() {
        let reach = options.dilation[axis] * k[axis].checked_sub(1)? + 1;
        let covered = i[axis].checked_sub(1)? * options.stride[axis] + reach + options.more[axis];
        sizes.push(covered.checked_sub(options.sides[axis][0] + options.sides[axis][1])?);
    }
    let mut out = ndarray::ArrayD::<i64>::zeros(IxDyn(&sizes));
    for index in indices(x.shape()) {
        'taps: for tap in indices(&w.shape()[1..]) {
            let group = index[1] / (channels / groups);
            let mut at = vec![index[0], group * w.shape()[1] + tap[0]];
            for axis in 0..i.len() {
                let place = index[axis + 2] * options.stride[axis] + tap[axis + 1] * options.dilation[axis];
                match place.checked_sub(options.sides[axis][0]) {
                    Some(place) if place < sizes[axis + 2] => at.push(place),
                    _ => continue 'taps,
                }
            }
            out[IxDyn(&at)] += number(x[IxDyn(&index)]) * number(w[IxDyn(&[&[index[1]], &tap[..]].concat())]);
        }
    }
    Some((sizes, out.iter().copied().collect()))
}

fn same<T: Small, S: Shape, D: Storage>(x: &Tensor<T, S, D>, (sizes, elements): &(Vec<usize>, Vec<i64>)) {
    assert_eq!(x.sizes().as_ref(), sizes);
    assert!(x.iter().map(|x| x.number()).eq(elements.iter().copied()), "{:?} {elements:?}", x.to_vec());
}

type Moves<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N], usize>;
type Spreads<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N], usize, [usize; N]>;

fn array<T: Copy, const N: usize>(of: &[T]) -> [T; N] {
    of.try_into().map_err(drop).expect("one for each axis")
}

/// Every form of a convolution of two operands, and of the transposed one.
fn forms<T: Small, L: Shape, R: Shape, const N: usize>(
    [x, w]: [&ArrayViewD<T>; 2],
    options: &Options,
    (out, room): (&Layout, usize),
) where
    L: Convolve<R, Moves<N>> + ConvolveTransposed<R, Spreads<N>>,
{
    let window = Window::new()
        .stride(array::<_, N>(&options.stride))
        .padding(array::<_, N>(&options.sides))
        .dilation(array::<_, N>(&options.dilation))
        .groups(options.groups);
    let expected = by_loops(x, w, options, T::number);
    let spread = spread_by_loops(x, w, options, T::number);
    let x: Tensor<T, L, View> = Tensor::try_from(x).expect("its sizes");
    let w: Tensor<T, R, View> = Tensor::try_from(w).expect("its sizes");
    let refused = |error: ShapeError| {
        assert!(error.to_string().contains(&x.shape().partial().to_string()), "{error}");
        assert!(matches!(error.kind(), ErrorKind::Mismatch | ErrorKind::NoPlace), "{error}");
    };
    let mut scratch = vec![T::of(77); room];
    if let Some(expected) = expected {
        same(&x.convolve(&w, window), &expected);
        same(&x.to_owned().convolve(&w.to_owned(), window), &expected);
        assert_eq!(x.shape().convolve(w.shape(), &window).expect("a shape").sizes().as_ref(), &expected.0[..]);
        let mut memory = out.memory(&expected.0, |_| T::of(1));
        let mut array = out.view_mut(&mut memory);
        let mut into: Tensor<T, AnyShape, ViewMut> = Tensor::try_from(&mut array).expect("any shape");
        x.convolve_into(&w, window, &mut into, &mut scratch);
        same(&into, &expected);
        scratch.resize(x.convolve_scratch(&w, window).expect("they conform"), T::of(7));
        x.convolve_into(&w, window, &mut into, &mut scratch);
        same(&into, &expected);
    } else {
        refused(x.try_convolve(&w, window).expect_err("no convolution"));
    }
    let window = window.output_padding(array::<_, N>(&options.more));
    if let Some(expected) = spread {
        same(&x.convolve_transposed(&w, window), &expected);
        let mut memory = out.memory(&expected.0, |_| T::of(1));
        let mut array = out.view_mut(&mut memory);
        let mut into: Tensor<T, AnyShape, ViewMut> = Tensor::try_from(&mut array).expect("any shape");
        scratch.resize(room, T::of(7));
        x.convolve_transposed_into(&w, window, &mut into, &mut scratch);
        same(&into, &expected);
        scratch.resize(x.convolve_transposed_scratch(&w, window).expect("they conform"), T::of(7));
        x.convolve_transposed_into(&w, window, &mut into, &mut scratch);
        same(&into, &expected);
    } else {
        refused(x.try_convolve_transposed(&w, window).expect_err("no transposed convolution"));
    }
}

/// Images and weights that can mostly be convolved, in one way or the other, and how.
fn operands() -> impl Strategy<Value = ([Vec<usize>; 2], Options)> {
    let axis = (0..20_usize, 1..5_usize, 1..4_usize, 1..4_usize, [0..3_usize, 0..3_usize], 0..2_usize);
    let wide = (14..40_usize, 1..4_usize, 1..3_usize, 1..3_usize, [0..3_usize, 0..3_usize], 0..2_usize);
    let small = (0..6_usize, 1..4_usize, 1..4_usize, 1..4_usize, [0..3_usize, 0..3_usize], 0..2_usize);
    let axes = prop_oneof![vec(axis, 1..=1), vec(wide, 1..=2), vec(small, 1..=3)];
    let groups = prop_oneof![4 => Just(1), 2 => 2..4_usize];
    (axes, 0..3_usize, groups, 0..4_usize, prop_oneof![0..3_usize, 4..7_usize], 0..12_u8).prop_map(
        |(axes, n, groups, each, outputs, form)| {
            let mut x = vec![n, groups * each];
            let (mut w, mut options) = if form % 2 == 0 {
                (vec![groups * outputs, each], vec![])
            } else {
                (vec![groups * each, outputs], vec![])
            };
            if form > 9 {
                w[usize::from(form % 2 == 0)] += 1;
            }
            for axis in axes.into_iter().take(if cfg!(miri) { 1 } else { 3 }) {
                x.push(axis.0);
                w.push(axis.1);
                options.push(axis);
            }
            let options = Options {
                stride: options.iter().map(|axis| axis.2).collect(),
                dilation: options.iter().map(|axis| axis.3).collect(),
                sides: options.iter().map(|axis| axis.4).collect(),
                more: options.iter().map(|axis| axis.5).collect(),
                groups,
            };
            ([x, w], options)
        },
    )
}

fn any_strides<T: Small>(sizes: &[Vec<usize>; 2], options: &Options, layouts: &[Layout; 3], room: usize) {
    let memory = |at: usize| layouts[at].memory(&sizes[at], |i| T::of(((i * 7 + at) % 3) as i64));
    let (x, w) = (memory(0), memory(1));
    let (x, w) = (layouts[0].view(&x), layouts[1].view(&w));
    let (x, w) =
        (x.broadcast(IxDyn(&sizes[0])).expect("it stretches"), w.broadcast(IxDyn(&sizes[1])).expect("it stretches"));
    let (operands, out) = ([&x, &w], (&layouts[2].unstretched(), room));
    type Dyns3 = (Dyn, Dyn, Dyn);
    type Dyns4 = (Dyn, Dyn, Dyn, Dyn);
    type Dyns5 = (Dyn, Dyn, Dyn, Dyn, Dyn);
    match sizes[0].len() {
        3 => {
            forms::<T, AnyShape, AnyShape, 1>(operands, options, out);
            forms::<T, Dyns3, Dyns3, 1>(operands, options, out);
        }
        4 => {
            forms::<T, AnyShape, Dyns4, 2>(operands, options, out);
            forms::<T, Dyns4, Dyns4, 2>(operands, options, out);
        }
        _ => {
            forms::<T, Dyns5, AnyShape, 3>(operands, options, out);
            forms::<T, Dyns5, Dyns5, 3>(operands, options, out);
        }
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn operands_of_any_strides((sizes, options) in operands(), x in layout(), w in layout(), out in layout(), room in 0..3000_usize) {
        let layouts = [x, w, out];
        any_strides::<f32>(&sizes, &options, &layouts, room);
        any_strides::<i32>(&sizes, &options, &layouts, room);
        if !cfg!(miri) {
            any_strides::<f64>(&sizes, &options, &layouts, room);
            any_strides::<u16>(&sizes, &options, &layouts, room);
            any_strides::<Own>(&sizes, &options, &layouts, room);
        }
    }
}

#[test]
fn types_of_convolutions() {
    type Image = (Dyn, Size<3>, Size<224>, Size<224>);
    type Of<S, W, St, Pad = Size<0>, Dil = conformable::windows::Usual> = Convolved<S, W, Window<St, Pad, Dil>>;
    assert_type_eq!(
        Of<Image, Shape![64, 3, 7, 7], Size<2>, Size<3>>,
        (Dyn, Size<64>, Size<112>, Size<112>)
    );
}
