//! Matrices by pointers and strides.

use crate::numeric::Numeric;
use core::ops::Range;

/// The rows of a block, and the least columns of rows.
pub(super) const ROWS: usize = 16;

/// A matrix: its first element, and the strides to the next row and column.
#[derive(Debug)]
pub struct Matrix<P> {
    pub(in crate::kernel) first: P,
    pub(in crate::kernel) row: isize,
    pub(in crate::kernel) column: isize,
}

impl<P: Copy> Matrix<P> {
    pub(super) const fn transposed(&self) -> Self {
        Self { first: self.first, row: self.column, column: self.row }
    }
}

/// A product of an `m` by `k` and a `k` by `n` matrix.
///
/// Invariants: `a` has an element that may be read at each row below `m` and column below `k`, and `b` at each row
/// below `k` and column below `n`. `c` has a place that may be written at each row below `m` and column below `n`; all
/// places are different, and not elements of `a` or `b`.
#[derive(Debug)]
pub struct Product<T, U> {
    pub(in crate::kernel) m: usize,
    pub(in crate::kernel) k: usize,
    pub(in crate::kernel) n: usize,
    pub(in crate::kernel) a: Matrix<*const T>,
    pub(in crate::kernel) b: Matrix<*const T>,
    pub(in crate::kernel) c: Matrix<*mut U>,
}

impl<T, U> Product<T, U> {
    /// The transposed product: `c^T = b^T a^T`.
    pub(super) const fn transposed(&self) -> Self {
        Self { m: self.n, k: self.k, n: self.m, a: self.b.transposed(), b: self.a.transposed(), c: self.c.transposed() }
    }

    /// The product of some rows of the left matrix.
    pub(in crate::kernel) fn rows(mut self, rows: Range<usize>) -> Self {
        self.a.first = self.a.first.wrapping_offset(at(self.a.row, rows.start));
        self.c.first = self.c.first.wrapping_offset(at(self.c.row, rows.start));
        self.m = rows.len();
        self
    }

    /// The product of some columns of the right matrix.
    pub(in crate::kernel) fn columns(self, columns: Range<usize>) -> Self {
        self.transposed().rows(columns).transposed()
    }

    /// Whether both operands are contiguous along the summed axis, which is long enough to sum lanes after it.
    pub(super) fn is_of_lines(&self) -> bool {
        let least = self.m.min(self.n);
        self.a.column == 1 && self.b.row == 1 && least <= ROWS && self.k >= 16.max(12 * (least - 1))
    }

    /// Whether a plain loop is faster than tiles.
    pub(super) fn is_tiny(&self) -> bool
    where
        T: Numeric,
    {
        let results = self.m.saturating_mul(self.n);
        // LLVM vectorises the loop for integers, which takes longer from 13 results on; long columns are packed
        results <= if T::ROUNDS { 16 } else { 12 }
            && results.saturating_mul(self.k) <= 144
            && self.k < 64
            && !self.is_of_lines()
    }

    pub(super) fn is_of_rows(&self) -> bool {
        self.b.column == 1 && self.n >= ROWS
    }

    /// Whether [`Loops`](super::gemm::Loops) is faster than packing: for `lines` rows or columns, or `few` products.
    #[cfg(feature = "matrixmultiply")]
    pub(super) fn are_few(&self, [lines, few]: [usize; 2]) -> bool {
        let is_of_rows = self.is_of_rows() || self.transposed().is_of_rows();
        let products = self.m.saturating_mul(self.n).saturating_mul(self.k);
        let rows = if is_of_rows && !self.is_of_lines() { 12 } else { ROWS };
        self.m <= lines.min(rows) || self.n <= lines || products < if is_of_rows { few } else { few / 8 }
    }
}

/// The offset of an element from the first of its row or column.
#[inline(always)]
pub(in crate::kernel) const fn at(step: isize, index: usize) -> isize {
    step.wrapping_mul(index as isize)
}
