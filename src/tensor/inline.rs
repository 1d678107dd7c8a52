//! Inline tensors: constructors and conversions.

use super::base::{Tensor, expect};
use super::nested::NestedArray;
use crate::kernel;
use crate::shape::{CappedShape, Nil, Shape, StaticShape};
use crate::storage::{Inline, Numel, Room, StaticNumel, Storage, into_generic};
use generic_array::GenericArray;

impl<T, S: StaticShape> Tensor<T, S, Inline> {
    /// Creates an inline tensor from nested arrays.
    ///
    /// They pass through the stack. Above some KiB, use [`from_vec`](Tensor::from_vec) or [`from_fn`](Tensor::from_fn).
    ///
    /// ```
    /// use conformable::{Inline, Shape, Tensor};
    ///
    /// let x: Tensor<i32, Shape![2, 2], Inline> = Tensor::inline([[1, 2], [3, 4]]);
    /// assert_eq!(x + x, Tensor::inline([[2, 4], [6, 8]]));
    ///
    /// const IDENTITY: Tensor<f32, Shape![2, 2], Inline> = Tensor::inline([[1.0, 0.0], [0.0, 1.0]]);
    /// static WEIGHTS: Tensor<f32, Shape![2], Inline> = Tensor::inline([0.5, 0.25]);
    /// assert_eq!(IDENTITY * &WEIGHTS, Tensor::inline([[0.5, 0.0], [0.0, 0.25]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// Tensor::inline([1, 2]) + Tensor::inline([1, 2, 3]); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// More than `isize::MAX` elements, which must have size 0, do not compile:
    ///
    /// ```compile_fail,E0080
    /// use conformable::{Scalar, Tensor};
    ///
    /// #[derive(Clone, Copy)]
    /// struct Nothing;
    /// impl Scalar for Nothing {}
    ///
    /// Tensor::inline([[[[[[[Nothing; 1024]; 1024]; 1024]; 1024]; 1024]; 1024]; 1024]); // 2^70
    /// ```
    pub const fn inline<A>(array: A) -> Self
    where
        A: NestedArray<Elem = T, Shape = S>,
        S: Shape<Array<T> = A>,
    {
        Self::of_arrays(array)
    }
}

impl<T, S: CappedShape> Tensor<T, S, Inline> {
    /// Creates an inline tensor whose elements are computed from their indices, in row-major order.
    ///
    /// The elements are on the stack: a tensor that overflows it aborts the process.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::inline_from_fn(shape![2, 3], |[i, j]| 10 * i + j);
    /// assert_eq!(x.into_array(), [[0, 1, 2], [10, 11, 12]]);
    /// ```
    ///
    /// A size with bounds takes the memory of the upper bound, and no allocator:
    ///
    /// ```
    /// use conformable::{Shape, Tensor, shape};
    ///
    /// let rows = <Shape![1..=8, 3]>::from_sizes(&[2, 3])?;
    /// let x = Tensor::inline_from_fn(rows, |[i, j]| 10 * i + j);
    /// assert_eq!((&x + &x).as_slice(), [0, 2, 4, 20, 22, 24]);
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If elements have size 0 and there are more than `isize::MAX`.
    #[must_use]
    pub fn inline_from_fn(shape: S, f: impl FnMut(S::Sizes) -> T) -> Self {
        kernel::from_fn(expect(Room::<T, S, Inline>::new(shape)), f)
    }

    /// Creates an inline tensor filled with one element.
    ///
    /// The elements are on the stack: a tensor that overflows it aborts the process.
    ///
    /// # Panics
    ///
    /// If elements have size 0 and there are more than `isize::MAX`.
    #[must_use]
    pub fn inline_full(shape: S, element: T) -> Self
    where
        T: Clone,
    {
        let room = expect(Room::<T, S, Inline>::new(shape));
        kernel::map(room, &Nil, |()| element.clone())
    }
}

impl<T, S: Shape> Tensor<T, S, Inline> {
    /// Returns the elements as nested arrays: `[[T; 3]; 2]` for `(Size<2>, Size<3>)`.
    #[must_use]
    pub fn into_array(self) -> S::Array<T>
    where
        S: StaticShape,
    {
        self.into_data()
    }
}

impl<T, S: StaticNumel> Tensor<T, S, Inline> {
    /// Creates an inline tensor from an array of the crate `generic-array`, in row-major order.
    ///
    /// The elements pass through the stack. More than `isize::MAX` elements, which must have size 0, do not compile.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    /// use generic_array::arr;
    ///
    /// let x = Tensor::<_, Shape![2, 2], _>::from_generic_array(arr![1, 2, 3, 4]);
    /// assert_eq!(x, Tensor::from([[1, 2], [3, 4]]));
    /// assert_eq!(x.into_generic_array(), arr![1, 2, 3, 4]);
    /// ```
    #[must_use]
    pub fn from_generic_array(array: GenericArray<T, Numel<S>>) -> Self {
        Self::of_generic(array)
    }

    /// Returns the elements as an array of the crate `generic-array`, in row-major order.
    #[must_use]
    pub fn into_generic_array(self) -> GenericArray<T, Numel<S>> {
        into_generic::<T, S>(self.into_data())
    }
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Copies the elements to an inline tensor.
    ///
    /// They are on the stack then: a tensor that overflows it aborts the process.
    ///
    /// # Panics
    ///
    /// If elements have size 0 and there are more than `isize::MAX`.
    #[must_use]
    pub fn to_inline(&self) -> Tensor<T, S, Inline>
    where
        S: CappedShape,
    {
        expect(self.copy_in())
    }
}
