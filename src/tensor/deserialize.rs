//! Tensors read from the formats of the crate `serde`: [`Deserialize`], and nested arrays.
//!
//! Nested arrays are read in one pass. The first array that ends at a depth sets the size of that axis. Arrays that the
//! type does not allow are counted to their end, so that the error has the whole shape.

use super::base::Tensor;
use super::element::element;
use super::flat::{Filled, Pair, filled, push, read_fields, refused, shape_of};
use crate::kernel;
use crate::shape::{PartialShape, Shape, ShapeError, Sizes};
use crate::storage::{Owner, Room};
use alloc::{format, vec::Vec};
use core::fmt::{self, Display};
use core::marker::PhantomData;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

/// Reads what [`Serialize`](serde::Serialize) writes.
///
/// Formats for people, such as JSON, have nested arrays or an object with the sizes and the elements, in any order;
/// rank 0 has only its element. Formats for programs have a tuple of sizes and elements. An inline tensor is first read
/// into heap memory.
///
/// ```
/// use conformable::{AnyShape, Shape, Tensor};
///
/// let text = "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]";
/// let x: Tensor<f64, Shape![_, 3]> = serde_json::from_str(text)?;
/// assert_eq!(x, Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
///
/// let refused = serde_json::from_str::<Tensor<f64, Shape![_, 4]>>(text).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "(2, 3) is not a (_, 4)
///   data  2  3
///   type  _  4
///            ^ axis 1 is 3, not 4"
/// );
///
/// let any: Tensor<f64, AnyShape> = serde_json::from_str(text)?;
/// assert_eq!(any.sizes(), AnyShape::from([2, 3]));
/// let text = r#"{"shape": [0, 3], "data": []}"#;
/// assert_eq!(serde_json::from_str::<Tensor<f64, AnyShape>>(text)?.sizes(), AnyShape::from([0, 3]));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// The rank of an [`AnyShape`](crate::AnyShape) is the depth of the nested arrays, at most 64. Elements that are arrays
/// or objects, as complex numbers, would be taken for more axes; they are read from an object with the sizes. The type
/// of a scalar reads an element and not that object. All other types need a format for people that describes itself
/// (`deserialize_any`), as JSON does.
///
/// The result is owned, since the reader keeps no elements that a view could borrow:
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor, View};
///
/// let x: Tensor<f64, Shape![_], View> = serde_json::from_str("[1.0]").unwrap();
/// ```
///
/// # Errors
///
/// If the rank or a size differs from the type's; arrays of one depth have different lengths; `[]` leaves a size open
/// that the type does not know; the number of elements differs from the sizes, or they cannot be allocated; a field of
/// the object is missing, duplicate or unknown; the type of the elements refuses one; or there are more than 2^24
/// elements of size 0, such as `()`.
impl<'de, T: Deserialize<'de>, S: Shape, D: Owner> Deserialize<'de> for Tensor<T, S, D> {
    fn deserialize<From: Deserializer<'de>>(deserializer: From) -> Result<Self, From::Error> {
        let (shape, elements) = if deserializer.is_human_readable() {
            let mut nested = Nested::<T, S>::new();
            let fields = Entry(&mut nested).deserialize(deserializer)?;
            fields.map_or_else(|| nested.finish(), Ok)?
        } else {
            deserializer.deserialize_tuple(2, Pair(PhantomData))?
        };
        match Self::adopt(shape, elements) {
            Ok(tensor) => Ok(tensor),
            Err((shape, elements)) => {
                let room = Room::<T, S, D>::new(shape).map_err(|error| refused(&error))?;
                let mut elements = elements.into_iter();
                let next = |_| elements.next().unwrap_or_else(|| unreachable!("they have been counted"));
                Ok(kernel::from_fn(room, next))
            }
        }
    }
}

/// The deepest nesting of arrays for an `AnyShape`, so that a file of brackets does not exhaust the stack.
const DEEPEST: usize = 64;

/// The other form of every shape.
const WITH_SIZES: &str = r#"{"shape": [..], "data": [..]}"#;

/// The part of nested arrays that has been read.
struct Nested<T, S> {
    elements: Vec<T>,
    /// The number of entries at each depth, once an array there has ended.
    sizes: Sizes<Option<usize>>,
    /// The current position: one index for each depth.
    index: Sizes<usize>,
    /// The depth of an element that sets the rank. (For a typed shape, one that is not deep enough.)
    element_at: Option<usize>,
    /// Set once the type does not allow the shape, whatever follows.
    is_refused: bool,
    shape: PhantomData<S>,
}

impl<T, S: Shape> Nested<T, S> {
    fn new() -> Self {
        Self {
            elements: Vec::new(),
            sizes: Sizes::default(),
            index: Sizes::default(),
            element_at: None,
            is_refused: false,
            shape: PhantomData,
        }
    }

    /// The number of entries of an array at a depth, if the type has it.
    fn dim(depth: usize) -> Option<usize> {
        S::DIMS.and_then(|dims| dims[depth])
    }

    /// Starts an array.
    fn enter<E: Error>(&mut self) -> Result<(), E> {
        let depth = self.index.len();
        if S::RANK.is_none() && depth == DEEPEST {
            return Err(E::custom(format_args!(
                "arrays nested deeper than {DEEPEST} are read with their sizes alone: {WITH_SIZES}"
            )));
        }
        if self.element_at == Some(depth) {
            return Err(self.ragged("is an array", "are elements"));
        }
        if self.sizes.len() == depth {
            self.sizes.push(None);
        }
        self.index.push(0);
        Ok(())
    }

    /// Ends the current array after a number of entries.
    fn leave<E: Error>(&mut self, entries: usize) -> Result<(), E> {
        let depth = self.index.len() - 1;
        self.index.truncate(depth);
        match self.sizes[depth] {
            Some(before) if before != entries => {
                let entry = if entries == 1 { "entry" } else { "entries" };
                return Err(self.ragged(format_args!("has {entries} {entry}"), format_args!("have {before}")));
            }
            _ => self.sizes[depth] = Some(entries),
        }
        self.is_refused |= Self::dim(depth).is_some_and(|dim| dim != entries);
        Ok(())
    }

    /// The error for a value that does not fit those before it.
    fn ragged<E: Error>(&self, this: impl Display, others: impl Display) -> E {
        let of = S::DIMS.map(|_| format!(" {}", S::partial_type())).unwrap_or_default();
        let index = &*self.index;
        E::custom(format_args!(
            "a ragged array is not a tensor{of}: entry {index:?} {this}, and the entries before it {others}"
        ))
    }

    /// The shape and the elements.
    fn finish<E: Error>(self) -> Result<Filled<T, S>, E> {
        let dims = S::DIMS.unwrap_or_default();
        // without elements, only the type has the sizes after a 0
        let is_open = self.element_at.is_none() && self.sizes.len() < dims.len();
        let is_empty = self.sizes.contains(&Some(0));
        let open = if is_open { &dims[self.sizes.len()..] } else { &[] };
        let sizes = self.sizes.iter().copied();
        let sizes: PartialShape = sizes.chain(open.iter().map(|&dim| dim.filter(|_| is_empty))).collect();
        if let Some(sizes) = sizes.to_shape() {
            return filled(shape_of(&sizes)?, self.elements);
        }
        if self.is_refused {
            return Err(refused(&ShapeError::not_a_part(sizes, S::partial_type())));
        }
        Err(E::custom(format_args!("arrays without elements do not tell {sizes}: with its sizes it is {WITH_SIZES}")))
    }
}

/// The value at the current position: an array or an element. At depth 0 it may be an object, which is the whole
/// tensor.
struct Entry<'n, T, S>(&'n mut Nested<T, S>);

impl<'de, T: Deserialize<'de>, S: Shape> DeserializeSeed<'de> for Entry<'_, T, S> {
    type Value = Option<Filled<T, S>>;

    fn deserialize<From: Deserializer<'de>>(self, deserializer: From) -> Result<Self::Value, From::Error> {
        if S::RANK != Some(self.0.index.len()) {
            return deserializer.deserialize_any(self);
        }
        let element = element::<T, S, _>(deserializer)?;
        push(&mut self.0.elements, element, S::NUMEL, S::partial_type)?;
        Ok(None)
    }
}

impl<'de, T: Deserialize<'de>, S: Shape> Entry<'_, T, S> {
    /// Reads an element, unless the type or earlier values require an array.
    fn element<From: Deserializer<'de>>(self, element: From) -> Result<Option<Filled<T, S>>, From::Error> {
        let Self(nested) = self;
        let depth = nested.index.len();
        if nested.sizes.len() > depth {
            return Err(nested.ragged("is an element", "are arrays"));
        }
        nested.element_at = Some(depth);
        if S::RANK.is_some() {
            nested.is_refused = true;
            return Ok(None);
        }
        let element = T::deserialize(element).map_err(|error| {
            Error::custom(format_args!(
                "{error}; elements that are arrays or objects themselves are read with the sizes: {WITH_SIZES}"
            ))
        })?;
        push(&mut nested.elements, element, None, S::partial_type)?;
        Ok(None)
    }
}

/// The deserializer of a value that was already read, also for an `Option` and for newtypes, as those of `half`.
struct Present<From>(From);

impl<'de, From: Deserializer<'de>> Deserializer<'de> for Present<From> {
    type Error = From::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, From::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, From::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, From::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, From::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// Implements the methods of a [`Visitor`] for elements: `elements!(visit_bool: bool)`.
macro_rules! elements {
    ($($visit:ident: $T:ty)*) => {$(
        fn $visit<E: Error>(self, element: $T) -> Result<Self::Value, E> {
            self.element(Present(element.into_deserializer()))
        }
    )*};
}

impl<'de, T: Deserialize<'de>, S: Shape> Visitor<'de> for Entry<'_, T, S> {
    type Value = Option<Filled<T, S>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (S::RANK, self.0.index.len()) {
            (Some(_), 0) => write!(f, "a tensor {}: nested arrays, or {WITH_SIZES}", S::partial_type()),
            (Some(_), axis) => write!(f, "an array along axis {axis} of a tensor {}", S::partial_type()),
            (None, 0) => write!(f, "a tensor: nested arrays, or {WITH_SIZES}"),
            (None, _) => {
                write!(f, "arrays, or elements that are not objects; those are read with the sizes: {WITH_SIZES}")
            }
        }
    }

    elements!(visit_bool: bool visit_i64: i64 visit_u64: u64 visit_i128: i128 visit_u128: u128 visit_f64: f64 visit_str: &str);

    fn visit_borrowed_str<E: Error>(self, element: &'de str) -> Result<Self::Value, E> {
        self.element(Present(BorrowedStrDeserializer::new(element)))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        if S::RANK.is_some() {
            return Err(E::invalid_type(Unexpected::Unit, &self));
        }
        self.element(().into_deserializer())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let Self(nested) = self;
        let depth = nested.index.len();
        nested.enter()?;
        let mut entries = 0;
        loop {
            nested.index[depth] = entries;
            let is_refused = nested.is_refused || Nested::<T, S>::dim(depth).is_some_and(|dim| entries >= dim);
            let entry = if is_refused {
                seq.next_element::<IgnoredAny>()?.map(drop)
            } else {
                seq.next_element_seed(Entry(nested))?.map(drop)
            };
            if entry.is_none() {
                break;
            }
            nested.is_refused |= is_refused;
            entries += 1;
        }
        nested.leave(entries)?;
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        if self.0.index.is_empty() {
            read_fields(fields).map(Some)
        } else {
            Err(Error::invalid_type(Unexpected::Map, &self))
        }
    }
}
