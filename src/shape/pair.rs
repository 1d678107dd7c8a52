//! The table of the dims that conform, which every rule uses.
//!
//! A dim has one of five *kinds*, four of them here and [`Bounded`](super::Bounded) in `within.rs`. Each number has
//! exactly one dim type, so two known sizes are equal exactly if their types are, and the table needs no arithmetic:
//!
//! | left \ right  | `Many<D>`   | `One`         | `Unknown`     | `Labelled<L>` |
//! |---------------|-------------|---------------|---------------|---------------|
//! | `Many<D>`     | left if same| left *(r)*    | left          |               |
//! | `One`         | right *(l)* | One           | right *(l)*, else One | right *(l)* |
//! | `Unknown`     | right       | left *(r)*, else One | Unknown | right        |
//! | `Labelled<L>` |             | left *(r)*    | left          | left if same  |
//!
//! A known size with a name, `Named<L, D>`, is a `Many` of its own; it also conforms with the `Labelled<L>` of its
//! name.
//!
//! An empty cell does not compile. *(l)* marks cells where a 1 on the left broadcasts ([`Mutual`]), *(r)* those where a
//! 1 on the right does ([`Mutual`], [`OneWay`]). [`PairRule::pair`](super::PairRule::pair) is the same table for
//! numbers, for the run-time checks.
//!
//! Impls select by the outer types, never by a bound: a bound would be reported in place of the rule's message. Those
//! of `within.rs`, which compare numbers, have a second candidate.

use super::dim::{Dim, Kind, KindOf, Meet};
use super::dynamic::{Dyn, Label};
use super::kind::{Labelled, Many, Mutual, NumberOf, One, Pairs, Stays, Stretches, Unknown};
use super::named::{Named, Plain};
use super::size::Size;
use crate::sealed::Sealed;

impl<D> Sealed for Many<D> {}
impl Sealed for One {}
impl Sealed for Unknown {}
impl<L: ?Sized> Sealed for Labelled<L> {}

impl<D: Dim> Kind for Many<D> {
    type Dim = D;
    type Number = NumberOf<D>;
    type WithDyn = D;
    const STRETCHES: bool = false;
}

impl Kind for One {
    type Dim = Size<1>;
    type Number = NumberOf<Size<1>>;
    type WithDyn = Dyn;
    const STRETCHES: bool = true;
}

impl Kind for Unknown {
    type Dim = Dyn;
    type Number = Self;
    type WithDyn = Dyn;
    const STRETCHES: bool = true;
}

impl<L: Label<Kind = Self> + ?Sized> Kind for Labelled<L> {
    type Dim = Dyn<L>;
    type Number = Unknown;
    type WithDyn = Dyn<L>;
    const STRETCHES: bool = false;
}

impl<D: Dim> KindOf<D> for Many<D> {}
impl KindOf<Size<1>> for One {}
impl KindOf<Dyn> for Unknown {}
impl<L: Label<Kind = Self> + ?Sized> KindOf<Dyn<L>> for Labelled<L> {}

// same, same = same
impl<D: Dim, Rule> Meet<Self, Rule> for Many<D> {
    type Dim = D;
}
impl<L: Label<Kind = Self> + ?Sized, Rule> Meet<Self, Rule> for Labelled<L> {
    type Dim = Dyn<L>;
}

// unknown, any = any, also a 1 that cannot broadcast
impl<Left, Right: Kind> Meet<Right, Pairs<Left, Stays>> for Unknown {
    type Dim = <Right as Kind>::Dim;
}

// unknown, any = any, and unknown, 1 = unknown: the right 1 broadcasts
impl<Left, Right: Kind> Meet<Right, Pairs<Left, Stretches>> for Unknown {
    type Dim = <Right as Kind>::WithDyn;
}

// known, unknown = known
impl<D: Dim, Rule> Meet<Unknown, Rule> for Many<D> {
    type Dim = D;
}
impl<L: Label<Kind = Self> + ?Sized, Rule> Meet<Unknown, Rule> for Labelled<L> {
    type Dim = Dyn<L>;
}

// known, unknown = known, with the same name
impl<L: Label<Kind = Labelled<L>>, D: Plain, Rule> Meet<Labelled<L>, Rule> for Many<Named<L, D>> {
    type Dim = Named<L, D>;
}
impl<L: Label<Kind = Self>, D: Plain, Rule> Meet<Many<Named<L, D>>, Rule> for Labelled<L> {
    type Dim = Named<L, D>;
}

// any, 1 = any: the right 1 broadcasts
impl<D: Dim, Left> Meet<One, Pairs<Left, Stretches>> for Many<D> {
    type Dim = D;
}
impl<L: Label<Kind = Self> + ?Sized, Left> Meet<One, Pairs<Left, Stretches>> for Labelled<L> {
    type Dim = Dyn<L>;
}

// 1, any = any: the left 1 broadcasts
impl<Right: Kind> Meet<Right, Mutual> for One {
    type Dim = <Right as Kind>::Dim;
}

// 1, 1 = 1 and 1, unknown = 1: the left 1 stays
impl<Right> Meet<Self, Pairs<Stays, Right>> for One {
    type Dim = Size<1>;
}
impl<Right> Meet<Unknown, Pairs<Stays, Right>> for One {
    type Dim = Size<1>;
}
