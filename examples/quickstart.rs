//! Classifies the iris flowers by the distance to the centroid of each species.
//!
//! `cargo run --example quickstart`, or with another file of the same form:
//! `cargo run --example quickstart -- my.csv`
//!
//! The number of flowers is known only when the file has been read; the 4 measurements and 3 species are
//! known at compile time. So this bug does not compile (see the README):
//!
//! ```compile_fail
//! let deviation = centroids.std(Axis::<1>, 0); // (3,), and not (4,)
//! (flowers - mean) / deviation;
//! // error[E0277]: cannot broadcast `(Dyn, Size<4>)` with `(Size<3>,)`
//! //               `Size<4>` and `Size<3>` differ, and neither is 1
//! ```

#![allow(clippy::cast_precision_loss, reason = "a count of flowers is far below 2^52")]

use conformable::{Axis, Dyn, Shape, Size, Tensor};
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::process::ExitCode;

const SPECIES: [&str; 3] = ["setosa", "versicolor", "virginica"];

/// The length and width of sepal and petal, in cm, of `N` flowers.
type Flowers = Tensor<f64, Shape![_, 4]>;

/// The true or predicted species of `N` flowers: 0, 1 or 2.
type Species = Tensor<usize, Shape![_]>;

fn main() -> ExitCode {
    match classify() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn classify() -> Result<(), Box<dyn Error>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/iris.csv").to_owned();
    let path = std::env::args().nth(1).unwrap_or(default);
    let file = File::open(&path).map_err(|error| format!("{path}: {error}"))?;
    let (flowers, species) = read(file).map_err(|error| format!("{path}: {error}"))?;

    // standardise the columns: (N, 4) with (4,) is (N, 4)
    let mean = flowers.mean(Axis::<0>);
    let deviation = flowers.std(Axis::<0>, 0);
    if let Some(column) = deviation.iter().position(|&deviation| deviation == 0.0) {
        return Err(format!("{path}: measurement {} is the same for every flower", column + 1).into());
    }
    let standard = (flowers - &mean) / deviation;

    // the distance of every flower to every centroid: (N, 1, 4) with (3, 4) is (N, 3, 4)
    let centroids = centroids(&standard, &species)?;
    let distance = (standard.unsqueeze(Axis::<1>) - centroids).norm_l2(Axis::<-1>);
    let nearest = distance.argmin(Axis::<-1>);

    let hits = members(&species) & nearest.equal(&species).unsqueeze(Axis::<-1>);
    let [flowers, classified, right] = [members(&species), members(&nearest), hits].map(|x| x.count(Axis::<0>));
    println!("mean of {} flowers [cm]: {mean:.2}\n", species.len());
    println!("species      flowers  classified  right");
    for (k, name) in SPECIES.iter().enumerate() {
        println!("{name:<10} {:9} {:11} {:6}", flowers[k], classified[k], right[k]);
    }
    let (right, all) = (right.sum_all(), species.len());
    println!("\naccuracy: {right} of {all} = {:.1} %", 100.0 * right as f64 / all as f64);
    Ok(())
}

/// The mask of each flower's species: (N, 1) with (3,) is (N, 3).
fn members(species: &Species) -> Tensor<bool, Shape![_, 3]> {
    species.unsqueeze(Axis::<-1>).equal(&Tensor::from([0, 1, 2]))
}

/// The mean flower of each species: (N, 4) to (3, 4).
fn centroids(x: &Flowers, species: &Species) -> Result<Tensor<f64, Shape![3, 4]>, String> {
    let members = members(species);
    let counts = members.count(Axis::<0>);
    if let Some(k) = counts.iter().position(|&count| count == 0) {
        return Err(format!("no flower of the species {}", SPECIES[k]));
    }
    // (N, 3, 1) with (N, 1, 4) is (N, 3, 4)
    let flowers = members.map(f64::from).unsqueeze(Axis::<-1>) * x.unsqueeze(Axis::<1>);
    Ok(flowers.sum(Axis::<0>) / counts.map(|count| count as f64).unsqueeze(Axis::<-1>))
}

/// Reads a line of names, and then a line for each flower: four measurements in cm, and its species, 0 to 2.
fn read(csv: impl Read) -> Result<(Flowers, Species), String> {
    let (mut measurements, mut species) = (Vec::new(), Vec::new());
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(csv);
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() != 5 {
            return Err(format!("line {line}: expected 4 measurements and a species, found {} fields", record.len()));
        }
        for field in record.iter().take(4) {
            let number = field.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            measurements.push(number.ok_or_else(|| format!("line {line}: `{field}` is not a measurement"))?);
        }
        let field = &record[4];
        let number = field.trim().parse::<usize>().ok().filter(|&number| number < SPECIES.len());
        species.push(number.ok_or_else(|| format!("line {line}: `{field}` is not a species, 0, 1 or 2"))?);
    }
    if species.is_empty() {
        return Err(format!("line {}: the file ends before the first flower", reader.position().line()));
    }
    let flowers = Tensor::from_vec((Dyn::new(species.len()), Size), measurements).expect("4 measurements a flower");
    Ok((flowers, Tensor::from(species)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(csv: &str) -> String {
        read(csv.as_bytes()).map(|_| ()).unwrap_err()
    }

    #[test]
    fn the_data_set_is_read() {
        let (flowers, species) = read(&include_bytes!("data/iris.csv")[..]).unwrap();
        assert_eq!(flowers.sizes(), [150, 4]);
        assert!((flowers[[149, 3]] - 1.8).abs() < 1e-12);
        assert_eq!([0, 1, 2].map(|k| species.iter().filter(|&&s| s == k).count()), [50, 50, 50]);
    }

    #[test]
    fn a_file_that_is_not_of_that_form_is_refused_by_line() {
        assert_eq!(refused(""), "line 1: the file ends before the first flower");
        assert_eq!(refused("a,b,c,d,e\n"), "line 2: the file ends before the first flower");
        assert_eq!(
            refused("a,b,c,d,e\n1,2,3,4,0\n1,2,3,4\n"),
            "line 3: expected 4 measurements and a species, found 4 fields"
        );
        assert_eq!(refused("a,b,c,d,e\n1,2,x,4,0\n"), "line 2: `x` is not a measurement");
        assert_eq!(refused("a,b,c,d,e\n1,2,NaN,4,0\n"), "line 2: `NaN` is not a measurement");
        assert_eq!(refused("a,b,c,d,e\n1,2,3,4,3\n"), "line 2: `3` is not a species, 0, 1 or 2");
    }

    #[test]
    fn a_species_without_a_flower_is_refused() {
        let (flowers, species) = read("a,b,c,d,e\n1,2,3,4,0\n1,2,3,4,2\n".as_bytes()).unwrap();
        assert_eq!(centroids(&flowers, &species).unwrap_err(), "no flower of the species versicolor");
    }
}
