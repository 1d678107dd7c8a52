//! Errors whose text is a sentence, without a picture.

use super::any::PartialShape;
#[cfg(feature = "alloc")]
use super::clash::TextFault;
use super::clash::{Clash, Relation};
use super::text::Written;
use core::fmt::{self, Display};

/// Writes the error if it is a sentence.
pub(super) fn sentence(
    f: &mut fmt::Formatter<'_>,
    relation: Relation,
    clash: &Clash,
    [lhs, rhs]: [&PartialShape; 2],
) -> Option<fmt::Result> {
    None.or_else(|| of_elements(f, relation, clash, [lhs, rhs]))
        .or_else(|| of_axes(f, clash, [lhs, rhs]))
        .or_else(|| of_split(f, clash, [lhs, rhs]))
        .or_else(|| along(f, relation, clash, [lhs, rhs]))
        .or_else(|| of_product(f, relation, clash, [lhs, rhs]))
        .or_else(|| of_window(f, relation, clash, [lhs, rhs]))
}

fn of_elements(
    f: &mut fmt::Formatter<'_>,
    relation: Relation,
    clash: &Clash,
    [shape, rhs]: [&PartialShape; 2],
) -> Option<fmt::Result> {
    Some(match clash {
        Clash::Length(1) => write!(f, "1 element does not fill the shape {shape}"),
        Clash::Length(elements) => write!(f, "{elements} elements do not fill the shape {shape}"),
        Clash::Ragged { row, length } => {
            let first = shape.dims().and_then(|dims| *dims.get(1)?).unwrap_or_default();
            let elements = if *length == 1 { "element" } else { "elements" };
            write!(f, "row {row} has {length} {elements}, and row 0 has {first}")
        }
        Clash::Overflow if relation == Relation::Numel => {
            write!(f, "the shape {shape} has more elements than memory can address")
        }
        Clash::Overflow => {
            write!(f, "{}: the result has more elements than memory can address", Move(relation, [shape, rhs]))
        }
        Clash::Memory(bytes) => write!(f, "cannot allocate the {bytes} bytes of the shape {shape}"),
        _ => return None,
    })
}

fn of_axes(f: &mut fmt::Formatter<'_>, clash: &Clash, [shape, indices]: [&PartialShape; 2]) -> Option<fmt::Result> {
    Some(match *clash {
        Clash::NoSuchAxis(axis) => {
            let how = "axes count from 0, or back from -1";
            write!(f, "{shape} has no axis {axis}: {how}")
        }
        Clash::NoSuchGap { axis, more, twice } => {
            let why = if twice { "twice: name each axis once" } else { "axes count from 0, or back from -1" };
            let has = if twice { "has axis" } else { "has no axis" };
            let colon = if twice { " " } else { ": " };
            match more {
                1 => write!(f, "{shape} with one more axis {has} {axis}{colon}{why}"),
                _ => write!(f, "{shape} with {more} more axes {has} {axis}{colon}{why}"),
            }
        }
        Clash::Order(axes) => {
            let (rank, plural) = (shape.dims().map_or(0, <[_]>::len), if axes == 1 { "axis" } else { "axes" });
            write!(f, "cannot permute {shape}: the order names {axes} {plural}, and the shape has {rank}")
        }
        Clash::AxisTwice(axis) => {
            write!(f, "axis {axis} of {shape} is named twice: name each axis once")
        }
        Clash::NoSuchIndex { index, axis } => {
            let written = DimOf(shape.written(axis));
            write!(f, "index {index} is out of bounds for axis {axis} of {shape}, which is {written}")
        }
        Clash::NoSuchElement { index, place, axis } => {
            let (written, at) = (DimOf(shape.written(axis)), IndexAt(place, indices));
            write!(f, "index {index}{at} is out of bounds for axis {axis} of {shape}, which is {written}")
        }
        Clash::Entries(entries) => {
            let (rank, plural) = (shape.dims().map_or(0, <[_]>::len), if entries == 1 { "entry" } else { "entries" });
            write!(
                f,
                "cannot slice {shape} by {entries} {plural}: it has {rank} axes, and one `Ellipsis` is all axes without an entry"
            )
        }
        Clash::NoSuchRange { from, to, axis } => {
            let written = DimOf(shape.written(axis));
            write!(f, "the range {from}..")
                .and_then(|()| to.map_or(Ok(()), |to| to.fmt(f)))
                .and_then(|()| write!(f, " is out of bounds for axis {axis} of {shape}, which is {written}"))
        }
        _ => return None,
    })
}

fn of_split(f: &mut fmt::Formatter<'_>, clash: &Clash, [shape, parts]: [&PartialShape; 2]) -> Option<fmt::Result> {
    Some(match *clash {
        Clash::Split { axis, sum } => {
            let size = DimOf(shape.written(axis));
            write!(
                f,
                "cannot split {shape} along axis {axis} into {parts}: the parts add up to {sum}, and the axis is {size}"
            )
        }
        Clash::Inferred { axis, size, others } => match axis {
            None => write!(f, "cannot reshape {shape} to {parts}"),
            Some(axis) => write!(f, "cannot unflatten axis {axis} of {shape} into {parts}"),
        }
        .and_then(|()| of_factors(f, size, others, parts.dims().is_some_and(|dims| dims.contains(&None)))),
        Clash::Equal { axis, parts } => {
            let size = DimOf(shape.written(axis));
            write!(f, "cannot split {shape} along axis {axis} into {parts} equal parts: {parts} does not divide {size}")
        }
        _ => return None,
    })
}

/// Why the number of elements is not the product of sizes, one of them possibly inferred.
fn of_factors(f: &mut fmt::Formatter<'_>, size: usize, others: Option<usize>, is_inferred: bool) -> fmt::Result {
    let elements = if size == 1 { "element is" } else { "elements are" };
    match others {
        None => write!(f, ": the product of the sizes is above {}", usize::MAX),
        Some(product) if !is_inferred => write!(f, ": the product is {product}, and the axis is {size}"),
        Some(0) if size == 0 => write!(f, ": another size is 0, so any size would do"),
        Some(0) => write!(f, ": {size} {elements} not a multiple of 0"),
        Some(product) => {
            let (quotient, rest) = (size / product, size % product);
            write!(f, ": {size} {elements} not a multiple of {product}: {quotient} * {product} leaves {rest}")
        }
    }
}

fn along(
    f: &mut fmt::Formatter<'_>,
    relation: Relation,
    clash: &Clash,
    [lhs, rhs]: [&PartialShape; 2],
) -> Option<fmt::Result> {
    let (Relation::Other { what, second }, &Clash::Along { axis, count, why }) = (relation, clash) else { return None };
    let counted = |f: &mut fmt::Formatter<'_>| match (count, second) {
        (Some((word, count)), _) => write!(f, " {word} {count}"),
        (None, Some(word)) => write!(f, " {word} {rhs}"),
        (None, None) => Ok(()),
    };
    let size = DimOf(lhs.written(axis));
    let text = write!(f, "cannot {what} {lhs} along axis {axis}");
    Some(text.and_then(|()| counted(f)).and_then(|()| write!(f, ": the axis is {size}, and {why}")))
}

fn of_product(
    f: &mut fmt::Formatter<'_>,
    relation: Relation,
    clash: &Clash,
    [lhs, rhs]: [&PartialShape; 2],
) -> Option<fmt::Result> {
    let matrices = Matrices(relation, [lhs, rhs]);
    Some(match *clash {
        Clash::Summed => {
            let ranks = [lhs, rhs].map(|shape| shape.dims().map_or(0, <[_]>::len));
            let [l, r] = [DimOf(lhs.written(ranks[0] - 1)), DimOf(rhs.written(ranks[1].saturating_sub(2)))];
            write!(f, "{matrices}: {l}, the last axis of the left shape, and {r} differ")
        }
        Clash::NoAxis if matches!(relation, Relation::Product { .. }) => {
            write!(f, "{matrices}: a scalar has no axis to sum along")
        }
        Clash::NotSquare => match lhs.dims().map_or(0, <[_]>::len) {
            rank @ 2.. => {
                let [m, n] = [2, 1].map(|from_end| DimOf(lhs.written(rank - from_end)));
                write!(f, "{lhs} is not a square matrix: {m} and {n} differ")
            }
            _ => write!(f, "{lhs} is not a square matrix: it has fewer than two axes"),
        },
        Clash::Contracted { axes, sizes } => {
            let [left, right] = [axes[0], axes[1]];
            write!(
                f,
                "cannot sum the products of {lhs} and {rhs}: axis {left} of the left shape is {}, and axis {right} of the right shape is {}",
                sizes[0], sizes[1]
            )
        }
        Clash::Aligned([left, right]) => {
            let [l, r] = [DimOf(lhs.written(left)), DimOf(rhs.written(right))];
            write!(f, "cannot align {lhs} with {rhs}: {l} and {r} differ")
        }
        #[cfg(feature = "alloc")]
        Clash::Malformed(fault) => of_equation(f, fault),
        Clash::Letter { letter: b'.', sizes: [l, r] } => {
            let why = if l == 1 || r == 1 { "a labelled size does not broadcast" } else { "neither is 1" };
            write!(f, "`...` of {lhs} does not broadcast with `...` of {rhs}: {l} and {r} differ, and {why}")
        }
        Clash::Letter { letter, sizes: [l, r] } => {
            let (letter, why) = (char::from(letter), "a letter has one size everywhere");
            write!(f, "`{letter}` is {l} in {lhs}, and {r} in {rhs}: {why}")
        }
        Clash::Letters(letters) => {
            write!(
                f,
                "`{}` are not the letters of {lhs}: expected one letter for each axis",
                Letters(letters.as_bytes())
            )
        }
        Clash::Pattern(side) => write!(f, "`{}` needs one entry for each axis of {lhs}", Entries(side.as_bytes())),
        Clash::Unsized(letters) => {
            write!(
                f,
                "two letters of `{}`, one axis of {lhs}, have no size: one can be inferred",
                Part(letters.as_bytes())
            )
        }
        Clash::Parts { letters, size, known, has_free } => {
            let which = if has_free { "that are known, does not divide it" } else { "of its letters, is not" };
            write!(
                f,
                "`{}` is {size} in {lhs}, and {known}, the product of the sizes {which}",
                Part(letters.as_bytes())
            )
        }
        _ => return None,
    })
}

#[cfg(feature = "alloc")]
fn of_equation(f: &mut fmt::Formatter<'_>, fault: TextFault) -> fmt::Result {
    match fault {
        TextFault::NotALetter(other) => write!(f, "unexpected `{other}` in the letters"),
        TextFault::Operands { groups, tensors } => {
            write!(f, "the equation has {groups} groups of letters for {tensors} tensors: expected one for each tensor")
        }
        TextFault::TooMany { most, what } => write!(f, "there are more than {most} {what}"),
        TextFault::NoArrow => f.write_str("the pattern has no `->` between its sides"),
        TextFault::Missing { letter, has, lacks } => write!(f, "`{}` is in {has} and not in {lacks}", Letter(letter)),
        TextFault::Twice { letter, side } => write!(f, "`{}` is twice in {side}", Letter(letter)),
    }
}

/// Two shapes that cannot be multiplied: the left one, or its inverse, and the right one.
pub(super) struct Matrices<'a>(pub(super) Relation, pub(super) [&'a PartialShape; 2]);

impl Display for Matrices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(relation, [lhs, rhs]) = self;
        let of = if matches!(relation, Relation::Product { inverse: true }) { "the inverse of " } else { "" };
        write!(f, "cannot multiply {of}{lhs} by {rhs} as matrices")
    }
}

fn of_window(
    f: &mut fmt::Formatter<'_>,
    relation: Relation,
    clash: &Clash,
    [lhs, rhs]: [&PartialShape; 2],
) -> Option<fmt::Result> {
    let moves = Move(relation, [lhs, rhs]);
    Some(match *clash {
        Clash::Window { axis, window: 0, .. } => {
            write!(f, "{moves}: a window of 0 elements has no place in axis {axis}")
        }
        Clash::Window { axis, window, dilation, sides: [before, after] } => {
            let (size, window) = (DimOf(lhs.written(axis)), WindowOf(window, dilation));
            write!(
                f,
                "{moves}: {window} does not fit in axis {axis}, which is {size} plus the padding {before} and {after}"
            )
        }
        Clash::Padding { axis, window, dilation, sides: [before, after] } => {
            let (size, window) = (DimOf(lhs.written(axis)), WindowOf(window, dilation));
            write!(
                f,
                "{moves}: {window} sees only padding from a place along axis {axis}, which is {size} plus the padding {before} and {after}"
            )
        }
        Clash::Spread { axis, window, stride, sides: [before, after] } => {
            let size = DimOf(lhs.written(axis));
            write!(
                f,
                "a transposed convolution of {lhs} with a window of {window} has a negative size on axis {axis}: the axis is {size}, the \
                 padding {before} and {after}, the stride {stride}"
            )
        }
        Clash::Channels { groups, each } => {
            let has = DimOf(lhs.written(1));
            write!(f, "{moves}: the images have {has} channels, ").and_then(|()| match groups {
                1 => write!(f, "and the weights are for {each}"),
                _ => write!(f, "which are not {groups} groups of {each}"),
            })
        }
        Clash::Groups { groups, channels } => {
            write!(f, "{moves}: {groups} groups do not divide {channels} channels")
        }
        Clash::Other { axis: Some(axis), why } if matches!(relation, Relation::Pooled) => {
            write!(f, "{moves}: of axis {axis}, {why}")
        }
        _ => return None,
    })
}

/// The failed operation: a window moved over the left shape, or a function of another crate.
struct Move<'a>(Relation, [&'a PartialShape; 2]);

impl Display for Move<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(relation, [lhs, rhs]) = self;
        match relation {
            Relation::Pooled => write!(f, "cannot pool {lhs} by a window of {rhs}"),
            Relation::Convolved => write!(f, "cannot convolve {lhs} with weights of {rhs}"),
            Relation::Other { what, second: Some(word) } => write!(f, "cannot {what} {lhs} {word} {rhs}"),
            Relation::Other { what, second: None } => write!(f, "cannot {what} {lhs}"),
            _ => write!(f, "cannot combine {lhs} with {rhs}"),
        }
    }
}

struct WindowOf(usize, usize);

impl Display for WindowOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(window, 1) => write!(f, "a window of {window}"),
            Self(window, dilation) => write!(f, "a window of {window} at dilation {dilation}"),
        }
    }
}

/// The index of the element at a position in row-major order; empty for a scalar.
struct IndexAt<'a>(usize, &'a PartialShape);

impl Display for IndexAt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(place, shape) = self;
        let sizes = shape.dims().unwrap_or_default();
        for (axis, size) in sizes.iter().enumerate() {
            let behind: usize = sizes[axis + 1..].iter().map(|size| size.unwrap_or(1)).product();
            let index = place / behind.max(1) % size.unwrap_or(usize::MAX).max(1);
            write!(f, "{}{index}", if axis == 0 { " at [" } else { ", " })?;
        }
        if sizes.is_empty() { Ok(()) } else { write!(f, "] of the indices {shape}") }
    }
}

struct Part<'a>(&'a [u8]);

impl Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("1"),
            [letter] => write!(f, "{}", char::from(*letter)),
            letters => {
                f.write_str("(")?;
                for (i, &letter) in letters.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { " " }, Letter(letter))?;
                }
                f.write_str(")")
            }
        }
    }
}

/// The entries of one side of a pattern, as written.
struct Entries<'a>(&'a [u8]);

impl Display for Entries<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = b'(';
        for &byte in self.0 {
            if before != b'(' && byte != b')' {
                f.write_str(" ")?;
            }
            if (before, byte) == (b'(', b')') {
                // empty parentheses
                f.write_str("1")?;
            }
            Letter(byte).fmt(f)?;
            before = byte;
        }
        Ok(())
    }
}

/// A letter, or an axis of `...`.
struct Letter(u8);

impl Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_ascii_alphabetic() || b"()".contains(&self.0) {
            char::from(self.0).fmt(f)
        } else {
            f.write_str("...")
        }
    }
}

struct Letters<'a>(&'a [u8]);

impl Display for Letters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, &letter) in self.0.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, Letter(letter))?;
        }
        f.write_str(if self.0.len() == 1 { ",)" } else { ")" })
    }
}

/// The size of an axis in one row, which may not have that axis.
pub(super) struct DimOf(pub(super) Option<Written>);

impl Display for DimOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(written) => written.fmt(f),
            None => f.write_str("nothing"),
        }
    }
}
