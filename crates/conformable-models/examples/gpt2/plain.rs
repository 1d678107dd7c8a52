//! GPT-2 on tensors.

use crate::config::{Channels, Config, Room, Rows};
use conformable::engine::Native;
use conformable::{Axis, Dim, Dyn, EndsIn, Keep, Onto, StaticDim, Tensor, rearrange};
use conformable_files::{FileError, FilePart};
use conformable_models::{FitsIn, KvCache, ModelError, Seen};

pub(crate) type Ids<T> = Tensor<usize, (Rows, T)>;
pub(crate) type Tokens<T, D> = Tensor<f32, (Rows, T, D)>;
type Mask<T> = Tensor<bool, (T, Dyn<Seen>)>;
/// The keys and values of all tokens seen before.
pub(crate) type Cache<C> = KvCache<Rows, <C as Config>::Heads, Dyn<Room>, Channels<C>, f32, Native>;
type Outcome<X> = Result<X, ModelError<Native>>;

pub(crate) struct Linear<I: Dim, O: Dim> {
    pub(crate) weight: Tensor<f32, (I, O)>,
    pub(crate) bias: Tensor<f32, (O,)>,
}

impl<I: Dim, O: Dim> Linear<I, O> {
    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { weight: from.load("weight")?, bias: from.load("bias")? })
    }

    fn forward<S: EndsIn<I>>(&self, x: &Tensor<f32, S>) -> Tensor<f32, S::To<O>> {
        x.matmul(&self.weight) + &self.bias
    }
}

pub(crate) struct LayerNorm<D: Dim> {
    pub(crate) weight: Tensor<f32, (D,)>,
    pub(crate) bias: Tensor<f32, (D,)>,
}

impl<D: Dim> LayerNorm<D> {
    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { weight: from.load("weight")?, bias: from.load("bias")? })
    }

    fn forward<S: EndsIn<D>>(&self, x: &Tensor<f32, S>) -> Tensor<f32, S> {
        let centred = x - x.mean(Keep(Axis::<-1>));
        let variance = centred.square().mean(Keep(Axis::<-1>));
        centred / (variance + 1e-5).sqrt() * &self.weight + &self.bias
    }
}

pub(crate) struct Block<C: Config> {
    pub(crate) norms: [LayerNorm<C::Width>; 2],
    pub(crate) joined: Linear<C::Width, C::Joined>,
    pub(crate) output: Linear<C::Width, C::Width>,
    pub(crate) widen: Linear<C::Width, C::Hidden>,
    pub(crate) narrow: Linear<C::Hidden, C::Width>,
}

impl<C: Config> Block<C> {
    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self {
            norms: [LayerNorm::load(&from.part("ln_1"))?, LayerNorm::load(&from.part("ln_2"))?],
            joined: Linear::load(&from.part("attn.c_attn"))?,
            output: Linear::load(&from.part("attn.c_proj"))?,
            widen: Linear::load(&from.part("mlp.c_fc"))?,
            narrow: Linear::load(&from.part("mlp.c_proj"))?,
        })
    }

    fn attention<T: FitsIn<C::Positions>>(
        &self,
        x: &Tokens<T, C::Width>,
        mask: &Mask<T>,
        cache: &mut Cache<C>,
    ) -> Outcome<Tokens<T, C::Width>> {
        let (heads, channels, width) = (C::Heads::DIM, Channels::<C>::DIM, C::Width::DIM);
        let joined = self.joined.forward(x);
        let (q, k, v) = joined.split(Axis::<2>, (width, width, width));
        let [q, k, v] = [q, k, v].map(|x| rearrange!(b t (h k) -> b h t k; x, h = heads));
        cache.push(&k.to_heap().into(), &v.to_heap().into())?;
        let (keys, values) = (cache.keys(), cache.values());
        let scores = q.matmul(&keys.as_engine().t()) / (channels.size() as f32).sqrt();
        let weights = mask.where_cond(&scores, f32::NEG_INFINITY).softmax(Axis::<-1>);
        Ok(self.output.forward(&rearrange!(b h t k -> b t (h k); weights.matmul(values.as_engine()))))
    }

    fn forward<T: FitsIn<C::Positions>>(
        &self,
        x: Tokens<T, C::Width>,
        mask: &Mask<T>,
        cache: &mut Cache<C>,
    ) -> Outcome<Tokens<T, C::Width>> {
        let attended = self.attention(&self.norms[0].forward(&x), mask, cache)?;
        let x = x + attended;
        let hidden = self.widen.forward(&self.norms[1].forward(&x)).gelu_tanh();
        Ok(x + self.narrow.forward(&hidden))
    }
}

pub(crate) struct Gpt2<C: Config> {
    pub(crate) words: Tensor<f32, (C::Vocabulary, C::Width)>,
    pub(crate) places: Tensor<f32, (C::Positions, C::Width)>,
    pub(crate) blocks: Vec<Block<C>>,
    pub(crate) norm: LayerNorm<C::Width>,
}

impl<C: Config> Gpt2<C> {
    pub(crate) fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        let blocks = (0..C::LAYERS).map(|layer| Block::load(&from.part(format_args!("h.{layer}"))));
        Ok(Self {
            words: from.load("wte.weight")?,
            places: from.load("wpe.weight")?,
            blocks: blocks.collect::<Result<_, _>>()?,
            norm: LayerNorm::load(&from.part("ln_f"))?,
        })
    }

    /// One empty cache for each layer.
    pub(crate) fn caches(&self, batch: Rows, room: Dyn<Room>) -> Outcome<Vec<Cache<C>>> {
        let sizes = (batch, C::Heads::DIM, room, Channels::<C>::DIM);
        self.blocks.iter().map(|_| Ok(KvCache::new(sizes, &())?)).collect()
    }

    fn hidden<T: FitsIn<C::Positions>>(&self, ids: &Ids<T>, caches: &mut [Cache<C>]) -> Outcome<Tokens<T, C::Width>> {
        let (_, time) = *ids.shape();
        let before = caches[0].length().size();
        let seen = Dyn::<Seen>::labelled(before + time.size());
        let mask = Tensor::from_fn((time, seen), |[query, key]| key <= before + query);
        let places = self.places.narrow(Axis::<0>, before..seen.size());
        let mut x = self.words.take(Axis::<0>, ids).under(Onto) + places;
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(x, &mask, cache)?;
        }
        Ok(self.norm.forward(&x))
    }

    /// The logits of what follows each token.
    pub(crate) fn forward<T: FitsIn<C::Positions>>(
        &self,
        ids: &Ids<T>,
        caches: &mut [Cache<C>],
    ) -> Outcome<Tokens<T, C::Vocabulary>> {
        Ok(self.hidden(ids, caches)?.matmul(&self.words.t()))
    }
}
