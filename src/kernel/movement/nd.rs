//! Elements at rows of indices, with one index for each of several leading axes.
//!
//! ```text
//! offsets(x, i)[p]    = the sum over j of i[p, j] * the stride of axis j of x
//! ```
//!
//! The offsets are checked and computed first. Then they are the indices of a walk of `pick.rs`, along an axis of
//! stride 1.

use super::pick::{IndexOp, Read, Walk, collected};
use crate::indices::IndexElement;
use crate::kernel::elementwise::operand::Operand;
use crate::shape::{Shape, ShapeError};
use crate::storage::{self, Destination, Owner, Room, Storage, StorageMut, Tensor};

/// The offset of each indexed element from the first, in elements.
///
/// # Errors
///
/// If an index is out of bounds.
#[inline]
fn offsets<N: IndexElement, S: Shape, Rows: Shape, Place: Owner, I: Shape, E: Storage>(
    room: Room<usize, Rows, Place>,
    indices: &Tensor<N, I, E>,
    shape: &S,
    strides: &S::Sizes,
    leading: usize,
) -> Result<Tensor<usize, Rows, Place>, ShapeError> {
    let (sizes, mut wrong) = (shape.sizes(), false);
    let elements = || <E::Layout as storage::Layout>::iter(indices);
    let zeros = core::iter::repeat_n((0, true), room.numel());
    let mut offsets = collected(room, zeros);
    for (axis, (&size, &stride)) in sizes.as_ref()[..leading].iter().zip(strides.as_ref()).enumerate() {
        let mut is_wrong = false;
        let along = elements().skip(axis).step_by(leading);
        offsets.iter_mut().zip(along).for_each(|(offset, &index)| {
            // without an early exit, as in `pick.rs`
            is_wrong |= index.place(size).is_none();
            *offset = offset.wrapping_add(index.known_place(size).wrapping_mul(stride));
        });
        wrong |= is_wrong;
    }
    let is_wrong = |&(place, index): &(usize, &N)| index.place(sizes.as_ref()[place % leading]).is_none();
    let first = if wrong { elements().enumerate().find(is_wrong) } else { None };
    match first {
        None => Ok(offsets),
        Some((place, index)) => {
            let [of, shape] = [indices.shape().partial(), shape.partial()];
            Err(ShapeError::no_such_element(index.number(), place, of, place % leading, shape))
        }
    }
}

/// # Safety
///
/// `named` has an element at each index of `shape`, by its strides. `offsets` are those of elements with the index 0 on
/// all axes after the first `leading`. The operation may use these, and the other element at each index of `sizes`. The
/// two do not overlap.
unsafe fn walk<T, S: Shape, Rows: Shape, Place: Storage, Out: Shape>(
    (shape, named, strides): (&S, *mut T, &S::Sizes),
    leading: usize,
    offsets: &Tensor<usize, Rows, Place>,
    sizes: &Out::Sizes,
    other: (*mut T, &[usize]),
    op: impl IndexOp<T>,
) {
    let sizes = sizes.as_ref();
    let (mut of_named, mut of_offsets) = (Out::blank(sizes.len()), Out::blank(sizes.len()));
    let rows = offsets.shape().with_sizes(|rows| {
        let same = sizes.starts_with(rows) && shape.with_sizes(|all| sizes[rows.len()..] == all[leading..]);
        assert!(same, "the sizes of the rows, and then of the other axes");
        rows.len()
    });
    of_named.as_mut()[rows..].copy_from_slice(&strides.as_ref()[leading..]);
    of_offsets.as_mut()[..rows].copy_from_slice(offsets.strides().as_ref());
    let walk = Walk {
        sizes,
        named: (named, of_named.as_ref()),
        indices: (offsets.as_ptr(), of_offsets.as_ref()),
        other,
        axis: (0, 1),
    };
    // SAFETY: the sizes were asserted. A place is an offset times the stride 1, that of an element. The operation may
    // use both sides.
    unsafe { walk.run(op) };
}

/// Reads the elements at rows of indices. The room is for the offsets.
///
/// # Errors
///
/// If an index is out of bounds.
#[inline]
pub(crate) fn picked_nd<T: Copy, S: Shape, D: Storage, N: IndexElement, I: Shape, Rows: Shape, To: Destination<T>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    indices: &Tensor<N, I, impl Storage>,
    leading: usize,
    room: Room<usize, Rows, impl Owner>,
) -> Result<To::Written, ShapeError> {
    let (shape, own) = (x.tensor.shape(), x.tensor.strides());
    let offsets = offsets(room, indices, shape, &own, leading)?;
    let write = |out: &To::Shape, first, strides: &[usize]| {
        let named = (shape, x.tensor.as_ptr().cast_mut(), &own);
        // SAFETY: `x` is borrowed, and `offsets` were computed for it. `Destination` has a different place at each
        // index of `out`: `Read` may read `named` and write `other`.
        unsafe { walk::<T, S, Rows, _, To::Shape>(named, leading, &offsets, &out.sizes(), (first, strides), Read) };
    };
    // SAFETY: `walk` writes a place for each index of the destination, or panics.
    Ok(unsafe { to.write(write) })
}

/// Applies `op` to the elements at rows of indices, and to `values` broadcast to the shape `over`.
///
/// # Errors
///
/// If an index is out of bounds.
#[inline]
pub(crate) fn changed_nd<
    T: Copy,
    S: Shape,
    N: IndexElement,
    I: Shape,
    Rows: Shape,
    Out: Shape,
    R: Shape,
    F: Storage,
>(
    out: &mut Tensor<T, S, impl StorageMut>,
    indices: &Tensor<N, I, impl Storage>,
    leading: usize,
    room: Room<usize, Rows, impl Owner>,
    over: &Out,
    values: &Operand<'_, T, R, F>,
    op: impl IndexOp<T>,
) -> Result<(), ShapeError> {
    let own = out.strides();
    let offsets = offsets(room, indices, out.shape(), &own, leading)?;
    let (first, sizes) = (out.as_mut_ptr(), over.sizes());
    let strides = values.tensor.stretched_strides::<Out>(&sizes, 0);
    let other = (values.tensor.as_ptr().cast_mut(), strides.as_ref());
    let named = (out.shape(), first, &own);
    // SAFETY: `out` is mutably borrowed, and `offsets` were computed for it. `values` is borrowed, and
    // `stretched_strides` has asserted that it broadcasts to `sizes`.
    unsafe { walk::<T, S, Rows, _, Out>(named, leading, &offsets, &sizes, other, op) };
    Ok(())
}
