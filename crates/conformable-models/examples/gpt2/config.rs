//! The sizes of a GPT-2, as types.

use conformable::axes::{Heads, SumOf};
use conformable::{Dyn, Size, StaticDim, dim};

/// Sequences, and the tokens seen so far.
pub(crate) struct Batch;
pub(crate) struct Seen;

pub(crate) type Rows = Dyn<Batch>;

/// The sizes of a model.
pub(crate) trait Config {
    type Vocabulary: StaticDim;
    type Positions: StaticDim;
    type Width: StaticDim + Heads<Self::Heads>;
    type Heads: StaticDim;
    type Hidden: StaticDim;
    /// Queries, keys and values side by side.
    type Joined: StaticDim + SumOf<(Self::Width, Self::Width, Self::Width)>;

    const LAYERS: usize;
}

/// The features of one head.
pub(crate) type Channels<C> = <<C as Config>::Width as Heads<<C as Config>::Heads>>::Width;

/// A small model.
pub(crate) struct Small;

impl Config for Small {
    type Vocabulary = Size<1000>;
    type Positions = Size<64>;
    type Width = Size<128>;
    type Heads = Size<4>;
    type Hidden = Size<512>;
    type Joined = Size<384>;

    const LAYERS: usize = 4;
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
