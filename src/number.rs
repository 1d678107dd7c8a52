//! Between numbers and dims, and arithmetic on dims.
//!
//! Broadcasting never needs the way from a `typenum` number back to its dim; arithmetic does. Up to
//! 1024 it is a table, above that it is digits in groups of three, by division:
//!
//! ```text
//! number(n)           = Size<n>                                   n <= 1024
//!                     = groups(n / 1000, n % 1000)                otherwise
//! groups(q, n)        = Thousands<q, n>                           q < 1000
//!                     = Millions<q / 1000, q % 1000, n>           otherwise
//! ```

use crate::dim::{Dim, Dyn, Millions, Size, Thousands};
use crate::pair::Unknown;
use core::ops::{Add, Div, Mul, Rem, Sub};
use typenum::{B0, B1, Cmp, Equal, Greater, IsLess, Less, Mod, Quot, U1000, U1024, UInt, UTerm, Unsigned};

/// A `typenum` number, or [`Unknown`], that is the number of a dim.
pub trait FromNumber {
    /// The one dim of that number.
    type Dim;
}

// unknown = Dyn
impl FromNumber for Unknown {
    type Dim = Dyn;
}

// n = short(n) where n has at most 30 binary digits
#[diagnostic::do_not_recommend]
impl<N: Unsigned + Digits<Room30, Length: Compared<N>>> FromNumber for N {
    type Dim = <N::Length as Compared<N>>::Dim;
}

/// A number, of at most as many binary digits as the room `Room` is deep ([`Short`]), or of more
/// ([`Long`]). Of a long one nothing else is asked: `typenum` has no bounds for what it would take.
pub trait Digits<Room> {
    /// [`Short`] or [`Long`].
    type Length;
}

/// Few enough binary digits for a dim.
#[derive(Debug)]
pub struct Short;

/// Too many binary digits for a dim.
#[derive(Debug)]
pub struct Long;

/// Room for 10 more digits.
type Ten<Room> = ((((((((((Room,),),),),),),),),),);

/// Room for 30 digits.
type Room30 = Ten<Ten<Ten<()>>>;

impl<Room> Digits<Room> for UTerm {
    type Length = Short;
}

impl<Leading, Last> Digits<()> for UInt<Leading, Last> {
    type Length = Long;
}

impl<Leading: Digits<Room>, Last, Room> Digits<(Room,)> for UInt<Leading, Last> {
    type Length = Leading::Length;
}

/// A length of a number `N` that may be a dim's, and what follows.
pub trait Compared<N> {
    /// The dim of `N`.
    type Dim;
}

// short(n) = table(n) where n <= 1024, else groups(n / 1000, n % 1000)
impl<N: Cmp<U1024, Output: Table<N>>> Compared<N> for Short {
    type Dim = <typenum::Compare<N, U1024> as Table<N>>::Dim;
}

/// How `N` compares with 1024, and what follows.
pub trait Table<N> {
    /// The dim of `N`.
    type Dim;
}

impl<N: Small> Table<N> for Less {
    type Dim = N::Size;
}

impl<N: Small> Table<N> for Equal {
    type Dim = N::Size;
}

impl<N> Table<N> for Greater
where
    N: Rem<U1000, Output: Small> + Div<U1000, Output: Cmp<U1000, Output: Groups<Quot<N, U1000>, LastGroup<N>>>>,
{
    type Dim = <typenum::Compare<Quot<N, U1000>, U1000> as Groups<Quot<N, U1000>, LastGroup<N>>>::Dim;
}

/// The last three digits of a number, as a [`Size`].
type LastGroup<N> = <Mod<N, U1000> as Small>::Size;

/// How the leading groups `Q` compare with 1000, and what follows; `Last` is the last group.
pub trait Groups<Q, Last> {
    /// The dim of `Q * 1000 + Last`.
    type Dim;
}

impl<Q: Small, Last> Groups<Q, Last> for Less
where
    (Q::Size, Last): Join,
{
    type Dim = <(Q::Size, Last) as Join>::Dim;
}

impl<Q, Last> Groups<Q, Last> for Equal
where
    (Size<1>, Size<0>, Last): Join,
{
    type Dim = <(Size<1>, Size<0>, Last) as Join>::Dim;
}

impl<Q, Last> Groups<Q, Last> for Greater
where
    Q: Rem<U1000, Output: Small> + Div<U1000, Output: Small + IsLess<U1000, Output = B1>>,
    (<Quot<Q, U1000> as Small>::Size, LastGroup<Q>, Last): Join,
{
    type Dim = <(<Quot<Q, U1000> as Small>::Size, LastGroup<Q>, Last) as Join>::Dim;
}

/// Groups of three digits, as [`Size`]s, joined to one dim.
pub trait Join {
    /// [`Thousands`] or [`Millions`].
    type Dim;
}

impl<const K: usize, const N: usize> Join for (Size<K>, Size<N>) {
    type Dim = Thousands<K, N>;
}

impl<const M: usize, const K: usize, const N: usize> Join for (Size<M>, Size<K>, Size<N>) {
    type Dim = Millions<M, K, N>;
}

/// A row of the table of the numbers up to 1024: the way back to their [`Size`].
pub trait Small {
    /// `Size` of that number.
    type Size: Dim;
}

impl Small for UTerm {
    type Size = Size<0>;
}

impl Small for UInt<UTerm, B1> {
    type Size = Size<1>;
}

/// The rows below a number, one binary digit longer for each `+`, in the order of a binary tree.
///
/// `table!(U1 = 1; +)` stands for the rows of 2 and 3, `table!(U1 = 1; + +)` for those and 4 to 7.
macro_rules! table {
    ($number:ty = $n:expr;) => {};
    ($number:ty = $n:expr; + $($digits:tt)*) => {
        table!(@ UInt<$number, B0> = 2 * ($n); $($digits)*);
        table!(@ UInt<$number, B1> = 2 * ($n) + 1; $($digits)*);
    };
    (@ $number:ty = $n:expr; $($digits:tt)*) => {
        impl Small for $number {
            type Size = Size<{ $n }>;
        }
        table!($number = $n; $($digits)*);
    };
}

table!(UInt<UTerm, B1> = 1; + + + + + + + + +);
table!(@ U1024 = 1024;);

/// A number written out for [`dim!`](crate::dim!): how many groups of three digits its type has
/// (0 up to 1024), and the groups.
#[derive(Debug)]
pub struct Literal<const GROUPS: usize, const M: usize, const K: usize, const N: usize>;

/// The dim that a [`Literal`] stands for.
#[diagnostic::on_unimplemented(
    message = "this dim is too large",
    label = "a dim is at most 999 999 999",
    note = "a larger size can be a `Dyn`, known at run time"
)]
pub trait Canonical {
    /// The one dim of that number.
    type Dim: Dim;
    /// Its value.
    const DIM: Self::Dim;
}

impl<const N: usize> Canonical for Literal<0, 0, 0, N>
where
    Size<N>: Dim,
{
    type Dim = Size<N>;
    const DIM: Size<N> = Size;
}

impl<const K: usize, const N: usize> Canonical for Literal<2, 0, K, N>
where
    Thousands<K, N>: Dim,
{
    type Dim = Thousands<K, N>;
    const DIM: Thousands<K, N> = Thousands;
}

impl<const M: usize, const K: usize, const N: usize> Canonical for Literal<3, M, K, N>
where
    Millions<M, K, N>: Dim,
{
    type Dim = Millions<M, K, N>;
    const DIM: Millions<M, K, N> = Millions;
}

/// How many groups of three digits the type of a number has: none up to 1024, and 4 above what a dim can be.
#[must_use]
pub const fn groups(n: usize) -> usize {
    match n {
        0..=1024 => 0,
        1025..=999_999 => 2,
        1_000_000..=999_999_999 => 3,
        _ => 4,
    }
}

/// The first of three groups.
#[must_use]
pub const fn millions(n: usize) -> usize {
    n / 1_000_000
}

/// The last group but one, if there are two.
#[must_use]
pub const fn thousands(n: usize) -> usize {
    if n <= 1024 { 0 } else { n / 1000 % 1000 }
}

/// The last group.
#[must_use]
pub const fn units(n: usize) -> usize {
    if n <= 1024 { n } else { n % 1000 }
}

/// Defines one operation on two dims: the trait, its alias, and the operation on numbers behind it.
///
/// For addition: `Plus<Rhs>` on numbers (`Unknown` with any number is `Unknown`), and on top of it
/// `DimSum<Rhs>` on dims with the method `sum`, and the alias `Sum<Lhs, Rhs>`.
macro_rules! arithmetic {
    (
        $(#[$doc:meta])* $alias:ident,
        $(#[$trait_doc:meta])* $name:ident :: $method:ident = $checked:ident, $number:ident = $op:ident
    ) => {
        $(#[$doc])*
        pub type $alias<Lhs, Rhs> = <Lhs as $name<Rhs>>::Output;

        $(#[$trait_doc])*
        pub trait $name<Rhs: Dim>: Dim {
            /// The dim that comes out; a [`Dyn`] if either dim is one.
            type Output: Dim;

            /// The same with values; `None` below zero or above `usize::MAX`.
            fn $method(self, rhs: Rhs) -> Option<Self::Output> {
                Self::Output::from_size(self.size().$checked(rhs.size())?)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<Lhs: Dim, Rhs: Dim> $name<Rhs> for Lhs
        where
            Lhs::Number: $number<Rhs::Number, Output: FromNumber<Dim: Dim>>,
        {
            type Output = <<Lhs::Number as $number<Rhs::Number>>::Output as FromNumber>::Dim;
        }

        /// The operation on numbers, one of which may be unknown.
        pub trait $number<Rhs> {
            /// The number that comes out.
            type Output;
        }

        impl<Rhs> $number<Rhs> for Unknown {
            type Output = Unknown;
        }

        impl<Lhs: Unsigned> $number<Unknown> for Lhs {
            type Output = Unknown;
        }

        impl<Lhs: Unsigned + $op<Rhs>, Rhs: Unsigned> $number<Rhs> for Lhs {
            type Output = Lhs::Output;
        }
    };
}

arithmetic!(
    /// The dim of `Lhs + Rhs`, as concatenation needs it.
    ///
    /// ```
    /// use conformable::{Dyn, Size, Sum, assert_type_eq, dim};
    ///
    /// assert_type_eq!(Sum<Size<3>, Size<4>>, Size<7>);
    /// assert_type_eq!(Sum<Size<1000>, Size<25>>, dim!(1025));
    /// assert_type_eq!(Sum<Size<3>, Dyn>, Dyn);
    /// ```
    Sum,
    /// Dims that can be added.
    #[diagnostic::on_unimplemented(
        message = "cannot add the dims `{Self}` and `{Rhs}`",
        label = "the sum is above 999 999 999, or one is not a dim"
    )]
    DimSum::sum = checked_add, Plus = Add
);

arithmetic!(
    /// The dim of `Lhs * Rhs`, as flattening needs it.
    ///
    /// ```
    /// use conformable::{Prod, Size, Thousands, assert_type_eq};
    ///
    /// assert_type_eq!(Prod<Size<784>, Size<768>>, Thousands<602, 112>);
    /// ```
    Prod,
    /// Dims that can be multiplied.
    #[diagnostic::on_unimplemented(
        message = "cannot multiply the dims `{Self}` and `{Rhs}`",
        label = "the product is above 999 999 999, or one is not a dim"
    )]
    DimProd::prod = checked_mul, Times = Mul
);

arithmetic!(
    /// The dim of `Lhs - Rhs`, as slicing needs it.
    ///
    /// ```
    /// use conformable::{Diff, Size, assert_type_eq};
    ///
    /// assert_type_eq!(Diff<Size<7>, Size<4>>, Size<3>);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Diff, Size};
    ///
    /// let d: Diff<Size<4>, Size<7>>; // cannot subtract
    /// ```
    Diff,
    /// Dims of which the second is at most the first.
    #[diagnostic::on_unimplemented(
        message = "cannot subtract the dim `{Rhs}` from `{Self}`",
        label = "the difference would be below zero"
    )]
    DimDiff::diff = checked_sub, Minus = Sub
);
