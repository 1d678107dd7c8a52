//! A tensor as text that a person can read.

use super::base::Tensor;
use crate::shape::{LONG, Shape, spaces};
use crate::storage::{self, Storage};
use core::fmt::{self, Alignment, Debug, Display, LowerExp, UpperExp, Write};
use core::ops::Range;
use core::str;

/// From this many elements on, only the first and last [`EDGE`] of each axis are printed.
const SUMMARISE: usize = 1000;
const EDGE: usize = 3;

/// Where even the edges have more elements than those of five axes, of outer axes only the first is printed.
const MOST: usize = (2 * EDGE).pow(5);

/// How many axes are printed of a tensor that has more than [`LONG`].
const INNERMOST: usize = 8;

/// The [`Text`] of one kind: `text!("e")` for `{:e}`. A `Formatter` that writes elsewhere cannot be made, so each
/// choice of what it holds is a format of its own.
macro_rules! text {
    ($kind:literal) => {
        |element, out, Format { plus, zeros, precision }| match (plus, zeros, precision) {
            (false, None, None) => write!(out, concat!("{:", $kind, "}"), element),
            (false, None, Some(precision)) => write!(out, concat!("{:.*", $kind, "}"), precision, element),
            (false, Some(width), None) => write!(out, concat!("{:01$", $kind, "}"), element, width),
            (false, Some(width), Some(precision)) => {
                write!(out, concat!("{:01$.2$", $kind, "}"), element, width, precision)
            }
            (true, None, None) => write!(out, concat!("{:+", $kind, "}"), element),
            (true, None, Some(precision)) => write!(out, concat!("{:+.*", $kind, "}"), precision, element),
            (true, Some(width), None) => write!(out, concat!("{:+01$", $kind, "}"), element, width),
            (true, Some(width), Some(precision)) => {
                write!(out, concat!("{:+01$.2$", $kind, "}"), element, width, precision)
            }
        }
    };
}
/// Nested brackets in aligned columns, one row a line. Sign, precision, `0` and width apply to every element, and so do
/// fill and alignment, to the right by default; columns are at least as wide as their widest element.
///
/// From 1000 elements on, only the first and last three of each axis are printed; of none, `[]`. Where that is still
/// too much, outer axes end after their first entry. Of more than 32 axes the innermost 8 are printed, between `[...`
/// and `...]`, at index 0 of the others. `{:#}` prints everything.
///
/// ```
/// use conformable::Tensor;
///
/// let x = Tensor::from([[1.5, 2.5], [10.25, -4.0]]);
/// assert_eq!(x.to_string(), "\
/// [[  1.5,   2.5],
///  [10.25,    -4]]");
/// assert_eq!(format!("{x:.1}"), "\
/// [[ 1.5,  2.5],
///  [10.2, -4.0]]");
/// assert_eq!(format!("{x:_<+7.1}"), "\
/// [[+1.5___, +2.5___],
///  [+10.2__, -4.0___]]");
///
/// let long = Tensor::from_fn(conformable::shape![1200], |[i]| i);
/// assert_eq!(long.to_string(), "[   0,    1,    2, ..., 1197, 1198, 1199]");
/// assert!(format!("{long:#}").contains(" 599,  600,  601,"));
/// ```
impl<T: Display, S: Shape, D: Storage> Display for Tensor<T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, f.alternate(), text!(""))
    }
}

/// As for `Display`, each element in scientific notation: `{:e}`.
///
/// ```
/// use conformable::Tensor;
///
/// assert_eq!(format!("{:.1e}", Tensor::from([1500.0, -0.25])), "[  1.5e3, -2.5e-1]");
/// ```
impl<T: LowerExp, S: Shape, D: Storage> LowerExp for Tensor<T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, f.alternate(), text!("e"))
    }
}

/// As for `Display`, each element in scientific notation: `{:E}`.
impl<T: UpperExp, S: Shape, D: Storage> UpperExp for Tensor<T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, f.alternate(), text!("E"))
    }
}

/// The shape, and the elements as for `Display`; `{:#?}`, too, leaves out what `{:?}` does.
///
/// ```
/// use conformable::Tensor;
///
/// let x = Tensor::from([[1, 2], [3, 4]]);
/// assert_eq!(format!("{x:?}"), "Tensor (2, 2) [[1, 2],\n [3, 4]]");
/// ```
impl<T: Debug, S: Shape, D: Storage> Debug for Tensor<T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor {} ", self.shape().partial())?;
        self.print(f, false, text!("?"))
    }
}

/// How each element is written, but for what [`Tensor::print`] does itself: fill, alignment, and spaces up to a width.
#[derive(Clone, Copy)]
struct Format {
    plus: bool,
    /// The width that zeros behind the sign fill.
    zeros: Option<usize>,
    precision: Option<usize>,
}

/// Writes one element in that format.
trait Text<T>: Fn(&T, &mut dyn Write, Format) -> fmt::Result {}

impl<T, F: Fn(&T, &mut dyn Write, Format) -> fmt::Result> Text<T> for F {}

/// The texts of the first elements, as many as there is room for: while the columns' width is looked for, all are
/// written once, and these need not be written again.
struct Texts {
    bytes: [u8; 8192],
    /// Where the next one begins: with its length in bytes, and in characters.
    end: usize,
    full: bool,
}

impl Texts {
    const HEAD: usize = 2;

    /// The text from that byte on, how many characters it has, and where the next one begins.
    fn get(&self, from: usize) -> Option<(&str, usize, usize)> {
        let [length, characters] = *self.bytes[..self.end].get(from..from + Self::HEAD)? else { return None };
        let (from, to) = (from + Self::HEAD, from + Self::HEAD + usize::from(length));
        Some((str::from_utf8(self.bytes.get(from..to)?).ok()?, characters.into(), to))
    }
}

/// One text that is written, behind those that are there while there is room for it.
struct Written<'t> {
    texts: &'t mut Texts,
    bytes: usize,
    /// Counted here once there is no room.
    characters: usize,
}

impl<'t> Written<'t> {
    fn new(texts: &'t mut Texts) -> Self {
        Self { texts, bytes: 0, characters: 0 }
    }

    /// How many characters there are of it.
    fn characters(&self) -> usize {
        let from = self.texts.end + Texts::HEAD;
        let text = self.texts.bytes.get(from..from + self.bytes).unwrap_or(&[]);
        // each begins with a byte that continues none
        text.iter().filter(|&byte| byte & 0xC0 != 0x80).count()
    }

    /// Ends the text: how many characters it has.
    fn end(self) -> usize {
        if self.texts.full {
            return self.characters;
        }
        let characters = self.characters();
        let Self { texts, bytes, .. } = self;
        match (u8::try_from(bytes), u8::try_from(characters)) {
            (Ok(length), Ok(count)) => {
                texts.bytes[texts.end..texts.end + Texts::HEAD].copy_from_slice(&[length, count]);
                texts.end += Texts::HEAD + bytes;
            }
            _ => texts.full = true,
        }
        characters
    }
}

impl Write for Written<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let from = self.texts.end + Texts::HEAD + self.bytes;
        match self.texts.bytes.get_mut(from..from + text.len()) {
            Some(room) if !self.texts.full => {
                room.copy_from_slice(text.as_bytes());
                self.bytes += text.len();
            }
            _ => {
                if !self.texts.full {
                    self.characters = self.characters();
                    self.texts.full = true;
                }
                self.characters += text.chars().count();
            }
        }
        Ok(())
    }
}

/// How many of so many fills stand before an element, where the others stand behind it.
fn before(alignment: Option<Alignment>, padding: usize) -> usize {
    match alignment {
        Some(Alignment::Left) => 0,
        Some(Alignment::Center) => padding / 2,
        Some(Alignment::Right) | None => padding,
    }
}

/// Writes an element, and so many fills where its alignment has them.
fn padded(
    f: &mut fmt::Formatter<'_>,
    padding: usize,
    element: impl FnOnce(&mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let before = before(f.align(), padding);
    fill(f, before)?;
    element(f)?;
    fill(f, padding - before)
}

/// Writes the fill so many times.
fn fill(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    if count == 0 {
        return Ok(());
    }
    match f.fill() {
        ' ' => spaces(f, count),
        fill => (0..count).try_for_each(|_| f.write_char(fill)),
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    fn print(&self, f: &mut fmt::Formatter<'_>, all: bool, text: impl Text<T>) -> fmt::Result {
        let (sizes, numel) = (self.shape().sizes(), self.numel());
        if numel == 0 {
            return f.write_str("[]");
        }
        let zeros = f.width().filter(|_| f.sign_aware_zero_pad());
        let format = Format { plus: f.sign_plus(), zeros, precision: f.precision() };
        let width_of = |element: &T, texts: &mut Texts| -> Result<usize, fmt::Error> {
            let mut written = Written::new(texts);
            text(element, &mut written, format)?;
            Ok(written.end())
        };
        let get = |index: &[usize]| storage::get(self, index).ok_or(fmt::Error);
        let mut index = sizes.clone();
        let index = index.as_mut();
        index.fill(0);
        let (shown, mut width) = (Shown::new(sizes, numel, all), f.width().unwrap_or(0));
        let mut texts = Texts { bytes: [0; 8192], end: 0, full: false };
        loop {
            width = width.max(width_of(get(index)?, &mut texts)?);
            if shown.next(index).is_none() {
                break;
            }
        }
        shown.begin(f)?;
        let mut from = 0;
        // those that are there are not written again
        texts.full = true;
        loop {
            if let Some((written, characters, next)) = texts.get(from) {
                padded(f, width.saturating_sub(characters), |f| f.write_str(written))?;
                from = next;
            } else {
                let element = get(index)?;
                padded(f, width.saturating_sub(width_of(element, &mut texts)?), |f| text(element, f, format))?;
            }
            match shown.next(index) {
                Some(axis) => shown.go_on(f, axis, index[axis])?,
                None => return shown.end(f),
            }
        }
    }
}

/// Which elements are printed: on each axis the indices below `head`, and those from `tail` on.
struct Shown<Sizes> {
    sizes: Sizes,
    head: Sizes,
    tail: Sizes,
    /// The outermost axis that is printed; those around it stay at 0.
    first: usize,
}

impl<Sizes: AsRef<[usize]> + AsMut<[usize]> + Clone> Shown<Sizes> {
    fn new(sizes: Sizes, numel: usize, all: bool) -> Self {
        let rank = sizes.as_ref().len();
        let first = if all || rank <= LONG { 0 } else { rank - INNERMOST };
        let mut shown = Self { head: sizes.clone(), tail: sizes.clone(), sizes, first };
        if all || numel < SUMMARISE {
            return shown;
        }
        let edges = |product: usize, &size: &usize| product.saturating_mul(size.min(2 * EDGE));
        let many = shown.sizes.as_ref()[first..].iter().fold(1, edges) > MOST;
        let mut printed = 1;
        for (axis, size) in shown.sizes.as_ref().iter().enumerate().skip(first).rev() {
            printed = edges(printed, size);
            if many && printed > SUMMARISE {
                shown.head.as_mut()[axis] = 1;
            } else if *size > 2 * EDGE {
                shown.head.as_mut()[axis] = EDGE;
                shown.tail.as_mut()[axis] = size - EDGE;
            }
        }
        shown
    }

    /// The axes that are printed.
    fn axes(&self) -> Range<usize> {
        self.first..self.sizes.as_ref().len()
    }

    /// Goes to the next index that is printed: the axis that goes on, or `None` after the last one, and index 0 again.
    fn next(&self, index: &mut [usize]) -> Option<usize> {
        for axis in self.axes().rev() {
            index[axis] += 1;
            if index[axis] == self.head.as_ref()[axis] {
                index[axis] = self.tail.as_ref()[axis];
            }
            if index[axis] < self.sizes.as_ref()[axis] {
                return Some(axis);
            }
            index[axis] = 0;
        }
        None
    }

    /// The brackets before the first element.
    fn begin(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.first > 0 { "[... " } else { "" })?;
        self.axes().try_for_each(|_| f.write_str("["))
    }

    /// What stands between two elements, where that axis has gone on to `i`.
    fn go_on(&self, f: &mut fmt::Formatter<'_>, axis: usize, i: usize) -> fmt::Result {
        self.close(f, axis + 1)?;
        self.separate(f, axis)?;
        if i == self.tail.as_ref()[axis] && i > self.head.as_ref()[axis] {
            f.write_str("...")?;
            self.separate(f, axis)?;
        }
        (axis + 1..self.axes().end).try_for_each(|_| f.write_str("["))
    }

    /// The brackets after the last element.
    fn end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.close(f, self.first)?;
        f.write_str(if self.first > 0 { " ...]" } else { "" })
    }

    /// The closing brackets of the axes from that one on.
    fn close(&self, f: &mut fmt::Formatter<'_>, from: usize) -> fmt::Result {
        for axis in (from..self.axes().end).rev() {
            let (size, tail) = (self.sizes.as_ref()[axis], self.tail.as_ref()[axis]);
            if self.head.as_ref()[axis] < size && tail == size {
                self.separate(f, axis)?;
                f.write_str("...")?;
            }
            f.write_str("]")?;
        }
        Ok(())
    }

    /// What stands between two entries of an axis: the deeper they are, the more lines.
    fn separate(&self, f: &mut fmt::Formatter<'_>, axis: usize) -> fmt::Result {
        let inside = self.axes().end - axis - 1;
        if inside == 0 {
            return f.write_str(", ");
        }
        f.write_str(",")?;
        (0..inside).try_for_each(|_| f.write_str("\n"))?;
        spaces(f, axis - self.first + if self.first > 0 { "[... [".len() } else { "[".len() })
    }
}
