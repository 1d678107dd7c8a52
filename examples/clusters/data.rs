//! Samples from a file, each of one of three kinds.

use conformable::{Dim, Dyn, Shape, Tensor};
use std::io::Read;

/// The label of the first axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sample {}

/// `F` features of each sample.
pub(crate) type Samples<F> = Tensor<f64, (Dyn<Sample>, F)>;

/// The kind or the cluster of each sample, counted from 0.
pub(crate) type Numbers = Tensor<usize, Shape![Sample = _]>;

/// Samples with their kinds: 0, 1 or 2.
#[derive(Debug)]
pub(crate) struct Table<F: Dim> {
    pub(crate) samples: Samples<F>,
    pub(crate) kinds: Numbers,
}

impl<F: Dim> Table<F> {
    /// Reads a line for each sample: its features, and its kind. The first line has the numbers of samples and
    /// features, and three names.
    pub(crate) fn read(csv: impl Read, features: F) -> Result<Self, String> {
        let width = features.size();
        let (mut elements, mut kinds) = (Vec::new(), Vec::new());
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(csv);
        let header = reader.headers().map_err(|error| error.to_string())?;
        let [samples, of_file] = [header.get(0), header.get(1)].map(|field| field.unwrap_or_default().trim().parse());
        let (Ok(samples), Ok(of_file), 5) = (samples, of_file, header.len()) else {
            return Err("line 1: expected how many samples there are, how many features, and three kinds".to_owned());
        };
        if of_file != width {
            return Err(format!("line 1: {of_file} features, and not {width}"));
        }
        for record in reader.records() {
            let record = record.map_err(|error| error.to_string())?;
            let line = record.position().map_or(0, csv::Position::line);
            if record.len() != width + 1 {
                return Err(format!(
                    "line {line}: expected {width} features and a kind, found {} fields",
                    record.len()
                ));
            }
            for field in record.iter().take(width) {
                let feature = field.trim().parse().ok().filter(|feature: &f64| feature.is_finite());
                elements.push(feature.ok_or_else(|| format!("line {line}: `{field}` is not a number"))?);
            }
            let kind = record[width].trim().parse().ok().filter(|&kind: &usize| kind < 3);
            kinds.push(kind.ok_or_else(|| format!("line {line}: `{}` is not a kind, 0 to 2", &record[width]))?);
        }
        if kinds.len() != samples {
            return Err(format!("line 1: {samples} samples, and the file has {}", kinds.len()));
        }
        let n = Dyn::labelled(samples);
        let samples = Tensor::from_vec((n, features), elements).expect("so many features a sample");
        Ok(Self { samples, kinds: Tensor::from_vec((n,), kinds).expect("one kind a sample") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable::Size;

    fn refused(csv: &str) -> String {
        Table::read(csv.as_bytes(), Size::<2>).unwrap_err()
    }

    #[test]
    fn the_data_sets_are_read() {
        let iris = Table::read(&include_bytes!("../data/iris.csv")[..], Size::<4>).unwrap();
        assert_eq!((iris.samples.sizes(), iris.kinds.equal(2).count_all()), ([150, 4], 50));
        let wine = Table::read(&include_bytes!("../data/wine.csv")[..], Size::<13>).unwrap();
        assert_eq!((wine.samples.sizes(), wine.kinds.equal(2).count_all()), ([178, 13], 48));
    }

    #[test]
    fn a_file_that_is_not_of_that_form_is_refused_by_line() {
        let header = "line 1: expected how many samples there are, how many features, and three kinds";
        for csv in ["", "x,2,a,b,c\n", "1,2,a,b\n", "1,-2,a,b,c\n"] {
            assert_eq!(refused(csv), header);
        }
        assert_eq!(refused("1,3,a,b,c\n1,2,3,0\n"), "line 1: 3 features, and not 2");
        assert_eq!(refused("2,2,a,b,c\n1,2,0\n"), "line 1: 2 samples, and the file has 1");
        for (line, text) in [
            ("1,0", "expected 2 features and a kind, found 2 fields"),
            ("1,2,3,0", "expected 2 features and a kind, found 4 fields"),
            ("1,x,0", "`x` is not a number"),
            ("1,,0", "`` is not a number"),
            ("1,inf,0", "`inf` is not a number"),
            ("1,2,3", "`3` is not a kind, 0 to 2"),
            ("1,2,-1", "`-1` is not a kind, 0 to 2"),
        ] {
            assert_eq!(refused(&format!("2,2,a,b,c\n1,2,0\n{line}\n")), format!("line 3: {text}"));
        }
    }
}
