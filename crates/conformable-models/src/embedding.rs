//! Embeddings of words.

use crate::element::Float;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use crate::random::normal;
use crate::shape::{expect, reshaped};
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine, IndexSelectKernel, ViewKernel};
use conformable::{Axis, Dim, Dyn, Shape};

/// The features of each of `W` words, selected by indices: maps indices of `(..)` to `(.., D)`.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Size, Tensor};
/// use conformable_models::{Embedding, Module};
///
/// let words = Embedding::<Size<3>, Size<2>, f32, Native> {
///     weight: EngineTensor::from(Tensor::from([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])),
/// };
/// let text = EngineTensor::<_, _, Native>::indices(&Tensor::from([2, 0]), &())?;
/// let y: EngineTensor<f32, Shape![2, 2], Native> = words.forward(&text);
/// assert_eq!(y.as_engine(), &Tensor::from([[4.0, 5.0], [0.0, 1.0]]));
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0308
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Embedding, Module};
///
/// fn embed(words: &Embedding<Size<3>, Size<2>, f32, Native>, text: &EngineTensor<f32, Shape![5], Native>) {
///     words.forward(text); // expected indices, found `f32`s
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Embedding<W: Dim, D: Dim, T: Copy, E: Engine> {
    /// The features of each word.
    pub weight: EngineTensor<T, (W, D), E>,
}

impl<W: Dim, D: Dim, T: Float, E: FloatEngine<T>> Embedding<W, D, T, E> {
    /// Returns random features of mean 0 and variance 1. `random` returns numbers in `[0, 1)`.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn random(
        words: W,
        features: D,
        device: &E::Device,
        random: &mut impl FnMut() -> f64,
    ) -> Result<Self, Error<E>> {
        Ok(Self { weight: normal((words, features), device, random)? })
    }
}

impl<I: Shape, W: Dim, D: Dim, T: Copy, E> Module<EngineTensor<E::Index, I, E>> for Embedding<W, D, T, E>
where
    E: IndexSelectKernel<T> + ViewKernel<T> + ViewKernel<<E as Engine>::Index>,
{
    type Output = EngineTensor<T, I::Push<D>, E>;

    #[track_caller]
    fn forward(&self, words: &EngineTensor<E::Index, I, E>) -> Self::Output {
        let mut sizes = words.sizes().as_ref().to_vec();
        let count = expect(words.shape().numel().map_err(Error::<E>::from));
        let words = expect(reshaped::<_, _, (Dyn,), _>(words.clone(), &[count]));
        sizes.push(self.weight.sizes()[1]);
        expect(reshaped(self.weight.take(Axis::<0>, &words), &sizes))
    }
}

impl<W: Dim, D: Dim, T: Copy, E: Engine> Parameters<T, E> for Embedding<W, D, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self { weight: at.part("weight", all.map(|all| &all.weight))? })
    }
}

#[cfg(feature = "safetensors")]
impl<W: Dim, D: Dim, T: Float + conformable_files::FileFloat, E: conformable::engine::Host<T>> crate::FromFile<T, E>
    for Embedding<W, D, T, E>
{
    fn read(from: &mut crate::Reader<'_, E>) -> Mapped<Self, E> {
        Ok(Self { weight: from.part("weight")? })
    }
}
