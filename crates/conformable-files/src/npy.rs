//! NumPy's `.npy`: a magic text, a version, the length of the header, the header as a Python dict, and the elements.
//!
//! ```text
//! \x93NUMPY 1 0 118 0  {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }      \n  24 bytes
//!           version length (of 2 bytes, and from version 2 on of 4)
//! ```
//!
//! The dict is parsed from left to right without recursion: a nested record type is copied as text and not parsed.

use super::element::ElementType;
use super::entry::{Contents, Entry, Order};
use super::error::{FileError, Why, malformed};
use super::source::Source;
use super::stored::{Named, Stored};
use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::string::{String, ToString};
use std::vec::Vec;

const MAGIC: [u8; 6] = *b"\x93NUMPY";

/// The maximal length of a header: enough for a hundred thousand axes.
const LONGEST_HEADER: u64 = 1 << 20;

/// The alignment of the elements in the file.
pub(super) const ALIGNMENT: u8 = 64;

/// The description of the array in the header.
pub(super) struct Header {
    descr: Descr,
    order: Order,
    sizes: Vec<usize>,
    /// The number of bytes up to the elements.
    pub(super) length: u64,
}

/// The header's `descr`: the element type.
struct Descr {
    /// As in [`Entry`].
    elements: Result<ElementType, String>,
    big_endian: bool,
    /// The bytes of an element, if its type has a fixed size.
    bytes: Option<u64>,
}

/// Reads the description of the array.
pub(super) fn read(source: &Source, stem: &str) -> Result<Contents, Why> {
    let header = Header::read(&mut source.part(0, source.len()), source.len())?;
    let entry = header.entry(0, source.len())?;
    Ok(Contents { entries: BTreeMap::from([(stem.to_owned(), entry)]), metadata: BTreeMap::new() })
}

impl Header {
    /// Reads the header at the start of `file`, which has `bytes` bytes.
    pub(super) fn read(file: &mut impl Read, bytes: u64) -> Result<Self, Why> {
        let mut start = [0; 12];
        if bytes < 10 {
            return Err(malformed!("{bytes} bytes are not an array of NumPy"));
        }
        file.read_exact(&mut start[..10])?;
        if start[..6] != MAGIC {
            return Err(malformed!("it does not begin with the magic text of NumPy's arrays"));
        }
        let (begin, length) = match (start[6], start[7]) {
            (1, 0) => (10_u8, u64::from(u16::from_le_bytes([start[8], start[9]]))),
            (2 | 3, 0) if bytes >= 12 => {
                file.read_exact(&mut start[10..])?;
                (12, u64::from(u32::from_le_bytes([start[8], start[9], start[10], start[11]])))
            }
            (2 | 3, 0) => return Err(malformed!("{bytes} bytes are not an array of NumPy")),
            (major, minor) => {
                return Err(malformed!(
                    "version {major}.{minor} of the format, and those that are known are 1.0, 2.0 and 3.0"
                ));
            }
        };
        if length > bytes - u64::from(begin) {
            return Err(malformed!(
                "a header of {length} bytes, and there are {} behind its length",
                bytes - u64::from(begin)
            ));
        }
        if length > LONGEST_HEADER {
            return Err(malformed!(
                "a header of {length} bytes is longer than {LONGEST_HEADER}, the longest that is read"
            ));
        }
        let mut text = Vec::new();
        file.take(length).read_to_end(&mut text)?;
        if (text.len() as u64) < length {
            return Err(malformed!("a header of {length} bytes, and there are {} behind its length", text.len()));
        }
        if start[6] == 3 && core::str::from_utf8(&text).is_err() {
            return Err(malformed!("malformed header: it is not UTF-8, which version 3.0 requires"));
        }
        Dict { text: &text, at: 0, begin: usize::from(begin) }.parse(u64::from(begin) + length)
    }

    /// The entry of the array, whose header begins at `at`, in a file or member of `bytes` bytes.
    pub(super) fn entry(self, at: u64, bytes: u64) -> Result<Entry, Why> {
        let Self { descr, order, sizes, length } = self;
        let there = bytes.saturating_sub(length);
        if let Some(each) = descr.bytes {
            let times = |bytes: u64, &size: &usize| bytes.checked_mul(size as u64);
            let told = if sizes.contains(&0) { Some(0) } else { sizes.iter().try_fold(each, times) };
            match told {
                Some(told) if told == there => {}
                Some(told) => {
                    return Err(malformed!("the header tells of {told} bytes of elements, and there are {there}"));
                }
                None => {
                    return Err(malformed!(
                        "the header tells of more bytes of elements than can be counted, and there are {there}"
                    ));
                }
            }
        }
        let bytes = usize::try_from(there).map_err(|_| malformed!("{there} bytes of elements do not fit in memory"))?;
        let Descr { elements, big_endian, .. } = descr;
        Ok(Entry {
            elements,
            sizes,
            order,
            big_endian,
            source: 0,
            at: at + length,
            bytes,
            #[cfg(feature = "npz")]
            member: None,
        })
    }
}

/// The dict of a header, parsed up to `at`.
struct Dict<'h> {
    text: &'h [u8],
    at: usize,
    /// The position of the dict in the file.
    begin: usize,
}

impl<'h> Dict<'h> {
    fn parse(mut self, length: u64) -> Result<Header, Why> {
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        self.expect(b'{')?;
        while !self.eat(b'}') {
            let at = self.at;
            let key = self.quoted()?;
            self.expect(b':')?;
            let twice = match key {
                b"descr" => descr.replace(self.descr()?).is_some(),
                b"fortran_order" => fortran_order.replace(self.boolean()?).is_some(),
                b"shape" => shape.replace(self.shape()?).is_some(),
                _ => return Err(self.wrong_at(at, &std::format!("the unknown key `{}`", String::from_utf8_lossy(key)))),
            };
            if twice {
                return Err(self.wrong_at(at, &std::format!("`{}` for the second time", String::from_utf8_lossy(key))));
            }
            if !self.eat(b',') {
                self.expect(b'}')?;
                break;
            }
        }
        self.skip_spaces();
        if self.at < self.text.len() {
            return Err(self.wrong("more behind the dict"));
        }
        let missing = |key| malformed!("malformed header: `{key}` is missing");
        let order = if fortran_order.ok_or_else(|| missing("fortran_order"))? { Order::Columns } else { Order::Rows };
        let descr = descr.ok_or_else(|| missing("descr"))?;
        Ok(Header { descr, order, sizes: shape.ok_or_else(|| missing("shape"))?, length })
    }

    /// An error at the current position.
    fn wrong(&self, what: &str) -> Why {
        self.wrong_at(self.at, what)
    }

    #[cold]
    fn wrong_at(&self, at: usize, what: &str) -> Why {
        malformed!("malformed header: {what} at byte {}", self.begin + at)
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    /// Skips spaces, and reads the byte if it is next.
    fn eat(&mut self, byte: u8) -> bool {
        self.skip_spaces();
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Why> {
        if self.eat(byte) { Ok(()) } else { Err(self.wrong(&std::format!("no `{}`", char::from(byte)))) }
    }

    /// A text in single or double quotes.
    fn quoted(&mut self) -> Result<&'h [u8], Why> {
        let quote = if self.eat(b'"') { b'"' } else { b'\'' };
        if quote == b'\'' && !self.eat(quote) {
            return Err(self.wrong("no text in quotes"));
        }
        let rest = &self.text[self.at..];
        let Some(end) =
            rest.iter().position(|byte| [quote, b'\\', b'\n'].contains(byte)).filter(|end| rest[*end] == quote)
        else {
            return Err(self.wrong("a text that does not end"));
        };
        self.at += end + 1;
        Ok(&rest[..end])
    }

    fn boolean(&mut self) -> Result<bool, Why> {
        self.skip_spaces();
        for (name, value) in [("True", true), ("False", false)] {
            if self.text[self.at..].starts_with(name.as_bytes()) {
                self.at += name.len();
                return Ok(value);
            }
        }
        Err(self.wrong("neither `True` nor `False`"))
    }

    /// A tuple of sizes: `()`, `(3,)`, `(2, 3)`.
    fn shape(&mut self) -> Result<Vec<usize>, Why> {
        let mut sizes = Vec::new();
        self.expect(b'(')?;
        while !self.eat(b')') {
            sizes.push(self.size()?);
            if !self.eat(b',') {
                self.expect(b')')?;
                if sizes.len() == 1 {
                    return Err(self.wrong("a number in parentheses, and no tuple,"));
                }
                break;
            }
        }
        Ok(sizes)
    }

    /// A size, which Python 2 writes with an `L`.
    fn size(&mut self) -> Result<usize, Why> {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let digits = core::str::from_utf8(&rest[..length]).unwrap_or_default();
        match rest.first() {
            Some(b'-') => return Err(self.wrong("a negative size")),
            Some(b'0'..=b'9') if length == 1 || !digits.starts_with('0') => {}
            _ => return Err(self.wrong("no size")),
        }
        let size = digits.parse().map_err(|_| self.wrong("a size that is too large to be counted"))?;
        self.at += length + usize::from(rest.get(length) == Some(&b'L'));
        Ok(size)
    }

    /// The element type: a text, or the list or tuple of a record, which is copied.
    fn descr(&mut self) -> Result<Descr, Why> {
        self.skip_spaces();
        if !matches!(self.text.get(self.at), Some(b'[' | b'(')) {
            let at = self.at;
            let text = self.quoted()?;
            let descr = core::str::from_utf8(text).ok().and_then(Descr::of);
            let what = || std::format!("`{}`, which is not a type of NumPy,", String::from_utf8_lossy(text));
            return descr.ok_or_else(|| self.wrong_at(at, &what()));
        }
        let from = self.at;
        let mut depth = 0_usize;
        loop {
            match self.text.get(self.at) {
                Some(b'\'' | b'"') => {
                    self.quoted()?;
                    continue;
                }
                Some(b'[' | b'(') => depth += 1,
                Some(b']' | b')') => depth -= 1,
                Some(_) => {}
                None => return Err(self.wrong("a type that does not end")),
            }
            self.at += 1;
            if depth == 0 {
                let record = String::from_utf8_lossy(&self.text[from..self.at]);
                return Ok(Descr {
                    elements: Err(std::format!("records, `{record}`")),
                    big_endian: false,
                    bytes: None,
                });
            }
        }
    }
}

/// The element types as NumPy writes them, without the byte order.
const TYPES: [(ElementType, &str); 14] = [
    (ElementType::Bool, "b1"),
    (ElementType::I8, "i1"),
    (ElementType::I16, "i2"),
    (ElementType::I32, "i4"),
    (ElementType::I64, "i8"),
    (ElementType::U8, "u1"),
    (ElementType::U16, "u2"),
    (ElementType::U32, "u4"),
    (ElementType::U64, "u8"),
    (ElementType::F16, "f2"),
    (ElementType::F32, "f4"),
    (ElementType::F64, "f8"),
    (ElementType::ComplexF32, "c8"),
    (ElementType::ComplexF64, "c16"),
];

impl Descr {
    /// Parses a byte order, a letter, and the number of bytes or letters of an element.
    fn of(text: &str) -> Option<Self> {
        let code = text.strip_prefix(['<', '>', '=', '|']).unwrap_or(text);
        // without a byte order it is the processor's, as in NumPy
        let big_endian = text.starts_with('>') || (cfg!(target_endian = "big") && !text.starts_with('<'));
        let unit = code.split_once('[').map_or(code, |(code, _)| code);
        let mut letters = unit.chars();
        let letter = letters.next()?;
        let number = letters.as_str();
        let count = number.parse::<u64>().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()));
        if let Some((elements, _)) = TYPES.iter().find(|(_, name)| *name == code) {
            return Some(Self { elements: Ok(*elements), big_endian, bytes: count });
        }
        if letter == 'O' {
            let elements = Err(std::format!("`{text}`, objects of Python, whose pickles can run code"));
            return Some(Self { elements, big_endian, bytes: None });
        }
        let other = |bytes| Some(Self { elements: Err(std::format!("`{text}`")), big_endian, bytes: Some(bytes) });
        match (letter, count?) {
            ('S' | 'a' | 'V', bytes) if unit == code => other(bytes),
            ('U', letters) if unit == code => other(letters.checked_mul(4)?),
            ('M' | 'm', 8) => other(8),
            ('f', bytes @ (12 | 16)) | ('c', bytes @ (24 | 32)) if unit == code => other(bytes),
            _ => None,
        }
    }
}

/// Writes the single tensor.
pub(super) fn write(all: &Named<'_>, out: &mut impl Write, file: &str) -> Result<(), FileError> {
    if !all.texts.is_empty() {
        return Err(Why::Name("an `.npy` file holds no texts".to_owned()).of(file));
    }
    let mut tensors = all.tensors.iter();
    let (Some((name, tensor)), None) = (tensors.next(), tensors.next()) else {
        let what = std::format!("an `.npy` file holds one tensor, and these are {}", all.tensors.len());
        return Err(Why::Name(what).of(file));
    };
    let array = Array::of(*tensor).map_err(|why| why.of_tensor(file, name))?;
    array.write(out).map_err(|error| Why::Io(error).of(file))
}

/// A tensor and its header, to write.
pub(super) struct Array<'a> {
    header: Vec<u8>,
    elements: &'a dyn Stored,
    by_columns: bool,
}

impl<'a> Array<'a> {
    pub(super) fn of(elements: &'a dyn Stored) -> Result<Self, Why> {
        let by_columns = elements.is_by_columns();
        let header = header(elements.element_type(), &elements.stored_sizes(), by_columns)?;
        let bytes = elements.stored_bytes().and_then(|bytes| bytes.checked_add(header.len() as u64));
        bytes.ok_or_else(|| Why::TooLarge("the file would be longer than can be counted".to_owned()))?;
        Ok(Self { header, elements, by_columns })
    }

    /// Writes the bytes of the file.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header)?;
        self.elements.write_elements(self.by_columns, out)
    }
}

/// The header as NumPy writes it, with spaces so that one size can grow in place to 21 digits.
fn header(elements: ElementType, sizes: &[usize], by_columns: bool) -> Result<Vec<u8>, Why> {
    let Some((_, code)) = TYPES.iter().find(|(name, _)| *name == elements) else {
        return Err(Why::NotSaved { are: elements, format: "NumPy" });
    };
    let order = if code.ends_with('1') { '|' } else { '<' };
    let fortran_order = if by_columns { "True" } else { "False" };
    let mut dict = std::format!("{{'descr': '{order}{code}', 'fortran_order': {fortran_order}, 'shape': (");
    for (axis, size) in sizes.iter().enumerate() {
        if axis > 0 {
            dict += ", ";
        }
        dict += &size.to_string();
    }
    dict += if sizes.len() == 1 { ",), }" } else { "), }" };
    if let Some(growing) = if by_columns { sizes.last() } else { sizes.first() } {
        let digits = std::format!("{growing}").len();
        dict.extend(core::iter::repeat_n(' ', 21_usize.saturating_sub(digits)));
    }
    // as NumPy: a header that is already a multiple of the alignment gets another block
    let align = usize::from(ALIGNMENT);
    let padded = |begin: usize| dict.len() + 1 + align - (begin + dict.len() + 1) % align;
    let mut bytes = Vec::from(MAGIC);
    let length = if let Ok(length) = u16::try_from(padded(10)) {
        bytes.extend([1, 0]);
        bytes.extend(length.to_le_bytes());
        usize::from(length)
    } else {
        let length = padded(12);
        let told = u32::try_from(length).ok().filter(|&told| u64::from(told) <= LONGEST_HEADER);
        let too_long = || Why::TooLarge(std::format!("the header would be longer than {LONGEST_HEADER} bytes"));
        bytes.extend([2, 0]);
        bytes.extend(told.ok_or_else(too_long)?.to_le_bytes());
        length
    };
    dict.extend(core::iter::repeat_n(' ', length - 1 - dict.len()));
    dict.push('\n');
    bytes.extend(dict.bytes());
    Ok(bytes)
}
