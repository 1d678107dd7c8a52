//! Letters that name axes: each is a type, and an alphabet has a place for each of them.
//!
//! A place is found by the head of a type alone: there is no walk and no number. What stands at no letter is [`Free`].

use core::marker::PhantomData;

/// The letters that name axes in [`einsum!`](crate::einsum!): each is a type, of which nothing is made.
#[allow(non_camel_case_types, missing_debug_implementations, missing_docs, reason = "they are letters, and no values")]
pub mod letter {
    /// Declares the letters: `letters!(a b)`.
    macro_rules! letters {
        ($($x:ident)*) => {$(
            pub struct $x;
        )*};
    }
    letters!(a b c d e f g h i j k l m n o p q r s t u v w x y z);
}

/// A letter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a letter",
    label = "an axis is named by a letter from a to z",
    note = "conformable: E-einsum"
)]
pub trait Letter {
    /// Which one: `b'a'` and so on.
    const LETTER: u8;
}

/// Where a letter stands that has no dim yet.
#[derive(Debug)]
pub struct Free;

/// Seven letters in a row, and what stands at each of them.
#[derive(Debug)]
pub struct Row<A, B, C, D, E, F, G>(PhantomData<(A, B, C, D, E, F, G)>);

/// What stands at each letter, in four rows of seven places.
#[derive(Debug)]
pub struct Alphabet<A, B, C, D>(PhantomData<(A, B, C, D)>);

/// A row in which nothing stands.
type FreeRow = Row<Free, Free, Free, Free, Free, Free, Free>;

/// An alphabet in which nothing stands.
pub type Blank = Alphabet<FreeRow, FreeRow, FreeRow, FreeRow>;

/// An alphabet with a place for the letter `L`.
#[diagnostic::on_unimplemented(
    message = "`{L}` is not a letter",
    label = "an axis is named by a letter from a to z",
    note = "conformable: E-einsum"
)]
pub trait Slot<L> {
    /// What stands there.
    type Item;
    /// The same alphabet with `X` there.
    type Put<X>;
}

/// `row!([] [S T]; a b c)` stands for the places of three letters in the first of three rows.
macro_rules! row {
    ([$($Before:ident)*] [$($After:ident)*]; $($x:ident)*) => {
        row!(places [$($Before)*] [$($After)*] []; A B C D E F G; $($x)*);
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
        impl<$($Before,)* $($Outer,)* $X, $($Inner,)* $($After),*> Slot<letter::$x>
            for Alphabet<$($Before,)* Row<$($Outer,)* $X, $($Inner),*>, $($After),*>
        {
            type Item = $X;
            type Put<Put> = Alphabet<$($Before,)* Row<$($Outer,)* Put, $($Inner),*>, $($After),*>;
        }
    };
}

row!([] [S T U]; a b c d e f g);
row!([S] [T U]; h i j k l m n);
row!([S T] [U]; o p q r s t u);
row!([S T U] []; v w x y z);

/// So many letters there are.
const LETTERS: usize = 26;

/// The sizes of the letters, and the operand that was the first with it.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    sizes: [usize; LETTERS],
    operands: [Option<u8>; LETTERS],
}

impl Sizes {
    /// Of no letter.
    pub(crate) const NONE: Self = Self { sizes: [0; LETTERS], operands: [None; LETTERS] };

    /// The size of a letter, and the operand that was the first with it, if there is one.
    #[inline]
    pub(crate) fn get(&self, letter: u8) -> Option<(usize, usize)> {
        let at = usize::from(letter - b'a');
        self.operands[at].map(|operand| (self.sizes[at], operand.into()))
    }

    /// Gives a letter a size, as the first operand with it.
    #[inline]
    pub(crate) fn put(&mut self, letter: u8, size: usize, operand: u8) {
        let at = usize::from(letter - b'a');
        (self.sizes[at], self.operands[at]) = (size, Some(operand));
    }
}

/// A list of letters.
pub trait Letters {
    /// The letters, outermost first.
    #[doc(hidden)]
    const TEXT: Text;
    /// The same where they stay.
    #[doc(hidden)]
    const KEPT: &'static Text = &Self::TEXT;
    /// The same as bytes.
    #[doc(hidden)]
    const ALL: &'static [u8] = Self::KEPT.as_bytes();
}

/// Up to 16 letters.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    letters: [u8; 16],
    length: usize,
}

impl Text {
    pub(crate) const EMPTY: Self = Self { letters: [0; 16], length: 0 };

    /// The same with one more.
    pub(crate) const fn with(mut self, letter: u8) -> Self {
        self.letters[self.length] = letter;
        self.length += 1;
        self
    }

    const fn as_bytes(&self) -> &[u8] {
        self.letters.split_at(self.length).0
    }
}
