//! Operators, maths, reductions and products on several threads have the results of one thread.

#![allow(clippy::float_cmp, reason = "results are compared bit for bit")]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the numbers are small"
)]
#![allow(clippy::large_stack_arrays, reason = "one element may be an array")]

use conformable::{AnyShape, Axis, Dyn, ErrorKind, Inline, Keep, Matmul, Par, Shape, Size, Storage, Tensor, zip};
#[cfg(feature = "complex")]
use num_complex::Complex;
use proptest::prelude::*;
use static_assertions::{assert_impl_all, assert_not_impl_any};
use std::cell::Cell;
use std::ops::Add;
use std::panic::{AssertUnwindSafe, catch_unwind};

assert_impl_all!(Par<'static, f32, Shape![2, 3]>: Copy, Send, Add<f32>, Add<&'static Tensor<f32, Shape![3]>>);
assert_not_impl_any!(Par<'static, &'static Cell<i32>, Shape![2]>: Send);

/// Numbers of both signs, without 0.
fn of_both_signs(shape: impl Into<AnyShape>) -> Tensor<f64, AnyShape> {
    let shape = shape.into();
    let numel = shape.numel().unwrap();
    Tensor::from_vec(shape, (0..numel).map(|i| (i * 37 % 1009) as f64 / 64.0 - 7.9).collect()).unwrap()
}

/// The same numbers, bit for bit.
fn same_bits<S: Shape, D: Storage, E: Storage>(lhs: &Tensor<f64, S, D>, rhs: &Tensor<f64, S, E>) {
    assert!(lhs.iter().zip(rhs).all(|(lhs, rhs)| lhs.to_bits() == rhs.to_bits()));
    assert_eq!(lhs.len(), rhs.len());
}

/// Every operation on a tensor, and with one that conforms.
macro_rules! agree {
    ($x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        same_bits(&(x.par() + y), &(x + y));
        same_bits(&(x.par() - y), &(x - y));
        same_bits(&(x.par() * y), &(x * y));
        same_bits(&(x.par() / y), &(x / y));
        same_bits(&x.par().try_rem(y).unwrap(), &(x % y));
        same_bits(&x.par().zip_map(y, f64::max), &x.zip_map(y, f64::max));
        same_bits(&(x.par() * 0.5), &(x * 0.5));
        same_bits(&-x.par(), &-x);
        same_bits(&x.par().exp(), &x.exp());
        same_bits(&x.par().sin(), &x.sin());
        same_bits(&x.par().exp2(), &x.exp2());
        same_bits(&x.par().sqrt(), &x.sqrt());
        same_bits(&x.par().powf(1.5), &x.powf(1.5));
        let (small, small_y) = (x.map(|x| x as f32), y.map(|y| y as f32));
        assert_eq!(small.par() + &small_y, &small + &small_y);
        assert_eq!(small.par().exp(), small.exp());
        assert_eq!(small.par().sin(), small.sin());
        assert_eq!(x.par().map(|x| x > 0.0), x.greater(0.0));
        let (bits, other) = (x.map(|x| x.to_bits()), y.map(|y| y.to_bits()));
        assert_eq!(bits.par() & &other, &bits & &other);
        assert_eq!(bits.par() | &other, &bits | &other);
        assert_eq!(bits.par() ^ 5, &bits ^ 5);
        assert_eq!(!bits.par(), !&bits);
    }};
}

#[test]
fn shapes_known_when_compiled() {
    let x: Tensor<f64, Shape![300, 500]> = of_both_signs([300, 500]).refine().unwrap();
    let row: Tensor<f64, Shape![500]> = of_both_signs([500]).refine().unwrap();
    agree!(&x, &row);
    let sum: Tensor<f64, (Size<300>, Size<500>)> = x.par() + &row;
    same_bits(&sum, &(&x + &row));
    let small: Tensor<f64, Shape![2, 3], Inline> = Tensor::inline([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let sum: Tensor<f64, Shape![2, 3], Inline> = small.par() + &small;
    same_bits(&sum, &(small + small));
}

#[test]
fn reductions_of_several_threads_are_those_of_one() {
    // more than the border of 8 MiB
    let numel: usize = if cfg!(miri) { 600 } else { 1_100_000 };
    for outer in [3, 100] {
        let x = of_both_signs([outer, 2, numel / outer / 2]);
        for axis in [0, 1, 2] {
            let axes = &[axis][..];
            same_bits(&x.par().sum(axes), &x.sum(axes));
            same_bits(&x.par().var(axes, 1), &x.var(axes, 1));
            same_bits(&x.par().log_sum_exp(Keep(axes)), &x.log_sum_exp(Keep(axes)));
            assert_eq!(x.par().argmax(axes), x.argmax(axes));
        }
        same_bits(&x.par().mean(..), &x.mean(..));
        let turned = x.permute(&[2, 0, 1][..]);
        same_bits(&turned.par().sum(&[0][..]), &turned.sum(&[0][..]));
        same_bits(&turned.flip(..).par().max(&[1, 2][..]), &turned.flip(..).max(&[1, 2][..]));
    }
    let x: Tensor<f64, Shape![2, 3]> = of_both_signs([2, 3]).refine().unwrap();
    same_bits(&x.par().mean(Axis::<1>), &x.mean(Axis::<1>));
    assert_eq!(x.par().sum_as::<f32, _>(Axis::<0>), x.sum_as::<f32, _>(Axis::<0>));
}

/// Products on several threads equal those on one, bit for bit, for the loops of each element type.
fn products<S: Shape + Matmul<R>, R: Shape, D: Storage, E: Storage>(x: &Tensor<f64, S, D>, y: &Tensor<f64, R, E>) {
    same_bits(&x.par().matmul(y), &x.matmul(y));
    // sums that round in `f32` too; bits differ if a sum is taken in another order
    let bits = |x: f32| x.to_bits();
    let (l, r) = (x.map(|x| x as f32 * 0.37), y.map(|y| y as f32 * 0.37));
    assert_eq!(l.par().matmul(&r).map(bits), l.matmul(&r).map(bits));
    let (l, r) = (x.map(|x| x as i32), y.map(|y| y as i32));
    assert_eq!(l.par().matmul(&r), l.matmul(&r));
    #[cfg(feature = "half")]
    {
        let (l, r) = (x.map(half::bf16::from_f64), y.map(half::bf16::from_f64));
        let bits = |x: half::bf16| x.to_bits();
        assert_eq!(l.par().matmul(&r).map(bits), l.matmul(&r).map(bits));
    }
    #[cfg(feature = "complex")]
    {
        let (l, r) = (x.map(|x| Complex::new(x, 0.3 - x)), y.map(|y| Complex::new(y, 0.7 + y)));
        let bits = |x: Complex<f64>| [x.re.to_bits(), x.im.to_bits()];
        assert_eq!(l.par().matmul(&r).map(bits), l.matmul(&r).map(bits));
    }
}

#[test]
fn products_of_several_threads_are_those_of_one() {
    // more than 8 million multiplications: cut along rows, columns, batches, and batches and rows; no size is a
    // multiple of 64
    let sizes: [[&[usize]; 2]; 9] = if cfg!(miri) {
        [
            [&[130, 2], &[2, 3]],
            [&[2, 2], &[2, 130]],
            [&[9, 2, 2], &[9, 2, 3]],
            [&[2, 3, 4], &[4, 3]],
            [&[130, 2], &[2]],
            [&[3], &[3, 130]],
            [&[2, 1, 3, 2], &[3, 2, 5]],
            [&[1, 2, 0], &[0, 3]],
            [&[2, 3], &[3, 2]],
        ]
    } else {
        [
            [&[261, 90], &[90, 101]],
            [&[70, 301], &[301, 131]],
            [&[41, 31, 40], &[41, 40, 43]],
            [&[3, 90, 90], &[90, 95]],
            [&[2101, 1001], &[1001]],
            [&[701], &[701, 3011]],
            [&[2, 1, 150, 70], &[3, 70, 41]],
            [&[9, 150, 0], &[0, 150]],
            [&[20, 30], &[30, 20]],
        ]
    };
    for [x, y] in sizes {
        let (x, y) = (of_both_signs(x), of_both_signs(y));
        products(&x, &y);
        // whose elements lie the other way
        let order = |x: &Tensor<f64, AnyShape>| (0..x.rank() as isize).rev().collect::<Vec<isize>>();
        let [l, r] = [&x, &y].map(|x| x.permute(&order(x)[..]).to_owned());
        products(&l.permute(&order(&l)[..]), &r.permute(&order(&r)[..]));
    }
    // small matrices of static sizes are multiplied in place
    let count: usize = if cfg!(miri) { 9 } else { 4000 };
    let x: Tensor<f64, (Dyn, Size<11>, Size<16>)> = of_both_signs([count, 11, 16]).refine().unwrap();
    let y: Tensor<f64, Shape![16, 13]> = of_both_signs([16, 13]).refine().unwrap();
    products(&x, &y);
    products(&x, &x.t());
    let error = x.par().try_matmul(&of_both_signs([11, 16])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
}

/// Shapes of a limited number of elements, and a shape that broadcasts to each: the last axes, some of them 1.
fn shapes() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    // except for operators, thresholds are between 43 691 and 131 072 elements, by the operation and its elements
    let sizes = prop_oneof![
        prop::collection::vec(1..8_usize, 0..7),
        (1..40_usize, 1..40_usize, 1..200_usize).prop_map(|(i, j, k)| vec![i, j, k]),
        (1..9_usize, 1..9_usize, 1000..5000_usize).prop_map(|(i, j, k)| vec![i, j, k]),
        (1000..5000_usize, 1..50_usize).prop_map(|(i, j)| vec![i, j]),
        (30_000..150_000_usize).prop_map(|i| vec![i]),
    ];
    (sizes, any::<u8>(), 0..3_usize).prop_map(|(sizes, ones, fewer)| {
        let smaller = sizes.iter().enumerate().map(|(axis, &size)| if ones >> axis & 1 == 1 { 1 } else { size });
        let smaller = smaller.skip(fewer).collect();
        (sizes, smaller)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 12 }, ..ProptestConfig::default() })]

    #[test]
    fn shapes_of_any_rank((large, small) in shapes()) {
        let (x, y) = (of_both_signs(&large[..]), of_both_signs(&small[..]));
        agree!(&x, &y);
        agree!(&y, &x);
        agree!(&x.view(), &y.view());
        agree!(&y.try_broadcast_to(x.shape()).unwrap(), &x);
    }

    #[test]
    fn sizes_known_at_run_time(rows in 1..600_usize, columns in 1..600_usize) {
        let x: Tensor<f64, Shape![_, _]> = of_both_signs([rows, columns]).refine().unwrap();
        let y: Tensor<f64, Shape![_, 1]> = of_both_signs([rows, 1]).refine().unwrap();
        agree!(&x, &y);
        agree!(&y, &x);
    }
}

/// Operators stay on one thread up to more elements than heavier functions.
#[test]
#[cfg_attr(miri, ignore = "the border is another one")]
fn operators_of_many_elements() {
    for (large, small) in [
        (&[1000, 500][..], &[500][..]),
        (&[400_000, 1], &[1, 1]),
        (&[3, 140_000], &[3, 1]),
        (&[140_000, 3], &[3]),
        (&[5, 4, 3, 2, 1, 9000], &[4, 1, 2, 1, 9000]),
    ] {
        let (x, y) = (of_both_signs(large), of_both_signs(small));
        same_bits(&(x.par() + &y), &(&x + &y));
        same_bits(&(y.par() - &x), &(&y - &x));
        same_bits(&(x.view().par() * 0.5), &(&x * 0.5));
        same_bits(&-x.par(), &-&x);
        let stretched = y.try_broadcast_to(x.shape()).unwrap();
        same_bits(&stretched.par().try_div(&x).unwrap(), &(&stretched / &x));
    }
}

#[test]
fn empty_tensors_and_scalars() {
    agree!(&of_both_signs([0, 3]), &of_both_signs([3]));
    agree!(&of_both_signs([1, 3]), &of_both_signs([0, 1]));
    agree!(&Tensor::scalar(2.0), &Tensor::scalar(3.0));
}

/// One element may be many bytes.
#[test]
fn a_large_element_is_not_divided() {
    let test = || {
        let x = Tensor::scalar([1_u8; 2 << 20]);
        assert_eq!(x.par().map(|x| x[5]), Tensor::scalar(1));
    };
    // copies of the element are on the stack
    std::thread::Builder::new().stack_size(64 << 20).spawn(test).unwrap().join().unwrap();
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn sizes_that_differ_are_errors() {
    let (x, y) = (of_both_signs([2, 3]), of_both_signs([2, 4]));
    let error = x.par().try_add(&y).unwrap_err();
    assert_eq!((error.kind(), error.axis()), (ErrorKind::Mismatch, Some(1)));
    assert_eq!(error, x.try_add(&y).unwrap_err());
    assert_eq!(x.par().try_zip_map(&y, f64::max).unwrap_err(), error);
    assert!(catch_unwind(|| x.par() * &y).is_err());
    assert!(catch_unwind(|| x.par().zip_map(&y, f64::max)).is_err());
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn a_panic_on_a_thread_is_one_here() {
    for sizes in [[3, 4], [700, 800]] {
        let x = of_both_signs(sizes);
        let last = x.len() - 1;
        let x = Tensor::from_vec(x.shape().clone(), (0..x.len()).collect()).unwrap();
        let panics = |i| assert_ne!(i, last, "the last one");
        let payload = catch_unwind(AssertUnwindSafe(|| x.par().map(panics))).unwrap_err();
        assert!(payload.downcast_ref::<String>().unwrap().contains("the last one"));
        assert!(catch_unwind(AssertUnwindSafe(|| x.par().zip_map(&x, |i, _| panics(i)))).is_err());
    }
}

/// The targets of `zip`, dense and not, are divided in the same way.
#[test]
fn targets_of_zip() {
    let (x, row) = (of_both_signs([5, 7, 9000]), of_both_signs([7, 1]));
    let sum = &x + &row;
    let mut out = Tensor::zeros(x.shape().clone());
    zip((&x, &row)).par_map_into(&mut out, |(x, row)| x + row);
    same_bits(&out, &sum);
    let mut out = x.clone();
    zip((&row,)).par_update(&mut out.view_mut(), |out, (row,)| *out += row);
    same_bits(&out, &sum);
}
