//! Iterators over parts of a tensor, at equal distances or one after the other.

use super::contract::{Owner, Retype, Storage, StorageMut, Tensor};
use super::view::{View, ViewMut};
use crate::shape::{Shape, ShapeError};
use core::iter::FusedIterator;
use core::ops::Range;

/// An iterator over parts of a tensor, as views of type `V`.
///
/// [`Tensor::axis_iter`], [`Tensor::axis_windows`], [`Tensor::axis_chunks_iter`], [`Tensor::rows`] and similar methods
/// return it.
#[derive(Clone)]
pub struct Parts<V, P = Apart> {
    first: Option<V>,
    places: P,
    left: Range<usize>,
}

/// Parts at equal distances.
#[derive(Clone, Copy, Debug)]
pub struct Apart(isize);

/// The parts at each index of all axes of `S` except the last `inner`.
#[derive(Clone, Debug)]
pub struct Outer<S: Shape> {
    sizes: S::Sizes,
    strides: S::Sizes,
    inner: usize,
}

/// The offsets of parts.
///
/// # Safety
///
/// The value was made for the parts of one tensor, in a `Parts`. For each number below that of the parts, `offset`
/// returns the offset of a part inside the tensor. The mutable parts of two numbers do not overlap.
pub unsafe trait Places {
    /// The distance of a part from the first part.
    fn offset(&self, index: usize) -> isize;
}

// SAFETY: `Parts::step` has asserted that the last part ends inside the axis, and that mutable parts are at least their
// length apart. `Ahead::equal` has asserted that the parts together are the axis.
unsafe impl Places for Apart {
    #[inline]
    fn offset(&self, index: usize) -> isize {
        #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
        self.0.wrapping_mul(index as isize)
    }
}

// SAFETY: the number is below the product of the outer sizes (`outermost`), and is unravelled to an index of the outer
// axes, each below its size. Parts of different indices have different elements.
unsafe impl<S: Shape> Places for Outer<S> {
    #[inline]
    fn offset(&self, mut index: usize) -> isize {
        let (sizes, strides) = (self.sizes.as_ref(), self.strides.as_ref());
        let mut offset = 0usize;
        for (&size, &stride) in sizes.iter().zip(strides).rev().skip(self.inner) {
            offset = offset.wrapping_add((index % size).wrapping_mul(stride));
            index /= size;
        }
        #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
        (offset as isize)
    }
}

/// A view that can be moved over the elements of its tensor.
///
/// # Safety
///
/// `moved` returns a view with the same shape and strides, whose first element is `by` elements from this view's.
pub unsafe trait Movable {
    /// Returns the view, moved by `by` elements.
    ///
    /// # Safety
    ///
    /// The caller uses the returned view only at indices that have an element `by` further, borrowed as those of this
    /// view are. If the view is mutable, no other view in use has one of these.
    unsafe fn moved(&mut self, by: isize) -> Self;
}

// SAFETY: `moved` clones shape and strides, and adds `by` to the pointer.
unsafe impl<T, S: Shape, Place: Owner> Movable for Tensor<T, S, View<'_, Place>> {
    #[inline]
    unsafe fn moved(&mut self, by: isize) -> Self {
        // SAFETY: each index in use has an element `by` further, borrowed as this view's are (`# Safety`).
        unsafe { Self::of_parts(self.shape().clone(), self.as_ptr().wrapping_offset(by), self.strides()) }
    }
}

// SAFETY: `moved` clones shape and strides, and adds `by` to the pointer.
unsafe impl<T, S: Shape, Place: Owner> Movable for Tensor<T, S, ViewMut<'_, Place>> {
    #[inline]
    unsafe fn moved(&mut self, by: isize) -> Self {
        let (shape, strides) = (self.shape().clone(), self.strides());
        // SAFETY: each index in use has an element `by` further, borrowed as this view's are, and in no other view in
        // use (`# Safety`).
        unsafe { Self::of_mut_parts(shape, self.as_mut_ptr().wrapping_offset(by), strides) }
    }
}

/// The size of a part along the axis, or 1 if it lacks the axis; `None` if its other sizes differ.
#[inline]
fn length(all: &[usize], part: &[usize], axis: usize) -> Option<usize> {
    let (outer, inner) = (all.get(..axis)?, all.get(axis + 1..)?);
    match part.get(axis..)?.strip_suffix(inner)? {
        _ if part[..axis] != *outer => None,
        &[length] => Some(length),
        [] => Some(1),
        _ => None,
    }
}

/// The strides of a part, which may lack the axis.
#[inline]
fn strides_of<P: Shape>(strides: &[usize], axis: usize, part: &P) -> P::Sizes {
    let mut over = part.sizes();
    let has_axis = over.as_ref().len() == strides.len();
    for (at, over) in over.as_mut().iter_mut().enumerate() {
        *over = strides[if has_axis || at < axis { at } else { at + 1 }];
    }
    over
}

/// The distance of two elements `by` indices apart along the axis.
#[inline]
#[allow(clippy::cast_possible_wrap, reason = "two's complement")]
fn far<S: Shape>(strides: &S::Sizes, axis: usize, indices: usize) -> isize {
    strides.as_ref()[axis].wrapping_mul(indices) as isize
}

impl<V> Parts<V> {
    /// Asserts that `count` parts, `apart` indices from each other, are inside, and do not overlap if `UNIQUE`.
    #[inline]
    #[track_caller]
    fn step<const UNIQUE: bool, S: Shape, P: Shape>(all: &S, part: &P, axis: usize, apart: usize, count: usize) {
        let length = all.with_sizes(|all| part.with_sizes(|part| length(all, part, axis)));
        let Some(length) = length else { panic!("a part of {} is the whole but for one axis", all.partial()) };
        let end = apart.checked_mul(count.saturating_sub(1)).and_then(|last| last.checked_add(length));
        let inside = count == 0 || end.is_some_and(|end| all.with_sizes(|all| end <= all[axis]));
        assert!(inside, "the parts of {} are inside", all.partial());
        assert!(!UNIQUE || count < 2 || length <= apart, "the parts of {} have no index in common", all.partial());
    }
}

impl<'a, T, P: Shape, Place: Owner> Parts<Tensor<T, P, View<'a, Place>>> {
    /// Makes `count` parts of that shape: the first at index 0 of the axis, each next one `apart` indices later.
    /// Without a shape the iterator is empty.
    ///
    /// # Panics
    ///
    /// If a part is out of bounds, or the other sizes differ.
    #[inline]
    #[track_caller]
    pub(crate) fn along<S: Shape, D: Storage<Owner = Place>>(
        all: &'a Tensor<T, S, D>,
        part: Option<P>,
        axis: usize,
        apart: usize,
        count: usize,
    ) -> Self {
        let Some(part) = part else { return Self { first: None, places: Apart(0), left: 0..0 } };
        Self::step::<false, S, P>(all.shape(), &part, axis, apart, count);
        let strides = all.strides();
        let places = Apart(far::<S>(&strides, axis, apart));
        let over = strides_of(strides.as_ref(), axis, &part);
        // SAFETY: `step` has asserted that the part has the sizes of the tensor except along the axis, where it ends
        // inside if `count > 0`; it has the tensor's strides. If `count == 0`, the view is never moved or returned.
        let first = unsafe { Tensor::of_parts(part, all.as_ptr(), over) };
        Self { first: Some(first), places, left: 0..count }
    }
}

impl<'a, T, P: Shape, Place: Owner> Parts<Tensor<T, P, ViewMut<'a, Place>>> {
    /// The same with mutable parts; panics also if two overlap.
    #[inline]
    #[track_caller]
    pub(crate) fn along_mut<S: Shape, D: StorageMut<Owner = Place>>(
        all: &'a mut Tensor<T, S, D>,
        part: Option<P>,
        axis: usize,
        apart: usize,
        count: usize,
    ) -> Self {
        let Some(part) = part else { return Self { first: None, places: Apart(0), left: 0..0 } };
        Self::step::<true, S, P>(all.shape(), &part, axis, apart, count);
        let strides = all.strides();
        let places = Apart(far::<S>(&strides, axis, apart));
        let over = strides_of(strides.as_ref(), axis, &part);
        // SAFETY: if `count > 0`, `step` has asserted that the part, at the tensor's strides, ends within the tensor.
        // The tensor is borrowed as mutable. If `count == 0`, the view is never moved or returned.
        let first = unsafe { Tensor::of_mut_parts(part, all.as_mut_ptr(), over) };
        Self { first: Some(first), places, left: 0..count }
    }
}

/// The shape and strides of the last axes, as many as `P` has; the outer axes, and the number of their indices.
///
/// # Errors
///
/// If the sizes are not those of `P`.
#[inline]
fn outermost<T, S: Shape, D: Storage, P: Shape>(
    all: &Tensor<T, S, D>,
) -> Result<(P, P::Sizes, Outer<S>, usize), ShapeError> {
    let (sizes, strides) = (all.shape().sizes(), all.strides());
    let inner = P::RANK.unwrap_or_default().min(sizes.as_ref().len());
    let (outer, last) = sizes.as_ref().split_at(sizes.as_ref().len() - inner);
    // if a size is 0, the product of the others may overflow
    let product = || outer.iter().fold(1usize, |count, &size| count.saturating_mul(size));
    let count = if outer.contains(&0) { 0 } else { product() };
    let (part, over) = (P::from_sizes(last)?, P::sizes_of(&strides.as_ref()[outer.len()..]));
    Ok((part, over, Outer { sizes, strides, inner }, count))
}

impl<'a, T, S: Shape, P: Shape, Place: Owner> Parts<Tensor<T, P, View<'a, Place>>, Outer<S>> {
    /// Makes the parts of the last axes, as many as `P` has, at each index of the other axes.
    #[inline]
    pub(crate) fn outer<D: Storage<Owner = Place>>(all: &'a Tensor<T, S, D>) -> Result<Self, ShapeError> {
        let (part, strides, places, count) = outermost(all)?;
        // SAFETY: the part has the sizes and strides of the last axes, and is at index 0 of the others (`count > 0`).
        let first = (count > 0).then(|| unsafe { Tensor::of_parts(part, all.as_ptr(), strides) });
        Ok(Self { first, places, left: 0..count })
    }
}

impl<'a, T, S: Shape, P: Shape, Place: Owner> Parts<Tensor<T, P, ViewMut<'a, Place>>, Outer<S>> {
    /// The same with mutable parts.
    #[inline]
    pub(crate) fn outer_mut<D: StorageMut<Owner = Place>>(all: &'a mut Tensor<T, S, D>) -> Result<Self, ShapeError> {
        let (part, strides, places, count) = outermost(all)?;
        // SAFETY: the part has the sizes and strides of the last axes, and is at index 0 of the others, which exists
        // since `count > 0`; `all` is borrowed as mutable.
        let first = (count > 0).then(|| unsafe { Tensor::of_mut_parts(part, all.as_mut_ptr(), strides) });
        Ok(Self { first, places, left: 0..count })
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Returns the part of that shape at an index of an axis; `None` if it is out of bounds, or the other sizes differ.
    #[inline]
    pub(crate) fn part<P: Shape>(
        &self,
        part: &P,
        axis: usize,
        from: usize,
    ) -> Option<Tensor<T, P, View<'_, D::Owner>>> {
        let sizes = self.shape().sizes();
        let length = part.with_sizes(|part| length(sizes.as_ref(), part, axis))?;
        let strides = self.strides();
        let first = self.as_ptr().wrapping_offset(far::<S>(&strides, axis, from));
        let over = strides_of(strides.as_ref(), axis, part);
        let inside = from.checked_add(length).is_some_and(|end| end <= sizes.as_ref()[axis]);
        // SAFETY: the part has the sizes of the tensor except along the axis (`length`), where it ends at `end`,
        // compared with the axis; it has the tensor's strides.
        inside.then(|| unsafe { Tensor::of_parts(part.clone(), first, over) })
    }
}

impl<V: Movable, P: Places> Parts<V, P> {
    /// Returns the part whose number was just taken from `left`.
    #[inline]
    fn part(&mut self, index: usize) -> Option<V> {
        let by = self.places.offset(index);
        // SAFETY: `Places::offset` returns the offset of a part for each number below that of the parts, and `left` had
        // `index`. Each number is taken from `left` once, so a mutable part is returned once.
        Some(unsafe { self.first.as_mut()?.moved(by) })
    }
}

impl<V, P> core::fmt::Debug for Parts<V, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Parts").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<V: Movable, P: Places> Iterator for Parts<V, P> {
    type Item = V;

    #[inline]
    fn next(&mut self) -> Option<V> {
        let index = self.left.next()?;
        self.part(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<V> {
        let index = self.left.nth(n)?;
        self.part(index)
    }
}

impl<V: Movable, P: Places> DoubleEndedIterator for Parts<V, P> {
    #[inline]
    fn next_back(&mut self) -> Option<V> {
        let index = self.left.next_back()?;
        self.part(index)
    }
}

impl<V: Movable, P: Places> ExactSizeIterator for Parts<V, P> {}
impl<V: Movable, P: Places> FusedIterator for Parts<V, P> {}

/// Takes parts from an axis of a view, one after the other; they do not overlap.
#[derive(Debug)]
pub struct Ahead<T, S: Shape, D: Storage> {
    all: Tensor<T, S, D>,
    axis: usize,
    /// Where the next part begins.
    from: usize,
}

impl<T, S: Shape, D: Retype> Ahead<T, S, D>
where
    Tensor<T, S, D>: Movable,
{
    #[inline]
    pub(crate) const fn new(all: Tensor<T, S, D>, axis: usize) -> Self {
        Self { all, axis, from: 0 }
    }

    /// The size of a part of that shape along the axis, or panics.
    #[inline]
    #[track_caller]
    fn left<P: Shape>(&self, part: &P) -> usize {
        let sizes = self.all.shape().sizes();
        assert!(part.rank() == sizes.as_ref().len(), "a part has the rank of the whole");
        let length = part.with_sizes(|part| length(sizes.as_ref(), part, self.axis));
        let Some(length) = length else { panic!("a part is the whole but for the axis") };
        assert!(length <= sizes.as_ref()[self.axis] - self.from, "the parts are as long as the axis");
        length
    }

    /// Takes the next part, of that shape.
    ///
    /// # Panics
    ///
    /// If it is longer than the rest of the axis, or the other sizes differ.
    #[inline]
    #[track_caller]
    pub(crate) fn take<P: Shape>(&mut self, part: P) -> Tensor<T, P, D> {
        let length = self.left(&part);
        let by = far::<S>(&self.all.strides(), self.axis, self.from);
        self.from += length;
        // SAFETY: `left` has asserted that `length` indices of the axis are left from `from` on, which earlier parts do
        // not have. The part made below uses only these.
        let there = unsafe { self.all.moved(by) };
        // SAFETY: the part has the sizes of the view except along the axis, where it has `length` indices that are
        // inside. `D` is a view, since only views are `Movable`: its `retype` keeps pointer and strides.
        unsafe { Tensor::from_parts(part, D::retype::<T, S, P>(there.into_data())) }
    }

    /// Takes `count` parts of that shape; panics unless they are the axis together.
    #[inline]
    #[track_caller]
    pub(crate) fn equal<P: Shape>(mut self, part: P, count: usize) -> Parts<Tensor<T, P, D>> {
        let (axis, length) = (self.axis, self.left(&part));
        let all = self.all.shape().with_sizes(|sizes| sizes[axis]);
        assert!(length.checked_mul(count) == Some(all), "the parts are as long as the axis");
        let step = far::<S>(&self.all.strides(), axis, length);
        Parts { first: Some(self.take(part)), places: Apart(step), left: 0..count }
    }
}
