//! Tensors as bytes.

use super::element::{Element, ElementType};
use crate::sealed::Sealed;
use conformable::Tensor;
use conformable::shape::Shape;
use conformable::storage::Storage;
use core::fmt::Display;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::string::String;
use std::vec::Vec;

/// The contents to write: tensors by name, and texts.
#[derive(Default)]
pub(super) struct Named<'a> {
    pub(super) tensors: BTreeMap<String, &'a dyn Stored>,
    pub(super) texts: BTreeMap<String, String>,
}

/// A prefix with a dot, appended to another; the other if the prefix is empty.
pub(super) fn inside(outer: &str, prefix: impl Display) -> String {
    let whole = std::format!("{outer}{prefix}");
    if whole.len() == outer.len() { whole } else { whole + "." }
}

/// A tensor that can be saved: its element type is an [`Element`], its shape and storage are any.
#[diagnostic::on_unimplemented(
    message = "files cannot hold a `{Self}`",
    label = "a tensor of `bool`, or of integers and floats of 8 to 64 bits, can be saved",
    note = "`map` converts elements of another type: `x.map(|index| index as u64)`",
    note = "`Tensor::from_vec(shape![3], vec)` makes a tensor of a `Vec`",
    note = "conformable: E-file"
)]
pub trait Stored: Sealed {
    /// Returns the element type.
    fn element_type(&self) -> ElementType;

    #[doc(hidden)]
    fn stored_sizes(&self) -> Vec<usize>;

    /// The number of bytes of its elements; `None` if a view has more than can be counted.
    #[doc(hidden)]
    fn stored_bytes(&self) -> Option<u64>;

    /// Whether the elements are contiguous in column-major order, but not in row-major order.
    #[doc(hidden)]
    fn is_by_columns(&self) -> bool;

    /// Writes the elements in little-endian, row-major or column-major order. Elements that are not in that form are
    /// copied in chunks.
    #[doc(hidden)]
    fn write_elements(&self, by_columns: bool, out: &mut dyn Write) -> io::Result<()>;
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

    fn stored_bytes(&self) -> Option<u64> {
        let numel = self.shape().numel().ok()?;
        (numel as u64).checked_mul(size_of::<T>() as u64)
    }

    fn is_by_columns(&self) -> bool {
        self.try_as_slice().is_err() && self.try_as_column_slice().is_ok()
    }

    fn write_elements(&self, by_columns: bool, out: &mut dyn Write) -> io::Result<()> {
        let dense = if by_columns { self.try_as_column_slice() } else { self.try_as_slice() };
        match dense {
            Ok(elements) if cfg!(target_endian = "little") => out.write_all(bytemuck::cast_slice(elements)),
            Ok(elements) => write_pieces(elements, out),
            Err(_) => write_pieces(self, out),
        }
    }
}

/// The number of bytes to copy at once.
const PIECE: usize = 1 << 16;

/// Writes the elements in little-endian order.
fn write_pieces<'e, T: Element>(elements: impl IntoIterator<Item = &'e T>, out: &mut dyn Write) -> io::Result<()> {
    let elements = elements.into_iter();
    let mut piece = Vec::with_capacity(elements.size_hint().0.saturating_mul(size_of::<T>()).min(PIECE));
    for &element in elements {
        let mut bits: T::Bits = bytemuck::cast(element);
        if cfg!(target_endian = "big") {
            bits = T::swap_bytes(bits);
        }
        piece.extend_from_slice(bytemuck::bytes_of(&bits));
        if piece.len() == PIECE {
            out.write_all(&piece)?;
            piece.clear();
        }
    }
    out.write_all(&piece)
}
