//! Products whose right matrix is packed in panels of adjacent columns.
//!
//! ```text
//! panels[j / width][p][j % width] = b[p, j]
//! ```
//!
//! A tile of sums in registers is `M` rows of `a` by `C` columns of a panel. `a` is not packed, since its rows are read
//! in the order of memory.

use super::loops::size;
use super::matrix::{Product, at};
use crate::kernel::simd::{Task, vectorise};
use crate::numeric::Numeric;
use core::array::from_fn;
use core::hint::black_box;
use core::marker::PhantomData;

/// The products that are added before their sum is added to the others.
const DEPTH: usize = 256;

/// The rows from which panels are faster than packing both matrices.
const ROWS: usize = 16;

/// The columns of a panel: 128 bytes of sums.
const fn width<T: Numeric>() -> usize {
    if size::<T>() > 4 { 16 } else { 32 }
}

/// The columns of a panel, if panels are faster for `m` rows: for floats that are not converted.
pub(super) fn panel<T: Numeric>(m: usize) -> Option<usize> {
    let fits = const { T::ROUNDS && size_of::<T>() == size_of::<T::Wide>() && size::<T>() <= 8 };
    (fits && m >= ROWS).then_some(width::<T>())
}

/// Adds products to sums.
pub(super) trait Add<T: Numeric> {
    /// Whether to compile a copy for AVX-512. LLVM splits sums that are not fused into single elements there.
    const WIDE: bool;

    fn add(sum: T::Wide, x: T::Wide, y: T::Wide) -> T::Wide;
}

/// Rounds the product, so results are the same with all vectors.
pub(super) struct Rounded;

impl<T: Numeric> Add<T> for Rounded {
    const WIDE: bool = false;

    #[inline(always)]
    fn add(sum: T::Wide, x: T::Wide, y: T::Wide) -> T::Wide {
        sum + x * y
    }
}

/// Fuses product and sum; without `std`, rounds.
#[cfg(feature = "matrixmultiply")]
pub(super) struct Fused;

/// Implements [`Add`] for [`Fused`].
#[cfg(feature = "matrixmultiply")]
macro_rules! fused {
    ($($T:ty)*) => {$(
        impl Add<$T> for Fused {
            const WIDE: bool = true;

            #[inline(always)]
            fn add(sum: $T, x: $T, y: $T) -> $T {
                #[cfg(feature = "std")]
                return x.mul_add(y, sum);
                #[cfg(not(feature = "std"))]
                return sum + x * y;
            }
        }
    )*};
}

#[cfg(feature = "matrixmultiply")]
fused!(f32 f64);

/// Runs of columns, such as those of an image.
#[derive(Debug)]
pub struct Runs {
    /// The columns of a run; those of the first begin at `start`.
    pub(in crate::kernel) length: usize,
    pub(in crate::kernel) start: usize,
    /// The distance from one run to the next.
    pub(in crate::kernel) apart: isize,
}

/// Writes a product, with `A` if the processor has AVX2 or NEON.
///
/// # Safety
///
/// As for [`Gemm::multiply_panels`](super::gemm::Gemm::multiply_panels).
#[inline]
pub(super) unsafe fn multiply<T: Numeric, A: Add<T>>(product: &Product<T, T::Total>, runs: &Runs) {
    vectorise(&mut [], (), Panels::<_, _, A>(product, runs, PhantomData));
}

/// Only [`multiply`] makes one, so its `# Safety` holds.
struct Panels<'p, T, U, A>(&'p Product<T, U>, &'p Runs, PhantomData<A>);

impl<T: Numeric, A: Add<T>> Task<()> for Panels<'_, T, T::Total, A> {
    const WIDE: bool = A::WIDE;

    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        // NEON has 32 registers of 16 bytes, and the oldest x86-64 has 16
        match const { (cfg!(target_arch = "aarch64"), size::<T>() > 4) } {
            (true, false) => self.tiles::<A, 6, 16, 8>(),
            (true, true) => self.tiles::<A, 6, 8, 4>(),
            (false, false) => self.tiles::<Rounded, 4, 8, 4>(),
            (false, true) => self.tiles::<Rounded, 4, 4, 2>(),
        }
    }

    #[inline(always)]
    fn run_avx2(self, _: &mut [()], (): ()) {
        if const { size::<T>() > 4 } { self.tiles::<A, 6, 8, 4>() } else { self.tiles::<A, 6, 16, 8>() }
    }

    #[inline(always)]
    fn run_wide(self, _: &mut [()], (): ()) {
        if const { size::<T>() > 4 } { self.tiles::<A, 12, 16, 8>() } else { self.tiles::<A, 12, 32, 16>() }
    }
}

impl<T: Numeric, A> Panels<'_, T, T::Total, A> {
    /// Writes the product by tiles of `M` by `C` sums. The last ones have 4 rows, or `HALF` of `C` columns.
    #[inline(always)]
    fn tiles<B: Add<T>, const M: usize, const C: usize, const HALF: usize>(&self) {
        let Product { m, n, .. } = *self.0;
        let whole = m / M * M;
        for panel in (0..n).step_by(width::<T>()) {
            for i in (0..whole).step_by(M) {
                self.rows::<B, M, C, HALF>(panel, i);
            }
            for i in (whole..m).step_by(4) {
                self.rows::<B, 4, C, HALF>(panel, i);
            }
        }
    }

    /// Writes `M` rows from `i < m` on, of the panel from the column `panel < n` on.
    #[inline(always)]
    fn rows<B: Add<T>, const M: usize, const C: usize, const HALF: usize>(&self, panel: usize, i: usize) {
        for j in (0..width::<T>().min(self.0.n - panel)).step_by(C) {
            if self.0.n - panel - j > HALF {
                self.tile::<B, M, C>(panel, i, j);
            } else {
                self.tile::<B, M, HALF>(panel, i, j);
            }
        }
    }

    /// [`rows`](Self::rows) of `C` columns from `j` of the panel on, a multiple of `C`.
    #[inline(always)]
    fn tile<B: Add<T>, const M: usize, const C: usize>(&self, panel: usize, i: usize, j: usize) {
        let Product { m, k, n, b, c, .. } = self.0;
        let sums = self.sums::<B, M, C>(i, b.first.wrapping_add(panel * k + j));
        let (rows, columns) = (M.min(m - i), C.min(n - panel - j));
        let Runs { length, start, apart } = *self.1;
        let first = start + panel + j;
        let (run, first) = (first / length, first % length);
        let to = c.first.wrapping_offset(at(apart, run)).wrapping_offset(at(c.column, first));
        let is_whole = columns == C && c.column == 1 && columns <= length - first;
        let next_run = apart.wrapping_sub(at(c.column, length));
        for (row, sums) in sums.iter().enumerate().take(rows) {
            let mut to = to.wrapping_offset(at(c.row, i + row));
            if is_whole {
                for (column, &sum) in sums.iter().enumerate() {
                    // SAFETY: below `rows` and `columns`: a place of `c`. The columns of the run are adjacent.
                    unsafe { to.wrapping_add(column).write(T::total(sum)) };
                }
                continue;
            }
            let mut left = length - first;
            for &sum in &sums[..columns] {
                if left == 0 {
                    (to, left) = (to.wrapping_offset(next_run), length);
                }
                // SAFETY: below `rows` and `columns`: a place of `c`, in the run that has it.
                unsafe { to.write(T::total(sum)) };
                (to, left) = (to.wrapping_offset(c.column), left - 1);
            }
        }
    }

    /// The sums of `M` rows from `i` on and `C` columns from the place `from` of a panel on. The last row is repeated.
    #[inline(always)]
    fn sums<B: Add<T>, const M: usize, const C: usize>(&self, i: usize, from: *const T) -> [[T::Wide; C]; M] {
        let Product { m, k, a, .. } = self.0;
        let rows: [*const T; M] = from_fn(|row| a.first.wrapping_offset(at(a.row, (i + row).min(m - 1))));
        let mut total = [[T::ZERO; C]; M];
        for start in (0..*k).step_by(DEPTH) {
            let mut sums = [[T::ZERO; C]; M];
            for p in start..(start + DEPTH).min(*k) {
                // SAFETY: `p < k`: a panel has `width` elements in this row, and `C` from `from`'s column on.
                let ys = unsafe { from.wrapping_add(p * width::<T>()).cast::<[T; C]>().read() };
                for row in 0..M {
                    // SAFETY: `p < k`, and the row is below `m`: an element of `a`, whose columns are adjacent.
                    let x = unsafe { rows[row].wrapping_add(p).read() }.widen();
                    for column in 0..C {
                        sums[row][column] = B::add(sums[row][column], x, ys[column].widen());
                    }
                }
            }
            // in memory, or LLVM would split all sums as they are written
            let sums = black_box(sums);
            if start == 0 {
                total = sums;
                continue;
            }
            for (total, sums) in total.iter_mut().zip(&sums) {
                for (total, &sum) in total.iter_mut().zip(sums) {
                    *total = *total + sum;
                }
            }
        }
        total
    }
}
