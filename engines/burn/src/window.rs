//! Convolutions and pools.

use crate::elementwise::same_device;
use crate::{Burn, On, Real};
use burn::backend::ops::ModuleOps;
use burn::backend::{Dispatch, DispatchTensor, TensorMetadata};
use burn::tensor::ops::ConvOptions;
use conformable::Shape;
use conformable::engine::{Convolves, Error, Outcome, Pools, composed};
use conformable::windows::{Convolve, Convolved, Motion, Pool, Pooled};

/// How a window moves along so many axes, as burn has it; `None` along another number of them, and where the padding is not the same on both sides,
/// which some of its devices refuse by a panic.
fn options<const N: usize>(motions: &[Motion], groups: usize) -> Option<ConvOptions<N>> {
    let motions: &[Motion; N] = motions.try_into().ok()?;
    let mut padding = [0; N];
    for (padding, motion) in padding.iter_mut().zip(motions) {
        *padding = motion.on_both_sides()?;
    }
    let [stride, dilation] =
        [|motion: Motion| motion.stride, |motion: Motion| motion.dilation].map(|of| motions.map(of));
    Some(ConvOptions::new(stride, padding, dilation, groups))
}

/// A convolution along one, two or three axes.
fn convolved(x: DispatchTensor, w: DispatchTensor, motions: &[Motion], groups: usize) -> Option<DispatchTensor> {
    match motions.len() {
        1 => options(motions, groups).map(|options| Dispatch::conv1d(x, w, None, options)),
        2 => options(motions, groups).map(|options| Dispatch::conv2d(x, w, None, options)),
        _ => options(motions, groups).map(|options| Dispatch::conv3d(x, w, None, options)),
    }
}

impl<T: Real> Convolves<T> for Burn {
    fn convolve<S: Convolve<W, M>, W: Shape, M>(
        x: &On<T, S>,
        weights: &On<T, W>,
        window: M,
    ) -> Outcome<T, Convolved<S, W, M>, Self> {
        let (out, moves) = x.shape().slides(weights.shape(), &window)?;
        let (images, kernel) = (x.as_engine(), weights.as_engine());
        same_device(images, kernel).map_err(Error::Engine)?;
        let motions = moves.motions(&images.shape()).collect::<Vec<_>>();
        if out.numel()? > 0 && images.shape().num_elements() > 0 && kernel.shape().num_elements() > 0 {
            if let Some(convolved) = convolved(images.clone(), kernel.clone(), &motions, moves.groups()) {
                return On::made(Ok(convolved), out);
            }
        }
        composed::convolve(x, weights, window)
    }
}

impl<T: Real> Pools<T> for Burn {
    fn max_pool<S: Pool<K, M>, K, M>(x: &On<T, S>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self> {
        composed::max_pool(x, size, window)
    }

    fn mean_pool<S: Pool<K, M>, K, M>(x: &On<T, S>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self> {
        composed::mean_pool(x, size, window)
    }
}
