//! Elements with wrong arithmetic, order and constants, and elements with padding in memory.

use super::ended;
use conformable::numeric::{Inexact, Numeric};
use conformable::ops::Pad;
use conformable::product::{Loops, MatrixElement};
use conformable::windows::Window;
use conformable::{Axis, Dyn, Inline, Scalar, Tensor, concat, einsum, shape, stack, zip};
use num_traits::{FromPrimitive, One, Zero};
use std::cell::Cell;
use std::cmp::Ordering;
use std::mem::MaybeUninit;
use std::ops::{Add, AddAssign, Mul, Sub};

type Matrix<T> = Tensor<T, (Dyn, Dyn)>;

fn matrix<T: Clone>(rows: usize, columns: usize, element: T) -> Matrix<T> {
    Tensor::full((Dyn::new(rows), Dyn::new(columns)), element)
}

/// All operations that move elements without reading them.
fn moved<T: Copy>(x: &Matrix<T>, one: T) -> Vec<Vec<T>> {
    let [rows, columns] = x.sizes();
    let indices = Tensor::<usize, _>::full((Dyn::new(3),), 0);
    let mask = Tensor::from_fn((Dyn::new(rows),), |[i]| i % 2 == 0);
    let mut out = matrix(columns, rows, one);
    out.assign(&x.t());
    let mut put = x.clone();
    put.index_copy(Axis::<0>, &indices, &matrix(1, columns, one));
    put.masked_fill(&Tensor::from_fn((Dyn::new(rows), Dyn::new(columns)), |[i, j]| i == j), one);
    vec![
        out.to_vec(),
        put.to_vec(),
        x.t().to_owned().to_vec(),
        x.t().to_reshaped((Dyn::new(rows * columns),)).to_vec(),
        x.narrow(Axis::<1>, 1..columns).to_vec(),
        x.try_broadcast_to(&(Dyn::new(2), Dyn::new(rows), Dyn::new(columns))).unwrap().to_vec(),
        concat(Axis::<1>, (x, &x.view())).to_vec(),
        concat(Axis::<0>, (&x.t(), &x.t())).to_vec(),
        stack(Axis::<2>, [x, x]).to_vec(),
        x.take(Axis::<1>, &indices).to_vec(),
        x.take(Axis::<0>, &indices).to_vec(),
        x.compress(Axis::<0>, &mask).to_vec(),
        x.tile(Axis::<1>, Dyn::new(2)).to_vec(),
        x.repeat(Axis::<1>, Dyn::new(2)).to_vec(),
        x.pad(Axis::<0>, (Dyn::new(1), Dyn::new(1)), Pad::Reflect).to_vec(),
        x.pad(Axis::<1>, (Dyn::new(2), Dyn::new(1)), Pad::Constant(one)).to_vec(),
        x.sliding_windows(Axis::<1>, Dyn::new(2), Window::new()).to_vec(),
        x.map(|x| x).to_vec(),
        zip((x, x)).map(|(x, _)| x).to_vec(),
        x.reduce(Axis::<0>, one, |_, x| x).to_vec(),
        x.reduce(Axis::<1>, one, |_, x| x).to_vec(),
    ]
}

/// As many rows as take every loop.
const ROWS: [usize; 2] = if cfg!(miri) { [2, 9] } else { [3, 40] };

#[test]
fn elements_that_are_not_there() {
    for rows in ROWS {
        let all = moved(&matrix(rows, rows + 1, MaybeUninit::<u64>::uninit()), MaybeUninit::uninit());
        assert_eq!(all.len(), 21);
        moved(&matrix(rows, rows + 1, [MaybeUninit::<u8>::uninit(); 3]), [MaybeUninit::uninit(); 3]);
        moved(&matrix(rows, rows + 1, (1u8, MaybeUninit::<u32>::uninit())), (1, MaybeUninit::new(1)));
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct Aligned(u8);

#[test]
fn elements_with_gaps() {
    let text = String::from("text");
    for rows in ROWS {
        assert!(moved(&matrix(rows, rows + 1, (1u8, 2u64)), (1, 2)).iter().flatten().all(|x| *x == (1, 2)));
        assert!(moved(&matrix(rows, rows + 1, text.as_str()), "text").iter().flatten().all(|x| *x == "text"));
        assert!(moved(&matrix(rows, rows + 1, true), true).iter().flatten().all(|x| *x));
        assert!(moved(&matrix(rows, rows + 1, 'x'), 'x').iter().flatten().all(|x| *x == 'x'));
        assert!(moved(&matrix(rows, rows + 1, Aligned(1)), Aligned(1)).iter().flatten().all(|x| *x == Aligned(1)));
        let empty = moved(&matrix(rows, rows + 1, ()), ());
        assert_eq!(empty[2].len(), rows * (rows + 1));
        let functions = moved(&matrix(rows, rows + 1, ended::<u8> as fn(fn() -> u8) -> _), ended::<u8>);
        assert!(functions.iter().flatten().all(|f| f(|| 1) == Some(1)));
    }
}

thread_local! {
    /// The source of the next wrong answer.
    static NEXT: Cell<u32> = const { Cell::new(1) };
    /// Panics after this many answers.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Another number at each call, the same ones in each run.
fn next() -> u32 {
    let left = LEFT.get().wrapping_sub(1);
    LEFT.set(left);
    assert!(left != 0, "no more answers");
    let next = NEXT.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    NEXT.set(next);
    next >> 8
}

/// A number with arbitrary sums, products, order and constants.
#[derive(Clone, Copy, Debug)]
struct Any(u32);

impl PartialEq for Any {
    fn eq(&self, _: &Self) -> bool {
        next() % 2 == 0
    }
}

impl PartialOrd for Any {
    fn partial_cmp(&self, _: &Self) -> Option<Ordering> {
        [None, Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater)][next() as usize % 4]
    }

    fn lt(&self, _: &Self) -> bool {
        next() % 2 == 0
    }

    fn gt(&self, _: &Self) -> bool {
        next() % 2 == 0
    }
}

/// Implements an operator by any answer: `any!(Add add, Any Wide)`.
macro_rules! any {
    ($($Op:ident $op:ident)*) => {$(
        impl $Op for Any {
            type Output = Self;

            fn $op(self, _: Self) -> Self {
                Self(next())
            }
        }
    )*};
}

any!(Add add Mul mul Sub sub);

impl AddAssign for Any {
    fn add_assign(&mut self, _: Self) {
        self.0 = next();
    }
}

impl Scalar for Any {}

impl Zero for Any {
    fn zero() -> Self {
        Self(next())
    }

    fn is_zero(&self) -> bool {
        next() % 2 == 0
    }
}

impl One for Any {
    fn one() -> Self {
        Self(next())
    }
}

impl FromPrimitive for Any {
    fn from_i64(_: i64) -> Option<Self> {
        (next() % 2 == 0).then_some(Self(3))
    }

    fn from_u64(_: u64) -> Option<Self> {
        (next() % 3 != 0).then_some(Self(4))
    }
}

impl Numeric for Any {
    type Wide = Self;
    type Total = Self;
    const ZERO: Self = Self(7);
    const ONE: Self = Self(0);
    const ROUNDS: bool = false;
    const ABSENT: Option<Self> = Some(Self(9));

    fn widen(self) -> Self {
        Self(next())
    }

    fn total(_: Self) -> Self {
        Self(next())
    }
}

impl Inexact for Any {
    fn over(_: Self, count: usize) -> Self {
        Self(u32::try_from(count).unwrap_or(0) ^ next())
    }
}

impl MatrixElement for Any {
    type Gemm = Loops;
}

/// Every operation that uses the arithmetic or order of elements.
fn asked(x: &Matrix<Any>) -> usize {
    let [rows, columns] = x.sizes();
    let indices = Tensor::<usize, _>::from_fn((Dyn::new(5),), |[i]| i % rows.max(1));
    let row = Tensor::full((Dyn::new(columns),), Any(1));
    let images = Tensor::full((Dyn::new(1), Dyn::new(4), Dyn::new(rows), Dyn::new(columns)), Any(1));
    let weights = Tensor::full((Dyn::new(4), Dyn::new(4), Dyn::new(2), Dyn::new(2)), Any(1));
    let mut y = x.clone();
    y += x;
    y += &row;
    y.index_add(Axis::<0>, &indices, Any(1));
    let results: [usize; 26] = [
        x.sum(Axis::<0>).len(),
        x.sum(Axis::<1>).len(),
        x.sum(..).len(),
        x.prod(Axis::<1>).len(),
        x.mean(Axis::<0>).len(),
        x.max(Axis::<0>).len(),
        x.min(Axis::<1>).len(),
        x.t().max(..).len(),
        x.argmax(Axis::<0>).iter().filter(|&&i| i < rows).count(),
        x.argmin(Axis::<1>).iter().filter(|&&i| i < columns).count(),
        x.top_k(Axis::<1>, Dyn::new(columns)).1.iter().filter(|&&i| i < columns).count(),
        x.t().top_k(Axis::<1>, Dyn::new(rows / 2)).0.len(),
        x.cumsum(Axis::<0>).len(),
        x.cumprod(Axis::<1>).len(),
        x.diff(Axis::<0>).len(),
        x.equal(&row).len(),
        x.less(x).len(),
        x.maximum(&row).len(),
        ended(|| x.clamp(Any(1), Any(2)).len()).unwrap_or_default(),
        (x + &row).len() + (x * Any(2)).len() + (x.clone() - &row).len(),
        x.matmul(&x.t()).len() + x.t().matmul(x).len(),
        x.view().matmul(&row).len(),
        einsum!(i j, k j -> k i; x, x).len() + einsum!(i j, i j, i j -> ; x, x, x).len(),
        images.conv(&weights, Window::new().padding(Dyn::new(1))).len(),
        images.conv_transpose(&weights, Window::new().stride(Dyn::new(2))).len(),
        images.max_pool((Dyn::new(2), Dyn::new(2)), Window::new()).len() + usize::from(x == &y),
    ];
    results.iter().sum()
}

#[test]
fn arithmetic_and_order_at_random() {
    let sizes: &[_] = if cfg!(miri) { &[[3, 4], [9, 5]] } else { &[[3, 4], [9, 5], [40, 70], [65, 33]] };
    for &[rows, columns] in sizes {
        for seed in 0..if cfg!(miri) { 1 } else { 8 } {
            NEXT.set(seed);
            assert!(asked(&matrix(rows, columns, Any(1))) > rows * columns);
        }
    }
}

#[test]
fn arithmetic_that_panics() {
    let x = matrix(3, 4, Any(1));
    let mut left = 1;
    let mut panics = 0;
    while panics < 2000 {
        LEFT.set(left);
        let result = ended(|| asked(&x));
        LEFT.set(usize::MAX);
        if result.is_some() {
            break;
        }
        panics += 1;
        left = if cfg!(miri) { 3 * left } else { left + 3 };
    }
    assert!(panics > 2, "only {panics} panics");
}

#[test]
fn numbers_that_are_there_at_times() {
    for seed in 0..20 {
        NEXT.set(seed);
        let counted = ended(|| Tensor::<Any, _>::try_arange((Dyn::new(5),)).map(|x| x.len()));
        assert!(matches!(counted, None | Some(Ok(5) | Err(_))));
        let _ = ended(|| Tensor::<Any, _, Inline>::inline_arange(shape![2, 3]).len());
        assert_eq!(Tensor::<Any, _>::eye(Dyn::new(3)).len(), 9);
        assert_eq!(Tensor::<Any, _>::zeros((Dyn::new(3),)).len(), 3);
        assert_eq!(Tensor::from([0usize, 1, 1]).one_hot::<Any, _>(Dyn::new(2)).len(), 6);
    }
}
