//! Convolutions and pools.

use crate::elementwise::same_device;
use crate::{Burn, On, Real};
use burn::backend::ops::{ConvOptions, ModuleOps};
use burn::backend::{Dispatch, DispatchTensor, TensorMetadata};
use conformable::Shape;
use conformable::engine::{Convolves, Error, Outcome, Pools, composed};
use conformable::windows::{Convolve, Convolved, Motion, Pool, Pooled};

/// How the weights move, as burn has it.
fn options<const AXES: usize>(motions: &[Motion], groups: usize) -> ConvOptions<AXES> {
    let of = |axis: usize| motions[axis];
    ConvOptions::new_with_padding(
        std::array::from_fn(|axis| of(axis).stride),
        std::array::from_fn(|axis| (of(axis).before, of(axis).after())),
        std::array::from_fn(|axis| of(axis).dilation),
        groups,
    )
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
        let motions = moves.motions(x.sizes().as_ref()).collect::<Vec<_>>();
        let counts = [images, kernel].map(|x| x.shape().num_elements());
        if counts.contains(&0) || out.numel()? == 0 {
            return composed::convolve(x, weights, window);
        }
        let (images, kernel, groups) = (images.clone(), kernel.clone(), moves.groups());
        let convolved = match motions.len() {
            1 => Dispatch::conv1d(images, kernel, None, options(&motions, groups)),
            2 => Dispatch::conv2d(images, kernel, None, options(&motions, groups)),
            _ => Dispatch::conv3d(images, kernel, None, options(&motions, groups)),
        };
        On::made(Ok(convolved), out)
    }
}

/// How a window moves over images, where burn has a pool of that.
struct Plane {
    window: [usize; 2],
    stride: [usize; 2],
    padding: [usize; 2],
    dilation: [usize; 2],
}

/// Burn has pools of two axes with the same padding on both sides.
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

impl<T: Real> Pools<T> for Burn {
    fn max_pool<S: Pool<K, M>, K, M>(x: &On<T, S>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self> {
        let (out, moves) = x.shape().slides_over(&size, &window)?;
        let motions = moves.motions(x.sizes().as_ref()).collect::<Vec<_>>();
        let Some(plane) = plane(x.as_engine(), &motions) else { return composed::max_pool(x, size, window) };
        let Plane { window, stride, padding, dilation } = plane;
        On::made(Ok(Dispatch::max_pool2d(x.as_engine().clone(), window, stride, padding, dilation, false)), out)
    }

    fn mean_pool<S: Pool<K, M>, K, M>(x: &On<T, S>, size: K, window: M) -> Outcome<T, Pooled<S, K, M>, Self> {
        let (out, moves) = x.shape().slides_over(&size, &window)?;
        let motions = moves.motions(x.sizes().as_ref()).collect::<Vec<_>>();
        match plane(x.as_engine(), &motions).filter(|plane| plane.dilation == [1, 1]) {
            // padding does not count
            Some(Plane { window, stride, padding, .. }) => {
                On::made(Ok(Dispatch::avg_pool2d(x.as_engine().clone(), window, stride, padding, false, false)), out)
            }
            None => composed::mean_pool(x, size, window),
        }
    }
}
