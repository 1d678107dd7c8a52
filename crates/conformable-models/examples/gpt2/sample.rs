//! Tokens from logits.

use conformable::{Axis, Dyn, Tensor};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The token of the greatest logit.
pub(crate) fn best(logits: &[f32]) -> usize {
    let best = logits.iter().enumerate().max_by(|(_, x), (_, y)| x.total_cmp(y));
    best.expect("a vocabulary").0
}

/// Draws from the `most` best tokens, by their softmax at a temperature.
pub(crate) struct Sampler {
    temperature: f32,
    most: usize,
    random: ChaCha8Rng,
}

impl Sampler {
    pub(crate) fn new(temperature: f32, most: usize, seed: u64) -> Self {
        Self { temperature, most, random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The best tokens with their probabilities, best first.
    pub(crate) fn probabilities(&self, logits: &[f32]) -> Vec<(usize, f32)> {
        let logits: Tensor<f32, (Dyn,)> = logits.to_vec().into();
        let (best, ids) = (logits / self.temperature).top_k(Axis::<0>, Dyn::new(self.most));
        ids.into_vec().into_iter().zip(best.softmax(Axis::<0>).into_vec()).collect()
    }

    pub(crate) fn choose(&mut self, logits: &[f32]) -> usize {
        let mut left: f32 = self.random.random();
        let all = self.probabilities(logits);
        let drawn = all.iter().find(|(_, probability)| {
            left -= probability;
            left < 0.0
        });
        drawn.unwrap_or(&all[0]).0
    }
}
