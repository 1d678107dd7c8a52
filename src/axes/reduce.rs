//! The axes of a reduction, and the shape that remains.
//!
//! ```text
//!   x              2  3  4
//!   axes              1  -1
//!   reduced        2
//!   kept           2  1  1
//! ```
//!
//! ```text
//! taken(S, ())        = S
//! taken(S, (..X, x))  = taken(S, X) with a mark at x     where none is there
//! taken(S, ..)        = S with marks everywhere
//! reduced(S, X)       = taken(S, X) without the marks
//! kept(S, X)          = taken(S, X) with a 1 in the place of each mark
//! ```

use super::table::HasAxis;
use crate::sealed::Sealed;
use crate::shape::{AnyShape, Axes, AxesList, Axis, Dim, Nil, Shape, ShapeError, Size, StretchesTo, Tuple};
use core::ops::RangeFull;

/// Axes of the shape `S`: an axis, a tuple of axes, `..` for all of them, or [`Keep`] of these.
///
/// An [`AnyShape`] also takes integers known at run time: `axis`, `[axis]`, or a slice of `isize`s.
///
/// ```
/// use conformable::{AxesOf, Axis, Shape, assert_type_eq, shape};
///
/// type S = Shape![2, 3, 4];
/// assert_type_eq!(<(Axis<0>, Axis<-1>) as AxesOf<S>>::Output, Shape![3]);
/// assert_eq!(Axis::<-1>.reduce(&shape![2, 3, 4]), Ok(shape![2, 3]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Axis, AxesOf, shape};
///
/// Axis::<3>.reduce(&shape![2, 3, 4]); // `(Size<2>, Size<3>, Size<4>)` has no `Axis<3>`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes of `{S}`",
    label = "write `Axis::<1>`, `(Axis::<0>, Axis::<-1>)`, `..` for all, or `Keep` of these; `AnyShape` also takes `[0, 1]`",
    note = "`axis_names!` declares names of axes",
    note = "in generic code, add the bound `where {Self}: AxesOf<{S}>`",
    note = "conformable: E-axis"
)]
pub trait AxesOf<S: Shape>: Copy + Names {
    /// The shape without these axes, or with [`Keep`] the shape with size 1 on them.
    type Output: Shape;

    /// The shape with size 1 on these axes, which the operators stretch to `S`.
    type Kept: StretchesTo<S>;

    /// Whether the axes are kept with size 1.
    const KEPT: bool = false;

    #[doc(hidden)]
    const NUMBERS: AxisNumbers = AxisNumbers::OfValue;

    /// The axes as they are written; `None` for all axes.
    #[doc(hidden)]
    #[inline]
    fn numbers(&self) -> Option<&[isize]> {
        match Self::NUMBERS {
            AxisNumbers::All | AxisNumbers::OfValue => None,
            AxisNumbers::These(axes) => Some(axes),
        }
    }

    /// Computes the reduced shape at run time.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`] has no such axis, or one is named twice.
    #[inline]
    fn reduce(&self, shape: &S) -> Result<Self::Output, ShapeError>
    where
        S: Shape,
    {
        self.of(shape).map(|(shape, _)| shape)
    }

    /// The reduced shape, and the axes as by [`marked`](Self::marked).
    #[doc(hidden)]
    #[inline]
    fn of(&self, shape: &S) -> Result<(Self::Output, S::Sizes), ShapeError>
    where
        S: Shape,
    {
        let marks = self.marked(shape)?;
        Ok((left::<S, _>(shape, &marks, Self::KEPT), marks))
    }

    /// Computes the shape with size 1 on these axes at run time.
    ///
    /// # Errors
    ///
    /// As for [`reduce`](Self::reduce).
    #[inline]
    fn keep(&self, shape: &S) -> Result<Self::Kept, ShapeError>
    where
        S: Shape,
    {
        self.marked(shape).map(|marks| left::<S, _>(shape, &marks, true))
    }

    /// 1 for each axis of the shape that is reduced, else 0.
    #[doc(hidden)]
    #[inline]
    fn marked(&self, shape: &S) -> Result<S::Sizes, ShapeError>
    where
        S: Shape,
    {
        let mut marks = shape.sizes();
        match self.numbers() {
            None => marks.as_mut().fill(1),
            Some(axes) => {
                marks.as_mut().fill(0);
                for &axis in axes {
                    mark_of(shape, axis, &mut marks)?;
                }
            }
        }
        Ok(marks)
    }
}

/// The shape `S` reduced along the axes `X`.
pub type Reduced<X, S> = <X as AxesOf<S>>::Output;

/// The shape `S` with size 1 on the axes `X`.
pub type Kept<X, S> = <X as AxesOf<S>>::Kept;

/// Keeps the reduced axes with size 1: `x - x.mean(Keep(Axis::<-1>))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep<X>(pub X);

#[inline]
pub(super) const fn place(axis: isize, rank: usize) -> Option<usize> {
    #[allow(clippy::cast_sign_loss, reason = "a negative axis wraps around when it is added")]
    let at = if axis < 0 { rank.wrapping_add(axis as usize) } else { axis as usize };
    if at < rank { Some(at) } else { None }
}

/// Marks an axis with 1; fails if it is out of bounds or already marked.
#[inline]
pub(super) fn mark_of<S: Shape>(shape: &S, axis: isize, marks: &mut S::Sizes) -> Result<(), ShapeError> {
    let marks = marks.as_mut();
    match place(axis, marks.len()) {
        Some(at) if marks[at] == 0 => {
            marks[at] = 1;
            Ok(())
        }
        found => Err(refusal(shape, axis, found.is_some())),
    }
}

/// The error for an axis that is out of bounds or named twice.
#[cold]
#[inline(never)]
pub(super) fn refusal<S: Shape>(shape: &S, axis: isize, named: bool) -> ShapeError {
    if named { ShapeError::axis_twice(axis, shape.partial()) } else { ShapeError::no_such_axis(axis, shape.partial()) }
}

/// The shape without the marked axes, or with size 1 on them.
#[inline]
fn left<S: Shape, Out: Shape>(shape: &S, marks: &S::Sizes, kept: bool) -> Out {
    let (mut sizes, mut rank) = (shape.sizes(), 0);
    for axis in 0..marks.as_ref().len() {
        let marked = marks.as_ref()[axis] == 1;
        if !marked || kept {
            let size = sizes.as_ref()[axis];
            sizes.as_mut()[rank] = if marked { 1 } else { size };
            rank += 1;
        }
    }
    match Out::from_sizes(&sizes.as_ref()[..rank]) {
        Ok(shape) => shape,
        Err(error) => unreachable!("the types tell the same sizes: {error}"),
    }
}

/// Axes as they are written, if their type has them.
#[derive(Clone, Copy, Debug)]
pub enum AxisNumbers {
    /// `..`
    All,
    These(&'static [isize]),
    /// [`AxesOf::numbers`] has them.
    OfValue,
}

#[cfg(feature = "tensor")]
impl AxisNumbers {
    /// A bit for each axis, if all are axes of a shape of this rank.
    pub(crate) const fn marks(self, rank: usize) -> Option<u32> {
        let axes = match self {
            Self::All => return Some((1 << rank) - 1),
            Self::These(axes) => axes,
            Self::OfValue => return None,
        };
        let (mut marks, mut i) = (0, 0);
        while i < axes.len() {
            let Some(at) = place(axes[i], rank) else { return None };
            marks |= 1 << at;
            i += 1;
        }
        Some(marks)
    }
}

/// A shape with the axis `A`.
///
/// ```
/// use conformable::axes::WithAxis;
/// use conformable::{Axis, Keep, Tensor};
///
/// fn centred<S: WithAxis<Axis<-1>>>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
///     x - x.mean(Keep(Axis::<-1>))
/// }
///
/// assert_eq!(centred(&Tensor::from([[1.0, 3.0], [2.0, 6.0]])), Tensor::from([[-1.0, 1.0], [-2.0, 2.0]]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `{A}`",
    label = "`Axis::<0>` is the first axis, `Axis::<-1>` the last one",
    note = "conformable: E-axis"
)]
pub trait WithAxis<A>:
    Shape + HasAxis<A, Item: Dim, Without = <Self as WithAxis<A>>::Reduced, Put<Size<1>> = <Self as WithAxis<A>>::Kept>
{
    /// The shape without the axis.
    type Reduced: Shape;
    /// The shape with size 1 on the axis.
    type Kept: StretchesTo<Self>;
}

#[diagnostic::do_not_recommend]
impl<S: Shape + HasAxis<A, Item: Dim, Without = Reduced, Put<Size<1>> = Kept>, A, Reduced: Shape, Kept: StretchesTo<S>>
    WithAxis<A> for S
{
    type Reduced = Reduced;
    type Kept = Kept;
}

/// Seals [`AxesOf`]: the types that name axes.
pub trait Names {}

impl<const N: isize> Names for Axis<N> {}
impl Names for RangeFull {}
impl<X> Names for Keep<X> {}
impl Names for isize {}
impl Names for &[isize] {}
impl<const AXES: usize> Names for [isize; AXES] {}

// taken(S, (x,)) = S with a mark at x, in one step
impl<S: WithAxis<Self>, const N: isize> AxesOf<S> for Axis<N> {
    type Output = S::Reduced;
    type Kept = S::Kept;
    const NUMBERS: AxisNumbers = AxisNumbers::These(&[N]);
}

// taken(S, (..X, x)) = taken(S, X) with a mark at x
macro_rules! several_axes {
    ($(($($X:ident)*))*) => {$(
        impl<$(const $X: isize),*> Names for ($(Axis<$X>,)*) {}
        impl<S: Shape, List, $(const $X: isize),*> AxesOf<S> for ($(Axis<$X>,)*)
        where
            List: TakenFrom<S, Left: Left<Kept: StretchesTo<S>>>,
            Self: Tuple<List = List>,
        {
            type Output = <List::Left as Left>::Dropped;
            type Kept = <List::Left as Left>::Kept;
            const NUMBERS: AxisNumbers = AxisNumbers::These(&[$($X),*]);
        }
    )*};
}

several_axes!(
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) (A B C D E F G H I)
    (A B C D E F G H I J) (A B C D E F G H I J K) (A B C D E F G H I J K L) (A B C D E F G H I J K L M)
    (A B C D E F G H I J K L M N) (A B C D E F G H I J K L M N O) (A B C D E F G H I J K L M N O P)
);

// taken(S, ..) = S with marks everywhere
impl<S: Shape> AxesOf<S> for RangeFull {
    type Output = ();
    type Kept = <S::Axes as AxesList>::Ones;
    const NUMBERS: AxisNumbers = AxisNumbers::All;
}

// kept
impl<S: Shape, X: AxesOf<S>> AxesOf<S> for Keep<X> {
    type Output = X::Kept;
    type Kept = X::Kept;
    const KEPT: bool = true;
    const NUMBERS: AxisNumbers = X::NUMBERS;

    #[inline]
    fn numbers(&self) -> Option<&[isize]> {
        self.0.numbers()
    }
}

/// A shape of run-time rank, whose axes may be given as integers.
#[diagnostic::on_unimplemented(
    message = "`{Numbers}` does not name axes of `{Self}`, which has a known rank",
    label = "numbers name axes of an `AnyShape`; write `Axis::<1>`, or `(Axis::<0>, Axis::<-1>)`",
    note = "conformable: E-axis"
)]
pub trait OfAnyRank<Numbers>: Sealed {}

impl<Numbers> OfAnyRank<Numbers> for AnyShape {}

macro_rules! numbers {
    ($($Numbers:ty $(, const $N:ident: usize)?;)*) => {$(
        impl<S: Shape + OfAnyRank<Self> $(, const $N: usize)?> AxesOf<S> for $Numbers {
            type Output = S;
            type Kept = S;

            #[inline]
            fn numbers(&self) -> Option<&[isize]> {
                Some(self)
            }
        }
    )*};
}

impl<S: Shape + OfAnyRank<Self>> AxesOf<S> for isize {
    type Output = S;
    type Kept = S;

    #[inline]
    fn numbers(&self) -> Option<&[isize]> {
        Some(core::slice::from_ref(self))
    }
}

numbers!(
    &[isize];
    [isize; AXES], const AXES: usize;
);

/// The mark of an axis that was taken.
#[derive(Clone, Copy, Debug)]
pub struct Gone;

/// A list of axes to take from the shape `S`.
pub trait TakenFrom<S> {
    /// The tuple `S` with [`Gone`] on these axes.
    type Left;
}

impl<S> TakenFrom<S> for Nil {
    type Left = S;
}

impl<Last, Outer, S> TakenFrom<S> for Axes<Last, Outer>
where
    Outer: TakenFrom<S, Left: HasAxis<Last, S, Item: Once<Last, S>>>,
{
    type Left = <Outer::Left as HasAxis<Last, S>>::Put<Gone>;
}

/// An item that is a dim: the axis was not taken before.
#[diagnostic::on_unimplemented(
    message = "`{A}` names an axis of `{S}` twice",
    label = "name each axis once",
    note = "conformable: E-axis"
)]
pub trait Once<A, S> {
    /// The dim.
    type Dim: Dim;
    /// The shape `Outer` with the dim after its last axis.
    type After<Outer: Shape>: Shape;
}

#[diagnostic::do_not_recommend]
impl<D: Dim, A, S> Once<A, S> for D {
    type Dim = D;
    type After<Outer: Shape> = Outer::Push<D>;
}

/// A tuple of dims, some of them replaced by [`Gone`].
pub trait Left {
    /// The shape without the axes that are gone.
    type Dropped: Shape;
    /// The shape with size 1 on them.
    type Kept: Shape;
}

impl<T: Tuple<List: LeftAxes>> Left for T {
    type Dropped = <T::List as LeftAxes>::Dropped;
    type Kept = <T::List as LeftAxes>::Kept;
}

impl Left for AnyShape {
    type Dropped = Self;
    type Kept = Self;
}

/// The list of such a tuple.
pub trait LeftAxes {
    /// [`Left::Dropped`].
    type Dropped: Shape;
    /// [`Left::Kept`].
    type Kept: Shape;
}

impl LeftAxes for Nil {
    type Dropped = ();
    type Kept = ();
}

impl<Outer: LeftAxes> LeftAxes for Axes<Gone, Outer> {
    type Dropped = Outer::Dropped;
    type Kept = <Outer::Kept as Shape>::Push<Size<1>>;
}

impl<Last: Dim, Outer: LeftAxes> LeftAxes for Axes<Last, Outer> {
    type Dropped = <Outer::Dropped as Shape>::Push<Last>;
    type Kept = <Outer::Kept as Shape>::Push<Last>;
}
