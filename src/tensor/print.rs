//! A tensor as text that a person can read.

use super::Tensor;
use crate::any::AnyShape;
use crate::shape::Shape;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};

/// From this many elements on, only the first and last [`EDGE`] of each axis are printed.
const SUMMARISE: usize = 1000;
const EDGE: usize = 3;

/// Nested brackets in aligned columns, one row a line; a precision applies to every element.
///
/// From 1000 elements on, only the first and last three of each axis are printed; of none, `[]`.
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
/// ```
impl<T: Display, S: Shape> Display for Tensor<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, |element, precision| match precision {
            Some(precision) => alloc::format!("{element:.precision$}"),
            None => element.to_string(),
        })
    }
}

/// The shape, and the elements as for `Display`.
///
/// ```
/// use conformable::Tensor;
///
/// let x = Tensor::from([[1, 2], [3, 4]]);
/// assert_eq!(format!("{x:?}"), "Tensor (2, 2) [[1, 2],\n [3, 4]]");
/// ```
impl<T: Debug, S: Shape> Debug for Tensor<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor {} ", AnyShape::from(self.shape.sizes().as_ref()))?;
        self.print(f, |element, precision| match precision {
            Some(precision) => alloc::format!("{element:.precision$?}"),
            None => alloc::format!("{element:?}"),
        })
    }
}

impl<T, S: Shape> Tensor<T, S> {
    fn print(&self, f: &mut fmt::Formatter<'_>, text: impl Fn(&T, Option<usize>) -> String) -> fmt::Result {
        if self.data.is_empty() {
            return f.write_str("[]");
        }
        let sizes = self.shape.sizes();
        let edge = if self.data.len() < SUMMARISE { usize::MAX } else { EDGE };
        let mut printed = Vec::new();
        shown(sizes.as_ref(), &self.data, edge, &mut |element| printed.push(text(element, f.precision())));
        let width = printed.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        write_axis(f, sizes.as_ref(), edge, 1, &mut printed.iter().map(|text| (text, width)))
    }
}

/// Calls `visit` with each element that is printed.
fn shown<T>(sizes: &[usize], data: &[T], edge: usize, visit: &mut impl FnMut(&T)) {
    let Some((&size, inner)) = sizes.split_first() else { return data.iter().for_each(visit) };
    let step = data.len() / size;
    for i in entries(size, edge).flatten() {
        shown(inner, &data[i * step..(i + 1) * step], edge, visit);
    }
}

/// The indices of an axis that are printed, and `None` in place of those that are not.
fn entries(size: usize, edge: usize) -> impl Iterator<Item = Option<usize>> {
    let (head, tail) = if size > edge.saturating_mul(2) { (edge, size - edge) } else { (size, size) };
    (0..head).map(Some).chain((head < tail).then_some(None)).chain((tail..size).map(Some))
}

/// Writes the elements of the outermost axis of `sizes`, which stands in that many brackets.
fn write_axis<'a>(
    f: &mut fmt::Formatter<'_>,
    sizes: &[usize],
    edge: usize,
    depth: usize,
    printed: &mut impl Iterator<Item = (&'a String, usize)>,
) -> fmt::Result {
    let Some((&size, inner)) = sizes.split_first() else {
        return printed.next().map_or(Ok(()), |(text, width)| write!(f, "{text:>width$}"));
    };
    f.write_str("[")?;
    for (place, entry) in entries(size, edge).enumerate() {
        match (place, inner.len()) {
            (0, _) => {}
            (_, 0) => f.write_str(", ")?,
            (_, rank) => write!(f, ",{:\n<rank$}{:depth$}", "", "")?,
        }
        match entry {
            Some(_) => write_axis(f, inner, edge, depth + 1, printed)?,
            None => f.write_str("...")?,
        }
    }
    f.write_str("]")
}
