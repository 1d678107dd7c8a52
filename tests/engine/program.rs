//! One program for every engine and any number of rows. Its results are the numbers of `answers.txt`, which NumPy
//! wrote.
//!
//! The tests of each adapter take this file as it is.

use conformable::axes::{Nth, Squeeze};
use conformable::engine::{EngineTensor, Error, FloatEngine};
use conformable::{Axis, Dim, Dyn, Keep, Pdpd, Shape, Size, Tensor, shape};
use std::cell::Cell;

#[path = "derived.rs"]
mod derived;
#[path = "products.rs"]
mod products;
#[path = "wide.rs"]
mod wide;

/// The numbers that NumPy answered, by name.
fn answer(name: &str) -> (Vec<usize>, Vec<f32>) {
    let line = include_str!("answers.txt").lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let (sizes, numbers) =
        line.unwrap_or_else(|| panic!("an answer to `{name}`")).split_once('|').expect("sizes and numbers");
    let all = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    (
        all(sizes).iter().map(|size| size.parse().expect("a size")).collect(),
        all(numbers).iter().map(|number| number.parse().expect("a number")).collect(),
    )
}

/// The numbers that the tests expect of a device.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    /// The relative error of results, and the absolute one of those below 1.
    pub(crate) error: f32,
    /// Whether functions have infinities, NaN, and all digits near 0. Those of shaders do not.
    pub(crate) ieee: bool,
}

thread_local! {
    static NUMBERS: Cell<Numbers> = const { Cell::new(Numbers { error: 1e-5, ieee: true }) };
}

/// Whether a result is as near to the expected number as the device computes.
fn near(ours: f32, theirs: f32) -> bool {
    let Numbers { error, ieee } = NUMBERS.get();
    (ours - theirs).abs() <= error * theirs.abs().max(1.0) || !ieee && !theirs.is_finite()
}

/// [`program`] on a device with other numbers than those of a processor.
#[allow(dead_code, reason = "processors have the default")]
pub(crate) fn program_within<N: Dim, E: FloatEngine<f32>>(numbers: Numbers, device: &E::Device, rows: N) {
    NUMBERS.set(numbers);
    program::<N, E>(device, rows);
}

/// Asserts that an engine's result equals NumPy's.
#[track_caller]
fn agrees<S: Shape, E: FloatEngine<f32>>(name: &str, computed: &EngineTensor<f32, S, E>) {
    let (sizes, numbers) = answer(name);
    assert_eq!(computed.sizes().as_ref(), sizes, "{name}");
    let tensor = computed.to_tensor().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(tensor.sizes().as_ref(), sizes, "{name}");
    for (at, (ours, theirs)) in tensor.iter().zip(&numbers).enumerate() {
        assert!(near(*ours, *theirs), "{name}: {ours} in place of {theirs} at {at}");
    }
    assert_eq!(tensor.len(), numbers.len(), "{name}");
}

/// Numbers that are the same in `make.py`.
fn seeded<S: Shape>(shape: S, seed: usize) -> Tensor<f32, S> {
    let count = shape.numel().expect("few elements");
    let numbers = (0..count)
        .map(|at| f32::from(u8::try_from((at * 37 + seed * 101) % 97).expect("below 97")) / 24.0 - 2.0)
        .collect();
    Tensor::from_vec(shape, numbers).expect("as many")
}

fn softmax<N: Dim, C: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, (N, C), E>) -> EngineTensor<f32, (N, C), E> {
    let powers = (x - x.max(Keep(Axis::<-1>))).exp();
    &powers / powers.sum(Keep(Axis::<-1>))
}

fn layer<N: Dim, I: Dim, O: Dim, E: FloatEngine<f32>>(
    x: &EngineTensor<f32, (N, I), E>,
    w: &EngineTensor<f32, (I, O), E>,
    b: &EngineTensor<f32, (O,), E>,
) -> EngineTensor<f32, (N, O), E> {
    (x.matmul(w) + b).maximum(0.0)
}

fn scores<B: Dim, H: Dim, T: Dim, C: Dim, E: FloatEngine<f32>>(
    q: &EngineTensor<f32, (B, H, T, C), E>,
    k: &EngineTensor<f32, (B, H, T, C), E>,
) -> EngineTensor<f32, (B, H, T, T), E> {
    q.matmul(&k.t()) / 2.0
}

struct Rows;
struct Columns;

/// All of it, on a device, with `rows` of three numbers.
pub(crate) fn program<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let on = |tensor: Tensor<f32, _>| EngineTensor::<f32, _, E>::upload(&tensor, device).expect("memory");
    let x = on(seeded((rows, Size::<3>), 1));
    let up = |seed| EngineTensor::<f32, Shape![3, 5], E>::upload(&seeded(shape![3, 5], seed), device).expect("memory");
    let (w, row) = (up(2), EngineTensor::<f32, Shape![5], E>::upload(&seeded(shape![5], 3), device).expect("memory"));

    let hidden = layer(&x, &w, &row);
    agrees("layer", &hidden);
    agrees("softmax", &softmax(&hidden));
    agrees("in one", &(&hidden * &hidden - hidden.clone() * 2.0 + 1.0));

    let column = x.sum(Keep(Axis::<1>));
    agrees("column", &column);
    agrees("outer", &(&column * &row));
    agrees("mean", &x.mean(Axis::<0>));
    agrees("least", &x.min((Axis::<0>, Axis::<1>)));
    agrees("of all", &x.sum(..));
    agrees("pdpd", &(x.under(Pdpd(Axis::<0>)) + &column.squeeze(Axis::<1>)));
    agrees(
        "maths",
        &((x.sin() + x.cos() * x.tanh()).square() + x.abs().sqrt() - x.sigmoid() + x.erf() + x.gelu() + x.silu()),
    );
    agrees("powers", &(x.powi(3) - (1.0 - &x).abs() + (2.0 / (x.abs() + 0.5)).ln()));
    agrees("least and greatest", &(x.minimum(&x.t().t()).maximum(-1.0) + -&x));

    let cube = EngineTensor::<f32, Shape![2, 3, 4], E>::upload(&seeded(shape![2, 3, 4], 4), device).expect("memory");
    agrees("permuted", &cube.permute((Axis::<2>, Axis::<0>, Axis::<1>)));
    agrees("moved", &(cube.move_axis(Axis::<0>, Axis::<-1>) * 2.0));
    let named = cube.clone().named::<Shape![Rows = 2, 3, 4]>().rename::<Axis<0>, Rows, Columns>().unnamed();
    agrees("flipped", &named.flip((Axis::<0>, Axis::<2>)));
    agrees("cut", &cube.slice((1, conformable::axes::Stepped(.., 2), 1..3)));
    agrees("reshaped", &cube.reshape(shape![6, 4]).matmul(&cube.reshape(shape![4, 6])));
    agrees("merged", &cube.flatten_axes(Axis::<0>).unsqueeze(Axis::<1>));
    agrees("stretched", &row.broadcast_to::<Shape![2, 5]>());
    agrees("vectors", &x.matmul(&cube.index_axis(Axis::<2>, 0).index_axis(Axis::<0>, 1)));
    agrees("dot", &row.matmul(&row));
    agrees("batches", &cube.unsqueeze(Axis::<1>).matmul(&cube.t().unsqueeze(Axis::<0>)));

    let heads =
        EngineTensor::<f32, Shape![2, 2, 3, 4], E>::upload(&seeded(shape![2, 2, 3, 4], 5), device).expect("memory");
    agrees("scores", &scores(&heads, &heads));

    wide::choices::<N, E>(device, rows);
    wide::statistics::<N, E>(device, rows);
    wide::joined::<N, E>(device, rows);
    wide::picked::<N, E>(device, rows);
    wide::windows::<N, E>(device, rows);
    derived::derived::<N, E>(device, rows);
    products::longer::<N, E>(device, rows);
    products::by_letters::<N, E>(device, rows);
    refusals::<E>(device);
    wide::refusals::<E>(device);
    products::refusals::<E>(device);
}

/// Errors at run time have this crate's texts, before the engine is called.
fn refusals<E: FloatEngine<f32>>(device: &E::Device) {
    let up = |rows: usize, columns: usize| {
        let tensor = seeded((Dyn::new(rows), Dyn::new(columns)), 1);
        EngineTensor::<f32, (Dyn, Dyn), E>::upload(&tensor, device).expect("memory")
    };
    let native = |rows: usize, columns: usize| seeded((Dyn::new(rows), Dyn::new(columns)), 1);
    let (x, y) = (up(2, 3), up(2, 4));
    let text = |error: Error<E>| error.to_string();
    let (ours, theirs) = (x.try_add(&y).map_err(text), native(2, 3).try_add(&native(2, 4)));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let (ours, theirs) = (x.try_matmul(&y).map_err(text), native(2, 3).try_matmul(&native(2, 4)));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let (ours, theirs) = (up(0, 3).try_max(Axis::<0>).map_err(text), native(0, 3).try_max(Axis::<0>));
    assert_eq!(ours.expect_err("of none"), theirs.expect_err("of none").to_string());
    let (ours, theirs) = (x.try_reshape(shape![5]).map_err(text), native(2, 3).try_reshape(shape![5]));
    assert_eq!(ours.expect_err("another number"), theirs.expect_err("another number").to_string());
    let (ours, theirs) = (x.try_squeeze(Axis::<0>).map_err(text), native(2, 3).try_reshape_by(Squeeze(Axis::<0>)));
    assert_eq!(ours.expect_err("not 1"), theirs.expect_err("not 1").to_string());
    let (ours, theirs) =
        (x.try_index_axis(Axis::<1>, 3).map_err(text), native(2, 3).try_view_by(Nth(Axis::<1>, 3)).map(drop));
    assert_eq!(ours.expect_err("past the end"), theirs.expect_err("past the end").to_string());
    let (ours, theirs) = (x.erase().try_sum(Axis::<2>).map_err(text), native(2, 3).erase().try_sum(Axis::<2>));
    assert_eq!(ours.expect_err("no such axis"), theirs.expect_err("no such axis").to_string());
}
