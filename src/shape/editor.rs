//! What an editor reads in place of the table of sizes: `cfg(rust_analyzer)` alone, and never part of a program.
//!
//! Until 2026 rust-analyzer evaluated no constant in a type but literals and paths, so it could not tell the groups of
//! three digits of a number. Here every number is a `Size`, above 1024 too, and one impl serves all of them. That 1 is
//! one of them does no harm where every impl that applies says the same, which rust-analyzer accepts. Where they would
//! not, at an unlabelled `Dyn` that a 1 stretches to, [`NotOne`] keeps the two apart, up to 1024.
//!
//! What it cannot tell: the result where such a `Dyn` meets a size above 1024; in versions that evaluate no constants,
//! `{2 * N}` in `Shape!` and `dim!`; and sums and products above 1024.

use super::dim::{Dim, Kind, KindOf, Meet};
use super::dynamic::Dyn;
use super::group::High;
use super::kind::{Many, Mutual, Number, One, Pairs, Stays, Stretches, Unknown};
use super::literal::Canonical;
use super::size::{Millions, Size, Thousands};
use super::table::numbers;

/// A number other than 1.
pub trait NotOne {}

macro_rules! not_one {
    ([$zero:literal] [$one:literal] $([$($n:literal)*])*) => {
        impl NotOne for Number<$zero> {}
        impl NotOne for Number<1024> {}
        $($(impl NotOne for Number<$n> {})*)*
    };
}

numbers!(not_one);

impl<const N: usize> Dim for Size<N> {
    type Kind = Number<N>;
    type Group = High;
}

impl<const N: usize> Kind for Number<N> {
    type Dim = Size<N>;
    const STRETCHES: bool = N == 1;
}

impl<const N: usize> KindOf<Size<N>> for Number<N> {}

// same, same = same
impl<const N: usize, Rule> Meet<Self, Rule> for Number<N> {
    type Dim = Size<N>;
}

// known, 1 = known
impl<const N: usize, Left> Meet<One, Pairs<Left, Stretches>> for Number<N> {
    type Dim = Size<N>;
}

// known, unknown = known
impl<const N: usize, Right> Meet<Unknown, Pairs<Stays, Right>> for Number<N> {
    type Dim = Size<N>;
}
impl<const N: usize> Meet<Unknown, Mutual> for Number<N>
where
    Self: NotOne,
{
    type Dim = Size<N>;
}
impl<const N: usize, Left> Meet<Number<N>, Pairs<Left, Stays>> for Unknown {
    type Dim = Size<N>;
}
impl<const N: usize, Left> Meet<Number<N>, Pairs<Left, Stretches>> for Unknown
where
    Number<N>: NotOne,
{
    type Dim = Size<N>;
}

// known, known = left: where they clash, the compiler says so, and the editor has a type to go on with
impl<const A: usize, const N: usize, Rule> Meet<Number<A>, Rule> for Number<N>
where
    Self: NotOne,
{
    type Dim = Size<N>;
}

// one number may have two types here: where both stand, the one that the compiler knows comes out
impl<const A: usize, const K: usize, const N: usize, Rule> Meet<Many<Thousands<K, N>>, Rule> for Number<A> {
    type Dim = Thousands<K, N>;
}
impl<const A: usize, const K: usize, const N: usize, Rule> Meet<Number<A>, Rule> for Many<Thousands<K, N>> {
    type Dim = Thousands<K, N>;
}
impl<const A: usize, const M: usize, const K: usize, const N: usize, Rule> Meet<Many<Millions<M, K, N>>, Rule>
    for Number<A>
{
    type Dim = Millions<M, K, N>;
}
impl<const A: usize, const M: usize, const K: usize, const N: usize, Rule> Meet<Number<A>, Rule>
    for Many<Millions<M, K, N>>
{
    type Dim = Millions<M, K, N>;
}

impl<const N: usize> Canonical for [(); N] {
    type Dim = Size<N>;
    #[allow(non_upper_case_globals, reason = "the value of the type `Dim`")]
    const Dim: Size<N> = Size;
}

/// The size that an array has: as a value, an editor evaluates any expression there.
pub const fn size<const N: usize>(_: [(); N]) -> Size<N> {
    Size
}
