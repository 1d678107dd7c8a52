//! Handwritten loops.

use std::cmp::Ordering;

pub(crate) fn take_rows(table: &[f32], places: &[usize], length: usize, out: &mut [f32]) {
    for (row, &place) in out.chunks_exact_mut(length).zip(places) {
        row.copy_from_slice(&table[place * length..][..length]);
    }
}

pub(crate) fn put_rows(table: &mut [f32], places: &[usize], length: usize, values: &[f32]) {
    for (row, &place) in values.chunks_exact(length).zip(places) {
        table[place * length..][..length].copy_from_slice(row);
    }
}

pub(crate) fn add_rows(table: &mut [f32], places: &[usize], length: usize, values: &[f32]) {
    for (row, &place) in values.chunks_exact(length).zip(places) {
        for (to, from) in table[place * length..][..length].iter_mut().zip(row) {
            *to += from;
        }
    }
}

pub(crate) fn compress(table: &[f32], keep: &[bool], length: usize) -> Vec<f32> {
    let kept = keep.iter().filter(|&&keep| keep).count();
    let mut out = Vec::with_capacity(kept * length);
    for (row, _) in table.chunks_exact(length).zip(keep).filter(|&(_, &keep)| keep) {
        out.extend_from_slice(row);
    }
    out
}

#[inline(never)]
pub(crate) fn cut(part: &[u32], edges: &[[usize; 2]]) -> usize {
    edges.iter().filter(|&&[from, to]| part[from] != part[to]).count()
}

#[inline(never)]
pub(crate) fn look_up(table: &[f32], places: &[usize], out: &mut [f32]) {
    out.iter_mut().zip(places).for_each(|(out, &place)| *out = table[place]);
}

pub(crate) fn gather(table: &[f32], places: &[usize], [length, some]: [usize; 2], out: &mut [f32]) {
    for ((row, places), out) in
        table.chunks_exact(length).zip(places.chunks_exact(some)).zip(out.chunks_exact_mut(some))
    {
        for (out, &place) in out.iter_mut().zip(places) {
            *out = row[place];
        }
    }
}

pub(crate) fn scatter(table: &mut [f32], places: &[usize], [length, some]: [usize; 2], values: &[f32]) {
    let rows = table.chunks_exact_mut(length).zip(places.chunks_exact(some)).zip(values.chunks_exact(some));
    for ((row, places), values) in rows {
        for (&value, &place) in values.iter().zip(places) {
            row[place] = value;
        }
    }
}

pub(crate) fn add(table: &mut [f32], places: &[usize], [length, some]: [usize; 2], values: &[f32]) {
    let rows = table.chunks_exact_mut(length).zip(places.chunks_exact(some)).zip(values.chunks_exact(some));
    for ((row, places), values) in rows {
        for (&value, &place) in values.iter().zip(places) {
            row[place] += value;
        }
    }
}

pub(crate) fn side_by_side(x: &[f32], y: &[f32], [left, right]: [usize; 2], out: &mut [f32]) {
    for ((out, x), y) in out.chunks_exact_mut(left + right).zip(x.chunks_exact(left)).zip(y.chunks_exact(right)) {
        out[..left].copy_from_slice(x);
        out[left..].copy_from_slice(y);
    }
}

pub(crate) fn one_below(x: &[f32], y: &[f32], out: &mut [f32]) {
    out[..x.len()].copy_from_slice(x);
    out[x.len()..].copy_from_slice(y);
}

pub(crate) fn masked(elements: &[f32], mask: &[bool]) -> Vec<f32> {
    let mut out = Vec::with_capacity(mask.iter().filter(|&&choice| choice).count());
    out.extend(elements.iter().zip(mask).filter(|&(_, &choice)| choice).map(|(&element, _)| element));
    out
}

/// The first `some` elements of each row by an order, and their indices.
pub(crate) fn ends(
    elements: &[f32],
    length: usize,
    some: usize,
    order: impl Fn(&f32, &f32) -> Ordering,
) -> (Vec<f32>, Vec<usize>) {
    let (mut values, mut places) = (Vec::new(), Vec::new());
    for row in elements.chunks_exact(length) {
        let mut all: Vec<usize> = (0..length).collect();
        let by = |&i: &usize, &j: &usize| order(&row[i], &row[j]).then(i.cmp(&j));
        all.select_nth_unstable_by(some, by);
        all.truncate(some);
        all.sort_unstable_by(by);
        values.extend(all.iter().map(|&i| row[i]));
        places.extend(all);
    }
    (values, places)
}

pub(crate) fn one_hot(places: &[usize], length: usize) -> Vec<f32> {
    let mut out = vec![0.0; places.len() * length];
    for (row, &place) in out.chunks_exact_mut(length).zip(places) {
        row[place] = 1.0;
    }
    out
}

pub(crate) fn sort_rows(elements: &[f32], length: usize, out: &mut [f32]) {
    out.copy_from_slice(elements);
    out.chunks_exact_mut(length).for_each(|row| row.sort_unstable_by(f32::total_cmp));
}

pub(crate) fn sort_columns(elements: &[f32], length: usize, out: &mut [f32]) {
    let mut column = Vec::with_capacity(elements.len() / length);
    for j in 0..length {
        column.clear();
        column.extend(elements[j..].iter().step_by(length));
        column.sort_unstable_by(f32::total_cmp);
        out[j..].iter_mut().step_by(length).zip(&column).for_each(|(out, x)| *out = *x);
    }
}

pub(crate) fn argsort_rows(elements: &[f32], length: usize, out: &mut [usize]) {
    for (row, out) in elements.chunks_exact(length).zip(out.chunks_exact_mut(length)) {
        out.iter_mut().enumerate().for_each(|(i, out)| *out = i);
        out.sort_by(|&i, &j| row[i].total_cmp(&row[j]));
    }
}

pub(crate) fn scatter_max(table: &mut [f32], places: &[usize], length: usize, values: &[f32]) {
    let rows = table.chunks_exact_mut(length).zip(places.chunks_exact(length)).zip(values.chunks_exact(length));
    for ((row, places), values) in rows {
        for (&value, &place) in values.iter().zip(places) {
            row[place] = greater(row[place], value);
        }
    }
}

pub(crate) fn max_rows(table: &mut [f32], places: &[usize], length: usize, values: &[f32]) {
    for (row, &place) in values.chunks_exact(length).zip(places) {
        for (to, &from) in table[place * length..][..length].iter_mut().zip(row) {
            *to = greater(*to, from);
        }
    }
}

/// The larger one; NaN if either is NaN.
fn greater(x: f32, other: f32) -> f32 {
    if other > x || other.is_nan() { other } else { x }
}

pub(crate) fn gather_pairs(table: &[f32], indices: &[usize], length: usize, out: &mut [f32]) {
    for (out, pair) in out.iter_mut().zip(indices.chunks_exact(2)) {
        *out = table[pair[0] * length..][..length][pair[1]];
    }
}

pub(crate) fn gather_triples(table: &[f32], indices: &[usize], [rows, columns]: [usize; 2], out: &mut [f32]) {
    for (out, triple) in out.iter_mut().zip(indices.chunks_exact(3)) {
        *out = table[triple[0] * rows * columns..][..rows * columns][triple[1] * columns..][..columns][triple[2]];
    }
}

pub(crate) fn scatter_pairs(table: &mut [f32], indices: &[usize], length: usize, values: &[f32]) {
    for (&value, pair) in values.iter().zip(indices.chunks_exact(2)) {
        table[pair[0] * length..][..length][pair[1]] = value;
    }
}

pub(crate) fn nonzero(mask: &[bool], length: usize) -> Vec<usize> {
    let mut out = Vec::with_capacity(2 * mask.iter().filter(|&&choice| choice).count());
    for (i, row) in mask.chunks_exact(length).enumerate() {
        for (j, _) in row.iter().enumerate().filter(|&(_, &choice)| choice) {
            out.extend([i, j]);
        }
    }
    out
}

pub(crate) fn fill(elements: &mut [f32], mask: &[bool], value: f32) {
    for (element, &choice) in elements.iter_mut().zip(mask) {
        *element = if choice { value } else { *element };
    }
}

pub(crate) fn masked_put(elements: &mut [f32], mask: &[bool], values: &[f32]) {
    let chosen = elements.iter_mut().zip(mask).filter(|&(_, &choice)| choice);
    chosen.zip(values).for_each(|((element, _), &value)| *element = value);
}

pub(crate) fn hot_columns(places: &[usize], out: &mut [f32]) {
    out.fill(0.0);
    for (column, &place) in places.iter().enumerate() {
        out[place * places.len()..][..places.len()][column] = 1.0;
    }
}

pub(crate) fn repeat_rows(table: &[f32], counts: &[usize], length: usize, out: &mut [f32]) {
    let mut rows = out.chunks_exact_mut(length);
    for (row, &count) in table.chunks_exact(length).zip(counts) {
        rows.by_ref().take(count).for_each(|out| out.copy_from_slice(row));
    }
}

pub(crate) fn repeat_columns(table: &[f32], counts: &[usize], total: usize, out: &mut [f32]) {
    for (row, mut out) in table.chunks_exact(counts.len()).zip(out.chunks_exact_mut(total)) {
        for (&x, &count) in row.iter().zip(counts) {
            let (some, others) = out.split_at_mut(count);
            some.fill(x);
            out = others;
        }
    }
}

/// A row as a ring.
fn wrap(row: &[f32], [before, after]: [usize; 2], out: &mut [f32]) {
    let end = before + row.len();
    out[..before].copy_from_slice(&row[row.len() - before..]);
    out[before..end].copy_from_slice(row);
    out[end..].copy_from_slice(&row[..after]);
}

pub(crate) fn wrap_columns(table: &[f32], [length, before, after]: [usize; 3], out: &mut [f32]) {
    let rows = table.chunks_exact(length).zip(out.chunks_exact_mut(length + before + after));
    rows.for_each(|(row, out)| wrap(row, [before, after], out));
}

pub(crate) fn edge_columns(table: &[f32], [length, before, after]: [usize; 3], out: &mut [f32]) {
    for (row, out) in table.chunks_exact(length).zip(out.chunks_exact_mut(length + before + after)) {
        out[..before].fill(row[0]);
        out[before..before + length].copy_from_slice(row);
        out[before + length..].fill(row[length - 1]);
    }
}

pub(crate) fn wrap_rows(table: &[f32], [length, before, after]: [usize; 3], out: &mut [f32]) {
    wrap(table, [before * length, after * length], out);
}

pub(crate) fn wrap_both(table: &[f32], [length, before, after]: [usize; 3], out: &mut [f32]) {
    let rows = table.len() / length;
    for (i, out) in out.chunks_exact_mut(length + before + after).enumerate() {
        let from = (i + rows - before) % rows;
        wrap(&table[from * length..][..length], [before, after], out);
    }
}

pub(crate) fn pad_both(table: &[f32], [length, before, after]: [usize; 3], value: f32, out: &mut [f32]) {
    let (rows, width) = (table.len() / length, length + before + after);
    out[..before * width].fill(value);
    out[(before + rows) * width..].fill(value);
    for (row, out) in table.chunks_exact(length).zip(out[before * width..].chunks_exact_mut(width)) {
        out[..before].fill(value);
        out[before..before + length].copy_from_slice(row);
        out[before + length..].fill(value);
    }
}

pub(crate) fn tile(table: &[f32], length: usize, times: usize, out: &mut [f32]) {
    for out in out.chunks_exact_mut(table.len() * times) {
        for (row, out) in table.chunks_exact(length).zip(out.chunks_exact_mut(length * times)) {
            out.chunks_exact_mut(length).for_each(|out| out.copy_from_slice(row));
        }
    }
}

/// The second differences of elements that are `apart` from each other.
pub(crate) fn second(x: &[f32], apart: usize, out: &mut [f32]) {
    let (middle, last) = (&x[apart..], &x[2 * apart..]);
    for (((out, x), y), z) in out.iter_mut().zip(x).zip(middle).zip(last) {
        *out = (z - y) - (y - x);
    }
}

pub(crate) fn second_of_rows(table: &[f32], length: usize, out: &mut [f32]) {
    let rows = table.chunks_exact(length).zip(out.chunks_exact_mut(length - 2));
    rows.for_each(|(row, out)| second(row, 1, out));
}

pub(crate) fn grid_rows(rows: &[f32], length: usize, out: &mut [f32]) {
    out.chunks_exact_mut(length).zip(rows).for_each(|(out, &x)| out.fill(x));
}

pub(crate) fn grid_columns(columns: &[f32], out: &mut [f32]) {
    out.chunks_exact_mut(columns.len()).for_each(|out| out.copy_from_slice(columns));
}
