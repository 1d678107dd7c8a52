//! Operations on images against loops over indices: bias, indices of a pool, adaptive pools, interpolation,
//! shuffled pixels.
//!
//! `cargo test --all-features --test operations images::`

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "numbers are small"
)]

use crate::common::naive::{indices, same};
use crate::common::numbers::config;
use crate::common::strides::{Layout, layout, with_operand, written_at};
use conformable::ops::{Coordinates, Multilinear, Nearest, NearestMode};
use conformable::windows::{Resize, Sides, Window};
use conformable::{AnyShape, Dyn, ErrorKind, Shape, ShapeError, Size, Tensor, View, shape};
use ndarray::{ArrayViewD, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;

/// The shape of the results, and for each the elements of `x` in its window along the last axes.
fn shares<T: Copy>(x: &ArrayViewD<T>, k: &[usize]) -> (Vec<usize>, Vec<Vec<T>>) {
    let outer = x.ndim() - k.len();
    let sizes = [&x.shape()[..outer], k].concat();
    let seen = indices(&sizes).map(|index| {
        let along: Vec<_> = (0..k.len())
            .map(|axis| {
                let (size, at) = (x.shape()[outer + axis], index[outer + axis]);
                let (from, to) = (at * size / k[axis], ((at + 1) * size).div_ceil(k[axis]));
                (from, to - from)
            })
            .collect();
        let window: Vec<_> = along.iter().map(|share| share.1).collect();
        let element = |tap: Vec<usize>| {
            let inner = tap.iter().zip(&along).map(|(tap, share)| share.0 + tap);
            x[IxDyn(&index[..outer].iter().copied().chain(inner).collect::<Vec<_>>())]
        };
        indices(&window).map(element).collect()
    });
    let seen = seen.collect();
    (sizes, seen)
}

fn adaptive<S: Shape + Resize<AnyShape>>(x: &Tensor<f64, S, View>, array: &ArrayViewD<f64>, k: &[usize], out: &Layout) {
    let size = || AnyShape::from(k);
    let outer = array.ndim() - k.len();
    if array.shape()[outer..].iter().zip(k).any(|(&from, &to)| from == 0 && to > 0) {
        let error = x.try_adaptive_max_pool(size()).expect_err("an empty axis");
        assert!(error.to_string().starts_with(&format!("cannot pool {}", x.shape().partial())), "{error}");
        assert!(x.try_adaptive_avg_pool(size()).is_err());
        return;
    }
    let (sizes, seen) = shares(array, k);
    let greatest: Vec<f64> = seen.iter().map(|seen| seen.iter().copied().fold(f64::MIN, f64::max)).collect();
    let means: Vec<f64> = seen.iter().map(|seen| seen.iter().sum::<f64>() / seen.len() as f64).collect();
    same(&x.adaptive_max_pool(size()), &(sizes.clone(), greatest.clone()));
    same(&x.to_owned().adaptive_avg_pool(size()), &(sizes.clone(), means.clone()));
    let into = written_at(&sizes, out, 1.0, |out| x.adaptive_max_pool_into(size(), out));
    same(&into, &(sizes.clone(), greatest));
    let into = written_at(&sizes, out, 1.0, |out| x.adaptive_avg_pool_into(size(), out));
    same(&into, &(sizes, means));
}

/// Sizes that the results divide: tiles and groups of windows, and planes with one column of windows.
#[test]
fn adaptive_pools_of_equal_windows() {
    let plain = Layout::default();
    let layouts = [
        plain.clone(),
        Layout { rotated: 1, ..plain.clone() },
        Layout { rotated: 2, inverted: 0b110, ..plain.clone() },
        Layout { inverted: 0b101, ..plain.clone() },
        Layout { sparse: 0b101, ..plain.clone() },
        Layout { stretched: 0b001, ..plain.clone() },
        Layout { stretched: 0b100, ..plain },
    ];
    let cases: [([usize; 3], [usize; 2]); 6] = [
        ([9, 6, 4], [3, 1]),
        ([70, 3, 2], [1, 1]),
        ([40, 5, 6], [5, 1]),
        ([33, 4, 9], [4, 3]),
        ([9, 30, 30], [1, 1]),
        ([3, 12, 60], [2, 12]),
    ];
    let cases = if cfg!(miri) { &cases[..1] } else { &cases[..] };
    for ((sizes, k), layout) in cases.iter().flat_map(|case| layouts.iter().map(move |layout| (case, layout))) {
        with_operand(
            sizes,
            layout,
            |i| (i * 7 % 31) as f64,
            |array| {
                let x: Tensor<f64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
                adaptive(&x, array, k, layout);
            },
        );
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn adaptive_pools_of_any_strides(
        sizes in vec(0..9_usize, 1..5),
        k in vec(0..6_usize, 1..4),
        x in layout(),
        out in layout(),
    ) {
        let k = &k[..k.len().min(sizes.len())];
        with_operand(&sizes, &x, |i| (i * 7 % 31) as f64, |array| {
            let x: Tensor<f64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
            adaptive(&x, array, k, &out);
            if let Ok(x) = Tensor::<f64, (Dyn, Dyn, Dyn), View>::try_from(array) {
                adaptive(&x, array, k, &out);
            }
        });
    }

    #[test]
    fn indices_of_pools_of_any_strides(
        sizes in vec(1..24_usize, 1..4),
        window in vec((1..4_usize, 1..4_usize, 1..3_usize, 0..3_usize, 0..3_usize), 3),
        x in layout(),
        out in layout(),
    ) {
        with_operand(&sizes, &x, |i| (i * 7 % 5) as f64, |array| {
            let x: Tensor<f64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
            let along = sizes.len().min(2);
            let window: Vec<_> = window[..along].to_vec();
            let k: AnyShape = window.iter().map(|axis| axis.0).collect();
            let options = Window::new();
            if along == 1 {
                let (_, stride, dilation, before, after) = window[0];
                let options = options.stride(stride).dilation(dilation).padding(Sides(before, after));
                indexed(&x, &k, &|x| x.try_max_pool_with_indices(k.clone(), options), x.try_max_pool(k.clone(), options));
            } else {
                let options = options
                    .stride([window[0].1, window[1].1])
                    .dilation([window[0].2, window[1].2])
                    .padding([window[0].3, window[1].3])
                    .ceil_mode();
                indexed(&x, &k, &|x| x.try_max_pool_with_indices(k.clone(), options), x.try_max_pool(k.clone(), options));
                if let Ok(values) = x.try_max_pool(k.clone(), options) {
                    let mut of = Tensor::full(values.shape().clone(), 0);
                    let into = written_at(values.sizes().as_ref(), &out, 1.0, |out| {
                        x.max_pool_with_indices_into(k.clone(), options, out, &mut of);
                    });
                    assert_eq!((into.to_vec(), of), (values.to_vec(), x.max_pool_with_indices(k.clone(), options).1));
                }
            }
        });
    }

    #[test]
    fn shuffled_pixels_of_any_strides(
        outer in vec(0..3_usize, 0..3),
        inner in [0..4_usize, 0..4_usize, 0..4_usize],
        r in 1..4_usize,
        x in layout(),
        out in layout(),
    ) {
        let [c, h, w] = inner;
        let deep = [&outer[..], &[c * r * r, h, w]].concat();
        let wide = [&outer[..], &[c, h * r, w * r]].concat();
        // of each element of the tensor with blocks, the index in that with channels
        let from = |block_first: bool| -> Vec<Vec<usize>> {
            let of = |index: Vec<usize>| {
                let (o, [c_at, y, x]) = index.split_at(outer.len()) else { unreachable!("three axes") };
                let (i, j) = (y % r, x % r);
                let channel = if block_first { (i * r + j) * c + c_at } else { (c_at * r + i) * r + j };
                [o, &[channel, y / r, x / r]].concat()
            };
            indices(&wide).map(of).collect()
        };
        with_operand(&deep, &x, |i| i, |array| {
            let x: Tensor<usize, AnyShape, View> = Tensor::try_from(array).expect("any shape");
            for (block_first, shuffled) in [(false, x.pixel_shuffle(r)), (true, x.depth_to_space(r))] {
                let expected = from(block_first).iter().map(|index| array[IxDyn(index)]).collect();
                same(&shuffled, &(wide.clone(), expected));
                let back = if block_first { shuffled.space_to_depth(r) } else { shuffled.pixel_unshuffle(r) };
                same(&back, &(deep.clone(), x.to_vec()));
                let into = written_at(&wide, &out, 0, |out| {
                    if block_first { x.depth_to_space_into(r, out) } else { x.pixel_shuffle_into(r, out) }
                });
                assert_eq!(into.to_vec(), shuffled.to_vec());
                let into = written_at(&deep, &out, 0, |out| {
                    if block_first { shuffled.space_to_depth_into(r, out) } else { shuffled.pixel_unshuffle_into(r, out) }
                });
                assert_eq!(into.to_vec(), x.to_vec());
            }
            if let Ok(x) = Tensor::<usize, (Dyn, Dyn, Dyn, Dyn), View>::try_from(array) {
                assert_eq!(x.pixel_shuffle(r).to_vec(), x.view().erase().pixel_shuffle(r).to_vec());
            }
        });
    }
}

/// Asserts that the indices of a pool are those of its elements.
#[allow(clippy::type_complexity, reason = "it is the result of a pool")]
fn indexed(
    x: &Tensor<f64, AnyShape, View>,
    k: &AnyShape,
    pool: &dyn Fn(&Tensor<f64, AnyShape, View>) -> Result<(Tensor<f64, AnyShape>, Tensor<usize, AnyShape>), ShapeError>,
    plain: Result<Tensor<f64, AnyShape>, ShapeError>,
) {
    let Ok(plain) = plain else {
        assert!(pool(x).is_err());
        return;
    };
    let (values, indices) = pool(x).expect("it pools");
    assert_eq!(values, plain);
    let sizes = x.sizes();
    let plane: usize = sizes[sizes.len() - k.len()..].iter().product();
    let elements = x.to_vec();
    let each = values.len() / (elements.len() / plane);
    for (number, (value, &index)) in values.iter().zip(indices.iter()).enumerate() {
        let plane = &elements[number / each * plane..][..plane];
        assert!(plane[index] == *value);
    }
}

/// The first of equal elements, and the last NaN, as in PyTorch.
#[test]
fn indices_of_equal_elements() {
    let x = Tensor::from([[[1.0, 3.0, 3.0], [f64::NAN, 0.0, f64::NAN]]]);
    let (values, indices) = x.max_pool_with_indices(shape![1, 3], Window::new());
    assert_eq!(indices, Tensor::from([[[1], [5]]]));
    assert!(values[[0, 1, 0]].is_nan());
    // padding has no index
    let (_, indices) = Tensor::from([5, 4, 7]).max_pool_with_indices(shape![2], Window::new().padding(Size::<1>));
    assert_eq!(indices, Tensor::from([0, 2]));
}

#[test]
fn bias_for_each_channel() {
    let number = |index: [usize; 4]| (index.iter().fold(1, |sum, i| (sum * 5 + i) % 7)) as f32;
    let (x, w) = (Tensor::from_fn(shape![2, 4, 7, 6], number), Tensor::from_fn(shape![6, 2, 3, 3], number));
    let window = Window::new().padding(Size::<1>).groups(Size::<2>);
    let bias = Tensor::from([10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
    let expected = x.conv(&w, window) + &bias.to_reshaped(shape![6, 1, 1]);
    assert_eq!(x.conv_bias(&w, &bias, window), expected);
    let (any_x, any_w, any_bias) = (x.clone().erase(), w.clone().erase(), bias.clone().erase());
    assert_eq!(any_x.conv_bias(&any_w, &any_bias, window).to_vec(), expected.to_vec());
    assert_eq!(any_x.conv_bias(&w, &bias, window).to_vec(), expected.to_vec());
    let mut memory = Tensor::full(shape![7, 6, 6, 2], 0.0).erase();
    let mut out = memory.permute_mut(&[3, 2, 0, 1][..]);
    x.conv_bias_into(&w, &bias, window, &mut out, &mut []);
    assert_eq!(out.to_vec(), expected.to_vec());
    let inline =
        Tensor::inline([[[1, 2, 3]]]).conv_bias(&Tensor::inline([[[1, 1]]]), &Tensor::inline([5]), Window::new());
    assert_eq!(inline.into_array(), [[[8, 10]]]);

    let spread = x.conv_transpose(&Tensor::from_fn(shape![4, 3, 2, 2], number), Window::new().stride(Size::<2>));
    let bias = Tensor::from([1.0, 2.0, 3.0]);
    let w = Tensor::from_fn(shape![4, 3, 2, 2], number);
    let expected = spread + &bias.to_reshaped(shape![3, 1, 1]);
    assert_eq!(x.conv_transpose_bias(&w, &bias, Window::new().stride(Size::<2>)), expected);
    let mut out = Tensor::full(shape![2, 3, 14, 12], 0.0);
    x.conv_transpose_bias_into(&w, &bias, Window::new().stride(Size::<2>), &mut out, &mut []);
    assert_eq!(out, expected);

    // one bias does not broadcast to all channels
    for sizes in [&[1][..], &[7], &[6, 1], &[]] {
        let refused = any_x.try_conv_bias(&any_w, &Tensor::full(AnyShape::from(sizes), 1.0), window);
        let error = refused.expect_err("another number of channels").to_string();
        let text =
            format!("cannot add a bias of {} to a convolution whose result is (2, 6, 7, 6)", AnyShape::from(sizes));
        assert!(error.starts_with(&text), "{error}");
    }
    let mut out = Tensor::full(shape![2, 6, 7, 6], 7.0);
    assert!(
        any_x.try_conv_bias_into(&any_w, &Tensor::full(shape![2], 1.0).erase(), window, &mut out, &mut []).is_err()
    );
    assert!(out.iter().all(|&x| x == 7.0));
}

#[test]
fn refusals_of_images() {
    let x = Tensor::full(shape![2, 6, 4, 5], 1).erase();
    let text = |error: ShapeError| error.to_string();
    let refused = text(x.try_pixel_shuffle(2).expect_err("6 channels"));
    assert!(refused.starts_with("cannot shuffle the pixels of (2, 6, 4, 5) in blocks of (2, 2)"), "{refused}");
    let refused = text(x.try_pixel_unshuffle(2).expect_err("5 columns"));
    assert!(refused.starts_with("cannot unshuffle the pixels of (2, 6, 4, 5) in blocks of (2, 2)"), "{refused}");
    for factor in [0, usize::MAX, 1 << (usize::BITS / 2 + 1)] {
        assert!(x.try_pixel_shuffle(factor).is_err() && x.try_space_to_depth(factor).is_err());
        assert!(x.try_depth_to_space(factor).is_err() && x.try_pixel_unshuffle(factor).is_err());
    }
    let row = Tensor::full(shape![2, 6], 1).erase();
    assert_eq!(row.try_pixel_shuffle(1).expect_err("two axes").kind(), ErrorKind::AxisOutOfRange);
    let empty = Tensor::full(shape![0, 0, 3], 1).erase();
    assert!(empty.try_pixel_shuffle(usize::MAX).is_err());
    assert_eq!(empty.pixel_shuffle(7).sizes().as_ref(), [0, 0, 21]);

    let refused = text(row.try_adaptive_max_pool(AnyShape::from(&[1, 1, 1][..])).expect_err("three axes"));
    assert!(refused.starts_with("cannot pool (2, 6) to (1, 1, 1)"), "{refused}");
    let huge = row.try_adaptive_max_pool(AnyShape::from(&[usize::MAX][..])).expect_err("too large");
    assert_eq!(
        text(huge),
        format!("cannot pool (2, 6) to ({},): the result has more elements than memory can address", usize::MAX)
    );
}

/// The coordinate of a position, by ONNX's definition.
fn coordinate(coordinates: Coordinates, j: usize, i: usize, k: usize) -> f64 {
    let (j, i, k) = (j as f64, i as f64, k as f64);
    match coordinates {
        Coordinates::PytorchHalfPixel | Coordinates::AlignCorners if k == 1.0 => 0.0,
        Coordinates::HalfPixel | Coordinates::PytorchHalfPixel => (j + 0.5) * i / k - 0.5,
        Coordinates::AlignCorners => j * (i - 1.0) / (k - 1.0),
        _ => j * i / k,
    }
}

/// Interpolates at fractional indices, along each axis.
fn between(array: &ArrayViewD<f64>, at: &[f64]) -> f64 {
    let corners = indices(&vec![2; at.len()]).map(|corner| {
        let weights =
            corner.iter().zip(at).map(|(&side, at)| if side == 1 { at - at.floor() } else { 1.0 - (at - at.floor()) });
        let index: Vec<usize> = corner
            .iter()
            .zip(at)
            .zip(array.shape())
            .map(|((&side, at), &size)| (at.floor() as isize + side as isize).clamp(0, size as isize - 1) as usize)
            .collect();
        weights.product::<f64>() * array[IxDyn(&index)]
    });
    corners.sum()
}

const COORDINATES: [Coordinates; 4] =
    [Coordinates::HalfPixel, Coordinates::PytorchHalfPixel, Coordinates::AlignCorners, Coordinates::Asymmetric];
const MODES: [NearestMode; 4] =
    [NearestMode::Floor, NearestMode::Ceil, NearestMode::RoundPreferFloor, NearestMode::RoundPreferCeil];

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn interpolation_of_any_strides(
        sizes in vec(1..7_usize, 1..4),
        k in vec(0..9_usize, 1..4),
        which in 0..16_usize,
        x in layout(),
        out in layout(),
    ) {
        let k = &k[..k.len().min(sizes.len())];
        let outer = sizes.len() - k.len();
        let results = [&sizes[..outer], k].concat();
        let (coordinates, mode) = (COORDINATES[which % 4], MODES[which / 4]);
        with_operand(&sizes, &x, |i| (i * 7 % 31) as f64, |array| {
            let x: Tensor<f64, AnyShape, View> = Tensor::try_from(array).expect("any shape");
            let size = || AnyShape::from(k);
            // the index, or a fraction of one, along each axis
            let places = |index: Vec<usize>, round: &dyn Fn(f64) -> f64| -> Vec<f64> {
                let along = |axis: usize| match axis.checked_sub(outer) {
                    None => index[axis] as f64,
                    Some(inner) => round(coordinate(coordinates, index[axis], sizes[axis], k[inner])),
                };
                (0..sizes.len()).map(along).collect()
            };
            let linear = x.interpolate(size(), Multilinear(coordinates));
            assert_eq!(linear.sizes().as_ref(), &results[..]);
            for (value, index) in linear.iter().zip(indices(&results)) {
                let expected = between(array, &places(index, &|at| at));
                assert!((value - expected).abs() < 1e-9, "{value} {expected}");
            }
            let into = written_at(&results, &out, 1.0, |out| x.interpolate_into(size(), Multilinear(coordinates), out));
            assert_eq!(into.to_vec(), linear.to_vec());

            let nearest = x.interpolate(size(), Nearest(coordinates, mode));
            // halves that are rounded in floats may be off by a little
            let near = |at: f64| (at * 1e6).round() / 1e6;
            let round = |at: f64| match mode {
                NearestMode::Floor => near(at).floor(),
                NearestMode::Ceil => near(at).ceil(),
                NearestMode::RoundPreferFloor => (near(at) - 0.5).ceil(),
                _ => (near(at) + 0.5).floor(),
            };
            let expected: Vec<f64> = indices(&results).map(|index| between(array, &places(index, &round))).collect();
            assert_eq!(nearest.to_vec(), expected);
        });
    }
}

/// PyTorch's and ONNX's own examples.
#[test]
fn interpolated_as_by_pytorch_and_onnx() {
    let x = Tensor::from([[[[1.0, 2.0], [3.0, 4.0]]]]);
    let y = x.interpolate(shape![4, 4], Multilinear::default());
    assert_eq!(y.to_vec(), [1.0, 1.25, 1.75, 2.0, 1.5, 1.75, 2.25, 2.5, 2.5, 2.75, 3.25, 3.5, 3.0, 3.25, 3.75, 4.0]);
    let y: Tensor<f64, conformable::Shape![1, 1, 3, 3]> =
        x.interpolate(shape![3, 3], Multilinear(Coordinates::AlignCorners));
    assert_eq!(y.to_vec(), [1.0, 1.5, 2.0, 2.0, 2.5, 3.0, 3.0, 3.5, 4.0]);
    let y = Tensor::from([[1, 2], [3, 4]]).interpolate(shape![3, 4], Nearest::default());
    assert_eq!(y, Tensor::from([[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4]]));
    // at an element itself, the second one does not count
    let y = Tensor::from([1.0, f64::INFINITY]).interpolate(shape![3], Multilinear(Coordinates::AlignCorners));
    assert_eq!(y, Tensor::from([1.0, f64::INFINITY, f64::INFINITY]));
    let inline = Tensor::inline([1.0f32, 3.0]).interpolate(shape![3], Multilinear(Coordinates::AlignCorners));
    assert_eq!(inline.into_array(), [1.0, 2.0, 3.0]);
    assert!(Tensor::full(shape![2, 0], 1).erase().try_interpolate(shape![3], Nearest::default()).is_err());
    assert_eq!(Tensor::full(shape![2, 0], 1).interpolate(shape![0], Nearest::default()).sizes(), [2, 0]);
}

/// Lines longer than those that are computed at a time are those of the transposed image.
#[test]
fn interpolation_to_long_lines() {
    let x = Tensor::from_fn(shape![3, 5], |[i, j]| ((i * 5 + j) * 7 % 31) as f64);
    for columns in [63, 64, 65, 129, 200] {
        let [long, tall] = [AnyShape::from([7, columns]), AnyShape::from([columns, 7])];
        let nearest = x.interpolate(long.clone(), Nearest::default());
        assert_eq!(nearest, x.t().interpolate(tall.clone(), Nearest::default()).t());
        let linear = x.interpolate(long, Multilinear::default());
        let transposed = x.t().interpolate(tall, Multilinear::default());
        assert!(linear.iter().zip(transposed.t().iter()).all(|(x, y)| (x - y).abs() < 1e-12));
    }
}
