//! The kinds of dims, and the rules for pairs of them, without dims: names and arithmetic.

use core::marker::PhantomData;

/// The kind of a known size other than 1, also of 0: it never broadcasts. `D` is its dim.
#[derive(Debug)]
pub struct Many<D>(PhantomData<D>);

/// The kind of [`Size<1>`](super::Size).
#[cfg(not(rust_analyzer))]
#[derive(Debug)]
pub struct One;

/// The kind of every `Size<N>` in an editor: see `editor.rs`.
#[cfg(rust_analyzer)]
#[derive(Debug)]
pub struct Number<const N: usize>;

/// The kind of `Size<1>` in an editor.
#[cfg(rust_analyzer)]
pub type One = Number<1>;

/// The kind of an unlabelled [`Dyn`](super::Dyn): it may be 1 at run time, and broadcast.
#[derive(Debug)]
pub struct Unknown;

/// The kind of [`Dyn<L>`](super::Dyn), which never broadcasts.
#[derive(Debug)]
pub struct Labelled<L: ?Sized>(PhantomData<L>);

/// The kind of [`Within<Lo, Hi, L>`](super::Within), which never broadcasts.
#[derive(Debug)]
pub struct Bounded<Lo, Hi, L: ?Sized>(PhantomData<(Lo, Hi)>, PhantomData<L>);

/// The number of the known dim `D`. Arithmetic computes it where it needs it.
#[derive(Debug)]
pub struct NumberOf<D>(PhantomData<D>);

/// The number of a [`Within<Lo, Hi>`](super::Within). Only the arithmetic of dims knows its bounds.
#[derive(Debug)]
pub struct Interval<Lo, Hi>(PhantomData<(Lo, Hi)>);

/// Declares operations on numbers, and [`Numeral`].
macro_rules! operations {
    ($($Op:ident)*) => {
        $(
            /// The operation on numbers, which may be unknown.
            pub trait $Op<Rhs> {
                /// The resulting number.
                type Output;
            }
        )*

        /// A number. The result of an operation with an unknown one is unknown.
        pub trait Numeral: $($Op<Unknown, Output = Unknown> +)* {}
        impl<N: $($Op<Unknown, Output = Unknown> +)*> Numeral for N {}
    };
}

operations!(Plus Minus Times Over Floored Raised LesserOf GreaterOf);

/// A rule for a pair of dims: whether a 1 on the left, and a 1 on the right, broadcasts.
#[derive(Debug)]
pub struct Pairs<Left, Right>(PhantomData<(Left, Right)>);

/// A 1 on this side is like any other size.
#[derive(Debug)]
pub struct Stays;

/// A 1 on this side broadcasts to the size on the other.
#[derive(Debug)]
pub struct Stretches;

/// The sizes must be equal.
pub type Equal = Pairs<Stays, Stays>;

/// A 1 on the right broadcasts to the size on the left.
pub type OneWay = Pairs<Stays, Stretches>;

/// A 1 on either side broadcasts.
pub type Mutual = Pairs<Stretches, Stretches>;

/// A size at run time, which may be unknown, or any of several.
pub trait Length: Copy + Eq + Default {
    /// The size 1.
    const ONE: Self;
    /// Whether it is known to be 1.
    fn is_one(self) -> bool {
        self == Self::ONE
    }
    /// The size that both are; `None` if they differ.
    fn common(self, other: Self) -> Option<Self>;
}

impl Length for usize {
    const ONE: Self = 1;

    #[inline]
    fn common(self, other: Self) -> Option<Self> {
        (self == other).then_some(self)
    }
}

impl Length for Option<usize> {
    const ONE: Self = Some(1);

    fn common(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Some(l), Some(r)) => l.common(r).map(Some),
            _ => Some(self.or(other)),
        }
    }
}

/// A rule for two dims at run time: the table of `pair.rs`, for numbers.
pub trait PairRule {
    /// Whether a 1 on the left broadcasts.
    const STRETCHES_LEFT: bool;
    /// Whether a 1 on the right broadcasts.
    const STRETCHES_RIGHT: bool;

    /// Combines two sizes; `None` if they clash.
    #[inline]
    fn pair<N: Length>(left: N, right: N) -> Option<N> {
        if Self::STRETCHES_RIGHT && right.is_one() {
            Some(left)
        } else if Self::STRETCHES_LEFT && left.is_one() {
            Some(right)
        } else {
            left.common(right)
        }
    }
}

impl<Left: Side, Right: Side> PairRule for Pairs<Left, Right> {
    const STRETCHES_LEFT: bool = Left::STRETCHES;
    const STRETCHES_RIGHT: bool = Right::STRETCHES;
}

/// [`Stays`] or [`Stretches`].
pub trait Side {
    /// Whether a 1 on this side broadcasts.
    const STRETCHES: bool;
}

impl Side for Stays {
    const STRETCHES: bool = false;
}

impl Side for Stretches {
    const STRETCHES: bool = true;
}

/// Why two dims clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The sizes differ, and neither may broadcast to the other.
    Sizes,
    /// One size is 1 but has a label, so that it does not broadcast.
    Label,
    /// One size is 1 but has bounds, so that it does not broadcast.
    Bounds,
    /// The sizes differ, under a rule where no size broadcasts.
    Unstretched,
}
