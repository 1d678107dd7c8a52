//! Concatenation of tensors along an axis of a result.
//!
//! ```text
//! at = 0
//! for each piece:
//!     the part of the result from `at` on, of the piece's length = piece
//!     at += its length
//! ```
//!
//! A large result is written in order: all pieces of some rows, then those of the next rows. A piece without rows is
//! written in the first pass, and skipped later if it is recorded.

use crate::kernel::elementwise::operand::Operand;
use crate::kernel::elementwise::run;
use crate::layout::{advance, offset};
use crate::shape::Shape;
use crate::storage::{self, Destination, Storage};
use core::marker::PhantomData;

/// The axis along which pieces are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Join {
    /// Each piece has the axis.
    Along(usize),
    /// Each piece is one index of a new axis.
    New(usize),
    /// The pieces alternate along the axis `.0`: the first has every `.1`-th index from 0 on, the second from 1 on.
    Every(usize, usize),
}

impl Join {
    fn axis(self) -> usize {
        match self {
            Self::Along(axis) | Self::New(axis) | Self::Every(axis, _) => axis,
        }
    }
}

/// A result that is written piece by piece. Its lifetime is invariant and belongs to one result, so two results cannot
/// be swapped.
pub struct Pieces<'a, T, Out: Shape> {
    first: *mut T,
    sizes: Out::Sizes,
    strides: Out::Sizes,
    join: Join,
    /// The part of the axis that is written.
    at: usize,
    /// In a pass over some rows: their axis, their start, and their largest number.
    part: Option<[usize; 3]>,
    /// The indices of the axis at which the first pass has written all rows.
    whole: Whole,
    brand: PhantomData<fn(&'a mut ()) -> &'a mut ()>,
}

/// Up to four ranges of indices; adjacent ones are merged.
#[derive(Default)]
struct Whole {
    ranges: [[usize; 2]; 4],
    count: usize,
}

impl Whole {
    fn add(&mut self, range: [usize; 2]) {
        if let Some(last) = self.ranges[..self.count].last_mut().filter(|last| last[1] == range[0]) {
            last[1] = range[1];
        } else if let Some(free) = self.ranges.get_mut(self.count) {
            *free = range;
            self.count += 1;
        }
    }

    fn has(&self, [from, to]: [usize; 2]) -> bool {
        self.ranges[..self.count].iter().any(|range| range[0] <= from && to <= range[1])
    }
}

/// The bytes that are written in one pass: they stay in the L1 and L2 caches with the elements read.
pub(super) const PART: usize = 1 << 16;

/// For rows of fewer bytes, passes in order are not faster: the calls take longer than the memory.
const LONG: usize = 1 << 8;

impl<T: Copy, Out: Shape> Pieces<'_, T, Out> {
    /// # Safety
    ///
    /// From `first` on there is a different place for each element of these sizes and strides. They may be written
    /// while the value is used, and no piece reads them.
    #[inline]
    unsafe fn new(first: *mut T, sizes: Out::Sizes, strides: Out::Sizes, join: Join) -> Self {
        Self { first, sizes, strides, join, at: 0, part: None, whole: Whole::default(), brand: PhantomData }
    }

    #[inline]
    pub(crate) fn push<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>) {
        match self.join {
            Join::Along(axis) => self.stretch(piece, piece.tensor.shape().with_sizes(|sizes| sizes[axis])),
            Join::New(axis) => self.insert(piece, axis),
            Join::Every(axis, by) => self.spread(piece, axis, by),
        }
    }

    #[inline]
    pub(crate) fn push_times<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>, times: usize) {
        for written in 1..=times {
            let from = self.at;
            self.push(piece);
            if size_of::<T>() == 0 {
                // elements of no bytes: only the position changes
                self.at += (self.at - from) * (times - written);
                return;
            }
        }
    }

    /// Writes a piece, broadcast to `length` elements along the axis and to all of the others.
    #[inline]
    pub(crate) fn stretch<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>, length: usize) {
        let (axis, at, from) = (self.join.axis(), self.at, self.next(length));
        let mut sizes = self.sizes.clone();
        sizes.as_mut()[axis] = length;
        let strides = self.strides.clone();
        // SAFETY: `next` has compared the length with the rest of the axis, so the part is inside the result.
        unsafe { self.put(from, sizes, strides.as_ref(), piece, [at, at + length]) };
    }

    /// Writes a piece at the next index of a new axis.
    #[inline]
    fn insert<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>, axis: usize) {
        let (at, from) = (self.at, self.next(1));
        let sizes = piece.tensor.shape().sizes();
        let without = |all: &[usize], at: usize| all[if at < axis { at } else { at + 1 }];
        let mut strides = sizes.clone();
        assert!(sizes.as_ref().len() + 1 == self.sizes.as_ref().len(), "the result has one axis more");
        for (axis, stride) in strides.as_mut().iter_mut().enumerate() {
            assert!(
                sizes.as_ref()[axis] == without(self.sizes.as_ref(), axis),
                "the result has the sizes of each piece"
            );
            *stride = without(self.strides.as_ref(), axis);
        }
        // SAFETY: `next` has compared the index with the size of the axis, and the other sizes were compared above.
        unsafe { self.put(from, sizes, strides.as_ref(), piece, [at, at + 1]) };
    }

    /// Writes a piece at every `by`-th index of an axis.
    #[inline]
    fn spread<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>, axis: usize, by: usize) {
        let (from, mut sizes, mut strides) = (self.at, self.sizes.clone(), self.strides.clone());
        assert!(from < by, "there are as many pieces as indices from one of a piece to the next");
        self.at += 1;
        sizes.as_mut()[axis] /= by;
        let stride = &mut strides.as_mut()[axis];
        let first = self.first.wrapping_add(from.wrapping_mul(*stride));
        *stride = stride.wrapping_mul(by);
        // SAFETY: from an index below `by` on, every `by`-th index is one of the axis, `size / by` times.
        unsafe { self.put(first, sizes, strides.as_ref(), piece, [from, from + 1]) };
    }

    /// Writes a piece at these indices of the axis; in a pass over some rows, only those.
    ///
    /// # Safety
    ///
    /// From the pointer on the result has elements of those sizes and strides.
    #[inline]
    unsafe fn put<S: Shape, D: Storage>(
        &mut self,
        first: *mut T,
        sizes: impl AsRef<[usize]> + AsMut<[usize]>,
        strides: &[usize],
        piece: Operand<'_, T, S, D>,
        indices: [usize; 2],
    ) {
        let written = self.part.is_some_and(|[_, start, _]| start > 0) && self.whole.has(indices);
        // SAFETY: `first`, `sizes` and `strides` are places of the result, which may be written and no
        // piece reads (`new`).
        let whole = unsafe { write(first, sizes, strides, piece, self.part, written) };
        if whole && self.part.is_some_and(|[_, start, _]| start == 0) {
            self.whole.add(indices);
        }
    }

    /// Where the next `length` indices of the axis start.
    #[inline]
    fn next(&mut self, length: usize) -> *mut T {
        let (axis, from) = (self.join.axis(), self.at);
        assert!(length <= self.sizes.as_ref()[axis] - from, "the pieces are as long as the result");
        self.at += length;
        let offset = from.wrapping_mul(self.strides.as_ref()[axis]);
        // negative as two's complement
        self.first.wrapping_add(offset)
    }

    /// Calls `pieces`, which has to write all, in one or more passes.
    #[inline]
    fn write(mut self, pieces: impl Fn(&mut Self)) {
        // without elements, there may be any number of pieces
        if self.sizes.as_ref().contains(&0) {
            return;
        }
        let Some((axis, step)) = parts::<T>(self.sizes.as_ref(), self.join.axis()) else {
            return self.write_part(&pieces);
        };
        for start in (0..self.sizes.as_ref()[axis]).step_by(step) {
            self.at = 0;
            self.part = Some([axis, start, step]);
            self.write_part(&pieces);
        }
    }

    /// Calls `pieces` for one pass.
    #[inline]
    fn write_part(&mut self, pieces: &impl Fn(&mut Self)) {
        pieces(self);
        let size = self.sizes.as_ref()[self.join.axis()];
        let whole = match self.join {
            Join::Every(_, by) => self.at == by && size % by == 0,
            _ => self.at == size,
        };
        assert!(whole, "the pieces are the whole result");
    }
}

/// The outermost axis before the joined one that is longer than 1, and how many of its indices a pass writes; `None` if
/// one pass is enough. No size is 0.
#[inline]
fn parts<T>(sizes: &[usize], joined: usize) -> Option<(usize, usize)> {
    let axis = sizes[..joined].iter().position(|&size| size > 1)?;
    let bytes = |sizes: &[usize]| sizes.iter().product::<usize>() * size_of::<T>();
    if bytes(&sizes[joined..]) < LONG {
        return None;
    }
    let step = (PART / bytes(&sizes[axis + 1..])).max(1);
    (step < sizes[axis]).then_some((axis, step))
}

/// Writes an operand, broadcast to `sizes`; in a pass, only its rows. A piece without rows is skipped if it is
/// `written`. Returns whether all of it was written.
///
/// # Safety
///
/// From `first` on there is a different place for each element of these sizes and strides. They may be written, and the
/// operand does not read them.
#[inline]
unsafe fn write<T: Copy, S: Shape, D: Storage>(
    first: *mut T,
    mut sizes: impl AsRef<[usize]> + AsMut<[usize]>,
    strides: &[usize],
    piece: Operand<'_, T, S, D>,
    part: Option<[usize; 3]>,
    written: bool,
) -> bool {
    let all = sizes.as_mut();
    // nothing to write, and there may be more elements of no bytes than a loop can visit
    let no_bytes = size_of::<T>() == 0 && piece.tensor.shape().with_sizes(|own| !own.contains(&0));
    if no_bytes || all.contains(&0) {
        return true;
    }
    let row = row(all, strides);
    let has_rows = const { storage::is_dense::<D>() } && row > 1 && piece.tensor.shape().with_sizes(|own| own == all);
    let (mut to, mut from, mut whole) = (first, piece.tensor.as_ptr(), true);
    if let Some([axis, start, step]) = part {
        let each = all[axis + 1..].iter().product();
        // an axis inside the rows cannot divide them
        if has_rows && row <= each {
            // inside both, below the size of the axis; negative as two's complement
            to = to.wrapping_add(start.wrapping_mul(strides[axis]));
            from = from.wrapping_add(start * each);
            all[axis] = step.min(all[axis] - start);
            whole = false;
        } else if written {
            return true;
        }
    }
    if has_rows {
        // SAFETY: `first` has a place at each index of `all`, and a part of the outermost axis ends
        // within it. By `has_rows` the piece is dense and has these sizes; by `row` the last axes are adjacent in the
        // target.
        unsafe { copy_rows(to, from, all, strides, row, &mut S::blank(all.len())) };
    } else if is_dense(all, strides) {
        // SAFETY: `first` has a place at each index of `all`, adjacent by `is_dense`.
        unsafe { run::write::<true, T, S, D>(first, all, strides, piece) };
    } else {
        // SAFETY: `first` has a place at each index of `all`, at these strides.
        unsafe { run::write::<false, T, S, D>(first, all, strides, piece) };
    }
    whole
}

/// The number of adjacent elements: those of the last axes.
#[inline]
fn row(sizes: &[usize], strides: &[usize]) -> usize {
    let dense = |row: usize, (&size, &stride): (&usize, &usize)| {
        if size == 1 || stride == row { Ok(row * size) } else { Err(row) }
    };
    sizes.iter().zip(strides).rev().try_fold(1, dense).unwrap_or_else(|row| row)
}

/// Copies dense elements row by row; `index` has a zero for each axis.
///
/// # Safety
///
/// `from` has adjacent elements of these sizes. `first` has a different place for each of them, which may be written
/// and is not read. The last axes are rows of `row` elements, adjacent there too. No size is 0.
#[inline]
unsafe fn copy_rows<T: Copy>(
    first: *mut T,
    mut from: *const T,
    sizes: &[usize],
    strides: &[usize],
    row: usize,
    index: &mut impl AsMut<[usize]>,
) {
    let (mut outer, mut inner) = (sizes.len(), 1);
    while inner < row {
        outer -= 1;
        inner *= sizes[outer];
    }
    // the last of the outer axes is an inner loop
    let (outer, lines, step) = match outer.checked_sub(1) {
        Some(last) => (last, sizes[last], strides[last]),
        None => (0, 1, 0),
    };
    let index = &mut index.as_mut()[..outer];
    loop {
        let mut to = first.wrapping_offset(offset(index, strides));
        for _ in 0..lines {
            // SAFETY: the index of the outer axes is below their sizes: `row` adjacent elements on both sides, and the
            // piece does not read the target's.
            unsafe { to.copy_from_nonoverlapping(from, row) };
            from = from.wrapping_add(row);
            to = to.wrapping_add(step);
        }
        if !advance(index, sizes) {
            return;
        }
    }
}

/// Whether elements of these sizes are contiguous; no size is 0.
#[inline]
fn is_dense(sizes: &[usize], strides: &[usize]) -> bool {
    let mut dense = 1usize;
    sizes.iter().zip(strides).rev().all(|(&size, &stride)| {
        let here = size == 1 || stride == dense;
        dense = dense.wrapping_mul(size);
        here
    })
}

#[inline]
pub(crate) fn joined<T: Copy, To: Destination<T>>(
    to: To,
    join: Join,
    pieces: impl for<'a> Fn(&mut Pieces<'a, T, To::Shape>),
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        let mut own = shape.sizes();
        own.as_mut().copy_from_slice(strides);
        // SAFETY: `Destination` has a different place at each index of `shape`, by `strides`; no piece reads it.
        unsafe { Pieces::new(first, shape.sizes(), own, join) }.write(pieces);
    };
    // SAFETY: `Pieces::write` writes each element, or panics.
    unsafe { to.write(write) }
}
