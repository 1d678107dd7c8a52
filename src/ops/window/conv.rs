//! Convolutions.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "windows are values; result types are long")]

use crate::forms::forms;
use crate::kernel::{self, Direction, MatrixElement, Pure, Scratch, Somewhere, WithOther};
use crate::rule::trailing;
use crate::shape::{Axes, Nil, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Room, Storage, StorageMut};
use crate::tensor::{Computed, Tensor, expect};
use crate::windows::{Biased, Conv, ConvTranspose, ConvTransposed, Convolved, Moves};
use core::ops::Add;

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Convolves images `(N, C, ..)` with weights `(O, C / groups, ..)` to `(N, O, ..)`.
    ///
    /// It is PyTorch's `conv1d` to `conv3d` and ONNX's `Conv`, along one to three axes. The weights are not mirrored. A
    /// [`Window`](crate::windows::Window) has stride, padding, dilation and groups. [`conv_bias`](Self::conv_bias) adds
    /// a bias.
    ///
    /// Operands may have any strides. Elements are summed as by [`matmul`](Self::matmul); padding counts as zeros.
    /// [`conv_scratch`](Self::conv_scratch) elements of memory are allocated; if that fails, the loops are slower.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Dim, Shape, Size, Tensor};
    ///
    /// fn stem<N: Dim>(
    ///     x: &Tensor<f32, (N, Size<3>, Size<224>, Size<224>)>,
    ///     w: &Tensor<f32, Shape![64, 3, 7, 7]>,
    /// ) -> Tensor<f32, (N, Size<64>, Size<112>, Size<112>)> {
    ///     x.conv(w, Window::new().stride(Size::<2>).padding(Size::<3>))
    /// }
    ///
    /// let x = Tensor::from([[[1, 2, 3, 4]]]);
    /// let slopes = Tensor::from([[[-1, 1]]]);
    /// assert_eq!(x.conv(&slopes, Window::new()), Tensor::from([[[1, 1, 1]]]));
    /// assert_eq!(x.conv(&slopes, Window::new().padding(Size::<1>)), Tensor::from([[[1, 1, 1, 1, -4]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    /// x.conv(&Tensor::full(shape![64, 3, 7, 7], 1.0), Window::new()); // a window of `Size<7>` does not fit
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not fit, or the result cannot be allocated.
    #[doc(alias("conv1d", "conv2d", "conv3d", "correlate"))]
    conv try_conv: [R: Shape, E: Storage, M, U](
        &self, weights: &Tensor<T, R, E>, window: M
    ) -> Computed<U, Convolved<S, R, M>, D, E>
    where [S: Conv<R, M>, T: MatrixElement<Total = U>]
    => self.convolved(weights, Direction::Forward, self.shape().slides(weights.shape(), &window)?);

    /// [`conv`](Self::conv) into a tensor, with scratch memory of the caller.
    ///
    /// Only the feature `matrixmultiply` allocates. The scratch may have any length and content;
    /// [`conv_scratch`](Self::conv_scratch) elements are fastest.
    ///
    /// ```
    /// use conformable::Tensor;
    /// use conformable::windows::Window;
    ///
    /// let x = Tensor::inline([[[1, 2, 3, 4]]]);
    /// let mut out = Tensor::inline([[[0; 3]]]);
    /// x.conv_into(&Tensor::inline([[[-1, 1]]]), Window::new(), &mut out, &mut []);
    /// assert_eq!(out.into_array(), [[[1, 1, 1]]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`conv`](Self::conv) would panic, or the sizes differ.
    conv_into try_conv_into: [R: Shape, E: Storage, M, U, O, F: StorageMut](
        &self, weights: &Tensor<T, R, E>, window: M, out: &mut Tensor<U, O, F>, scratch: &mut [T]
    )
    where [S: Conv<R, M>, T: MatrixElement<Total = U>, O: Shape + NoneBroadcast<Convolved<S, R, M>>] => {
        let (shape, moves) = self.shape().slides(weights.shape(), &window)?;
        out.shape().none_broadcast(&shape)?;
        let operands = (&self.aligned(), &weights.aligned());
        kernel::convolved(out, operands, (Direction::Forward, &moves), Scratch::new(scratch));
        Ok(())
    };

    /// Spreads weights `(C, O / groups, ..)` by the elements of images `(N, C, ..)` to `(N, O, ..)`.
    ///
    /// It is the transposed convolution: PyTorch's `conv_transpose1d` to `conv_transpose3d`, ONNX's `ConvTranspose`.
    /// The stride is the distance of the weights of adjacent elements, and padding is removed from the result.
    /// [`output_padding`](crate::windows::Window::output_padding) chooses among the sizes that a convolution maps to
    /// one. Otherwise it is as [`conv`](Self::conv).
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Dim, Shape, Size, Tensor};
    ///
    /// fn upsample<N: Dim>(
    ///     x: &Tensor<f32, (N, Size<64>, Size<14>, Size<14>)>,
    ///     w: &Tensor<f32, Shape![64, 32, 4, 4]>,
    /// ) -> Tensor<f32, (N, Size<32>, Size<28>, Size<28>)> {
    ///     x.conv_transpose(w, Window::new().stride(Size::<2>).padding(Size::<1>))
    /// }
    ///
    /// let x = Tensor::from([[[1, 2, 3]]]);
    /// let y = x.conv_transpose(&Tensor::from([[[10, 1]]]), Window::new().stride(Size::<2>));
    /// assert_eq!(y, Tensor::from([[[10, 1, 20, 2, 30, 3]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    /// x.conv_transpose(&Tensor::full(shape![64, 3, 7, 7], 1.0), Window::new()); // `Size<3>` and `Size<64>` channels
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not fit, or the result cannot be allocated.
    #[doc(alias("conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "deconvolution"))]
    conv_transpose try_conv_transpose: [R: Shape, E: Storage, M, U](
        &self, weights: &Tensor<T, R, E>, window: M
    ) -> Computed<U, ConvTransposed<S, R, M>, D, E>
    where [S: ConvTranspose<R, M>, T: MatrixElement<Total = U>]
    => self.convolved(weights, Direction::Transposed, self.shape().spreads(weights.shape(), &window)?);

    /// [`conv_transpose`](Self::conv_transpose) into a tensor; scratch as for [`conv_into`](Self::conv_into).
    ///
    /// # Panics
    ///
    /// If [`conv_transpose`](Self::conv_transpose) would panic, or the sizes differ.
    conv_transpose_into try_conv_transpose_into: [R: Shape, E: Storage, M, U, O, F: StorageMut](
        &self, weights: &Tensor<T, R, E>, window: M, out: &mut Tensor<U, O, F>, scratch: &mut [T]
    )
    where [S: ConvTranspose<R, M>, T: MatrixElement<Total = U>, O: Shape + NoneBroadcast<ConvTransposed<S, R, M>>]
    => {
        let (shape, moves) = self.shape().spreads(weights.shape(), &window)?;
        out.shape().none_broadcast(&shape)?;
        let operands = (&self.aligned(), &weights.aligned());
        kernel::convolved(out, operands, (Direction::Transposed, &moves), Scratch::new(scratch));
        Ok(())
    };

    /// [`conv`](Self::conv) that adds one element of `bias` to each channel of the result.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Dim, Shape, Size, Tensor};
    ///
    /// fn stem<N: Dim>(
    ///     x: &Tensor<f32, (N, Size<3>, Size<224>, Size<224>)>,
    ///     w: &Tensor<f32, Shape![64, 3, 7, 7]>,
    ///     bias: &Tensor<f32, Shape![64]>,
    /// ) -> Tensor<f32, (N, Size<64>, Size<112>, Size<112>)> {
    ///     x.conv_bias(w, bias, Window::new().stride(Size::<2>).padding(Size::<3>))
    /// }
    ///
    /// let x = Tensor::from([[[1, 2, 3, 4]]]);
    /// let w = Tensor::from([[[-1, 1]], [[1, 1]]]);
    /// let y = x.conv_bias(&w, &Tensor::from([10, 20]), Window::new());
    /// assert_eq!(y, Tensor::from([[[11, 11, 11], [23, 25, 27]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::windows::Window;
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    /// let w = Tensor::full(shape![64, 3, 3, 3], 1.0);
    /// x.conv_bias(&w, &Tensor::full(shape![3], 1.0), Window::new()); // the result has `Size<64>` channels
    /// ```
    ///
    /// # Panics
    ///
    /// If [`conv`](Self::conv) would panic, or the run-time size of `bias` differs from the number of channels.
    conv_bias try_conv_bias: [R: Shape, E: Storage, M, U: Copy + Add<Output = U>, B, F: Storage](
        &self, weights: &Tensor<T, R, E>, bias: &Tensor<U, B, F>, window: M
    ) -> Computed<U, Convolved<S, R, M>, D, E>
    where [S: Conv<R, M, Output: Biased<B>>, T: MatrixElement<Total = U>, B: Shape] => {
        let (shape, moves) = self.shape().slides(weights.shape(), &window)?;
        shape.check_bias(bias.shape())?;
        let mut out = self.convolved(weights, Direction::Forward, (shape, moves))?;
        add_bias(&mut out, bias);
        Ok(out)
    };

    /// [`conv_bias`](Self::conv_bias) into a tensor; scratch as for [`conv_into`](Self::conv_into).
    ///
    /// # Panics
    ///
    /// If [`conv_bias`](Self::conv_bias) would panic, or the sizes differ.
    conv_bias_into try_conv_bias_into:
        [R: Shape, E: Storage, M, U: Copy + Add<Output = U>, B, F: Storage, O, G: StorageMut](
        &self, weights: &Tensor<T, R, E>, bias: &Tensor<U, B, F>, window: M, out: &mut Tensor<U, O, G>,
        scratch: &mut [T]
    )
    where [
        S: Conv<R, M, Output: Biased<B>>, T: MatrixElement<Total = U>,
        B: Shape, O: Shape + NoneBroadcast<Convolved<S, R, M>>
    ] => {
        self.shape().slides(weights.shape(), &window)?.0.check_bias(bias.shape())?;
        self.try_conv_into(weights, window, out, scratch)?;
        add_bias(out, bias);
        Ok(())
    };

    /// [`conv_transpose`](Self::conv_transpose) that adds one element of `bias` to each channel of the result.
    ///
    /// ```
    /// use conformable::Tensor;
    /// use conformable::windows::Window;
    ///
    /// let x = Tensor::from([[[1, 2]]]);
    /// let y = x.conv_transpose_bias(&Tensor::from([[[10, 1]]]), &Tensor::from([5]), Window::new());
    /// assert_eq!(y, Tensor::from([[[15, 26, 7]]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`conv_transpose`](Self::conv_transpose) would panic, or the run-time size of `bias` differs from the number
    /// of channels.
    conv_transpose_bias try_conv_transpose_bias: [R: Shape, E: Storage, M, U: Copy + Add<Output = U>, B, F: Storage](
        &self, weights: &Tensor<T, R, E>, bias: &Tensor<U, B, F>, window: M
    ) -> Computed<U, ConvTransposed<S, R, M>, D, E>
    where [S: ConvTranspose<R, M, Output: Biased<B>>, T: MatrixElement<Total = U>, B: Shape] => {
        let (shape, moves) = self.shape().spreads(weights.shape(), &window)?;
        shape.check_bias(bias.shape())?;
        let mut out = self.convolved(weights, Direction::Transposed, (shape, moves))?;
        add_bias(&mut out, bias);
        Ok(out)
    };

    /// [`conv_transpose_bias`](Self::conv_transpose_bias) into a tensor.
    ///
    /// The scratch is as for [`conv_into`](Self::conv_into).
    ///
    /// # Panics
    ///
    /// If [`conv_transpose_bias`](Self::conv_transpose_bias) would panic, or the sizes differ.
    conv_transpose_bias_into try_conv_transpose_bias_into:
        [R: Shape, E: Storage, M, U: Copy + Add<Output = U>, B, F: Storage, O, G: StorageMut](
        &self, weights: &Tensor<T, R, E>, bias: &Tensor<U, B, F>, window: M, out: &mut Tensor<U, O, G>,
        scratch: &mut [T]
    )
    where [
        S: ConvTranspose<R, M, Output: Biased<B>>, T: MatrixElement<Total = U>,
        B: Shape, O: Shape + NoneBroadcast<ConvTransposed<S, R, M>>
    ] => {
        self.shape().spreads(weights.shape(), &window)?.0.check_bias(bias.shape())?;
        self.try_conv_transpose_into(weights, window, out, scratch)?;
        add_bias(out, bias);
        Ok(())
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Returns the best number of scratch elements for [`conv_into`](Self::conv_into).
    ///
    /// It depends on the processor. It is at most the size of the weights plus 1 MiB, or plus the elements under 256
    /// positions.
    ///
    /// # Errors
    ///
    /// If [`conv`](Self::conv) would panic for these shapes.
    pub fn conv_scratch<R: Shape, E: Storage, M>(
        &self,
        weights: &Tensor<T, R, E>,
        window: M,
    ) -> Result<usize, ShapeError>
    where
        S: Conv<R, M>,
        T: MatrixElement,
    {
        let (_, moves) = self.shape().slides(weights.shape(), &window)?;
        Ok(scratch(Direction::Forward, weights, &moves))
    }

    /// Returns the best number of scratch elements for [`conv_transpose_into`](Self::conv_transpose_into).
    ///
    /// # Errors
    ///
    /// If [`conv_transpose`](Self::conv_transpose) would panic for these shapes.
    pub fn conv_transpose_scratch<R: Shape, E: Storage, M>(
        &self,
        weights: &Tensor<T, R, E>,
        window: M,
    ) -> Result<usize, ShapeError>
    where
        S: ConvTranspose<R, M>,
        T: MatrixElement,
    {
        let (_, moves) = self.shape().spreads(weights.shape(), &window)?;
        Ok(scratch(Direction::Transposed, weights, &moves))
    }

    #[inline]
    fn convolved<R: Shape, E: Storage, U, O: Shape>(
        &self,
        weights: &Tensor<T, R, E>,
        direction: Direction,
        (shape, moves): (O, Moves),
    ) -> Result<Computed<U, O, D, E>, ShapeError>
    where
        T: MatrixElement<Total = U>,
    {
        let room = Room::new(shape)?;
        #[cfg(feature = "alloc")]
        let mut spare = spare(scratch(direction, weights, &moves));
        #[cfg(feature = "alloc")]
        let scratch = Scratch::spare(&mut spare);
        #[cfg(not(feature = "alloc"))]
        let scratch = Scratch::new(&mut []);
        Ok(kernel::convolved(room, (&self.aligned(), &weights.aligned()), (direction, &moves), scratch))
    }
}

fn add_bias<U: Copy + Add<Output = U>, O: Shape, E: StorageMut, B: Shape, F: Storage>(
    out: &mut Tensor<U, O, E>,
    bias: &Tensor<U, B, F>,
) {
    let operands = Axes { last: bias.operand::<Somewhere>(trailing(out.rank(), bias.rank(), 1)), outer: Nil };
    kernel::update(out, &operands, Pure(WithOther(|y: &mut U, bias: U| *y = *y + bias)));
}

fn scratch<T: MatrixElement, R: Shape, E: Storage>(
    direction: Direction,
    weights: &Tensor<T, R, E>,
    moves: &Moves,
) -> usize {
    weights.shape().with_sizes(|w| kernel::scratch_of::<T>(direction, w, moves))
}

/// Allocates memory for `length` elements, or none if that fails.
#[cfg(feature = "alloc")]
fn spare<T>(length: usize) -> alloc::vec::Vec<T> {
    let mut spare = alloc::vec::Vec::new();
    // without it the loops are slower
    let _ = spare.try_reserve_exact(length);
    spare
}
