//! Replaces the table of sizes in editors, with `cfg(rust_analyzer)`; never part of a program.
//!
//! Until 2026 rust-analyzer could not split a number into groups of three digits. Here every number is a `Size`, with
//! one impl for all. rust-analyzer accepts overlapping impls for 1 if they agree. For an unlabelled `Dyn` they do not;
//! there [`NotOne`] separates them, up to 1024.
//!
//! Not supported: the result of such a `Dyn` with a size above 1024, sums and products above 1024, and `{2 * N}` in
//! `Shape!` and `dim!` in versions that do not evaluate constants.

use super::dim::{Dim, Kind, KindOf, Meet};
use super::dynamic::Dyn;
use super::group::High;
use super::kind::{Many, Mutual, Number, NumberOf, One, Pairs, Stays, Stretches, Unknown};
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
    type WithDyn = <Number<N> as Meet<Unknown, Mutual>>::Dim;
    type Group = High;
}

impl<const N: usize> Kind for Number<N> {
    type Dim = Size<N>;
    type Number = NumberOf<Size<N>>;
    type WithDyn = <Self as Meet<Unknown, Mutual>>::Dim;
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

// known, known = left: the compiler reports a clash, and the editor has a type to go on with
impl<const A: usize, const N: usize, Rule> Meet<Number<A>, Rule> for Number<N>
where
    Self: NotOne,
{
    type Dim = Size<N>;
}

// one number may have two types here: choose the one that the compiler knows
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

/// The size as an array length, where an editor evaluates any expression.
pub const fn size<const N: usize>(_: [(); N]) -> Size<N> {
    Size
}
