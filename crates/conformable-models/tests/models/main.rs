//! Models on `Native` and on candle.

mod layers;
mod program;

use candle_core::Device;
use conformable::engine::{EngineTensor, Native};
use conformable::{Dyn, Size, Tensor, shape};
use conformable_candle::Candle;
use conformable_models::{KvCache, Linear, Parameters};

#[test]
fn they_make_what_their_formulas_say() {
    program::forward::<Size<2>, Size<3>, Native>(Size, Size, &());
    program::forward::<Dyn, Dyn, Native>(Dyn::new(2), Dyn::new(3), &());
    program::forward::<Size<2>, Size<3>, Candle>(Size, Size, &Device::Cpu);
    program::forward::<Dyn, Dyn, Candle>(Dyn::new(2), Dyn::new(3), &Device::Cpu);
}

#[test]
fn of_images() {
    program::images::<Size<2>, Native>(Size, &());
    program::images::<Dyn, Native>(Dyn::new(2), &());
    program::images::<Size<2>, Candle>(Size, &Device::Cpu);
    program::images::<Dyn, Candle>(Dyn::new(2), &Device::Cpu);
}

#[test]
fn layers_make_what_pytorch_makes() {
    layers::images::<Size<2>, Size<3>, Size<5>, Native>(Size, Size, Size, &());
    layers::images::<Dyn, Dyn, Dyn, Native>(Dyn::new(2), Dyn::new(3), Dyn::new(5), &());
    layers::images::<Dyn, Size<3>, Dyn, Candle>(Dyn::new(2), Size, Dyn::new(5), &Device::Cpu);
    layers::convolutions::<Native>(&());
    layers::convolutions::<Candle>(&Device::Cpu);
    layers::features::<Native>(&());
    layers::features::<Candle>(&Device::Cpu);
    layers::heads::<Size<3>, Native>(Size, &());
    layers::heads::<Dyn, Candle>(Dyn::new(3), &Device::Cpu);
    layers::caches::<Size<4>, Native>(Size, &());
    layers::caches::<Dyn, Native>(Dyn::new(4), &());
    layers::caches::<Dyn, Candle>(Dyn::new(4), &Device::Cpu);
    layers::training::<Native>(&());
    layers::training::<Candle>(&Device::Cpu);
}

#[cfg(feature = "half")]
#[test]
fn layers_of_bf16_make_what_pytorch_makes() {
    layers::parameters_of_bf16::<Native>(&());
    layers::parameters_of_bf16::<Candle>(&Device::Cpu);
    layers::all_of_bf16::<Native>(&());
}

/// The buffers of a cache are allocated once.
#[test]
fn a_cache_is_written_in_place() {
    let one = || EngineTensor::<f32, _, Native>::from(Tensor::full(shape![1, 1, 1, 3], 1.0));
    let mut cache =
        KvCache::<Size<1>, Size<1>, Size<8>, Size<3>, f32, Native>::new((Size, Size, Size, Size), &()).expect("memory");
    let place =
        |cache: &KvCache<_, _, _, _, f32, Native>| cache.keys().as_engine().try_as_slice().expect("one row").as_ptr();
    cache.push(&one(), &one()).expect("room");
    let before = place(&cache);
    for _ in 1..8 {
        cache.push(&one(), &one()).expect("room");
        assert_eq!(place(&cache), before);
    }
}

#[test]
fn gradients_of_layers_are_those_of_finite_differences() {
    layers::gradients::<Candle>(&Device::Cpu);
}

#[test]
fn losses() {
    program::losses::<Native>(&());
    program::losses::<Candle>(&Device::Cpu);
}

#[test]
fn optimisers() {
    program::optimisers::<Native>(&());
    program::optimisers::<Candle>(&Device::Cpu);
}

#[test]
fn gradients_are_those_of_finite_differences() {
    program::gradients::<Candle>(&Device::Cpu);
}

#[test]
fn parameters_have_names() {
    program::names_and_counts::<Native>(&());
    program::names_and_counts::<Candle>(&Device::Cpu);
}

#[test]
fn sizes_that_differ_are_refused_by_name() {
    program::refusals::<Native>(&());
    program::refusals::<Candle>(&Device::Cpu);
    program::refusals_of_inputs::<Native>(&());
    program::refusals_of_inputs::<Candle>(&Device::Cpu);
}

#[test]
fn of_none() {
    program::of_none::<Native>(&());
    program::of_none::<Candle>(&Device::Cpu);
}

/// Sizes whose products overflow, and memory that cannot be allocated: errors, with the name of the parameter.
#[test]
fn what_is_too_many_is_an_error() {
    let error = Linear::<Dyn, Dyn, f32, Native>::random(Dyn::new(usize::MAX), Dyn::new(2), &(), &mut || 0.5)
        .expect_err("too many");
    assert!(error.to_string().contains("more elements than memory can address"), "{error}");
    let error = Linear::<Dyn, Dyn, f32, Native>::random(Dyn::new(usize::MAX / 64), Dyn::new(2), &(), &mut || 0.5)
        .expect_err("no memory");
    assert!(error.to_string().contains("cannot allocate"), "{error}");

    let half = usize::MAX / 2 + 1;
    let number = EngineTensor::<f32, _, Candle>::upload(&Tensor::from([1.0]), &Device::Cpu).expect("memory");
    let stretched = || number.try_broadcast_to(&(Dyn::new(half),)).expect("a view");
    let error = (stretched(), stretched()).count().expect_err("too many");
    assert_eq!(error.parameter(), Some("1"));
    assert_eq!(error.to_string(), format!("parameter `1`: with it there are more than {} numbers", usize::MAX));
}
