//! Every public call that touches elements, against ndarray and against a loop over a slice: sampled in turn in one
//! process, so that other load affects all alike. Read ratios, not times.
//!
//!     cargo bench --features ndarray --bench surface                  every call on every tensor
//!     cargo bench --features ndarray --bench surface -- fold 'f32 heap'   rows with one of the words in the name
//!     cargo bench --features ndarray --bench surface -- --quick       a few samples of each: does everything run?
//!
//! One row for each call and tensor, in Markdown: medians, and the medians of the ratios of each round to ndarray and
//! to the slice; the larger ratio counts. A row above the limit is measured twice more, and the median of the three
//! counts. All three contenders are compiled alike, read and write the same memory, and know lengths only at run time,
//! except ours if a type has them.

#![allow(unsafe_code, reason = "loops by hand over strided elements")]
#![allow(clippy::float_cmp, clippy::cast_precision_loss, reason = "numbers are small and whole")]
#![allow(
    clippy::eq_op,
    clippy::explicit_iter_loop,
    clippy::inline_always,
    clippy::many_single_char_names,
    clippy::needless_for_each,
    clippy::needless_range_loop,
    clippy::too_many_lines,
    clippy::unnecessary_to_owned,
    reason = "each form is a row of its own, and loops by hand are to be where they are called"
)]

mod given;
#[path = "../harness/mod.rs"]
mod harness;
mod make;
mod read;
mod write;

use conformable::{AnyShape, Dyn, Heap, IndexFor, Inline, Shape, Size, StaticShape, Tensor, View, shape};
use given::Number;
use harness::{Arguments, Run, calls, duration, machine, median, ratio, time};
use ndarray::{Dimension, IntoDimension, Ix1, Ix2, Ix3, IxDyn};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;

/// The largest accepted ratio of a row.
const LIMIT: f64 = 1.10;

/// Three ways to do the same; some calls do not have all of them.
#[derive(Default)]
pub(crate) struct Row<'a> {
    ours: Option<Run<'a>>,
    array: Option<Run<'a>>,
    slice: Option<Run<'a>>,
}

pub(crate) struct Bench {
    arguments: Arguments,
    /// The call, the tensor and the ratio of each measured row.
    rows: RefCell<Vec<(String, String, f64)>>,
}

impl Bench {
    /// Measures a call on a tensor, and prints the row.
    pub(crate) fn row(&self, call: &str, tensor: &str, row: Row) {
        let label = format!("{tensor} {call}");
        if !self.arguments.asks_for(&label) {
            return;
        }
        let (has_array, has_slice) = (row.array.is_some(), row.slice.is_some());
        let mut runs: Vec<Run> = row.ours.into_iter().chain(row.array).chain(row.slice).collect();
        let (rounds, span) = if self.arguments.quick { (1, 1e-6) } else { (15, 2e-4) };
        let calls: Vec<usize> = runs.iter_mut().map(|run| calls(run, span)).collect();
        let mut measured: Vec<_> = Vec::new();
        while measured.len() < 3 && measured.iter().all(|(_, _, worst)| *worst > LIMIT) {
            let mut samples = vec![Vec::new(); runs.len()];
            for _ in 0..rounds {
                for ((run, &calls), samples) in runs.iter_mut().zip(&calls).zip(&mut samples) {
                    // loads its operands into the caches
                    run(1);
                    samples.push(time(run, calls));
                }
            }
            let ratios: Vec<f64> = samples[1..].iter().map(|other| ratio(&samples[0], other)).collect();
            let worst = ratios.iter().copied().fold(0.0, f64::max);
            measured.push((samples.into_iter().map(median).collect::<Vec<_>>(), ratios, worst));
        }
        measured.sort_by(|(.., a), (.., b)| a.total_cmp(b));
        let (times, ratios, worst) = &measured[measured.len() / 2];
        print!("| {tensor} | {call} ");
        let (mut times, mut ratios) = (times.iter(), ratios.iter());
        let mut text = |here: bool| here.then(|| times.next()).flatten().map_or(String::new(), |&time| duration(time));
        print!("| {} | {} | {} ", text(true), text(has_array), text(has_slice));
        let mut text =
            |here: bool| here.then(|| ratios.next()).flatten().map_or(String::new(), |ratio| format!("{ratio:.2}"));
        println!("| {} | {} |", text(has_array), text(has_slice));
        self.rows.borrow_mut().push((call.to_owned(), tensor.to_owned(), *worst));
    }

    /// The distribution of the ratios, over all rows and for each call, and the rows above the limit.
    fn summary(&self) {
        let mut rows = self.rows.take();
        rows.sort_by(|(.., a), (.., b)| a.total_cmp(b));
        let Some(last) = rows.len().checked_sub(1) else { return };
        let at = |part: usize| rows[last * part / 100].2;
        let above = rows.iter().filter(|(.., ratio)| *ratio > LIMIT).count();
        let (half, most, more, all) = (at(50), at(90), at(95), at(99));
        println!("\n{} rows: median {half:.2}, 90 % at most {most:.2}, 95 % {more:.2}, 99 % {all:.2}", rows.len());
        println!("{above} above {LIMIT:.2}\n\n| call | rows | above | median | the largest |\n|---|---|---|---|---|");
        let mut calls = BTreeMap::<_, Vec<_>>::new();
        rows.iter().for_each(|(call, tensor, ratio)| calls.entry(call).or_default().push((tensor, *ratio)));
        for (call, rows) in calls {
            let above = rows.iter().filter(|(_, ratio)| *ratio > LIMIT).count();
            let (tensor, largest) = rows[rows.len() - 1];
            println!("| {call} | {} | {above} | {:.2} | {largest:.2} {tensor} |", rows.len(), rows[rows.len() / 2].1);
        }
        println!();
        rows.iter().rev().take(above).for_each(|(call, tensor, ratio)| println!("- {ratio:.2} {tensor} {call}"));
    }
}

/// `row!(bench, tensor, "call", (x, ours), (a, array), (s, slice))`: the row of three expressions; the optimiser does
/// not know the values of `x`, `a` and `s`.
macro_rules! row {
    ($bench:expr, $tensor:expr, $call:literal, ($x:ident, $ours:expr), ($a:ident, $array:expr), ($s:ident, $slice:expr)) => {
        let row = crate::Row {
            ours: Some(crate::harness::run!({
                let $x = std::hint::black_box($x);
                $ours
            })),
            array: Some(crate::harness::run!({
                let $a = std::hint::black_box($a);
                $array
            })),
            slice: Some(crate::harness::run!({
                let $s = std::hint::black_box($s);
                $slice
            })),
        };
        $bench.row($call, $tensor, row);
    };
    ($bench:expr, $tensor:expr, $call:literal, ($x:ident, $ours:expr), ($a:ident, $array:expr)) => {
        let row = crate::Row {
            ours: Some(crate::harness::run!({
                let $x = std::hint::black_box($x);
                $ours
            })),
            array: Some(crate::harness::run!({
                let $a = std::hint::black_box($a);
                $array
            })),
            slice: None,
        };
        $bench.row($call, $tensor, row);
    };
}
pub(crate) use row;

/// The same for expressions whose values are equal; without ndarray's if it has none.
macro_rules! agree {
    ($bench:expr, $tensor:expr, $call:literal, ($x:ident, $ours:expr), ($a:ident, $array:expr), ($s:ident, $slice:expr)) => {
        let (ours, array, slice) = ($ours, $array, $slice);
        assert!(ours == array && ours == slice, "{} {}", $tensor, $call);
        crate::row!($bench, $tensor, $call, ($x, $ours), ($a, $array), ($s, $slice));
    };
    ($bench:expr, $tensor:expr, $call:literal, ($x:ident, $ours:expr), ($s:ident, $slice:expr)) => {
        assert!($ours == $slice, "{} {}", $tensor, $call);
        let row = crate::Row {
            ours: Some(crate::harness::run!({
                let $x = std::hint::black_box($x);
                $ours
            })),
            array: None,
            slice: Some(crate::harness::run!({
                let $s = std::hint::black_box($s);
                $slice
            })),
        };
        $bench.row($call, $tensor, row);
    };
}
pub(crate) use agree;

/// The calls that take an index.
type Indices<T, S, D, const RANK: usize> = fn(&Bench, &str, &RefCell<Tensor<T, S, D>>, [usize; RANK]);

/// The calls on tensors of a shape on the heap, against arrays of the dimension `A`.
fn heap<T: Number, A: Dimension, S: Shape, const RANK: usize>(
    bench: &Bench,
    kind: &str,
    shape: &S,
    sizes: [usize; RANK],
    indices: Indices<T, S, Heap, RANK>,
) where
    [usize; RANK]: IntoDimension<Dim: Dimension>,
{
    let name = &format!("{} heap {kind} {sizes:?}", T::NAME);
    let tensors = tensors::<T, S, RANK>(shape, sizes);
    let slices = tensors.each_ref().map(Tensor::as_slice);
    let arrays = slices.map(|slice| given::array::<T, A, RANK>(slice, sizes));
    let walk = given::Dense(slices, black_box(sizes[RANK - 1]));
    read::all(bench, name, &tensors, &arrays, walk);
    make::heap(bench, name, &tensors[0], &arrays[0], walk);
    let [x, ..] = tensors;
    let held = RefCell::new(x);
    write::all::<T, A, S, Heap, RANK>(bench, name, &held, sizes);
    indices(bench, name, &held, sizes);
}

/// Four operands.
fn tensors<T: Number, S: Shape, const RANK: usize>(shape: &S, sizes: [usize; RANK]) -> [Tensor<T, S>; 4] {
    given::four(sizes.iter().product()).map(|x| Tensor::from_vec(shape.clone(), x).expect("a tensor"))
}

/// The calls on views of tensors on the heap.
fn view<T: Number, A: Dimension, S: Shape, const RANK: usize>(
    bench: &Bench,
    kind: &str,
    shape: &S,
    sizes: [usize; RANK],
) where
    [usize; RANK]: IntoDimension<Dim: Dimension>,
{
    let tensors = tensors::<T, S, RANK>(shape, sizes);
    let slices = tensors.each_ref().map(Tensor::as_slice);
    let arrays = slices.map(|slice| given::array::<T, A, RANK>(slice, sizes));
    let walk = given::Dense(slices, black_box(sizes[RANK - 1]));
    read::all(
        bench,
        &format!("{} view {kind} {sizes:?}", T::NAME),
        &tensors.each_ref().map(Tensor::view),
        &arrays,
        walk,
    );
}

/// The calls on tensors inline.
fn inline<T: Number, A: Dimension, S: StaticShape + Copy, const RANK: usize>(
    bench: &Bench,
    shape: S,
    sizes: [usize; RANK],
    indices: Indices<T, S, Inline, RANK>,
) where
    [usize; RANK]: IntoDimension<Dim: Dimension>,
{
    let name = &format!("{} inline static {sizes:?}", T::NAME);
    let tensors = tensors::<T, S, RANK>(&shape, sizes).map(|x| x.to_inline());
    let slices = tensors.each_ref().map(Tensor::as_slice);
    let arrays = slices.map(|slice| given::array::<T, A, RANK>(slice, sizes));
    read::all(bench, name, &tensors, &arrays, given::Dense(slices, black_box(sizes[RANK - 1])));
    let [x, ..] = tensors;
    make::inline(bench, name, &x);
    let held = RefCell::new(x);
    write::all::<T, A, S, Inline, RANK>(bench, name, &held, sizes);
    indices(bench, name, &held, sizes);
}

/// The calls on transposed views of ndarray's arrays.
fn turned<T: Number, S: Shape>(bench: &Bench, kind: &str, sizes: [usize; 2])
where
    [usize; 2]: IndexFor<S, S::Sizes>,
{
    let name = &format!("{} turned {kind} {sizes:?}", T::NAME);
    let blocks = given::four::<T>(sizes[0] * sizes[1]);
    let arrays = blocks.each_ref().map(|block| given::turned_array(block, sizes));
    let tensors = arrays.map(|array| Tensor::<T, S, View>::try_from(array).expect("a view"));
    let slices = blocks.each_ref().map(Vec::as_slice);
    read::all(bench, name, &tensors, &arrays, given::Strided::<_, true>(slices, black_box(sizes), black_box(sizes[0])));
    let [block, ..] = blocks;
    write::turned::<T, S>(bench, name, block, sizes);
}

/// The calls on views of ndarray's arrays without their first columns.
fn cut<T: Number, S: Shape>(bench: &Bench, kind: &str, sizes: [usize; 2]) {
    let name = &format!("{} cut {kind} {sizes:?}", T::NAME);
    let stride = given::CUT + sizes[1];
    let blocks = given::four::<T>(sizes[0] * stride);
    let arrays = blocks.each_ref().map(|block| given::cut_array(block, sizes));
    let tensors = arrays.map(|array| Tensor::<T, S, View>::try_from(array).expect("a view"));
    let slices = blocks.each_ref().map(|block| &block[given::CUT..]);
    read::all(bench, name, &tensors, &arrays, given::Strided::<_, false>(slices, black_box(sizes), black_box(stride)));
}

fn main() {
    let bench = &Bench { arguments: Arguments::new(), rows: RefCell::default() };
    println!("{}\n", machine());
    println!("| tensor | call | ours | ndarray | slice | / ndarray | / slice |");
    println!("|---|---|---|---|---|---|---|");
    let d = |n: usize| Dyn::new(black_box(n));
    let any = |sizes: [usize; 2]| AnyShape::from(black_box(sizes));
    heap::<f32, Ix2, _, 2>(bench, "static", &shape![16, 16], [16, 16], write::two::<_, Ix2, _, _>);
    heap::<f32, Ix2, _, 2>(bench, "static", &shape![256, 256], [256, 256], write::two::<_, Ix2, _, _>);
    heap::<f32, Ix2, _, 2>(bench, "partly", &(d(16), Size::<16>), [16, 16], write::two::<_, Ix2, _, _>);
    heap::<f32, Ix2, _, 2>(bench, "dyn", &(d(16), d(16)), [16, 16], write::two::<_, Ix2, _, _>);
    heap::<f32, Ix2, _, 2>(bench, "dyn", &(d(256), d(256)), [256, 256], write::two::<_, Ix2, _, _>);
    heap::<f32, IxDyn, _, 2>(bench, "any", &any([16, 16]), [16, 16], write::two::<_, IxDyn, _, _>);
    heap::<f32, IxDyn, _, 2>(bench, "any", &any([256, 256]), [256, 256], write::two::<_, IxDyn, _, _>);
    heap::<f32, Ix2, _, 2>(bench, "static", &shape![300, 7], [300, 7], write::two::<_, Ix2, _, _>);
    heap::<f32, Ix1, _, 1>(bench, "static", &shape![7], [7], write::one::<_, Ix1, _, _>);
    heap::<f32, Ix1, _, 1>(bench, "dyn", &(d(1000),), [1000], write::one::<_, Ix1, _, _>);
    heap::<f32, Ix3, _, 3>(bench, "static", &shape![8, 16, 32], [8, 16, 32], write::three::<_, Ix3, _, _>);
    heap::<f64, Ix2, _, 2>(bench, "static", &shape![256, 256], [256, 256], write::two::<_, Ix2, _, _>);
    heap::<f64, Ix2, _, 2>(bench, "dyn", &(d(16), d(16)), [16, 16], write::two::<_, Ix2, _, _>);
    heap::<i32, Ix2, _, 2>(bench, "static", &shape![16, 16], [16, 16], write::two::<_, Ix2, _, _>);
    heap::<i32, Ix2, _, 2>(bench, "static", &shape![256, 256], [256, 256], write::two::<_, Ix2, _, _>);
    heap::<i32, Ix3, _, 3>(bench, "dyn", &(d(8), d(16), d(32)), [8, 16, 32], write::three::<_, Ix3, _, _>);
    view::<f32, Ix2, _, 2>(bench, "static", &shape![256, 256], [256, 256]);
    view::<f32, Ix2, _, 2>(bench, "dyn", &(d(16), d(16)), [16, 16]);
    view::<f32, IxDyn, _, 2>(bench, "any", &any([16, 16]), [16, 16]);
    view::<i32, Ix2, _, 2>(bench, "dyn", &(d(256), d(256)), [256, 256]);
    inline::<f32, Ix1, _, 1>(bench, shape![7], [7], write::one::<_, Ix1, _, _>);
    inline::<f32, Ix2, _, 2>(bench, shape![16, 16], [16, 16], write::two::<_, Ix2, _, _>);
    inline::<i32, Ix2, _, 2>(bench, shape![16, 16], [16, 16], write::two::<_, Ix2, _, _>);
    inline::<f64, Ix3, _, 3>(bench, shape![2, 3, 4], [2, 3, 4], write::three::<_, Ix3, _, _>);
    turned::<f32, (Size<16>, Size<16>)>(bench, "static", [16, 16]);
    turned::<f64, (Dyn, Size<16>)>(bench, "partly", [16, 16]);
    turned::<f32, (Dyn, Dyn)>(bench, "dyn", [256, 256]);
    turned::<i32, (Dyn, Dyn)>(bench, "dyn", [256, 256]);
    turned::<f32, AnyShape>(bench, "any", [16, 16]);
    cut::<f32, (Size<16>, Size<16>)>(bench, "static", [16, 16]);
    cut::<f32, (Dyn, Dyn)>(bench, "dyn", [256, 256]);
    cut::<f64, (Dyn, Size<4>)>(bench, "partly", [300, 4]);
    cut::<i32, (Dyn, Dyn)>(bench, "dyn", [16, 16]);
    make::stretched::<f32, _, _>(bench, "static", shape![16], &shape![16, 16], [16, 16]);
    make::stretched::<f32, _, _>(bench, "dyn", (d(256),), &(d(256), d(256)), [256, 256]);
    make::stretched::<i32, _, _>(bench, "static", shape![256], &shape![256, 256], [256, 256]);
    make::stretched::<f32, _, _>(bench, "any", AnyShape::from([16]), &any([16, 16]), [16, 16]);
    bench.summary();
}
