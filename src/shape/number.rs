//! Between numbers and dims.
//!
//! Broadcasting never needs a `typenum` number; arithmetic does, and asks for it where it is needed. Back to a dim, a
//! number of at most ten binary digits is looked up, digit by digit; above that it is digits in groups of three:
//!
//! ```text
//! dim(n)                  = Size<n>                               n <= 1024
//!                         = groups(n / 1000, n % 1000)            otherwise
//! groups(q, n)            = Thousands<q, n>                       q < 1000
//!                         = Millions<q / 1000, q % 1000, n>       otherwise
//! ```
//!
//! The division takes off the ten last binary digits, which divides by 1024, and puts right what that leaves:
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

/// A dim with its number, as far as the type tells it.
pub trait Numbered: Dim {
    /// The number as a `typenum` type, for arithmetic; [`Unknown`] for [`Dyn`].
    type Number;
}

impl<L: Label + ?Sized> Numbered for Dyn<L> {
    type Number = Unknown;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Numbered for Size<N>
where
    Self: Dim,
    Const<N>: ToUInt,
{
    type Number = U<N>;
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const N: usize> Numbered for Thousands<K, N>
where
    Self: Dim,
    (Size<K>, Size<N>): BelowMillion,
{
    type Number = <(Size<K>, Size<N>) as BelowMillion>::Number;
}

#[diagnostic::do_not_recommend]
impl<const M: usize, const K: usize, const N: usize> Numbered for Millions<M, K, N>
where
    Self: Dim,
    (Size<K>, Size<N>): BelowMillion,
    Const<M>: ToUInt<Output: Mul<U1000000, Output: Add<<(Size<K>, Size<N>) as BelowMillion>::Number>>>,
{
    type Number = Sum<Prod<U<M>, U1000000>, <(Size<K>, Size<N>) as BelowMillion>::Number>;
}

#[diagnostic::do_not_recommend]
impl<L, D: Plain + Numbered> Numbered for Named<L, D> {
    type Number = D::Number;
}

/// Two groups of three digits.
pub trait BelowMillion {
    /// The number that they are.
    type Number;
}

impl<const K: usize, const N: usize> BelowMillion for (Size<K>, Size<N>)
where
    Const<N>: ToUInt,
    Const<K>: ToUInt<Output: Mul<U1000, Output: Add<U<N>>>>,
{
    type Number = Sum<Prod<U<K>, U1000>, U<N>>;
}

/// A `typenum` number, or [`Unknown`], that is the number of a dim.
pub trait FromNumber {
    /// The one dim of that number.
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

/// The numbers whose next binary digit is 0, and those where it is 1.
#[derive(Debug)]
pub struct Fork<Even, Odd>(PhantomData<(Even, Odd)>);

/// The numbers whose ten last binary digits are 0.
#[derive(Debug)]
pub struct Zeros;

/// The numbers below 1024 whose five last binary digits are those of `LAST`.
///
/// A name for their [`Fork`]s: the compiler walks a whole type when it meets it, and two of 32 numbers are shorter than
/// one of 1024.
#[derive(Debug)]
pub struct Row<const LAST: usize>;

/// The forks that a [`Row`] stands for.
pub trait Forks {
    /// By the five first digits.
    type Forks;
}

/// A [`Fork`] for each `+`, by the binary digits of the numbers listed, the last digit first.
macro_rules! forks {
    ([] 0) => { Zeros };
    ([] $n:tt) => { Size<$n> };
    ([] $first:tt $($rest:tt)*) => { Row<$first> };
    ([+ $($more:tt)*] $($even:tt $odd:tt)*) => { Fork<forks!([$($more)*] $($even)*), forks!([$($more)*] $($odd)*)> };
}

/// What each [`Row`] of the numbers listed stands for.
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

/// The numbers without their groups.
macro_rules! all_rows {
    ($([$($n:tt)*])*) => {
        type Rows = forks!([+ + + + +] $($($n)*)*);
        rows!([+ + + + +] $($($n)*)*);
    };
}

numbers!(all_rows);

/// A number, some of whose last digits have been looked at; `Left` are the numbers that it may be.
pub trait LookUp<Left> {
    /// Its [`Size`], or [`Apart`] where it is above 1024.
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

/// What was found of the number `N`.
pub trait DimOf<N> {
    /// The dim of `N`.
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

/// A number of millions, and two groups of three digits, joined to one dim.
pub trait Join {
    /// [`Thousands`] or [`Millions`].
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
    /// The dim of the number.
    type Dim;
}

impl<const M: usize, const K: usize, const N: usize> JoinMillions for (Size<M>, Size<K>, Size<N>) {
    type Dim = Millions<M, K, N>;
}

/// A number divided by 1000.
pub trait Divide {
    /// The quotient, a `typenum` number.
    type Thousands;
    /// What is left, a [`Size`] below 1000.
    type Rest;
}

impl<N: LookUp<Rows, Found: DivideFound<N>>> Divide for N {
    type Thousands = <N::Found as DivideFound<N>>::Thousands;
    type Rest = <N::Found as DivideFound<N>>::Rest;
}

/// [`Divide`] for the number `N`, of which this was found.
pub trait DivideFound<N> {
    /// [`Divide::Thousands`].
    type Thousands;
    /// [`Divide::Rest`].
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
    /// [`Divide::Thousands`].
    type Thousands;
    /// [`Divide::Rest`].
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

/// A number of more than ten binary digits: 1024 q + r.
pub trait TakeTen {
    /// q.
    type Leading;
    /// 24 q + r.
    type Folded;
}

/// `8 N`.
type Eight<N> = UInt<UInt<UInt<N, B0>, B0>, B0>;

/// Five binary digits behind `N`.
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
