//! Diagonals of two axes.
//!
//! ```text
//! diagonal(S, x, y)       = (..S without x and y, d)   where d is the smaller of their dims m and n
//! diagonal(S, x, y, k)    = (..S without x and y, d)   where d is the smaller of m and n - k, above the main diagonal
//!                                                        where d is the smaller of m - k and n, below it
//! ```

use super::permute::{axis_of, marked_axis_of};
use super::rearrange::{Rearranged, ViewBy};
use super::reduce::{Gone, Left, Once, refusal};
use super::table::HasAxis;
use crate::indices::IndexElement;
use crate::sealed::{Sealed, Token};
use crate::shape::{Diff, Dim, DimDiff, DimMin, Dyn, IntoDim, Shape, ShapeError};

/// The elements with the same index on both axes, along a new last axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diagonal<X, Y>(pub X, pub Y);

/// A diagonal other than the main one: [`Above`] or [`Below`] it, or an integer, which is negative below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OffsetDiagonal<X, Y, K>(pub X, pub Y, pub K);

/// A distance above the main diagonal: `Above(Size::<1>)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Above<K>(pub K);

/// A distance below the main diagonal: `Below(Size::<1>)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Below<K>(pub K);

impl<X, Y> Sealed for Diagonal<X, Y> {}
impl<X, Y, K> Sealed for OffsetDiagonal<X, Y, K> {}

/// The lesser of this dim and `Other`.
#[diagnostic::on_unimplemented(
    message = "cannot take a diagonal of `{S}`",
    label = "the compiler does not know which of `{Other}` and `{Self}` is smaller",
    note = "in generic code, add the bound `where {Self}: DimMin<{Other}>`; `einsum!(i i -> i; x)` needs equal sizes and no bound",
    note = "conformable: E-view"
)]
pub trait Lesser<Other, S> {
    /// The lesser dim; `Dyn` if either is.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: Dim + DimMin<E, Output = Out>, E: Dim, S, Out: Dim> Lesser<E, S> for D {
    type Output = Out;
}

/// Makes an axis with itself fail only as named twice.
impl<Other, S> Lesser<Other, S> for Gone {
    type Output = Dyn;
}

// diagonal(S, x, y) = (..S without x and y, d)
// (bounds are on the type before, so that a missing axis is one error)
// SAFETY: the two axes were found to be different. The new axis steps along both at once, and has the smaller of their
// sizes, so each of its indices is in bounds of both.
unsafe impl<S: Shape, X: Copy, Y: Copy, A, B: Lesser<A, S>, P> ViewBy<S> for Diagonal<X, Y>
where
    S: HasAxis<X, Item = A, Put<Gone> = P>,
    P: HasAxis<Y, S, Item: Once<Y, S, Dim = B>, Put<Gone>: Left>,
{
    type Output = <<P::Put<Gone> as Left>::Dropped as Shape>::Push<B::Output>;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let [x, y] = [axis_of(shape, &self.0)?, marked_axis_of::<P, S, Y>(shape, &self.1)?];
        if x == y {
            return Err(refusal(shape, P::number(&self.1, Token), true));
        }
        on_diagonal(shape, strides, [x, y], [0; 2])
    }
}

/// The distance of a diagonal from the main one, for axes of the dims `M` and `N`.
#[diagnostic::on_unimplemented(
    message = "cannot take the diagonal `{Self}` of `{S}`",
    label = "it is past the end of `{M}` or `{N}`, or the compiler does not know; an integer is checked at run time",
    note = "conformable: E-view"
)]
pub trait OffsetOf<M, N, S> {
    /// The size of the diagonal.
    type Dim: Dim;
    /// How many elements to skip on each axis.
    #[doc(hidden)]
    fn skipped(&self) -> [usize; 2];
}

#[diagnostic::do_not_recommend]
impl<K: IntoDim<Dim = D> + Copy, D: Dim, M: Lesser<Diff<N, D>, S>, N: Dim + DimDiff<D>, S> OffsetOf<M, N, S>
    for Above<K>
{
    type Dim = M::Output;

    #[inline]
    fn skipped(&self) -> [usize; 2] {
        [0, self.0.into_dim().size()]
    }
}

#[diagnostic::do_not_recommend]
impl<K: IntoDim<Dim = D> + Copy, D: Dim, M: Dim + DimDiff<D>, N: Lesser<Diff<M, D>, S>, S> OffsetOf<M, N, S>
    for Below<K>
{
    type Dim = N::Output;

    #[inline]
    fn skipped(&self) -> [usize; 2] {
        [self.0.into_dim().size(), 0]
    }
}

#[diagnostic::do_not_recommend]
impl<K: IndexElement, M, N, S> OffsetOf<M, N, S> for K {
    type Dim = Dyn;

    #[inline]
    fn skipped(&self) -> [usize; 2] {
        let distance = self.signed().unsigned_abs();
        if self.signed() < 0 { [distance, 0] } else { [0, distance] }
    }
}

// diagonal(S, x, y, k) = (..S without x and y, d)
// SAFETY: step `i` of the new axis goes to index `i` of both axes plus the skipped elements, below both sizes, so that
// different steps are different elements.
unsafe impl<S: Shape, X: Copy, Y: Copy, K: OffsetOf<A, B, S>, A, B, P> ViewBy<S> for OffsetDiagonal<X, Y, K>
where
    S: HasAxis<X, Item = A, Put<Gone> = P>,
    P: HasAxis<Y, S, Item: Once<Y, S, Dim = B>, Put<Gone>: Left>,
{
    type Output = <<P::Put<Gone> as Left>::Dropped as Shape>::Push<K::Dim>;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let [x, y] = [axis_of(shape, &self.0)?, marked_axis_of::<P, S, Y>(shape, &self.1)?];
        if x == y {
            return Err(refusal(shape, P::number(&self.1, Token), true));
        }
        on_diagonal(shape, strides, [x, y], self.2.skipped())
    }
}

/// The diagonal of two different axes, without the skipped elements.
#[inline]
fn on_diagonal<S: Shape, Out: Shape>(
    shape: &S,
    strides: &S::Sizes,
    [x, y]: [usize; 2],
    skipped: [usize; 2],
) -> Result<Rearranged<Out>, ShapeError> {
    let [first, second] = [x.min(y), x.max(y)];
    let (mut sizes, mut over) = (shape.sizes(), strides.clone());
    let [rows, columns] = [sizes.as_ref()[x].saturating_sub(skipped[0]), sizes.as_ref()[y].saturating_sub(skipped[1])];
    let size = rows.min(columns);
    // an empty diagonal has no first element
    let at = |axis: usize, index: usize| if size == 0 { 0 } else { strides.as_ref()[axis].wrapping_mul(index) };
    #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
    let offset = at(x, skipped[0]).wrapping_add(at(y, skipped[1])) as isize;
    // both axes become one, which is then moved to the end
    sizes.as_mut()[first] = size;
    over.as_mut()[first] = strides.as_ref()[x].wrapping_add(strides.as_ref()[y]);
    let rank = shape.rank() - 1;
    let axis = |at: usize| {
        let at = if at == rank - 1 {
            first
        } else if at < first {
            at
        } else {
            at + 1
        };
        if at == first || at < second { at } else { at + 1 }
    };
    let (mut out, mut out_over) = (Out::blank(rank), Out::blank(rank));
    for at in 0..rank {
        let axis = axis(at);
        (out.as_mut()[at], out_over.as_mut()[at]) = (sizes.as_ref()[axis], over.as_ref()[axis]);
    }
    Ok(Rearranged { shape: Out::from_sizes(out.as_ref())?, strides: out_over, offset })
}
