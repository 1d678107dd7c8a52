//! Operations inside [`Threads`] are divided, and their results are those outside, bit for bit.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers are small"
)]

use conformable::product::MatrixElement;
use conformable::windows::Window;
use conformable::{AnyShape, Axis, Dyn, Shape, Storage, Tensor, Threads, shape};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;

static THREADS: LazyLock<Threads> = LazyLock::new(|| Threads::new(3).unwrap());

/// An element whose bits are compared.
trait Bits: MatrixElement<Total = Self> + Debug + Send + Sync {
    fn of(x: f32) -> Self;
    fn bits(self) -> u64;
}

macro_rules! bits {
    ($($T:ty: $x:ident => $of:expr, $bits:expr;)*) => {$(
        impl Bits for $T {
            fn of($x: f32) -> Self {
                $of
            }
            fn bits(self) -> u64 {
                let $x = self;
                $bits
            }
        }
    )*};
}

bits! {
    f32: x => x, x.to_bits().into();
    f64: x => f64::from(x) * 1.1, x.to_bits();
    i32: x => (x * 64.0) as i32, x as u64;
}

/// Numbers of both signs that round in sums.
fn numbers<T: Bits>(sizes: &[usize]) -> Tensor<T, AnyShape> {
    let shape = AnyShape::from(sizes);
    let numel = shape.numel().unwrap();
    Tensor::from_vec(shape, (0..numel).map(|i| T::of((i * 37 % 1009) as f32 / 37.0 - 13.3)).collect()).unwrap()
}

/// The same numbers, whose elements lie in the other order.
fn turned<T: Bits>(x: &Tensor<T, AnyShape>) -> Tensor<T, AnyShape> {
    let order: Vec<isize> = (0..x.rank() as isize).rev().collect();
    x.permute(&order[..]).to_owned()
}

fn back<T: Copy>(x: &Tensor<T, AnyShape>) -> Tensor<T, AnyShape, conformable::View<'_>> {
    let order: Vec<isize> = (0..x.rank() as isize).rev().collect();
    x.permute(&order[..])
}

/// The same results inside and outside.
fn same<T: Bits, S: Shape + Send, D: Storage>(f: impl Fn() -> Tensor<T, S, D> + Sync)
where
    Tensor<T, S, D>: Send,
{
    let (one, several) = (f(), THREADS.run(&f));
    assert_eq!(several.sizes().as_ref(), one.sizes().as_ref());
    assert!(several.iter().zip(&one).all(|(several, one)| several.bits() == one.bits()), "{:?}", one.sizes().as_ref());
}

fn products<T: Bits>() {
    let sizes: &[[&[usize]; 2]] = if cfg!(miri) {
        &[[&[130, 2], &[2, 3]], [&[3], &[3, 130]]]
    } else {
        &[
            [&[261, 40], &[40, 51]],
            [&[70, 51], &[51, 331]],
            [&[701, 401], &[401]],
            [&[101], &[101, 2011]],
            [&[41, 11, 20], &[41, 20, 39]],
            [&[2, 1, 150, 31], &[3, 31, 17]],
            [&[20, 30], &[30, 20]],
        ]
    };
    for [l, r] in sizes {
        let (l, r) = (numbers::<T>(l), numbers::<T>(r));
        same(|| l.matmul(&r));
        let (l, r) = (turned(&l), turned(&r));
        same(|| back(&l).matmul(&back(&r)));
    }
}

#[test]
fn products_are_those_of_one_thread() {
    products::<f32>();
    products::<f64>();
    products::<i32>();
}

/// Images, weights, stride, padding and groups.
type Convolution = ([usize; 4], [usize; 4], usize, usize, usize);

fn convolutions<T: Bits>() {
    let all: &[Convolution] = if cfg!(miri) {
        &[([1, 2, 6, 6], [5, 2, 3, 3], 1, 1, 1), ([2, 2, 4, 4], [4, 2, 1, 1], 1, 0, 1)]
    } else {
        &[
            // several blocks of columns; few columns and many outputs; outputs in rows, which are blocks
            ([1, 3, 57, 43], [67, 3, 3, 3], 1, 1, 1),
            ([1, 9, 9, 7], [301, 9, 3, 3], 1, 1, 1),
            ([5, 3, 15, 14], [130, 3, 3, 3], 2, 1, 1),
            // windows of one element; few outputs; groups, with one output each and with several
            ([3, 10, 29, 23], [85, 10, 1, 1], 1, 0, 1),
            ([2, 10, 29, 23], [90, 10, 1, 1], 2, 0, 1),
            ([2, 9, 30, 31], [3, 9, 4, 5], 1, 2, 1),
            ([1, 20, 30, 31], [20, 1, 3, 3], 1, 1, 20),
            ([2, 16, 11, 19], [56, 2, 4, 4], 1, 1, 8),
            ([1, 10, 21, 19], [60, 5, 3, 3], 1, 1, 2),
            // below the border
            ([1, 3, 8, 8], [4, 3, 3, 3], 1, 1, 1),
        ]
    };
    for &(x, w, stride, padding, groups) in all {
        let spread = numbers::<T>(&[x[1], w[0] / groups, w[2], w[3]]);
        let (x, w) = (numbers::<T>(&x), numbers::<T>(&w));
        let window = || {
            let window = Window::new().stride(Dyn::new(stride)).padding(Dyn::new(padding));
            window.groups(Dyn::new(groups))
        };
        same(|| x.conv(&w, window()));
        same(|| x.conv_transpose(&spread, window()));
        let (x, w) = (turned(&x), turned(&w));
        same(|| back(&x).conv(&back(&w), window()));
    }
}

#[test]
fn convolutions_are_those_of_one_thread() {
    convolutions::<f32>();
    convolutions::<f64>();
    convolutions::<i32>();
}

/// A tensor, and one that broadcasts to it.
fn operands() -> Vec<[Vec<usize>; 2]> {
    if cfg!(miri) {
        return vec![[vec![13, 10], vec![10]], [vec![3, 2, 40], vec![3, 1, 1]]];
    }
    let wide = 701;
    let deep = [vec![2; 9], vec![21]].concat();
    vec![
        [vec![13, wide], vec![13, wide]],
        [vec![13, wide], vec![wide]],
        [vec![wide, 13], vec![wide, 1]],
        [vec![5, 3, wide], vec![5, 1, 1]],
        [vec![11 * wide], vec![]],
        [deep, vec![2, 1, 2, 21]],
        // below the border
        [vec![2, 3], vec![3]],
    ]
}

macro_rules! operators {
    ($T:ty: $x:expr, $y:expr) => {{
        let (x, y): (&Tensor<$T, AnyShape, _>, &Tensor<$T, AnyShape, _>) = ($x, $y);
        same(|| x + y);
        same(|| x.to_owned() - y);
        same(|| y - x.to_owned());
        same(|| y.to_owned() * x.to_owned());
        same(|| x.to_owned() * <$T>::of(3.5) + <$T>::of(0.25));
        same(|| <$T>::of(3.5) - x);
        same(|| -x);
        same(|| x.maximum(y));
        same(|| x.clamp(<$T>::of(-5.0), <$T>::of(5.0)));
        same(|| x.less(y).map(i32::from));
        same(|| {
            let mut out = x.to_owned();
            out += y;
            out -= <$T>::of(2.0);
            out
        });
    }};
}

#[test]
fn operators_are_those_of_one_thread() {
    for [large, small] in operands() {
        macro_rules! each {
            ($($T:ty)*) => {$(
                let (x, y) = (numbers::<$T>(&large), numbers::<$T>(&small));
                operators!($T: &x, &y);
                let (turned_x, turned_y) = (turned(&x), turned(&y));
                operators!($T: &back(&turned_x), &back(&turned_y));
                operators!($T: &x.flip(..), &numbers::<$T>(&[]));
            )*};
        }
        each!(f32 f64 i32);
    }
}

macro_rules! functions {
    ($x:expr) => {{
        let x = $x;
        same(|| x.exp());
        same(|| x.tanh());
        same(|| x.abs().sqrt());
        same(|| x.powi(3));
        for axis in 0..x.rank() {
            let axes = &[axis as isize][..];
            same(|| x.sum(axes));
            same(|| x.mean(axes));
            same(|| x.max(axes));
            same(|| x.var(axes, 1));
            same(|| x.log_sum_exp(axes));
            same(|| x.argmin(axes).map(|i| i as f64));
            same(|| x.softmax(axes));
            same(|| x.log_softmax(axes));
            same(|| {
                let mut out = x.to_owned();
                out.softmax_in_place(axes);
                out
            });
        }
        same(|| x.norm_l2(..));
    }};
}

#[test]
fn functions_and_reductions_are_those_of_one_thread() {
    for [large, _] in operands() {
        macro_rules! each {
            ($($T:ty)*) => {$(
                let x = numbers::<$T>(&large);
                functions!(&x);
                let x = turned(&x);
                functions!(&back(&x));
            )*};
        }
        each!(f32 f64);
    }
}

#[cfg(feature = "engine")]
#[test]
fn operations_on_the_engine_are_those_of_one_thread() {
    use conformable::engine::EngineTensor;

    let [rows, columns] = if cfg!(miri) { [33, 4] } else { [131, 203] };
    let (x, y) = (numbers::<f32>(&[rows, columns]), numbers::<f32>(&[columns]));
    let (x, y) = (EngineTensor::from(x), EngineTensor::from(y));
    same(|| {
        let z = (1.0 - &x * 2.0) * &y + x.tanh();
        z.matmul(&x.t()).softmax(Axis::<1>).to_tensor().unwrap()
    });
}

/// Each of the three workers panics by itself, and so does the call.
#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn panics_of_all_threads_arrive() {
    let count = Arc::new(AtomicUsize::new(0));
    let (before, counter) = (take_hook(), Arc::clone(&count));
    set_hook(Box::new(move |info| {
        if thread::current().name().is_some_and(|name| name.starts_with("conformable")) {
            counter.fetch_add(1, Ordering::Relaxed);
        } else {
            before(info);
        }
    }));
    let panics = |f: &(dyn Fn() + Sync)| {
        count.store(0, Ordering::Relaxed);
        assert!(catch_unwind(AssertUnwindSafe(|| THREADS.run(f))).is_err());
        count.load(Ordering::Relaxed)
    };
    // sums that overflow
    if cfg!(all(debug_assertions, not(miri))) {
        let x = Tensor::full(shape![256, 256], i16::MAX);
        assert_eq!(panics(&|| drop(x.matmul(&x))), 3);
        let (x, w) = (Tensor::full(shape![1, 4, 60, 60], i16::MAX), Tensor::full(shape![66, 4, 3, 3], 2_i16));
        assert_eq!(panics(&|| drop(x.conv(&w, Window::new()))), 3);
        let x = Tensor::full(shape![300, 300], i8::MAX);
        assert_eq!(panics(&|| drop(x.sum(Axis::<1>))), 3);
    }
    let size = if cfg!(miri) { 20 } else { 1100 };
    let (x, mut y) = (Tensor::full(shape![size, size], 1), Tensor::full(shape![size, size], 1));
    assert_eq!(panics(&|| drop(&x / 0)), 3);
    assert_eq!(panics(&|| drop(x.clone() / (&x - 1))), 3);
    assert!(catch_unwind(AssertUnwindSafe(|| THREADS.run(|| y %= 0))).is_err());
}

#[test]
fn threads_in_threads() {
    let size = if cfg!(miri) { 33 } else { 200 };
    let x = numbers::<f32>(&[size, size]);
    let one = x.matmul(&x);
    let other = Threads::new(2).unwrap();
    let many = |threads: &Threads| {
        threads.run(|| (0..6).into_par_iter().map(|_| THREADS.run(|| x.matmul(&x))).collect::<Vec<_>>())
    };
    assert!(many(&THREADS).iter().chain(&many(&other)).all(|several| *several == one));
    assert_eq!(x.par().matmul(&x), THREADS.run(|| x.par().matmul(&x)));
    assert_eq!(Threads::new(1).unwrap().run(|| x.matmul(&x)), one);
}
