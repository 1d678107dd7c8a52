//! Tables of pyarrow, which `files.py` writes; what is refused; memory that is shared.

#![allow(clippy::float_cmp, reason = "the numbers are exact")]

use arrow_array::cast::AsArray;
use arrow_array::types::Float32Type;
use arrow_array::{ArrayRef, Float64Array, Int32Array, RecordBatch};
use conformable::{AnyShape, Axis, Dyn, Shape, Size, Tensor, shape};
use conformable_arrow::{
    Element, TableError, column, columns_into_batch, from_batch, from_batch_with_nulls, into_array,
};
use conformable_arrow::{into_list, list, to_batch};
use parquet::arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn stored(name: &str) -> PathBuf {
    let kept = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    env::var_os("CONFORMABLE_TABLES_READ").map_or_else(kept, PathBuf::from).join(name)
}

fn written() -> PathBuf {
    let folder =
        env::var_os("CONFORMABLE_TABLES").map_or_else(|| env::temp_dir().join("conformable-arrow"), PathBuf::from);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn batches(path: &Path) -> Vec<RecordBatch> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    builder.build().unwrap().collect::<Result<_, _>>().unwrap()
}

fn write(path: &Path, batch: &RecordBatch) {
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

/// Reads a file of pyarrow, compares it with the numbers of `files.py`, and writes it for pyarrow.
fn both_ways<T: Element + TryFrom<u8> + PartialEq + std::fmt::Debug + std::fmt::Display>(name: &str)
where
    T::Error: std::fmt::Debug,
{
    let number = |i: usize| T::try_from(u8::try_from(i % 100).unwrap()).unwrap();
    let mut rows = 0;
    for batch in batches(&stored(name)) {
        let x: Tensor<T, Shape![_, 2]> = from_batch(&batch).unwrap();
        for ([i, j], &element) in x.indexed_iter() {
            assert_eq!(element, number((rows + i) * 2 + j));
        }
        let a = column::<T, Shape![_]>("a", batch.column(0)).unwrap();
        assert_eq!(a, x.index_axis(Axis::<1>, 0));
        rows += batch.num_rows();
    }
    assert_eq!(rows, 500);
    let x: Tensor<T, (Size<500>, Size<2>)> = Tensor::from_fn(shape![500, 2], |[i, j]| number(i * 2 + j));
    write(&written().join(name), &to_batch(&x, ["a", "b"]).unwrap());
}

#[test]
fn every_type_both_ways() {
    both_ways::<u8>("uint8.parquet");
    both_ways::<i16>("int16.parquet");
    both_ways::<i32>("int32.parquet");
    both_ways::<i64>("int64.parquet");
    both_ways::<u16>("uint16.parquet");
    both_ways::<u32>("uint32.parquet");
    both_ways::<u64>("uint64.parquet");
    both_ways::<f32>("float32.parquet");
    both_ways::<f64>("float64.parquet");
    // `i8` is not made of every `u8`
    let parts: Vec<Tensor<i8, Shape![_, 2]>> =
        batches(&stored("int8.parquet")).iter().map(|batch| from_batch(batch).unwrap()).collect();
    let x = conformable::concat(Axis::<0>, &parts.iter().collect::<Vec<_>>()[..]);
    assert_eq!((x.sizes(), x.iter().map(|&x| i64::from(x)).sum::<i64>()), ([500, 2], 49_500));
    write(&written().join("int8.parquet"), &to_batch(&x, ["a", "b"]).unwrap());
}

#[test]
fn csv_of_pyarrow() {
    let schema = batches(&stored("float64.parquet"))[0].schema();
    let csv = arrow_csv::ReaderBuilder::new(schema).with_header(true).with_batch_size(1000);
    let batch = csv.build(File::open(stored("float64.csv")).unwrap()).unwrap().next().unwrap().unwrap();
    let x: Tensor<f64, Shape![500, 2]> = from_batch(&batch).unwrap();
    assert!((x.sum_all() - 49_500.0).abs() < 1e-9);
}

#[test]
fn nulls_are_refused_or_marked() {
    let batch = &batches(&stored("nulls.parquet"))[0];
    assert_eq!(
        from_batch::<f64, Shape![_, 2]>(batch).unwrap_err().to_string(),
        "column `a` has 1 nulls, the first in row 1; `from_batch_with_nulls` returns where they are"
    );
    let (x, valid) = from_batch_with_nulls::<f64, Shape![_, 2]>(batch).unwrap();
    assert_eq!(x, Tensor::from([[1.0, 0.0], [0.0, 5.0], [3.0, 6.0]]));
    assert_eq!(valid, Tensor::from([[true, false], [false, true], [true, true]]));
    // of a part
    let (x, valid) = from_batch_with_nulls::<f64, Shape![_, 2]>(&batch.slice(1, 2)).unwrap();
    assert_eq!((x[[0, 0]], valid[[0, 0]], valid[[0, 1]]), (0.0, false, true));
    let last: Tensor<f64, Shape![1, 2]> = from_batch(&batch.slice(2, 1)).unwrap();
    assert_eq!(last, Tensor::from([[3.0, 6.0]]));
}

#[test]
fn refused() {
    let text = |result: Result<_, TableError>| result.map(|_: Tensor<f64, AnyShape>| ()).unwrap_err().to_string();
    let mixed = &batches(&stored("mixed.parquet"))[0];
    assert_eq!(text(from_batch(mixed)), "the elements of column `b` are Int32, not Float64");
    assert_eq!(text(from_batch(&mixed.project(&[2]).unwrap())), "the elements of column `c` are Utf8, not Float64");
    let error = from_batch::<f64, Shape![_, 4]>(mixed).unwrap_err();
    assert_eq!(error.shape_error().and_then(conformable::ShapeError::axis), Some(1));
    assert!(error.to_string().ends_with("the columns are `a`, `b`, `c`"), "{error}");
    let column = column::<f64, Shape![4]>("x", &Float64Array::from(vec![1.0; 3])).unwrap_err();
    assert_eq!(column.to_string(), "(3,) is not a (4,)\n  batch  3\n  type   4\n         ^ axis 0 is 3, not 4");
    let many = RecordBatch::try_from_iter(
        (0..20).map(|i| (format!("c{i}\n"), Arc::new(Int32Array::from(vec![i])) as ArrayRef)),
    );
    let error = from_batch::<i32, Shape![_, 2]>(&many.unwrap()).unwrap_err().to_string();
    assert!(error.ends_with("`c6\\n`, `c7\\n`, .."), "{error}");
    for bytes in [&b"PAR1"[..], b"", &fs::read(stored("nulls.parquet")).unwrap()[..200]] {
        let path = written().join("malformed.parquet");
        fs::write(&path, bytes).unwrap();
        assert!(ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).is_err());
    }
}

#[test]
fn lists() {
    let batch = &batches(&stored("lists.parquet"))[0];
    let points = batch.column(0).as_fixed_size_list();
    let x = list::<f32, Shape![_, 3]>("points", points).unwrap();
    assert_eq!(x[[3, 2]], 11.0);
    assert_eq!(x.try_as_slice().unwrap().as_ptr(), points.values().as_primitive::<Float32Type>().values().as_ptr());
    assert_eq!(list::<f32, (Dyn, Size<3>)>("points", &points.slice(1, 2)).unwrap()[[0, 0]], 3.0);
    list::<f64, Shape![_, 3]>("points", points).unwrap_err();
    let back = into_list(x.to_heap()).unwrap();
    write(&written().join("lists.parquet"), &RecordBatch::try_from_iter([("points", Arc::new(back) as _)]).unwrap());
    for sizes in [[0, 3], [3, 0], [0, 0]] {
        let empty = into_list(Tensor::<f32, Shape![_, _]>::zeros(shape![(sizes[0]), (sizes[1])])).unwrap();
        assert_eq!(list::<f32, Shape![_, _]>("points", &empty).unwrap().sizes(), sizes);
    }
}

#[test]
fn memory_is_moved() {
    let x = Tensor::<f64, Shape![2, 1000]>::zeros(shape![2, 1000]);
    let first = &raw const x[[0, 0]];
    let batch = columns_into_batch(x, ["x", "y"]).unwrap();
    let ends = [0, 1].map(|j| column::<f64, Shape![_]>("", batch.column(j)).unwrap().try_as_slice().unwrap().as_ptr());
    assert_eq!(ends, [first, first.wrapping_add(1000)]);
    let x = Tensor::<i32, Shape![1000]>::zeros(shape![1000]);
    let first = &raw const x[[0]];
    assert_eq!(into_array(x).values().as_ptr(), first);
    for sizes in [[0, 3], [3, 0], [0, 0]] {
        let names: Vec<_> = (0..sizes[1]).map(|name| name.to_string()).collect();
        let empty = Tensor::<f32, Shape![_, _]>::zeros(shape![(sizes[0]), (sizes[1])]);
        let batch = to_batch(&empty, names).unwrap();
        assert_eq!(from_batch::<f32, Shape![_, _]>(&batch).unwrap().sizes(), sizes);
    }
}
