//! What operations along axes make of a shape: reductions, views, other orders of the axes.
//!
//! Each is a trait that a shape or the axes implement, with the type of the result and its run-time twin, and knows nothing of
//! elements: it serves tensors of any crate.

mod set;
mod table;

pub use set::{AxesOf, Keep, Kept, Reduced};
pub use table::{HasAxis, HasGap, HasNext};

// what stands behind them: named in bounds, and by nobody else
#[doc(hidden)]
pub use set::{AllTaken, Gone, Left, LeftAxes, Names, OfAnyRank, Once, OneAxis, TakenFrom};
