//! Elements taken, gathered, scattered, masked, joined, sorted, repeated, padded and under windows, against handwritten
//! loops, in turn in one process.
//!
//!     cargo bench --bench data                every row
//!     cargo bench --bench data -- take        those with one of the words in the name
//!     cargo bench --bench data -- --quick     a few samples: does everything run?

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "numbers to move")]

#[path = "../harness/mod.rs"]
mod harness;
#[path = "../harness/pairs.rs"]
mod pairs;

mod branded;
mod hand;
mod indexed;
mod repeated;
mod window;

use conformable::ops::concat_into;
use conformable::{Axis, Dyn, Size, Tensor, shape};
use harness::run;
use pairs::Pairs;
use std::hint::black_box;

/// Measures a row of two contenders that write to `out` and to `by_hand`, and compares what they wrote.
macro_rules! written {
    ($pairs:ident, $label:expr, $out:ident: $ours:expr, $by_hand:ident: $hand:expr) => {{
        {
            let ($out, $by_hand) = (&mut $out, &mut $by_hand[..]);
            let ours = crate::harness::run!({
                let $out = std::hint::black_box(&mut *$out);
                $ours
            });
            let hand = crate::harness::run!({
                let $by_hand = std::hint::black_box(&mut *$by_hand);
                $hand
            });
            $pairs.row(&$label, [ours, hand]);
        }
        assert!($out.iter().eq(&$by_hand), "{}: the results differ", $label);
    }};
}
use written;

/// Pseudorandom numbers below a size.
fn drawn(count: usize, below: usize) -> Vec<usize> {
    (0..count).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as usize) >> 20) % below).collect()
}

fn floats(count: usize) -> Vec<f32> {
    (0..count).map(|i| (i % 1000) as f32).collect()
}

/// Rows of a table for `take` and `index_add`: the number of indices, the number of rows, and their length.
fn rows(pairs: &mut Pairs, [many, length, some]: [usize; 3]) {
    let label = |name: &str| format!("{name} {some} rows of {length} among {many}");
    let (table, places) = (floats(many * length), drawn(some, many));
    let x = Tensor::from_vec(shape![many, length], table.clone()).unwrap();
    let i = Tensor::from_vec(shape![some], places.clone()).unwrap();
    let values = Tensor::from_vec(shape![some, length], floats(some * length)).unwrap();
    let (x, i, values, table, places) = (&x, &i, &values, &table[..], &places[..]);
    let (mut out, mut by_hand) = (values.clone(), floats(some * length));
    pairs.row(
        &label("take"),
        [
            run!(black_box(x).take_into(Axis::<0>, black_box(i), black_box(&mut out))),
            run!(hand::take_rows(black_box(table), black_box(places), length, black_box(&mut by_hand))),
        ],
    );
    let (mut sum, mut by_hand) = (x.clone(), table.to_vec());
    pairs.row(
        &label("put"),
        [
            run!(black_box(&mut sum).index_copy(Axis::<0>, black_box(i), black_box(values))),
            run!(hand::put_rows(black_box(&mut by_hand), black_box(places), length, black_box(values.as_slice()))),
        ],
    );
    let (mut sum, mut by_hand) = (x.clone(), table.to_vec());
    pairs.row(
        &label("index_add"),
        [
            run!(black_box(&mut sum).index_add(Axis::<0>, black_box(i), black_box(values))),
            run!(hand::add_rows(black_box(&mut by_hand), black_box(places), length, black_box(values.as_slice()))),
        ],
    );
    let keep = &Tensor::from_fn(shape![many], |[i]| i % 3 != 0);
    pairs.row(
        &format!("compress {length} columns by {many}"),
        [
            run!(black_box(x).compress(Axis::<0>, black_box(keep))),
            run!(hand::compress(black_box(table), black_box(keep.as_slice()), length)),
        ],
    );
}

/// Single elements of each row of a matrix: `gather` and its inverses along the last axis.
fn singles(pairs: &mut Pairs, [many, length, some]: [usize; 3]) {
    let label = |name: &str| format!("{name} {some} of {length} in {many} rows");
    let (table, places) = (floats(many * length), drawn(many * some, length));
    let x = Tensor::from_vec(shape![many, length], table.clone()).unwrap();
    let i = Tensor::from_vec(shape![many, some], places.clone()).unwrap();
    let values = Tensor::from_vec(shape![many, some], floats(many * some)).unwrap();
    let (x, i, values, table, places) = (&x, &i, &values, &table[..], &places[..]);
    let (mut out, mut by_hand) = (values.clone(), floats(many * some));
    pairs.row(
        &label("gather"),
        [
            run!(black_box(x).gather_into(Axis::<1>, black_box(i), black_box(&mut out))),
            run!(hand::gather(black_box(table), black_box(places), [length, some], black_box(&mut by_hand))),
        ],
    );
    let (mut sum, mut by_hand) = (x.clone(), table.to_vec());
    pairs.row(
        &label("scatter"),
        [
            run!(black_box(&mut sum).scatter(Axis::<1>, black_box(i), black_box(values))),
            run!(hand::scatter(
                black_box(&mut by_hand),
                black_box(places),
                [length, some],
                black_box(values.as_slice())
            )),
        ],
    );
    let (mut sum, mut by_hand) = (x.clone(), table.to_vec());
    pairs.row(
        &label("scatter_add"),
        [
            run!(black_box(&mut sum).scatter_add(Axis::<1>, black_box(i), black_box(values))),
            run!(hand::add(black_box(&mut by_hand), black_box(places), [length, some], black_box(values.as_slice()))),
        ],
    );
}

/// Two matrices, concatenated along each axis.
fn joined(pairs: &mut Pairs, [many, left, right]: [usize; 3]) {
    let x = Tensor::from_vec(shape![many, left], floats(many * left)).unwrap();
    let y = Tensor::from_vec(shape![many, right], floats(many * right)).unwrap();
    let (own, other) = (x.to_vec(), y.to_vec());
    let (x, y) = (&x, &y);
    let (mut out, mut by_hand) = (Tensor::full(shape![many, left + right], 0.0), floats(many * (left + right)));
    pairs.row(
        &format!("concat {left} and {right} columns of {many} rows"),
        [
            run!(concat_into(Axis::<1>, (black_box(x), black_box(y)), black_box(&mut out))),
            run!(hand::side_by_side(
                black_box(x.as_slice()),
                black_box(y.as_slice()),
                [left, right],
                black_box(&mut by_hand)
            )),
        ],
    );
    let x = &Tensor::from_vec(shape![left, many], own).unwrap();
    let y = &Tensor::from_vec(shape![right, many], other).unwrap();
    let (mut out, mut by_hand) = (Tensor::full(shape![left + right, many], 0.0), floats(many * (left + right)));
    pairs.row(
        &format!("concat {left} and {right} rows of {many} columns"),
        [
            run!(concat_into(Axis::<0>, (black_box(x), black_box(y)), black_box(&mut out))),
            run!(hand::one_below(black_box(x.as_slice()), black_box(y.as_slice()), black_box(&mut by_hand))),
        ],
    );
}

/// Elements where a mask is true, a one in each row, and the `top_k` of each row.
fn chosen(pairs: &mut Pairs, [many, length, some]: [usize; 3]) {
    let elements: Vec<f32> = drawn(many * length, 1 << 20).into_iter().map(|i| i as f32).collect();
    let x = Tensor::from_vec(shape![many, length], elements.clone()).unwrap();
    let (x, mask, elements) = (&x, &x.map(|x| x % 3.0 != 0.0), &elements[..]);
    pairs.row(
        &format!("masked {many} x {length}"),
        [
            run!(black_box(x).masked_select(black_box(mask))),
            run!(hand::masked(black_box(elements), black_box(mask.as_slice()))),
        ],
    );
    pairs.row(
        &format!("top_k {some} of {length} in {many} rows"),
        [
            run!(black_box(x).top_k(Axis::<1>, Dyn::new(some))),
            run!(hand::ends(black_box(elements), length, some, |x, y| y.total_cmp(x))),
        ],
    );
    let places = drawn(many, length);
    let (i, places) = (&Tensor::from_vec(shape![many], places.clone()).unwrap(), &places[..]);
    pairs.row(
        &format!("one_hot {many} of {length}"),
        [run!(black_box(i).one_hot::<f32, _>(Dyn::new(length))), run!(hand::one_hot(black_box(places), length))],
    );
}

fn main() {
    let mut pairs = Pairs::new();
    for sizes in [[10_000, 768, 512], [10_000, 64, 4096], [10_000, 16, 4096], [1000, 4, 4096]] {
        rows(&mut pairs, sizes);
    }
    for sizes in [[1, 100_000, 100_000], [4096, 100, 10], [4096, 1000, 1], [512, 1000, 1000]] {
        singles(&mut pairs, sizes);
    }
    for sizes in [[4096, 100, 28], [4096, 512, 512], [65_536, 4, 4], [64, 1000, 24]] {
        joined(&mut pairs, sizes);
    }
    for sizes in [[1000, 1000, 10], [4096, 100, 5]] {
        chosen(&mut pairs, sizes);
    }
    for sizes in [[10, 100], [1000, 1000]] {
        indexed::sorted(&mut pairs, sizes);
        indexed::combined(&mut pairs, sizes);
        indexed::by_rows(&mut pairs, sizes);
        indexed::masks(&mut pairs, sizes);
        indexed::hot(&mut pairs, sizes);
        repeated::each(&mut pairs, sizes);
        repeated::padded(&mut pairs, sizes);
        repeated::tiled(&mut pairs, sizes);
        repeated::differences(&mut pairs, sizes);
        repeated::grid(&mut pairs, sizes);
    }
    repeated::padded(&mut pairs, [1000, 3]);
    repeated::tiled(&mut pairs, [2000, 9]);
    for sizes in [[1, 32, 32], [16, 256, 256]] {
        window::interpolated(&mut pairs, sizes);
        window::pools(&mut pairs, sizes);
    }
    window::pools(&mut pairs, [64, 14, 14]);
    for sizes in [[4, 16, 16], [16, 256, 256]] {
        window::shuffled(&mut pairs, sizes);
        window::colours(&mut pairs, sizes);
    }
    let deep = [[1, 64, 30, 30], [1, 256, 16, 16], [1, 512, 9, 9], [4, 512, 9, 9]];
    for sizes in [[1, 4, 16, 16], [1, 16, 256, 256]].into_iter().chain(deep) {
        window::biased(&mut pairs, sizes);
    }
    for sizes in [[1000, 1000], [1000, 100_000], [100_000, 100_000]] {
        branded::edges(&mut pairs, sizes);
    }
    branded::sums(&mut pairs);
    // static sizes
    let x = Tensor::from_vec(shape![1000, 64], floats(64_000)).unwrap().refine::<(Size<1000>, Size<64>)>().unwrap();
    let i = Tensor::from_vec(shape![512], drawn(512, 1000)).unwrap().refine::<(Size<512>,)>().unwrap();
    let mut out = x.take(Axis::<0>, &i);
    let (table, places, mut by_hand) = (&x.to_vec()[..], &i.to_vec()[..], out.to_vec());
    let (x, i) = (&x, &i);
    pairs.row(
        "take 512 rows of 64 among 1000, static",
        [
            run!(black_box(x).take_into(Axis::<0>, black_box(i), black_box(&mut out))),
            run!(hand::take_rows(black_box(table), black_box(places), 64, black_box(&mut by_hand))),
        ],
    );
    pairs.finish();
}
