//! The program for every engine, on burn.

#[path = "../../../tests/engine/cases.rs"]
mod cases;
#[path = "../../../tests/engine/program.rs"]
mod program;

use burn::tensor::Device;
use conformable::{Dyn, Shape, Size, Tensor};
use conformable_burn::{Burn, EngineTensor};

#[test]
fn rows_that_the_compiler_knows() {
    program::program::<Size<2>, Burn>(&Device::flex(), Size);
}

#[test]
fn rows_that_run_time_tells() {
    program::program::<Dyn, Burn>(&Device::flex(), Dyn::new(2));
}

#[cfg(feature = "autodiff")]
#[test]
fn with_gradients() {
    program::program::<Dyn, Burn>(&Device::flex().autodiff(), Dyn::new(2));
}

#[test]
fn cases_of_other_systems() {
    let (run, skipped) = cases::cases::<Burn>(&Device::flex());
    println!("{run} cases run, left out: {skipped:?}");
    assert!(run > 350, "{run} cases run");
}

/// Runs on the first GPU; says so if there is none.
#[cfg(feature = "cuda")]
#[test]
fn on_a_gpu() {
    let device = std::panic::catch_unwind(|| {
        let device = Device::cuda(0usize);
        burn::Tensor::<1>::ones([1], &device).try_into_data().map(|_| device)
    });
    match device {
        Ok(Ok(device)) => program::program::<Dyn, Burn>(&device, Dyn::new(2)),
        _ => println!("left out: there is no GPU"),
    }
}

#[test]
fn what_is_not_a_number_stays() {
    let on = |x: [f32; 2]| EngineTensor::<f32, Shape![2]>::upload(&Tensor::from(x), &Device::flex()).expect("memory");
    let (x, y) = (on([1.0, f32::NAN]), on([f32::NAN, 1.0]));
    for both in [x.maximum(&y), x.minimum(&y), y.maximum(&x), y.minimum(&x)] {
        assert!(both.to_tensor().expect("numbers").iter().all(|number| number.is_nan()));
    }
    assert!(x.max(..).to_tensor().expect("a number")[[]].is_nan());
    assert!(x.min(..).to_tensor().expect("a number")[[]].is_nan());
}
