//! The entries of a slice.
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

use crate::indices::IndexElement;
use crate::shape::{Dim, Dyn, FromNumber, IntoDim, Numbered, Shape, ShapeError, Size, Unknown};
use core::ops::{Add, Div, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive, Sub};
use typenum::{B1, Const, IsLessOrEqual, ToUInt, U, Unsigned};

/// `LENGTH` elements from the index `FROM` on, both at most 1024. The compiler checks the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Narrow<const FROM: usize, const LENGTH: usize>;

/// A number of elements, a dim or a `usize`, from a run-time index on. The result's type keeps a [`Size`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<D, I = usize>(pub I, pub D);

/// Every n-th element of a part, from its first element, or backwards from its last if the step is negative.
///
/// The step is an integer, or a [`Size`], which keeps a known size known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stepped<R, N = usize>(pub R, pub N);

/// The elements along an axis in reverse order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reversed;

/// A new axis of size 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewAxis;

/// All axes without another entry, unchanged: NumPy's `...`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ellipsis;

/// An entry of a slice that is known only at run time. Negative indices count from the end.
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
    /// Every `step`-th element from `start` up to `end`, or to the last; backwards from the last if `step` is negative.
    Range {
        /// The first index.
        start: isize,
        /// The index after the last.
        end: Option<isize>,
        /// The distance of two elements, which is not 0.
        step: isize,
    },
    /// A new axis of size 1.
    New,
    /// All axes without another entry.
    Rest,
    /// Several steps, each applied to the elements that the previous ones leave.
    #[doc(hidden)]
    Steps {
        /// The first index.
        start: isize,
        /// The index after the last.
        end: Option<isize>,
        /// The steps, innermost first; unused ones are 1.
        steps: [isize; 3],
    },
}

/// Elements of an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    pub(super) from: usize,
    pub(super) length: usize,
    pub(super) step: isize,
}

impl Elements {
    /// Every n-th of these elements, backwards if `by`, which is not 0, is negative.
    #[inline]
    #[allow(clippy::cast_possible_wrap, reason = "an axis has at most `isize::MAX` elements that are not one element")]
    fn stepped(self, by: isize) -> Self {
        let Self { from, length, step } = self;
        let last = step.wrapping_mul(length.saturating_sub(1) as isize);
        Self {
            from: if by > 0 { from } else { from.wrapping_add_signed(last) },
            length: length.div_ceil(by.unsigned_abs()),
            // a step past the end is never taken
            step: step.saturating_mul(by),
        }
    }
}

const ALL: Entry = Entry::Range { start: 0, end: None, step: 1 };

impl Entry {
    /// Resolves a part of an axis; fails if it is out of bounds or a step is 0.
    #[inline]
    pub(super) fn elements<S: Shape>(self, shape: &S, axis: usize) -> Result<Elements, ShapeError> {
        let size = shape.sizes().as_ref()[axis];
        let (start, end, steps) = match self {
            Self::Range { start, end, step } => (start, end, [step, 1, 1]),
            Self::Steps { start, end, steps } => (start, end, steps),
            _ => return Ok(Elements { from: 0, length: size, step: 1 }),
        };
        #[allow(clippy::cast_sign_loss, reason = "a size that is added to a negative index wraps around to it")]
        let place = |index: isize| if index < 0 { size.wrapping_add(index as usize) } else { index as usize };
        let (from, to) = (place(start), end.map_or(size, place));
        if from > to || to > size {
            return Err(ShapeError::no_such_range(start, end, axis, shape.partial()));
        }
        let all = Elements { from, length: to - from, step: 1 };
        match steps {
            [1, 1, 1] => Ok(all),
            [step, 1, 1] if step != 0 => Ok(all.stepped(step)),
            [0, ..] | [_, 0, _] | [.., 0] => {
                let why = "a step is 0, or too many steps are nested";
                Err(ShapeError::cannot("slice", shape.partial(), why).at(axis))
            }
            [a, b, c] => Ok(all.stepped(a).stepped(b).stepped(c)),
        }
    }

    /// Positive steps are multiplied, and so is a negative one with a step of 1 or -1. Other negative steps are kept
    /// apart: they begin at the last element that the previous steps leave, which depends on the size of the axis.
    #[inline]
    fn stepped(self, by: isize) -> Self {
        let (start, end, mut steps) = match self {
            Self::Range { start, end, step } => (start, end, [step, 1, 1]),
            Self::Steps { start, end, steps } => (start, end, steps),
            other => return other,
        };
        let last = steps.iter().rposition(|&step| step != 1).unwrap_or(0);
        if by >= 0 || steps[last].unsigned_abs() == 1 {
            steps[last] = steps[last].saturating_mul(by);
        } else if let Some(next) = steps.get_mut(last + 1) {
            *next = by;
        } else {
            // too many steps: refused as a step of 0
            steps[last] = 0;
        }
        match steps {
            [step, 1, 1] => Self::Range { start, end, step },
            _ => Self::Steps { start, end, steps },
        }
    }
}

/// An entry as a run-time value.
pub trait AsEntry {
    #[doc(hidden)]
    fn entry(&self) -> Entry;
}

/// A part of an axis, not an index.
pub trait IsPart: AsEntry {}

/// A part of the dim `D` at `X` in the shape `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a part of an axis of `{S}`",
    label = "a part is a range, `..`, `Narrow`, `Span`, `Stepped` or `Reversed`",
    note = "conformable: E-slice"
)]
pub trait PartOf<D, X, S>: IsPart {
    /// The dim of the part.
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

/// The step of a [`Stepped`] part of the dim `D` at `X` in the shape `S`.
#[diagnostic::on_unimplemented(
    message = "cannot slice `{S}` by `{X}` with a step of `{Self}`",
    label = "a step is an integer, or a `Size` of at least 1",
    note = "conformable: E-slice"
)]
pub trait StepOf<D, X, S>: Step {
    /// The dim of the stepped part.
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

#[diagnostic::do_not_recommend]
impl<D: Numbered, X, S, const N: usize> StepOf<D, X, S> for Size<N>
where
    Const<N>: ToUInt,
    D::Number: Steps<U<N>>,
{
    type Output = D::Naming<<D::Number as Steps<U<N>>>::Dim>;
}

/// A number divided by a step and rounded up.
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

// one impl, so that a literal has any type
impl<N: IndexElement> Step for N {
    #[inline]
    fn step(self) -> isize {
        self.signed()
    }
}

#[diagnostic::do_not_recommend]
impl<D, X, S, N: IndexElement> StepOf<D, X, S> for N {
    type Output = Dyn;
}

/// Implements [`AsEntry`] and [`PartOf`]: `parts!(Range<usize> [] D => Dyn, |range| entry;)`.
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

#[inline]
fn range<I: IndexElement>(start: I, end: Option<I>) -> Entry {
    Entry::Range { start: start.signed(), end: end.map(I::signed), step: 1 }
}

/// A range with its last index; -1 is the end of the axis.
#[inline]
fn closed(start: isize, last: isize) -> Entry {
    Entry::Range { start, end: if last == -1 { None } else { Some(last.saturating_add(1)) }, step: 1 }
}

parts!(
    RangeFull [] D => D, |_| ALL;
    Reversed [] D => D, |_| ALL.stepped(-1);
    Range<I> [I: IndexElement] D => Dyn, |part| range(part.start, Some(part.end));
    RangeFrom<I> [I: IndexElement] D => Dyn, |part| range(part.start, None);
    RangeTo<I> [I: IndexElement] D => Dyn, |part| Entry::Range { start: 0, end: Some(part.end.signed()), step: 1 };
    RangeInclusive<I> [I: IndexElement] D => Dyn, |part| closed(part.start().signed(), part.end().signed());
    RangeToInclusive<I> [I: IndexElement] D => Dyn, |part| closed(0, part.end.signed());
    Span<E, I> [E: IntoDim + Copy, I: IndexElement] D => E::Dim, |part| {
        let (start, length) = (part.0.signed(), isize::try_from(part.1.into_dim().size()).unwrap_or(isize::MAX));
        let end = match start.saturating_add(length) {
            // a negative start, and a length up to the end of the axis or past it
            0 if start < 0 => None,
            1.. if start < 0 => Some(isize::MAX),
            end => Some(end),
        };
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

impl<D, X, S, R: PartOf<D, X, S>, N: StepOf<R::Output, X, S>> PartOf<D, X, S> for Stepped<R, N> {
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

impl<I: IndexElement> AsEntry for I {
    #[inline]
    fn entry(&self) -> Entry {
        Entry::Index(self.signed())
    }
}
