//! Convolutions and sliding windows against loops over indices, of operands of any strides.
//!
//! `cargo test --all-features --test operations windows::`; under miri with few cases.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    clippy::cast_sign_loss,
    reason = "numbers are small"
)]
#![allow(clippy::many_single_char_names, reason = "images, weights, kernels")]

use crate::common::naive::{Computed, indices};
use crate::common::numbers::config;
use crate::common::small::{Small, same_numbers};
use crate::common::strides::{Layout, layout, with_operands, written_at};
use crate::pools::{Seen, seen_by_loops};
use conformable::product::MatrixElement;
use conformable::windows::{
    Conv, ConvTranspose, ConvTransposed, Convolved, Depthwise, Pool, Pooled, Same, Sides, Slid, Unset, Window,
};
use conformable::{AnyShape, Axis, Dim, Dyn, Inline, Shape, ShapeError, Size, Tensor, View, shape};
use conformable::{ErrorKind, assert_type_eq};
use core::fmt::Debug;
use ndarray::{ArrayViewD, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;

/// Number types of one line each: `numbers!(Whole(i64), false, None;)` with `ROUNDS` and `ABSENT`.
macro_rules! numbers {
    ($($Own:ident($T:ty), $rounds:literal, $absent:expr;)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct $Own($T);

        impl core::ops::Add for $Own {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Self(self.0 + rhs.0)
            }
        }

        impl core::ops::Mul for $Own {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                Self(self.0 * rhs.0)
            }
        }

        impl conformable::numeric::Numeric for $Own {
            type Wide = Self;
            type Total = Self;
            const ZERO: Self = Self(0 as $T);
            const ONE: Self = Self(1 as $T);
            const ROUNDS: bool = $rounds;
            const ABSENT: Option<Self> = $absent;
            fn widen(self) -> Self {
                self
            }
            fn total(wide: Self) -> Self {
                wide
            }
        }

        impl MatrixElement for $Own {
            type Gemm = conformable::product::Loops;
        }

        impl Small for $Own {
            fn of(number: i64) -> Self {
                Self(number as $T)
            }
            fn number(self) -> i64 {
                self.0 as i64
            }
        }
    )*};
}

// `Own` has no zero for the padding. Convolutions of the other two use panels.
numbers! {
    Own(i64), false, None;
    Single(f32), true, Some(Self(0.0));
    Double(f64), true, Some(Self(0.0));
}

/// How a window moves along each axis.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) stride: Vec<usize>,
    pub(crate) dilation: Vec<usize>,
    pub(crate) sides: Vec<[usize; 2]>,
    pub(crate) more: Vec<usize>,
    pub(crate) groups: usize,
    pub(crate) ceil: bool,
}

/// The convolution by loops over indices, from the elements in the window of each result.
fn convolution_by_loops<T: Copy>(
    x: &ArrayViewD<T>,
    w: &ArrayViewD<T>,
    options: &Options,
    number: impl Fn(T) -> i64,
) -> Option<Computed> {
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

/// The transposed convolution by loops over indices, from the results that each element adds to.
fn spread_by_loops<T: Copy>(
    x: &ArrayViewD<T>,
    w: &ArrayViewD<T>,
    options: &Options,
    number: impl Fn(T) -> i64,
) -> Option<Computed> {
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

type Moves<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N], usize>;
type Spreads<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N], usize, [usize; N]>;

pub(crate) fn array<T: Copy, const N: usize>(of: &[T]) -> [T; N] {
    of.try_into().map_err(drop).expect("one for each axis")
}

/// Every form of a convolution of two operands, and of the transposed one.
fn forms<T: Small, L, R: Shape, const N: usize>(
    [x, w]: [&ArrayViewD<T>; 2],
    options: &Options,
    (out, room): (&Layout, usize),
) where
    L: Shape + Conv<R, Moves<N>> + ConvTranspose<R, Spreads<N>>,
{
    let window = Window::new()
        .stride(array::<_, N>(&options.stride))
        .padding(array::<_, N>(&options.sides))
        .dilation(array::<_, N>(&options.dilation))
        .groups(options.groups);
    let expected = convolution_by_loops(x, w, options, T::number);
    let spread = spread_by_loops(x, w, options, T::number);
    let x: Tensor<T, L, View> = Tensor::try_from(x).expect("its sizes");
    let w: Tensor<T, R, View> = Tensor::try_from(w).expect("its sizes");
    let refused = |error: ShapeError| {
        assert!(error.to_string().contains(&x.shape().partial().to_string()), "{error}");
        assert!(matches!(error.kind(), ErrorKind::Mismatch | ErrorKind::NoPlace), "{error}");
    };
    let mut scratch = vec![T::of(77); room];
    if let Some(expected) = expected {
        same_numbers(&x.conv(&w, window), &expected);
        same_numbers(&x.to_owned().conv(&w.to_owned(), window), &expected);
        assert_eq!(x.shape().conv(w.shape(), &window).expect("a shape").sizes().as_ref(), &expected.0[..]);
        let sizes = &expected.0;
        let into = written_at(sizes, out, T::of(1), |out| x.conv_into(&w, window, out, &mut scratch));
        same_numbers(&into, &expected);
        scratch.resize(x.conv_scratch(&w, window).expect("they conform"), T::of(7));
        let into = written_at(sizes, out, T::of(1), |out| x.conv_into(&w, window, out, &mut scratch));
        same_numbers(&into, &expected);
    } else {
        refused(x.try_conv(&w, window).expect_err("no convolution"));
    }
    let window = window.output_padding(array::<_, N>(&options.more));
    if let Some(expected) = spread {
        same_numbers(&x.conv_transpose(&w, window), &expected);
        let sizes = &expected.0;
        scratch.resize(room, T::of(7));
        let into = written_at(sizes, out, T::of(1), |out| x.conv_transpose_into(&w, window, out, &mut scratch));
        same_numbers(&into, &expected);
        scratch.resize(x.conv_transpose_scratch(&w, window).expect("they conform"), T::of(7));
        let into = written_at(sizes, out, T::of(1), |out| x.conv_transpose_into(&w, window, out, &mut scratch));
        same_numbers(&into, &expected);
    } else {
        refused(x.try_conv_transpose(&w, window).expect_err("no transposed convolution"));
    }
}

/// Images and weights that can mostly be convolved, in either way, and the options.
pub(crate) fn operands() -> impl Strategy<Value = ([Vec<usize>; 2], Options)> {
    let axis = (0..20_usize, 1..5_usize, 1..4_usize, 1..4_usize, [0..3_usize, 0..3_usize], 0..2_usize);
    let wide = (14..40_usize, 1..4_usize, 1..3_usize, 1..3_usize, [0..3_usize, 0..3_usize], 0..2_usize);
    let small = (0..6_usize, 1..4_usize, 1..4_usize, 1..4_usize, [0..3_usize, 0..3_usize], 0..2_usize);
    let all = prop_oneof![vec(axis, 1..=1), vec(wide, 1..=2), vec(small, 1..=3)];
    let groups = prop_oneof![4 => Just(1), 2 => 2..4_usize];
    (all, 0..4_usize, groups, 0..4_usize, prop_oneof![2 => 0..3_usize, 2 => 4..7_usize, 1 => 15..30_usize], 0..12_u8)
        .prop_map(|(axes, n, groups, each, outputs, form)| {
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
                ceil: false,
            };
            ([x, w], options)
        })
}

type Dyns3 = (Dyn, Dyn, Dyn);
type Dyns4 = (Dyn, Dyn, Dyn, Dyn);
type Dyns5 = (Dyn, Dyn, Dyn, Dyn, Dyn);

fn any_strides<T: Small>(sizes: &[Vec<usize>; 2], options: &Options, layouts: &[Layout; 3], room: usize) {
    let element = |operand: usize, i: usize| T::of(((i * 7 + operand) % 3) as i64);
    with_operands([&sizes[0], &sizes[1]], layouts, element, |x, w| {
        let (operands, out) = ([x, w], (&layouts[2], room));
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
    });
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn operands_of_any_strides((sizes, options) in operands(), x in layout(), w in layout(), out in layout(), room in 0..3000_usize) {
        let layouts = [x, w, out];
        any_strides::<f32>(&sizes, &options, &layouts, room);
        any_strides::<i32>(&sizes, &options, &layouts, room);
        any_strides::<Single>(&sizes, &options, &layouts, room);
        if !cfg!(miri) {
            any_strides::<f64>(&sizes, &options, &layouts, room);
            any_strides::<u16>(&sizes, &options, &layouts, room);
            any_strides::<Double>(&sizes, &options, &layouts, room);
            any_strides::<Own>(&sizes, &options, &layouts, room);
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn sliding_windows_of_any_strides(
        sizes in vec(0..7_usize, 1..4),
        length in 0..5_usize,
        stride in 1..4_usize,
        dilation in 1..4_usize,
        x in layout(),
    ) {
        let memory = x.memory(&sizes, |i| i);
        let array = x.view(&memory);
        let array = array.broadcast(IxDyn(&sizes)).expect("it stretches");
        let window = Window::new().stride(stride).dilation(dilation);
        let options = Options { stride: vec![stride], dilation: vec![dilation], sides: vec![[0; 2]], more: vec![], groups: 1, ceil: false };
        let x: Tensor<usize, AnyShape, View> = Tensor::try_from(&array).expect("any shape");
        let Some(Seen { sizes: expected, elements: seen, .. }) = seen_by_loops(&array, &[length], &options) else {
            prop_assert!(x.try_sliding_windows(Axis::<-1>, Dyn::new(length), window).is_err());
            return Ok(());
        };
        let views = x.sliding_windows(Axis::<-1>, Dyn::new(length), window);
        prop_assert_eq!(views.sizes().to_vec(), [&expected[..], &[length]].concat());
        prop_assert_eq!(views.to_vec(), seen.concat());
        // along the first axis: that of the transposed tensor is its last
        let swapped = x.swap_axes(Axis::<0>, Axis::<-1>);
        let views = swapped.sliding_windows(Axis::<0>, Dyn::new(length), window);
        prop_assert_eq!(views.swap_axes(Axis::<0>, Axis::<-2>).to_vec(), seen.concat());
    }
}

#[test]
fn types_of_convolutions() {
    struct Batch;
    type Image = (Dyn<Batch>, Size<3>, Size<224>, Size<224>);
    type W<const K: usize> = (Size<64>, Size<3>, Size<K>, Size<K>);
    type Out<const I: usize> = (Dyn<Batch>, Size<64>, Size<I>, Size<I>);
    type Dilated = Window<Size<2>, Sides<Size<1>, Size<2>>, Size<3>>;
    assert_type_eq!(Convolved<Image, W<7>, Window<Size<2>, Size<3>>>, Out<112>);
    assert_type_eq!(Convolved<Image, W<3>, Window<Unset, Size<1>>>, Out<224>);
    assert_type_eq!(Convolved<Image, W<4>, Window<Size<4>>>, Out<56>);
    assert_type_eq!(Convolved<Image, W<3>, Window<Size<3>>>, Out<74>);
    assert_type_eq!(Convolved<Image, W<1>, Window<Size<224>>>, Out<1>);
    // (224 + 3 - (3 * 2 + 1)) / 2 + 1
    assert_type_eq!(Convolved<Image, W<3>, Dilated>, Out<111>);
    assert_type_eq!(Convolved<Image, W<3>, Window<Unset, Same>>, Out<224>);
    assert_type_eq!(Convolved<Image, W<3>, Window<Size<3>, Same>>, Out<75>);
    assert_type_eq!(Convolved<Image, W<3>, Window<Dyn, Same>>, (Dyn<Batch>, Size<64>, Dyn, Dyn));
    assert_type_eq!(Convolved<Image, W<3>, Window<usize>>, (Dyn<Batch>, Size<64>, Dyn, Dyn));
    assert_type_eq!(
        Convolved<Image, W<3>, Window<(Size<2>, Dyn), (Size<1>, Same)>>,
        (Dyn<Batch>, Size<64>, Size<112>, Dyn)
    );
    assert_type_eq!(Convolved<Image, (Dyn, Dyn, Size<3>, Dyn)>, (Dyn<Batch>, Dyn, Size<222>, Dyn));
    assert_type_eq!(Convolved<AnyShape, W<3>>, AnyShape);
    assert_type_eq!(Convolved<Image, AnyShape>, AnyShape);
    type Audio = (Size<8>, Size<12>, conformable::dim!(16000));
    type Grouped<const G: usize> = Window<Unset, Size<0>, Unset, Size<G>>;
    assert_type_eq!(Convolved<Audio, (Size<24>, Size<3>, Size<25>), Grouped<4>>, (Size<8>, Size<24>, conformable::dim!(15976)));
    type Each = Window<Unset, Size<0>, Unset, Depthwise>;
    assert_type_eq!(Convolved<Audio, (Dyn, Size<1>, Size<1>), Each>, (Size<8>, Size<12>, conformable::dim!(16000)));
    type Spread = Window<Size<2>, Size<1>, Unset, Unset, Size<1>>;
    type Small = (Dyn<Batch>, Size<64>, Size<14>, Size<14>);
    // (14 - 1) * 2 - 2 + 3 + 1
    assert_type_eq!(ConvTransposed<Small, W<3>, Spread>, (Dyn<Batch>, Size<3>, Size<28>, Size<28>));
    type InTwo = Window<Unset, Size<0>, Unset, Size<2>>;
    assert_type_eq!(ConvTransposed<Small, W<3>, InTwo>, (Dyn<Batch>, Size<6>, Size<16>, Size<16>));
    assert_type_eq!(Pooled<Image, (Size<3>, Size<2>)>, (Dyn<Batch>, Size<3>, Size<74>, Size<112>));
    assert_type_eq!(Pooled<Image, (Dyn,)>, (Dyn<Batch>, Size<3>, Size<224>, Dyn));
    assert_type_eq!(Pooled<AnyShape, (Size<2>,)>, AnyShape);
    assert_type_eq!(Pooled<Image, AnyShape>, AnyShape);
    assert_type_eq!(Slid<Image, Axis<-2>, Size<5>, Window<Size<4>>>, (Dyn<Batch>, Size<3>, Size<55>, Size<224>, Size<5>));
}

/// What generic code needs no bound for.
fn of_any_size<N: Dim, C: Dim, H: Dim, W: Dim>(
    x: &Tensor<f32, (N, C, H, W)>,
    each: &Tensor<f32, (C, Size<1>, Size<3>, Size<3>)>,
    all: &Tensor<f32, (C, C, Size<3>, Size<3>)>,
) -> Tensor<f32, (N, C, H, W)> {
    x.conv(each, Window::new().padding(Same).depthwise()).conv(all, Window::new().padding(Same))
}

/// The operation with its one bound.
fn halved<S: Shape + Pool<(Size<2>, Size<2>)>>(x: &Tensor<f32, S>) -> Tensor<f32, Pooled<S, (Size<2>, Size<2>)>> {
    x.max_pool(shape![2, 2], Window::new())
}

fn valid<S: Shape + Conv<W>, W: Shape>(x: &Tensor<f32, S>, w: &Tensor<f32, W>) -> Tensor<f32, Convolved<S, W>> {
    x.conv(w, Window::new())
}

/// Typed sizes equal those at run time, for each kind of padding, in every storage.
#[test]
fn typed_as_at_run_time() {
    let number = |index: [usize; 4]| index.iter().fold(1, |sum, i| (sum * 5 + i) % 7) as f32;
    let x = Tensor::from_fn(shape![2, 4, 7, 6], number);
    let w = Tensor::from_fn(shape![4, 4, 3, 3], number);
    let each = Tensor::from_fn(shape![4, 1, 3, 3], number);
    let (any_x, any_w) = (x.clone().erase(), w.clone().erase());
    let mut results = 0;
    macro_rules! typed_as_any {
        ($($window:expr, $Out:ty;)*) => {$(
            let y: Tensor<f32, $Out> = x.conv(&w, $window);
            let any = any_x.conv(&any_w, $window);
            assert_eq!(y.sizes().as_ref(), any.sizes().as_ref());
            assert_eq!(y.to_vec(), any.to_vec());
            let inline: Tensor<f32, $Out, Inline> = x.clone().to_inline().conv(&w.clone().to_inline(), $window);
            assert_eq!(inline.to_vec(), any.to_vec());
            results += 1;
        )*};
    }
    typed_as_any!(
        Window::new(), conformable::Shape![2, 4, 5, 4];
        Window::new().padding(Size::<1>), conformable::Shape![2, 4, 7, 6];
        Window::new().padding(Same), conformable::Shape![2, 4, 7, 6];
        Window::new().padding(Same).stride(Size::<2>), conformable::Shape![2, 4, 4, 3];
        Window::new().padding(Same).stride(shape![3, 1]).dilation(Size::<2>), conformable::Shape![2, 4, 3, 6];
        Window::new().padding((Sides(Size::<0>, Size::<2>), Same)), conformable::Shape![2, 4, 7, 6];
        Window::new().padding(Sides(Size::<3>, Size::<0>)).dilation(shape![2, 1]), conformable::Shape![2, 4, 6, 7];
    );
    assert_eq!(results, 7);
    // half of the padding, or one less, is before: with a window of 2, all of it is after
    let row = Tensor::from([[[1, 2, 3]]]);
    assert_eq!(row.conv(&Tensor::from([[[10, 1]]]), Window::new().padding(Same)), Tensor::from([[[12, 23, 30]]]));

    let y = of_any_size(&x, &each, &w);
    let expected =
        any_x.conv(&each.clone().erase(), Window::new().padding(1).groups(4)).conv(&any_w, Window::new().padding(1));
    assert_eq!(y.to_vec(), expected.to_vec());
    assert_eq!(halved(&x).to_vec(), any_x.max_pool(shape![2, 2], Window::new()).to_vec());
    assert_eq!(valid(&x, &w).sizes(), [2, 4, 5, 4]);
    let spread: Tensor<f32, conformable::Shape![2, 4, 15, 13]> = x.conv_transpose(&w, Window::new().stride(Size::<2>));
    assert_eq!(spread.to_vec(), any_x.conv_transpose(&any_w, Window::new().stride(2)).to_vec());
}

#[test]
fn refusals_name_whole_shapes() {
    let any = |sizes: &[usize]| AnyShape::from(sizes);
    let text = |result: Result<AnyShape, ShapeError>| result.expect_err("it is refused").to_string();
    let of = |x: &[usize], w: &[usize]| text(any(x).conv(&any(w), &Window::new()));
    assert_eq!(
        of(&[1, 3, 5, 5], &[4, 3, 7, 7]),
        "cannot convolve (1, 3, 5, 5) with weights of (4, 3, 7, 7): a window of 7 does not fit in axis 2, which is 5 plus the \
         padding 0 and 0"
    );
    assert_eq!(
        of(&[1, 3, 5, 5], &[4, 2, 3, 3]),
        "cannot convolve (1, 3, 5, 5) with weights of (4, 2, 3, 3): the images have 3 channels, and the weights are for 2"
    );
    assert_eq!(
        of(&[1, 3, 5, 5], &[4, 3, 0, 3]),
        "cannot convolve (1, 3, 5, 5) with weights of (4, 3, 0, 3): a window of 0 elements has no place in axis 2"
    );
    assert!(of(&[1, 3, 5, 5], &[4, 3, 3]).ends_with("the ranks 4 and 3 differ"));
    assert!(of(&[3, 5], &[4, 3]).contains("cannot convolve (3, 5) with weights of (4, 3)\n  images are `(N, C, ..)`"));
    let grouped = |w: &[usize], groups: usize| text(any(&[1, 4, 5]).conv(&any(w), &Window::new().groups(groups)));
    assert_eq!(
        grouped(&[6, 1, 3], 4),
        "cannot convolve (1, 4, 5) with weights of (6, 1, 3): 4 groups do not divide 6 channels"
    );
    assert_eq!(
        grouped(&[6, 1, 3], 3),
        "cannot convolve (1, 4, 5) with weights of (6, 1, 3): the images have 4 channels, which are not 3 groups of 1"
    );
    assert!(grouped(&[6, 1, 3], 0).contains("which are not 0 groups of 1"));
    let still = text(any(&[1, 4, 5]).conv(&any(&[6, 4, 3]), &Window::new().stride(0)));
    assert!(still.contains("a stride or a dilation is 0"), "{still}");
    let many = text(any(&[1, 4, 5]).conv(&any(&[6, 4, 3]), &Window::new().stride([1, 2])));
    assert!(many.contains("there is one stride, padding and dilation for each axis, or one for all"), "{many}");
    let spread = text(any(&[1, 4, 1]).conv_transpose(&any(&[4, 6, 1]), &Window::new().padding(1)));
    assert_eq!(
        spread,
        "a transposed convolution of (1, 4, 1) with a window of 1 has a negative size on axis 2: the axis is 1, the padding 1 and 1, \
         the stride 1"
    );
    let same = text(any(&[1, 4, 3]).conv_transpose(&any(&[4, 6, 1]), &Window::new().padding(Same)));
    assert!(same.ends_with("a transposed convolution takes no padding `Same` or `SameLower`"), "{same}");
    let slid = Tensor::full(shape![2, 3], 1);
    assert_eq!(
        slid.try_sliding_windows(Axis::<0>, Dyn::new(3), Window::new()).expect_err("refused").to_string(),
        "cannot slide a window over (2, 3): a window of 3 does not fit in axis 0, which is 2 plus the padding 0 and 0"
    );
    let still =
        slid.try_sliding_windows(Axis::<0>, Dyn::new(1), Window::new().stride(0)).expect_err("refused").to_string();
    assert!(still.starts_with("cannot slide a window over (2, 3)\n"), "{still}");
    assert!(still.ends_with("a stride or a dilation is 0"), "{still}");
    assert!(text(any(&[4]).pool(&any(&[1, 1]), &Window::new())).contains("cannot pool (4,) by a window of (1, 1)"));
    // sizes that a `usize` does not count
    let huge = usize::MAX;
    for result in [
        any(&[1, 1, 5]).conv(&any(&[1, 1, 3]), &Window::new().padding(huge)),
        any(&[1, 1, 5]).conv(&any(&[1, 1, 3]), &Window::new().padding(Same).dilation(huge)),
        any(&[1, 1, 5]).conv_transpose(&any(&[1, 1, 3]), &Window::new().stride(huge)),
        any(&[1, 1, 1]).conv_transpose(&any(&[1, 1, 1]), &Window::new().stride(huge)),
    ] {
        assert_eq!(result.expect_err("too large").kind(), ErrorKind::Overflow);
    }
    assert_eq!(any(&[1, 1, 5]).conv(&any(&[1, 1, 3]), &Window::new().stride(huge)), Ok(any(&[1, 1, 1])));
}

#[test]
fn a_refused_convolution_changes_nothing() {
    let x = Tensor::full(shape![1, 2, 5], 1).erase();
    let w = Tensor::full(shape![3, 2, 3], 1);
    let mut out = Tensor::full(shape![1, 3, 4], 7).erase();
    let mut scratch = [9; 4];
    assert!(x.try_conv_into(&w, Window::new(), &mut out, &mut scratch).is_err());
    assert!(x.try_conv_transpose_into(&w, Window::new(), &mut out, &mut scratch).is_err());
    assert!(x.try_max_pool_into(shape![3], Window::new(), &mut out).is_err());
    assert!(out.iter().all(|&x| x == 7));
    assert_eq!(scratch, [9; 4]);
}
