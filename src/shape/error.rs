//! The errors of shapes at run time.

use super::any::PartialShape;
use super::clash::{Clash, Relation};
use super::kind::Reason;
use super::picture::Alignment;
use super::wording::{Matrices, sentence};
use core::fmt::{self, Debug, Display};

/// Why run-time shapes do not conform: both shapes, and where they clash.
///
/// The text shows the shapes aligned as the rule aligns them and marks the axis. Of more than 32 axes it shows the
/// first and last three, and the one that clashes:
///
/// ```
/// let error = conformable::broadcast_shapes(&[&[2, 3, 4], &[2, 3, 6]]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot broadcast (2, 3, 4) with (2, 3, 6)
///   lhs  2  3  4
///   rhs  2  3  6
///              ^ 4 and 6 differ, and neither is 1"
/// );
/// assert_eq!(error.axis(), Some(2));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ShapeError(Held);

#[cfg(feature = "alloc")]
type Held = alloc::boxed::Box<Inner>;
#[cfg(not(feature = "alloc"))]
type Held = Inner;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    relation: Relation,
    clash: Clash,
    lhs: PartialShape,
    rhs: PartialShape,
    /// The position of the operand that is the right shape, if there are more than two.
    operand: Option<usize>,
}

/// The kind of a [`ShapeError`].
///
/// The guide's page `docs/guide/src/errors/runtime.md` has an example of each kind, and `index.md` there has a page for
/// each code that a compile error ends with, such as `E-broadcast`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Two sizes along one axis differ.
    Mismatch,
    /// A size with a label or bounds would have to broadcast.
    LabelMismatch,
    /// The ranks do not fit.
    RankMismatch,
    /// The axis does not exist, or a shape aligned from it overruns the other.
    AxisOutOfRange,
    /// An axis is named twice.
    AxisTwice,
    /// An index or a range is out of bounds.
    IndexOutOfRange,
    /// A window does not fit in a shape, or its groups do not divide the channels.
    NoPlace,
    /// A shape of rank 0, where the rule requires an axis.
    NoAxis,
    /// The numel is above what `usize` or memory can hold.
    Overflow,
    /// The number of elements given, or of those in a row, is not that of the shape.
    Length,
    /// The elements of a tensor cannot be allocated.
    ///
    /// The program aborts if it cannot allocate an
    /// [`AnyShape`](super::AnyShape) above rank 6, the error itself or a clone of a tensor on the heap, or if the
    /// system overcommits memory and the elements are written.
    OutOfMemory,
    /// A text is not an equation or a pattern of letters.
    Malformed,
    /// A shape function of another crate returned [`ShapeError::cannot`].
    Other,
}

impl ShapeError {
    pub(crate) fn new(
        relation: Relation,
        clash: Clash,
        lhs: impl Into<PartialShape>,
        rhs: impl Into<PartialShape>,
    ) -> Self {
        let inner = Inner { relation, clash, lhs: lhs.into(), rhs: rhs.into(), operand: None };
        #[cfg(feature = "alloc")]
        let inner = inner.into();
        Self(inner)
    }

    /// The sizes are not those of a shape type, as in [`Shape::from_sizes`](super::Shape::from_sizes).
    #[must_use]
    pub fn not_a(sizes: &[usize], wanted: PartialShape) -> Self {
        Self::not_a_part(sizes.into(), wanted)
    }

    pub(crate) fn not_a_part(sizes: PartialShape, wanted: PartialShape) -> Self {
        let [known, dims] = [&sizes, &wanted].map(|shape| shape.dims().unwrap_or_default());
        let differs = |axis: &usize| known[*axis].is_some_and(|size| !wanted.admits(*axis, size));
        let clash = match (0..known.len().min(dims.len())).find(differs) {
            Some(axis) if known.len() == dims.len() => {
                Clash::Pair { from_last: dims.len() - 1 - axis, reason: Reason::Sizes }
            }
            _ => Clash::Rank,
        };
        Self::new(Relation::Refine, clash, sizes, wanted)
    }

    /// The shape has more elements than memory can address.
    #[must_use]
    pub fn overflow(shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::Overflow, shape.into())
    }

    /// The result has more elements than memory can address.
    #[cold]
    pub(crate) fn overflowing(what: &'static str, shape: PartialShape) -> Self {
        Self::of_one(Relation::Other { what, second: None }, Clash::Overflow, shape)
    }

    /// This number of elements does not fill the shape.
    #[must_use]
    pub fn length(elements: usize, shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::Length(elements), shape.into())
    }

    /// The shape does not have the axis, counted from 0, or back from -1.
    #[must_use]
    pub fn no_such_axis(axis: isize, shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::NoSuchAxis(axis), shape.into())
    }

    #[cold]
    pub(crate) fn no_such_gap(axis: isize, more: usize, twice: bool, shape: PartialShape) -> Self {
        Self::of_one(Relation::Numel, Clash::NoSuchGap { axis, more, twice }, shape)
    }

    #[cold]
    pub(crate) fn order(axes: usize, shape: PartialShape) -> Self {
        Self::of_one(Relation::Numel, Clash::Order(axes), shape)
    }

    /// The axis is named twice where each may be named once.
    #[must_use]
    pub fn axis_twice(axis: isize, shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::AxisTwice(axis), shape.into())
    }

    /// The index is out of bounds for the axis, counted from 0.
    #[must_use]
    pub fn no_such_index(index: isize, axis: usize, shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::NoSuchIndex { index, axis }, shape.into())
    }

    /// An index of a tensor of indices is out of bounds for an axis of the shape, counted from 0.
    ///
    /// `of` is the shape of the indices, and `place` the position of the index in row-major order.
    ///
    /// ```
    /// use conformable::{Shape, ShapeError, shape};
    ///
    /// let error = ShapeError::no_such_element(7, 3, shape![2, 2].partial(), 0, shape![5, 4].partial());
    /// assert_eq!(
    ///     error.to_string(),
    ///     "index 7 at [1, 1] of the indices (2, 2) is out of bounds for axis 0 of (5, 4), which is 5"
    /// );
    /// ```
    #[must_use]
    pub fn no_such_element(index: i128, place: usize, of: PartialShape, axis: usize, shape: PartialShape) -> Self {
        Self::new(Relation::Numel, Clash::NoSuchElement { index, place, axis }, shape, of)
    }

    pub(crate) fn entries(entries: usize, shape: PartialShape) -> Self {
        Self::of_one(Relation::Numel, Clash::Entries(entries), shape)
    }

    /// The range is out of bounds for an axis of the shape, counted from 0; `None` is the end of the axis.
    #[must_use]
    pub fn no_such_range(from: isize, to: Option<isize>, axis: usize, shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::NoSuchRange { from, to, axis }, shape.into())
    }

    /// [`Clash::Ragged`]; the last size of the shape is the length of the first row.
    #[cfg(feature = "alloc")]
    pub(crate) fn ragged(row: usize, length: usize, shape: PartialShape) -> Self {
        Self::of_one(Relation::Numel, Clash::Ragged { row, length }, shape)
    }

    pub(crate) fn not_square(shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::NotSquare, shape.into())
    }

    /// The elements of the shape need this number of bytes, which the allocator does not have.
    #[must_use]
    pub fn out_of_memory(bytes: usize, shape: impl Into<PartialShape>) -> Self {
        Self::of_one(Relation::Numel, Clash::Memory(bytes), shape.into())
    }

    /// The error of your own shape function, with the reason.
    ///
    /// Add a second shape by [`with`](Self::with) and an axis by [`at`](Self::at).
    ///
    /// ```
    /// use conformable::{Shape, ShapeError, shape};
    ///
    /// let (x, y) = (shape![2, 3], shape![2, 4]);
    /// let error =
    ///     ShapeError::cannot("interleave", x.partial(), "both have as many columns").with(y.partial()).at(1);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "cannot interleave (2, 3) with (2, 4)
    ///   lhs  2  3
    ///   rhs  2  4
    ///           ^ 3 and 4: both have as many columns"
    /// );
    /// ```
    #[must_use]
    pub fn cannot(what: &'static str, shape: PartialShape, why: &'static str) -> Self {
        Self::of_one(Relation::Other { what, second: None }, Clash::Other { axis: None, why }, shape)
    }

    /// [`Clash::Along`]; the axis is counted from 0.
    pub(crate) fn along(
        what: &'static str,
        shape: PartialShape,
        axis: usize,
        count: Option<(&'static str, usize)>,
        why: &'static str,
    ) -> Self {
        Self::of_one(Relation::Other { what, second: None }, Clash::Along { axis, count, why }, shape)
    }

    /// Adds the second shape.
    #[must_use]
    pub fn with(self, rhs: PartialShape) -> Self {
        self.second("with", rhs)
    }

    pub(crate) fn second(mut self, word: &'static str, rhs: PartialShape) -> Self {
        self.0.rhs = rhs;
        if let Relation::Other { second, .. } = &mut self.0.relation {
            *second = Some(word);
        }
        self
    }

    /// Sets the axis, counted from 0, outermost first: the column of the right-aligned picture.
    #[must_use]
    pub fn at(mut self, on: usize) -> Self {
        if let Clash::Other { axis, .. } = &mut self.0.clash {
            *axis = Some(on);
        }
        self
    }

    /// Sets the position of the operand if there are more than two; the left shape is then that of the operands before
    /// it, combined.
    #[cold]
    pub(crate) fn operand_of(mut self, operand: usize, operands: usize) -> Self {
        self.0.operand = (operands > 2).then_some(operand);
        self
    }

    fn of_one(relation: Relation, clash: Clash, shape: PartialShape) -> Self {
        Self::new(relation, clash, shape.clone(), shape)
    }

    /// Returns the text with other names than `lhs` and `rhs` for the shapes in the picture.
    ///
    /// ```
    /// use conformable::{Shape, Tensor, shape};
    ///
    /// let columns = 3;
    /// let refused = Tensor::full(shape![2, columns], 0.0).refine::<Shape![2, 4]>().unwrap_err();
    /// let text = refused.error().named_rows(["file", "type"]).to_string();
    /// assert!(text.contains("file  2  3"), "{text}");
    /// ```
    #[must_use]
    pub fn named_rows(&self, names: [&'static str; 2]) -> NamedRows<'_> {
        NamedRows(self, names)
    }

    fn inner(&self) -> &Inner {
        &self.0
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self.inner().clash {
            Clash::Pair { reason: Reason::Label | Reason::Bounds, .. }
            | Clash::Letter { letter: b'.', sizes: [1, _] | [_, 1] } => ErrorKind::LabelMismatch,
            Clash::Pair { reason: Reason::Sizes | Reason::Unstretched, .. }
            | Clash::Summed
            | Clash::NotSquare
            | Clash::Channels { .. }
            | Clash::Letter { .. }
            | Clash::Parts { .. }
            | Clash::Split { .. }
            | Clash::Equal { .. }
            | Clash::Inferred { .. }
            | Clash::Along { .. }
            | Clash::Contracted { .. }
            | Clash::Aligned(_) => ErrorKind::Mismatch,
            Clash::Rank | Clash::Order(_) | Clash::Letters(_) | Clash::Pattern(_) | Clash::Entries(_) => {
                ErrorKind::RankMismatch
            }
            Clash::Overrun { .. } | Clash::Axis | Clash::NoSuchAxis(_) | Clash::NoSuchGap { twice: false, .. } => {
                ErrorKind::AxisOutOfRange
            }
            Clash::AxisTwice(_) | Clash::NoSuchGap { .. } => ErrorKind::AxisTwice,
            Clash::NoSuchIndex { .. } | Clash::NoSuchElement { .. } | Clash::NoSuchRange { .. } => {
                ErrorKind::IndexOutOfRange
            }
            Clash::Window { .. } | Clash::Padding { .. } | Clash::Spread { .. } | Clash::Groups { .. } => {
                ErrorKind::NoPlace
            }
            Clash::NoAxis => ErrorKind::NoAxis,
            Clash::Overflow => ErrorKind::Overflow,
            Clash::Length(_) | Clash::Ragged { .. } => ErrorKind::Length,
            Clash::Memory(_) => ErrorKind::OutOfMemory,
            #[cfg(feature = "alloc")]
            Clash::Malformed(_) => ErrorKind::Malformed,
            Clash::Unsized(_) => ErrorKind::Malformed,
            Clash::Other { .. } => ErrorKind::Other,
        }
    }

    /// Returns the left shape; the target, in a one-way rule.
    #[must_use]
    pub fn lhs(&self) -> &PartialShape {
        &self.inner().lhs
    }

    /// Returns the right shape; the one that broadcasts, in a one-way rule.
    #[must_use]
    pub fn rhs(&self) -> &PartialShape {
        &self.inner().rhs
    }

    /// Returns which of more than two operands does not conform with those before it, counted from 0.
    #[must_use]
    pub fn operand(&self) -> Option<usize> {
        self.inner().operand
    }

    /// Returns the axis of the clash, counted from 0, outermost first: the column of the picture.
    ///
    /// It is an axis of the longer shape, or of the left one if the rule aligns the right one with it. A size that
    /// PDPD's rule aligns past the end is on an axis that the left shape does not have.
    #[must_use]
    pub fn axis(&self) -> Option<usize> {
        match self.inner().clash {
            Clash::Inferred { axis, .. } => axis,
            Clash::Window { axis, .. }
            | Clash::Padding { axis, .. }
            | Clash::Spread { axis, .. }
            | Clash::Split { axis, .. }
            | Clash::Along { axis, .. }
            | Clash::Equal { axis, .. } => Some(axis),
            _ => self.column(),
        }
    }

    /// The column of the picture in which two sizes clash.
    fn column(&self) -> Option<usize> {
        let Inner { relation, clash, lhs, rhs, .. } = self.inner();
        let [lhs, rhs] = relation.rows(lhs, rhs);
        match clash {
            Clash::Pair { from_last, .. } if relation.starts_at().is_some() => Some(lhs.columns() - 1 - from_last),
            Clash::Pair { from_last, .. } => Some(lhs.columns().max(rhs.columns()) - 1 - from_last),
            Clash::Overrun { rhs_axis } => Some(rhs.offset + rhs_axis),
            Clash::Other { axis, .. } => *axis,
            _ => None,
        }
    }

    /// The shapes as aligned rows with the column of the clash; `None` for an error whose text has no rows.
    ///
    /// ```
    /// use conformable::shape::Row;
    ///
    /// let error = conformable::broadcast_shapes(&[&[2, 3, 4], &[3, 6]]).unwrap_err();
    /// let alignment = error.alignment().unwrap();
    /// assert_eq!(alignment.clash(), error.axis());
    /// assert_eq!(alignment.rows().iter().map(Row::offset).collect::<Vec<_>>(), [0, 1]);
    /// assert!(error.to_string().ends_with(&alignment.to_string()));
    /// ```
    #[must_use]
    pub fn alignment(&self) -> Option<Alignment<'_>> {
        let Inner { relation, clash, lhs, rhs, .. } = self.inner();
        self.column().map(|column| Alignment::clashing(*relation, clash, column, [lhs, rhs]))
    }

    /// Writes the text, with these names of the shapes instead of the relation's.
    fn write(&self, f: &mut fmt::Formatter<'_>, names: Option<[&'static str; 2]>) -> fmt::Result {
        let Inner { relation, clash, lhs, rhs, operand } = self.inner();
        if let Some(written) = sentence(f, *relation, clash, [lhs, rhs]) {
            return written;
        }
        match (relation, clash) {
            (Relation::Product { .. }, _) => Matrices(*relation, [lhs, rhs]).fmt(f)?,
            (Relation::Convolved, _) => write!(f, "cannot convolve {lhs} with weights of {rhs}")?,
            (Relation::Pooled, _) => write!(f, "cannot pool {lhs} by a window of {rhs}")?,
            (_, Clash::NoAxis) => write!(f, "cannot broadcast {lhs} with {rhs} by Paddle's rule")?,
            (Relation::Equal, _) => write!(f, "the shapes {lhs} and {rhs} must be equal")?,
            (&Relation::EqualBut { axis }, _) => {
                write!(f, "the shapes {lhs} and {rhs} must be equal on all axes except axis {axis}")?;
            }
            (Relation::With | Relation::Numel, _) => write!(f, "cannot broadcast {lhs} with {rhs}")?,
            (Relation::Onto { axis: None }, _) => write!(f, "cannot broadcast {rhs} onto {lhs}")?,
            (Relation::Onto { axis: Some(axis) }, _) => write!(f, "cannot broadcast {rhs} onto {lhs} at axis {axis}")?,
            (Relation::Refine, _) => write!(f, "{lhs} is not a {rhs}")?,
            (Relation::Other { what, second: None }, _) => write!(f, "cannot {what} {lhs}")?,
            (Relation::Other { what, second: Some(word) }, _) => write!(f, "cannot {what} {lhs} {word} {rhs}")?,
        }
        if let Some(operand) = operand {
            write!(f, ", the {} operand", Ordinal(operand + 1))?;
        }
        if let Some(mut alignment) = self.alignment() {
            if let Some(names) = names {
                alignment = alignment.named(names);
            }
            return write!(f, "{alignment}");
        }
        let ranks = [lhs, rhs].map(|shape| shape.dims().map_or(0, <[_]>::len));
        match (relation, clash) {
            (Relation::Onto { .. }, Clash::Rank) if ranks[1] > ranks[0] => {
                write!(f, "\n  rank {} is above rank {}", ranks[1], ranks[0])
            }
            (_, Clash::Rank) => write!(f, "\n  the ranks {} and {} differ", ranks[0], ranks[1]),
            (Relation::Onto { axis: Some(..=-1) }, Clash::Axis) => {
                f.write_str("\n  the only negative axis is -1, the default")
            }
            (_, Clash::Other { why, .. }) => write!(f, "\n  {why}"),
            (_, Clash::Axis) => {
                write!(f, "\n  axis {} is past the rank {}", relation.starts_at().unwrap_or(0), ranks[0])
            }
            _ => f.write_str("\n  Paddle's rule rejects scalars: each shape needs an axis"),
        }
    }
}

impl Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}

/// The text of a [`ShapeError`] with other names for its shapes; from [`ShapeError::named_rows`].
#[derive(Debug)]
pub struct NamedRows<'a>(&'a ShapeError, [&'static str; 2]);

impl Display for NamedRows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, Some(self.1))
    }
}

struct Ordinal(usize);

impl Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = match (self.0 / 10 % 10, self.0 % 10) {
            (1, _) => "th",
            (_, 1) => "st",
            (_, 2) => "nd",
            (_, 3) => "rd",
            _ => "th",
        };
        write!(f, "{}{ending}", self.0)
    }
}

/// The text of `Display`, so that `unwrap` and `main` print the picture.
impl Debug for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl core::error::Error for ShapeError {}

/// A value that could not be converted to a tensor or a shape, and the error.
///
/// It converts into the [`ShapeError`], for `?`; [`into_value`](Self::into_value) returns the value.
#[derive(Clone, PartialEq, Eq)]
pub struct Refused<V> {
    error: ShapeError,
    value: V,
}

impl<V> Refused<V> {
    /// Wraps the value and its error.
    #[must_use]
    pub const fn new(error: ShapeError, value: V) -> Self {
        Self { error, value }
    }

    /// Returns the error.
    #[must_use]
    pub const fn error(&self) -> &ShapeError {
        &self.error
    }

    /// Returns the value.
    #[must_use]
    pub fn into_value(self) -> V {
        self.value
    }
}

impl<V> Display for Refused<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.error, f)
    }
}

impl<V> Debug for Refused<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.error, f)
    }
}

impl<V> core::error::Error for Refused<V> {}

impl<V> From<Refused<V>> for ShapeError {
    fn from(refused: Refused<V>) -> Self {
        refused.error
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::{PartialShape, ShapeError};
    use alloc::string::ToString;

    #[test]
    fn other_words_before_the_rows() {
        let wanted = || [None, Some(4)].into_iter().collect::<PartialShape>();
        let error = ShapeError::not_a(&[2, 3], wanted());
        let text = "(2, 3) is not a (_, 4)\n  file  2  3\n  type  _  4\n           ^ axis 1 is 3, not 4";
        assert_eq!(error.named_rows(["file", "type"]).to_string(), text);
        let error = ShapeError::not_a(&[3], wanted());
        assert_eq!(error.named_rows(["file", "type"]).to_string(), error.to_string());
    }
}
