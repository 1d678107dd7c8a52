//! The elementwise maths functions, such as [`exp`] and [`tanh`], for use in closures.
//!
//! ```
//! use conformable::{Tensor, maths, zip};
//!
//! let (x, y) = (Tensor::from([[0.0_f32, 1.0], [2.0, 3.0]]), Tensor::from([2.0, 1.0]));
//! let z = zip((&x, &y)).map(|(x, y)| maths::exp(x) * y);
//! assert_eq!(z, x.exp() * y);
//! ```
//!
//! For `f32` and `f64` they are the branch-free functions of the crate `conformable-maths`. The compiler vectorises
//! closures of the shorter functions (`exp`, `exp2`, `ln`). It may leave longer ones (`erf`, `gelu`, `softplus`, most
//! of `f64`), or several in one closure, not vectorised. The methods of tensors are always vectorised.
//!
//! - Each result has the same bits on every processor and in every loop.
//! - Errors are at most 1 ulp for `exp` and `ln`, 8 for the `gelu` of an `f64`, and 2 for the others except
//!   `gelu_tanh`.
//! - `exp2`, `exp_m1` and the logarithms of an `f64` except `ln` are those of [`Float`]. Half floats are computed in
//!   `f32`.
//! - [`sin`] and [`cos`] accept any angle. For `f64` they branch for angles above 2^22 radians, which prevents
//!   vectorisation in closures. [`near_sin`] and [`near_cos`] do not branch, and return NaN there.
//!
//! `x.map(f32::exp)` has the bits of the standard library.

#![allow(clippy::inline_always, reason = "a loop is vectorised only if its body is inlined")]

use crate::elementwise::maths_functions;
use conformable_maths as ours;
use num_traits::Float;

/// Declares the enum of the functions, and the functions.
macro_rules! functions {
    ($($doc:literal $name:ident $Name:ident)*) => {
        /// The function of [`Maths::each`].
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
    "The same as [`sin`], without a branch; NaN for an `f64` above 2^22." near_sin
    "The same as [`cos`], without a branch; NaN for an `f64` above 2^22." near_cos
);

/// The methods that default to those of [`Float`].
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

/// A [`Float`], for `abs` and others.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a float",
    label = "expected a tensor of floats",
    note = "`x.map(f64::from)` converts integers to floats; `x.map(i32::abs)` applies a function of integers",
    note = "conformable: E-element"
)]
pub trait Floating: Float {}

#[diagnostic::do_not_recommend]
impl<T: Float> Floating for T {}

/// A number type with maths functions. For a [`Float`], `impl Maths for Number {}` is enough: its methods are the
/// defaults.
///
/// Call the functions of this module rather than the methods: `x.exp()` can be ambiguous with that of `Float`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a float",
    label = "expected a tensor of floats",
    note = "`x.map(f64::from)` converts integers to floats",
    note = "conformable: E-element"
)]
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

    /// Whether tensors call [`each`](Maths::each) on a copy of many elements, rather than the function on each element.
    const BY_SLICES: bool = false;

    /// Replaces each element by its function value. Types with vectorised loops override it.
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

    /// See [`erf`]. The default computes in `f64`.
    #[inline(always)]
    #[must_use]
    fn erf(self) -> Self {
        through_f64(self, ours::f64::erf)
    }

    /// See [`gelu_tanh`]. The default computes in `f64`.
    #[inline(always)]
    #[must_use]
    fn gelu_tanh(self) -> Self {
        through_f64(self, ours::f64::gelu_tanh)
    }

    /// See [`gelu`]. The default computes in `f64`.
    #[inline(always)]
    #[must_use]
    fn gelu(self) -> Self {
        through_f64(self, ours::f64::gelu)
    }
}

/// Applies a function of `f64` to another type.
#[inline(always)]
fn through_f64<T: Float>(x: T, f: fn(f64) -> f64) -> T {
    x.to_f64().and_then(|x| T::from(f(x))).unwrap_or_else(T::nan)
}

/// The methods of a type with functions in `conformable-maths`; the functions after the semicolon are those of
/// [`Float`].
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
    /// Most functions of `f64` are too long to be inlined into a kernel.
    const BY_SLICES: bool = true;

    own!(
        f64: exp Exp ln Ln sin Sin cos Cos tanh Tanh sigmoid Sigmoid silu Silu softplus Softplus erf Erf gelu Gelu
            gelu_tanh GeluTanh;
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

/// Methods that compute in `f32`.
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
