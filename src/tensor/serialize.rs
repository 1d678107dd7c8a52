//! Tensors written in the formats of the crate `serde`.
//!
//! A tensor is nested arrays in formats for people, and its sizes and elements in formats for programs. Nested arrays
//! without elements lack the sizes after a 0, so formats for people also have the sizes then, and if the type does not
//! know the rank.

use super::base::Tensor;
use crate::shape::Shape;
use crate::storage::Storage;
use serde::ser::{SerializeMap, SerializeSeq, SerializeTuple};
use serde::{Serialize, Serializer};

/// Writes nested arrays in formats for people, as JSON (`is_human_readable`), or the element of rank 0.
///
/// Two kinds of tensors are written with their sizes: those of an [`AnyShape`](crate::AnyShape), and those without
/// elements whose type does not know all sizes other than the first 0.
///
/// ```
/// use conformable::{Tensor, shape};
///
/// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(serde_json::to_string(&x)?, "[[1.0,2.0],[3.0,4.0]]");
/// assert_eq!(serde_json::to_string(&x.t())?, "[[1.0,3.0],[2.0,4.0]]");
/// assert_eq!(serde_json::to_string(&Tensor::scalar(5))?, "5");
///
/// let any = r#"{"shape":[2,2],"data":[1.0,2.0,3.0,4.0]}"#;
/// assert_eq!(serde_json::to_string(&x.erase())?, any);
///
/// let (rows, columns) = (0, 3); // run-time sizes
/// let table = Tensor::full(shape![rows, 3], 1.0);
/// assert_eq!(serde_json::to_string(&table)?, "[]");
/// let unknown = Tensor::full(shape![rows, columns], 1.0);
/// assert_eq!(serde_json::to_string(&unknown)?, r#"{"shape":[0,3],"data":[]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Formats for programs, such as postcard, have a tuple of two sequences: the sizes as `u64`, and the elements in
/// row-major order.
///
/// The element type and the format decide how an element is written: JSON has no NaN, and `half` writes the bits of its
/// numbers.
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
///
/// struct Reading(f64);
/// let x = Tensor::from_vec(conformable::shape![1], vec![Reading(0.5)]).unwrap();
/// serde_json::to_string(&x); // a `Reading` cannot be written
/// ```
impl<T: Serialize, S: Shape, D: Storage> Serialize for Tensor<T, S, D> {
    fn serialize<Into: Serializer>(&self, serializer: Into) -> Result<Into::Ok, Into::Error> {
        let sizes = self.sizes();
        let (sizes, elements) = (sizes.as_ref(), self.iter());
        if !serializer.is_human_readable() {
            let mut both = serializer.serialize_tuple(2)?;
            both.serialize_element(sizes)?;
            both.serialize_element(&Flat(elements))?;
            both.end()
        } else if are_told::<S>(sizes) {
            Nested { sizes, elements }.serialize(serializer)
        } else {
            let mut both = serializer.serialize_map(Some(2))?;
            both.serialize_entry("shape", sizes)?;
            both.serialize_entry("data", &Flat(elements))?;
            both.end()
        }
    }
}

/// Whether the type `S` and nested arrays determine the sizes. Without elements, the arrays determine only those up to
/// the first 0.
fn are_told<S: Shape>(sizes: &[usize]) -> bool {
    let Some(dims) = S::DIMS else { return false };
    let zero = sizes.iter().position(|&size| size == 0);
    zero.is_none_or(|zero| dims.iter().enumerate().all(|(axis, dim)| axis == zero || dim.is_some()))
}

/// Elements as one sequence.
struct Flat<I>(I);

impl<'a, T: Serialize + 'a, I: Iterator<Item = &'a T> + Clone> Serialize for Flat<I> {
    fn serialize<Into: Serializer>(&self, serializer: Into) -> Result<Into::Ok, Into::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// The first elements, as many as the sizes say, in nested arrays. Rows do not consume the iterator, so it can be
/// written twice.
struct Nested<'s, I> {
    sizes: &'s [usize],
    elements: I,
}

impl<'a, T: Serialize + 'a, I: Iterator<Item = &'a T> + Clone> Serialize for Nested<'_, I> {
    fn serialize<Into: Serializer>(&self, serializer: Into) -> Result<Into::Ok, Into::Error> {
        let mut elements = self.elements.clone();
        match self.sizes {
            [] => elements.next().unwrap_or_else(|| unreachable!("as many as the sizes say")).serialize(serializer),
            &[size] => serializer.collect_seq(elements.take(size)),
            [size, inner @ ..] => {
                let each: usize = inner.iter().product();
                let mut rows = serializer.serialize_seq(Some(*size))?;
                for _ in 0..*size {
                    rows.serialize_element(&Nested { sizes: inner, elements: elements.clone() })?;
                    each.checked_sub(1).and_then(|last| elements.nth(last));
                }
                rows.end()
            }
        }
    }
}
