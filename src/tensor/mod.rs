//! The methods of [`Tensor`].

#[cfg(feature = "approx")]
mod approx;
mod base;
#[cfg(feature = "serde")]
mod deserialize;
#[cfg(feature = "serde")]
mod element;
#[cfg(feature = "faer")]
mod faer;
mod fill;
#[cfg(feature = "serde")]
mod flat;
#[cfg(feature = "alloc")]
mod heap;
mod index;
mod indexed;
mod inline;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
mod nested;
mod parts;
mod print;
#[cfg(feature = "rand")]
mod random;
mod rearrange;
mod reshape;
#[cfg(feature = "serde")]
mod serialize;
mod slice;
mod split;
mod standard;
mod view;
mod windows;

pub use crate::storage::parts::{Apart, Outer, Parts};
pub(crate) use base::expect;
pub use base::{Computed, Tensor};
pub use index::IndexFor;
pub use indexed::Indexed;
pub use nested::{ArrayOf, NestedArray, Scalar};
pub use split::SplitViews;
