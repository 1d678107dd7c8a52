//! The functions that `tests/test_arrays.py` calls, and those that `tests/overhead.py` compares.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 makes arguments for each call")]

use conformable::{AnyShape, Axis, Shape, Tensor};
use conformable_python::{NumPy, PyTensor, PyTensorMut, Result};
use half::{bf16, f16};
use num_complex::Complex;
use numpy::{PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use std::{thread, time::Duration};

/// Subtracts the mean of each column.
#[pyfunction]
fn centred(py: Python<'_>, x: PyTensor<'_, f32, Shape![_, 3]>) -> Result<NumPy<f32, Shape![_, 3]>> {
    let x = x.view();
    Ok(NumPy(py.detach(|| x.try_sub(&x.mean(Axis::<0>)))?))
}

#[pyfunction]
fn add(x: PyTensor<'_, f64, Shape![_, _]>, y: PyTensor<'_, f64, Shape![_]>) -> Result<NumPy<f64, Shape![_, _]>> {
    Ok(NumPy(x.try_add(&*y)?))
}

#[pyfunction]
fn total(py: Python<'_>, x: PyTensor<'_, f64, AnyShape>) -> f64 {
    let x = x.view();
    py.detach(|| x.sum_all())
}

/// The elements in row-major order, and the address of the first.
#[pyfunction]
fn elements(x: PyTensor<'_, f64, Shape![_, _]>) -> (Vec<f64>, Option<usize>) {
    (x.iter().copied().collect(), x.iter().next().map(|first| (&raw const *first).addr()))
}

#[pyfunction]
fn double(py: Python<'_>, mut x: PyTensorMut<'_, f64, AnyShape>) {
    let mut x = x.view_mut();
    py.detach(|| x *= 2.0);
}

#[pyfunction]
fn add_to(mut x: PyTensorMut<'_, f64, Shape![_]>, y: PyTensor<'_, f64, Shape![_]>) -> Result<()> {
    let sum = x.try_add(&*y)?;
    x.try_assign(&sum)?;
    Ok(())
}

/// Calls `back` while `x` is borrowed as mutable.
#[pyfunction]
fn call_back(x: PyTensorMut<'_, f64, Shape![_]>, back: &Bound<'_, PyAny>) -> PyResult<f64> {
    back.call0()?;
    Ok(x.sum_all())
}

/// Waits without the interpreter.
#[pyfunction]
fn wait(py: Python<'_>, x: PyTensor<'_, f64, AnyShape>, seconds: f64) -> f64 {
    let x = x.view();
    py.detach(|| {
        thread::sleep(Duration::from_secs_f64(seconds));
        x.sum_all()
    })
}

/// A tensor of that many zeros, and the address of the first.
#[pyfunction]
fn zeros(count: usize) -> (NumPy<f32, Shape![_, 2]>, usize) {
    let zeros = Tensor::<f32, Shape![_, 2]>::zeros(conformable::shape![(count), 2]);
    let first = (&raw const zeros[[0, 0]]).addr();
    (NumPy(zeros), first)
}

/// A result of no elements.
#[pyfunction]
fn nothing(rows: usize) -> NumPy<f64, AnyShape> {
    NumPy(Tensor::zeros(AnyShape::from([0, rows, 3])))
}

#[pyfunction]
fn sum_bf16(x: PyTensor<'_, bf16, Shape![_]>) -> f32 {
    x.iter().map(|x| x.to_f32()).sum()
}

macro_rules! copies {
    ($($name:ident: $type:ty,)*) => {$(
        /// A copy of the array.
        #[pyfunction]
        fn $name(x: PyTensor<'_, $type, AnyShape>) -> NumPy<$type, AnyShape> {
            NumPy(x.to_heap())
        }
    )*};
}

copies! {
    copy_bool: bool,
    copy_int8: i8,
    copy_int16: i16,
    copy_int32: i32,
    copy_int64: i64,
    copy_uint8: u8,
    copy_uint16: u16,
    copy_uint32: u32,
    copy_uint64: u64,
    copy_float16: f16,
    copy_float32: f32,
    copy_float64: f64,
    copy_complex64: Complex<f32>,
    copy_complex128: Complex<f64>,
    copy_bfloat16: bf16,
}

/// An element, for the time of a call.
#[pyfunction]
fn typed_element(x: PyTensor<'_, f64, Shape![_, 3]>) -> f64 {
    x[[1, 1]]
}

/// The same by the crate `numpy` alone.
#[pyfunction]
fn plain_element(x: PyReadonlyArray2<'_, f64>) -> f64 {
    x.as_array()[[1, 1]]
}

/// A new array, for the time of a call.
#[pyfunction]
fn typed_new() -> NumPy<f64, Shape![4]> {
    NumPy(Tensor::zeros(conformable::shape![4]))
}

/// The same by the crate `numpy` alone.
#[pyfunction]
fn plain_new(py: Python<'_>) -> Bound<'_, PyArray1<f64>> {
    PyArray1::from_vec(py, vec![0.0; 4])
}

/// Functions that take arrays as typed tensors.
#[pymodule]
mod typed_arrays {
    #[pymodule_export]
    use super::{
        add, add_to, call_back, centred, copy_bfloat16, copy_bool, copy_complex64, copy_complex128, copy_float16,
        copy_float32, copy_float64, copy_int8, copy_int16, copy_int32, copy_int64, copy_uint8, copy_uint16,
        copy_uint32, copy_uint64, double, elements, nothing, plain_element, plain_new, sum_bf16, total, typed_element,
        typed_new, wait, zeros,
    };
}
