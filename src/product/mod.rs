//! Products of matrices: what they make of shapes, and which numbers they are of.
//!
//! The shape function is usable without a tensor; [`Tensor::matmul`](crate::Tensor::matmul) and its kin are what it is for.

mod einsum;
mod letters;
mod matmul;

pub use einsum::{EinsumOf, EinsumOutput, Equation};
pub use matmul::{Matmul, MatmulOutput};

#[cfg(feature = "matrixmultiply")]
pub use crate::kernel::Packed;
#[cfg(feature = "tensor")]
pub use crate::kernel::{Gemm, Loops, MatrixElement};

// what stands behind it: named in what the compiler says, and by nobody else
#[doc(hidden)]
pub use einsum::{
    Bind, BindAll, BindDim, Chosen, EinsumLists, Given, In, Misfit, OnceInTheResult, OneLetterAnAxis, OneSize, Taken,
};
#[doc(hidden)]
pub use letters::{Alphabet, Blank, Free, Letter, Letters, Place, Row, Sizes, Text, letter};
#[doc(hidden)]
pub use matmul::{BatchOf, MatmulAxes, NotScalar, SummedDim};
