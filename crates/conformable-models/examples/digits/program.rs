//! Learns to read handwritten digits on any engine with gradients.
//!
//! The compiler knows that an image has 64 pixels and that there are 10 digits. The number of images is known at run
//! time.

use conformable::engine::{Differentiate, EngineTensor, FloatEngine};
use conformable::ops::IndexElement;
use conformable::{Axis, Dyn, Size, Tensor};
use conformable_models::{Linear, ModelError, Module, Parameters, Relu, Sgd, cross_entropy, value_and_gradients};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The pixels of an image, the width of the hidden layer, and the digits.
type Pixels = Size<64>;
type Hidden = Size<128>;
type Digits = Size<10>;

/// Two layers.
pub(crate) type Network<E> = (Linear<Pixels, Hidden, f32, E>, Relu, Linear<Hidden, Digits, f32, E>);

/// Images on a device, and their digits.
pub(crate) struct Samples<E: FloatEngine<f32>> {
    pub(crate) images: EngineTensor<f32, (Dyn, Pixels), E>,
    pub(crate) digits: EngineTensor<E::Index, (Dyn,), E>,
}

/// The result of a training.
pub(crate) struct Training<E: FloatEngine<f32>> {
    pub(crate) network: Network<E>,
    /// The mean loss of each epoch.
    pub(crate) losses: Vec<f32>,
    /// The number of held-out images that were read correctly, and their total.
    pub(crate) right: usize,
    pub(crate) held_out: usize,
}

const SEED: u64 = 1;
const BATCH: usize = 32;

/// The data set: one image on each line, 64 pixels from 0 to 16 and the digit.
fn data() -> (Vec<[f32; 64]>, Vec<usize>) {
    let lines = include_str!("../../../../examples/data/digits.csv").lines();
    let number = |field: &str| field.parse::<u8>().expect("the file holds whole numbers");
    let line = |line: &str| {
        let mut fields = line.split(',').map(number);
        let pixels = std::array::from_fn(|_| f32::from(fields.next().expect("64 pixels")) / 16.0);
        (pixels, usize::from(fields.next().expect("a digit")))
    };
    lines.map(line).unzip()
}

/// Uploads the images at these indices to a device.
fn upload<E: FloatEngine<f32>>(
    (images, digits): &(Vec<[f32; 64]>, Vec<usize>),
    places: &[usize],
    device: &E::Device,
) -> Result<Samples<E>, ModelError<E>> {
    let n = Dyn::new(places.len());
    let images = Tensor::from_fn((n, Size), |[i, j]| images[places[i]][j]);
    let digits = Tensor::from_fn((n,), |[i]| digits[places[i]]);
    Ok(Samples {
        images: EngineTensor::upload(&images, device)?,
        digits: EngineTensor::<E::Index, _, E>::indices(&digits, device)?,
    })
}

/// Trains a network for a number of epochs on four fifths of the images, and reads the others.
pub(crate) fn train<E: FloatEngine<f32> + Differentiate<f32>>(
    epochs: usize,
    device: &E::Device,
    mut progress: impl FnMut(usize, f32),
) -> Result<Training<E>, ModelError<E>> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let data = data();
    let mut places: Vec<usize> = (0..data.1.len()).collect();
    places.shuffle(&mut rng);
    let (held_out, training) = places.split_at_mut(data.1.len() / 5);

    let mut random = || rng.random::<f64>();
    let mut network: Network<E> =
        (Linear::random(Size, Size, device, &mut random)?, Relu, Linear::random(Size, Size, device, &mut random)?);
    let mut velocity = network.zeros()?;
    let mut losses = Vec::new();
    for epoch in 0..epochs {
        // the step size decreases to 0
        let rate = 0.1 * (1.0 - to_f64(epoch) / to_f64(epochs));
        let optimiser = Sgd { rate, momentum: 0.9 };
        training.shuffle(&mut rng);
        let samples = upload::<E>(&data, training, device)?;
        let mut sum = EngineTensor::full((), 0.0, device)?;
        for start in (0..training.len()).step_by(BATCH) {
            let batch = start..training.len().min(start + BATCH);
            let (images, digits) =
                (samples.images.narrow(Axis::<0>, batch.clone()), samples.digits.narrow(Axis::<0>, batch.clone()));
            let (loss, gradients) =
                value_and_gradients(&network, |network| cross_entropy(&network.forward(&images), &digits))?;
            optimiser.step(&mut network, &mut velocity, &gradients)?;
            sum = sum + loss * to_f32(batch.len());
        }
        // waits for the device only here
        losses.push(sum.to_tensor()?.into_vec()[0] / to_f32(training.len()));
        progress(epoch, losses[epoch]);
    }

    let samples = upload::<E>(&data, held_out, device)?;
    let taken_for = network.forward(&samples.images).argmax(Axis::<-1>).to_tensor()?;
    let digits = samples.digits.to_tensor()?;
    let right =
        taken_for.iter().zip(&digits).filter(|(taken_for, digit)| taken_for.place(10) == digit.place(10)).count();
    Ok(Training { network, losses, right, held_out: held_out.len() })
}

#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn to_f64(count: usize) -> f64 {
    count as f64
}

#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^23")]
fn to_f32(count: usize) -> f32 {
    count as f32
}
