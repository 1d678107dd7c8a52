//! The operands of calls: numbers, and slices with handwritten walks.

use conformable::Scalar;
use ndarray::{ArrayView, ArrayView2, Dimension, IntoDimension, LinalgScalar, s};
use std::fmt::{Debug, Display};
use std::iter::Sum;
use std::ops::AddAssign;

/// The elements.
pub(crate) trait Number:
    LinalgScalar + Scalar + PartialOrd + AddAssign + Sum + for<'a> Sum<&'a Self> + Display + Debug
{
    const NAME: &'static str;
    fn of(i: u8) -> Self;
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
}

macro_rules! number {
    ($T:ident) => {
        impl Number for $T {
            const NAME: &'static str = stringify!($T);

            fn of(i: u8) -> Self {
                i.into()
            }

            #[inline]
            fn larger(self, other: Self) -> Self {
                self.max(other)
            }

            #[inline]
            fn smaller(self, other: Self) -> Self {
                self.min(other)
            }
        }
    };
}

number!(f32);
number!(f64);
number!(i32);

/// Numbers that are neither 0 nor denormal, and small enough that sums of their products are exact in every order.
pub(crate) fn numbers<T: Number>(n: usize, seed: u8) -> Vec<T> {
    (1..=10).cycle().map(T::of).skip(seed.into()).take(n).collect()
}

/// The elements of four operands; the last one is the first except for its end.
pub(crate) fn four<T: Number>(n: usize) -> [Vec<T>; 4] {
    let mut four = [1, 2, 3, 1].map(|seed| numbers(n, seed));
    four[3][n - 1] = T::of(101);
    four
}

/// A slice as an array of these sizes.
pub(crate) fn array<T, A: Dimension, const RANK: usize>(slice: &[T], sizes: [usize; RANK]) -> ArrayView<'_, T, A>
where
    [usize; RANK]: IntoDimension<Dim: Dimension>,
{
    let array = ArrayView::from_shape(sizes, slice).expect("an array");
    array.into_dimensionality().expect("a dimension of as many axes")
}

/// The elements of a block of other sizes, with exchanged axes.
pub(crate) fn turned_array<T>(block: &[T], [rows, columns]: [usize; 2]) -> ArrayView2<'_, T> {
    ArrayView2::from_shape([columns, rows], block).expect("an array").reversed_axes()
}

/// The columns before a cut array.
pub(crate) const CUT: usize = 4;

/// The elements of a block with more columns, without the first ones.
pub(crate) fn cut_array<T>(block: &[T], [rows, columns]: [usize; 2]) -> ArrayView2<'_, T> {
    ArrayView2::from_shape([rows, CUT + columns], block).expect("an array").slice_move(s![.., CUT..])
}

/// Operands of one shape, for handwritten walks.
pub(crate) trait Hand<T: Number>: Copy {
    /// Calls `f` with the number of each element in memory, and its index on the last axis, in row-major order.
    fn walk<A>(self, start: A, f: impl FnMut(A, usize, usize) -> A) -> A;
    /// The same from the last element on.
    fn walk_back<A>(self, start: A, f: impl FnMut(A, usize) -> A) -> A;
    /// The element of an operand at an index in memory.
    fn at(self, operand: usize, i: usize) -> T;
    fn fold<A>(self, start: A, f: impl FnMut(A, T) -> A) -> A;
    fn none(self, f: impl FnMut(T) -> bool) -> bool;
    fn equal(self, to: usize) -> bool;
    fn to_vec(self) -> Vec<T>;

    #[inline(always)]
    fn fold_last<A>(self, start: A, mut f: impl FnMut(A, T, usize) -> A) -> A {
        self.walk(start, |state, i, last| f(state, self.at(0, i), last))
    }

    #[inline(always)]
    fn fold_two<A>(self, start: A, mut f: impl FnMut(A, T, T) -> A) -> A {
        self.walk(start, |state, i, _| f(state, self.at(0, i), self.at(1, i)))
    }

    #[inline(always)]
    fn fold_three<A>(self, start: A, mut f: impl FnMut(A, T, T, T) -> A) -> A {
        self.walk(start, |state, i, _| f(state, self.at(0, i), self.at(1, i), self.at(2, i)))
    }

    #[inline(always)]
    fn rev<A>(self, start: A, mut f: impl FnMut(A, T) -> A) -> A {
        self.walk_back(start, |state, i| f(state, self.at(0, i)))
    }

    #[inline(always)]
    fn doubled(self) -> Vec<T> {
        let mut doubled = self.to_vec();
        doubled.iter_mut().for_each(|x| *x += *x);
        doubled
    }
}

/// Adjacent elements, in rows of a given length.
#[derive(Clone, Copy)]
pub(crate) struct Dense<'a, T>(pub [&'a [T]; 4], pub usize);

impl<T: Number> Hand<T> for Dense<'_, T> {
    #[inline(always)]
    fn walk<A>(self, start: A, mut f: impl FnMut(A, usize, usize) -> A) -> A {
        let mut state = start;
        for row in (0..self.0[0].len()).step_by(self.1) {
            for j in 0..self.1 {
                state = f(state, row + j, j);
            }
        }
        state
    }

    #[inline(always)]
    fn walk_back<A>(self, start: A, mut f: impl FnMut(A, usize) -> A) -> A {
        let mut state = start;
        for i in (0..self.0[0].len()).rev() {
            state = f(state, i);
        }
        state
    }

    #[inline(always)]
    fn at(self, operand: usize, i: usize) -> T {
        // SAFETY: the walks stay inside the slices, whose equal length is a multiple of a row's.
        unsafe { *self.0[operand].get_unchecked(i) }
    }

    #[inline(always)]
    fn fold<A>(self, start: A, mut f: impl FnMut(A, T) -> A) -> A {
        let mut state = start;
        for &x in self.0[0] {
            state = f(state, x);
        }
        state
    }

    #[inline(always)]
    fn fold_two<A>(self, start: A, mut f: impl FnMut(A, T, T) -> A) -> A {
        let mut state = start;
        for (&x, &y) in self.0[0].iter().zip(self.0[1]) {
            state = f(state, x, y);
        }
        state
    }

    #[inline(always)]
    fn fold_three<A>(self, start: A, mut f: impl FnMut(A, T, T, T) -> A) -> A {
        let mut state = start;
        for ((&x, &y), &z) in self.0[0].iter().zip(self.0[1]).zip(self.0[2]) {
            state = f(state, x, y, z);
        }
        state
    }

    #[inline(always)]
    fn none(self, f: impl FnMut(T) -> bool) -> bool {
        !self.0[0].iter().copied().any(f)
    }

    #[inline(always)]
    fn equal(self, to: usize) -> bool {
        self.0[0] == self.0[to]
    }

    #[inline(always)]
    fn to_vec(self) -> Vec<T> {
        self.0[0].to_vec()
    }

    #[inline(always)]
    fn doubled(self) -> Vec<T> {
        self.0[0].iter().map(|&x| x + x).collect()
    }
}

impl<T: Number> Dense<'_, T> {
    /// New elements, each made from its index on the last axis.
    #[inline(always)]
    pub(crate) fn made(self, f: impl Fn(usize) -> T) -> Vec<T> {
        let mut made = Vec::with_capacity(self.0[0].len());
        for _ in 0..self.0[0].len() / self.1 {
            made.extend((0..self.1).map(&f));
        }
        made
    }
}

/// Rows, or columns if `TURNED`, at a given distance, of given numbers of rows and columns.
#[derive(Clone, Copy)]
pub(crate) struct Strided<'a, T, const TURNED: bool>(pub [&'a [T]; 4], pub [usize; 2], pub usize);

impl<T, const TURNED: bool> Strided<'_, T, TURNED> {
    #[inline(always)]
    fn place(&self, i: usize, j: usize) -> usize {
        if TURNED { j * self.2 + i } else { i * self.2 + j }
    }
}

impl<T: Number, const TURNED: bool> Hand<T> for Strided<'_, T, TURNED> {
    #[inline(always)]
    fn walk<A>(self, start: A, mut f: impl FnMut(A, usize, usize) -> A) -> A {
        let (mut state, [rows, columns]) = (start, self.1);
        for i in 0..rows {
            for j in 0..columns {
                state = f(state, self.place(i, j), j);
            }
        }
        state
    }

    #[inline(always)]
    fn walk_back<A>(self, start: A, mut f: impl FnMut(A, usize) -> A) -> A {
        let (mut state, [rows, columns]) = (start, self.1);
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                state = f(state, self.place(i, j));
            }
        }
        state
    }

    #[inline(always)]
    fn at(self, operand: usize, i: usize) -> T {
        // SAFETY: the walks stay inside the sizes, for which each operand has all elements.
        unsafe { *self.0[operand].get_unchecked(i) }
    }

    #[inline(always)]
    fn fold<A>(self, start: A, mut f: impl FnMut(A, T) -> A) -> A {
        self.walk(start, |state, i, _| f(state, self.at(0, i)))
    }

    #[inline(always)]
    fn none(self, mut f: impl FnMut(T) -> bool) -> bool {
        let [rows, columns] = self.1;
        !(0..rows).any(|i| (0..columns).any(|j| f(self.at(0, self.place(i, j)))))
    }

    #[inline(always)]
    fn equal(self, to: usize) -> bool {
        let [rows, columns] = self.1;
        (0..rows).all(|i| (0..columns).all(|j| self.at(0, self.place(i, j)) == self.at(to, self.place(i, j))))
    }

    #[inline(always)]
    fn to_vec(self) -> Vec<T> {
        let [rows, columns] = self.1;
        let mut to = Vec::with_capacity(rows * columns);
        for i in 0..rows {
            to.extend((0..columns).map(|j| self.at(0, self.place(i, j))));
        }
        to
    }
}
