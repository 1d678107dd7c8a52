//! Rows of interpolation, pools, shuffled pixels and convolutions with a bias.

#![allow(clippy::many_single_char_names, reason = "images, kernels and biases")]

mod hand;

use crate::harness::run;
use crate::pairs::Pairs;
use crate::{floats, written};
use conformable::ops::{Multilinear, Nearest};
use conformable::windows::Window;
use conformable::{Axis, Size, Tensor, shape};
use std::hint::black_box;

/// To twice the rows and columns, from a quarter of the elements.
pub(crate) fn interpolated(pairs: &mut Pairs, [many, rows, columns]: [usize; 3]) {
    let [h, w] = [rows / 2, columns / 2];
    let image = floats(many * h * w);
    let x = &Tensor::from_vec(shape![many, h, w], image.clone()).unwrap();
    let image = &image[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![many, rows, columns], 0.0), vec![0.0; many * rows * columns]);
    written!(
        pairs, format!("interpolate Nearest to {many} x {rows} x {columns}"),
        out: black_box(x).interpolate_into(shape![rows, columns], Nearest::default(), out),
        by_hand: hand::nearest(black_box(image), [h, w], [rows, columns], by_hand)
    );
    written!(
        pairs, format!("interpolate Multilinear to {many} x {rows} x {columns}"),
        out: black_box(x).interpolate_into(shape![rows, columns], Multilinear::default(), out),
        by_hand: hand::bilinear(black_box(image), [h, w], [rows, columns], by_hand)
    );
}

/// A pool with indices, and adaptive pools.
pub(crate) fn pools(pairs: &mut Pairs, [many, h, w]: [usize; 3]) {
    let label = |name: &str| format!("{name} {many} x {h} x {w}");
    // so that all sums are exact
    let image: Vec<_> = floats(many * h * w).into_iter().map(|x| x % 100.0).collect();
    let x = &Tensor::from_vec(shape![many, h, w], image.clone()).unwrap();
    let image = &image[..];
    let [rows, columns] = [h / 2, w / 2];
    let mut out = (Tensor::full(shape![many, rows, columns], 0.0), Tensor::full(shape![many, rows, columns], 0));
    let mut by_hand = (vec![0.0; many * rows * columns], vec![0; many * rows * columns]);
    let (to, hand_to) = (&mut out, &mut by_hand);
    pairs.row(
        &label("max_pool_with_indices 2 x 2,"),
        [
            run!(black_box(x).max_pool_with_indices_into(
                shape![2, 2],
                Window::new(),
                black_box(&mut to.0),
                black_box(&mut to.1)
            )),
            run!(hand::max_with_indices(
                black_box(image),
                [h, w],
                black_box(&mut hand_to.0),
                black_box(&mut hand_to.1)
            )),
        ],
    );
    assert!(out.0.iter().eq(&by_hand.0) && out.1.iter().eq(&by_hand.1), "the pools differ");
    let (mut out, mut by_hand) = (Tensor::full(shape![many, rows, columns], 0.0), vec![0.0; many * rows * columns]);
    written!(
        pairs, label("max_pool 2 x 2,"),
        out: black_box(x).max_pool_into(shape![2, 2], Window::new(), out),
        by_hand: hand::max(black_box(image), [h, w], by_hand)
    );
    for k in [7, 1, h / 4] {
        let label = |name: &str| label(&format!("{name} to {k} x {k},"));
        let (mut out, mut by_hand) = (Tensor::full(shape![many, k, k], 0.0), vec![0.0; many * k * k]);
        written!(
            pairs, label("adaptive_max_pool"),
            out: black_box(x).adaptive_max_pool_into(shape![k, k], out),
            by_hand: hand::adaptive_max(black_box(image), [h, w], k, by_hand)
        );
        written!(
            pairs, label("adaptive_avg_pool"),
            out: black_box(x).adaptive_avg_pool_into(shape![k, k], out),
            by_hand: hand::adaptive_mean(black_box(image), [h, w], k, by_hand)
        );
    }
}

/// `pixel_shuffle` by 2, and its inverse.
pub(crate) fn shuffled(pairs: &mut Pairs, [many, h, w]: [usize; 3]) {
    let label = |name: &str| format!("{name} 2, {many} x {h} x {w}");
    let image = floats(many * h * w);
    let x = &Tensor::from_vec(shape![many, h, w], image.clone()).unwrap();
    let image = &image[..];
    let (mut out, mut by_hand) = (Tensor::full(shape![many / 4, h * 2, w * 2], 0.0), vec![0.0; many * h * w]);
    written!(
        pairs, label("pixel_shuffle"),
        out: black_box(x).pixel_shuffle_into(Size::<2>, out),
        by_hand: hand::shuffle(black_box(image), [h, w], by_hand)
    );
    let (mut out, mut by_hand) = (Tensor::full(shape![many * 4, h / 2, w / 2], 0.0), vec![0.0; many * h * w]);
    written!(
        pairs, label("pixel_unshuffle"),
        out: black_box(x).pixel_unshuffle_into(Size::<2>, out),
        by_hand: hand::unshuffle(black_box(image), [h, w], by_hand)
    );
}

/// A picture with its colours next to each other, from planes of three colours, and back.
pub(crate) fn colours(pairs: &mut Pairs, [_, h, w]: [usize; 3]) {
    let label = |name: &str| format!("{name}, {h} x {w}");
    let image = floats(3 * h * w);
    let planes = &Tensor::from_vec(shape![Size::<3>, h, w], image.clone()).unwrap();
    let colours = &Tensor::from_vec(shape![h, w, Size::<3>], image.clone()).unwrap();
    let image = &image[..];
    let (mut out, mut by_hand) = (Tensor::full(*colours.shape(), 0.0), vec![0.0; 3 * h * w]);
    written!(
        pairs, label("colours of 3 planes"),
        out: out.assign(&black_box(planes).permute((Axis::<1>, Axis::<2>, Axis::<0>))),
        by_hand: hand::colours(black_box(image), by_hand)
    );
    let (mut out, mut by_hand) = (Tensor::full(*planes.shape(), 0.0), vec![0.0; 3 * h * w]);
    written!(
        pairs, label("planes of 3 colours"),
        out: out.assign(&black_box(colours).permute((Axis::<2>, Axis::<0>, Axis::<1>))),
        by_hand: hand::planes(black_box(image), by_hand)
    );
}

/// `conv_bias` of images to as many channels, with weights of 3 x 3.
pub(crate) fn biased(pairs: &mut Pairs, [count, many, h, w]: [usize; 4]) {
    let images = floats(count * many * h * w);
    let x = &Tensor::from_vec(shape![count, many, h, w], images.clone()).unwrap();
    let weights: Vec<f32> = (0..many * many * 9).map(|i| (i % 3) as f32).collect();
    let k = &Tensor::from_vec(shape![many, many, 3, 3], weights.clone()).unwrap();
    let bias = floats(many);
    let b = &Tensor::from_vec(shape![many], bias.clone()).unwrap();
    let (images, weights, bias) = (&images[..], &weights[..], &bias[..]);
    let [rows, columns] = [h - 2, w - 2];
    let each = many * rows * columns;
    let (mut out, mut by_hand) = (Tensor::full(shape![count, many, rows, columns], 0.0), vec![0.0; count * each]);
    let several = if count > 1 { format!("{count} times ") } else { String::new() };
    let mut scratch = vec![0.0; x.conv_scratch(k, Window::new()).unwrap()];
    written!(
        pairs, format!("conv_bias 3 x 3, {several}{many} x {h} x {w}"),
        out: black_box(x).conv_bias_into(black_box(k), black_box(b), Window::new(), out, &mut scratch),
        by_hand: for (image, by_hand) in black_box(images).chunks(many * h * w).zip(by_hand.chunks_mut(each)) {
            hand::conv(image, (black_box(weights), black_box(bias)), [h, w], by_hand);
        }
    );
}
