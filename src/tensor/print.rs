//! Tensors as text.

use super::base::Tensor;
use crate::shape::{LONG, Shape, spaces};
use crate::storage::{self, Storage};
use core::fmt::{self, Alignment, Debug, Display, LowerExp, UpperExp, Write};
use core::ops::Range;
use core::str;

/// From this many elements on, only the first and last [`EDGE`] of each axis are printed.
const SUMMARISE: usize = 1000;
const EDGE: usize = 3;

/// If the edges have more elements than those of five axes, outer axes end after their first entry.
const MOST: usize = (2 * EDGE).pow(5);

/// The number of axes printed of a tensor that has more than [`LONG`].
const INNERMOST: usize = 8;

/// The [`Text`] of one kind: `text!("e")` for `{:e}`. A `Formatter` cannot be made for another target, so each
/// combination of its options is a format of its own.
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
/// Prints nested brackets in aligned columns, one row in each line.
///
/// Sign, precision, `0`, width, fill and alignment apply to every element. The default alignment is right. Columns are
/// at least as wide as their widest element.
///
/// From 1000 elements on, only the first and last three of each axis are printed. If that is still too long, outer axes
/// end after their first entry. Of more than 32 axes the innermost 8 are printed, between `[...` and `...]`, at index 0
/// of the others. `{:#}` prints everything.
///
/// ```
/// use conformable::Tensor;
///
/// let x = Tensor::from([[1.5, 2.5], [10.25, -4.0]]);
/// assert_eq!(
///     x.to_string(),
///     "\
/// [[  1.5,   2.5],
///  [10.25,    -4]]"
/// );
/// assert_eq!(
///     format!("{x:.1}"),
///     "\
/// [[ 1.5,  2.5],
///  [10.2, -4.0]]"
/// );
/// assert_eq!(
///     format!("{x:_<+7.1}"),
///     "\
/// [[+1.5___, +2.5___],
///  [+10.2__, -4.0___]]"
/// );
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

/// As `Display`, with each element in scientific notation: `{:e}`.
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

/// As `Display`, with each element in scientific notation: `{:E}`.
impl<T: UpperExp, S: Shape, D: Storage> UpperExp for Tensor<T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, f.alternate(), text!("E"))
    }
}

/// Prints the shape, and the elements as `Display`. `{:#?}` shortens them as `{:?}` does.
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

/// The format of each element, except for fill and alignment, which [`Tensor::print`] does.
#[derive(Clone, Copy)]
struct Format {
    plus: bool,
    /// The width to fill with zeros after the sign.
    zeros: Option<usize>,
    precision: Option<usize>,
}

/// Writes one element in a format.
trait Text<T>: Fn(&T, &mut dyn Write, Format) -> fmt::Result {}

impl<T, F: Fn(&T, &mut dyn Write, Format) -> fmt::Result> Text<T> for F {}

/// The texts of the first elements, as many as fit. They are written once to find the width of columns, and need not be
/// written again.
struct Texts {
    /// Each text follows its lengths in bytes and in characters. Both are below 128, so all of it is UTF-8.
    bytes: [u8; 8192],
    end: usize,
    full: bool,
}

impl Texts {
    /// Adds a text if it fits and no other was left out. Returns its number of characters.
    fn add(&mut self, write: impl FnOnce(&mut Written<'_>) -> fmt::Result) -> Result<usize, fmt::Error> {
        let room = if self.full { &mut [] } else { &mut self.bytes[self.end..] };
        let (lengths, room) = room.split_at_mut_checked(2).unwrap_or_default();
        let mut written = Written { room, bytes: 0, characters: 0 };
        write(&mut written)?;
        let Written { room, bytes, characters } = written;
        match (lengths, u8::try_from(bytes), u8::try_from(characters)) {
            ([length, count], Ok(short @ ..128), Ok(characters)) if bytes <= room.len() => {
                (*length, *count) = (short, characters);
                self.end += 2 + bytes;
            }
            _ => self.full = true,
        }
        Ok(characters)
    }
}

/// The texts that are left, each with its number of characters.
struct Kept<'t>(&'t str);

impl<'t> Iterator for Kept<'t> {
    type Item = (&'t str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let ([length, characters], _) = self.0.as_bytes().split_first_chunk()?;
        let (text, others) = self.0.get(2..)?.split_at_checked((*length).into())?;
        self.0 = others;
        Some((text, (*characters).into()))
    }
}

/// A text that is being written. It is only measured if the room is too small.
#[derive(Default)]
struct Written<'t> {
    room: &'t mut [u8],
    bytes: usize,
    characters: usize,
}

impl Write for Written<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(place) = self.room.get_mut(self.bytes..self.bytes + text.len()) {
            place.copy_from_slice(text.as_bytes());
        }
        self.bytes += text.len();
        self.characters += if text.is_ascii() { text.len() } else { text.chars().count() };
        Ok(())
    }
}

/// The number of fills before an element; the others follow it.
fn before(alignment: Option<Alignment>, padding: usize) -> usize {
    match alignment {
        Some(Alignment::Left) => 0,
        Some(Alignment::Center) => padding / 2,
        Some(Alignment::Right) | None => padding,
    }
}

/// Writes an element with fills on the sides that its alignment selects.
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

/// Writes the fill `count` times.
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
        let write = |element: &T, out: &mut Written<'_>| text(element, out, format);
        let get = |index: &[usize]| storage::get(self, index).map_err(|_| fmt::Error);
        let mut index = sizes.clone();
        let index = index.as_mut();
        index.fill(0);
        let (shown, mut width) = (Shown::new(sizes, numel, all), f.width().unwrap_or(0));
        let mut texts = Texts { bytes: [0; 8192], end: 0, full: false };
        loop {
            let element = get(index)?;
            width = width.max(texts.add(|out| write(element, out))?);
            if shown.next(index).is_none() {
                break;
            }
        }
        shown.begin(f)?;
        let mut kept = Kept(str::from_utf8(&texts.bytes[..texts.end]).map_err(|_| fmt::Error)?);
        loop {
            if let Some((text, characters)) = kept.next() {
                padded(f, width.saturating_sub(characters), |f| f.write_str(text))?;
            } else {
                let (element, mut measured) = (get(index)?, Written::default());
                write(element, &mut measured)?;
                padded(f, width.saturating_sub(measured.characters), |f| text(element, f, format))?;
            }
            match shown.next(index) {
                Some(axis) => shown.go_on(f, axis, index[axis])?,
                None => return shown.end(f),
            }
        }
    }
}

/// The elements to print: on each axis the indices below `head`, and those from `tail` on.
struct Shown<Sizes> {
    sizes: Sizes,
    head: Sizes,
    tail: Sizes,
    /// The outermost axis to print; those around it stay at 0.
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

    /// The axes to print.
    fn axes(&self) -> Range<usize> {
        self.first..self.sizes.as_ref().len()
    }

    /// Advances to the next index to print. Returns the axis that advanced, or after the last index `None` and index 0.
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

    /// Writes the brackets before the first element.
    fn begin(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.first > 0 { "[... " } else { "" })?;
        self.axes().try_for_each(|_| f.write_str("["))
    }

    /// Writes the text between two elements, where an axis has advanced to `i`.
    fn go_on(&self, f: &mut fmt::Formatter<'_>, axis: usize, i: usize) -> fmt::Result {
        self.close(f, axis + 1)?;
        self.separate(f, axis)?;
        if i == self.tail.as_ref()[axis] && i > self.head.as_ref()[axis] {
            f.write_str("...")?;
            self.separate(f, axis)?;
        }
        (axis + 1..self.axes().end).try_for_each(|_| f.write_str("["))
    }

    /// Writes the brackets after the last element.
    fn end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.close(f, self.first)?;
        f.write_str(if self.first > 0 { " ...]" } else { "" })
    }

    /// Writes the closing brackets of the axes from `from` on.
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

    /// Writes the separator of two entries of an axis: for outer axes, more lines.
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
