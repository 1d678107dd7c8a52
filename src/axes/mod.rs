//! What operations along axes make of a shape: reductions, views, other orders of the axes.
//!
//! Each is a trait that a shape or the axes implement, with the type of the result and its run-time twin, and knows nothing of
//! elements: it serves tensors of any crate.

mod order;
mod rearrange;
mod set;
mod table;
mod unit;

pub use order::{Flip, Move, OrderOf, Permute, Swap, Transpose, TransposeAxes};
pub use rearrange::Rearrange;
pub use set::{AxesOf, Keep, Kept, Reduced};
pub use table::{HasAxis, HasGap, HasNext};
pub use unit::{Diagonal, Squeeze, Unsqueeze};

// what stands behind them: named in bounds, and by nobody else
#[doc(hidden)]
pub use order::PickedFrom;
#[doc(hidden)]
pub use rearrange::Rearranged;
#[doc(hidden)]
pub use set::{AllTaken, Gone, Left, LeftAxes, Names, OfAnyRank, Once, TakenFrom};
#[doc(hidden)]
pub use unit::{Least, Lesser, MayBeOne};
