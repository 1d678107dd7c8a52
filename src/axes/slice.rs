//! Slices: parts of axes, in order, backwards or with steps; single indices; new axes.
//!
//! ```text
//! slice((), ())                   = ()
//! slice(S, (Ellipsis,))           = S
//! slice(S, (..X, Ellipsis))       = (..slice(all but the last s axes of S, X), the last s axes)
//!                                                                 s = rank(S) - axes(X)
//! slice((..S, s), (..X, i))       = slice(S, X)                   i an index
//! slice((..S, s), (..X, p))       = (..slice(S, X), part(s, p))   p a part
//! slice(S, (..X, NewAxis))        = (..slice(S, X), 1)
//! ```

use super::entry::{AsEntry, Elements, Ellipsis, Entry, Narrow, NewAxis, PartOf, Reversed, Span, Stepped};
use super::permute::axis_of;
use super::rearrange::{Rearranged, ViewBy};
use super::table::HasAxis;
use crate::indices::IndexElement;
use crate::sealed::Sealed;
use crate::shape::{AnyShape, Axes, AxesList, Dim, Nil, Shape, ShapeError, Size, Tuple};
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use typenum::{B0, B1};

/// Takes one index of an axis and removes the axis. A negative index counts from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth<X, I = usize>(pub X, pub I);

/// Takes a part of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NarrowAxis<X, P>(pub X, pub P);

/// One entry for each axis: an index or a part, at most one [`Ellipsis`], and any number of [`NewAxis`]. An
/// [`AnyShape`] also takes a slice of [`Entry`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice<Xs>(pub Xs);

impl<X, I> Sealed for Nth<X, I> {}
impl<X, P> Sealed for NarrowAxis<X, P> {}
impl<Xs> Sealed for Slice<Xs> {}

/// A list of entries for the list of axes `L`; `S` is the whole shape and `Xs` all entries.
///
/// Entries, not axes, implement it: the compiler then tries no impl before it knows them.
#[diagnostic::on_unimplemented(
    message = "cannot slice `{S}` by `{Xs}`",
    label = "a slice has one entry for each axis: an index, a range or `..`; one `Ellipsis` is all other axes; `NewAxis` adds an axis",
    note = "conformable: E-slice"
)]
pub trait Sliced<L, S, Xs> {
    /// The shape of the slice.
    type Output: Shape;
}

// slice((), ()) = ()
impl<S, Xs> Sliced<Nil, S, Xs> for Nil {
    type Output = ();
}

// slice(S, (Ellipsis,)) = S
impl<S, Xs> Sliced<Nil, S, Xs> for Axes<Ellipsis, Nil> {
    type Output = ();
}

impl<Last, Outer, S, Xs> Sliced<Axes<Last, Outer>, S, Xs> for Axes<Ellipsis, Nil>
where
    Axes<Last, Outer>: AxesList,
{
    type Output = <Axes<Last, Outer> as AxesList>::Shape;
}

// slice((), (..X, x, Ellipsis)) = slice((), (..X, x))
impl<Entry, X, S, Xs> Sliced<Nil, S, Xs> for Axes<Ellipsis, Axes<Entry, X>>
where
    Axes<Entry, X>: Sliced<Nil, S, Xs>,
{
    type Output = <Axes<Entry, X> as Sliced<Nil, S, Xs>>::Output;
}

// slice(S, (..X, x, Ellipsis)) depends on whether there are more axes than entries
impl<Last, Outer, Entry, X, S, Xs, Longer> Sliced<Axes<Last, Outer>, S, Xs> for Axes<Ellipsis, Axes<Entry, X>>
where
    Axes<Entry, X>: ShorterThan<Axes<Last, Outer>, Answer = Longer> + Skips<Longer, Axes<Last, Outer>, S, Xs>,
{
    type Output = <Axes<Entry, X> as Skips<Longer, Axes<Last, Outer>, S, Xs>>::Output;
}

/// The entries before an [`Ellipsis`], which skips the last axes of `L` while axes outnumber entries.
pub trait Skips<Longer, L, S, Xs> {
    /// The shape of the slice.
    type Output: Shape;
}

impl<X: Sliced<L, S, Xs>, L, S, Xs> Skips<B0, L, S, Xs> for X {
    type Output = X::Output;
}

impl<Last: Dim, Outer, X, S, Xs> Skips<B1, Axes<Last, Outer>, S, Xs> for X
where
    Axes<Ellipsis, X>: Sliced<Outer, S, Xs>,
{
    type Output = <<Axes<Ellipsis, X> as Sliced<Outer, S, Xs>>::Output as Shape>::Push<Last>;
}

/// Compares entries with the axes of the list `L`.
pub trait ShorterThan<L> {
    /// `B1` if there are fewer entries.
    type Answer;
}

impl ShorterThan<Nil> for Nil {
    type Answer = B0;
}

impl<Last, Outer> ShorterThan<Axes<Last, Outer>> for Nil {
    type Answer = B1;
}

impl<Entry, X> ShorterThan<Nil> for Axes<Entry, X> {
    type Answer = B0;
}

impl<Last, Outer, Entry: ForAxes, X> ShorterThan<Axes<Last, Outer>> for Axes<Entry, X>
where
    X: ShorterThan<Entry::After<Last, Outer>>,
{
    type Answer = <X as ShorterThan<Entry::After<Last, Outer>>>::Answer;
}

/// An entry before an [`Ellipsis`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand before an `Ellipsis`",
    label = "a slice has at most one `Ellipsis`; the other entries are indices, parts and `NewAxis`",
    note = "conformable: E-slice"
)]
pub trait ForAxes {
    /// The axes that are left after it: the outer ones, or all of them after a new axis.
    type After<Last, Outer>;
}

impl ForAxes for NewAxis {
    type After<Last, Outer> = Axes<Last, Outer>;
}

// slice(S, (..X, NewAxis)) = (..slice(S, X), 1)
impl<X: Sliced<Nil, S, Xs>, S, Xs> Sliced<Nil, S, Xs> for Axes<NewAxis, X> {
    type Output = <X::Output as Shape>::Push<Size<1>>;
}

impl<Last, Outer, X: Sliced<Axes<Last, Outer>, S, Xs>, S, Xs> Sliced<Axes<Last, Outer>, S, Xs> for Axes<NewAxis, X> {
    type Output = <X::Output as Shape>::Push<Size<1>>;
}

impl<I: IndexElement> ForAxes for I {
    type After<Last, Outer> = Outer;
}

// slice((..S, s), (..X, i)) = slice(S, X)
impl<I: IndexElement, D: Dim, Outer, X: Sliced<Outer, S, Xs>, S, Xs> Sliced<Axes<D, Outer>, S, Xs> for Axes<I, X> {
    type Output = X::Output;
}

// slice(*, X) = *
impl<Last, X, S, Xs> Sliced<AnyShape, S, Xs> for Axes<Last, X> {
    type Output = AnyShape;
}

impl<S, Xs> Sliced<AnyShape, S, Xs> for Nil {
    type Output = AnyShape;
}

impl<S, Xs> Sliced<AnyShape, S, Xs> for AnyEntries {
    type Output = AnyShape;
}

/// Implements [`Sliced`] for each part by its type, so that an error is about that part.
macro_rules! sliced {
    ($($P:ty [$($parameters:tt)*];)*) => {$(
        impl<$($parameters)*> ForAxes for $P {
            type After<Last, Outer> = Outer;
        }

        // slice((..S, s), (..X, p)) = (..slice(S, X), part(s, p))
        impl<D, Outer, X: Sliced<Outer, S, Xs>, S, Xs, $($parameters)*> Sliced<Axes<D, Outer>, S, Xs> for Axes<$P, X>
        where
            $P: PartOf<D, Xs, S>,
        {
            type Output = <X::Output as Shape>::Push<<$P as PartOf<D, Xs, S>>::Output>;
        }
    )*};
}

sliced!(
    RangeFull [];
    Reversed [];
    Range<I> [I];
    RangeFrom<I> [I];
    RangeTo<I> [I];
    RangeInclusive<I> [I];
    RangeToInclusive<I> [I];
    Span<E, I> [E, I];
    Stepped<R, N> [R, N];
    Narrow<F, L> [const F: usize, const L: usize];
);

/// A tuple of entries, or a slice of [`Entry`]s.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice",
    label = "a slice is a tuple with one entry for each axis: `(0..2, ..)`, or `(0..2,)` for one axis",
    note = "conformable: E-slice"
)]
pub trait Entries {
    /// The list of the entries.
    type List;

    #[doc(hidden)]
    fn with_entries<R>(&self, f: impl FnOnce(&[Entry]) -> R) -> R;
}

/// The list of entries that are known only at run time.
#[derive(Clone, Copy, Debug)]
pub struct AnyEntries;

impl Entries for &[Entry] {
    type List = AnyEntries;

    #[inline]
    fn with_entries<R>(&self, f: impl FnOnce(&[Entry]) -> R) -> R {
        f(self)
    }
}

impl<const N: usize> Entries for [Entry; N] {
    type List = AnyEntries;

    #[inline]
    fn with_entries<R>(&self, f: impl FnOnce(&[Entry]) -> R) -> R {
        f(self)
    }
}

macro_rules! entries {
    ($(($($X:ident $x:ident)*))*) => {$(
        impl<$($X: AsEntry),*> Entries for ($($X,)*) {
            type List = <Self as Tuple>::List;

            #[inline]
            fn with_entries<R>(&self, f: impl FnOnce(&[Entry]) -> R) -> R {
                let ($($x,)*) = self;
                f(&[$($x.entry()),*])
            }
        }
    )*};
}

entries!(
    () (A a) (A a B b) (A a B b C c) (A a B b C c D d) (A a B b C c D d E e) (A a B b C c D d E e F f)
    (A a B b C c D d E e F f G g) (A a B b C c D d E e F f G g H h) (A a B b C c D d E e F f G g H h I i)
    (A a B b C c D d E e F f G g H h I i J j) (A a B b C c D d E e F f G g H h I i J j K k)
    (A a B b C c D d E e F f G g H h I i J j K k L l) (A a B b C c D d E e F f G g H h I i J j K k L l M m)
    (A a B b C c D d E e F f G g H h I i J j K k L l M m N n)
        (A a B b C c D d E e F f G g H h I i J j K k L l M m N n O o)
    (A a B b C c D d E e F f G g H h I i J j K k L l M m N n O o P p)
);

/// Walks the axes of a shape and collects those of the slice.
struct Walk<'a, S: Shape> {
    shape: &'a S,
    strides: &'a S::Sizes,
    axis: usize,
    offset: usize,
}

impl<S: Shape> Walk<'_, S> {
    /// The size and stride of the next axis.
    #[inline]
    fn keep(&mut self) -> (usize, usize) {
        let axis = self.axis;
        self.axis += 1;
        (self.shape.sizes().as_ref()[axis], self.strides.as_ref()[axis])
    }

    /// The size and stride of the next axis in the slice; `None` if an index removes it.
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "two's complement")]
    fn next(&mut self, entry: Entry) -> Result<Option<(usize, usize)>, ShapeError> {
        if let Entry::New = entry {
            return Ok(Some((1, 0)));
        }
        let axis = self.axis;
        let (size, stride) = self.keep();
        if let Entry::Index(index) = entry {
            let Some(place) = index.place(size) else {
                return Err(ShapeError::no_such_index(index, axis, self.shape.partial()));
            };
            self.offset = self.offset.wrapping_add(stride.wrapping_mul(place));
            return Ok(None);
        }
        let Elements { from, length, step } = entry.elements(self.shape, axis)?;
        if length > 0 {
            self.offset = self.offset.wrapping_add(stride.wrapping_mul(from));
        }
        Ok(Some((length, stride.wrapping_mul(step as usize))))
    }

    /// The slice with those axes.
    ///
    /// # Errors
    ///
    /// If not every axis had an entry, or the type has another size.
    #[inline]
    #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
    fn finish<Out: Shape>(self, sizes: &Out::Sizes, strides: Out::Sizes) -> Result<Rearranged<Out>, ShapeError> {
        // an implementation of `AsEntry` may return a new axis, which leaves the last axis without an entry
        if self.axis != self.shape.rank() {
            return Err(ShapeError::cannot("slice", self.shape.partial(), "each axis needs a part or an index"));
        }
        // the first element of an empty slice need not exist
        let offset = if sizes.as_ref().contains(&0) { 0 } else { self.offset as isize };
        Ok(Rearranged { shape: Out::from_sizes(sizes.as_ref())?, strides, offset })
    }
}

// SAFETY: the entries for axes and the skipped axes together were compared with the rank, so `Walk::next` steps over
// each axis once. It compares the index or the range with the size of the axis, and refuses a step of 0.
unsafe impl<S: Shape, Xs: Entries<List = L>, L: Sliced<S::Axes, S, Xs, Output = Out>, Out: Shape> ViewBy<S>
    for Slice<Xs>
{
    type Output = Out;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Out>, ShapeError> {
        self.0.with_entries(|entries| {
            let count = |of: fn(&Entry) -> bool| entries.iter().filter(|entry| of(entry)).count();
            let ellipses = count(|entry| matches!(entry, Entry::Rest));
            let for_axes = entries.len() - ellipses - count(|entry| matches!(entry, Entry::New));
            let skipped = match (shape.rank().checked_sub(for_axes), ellipses) {
                (Some(0), 0) => 0,
                (Some(skipped), 1) => skipped,
                _ => return Err(ShapeError::entries(entries.len(), shape.partial())),
            };
            let rank = skipped + entries.len() - ellipses - count(|entry| matches!(entry, Entry::Index(_)));
            let (mut sizes, mut over, mut at) = (Out::blank(rank), Out::blank(rank), 0);
            let mut walk = Walk { shape, strides, axis: 0, offset: 0 };
            let mut put = |(size, stride)| {
                (sizes.as_mut()[at], over.as_mut()[at]) = (size, stride);
                at += 1;
            };
            for &entry in entries {
                if let Entry::Rest = entry {
                    (0..skipped).for_each(|_| put(walk.keep()));
                } else if let Some(axis) = walk.next(entry)? {
                    put(axis);
                }
            }
            walk.finish(&sizes, over)
        })
    }
}

/// Applies an entry to one axis of a shape; fails if it is out of bounds or a new axis.
#[inline]
fn at_axis<S: Shape, Out: Shape>(
    shape: &S,
    strides: &S::Sizes,
    axis: usize,
    entry: Entry,
    rank: usize,
) -> Result<Rearranged<Out>, ShapeError> {
    let (mut sizes, mut over, mut at) = (Out::blank(rank), Out::blank(rank), 0);
    let mut walk = Walk { shape, strides, axis: 0, offset: 0 };
    for i in 0..shape.rank() {
        if let Some((size, stride)) = if i == axis { walk.next(entry)? } else { Some(walk.keep()) } {
            (sizes.as_mut()[at], over.as_mut()[at]) = (size, stride);
            at += 1;
        }
    }
    walk.finish(&sizes, over)
}

// SAFETY: `at_axis` has stepped over each axis once, as `finish` checks. `Walk::next` compares the index with the size
// of its axis, and keeps the others.
unsafe impl<S: Shape, X: Copy, I: IndexElement> ViewBy<S> for Nth<X, I>
where
    S: HasAxis<X, Without: Shape>,
{
    type Output = S::Without;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        // `axis_of` refuses a shape without axes
        let axis = axis_of(shape, &self.0)?;
        at_axis(shape, strides, axis, Entry::Index(self.1.signed()), shape.rank() - 1)
    }
}

// SAFETY: `at_axis` has stepped over each axis once, as `finish` checks. `Walk::next` compares the range with the size
// of its axis, refuses a step of 0, and keeps the others.
unsafe impl<S: Shape, X: Copy, P, D> ViewBy<S> for NarrowAxis<X, P>
where
    S: HasAxis<X, Item = D, Put<P::Output>: Shape>,
    P: PartOf<D, X, S>,
{
    type Output = S::Put<P::Output>;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        at_axis(shape, strides, axis_of(shape, &self.0)?, self.1.entry(), shape.rank())
    }
}
