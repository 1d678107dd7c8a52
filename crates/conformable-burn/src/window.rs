//! Convolutions and pools.

use crate::elementwise::same_device;
use crate::{Burn, EngineTensor, Real};
use burn::backend::ops::{ConvOptions, ModuleOps};
use burn::backend::{Dispatch, DispatchTensor, TensorMetadata};
use conformable::Shape;
use conformable::engine::{ConvKernel, Error, Outcome, PoolKernel, composed};
use conformable::windows::{Conv, Convolved, Motion, Pool, Pooled};

/// burn's options of a convolution along `N` axes; `None` for another number of them, or if the padding differs at both
/// sides, where some of its devices panic.
fn options<const N: usize>(motions: &[Motion], groups: usize) -> Option<ConvOptions<N>> {
    let motions: &[Motion; N] = motions.try_into().ok()?;
    let mut padding = [0; N];
    for (padding, motion) in padding.iter_mut().zip(motions) {
        *padding = motion.on_both_sides()?;
    }
    Some(ConvOptions::new(motions.map(|motion| motion.stride), padding, motions.map(|motion| motion.dilation), groups))
}

/// A convolution along one, two or three axes, if burn has it.
fn convolved(x: DispatchTensor, w: DispatchTensor, motions: &[Motion], groups: usize) -> Option<DispatchTensor> {
    match motions.len() {
        1 => options(motions, groups).map(|options| Dispatch::conv1d(x, w, None, options)),
        2 => options(motions, groups).map(|options| Dispatch::conv2d(x, w, None, options)),
        _ => options(motions, groups).map(|options| Dispatch::conv3d(x, w, None, options)),
    }
}

impl<T: Real> ConvKernel<T> for Burn {
    fn conv<S: Shape + Conv<W, M>, W: Shape, M>(
        x: &EngineTensor<T, S>,
        weights: &EngineTensor<T, W>,
        window: M,
    ) -> Outcome<T, Convolved<S, W, M>, Self> {
        let (out, moves) = x.shape().slides(weights.shape(), &window)?;
        let (images, kernel) = (x.as_engine(), weights.as_engine());
        same_device(images, kernel).map_err(Error::Failed)?;
        let motions = moves.motions(x.sizes().as_ref()).collect::<Vec<_>>();
        let none = out.numel()? == 0 || [images, kernel].iter().any(|x| x.shape().num_elements() == 0);
        let given = (!none).then(|| (images.clone(), kernel.clone()));
        match given.and_then(|(images, kernel)| convolved(images, kernel, &motions, moves.groups())) {
            Some(convolved) => EngineTensor::made(Ok(convolved), out),
            None => composed::conv(x, weights, window),
        }
    }
}

/// The motion of a window over images, if burn has such a pool.
struct Plane {
    window: [usize; 2],
    stride: [usize; 2],
    padding: [usize; 2],
    dilation: [usize; 2],
}

/// burn has pools along two axes with the same padding on both sides.
fn plane(x: &DispatchTensor, motions: &[Motion]) -> Option<Plane> {
    let [rows, columns] = motions else { return None };
    if x.rank() != 4 || x.shape().num_elements() == 0 {
        return None;
    }
    Some(Plane {
        window: [rows.window, columns.window],
        stride: [rows.stride, columns.stride],
        padding: [rows.on_both_sides()?, columns.on_both_sides()?],
        dilation: [rows.dilation, columns.dilation],
    })
}

impl<T: Real> PoolKernel<T> for Burn {
    fn max_pool<S: Shape + Pool<K, M>, K, M>(
        x: &EngineTensor<T, S>,
        size: K,
        window: M,
    ) -> Outcome<T, Pooled<S, K, M>, Self> {
        let (out, moves) = x.shape().slides_over(&size, &window)?;
        let motions = moves.motions(x.sizes().as_ref()).collect::<Vec<_>>();
        let Some(plane) = plane(x.as_engine(), &motions) else { return composed::max_pool(x, size, window) };
        let Plane { window, stride, padding, dilation } = plane;
        EngineTensor::made(
            Ok(Dispatch::max_pool2d(x.as_engine().clone(), window, stride, padding, dilation, false)),
            out,
        )
    }

    fn avg_pool<S: Shape + Pool<K, M>, K, M>(
        x: &EngineTensor<T, S>,
        size: K,
        window: M,
    ) -> Outcome<T, Pooled<S, K, M>, Self> {
        let (out, moves) = x.shape().slides_over(&size, &window)?;
        let motions = moves.motions(x.sizes().as_ref()).collect::<Vec<_>>();
        let counts = motions.iter().any(|motion| motion.counted != [0, 0]);
        match plane(x.as_engine(), &motions).filter(|plane| plane.dilation == [1, 1] && !counts) {
            // padding does not count
            Some(Plane { window, stride, padding, .. }) => EngineTensor::made(
                Ok(Dispatch::avg_pool2d(x.as_engine().clone(), window, stride, padding, false, false)),
                out,
            ),
            None => composed::avg_pool(x, size, window),
        }
    }
}
