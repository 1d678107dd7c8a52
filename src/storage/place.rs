//! The two places that own elements.

use crate::sealed::Sealed;

/// Elements owned in a `Vec`, dense, in row-major order. They never pass through the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap;

/// Elements in the tensor itself, as nested arrays: `[[f32; 3]; 2]` for `(Size<2>, Size<3>)`.
///
/// Such a tensor needs no allocator, is `Copy` where its elements are, and as large as they are: above some
/// kilobytes it belongs on the heap. Results of tensors inline are inline, and broadcast to as many elements as their
/// shape has: `(1024, 1)` with `(1, 1024)` of `f64` is 8 MiB on the stack, where a program that has not as much ends
/// without a message. [`to_heap`](crate::Tensor::to_heap) of an operand puts the result on the heap.
///
/// A result whose type does not tell every size is in a `Vec`, as there is no array for it; so are the elements of a
/// tensor whose type is changed to such a one, which panics where there is no memory for them.
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
