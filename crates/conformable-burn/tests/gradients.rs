//! Gradients of tensors with shapes in their types.

#[path = "../../../tests/engine/gradients.rs"]
mod gradients;

use burn::tensor::Device;
use conformable::engine::EngineTensor;
use conformable::{Shape, Tensor};
use conformable_burn::Burn;

#[test]
fn of_a_layer() {
    gradients::of_a_layer::<Burn>(&Device::flex().autodiff());
}

#[test]
fn of_a_layer_on_a_device_without() {
    gradients::of_a_layer::<Burn>(&Device::flex());
}

#[test]
fn of_the_others() {
    gradients::of_the_others::<Burn>(&Device::flex().autodiff());
}

#[test]
fn of_functions() {
    gradients::of_functions::<Burn>(&Device::flex().autodiff());
}

#[test]
fn of_derived() {
    gradients::of_derived::<Burn>(&Device::flex().autodiff());
}

#[test]
fn are_had_once() {
    let x = EngineTensor::<f32, Shape![2], Burn>::upload(&Tensor::from([1.0, 2.0]), &Device::flex()).expect("memory");
    let number = x.tracked().expect("a parameter").square().sum(..);
    assert!(number.backward().is_ok());
    assert_eq!(
        number.backward().expect_err("a second time").to_string(),
        "the gradients had been asked for before, and burn has them once"
    );
}
