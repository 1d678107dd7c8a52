//! Image normalisation of a batch (N, 3, H, W).
use ndarray::{Array1, Array4, Axis, Zip};

/// The mean of each channel: (N, 3, H, W) to (3,).
fn channel_mean(x: &Array4<f32>) -> Array1<f32> {
    let mut sums = Array1::zeros(3);
    for ((_, c, _, _), element) in x.indexed_iter() {
        sums[c] += element;
    }
    sums / (x.len() / 3) as f32
}

fn by_channel(x: &Array1<f32>) -> ndarray::ArrayView3<'_, f32> {
    x.view().insert_axis(Axis(1)).insert_axis(Axis(2))
}

fn channel_std(x: &Array4<f32>, mean: &Array1<f32>) -> Array1<f32> {
    let centred = x - &by_channel(mean);
    channel_mean(&centred.mapv(|x| x * x)).sqrt()
}

/// (N, 3, H, W) to (N, H, W, 3), copied.
fn nhwc(x: &Array4<f32>) -> Array4<f32> {
    let (n, c, h, w) = x.dim();
    Array4::from_shape_fn((n, h, w, c), |(i, y, x_, c)| x[[i, c, y, x_]])
}

/// (N, 3, H, W) to (N, 1, 1, 1)
fn image_mean(x: &Array4<f32>) -> Array4<f32> {
    let n = x.dim().0;
    let mut sums = Array4::zeros((n, 1, 1, 1));
    for ((i, ..), element) in x.indexed_iter() {
        sums[[i, 0, 0, 0]] += element;
    }
    sums / (x.len() / n) as f32
}

fn main() {
    let (n, h, w) = (2, 4, 5);
    let raw: Vec<u8> = (0..n * 3 * h * w).map(|i| (i * 7 % 256) as u8).collect();
    let batch = Array4::from_shape_vec((n, 3, h, w), raw).unwrap();

    let x = batch.mapv(f32::from) / 255.0;
    let mean = channel_mean(&x);
    let std = channel_std(&x, &mean);
    // two passes with the operators
    let y = (&x - &by_channel(&mean)) / &by_channel(&std);
    // one pass
    let z = Zip::from(&x)
        .and_broadcast(by_channel(&mean))
        .and_broadcast(by_channel(&std))
        .map_collect(|x, m, s| (x - m) / s);
    assert_eq!(y, z);
    assert!(channel_mean(&y).abs().iter().all(|mean| *mean < 1e-6));
    assert_eq!(nhwc(&y).dim(), (2, 4, 5, 3));
    let centred = &y - &image_mean(&y);
    assert!(image_mean(&centred).abs().iter().all(|mean| *mean < 1e-6));
}
