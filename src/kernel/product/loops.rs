//! Products of matrices of any numbers, by tiles of sums in registers.
//!
//! ```text
//! rows:     c[i, j ..] += a[i, p] * b[p, j ..]       # rows of `b` are contiguous
//! columns:  c[i, j ..] += a[i, p] * packed[p, ..]    # columns of `b` are packed
//! lines:    c[i, j] += a[i, p ..] * b[p .., j]       # both are contiguous along the summed axis, or `b` is packed
//! ```
//!
//! With few rows, memory limits the speed, so rows of `b` are read in its order, once for [`ROWS`] rows of `a`. Sums
//! are added in the order of `p`, and those of lines in lanes.

use super::matrix::{Matrix, Product, ROWS, at};
use crate::kernel::simd::{Task, vectorise};
use crate::numeric::Numeric;
use core::array::from_fn;
use core::hint::black_box;
use core::mem::MaybeUninit;

/// The rows of `b` that are added to a tile before the next tile.
const DEPTH: usize = 8;

/// The bytes of `b` that stay in the first cache.
const NEAR: usize = 1 << 14;

/// The bytes of `b` whose lines are requested.
const FAR: usize = 1 << 18;

const LINE: usize = 64;

/// The bytes of elements that are multiplied one at a time.
const LARGE: usize = 64;

/// The bytes of an element or its accumulator.
pub(super) const fn size<T: Numeric>() -> usize {
    if size_of::<T>() > size_of::<T::Wide>() { size_of::<T>() } else { size_of::<T::Wide>() }
}

/// Whether columns of `b` are faster packed as lines. [`Columns`] of short elements do not fill vectors.
fn packs_lines<T: Numeric>(product: &Product<T, T::Total>) -> bool {
    let (columns, rows) = if const { size::<T>() < 4 } { (8, 16) } else { (4, 64) };
    product.a.column == 1 && product.n <= columns && product.k >= rows * product.n
}

/// # Safety
///
/// The facts that [`Product`] lists hold; `m`, `k` and `n` are not 0.
#[inline]
pub(super) unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>) {
    let transposed = &product.transposed();
    if const { size::<T>() > LARGE } {
        run(product, Single);
    } else if product.is_tiny() {
        // SAFETY: the argument is this function's.
        unsafe { Single::multiply(product) };
    } else if product.is_of_lines() {
        let product = if product.m > product.n { transposed } else { product };
        if const { size::<T>() > 4 } {
            match (product.m, product.n) {
                (1, 1) => run(product, Lines::<1, 1, 16>),
                (1, _) => run(product, Lines::<1, 4, 8>),
                _ => run(product, Lines::<2, 2, 8>),
            }
        } else {
            match (product.m, product.n) {
                (1, 1) => run(product, Lines::<1, 1, 32>),
                (1, _) => run(product, Lines::<1, 4, 16>),
                (2, _) => run(product, Lines::<2, 2, 16>),
                _ => run(product, OrWide(Lines::<2, 2, 16>, Lines::<4, 2, 16>)),
            }
        }
    } else if product.is_of_rows() || transposed.is_of_rows() {
        let flips = !product.is_of_rows() || product.n <= ROWS && transposed.is_of_rows();
        let product = if flips { transposed } else { product };
        if const { size::<T>() > 8 } {
            run(product, Rows::<2, 1, 4, 64>);
        } else if const { size::<T>() > 4 } {
            match (product.m, product.n) {
                (1, 32..) => run(product, Rows::<1, 4, 8, 64>),
                (2, _) => run(product, Rows::<2, 2, 8, 128>),
                _ => run(product, OrWide(Rows::<4, 1, 8, 256>, Rows::<4, 2, 8, 128>)),
            }
        } else {
            match (product.m, product.n) {
                (1, 64..) => run(product, Rows::<1, 4, 16, 64>),
                (2, 32..) => run(product, Rows::<2, 2, 16, 128>),
                _ => run(product, Rows::<4, 1, 16, 256>),
            }
        }
    } else {
        // the shorter side is packed
        let product = if product.m < product.n { transposed } else { product };
        if const { size::<T>() > 8 } {
            run(product, Columns::<2, 4, 64>);
        } else if const { size::<T>() <= 4 } && packs_lines(product) {
            run(product, OrWide(PackedLines::<2, 2, 16, 4096>, PackedLines::<4, 2, 16, 4096>));
        } else if product.n <= 4 && const { size::<T>() >= 4 } {
            run(product, Columns::<8, 4, 512>);
        } else if const { size::<T>() > 4 } {
            run(product, Columns::<4, 8, 256>);
        } else if product.n <= 8 {
            run(product, Columns::<8, 8, 256>);
        } else {
            run(product, Columns::<4, 16, 256>);
        }
    }
}

/// Runs loops of one kind in a function of their own: with several in one, LLVM keeps no sums in registers.
#[inline(always)]
fn run<T: Numeric, L: Loop>(product: &Product<T, T::Total>, loops: L) {
    vectorise(&mut [], (), Run(product, loops));
}

struct Run<'p, T, U, L>(&'p Product<T, U>, L);

impl<T: Numeric, L: Loop> Task<()> for Run<'_, T, T::Total, L> {
    const WIDE: bool = T::ROUNDS && L::WIDE;

    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        // SAFETY: only `multiply` makes one, for a product with the facts and conditions of `L`.
        unsafe { L::multiply(self.0) };
    }

    #[inline(always)]
    fn run_wide(self, _: &mut [()], (): ()) {
        // SAFETY: only `multiply` makes one, for a product with the facts and conditions of `L`.
        unsafe { L::multiply_wide(self.0) };
    }
}

/// The loops of a product: a type, since a closure that is not inlined would be compiled for the oldest processor.
trait Loop {
    /// Whether AVX-512 pays.
    const WIDE: bool = true;

    /// # Safety
    ///
    /// The facts that [`Product`] lists hold; no size is 0. For [`Lines`], `a.column == 1` and `b.row == 1`. For
    /// [`PackedLines`], `a.column == 1` and `n <= ROWS`. For [`Rows`], `b.column == 1`, and there are as many columns
    /// as in a tile.
    unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>);

    /// [`multiply`](Self::multiply) for AVX-512.
    ///
    /// # Safety
    ///
    /// The same.
    #[allow(dead_code, reason = "only compilers for x86-64 that have AVX-512 use it")]
    #[inline(always)]
    unsafe fn multiply_wide<T: Numeric>(product: &Product<T, T::Total>) {
        // SAFETY: the same.
        unsafe { Self::multiply(product) };
    }
}

/// The first loops, or with AVX-512 the second.
struct OrWide<L, W>(L, W);

impl<L: Loop, W: Loop> Loop for OrWide<L, W> {
    #[inline(always)]
    unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>) {
        // SAFETY: the same.
        unsafe { L::multiply(product) };
    }

    #[inline(always)]
    unsafe fn multiply_wide<T: Numeric>(product: &Product<T, T::Total>) {
        // SAFETY: the same.
        unsafe { W::multiply(product) };
    }
}

/// Tiles of `M` rows and `V` times `C` columns, with room for the sums of `SLOTS` rows of tiles.
struct Rows<const M: usize, const V: usize, const C: usize, const SLOTS: usize>;

impl<const M: usize, const V: usize, const C: usize, const SLOTS: usize> Loop for Rows<M, V, C, SLOTS> {
    // for one vector, LLVM would split it
    const WIDE: bool = V > 1;

    #[inline(always)]
    unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>) {
        let Product { m, k, n, a, b, c } = product;
        let mut room = [const { MaybeUninit::<[[T::Wide; C]; V]>::uninit() }; SLOTS];
        let tiles = n.div_ceil(V * C);
        for top in (0..*m).step_by(ROWS) {
            let groups = ROWS.min(m - top).div_ceil(M);
            let width = SLOTS / (groups * M);
            for left in (0..tiles).step_by(width) {
                let width = width.min(tiles - left);
                let depth = if k.saturating_mul(width * V * C * size_of::<T>()) <= NEAR { *k } else { DEPTH };
                for p in (0..*k).step_by(depth) {
                    let end = depth.min(k - p);
                    for tile in 0..width {
                        // the last tile starts earlier, and writes some columns twice
                        let j = ((left + tile) * V * C).min(n - V * C);
                        let from = b.first.wrapping_offset(at(b.row, p)).wrapping_add(j);
                        if p + depth < *k {
                            for row in 0..DEPTH {
                                let next = from.wrapping_offset(at(b.row, depth + row));
                                (0..V * C)
                                    .step_by(LINE / size_of::<T>().clamp(1, LINE))
                                    .for_each(|at| prefetch(next.wrapping_add(at)));
                            }
                        }
                        for group in 0..groups {
                            let i = top + group * M;
                            let slots = &mut room[(tile * groups + group) * M..][..M];
                            let mut sums = [[[T::ZERO; C]; V]; M];
                            if p > 0 {
                                for (sums, slot) in sums.iter_mut().zip(&*slots) {
                                    // SAFETY: written before, as `p > 0`.
                                    *sums = unsafe { slot.assume_init_read() };
                                }
                            }
                            let a = Matrix { first: a.first.wrapping_offset(at(a.column, p)), ..*a };
                            // SAFETY: `p + end <= k` and `j + V * C <= n`.
                            unsafe { add::<T, M, V, C>(&mut sums, &a, [i, m - 1], from, b.row, end) };
                            if p + depth < *k {
                                for (sums, slot) in sums.iter().zip(slots) {
                                    slot.write(*sums);
                                }
                                continue;
                            }
                            for (row, sums) in sums.iter().enumerate().take(m - i) {
                                let to = c.first.wrapping_offset(at(c.row, i + row));
                                for (v, sums) in sums.iter().enumerate() {
                                    let to = to.wrapping_offset(at(c.column, j + v * C));
                                    // SAFETY: `i + row < m` by `take`, and `j + V * C <= n`: places of `c`.
                                    unsafe { write::<T, C>(sums, C, to, c.column) };
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Tiles of `M` rows and `C` columns, of `DEPTH` packed rows of `b`.
struct Columns<const M: usize, const C: usize, const DEPTH: usize>;

/// The tiles with room for their sums.
const KEPT: usize = 64;

impl<const M: usize, const C: usize, const DEPTH: usize> Loop for Columns<M, C, DEPTH> {
    // of eight columns and more, LLVM scatters, or joins two rows in a vector
    const WIDE: bool = C < 8;

    #[inline(always)]
    unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>) {
        let Product { m, k, n, a, b, c } = product;
        let mut packed = [const { MaybeUninit::<[T; C]>::uninit() }; DEPTH];
        let mut kept = [const { MaybeUninit::<[[T::Wide; C]; M]>::uninit() }; KEPT];
        let height = if *k <= DEPTH { *m } else { KEPT * M };
        for j in (0..*n).step_by(C) {
            let width = C.min(n - j);
            for top in (0..*m).step_by(height) {
                for p in (0..*k).step_by(DEPTH) {
                    let end = DEPTH.min(k - p);
                    for (q, row) in packed.iter_mut().enumerate().take(end) {
                        let from = b.first.wrapping_offset(at(b.row, p + q)).wrapping_offset(at(b.column, j));
                        row.write(from_fn(|c| {
                            // past an edge the last column, not written
                            let from = from.wrapping_offset(at(b.column, c.min(width - 1)));
                            // SAFETY: below `k` and `j + width <= n`: an element of `b`.
                            unsafe { from.read() }
                        }));
                    }
                    let a = Matrix { first: a.first.wrapping_offset(at(a.column, p)), ..*a };
                    for (group, i) in (top..*m.min(&(top + height))).step_by(M).enumerate() {
                        let mut sums = [[[T::ZERO; C]; 1]; M];
                        if p > 0 {
                            // SAFETY: written before, as `p > 0`.
                            sums = unsafe { kept[group].assume_init_read() }.map(|sums| [sums]);
                        }
                        let from = packed.as_ptr().cast::<T>();
                        // SAFETY: `p + end <= k`, and `end` rows were packed.
                        unsafe { add::<T, M, 1, C>(&mut sums, &a, [i, m - 1], from, C as isize, end) };
                        if p + DEPTH < *k {
                            kept[group].write(sums.map(|[sums]| sums));
                            continue;
                        }
                        for (row, [sums]) in sums.iter().enumerate().take(m - i) {
                            let to = c.first.wrapping_offset(at(c.row, i + row)).wrapping_offset(at(c.column, j));
                            // SAFETY: `i + row < m` by `take`, and `j + width <= n`: places of `c`.
                            unsafe { write::<T, C>(sums, width, to, c.column) };
                        }
                    }
                }
            }
        }
    }
}

/// Adds the products of `count` rows, `row` apart, to the sums of the `M` rows of `a` from `i` on. Past the row `last`,
/// it is multiplied again.
///
/// # Safety
///
/// `a` has rows up to `last` and `count` columns; `count` rows of `V * C` adjacent elements may be read.
#[inline(always)]
unsafe fn add<T: Numeric, const M: usize, const V: usize, const C: usize>(
    sums: &mut [[[T::Wide; C]; V]; M],
    a: &Matrix<*const T>,
    [i, last]: [usize; 2],
    mut from: *const T,
    row: isize,
    count: usize,
) {
    let mut rows: [*const T; M] = from_fn(|r| a.first.wrapping_offset(at(a.row, last.min(i + r))));
    for _ in 0..count {
        // SAFETY: a row up to `last` and a column below `count`.
        let xs = rows.map(|x| unsafe { x.read() }.widen());
        for v in 0..V {
            // SAFETY: `C` elements of one of `count` rows.
            let ys = unsafe { from.wrapping_add(v * C).cast::<[T; C]>().read() }.map(T::widen);
            for (sums, &x) in sums.iter_mut().zip(&xs) {
                for (sum, y) in sums[v].iter_mut().zip(ys) {
                    *sum = *sum + x * y;
                }
            }
        }
        rows = rows.map(|x| x.wrapping_offset(a.column));
        from = from.wrapping_offset(row);
    }
}

/// Writes the first `count` of some sums, `step` apart.
///
/// # Safety
///
/// `count <= C`, which is less than 16 or `count`, and `count` places may be written.
#[inline(always)]
unsafe fn write<T: Numeric, const C: usize>(sums: &[T::Wide; C], count: usize, to: *mut T::Total, step: isize) {
    let sums = sums.map(T::total);
    if step == 1 && count == C {
        // SAFETY: `C` adjacent places.
        return unsafe { to.cast::<[T::Total; C]>().write(sums) };
    }
    if step == 1 {
        // powers of two are copied as vectors; in memory, or LLVM would split all sums into such
        let (sums, mut done) = (black_box(sums), 0);
        for size in [8, 4, 2, 1] {
            if count & size != 0 {
                let from = sums.as_ptr().wrapping_add(done);
                // SAFETY: bits of `count`: `done + size <= count`.
                unsafe { to.wrapping_add(done).copy_from_nonoverlapping(from, size) };
                done += size;
            }
        }
        return;
    }
    for (j, &sum) in sums.iter().enumerate().take(count) {
        // SAFETY: `j < count` by `take`.
        unsafe { to.wrapping_offset(at(step, j)).write(sum) };
    }
}

#[inline(always)]
fn prefetch<T>(from: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: x86-64 has SSE, and any address may be requested.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = from;
}

/// Tiles of `M` by `N` results, each the sum of `L` sums.
struct Lines<const M: usize, const N: usize, const L: usize>;

impl<const M: usize, const N: usize, const L: usize> Loop for Lines<M, N, L> {
    // else LLVM gathers
    const WIDE: bool = M > 1 || L > 8;

    #[inline(always)]
    unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>) {
        let Product { m, k, n, a, b, c } = product;
        let is_far = n.saturating_mul(*k) > FAR / size_of::<T>().max(1);
        for j in (0..*n).step_by(N) {
            for i in (0..*m).step_by(M) {
                // past an edge the last line, not written
                let rows: [*const T; M] = from_fn(|r| a.first.wrapping_offset(at(a.row, (i + r).min(m - 1))));
                let columns: [*const T; N] = from_fn(|r| b.first.wrapping_offset(at(b.column, (j + r).min(n - 1))));
                let ahead = |p: usize| {
                    if M > 1 && i == 0 && is_far {
                        for column in columns {
                            prefetch(column.wrapping_offset(at(b.column, N)).wrapping_add(p));
                        }
                    }
                };
                // SAFETY: lines of `k` elements.
                let sums = unsafe { sums_of::<T, M, N, L>(&rows, &columns, *k, ahead) };
                for (r, sums) in sums.iter().enumerate().take(m - i) {
                    for (s, &sum) in sums.iter().enumerate().take(n - j) {
                        let to = c.first.wrapping_offset(at(c.row, i + r)).wrapping_offset(at(c.column, j + s));
                        // SAFETY: `i + r < m` and `j + s < n` by `take`: a place of `c`.
                        unsafe { to.write(T::total(sum)) };
                    }
                }
            }
        }
    }
}

/// [`Lines`] whose columns of `b` are packed, `ROOM` elements at a time.
struct PackedLines<const M: usize, const N: usize, const L: usize, const ROOM: usize>;

/// The results that are summed while columns are packed.
const SUMS: usize = 1024;

impl<const M: usize, const N: usize, const L: usize, const ROOM: usize> Loop for PackedLines<M, N, L, ROOM> {
    const WIDE: bool = Lines::<M, N, L>::WIDE;

    #[inline(always)]
    unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>) {
        let Product { m, k, n, a, b, c } = product;
        let mut packed = [const { MaybeUninit::<T>::uninit() }; ROOM];
        let mut room = [T::ZERO; SUMS];
        let (most, depth) = (SUMS / n, ROOM / n / L * L);
        for top in (0..*m).step_by(most) {
            let height = most.min(m - top);
            for p in (0..*k).step_by(depth) {
                let depth = depth.min(k - p);
                for (j, column) in packed.chunks_exact_mut(depth).enumerate().take(*n) {
                    let from = b.first.wrapping_offset(at(b.column, j)).wrapping_offset(at(b.row, p));
                    for (q, element) in column.iter_mut().enumerate() {
                        // SAFETY: `p + q < k` and `j < n`: an element of `b`.
                        element.write(unsafe { from.wrapping_offset(at(b.row, q)).read() });
                    }
                }
                for i in (0..height).step_by(M) {
                    // past an edge the last line, not kept
                    let row = |r: usize| a.first.wrapping_offset(at(a.row, top + (i + r).min(height - 1)));
                    let rows: [*const T; M] = from_fn(|r| row(r).wrapping_add(p));
                    for j in (0..*n).step_by(N) {
                        let first = packed.as_ptr().cast::<T>();
                        let columns: [*const T; N] = from_fn(|r| first.wrapping_add((j + r).min(n - 1) * depth));
                        // SAFETY: `p + depth <= k`, and `n` columns of `depth` elements were packed.
                        let sums = unsafe { sums_of::<T, M, N, L>(&rows, &columns, depth, |_| ()) };
                        for (r, sums) in sums.iter().enumerate().take(height - i) {
                            for (sum, kept) in sums.iter().zip(&mut room[(i + r) * n..][j..*n]) {
                                *kept = if p > 0 { *kept + *sum } else { *sum };
                            }
                        }
                    }
                }
            }
            for (i, sums) in room.chunks_exact(*n).enumerate().take(height) {
                for (j, &sum) in sums.iter().enumerate() {
                    let to = c.first.wrapping_offset(at(c.row, top + i)).wrapping_offset(at(c.column, j));
                    // SAFETY: `top + i < m` by `take`, and `j < n`: a place of `c`.
                    unsafe { to.write(T::total(sum)) };
                }
            }
        }
    }
}

/// The sums of the products of each pair of lines; `ahead` is called before each `L` elements.
///
/// # Safety
///
/// `k` adjacent elements of each line may be read.
#[inline(always)]
unsafe fn sums_of<T: Numeric, const M: usize, const N: usize, const L: usize>(
    rows: &[*const T; M],
    columns: &[*const T; N],
    k: usize,
    ahead: impl Fn(usize),
) -> [[T::Wide; N]; M] {
    let mut sums = [[[T::ZERO; L]; N]; M];
    let whole = k - k % L;
    for p in (0..whole).step_by(L) {
        ahead(p);
        // SAFETY: `p + L <= k`, the elements of a line.
        unsafe { take::<T, M, N, L>(&mut sums, (rows, columns), p, L) };
    }
    if whole < k {
        // SAFETY: `k - whole < L`, and up to `k` elements of a line.
        unsafe { take::<T, M, N, L>(&mut sums, (rows, columns), whole, k - whole) };
    }
    // otherwise LLVM splits the sums into single elements
    let sums = if const { size_of::<T::Wide>() > 4 } { black_box(sums) } else { sums };
    sums.map(|sums| sums.map(total::<T, L>))
}

/// Adds the products of `count` elements of each pair of lines, from `p` on.
///
/// # Safety
///
/// `count <= L`, and `p + count` adjacent elements of each line may be read.
#[inline(always)]
unsafe fn take<T: Numeric, const M: usize, const N: usize, const L: usize>(
    sums: &mut [[[T::Wide; L]; N]; M],
    (rows, columns): (&[*const T; M], &[*const T; N]),
    p: usize,
    count: usize,
) {
    for (sums, row) in sums.iter_mut().zip(rows) {
        // SAFETY: `p + count` elements may be read.
        let xs = unsafe { load::<T, L>(row.wrapping_add(p), count) };
        for (sums, column) in sums.iter_mut().zip(columns) {
            // SAFETY: `p + count` elements may be read.
            let ys = unsafe { load::<T, L>(column.wrapping_add(p), count) };
            for ((sum, x), y) in sums.iter_mut().zip(xs).zip(ys) {
                *sum = *sum + x * y;
            }
        }
    }
}

/// Loads `count` adjacent elements, and zeros after them.
///
/// # Safety
///
/// `count <= L`, and they may be read.
#[inline(always)]
unsafe fn load<T: Numeric, const L: usize>(from: *const T, count: usize) -> [T::Wide; L] {
    if count == L {
        // SAFETY: `L` elements.
        return unsafe { from.cast::<[T; L]>().read() }.map(T::widen);
    }
    let mut row = [T::ZERO; L];
    for (j, element) in row.iter_mut().enumerate().take(count) {
        // SAFETY: `j < count` by `take`.
        *element = unsafe { from.wrapping_add(j).read() }.widen();
    }
    row
}

/// Adds all sums: halves, so that they are vectors.
#[inline(always)]
fn total<T: Numeric, const L: usize>(mut sums: [T::Wide; L]) -> T::Wide {
    let mut half = L;
    while half > 1 {
        half /= 2;
        for i in 0..half {
            sums[i] = sums[i] + sums[i + half];
        }
    }
    sums[0]
}

/// One sum at a time.
struct Single;

impl Loop for Single {
    #[inline(always)]
    unsafe fn multiply<T: Numeric>(product: &Product<T, T::Total>) {
        let Product { m, k, n, a, b, c } = product;
        for i in 0..*m {
            for j in 0..*n {
                let mut sum = T::ZERO;
                for p in 0..*k {
                    let x = a.first.wrapping_offset(at(a.row, i)).wrapping_offset(at(a.column, p));
                    let y = b.first.wrapping_offset(at(b.row, p)).wrapping_offset(at(b.column, j));
                    // SAFETY: `i < m` and `p < k`: an element of `a`.
                    let x = unsafe { x.read() }.widen();
                    // SAFETY: `p < k` and `j < n`: an element of `b`.
                    let y = unsafe { y.read() }.widen();
                    sum = sum + x * y;
                }
                let to = c.first.wrapping_offset(at(c.row, i)).wrapping_offset(at(c.column, j));
                // SAFETY: `i < m` and `j < n`: a place of `c`.
                unsafe { to.write(T::total(sum)) };
            }
        }
    }
}
