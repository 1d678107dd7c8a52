//! Image normalisation of a batch (N, 3, H, W).
use conformable::{Axis, Pdpd, Shape, Tensor, shape, zip};

/// a batch of RGB images, sizes known at run time
type Images<T> = Tensor<T, Shape![_, 3, _, _]>;

/// The mean of each channel: (N, 3, H, W) to (3,).
fn channel_mean(x: &Images<f32>) -> Tensor<f32, Shape![3]> {
    let mut sums = Tensor::zeros(shape![3]);
    for ([_, c, _, _], element) in x.indexed_iter() {
        sums[c] += element;
    }
    sums / (x.len() / 3) as f32
}

fn channel_std(x: &Images<f32>, mean: &Tensor<f32, Shape![3]>) -> Tensor<f32, Shape![3]> {
    let centred = x.under(Pdpd(Axis::<1>)) - mean;
    channel_mean(&centred.square()).sqrt()
}

/// (N, 3, H, W) to (N, H, W, 3), copied.
fn nhwc(x: &Images<f32>) -> Tensor<f32, Shape![_, _, _, 3]> {
    let &(n, c, h, w) = x.shape();
    Tensor::from_fn((n, h, w, c), |[i, y, x_, c]| x[[i, c, y, x_]])
}

/// (N, 3, H, W) to (N, 1, 1, 1)
fn image_mean(x: &Images<f32>) -> Tensor<f32, Shape![_, 1, 1, 1]> {
    let [n, ..] = x.sizes();
    let mut sums = Tensor::zeros(shape![n, 1, 1, 1]);
    for ([i, ..], element) in x.indexed_iter() {
        sums[[i, 0, 0, 0]] += element;
    }
    sums / (x.len() / n) as f32
}

pub fn main() {
    let (n, h, w) = (2, 4, 5);
    let raw: Vec<u8> = (0..n * 3 * h * w).map(|i| (i * 7 % 256) as u8).collect();
    let batch: Images<u8> = Tensor::from_vec(shape![n, 3, h, w], raw).unwrap();

    let x = batch.map(f32::from) / 255.0;
    let mean = channel_mean(&x);
    let std = channel_std(&x, &mean);
    // two passes with the operators
    let y = (x.under(Pdpd(Axis::<1>)) - &mean).under(Pdpd(Axis::<1>)) / &std;
    // one pass
    let z = zip((&x, &mean, &std)).under(Pdpd(Axis::<1>)).map(|(x, m, s)| (x - m) / s);
    assert_eq!(y, z);
    assert!(channel_mean(&y).abs().less(1e-6).iter().all(|small| *small));
    assert_eq!(nhwc(&y).sizes(), [2, 4, 5, 3]);
    let centred = &y - image_mean(&y);
    assert!(image_mean(&centred).abs().less(1e-6).iter().all(|small| *small));
}
