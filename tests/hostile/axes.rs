//! Several axes, diagonals, counts, factors and results along an axis, with wrong answers.

#![allow(clippy::cast_possible_truncation, clippy::suspicious_arithmetic_impl, reason = "they lie")]
#![allow(clippy::manual_is_multiple_of, reason = "it is newer than the oldest supported compiler")]

use super::ended;
use conformable::axes::{
    Above, AxisNumbers, Compress, FactorSize, Factors, FlattenAxes, FlattenedIn, GapIn, HasAxis, HasDifferences,
    InsertedIn, IntoFactor, Move, MovedIn, OffsetDiagonal, OffsetOf, Squeeze, SqueezedFrom, Through, Unflatten,
    Unsqueeze,
};
use conformable::ops::ScatterReduce;
use conformable::shape::IntoDim;
use conformable::{Axis, Dyn, ShapeError, Size, Tensor};
use std::cell::Cell;

type Matrix = Tensor<u64, (Dyn, Dyn)>;

fn ones(rows: usize, columns: usize) -> Matrix {
    Tensor::full((Dyn::new(rows), Dyn::new(columns)), 1)
}

/// The sizes of matrices; some of them are empty.
fn matrices() -> impl Iterator<Item = (usize, usize)> {
    [(2, 3), (3, 0), (1, 1), (0, 3), (1, 3), (7, 1)].into_iter().take(if cfg!(miri) { 3 } else { 6 })
}

/// Any numbers of axes, in a form of another rank: `Lie<1>` is a form for vectors.
#[derive(Clone, Copy)]
struct Lie<'n, const RANK: usize>(&'n [isize]);

/// The form of such numbers.
struct Form<const RANK: usize>;

impl<const RANK: usize> AxisNumbers for Lie<'_, RANK> {
    type Form = Form<RANK>;

    fn with_numbers<R>(&self, f: impl FnOnce(&[isize]) -> R) -> R {
        f(self.0)
    }
}

/// Implements the traits of axes for a form whose result has this shape.
macro_rules! forms {
    ($($rank:literal: $Output:ty, $all:literal;)*) => {$(
        impl SqueezedFrom<(Dyn, Dyn)> for Form<$rank> {
            type Output = $Output;
            const ALL: bool = $all;
        }

        impl InsertedIn<(Dyn, Dyn)> for Form<$rank> {
            type Output = $Output;
        }

        impl<Y> MovedIn<(Dyn, Dyn), Y> for Form<$rank> {
            type Output = $Output;
        }

        impl<S, D> GapIn<S, D> for Form<$rank> {
            type Output = $Output;
        }

        impl FlattenedIn<(Dyn, Dyn)> for Form<$rank> {
            type Output = $Output;
        }
    )*};
}

forms!(
    0: (), true;
    1: (Dyn,), false;
    2: (Dyn, Dyn), true;
    3: (Dyn, Dyn, Dyn), false;
    4: (Dyn, Size<1>, Dyn, Size<1>), true;
    7: (Size<7>,), false;
);

/// Numbers that may or may not be axes of a matrix.
const NUMBERS: [&[isize]; 12] = [
    &[],
    &[0],
    &[-1],
    &[1, 0],
    &[0, 0],
    &[0, -2],
    &[2],
    &[isize::MIN, isize::MAX],
    &[0, 1, 2],
    &[3, 1],
    &[1, 3, 0],
    &[0; 20],
];

/// Asserts that each result, if there is one, has only ones.
macro_rules! all_ones {
    ($($result:expr),* $(,)?) => {
        [$(ended(|| $result)),*].iter().flatten().inspect(|elements| assert!(elements.iter().all(|x| *x == 1))).count()
    };
}

macro_rules! each_lie {
    ($x:expr, $numbers:expr, $others:expr; $($rank:literal)*) => {{
        let (x, numbers, others): (&Matrix, &[isize], &[isize]) = ($x, $numbers, $others);
        0 $(+ {
            let (lie, other) = (Lie::<$rank>(numbers), Lie::<$rank>(others));
            let mut y = x.clone();
            let _ = ended(|| y.view_by_mut(Squeeze(lie)).fill(1));
            let _ = ended(|| y.view_by_mut(Unsqueeze(lie)).fill(1));
            let _ = ended(|| y.view_by_mut(Move(lie, other)).fill(1));
            all_ones!(
                y.to_vec(),
                x.view_by(Squeeze(lie)).to_vec(),
                x.view_by(Unsqueeze(lie)).to_vec(),
                x.view_by(Move(lie, other)).to_vec(),
                x.view_by(Move(Axis::<0>, other)).to_vec(),
                x.view_by(Move(lie, Axis::<1>)).to_vec(),
                x.clone().into_view_by(Squeeze(lie)).to_vec(),
                x.clone().into_view_by(Unsqueeze(lie)).to_vec(),
                x.clone().reshape_by(Squeeze(lie)).into_vec(),
                x.clone().reshape_by(Unsqueeze(lie)).into_vec(),
                x.clone().reshape_by(FlattenAxes(lie)).into_vec(),
                x.t().to_owned().reshape_by(FlattenAxes(lie)).into_vec(),
            )
        })*
    }};
}

#[test]
fn several_axes_that_lie() {
    let mut values = 0;
    for (rows, columns) in matrices() {
        let x = ones(rows, columns);
        for (at, numbers) in NUMBERS.into_iter().enumerate().step_by(if cfg!(miri) { 5 } else { 1 }) {
            let others = NUMBERS[(at * 5 + 1) % NUMBERS.len()];
            values += each_lie!(&x, numbers, others; 0 1 2 3 4 7);
            values += each_lie!(&x, numbers, numbers; 1 2 3);
        }
    }
    assert!(values > 20, "only {values} have a value");
}

/// A result with more axes has one more size, which is missing; as many elements as before are requested.
#[test]
fn a_form_of_more_axes() {
    let x = ones(1, 3);
    assert!(ended(|| x.clone().reshape_by(Squeeze(Lie::<3>(&[0])))).is_none());
    assert!(ended(|| x.clone().reshape_by(Unsqueeze(Lie::<4>(&[0])))).is_none());
    assert!(ended(|| x.view_by(Move(Lie::<3>(&[0]), Lie::<3>(&[1])))).is_none());
}

#[test]
fn ends_that_lie() {
    let x = ones(2, 3);
    for numbers in NUMBERS {
        // the axes of a form that `Through` lacks
        let ends = Through(Lie::<2>(numbers), Lie::<2>(&[1]));
        let found = ended(|| ends.with_numbers(<[isize]>::to_vec));
        assert_eq!(found, numbers.first().map(|&first| vec![first, 1]));
    }
    assert_eq!(x.reshape_by(FlattenAxes(Lie::<1>(&[0, 1]))).len(), 6);
}

/// Any offset from the main diagonal, on both axes.
#[derive(Clone, Copy)]
struct Skip([usize; 2]);

impl<S> OffsetOf<Dyn, Dyn, S> for Skip {
    type Dim = Dyn;

    fn skipped(&self) -> [usize; 2] {
        self.0
    }
}

/// The same, with a type whose size is not that of the diagonal.
#[derive(Clone, Copy)]
struct SkipTo<const N: usize>([usize; 2]);

impl<S> OffsetOf<Dyn, Dyn, S> for SkipTo<2> {
    type Dim = Size<2>;

    fn skipped(&self) -> [usize; 2] {
        self.0
    }
}

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

/// A number that is another each time.
#[derive(Clone, Copy)]
struct Changing;

impl Changing {
    fn next() -> usize {
        let asked = ASKED.replace(ASKED.get() + 1);
        [2, 1, 0, usize::MAX, 3, 6, isize::MAX as usize, 5][asked % 8]
    }
}

impl IntoDim for Changing {
    type Dim = Dyn;

    fn into_dim(self) -> Dyn {
        Dyn::new(Self::next())
    }
}

#[test]
fn diagonals_that_lie() {
    let numbers = [0, 1, 2, isize::MAX as usize, isize::MAX as usize + 1, usize::MAX - 1, usize::MAX];
    for (rows, columns) in matrices() {
        let mut x = ones(rows, columns);
        for first in numbers {
            for second in numbers {
                let skip = Skip([first, second]);
                let seen = x.view_by(OffsetDiagonal(Axis::<0>, Axis::<1>, skip)).to_vec();
                let length = rows.saturating_sub(first).min(columns.saturating_sub(second));
                assert_eq!(seen, vec![1; length]);
                assert_eq!(x.t().view_by(OffsetDiagonal(Axis::<1>, Axis::<0>, skip)).to_vec(), seen);
                x.view_by_mut(OffsetDiagonal(Axis::<0>, Axis::<-1>, skip)).fill(1);
                let typed = ended(|| x.view_by(OffsetDiagonal(Axis::<0>, Axis::<1>, SkipTo([first, second]))).to_vec());
                assert_eq!(typed.is_some(), length == 2);
            }
            let _ = ended(|| x.view_by(OffsetDiagonal(Axis::<0>, Axis::<1>, Above(Changing))).to_vec());
        }
        assert!(x.iter().all(|x| *x == 1));
    }
}

impl FactorSize for Changing {
    fn known(self) -> Option<usize> {
        Some(Self::next()).filter(|&size| size != 5)
    }
}

/// A factor that differs at each call.
#[derive(Clone, Copy)]
struct Length;

impl IntoFactor for Length {
    type Factor = Changing;

    fn into_factor(self) -> Changing {
        Changing
    }
}

impl<X, S> Factors<Changing, Changing, X, S> for Dyn {
    type Outer = Dyn;
    type Inner = Dyn;
}

impl<X, S> Factors<Dyn, Changing, X, S> for Dyn {
    type Outer = Size<3>;
    type Inner = Dyn;
}

#[test]
fn factors_that_change() {
    let mut values = 0;
    for start in 0..16 {
        for (rows, columns) in matrices() {
            let x = ones(rows, columns);
            ASKED.set(start);
            values += all_ones!(
                x.clone().unflatten(Axis::<0>, (Length, Length)).into_vec(),
                x.clone().unflatten(Axis::<1>, (Dyn::new(3), Length)).into_vec(),
                x.clone().unflatten(Axis::<1>, (Dyn::new(1), Length)).into_vec(),
                x.t().to_owned().reshape_by(Unflatten(Axis::<1>, (Changing, Changing))).into_vec(),
                x.unflatten_view(Axis::<0>, (Length, Length)).to_vec(),
            );
        }
    }
    assert!(values > 0);
}

/// An axis with results of any shape.
#[derive(Clone, Copy)]
struct Along;

/// A value that is not a shape.
struct NoShape;

impl HasAxis<Along> for (Dyn, Dyn) {
    const AXIS: isize = 0;
    type Item = Dyn;
    type Put<P> = NoShape;
    type Without = NoShape;
    type Two<P, Q> = NoShape;
}

thread_local! {
    /// The sizes of the next result.
    static SIZES: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

fn next_shape() -> (Dyn, Dyn) {
    let [rows, columns] = SIZES.get();
    (Dyn::new(rows), Dyn::new(columns))
}

impl Compress<Along, (Dyn,)> for (Dyn, Dyn) {
    type Output = (Dyn, Dyn);

    fn put_at(&self, _: &'static str, _: Along, _: &(Dyn,), _: usize) -> Result<(Dyn, Dyn), ShapeError> {
        Ok(next_shape())
    }
}

impl HasDifferences<Along, Dyn> for (Dyn, Dyn) {
    type Output = (Dyn, Dyn);

    fn differences(&self, _: Along, count: Dyn) -> Result<((Dyn, Dyn), usize), ShapeError> {
        Ok((next_shape(), conformable::Dim::size(count) % 4))
    }
}

#[test]
fn results_of_other_sizes() {
    let mut values = 0;
    for (rows, columns) in matrices() {
        let x = ones(rows, columns);
        for sizes in [[rows, columns], [rows + 1, columns], [1, columns], [0, columns], [rows, 7], [usize::MAX, 0]] {
            SIZES.set(sizes);
            for length in [0, 1, rows, 9] {
                let mask = Tensor::full((Dyn::new(length),), true);
                let counts = Tensor::full((Dyn::new(length),), 1_usize);
                let mut out = ones(sizes[0].min(9), sizes[1]);
                let _ = ended(|| x.repeat_each_into(Along, &counts, &mut out));
                let _ = ended(|| x.diff_n_into(Along, Dyn::new(length), &mut out));
                values += all_ones!(
                    x.compress(Along, &mask).to_vec(),
                    x.repeat_each(Along, &counts).to_vec(),
                    x.diff_n(Along, Dyn::new(length)).map(|_| 1).to_vec(),
                );
                assert!(out.iter().all(|x| *x <= 1));
            }
        }
    }
    assert!(values > 4, "only {values} have a value");
}

/// An element that sometimes comes before itself and all others, or panics when it is compared or added.
#[derive(Clone, Copy, Debug)]
struct Fickle(u8);

impl Fickle {
    fn asked() -> usize {
        let asked = ASKED.replace(ASKED.get() + 1);
        assert!(asked % 97 != 96, "asked too often");
        asked
    }
}

impl PartialEq for Fickle {
    fn eq(&self, _: &Self) -> bool {
        Self::asked() % 3 != 0
    }
}

impl PartialOrd for Fickle {
    fn partial_cmp(&self, _: &Self) -> Option<std::cmp::Ordering> {
        [Some(std::cmp::Ordering::Less), None, Some(std::cmp::Ordering::Greater)][Self::asked() % 3]
    }
}

impl std::ops::Add for Fickle {
    type Output = Self;

    fn add(self, _: Self) -> Self {
        Self((Self::asked() % 5) as u8)
    }
}

impl std::ops::Mul for Fickle {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self + other
    }
}

#[test]
fn elements_of_no_order() {
    use conformable::windows::Window;

    let mut values = 0;
    for start in (0..97).step_by(if cfg!(miri) { 40 } else { 3 }) {
        ASKED.set(start);
        let mut x = Tensor::full((Dyn::new(5), Dyn::new(9)), Fickle(0));
        let below = |size: usize| move |index: &usize| assert!(*index < size);
        let mut ends = [false; 8];
        ends[0] = ended(|| x.sort(Axis::<0>)).is_some();
        ends[1] = ended(|| x.argsort(Axis::<1>).iter().for_each(below(9))).is_some();
        ends[2] = ended(|| x.argsort_descending(Axis::<0>).iter().for_each(below(5))).is_some();
        ends[3] = ended(|| x.bottom_k(Axis::<1>, Dyn::new(4)).1.iter().for_each(below(9))).is_some();
        ends[4] =
            ended(|| x.max_pool_with_indices((Dyn::new(2),), Window::new()).1.iter().for_each(below(9))).is_some();
        ends[5] = ended(|| x.adaptive_max_pool((Dyn::new(4),))).is_some();
        let indices = Tensor::from([[0_usize, 8], [4, 0]]);
        let one = Tensor::scalar(Fickle(1));
        ends[6] = ended(|| x.scatter_nd_reduce(&indices, &one, ScatterReduce::Max)).is_some();
        ends[7] = ended(|| x.index_reduce(Axis::<0>, &Tensor::from([4_i8, -5]), &one, ScatterReduce::Mul)).is_some();
        values += ends.into_iter().filter(|&is_ended| is_ended).count();
        assert!(x.iter().all(|x| x.0 < 5));
    }
    assert!(values > 4, "only {values} have a value");
}
