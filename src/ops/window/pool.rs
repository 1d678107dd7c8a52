//! Pools of tensors.

#![allow(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "how a window moves is a value; results are what they are"
)]

use crate::forms::forms;
use crate::kernel;
use crate::numeric::Inexact;
use crate::ops::reduction::reducers;
use crate::shape::{Shape, ShapeError};
use crate::storage::{Storage, Target};
use crate::tensor::{Tensor, expect};
use crate::windows::{Pool, Pooled};

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// The greatest of the elements that a window sees from each of its places, along the last axes: PyTorch's
    /// `max_pool1d` to `max_pool3d`.
    ///
    /// The window has one to three axes, and moves as a [`Window`](crate::windows::Window) says; its usual stride is as
    /// long as it is. Padding is less than any element. A NaN is the greatest, as in [`max`](Self::max), which is the
    /// pool of a whole axis.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Dim, Size, Tensor, shape};
    ///
    /// fn halved<N: Dim>(
    ///     x: &Tensor<f32, (N, Size<64>, Size<112>, Size<112>)>,
    /// ) -> Tensor<f32, (N, Size<64>, Size<56>, Size<56>)> {
    ///     x.max_pool(shape![3, 3], Window::new().stride(Size::<2>).padding(Size::<1>))
    /// }
    ///
    /// let x = Tensor::from([[1, 5, 2, 4]]);
    /// assert_eq!(x.max_pool(shape![2], Window::new()), Tensor::from([[5, 4]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::full(shape![1, 3, 4, 4], 1.0);
    /// x.max_pool(shape![5, 5], Window::new()); // a window of `Size<5>` does not fit
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells do not let the window move over them, or it sees nothing but padding
    /// somewhere, or there is no memory for the result.
    max_pool try_max_pool,
    max_pool_into try_max_pool_into: [K, M](&self, size: K, window: M) -> Tensor<T, Pooled<S, K, M>, D::Owner>
    where [S: Pool<K, M>, T: PartialOrd]
    |to| {
        let (shape, moves) = self.shape().slides_over(&size, &window)?;
        Ok(kernel::pooled(to.prepare(shape)?, &self.aligned(), &moves, reducers::extreme_once::<T, true>()))
    };

    /// The mean of the elements that a window sees from each of its places, along the last axes: PyTorch's `avg_pool1d`
    /// to `avg_pool3d`.
    ///
    /// Padding does not count, as in ONNX and TensorFlow. In PyTorch it counts where nothing else is said: there
    /// `count_include_pad=False` is this, and here the mean of what is padded before, by [`pad`](Self::pad), is that.
    /// Otherwise it is as [`max_pool`](Self::max_pool); the pool of a whole axis is [`mean`](Self::mean).
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Size, Tensor, shape};
    ///
    /// let x = Tensor::from([[1.0, 5.0, 2.0, 4.0]]);
    /// assert_eq!(x.avg_pool(shape![2], Window::new()), Tensor::from([[3.0, 3.0]]));
    /// let y = x.avg_pool(shape![3], Window::new().stride(Size::<3>).padding(Size::<1>));
    /// assert_eq!(y, Tensor::from([[3.0, 3.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::full(shape![1, 3, 4, 4], 1.0);
    /// x.avg_pool(shape![5, 5], Window::new()); // a window of `Size<5>` does not fit
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells do not let the window move over them, or it sees nothing but padding
    /// somewhere, or there is no memory for the result.
    #[doc(alias = "average_pool")]
    avg_pool try_avg_pool,
    avg_pool_into try_avg_pool_into: [K, M](&self, size: K, window: M) -> Tensor<T, Pooled<S, K, M>, D::Owner>
    where [S: Pool<K, M>, T: Inexact]
    |to| {
        let (shape, moves) = self.shape().slides_over(&size, &window)?;
        Ok(kernel::pooled(to.prepare(shape)?, &self.aligned(), &moves, reducers::mean_once::<T>()))
    };
}
