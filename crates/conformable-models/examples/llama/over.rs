//! Llama on any engine.

#![allow(clippy::many_single_char_names, reason = "the names of the field")]

use conformable::axes::Heads;
use conformable::engine::{Engine, EngineTensor, FloatEngine};
use conformable::{Axis, Dim, Dyn, Size, StaticDim};
use conformable_models::{Embedding, KvCache, Linear, ModelError, Module, NoBias, RmsNorm, Rotary, attention, model};

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

type Unbiased<I, O, E> = Linear<I, O, f32, E, NoBias>;
pub(crate) type Cache<C, E> =
    KvCache<Rows, <C as Config>::Groups, <C as Config>::Positions, <C as Config>::Channels, f32, E>;

struct Block<C: Config, E: Engine> {
    norm: RmsNorm<C::Width, f32, E>,
    queries: Unbiased<C::Width, C::Queries, E>,
    keys: Unbiased<C::Width, C::Keys, E>,
    values: Unbiased<C::Width, C::Keys, E>,
    output: Unbiased<C::Queries, C::Width, E>,
    norm2: RmsNorm<C::Width, f32, E>,
    gate: Unbiased<C::Width, C::Hidden, E>,
    up: Unbiased<C::Width, C::Hidden, E>,
    down: Unbiased<C::Hidden, C::Width, E>,
}

model!([C: Config, E: FloatEngine<f32>] Block<C, E> as f32 on E {
    norm = "input_layernorm",
    queries = "self_attn.q_proj", keys = "self_attn.k_proj", values = "self_attn.v_proj", output = "self_attn.o_proj",
    norm2 = "post_attention_layernorm",
    gate = "mlp.gate_proj", up = "mlp.up_proj", down = "mlp.down_proj",
} skipping "self_attn.rotary_emb.inv_freq");

type Turns<C, E> = Rotary<<C as Config>::Positions, <C as Config>::Channels, f32, E>;

impl<C: Config, E: FloatEngine<f32>> Block<C, E> {
    fn attended<T: Dim>(
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
        let y = attention(&q, cache.keys(), cache.values(), true).swap_axes(Axis::<1>, Axis::<2>);
        Ok(self.output.forward(&y.flatten_axes_to(Axis::<2>, C::Queries::DIM)))
    }

    fn forward<T: Dim>(
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

pub(crate) struct Llama<C: Config, E: Engine> {
    words: Embedding<C::Vocabulary, C::Width, f32, E>,
    blocks: Vec<Block<C, E>>,
    norm: RmsNorm<C::Width, f32, E>,
    head: Unbiased<C::Width, C::Vocabulary, E>,
}

model!([C: Config, E: FloatEngine<f32>] Llama<C, E> as f32 on E {
    words = "model.embed_tokens", blocks: [C::LAYERS] = "model.layers", norm = "model.norm", head = "lm_head",
});

impl<C: Config, E: FloatEngine<f32>> Llama<C, E> {
    /// One empty cache for each layer.
    pub(crate) fn caches(&self, batch: Rows) -> Result<Vec<Cache<C, E>>, ModelError<E>> {
        let sizes = (batch, C::Groups::DIM, C::Positions::DIM, C::Channels::DIM);
        self.blocks.iter().map(|_| Ok(KvCache::new(sizes, &self.words.weight.device())?)).collect()
    }

    /// The logits of what follows each token.
    pub(crate) fn forward<T: Dim>(
        &self,
        ids: &Ids<T, E>,
        caches: &mut [Cache<C, E>],
    ) -> Result<Tokens<T, C::Vocabulary, E>, ModelError<E>> {
        let device = self.words.weight.device();
        let rotary = Rotary::new(C::Positions::DIM, C::Channels::DIM, C::THETA, &device)?;
        let mut x = self.words.forward(ids);
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(x, &rotary, cache)?;
        }
        Ok(self.head.forward(&self.norm.forward(&x)))
    }
}
