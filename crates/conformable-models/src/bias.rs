//! The bias of a layer, or the type of a layer without one.

#[cfg(feature = "safetensors")]
use crate::element::Float;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use conformable::Dim;
use conformable::engine::{Engine, EngineTensor};
#[cfg(feature = "safetensors")]
use conformable_files::FileFloat;

/// A layer without a bias: the last parameter of [`Linear`](crate::Linear), [`Conv2d`](crate::Conv2d) and
/// [`ConvTranspose2d`](crate::ConvTranspose2d).
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Size, Tensor};
/// use conformable_models::{Linear, Module, NoBias};
///
/// let weight = EngineTensor::from(Tensor::from([[1.0, 2.0]]));
/// let layer = Linear::<Size<1>, Size<2>, f32, Native, _> { weight, bias: NoBias };
/// assert_eq!(layer.forward(&EngineTensor::from(Tensor::from([3.0]))).as_engine(), &Tensor::from([3.0, 6.0]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoBias;

/// The bias of `O` outputs: a tensor `(O,)`, or [`NoBias`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the bias of a layer with `{O}` outputs",
    label = "expected a tensor `({O},)` or `NoBias`",
    note = "conformable: E-model"
)]
pub trait Bias<O: Dim, T: Copy, E: Engine>: Parameters<T, E> {
    /// Returns the bias, if there is one.
    fn tensor(&self) -> Option<&EngineTensor<T, (O,), E>>;

    /// Reads the bias of a layer with these outputs from a file.
    ///
    /// # Errors
    ///
    /// As for [`FromFile::read`](crate::FromFile::read).
    #[cfg(feature = "safetensors")]
    fn read(from: &mut crate::Reader<'_, E>, outputs: O) -> Mapped<Self, E>
    where
        T: Float + FileFloat,
        E: conformable::engine::Host<T>;
}

impl<O: Dim, T: Copy, E: Engine> Bias<O, T, E> for EngineTensor<T, (O,), E> {
    #[inline]
    fn tensor(&self) -> Option<&Self> {
        Some(self)
    }

    #[cfg(feature = "safetensors")]
    fn read(from: &mut crate::Reader<'_, E>, outputs: O) -> Mapped<Self, E>
    where
        T: Float + FileFloat,
        E: conformable::engine::Host<T>,
    {
        from.tensor("bias", &(outputs,))
    }
}

impl<O: Dim, T: Copy, E: Engine> Bias<O, T, E> for NoBias {
    #[inline]
    fn tensor(&self) -> Option<&EngineTensor<T, (O,), E>> {
        None
    }

    #[cfg(feature = "safetensors")]
    fn read(_: &mut crate::Reader<'_, E>, _: O) -> Mapped<Self, E>
    where
        T: Float + FileFloat,
        E: conformable::engine::Host<T>,
    {
        Ok(Self)
    }
}

// no parameters
impl<T: Copy, E: Engine> Parameters<T, E> for NoBias {
    fn map<const N: usize, V: Visitor<N, T, E>>(_: [&Self; N], _: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self)
    }
}
