#![doc = include_str!("../README.md")]

mod activation;
mod attention;
mod bias;
mod cache;
mod channels;
mod dropout;
mod element;
mod embedding;
mod error;
#[cfg(feature = "safetensors")]
mod files;
mod gradient;
mod heads;
mod images;
mod linear;
mod loss;
mod macros;
mod mixed;
mod module;
mod norm;
mod optimiser;
mod parameters;
mod random;
#[cfg(feature = "safetensors")]
mod reader;
mod residual;
mod schedule;
mod shape;

pub use activation::{Gelu, GeluTanh, Relu, Sigmoid, Silu, Softplus, Tanh};
pub use attention::{Attention, FromHeads, ToHeads};
pub use bias::{Bias, NoBias};
pub use cache::{FitsIn, KvCache, Seen};
pub use channels::{BatchNorm2d, GroupNorm, Statistics};
pub use dropout::Dropout;
pub use element::Float;
pub use embedding::Embedding;
pub use error::{ModelError, Why};
#[cfg(feature = "safetensors")]
pub use files::Files;
pub use gradient::{accumulate, clip_norm, norm, scale};
pub use heads::{ByHead, Rotary, attention, causal_mask};
pub use images::{Conv2d, ConvTranspose2d, Flatten, MaxPool, MeanPool};
pub use linear::{Conv1d, Linear};
pub use loss::{cross_entropy, cross_entropy_smoothed, mean_squared_error, soft_cross_entropy};
pub use mixed::Takes;
pub use module::Module;
pub use norm::{LayerNorm, RmsNorm};
pub use optimiser::{AdamW, Moments, Sgd};
pub use parameters::{At, Mapped, Name, Named, Parameters, Visitor, value_and_gradients};
#[cfg(feature = "safetensors")]
pub use reader::{Checkpoint, FromFile, Misfit, Problem, Reader};
pub use residual::Residual;
pub use schedule::{Decay, Schedule};
pub use shape::InputOf;
