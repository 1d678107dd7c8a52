//! A tensor as text that a person can read.

use super::base::Tensor;
use crate::shape::{PartialShape, Shape};
use crate::storage::{self, Storage};
use core::fmt::{self, Debug, Display, Write};

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
impl<T: Display, S: Shape, D: Storage> Display for Tensor<T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, |element, out, precision| match precision {
            Some(precision) => write!(out, "{element:.precision$}"),
            None => write!(out, "{element}"),
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
impl<T: Debug, S: Shape, D: Storage> Debug for Tensor<T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor {} ", PartialShape::from(self.shape.sizes().as_ref()))?;
        self.print(f, |element, out, precision| match precision {
            Some(precision) => write!(out, "{element:.precision$?}"),
            None => write!(out, "{element:?}"),
        })
    }
}

/// Writes one element, with that precision.
trait Text<T>: Fn(&T, &mut dyn Write, Option<usize>) -> fmt::Result {}

impl<T, F: Fn(&T, &mut dyn Write, Option<usize>) -> fmt::Result> Text<T> for F {}

/// Counts characters, so that elements can be aligned without keeping their texts.
struct Width(usize);

impl Write for Width {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    fn print(&self, f: &mut fmt::Formatter<'_>, text: impl Text<T>) -> fmt::Result {
        let (sizes, numel) = (self.shape.sizes(), self.numel());
        if numel == 0 {
            return f.write_str("[]");
        }
        let edge = if numel < SUMMARISE { usize::MAX } else { EDGE };
        let precision = f.precision();
        let width_of = |element: &T| -> Result<usize, fmt::Error> {
            let mut width = Width(0);
            text(element, &mut width, precision)?;
            Ok(width.0)
        };
        let get = |index: &[usize]| storage::get::<T, S, D>(&self.data, &self.shape, index).ok_or(fmt::Error);
        let (mut index, mut width) = (sizes.clone(), 0);
        shown(sizes.as_ref(), index.as_mut(), 0, edge, &mut |index| {
            width = width.max(width_of(get(index)?)?);
            Ok(())
        })?;
        write_axis(f, sizes.as_ref(), index.as_mut(), 0, edge, &mut |f, index| {
            let element = get(index)?;
            write!(f, "{:1$}", "", width - width_of(element)?)?;
            text(element, f, precision)
        })
    }
}

/// Calls `visit` with the index of each element that is printed.
fn shown(
    sizes: &[usize],
    index: &mut [usize],
    axis: usize,
    edge: usize,
    visit: &mut dyn FnMut(&[usize]) -> fmt::Result,
) -> fmt::Result {
    let Some(&size) = sizes.get(axis) else { return visit(index) };
    for i in entries(size, edge).flatten() {
        index[axis] = i;
        shown(sizes, index, axis + 1, edge, visit)?;
    }
    Ok(())
}

/// The indices of an axis that are printed, and `None` in place of those that are not.
fn entries(size: usize, edge: usize) -> impl Iterator<Item = Option<usize>> {
    let (head, tail) = if size > edge.saturating_mul(2) { (edge, size - edge) } else { (size, size) };
    (0..head).map(Some).chain((head < tail).then_some(None)).chain((tail..size).map(Some))
}

/// Writes the elements below the index, whose first `axis` axes are set.
fn write_axis(
    f: &mut fmt::Formatter<'_>,
    sizes: &[usize],
    index: &mut [usize],
    axis: usize,
    edge: usize,
    element: &mut dyn FnMut(&mut fmt::Formatter<'_>, &[usize]) -> fmt::Result,
) -> fmt::Result {
    let Some(&size) = sizes.get(axis) else { return element(f, index) };
    f.write_str("[")?;
    for (place, entry) in entries(size, edge).enumerate() {
        match (place, sizes.len() - axis - 1) {
            (0, _) => {}
            (_, 0) => f.write_str(", ")?,
            (_, rank) => write!(f, ",{:\n<rank$}{:depth$}", "", "", depth = axis + 1)?,
        }
        match entry {
            Some(i) => {
                index[axis] = i;
                write_axis(f, sizes, index, axis + 1, edge, element)?;
            }
            None => f.write_str("...")?,
        }
    }
    f.write_str("]")
}
