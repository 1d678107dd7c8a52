//! A part of a shape: some of the elements along its axes, in order, backwards or with steps; an index in the place of
//! an axis; new axes.
//!
//! ```text
//! slice((), ())               = ()
//! slice(S, (Ellipsis,))           = S
//! slice((..S, s), (..X, i))   = slice(S, X)                   i an index
//! slice((..S, s), (..X, p))   = (..slice(S, X), cut(s, p))    p a part
//! slice(S, (..X, NewAxis))        = (..slice(S, X), 1)
//! ```
//!
//! ```text
//! cut(s, ..)                  = s
//! cut(s, Reversed)            = s
//! cut(s, Narrow<f, l>)          = l                             where f + l <= s
//! cut(s, Span(f, l))          = l
//! cut(s, f..t)                = a size known at run time
//! cut(s, Stepped(p, k))         = a size known at run time
//! ```

use super::permute::axis_of;
use super::rearrange::{Rearranged, ViewBy};
use super::table::HasAxis;
use crate::sealed::Sealed;
use crate::shape::{AnyShape, Axes, AxesList, Dim, Dyn, Nil, Numbered, Shape, ShapeError, Size, Tuple, Unknown};
use core::ops::{Add, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use typenum::{B1, Const, IsLessOrEqual, ToUInt, U, Unsigned};

/// `LENGTH` elements along an axis from `FROM` on, which the compiler checks: each at most 1024.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Narrow<const FROM: usize, const LENGTH: usize>;

/// As many elements as a dim says, from an index on: where the length is known to the compiler, and where it begins is
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<D>(pub usize, pub D);

/// Every so many of the elements of a range, from the first one on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stepped<R>(pub R, pub usize);

/// The elements along an axis from the last one to the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reversed;

/// An axis of one element that was not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewAxis;

/// All axes before those that the other entries are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ellipsis;

/// Without an axis, at that index of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth<X>(pub X, pub usize);

/// A part of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NarrowAxis<X, P>(pub X, pub P);

/// A tuple with one entry for each axis: an index, a part, [`NewAxis`]; [`Ellipsis`] first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice<Xs>(pub Xs);

impl<X> Sealed for Nth<X> {}
impl<X, P> Sealed for NarrowAxis<X, P> {}
impl<Xs> Sealed for Slice<Xs> {}

/// Which elements of an axis: from an index on, so many, so far apart.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    from: usize,
    length: usize,
    step: isize,
}

/// What an entry of a slice is at run time.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// No entry.
    None,
    /// The element at that index.
    Index(usize),
    /// From an index on, to one before another, or to the end; every so many.
    Range {
        /// The first.
        from: usize,
        /// The one behind the last.
        to: Option<usize>,
        /// How far apart.
        by: usize,
    },
    /// All from the last to the first, every so many.
    Reversed {
        /// How far apart.
        by: usize,
    },
    /// A new axis.
    NewAxis,
    /// The axes before.
    Ellipsis,
}

impl Entry {
    /// The elements of an axis of a shape.
    ///
    /// # Errors
    ///
    /// If it has not those.
    #[inline]
    fn elements<S: Shape>(self, shape: &S, axis: usize) -> Result<Elements, ShapeError> {
        let size = shape.sizes().as_ref()[axis];
        let (from, to, by, sign) = match self {
            Self::Range { from, to, by } => (from, to.unwrap_or(size.max(from)), by, 1),
            Self::Reversed { by } => (0, size, by, -1),
            _ => (0, size, 1, 1),
        };
        if from > to || to > size {
            return Err(ShapeError::no_such_range(from, to, axis, shape.partial()));
        }
        if by == 0 {
            return Err(ShapeError::cannot("slice", shape.partial(), "the step is 0").at(axis));
        }
        let first = if sign > 0 { from } else { size.saturating_sub(1) };
        // a step past the end is never taken
        let step = sign * isize::try_from(by).unwrap_or(isize::MAX);
        Ok(Elements { from: first, length: (to - from).div_ceil(by), step })
    }
}

/// What a part of an axis is at run time.
pub trait AsEntry {
    #[doc(hidden)]
    fn entry(&self) -> Entry;
}

/// What is a part of an axis, and not an index.
pub trait IsPart: AsEntry {}

/// A part of the dim `D`, which stands at `X` in the shape `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a part of an axis of `{S}`",
    label = "a part is a range, `..`, `Narrow`, `Span`, `Stepped` or `Reversed`",
    note = "conformable: E-slice"
)]
pub trait PartOf<D, X, S>: IsPart {
    /// What is left of it.
    type Output: Dim;
}

/// A dim that has the part `P`.
#[diagnostic::on_unimplemented(
    message = "cannot narrow `{S}` along `{X}` to `{P}`",
    label = "the part ends after `{Self}`, the size of the axis",
    note = "conformable: E-slice"
)]
pub trait HasPart<P, X, S> {}

#[diagnostic::do_not_recommend]
impl<D: Numbered<Number: Reaches<U<F>, U<L>>>, X, S, const F: usize, const L: usize> HasPart<Narrow<F, L>, X, S> for D
where
    Const<F>: ToUInt,
    Const<L>: ToUInt,
{
}

/// A number that is at least the sum of two.
pub trait Reaches<F, L> {}
impl<F, L> Reaches<F, L> for Unknown {}
impl<N: Unsigned, F: Add<L, Output: IsLessOrEqual<N, Output = B1>>, L> Reaches<F, L> for N {}

/// Implements [`AsEntry`], and [`PartOf`] by what is left of the dim `D`:
/// `parts!(Range<usize> [] => Dyn, |range| entry;)`.
macro_rules! parts {
    ($($P:ty [$($parameters:tt)*] $D:ident => $Output:ty, |$part:pat_param| $entry:expr;)*) => {$(
        impl<$($parameters)*> AsEntry for $P {
            #[inline]
            fn entry(&self) -> Entry {
                let $part = self;
                $entry
            }
        }

        impl<$($parameters)*> IsPart for $P {}

        impl<$D: Dim, X, S, $($parameters)*> PartOf<$D, X, S> for $P {
            type Output = $Output;
        }
    )*};
}

const fn range(from: usize, to: Option<usize>) -> Entry {
    Entry::Range { from, to, by: 1 }
}

parts!(
    RangeFull [] D => D, |_| range(0, None);
    Reversed [] D => D, |_| Entry::Reversed { by: 1 };
    Range<usize> [] D => Dyn, |part| range(part.start, Some(part.end));
    RangeFrom<usize> [] D => Dyn, |part| range(part.start, None);
    RangeTo<usize> [] D => Dyn, |part| range(0, Some(part.end));
    RangeInclusive<usize> [] D => Dyn, |part| range(*part.start(), Some(part.end().saturating_add(1)));
    RangeToInclusive<usize> [] D => Dyn, |part| range(0, Some(part.end.saturating_add(1)));
    Span<E> [E: Dim] D => E, |part| range(part.0, Some(part.0.saturating_add(part.1.size())));
    Stepped<R> [R: IsPart] D => Dyn, |part| match part.0.entry() {
        Entry::Range { from, to, by } => Entry::Range { from, to, by: by.saturating_mul(part.1) },
        Entry::Reversed { by } => Entry::Reversed { by: by.saturating_mul(part.1) },
        other => other,
    };
);

impl<const F: usize, const L: usize> AsEntry for Narrow<F, L> {
    #[inline]
    fn entry(&self) -> Entry {
        range(F, Some(F.saturating_add(L)))
    }
}

impl<const F: usize, const L: usize> IsPart for Narrow<F, L> {}

impl<D: HasPart<Self, X, S>, X, S, const F: usize, const L: usize> PartOf<D, X, S> for Narrow<F, L>
where
    Size<L>: Dim,
{
    type Output = Size<L>;
}

impl AsEntry for usize {
    #[inline]
    fn entry(&self) -> Entry {
        Entry::Index(*self)
    }
}

impl AsEntry for NewAxis {
    #[inline]
    fn entry(&self) -> Entry {
        Entry::NewAxis
    }
}

impl AsEntry for Ellipsis {
    #[inline]
    fn entry(&self) -> Entry {
        Entry::Ellipsis
    }
}

/// The list behind a shape, sliced by the list of entries `X`; `S` is the whole shape, and `Xs` all entries.
#[diagnostic::on_unimplemented(
    message = "cannot slice `{S}` by `{Xs}`",
    label = "a slice has one entry for each axis: an index, a range or `..`; `Ellipsis` comes first and is all axes before; `NewAxis` adds an axis",
    note = "conformable: E-slice"
)]
pub trait Sliced<X, S, Xs> {
    /// The shape that is left.
    type Output: Shape;
}

// slice((), ()) = ()
impl<S, Xs> Sliced<Nil, S, Xs> for Nil {
    type Output = ();
}

// slice(S, (Ellipsis,)) = S
impl<S, Xs> Sliced<Axes<Ellipsis, Nil>, S, Xs> for Nil {
    type Output = ();
}

impl<Last, Outer, S, Xs> Sliced<Axes<Ellipsis, Nil>, S, Xs> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = <Self as AxesList>::Shape;
}

// slice(S, (..X, NewAxis)) = (..slice(S, X), 1)
impl<X, S, Xs> Sliced<Axes<NewAxis, X>, S, Xs> for Nil
where
    Self: Sliced<X, S, Xs>,
{
    type Output = <<Self as Sliced<X, S, Xs>>::Output as Shape>::Push<Size<1>>;
}

impl<Last, Outer, X, S, Xs> Sliced<Axes<NewAxis, X>, S, Xs> for Axes<Last, Outer>
where
    Self: Sliced<X, S, Xs>,
{
    type Output = <<Self as Sliced<X, S, Xs>>::Output as Shape>::Push<Size<1>>;
}

// slice((..S, s), (..X, i)) = slice(S, X)
impl<D: Dim, Outer: Sliced<X, S, Xs>, X, S, Xs> Sliced<Axes<usize, X>, S, Xs> for Axes<D, Outer> {
    type Output = Outer::Output;
}

// slice(*, X) = *
impl<Last, X, S, Xs> Sliced<Axes<Last, X>, S, Xs> for AnyShape {
    type Output = Self;
}

impl<S, Xs> Sliced<Nil, S, Xs> for AnyShape {
    type Output = Self;
}

/// Implements [`Sliced`] for each part: by the head of the entry, so that a refusal is the part's own.
macro_rules! sliced {
    ($($P:ty [$($parameters:tt)*];)*) => {$(
        // slice((..S, s), (..X, p)) = (..slice(S, X), cut(s, p))
        impl<D, Outer: Sliced<X, S, Xs>, X, S, Xs, $($parameters)*> Sliced<Axes<$P, X>, S, Xs> for Axes<D, Outer>
        where
            $P: PartOf<D, Xs, S>,
        {
            type Output = <Outer::Output as Shape>::Push<<$P as PartOf<D, Xs, S>>::Output>;
        }
    )*};
}

sliced!(
    RangeFull [];
    Reversed [];
    Range<usize> [];
    RangeFrom<usize> [];
    RangeTo<usize> [];
    RangeInclusive<usize> [];
    RangeToInclusive<usize> [];
    Span<E> [E];
    Stepped<R> [R];
    Narrow<F, L> [const F: usize, const L: usize];
);

/// A tuple of entries.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice",
    label = "a slice is a tuple with one entry for each axis: `(0..2, ..)`, or `(0..2,)` for one axis",
    note = "conformable: E-slice"
)]
pub trait Entries {
    /// The list of them.
    type List;

    /// Each entry, outermost first, and how many there are.
    #[doc(hidden)]
    fn entries(&self) -> ([Entry; 16], usize);
}

macro_rules! entries {
    ($(($($X:ident $x:ident)*))*) => {$(
        impl<$($X: AsEntry),*> Entries for ($($X,)*) {
            type List = <Self as Tuple>::List;

            #[inline]
            #[allow(unused_mut, unused_assignments, reason = "the tuple of no entry")]
            fn entries(&self) -> ([Entry; 16], usize) {
                let ($($x,)*) = self;
                let (mut entries, mut count) = ([Entry::None; 16], 0);
                $(
                    entries[count] = $x.entry();
                    count += 1;
                )*
                (entries, count)
            }
        }
    )*};
}

entries!(
    () (A a) (A a B b) (A a B b C c) (A a B b C c D d) (A a B b C c D d E e) (A a B b C c D d E e F f)
    (A a B b C c D d E e F f G g) (A a B b C c D d E e F f G g H h) (A a B b C c D d E e F f G g H h I i)
    (A a B b C c D d E e F f G g H h I i J j) (A a B b C c D d E e F f G g H h I i J j K k)
    (A a B b C c D d E e F f G g H h I i J j K k L l) (A a B b C c D d E e F f G g H h I i J j K k L l M m)
    (A a B b C c D d E e F f G g H h I i J j K k L l M m N n) (A a B b C c D d E e F f G g H h I i J j K k L l M m N n O o)
    (A a B b C c D d E e F f G g H h I i J j K k L l M m N n O o P p)
);

/// Goes through the axes of a shape and writes those of the part.
struct Walk<'a, S: Shape> {
    shape: &'a S,
    strides: &'a S::Sizes,
    axis: usize,
    offset: usize,
}

impl<S: Shape> Walk<'_, S> {
    /// The next axis at that entry: its size and stride in the part, if it stays.
    ///
    /// # Errors
    ///
    /// If it has not those elements.
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "two's complement")]
    fn next(&mut self, entry: Entry) -> Result<Option<(usize, usize)>, ShapeError> {
        if let Entry::NewAxis = entry {
            return Ok(Some((1, 0)));
        }
        let axis = self.axis;
        let (size, stride) = (self.shape.sizes().as_ref()[axis], self.strides.as_ref()[axis]);
        self.axis += 1;
        if let Entry::Index(index) = entry {
            if index >= size {
                return Err(ShapeError::no_such_index(index, axis, self.shape.partial()));
            }
            self.offset = self.offset.wrapping_add(stride.wrapping_mul(index));
            return Ok(None);
        }
        let Elements { from, length, step } = entry.elements(self.shape, axis)?;
        if length > 0 {
            self.offset = self.offset.wrapping_add(stride.wrapping_mul(from));
        }
        Ok(Some((length, stride.wrapping_mul(step as usize))))
    }

    /// What the part is: those axes.
    ///
    /// # Errors
    ///
    /// If an axis has had no entry, or the type says another size.
    #[inline]
    #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
    fn finish<Out: Shape>(self, sizes: &Out::Sizes, strides: Out::Sizes) -> Result<Rearranged<Out>, ShapeError> {
        // an implementation of `AsEntry` may answer with a new axis, which leaves the last axis without an entry
        if self.axis != self.shape.rank() {
            return Err(ShapeError::cannot("slice", self.shape.partial(), "each axis needs a part or an index"));
        }
        // of no element, the first one need not be there
        let offset = if sizes.as_ref().contains(&0) { 0 } else { self.offset as isize };
        Ok(Rearranged { shape: Out::from_sizes(sizes.as_ref())?, strides, offset })
    }
}

// SAFETY: `of_axes + before == rank` was compared, so `Walk::next` steps over each axis once. It compares the index or
// the range with the axis's size, and refuses a step of 0.
unsafe impl<S: Shape, Xs: Entries<List = L>, L, Out: Shape> ViewBy<S> for Slice<Xs>
where
    S::Axes: Sliced<L, S, Xs, Output = Out>,
{
    type Output = Out;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Out>, ShapeError> {
        let (entries, count) = self.0.entries();
        let entries = &entries[..count];
        let of_axes = entries.iter().filter(|entry| !matches!(entry, Entry::NewAxis | Entry::Ellipsis)).count();
        let rest = matches!(entries, [Entry::Ellipsis, ..]);
        let rank = shape.rank();
        if of_axes > rank
            || of_axes < rank && !rest
            || entries.iter().skip(1).any(|entry| matches!(entry, Entry::Ellipsis))
        {
            let why = "a slice has one entry for each axis; `Ellipsis` comes first and is all axes before";
            return Err(ShapeError::cannot("slice", shape.partial(), why));
        }
        let before = rank - of_axes;
        let kept = entries.iter().filter(|entry| !matches!(entry, Entry::Index(_) | Entry::Ellipsis)).count();
        let (mut sizes, mut over, mut at) = (Out::blank(before + kept), Out::blank(before + kept), 0);
        let mut walk = Walk { shape, strides, axis: 0, offset: 0 };
        let all = core::iter::repeat_n(&Entry::None, before);
        for &entry in all.chain(&entries[usize::from(rest)..]) {
            if let Some((size, stride)) = walk.next(entry)? {
                (sizes.as_mut()[at], over.as_mut()[at]) = (size, stride);
                at += 1;
            }
        }
        walk.finish(&sizes, over)
    }
}

/// One axis of a shape at an entry, the others as they are.
///
/// # Errors
///
/// If the shape has no such axis or element, or the entry is a new axis.
#[inline]
fn at_axis<S: Shape, Out: Shape>(
    shape: &S,
    strides: &S::Sizes,
    axis: isize,
    entry: Entry,
    rank: usize,
) -> Result<Rearranged<Out>, ShapeError> {
    let axis = axis_of(shape, axis)?;
    let (mut sizes, mut over, mut at) = (Out::blank(rank), Out::blank(rank), 0);
    let mut walk = Walk { shape, strides, axis: 0, offset: 0 };
    for i in 0..shape.rank() {
        if let Some((size, stride)) = walk.next(if i == axis { entry } else { Entry::None })? {
            (sizes.as_mut()[at], over.as_mut()[at]) = (size, stride);
            at += 1;
        }
    }
    walk.finish(&sizes, over)
}

// SAFETY: `at_axis` has stepped over each axis once, as `finish` checks. `Walk::next` compares the index with the size
// of its axis, and keeps the others.
unsafe impl<S: Shape, X: Copy> ViewBy<S> for Nth<X>
where
    S: HasAxis<X, Without: Shape>,
{
    type Output = S::Without;

    #[inline]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError> {
        // a shape without axes is refused before
        at_axis(shape, strides, S::AXIS, Entry::Index(self.1), shape.rank().saturating_sub(1))
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
        at_axis(shape, strides, S::AXIS, self.1.entry(), shape.rank())
    }
}
