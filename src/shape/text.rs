//! Sizes and names as text.

use core::fmt::{self, Display};

/// Returns the name of an axis; a function, since the name of a type is not a constant yet.
pub type Name = fn() -> &'static str;

/// The least and the greatest size of each axis with bounds: one entry for each axis, or none.
pub type Bounds = &'static [Option<[usize; 2]>];

pub(super) const NO_BOUNDS: Bounds = &[];

/// The last segment of the path of a type.
pub(crate) fn name_of<L>() -> &'static str {
    let path = core::any::type_name::<L>();
    let end = path.find('<').unwrap_or(path.len());
    &path[path[..end].rfind(':').map_or(0, |colon| colon + 1)..]
}

/// For more axes than this, text has the first and last [`EDGE`].
pub(crate) const LONG: usize = 32;
pub(super) const EDGE: usize = 3;

/// Writes spaces; the width in `{:width$}` is at most 65 535.
pub(crate) fn spaces(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    const SOME: &str = "                                ";
    for _ in 0..count / SOME.len() {
        f.write_str(SOME)?;
    }
    f.write_str(&SOME[..count % SOME.len()])
}

/// A size, or `_` if it is unknown, with its name, if it has one: `Heads = 8`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(super) size: Option<usize>,
    pub(super) name: Option<Name>,
    /// The least and the greatest size, for an unknown one.
    pub(super) bounds: Option<[usize; 2]>,
}

impl Written {
    /// The number of characters.
    pub(super) fn width(self) -> usize {
        let digits = |size: usize| size.checked_ilog10().map_or(1, |digits| digits as usize + 1);
        let size = match (self.size, self.bounds) {
            (Some(size), _) => digits(size),
            (None, Some([lo, hi])) => digits(lo) + "..=".len() + digits(hi),
            (None, None) => 1,
        };
        self.name.map_or(0, |name| name().chars().count() + " = ".len()) + size
    }
}

impl Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name {
            write!(f, "{} = ", name())?;
        }
        match (self.size, self.bounds) {
            (Some(size), _) => write!(f, "{size}"),
            (None, Some([lo, hi])) => write!(f, "{lo}..={hi}"),
            (None, None) => f.write_str("_"),
        }
    }
}

/// The beginning of a text that an error quotes. The error owns it, also without an allocator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    bytes: [u8; Self::LONGEST],
    length: usize,
    cut: bool,
}

impl Quote {
    const LONGEST: usize = 64;

    pub(super) fn new(text: &str) -> Self {
        let length = (0..=text.len().min(Self::LONGEST)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        let mut bytes = [0; Self::LONGEST];
        bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
        Self { bytes, length, cut: length < text.len() }
    }
}

impl Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `new` cut it between two characters
        let text = core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default();
        write!(f, "{text:?}{}", if self.cut { "..." } else { "" })
    }
}

/// Up to 84 letters, parentheses and `...`: one operand of an equation, or one side of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterText {
    text: [u8; 84],
    length: u8,
}

impl LetterText {
    pub(crate) const EMPTY: Self = Self { text: [0; 84], length: 0 };

    /// Takes the first 84 of these bytes.
    pub(crate) fn new(text: &[u8]) -> Self {
        text.iter().take(84).fold(Self::EMPTY, |letters, &byte| letters.with(byte))
    }

    pub(crate) const fn with(mut self, letter: u8) -> Self {
        self.text[self.length as usize] = letter;
        self.length += 1;
        self
    }

    pub(crate) const fn and(mut self, other: &Self) -> Self {
        let mut at = 0;
        while at < other.length as usize {
            self = self.with(other.text[at]);
            at += 1;
        }
        self
    }

    pub(crate) const fn as_bytes(&self) -> &[u8] {
        self.text.split_at(self.length as usize).0
    }
}
