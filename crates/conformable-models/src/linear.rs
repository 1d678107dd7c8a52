//! Linear layers.

use crate::element::Float;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use crate::random::uniform;
use crate::shape::{EndsIn, expect, rows, with_axes_of};
use conformable::Dim;
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine};

/// `x W + b`: maps `(.., I)` to `(.., O)`.
///
/// ```
/// use conformable::engine::{Native, EngineTensor};
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
pub struct Linear<I: Dim, O: Dim, T: Copy, E: Engine> {
    /// The weight of each input feature for each output feature.
    pub weight: EngineTensor<T, (I, O), E>,
    /// The term added to each output feature.
    pub bias: EngineTensor<T, (O,), E>,
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

impl<S: EndsIn<I>, I: Dim, O: Dim, T: Float, E: FloatEngine<T>> Module<EngineTensor<T, S, E>> for Linear<I, O, T, E> {
    type Output = EngineTensor<T, S::To<O>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let (inputs, _) = *self.weight.shape();
        let x_rows = expect(rows(x, inputs));
        let y = x_rows.matmul(&self.weight) + &self.bias;
        expect(with_axes_of(y, x.shape(), inputs))
    }
}

impl<I: Dim, O: Dim, T: Copy, E: Engine> Parameters<T, E> for Linear<I, O, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            weight: at.part("weight", all.map(|all| &all.weight))?,
            bias: at.part("bias", all.map(|all| &all.bias))?,
        })
    }
}
