//! Convolutions and pools on engines.

#![allow(clippy::needless_pass_by_value, reason = "how a window moves is a value")]

use super::engine::{Engine, Error, expect};
use super::native::Native;
use super::tensor::{On, Outcome};
use crate::forms::forms;
use crate::numeric::Fraction;
use crate::product::MatrixElement;
use crate::shape::Shape;
use crate::windows::{Convolve, Convolved, Pool, Pooled};

/// An engine that convolves elements of type `T`. One without a kernel for it has
/// [`composed::convolve`](super::composed::convolve).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot convolve elements of type `{T}`",
    label = "another engine may"
)]
pub trait Convolves<T: Copy>: Engine {
    /// Weights that slide over images. [`Convolve::slides`] tells the shape, and how they move.
    ///
    /// # Errors
    ///
    /// If sizes that only run time tells do not let the weights slide over the images, or the engine fails.
    fn convolve<S: Convolve<W, M>, W: Shape, M>(
        x: &On<T, S, Self>,
        weights: &On<T, W, Self>,
        window: M,
    ) -> Outcome<T, Convolved<S, W, M>, Self>;
}

/// An engine that makes one element of type `T` of all that a window sees. One without a kernel for it has the
/// functions of [`composed`](super::composed).
#[diagnostic::on_unimplemented(message = "`{Self}` cannot pool elements of type `{T}`", label = "another engine may")]
pub trait Pools<T: Copy>: Engine {
    /// The greatest of the elements that a window sees from each of its places. [`Pool::slides_over`] tells the shape,
    /// and how it moves.
    ///
    /// # Errors
    ///
    /// If sizes that only run time tells do not let the window move over them, or it sees nothing but padding
    /// somewhere; if the engine fails.
    fn max_pool<S: Pool<K, M>, K, M>(x: &On<T, S, Self>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self>;

    /// Their mean, for which padding does not count.
    ///
    /// # Errors
    ///
    /// As for [`max_pool`](Self::max_pool).
    fn mean_pool<S: Pool<K, M>, K, M>(x: &On<T, S, Self>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self>;
}

impl<T: MatrixElement<Total = T>> Convolves<T> for Native {
    #[inline]
    fn convolve<S: Convolve<W, M>, W: Shape, M>(
        x: &On<T, S, Self>,
        weights: &On<T, W, Self>,
        window: M,
    ) -> Outcome<T, Convolved<S, W, M>, Self> {
        x.tensor.try_convolve(&weights.tensor, window).map(On::from).map_err(Error::Failed)
    }
}

impl<T: Fraction + PartialOrd> Pools<T> for Native {
    #[inline]
    fn max_pool<S: Pool<K, M>, K, M>(x: &On<T, S, Self>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self> {
        x.tensor.try_max_pool(size, window).map(On::from).map_err(Error::Failed)
    }

    #[inline]
    fn mean_pool<S: Pool<K, M>, K, M>(x: &On<T, S, Self>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self> {
        x.tensor.try_mean_pool(size, window).map(On::from).map_err(Error::Failed)
    }
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] On<T, S, E>;

    /// Slides weights over images, and sums their products at each place:
    /// [`Tensor::convolve`](crate::Tensor::convolve).
    ///
    /// ```
    /// use conformable::engine::On;
    /// use conformable::windows::Window;
    /// use conformable::{Size, Tensor};
    ///
    /// let x = On::from(Tensor::from([[[1, 2, 3, 4]]]));
    /// let slopes = On::from(Tensor::from([[[-1, 1]]]));
    /// assert_eq!(x.convolve(&slopes, Window::new()).as_engine(), &Tensor::from([[[1, 1, 1]]]));
    /// let padded = x.convolve(&slopes, Window::new().padding(Size::<1>));
    /// assert_eq!(padded.as_engine(), &Tensor::from([[[1, 1, 1, 1, -4]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::{Native, On};
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = On::<_, _, Native>::from(Tensor::full(shape![8, 3, 5, 5], 1.0));
    /// x.convolve(&On::from(Tensor::full(shape![64, 3, 7, 7], 1.0)), Window::new()); // a window of `Size<7>` does not fit
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells do not let the weights slide over the images, or the engine fails.
    #[doc(alias("conv1d", "conv2d", "conv3d", "correlate"))]
    convolve try_convolve: [W: Shape, M](&self, weights: &On<T, W, E>, window: M) -> On<T, Convolved<S, W, M>, E>
    where [S: Convolve<W, M>, E: Convolves<T>] => E::convolve(self, weights, window);

    /// The greatest of the elements that a window sees from each of its places:
    /// [`Tensor::max_pool`](crate::Tensor::max_pool).
    ///
    /// ```
    /// use conformable::engine::On;
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = On::from(Tensor::from([[1.0, 5.0, 2.0, 4.0]]));
    /// assert_eq!(x.max_pool(shape![2], Window::new()).as_engine(), &Tensor::from([[5.0, 4.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells do not let the window move over them, or it sees nothing but padding
    /// somewhere, or the engine fails.
    max_pool try_max_pool: [K, M](&self, size: K, window: M) -> On<T, Pooled<S, K, M>, E>
    where [S: Pool<K, M>, E: Pools<T>] => E::max_pool(self, size, window);

    /// The mean of the elements that a window sees from each of its places:
    /// [`Tensor::mean_pool`](crate::Tensor::mean_pool).
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells do not let the window move over them, or it sees nothing but padding
    /// somewhere, or the engine fails.
    #[doc(alias("avg_pool", "average_pool"))]
    mean_pool try_mean_pool: [K, M](&self, size: K, window: M) -> On<T, Pooled<S, K, M>, E>
    where [S: Pool<K, M>, E: Pools<T>] => E::mean_pool(self, size, window);
}
