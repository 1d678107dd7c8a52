//! Tensors as results.

use crate::element::Element;
use crate::error::Error;
use conformable::{Shape, Tensor};
use numpy::ndarray::ArrayD;
use numpy::{PyArray, PyArrayDescr, PyArrayDyn};
use pyo3::prelude::*;

/// A tensor that becomes a NumPy array, which takes over its memory.
///
/// `torch.from_numpy` and `torch.from_dlpack` make a PyTorch tensor of it, also without a copy.
///
/// # Errors
///
/// `ValueError` if a size is 0 and the product of the others is above `isize::MAX`, or NumPy has fewer axes.
/// `TypeError` for elements of type `bf16` without Python's package `ml_dtypes`.
///
/// ```
/// use conformable::{Shape, Tensor};
/// use conformable_python::NumPy;
///
/// #[pyo3::pyfunction]
/// fn table() -> NumPy<f64, Shape![2, 2]> {
///     NumPy(Tensor::from([[1.0, 2.0], [3.0, 4.0]]).to_heap())
/// }
/// ```
#[derive(Debug)]
pub struct NumPy<T, S: Shape>(pub Tensor<T, S>);

/// The most axes that NumPy 1 has.
const MOST_AXES: usize = 32;

impl<'py, T: Element, S: Shape> IntoPyObject<'py> for NumPy<T, S> {
    type Target = PyArrayDyn<T>;
    type Output = Bound<'py, PyArrayDyn<T>>;
    type Error = Error;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Error> {
        let Self(tensor) = self;
        tensor.try_as_ndarray()?;
        if tensor.shape().sizes().as_ref().len() > MOST_AXES {
            let error = conformable::ShapeError::cannot(
                "hand NumPy the shape",
                tensor.shape().partial(),
                "an array has at most 32 axes",
            );
            return Err(error.into());
        }
        if T::KIND == b'V' {
            // `numpy::Element` panics where the package is absent
            PyArrayDescr::new(py, T::NAME)?;
        }
        Ok(PyArray::from_owned_array(py, ArrayD::from(tensor)))
    }
}
