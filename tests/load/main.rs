//! Load: failed allocations, refusals without growth, 10^9 elements.
//!
//! The ignored tests need gigabytes or minutes: `cargo test --release --test load -- --include-ignored --nocapture
//! --test-threads=1`.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "numbers are small, or have 64 bits"
)]

mod allocations;
#[cfg(target_pointer_width = "64")]
mod large;
mod refusals;

use conformable_test::allocator::Counting;

/// An allocator that counts, and refuses the blocks that a test chooses.
#[global_allocator]
static ALLOCATOR: Counting = Counting { refuses: |_| false };
