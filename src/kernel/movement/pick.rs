//! Indexed elements along an axis: read, written, or combined with others.
//!
//! ```text
//! for each index p of the walk, in row-major order:
//!     named = the element at p of the indexed tensor, with 0 along the axis,
//!           + indices[p] * the stride of the axis
//!     other[p] = named        take, gather
//!     named    = other[p]     put, scatter
//!     named    = f(named, other[p])     index_add, scatter_add, scatter_reduce
//! ```
//!
//! The walk goes over the axes of the result or, if elements are written, of the values. Trailing axes with constant
//! indices and contiguous elements on both sides are rows, which are copied as blocks.

use crate::brand::{self, Branded};
use crate::indices::IndexElement;
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::simd::{Task, vectorise};
use crate::layout::advance;
use crate::shape::{Shape, ShapeError};
use crate::storage::{self, Destination, Owner, Room, Storage, StorageMut, Tensor};
use core::slice;

/// Indices along an axis, all in bounds.
pub(crate) struct Indices<'a, N, I: Shape, E: Storage> {
    operand: Operand<'a, N, I, E>,
    size: usize,
}

impl<'a, N: IndexElement, I: Shape, E: Storage> Indices<'a, N, I, E> {
    /// Checks indices along an axis, by [`check`].
    #[inline]
    pub(crate) fn new<S: Shape>(operand: Operand<'a, N, I, E>, shape: &S, axis: usize) -> Result<Self, ShapeError> {
        let size = shape.with_sizes(|sizes| sizes[axis]);
        check(operand.tensor, shape, axis, 1, || {
            let mut all = true;
            let elements = <E::Layout as storage::Layout>::iter(operand.tensor);
            vectorise(&mut [], (), Check { elements, size, all: &mut all });
            all
        })?;
        Ok(Self { operand, size })
    }
}

impl<'a, 'id, Name, I: Shape, E: Storage> Indices<'a, brand::Index<'id, Name>, I, E> {
    /// Indices below the size of their brand.
    #[inline]
    pub(crate) fn branded(operand: Operand<'a, brand::Index<'id, Name>, I, E>, brand: Branded<'id, Name>) -> Self {
        Self { operand, size: brand.size() }
    }
}

/// Checks rows of indices, each with `length` indices for the axes of the shape from `axis` on. `all` returns whether
/// all are in bounds.
///
/// # Errors
///
/// If an index is out of bounds; the error names the first one in row-major order.
#[inline]
pub(super) fn check<N: IndexElement, I: Shape, E: Storage, S: Shape>(
    indices: &Tensor<N, I, E>,
    shape: &S,
    axis: usize,
    length: usize,
    all: impl FnOnce() -> bool,
) -> Result<(), ShapeError> {
    let sizes = shape.sizes();
    let is_wrong = |place: usize, index: &N| index.place(sizes.as_ref()[axis + place % length]).is_none();
    let wrong = if let Some(sizes) = unstretched(indices, length) {
        first_of(indices, sizes.as_ref(), is_wrong)
    } else if all() {
        None
    } else {
        <E::Layout as storage::Layout>::iter(indices).enumerate().find(|&(place, index)| is_wrong(place, index))
    };
    let Some((place, index)) = wrong else { return Ok(()) };
    let [indices, shape] = [indices.shape().partial(), shape.partial()];
    Err(ShapeError::no_such_element(index.number(), place, indices, axis + place % length, shape))
}

/// Returns the sizes of the indices in memory: 1 along broadcast axes, except that of rows. Returns `None` for an empty
/// tensor, or if no axis is broadcast.
#[inline]
fn unstretched<N, I: Shape, E: Storage>(indices: &Tensor<N, I, E>, length: usize) -> Option<I::Sizes> {
    let (mut sizes, strides) = (indices.shape().sizes(), indices.strides());
    let (mut stretched, row) = (false, sizes.as_ref().len() - usize::from(length > 1));
    for (axis, (size, &stride)) in sizes.as_mut().iter_mut().zip(strides.as_ref()).enumerate() {
        if *size == 0 {
            return None;
        }
        if stride == 0 && *size > 1 && axis < row {
            (*size, stretched) = (1, true);
        }
    }
    stretched.then_some(sizes)
}

/// The first index that is wrong, and its position in row-major order.
#[cold]
fn first_of<'a, N, I: Shape, E: Storage>(
    indices: &'a Tensor<N, I, E>,
    sizes: &[usize],
    is_wrong: impl Fn(usize, &N) -> bool,
) -> Option<(usize, &'a N)> {
    let (mut at, all) = (I::blank(sizes.len()), indices.shape().sizes());
    loop {
        let index = storage::get(indices, at.as_ref()).ok()?;
        let place = all.as_ref().iter().zip(at.as_ref()).fold(0, |place, (size, i)| place * size + i);
        if is_wrong(place, index) {
            return Some((place, index));
        }
        if !advance(at.as_mut(), sizes) {
            return None;
        }
    }
}

struct Check<'a, Elements> {
    elements: Elements,
    size: usize,
    all: &'a mut bool,
}

impl<'n, N: IndexElement + 'n, Elements: Iterator<Item = &'n N>> Task<()> for Check<'_, Elements> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let Self { elements, size, all } = self;
        // without an early exit, so that the loop is vectorised
        *all = elements.fold(0, |wrong, index| wrong | u32::from(index.place(size).is_none())) == 0;
    }
}

/// How the axes of the indices correspond to those of the tensor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IndexMode {
    /// The axes of the indices replace this axis.
    Take(usize),
    /// The indices have all axes of the tensor.
    Gather(usize),
    /// The indices have all axes of the tensor except this one.
    Across(usize),
}

/// The strides of the tensor and of the indices over the axes of the walk, and the stride of the axis.
#[inline]
fn over<S: Shape, I: Shape, Walk: Shape>(
    mode: IndexMode,
    rank: usize,
    named: &S::Sizes,
    indices: &I::Sizes,
) -> (Walk::Sizes, Walk::Sizes, usize) {
    let (mut of_named, mut of_indices) = (Walk::blank(rank), Walk::blank(rank));
    let (named, indices) = (named.as_ref(), indices.as_ref());
    let stride = match mode {
        IndexMode::Take(axis) => {
            assert!(named.len() + indices.len() == rank + 1, "the axes of the indices in the place of one");
            let (to, behind) = (of_named.as_mut(), axis + indices.len());
            to[..axis].copy_from_slice(&named[..axis]);
            to[behind..].copy_from_slice(&named[axis + 1..]);
            of_indices.as_mut()[axis..behind].copy_from_slice(indices);
            named[axis]
        }
        IndexMode::Gather(axis) => {
            of_named.as_mut().copy_from_slice(named);
            of_named.as_mut()[axis] = 0;
            of_indices.as_mut().copy_from_slice(indices);
            named[axis]
        }
        IndexMode::Across(axis) => {
            let (before, behind) = of_named.as_mut().split_at_mut(axis);
            before.copy_from_slice(&named[..axis]);
            behind.copy_from_slice(&named[axis + 1..]);
            of_indices.as_mut().copy_from_slice(indices);
            named[axis]
        }
    };
    (of_named, of_indices, stride)
}

/// Whether the sizes of the walk fit those of the tensor and the indices.
#[inline]
fn conforms(mode: IndexMode, walk: &[usize], named: &[usize], indices: &[usize]) -> bool {
    match mode {
        IndexMode::Take(axis) => {
            let behind = axis + indices.len();
            walk.len() + 1 == named.len() + indices.len()
                && walk[..axis] == named[..axis]
                && walk[axis..behind] == *indices
                && walk[behind..] == named[axis + 1..]
        }
        IndexMode::Gather(axis) => {
            let others = |(at, (walk, named)): (usize, (&usize, &usize))| at == axis || walk == named;
            walk == indices && walk.len() == named.len() && walk.iter().zip(named).enumerate().all(others)
        }
        IndexMode::Across(axis) => {
            let same = walk == indices && walk.len() + 1 == named.len();
            same && walk[..axis] == named[..axis] && walk[axis..] == named[axis + 1..]
        }
    }
}

/// An operation on an indexed element, `named`, and the element at the same position of the walk, `other`.
pub(crate) trait IndexOp<T>: Copy {
    /// # Safety
    ///
    /// One side may be read and the other written; a side that is changed, both.
    unsafe fn one(self, named: *mut T, other: *mut T);

    /// [`one`](Self::one) for `length` adjacent elements on both sides.
    ///
    /// # Safety
    ///
    /// As for [`one`](Self::one), for `length` adjacent elements from `named` and `other` on. The two rows do not
    /// overlap.
    #[inline]
    unsafe fn row(self, named: *mut T, other: *mut T, length: usize) {
        for i in 0..length {
            // SAFETY: `i < length`, and both rows have `length` elements.
            unsafe { self.one(named.wrapping_add(i), other.wrapping_add(i)) };
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Read;

#[derive(Clone, Copy)]
pub(crate) struct Write;

/// Combines the indexed element with the other one by a function.
#[derive(Clone, Copy)]
pub(crate) struct Combine<F>(pub(crate) F);

impl<T: Copy> IndexOp<T> for Read {
    #[inline(always)]
    unsafe fn one(self, named: *mut T, other: *mut T) {
        // SAFETY: `named` has an element that may be read (`# Safety` of `one`).
        let element = unsafe { named.read() };
        // SAFETY: `other` may be written (`# Safety` of `one`).
        unsafe { other.write(element) };
    }

    #[inline(always)]
    unsafe fn row(self, named: *mut T, other: *mut T, length: usize) {
        // SAFETY: `named` has `length` adjacent elements and `other` as many places, which do not overlap.
        unsafe { other.copy_from_nonoverlapping(named, length) };
    }
}

impl<T: Copy> IndexOp<T> for Write {
    #[inline(always)]
    unsafe fn one(self, named: *mut T, other: *mut T) {
        // SAFETY: `other` may be read and `named` written (`# Safety` of `one`): the arguments of `Read` are exchanged.
        unsafe { Read.one(other, named) };
    }

    #[inline(always)]
    unsafe fn row(self, named: *mut T, other: *mut T, length: usize) {
        // SAFETY: `other` may be read and `named` written, `length` elements that do not overlap (`# Safety` of `row`).
        unsafe { Read.row(other, named, length) };
    }
}

impl<T: Copy, F: Fn(T, T) -> T + Copy> IndexOp<T> for Combine<F> {
    #[inline(always)]
    unsafe fn one(self, named: *mut T, other: *mut T) {
        // SAFETY: `named` has an element that may be read and written, without another reference.
        let named = unsafe { &mut *named };
        // SAFETY: `other` has an element that may be read, and is not `named` (`# Safety` of `one`).
        *named = (self.0)(*named, unsafe { other.read() });
    }

    #[inline(always)]
    unsafe fn row(self, named: *mut T, other: *mut T, length: usize) {
        // SAFETY: `named` has `length` adjacent elements that may be read and written, without another reference.
        let named = unsafe { slice::from_raw_parts_mut(named, length) };
        // SAFETY: `other` has `length` adjacent elements that may be read, outside `named` (`# Safety` of `row`).
        let other = unsafe { slice::from_raw_parts(other, length) };
        named.iter_mut().zip(other).for_each(|(named, &other)| *named = (self.0)(*named, other));
    }
}

/// How an index, or a row of indices, selects an element.
///
/// # Safety
///
/// `offset` returns that of the element at indices in bounds. `adjacent` is the same selection, by `LENGTH` indices.
pub(super) unsafe trait Selection<N>: Copy {
    const LENGTH: isize = 1;

    /// The same with constant strides, if elements and indices are adjacent.
    #[inline(always)]
    fn adjacent(self) -> Option<Self> {
        None
    }

    /// The element's offset, in elements.
    ///
    /// # Safety
    ///
    /// The index, or each of its row, may be read.
    unsafe fn offset(self, index: *const N) -> usize;
}

/// Along one axis.
#[derive(Clone, Copy)]
struct Along {
    size: usize,
    stride: usize,
}

// SAFETY: the place along the axis, times its stride; `adjacent` has compared the stride. A row is one index.
unsafe impl<N: IndexElement> Selection<N> for Along {
    #[inline(always)]
    fn adjacent(self) -> Option<Self> {
        (self.stride == 1).then_some(Self { stride: 1, ..self })
    }

    #[inline(always)]
    unsafe fn offset(self, index: *const N) -> usize {
        // SAFETY: the index may be read (`# Safety` of `offset`).
        unsafe { index.read() }.known_place(self.size).wrapping_mul(self.stride)
    }
}

/// A walk over sizes: pointers and strides of the indexed tensor, the indices, and the other side.
pub(super) struct Walk<'w, T, N, By> {
    pub(super) sizes: &'w [usize],
    pub(super) named: (*mut T, &'w [usize]),
    pub(super) indices: (*const N, &'w [usize]),
    pub(super) other: (*mut T, &'w [usize]),
    pub(super) by: By,
}

impl<T, N: IndexElement, By: Selection<N>> Walk<'_, T, N, By> {
    /// The number of trailing axes that are rows, and the number of elements of a row.
    fn rows(&self) -> (usize, usize) {
        let (mut axes, mut row) = (0, 1);
        for (axis, &size) in self.sizes.iter().enumerate().rev() {
            let [named, indices, other] = [self.named.1, self.indices.1, self.other.1].map(|strides| strides[axis]);
            if size != 1 && (indices != 0 || named != row || other != row) {
                break;
            }
            (axes, row) = (axes + 1, row * size);
        }
        (axes, row)
    }

    /// # Safety
    ///
    /// At each index of the sizes, `by` may read an index, or a row, in bounds. The operation may use the indexed
    /// element and the element of the other side. The two sides do not overlap.
    #[inline]
    pub(super) unsafe fn run(&self, op: impl IndexOp<T>) {
        if self.sizes.contains(&0) {
            return;
        }
        let (rows, length) = self.rows();
        let (axes, _) = self.sizes.split_at(self.sizes.len() - rows);
        let (line, outer) = axes.split_last().map_or((1, axes), |(&line, outer)| (line, outer));
        let at = |strides: &[usize]| strides[..axes.len()].last().map_or(0, |&stride| stride as isize);
        let steps = [at(self.named.1), at(self.indices.1), at(self.other.1)];
        let mut cursor = Cursor { named: self.named.0, indices: self.indices.0, other: self.other.0 };
        // single elements with unit strides have a loop with constant strides
        match (length, steps, self.by.adjacent()) {
            (1, [0, step, 1], Some(by)) if step == By::LENGTH => {
                // SAFETY: `lines` calls this at each index of `outer`, where `line` indices at these steps are those of
                // the last axis; `length == 1` was compared.
                self.lines(outer, &mut cursor, |at| unsafe { at.line(line, [0, By::LENGTH, 1], by, op, 1) });
            }
            (1, ..) => {
                // SAFETY: at each index of `outer`, `line` indices at these steps are those of the last axis;
                // `length == 1` was compared.
                self.lines(outer, &mut cursor, |at| unsafe { at.line(line, steps, self.by, op, 1) });
            }
            _ => {
                // SAFETY: at each index of `outer`, `line` indices at these steps are those of the axis before the rows;
                // `rows` has found `length` adjacent elements on both sides.
                self.lines(outer, &mut cursor, |at| unsafe { at.line(line, steps, self.by, op, length) });
            }
        }
    }

    /// Calls `f` at each index of the outer axes.
    #[inline(always)]
    fn lines(&self, outer: &[usize], cursor: &mut Cursor<T, N>, f: impl Fn(Cursor<T, N>)) {
        let Some((&inner, outer)) = outer.split_last() else { return f(*cursor) };
        for block in 0..outer.iter().product() {
            let mut line = *cursor;
            for _ in 0..inner {
                f(line);
                line.go(self, outer.len(), 1);
            }
            // the next index: each axis that ends starts again and increments the one before it
            let mut rest: usize = block + 1;
            for (axis, &size) in outer.iter().enumerate().rev() {
                cursor.go(self, axis, 1);
                if rest % size != 0 {
                    break;
                }
                cursor.go(self, axis, size.wrapping_neg());
                rest /= size;
            }
        }
    }
}

struct Cursor<T, N> {
    named: *mut T,
    indices: *const N,
    other: *mut T,
}

impl<T, N> Clone for Cursor<T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, N> Copy for Cursor<T, N> {}

impl<T, N: IndexElement> Cursor<T, N> {
    #[inline(always)]
    fn go<By>(&mut self, walk: &Walk<'_, T, N, By>, axis: usize, by: usize) {
        let far = |strides: &[usize]| strides[axis].wrapping_mul(by) as isize;
        self.named = self.named.wrapping_offset(far(walk.named.1));
        self.indices = self.indices.wrapping_offset(far(walk.indices.1));
        self.other = self.other.wrapping_offset(far(walk.other.1));
    }

    /// # Safety
    ///
    /// As for [`Walk::run`], at `line` indices these steps apart, for `length` adjacent elements on both sides.
    #[inline(always)]
    unsafe fn line(
        mut self,
        line: usize,
        [named, indices, other]: [isize; 3],
        by: impl Selection<N>,
        op: impl IndexOp<T>,
        length: usize,
    ) {
        for _ in 0..line {
            // SAFETY: `indices` is at one of the `line` indices, which `by` may read.
            let at = self.named.wrapping_add(unsafe { by.offset(self.indices) });
            // SAFETY: `run` requires indices that are in bounds: `at` and `other` are the first of `length` elements
            // that the operation may use.
            unsafe { op.row(at, self.other, length) };
            self.named = self.named.wrapping_offset(named);
            self.indices = self.indices.wrapping_offset(indices);
            self.other = self.other.wrapping_offset(other);
        }
    }
}

/// Collects the elements whose flag is `true`.
///
/// The position increments if the flag is `true`: a branch would be mispredicted.
#[inline]
pub(crate) fn collected<T: Copy, Out: Shape, Place: Owner>(
    room: Room<T, Out, Place>,
    elements: impl Iterator<Item = (T, bool)>,
) -> Tensor<T, Out, Place> {
    let numel = room.numel();
    let write = |_: &Out, first: *mut T| {
        let mut written = 0;
        elements.for_each(|(element, choice)| {
            if written < numel {
                // SAFETY: `written < numel` was compared, and the room has `numel` places.
                unsafe { first.wrapping_add(written).write(element) };
                written += usize::from(choice);
            } else {
                assert!(!choice, "as many elements as there is room for");
            }
        });
        assert!(written == numel, "as many elements as there is room for");
    };
    // SAFETY: the room has reserved the block; `write` writes each element or panics.
    unsafe { room.build(write) }
}

#[inline]
pub(crate) fn picked<T: Copy, S: Shape, D: Storage, N: IndexElement, I: Shape, E: Storage, To: Destination<T>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    mode: IndexMode,
    indices: &Indices<'_, N, I, E>,
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        let named = (x.tensor.shape(), (x.tensor.as_ptr().cast_mut(), x.tensor.strides()));
        let (sizes, other) = (shape.sizes(), (first, strides));
        // SAFETY: `x` borrows an element at each index of its shape. `Destination` has a different place at each index
        // of `shape`: `Read` may read `named` and write `other`.
        unsafe { walk::<T, S, N, I, E, To::Shape>(named, mode, indices, &sizes, other, Read) };
    };
    // SAFETY: `walk` writes a place for each index of `shape`, or panics.
    unsafe { to.write(write) }
}

/// Applies `op` to indexed elements and `values`, which broadcast to the sizes of the walk.
#[inline]
pub(crate) fn changed<
    T: Copy,
    S: Shape,
    D: StorageMut,
    N: IndexElement,
    I: Shape,
    E: Storage,
    Out: Shape,
    R: Shape,
    F,
>(
    out: &mut Tensor<T, S, D>,
    mode: IndexMode,
    indices: &Indices<'_, N, I, E>,
    over: &Out,
    values: &Operand<'_, T, R, F>,
    op: impl IndexOp<T>,
) where
    F: Storage,
{
    let named = (out.as_mut_ptr(), out.strides());
    let sizes = over.sizes();
    let strides = values.tensor.stretched_strides::<Out>(&sizes, 0);
    let other = (values.tensor.as_ptr().cast_mut(), strides.as_ref());
    // SAFETY: `out` mutably borrows an element at each index of its shape. `values` is borrowed, and
    // `stretched_strides` has asserted that it broadcasts to `sizes`.
    unsafe { walk::<T, S, N, I, E, Out>((out.shape(), named), mode, indices, &sizes, other, op) };
}

/// # Safety
///
/// The operation may use each element of the indexed tensor, at each index of `shape`, and the other element at each
/// index of `sizes`. The two do not overlap.
#[inline]
unsafe fn walk<T, S: Shape, N: IndexElement, I: Shape, E: Storage, Out: Shape>(
    (shape, named): (&S, (*mut T, S::Sizes)),
    mode: IndexMode,
    indices: &Indices<'_, N, I, E>,
    sizes: &Out::Sizes,
    other: (*mut T, &[usize]),
    op: impl IndexOp<T>,
) {
    let (IndexMode::Take(axis) | IndexMode::Gather(axis) | IndexMode::Across(axis)) = mode;
    let of_indices = indices.operand.tensor.shape();
    shape.with_sizes(|named| {
        assert!(indices.size == named[axis], "indices of the axis");
        let conforms = of_indices.with_sizes(|indices| conforms(mode, sizes.as_ref(), named, indices));
        assert!(conforms, "the sizes of the indexed tensor");
    });
    let strides = indices.operand.tensor.strides();
    let (of_named, of_index, stride) = over::<S, I, Out>(mode, sizes.as_ref().len(), &named.1, &strides);
    let walk = Walk {
        sizes: sizes.as_ref(),
        named: (named.0, of_named.as_ref()),
        indices: (indices.operand.tensor.as_ptr(), of_index.as_ref()),
        other,
        by: Along { size: indices.size, stride },
    };
    // SAFETY: `conforms` and the size of the axis were asserted: the walk is in bounds of the indices and of the
    // tensor's other axes. `Indices` has only indices below the size of the axis. The operation may use both tensors.
    unsafe { walk.run(op) };
}
