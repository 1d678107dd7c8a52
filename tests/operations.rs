//! Operations against loops over indices, for operands of any strides. Each module is one family, which
//! `cargo test --test operations NAME::` runs.

mod axes_at_run_time;
mod common;
mod enormous;
mod equations_as_text;
mod grids;
mod indexing;
mod joining;
mod reshaping;
mod scattering;
mod several_axes;
mod sorting;

#[cfg(feature = "ndarray")]
mod contract;
#[cfg(feature = "ndarray")]
mod einsum;
#[cfg(feature = "ndarray")]
mod images;
#[cfg(feature = "ndarray")]
mod kernels;
#[cfg(feature = "ndarray")]
mod matmul;
#[cfg(feature = "ndarray")]
mod pools;
#[cfg(feature = "ndarray")]
mod rearrange;
#[cfg(feature = "ndarray")]
mod rearrange_by_letters;
#[cfg(feature = "ndarray")]
mod reductions;
#[cfg(feature = "ndarray")]
mod windows;
