//! Reads an element of a tensor by the crate `serde`, with errors that name the tensor's shape.
//!
//! All calls are forwarded to the element's own type. Only the text of the expected value also has the shape. So one
//! axis too many is reported as a sequence where an element of a `(_, 4)` was expected.

use crate::shape::Shape;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{EnumAccess, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads an element of a tensor of shape `S`.
pub(super) fn element<'de, T: Deserialize<'de>, S: Shape, From: Deserializer<'de>>(
    deserializer: From,
) -> Result<T, From::Error> {
    T::deserialize(Of(deserializer, PhantomData::<S>))
}

/// A wrapper of a deserializer or a visitor, with the shape of the tensor.
struct Of<X, S>(X, PhantomData<S>);

/// Forwards the methods of a [`Deserializer`]: `pass_on!(deserialize_tuple(length: usize))`.
macro_rules! pass_on {
    ($($method:ident($($name:ident: $Name:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $Name,)* visitor: V) -> Result<V::Value, From::Error> {
            self.0.$method($($name,)* Of(visitor, self.1))
        }
    )*};
}

type Names = &'static [&'static str];

impl<'de, From: Deserializer<'de>, S: Shape> Deserializer<'de> for Of<From, S> {
    type Error = From::Error;

    pass_on! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128() deserialize_f32()
        deserialize_f64()
        deserialize_char() deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
        deserialize_option()
        deserialize_unit() deserialize_unit_struct(name: &'static str) deserialize_newtype_struct(name: &'static str)
        deserialize_seq() deserialize_tuple(length: usize) deserialize_tuple_struct(name: &'static str, length: usize)
        deserialize_map() deserialize_struct(name: &'static str, fields: Names)
        deserialize_enum(name: &'static str, variants: Names)
        deserialize_identifier() deserialize_ignored_any()
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// Forwards the methods of a [`Visitor`] for values: `visited!(visit_bool: bool)`.
macro_rules! visited {
    ($($method:ident: $Value:ty)*) => {$(
        fn $method<E: Error>(self, value: $Value) -> Result<V::Value, E> {
            self.0.$method(value)
        }
    )*};
}

/// Forwards those for values that hold others: `entered!(visit_seq: SeqAccess)`.
macro_rules! entered {
    ($($method:ident: $Access:ident)*) => {$(
        fn $method<A: $Access<'de>>(self, access: A) -> Result<V::Value, A::Error> {
            self.0.$method(access)
        }
    )*};
}

impl<'de, V: Visitor<'de>, S: Shape> Visitor<'de> for Of<V, S> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)?;
        write!(f, ", an element of a {}", S::partial_type())
    }

    visited! {
        visit_bool: bool visit_i8: i8 visit_i16: i16 visit_i32: i32 visit_i64: i64 visit_i128: i128
        visit_u8: u8 visit_u16: u16 visit_u32: u32 visit_u64: u64 visit_u128: u128 visit_f32: f32 visit_f64: f64
        visit_char: char visit_str: &str visit_borrowed_str: &'de str visit_string: String
        visit_bytes: &[u8] visit_borrowed_bytes: &'de [u8] visit_byte_buf: Vec<u8>
    }

    entered! {
        visit_some: Deserializer visit_newtype_struct: Deserializer visit_seq: SeqAccess visit_map: MapAccess
        visit_enum: EnumAccess
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }
}
