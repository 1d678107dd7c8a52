//! Llama on any engine.

#![allow(clippy::many_single_char_names, reason = "the names of the field")]

use conformable::axes::Heads;
use conformable::engine::{Engine, EngineTensor};
use conformable::{Axis, Dim, Dyn, Size, StaticDim, dim};
use conformable_files::FileFloat;
use conformable_models::{
    Embedding, FitsIn, Float, KvCache, Linear, ModelError, Module, NoBias, RmsNorm, Rotary, Takes, attention, model,
};

/// Sequences.
pub(crate) struct Batch;

pub(crate) type Rows = Dyn<Batch>;
pub(crate) type Ids<T, E> = EngineTensor<<E as Engine>::Index, (Rows, T), E>;
pub(crate) type Tokens<T, D, E> = EngineTensor<f32, (Rows, T, D), E>;

/// The sizes of a model, as types.
pub(crate) trait Config {
    type Vocabulary: StaticDim;
    type Positions: StaticDim;
    type Width: StaticDim;
    /// Heads of queries, each of `Channels` features.
    type Heads: StaticDim + Heads<Self::Groups>;
    /// Heads of keys and values.
    type Groups: StaticDim;
    type Channels: StaticDim + Heads<Size<2>>;
    /// The features of all heads of queries, and of all heads of keys.
    type Queries: StaticDim + Heads<Self::Heads, Width = Self::Channels>;
    type Keys: StaticDim + Heads<Self::Groups, Width = Self::Channels>;
    type Hidden: StaticDim;

    const LAYERS: usize;
    const THETA: f64;
}

/// The model of `data`.
pub(crate) struct Small;

impl Config for Small {
    type Vocabulary = Size<300>;
    type Positions = Size<64>;
    type Width = Size<32>;
    type Heads = Size<4>;
    type Groups = Size<2>;
    type Channels = Size<8>;
    type Queries = Size<32>;
    type Keys = Size<16>;
    type Hidden = Size<88>;

    const LAYERS: usize = 2;
    const THETA: f64 = 10_000.0;
}

/// The sizes of a model with 125 million parameters.
pub(crate) struct Base;

impl Config for Base {
    type Vocabulary = dim!(32000);
    type Positions = Size<1024>;
    type Width = Size<768>;
    type Heads = Size<12>;
    type Groups = Size<4>;
    type Channels = Size<64>;
    type Queries = Size<768>;
    type Keys = Size<256>;
    type Hidden = dim!(2048);

    const LAYERS: usize = 12;
    const THETA: f64 = 10_000.0;
}

type Unbiased<I, O, W, E> = Linear<I, O, W, E, NoBias>;
pub(crate) type Cache<C, E> =
    KvCache<Rows, <C as Config>::Groups, <C as Config>::Positions, <C as Config>::Channels, f32, E>;

struct Block<C: Config, W: Copy, E: Engine> {
    norm: RmsNorm<C::Width, W, E>,
    queries: Unbiased<C::Width, C::Queries, W, E>,
    keys: Unbiased<C::Width, C::Keys, W, E>,
    values: Unbiased<C::Width, C::Keys, W, E>,
    output: Unbiased<C::Queries, C::Width, W, E>,
    norm2: RmsNorm<C::Width, W, E>,
    gate: Unbiased<C::Width, C::Hidden, W, E>,
    up: Unbiased<C::Width, C::Hidden, W, E>,
    down: Unbiased<C::Hidden, C::Width, W, E>,
}

model!([C: Config, W: Float + FileFloat, E: Takes<W, f32>] Block<C, W, E> as W on E {
    norm = "input_layernorm",
    queries = "self_attn.q_proj", keys = "self_attn.k_proj", values = "self_attn.v_proj", output = "self_attn.o_proj",
    norm2 = "post_attention_layernorm",
    gate = "mlp.gate_proj", up = "mlp.up_proj", down = "mlp.down_proj",
} skipping "self_attn.rotary_emb.inv_freq");

/// The state of a text: its rotary positions, and a cache for each layer.
pub(crate) struct Seen<C: Config, E: Engine> {
    rotary: Turns<C, E>,
    caches: Vec<Cache<C, E>>,
}

type Turns<C, E> = Rotary<<C as Config>::Positions, <C as Config>::Channels, f32, E>;

impl<C: Config, W: Copy, E: Takes<W, f32>> Block<C, W, E> {
    fn attended<T: FitsIn<C::Positions>>(
        &self,
        x: &Tokens<T, C::Width, E>,
        rotary: &Turns<C, E>,
        cache: &mut Cache<C, E>,
    ) -> Result<Tokens<T, C::Width, E>, ModelError<E>> {
        let before = cache.length().size();
        let q = self.queries.forward(x).unflatten(Axis::<2>, (C::Heads::DIM, C::Channels::DIM));
        let [k, v] = [&self.keys, &self.values]
            .map(|layer| layer.forward(x).unflatten(Axis::<2>, (C::Groups::DIM, C::Channels::DIM)))
            .map(|x| x.swap_axes(Axis::<1>, Axis::<2>));
        let q = rotary.turn(&q.swap_axes(Axis::<1>, Axis::<2>), before)?;
        cache.push(&rotary.turn(&k, before)?, &v)?;
        let y = attention(&q, &cache.keys(), &cache.values(), true).swap_axes(Axis::<1>, Axis::<2>);
        Ok(self.output.forward(&y.flatten_axes_to(Axis::<2>, C::Queries::DIM)))
    }

    fn forward<T: FitsIn<C::Positions>>(
        &self,
        x: Tokens<T, C::Width, E>,
        rotary: &Turns<C, E>,
        cache: &mut Cache<C, E>,
    ) -> Result<Tokens<T, C::Width, E>, ModelError<E>> {
        let attended = self.attended(&self.norm.forward(&x), rotary, cache)?;
        let x = x + attended;
        let y = self.norm2.forward(&x);
        Ok(x + self.down.forward(&(self.gate.forward(&y).silu() * self.up.forward(&y))))
    }
}

/// A Llama with parameters of `W`, and sums of `f32`.
pub(crate) struct Llama<C: Config, W: Copy, E: Engine> {
    words: Embedding<C::Vocabulary, C::Width, W, E>,
    blocks: Vec<Block<C, W, E>>,
    norm: RmsNorm<C::Width, W, E>,
    head: Unbiased<C::Width, C::Vocabulary, W, E>,
}

model!([C: Config, W: Float + FileFloat, E: Takes<W, f32>] Llama<C, W, E> as W on E {
    words = "model.embed_tokens", blocks: [C::LAYERS] = "model.layers", norm = "model.norm", head = "lm_head",
});

impl<C: Config, W: Copy, E: Takes<W, f32>> Llama<C, W, E> {
    pub(crate) fn device(&self) -> E::Device {
        self.words.weight.device()
    }

    /// Empty caches.
    pub(crate) fn start(&self, batch: Rows) -> Result<Seen<C, E>, ModelError<E>> {
        let device = self.device();
        let sizes = (batch, C::Groups::DIM, C::Positions::DIM, C::Channels::DIM);
        let caches = self.blocks.iter().map(|_| KvCache::new(sizes, &device)).collect::<Result<_, _>>()?;
        Ok(Seen { rotary: Rotary::new(C::Positions::DIM, C::Channels::DIM, C::THETA, &device)?, caches })
    }

    /// The logits of what follows each token.
    pub(crate) fn forward<T: FitsIn<C::Positions>>(
        &self,
        ids: &Ids<T, E>,
        seen: &mut Seen<C, E>,
    ) -> Result<Tokens<T, C::Vocabulary, E>, ModelError<E>> {
        let mut x = E::widened(&self.words.forward(ids))?;
        for (block, cache) in self.blocks.iter().zip(&mut seen.caches) {
            x = block.forward(x, &seen.rotary, cache)?;
        }
        Ok(self.head.forward(&self.norm.forward(&x)))
    }
}
