//! The programs, cases and gradients that every engine runs, on GPUs: `cuda` takes the first NVIDIA GPU, `wgpu` the
//! default device of Vulkan, Metal or WebGPU, which may be a software one. A device that does not work fails the tests.

#![cfg(any(feature = "cuda", feature = "wgpu"))]

#[path = "../../../tests/engine/cases.rs"]
mod cases;
#[cfg(feature = "autodiff")]
#[path = "../../../tests/engine/gradients.rs"]
mod gradients;
#[path = "../../../tests/engine/program.rs"]
mod program;

use burn::tensor::Device;
use conformable::{Dyn, Size};
use conformable_burn::Burn;
use program::Numbers;

/// A device for each of the features, with what its numbers promise.
fn devices() -> Vec<(Device, Numbers)> {
    vec![
        // products multiply numbers of 10 bits
        #[cfg(feature = "cuda")]
        (Device::cuda(0usize), Numbers { error: 4e-3, ieee: true }),
        // Vulkan's arcsine may be off by 4096 units in the last place
        #[cfg(feature = "wgpu")]
        (Device::wgpu(burn::tensor::DeviceKind::DefaultDevice), Numbers { error: 5e-4, ieee: false }),
    ]
}

#[test]
fn rows_that_the_compiler_knows() {
    for (device, numbers) in devices() {
        program::program_within::<Size<2>, Burn>(numbers, &device, Size);
    }
}

#[test]
fn rows_known_at_run_time() {
    for (device, numbers) in devices() {
        program::program_within::<Dyn, Burn>(numbers, &device, Dyn::new(2));
    }
}

#[test]
fn cases_of_other_systems() {
    for (device, _) in devices() {
        let (run, skipped) = cases::cases::<Burn>(&device);
        println!("{run} cases run, left out: {skipped:?}");
        assert!(run > 350, "{run} cases run");
    }
}

#[cfg(feature = "autodiff")]
#[test]
fn gradients_of_all_operations() {
    for (device, numbers) in devices() {
        let device = device.autodiff();
        program::program_within::<Dyn, Burn>(numbers, &device, Dyn::new(2));
        gradients::of_a_layer::<Burn>(&device);
        gradients::of_the_others::<Burn>(&device);
        gradients::of_functions::<Burn>(&device);
        gradients::of_derived::<Burn>(&device);
    }
}
