//! The same network by hand, with arrays.

#![no_std]
#![no_main]

use embedded::network;

static HIDDEN: [[f32; 16]; 64] = network::HIDDEN;
static HIDDEN_BIAS: [f32; 16] = network::HIDDEN_BIAS;
static OUTPUT: [[f32; 10]; 16] = network::OUTPUT;
static OUTPUT_BIAS: [f32; 10] = network::OUTPUT_BIAS;

fn layer<const I: usize, const O: usize>(x: &[f32; I], weight: &[[f32; O]; I], bias: &[f32; O]) -> [f32; O] {
    let mut y = *bias;
    for (x, row) in x.iter().zip(weight) {
        for (y, weight) in y.iter_mut().zip(row) {
            *y += x * weight;
        }
    }
    y
}

fn scores(pixels: &[f32; 64]) -> [f32; 10] {
    let hidden = layer(pixels, &HIDDEN, &HIDDEN_BIAS).map(|x| x.max(0.0));
    layer(&hidden, &OUTPUT, &OUTPUT_BIAS)
}

#[cortex_m_rt::entry]
fn main() -> ! {
    embedded::report(scores)
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
