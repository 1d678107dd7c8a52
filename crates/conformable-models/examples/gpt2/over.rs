//! GPT-2 on any engine.

use crate::config::{Channels, Config, Rows, Seen};
use crate::plain;
use conformable::axes::Inferred;
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine, concat};
use conformable::{Axis, Dim, Dyn, Onto, StaticDim, Tensor};
use conformable_models::{Embedding, LayerNorm, Linear, Module};

pub(crate) type Ids<T, E> = EngineTensor<<E as Engine>::Index, (Rows, T), E>;
pub(crate) type Tokens<T, D, E> = EngineTensor<f32, (Rows, T, D), E>;
pub(crate) type Logits<C, E> = EngineTensor<f32, (Rows, <C as Config>::Vocabulary), E>;
type Mask<T, E> = EngineTensor<bool, (T, Dyn<Seen>), E>;
type Cached<C, E> = EngineTensor<f32, (Rows, <C as Config>::Heads, Dyn<Seen>, Channels<C>), E>;

/// The keys and values of all tokens seen so far.
pub(crate) struct Cache<C: Config, E: Engine> {
    keys: Cached<C, E>,
    values: Cached<C, E>,
}

pub(crate) struct Block<C: Config, E: Engine> {
    pub(crate) norms: [LayerNorm<C::Width, f32, E>; 2],
    pub(crate) joined: Linear<C::Width, C::Joined, f32, E>,
    pub(crate) output: Linear<C::Width, C::Width, f32, E>,
    pub(crate) widen: Linear<C::Width, C::Hidden, f32, E>,
    pub(crate) narrow: Linear<C::Hidden, C::Width, f32, E>,
}

impl<C: Config, E: FloatEngine<f32>> Block<C, E> {
    fn attention<T: Dim>(
        &self,
        x: &Tokens<T, C::Width, E>,
        mask: &Mask<T, E>,
        cache: &mut Cache<C, E>,
    ) -> Tokens<T, C::Width, E> {
        let (_, heads, _, channels) = *cache.keys.shape();
        let (_, _, width) = *x.shape();
        let joined = self.joined.forward(x);
        let (q, k, v) = joined.split(Axis::<2>, (width, width, width));
        let [q, k, v] = [q, k, v].map(|x| x.unflatten(Axis::<2>, (heads, channels)).swap_axes(Axis::<1>, Axis::<2>));
        cache.keys = concat(Axis::<2>, (&cache.keys, &k)).named();
        cache.values = concat(Axis::<2>, (&cache.values, &v)).named();
        let scores = q.matmul(&cache.keys.t()) / (channels.size() as f32).sqrt();
        let weights = mask.where_cond(&scores, f32::NEG_INFINITY).softmax(Axis::<-1>);
        let attended = weights.matmul(&cache.values).swap_axes(Axis::<1>, Axis::<2>);
        self.output.forward(&attended.flatten_axes_to(Axis::<2>, width))
    }

    fn forward<T: Dim>(
        &self,
        x: Tokens<T, C::Width, E>,
        mask: &Mask<T, E>,
        cache: &mut Cache<C, E>,
    ) -> Tokens<T, C::Width, E> {
        let attended = self.attention(&self.norms[0].forward(&x), mask, cache);
        let x = x + attended;
        let hidden = self.widen.forward(&self.norms[1].forward(&x)).gelu_tanh();
        x + self.narrow.forward(&hidden)
    }
}

pub(crate) struct Gpt2<C: Config, E: Engine> {
    pub(crate) words: Embedding<C::Vocabulary, C::Width, f32, E>,
    pub(crate) places: EngineTensor<f32, (C::Positions, C::Width), E>,
    pub(crate) blocks: Vec<Block<C, E>>,
    pub(crate) norm: LayerNorm<C::Width, f32, E>,
}

impl<C: Config, E: FloatEngine<f32>> Gpt2<C, E> {
    /// One empty cache for each layer.
    pub(crate) fn caches(&self, batch: Rows) -> Result<Vec<Cache<C, E>>, Error<E>> {
        let none = (batch, Dyn::<Seen>::labelled(0), C::Width::DIM);
        let none = EngineTensor::<f32, _, E>::full(none, 0.0, &self.places.device())?;
        let none = none.unflatten(Axis::<2>, (C::Heads::DIM, Inferred)).swap_axes(Axis::<1>, Axis::<2>);
        Ok(self.blocks.iter().map(|_| Cache { keys: none.clone(), values: none.clone() }).collect())
    }

    fn hidden<T: Dim>(&self, ids: &Ids<T, E>, caches: &mut [Cache<C, E>]) -> Result<Tokens<T, C::Width, E>, Error<E>> {
        let (_, time) = *ids.shape();
        let before = caches[0].keys.sizes()[2];
        let seen = Dyn::<Seen>::labelled(before + time.size());
        let mask = Tensor::from_fn((time, seen), |[query, key]| key <= before + query);
        let mask = EngineTensor::upload(&mask, &self.places.device())?;
        let places = self.places.narrow(Axis::<0>, before..seen.size());
        let mut x = self.words.forward(ids).under(Onto) + &places;
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(x, &mask, cache);
        }
        Ok(self.norm.forward(&x))
    }

    /// The logits of the token after each sequence.
    pub(crate) fn forward<T: Dim>(
        &self,
        ids: &Ids<T, E>,
        caches: &mut [Cache<C, E>],
    ) -> Result<Logits<C, E>, Error<E>> {
        Ok(self.hidden(ids, caches)?.index_axis(Axis::<1>, -1).matmul(&self.words.weight.t()))
    }

    /// The most probable token after each sequence.
    pub(crate) fn next<T: Dim>(
        &self,
        ids: &Ids<T, E>,
        caches: &mut [Cache<C, E>],
    ) -> Result<EngineTensor<E::Index, (Rows,), E>, Error<E>> {
        Ok(self.forward(ids, caches)?.argmax(Axis::<-1>))
    }
}

/// The parameters of a model on tensors, on a device.
impl<C: Config, E: FloatEngine<f32>> Gpt2<C, E> {
    pub(crate) fn upload(model: &plain::Gpt2<C>, device: &E::Device) -> Result<Self, Error<E>> {
        let blocks = model.blocks.iter().map(|block| {
            let [first, second] = &block.norms;
            Ok(Block {
                norms: [norm(first, device)?, norm(second, device)?],
                joined: linear(&block.joined, device)?,
                output: linear(&block.output, device)?,
                widen: linear(&block.widen, device)?,
                narrow: linear(&block.narrow, device)?,
            })
        });
        Ok(Self {
            words: Embedding { weight: EngineTensor::upload(&model.words, device)? },
            places: EngineTensor::upload(&model.places, device)?,
            blocks: blocks.collect::<Result<_, Error<E>>>()?,
            norm: norm(&model.norm, device)?,
        })
    }
}

fn linear<I: Dim, O: Dim, E: FloatEngine<f32>>(
    layer: &plain::Linear<I, O>,
    device: &E::Device,
) -> Result<Linear<I, O, f32, E>, Error<E>> {
    let weight = EngineTensor::upload(&layer.weight, device)?;
    Ok(Linear { weight, bias: EngineTensor::upload(&layer.bias, device)? })
}

fn norm<D: Dim, E: FloatEngine<f32>>(
    layer: &plain::LayerNorm<D>,
    device: &E::Device,
) -> Result<LayerNorm<D, f32, E>, Error<E>> {
    let weight = EngineTensor::upload(&layer.weight, device)?;
    Ok(LayerNorm { weight, bias: EngineTensor::upload(&layer.bias, device)?, epsilon: 1e-5 })
}
