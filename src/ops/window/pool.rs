//! Pools.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "windows are values; result types are long")]

use crate::forms::forms;
use crate::kernel;
use crate::numeric::Inexact;
use crate::ops::reduction::reducers;
use crate::shape::{NoneBroadcast, Shape, ShapeError};
use crate::storage::{Destination, Room, Storage, StorageMut, Target};
use crate::tensor::{Tensor, expect};
use crate::windows::{Moves, Pool, Pooled, Resize, Resized};

/// A pool of shape `S`, and the indices of its elements.
pub type WithIndices<T, S, Place> = (Tensor<T, S, Place>, Tensor<usize, S, Place>);

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Takes the largest element under a window that slides along the last axes.
    ///
    /// It is PyTorch's `max_pool1d` to `max_pool3d`. The window has one to three axes.
    /// [`Window`](crate::windows::Window) has its stride, by default its size. Padding is smaller than any element. NaN
    /// counts as the largest, as in [`max`](Self::max), which pools a whole axis.
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
    /// If a window does not fit in run-time sizes or covers only padding somewhere, or the result cannot be allocated.
    max_pool try_max_pool,
    max_pool_into try_max_pool_into: [K, M](&self, size: K, window: M) -> Tensor<T, Pooled<S, K, M>, D::Owner>
    where [S: Pool<K, M>, T: PartialOrd]
    |to| {
        let (shape, moves) = self.shape().slides_over(&size, &window)?;
        Ok(kernel::pooled(to.prepare(shape)?, &self.aligned(), &moves, reducers::extreme_once::<T, true>))
    };

    /// Takes the mean of the elements under a window that slides along the last axes.
    ///
    /// It is PyTorch's `avg_pool1d` to `avg_pool3d`. Padding does not count, as in ONNX and TensorFlow;
    /// [`count_include_pad`](crate::windows::Window::count_include_pad) counts it, as PyTorch does by default.
    /// Otherwise it is as [`max_pool`](Self::max_pool). [`mean`](Self::mean) pools a whole axis.
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
    /// If [`max_pool`](Self::max_pool) would panic.
    #[doc(alias = "average_pool")]
    avg_pool try_avg_pool,
    avg_pool_into try_avg_pool_into: [K, M](&self, size: K, window: M) -> Tensor<T, Pooled<S, K, M>, D::Owner>
    where [S: Pool<K, M>, T: Inexact]
    |to| {
        let (shape, moves) = self.shape().slides_over(&size, &window)?;
        Ok(kernel::pooled(to.prepare(shape)?, &self.aligned(), &moves, reducers::mean_once::<T>))
    };

    /// [`max_pool`](Self::max_pool) that also returns indices: PyTorch's `return_indices=True`.
    ///
    /// An index counts the elements of the axes along which the window slides, in row-major order: `row * W + column`
    /// in `(N, C, H, W)`. Of equal elements it is the first, and of NaNs the last.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Shape, Tensor, shape};
    ///
    /// let x = Tensor::from([[[1, 5, 2], [4, 3, 9]], [[8, 7, 6], [1, 2, 3]]]);
    /// let (values, indices) = x.max_pool_with_indices(shape![2, 1], Window::new());
    /// let _: &Tensor<usize, Shape![2, 1, 3]> = &indices;
    /// assert_eq!(values, Tensor::from([[[4, 5, 9]], [[8, 7, 6]]]));
    /// assert_eq!(indices, Tensor::from([[[3, 1, 5]], [[0, 1, 2]]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`max_pool`](Self::max_pool) would panic.
    #[must_use]
    max_pool_with_indices try_max_pool_with_indices: [K, M](&self, size: K, window: M)
        -> WithIndices<T, Pooled<S, K, M>, D::Owner>
    where [S: Pool<K, M>, T: PartialOrd] => {
        let (shape, moves) = self.shape().slides_over(&size, &window)?;
        let (values, indices) = (Room::new(shape.clone())?, Room::new(shape)?);
        let values = kernel::pooled(values, &self.aligned(), &moves, reducers::extreme_once::<T, true>);
        Ok((values, self.indices_of_greatest(indices, &moves)))
    };

    /// [`max_pool_with_indices`](Self::max_pool_with_indices) into two tensors, without allocation.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::inline([1.0, 3.0, 2.0, 0.0]);
    /// let (mut values, mut indices) = (Tensor::inline([0.0; 2]), Tensor::inline([0; 2]));
    /// x.max_pool_with_indices_into(shape![2], Window::new(), &mut values, &mut indices);
    /// assert_eq!((values, indices), (Tensor::inline([3.0, 2.0]), Tensor::inline([1, 2])));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`max_pool`](Self::max_pool) would panic, or the sizes differ.
    max_pool_with_indices_into try_max_pool_with_indices_into: [K, M, V, E: StorageMut, I, F: StorageMut](
        &self, size: K, window: M, values: &mut Tensor<T, V, E>, indices: &mut Tensor<usize, I, F>
    )
    where [S: Pool<K, M>, T: PartialOrd, V: Shape + NoneBroadcast<Pooled<S, K, M>>, I: Shape + NoneBroadcast<Pooled<S, K, M>>] => {
        let (shape, moves) = self.shape().slides_over(&size, &window)?;
        values.shape().none_broadcast(&shape)?;
        indices.shape().none_broadcast(&shape)?;
        kernel::pooled(values, &self.aligned(), &moves, reducers::extreme_once::<T, true>);
        self.indices_of_greatest(indices, &moves);
        Ok(())
    };

    /// Takes the largest element of each of as many windows as the result has elements.
    ///
    /// It is PyTorch's `adaptive_max_pool1d` to `adaptive_max_pool3d`. `size` has the sizes of the last one to three
    /// axes of the result. Window `j` of `k` along an axis of size `i` covers the elements from `j * i / k`, rounded
    /// down, up to `(j + 1) * i / k`, rounded up. NaN counts as the largest.
    ///
    /// ```
    /// use conformable::{Dim, Shape, Size, Tensor, shape};
    ///
    /// fn head<N: Dim>(
    ///     x: &Tensor<f32, (N, Size<64>, Size<30>, Size<40>)>,
    /// ) -> Tensor<f32, (N, Size<64>, Size<7>, Size<7>)> {
    ///     x.adaptive_max_pool(shape![7, 7])
    /// }
    ///
    /// assert_eq!(Tensor::from([1, 5, 2, 4, 3]).adaptive_max_pool(shape![2]), Tensor::from([5, 4]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, shape};
    ///
    /// Tensor::from([1, 5, 2]).adaptive_max_pool(shape![1, 1]); // there are more sizes than axes
    /// ```
    ///
    /// # Panics
    ///
    /// If a pooled axis is empty and the result is not, an `AnyShape` has fewer axes, or the result cannot be
    /// allocated.
    adaptive_max_pool try_adaptive_max_pool,
    adaptive_max_pool_into try_adaptive_max_pool_into: [K](&self, size: K) -> Tensor<T, Resized<S, K>, D::Owner>
    where [S: Resize<K>, K: Shape, T: PartialOrd]
    |to| {
        let to = to.prepare(self.shape().resize_by("pool", &size)?)?;
        Ok(kernel::pooled_adaptively(to, &self.aligned(), size.rank(), reducers::extreme_once::<T, true>))
    };

    /// Takes the means of the windows of [`adaptive_max_pool`](Self::adaptive_max_pool).
    ///
    /// It is PyTorch's `adaptive_avg_pool1d` to `adaptive_avg_pool3d`. The sizes 1 make the global pool.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from([[1.0, 5.0, 3.0, 4.0, 2.0]]);
    /// assert_eq!(x.adaptive_avg_pool(shape![2]), Tensor::from([[3.0, 3.0]]));
    /// assert_eq!(x.adaptive_avg_pool(shape![1]), Tensor::from([[3.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`adaptive_max_pool`](Self::adaptive_max_pool) would panic.
    #[doc(alias("global_avg_pool", "GlobalAveragePool"))]
    adaptive_avg_pool try_adaptive_avg_pool,
    adaptive_avg_pool_into try_adaptive_avg_pool_into: [K](&self, size: K) -> Tensor<T, Resized<S, K>, D::Owner>
    where [S: Resize<K>, K: Shape, T: Inexact]
    |to| {
        let to = to.prepare(self.shape().resize_by("pool", &size)?)?;
        Ok(kernel::pooled_adaptively(to, &self.aligned(), size.rank(), reducers::mean_once::<T>))
    };
}

impl<T: Copy + PartialOrd, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The indices of the largest elements: of equal ones the first, and of NaNs the last.
    fn indices_of_greatest<To: Destination<usize>>(&self, to: To, moves: &Moves) -> To::Written {
        kernel::pooled_indices(to, &self.aligned(), moves, |x, best| reducers::is_beyond::<T, true>(&x, &best))
    }
}
