//! Adjacent axes merged into one.
//!
//! ```text
//! flatten_axes(S, x)          = S with a * b in the place of a, b at x and the axis after it
//! flatten_axes(S, x to y)     = S with a * .. * b in the place of all axes from a at x up to b at y
//! ```

use super::permute::position;
use super::reduce::{OfAnyRank, Once};
use super::reshape::{FactorOf, Reshape, merged};
use super::several::{AxisNumbers, Unlisted};
use super::table::{HasAxis, HasNext};
use crate::indices::IndexElement;
use crate::sealed::Sealed;
use crate::shape::{AnyShape, Axes, AxesList, Axis, Dim, DimProd, Prod, Shape, ShapeError, Tuple};
use core::marker::PhantomData;

/// Merges an axis with the one after it, or all axes of a [`Through`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlattenAxes<X>(pub X);

/// All axes from `X` through `Y`, inclusive: `Through(Axis::<1>, Axis::<-1>)`. An [`AnyShape`] takes integers too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Through<X, Y>(pub X, pub Y);

impl<X> Sealed for FlattenAxes<X> {}

/// Adjacent axes of `S`, as [`AxisNumbers::Form`]: an [`Axis`], merged with the next one, or a [`Through`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes of `{S}` to flatten",
    label = "write `Axis::<1>`, which is flattened with the next one, or `Through(Axis::<1>, Axis::<-1>)`",
    note = "conformable: E-axis"
)]
pub trait FlattenedIn<S> {
    /// The shape with one axis in their place.
    type Output: Shape;
}

// flatten_axes(S, x) = S with a * b in the place of a, b at x and the axis after it
impl<S, A, B: FactorOf<A, Product = C>, C, const N: isize> FlattenedIn<S> for Axis<N>
where
    S: HasNext<Self, Item = A, Next = B, PutBoth<C>: Shape>,
{
    type Output = S::PutBoth<C>;
}

impl<S: OfAnyRank<I>, I: IndexElement> FlattenedIn<S> for Unlisted<I> {
    type Output = AnyShape;
}

impl<X: AxisNumbers, Y: AxisNumbers> AxisNumbers for Through<X, Y> {
    type Form = Self;

    #[inline]
    fn with_numbers<R>(&self, f: impl FnOnce(&[isize]) -> R) -> R {
        self.0.with_numbers(|first| self.1.with_numbers(|last| f(&[first[0], last[0]])))
    }
}

/// Marks the dim of the first axis to flatten.
#[derive(Debug)]
pub struct First<D>(PhantomData<D>);

/// Marks the dim of the last axis to flatten.
#[derive(Debug)]
pub struct Last<D>(PhantomData<D>);

// flatten_axes(S, x to y) = S with a * .. * b in the place of all axes from a at x up to b at y
impl<S, X, Y, A, B, P> FlattenedIn<S> for Through<X, Y>
where
    S: HasAxis<X, Item = A, Put<First<A>> = P>,
    P: HasAxis<Y, S, Item: Once<Y, S, Dim = B>, Put<Last<B>>: Ends<S, X, Y>>,
{
    type Output = <P::Put<Last<B>> as Ends<S, X, Y>>::Output;
}

/// A tuple with the marks [`First`] and [`Last`].
pub trait Ends<S, X, Y> {
    /// The shape.
    type Output: Shape;
}

impl<T: Tuple<List: Outside<S, X, Y>>, S, X, Y> Ends<S, X, Y> for T {
    type Output = <T::List as Outside<S, X, Y>>::Output;
}

impl<S, X, Y> Ends<S, X, Y> for AnyShape {
    type Output = Self;
}

/// The list of such a tuple, from the innermost axis to the mark [`Last`].
#[diagnostic::on_unimplemented(
    message = "cannot flatten axes of `{S}` from `{X}` through `{Y}`",
    label = "the first axis is after the last",
    note = "conformable: E-axis"
)]
pub trait Outside<S, X, Y> {
    /// The shape.
    type Output: Shape;
}

impl<D: Dim, Outer: Outside<S, X, Y>, S, X, Y> Outside<S, X, Y> for Axes<D, Outer> {
    type Output = <Outer::Output as Shape>::Push<D>;
}

impl<D, Outer: Inside<D, S>, S, X, Y> Outside<S, X, Y> for Axes<Last<D>, Outer> {
    type Output = Outer::Output;
}

impl<D, Outer, S: InOrder<X, Y>, X, Y> Outside<S, X, Y> for Axes<First<D>, Outer> {
    type Output = ();
}

/// Never implemented: the axes are in the wrong order.
pub trait InOrder<X, Y> {}

/// The list from the axis before the last one to [`First`]; `Product` is that of the passed dims.
pub trait Inside<Product, S> {
    /// The shape.
    type Output: Shape;
}

impl<D: Dim + DimProd<Product>, Outer: Inside<Prod<D, Product>, S>, Product: Dim, S> Inside<Product, S>
    for Axes<D, Outer>
{
    type Output = Outer::Output;
}

impl<D: Dim + DimProd<Product>, Outer: AxesList, Product: Dim, S> Inside<Product, S> for Axes<First<D>, Outer> {
    type Output = <Outer::Shape as Shape>::Push<Prod<D, Product>>;
}

impl<S: Shape, X: AxisNumbers<Form: FlattenedIn<S>>> Reshape<S> for FlattenAxes<X> {
    type Output = <X::Form as FlattenedIn<S>>::Output;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        let ends = self.0.with_numbers(|axes| match *axes {
            [first, last] => Ok([position(shape, first)?, position(shape, last)?]),
            _ => position(shape, axes[0]).map(|axis| [axis, axis + 1]),
        })?;
        if ends[0] > ends[1] {
            let why = "the first axis is after the last";
            return Err(ShapeError::cannot("flatten axes of", shape.partial(), why).at(ends[0]));
        }
        merged(shape, ends, None)
    }
}
