//! Operands with a letter for each axis; letters that the result does not have are summed.
//!
//! ```text
//! write(out, x, y):
//!     for each index of the letters of `out`:
//!         out[index] = sum over the other letters: x[..] * y[..]
//! ```
//!
//! The letters of two operands are batches (in all three), rows (of `x`), columns (of `y`) and summed ones. Each group
//! is merged if its strides allow, for a batch of matrix products ([`crate::kernel::product::matmul`]). Without summed
//! letters it is an elementwise walk, with one operand a reduction, and for few products the loops above.

use super::gemm::MatrixElement;
use super::lettered::{LETTERS, Lettered, Matrices, ProductPlan, Table, Walk};
use super::matrix::{Matrix, Product};
use crate::kernel::elementwise::dynamic::{Walks, for_each_outer};
use crate::kernel::elementwise::function::{Assign, Binary};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::reduction::cursor::Source;
use crate::kernel::reduction::reduce::ManyToOne;
use crate::numeric::Numeric;
use crate::shape::{AnyShape, Axes, Nil, Shape};
use crate::storage::{Storage, Tensor, View};
use core::array;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

#[derive(Clone, Copy)]
pub struct Term<'a, T> {
    first: *const T,
    pub(super) axes: Lettered,
    borrowed: PhantomData<&'a T>,
}

impl<'a, T> Term<'a, T> {
    /// A tensor with a letter for each axis; a repeated letter is a diagonal.
    ///
    /// # Panics
    ///
    /// If the number of letters differs from the rank, a letter has two sizes, or there are more than 32.
    pub(crate) fn new<S: Shape, D: Storage>(x: &Operand<'a, T, S, D>, letters: &[u8]) -> Self {
        let mut term = Self { first: x.tensor.as_ptr(), axes: Lettered::NONE, borrowed: PhantomData };
        let strides = x.tensor.strides();
        x.tensor.shape().with_sizes(|sizes| term.axes.add(letters, sizes, strides.as_ref()));
        term
    }

    /// A view with the axes of `letters`, in this order; a letter that the operand does not have is broadcast to its
    /// size.
    ///
    /// # Panics
    ///
    /// If an axis of the operand has another size, or axes are broadcast without an element.
    pub(in crate::kernel) fn view(&self, letters: &[u8], sizes: AnyShape) -> Tensor<T, AnyShape, View<'a>> {
        let axes = letters.iter().zip(&sizes[..]).map(|(&letter, size)| (self.axes.get(letter), size));
        assert!(
            letters.len() == sizes.len() && axes.clone().all(|(axis, size)| axis.is_none_or(|(own, _)| own == *size))
        );
        assert!(sizes.contains(&0) || !self.axes.sizes().contains(&0), "the elements that are stretched are there");
        let strides = axes.map(|(axis, _)| axis.map_or(0, |(_, stride)| stride)).collect();
        // SAFETY: each axis of the operand has its own size, as asserted, and its own stride; the others have the
        // stride 0. If an index exists, the operand has an element, as asserted.
        unsafe { Tensor::of_parts(sizes, self.first, strides) }
    }
}

/// A result with a different letter for each axis.
pub(in crate::kernel) struct Target<U> {
    first: *mut U,
    axes: Lettered,
}

impl<U> Target<U> {
    pub(in crate::kernel) fn new(first: *mut U, letters: &[u8], sizes: &[usize], strides: &[usize]) -> Self {
        let mut target = Self { first, axes: Lettered::NONE };
        target.axes.add(letters, sizes, strides);
        assert!(target.axes.letters().len() == letters.len(), "each letter of a result is there once");
        target
    }
}

/// Writes the sums of products by loops over all indices.
///
/// # Safety
///
/// `target` has a place that may be written at each index of its axes, and these places are not elements of `terms`.
pub(in crate::kernel) unsafe fn loops<T: Numeric, const N: usize>(terms: [&Term<'_, T>; N], target: &Target<T::Total>) {
    let mut table = Table::EMPTY;
    let [result, summed] = table.groups(&terms.map(|term| &term.axes), &target.axes);
    if table.is_empty(&result) {
        return;
    }
    let is_empty = table.is_empty(&summed);
    let ((row, rows), (line, lines)) = (table.innermost(&result), table.innermost(&summed));
    let (mut to, mut from) = (Walk::new(&table, rows), Walk::new(&table, lines));
    loop {
        let mut to_at = to.at;
        for _ in 0..row.size {
            let mut sum = None;
            let mut is_left = !is_empty;
            while is_left {
                let mut first: [_; N] = array::from_fn(|at| {
                    terms[at].first.wrapping_offset(to_at[1 + at]).wrapping_offset(from.at[1 + at])
                });
                for _ in 0..line.size {
                    let mut product = None;
                    for (place, &step) in first.iter_mut().zip(&line.steps[1..]) {
                        // SAFETY: `to_at`, `from` and the loop to `line.size` are indices of the result and the summed
                        // axes, with the sizes of the terms, as `Table::groups` has asserted. No size is 0, and a
                        // `Term` borrows its elements.
                        let factor = unsafe { place.read() }.widen();
                        product = Some(product.map_or(factor, |product| product * factor));
                        *place = place.wrapping_offset(step);
                    }
                    let product = product.unwrap_or(T::ONE);
                    sum = Some(sum.map_or(product, |sum| sum + product));
                }
                is_left = !lines.is_empty() && from.next();
            }
            let place = target.first.wrapping_offset(to_at[0]);
            // SAFETY: `to_at` is an index of the result's axes, at which `target` has a place.
            unsafe { place.write(T::total(sum.unwrap_or(T::ZERO))) };
            to_at.iter_mut().zip(&row.steps).for_each(|(at, &step)| *at = at.wrapping_add(step));
        }
        if !to.next() {
            return;
        }
    }
}

/// Writes one operand, summed along the letters that the target does not have.
///
/// # Safety
///
/// As for [`loops`], with `x` as the only term.
pub(in crate::kernel) unsafe fn sum<T: Copy, R: ManyToOne<T>>(x: &Term<'_, T>, target: &Target<R::Output>, sum: R) {
    let (axes, strides) = (x.axes.result_first(&target.axes), target.axes.strides());
    let lost: [usize; LETTERS] = array::from_fn(|at| usize::from(at >= strides.len()));
    let (sizes, lost) = (axes.sizes(), &lost[..axes.sizes().len()]);
    let source = Source { first: x.first, sizes, strides: axes.strides(), lost };
    // SAFETY: `x` borrows an element for each index of its own axes. `result_first` has asserted that those of `target`
    // come first, which has a place at each index.
    unsafe { sum.reduce(&source, target.first, strides) };
}

/// Writes the sums of the products of two operands.
///
/// # Safety
///
/// As for [`loops`].
pub(in crate::kernel) unsafe fn product<T: MatrixElement>(terms: [&Term<'_, T>; 2], target: &Target<T::Total>) {
    let plan = ProductPlan::new(terms.map(|term| &term.axes), &target.axes);
    let plan = match &plan {
        ProductPlan::Empty => return,
        // SAFETY: no size of the result is 0 and no letter is summed, by the plan; `target` has a place at each index.
        ProductPlan::Elementwise => return unsafe { each(terms, target) },
        // SAFETY: `terms` and `target` are this function's arguments, with the `# Safety` of `loops`.
        ProductPlan::Loops => return unsafe { loops(terms, target) },
        ProductPlan::Matrices(plan) => plan,
    };
    let Matrices { row, summed: k, column, .. } = plan;
    let matrix = |term: &Term<'_, T>, row: isize, column: isize| Matrix { first: term.first, row, column };
    let product = Product {
        m: row.size,
        k: k.size,
        n: column.size,
        a: matrix(terms[0], row.steps[1], k.steps[1]),
        b: matrix(terms[1], k.steps[2], column.steps[2]),
        c: Matrix { first: target.first, row: row.steps[0], column: column.steps[0] },
    };
    // SAFETY: rows, columns and batch are all axes of the result, and `k` is the summed one, with the sizes that
    // `Table::groups` has asserted: terms and `target` have each index. No size but `k` is 0.
    unsafe { plan.batches().multiply::<T, T, false>(product, &mut [0; LETTERS], None) };
}

/// Writes the products of two operands, without sums.
///
/// # Safety
///
/// As for [`loops`]; no size of the result is 0, and it has all letters of both terms.
unsafe fn each<T: Numeric>([x, y]: [&Term<'_, T>; 2], target: &Target<T::Total>) {
    let (letters, sizes) = (target.axes.letters(), target.axes.sizes());
    let (left, right) = (x.view(letters, AnyShape::from(sizes)), y.view(letters, AnyShape::from(sizes)));
    let operand = |tensor| Operand::<T, AnyShape, View<'_>> { tensor, trailing: 0, alignment: PhantomData };
    let operands = Axes { last: operand(&right), outer: Axes { last: operand(&left), outer: Nil } };
    let walks = Walks::new(sizes, target.axes.strides(), &operands);
    let mut product = Assign(Binary(|x: T, y: T| MaybeUninit::new(T::total(x.widen() * y.widen()))));
    let first = target.first.cast::<MaybeUninit<T::Total>>();
    // SAFETY: `view` has asserted the sizes of both terms, and `target` has a place at each index of `sizes`.
    for_each_outer(sizes, |index| unsafe { walks.run::<false, _, _>(&walks.plan, first, index, &mut product) });
}
