//! The positions where two shapes clash, and the relation that they break.

use super::kind::Reason;
use super::text::LetterText;

/// The relation that two shapes had to satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal.
    Equal,
    /// They are equal except for one axis, counted from 0.
    EqualBut { axis: usize },
    /// They broadcast with each other.
    With,
    /// The right one broadcasts onto the left one, right-aligned or from an axis on.
    Onto { axis: Option<isize> },
    /// The left one has the sizes of the right one.
    Refine,
    /// The left one has a number of elements; the right one is unused.
    Numel,
    /// They multiply as matrices: the left one, or its inverse.
    Product { inverse: bool },
    /// The right one moves over the left one as the weights of a convolution.
    Convolved,
    /// The right one moves over the left one as a window.
    Pooled,
    /// A function of another crate accepts one shape, or both.
    Other {
        /// A verb.
        what: &'static str,
        /// The word between two shapes.
        second: Option<&'static str>,
    },
}

/// Why a text is not an equation of letters.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// A character is not a letter.
    NotALetter(char),
    /// The number of groups of letters is not that of the tensors.
    Operands { groups: usize, tensors: usize },
    /// It has more of something than is supported.
    TooMany { most: usize, what: &'static str },
    /// A pattern has no `->`.
    NoArrow,
    /// One side has a letter that another side lacks.
    Missing { letter: u8, has: &'static str, lacks: &'static str },
    /// A side has a letter twice.
    Twice { letter: u8, side: &'static str },
}

/// Where two shapes clash. Axes are those of the left shape unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// Two sizes, on the axis that is `from_last` steps outward from the last.
    Pair { from_last: usize, reason: Reason },
    /// The sizes that a product of matrices sums along: the last of the left shape, and one of the right shape.
    Summed,
    /// The last two sizes of the left shape differ, or its rank is below 2.
    NotSquare,
    /// The sizes of a letter in both shapes.
    Letter { letter: u8, sizes: [usize; 2] },
    /// The sizes of two axes that are summed along.
    Contracted {
        /// An axis of the left shape, and one of the right shape.
        axes: [usize; 2],
        sizes: [usize; 2],
    },
    /// Two axes of one name.
    Aligned([usize; 2]),
    /// The rank of the left shape is not the number of these letters.
    Letters(LetterText),
    /// A text is not an equation.
    #[cfg(feature = "alloc")]
    Malformed(TextFault),
    /// The rank of the left shape is not that of this side of a pattern.
    Pattern(LetterText),
    /// The sizes of two letters of one axis are unknown.
    Unsized(LetterText),
    /// The sizes of the letters of one axis do not multiply to its size.
    Parts {
        letters: LetterText,
        size: usize,
        /// The product of the known sizes.
        known: usize,
        has_free: bool,
    },
    /// The ranks.
    Rank,
    /// The axis of the right shape is aligned past the last axis of the left shape.
    Overrun { rhs_axis: usize },
    /// The axis to start from does not exist.
    Axis,
    /// The axis does not exist.
    NoSuchAxis(isize),
    /// The left shape with `more` more axes does not have the axis, or the axis is named twice.
    NoSuchGap { axis: isize, more: usize, twice: bool },
    /// An order of the axes names another number of axes.
    Order(usize),
    /// The axis is named twice.
    AxisTwice(isize),
    /// The index is out of bounds for the axis.
    NoSuchIndex { index: isize, axis: usize },
    /// An index of a tensor of indices, whose shape is the right one, is out of bounds for the axis.
    NoSuchElement { index: i128, place: usize, axis: usize },
    /// A slice has this many entries, and no ellipsis or several.
    Entries(usize),
    /// The range is out of bounds for the axis.
    NoSuchRange {
        from: isize,
        /// The end, or `None` for that of the axis.
        to: Option<isize>,
        axis: usize,
    },
    /// A window does not fit along the axis.
    Window { axis: usize, window: usize, dilation: usize, sides: [usize; 2] },
    /// A window at one position sees only padding.
    Padding { axis: usize, window: usize, dilation: usize, sides: [usize; 2] },
    /// The size of a transposed convolution is negative along the axis.
    Spread { axis: usize, window: usize, stride: usize, sides: [usize; 2] },
    /// The channels of the left shape are not `groups` groups of `each`.
    Channels { groups: usize, each: usize },
    /// The number of groups does not divide the channels.
    Groups { groups: usize, channels: usize },
    /// The sizes of the right shape do not add up to the axis.
    Split { axis: usize, sum: u128 },
    /// The sizes of the right shape do not multiply to the size of the axis, or to the numel.
    Inferred {
        axis: Option<usize>,
        size: usize,
        /// The product of the known sizes, unless it overflows.
        others: Option<usize>,
    },
    /// The number of equal parts does not divide the axis.
    Equal { axis: usize, parts: usize },
    /// The axis does not have the size that an operation along it needs.
    Along {
        axis: usize,
        /// The argument of the operation, after a word.
        count: Option<(&'static str, usize)>,
        why: &'static str,
    },
    /// One of the shapes has rank 0.
    NoAxis,
    /// The numel is above what `usize` or memory can hold.
    Overflow,
    /// The number of elements given is another one.
    Length(usize),
    /// The row is not as long as the first.
    Ragged { row: usize, length: usize },
    /// The allocator has no block of that many bytes.
    Memory(usize),
    /// A function of another crate refuses the shapes.
    Other { axis: Option<usize>, why: &'static str },
}

impl Clash {
    pub(crate) const fn last(reason: Reason) -> Self {
        Self::Pair { from_last: 0, reason }
    }

    /// The same clash, one axis further out.
    pub(crate) const fn outward(self) -> Self {
        match self {
            Self::Pair { from_last, reason } => Self::Pair { from_last: from_last + 1, reason },
            other => other,
        }
    }
}
