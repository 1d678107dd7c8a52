//! The two storages that own elements.

use crate::sealed::Sealed;

/// Owned elements in a `Vec`, dense, in row-major order. They never pass through the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap;

/// Elements in the tensor itself, as nested arrays: `[[f32; 3]; 2]` for `(Size<2>, Size<3>)`.
///
/// Such a tensor needs no allocator, and is `Copy` if its elements are. It is as large as its elements: above some
/// kilobytes, use the heap.
///
/// Results of inline tensors are inline, also if they are larger: `(1024, 1)` with `(1, 1024)` of `f64` is 8 MiB on the
/// stack, and a program that runs out of stack aborts. [`to_heap`](crate::Tensor::to_heap) of an operand puts the
/// result on the heap.
///
/// If a size is not static, the elements are in a `Vec`. The change of an inline tensor to such a type panics if the
/// allocation fails.
///
/// ```
/// use conformable::{Inline, Size, Tensor};
///
/// let x = Tensor::inline([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let y: Tensor<f64, (Size<2>, Size<3>), Inline> = x + Tensor::inline([10.0, 20.0, 30.0]);
/// assert_eq!(size_of_val(&y), 6 * size_of::<f64>());
/// assert_eq!(y.into_array(), [[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inline;

impl Sealed for Heap {}
impl Sealed for Inline {}
