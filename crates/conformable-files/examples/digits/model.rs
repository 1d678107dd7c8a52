//! A network of two layers, its loss on a batch, and the gradients of the loss by hand.
//!
//! ```text
//! h = max(0, x W + b)             (Batch, 64) by (64, H)  is (Batch, H)
//! z = h V + c                     (Batch, H)  by (H, 10)  is (Batch, 10)
//! l = mean of -ln(softmax(z)[y])
//! ```

use conformable::{Axis, Dim, Dyn, Shape, Size, Tensor};
use rand::Rng;

/// The name of the number of images in a batch, which clashes with every other number, even an equal one.
pub(crate) struct Batch;

/// `C` numbers for each image.
pub(crate) type Rows<C> = Tensor<f64, (Dyn<Batch>, C)>;

/// The pixels of an image, and the digits.
pub(crate) type Pixels = Size<64>;
pub(crate) type Digits = Size<10>;

/// The digit of each image.
pub(crate) type Labels = Tensor<usize, (Dyn<Batch>,)>;

/// `x W + b`, or the gradients of `W` and `b`, which have the same shapes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear<In: Dim, Out: Dim> {
    pub(crate) weight: Tensor<f64, (In, Out)>,
    pub(crate) bias: Tensor<f64, (Out,)>,
}

impl<In: Dim, Out: Dim> Linear<In, Out> {
    /// Random weights with the variance of He et al. (2015) for `ReLU` layers, and no bias.
    pub(crate) fn random(input: In, output: Out, rng: &mut impl Rng) -> Self {
        let bound = (6.0 / to_f64(input.size())).sqrt();
        let weight = Tensor::from_fn((input, output), |_| rng.random_range(-bound..bound));
        Self { weight, bias: Tensor::zeros((output,)) }
    }

    /// A layer of the same shape with all parameters 0.
    pub(crate) fn zeros_like(&self) -> Self {
        Self { weight: Tensor::zeros(*self.weight.shape()), bias: Tensor::zeros(*self.bias.shape()) }
    }

    pub(crate) fn forward(&self, x: &Rows<In>) -> Rows<Out> {
        x.matmul(&self.weight) + &self.bias
    }

    /// The gradients of the layer for the input `x` and the gradient `dy` of the output:
    ///
    /// ```text
    /// dW = x^T dy             (In, Batch) by (Batch, Out) is (In, Out)
    /// db = sum of dy's rows   (Batch, Out) is (Out,)
    /// ```
    pub(crate) fn backward(x: &Rows<In>, dy: &Rows<Out>) -> Self {
        Self { weight: x.t().matmul(dy), bias: dy.sum(Axis::<0>) }
    }

    /// The gradient of `x`:
    ///
    /// ```text
    /// dx = dy W^T             (Batch, Out) by (Out, In) is (Batch, In)
    /// ```
    pub(crate) fn backward_to_input(&self, dy: &Rows<Out>) -> Rows<In> {
        dy.matmul(&self.weight.t())
    }

    /// A step down the gradient, with momentum.
    pub(crate) fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f64) {
        descend(&mut self.weight, &mut velocity.weight, &gradient.weight, rate);
        descend(&mut self.bias, &mut velocity.bias, &gradient.bias, rate);
    }
}

/// ```text
/// v = 0.9 v + g
/// p = p - rate v
/// ```
fn descend<S: Shape>(
    parameter: &mut Tensor<f64, S>,
    velocity: &mut Tensor<f64, S>,
    gradient: &Tensor<f64, S>,
    rate: f64,
) {
    *velocity *= 0.9;
    *velocity += gradient;
    *parameter -= &*velocity * rate;
}

/// Two layers with `H` numbers between them, or the gradients of all their parameters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network<H: Dim> {
    pub(crate) hidden: Linear<Pixels, H>,
    pub(crate) output: Linear<H, Digits>,
}

impl<H: Dim> Network<H> {
    pub(crate) fn random(hidden: H, rng: &mut impl Rng) -> Self {
        Self { hidden: Linear::random(Size, hidden, rng), output: Linear::random(hidden, Size, rng) }
    }

    pub(crate) fn zeros_like(&self) -> Self {
        Self { hidden: self.hidden.zeros_like(), output: self.output.zeros_like() }
    }

    /// The scores of each digit for each image.
    pub(crate) fn forward(&self, images: &Rows<Pixels>) -> Rows<Digits> {
        self.output.forward(&self.hidden.forward(images).maximum(0.0))
    }

    /// The digit with the highest score for each image.
    pub(crate) fn classify(&self, images: &Rows<Pixels>) -> Labels {
        self.forward(images).argmax(Axis::<-1>)
    }

    /// The loss of a batch, and its gradients:
    ///
    /// ```text
    /// dz = (softmax(z) - [digit = y]) / n     (Batch, 10)
    /// dh = dz V^T where h > 0, else 0         (Batch, H)
    /// ```
    pub(crate) fn loss_and_gradient(&self, images: &Rows<Pixels>, labels: &Labels) -> (f64, Self) {
        let h = self.hidden.forward(images).maximum(0.0);
        let z = self.output.forward(&h);
        let (n, truth) = (to_f64(labels.len()), one_hot(labels));
        let loss = -(z.log_softmax(Axis::<-1>) * &truth).sum_all() / n;

        let dz = (z.softmax(Axis::<-1>) - truth) / n;
        let dh = h.greater(0.0).where_cond(&self.output.backward_to_input(&dz), 0.0);
        (loss, Self { hidden: Linear::backward(images, &dh), output: Linear::backward(&h, &dz) })
    }

    pub(crate) fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f64) {
        self.hidden.descend(&mut velocity.hidden, &gradient.hidden, rate);
        self.output.descend(&mut velocity.output, &gradient.output, rate);
    }
}

/// 1 at the digit of each image, else 0: (Batch, 1) with (10,) is (Batch, 10).
fn one_hot(labels: &Labels) -> Rows<Digits> {
    labels.unsqueeze(Axis::<-1>).equal(&Tensor::arange((Digits::default(),))).map(f64::from)
}

#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn to_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// (loss(p + e) - loss(p - e)) / 2e is the gradient of `p`, except for an error of order e^2 and rounding.
    #[test]
    fn gradients_are_those_of_finite_differences() {
        const E: f64 = 1e-5;
        type Parameter<H> = fn(&mut Network<H>) -> &mut [f64];
        let parameters: [Parameter<Size<5>>; 4] = [
            |network| network.hidden.weight.as_mut_slice(),
            |network| network.hidden.bias.as_mut_slice(),
            |network| network.output.weight.as_mut_slice(),
            |network| network.output.bias.as_mut_slice(),
        ];

        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let network = Network::random(Size::<5>, &mut rng);
        let n = Dyn::labelled(7);
        let images = Tensor::from_fn((n, Size), |_| rng.random_range(0.0..1.0));
        let labels = Tensor::from_fn((n,), |[i]| (3 * i) % 10);
        let (_, mut gradient) = network.loss_and_gradient(&images, &labels);
        let mut greatest = 0.0_f64;
        for parameter in parameters {
            for (i, &slope) in parameter(&mut gradient).iter().enumerate() {
                let loss_at = |step: f64| {
                    let mut network = network.clone();
                    parameter(&mut network)[i] += step;
                    network.loss_and_gradient(&images, &labels).0
                };
                let difference = (loss_at(E) - loss_at(-E)) / (2.0 * E);
                assert!((slope - difference).abs() < 1e-8, "{slope} and {difference} at {i}");
                greatest = greatest.max(slope.abs());
            }
        }
        assert!(greatest > 0.1, "all gradients are below {greatest}");
    }
}
