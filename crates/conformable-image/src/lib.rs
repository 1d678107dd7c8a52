//! Images as typed tensors, plots of tensors as SVG, and tables of tensors in notebooks.
//!
//! ```
//! use conformable::{Shape, Tensor};
//! use conformable_image::{Format, Image, batch, to_bytes};
//!
//! let red = Tensor::from([[[255_u8, 0, 0]; 4]; 2]); // height, width, channels
//! let png = to_bytes(Format::Png, &red)?;
//!
//! let pixels: Tensor<u8, Shape![_, _, 3]> = Image::from_bytes("red.png", &png)?.into_tensor()?;
//! let input: Tensor<f32, Shape![_, 3, _, _]> = batch(&[pixels])?; // from 0 to 1, for a model
//! assert_eq!(input.sizes(), [1, 3, 2, 4]);
//!
//! let refused = Image::from_bytes("red.png", &png)?.into_tensor::<u8, Shape![_, _, 4]>().unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "red.png: (2, 4, 3) is not a (_, _, 4)
//!   file  2  4  3
//!   type  _  _  4
//!               ^ axis 2 is 3, not 4"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | function | result |
//! |---|---|
//! | [`Image::open`], [`Image::into_tensor`] | (H, W, C) of `u8` or `u16` from a PNG or JPEG file |
//! | [`save`], [`to_bytes`] | a PNG or JPEG file of such a tensor |
//! | [`batch`], [`unbatch`] | (N, C, H, W) of `f32` from such tensors, and back |
//! | [`heat_map`], [`line_plot`] | SVG |
//! | [`Notebook`] | HTML tables, which evcxr displays |
//!
//! Files may be from strangers. The decoders of the crate `image` have limits, and a malformed file is an error.

mod batch;
mod error;
mod file;
mod notebook;
mod plot;

pub use batch::{batch, unbatch};
pub use error::ImageError;
pub use file::{Channels, Format, Image, Pixels, Sample, save, to_bytes};
pub use notebook::{Notebook, html};
pub use plot::{Number, heat_map, line_plot};

mod sealed {
    /// Seals the traits of this crate.
    pub trait Sealed {}
}
