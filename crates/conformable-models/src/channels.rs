//! Normalisation of channels of images `(N, C, H, W)`: over batches, and by groups.

use crate::element::Float;
use crate::linear::to_f64;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
#[cfg(feature = "safetensors")]
use crate::reader::{FromFile, Reader};
use crate::shape::{expect, reshaped};
use conformable::axes::Heads;
#[cfg(feature = "safetensors")]
use conformable::engine::Host;
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine, Outcome};
use conformable::{AnyShape, Axis, BroadcastTo, Dim, Dyn, Keep, Onto, Shape, Size};
#[cfg(feature = "safetensors")]
use conformable_files::FileFloat;

/// One number for each channel, as a shape that broadcasts onto images.
type PerChannel<C> = (C, Size<1>, Size<1>);

fn per_channel<T: Float, C: Dim, E: FloatEngine<T>>(x: &EngineTensor<T, (C,), E>) -> Outcome<T, PerChannel<C>, E> {
    reshaped(x.clone(), &[x.sizes()[0], 1, 1])
}

/// `x w + b` for each channel.
fn scaled<T: Float, S: Shape, C: Dim, E: FloatEngine<T>>(
    x: &EngineTensor<T, S, E>,
    weight: &EngineTensor<T, (C,), E>,
    bias: &EngineTensor<T, (C,), E>,
) -> Outcome<T, S, E>
where
    PerChannel<C>: BroadcastTo<S>,
{
    let (weight, bias) = (per_channel(weight)?, per_channel(bias)?);
    Ok((x.under(Onto) * &weight).under(Onto) + &bias)
}

/// Normalises each channel of images over the batch, rows and columns: maps `(N, C, H, W)` to `(N, C, H, W)`.
///
/// [`forward`](Module::forward) uses the running statistics, as PyTorch's layer after `eval()`. [`train`](Self::train)
/// uses those of the batch, which [`updated`](Self::updated) adds to the running ones. Optimisers leave the running
/// statistics as they are, and files hold them.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Size, Tensor, shape};
/// use conformable_models::{BatchNorm2d, Module};
///
/// let norm = BatchNorm2d::<Size<1>, f64, Native>::new(Size, &())?;
/// let x = EngineTensor::from(Tensor::from([[[[1.0, 3.0]]]]));
/// let (y, statistics) = norm.train(&x);
/// assert!((y.as_engine()[[0, 0, 0, 1]] - 1.0).abs() < 1e-5);
/// let norm = norm.updated(&statistics, 0.1)?;
/// assert_eq!(norm.running_mean.as_engine(), &Tensor::from([0.2]));
/// assert_eq!(norm.running_var.as_engine(), &Tensor::from([0.9 + 0.1 * 2.0]));
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{BatchNorm2d, Module};
///
/// fn other(norm: &BatchNorm2d<Size<64>, f32, Native>, x: &EngineTensor<f32, Shape![1, 32, 8, 8], Native>) {
///     norm.forward(x); // cannot broadcast `(Size<64>, Size<1>, Size<1>)` onto `(Size<1>, Size<32>, Size<8>, Size<8>)`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct BatchNorm2d<C: Dim, T: Copy, E: Engine> {
    /// The factor of each channel.
    pub weight: EngineTensor<T, (C,), E>,
    /// The term added to each channel.
    pub bias: EngineTensor<T, (C,), E>,
    /// The mean of each channel over past batches.
    pub running_mean: EngineTensor<T, (C,), E>,
    /// The variance of each channel over past batches.
    pub running_var: EngineTensor<T, (C,), E>,
    /// The term added to the variance, which avoids division by 0.
    pub epsilon: f64,
}

/// The mean and the unbiased variance of each channel of a batch.
#[derive(Clone, Debug)]
pub struct Statistics<C: Dim, T: Copy, E: Engine> {
    /// The mean.
    pub mean: EngineTensor<T, (C,), E>,
    /// The sum of squared differences from the mean, divided by their number less 1.
    pub var: EngineTensor<T, (C,), E>,
}

impl<C: Dim, T: Float, E: FloatEngine<T>> BatchNorm2d<C, T, E> {
    /// Returns factors and variances of 1, biases and means of 0, and an `epsilon` of 1e-5.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn new(channels: C, device: &E::Device) -> Result<Self, Error<E>> {
        let full = |number| EngineTensor::full((channels,), T::of(number), device);
        let (running_mean, running_var) = (full(0.0)?, full(1.0)?);
        Ok(Self { weight: full(1.0)?, bias: full(0.0)?, running_mean, running_var, epsilon: 1e-5 })
    }

    /// Normalises by the statistics of the batch, and returns them too.
    ///
    /// # Panics
    ///
    /// If the images have other channels, or the engine fails.
    #[track_caller]
    pub fn train<S: Shape>(&self, x: &EngineTensor<T, S, E>) -> (EngineTensor<T, S, E>, Statistics<C, T, E>)
    where
        PerChannel<C>: BroadcastTo<S>,
    {
        let all = (Axis::<0>, Axis::<2>, Axis::<3>);
        let images: EngineTensor<T, (Dyn, C, Dyn, Dyn), E> = expect(x.clone().erase().refine());
        let mean = images.mean(all);
        let centred = x.under(Onto) - &expect(per_channel(&mean));
        let squares: EngineTensor<T, (Dyn, C, Dyn, Dyn), E> = expect(centred.square().erase().refine());
        let var = squares.mean(all);
        let scale = &self.weight / (&var + T::of(self.epsilon)).sqrt();
        let y = expect(scaled(&centred, &scale, &self.bias));
        let [batch, _, rows, columns] = images.sizes();
        let count = to_f64(batch * rows * columns);
        (y, Statistics { mean, var: var * T::of(count / (count - 1.0).max(1.0)) })
    }

    /// Returns the layer with running statistics that moved towards those of a batch by a fraction, 0.1 in PyTorch.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn updated(self, batch: &Statistics<C, T, E>, momentum: f64) -> Result<Self, Error<E>> {
        let moved = |old: &EngineTensor<T, (C,), E>, new: &EngineTensor<T, (C,), E>| {
            (old * T::of(1.0 - momentum)).try_add(&(new * T::of(momentum)))
        };
        let running_mean = moved(&self.running_mean, &batch.mean)?;
        Ok(Self { running_mean, running_var: moved(&self.running_var, &batch.var)?, ..self })
    }
}

impl<S: Shape, C: Dim, T: Float, E: FloatEngine<T>> Module<EngineTensor<T, S, E>> for BatchNorm2d<C, T, E>
where
    PerChannel<C>: BroadcastTo<S>,
{
    type Output = EngineTensor<T, S, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let weight = &self.weight / (&self.running_var + T::of(self.epsilon)).sqrt();
        let bias = &self.bias - &self.running_mean * &weight;
        expect(scaled(x, &weight, &bias))
    }
}

impl<C: Dim, T: Copy, E: Engine> Parameters<T, E> for BatchNorm2d<C, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            weight: at.part("weight", all.map(|all| &all.weight))?,
            bias: at.part("bias", all.map(|all| &all.bias))?,
            running_mean: at.buffer("running_mean", all.map(|all| &all.running_mean))?,
            running_var: at.buffer("running_var", all.map(|all| &all.running_var))?,
            epsilon: all[0].epsilon,
        })
    }
}

#[cfg(feature = "safetensors")]
impl<C: Dim, T: Float + FileFloat, E: Host<T>> FromFile<T, E> for BatchNorm2d<C, T, E> {
    /// The `epsilon` is PyTorch's 1e-5, and its `num_batches_tracked` is not read.
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        from.skip("num_batches_tracked");
        let weight: EngineTensor<T, (C,), E> = from.part("weight")?;
        let mut same = |name| from.tensor(name, weight.shape());
        let (bias, running_mean, running_var) = (same("bias")?, same("running_mean")?, same("running_var")?);
        Ok(Self { weight, bias, running_mean, running_var, epsilon: 1e-5 })
    }
}

/// Normalises `G` groups of channels of each image, then scales and shifts each channel: maps `(N, C, ..)` to itself.
///
/// ```
/// use conformable::engine::{EngineTensor, FloatEngine};
/// use conformable::{Dim, Size};
/// use conformable_models::{GroupNorm, Module};
///
/// type Images<N, H, W, E> = EngineTensor<f32, (N, Size<64>, H, W), E>;
///
/// fn norm<N: Dim, H: Dim, W: Dim, E: FloatEngine<f32>>(
///     norm: &GroupNorm<Size<8>, Size<64>, f32, E>,
///     x: &Images<N, H, W, E>,
/// ) -> Images<N, H, W, E> {
///     norm.forward(x)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::Native;
/// use conformable::Size;
/// use conformable_models::GroupNorm;
///
/// GroupNorm::<Size<7>, Size<64>, f32, Native>::new(Size, Size, &()); // `Size<64>` is not a multiple of `Size<7>`
/// ```
#[derive(Clone, Debug)]
pub struct GroupNorm<G: Dim, C: Dim, T: Copy, E: Engine> {
    /// The factor of each channel.
    pub weight: EngineTensor<T, (C,), E>,
    /// The term added to each channel.
    pub bias: EngineTensor<T, (C,), E>,
    /// The number of groups.
    pub groups: G,
    /// The term added to the variance, which avoids division by 0.
    pub epsilon: f64,
}

impl<G: Dim, C: Dim + Heads<G>, T: Float, E: FloatEngine<T>> GroupNorm<G, C, T, E> {
    /// Returns factors of 1, biases of 0, and an `epsilon` of 1e-5.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn new(groups: G, channels: C, device: &E::Device) -> Result<Self, Error<E>> {
        let full = |number| EngineTensor::full((channels,), T::of(number), device);
        Ok(Self { weight: full(1.0)?, bias: full(0.0)?, groups, epsilon: 1e-5 })
    }
}

impl<S: Shape, G: Dim, C: Dim + Heads<G>, T: Float, E: FloatEngine<T>> Module<EngineTensor<T, S, E>>
    for GroupNorm<G, C, T, E>
where
    PerChannel<C>: BroadcastTo<S>,
{
    type Output = EngineTensor<T, S, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let sizes = x.sizes();
        // the groups of each image, and all their elements; the engine refuses groups that do not divide the channels
        let groups = sizes.as_ref()[0] * self.groups.size();
        let elements = expect(x.shape().numel().map_err(Error::<E>::from)).checked_div(groups).unwrap_or(0);
        let rows = expect(reshaped::<_, _, (Dyn, Dyn), _>(x.clone(), &[groups, elements]));
        let centred = &rows - rows.mean(Keep(Axis::<-1>));
        let deviation = (centred.square().mean(Keep(Axis::<-1>)) + T::of(self.epsilon)).sqrt();
        let y =
            expect(reshaped::<_, _, AnyShape, _>(centred / deviation, sizes.as_ref()).and_then(EngineTensor::refine));
        expect(scaled::<_, S, _, _>(&y, &self.weight, &self.bias))
    }
}

impl<G: Dim, C: Dim, T: Copy, E: Engine> Parameters<T, E> for GroupNorm<G, C, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        let weight = at.part("weight", all.map(|all| &all.weight))?;
        let bias = at.part("bias", all.map(|all| &all.bias))?;
        Ok(Self { weight, bias, groups: all[0].groups, epsilon: all[0].epsilon })
    }
}

#[cfg(feature = "safetensors")]
impl<G: conformable::StaticDim, C: Dim, T: Float + FileFloat, E: Host<T>> FromFile<T, E> for GroupNorm<G, C, T, E> {
    /// The `epsilon` is PyTorch's 1e-5.
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        let weight: EngineTensor<T, (C,), E> = from.part("weight")?;
        let bias = from.tensor("bias", weight.shape())?;
        Ok(Self { weight, bias, groups: G::DIM, epsilon: 1e-5 })
    }
}
