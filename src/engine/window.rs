//! Convolutions and pooling on engines.

#![allow(clippy::needless_pass_by_value, reason = "how a window moves is a value")]

use super::capability::{Host, ViewKernel};
use super::engine::{Engine, Error, expect};
use super::join::{ConcatKernel, surrounded};
use super::native::Native;
use super::plan::Interval;
use super::tensor::{EngineTensor, Outcome};
use crate::forms::forms;
use crate::numeric::Inexact;
use crate::product::MatrixElement;
use crate::shape::{AnyShape, Shape};
use crate::windows::{Conv, ConvTranspose, ConvTransposed, Convolved, Motion, Pool, Pooled, Window};
use alloc::vec::Vec;
use num_traits::Zero;

/// An engine that convolves elements of type `T`; others use [`composed::conv`](super::composed::conv).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot convolve elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait ConvKernel<T: Copy>: Engine {
    /// Convolves images with weights. [`Conv::slides`] computes the shape and the movement of the window.
    ///
    /// # Errors
    ///
    /// If run-time sizes do not fit the weights.
    fn conv<S: Shape + Conv<W, M>, W: Shape, M>(
        x: &EngineTensor<T, S, Self>,
        weights: &EngineTensor<T, W, Self>,
        window: M,
    ) -> Outcome<T, Convolved<S, W, M>, Self>;

    /// The transposed convolution. [`ConvTranspose::spreads`] computes the shape and the movement of the window.
    ///
    /// The default convolves images with zeros between their elements.
    ///
    /// # Errors
    ///
    /// As for [`conv`](Self::conv).
    #[inline]
    fn conv_transpose<S: Shape + ConvTranspose<W, M>, W: Shape, M>(
        x: &EngineTensor<T, S, Self>,
        weights: &EngineTensor<T, W, Self>,
        window: M,
    ) -> Outcome<T, ConvTransposed<S, W, M>, Self>
    where
        T: Zero,
        Self: ConcatKernel<T> + ViewKernel<T> + Host<T>,
    {
        transposed(x, weights, window)
    }
}

/// A transposed convolution, as a convolution of images with zeros between their elements.
fn transposed<T: Copy + Zero, S: Shape + ConvTranspose<W, M>, W: Shape, M, E>(
    x: &EngineTensor<T, S, E>,
    weights: &EngineTensor<T, W, E>,
    window: M,
) -> Outcome<T, ConvTransposed<S, W, M>, E>
where
    E: ConvKernel<T> + ConcatKernel<T> + ViewKernel<T> + Host<T>,
{
    let (out, moves) = x.shape.spreads(&weights.shape, &window)?;
    let (sizes, kernel) = (x.sizes(), weights.sizes());
    let ([_, channels, ..], [_, each, lengths @ ..]) = (sizes.as_ref(), kernel.as_ref()) else {
        unreachable!("images have channels")
    };
    let motions: Vec<_> = moves.motions(sizes.as_ref()).collect();
    // without padding, an element of the images reaches as many further elements of the result
    let reach = |motion: &Motion| motion.dilation * motion.window.saturating_sub(1);
    let spread = |motion: &Motion| motion.stride * motion.size.saturating_sub(1) + 1;
    // the elements at each end of the spread images that padding removes from the result
    let removed = |motion: &Motion| {
        [motion.before.saturating_sub(reach(motion)), spread(motion).saturating_sub(motion.places + motion.before)]
    };
    let unseen = |motion: &Motion| removed(motion).iter().sum::<usize>() >= spread(motion);
    if [out.numel()?, x.shape.numel()?, weights.shape.numel()?].contains(&0) || motions.iter().any(unseen) {
        return EngineTensor::full(out, T::zero(), &x.device());
    }
    // (groups, C / groups, O / groups, ..) becomes (O, C / groups, ..)
    let (groups, ends) = (moves.groups(), lengths.iter().copied());
    let grouped: AnyShape = [groups, channels / groups, *each].into_iter().chain(ends.clone()).collect();
    let swapped: Vec<_> = [0, 2, 1].into_iter().chain(3..lengths.len() + 3).collect();
    let plain: AnyShape = [groups * each, channels / groups].into_iter().chain(ends).collect();
    let mut weights = weights.reshaped(&grouped)?.walked(&swapped, swapped.len())?.reshaped(&plain)?;
    let mut images = x.clone().erase();
    for (motion, axis) in motions.iter().zip(2..) {
        let reversed = Interval { start: motion.window - 1, len: motion.window, step: -1 };
        weights = weights.part(axis, reversed, weights.shape.clone())?.spread(axis, motion.dilation)?;
        let [first, last] = removed(motion);
        let seen = Interval { start: first, len: spread(motion) - first - last, step: 1 };
        images = images.spread(axis, motion.stride)?;
        images = images.part(axis, seen, images.sizes_with(axis, seen.len))?;
        let zeros = [
            reach(motion).saturating_sub(motion.before),
            (motion.places + motion.before).saturating_sub(spread(motion)),
        ];
        images = surrounded(images, axis, zeros, T::zero())?;
    }
    Ok(E::conv(&images, &weights, Window::new().groups(groups))?.retyped(out))
}

impl<T: Copy + Zero, E: ConcatKernel<T> + ViewKernel<T> + Host<T>> EngineTensor<T, AnyShape, E> {
    /// The elements of an axis that is not empty, with zeros between them, so that they are `step` apart.
    fn spread(self, axis: usize, step: usize) -> Outcome<T, AnyShape, E> {
        let size = self.shape.sizes().as_ref()[axis];
        if step <= 1 || size == 1 {
            return Ok(self);
        }
        let mut sizes = self.shape.sizes().as_ref().to_vec();
        sizes.insert(axis + 1, 1);
        let apart = surrounded(self.reshaped(&AnyShape::from(&sizes[..]))?, axis + 1, [0, step - 1], T::zero())?;
        let all = apart.reshaped(&self.sizes_with(axis, size * step))?;
        let len = (size - 1) * step + 1;
        all.part(axis, Interval { start: 0, len, step: 1 }, all.sizes_with(axis, len))
    }
}

/// An engine that pools elements of type `T`; others use the functions of [`composed`](super::composed).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot pool elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait PoolKernel<T: Copy>: Engine {
    /// The maximum of each window. [`Pool::slides_over`] computes the shape and the movement of the window.
    ///
    /// # Errors
    ///
    /// If the window does not fit run-time sizes, or covers only padding at a position.
    fn max_pool<S: Shape + Pool<K, M>, K, M>(
        x: &EngineTensor<T, S, Self>,
        size: K,
        window: M,
    ) -> Outcome<T, Pooled<S, K, M>, Self>;

    /// The mean of each window, without padding.
    ///
    /// # Errors
    ///
    /// As for [`max_pool`](Self::max_pool).
    fn avg_pool<S: Shape + Pool<K, M>, K, M>(
        x: &EngineTensor<T, S, Self>,
        size: K,
        window: M,
    ) -> Outcome<T, Pooled<S, K, M>, Self>;
}

impl<T: MatrixElement<Total = T>> ConvKernel<T> for Native {
    #[inline]
    fn conv<S: Shape + Conv<W, M>, W: Shape, M>(
        x: &EngineTensor<T, S, Self>,
        weights: &EngineTensor<T, W, Self>,
        window: M,
    ) -> Outcome<T, Convolved<S, W, M>, Self> {
        x.tensor.try_conv(&weights.tensor, window).map(EngineTensor::from).map_err(Error::Failed)
    }

    #[inline]
    fn conv_transpose<S: Shape + ConvTranspose<W, M>, W: Shape, M>(
        x: &EngineTensor<T, S, Self>,
        weights: &EngineTensor<T, W, Self>,
        window: M,
    ) -> Outcome<T, ConvTransposed<S, W, M>, Self> {
        x.tensor.try_conv_transpose(&weights.tensor, window).map(EngineTensor::from).map_err(Error::Failed)
    }
}

impl<T: Inexact + PartialOrd> PoolKernel<T> for Native {
    #[inline]
    fn max_pool<S: Shape + Pool<K, M>, K, M>(
        x: &EngineTensor<T, S, Self>,
        size: K,
        window: M,
    ) -> Outcome<T, Pooled<S, K, M>, Self> {
        x.tensor.try_max_pool(size, window).map(EngineTensor::from).map_err(Error::Failed)
    }

    #[inline]
    fn avg_pool<S: Shape + Pool<K, M>, K, M>(
        x: &EngineTensor<T, S, Self>,
        size: K,
        window: M,
    ) -> Outcome<T, Pooled<S, K, M>, Self> {
        x.tensor.try_avg_pool(size, window).map(EngineTensor::from).map_err(Error::Failed)
    }
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// Slides weights over images and sums the products: [`Tensor::conv`](crate::Tensor::conv).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::windows::Window;
    /// use conformable::{Size, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[[1, 2, 3, 4]]]));
    /// let slopes = EngineTensor::from(Tensor::from([[[-1, 1]]]));
    /// assert_eq!(x.conv(&slopes, Window::new()).as_engine(), &Tensor::from([[[1, 1, 1]]]));
    /// let padded = x.conv(&slopes, Window::new().padding(Size::<1>));
    /// assert_eq!(padded.as_engine(), &Tensor::from([[[1, 1, 1, 1, -4]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::{Native, EngineTensor};
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = EngineTensor::<_, _, Native>::from(Tensor::full(shape![8, 3, 5, 5], 1.0));
    /// // a window of `Size<7>` does not fit
    /// x.conv(&EngineTensor::from(Tensor::full(shape![64, 3, 7, 7], 1.0)), Window::new());
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not fit the weights.
    #[doc(alias("conv1d", "conv2d", "conv3d", "correlate"))]
    conv try_conv: [W: Shape, M](&self, weights: &EngineTensor<T, W, E>, window: M)
        -> EngineTensor<T, Convolved<S, W, M>, E>
    where [S: Conv<W, M>, E: ConvKernel<T>] => E::conv(self, weights, window);

    /// The transposed convolution: [`Tensor::conv_transpose`](crate::Tensor::conv_transpose).
    ///
    /// # Panics
    ///
    /// As for [`conv`](Self::conv).
    conv_transpose try_conv_transpose: [W: Shape, M](&self, weights: &EngineTensor<T, W, E>, window: M)
        -> EngineTensor<T, ConvTransposed<S, W, M>, E>
    where [S: ConvTranspose<W, M>, T: Zero, E: ConvKernel<T> + ConcatKernel<T> + ViewKernel<T> + Host<T>]
    => E::conv_transpose(self, weights, window);

    /// The maximum of each window: [`Tensor::max_pool`](crate::Tensor::max_pool).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1.0, 5.0, 2.0, 4.0]]));
    /// assert_eq!(x.max_pool(shape![2], Window::new()).as_engine(), &Tensor::from([[5.0, 4.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the window does not fit run-time sizes, or covers only padding at a position.
    max_pool try_max_pool: [K, M](&self, size: K, window: M) -> EngineTensor<T, Pooled<S, K, M>, E>
    where [S: Pool<K, M>, E: PoolKernel<T>] => E::max_pool(self, size, window);

    /// The mean of each window: [`Tensor::avg_pool`](crate::Tensor::avg_pool).
    ///
    /// # Panics
    ///
    /// As for [`max_pool`](Self::max_pool).
    #[doc(alias = "average_pool")]
    avg_pool try_avg_pool: [K, M](&self, size: K, window: M) -> EngineTensor<T, Pooled<S, K, M>, E>
    where [S: Pool<K, M>, E: PoolKernel<T>] => E::avg_pool(self, size, window);
}
