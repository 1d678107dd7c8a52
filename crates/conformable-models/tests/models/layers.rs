//! Layers and functions that have PyTorch's names: their outputs equal `pytorch.txt`, which PyTorch wrote, and their
//! gradients equal finite differences.

#![allow(clippy::many_single_char_names, clippy::type_complexity, reason = "the names of dims, and shapes")]

use crate::program::{mixed, numbers, on, slopes};
#[cfg(feature = "half")]
use conformable::engine::Host;
use conformable::engine::{Differentiate, EngineTensor, FloatEngine, concat};
use conformable::windows::Window;
use conformable::{Axis, Dim, Dyn, Shape, Size, Tensor, shape};
use conformable_models::{
    BatchNorm2d, ByHead, Conv2d, ConvTranspose2d, Decay, GeluTanh, GroupNorm, KvCache, Linear, Module, NoBias, Relu,
    RmsNorm, Rotary, Schedule, Seen, Softplus, attention, clip_norm, cross_entropy_smoothed,
};
#[cfg(feature = "half")]
use conformable_models::{Float, LayerNorm, Takes};
#[cfg(feature = "half")]
use half::bf16;

/// Asserts that the output of a layer equals PyTorch's.
#[track_caller]
fn agrees<S: Shape, E: FloatEngine<f64>>(name: &str, made: &EngineTensor<f64, S, E>) {
    crate::program::equals(include_str!("pytorch.txt"), name, made);
}

fn batch_norm<E: FloatEngine<f64>>(device: &E::Device) -> BatchNorm2d<Size<4>, f64, E> {
    let at = |seed| on(shape![4], seed, device);
    let running_var = EngineTensor::upload(&(numbers(shape![4], 5).abs() + 0.5), device).expect("memory");
    BatchNorm2d { weight: at(2), bias: at(3), running_mean: at(4), running_var, epsilon: 1e-5 }
}

fn group_norm<E: FloatEngine<f64>>(device: &E::Device) -> GroupNorm<Size<2>, Size<4>, f64, E> {
    let (weight, bias) = (on(shape![4], 2, device), on(shape![4], 3, device));
    GroupNorm { weight, bias, groups: Size, epsilon: 1e-5 }
}

type Unbiased<E> = Conv2d<Size<4>, Size<3>, Size<2>, Size<2>, f64, E, Window, NoBias>;

fn unbiased<E: FloatEngine<f64>>(device: &E::Device) -> Unbiased<E> {
    Conv2d { weight: on(shape![3, 4, 2, 2], 6, device), bias: NoBias, window: Window::new() }
}

type Up<E> = ConvTranspose2d<Size<4>, Size<3>, Size<2>, Size<2>, f64, E, Window<Size<2>>>;

fn up<E: FloatEngine<f64>>(device: &E::Device) -> Up<E> {
    let (weight, bias) = (on(shape![4, 3, 2, 2], 7, device), on(shape![3], 8, device));
    ConvTranspose2d { weight, bias, window: Window::new().stride(Size::<2>) }
}

/// Images whose number, rows and columns are known to the type or not.
pub(crate) fn images<N: Dim, H: Dim, W: Dim, E: FloatEngine<f64>>(n: N, h: H, w: W, device: &E::Device) {
    let x = on::<_, E>((n, Size::<4>, h, w), 1, device);
    let norm = batch_norm::<E>(device);
    let y: EngineTensor<f64, (N, Size<4>, H, W), E> = norm.forward(&x);
    agrees("batch norm", &y);
    agrees("batch norm", &norm.forward(&x.clone().erase()));
    let (y, statistics) = norm.train(&x);
    agrees("batch norm in training", &y);
    let norm = norm.updated(&statistics, 0.1).expect("memory");
    agrees("running mean", &norm.running_mean);
    agrees("running var", &norm.running_var);
    let y: EngineTensor<f64, (N, Size<4>, H, W), E> = group_norm::<E>(device).forward(&x);
    agrees("group norm", &y);
    agrees("group norm", &group_norm::<E>(device).forward(&x.erase()));
}

pub(crate) fn convolutions<E: FloatEngine<f64>>(device: &E::Device) {
    let x = on::<_, E>(shape![2, 4, 3, 5], 1, device);
    let y: EngineTensor<f64, Shape![2, 3, 2, 4], E> = unbiased(device).forward(&x);
    agrees("unbiased convolution", &y);
    let y: EngineTensor<f64, Shape![2, 3, 6, 10], E> = up(device).forward(&x);
    agrees("transposed", &y);
}

pub(crate) fn features<E: FloatEngine<f64>>(device: &E::Device) {
    let x = on::<_, E>((Dyn::new(2), Dyn::new(3), Size::<6>), 1, device);
    agrees("rms norm", &RmsNorm { weight: on(shape![6], 4, device), epsilon: 1e-6 }.forward(&x));
    agrees("softplus", &Softplus.forward(&x));
    agrees("relu", &Relu.forward(&x));
    agrees("gelu tanh", &GeluTanh.forward(&x));
    agrees("unbiased", &Linear { weight: on(shape![6, 4], 2, device), bias: NoBias }.forward(&x));
}

/// Attention of grouped queries, with and without a cache.
pub(crate) fn heads<L: Dim, E: FloatEngine<f64>>(length: L, device: &E::Device) {
    let queries = on::<_, E>((Dyn::new(2), Size::<4>, length, Size::<6>), 9, device);
    let keys = on::<_, E>((Dyn::new(2), Size::<2>, Size::<5>, Size::<6>), 10, device);
    let values = on::<_, E>((Dyn::new(2), Size::<2>, Size::<5>, Size::<6>), 11, device);
    agrees("grouped", &attention(&queries, &keys, &values, false));
    let mut cache =
        KvCache::<_, Size<2>, Size<5>, Size<6>, f64, E>::new((Dyn::new(2), Size, Size, Size), device).expect("memory");
    for part in [0..2, 2..5] {
        let narrow = |x: &EngineTensor<f64, _, E>| x.narrow(Axis::<2>, part.clone());
        cache.push(&narrow(&keys), &narrow(&values)).expect("room");
    }
    agrees("grouped, causal", &attention(&queries, &cache.keys(), &cache.values(), true));
    let more = keys.narrow(Axis::<2>, 0..1);
    let error = cache.push(&more, &more).expect_err("it is full").to_string();
    assert_eq!(error, "a cache of (2, 2, Seen = 5, 6) cannot take (2, 2, 1, 6): it has 5 of 5 positions");
    let rotary = Rotary::<Size<8>, Size<6>, f64, E>::new(Size, Size, 10_000.0, device).expect("memory");
    agrees("rotary", &rotary.turn(&queries, 1).expect("places"));
    let error = rotary.turn(&queries, 6).expect_err("no places").to_string();
    assert!(error.starts_with("the range 6..9 is out of bounds for axis 0 of (8, 3)"), "{error}");
}

/// Clones, views and forgotten positions of a cache.
pub(crate) fn caches<C: Dim, E: FloatEngine<f64> + Clone>(capacity: C, device: &E::Device) {
    let new = || KvCache::<Size<1>, Size<2>, C, Size<3>, f64, E>::new((Size, Size, capacity, Size), device);
    let heads = |positions, seed| on::<_, E>((Size::<1>, Size::<2>, Dyn::new(positions), Size::<3>), seed, device);
    let host = |x: &ByHead<_, _, Dyn<Seen>, _, f64, E>| x.to_tensor().expect("numbers").erase();
    let both = |x: &ByHead<_, _, Dyn, _, f64, E>, y| concat(Axis::<2>, (x, y)).to_tensor().expect("numbers").erase();
    let (first, second, third) = (heads(2, 1), heads(1, 2), heads(2, 3));
    let mut cache = new().expect("memory");
    assert_eq!(cache.keys().sizes(), [1, 2, 0, 3]);
    cache.push(&first, &first).expect("room");
    let (seen, mut other) = (cache.keys(), cache.clone());
    cache.push(&second, &second).expect("room");
    other.push(&third, &third).expect("room");
    assert_eq!(host(&cache.keys()), both(&first, &second));
    assert_eq!(host(&other.values()), both(&first, &third));
    cache.truncate(9);
    assert_eq!(cache.length().size(), 3);
    // a view keeps what a cache forgets
    cache.truncate(0);
    cache.push(&third, &third).expect("room");
    cache.push(&second, &second).expect("room");
    assert_eq!(host(&cache.values()), both(&third, &second));
    assert_eq!(host(&seen), first.to_tensor().expect("numbers").erase());
    assert_eq!(host(&other.keys()), both(&first, &third));
    let error = cache.push(&first, &first).expect_err("it has 3 of 4").to_string();
    assert_eq!(error, "a cache of (1, 2, Seen = 3, 3) cannot take (1, 2, 2, 3): it has 3 of 4 positions");
    let error = cache.push(&second, &first).expect_err("other values").to_string();
    assert!(error.starts_with("the shapes (1, 2, 1, 3) and (1, 2, 2, 3) must be equal"), "{error}");
    assert_eq!(host(&cache.values()), both(&third, &second));
}

/// Parameters of `bf16` with inputs of `f32`.
#[cfg(feature = "half")]
pub(crate) fn parameters_of_bf16<E: Takes<bf16, f32> + FloatEngine<f64>>(device: &E::Device) {
    fn half<S: Shape, E: Host<bf16>>(shape: S, seed: usize, device: &E::Device) -> EngineTensor<bf16, S, E> {
        EngineTensor::upload(&numbers(shape, seed).map(bf16::from_f64), device).expect("memory")
    }
    #[track_caller]
    fn near<S: Shape, E: FloatEngine<f32>>(name: &str, made: &EngineTensor<f32, S, E>) {
        crate::program::nearly(
            include_str!("pytorch.txt"),
            name,
            &made.to_tensor().expect("numbers").map(f64::from),
            1e-5,
        );
    }
    let x = EngineTensor::<f32, _, E>::upload(&numbers(shape![2, 3, 6], 1).map(f32::of), device).expect("memory");
    let layer = Linear { weight: half(shape![6, 4], 2, device), bias: half::<_, E>(shape![4], 3, device) };
    near("parameters of bf16", &layer.forward(&x));
    let norm =
        LayerNorm { weight: half::<_, E>(shape![6], 4, device), bias: half(shape![6], 5, device), epsilon: 1e-5 };
    near("layer norm of bf16", &norm.forward(&x));
    // a weight in several blocks, the last of them narrower
    let weight = half::<_, E>(shape![1100, 600], 2, device);
    let x = EngineTensor::<f32, _, E>::upload(&numbers(shape![3, 1100], 1).map(f32::of), device).expect("memory");
    let wide =
        Linear { weight: E::widened(&weight).expect("memory"), bias: NoBias }.forward(&x).to_tensor().expect("numbers");
    let ours = Linear { weight, bias: NoBias }.forward(&x).to_tensor().expect("numbers");
    assert!(ours.iter().zip(&wide).all(|(x, y)| (x - y).abs() <= 1e-4 * y.abs().max(1.0)));
}

/// Parameters and inputs of `bf16`, whose products are summed in `f32` and rounded.
#[cfg(feature = "half")]
pub(crate) fn all_of_bf16<E: FloatEngine<bf16>>(device: &E::Device) {
    fn half<S: Shape, E: Host<bf16>>(shape: S, seed: usize, device: &E::Device) -> EngineTensor<bf16, S, E> {
        EngineTensor::upload(&numbers(shape, seed).map(bf16::from_f64), device).expect("memory")
    }
    #[track_caller]
    fn near<S: Shape, E: FloatEngine<bf16>>(name: &str, made: &EngineTensor<bf16, S, E>) {
        // two roundings to 8 bits
        let made = made.to_tensor().expect("numbers").map(f64::from);
        crate::program::nearly(include_str!("pytorch.txt"), name, &made, 1.0 / 128.0);
    }
    let layer = Linear { weight: half(shape![6, 4], 2, device), bias: half::<_, E>(shape![4], 3, device) };
    near("all of bf16", &layer.forward(&half(shape![2, 3, 6], 1, device)));
    let queries = half::<_, E>(shape![2, 4, 3, 6], 9, device);
    let [keys, values] = [10, 11].map(|seed| half::<_, E>(shape![2, 2, 5, 6], seed, device));
    near("grouped, all of bf16", &attention(&queries, &keys, &values, false));
}

pub(crate) fn training<E: FloatEngine<f64>>(device: &E::Device) {
    let logits = on::<_, E>(shape![2, 3, 6], 1, device) * 5.0;
    let classes = EngineTensor::<_, _, E>::indices(&Tensor::from([[4, 0, 2], [2, 5, 5]]), device).expect("classes");
    agrees("smoothed", &cross_entropy_smoothed(&logits, &classes, 0.1));
    let gradients = (on::<_, E>(shape![2, 3], 12, device), on::<_, E>(shape![4], 13, device));
    let (clipped, norm) = clip_norm::<_, f64, E>(&gradients, 0.5).expect("memory");
    agrees("norm of gradients", &EngineTensor::<_, _, E>::full((), norm, device).expect("memory"));
    agrees("clipped", &clipped.0);
    let (kept, _) = clip_norm::<_, f64, E>(&gradients, 100.0).expect("memory");
    assert_eq!(kept.0.to_tensor().expect("numbers"), gradients.0.to_tensor().expect("numbers"));
    for (name, decay) in [
        ("cosine", Decay::Cosine { steps: 10, least: 0.01 }),
        ("linear", Decay::Ramp { steps: 8, least: 0.01 }),
        ("steps", Decay::Step { every: 3, factor: 0.5 }),
    ] {
        let schedule = Schedule { rate: 0.1, warmup: 0, decay };
        let rates = Tensor::from_fn(shape![10], |[step]| schedule.rate(step));
        agrees(name, &EngineTensor::<_, _, E>::upload(&rates, device).expect("memory"));
    }
}

pub(crate) fn gradients<E: FloatEngine<f64> + Differentiate<f64>>(device: &E::Device) {
    let x = on::<_, E>(shape![2, 4, 3, 5], 1, device);
    // through each norm, to the convolution before it
    let before = || Conv2d::<_, _, _, _, _, E> {
        weight: on(shape![4, 4, 1, 1], 6, device),
        bias: on(shape![4], 7, device),
        window: Window::new(),
    };
    let model = (before(), batch_norm::<E>(device));
    // running statistics are no parameters
    assert_eq!(slopes(&model, |model| mixed(&model.forward(&x))), 20 + 8);
    assert_eq!(slopes(&model, |model| mixed(&model.1.train(&model.0.forward(&x)).0)), 20 + 8);
    assert_eq!(slopes(&(before(), group_norm::<E>(device)), |model| mixed(&model.forward(&x))), 20 + 8);
    assert_eq!(slopes(&unbiased::<E>(device), |layer| mixed(&layer.forward(&x))), 48);
    assert_eq!(slopes(&up::<E>(device), |layer| mixed(&layer.forward(&x))), 48 + 3);

    let x = on::<_, E>((Dyn::new(1), Size::<4>, Dyn::new(3), Size::<6>), 1, device);
    let linear = |seed| Linear { weight: on::<_, E>(shape![6, 6], seed, device), bias: NoBias };
    let rotary = Rotary::<Size<8>, Size<6>, f64, E>::new(Size, Size, 10_000.0, device).expect("memory");
    let model = [linear(2), linear(3), linear(4)];
    let attends = |model: &[Linear<_, _, _, E, NoBias>; 3]| {
        let [q, k, v] = model.each_ref().map(|layer| layer.forward(&x));
        let groups = |x: &EngineTensor<f64, _, E>| x.narrow(Axis::<1>, ..2).refine().expect("2 groups");
        let (k, v): (EngineTensor<f64, (Dyn, Size<2>, Dyn, Size<6>), E>, _) = (groups(&k), groups(&v));
        mixed(&attention(&rotary.turn(&q, 0).expect("places"), &k, &v, true))
    };
    assert_eq!(slopes(&model, attends), 3 * 36);
    let norm = (linear(2), RmsNorm { weight: on(shape![6], 4, device), epsilon: 1e-6 });
    assert_eq!(slopes(&norm, |model| mixed(&model.forward(&x))), 36 + 6);
}
