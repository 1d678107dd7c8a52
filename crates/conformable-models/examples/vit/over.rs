//! A vision transformer on any engine.

#![allow(
    clippy::many_single_char_names,
    clippy::type_complexity,
    reason = "the names of the field, and types that are shapes"
)]

use conformable::axes::{Heads, ProductOf};
use conformable::engine::{Engine, EngineTensor, FloatEngine, concat};
use conformable::windows::{Conv, Window};
use conformable::{Axis, Dim, DimSum, Dyn, Onto, Size, StaticDim};
use conformable_models::{Conv2d, Gelu, LayerNorm, Linear, Module, attention, model};

/// Pictures.
pub(crate) struct Batch;

pub(crate) type Rows = Dyn<Batch>;
pub(crate) type Pictures<C, E> = EngineTensor<f32, (Rows, Size<3>, <C as Config>::Side, <C as Config>::Side), E>;
type Tokens<T, D, E> = EngineTensor<f32, (Rows, T, D), E>;
type Patch<C> = Window<<C as Config>::Patch>;
type Weights<C> = (<C as Config>::Width, Size<3>, <C as Config>::Patch, <C as Config>::Patch);
type Picture<C> = (Rows, Size<3>, <C as Config>::Side, <C as Config>::Side);

/// The sizes of a model, as types.
pub(crate) trait Config {
    /// The rows and columns of a picture, of a patch, and of patches.
    type Side: StaticDim;
    type Patch: StaticDim + Default;
    type Grid: StaticDim;
    /// All patches, and one token more for the class.
    type Patches: StaticDim + ProductOf<Self::Grid, Self::Grid>;
    type Tokens: StaticDim;
    type Width: StaticDim + Heads<Self::Heads, Width: StaticDim>;
    type Heads: StaticDim + Heads<Self::Heads>;
    type Hidden: StaticDim;
    type Classes: StaticDim;

    const LAYERS: usize;
}

/// The model of `data`.
pub(crate) struct Small;

impl Config for Small {
    type Side = Size<32>;
    type Patch = Size<8>;
    type Grid = Size<4>;
    type Patches = Size<16>;
    type Tokens = Size<17>;
    type Width = Size<32>;
    type Heads = Size<4>;
    type Hidden = Size<64>;
    type Classes = Size<10>;

    const LAYERS: usize = 2;
}

type Square<C, E> = Linear<<C as Config>::Width, <C as Config>::Width, f32, E>;

struct Block<C: Config, E: Engine> {
    norm1: LayerNorm<C::Width, f32, E>,
    queries: Square<C, E>,
    keys: Square<C, E>,
    values: Square<C, E>,
    output: Square<C, E>,
    norm2: LayerNorm<C::Width, f32, E>,
    widen: Linear<C::Width, C::Hidden, f32, E>,
    narrow: Linear<C::Hidden, C::Width, f32, E>,
}

model!([C: Config, E: FloatEngine<f32>] Block<C, E> as f32 on E {
    norm1 = "layernorm_before",
    queries = "attention.attention.query", keys = "attention.attention.key", values = "attention.attention.value",
    output = "attention.output.dense",
    norm2 = "layernorm_after", widen = "intermediate.dense", narrow = "output.dense",
});

impl<C: Config, E: FloatEngine<f32>> Block<C, E> {
    fn forward<T: Dim>(&self, x: Tokens<T, C::Width, E>) -> Tokens<T, C::Width, E> {
        let heads = (C::Heads::DIM, <C::Width as Heads<C::Heads>>::Width::DIM);
        let y = self.norm1.forward(&x);
        let [q, k, v] = [&self.queries, &self.keys, &self.values]
            .map(|layer| layer.forward(&y).unflatten(Axis::<2>, heads).swap_axes(Axis::<1>, Axis::<2>));
        let attended = attention(&q, &k, &v, false).swap_axes(Axis::<1>, Axis::<2>);
        let x = x + self.output.forward(&attended.flatten_axes_to(Axis::<2>, C::Width::DIM));
        let hidden = Gelu.forward(&self.widen.forward(&self.norm2.forward(&x)));
        x + self.narrow.forward(&hidden)
    }
}

pub(crate) struct Vit<C: Config, E: Engine> {
    class: EngineTensor<f32, (Size<1>, Size<1>, C::Width), E>,
    places: EngineTensor<f32, (Size<1>, C::Tokens, C::Width), E>,
    patches: Conv2d<Size<3>, C::Width, C::Patch, C::Patch, f32, E, Patch<C>>,
    blocks: Vec<Block<C, E>>,
    norm: LayerNorm<C::Width, f32, E>,
    classifier: Linear<C::Width, C::Classes, f32, E>,
}

model!([C: Config, E: FloatEngine<f32>] Vit<C, E> as f32 on E {
    class = "vit.embeddings.cls_token", places = "vit.embeddings.position_embeddings",
    patches = "vit.embeddings.patch_embeddings.projection",
    blocks: [C::LAYERS] = "vit.encoder.layer", norm = "vit.layernorm", classifier,
});

impl<C: Config, E: FloatEngine<f32>> Vit<C, E> {
    /// The same model with another term in its norms.
    pub(crate) fn with_epsilon(mut self, epsilon: f64) -> Self {
        for block in &mut self.blocks {
            (block.norm1.epsilon, block.norm2.epsilon) = (epsilon, epsilon);
        }
        self.norm.epsilon = epsilon;
        self
    }

    /// The logits of each class.
    pub(crate) fn forward(&self, x: &Pictures<C, E>) -> EngineTensor<f32, (Rows, C::Classes), E>
    where
        Picture<C>: Conv<Weights<C>, Patch<C>, Output = (Rows, C::Width, C::Grid, C::Grid)>,
        Size<1>: DimSum<C::Patches, Output = C::Tokens>,
    {
        let (rows, ..) = *x.shape();
        let patches: EngineTensor<f32, (Rows, C::Width, C::Grid, C::Grid), E> = self.patches.forward(x);
        let patches = patches.flatten_axes_to(Axis::<2>, C::Patches::DIM).swap_axes(Axis::<1>, Axis::<2>);
        let class = self.class.try_broadcast_to(&(rows, Size::<1>, C::Width::DIM)).expect("a token of each picture");
        let tokens: Tokens<C::Tokens, C::Width, E> = concat(Axis::<1>, (&class, &patches));
        let x = tokens.under(Onto) + &self.places;
        let x = self.blocks.iter().fold(x, |x, block| block.forward(x));
        self.classifier.forward(&self.norm.forward(&x).index_axis(Axis::<1>, 0))
    }
}
