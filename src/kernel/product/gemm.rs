//! One matrix product.
//!
//! ```text
//! multiply(a (m, k), b (k, n), c (m, n)):
//!     for i of m, for j of n:
//!         c[i, j] = sum over p of k: a[i, p] * b[p, j]
//! ```
//!
//! [`Packed`] packs both operands so that they stay in the caches, which pays for many rows and columns. [`Loops`]
//! multiply others (`loops.rs`). Small constant sizes have loops of constant lengths ([`in_place`]).

use super::loops;
use super::matrix::{Product, at};
#[cfg(feature = "matrixmultiply")]
use super::panels::Fused;
use super::panels::{self, Rounded, Runs};
#[cfg(feature = "matrixmultiply")]
use crate::kernel::simd::{self, OPTIMISED};
use crate::kernel::threads;
use crate::numeric::Numeric;
use crate::sealed::Sealed;
use core::marker::PhantomData;
use num_traits::AsPrimitive;

/// A number that matrices are made of: every [`Numeric`] of this crate.
///
/// It chooses the implementation of the products: [`Loops`], or [`Packed`] with the feature `matrixmultiply`. Products
/// are summed in [`Numeric::Wide`]: `f16` and `bf16` in `f32`; for `bool`, the result counts the pairs that are both
/// true. Your own number type needs one line:
///
/// ```
/// use conformable::Tensor;
/// use conformable::numeric::Numeric;
/// use conformable::product::{Loops, MatrixElement};
/// # use std::ops::{Add, Mul};
/// # #[derive(Clone, Copy, Debug, PartialEq)]
/// # struct Modulo7(u8);
/// # impl Add for Modulo7 {
/// #     type Output = Self;
/// #     fn add(self, rhs: Self) -> Self {
/// #         Self((self.0 + rhs.0) % 7)
/// #     }
/// # }
/// # impl Mul for Modulo7 {
/// #     type Output = Self;
/// #     fn mul(self, rhs: Self) -> Self {
/// #         Self(self.0 * rhs.0 % 7)
/// #     }
/// # }
/// # impl Numeric for Modulo7 {
/// #     type Wide = Self;
/// #     type Total = Self;
/// #     const ZERO: Self = Self(0);
/// #     const ONE: Self = Self(1);
/// #     const ROUNDS: bool = false;
/// #     fn widen(self) -> Self {
/// #         self
/// #     }
/// #     fn total(wide: Self) -> Self {
/// #         wide
/// #     }
/// # }
///
/// impl MatrixElement for Modulo7 {
///     type Gemm = Loops;
/// }
///
/// let x = Tensor::from([[3, 4], [5, 6]]).map(Modulo7);
/// assert_eq!(x.matmul(&x), Tensor::from([[1, 1], [3, 0]]).map(Modulo7));
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot multiply matrices of `{Self}`",
    label = "expected a number type",
    note = "implement `conformable::product::MatrixElement` and `Numeric` for your own number type",
    note = "conformable: E-product"
)]
pub trait MatrixElement: Numeric {
    /// The implementation of products.
    type Gemm: Gemm<Self>;
}

/// An implementation of matrix products: [`Loops`], or [`Packed`].
///
/// # Safety
///
/// If [`multiply`](Self::multiply) returns, it has written every element of `c` and nothing else; it has read only
/// elements of `a` and `b`.
pub unsafe trait Gemm<T: Numeric>: Sealed {
    /// Up to this many multiplications, one thread is faster.
    #[doc(hidden)]
    const FEW: usize = threads::border(1 << 19);

    /// Writes the product.
    ///
    /// # Safety
    ///
    /// The facts that [`Product`] lists hold; `m`, `k` and `n` are not 0.
    #[doc(hidden)]
    unsafe fn multiply(product: &Product<T, T::Total>);

    /// The columns of a panel, if [`multiply_panels`](Self::multiply_panels) is faster for `m` rows.
    #[doc(hidden)]
    #[must_use]
    fn panel(_m: usize) -> Option<usize> {
        None
    }

    /// Writes a product whose right matrix is packed (`panels.rs`).
    ///
    /// # Safety
    ///
    /// As for `multiply`, but for `b` and `c`. From `b.first` on, panels for `n` columns may be read, each of `k` rows
    /// of [`panel`](Self::panel) elements. `a.column` is 1. The columns of `c` are in `runs`, which are not empty, and
    /// `c.first` is the start of the first run.
    #[doc(hidden)]
    unsafe fn multiply_panels(product: &Product<T, T::Total>, runs: &Runs) {
        // SAFETY: the arguments are this function's.
        unsafe { panels::multiply::<T, Rounded>(product, runs) };
    }
}

/// Tiled loops for any number, vectorised.
#[derive(Clone, Copy, Debug)]
pub struct Loops;

/// Products by the crate `matrixmultiply`, for `f32`, `f64`, and complex numbers of them.
#[cfg(feature = "matrixmultiply")]
#[derive(Clone, Copy, Debug)]
pub struct Packed;

impl Sealed for Loops {}
#[cfg(feature = "matrixmultiply")]
impl Sealed for Packed {}

/// Implements [`MatrixElement`]: `elements!(Loops: u8 i8)`.
macro_rules! elements {
    ($Gemm:ty: $($T:ty)*) => {$(
        impl MatrixElement for $T {
            type Gemm = $Gemm;
        }
    )*};
}

elements!(Loops: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool);
#[cfg(feature = "matrixmultiply")]
elements!(Packed: f32 f64);
#[cfg(not(feature = "matrixmultiply"))]
elements!(Loops: f32 f64);
#[cfg(feature = "half")]
elements!(Loops: half::f16 half::bf16);
// the implementation of their parts
#[cfg(feature = "complex")]
impl<T: MatrixElement<Gemm: Gemm<Self>>> MatrixElement for num_complex::Complex<T>
where
    Self: Numeric,
{
    type Gemm = T::Gemm;
}

/// A `T` that is converted to `V` by `as` before it is multiplied.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Converted<T, V>(T, PhantomData<V>);

impl<T: Copy, V> Clone for Converted<T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, V> Copy for Converted<T, V> {}

impl<T: Numeric<Wide: AsPrimitive<V>>, V: Numeric + 'static> Numeric for Converted<T, V> {
    type Wide = V::Wide;
    type Total = V::Total;
    const ZERO: V::Wide = V::ZERO;
    const ONE: V::Wide = V::ONE;
    const ROUNDS: bool = V::ROUNDS;

    #[inline(always)]
    fn widen(self) -> V::Wide {
        self.0.widen().as_().widen()
    }

    #[inline(always)]
    fn total(wide: V::Wide) -> V::Total {
        V::total(wide)
    }
}

// each element is converted when it is read, which packing does not support
impl<T, V> MatrixElement for Converted<T, V>
where
    Self: Numeric,
{
    type Gemm = Loops;
}

/// A number type that every `T` in memory may be read as.
///
/// # Safety
///
/// It has the size and alignment of `T`, and each bit pattern of a `T` is a valid value of it.
pub(crate) unsafe trait ReadFrom<T>: MatrixElement {}

// SAFETY: it is the same type.
unsafe impl<T: MatrixElement> ReadFrom<Self> for T {}

// SAFETY: it is `repr(transparent)` over a `T`; its other field has no bytes.
unsafe impl<T, V> ReadFrom<T> for Converted<T, V> where Self: MatrixElement {}

// SAFETY: each of the loops writes every row and column of the result (`Loop`).
unsafe impl<T: Numeric> Gemm<T> for Loops {
    #[inline]
    fn panel(m: usize) -> Option<usize> {
        panels::panel::<T>(m)
    }

    #[inline]
    unsafe fn multiply(product: &Product<T, T::Total>) {
        // SAFETY: the argument is this function's.
        unsafe { loops::multiply(product) };
    }
}

/// Implements [`Gemm`] for [`Packed`] by a function of `matrixmultiply`:
/// `packed!(f32 as f32, few [16, 0x40000]: sgemm [] 1.0, 0.0;)`.
///
/// The function gets the options in brackets, and a 1 and a 0 of its own numbers. For up to `few` rows or columns, and
/// multiplications, [`Loops`] take less time ([`Product::are_few`]).
#[cfg(feature = "matrixmultiply")]
macro_rules! packed {
    ($($T:ty as $Own:ty, few [$lines:literal, $few:literal]: $gemm:ident [$($option:expr),*] $one:expr, $zero:expr
        $(, panels $Add:ty)?;)*) => {$(
        // SAFETY: `matrixmultiply` writes all `m` rows and `n` columns of `c`; it does not read `c` if its factor is 0.
        unsafe impl Gemm<$T> for Packed {
            const FEW: usize = threads::border(1 << 20);
            $(
                #[inline]
                fn panel(m: usize) -> Option<usize> {
                    if const { OPTIMISED } && simd::fuses() { panels::panel::<$T>(m) } else { None }
                }

                // compiled once, since it is not `#[inline]`
                unsafe fn multiply_panels(product: &Product<$T, $T>, runs: &Runs) {
                    // SAFETY: the arguments are this function's.
                    unsafe { panels::multiply::<$T, $Add>(product, runs) };
                }
            )?

            #[inline]
            unsafe fn multiply(product: &Product<$T, $T>) {
                /// Compiled once; without optimisation, by each user.
                ///
                /// # Safety
                ///
                /// As for `multiply`.
                unsafe fn few(product: &Product<$T, $T>) {
                    if const { OPTIMISED } {
                        // SAFETY: the argument is this function's.
                        unsafe { Loops::multiply(product) };
                    }
                }

                let Product { m, k, n, a, b, c } = product;
                if product.are_few([$lines, $few]) {
                    // SAFETY: `product` is this function's argument, with the same `# Safety`.
                    return unsafe { if const { OPTIMISED } { few(product) } else { Loops::multiply(product) } };
                }
                let (x, y, z) = (a.first.cast::<$Own>(), b.first.cast::<$Own>(), c.first.cast::<$Own>());
                // SAFETY: `Product` has the elements at these sizes and strides. `$Own` has the layout of `$T`, and `c`
                // is not read, since its factor is 0.
                unsafe {
                    matrixmultiply::$gemm(
                        $($option,)* *m, *k, *n, $one, x, a.row, a.column, y, b.row, b.column, $zero, z,
                        c.row, c.column,
                    );
                }
            }
        }
    )*};
}

#[cfg(feature = "matrixmultiply")]
packed! {
    f32 as f32, few [16, 0x40000]: sgemm [] 1.0, 0.0, panels Fused;
    f64 as f64, few [16, 0x10000]: dgemm [] 1.0, 0.0, panels Fused;
}

// `Complex` is `repr(C)`: the real part, then the imaginary one
#[cfg(all(feature = "matrixmultiply", feature = "complex"))]
packed! {
    num_complex::Complex<f32> as [f32; 2], few [1, 0]:
        cgemm [matrixmultiply::CGemmOption::Standard, matrixmultiply::CGemmOption::Standard] [1.0, 0.0], [0.0; 2];
    num_complex::Complex<f64> as [f64; 2], few [1, 0]:
        zgemm [matrixmultiply::CGemmOption::Standard, matrixmultiply::CGemmOption::Standard] [1.0, 0.0], [0.0; 2];
}

/// The largest size of matrices that are multiplied [`in_place`].
pub(in crate::kernel) const SMALL: usize = 16;

/// Writes a product inline, as straight-line code or short loops for constant sizes.
///
/// # Safety
///
/// The facts that [`Product`] lists hold; `n <= SMALL`.
#[inline(always)]
pub(in crate::kernel) unsafe fn in_place<T: Numeric>(product: &Product<T, T::Total>) {
    let Product { m, k, n, a, b, c } = product;
    for i in 0..*m {
        let (from, to) = (a.first.wrapping_offset(at(a.row, i)), c.first.wrapping_offset(at(c.row, i)));
        let mut sums = [T::ZERO; SMALL];
        for p in 0..*k {
            // SAFETY: `i < m` and `p < k` by the loops: an element of `a` ([`Product`]).
            let x = unsafe { from.wrapping_offset(at(a.column, p)).read() }.widen();
            let row = b.first.wrapping_offset(at(b.row, p));
            for (j, sum) in sums.iter_mut().enumerate().take(*n) {
                // SAFETY: `p < k` by the loop and `j < n` by `take`: an element of `b` ([`Product`]).
                let y = unsafe { row.wrapping_offset(at(b.column, j)).read() }.widen();
                *sum = *sum + x * y;
            }
        }
        for (j, &sum) in sums.iter().enumerate().take(*n) {
            // SAFETY: `i < m` by the loop and `j < n` by `take`: a place of `c` ([`Product`]).
            unsafe { to.wrapping_offset(at(c.column, j)).write(T::total(sum)) };
        }
    }
}
