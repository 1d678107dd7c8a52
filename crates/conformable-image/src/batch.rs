//! Images for models.

use conformable::{Axis, Dim, Dyn, Heap, ShapeError, Storage, Tensor, try_stack};

/// Stacks images of (H, W, C) to (N, C, H, W), with samples from 0 to 1.
///
/// # Errors
///
/// If the images have different sizes, or there are none.
///
/// ```
/// use conformable::{Shape, Tensor};
/// use conformable_image::{batch, unbatch};
///
/// let images = [Tensor::from([[[255_u8, 0, 51]; 4]; 2]), Tensor::from([[[0; 3]; 4]; 2])];
/// let x: Tensor<f32, Shape![_, 3, 2, 4]> = batch(&images)?;
/// assert_eq!(x[[0, 2, 0, 0]], 0.2);
/// assert_eq!(unbatch(&x), images);
/// # Ok::<(), conformable::ShapeError>(())
/// ```
#[allow(clippy::type_complexity, reason = "the tensor, or how the images differ")]
pub fn batch<H: Dim, W: Dim, C: Dim, D: Storage<Owner = Heap>>(
    images: &[Tensor<u8, (H, W, C), D>],
) -> Result<Tensor<f32, (Dyn, C, H, W)>, ShapeError> {
    let images: Vec<_> = images.iter().collect();
    let stacked: Tensor<u8, (Dyn, H, W, C)> = try_stack(Axis::<0>, &images[..])?;
    Ok(stacked.permute((Axis::<0>, Axis::<3>, Axis::<1>, Axis::<2>)).map(|sample| f32::from(sample) / 255.0))
}

/// Returns the images of a batch of (N, C, H, W), each as (H, W, C).
///
/// Samples are rounded to the nearest of 256 steps from 0 to 1. Those below 0 and NaN become 0, and those above 1
/// become 255.
pub fn unbatch<N: Dim, C: Dim, H: Dim, W: Dim, D: Storage<Owner = Heap>>(
    batch: &Tensor<f32, (N, C, H, W), D>,
) -> Vec<Tensor<u8, (H, W, C)>> {
    let last = batch.permute((Axis::<0>, Axis::<2>, Axis::<3>, Axis::<1>));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` rounds NaN to 0, and saturates")]
    last.axis_iter(Axis::<0>).map(|image| image.map(|sample| (sample * 255.0).round() as u8)).collect()
}
