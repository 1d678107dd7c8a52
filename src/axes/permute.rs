//! Views with the axes in another order.
//!
//! ```text
//! permute((..From), ())       = ()
//! permute(From, (..X, x))     = (..permute(From with a mark at x, X), From at x)     where no mark is there
//! transpose((..L, m, n))      = (..L, n, m)
//! reversed((..L, n))         = (n, ..reversed(L))
//! swap(S, x, y)               = S with the dim of y at x, and that of x at y
//! move(S, x, y)               = S without x, with its dim inserted at y
//! move(S, X, Y)               = filled(placed(S, Y, the dims of S at X), S without X)
//! ```

use super::rearrange::{Rearranged, ViewBy, picked};
use super::reduce::{AxesOf, Gone, Left, Names, OfAnyRank, Once, TakenFrom, mark_of, place, refusal};
use super::several::{AxisNumbers, Filled, ItemsOf, PlacedIn, Unlisted, each_axis};
use super::table::{FindsAxis, FindsGap, HasAxis, HasGap};
use crate::sealed::{Sealed, Token};
use crate::shape::{AnyShape, Axes, AxesList, Axis, Dim, Dyn, List, Nil, Shape, ShapeError, Tuple};

/// The axes in a new order: `Permute((Axis::<0>, Axis::<2>, Axis::<1>))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permute<X>(pub X);

/// The last two axes exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transpose;

/// All axes in reverse order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReversedAxes;

/// Two axes exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swap<X, Y>(pub X, pub Y);

/// Moves one or several axes to other positions, counted in the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Move<X, Y>(pub X, pub Y);

/// The elements along axes in reverse order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flip<X>(pub X);

impl<X> Sealed for Permute<X> {}
impl Sealed for Transpose {}
impl Sealed for ReversedAxes {}
impl<X, Y> Sealed for Swap<X, Y> {}
impl<X, Y> Sealed for Move<X, Y> {}
impl<X> Sealed for Flip<X> {}

/// An order of the axes of `S`: a tuple with every axis once, `(Axis<0>, Axis<2>, Axis<1>)`.
///
/// For an [`AnyShape`] it is also an array or a slice of axis numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an order of the axes of `{S}`",
    label = "an order names each axis once: `(Axis::<1>, Axis::<0>)`",
    note = "conformable: E-axis"
)]
pub trait OrderOf<S>: Copy + Names {
    /// The shape with its axes in that order; for an [`AnyShape`], a tuple of as many `Dyn`s as axes are named.
    type Output: Shape;

    #[doc(hidden)]
    fn order(&self) -> &[isize];
}

/// Axes picked from the tuple `From`, which is `S` with the axes picked before marked.
pub trait PickedFrom<From, S> {
    /// The shape of those axes.
    type Output: Shape;
}

impl<From, S> PickedFrom<From, S> for Nil {
    type Output = ();
}

impl<Last, Outer, From, S> PickedFrom<From, S> for Axes<Last, Outer>
where
    From: HasAxis<Last, S, Item: Once<Last, S>>,
    Outer: PickedFrom<From::Put<Gone>, S>,
{
    type Output = <From::Item as Once<Last, S>>::After<Outer::Output>;
}

/// Implements [`OrderOf`] for tuples of axes, with shapes of the same rank and [`AnyShape`].
macro_rules! orders {
    ($(($($X:ident $D:ident $Unknown:ident),*))*) => {$(
        impl<List: PickedFrom<($($D,)*), ($($D,)*)>, $(const $X: isize, $D),*> OrderOf<($($D,)*)> for ($(Axis<$X>,)*)
        where
            Self: Tuple<List = List>,
        {
            type Output = List::Output;

            #[inline]
            fn order(&self) -> &[isize] {
                &[$($X),*]
            }
        }

        impl<$(const $X: isize),*> OrderOf<AnyShape> for ($(Axis<$X>,)*) {
            type Output = ($($Unknown,)*);

            #[inline]
            fn order(&self) -> &[isize] {
                &[$($X),*]
            }
        }
    )*};
}

orders!(
    () (X1 A Dyn) (X1 A Dyn, X2 B Dyn) (X1 A Dyn, X2 B Dyn, X3 C Dyn) (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn, X10 J Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn, X10 J Dyn, X11 K Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn, X10 J Dyn, X11 K Dyn, X12 L Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn, X10 J Dyn, X11 K Dyn, X12 L Dyn,
        X13 M Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn, X10 J Dyn, X11 K Dyn, X12 L Dyn,
        X13 M Dyn, X14 N Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn, X10 J Dyn, X11 K Dyn, X12 L Dyn,
        X13 M Dyn, X14 N Dyn, X15 O Dyn)
    (X1 A Dyn, X2 B Dyn, X3 C Dyn, X4 D Dyn, X5 E Dyn, X6 F Dyn, X7 G Dyn, X8 H Dyn, X9 I Dyn, X10 J Dyn, X11 K Dyn, X12 L Dyn,
        X13 M Dyn, X14 N Dyn, X15 O Dyn, X16 P Dyn)
);

impl<S: OfAnyRank<Self>> OrderOf<S> for &[isize] {
    type Output = AnyShape;

    #[inline]
    fn order(&self) -> &[isize] {
        self
    }
}

impl<S: OfAnyRank<Self>, const AXES: usize> OrderOf<S> for [isize; AXES] {
    type Output = AnyShape;

    #[inline]
    fn order(&self) -> &[isize] {
        self
    }
}

// SAFETY: `mark_of` refuses an axis that is out of bounds or named twice, and the order has as many axes as the shape,
// so it names each once.
unsafe impl<S: Shape, X: OrderOf<S>> ViewBy<S> for Permute<X> {
    type Output = X::Output;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<X::Output>, ShapeError> {
        let (order, rank) = (self.0.order(), shape.rank());
        if order.len() != rank {
            return Err(ShapeError::order(order.len(), shape.partial()));
        }
        let mut marks = S::blank(rank);
        for &axis in order {
            mark_of(shape, axis, &mut marks)?;
        }
        picked(shape, strides, rank, |at| place(order[at], rank))
    }
}

/// The list of a shape with at least two axes.
#[diagnostic::on_unimplemented(
    message = "cannot transpose `{S}`",
    label = "its type has fewer than two axes",
    note = "conformable: E-view"
)]
pub trait TransposeAxes<S> {
    /// The shape with the last two axes exchanged.
    type Output: Shape;
}

// transpose((..L, m, n)) = (..L, n, m)
impl<M: Dim, N: Dim, Outer: AxesList, S> TransposeAxes<S> for Axes<N, Axes<M, Outer>> {
    type Output = <<Outer::Shape as Shape>::Push<N> as Shape>::Push<M>;
}

impl<S> TransposeAxes<S> for AnyShape {
    type Output = Self;
}

// SAFETY: each axis is kept with its size and stride; the last two are exchanged.
unsafe impl<S: Shape<Axes: TransposeAxes<S>>> ViewBy<S> for Transpose {
    type Output = <S::Axes as TransposeAxes<S>>::Output;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let rank = shape.rank();
        if rank < 2 {
            return Err(ShapeError::cannot("transpose", shape.partial(), "it has fewer than two axes"));
        }
        let last = [rank - 2, rank - 1];
        picked(shape, strides, rank, |at| Some(if at < last[0] { at } else { last[0] + last[1] - at }))
    }
}

/// The list of a shape, to be reversed and appended to the shape `Done`.
pub trait ReversedOnto<Done> {
    /// The resulting shape.
    type Output: Shape;
}

impl<Done: Shape> ReversedOnto<Done> for Nil {
    type Output = Done;
}

// reversed((..L, n)) = (n, ..reversed(L))
impl<Last: Dim, Outer: ReversedOnto<Done::Push<Last>>, Done: Shape> ReversedOnto<Done> for Axes<Last, Outer> {
    type Output = Outer::Output;
}

impl<Done> ReversedOnto<Done> for AnyShape {
    type Output = Self;
}

// SAFETY: each axis is kept once with its size and stride.
unsafe impl<S: Shape<Axes: ReversedOnto<()>>> ViewBy<S> for ReversedAxes {
    type Output = <S::Axes as ReversedOnto<()>>::Output;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let rank = shape.rank();
        picked(shape, strides, rank, |at| Some(rank - 1 - at))
    }
}

// swap(S, x, y) = S with the dim of y at x, and that of x at y
// (bounds are on the type before, so that a missing axis is one error)
// SAFETY: `axis_of` returned both axes below the rank; each axis is kept with its size and stride, and these two are
// exchanged.
unsafe impl<S: Shape, X: Copy, Y: Copy, AtX, AtY, Once, Twice> ViewBy<S> for Swap<X, Y>
where
    S: HasAxis<X, Item = AtX, Put<AtX> = Once>,
    Once: HasAxis<Y, S, Item = AtY, Put<AtX> = Twice>,
    Twice: HasAxis<X, S, Put<AtY>: Shape>,
{
    type Output = Twice::Put<AtY>;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let rank = shape.rank();
        let [x, y] = [axis_of(shape, &self.0)?, marked_axis_of::<Once, S, Y>(shape, &self.1)?];
        picked(shape, strides, rank, |at| {
            Some(if at == x {
                y
            } else if at == y {
                x
            } else {
                at
            })
        })
    }
}

/// Axes of `S` that are moved to the positions `Y`, both as [`AxisNumbers::Form`].
#[diagnostic::on_unimplemented(
    message = "cannot move `{Self}` of `{S}` to `{Y}`",
    label = "write an axis and an axis, or a tuple of axes and one of as many axes",
    note = "conformable: E-axis"
)]
pub trait MovedIn<S, Y> {
    /// The shape with its axes moved.
    type Output: Shape;
}

// move(S, x, y) = S without x, with its dim inserted at y
impl<S: HasAxis<Self, Item = A, Without = W>, Y: GapIn<W, A>, A, W, const N: isize> MovedIn<S, Y> for Axis<N> {
    type Output = Y::Output;
}

/// The position of the dim `D` to insert in the shape `S`.
#[diagnostic::on_unimplemented(
    message = "cannot move one axis to `{Self}`",
    label = "write an axis and an axis, or a tuple of axes and one of as many axes",
    note = "conformable: E-axis"
)]
pub trait GapIn<S, D> {
    /// The shape with the dim.
    type Output: Shape;
}

impl<S: HasGap<Self, Insert<D>: Shape>, D, const M: isize> GapIn<S, D> for Axis<M> {
    type Output = S::Insert<D>;
}

impl<S: OfAnyRank<Y>, D, Y> GapIn<S, D> for Unlisted<Y> {
    type Output = AnyShape;
}

impl<S, Y: PositionsIn<S, Self, <Self as List>::Tuple>, A, As> MovedIn<S, Y> for Axes<A, As>
where
    Self: List,
{
    type Output = Y::Output;
}

impl<S: Shape> MovedIn<S, Nil> for Nil {
    type Output = S;
}

impl<S: OfAnyRank<X>, X, Y> MovedIn<S, Y> for Unlisted<X> {
    type Output = AnyShape;
}

/// The positions in `S` for the list of axes `From`, that of the tuple `X`.
#[diagnostic::on_unimplemented(
    message = "cannot move `{X}` of `{S}` to one axis",
    label = "as many axes must be named before and after",
    note = "conformable: E-axis"
)]
pub trait PositionsIn<S, From, X> {
    /// The shape with its axes moved.
    type Output: Shape;
}

// move(S, X, Y) = filled(placed(S, Y, the dims of S at X), S without X)
impl<S, From, X, B, Bs, D, P: Filled<R>, R> PositionsIn<S, From, X> for Axes<B, Bs>
where
    Self: List<Tuple: AsManyAs<X, S>> + PlacedIn<S, D, Output = P>,
    From: ItemsOf<S, Items = D> + TakenFrom<S, Left: Left<Dropped: Shape<Axes = R>>>,
{
    type Output = P::Output;
}

impl<S: OfAnyRank<Y>, From, X, Y> PositionsIn<S, From, X> for Unlisted<Y> {
    type Output = AnyShape;
}

/// A tuple with as many axes as the tuple `X`.
#[diagnostic::on_unimplemented(
    message = "cannot move `{X}` of `{S}` to `{Self}`",
    label = "as many axes must be named before and after",
    note = "conformable: E-axis"
)]
pub trait AsManyAs<X, S> {}

#[diagnostic::do_not_recommend]
impl<X: Tuple, Y: Tuple<Length = X::Length>, S> AsManyAs<X, S> for Y {}

// SAFETY: `each_axis` refuses an axis that is out of bounds or named twice, so each axis of the shape is kept once.
unsafe impl<S: Shape, X: AxisNumbers<Form: MovedIn<S, Y::Form>>, Y: AxisNumbers> ViewBy<S> for Move<X, Y> {
    type Output = <X::Form as MovedIn<S, Y::Form>>::Output;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        let rank = shape.rank();
        let [mut from, mut order, mut marks, mut moved] = [(); 4].map(|()| S::blank(rank));
        self.0.with_numbers(|axes| {
            each_axis(shape, axes, moved.as_mut(), |number, at| from.as_mut()[number] = at)?;
            self.1.with_numbers(|to| {
                if axes.len() != to.len() {
                    let why = "as many axes must be named before and after";
                    return Err(ShapeError::cannot("move axes of", shape.partial(), why));
                }
                each_axis(shape, to, marks.as_mut(), |number, at| order.as_mut()[at] = from.as_ref()[number])
            })
        })?;
        let mut rest = (0..rank).filter(|&axis| moved.as_ref()[axis] == 0);
        for at in 0..rank {
            if marks.as_ref()[at] == 0 {
                order.as_mut()[at] = rest.next().unwrap_or(at);
            }
        }
        picked(shape, strides, rank, |at| Some(order.as_ref()[at]))
    }
}

// SAFETY: each axis keeps its size, and the index `i` of a marked one leads to `size - 1 - i`. An empty shape has no
// index.
unsafe impl<S: Shape, X: AxesOf<S>> ViewBy<S> for Flip<X> {
    type Output = S;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<S>, ShapeError> {
        let (marks, sizes) = (self.0.marked(shape)?, shape.sizes());
        let (mut strides, mut offset) = (strides.clone(), 0usize);
        let is_empty = sizes.as_ref().contains(&0);
        for (axis, stride) in strides.as_mut().iter_mut().enumerate() {
            if marks.as_ref()[axis] == 1 && !is_empty {
                offset = offset.wrapping_add(stride.wrapping_mul(sizes.as_ref()[axis] - 1));
                *stride = stride.wrapping_neg();
            }
        }
        #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
        Ok(Rearranged { shape: shape.clone(), strides, offset: offset as isize })
    }
}

#[inline]
pub(crate) fn axis_of<S: Shape + FindsAxis<X>, X>(shape: &S, axis: &X) -> Result<usize, ShapeError> {
    position(shape, S::find(axis, Token))
}

/// The position of an axis of `M`, the shape with some axes marked.
#[inline]
pub(super) fn marked_axis_of<M: HasAxis<X, S>, S: Shape, X>(shape: &S, axis: &X) -> Result<usize, ShapeError> {
    position(shape, M::number(axis, Token))
}

#[inline]
pub(super) fn position<S: Shape>(shape: &S, axis: isize) -> Result<usize, ShapeError> {
    place(axis, shape.rank()).ok_or_else(|| refusal(shape, axis, false))
}

/// The position of a new axis, counted in the result.
#[inline]
pub(super) fn gap_of<S: Shape + FindsGap<X>, X>(shape: &S, axis: &X) -> Result<usize, ShapeError> {
    let number = S::find(axis, Token);
    place(number, shape.rank() + 1).ok_or_else(|| ShapeError::no_such_gap(number, 1, false, shape.partial()))
}

impl<const N: isize> Axis<N> {
    /// Returns the position of the axis in a shape of that rank, or `None` if it is out of bounds.
    ///
    /// ```
    /// use conformable::Axis;
    ///
    /// assert_eq!(Axis::<-1>.place(3), Some(2));
    /// assert_eq!(Axis::<3>.place(3), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn place(self, rank: usize) -> Option<usize> {
        place(N, rank)
    }
}
