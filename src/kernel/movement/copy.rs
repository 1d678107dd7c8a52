//! Copies of transposed tensors, and copies along several axes.
//!
//! At each index of the others, the plane of two axes is transposed.

use crate::kernel::elementwise::bits;
use crate::kernel::elementwise::function::{Assign, Pure, Unary};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::elementwise::run;
use crate::kernel::elementwise::transpose::{INTERLEAVED, plane};
use crate::kernel::reduction::cursor::{Cursor, ONE};
use crate::kernel::simd::{FEW, Task, apart, vectorise};
use crate::layout::Along;
use crate::shape::{Axes, Nil, Shape, Sizes};
use crate::storage::{Owner, Room, Storage, StorageMut, Tensor, dense_strides, is_dense};
use core::convert::identity;
use core::mem::{MaybeUninit, swap};
use core::slice;

#[inline]
pub(crate) fn copied<T: Copy, S: Shape, D: Storage, Place: Owner>(
    room: Room<T, S, Place>,
    x: &Operand<'_, T, S, D>,
) -> Tensor<T, S, Place> {
    let plan = Transposition::new::<S, S, T, D>(x, x.tensor.shape(), || dense_strides(x.tensor.shape()));
    let Some(plan) = &plan else {
        return run::map(room, &Axes { last: Operand { ..*x }, outer: Nil }, Unary(identity));
    };
    assert!(room.shape().sizes() == x.tensor.shape().sizes(), "the same sizes");
    let source = x.tensor.as_ptr();
    // SAFETY: the room has the sizes of `x` and `plan`, as asserted, and the dense strides given to `new`; `x` has an
    // element at each index.
    let write = |_: &S, target: *mut T| unsafe { plan.copy(source, target) };
    // SAFETY: the room has reserved the block, and `copy` writes a place for each index of its sizes.
    unsafe { room.build(write) }
}

/// The elements of `x` in row-major order, in another shape with as many elements.
#[inline]
pub(crate) fn copied_as<T: Copy, S: Shape, D: Storage, Out: Shape, Place: Owner>(
    room: Room<T, Out, Place>,
    x: &Operand<'_, T, S, D>,
) -> Tensor<T, Out, Place> {
    assert!(x.tensor.shape().numel().is_ok_and(|own| own == room.numel()), "as many elements");
    let strides = dense_strides(x.tensor.shape());
    let write = |_: &Out, first: *mut T| {
        if size_of::<T>() == 0 {
            // nothing to write, and there may be more elements than a loop can visit
            return;
        }
        if let Some(plan) = &Transposition::new::<S, S, T, D>(x, x.tensor.shape(), || strides.clone()) {
            // SAFETY: `plan` has the sizes of `x` and its dense strides; the room has as many elements, as asserted.
            return unsafe { plan.copy(x.tensor.as_ptr(), first) };
        }
        // SAFETY: the room has as many elements as `x`, as asserted: an adjacent place for each index of `sizes`.
        x.tensor.shape().with_sizes(|sizes| unsafe {
            run::write::<true, T, S, D>(first, sizes, strides.as_ref(), Operand { ..*x });
        });
    };
    // SAFETY: the room has reserved the block, and both ways write a place for each index of `x`, as many as it has
    // elements. Elements without bytes need no write: `x` has as many, so their type has a value.
    unsafe { room.build(write) }
}

/// Assigns a tensor, which broadcasts to the shape of `out`.
#[inline]
pub(crate) fn assign<T: Copy, S: Shape, D: StorageMut, R: Shape, E: Storage>(
    out: &mut Tensor<T, S, D>,
    x: &Operand<'_, T, R, E>,
) {
    let Some(plan) = &Transposition::new::<S, R, T, E>(x, out.shape(), || out.strides()) else {
        let operands = Axes { last: Operand { ..*x }, outer: Nil };
        return run::update(out, &operands, Pure(Assign(Unary(identity))));
    };
    let target = out.as_mut_ptr();
    // SAFETY: `new` has compared the sizes of `out` and `x`, and `plan` has the strides of `out`, which is mutably
    // borrowed, so `x` does not have its elements.
    unsafe { plan.copy(x.tensor.as_ptr(), target) };
}

/// Rows of fewer elements are copied as columns: `memcpy` takes longer.
const FEW_ELEMENTS: usize = 4;

/// Axes, outermost first, merged into the last ones where both steps allow.
#[inline(always)]
fn merged([mut outer, mut planes, mut rows, mut row]: [Along; 4]) -> [Along; 4] {
    let merge = |inner: &mut Along, outer: &mut Along| {
        if inner.size == 1 {
            (*inner, *outer) = (*outer, ONE);
        } else if outer.size > 1 && inner.merge(*outer) {
            *outer = ONE;
        }
    };
    merge(&mut row, &mut rows);
    merge(&mut rows, &mut planes);
    merge(&mut planes, &mut outer);
    merge(&mut row, &mut rows);
    merge(&mut rows, &mut planes);
    merge(&mut row, &mut rows);
    let longest = if planes.size > rows.size { &mut planes } else { &mut rows };
    if row.size < FEW_ELEMENTS && row.size < longest.size {
        swap(longest, &mut row);
    }
    [outer, planes, rows, row]
}

/// # Safety
///
/// At each index of the axes, `source` has an element that may be read, and `target` a place that may be written. All
/// places are different and are not read.
#[inline]
pub(super) unsafe fn copy_along<T: Copy>(source: *const T, target: *mut T, axes: [Along; 4]) {
    let [outer, planes, rows, row] = merged(axes);
    if row.size >= SHORT && rows.size >= SHORT && !matches!(row.step, -1..=1) && matches!(rows.step, -1 | 1) {
        // SAFETY: these are the axes.
        return unsafe { copy_transposed(source, target, [outer, planes, rows, row]) };
    }
    let from = |along: Along, i: isize, (source, target): (*const T, *mut T)| {
        let source = source.wrapping_offset(along.step.wrapping_mul(i));
        (source, target.wrapping_offset(along.target.wrapping_mul(i)))
    };
    for i in 0..outer.size as isize {
        for j in 0..planes.size as isize {
            let (mut source, mut target) = from(planes, j, from(outer, i, (source, target)));
            for _ in 0..rows.size {
                // SAFETY: both are at an index of `outer`, `planes` and `rows`.
                unsafe { copy_row(source, target, row) };
                (source, target) = from(rows, 1, (source, target));
            }
        }
    }
}

/// # Safety
///
/// As for [`copy_along`].
#[inline(never)]
unsafe fn copy_transposed<T: Copy>(source: *const T, target: *mut T, [outer, planes, across, along]: [Along; 4]) {
    let plan = Transposition { along, across, outer: [outer, planes].into_iter().collect() };
    // SAFETY: `plan` has these axes.
    unsafe { plan.copy(source, target) };
}

/// # Safety
///
/// As for [`copy_along`], along one axis.
#[inline]
unsafe fn copy_row<T: Copy>(source: *const T, target: *mut T, Along { size, step, target: apart }: Along) {
    match [step, apart] {
        // SAFETY: both have `size` adjacent elements; no place is read.
        [1, 1] => unsafe { source.copy_to_nonoverlapping(target, size) },
        [0, 1] => {
            // SAFETY: there are `size` adjacent places, which need not be initialised.
            let row = unsafe { slice::from_raw_parts_mut(target.cast::<MaybeUninit<T>>(), size) };
            // SAFETY: the source has an element: an axis of no element is not walked.
            row.fill(MaybeUninit::new(unsafe { source.read() }));
        }
        _ => {
            for i in 0..size as isize {
                // SAFETY: `i < size`: an element.
                let element = unsafe { source.wrapping_offset(step.wrapping_mul(i)).read() };
                // SAFETY: `i < size`: a place.
                unsafe { target.wrapping_offset(apart.wrapping_mul(i)).write(element) };
            }
        }
    }
}

/// The shortest rows of the target that are copied in blocks. Shorter ones are copied to tiles, or interleaved.
const SHORT: usize = 8;

struct Transposition {
    along: Along,
    across: Along,
    outer: Sizes<Along>,
}

/// The bytes above which the build's vectors are faster than AVX2 (Zen 4): 62 and 80 ms for 4096 x 4096 `f32`s.
const LARGE: usize = 32 << 20;

impl Transposition {
    /// The plan for a target of that shape; `None` if the copy is not transposed.
    #[inline]
    fn new<S: Shape, R: Shape, T, E: Storage>(
        x: &Operand<'_, T, R, E>,
        shape: &S,
        targets: impl FnOnce() -> S::Sizes,
    ) -> Option<Self> {
        if const { is_dense::<E>() } {
            return None;
        }
        let strides = x.tensor.strides();
        x.tensor.shape().with_sizes(|sizes| {
            if shape.sizes().as_ref() != sizes {
                return None;
            }
            let side = |axis: &usize| matches!(strides.as_ref()[*axis] as isize, 1 | -1) && sizes[*axis] > 1;
            let along = (0..sizes.len()).rev().find(|&axis| sizes[axis] > 1)?;
            let across = (0..along).rev().find(side)?;
            let numel = sizes.iter().fold(1usize, |numel, &size| numel.saturating_mul(size));
            if numel <= FEW || side(&along) || strides.as_ref()[along] == 0 {
                return None;
            }
            let targets = targets();
            let is_interleaved = || {
                let [target, next] = [along, across].map(|axis| targets.as_ref()[axis]);
                sizes[along] <= INTERLEAVED && target == 1 && next == sizes[along] && strides.as_ref()[across] == 1
            };
            if sizes[along] < SHORT && !is_interleaved() {
                return None;
            }
            Some(Self::of(sizes, strides.as_ref(), targets.as_ref(), [along, across]))
        })
    }

    #[inline(never)]
    fn of(sizes: &[usize], strides: &[usize], targets: &[usize], [along, across]: [usize; 2]) -> Self {
        let axis =
            |axis: usize| Along { size: sizes[axis], step: strides[axis] as isize, target: targets[axis] as isize };
        let mut plan = Self { along: axis(along), across: axis(across), outer: Sizes::default() };
        // innermost first, as they merge
        for at in (0..sizes.len()).rev().filter(|&at| at != along && at != across && sizes[at] != 1) {
            if !(plan.across.merge(axis(at)) || plan.along.merge(axis(at))) {
                plan.outer.push(axis(at));
            }
        }
        plan.outer.reverse();
        plan
    }

    /// # Safety
    ///
    /// As for [`copy_along`], with the axes of the plan.
    unsafe fn copy<T: Copy>(&self, source: *const T, target: *mut T) {
        let plan = self;
        // SAFETY: pointers and plan are this function's. `Bits` have the size of `T`, and its alignment or less.
        unsafe { bits::copy!(T: transpose(source, target, plan: &Transposition)) };
    }
}

/// # Safety
///
/// As for [`Transposition::copy`].
unsafe fn transpose<T: Copy>(source: *const T, target: *mut T, plan: &Transposition) {
    let outer: usize = plan.outer.iter().map(|along| along.size).product();
    let bytes = outer * plan.across.size * plan.along.size * size_of::<T>();
    let copying = Copying { plan, source, target };
    if bytes > LARGE { apart(&mut [], (), copying) } else { vectorise(&mut [], (), copying) }
}

/// A copy, compiled for the processor's vectors.
struct Copying<'p, T> {
    plan: &'p Transposition,
    source: *const T,
    target: *mut T,
}

impl<T: Copy> Task<()> for Copying<'_, T> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let Self { plan: Transposition { along, across, outer }, source, target } = self;
        let mut planes = Cursor::new(outer);
        for _ in 0..planes.count() {
            let (source, target) = (source.wrapping_offset(planes.at), target.wrapping_offset(planes.target));
            // SAFETY: `planes` is at an index of `outer`, where both have all of `along` and `across` (`# Safety` of
            // `copy`).
            unsafe { plane(source, target, *along, *across) };
            planes.advance(1);
        }
    }
}
