//! Calls on small tensors of run-time sizes, beside ndarray's.
//!
//!     cargo bench --features ndarray --bench calls                every row
//!     cargo bench --features ndarray --bench calls -- sum         those with one of the words in the name
//!     cargo bench --features ndarray --bench calls -- --quick     a few samples: does everything run?

#![allow(clippy::cast_precision_loss, reason = "indices as elements")]
#![allow(clippy::many_single_char_names, reason = "tensors and arrays")]

#[path = "../harness/mod.rs"]
mod harness;
#[path = "../harness/pairs.rs"]
mod pairs;

use conformable::{AnyShape, Axis, Dyn, Shape, Tensor, einsum};
use harness::run;
use ndarray::{Array, Array1, Array2, Axis as AxisOf, Dimension, IxDyn};
use pairs::Pairs;
use std::hint::black_box;

/// The elements of a result, in row-major order.
trait Elements {
    fn elements(&self) -> Vec<f32>;
}

impl Elements for f32 {
    fn elements(&self) -> Vec<f32> {
        vec![*self]
    }
}

impl<S: Shape> Elements for Tensor<f32, S> {
    fn elements(&self) -> Vec<f32> {
        self.to_vec()
    }
}

impl<D: Dimension> Elements for Array<f32, D> {
    fn elements(&self) -> Vec<f32> {
        self.iter().copied().collect()
    }
}

/// Compares both results of each `label: ours, theirs`, and measures a row.
macro_rules! rows {
    ($pairs:ident, $of:expr; $($label:literal: $ours:expr, $theirs:expr;)*) => {$({
        let label = format!(concat!("{} ", $label), $of);
        assert_eq!($ours.elements(), $theirs.elements(), "{label}: the results differ");
        $pairs.row(&label, [run!($ours), run!($theirs)]);
    })*};
}

/// Measures a row of two calls that change `x` and `a`, and compares what the first of each has changed.
macro_rules! in_place {
    ($pairs:ident, $label:expr; $x:ident: $ours:expr, $a:ident: $theirs:expr) => {{
        let (mut $x, mut $a) = ($x.clone(), $a.clone());
        {
            let ($x, $a) = (&mut $x, &mut $a);
            $ours;
            $theirs;
        }
        assert_eq!($x.elements(), $a.elements(), "{}: the results differ", $label);
        let ours = run!({
            let $x = black_box(&mut $x);
            $ours
        });
        let theirs = run!({
            let $a = black_box(&mut $a);
            $theirs
        });
        $pairs.row(&$label, [ours, theirs]);
    }};
}

/// Calls on a square of `n` rows.
fn square(pairs: &mut Pairs, n: usize) {
    let elements: Vec<f32> = (0..n * n).map(|i| (i % 13 + 1) as f32).collect();
    let x = &Tensor::from_vec((Dyn::new(n), Dyn::new(n)), elements.clone()).unwrap();
    let line = &Tensor::from_vec((Dyn::new(n),), elements[..n].to_vec()).unwrap();
    let a = &Array2::from_shape_vec((n, n), elements.clone()).unwrap();
    let b = &Array1::from_vec(elements[..n].to_vec());
    rows! {
        pairs, format_args!("({n}, {n})");
        "x + y": black_box(x) + black_box(x), black_box(a) + black_box(a);
        "x / row": black_box(x) / black_box(line), black_box(a) / black_box(b);
        "x + 1": black_box(x) + 1.0, black_box(a) + 1.0;
        "-x": -black_box(x), -black_box(a);
        "abs": black_box(x).abs(), black_box(a).abs();
        "map": black_box(x).map(|x| x * 2.0), black_box(a).map(|x| x * 2.0);
        "map of x transposed": black_box(x).t().map(|x| x * 2.0), black_box(a).t().map(|x| x * 2.0);
        "x transposed + y": black_box(x).t() + x, &black_box(a).t() + a;
        "to_owned of x transposed": black_box(x).t().to_owned(), black_box(a).t().as_standard_layout().into_owned();
        "sum axis 0": black_box(x).sum(Axis::<0>), black_box(a).sum_axis(AxisOf(0));
        "sum axis 1": black_box(x).sum(Axis::<1>), black_box(a).sum_axis(AxisOf(1));
        "mean axis 1": black_box(x).mean(Axis::<1>), black_box(a).mean_axis(AxisOf(1)).unwrap();
        "sum_all": black_box(x).sum_all(), black_box(a).sum();
        "x times y": black_box(x).matmul(x), black_box(a).dot(a);
        "einsum of x and y": einsum!(i j, j k -> i k; black_box(x), x), black_box(a).dot(a);
        "x times row": black_box(x).matmul(line), black_box(a).dot(b);
        "zeros": Tensor::<f32, (Dyn, Dyn)>::zeros((Dyn::new(n), Dyn::new(n))), Array2::<f32>::zeros((n, n));
        "indexed_iter":
            { let mut sum = 0.0; for ([i, j], x) in black_box(x).indexed_iter() { sum += x * (i + j) as f32; } sum },
            { let mut sum = 0.0; for ((i, j), x) in black_box(a).indexed_iter() { sum += x * (i + j) as f32; } sum };
    }
    let (y, c) = (x, a);
    in_place!(pairs, format!("({n}, {n}) x += y"); x: *x += y, a: *a += c);
    in_place!(pairs, format!("({n}, {n}) x *= row"); x: *x *= line, a: *a *= b);
    let (x, line) = (&x.clone().erase(), &line.clone().erase());
    let (a, b) = (&a.clone().into_dyn(), &b.clone().into_dyn());
    rows! {
        pairs, format_args!("any ({n}, {n})");
        "x + y": black_box(x) + black_box(x), black_box(a) + black_box(a);
        "x + row": black_box(x) + black_box(line), black_box(a) + black_box(b);
        "x + 1": black_box(x) + 1.0, black_box(a) + 1.0;
        "sum axis 1": black_box(x).sum(&[1][..]), black_box(a).sum_axis(AxisOf(1));
        "from_fn": Tensor::<f32, AnyShape>::from_fn(AnyShape::from([n, n]), |i| (i[0] + i[1]) as f32),
            Array::from_shape_fn(IxDyn(&[n, n]), |i| (i[0] + i[1]) as f32);
        "indexed_iter":
            { let mut sum = 0.0; for (i, x) in black_box(x).indexed_iter() { sum += x * (i[0] + i[1]) as f32; } sum },
            { let mut sum = 0.0; for (i, x) in black_box(a).indexed_iter() { sum += x * (i[0] + i[1]) as f32; } sum };
    }
}

fn main() {
    let mut pairs = Pairs::new();
    for n in [4, 16, 64] {
        square(&mut pairs, n);
    }
    pairs.finish();
}
