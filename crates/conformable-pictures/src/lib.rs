//! Draws aligned shapes as SVG.
//!
//! [`Picture`] takes the rows of an [`Alignment`], so a picture has the rows and the clash of the run-time text. The
//! guide's pictures are in [`guide`]; `BLESS=1 cargo test -p conformable-pictures` writes them.
//!
//! ```
//! use conformable::{Numpy, PartialShape, Rule};
//! use conformable_pictures::Picture;
//!
//! let explanation = Numpy.explain(&PartialShape::from(&[2, 1][..]), &PartialShape::from(&[3][..]));
//! let svg = Picture::of(&explanation).unwrap().svg();
//! assert!(svg.contains("<title>(2, 1) with (3,) is (2, 3)</title>"));
//! ```
//!
//! [`Alignment`]: conformable::shape::Alignment

#![forbid(unsafe_code)]

mod canvas;
mod figures;
pub mod guide;
mod picture;

pub use canvas::data_url;
pub use picture::{Picture, Row};
