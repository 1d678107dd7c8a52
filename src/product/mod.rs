//! Products of matrices: what they make of shapes, and which numbers they are of.
//!
//! The shape function is usable without a tensor; [`Tensor::matmul`](crate::Tensor::matmul) and its kin are what it is for.

mod matmul;
mod square;

pub use matmul::{Matmul, MatmulOutput};
pub use square::{Solve, Solved, Square, Svd, SvdShapes};

#[cfg(feature = "matrixmultiply")]
pub use crate::kernel::Packed;
#[cfg(feature = "tensor")]
pub use crate::kernel::{Gemm, Loops, MatrixElement};

// what stands behind it: named in what the compiler says, and by nobody else
#[doc(hidden)]
pub use matmul::{BatchOf, MatmulAxes, NotScalar, SummedDim};
#[doc(hidden)]
pub use square::{InverseOf, SideOf, SolveAxes, SquareAxes, SvdAxes};
