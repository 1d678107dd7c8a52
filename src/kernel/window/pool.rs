//! Pooling: one result per window.
//!
//! ```text
//! pool(x (..n, ..i), out (..n, ..j)):
//!     for each index n, and each position j:
//!         out[n, j] = reduce x[n, j * stride + k * dilation - before] over each k that is in bounds
//! ```
//!
//! Missing ones of three axes have size 1. Many positions inside the tensor are columns of a reduction, whose rows are
//! the taps. Windows of two adjacent elements, 2 apart, read whole lines.

#![allow(clippy::cast_sign_loss, reason = "the indices of elements are not below 0")]

use super::pooling::{Index, Pooling, Reduced, of_pairs};
use super::taps::{AdaptiveAxis, GROUP, Group, Line, WindowAxis, WindowTaps, at, slide};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::is_large;
use crate::kernel::reduction::columns::Room;
use crate::kernel::reduction::reducer::Reduction;
use crate::kernel::simd::{Task, vectorise};
use crate::kernel::threads::{self, Permit};
use crate::layout::{Along, advance, unravel};
use crate::shape::{Shape, Sizes};
use crate::storage::{Destination, Storage};
use crate::windows::Moves;
use core::{array, slice};

#[inline]
pub(crate) fn pooled<T: Copy, S: Shape, D: Storage, R: Reduction<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    moves: &Moves,
    reduction: impl Fn() -> R + Sync,
) -> To::Written {
    write(to, x, (along(moves), line(moves)), || Reduced(reduction()))
}

/// The index of the best element of each window, in row-major order of the window's axes. `is_before` says whether an
/// element replaces an earlier one.
#[inline]
pub(crate) fn pooled_indices<T: Copy, S: Shape, D: Storage, To: Destination<usize>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    moves: &Moves,
    is_before: impl Fn(T, T) -> bool + Copy + Sync,
) -> To::Written {
    write(to, x, (along(moves), line(moves)), || Index(is_before))
}

/// Divides the last `along` axes among the windows, and reduces each.
#[inline]
pub(crate) fn pooled_adaptively<T: Copy, S: Shape, D: Storage, R: Reduction<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    along: usize,
    reduction: impl Fn() -> R + Sync,
) -> To::Written {
    let (sizes, places) = (x.tensor.shape().sizes(), to.shape().sizes());
    let mut axes = sizes.as_ref().iter().zip(places.as_ref()).rev().take(along);
    if axes.all(|(size, &places)| size.checked_rem(places) == Some(0)) {
        write(to, x, (along, |_, size, places| Line::blocks(size, places)), || Reduced(reduction()))
    } else {
        write(to, x, (along, |_, size, places| AdaptiveAxis::new(size, places)), || Reduced(reduction()))
    }
}

fn along(moves: &Moves) -> usize {
    moves.sizes().len() - 2
}

fn line(moves: &Moves) -> impl Fn(usize, usize, usize) -> Line {
    move |axis, size, places| slide(&moves.steps[axis], moves.before[axis], size, places).counting(moves.counted[axis])
}

fn write<T: Copy, S: Shape, D: Storage, K: Pooling<T>, L: WindowAxis, To: Destination<K::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lines: (usize, impl Fn(usize, usize, usize) -> L),
    pooling: impl Fn() -> K + Sync,
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        // SAFETY: `Destination` has a different place at each index of `shape`, by `strides`; nothing else reads it.
        unsafe { pool(x, (first, shape, strides), lines, pooling) };
    };
    // SAFETY: `pool` writes each index of `shape`, or panics.
    unsafe { to.write(write) }
}

/// # Safety
///
/// `first` plus each index of `shape`, by `out_strides`, is a different place that may be written.
unsafe fn pool<T: Copy, S: Shape, D: Storage, Out: Shape, K: Pooling<T>, L: WindowAxis>(
    x: &Operand<'_, T, S, D>,
    (first, shape, out_strides): (*mut K::Output, &Out, &[usize]),
    (along, line): (usize, impl Fn(usize, usize, usize) -> L),
    pooling: impl Fn() -> K + Sync,
) {
    let (sizes, results) = (x.tensor.shape().sizes(), shape.sizes());
    let (sizes, results) = (sizes.as_ref(), results.as_ref());
    let strides = x.tensor.strides();
    let strides = strides.as_ref();
    let outer = sizes.len().checked_sub(along).expect("an axis for each of the window");
    assert!(sizes.len() == results.len() && sizes[..outer] == results[..outer], "the sizes of a pool");
    let (mut lines, mut steps, mut rows, mut places) = ([L::each(1); 3], [0; 3], [1; 2], [0; 3]);
    for axis in 0..along {
        let (to, size) = (3 - along + axis, sizes[outer + axis]);
        lines[to] = line(to, size, results[outer + axis]);
        (steps[to], places[to]) = (strides[outer + axis] as isize, out_strides[outer + axis] as isize);
        if to > 0 {
            rows[to - 1] = size;
        }
    }
    if results.contains(&0) {
        return;
    }
    let counts_padding = lines.iter().any(L::counts_padding);
    assert!(lines.iter().all(L::sees_each), "a window sees an element");
    let permit = if x.tensor.len() > BORDER { Permit::<T, K::Output>::of_numbers() } else { None };
    let (source, mut outer) = (x.tensor.as_ptr(), &sizes[..outer]);
    // planes are the missing axis, which indices do not count
    match outer {
        [others @ .., channels] if along < 3 && permit.is_none() && channels.checked_mul(*channels).is_some() => {
            let axis = others.len();
            (lines[0], steps[0], places[0]) = (L::each(*channels), strides[axis] as isize, out_strides[axis] as isize);
            (rows[0], outer) = (0, others);
            // planes with one column of windows are one line
            let line = if K::INDEXED { None } else { lines[2].across(*channels, steps[0], steps[2]) };
            if let Some(line) = line {
                (lines[2], places[2]) = (line, places[0]);
                (lines[0], steps[0], places[0]) = (L::each(1), 0, 0);
            }
        }
        _ => {}
    }
    let count = outer.iter().product::<usize>();
    let pieces = if permit.is_some() { count.min(threads::PIECES * threads::count()) } else { 1 };
    let work = |_, piece| {
        let mut pooling = pooling();
        let mut walk =
            PoolWalk { lines, x: source, steps, rows, out: first, places, counts_padding, pooling: &mut pooling };
        let of_piece = threads::part(count, pieces, piece);
        let mut index = Sizes::with_len(outer.len());
        unravel(of_piece.start, outer, &mut index);
        for _ in of_piece {
            let offset = |strides: &[usize]| {
                let steps = index.iter().zip(strides);
                steps.fold(0isize, |sum, (&i, &stride)| sum.wrapping_add(at(stride as isize, i)))
            };
            (walk.x, walk.out) = (source.wrapping_offset(offset(strides)), first.wrapping_offset(offset(out_strides)));
            vectorise(&mut [], (), PoolTask(&mut walk));
            advance(&mut index, outer);
        }
    };
    if permit.is_some() {
        // SAFETY: pieces write different places, with a permit, and `pooling` is `Sync`.
        unsafe { threads::share(pieces, &work) };
    } else {
        work(0, 0);
    }
}

/// The adjacent windows from which on a tile has one row, which is not copied.
const LONG: usize = 64;

/// The groups found at a time.
const GROUPS: usize = 4;

/// The windows below which groups are faster than a tile.
const FEW: usize = 32;

const BORDER: usize = threads::border(1 << 13);

/// A pool along three axes.
///
/// Invariants: `x` has an element that may be read at each index that a window of `lines` sees. `out` has a different
/// place that may be written at each of their positions, from which a window sees an element.
struct PoolWalk<'r, T, K: Pooling<T>, L> {
    lines: [L; 3],
    x: *const T,
    steps: [isize; 3],
    /// The sizes of the last two axes, for the indices of elements.
    rows: [usize; 2],
    out: *mut K::Output,
    places: [isize; 3],
    counts_padding: bool,
    pooling: &'r mut K,
}

struct PoolTask<'o, 'r, T, K: Pooling<T>, L>(&'o mut PoolWalk<'r, T, K, L>);

impl<T: Copy, K: Pooling<T>, L: WindowAxis> Task<()> for PoolTask<'_, '_, T, K, L> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let walk = self.0;
        let [outer, middle, inner] = walk.lines;
        let ([from, to], taps) = inner.inner();
        let ([above, below], rows) = middle.inner();
        let apart = at(walk.steps[2], inner.step());
        let is_copied = to - from < LONG || apart != 1;
        let in_pairs = taps == 2
            && [walk.steps[2], inner.apart(), apart, walk.places[2]] == [1, 1, 2, 1]
            && matches!(outer.inner().1.saturating_mul(rows), 1 | 2)
            && !walk.counts_padding;
        let (width, most) = (to - from, if in_pairs { 0 } else { walk.windows(is_copied) });
        // copies of many taps with gaps pay only for long rows
        let has_many = width >= FEW || (apart == 1 || taps <= 3) && width.saturating_mul(below - above) >= FEW;
        let most = if has_many && most >= FEW { most } else { 0 };
        let tiled = if most > 0 { [from, to] } else { [0; 2] };
        let [from, to] = if in_pairs { [from, to] } else { tiled };
        let (mut states, mut copies) = (Room::new(), Room::new());
        for edge in [[0, from], [to, inner.places()]] {
            // SAFETY: the positions are at most the number of places.
            unsafe { walk.in_groups(edge) };
        }
        for i in 0..outer.places() {
            let outermost = WindowTaps::new(&outer, i, walk.counts_padding);
            for j in 0..if in_pairs { middle.places() } else { 0 } {
                let row = &[outermost, WindowTaps::new(&middle, j, walk.counts_padding)];
                let lines = row.iter().map(|seen| seen.taps[1] - seen.taps[0]).product();
                match lines {
                    // SAFETY: the places are [`WindowAxis::inner`], where both taps see an element. There is one line.
                    1 => unsafe { walk.pairs::<1>(row, from, to - from) },
                    // SAFETY: the same with two lines.
                    2 => unsafe { walk.pairs::<2>(row, from, to - from) },
                    _ => unreachable!("one or two lines"),
                }
            }
            let (width, mut j) = ((tiled[1] - tiled[0]).min(most), 0);
            while width > 0 && j < middle.places() {
                let row = &[outermost, WindowTaps::new(&middle, j, walk.counts_padding)];
                // rows that see as much, if they fit in a tile
                let rows = if is_copied && (above..below).contains(&j) { (most / width).min(below - j) } else { 1 };
                for place in (tiled[0]..tiled[1]).step_by(width) {
                    let tile = Tile { rows, from: place, count: width.min(tiled[1] - place), taps, is_copied };
                    // SAFETY: `tiled` is [`WindowAxis::inner`], where every tap sees an element, and the places end at
                    // `tiled[1]`, and the rows at `below`. `rows * width` is at most `most`.
                    unsafe { walk.tile(row, &tile, [&mut states, &mut copies]) };
                }
                j += rows;
            }
        }
    }
}

/// Windows that see every tap along the last axis, and along the middle one if there are several rows. Its positions
/// are places.
struct Tile {
    rows: usize,
    /// The first position along the last axis, and the number of positions.
    from: usize,
    count: usize,
    taps: usize,
    /// Whether the elements of each tap are copied, so that they are adjacent.
    is_copied: bool,
}

impl<T: Copy, K: Pooling<T>, L: WindowAxis> PoolWalk<'_, T, K, L> {
    /// # Safety
    ///
    /// The invariants of [`PoolWalk`] hold, and the positions are places.
    #[inline(always)]
    unsafe fn write(
        &mut self,
        row: &[WindowTaps; 2],
        place: usize,
        count: usize,
        mut result: impl FnMut(&mut K, usize) -> K::Output,
    ) {
        let out = (0..2).fold(self.out, |out, axis| out.wrapping_offset(at(self.places[axis], row[axis].place)));
        let (out, step) = (out.wrapping_offset(at(self.places[2], place)), self.places[2]);
        // a constant step, so that the first loop is vectorised
        if step == 1 {
            for window in 0..count {
                let result = result(self.pooling, window);
                // SAFETY: `place + window` is one of the places, so `out` has a place there ([`PoolWalk`]).
                unsafe { out.wrapping_add(window).write(result) };
            }
        } else {
            for window in 0..count {
                let result = result(self.pooling, window);
                // SAFETY: `place + window` is one of the places, so `out` has a place there ([`PoolWalk`]).
                unsafe { out.wrapping_offset(at(step, window)).write(result) };
            }
        }
    }

    /// The first element of a line, and its index in row-major order.
    #[inline(always)]
    fn line(&self, row: &[WindowTaps; 2], taps: [usize; 2]) -> (*const T, usize) {
        let i = row[0].first.wrapping_add(at(self.lines[0].apart(), taps[0]));
        let j = row[1].first.wrapping_add(at(self.lines[1].apart(), taps[1]));
        let first =
            self.x.wrapping_offset(self.steps[0].wrapping_mul(i)).wrapping_offset(self.steps[1].wrapping_mul(j));
        let [rows, columns] = self.rows;
        (first, (i as usize).wrapping_mul(rows).wrapping_add(j as usize).wrapping_mul(columns))
    }

    /// The most windows of a tile; 0 if they are computed in groups.
    #[inline(always)]
    fn windows(&self, is_copied: bool) -> usize {
        let (taps, flats) = (self.lines.map(|line| line.inner().1), self.flats());
        let span = (0..3).fold(0usize, |span, axis| span.saturating_add(flats[axis].saturating_mul(taps[axis])));
        let bytes = taps.iter().fold(size_of::<T>(), |bytes, &taps| bytes.saturating_mul(taps));
        if const { align_of::<(T, K::State)>() > align_of::<Room>() || K::BYTES == 0 }
            || bytes == 0
            || span > u32::MAX as usize
        {
            return 0;
        }
        let most = (Room::SIZE - align_of::<Room>()) / K::BYTES;
        if is_copied { most.min(Room::SIZE / bytes) } else { most }
    }

    /// The distance of the taps along each axis in row-major order.
    #[inline(always)]
    fn flats(&self) -> [usize; 3] {
        let [rows, columns] = self.rows;
        let [i, j, k] = &self.lines;
        let [i, j, k] = [i.apart().unsigned_abs(), j.apart().unsigned_abs(), k.apart().unsigned_abs()];
        [i.saturating_mul(rows).saturating_mul(columns), j.saturating_mul(columns), k]
    }

    /// Writes the results of a tile, whose first row this is.
    ///
    /// # Safety
    ///
    /// The invariants of [`PoolWalk`] and [`Tile`] hold. There are at most [`windows`](Self::windows).
    #[inline(always)]
    unsafe fn tile(&mut self, row: &[WindowTaps; 2], tile: &Tile, [states, copies]: [&mut Room; 2]) {
        let (inner, flats, &Tile { rows, count, taps, .. }) = (self.lines[2], self.flats(), tile);
        let ([s, s_end], [t, t_end]) = (row[0].taps, row[1].taps);
        let (line, flat) = self.line(row, [s, t]);
        let index = inner.first(tile.from);
        let (first, flat) =
            (line.wrapping_offset(self.steps[2].wrapping_mul(index)), flat.wrapping_add(index as usize));
        let sizes = [s_end - s, t_end - t, taps];
        let along = |axis: usize, step| Along { size: sizes[axis], step, target: flats[axis] as isize };
        let tapped = |axis: usize| along(axis, self.steps[axis].wrapping_mul(self.lines[axis].apart()));
        let strided = [tapped(0), tapped(1), tapped(2)];
        if !tile.is_copied {
            // SAFETY: every tap of `strided` sees an element from each position ([`Tile`]), and these are adjacent.
            let reduced = unsafe { self.pooling.tile(first, &strided, count, states) };
            // SAFETY: `reduced` has the tile's windows, in one row.
            return unsafe { self.finish(row, tile, flat, &reduced) };
        }
        // SAFETY: every tap of `strided` sees an element from each row and position of the tile ([`Tile`]).
        let copy = unsafe { self.copied(first, &strided, tile, copies) };
        let windows = rows * count;
        let step = windows as isize;
        let merged = [Along { size: sizes.iter().product(), step, target: 0 }];
        let dense = [along(0, step * (sizes[1] * taps) as isize), along(1, step * taps as isize), along(2, step)];
        let axes: &[Along] = if K::INDEXED { &dense } else { &merged };
        // SAFETY: `copied` has written as many adjacent elements for each tap as the tile has windows.
        let reduced = unsafe { self.pooling.tile(copy, axes, windows, states) };
        // SAFETY: `reduced` has the tile's windows.
        unsafe { self.finish(row, tile, flat, &reduced) };
    }

    /// Copies the elements that each of the taps sees from the windows of a tile, in the order of the taps.
    ///
    /// # Safety
    ///
    /// From `first` on, each of `taps` sees an element from each position of the tile.
    #[inline(always)]
    unsafe fn copied(&self, first: *const T, taps: &[Along; 3], tile: &Tile, room: &mut Room) -> *const T {
        let [outer, middle, inner] = taps;
        let (windows, all) = (tile.rows * tile.count, taps.iter().map(|along| along.size).product::<usize>());
        let (copy, _) = room.split::<T, u8>([all * windows, 0]);
        let (mut of_taps, count) = (copy.chunks_exact_mut(windows), tile.count);
        let (down, apart) = (at(self.steps[1], self.lines[1].step()), at(self.steps[2], self.lines[2].step()));
        for s in 0..outer.size {
            for t in 0..middle.size {
                let line = first.wrapping_offset(at(outer.step, s)).wrapping_offset(at(middle.step, t));
                let mut taps = 0..inner.size;
                while let Some(tap) = taps.next() {
                    let Some(copy) = of_taps.next() else { unreachable!("a part for each tap") };
                    let from = |row| line.wrapping_offset(at(inner.step, tap)).wrapping_offset(at(down, row));
                    // two adjacent taps read every element, so LLVM's vectors have no gaps
                    if (inner.step, apart) == (1, 2) && !taps.is_empty() {
                        let after = taps
                            .next()
                            .and_then(|_| of_taps.next())
                            .into_iter()
                            .flat_map(|copy| copy.chunks_exact_mut(count));
                        for (row, (copy, after)) in copy.chunks_exact_mut(count).zip(after).enumerate() {
                            for (window, (x, y)) in copy.iter_mut().zip(after).enumerate() {
                                // SAFETY: this tap and the next see elements from each of the positions, which are 2
                                // apart.
                                let pair = unsafe { from(row).wrapping_add(2 * window).cast::<[T; 2]>().read() };
                                x.write(pair[0]);
                                y.write(pair[1]);
                            }
                        }
                    } else {
                        for (row, copy) in copy.chunks_exact_mut(count).enumerate() {
                            for (window, x) in copy.iter_mut().enumerate() {
                                // SAFETY: this tap sees an element from each of the positions, which are `apart`.
                                x.write(unsafe { from(row).wrapping_offset(at(apart, window)).read() });
                            }
                        }
                    }
                }
            }
        }
        copy.as_ptr().cast()
    }

    /// Writes the results of a tile whose indices are from `flat` on.
    ///
    /// # Safety
    ///
    /// The invariants of [`PoolWalk`] and [`Tile`] hold.
    #[inline(always)]
    unsafe fn finish(&mut self, row: &[WindowTaps; 2], tile: &Tile, flat: usize, reduced: &K::Tile<'_>) {
        let (inner, middle, seen) = (self.lines[2], self.lines[1], row[0].count * row[1].count);
        let &Tile { rows, from, count, taps, .. } = tile;
        for down in 0..rows {
            let row = &[row[0], WindowTaps { place: row[1].place + down, ..row[1] }];
            let flat = flat.wrapping_add(down.wrapping_mul(middle.step()).wrapping_mul(self.rows[1]));
            let result = |pooling: &mut K, window: usize, inside: usize| {
                let state = K::state(reduced, down * count + window);
                pooling.finish(state, seen * inside, flat.wrapping_add(window.wrapping_mul(inner.step())))
            };
            // two loops, so that a constant count is not computed again
            if self.counts_padding {
                let result = |pooling: &mut K, window| result(pooling, window, inner.count(from + window));
                // SAFETY: the tile's positions are places.
                unsafe { self.write(row, from, count, result) };
            } else {
                // SAFETY: the tile's positions are places.
                unsafe { self.write(row, from, count, |pooling, window| result(pooling, window, taps)) };
            }
        }
    }

    /// Writes the results of `count` positions with two taps, whose elements are adjacent on each of the lines.
    ///
    /// # Safety
    ///
    /// The invariants of [`PoolWalk`] hold, both taps see elements, and the positions are places.
    #[inline(always)]
    unsafe fn pairs<const LINES: usize>(&mut self, row: &[WindowTaps; 2], place: usize, count: usize) {
        let index = self.lines[2].first(place);
        let [[s, s_end], [t, t_end]] = row.map(|seen| seen.taps);
        let mut lines = [(self.x, 0); LINES];
        let mut of_lines = lines.iter_mut();
        for s in s..s_end {
            for t in t..t_end {
                let ((line, flat), Some(of_line)) = (self.line(row, [s, t]), of_lines.next()) else { unreachable!() };
                *of_line = (line.wrapping_offset(index), flat.wrapping_add(index as usize));
            }
        }
        let out = (0..2).fold(self.out, |out, axis| out.wrapping_offset(at(self.places[axis], row[axis].place)));
        let out = out.wrapping_add(place).cast();
        // SAFETY: `out` has a place for each of the `count` positions, which are adjacent.
        let out = unsafe { slice::from_raw_parts_mut(out, count) };
        let (first, last) = (lines[0], lines[LINES - 1]);
        // by a pointer, so that LLVM sees arguments
        let write: unsafe fn(&mut [_], (*const T, _), (*const T, _), usize, &mut K) = of_pairs::<T, K, LINES>;
        // SAFETY: both taps of `count` windows see elements from `index` on, which are adjacent.
        unsafe { write(out, first, last, 2 * row[0].count * row[1].count, self.pooling) };
    }

    /// # Safety
    ///
    /// The invariants of [`PoolWalk`] hold, and the positions are places.
    #[inline(always)]
    unsafe fn in_groups(&mut self, [first, end]: [usize; 2]) {
        let [outer, middle, inner] = self.lines;
        for place in (first..end).step_by(GROUPS * GROUP) {
            let mut groups = [const { None }; GROUPS];
            for (group, place) in groups.iter_mut().zip((place..end).step_by(GROUP)) {
                *group = Some(Group::new(&inner, self.steps[2], [place, end], self.counts_padding));
            }
            for i in 0..outer.places() {
                let outermost = WindowTaps::new(&outer, i, self.counts_padding);
                for j in 0..middle.places() {
                    let row = &[outermost, WindowTaps::new(&middle, j, self.counts_padding)];
                    for group in groups.iter().flatten() {
                        if const { is_large::<(T, K::State)>() } {
                            for window in 0..group.count {
                                // SAFETY: the group is of `inner`, the last line.
                                unsafe { self.group::<1>(row, group, window) };
                            }
                        } else {
                            // SAFETY: the group is of `inner`, the last line.
                            unsafe { self.group::<GROUP>(row, group, 0) };
                        }
                    }
                }
            }
        }
    }

    /// Writes the results of `LANES` windows of a group, from `first` on. They advance tap by tap, in several chains of
    /// additions at a time.
    ///
    /// # Safety
    ///
    /// The invariants of [`PoolWalk`] hold, the group is of the last line, and `first < group.count`.
    #[inline(always)]
    unsafe fn group<const LANES: usize>(&mut self, row: &[WindowTaps; 2], group: &Group, first: usize) {
        let (apart, step) = (self.lines[2].apart(), self.steps[2]);
        let ([s_first, s_end], [t_first, t_end]) = (row[0].taps, row[1].taps);
        let (counts, taps) = (&group.counts[first..group.count], &group.taps[first..group.count]);
        let lanes = (group.firsts[first..].first_chunk::<LANES>(), group.starts[first..].first_chunk::<LANES>());
        let (Some(firsts), Some(starts)) = lanes else { unreachable!("an entry for each lane") };
        let element = |(line, flat): (*const T, usize), lane: usize, tap| {
            let place = line.wrapping_offset(starts[lane]).wrapping_offset(at(step.wrapping_mul(apart), tap));
            // SAFETY: `s`, `t` and the tap see an element from this place: the window sees more than `tap`.
            let x = unsafe { place.read() };
            (x, flat.wrapping_add(firsts[lane].wrapping_add(at(apart, tap)) as usize))
        };
        // `pool` has asserted that each window sees an element (`sees_each`)
        let line = self.line(row, [s_first, t_first]);
        let mut states: [K::State; LANES] = array::from_fn(|lane| {
            let (x, flat) = element(line, lane, 0);
            self.pooling.first(x, flat)
        });
        let mut from = 1;
        for s in s_first..s_end {
            for t in t_first..t_end {
                let line = self.line(row, [s, t]);
                for tap in from..group.shared {
                    for (lane, state) in states.iter_mut().enumerate() {
                        let (x, flat) = element(line, lane, tap);
                        *state = self.pooling.next(*state, x, flat);
                    }
                }
                for (lane, (state, &taps)) in states.iter_mut().zip(taps).enumerate() {
                    let mut last = *state;
                    for tap in from.max(group.shared)..taps {
                        let (x, flat) = element(line, lane, tap);
                        last = self.pooling.next(last, x, flat);
                    }
                    *state = last;
                }
                from = 0;
            }
        }
        let seen = row[0].count * row[1].count;
        let result = |pooling: &mut K, lane: usize| pooling.finish(states[lane], seen * counts[lane], 0);
        // SAFETY: the positions of a group are places.
        unsafe { self.write(row, group.place + first, counts.len().min(LANES), result) };
    }
}
