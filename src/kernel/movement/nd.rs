//! Elements at rows of indices, with one index for each of several leading axes.
//!
//! The rows are checked, and then read by a walk of `pick.rs`.

use super::pick::{self, IndexOp, Read, Selection, Walk};
use crate::indices::IndexElement;
use crate::kernel::elementwise::operand::Operand;
#[cfg(feature = "alloc")]
use crate::layout::unravel;
#[cfg(feature = "alloc")]
use crate::shape::Sizes;
use crate::shape::{Shape, ShapeError};
use crate::storage::{self, Destination, Storage, StorageMut, Tensor};
#[cfg(feature = "alloc")]
use crate::storage::{Owner, Room};
#[cfg(feature = "alloc")]
use core::{mem::MaybeUninit, slice};

/// Along as many leading axes as there are sizes, by indices that are `step` apart.
#[derive(Clone, Copy)]
struct Row<'a> {
    sizes: &'a [usize],
    strides: &'a [usize],
    step: usize,
}

// SAFETY: the sum of the places along the axes, times their strides.
unsafe impl<N: IndexElement> Selection<N> for Row<'_> {
    #[inline(always)]
    unsafe fn offset(self, index: *const N) -> usize {
        let axes = self.sizes.iter().zip(self.strides);
        axes.enumerate().fold(0, |offset, (axis, (&size, &stride))| {
            let index = index.wrapping_add(self.step.wrapping_mul(axis));
            // SAFETY: the row has an index for each axis, `step` apart.
            offset.wrapping_add(unsafe { index.read() }.known_place(size).wrapping_mul(stride))
        })
    }
}

/// A [`Row`] of constant length.
#[derive(Clone, Copy)]
struct Few<const LENGTH: usize> {
    sizes: [usize; LENGTH],
    strides: [usize; LENGTH],
    step: usize,
}

impl<const LENGTH: usize> Few<LENGTH> {
    fn new(Row { sizes, strides, step }: Row<'_>) -> Self {
        let few = |all: &[usize]| *all.first_chunk().expect("as many axes");
        Self { sizes: few(sizes), strides: few(strides), step }
    }
}

// SAFETY: a `Row`; `adjacent` has compared step and last stride.
unsafe impl<N: IndexElement, const LENGTH: usize> Selection<N> for Few<LENGTH> {
    const LENGTH: isize = LENGTH as isize;

    #[inline(always)]
    fn adjacent(self) -> Option<Self> {
        let mut strides = self.strides;
        let last = core::mem::replace(strides.last_mut()?, 1);
        (self.step == 1 && last == 1).then_some(Self { strides, step: 1, ..self })
    }

    #[inline(always)]
    unsafe fn offset(self, index: *const N) -> usize {
        let Self { sizes, strides, step } = &self;
        // SAFETY: `LENGTH` indices, `step` apart, may be read.
        unsafe { Row { sizes, strides, step: *step }.offset(index) }
    }
}

/// Rows of indices in bounds of the leading axes of a shape.
struct Rows<'a, N, I: Shape, E: Storage> {
    indices: &'a Tensor<N, I, E>,
    /// The sizes of all axes, and the number of leading ones.
    sizes: &'a [usize],
    leading: usize,
}

impl<'a, N: IndexElement, I: Shape, E: Storage> Rows<'a, N, I, E> {
    /// Checks rows of indices, by [`pick::check`].
    ///
    /// # Panics
    ///
    /// If the rank of the indices is 0, or a row is longer than the rank of the shape.
    #[inline]
    fn new<S: Shape>(indices: &'a Tensor<N, I, E>, shape: &S, sizes: &'a S::Sizes) -> Result<Self, ShapeError> {
        let sizes = sizes.as_ref();
        let leading = indices.shape().with_sizes(|sizes| *sizes.last().expect("an axis of indices"));
        let (of_axes, dense) = (&sizes[..leading], storage::dense_strides(indices.shape()));
        // without an early exit, as in `pick.rs`
        pick::check(indices, shape, 0, leading, || match (storage::slice_of_strides(indices, &dense), leading) {
            (Some(rows), 2) => are_in_bounds::<N, 2>(rows, of_axes),
            (Some(rows), 3) => are_in_bounds::<N, 3>(rows, of_axes),
            (Some(rows), 4) => are_in_bounds::<N, 4>(rows, of_axes),
            _ => of_axes.iter().enumerate().all(|(axis, &size)| {
                let along = <E::Layout as storage::Layout>::iter(indices).skip(axis).step_by(leading);
                along.fold(true, |all, index| all & index.place(size).is_some())
            }),
        })?;
        Ok(Self { indices, sizes, leading })
    }

    /// # Safety
    ///
    /// `named` has an element at each index of the shape that the rows were checked for, by its strides. The operation
    /// may use these, and the other element at each index of `over`. The two do not overlap.
    unsafe fn walk<T, Out: Shape>(
        &self,
        (named, strides): (*mut T, &[usize]),
        over: &Out::Sizes,
        other: (*mut T, &[usize]),
        op: impl IndexOp<T>,
    ) {
        let Self { indices, sizes, leading } = *self;
        let over = over.as_ref();
        let own = indices.strides();
        let (&step, rows) = own.as_ref().split_last().expect("an axis of indices");
        indices.shape().with_sizes(|indices| {
            let (of_rows, behind) = over.split_at(rows.len());
            let same = indices[..rows.len()] == *of_rows && sizes[leading..] == *behind;
            assert!(same, "the sizes of the rows, and then of the other axes");
        });
        let (mut of_named, mut of_rows) = (Out::blank(over.len()), Out::blank(over.len()));
        of_named.as_mut()[rows.len()..].copy_from_slice(&strides[leading..]);
        of_rows.as_mut()[..rows.len()].copy_from_slice(rows);
        let (named, indices) = ((named, of_named.as_ref()), (indices.as_ptr(), of_rows.as_ref()));
        let row = Row { sizes: &sizes[..leading], strides: &strides[..leading], step };
        macro_rules! walk {
            ($by:expr) => {
                // SAFETY: the sizes were asserted, and `new` has checked the rows. The operation may use both sides.
                unsafe { Walk { sizes: over, named, indices, other, by: $by }.run(op) }
            };
        }
        match leading {
            1 => walk!(Few::<1>::new(row)),
            2 => walk!(Few::<2>::new(row)),
            3 => walk!(Few::<3>::new(row)),
            4 => walk!(Few::<4>::new(row)),
            _ => walk!(row),
        }
    }
}

/// Whether all indices of adjacent rows are in bounds.
fn are_in_bounds<N: IndexElement, const LENGTH: usize>(rows: &[N], sizes: &[usize]) -> bool {
    let sizes: [usize; LENGTH] = *sizes.first_chunk().expect("as many axes");
    rows.chunks_exact(LENGTH)
        .fold(true, |all, row| row.iter().zip(sizes).fold(all, |all, (index, size)| all & index.place(size).is_some()))
}

#[inline]
pub(crate) fn picked_nd<T: Copy, S: Shape, D: Storage, N: IndexElement, I: Shape, To: Destination<T>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    indices: &Tensor<N, I, impl Storage>,
) -> Result<To::Written, ShapeError> {
    let (sizes, own) = (x.tensor.shape().sizes(), x.tensor.strides());
    let rows = Rows::new(indices, x.tensor.shape(), &sizes)?;
    let write = |out: &To::Shape, first, strides: &[usize]| {
        let named = (x.tensor.as_ptr().cast_mut(), own.as_ref());
        // SAFETY: `x` is borrowed, and `rows` were checked for it. `Destination` has a different place at each index of
        // `out`: `Read` may read `named` and write `other`.
        unsafe { rows.walk::<T, To::Shape>(named, &out.sizes(), (first, strides), Read) };
    };
    // SAFETY: `walk` writes a place for each index of the destination, or panics.
    Ok(unsafe { to.write(write) })
}

/// Applies `op` to the elements at rows of indices, and to `values` broadcast to the shape `over`.
#[inline]
pub(crate) fn changed_nd<T: Copy, S: Shape, N: IndexElement, I: Shape, Out: Shape, R: Shape, F: Storage>(
    out: &mut Tensor<T, S, impl StorageMut>,
    indices: &Tensor<N, I, impl Storage>,
    over: &Out,
    values: &Operand<'_, T, R, F>,
    op: impl IndexOp<T>,
) -> Result<(), ShapeError> {
    let (of_out, own) = (out.shape().sizes(), out.strides());
    let rows = Rows::new(indices, out.shape(), &of_out)?;
    let (first, sizes) = (out.as_mut_ptr(), over.sizes());
    let strides = values.tensor.stretched_strides::<Out>(&sizes, 0);
    let other = (values.tensor.as_ptr().cast_mut(), strides.as_ref());
    // SAFETY: `out` is mutably borrowed, and `rows` were checked for it. `values` is borrowed, and `stretched_strides`
    // has asserted that it broadcasts to `sizes`.
    unsafe { rows.walk::<T, Out>((first, own.as_ref()), &sizes, other, op) };
    Ok(())
}

/// The rows of indices at ascending positions in row-major order of these sizes.
#[cfg(feature = "alloc")]
pub(crate) fn unravelled<Out: Shape, Place: Owner>(
    room: Room<usize, Out, Place>,
    places: &[usize],
    sizes: &[usize],
) -> Tensor<usize, Out, Place> {
    let numel = room.numel();
    assert!(places.len().checked_mul(sizes.len()) == Some(numel), "an index for each axis");
    let write = |_: &Out, first: *mut usize| {
        let Some((&length, outer)) = sizes.split_last() else { return };
        // SAFETY: the room has `numel` places.
        let rows = unsafe { slice::from_raw_parts_mut(first.cast::<MaybeUninit<usize>>(), numel) };
        match outer.len() {
            1 => unravel_rows(rows, places, (length, outer), &mut [0; 1]),
            2 => unravel_rows(rows, places, (length, outer), &mut [0; 2]),
            3 => unravel_rows(rows, places, (length, outer), &mut [0; 3]),
            rank => unravel_rows(rows, places, (length, outer), &mut Sizes::with_len(rank)[..]),
        }
    };
    // SAFETY: `unravel_rows` writes as many rows as the room has.
    unsafe { room.build(write) }
}

/// `index` has a zero for each outer axis.
#[cfg(feature = "alloc")]
#[inline(always)]
fn unravel_rows(
    rows: &mut [MaybeUninit<usize>],
    places: &[usize],
    (length, outer): (usize, &[usize]),
    index: &mut [usize],
) {
    let mut line = 0;
    for (row, &place) in rows.chunks_exact_mut(index.len() + 1).zip(places) {
        // rarely, on another line
        if place - line >= length {
            line = place - place % length;
            unravel(line / length, outer, index);
        }
        let [numbers @ .., last] = row else { unreachable!("a row has an index for each axis") };
        numbers.iter_mut().zip(&*index).for_each(|(number, &i)| _ = number.write(i));
        last.write(place - line);
    }
}
