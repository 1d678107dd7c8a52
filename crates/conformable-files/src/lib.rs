//! Reads and writes files of tensors; the sizes in a file are checked against a shape type.
//!
//! ```rust
//! use conformable::{Dim, Dyn, Size, Tensor};
//! use conformable_files::{File, FileError, FilePart, Format, Tensors};
//!
//! struct Linear<In: Dim, Out: Dim> {
//!     weight: Tensor<f32, (In, Out)>,
//!     bias: Tensor<f32, (Out,)>,
//! }
//!
//! impl<In: Dim, Out: Dim> Linear<In, Out> {
//!     fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
//!         Ok(Self { weight: from.load("weight")?, bias: from.load("bias")? })
//!     }
//! }
//!
//! # let (weight, bias) = (Tensor::from([[1.0_f32; 3]; 2]), Tensor::from([0.5_f32; 3]));
//! # let mut tensors = Tensors::new();
//! # tensors.part("hidden").put("weight", &weight).put("bias", &bias);
//! # let file = File::from_bytes("model.safetensors", &tensors.to_bytes(Format::Safetensors)?)?;
//! # /*
//! let file = File::open("model.safetensors")?; // or `.npz`, `.npy`, an index of shards
//!
//! # */
//! let hidden: Linear<Size<2>, Dyn> = Linear::load(&file.part("hidden"))?;
//! let error = Linear::<Size<2>, Size<512>>::load(&file.part("hidden")).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "model.safetensors, tensor `hidden.weight`: (2, 3) is not a (2, 512)
//!   file  2    3
//!   type  2  512
//!              ^ axis 1 is 3, not 512"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | feature | files | read by | written by |
//! |---|---|---|---|
//! | `safetensors` | `.safetensors`, and `.safetensors.index.json` of several | [`File::open`], [`File::read`], [`File::map`] | [`Tensors::save`] |
//! | `npy` | NumPy's `.npy` | the same: one tensor, named as the file | the same, of one tensor |
//! | `npz` | NumPy's `.npz` | the same | the same |
//!
//! Members of an `.npz` archive that are not arrays are read as tensors of `u8`, as NumPy reads them. Arrays of
//! strings, dates, records or objects are listed with their sizes, and refused when they are loaded.
//!
//! The header is read and checked once, when the file is opened. Invalid offsets, sizes, names and types are refused
//! then, before memory is allocated for them. Each [`load`](FilePart::load) compares a shape type with the sizes in the
//! file.
//!
//! Known problems of other crates:
//!
//! - Python's `safetensors.numpy.save_file` writes an array in Fortran order as if it were in C order, which no reader
//!   can detect. Save `np.ascontiguousarray(x)` instead. NumPy's own formats store the order.
//! - The feature `safetensors` brings in `serde_json`, whose `PartialEq` impls make comparisons such as
//!   `x == Tensor::zeros(shape)` ambiguous (E0283): write `x == Tensor::<f32, _>::zeros(shape)`.
//!
//! For the formats of `serde`, such as JSON, `Tensor` implements `Serialize` and `Deserialize` with the feature
//! `serde`.
#![cfg_attr(
    not(any(feature = "safetensors", feature = "npy")),
    allow(dead_code, unused_variables, reason = "a build without formats reads and writes no file")
)]

mod sealed {
    /// Seals the traits of this crate.
    pub trait Sealed {}
}

mod element;
mod entry;
mod error;
#[allow(unsafe_code, reason = "a mapped file is read as if it could not change")]
mod file;
mod format;
mod save;
#[allow(unsafe_code, reason = "a mapped file is read as if it could not change")]
mod source;
mod stored;

#[cfg(feature = "npz")]
mod member;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "npz")]
mod npz;
#[cfg(feature = "safetensors")]
mod safetensors;

pub use element::{Element, ElementType, FileFloat};
pub use error::{FileError, FileErrorKind};
pub use file::{File, FilePart};
pub use format::Format;
pub use save::{FilePartMut, Tensors};
pub use stored::Stored;
