//! Convolutions and pools.

use crate::{Candle, EngineTensor, Float};
use candle_core::{Error as Failed, Tensor};
use conformable::Shape;
use conformable::engine::{ConvKernel, Outcome, PoolKernel, composed};
use conformable::windows::{Conv, Convolved, Motion, Pool, Pooled};

/// A value, if it is the same along all axes.
fn same<V: PartialEq>(motions: &[Motion], of: impl Fn(&Motion) -> V) -> Option<V> {
    let (first, others) = motions.split_first()?;
    let first = of(first);
    others.iter().all(|motion| of(motion) == first).then_some(first)
}

/// The number of elements at the end of an axis that no window reaches. candle's gradients use that of the first axis
/// for all.
fn unseen(motion: &Motion, padding: usize) -> Option<usize> {
    let seen = (motion.places - 1) * motion.stride + motion.dilation * (motion.window - 1) + 1;
    motion.size.checked_sub(seen.checked_sub(2 * padding)?)
}

/// A convolution by candle's kernels: along one or two axes, with the same motion along both.
fn convolved(x: &Tensor, w: &Tensor, motions: &[Motion], groups: usize) -> Option<Result<Tensor, Failed>> {
    let padding = same(motions, |motion| motion.on_both_sides())??;
    let (stride, dilation) = same(motions, |motion| (motion.stride, motion.dilation))?;
    if x.track_op() || w.track_op() {
        same(motions, |motion| unseen(motion, padding))??;
    }
    match motions.len() {
        1 => Some(x.conv1d(w, padding, stride, dilation, groups)),
        2 => Some(x.conv2d(w, padding, stride, dilation, groups)),
        _ => None,
    }
}

impl<T: Float> ConvKernel<T> for Candle {
    fn conv<S: Shape + Conv<W, M>, W: Shape, M>(
        x: &EngineTensor<T, S>,
        weights: &EngineTensor<T, W>,
        window: M,
    ) -> Outcome<T, Convolved<S, W, M>, Self> {
        let (out, moves) = x.shape().slides(weights.shape(), &window)?;
        let (images, kernel) = (x.as_engine(), weights.as_engine());
        let motions = moves.motions(images.dims()).collect::<Vec<_>>();
        let none = out.numel()? == 0 || images.elem_count() == 0 || kernel.elem_count() == 0;
        match convolved(images, kernel, &motions, moves.groups()).filter(|_| !none) {
            Some(convolved) => EngineTensor::made(convolved, out),
            None => composed::conv(x, weights, window),
        }
    }
}

/// A pool by candle's kernels: of images, without padding, by adjacent windows. Tracked tensors use the composed form,
/// since the gradients of the kernels are wrong: maxima are scaled, and elements outside of all windows get some.
fn pooled(
    x: &Tensor,
    motions: &[Motion],
    pool: impl Fn(&Tensor, (usize, usize)) -> Result<Tensor, Failed>,
) -> Option<Result<Tensor, Failed>> {
    let plain =
        |motion: &Motion| motion.stride == motion.window && motion.dilation == 1 && motion.on_both_sides() == Some(0);
    match (x.rank(), motions) {
        (4, [rows, columns]) if x.elem_count() > 0 && !x.track_op() && motions.iter().all(plain) => {
            Some(pool(x, (rows.window, columns.window)))
        }
        _ => None,
    }
}

/// The functions of [`PoolKernel`]: candle's, or composed ones.
macro_rules! pools {
    ($($name:ident $theirs:ident)*) => {$(
        fn $name<S: Shape + Pool<K, M>, K, M>(x: &EngineTensor<T, S>, size: K, window: M)
            -> Outcome<T, Pooled<S, K, M>, Self>
        {
            let (out, moves) = x.shape().slides_over(&size, &window)?;
            let motions = moves.motions(x.as_engine().dims()).collect::<Vec<_>>();
            match pooled(x.as_engine(), &motions, |x, size| x.$theirs(size)) {
                Some(pooled) => EngineTensor::made(pooled, out),
                None => composed::$name(x, size, window),
            }
        }
    )*};
}

impl<T: Float> PoolKernel<T> for Candle {
    pools!(max_pool max_pool2d avg_pool avg_pool2d);
}
