//! Tensors as columns.

use crate::error::{TableError, Why};
use crate::read::Element;
use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{Array, ArrayRef, FixedSizeListArray, PrimitiveArray, RecordBatch};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_schema::{Field, Schema};
use conformable::{Dim, Shape, ShapeError, Storage, Tensor};
use std::sync::Arc;

/// Moves a vector to an array.
#[must_use]
pub fn into_array<T: Element, R: Dim>(x: Tensor<T, (R,)>) -> PrimitiveArray<T::Arrow> {
    PrimitiveArray::new(x.into_vec().into(), None)
}

/// Moves (Rows, C) to an array of lists of length C.
///
/// # Errors
///
/// If C is above `i32::MAX`.
///
/// ```
/// use conformable::{Shape, Tensor};
/// use conformable_arrow::{into_list, list};
///
/// let lists = into_list(Tensor::from([[1, 2, 3], [4, 5, 6]]))?;
/// let x = list::<i32, Shape![_, 3]>("points", &lists)?;
/// assert_eq!(x, Tensor::from([[1, 2, 3], [4, 5, 6]]));
/// # Ok::<(), conformable_arrow::TableError>(())
/// ```
pub fn into_list<T: Element, R: Dim, C: Dim>(x: Tensor<T, (R, C)>) -> Result<FixedSizeListArray, TableError> {
    let [rows, columns] = x.shape().sizes();
    let length = columns.try_into().map_err(|_| TableError(Why::Rows(columns)))?;
    let field = Arc::new(Field::new_list_field(T::Arrow::DATA_TYPE, false));
    let elements: PrimitiveArray<T::Arrow> = PrimitiveArray::new(x.into_vec().into(), None);
    Ok(FixedSizeListArray::try_new_with_length(field, length, Arc::new(elements), None, rows)?)
}

/// Moves (C, Rows), whose rows are the columns of a table, to a batch. The columns share the memory of the tensor.
///
/// # Errors
///
/// If there are not C names.
///
/// ```
/// use conformable::Tensor;
/// use conformable_arrow::columns_into_batch;
///
/// let batch = columns_into_batch(Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), ["x", "y"])?;
/// assert_eq!((batch.num_rows(), batch.num_columns()), (3, 2));
///
/// let refused = columns_into_batch(Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), ["x"]).unwrap_err();
/// assert!(refused.to_string().starts_with("cannot name the columns of shape (2, 3) with (1,)"), "{refused}");
/// # Ok::<(), conformable_arrow::TableError>(())
/// ```
pub fn columns_into_batch<T: Element, C: Dim, R: Dim, N: Into<String>>(
    x: Tensor<T, (C, R)>,
    names: impl IntoIterator<Item = N>,
) -> Result<RecordBatch, TableError> {
    let [columns, rows] = x.shape().sizes();
    let names: Vec<String> = names.into_iter().map(Into::into).collect();
    if names.len() != columns {
        let given = conformable::PartialShape::from(&[names.len()][..]);
        let error = ShapeError::cannot("name the columns of shape", x.shape().partial(), "each column needs a name");
        return Err(error.with(given).at(0).into());
    }
    let elements = Buffer::from_vec(x.into_vec());
    let mut fields = Vec::with_capacity(columns);
    let mut arrays: Vec<ArrayRef> = Vec::with_capacity(columns);
    for (j, name) in names.into_iter().enumerate() {
        let column = ScalarBuffer::new(elements.clone(), j * rows, rows);
        let array: PrimitiveArray<T::Arrow> = PrimitiveArray::new(column, None);
        fields.push(Field::new(name, array.data_type().clone(), false));
        arrays.push(Arc::new(array));
    }
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
    Ok(RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)?)
}

/// Copies (Rows, C) to a batch.
///
/// # Errors
///
/// If there are not C names.
pub fn to_batch<T: Element, R: Dim, C: Dim, D: Storage, N: Into<String>>(
    x: &Tensor<T, (R, C), D>,
    names: impl IntoIterator<Item = N>,
) -> Result<RecordBatch, TableError> {
    columns_into_batch(x.t().to_heap(), names)
}
