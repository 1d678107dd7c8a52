//! Optimisers. Their state is a model of the same type, so that each parameter corresponds to its state at compile
//! time.

use crate::element::Float;
use crate::error::{ModelError, Why};
use crate::gradient::Weighted;
use crate::parameters::{Name, Parameters, Visitor};
use conformable::Shape;
use conformable::engine::{EngineTensor, FloatEngine};

/// Stochastic gradient descent with momentum.
///
/// ```text
/// v = momentum v + g
/// p = p - rate v
/// ```
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::{Parameters, Sgd};
///
/// let mut point = EngineTensor::<f64, _, Native>::from(Tensor::from([1.0, -1.0]));
/// let mut velocity = point.zeros()?;
/// for _ in 0..2 {
///     let gradient = &point * 2.0; // of x^2 + y^2
///     Sgd { rate: 0.25, momentum: 0.5 }.step(&mut point, &mut velocity, &gradient)?;
/// }
/// assert_eq!(point.as_engine(), &Tensor::from([0.0, 0.0]));
/// # Ok::<(), conformable_models::ModelError<Native>>(())
/// ```
///
/// ```compile_fail,E0308
/// use conformable::{Shape, Tensor};
/// use conformable::engine::{Native, EngineTensor};
/// use conformable_models::{Parameters, Sgd};
///
/// fn step(
///     x: &mut EngineTensor<f32, Shape![2], Native>,
///     v: &mut EngineTensor<f32, Shape![2], Native>,
///     gradient: &EngineTensor<f32, Shape![3], Native>,
/// ) {
///     Sgd { rate: 0.25, momentum: 0.5 }.step(x, v, gradient); // expected `Size<2>`, found `Size<3>`
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd {
    /// The step size.
    pub rate: f64,
    /// The fraction of the previous steps that is kept; 0 for none.
    pub momentum: f64,
}

impl Sgd {
    /// Updates the model. The velocity is initially a model of zeros: [`Parameters::zeros`].
    ///
    /// # Errors
    ///
    /// If sizes known only at run time differ, or the engine fails. The model and its velocity are then unchanged.
    pub fn step<M: Parameters<T, E>, T: Float, E: FloatEngine<T>>(
        &self,
        model: &mut M,
        velocity: &mut M,
        gradients: &M,
    ) -> Result<(), ModelError<E>> {
        let next = M::visit([&*velocity, gradients], Weighted([self.momentum, 1.0]))?;
        *model = M::visit([&*model, &next], Weighted([1.0, -self.rate]))?;
        *velocity = next;
        Ok(())
    }
}

/// Adam with decoupled weight decay: Loshchilov and Hutter (2019).
///
/// ```text
/// m = b1 m + (1 - b1) g
/// v = b2 v + (1 - b2) g^2
/// p = p - rate decay p - rate m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + epsilon)       in step t, from 1 on
/// ```
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::{AdamW, Moments, Parameters};
///
/// let mut point = EngineTensor::<f64, _, Native>::from(Tensor::from([1.0, -1.0]));
/// let mut moments = Moments::of(&point)?;
/// let gradient = &point * 2.0;
/// AdamW { rate: 0.1, decay: 0.0, ..AdamW::default() }.step(&mut point, &mut moments, &gradient)?;
/// // the first step goes as far as the rate, whatever the gradient
/// assert!(point.as_engine().iter().zip([0.9, -0.9]).all(|(x, y)| (x - y).abs() < 1e-6));
/// # Ok::<(), conformable_models::ModelError<Native>>(())
/// ```
///
/// ```compile_fail,E0308
/// use conformable::Shape;
/// use conformable::engine::{Native, EngineTensor};
/// use conformable_models::{AdamW, Moments};
///
/// fn step(x: &mut EngineTensor<f32, Shape![2], Native>, moments: &mut Moments<EngineTensor<f32, Shape![3], Native>>) {
///     let gradient = x.clone();
///     AdamW::default().step(x, moments, &gradient); // expected `Size<2>`, found `Size<3>`
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// The step size.
    pub rate: f64,
    /// The decay factors of the means of the gradients and of their squares.
    pub betas: [f64; 2],
    /// The term that avoids division by 0.
    pub epsilon: f64,
    /// The fraction of each parameter that is subtracted, times the rate.
    pub decay: f64,
}

impl Default for AdamW {
    /// Returns a rate of 0.001, betas of 0.9 and 0.999, an epsilon of 1e-8 and a decay of 0.01.
    fn default() -> Self {
        Self { rate: 1e-3, betas: [0.9, 0.999], epsilon: 1e-8, decay: 0.01 }
    }
}

/// The state of [`AdamW`].
#[derive(Clone, Debug)]
pub struct Moments<M> {
    /// The mean of the gradients.
    pub mean: M,
    /// The mean of the squared gradients.
    pub square: M,
    /// The number of steps taken.
    pub steps: i32,
}

impl<M> Moments<M> {
    /// Returns the state of a model before the first step.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn of<T: Float, E: FloatEngine<T>>(model: &M) -> Result<Self, ModelError<E>>
    where
        M: Parameters<T, E>,
    {
        Ok(Self { mean: model.zeros()?, square: model.zeros()?, steps: 0 })
    }
}

impl AdamW {
    /// Updates the model.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time differ, or the engine fails. The model and its moments are then unchanged.
    pub fn step<M: Parameters<T, E>, T: Float, E: FloatEngine<T>>(
        &self,
        model: &mut M,
        moments: &mut Moments<M>,
        gradients: &M,
    ) -> Result<(), ModelError<E>> {
        let steps = moments.steps.saturating_add(1);
        let [b1, b2] = self.betas;
        let mean = M::visit([&moments.mean, gradients], Weighted([b1, 1.0 - b1]))?;
        let square = M::visit([&moments.square, &M::visit([gradients], Squared)?], Weighted([b2, 1.0 - b2]))?;
        let corrections = [1.0 - b1.powi(steps), 1.0 - b2.powi(steps)];
        let descent =
            Descent { kept: 1.0 - self.rate * self.decay, rate: self.rate, epsilon: self.epsilon, corrections };
        *model = M::visit([&*model, &mean, &square], descent)?;
        *moments = Moments { mean, square, steps };
        Ok(())
    }
}

struct Squared;

impl<T: Float, E: FloatEngine<T>> Visitor<1, T, E> for Squared {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        Ok(x.square())
    }
}

/// `kept p - rate m / c1 / (sqrt(v / c2) + epsilon)`
struct Descent {
    kept: f64,
    rate: f64,
    epsilon: f64,
    corrections: [f64; 2],
}

impl<T: Float, E: FloatEngine<T>> Visitor<3, T, E> for Descent {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [p, m, v]: [&EngineTensor<T, S, E>; 3],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        let [of_mean, of_square] = self.corrections;
        let deviation = (v * T::of(1.0 / of_square)).sqrt() + T::of(self.epsilon);
        let step = (m * T::of(self.rate / of_mean)).try_div(&deviation)?;
        Ok((p * T::of(self.kept)).try_sub(&step)?)
    }
}
