//! Handwritten loops.

#![allow(clippy::cast_sign_loss, reason = "coordinates are not negative")]

pub(super) fn nearest(image: &[f32], [h, w]: [usize; 2], [rows, columns]: [usize; 2], out: &mut [f32]) {
    let places: Vec<usize> = (0..columns).map(|j| j * w / columns).collect();
    for (image, out) in image.chunks_exact(h * w).zip(out.chunks_exact_mut(rows * columns)) {
        for (i, out) in out.chunks_exact_mut(columns).enumerate() {
            let row = &image[i * h / rows * w..][..w];
            out.iter_mut().zip(&places).for_each(|(out, &j)| *out = row[j]);
        }
    }
}

/// The two neighbours of each position of an axis, and the weight of the second.
fn neighbours(size: usize, places: usize) -> Vec<(usize, usize, f32)> {
    let scale = size as f32 / places as f32;
    let at = |j: usize| {
        let x = ((j as f32 + 0.5) * scale - 0.5).max(0.0);
        let low = (x as usize).min(size - 1);
        (low, (low + 1).min(size - 1), x - low as f32)
    };
    (0..places).map(at).collect()
}

pub(super) fn bilinear(image: &[f32], [h, w]: [usize; 2], [rows, columns]: [usize; 2], out: &mut [f32]) {
    let (down, along) = (neighbours(h, rows), neighbours(w, columns));
    let mut mixed = vec![0.0; w];
    for (image, out) in image.chunks_exact(h * w).zip(out.chunks_exact_mut(rows * columns)) {
        for (&(low, high, weight), out) in down.iter().zip(out.chunks_exact_mut(columns)) {
            let (above, below) = (&image[low * w..][..w], &image[high * w..][..w]);
            for ((mixed, x), y) in mixed.iter_mut().zip(above).zip(below) {
                *mixed = x * (1.0 - weight) + y * weight;
            }
            for (out, &(low, high, weight)) in out.iter_mut().zip(&along) {
                *out = mixed[low] * (1.0 - weight) + mixed[high] * weight;
            }
        }
    }
}

pub(super) fn max(image: &[f32], [h, w]: [usize; 2], out: &mut [f32]) {
    for (image, out) in image.chunks_exact(h * w).zip(out.chunks_exact_mut((h / 2) * (w / 2))) {
        for (rows, out) in image.chunks_exact(2 * w).zip(out.chunks_exact_mut(w / 2)) {
            let (above, below) = rows.split_at(w);
            for ((out, above), below) in out.iter_mut().zip(above.chunks_exact(2)).zip(below.chunks_exact(2)) {
                *out = above[0].max(above[1]).max(below[0]).max(below[1]);
            }
        }
    }
}

pub(super) fn max_with_indices(image: &[f32], [h, w]: [usize; 2], values: &mut [f32], indices: &mut [usize]) {
    let (rows, columns) = (h / 2, w / 2);
    let results = values.chunks_exact_mut(rows * columns).zip(indices.chunks_exact_mut(rows * columns));
    for (image, (values, indices)) in image.chunks_exact(h * w).zip(results) {
        let results = values.chunks_exact_mut(columns).zip(indices.chunks_exact_mut(columns)).enumerate();
        for (i, (values, indices)) in results {
            let (above, below) = image[2 * i * w..][..2 * w].split_at(w);
            let windows = above.chunks_exact(2).zip(below.chunks_exact(2)).enumerate();
            for (((j, (above, below)), value), index) in windows.zip(values).zip(indices) {
                let first = 2 * (i * w + j);
                let mut best = (above[0], first);
                for (x, at) in [(above[1], first + 1), (below[0], first + w), (below[1], first + w + 1)] {
                    best = if x > best.0 || x.is_nan() { (x, at) } else { best };
                }
                (*value, *index) = best;
            }
        }
    }
}

/// The first index of window `j` of `count`, and the index after its last.
fn share(j: usize, size: usize, count: usize) -> [usize; 2] {
    [j * size / count, ((j + 1) * size).div_ceil(count)]
}

pub(super) fn adaptive_max(image: &[f32], [h, w]: [usize; 2], count: usize, out: &mut [f32]) {
    for (image, out) in image.chunks_exact(h * w).zip(out.chunks_exact_mut(count * count)) {
        for (place, out) in out.iter_mut().enumerate() {
            let ([top, end], [left, right]) = (share(place / count, h, count), share(place % count, w, count));
            let mut best = f32::NEG_INFINITY;
            for row in image[top * w..end * w].chunks_exact(w) {
                for &x in &row[left..right] {
                    best = if x > best || x.is_nan() { x } else { best };
                }
            }
            *out = best;
        }
    }
}

pub(super) fn adaptive_mean(image: &[f32], [h, w]: [usize; 2], count: usize, out: &mut [f32]) {
    for (image, out) in image.chunks_exact(h * w).zip(out.chunks_exact_mut(count * count)) {
        for (place, out) in out.iter_mut().enumerate() {
            let ([top, end], [left, right]) = (share(place / count, h, count), share(place % count, w, count));
            let mut sum = 0.0;
            for row in image[top * w..end * w].chunks_exact(w) {
                sum += row[left..right].iter().sum::<f32>();
            }
            *out = sum / ((end - top) * (right - left)) as f32;
        }
    }
}

pub(super) fn shuffle(image: &[f32], [h, w]: [usize; 2], out: &mut [f32]) {
    for (images, out) in image.chunks_exact(4 * h * w).zip(out.chunks_exact_mut(4 * h * w)) {
        for (y, out) in out.chunks_exact_mut(2 * w).enumerate() {
            let row = |j: usize| &images[((y % 2 * 2 + j) * h + y / 2) * w..][..w];
            for ((out, &even), &odd) in out.chunks_exact_mut(2).zip(row(0)).zip(row(1)) {
                (out[0], out[1]) = (even, odd);
            }
        }
    }
}

pub(super) fn colours(planes: &[f32], out: &mut [f32]) {
    let (red, rest) = planes.split_at(planes.len() / 3);
    let (green, blue) = rest.split_at(red.len());
    for (((out, &r), &g), &b) in out.chunks_exact_mut(3).zip(red).zip(green).zip(blue) {
        out.copy_from_slice(&[r, g, b]);
    }
}

pub(super) fn planes(colours: &[f32], out: &mut [f32]) {
    let (red, rest) = out.split_at_mut(colours.len() / 3);
    let (green, blue) = rest.split_at_mut(red.len());
    for (((of, r), g), b) in colours.chunks_exact(3).zip(red).zip(green).zip(blue) {
        (*r, *g, *b) = (of[0], of[1], of[2]);
    }
}

pub(super) fn unshuffle(image: &[f32], [h, w]: [usize; 2], out: &mut [f32]) {
    let (rows, columns) = (h / 2, w / 2);
    for (image, out) in image.chunks_exact(h * w).zip(out.chunks_exact_mut(h * w)) {
        for (channel, out) in out.chunks_exact_mut(rows * columns).enumerate() {
            for (y, out) in out.chunks_exact_mut(columns).enumerate() {
                let row = &image[(2 * y + channel / 2) * w..][..w];
                out.iter_mut().zip(row.chunks_exact(2)).for_each(|(out, pair)| *out = pair[channel % 2]);
            }
        }
    }
}

pub(super) fn conv(image: &[f32], (weights, bias): (&[f32], &[f32]), [h, w]: [usize; 2], out: &mut [f32]) {
    let (rows, columns, inputs) = (h - 2, w - 2, image.len() / (h * w));
    let outputs = out.chunks_exact_mut(rows * columns).zip(weights.chunks_exact(inputs * 9)).zip(bias);
    for ((out, weights), &bias) in outputs {
        for (y, out) in out.chunks_exact_mut(columns).enumerate() {
            out.fill(bias);
            for (image, weights) in image.chunks_exact(h * w).zip(weights.chunks_exact(9)) {
                for (row, weights) in image[y * w..][..3 * w].chunks_exact(w).zip(weights.chunks_exact(3)) {
                    for (((out, a), b), c) in out.iter_mut().zip(row).zip(&row[1..]).zip(&row[2..]) {
                        *out += a * weights[0] + b * weights[1] + c * weights[2];
                    }
                }
            }
        }
    }
}
