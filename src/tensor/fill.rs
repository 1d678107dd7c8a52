//! Tensors of evenly spaced numbers, and the identity.

use super::base::{Tensor, expect};
use crate::forms::forms;
use crate::kernel;
#[cfg(feature = "alloc")]
use crate::shape::Dim;
use crate::shape::{Shape, ShapeError, StaticDim, StaticShape};
use crate::storage::{Inline, Owner, Room, count};
use num_traits::float::FloatCore;
use num_traits::{FromPrimitive, One, Zero};

impl<T: Zero + One, N: StaticDim> Tensor<T, (N, N), Inline> {
    /// Creates an inline identity matrix.
    ///
    /// ```
    /// use conformable::{Inline, Shape, Size, Tensor};
    ///
    /// let identity: Tensor<i32, Shape![2, 2], Inline> = Tensor::inline_eye(Size::<2>);
    /// assert_eq!(identity.into_array(), [[1, 0], [0, 1]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Dyn, Tensor};
    ///
    /// Tensor::<f32, _, _>::inline_eye(Dyn::new(2)); // the size of `Dyn` is not known at compile time
    /// ```
    #[must_use]
    pub fn inline_eye(size: N) -> Self {
        let room = expect(Room::<T, _, Inline>::new((size, size)));
        kernel::from_fn(room, |[row, column]| if row == column { T::one() } else { T::zero() })
    }
}

forms! {
    impl[T, S: StaticShape] Tensor<T, S, Inline>;

    /// Creates an inline tensor of the numbers from 0 on, in row-major order.
    ///
    /// ```
    /// use conformable::{Inline, Shape, Tensor, shape};
    ///
    /// let x: Tensor<i32, Shape![2, 3], Inline> = Tensor::inline_arange(shape![2, 3]);
    /// assert_eq!(x.into_array(), [[0, 1, 2], [3, 4, 5]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If `T` has fewer numbers than the tensor has elements.
    #[must_use]
    inline_arange try_inline_arange: (shape: S) -> Self where [T: FromPrimitive] => counted(shape);
}

impl<T, S: StaticShape> Tensor<T, S, Inline> {
    /// Creates an inline tensor of evenly spaced numbers from `first` to `last`, in row-major order.
    ///
    /// A single element is `first`.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// assert_eq!(Tensor::inline_linspace(shape![3], 0.0, 1.0).into_array(), [0.0, 0.5, 1.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If elements have size 0 and there are more than `isize::MAX`.
    #[must_use]
    #[track_caller]
    pub fn inline_linspace(shape: S, first: T, last: T) -> Self
    where
        T: FloatCore,
    {
        expect(spaced(shape, first, last))
    }
}

#[cfg(feature = "alloc")]
forms! {
    impl[T: Zero + One + Clone, N: Dim] Tensor<T, (N, N)>;

    /// Creates the identity matrix: ones on the diagonal, and zeros elsewhere.
    ///
    /// ```
    /// use conformable::{Shape, Size, Tensor};
    ///
    /// let identity: Tensor<f32, Shape![2, 2]> = Tensor::eye(Size::<2>);
    /// assert_eq!(identity, Tensor::from([[1.0, 0.0], [0.0, 1.0]]));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use conformable::{Shape, Size, Tensor};
    ///
    /// let x: Tensor<i32, Shape![2, 3]> = Tensor::eye(Size::<2>); // expected `3`, found `2`
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    #[doc(alias = "identity")]
    eye try_eye: (size: N) -> Self => {
        let mut eye = Self::try_full((size, size), T::zero())?;
        // one column further in each row
        eye.as_mut_slice().iter_mut().step_by(size.size().saturating_add(1)).for_each(|element| *element = T::one());
        Ok(eye)
    };
}

#[cfg(feature = "alloc")]
forms! {
    impl[T, S: Shape] Tensor<T, S>;

    /// Creates a tensor of the numbers from 0 on, in row-major order.
    ///
    /// ```
    /// use conformable::{Dim, Shape, Tensor, shape};
    ///
    /// fn positions<M: Dim>(length: M) -> Tensor<f32, (M,)> {
    ///     Tensor::arange((length,))
    /// }
    ///
    /// assert_eq!(positions(conformable::Size::<3>), Tensor::from([0.0, 1.0, 2.0]));
    /// let x: Tensor<i32, Shape![2, 3]> = Tensor::arange(shape![2, 3]);
    /// assert_eq!(x, Tensor::from([[0, 1, 2], [3, 4, 5]]));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use conformable::{Shape, Tensor, shape};
    ///
    /// let x: Tensor<i32, Shape![2]> = Tensor::arange(shape![3]); // expected `2`, found `3`
    /// ```
    ///
    /// # Panics
    ///
    /// If `T` has fewer numbers than the tensor has elements, or the result cannot be allocated.
    #[doc(alias = "iota")]
    arange try_arange: (shape: S) -> Self where [T: FromPrimitive] => counted(shape);

    /// Creates a tensor of evenly spaced numbers from `first` to `last`, in row-major order.
    ///
    /// A single element is `first`.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// assert_eq!(Tensor::linspace(shape![5], 0.0, 1.0), Tensor::from([0.0, 0.25, 0.5, 0.75, 1.0]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, shape};
    ///
    /// Tensor::linspace(shape![5], 0, 1); // integers are not evenly spaced
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    linspace try_linspace: (shape: S, first: T, last: T) -> Self where [T: FloatCore] => spaced(shape, first, last);
}

/// The numbers from 0 on.
fn counted<T: FromPrimitive, S: Shape, Place: Owner>(shape: S) -> Result<Tensor<T, S, Place>, ShapeError> {
    let numel = count::<T, S>(&shape)?;
    if numel > 0 && T::from_usize(numel - 1).is_none() {
        let why = "the element type has too few numbers";
        return Err(ShapeError::cannot("count the elements of", shape.partial(), why));
    }
    numbered(shape, |number| T::from_usize(number).unwrap_or_else(|| unreachable!("it is below the last one")))
}

/// Evenly spaced numbers.
fn spaced<T: FloatCore, S: Shape, Place: Owner>(
    shape: S,
    first: T,
    last: T,
) -> Result<Tensor<T, S, Place>, ShapeError> {
    let steps = count::<T, S>(&shape)?.saturating_sub(1);
    let number = |number: usize| T::from(number).unwrap_or_else(T::infinity);
    let step = (last - first) / number(steps.max(1));
    numbered(shape, |i| if i > 0 && i == steps { last } else { first + number(i) * step })
}

/// Computes each element from its position in row-major order.
fn numbered<T, S: Shape, Place: Owner>(shape: S, f: impl Fn(usize) -> T) -> Result<Tensor<T, S, Place>, ShapeError> {
    let mut numbers = 0..;
    let room = Room::<T, S, Place>::new(shape)?;
    Ok(kernel::from_fn(room, |_| f(numbers.next().unwrap_or(usize::MAX))))
}
