//! Convolutions, pools and sliding windows against NumPy and SciPy: every case of `windows.jsonl`, with options known
//! at run time, and with shapes of any rank or of run-time sizes; some as types.

use conformable::product::MatrixElement;
use conformable::windows::{Conv, ConvTranspose, Pool};
use conformable::{AnyShape, Axis, Dyn, ShapeError};
use conformable_test::json::{list, sizes};
use serde_json::Value;
use std::fmt::Debug;

pub(super) use conformable::windows::{Same, Sides, Window};
pub(super) use conformable::{Shape, Size, Tensor, shape};

/// A line of the file.
pub(super) struct Case(Value);

impl Case {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        include_str!("windows.jsonl").lines().map(|line| Self(serde_json::from_str(line).expect("a JSON object")))
    }

    pub(super) fn of(id: usize) -> Self {
        Self::all().nth(id).expect("a case")
    }

    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().expect("a text")
    }

    fn sizes(&self, key: &str) -> Vec<usize> {
        sizes(&self.0[key])
    }

    /// One number for each axis.
    fn each<const N: usize>(&self, key: &str) -> [usize; N] {
        self.sizes(key).try_into().expect("one for each axis")
    }

    fn sides<const N: usize>(&self) -> [[usize; 2]; N] {
        let sides: Vec<[usize; 2]> =
            list(&self.0["sides"]).iter().map(|sides| sizes(sides).try_into().expect("two sides")).collect();
        sides.try_into().expect("one for each axis")
    }

    fn window<const N: usize>(&self) -> Window<[usize; N], [[usize; 2]; N], [usize; N]> {
        Window::new().stride(self.each("stride")).padding(self.sides()).dilation(self.each("dilation"))
    }

    /// An operand: small integers, as `windows.py` makes them.
    pub(super) fn operand<T: Number, S: Shape>(&self, key: &str) -> Tensor<T, S> {
        let sizes = self.sizes(key);
        let seed = self.0["seed"].as_i64().expect("a seed") + i64::from(key == "w");
        let number = |i: i64| T::of((i * (i + seed) * 31 + i * 17 + seed) % 13 - 6);
        let numel: usize = sizes.iter().product();
        let shape = S::from_sizes(&sizes).expect("a shape of those sizes");
        Tensor::from_vec(shape, (0..numel as i64).map(number).collect()).expect("as many elements")
    }

    /// Whether this is the expected result.
    pub(super) fn check<T: Number, S: Shape>(&self, result: Result<Tensor<T, S>, ShapeError>) {
        let id = &self.0["id"];
        if self.0["expected"] == "error" {
            assert!(result.is_err(), "case {id}: {result:?}");
            return;
        }
        let result = result.unwrap_or_else(|error| panic!("case {id}: {error}"));
        assert_eq!(result.sizes().as_ref(), self.sizes("sizes"), "case {id}");
        let expected: Vec<f64> = list(&self.0["expected"]).iter().map(|x| x.as_f64().expect("a number")).collect();
        let close = |x: &T, y: &f64| (x.number() - y).abs() <= 1e-13 * y.abs();
        let is_right = result.len() == expected.len() && result.iter().zip(&expected).all(|(x, y)| close(x, y));
        assert!(is_right, "case {id}: {result:?} and not {expected:?}");
    }
}

/// The type of elements of a case.
pub(super) trait Number: MatrixElement<Total = Self> + PartialEq + Debug {
    fn of(number: i64) -> Self;
    fn number(self) -> f64;
}

/// Implements [`Number`] by `as`.
macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl Number for $T {
            #[allow(clippy::cast_lossless, reason = "of some types")]
            fn of(number: i64) -> Self {
                number as Self
            }
            #[allow(clippy::cast_lossless, reason = "of some types")]
            fn number(self) -> f64 {
                self as f64
            }
        }
    )*};
}

numbers!(f32 f64 i32);

type Groups<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N], usize>;
type Spread<const N: usize> = Window<[usize; N], [[usize; 2]; N], [usize; N], usize, [usize; N]>;

/// A convolution in either direction, with shapes of these types; returns the number of forms that ran.
fn convolved<T: Number, S, W: Shape, const N: usize>(case: &Case) -> usize
where
    S: Shape + Conv<W, Groups<N>> + Conv<W, Window<[usize; N], Same, [usize; N], usize>> + ConvTranspose<W, Spread<N>>,
{
    let (x, w): (Tensor<T, S>, Tensor<T, W>) = (case.operand("x"), case.operand("w"));
    let groups = case.0["groups"].as_u64().expect("a number").try_into().expect("a small one");
    let window = case.window::<N>().groups(groups);
    if case.text("op") == "conv_transpose" {
        case.check(x.try_conv_transpose(&w, window.output_padding(case.each("more"))));
        return 1;
    }
    case.check(x.try_conv(&w, window));
    if case.0["same"] != true {
        return 1;
    }
    case.check(x.try_conv(&w, window.padding(Same)));
    2
}

/// A pool, in a shape of that type.
fn pooled<S, const N: usize>(case: &Case) -> usize
where
    S: Shape + Pool<AnyShape, Window<[usize; N], [[usize; 2]; N], [usize; N]>>,
{
    let x: Tensor<f64, S> = case.operand("x");
    let (size, window) = (AnyShape::from(&*case.sizes("window")), case.window::<N>());
    case.check(if case.text("op") == "max_pool" { x.try_max_pool(size, window) } else { x.try_avg_pool(size, window) });
    1
}

fn sliding_windows<T: Number>(case: &Case) -> usize {
    let x: Tensor<T, AnyShape> = case.operand("x");
    let ([length], [stride], [dilation]) = (case.each("window"), case.each("stride"), case.each("dilation"));
    let (length, window) = (Dyn::new(length), Window::new().stride(stride).dilation(dilation));
    macro_rules! along {
        ($($axis:literal)*) => {
            match case.0["axis"].as_i64().expect("an axis") {
                $($axis => x.try_sliding_windows(Axis::<$axis>, length, window).map(|seen| seen.to_owned()),)*
                axis => panic!("axis {axis} is in no list"),
            }
        };
    }
    case.check(along!(-3 -2 -1 0 1 2));
    1
}

fn of_type<T: Number>(case: &Case) -> usize {
    type Dyns3 = (Dyn, Dyn, Dyn);
    type Dyns4 = (Dyn, Dyn, Dyn, Dyn);
    type Dyns5 = (Dyn, Dyn, Dyn, Dyn, Dyn);
    match (case.text("op"), case.sizes("x").len()) {
        ("sliding_windows", _) => sliding_windows::<T>(case),
        ("conv" | "conv_transpose", 3) => {
            convolved::<T, AnyShape, AnyShape, 1>(case) + convolved::<T, Dyns3, Dyns3, 1>(case)
        }
        ("conv" | "conv_transpose", 4) => {
            convolved::<T, AnyShape, Dyns4, 2>(case) + convolved::<T, Dyns4, Dyns4, 2>(case)
        }
        ("conv" | "conv_transpose", 5) => {
            convolved::<T, Dyns5, AnyShape, 3>(case) + convolved::<T, Dyns5, Dyns5, 3>(case)
        }
        ("max_pool" | "avg_pool", rank) => match (case.sizes("window").len(), rank) {
            (1, 2) => pooled::<AnyShape, 1>(case) + pooled::<(Dyn, Dyn), 1>(case),
            (1, _) => pooled::<AnyShape, 1>(case),
            (2, 3) => pooled::<AnyShape, 2>(case) + pooled::<Dyns3, 2>(case),
            (2, _) => pooled::<AnyShape, 2>(case),
            (_, 4) => pooled::<AnyShape, 3>(case) + pooled::<Dyns4, 3>(case),
            _ => pooled::<AnyShape, 3>(case),
        },
        (op, rank) => panic!("{op} of rank {rank}"),
    }
}

#[test]
fn windows_at_run_time() {
    let (mut cases, mut ways) = (0, 0);
    for case in Case::all() {
        ways += match case.text("dtype") {
            "f32" => of_type::<f32>(&case),
            "f64" => of_type::<f64>(&case),
            "i32" => of_type::<i32>(&case),
            dtype => panic!("{dtype} is in no list"),
        };
        cases += 1;
    }
    println!("{cases} cases in {ways} ways");
    assert_eq!(cases, 260, "the number of cases in the file");
}

/// A convolution in static shapes, with the options as types.
macro_rules! convolve {
    ($id:literal, $S:ty, $W:ty => $Out:ty: $method:ident $window:expr) => {{
        let case = Case::of($id);
        let (x, w) = (case.operand::<f64, $S>("x"), case.operand::<f64, $W>("w"));
        let out: Tensor<f64, $Out> = x.$method(&w, $window);
        case.check(Ok(out));
    }};
}

/// A pool in static shapes, with the options as types.
macro_rules! pool {
    ($id:literal, $S:ty => $Out:ty: $method:ident $size:expr, $window:expr) => {{
        let case = Case::of($id);
        let out: Tensor<f64, $Out> = case.operand::<f64, $S>("x").$method($size, $window);
        case.check(Ok(out));
    }};
}

pub(super) use {convolve, pool};
