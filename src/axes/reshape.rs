//! The same elements, in the same order, in another shape: axes split, merged, or all anew.
//!
//! ```text
//! numel(())               = 1
//! numel((..S, s))         = numel(S) * s
//! reshape(S, T)           = T                             where numel(S) = numel(T), as far as the types tell
//! split(S, x, a, b)       = S with a, b at x              where a * b is the dim there
//! merge(S, x)             = S with a * b in the place of a, b at x and the axis after it
//! flatten_axes_to(S, x, c)       = S with c in their place       where a * b is c
//! flatten(S)              = (numel(S),)
//! ```

use super::permute::axis_of;
use super::table::{HasAxis, HasNext};
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, Dim, DimProd, FromNumber, Here, Kind, Labelled, Many, Nil, Numbered, One, Prod, Shape, ShapeError,
    Step, Times, Unknown,
};
use core::marker::PhantomData;
use typenum::{U1, Unsigned};

/// What makes another shape of `S` with as many elements, in the same order.
///
/// It is a value: [`To`], [`As`], [`Unflatten`], [`FlattenAxes`], [`FlattenAxesTo`], [`Flatten`]; and [`Squeeze`](super::Squeeze) and
/// [`Unsqueeze`](super::Unsqueeze), whose elements stay in order too. Unsafe code rests on what it answers, so it is
/// implemented here alone.
pub trait Reshape<S: Shape>: Sealed {
    /// The shape that comes out.
    type Output: Shape;

    /// The same at run time.
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it: the numbers of elements differ, an [`AnyShape`] has no such
    /// axis.
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError>;
}

/// A shape of as many elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct To<Target>(pub Target);

/// A shape of as many elements that the type tells; one size that it does not tell is inferred.
#[derive(Debug)]
pub struct As<Target>(PhantomData<fn() -> Target>);

impl<Target> As<Target> {
    /// The only value.
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

/// An axis as two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unflatten<X, A, B>(pub X, pub (A, B));

/// An axis and the one after it as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlattenAxes<X>(pub X);

/// An axis and the one after it as one, whose dim is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlattenAxesTo<X, C>(pub X, pub C);

/// All axes as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flatten;

impl<Target> Sealed for To<Target> {}
impl<Target> Sealed for As<Target> {}
impl<X, A, B> Sealed for Unflatten<X, A, B> {}
impl<X> Sealed for FlattenAxes<X> {}
impl<X, C> Sealed for FlattenAxesTo<X, C> {}
impl Sealed for Flatten {}

/// A shape with as many elements as `Target`, as far as both types tell.
#[diagnostic::on_unimplemented(
    message = "cannot reshape `{Self}` to `{Target}`",
    label = "their numbers of elements differ, or may differ",
    note = "in generic code, add the bound `where {Self}: ReshapeTo<{Target}>`",
    note = "conformable: E-reshape"
)]
pub trait ReshapeTo<Target>: Shape {}

#[diagnostic::do_not_recommend]
impl<S: Shape<Axes: Count>, Target: Shape<Axes: Count>> ReshapeTo<Target> for S where
    <S::Axes as Count>::Numel: SameNumber<<Target::Axes as Count>::Numel>
{
}

/// A shape to which `S` is reshaped: [`ReshapeTo`] from the other end, so that the compiler knows the target where it
/// asks.
pub trait ReshapedFrom<S>: Shape {}

impl<S: ReshapeTo<Target>, Target: Shape> ReshapedFrom<S> for Target {}

/// The list behind a shape, whose elements are counted.
pub trait Count {
    /// Their number, or `Unknown`.
    type Numel;
}

impl Count for Nil {
    type Numel = U1;
}

impl Count for AnyShape {
    type Numel = Unknown;
}

impl<Last: Numbered, Outer: Count<Numel: Times<Last::Number>>> Count for Axes<Last, Outer> {
    type Numel = <Outer::Numel as Times<Last::Number>>::Output;
}

/// A number that may be the same as another.
pub trait SameNumber<N> {}
impl<N: Unsigned> SameNumber<Self> for N {}
impl SameNumber<Self> for Unknown {}
impl<N: Unsigned> SameNumber<N> for Unknown {}
impl<N: Unsigned> SameNumber<Unknown> for N {}

/// The refusal of a shape with another number of elements.
#[cold]
#[inline(never)]
fn differ<S: Shape, Target: Shape>(shape: &S, target: &Target) -> ShapeError {
    let why = "their numbers of elements differ";
    ShapeError::cannot("reshape", shape.partial(), why).second("to", target.partial())
}

/// # Errors
///
/// If the numbers of elements differ.
#[inline]
pub(crate) fn same_numel<S: Shape, Target: Shape>(shape: &S, target: Target) -> Result<Target, ShapeError> {
    if shape.numel()? == target.numel()? { Ok(target) } else { Err(differ(shape, &target)) }
}

// reshape(S, T) = T
impl<S: Shape, Target: ReshapedFrom<S>> Reshape<S> for To<Target> {
    type Output = Target;

    #[inline]
    fn of(&self, shape: &S) -> Result<Target, ShapeError> {
        same_numel(shape, self.0.clone())
    }
}

/// The list behind a shape whose type tells all sizes, or all but one.
#[diagnostic::on_unimplemented(
    message = "cannot infer the sizes of `{Target}`",
    label = "one size can be inferred if all other sizes are known",
    note = "`reshape` takes a target with run-time sizes",
    note = "conformable: E-reshape"
)]
pub trait AllButOne<Target> {}

#[diagnostic::do_not_recommend]
impl<L: Unknowns<Number: AtMostOne>, Target> AllButOne<Target> for L {}

/// The list behind a shape, of which those sizes are counted that the type does not tell.
pub trait Unknowns {
    /// How many there are, in unary.
    type Number;
}

impl Unknowns for Nil {
    type Number = Here;
}

impl<Last: Dim<Kind: IsKnown>, Outer: Unknowns> Unknowns for Axes<Last, Outer> {
    type Number = <Last::Kind as IsKnown>::Count<Outer::Number>;
}

/// A kind of dims that are known, or are not.
pub trait IsKnown: Kind {
    /// One more than `N` where they are not.
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

/// 0 or 1.
pub trait AtMostOne {}
impl AtMostOne for Here {}
impl AtMostOne for Step<Here> {}

// reshape(S, T) = T, with the quotient in the place of the one size that is not told
impl<S: ReshapeTo<Target>, Target: Shape<Axes: AllButOne<Target>>> Reshape<S> for As<Target> {
    type Output = Target;

    #[inline]
    fn of(&self, shape: &S) -> Result<Target, ShapeError> {
        let Some(dims) = Target::DIMS else { unreachable!("the type tells the rank") };
        let (numel, mut sizes, mut known) = (shape.numel()?, Target::blank(dims.len()), Some(1usize));
        let refused = || {
            let why = "the inferred size is not a whole number, or could be any number";
            ShapeError::cannot("reshape", shape.partial(), why).second("to", Target::partial_type())
        };
        for (size, dim) in sizes.as_mut().iter_mut().zip(dims) {
            *size = dim.unwrap_or(0);
            known = known.and_then(|known| known.checked_mul(dim.unwrap_or(1)));
        }
        if let Some(unknown) = dims.iter().position(Option::is_none) {
            let known = known.filter(|&known| known > 0 && numel % known == 0).ok_or_else(refused)?;
            sizes.as_mut()[unknown] = numel / known;
        }
        same_numel(shape, Target::from_sizes(sizes.as_ref())?)
    }
}

/// A dim that is the product of two, as far as the types tell.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the product of `{A}` and `{B}`",
    label = "their product is another size, or may be",
    note = "in generic code, add the bound `where {Self}: ProductOf<{A}, {B}>`",
    note = "conformable: E-reshape"
)]
pub trait ProductOf<A, B>: Dim {}

#[diagnostic::do_not_recommend]
impl<C, A, B: Numbered> ProductOf<A, B> for C
where
    A: Numbered<Number: Times<B::Number>>,
    C: Numbered<Number: SameNumber<<A::Number as Times<B::Number>>::Output>>,
{
}

/// A dim that can be split in two.
#[diagnostic::on_unimplemented(
    message = "cannot unflatten `{S}` at `{X}` into `{A}` and `{B}`",
    label = "their product is not `{Self}`",
    note = "in generic code, add the bound `where {Self}: ProductOf<{A}, {B}>`",
    note = "conformable: E-reshape"
)]
pub trait Factors<A, B, X, S> {}

#[diagnostic::do_not_recommend]
impl<C: ProductOf<A, B>, A, B, X, S> Factors<A, B, X, S> for C {}

// split(S, x, a, b) = S with a, b at x
impl<S: Shape, X: Copy, A: Dim, B: Dim> Reshape<S> for Unflatten<X, A, B>
where
    S: HasAxis<X, Item: Factors<A, B, X, S>, Two<A, B>: Shape>,
{
    type Output = S::Two<A, B>;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        let (axis, from, rank) = (axis_of(shape, &self.0)?, shape.sizes(), shape.rank());
        let (outer, inner) = (self.1.0.size(), self.1.1.size());
        if outer.checked_mul(inner) != Some(from.as_ref()[axis]) {
            let why = "the axis is not the product of the new sizes";
            return Err(ShapeError::cannot("unflatten", shape.partial(), why).at(axis));
        }
        let mut sizes = Self::Output::blank(rank + 1);
        for (at, size) in sizes.as_mut().iter_mut().enumerate() {
            *size = match at {
                _ if at < axis => from.as_ref()[at],
                _ if at == axis => outer,
                _ if at == axis + 1 => inner,
                _ => from.as_ref()[at - 1],
            };
        }
        Self::Output::from_sizes(sizes.as_ref())
    }
}

// merge(S, x) = S with a * b in the place of a, b at x and the axis after it
impl<S: Shape, X: Copy, A: DimProd<B>, B: Dim> Reshape<S> for FlattenAxes<X>
where
    S: HasNext<X, Item = A, Next = B, PutBoth<Prod<A, B>>: Shape>,
{
    type Output = S::PutBoth<Prod<A, B>>;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        merged(shape, axis_of(shape, &self.0)?, None)
    }
}

/// A dim that two become.
#[diagnostic::on_unimplemented(
    message = "cannot flatten axes of `{S}` at `{X}` to `{Self}`",
    label = "it is not the product of `{A}` and `{B}`",
    note = "in generic code, add the bound `where {Self}: ProductOf<{A}, {B}>`",
    note = "conformable: E-reshape"
)]
pub trait Whole<A, B, X, S> {}

#[diagnostic::do_not_recommend]
impl<C: ProductOf<A, B>, A, B, X, S> Whole<A, B, X, S> for C {}

// flatten_axes_to(S, x, c) = S with c in the place of a, b at x and the axis after it
impl<S: Shape, X: Copy, C: Dim + Whole<A, B, X, S>, A: Dim, B: Dim> Reshape<S> for FlattenAxesTo<X, C>
where
    S: HasNext<X, Item = A, Next = B, PutBoth<C>: Shape>,
{
    type Output = S::PutBoth<C>;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        merged(shape, axis_of(shape, &self.0)?, Some(self.1.size()))
    }
}

/// The shape with the axis and the one after it as one, of the given size if there is one.
#[inline]
fn merged<S: Shape, Output: Shape>(shape: &S, axis: usize, given: Option<usize>) -> Result<Output, ShapeError> {
    let (from, rank) = (shape.sizes(), shape.rank());
    let [outer, inner, ..] = from.as_ref()[axis..] else {
        let why = "there is no axis after it to flatten it with";
        return Err(ShapeError::cannot("flatten axes of", shape.partial(), why).at(axis));
    };
    // an empty tensor may have sizes whose product none counts
    let product = outer.checked_mul(inner);
    let size = given.or(product).ok_or_else(|| ShapeError::overflow(shape.partial()))?;
    let mut sizes = Output::blank(rank - 1);
    for (at, to) in sizes.as_mut().iter_mut().enumerate() {
        *to = match at {
            _ if at < axis => from.as_ref()[at],
            _ if at == axis => size,
            _ => from.as_ref()[at + 1],
        };
    }
    let output = Output::from_sizes(sizes.as_ref())?;
    if product == Some(size) {
        return Ok(output);
    }
    let why = "the given size is not the product of the two axes";
    Err(ShapeError::cannot("flatten axes of", shape.partial(), why).second("to", output.partial()))
}

/// The list behind a shape whose number of elements is a dim.
#[diagnostic::on_unimplemented(
    message = "cannot flatten `{S}`",
    label = "its number of elements is above 999 999 999",
    note = "conformable: E-reshape"
)]
pub trait FlattenAll<S> {
    /// The dim of all elements.
    type Dim: Dim;
}

#[diagnostic::do_not_recommend]
impl<L: Count<Numel: FromNumber<Dim: Dim>>, S> FlattenAll<S> for L {
    type Dim = <L::Numel as FromNumber>::Dim;
}

// flatten(S) = (numel(S),)
impl<S: Shape<Axes: FlattenAll<S>>> Reshape<S> for Flatten {
    type Output = (<S::Axes as FlattenAll<S>>::Dim,);

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        Self::Output::from_sizes(&[shape.numel()?])
    }
}
