//! Tensors by the protocol of DLPack 1.1, and by that before 1.0.
//!
//! The structures are those of [`dlpack.h`](https://dmlc.github.io/dlpack/latest/c_api.html).

use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::ffi::{CStr, c_void};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::slice;

/// `DLTensor`.
#[repr(C)]
pub(crate) struct Fields {
    pub(crate) data: *const u8,
    device: i32,
    device_number: i32,
    axes: i32,
    pub(crate) code: u8,
    pub(crate) bits: u8,
    pub(crate) lanes: u16,
    sizes: *const i64,
    strides: *const i64,
    pub(crate) offset: u64,
}

/// `DLManagedTensor`.
#[repr(C)]
struct Old {
    fields: Fields,
    context: *mut c_void,
    delete: Option<unsafe extern "C" fn(*mut Self)>,
}

/// `DLManagedTensorVersioned`.
#[repr(C)]
struct Versioned {
    major: u32,
    minor: u32,
    context: *mut c_void,
    delete: Option<unsafe extern "C" fn(*mut Self)>,
    flags: u64,
    fields: Fields,
}

const READ_ONLY: u64 = 1;
const COPIED: u64 = 2;
const CPU: i32 = 1;
/// Memory of the CPU that a GPU can access: `kDLCUDAHost` and `kDLROCMHost`.
const PINNED: [i32; 2] = [3, 11];

/// A structure, with the name of its capsule before and after a consumer took it.
trait Managed {
    const NAME: &CStr;
    const USED: &CStr;
}

impl Managed for Old {
    const NAME: &CStr = c"dltensor";
    const USED: &CStr = c"used_dltensor";
}

impl Managed for Versioned {
    const NAME: &CStr = c"dltensor_versioned";
    const USED: &CStr = c"used_dltensor_versioned";
}

#[derive(Clone, Copy)]
enum Taken {
    Old(NonNull<Old>),
    Versioned(NonNull<Versioned>),
}

/// A tensor of another library, which is given back when it is dropped.
pub(crate) struct Lent<'py> {
    taken: Taken,
    /// Deleters may call Python, so they run with the interpreter attached.
    attached: PhantomData<(Python<'py>, *mut ())>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        match self.taken {
            Taken::Old(tensor) => {
                // SAFETY: the producer keeps the structure until its deleter is called, which is only here.
                if let Some(delete) = unsafe { tensor.as_ref() }.delete {
                    // SAFETY: `take` renamed the capsule, so that this is the only call, with the structure's address.
                    unsafe { delete(tensor.as_ptr()) };
                }
            }
            Taken::Versioned(tensor) => {
                // SAFETY: the producer keeps the structure until its deleter is called, which is only here.
                if let Some(delete) = unsafe { tensor.as_ref() }.delete {
                    // SAFETY: `take` renamed the capsule, so that this is the only call, with the structure's address.
                    unsafe { delete(tensor.as_ptr()) };
                }
            }
        }
    }
}

/// The structure of a capsule, which the caller has to give back; `None` if the capsule has another name.
fn take<M: Managed>(capsule: &Bound<'_, PyCapsule>) -> PyResult<Option<NonNull<M>>> {
    // SAFETY: `capsule` is a capsule, and the name ends with 0.
    if unsafe { ffi::PyCapsule_IsValid(capsule.as_ptr(), M::NAME.as_ptr()) } == 0 {
        return Ok(None);
    }
    // SAFETY: the capsule has this name, as `PyCapsule_IsValid` said.
    let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), M::NAME.as_ptr()) };
    // SAFETY: the name is static, and ends with 0.
    if unsafe { ffi::PyCapsule_SetName(capsule.as_ptr(), M::USED.as_ptr()) } != 0 {
        return Err(PyErr::fetch(capsule.py()));
    }
    Ok(NonNull::new(pointer.cast()))
}

impl<'py> Lent<'py> {
    /// Takes the tensor of an object with `__dlpack__`; `None` if it has no such method.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        let py = object.py();
        let Some(method) = object.getattr_opt(intern!(py, "__dlpack__"))? else { return Ok(None) };
        let wishes = PyDict::new(py);
        wishes.set_item(intern!(py, "max_version"), (1, 1))?;
        wishes.set_item(intern!(py, "copy"), false)?;
        let capsule = match method.call((), Some(&wishes)) {
            // a producer from before DLPack 1.0 does not have these arguments
            Err(error) if error.is_instance_of::<PyTypeError>(py) => method.call0()?,
            result => result?,
        };
        let capsule = capsule.cast_into::<PyCapsule>()?;
        let taken = if let Some(tensor) = take::<Versioned>(&capsule)? {
            Taken::Versioned(tensor)
        } else if let Some(tensor) = take::<Old>(&capsule)? {
            Taken::Old(tensor)
        } else {
            return Err(PyBufferError::new_err("the capsule of `__dlpack__` has no tensor, or it was used before"));
        };
        let lent = Self { taken, attached: PhantomData };
        if let Taken::Versioned(tensor) = taken {
            // SAFETY: the producer keeps the structure until its deleter is called.
            let Versioned { major, minor, .. } = unsafe { tensor.as_ref() };
            if *major != 1 {
                return Err(PyBufferError::new_err(format!("the tensor is of DLPack {major}.{minor}, not 1")));
            }
        }
        let Fields { device, device_number, .. } = lent.fields();
        if *device != CPU && !PINNED.contains(device) {
            return Err(PyBufferError::new_err(format!(
                "the tensor is on device {device_number} of type {device}, not on the CPU; PyTorch's `.cpu()` copies it"
            )));
        }
        Ok(Some(lent))
    }

    pub(crate) fn fields(&self) -> &Fields {
        match &self.taken {
            // SAFETY: the producer keeps the structure until its deleter is called, when `self` is dropped.
            Taken::Old(tensor) => &unsafe { tensor.as_ref() }.fields,
            // SAFETY: the producer keeps the structure until its deleter is called, when `self` is dropped.
            Taken::Versioned(tensor) => &unsafe { tensor.as_ref() }.fields,
        }
    }

    /// Why the elements cannot be changed, if they cannot.
    pub(crate) fn refuses_changes(&self) -> Option<&'static str> {
        let Taken::Versioned(tensor) = &self.taken else { return None };
        // SAFETY: the producer keeps the structure until its deleter is called.
        match unsafe { tensor.as_ref() }.flags {
            flags if flags & READ_ONLY != 0 => Some("the tensor is read-only"),
            flags if flags & COPIED != 0 => Some("`__dlpack__` returned a copy, whose changes would be lost"),
            _ => None,
        }
    }

    /// The sizes, and the strides in elements.
    pub(crate) fn layout(&self) -> PyResult<(Vec<usize>, Vec<isize>)> {
        let Fields { axes, sizes, strides, .. } = *self.fields();
        let rank = usize::try_from(axes).map_err(|_| PyBufferError::new_err(format!("the tensor has {axes} axes")))?;
        if rank == 0 {
            return Ok((Vec::new(), Vec::new()));
        }
        // SAFETY: DLPack has one size for each axis, for as long as the structure exists.
        let sizes = unsafe { slice::from_raw_parts(sizes, rank) };
        let sizes: Option<Vec<usize>> = sizes.iter().map(|&size| size.try_into().ok()).collect();
        let sizes = sizes.ok_or_else(|| PyBufferError::new_err("the tensor has a negative size"))?;
        if !strides.is_null() {
            // SAFETY: DLPack has one stride for each axis, unless the pointer is null, for as long as the structure
            // exists.
            let strides = unsafe { slice::from_raw_parts(strides, rank) };
            let strides: Option<Vec<isize>> = strides.iter().map(|&stride| stride.try_into().ok()).collect();
            let strides = strides.ok_or_else(|| PyBufferError::new_err("a stride is out of range"))?;
            return Ok((sizes, strides));
        }
        let mut step = 1isize;
        let mut strides = vec![0; rank];
        for (stride, &size) in strides.iter_mut().zip(&sizes).rev() {
            *stride = step;
            // the caller compares the numel with what memory can hold
            step = step.saturating_mul(isize::try_from(size).unwrap_or(isize::MAX));
        }
        Ok((sizes, strides))
    }
}
