//! Handwritten loops for each workload, over slices of run-time lengths, compiled for every processor and for this one.

use std::mem::MaybeUninit;

/// An uninitialised element of a block.
pub(crate) type Slot = MaybeUninit<f32>;

/// A loop, and the same loop for AVX2 and AVX-512: `hand!(fn f(o, a, b, n) { .. })` makes `f::plain`, `f::avx2` and
/// `f::avx512`.
macro_rules! hand {
    ($(fn $name:ident($o:ident: $O:ty, $a:ident, $b:ident, $($n:ident),*) $body:block)*) => {$(
        pub(crate) mod $name {
            #[allow(unused_imports, reason = "one of them changes a block in place")]
            use super::{Slot, piecewise};
            pub(crate) type Loop = fn($O, &[f32], &[f32], [usize; hand!(@ $($n)*)]);

            #[inline(always)]
            fn body($o: $O, $a: &[f32], $b: &[f32], [$($n),*]: [usize; hand!(@ $($n)*)]) $body

            fn plain(o: $O, a: &[f32], b: &[f32], n: [usize; hand!(@ $($n)*)]) {
                body(o, a, b, n);
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn avx2(o: $O, a: &[f32], b: &[f32], n: [usize; hand!(@ $($n)*)]) {
                body(o, a, b, n);
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
            fn avx512(o: $O, a: &[f32], b: &[f32], n: [usize; hand!(@ $($n)*)]) {
                body(o, a, b, n);
            }

            #[cfg(target_arch = "x86_64")]
            fn on_avx2(o: $O, a: &[f32], b: &[f32], n: [usize; hand!(@ $($n)*)]) {
                // SAFETY: `all` returns it only if the processor has AVX2.
                unsafe { avx2(o, a, b, n) }
            }

            #[cfg(target_arch = "x86_64")]
            fn on_avx512(o: $O, a: &[f32], b: &[f32], n: [usize; hand!(@ $($n)*)]) {
                // SAFETY: `all` returns it only if the processor has AVX-512.
                unsafe { avx512(o, a, b, n) }
            }

            /// The loops that this processor can run.
            pub(crate) fn all() -> Vec<(&'static str, Loop)> {
                let mut loops: Vec<(&'static str, Loop)> = vec![("plain", plain)];
                #[cfg(target_arch = "x86_64")]
                {
                    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                        loops.push(("avx2", on_avx2));
                    }
                    if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512dq") {
                        loops.push(("avx512", on_avx512));
                    }
                }
                loops
            }
        }
    )*};
    (@ $a:ident) => { 1 };
    (@ $a:ident $b:ident) => { 2 };
    (@ $a:ident $b:ident $c:ident) => { 3 };
}

/// A function with branches that read captured values.
#[inline]
pub(crate) fn piecewise(x: f32, limit: f32, slope: f32) -> f32 {
    if x > limit && x < 2.0 * limit {
        x * x
    } else if x > slope {
        x
    } else {
        slope
    }
}

hand! {
    fn same(o: &mut [Slot], a, b, n) {
        let (o, a, b) = (&mut o[..n], &a[..n], &b[..n]);
        for i in 0..n {
            o[i].write(a[i] + b[i]);
        }
    }

    fn row(o: &mut [Slot], a, b, n, c) {
        let b = &b[..c];
        for i in 0..n {
            let (o, a) = (&mut o[i * c..][..c], &a[i * c..][..c]);
            for j in 0..c {
                o[j].write(a[j] + b[j]);
            }
        }
    }

    fn column(o: &mut [Slot], a, b, n, c) {
        for i in 0..n {
            let (o, a, b) = (&mut o[i * c..][..c], &a[i * c..][..c], b[i]);
            for j in 0..c {
                o[j].write(a[j] * b);
            }
        }
    }

    fn outer(o: &mut [Slot], a, b, n, c) {
        let b = &b[..c];
        for i in 0..n {
            let (o, a) = (&mut o[i * c..][..c], a[i]);
            for j in 0..c {
                o[j].write(a + b[j]);
            }
        }
    }

    fn channel(o: &mut [Slot], a, b, n, c, hw) {
        for i in 0..n * c {
            let (o, a, b) = (&mut o[i * hw..][..hw], &a[i * hw..][..hw], b[i % c]);
            for j in 0..hw {
                o[j].write(a[j] + b);
            }
        }
    }

    // a row of a few elements, repeated to a tile
    fn tiled_row_add(o: &mut [Slot], a, b, n, c) {
        let tile: Vec<f32> = b[..c].iter().copied().cycle().take(768 / c * c).collect();
        for (o, a) in o[..n * c].chunks_mut(tile.len()).zip(a[..n * c].chunks(tile.len())) {
            for ((o, a), b) in o.iter_mut().zip(a).zip(&tile) {
                o.write(a + b);
            }
        }
    }

    fn tiled_row_mul(o: &mut [Slot], a, b, n, c) {
        let tile: Vec<f32> = b[..c].iter().copied().cycle().take(768 / c * c).collect();
        for (o, a) in o[..n * c].chunks_mut(tile.len()).zip(a[..n * c].chunks(tile.len())) {
            for ((o, a), b) in o.iter_mut().zip(a).zip(&tile) {
                o.write(a * b);
            }
        }
    }

    // [8, 1, 16, 1, 32] + [1, 4, 16, 8, 32]
    fn middle(o: &mut [Slot], a, b, n) {
        let mut at = 0;
        for i in 0..8 {
            for j in 0..4 {
                for k in 0..16 {
                    let a = &a[(i * 16 + k) * n..][..n];
                    for l in 0..8 {
                        let b = &b[((j * 16 + k) * 8 + l) * n..][..n];
                        let o = &mut o[at..][..n];
                        for m in 0..n {
                            o[m].write(a[m] + b[m]);
                        }
                        at += n;
                    }
                }
            }
        }
    }

    fn scalar(o: &mut [Slot], a, b, n) {
        let (o, a, b) = (&mut o[..n], &a[..n], b[0]);
        for i in 0..n {
            o[i].write(a[i] * b);
        }
    }

    fn branches(o: &mut [Slot], a, b, n) {
        let (o, a, limit, slope) = (&mut o[..n], &a[..n], b[0], b[1]);
        for i in 0..n {
            o[i].write(piecewise(a[i], limit, slope));
        }
    }

    fn four_branches(o: &mut [Slot], a, b, n, c) {
        let (limit, slope, row) = (b[0], b[1], &b[2..][..c]);
        for i in 0..n {
            let (o, a) = (&mut o[i * c..][..c], &a[i * c..][..c]);
            for j in 0..c {
                o[j].write(piecewise(a[j] * row[j] + a[j] * a[i], limit, slope));
            }
        }
    }

    fn branches_in_place(o: &mut [f32], _a, b, n) {
        let (limit, slope) = (b[0], b[1]);
        for x in &mut o[..n] {
            *x = if *x < limit { *x + slope } else { *x };
        }
    }

    fn in_place(o: &mut [f32], _a, b, n, c) {
        let b = &b[..c];
        for i in 0..n {
            let o = &mut o[i * c..][..c];
            for j in 0..c {
                o[j] += b[j];
            }
        }
    }

    // `b` has the row of c, and then the column of n
    fn chain(o: &mut [Slot], a, b, n, c) {
        let (row, column) = b.split_at(c);
        for i in 0..n {
            let (o, a, k) = (&mut o[i * c..][..c], &a[i * c..][..c], column[i]);
            for j in 0..c {
                o[j].write(a[j] * row[j] + k);
            }
        }
    }

    fn stretch(o: &mut [Slot], a, _b, n, c) {
        let a = &a[..c];
        for i in 0..n {
            let o = &mut o[i * c..][..c];
            for j in 0..c {
                o[j].write(a[j]);
            }
        }
    }

    // [2, 3, 4] * [3, 1]
    fn rows_of_blocks(o: &mut [Slot], a, b, n, r, c) {
        for i in 0..n * r {
            let (o, a, b) = (&mut o[i * c..][..c], &a[i * c..][..c], b[i % r]);
            for j in 0..c {
                o[j].write(a[j] * b);
            }
        }
    }
}
