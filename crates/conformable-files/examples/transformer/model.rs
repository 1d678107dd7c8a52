//! A block of a transformer: multi-head attention and a network of two layers, each after a norm and with a residual.
//!
//! ```text
//! y = x + attention(norm(x))
//! z = y + narrow(gelu(widen(norm(y))))
//! ```

use crate::numbers::Numbers;
use conformable::axes::ProductOf;
use conformable::{Axis, Dim, Dyn, Keep, Tensor, View};

/// The names of the numbers of sequences and tokens, which clash with each other, even if equal.
pub(crate) struct Batch;
pub(crate) struct Time;

/// `Width` numbers for each token.
pub(crate) type Tokens<Width> = Tensor<f32, (Dyn<Batch>, Dyn<Time>, Width)>;

/// The same `Width` numbers as `Channels` for each of `Heads` heads.
pub(crate) type OfHeads<'a, Heads, Channels> = Tensor<f32, (Dyn<Batch>, Heads, Dyn<Time>, Channels), View<'a>>;

/// The attention of each token to each token, by head.
pub(crate) type Weights<Heads> = Tensor<f32, (Dyn<Batch>, Heads, Dyn<Time>, Dyn<Time>)>;

/// The tokens that each token may attend to.
pub(crate) type Mask = Tensor<bool, (Dyn<Time>, Dyn<Time>)>;

/// `x W + b`
pub(crate) struct Linear<In: Dim, Out: Dim> {
    pub(crate) weight: Tensor<f32, (In, Out)>,
    pub(crate) bias: Tensor<f32, (Out,)>,
}

impl<In: Dim, Out: Dim> Linear<In, Out> {
    pub(crate) fn new(input: In, output: Out, numbers: &mut Numbers) -> Self {
        let bound = (3.0 / to_f32(input)).sqrt();
        Self { weight: numbers.tensor((input, output), 0.0, bound), bias: numbers.tensor((output,), 0.0, 0.1) }
    }

    pub(crate) fn forward(&self, x: &Tokens<In>) -> Tokens<Out> {
        x.matmul(&self.weight) + &self.bias
    }
}

/// Normalises each token to mean 0 and variance 1, then scales and shifts it.
pub(crate) struct LayerNorm<Width: Dim> {
    pub(crate) scale: Tensor<f32, (Width,)>,
    pub(crate) shift: Tensor<f32, (Width,)>,
}

impl<Width: Dim> LayerNorm<Width> {
    pub(crate) fn new(width: Width, numbers: &mut Numbers) -> Self {
        Self { scale: numbers.tensor((width,), 1.0, 0.1), shift: numbers.tensor((width,), 0.0, 0.1) }
    }

    pub(crate) fn forward(&self, x: &Tokens<Width>) -> Tokens<Width> {
        let centred = x - x.mean(Keep(Axis::<-1>));
        let variance = centred.square().mean(Keep(Axis::<-1>));
        centred / (variance + 1e-5).sqrt() * &self.scale + &self.shift
    }
}

/// Attention of `Heads` heads, each to `Channels` of the `Width` numbers of a token.
pub(crate) struct Attention<Width: Dim, Heads: Dim, Channels: Dim> {
    pub(crate) heads: Heads,
    pub(crate) channels: Channels,
    pub(crate) query: Linear<Width, Width>,
    pub(crate) key: Linear<Width, Width>,
    pub(crate) value: Linear<Width, Width>,
    pub(crate) output: Linear<Width, Width>,
}

impl<Width: Dim + ProductOf<Heads, Channels>, Heads: Dim, Channels: Dim> Attention<Width, Heads, Channels> {
    pub(crate) fn new(width: Width, (heads, channels): (Heads, Channels), numbers: &mut Numbers) -> Self {
        let mut linear = || Linear::new(width, width, numbers);
        Self { heads, channels, query: linear(), key: linear(), value: linear(), output: linear() }
    }

    /// A view: (Batch, Time, Width) is (Batch, Heads, Time, Channels).
    fn split<'a>(&self, x: &'a Tokens<Width>) -> OfHeads<'a, Heads, Channels> {
        x.unflatten_view(Axis::<2>, (self.heads, self.channels)).into_swapped_axes(Axis::<1>, Axis::<2>)
    }

    /// The softmax of the similarity of queries and keys, under the mask.
    pub(crate) fn weights(&self, x: &Tokens<Width>, mask: &Mask) -> Weights<Heads> {
        let (query, key) = (self.query.forward(x), self.key.forward(x));
        // (.., Time, Channels) by (.., Channels, Time) is (.., Time, Time)
        let scores = self.split(&query).matmul(&self.split(&key).t()) / to_f32(self.channels).sqrt();
        mask.where_cond(&scores, f32::NEG_INFINITY).softmax(Axis::<-1>)
    }

    pub(crate) fn forward(&self, x: &Tokens<Width>, mask: &Mask) -> Tokens<Width> {
        let value = self.value.forward(x);
        // (.., Time, Time) by (.., Time, Channels) is (Batch, Heads, Time, Channels)
        let attended = self.weights(x, mask).matmul(&self.split(&value));
        self.output.forward(&attended.swap_axes(Axis::<1>, Axis::<2>).to_flattened_axes_to(Axis::<2>, x.shape().2))
    }
}

/// The block, with `Hidden` numbers for each token between the last two layers.
pub(crate) struct Block<Width: Dim, Heads: Dim, Channels: Dim, Hidden: Dim> {
    pub(crate) norms: [LayerNorm<Width>; 2],
    pub(crate) attention: Attention<Width, Heads, Channels>,
    pub(crate) widen: Linear<Width, Hidden>,
    pub(crate) narrow: Linear<Hidden, Width>,
}

impl<Width: Dim + ProductOf<Heads, Channels>, Heads: Dim, Channels: Dim, Hidden: Dim>
    Block<Width, Heads, Channels, Hidden>
{
    pub(crate) fn new(width: Width, heads: (Heads, Channels), hidden: Hidden, numbers: &mut Numbers) -> Self {
        Self {
            norms: [LayerNorm::new(width, numbers), LayerNorm::new(width, numbers)],
            attention: Attention::new(width, heads, numbers),
            widen: Linear::new(width, hidden, numbers),
            narrow: Linear::new(hidden, width, numbers),
        }
    }

    pub(crate) fn forward(&self, x: &Tokens<Width>, mask: &Mask) -> Tokens<Width> {
        let y = x + self.attention.forward(&self.norms[0].forward(x), mask);
        let hidden = self.widen.forward(&self.norms[1].forward(&y)).gelu();
        y + self.narrow.forward(&hidden)
    }

    /// The attention of each token to each token, by head.
    pub(crate) fn weights(&self, x: &Tokens<Width>, mask: &Mask) -> Weights<Heads> {
        self.attention.weights(&self.norms[0].forward(x), mask)
    }
}

/// A mask that lets each token attend to itself and earlier tokens.
pub(crate) fn causal(time: Dyn<Time>) -> Mask {
    Tensor::from_fn((time, time), |[query, key]| key <= query)
}

#[allow(clippy::cast_precision_loss, reason = "sizes of layers are far below 2^24")]
fn to_f32<N: Dim>(dim: N) -> f32 {
    dim.size() as f32
}
