//! Layers whose parameters have 16 bits, with inputs and sums of `f32`.
//!
//! ```text
//! product(x, w):                                      x of (N, I) and w of (I, O)
//!     for each block of rows of w:
//!         y = y + x[.., block] widened(w[block, ..])
//! ```
//!
//! So a layer widens a part of its weight at a time, and needs no memory for all of it.

use crate::element::Float;
#[cfg(feature = "half")]
use conformable::Axis;
use conformable::engine::{EngineTensor, FloatEngine, Host, IndexSelectKernel, Outcome, ViewKernel};
#[cfg(feature = "half")]
use conformable::engine::{UnaryKernel, op};
use conformable::{Dim, Dyn, Shape};

/// An engine for inputs of `T` and layers whose parameters are `W`: the same type, or `f16` and `bf16` for inputs of
/// `f32`.
///
/// A layer of `bf16` widens its parameters when it uses them, so its results are those of a layer of `f32` with the
/// same values, and its parameters need half the memory. A layer of `bf16` also takes inputs of `bf16`, whose products
/// are summed in `f32` and rounded, on an engine that has kernels for them, such as `Native`.
#[cfg_attr(feature = "half", doc = "```")]
#[cfg_attr(not(feature = "half"), doc = "```ignore")]
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Size, Tensor};
/// use conformable_models::{Linear, Module, NoBias};
/// use half::bf16;
///
/// let weight = Tensor::from([[1.0, 0.5], [2.0, -1.0]]).map(bf16::from_f32);
/// let layer = Linear::<Size<2>, Size<2>, bf16, Native, _> { weight: EngineTensor::from(weight), bias: NoBias };
/// let x = EngineTensor::from(Tensor::from([[1.001_f32, 3.0]]));
/// let y: EngineTensor<f32, Shape![1, 2], Native> = layer.forward(&x);
/// assert_eq!(y.as_engine(), &Tensor::from([[7.001, -2.4995]]));
/// ```
/// ```compile_fail,E0308
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Size};
/// use conformable_models::{Linear, Module};
///
/// fn narrow(layer: &Linear<Size<2>, Size<3>, f32, Native>, x: &EngineTensor<f64, Shape![1, 2], Native>) {
///     layer.forward(x); // expected `f32`, found `f64`
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a layer of `{W}` cannot take `{T}` on `{Self}`",
    label = "expected inputs of `{W}`, or of `f32` for a layer of `f16` or `bf16`",
    note = "`x.cast()` converts the elements of a tensor",
    note = "conformable: E-model"
)]
pub trait Takes<W: Copy, T: Float>: FloatEngine<T> + Host<W> + ViewKernel<W> + IndexSelectKernel<W> {
    /// Converts parameters to the elements of inputs.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn widened<S: Shape>(parameters: &EngineTensor<W, S, Self>) -> Outcome<T, S, Self>;

    /// Multiplies rows by a weight.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time differ, or the engine fails.
    fn product<I: Dim, O: Dim>(
        rows: &EngineTensor<T, (Dyn, I), Self>,
        weight: &EngineTensor<W, (I, O), Self>,
    ) -> Outcome<T, (Dyn, O), Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Float, E: FloatEngine<T>> Takes<T, T> for E {
    #[inline]
    fn widened<S: Shape>(parameters: &EngineTensor<T, S, E>) -> Outcome<T, S, E> {
        Ok(parameters.clone())
    }

    #[inline]
    fn product<I: Dim, O: Dim>(
        rows: &EngineTensor<T, (Dyn, I), E>,
        weight: &EngineTensor<T, (I, O), E>,
    ) -> Outcome<T, (Dyn, O), E> {
        rows.try_matmul(weight)
    }
}

/// The elements of a block of a weight, which the caches of a core hold as `f32`.
#[cfg(feature = "half")]
const BLOCK: usize = 1 << 19;

/// The rows of a block, at least: each block adds to the whole result.
#[cfg(feature = "half")]
const LEAST: usize = 128;

/// Implements [`Takes`] for parameters of 16 bits.
#[cfg(feature = "half")]
macro_rules! halves {
    ($($W:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E> Takes<$W, f32> for E
        where
            E: FloatEngine<f32> + Host<$W> + ViewKernel<$W> + IndexSelectKernel<$W> + UnaryKernel<op::Cast<f32>, $W>,
        {
            fn widened<S: Shape>(parameters: &EngineTensor<$W, S, E>) -> Outcome<f32, S, E> {
                parameters.try_cast()
            }

            fn product<I: Dim, O: Dim>(
                rows: &EngineTensor<f32, (Dyn, I), E>,
                weight: &EngineTensor<$W, (I, O), E>,
            ) -> Outcome<f32, (Dyn, O), E> {
                let [inputs, outputs] = weight.sizes();
                let block = (BLOCK / outputs.max(1)).max(LEAST);
                let part = |start: usize| -> Outcome<f32, (Dyn, O), E> {
                    let part = start..inputs.min(start.saturating_add(block));
                    let weight = weight.try_narrow(Axis::<0>, part.clone())?.try_cast()?;
                    rows.try_narrow(Axis::<1>, part)?.try_matmul(&weight)
                };
                (block..inputs).step_by(block).try_fold(part(0)?, |sum, start| sum.try_add(&part(start)?))
            }
        }
    )*};
}

#[cfg(feature = "half")]
halves!(half::f16 half::bf16);
