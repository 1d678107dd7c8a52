//! Step sizes over the course of a training.

use crate::linear::to_f64;

/// A step size that depends on the step: a warm-up, and then a decay.
///
/// ```
/// use conformable_models::{Decay, Schedule};
///
/// let schedule = Schedule { rate: 0.1, warmup: 10, decay: Decay::Cosine { steps: 100, least: 0.01 } };
/// assert_eq!(schedule.rate(0), 0.01); // a tenth
/// assert_eq!(schedule.rate(10), 0.1);
/// assert!((schedule.rate(60) - 0.055).abs() < 1e-12);
/// assert_eq!(schedule.rate(1000), 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The step size after the warm-up.
    pub rate: f64,
    /// The number of steps in which it grows in proportion to the step.
    pub warmup: usize,
    /// How it decreases then.
    pub decay: Decay,
}

/// How a step size decreases with the number of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decay {
    /// It is constant: PyTorch's `ConstantLR`.
    Constant,
    /// By half a cosine to the least: `CosineAnnealingLR`.
    Cosine {
        /// The steps until the least.
        steps: usize,
        /// The least step size.
        least: f64,
    },
    /// In equal parts to the least: `LinearLR`.
    Ramp {
        /// The steps until the least.
        steps: usize,
        /// The least step size.
        least: f64,
    },
    /// By a factor after every few steps: `StepLR`, and with 1 `ExponentialLR`.
    Step {
        /// The steps between two changes.
        every: usize,
        /// The factor.
        factor: f64,
    },
}

impl Schedule {
    /// Returns the step size of a step, from 0 on.
    #[must_use]
    pub fn rate(&self, step: usize) -> f64 {
        let Some(step) = step.checked_sub(self.warmup) else {
            return self.rate * to_f64(step + 1) / to_f64(self.warmup);
        };
        let part = |steps: usize| to_f64(step.min(steps)) / to_f64(steps.max(1));
        match self.decay {
            Decay::Constant => self.rate,
            Decay::Cosine { steps, least } => {
                least + (self.rate - least) * 0.5 * (1.0 + (core::f64::consts::PI * part(steps)).cos())
            }
            Decay::Ramp { steps, least } => self.rate + (least - self.rate) * part(steps),
            Decay::Step { every, factor } => self.rate * factor.powf(to_f64(step / every.max(1))),
        }
    }
}
