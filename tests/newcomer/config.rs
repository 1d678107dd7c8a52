//! A CSV of an unknown number of rows, and a shape from a config.
use conformable::{AnyShape, Dyn, Explicit, Rule, Shape, ShapeError, Size, Tensor, shape};
use std::error::Error;

type Table = Tensor<f32, (Dyn, Size<4>)>;

fn read(text: &str) -> Result<Table, Box<dyn Error>> {
    let mut values = Vec::new();
    let mut rows = 0;
    for line in text.lines() {
        for field in line.split(',') {
            values.push(field.trim().parse::<f32>()?);
        }
        rows += 1;
    }
    Ok(Tensor::from_vec(shape![rows, 4], values)?)
}

fn configured(config: &str, data: Vec<f32>) -> Result<Tensor<f32, AnyShape>, Box<dyn Error>> {
    Ok(Tensor::from_vec(config.parse::<AnyShape>()?, data)?)
}

fn as_table(x: Tensor<f32, AnyShape>) -> Result<Table, ShapeError> {
    Ok(x.refine()?)
}

/// Checks a table against a config that says (_, 4).
fn check(x: &Table, expected: &str) -> Result<(), Box<dyn Error>> {
    Explicit.partial_shapes(&x.shape().partial(), &expected.parse()?)?;
    Ok(())
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let table = read("1, 2, 3, 4\n5, 6, 7, 8\n")?;
    assert_eq!(format!("{table} {:?}", table.shape()), "[[1, 2, 3, 4],\n [5, 6, 7, 8]] (Dyn(2), Size<4>)");
    check(&table, "_,4")?;
    assert!(check(&table, "_,5").unwrap_err().to_string().starts_with("the shapes (2, 4) and (_, 5) must be equal"));
    let any = configured("2,4", vec![0.0; 8])?;
    let table2 = as_table(any)?;
    assert!(as_table(configured("2,4,1", vec![0.0; 8])?).is_err());
    // a read-made shape against a known type
    let s = AnyShape::from([3, 4]).refine::<(Dyn, Size<4>)>()?;
    assert_eq!((s.sizes(), table2.len(), table2.rank()), ([3, 4], 8, 2));
    Ok(())
}
