//! Views of all that a window sees.

#![allow(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "how a window moves is a value; results are what they are"
)]

use super::base::{Tensor, expect};
use crate::forms::forms;
use crate::shape::{IntoDim, Shape, ShapeError};
use crate::storage::{Storage, View, count};
use crate::windows::{Slid, SlidingWindows};

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// A view of all that a window sees as it moves along an axis: its places stand at the axis, and what it sees from
    /// each is a further, last axis. NumPy's `sliding_window_view`, with steps and elements that are apart, and what
    /// windowed operations of your own are made of.
    ///
    /// No element is copied, and most are seen more than once. [`axis_windows`](Self::axis_windows) iterates over the windows of
    /// an axis one by one.
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
    /// If an `AnyShape` has no such axis, or sizes that only run time tells do not let the window move along it.
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
        // whoever implements the trait may answer anything
        let seen = (shape.rank() == rank + 1).then(|| self.walked(shape.clone(), walk)).flatten();
        seen.ok_or_else(|| {
            let why = "a window is out of bounds";
            ShapeError::cannot("slide windows over", self.shape().partial(), why).second("as", shape.partial())
        })
    };
}
