//! The sides of a pattern that rearranges axes, as types and as text for run time.
//!
//! ```text
//! bind(l, s)                  = s at l                                where l is free or s
//! bind((..L), s)              = s / product(L) at the free letter of L
//! ```

use super::letters::{Letter, Sizes};
use crate::axes::FactorOf;
use crate::shape::{Axes, Clash, LetterText, Nil, Size, Tuple};
use core::marker::PhantomData;

/// An axis with one letter.
#[derive(Debug)]
pub struct Alone<L>(PhantomData<L>);

/// An axis with the letters of a tuple; of size 1 for the empty tuple.
#[derive(Debug)]
pub struct Together<Letters>(PhantomData<Letters>);

/// The letters of each axis of a side.
pub(crate) fn items(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let (first, after) = rest.split_first()?;
        if *first != b'(' {
            let item = &rest[..1];
            rest = after;
            return Some(item);
        }
        let end = after.iter().position(|&letter| letter == b')')?;
        let item = &after[..end];
        rest = &after[end + 1..];
        Some(item)
    })
}

/// Computes the sizes of the letters from those of the axes.
pub(super) fn bind(text: &[u8], own: &[usize], sizes: &mut Sizes) -> Result<(), Clash> {
    if items(text).count() != own.len() {
        return Err(Clash::Pattern(LetterText::new(text)));
    }
    for (letters, &size) in items(text).zip(own) {
        let (mut known, mut free) = (1usize, None);
        for &letter in letters {
            match sizes.get(letter) {
                Some((size, _)) => known = known.saturating_mul(size),
                None if free.is_some() => return Err(Clash::Unsized(LetterText::new(letters))),
                None => free = Some(letter),
            }
        }
        let divides = match free {
            Some(_) => known != 0 && size % known == 0,
            None => known == size,
        };
        if !divides {
            return Err(Clash::Parts { letters: LetterText::new(letters), size, known, has_free: free.is_some() });
        }
        if let Some(letter) = free {
            sizes.put(letter, size / known, 0);
        }
    }
    Ok(())
}

/// A list of axes as text.
pub trait Items {
    /// The axes as text.
    #[doc(hidden)]
    const TEXT: LetterText;
    /// A static reference to [`TEXT`](Self::TEXT).
    #[doc(hidden)]
    const KEPT: &'static LetterText = &Self::TEXT;
    #[doc(hidden)]
    const ALL: &'static [u8] = Self::KEPT.as_bytes();
}

impl Items for Nil {
    const TEXT: LetterText = LetterText::EMPTY;
}

impl<I: PatternEntry, Outer: Items> Items for Axes<I, Outer> {
    const TEXT: LetterText = Outer::TEXT.and(&I::TEXT);
}

/// One axis as text.
pub trait PatternEntry {
    #[doc(hidden)]
    const TEXT: LetterText;
}

impl<L: Letter> PatternEntry for Alone<L> {
    const TEXT: LetterText = LetterText::EMPTY.with(L::LETTER);
}

impl<T: Tuple<List: Inner>> PatternEntry for Together<T> {
    const TEXT: LetterText = LetterText::EMPTY.with(b'(').and(&T::List::TEXT).with(b')');
}

/// The letters of an axis with several.
pub trait Inner {
    #[doc(hidden)]
    const TEXT: LetterText;
}

impl Inner for Nil {
    const TEXT: LetterText = LetterText::EMPTY;
}

impl<L: Letter, Outer: Inner> Inner for Axes<L, Outer> {
    const TEXT: LetterText = Outer::TEXT.with(L::LETTER);
}

/// The product of no sizes.
#[derive(Debug)]
pub struct NoSize;

/// The product `N` of sizes.
#[derive(Debug)]
pub struct Product<N>(PhantomData<N>);

/// The size `D` of the letter `L`.
#[derive(Debug)]
pub struct SizeOf<L, D>(pub(super) D, PhantomData<L>);

impl<L, D> SizeOf<L, D> {
    /// Returns the size as a value.
    pub const fn new(dim: D) -> Self {
        Self(dim, PhantomData)
    }
}

impl<L, D: Copy> Clone for SizeOf<L, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L, D: Copy> Copy for SizeOf<L, D> {}

/// A product of sizes as a dim; that of no sizes is 1.
pub trait SizeOfAll {
    /// The dim.
    type Dim;
}

impl SizeOfAll for NoSize {
    type Dim = Size<1>;
}

impl<N> SizeOfAll for Product<N> {
    type Dim = N;
}

/// A product of sizes, with one more on its left.
pub trait LeftTimes<Left> {
    /// The product.
    type Output;
}

impl<Left> LeftTimes<Left> for NoSize {
    type Output = Product<Left>;
}

impl<Left, Right: FactorOf<Left, Product = P>, P> LeftTimes<Left> for Product<Right> {
    type Output = Product<P>;
}
