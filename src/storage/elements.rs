//! Single elements, and iterators over all of them.

use super::contract::{Contiguous, Layout, Owner, Storage, StorageMut, Strided, Tensor, is_dense};
use super::room::Room;
use super::rows::{Places, Row, equal_rows};
use super::view::View;
use crate::layout::{arranged, by_memory, offset};
use crate::shape::Shape;
use core::fmt::{self, Debug};
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::slice;

/// Returns the index, or the axis if the index is out of bounds.
#[inline]
fn below(i: usize, size: usize, axis: usize) -> Result<usize, usize> {
    if i < size { Ok(i) } else { Err(axis) }
}

/// The distance of an element from the first, or the first axis on which the index is out of bounds. LLVM would merge
/// checks that fail alike, and not move them out of loops.
#[inline]
fn place<T, S: Shape, D: Storage>(tensor: &Tensor<T, S, D>, index: &[usize]) -> Result<isize, usize> {
    // without a loop, whose index would not stay in registers
    let dense = tensor.shape().with_sizes(|sizes| match (sizes, index) {
        (&[n], &[i]) => below(i, n, 0),
        (&[n, m], &[i, j]) => {
            let (i, j) = (below(i, n, 0)?, below(j, m, 1)?);
            Ok(i.wrapping_mul(m).wrapping_add(j))
        }
        (&[most, n, m], &[outer, i, j]) => {
            let (outer, i, j) = (below(outer, most, 0)?, below(i, n, 1)?, below(j, m, 2)?);
            Ok(outer.wrapping_mul(n).wrapping_add(i).wrapping_mul(m).wrapping_add(j))
        }
        (sizes, index) => {
            let mut dense = 0_usize;
            for (axis, (&size, &i)) in sizes.iter().zip(index).enumerate() {
                dense = dense.wrapping_mul(size).wrapping_add(below(i, size, axis)?);
            }
            if sizes.len() == index.len() { Ok(dense) } else { Err(sizes.len().min(index.len())) }
        }
    })?;
    if is_dense::<D>() {
        #[allow(clippy::cast_possible_wrap, reason = "there are no more elements than an `isize` counts")]
        return Ok(dense as isize);
    }
    Ok(tensor.with_strides(|strides| offset(index, strides)))
}

/// Returns the element, or the axis on which the index is out of bounds.
#[inline]
pub(crate) fn get<'a, T, S: Shape, D: Storage>(tensor: &'a Tensor<T, S, D>, index: &[usize]) -> Result<&'a T, usize> {
    let place = place(tensor, index)?;
    // SAFETY: `place` has compared the index with each size; the tensor is borrowed.
    Ok(unsafe { &*tensor.as_ptr().wrapping_offset(place) })
}

/// # Safety
///
/// The index is below the size of the only axis, whose stride is 1 if `dense`.
#[inline]
#[allow(clippy::cast_possible_wrap, reason = "there are no more elements than an `isize` counts")]
pub(super) unsafe fn known<T, S: Shape<Sizes = [usize; 1]>, D: Storage>(
    tensor: &Tensor<T, S, D>,
    index: usize,
    dense: bool,
) -> &T {
    let place = if dense { index as isize } else { offset(&[index], &tensor.strides()) };
    // SAFETY: `Storage` has an element at this index (`# Safety`); the tensor is borrowed.
    unsafe { &*tensor.as_ptr().wrapping_offset(place) }
}

/// Returns the element as mutable, or the shape and the axis on which the index is out of bounds.
#[inline]
pub(crate) fn get_mut<'a, T, S: Shape, D: StorageMut>(
    tensor: &'a mut Tensor<T, S, D>,
    index: &[usize],
) -> Result<&'a mut T, (&'a S, usize)> {
    let place = match place(tensor, index) {
        Ok(place) => place,
        Err(axis) => return Err((tensor.shape(), axis)),
    };
    // SAFETY: `place` has compared the index with each size; the tensor is borrowed as mutable.
    Ok(unsafe { &mut *tensor.as_mut_ptr().wrapping_offset(place) })
}

#[inline]
pub(crate) fn as_slice<T, S: Shape, D: Storage<Layout = Contiguous>>(tensor: &Tensor<T, S, D>) -> &[T] {
    // SAFETY: the `numel` elements of a `Contiguous` storage are adjacent from `as_ptr` on, which is aligned and not
    // null (`Storage`).
    unsafe { slice::from_raw_parts(tensor.as_ptr(), tensor.numel()) }
}

/// Returns the elements as a slice if the tensor has these strides, which are those of adjacent elements.
pub(crate) fn slice_of_strides<'a, T, S: Shape, D: Storage>(
    tensor: &'a Tensor<T, S, D>,
    dense: &S::Sizes,
) -> Option<&'a [T]> {
    let numel = tensor.numel();
    if numel == 0 {
        return Some(&[]);
    }
    let strides = tensor.strides();
    // the stride of an axis of one element does not matter
    let is_same = |axis: usize, size: usize| size == 1 || strides.as_ref()[axis] == dense.as_ref()[axis];
    if !tensor.shape().with_sizes(|sizes| sizes.iter().enumerate().all(|(axis, &size)| is_same(axis, size))) {
        return None;
    }
    // SAFETY: each axis of more than one element has the stride of `dense`, compared above, so the `numel` elements are
    // adjacent; the tensor is borrowed for `'a`.
    Some(unsafe { slice::from_raw_parts(tensor.as_ptr(), numel) })
}

#[inline]
pub(crate) fn as_mut_slice<T, S: Shape, D: StorageMut<Layout = Contiguous>>(tensor: &mut Tensor<T, S, D>) -> &mut [T] {
    let numel = tensor.numel();
    // SAFETY: the layout is `Contiguous`, so the `numel` elements are adjacent; the tensor is borrowed as mutable.
    unsafe { slice::from_raw_parts_mut(tensor.as_mut_ptr(), numel) }
}

/// Copies the elements of a dense tensor; panics if it is not, or the numel of the room differs.
#[inline]
pub(crate) fn copy<T: Copy, S: Shape, D: Storage, Place: Owner>(
    room: Room<T, S, Place>,
    tensor: &Tensor<T, S, D>,
) -> Tensor<T, S, Place> {
    let numel = tensor.numel();
    assert!(is_dense::<D>() && room.numel() == numel, "as many elements, which are copied as they stand");
    let from = tensor.as_ptr();
    // SAFETY: the tensor is dense and has `numel` elements; the room has its own block for `numel`. Both were asserted
    // above.
    let init = |_: &S, to: *mut T| unsafe { to.copy_from_nonoverlapping(from, numel) };
    // SAFETY: `init` writes `numel` elements, the room's number.
    unsafe { room.build(init) }
}

/// An iterator over strided elements in row-major order, from either end.
///
/// [`Tensor::iter`](crate::Tensor::iter) of a view returns it.
pub struct Iter<'a, T, S: Shape> {
    places: Places<T, S>,
    borrowed: PhantomData<&'a T>,
}

/// The mutable form of [`Iter`]: [`Tensor::iter_mut`](crate::Tensor::iter_mut) of a view.
pub struct IterMut<'a, T, S: Shape> {
    places: Places<T, S>,
    borrowed: PhantomData<&'a mut T>,
}

// SAFETY: an `Iter` gives only `&T` (`T: Sync`); its other fields are pointers that are not read, and `S::Sizes`.
unsafe impl<T: Sync, S: Shape + Send> Send for Iter<'_, T, S> {}
// SAFETY: `&Iter` gives only `&T`, by a clone (`T: Sync`).
unsafe impl<T: Sync, S: Shape + Sync> Sync for Iter<'_, T, S> {}
// SAFETY: an `IterMut` is the only borrow of the elements that are left, so it may move as `&mut [T]` does (`T: Send`).
unsafe impl<T: Send, S: Shape + Send> Send for IterMut<'_, T, S> {}
// SAFETY: `&IterMut` gives no access to elements; its methods on a shared borrow only count those that are left.
unsafe impl<T: Sync, S: Shape + Sync> Sync for IterMut<'_, T, S> {}

impl<'a, T, S: Shape> Iter<'a, T, S> {
    /// Iterates over a view for as long as its elements are borrowed, which may be longer than the view exists.
    pub(crate) fn of_view<Place: Owner>(view: &Tensor<T, S, View<'a, Place>>) -> Self {
        let (sizes, strides) = (view.shape().sizes(), view.strides());
        Self { places: Places::strided(view.as_ptr(), view.numel(), sizes, strides), borrowed: PhantomData }
    }
}

impl Layout for Contiguous {
    const DENSE: bool = true;
    type Iter<'a, T: 'a, S: Shape>
        = slice::Iter<'a, T>
    where
        S: 'a;
    type IterMut<'a, T: 'a, S: Shape>
        = slice::IterMut<'a, T>
    where
        S: 'a;

    #[inline]
    fn iter<T, S: Shape, D: Storage<Layout = Self>>(tensor: &Tensor<T, S, D>) -> slice::Iter<'_, T> {
        as_slice(tensor).iter()
    }

    #[inline]
    fn iter_mut<T, S: Shape, D: StorageMut<Layout = Self>>(tensor: &mut Tensor<T, S, D>) -> slice::IterMut<'_, T> {
        as_mut_slice(tensor).iter_mut()
    }
}

impl Layout for Strided {
    const DENSE: bool = false;
    type Iter<'a, T: 'a, S: Shape>
        = Iter<'a, T, S>
    where
        S: 'a;
    type IterMut<'a, T: 'a, S: Shape>
        = IterMut<'a, T, S>
    where
        S: 'a;

    #[inline]
    fn iter<T, S: Shape, D: Storage<Layout = Self>>(tensor: &Tensor<T, S, D>) -> Iter<'_, T, S> {
        Iter { places: places(tensor), borrowed: PhantomData }
    }

    #[inline]
    fn iter_mut<T, S: Shape, D: StorageMut<Layout = Self>>(tensor: &mut Tensor<T, S, D>) -> IterMut<'_, T, S> {
        let (numel, first) = (tensor.numel(), tensor.as_mut_ptr());
        let places = Places::strided(first, numel, tensor.shape().sizes(), tensor.strides());
        IterMut { places, borrowed: PhantomData }
    }
}

/// The positions of the elements in memory.
#[inline]
fn places<T, S: Shape, D: Storage>(tensor: &Tensor<T, S, D>) -> Places<T, S> {
    let (first, numel) = (tensor.as_ptr(), tensor.numel());
    if is_dense::<D>() {
        return Places::dense(first, numel);
    }
    Places::strided(first, numel, tensor.shape().sizes(), tensor.strides())
}

/// The places of two tensors of the same sizes, with the axes of the largest strides of `lhs` outermost.
fn places_by_strides<T, U, S: Shape, R: Shape, D: Storage, E: Storage>(
    lhs: &Tensor<T, S, D>,
    rhs: &Tensor<U, R, E>,
) -> (Places<T, S>, Places<U, R>) {
    let strides = lhs.strides();
    let order = by_memory(&strides);
    let order = order.as_ref();
    let sizes = (arranged(&lhs.shape().sizes(), order), arranged(&rhs.shape().sizes(), order));
    let strides = (arranged(&strides, order), arranged(&rhs.strides(), order));
    let places = Places::strided(lhs.as_ptr(), lhs.numel(), sizes.0, strides.0);
    (places, Places::strided(rhs.as_ptr(), rhs.numel(), sizes.1, strides.1))
}

/// Whether the elements of two tensors of the same sizes are equal.
#[inline]
pub(crate) fn equal<T: PartialEq<U>, U, S: Shape, R: Shape, D: Storage, E: Storage>(
    lhs: &Tensor<T, S, D>,
    rhs: &Tensor<U, R, E>,
) -> bool {
    if const { is_dense::<D>() && is_dense::<E>() } {
        let (lhs, rhs) = (Row::adjacent(lhs.as_ptr(), lhs.numel()), Row::adjacent(rhs.as_ptr(), rhs.numel()));
        // SAFETY: both tensors are dense and borrowed, and of the same sizes.
        return unsafe { equal_rows(lhs, rhs) };
    }
    let (mut lhs, mut rhs) =
        if is_dense::<D>() || is_dense::<E>() { (places(lhs), places(rhs)) } else { places_by_strides(lhs, rhs) };
    loop {
        let count = lhs.some().min(rhs.some());
        if count == 0 {
            return true;
        }
        let mut rows = lhs.front.pairs(&mut rhs.front, count);
        // SAFETY: `some` has found at least `count` elements in both rows, and both tensors are borrowed. The rows of
        // `pairs` have equal lengths.
        if !rows.all(|(lhs, rhs)| unsafe { equal_rows(lhs, rhs) }) {
            return false;
        }
    }
}

macro_rules! iterator {
    ($Iter:ident over $Element:ty: |$place:ident| $element:expr) => {
        impl<'a, T, S: Shape> Iterator for $Iter<'a, T, S> {
            type Item = $Element;

            #[inline]
            fn next(&mut self) -> Option<$Element> {
                self.places.next().map(|$place| $element)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.places.len();
                (left, Some(left))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$Element> {
                self.places.skip(n);
                self.next()
            }

            #[inline]
            fn fold<A, F: FnMut(A, $Element) -> A>(self, state: A, mut f: F) -> A {
                self.places.fold(state, |state, $place| f(state, $element))
            }
        }

        impl<'a, T, S: Shape> DoubleEndedIterator for $Iter<'a, T, S> {
            #[inline]
            fn next_back(&mut self) -> Option<$Element> {
                self.places.next_back().map(|$place| $element)
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<$Element> {
                self.places.skip_back(n);
                self.next_back()
            }

            #[inline]
            fn rfold<A, F: FnMut(A, $Element) -> A>(self, state: A, mut f: F) -> A {
                self.places.rfold(state, |state, $place| f(state, $element))
            }
        }

        impl<T, S: Shape> ExactSizeIterator for $Iter<'_, T, S> {}
        impl<T, S: Shape> FusedIterator for $Iter<'_, T, S> {}
    };
}

iterator!(Iter over &'a T: |place| {
    // SAFETY: `Places` returns places of elements that are left, borrowed for `'a`.
    unsafe { &*place }
});
iterator!(IterMut over &'a mut T: |place| {
    // SAFETY: `Places` returns each place once, and different indices have different places; the tensor is borrowed as
    // mutable for `'a`.
    unsafe { &mut *place.cast_mut() }
});

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
