//! Reshapes: the same elements, in the same order, in another shape.
//!
//! ```text
//! numel(())               = 1
//! numel((..S, s))         = numel(S) * s
//! reshape(S, T)           = T   where numel(S) = numel(T), as far as the types tell
//! reshape(S, T)           = T   where the known sizes of T divide numel(S), and another is not known
//! flatten_axes_to(S, x, c)       = S with c in the place of a, b at x and the axis after it      where a * b is c
//! flatten(S)              = (numel(S),)
//! ```

use super::names::{NamedAxis, NamesOf, Unreplaced, moved};
use super::permute::axis_of;
use super::table::HasNext;
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, Dim, DimProd, DimQuot, Equal, FromNumber, Meet, Nil, Numbered, Shape, ShapeError, Times, Unknown,
    numel,
};
use core::ops::Rem;
use typenum::{U1, UInt, UTerm, Unsigned};

/// A reshape of `S`: another shape with as many elements, in the same order.
///
/// Its implementors are values: [`To`], [`As`](super::As), [`ToSizes`](super::ToSizes),
/// [`Unflatten`](super::Unflatten), [`FlattenAxes`](super::FlattenAxes), [`FlattenAxesTo`], [`Flatten`],
/// [`Squeeze`](super::Squeeze) and [`Unsqueeze`](super::Unsqueeze). Unsafe code trusts their results, so this trait is
/// sealed.
pub trait Reshape<S: Shape>: Sealed {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the numbers of elements differ, or an [`AnyShape`] has no such axis.
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError>;
}

/// A target with as many elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct To<Target>(pub Target);

/// Merges an axis with the one after it; the dim of the result is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlattenAxesTo<X, C>(pub X, pub C);

/// Merges all axes into one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flatten;

impl<Target> Sealed for To<Target> {}
impl<X, C> Sealed for FlattenAxesTo<X, C> {}
impl Sealed for Flatten {}

/// A shape with as many elements as `Target`, unless both types show that the numbers differ.
///
/// If both have names, the first ones name the same axes; a reshape drops or adds the others.
#[diagnostic::on_unimplemented(
    message = "cannot reshape `{Self}` to `{Target}`",
    label = "their numbers of elements differ, or may differ, or a name would be on another axis",
    note = "in generic code, add the bound `where {Self}: ReshapeTo<{Target}>`",
    note = "conformable: E-reshape"
)]
pub trait ReshapeTo<Target> {}

#[diagnostic::do_not_recommend]
impl<S: Shape<Axes: Count + NamesOf<Nil>>, Target: Shape<Axes: Count + NamesOf<Nil>>> ReshapeTo<Target> for S
where
    <S::Axes as Count>::Numel: SameNumel<<Target::Axes as Count>::Numel, S::Axes, Target::Axes>,
    <S::Axes as NamesOf<Nil>>::Output: KeepNames<<Target::Axes as NamesOf<Nil>>::Output>,
{
}

/// A target for a reshape of `S`: [`ReshapeTo`] with the target as `Self`, so that the compiler knows it first.
pub trait ReshapedFrom<S>: Shape {}

impl<S: Shape + ReshapeTo<Target>, Target: Shape> ReshapedFrom<S> for Target {}

/// The list of a shape, whose elements are counted.
pub trait Count {
    /// The number, or `Unknown`.
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

/// The number of elements of the list `From`, which may equal that of `To`.
pub trait SameNumel<N, From, To> {}
impl<N: Unsigned, From, To> SameNumel<Self, From, To> for N {}
impl<From, To> SameNumel<Self, From, To> for Unknown {}
impl<N: Unsigned + MultipleOf<From::Product>, From: KnownNumel, To> SameNumel<N, From, To> for Unknown {}
impl<N: Unsigned + MultipleOf<To::Product>, From, To: KnownNumel> SameNumel<Unknown, From, To> for N {}

/// The list of a shape, whose known sizes are multiplied.
pub trait KnownNumel {
    /// The product.
    type Product;
}

impl KnownNumel for Nil {
    type Product = U1;
}

impl KnownNumel for AnyShape {
    type Product = U1;
}

impl<Last: Numbered<Number: OrOne>, Outer> KnownNumel for Axes<Last, Outer>
where
    Outer: KnownNumel<Product: Times<<Last::Number as OrOne>::Output>>,
{
    type Product = <Outer::Product as Times<<Last::Number as OrOne>::Output>>::Output;
}

/// A number, with 1 in the place of [`Unknown`].
pub trait OrOne {
    /// The number.
    type Output;
}

impl OrOne for Unknown {
    type Output = U1;
}

impl<N: Unsigned> OrOne for N {
    type Output = N;
}

/// A number that is a multiple of `N`.
pub trait MultipleOf<N> {}
impl<N: Unsigned, Last> MultipleOf<UInt<N, Last>> for UTerm {}
impl MultipleOf<Self> for UTerm {}
impl<N, Last, M, MLast> MultipleOf<UInt<N, Last>> for UInt<M, MLast> where Self: Rem<UInt<N, Last>, Output = UTerm> {}

/// A number that may equal `N`.
pub trait SameNumber<N> {}
impl<N: Unsigned> SameNumber<Self> for N {}
impl SameNumber<Self> for Unknown {}
impl<N: Unsigned> SameNumber<N> for Unknown {}
impl<N: Unsigned> SameNumber<Unknown> for N {}

/// Names that a reshape can replace by `Names`.
pub trait KeepNames<Names> {}

// keep((), N) = N
impl KeepNames<Self> for Nil {}
impl<D, Before, Then> KeepNames<NamedAxis<D, Before, Then>> for Nil {}

// keep(M, ()) = ()
impl<D, Before, Then> KeepNames<Nil> for NamedAxis<D, Before, Then> {}

// keep((a, ..M), (b, ..N)) = (b, ..keep(M, N)) where a = b, and as many indices precede both
impl<A: Dim, ABefore: Count, M: KeepNames<N>, B: Dim, BBefore: Count, N> KeepNames<NamedAxis<B, BBefore, N>>
    for NamedAxis<A, ABefore, M>
where
    A::Kind: Meet<B::Kind, Equal>,
    ABefore::Numel: SameNumber<BBefore::Numel>,
{
}

#[cold]
#[inline(never)]
fn differ<S: Shape, Target: Shape>(shape: &S, target: &Target) -> ShapeError {
    let why = "their numbers of elements differ";
    ShapeError::cannot("reshape", shape.partial(), why).second("to", target.partial())
}

/// Returns the target, or fails if the numbers of elements differ.
#[inline]
pub(crate) fn same_numel<S: Shape, Target: Shape>(shape: &S, target: Target) -> Result<Target, ShapeError> {
    if shape.numel()? == target.numel()? { Ok(target) } else { Err(differ(shape, &target)) }
}

/// [`same_numel`], which checks names too.
#[inline]
pub(super) fn same_names<S: Shape, Target: Shape>(shape: &S, target: Target) -> Result<Target, ShapeError> {
    let target = same_numel(shape, target)?;
    if moved(shape, &target) {
        let why = "an axis with a name would have another size or position";
        return Err(ShapeError::cannot("reshape", shape.partial(), why).second("to", target.partial()));
    }
    Ok(target)
}

// reshape(S, T) = T
impl<S: Shape, Target: ReshapedFrom<S>> Reshape<S> for To<Target> {
    type Output = Target;

    #[inline]
    fn of(&self, shape: &S) -> Result<Target, ShapeError> {
        same_names(shape, self.0.clone())
    }
}

/// A dim that is the product of two, unless the types show that it differs. If it has a name, they do not.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the product of `{A}` and `{B}`",
    label = "their product is another size, or may be, or it would replace a name",
    note = "in generic code, add the bound `where {Self}: ProductOf<{A}, {B}>`",
    note = "conformable: E-reshape"
)]
pub trait ProductOf<A, B> {}

#[diagnostic::do_not_recommend]
impl<C, A, B: Numbered> ProductOf<A, B> for C
where
    A: Numbered<Number: Times<B::Number>>,
    C: Numbered<Number: SameNumber<<A::Number as Times<B::Number>>::Output>>,
    (B, A): Unreplaced<C>,
{
}

/// A dim that is `H` times a width: the features of `H` heads.
///
/// The one bound of a function that splits such an axis and merges it again.
///
/// ```
/// use conformable::axes::{Heads, Inferred};
/// use conformable::{Axis, Dim, Shape, Size, Tensor, rearrange, shape};
///
/// type Split<T, D, H> = Tensor<f32, (H, T, <D as Heads<H>>::Width)>;
///
/// fn split<T: Dim, D: Dim + Heads<H>, H: Dim>(x: &Tensor<f32, (T, D)>, h: H) -> Split<T, D, H> {
///     rearrange!(t (h k) -> h t k; x, h = h)
/// }
///
/// fn merged<T: Dim, D: Dim + Heads<H>, H: Dim>(x: &Split<T, D, H>) -> Tensor<f32, (T, D)> {
///     rearrange!(h t k -> t (h k); x)
/// }
///
/// fn same<T: Dim, D: Dim + Heads<H>, H: Dim>(x: Tensor<f32, (T, D)>, h: H) -> Tensor<f32, (T, D)> {
///     x.unflatten(Axis::<1>, (h, Inferred)).flatten_axes(Axis::<1>)
/// }
///
/// let x = Tensor::from_fn(shape![3, 8], |[t, i]| (t * 8 + i) as f32);
/// let y: Tensor<f32, Shape![3, 8]> = merged(&split(&x, Size::<2>));
/// assert_eq!(y, same(x, Size::<4>));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `{H}` times a width",
    label = "`{H}` does not divide it, or may not, or it has a name",
    note = "in generic code, add the bound `where {Self}: Heads<{H}>`",
    note = "conformable: E-reshape"
)]
pub trait Heads<H: Dim>:
    DimQuot<H, Output = <Self as Heads<H>>::Width> + ProductOf<H, <Self as Heads<H>>::Width>
{
    /// The features of one head.
    type Width: Dim + FactorOf<H, Product = Self>;
}

#[diagnostic::do_not_recommend]
impl<D: Dim + DimQuot<H, Output = W> + ProductOf<H, W>, H: Dim, W: Dim + FactorOf<H, Product = D>> Heads<H> for D {
    type Width = W;
}

/// The right factor of a product: [`DimProd`] with it as `Self`, so that [`Heads`] can promise it of a width.
#[diagnostic::on_unimplemented(
    message = "the compiler does not know the product of `{A}` and `{Self}`",
    label = "a bound can name it: with `N: Heads<H>`, `H` times the width is `N`",
    note = "conformable: E-reshape"
)]
pub trait FactorOf<A> {
    /// The product.
    type Product: Dim;
}

#[diagnostic::do_not_recommend]
impl<A: DimProd<B, Output = P>, B: Dim, P: Dim> FactorOf<A> for B {
    type Product = P;
}

/// A dim into which two are merged.
#[diagnostic::on_unimplemented(
    message = "cannot flatten axes of `{S}` at `{X}` to `{Self}`",
    label = "it is not the product of `{A}` and `{B}`, or would replace a name",
    note = "in generic code, add the bound `where {Self}: ProductOf<{A}, {B}>`",
    note = "conformable: E-reshape"
)]
pub trait Whole<A, B, X, S> {}

#[diagnostic::do_not_recommend]
impl<C: Dim + ProductOf<A, B>, A, B, X, S> Whole<A, B, X, S> for C {}

// flatten_axes_to(S, x, c) = S with c in the place of a, b at x and the axis after it
impl<S: Shape, X: Copy, C: Dim + Whole<A, B, X, S>, A: Dim, B: Dim> Reshape<S> for FlattenAxesTo<X, C>
where
    S: HasNext<X, Item = A, Next = B, PutBoth<C>: Shape>,
{
    type Output = S::PutBoth<C>;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        let axis = axis_of(shape, &self.0)?;
        merged(shape, [axis, axis + 1], Some(self.1.size()))
    }
}

/// The shape with the axes `first..=last` merged, of the given size if any.
#[inline]
pub(super) fn merged<S: Shape, Output: Shape>(
    shape: &S,
    [first, last]: [usize; 2],
    given: Option<usize>,
) -> Result<Output, ShapeError> {
    let (from, rank) = (shape.sizes(), shape.rank());
    let Some(flattened) = from.as_ref().get(first..=last) else {
        let why = "there is no axis after it to flatten it with";
        return Err(ShapeError::cannot("flatten axes of", shape.partial(), why).at(first));
    };
    // the sizes of an empty tensor may have a product that overflows
    let product = numel(flattened);
    let size = given.or(product).ok_or_else(|| ShapeError::overflow(shape.partial()))?;
    let mut sizes = Output::blank(rank - (last - first));
    let to = sizes.as_mut();
    to[..first].copy_from_slice(&from.as_ref()[..first]);
    to[first] = size;
    to[first + 1..].copy_from_slice(&from.as_ref()[last + 1..]);
    let output = Output::from_sizes(sizes.as_ref())?;
    if product == Some(size) {
        return Ok(output);
    }
    let why = "the given size is not the product of the two axes";
    Err(ShapeError::cannot("flatten axes of", shape.partial(), why).second("to", output.partial()))
}

/// The list of a shape whose number of elements is a dim.
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
