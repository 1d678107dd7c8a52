//! Reshapes with one inferred size: the number of elements divided by the product of the other sizes.
//!
//! ```text
//! reshape_as(S, T)        = T with numel(S) / numel(T without _) in the place of _
//! unflatten(S, x, a, b)   = S with a, b at x          where a * b is the dim d there
//! unflatten(S, x, a, _)   = S with a, d / a at x      where a divides it
//! unflatten(S, x, _, b)   = S with d / b, b at x      where b divides it
//! ```

use super::permute::axis_of;
use super::reshape::{ProductOf, Reshape, ReshapeTo, same_names, same_numel};
use super::table::HasAxis;
use crate::indices::IndexElement;
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, Bounded, Clash, Dim, DimQuot, Here, IntoDim, Kind, Labelled, Many, Nil, One, PartialShape,
    Relation, Shape, ShapeError, Step, Unknown, numel,
};
use core::marker::PhantomData;

/// A target as a type; the size that the type leaves open is inferred.
#[derive(Debug)]
pub struct As<Target>(PhantomData<fn() -> Target>);

impl<Target> As<Target> {
    /// Returns the only value.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<Target> Default for As<Target> {
    fn default() -> Self {
        Self::new()
    }
}

impl<Target> Clone for As<Target> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Target> Copy for As<Target> {}

/// A target as run-time sizes; one size may be -1, which is inferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToSizes {
    target: PartialShape,
    /// The first axis with a size below -1.
    negative: Option<usize>,
}

impl ToSizes {
    /// Returns the target with those sizes.
    #[must_use]
    pub fn new<I: IndexElement>(sizes: &[I]) -> Self {
        let size = |size: &I| usize::try_from(size.number()).ok().or((size.number() > 0).then_some(usize::MAX));
        let negative = sizes.iter().position(|size| size.number() < -1);
        Self { target: sizes.iter().map(size).collect(), negative }
    }
}

/// A size to infer: `x.unflatten(Axis::<1>, (Size::<3>, Inferred))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inferred;

/// Splits an axis into two; one of their sizes may be [`Inferred`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unflatten<X, A, B>(pub X, pub (A, B));

impl<Target> Sealed for As<Target> {}
impl Sealed for ToSizes {}
impl<X, A, B> Sealed for Unflatten<X, A, B> {}

/// The inferred size for `numel` elements; `others` is the product of the other sizes, or `None` if it overflows.
const fn quotient(numel: usize, others: Option<usize>) -> Option<usize> {
    match others {
        Some(0) => None,
        Some(others) if numel % others == 0 => Some(numel / others),
        None if numel == 0 => Some(0),
        _ => None,
    }
}

#[cold]
#[inline(never)]
fn refused(shape: PartialShape, target: PartialShape, clash: Clash) -> ShapeError {
    ShapeError::new(Relation::Numel, clash, shape, target)
}

/// Replaces the unknown size, if any, by the quotient; fails if the division has a remainder.
fn infer<S: Shape>(shape: &S, target: &PartialShape, sizes: &mut [usize]) -> Result<(), ShapeError> {
    let dims = target.dims().unwrap_or_default();
    let all = shape.numel()?;
    for (size, dim) in sizes.iter_mut().zip(dims) {
        *size = dim.unwrap_or(1);
    }
    if let Some(unknown) = dims.iter().position(Option::is_none) {
        let others = numel(sizes);
        let clash = Clash::Inferred { axis: None, size: all, others };
        sizes[unknown] = quotient(all, others).ok_or_else(|| refused(shape.partial(), target.clone(), clash))?;
    }
    Ok(())
}

/// The list of a shape whose type lacks at most one size.
#[diagnostic::on_unimplemented(
    message = "cannot infer the sizes of `{Target}`",
    label = "one size can be inferred if all other sizes are known",
    note = "`reshape` takes a target with run-time sizes",
    note = "conformable: E-reshape"
)]
pub trait AllButOne<Target> {}

#[diagnostic::do_not_recommend]
impl<L: Unknowns<Number: AtMostOne>, Target> AllButOne<Target> for L {}

/// The list of a shape, whose unknown sizes are counted.
pub trait Unknowns {
    /// Their number in unary.
    type Number;
}

impl Unknowns for Nil {
    type Number = Here;
}

impl<Last: Dim<Kind: IsKnown>, Outer: Unknowns> Unknowns for Axes<Last, Outer> {
    type Number = <Last::Kind as IsKnown>::Count<Outer::Number>;
}

/// A kind of dims, either known or unknown.
pub trait IsKnown: Kind {
    /// `N`, plus 1 if the kind is unknown.
    type Count<N>;
}

impl<D: Dim> IsKnown for Many<D>
where
    Self: Kind,
{
    type Count<N> = N;
}

impl IsKnown for One {
    type Count<N> = N;
}

impl IsKnown for Unknown {
    type Count<N> = Step<N>;
}

impl<L> IsKnown for Labelled<L>
where
    Self: Kind,
{
    type Count<N> = Step<N>;
}

impl<Lo, Hi, L: ?Sized> IsKnown for Bounded<Lo, Hi, L>
where
    Self: Kind,
{
    type Count<N> = Step<N>;
}

/// 0 or 1.
pub trait AtMostOne {}
impl AtMostOne for Here {}
impl AtMostOne for Step<Here> {}

// reshape_as(S, T) = T with numel(S) / numel(T without _) in the place of _
impl<S: Shape + ReshapeTo<Target>, Target: Shape<Axes: AllButOne<Target>>> Reshape<S> for As<Target> {
    type Output = Target;

    #[inline]
    fn of(&self, shape: &S) -> Result<Target, ShapeError> {
        let mut sizes = Target::blank(Target::RANK.unwrap_or_default());
        infer(shape, &Target::partial_type(), sizes.as_mut())?;
        same_names(shape, Target::from_sizes(sizes.as_ref())?)
    }
}

impl<S: Shape> Reshape<S> for ToSizes {
    type Output = AnyShape;

    #[inline]
    fn of(&self, shape: &S) -> Result<AnyShape, ShapeError> {
        let dims = self.target.dims().unwrap_or_default();
        let inferred = dims.iter().filter(|size| size.is_none()).count();
        if let (Some(_), _) | (_, 2..) = (self.negative, inferred) {
            let why = if inferred > 1 && self.negative.is_none() { "-1 is allowed once" } else { "a size is below -1" };
            return Err(ShapeError::cannot("reshape", shape.partial(), why).second("to", self.target.clone()));
        }
        let mut target = AnyShape::blank(dims.len());
        infer(shape, &self.target, target.as_mut())?;
        same_numel(shape, target)
    }
}

/// One of the two sizes of [`Unflatten`]: a dim, or [`Inferred`].
pub trait FactorSize: Copy {
    /// The size, if it is known.
    #[doc(hidden)]
    fn known(self) -> Option<usize>;
}

impl<D: Dim> FactorSize for D {
    #[inline]
    fn known(self) -> Option<usize> {
        Some(self.size())
    }
}

impl FactorSize for Inferred {
    #[inline]
    fn known(self) -> Option<usize> {
        None
    }
}

/// An argument for a size of [`Unflatten`]: a `usize`, a dim or [`Inferred`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the length of an axis",
    label = "a length is a `usize`, a dim such as `Size::<3>`, or `Inferred`",
    note = "another integer is converted first: `n as usize`, or `usize::try_from(n)?`",
    note = "conformable: E-dim"
)]
pub trait IntoFactor {
    /// The dim, or [`Inferred`].
    type Factor: FactorSize;
    #[doc(hidden)]
    fn into_factor(self) -> Self::Factor;
}

#[diagnostic::do_not_recommend]
impl<D: IntoDim> IntoFactor for D {
    type Factor = D::Dim;

    #[inline]
    fn into_factor(self) -> D::Dim {
        self.into_dim()
    }
}

impl IntoFactor for Inferred {
    type Factor = Self;

    #[inline]
    fn into_factor(self) -> Self {
        self
    }
}

/// A dim that can be split into `A` and `B`.
#[diagnostic::on_unimplemented(
    message = "cannot unflatten `{S}` at `{X}` into `{A}` and `{B}`",
    label = "their product is not `{Self}`, or the given size does not divide it, or they would replace a name",
    note = "in generic code, add the bound `where {Self}: Heads<{A}>`, or `ProductOf<{A}, {B}>`",
    note = "conformable: E-reshape"
)]
pub trait Factors<A, B, X, S> {
    /// The first dim.
    type Outer: Dim;
    /// The second dim.
    type Inner: Dim;
}

#[diagnostic::do_not_recommend]
impl<C: Dim + ProductOf<A, B>, A: Dim, B: Dim, X, S> Factors<A, B, X, S> for C {
    type Outer = A;
    type Inner = B;
}

#[diagnostic::do_not_recommend]
impl<C: DimQuot<A, Output = W> + ProductOf<A, W>, A: Dim, W: Dim, X, S> Factors<A, Inferred, X, S> for C {
    type Outer = A;
    type Inner = W;
}

#[diagnostic::do_not_recommend]
impl<C: DimQuot<B, Output = A> + ProductOf<A, B>, A: Dim, B: Dim, X, S> Factors<Inferred, B, X, S> for C {
    type Outer = A;
    type Inner = B;
}

// unflatten(S, x, a, b) = S with a, b at x
impl<S: Shape, X: Copy, A: FactorSize, B: FactorSize, Outer, Inner> Reshape<S> for Unflatten<X, A, B>
where
    S: HasAxis<X, Item: Factors<A, B, X, S, Outer = Outer, Inner = Inner>, Two<Outer, Inner>: Shape>,
{
    type Output = S::Two<Outer, Inner>;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        let (at, from, rank) = (axis_of(shape, &self.0)?, shape.sizes(), shape.rank());
        let [outer, inner] = factors(shape, at, [self.1.0.known(), self.1.1.known()])?;
        let mut sizes = Self::Output::blank(rank + 1);
        let to = sizes.as_mut();
        to[..at].copy_from_slice(&from.as_ref()[..at]);
        (to[at], to[at + 1]) = (outer, inner);
        to[at + 2..].copy_from_slice(&from.as_ref()[at + 1..]);
        Self::Output::from_sizes(sizes.as_ref())
    }
}

/// Two sizes whose product is the size of an axis, if there are any.
#[inline]
fn factors<S: Shape>(shape: &S, axis: usize, factors: [Option<usize>; 2]) -> Result<[usize; 2], ShapeError> {
    let size = shape.with_sizes(|sizes| sizes[axis]);
    let found = match factors {
        [Some(outer), Some(inner)] => (outer.checked_mul(inner) == Some(size)).then_some([outer, inner]),
        [Some(outer), None] => quotient(size, Some(outer)).map(|inner| [outer, inner]),
        [None, Some(inner)] => quotient(size, Some(inner)).map(|outer| [outer, inner]),
        [None, None] => None,
    };
    found.ok_or_else(|| {
        let others =
            if let [Some(outer), Some(inner)] = factors { outer.checked_mul(inner) } else { factors[0].or(factors[1]) };
        refused(shape.partial(), factors.into_iter().collect(), Clash::Inferred { axis: Some(axis), size, others })
    })
}
