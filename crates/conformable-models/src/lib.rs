#![doc = include_str!("../README.md")]

mod activation;
mod attention;
mod element;
mod embedding;
mod error;
#[cfg(feature = "safetensors")]
mod files;
mod images;
mod linear;
mod loss;
mod module;
mod norm;
mod optimiser;
mod parameters;
mod random;
mod residual;
mod shape;

pub use activation::{Gelu, GeluTanh, Relu, Sigmoid, Silu, Tanh};
pub use attention::{Attention, FromHeads, ToHeads};
pub use element::Float;
pub use embedding::Embedding;
pub use error::{ModelError, Why};
#[cfg(feature = "safetensors")]
pub use files::Files;
pub use images::{Conv2d, Flatten, MaxPool, MeanPool};
pub use linear::Linear;
pub use loss::{cross_entropy, mean_squared_error, soft_cross_entropy};
pub use module::Module;
pub use norm::LayerNorm;
pub use optimiser::{AdamW, Moments, Sgd};
pub use parameters::{At, Mapped, Name, Named, Parameters, Visitor, value_and_gradients};
pub use residual::Residual;
pub use shape::EndsIn;
