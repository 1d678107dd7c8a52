//! The parameters and inputs, by the formula of `reference.py`, and its answers.

use conformable::{Shape, Tensor};
use std::io::Read;
use std::ops::RangeInclusive;

/// Pseudo-random numbers from -1 to 1: the last step of `MurmurHash3` of 1, 2, 3, ..
#[derive(Default)]
pub(crate) struct Numbers {
    place: u32,
}

impl Numbers {
    fn next(&mut self) -> f32 {
        self.place += 1;
        let mut h = self.place;
        h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
        h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
        h ^= h >> 16;
        // 24 bits are exact
        let [_, bytes @ ..] = h.to_be_bytes();
        let [high, middle, low] = bytes.map(f32::from);
        (high * 65536.0 + middle * 256.0 + low) / 8_388_608.0 - 1.0
    }

    /// A tensor of the next numbers, each within `bound` of `centre`.
    pub(crate) fn tensor<S: Shape>(&mut self, shape: S, centre: f32, bound: f32) -> Tensor<f32, S> {
        Tensor::from_fn(shape, |_| centre + bound * self.next())
    }
}

/// Reads a tensor with its last axis on one line.
pub(crate) fn read<S: Shape>(shape: S, within: &RangeInclusive<f32>, csv: impl Read) -> Result<Tensor<f32, S>, String> {
    let columns = shape.sizes().as_ref().last().copied().unwrap_or(1);
    let numel = shape.numel().map_err(|error| error.to_string())?;
    let mut numbers = Vec::new();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(csv);
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        if numbers.len() == numel {
            return Err(format!("line {line}: expected the end after {numel} numbers"));
        }
        if record.len() != columns {
            return Err(format!("line {line}: expected {columns} numbers, found {}", record.len()));
        }
        for field in &record {
            let number = field.trim().parse().ok().filter(|number| within.contains(number));
            let (from, to) = (within.start(), within.end());
            numbers.push(number.ok_or_else(|| format!("line {line}: `{field}` is not a number from {from} to {to}"))?);
        }
    }
    let line = reader.position().line();
    Tensor::from_vec(shape, numbers).map_err(|error| format!("line {line}: the file ends too early: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable::shape;

    #[test]
    fn the_first_numbers_are_those_of_numpy() {
        // Numbers().tensor((3,), 0, 1) of `reference.py`
        let numbers = Numbers::default().tensor(shape![3], 0.0, 1.0);
        assert_eq!(numbers, Tensor::from([-0.389_382_48, 0.912_201_64, 0.880_497_8]));
    }

    fn refused(csv: &str) -> String {
        read(shape![2, 3], &(0.0..=1.0), csv.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_file_that_is_not_of_that_form_is_refused_by_line() {
        let read = read(shape![2, 3], &(0.0..=1.0), &b"0,0.5,1\n1,0,0\n"[..]);
        assert_eq!(read, Ok(Tensor::from([[0.0, 0.5, 1.0], [1.0, 0.0, 0.0]])));
        assert_eq!(refused(""), "line 1: the file ends too early: 0 elements do not fill the shape (2, 3)");
        assert_eq!(refused("0,0.5,1\n"), "line 2: the file ends too early: 3 elements do not fill the shape (2, 3)");
        assert_eq!(refused("0,0.5,1\n1,0\n"), "line 2: expected 3 numbers, found 2");
        assert_eq!(refused("0,0.5,1\n1,0,0\n1,0,0\n"), "line 3: expected the end after 6 numbers");
        for field in ["x", "", "1.5", "-0.1", "NaN", "inf"] {
            let csv = format!("0,0.5,1\n1,{field},0\n");
            assert_eq!(refused(&csv), format!("line 2: `{field}` is not a number from 0 to 1"));
        }
    }
}
