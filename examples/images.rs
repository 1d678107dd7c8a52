//! Normalises a batch of images by the mean and deviation of each channel, and puts the channels last.

use conformable::{Axis, Keep, Pdpd, Shape, Tensor, shape, zip};

/// RGB images, channels first; their number, height and width are known only at run time.
type Images<T> = Tensor<T, Shape![_, 3, _, _]>;

fn channel_mean(x: &Images<f32>) -> Tensor<f32, Shape![3]> {
    x.mean((Axis::<0>, Axis::<2>, Axis::<3>))
}

fn channel_deviation(x: &Images<f32>) -> Tensor<f32, Shape![3]> {
    x.std((Axis::<0>, Axis::<2>, Axis::<3>), 0)
}

/// (N, 3, H, W) with (3,), aligned to the axis of the channels, in one pass.
fn normalise(x: &Images<f32>, mean: &Tensor<f32, Shape![3]>, deviation: &Tensor<f32, Shape![3]>) -> Images<f32> {
    zip((x, mean, deviation)).under(Pdpd(Axis::<1>)).map(|(x, mean, deviation)| (x - mean) / deviation)
}

fn channels_last(x: &Images<f32>) -> Tensor<f32, Shape![_, _, _, 3]> {
    x.move_axis(Axis::<1>, Axis::<-1>).to_heap()
}

fn image_mean(x: &Images<f32>) -> Tensor<f32, Shape![_, 1, 1, 1]> {
    x.mean(Keep((Axis::<1>, Axis::<2>, Axis::<3>)))
}

fn main() {
    let (n, h, w) = (2, 4, 5);
    let bytes: Tensor<u8, Shape![_]> = (0..=u8::MAX).cycle().step_by(7).take(n * 3 * h * w).collect();
    let batch: Images<u8> = bytes.reshape(shape![n, 3, h, w]);

    let images = batch.map(f32::from) / 255.0;
    let (mean, deviation) = (channel_mean(&images), channel_deviation(&images));
    let normal = normalise(&images, &mean, &deviation);
    println!("mean {mean:.3}, deviation {deviation:.3}, normalised {:.3}", channel_mean(&normal).abs());
    println!("{:?}", channels_last(&normal).sizes());
    println!("{:.3}", image_mean(&(&normal - image_mean(&normal))).abs());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images() -> Images<f32> {
        let bytes: Tensor<u8, Shape![_]> = (0..=u8::MAX).cycle().step_by(7).take(120).collect();
        (bytes.map(f32::from) / 255.0).reshape(shape![2, 3, 4, 5]).widen()
    }

    #[test]
    fn means_and_deviations_are_those_of_loops() {
        let x = images();
        let (mean, deviation) = (channel_mean(&x), channel_deviation(&x));
        for c in 0..3 {
            let channel = || x.indexed_iter().filter(|(index, _)| index[1] == c).map(|(_, &x)| f64::from(x));
            let naive = channel().sum::<f64>() / 40.0;
            let variance = channel().map(|x| (x - naive).powi(2)).sum::<f64>() / 40.0;
            assert!((f64::from(mean[c]) - naive).abs() < 1e-6);
            assert!((f64::from(deviation[c]) - variance.sqrt()).abs() < 1e-6);
        }
        for n in 0..2 {
            let image = x.indexed_iter().filter(|(index, _)| index[0] == n).map(|(_, &x)| f64::from(x));
            assert!((f64::from(image_mean(&x)[[n, 0, 0, 0]]) - image.sum::<f64>() / 60.0).abs() < 1e-6);
        }
    }

    #[test]
    fn each_channel_is_normalised_and_moved() {
        let x = images();
        let (mean, deviation) = (channel_mean(&x), channel_deviation(&x));
        let y = normalise(&x, &mean, &deviation);
        let last = channels_last(&y);
        assert_eq!(last.sizes(), [2, 4, 5, 3]);
        for ([n, c, h, w], &element) in x.indexed_iter() {
            let normalised = (element - mean[c]) / deviation[c];
            assert_eq!((y[[n, c, h, w]], last[[n, h, w, c]]), (normalised, normalised));
        }
        // two passes of the operators
        assert_eq!((x.under(Pdpd(Axis::<1>)) - &mean).under(Pdpd(Axis::<1>)) / &deviation, y);
    }
}
