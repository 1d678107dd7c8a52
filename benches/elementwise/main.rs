//! Elementwise operations with broadcasting, against handwritten loops, ndarray and the memory: sampled in turn in one
//! process, so that other load affects all alike. Read ratios, not times.
//!
//!     cargo bench                        every workload
//!     cargo bench -- W2 W6               those with one of the words in the name
//!     cargo bench -- --quick             a few samples of each: does everything run?
//!
//! One line for each workload and variant, in Markdown: medians, and medians of the ratios of each round. `alloc` makes
//! and releases a new result in each call, `into` writes to an existing one, `value` returns one inline, and `inplace`
//! changes one. `dyn` is ours with run-time sizes, and its excess over the handwritten loop. Handwritten loops are
//! compiled for every processor, for AVX2 and for AVX-512, and the fastest counts.

#![allow(unsafe_code, reason = "loops by hand write blocks that are not initialised")]
#![allow(
    clippy::missing_safety_doc,
    clippy::too_many_lines,
    clippy::needless_range_loop,
    clippy::float_cmp,
    clippy::many_single_char_names,
    reason = "benchmarks"
)]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "statistics")]

mod hand;
#[path = "../harness/mod.rs"]
mod harness;

use conformable::{Shape, Tensor, shape, zip};
use hand::{Slot, piecewise};
use harness::{Arguments, Run, calls, duration, median, ratio, run, time};
use ndarray::{Array, Array1, Array2, ArrayView, Dimension, IntoDimension, Zip};
use std::cell::RefCell;
use std::hint::black_box;
use std::mem::MaybeUninit;

/// One block of memory that every contender writes in turn: its address decides how fast vectors write it.
struct Block(RefCell<Vec<f32>>);

impl Block {
    fn new(n: usize) -> Self {
        Self(RefCell::new(numbers(n)))
    }

    /// Runs `f` on the block, as the type that `wrap` makes.
    fn lend<'a, O: 'a>(
        &'a self,
        wrap: impl Fn(Vec<f32>) -> O + 'a,
        mut f: impl FnMut(&mut O) + 'a,
        unwrap: impl Fn(O) -> Vec<f32> + 'a,
    ) -> Run<'a> {
        Box::new(move |n| {
            let mut out = wrap(self.0.take());
            for _ in 0..n {
                f(black_box(&mut out));
            }
            self.0.replace(unwrap(out));
        })
    }

    /// The block as a tensor of a shape.
    fn tensor<'a, S: Shape + 'a>(&'a self, shape: S, f: impl FnMut(&mut Tensor<f32, S>) + 'a) -> Run<'a> {
        self.lend(move |block| Tensor::from_vec(shape.clone(), block).expect("a tensor"), f, Tensor::into_vec)
    }

    /// The block as an array of a shape.
    fn array<'a, const N: usize, D: Dimension + 'a>(
        &'a self,
        shape: [usize; N],
        f: impl FnMut(&mut Array<f32, D>) + 'a,
    ) -> Run<'a>
    where
        [usize; N]: IntoDimension<Dim = D>,
    {
        let unwrap = |array: Array<f32, D>| array.into_raw_vec_and_offset().0;
        self.lend(move |block| Array::from_shape_vec(shape, block).expect("an array"), f, unwrap)
    }

    fn slice<'a>(&'a self, mut f: impl FnMut(&mut [f32]) + 'a) -> Run<'a> {
        self.lend(|block| block, move |block| f(block), |block| block)
    }
}

struct Bench(Arguments);

/// The contenders of one line.
#[derive(Default)]
struct Line<'a> {
    ours: Option<Run<'a>>,
    ours_dyn: Option<Run<'a>>,
    hand: Vec<(&'static str, Run<'a>)>,
    ndarray: Option<Run<'a>>,
    limit: Option<Run<'a>>,
}

impl Bench {
    fn line(&self, name: &str, variant: &str, line: Line) {
        let label = format!("{name} {variant}");
        if !self.0.asks_for(&label) {
            return;
        }
        let hands: Vec<_> = line.hand.iter().map(|(name, _)| *name).collect();
        let mut runs: Vec<Option<Run>> = vec![line.ours, line.ours_dyn, line.ndarray, line.limit];
        runs.extend(line.hand.into_iter().map(|(_, run)| Some(run)));
        let (rounds, span) = if self.0.quick { (3, 1e-5) } else { (25, 1e-3) };
        // enough calls in a sample to fill the span
        let mut calls: Vec<usize> = runs.iter_mut().map(|run| run.as_mut().map_or(0, |run| calls(run, span))).collect();
        let heavy = runs.iter_mut().zip(&calls).any(|(run, &calls)| run.is_some() && calls == 1);
        let rounds = if heavy { rounds.min(11) } else { rounds };
        let mut samples = vec![Vec::new(); runs.len()];
        for _ in 0..rounds {
            for ((run, calls), samples) in runs.iter_mut().zip(&mut calls).zip(&mut samples) {
                if let Some(run) = run {
                    // loads its operands into the caches
                    run(1);
                    samples.push(time(run, *calls));
                }
            }
        }
        let time_of = |i: usize| (!samples[i].is_empty()).then(|| median(samples[i].clone()));
        let best = (4..runs.len()).min_by(|&a, &b| median(samples[a].clone()).total_cmp(&median(samples[b].clone())));
        let ratio = |to: Option<usize>| match to {
            Some(to) if !samples[to].is_empty() && !samples[0].is_empty() => {
                format!("{:.2}", ratio(&samples[0], &samples[to]))
            }
            _ => String::new(),
        };
        let text = |seconds: Option<f64>| seconds.map_or(String::new(), duration);
        let dynamic = match (best.and_then(time_of), time_of(1)) {
            // above some microseconds the difference is noise
            (Some(hand), Some(ours)) if ours < 5e-6 => format!("{} ({:+.0} ns)", duration(ours), (ours - hand) * 1e9),
            _ => text(time_of(1)),
        };
        println!(
            "| {name} | {variant} | {} | {dynamic} | {} | {} | {} | {} | {} | {} |",
            text(time_of(0)),
            best.map_or(String::new(), |best| format!("{} {}", text(time_of(best)), hands[best - 4])),
            text(time_of(2)),
            text(time_of(3)),
            ratio(best),
            ratio(Some(2)),
            ratio(Some(3)),
        );
    }
}

/// Numbers that are neither 0 nor denormal.
fn numbers(n: usize) -> Vec<f32> {
    (0..n).map(|i| (i % 100) as f32 + 1.0).collect()
}

/// A new block, filled by a handwritten loop.
fn fresh(n: usize, fill: impl FnOnce(&mut [Slot])) -> Vec<f32> {
    let mut block = Vec::with_capacity(n);
    fill(&mut block.spare_capacity_mut()[..n]);
    // SAFETY: the loops write every element.
    unsafe { block.set_len(n) };
    block
}

/// A block as uninitialised memory.
fn slots(block: &mut [f32]) -> &mut [Slot] {
    // SAFETY: the layouts are the same, and the loops only write initialised elements.
    unsafe { &mut *(std::ptr::from_mut(block) as *mut [Slot]) }
}

/// The limit of the memory: a copy of the first operand, or one number written everywhere.
enum Limit {
    Copy,
    Fill,
    None,
}

/// The lines `alloc` and `into` of a workload on two operands: shapes, operator, loop by hand and its lengths.
macro_rules! binary {
    ($bench:ident, $name:literal, [$($a:literal),*] $op:tt [$($b:literal),*] -> [$($o:literal),*], $hand:ident $n:tt, $limit:ident) => {{
        let (a, b) = (numbers([$($a),*].iter().product()), numbers([$($b),*].iter().product()));
        let n = [$($o),*].iter().product();
        let dx = &Tensor::from_vec(shape![$(black_box::<usize>($a)),*], a.clone()).expect("a tensor");
        let dy = &Tensor::from_vec(shape![$(black_box::<usize>($b)),*], b.clone()).expect("a tensor");
        let x = &Tensor::from_vec(shape![$($a),*], a).expect("a tensor");
        let y = &Tensor::from_vec(shape![$($b),*], b).expect("a tensor");
        // the same memory for all, or the one that shares it finds it in the caches
        let (a, b) = (x.as_slice(), y.as_slice());
        let nx = &ArrayView::from_shape([$($a),*], a).expect("an array");
        let ny = &ArrayView::from_shape([$($b),*], b).expect("an array");
        assert_eq!((x $op y).as_slice(), (nx $op ny).as_slice().expect("a dense array"));
        assert_eq!((x $op y).as_slice(), (dx $op dy).as_slice());
        let hand = hand::$hand::all();
        for (_, hand) in &hand {
            assert_eq!(fresh(n, |o| hand(o, a, b, $n)), (x $op y).as_slice());
        }
        $bench.line($name, "alloc", Line {
            ours: Some(run!(black_box(x) $op black_box(y))),
            ours_dyn: Some(run!(black_box(dx) $op black_box(dy))),
            hand: hand.iter().map(|&(name, hand)| (name, run!(fresh(n, |o| hand(o, black_box(a), black_box(b), black_box($n)))))).collect(),
            ndarray: Some(run!(black_box(nx) $op black_box(ny))),
            limit: match Limit::$limit {
                Limit::Copy => Some(run!(black_box(a).to_vec())),
                Limit::Fill => Some(run!(vec![black_box(1.0_f32); n])),
                Limit::None => None,
            },
        });
        let block = &Block::new(n);
        $bench.line($name, "into", Line {
            ours: Some(block.tensor(shape![$($o),*], |out| zip((black_box(x), black_box(y))).map_into(out, |(x, y)| x $op y))),
            ours_dyn: Some(block.tensor(shape![$(black_box::<usize>($o)),*], |out| {
                zip((black_box(dx), black_box(dy))).map_into(out, |(x, y)| x $op y);
            })),
            hand: hand.iter().map(|&(name, hand)| (name, block.slice(move |out| hand(slots(out), black_box(a), black_box(b), black_box($n))))).collect(),
            ndarray: Some(block.array([$($o),*], |out| {
                Zip::from(out).and_broadcast(black_box(nx)).and_broadcast(black_box(ny)).for_each(|o, &x, &y| *o = x $op y);
            })),
            limit: match Limit::$limit {
                Limit::Copy => Some(block.slice(|out| out.copy_from_slice(black_box(a)))),
                Limit::Fill => Some(block.slice(|out| out.fill(black_box(1.0)))),
                Limit::None => None,
            },
        });
    }};
}

/// The line `value`: tensors inline, against a loop over arrays with constant lengths.
macro_rules! value {
    ($bench:ident, $name:literal, $A:ty, $B:ty, $op:tt, $hand:expr) => {{
        let (mut a, mut b): ($A, $B) = Default::default();
        flat(&mut a).copy_from_slice(&numbers(size_of::<$A>() / 4));
        flat(&mut b).copy_from_slice(&numbers(size_of::<$B>() / 4));
        let (x, y) = (Tensor::inline(a.0), Tensor::inline(b.0));
        let (x, y, a, b) = (&x, &y, &a.0, &b.0);
        let hand = $hand;
        assert_eq!((x $op y).into_array(), hand(a, b));
        $bench.line($name, "value", Line {
            ours: Some(run!(black_box(x) $op black_box(y))),
            hand: vec![("constant", run!(hand(black_box(a), black_box(b))))],
            ..Line::default()
        });
    }};
}

/// An array of any depth, since those longer than 32 have no `Default`.
struct Zeroed<A>(A);

impl<A: Copy> Default for Zeroed<A> {
    fn default() -> Self {
        // SAFETY: every use is an array of `f32`, for which zeros are a value.
        Self(unsafe { MaybeUninit::zeroed().assume_init() })
    }
}

fn flat<A>(array: &mut Zeroed<A>) -> &mut [f32] {
    // SAFETY: every use is an array of `f32`.
    unsafe { std::slice::from_raw_parts_mut((&raw mut array.0).cast(), size_of::<A>() / 4) }
}

type Matrix<const N: usize, const C: usize> = [[f32; C]; N];

fn main() {
    let bench = Bench(Arguments::new());
    println!("{}\n", harness::machine());
    println!("| workload | variant | ours | dyn | by hand | ndarray | limit | / hand | / ndarray | / limit |");
    println!("|---|---|---|---|---|---|---|---|---|---|");

    binary!(bench, "W1 same [64]", [64] + [64] -> [64], same [64], None);
    value!(bench, "W1 same [64]", Zeroed<[f32; 64]>, Zeroed<[f32; 64]>, +, |a: &[f32; 64], b: &[f32; 64]| {
        let mut o = [0.0; 64];
        for i in 0..64 {
            o[i] = a[i] + b[i];
        }
        o
    });
    binary!(bench, "W1 same [1024,1024]", [1024, 1024] + [1024, 1024] -> [1024, 1024], same [1024 * 1024], None);
    binary!(bench, "W1 same [4096,4096]", [4096, 4096] + [4096, 4096] -> [4096, 4096], same [4096 * 4096], None);
    binary!(bench, "W2 row [8,8]+[8]", [8, 8] + [8] -> [8, 8], row [8, 8], Copy);
    value!(bench, "W2 row [8,8]+[8]", Zeroed<Matrix<8, 8>>, Zeroed<[f32; 8]>, +, |a: &Matrix<8, 8>, b: &[f32; 8]| {
        let mut o = [[0.0; 8]; 8];
        for i in 0..8 {
            for j in 0..8 {
                o[i][j] = a[i][j] + b[j];
            }
        }
        o
    });
    binary!(bench, "W2 row [64,64]+[64]", [64, 64] + [64] -> [64, 64], row [64, 64], Copy);
    binary!(bench, "W2 row [4096,768]+[768]", [4096, 768] + [768] -> [4096, 768], row [4096, 768], Copy);
    binary!(bench, "W3 col [8,8]*[8,1]", [8, 8] * [8, 1] -> [8, 8], column [8, 8], Copy);
    value!(bench, "W3 col [8,8]*[8,1]", Zeroed<Matrix<8, 8>>, Zeroed<Matrix<8, 1>>, *, |a: &Matrix<8, 8>, b: &Matrix<8, 1>| {
        let mut o = [[0.0; 8]; 8];
        for i in 0..8 {
            for j in 0..8 {
                o[i][j] = a[i][j] * b[i][0];
            }
        }
        o
    });
    binary!(bench, "W3 col [64,64]*[64,1]", [64, 64] * [64, 1] -> [64, 64], column [64, 64], Copy);
    binary!(bench, "W3 col [4096,768]*[4096,1]", [4096, 768] * [4096, 1] -> [4096, 768], column [4096, 768], Copy);
    binary!(bench, "W4 outer [16,1]+[1,16]", [16, 1] + [1, 16] -> [16, 16], outer [16, 16], Fill);
    value!(bench, "W4 outer [16,1]+[1,16]", Zeroed<Matrix<16, 1>>, Zeroed<Matrix<1, 16>>, +, |a: &Matrix<16, 1>, b: &Matrix<1, 16>| {
        let mut o = [[0.0; 16]; 16];
        for i in 0..16 {
            for j in 0..16 {
                o[i][j] = a[i][0] + b[0][j];
            }
        }
        o
    });
    binary!(bench, "W4 outer [2048,1]+[1,2048]", [2048, 1] + [1, 2048] -> [2048, 2048], outer [2048, 2048], Fill);
    binary!(bench, "W5 chan [8,64,56,56]+[64,1,1]", [8, 64, 56, 56] + [64, 1, 1] -> [8, 64, 56, 56], channel [8, 64, 56 * 56], Copy);
    binary!(bench, "W6 tiny [65536,4]+[4]", [65536, 4] + [4] -> [65536, 4], tiled_row_add [65536, 4], Copy);
    binary!(bench, "W6 tiny [65536,3]*[3]", [65536, 3] * [3] -> [65536, 3], tiled_row_mul [65536, 3], Copy);
    binary!(bench, "W7 mid [8,1,16,1,32]+[1,4,16,8,32]", [8, 1, 16, 1, 32] + [1, 4, 16, 8, 32] -> [8, 4, 16, 8, 32], middle [32], Fill);
    scalar(&bench);
    in_place(&bench);
    chain(&bench);
    binary!(bench, "W11 static [4,4]+[4]", [4, 4] + [4] -> [4, 4], row [4, 4], None);
    value!(bench, "W11 static [4,4]+[4]", Zeroed<Matrix<4, 4>>, Zeroed<[f32; 4]>, +, |a: &Matrix<4, 4>, b: &[f32; 4]| {
        let mut o = [[0.0; 4]; 4];
        for i in 0..4 {
            for j in 0..4 {
                o[i][j] = a[i][j] + b[j];
            }
        }
        o
    });
    binary!(bench, "W11 static [3]+[3]", [3] + [3] -> [3], same [3], None);
    value!(bench, "W11 static [3]+[3]", Zeroed<[f32; 3]>, Zeroed<[f32; 3]>, +, |a: &[f32; 3], b: &[f32; 3]| {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
    });
    binary!(bench, "W11 static [2,3,4]*[3,1]", [2, 3, 4] * [3, 1] -> [2, 3, 4], rows_of_blocks [2, 3, 4], None);
    value!(bench, "W11 static [2,3,4]*[3,1]", Zeroed<[Matrix<3, 4>; 2]>, Zeroed<Matrix<3, 1>>, *, |a: &[Matrix<3, 4>; 2], b: &Matrix<3, 1>| {
        let mut o = [[[0.0; 4]; 3]; 2];
        for i in 0..2 {
            for j in 0..3 {
                for k in 0..4 {
                    o[i][j][k] = a[i][j][k] * b[j][0];
                }
            }
        }
        o
    });
    stretch(&bench);
    branches(&bench);
}

fn scalar(bench: &Bench) {
    const N: usize = 1024 * 1024;
    let (name, b) = ("W8 scalar [1024,1024]*[]", &[2.5][..]);
    let x = &Tensor::from_vec(shape![1024, 1024], numbers(N)).expect("a tensor");
    let a = x.as_slice();
    let dx =
        &Tensor::from_vec(shape![black_box::<usize>(1024), black_box::<usize>(1024)], a.to_vec()).expect("a tensor");
    let y = &Tensor::scalar(2.5_f32);
    let nx = &ArrayView::from_shape([1024, 1024], a).expect("an array");
    let hand = hand::scalar::all();
    bench.line(
        name,
        "alloc",
        Line {
            ours: Some(run!(black_box(x) * black_box(y))),
            ours_dyn: Some(run!(black_box(dx) * black_box(y))),
            hand: hand
                .iter()
                .map(|&(name, hand)| (name, run!(fresh(N, |o| hand(o, black_box(a), b, black_box([N]))))))
                .collect(),
            ndarray: Some(run!(black_box(nx) * black_box(2.5_f32))),
            limit: Some(run!(black_box(a).to_vec())),
        },
    );
    let block = &Block::new(N);
    bench.line(
        name,
        "into",
        Line {
            ours: Some(block.tensor(*x.shape(), |out| zip((black_box(x), black_box(y))).map_into(out, |(x, y)| x * y))),
            ours_dyn: Some(
                block.tensor(*dx.shape(), |out| zip((black_box(dx), black_box(y))).map_into(out, |(x, y)| x * y)),
            ),
            hand: hand
                .iter()
                .map(|&(name, hand)| (name, block.slice(move |out| hand(slots(out), black_box(a), b, black_box([N])))))
                .collect(),
            ndarray: Some(
                block.array([1024, 1024], |out| Zip::from(out).and(black_box(nx)).for_each(|o, &x| *o = x * 2.5)),
            ),
            limit: Some(block.slice(|out| out.copy_from_slice(black_box(a)))),
        },
    );
}

fn in_place(bench: &Bench) {
    const N: [usize; 2] = [4096, 768];
    let (block, b) = (&Block::new(N[0] * N[1]), &vec![0.0; N[1]][..]);
    let y = &Tensor::full(shape![768], 0.0);
    let ny = &Array1::zeros(N[1]);
    let hand = hand::in_place::all();
    let by_hand = || {
        hand.iter()
            .map(|&(name, hand)| (name, block.slice(move |out| hand(out, &[], black_box(b), black_box(N)))))
            .collect()
    };
    let limit = || block.slice(|out| out.iter_mut().for_each(|x| *x += 0.5));
    bench.line(
        "W9 in place [4096,768]+=[768]",
        "inplace",
        Line {
            ours: Some(block.tensor(shape![4096, 768], |out| *out += black_box(y))),
            ours_dyn: Some(block.tensor(shape![black_box(N[0]), black_box(N[1])], |out| *out += black_box(y))),
            hand: by_hand(),
            ndarray: Some(block.array(N, |out| *out += black_box(ny))),
            limit: Some(limit()),
        },
    );
    let owned = |block| Some(Tensor::from_vec(shape![4096, 768], block).expect("a tensor"));
    bench.line(
        "W9 owned x + &y [4096,768]+[768]",
        "inplace",
        Line {
            ours: Some(block.lend(
                owned,
                |out| *out = out.take().map(|x| x + black_box(y)),
                |out| out.map_or(Vec::new(), Tensor::into_vec),
            )),
            hand: by_hand(),
            limit: Some(limit()),
            ..Line::default()
        },
    );
}

fn chain(bench: &Bench) {
    const N: usize = 512 * 512;
    let name = "W10 chain [512,512]*[512]+[512,1]";
    let bc = &numbers(1024)[..];
    let (b, c) = bc.split_at(512);
    let x = &Tensor::from_vec(shape![512, 512], numbers(N)).expect("a tensor");
    let a = x.as_slice();
    let y = &Tensor::from_vec(shape![512], b.to_vec()).expect("a tensor");
    let z = &Tensor::from_vec(shape![512, 1], c.to_vec()).expect("a tensor");
    let n: usize = black_box(512);
    let dx = &Tensor::from_vec(shape![n, n], a.to_vec()).expect("a tensor");
    let dy = &Tensor::from_vec(shape![n], b.to_vec()).expect("a tensor");
    let dz = &Tensor::from_vec(shape![n, 1], c.to_vec()).expect("a tensor");
    let nx = &ArrayView::from_shape([512, 512], a).expect("an array");
    let ny = &Array1::from_vec(b.to_vec());
    let nz = &Array2::from_shape_vec([512, 1], c.to_vec()).expect("an array");
    let hand = hand::chain::all();
    assert_eq!(zip((x, y, z)).map(|(x, y, z)| x * y + z), x * y + z);
    bench.line(
        name,
        "alloc",
        Line {
            ours: Some(run!(zip((black_box(x), y, z)).map(|(x, y, z)| x * y + z))),
            ours_dyn: Some(run!(zip((black_box(dx), dy, dz)).map(|(x, y, z)| x * y + z))),
            hand: hand
                .iter()
                .map(|&(name, hand)| (name, run!(fresh(N, |o| hand(o, black_box(a), bc, black_box([512, 512]))))))
                .collect(),
            ndarray: Some(run!(
                Zip::from(black_box(nx)).and_broadcast(ny).and_broadcast(nz).map_collect(|x, y, z| x * y + z)
            )),
            limit: Some(run!(black_box(a).to_vec())),
        },
    );
    bench.line(
        "W10 chain, two passes",
        "alloc",
        Line {
            ours: Some(run!(black_box(x) * y + z)),
            ours_dyn: Some(run!(black_box(dx) * dy + dz)),
            ndarray: Some(run!(black_box(nx) * ny + nz)),
            limit: Some(run!(black_box(a).to_vec())),
            ..Line::default()
        },
    );
    let block = &Block::new(N);
    bench.line(
        name,
        "into",
        Line {
            ours: Some(block.tensor(*x.shape(), |out| zip((black_box(x), y, z)).map_into(out, |(x, y, z)| x * y + z))),
            ours_dyn: Some(
                block.tensor(*dx.shape(), |out| zip((black_box(dx), dy, dz)).map_into(out, |(x, y, z)| x * y + z)),
            ),
            hand: hand
                .iter()
                .map(|&(name, hand)| {
                    (name, block.slice(move |out| hand(slots(out), black_box(a), bc, black_box([512, 512]))))
                })
                .collect(),
            ndarray: Some(block.array([512, 512], |out| {
                Zip::from(out)
                    .and(black_box(nx))
                    .and_broadcast(ny)
                    .and_broadcast(nz)
                    .for_each(|o, &x, &y, &z| *o = x * y + z);
            })),
            limit: Some(block.slice(|out| out.copy_from_slice(black_box(a)))),
        },
    );
}

fn stretch(bench: &Bench) {
    const N: [usize; 2] = [4096, 768];
    let (name, a) = ("W12 broadcast_to [1,768]->[4096,768]", &numbers(N[1])[..]);
    let x = &Tensor::from_vec(shape![1, 768], a.to_vec()).expect("a tensor");
    let dx = &Tensor::from_vec(shape![1, black_box(N[1])], a.to_vec()).expect("a tensor");
    let nx = &Array2::from_shape_vec([1, N[1]], a.to_vec()).expect("an array");
    let (target, dtarget) = (&shape![4096, 768], &shape![black_box(N[0]), black_box(N[1])]);
    let hand = hand::stretch::all();
    let n = N[0] * N[1];
    bench.line(
        name,
        "alloc",
        Line {
            ours: Some(run!(black_box(x).try_broadcast_to(target).expect("a view").to_owned())),
            ours_dyn: Some(run!(black_box(dx).try_broadcast_to(dtarget).expect("a view").to_owned())),
            hand: hand
                .iter()
                .map(|&(name, hand)| (name, run!(fresh(n, |o| hand(o, black_box(a), &[], black_box(N))))))
                .collect(),
            ndarray: Some(run!(black_box(nx).broadcast(N).expect("a view").to_owned())),
            limit: Some(run!(vec![black_box(1.0_f32); n])),
        },
    );
    let block = &Block::new(n);
    bench.line(
        name,
        "into",
        Line {
            ours: Some(block.tensor(*target, |out| zip((black_box(x),)).map_into(out, |(x,)| x))),
            ours_dyn: Some(block.tensor(*dtarget, |out| zip((black_box(dx),)).map_into(out, |(x,)| x))),
            hand: hand
                .iter()
                .map(|&(name, hand)| (name, block.slice(move |out| hand(slots(out), black_box(a), &[], black_box(N)))))
                .collect(),
            ndarray: Some(block.array(N, |out| out.assign(black_box(nx)))),
            limit: Some(block.slice(|out| out.fill(black_box(1.0)))),
        },
    );
}

/// Closures with branches that read captured values, which a loop by hand has in registers.
fn branches(bench: &Bench) {
    const N: usize = 64;
    let x = &Tensor::from_vec(shape![N * N], numbers(N * N)).expect("a tensor");
    let (a, b) = (x.as_slice(), &numbers(N + 2)[..]);
    let (limit, slope) = (black_box(b[0]), black_box(b[1]));
    let dx = &Tensor::from_vec(shape![black_box(N * N)], a.to_vec()).expect("a tensor");
    let nx = &ArrayView::from_shape([N * N], a).expect("an array");
    let block = &Block::new(N * N);
    let sizes = || [black_box(N * N)];
    let (loops, in_place) = (hand::branches::all(), hand::branches_in_place::all());
    let of = |&(name, hand): &(&'static str, hand::branches::Loop)| {
        (name, block.slice(move |out| hand(slots(out), black_box(a), b, sizes())))
    };
    bench.line(
        "W13 branches [4096]",
        "into",
        Line {
            ours: Some(
                block.tensor(*x.shape(), |out| zip((black_box(x),)).map_into(out, |(x,)| piecewise(x, limit, slope))),
            ),
            ours_dyn: Some(
                block.tensor(*dx.shape(), |out| zip((black_box(dx),)).map_into(out, |(x,)| piecewise(x, limit, slope))),
            ),
            hand: loops.iter().map(of).collect(),
            ndarray: Some(block.array([N * N], |out| {
                Zip::from(out).and(black_box(nx)).for_each(|o, &x| *o = piecewise(x, limit, slope));
            })),
            limit: Some(block.slice(|out| out.copy_from_slice(black_box(a)))),
        },
    );
    let of = |&(name, hand): &(&'static str, hand::branches_in_place::Loop)| {
        (name, block.slice(move |out| hand(out, &[], black_box(b), sizes())))
    };
    macro_rules! change {
        () => {
            |x: &mut f32| {
                if *x < limit {
                    *x += slope;
                }
            }
        };
    }
    bench.line(
        "W13 branches [4096]",
        "inplace",
        Line {
            ours: Some(block.tensor(*x.shape(), |out| out.apply(change!()))),
            ours_dyn: Some(block.tensor(*dx.shape(), |out| out.apply(change!()))),
            hand: in_place.iter().map(of).collect(),
            ndarray: Some(block.array([N * N], |out: &mut Array1<f32>| out.map_inplace(change!()))),
            limit: Some(block.slice(|out| out.iter_mut().for_each(|x| *x += 0.5))),
        },
    );
    let n: usize = black_box(N);
    let view = |n: usize, a: &[f32]| Tensor::from_vec(shape![n, n], a.to_vec()).expect("a tensor");
    let (dx, dr) = (&view(n, a), &Tensor::from_vec(shape![n], b[2..].to_vec()).expect("a tensor"));
    let dc = &Tensor::from_vec(shape![n, 1], a[..n].to_vec()).expect("a tensor");
    let loops = hand::four_branches::all();
    let of = |&(name, hand): &(&'static str, hand::four_branches::Loop)| {
        (name, block.slice(move |out| hand(slots(out), black_box(a), b, black_box([N, N]))))
    };
    bench.line(
        "W13 branches [64,64]*[64]+[64,64]*[64,1]",
        "into",
        Line {
            ours_dyn: Some(block.tensor(*dx.shape(), |out| {
                zip((black_box(dx), dx, dr, dc)).map_into(out, |(x, y, r, c)| piecewise(x * r + y * c, limit, slope));
            })),
            hand: loops.iter().map(of).collect(),
            ..Line::default()
        },
    );
}
