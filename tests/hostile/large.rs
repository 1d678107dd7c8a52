//! Elements of 16 KiB (320 bytes under miri): operations use a bounded part of the stack for any size of elements.

use conformable::numeric::{Inexact, Numeric};
use conformable::ops::Pad;
use conformable::product::{Loops, MatrixElement};
use conformable::windows::Window;
use conformable::{Axis, Dyn, Scalar, Tensor, concat, einsum, stack, zip};
use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Mul, Sub};
use std::thread;

/// The number of copies in an element. miri takes fewer; they still exceed the 256 bytes above which kernels walk one
/// by one.
const COPIES: usize = if cfg!(miri) { 40 } else { 2048 };

/// A number, in as many copies.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Large([u64; COPIES]);

impl Large {
    const fn new(number: u64) -> Self {
        Self([number; COPIES])
    }

    /// The number itself, if all its copies are equal.
    fn number(&self) -> u64 {
        assert!(self.0.iter().all(|x| *x == self.0[0]), "the element was torn");
        self.0[0]
    }
}

/// Implements an operator element by element: `each!(Add add wrapping_add)`.
macro_rules! each {
    ($($Op:ident $op:ident $of:ident)*) => {$(
        impl $Op for Large {
            type Output = Self;

            fn $op(mut self, other: Self) -> Self {
                for (x, y) in self.0.iter_mut().zip(&other.0) {
                    *x = x.$of(*y);
                }
                self
            }
        }
    )*};
}

each!(Add add wrapping_add Mul mul wrapping_mul Sub sub wrapping_sub);

impl AddAssign for Large {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Scalar for Large {}

impl Zero for Large {
    fn zero() -> Self {
        Self::new(0)
    }

    fn is_zero(&self) -> bool {
        self.number() == 0
    }
}

impl One for Large {
    fn one() -> Self {
        Self::new(1)
    }
}

impl Numeric for Large {
    type Wide = Self;
    type Total = Self;
    const ZERO: Self = Self::new(0);
    const ONE: Self = Self::new(1);
    const ROUNDS: bool = false;
    const ABSENT: Option<Self> = Some(Self::new(0));

    fn widen(self) -> Self {
        self
    }

    fn total(wide: Self) -> Self {
        wide
    }
}

impl Inexact for Large {
    fn over(total: Self, count: usize) -> Self {
        Self::new(total.number() / count as u64)
    }
}

impl MatrixElement for Large {
    type Gemm = Loops;
}

type Matrix<T = Large> = Tensor<T, (Dyn, Dyn)>;

/// An operation, and the elements of its result.
type Operation = (&'static str, fn(&Matrix) -> Vec<Large>);

/// A list of operations, each with its text as its name: `operations!(x => x.t(), x.sum(..))`.
macro_rules! operations {
    ($x:ident => $($of:expr),* $(,)?) => { &[$((stringify!($of), |$x| $of.to_vec())),*] };
}

const fn two() -> (Dyn, Dyn) {
    (Dyn::new(2), Dyn::new(2))
}

fn row(x: &Matrix) -> Matrix {
    x.narrow(Axis::<0>, 0..1).to_owned().try_reshape((Dyn::new(1), Dyn::new(x.sizes()[1]))).unwrap()
}

fn twice_the_places(size: usize) -> Tensor<usize, (Dyn,)> {
    Tensor::from_fn((Dyn::new(2 * size),), |[i]| i * 7 % size)
}

fn as_large(x: &Tensor<usize, impl conformable::Shape>) -> Tensor<Large, (Dyn,)> {
    x.to_vec().into_iter().map(|x| Large::new(x as u64)).collect::<Vec<_>>().into()
}

fn images(x: &Matrix) -> Tensor<Large, (Dyn, Dyn, Dyn, Dyn)> {
    let [rows, columns] = x.sizes();
    Tensor::full((Dyn::new(1), Dyn::new(2), Dyn::new(rows), Dyn::new(columns)), Large::new(1))
}

fn weights(sides: usize) -> Tensor<Large, (Dyn, Dyn, Dyn, Dyn)> {
    Tensor::full((Dyn::new(2), Dyn::new(2), Dyn::new(sides), Dyn::new(sides)), Large::new(1))
}

const MOVES: &[Operation] = operations!(x =>
    x.clone(),
    x.t().to_owned(),
    x.flip(..).to_owned(),
    x.t().to_reshaped((Dyn::new(x.len()),)),
    x.try_broadcast_to(&(Dyn::new(2), Dyn::new(x.sizes()[0]), Dyn::new(x.sizes()[1]))).unwrap(),
    concat(Axis::<1>, (x, &x.view())),
    concat(Axis::<0>, (&x.t(), &x.t())),
    stack(Axis::<2>, [x, x]),
    x.take(Axis::<0>, &twice_the_places(x.sizes()[0])),
    x.take(Axis::<1>, &twice_the_places(x.sizes()[1])),
    x.compress(Axis::<0>, &Tensor::from_fn((Dyn::new(x.sizes()[0]),), |[i]| i % 2 == 0)),
    x.tile(Axis::<1>, Dyn::new(2)),
    x.repeat(Axis::<1>, Dyn::new(2)),
    x.pad(Axis::<0>, (Dyn::new(1), Dyn::new(1)), Pad::Reflect),
    x.pad(Axis::<1>, (Dyn::new(2), Dyn::new(1)), Pad::Constant(Large::new(1))),
    x.sliding_windows(Axis::<1>, Dyn::new(2), Window::new()),
    { let mut out = x.t().to_owned(); out.assign(&x.flip(..).t()); out },
    { let mut out = x.clone(); out.fill(Large::new(3)); out },
    { let mut out = x.clone(); out.index_copy(Axis::<0>, &twice_the_places(x.sizes()[0]), &row(x)); out },
    { let mut out = x.clone(); out.index_add(Axis::<1>, &twice_the_places(x.sizes()[1]), Large::new(1)); out },
    { let mut out = x.clone(); out.masked_fill(&x.equal(&row(x)), Large::new(1)); out },
    Tensor::from_fn(*x.shape(), |[i, j]| Large::new((i + j) as u64)),
    Matrix::<Large>::eye(x.shape().0),
    x.tril(0),
);

const ELEMENTWISE: &[Operation] = operations!(x =>
    x.map(|x| x),
    zip((x, x)).map(|(x, y)| x + y),
    zip((x, &x.t().to_owned().t())).map(|(x, y)| x * y),
    zip((&x.t().to_owned().t(), x, &row(x))).map(|(_, y, z)| y * z),
    x + x,
    x * Large::new(2),
    x + &row(x),
    &row(x) + x,
    x.t() + x.t(),
    &x.t().to_owned() - x.t(),
    x.clone() - row(x),
    { let mut out = x.clone(); out += &row(x); out },
    x.maximum(&row(x)),
    x.clamp(Large::new(1), Large::new(2)),
    x.less(&row(x)).where_cond(x, Large::new(1)),
);

const REDUCTIONS: &[Operation] = operations!(x =>
    x.sum(..),
    x.sum(Axis::<0>),
    x.sum(Axis::<1>),
    x.t().sum(Axis::<0>),
    x.prod(Axis::<0>),
    x.prod(Axis::<1>),
    x.mean(Axis::<1>),
    x.max(..),
    x.max(Axis::<0>),
    x.min(Axis::<1>),
    as_large(&x.argmax(Axis::<0>)),
    as_large(&x.argmin(Axis::<1>)),
    x.reduce(Axis::<0>, Large::new(0), |sum, x| sum + x),
    x.reduce(Axis::<1>, Large::new(0), |sum, x| sum + x),
    x.top_k(Axis::<0>, Dyn::new(2)).0,
    x.top_k(Axis::<1>, Dyn::new(x.sizes()[1])).0,
    x.cumsum(Axis::<0>),
    x.cumsum(Axis::<1>),
    x.cumprod(Axis::<1>),
    x.diff(Axis::<0>),
);

const PRODUCTS: &[Operation] = operations!(x =>
    x.matmul(&x.t()),
    x.t().matmul(x),
    row(x).matmul(&x.t()),
    x.matmul(&row(x).t()),
    einsum!(i j, k j -> k i; x, x),
    einsum!(i j, i j, i j -> ; x, x, x),
    einsum!(i j, i j -> j; x, x),
    images(x).conv(&weights(1), Window::new()),
    images(x).conv(&weights(2), Window::new().padding(Dyn::new(1))),
    images(x).conv(&weights(2), Window::new().stride(Dyn::new(2))),
    images(x).conv_transpose(&weights(2), Window::new().stride(Dyn::new(2))),
    images(x).max_pool(two(), Window::new()),
);

/// Bytes of the stack of each operation: 128 elements, the same in debug builds.
const STACK: usize = 2 << 20;

#[test]
fn elements_larger_than_a_page() {
    let sizes: &[_] = if cfg!(miri) { &[[2, 3]] } else { &[[2, 3], [9, 5], [40, 3], [3, 40]] };
    for (name, operation) in [MOVES, ELEMENTWISE, REDUCTIONS, PRODUCTS].into_iter().flatten() {
        for &[rows, columns] in sizes {
            let run = move || {
                let x =
                    Tensor::from_fn((Dyn::new(rows), Dyn::new(columns)), |[i, j]| Large::new((i * 7 + j) as u64 % 5));
                operation(&x).iter().fold(0, |sum: u64, x| sum.wrapping_add(x.number()))
            };
            let thread = thread::Builder::new().name((*name).into()).stack_size(STACK);
            thread.spawn(run).unwrap().join().unwrap_or_else(|_| panic!("{name} of [{rows}, {columns}]"));
        }
    }
}
