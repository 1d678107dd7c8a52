//! Columns of Arrow as typed tensors, and tensors as columns.
//!
//! ```
//! use arrow_array::{Float64Array, RecordBatch};
//! use conformable::{Axis, Shape, Tensor};
//! use conformable_arrow::{from_batch, to_batch};
//! use std::sync::Arc;
//!
//! let batch = RecordBatch::try_from_iter([
//!     ("width", Arc::new(Float64Array::from(vec![1.0, 2.0, 6.0])) as _),
//!     ("height", Arc::new(Float64Array::from(vec![4.0, 5.0, 9.0])) as _),
//! ])?;
//! let x: Tensor<f64, Shape![_, 2]> = from_batch(&batch)?;
//! let centred = &x - x.mean(Axis::<0>);
//! let back: RecordBatch = to_batch(&centred, ["width", "height"])?;
//! assert_eq!(back.num_rows(), 3);
//!
//! let refused = from_batch::<f64, Shape![_, 3]>(&batch).unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "(3, 2) is not a (_, 3)
//!   batch  3  2
//!   type   _  3
//!             ^ axis 1 is 2, not 3
//! the columns are `width`, `height`"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | function | from | to | elements |
//! |---|---|---|---|
//! | [`column`] | an array | (Rows,) | a view |
//! | [`list`] | a list of fixed size | (Rows, C) | a view |
//! | [`from_batch`] | a batch | (Rows, C) | copied, since each column has its own memory |
//! | [`from_batch_with_nulls`] | a batch | (Rows, C), and which are not null | copied |
//! | [`into_array`] | (Rows,) | an array | moved |
//! | [`into_list`] | (Rows, C) | a list of fixed size | moved |
//! | [`columns_into_batch`] | (C, Rows) | a batch | moved: the columns share the memory |
//! | [`to_batch`] | (Rows, C) | a batch | copied |
//!
//! Elements are integers of 8 to 64 bits, `f32` and `f64`. A column of another type is refused and not converted; the
//! crate `arrow-cast` converts columns. Parquet and CSV are read and written by `parquet` and `arrow-csv`: see
//! `examples/table.rs`.

mod error;
mod read;
mod write;

pub use error::TableError;
pub use read::{Element, column, from_batch, from_batch_with_nulls, list};
pub use write::{columns_into_batch, into_array, into_list, to_batch};
