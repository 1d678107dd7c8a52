//! The maths of elements, through tensors and in closures.

use conformable::maths::{self, Maths};
use conformable::{Shape, Tensor, zip};
use std::fmt::Debug;

/// The numbers as texts; all NaN are equal, and zeros have signs.
fn texts<T: Debug>(elements: impl IntoIterator<Item = T>) -> Vec<String> {
    elements.into_iter().map(|x| format!("{x:?}")).collect()
}

/// Checks that methods of tensors have the bits of the functions, and that closures have them too.
macro_rules! has_the_bits {
    ($x:expr => $($name:ident)*) => {$(
        let x = &$x;
        let expected = texts(x.iter().map(|&x| maths::$name(x)));
        assert_eq!(texts(&x.$name()), expected, "{}", stringify!($name));
        assert_eq!(texts(&zip((x, x)).map(|(x, _)| maths::$name(x))), expected, "{} in a closure", stringify!($name));
    )*};
}

type Table<T> = Tensor<T, Shape![_, 15]>;

fn table() -> Table<f32> {
    let elements = (0..300_u16).map(|i| f32::from(i) * 0.11 - 15.0).collect();
    Tensor::from_vec(conformable::shape![20, 15], elements).unwrap().widen()
}

#[test]
fn methods_and_closures_have_the_bits_of_the_functions() {
    let x = table();
    has_the_bits!(x => exp exp2 exp_m1 sin cos tanh sigmoid silu softplus erf gelu gelu_tanh);
    has_the_bits!(x.abs() => ln ln_1p log2 log10);
    let x = x.map(f64::from);
    has_the_bits!(x => exp exp2 exp_m1 sin cos tanh sigmoid silu softplus erf gelu gelu_tanh);
    has_the_bits!(x.abs() => ln ln_1p log2 log10);
}

#[test]
fn maths_are_near_those_of_the_standard_library() {
    let x = table();
    // 2 units in the last place, and 1 more for the error of the library
    let near = |ours: Table<f32>, other: Table<f32>| {
        (ours - &other).abs().less_equal(&(other.abs() * (3.0 * f32::EPSILON))).iter().all(|near| *near)
    };
    assert!(near(x.exp(), x.map(f32::exp)) && near(x.tanh(), x.map(f32::tanh)));
    assert!(near(x.sin(), x.map(f32::sin)) && near(x.cos(), x.map(f32::cos)));
    assert!(near(x.sigmoid(), x.map(|x| 1.0 / (1.0 + (-x).exp()))));
}

/// `x (1 + tanh(u)) / 2` as `x / (1 + e^-2u)`, without its cancellation.
fn gelu_by_tanh(x: f64) -> f64 {
    let u = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x * x * x);
    if x < -25.0 { -0.0 } else { x / (1.0 + (-2.0 * u).exp()) }
}

#[test]
fn gelu_by_tanh_is_that_of_its_formula() {
    let ends = [f64::NEG_INFINITY, -30.0, -0.0, 0.0, 1e-9, 40.0, f64::INFINITY];
    for x in (-500..=500).map(|x| f64::from(x) / 100.0).chain(ends) {
        let near = |ours: f64, wanted: f64, most: f64| {
            let is_near = ours.to_bits() == wanted.to_bits() || (ours - wanted).abs() <= most * wanted.abs();
            assert!(is_near, "{ours} in place of {wanted} at {x}");
        };
        near(maths::gelu_tanh(x), gelu_by_tanh(x), 4e-15);
        #[allow(clippy::cast_possible_truncation, reason = "the function of an `f32`")]
        let narrow = x as f32;
        near(maths::gelu_tanh(narrow).into(), gelu_by_tanh(narrow.into()), 2e-6);
    }
}

/// One huge angle does not change the results of the others, and its own is right.
#[test]
fn angles_of_any_size() {
    let near = Tensor::from([0.5, -3.0, 1e5]);
    let far = Tensor::from([0.5, -3.0, 1e15]);
    assert_eq!(near.sin().as_slice()[..2], far.sin().as_slice()[..2]);
    assert_eq!(near.cos().as_slice()[..2], far.cos().as_slice()[..2]);
    assert!((far.sin()[2] - 1e15_f64.sin()).abs() < 1e-15 && (far.cos()[2] - 1e15_f64.cos()).abs() < 1e-15);
    assert!(maths::near_sin(1e15_f64).is_nan() && !maths::near_sin(1e15_f32).is_nan());
}

/// Code over any number with maths.
fn weights<T: Maths>(x: &Tensor<T, Shape![3]>) -> Tensor<T, Shape![3]> {
    x.map(|x| maths::exp(x) * Maths::sigmoid(x))
}

#[test]
fn code_over_any_number() {
    assert_eq!(weights(&Tensor::from([0.0_f32; 3])), Tensor::from([0.5; 3]));
    assert_eq!(weights(&Tensor::from([0.0_f64; 3])), Tensor::from([0.5; 3]));
}

#[cfg(feature = "half")]
#[test]
fn half_floats_go_through_f32() {
    use half::{bf16, f16};

    let x = table();
    let (narrow, brain) = (x.map(f16::from_f32), x.map(bf16::from_f32));
    assert_eq!(narrow.tanh(), narrow.map(|x| f16::from_f32(maths::tanh(x.to_f32()))));
    assert_eq!(brain.gelu(), brain.map(|x| bf16::from_f32(maths::gelu(x.to_f32()))));
}
