//! One element, and all of them in order.

use super::contract::{Contiguous, Layout, Owner, Storage, StorageMut, Strided, is_dense, numel};
use super::room::Room;
use super::rows::{Places, equal_rows};
use super::view::ViewData;
use crate::layout::offset;
use crate::shape::Shape;
use core::fmt::{self, Debug};
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::slice;

/// How far the element of that index stands from the first, or `None` where the shape has none: one check and one
/// multiply-add an axis.
#[inline]
fn place<T, S: Shape, D: Storage>(data: &D::Data<T, S>, shape: &S, index: &[usize]) -> Option<isize> {
    // without a loop, whose index would not stay in registers
    let (inside, dense) = shape.with_sizes(|sizes| match (sizes, index) {
        (&[n], &[i]) => (i < n, i),
        (&[n, m], &[i, j]) => (i < n && j < m, i.wrapping_mul(m).wrapping_add(j)),
        ([first, n, m], [outer, i, j]) => {
            let dense = outer.wrapping_mul(*n).wrapping_add(*i).wrapping_mul(*m).wrapping_add(*j);
            (outer < first && i < n && j < m, dense)
        }
        (sizes, index) => {
            let inside = sizes.len() == index.len() && sizes.iter().zip(index).all(|(size, i)| i < size);
            let dense = |at: usize, (size, i): (&usize, &usize)| at.wrapping_mul(*size).wrapping_add(*i);
            (inside, sizes.iter().zip(index).fold(0, dense))
        }
    });
    if !inside {
        return None;
    }
    if is_dense::<D>() {
        #[allow(clippy::cast_possible_wrap, reason = "there are no more elements than an `isize` counts")]
        return Some(dense as isize);
    }
    Some(offset(index, D::strides(data, shape).as_ref()))
}

/// The element of that index, or `None` where the shape has none.
#[inline]
pub(crate) fn get<'a, T, S: Shape, D: Storage>(data: &'a D::Data<T, S>, shape: &S, index: &[usize]) -> Option<&'a T> {
    let place = place::<T, S, D>(data, shape, index)?;
    // SAFETY: the index is inside the shape; the element may be read while the data is borrowed.
    Some(unsafe { &*D::as_ptr(data).wrapping_offset(place) })
}

/// The element of that index, to be changed, or `None` where the shape has none.
#[inline]
pub(crate) fn get_mut<'a, T, S: Shape, D: StorageMut>(
    data: &'a mut D::Data<T, S>,
    shape: &S,
    index: &[usize],
) -> Option<&'a mut T> {
    let place = place::<T, S, D>(data, shape, index)?;
    // SAFETY: the index is inside the shape; the element may be written while the data is borrowed as mutable.
    Some(unsafe { &mut *D::as_mut_ptr(data).wrapping_offset(place) })
}

/// The elements of a dense tensor, of which there are `numel`.
#[inline]
pub(crate) fn as_slice<T, S: Shape, D: Storage<Layout = Contiguous>>(data: &D::Data<T, S>, numel: usize) -> &[T] {
    // SAFETY: a `Contiguous` storage has all elements of the shape side by side.
    unsafe { slice::from_raw_parts(D::as_ptr(data), numel) }
}

/// The elements from the first on as a slice, if the strides are those, which are of all elements side by side.
pub(crate) fn slice_of_strides<'a, T, S: Shape, D: Storage>(
    data: &'a D::Data<T, S>,
    shape: &S,
    numel: usize,
    dense: &S::Sizes,
) -> Option<&'a [T]> {
    if numel == 0 {
        return Some(&[]);
    }
    let strides = D::strides(data, shape);
    // an axis of one element steps nowhere
    let is_same = |axis: usize, size: usize| size == 1 || strides.as_ref()[axis] == dense.as_ref()[axis];
    if !shape.with_sizes(|sizes| sizes.iter().enumerate().all(|(axis, &size)| is_same(axis, size))) {
        return None;
    }
    // SAFETY: the strides are those of as many elements side by side, which may be read while the data is borrowed.
    Some(unsafe { slice::from_raw_parts(D::as_ptr(data), numel) })
}

/// The elements of a dense tensor, of which there are `numel`, to be changed.
#[inline]
pub(crate) fn as_mut_slice<T, S: Shape, D: StorageMut<Layout = Contiguous>>(
    data: &mut D::Data<T, S>,
    numel: usize,
) -> &mut [T] {
    // SAFETY: a `Contiguous` storage has all elements of the shape side by side, and they may be written.
    unsafe { slice::from_raw_parts_mut(D::as_mut_ptr(data), numel) }
}

/// The elements of a dense tensor in the room that there is for as many.
///
/// # Panics
///
/// If the tensor is not dense, or of another shape.
#[inline]
pub(crate) fn copy<T: Copy, S: Shape, D: Storage, Place: Owner>(
    room: Room<T, S, Place>,
    data: &D::Data<T, S>,
) -> (Place::Data<T, S>, S) {
    let (shape, numel, block) = room.into_parts();
    assert!(is_dense::<D>(), "the elements are copied as they stand");
    let from = D::as_ptr(data);
    // SAFETY: both are the elements of one shape in row-major order, `numel` of them, in blocks of their own.
    let init = |to: *mut T| unsafe { to.copy_from_nonoverlapping(from, numel) };
    // SAFETY: the room was made for the shape, and `init` writes all of its elements.
    let data = unsafe { Place::build(block, numel, init) };
    (data, shape)
}

/// The elements of a tensor that need not lie side by side, in row-major order, from either end:
/// [`Tensor::iter`](crate::Tensor::iter) of a view.
pub struct Iter<'a, T, S: Shape> {
    places: Places<T, S>,
    borrowed: PhantomData<&'a T>,
}

/// The elements of a tensor that need not lie side by side, in row-major order, from either end, to be changed:
/// [`Tensor::iter_mut`](crate::Tensor::iter_mut) of a view.
pub struct IterMut<'a, T, S: Shape> {
    places: Places<T, S>,
    borrowed: PhantomData<&'a mut T>,
}

// SAFETY: it is a shared borrow of the elements.
unsafe impl<T: Sync, S: Shape + Send> Send for Iter<'_, T, S> {}
// SAFETY: as above.
unsafe impl<T: Sync, S: Shape + Sync> Sync for Iter<'_, T, S> {}
// SAFETY: it is the only borrow of the elements.
unsafe impl<T: Send, S: Shape + Send> Send for IterMut<'_, T, S> {}
// SAFETY: shared, it gives nothing.
unsafe impl<T: Sync, S: Shape + Sync> Sync for IterMut<'_, T, S> {}

impl<'a, T, S: Shape> Iter<'a, T, S> {
    /// The elements of a view for as long as they are borrowed, which may be longer than there is the view.
    pub(crate) fn of_view(data: &ViewData<'a, T, S>, shape: &S, numel: usize) -> Self {
        Self { places: Places::strided(data.as_ptr(), numel, shape.sizes(), data.strides()), borrowed: PhantomData }
    }
}

impl Layout for Contiguous {
    const DENSE: bool = true;
    type Iter<'a, T: 'a, S: Shape> = slice::Iter<'a, T>;
    type IterMut<'a, T: 'a, S: Shape> = slice::IterMut<'a, T>;

    #[inline]
    fn iter<'a, T: 'a, S: Shape, D: Storage<Layout = Self>>(data: &'a D::Data<T, S>, shape: &S) -> slice::Iter<'a, T> {
        as_slice::<T, S, D>(data, numel::<T, S, D>(data, shape)).iter()
    }

    #[inline]
    fn iter_mut<'a, T: 'a, S: Shape, D: StorageMut<Layout = Self>>(
        data: &'a mut D::Data<T, S>,
        shape: &S,
    ) -> slice::IterMut<'a, T> {
        let numel = numel::<T, S, D>(data, shape);
        as_mut_slice::<T, S, D>(data, numel).iter_mut()
    }
}

impl Layout for Strided {
    const DENSE: bool = false;
    type Iter<'a, T: 'a, S: Shape> = Iter<'a, T, S>;
    type IterMut<'a, T: 'a, S: Shape> = IterMut<'a, T, S>;

    #[inline]
    fn iter<'a, T: 'a, S: Shape, D: Storage<Layout = Self>>(data: &'a D::Data<T, S>, shape: &S) -> Iter<'a, T, S> {
        Iter { places: places::<T, S, D>(data, shape), borrowed: PhantomData }
    }

    #[inline]
    fn iter_mut<'a, T: 'a, S: Shape, D: StorageMut<Layout = Self>>(
        data: &'a mut D::Data<T, S>,
        shape: &S,
    ) -> IterMut<'a, T, S> {
        let (numel, first) = (numel::<T, S, D>(data, shape), D::as_mut_ptr(data));
        let places = Places::strided(first, numel, shape.sizes(), D::strides(data, shape));
        IterMut { places, borrowed: PhantomData }
    }
}

/// Where the elements of a tensor stand.
#[inline]
fn places<T, S: Shape, D: Storage>(data: &D::Data<T, S>, shape: &S) -> Places<T, S> {
    let (first, numel) = (D::as_ptr(data), numel::<T, S, D>(data, shape));
    if is_dense::<D>() {
        return Places::dense(first, numel);
    }
    Places::strided(first, numel, shape.sizes(), D::strides(data, shape))
}

/// Whether the elements of two tensors of the same sizes are equal.
#[inline]
pub(crate) fn equal<T: PartialEq<U>, U, S: Shape, R: Shape, D: Storage, E: Storage>(
    (lhs, lhs_shape): (&D::Data<T, S>, &S),
    (rhs, rhs_shape): (&E::Data<U, R>, &R),
) -> bool {
    let (mut lhs, mut rhs) = (places::<T, S, D>(lhs, lhs_shape), places::<U, R, E>(rhs, rhs_shape));
    loop {
        let count = lhs.some().min(rhs.some());
        if count == 0 {
            return true;
        }
        // SAFETY: both are rows of elements, which are borrowed.
        if !unsafe { equal_rows(lhs.front.take(count), rhs.front.take(count)) } {
            return false;
        }
    }
}

impl<'a, T, S: Shape> Iterator for Iter<'a, T, S> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        // SAFETY: the place is that of an element, which is borrowed.
        self.places.next().map(|place| unsafe { &*place })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.places.len();
        (left, Some(left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<&'a T> {
        self.places.skip(n);
        self.next()
    }

    #[inline]
    fn fold<A, F: FnMut(A, &'a T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.fold(state, |state, place| f(state, unsafe { &*place }))
    }
}

impl<'a, T, S: Shape> Iterator for IterMut<'a, T, S> {
    type Item = &'a mut T;

    #[inline]
    fn next(&mut self) -> Option<&'a mut T> {
        // SAFETY: the place is that of an element, which is borrowed as mutable, and comes once.
        self.places.next().map(|place| unsafe { &mut *place.cast_mut() })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.places.len();
        (left, Some(left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<&'a mut T> {
        self.places.skip(n);
        self.next()
    }

    #[inline]
    fn fold<A, F: FnMut(A, &'a mut T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.fold(state, |state, place| f(state, unsafe { &mut *place.cast_mut() }))
    }
}

impl<'a, T, S: Shape> DoubleEndedIterator for Iter<'a, T, S> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a T> {
        // SAFETY: as in `next`.
        self.places.next_back().map(|place| unsafe { &*place })
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<&'a T> {
        self.places.skip_back(n);
        self.next_back()
    }

    #[inline]
    fn rfold<A, F: FnMut(A, &'a T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.rfold(state, |state, place| f(state, unsafe { &*place }))
    }
}

impl<'a, T, S: Shape> DoubleEndedIterator for IterMut<'a, T, S> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a mut T> {
        // SAFETY: as in `next`.
        self.places.next_back().map(|place| unsafe { &mut *place.cast_mut() })
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<&'a mut T> {
        self.places.skip_back(n);
        self.next_back()
    }

    #[inline]
    fn rfold<A, F: FnMut(A, &'a mut T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.rfold(state, |state, place| f(state, unsafe { &mut *place.cast_mut() }))
    }
}

impl<T, S: Shape> ExactSizeIterator for Iter<'_, T, S> {}
impl<T, S: Shape> ExactSizeIterator for IterMut<'_, T, S> {}
impl<T, S: Shape> FusedIterator for Iter<'_, T, S> {}
impl<T, S: Shape> FusedIterator for IterMut<'_, T, S> {}

impl<T, S: Shape> Clone for Iter<'_, T, S> {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), borrowed: PhantomData }
    }
}

impl<T: Debug, S: Shape> Debug for Iter<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<T, S: Shape> Debug for IterMut<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut").field("left", &self.places.len()).finish_non_exhaustive()
    }
}
