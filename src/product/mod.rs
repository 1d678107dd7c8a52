//! Shape functions of products, einsum, rearrangement and linear algebra.
//!
//! They need no tensor; [`Tensor::matmul`](crate::Tensor::matmul) and similar methods use them.

mod contract;
mod einsum;
mod ellipsis;
mod ends;
#[cfg(feature = "alloc")]
mod equation;
mod letters;
mod linalg;
mod matmul;
mod rearrange;
mod right;
mod side;

#[doc(inline)]
pub use crate::axes::{OuterOutput, OuterProduct};
pub use contract::{Dot, DotOutput, Tensordot, TensordotOutput};
pub use einsum::{EinsumOf, EinsumOutput, Equation};
pub use ends::{EndsIn, LastAxis};
#[cfg(feature = "alloc")]
pub use equation::einsum_shape;
#[cfg(feature = "alloc")]
pub(crate) use equation::{TextEquation, TextPattern};
#[cfg(feature = "tensor")]
pub(crate) use letters::{BROADCAST, ELLIPSIS};
pub use linalg::{Solve, Solved, Square, Svd, SvdShapes};
pub use matmul::{Matmul, MatmulOutput, MatmulWith};
pub use rearrange::{ByLetters, RearrangeBy, RearrangedBy};
pub use side::SizeOf;
#[cfg(feature = "tensor")]
pub(crate) use side::items;

#[cfg(feature = "matrixmultiply")]
pub use crate::kernel::Packed;
#[cfg(feature = "tensor")]
pub use crate::kernel::{Gemm, Loops, MatrixElement};

// helpers of the traits above, for bounds and messages
#[doc(hidden)]
pub use crate::axes::OuterAxes;
#[cfg(feature = "tensor")]
pub(crate) use contract::pairs;
#[doc(hidden)]
pub use contract::{DotAxes, SameDim, Several, SummedWith};
#[doc(hidden)]
pub use einsum::{
    Bind, BindAll, BindDim, Chosen, EinsumLists, Given, Implied, In, Misfit, OnceInTheResult, OneLetterAnAxis, OneSize,
    ResultOf, Taken, Unbound,
};
#[doc(hidden)]
pub use ellipsis::{AxesLeft, BindEllipsis, Both, Ellipses, WithEllipsis};
#[doc(hidden)]
pub use letters::{
    Alphabet, Blank, CountAll, CountIn, Free, FreeRow, Letter, LetterRow, Letters, ListEllipsis, ListOnce, Occurs,
    Often, Once, OnceInAll, OnceInRow, Sizes, Slot, letter,
};
#[doc(hidden)]
pub use linalg::{InverseOf, SideOf, SolveAxes, SquareAxes, SvdAxes};
#[doc(hidden)]
pub use matmul::{BatchOf, MatmulAxes, NotScalar, SummedDim};
#[doc(hidden)]
pub use rearrange::{
    Divide, Factor, GivenDim, GivenOnce, GivenSizes, Hole, IsProduct, NoHole, OnceOnTheLeft, OneEntryAnAxis, OneHole,
    Quotient, TakeAll, TakeAxis, TakeDim, TheSizeGiven,
};
#[doc(hidden)]
pub use right::{AllGone, EachGone, GiveAll, GiveAxis, LastFactor, Multiply, OnTheLeft, OnceOnTheRight, Spent};
#[doc(hidden)]
pub use side::{Alone, Inner, Items, LeftTimes, NoSize, PatternEntry, Product, SizeOfAll, Together};
