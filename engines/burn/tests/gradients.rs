//! Gradients of tensors with shapes in their types.

#[path = "../../../tests/engine/gradients.rs"]
mod gradients;

use burn::tensor::Device;
use conformable_burn::Burn;

#[test]
fn of_a_layer() {
    gradients::of_a_layer::<Burn>(&Device::flex().autodiff());
}

#[test]
fn of_a_layer_on_a_device_without() {
    gradients::of_a_layer::<Burn>(&Device::flex());
}
