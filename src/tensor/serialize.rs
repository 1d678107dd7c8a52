//! Tensors written in the formats of the crate `serde`.
//!
//! For people a tensor is nested arrays, for programs its sizes and then its elements in one sequence. Without
//! elements, nested arrays do not tell every shape: in `[]` nothing tells the sizes behind a 0, unless the type does;
//! and those before it would be so many brackets, from a file of a few bytes. So people get the sizes there, and where
//! the type tells not even the rank.

use super::base::Tensor;
use crate::shape::Shape;
use crate::storage::Storage;
use serde::ser::{SerializeMap, SerializeSeq, SerializeTuple};
use serde::{Serialize, Serializer};

/// In formats for people, as JSON (`is_human_readable`), a tensor is nested arrays; of rank 0 it is its element. Two
/// are written with their sizes instead: a tensor of an [`AnyShape`](crate::AnyShape), and one without elements whose
/// type leaves other sizes open than the one that is 0.
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
/// let (rows, columns) = (0, 3); // known only at run time
/// let table = Tensor::full(shape![rows, 3], 1.0);
/// assert_eq!(serde_json::to_string(&table)?, "[]");
/// let unknown = Tensor::full(shape![rows, columns], 1.0);
/// assert_eq!(serde_json::to_string(&unknown)?, r#"{"shape":[0,3],"data":[]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// In formats for programs, as postcard, it is a tuple of the sizes, as a sequence of `u64`, and of the elements in
/// row-major order, as another.
///
/// How an element is written is its own and the format's choice: JSON has no NaN, and `half` writes the bits of its
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

/// Whether nested arrays of those sizes and the type `S` tell them: all of them where there are elements, else the
/// first that is 0.
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

/// The first elements of those, as many as the sizes say, in arrays nested as the axes are. It can be written twice, as
/// anything can: no row takes elements away from another.
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
