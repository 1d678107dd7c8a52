//! Removes and inserts axes of size 1.
//!
//! ```text
//! squeeze(S, x)       = S without x                   where its dim is 1
//! unsqueeze(S, x)     = S with a 1 inserted at x
//! unsqueeze(S, X)     = filled(placed(S with as many more axes, X, (1, ..)), S)
//! ```

use super::rearrange::{Rearranged, ViewBy, picked};
use super::reduce::{Left, OfAnyRank, TakenFrom};
use super::reshape::Reshape;
use super::several::{AddedTo, AxisNumbers, Every, Filled, PlacedIn, Unlisted, each_axis};
use super::table::{HasAxis, HasGap};
use crate::sealed::Sealed;
use crate::shape::{AnyShape, Axes, Axis, Dyn, Inside, Named, Nil, Shape, ShapeError, Size, Within};
use core::ops::RangeFull;

/// Removes one or several axes of size 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squeeze<X>(pub X);

/// Inserts one or several axes of size 1, counted in the result: `Unsqueeze(Axis::<-1>)` appends one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsqueeze<X>(pub X);

impl<X> Sealed for Squeeze<X> {}
impl<X> Sealed for Unsqueeze<X> {}

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
impl<Lo, Hi, X, S> MayBeOne<X, S> for Within<Lo, Hi> where Size<1>: Inside<Lo, Hi> {}
#[diagnostic::do_not_recommend]
impl<L, X, S> MayBeOne<X, S> for Named<L, Size<1>> {}

/// Axes of the shape `S` to remove, as [`AxisNumbers::Form`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes of `{S}` to squeeze",
    label = "write `Axis::<1>`, or `(Axis::<0>, Axis::<-1>)`; `..` of an `AnyShape` is all axes of size 1",
    note = "conformable: E-axis"
)]
pub trait SqueezedFrom<S> {
    /// The shape without these axes.
    type Output: Shape;

    /// Whether all axes of size 1 are removed.
    const ALL: bool = false;
}

// squeeze(S, x) = S without x, where its dim is 1
impl<S: HasAxis<Self, Item: MayBeOne<Self, S>, Without: Shape>, const N: isize> SqueezedFrom<S> for Axis<N> {
    type Output = S::Without;
}

impl<S, Last, Outer> SqueezedFrom<S> for Axes<Last, Outer>
where
    Self: TakenFrom<S, Left: Left> + OnesOf<S>,
{
    type Output = <<Self as TakenFrom<S>>::Left as Left>::Dropped;
}

impl<S: Shape> SqueezedFrom<S> for Nil {
    type Output = S;
}

impl<S: OfAnyRank<X>, X> SqueezedFrom<S> for Unlisted<X> {
    type Output = AnyShape;
}

/// All axes of size 1.
#[derive(Debug)]
pub struct AllOnes;

impl AxisNumbers for RangeFull {
    type Form = AllOnes;

    #[inline]
    fn with_numbers<R>(&self, f: impl FnOnce(&[isize]) -> R) -> R {
        f(&[])
    }
}

impl<S: OfAnyRank<RangeFull>> SqueezedFrom<S> for AllOnes {
    type Output = AnyShape;
    const ALL: bool = true;
}

/// A list of axes whose dims in `S` may be 1.
pub trait OnesOf<S> {}

impl<S> OnesOf<S> for Nil {}
impl<S: HasAxis<Last, Item: MayBeOne<Last, S>>, Last, Outer: OnesOf<S>> OnesOf<S> for Axes<Last, Outer> {}

// SAFETY: each axis is kept once with its size and stride, except those whose size was compared with 1.
unsafe impl<S: Shape, X: AxisNumbers<Form: SqueezedFrom<S>>> ViewBy<S> for Squeeze<X> {
    type Output = <X::Form as SqueezedFrom<S>>::Output;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let [mut marks, mut kept] = [(); 2].map(|()| S::blank(shape.rank()));
        self.0.with_numbers(|axes| each_axis(shape, axes, marks.as_mut(), |_, _| ()))?;
        let mut rank = 0;
        for (axis, &size) in shape.sizes().as_ref().iter().enumerate() {
            if marks.as_ref()[axis] == 0 && !(X::Form::ALL && size == 1) {
                kept.as_mut()[rank] = axis;
                rank += 1;
            } else if size != 1 {
                let why = "only an axis of size 1 can be removed";
                return Err(ShapeError::cannot("squeeze", shape.partial(), why).at(axis));
            }
        }
        picked(shape, strides, rank, |at| Some(kept.as_ref()[at]))
    }
}

/// Axes of size 1 to insert in `S`, counted in the result, as [`AxisNumbers::Form`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes to insert in `{S}`",
    label = "write `Axis::<1>`, or `(Axis::<0>, Axis::<-1>)`",
    note = "conformable: E-axis"
)]
pub trait InsertedIn<S> {
    /// The shape with these axes.
    type Output: Shape;
}

// unsqueeze(S, x) = S with a 1 inserted at x
impl<S: HasGap<Self, Insert<Size<1>>: Shape>, const N: isize> InsertedIn<S> for Axis<N> {
    type Output = S::Insert<Size<1>>;
}

// unsqueeze(S, X) = filled(placed(S with as many more axes, X, (1, ..)), S)
impl<S: Shape, Last, Outer, More, P: Filled<S::Axes>> InsertedIn<S> for Axes<Last, Outer>
where
    Self: AddedTo<S, Output = More> + PlacedIn<More, Every<Size<1>>, Output = P>,
{
    type Output = P::Output;
}

impl<S: Shape> InsertedIn<S> for Nil {
    type Output = S;
}

impl<S: OfAnyRank<X>, X> InsertedIn<S> for Unlisted<X> {
    type Output = AnyShape;
}

// SAFETY: each axis is kept once with its size and stride, and each new one has one index.
unsafe impl<S: Shape, X: AxisNumbers<Form: InsertedIn<S>>> ViewBy<S> for Unsqueeze<X> {
    type Output = <X::Form as InsertedIn<S>>::Output;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        self.0.with_numbers(|axes| {
            let rank = shape.rank() + axes.len();
            let mut marks = Self::Output::blank(rank);
            each_axis(shape, axes, marks.as_mut(), |_, _| ())?;
            // the position of each axis in the shape, counted from 1; 0 for a new one
            let mut old = 0;
            for mark in marks.as_mut() {
                old += 1 - *mark;
                *mark = if *mark == 1 { 0 } else { old };
            }
            picked(shape, strides, rank, |at| marks.as_ref()[at].checked_sub(1))
        })
    }
}

impl<S: Shape, X: Copy> Reshape<S> for Squeeze<X>
where
    Self: ViewBy<S>,
{
    type Output = <Self as ViewBy<S>>::Output;

    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        // the shape does not depend on the strides
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
        // the shape does not depend on the strides
        Ok(self.view_by(shape, &shape.sizes())?.shape)
    }
}
