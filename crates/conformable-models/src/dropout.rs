//! Dropout.

use crate::element::Float;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine};
use conformable::{Shape, Tensor};

/// Replaces elements by 0 with a probability during training, and divides the others by its complement.
///
/// [`forward`](Module::forward) changes nothing, as PyTorch's layer after `eval()`. The numbers of
/// [`train`](Self::train) are drawn on the host, so that a seed gives the same result on every engine.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::{Dropout, Module};
///
/// let x = EngineTensor::<f64, _, Native>::from(Tensor::from([1.0, 2.0, 3.0, 4.0]));
/// let mut numbers = [0.1, 0.9, 0.7, 0.2].into_iter(); // stands for a generator of random numbers
/// let dropout = Dropout { probability: 0.5 };
/// let y = dropout.train(&x, &mut || numbers.next().unwrap())?;
/// assert_eq!(y.as_engine(), &Tensor::from([0.0, 4.0, 6.0, 0.0]));
/// assert_eq!(dropout.forward(&x).as_engine(), x.as_engine());
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::{Dropout, Module};
///
/// // `i32` is not a float
/// Dropout { probability: 0.5 }.forward(&EngineTensor::<i32, _, Native>::from(Tensor::from([1, 2])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropout {
    /// The probability of 0, from 0 to below 1.
    pub probability: f64,
}

impl Dropout {
    /// Replaces elements by 0. `random` returns numbers in `[0, 1)`, one for each element in row-major order.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn train<S: Shape, T: Float, E: FloatEngine<T>>(
        &self,
        x: &EngineTensor<T, S, E>,
        random: &mut impl FnMut() -> f64,
    ) -> Result<EngineTensor<T, S, E>, Error<E>> {
        let mut factors = Tensor::<T, S>::try_full(x.shape().clone(), T::of(0.0))?;
        for factor in factors.as_mut_slice() {
            if random() >= self.probability {
                *factor = T::of(1.0 / (1.0 - self.probability));
            }
        }
        Ok(x * &EngineTensor::upload(&factors, &x.device())?)
    }
}

impl<S: Shape, T: Float, E: FloatEngine<T>> Module<EngineTensor<T, S, E>> for Dropout {
    type Output = EngineTensor<T, S, E>;

    #[inline]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        x.clone()
    }
}

// no parameters
impl<T: Copy, E: Engine> Parameters<T, E> for Dropout {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], _: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(*all[0])
    }
}
