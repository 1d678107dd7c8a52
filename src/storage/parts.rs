//! Many parts of a tensor: equally far from each other, or each after the previous one.

use super::contract::{Owner, Retype, Storage, StorageMut, Tensor};
use super::view::{View, ViewMut};
use crate::shape::{Shape, ShapeError};
use core::iter::FusedIterator;
use core::ops::Range;

/// The parts of a tensor, as an iterator of views of type `V`: [`Tensor::axis_iter`], [`Tensor::axis_windows`],
/// [`Tensor::axis_chunks_iter`], [`Tensor::rows`] and similar methods return it.
#[derive(Clone)]
pub struct Parts<V, P = Apart> {
    first: Option<V>,
    places: P,
    left: Range<usize>,
}

/// Parts that are equally far from each other.
#[derive(Clone, Copy, Debug)]
pub struct Apart(isize);

/// The parts at each index of all axes of `S` but the last ones.
#[derive(Clone, Debug)]
pub struct Outer<S: Shape> {
    sizes: S::Sizes,
    strides: S::Sizes,
    /// The number of these last axes.
    inner: usize,
}

/// The offsets of parts.
///
/// # Safety
///
/// The value was made for the parts of one tensor, in a `Parts`. For each number below that of the parts, `offset`
/// returns the offset of a part inside the tensor. The mutable parts of two numbers have no element in common.
pub unsafe trait Places {
    /// The distance of the part of that number from the first part.
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
    /// The same view, `by` elements further.
    ///
    /// # Safety
    ///
    /// The caller uses the answer only at indices of the view at which, `by` elements further, there is an element,
    /// borrowed as those of this view are. If the view is mutable, no other view in use has one of these.
    unsafe fn moved(&mut self, by: isize) -> Self;
}

// SAFETY: `moved` clones shape and strides, and adds `by` to the pointer.
unsafe impl<T, S: Shape, Place: Owner> Movable for Tensor<T, S, View<'_, Place>> {
    #[inline]
    unsafe fn moved(&mut self, by: isize) -> Self {
        // SAFETY: at each index that is used there is an element, `by` further, borrowed as this view's are
        // (`# Safety`).
        unsafe { Self::of_parts(self.shape().clone(), self.as_ptr().wrapping_offset(by), self.strides()) }
    }
}

// SAFETY: `moved` clones shape and strides, and adds `by` to the pointer.
unsafe impl<T, S: Shape, Place: Owner> Movable for Tensor<T, S, ViewMut<'_, Place>> {
    #[inline]
    unsafe fn moved(&mut self, by: isize) -> Self {
        let (shape, strides) = (self.shape().clone(), self.strides());
        // SAFETY: at each index that is used there is an element, `by` further, borrowed as this view's are, and in no
        // other view in use (`# Safety`).
        unsafe { Self::of_mut_parts(shape, self.as_mut_ptr().wrapping_offset(by), strides) }
    }
}

/// The number of indices of the axis that a part has, which has all of the other axes; 1 if it lacks the axis. `None`
/// if its sizes do not fit.
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

/// The distance that as many indices along the axis are.
#[inline]
#[allow(clippy::cast_possible_wrap, reason = "two's complement")]
fn far<S: Shape>(strides: &S::Sizes, axis: usize, indices: usize) -> isize {
    strides.as_ref()[axis].wrapping_mul(indices) as isize
}

impl<V> Parts<V> {
    /// Compares `count` parts of that shape, `apart` indices of the axis from each other, with the whole.
    ///
    /// # Panics
    ///
    /// If a part is not inside, or `UNIQUE` and two parts have an index in common.
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
    /// `count` parts of that shape. The first begins at the index 0 of the axis, and each next one `apart` indices
    /// later. Without a shape there is no part.
    ///
    /// # Panics
    ///
    /// If a part is not inside, or the other sizes differ.
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
        // SAFETY: `step` has asserted that the part has the sizes of the tensor but for the axis, along which it ends
        // inside if `count > 0`; it has the tensor's strides. If `count == 0`, the view is never moved or returned.
        let first = unsafe { Tensor::of_parts(part, all.as_ptr(), over) };
        Self { first: Some(first), places, left: 0..count }
    }
}

impl<'a, T, P: Shape, Place: Owner> Parts<Tensor<T, P, ViewMut<'a, Place>>> {
    /// The same with mutable parts.
    ///
    /// # Panics
    ///
    /// If a part is not inside, two have an index in common, or the other sizes differ.
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
        // SAFETY: `step` has asserted that the part has the sizes of the tensor but for the axis, along which it ends
        // inside if `count > 0`; it has the tensor's strides, which is borrowed as mutable. If `count == 0`, the view
        // is never moved or returned.
        let first = unsafe { Tensor::of_mut_parts(part, all.as_mut_ptr(), over) };
        Self { first: Some(first), places, left: 0..count }
    }
}

/// The shape and strides of the last axes, as many as `P` has; the other axes, and how many indices they have.
///
/// # Errors
///
/// If the type of the shape says other sizes.
#[inline]
fn outermost<T, S: Shape, D: Storage, P: Shape>(
    all: &Tensor<T, S, D>,
) -> Result<(P, P::Sizes, Outer<S>, usize), ShapeError> {
    let (sizes, strides) = (all.shape().sizes(), all.strides());
    let inner = P::RANK.unwrap_or_default().min(sizes.as_ref().len());
    let (outer, last) = sizes.as_ref().split_at(sizes.as_ref().len() - inner);
    // beside a 0, the product of the others may overflow
    let product = || outer.iter().fold(1usize, |count, &size| count.saturating_mul(size));
    let count = if outer.contains(&0) { 0 } else { product() };
    let (part, over) = (P::from_sizes(last)?, P::sizes_of(&strides.as_ref()[outer.len()..]));
    Ok((part, over, Outer { sizes, strides, inner }, count))
}

impl<'a, T, S: Shape, P: Shape, Place: Owner> Parts<Tensor<T, P, View<'a, Place>>, Outer<S>> {
    /// The last axes, as many as `P` has, at each index of the other axes.
    ///
    /// # Errors
    ///
    /// If the type of the shape says other sizes.
    #[inline]
    pub(crate) fn outer<D: Storage<Owner = Place>>(all: &'a Tensor<T, S, D>) -> Result<Self, ShapeError> {
        let (part, strides, places, count) = outermost(all)?;
        // SAFETY: the part has the sizes and strides of the last axes, and is at the index 0 of the others, which
        // exists since `count > 0`.
        let first = (count > 0).then(|| unsafe { Tensor::of_parts(part, all.as_ptr(), strides) });
        Ok(Self { first, places, left: 0..count })
    }
}

impl<'a, T, S: Shape, P: Shape, Place: Owner> Parts<Tensor<T, P, ViewMut<'a, Place>>, Outer<S>> {
    /// The same with mutable parts.
    ///
    /// # Errors
    ///
    /// If the type of the shape says other sizes.
    #[inline]
    pub(crate) fn outer_mut<D: StorageMut<Owner = Place>>(all: &'a mut Tensor<T, S, D>) -> Result<Self, ShapeError> {
        let (part, strides, places, count) = outermost(all)?;
        // SAFETY: the part has the sizes and strides of the last axes, and is at the index 0 of the others, which
        // exists since `count > 0`; `all` is borrowed as mutable.
        let first = (count > 0).then(|| unsafe { Tensor::of_mut_parts(part, all.as_mut_ptr(), strides) });
        Ok(Self { first, places, left: 0..count })
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The part of that shape that begins at an index of an axis; `None` if it is not inside, or the other sizes
    /// differ.
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
        // SAFETY: the part has the sizes of the tensor but for the axis (`length`), along which it ends at `end`,
        // compared with the axis; it has the tensor's strides.
        inside.then(|| unsafe { Tensor::of_parts(part.clone(), first, over) })
    }
}

impl<V: Movable, P: Places> Parts<V, P> {
    /// The part of a number that was just taken from `left`.
    #[inline]
    fn part(&mut self, index: usize) -> Option<V> {
        let by = self.places.offset(index);
        // SAFETY: `Places::offset` answers the offset of a part for each number below that of the parts, and `left` had
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

/// A view from whose axis parts are taken, each after the previous one: no two have an element in common.
#[derive(Debug)]
pub struct Ahead<T, S: Shape, D: Storage> {
    all: Tensor<T, S, D>,
    axis: usize,
    /// The index at which the next part begins.
    from: usize,
}

impl<T, S: Shape, D: Retype> Ahead<T, S, D>
where
    Tensor<T, S, D>: Movable,
{
    /// All of the axis is left.
    #[inline]
    pub(crate) const fn new(all: Tensor<T, S, D>, axis: usize) -> Self {
        Self { all, axis, from: 0 }
    }

    /// The number of indices of the axis that a part of that shape has.
    ///
    /// # Panics
    ///
    /// If fewer are left, or the other sizes differ.
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

    /// The next part, of that shape.
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
        // not have. The part made below uses these alone.
        let there = unsafe { self.all.moved(by) };
        // SAFETY: the part has the sizes of the view but for the axis, of which it has `length` indices that are
        // inside. `D` is a view, since only views are `Movable`: its `retype` keeps pointer and strides.
        unsafe { Tensor::from_parts(part, D::retype::<T, S, P>(there.into_data())) }
    }

    /// `count` parts of that shape, which together are the axis.
    ///
    /// # Panics
    ///
    /// If they are not as long as the axis, or the other sizes differ.
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
