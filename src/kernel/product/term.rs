//! Operands with a letter for each axis; letters that the result does not have are summed.
//!
//! ```text
//! write(out, x, y):
//!     for each index of the letters of `out`:
//!         out[index] = sum over the other letters: x[..] * y[..]
//! ```
//!
//! The letters of two operands are batches (in all three), rows (of `x`), columns (of `y`) and summed ones. Each group
//! is merged if its strides allow, for a batch of matrix products ([`crate::kernel::product::matmul`]). Without summed
//! letters it is an elementwise walk, with one operand a reduction, and for few products the loops above.

use super::gemm::MatrixElement;
use super::matmul::Batches;
use super::matrix::{Matrix, Product};
use crate::kernel::elementwise::function::{Assign, Binary};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::elementwise::run::{Walks, for_each_outer};
use crate::kernel::reduction::cursor::Source;
use crate::kernel::reduction::reduce::ManyToOne;
use crate::layout::sort_outermost_first;
use crate::numeric::Numeric;
use crate::product::BROADCAST;
use crate::shape::{AnyShape, Axes, Nil, Shape, SmallVec};
use crate::storage::{Storage, Tensor, View};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

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

impl Lettered {
    const NONE: Self = Self { count: 0, letters: [0; LETTERS], sizes: [0; LETTERS], strides: [0; LETTERS] };

    /// The axes of these letters; a repeated letter is a diagonal.
    fn new(letters: &[u8], sizes: &[usize], strides: &[usize]) -> Self {
        assert!(letters.len() == sizes.len() && sizes.len() == strides.len(), "a letter for each axis");
        let mut axes = Self::NONE;
        for ((&letter, &size), &stride) in letters.iter().zip(sizes).zip(strides) {
            if letter == BROADCAST {
                assert!(size == 1, "an axis that is broadcast has one element");
            } else if let Some(at) = axes.letters().iter().position(|&other| other == letter) {
                assert!(axes.sizes[at] == size, "a letter is of one size");
                axes.strides[at] = axes.strides[at].wrapping_add(stride);
            } else {
                let at = axes.count;
                (axes.letters[at], axes.sizes[at], axes.strides[at]) = (letter, size, stride);
                axes.count += 1;
            }
        }
        axes
    }

    pub(in crate::kernel) fn letters(&self) -> &[u8] {
        &self.letters[..self.count]
    }

    pub(in crate::kernel) fn sizes(&self) -> &[usize] {
        &self.sizes[..self.count]
    }

    fn get(&self, letter: u8) -> Option<(usize, usize)> {
        let at = self.letters().iter().position(|&other| other == letter)?;
        Some((self.sizes[at], self.strides[at]))
    }

    /// The stride of a letter; 0 if the operand does not have it.
    pub(in crate::kernel) fn stride(&self, letter: u8) -> isize {
        self.get(letter).map_or(0, |(_, stride)| stride as isize)
    }

    pub(in crate::kernel) fn size(&self, letter: u8) -> Option<usize> {
        self.get(letter).map(|(size, _)| size)
    }
}

/// An operand with a letter for each axis.
#[derive(Clone, Copy)]
pub struct Term<'a, T> {
    first: *const T,
    pub(in crate::kernel) axes: Lettered,
    borrowed: PhantomData<&'a T>,
}

impl<'a, T> Term<'a, T> {
    /// A tensor with a letter for each axis; a repeated letter is a diagonal.
    ///
    /// # Panics
    ///
    /// If the number of letters differs from the rank, a letter has two sizes, or there are more than 32.
    pub(crate) fn new<S: Shape, D: Storage>(x: &Operand<'a, T, S, D>, letters: &[u8]) -> Self {
        let strides = x.tensor.strides();
        let axes = x.tensor.shape().with_sizes(|sizes| Lettered::new(letters, sizes, strides.as_ref()));
        Self { first: x.tensor.as_ptr(), axes, borrowed: PhantomData }
    }

    /// A view with the axes of `letters`, in this order; a letter that the operand does not have is broadcast to its
    /// size.
    ///
    /// # Panics
    ///
    /// If an axis of the operand has another size, or axes are broadcast without an element.
    pub(in crate::kernel) fn view(&self, letters: &[u8], sizes: AnyShape) -> Tensor<T, AnyShape, View<'a>> {
        let axes = letters.iter().zip(&sizes[..]).map(|(&letter, size)| (self.axes.get(letter), size));
        assert!(
            letters.len() == sizes.len() && axes.clone().all(|(axis, size)| axis.is_none_or(|(own, _)| own == *size))
        );
        assert!(sizes.contains(&0) || !self.axes.sizes().contains(&0), "the elements that are stretched are there");
        let strides = axes.map(|(axis, _)| axis.map_or(0, |(_, stride)| stride)).collect();
        // SAFETY: each axis of the operand has its own size, as asserted, and its own stride; the others have the
        // stride 0. If an index exists, the operand has an element, as asserted.
        unsafe { Tensor::of_parts(sizes, self.first, strides) }
    }
}

/// A result with a different letter for each axis.
pub(in crate::kernel) struct Target<U> {
    first: *mut U,
    axes: Lettered,
}

impl<U> Target<U> {
    pub(in crate::kernel) fn new(first: *mut U, letters: &[u8], sizes: &[usize], strides: &[usize]) -> Self {
        let axes = Lettered::new(letters, sizes, strides);
        assert!(axes.count == letters.len(), "each letter of a result is there once");
        Self { first, axes }
    }
}

/// An axis, with its strides in the result and in each operand.
#[derive(Clone, Copy)]
struct Along {
    size: usize,
    steps: [isize; 1 + OPERANDS],
}

impl Along {
    /// One element.
    const ONE: Self = Self { size: 1, steps: [0; 1 + OPERANDS] };
}

/// The axes of a product, one for each letter. Groups of them are lists of their places.
struct Table {
    count: usize,
    axes: [Along; LETTERS],
}

/// The places of some axes in a [`Table`], outermost first.
type Group = SmallVec<u8, LETTERS>;

impl Table {
    // zeros, which take no copy
    const EMPTY: Self = Self { count: 0, axes: [Along { size: 0, steps: [0; 1 + OPERANDS] }; LETTERS] };

    /// Adds an axis, and returns its place.
    #[allow(clippy::cast_possible_truncation, reason = "places are below `LETTERS`")]
    fn push(&mut self, axis: Along) -> u8 {
        self.axes[self.count] = axis;
        self.count += 1;
        (self.count - 1) as u8
    }

    fn at(&self, place: u8) -> &Along {
        &self.axes[usize::from(place)]
    }

    /// The axes of a group.
    fn of<'t>(&'t self, group: &'t [u8]) -> impl Iterator<Item = &'t Along> {
        group.iter().map(|&place| self.at(place))
    }

    /// Whether a size of the group is 0.
    fn is_empty(&self, group: &[u8]) -> bool {
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
    fn groups<T, U>(&mut self, terms: &[Term<'_, T>], target: &Target<U>) -> [Group; 2] {
        let [mut result, mut summed] = [Group::default(), Group::default()];
        let along = |letter: u8, size: usize| {
            let mut axis = Along { size, steps: [target.axes.stride(letter), 0, 0, 0, 0] };
            let mut is_there = false;
            for (step, term) in axis.steps[1..].iter_mut().zip(terms) {
                if let Some((own, stride)) = term.axes.get(letter) {
                    assert!(own == size, "a letter is of one size");
                    (is_there, *step) = (true, stride as isize);
                }
            }
            assert!(is_there, "a letter of the result is one of an operand");
            axis
        };
        for (&letter, &size) in target.axes.letters().iter().zip(target.axes.sizes()) {
            result.push(self.push(along(letter, size)));
        }
        for (at, term) in terms.iter().enumerate() {
            for (&letter, &size) in term.axes.letters().iter().zip(term.axes.sizes()) {
                let is_new = terms[..at].iter().all(|before| before.axes.get(letter).is_none());
                if is_new && target.axes.get(letter).is_none() {
                    summed.push(self.push(along(letter, size)));
                }
            }
        }
        [result, summed]
    }
}

/// The indices of a group of axes, and their offsets from the first.
struct Walk<'g> {
    table: &'g Table,
    group: &'g [u8],
    index: [usize; LETTERS],
    at: [isize; 1 + OPERANDS],
}

impl<'g> Walk<'g> {
    fn new(table: &'g Table, group: &'g [u8]) -> Self {
        Self { table, group, index: [0; LETTERS], at: [0; 1 + OPERANDS] }
    }

    /// Goes to the next index; returns `false` after the last, and then is at the first.
    fn next(&mut self) -> bool {
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

/// Writes the sums of the products of any operands by loops over all indices.
///
/// # Safety
///
/// `target` has a place that may be written at each index of its axes, and these places are not elements of `terms`.
///
/// # Panics
///
/// If there are more than [`OPERANDS`] terms.
pub(in crate::kernel) unsafe fn loops<T: Numeric>(terms: &[Term<'_, T>], target: &Target<T::Total>) {
    let mut table = Table::EMPTY;
    let [result, summed] = table.groups(terms, target);
    if table.is_empty(&result) {
        return;
    }
    let is_empty = table.is_empty(&summed);
    let (line, outer) = summed.split_last().map_or((&Along::ONE, &[][..]), |(&line, outer)| (table.at(line), outer));
    let (mut to, mut from) = (Walk::new(&table, &result), Walk::new(&table, outer));
    loop {
        let mut sum = None;
        let mut is_left = !is_empty;
        while is_left {
            let mut first = [core::ptr::null::<T>(); OPERANDS];
            for (at, (first, term)) in (1..).zip(first.iter_mut().zip(terms)) {
                *first = term.first.wrapping_offset(to.at[at]).wrapping_offset(from.at[at]);
            }
            for _ in 0..line.size {
                let mut product = None;
                for (place, &step) in first[..terms.len()].iter_mut().zip(&line.steps[1..]) {
                    // SAFETY: `to`, `from` and the loop to `line.size` are indices of the result and the summed axes,
                    // with the sizes of the terms, as `Table::groups` has asserted. No size is 0, and a `Term` borrows its
                    // elements.
                    let factor = unsafe { place.read() }.widen();
                    product = Some(product.map_or(factor, |product| product * factor));
                    *place = place.wrapping_offset(step);
                }
                let product = product.unwrap_or(T::ONE);
                sum = Some(sum.map_or(product, |sum| sum + product));
            }
            is_left = from.next();
        }
        let place = target.first.wrapping_offset(to.at[0]);
        // SAFETY: `to` is an index of the result's axes, at which `target` has a place.
        unsafe { place.write(T::total(sum.unwrap_or(T::ZERO))) };
        if !to.next() {
            return;
        }
    }
}

/// Writes one operand, summed along the letters that the target does not have.
///
/// # Safety
///
/// As for [`loops`], with `x` as the only term.
pub(in crate::kernel) unsafe fn sum<T: Copy, R: ManyToOne<T>>(x: &Term<'_, T>, target: &Target<R::Output>, sum: R) {
    let Lettered { letters, count, .. } = target.axes;
    let (mut order, mut end) = (letters, count);
    for (&letter, &size) in target.axes.letters().iter().zip(target.axes.sizes()) {
        assert!(x.axes.size(letter) == Some(size), "a letter of the result is one of the operand");
    }
    for &letter in x.axes.letters() {
        if target.axes.get(letter).is_none() {
            order[end] = letter;
            end += 1;
        }
    }
    let (mut sizes, mut strides, mut lost) = ([0; LETTERS], [0; LETTERS], [0; LETTERS]);
    for (at, &letter) in order[..end].iter().enumerate() {
        (sizes[at], strides[at]) = x.axes.get(letter).unwrap_or_default();
        lost[at] = usize::from(at >= count);
    }
    let source = Source { first: x.first, sizes: &sizes[..end], strides: &strides[..end], lost: &lost[..end] };
    // SAFETY: `x` borrows an element for each index of `sizes`, by `strides`; the sizes of `target` were asserted to be
    // those of `x`, and it has a place at each index.
    unsafe { sum.reduce(&source, target.first, &target.axes.strides[..count]) };
}

/// Writes the sums of the products of two operands.
///
/// # Safety
///
/// As for [`loops`].
pub(in crate::kernel) unsafe fn product<T: MatrixElement>(terms: &[Term<'_, T>; 2], target: &Target<T::Total>) {
    let mut table = Table::EMPTY;
    let [result, mut summed] = table.groups(terms, target);
    if table.is_empty(&result) {
        return;
    }
    if summed.is_empty() {
        // SAFETY: no size of the result is 0 and no letter is summed, as compared above; `target` has a place at each
        // index.
        return unsafe { each(terms, target) };
    }
    let is_empty = table.is_empty(&summed);
    table.merge(&mut summed);
    if summed.len() > 1 && !is_empty {
        // SAFETY: `terms` and `target` are this function's arguments, with the `# Safety` of `loops`.
        return unsafe { loops(terms, target) };
    }
    let mut k = table.take_longest(&mut summed);
    if is_empty {
        k.size = 0;
    }
    let (mut rows, mut columns, mut batch) = (Group::default(), Group::default(), Group::default());
    for (&place, &letter) in result.iter().zip(target.axes.letters()) {
        match terms.each_ref().map(|term| term.axes.get(letter).is_some()) {
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
    let matrix = |term: &Term<'_, T>, row: isize, column: isize| Matrix { first: term.first, row, column };
    let product = Product {
        m: row.size,
        k: k.size,
        n: column.size,
        a: matrix(&terms[0], row.steps[1], k.steps[1]),
        b: matrix(&terms[1], k.steps[2], column.steps[2]),
        c: Matrix { first: target.first, row: row.steps[0], column: column.steps[0] },
    };
    let (mut sizes, mut steps) = ([0; LETTERS], [[0; LETTERS]; 3]);
    for (at, axis) in table.of(&batch).enumerate() {
        sizes[at] = axis.size;
        for (steps, &step) in steps.iter_mut().zip(&axis.steps) {
            #[allow(clippy::cast_sign_loss, reason = "two's complement")]
            let step = step as usize;
            steps[at] = step;
        }
    }
    let [c, a, b] = steps.each_ref().map(|steps| &steps[..batch.len()]);
    let batches = Batches { sizes: &sizes[..batch.len()], a, b, c };
    // SAFETY: rows, columns and batch are all axes of the result, and `k` is the summed one, with the sizes that
    // `Table::groups` has asserted: terms and `target` have each index. No size but `k` is 0.
    unsafe { batches.multiply::<T, T, false>(product, &mut [0; LETTERS], None) };
}

/// Writes the products of two operands, without sums.
///
/// # Safety
///
/// As for [`loops`]; no size of the result is 0, and it has all letters of both terms.
unsafe fn each<T: Numeric>([x, y]: &[Term<'_, T>; 2], target: &Target<T::Total>) {
    let (letters, sizes) = (target.axes.letters(), target.axes.sizes());
    let strides = &target.axes.strides[..letters.len()];
    let (left, right) = (x.view(letters, AnyShape::from(sizes)), y.view(letters, AnyShape::from(sizes)));
    let operand = |tensor| Operand::<T, AnyShape, View<'_>> { tensor, trailing: 0, alignment: PhantomData };
    let operands = Axes { last: operand(&right), outer: Axes { last: operand(&left), outer: Nil } };
    let walks = Walks::new(sizes, strides, &operands);
    let mut product = Assign(Binary(|x: T, y: T| MaybeUninit::new(T::total(x.widen() * y.widen()))));
    let first = target.first.cast::<MaybeUninit<T::Total>>();
    // SAFETY: `view` has asserted the sizes of both terms, and `target` has a place at each index of `sizes`.
    for_each_outer(sizes, |index| unsafe { walks.run::<false, _, _>(&walks.plan, first, index, &mut product) });
}
