//! Equations and patterns given as text at run time: `"bij,bjk->bik"`, `"b t (h d) -> b h t d"`.
//!
//! ```text
//! equation    = group {"," group} ["->" group]
//! pattern     = side "->" side
//! group       = {letter | "..."}                          "..." once
//! side        = {letter | "1" | "..." | "(" {letter} ")"} "..." once
//! ```
//!
//! The axes of `...` are letters too: [`ELLIPSIS`] is the last one, and larger numbers are those before.

use super::ellipsis::MOST_IN_ELLIPSIS;
use super::letters::{BROADCAST, ELLIPSIS, Sizes};
use super::side::{bind as bind_side, items};
use crate::shape::{
    AnyShape, Clash, Equal, LetterText, Mutual, PairRule, PartialShape, Relation, Shape, ShapeError, TextFault as Fault,
};
use alloc::vec::Vec;

/// The maximal number of letters of an equation, including the axes of `...`.
const MOST: usize = 32;

/// An equation for operands whose shapes are known.
#[derive(Debug)]
pub(crate) struct TextEquation {
    /// The number of each axis of each operand.
    pub(crate) operands: Vec<Vec<u8>>,
    /// The number of each axis of the result.
    pub(crate) result: Vec<u8>,
    pub(crate) shape: AnyShape,
}

/// Returns the shape of the result of an equation for operands of these shapes, without a tensor.
///
/// The equation is that of [`einsum_str`](crate::ops::einsum_str).
///
/// ```
/// use conformable::AnyShape;
/// use conformable::product::einsum_shape;
///
/// let shapes = [AnyShape::from([8, 2, 3]), AnyShape::from([8, 3, 5])];
/// assert_eq!(einsum_shape("bij,bjk->bik", &shapes), Ok(AnyShape::from([8, 2, 5])));
///
/// let error = einsum_shape("ij,jk->ik", &[AnyShape::from([2, 3]), AnyShape::from([4, 5])]).unwrap_err();
/// assert_eq!(error.to_string(), "`j` is 3 in (2, 3), and 4 in (4, 5): a letter has one size everywhere");
/// ```
///
/// # Errors
///
/// If the text is not an equation for as many shapes, a shape has another number of axes than its letters, a letter has
/// two sizes, or the result has a letter twice or one that no operand has.
pub fn einsum_shape(equation: &str, shapes: &[AnyShape]) -> Result<AnyShape, ShapeError> {
    TextEquation::new(equation, shapes).map(|equation| equation.shape)
}

/// A letter of an equation: its size, and the first operand that has it.
struct Bound {
    letter: u8,
    size: usize,
    first: usize,
}

impl TextEquation {
    /// Parses an equation for operands of these shapes.
    pub(crate) fn new(text: &str, shapes: &[AnyShape]) -> Result<Self, ShapeError> {
        let (groups, result) = match text.split_once("->") {
            Some((groups, result)) => (groups, Some(letters(result)?)),
            None => (text, None),
        };
        let groups = groups.split(',').map(letters).collect::<Result<Vec<_>, _>>()?;
        if groups.len() != shapes.len() {
            return Err(fault(Fault::Operands { groups: groups.len(), tensors: shapes.len() }));
        }
        let mut bound = Vec::new();
        let mut operands = Vec::with_capacity(groups.len());
        for (at, (group, shape)) in groups.iter().zip(shapes).enumerate() {
            let own = spread(group, shape.len()).ok_or_else(|| {
                let clash = Clash::Letters(LetterText::new(group));
                ShapeError::new(Relation::With, clash, shape.partial(), shape.partial())
            })?;
            for (&letter, &size) in own.iter().zip(&shape[..]) {
                bind(&mut bound, Bound { letter, size, first: at }, shapes)?;
            }
            operands.push(own);
        }
        if bound.len() > MOST {
            return Err(fault(Fault::TooMany { most: MOST, what: "letters, with the axes of `...`" }));
        }
        let result = match result {
            Some(group) => {
                let ellipsis = bound.iter().filter(|axis| axis.letter >= ELLIPSIS).count();
                let letters = group.iter().filter(|&&letter| letter != b'.').count();
                let rank = if group.contains(&b'.') { letters + ellipsis } else { letters };
                spread(&group, rank).unwrap_or_default()
            }
            None => implied(&operands, &bound),
        };
        let mut sizes = Vec::with_capacity(result.len());
        for (at, &letter) in result.iter().enumerate() {
            if result[..at].contains(&letter) {
                return Err(fault(Fault::Twice { letter, side: "the result" }));
            }
            let axis = bound.iter().find(|axis| axis.letter == letter);
            let missing = || fault(Fault::Missing { letter, has: "the result", lacks: "the operands" });
            sizes.push(axis.ok_or_else(missing)?.size);
        }
        let number = |letter: u8| (0..).zip(&bound).find_map(|(at, axis)| (axis.letter == letter).then_some(at));
        for (operand, shape) in operands.iter_mut().zip(shapes) {
            for (letter, &size) in operand.iter_mut().zip(&shape[..]) {
                let at = number(*letter).unwrap_or_default();
                *letter = if bound[usize::from(at)].size == size { at } else { BROADCAST };
            }
        }
        let result = result.into_iter().filter_map(number).collect();
        Ok(Self { operands, result, shape: AnyShape::from(&sizes[..]) })
    }
}

fn fault(fault: Fault) -> ShapeError {
    ShapeError::new(Relation::With, Clash::Malformed(fault), PartialShape::UNKNOWN, PartialShape::UNKNOWN)
}

/// The letters of a group: `.` for `...`.
fn letters(text: &str) -> Result<Vec<u8>, ShapeError> {
    let (mut letters, mut rest) = (Vec::new(), text);
    while let Some(next) = rest.chars().next() {
        let length = match next {
            ' ' => 1,
            'a'..='z' | 'A'..='Z' => {
                letters.push(next as u8);
                1
            }
            '.' if rest.starts_with("...") && !letters.contains(&b'.') => {
                letters.push(b'.');
                3
            }
            other => return Err(fault(Fault::NotALetter(other))),
        };
        rest = &rest[length..];
    }
    Ok(letters)
}

/// The letter of each axis; `None` if the rank differs.
fn spread(group: &[u8], rank: usize) -> Option<Vec<u8>> {
    let Some(at) = group.iter().position(|&letter| letter == b'.') else {
        return (group.len() == rank).then(|| group.to_vec());
    };
    let count = rank.checked_sub(group.len() - 1)?;
    // the caller refuses more than 32
    let axes: Vec<u8> = (ELLIPSIS..BROADCAST).take(count).collect();
    Some(group[..at].iter().chain(axes.iter().rev()).chain(&group[at + 1..]).copied().collect())
}

/// Binds a letter to a size, or compares the sizes; the axes of `...` are broadcast.
fn bind(bound: &mut Vec<Bound>, axis: Bound, shapes: &[AnyShape]) -> Result<(), ShapeError> {
    let Some(before) = bound.iter_mut().find(|before| before.letter == axis.letter) else {
        bound.push(axis);
        return Ok(());
    };
    let is_ellipsis = axis.letter >= ELLIPSIS;
    let met = if is_ellipsis { Mutual::pair(before.size, axis.size) } else { Equal::pair(before.size, axis.size) };
    if let Some(met) = met {
        if met != before.size {
            *before = axis;
        }
        return Ok(());
    }
    let letter = if is_ellipsis { b'.' } else { axis.letter };
    let clash = Clash::Letter { letter, sizes: [before.size, axis.size] };
    Err(ShapeError::new(Relation::With, clash, shapes[before.first].partial(), shapes[axis.first].partial()))
}

/// The result of an equation without `->`: the axes of `...`, then the letters that occur once, in alphabetical order.
fn implied(operands: &[Vec<u8>], bound: &[Bound]) -> Vec<u8> {
    let count = |letter: u8| operands.iter().flatten().filter(|&&other| other == letter).count();
    let is_bound = |&letter: &u8| bound.iter().any(|axis| axis.letter == letter);
    let ellipsis = (ELLIPSIS..=u8::MAX).rev();
    let once = (0..ELLIPSIS).filter(|&letter| count(letter) == 1);
    ellipsis.chain(once).filter(is_bound).collect()
}

/// A pattern for a tensor whose shape is known, as [`Items`](super::side::Items).
#[derive(Debug)]
pub(crate) struct TextPattern {
    /// The left side and the right side.
    pub(crate) sides: [Vec<u8>; 2],
    /// The sizes of all letters.
    pub(crate) sizes: Sizes,
    pub(crate) shape: AnyShape,
}

impl TextPattern {
    /// Parses a pattern for a tensor of this shape; `given` has the sizes of letters.
    pub(crate) fn new<S: Shape>(text: &str, shape: &S, given: &[(char, usize)]) -> Result<Self, ShapeError> {
        let (left, right) = text.split_once("->").ok_or_else(|| fault(Fault::NoArrow))?;
        let (left, right) = (side(left)?, side(right)?);
        let has = [&left, &right].map(|side| side.contains(&b'.'));
        if has[0] != has[1] {
            let [has, lacks] = if has[0] { NAMES } else { [NAMES[1], NAMES[0]] };
            return Err(fault(Fault::Missing { letter: ELLIPSIS, has, lacks }));
        }
        let axes = items(&left).count();
        let ellipsis = left.contains(&b'.').then(|| (shape.rank() + 1).saturating_sub(axes));
        if ellipsis.is_some_and(|count| count > MOST_IN_ELLIPSIS) {
            return Err(fault(Fault::TooMany { most: MOST_IN_ELLIPSIS, what: "axes in `...`" }));
        }
        let [left, right] = [left, right].map(|side| expand(&side, ellipsis.unwrap_or_default()));
        for (own, other, [has, lacks]) in [(&left, &right, NAMES), (&right, &left, [NAMES[1], NAMES[0]])] {
            let mut letters = own.iter().enumerate().filter(|(_, letter)| !b"()".contains(letter));
            letters.try_for_each(|(at, &letter)| match (own[..at].contains(&letter), other.contains(&letter)) {
                (true, _) => Err(fault(Fault::Twice { letter, side: has })),
                (false, false) => Err(fault(Fault::Missing { letter, has, lacks })),
                (false, true) => Ok(()),
            })?;
        }
        let mut sizes = Sizes::NONE;
        for &(letter, size) in given {
            let byte = u8::try_from(letter).ok().filter(u8::is_ascii_alphabetic);
            let byte = byte.ok_or_else(|| fault(Fault::NotALetter(letter)))?;
            if !left.contains(&byte) {
                return Err(fault(Fault::Missing { letter: byte, has: "the sizes", lacks: NAMES[0] }));
            }
            if sizes.get(byte).is_some() {
                return Err(fault(Fault::Twice { letter: byte, side: "the sizes" }));
            }
            sizes.put(byte, size, 0);
        }
        let bound = shape.with_sizes(|own| bind_side(&left, own, &mut sizes));
        bound.map_err(|clash| ShapeError::new(Relation::With, clash, shape.partial(), PartialShape::UNKNOWN))?;
        let axes = items(&right).map(|item| sizes.product(item)).collect::<Option<Vec<_>>>();
        let axes = axes.ok_or_else(|| ShapeError::overflow(shape.partial()))?;
        Ok(Self { sides: [left, right], sizes, shape: AnyShape::from(&axes[..]) })
    }
}

const NAMES: [&str; 2] = ["the left side", "the right side"];

/// One side of a pattern: `()` for `1`, and `.` for `...`.
fn side(text: &str) -> Result<Vec<u8>, ShapeError> {
    let (mut side, mut is_open) = (Vec::new(), false);
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let mut length = 1;
        match next {
            ' ' => {}
            'a'..='z' | 'A'..='Z' => side.push(next as u8),
            '1' if !is_open => side.extend(b"()"),
            '(' | ')' if is_open == (next == ')') => {
                is_open = !is_open;
                side.push(next as u8);
            }
            '.' if rest.starts_with("...") && !side.contains(&b'.') => {
                side.push(b'.');
                length = 3;
            }
            other => return Err(fault(Fault::NotALetter(other))),
        }
        rest = &rest[length..];
    }
    if is_open { Err(fault(Fault::NotALetter('('))) } else { Ok(side) }
}

/// A side with `count` letters in place of `...`.
fn expand(side: &[u8], count: usize) -> Vec<u8> {
    let ellipsis: Vec<u8> = (ELLIPSIS..BROADCAST).take(count).collect();
    let mut expanded = Vec::with_capacity(side.len() + count);
    for &letter in side {
        if letter == b'.' { expanded.extend(ellipsis.iter().rev()) } else { expanded.push(letter) }
    }
    expanded
}
