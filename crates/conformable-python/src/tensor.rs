//! Arrays of Python as tensors.

use crate::borrow::{Borrow, Region, gcd};
use crate::dlpack::Lent;
use crate::element::{self, Element};
use conformable::storage::{Retype, Strided};
use conformable::{Heap, Shape, ShapeError, Storage, Tensor};
use conformable::{shape::Measured, storage::StorageMut};
use numpy::{PyArrayDyn, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray};
use numpy::{PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Elements of an array of Python, which it keeps alive and borrowed. Results are on the heap.
#[derive(Debug)]
pub struct FromPython<'py>(PhantomData<Python<'py>>);

/// Mutable elements of an array of Python.
#[derive(Debug)]
pub struct FromPythonMut<'py>(PhantomData<Python<'py>>);

/// The data of a [`FromPython`] and of a [`FromPythonMut`].
pub struct FromPythonData<'py, T, S: Measured> {
    first: NonNull<T>,
    strides: S::Sizes,
    /// Dropped before the owner: others may borrow the elements from then on.
    held: (Option<Borrow>, Option<Owner<'py>>),
}

/// The object that keeps the elements alive. Its element type is not used, only its borrow.
enum Owner<'py> {
    Array { _array: PyReadonlyArrayDyn<'py, u8> },
    ArrayMut { _array: PyReadwriteArrayDyn<'py, u8> },
    DlPack { _tensor: Lent<'py> },
}

impl<T, S: Measured> Debug for FromPythonData<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromPythonData").field("strides", &self.strides).finish_non_exhaustive()
    }
}

macro_rules! storage {
    ($name:ident) => {
        // SAFETY: `make` compares the sizes with the shape and the elements with `T`, and checks alignment. `held`
        // keeps the elements alive, and borrowed. Python's memory may be read from any thread.
        unsafe impl<'py> Storage for $name<'py> {
            type Data<T, S: Measured> = FromPythonData<'py, T, S>;
            type Owner = Heap;
            type Layout = Strided;

            fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T {
                data.first.as_ptr()
            }

            fn strides<T, S: Shape>(data: &Self::Data<T, S>, _: &S) -> S::Sizes {
                data.strides.clone()
            }
        }

        // SAFETY: the pointer and the strides stay the same, for a shape of the same sizes.
        unsafe impl Retype for $name<'_> {
            fn retype<T, From: Shape, To: Shape>(data: Self::Data<T, From>) -> Self::Data<T, To> {
                FromPythonData { first: data.first, strides: To::sizes_of(data.strides.as_ref()), held: data.held }
            }
        }
    };
}
storage!(FromPython);
storage!(FromPythonMut);

// SAFETY: `make` has checked that different indices have different elements, and `Borrow` that no other argument
// borrows them. `as_mut_ptr` returns the address of `as_ptr`.
unsafe impl StorageMut for FromPythonMut<'_> {
    fn as_mut_ptr<T, S: Shape>(data: &mut Self::Data<T, S>) -> *mut T {
        data.first.as_ptr()
    }
}

/// An argument: a NumPy array or a DLPack tensor as a typed tensor, without a copy.
///
/// It dereferences to the tensor, whose operations it has. [`view`](Tensor::view) returns a tensor that may cross
/// threads, for `Python::detach`.
///
/// ```
/// use conformable::Shape;
/// use conformable_python::PyTensor;
/// use pyo3::prelude::*;
///
/// #[pyfunction]
/// fn sum(py: Python<'_>, x: PyTensor<'_, f64, Shape![_, 3]>) -> f64 {
///     let x = x.view();
///     py.detach(|| x.sum_all())
/// }
/// ```
///
/// # Errors
///
/// The [exceptions](crate) are `TypeError`, `ValueError` and `BufferError`.
#[derive(Debug)]
pub struct PyTensor<'py, T, S: Shape>(Tensor<T, S, FromPython<'py>>);

/// An argument whose elements the function changes in place.
///
/// ```
/// use conformable::Shape;
/// use conformable_python::PyTensorMut;
/// use pyo3::prelude::*;
///
/// #[pyfunction]
/// fn double(mut x: PyTensorMut<'_, f64, Shape![_, 3]>) {
///     *x *= 2.0;
/// }
/// ```
///
/// # Errors
///
/// Those of [`PyTensor`]; `ValueError` for a read-only array, and if two indices may have one element.
#[derive(Debug)]
pub struct PyTensorMut<'py, T, S: Shape>(Tensor<T, S, FromPythonMut<'py>>);

impl<'py, T, S: Shape> PyTensor<'py, T, S> {
    /// Returns the tensor, which keeps the array borrowed.
    #[must_use]
    pub fn into_tensor(self) -> Tensor<T, S, FromPython<'py>> {
        self.0
    }
}

impl<'py, T, S: Shape> PyTensorMut<'py, T, S> {
    /// Returns the tensor, which keeps the array borrowed.
    #[must_use]
    pub fn into_tensor(self) -> Tensor<T, S, FromPythonMut<'py>> {
        self.0
    }
}

impl<'py, T, S: Shape> Deref for PyTensor<'py, T, S> {
    type Target = Tensor<T, S, FromPython<'py>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'py, T, S: Shape> Deref for PyTensorMut<'py, T, S> {
    type Target = Tensor<T, S, FromPythonMut<'py>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T, S: Shape> DerefMut for PyTensorMut<'_, T, S> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'py, T: Element, S: Shape> FromPyObject<'_, 'py> for PyTensor<'py, T, S> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (shape, data) = borrow::<T, S>(&object, false)?;
        // SAFETY: `borrow` has checked the shape and the elements, and holds them.
        Ok(Self(unsafe { Tensor::from_parts(shape, data) }))
    }
}

impl<'py, T: Element, S: Shape> FromPyObject<'_, 'py> for PyTensorMut<'py, T, S> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (shape, data) = borrow::<T, S>(&object, true)?;
        // SAFETY: `borrow` has checked the shape and the elements, that different indices have different ones, and that
        // they may be changed; it holds them as mutable.
        Ok(Self(unsafe { Tensor::from_parts(shape, data) }))
    }
}

/// Borrows the elements of an object.
fn borrow<'py, T: Element, S: Shape>(
    object: &Bound<'py, PyAny>,
    mutable: bool,
) -> PyResult<(S, FromPythonData<'py, T, S>)> {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        let dtype = array.dtype();
        if !element::is::<T>(&dtype) {
            return Err(other_elements::<T>(&element::name_of(&dtype)));
        }
        refuse_masked(array)?;
        // SAFETY: it is an array; only its address, its layout and its borrow are used, which do not depend on the type
        // of its elements.
        let array = unsafe { array.cast_unchecked::<PyArrayDyn<u8>>() };
        // the sizes come first, since their error has more to tell
        let shape = shape_of::<S>(array.shape())?;
        let owner = if mutable {
            let array = array.try_readwrite().map_err(|error| match error {
                numpy::BorrowError::NotWriteable => PyValueError::new_err("the array is read-only"),
                _ => in_use(),
            })?;
            Owner::ArrayMut { _array: array }
        } else {
            Owner::Array { _array: array.try_readonly().map_err(|_| in_use())? }
        };
        return make(array.data(), shape, array.strides(), owner, mutable);
    }
    let Some(lent) = Lent::of(object)? else {
        return Err(PyTypeError::new_err(format!(
            "expected a NumPy array or a tensor with `__dlpack__`, found {}; `numpy.asarray` makes an array",
            object.get_type().name()?
        )));
    };
    let fields = lent.fields();
    if (fields.code, usize::from(fields.bits), fields.lanes) != (T::CODE, 8 * size_of::<T>(), 1) {
        return Err(other_elements::<T>(&dlpack_name(fields.code, fields.bits, fields.lanes)));
    }
    let (sizes, strides) = lent.layout()?;
    let shape = shape_of::<S>(&sizes)?;
    if let Some(why) = mutable.then(|| lent.refuses_changes()).flatten() {
        return Err(PyValueError::new_err(why));
    }
    let bytes: Option<Vec<isize>> = strides.iter().map(|stride| stride.checked_mul(bytes_of::<T>())).collect();
    let bytes = bytes.ok_or_else(|| PyBufferError::new_err("a stride is out of range"))?;
    let offset = usize::try_from(fields.offset).map_err(|_| PyBufferError::new_err("the offset is above memory"))?;
    let first = fields.data.cast_mut().wrapping_add(offset);
    make(first, shape, &bytes, Owner::DlPack { _tensor: lent }, mutable)
}

/// The bytes of an element.
#[allow(clippy::cast_possible_wrap, reason = "an element has 16 bytes at most")]
fn bytes_of<T: Element>() -> isize {
    size_of::<T>() as isize
}

fn shape_of<S: Shape>(sizes: &[usize]) -> PyResult<S> {
    let shape = S::from_sizes(sizes).map_err(|error| refused(&error))?;
    shape.numel().map_err(|error| refused(&error))?;
    Ok(shape)
}

/// The data of elements with these strides in bytes.
fn make<'py, T: Element, S: Shape>(
    first: *mut u8,
    shape: S,
    strides: &[isize],
    owner: Owner<'py>,
    mutable: bool,
) -> PyResult<(S, FromPythonData<'py, T, S>)> {
    let size = size_of::<T>();
    let sizes = shape.sizes();
    let sizes = sizes.as_ref();
    let mut steps = shape.sizes();
    if sizes.contains(&0) {
        steps.as_mut().fill(0);
        let held = (None, Some(owner));
        return Ok((shape, FromPythonData { first: NonNull::dangling(), strides: steps, held }));
    }
    let mut region = Region { from: first.addr(), to: first.addr(), step: 0, size, mutable };
    for (axis, step) in steps.as_mut().iter_mut().enumerate() {
        // an axis of one element has no step
        let stride = if sizes[axis] < 2 { 0 } else { strides[axis] };
        if stride.unsigned_abs() % size != 0 {
            return Err(PyValueError::new_err(format!(
                "the stride of axis {axis} is {stride} bytes, not a multiple of the {size} bytes of an element; \
                 `numpy.ascontiguousarray` copies the array"
            )));
        }
        // the elements are in memory, so that no product overflows
        let reach = (sizes[axis] - 1).wrapping_mul(stride.unsigned_abs());
        if stride < 0 {
            region.from = region.from.wrapping_sub(reach);
        } else {
            region.to = region.to.wrapping_add(reach);
        }
        region.step = gcd(region.step, stride.unsigned_abs());
        #[allow(clippy::cast_sign_loss, reason = "strides are two's complement")]
        let elements = (stride / bytes_of::<T>()) as usize;
        *step = elements;
    }
    region.to = region.to.wrapping_add(size);
    if mutable && !are_different(sizes, strides, size) {
        return Err(PyValueError::new_err("two indices of the array may have one element; `numpy.array` copies it"));
    }
    let first = first.cast::<T>();
    let first = NonNull::new(first).filter(|_| first.is_aligned()).ok_or_else(|| {
        PyValueError::new_err("the elements are not aligned in memory; `.copy()` makes an array whose elements are")
    })?;
    let borrow = Borrow::new(region).ok_or_else(in_use)?;
    let data = FromPythonData { first, strides: steps, held: (Some(borrow), Some(owner)) };
    if T::KIND == b'b' {
        refuse_other_bytes(&shape, &data)?;
    }
    Ok((shape, data))
}

/// Whether each axis is a step over all elements of those with shorter steps, so that no element is at two indices.
fn are_different(sizes: &[usize], strides: &[isize], size: usize) -> bool {
    let mut axes: Vec<_> = sizes.iter().zip(strides).filter(|(size, _)| **size > 1).collect();
    axes.sort_by_key(|(_, stride)| stride.unsigned_abs());
    let mut extent = size;
    axes.into_iter().all(|(size, stride)| {
        let fits = stride.unsigned_abs() >= extent;
        extent += (size - 1).wrapping_mul(stride.unsigned_abs());
        fits
    })
}

/// Refuses bytes that are not a `bool` in Rust: NumPy has any byte in them.
fn refuse_other_bytes<T, S: Shape>(shape: &S, data: &FromPythonData<'_, T, S>) -> PyResult<()> {
    let bytes = FromPythonData { first: data.first.cast::<u8>(), strides: data.strides.clone(), held: (None, None) };
    // SAFETY: `data` has an element of one byte at each index of the shape, and outlives this tensor.
    let bytes = unsafe { Tensor::<u8, S, FromPython<'_>>::from_parts(shape.clone(), bytes) };
    match bytes.iter().position(|&byte| byte > 1) {
        None => Ok(()),
        Some(place) => {
            Err(PyValueError::new_err(format!("element {place} is not a `bool`: its byte is neither 0 nor 1")))
        }
    }
}

/// Refuses arrays of `numpy.ma`, whose mask would be lost.
fn refuse_masked(array: &Bound<'_, PyUntypedArray>) -> PyResult<()> {
    let py = array.py();
    if array.is_exact_instance_of::<PyUntypedArray>() || !array.hasattr(intern!(py, "mask"))? {
        return Ok(());
    }
    Err(PyTypeError::new_err("the array is masked; `.filled(..)` makes an array without a mask"))
}

fn refused(error: &ShapeError) -> PyErr {
    PyValueError::new_err(error.named_rows(["array", "type"]).to_string())
}

fn other_elements<T: Element>(name: &str) -> PyErr {
    PyTypeError::new_err(format!("the elements are {name}, not {}", T::NAME))
}

fn in_use() -> PyErr {
    PyBufferError::new_err("another argument borrows elements of the array as mutable, or this one would")
}

/// NumPy's name for a type of DLPack.
fn dlpack_name(code: u8, bits: u8, lanes: u16) -> String {
    let kind = match code {
        0 => "int",
        1 => "uint",
        2 => "float",
        4 => "bfloat",
        5 => "complex",
        6 => return "bool".into(),
        _ => return format!("of DLPack's type {code} of {bits} bits"),
    };
    if lanes == 1 { format!("{kind}{bits}") } else { format!("{kind}{bits} in vectors of {lanes}") }
}
