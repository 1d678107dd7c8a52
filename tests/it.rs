//! Shapes, tensors and engines: each module is one subject, which `cargo test --test it NAME::` runs.

mod dims;
mod layers;
mod messages;
mod names;

#[cfg(feature = "tensor")]
mod inline;

#[cfg(feature = "std")]
mod axes_by_name;
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
mod bounds;
#[cfg(feature = "std")]
mod brands;
#[cfg(feature = "std")]
mod capped;
#[cfg(feature = "alloc")]
mod common;
#[cfg(feature = "alloc")]
mod conformance;
#[cfg(feature = "alloc")]
mod laws;
#[cfg(feature = "alloc")]
mod onnx;
#[cfg(feature = "alloc")]
mod properties;
#[cfg(feature = "alloc")]
mod scans;
#[cfg(feature = "alloc")]
mod splitting;
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
mod storage;

#[cfg(all(feature = "engine", feature = "std"))]
mod engine;
#[cfg(feature = "std")]
mod maths;
#[cfg(feature = "std")]
mod programs;
#[cfg(feature = "std")]
mod tensor;
#[cfg(feature = "std")]
mod text;

#[cfg(feature = "ndarray")]
mod elements;
#[cfg(all(feature = "faer", feature = "complex"))]
mod linalg;
#[cfg(feature = "rayon")]
mod par;
#[cfg(feature = "rayon")]
mod threads;
