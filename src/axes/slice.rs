//! A part of a shape: some of the elements along its axes, in order, backwards or with steps; an index in place of an
//! axis; new axes.
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
//!
//! ```text
//! part(s, ..)                     = s
//! part(s, Reversed)               = s
//! part(s, Narrow<f, l>)           = l                             where f + l <= s
//! part(s, Span(f, l))             = l
//! part(s, f..t)                   = a size known at run time
//! part(s, Stepped(p, Size<k>))    = part(s, p) / k, rounded up
//! part(s, Stepped(p, k))          = a size known at run time
//! ```

use super::permute::axis_of;
use super::rearrange::{Rearranged, ViewBy};
use super::table::HasAxis;
use crate::indices::IndexElement;
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, AxesList, Dim, Dyn, FromNumber, Nil, Numbered, Shape, ShapeError, Size, Tuple, Unknown,
};
use core::ops::{Add, Div, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive, Sub};
use typenum::{B0, B1, Const, IsLessOrEqual, ToUInt, U, Unsigned};

/// `LENGTH` elements along an axis from `FROM` on, which the compiler checks: each at most 1024.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Narrow<const FROM: usize, const LENGTH: usize>;

/// As many elements as a dim says, from an index on. The compiler knows the length and not the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<D, I = usize>(pub I, pub D);

/// Every n-th element of a part. The first element is the first one of the part; if the step is negative, it is the
/// last one.
///
/// The step is an integer, or a [`Size`], with which a known size stays known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stepped<R, N = usize>(pub R, pub N);

/// The elements along an axis from the last one to the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reversed;

/// A new axis of size 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewAxis;

/// All axes that the other entries are not for, unchanged: NumPy's `...`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ellipsis;

/// One index of an axis, which is removed. A negative index counts from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth<X, I = usize>(pub X, pub I);

/// A part of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NarrowAxis<X, P>(pub X, pub P);

/// A tuple with one entry for each axis: an index or a part. It may have one [`Ellipsis`], and any number of
/// [`NewAxis`]. For an [`AnyShape`] it is also a slice of [`Entry`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice<Xs>(pub Xs);

impl<X, I> Sealed for Nth<X, I> {}
impl<X, P> Sealed for NarrowAxis<X, P> {}
impl<Xs> Sealed for Slice<Xs> {}

/// An entry of a slice that is known only at run time.
///
/// A negative index, start or end counts from the end of the axis.
///
/// ```
/// use conformable::Tensor;
/// use conformable::axes::Entry;
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]).erase();
/// let entries = [Entry::Rest, Entry::Range { start: -3, end: None, step: 2 }];
/// assert_eq!(x.slice(&entries[..]), Tensor::from([[2, 4], [6, 8]]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The element at an index; the axis is removed.
    Index(isize),
    /// The elements from `start` up to `end`, or to the last one. Of these every `step`-th, from the first one, or from
    /// the last one backwards if the step is negative.
    Range {
        /// The first index.
        start: isize,
        /// The index after the last.
        end: Option<isize>,
        /// The distance of two elements. It is not 0.
        step: isize,
    },
    /// A new axis of size 1.
    New,
    /// All axes that the other entries are not for.
    Rest,
}

/// The elements of an axis: the first one, how many, and their distance.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    from: usize,
    length: usize,
    step: isize,
}

/// An integer as an index of a slice. An index that is too large for `isize` is out of bounds of every axis.
#[inline]
fn index<I: IndexElement>(index: I) -> isize {
    let number = index.number();
    isize::try_from(number).unwrap_or(if number < 0 { isize::MIN } else { isize::MAX })
}

/// The range of all elements of an axis.
const ALL: Entry = Entry::Range { start: 0, end: None, step: 1 };

impl Entry {
    /// The elements of an axis of a shape.
    ///
    /// # Errors
    ///
    /// If the axis does not have them, or the step is 0.
    #[inline]
    fn elements<S: Shape>(self, shape: &S, axis: usize) -> Result<Elements, ShapeError> {
        let size = shape.sizes().as_ref()[axis];
        let Self::Range { start, end, step } = self else {
            return Ok(Elements { from: 0, length: size, step: 1 });
        };
        #[allow(clippy::cast_sign_loss, reason = "it is not negative, or what is negative wraps back")]
        let from_start = |index: isize| {
            if index < 0 { size.checked_sub(index.unsigned_abs()) } else { Some(index as usize) }
        };
        let (from, to) = (from_start(start), end.map_or(Some(size), from_start));
        let (Some(from), Some(to)) = (from, to) else {
            return Err(ShapeError::no_such_range(start, end, axis, shape.partial()));
        };
        if from > to || to > size {
            return Err(ShapeError::no_such_range(start, end, axis, shape.partial()));
        }
        if step == 0 {
            return Err(ShapeError::cannot("slice", shape.partial(), "the step is 0").at(axis));
        }
        let first = if step > 0 { from } else { to.saturating_sub(1) };
        Ok(Elements { from: first, length: (to - from).div_ceil(step.unsigned_abs()), step })
    }

    /// The same elements, of which only every n-th stays.
    #[inline]
    fn stepped(self, by: isize) -> Self {
        match self {
            Self::Range { start, end, step } => Self::Range { start, end, step: step.saturating_mul(by) },
            other => other,
        }
    }
}

/// What a part of an axis is at run time.
pub trait AsEntry {
    #[doc(hidden)]
    fn entry(&self) -> Entry;
}

/// A part of an axis, and not an index.
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

/// The step of a [`Stepped`], and the dim that is left of the dim `D`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a step of a slice",
    label = "a step is an integer, or a `Size` of at least 1",
    note = "conformable: E-slice"
)]
pub trait StepOf<D>: Step {
    /// The dim that is left.
    type Output: Dim;
}

/// A step as a number.
pub trait Step: Copy {
    #[doc(hidden)]
    fn step(self) -> isize;
}

impl<const N: usize> Step for Size<N> {
    #[inline]
    fn step(self) -> isize {
        isize::try_from(N).unwrap_or(isize::MAX)
    }
}

impl<D: Numbered, const N: usize> StepOf<D> for Size<N>
where
    Const<N>: ToUInt,
    D::Number: Steps<U<N>>,
{
    type Output = <D::Number as Steps<U<N>>>::Dim;
}

/// A number that is divided by a step and rounded up.
pub trait Steps<N> {
    /// The quotient as a dim.
    type Dim: Dim;
}

impl<N> Steps<N> for Unknown {
    type Dim = Dyn;
}

// ceil(s / n) = (s + n - 1) / n
impl<S: Unsigned + Add<N, Output = Plus>, N: Unsigned, Plus, Less, Q> Steps<N> for S
where
    Plus: Sub<B1, Output = Less>,
    Less: Div<N, Output = Q>,
    Q: FromNumber<Dim: Dim>,
{
    type Dim = Q::Dim;
}

// one impl for all integers, so that the type of a literal does not matter
impl<N: IndexElement> Step for N {
    #[inline]
    fn step(self) -> isize {
        index(self)
    }
}

impl<D, N: IndexElement> StepOf<D> for N {
    type Output = Dyn;
}

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

/// The range from an index on, up to another or to the end.
#[inline]
fn range<I: IndexElement>(start: I, end: Option<I>) -> Entry {
    Entry::Range { start: index(start), end: end.map(index), step: 1 }
}

/// The range from an index on that ends with another. The last index -1 is the end of the axis.
#[inline]
fn closed(start: isize, last: isize) -> Entry {
    Entry::Range { start, end: if last == -1 { None } else { Some(last.saturating_add(1)) }, step: 1 }
}

parts!(
    RangeFull [] D => D, |_| ALL;
    Reversed [] D => D, |_| ALL.stepped(-1);
    Range<I> [I: IndexElement] D => Dyn, |part| range(part.start, Some(part.end));
    RangeFrom<I> [I: IndexElement] D => Dyn, |part| range(part.start, None);
    RangeTo<I> [I: IndexElement] D => Dyn, |part| Entry::Range { start: 0, end: Some(index(part.end)), step: 1 };
    RangeInclusive<I> [I: IndexElement] D => Dyn, |part| closed(index(*part.start()), index(*part.end()));
    RangeToInclusive<I> [I: IndexElement] D => Dyn, |part| closed(0, index(part.end));
    Span<E, I> [E: Dim, I: IndexElement] D => E, |part| {
        let (start, length) = (index(part.0), isize::try_from(part.1.size()).unwrap_or(isize::MAX));
        // a negative start may end with the axis
        let end = if start < 0 && start.saturating_add(length) == 0 { None } else { Some(start.saturating_add(length)) };
        Entry::Range { start, end, step: 1 }
    };
);

impl<R: IsPart, N: Step> AsEntry for Stepped<R, N> {
    #[inline]
    fn entry(&self) -> Entry {
        self.0.entry().stepped(self.1.step())
    }
}

impl<R: IsPart, N: Step> IsPart for Stepped<R, N> {}

impl<D, X, S, R: PartOf<D, X, S>, N: StepOf<R::Output>> PartOf<D, X, S> for Stepped<R, N> {
    type Output = N::Output;
}

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

impl AsEntry for NewAxis {
    #[inline]
    fn entry(&self) -> Entry {
        Entry::New
    }
}

impl AsEntry for Ellipsis {
    #[inline]
    fn entry(&self) -> Entry {
        Entry::Rest
    }
}

/// A list of entries that slices the list `L` behind a shape; `S` is the whole shape, and `Xs` all entries.
///
/// The entries are the implementor, and not the axes: while the compiler does not know them, it then tries no impl.
#[diagnostic::on_unimplemented(
    message = "cannot slice `{S}` by `{Xs}`",
    label = "a slice has one entry for each axis: an index, a range or `..`; one `Ellipsis` is all other axes; `NewAxis` adds an axis",
    note = "conformable: E-slice"
)]
pub trait Sliced<L, S, Xs> {
    /// The shape that is left.
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

// slice(S, (..X, x, Ellipsis)): whether there are more axes than entries decides
impl<Last, Outer, Entry, X, S, Xs, Longer> Sliced<Axes<Last, Outer>, S, Xs> for Axes<Ellipsis, Axes<Entry, X>>
where
    Axes<Entry, X>: ShorterThan<Axes<Last, Outer>, Answer = Longer> + Skips<Longer, Axes<Last, Outer>, S, Xs>,
{
    type Output = <Axes<Entry, X> as Skips<Longer, Axes<Last, Outer>, S, Xs>>::Output;
}

/// The entries before an [`Ellipsis`], which skips the last axes of `L` while there are more axes than entries.
pub trait Skips<Longer, L, S, Xs> {
    /// The shape that is left.
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

/// Whether there are fewer entries for axes than axes in the list `L`.
pub trait ShorterThan<L> {
    /// `B1` if there are.
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

/// An entry beside an [`Ellipsis`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand before an `Ellipsis`",
    label = "a slice has at most one `Ellipsis`; the other entries are indices, parts and `NewAxis`",
    note = "conformable: E-slice"
)]
pub trait ForAxes {
    /// The axes that are left after it: the outer ones, or all of them if it is a new axis.
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

// one impl for all integers, so that the type of a literal does not matter
impl<I: IndexElement> AsEntry for I {
    #[inline]
    fn entry(&self) -> Entry {
        Entry::Index(index(*self))
    }
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

/// Implements [`Sliced`] for each part: by the head of the entry, so that a refusal is the part's own.
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
    /// The list of them.
    type List;

    /// Calls the function with the entries, outermost first.
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
    /// If the axis does not have those elements.
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "two's complement")]
    fn next(&mut self, entry: Entry) -> Result<Option<(usize, usize)>, ShapeError> {
        if let Entry::New = entry {
            return Ok(Some((1, 0)));
        }
        let axis = self.axis;
        let (size, stride) = (self.shape.sizes().as_ref()[axis], self.strides.as_ref()[axis]);
        self.axis += 1;
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

// SAFETY: the entries that are for axes and the axes that are skipped are as many as the rank, which was compared. So
// `Walk::next` steps over each axis once. It compares the index or the range with the size of the axis, and refuses a
// step of 0.
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
            for &entry in entries {
                let (entry, times) = if let Entry::Rest = entry { (ALL, skipped) } else { (entry, 1) };
                for _ in 0..times {
                    if let Some((size, stride)) = walk.next(entry)? {
                        (sizes.as_mut()[at], over.as_mut()[at]) = (size, stride);
                        at += 1;
                    }
                }
            }
            walk.finish(&sizes, over)
        })
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
    axis: usize,
    entry: Entry,
    rank: usize,
) -> Result<Rearranged<Out>, ShapeError> {
    let (mut sizes, mut over, mut at) = (Out::blank(rank), Out::blank(rank), 0);
    let mut walk = Walk { shape, strides, axis: 0, offset: 0 };
    for i in 0..shape.rank() {
        if let Some((size, stride)) = walk.next(if i == axis { entry } else { ALL })? {
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
        // a shape without axes is refused before
        let axis = axis_of(shape, &self.0)?;
        at_axis(shape, strides, axis, Entry::Index(index(self.1)), shape.rank() - 1)
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
