//! Reads columns of a Parquet or CSV file, subtracts their means, and writes them as Parquet or CSV.
//!
//!     cargo run --example table -- measurements.parquet centred.csv width height depth

use arrow_array::{Float64Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use conformable::{Axis, Dyn, Shape, Tensor, concat};
use conformable_arrow::{from_batch, to_batch};
use parquet::arrow::{ArrowWriter, ProjectionMask, arrow_reader::ParquetRecordBatchReaderBuilder};
use std::error::Error;
use std::fs::File;
use std::sync::Arc;

type Table = Tensor<f64, Shape![_, 3]>;

/// The batches of a file, with these columns only.
fn read(path: &str, names: &[&str; 3]) -> Result<Table, Box<dyn Error>> {
    let file = File::open(path)?;
    let batches: Vec<RecordBatch> = if path.ends_with(".parquet") {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
        let mask = ProjectionMask::columns(builder.parquet_schema(), names.iter().copied());
        builder.with_projection(mask).build()?.collect::<Result<_, _>>()?
    } else {
        let fields = names.map(|name| Field::new(name, DataType::Float64, false));
        let csv = arrow_csv::ReaderBuilder::new(Arc::new(Schema::new(fields.to_vec()))).with_header(true);
        csv.build(file)?.collect::<Result<_, _>>()?
    };
    // columns of a Parquet file come in the file's order
    let in_order = |batch: &RecordBatch| -> Result<Tensor<f64, (Dyn, conformable::Size<3>)>, Box<dyn Error>> {
        let places: Result<Vec<_>, _> = names.iter().map(|name| batch.schema_ref().index_of(name)).collect();
        Ok(from_batch(&batch.project(&places?)?)?)
    };
    let tables: Vec<_> = batches.iter().map(in_order).collect::<Result<_, _>>()?;
    Ok(concat(Axis::<0>, &tables.iter().collect::<Vec<_>>()[..]))
}

fn write(path: &str, batch: &RecordBatch) -> Result<(), Box<dyn Error>> {
    let file = File::create(path)?;
    if path.ends_with(".parquet") {
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None)?;
        writer.write(batch)?;
        writer.close()?;
    } else {
        arrow_csv::WriterBuilder::new().with_header(true).build(file).write(batch)?;
    }
    Ok(())
}

fn centre(from: &str, to: &str, names: &[&str; 3]) -> Result<Table, Box<dyn Error>> {
    let table = read(from, names)?;
    let centred: Table = &table - table.mean(Axis::<0>);
    write(to, &to_batch(&centred, *names)?)?;
    Ok(centred)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [from, to, x, y, z] = &arguments[..] else {
        // a file of its own, so that the example runs without arguments
        let folder = std::env::temp_dir().join("conformable-table");
        std::fs::create_dir_all(&folder)?;
        let paths = ["table.parquet", "centred.csv"].map(|name| folder.join(name).display().to_string());
        let column = |start: f64| Arc::new(Float64Array::from_iter_values((0..4).map(|i| start + f64::from(i)))) as _;
        let batch = RecordBatch::try_from_iter([("a", column(0.0)), ("b", column(10.0)), ("c", column(20.0))])?;
        write(&paths[0], &batch)?;
        println!("{}", centre(&paths[0], &paths[1], &["a", "b", "c"])?);
        return Ok(());
    };
    println!("{}", centre(from, to, &[x, y, z])?.sizes()[0]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parquet_and_csv_have_the_same_columns() {
        let folder = std::env::temp_dir().join(format!("conformable-table-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name).display().to_string();
        let x = Tensor::<f64, Shape![2500, 3]>::from_fn(conformable::shape![2500, 3], |[i, j]| {
            f64::from(u32::try_from(i * (j + 1) % 101).unwrap())
        });
        write(&path("x.parquet"), &to_batch(&x, ["a", "b", "c"]).unwrap()).unwrap();
        let centred = centre(&path("x.parquet"), &path("y.csv"), &["c", "a", "b"]).unwrap();
        assert!(centred.mean(Axis::<0>).abs().max_all() < 1e-9);
        assert_eq!(read(&path("y.csv"), &["c", "a", "b"]).unwrap(), centred);
        assert!((centred[[3, 0]] - centred[[0, 0]] - 9.0).abs() < 1e-9);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
