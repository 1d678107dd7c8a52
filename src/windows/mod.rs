//! Shape functions of moving windows: convolutions, pools, sliding views, resizing and pixel shuffles.
//!
//! They need no tensor; methods such as [`Tensor::conv`](crate::Tensor::conv) use them.

mod conv;
mod moves;
mod options;
mod pool;
mod resize;
mod shuffle;
mod slide;
mod sliding;

pub use conv::{Conv, ConvTranspose, ConvTransposed, Convolved};
pub use options::{CeilMode, Depthwise, Same, SameLower, Sides, Unset, Window};
pub use pool::{Pool, Pooled};
pub use resize::{Resize, Resized};
pub use shuffle::{PixelShuffle, PixelShuffled, PixelUnshuffle, PixelUnshuffled};
pub use slide::{DimSlides, DimSpreads, SlidDim, SpreadDim};
#[cfg(feature = "tensor")]
pub(crate) use sliding::seen_along;
pub use sliding::{Slid, SlidAlong, SlidingWindows};

// helpers of the traits above, for bounds and messages
#[doc(hidden)]
pub use conv::{
    Bias, Biased, DividedBy, EachChannel, Grouped, Groups, HasBias, Images, InGroups, ManyOf, SameRankAs,
    SharedChannels, Slides, SlidesOver, SpreadsOver, WindowAxes,
};
#[doc(hidden)]
pub use moves::Moves;
#[doc(hidden)]
pub use options::{AllTaken, Around, ByAxis, FewerAxes, Number, Numbers, Paddings, Positive};
#[doc(hidden)]
pub use pool::{HasAxesFor, Kernel, MovesOver, PoolAxes, Rounding};
#[doc(hidden)]
pub use resize::{HasSizesFor, ResizeAxes};
#[doc(hidden)]
pub use shuffle::{PixelShuffleBy, PixelUnshuffleBy, Shuffles, Unshuffles};
#[doc(hidden)]
pub use slide::{
    Along, Ceil, Covers, Extra, Fits, Motion, Overhang, Places, Pooling, Reach, ReachesPast, Slide, Spread, Spreads,
    Steps, WiderThan,
};
#[doc(hidden)]
pub use sliding::{PushedOn, SlidIn};
