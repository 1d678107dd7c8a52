//! One matrix product.
//!
//! ```text
//! multiply(a (m, k), b (k, n), c (m, n)):
//!     for i of m, for j of n:
//!         c[i, j] = sum over p of k: a[i, p] * b[p, j]
//! ```
//!
//! [`Packed`] packs both operands so that they stay in the caches. [`Loops`] keeps a tile of some rows and 16 columns of
//! results in registers, and adds a row of `b` to all of its rows at once. If both operands are contiguous along the
//! summed axis, as in `x * y^T`, each result is the sum of 16 sums ([`multiply_lines`]). Small constant sizes have loops
//! of constant lengths ([`in_place`]).

use crate::kernel::is_large;
use crate::kernel::simd::{Task, vectorise};
use crate::kernel::threads;
use crate::numeric::Numeric;
use crate::sealed::Sealed;
use core::hint::black_box;
use core::marker::PhantomData;
use core::ops::Range;
use num_traits::AsPrimitive;

/// A number that matrices are made of: every [`Numeric`] of this crate.
///
/// It chooses the implementation of the products: [`Loops`], or [`Packed`] with the feature `matrixmultiply`. Products
/// are summed in [`Numeric::Wide`]: `f16` and `bf16` in `f32`; for `bool`, the result counts the pairs that are both
/// true. Your own number type needs one line:
///
/// ```
/// use conformable::Tensor;
/// use conformable::numeric::Numeric;
/// use conformable::product::{Loops, MatrixElement};
/// # use std::ops::{Add, Mul};
/// # #[derive(Clone, Copy, Debug, PartialEq)]
/// # struct Modulo7(u8);
/// # impl Add for Modulo7 {
/// #     type Output = Self;
/// #     fn add(self, rhs: Self) -> Self {
/// #         Self((self.0 + rhs.0) % 7)
/// #     }
/// # }
/// # impl Mul for Modulo7 {
/// #     type Output = Self;
/// #     fn mul(self, rhs: Self) -> Self {
/// #         Self(self.0 * rhs.0 % 7)
/// #     }
/// # }
/// # impl Numeric for Modulo7 {
/// #     type Wide = Self;
/// #     type Total = Self;
/// #     const ZERO: Self = Self(0);
/// #     const ONE: Self = Self(1);
/// #     const ROUNDS: bool = false;
/// #     fn widen(self) -> Self {
/// #         self
/// #     }
/// #     fn total(wide: Self) -> Self {
/// #         wide
/// #     }
/// # }
///
/// impl MatrixElement for Modulo7 {
///     type Gemm = Loops;
/// }
///
/// let x = Tensor::from([[3, 4], [5, 6]]).map(Modulo7);
/// assert_eq!(x.matmul(&x), Tensor::from([[1, 1], [3, 0]]).map(Modulo7));
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot multiply matrices of `{Self}`",
    label = "expected a number type",
    note = "implement `conformable::product::MatrixElement` and `Numeric` for your own number type",
    note = "conformable: E-product"
)]
pub trait MatrixElement: Numeric {
    /// The implementation: [`Loops`] works for any number.
    type Gemm: Gemm<Self>;
}

/// An implementation of matrix products: [`Loops`], or [`Packed`].
///
/// # Safety
///
/// If [`multiply`](Self::multiply) returns, it has written every element of `c` and nothing else; it has read only
/// elements of `a` and `b`.
pub unsafe trait Gemm<T: Numeric>: Sealed {
    /// The number of multiplications up to which one thread finishes before others have started (`benches/threads`).
    #[doc(hidden)]
    const FEW: usize = threads::border(1 << 19);

    /// Writes the product.
    ///
    /// # Safety
    ///
    /// The facts that [`Product`] lists hold; `m`, `k` and `n` are not 0.
    #[doc(hidden)]
    unsafe fn multiply(product: &Product<T, T::Total>);
}

/// Tiled loops for any number, vectorised.
#[derive(Clone, Copy, Debug)]
pub struct Loops;

/// Products by the crate `matrixmultiply`, for `f32`, `f64`, and complex numbers of them.
#[cfg(feature = "matrixmultiply")]
#[derive(Clone, Copy, Debug)]
pub struct Packed;

impl Sealed for Loops {}
#[cfg(feature = "matrixmultiply")]
impl Sealed for Packed {}

/// Implements [`MatrixElement`]: `elements!(Loops: u8 i8)`.
macro_rules! elements {
    ($Gemm:ty: $($T:ty)*) => {$(
        impl MatrixElement for $T {
            type Gemm = $Gemm;
        }
    )*};
}

elements!(Loops: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool);
#[cfg(feature = "matrixmultiply")]
elements!(Packed: f32 f64);
#[cfg(not(feature = "matrixmultiply"))]
elements!(Loops: f32 f64);
#[cfg(feature = "half")]
elements!(Loops: half::f16 half::bf16);
// the implementation of their parts
#[cfg(feature = "complex")]
impl<T: MatrixElement<Gemm: Gemm<Self>>> MatrixElement for num_complex::Complex<T>
where
    Self: Numeric,
{
    type Gemm = T::Gemm;
}

/// A `T` that is converted to `V` by `as` before it is multiplied.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Converted<T, V>(T, PhantomData<V>);

impl<T: Copy, V> Clone for Converted<T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, V> Copy for Converted<T, V> {}

impl<T: Numeric<Wide: AsPrimitive<V>>, V: Numeric + 'static> Numeric for Converted<T, V> {
    type Wide = V::Wide;
    type Total = V::Total;
    const ZERO: V::Wide = V::ZERO;
    const ONE: V::Wide = V::ONE;
    const ROUNDS: bool = V::ROUNDS;

    #[inline(always)]
    fn widen(self) -> V::Wide {
        self.0.widen().as_().widen()
    }

    #[inline(always)]
    fn total(wide: V::Wide) -> V::Total {
        V::total(wide)
    }
}

// each element is converted when it is read, which packing does not support
impl<T, V> MatrixElement for Converted<T, V>
where
    Self: Numeric,
{
    type Gemm = Loops;
}

/// A number type that every `T` in memory may be read as.
///
/// # Safety
///
/// It has the size and alignment of `T`, and each bit pattern of a `T` is a valid value of it.
pub(crate) unsafe trait ReadFrom<T>: MatrixElement {}

// SAFETY: it is the same type.
unsafe impl<T: MatrixElement> ReadFrom<Self> for T {}

// SAFETY: it is `repr(transparent)` over a `T`; its other field has no bytes.
unsafe impl<T, V> ReadFrom<T> for Converted<T, V> where Self: MatrixElement {}

/// A matrix: its first element, and the strides to the next row and column.
#[derive(Debug)]
pub struct Matrix<P> {
    pub(in crate::kernel) first: P,
    pub(in crate::kernel) row: isize,
    pub(in crate::kernel) column: isize,
}

impl<P: Copy> Matrix<P> {
    const fn transposed(&self) -> Self {
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
    const fn transposed(&self) -> Self {
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
}

/// The offset of an element from the first of its row or column.
#[inline(always)]
const fn at(step: isize, index: usize) -> isize {
    step.wrapping_mul(index as isize)
}

/// The number of elements that are processed at once: columns of the result, or positions of the summed axis.
const COLUMNS: usize = 16;

// SAFETY: `tiles` steps over all rows and columns, and each tile writes all of its own.
unsafe impl<T: Numeric> Gemm<T> for Loops {
    #[inline]
    unsafe fn multiply(product: &Product<T, T::Total>) {
        // the longer side is that of the columns, which are vectorised; operands are read in their layout
        let flips = if product.n < COLUMNS {
            product.m > product.n
        } else {
            product.m >= COLUMNS && product.b.column != 1 && product.a.row == 1
        };
        let product = if flips { &product.transposed() } else { product };
        let Product { m, k, n, a, b, .. } = product;
        // both operands are contiguous along the summed axis
        let is_of_lines = a.column == 1 && b.row == 1 && (b.column != 1 || *n == 1) && (*m == 1 || *k >= COLUMNS);
        if const { is_large::<(T, T::Wide)>() } {
            return vectorise(&mut [], (), Tiles(product, Single));
        }
        match (is_of_lines, m, n) {
            (true, 1, 1) => vectorise(&mut [], (), Tiles(product, Lines::<1, 1>)),
            (true, 1, _) => vectorise(&mut [], (), Tiles(product, Lines::<1, 4>)),
            (true, ..) => vectorise(&mut [], (), Tiles(product, Lines::<2, 2>)),
            (false, 1, _) => vectorise(&mut [], (), Tiles(product, Rows::<1>)),
            (false, ..) => vectorise(&mut [], (), Tiles(product, Rows::<4>)),
        }
    }
}

/// Implements [`Gemm`] for [`Packed`] by a function of `matrixmultiply`:
/// `packed!(f32 as f32, few 4096: sgemm [] 1.0, 0.0;)`.
///
/// The function gets the options in brackets, and a 1 and a 0 of its own numbers. For up to `few` multiplications,
/// loops over rows take less time than packing: half for 4 by 4 matrices of `f32`, and never less for `f64`.
#[cfg(feature = "matrixmultiply")]
macro_rules! packed {
    ($($T:ty as $Own:ty, few $few:literal: $gemm:ident [$($option:expr),*] $one:expr, $zero:expr;)*) => {$(
        // SAFETY: `matrixmultiply` writes all `m` rows and `n` columns of `c`; it does not read `c` if its factor is 0.
        unsafe impl Gemm<$T> for Packed {
            const FEW: usize = threads::border(1 << 20);

            #[inline]
            unsafe fn multiply(product: &Product<$T, $T>) {
                let Product { m, k, n, a, b, c } = product;
                // too few uses of each element to pay for packing
                let are_few = b.column == 1 && m.saturating_mul(*n).saturating_mul(*k) <= $few;
                if *m == 1 || *n == 1 || are_few {
                    // SAFETY: `product` is this function's argument, with the same `# Safety`.
                    return unsafe { Loops::multiply(product) };
                }
                let (x, y, z) = (a.first.cast::<$Own>(), b.first.cast::<$Own>(), c.first.cast::<$Own>());
                // SAFETY: `Product` has the elements at these sizes and strides. `$Own` has the layout of `$T`, and `c`
                // is not read, since its factor is 0.
                unsafe {
                    matrixmultiply::$gemm(
                        $($option,)* *m, *k, *n, $one, x, a.row, a.column, y, b.row, b.column, $zero, z, c.row, c.column,
                    );
                }
            }
        }
    )*};
}

#[cfg(feature = "matrixmultiply")]
packed!(f32 as f32, few 4096: sgemm [] 1.0, 0.0; f64 as f64, few 0: dgemm [] 1.0, 0.0;);

// `Complex` is `repr(C)`: the real part, then the imaginary one
#[cfg(all(feature = "matrixmultiply", feature = "complex"))]
packed! {
    num_complex::Complex<f32> as [f32; 2], few 0:
        cgemm [matrixmultiply::CGemmOption::Standard, matrixmultiply::CGemmOption::Standard] [1.0, 0.0], [0.0; 2];
    num_complex::Complex<f64> as [f64; 2], few 0:
        zgemm [matrixmultiply::CGemmOption::Standard, matrixmultiply::CGemmOption::Standard] [1.0, 0.0], [0.0; 2];
}

/// A product by one kind of tiles. Each kind is compiled in its own function: with several in one, LLVM keeps no sums
/// in registers.
struct Tiles<'p, T, U, K>(&'p Product<T, U>, K);

impl<T: Numeric, K: Tile> Task<()> for Tiles<'_, T, T::Total, K> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        // SAFETY: `Gemm::multiply` for `Loops` requires the facts of `Product`, and chooses `Lines` only if
        // `a.column == 1` and `b.row == 1`.
        unsafe { tiles::<T, K>(self.0) };
    }
}

/// The computation of a tile: a type, since a closure that is not inlined would be compiled for the oldest processor.
trait Tile {
    /// The largest number of rows of a tile.
    const ROWS: usize;
    const COLUMNS: usize;

    /// Writes a tile.
    ///
    /// # Safety
    ///
    /// The facts that [`Product`] lists hold; `0 < m <= ROWS` and `0 < n <= COLUMNS`. For [`Lines`], `a.column == 1`
    /// and `b.row == 1`.
    unsafe fn multiply<T: Numeric>(tile: &Product<T, T::Total>);
}

/// Tiles of [`COLUMNS`] columns, to which a row of `b` is added.
struct Rows<const M: usize>;

impl<const M: usize> Tile for Rows<M> {
    const ROWS: usize = M;
    const COLUMNS: usize = COLUMNS;

    #[inline(always)]
    unsafe fn multiply<T: Numeric>(tile: &Product<T, T::Total>) {
        // SAFETY: `0 < m <= M` and `0 < n <= COLUMNS` (`# Safety`, with `ROWS == M`).
        unsafe { multiply_rows::<T, M>(tile) };
    }
}

/// Tiles whose elements are sums of products of a row of `a` and a column of `b`.
struct Lines<const M: usize, const N: usize>;

impl<const M: usize, const N: usize> Tile for Lines<M, N> {
    const ROWS: usize = M;
    const COLUMNS: usize = N;

    #[inline(always)]
    unsafe fn multiply<T: Numeric>(tile: &Product<T, T::Total>) {
        // SAFETY: `0 < m <= M`, `0 < n <= N`, `a.column == 1` and `b.row == 1` (`# Safety`, for `Lines`).
        unsafe { multiply_lines::<T, M, N>(tile) };
    }
}

/// Tiles of one element, for elements too large for several on the stack.
struct Single;

impl Tile for Single {
    const ROWS: usize = 1;
    const COLUMNS: usize = 1;

    #[inline(always)]
    unsafe fn multiply<T: Numeric>(tile: &Product<T, T::Total>) {
        let Product { k, a, b, c, .. } = tile;
        let mut sum = T::ZERO;
        for p in 0..*k {
            // SAFETY: `p < k` by the loop, and there is a row (`# Safety`), so `a` has this element of it.
            let x = unsafe { a.first.wrapping_offset(at(a.column, p)).read() }.widen();
            // SAFETY: `p < k` by the loop, and there is a column (`# Safety`), so `b` has this element of it.
            let y = unsafe { b.first.wrapping_offset(at(b.row, p)).read() }.widen();
            sum = sum + x * y;
        }
        // SAFETY: `c` has a place for the first row and column (`# Safety`).
        unsafe { c.first.write(T::total(sum)) };
    }
}

/// # Safety
///
/// The facts that [`Product`] lists hold; for [`Lines`], `a.column == 1` and `b.row == 1`.
#[inline(always)]
unsafe fn tiles<T: Numeric, K: Tile>(product: &Product<T, T::Total>) {
    let Product { m, k, n, a, b, c } = product;
    for j in (0..*n).step_by(K::COLUMNS) {
        for i in (0..*m).step_by(K::ROWS) {
            let a = Matrix { first: a.first.wrapping_offset(at(a.row, i)), ..*a };
            let b = Matrix { first: b.first.wrapping_offset(at(b.column, j)), ..*b };
            let first = c.first.wrapping_offset(at(c.row, i)).wrapping_offset(at(c.column, j));
            let c = Matrix { first, ..*c };
            let tile = Product { m: K::ROWS.min(m - i), k: *k, n: K::COLUMNS.min(n - j), a, b, c };
            // SAFETY: `i < m` and `j < n` by the loops, and the sizes are at most `m - i` and `n - j`: a part of the
            // product.
            unsafe { K::multiply::<T>(&tile) };
        }
    }
}

/// Writes a tile of up to `M` rows and [`COLUMNS`] columns.
///
/// # Safety
///
/// The facts that [`Product`] lists hold; `0 < m <= M` and `0 < n <= COLUMNS`.
#[inline(always)]
unsafe fn multiply_rows<T: Numeric, const M: usize>(tile: &Product<T, T::Total>) {
    let Product { m, k, n, a, b, c } = tile;
    let mut sums = [[T::ZERO; COLUMNS]; M];
    // past an edge the last row is multiplied again, and not written
    let rows: [*const T; M] = core::array::from_fn(|i| a.first.wrapping_offset(at(a.row, i.min(m - 1))));
    for p in 0..*k {
        let from = b.first.wrapping_offset(at(b.row, p));
        // SAFETY: `p < k` by the loop: a row of `b` has `n <= COLUMNS` elements, `b.column` apart ([`Product`]).
        let row = unsafe { load::<T>(from, b.column, *n) };
        for (sums, first) in sums.iter_mut().zip(rows) {
            // SAFETY: `first` is a row below `m` (`i.min(m - 1)`), and `p < k` by the loop: an element of `a`
            // ([`Product`]).
            let x = unsafe { first.wrapping_offset(at(a.column, p)).read() }.widen();
            for (sum, y) in sums.iter_mut().zip(row) {
                *sum = *sum + x * y;
            }
        }
    }
    for (i, sums) in sums.iter().enumerate().take(*m) {
        let to = c.first.wrapping_offset(at(c.row, i));
        for (j, &sum) in sums.iter().enumerate().take(*n) {
            // SAFETY: `i < m` and `j < n` by `take`: a place of `c` ([`Product`]).
            unsafe { to.wrapping_offset(at(c.column, j)).write(T::total(sum)) };
        }
    }
}

/// Loads a row of up to [`COLUMNS`] elements, and zeros after them.
///
/// # Safety
///
/// `count <= COLUMNS`, and `count` elements from `from` on, `step` apart, may be read.
#[inline(always)]
unsafe fn load<T: Numeric>(from: *const T, step: isize, count: usize) -> [T::Wide; COLUMNS] {
    if step == 1 && count == COLUMNS {
        // SAFETY: `step == 1` and `count == COLUMNS` were compared: `COLUMNS` adjacent elements may be read
        // (`# Safety`).
        let row = unsafe { from.cast::<[T; COLUMNS]>().read() };
        return row.map(T::widen);
    }
    let mut row = [T::ZERO; COLUMNS];
    for (j, element) in row.iter_mut().enumerate().take(count) {
        // SAFETY: `j < count` by `take`, and `count` elements may be read (`# Safety`).
        *element = unsafe { from.wrapping_offset(at(step, j)).read() }.widen();
    }
    row
}

/// Writes a tile of up to `M` rows and `N` columns; each element is the sum of products of a row and a column.
///
/// # Safety
///
/// The facts that [`Product`] lists hold; `0 < m <= M`, `0 < n <= N`, `a.column == 1` and `b.row == 1`.
#[inline(always)]
unsafe fn multiply_lines<T: Numeric, const M: usize, const N: usize>(tile: &Product<T, T::Total>) {
    let Product { m, k, n, a, b, c } = tile;
    let mut sums = [[[T::ZERO; COLUMNS]; N]; M];
    // past an edge the last one is multiplied again, and not written
    let rows: [*const T; M] = core::array::from_fn(|i| a.first.wrapping_offset(at(a.row, i.min(m - 1))));
    let columns: [*const T; N] = core::array::from_fn(|j| b.first.wrapping_offset(at(b.column, j.min(n - 1))));
    let whole = k - k % COLUMNS;
    for p in (0..whole).step_by(COLUMNS) {
        // SAFETY: `p + COLUMNS <= whole <= k`, and each row and column has `k` adjacent elements (`# Safety`).
        unsafe { take_lines::<T, M, N>(&mut sums, (&rows, &columns), p, COLUMNS) };
    }
    if whole < *k {
        // SAFETY: `whole + (k - whole) == k`, and each row and column has `k` adjacent elements; `k - whole < COLUMNS`.
        unsafe { take_lines::<T, M, N>(&mut sums, (&rows, &columns), whole, k - whole) };
    }
    // otherwise LLVM starts with the sum of 16, and splits all before it into single elements
    let sums = black_box(sums);
    for (i, sums) in sums.iter().enumerate().take(*m) {
        for (j, sums) in sums.iter().enumerate().take(*n) {
            let to = c.first.wrapping_offset(at(c.row, i)).wrapping_offset(at(c.column, j));
            let sum = sums.iter().fold(T::ZERO, |sum, &part| sum + part);
            // SAFETY: `i < m` and `j < n` by `take`: a place of `c` ([`Product`]).
            unsafe { to.write(T::total(sum)) };
        }
    }
}

/// Adds the products of up to [`COLUMNS`] elements of each line, from `p` on, to the sums of each pair of lines.
///
/// # Safety
///
/// `count <= COLUMNS`, and `p + count` adjacent elements from each of `rows` and `columns` on may be read.
#[inline(always)]
unsafe fn take_lines<T: Numeric, const M: usize, const N: usize>(
    sums: &mut [[[T::Wide; COLUMNS]; N]; M],
    (rows, columns): (&[*const T; M], &[*const T; N]),
    p: usize,
    count: usize,
) {
    for (i, row) in rows.iter().enumerate() {
        // SAFETY: `count` adjacent elements from `row + p` on may be read (`# Safety`).
        let xs = unsafe { load::<T>(row.wrapping_add(p), 1, count) };
        for (j, column) in columns.iter().enumerate() {
            // SAFETY: `count` adjacent elements from `column + p` on may be read (`# Safety`).
            let ys = unsafe { load::<T>(column.wrapping_add(p), 1, count) };
            for ((sum, x), y) in sums[i][j].iter_mut().zip(xs).zip(ys) {
                *sum = *sum + x * y;
            }
        }
    }
}

/// The largest size of matrices that are multiplied [`in_place`].
pub(in crate::kernel) const SMALL: usize = 16;

/// Writes a product inline. With constant sizes up to [`SMALL`], it is straight-line code or short loops.
///
/// # Safety
///
/// The facts that [`Product`] lists hold; `n <= SMALL`.
#[inline(always)]
pub(in crate::kernel) unsafe fn in_place<T: Numeric>(product: &Product<T, T::Total>) {
    let Product { m, k, n, a, b, c } = product;
    for i in 0..*m {
        let (from, to) = (a.first.wrapping_offset(at(a.row, i)), c.first.wrapping_offset(at(c.row, i)));
        let mut sums = [T::ZERO; SMALL];
        for p in 0..*k {
            // SAFETY: `i < m` and `p < k` by the loops: an element of `a` ([`Product`]).
            let x = unsafe { from.wrapping_offset(at(a.column, p)).read() }.widen();
            let row = b.first.wrapping_offset(at(b.row, p));
            for (j, sum) in sums.iter_mut().enumerate().take(*n) {
                // SAFETY: `p < k` by the loop and `j < n` by `take`: an element of `b` ([`Product`]).
                let y = unsafe { row.wrapping_offset(at(b.column, j)).read() }.widen();
                *sum = *sum + x * y;
            }
        }
        for (j, &sum) in sums.iter().enumerate().take(*n) {
            // SAFETY: `i < m` by the loop and `j < n` by `take`: a place of `c` ([`Product`]).
            unsafe { to.wrapping_offset(at(c.column, j)).write(T::total(sum)) };
        }
    }
}
