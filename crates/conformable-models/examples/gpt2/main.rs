//! GPT-2 with a cache, on tensors and on engines, with random parameters.
//!
//! `cargo run --release --example gpt2` compares the logits of a small model on each engine, and those of one token at a
//! time with those of all tokens. `-- time [small] [ROUNDS]` times a prompt of 2 by 40 tokens and 8 further tokens, in
//! turn.

#![allow(clippy::cast_precision_loss, reason = "small sizes")]

mod config;
mod over;
mod plain;
#[path = "../rounds/mod.rs"]
mod rounds;

use candle_core::Device;
use config::{Base, Config, Rows, Small};
use conformable::engine::{EngineTensor, FloatEngine, Native};
use conformable::ops::IndexElement;
use conformable::{Axis, Dyn, Size, StaticDim, StaticShape, Tensor, concat};
use conformable_candle::Candle;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rounds::Outcome;

/// Random parameters.
struct Random(ChaCha8Rng);

impl Random {
    fn tensor<S: StaticShape>(&mut self, centre: f32) -> Tensor<f32, S> {
        Tensor::from_fn(S::shape(), |_| centre + self.0.random_range(-0.04..0.04))
    }

    fn linear<I: StaticDim, O: StaticDim>(&mut self) -> plain::Linear<I, O> {
        plain::Linear { weight: self.tensor(0.0), bias: self.tensor(0.0) }
    }

    fn norm<D: StaticDim>(&mut self) -> plain::LayerNorm<D> {
        plain::LayerNorm { weight: self.tensor(1.0), bias: self.tensor(0.0) }
    }

    fn model<C: Config>(&mut self) -> plain::Gpt2<C> {
        let blocks = (0..C::LAYERS).map(|_| plain::Block {
            norms: [self.norm(), self.norm()],
            joined: self.linear(),
            output: self.linear(),
            widen: self.linear(),
            narrow: self.linear(),
        });
        let blocks = blocks.collect();
        plain::Gpt2 { words: self.tensor(0.0), places: self.tensor(0.0), blocks, norm: self.norm() }
    }
}

/// Tokens to begin with, and the number of further tokens, each in a step of its own.
struct Run {
    ids: plain::Ids<Dyn>,
    further: usize,
}

impl Run {
    fn new(words: usize, [batch, time, further]: [usize; 3]) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let ids = Tensor::from_fn((Rows::labelled(batch), Dyn::new(time)), |_| random.random_range(0..words));
        Self { ids, further }
    }

    /// The token of each sequence in a further step.
    fn token(&self, step: usize) -> plain::Ids<Size<1>> {
        let (batch, _) = *self.ids.shape();
        Tensor::from_fn((batch, Size::<1>), |[row, _]| 7 * step + row)
    }

    /// The logits after the last token.
    fn plain<C: Config>(&self, model: &plain::Gpt2<C>) -> Vec<f32> {
        let (batch, _) = *self.ids.shape();
        let mut caches = model.caches(batch);
        let mut logits = model.forward(&self.ids, &mut caches);
        for step in 0..self.further {
            logits = model.forward(&self.token(step), &mut caches);
        }
        logits.into_vec()
    }

    /// The same on an engine.
    fn over<C: Config, E: FloatEngine<f32>>(&self, model: &over::Gpt2<C, E>) -> Outcome<Vec<f32>> {
        let (batch, _) = *self.ids.shape();
        let device = model.places.device();
        let mut caches = model.caches(batch)?;
        let ids = EngineTensor::<E::Index, _, E>::indices(&self.ids, &device)?;
        let mut logits = model.forward(&ids, &mut caches)?;
        for step in 0..self.further {
            let token = EngineTensor::<E::Index, _, E>::indices(&self.token(step), &device)?;
            logits = model.forward(&token, &mut caches)?;
        }
        Ok(logits.to_tensor()?.into_vec())
    }

    /// Whether an engine predicts the same tokens after the first ones.
    fn predicts<C: Config, E: FloatEngine<f32>>(
        &self,
        model: &plain::Gpt2<C>,
        other: &over::Gpt2<C, E>,
    ) -> Outcome<bool> {
        let (batch, _) = *self.ids.shape();
        let words = model.words.sizes()[0];
        let ids = EngineTensor::<E::Index, _, E>::indices(&self.ids, &other.places.device())?;
        let next = other.next(&ids, &mut other.caches(batch)?)?.to_tensor()?;
        Ok(next.map(|token| token.place(words).expect("a token")) == model.next(&self.ids, &mut model.caches(batch)))
    }
}

/// The largest difference of two results.
fn difference(x: &[f32], y: &[f32]) -> f32 {
    x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max)
}

/// Compares engines with tensors, and single tokens with all of them at once; also whether the next tokens agree.
fn compare() -> Outcome<([f32; 4], bool)> {
    let model = Random(ChaCha8Rng::seed_from_u64(1)).model::<Small>();
    let words = model.words.sizes()[0];
    let (run, prompt) = (Run::new(words, [2, 20, 5]), Run::new(words, [2, 20, 0]));
    let expected = run.plain(&model);
    // the same tokens in one prompt
    let rest = Tensor::from_fn((run.ids.shape().0, Size::<5>), |[row, step]| 7 * step + row);
    let ids = concat(Axis::<1>, (&prompt.ids, &rest));
    let whole = Run { ids, further: 0 }.plain(&model);
    let native = over::Gpt2::<_, Native>::upload(&model, &())?;
    let candle = over::Gpt2::<_, Candle>::upload(&model, &Device::Cpu)?;
    let numbers = [
        difference(&whole, &expected),
        difference(&run.over(&native)?, &expected),
        difference(&run.over(&candle)?, &expected),
        expected.iter().copied().fold(0.0, |most, x| x.abs().max(most)),
    ];
    Ok((numbers, run.predicts(&model, &native)? && run.predicts(&model, &candle)?))
}

/// Times a model with a prompt, and with further tokens.
fn time<C: Config>(rounds: usize) -> Outcome {
    let model = Random(ChaCha8Rng::seed_from_u64(1)).model::<C>();
    let native = over::Gpt2::<_, Native>::upload(&model, &())?;
    let candle = over::Gpt2::<_, Candle>::upload(&model, &Device::Cpu)?;
    let words = model.words.sizes()[0];
    for (name, sizes) in [("2 by 40 tokens", [2, 40, 0]), ("8 further tokens", [2, 8, 8])] {
        let run = Run::new(words, sizes);
        rounds::time(name, rounds, || run.plain(&model), || run.over(&native), || run.over(&candle))?;
    }
    Ok(())
}

fn main() -> Outcome {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let rounds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(5);
    match arguments.first().map(String::as_str) {
        Some("time") if arguments.iter().any(|argument| argument == "small") => time::<Small>(rounds),
        Some("time") => time::<Base>(rounds),
        _ => {
            let ([whole, native, candle, most], same) = compare()?;
            println!(
                "logits up to {most:.2}; one token at a time: {whole:.1e} off; Native {native:.1e}, candle {candle:.1e}; \
                 the next tokens are {}",
                if same { "the same" } else { "different" }
            );
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn logits_agree() {
        let ([whole, native, candle, most], same) = super::compare().unwrap();
        assert!(same);
        assert!(
            most > 0.1 && [whole, native, candle].iter().all(|&off| off < 1e-5 * most.max(1.0)),
            "{whole} {native} {candle}"
        );
    }
}
