//! Pools against loops over indices, of operands of any strides.
//!
//! `cargo test --all-features --test operations pools::`; under miri with few cases.

#![allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "numbers are small, and exact")]

use crate::common::naive::indices;
use crate::common::numbers::config;
use crate::common::strides::{Layout, layout, with_operand, written_at};
use crate::windows::{Options, array, operands};
use conformable::windows::{CeilMode, Pool, Pooled, Same, SameLower, Sides, Unset, Window};
use conformable::{AnyShape, Dyn, Shape, ShapeError, Size, Tensor, View, assert_type_eq, shape};
use ndarray::{ArrayViewD, IxDyn};
use proptest::prelude::*;

type Moves<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N]>;
type CeilMoves<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N], Unset, CeilMode>;

/// The elements of a window at each position, and their number with padding.
#[derive(Debug)]
pub(crate) struct Seen<T> {
    pub(crate) sizes: Vec<usize>,
    pub(crate) elements: Vec<Vec<T>>,
    counted: Vec<usize>,
}

/// The elements of the windows at all positions along the last axes, by loops over indices; none if a window is empty.
pub(crate) fn seen_by_loops<T: Copy>(x: &ArrayViewD<T>, k: &[usize], options: &Options) -> Option<Seen<T>> {
    let outer = x.ndim() - k.len();
    let mut sizes = x.shape()[..outer].to_vec();
    for (axis, k) in k.iter().enumerate() {
        let padded = x.shape()[outer + axis] + options.sides[axis][0] + options.sides[axis][1];
        let reach = options.dilation[axis] * k.checked_sub(1)? + 1;
        let [before, _] = options.sides[axis];
        let mut places = padded.checked_sub(reach)? / options.stride[axis] + 1;
        if options.ceil {
            places = padded.checked_sub(reach)?.div_ceil(options.stride[axis]) + 1;
            // the last window starts in the axis, or in the padding before it
            while places > 0 && (places - 1) * options.stride[axis] >= before + x.shape()[outer + axis] {
                places -= 1;
            }
        }
        let there = before..before + x.shape()[outer + axis];
        let sees = |place: usize| {
            (0..*k).any(|tap| there.contains(&(place * options.stride[axis] + tap * options.dilation[axis])))
        };
        // checked for each axis on its own, even without results
        if !(0..places).all(sees) {
            return None;
        }
        sizes.push(places);
    }
    let seen = indices(&sizes).map(|index| {
        let taps = indices(k).filter_map(|tap| {
            let mut at = index[..outer].to_vec();
            for axis in 0..k.len() {
                let place = index[outer + axis] * options.stride[axis] + tap[axis] * options.dilation[axis];
                let place = place.checked_sub(options.sides[axis][0])?;
                at.push(Some(place).filter(|&place| place < x.shape()[outer + axis])?);
            }
            Some(x[IxDyn(&at)])
        });
        taps.collect()
    });
    let counted = indices(&sizes).map(|index| {
        let along = (0..k.len()).map(|axis| {
            let at = |tap| index[outer + axis] * options.stride[axis] + tap * options.dilation[axis];
            let end = x.shape()[outer + axis] + options.sides[axis][0] + options.sides[axis][1];
            (0..k[axis]).filter(|&tap| at(tap) < end).count()
        });
        along.product()
    });
    let (seen, counted) = (seen.collect(), counted.collect());
    Some(Seen { sizes, elements: seen, counted })
}

/// Every form of the pools of an operand.
fn pools<S, const N: usize>(x: &ArrayViewD<f64>, k: &[usize], options: &Options, out: &Layout)
where
    S: Shape + Pool<AnyShape, Moves<N>> + Pool<AnyShape, CeilMoves<N>>,
{
    let window = Window::new()
        .stride(array::<_, N>(&options.stride))
        .padding(array::<_, N>(&options.sides))
        .dilation(array::<_, N>(&options.dilation));
    pools_by::<S, _>(x, k, (window, options), out);
    pools_by::<S, _>(x, k, (window.ceil_mode(), &Options { ceil: true, ..options.clone() }), out);
}

fn pools_by<S, M: Copy + CountPadding>(x: &ArrayViewD<f64>, k: &[usize], (window, options): (M, &Options), out: &Layout)
where
    S: Shape + Pool<AnyShape, M>,
{
    let expected = seen_by_loops(x, k, options);
    let x: Tensor<f64, S, View> = Tensor::try_from(x).expect("its sizes");
    let size = || AnyShape::from(k);
    let Some(Seen { sizes, elements: seen, counted }) = expected else {
        let error = x.try_max_pool(size(), window).expect_err("no pool");
        assert!(error.to_string().contains(&x.shape().partial().to_string()), "{error}");
        assert!(x.try_avg_pool(size(), window).is_err());
        return;
    };
    let greatest: Vec<f64> = seen.iter().map(|seen| seen.iter().copied().fold(f64::MIN, f64::max)).collect();
    let sums = || seen.iter().map(|seen| seen.iter().sum::<f64>());
    let means: Vec<f64> = sums().zip(&seen).map(|(sum, seen)| sum / seen.len() as f64).collect();
    let padded: Vec<f64> = sums().zip(&counted).map(|(sum, &counted)| sum / counted as f64).collect();
    for (pooled, expected) in [
        (x.max_pool(size(), window), &greatest),
        (x.avg_pool(size(), window), &means),
        (x.avg_pool(size(), window.counting()), &padded),
        (x.max_pool(size(), window.counting()), &greatest),
    ] {
        assert_eq!(pooled.sizes().as_ref(), &sizes[..]);
        assert_eq!(&pooled.to_vec(), expected);
    }
    assert_eq!(x.to_owned().max_pool(size(), window).to_vec(), greatest);
    let into = written_at(&sizes, out, 1.0, |out| x.max_pool_into(size(), window, out));
    assert_eq!(into.to_vec(), greatest);
    let into = written_at(&sizes, out, 1.0, |out| x.avg_pool_into(size(), window, out));
    assert_eq!(into.to_vec(), means);
}

/// A window whose padding can count.
trait CountPadding {
    fn counting(self) -> Self;
}

impl<St, Pad, Dil, G, More> CountPadding for Window<St, Pad, Dil, G, More> {
    fn counting(self) -> Self {
        self.count_include_pad(true)
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn pools_of_any_strides((sizes, options) in operands(), outer in 0..3_usize, x in layout(), out in layout()) {
        let (from, k) = (&sizes[0][outer..], &sizes[1][2..]);
        with_operand(from, &x, |i| (i * 7 % 31) as f64, |x| match (k.len(), x.ndim()) {
            (1, 1) => pools::<(Dyn,), 1>(x, k, &options, &out),
            (1, _) => pools::<AnyShape, 1>(x, k, &options, &out),
            (2, 2) => pools::<(Dyn, Dyn), 2>(x, k, &options, &out),
            (2, 4) => pools::<(Dyn, Dyn, Dyn, Dyn), 2>(x, k, &options, &out),
            (2, _) => pools::<AnyShape, 2>(x, k, &options, &out),
            (_, 4) => pools::<(Dyn, Dyn, Dyn, Dyn), 3>(x, k, &options, &out),
            _ => pools::<AnyShape, 3>(x, k, &options, &out),
        });
    }
}

/// Rows that are longer than a tile, tiles of several rows, and windows at the edges.
#[test]
fn pools_of_long_rows() {
    let ways = [
        ([1, 1], [1, 1], [[0, 0], [0, 0]]),
        ([2, 2], [1, 1], [[1, 1], [1, 0]]),
        ([1, 2], [2, 1], [[0, 0], [0, 2]]),
        ([3, 1], [1, 2], [[1, 0], [2, 2]]),
        ([1, 3], [1, 1], [[0, 0], [1, 1]]),
    ];
    let sizes = [[2, 65], [7, 20], [6, 66], [40, 33], [2, 300], [3, 2200]];
    let (sizes, ways, kernels) = if cfg!(miri) { (&sizes[..1], &ways[..2], 1) } else { (&sizes[..], &ways[..], 4) };
    for &[rows, columns] in sizes {
        let kernels = &[[2, 2], [4, 2], [3, 3], [2, 5]][..kernels];
        for ((stride, dilation, sides), k) in ways.iter().flat_map(|&way| kernels.iter().map(move |&k| (way, k))) {
            let options = Options {
                stride: stride.to_vec(),
                dilation: dilation.to_vec(),
                sides: sides.to_vec(),
                more: vec![0; 2],
                groups: 1,
                ceil: false,
            };
            let layout = Layout { rotated: 0, inverted: 0, sparse: 0, stretched: 0 };
            with_operand(
                &[2, rows, columns],
                &layout,
                |i| (i * 7 % 31) as f64,
                |x| {
                    pools::<AnyShape, 2>(x, &k, &options, &layout);
                },
            );
            let element = |i| if i % 23 == 3 { f64::NAN } else { (i * 7 % 5) as f64 };
            with_operand(&[2, rows, columns], &layout, element, |x| {
                let window = Window::new().stride(stride).padding(sides).dilation(dilation);
                let places = x.map(|_| 0);
                let places = places.indexed_iter().map(|(index, _)| index[1] * columns + index[2]).collect();
                let places = ndarray::Array::from_shape_vec(x.raw_dim(), places).expect("as many");
                let [seen, at] = [
                    seen_by_loops(x, &k, &options),
                    seen_by_loops(&places.view().map(|&at| at as f64).view(), &k, &options),
                ];
                let x: Tensor<f64, AnyShape, View> = Tensor::try_from(x).expect("any shape");
                let (Some(seen), Some(at)) = (seen, at) else {
                    assert!(x.try_max_pool_with_indices(AnyShape::from(k), window).is_err());
                    return;
                };
                let (values, indices) = x.max_pool_with_indices(AnyShape::from(k), window);
                for (number, (seen, at)) in seen.elements.iter().zip(&at.elements).enumerate() {
                    let mut best = (seen[0], at[0]);
                    for (&x, &at) in seen.iter().zip(at) {
                        best = if x > best.0 || x.is_nan() { (x, at) } else { best };
                    }
                    let (value, index) = (values.as_slice()[number], indices.as_slice()[number]);
                    assert!(value == best.0 || value.is_nan() && best.0.is_nan(), "{value} is not {}", best.0);
                    assert!(index as f64 == best.1, "{index} is not {}", best.1);
                }
            });
        }
    }
}

/// A NaN in a window is the maximum, as in `max`.
#[test]
fn greatest_of_nans() {
    let x = Tensor::from([1.0, f64::NAN, 3.0, 4.0, f64::NEG_INFINITY, f64::NEG_INFINITY]);
    let y = x.max_pool(shape![2], Window::new());
    assert!(y[0].is_nan());
    assert_eq!(y.to_vec()[1..], [4.0, f64::NEG_INFINITY]);
    let many = Tensor::from_fn(shape![64], |[i]| if i % 9 == 4 { f64::NAN } else { i as f64 });
    let pooled = many.max_pool(shape![3], Window::new().stride(Size::<1>));
    for (i, y) in pooled.iter().enumerate() {
        let expected = (i..i + 3).any(|i| i % 9 == 4);
        assert_eq!(y.is_nan(), expected, "{i}");
    }
}

#[test]
fn types_of_pools() {
    type Image = Shape![_, 64, 112, 57];
    type Ceil<St, Pad = Size<0>, Dil = Unset> = Window<St, Pad, Dil, Unset, CeilMode>;
    type Window3 = Shape![3, 3];
    assert_type_eq!(Pooled<Image, Window3, Ceil<Size<2>, Size<1>>>, Shape![_, 64, 57, 29]);
    assert_type_eq!(Pooled<Image, Window3, Ceil<Size<2>>>, Shape![_, 64, 56, 28]);
    assert_type_eq!(Pooled<Image, Window3, Ceil<Unset>>, Shape![_, 64, 38, 19]);
    assert_type_eq!(Pooled<Image, Window3, Ceil<Size<2>, Size<0>, Size<2>>>, Shape![_, 64, 55, 27]);
    // a window that starts in the padding after the axis does not count
    assert_type_eq!(Pooled<Shape![5], Shape![2], Ceil<Size<3>, Size<1>>>, Shape![2]);
    assert_type_eq!(Pooled<Shape![_], Shape![2], Ceil<Size<3>>>, Shape![_]);
    assert_type_eq!(Pooled<Shape![5], Shape![2], Ceil<usize>>, Shape![_]);
    assert_type_eq!(Pooled<Shape![5], Shape![_], Ceil<Size<3>>>, Shape![_]);
    assert_type_eq!(Pooled<AnyShape, Shape![2], Ceil<Size<3>>>, AnyShape);
    assert_type_eq!(Pooled<Image, Window3, Window<Size<2>, SameLower>>, Shape![_, 64, 56, 29]);
    assert_type_eq!(Pooled<Image, Window3, Ceil<Unset, SameLower>>, Shape![_, 64, 38, 19]);
}

/// Typed sizes in ceil mode equal those at run time.
#[test]
fn typed_ceil_mode_as_at_run_time() {
    macro_rules! typed_as_any {
        ($($size:literal by $k:literal, $stride:literal, $before:literal $after:literal, $dilation:literal;)*) => {$(
            let window = Window::new().stride(Size::<$stride>).dilation(Size::<$dilation>).ceil_mode();
            let window = window.padding(Sides(Size::<$before>, Size::<$after>));
            let x = Tensor::from_fn(shape![$size], |[i]| i);
            let typed = x.max_pool(shape![$k], window);
            let any = x.clone().erase().max_pool(shape![$k], window);
            assert_eq!((typed.sizes().as_ref(), typed.to_vec()), (any.sizes().as_ref(), any.to_vec()));
        )*};
    }
    typed_as_any!(
        5 by 2, 2, 0 0, 1;
        5 by 2, 3, 1 1, 1;
        5 by 2, 4, 1 1, 1;
        6 by 3, 2, 1 2, 1;
        7 by 3, 4, 2 0, 1;
        8 by 3, 2, 1 1, 2;
        9 by 1, 4, 0 0, 1;
        10 by 3, 7, 0 2, 1;
        4 by 4, 9, 3 3, 1;
    );
}

/// With an odd padding, the larger half is before or after the elements.
#[test]
fn same_upper_and_lower() {
    let x = Tensor::from([1.0, 2.0, 4.0]);
    assert_eq!(x.max_pool(shape![2], Window::new().stride(Size::<1>).padding(Same)), Tensor::from([2.0, 4.0, 4.0]));
    let lower = Window::new().stride(Size::<1>).padding(SameLower);
    assert_eq!(x.max_pool(shape![2], lower), Tensor::from([1.0, 2.0, 4.0]));
    assert_eq!(x.avg_pool(shape![2], lower.count_include_pad(true)), Tensor::from([0.5, 1.5, 3.0]));
    let row = Tensor::from([[[1, 2, 3]]]);
    let y = row.conv(&Tensor::from([[[10, 1]]]), Window::new().padding(SameLower));
    assert_eq!(y, Tensor::from([[[1, 12, 23]]]));
}

/// PyTorch's mean divides by the window without its part past the padding.
#[test]
fn padding_that_counts_in_ceil_mode() {
    let x = Tensor::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let window = Window::new().stride(Size::<3>).padding(Size::<1>).ceil_mode();
    // the last window sees 6 and one of padding, not of four
    assert_eq!(x.avg_pool(shape![4], window.count_include_pad(true)), Tensor::from([1.5, 4.5, 3.0]));
    assert_eq!(x.avg_pool(shape![4], window), Tensor::from([2.0, 4.5, 6.0]));
    let y = x.avg_pool(shape![3], window.count_include_pad(true));
    assert_eq!(y, Tensor::from([1.0, 4.0, 3.0]));
}

#[test]
fn refusals_of_pools() {
    let any = |sizes: &[usize]| AnyShape::from(sizes);
    let text = |result: Result<AnyShape, ShapeError>| result.expect_err("it is refused").to_string();
    assert_eq!(
        text(any(&[1, 2, 3, 3, 3]).pool(&any(&[4, 1, 1]), &Window::new())),
        "cannot pool (1, 2, 3, 3, 3) by a window of (4, 1, 1): a window of 4 does not fit in axis 2, which is 3 plus the \
         padding 0 and 0"
    );
    assert_eq!(
        text(any(&[2, 3]).pool(&any(&[2]), &Window::new().dilation(4).padding(1))),
        "cannot pool (2, 3) by a window of (2,): a window of 2 at dilation 4 sees only padding from a place along \
         axis 1, which is 3 plus the padding 1 and 1"
    );
    assert_eq!(
        text(any(&[2, 3]).pool(&any(&[2]), &Window::new().padding(2))),
        "cannot pool (2, 3) by a window of (2,): a window of 2 sees only padding from a place along axis 1, which \
         is 3 plus the padding 2 and 2"
    );
    assert_eq!(
        text(any(&[2, 3]).pool(&any(&[0]), &Window::new())),
        "cannot pool (2, 3) by a window of (0,): a window of 0 elements has no place in axis 1"
    );
    assert_eq!(
        text(any(&[2, 3]).pool(&any(&[2]), &Window::new().padding(usize::MAX).ceil_mode())),
        "cannot pool (2, 3) by a window of (2,): the result has more elements than memory can address"
    );
}

/// The answers of ONNX's reference implementation (onnx 1.23.2), for means with padding in ceil mode.
#[test]
fn means_in_ceil_mode_as_in_onnx() {
    let x = |n: usize| Tensor::from_fn((Dyn::new(n),), |[i]| (i * 7 % 31) as f64);
    let near = |y: &Tensor<f64, (Dyn,)>, expected: &[f64]| {
        assert_eq!(y.len(), expected.len());
        for (y, expected) in y.iter().zip(expected) {
            assert!((y - expected).abs() < 1e-5, "{y} {expected}");
        }
    };
    let counting = Window::new().ceil_mode().count_include_pad(true);
    let third = counting.stride(2).padding(1);
    near(&x(7).avg_pool(shape![3], third), &[7.0 / 3.0, 14.0, 53.0 / 3.0, 5.0]);
    near(&x(8).avg_pool(shape![3], third), &[7.0 / 3.0, 14.0, 53.0 / 3.0, 11.0, 9.0]);
    near(&x(8).avg_pool(shape![4], counting.stride(3).padding(1)), &[5.25, 16.75, 8.25]);
    let dilated = counting.stride(3).dilation(2).padding(2);
    near(&x(9).avg_pool(shape![3], dilated), &[14.0 / 3.0, 32.0 / 3.0, 64.0 / 3.0, 9.0]);
    near(&x(9).avg_pool(shape![3], dilated.count_include_pad(false)), &[7.0, 32.0 / 3.0, 64.0 / 3.0, 18.0]);
}

/// Padding of more than one element on a side, and windows that begin in the padding and jump over the axis.
#[test]
fn sides_of_same_and_jumps_over_the_axis() {
    let x = Tensor::from([1.0, 2.0, 3.0]);
    assert_eq!(x.avg_pool(shape![6], Window::new().stride(Size::<1>).padding(SameLower)).to_vec(), [2.0, 2.0, 2.0]);
    assert_eq!(x.max_pool(shape![4], Window::new().stride(Size::<1>).padding(SameLower)).to_vec(), [2.0, 3.0, 3.0]);
    assert_eq!(x.max_pool(shape![4], Window::new().stride(Size::<1>).padding(Same)).to_vec(), [3.0, 3.0, 3.0]);
    assert_eq!(x.max_pool(shape![5], Window::new().stride(Size::<1>).padding(SameLower)).to_vec(), [3.0, 3.0, 3.0]);
    // from the second position on, the taps are at -2 and 1, or -1 and 2
    let short = Tensor::full(shape![(1)], 1.0);
    let window = Window::new().stride(1).dilation(3).padding(Sides(3, 2));
    let seen = short.try_max_pool(AnyShape::from([2]), window);
    assert!(seen.is_err(), "the second window sees only padding: {seen:?}");
}
