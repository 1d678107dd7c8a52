//! Sizes as text.

use core::fmt::{self, Display};

/// What an axis is called. (It is asked for and not stored, since the name of a type is no constant yet.)
pub type Name = fn() -> &'static str;

/// The last part of the path of a type.
pub(super) fn name_of<L>() -> &'static str {
    let path = core::any::type_name::<L>();
    let end = path.find('<').unwrap_or(path.len());
    &path[path[..end].rfind(':').map_or(0, |colon| colon + 1)..]
}

/// Of a shape with more axes than this, text has the first and the last [`EDGE`].
pub(crate) const LONG: usize = 32;
pub(super) const EDGE: usize = 3;

/// Writes that many spaces: a width in `{:width$}` is at most 65 535.
pub(crate) fn spaces(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    const SOME: &str = "                                ";
    for _ in 0..count / SOME.len() {
        f.write_str(SOME)?;
    }
    f.write_str(&SOME[..count % SOME.len()])
}

/// A size, `_` where it is not known, with its name, if it has one: `Heads = 8`.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    pub(super) size: Option<usize>,
    pub(super) name: Option<Name>,
}

impl Written {
    /// How many characters it has.
    pub(super) fn width(self) -> usize {
        let digits = self.size.and_then(usize::checked_ilog10).map_or(1, |digits| digits as usize + 1);
        self.name.map_or(0, |name| name().chars().count() + " = ".len()) + digits
    }
}

impl Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name {
            write!(f, "{} = ", name())?;
        }
        match self.size {
            Some(size) => write!(f, "{size}"),
            None => f.write_str("_"),
        }
    }
}

/// The beginning of a text that was given, for an error that quotes it: the error owns it, with an allocator or
/// without.
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
        // it was cut between two characters
        let text = core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default();
        write!(f, "{text:?}{}", if self.cut { "..." } else { "" })
    }
}

/// Up to 84 letters, parentheses and `...` as text: one operand of an equation, or one side of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterText {
    text: [u8; 84],
    length: u8,
}

impl LetterText {
    pub(crate) const EMPTY: Self = Self { text: [0; 84], length: 0 };

    /// The first 84 of these bytes.
    pub(crate) fn new(text: &[u8]) -> Self {
        text.iter().take(84).fold(Self::EMPTY, |letters, &byte| letters.with(byte))
    }

    /// The same with one more.
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
