//! The sizes of a GPT-2, as types.

use conformable::axes::{Heads, SumOf};
use conformable::{DimDiff, Dyn, Size, StaticDim, dim};

/// Sequences.
pub(crate) struct Batch;

pub(crate) type Rows = Dyn<Batch>;

/// The places of a cache: of the prompt, and of the tokens that follow.
pub(crate) struct Room;

/// The sizes of a model.
pub(crate) trait Config {
    type Vocabulary: StaticDim;
    /// The most tokens of a text.
    type Positions: StaticDim + DimDiff<Size<1>>;
    type Width: StaticDim + Heads<Self::Heads, Width: StaticDim>;
    type Heads: StaticDim + Heads<Self::Heads>;
    type Hidden: StaticDim;
    /// Queries, keys and values side by side.
    type Joined: StaticDim + SumOf<(Self::Width, Self::Width, Self::Width)>;

    const LAYERS: usize;
}

/// The features of one head.
pub(crate) type Channels<C> = <<C as Config>::Width as Heads<<C as Config>::Heads>>::Width;

/// The model of `data`.
pub(crate) struct Small;

impl Config for Small {
    type Vocabulary = Size<320>;
    type Positions = Size<64>;
    type Width = Size<32>;
    type Heads = Size<4>;
    type Hidden = Size<128>;
    type Joined = Size<96>;

    const LAYERS: usize = 2;
}

/// The sizes of `gpt2`, with 124 million parameters.
pub(crate) struct Base;

impl Config for Base {
    type Vocabulary = dim!(50257);
    type Positions = Size<1024>;
    type Width = Size<768>;
    type Heads = Size<12>;
    type Hidden = dim!(3072);
    type Joined = dim!(2304);

    const LAYERS: usize = 12;
}
