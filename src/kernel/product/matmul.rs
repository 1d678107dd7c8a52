//! Matrix products of tensors, whose sizes are checked here.
//!
//! ```text
//! multiply(a (..L, m, k), b (..R, k, n), c (..batch, m, n)):
//!     for each index of the batch:
//!         c[index] = a[index] * b[index]                        # one matrix product, `gemm`
//! ```
//!
//! If a batch has one matrix on the right, it is multiplied as one product with more rows.

use super::gemm::{Gemm, MatrixElement, ReadFrom, SMALL, in_place};
use super::matrix::{Matrix, Product};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::is_large;
use crate::kernel::threads::{self, Permit, if_threads};
use crate::layout::{advance, stretch, unravel};
use crate::numeric::Numeric;
use crate::shape::{Shape, Sizes};
use crate::storage::{Destination, Storage};
use core::marker::PhantomData;
use core::ops::Range;

/// Multiplies the matrices of a batch, on one thread or several, and chooses the type that `T` is read as.
pub(crate) trait Multiplier<T> {
    type Element: ReadFrom<T>;

    /// Writes the product of each index.
    ///
    /// # Safety
    ///
    /// The facts that [`Product`] lists hold for the product at each index of the batch; no size but `k` is 0. If the
    /// parameter `SMALL` is true, `m`, `k` and `n` are at most the constant of this name.
    unsafe fn run<const SMALL: bool>(batches: Batches<'_>, product: ProductOf<Self::Element>, index: &mut [usize]);
}

pub(crate) type ProductOf<A> = Product<A, <A as Numeric>::Total>;

type Total<T, X> = <<X as Multiplier<T>>::Element as Numeric>::Total;

/// Multiplies on this thread; elements are read as `A`.
pub(crate) struct OneThread<A>(PhantomData<A>);

impl<A> OneThread<A> {
    #[inline]
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T, A: ReadFrom<T>> Multiplier<T> for OneThread<A> {
    type Element = A;

    #[inline(always)]
    unsafe fn run<const SMALL: bool>(batches: Batches<'_>, product: ProductOf<A>, index: &mut [usize]) {
        // SAFETY: the arguments are this function's, with its `# Safety`.
        unsafe { batches.multiply::<T, A, SMALL>(product, index, None) };
    }
}

/// Multiplies on several threads if that pays.
#[cfg(feature = "rayon")]
pub(crate) struct Threads<T>(PhantomData<T>);

#[cfg(feature = "rayon")]
impl<T> Threads<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

#[cfg(feature = "rayon")]
impl<T: MatrixElement<Total: Send> + Sync> Multiplier<T> for Threads<T> {
    type Element = T;

    unsafe fn run<const SMALL: bool>(batches: Batches<'_>, product: ProductOf<T>, index: &mut [usize]) {
        let permit = (batches.products(&product) / threads::WAKING > T::Gemm::FEW).then(Permit::of_bounds);
        // SAFETY: the arguments are this function's, with its `# Safety`.
        unsafe { batches.multiply::<T, T, SMALL>(product, index, permit) };
    }
}

#[inline]
pub(crate) fn product<T, S: Shape, D: Storage, R: Shape, E: Storage, X: Multiplier<T>, To: Destination<Total<T, X>>>(
    to: To,
    lhs: &Operand<'_, T, S, D>,
    rhs: &Operand<'_, T, R, E>,
    by: X,
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        // SAFETY: `Destination` has a different place at each index of `shape`, by `strides`, which nothing else reads.
        unsafe { multiply(lhs, rhs, shape, strides, first, by) };
    };
    // SAFETY: `multiply` writes each index of `shape`, or panics.
    unsafe { to.write(write) }
}

/// Whether every size of both matrices is known at compile time and small.
const fn is_small<T: Numeric, S: Shape, R: Shape>() -> bool {
    let (Some(lhs), Some(rhs)) = (S::DIMS, R::DIMS) else { return false };
    if is_large::<T::Wide>() {
        return false;
    }
    let mut axis = 0;
    while axis < 2 {
        if axis < lhs.len() && !matches!(lhs[lhs.len() - 1 - axis], Some(..=SMALL)) {
            return false;
        }
        if axis < rhs.len() && !matches!(rhs[rhs.len() - 1 - axis], Some(..=SMALL)) {
            return false;
        }
        axis += 1;
    }
    true
}

/// # Safety
///
/// `target` plus each index of `shape`, by `strides`, is a different place that may be written.
#[inline(always)]
unsafe fn multiply<T, S: Shape, D: Storage, R: Shape, E: Storage, Out: Shape, X: Multiplier<T>>(
    lhs: &Operand<'_, T, S, D>,
    rhs: &Operand<'_, T, R, E>,
    shape: &Out,
    strides: &[usize],
    target: *mut Total<T, X>,
    _: X,
) {
    let (left, right, sizes) = (lhs.tensor.shape().sizes(), rhs.tensor.shape().sizes(), shape.sizes());
    let (left_strides, right_strides) = (lhs.tensor.strides(), rhs.tensor.strides());
    // a vector is a row on the left and a column on the right, and adds no axis to the result
    let (has_rows, has_columns) = (left.as_ref().len() > 1, right.as_ref().len() > 1);
    let left =
        Side::new(lhs.tensor.as_ptr().cast::<X::Element>(), left.as_ref(), left_strides.as_ref(), [has_rows, true]);
    let right = Side::new(
        rhs.tensor.as_ptr().cast::<X::Element>(),
        right.as_ref(),
        right_strides.as_ref(),
        [true, has_columns],
    );
    let out = Side::new(target, sizes.as_ref(), strides, [has_rows, has_columns]);
    let conforms = out.rows == left.rows && out.columns == right.columns && left.columns == right.rows;
    assert!(conforms, "the shape of the product");
    let rank = out.sizes.len();
    let (mut left_over, mut right_over) = (sizes.clone(), sizes.clone());
    for (side, over) in [(&left, &mut left_over), (&right, &mut right_over)] {
        let stretches = stretch(out.sizes, side.sizes, side.strides, 0, &mut over.as_mut()[..rank]);
        assert!(stretches, "a batch that stretches to that of the product");
    }
    if sizes.as_ref().contains(&0) {
        return;
    }
    let product =
        Product { m: out.rows, k: left.columns, n: out.columns, a: left.matrix, b: right.matrix, c: out.matrix };
    let batches =
        Batches { sizes: out.sizes, a: &left_over.as_ref()[..rank], b: &right_over.as_ref()[..rank], c: out.strides };
    let mut index = sizes.clone();
    index.as_mut().fill(0);
    let index = &mut index.as_mut()[..rank];
    // `conforms` and `stretches` were asserted, and no size of the result is 0: both operands have an element, and
    // `target` a place, at each index
    if const { is_small::<X::Element, S, R>() } {
        // SAFETY: these have all indices, by the asserts. `is_small` has compared the sizes with the constant `SMALL`.
        // By `ReadFrom` a `T` may be read as an `X::Element`.
        unsafe { X::run::<true>(batches, product, index) };
    } else {
        // SAFETY: these have all indices, by the asserts. By `ReadFrom` a `T` may be read as an `X::Element`.
        unsafe { X::run::<false>(batches, product, index) };
    }
}

/// A tensor as a batch of matrices.
struct Side<'a, P> {
    matrix: Matrix<P>,
    rows: usize,
    columns: usize,
    sizes: &'a [usize],
    strides: &'a [usize],
}

impl<'a, P> Side<'a, P> {
    /// The last axes are rows and columns, if `has` says so; otherwise there is one.
    #[inline(always)]
    fn new(first: P, sizes: &'a [usize], strides: &'a [usize], has: [bool; 2]) -> Self {
        let mut batch = sizes.len();
        let mut take = |is_there: bool| {
            if !is_there {
                return (1, 0);
            }
            batch = batch.checked_sub(1).expect("an axis of a matrix");
            (sizes[batch], strides[batch] as isize)
        };
        let (columns, column) = take(has[1]);
        let (rows, row) = take(has[0]);
        let (sizes, strides) = (&sizes[..batch], &strides[..batch]);
        Self { matrix: Matrix { first, row, column }, rows, columns, sizes, strides }
    }
}

/// The axes before the matrices, with the strides of both operands and of the result.
#[derive(Debug)]
pub(crate) struct Batches<'a> {
    pub(in crate::kernel) sizes: &'a [usize],
    pub(in crate::kernel) a: &'a [usize],
    pub(in crate::kernel) b: &'a [usize],
    pub(in crate::kernel) c: &'a [usize],
}

impl Batches<'_> {
    pub(in crate::kernel) const ONE: Self = Self { sizes: &[], a: &[], b: &[], c: &[] };

    /// Calls `f` with the product at each index; no size is 0.
    #[inline(always)]
    fn each<T, U>(&self, product: &Product<T, U>, index: &mut [usize], mut f: impl FnMut(&Product<T, U>)) {
        if self.sizes.is_empty() {
            return f(product);
        }
        loop {
            f(&self.at(product, index));
            if !advance(index, self.sizes) {
                return;
            }
        }
    }

    #[inline(always)]
    pub(in crate::kernel) fn at<T, U>(&self, product: &Product<T, U>, index: &[usize]) -> Product<T, U> {
        let offset = |strides: &[usize]| {
            let steps = index.iter().zip(strides);
            steps.fold(0isize, |sum, (&i, &stride)| sum.wrapping_add((i.wrapping_mul(stride)) as isize))
        };
        let Product { m, k, n, a, b, c } = product;
        Product {
            m: *m,
            k: *k,
            n: *n,
            a: Matrix { first: a.first.wrapping_offset(offset(self.a)), ..*a },
            b: Matrix { first: b.first.wrapping_offset(offset(self.b)), ..*b },
            c: Matrix { first: c.first.wrapping_offset(offset(self.c)), ..*c },
        }
    }

    /// Merges batch axes into rows, if one right matrix serves them all and the rows are equally far apart.
    pub(in crate::kernel) fn merged<T, U>(mut self, mut product: Product<T, U>) -> (Self, Product<T, U>) {
        while let ([sizes @ .., size], [a @ .., a_stride], [b @ .., 0], [c @ .., c_stride]) =
            (self.sizes, self.a, self.b, self.c)
        {
            let follows = |step: isize, stride: usize| at_rows(step, product.m) == stride as isize;
            if *size > 1 && product.m == 1 {
                (product.a.row, product.c.row) = (*a_stride as isize, *c_stride as isize);
            } else if *size > 1 && !(follows(product.a.row, *a_stride) && follows(product.c.row, *c_stride)) {
                break;
            }
            product.m *= size;
            self = Batches { sizes, a, b, c };
        }
        (self, product)
    }

    /// The number of multiplications.
    fn products<T, U>(&self, product: &Product<T, U>) -> usize {
        let &Product { m, k, n, .. } = product;
        self.sizes.iter().chain(&[m, k, n]).fold(1, |products, &size| products.saturating_mul(size))
    }

    /// Writes the product at each index, on several threads if permitted.
    ///
    /// # Safety
    ///
    /// As for [`Multiplier::run`].
    #[inline(always)]
    #[cfg_attr(not(feature = "rayon"), allow(unused_variables, reason = "one thread needs no permit"))]
    pub(in crate::kernel) unsafe fn multiply<T, A: ReadFrom<T>, const SMALL: bool>(
        self,
        product: ProductOf<A>,
        index: &mut [usize],
        permit: Option<Permit<T, A::Total>>,
    ) {
        if_threads! {
            if self.products(&product) > A::Gemm::FEW {
                if let Some(permit) = permit.or_else(Permit::of_numbers) {
                    // SAFETY: the arguments are this function's.
                    return unsafe { self.divide::<T, A, SMALL>(product, permit) };
                }
            }
        }
        // SAFETY: the arguments are this function's.
        unsafe { self.run::<A, SMALL>(product, index) };
    }

    /// Writes the product at each index, on several threads.
    ///
    /// # Safety
    ///
    /// As for [`Multiplier::run`].
    unsafe fn divide<T, A: ReadFrom<T>, const SMALL: bool>(self, product: ProductOf<A>, _: Permit<T, A::Total>) {
        // rows of small matrices are not merged: other loops multiply the larger matrix
        let (batches, product) = if SMALL { (self, product) } else { self.merged(product) };
        let count = batches.sizes.iter().product::<usize>();
        let Product { m, k, n, .. } = product;
        let (wanted, in_rows) = (2 * threads::count(), m >= n);
        let cuts = if SMALL { 1 } else { cuts([m, k, n], wanted.div_ceil(count)) };
        let pieces = count.min(wanted);
        let work = |_, i| {
            let (piece, cut) = (i / cuts, i % cuts);
            let mut index = Sizes::with_len(batches.sizes.len());
            for at in threads::part(count, pieces, piece) {
                unravel(at, batches.sizes, &mut index);
                let product = batches.at(&product, &index);
                let product =
                    if in_rows { product.rows(cut_of(m, cuts, cut)) } else { product.columns(cut_of(n, cuts, cut)) };
                // SAFETY: `at < count`, and `cut_of` is a part of the rows or columns.
                unsafe { Batches::ONE.run::<A, SMALL>(product, &mut []) };
            }
        };
        // SAFETY: pieces write their own rows, columns or indices of the batch, with a permit.
        unsafe { threads::share(pieces * cuts, &work) };
    }

    /// # Safety
    ///
    /// As for [`Multiplier::run`].
    #[inline(always)]
    pub(in crate::kernel) unsafe fn run<T: MatrixElement, const SMALL: bool>(
        self,
        product: ProductOf<T>,
        index: &mut [usize],
    ) {
        if SMALL {
            // SAFETY: `n` is at most the constant `SMALL`, by the parameter; `each` gives the product at an index of
            // the batch.
            return self.each(&product, index, |product| unsafe { in_place(product) });
        }
        let (batches, product) = self.merged(product);
        let index = &mut index[..batches.sizes.len()];
        if product.k == 0 {
            // SAFETY: `each` gives the product at an index of the batch, where `c` has a place at each row and column.
            batches.each(&product, index, |product| unsafe { write_zeros::<T>(product) });
        } else {
            // SAFETY: `each` gives the product at an index of the batch; `k` is not 0 either, as compared
            // above.
            batches.each(&product, index, |product| unsafe { T::Gemm::multiply(product) });
        }
    }
}

/// The unit of rows or columns for a thread: a multiple of the tiles of the packing, so that they are those of one
/// thread.
const TILES: usize = 32;

/// The number of parts of a product, at most `wanted`, that are multiplied by the same loops as the whole.
pub(in crate::kernel) fn cuts([m, k, n]: [usize; 3], wanted: usize) -> usize {
    // smaller products are not packed (`are_few`), and the smallest part has half of that
    const LEAST: usize = 1 << 19;
    let products = m.saturating_mul(k).saturating_mul(n);
    wanted.min(m.max(n) / TILES).min(products / LEAST).max(1)
}

/// A part of rows or columns; the last has the rest.
pub(in crate::kernel) fn cut_of(size: usize, cuts: usize, cut: usize) -> Range<usize> {
    let tiles = threads::part(size / TILES, cuts, cut);
    let end = if cut + 1 == cuts { size } else { tiles.end * TILES };
    tiles.start * TILES..end
}

const fn at_rows(step: isize, rows: usize) -> isize {
    step.wrapping_mul(rows as isize)
}

/// Writes zeros, the sum of no products.
///
/// # Safety
///
/// `c` has a place that may be written at each row below `m` and column below `n`.
unsafe fn write_zeros<T: Numeric>(product: &Product<T, T::Total>) {
    let Product { m, n, c, .. } = product;
    for i in 0..*m {
        for j in 0..*n {
            let to = c.first.wrapping_offset(at_rows(c.row, i)).wrapping_offset(at_rows(c.column, j));
            // SAFETY: `i < m` and `j < n` by the loops.
            unsafe { to.write(T::total(T::ZERO)) };
        }
    }
}
