//! A tensor as bytes.

use super::element::{Element, ElementType};
use crate::sealed::Sealed;
use crate::shape::Shape;
use crate::storage::Storage;
use crate::tensor::Tensor;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::string::String;
use std::vec::Vec;

/// What a file is written of: tensors by name, and texts beside them.
#[derive(Default)]
pub(super) struct Named<'a> {
    pub(super) tensors: BTreeMap<String, &'a dyn Stored>,
    pub(super) texts: BTreeMap<String, String>,
}

/// A tensor that can be saved: of elements that are an [`Element`], in any shape and storage.
#[diagnostic::on_unimplemented(
    message = "no file holds a `{Self}`",
    label = "a tensor of `bool`, or of integers and floats of 8 to 64 bits, can be saved",
    note = "`map` turns the elements of another type into one of these: `x.map(|index| index as u64)`",
    note = "a `Vec` becomes a tensor by its shape: `Tensor::from_vec(shape![3], vec)`"
)]
pub trait Stored: Sealed {
    /// The type of its elements.
    fn element_type(&self) -> ElementType;

    #[doc(hidden)]
    fn stored_sizes(&self) -> Vec<usize>;

    /// Its elements in little-endian order, by rows.
    #[doc(hidden)]
    fn row_bytes(&self) -> Cow<'_, [u8]>;

    /// The same by columns, if they lie so in memory without gaps, and not by rows.
    #[doc(hidden)]
    fn column_bytes(&self) -> Option<Cow<'_, [u8]>>;
}

impl<T, S: Shape, D: Storage> Sealed for Tensor<T, S, D> {}

#[diagnostic::do_not_recommend]
impl<T: Element, S: Shape, D: Storage> Stored for Tensor<T, S, D> {
    fn element_type(&self) -> ElementType {
        T::TYPE
    }

    fn stored_sizes(&self) -> Vec<usize> {
        self.sizes().as_ref().to_vec()
    }

    fn row_bytes(&self) -> Cow<'_, [u8]> {
        match self.to_slice() {
            Some(elements) => dense_bytes(elements),
            None => Cow::Owned(little(self)),
        }
    }

    fn column_bytes(&self) -> Option<Cow<'_, [u8]>> {
        if self.to_slice().is_some() {
            return None;
        }
        self.to_column_slice().map(dense_bytes)
    }
}

/// The bytes of the elements where they are, if they are in little-endian order, else a copy.
fn dense_bytes<T: Element>(elements: &[T]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(elements))
    } else {
        Cow::Owned(little(elements))
    }
}

/// The bytes of the elements, in little-endian order.
fn little<'e, T: Element>(elements: impl IntoIterator<Item = &'e T>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &element in elements {
        let mut bits: T::Bits = bytemuck::cast(element);
        if cfg!(target_endian = "big") {
            bits = T::swap_bytes(bits);
        }
        bytes.extend_from_slice(bytemuck::bytes_of(&bits));
    }
    bytes
}
