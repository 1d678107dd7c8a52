//! Axes with letters, and plans of products of operands with such axes.
//!
//! No plan depends on the element type, so plans are compiled once.

use super::matmul::Batches;
use crate::layout::sort_outermost_first;
use crate::product::BROADCAST;
use crate::shape::{ShapeError, SmallVec};

/// The largest number of letters of an operand, or of two together.
pub(crate) const LETTERS: usize = 32;

/// The most operands of loops over all indices.
pub(crate) const OPERANDS: usize = 4;

/// The axes of an operand, with a letter for each.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Lettered {
    count: usize,
    letters: [u8; LETTERS],
    sizes: [usize; LETTERS],
    strides: [usize; LETTERS],
}

pub(super) type AllAxes<'t> = SmallVec<&'t Lettered, OPERANDS>;

impl Default for &Lettered {
    fn default() -> Self {
        &Lettered::NONE
    }
}

impl Lettered {
    pub(super) const NONE: Self = Self { count: 0, letters: [0; LETTERS], sizes: [0; LETTERS], strides: [0; LETTERS] };

    /// Adds the axes of these letters; a repeated letter is a diagonal.
    pub(super) fn add(&mut self, letters: &[u8], sizes: &[usize], strides: &[usize]) {
        assert!(letters.len() == sizes.len() && sizes.len() == strides.len(), "a letter for each axis");
        for ((&letter, &size), &stride) in letters.iter().zip(sizes).zip(strides) {
            if letter == BROADCAST {
                assert!(size == 1, "an axis that is broadcast has one element");
            } else if let Some(at) = self.letters().iter().position(|&other| other == letter) {
                assert!(self.sizes[at] == size, "a letter is of one size");
                self.strides[at] = self.strides[at].wrapping_add(stride);
            } else {
                self.push(letter, size, stride);
            }
        }
    }

    fn push(&mut self, letter: u8, size: usize, stride: usize) {
        let at = self.count;
        (self.letters[at], self.sizes[at], self.strides[at]) = (letter, size, stride);
        self.count += 1;
    }

    pub(super) fn letters(&self) -> &[u8] {
        &self.letters[..self.count]
    }

    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes[..self.count]
    }

    pub(super) fn strides(&self) -> &[usize] {
        &self.strides[..self.count]
    }

    pub(super) fn get(&self, letter: u8) -> Option<(usize, usize)> {
        let at = self.letters().iter().position(|&other| other == letter)?;
        Some((self.sizes[at], self.strides[at]))
    }

    /// The stride of a letter; 0 if the operand does not have it.
    pub(super) fn stride(&self, letter: u8) -> isize {
        self.get(letter).map_or(0, |(_, stride)| stride as isize)
    }

    pub(super) fn size(&self, letter: u8) -> Option<usize> {
        self.get(letter).map(|(size, _)| size)
    }

    /// The axes of a result, in its order, and then those that it does not have.
    ///
    /// # Panics
    ///
    /// If an axis of the result is not here, or has another size.
    pub(super) fn result_first(&self, result: &Self) -> Self {
        let mut axes = Self::NONE;
        for (&letter, &size) in result.letters().iter().zip(result.sizes()) {
            assert!(self.size(letter) == Some(size), "a letter of the result is one of the operand");
        }
        let lost = self.letters().iter().filter(|&&letter| result.get(letter).is_none());
        for &letter in result.letters().iter().chain(lost) {
            let (size, stride) = self.get(letter).unwrap_or_default();
            axes.push(letter, size, stride);
        }
        axes
    }
}

/// An axis, with its strides in the result and in each operand.
#[derive(Clone, Copy)]
pub(super) struct Along {
    pub(super) size: usize,
    pub(super) steps: [isize; 1 + OPERANDS],
}

impl Along {
    pub(super) const ONE: Self = Self { size: 1, steps: [0; 1 + OPERANDS] };
}

/// The axes of a product, one for each letter. Groups of them are lists of their places.
pub(super) struct Table {
    count: usize,
    axes: [Along; LETTERS],
}

/// The places of some axes in a [`Table`], outermost first.
pub(super) type Group = SmallVec<u8, LETTERS>;

impl Table {
    // zeros, which take no copy
    pub(super) const EMPTY: Self = Self { count: 0, axes: [Along { size: 0, steps: [0; 1 + OPERANDS] }; LETTERS] };

    #[allow(clippy::cast_possible_truncation, reason = "places are below `LETTERS`")]
    fn push(&mut self, axis: Along) -> u8 {
        self.axes[self.count] = axis;
        self.count += 1;
        (self.count - 1) as u8
    }

    pub(super) fn at(&self, place: u8) -> &Along {
        &self.axes[usize::from(place)]
    }

    fn of<'t>(&'t self, group: &'t [u8]) -> impl Iterator<Item = &'t Along> {
        group.iter().map(|&place| self.at(place))
    }

    /// The last axis, and others.
    pub(super) fn innermost<'t>(&'t self, group: &'t [u8]) -> (&'t Along, &'t [u8]) {
        group.split_last().map_or((&Along::ONE, &[]), |(&last, others)| (self.at(last), others))
    }

    pub(super) fn is_empty(&self, group: &[u8]) -> bool {
        self.of(group).any(|axis| axis.size == 0)
    }

    /// Merges axes of a group whose elements follow each other in the result and in both operands.
    fn merge(&mut self, group: &mut Group) {
        sort_outermost_first(group, |&place| [1, 2, 0].map(|at| self.at(place).steps[at].unsigned_abs()));
        let mut merged = 0usize;
        for at in 0..group.len() {
            let axis = *self.at(group[at]);
            if axis.size == 1 {
                continue;
            }
            let follows = |outer: &Along| {
                let mut steps = outer.steps.iter().zip(axis.steps);
                steps.all(|(&outer, inner)| outer == inner.wrapping_mul(axis.size as isize))
            };
            let outer = merged.checked_sub(1).map(|at| usize::from(group[at]));
            let outer = outer.map(|at| &mut self.axes[at]).filter(|outer| follows(outer));
            // with broadcast operands the product may overflow
            let both = outer.and_then(|outer| Some((outer.size.checked_mul(axis.size)?, outer)));
            if let Some((size, outer)) = both {
                *outer = Along { size, ..axis };
            } else {
                group[merged] = group[at];
                merged += 1;
            }
        }
        group.truncate(merged);
    }

    /// Removes the longest axis from a group; returns one of a single element if there is none.
    fn take_longest(&self, group: &mut Group) -> Along {
        let Some(at) = (0..group.len()).max_by_key(|&at| self.at(group[at]).size) else { return Along::ONE };
        let last = group.len() - 1;
        group.swap(at, last);
        let longest = *self.at(group[last]);
        group.truncate(last);
        longest
    }

    /// Adds all axes to an empty table. Returns those of the result, and the summed ones.
    pub(super) fn groups(&mut self, terms: &[&Lettered], target: &Lettered) -> [Group; 2] {
        let [mut result, mut summed] = [Group::default(), Group::default()];
        let along = |letter: u8, size: usize| {
            let mut axis = Along { size, steps: [target.stride(letter), 0, 0, 0, 0] };
            let mut is_there = false;
            for (step, term) in axis.steps[1..].iter_mut().zip(terms) {
                if let Some((own, stride)) = term.get(letter) {
                    assert!(own == size, "a letter is of one size");
                    (is_there, *step) = (true, stride as isize);
                }
            }
            assert!(is_there, "a letter of the result is one of an operand");
            axis
        };
        for (&letter, &size) in target.letters().iter().zip(target.sizes()) {
            result.push(self.push(along(letter, size)));
        }
        for (at, term) in terms.iter().enumerate() {
            for (&letter, &size) in term.letters().iter().zip(term.sizes()) {
                let is_new = terms[..at].iter().all(|before| before.get(letter).is_none());
                if is_new && target.get(letter).is_none() {
                    summed.push(self.push(along(letter, size)));
                }
            }
        }
        [result, summed]
    }
}

/// The indices of a group of axes, and their offsets from the first.
pub(super) struct Walk<'g> {
    table: &'g Table,
    group: &'g [u8],
    index: [usize; LETTERS],
    pub(super) at: [isize; 1 + OPERANDS],
}

impl<'g> Walk<'g> {
    pub(super) fn new(table: &'g Table, group: &'g [u8]) -> Self {
        Self { table, group, index: [0; LETTERS], at: [0; 1 + OPERANDS] }
    }

    /// Goes to the next index; returns `false` after the last, and then is at the first.
    pub(super) fn next(&mut self) -> bool {
        for (&place, index) in self.group.iter().zip(&mut self.index).rev() {
            let axis = self.table.at(place);
            *index += 1;
            let back = if *index < axis.size { 1 } else { 1isize.wrapping_sub(axis.size as isize) };
            for (at, &step) in self.at.iter_mut().zip(&axis.steps) {
                *at = at.wrapping_add(step.wrapping_mul(back));
            }
            if *index < axis.size {
                return true;
            }
            *index = 0;
        }
        false
    }
}

/// The way to multiply two operands.
#[allow(clippy::large_enum_variant, reason = "on the stack for one call")]
pub(super) enum ProductPlan {
    /// The result is empty.
    Empty,
    /// No letter is summed.
    Elementwise,
    /// The summed letters are not adjacent.
    Loops,
    Matrices(Matrices),
}

/// Matrix products: one for each index of the batch.
pub(super) struct Matrices {
    pub(super) row: Along,
    pub(super) summed: Along,
    pub(super) column: Along,
    rank: usize,
    sizes: [usize; LETTERS],
    steps: [[usize; LETTERS]; 3],
}

impl Matrices {
    pub(super) fn batches(&self) -> Batches<'_> {
        let [c, a, b] = self.steps.each_ref().map(|steps| &steps[..self.rank]);
        Batches { sizes: &self.sizes[..self.rank], a, b, c }
    }
}

impl ProductPlan {
    pub(super) fn new(terms: [&Lettered; 2], target: &Lettered) -> Self {
        let mut table = Table::EMPTY;
        let [result, mut summed] = table.groups(&terms, target);
        if table.is_empty(&result) {
            return Self::Empty;
        }
        if summed.is_empty() {
            return Self::Elementwise;
        }
        let is_empty = table.is_empty(&summed);
        table.merge(&mut summed);
        if summed.len() > 1 && !is_empty {
            return Self::Loops;
        }
        let mut k = table.take_longest(&mut summed);
        if is_empty {
            k.size = 0;
        }
        let (mut rows, mut columns, mut batch) = (Group::default(), Group::default(), Group::default());
        for (&place, &letter) in result.iter().zip(target.letters()) {
            match terms.map(|term| term.get(letter).is_some()) {
                [true, false] => rows.push(place),
                [false, true] => columns.push(place),
                _ => batch.push(place),
            }
        }
        table.merge(&mut rows);
        table.merge(&mut columns);
        let (row, column) = (table.take_longest(&mut rows), table.take_longest(&mut columns));
        batch.extend(rows.iter().chain(columns.iter()).copied());
        table.merge(&mut batch);
        let (mut sizes, mut steps) = ([0; LETTERS], [[0; LETTERS]; 3]);
        for (at, axis) in table.of(&batch).enumerate() {
            sizes[at] = axis.size;
            for (steps, &step) in steps.iter_mut().zip(&axis.steps) {
                #[allow(clippy::cast_sign_loss, reason = "two's complement")]
                let step = step as usize;
                steps[at] = step;
            }
        }
        Self::Matrices(Matrices { row, summed: k, column, rank: batch.len(), sizes, steps })
    }
}

/// # Errors
///
/// If there are more than [`LETTERS`] letters.
pub(super) fn check_letters(terms: &[&Lettered]) -> Result<(), ShapeError> {
    let letters = || terms.iter().map(|term| term.letters());
    if letters().map(<[u8]>::len).sum::<usize>() <= LETTERS {
        return Ok(());
    }
    let mut all = [0_u128; 2];
    letters().flatten().for_each(|letter| all[usize::from(letter / 128)] |= 1 << (letter % 128));
    if all.iter().map(|letters| letters.count_ones() as usize).sum::<usize>() <= LETTERS {
        return Ok(());
    }
    let why = "the operands have more than 32 letters together";
    Err(ShapeError::cannot("multiply", terms[0].sizes().into(), why))
}

/// The number of products: that of the indices of all letters.
pub(super) fn products(terms: &[&Lettered]) -> usize {
    let mut count = 1usize;
    for (at, term) in terms.iter().enumerate() {
        for (&letter, &size) in term.letters().iter().zip(term.sizes()) {
            if terms[..at].iter().all(|before| before.size(letter).is_none()) {
                count = count.saturating_mul(size);
            }
        }
    }
    count
}
