//! Views of sliding windows.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "windows are values; result types are long")]

use super::base::{Tensor, expect};
use crate::axes::{AxisNumbers, Counts};
use crate::forms::forms;
use crate::shape::{IntoDim, Shape, ShapeError, Size};
use crate::storage::{Storage, View, count};
use crate::windows::{Number, Slid, SlidAlong, SlidIn, Slide, SlidingWindows, Window, seen_along};

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Views the windows that slide along an axis: NumPy's `sliding_window_view`, with stride and dilation.
    ///
    /// The positions of the window replace the axis, and its elements are a new last axis. Use it for windowed
    /// operations of your own. Elements are not copied; most belong to several windows.
    /// [`axis_windows`](Self::axis_windows) iterates over the windows of an axis.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Axis, Dim, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([1.0, 4.0, 9.0, 16.0]);
    /// let seen = x.sliding_windows(Axis::<0>, Size::<2>, Window::new());
    /// assert_eq!(seen, Tensor::from([[1.0, 4.0], [4.0, 9.0], [9.0, 16.0]]));
    /// let medians: Tensor<f64, Shape![3]> = seen.mean(Axis::<-1>);
    /// let pairs = x.sliding_windows(Axis::<0>, Size::<2>, Window::new().stride(Size::<2>));
    /// assert_eq!(pairs, Tensor::from([[1.0, 4.0], [9.0, 16.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::windows::Window;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([1, 4]).sliding_windows(Axis::<0>, Size::<3>, Window::new()); // a window of `Size<3>` does not fit
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or the window does not fit run-time sizes.
    sliding_windows try_sliding_windows: [X, K: IntoDim, M](
        &self, axis: X, length: K, window: M
    ) -> Tensor<T, Slid<S, X, K::Dim, M>, View<'_, D::Owner>>
    where [S: SlidingWindows<X, K::Dim, M>] => {
        let (shape, axis, steps) = self.shape().seen(axis, length.into_dim(), &window)?;
        count::<(), _>(&shape)?;
        let rank = self.rank();
        let walk = |at: usize| match at {
            _ if at == axis => Some((axis, steps.stride)),
            _ if at == rank => Some((axis, steps.dilation)),
            _ => Some((at, 1)),
        };
        // other implementations of the trait may return any shape
        let seen = (shape.rank() == rank + 1).then(|| self.walked(shape.clone(), walk)).flatten();
        seen.ok_or_else(|| {
            let why = "a window is out of bounds";
            ShapeError::cannot("slide windows over", self.shape().partial(), why).second("as", shape.partial())
        })
    };
    /// Views the windows that slide along several axes, as [`sliding_windows`](Self::sliding_windows).
    ///
    /// The positions of the windows replace these axes, and their elements are new last axes, in the order of `axes`.
    /// The lengths are a tuple, or one length for all axes. Run-time axes and lengths are arrays or slices. Stride and
    /// dilation apply to all axes.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Axis, Shape, Size, Tensor, View, shape};
    ///
    /// let x = Tensor::arange(shape![4, 5]);
    /// let axes = (Axis::<0>, Axis::<1>);
    /// let seen: Tensor<i32, Shape![3, 3, 2, 3], View<'_>> =
    ///     x.sliding_windows_axes(axes, (Size::<2>, Size::<3>), Window::new());
    /// assert_eq!(seen[[1, 2, 1, 0]], x[[2, 2]]);
    /// assert_eq!(x.erase().sliding_windows_axes([0, 1], 2, Window::new()).sizes()[..], [3, 4, 2, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::windows::Window;
    /// use conformable::{Axis, Size, Tensor, shape};
    ///
    /// let x = Tensor::<i32, _>::arange(shape![4, 5]);
    /// x.sliding_windows_axes((Axis::<0>, Axis::<1>), Size::<5>, Window::new()); // a window of `Size<5>` does not fit
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, an axis is given twice, slices do not have one length for each axis, or the
    /// windows do not fit run-time sizes.
    sliding_windows_axes try_sliding_windows_axes: [X: AxisNumbers, K: Counts, St: Number, Dil: Number](
        &self, axes: X, lengths: K, window: Window<St, Size<0>, Dil>
    ) -> Tensor<T, SlidAlong<S, X, K, St, Dil>, View<'_, D::Owner>>
    where [X::Form: SlidIn<S, K::Form, Slide<St, Size<0>, Dil>>] => {
        let (shape, order) =
            seen_along::<_, SlidAlong<S, X, K, St, Dil>, _, _>(self.shape(), (&axes, &lengths), &window)?;
        count::<(), _>(&shape)?;
        let (rank, stride, dilation) = (self.rank(), window.stride.or(1), window.dilation.or(1));
        let order = &order.as_ref()[..shape.rank() - rank];
        let walk = |at: usize| match at.checked_sub(rank) {
            Some(further) => Some((order[further], dilation)),
            None => Some((at, if order.contains(&at) { stride } else { 1 })),
        };
        self.walked(shape.clone(), walk).ok_or_else(|| ShapeError::overflowing("slide windows over", self.shape().partial()))
    };
}
