//! Errors of loading and saving.

use super::element::ElementType;
use conformable::shape::ShapeError;
use core::fmt::{self, Debug, Display, Write};
use std::boxed::Box;
use std::io;
use std::string::{String, ToString};
use std::vec::Vec;

/// An error of loading or saving: the file, the tensor, and the reason.
///
/// If shapes differ, the message aligns both:
///
/// ```
/// # #[cfg(feature = "safetensors")] {
/// use conformable::{Shape, Tensor};
/// use conformable_files::{File, Format, Tensors};
///
/// let weight = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let mut tensors = Tensors::new();
/// tensors.put("weight", &weight);
/// let file = File::from_bytes("model.safetensors", &tensors.to_bytes(Format::Safetensors)?)?;
///
/// let error = file.load::<f64, Shape![_, 512]>("weight").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "model.safetensors, tensor `weight`: (2, 3) is not a (_, 512)
///   file  2    3
///   type  _  512
///              ^ axis 1 is 3, not 512"
/// );
/// assert_eq!(error.shape_error().and_then(|error| error.axis()), Some(1));
/// # }
/// # Ok::<(), conformable_files::FileError>(())
/// ```
pub struct FileError(Box<Inner>);

struct Inner {
    file: String,
    tensor: Option<String>,
    why: Why,
}

/// The kind of a [`FileError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The system cannot read, map or write the file.
    Io,
    /// The file is malformed.
    Malformed,
    /// The file has no tensor of that name.
    NoSuchTensor,
    /// The element type differs, or the format does not support it.
    ElementType,
    /// The sizes differ from the shape type, or memory runs out; see [`FileError::shape_error`].
    Shape,
    /// An element is not a valid value of its type: a `bool` other than 0 or 1.
    Value,
    /// The elements cannot be viewed in place, but [`load`](super::FilePart::load) accepts them.
    NoView,
    /// A name was put twice, or cannot be saved.
    Name,
    /// The contents exceed the limits of the format or of a `usize`, or a compressed tensor exceeds
    /// [`File::with_max_unpacked`](super::File).
    TooLarge,
}

/// The reason of an error.
pub(super) enum Why {
    Io(io::Error),
    Malformed(String),
    Missing(Vec<String>),
    Elements {
        are: String,
        not: ElementType,
    },
    NotSaved {
        are: ElementType,
        format: &'static str,
    },
    Shape(ShapeError),
    Value {
        place: usize,
    },
    Unaligned {
        at: u64,
        align: usize,
    },
    OtherOrder,
    NotInMemory,
    #[cfg(feature = "npz")]
    Packed,
    Name(String),
    TooLarge(String),
}

/// A malformed file: `malformed!("the header ends at byte {at}")`.
macro_rules! malformed {
    ($($words:tt)*) => { $crate::error::Why::Malformed(std::format!($($words)*)) };
}
pub(super) use malformed;

impl From<io::Error> for Why {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => malformed!("it is shorter than it was when it was opened"),
            io::ErrorKind::InvalidData => malformed!("{error}"),
            _ => Self::Io(error),
        }
    }
}

impl From<ShapeError> for Why {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl Why {
    /// The error of a member of an archive.
    #[cfg(feature = "npz")]
    #[cold]
    pub(super) fn inside(self, member: &str) -> Self {
        match self {
            Self::Malformed(what) => malformed!("its member `{member}`: {what}"),
            other => other,
        }
    }

    /// The error of a file as a whole.
    #[cold]
    pub(super) fn of(self, file: impl Display) -> FileError {
        FileError(Box::new(Inner { file: file.to_string(), tensor: None, why: self }))
    }

    /// The error of one tensor.
    #[cold]
    pub(super) fn of_tensor(self, file: impl Display, tensor: &str) -> FileError {
        FileError(Box::new(Inner { file: file.to_string(), tensor: Some(tensor.into()), why: self }))
    }
}

impl FileError {
    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> FileErrorKind {
        match self.0.why {
            Why::Io(_) => FileErrorKind::Io,
            Why::Malformed(_) => FileErrorKind::Malformed,
            Why::Missing(_) => FileErrorKind::NoSuchTensor,
            Why::Elements { .. } | Why::NotSaved { .. } => FileErrorKind::ElementType,
            Why::Shape(_) => FileErrorKind::Shape,
            Why::Value { .. } => FileErrorKind::Value,
            Why::Unaligned { .. } | Why::OtherOrder | Why::NotInMemory => FileErrorKind::NoView,
            #[cfg(feature = "npz")]
            Why::Packed => FileErrorKind::NoView,
            Why::Name(_) => FileErrorKind::Name,
            Why::TooLarge(_) => FileErrorKind::TooLarge,
        }
    }

    /// Returns the path or name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// Returns the name of the tensor, if the error is about one.
    #[must_use]
    pub fn tensor(&self) -> Option<&str> {
        self.0.tensor.as_deref()
    }

    /// Returns how the shapes differ, for the kind [`Shape`](FileErrorKind::Shape).
    #[must_use]
    pub fn shape_error(&self) -> Option<&ShapeError> {
        match &self.0.why {
            Why::Shape(error) => Some(error),
            _ => None,
        }
    }
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { file, tensor, why } = &*self.0;
        // the names of shards come from an index
        Line::of(f, LONGEST_PATH).write_str(file)?;
        if let Some(tensor) = tensor {
            write!(f, ", tensor `{}`", Shown(tensor))?;
        }
        f.write_str(": ")?;
        match why {
            Why::Io(error) => Display::fmt(error, f),
            Why::Malformed(what) | Why::Name(what) | Why::TooLarge(what) => Line::of(f, LONGEST).write_str(what),
            Why::Missing(names) => missing(f, tensor.as_deref().unwrap_or_default(), names),
            Why::Elements { are, not } => write!(f, "the elements are {}, not {not}", Shown(are)),
            Why::NotSaved { are, format } => write!(f, "the elements are {are}, which {format} has no type for"),
            Why::Shape(error) => Display::fmt(&error.named_rows(["file", "type"]), f),
            Why::Value { place } => write!(f, "element {place} is no `bool`: its byte is neither 0 nor 1"),
            Why::Unaligned { at, align } => write!(
                f,
                "cannot view the elements: they begin at byte {at} of the file, which is not a multiple of {align}; `load` copies them"
            ),
            Why::OtherOrder => f.write_str(
                "cannot view the elements: their bytes are in the order of other processors; `load` converts them",
            ),
            Why::NotInMemory => f.write_str(
                "cannot view the elements: the file was opened, and not read into memory; `File::read` does, `File::map` maps it",
            ),
            #[cfg(feature = "npz")]
            Why::Packed => f.write_str("cannot view the elements: they are compressed; `load` unpacks them"),
        }
    }
}

/// The maximal length in characters of a reason, which may contain text from the file.
const LONGEST: usize = 1000;

/// The maximal length of a path.
const LONGEST_PATH: usize = 4096;

/// Text on one line that may contain text from a file: control characters and those that change the text direction are
/// escaped, since terminals obey them, and its length is limited.
struct Line<'f, 'g> {
    to: &'f mut fmt::Formatter<'g>,
    left: usize,
}

impl<'f, 'g> Line<'f, 'g> {
    fn of(to: &'f mut fmt::Formatter<'g>, most: usize) -> Self {
        Self { to, left: most }
    }
}

impl Write for Line<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let Some(left) = self.left.checked_sub(1) else { return self.to.write_str("..") };
            self.left = left;
            let turns = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            if character.is_control() || turns {
                Display::fmt(&character.escape_default(), self.to)?;
            } else {
                self.to.write_char(character)?;
            }
        }
        Ok(())
    }
}

/// A name from a file, of limited length.
pub(super) struct Shown<'a>(pub(super) &'a str);

/// The maximal length of a name.
const SHOWN: usize = 200;

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line::of(f, SHOWN).write_str(self.0)
    }
}

/// The maximal number of names in an error.
const LISTED: usize = 8;

/// Writes that the tensor does not exist, and similar or existing names.
fn missing(f: &mut fmt::Formatter<'_>, wanted: &str, names: &[String]) -> fmt::Result {
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    // names of very different lengths are not similar, and a comparison allocates memory for each pair of letters
    let is_as_long = |name: &&String| {
        let other = name.chars().count();
        length.min(other) * 5 >= length.max(other) * 3
    };
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&wanted, &name.to_lowercase());
    let names_as_long = names.iter().filter(is_as_long);
    let mut near: Vec<_> = names_as_long.map(|name| (likeness(name), name)).filter(|(like, _)| *like >= 0.6).collect();
    near.sort_by(|(l, _), (r, _)| r.total_cmp(l));
    near.truncate(3);
    f.write_str("there is no such tensor; ")?;
    if !near.is_empty() {
        f.write_str("near it in spelling: ")?;
        return list(f, near.iter().map(|(_, name)| *name));
    }
    match names.len() {
        0 => return f.write_str("the file has none"),
        1 => f.write_str("the file has one, ")?,
        count => write!(f, "the file has {count}: ")?,
    }
    list(f, names.iter().take(LISTED))?;
    if names.len() > LISTED { f.write_str(", ..") } else { Ok(()) }
}

fn list<'a>(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'a String>) -> fmt::Result {
    for (place, name) in names.enumerate() {
        let comma = if place == 0 { "" } else { ", " };
        write!(f, "{comma}`{}`", Shown(name))?;
    }
    Ok(())
}

/// The text of `Display`, so that `unwrap` and `main` print the aligned shapes.
impl Debug for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0.why {
            Why::Io(error) => Some(error),
            Why::Shape(error) => Some(error),
            _ => None,
        }
    }
}
