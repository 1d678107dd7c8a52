//! ResNet-18 on tensors and on engines, with random parameters.
//!
//! `cargo run --release --example resnet18` compares the logits of each engine. `-- time [ROUNDS]` times one and four
//! images, in turn.

#![allow(clippy::cast_precision_loss, reason = "small sizes")]

mod over;
mod plain;
#[path = "../rounds/mod.rs"]
mod rounds;

use candle_core::Device;
use conformable::engine::{EngineTensor, FloatEngine, Native};
use conformable::{Dyn, Size, StaticDim, StaticShape, Tensor, shape};
use conformable_candle::Candle;
use plain::{Block, Convolution, Down};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rounds::Outcome;

type Pictures = plain::Images<Size<3>, Size<224>, Size<224>>;

/// Random parameters.
struct Random(ChaCha8Rng);

impl Random {
    fn tensor<S: StaticShape>(&mut self, most: f32) -> Tensor<f32, S> {
        Tensor::from_fn(S::shape(), |_| self.0.random_range(-most..most))
    }

    fn convolution<I: StaticDim, O: StaticDim, K: StaticDim>(&mut self) -> Convolution<I, O, K> {
        let inputs = I::DIM.size() * K::DIM.size() * K::DIM.size();
        Convolution { weight: self.tensor((3.0 / inputs as f32).sqrt()), bias: self.tensor(0.1) }
    }

    fn block<C: StaticDim>(&mut self) -> Block<C> {
        Block { first: self.convolution(), second: self.convolution() }
    }

    fn stage<I: StaticDim, O: StaticDim>(&mut self) -> (Down<I, O>, Block<O>) {
        (Down { first: self.convolution(), second: self.convolution(), skip: self.convolution() }, self.block())
    }

    fn model(&mut self) -> plain::ResNet18 {
        plain::ResNet18 {
            stem: self.convolution(),
            layer1: [self.block(), self.block()],
            layer2: self.stage(),
            layer3: self.stage(),
            layer4: self.stage(),
            weight: self.tensor(0.05),
            bias: self.tensor(0.05),
        }
    }

    fn pictures(&mut self, count: usize) -> Pictures {
        let (_, c, h, w) = shape![1, 3, 224, 224];
        Tensor::from_fn((Dyn::labelled(count), c, h, w), |_| self.0.random_range(-1.0..1.0))
    }
}

fn over<E: FloatEngine<f32>>(model: &over::ResNet18<E>, x: &Pictures, device: &E::Device) -> Outcome<Vec<f32>> {
    Ok(model.forward(&EngineTensor::upload(x, device)?).to_tensor()?.into_vec())
}

/// Compares engines with tensors: the largest differences, and the largest logit.
fn compare() -> Outcome<[f32; 3]> {
    let mut random = Random(ChaCha8Rng::seed_from_u64(1));
    let (model, x) = (random.model(), random.pictures(2));
    let expected = model.forward(&x).into_vec();
    let off = |logits: Vec<f32>| logits.iter().zip(&expected).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
    let native = over(&over::ResNet18::<Native>::upload(&model, &())?, &x, &())?;
    let candle = over(&over::ResNet18::<Candle>::upload(&model, &Device::Cpu)?, &x, &Device::Cpu)?;
    Ok([off(native), off(candle), expected.iter().copied().fold(0.0, |most, x| x.abs().max(most))])
}

/// Times a model with one image and with four.
fn time(rounds: usize) -> Outcome {
    let mut random = Random(ChaCha8Rng::seed_from_u64(1));
    let model = random.model();
    let native = over::ResNet18::<Native>::upload(&model, &())?;
    let candle = over::ResNet18::<Candle>::upload(&model, &Device::Cpu)?;
    for count in [1, 4] {
        let x = random.pictures(count);
        let on_candle = || over(&candle, &x, &Device::Cpu);
        let name = format!("{count} images");
        rounds::time(&name, rounds, || model.forward(&x).into_vec(), || over(&native, &x, &()), on_candle)?;
    }
    Ok(())
}

fn main() -> Outcome {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|argument| argument == "time") {
        return time(arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(5));
    }
    let [native, candle, most] = compare()?;
    println!("logits up to {most:.2}; Native {native:.1e} off, candle {candle:.1e}");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg_attr(debug_assertions, ignore = "it takes half a minute without optimisation")]
    fn logits_agree() {
        let [native, candle, most] = super::compare().unwrap();
        assert!(most > 0.01 && [native, candle].iter().all(|&off| off < 1e-4 * most), "{native} {candle} of {most}");
    }
}
