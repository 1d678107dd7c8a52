//! Functions of Python extension modules that take arrays as typed tensors, without a copy.
//!
//! A [`PyTensor`] argument accepts a NumPy array, or any object with `__dlpack__`, such as a PyTorch tensor. The sizes
//! are compared with the shape type once, when the function is called. A [`NumPy`] result becomes a NumPy array.
//!
//! ```
//! use conformable::Shape;
//! use conformable_python::{NumPy, PyTensor, Result};
//! use pyo3::prelude::*;
//!
//! /// Subtracts the mean of each column.
//! #[pyfunction]
//! fn centred(py: Python<'_>, x: PyTensor<'_, f32, Shape![_, 3]>) -> Result<NumPy<f32, Shape![_, 3]>> {
//!     let x = x.view(); // may cross threads, unlike `PyTensor`
//!     Ok(NumPy(py.detach(|| &x - x.mean(conformable::Axis::<0>))))
//! }
//!
//! #[pymodule]
//! fn example(module: &Bound<'_, PyModule>) -> PyResult<()> {
//!     module.add_function(wrap_pyfunction!(centred, module)?)
//! }
//! ```
//!
//! The exceptions of `centred` in Python:
//!
//! ```text
//! >>> example.centred(np.zeros((2, 4), np.float32))
//! ValueError: (2, 4) is not a (_, 3)
//!   array  2  4
//!   type   _  3
//!             ^ axis 1 is 4, not 3
//! while processing 'x'
//!
//! >>> example.centred(np.zeros((2, 3)))
//! TypeError: the elements are float64, not float32
//! while processing 'x'
//! ```
//!
//! | exception | reason |
//! |---|---|
//! | `TypeError` | neither an array nor a DLPack producer; other elements; a masked array |
//! | `ValueError` | other sizes; a read-only array as a [`PyTensorMut`]; elements that are not at multiples of their size |
//! | `BufferError` | an array that another argument borrows as mutable; elements that are not in the memory of the CPU |
//!
//! Strides may be negative or 0, and sizes may be 0. Errors of operations become a `ValueError` by `?`, in functions
//! that return [`Result`].
//!
//! # Borrows
//!
//! While a [`PyTensor`] or [`PyTensorMut`] exists, no other argument can borrow the same elements as mutable. The check
//! covers arrays of NumPy in all extension modules by the crate `numpy`, and all arrays and tensors within one module.
//! Two views are compared by their range of memory and the greatest common divisor of their strides, so that two views
//! without a common element may be refused.
//!
//! Code in Python can still write to the elements, from another thread or when the function calls it. As with the crate
//! `numpy`, callers must not do so during a call.

mod borrow;
#[allow(unsafe_code, reason = "capsules of DLPack are pointers")]
mod dlpack;
mod element;
mod error;
mod output;
#[allow(unsafe_code, reason = "tensors are made of the pointers that Python has")]
mod tensor;

pub use element::Element;
pub use error::{Error, Result};
pub use output::NumPy;
pub use tensor::{FromPython, FromPythonData, FromPythonMut, PyTensor, PyTensorMut};

mod sealed {
    /// Seals [`Element`](super::Element).
    pub trait Sealed {}
}
