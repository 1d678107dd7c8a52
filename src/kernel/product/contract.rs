//! Products of several operands with lettered axes: the order of products, and intermediate tensors.
//!
//! ```text
//! contract(terms, out):
//!     sum each term along the letters that occur nowhere else                # an intermediate tensor, if there are any
//!     while there are more than two terms:
//!         replace the pair with the least total cost by its product          # an intermediate tensor
//!     write the product of the last two, or the last one
//! ```
//!
//! The cost is the number of multiplications. Summed letters have to be adjacent in both operands; an operand where
//! they are not is copied. Without an allocator, and for few products, there are loops over all indices instead.

use super::gemm::MatrixElement;
use super::term::{self, LETTERS, OPERANDS, Target, Term};
#[cfg(feature = "alloc")]
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::reduction::reduce::ManyToOne;
use crate::shape::{Shape, ShapeError};
use crate::storage::Destination;
#[cfg(feature = "alloc")]
use {
    crate::kernel::movement::copy::copied,
    crate::layout::sort_outermost_first,
    crate::shape::{AnyShape, SmallVec},
    crate::storage::{Heap, Room, Tensor, View},
    core::marker::PhantomData,
};

/// Sums the products of one or more operands over the letters that are not in `letters`, those of the result.
///
/// # Errors
///
/// If there are more than 32 letters, or an allocation fails; then nothing has been written.
///
/// # Panics
///
/// If a letter has two sizes, or a letter of the result is in no operand or has another size in the destination.
#[inline]
pub(crate) fn contracted<T: MatrixElement<Total = T>, R: ManyToOne<T, Output = T>, To: Destination<T>>(
    to: To,
    letters: &[u8],
    terms: &[Term<'_, T>],
    sum: impl Fn() -> R,
) -> Result<To::Written, ShapeError> {
    check_letters(terms)?;
    let held = if (2..=OPERANDS).contains(&terms.len()) && products(terms) <= FEW {
        None
    } else {
        Some(Terms::new(terms, letters, &sum)?)
    };
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        let target = shape.with_sizes(|sizes| Target::new(first, letters, sizes, strides));
        let Some(terms) = held else {
            // SAFETY: `Destination` has a different place at each index of `target`, which nothing else reads.
            return unsafe { term::loops(terms, &target) };
        };
        // SAFETY: `Destination` has a different place at each index of `target`, which nothing else reads.
        unsafe { terms.write(&target, sum) };
    };
    // SAFETY: `write` writes each index of `target`, or panics.
    Ok(unsafe { to.write(write) })
}

/// # Errors
///
/// If there are more than [`LETTERS`] letters.
fn check_letters<T>(terms: &[Term<'_, T>]) -> Result<(), ShapeError> {
    let letters = || terms.iter().map(|term| term.axes.letters());
    if letters().map(<[u8]>::len).sum::<usize>() <= LETTERS {
        return Ok(());
    }
    let mut all = [0_u128; 2];
    letters().flatten().for_each(|letter| all[usize::from(letter / 128)] |= 1 << (letter % 128));
    if all.iter().map(|letters| letters.count_ones() as usize).sum::<usize>() <= LETTERS {
        return Ok(());
    }
    let why = "the operands have more than 32 letters together";
    Err(ShapeError::cannot("multiply", terms[0].axes.sizes().into(), why))
}

/// The number of products up to which loops over all indices are the fastest.
const FEW: usize = 64;

/// The number of products: that of the indices of all letters.
fn products<T>(terms: &[Term<'_, T>]) -> usize {
    let mut count = 1usize;
    for (at, term) in terms.iter().enumerate() {
        for (&letter, &size) in term.axes.letters().iter().zip(term.axes.sizes()) {
            if terms[..at].iter().all(|before| before.axes.size(letter).is_none()) {
                count = count.saturating_mul(size);
            }
        }
    }
    count
}

/// Operands whose result is written without intermediate tensors.
#[cfg(not(feature = "alloc"))]
struct Terms<'t, 'a, T>(&'t [Term<'a, T>]);

#[cfg(not(feature = "alloc"))]
impl<'t, 'a, T: MatrixElement<Total = T>> Terms<'t, 'a, T> {
    #[allow(clippy::unnecessary_wraps, reason = "with an allocator something is kept")]
    fn new<R: ManyToOne<T, Output = T>>(
        terms: &'t [Term<'a, T>],
        _: &[u8],
        _: &impl Fn() -> R,
    ) -> Result<Self, ShapeError> {
        Ok(Self(terms))
    }

    /// # Safety
    ///
    /// As for [`term::loops`].
    unsafe fn write<R: ManyToOne<T, Output = T>>(&self, target: &Target<T>, sum: impl Fn() -> R) {
        match *self.0 {
            // SAFETY: `target` is this function's argument, and `x` the only term.
            [x] => unsafe { term::sum(&x, target, sum()) },
            // SAFETY: `target` is this function's argument, and `x` and `y` all terms.
            [x, y] => unsafe { term::product(&[x, y], target) },
            // SAFETY: the terms and `target` are those of this function.
            _ => unsafe { term::loops(self.0, target) },
        }
    }
}

#[cfg(feature = "alloc")]
struct Kept<T> {
    tensor: Tensor<T, AnyShape>,
    letters: AnyLetters,
}

#[cfg(feature = "alloc")]
type AnyLetters = crate::shape::Sizes<u8>;

/// An operand: the caller's, or an intermediate tensor.
#[cfg(feature = "alloc")]
#[allow(clippy::large_enum_variant, reason = "four are on the stack")]
enum Held<'a, T> {
    Given(Term<'a, T>),
    Kept(Kept<T>),
}

#[cfg(feature = "alloc")]
impl<T: MatrixElement<Total = T>> Held<'_, T> {
    fn term(&self) -> Term<'_, T> {
        match self {
            Self::Given(term) => *term,
            Self::Kept(Kept { tensor, letters }) => {
                let operand = Operand::<T, AnyShape, Heap> { tensor, trailing: 0, alignment: PhantomData };
                Term::new(&operand, letters)
            }
        }
    }

    /// Makes an intermediate tensor of these letters of the terms, which `write` writes.
    fn of(letters: AnyLetters, terms: &[Term<'_, T>], write: impl FnOnce(&Target<T>)) -> Result<Self, ShapeError> {
        let size = |&letter: &u8| terms.iter().find_map(|term| term.axes.size(letter)).unwrap_or(1);
        let shape: AnyShape = letters.iter().map(size).collect();
        let room = Room::<T, AnyShape, Heap>::new(shape)?;
        let init = |shape: &AnyShape, first, strides: &[usize]| write(&Target::new(first, &letters, shape, strides));
        // SAFETY: `write` is `term::sum` or `term::product` in both calls of `of`, which write each index of the
        // target.
        let tensor = unsafe { room.write(init) };
        Ok(Self::Kept(Kept { tensor, letters }))
    }
}

/// The last two operands at most; or all, if there are few products.
#[cfg(feature = "alloc")]
struct Terms<'a, T> {
    held: SmallVec<Option<Held<'a, T>>, OPERANDS>,
}

#[cfg(feature = "alloc")]
impl<'a, T: MatrixElement<Total = T>> Terms<'a, T> {
    /// # Errors
    ///
    /// If an allocation fails.
    fn new<R: ManyToOne<T, Output = T>>(
        terms: &[Term<'a, T>],
        letters: &[u8],
        sum: &impl Fn() -> R,
    ) -> Result<Self, ShapeError> {
        let held = terms.iter().map(|&term| Some(Held::Given(term))).collect();
        let mut all = Self { held };
        if terms.len() == 1 {
            return Ok(all);
        }
        all.sum_alone(letters, sum)?;
        while all.held.len() > 2 {
            let [i, j] = all.cheapest(letters);
            all.multiply([i, j], letters)?;
            all.sum_alone(letters, sum)?;
        }
        all.align(letters)?;
        Ok(all)
    }

    fn term(&self, at: usize) -> Term<'_, T> {
        self.held[at].as_ref().map_or_else(|| unreachable!("an operand"), Held::term)
    }

    /// Whether the result or an operand outside `own` has the letter.
    fn is_elsewhere(&self, letter: u8, own: &[usize], letters: &[u8]) -> bool {
        let has = |at: usize| !own.contains(&at) && self.term(at).axes.size(letter).is_some();
        letters.contains(&letter) || (0..self.held.len()).any(has)
    }

    /// Sums each operand along the letters that occur nowhere else.
    fn sum_alone<R: ManyToOne<T, Output = T>>(
        &mut self,
        letters: &[u8],
        sum: &impl Fn() -> R,
    ) -> Result<(), ShapeError> {
        for at in 0..self.held.len() {
            let term = self.term(at);
            let own = term.axes.letters();
            let rest: AnyLetters = own.iter().copied().filter(|&l| self.is_elsewhere(l, &[at], letters)).collect();
            if rest.len() < own.len() {
                // SAFETY: `Held::of` gives a target in a new block, with a place for each index of `rest`.
                let kept = Held::of(rest, &[term], |target| unsafe { term::sum(&term, target, sum()) })?;
                self.held[at] = Some(kept);
            }
        }
        Ok(())
    }

    /// The letters of the product of two operands: batch, rows, columns.
    fn result_of(&self, pair: [usize; 2], letters: &[u8]) -> AnyLetters {
        let [x, y] = pair.map(|at| self.term(at));
        let (left, right) = (x.axes.letters(), y.axes.letters());
        let batch = left.iter().filter(|letter| right.contains(letter));
        let rows = left.iter().filter(|letter| !right.contains(letter));
        let columns = right.iter().filter(|letter| !left.contains(letter));
        batch.chain(rows).chain(columns).copied().filter(|&letter| self.is_elsewhere(letter, &pair, letters)).collect()
    }

    fn multiply(&mut self, pair: [usize; 2], letters: &[u8]) -> Result<(), ShapeError> {
        let result = self.result_of(pair, letters);
        let [x, y] = self.aligned(pair, &result)?;
        let terms = [&x, &y].map(|held| held.as_ref()).map(|held| held.map(Held::term));
        let [left, right] = pair.map(|at| self.term(at));
        let terms = [terms[0].unwrap_or(left), terms[1].unwrap_or(right)];
        // SAFETY: `Held::of` gives a target in a new block, with a place for each index of `result`.
        let kept = Held::of(result, &terms, |target| unsafe { term::product(&terms, target) })?;
        self.held[pair[0]] = Some(kept);
        self.held.remove(pair[1]);
        Ok(())
    }

    /// Copies one of the last two operands if its summed letters are not adjacent, or in another order than in the
    /// other.
    fn align(&mut self, letters: &[u8]) -> Result<(), ShapeError> {
        if self.held.len() == 2 {
            let copies = self.aligned([0, 1], letters)?;
            for (held, copy) in self.held.iter_mut().zip(copies) {
                if copy.is_some() {
                    *held = copy;
                }
            }
        }
        Ok(())
    }

    /// Copies of the operands that have to be copied.
    fn aligned<'k>(&self, pair: [usize; 2], result: &[u8]) -> Result<[Option<Held<'k, T>>; 2], ShapeError> {
        let [x, y] = pair.map(|at| self.term(at));
        let is_summed = |letter: &u8| !result.contains(letter);
        let order_of = |term: &Term<'_, T>| {
            let mut order: AnyLetters = term.axes.letters().iter().copied().filter(is_summed).collect();
            sort_outermost_first(&mut order, |&letter| term.axes.stride(letter).unsigned_abs());
            order
        };
        let orders = [order_of(&x), order_of(&y)];
        let follows = |term: &Term<'_, T>, order: &[u8]| {
            order.windows(2).all(|pair| {
                let size = term.axes.size(pair[1]).unwrap_or(1);
                term.axes.stride(pair[0]) == term.axes.stride(pair[1]).wrapping_mul(size as isize)
            })
        };
        let lie = |order: &[u8]| [follows(&x, order), follows(&y, order)];
        let ways = [lie(&orders[0]), lie(&orders[1])];
        // the order in which fewer elements are copied
        let cost = |way: [bool; 2]| {
            let numel = |term: &Term<'_, T>| term.axes.sizes().iter().fold(1usize, |n, &size| n.saturating_mul(size));
            let costs = [&x, &y].map(numel);
            usize::from(!way[0]).saturating_mul(costs[0]).saturating_add(usize::from(!way[1]).saturating_mul(costs[1]))
        };
        let best = usize::from(cost(ways[1]) < cost(ways[0]));
        let mut copies = [None, None];
        for (at, term) in [x, y].iter().enumerate() {
            if !ways[best][at] {
                copies[at] = Some(copy(term, &orders[best])?);
            }
        }
        Ok(copies)
    }

    /// The pair to multiply first, for the least total cost.
    fn cheapest(&self, letters: &[u8]) -> [usize; 2] {
        let mut all = SmallVec::<(u8, usize), 32>::default();
        let masks: Masks = (0..self.held.len())
            .map(|at| {
                let term = self.term(at);
                term.axes.letters().iter().zip(term.axes.sizes()).fold(0, |mask, (&letter, &size)| {
                    let bit = all.iter().position(|&(other, _)| other == letter).unwrap_or_else(|| {
                        all.push((letter, size));
                        all.len() - 1
                    });
                    mask | 1 << bit
                })
            })
            .collect();
        let bits = all.iter().enumerate().filter(|(_, (letter, _))| letters.contains(letter));
        let result = bits.fold(0, |mask, (bit, _)| mask | 1 << bit);
        cheapest(&masks, result, &all).1
    }

    /// # Safety
    ///
    /// As for [`term::loops`].
    unsafe fn write<R: ManyToOne<T, Output = T>>(&self, target: &Target<T>, sum: impl Fn() -> R) {
        match self.held.len() {
            // SAFETY: `target` is this function's argument, and `held` has one term.
            1 => unsafe { term::sum(&self.term(0), target, sum()) },
            2 if products(&[self.term(0), self.term(1)]) > FEW => {
                // SAFETY: `target` is this function's argument, and `held` has these two terms.
                unsafe { term::product(&[self.term(0), self.term(1)], target) };
            }
            count => {
                let mut terms = [self.term(0); OPERANDS];
                (1..count).for_each(|at| terms[at] = self.term(at));
                // SAFETY: `target` is this function's argument, and `terms[..count]` are all terms of `held`.
                unsafe { term::loops(&terms[..count], target) };
            }
        }
    }
}

/// A dense copy of an operand, with the letters `last` last.
#[cfg(feature = "alloc")]
fn copy<'k, T: MatrixElement<Total = T>>(term: &Term<'_, T>, last: &[u8]) -> Result<Held<'k, T>, ShapeError> {
    let own = term.axes.letters();
    let letters: AnyLetters = own.iter().filter(|letter| !last.contains(letter)).chain(last).copied().collect();
    let sizes: AnyShape = letters.iter().map(|&letter| term.axes.size(letter).unwrap_or(1)).collect();
    let view = term.view(&letters, sizes);
    let operand = Operand::<T, AnyShape, View<'_>> { tensor: &view, trailing: 0, alignment: PhantomData };
    let tensor = copied(Room::new(view.shape().clone())?, &operand);
    Ok(Held::Kept(Kept { tensor, letters }))
}

/// The letters of operands, as bits.
#[cfg(feature = "alloc")]
type Masks = SmallVec<u64, OPERANDS>;

/// The least number of multiplications for all operands, and the first pair.
///
/// With more than four operands it is the cheapest pair, since the number of orders grows faster than exponentially.
#[cfg(feature = "alloc")]
fn cheapest(terms: &[u64], result: u64, letters: &[(u8, usize)]) -> (u128, [usize; 2]) {
    let numel = |mask: u64| {
        let own = letters.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        own.fold(1u128, |numel, (_, &(_, size))| numel.saturating_mul(size as u128))
    };
    let mut best = (u128::MAX, [0, 1]);
    for j in 1..terms.len() {
        for i in 0..j {
            let mut cost = numel(terms[i] | terms[j]);
            if (3..=OPERANDS).contains(&terms.len()) {
                let mut rest: Masks = terms.iter().copied().collect();
                rest.remove(j);
                rest.remove(i);
                let needed = rest.iter().fold(result, |mask, term| mask | term);
                rest.push((terms[i] | terms[j]) & needed);
                cost = cost.saturating_add(cheapest(&rest, result, letters).0);
            }
            if cost < best.0 {
                best = (cost, [i, j]);
            }
        }
    }
    best
}
