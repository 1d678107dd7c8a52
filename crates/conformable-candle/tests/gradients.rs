//! Gradients of tensors with shapes in their types.

#[path = "../../../tests/engine/gradients.rs"]
mod gradients;

use candle_core::Device;
use conformable_candle::Candle;

#[test]
fn of_a_layer() {
    gradients::of_a_layer::<Candle>(&Device::Cpu);
}

#[test]
fn of_the_others() {
    gradients::of_the_others::<Candle>(&Device::Cpu);
}

#[test]
fn of_functions() {
    gradients::of_functions::<Candle>(&Device::Cpu);
}

#[test]
fn of_derived() {
    gradients::of_derived::<Candle>(&Device::Cpu);
}
