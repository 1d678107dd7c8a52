//! Columns as tensors.

use crate::error::{TableError, Why};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, FixedSizeListArray, PrimitiveArray, RecordBatch};
use arrow_buffer::ArrowNativeType;
use conformable::{Shape, Tensor, View};

/// An element of a column: integers of 8 to 64 bits, `f32` and `f64`.
pub trait Element: ArrowNativeType {
    /// Arrow's type of such elements.
    type Arrow: ArrowPrimitiveType<Native = Self>;
}

macro_rules! elements {
    ($($native:ident $arrow:ident,)*) => { $(impl Element for $native { type Arrow = $arrow; })* };
}
elements! {
    i8 Int8Type, i16 Int16Type, i32 Int32Type, i64 Int64Type,
    u8 UInt8Type, u16 UInt16Type, u32 UInt32Type, u64 UInt64Type,
    f32 Float32Type, f64 Float64Type,
}

/// The array with its type.
fn typed<'a, T: Element>(name: &str, array: &'a dyn Array) -> Result<&'a PrimitiveArray<T::Arrow>, TableError> {
    array.as_primitive_opt().ok_or_else(|| {
        let (is, not) = (array.data_type().clone(), T::Arrow::DATA_TYPE);
        TableError(Why::Element { column: name.into(), is, not })
    })
}

fn no_nulls(name: &str, array: &dyn Array) -> Result<(), TableError> {
    match array.logical_nulls() {
        Some(nulls) if nulls.null_count() > 0 => {
            let first = nulls.iter().position(|valid| !valid).unwrap_or_default();
            Err(TableError(Why::Nulls { column: name.into(), count: nulls.null_count(), first }))
        }
        _ => Ok(()),
    }
}

/// Views an array as (Rows,).
///
/// `name` is for messages.
///
/// # Errors
///
/// If the elements are of another type, one is null, or the size differs from the type's.
///
/// ```
/// use arrow_array::Int64Array;
/// use conformable::{AnyShape, Shape};
/// use conformable_arrow::column;
///
/// let array = Int64Array::from(vec![1, 2, 3]);
/// let x = column::<i64, Shape![_]>("years", &array)?;
/// assert_eq!(x.sum_all(), 6);
///
/// let array = Int64Array::from(vec![Some(1), None, None]);
/// assert_eq!(
///     column::<i64, Shape![_]>("years", &array).unwrap_err().to_string(),
///     "column `years` has 2 nulls, the first in row 1; `from_batch_with_nulls` returns where they are"
/// );
/// # Ok::<(), conformable_arrow::TableError>(())
/// ```
pub fn column<'a, T: Element, S: Shape>(
    name: &str,
    array: &'a dyn Array,
) -> Result<Tensor<T, S, View<'a>>, TableError> {
    let array = typed::<T>(name, array)?;
    no_nulls(name, array)?;
    Ok(Tensor::from_slice(S::from_sizes(&[array.len()])?, &array.values()[..])?)
}

/// Views an array of lists of one length as (Rows, C).
///
/// # Errors
///
/// If the elements are of another type, an element or a list is null, or the sizes differ from the type's.
pub fn list<'a, T: Element, S: Shape>(
    name: &str,
    array: &'a FixedSizeListArray,
) -> Result<Tensor<T, S, View<'a>>, TableError> {
    no_nulls(name, array)?;
    let values = typed::<T>(name, array.values())?;
    no_nulls(name, values)?;
    let sizes = [array.len(), usize::try_from(array.value_length()).unwrap_or_default()];
    Ok(Tensor::from_slice(S::from_sizes(&sizes)?, &values.values()[..])?)
}

/// The columns with their names, and the shape.
#[allow(clippy::type_complexity, reason = "names and arrays")]
fn columns<T: Element, S: Shape>(
    batch: &RecordBatch,
) -> Result<(S, Vec<(&str, &PrimitiveArray<T::Arrow>)>), TableError> {
    let names = || batch.schema_ref().fields().iter().map(|field| field.name());
    let shape = S::from_sizes(&[batch.num_rows(), batch.num_columns()])
        .map_err(|error| TableError(Why::Shape(error, names().cloned().collect())))?;
    let mut columns = Vec::with_capacity(batch.num_columns());
    for (name, array) in names().zip(batch.columns()) {
        columns.push((name.as_str(), typed::<T>(name, array)?));
    }
    Ok((shape, columns))
}

/// The elements by rows.
fn by_rows<T: Element, S: Shape>(
    shape: S,
    rows: usize,
    columns: &[(&str, &PrimitiveArray<T::Arrow>)],
) -> Result<Tensor<T, S>, TableError> {
    /// The rows that stay in the cache while each column is written to them.
    const BLOCK: usize = 256;
    let count = columns.len();
    let mut elements = vec![T::default(); rows * count];
    for (block, target) in elements.chunks_mut((BLOCK * count).max(1)).enumerate() {
        for (j, (_, array)) in columns.iter().enumerate() {
            let from = &array.values()[block * BLOCK..];
            for (row, &element) in target.chunks_exact_mut(count).zip(from) {
                row[j] = element;
            }
        }
    }
    Tensor::from_vec(shape, elements).map_err(|refused| refused.error().clone().into())
}

/// Copies a batch of columns to (Rows, C).
///
/// # Errors
///
/// If a column has elements of another type or a null, or the sizes differ from the type's.
pub fn from_batch<T: Element, S: Shape>(batch: &RecordBatch) -> Result<Tensor<T, S>, TableError> {
    let (shape, columns) = columns::<T, S>(batch)?;
    for (name, array) in &columns {
        no_nulls(name, *array)?;
    }
    by_rows(shape, batch.num_rows(), &columns)
}

/// Copies a batch of columns to (Rows, C), and returns which elements are not null.
///
/// A null is 0 in the first tensor.
///
/// # Errors
///
/// If a column has elements of another type, or the sizes differ from the type's.
///
/// ```
/// use arrow_array::{Float32Array, RecordBatch};
/// use conformable::{Shape, Tensor};
/// use conformable_arrow::from_batch_with_nulls;
/// use std::sync::Arc;
///
/// let batch = RecordBatch::try_from_iter([("x", Arc::new(Float32Array::from(vec![Some(1.0), None])) as _)])?;
/// let (x, valid) = from_batch_with_nulls::<f32, Shape![_, 1]>(&batch)?;
/// assert_eq!(x, Tensor::from([[1.0], [0.0]]));
/// assert_eq!(valid, Tensor::from([[true], [false]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::type_complexity, reason = "both tensors")]
pub fn from_batch_with_nulls<T: Element, S: Shape>(
    batch: &RecordBatch,
) -> Result<(Tensor<T, S>, Tensor<bool, S>), TableError> {
    let (shape, columns) = columns::<T, S>(batch)?;
    let (rows, count) = (batch.num_rows(), columns.len());
    let (mut x, mut valid) = (by_rows(shape.clone(), rows, &columns)?, vec![true; rows * count]);
    for (j, (_, array)) in columns.iter().enumerate() {
        let Some(nulls) = array.nulls() else { continue };
        for (i, _) in nulls.iter().enumerate().filter(|(_, valid)| !valid) {
            x.as_mut_slice()[i * count + j] = T::default();
            valid[i * count + j] = false;
        }
    }
    let valid = Tensor::from_vec(shape, valid).map_err(|refused| refused.error().clone())?;
    Ok((x, valid))
}
