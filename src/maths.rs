//! Maths of elements: the functions behind `x.exp()`, `x.tanh()` and the like, for closures of one's own.
//!
//! ```
//! use conformable::{Tensor, maths, zip};
//!
//! let (x, y) = (Tensor::from([[0.0_f32, 1.0], [2.0, 3.0]]), Tensor::from([2.0, 1.0]));
//! let z = zip((&x, &y)).map(|(x, y)| maths::exp(x) * y);
//! assert_eq!(z, x.exp() * y);
//! ```
//!
//! Those of `f32` and `f64` are those of the crate `conformable-maths`: without branches, so that a closure of one of
//! the shorter ones (`exp`, `exp2`, `ln` and the like) is compiled to a loop over vectors. A closure of more, or of a
//! longer one (`erf`, `gelu`, `softplus`, most of `f64`), the compiler may leave out of line, and then it is not; the
//! methods of tensors are. Each result has the same bits on every processor and for every way of walking. Errors are at
//! most 1 unit of the last place for `exp` and `ln`, at most 2 for the others, and at most 8 for the `gelu` of an
//! `f64`. What an `f64` has no such function for, as `exp2`, `exp_m1` and logarithms but `ln`, is [`Float`]'s. Half
//! floats go through `f32`.
//!
//! [`sin`] and [`cos`] are right for every angle, and so are the methods of tensors. Those of `f64` branch for angles
//! above 2^22 radians, so that a closure with them is no loop over vectors; one with [`near_sin`] and [`near_cos`] is,
//! which are NaN there.
//!
//! Where the exact bits of the standard library are wanted, `x.map(f32::exp)` has them.

#![allow(clippy::inline_always, reason = "a loop is one of vectors only where all that it does stands in it")]

use conformable_maths as ours;
use num_traits::Float;

/// One of the functions, for [`Maths::each`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is the function of its name")]
pub enum Function {
    Exp,
    Exp2,
    ExpM1,
    Ln,
    Ln1p,
    Log2,
    Log10,
    Sin,
    Cos,
    Tanh,
    Sigmoid,
    Silu,
    Softplus,
    Erf,
    Gelu,
}

/// Calls `$each!(function)` of the function that is meant: `choose!(which, each)`.
macro_rules! choose {
    ($which:ident, $each:ident: $($Variant:ident $name:ident)*) => {
        match $which {
            $(Function::$Variant => $each!($name),)*
        }
    };
    ($which:ident, $each:ident) => {
        choose!($which, $each: Exp exp Exp2 exp2 ExpM1 exp_m1 Ln ln Ln1p ln_1p Log2 log2 Log10 log10 Sin sin Cos cos
            Tanh tanh Sigmoid sigmoid Silu silu Softplus softplus Erf erf Gelu gelu)
    };
}

/// The methods of the trait that are [`Float`]'s unless a number has its own.
macro_rules! floats {
    ($($doc:literal $name:ident)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        #[must_use]
        fn $name(self) -> Self {
            Float::$name(self)
        }
    )*};
}

/// A number with maths of its own. For one that is a [`Float`], `impl Maths for Number {}` is enough, and its maths are
/// `Float`'s.
///
/// Call the functions of this module in place of the methods: `x.exp()` might mean `Float`'s too.
pub trait Maths: Float {
    floats!(
        "See [`exp`]." exp
        "See [`exp2`]." exp2
        "See [`exp_m1`]." exp_m1
        "See [`ln`]." ln
        "See [`ln_1p`]." ln_1p
        "See [`log2`]." log2
        "See [`log10`]." log10
        "See [`sin`]." sin
        "See [`cos`]." cos
        "See [`tanh`]." tanh
    );

    /// See [`near_sin`].
    #[inline(always)]
    #[must_use]
    fn near_sin(self) -> Self {
        Maths::sin(self)
    }

    /// See [`near_cos`].
    #[inline(always)]
    #[must_use]
    fn near_cos(self) -> Self {
        Maths::cos(self)
    }

    /// See [`sigmoid`].
    #[inline(always)]
    #[must_use]
    fn sigmoid(self) -> Self {
        Self::one() / (Self::one() + Maths::exp(-self))
    }

    /// See [`silu`].
    #[inline(always)]
    #[must_use]
    fn silu(self) -> Self {
        self * self.sigmoid()
    }

    /// See [`softplus`].
    #[inline(always)]
    #[must_use]
    fn softplus(self) -> Self {
        self.max(Self::zero()) + Maths::ln_1p(Maths::exp(-self.abs()))
    }

    /// Whether tensors call [`each`](Maths::each) for many numbers, and not the function for each number. That asks for
    /// a copy of them.
    const BY_SLICES: bool = false;

    /// Writes a function of each number in its place. Types that have loops for the processor that runs take them here.
    fn each(which: Function, x: &mut [Self]) {
        macro_rules! loops {
            ($name:ident) => {
                for x in x {
                    *x = Maths::$name(*x);
                }
            };
        }
        choose!(which, loops);
    }

    /// See [`erf`]. Unless a number has its own, it is that of an `f64`.
    #[inline(always)]
    #[must_use]
    fn erf(self) -> Self {
        through_f64(self, ours::f64::erf)
    }

    /// See [`gelu`]. Unless a number has its own, it is that of an `f64`.
    #[inline(always)]
    #[must_use]
    fn gelu(self) -> Self {
        through_f64(self, ours::f64::gelu)
    }
}

/// A function of `f64`, of another number.
#[inline(always)]
fn through_f64<T: Float>(x: T, f: fn(f64) -> f64) -> T {
    x.to_f64().and_then(|x| T::from(f(x))).unwrap_or_else(T::nan)
}

/// The trait's methods as functions.
macro_rules! functions {
    ($($(#[doc = $doc:literal])+ $name:ident)*) => {$(
        $(#[doc = $doc])+
        #[inline(always)]
        #[must_use]
        pub fn $name<T: Maths>(x: T) -> T {
            Maths::$name(x)
        }
    )*};
}

functions!(
    /// `e^x`.
    exp
    /// `2^x`.
    exp2
    /// `e^x - 1`, near 0 too.
    exp_m1
    /// The natural logarithm.
    ln
    /// The natural logarithm of `1 + x`, near 0 too.
    ln_1p
    /// The logarithm to base 2.
    log2
    /// The logarithm to base 10.
    log10
    /// The sine of an angle in radians, however large.
    sin
    /// The cosine of an angle in radians, however large.
    cos
    /// The bits of [`sin`] without a branch; of an `f64` above 2^22 it is NaN.
    near_sin
    /// The bits of [`cos`] without a branch; of an `f64` above 2^22 it is NaN.
    near_cos
    /// The hyperbolic tangent.
    tanh
    /// `1 / (1 + e^-x)`, the logistic function.
    sigmoid
    /// `x sigmoid(x)`, also named swish. At minus infinity it is -0, its limit, but for numbers without their own.
    silu
    /// `ln(1 + e^x)`.
    softplus
    /// The error function.
    erf
    /// `x` times the standard normal distribution up to `x`, exactly, and not by `tanh`. At minus infinity it is -0,
    /// its limit.
    gelu
);

/// Methods that a type of `conformable-maths` has: `own!(f32: exp ln)`.
macro_rules! own {
    ($T:ident: $($name:ident)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            ours::$T::$name(self)
        }
    )*};
}

impl Maths for f32 {
    own!(f32: exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh sigmoid silu softplus erf gelu);

    fn each(which: Function, x: &mut [Self]) {
        macro_rules! slices {
            ($name:ident) => {
                ours::f32::in_place::$name(x)
            };
        }
        choose!(which, slices);
    }
}

impl Maths for f64 {
    /// A kernel leaves its long functions out of line.
    const BY_SLICES: bool = true;

    own!(f64: exp ln sin cos near_sin near_cos tanh sigmoid silu softplus erf gelu);

    fn each(which: Function, x: &mut [Self]) {
        use Function::{Cos, Erf, Exp, Gelu, Ln, Sigmoid, Silu, Sin, Softplus, Tanh};
        macro_rules! slices {
            ($name:ident) => {
                ours::f64::in_place::$name(x)
            };
        }
        macro_rules! loops {
            ($name:ident) => {
                x.iter_mut().for_each(|x| *x = Maths::$name(*x))
            };
        }
        match which {
            Exp => slices!(exp),
            Ln => slices!(ln),
            Sin => slices!(sin),
            Cos => slices!(cos),
            Tanh => slices!(tanh),
            Sigmoid => slices!(sigmoid),
            Silu => slices!(silu),
            Softplus => slices!(softplus),
            Erf => slices!(erf),
            Gelu => slices!(gelu),
            Function::Exp2 => loops!(exp2),
            Function::ExpM1 => loops!(exp_m1),
            Function::Ln1p => loops!(ln_1p),
            Function::Log2 => loops!(log2),
            Function::Log10 => loops!(log10),
        }
    }
}

/// Methods that are those of `f32`.
#[cfg(feature = "half")]
macro_rules! through_f32 {
    ($($name:ident)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            Self::from_f32(ours::f32::$name(self.to_f32()))
        }
    )*};
}

#[cfg(feature = "half")]
impl Maths for half::f16 {
    through_f32!(exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh sigmoid silu softplus erf gelu);
}

#[cfg(feature = "half")]
impl Maths for half::bf16 {
    through_f32!(exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh sigmoid silu softplus erf gelu);
}
