//! What both programs share: the digits, the report, and the greatest depth of the stack.

#![no_std]

use core::hint::black_box;
use cortex_m_semihosting::{debug, hprintln};

#[allow(clippy::large_const_arrays, reason = "each program places them in flash once")]
#[rustfmt::skip]
pub mod network;

const PAINT: u32 = 0xC0DE_CAFE;

// the end of the statics, by the linker script of `cortex-m-rt`
unsafe extern "C" {
    static mut __sheap: u32;
}

/// Writes a pattern to the memory between the statics and the stack.
#[inline(never)]
fn paint() {
    let mut frame = 0_u32;
    let here = (&raw const *black_box(&mut frame)).cast::<u32>();
    let mut at = &raw mut __sheap;
    // some words below this frame stay as they are
    while at.cast_const() < here.wrapping_sub(16) {
        // SAFETY: the memory from `__sheap` to the stack is unused: the program has no heap.
        unsafe { at.write_volatile(PAINT) };
        at = at.wrapping_add(1);
    }
}

/// The bytes of stack that were written since `paint`, down from this frame.
#[inline(never)]
fn depth() -> usize {
    let mut frame = 0_u32;
    let here = (&raw const *black_box(&mut frame)).cast::<u32>();
    let mut at = (&raw const __sheap).cast::<u32>();
    // SAFETY: as in `paint`.
    while at < here && unsafe { at.read_volatile() } == PAINT {
        at = at.wrapping_add(1);
    }
    here as usize - at as usize
}

/// Reads all digits, and prints what is right, how far the scores are off, and the stack that `scores` takes.
pub fn report(scores: fn(&[f32; 64]) -> [f32; 10]) -> ! {
    let digit = |pixels: &[u8; 64]| pixels.map(|pixel| f32::from(pixel) / 16.0);
    let first = digit(&network::DIGITS[0]);
    paint();
    let answer = black_box(scores)(black_box(&first));
    let stack = depth();
    let off = answer.iter().zip(network::SCORES).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
    let best = |scores: [f32; 10]| (0..10).fold(0, |best, at| if scores[at] > scores[best] { at } else { best });
    let equal = network::DIGITS
        .iter()
        .zip(network::ANSWERS)
        .filter(|(pixels, answer)| best(scores(&digit(pixels))) == usize::from(*answer));
    let equal = equal.count();
    // whole numbers, since the text of floats takes more flash than the network's code
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small positive number")]
    let off_by = (off * 1e7) as u32;
    let all = network::ANSWERS.len();
    hprintln!(
        "{} of {} digits as PyTorch reads them, scores off by {}e-7, {} bytes of stack",
        equal,
        all,
        off_by,
        stack
    );
    debug::exit(if equal == all && off < 1e-4 { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
    unreachable!("QEMU has ended")
}
