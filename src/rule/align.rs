//! Broadcasting by name.
//!
//! ```text
//!   lhs  Batch = 2  Time = 3
//!   rhs             Time = 3  Channels = 4       in any order
//!   out  Batch = 2  Time = 3  Channels = 4
//! ```
//!
//! ```text
//! named(L, ())        = met(L, R)                 R is the whole right shape
//! named(L, (..S, s))  = named(L, S)               where L has the name of s
//! named(L, (..S, s))  = (..named(L, S), s)        where L lacks it
//! met((), R)          = ()
//! met((..L, l), R)    = (..met(L, R), l)          where R lacks the name of l, or its axis of this name equals l
//! ```

use crate::axes::{FindsName, HasAxis, Missing, Twice};
use crate::shape::{
    Axes, Axis, AxisName, Clash, Dim, Dyn, Equal, Equals, HasTheName, MayBeNamed, Meet, Met, Named, Nil, Relation,
    Shape, ShapeError, Within, refusal,
};
use core::marker::PhantomData;

/// Broadcasts shapes by the names of their axes: those of the left shape, then the others of the right one.
///
/// Axes of one name have equal sizes. Each axis has a name of [`axis_names!`](crate::axis_names!). The source is
/// xarray's *broadcasting by dimension name*.
///
/// ```
/// use conformable::{NamedBroadcast, Shape, assert_type_eq, axis_names, shape};
///
/// axis_names! { Batch, Time, Channels }
///
/// type X = Shape![Batch = 2, Time = _];
/// type Y = Shape![Channels = 4, Time = 3];
/// assert_type_eq!(<X as NamedBroadcast<Y>>::Output, Shape![Batch = 2, Time = 3, Channels = 4]);
///
/// let n = 5;
/// let error = shape![Time = n].named_broadcast(&shape![Batch = 2, Time = 3]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot align (Time = 5,) with (Batch = 2, Time = 3): Time = 5 and Time = 3 differ"
/// );
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot align `{Self}` with `{Rhs}`",
    label = "the compiler does not know the names of all axes",
    note = "in generic code, add the bound `where {Self}: NamedBroadcast<{Rhs}>`",
    note = "conformable: E-broadcast"
)]
pub trait NamedBroadcast<Rhs> {
    /// The shape that both broadcast to.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If sizes of one name differ.
    fn named_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;

    #[doc(hidden)]
    fn places() -> Places;
}

/// The left and right axes of a result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    axes: [[Option<usize>; 2]; 16],
    len: usize,
}

impl Places {
    fn push(&mut self, axes: [Option<usize>; 2]) {
        self.axes[self.len] = axes;
        self.len += 1;
    }

    pub(crate) fn pairs(&self) -> &[[Option<usize>; 2]] {
        &self.axes[..self.len]
    }
}

/// The shape that `Lhs` and `Rhs` broadcast to by name.
pub type NamedOutput<Lhs, Rhs> = <Rhs as NamedWith<Lhs>>::Output;

/// A right shape, as [`NumpyWith`](super::NumpyWith).
#[diagnostic::on_unimplemented(
    message = "cannot align `{Lhs}` with `{Self}`",
    label = "the compiler does not know the names of all axes",
    note = "in generic code, add the bound `where {Lhs}: NamedBroadcast<{Self}>`",
    note = "conformable: E-broadcast"
)]
pub trait NamedWith<Lhs> {
    /// [`NamedBroadcast::Output`].
    type Output: Shape;

    #[doc(hidden)]
    fn named_with(&self, lhs: &Lhs) -> Result<Self::Output, ShapeError>;

    #[doc(hidden)]
    fn places() -> Places;
}

impl<Lhs: NamedBroadcast<Rhs>, Rhs> NamedWith<Lhs> for Rhs {
    type Output = Lhs::Output;

    fn named_with(&self, lhs: &Lhs) -> Result<Self::Output, ShapeError> {
        lhs.named_broadcast(self)
    }

    fn places() -> Places {
        Lhs::places()
    }
}

impl<Lhs: Shape<Axes: AllNamed<Lhs, Rhs, List = L>>, Rhs: Shape<Axes: AllNamed<Lhs, Rhs, List = R>>, L, R>
    NamedBroadcast<Rhs> for Lhs
where
    R: Appended<L, R, Lhs, Rhs>,
{
    type Output = R::Output;

    fn named_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        let places = <Self as NamedBroadcast<Rhs>>::places();
        let (left, right) = (self.sizes(), rhs.sizes());
        let (left, right) = (left.as_ref(), right.as_ref());
        let mut sizes = [0; 16];
        for (size, axes) in sizes.iter_mut().zip(places.pairs()) {
            *size = match *axes {
                [Some(l), Some(r)] if left[l] != right[r] => {
                    return Err(refusal(Relation::With, Clash::Aligned([l, r]), self, rhs));
                }
                [Some(l), _] => left[l],
                [None, r] => r.map_or(0, |r| right[r]),
            };
        }
        Self::Output::from_sizes(&sizes[..places.len])
    }

    fn places() -> Places {
        let mut places = Places::default();
        R::places(&mut places);
        places
    }
}

/// Two shapes that are searched.
#[derive(Debug)]
pub struct Aligned<Lhs, Rhs>(PhantomData<(Lhs, Rhs)>);

/// The dim `D` with the name `L`.
#[derive(Debug)]
pub struct WithName<L, D>(PhantomData<(L, D)>);

impl<L: AxisName, M: AxisName<Hash: Equals<L::Hash>>, D, Of> MayBeNamed<L, Of> for WithName<M, D> {
    type Answer = <M::Hash as Equals<L::Hash>>::Answer;
}

// dims of two names differ
impl<L, M, D, Of> HasTheName<L, Of> for WithName<M, D> {}

/// A list of dims with names.
#[diagnostic::on_unimplemented(
    message = "cannot align `{Lhs}` with `{Rhs}`",
    label = "the compiler does not know the names of all axes",
    note = "in generic code, add the bound `where {Lhs}: NamedBroadcast<{Rhs}>`",
    note = "conformable: E-broadcast"
)]
pub trait AllNamed<Lhs, Rhs> {
    /// The list of [`WithName`]s.
    type List;
}

impl<Lhs, Rhs> AllNamed<Lhs, Rhs> for Nil {
    type List = Self;
}

impl<Last: NamedDim<Lhs, Rhs>, Outer: AllNamed<Lhs, Rhs>, Lhs, Rhs> AllNamed<Lhs, Rhs> for Axes<Last, Outer> {
    type List = Axes<WithName<Last::Name, Last>, Outer::List>;
}

/// A dim with a name.
#[diagnostic::on_unimplemented(
    message = "cannot align `{Lhs}` with `{Rhs}`",
    label = "`{Self}` has no name, and axes are aligned by their names",
    note = "`named` gives a name to an axis, and `squeeze` removes an axis of size 1",
    note = "conformable: E-broadcast"
)]
pub trait NamedDim<Lhs, Rhs> {
    /// The name.
    type Name;
}

impl<L: Declared<Lhs, Rhs>, Lhs, Rhs> NamedDim<Lhs, Rhs> for Dyn<L> {
    type Name = L::Name;
}

impl<Lo, Hi, L: Declared<Lhs, Rhs>, Lhs, Rhs> NamedDim<Lhs, Rhs> for Within<Lo, Hi, L> {
    type Name = L::Name;
}

impl<L: Declared<Lhs, Rhs>, D, Lhs, Rhs> NamedDim<Lhs, Rhs> for Named<L, D> {
    type Name = L::Name;
}

/// An [`AxisName`].
#[diagnostic::on_unimplemented(
    message = "cannot align `{Lhs}` with `{Rhs}`",
    label = "the label `{Self}` cannot be compared: declare it by `axis_names! {{ {Self} }}`",
    note = "conformable: E-broadcast"
)]
pub trait Declared<Lhs, Rhs> {
    /// [`AxisName::Name`].
    type Name;
}

#[diagnostic::do_not_recommend]
impl<L: AxisName, Lhs, Rhs> Declared<Lhs, Rhs> for L {
    type Name = L::Name;
}

/// No axis.
#[derive(Debug)]
pub struct Absent;

impl<At, L, Lhs, Rhs> Missing<L, Aligned<Lhs, Rhs>> for At {
    type Axis = Absent;
}

/// A name that two axes have.
#[diagnostic::on_unimplemented(
    message = "cannot align `{Lhs}` with `{Rhs}`",
    label = "one of them has two axes named `{Self}`",
    note = "`rename::<Axis<1>, Time, Seen>()` renames one of them",
    note = "conformable: E-broadcast"
)]
pub trait NamesOnce<Lhs, Rhs> {}

impl<L: NamesOnce<Lhs, Rhs>, Lhs, Rhs> Twice<Aligned<Lhs, Rhs>> for L {}

/// A part of the list `R`, appended to `L`.
pub trait Appended<L, R, Lhs, Rhs> {
    /// The resulting shape.
    type Output: Shape;
    /// The number of axes.
    const LEN: usize;
    #[doc(hidden)]
    fn places(to: &mut Places);
}

// named(L, ()) = met(L, R)
impl<L: MetBy<R, Lhs, Rhs>, R, Lhs, Rhs> Appended<L, R, Lhs, Rhs> for Nil {
    type Output = L::Output;
    const LEN: usize = 0;

    fn places(to: &mut Places) {
        L::places(to);
    }
}

impl<L, R, Lhs, Rhs, N, D, Outer> Appended<L, R, Lhs, Rhs> for Axes<WithName<N, D>, Outer>
where
    Outer: Appended<L, R, Lhs, Rhs>,
    L: FindsName<N, Axis<-1>, Aligned<Lhs, Rhs>, Axis: Appends<Outer::Output, D>>,
{
    type Output = <L::Axis as Appends<Outer::Output, D>>::Output;
    const LEN: usize = Outer::LEN + 1;

    fn places(to: &mut Places) {
        Outer::places(to);
        if L::Axis::NEW {
            to.push([None, Some(Outer::LEN)]);
        }
    }
}

/// The left axis with the name of `D`.
pub trait Appends<Left, D> {
    /// The left shape, with `D` if it is new.
    type Output: Shape;
    /// Whether it is new.
    const NEW: bool;
}

// named(L, (..S, s)) = (..named(L, S), s)
impl<Left: Shape, D: Dim> Appends<Left, D> for Absent {
    type Output = Left::Push<D>;
    const NEW: bool = true;
}

// named(L, (..S, s)) = named(L, S)
impl<Left: Shape, D, const N: isize> Appends<Left, D> for Axis<N> {
    type Output = Left;
    const NEW: bool = false;
}

/// The left list, which meets `R`.
pub trait MetBy<R, Lhs, Rhs> {
    /// The resulting shape.
    type Output: Shape;
    #[doc(hidden)]
    fn places(to: &mut Places);
}

// met((), R) = ()
impl<R, Lhs, Rhs> MetBy<R, Lhs, Rhs> for Nil {
    type Output = ();

    fn places(_: &mut Places) {}
}

// met((..L, l), R) = (..met(L, R), l)
impl<R, Lhs, Rhs, N, D, Outer> MetBy<R, Lhs, Rhs> for Axes<WithName<N, D>, Outer>
where
    Outer: MetBy<R, Lhs, Rhs>,
    R: FindsName<N, Axis<-1>, Aligned<Lhs, Rhs>, Axis: MetAt<D, Lhs, Rhs>>,
{
    type Output = <Outer::Output as Shape>::Push<<R::Axis as MetAt<D, Lhs, Rhs>>::Dim>;

    fn places(to: &mut Places) {
        Outer::places(to);
        to.push([Some(to.len), R::Axis::place()]);
    }
}

/// The right axis with the name of `D`.
pub trait MetAt<D, Lhs, Rhs> {
    /// The dim of both.
    type Dim: Dim;
    #[doc(hidden)]
    fn place() -> Option<usize>;
}

impl<D: Dim, Lhs, Rhs> MetAt<D, Lhs, Rhs> for Absent {
    type Dim = D;

    fn place() -> Option<usize> {
        None
    }
}

impl<D: AlignedDims<Rhs::Item, Lhs, Rhs>, Lhs, Rhs: Shape + HasAxis<Self>, const N: isize> MetAt<D, Lhs, Rhs>
    for Axis<N>
{
    type Dim = D::Output;

    fn place() -> Option<usize> {
        Self.place(Rhs::RANK?)
    }
}

/// Two equal dims.
#[diagnostic::on_unimplemented(
    message = "cannot align `{Lhs}` with `{Rhs}`",
    label = "`{Self}` and `{Other}` differ",
    note = "conformable: E-broadcast"
)]
pub trait AlignedDims<Other, Lhs, Rhs> {
    /// The static one of them, if any.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<Left: Dim<Kind: Meet<Right::Kind, Equal>>, Right: Dim, Lhs, Rhs> AlignedDims<Right, Lhs, Rhs> for Left {
    type Output = Met<Left, Right, Equal>;
}
