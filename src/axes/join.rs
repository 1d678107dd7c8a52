//! Shapes that are joined along an existing axis, or stacked along a new one.
//!
//! ```text
//! equal_but((), ())               = ()
//! equal_but((..L, l), (..R, r))   = (..equal_but(L, R), l)        where l = r
//! equal_but(*, R)                 = R                             * is a shape of unknown rank
//! equal_but(L, *)                 = L
//! ```
//!
//! ```text
//! concat(L, R, x)     = equal_but(L without x, R without x) with l + r put in at x   where l, r are the dims there
//! stack(S, x, n)      = S with n put in at x
//! ```
//!
//! ```text
//!   lhs  2  3  4
//!   rhs  2  5  4
//!   out  2  8  4      along axis 1
//! ```

use super::permute::{axis_of, gap_of};
use super::table::{FindsAxis, FindsGap, HasAxis, HasGap};
use crate::shape::{
    AnyShape, Axes, AxesList, Clash, Dim, DimSum, Equal, Meet, Met, Nil, Reason, Relation, Shape, ShapeError, Sum,
};

/// A shape that can be concatenated with `R` along the axis `X`; the other axes must be equal.
///
/// ```
/// use conformable::axes::{Concat, Concatenated};
/// use conformable::{AnyShape, Axis, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(Concatenated<Shape![2, 3, 4], Shape![2, 5, 4], Axis<1>>, Shape![2, 8, 4]);
/// assert_type_eq!(Concatenated<Shape![_, 3], Shape![2, 1], Axis<-1>>, Shape![2, 4]);
/// assert_type_eq!(Concatenated<AnyShape, Shape![2, 3], Axis<0>>, Shape![_, 3]);
///
/// let rows = shape![1 + 1, 3].concat(&shape![5, 3], Axis::<0>).unwrap();
/// assert_eq!(rows.sizes(), [7, 3]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Concat;
/// use conformable::{Axis, shape};
///
/// // must be equal on all axes except `Axis<1>`: `Size<2>` and `Size<3>` differ
/// shape![2, 3].concat(&shape![3, 5], Axis::<1>);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot concatenate `{Self}` and `{R}` along `{X}`",
    label = "the compiler cannot prove that they are equal on all other axes",
    note = "in generic code, add the bound `where {Self}: Concat<{R}, {X}>`",
    note = "conformable: E-join"
)]
pub trait Concat<R, X>: FindsAxis<X> {
    /// The shape of both, one after the other.
    type Output: Shape + FindsAxis<X>;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the ranks or the sizes of another axis differ, or an [`AnyShape`] has no such axis.
    fn concat(&self, rhs: &R, axis: X) -> Result<Self::Output, ShapeError>;
}

/// The shape of `Lhs` and `Rhs`, concatenated along the axis `X`.
pub type Concatenated<Lhs, Rhs, X> = <Lhs as Concat<Rhs, X>>::Output;

/// A shape split into its axis `X` and the others.
pub trait Along<X>: FindsAxis<X> {
    /// The dim of the axis.
    type Dim: Dim;
    /// The list of the other axes.
    type Others: AxesList;
}

impl<S: HasAxis<X, Item: Dim, Without: Shape>, X> Along<X> for S {
    type Dim = S::Item;
    type Others = <S::Without as Shape>::Axes;
}

// concat(L, R, x) = equal_but(L without x, R without x) with l + r put in at x
impl<Lhs: Shape + Along<X>, Rhs: Shape + Along<X>, X, Others, Both> Concat<Rhs, X> for Lhs
where
    Rhs::Others: EqualBut<Lhs::Others, X, Lhs, Rhs, Output = Others>,
    Lhs::Dim: AddsTo<Rhs::Dim, X, Lhs, Rhs, Output = Both>,
    Others: HasGap<X, Insert<Both>: Shape + FindsAxis<X>>,
{
    type Output = Others::Insert<Both>;

    #[inline]
    fn concat(&self, rhs: &Rhs, axis: X) -> Result<Self::Output, ShapeError> {
        let axis = axis_of(self, &axis)?;
        let mut sizes = equal_but(self, rhs, axis)?;
        let size = &mut sizes.as_mut()[axis];
        // only a tensor with an axis of size 0 can overflow here
        *size =
            rhs.with_sizes(|rhs| size.checked_add(rhs[axis])).ok_or_else(|| ShapeError::overflow(self.partial()))?;
        Self::Output::from_sizes(sizes.as_ref())
    }
}

/// Compares all sizes except on `axis`, and returns those of the left shape.
#[inline]
pub(crate) fn equal_but<Lhs: Shape, Rhs: Shape>(lhs: &Lhs, rhs: &Rhs, axis: usize) -> Result<Lhs::Sizes, ShapeError> {
    let clash = lhs.with_sizes(|lhs| rhs.with_sizes(|rhs| clash(lhs, rhs, axis)));
    match clash {
        None => Ok(lhs.sizes()),
        Some(clash) => Err(differ(lhs, rhs, axis, clash)),
    }
}

/// The first clash, counted from the last axis.
fn clash(lhs: &[usize], rhs: &[usize], axis: usize) -> Option<Clash> {
    if lhs.len() != rhs.len() {
        return Some(Clash::Rank);
    }
    let last = lhs.len() - 1;
    let clashes = |from_last: &usize| last - from_last != axis && lhs[last - from_last] != rhs[last - from_last];
    (0..=last).find(clashes).map(|from_last| Clash::Pair { from_last, reason: Reason::Sizes })
}

#[cold]
#[inline(never)]
fn differ<Lhs: Shape, Rhs: Shape>(lhs: &Lhs, rhs: &Rhs, axis: usize, clash: Clash) -> ShapeError {
    ShapeError::new(Relation::EqualBut { axis }, clash, lhs.partial(), rhs.partial())
}

/// Equal lists without the axis `X`, innermost axis first: `Left`, and `Self` on its right.
#[diagnostic::on_unimplemented(
    message = "the shapes `{Lhs}` and `{Rhs}` must be equal on all axes except `{X}`",
    label = "the compiler cannot prove that they are equal",
    note = "in generic code, add the bound `where {Lhs}: Concat<{Rhs}, {X}>`, or `Gather<{X}, {Rhs}>` where elements are gathered",
    note = "conformable: E-join"
)]
pub trait EqualBut<Left, X, Lhs, Rhs> {
    /// The common shape, with every size and name that either type has.
    type Output: Shape;
}

// equal_but((), ()) = ()
impl<X, Lhs, Rhs> EqualBut<Nil, X, Lhs, Rhs> for Nil {
    type Output = ();
}

// equal_but((), (..R, r)) and equal_but((..L, l), ()) are refused
impl<Last, Outer, X, Lhs: SameRankBut<X, Rhs>, Rhs> EqualBut<Nil, X, Lhs, Rhs> for Axes<Last, Outer> {
    type Output = ();
}

impl<Last, Outer, X, Lhs: SameRankBut<X, Rhs>, Rhs> EqualBut<Axes<Last, Outer>, X, Lhs, Rhs> for Nil {
    type Output = ();
}

// equal_but((..L, l), (..R, r)) = (..equal_but(L, R), l) where l = r
impl<LLast, LOuter, RLast, ROuter, X, Lhs, Rhs> EqualBut<Axes<LLast, LOuter>, X, Lhs, Rhs> for Axes<RLast, ROuter>
where
    LLast: EqualButDims<RLast, X, Lhs, Rhs>,
    ROuter: EqualBut<LOuter, X, Lhs, Rhs>,
{
    type Output = <ROuter::Output as Shape>::Push<LLast::Output>;
}

// equal_but(L, *) = L
impl<Left: AxesList, X, Lhs, Rhs> EqualBut<Left, X, Lhs, Rhs> for AnyShape {
    type Output = Left::Shape;
}

// equal_but(*, R) = R
impl<X, Lhs, Rhs> EqualBut<AnyShape, X, Lhs, Rhs> for Nil {
    type Output = ();
}

impl<Last, Outer, X, Lhs, Rhs> EqualBut<AnyShape, X, Lhs, Rhs> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = <Self as AxesList>::Shape;
}

/// Never implemented: the ranks differ.
#[diagnostic::on_unimplemented(
    message = "the shapes `{Self}` and `{Rhs}` must be equal on all axes except `{X}`",
    label = "their ranks differ",
    note = "conformable: E-join"
)]
pub trait SameRankBut<X, Rhs> {}

/// Two dims on another axis than `X`, which must be equal.
#[diagnostic::on_unimplemented(
    message = "the shapes `{Lhs}` and `{Rhs}` must be equal on all axes except `{X}`",
    label = "`{Self}` and `{Other}` differ",
    note = "conformable: E-join"
)]
pub trait EqualButDims<Other, X, Lhs, Rhs> {
    /// The dim that is known more precisely.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<Left: Dim, Right: Dim, X, Lhs, Rhs> EqualButDims<Right, X, Lhs, Rhs> for Left
where
    Left::Kind: Meet<Right::Kind, Equal>,
{
    type Output = Met<Left, Right, Equal>;
}

/// Two dims on the axis `X`.
#[diagnostic::on_unimplemented(
    message = "cannot concatenate `{Lhs}` and `{Rhs}` along `{X}`",
    label = "the sum of `{Self}` and `{Other}` is above 999 999 999, or the compiler does not know it",
    note = "in generic code, add the bound `where {Self}: DimSum<{Other}>`",
    note = "conformable: E-join"
)]
pub trait AddsTo<Other, X, Lhs, Rhs> {
    /// Their sum.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<Left: Dim + DimSum<Right>, Right: Dim, X, Lhs, Rhs> AddsTo<Right, X, Lhs, Rhs> for Left {
    type Output = Sum<Left, Right>;
}

/// A shape that can be stacked `N` times along the new axis `X`, which is counted in the result.
///
/// ```
/// use conformable::axes::{Stack, Stacked};
/// use conformable::{Axis, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(Stacked<Shape![3, 4], Axis<1>, Size<2>>, Shape![3, 2, 4]);
/// assert_eq!(shape![3, 4].stack(Axis::<-1>, Size::<2>), Ok(shape![3, 4, 2]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Stack;
/// use conformable::{Axis, Size, shape};
///
/// shape![3, 4].stack(Axis::<3>, Size::<2>); // `(Size<3>, Size<4>)` with one more axis has no `Axis<3>`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` with one more axis has no `{X}`",
    label = "the new axis is counted in the result: `Axis::<0>` is the first there, `Axis::<-1>` the last one",
    note = "conformable: E-axis"
)]
pub trait Stack<X, N>: FindsGap<X> {
    /// The shape with the new axis.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`] with one more axis has no such axis.
    fn stack(&self, axis: X, count: N) -> Result<Self::Output, ShapeError>;
}

/// The shape of `N` tensors of the shape `S`, stacked along the new axis `X`.
pub type Stacked<S, X, N> = <S as Stack<X, N>>::Output;

// stack(S, x, n) = S with n put in at x
#[diagnostic::do_not_recommend]
impl<S: Shape + HasGap<X, Insert<N>: Shape>, X, N: Dim> Stack<X, N> for S {
    type Output = S::Insert<N>;

    #[inline]
    fn stack(&self, axis: X, count: N) -> Result<Self::Output, ShapeError> {
        let new = gap_of(self, &axis)?;
        let mut sizes = Self::Output::blank(self.rank() + 1);
        self.with_sizes(|from| {
            let (before, after) = from.split_at(new);
            let count = [count.size()];
            let all = before.iter().chain(&count).chain(after);
            sizes.as_mut().iter_mut().zip(all).for_each(|(size, from)| *size = *from);
        });
        Self::Output::from_sizes(sizes.as_ref())
    }
}

/// The position of the new axis, and the shape of `count` tensors stacked along it.
///
/// # Panics
///
/// If `N` is a known size other than `count`.
#[cfg(feature = "tensor")]
#[inline]
pub(crate) fn stacked<S: Shape + Stack<X, N>, X, N: Dim>(
    shape: &S,
    axis: X,
    count: usize,
) -> Result<(usize, Stacked<S, X, N>), ShapeError> {
    let new = gap_of(shape, &axis)?;
    let count = N::from_size(count).unwrap_or_else(|| unreachable!("`N` is the number of tensors"));
    Ok((new, shape.stack(axis, count)?))
}
