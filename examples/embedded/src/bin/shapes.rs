//! The network with shapes in types.

#![no_std]
#![no_main]

use conformable::{Inline, Shape, Tensor};
use embedded::network;

type Matrix<S> = Tensor<f32, S, Inline>;

static HIDDEN: Matrix<Shape![64, 16]> = Tensor::inline(network::HIDDEN);
static HIDDEN_BIAS: Matrix<Shape![16]> = Tensor::inline(network::HIDDEN_BIAS);
static OUTPUT: Matrix<Shape![16, 10]> = Tensor::inline(network::OUTPUT);
static OUTPUT_BIAS: Matrix<Shape![10]> = Tensor::inline(network::OUTPUT_BIAS);

fn scores(pixels: &[f32; 64]) -> [f32; 10] {
    let hidden = (Tensor::inline(*pixels).matmul(&HIDDEN) + &HIDDEN_BIAS).relu();
    (hidden.matmul(&OUTPUT) + &OUTPUT_BIAS).into_array()
}

#[cortex_m_rt::entry]
fn main() -> ! {
    embedded::report(scores)
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
