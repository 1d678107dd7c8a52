//! Conversions between numbers and dims.
//!
//! Only arithmetic uses `typenum` numbers. To convert one back to a dim, the compiler looks up at most ten binary
//! digits, one by one, and splits a larger number into groups of three decimal digits:
//!
//! ```text
//! dim(n)                  = Size<n>                               n <= 1024
//!                         = groups(n / 1000, n % 1000)            otherwise
//! groups(q, n)            = Thousands<q, n>                       q < 1000
//!                         = Millions<q / 1000, q % 1000, n>       otherwise
//! ```
//!
//! The division removes the last ten binary digits, which divides by 1024, and corrects the difference:
//!
//! ```text
//! 1024 q + r              = 1000 q + (24 q + r)
//! divide(1024 q + r)      = divide(24 q + r) + (q, 0)             q > 0
//! divide(r)               = (0, r)                                r < 1000
//!                         = (1, r - 1000)                         otherwise
//! ```

use super::dim::Dim;
use super::dynamic::{Dyn, Label};
use super::group::{Apart, High, Lone, Low, Zero};
use super::kind::Unknown;
use super::named::{Named, Plain};
use super::size::{Millions, Size, Thousands};
use super::table::numbers;
use core::marker::PhantomData;
use core::ops::{Add, Mul, Sub};
use typenum::{B0, B1, Const, Diff, Prod, Sum, ToUInt, U, U1, U1000, U1000000, UInt, UTerm, Unsigned};

/// A dim with its number.
pub trait Numbered: Dim {
    /// The number as a `typenum` type; [`Unknown`] for [`Dyn`].
    type Number;
    /// The same, or the numbers of both bounds: for windows.
    type Range;
}

impl<L: Label + ?Sized> Numbered for Dyn<L> {
    type Number = Unknown;
    type Range = Unknown;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Numbered for Size<N>
where
    Self: Dim,
    Const<N>: ToUInt,
{
    type Number = U<N>;
    type Range = U<N>;
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const N: usize> Numbered for Thousands<K, N>
where
    Self: Dim,
    (Size<K>, Size<N>): BelowMillion,
{
    type Number = <(Size<K>, Size<N>) as BelowMillion>::Number;
    type Range = Self::Number;
}

#[diagnostic::do_not_recommend]
impl<const M: usize, const K: usize, const N: usize> Numbered for Millions<M, K, N>
where
    Self: Dim,
    (Size<K>, Size<N>): BelowMillion,
    Const<M>: ToUInt<Output: Mul<U1000000, Output: Add<<(Size<K>, Size<N>) as BelowMillion>::Number>>>,
{
    type Number = Sum<Prod<U<M>, U1000000>, <(Size<K>, Size<N>) as BelowMillion>::Number>;
    type Range = Self::Number;
}

#[diagnostic::do_not_recommend]
impl<L, D: Plain + Numbered> Numbered for Named<L, D> {
    type Number = D::Number;
    type Range = D::Range;
}

/// Two groups of three digits.
pub trait BelowMillion {
    type Number;
}

impl<const K: usize, const N: usize> BelowMillion for (Size<K>, Size<N>)
where
    Const<N>: ToUInt,
    Const<K>: ToUInt<Output: Mul<U1000, Output: Add<U<N>>>>,
{
    type Number = Sum<Prod<U<K>, U1000>, U<N>>;
}

/// The number of a dim: a `typenum` number, or [`Unknown`].
pub trait FromNumber {
    /// The only dim of that number.
    type Dim;
}

// unknown = Dyn
impl FromNumber for Unknown {
    type Dim = Dyn;
}

// dim(n) = looked_up(n), or groups(divide(n))
#[diagnostic::do_not_recommend]
impl<N: Unsigned + LookUp<Rows, Found: DimOf<N>>> FromNumber for N {
    type Dim = <N::Found as DimOf<N>>::Dim;
}

/// The numbers whose next binary digit is 0, and those of 1.
#[derive(Debug)]
pub struct Fork<Even, Odd>(PhantomData<(Even, Odd)>);

/// The numbers whose last ten binary digits are 0.
#[derive(Debug)]
pub struct Zeros;

/// The numbers below 1024 whose last five binary digits are those of `LAST`.
///
/// A name for their [`Fork`]s: the compiler walks types as a whole, and two of 32 numbers are shorter than one of 1024.
#[derive(Debug)]
pub struct Row<const LAST: usize>;

/// The forks of a [`Row`].
pub trait Forks {
    type Forks;
}

/// Makes a [`Fork`] for each `+`, by the binary digits of the numbers listed, the last digit first.
macro_rules! forks {
    ([] 0) => { Zeros };
    ([] $n:tt) => { Size<$n> };
    ([] $first:tt $($rest:tt)*) => { Row<$first> };
    ([+ $($more:tt)*] $($even:tt $odd:tt)*) => { Fork<forks!([$($more)*] $($even)*), forks!([$($more)*] $($odd)*)> };
}

/// Implements [`Forks`] for each [`Row`] of the numbers listed.
macro_rules! rows {
    ([+ $($more:tt)*] $($even:tt $odd:tt)*) => {
        rows!([$($more)*] $($even)*);
        rows!([$($more)*] $($odd)*);
    };
    ([] $first:tt $($rest:tt)*) => {
        impl Forks for Row<$first> {
            type Forks = forks!([+ + + + +] $first $($rest)*);
        }
    };
}

/// Flattens the groups of numbers.
macro_rules! all_rows {
    ($([$($n:tt)*])*) => {
        type Rows = forks!([+ + + + +] $($($n)*)*);
        rows!([+ + + + +] $($($n)*)*);
    };
}

numbers!(all_rows);

/// Finds the [`Size`] of a number, or [`Apart`] above 1024; `Left` are the numbers that it may still be.
pub trait LookUp<Left> {
    type Found;
}

impl<Even, Odd> LookUp<Fork<Even, Odd>> for UTerm
where
    Self: LookUp<Even>,
{
    type Found = <Self as LookUp<Even>>::Found;
}

impl<Digits: LookUp<Even>, Even, Odd> LookUp<Fork<Even, Odd>> for UInt<Digits, B0> {
    type Found = Digits::Found;
}

impl<Digits: LookUp<Odd>, Even, Odd> LookUp<Fork<Even, Odd>> for UInt<Digits, B1> {
    type Found = Digits::Found;
}

impl<Number: LookUp<<Row<LAST> as Forks>::Forks>, const LAST: usize> LookUp<Row<LAST>> for Number
where
    Row<LAST>: Forks,
{
    type Found = Number::Found;
}

impl<const N: usize> LookUp<Size<N>> for UTerm {
    type Found = Size<N>;
}

impl<Digits, Last, const N: usize> LookUp<Size<N>> for UInt<Digits, Last> {
    type Found = Apart;
}

impl LookUp<Zeros> for UTerm {
    type Found = Size<0>;
}

impl LookUp<Zeros> for UInt<UTerm, B1> {
    type Found = Size<1024>;
}

impl<Digits, Next, Last> LookUp<Zeros> for UInt<UInt<Digits, Next>, Last> {
    type Found = Apart;
}

/// The result of the look-up of the number `N`.
pub trait DimOf<N> {
    type Dim;
}

impl<N, const FOUND: usize> DimOf<N> for Size<FOUND> {
    type Dim = Self;
}

impl<N: Divide<Thousands: Divide>> DimOf<N> for Apart
where
    (<N::Thousands as Divide>::Thousands, <N::Thousands as Divide>::Rest, N::Rest): Join,
{
    type Dim = <(<N::Thousands as Divide>::Thousands, <N::Thousands as Divide>::Rest, N::Rest) as Join>::Dim;
}

/// A number of millions and two groups of three digits, joined to a dim.
pub trait Join {
    type Dim;
}

impl<const K: usize, const N: usize> Join for (UTerm, Size<K>, Size<N>) {
    type Dim = Thousands<K, N>;
}

impl<Digits, Last, K, N> Join for (UInt<Digits, Last>, K, N)
where
    UInt<Digits, Last>: LookUp<Rows>,
    (<UInt<Digits, Last> as LookUp<Rows>>::Found, K, N): JoinMillions,
{
    type Dim = <(<UInt<Digits, Last> as LookUp<Rows>>::Found, K, N) as JoinMillions>::Dim;
}

/// Three groups of three digits.
pub trait JoinMillions {
    type Dim;
}

impl<const M: usize, const K: usize, const N: usize> JoinMillions for (Size<M>, Size<K>, Size<N>) {
    type Dim = Millions<M, K, N>;
}

/// Divides a number by 1000; the remainder is a [`Size`].
pub trait Divide {
    type Thousands;
    type Rest;
}

impl<N: LookUp<Rows, Found: DivideFound<N>>> Divide for N {
    type Thousands = <N::Found as DivideFound<N>>::Thousands;
    type Rest = <N::Found as DivideFound<N>>::Rest;
}

/// [`Divide`] for the number `N`; `Self` is the result of its look-up.
pub trait DivideFound<N> {
    type Thousands;
    type Rest;
}

impl<N, const R: usize> DivideFound<N> for Size<R>
where
    Self: Dim<Group: DivideGroup<N, Self>>,
{
    type Thousands = <<Self as Dim>::Group as DivideGroup<N, Self>>::Thousands;
    type Rest = <<Self as Dim>::Group as DivideGroup<N, Self>>::Rest;
}

// divide(1024 q + r) = divide(24 q + r) + (q, 0)
impl<N: TakeTen<Folded: Divide, Leading: Add<<N::Folded as Divide>::Thousands>>> DivideFound<N> for Apart {
    type Thousands = Sum<N::Leading, <N::Folded as Divide>::Thousands>;
    type Rest = <N::Folded as Divide>::Rest;
}

/// [`Divide`] for the number `N` up to 1024, whose size is `R`.
pub trait DivideGroup<N, R> {
    type Thousands;
    type Rest;
}

/// `divide(r) = (0, r)` for groups of three digits.
macro_rules! below_1000 {
    ($($Group:ty)*) => {$(
        impl<N, R> DivideGroup<N, R> for $Group {
            type Thousands = UTerm;
            type Rest = R;
        }
    )*};
}

below_1000!(Zero Lone Low High);

// divide(r) = (1, r - 1000)
impl<N: Sub<U1000, Output: LookUp<Rows>>, R> DivideGroup<N, R> for Apart {
    type Thousands = U1;
    type Rest = <Diff<N, U1000> as LookUp<Rows>>::Found;
}

/// Splits a number 1024 q + r into q and 24 q + r.
pub trait TakeTen {
    type Leading;
    type Folded;
}

type Eight<N> = UInt<UInt<UInt<N, B0>, B0>, B0>;

type Five<N, A, B, C, D, E> = UInt<UInt<UInt<UInt<UInt<N, A>, B>, C>, D>, E>;

impl<Leading, D9, D8, D7, D6, D5, D4, D3, D2, D1, D0> TakeTen
    for Five<Five<Leading, D9, D8, D7, D6, D5>, D4, D3, D2, D1, D0>
where
    Eight<UInt<Leading, B0>>:
        Add<Eight<Leading>, Output: Add<Five<Five<UTerm, D9, D8, D7, D6, D5>, D4, D3, D2, D1, D0>>>,
{
    type Leading = Leading;
    type Folded =
        Sum<Sum<Eight<UInt<Leading, B0>>, Eight<Leading>>, Five<Five<UTerm, D9, D8, D7, D6, D5>, D4, D3, D2, D1, D0>>;
}
