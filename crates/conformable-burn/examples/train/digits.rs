//! A model that reads digits, its images, and its training on one device or over servers.

use burn::tensor::Device;
use conformable::{Axis, Dyn, Size, Tensor};
use conformable_burn::fleet::{Fleet, Step};
use conformable_burn::{Burn, EngineTensor};
use conformable_files::{File, Tensors};
use conformable_models::{
    AdamW, Files, Linear, ModelError, Module, Moments, Parameters, Relu, soft_cross_entropy, value_and_gradients,
};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::error::Error;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

type Pixels = Size<64>;
type Digits = Size<10>;

/// Two layers.
pub(crate) type Mlp = (Linear<Pixels, Size<64>, f32, Burn>, Relu, Linear<Size<64>, Digits, f32, Burn>);

/// Images, and the digit of each: as a number, and one-hot.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    images: Tensor<f32, (Dyn, Pixels)>,
    targets: Tensor<f32, (Dyn, Digits)>,
    digits: Tensor<usize, (Dyn,)>,
}

impl Samples {
    /// Reads one image from each line: 64 pixels from 0 to 16, and the digit.
    pub(crate) fn read(csv: impl Read) -> Result<Self, String> {
        let (mut pixels, mut digits) = (Vec::new(), Vec::new());
        for record in csv::ReaderBuilder::new().has_headers(false).from_reader(csv).into_deserialize::<Vec<u8>>() {
            let record = record.map_err(|error| error.to_string())?;
            let line = digits.len() + 1;
            match record.split_last() {
                Some((&digit, image)) if digit < 10 && image.len() == 64 && image.iter().all(|&pixel| pixel <= 16) => {
                    pixels.extend(image.iter().map(|&pixel| f32::from(pixel) / 16.0));
                    digits.push(usize::from(digit));
                }
                _ => return Err(format!("image {line}: expected 64 pixels from 0 to 16 and a digit")),
            }
        }
        let n = Dyn::new(digits.len());
        let digits = Tensor::from_vec((n,), digits).map_err(|error| error.to_string())?;
        let images = Tensor::from_vec((n, Size), pixels).map_err(|error| error.to_string())?;
        Ok(Self { images, targets: digits.one_hot(Size), digits })
    }

    pub(crate) fn len(&self) -> usize {
        self.digits.len()
    }

    /// Selects samples.
    fn at(&self, places: &[usize]) -> Self {
        let places = Tensor::<usize, (Dyn,)>::from(places.to_vec());
        Self {
            images: self.images.take(Axis::<0>, &places),
            targets: self.targets.take(Axis::<0>, &places),
            digits: self.digits.take(Axis::<0>, &places),
        }
    }

    /// Holds out a random fifth; returns it and the others.
    pub(crate) fn split(&self) -> (Self, Self) {
        let places = self.shuffled(0);
        let (held_out, others) = places.split_at(self.len() / 5);
        (self.at(held_out), self.at(others))
    }

    fn shuffled(&self, seed: u64) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.len()).collect();
        places.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        places
    }

    /// Splits the samples into batches of `size`, in another order in each epoch.
    pub(crate) fn batches(&self, size: usize, epoch: u64) -> Vec<Self> {
        self.shuffled(epoch + 1).chunks(size).map(|places| self.at(places)).collect()
    }

    /// The mean loss of some of the rows, on a device.
    fn loss(&self, model: &Mlp, rows: Range<usize>, device: &Device) -> EngineTensor<f32, ()> {
        let memory = "memory for a batch";
        let images = EngineTensor::upload(&self.images.narrow(Axis::<0>, rows.clone()), device).expect(memory);
        let targets = EngineTensor::upload(&self.targets.narrow(Axis::<0>, rows), device).expect(memory);
        soft_cross_entropy(&model.forward(&images), &targets)
    }

    /// The share of the images that the model reads correctly.
    pub(crate) fn accuracy(&self, model: &Mlp, home: &Device) -> Result<f64, ModelError<Burn>> {
        let images = EngineTensor::upload(&self.images, home)?;
        let scores = model.forward(&images).to_tensor()?;
        let right = scores.argmax(Axis::<1>).equal(&self.digits).count_all();
        #[allow(clippy::cast_precision_loss, reason = "there are a few thousand")]
        Ok(right as f64 / self.len() as f64)
    }
}

/// A model, the state of its optimiser, and the device or servers of its gradients.
#[derive(Debug)]
pub(crate) struct Training {
    pub(crate) model: Mlp,
    moments: Moments<Mlp>,
    home: Device,
    fleet: Option<Fleet>,
}

const OPTIMISER: AdamW = AdamW { rate: 3e-3, betas: [0.9, 0.999], epsilon: 1e-8, decay: 1e-2 };

impl Training {
    /// Makes a random model, the same each time; `home`, or the servers of the fleet, compute its gradients.
    pub(crate) fn new(home: Device, fleet: Option<Fleet>) -> Result<Self, ModelError<Burn>> {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut uniform = || rng.random::<f64>();
        let layers = Linear::random(Size, Size, &home, &mut uniform)
            .and_then(|first| Ok((first, Relu, Linear::random(Size, Size, &home, &mut uniform)?)));
        let model = layers?;
        Ok(Self { moments: Moments::of(&model)?, model, home, fleet })
    }

    /// Takes one step along the gradient of a batch.
    pub(crate) fn step(&mut self, batch: &Samples) -> Result<Step<Mlp>, ModelError<Burn>> {
        let step = if let Some(fleet) = &mut self.fleet {
            fleet.step(&self.model, batch.len(), |model, rows, device| batch.loss(model, rows, device))?
        } else {
            let (loss, gradients) =
                value_and_gradients(&self.model, |model| batch.loss(model, 0..batch.len(), &self.home))?;
            let loss = loss.to_tensor()?[[]];
            Step { loss, gradients, servers: Vec::new(), lost: Vec::new() }
        };
        OPTIMISER.step(&mut self.model, &mut self.moments, &step.gradients)?;
        Ok(step)
    }

    /// The number of steps taken.
    pub(crate) fn steps(&self) -> usize {
        usize::try_from(self.moments.steps).unwrap_or(0)
    }

    /// Saves the model and the state of its optimiser. The file is replaced as a whole, and is on the disk then.
    pub(crate) fn save(&self, path: &Path, batch: usize) -> Result<(), Box<dyn Error>> {
        let Moments { mean, square, steps } = &self.moments;
        let named = (self.model.clone(), mean.clone(), square.clone()).stored()?;
        let mut tensors = Tensors::new();
        for (name, tensor) in &named {
            tensors.put(name, tensor);
        }
        tensors.put_text("steps", steps.to_string()).put_text("batch", batch.to_string());
        Ok(tensors.sync(true).save(path)?)
    }

    /// Goes on from a file that was saved with batches of that size.
    pub(crate) fn resume(&mut self, path: &Path, batch: usize) -> Result<(), Box<dyn Error>> {
        let file = File::read(path)?;
        let number = |key| {
            let text = file.metadata(key).and_then(|text| text.parse::<i32>().ok());
            text.ok_or_else(|| format!("{}: the number of `{key}` is not in it", path.display()))
        };
        let (steps, saved) = (number("steps")?, number("batch")?);
        if usize::try_from(saved) != Ok(batch) {
            return Err(format!("{}: it was saved with batches of {saved}, not {batch}", path.display()).into());
        }
        let Moments { mean, square, .. } = &self.moments;
        let (model, mean, square) = (self.model.clone(), mean.clone(), square.clone()).load(&file.all())?;
        (self.model, self.moments) = (model, Moments { mean, square, steps });
        Ok(())
    }
}
