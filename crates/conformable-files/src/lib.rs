//! Tensors from files, and to files: the border at which sizes that others wrote become a type.
//!
//! ```rust
//! use conformable_files::{File, FileError, Format, FilePart, Tensors};
//! use conformable::{Dim, Dyn, Size, Tensor};
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
//! Members of an `.npz` archive that are no arrays are tensors of `u8`: their bytes, as NumPy takes them. Arrays of
//! texts, dates, records or objects have names and sizes, and are refused when they are loaded.
//!
//! The header is read and checked once, when the file is opened: offsets, sizes, names and types that cannot be are
//! refused there, and nothing is allocated on their word. Each [`load`](FilePart::load) then compares a shape's type
//! with the sizes in the file.
//!
//! What others leave to know:
//!
//! - Python's `safetensors.numpy.save_file` writes an array in Fortran's order as if it were in C's: its elements stand
//!   in other places, which no reader can tell. `np.ascontiguousarray(x)` before saving is right. NumPy's own formats
//!   tell the order.
//! - `safetensors` brings the crate `serde_json`, which lets a float be compared with JSON; from then on rustc asks for
//!   the types of `x == Tensor::zeros(shape)` to be written (E0283): `x == Tensor::<f32, _>::zeros(shape)`.
//!
//! Formats of `serde`, such as JSON, have tensors as values of their own: `Tensor` implements `Serialize` and
//! `Deserialize` with the feature `serde`.

mod sealed {
    /// Only this crate implements traits with this supertrait.
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

pub use element::{Element, ElementType};
pub use error::{FileError, FileErrorKind};
pub use file::{File, FilePart};
pub use format::Format;
pub use save::{FilePartMut, Tensors};
pub use stored::Stored;
