//! Rows of sorts, reductions at indices, rows of indices, masks of a run-time rank, and `one_hot_along`.

use crate::harness::run;
use crate::pairs::Pairs;
use crate::{drawn, floats, hand, written};
use conformable::ops::ScatterReduce;
use conformable::{Axis, Dyn, Tensor, shape};
use std::hint::black_box;

/// Floats in no order.
fn unordered(count: usize) -> Vec<f32> {
    let mixed = |i: u64| {
        let x = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (x ^ (x >> 27)) >> 44
    };
    (0..count as u64).map(|i| mixed(i) as f32).collect()
}

/// `sort` and `argsort` along both axes, and `bottom_k`.
pub(crate) fn sorted(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let label = |name: &str| format!("{name} {many} x {length}");
    let elements = unordered(many * length);
    let x = Tensor::from_vec(shape![many, length], elements.clone()).unwrap();
    let (x, elements) = (&x, &elements[..]);
    let (mut out, mut by_hand) = (x.clone(), elements.to_vec());
    written!(
        pairs, label("sort rows,"),
        out: black_box(x).sort_into(Axis::<1>, out),
        by_hand: hand::sort_rows(black_box(elements), length, by_hand)
    );
    written!(
        pairs, label("sort columns,"),
        out: black_box(x).sort_into(Axis::<0>, out),
        by_hand: hand::sort_columns(black_box(elements), length, by_hand)
    );
    let (mut out, mut by_hand) = (Tensor::full(shape![many, length], 0), vec![0; many * length]);
    written!(
        pairs, label("argsort rows,"),
        out: black_box(x).argsort_into(Axis::<1>, out),
        by_hand: hand::argsort_rows(black_box(elements), length, by_hand)
    );
    pairs.row(
        &label("bottom_k 10,"),
        [
            run!(black_box(x).bottom_k(Axis::<1>, Dyn::new(10))),
            run!(hand::ends(black_box(elements), length, 10, f32::total_cmp)),
        ],
    );
}

/// The larger of elements and values, by indices along the last axis and of rows.
pub(crate) fn combined(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let (table, values) = (floats(many * length), unordered(many * length));
    let places = drawn(many * length, length);
    let i = &Tensor::from_vec(shape![many, length], places.clone()).unwrap();
    let v = &Tensor::from_vec(shape![many, length], values.clone()).unwrap();
    let (values, places) = (&values[..], &places[..]);
    let (mut out, mut by_hand) = (Tensor::from_vec(shape![many, length], table.clone()).unwrap(), table.clone());
    written!(
        pairs, format!("scatter_reduce Max, {many} x {length}"),
        out: out.scatter_reduce(Axis::<1>, black_box(i), black_box(v), ScatterReduce::Max),
        by_hand: hand::scatter_max(by_hand, black_box(places), length, black_box(values))
    );
    let rows = drawn(many, many);
    let i = &Tensor::from_vec(shape![many], rows.clone()).unwrap();
    let rows = &rows[..];
    let (mut out, mut by_hand) = (Tensor::from_vec(shape![many, length], table.clone()).unwrap(), table);
    written!(
        pairs, format!("index_reduce Max, {many} rows of {length}"),
        out: out.index_reduce(Axis::<0>, black_box(i), black_box(v), ScatterReduce::Max),
        by_hand: hand::max_rows(by_hand, black_box(rows), length, black_box(values))
    );
}

/// `gather_nd` and `scatter_nd` with one index or two in a row.
pub(crate) fn by_rows(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let count = many * length;
    let table = floats(count);
    let x = &Tensor::from_vec(shape![many, length], table.clone()).unwrap();
    let indices: Vec<usize> =
        drawn(count, many).into_iter().zip(drawn(count, length)).flat_map(|(i, j)| [i, j]).collect();
    let i = &Tensor::from_vec((Dyn::new(count), conformable::Size::<2>), indices.clone()).unwrap();
    let values = unordered(count);
    let v = &Tensor::from_vec(shape![count], values.clone()).unwrap();
    let (table, indices, values) = (&table[..], &indices[..], &values[..]);
    let (mut out, mut by_hand) = (Tensor::full(shape![count], 0.0), vec![0.0; count]);
    written!(
        pairs, format!("gather_nd {count} elements of {many} x {length}"),
        out: black_box(x).gather_nd_into(black_box(i), out),
        by_hand: hand::gather_pairs(black_box(table), black_box(indices), length, by_hand)
    );
    let [rows, columns] = [10, length / 10];
    let cube = &Tensor::from_vec(shape![many, rows, columns], table.to_vec()).unwrap();
    let triples: Vec<usize> =
        indices.chunks(2).flat_map(|pair| [pair[0], pair[1] / columns, pair[1] % columns]).collect();
    let i3 = &Tensor::from_vec((Dyn::new(count), conformable::Size::<3>), triples.clone()).unwrap();
    written!(
        pairs, format!("gather_nd {count} elements of {many} x {rows} x {columns}"),
        out: black_box(cube).gather_nd_into(black_box(i3), out),
        by_hand: hand::gather_triples(black_box(table), black_box(&triples), [rows, columns], by_hand)
    );
    let (mut out, mut by_hand) = (x.clone(), table.to_vec());
    written!(
        pairs, format!("scatter_nd {count} elements of {many} x {length}"),
        out: out.scatter_nd(black_box(i), black_box(v)),
        by_hand: hand::scatter_pairs(by_hand, black_box(indices), length, black_box(values))
    );
    let rows = drawn(many, many);
    let i = &Tensor::from_vec((Dyn::new(many), conformable::Size::<1>), rows.clone()).unwrap();
    let v = &Tensor::from_vec(shape![many, length], values.to_vec()).unwrap();
    let rows = &rows[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![many, length], 0.0), vec![0.0; count]);
    written!(
        pairs, format!("gather_nd {many} rows of {length}"),
        out: black_box(x).gather_nd_into(black_box(i), out),
        by_hand: hand::take_rows(black_box(table), black_box(rows), length, by_hand)
    );
    let (mut out, mut by_hand) = (x.clone(), table.to_vec());
    written!(
        pairs, format!("scatter_nd {many} rows of {length}"),
        out: out.scatter_nd(black_box(i), black_box(v)),
        by_hand: hand::put_rows(by_hand, black_box(rows), length, black_box(values))
    );
}

/// Masks whose rank is known at run time.
pub(crate) fn masks(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let label = |name: &str| format!("{name} any rank, {many} x {length}");
    let elements = unordered(many * length);
    let x = Tensor::from_vec(shape![many, length], elements.clone()).unwrap();
    let mask = &x.map(|x| x % 3.0 != 0.0).erase();
    let (x, elements, choices) = (&x.erase(), &elements[..], &mask.to_vec()[..]);
    let values = hand::masked(elements, choices);
    let v = &Tensor::from_vec(shape![values.len()], values.clone()).unwrap();
    let values = &values[..];
    pairs.row(
        &label("masked_select"),
        [
            run!(black_box(x).masked_select(black_box(mask))),
            run!(hand::masked(black_box(elements), black_box(choices))),
        ],
    );
    pairs.row(&label("nonzero"), [run!(black_box(mask).nonzero()), run!(hand::nonzero(black_box(choices), length))]);
    assert!(mask.nonzero().iter().eq(&hand::nonzero(choices, length)), "the indices differ");
    let (mut out, mut by_hand) = (x.clone(), elements.to_vec());
    written!(
        pairs, label("masked_fill"),
        out: out.masked_fill(black_box(mask), 1.0),
        by_hand: hand::fill(by_hand, black_box(choices), 1.0)
    );
    written!(
        pairs, label("masked_scatter"),
        out: out.masked_scatter(black_box(mask), black_box(v)),
        by_hand: hand::masked_put(by_hand, black_box(choices), black_box(values))
    );
}

/// `one_hot_along` the first axis.
pub(crate) fn hot(pairs: &mut Pairs, [classes, many]: [usize; 2]) {
    let places = drawn(many, classes);
    let i = &Tensor::from_vec(shape![many], places.clone()).unwrap();
    let places = &places[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![classes, many], 0.0), vec![0.0; many * classes]);
    written!(
        pairs, format!("one_hot_along the first axis, {many} of {classes}"),
        out: black_box(i).one_hot_along_into(Axis::<0>, Dyn::new(classes), out),
        by_hand: hand::hot_columns(black_box(places), by_hand)
    );
}
