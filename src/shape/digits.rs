//! Binary arithmetic that `typenum` compiles several times slower: subtraction of small numbers, and division by common
//! strides.
//!
//! ```text
//! (2 n + a) - (2 r + b) - borrow  = 2 (n - r - borrow') + digit       the row of a table for each a, b and borrow
//! n - 0                           = n                                 where no digit is left, and none is borrowed
//! (2 n + digit) / 2 s             = n / s
//! n / 3                           = digit by digit, from the first on, with what the digits before leave
//! ```

use super::kind::Unknown;
use core::ops::Div;
use typenum::{B0, B1, U1, U2, U3, UInt, UTerm, Unsigned};

/// A number minus `R` and the digit `Borrow`, where this is not negative.
pub trait Less<R, Borrow> {
    /// The difference.
    type Output;
}

impl<R> Less<R, B0> for Unknown {
    type Output = Self;
}

impl Less<Unknown, B0> for UTerm {
    type Output = Unknown;
}

impl<N, A> Less<Unknown, B0> for UInt<N, A> {
    type Output = Unknown;
}

impl Less<UTerm, B0> for UTerm {
    type Output = Self;
}

// 0 - r is refused, but its output is a number: without one, the compiler never stops searching for a divisor
impl<R: NotAboveZero, B> Less<UInt<R, B>, B0> for UTerm {
    type Output = Self;
}

impl<R: NotAboveZero> Less<R, B1> for UTerm {
    type Output = Self;
}

/// Never implemented: the difference is negative.
pub trait NotAboveZero {}

// n - 0 = n
impl<N, A> Less<UTerm, B0> for UInt<N, A> {
    type Output = Self;
}

// 2 n + 1 - 1 = 2 n
impl<N: Doubled> Less<UTerm, B1> for UInt<N, B1> {
    type Output = N::Output;
}

// 2 n - 1 = 2 (n - 1) + 1
impl<N: Less<UTerm, B1>> Less<UTerm, B1> for UInt<N, B0> {
    type Output = UInt<N::Output, B1>;
}

/// Implements [`Less`]: `a - b - borrow => borrow';` for a resulting digit of 0, and of 1.
macro_rules! less {
    (0: $($A:ty, $B:ty, $Borrow:ty => $Next:ty;)*) => {$(
        impl<N: Less<R, $Next, Output: Doubled>, R> Less<UInt<R, $B>, $Borrow> for UInt<N, $A> {
            type Output = <N::Output as Doubled>::Output;
        }
    )*};
    (1: $($A:ty, $B:ty, $Borrow:ty => $Next:ty;)*) => {$(
        impl<N: Less<R, $Next>, R> Less<UInt<R, $B>, $Borrow> for UInt<N, $A> {
            type Output = UInt<N::Output, B1>;
        }
    )*};
}

less!(0:
    B0, B0, B0 => B0;
    B0, B1, B1 => B1;
    B1, B0, B1 => B0;
    B1, B1, B0 => B0;
);
less!(1:
    B0, B0, B1 => B1;
    B0, B1, B0 => B1;
    B1, B0, B0 => B0;
    B1, B1, B1 => B1;
);

/// A number above `R`.
pub trait Exceeds<R> {}

impl<R> Exceeds<R> for Unknown {}
impl<N, Last> Exceeds<Unknown> for UInt<N, Last> {}
impl<N, Last> Exceeds<UTerm> for UInt<N, Last> {}
impl<N, Last, R, Digit> Exceeds<UInt<R, Digit>> for UInt<N, Last> where
    Self: Less<UInt<R, Digit>, B0, Output: Exceeds<UTerm>>
{
}

/// A number with the binary digit 0 appended.
pub trait Doubled {
    /// Twice the number.
    type Output;
}

impl Doubled for UTerm {
    type Output = Self;
}

impl<N, Last> Doubled for UInt<N, Last> {
    type Output = UInt<Self, B0>;
}

impl Doubled for Unknown {
    type Output = Self;
}

/// A number divided by a step, rounded down.
pub trait Floor<St> {
    /// The quotient.
    type Output;
}

impl<St> Floor<St> for Unknown {
    type Output = Self;
}

impl<N: Unsigned> Floor<Unknown> for N {
    type Output = Unknown;
}

// n / 1 = n
impl<N: Unsigned> Floor<U1> for N {
    type Output = N;
}

// (2 n + digit) / 2 s = n / s
impl<N: Unsigned + Halved<Output: Floor<UInt<St, Digit>>>, St, Digit> Floor<UInt<UInt<St, Digit>, B0>> for N {
    type Output = <N::Output as Floor<UInt<St, Digit>>>::Output;
}

impl<N: Unsigned + Thirds> Floor<U3> for N {
    type Output = N::Third;
}

impl<N: Unsigned, St, Next, Digit> Floor<UInt<UInt<UInt<St, Next>, Digit>, B1>> for N
where
    N: Div<UInt<UInt<UInt<St, Next>, Digit>, B1>>,
{
    type Output = typenum::Quot<N, UInt<UInt<UInt<St, Next>, Digit>, B1>>;
}

/// A number without its last binary digit.
pub trait Halved {
    /// The other digits.
    type Output;
}

impl Halved for UTerm {
    type Output = Self;
}

impl<N, Last> Halved for UInt<N, Last> {
    type Output = N;
}

/// A number divided by 3, digit by digit.
pub trait Thirds {
    /// The quotient.
    type Third;
    /// The remainder: 0, 1 or 2.
    type Rest;
}

impl Thirds for UTerm {
    type Third = Self;
    type Rest = Self;
}

impl<N: Thirds<Third = Q, Rest = R>, Last, Q, R: NextThird<Last, Q>> Thirds for UInt<N, Last> {
    type Third = R::Third;
    type Rest = R::Rest;
}

/// The remainder of the digits before; `Q` is their quotient, and `Digit` the next digit.
pub trait NextThird<Digit, Q> {
    /// The quotient including the digit.
    type Third;
    /// The remainder.
    type Rest;
}

/// Implements [`NextThird`]: `remainder digit, quotient => quotient, remainder;`.
macro_rules! thirds {
    ($($Rest:ty, $Digit:ty, $Q:ty [$($D:ident)*] => $Third:ty, $Left:ty;)*) => {$(
        impl<$($D),*> NextThird<$Digit, $Q> for $Rest {
            type Third = $Third;
            type Rest = $Left;
        }
    )*};
}

thirds!(
    UTerm, B0, UInt<N, D> [N D] => UInt<UInt<N, D>, B0>, UTerm;
    UTerm, B1, UInt<N, D> [N D] => UInt<UInt<N, D>, B0>, U1;
    U1, B0, UInt<N, D> [N D] => UInt<UInt<N, D>, B0>, U2;
    U1, B1, UInt<N, D> [N D] => UInt<UInt<N, D>, B1>, UTerm;
    U2, B0, UInt<N, D> [N D] => UInt<UInt<N, D>, B1>, U1;
    U2, B1, UInt<N, D> [N D] => UInt<UInt<N, D>, B1>, U2;
    UTerm, B0, UTerm [] => UTerm, UTerm;
    UTerm, B1, UTerm [] => UTerm, U1;
    U1, B0, UTerm [] => UTerm, U2;
    U1, B1, UTerm [] => U1, UTerm;
    U2, B0, UTerm [] => U1, U1;
    U2, B1, UTerm [] => U1, U2;
);
