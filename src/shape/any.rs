//! Shapes whose sizes are known only at run time, or only in part.

use super::small_vec::SmallVec;
use super::text::{Bounds, EDGE, LONG, NO_BOUNDS, Name, Quote, Written};
use crate::sealed::Sealed;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str::FromStr;

/// One value for each axis of a shape of run-time rank.
#[cfg(feature = "alloc")]
pub(crate) type Sizes<N> = SmallVec<N, 6>;

/// At most 16 values without an allocator.
#[cfg(not(feature = "alloc"))]
pub(crate) type Sizes<N> = SmallVec<N, 16>;

/// A shape whose rank is known only at run time. Every rule takes it together with typed shapes.
///
/// It derefs to its sizes. Up to rank 6 it needs no heap memory. Text shortens more than 32 axes to the first and last
/// three; `{:#}` prints all.
///
/// ```
/// use conformable::{AnyShape, Shape, shape};
///
/// let any = AnyShape::from([2, 3]);
/// assert_eq!(any.len(), 2);
/// assert_eq!(any.to_string(), "(2, 3)");
/// assert_eq!(any, shape![2, 3].erase());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AnyShape(Sizes<usize>);

impl AnyShape {
    pub(crate) const fn from_sizes_vec(sizes: Sizes<usize>) -> Self {
        Self(sizes)
    }

    pub(super) fn push_size(&mut self, size: usize) {
        self.0.push(size);
    }
}

impl Deref for AnyShape {
    type Target = [usize];

    #[inline]
    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl AsRef<[usize]> for AnyShape {
    #[inline]
    fn as_ref(&self) -> &[usize] {
        &self.0
    }
}

impl AsMut<[usize]> for AnyShape {
    #[inline]
    fn as_mut(&mut self) -> &mut [usize] {
        &mut self.0
    }
}

/// # Panics
///
/// Without the feature `alloc`, if there are more than 16 sizes.
impl From<&[usize]> for AnyShape {
    #[inline]
    fn from(sizes: &[usize]) -> Self {
        Self(SmallVec::copy_of(sizes))
    }
}

/// # Panics
///
/// Without the feature `alloc`, if there are more than 16 sizes.
impl<const RANK: usize> From<[usize; RANK]> for AnyShape {
    #[inline]
    fn from(sizes: [usize; RANK]) -> Self {
        Self(SmallVec::copy_of(&sizes))
    }
}

#[cfg(feature = "alloc")]
impl From<alloc::vec::Vec<usize>> for AnyShape {
    fn from(sizes: alloc::vec::Vec<usize>) -> Self {
        Self::from(&sizes[..])
    }
}

/// # Panics
///
/// Without the feature `alloc`, if there are more than 16 sizes.
impl FromIterator<usize> for AnyShape {
    fn from_iter<I: IntoIterator<Item = usize>>(sizes: I) -> Self {
        Self(sizes.into_iter().collect())
    }
}

impl Display for AnyShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&PartialShape::from(&**self), f)
    }
}

impl Sealed for AnyShape {}

/// A shape whose sizes, or even whose rank, may be unknown.
///
/// The text is `(2, _, 4)`, or `*` if the rank is unknown; it parses with or without the parentheses. The text of more
/// than 32 axes has the first and last three and does not parse; `{:#}` prints all.
///
/// ```
/// use conformable::PartialShape;
///
/// let shape: PartialShape = "2,_,4".parse()?;
/// assert_eq!(shape.dims(), Some(&[Some(2), None, Some(4)][..]));
/// assert_eq!(shape.to_string(), "(2, _, 4)");
/// assert_eq!("*".parse::<PartialShape>()?.dims(), None);
/// assert_eq!("()".parse::<PartialShape>()?.dims(), Some(&[][..]));
/// # Ok::<(), conformable::ParseError>(())
/// ```
///
/// It keeps the names of the shape it was made from, `(Batch = 2, _, 4)`. Names are only text: `==` compares sizes.
#[derive(Clone)]
pub struct PartialShape {
    dims: Option<Sizes<Option<usize>>>,
    /// One for each axis, or empty.
    names: &'static [Option<Name>],
    /// The same; a thin reference keeps errors small.
    bounds: &'static Bounds,
}

impl PartialShape {
    /// A shape of unknown rank.
    pub const UNKNOWN: Self = Self { dims: None, names: &[], bounds: &NO_BOUNDS };

    /// Returns the sizes, outermost first: `None` for an unknown size, or if the rank is unknown.
    #[must_use]
    pub fn dims(&self) -> Option<&[Option<usize>]> {
        self.dims.as_deref()
    }

    /// Returns the shape if every size is known.
    #[must_use]
    pub fn to_shape(&self) -> Option<AnyShape> {
        self.dims()?.iter().copied().collect::<Option<_>>()
    }

    pub(crate) const fn from_dims(dims: Sizes<Option<usize>>) -> Self {
        Self { dims: Some(dims), names: &[], bounds: &NO_BOUNDS }
    }

    /// These sizes, with names of the axes or an empty slice.
    pub(crate) fn named(sizes: &[usize], names: &'static [Option<Name>]) -> Self {
        Self::from(sizes).with_names(names)
    }

    pub(super) fn with_names(self, names: &'static [Option<Name>]) -> Self {
        Self { names, ..self }
    }

    pub(super) fn with_bounds(self, bounds: &'static Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Whether a size along the axis may be that one.
    pub(super) fn admits(&self, axis: usize, size: usize) -> bool {
        let dim = self.dims().and_then(|dims| *dims.get(axis)?);
        let bounds = self.bounds.get(axis).copied().flatten();
        dim.is_none_or(|dim| dim == size) && bounds.is_none_or(|[lo, hi]| lo <= size && size <= hi)
    }

    /// Takes the names of the first of two shapes of the same rank that has any.
    pub(crate) fn named_as(self, lhs: &Self, rhs: &Self) -> Self {
        let rank = self.dims().map(<[_]>::len);
        let like = [lhs, rhs].into_iter().find(|shape| !shape.names.is_empty() && Some(shape.names.len()) == rank);
        self.with_names(like.map_or(&[], |shape| shape.names))
    }

    pub(super) fn written(&self, axis: usize) -> Option<Written> {
        let size = *self.dims()?.get(axis)?;
        let name = self.names.get(axis).copied().flatten();
        Some(Written { size, name, bounds: self.bounds.get(axis).copied().flatten() })
    }
}

impl PartialEq for PartialShape {
    fn eq(&self, other: &Self) -> bool {
        self.dims == other.dims
    }
}

impl Eq for PartialShape {}

impl Hash for PartialShape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dims.hash(state);
    }
}

impl Debug for PartialShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartialShape{self}")
    }
}

impl From<&[usize]> for PartialShape {
    fn from(sizes: &[usize]) -> Self {
        sizes.iter().copied().map(Some).collect()
    }
}

impl From<&[Option<usize>]> for PartialShape {
    fn from(dims: &[Option<usize>]) -> Self {
        dims.iter().copied().collect()
    }
}

/// Makes a shape of that rank. [`PartialShape::UNKNOWN`] has no rank.
impl FromIterator<Option<usize>> for PartialShape {
    fn from_iter<I: IntoIterator<Item = Option<usize>>>(dims: I) -> Self {
        Self::from_dims(dims.into_iter().fuse().collect())
    }
}

impl Display for PartialShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(dims) = self.dims() else { return f.write_str("*") };
        let left_out = if dims.len() > LONG && !f.alternate() { EDGE..dims.len() - EDGE } else { 0..0 };
        f.write_str("(")?;
        for axis in (0..dims.len()).filter(|axis| !left_out.contains(axis)) {
            f.write_str(if axis == 0 { "" } else { ", " })?;
            f.write_str(if axis > 0 && axis == left_out.end { "..., " } else { "" })?;
            self.written(axis).map_or(Ok(()), |written| Display::fmt(&written, f))?;
        }
        f.write_str(if dims.len() == 1 { ",)" } else { ")" })
    }
}

impl FromStr for PartialShape {
    type Err = ParseError;

    fn from_str(whole: &str) -> Result<Self, ParseError> {
        let text = whole.trim();
        if text == "*" {
            return Ok(Self::UNKNOWN);
        }
        let entry = |entry: &str| if entry == "_" { Some(None) } else { number(entry).map(Some) };
        parse(whole, PARTIAL, entry).map(Self::from_dims)
    }
}

/// Parses the text of a [`PartialShape`] without unknown sizes: `2,3`, `(2, 3)`, `()`.
///
/// ```
/// use conformable::AnyShape;
///
/// assert_eq!("2,3".parse(), Ok(AnyShape::from([2, 3])));
/// assert_eq!("(2,)".parse(), Ok(AnyShape::from([2])));
///
/// let refused = "(2, _)".parse::<AnyShape>().unwrap_err();
/// assert_eq!(refused.to_string(), r#"cannot parse "(2, _)" at "_": a shape is written (2, 3) or 2,3"#);
/// ```
impl FromStr for AnyShape {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text, KNOWN, number).map(Self)
    }
}

const PARTIAL: &str =
    "a shape is written (2, _, 4) or 2,_,4: sizes, or _ where a size is not known; * where the rank is not";
const KNOWN: &str = "a shape is written (2, 3) or 2,3";
const TOO_LARGE: &str = "a size must fit `usize`";

fn number(entry: &str) -> Option<usize> {
    if entry.starts_with(|first: char| first.is_ascii_digit()) { entry.parse().ok() } else { None }
}

/// Parses entries, with or without parentheses, each by `read`.
fn parse<N: Copy + Default>(
    whole: &str,
    expected: &'static str,
    read: fn(&str) -> Option<N>,
) -> Result<Sizes<N>, ParseError> {
    let text = whole.trim();
    let inner = match text.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')').ok_or_else(|| ParseError::new(whole, expected))?,
        None if text.is_empty() => return Err(ParseError::new(whole, expected)),
        None => text,
    };
    let inner = inner.trim();
    if inner.is_empty() {
        return Ok(Sizes::default());
    }
    let mut entries = Sizes::default();
    for entry in inner.strip_suffix(',').unwrap_or(inner).split(',') {
        let entry = entry.trim();
        let Some(size) = read(entry) else {
            let is_number = !entry.is_empty() && entry.bytes().all(|byte| byte.is_ascii_digit());
            return Err(ParseError::new(whole, if is_number { TOO_LARGE } else { expected }).at(entry));
        };
        entries.push(size);
    }
    Ok(entries)
}

impl From<AnyShape> for PartialShape {
    fn from(shape: AnyShape) -> Self {
        Self::from(&*shape)
    }
}

/// A text that is not a shape or not a rule; it quotes the text and the wrong entry.
///
/// ```
/// use conformable::PartialShape;
///
/// let refused = "2,x,4".parse::<PartialShape>().unwrap_err();
/// assert!(refused.to_string().starts_with(r#"cannot parse "2,x,4" at "x": a shape is written (2, _, 4)"#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: Quote,
    entry: Option<Quote>,
    expected: &'static str,
}

impl ParseError {
    pub(crate) fn new(text: &str, expected: &'static str) -> Self {
        Self { text: Quote::new(text), entry: None, expected }
    }

    pub(crate) fn rule(text: &str) -> Self {
        Self::new(text, "a broadcasting rule is none, explicit, numpy, pdpd or, with an axis, pdpd(axis=1)")
    }

    pub(crate) fn at(self, entry: &str) -> Self {
        Self { entry: Some(Quote::new(entry)), ..self }
    }
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot parse {}", self.text)?;
        if let Some(entry) = &self.entry {
            write!(f, " at {entry}")?;
        }
        write!(f, ": {}", self.expected)
    }
}

impl core::error::Error for ParseError {}
