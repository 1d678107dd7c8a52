//! Views: tensors that borrow the elements of others.

use super::base::{Tensor, expect};
use super::nested::{ArrayOf, NestedArray};
use crate::forms::forms;
use crate::rule::BroadcastTo;
use crate::shape::{Dyn, Shape, ShapeError, StaticShape};
#[cfg(feature = "alloc")]
use crate::storage::column_strides;
use crate::storage::{Inline, Iter, Owner, Storage, StorageMut, View, ViewMut, count, dense_strides, slice_of_strides};

impl<'a, T, S: Shape> Tensor<T, S, View<'a>> {
    /// Views a slice in row-major order. Results computed from the view are on the heap.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let samples = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let x = Tensor::from_slice(shape![2, 3], &samples)?;
    /// assert_eq!(x[[1, 0]], 4.0);
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the number of elements differs from the shape's.
    pub fn from_slice(shape: S, elements: &'a [T]) -> Result<Self, ShapeError> {
        Self::of_slice(shape, elements)
    }

    /// Views a slice in column-major order, as in Fortran, MATLAB and LAPACK.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let columns = [1, 4, 2, 5, 3, 6];
    /// let x = Tensor::from_columns(shape![2, 3], &columns)?;
    /// assert_eq!(x, Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the number of elements differs from the shape's.
    #[cfg(feature = "alloc")]
    pub fn from_columns(shape: S, elements: &'a [T]) -> Result<Self, ShapeError> {
        Self::of_columns(shape, elements)
    }
}

impl<'a, T, S: Shape> Tensor<T, S, View<'a, Inline>> {
    /// [`from_slice`](Tensor::from_slice) whose results are inline.
    ///
    /// ```
    /// use conformable::{Inline, Shape, Tensor, shape};
    ///
    /// let samples = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let x = Tensor::inline_from_slice(shape![2, 3], &samples)?;
    /// let y: Tensor<f64, Shape![2, 3], Inline> = &x + &x;
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the number of elements differs from the shape's.
    pub fn inline_from_slice(shape: S, elements: &'a [T]) -> Result<Self, ShapeError> {
        Self::of_slice(shape, elements)
    }
}

impl<'a, T, S: Shape> Tensor<T, S, ViewMut<'a>> {
    /// Views a mutable slice in row-major order. Results computed from the view are on the heap.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let mut samples = [1, 2, 3, 4];
    /// let mut x = Tensor::from_mut_slice(shape![2, 2], &mut samples)?;
    /// x *= &Tensor::inline([1, 10]);
    /// assert_eq!(samples, [1, 20, 3, 40]);
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the number of elements differs from the shape's.
    pub fn from_mut_slice(shape: S, elements: &'a mut [T]) -> Result<Self, ShapeError> {
        Self::of_mut_slice(shape, elements)
    }
}

impl<'a, T, S: Shape> Tensor<T, S, ViewMut<'a, Inline>> {
    /// [`from_mut_slice`](Tensor::from_mut_slice) whose results are inline.
    ///
    /// # Errors
    ///
    /// If the number of elements differs from the shape's.
    pub fn inline_from_mut_slice(shape: S, elements: &'a mut [T]) -> Result<Self, ShapeError> {
        Self::of_mut_slice(shape, elements)
    }
}

/// Views a slice as rank 1, without a copy.
///
/// ```
/// use conformable::Tensor;
///
/// let samples = vec![1.0, 2.0, 3.0];
/// let x = Tensor::from(&samples[..2]);
/// assert_eq!(x.sizes(), [2]);
/// ```
impl<'a, T> From<&'a [T]> for Tensor<T, (Dyn,), View<'a>> {
    fn from(elements: &'a [T]) -> Self {
        expect(Self::of_slice((Dyn::new(elements.len()),), elements))
    }
}

/// Views a mutable slice as rank 1.
impl<'a, T> From<&'a mut [T]> for Tensor<T, (Dyn,), ViewMut<'a>> {
    fn from(elements: &'a mut [T]) -> Self {
        expect(Self::of_mut_slice((Dyn::new(elements.len()),), elements))
    }
}

/// Views nested arrays, whose lengths are the shape, without a copy.
///
/// ```
/// use conformable::{Shape, Tensor, View};
///
/// const KERNEL: [[f32; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
/// let x: Tensor<f32, Shape![2, 2], View> = Tensor::from(&KERNEL);
/// assert_eq!(x[[1, 0]], 3.0);
/// ```
impl<'a, T, S: StaticShape, A: NestedArray, const N: usize> From<&'a [A; N]> for Tensor<T, S, View<'a>>
where
    [A; N]: ArrayOf<T, S>,
    S: Shape<Array<T> = [A; N]>,
{
    fn from(array: &'a [A; N]) -> Self {
        Self::of_array(array)
    }
}

/// Views mutable nested arrays, whose lengths are the shape.
///
/// ```
/// use conformable::Tensor;
///
/// let mut table = [[1, 2], [3, 4]];
/// let mut x = Tensor::from(&mut table);
/// x += &Tensor::from([10, 20]);
/// assert_eq!(table, [[11, 22], [13, 24]]);
/// ```
impl<'a, T, S: StaticShape, A: NestedArray, const N: usize> From<&'a mut [A; N]> for Tensor<T, S, ViewMut<'a>>
where
    [A; N]: ArrayOf<T, S>,
    S: Shape<Array<T> = [A; N]>,
{
    fn from(array: &'a mut [A; N]) -> Self {
        Self::of_mut_array(array)
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Returns the elements as a slice, if they are contiguous in row-major order.
    ///
    /// [`as_slice`](Self::as_slice) needs no check, since the type of its tensor is dense.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// assert_eq!(x.view().try_as_slice(), Ok(&[1, 2, 3, 4][..]));
    /// assert!(x.t().try_as_slice().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the elements are not contiguous in row-major order.
    pub fn try_as_slice(&self) -> Result<&[T], ShapeError> {
        slice_of_strides(self, &dense_strides(self.shape())).ok_or_else(|| {
            ShapeError::cannot(
                "take a slice of",
                self.shape().partial(),
                "its elements are not contiguous in row-major order",
            )
        })
    }

    /// Returns the elements as a slice, if they are contiguous in column-major order.
    ///
    /// ```
    /// use conformable::Tensor;
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// assert_eq!(x.t().try_as_column_slice(), Ok(&[1, 2, 3, 4][..]));
    /// assert!(x.try_as_column_slice().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the elements are not contiguous in column-major order.
    #[cfg(feature = "alloc")]
    pub fn try_as_column_slice(&self) -> Result<&[T], ShapeError> {
        slice_of_strides(self, &column_strides(self.shape())).ok_or_else(|| {
            let why = "its elements are not contiguous in column-major order";
            ShapeError::cannot("take a slice of", self.shape().partial(), why)
        })
    }

    /// Views all elements.
    #[must_use]
    pub fn view(&self) -> Tensor<T, S, View<'_, D::Owner>> {
        self.viewed()
    }

    /// Views all elements mutably.
    #[must_use]
    pub fn view_mut(&mut self) -> Tensor<T, S, ViewMut<'_, D::Owner>>
    where
        D: StorageMut,
    {
        self.viewed_mut()
    }

    /// Broadcasts to a static shape, as a view without a copy.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let row = Tensor::from([1, 2, 3]);
    /// assert_eq!(row.broadcast_to::<Shape![2, 3]>(), Tensor::from([[1, 2, 3], [1, 2, 3]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Shape, Tensor};
    ///
    /// Tensor::from([1, 2, 3]).broadcast_to::<Shape![3, 2]>(); // `Size<3>` and `Size<2>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast to the target's, or the target has more than `isize::MAX` elements.
    #[doc(alias = "expand")]
    #[must_use]
    #[track_caller]
    pub fn broadcast_to<Target: StaticShape>(&self) -> Tensor<T, Target, View<'_, D::Owner>>
    where
        S: BroadcastTo<Target>,
    {
        expect(self.try_broadcast_to(&Target::shape()))
    }

    /// Broadcasts to a target shape, as a view without a copy.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let (n, row) = (2, Tensor::from([1, 2, 3]));
    /// assert_eq!(row.try_broadcast_to(&shape![n, 3])?, Tensor::from([[1, 2, 3], [1, 2, 3]]));
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If [`broadcast_to`](Self::broadcast_to) would panic.
    pub fn try_broadcast_to<Target: Shape>(
        &self,
        target: &Target,
    ) -> Result<Tensor<T, Target, View<'_, D::Owner>>, ShapeError>
    where
        S: BroadcastTo<Target>,
    {
        let shape = self.shape().broadcast_to(target)?;
        count::<(), _>(&shape)?;
        Ok(self.stretched(shape))
    }

    /// Copies the elements, in row-major order, to an owned tensor.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let rows = Tensor::from([1, 2, 3]).broadcast_to::<Shape![2, 3]>().to_owned();
    /// assert_eq!(rows.as_slice(), [1, 2, 3, 1, 2, 3]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated. A view can repeat its elements.
    #[doc(alias = "contiguous")]
    #[must_use]
    #[track_caller]
    pub fn to_owned(&self) -> Tensor<T, S, D::Owner>
    where
        T: Copy,
    {
        expect(self.copy_in())
    }

    /// Copies the elements to the heap, in row-major order.
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    #[must_use]
    #[track_caller]
    #[cfg(feature = "alloc")]
    pub fn to_heap(&self) -> Tensor<T, S>
    where
        T: Copy,
    {
        expect(self.copy_in())
    }
}

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// [`broadcast_to`](Self::broadcast_to) with the target as a value, which may have run-time sizes.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let (n, row) = (2, Tensor::from([1, 2, 3]));
    /// assert_eq!(row.broadcast_to_shape(shape![n, 3]), Tensor::from([[1, 2, 3], [1, 2, 3]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, shape};
    ///
    /// let n = 2;
    /// Tensor::from([1, 2, 3]).broadcast_to_shape(shape![n, 2]); // `Size<3>` and `Size<2>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If [`broadcast_to`](Self::broadcast_to) would panic.
    #[doc(alias = "broadcast_as")]
    broadcast_to_shape try_broadcast_to_shape: [Target: Shape](&self, target: Target)
        -> Tensor<T, Target, View<'_, D::Owner>>
    where [S: BroadcastTo<Target>] => self.try_broadcast_to(&target);
}

impl<'a, T: 'a, S: Shape, Place: Owner> IntoIterator for Tensor<T, S, View<'a, Place>> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, S>;

    /// Iterates for as long as the elements are borrowed, which may be longer than the view exists.
    fn into_iter(self) -> Iter<'a, T, S> {
        Iter::of_view(&self)
    }
}
