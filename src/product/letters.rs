//! Letters that name axes: each is a type, and an alphabet has an item for each of them.
//!
//! The impl for a letter is found by the head of a type, without recursion.

use crate::axes::Ellipsis;
use crate::shape::{Axes, LetterText, Nil, Tuple};
use core::marker::PhantomData;

/// The letters that name axes in [`einsum!`](crate::einsum!), as types without values.
#[allow(non_camel_case_types, missing_debug_implementations, missing_docs, reason = "they are letters, and no values")]
pub mod letter {
    /// Declares the letters: `letters!(a b)`.
    macro_rules! letters {
        ($($x:ident)*) => {$(
            pub struct $x;
        )*};
    }
    letters!(a b c d e f g h i j k l m n o p q r s t u v w x y z);
    letters!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z);
}

/// A letter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a letter",
    label = "an axis is named by a letter from a to z or A to Z",
    note = "conformable: E-einsum"
)]
pub trait Letter {
    /// The letter in ASCII: `b'a'` and so on.
    const LETTER: u8;
}

/// The item of a letter that has no dim yet.
#[derive(Debug)]
pub struct Free;

/// The items of seven consecutive letters.
#[derive(Debug)]
pub struct LetterRow<A, B, C, D, E, F, G>(PhantomData<(A, B, C, D, E, F, G)>);

/// The items of all letters, in eight rows of seven: four of small letters, and four of capital ones. The last
/// parameter is the shape of `...`.
#[derive(Debug)]
#[allow(clippy::type_complexity, reason = "a parameter for each row")]
pub struct Alphabet<A, B, C, D, E, F, G, H, Z>(PhantomData<(A, B, C, D, E, F, G, H, Z)>);

/// A row whose letters are all [`Free`].
#[derive(Debug)]
pub struct FreeRow;

/// The alphabet whose letters are all [`Free`].
pub type Blank = Alphabet<FreeRow, FreeRow, FreeRow, FreeRow, FreeRow, FreeRow, FreeRow, FreeRow, Free>;

/// An alphabet with an item for the letter `L`.
#[diagnostic::on_unimplemented(
    message = "`{L}` is not a letter",
    label = "an axis is named by a letter from a to z or A to Z",
    note = "conformable: E-einsum"
)]
pub trait Slot<L> {
    /// The item.
    type Item;
    /// The alphabet with the item `X` there.
    type Put<X>;
}

#[diagnostic::do_not_recommend]
impl<A, B, C, D, E, F, G, H, Z> Slot<Ellipsis> for Alphabet<A, B, C, D, E, F, G, H, Z> {
    type Item = Z;
    type Put<X> = Alphabet<A, B, C, D, E, F, G, H, X>;
}

/// The count of a letter that occurs once.
#[derive(Debug)]
pub struct Once;

/// The count of a letter that occurs more often.
#[derive(Debug)]
pub struct Often;

/// The count of a letter: [`Free`], [`Once`] or [`Often`].
pub trait Occurs {
    /// The count plus one.
    type Again;
}

impl Occurs for Free {
    type Again = Once;
}

impl Occurs for Once {
    type Again = Often;
}

impl Occurs for Often {
    type Again = Self;
}

/// A list of letters, counted in addition to those of `Env`.
pub trait CountIn<Env> {
    /// The counts of all letters.
    type Env;
}

impl<Env> CountIn<Env> for Nil {
    type Env = Env;
}

impl<Env: Slot<L, Item: Occurs>, L, Outer> CountIn<Env> for Axes<L, Outer>
where
    Outer: CountIn<Env::Put<<Env::Item as Occurs>::Again>>,
{
    type Env = Outer::Env;
}

/// A list of tuples of letters, which are all counted.
pub trait CountAll {
    /// The counts of all letters.
    type Env;
}

impl CountAll for Nil {
    type Env = Blank;
}

impl<L: Tuple<List: CountIn<Outer::Env>>, Outer: CountAll> CountAll for Axes<L, Outer> {
    type Env = <L::List as CountIn<Outer::Env>>::Env;
}

/// A count that prepends the letter `L` to `List` if it is [`Once`].
pub trait ListOnce<L, List> {
    /// The list.
    type Output;
}

impl<L, List> ListOnce<L, List> for Free {
    type Output = List;
}

impl<L, List> ListOnce<L, List> for Once {
    type Output = Axes<L, List>;
}

impl<L, List> ListOnce<L, List> for Often {
    type Output = List;
}

/// A row whose letters that occur once are prepended to `List`, from `First` on.
pub trait OnceInRow<First, List> {
    /// The list.
    type Output;
}

impl<First, List> OnceInRow<First, List> for FreeRow {
    type Output = List;
}

/// `...`, if an operand has it.
pub trait ListEllipsis {
    /// The list of it.
    type Output;
}

impl ListEllipsis for Free {
    type Output = Nil;
}

impl ListEllipsis for Once {
    type Output = Axes<Ellipsis, Nil>;
}

impl ListEllipsis for Often {
    type Output = Axes<Ellipsis, Nil>;
}

/// An alphabet whose letters that occur once are listed.
pub trait OnceInAll {
    /// The list.
    type Output;
}

impl<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, Z> OnceInAll for Alphabet<A, B, C, D, E, F, G, H, Z>
where
    Z: ListEllipsis,
    E: OnceInRow<letter::A, Z::Output, Output = I>,
    F: OnceInRow<letter::H, I, Output = J>,
    G: OnceInRow<letter::O, J, Output = K>,
    H: OnceInRow<letter::V, K, Output = L>,
    A: OnceInRow<letter::a, L, Output = M>,
    B: OnceInRow<letter::h, M, Output = N>,
    C: OnceInRow<letter::o, N, Output = O>,
    D: OnceInRow<letter::v, O>,
{
    type Output = D::Output;
}

/// `row!([] [S T]; a b c)` implements the traits of three letters in the first of three rows; the last parameter is
/// that of `...`.
macro_rules! row {
    ([$($Before:ident)*] [$($After:ident)*]; $first:ident $($x:ident)*) => {
        row!(places [$($Before)*] [$($After)*] []; A B C D E F G; $first $($x)*);
        row!(once $first List [] []; A H B I C J D K E L F M G N; $first $($x)*);
    };
    (once $first:ident $List:ident [$($bounds:tt)*] [$($Seen:ident $Listed:ident)*]; $($Item:ident $Output:ident)*;)
    => {
        impl<List, $($Seen, $Listed,)* $($Item),*> OnceInRow<letter::$first, List> for LetterRow<$($Seen,)* $($Item),*>
        where
            $($bounds)*
        {
            type Output = $List;
        }
    };
    (
        once $first:ident $List:ident [$($bounds:tt)*] [$($seen:ident)*];
        $Item:ident $Output:ident $($items:ident)*; $x:ident $($rest:ident)*
    ) => {
        row!(
            once $first $Output [$($bounds)* $Item: ListOnce<letter::$x, $List, Output = $Output>,]
            [$($seen)* $Item $Output]; $($items)*; $($rest)*
        );
    };
    (places $before:tt $after:tt $outer:tt; $($Inner:ident)*;) => {};
    (places $before:tt $after:tt [$($Outer:ident)*]; $X:ident $($Inner:ident)*; $x:ident $($rest:ident)*) => {
        row!(place $before $after [$($Outer)*] $X [$($Inner)*] $x);
        row!(places $before $after [$($Outer)* $X]; $($Inner)*; $($rest)*);
    };
    (place [$($Before:ident)*] [$($After:ident)*] [$($Outer:ident)*] $X:ident [$($Inner:ident)*] $x:ident) => {
        impl Letter for letter::$x {
            const LETTER: u8 = stringify!($x).as_bytes()[0];
        }

        #[diagnostic::do_not_recommend]
        impl<$($Outer,)* $X, $($Inner),*> Slot<letter::$x> for LetterRow<$($Outer,)* $X, $($Inner),*> {
            type Item = $X;
            type Put<Put> = LetterRow<$($Outer,)* Put, $($Inner),*>;
        }

        #[diagnostic::do_not_recommend]
        impl Slot<letter::$x> for FreeRow {
            type Item = Free;
            type Put<Put> = LetterRow<$(row!(free $Outer),)* Put, $(row!(free $Inner)),*>;
        }

        #[diagnostic::do_not_recommend]
        impl<$($Before,)* Own: Slot<letter::$x>, $($After),*> Slot<letter::$x>
            for Alphabet<$($Before,)* Own, $($After),*>
        {
            type Item = Own::Item;
            type Put<Put> = Alphabet<$($Before,)* Own::Put<Put>, $($After),*>;
        }
    };
    (free $X:ident) => { Free };
}

row!([] [S T U V W X Y Q]; a b c d e f g);
row!([S] [T U V W X Y Q]; h i j k l m n);
row!([S T] [U V W X Y Q]; o p q r s t u);
row!([S T U] [V W X Y Q]; v w x y z);
row!([S T U V] [W X Y Q]; A B C D E F G);
row!([S T U V W] [X Y Q]; H I J K L M N);
row!([S T U V W X] [Y Q]; O P Q R S T U);
row!([S T U V W X Y] [Q]; V W X Y Z);

/// The number of letters, and 12 axes of `...`.
pub(super) const LETTERS: usize = 64;

/// The letter of the last axis of `...`; larger numbers are the axes before.
pub(crate) const ELLIPSIS: u8 = 128;

/// Replaces the letter of an axis of size 1 that is broadcast.
#[cfg(feature = "tensor")]
pub(crate) const BROADCAST: u8 = u8::MAX;

/// The position of a letter in [`Sizes`].
#[inline]
fn place(letter: u8) -> usize {
    usize::from(match letter {
        ELLIPSIS.. => letter - ELLIPSIS + 52,
        b'a'.. => letter - b'a',
        _ => letter - b'A' + 26,
    })
}

/// The size of each letter of an equation, and the first operand that has it.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    values: [usize; LETTERS],
    operands: [Option<u8>; LETTERS],
    /// A bit for each axis of `...` whose size has a label, so that it does not broadcast.
    labels: u16,
}

impl Sizes {
    /// No letter has a size.
    pub(crate) const NONE: Self = Self { values: [0; LETTERS], operands: [None; LETTERS], labels: 0 };

    /// The size of a letter, if known, and the first operand that has it.
    #[inline]
    pub(crate) fn get(&self, letter: u8) -> Option<(usize, usize)> {
        let at = place(letter);
        self.operands[at].map(|operand| (self.values[at], operand.into()))
    }

    /// The product of the sizes of letters; `None` if it overflows or a size is not known.
    pub(crate) fn product(&self, letters: &[u8]) -> Option<usize> {
        letters.iter().try_fold(1usize, |product, &letter| product.checked_mul(self.get(letter)?.0))
    }

    /// Whether the size of an axis of `...` has a label.
    pub(super) fn has_label(&self, letter: u8) -> bool {
        self.labels >> (letter - ELLIPSIS) & 1 == 1
    }

    /// Records whether an operand has a label at an axis of `...`.
    pub(super) fn label(&mut self, letter: u8, has_label: bool) {
        self.labels |= u16::from(has_label) << (letter - ELLIPSIS);
    }

    /// The number of axes of `...`.
    pub(crate) fn ellipsis(&self) -> usize {
        self.operands[place(ELLIPSIS)..].iter().take_while(|operand| operand.is_some()).count()
    }

    /// Sets the size of a letter; `operand` is the first that has it.
    #[inline]
    pub(crate) fn put(&mut self, letter: u8, size: usize, operand: u8) {
        let at = place(letter);
        (self.values[at], self.operands[at]) = (size, Some(operand));
    }
}

/// A list of letters.
pub trait Letters {
    /// The letters, outermost first.
    #[doc(hidden)]
    const TEXT: LetterText;
    /// A static reference to [`TEXT`](Self::TEXT).
    #[doc(hidden)]
    const KEPT: &'static LetterText = &Self::TEXT;
    #[doc(hidden)]
    const ALL: &'static [u8] = Self::KEPT.as_bytes();
}
