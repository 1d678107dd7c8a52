//! Copies of transposed tensors.
//!
//! For each index of the other axes, the plane of two is transposed in blocks.

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
use core::mem::MaybeUninit;
use core::slice;

/// A copy of a tensor in row-major order.
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

/// Copies elements along axes, outermost first.
///
/// # Safety
///
/// At each index of `axes`, by their steps, `source` has an element that may be read, and `target` a place that may be
/// written. All places are different and are not read.
pub(super) unsafe fn copy_along<T: Copy>(source: *const T, target: *mut T, axes: &[Along]) {
    let (outer, rows, row) = match *axes {
        [ref outer @ .., rows, row] => (outer, rows, row),
        [row] => (&[][..], ONE, row),
        [] => (&[][..], ONE, ONE),
    };
    let mut outer = Cursor::new(outer);
    for _ in 0..outer.count() {
        let (mut source, mut target) = (source.wrapping_offset(outer.at), target.wrapping_offset(outer.target));
        for _ in 0..rows.size {
            // SAFETY: both are at an index of `outer` and of `rows`.
            unsafe { copy_row(source, target, row) };
            (source, target) = (source.wrapping_offset(rows.step), target.wrapping_offset(rows.target));
        }
        outer.advance(1);
    }
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

/// The number of bytes above which the build's vectors are faster than AVX2: 62 ms against 80 ms for a `[4096, 4096]`
/// tensor of `f32` (Zen 4). Below it, AVX2 is up to a third faster.
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
    /// At each index of the plan, by its steps, `source` has an element that may be read, and `target` a place that may
    /// be written. All places are different and are not read.
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
