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

use crate::elementwise::maths_functions;
use conformable_maths as ours;
use num_traits::Float;

/// The enum of the functions, and the functions.
macro_rules! functions {
    ($($doc:literal $name:ident $Name:ident)*) => {
        /// One of the functions, for [`Maths::each`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Function {$(
            #[doc = $doc]
            $Name,
        )*}

        functions!($($doc $name)*);
    };
    ($($doc:literal $name:ident)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        #[must_use]
        pub fn $name<T: Maths>(x: T) -> T {
            Maths::$name(x)
        }
    )*};
}

maths_functions!(functions);
functions!(
    "The bits of [`sin`] without a branch; of an `f64` above 2^22 it is NaN." near_sin
    "The bits of [`cos`] without a branch; of an `f64` above 2^22 it is NaN." near_cos
);

/// The methods of the trait that are [`Float`]'s unless a number has its own.
macro_rules! floats {
    ($($name:ident)*) => {$(
        #[doc = concat!("See [`", stringify!($name), "`].")]
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
    floats!(exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh);

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
            ($($doc:literal $name:ident $Name:ident)*) => {
                match which {
                    $(Function::$Name => x.iter_mut().for_each(|x| *x = Maths::$name(*x)),)*
                }
            };
        }
        maths_functions!(loops);
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

/// The methods of a type that `conformable-maths` has functions for. After the semicolon are those that are [`Float`]'s.
macro_rules! own {
    ($T:ident: $($($doc:literal)? $name:ident $Name:ident)* $(; $($float:ident $Float:ident)*)?) => {
        $(
            #[inline(always)]
            fn $name(self) -> Self {
                ours::$T::$name(self)
            }
        )*

        fn each(which: Function, x: &mut [Self]) {
            match which {
                $(Function::$Name => ours::$T::in_place::$name(x),)*
                $($(Function::$Float => x.iter_mut().for_each(|x| *x = Maths::$float(*x)),)*)?
            }
        }
    };
}

impl Maths for f32 {
    maths_functions!(own f32:);
}

impl Maths for f64 {
    /// A kernel leaves its long functions out of line.
    const BY_SLICES: bool = true;

    own!(
        f64: exp Exp ln Ln sin Sin cos Cos tanh Tanh sigmoid Sigmoid silu Silu softplus Softplus erf Erf gelu Gelu;
        exp2 Exp2 exp_m1 ExpM1 ln_1p Ln1p log2 Log2 log10 Log10
    );

    #[inline(always)]
    fn near_sin(self) -> Self {
        ours::f64::near_sin(self)
    }

    #[inline(always)]
    fn near_cos(self) -> Self {
        ours::f64::near_cos(self)
    }
}

/// Methods that are those of `f32`.
#[cfg(feature = "half")]
macro_rules! through_f32 {
    ($($doc:literal $name:ident $Name:ident)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            Self::from_f32(ours::f32::$name(self.to_f32()))
        }
    )*};
}

#[cfg(feature = "half")]
impl Maths for half::f16 {
    maths_functions!(through_f32);
}

#[cfg(feature = "half")]
impl Maths for half::bf16 {
    maths_functions!(through_f32);
}
