//! A CSV of an unknown number of rows, and a shape from a config.
use ndarray::{Array2, ArrayD, Ix2};
use std::error::Error;

fn read(text: &str) -> Result<Array2<f32>, Box<dyn Error>> {
    let mut values = Vec::new();
    let mut rows = 0;
    for line in text.lines() {
        for field in line.split(',') {
            values.push(field.trim().parse::<f32>()?);
        }
        rows += 1;
    }
    Ok(Array2::from_shape_vec((rows, 4), values)?)
}

fn configured(config: &str, data: Vec<f32>) -> Result<ArrayD<f32>, Box<dyn Error>> {
    let sizes = config.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>()?;
    Ok(ArrayD::from_shape_vec(sizes, data)?)
}

fn as_table(x: ArrayD<f32>) -> Result<Array2<f32>, Box<dyn Error>> {
    let x = x.into_dimensionality::<Ix2>()?;
    check(&x, "_,4")?;
    Ok(x)
}

/// Checks a table against a config that says (_, 4).
fn check(x: &Array2<f32>, expected: &str) -> Result<(), Box<dyn Error>> {
    let expected: Vec<&str> = expected.split(',').collect();
    if expected.len() != x.ndim() {
        return Err(format!("the shapes {:?} and {expected:?} differ", x.shape()).into());
    }
    for (size, expected) in x.shape().iter().zip(&expected) {
        if *expected != "_" && expected.parse::<usize>()? != *size {
            return Err(format!("the shapes {:?} and {expected:?} differ", x.shape()).into());
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let table = read("1, 2, 3, 4\n5, 6, 7, 8\n")?;
    assert_eq!(format!("{table} {:?}", table.shape()), "[[1, 2, 3, 4],\n [5, 6, 7, 8]] [2, 4]");
    check(&table, "_,4")?;
    assert!(check(&table, "_,5").is_err());
    let any = configured("2,4", vec![0.0; 8])?;
    let table2 = as_table(any)?;
    assert!(as_table(configured("2,4,1", vec![0.0; 8])?).is_err());
    assert_eq!((table2.len(), table2.ndim()), (8, 2));
    Ok(())
}
