//! Rows of repeated, tiled and padded elements, of differences and of grids.

use crate::pairs::Pairs;
use crate::{drawn, floats, hand, written};
use conformable::ops::Pad;
use conformable::{Axis, Dyn, Tensor, meshgrid, shape};
use std::hint::black_box;

/// `repeat_each` of rows and of columns, 0 to 3 times.
pub(crate) fn each(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let table = floats(many * length);
    let x = &Tensor::from_vec(shape![many, length], table.clone()).unwrap();
    let table = &table[..];
    let counts = drawn(many, 4);
    let (total, c) = (counts.iter().sum::<usize>(), &Tensor::from_vec(shape![many], counts.clone()).unwrap());
    let counts = &counts[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![total, length], 0.0), vec![0.0; total * length]);
    written!(
        pairs, format!("repeat_each row of {many} x {length}"),
        out: black_box(x).repeat_each_into(Axis::<0>, black_box(c), out),
        by_hand: hand::repeat_rows(black_box(table), black_box(counts), length, by_hand)
    );
    let counts = drawn(length, 4);
    let (total, c) = (counts.iter().sum::<usize>(), &Tensor::from_vec(shape![length], counts.clone()).unwrap());
    let counts = &counts[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![many, total], 0.0), vec![0.0; many * total]);
    written!(
        pairs, format!("repeat_each column of {many} x {length}"),
        out: black_box(x).repeat_each_into(Axis::<1>, black_box(c), out),
        by_hand: hand::repeat_columns(black_box(table), black_box(counts), total, by_hand)
    );
}

/// Padding as a ring, and padding along two axes at once.
pub(crate) fn padded(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let table = floats(many * length);
    let x = &Tensor::from_vec(shape![many, length], table.clone()).unwrap();
    let table = &table[..];
    let size = [many + 5, length + 5];
    let label = |name: &str| format!("{name} {many} x {length}");
    let (mut out, mut by_hand) = (Tensor::full(shape![many, size[1]], 0.0), vec![0.0; many * size[1]]);
    written!(
        pairs, label("pad Wrap, columns of"),
        out: black_box(x).pad_into(Axis::<1>, (2, 3), Pad::Wrap, out),
        by_hand: hand::wrap_columns(black_box(table), [length, 2, 3], by_hand)
    );
    written!(
        pairs, label("pad Edge, columns of"),
        out: black_box(x).pad_into(Axis::<1>, (2, 3), Pad::Edge, out),
        by_hand: hand::edge_columns(black_box(table), [length, 2, 3], by_hand)
    );
    let (mut out, mut by_hand) = (Tensor::full(shape![size[0], length], 0.0), vec![0.0; size[0] * length]);
    written!(
        pairs, label("pad Wrap, rows of"),
        out: black_box(x).pad_into(Axis::<0>, (2, 3), Pad::Wrap, out),
        by_hand: hand::wrap_rows(black_box(table), [length, 2, 3], by_hand)
    );
    let (mut out, mut by_hand) = (Tensor::full(shape![size[0], size[1]], 0.0), vec![0.0; size[0] * size[1]]);
    written!(
        pairs, label("pad_axes Wrap,"),
        out: black_box(x).pad_axes_into((Axis::<0>, Axis::<1>), (2, 3), Pad::Wrap, out),
        by_hand: hand::wrap_both(black_box(table), [length, 2, 3], by_hand)
    );
    written!(
        pairs, label("pad_axes Constant,"),
        out: black_box(x).pad_axes_into((Axis::<0>, Axis::<1>), (2, 3), Pad::Constant(7.0), out),
        by_hand: hand::pad_both(black_box(table), [length, 2, 3], 7.0, by_hand)
    );
}

/// `tile_axes` from a sixth of the elements to all, and `tile` to half.
pub(crate) fn tiled(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let [many, length] = [many / 2, length / 3];
    let table = floats(many * length);
    let x = &Tensor::from_vec(shape![many, length], table.clone()).unwrap();
    let table = &table[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![many * 2, length * 3], 0.0), vec![0.0; many * length * 6]);
    written!(
        pairs, format!("tile_axes 2 x 3 of {many} x {length}"),
        out: black_box(x).tile_axes_into((Axis::<0>, Axis::<1>), (2, 3), out),
        by_hand: hand::tile(black_box(table), length, 3, by_hand)
    );
    let (mut out, mut by_hand) = (Tensor::full(shape![many, length * 3], 0.0), vec![0.0; many * length * 3]);
    written!(
        pairs, format!("tile 3, columns of {many} x {length}"),
        out: black_box(x).tile_into(Axis::<1>, 3, out),
        by_hand: hand::tile(black_box(table), length, 3, by_hand)
    );
}

/// `diff_n` along both axes.
pub(crate) fn differences(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let table = floats(many * length);
    let x = &Tensor::from_vec(shape![many, length], table.clone()).unwrap();
    let table = &table[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![many, length - 2], 0.0), vec![0.0; many * (length - 2)]);
    written!(
        pairs, format!("diff_n 2, rows of {many} x {length}"),
        out: black_box(x).diff_n_into(Axis::<1>, Dyn::new(2), out),
        by_hand: hand::second_of_rows(black_box(table), length, by_hand)
    );
    let (mut out, mut by_hand) = (Tensor::full(shape![many - 2, length], 0.0), vec![0.0; (many - 2) * length]);
    written!(
        pairs, format!("diff_n 2, columns of {many} x {length}"),
        out: black_box(x).diff_n_into(Axis::<0>, Dyn::new(2), out),
        by_hand: hand::second(black_box(table), length, by_hand)
    );
}

/// The coordinates of a grid, as dense tensors.
pub(crate) fn grid(pairs: &mut Pairs, [many, length]: [usize; 2]) {
    let (rows, columns) = (floats(many), floats(length));
    let (y, x) = (
        &Tensor::from_vec(shape![many], rows.clone()).unwrap(),
        &Tensor::from_vec(shape![length], columns.clone()).unwrap(),
    );
    let (rows, columns) = (&rows[..], &columns[..]);
    let (mut out, mut by_hand) = (Tensor::full(shape![many, length], 0.0), vec![0.0; many * length]);
    written!(
        pairs, format!("meshgrid {many} x {length}, copy of the rows"),
        out: out.assign(&meshgrid((black_box(y), black_box(x))).0),
        by_hand: hand::grid_rows(black_box(rows), length, by_hand)
    );
    written!(
        pairs, format!("meshgrid {many} x {length}, copy of the columns"),
        out: out.assign(&meshgrid((black_box(y), black_box(x))).1),
        by_hand: hand::grid_columns(black_box(columns), by_hand)
    );
}
