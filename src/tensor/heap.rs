//! Tensors on the heap: how they are made, and what they become.

use super::base::{Tensor, expect};
use super::nested::{ArrayOf, NestedArray, Scalar};
use crate::kernel;
use crate::shape::{Dyn, Nil, Refused, Shape, ShapeError};
use crate::storage::{Heap, OwnsVec, Room, Storage, count, out_of_memory};
use alloc::vec;
use alloc::vec::Vec;
use core::hint::black_box;
use core::iter::repeat_n;
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
        Self::of_vec(shape, data)
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
    /// Of numbers drawn at random the index does not matter; of any crate, here `rand` and `rand_chacha`:
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
    pub fn try_from_fn(shape: S, f: impl FnMut(S::Sizes) -> T) -> Result<Self, ShapeError> {
        Ok(kernel::from_fn(Room::<T, S, Heap>::new(shape)?, f))
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
        if numel.saturating_mul(size_of::<T>()) < FRESH && size_of::<T>() > 0 {
            let (shape, numel, mut data) = Room::<T, S, Heap>::new(shape)?.into_parts();
            data.extend(repeat_n(element, numel));
            return Self::of_vec(shape, data).map_err(ShapeError::from);
        }
        match repeat(element, numel) {
            Some(data) => Self::of_vec(shape, data).map_err(ShapeError::from),
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
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The elements, in row-major order, of a tensor on the heap: its `Vec`.
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

    /// The elements copied into a `Vec`, in row-major order, wherever they are.
    ///
    /// # Panics
    ///
    /// If there is no memory for that many elements.
    #[must_use]
    #[track_caller]
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Copy,
    {
        self.to_heap().into_vec()
    }
}

/// From this many bytes on, fresh memory may be zero already, and `vec!` does not write zeros to it.
const FRESH: usize = 1 << 16;

/// That many clones of an element, or `None` if there is no memory for them.
fn repeat<T: Clone>(element: T, numel: usize) -> Option<Vec<T>> {
    let mut data = Vec::<T>::new();
    // `vec!` ends the program if there is no memory, so a block is taken first and given back
    data.try_reserve_exact(numel).ok()?;
    if size_of::<T>() > 0 {
        drop(black_box(data));
        return Some(vec![element; numel]);
    }
    // elements without bytes may be any number: `Vec` copies a slice of a `Copy` type at once
    data.extend((numel > 0).then_some(element));
    while data.len() < numel {
        data.extend_from_within(..data.len().min(numel - data.len()));
    }
    Some(data)
}

impl<T> Tensor<T, ()> {
    /// A tensor of rank 0.
    #[must_use]
    pub fn scalar(element: T) -> Self {
        expect(Self::of_vec((), vec![element]).map_err(ShapeError::from))
    }
}

/// From nested arrays, whose lengths are the shape. They pass through the stack; large tensors are
/// better made by [`from_vec`](Tensor::from_vec) or [`from_fn`](Tensor::from_fn).
impl<T, S: Shape, A: NestedArray, const N: usize> From<[A; N]> for Tensor<T, S>
where
    [A; N]: ArrayOf<T, S>,
{
    fn from(array: [A; N]) -> Self {
        let shape = <[A; N]>::shape(Nil);
        let (shape, _, mut data) = expect(Room::<T, _, Heap>::new(shape)).into_parts();
        array.push_scalars(&mut |element| data.push(element));
        // anyone can implement `NestedArray`
        expect(Self::of_vec(shape, data).map_err(ShapeError::from))
    }
}

/// A tensor of rank 1 of whatever elements there are.
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
/// let x: Tensor<u32, Shape![3]> = (1..4).collect(); // how many there are is known only at run time
/// ```
impl<T> FromIterator<T> for Tensor<T, (Dyn,)> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let data = Vec::from_iter(elements);
        expect(Self::of_vec((Dyn::new(data.len()),), data).map_err(ShapeError::from))
    }
}

/// A tensor of rank 1 of the elements of a vector, which are not copied. [`from_vec`](Tensor::from_vec) takes those
/// that are no [`Scalar`], so that a vector of rows is not taken for one of elements.
impl<T: Scalar> From<Vec<T>> for Tensor<T, (Dyn,)> {
    fn from(data: Vec<T>) -> Self {
        expect(Self::of_vec((Dyn::new(data.len()),), data).map_err(ShapeError::from))
    }
}

/// A tensor of rank 2 of rows that are equally long.
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
/// If a row is not as long as the first, or there is no memory for the elements. The error holds the rows.
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
