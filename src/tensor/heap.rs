//! Tensors on the heap: constructors and conversions.

use super::base::{Tensor, expect};
use super::nested::{ArrayOf, NestedArray, Scalar};
use crate::forms::forms;
use crate::kernel;
use crate::shape::{Dyn, Nil, Refused, Shape, ShapeError};
use crate::storage::{Heap, OwnsVec, Room, Storage, count, out_of_memory};
use alloc::vec;
use alloc::vec::Vec;
use core::hint::black_box;
use core::iter::repeat_n;
use num_traits::{One, Zero};

impl<T, S: Shape> Tensor<T, S> {
    /// Creates a tensor from a shape and its elements, in row-major order.
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
    /// If the number of elements differs from the shape's. The error holds the elements.
    pub fn from_vec(shape: S, data: Vec<T>) -> Result<Self, Refused<Vec<T>>> {
        Self::of_vec(shape, data)
    }
}

forms! {
    impl[T, S: Shape] Tensor<T, S>;

    /// Creates a tensor whose elements are computed from their indices, in row-major order.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from_fn(shape![2, 3], |[i, j]| 10 * i + j);
    /// assert_eq!(x, Tensor::from([[0, 1, 2], [10, 11, 12]]));
    /// ```
    ///
    /// The function may also ignore the index, as for random numbers of the crates `rand` and `rand_chacha`:
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    /// use rand::{Rng, SeedableRng};
    ///
    /// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    /// let x = Tensor::from_fn(shape![2, 3], |_| rng.random_range(0.0..1.0));
    /// assert!(x.iter().all(|x| (0.0..1.0).contains(x)));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    from_fn try_from_fn: (shape: S, f: impl FnMut(S::Sizes) -> T) -> Self => {
        Ok(kernel::from_fn(Room::<T, S, Heap>::new(shape)?, f))
    };

    /// Creates a tensor filled with one element.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// assert_eq!(Tensor::full(shape![2, 2], 7), Tensor::from([[7, 7], [7, 7]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    full try_full: (shape: S, element: T) -> Self where [T: Clone] => filled(shape, element);

    /// Creates a tensor filled with 0.
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    zeros try_zeros: (shape: S) -> Self where [T: Zero + Clone] => filled(shape, T::zero());

    /// Creates a tensor filled with 1.
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    ones try_ones: (shape: S) -> Self where [T: One + Clone] => filled(shape, T::one());
}

/// Copies of an element: inlined, so that zeros are a `memset`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the callers know the element")]
fn filled<T: Clone, S: Shape>(shape: S, element: T) -> Result<Tensor<T, S>, ShapeError> {
    let numel = count::<T, S>(&shape)?;
    if numel.saturating_mul(size_of::<T>()) < FRESH && size_of::<T>() > 0 {
        let (shape, numel, mut data) = Room::<T, S, Heap>::new(shape)?.into_parts();
        data.extend(repeat_n(element, numel));
        return Tensor::of_vec(shape, data).map_err(ShapeError::from);
    }
    match repeat(element, numel) {
        Some(data) => Tensor::of_vec(shape, data).map_err(ShapeError::from),
        None => Err(out_of_memory::<T, S>(&shape)),
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Returns the `Vec` of the elements, in row-major order, of a tensor on the heap.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([[1, 2], [3, 4]]).into_vec(), [1, 2, 3, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// Tensor::from([1, 2]).view().into_vec(); // `to_vec` copies the elements of a view
    /// ```
    #[must_use]
    pub fn into_vec(self) -> Vec<T>
    where
        D: OwnsVec,
    {
        D::into_vec::<T, S>(self.into_data())
    }

    /// Copies the elements into a `Vec`, in row-major order, from any storage.
    ///
    /// # Panics
    ///
    /// If the `Vec` cannot be allocated.
    #[must_use]
    #[track_caller]
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Copy,
    {
        self.to_heap().into_vec()
    }
}

/// From this many bytes on, fresh memory may already be zero, and `vec!` does not write zeros to it.
const FRESH: usize = 1 << 16;

/// Clones an element `numel` times, or returns `None` if they cannot be allocated.
fn repeat<T: Clone>(element: T, numel: usize) -> Option<Vec<T>> {
    let mut data = Vec::<T>::new();
    // `vec!` aborts the process if memory cannot be allocated, so a block is allocated and freed first
    data.try_reserve_exact(numel).ok()?;
    if size_of::<T>() > 0 {
        drop(black_box(data));
        return Some(vec![element; numel]);
    }
    // there may be a huge number of elements of size 0: `Vec` copies a slice of a `Copy` type at once
    data.extend((numel > 0).then_some(element));
    while data.len() < numel {
        data.extend_from_within(..data.len().min(numel - data.len()));
    }
    Some(data)
}

impl<T> Tensor<T, ()> {
    /// Creates a tensor of rank 0.
    #[must_use]
    pub fn scalar(element: T) -> Self {
        expect(Self::of_vec((), vec![element]).map_err(ShapeError::from))
    }
}

/// Creates a tensor from nested arrays, whose lengths are the shape.
///
/// They pass through the stack. For large tensors use [`from_vec`](Tensor::from_vec) or [`from_fn`](Tensor::from_fn).
impl<T, S: Shape, A: NestedArray, const N: usize> From<[A; N]> for Tensor<T, S>
where
    [A; N]: ArrayOf<T, S>,
{
    fn from(array: [A; N]) -> Self {
        let shape = <[A; N]>::shape(Nil);
        let (shape, _, mut data) = expect(Room::<T, _, Heap>::new(shape)).into_parts();
        array.push_scalars(&mut |element| data.push(element));
        // any crate can implement `NestedArray`
        expect(Self::of_vec(shape, data).map_err(ShapeError::from))
    }
}

/// Collects elements into a tensor of rank 1.
///
/// ```
/// use conformable::{Shape, Tensor};
///
/// let x: Tensor<u32, Shape![_]> = (1..4).collect();
/// assert_eq!(x, Tensor::from([1, 2, 3]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor};
///
/// let x: Tensor<u32, Shape![3]> = (1..4).collect(); // the length is known only at run time
/// ```
impl<T> FromIterator<T> for Tensor<T, (Dyn,)> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let data = Vec::from_iter(elements);
        expect(Self::of_vec((Dyn::new(data.len()),), data).map_err(ShapeError::from))
    }
}

/// Converts a vector to a tensor of rank 1, without a copy.
///
/// Elements must be [`Scalar`], so that a vector of rows is not taken for one of elements;
/// [`from_vec`](Tensor::from_vec) takes others.
impl<T: Scalar> From<Vec<T>> for Tensor<T, (Dyn,)> {
    fn from(data: Vec<T>) -> Self {
        expect(Self::of_vec((Dyn::new(data.len()),), data).map_err(ShapeError::from))
    }
}

/// Converts rows of equal lengths to a tensor of rank 2.
///
/// ```
/// use conformable::{Shape, Tensor};
///
/// let x: Tensor<i32, Shape![_, _]> = vec![vec![1, 2], vec![3, 4]].try_into()?;
/// assert_eq!(x, Tensor::from([[1, 2], [3, 4]]));
///
/// let refused = Tensor::<i32, Shape![_, _]>::try_from(vec![vec![1, 2], vec![3]]).unwrap_err();
/// assert_eq!(refused.to_string(), "row 1 has 1 element, and row 0 has 2");
/// assert_eq!(refused.into_value(), [vec![1, 2], vec![3]]);
/// # Ok::<(), conformable::Refused<Vec<Vec<i32>>>>(())
/// ```
///
/// # Errors
///
/// If a row is not as long as the first, or the result cannot be allocated. The error holds the rows.
impl<T> TryFrom<Vec<Vec<T>>> for Tensor<T, (Dyn, Dyn)> {
    type Error = Refused<Vec<Vec<T>>>;

    fn try_from(rows: Vec<Vec<T>>) -> Result<Self, Self::Error> {
        let columns = rows.first().map_or(0, Vec::len);
        let shape = (Dyn::new(rows.len()), Dyn::new(columns));
        if let Some(row) = rows.iter().position(|row| row.len() != columns) {
            return Err(Refused::new(ShapeError::ragged(row, rows[row].len(), shape.partial()), rows));
        }
        match Room::<T, _, Heap>::new(shape) {
            Ok(room) => {
                let (shape, _, mut data) = room.into_parts();
                for row in rows {
                    data.extend(row);
                }
                Ok(expect(Self::of_vec(shape, data).map_err(ShapeError::from)))
            }
            Err(error) => Err(Refused::new(error, rows)),
        }
    }
}

impl<T, S: Shape> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_data().into_iter()
    }
}
