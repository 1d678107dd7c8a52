//! Shapes of equal sizes, which the compiler cannot prove: `N + M` and `M + N`.

use super::error::ShapeError;
use super::shape::Shape;
use core::marker::PhantomData;

/// The types `From` and `To` of shapes that are converted.
pub(crate) struct Equated<From, To>(PhantomData<(From, To)>);

impl<From: Shape, To: Shape> Equated<From, To> {
    /// Compares the known sizes when a program is compiled for these types.
    const CHECKED: () = if let (Some(from), Some(to)) = (From::DIMS, To::DIMS) {
        if let Some(axis) = first_difference(from, to) {
            panic!("{}", Text::new(from, to, axis).as_str());
        }
    };

    /// Returns the shape of the other type, after run-time sizes and names are compared.
    #[inline]
    pub(crate) fn of(shape: &From) -> Result<To, ShapeError> {
        const { Self::CHECKED }
        if let Some(axis) = Self::renamed() {
            return Err(renamed::<From, To>(shape, axis));
        }
        match To::KNOWN {
            Some(to) if From::IS_STATIC => Ok(to),
            _ => To::from_sizes(shape.sizes().as_ref()),
        }
    }

    /// The first axis with two names.
    #[inline]
    fn renamed() -> Option<usize> {
        let mut names = From::NAMES.iter().zip(To::NAMES);
        names.position(|(from, to)| from.zip(*to).is_some_and(|(from, to)| from() != to()))
    }
}

#[cold]
#[inline(never)]
fn renamed<From: Shape, To: Shape>(shape: &From, axis: usize) -> ShapeError {
    ShapeError::cannot("equate", shape.partial(), "the axis has another name").at(axis).second("to", To::partial_type())
}

/// The first axis of two known sizes that differ; the first axis if the ranks do.
const fn first_difference(from: &[Option<usize>], to: &[Option<usize>]) -> Option<usize> {
    if from.len() != to.len() {
        return Some(0);
    }
    let mut axis = 0;
    while axis < from.len() {
        match (from[axis], to[axis]) {
            (Some(from), Some(to)) if from != to => return Some(axis),
            _ => axis += 1,
        }
    }
    None
}

/// The text of two shapes that differ, made when a program is compiled.
struct Text {
    bytes: [u8; Self::LONGEST],
    length: usize,
}

impl Text {
    const LONGEST: usize = 512;

    const fn new(from: &[Option<usize>], to: &[Option<usize>], axis: usize) -> Self {
        let text = Self { bytes: [0; Self::LONGEST], length: 0 }.dims(from).and(b" is not a ").dims(to);
        if from.len() != to.len() {
            return text.and(b": it has ").number(from.len()).and(b" axes, not ").number(to.len());
        }
        text.and(b": axis ").number(axis).and(b" is ").size(from[axis]).and(b", not ").size(to[axis])
    }

    /// Appends as many bytes as fit.
    const fn and(mut self, more: &[u8]) -> Self {
        let mut i = 0;
        while i < more.len() && self.length < Self::LONGEST {
            self.bytes[self.length] = more[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    const fn number(self, number: usize) -> Self {
        let text = if number < 10 { self } else { self.number(number / 10) };
        #[allow(clippy::cast_possible_truncation, reason = "a digit is below 10")]
        text.and(&[b'0' + (number % 10) as u8])
    }

    const fn size(self, size: Option<usize>) -> Self {
        match size {
            Some(size) => self.number(size),
            None => self.and(b"_"),
        }
    }

    const fn dims(self, dims: &[Option<usize>]) -> Self {
        let mut text = self.and(b"(");
        let mut axis = 0;
        while axis < dims.len() {
            text = text.size(dims[axis]);
            axis += 1;
            if axis < dims.len() {
                text = text.and(b", ");
            } else if axis == 1 {
                text = text.and(b",");
            }
        }
        text.and(b")")
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "the shapes differ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn texts() {
        assert_eq!(Text::new(&[Some(2)], &[Some(3)], 0).as_str(), "(2,) is not a (3,): axis 0 is 2, not 3");
        let [from, to] = [[None, Some(0), Some(10)], [Some(7), None, Some(50_257)]];
        assert_eq!(Text::new(&from, &to, 2).as_str(), "(_, 0, 10) is not a (7, _, 50257): axis 2 is 10, not 50257");
        assert_eq!(Text::new(&[], &[None], 0).as_str(), "() is not a (_,): it has 0 axes, not 1");
        assert!(Text::new(&[Some(usize::MAX); 16], &[Some(1); 16], 0).as_str().ends_with(", not 1"));
    }
}
