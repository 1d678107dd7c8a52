//! The network for digits of the models, which is generic over the engine, on burn.

#[path = "../../conformable-models/examples/digits/program.rs"]
mod program;

use burn::tensor::Device;
use conformable_burn::Burn;
use conformable_models::Parameters;

#[test]
fn reads_96_of_100_digits_that_it_has_not_seen() {
    let from = std::time::Instant::now();
    let training = program::train::<Burn>(8, &Device::flex(), |_, _| {}).expect("memory");
    let share = program::to_f64(training.right) / program::to_f64(training.held_out);
    assert_eq!(training.network.count().expect("few"), 64 * 128 + 128 + 128 * 10 + 10);
    println!("losses {:?}, {share} of {}, {:?}", training.losses, training.held_out, from.elapsed());
    assert!(share >= 0.96, "{share}");
    assert!(training.losses[7] < training.losses[0] / 8.0, "{:?}", training.losses);
}
