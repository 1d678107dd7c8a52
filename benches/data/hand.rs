//! Handwritten loops.

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

pub(crate) fn top(elements: &[f32], length: usize, some: usize) -> (Vec<f32>, Vec<usize>) {
    let (mut values, mut places) = (Vec::new(), Vec::new());
    for row in elements.chunks_exact(length) {
        let mut order: Vec<usize> = (0..length).collect();
        let by = |&i: &usize, &j: &usize| row[j].total_cmp(&row[i]).then(i.cmp(&j));
        order.select_nth_unstable_by(some, by);
        order.truncate(some);
        order.sort_unstable_by(by);
        values.extend(order.iter().map(|&i| row[i]));
        places.extend(order);
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
