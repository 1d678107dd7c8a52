//! The images and labels of a file, and parts of them.

use crate::model::{Batch, Labels, Pixels, Rows};
use conformable::{Dyn, Size, Tensor};
use rand::Rng;
use rand::seq::SliceRandom;
use std::io::Read;

/// The brightest pixel, and the number of digits.
const WHITE: u8 = 16;
const DIGITS: usize = 10;

/// Images and their digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Samples {
    pub(crate) images: Rows<Pixels>,
    pub(crate) labels: Labels,
}

impl Samples {
    /// Reads one image from each line: 64 pixels from 0 to 16, row by row, and the digit.
    pub(crate) fn read(csv: impl Read) -> Result<Self, String> {
        let (mut pixels, mut labels) = (Vec::new(), Vec::new());
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(csv);
        for record in reader.records() {
            let record = record.map_err(|error| error.to_string())?;
            let line = record.position().map_or(0, csv::Position::line);
            if record.len() != 65 {
                return Err(format!("line {line}: expected 64 pixels and a digit, found {} fields", record.len()));
            }
            for field in record.iter().take(64) {
                let pixel = field.trim().parse().ok().filter(|&pixel: &u8| pixel <= WHITE);
                let pixel = pixel.ok_or_else(|| format!("line {line}: `{field}` is not a pixel, 0 to 16"))?;
                pixels.push(f64::from(pixel) / f64::from(WHITE));
            }
            let field = &record[64];
            let label = field.trim().parse().ok().filter(|&label| label < DIGITS);
            labels.push(label.ok_or_else(|| format!("line {line}: `{field}` is not a digit, 0 to 9"))?);
        }
        if labels.is_empty() {
            return Err("line 1: the file ends before the first image".to_owned());
        }
        let n = Dyn::<Batch>::labelled(labels.len());
        let images = Tensor::from_vec((n, Size), pixels).expect("64 pixels an image");
        Ok(Self { images, labels: Tensor::from_vec((n,), labels).expect("one label an image") })
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// The images at these indices.
    pub(crate) fn at(&self, places: &[usize]) -> Self {
        let n = Dyn::labelled(places.len());
        Self {
            images: Tensor::from_fn((n, Size), |[i, j]| self.images[[places[i], j]]),
            labels: Tensor::from_fn((n,), |[i]| self.labels[places[i]]),
        }
    }

    /// All indices in random order.
    pub(crate) fn shuffled(&self, rng: &mut impl Rng) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.len()).collect();
        places.shuffle(rng);
        places
    }

    /// Splits at random: one fifth to be held out, and the rest.
    pub(crate) fn split(&self, rng: &mut impl Rng) -> Result<(Self, Self), String> {
        if self.len() < 5 {
            return Err(format!("{} images are too few: a fifth is held out", self.len()));
        }
        let places = self.shuffled(rng);
        let (held_out, others) = places.split_at(self.len() / 5);
        Ok((self.at(held_out), self.at(others)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const BLACK: [&str; 65] = ["0"; 65];

    /// Two lines of zeros, the second with other fields.
    fn second_line(change: impl FnOnce(&mut Vec<&str>)) -> String {
        let mut fields = BLACK.to_vec();
        change(&mut fields);
        format!("{}\n{}\n", BLACK.join(","), fields.join(","))
    }

    fn refused(csv: &str) -> String {
        Samples::read(csv.as_bytes()).unwrap_err()
    }

    #[test]
    fn the_data_set_is_read() {
        let samples = Samples::read(&include_bytes!("../../../../examples/data/digits.csv")[..]).unwrap();
        assert_eq!(samples.images.sizes(), [1797, 64]);
        // the first image is a 0, whose first row is 0 0 5 13 9 1 0 0
        let row = samples.images.iter().take(8).map(|pixel| pixel * 16.0);
        assert_eq!((row.collect(), samples.labels[0]), (vec![0.0, 0.0, 5.0, 13.0, 9.0, 1.0, 0.0, 0.0], 0));
        let counts = [178, 182, 177, 183, 181, 182, 181, 179, 174, 180];
        for (digit, count) in counts.into_iter().enumerate() {
            assert_eq!(samples.labels.equal(digit).count_all(), count);
        }
    }

    #[test]
    fn a_file_that_is_not_of_that_form_is_refused_by_line() {
        assert_eq!(refused(""), "line 1: the file ends before the first image");
        let short = second_line(|fields| fields.truncate(64));
        assert_eq!(refused(&short), "line 2: expected 64 pixels and a digit, found 64 fields");
        let long = second_line(|fields| fields.push("0"));
        assert_eq!(refused(&long), "line 2: expected 64 pixels and a digit, found 66 fields");
        for field in ["x", "", "17", "-1", "1.5", "300"] {
            let wrong = second_line(|fields| fields[63] = field);
            assert_eq!(refused(&wrong), format!("line 2: `{field}` is not a pixel, 0 to 16"));
        }
        let two = Samples::read(second_line(|_| {}).as_bytes()).unwrap();
        let error = two.split(&mut ChaCha8Rng::seed_from_u64(1)).unwrap_err();
        assert_eq!(error, "2 images are too few: a fifth is held out");
        for field in ["seven", "10", "-1"] {
            let wrong = second_line(|fields| fields[64] = field);
            assert_eq!(refused(&wrong), format!("line 2: `{field}` is not a digit, 0 to 9"));
        }
    }
}
