//! Normalisation of features: by mean and variance, and by the mean square.

use crate::element::Float;
use crate::mixed::Takes;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
#[cfg(feature = "safetensors")]
use crate::reader::{FromFile, Reader};
use crate::shape::{InputOf, expect, rows, with_axes_of};
#[cfg(feature = "safetensors")]
use conformable::engine::Host;
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine};
use conformable::{Axis, Dim, Keep};
#[cfg(feature = "safetensors")]
use conformable_files::FileFloat;

/// Normalises the last axis to mean 0 and variance 1, then scales and shifts it: maps `(.., D)` to `(.., D)`.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Size, Tensor};
/// use conformable_models::{LayerNorm, Module};
///
/// let norm = LayerNorm::<Size<2>, f64, Native>::new(Size, &())?;
/// let y = norm.forward(&EngineTensor::from(Tensor::from([[3.0, 1.0], [-7.0, 5.0]])));
/// assert!((y.as_engine()[[0, 0]] - 1.0).abs() < 1e-4 && (y.as_engine()[[1, 0]] + 1.0).abs() < 1e-4);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{LayerNorm, Module};
///
/// fn wide(norm: &LayerNorm<Size<2>, f32, Native>, x: &EngineTensor<f32, Shape![4, 1], Native>) {
///     norm.forward(x); // a layer of `(.., Size<2>)` cannot take `(Size<4>, Size<1>)`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct LayerNorm<D: Dim, T: Copy, E: Engine> {
    /// The factor of each feature.
    pub weight: EngineTensor<T, (D,), E>,
    /// The term added to each feature.
    pub bias: EngineTensor<T, (D,), E>,
    /// The term added to the variance, which avoids division by 0.
    pub epsilon: f64,
}

impl<D: Dim, T: Float, E: FloatEngine<T>> LayerNorm<D, T, E> {
    /// Returns factors of 1, biases of 0, and an `epsilon` of 1e-5.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn new(features: D, device: &E::Device) -> Result<Self, Error<E>> {
        let full = |number| EngineTensor::full((features,), T::of(number), device);
        Ok(Self { weight: full(1.0)?, bias: full(0.0)?, epsilon: 1e-5 })
    }
}

impl<S: InputOf<D>, D: Dim, W: Copy, T: Float, E: Takes<W, T>> Module<EngineTensor<T, S, E>> for LayerNorm<D, W, E> {
    type Output = EngineTensor<T, S::To<D>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let (features,) = *self.weight.shape();
        let rows = expect(rows(x, features));
        let centred = &rows - rows.mean(Keep(Axis::<-1>));
        let deviation = (centred.square().mean(Keep(Axis::<-1>)) + T::of(self.epsilon)).sqrt();
        let [weight, bias] =
            [&self.weight, &self.bias].map(|parameters| expect(E::widened(parameters)).unsqueeze(Axis::<0>));
        let y = centred / deviation * &weight + &bias;
        expect(with_axes_of(y, x.shape(), features))
    }
}

impl<D: Dim, T: Copy, E: Engine> Parameters<T, E> for LayerNorm<D, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            weight: at.part("weight", all.map(|all| &all.weight))?,
            bias: at.part("bias", all.map(|all| &all.bias))?,
            epsilon: all[0].epsilon,
        })
    }
}

#[cfg(feature = "safetensors")]
impl<D: Dim, T: Float + FileFloat, E: Host<T>> FromFile<T, E> for LayerNorm<D, T, E> {
    /// The `epsilon` is PyTorch's 1e-5.
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        let weight: EngineTensor<T, (D,), E> = from.part("weight")?;
        let bias = from.tensor("bias", weight.shape())?;
        Ok(Self { weight, bias, epsilon: 1e-5 })
    }
}

/// Divides the last axis by the root of its mean square, then scales it: maps `(.., D)` to `(.., D)`.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::{Module, RmsNorm};
///
/// let norm = RmsNorm { weight: EngineTensor::<f64, _, Native>::from(Tensor::from([1.0, 2.0])), epsilon: 0.0 };
/// let y = norm.forward(&EngineTensor::from(Tensor::from([[3.0, 3.0], [-7.0, 7.0]])));
/// assert_eq!(y.as_engine(), &Tensor::from([[1.0, 2.0], [-1.0, 2.0]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Module, RmsNorm};
///
/// fn wide(norm: &RmsNorm<Size<2>, f32, Native>, x: &EngineTensor<f32, Shape![4, 1], Native>) {
///     norm.forward(x); // a layer of `(.., Size<2>)` cannot take `(Size<4>, Size<1>)`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct RmsNorm<D: Dim, T: Copy, E: Engine> {
    /// The factor of each feature.
    pub weight: EngineTensor<T, (D,), E>,
    /// The term added to the mean square, which avoids division by 0.
    pub epsilon: f64,
}

impl<S: InputOf<D>, D: Dim, W: Copy, T: Float, E: Takes<W, T>> Module<EngineTensor<T, S, E>> for RmsNorm<D, W, E> {
    type Output = EngineTensor<T, S::To<D>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let (features,) = *self.weight.shape();
        let rows = expect(rows(x, features));
        let root = (rows.square().mean(Keep(Axis::<-1>)) + T::of(self.epsilon)).sqrt();
        expect(with_axes_of(rows / root * &expect(E::widened(&self.weight)).unsqueeze(Axis::<0>), x.shape(), features))
    }
}

impl<D: Dim, T: Copy, E: Engine> Parameters<T, E> for RmsNorm<D, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self { weight: at.part("weight", all.map(|all| &all.weight))?, epsilon: all[0].epsilon })
    }
}

#[cfg(feature = "safetensors")]
impl<D: Dim, T: Float + FileFloat, E: Host<T>> FromFile<T, E> for RmsNorm<D, T, E> {
    /// The `epsilon` is 1e-6, as of Llama in `transformers`.
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        Ok(Self { weight: from.part("weight")?, epsilon: 1e-6 })
    }
}
