//! Normalises the columns of an array that is larger than memory: subtracts the mean and divides by the deviation.
//!
//!     cargo run --release --example normalise -- FROM TO [THREADS]
//!
//! It reads the array twice by chunks: once for the means, and once to write the result. Each finished chunk is a line
//! in `TO/progress`. A run that was interrupted goes on where it ended; run the same command again.

use conformable::{Axis, Dyn, Shape, Tensor, shape};
use conformable_zarr::{Region, Zarr};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

type Failure = Box<dyn Error + Send + Sync>;
type Columns = Tensor<f64, Shape![_]>;

/// The number of rows, the mean, and the sum of the squared differences from it, of each column.
#[derive(Clone)]
struct Moments {
    rows: f64,
    mean: Columns,
    squares: Columns,
}

impl Moments {
    #[allow(clippy::cast_precision_loss, reason = "fewer rows than 2^52")]
    fn of(chunk: &Tensor<f32, (Dyn, Dyn)>) -> Self {
        let x = chunk.map(f64::from);
        let mean = x.mean(Axis::<0>);
        let squares = (&x - &mean).square().sum(Axis::<0>);
        Self { rows: x.sizes()[0] as f64, mean, squares }
    }

    /// Those of both parts together, by Chan and others (1979).
    fn with(&self, other: &Self) -> Self {
        let rows = self.rows + other.rows;
        let difference = &other.mean - &self.mean;
        Self {
            rows,
            mean: &self.mean + &difference * (other.rows / rows),
            squares: &self.squares + &other.squares + difference.square() * (self.rows * other.rows / rows),
        }
    }

    fn line(&self) -> String {
        let numbers = |x: &Columns| x.iter().map(|x| format!("{:x}", x.to_bits())).collect::<Vec<_>>().join(" ");
        format!("{:x} {} {}", self.rows.to_bits(), numbers(&self.mean), numbers(&self.squares))
    }

    fn parse(words: &[&str]) -> Option<Self> {
        let numbers: Option<Vec<f64>> =
            words.iter().map(|word| u64::from_str_radix(word, 16).ok().map(f64::from_bits)).collect();
        let numbers = numbers?;
        let (rows, columns) = numbers.split_first()?;
        let (mean, squares) = columns.split_at(columns.len() / 2);
        let tensor = |x: &[f64]| Tensor::from_vec(shape![(x.len())], x.to_vec()).ok();
        (mean.len() == squares.len()).then_some(())?;
        Some(Self { rows: *rows, mean: tensor(mean)?, squares: tensor(squares)? })
    }
}

/// The chunks that are done: their moments, and which of them are written.
struct Progress {
    file: File,
    moments: BTreeMap<usize, Moments>,
    written: BTreeSet<usize>,
}

impl Progress {
    /// Reads the lines of an earlier run. A line ends with `.`, so one that was cut off is left out.
    fn open(path: &Path, columns: usize) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let (mut moments, mut written) = (BTreeMap::new(), BTreeSet::new());
        for line in text.lines() {
            let words: Vec<_> = line.split(' ').collect();
            match &words[..] {
                ["read", number, rest @ .., "."] => {
                    let found = Moments::parse(rest).filter(|moments| moments.mean.sizes() == [columns]);
                    moments.extend(number.parse().ok().zip(found));
                }
                ["written", number, "."] => written.extend(number.parse::<usize>()),
                _ => {}
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // after a line that was cut off
        file.write_all(b"\n")?;
        Ok(Self { file, moments, written })
    }

    fn record(&mut self, line: &str) -> Result<(), Failure> {
        Ok(self.file.write_all(format!("{line} .\n").as_bytes())?)
    }
}

fn bar(name: &'static str, chunks: usize, done: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:10} {wide_bar} {pos}/{len} chunks, {eta} left");
    let bar = ProgressBar::new(chunks as u64).with_style(style.expect("a valid template")).with_prefix(name);
    bar.set_position(done as u64);
    bar
}

fn normalise(from: &Path, to: &Path, threads: usize) -> Result<Moments, Failure> {
    let source: Zarr<f32, Shape![_, _]> = Zarr::open(from)?;
    let [rows, columns] = source.shape().sizes();
    if source.chunk()[1] < columns {
        return Err(format!("the chunks {:?} divide the columns of {rows} by {columns}", source.chunk()).into());
    }
    fs::create_dir_all(to)?;
    let journal = to.join("progress");
    let target: Zarr<f32, Shape![_, _]> = match Zarr::open(to) {
        Ok(target) if journal.exists() && target.shape() == source.shape() && target.chunk() == source.chunk() => {
            target
        }
        _ => Zarr::create(to, *source.shape(), source.chunk())?,
    };
    let progress = Mutex::new(Progress::open(&journal, columns)?);
    let lock = || progress.lock().expect("no thread panics");
    let chunks = source.number_of_chunks();

    let reading = bar("means", chunks, lock().moments.len());
    source.for_each_chunk(threads, |region| -> Result<(), Failure> {
        if lock().moments.contains_key(&region.number()) {
            return Ok(());
        }
        let moments = Moments::of(&source.read_chunk(region)?);
        let mut progress = lock();
        progress.record(&format!("read {} {}", region.number(), moments.line()))?;
        progress.moments.insert(region.number(), moments);
        reading.inc(1);
        Ok(())
    })?;
    reading.finish();
    // in the order of the chunks, so that the result does not depend on the threads
    let all = lock().moments.values().cloned().reduce(|all, part| all.with(&part)).ok_or("the array is empty")?;
    let mean = all.mean.map(narrow);
    let scale = all.squares.map(|squares| narrow((squares / all.rows).sqrt().max(f64::MIN_POSITIVE).recip()));

    let writing = bar("normalised", chunks, lock().written.len());
    target.for_each_chunk(threads, |region: &Region| -> Result<(), Failure> {
        if lock().written.contains(&region.number()) {
            return Ok(());
        }
        let x = source.read_chunk(region)?;
        target.write(region.start(), &((x - &mean) * &scale))?;
        let mut progress = lock();
        progress.record(&format!("written {}", region.number()))?;
        progress.written.insert(region.number());
        writing.inc(1);
        Ok(())
    })?;
    writing.finish();
    Ok(all)
}

#[allow(clippy::cast_possible_truncation, reason = "the elements are `f32`")]
fn narrow(x: f64) -> f32 {
    x as f32
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let (from, to, threads) = match &arguments[..] {
        [from, to] => (from, to, 2),
        [from, to, threads] => (from, to, threads.parse()?),
        _ => return Err("usage: normalise FROM TO [THREADS]".into()),
    };
    let moments = normalise(from.as_ref(), to.as_ref(), threads)?;
    println!("mean {:.4}, variance {:.4}", moments.mean.mean_all(), (moments.squares / moments.rows).mean_all());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("conformable-normalise-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    fn source(folder: &Path) -> Tensor<f32, Shape![_, _]> {
        let x: Tensor<f32, Shape![_, _]> =
            Tensor::from_fn(shape![(1003), (5)], |[i, j]| ((i * 7919 + j * 104_729) % 997) as f32 + 1000.0 * j as f32);
        Zarr::create(folder.join("x"), shape![(1003), (5)], &[100, 5]).unwrap().write(&[0, 0], &x).unwrap();
        x
    }

    #[test]
    fn columns_have_mean_0_and_deviation_1() {
        let folder = folder("whole");
        let x = source(&folder).map(f64::from);
        normalise(&folder.join("x"), &folder.join("y"), 3).unwrap();
        let y = Zarr::<f32, Shape![_, _]>::open(folder.join("y")).unwrap().read_all().unwrap().map(f64::from);
        let expected = (&x - x.mean(Axis::<0>)) / x.std(Axis::<0>, 0);
        assert!((y - expected).abs().max_all() < 1e-5);
        fs::remove_dir_all(folder).unwrap();
    }

    /// A run that ended after any line of the journal goes on, with the same result.
    #[test]
    fn a_run_goes_on_where_it_ended() {
        let folder = folder("parts");
        source(&folder);
        let [x, whole, parts] = ["x", "whole", "parts"].map(|name| folder.join(name));
        normalise(&x, &whole, 2).unwrap();
        let journal = fs::read_to_string(whole.join("progress")).unwrap();
        let result = |path: &Path| Zarr::<f32, Shape![_, _]>::open(path).unwrap().read_all().unwrap();
        for cut in (0..journal.len()).step_by(97) {
            let _ = fs::remove_dir_all(&parts);
            normalise(&x, &parts, 1).unwrap();
            // chunks whose line is cut off are damaged
            fs::write(parts.join("progress"), &journal[..cut]).unwrap();
            let kept = Progress::open(&parts.join("progress"), 5).unwrap().written;
            let target: Zarr<f32, Shape![_, _]> = Zarr::open(&parts).unwrap();
            for region in target.chunks().filter(|region| !kept.contains(&region.number())) {
                let sizes = shape![(region.sizes()[0]), 5];
                target.write(region.start(), &Tensor::<f32, Shape![_, 5]>::full(sizes, 7.0)).unwrap();
            }
            normalise(&x, &parts, 2).unwrap();
            assert_eq!(result(&parts), result(&whole), "after {cut} bytes of the journal");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn moments_as_text() {
        let x = Moments::of(&Tensor::from([[1.0_f32, 2.0], [4.0, 8.5]]).to_reshaped(shape![(2), (2)]));
        let text = x.line();
        let back = Moments::parse(&text.split(' ').collect::<Vec<_>>()).unwrap();
        assert_eq!((back.mean, back.squares), (x.mean, x.squares));
        assert!(Moments::parse(&["zz"]).is_none());
    }
}
