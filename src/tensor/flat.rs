//! Tensors read from a sequence of sizes and one of elements, in the formats of the crate `serde`.
//!
//! The length that a file states is not trusted: a few KiB are allocated first, and twice the memory each time that
//! more elements follow.

use crate::shape::{AnyShape, PartialShape, Shape, ShapeError};
use crate::storage::count;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The names of the two parts.
pub(super) const FIELDS: &[&str] = &["shape", "data"];

/// A shape and its elements.
pub(super) type Filled<T, S> = (S, Vec<T>);

/// An error about a shape, with rows named for a reader.
pub(super) fn refused<E: Error>(error: &ShapeError) -> E {
    E::custom(error.named_rows(["data", "type"]))
}

/// Creates a shape of the type.
pub(super) fn shape_of<S: Shape, E: Error>(sizes: &[usize]) -> Result<S, E> {
    S::from_sizes(sizes).map_err(|error| refused(&error))
}

/// Checks that the number of elements is that of the shape.
pub(super) fn filled<T, S: Shape, E: Error>(shape: S, elements: Vec<T>) -> Result<Filled<T, S>, E> {
    match count::<T, S>(&shape) {
        Ok(numel) if numel == elements.len() => Ok((shape, elements)),
        Ok(_) => Err(refused(&ShapeError::length(elements.len(), shape.partial()))),
        Err(error) => Err(refused(&error)),
    }
}

/// The bytes to allocate before the first element.
const FIRST: usize = 4096;

/// The most elements of size 0 that are read. A few bytes of a file could claim any number.
const MOST_WITHOUT_MEMORY: usize = 1 << 24;

/// Adds an element. `most` is the number of all elements, if it is known.
pub(super) fn push<T, E: Error>(
    elements: &mut Vec<T>,
    element: T,
    most: Option<usize>,
    shape: impl FnOnce() -> PartialShape,
) -> Result<(), E> {
    let length = elements.len();
    if length == elements.capacity() {
        let first = FIRST / size_of::<T>().max(1);
        let (room, reserved) = match most {
            Some(most) => {
                let room = length.max(first).max(1).min(most.saturating_sub(length));
                (room, elements.try_reserve_exact(room))
            }
            None => (length.max(1), elements.try_reserve(length.max(1))),
        };
        if reserved.is_err() {
            let bytes = length.saturating_add(room).saturating_mul(size_of::<T>());
            return Err(refused(&ShapeError::out_of_memory(bytes, shape())));
        }
    }
    elements.push(element);
    Ok(())
}

/// The elements of a shape, or all that follow if the shape is not yet known.
struct Elements<'s, T, S>(Option<&'s S>, PhantomData<T>);

impl<'de, T: Deserialize<'de>, S: Shape> DeserializeSeed<'de> for Elements<'_, T, S> {
    type Value = Vec<T>;

    fn deserialize<From: Deserializer<'de>>(self, deserializer: From) -> Result<Vec<T>, From::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, S: Shape> Visitor<'de> for Elements<'_, T, S> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(shape) => write!(f, "the elements of a {}, as a sequence", shape.partial()),
            None => f.write_str("the elements of a tensor, as a sequence"),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let Self(shape, _) = self;
        let partial = || shape.map_or_else(S::partial_type, S::partial);
        let length = |elements| refused(&ShapeError::length(elements, partial()));
        let numel = shape.map(count::<T, S>).transpose().map_err(|error| refused(&error))?;
        match (numel, seq.size_hint()) {
            (Some(numel), Some(told)) if numel != told => return Err(length(told)),
            _ => {}
        }
        if size_of::<T>() == 0 && numel.is_some_and(|numel| numel > MOST_WITHOUT_MEMORY) {
            let shape = partial();
            return Err(Error::custom(format_args!(
                "the shape {shape} has more than {MOST_WITHOUT_MEMORY} elements, and more of a type that takes no memory are not read"
            )));
        }
        let mut elements = Vec::new();
        while numel.is_none_or(|numel| elements.len() < numel) {
            match seq.next_element()? {
                Some(element) => push(&mut elements, element, numel, partial)?,
                None if numel.is_some() => return Err(length(elements.len())),
                None => return Ok(elements),
            }
        }
        let mut all = elements.len();
        while seq.next_element::<IgnoredAny>()?.is_some() {
            all = all.saturating_add(1);
        }
        if all == elements.len() { Ok(elements) } else { Err(length(all)) }
    }
}

/// A tuple of sizes and elements: formats for programs have no field names.
pub(super) struct Pair<T, S>(pub(super) PhantomData<(T, S)>);

impl<'de, T: Deserialize<'de>, S: Shape> Visitor<'de> for Pair<T, S> {
    type Value = Filled<T, S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a tuple of the sizes and the elements of a tensor {}", S::partial_type())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Filled<T, S>, A::Error> {
        let sizes: AnyShape = seq.next_element()?.ok_or_else(|| Error::invalid_length(0, &self))?;
        let shape = shape_of(&sizes)?;
        let elements = seq.next_element_seed(Elements::<T, S>(Some(&shape), PhantomData))?;
        let elements = elements.ok_or_else(|| Error::invalid_length(1, &self))?;
        match seq.next_element::<IgnoredAny>()? {
            None => filled(shape, elements),
            Some(_) => Err(Error::invalid_length(3, &self)),
        }
    }
}

/// Reads an object with the sizes and the elements, in any order.
pub(super) fn read_fields<'de, T: Deserialize<'de>, S: Shape, A: MapAccess<'de>>(
    mut fields: A,
) -> Result<Filled<T, S>, A::Error> {
    let (mut shape, mut elements) = (None, None);
    while let Some(field) = fields.next_key()? {
        match field {
            Field::Shape if shape.is_some() => return Err(Error::duplicate_field(FIELDS[0])),
            Field::Data if elements.is_some() => return Err(Error::duplicate_field(FIELDS[1])),
            Field::Shape => shape = Some(shape_of(&fields.next_value::<AnyShape>()?)?),
            Field::Data => elements = Some(fields.next_value_seed(Elements(shape.as_ref(), PhantomData))?),
        }
    }
    let shape = shape.ok_or_else(|| Error::missing_field(FIELDS[0]))?;
    filled(shape, elements.ok_or_else(|| Error::missing_field(FIELDS[1]))?)
}

/// One of [`FIELDS`].
enum Field {
    Shape,
    Data,
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<From: Deserializer<'de>>(deserializer: From) -> Result<Self, From::Error> {
        deserializer.deserialize_identifier(FieldName)
    }
}

struct FieldName;

impl Visitor<'_> for FieldName {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`shape` or `data`")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
        match name {
            "shape" => Ok(Field::Shape),
            "data" => Ok(Field::Data),
            _ => Err(E::unknown_field(name, FIELDS)),
        }
    }
}
