//! Approximate equality by the crate `approx`.

use super::base::Tensor;
use crate::shape::{NoneBroadcast, Shape};
use crate::storage::Storage;
use approx::{AbsDiffEq, RelativeEq, UlpsEq};

/// Whether the sizes are equal, and all elements by `equal`.
fn equal<T, U, S: Shape, R: Shape, D: Storage, E: Storage>(
    lhs: &Tensor<T, S, D>,
    rhs: &Tensor<U, R, E>,
    equal: impl Fn(&T, &U) -> bool,
) -> bool {
    lhs.shape().sizes().as_ref() == rhs.shape().sizes().as_ref()
        && lhs.iter().zip(rhs).all(|(lhs, rhs)| equal(lhs, rhs))
}

/// Approximate elementwise equality of tensors with equal sizes.
///
/// Typed shapes that differ do not compile.
///
/// ```
/// use approx::{assert_abs_diff_eq, assert_relative_eq};
/// use conformable::Tensor;
///
/// let x = Tensor::from([0.1, 0.2]) + Tensor::from([0.2, 0.1]);
/// assert_relative_eq!(x, Tensor::from([0.3, 0.3]));
/// assert_abs_diff_eq!(x, Tensor::inline([0.3, 0.301]), epsilon = 0.01);
/// ```
///
/// ```compile_fail,E0277
/// use approx::assert_relative_eq;
/// use conformable::Tensor;
///
/// assert_relative_eq!(Tensor::from([0.1, 0.2]), Tensor::from([0.1])); // the shapes must be equal
/// ```
impl<T: AbsDiffEq<U, Epsilon: Clone>, U, S: Shape + NoneBroadcast<R>, R: Shape, D: Storage, E: Storage>
    AbsDiffEq<Tensor<U, R, E>> for Tensor<T, S, D>
{
    type Epsilon = T::Epsilon;

    fn default_epsilon() -> T::Epsilon {
        T::default_epsilon()
    }

    fn abs_diff_eq(&self, other: &Tensor<U, R, E>, epsilon: T::Epsilon) -> bool {
        equal(self, other, |lhs, rhs| lhs.abs_diff_eq(rhs, epsilon.clone()))
    }
}

impl<T: RelativeEq<U, Epsilon: Clone>, U, S: Shape + NoneBroadcast<R>, R: Shape, D: Storage, E: Storage>
    RelativeEq<Tensor<U, R, E>> for Tensor<T, S, D>
{
    fn default_max_relative() -> T::Epsilon {
        T::default_max_relative()
    }

    fn relative_eq(&self, other: &Tensor<U, R, E>, epsilon: T::Epsilon, max_relative: T::Epsilon) -> bool {
        equal(self, other, |lhs, rhs| lhs.relative_eq(rhs, epsilon.clone(), max_relative.clone()))
    }
}

impl<T: UlpsEq<U, Epsilon: Clone>, U, S: Shape + NoneBroadcast<R>, R: Shape, D: Storage, E: Storage>
    UlpsEq<Tensor<U, R, E>> for Tensor<T, S, D>
{
    fn default_max_ulps() -> u32 {
        T::default_max_ulps()
    }

    fn ulps_eq(&self, other: &Tensor<U, R, E>, epsilon: T::Epsilon, max_ulps: u32) -> bool {
        equal(self, other, |lhs, rhs| lhs.ulps_eq(rhs, epsilon.clone(), max_ulps))
    }
}
