//! GPT-2 on any engine.

use crate::config::{Channels, Config, Room, Rows};
use conformable::engine::{Engine, EngineTensor, FloatEngine};
use conformable::{Axis, Dim, Dyn, Onto, StaticDim};
use conformable_models::{Conv1d, Embedding, FitsIn, KvCache, LayerNorm, ModelError, Module, attention, model};

pub(crate) type Ids<T, E> = EngineTensor<<E as Engine>::Index, (Rows, T), E>;
pub(crate) type Tokens<T, D, E> = EngineTensor<f32, (Rows, T, D), E>;
pub(crate) type Cache<C, E> = KvCache<Rows, <C as Config>::Heads, Dyn<Room>, Channels<C>, f32, E>;
type Logits<C, T, E> = Tokens<T, <C as Config>::Vocabulary, E>;

struct Block<C: Config, E: Engine> {
    norm1: LayerNorm<C::Width, f32, E>,
    joined: Conv1d<C::Width, C::Joined, f32, E>,
    output: Conv1d<C::Width, C::Width, f32, E>,
    norm2: LayerNorm<C::Width, f32, E>,
    widen: Conv1d<C::Width, C::Hidden, f32, E>,
    narrow: Conv1d<C::Hidden, C::Width, f32, E>,
}

model!([C: Config, E: FloatEngine<f32>] Block<C, E> as f32 on E {
    norm1 = "ln_1", joined = "attn.c_attn", output = "attn.c_proj", norm2 = "ln_2", widen = "mlp.c_fc", narrow = "mlp.c_proj",
} skipping "attn.bias" skipping "attn.masked_bias");

impl<C: Config, E: FloatEngine<f32>> Block<C, E> {
    fn attended<T: FitsIn<C::Positions>>(
        &self,
        x: &Tokens<T, C::Width, E>,
        cache: &mut Cache<C, E>,
    ) -> Result<Tokens<T, C::Width, E>, ModelError<E>> {
        let width = C::Width::DIM;
        let (q, k, v) = self.joined.forward(x).split(Axis::<2>, (width, width, width));
        let heads = (C::Heads::DIM, Channels::<C>::DIM);
        let [q, k, v] = [q, k, v].map(|x| x.unflatten(Axis::<2>, heads).swap_axes(Axis::<1>, Axis::<2>));
        cache.push(&k, &v)?;
        let attended = attention(&q, &cache.keys(), &cache.values(), true).swap_axes(Axis::<1>, Axis::<2>);
        Ok(self.output.forward(&attended.flatten_axes_to(Axis::<2>, width)))
    }

    fn forward<T: FitsIn<C::Positions>>(
        &self,
        x: Tokens<T, C::Width, E>,
        cache: &mut Cache<C, E>,
    ) -> Result<Tokens<T, C::Width, E>, ModelError<E>> {
        let attended = self.attended(&self.norm1.forward(&x), cache)?;
        let x = x + attended;
        let hidden = self.widen.forward(&self.norm2.forward(&x)).gelu_tanh();
        Ok(x + self.narrow.forward(&hidden))
    }
}

pub(crate) struct Gpt2<C: Config, E: Engine> {
    words: Embedding<C::Vocabulary, C::Width, f32, E>,
    places: Embedding<C::Positions, C::Width, f32, E>,
    blocks: Vec<Block<C, E>>,
    norm: LayerNorm<C::Width, f32, E>,
}

model!([C: Config, E: FloatEngine<f32>] Gpt2<C, E> as f32 on E {
    words = "transformer.wte", places = "transformer.wpe", blocks: [C::LAYERS] = "transformer.h", norm = "transformer.ln_f",
} tied "lm_head.weight" to "transformer.wte.weight");

impl<C: Config, E: FloatEngine<f32>> Gpt2<C, E> {
    /// One empty cache for each layer.
    pub(crate) fn caches(&self, batch: Rows, room: Dyn<Room>) -> Result<Vec<Cache<C, E>>, ModelError<E>> {
        let sizes = (batch, C::Heads::DIM, room, Channels::<C>::DIM);
        self.blocks.iter().map(|_| Ok(KvCache::new(sizes, &self.device())?)).collect()
    }

    pub(crate) fn device(&self) -> E::Device {
        self.words.weight.device()
    }

    /// The logits of what follows each token.
    pub(crate) fn forward<T: FitsIn<C::Positions>>(
        &self,
        ids: &Ids<T, E>,
        caches: &mut [Cache<C, E>],
    ) -> Result<Logits<C, T, E>, ModelError<E>> {
        let (_, time) = *ids.shape();
        let before = caches[0].length().size();
        let places = self.places.weight.try_narrow(Axis::<0>, before..before + time.size())?;
        let mut x = self.words.forward(ids).under(Onto) + &places;
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(x, cache)?;
        }
        Ok(self.norm.forward(&x).matmul(&self.words.weight.t()))
    }
}
