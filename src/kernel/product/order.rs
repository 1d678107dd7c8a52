//! The order of products of several operands, and the letters of their results.

use super::lettered::{Lettered, OPERANDS};
use crate::layout::sort_outermost_first;
use crate::shape::{AnyShape, Sizes, SmallVec};

pub(super) type AnyLetters = Sizes<u8>;

pub(super) fn sizes_of(letters: &[u8], terms: &[&Lettered]) -> AnyShape {
    letters.iter().map(|&letter| terms.iter().find_map(|term| term.size(letter)).unwrap_or(1)).collect()
}

/// Whether the result or an operand outside `own` has the letter.
fn is_elsewhere(letter: u8, own: &[usize], terms: &[&Lettered], result: &[u8]) -> bool {
    let has = |at: usize| !own.contains(&at) && terms[at].size(letter).is_some();
    result.contains(&letter) || (0..terms.len()).any(has)
}

/// The letters of an operand that occur elsewhere; `None` if all do.
pub(super) fn shared(at: usize, terms: &[&Lettered], result: &[u8]) -> Option<AnyLetters> {
    let own = terms[at].letters();
    let shared: AnyLetters = own.iter().copied().filter(|&l| is_elsewhere(l, &[at], terms, result)).collect();
    (shared.len() < own.len()).then_some(shared)
}

/// The letters of the product of two operands: batch, rows, columns.
pub(super) fn result_of(pair: [usize; 2], terms: &[&Lettered], result: &[u8]) -> AnyLetters {
    let [left, right] = pair.map(|at| terms[at].letters());
    let batch = left.iter().filter(|letter| right.contains(letter));
    let rows = left.iter().filter(|letter| !right.contains(letter));
    let columns = right.iter().filter(|letter| !left.contains(letter));
    let all = batch.chain(rows).chain(columns).copied();
    all.filter(|&letter| is_elsewhere(letter, &pair, terms, result)).collect()
}

/// The order of the summed letters of two operands in which the fewest elements are copied, and which of the two have
/// to be copied.
pub(super) fn aligned(terms: [&Lettered; 2], result: &[u8]) -> (AnyLetters, [bool; 2]) {
    let copied = |order: &AnyLetters| terms.map(|term| !term.are_adjacent(order));
    let cost = |order: &AnyLetters| {
        let numel = |term: &Lettered| term.sizes().iter().fold(1usize, |n, &size| n.saturating_mul(size));
        let costs = copied(order).into_iter().zip(terms).map(|(copied, term)| if copied { numel(term) } else { 0 });
        costs.fold(0, usize::saturating_add)
    };
    let [first, second] = terms.map(|term| {
        let mut order: AnyLetters = term.letters().iter().copied().filter(|letter| !result.contains(letter)).collect();
        sort_outermost_first(&mut order, |&letter| term.stride(letter).unsigned_abs());
        order
    });
    let order = if cost(&second) < cost(&first) { second } else { first };
    let copied = copied(&order);
    (order, copied)
}

impl Lettered {
    /// Whether the axes of these letters are adjacent in memory, in this order.
    fn are_adjacent(&self, order: &[u8]) -> bool {
        order.windows(2).all(|pair| {
            let size = self.size(pair[1]).unwrap_or(1);
            self.stride(pair[0]) == self.stride(pair[1]).wrapping_mul(size as isize)
        })
    }

    pub(super) fn with_last(&self, last: &[u8]) -> AnyLetters {
        self.letters().iter().filter(|letter| !last.contains(letter)).chain(last).copied().collect()
    }
}

/// The pair to multiply first, for the least total cost.
pub(super) fn first_pair(terms: &[&Lettered], result: &[u8]) -> [usize; 2] {
    let mut all = SmallVec::<(u8, usize), 32>::default();
    let masks: Masks = (terms.iter())
        .map(|term| {
            term.letters().iter().zip(term.sizes()).fold(0, |mask, (&letter, &size)| {
                let bit = all.iter().position(|&(other, _)| other == letter).unwrap_or_else(|| {
                    all.push((letter, size));
                    all.len() - 1
                });
                mask | 1 << bit
            })
        })
        .collect();
    let bits = all.iter().enumerate().filter(|(_, (letter, _))| result.contains(letter));
    let result = bits.fold(0, |mask, (bit, _)| mask | 1 << bit);
    cheapest(&masks, result, &all).1
}

type Masks = SmallVec<u64, OPERANDS>;

/// The least number of multiplications for all operands, and the first pair.
///
/// With more than four operands it is the cheapest pair, since the number of orders grows faster than exponentially.
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
