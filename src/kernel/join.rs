//! Tensors written one after the other along an axis of a result.
//!
//! ```text
//! at = 0
//! for each piece:
//!     the part of the result from `at` on, as long as the piece = piece
//!     at += its length
//! ```
//!
//! The pieces together are the whole axis, which is checked, so every element of the result is written. A piece whose part lies side by side is
//! walked as a dense target, any other as a strided one; rows of a dense piece are copied as blocks.
//!
//! Of a large result, all pieces of some of its rows are written, and then those of the next, so that memory is written once and in order. A
//! piece that is no rows is written as a whole with the first of them.

use super::operand::Operand;
use super::run;
use crate::layout::{advance, offset};
use crate::shape::Shape;
use crate::storage::{self, Owner, Room, Storage, StorageMut};

/// The axis along which pieces are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Join {
    /// Each piece has it.
    Along(usize),
    /// No piece has it, and each is one index of it.
    New(usize),
    /// Each piece has it, and stands at every so many of its indices: the first from 0 on, the second from 1 on.
    Every(usize, usize),
}

impl Join {
    fn axis(self) -> usize {
        match self {
            Self::Along(axis) | Self::New(axis) | Self::Every(axis, _) => axis,
        }
    }
}

/// A result to be written piece by piece.
pub struct Pieces<T, Out: Shape> {
    first: *mut T,
    sizes: Out::Sizes,
    strides: Out::Sizes,
    join: Join,
    /// How much of the axis is written.
    at: usize,
    /// What is written of an axis before it, where not all is at once: the axis, from where on, and how much at most.
    part: Option<[usize; 3]>,
}

/// So many bytes of a result are written at a time: they stay in the cache of the first levels, beside what is read.
const PART: usize = 1 << 16;

/// Of rows of fewer bytes, what is written in order is not faster: the calls take longer than the memory.
const LONG: usize = 1 << 8;

impl<T: Copy, Out: Shape> Pieces<T, Out> {
    /// Writes the next piece.
    ///
    /// # Panics
    ///
    /// If it is longer than what is left of the axis, or other sizes differ.
    #[inline]
    pub(crate) fn push<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>) {
        match self.join {
            Join::Along(axis) => self.stretch(piece, piece.shape.with_sizes(|sizes| sizes[axis])),
            Join::New(axis) => self.insert(piece, axis),
            Join::Every(axis, by) => self.spread(piece, axis, by),
        }
    }

    /// Writes a piece that stretches to that length of the axis, and to all sizes of the others.
    ///
    /// # Panics
    ///
    /// If it is longer than what is left of the axis, or does not stretch.
    #[inline]
    pub(crate) fn stretch<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>, length: usize) {
        let (axis, from) = (self.join.axis(), self.next(length));
        let mut sizes = self.sizes.clone();
        sizes.as_mut()[axis] = length;
        // SAFETY: the part is inside the result, which is to be written.
        unsafe { write(from, sizes, self.strides.as_ref(), piece, self.part) };
    }

    /// Writes a piece at the next index of an axis that it does not have.
    #[inline]
    fn insert<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>, axis: usize) {
        let from = self.next(1);
        let sizes = piece.shape.sizes();
        let without = |all: &[usize], at: usize| all[if at < axis { at } else { at + 1 }];
        let mut strides = sizes.clone();
        assert!(sizes.as_ref().len() + 1 == self.sizes.as_ref().len(), "the result has one axis more");
        for (at, stride) in strides.as_mut().iter_mut().enumerate() {
            assert!(sizes.as_ref()[at] == without(self.sizes.as_ref(), at), "the result has the sizes of each piece");
            *stride = without(self.strides.as_ref(), at);
        }
        // SAFETY: it is inside the result at that index, which is to be written.
        unsafe { write(from, sizes, strides.as_ref(), piece, self.part) };
    }

    /// Writes a piece at every so many indices of an axis.
    #[inline]
    fn spread<S: Shape, D: Storage>(&mut self, piece: Operand<'_, T, S, D>, axis: usize, by: usize) {
        let (from, mut sizes, mut strides) = (self.at, self.sizes.clone(), self.strides.clone());
        assert!(from < by, "there are as many pieces as indices from one of a piece to the next");
        self.at += 1;
        let size = &mut sizes.as_mut()[axis];
        *size /= by;
        if *size == 0 {
            return;
        }
        let stride = &mut strides.as_mut()[axis];
        let first = self.first.wrapping_add(from.wrapping_mul(*stride));
        *stride = stride.wrapping_mul(by);
        // SAFETY: at an index below `by`, and every so many from there on, are as many as the result has of them; it is to be written.
        unsafe { write(first, sizes, strides.as_ref(), piece, self.part) };
    }

    /// Where the next so many along the axis begin.
    #[inline]
    fn next(&mut self, length: usize) -> *mut T {
        let (axis, from) = (self.join.axis(), self.at);
        assert!(length <= self.sizes.as_ref()[axis] - from, "the pieces are as long as the result");
        self.at += length;
        let offset = from.wrapping_mul(self.strides.as_ref()[axis]);
        // below zero as two's complement
        self.first.wrapping_add(offset)
    }

    /// Calls `pieces`, which has to write all, for one part after the other.
    #[inline]
    fn write(mut self, pieces: impl Fn(&mut Self)) {
        let Some((axis, step)) = parts::<T>(self.sizes.as_ref(), self.join.axis()) else {
            return self.write_part(&pieces);
        };
        for start in (0..self.sizes.as_ref()[axis]).step_by(step) {
            self.at = 0;
            self.part = Some([axis, start, step]);
            self.write_part(&pieces);
        }
    }

    /// Calls `pieces`, which has to write all of a part.
    #[inline]
    fn write_part(&mut self, pieces: &impl Fn(&mut Self)) {
        pieces(self);
        let size = self.sizes.as_ref()[self.join.axis()];
        let whole = match self.join {
            Join::Every(_, by) => size == 0 || self.at == by && size % by == 0,
            _ => self.at == size,
        };
        assert!(whole, "the pieces are the whole result");
    }
}

/// The first axis before that of the pieces that is longer than 1, and how much of it is written at a time, where not all is at once.
#[inline]
fn parts<T>(sizes: &[usize], joined: usize) -> Option<(usize, usize)> {
    let axis = sizes[..joined].iter().position(|&size| size > 1)?;
    // of an empty result, sizes may be of any product
    if sizes.contains(&0) {
        return None;
    }
    let bytes = |sizes: &[usize]| sizes.iter().product::<usize>() * size_of::<T>();
    if bytes(&sizes[joined..]) < LONG {
        return None;
    }
    let step = (PART / bytes(&sizes[axis + 1..])).max(1);
    (step < sizes[axis]).then_some((axis, step))
}

/// Writes an operand, stretched to those sizes, to where its elements go; of rows only those of the part.
///
/// # Safety
///
/// From the pointer on there are places for elements of those sizes and strides, each its own, which may be written and the operand does
/// not read.
#[inline]
unsafe fn write<T: Copy, S: Shape, D: Storage>(
    first: *mut T,
    mut sizes: impl AsRef<[usize]> + AsMut<[usize]>,
    strides: &[usize],
    piece: Operand<'_, T, S, D>,
    part: Option<[usize; 3]>,
) {
    let all = sizes.as_mut();
    if all.contains(&0) {
        return;
    }
    let row = row(all, strides);
    let has_rows = const { storage::is_dense::<D>() } && row > 1 && piece.shape.with_sizes(|own| own == all);
    let (mut to, mut from) = (first, D::as_ptr(piece.data));
    if let Some([axis, start, step]) = part {
        let each = all[axis + 1..].iter().product();
        // an axis that lies in the rows is no axis of rows
        if has_rows && row <= each {
            // inside both, below the size of the axis; below zero as two's complement
            to = to.wrapping_add(start.wrapping_mul(strides[axis]));
            from = from.wrapping_add(start * each);
            all[axis] = step.min(all[axis] - start);
        } else if start > 0 {
            return;
        }
    }
    if has_rows {
        // SAFETY: the caller's promise, of a part of the outermost axis that is longer than 1; the piece is dense and has the sizes, of which
        // the last ones are rows in the target, too.
        unsafe { copy_rows(to, from, all, strides, row, &mut S::blank(all.len())) };
    } else if is_dense(all, strides) {
        // SAFETY: the caller's promise; they lie side by side.
        unsafe { run::write::<true, T, S, D>(first, all, strides, piece) };
    } else {
        // SAFETY: the caller's promise.
        unsafe { run::write::<false, T, S, D>(first, all, strides, piece) };
    }
}

/// How many elements of those sizes lie side by side: those of the last axes.
#[inline]
fn row(sizes: &[usize], strides: &[usize]) -> usize {
    let dense = |row: usize, (&size, &stride): (&usize, &usize)| {
        if size == 1 || stride == row { Ok(row * size) } else { Err(row) }
    };
    sizes.iter().zip(strides).rev().try_fold(1, dense).unwrap_or_else(|row| row)
}

/// Copies dense elements of those sizes row by row; `index` is of as many zeros.
///
/// # Safety
///
/// At `from` are as many elements side by side, and from `to` on there are places for them, each its own, which may be written and are not
/// among them; the last axes are rows of so many elements, which lie side by side there too, and no size is 0.
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
    // the last of the outer axes has a loop of its own
    let (outer, lines, step) = match outer.checked_sub(1) {
        Some(last) => (last, sizes[last], strides[last]),
        None => (0, 1, 0),
    };
    let index = &mut index.as_mut()[..outer];
    loop {
        let mut to = first.wrapping_offset(offset(index, strides));
        for _ in 0..lines {
            // SAFETY: the row at that index of the outer axes is inside both, and they are blocks of their own.
            unsafe { to.copy_from_nonoverlapping(from, row) };
            from = from.wrapping_add(row);
            to = to.wrapping_add(step);
        }
        if !advance(index, sizes) {
            return;
        }
    }
}

/// Whether elements of those sizes, none of which is 0, lie side by side in row-major order.
#[inline]
fn is_dense(sizes: &[usize], strides: &[usize]) -> bool {
    let mut dense = 1usize;
    sizes.iter().zip(strides).rev().all(|(&size, &stride)| {
        let here = size == 1 || stride == dense;
        dense = dense.wrapping_mul(size);
        here
    })
}

/// The data of a result, written piece by piece, and its shape.
#[inline]
pub(crate) fn joined<T: Copy, Out: Shape, Place: Owner>(
    room: Room<T, Out, Place>,
    join: Join,
    pieces: impl Fn(&mut Pieces<T, Out>),
) -> (Place::Data<T, Out>, Out) {
    let (shape, numel, block) = room.into_parts();
    let sizes = shape.sizes();
    let strides = storage::dense_strides(&shape);
    let write = |first: *mut T| Pieces { first, sizes, strides, join, at: 0, part: None }.write(pieces);
    // SAFETY: the room has reserved the block; `write` writes every element or panics.
    let data = unsafe { Place::build(block, numel, write) };
    (data, shape)
}

/// Writes the elements of a tensor piece by piece.
#[inline]
pub(crate) fn joined_into<T: Copy, Out: Shape, D: StorageMut>(
    (data, shape): (&mut D::Data<T, Out>, &Out),
    join: Join,
    pieces: impl Fn(&mut Pieces<T, Out>),
) {
    let strides = D::strides(data, shape);
    Pieces { first: D::as_mut_ptr(data), sizes: shape.sizes(), strides, join, at: 0, part: None }.write(pieces);
}
