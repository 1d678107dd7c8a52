//! Tensors on the heap: how they are made, and what they become.

use super::base::{Tensor, expect};
use super::nested::NestedArray;
use crate::layout::advance;
use crate::shape::{Nil, Refused, Shape, ShapeError};
use crate::storage::{Heap, Room, count, out_of_memory};
use alloc::vec;
use alloc::vec::Vec;
use core::hint::black_box;
use num_traits::{One, Zero};

impl<T, S: Shape> Tensor<T, S> {
    /// A tensor of that shape with those elements, in row-major order.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from_vec(shape![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    /// assert_eq!(x[[1, 0]], 4);
    ///
    /// let refused = Tensor::from_vec(shape![2, 3], vec![1, 2, 3, 4]).unwrap_err();
    /// assert_eq!(refused.to_string(), "4 elements do not fill the shape (2, 3)");
    /// assert_eq!(refused.into_value(), [1, 2, 3, 4]);
    /// ```
    ///
    /// # Errors
    ///
    /// If the number of elements is not the shape's. The error holds them.
    pub fn from_vec(shape: S, data: Vec<T>) -> Result<Self, Refused<Vec<T>>> {
        let numel = match shape.numel() {
            Ok(numel) => numel,
            Err(error) => return Err(Refused::new(error, data)),
        };
        if numel != data.len() {
            let error = ShapeError::length(data.len(), shape.partial());
            return Err(Refused::new(error, data));
        }
        Ok(Self { data, shape })
    }

    /// A tensor of that shape whose elements are computed from their index, in row-major order.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from_fn(shape![2, 3], |[i, j]| 10 * i + j);
    /// assert_eq!(x, Tensor::from([[0, 1, 2], [10, 11, 12]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no memory for that many elements; [`try_from_fn`](Self::try_from_fn) does not.
    #[track_caller]
    pub fn from_fn(shape: S, f: impl FnMut(S::Sizes) -> T) -> Self {
        expect(Self::try_from_fn(shape, f))
    }

    /// [`from_fn`](Self::from_fn), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If there is no memory for that many elements.
    pub fn try_from_fn(shape: S, mut f: impl FnMut(S::Sizes) -> T) -> Result<Self, ShapeError> {
        let (shape, numel, mut data) = Room::<T, S, Heap>::new(shape)?.into_parts();
        let sizes = shape.sizes();
        let mut index = sizes.clone();
        index.as_mut().fill(0);
        for _ in 0..numel {
            data.push(f(index.clone()));
            advance(index.as_mut(), sizes.as_ref());
        }
        Ok(Self { data, shape })
    }

    /// A tensor of that shape, every element the same.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// assert_eq!(Tensor::full(shape![2, 2], 7), Tensor::from([[7, 7], [7, 7]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no memory for that many elements; [`try_full`](Self::try_full) does not.
    #[track_caller]
    pub fn full(shape: S, element: T) -> Self
    where
        T: Clone,
    {
        expect(Self::try_full(shape, element))
    }

    /// [`full`](Self::full), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If there is no memory for that many elements.
    pub fn try_full(shape: S, element: T) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        let numel = count::<T, S>(&shape)?;
        match repeat(element, numel) {
            Some(data) => Ok(Self { data, shape }),
            None => Err(out_of_memory::<T, S>(&shape)),
        }
    }

    /// A tensor of that shape, every element 0.
    ///
    /// # Panics
    ///
    /// If there is no memory for that many elements.
    #[track_caller]
    pub fn zeros(shape: S) -> Self
    where
        T: Zero + Clone,
    {
        Self::full(shape, T::zero())
    }

    /// A tensor of that shape, every element 1.
    ///
    /// # Panics
    ///
    /// If there is no memory for that many elements.
    #[track_caller]
    pub fn ones(shape: S) -> Self
    where
        T: One + Clone,
    {
        Self::full(shape, T::one())
    }

    /// The elements, in row-major order.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.data
    }
}

/// From this many bytes on, fresh memory may be zero already, and `vec!` does not write zeros to it.
const FRESH: usize = 1 << 16;

/// As many elements; `None` where there is no memory for them.
fn repeat<T: Clone>(element: T, numel: usize) -> Option<Vec<T>> {
    let mut data = Vec::new();
    if numel.saturating_mul(size_of::<T>()) < FRESH && size_of::<T>() > 0 {
        data.try_reserve_exact(numel).ok()?;
        data.resize(numel, element);
        return Some(data);
    }
    // `vec!` ends the program where there is no memory, so a block is taken before, and given back
    data.try_reserve_exact(numel).ok()?;
    drop(black_box(data));
    Some(vec![element; numel])
}

impl<T> Tensor<T, ()> {
    /// A tensor of rank 0.
    #[must_use]
    pub fn scalar(element: T) -> Self {
        Self { data: vec![element], shape: () }
    }
}

/// From nested arrays, whose lengths are the shape. They pass through the stack; large tensors are
/// better made by [`from_vec`](Tensor::from_vec) or [`from_fn`](Tensor::from_fn).
impl<A, const N: usize> From<[A; N]> for Tensor<Elem<[A; N]>, ShapeOf<[A; N]>>
where
    [A; N]: NestedArray,
{
    fn from(array: [A; N]) -> Self {
        let shape = <[A; N] as NestedArray>::shape(Nil);
        let (shape, _, mut data) = expect(Room::<Elem<[A; N]>, _, Heap>::new(shape)).into_parts();
        array.flatten(&mut |element| data.push(element));
        // anyone can implement `NestedArray`
        assert!(shape.numel().is_ok_and(|numel| numel == data.len()), "as many elements as the shape has");
        Self { data, shape }
    }
}

type Elem<A> = <A as NestedArray>::Elem;
type ShapeOf<A> = <A as NestedArray>::Shape;

impl<T, S: Shape> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.data.into_iter()
    }
}
