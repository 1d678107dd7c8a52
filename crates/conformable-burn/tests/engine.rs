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
