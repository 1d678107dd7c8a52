//! Windows that move over shapes: convolutions, pools, and sliding windows as views.
//!
//! The shape functions are usable without a tensor; [`Tensor::convolve`](crate::Tensor::convolve) and its kin are what they are for.

mod convolve;
mod options;
mod slide;

pub use convolve::{Convolve, ConvolveTransposed, Convolved, ConvolvedTransposed};
pub use options::{Depthwise, Same, Sides, Usual, Window};

// what stands behind them: named in bounds and messages, and by nobody else
#[doc(hidden)]
pub use convolve::{
    DividedBy, EachChannel, Grouped, Groups, Images, InGroups, ManyOf, Moves, SameRankAs, SharedChannels, WindowAxes,
};
#[doc(hidden)]
pub use options::{AllTaken, ByAxis, Number, Numbers, Paddings, Positive};
#[doc(hidden)]
pub use slide::{Along, Ceil, Covers, Extra, Fits, Halved, Over, Places, Reach, Slide, Spread, Spreads, Steps};
