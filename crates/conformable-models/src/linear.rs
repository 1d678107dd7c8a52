//! Linear layers.

use crate::bias::Bias;
#[cfg(doc)]
use crate::bias::NoBias;
use crate::element::Float;
use crate::mixed::Takes;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use crate::random::uniform;
#[cfg(feature = "safetensors")]
use crate::reader::{FromFile, Reader};
use crate::shape::{InputOf, expect, rows, with_axes_of};
#[cfg(feature = "safetensors")]
use conformable::engine::Host;
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine};
use conformable::{Axis, Dim};
#[cfg(feature = "safetensors")]
use conformable_files::FileFloat;

/// `x W + b`: maps `(.., I)` to `(.., O)`. The type of the bias is the last parameter, [`NoBias`] for none.
///
/// The weight is `(I, O)`; files hold it as `(O, I)`, as PyTorch's `Linear` does. [`Conv1d`] has its own order there.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Size, Tensor};
/// use conformable_models::{Linear, Module};
///
/// let layer = Linear::<Size<2>, Size<3>, f32, Native> {
///     weight: EngineTensor::from(Tensor::from([[1.0, 0.0, 2.0], [0.0, 1.0, 3.0]])),
///     bias: EngineTensor::from(Tensor::from([0.5, 0.5, 0.5])),
/// };
/// let x = EngineTensor::from(Tensor::from([[10.0, 20.0]]));
/// let y: EngineTensor<f32, Shape![1, 3], Native> = layer.forward(&x);
/// assert_eq!(y.as_engine(), &Tensor::from([[10.5, 20.5, 80.5]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Linear, Module};
///
/// fn wide(layer: &Linear<Size<2>, Size<3>, f32, Native>, x: &EngineTensor<f32, Shape![1, 5], Native>) {
///     layer.forward(x); // a layer of `(.., Size<2>)` cannot take `(Size<1>, Size<5>)`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Linear<I: Dim, O: Dim, T: Copy, E: Engine, B = EngineTensor<T, (O,), E>> {
    /// The weight of each input feature for each output feature.
    pub weight: EngineTensor<T, (I, O), E>,
    /// The term added to each output feature.
    pub bias: B,
}

impl<I: Dim, O: Dim, T: Float, E: FloatEngine<T>> Linear<I, O, T, E> {
    /// Returns random weights and biases in `±1 / sqrt(I)`. `random` returns numbers in `[0, 1)`.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn random(
        inputs: I,
        outputs: O,
        device: &E::Device,
        random: &mut impl FnMut() -> f64,
    ) -> Result<Self, Error<E>> {
        let bound = 1.0 / to_f64(inputs.size().max(1)).sqrt();
        Ok(Self {
            weight: uniform((inputs, outputs), bound, device, random)?,
            bias: uniform((outputs,), bound, device, random)?,
        })
    }
}

#[allow(clippy::cast_precision_loss, reason = "sizes of layers are far below 2^52")]
pub(crate) const fn to_f64(count: usize) -> f64 {
    count as f64
}

impl<S, I: Dim, O: Dim, W: Copy, T: Float, E: Takes<W, T>, B> Module<EngineTensor<T, S, E>> for Linear<I, O, W, E, B>
where
    S: InputOf<I>,
    B: Bias<O, W, E>,
{
    type Output = EngineTensor<T, S::To<O>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let (inputs, _) = *self.weight.shape();
        let y = expect(E::product(&expect(rows(x, inputs)), &self.weight));
        let y = match self.bias.tensor() {
            Some(bias) => y + &expect(E::widened(bias)).unsqueeze(Axis::<0>),
            None => y,
        };
        expect(with_axes_of(y, x.shape(), inputs))
    }
}

impl<I: Dim, O: Dim, T: Copy, E: Engine, B: Bias<O, T, E>> Parameters<T, E> for Linear<I, O, T, E, B> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            weight: at.transposed("weight", all.map(|all| &all.weight))?,
            bias: at.part("bias", all.map(|all| &all.bias))?,
        })
    }
}

#[cfg(feature = "safetensors")]
impl<I: Dim, O: Dim, T: Float + FileFloat, E: Host<T>, B: Bias<O, T, E>> FromFile<T, E> for Linear<I, O, T, E, B> {
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        let weight: EngineTensor<T, (I, O), E> = from.transposed("weight")?;
        let (_, outputs) = *weight.shape();
        Ok(Self { weight, bias: B::read(from, outputs)? })
    }
}

/// A [`Linear`] that files hold as `(I, O)`, as the layer `Conv1D` of GPT-2 in `transformers` does.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Size, Tensor};
/// use conformable_models::{Conv1d, Linear, Module};
///
/// let weight = EngineTensor::from(Tensor::from([[1.0, 2.0]]));
/// let layer = Conv1d::<Size<1>, Size<2>, f32, Native>(Linear {
///     weight,
///     bias: EngineTensor::from(Tensor::from([0.5, 0.5])),
/// });
/// assert_eq!(layer.forward(&EngineTensor::from(Tensor::from([3.0]))).as_engine(), &Tensor::from([3.5, 6.5]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Conv1d, Module};
///
/// fn wide(layer: &Conv1d<Size<2>, Size<3>, f32, Native>, x: &EngineTensor<f32, Shape![1, 5], Native>) {
///     layer.forward(x); // a layer of `(.., Size<2>)` cannot take `(Size<1>, Size<5>)`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Conv1d<I: Dim, O: Dim, T: Copy, E: Engine>(pub Linear<I, O, T, E>);

impl<S: InputOf<I>, I: Dim, O: Dim, W: Copy, T: Float, E: Takes<W, T>> Module<EngineTensor<T, S, E>>
    for Conv1d<I, O, W, E>
{
    type Output = EngineTensor<T, S::To<O>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        self.0.forward(x)
    }
}

impl<I: Dim, O: Dim, T: Copy, E: Engine> Parameters<T, E> for Conv1d<I, O, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        let weight = at.part("weight", all.map(|all| &all.0.weight))?;
        Ok(Self(Linear { weight, bias: at.part("bias", all.map(|all| &all.0.bias))? }))
    }
}

#[cfg(feature = "safetensors")]
impl<I: Dim, O: Dim, T: Float + FileFloat, E: Host<T>> FromFile<T, E> for Conv1d<I, O, T, E> {
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        let weight: EngineTensor<T, (I, O), E> = from.part("weight")?;
        let (_, outputs) = *weight.shape();
        Ok(Self(Linear { weight, bias: from.tensor("bias", &(outputs,))? }))
    }
}
