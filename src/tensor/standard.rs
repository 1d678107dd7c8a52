//! Traits of the standard library, for every storage that supports them.

use super::base::{Tensor, expect};
use crate::kernel::{self, Binary, InPlace, Pure};
use crate::shape::{Axes, Nil, Shape, StaticShape};
use crate::storage::{Dense, Owner, Room, Storage, StorageMut};
use core::iter::Sum;
use core::ops::Add;
use num_traits::Zero;

/// A tensor of default elements.
///
/// The shape must be static, since a default run-time size would not conform with others.
///
/// ```
/// use conformable::{Shape, Tensor};
///
/// #[derive(Default)]
/// struct Layer {
///     weights: Tensor<f32, Shape![2, 3]>,
/// }
///
/// assert_eq!(Layer::default().weights, Tensor::from([[0.0; 3]; 2]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor};
///
/// let x: Tensor<f32, Shape![_, 3]> = Default::default(); // not every size is known at compile time
/// ```
///
/// # Panics
///
/// If the result cannot be allocated.
impl<T: Default, S: StaticShape, D: Owner> Default for Tensor<T, S, D> {
    #[track_caller]
    fn default() -> Self {
        filled(T::default)
    }
}

#[track_caller]
fn filled<T, S: StaticShape, D: Owner>(element: impl Fn() -> T) -> Tensor<T, S, D> {
    let room = expect(Room::<T, S, D>::new(S::SHAPE));
    kernel::map(room, &Nil, |()| element())
}

/// The sum of tensors of one static shape; zeros for an empty iterator.
///
/// For run-time sizes use [`Iterator::reduce`], which returns `None` for an empty iterator.
///
/// ```
/// use conformable::{Shape, Tensor};
///
/// let rows = [Tensor::from([1, 2]), Tensor::from([10, 20])];
/// let sum: Tensor<i32, Shape![2]> = rows.iter().sum();
/// assert_eq!(sum, Tensor::from([11, 22]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor};
///
/// let rows = [Tensor::from([1, 2]), Tensor::from([10, 20])];
/// let sum: Tensor<i32, Shape![3]> = rows.iter().sum();
/// ```
///
/// # Panics
///
/// If the result cannot be allocated.
impl<'a, T: Zero + Copy + 'a, S: StaticShape + 'a, D: Owner, E: Storage + 'a> Sum<&'a Tensor<T, S, E>>
    for Tensor<T, S, D>
{
    fn sum<I: Iterator<Item = &'a Tensor<T, S, E>>>(tensors: I) -> Self {
        let mut sum = filled(T::zero);
        tensors.for_each(|tensor| accumulate(&mut sum, tensor));
        sum
    }
}

/// The sum of tensors of one static shape; zeros for an empty iterator.
///
/// # Panics
///
/// If the result cannot be allocated.
impl<T: Zero + Copy, S: StaticShape, D: Owner, E: Storage> Sum<Tensor<T, S, E>> for Tensor<T, S, D> {
    fn sum<I: Iterator<Item = Tensor<T, S, E>>>(tensors: I) -> Self {
        let mut sum = filled(T::zero);
        tensors.for_each(|tensor| accumulate(&mut sum, &tensor));
        sum
    }
}

fn accumulate<T: Add<Output = T> + Copy, S: Shape, D: Owner, E: Storage>(
    sum: &mut Tensor<T, S, D>,
    tensor: &Tensor<T, S, E>,
) {
    let operands = Axes { last: tensor.aligned(), outer: Nil };
    kernel::update(sum, &operands, Pure(InPlace(Binary(T::add))));
}

/// Returns the elements, in row-major order: [`as_slice`](Tensor::as_slice).
impl<T, S: Shape, D: Dense> AsRef<[T]> for Tensor<T, S, D> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

/// Returns the elements, in row-major order: [`as_mut_slice`](Tensor::as_mut_slice).
impl<T, S: Shape, D: Dense + StorageMut> AsMut<[T]> for Tensor<T, S, D> {
    fn as_mut(&mut self) -> &mut [T] {
        self.as_mut_slice()
    }
}
