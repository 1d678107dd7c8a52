//! Which two dims conform, and what they become: the table that every rule rests on.
//!
//! A dim is of one of four *kinds*. Each number has exactly one dim type, so two known sizes are
//! equal exactly when their types are, and the table needs no arithmetic:
//!
//! | left \ right  | `Many<D>`   | `One`         | `Unknown`     | `Labelled<L>` |
//! |---------------|-------------|---------------|---------------|---------------|
//! | `Many<D>`     | left if same| left *(r)*    | left          |               |
//! | `One`         | right *(l)* | One           | right *(l)*, else One | right *(l)* |
//! | `Unknown`     | right       | left *(r)*, else One | Unknown | right        |
//! | `Labelled<L>` |             | left *(r)*    | left          | left if same  |
//!
//! An empty cell is a refusal. *(l)* marks the cells of rules that stretch a 1 on the left
//! ([`Mutual`]), *(r)* those of rules that stretch a 1 on the right ([`Mutual`], [`OneWay`]).
//! What the types leave open, [`PairRule::pair`] checks at run time: the same table, read with numbers.
//!
//! Every impl decides by the heads of its types alone, never by a bound, so that a refusal is
//! reported by the rule that asked, and not by a bound in here.

use crate::dim::{Dim, Dyn, Label, Size};
use crate::storage::{Heap, Inline, Owner};
use core::marker::PhantomData;

/// The kind of a known size other than 1, zero included: it never stretches. `D` is its dim.
#[derive(Debug)]
pub struct Many<D>(PhantomData<D>);

/// The kind of [`Size<1>`](Size).
#[derive(Debug)]
pub struct One;

/// The kind of an unlabelled [`Dyn`]: at run time it may be 1, and stretch.
#[derive(Debug)]
pub struct Unknown;

/// The kind of [`Dyn<L>`](Dyn): one run-time size wherever the label stands, so it never stretches.
#[derive(Debug)]
pub struct Labelled<L>(PhantomData<L>);

/// How a dim meets others.
///
/// The supertraits are what generic code may rely on for every dim: it conforms with itself and
/// with 1, and with a [`Dyn`] that is to be equal or to stretch to it; what comes out is itself.
pub trait Kind:
    Sized
    + Meet<Self, Equal, Dim = <Self as Kind>::Dim>
    + Meet<Self, OneWay, Dim = <Self as Kind>::Dim>
    + Meet<Self, Mutual, Dim = <Self as Kind>::Dim>
    + Meet<One, OneWay, Dim = <Self as Kind>::Dim>
    + Meet<One, Mutual, Dim = <Self as Kind>::Dim>
    + Meet<Unknown, Equal, Dim = <Self as Kind>::Dim>
    + Meet<Unknown, OneWay, Dim = <Self as Kind>::Dim>
{
    /// The dim of this kind.
    type Dim: Dim;

    /// Where the elements of a result live whose other dims, and operands, let it live inline.
    type Place: Owner;

    /// Whether a dim of this kind may be 1 and stretch to another size.
    const STRETCHES: bool;
}

impl<D: Dim> Kind for Many<D> {
    type Dim = D;
    type Place = Inline;
    const STRETCHES: bool = false;
}

impl Kind for One {
    type Dim = Size<1>;
    type Place = Inline;
    const STRETCHES: bool = true;
}

impl Kind for Unknown {
    type Dim = Dyn;
    type Place = Heap;
    const STRETCHES: bool = true;
}

impl<L: Label<Kind = Self>> Kind for Labelled<L> {
    type Dim = Dyn<L>;
    type Place = Heap;
    const STRETCHES: bool = false;
}

/// A rule for one pair of dims: what a 1 on the left does, and a 1 on the right.
#[derive(Debug)]
pub struct Pairs<Left, Right>(PhantomData<(Left, Right)>);

/// A 1 on this side is a size as any other.
#[derive(Debug)]
pub struct Stays;

/// A 1 on this side stretches to the size on the other.
#[derive(Debug)]
pub struct Stretches;

/// The sizes are equal.
pub type Equal = Pairs<Stays, Stays>;

/// A 1 on the right stretches to the size on the left, which stays.
pub type OneWay = Pairs<Stays, Stretches>;

/// A 1 on either side stretches.
pub type Mutual = Pairs<Stretches, Stretches>;

/// One cell of the table: the kind `Self` on the left meets the kind `Right` under `Rule`.
pub trait Meet<Right, Rule> {
    /// The dim that comes out: that of `Self`, or of `Right`.
    type Dim: Dim;
}

// same, same = same
impl<D: Dim, Rule> Meet<Self, Rule> for Many<D> {
    type Dim = D;
}
impl<Rule> Meet<Self, Rule> for Unknown {
    type Dim = Dyn;
}
impl<L: Label<Kind = Self>, Rule> Meet<Self, Rule> for Labelled<L> {
    type Dim = Dyn<L>;
}

// known, unknown = known
impl<D: Dim, Rule> Meet<Unknown, Rule> for Many<D> {
    type Dim = D;
}
impl<D: Dim, Rule> Meet<Many<D>, Rule> for Unknown {
    type Dim = D;
}
impl<L: Label<Kind = Self>, Rule> Meet<Unknown, Rule> for Labelled<L> {
    type Dim = Dyn<L>;
}
impl<L: Label<Kind = Labelled<L>>, Rule> Meet<Labelled<L>, Rule> for Unknown {
    type Dim = Dyn<L>;
}

// any, 1 = any: the right 1 stretches
impl<D: Dim, Left> Meet<One, Pairs<Left, Stretches>> for Many<D> {
    type Dim = D;
}
impl<Left> Meet<One, Pairs<Left, Stretches>> for Unknown {
    type Dim = Dyn;
}
impl<L: Label<Kind = Self>, Left> Meet<One, Pairs<Left, Stretches>> for Labelled<L> {
    type Dim = Dyn<L>;
}

// unknown, 1 = 1: nothing stretches, so the unknown size is 1
impl Meet<One, Equal> for Unknown {
    type Dim = Size<1>;
}

// 1, any = any: the left 1 stretches
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

/// A size at run time: a number, or a number that may be unknown.
pub trait Length: Copy + Eq + Default {
    /// The size 1.
    const ONE: Self;
    /// Whether it is known to be 1.
    fn is_one(self) -> bool {
        self == Self::ONE
    }
    /// Whether nothing is known of it.
    fn is_unknown(self) -> bool;
}

impl Length for usize {
    const ONE: Self = 1;

    fn is_unknown(self) -> bool {
        false
    }
}

impl Length for Option<usize> {
    const ONE: Self = Some(1);

    fn is_unknown(self) -> bool {
        self.is_none()
    }
}

/// A rule for two dims, at run time: the table above, read with numbers.
pub trait PairRule {
    /// Whether a 1 on the left stretches.
    const STRETCHES_LEFT: bool;
    /// Whether a 1 on the right stretches.
    const STRETCHES_RIGHT: bool;

    /// What two sizes become, or `None` where they clash.
    #[inline]
    fn pair<N: Length>(left: N, right: N) -> Option<N> {
        if left == right || Self::STRETCHES_RIGHT && right.is_one() {
            Some(left)
        } else if Self::STRETCHES_LEFT && left.is_one() || left.is_unknown() {
            Some(right)
        } else if right.is_unknown() {
            Some(left)
        } else {
            None
        }
    }
}

impl<Left: Side, Right: Side> PairRule for Pairs<Left, Right> {
    const STRETCHES_LEFT: bool = Left::STRETCHES;
    const STRETCHES_RIGHT: bool = Right::STRETCHES;
}

/// [`Stays`] or [`Stretches`].
pub trait Side {
    /// Whether a 1 on this side stretches.
    const STRETCHES: bool;
}

impl Side for Stays {
    const STRETCHES: bool = false;
}

impl Side for Stretches {
    const STRETCHES: bool = true;
}

/// The dim that `Left` and `Right` become under `Rule`.
pub type Met<Left, Right, Rule> = <<Left as Dim>::Kind as Meet<<Right as Dim>::Kind, Rule>>::Dim;

/// What two dims become at run time: [`PairRule::pair`], and a labelled size stays what it is.
#[inline]
pub(crate) fn meet<Rule: PairRule, Left: Dim, Right: Dim, Output: Dim>(
    left: Left,
    right: Right,
) -> Result<Output, Reason> {
    let (l, r) = (left.size(), right.size());
    let size = Rule::pair(l, r).ok_or(Reason::Sizes)?;
    if stays::<Left>(l, size) && stays::<Right>(r, size) {
        Output::from_size(size).ok_or(Reason::Sizes)
    } else {
        Err(Reason::Label)
    }
}

fn stays<D: Dim>(from: usize, to: usize) -> bool {
    <D::Kind as Kind>::STRETCHES || from == to
}

/// Why two dims clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The sizes differ, and neither may stretch to the other.
    Sizes,
    /// One size is 1, but it has a label, and a labelled size does not stretch.
    Label,
}
