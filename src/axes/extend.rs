//! Shapes with a longer axis, by repetition or padding.
//!
//! ```text
//! again(S, x, n)      = S with d * n at x         where d is the dim there
//! pad(S, x, b, a)     = S with b + d + a at x
//! ```

use super::permute::axis_of;
use super::table::{FindsAxis, HasAxis};
use crate::shape::{Dim, DimProd, DimSum, Prod, Shape, ShapeError, Sum};

/// A shape whose axis `X` can be repeated `N` times, as by `tile` and `repeat`.
///
/// ```
/// use conformable::axes::{Again, Repeated};
/// use conformable::{Axis, Dyn, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(Repeated<Shape![2, 3], Axis<1>, Size<4>>, Shape![2, 12]);
/// assert_type_eq!(Repeated<Shape![2, 3], Axis<0>, Dyn>, Shape![_, 3]);
/// assert_eq!(shape![2, 3].again(Axis::<1>, Size::<4>), Ok(shape![2, 12]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Again;
/// use conformable::{Axis, Size, shape};
///
/// shape![2, 3].again(Axis::<2>, Size::<4>); // `(Size<2>, Size<3>)` has no `Axis<2>`
/// ```
pub trait Again<X, N>: FindsAxis<X> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`](crate::AnyShape) has no such axis, or the new size exceeds `usize::MAX`.
    #[inline]
    fn again(&self, axis: X, times: N) -> Result<Self::Output, ShapeError> {
        self.again_by("repeat", axis, times)
    }

    /// As [`again`](Self::again), with the verb of the error message.
    #[doc(hidden)]
    fn again_by(&self, verb: &'static str, axis: X, times: N) -> Result<Self::Output, ShapeError>;
}

/// The shape `S` with its elements along `X` repeated `N` times.
pub type Repeated<S, X, N> = <S as Again<X, N>>::Output;

/// A dim of the shape `S` that is multiplied by `N`.
#[diagnostic::on_unimplemented(
    message = "cannot repeat `{S}` along `{X}`",
    label = "the product of `{Self}` and `{N}` is above 999 999 999, or the compiler does not know it",
    note = "in generic code, add the bound `where {Self}: DimProd<{N}>`",
    note = "conformable: E-extend"
)]
pub trait Multiplies<N, X, S> {
    /// The product.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: Dim + DimProd<N>, N: Dim, X, S> Multiplies<N, X, S> for D {
    type Output = Prod<D, N>;
}

// again(S, x, n) = S with d * n at x
impl<S: Shape, X, N: Dim, A, Product> Again<X, N> for S
where
    S: HasAxis<X, Item = A, Put<Product>: Shape>,
    A: Multiplies<N, X, S, Output = Product>,
{
    type Output = S::Put<Product>;

    #[inline]
    fn again_by(&self, verb: &'static str, axis: X, times: N) -> Result<Self::Output, ShapeError> {
        with_size(verb, self, axis_of(self, &axis)?, |size| size.checked_mul(times.size()))
    }
}

/// A shape whose axis `X` can be padded by `Before` and `After` elements.
///
/// ```
/// use conformable::axes::{Padded, Pads};
/// use conformable::{Axis, Dyn, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(Padded<Shape![2, 3], Axis<1>, Size<1>, Size<2>>, Shape![2, 6]);
/// assert_type_eq!(Padded<Shape![2, 3], Axis<0>, Size<1>, Dyn>, Shape![_, 3]);
/// assert_eq!(shape![2, 3].padded(Axis::<1>, (Size::<1>, Size::<2>)), Ok(shape![2, 6]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Pads;
/// use conformable::{Axis, Size, shape};
///
/// shape![2, 3].padded(Axis::<2>, (Size::<1>, Size::<1>)); // `(Size<2>, Size<3>)` has no `Axis<2>`
/// ```
pub trait Pads<X, Before, After>: FindsAxis<X> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// As for [`Again::again`].
    fn padded(&self, axis: X, more: (Before, After)) -> Result<Self::Output, ShapeError>;

    #[doc(hidden)]
    fn more(more: &(Before, After)) -> [usize; 2];
}

/// The shape `S` padded along `X`.
pub type Padded<S, X, Before, After> = <S as Pads<X, Before, After>>::Output;

/// A dim of the shape `S` that is padded.
#[diagnostic::on_unimplemented(
    message = "cannot pad `{S}` along `{X}`",
    label = "the compiler does not know the sum of `{Before}`, `{Self}` and `{After}`, or one is not a dim, such as `Size::<1>` or `Dyn::new(1)`",
    note = "the sum is at most 999 999 999; in generic code, add the bound `where {S}: Pads<{X}, {Before}, {After}>`",
    note = "conformable: E-extend"
)]
pub trait Between<Before, After, X, S> {
    /// The sum.
    type Output: Dim;

    #[doc(hidden)]
    fn more(more: &(Before, After)) -> [usize; 2];
}

#[diagnostic::do_not_recommend]
impl<D: Dim + DimSum<Before, Output: DimSum<After>>, Before: Dim, After: Dim, X, S> Between<Before, After, X, S> for D {
    type Output = Sum<Sum<D, Before>, After>;

    #[inline]
    fn more((before, after): &(Before, After)) -> [usize; 2] {
        [before.size(), after.size()]
    }
}

// pad(S, x, b, a) = S with b + d + a at x
impl<S: Shape, X, Before, After, A, Longer> Pads<X, Before, After> for S
where
    S: HasAxis<X, Item = A, Put<Longer>: Shape>,
    A: Between<Before, After, X, S, Output = Longer>,
{
    type Output = S::Put<Longer>;

    #[inline]
    fn padded(&self, axis: X, more: (Before, After)) -> Result<Self::Output, ShapeError> {
        let [before, after] = <Self as Pads<X, Before, After>>::more(&more);
        let longer = |size: usize| size.checked_add(before)?.checked_add(after);
        with_size("pad", self, axis_of(self, &axis)?, longer)
    }

    #[inline]
    fn more(more: &(Before, After)) -> [usize; 2] {
        A::more(more)
    }
}

/// The shape with another size at an axis; fails if `other` returns `None`.
#[inline]
fn with_size<S: Shape, Out: Shape>(
    what: &'static str,
    shape: &S,
    axis: usize,
    other: impl FnOnce(usize) -> Option<usize>,
) -> Result<Out, ShapeError> {
    let mut sizes = shape.sizes();
    let size = &mut sizes.as_mut()[axis];
    *size = other(*size).ok_or_else(|| ShapeError::overflowing(what, shape.partial()))?;
    Out::from_sizes(sizes.as_ref())
}
