//! Operations of tensors on engines that are made of other operations.

#![allow(clippy::needless_pass_by_value, reason = "sizes and windows are values")]

use super::capability::{BinaryKernel, Host, ReduceKernel, UnaryKernel, ViewKernel};
use super::composed::with_kept;
use super::engine::{Engine, Error, expect};
use super::join::{ConcatKernel, concatenated};
use super::op;
use super::operator::binary;
use super::pick::{IndexAddKernel, IndexSelectKernel, Picked};
use super::plan::{Interval, signed};
use super::tensor::{EngineTensor, Outcome};
use super::where_cond::WhereKernel;
use super::window::ConvKernel;
use crate::axes::{
    AxesOf, AxisNumbers, ChangedIn, Counts, Differences, HasAxis, HasDifferences, Keep, PadEach, PaddedAxes, Reduced,
    Stack, Stacked, Tiled, Tiling, axis_of, each_count, stacked,
};
use crate::forms::forms;
use crate::kernel::{Between, Indices, neighbours};
use crate::ops::{BlockOrder, Interpolation, Pad};
use crate::rule::{BroadcastTo, Numpy};
use crate::shape::{AnyShape, Axis, Dim, Dyn, IntoDim, Shape, ShapeError, Size, StaticShape};
use crate::tensor::{Scalar, Tensor};
use crate::windows::{
    Biased, Conv, ConvTranspose, ConvTransposed, Convolved, Number, PixelShuffleBy, PixelUnshuffleBy, Resize, Resized,
    Slid, SlidAlong, SlidIn, Slide, SlidingWindows, Window, seen_along,
};
use alloc::vec::Vec;
use num_traits::{One, Zero};

/// Rows of [`forms!`], with documentation that refers to the methods of [`Tensor`].
macro_rules! derived {
    (
        $($name:ident $try_name:ident: [$($generic:tt)*] ($($argument:tt)+) -> EngineTensor<$T:ty, $S:ty, E>
        where [$($bound:tt)+] => $value:expr;)*
    ) => {
        forms! {
            impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

            $(
                #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), "()), made of other operations of the engine.")]
                ///
                /// # Panics
                ///
                #[doc = concat!("If [`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), "()) would panic.")]
                #[must_use]
                $name $try_name: [$($generic)*]($($argument)+) -> EngineTensor<$T, $S, E> where [$($bound)+] => $value;
            )*
        }
    };
}

derived! {
    norm_l1 try_norm_l1: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, Reduced<X, S>, E>
    where [E: UnaryKernel<op::Abs, T> + ReduceKernel<op::Sum, T>] => self.unary(op::Abs)?.try_sum(axes);

    norm_l2 try_norm_l2: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, Reduced<X, S>, E>
    where [E: UnaryKernel<op::Squared, T> + ReduceKernel<op::Sum, T> + UnaryKernel<op::Sqrt, T>]
    => self.unary(op::Squared)?.try_sum(axes)?.into_unary(op::Sqrt);

    norm_inf try_norm_inf: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, Reduced<X, S>, E>
    where [T: Zero, E: UnaryKernel<op::Abs, T> + ReduceKernel<op::Max, T> + Host<T>] => {
        let out = axes.reduce(&self.shape)?;
        if self.shape.numel()? == 0 {
            return EngineTensor::full(out, T::zero(), &self.device());
        }
        self.unary(op::Abs)?.try_max(axes)
    };

    diff try_diff: [X: Copy](&self, axis: X) -> EngineTensor<T, Differences<S, X>, E>
    where [S: HasDifferences<X>, E: ViewKernel<T> + BinaryKernel<op::Sub, T>] => {
        let (out, at) = self.shape.differences(axis, Size::<1>)?;
        Ok(self.differences(at)?.retyped(out))
    };

    diff_n try_diff_n: [X: Copy, N: IntoDim](&self, axis: X, count: N) -> EngineTensor<T, Differences<S, X, N::Dim>, E>
    where [S: HasDifferences<X, N::Dim>, E: ViewKernel<T> + BinaryKernel<op::Sub, T>] => {
        let count = count.into_dim();
        let (out, at) = self.shape.differences(axis, count)?;
        if out.numel()? == 0 {
            // the count may be huge
            return self.none(at)?.reshaped(&out);
        }
        let result = (0..count.size()).try_fold(self.clone().erase(), |x, _| x.differences(at))?;
        Ok(result.retyped(out))
    };

    tile_axes try_tile_axes: [X: AxisNumbers, N: Counts](&self, axes: X, times: N) -> EngineTensor<T, Tiled<S, X, N>, E>
    where [X::Form: ChangedIn<Tiling, S, N::Form>, E: ViewKernel<T>] => {
        let mut all = Vec::new();
        each_count("tile", &self.shape, (&axes, &times), |at, times| {
            all.push((at, times));
            Ok(())
        })?;
        let tile = |x: EngineTensor<T, AnyShape, E>, (at, times)| x.try_tile(at, Dyn::new(times));
        all.into_iter().try_fold(self.clone().erase(), tile)?.typed()
    };

    pad_axes try_pad_axes: [X: AxisNumbers, N: Counts<(usize, usize)>](
        &self, axes: X, more: N, with: Pad<T>
    ) -> EngineTensor<T, PaddedAxes<S, X, N>, E>
    where [X::Form: ChangedIn<PadEach, S, N::Form>, E: ConcatKernel<T> + ViewKernel<T> + Host<T>] => {
        let mut all = Vec::new();
        each_count("pad", &self.shape, (&axes, &more), |at, (first, last)| {
            all.push((with.check(&self.shape, at, [first, last])?, first, last));
            Ok(())
        })?;
        let pad = |x: EngineTensor<T, AnyShape, E>, (at, first, last)| {
            x.try_pad(at, (Dyn::new(first), Dyn::new(last)), with)
        };
        all.into_iter().try_fold(self.clone().erase(), pad)?.typed()
    };

    conv_bias try_conv_bias: [W: Shape, B: Shape, M](
        &self, weights: &EngineTensor<T, W, E>, bias: &EngineTensor<T, B, E>, window: M
    ) -> EngineTensor<T, Convolved<S, W, M>, E>
    where [S: Conv<W, M, Output: Biased<B>>, E: ConvKernel<T> + ViewKernel<T> + BinaryKernel<op::Add, T>] => {
        let (out, _) = self.shape.slides(&weights.shape, &window)?;
        out.check_bias(&bias.shape)?;
        E::conv(self, weights, window)?.with_bias(bias)
    };

    conv_transpose_bias try_conv_transpose_bias: [W: Shape, B: Shape, M](
        &self, weights: &EngineTensor<T, W, E>, bias: &EngineTensor<T, B, E>, window: M
    ) -> EngineTensor<T, ConvTransposed<S, W, M>, E>
    where [
        S: ConvTranspose<W, M, Output: Biased<B>>, T: Zero,
        E: ConvKernel<T> + ConcatKernel<T> + ViewKernel<T> + Host<T> + BinaryKernel<op::Add, T>
    ] => {
        let (out, _) = self.shape.spreads(&weights.shape, &window)?;
        out.check_bias(&bias.shape)?;
        E::conv_transpose(self, weights, window)?.with_bias(bias)
    };

    tril try_tril: [Columns: Dim](&self, diagonal: isize) -> EngineTensor<T, S, E>
    where [
        T: Scalar + Zero, S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>,
        E: WhereKernel<T> + Host<T> + Host<bool>
    ] => self.triangle(|shape| Tensor::try_tril_mask(shape, diagonal));

    triu try_triu: [Columns: Dim](&self, diagonal: isize) -> EngineTensor<T, S, E>
    where [
        T: Scalar + Zero, S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>,
        E: WhereKernel<T> + Host<T> + Host<bool>
    ] => self.triangle(|shape| Tensor::try_triu_mask(shape, diagonal));

    adaptive_max_pool try_adaptive_max_pool: [K: Shape](&self, size: K) -> EngineTensor<T, Resized<S, K>, E>
    where [S: Resize<K>, E: ReduceKernel<op::Max, T> + ConcatKernel<T> + ViewKernel<T>]
    => self.pooled_adaptively(size, |x, at| x.try_max(Keep([at])));

    adaptive_avg_pool try_adaptive_avg_pool: [K: Shape](&self, size: K) -> EngineTensor<T, Resized<S, K>, E>
    where [S: Resize<K>, E: ReduceKernel<op::Mean, T> + ConcatKernel<T> + ViewKernel<T>]
    => self.pooled_adaptively(size, |x, at| x.try_mean(Keep([at])));

    interpolate try_interpolate: [K: Shape, M: Interpolation<T>](&self, size: K, mode: M)
        -> EngineTensor<T, Resized<S, K>, E>
    where [
        S: Resize<K>,
        E: IndexSelectKernel<T> + Host<T> + ViewKernel<T> + BinaryKernel<op::Mul, T> + BinaryKernel<op::Add, T>
    ] => {
        let out = self.shape.resize_by("interpolate", &size)?;
        let (mut x, rank, places) = (self.clone().erase(), self.shape.rank(), out.sizes());
        if out.numel()? == 0 {
            return if rank == 0 { x } else { x.none(rank - 1)? }.reshaped(&out);
        }
        for axis in rank - size.rank()..rank {
            x = x.interpolated(axis, places.as_ref()[axis], mode)?;
        }
        Ok(x.retyped(out))
    };

    sliding_windows try_sliding_windows: [X, K: IntoDim, M](
        &self, axis: X, length: K, window: M
    ) -> EngineTensor<T, Slid<S, X, K::Dim, M>, E>
    where [S: SlidingWindows<X, K::Dim, M>, E: ConcatKernel<T> + ViewKernel<T>] => {
        let (out, at, steps) = self.shape.seen(axis, length.into_dim(), &window)?;
        let windows = [out.sizes().as_ref()[at], steps.window];
        Ok(self.slid(at, windows, [steps.stride, steps.dilation])?.retyped(out))
    };

    sliding_windows_axes try_sliding_windows_axes: [X: AxisNumbers, K: Counts, St: Number, Dil: Number](
        &self, axes: X, lengths: K, window: Window<St, Size<0>, Dil>
    ) -> EngineTensor<T, SlidAlong<S, X, K, St, Dil>, E>
    where [X::Form: SlidIn<S, K::Form, Slide<St, Size<0>, Dil>>, E: ConcatKernel<T> + ViewKernel<T>] => {
        let (out, order) = seen_along::<_, SlidAlong<S, X, K, St, Dil>, _, _>(&self.shape, (&axes, &lengths), &window)?;
        let (sizes, rank) = (out.sizes(), self.shape.rank());
        let (places, lengths) = sizes.as_ref().split_at(rank);
        let slide = |x: EngineTensor<T, AnyShape, E>, (&at, &length): (&usize, &usize)| {
            x.slid(at, [places[at], length], [window.stride.or(1), window.dilation.or(1)])
        };
        Ok(order.as_ref().iter().zip(lengths).try_fold(self.clone().erase(), slide)?.retyped(out))
    };
}

/// `shuffles!(name try_name Rule Order whether the result has the blocks;)`.
macro_rules! shuffles {
    ($($name:ident $try_name:ident $Rule:ident $Order:ident $to_blocks:literal;)*) => {
        derived! {$(
            $name $try_name: [R: IntoDim](&self, factor: R) -> EngineTensor<T, <R::Dim as $Rule<S>>::Output, E>
            where [R::Dim: $Rule<S>, E: ViewKernel<T>] => {
                let factor = factor.into_dim();
                let out = $Rule::of(factor.clone(), &self.shape)?;
                let r = factor.size();
                let (sizes, places) = if $to_blocks {
                    BlockOrder::$Order.by_letters(&out, r, true)?
                } else {
                    BlockOrder::$Order.by_letters(&self.shape, r, false)?
                };
                self.reshaped(&sizes)?.walked(&places, places.len())?.reshaped(&out)
            };
        )*}
    };
}

shuffles! {
    pixel_shuffle try_pixel_shuffle PixelShuffleBy ChannelFirst true;
    pixel_unshuffle try_pixel_unshuffle PixelUnshuffleBy ChannelFirst false;
    depth_to_space try_depth_to_space PixelShuffleBy BlockFirst true;
    space_to_depth try_space_to_depth PixelUnshuffleBy BlockFirst false;
}

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// The same tensor with the type of its run-time shape.
    fn typed<O: Shape>(self) -> Outcome<T, O, E> {
        let out = O::from_sizes(self.shape.sizes().as_ref())?;
        Ok(self.retyped(out))
    }

    /// Adds an element of the bias to each channel of images.
    fn with_bias<B: Shape>(&self, bias: &EngineTensor<T, B, E>) -> Outcome<T, S, E>
    where
        E: ViewKernel<T> + BinaryKernel<op::Add, T>,
    {
        let mut sizes = alloc::vec![1; self.shape.rank()];
        sizes[1] = bias.shape.numel()?;
        with_kept(op::Add, self, bias.reshaped(&AnyShape::from(&sizes[..]))?)
    }

    /// No element along an axis.
    fn none(&self, axis: usize) -> Outcome<T, AnyShape, E>
    where
        E: ViewKernel<T>,
    {
        self.part(axis, Interval { start: 0, len: 0, step: 1 }, self.sizes_with(axis, 0))
    }

    /// The differences of neighbours along an axis, which is not empty.
    fn differences(&self, axis: usize) -> Outcome<T, AnyShape, E>
    where
        E: ViewKernel<T> + BinaryKernel<op::Sub, T>,
    {
        let len = self.shape.sizes().as_ref()[axis] - 1;
        let [before, after] = [0, 1].map(|start| {
            let part = Interval { start, len, step: 1 };
            self.part(axis, part, self.sizes_with(axis, len))
        });
        let (before, after) = (before?, after?);
        binary(op::Sub, Numpy, (after.tensor, &after.shape), (before.tensor, &before.shape))
    }

    /// The elements of the last two axes where a mask is true, and zeros elsewhere.
    fn triangle<Columns: Dim>(
        &self,
        mask: impl FnOnce((Dyn, Dyn)) -> Result<Tensor<bool, (Dyn, Dyn)>, ShapeError>,
    ) -> Outcome<T, S, E>
    where
        T: Scalar + Zero,
        S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>,
        E: WhereKernel<T> + Host<T> + Host<bool>,
    {
        let (row, sizes) = (axis_of(&self.shape, &Axis::<-2>)?, self.shape.sizes());
        let [rows, columns] = [row, row + 1].map(|axis| Dyn::new(sizes.as_ref()[axis]));
        let mask = EngineTensor::<_, _, E>::upload(&mask((rows, columns))?, &self.device())?;
        let kept = mask.erase().try_where_cond(&self.clone().erase(), T::zero())?;
        Ok(kept.retyped(self.shape.clone()))
    }

    /// Pools the last axes to the sizes `size`. `pool` reduces one axis of a window.
    fn pooled_adaptively<K: Shape>(
        &self,
        size: K,
        pool: impl Fn(&EngineTensor<T, AnyShape, E>, isize) -> Outcome<T, AnyShape, E>,
    ) -> Outcome<T, Resized<S, K>, E>
    where
        S: Resize<K>,
        E: ConcatKernel<T> + ViewKernel<T>,
    {
        let out = self.shape.resize_by("pool", &size)?;
        let rank = self.shape.rank();
        if out.numel()? == 0 && rank > 0 {
            return self.none(rank - 1)?.reshaped(&out);
        }
        let (mut x, places) = (self.clone().erase(), out.sizes());
        for axis in rank - size.rank()..rank {
            let (size, places) = (x.sizes().as_ref()[axis], places.as_ref()[axis]);
            if size == places {
                continue;
            }
            let window = |place: usize| {
                let start = place * size / places;
                let len = ((place + 1) * size).div_ceil(places) - start;
                let window = x.part(axis, Interval { start, len, step: 1 }, x.sizes_with(axis, len))?;
                pool(&window, signed(axis))
            };
            let windows: Vec<_> = (0..places).map(window).collect::<Result<_, _>>()?;
            x = concatenated(axis, &windows)?;
        }
        Ok(x.retyped(out))
    }

    /// The windows along an axis as a new last axis, from their number and length, and their stride and dilation.
    fn slid(&self, axis: usize, [places, length]: [usize; 2], [stride, dilation]: [usize; 2]) -> Outcome<T, AnyShape, E>
    where
        E: ConcatKernel<T> + ViewKernel<T>,
    {
        let out: AnyShape = self.sizes_with(axis, places).sizes().as_ref().iter().copied().chain([length]).collect();
        if out.numel()? == 0 {
            return self.none(axis)?.reshaped(&out);
        }
        // a stride above `isize::MAX` has one place
        let step = isize::try_from(stride).unwrap_or(1);
        let element = |nth: usize| {
            self.part(axis, Interval { start: nth * dilation, len: places, step }, self.sizes_with(axis, places))
        };
        let elements: Vec<_> = (0..length).map(element).collect::<Result<_, _>>()?;
        EngineTensor::made(E::stack(&&elements[..], self.shape.rank(), &out), out)
    }

    /// Sums along the axes on which a shape broadcasts to this one: [`Tensor::sum_to`](crate::Tensor::sum_to).
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast to this shape.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn sum_to<Target: StaticShape + BroadcastTo<S>>(&self) -> EngineTensor<T, Target, E>
    where
        E: ReduceKernel<op::Sum, T> + ViewKernel<T>,
    {
        expect(self.try_sum_to(&Target::shape()))
    }

    /// [`sum_to`](Self::sum_to) a run-time shape.
    ///
    /// # Errors
    ///
    /// As for [`sum_to`](Self::sum_to).
    pub fn try_sum_to<Target: Shape + BroadcastTo<S>>(&self, target: &Target) -> Outcome<T, Target, E>
    where
        E: ReduceKernel<op::Sum, T> + ViewKernel<T>,
    {
        target.check_onto(&self.shape)?;
        let (sizes, kept) = (self.shape.sizes(), target.sizes());
        let new = self.shape.rank() - target.rank();
        let repeated = |axis: &usize| *axis < new || kept.as_ref()[axis - new] != sizes.as_ref()[*axis];
        let repeated: Vec<_> = (0..self.shape.rank()).filter(repeated).map(signed).collect();
        self.clone().erase().try_sum(&repeated[..])?.reshaped(target)
    }
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// `value` where a mask is true, else the elements: [`Tensor::masked_fill`](crate::Tensor::masked_fill), as a new
    /// tensor.
    ///
    /// # Panics
    ///
    /// If the run-time sizes of the mask do not broadcast to this shape.
    #[must_use]
    masked_fill try_masked_fill: [R: Shape + BroadcastTo<S>](
        &self, mask: &EngineTensor<bool, R, E>, value: T
    ) -> EngineTensor<T, S, E>
    where [T: Scalar, E: WhereKernel<T> + Host<T>] => {
        mask.shape.check_onto(&self.shape)?;
        let filled = mask.clone().erase().try_where_cond(value, &self.clone().erase())?;
        Ok(filled.retyped(self.shape.clone()))
    };

    /// Splits an axis at an index: [`Tensor::split_at`](crate::Tensor::split_at).
    ///
    /// # Panics
    ///
    /// If the index is above the size of the axis, or an `AnyShape` has no such axis.
    #[must_use]
    split_at try_split_at: [X: Copy](
        &self, axis: X, index: usize
    ) -> Halves<T, S, X, E>, Result<Halves<T, S, X, E>, Error<E>>
    where [S: HasAxis<X, Item: Dim, Put<Dyn>: Shape>, E: ViewKernel<T>] => {
        let size = self.shape.sizes().as_ref()[axis_of(&self.shape, &axis)?];
        Ok((self.try_narrow(axis, 0..index)?, self.try_narrow(axis, index..size)?))
    };
}

impl<T: Copy, E: IndexSelectKernel<T> + Host<T>> EngineTensor<T, AnyShape, E> {
    /// Interpolates along an axis that is not empty.
    fn interpolated<M: Interpolation<T>>(self, axis: usize, places: usize, mode: M) -> Outcome<T, AnyShape, E>
    where
        E: BinaryKernel<op::Mul, T> + BinaryKernel<op::Add, T>,
    {
        let size = self.shape.sizes().as_ref()[axis];
        let all: Vec<_> = neighbours(size, places, mode.coordinate(size, places)).collect();
        let is_same = size == places && all.iter().zip(0..).all(|(at, place)| at.rest == 0 && at.low == place);
        if is_same {
            return Ok(self);
        }
        let neighbours = |of: fn(&Between) -> isize| -> Outcome<T, AnyShape, E> {
            let places: Vec<_> = all.iter().map(of).collect();
            let places = Tensor::from_vec((Dyn::new(places.len()),), places).map_err(ShapeError::from)?;
            let places = EngineTensor::<E::Index, _, E>::indices(&places, &self.device())?;
            let out = self.sizes_with(axis, all.len());
            let picked = Picked { shape: &self.shape, indices: &places.shape, axis, out: &out };
            EngineTensor::made(E::take(&self.tensor, &places.tensor, &picked), out)
        };
        let first = neighbours(|at| at.low)?;
        let weights: Option<Vec<_>> = all.iter().map(|at| M::weights(at.rest, at.over)).collect();
        let Some(weights) = weights else { return Ok(first) };
        let mut sizes = alloc::vec![1; self.shape.rank()];
        sizes[axis] = places;
        let weighted = |x: EngineTensor<T, AnyShape, E>, nth: usize| {
            let weights = weights.iter().map(|both| both[nth]).collect();
            let weights = Tensor::from_vec(AnyShape::from(&sizes[..]), weights).map_err(ShapeError::from)?;
            x.try_mul(&EngineTensor::<T, _, E>::upload(&weights, &self.device())?)
        };
        weighted(first, 0)?.try_add(&weighted(neighbours(|at| at.high)?, 1)?)
    }
}

/// The two parts of a split axis.
type Halves<T, S, X, E> =
    (EngineTensor<T, <S as HasAxis<X>>::Put<Dyn>, E>, EngineTensor<T, <S as HasAxis<X>>::Put<Dyn>, E>);

forms! {
    impl[S: Shape, E: Engine] EngineTensor<E::Index, S, E>;

    /// [`one_hot`](Self::one_hot) along any axis: [`Tensor::one_hot_along`](crate::Tensor::one_hot_along).
    ///
    /// # Panics
    ///
    /// As for [`one_hot`](Self::one_hot), or if an `AnyShape` with one more axis has no such axis.
    #[must_use]
    one_hot_along try_one_hot_along: [U: Zero + One + Copy, X: Copy, K: IntoDim](
        &self, axis: X, classes: K
    ) -> EngineTensor<U, Stacked<S, X, K::Dim>, E>
    where [
        S: Stack<X, K::Dim>,
        E: IndexAddKernel<U> + Host<U> + ViewKernel<U> + ViewKernel<<E as Engine>::Index>
    ] => {
        let classes = classes.into_dim();
        let (at, out) = stacked::<S, X, K::Dim>(&self.shape, axis, classes.size())?;
        let rank = self.shape.rank();
        let places: Vec<_> = (0..rank).map(|axis| axis + usize::from(axis >= at)).chain([at]).collect();
        let ones = E::one_hot(self, classes);
        if ones.is_err() {
            // names the axis of the result
            Indices::new(self.to_tensor()?.aligned(), &out, at)?;
        }
        Ok(ones?.walked(&places, rank + 1)?.retyped(out))
    };
}
