//! Axes of one element: taken away, and put in. And the diagonal of two axes.
//!
//! ```text
//! squeeze(S, x)       = S without x                  where its dim is 1
//! unsqueeze(S, x)     = S with a 1 put in at x
//! diagonal(S, x, y)   = (..S without x and y, d)     where d is the lesser of their dims
//! ```

use super::permute::{axis_of, gap_of, marked_axis_of};
use super::rearrange::{Rearranged, ViewBy, picked};
use super::reduce::{Gone, Left, Once, refusal};
use super::reshape::Reshape;
use super::table::{HasAxis, HasGap};
use crate::sealed::{Sealed, Token};
use crate::shape::{Dim, Dyn, FromNumber, LesserOf, Named, Numbered, Shape, ShapeError, Size};

/// Without an axis of one element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squeeze<X>(pub X);

/// With an axis of one element, counted in what comes out: `Unsqueeze(Axis::<-1>)` is the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsqueeze<X>(pub X);

/// The elements with the same index on both axes, along a last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diagonal<X, Y>(pub X, pub Y);

impl<X> Sealed for Squeeze<X> {}
impl<X> Sealed for Unsqueeze<X> {}
impl<X, Y> Sealed for Diagonal<X, Y> {}

/// A dim that may be 1.
#[diagnostic::on_unimplemented(
    message = "cannot squeeze `{S}` at `{X}`",
    label = "`{Self}` is not 1",
    note = "conformable: E-view"
)]
pub trait MayBeOne<X, S> {}

#[diagnostic::do_not_recommend]
impl<X, S> MayBeOne<X, S> for Size<1> {}
#[diagnostic::do_not_recommend]
impl<X, S> MayBeOne<X, S> for Dyn {}
#[diagnostic::do_not_recommend]
impl<L, X, S> MayBeOne<X, S> for Named<L, Size<1>> {}

// squeeze(S, x) = S without x, where its dim is 1
// SAFETY: each axis is kept with its size and stride, but one, whose size was compared with 1.
unsafe impl<S: Shape, X: Copy> ViewBy<S> for Squeeze<X>
where
    S: HasAxis<X, Item: MayBeOne<X, S>, Without: Shape>,
{
    type Output = S::Without;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let axis = axis_of(shape, &self.0)?;
        if shape.sizes().as_ref()[axis] != 1 {
            return Err(
                ShapeError::cannot("squeeze", shape.partial(), "only an axis of size 1 can be removed").at(axis)
            );
        }
        picked(shape, strides, shape.rank() - 1, |at| Some(if at < axis { at } else { at + 1 }))
    }
}

// unsqueeze(S, x) = S with a 1 put in at x
// SAFETY: each axis is kept with its size and stride, and the new one has one index.
unsafe impl<S: Shape, X: Copy> ViewBy<S> for Unsqueeze<X>
where
    S: HasGap<X, Insert<Size<1>>: Shape>,
{
    type Output = S::Insert<Size<1>>;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let rank = shape.rank() + 1;
        let new = gap_of(shape, &self.0)?;
        picked(shape, strides, rank, |at| if at == new { None } else { Some(if at < new { at } else { at - 1 }) })
    }
}

impl<S: Shape, X: Copy> Reshape<S> for Squeeze<X>
where
    Self: ViewBy<S>,
{
    type Output = <Self as ViewBy<S>>::Output;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        // of any strides
        Ok(self.view_by(shape, &shape.sizes())?.shape)
    }
}

impl<S: Shape, X: Copy> Reshape<S> for Unsqueeze<X>
where
    Self: ViewBy<S>,
{
    type Output = <Self as ViewBy<S>>::Output;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        // of any strides
        Ok(self.view_by(shape, &shape.sizes())?.shape)
    }
}

/// The lesser of two dims.
#[diagnostic::on_unimplemented(
    message = "cannot take a diagonal of `{S}`",
    label = "the compiler does not know which of `{Other}` and `{Self}` is smaller",
    note = "conformable: E-view"
)]
pub trait Lesser<Other, S> {
    /// One of them; a `Dyn` where one is.
    type Output: Dim;
}

// (the bounds of `DimMin`, so that what is reported is this trait)
#[diagnostic::do_not_recommend]
impl<D: Numbered, E: Numbered, S> Lesser<E, S> for D
where
    D::Number: LesserOf<E::Number, Output: FromNumber<Dim: Dim>>,
{
    type Output = <<D::Number as LesserOf<E::Number>>::Output as FromNumber>::Dim;
}

/// So that an axis with itself is refused as named twice, and for nothing else.
impl<Other, S> Lesser<Other, S> for Gone {
    type Output = Dyn;
}

// diagonal(S, x, y) = (..S without x and y, d)
// (each step is of what the one before makes, so that an axis that is not there is one error)
// SAFETY: the two axes were found to be different. The new axis steps along both at once, and has the smaller of their
// sizes, so each of its indices is an index of both.
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
        let [first, second] = [x.min(y), x.max(y)];
        let (mut sizes, mut over) = (shape.sizes(), strides.clone());
        let size = sizes.as_ref()[x].min(sizes.as_ref()[y]);
        // both axes as one, which is then the last
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
        let (mut out, mut out_over) = (Self::Output::blank(rank), Self::Output::blank(rank));
        for at in 0..rank {
            let axis = axis(at);
            (out.as_mut()[at], out_over.as_mut()[at]) = (sizes.as_ref()[axis], over.as_ref()[axis]);
        }
        Ok(Rearranged { shape: Self::Output::from_sizes(out.as_ref())?, strides: out_over, offset: 0 })
    }
}
