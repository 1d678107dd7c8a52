//! Tensors read from the formats of the crate `serde`: [`Deserialize`], and nested arrays.
//!
//! Nested arrays are walked once, and their elements kept as they come. How many entries the arrays of a depth have is
//! known when the first of them ends, and all others have to have as many. What the type does not allow is still
//! counted to its end, without its elements, so that the error tells the whole shape.

use super::base::Tensor;
use super::element::element;
use super::flat::{Filled, Pair, filled, push, read_fields, refused, shape_of};
use crate::kernel;
use crate::shape::{PartialShape, Shape, ShapeError, Sizes};
use crate::storage::{Owner, Room};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

/// What is written by [`Serialize`](serde::Serialize): in formats for people, as JSON, nested arrays, or an object with
/// the sizes and the elements, in any order, of every shape but a scalar's; in formats for programs a tuple of both. It
/// is read into memory on the heap, and moves from there into a tensor inline.
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
/// Nested arrays that are read into an [`AnyShape`](crate::AnyShape) have the rank to which they are nested, up to 64.
/// Elements that are arrays or objects themselves, as complex numbers, would be taken for more axes; with the sizes
/// they are read, too. A scalar's type reads its element and no object, since an element may be one. For all others a
/// format for people has to tell what comes next (`deserialize_any`), as JSON does.
///
/// What is read is owned; the reader keeps nothing that a view could borrow:
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor, View};
///
/// let x: Tensor<f64, Shape![_], View> = serde_json::from_str("[1.0]").unwrap();
/// ```
///
/// # Errors
///
/// If the rank or a size is not what the type says; if arrays of one depth have different lengths; if `[]` leaves sizes
/// open that the type does not tell; if there are not as many elements as the sizes say, or more than memory holds; if
/// a field of the object is missing, there twice, or none of the two; if an element is refused by its own type; or if
/// there are more than 2^24 elements of a type that takes no memory, as `()`, which with their sizes alone would be
/// read for ages.
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

/// How deep arrays are nested that are read into an `AnyShape`: each depth takes some of the stack, of which a file of
/// brackets would otherwise take all.
const DEEPEST: usize = 64;

/// What else there is for all shapes.
const WITH_SIZES: &str = r#"{"shape": [..], "data": [..]}"#;

/// What is known of nested arrays, as far as they have been read.
struct Nested<T, S> {
    elements: Vec<T>,
    /// How many entries the arrays of each depth have, where one of them has ended.
    sizes: Sizes<Option<usize>>,
    /// Where the walk is: one index a depth.
    index: Sizes<usize>,
    /// The depth at which an element stood that tells the rank: any of an `AnyShape`, else one that is not deep enough.
    element_at: Option<usize>,
    /// The type does not allow it, whatever follows.
    is_refused: bool,
    shape: PhantomData<S>,
}

impl<T, S: Shape> Nested<T, S> {
    fn new() -> Self {
        Self {
            elements: Vec::new(),
            sizes: Sizes::new(),
            index: Sizes::new(),
            element_at: None,
            is_refused: false,
            shape: PhantomData,
        }
    }

    /// What the type tells of the entries of an array at that depth.
    fn dim(depth: usize) -> Option<usize> {
        S::DIMS.and_then(|dims| dims[depth])
    }

    /// An array begins.
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

    /// The array ends, which the walk is in, after so many entries.
    fn leave<E: Error>(&mut self, entries: usize) -> Result<(), E> {
        self.index.pop();
        let depth = self.index.len();
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

    /// What stands where the walk is does not go with what has been read before.
    fn ragged<E: Error>(&self, this: impl Display, others: impl Display) -> E {
        let of = S::DIMS.map(|_| S::partial_type());
        let of = of.as_ref().map_or(&"tensor" as &dyn Display, |shape| shape);
        let index = &*self.index;
        E::custom(format_args!(
            "ragged arrays are no {of}: what stands at {index:?} {this}, and those before it {others}"
        ))
    }

    /// The shape and the elements of what has been read.
    fn finish<E: Error>(self) -> Result<Filled<T, S>, E> {
        let dims = S::DIMS.unwrap_or_default();
        // no element, so nothing tells the sizes behind a 0 but the type
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

/// What stands in nested arrays where the walk is: an array, or an element. At the outermost depth it may be an object,
/// which is the whole tensor.
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
    /// An element, where there are arrays for all that the type tells.
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

/// An element that is there, so that it is one for an `Option` and for a type around its own, too, as those of `half`
/// are.
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
            (Some(_), axis) => write!(f, "an array along axis {axis} of a {}", S::partial_type()),
            (None, 0) => write!(f, "a tensor: nested arrays, or {WITH_SIZES}"),
            (None, _) => {
                write!(f, "arrays, or elements that are no objects, which are read with the sizes: {WITH_SIZES}")
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
