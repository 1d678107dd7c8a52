//! Where two shapes clash.

use super::kind::Reason;
use super::text::LetterText;

/// What was asked of the two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// To be equal.
    Equal,
    /// To be equal but for that axis, counted from 0.
    EqualBut { axis: usize },
    /// To be broadcast with each other.
    With,
    /// The right one to be broadcast onto the left one, right-aligned or from an axis on.
    Onto { axis: Option<isize> },
    /// The left one to be what the right one says.
    Refine,
    /// To have a number of elements: the left one alone.
    Numel,
    /// To be multiplied as matrices: the left one, or its inverse.
    Product { inverse: bool },
    /// The right one to move over the left one as weights over images.
    Convolved,
    /// The right one to move over the left one as a window.
    Pooled,
    /// What a function of another crate does, to the left one alone or to both.
    Other {
        /// What it does, as a verb.
        what: &'static str,
        /// The word between both, if there are two.
        second: Option<&'static str>,
    },
}

/// Why a text is not an equation of letters.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// A character is not a letter.
    NotALetter(char),
    /// There are more or fewer groups of letters than tensors.
    Operands { groups: usize, tensors: usize },
    /// It has more of something than is supported.
    TooMany { most: usize, what: &'static str },
    /// A pattern has no `->`.
    NoArrow,
    /// One side has a letter that another one lacks.
    Missing { letter: u8, has: &'static str, lacks: &'static str },
    /// A side has a letter twice.
    Twice { letter: u8, side: &'static str },
}

/// Where two shapes clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// Two sizes, on the axis that many steps outward from the last axis of both.
    Pair { from_last: usize, reason: Reason },
    /// The last size of the left shape, and the one of the right that a product of matrices sums along with it.
    Summed,
    /// The last two sizes of the left shape, or there are fewer.
    NotSquare,
    /// The sizes of a letter in both.
    Letter {
        /// The letter.
        letter: u8,
        /// The size in the left shape, and in the right one.
        sizes: [usize; 2],
    },
    /// The sizes of two axes that are summed along.
    Contracted {
        /// The axis of the left shape, and that of the right one.
        axes: [usize; 2],
        /// Their sizes.
        sizes: [usize; 2],
    },
    /// The left shape has another number of axes than these letters.
    Letters(LetterText),
    /// An equation that is text does not have the form of one.
    #[cfg(feature = "alloc")]
    Malformed(TextFault),
    /// The left shape has another number of axes than this side of a pattern.
    Pattern(LetterText),
    /// Two of the letters of one axis have no size.
    Unsized(LetterText),
    /// The letters of one axis do not make its size.
    Parts {
        /// The letters.
        letters: LetterText,
        /// The size.
        size: usize,
        /// The product of the sizes of letters that are known.
        known: usize,
        /// Whether one is not.
        has_free: bool,
    },
    /// The ranks.
    Rank,
    /// A size of the right shape, on that axis of it, lies past the last axis of the left shape.
    Overrun { rhs_axis: usize },
    /// The axis to start from.
    Axis,
    /// The left shape has no axis of that number.
    NoSuchAxis(isize),
    /// The left shape with more axes has no axis of that number, or it is named twice.
    NoSuchGap {
        /// The axis.
        axis: isize,
        /// How many axes are inserted.
        more: usize,
        /// Whether it is named twice.
        twice: bool,
    },
    /// An order of the axes of the left shape names another number of axes.
    Order(usize),
    /// The axis of that number is named already.
    AxisTwice(isize),
    /// An axis has no element of that index.
    NoSuchIndex {
        /// The index.
        index: isize,
        /// The axis.
        axis: usize,
    },
    /// Indices have, at that place in row-major order, one of which an axis of the left shape has no element; their
    /// shape is the right one.
    NoSuchElement {
        /// The index.
        index: i128,
        /// Where it stands.
        place: usize,
        /// The axis.
        axis: usize,
    },
    /// A slice has as many entries, and no ellipsis or several.
    Entries(usize),
    /// An axis does not have the elements of that range.
    NoSuchRange {
        /// The first.
        from: isize,
        /// The index after the last, or `None` for the end of the axis.
        to: Option<isize>,
        /// The axis.
        axis: usize,
    },
    /// A window has no place along an axis of the left shape.
    Window {
        /// The axis.
        axis: usize,
        /// How many elements the window has.
        window: usize,
        /// How far they are apart.
        dilation: usize,
        /// What is padded before and after the axis.
        sides: [usize; 2],
    },
    /// A window sees only padding from a place along an axis of the left shape.
    Padding {
        /// The axis.
        axis: usize,
        /// How many elements the window has.
        window: usize,
        /// How far they are apart.
        dilation: usize,
        /// What is padded before and after the axis.
        sides: [usize; 2],
    },
    /// Nothing is left of an axis of the left shape over which a window is spread.
    Spread {
        /// The axis.
        axis: usize,
        /// How many elements the window has.
        window: usize,
        /// How far it moves.
        stride: usize,
        /// What is taken off before and after.
        sides: [usize; 2],
    },
    /// The channels of the left shape are not so many groups of so many.
    Channels {
        /// In how many groups they are.
        groups: usize,
        /// Of how many.
        each: usize,
    },
    /// So many channels are not in so many groups.
    Groups {
        /// The groups.
        groups: usize,
        /// The channels.
        channels: usize,
    },
    /// The sizes of the right shape do not add up to an axis of the left one.
    Split {
        /// The axis.
        axis: usize,
        /// What they add up to.
        sum: u128,
    },
    /// A number of elements, or the size of an axis, is not the product of the sizes of the right shape.
    Inferred {
        /// The axis, if it is one.
        axis: Option<usize>,
        /// How many elements there are.
        size: usize,
        /// The product of the sizes that are known, if a `usize` counts it.
        others: Option<usize>,
    },
    /// An axis is not so many equal parts.
    Equal {
        /// The axis.
        axis: usize,
        /// How many.
        parts: usize,
    },
    /// An axis of the left shape does not have the size that an operation along it needs.
    Along {
        /// The axis.
        axis: usize,
        /// The requested number, after a word.
        count: Option<(&'static str, usize)>,
        /// What the operation needs.
        why: &'static str,
    },
    /// One of the shapes has no axis.
    NoAxis,
    /// The number of elements is above what a `usize` counts, or memory can address.
    Overflow,
    /// There are that many elements.
    Length(usize),
    /// That row has so many elements, and not as many as the first.
    Ragged {
        /// The row.
        row: usize,
        /// How many elements it has.
        length: usize,
    },
    /// The allocator has no block of that many bytes.
    Memory(usize),
    /// What a function of another crate says.
    Other {
        /// The axis, as the column of the picture.
        axis: Option<usize>,
        /// The reason.
        why: &'static str,
    },
}

impl Clash {
    pub(crate) const fn last(reason: Reason) -> Self {
        Self::Pair { from_last: 0, reason }
    }

    /// The same clash, seen from one axis further in.
    pub(crate) const fn outward(self) -> Self {
        match self {
            Self::Pair { from_last, reason } => Self::Pair { from_last: from_last + 1, reason },
            other => other,
        }
    }
}
