//! Reductions as handwritten loops: over the middle one of three axes, with the processor's vectors.

#![allow(unsafe_code, reason = "functions for the processor at hand")]

/// A handwritten reduction: the first element, one more element, and the merge of two lanes.
pub(crate) trait Op<T>: Copy {
    type State: Copy;
    fn first(self, x: T) -> Self::State;
    fn next(self, state: Self::State, x: T) -> Self::State;
    fn merge(self, left: Self::State, right: Self::State) -> Self::State;
}

#[derive(Clone, Copy)]
pub(crate) struct Sum;

#[derive(Clone, Copy)]
pub(crate) struct Max;

/// The largest absolute value.
#[derive(Clone, Copy)]
pub(crate) struct MaxAbs;

impl<T: num_traits::Float> Op<T> for MaxAbs {
    type State = T;
    #[inline(always)]
    fn first(self, x: T) -> T {
        x.abs()
    }
    #[inline(always)]
    fn next(self, state: T, x: T) -> T {
        if x.abs() > state { x.abs() } else { state }
    }
    #[inline(always)]
    fn merge(self, left: T, right: T) -> T {
        if right > left { right } else { left }
    }
}

/// The sum of squared differences from a number.
#[derive(Clone, Copy)]
pub(crate) struct Squares<T>(pub(crate) T);

macro_rules! ops {
    ($($T:ty, $add:expr;)*) => {$(
        impl Op<$T> for Sum {
            type State = $T;
            #[inline(always)]
            fn first(self, x: $T) -> $T {
                x
            }
            #[inline(always)]
            fn next(self, state: $T, x: $T) -> $T {
                $add(state, x)
            }
            #[inline(always)]
            fn merge(self, left: $T, right: $T) -> $T {
                $add(left, right)
            }
        }
        impl Op<$T> for Max {
            type State = $T;
            #[inline(always)]
            fn first(self, x: $T) -> $T {
                x
            }
            #[inline(always)]
            fn next(self, state: $T, x: $T) -> $T {
                if x > state { x } else { state }
            }
            #[inline(always)]
            fn merge(self, left: $T, right: $T) -> $T {
                if right > left { right } else { left }
            }
        }
    )*};
}

ops!(
    f32, |a: f32, b| a + b;
    f64, |a: f64, b| a + b;
    i32, i32::wrapping_add;
    u8, u8::wrapping_add;
    i16, i16::wrapping_add;
);

macro_rules! squares {
    ($($T:ty)*) => {$(
        impl Op<$T> for Squares<$T> {
            type State = $T;
            #[inline(always)]
            fn first(self, x: $T) -> $T {
                (x - self.0) * (x - self.0)
            }
            #[inline(always)]
            fn next(self, state: $T, x: $T) -> $T {
                state + (x - self.0) * (x - self.0)
            }
            #[inline(always)]
            fn merge(self, left: $T, right: $T) -> $T {
                left + right
            }
        }
    )*};
}

squares!(f32 f64);

/// One row of elements, in `LANES` lanes.
#[inline(always)]
fn row<T: Copy, O: Op<T>, const LANES: usize>(x: &[T], op: O) -> O::State {
    if x.len() < LANES {
        return x[1..].iter().fold(op.first(x[0]), |state, &x| op.next(state, x));
    }
    let mut lanes: [O::State; LANES] = std::array::from_fn(|lane| op.first(x[lane]));
    let mut parts = x[LANES..].chunks_exact(LANES);
    for part in &mut parts {
        for lane in 0..LANES {
            lanes[lane] = op.next(lanes[lane], part[lane]);
        }
    }
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] = op.merge(lanes[lane], lanes[lane + half]);
        }
        half /= 2;
    }
    parts.remainder().iter().fold(lanes[0], |state, &x| op.next(state, x))
}

/// Rows of elements, a state for each column.
#[inline(always)]
fn columns<T: Copy, O: Op<T>>(x: &[T], out: &mut [O::State], op: O) {
    let (first, rest) = x.split_at(out.len());
    for (state, &x) in out.iter_mut().zip(first) {
        *state = op.first(x);
    }
    for row in rest.chunks_exact(first.len()) {
        for (state, &x) in out.iter_mut().zip(row) {
            *state = op.next(*state, x);
        }
    }
}

#[inline(always)]
fn middle<T: Copy, O: Op<T>, const LANES: usize>(x: &[T], [n, inner]: [usize; 2], out: &mut [O::State], op: O) {
    if inner == 1 {
        for (x, out) in x.chunks_exact(n).zip(out) {
            *out = row::<T, O, LANES>(x, op);
        }
    } else {
        for (x, out) in x.chunks_exact(n * inner).zip(out.chunks_exact_mut(inner)) {
            columns(x, out, op);
        }
    }
}

#[target_feature(enable = "avx2,fma")]
unsafe fn on_avx2<T: Copy, O: Op<T>, const LANES: usize>(x: &[T], sizes: [usize; 2], out: &mut [O::State], op: O) {
    middle::<T, O, LANES>(x, sizes, out, op);
}

/// The elements of `(.., n, inner)` reduced along the axis of `n`.
pub(crate) fn reduce<T: Copy, O: Op<T>, const LANES: usize>(x: &[T], sizes: [usize; 2], out: &mut [O::State], op: O) {
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has these vectors.
        unsafe { on_avx2::<T, O, LANES>(x, sizes, out, op) }
    } else {
        middle::<T, O, LANES>(x, sizes, out, op);
    }
}

/// Two passes over each row, or over rows of columns: the mean, and the squared differences from it.
macro_rules! variance {
    ($name:ident, $on_avx2:ident, $T:ident) => {
        #[inline(always)]
        fn $on_avx2(x: &[$T], [n, inner]: [usize; 2], out: &mut [$T], means: &mut [$T]) {
            if inner == 1 {
                for (x, out) in x.chunks_exact(n).zip(out) {
                    let mean = row::<$T, Sum, 32>(x, Sum) / n as $T;
                    *out = row::<$T, Squares<$T>, 32>(x, Squares(mean)) / n as $T;
                }
                return;
            }
            for (x, out) in x.chunks_exact(n * inner).zip(out.chunks_exact_mut(inner)) {
                let means = &mut means[..inner];
                columns(x, means, Sum);
                for mean in &mut *means {
                    *mean /= n as $T;
                }
                out.fill(0.0);
                for row in x.chunks_exact(inner) {
                    for ((out, &x), &mean) in out.iter_mut().zip(row).zip(&*means) {
                        *out += (x - mean) * (x - mean);
                    }
                }
                for out in out {
                    *out /= n as $T;
                }
            }
        }

        pub(crate) fn $name(x: &[$T], sizes: [usize; 2], out: &mut [$T], means: &mut [$T]) {
            #[target_feature(enable = "avx2,fma")]
            unsafe fn avx2(x: &[$T], sizes: [usize; 2], out: &mut [$T], means: &mut [$T]) {
                $on_avx2(x, sizes, out, means);
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                // SAFETY: the processor has these vectors.
                unsafe { avx2(x, sizes, out, means) }
            } else {
                $on_avx2(x, sizes, out, means);
            }
        }
    };
}

variance!(variance_f32, variance_of_f32, f32);
variance!(variance_f64, variance_of_f64, f64);

/// The index of the maximum: for rows first the maximum, then its index; for columns both at once.
#[inline(always)]
fn argmax_middle<T: Copy + PartialOrd, const LANES: usize>(
    x: &[T],
    [n, inner]: [usize; 2],
    out: &mut [usize],
    best: &mut [T],
) where
    Max: Op<T, State = T>,
{
    if inner == 1 {
        for (x, out) in x.chunks_exact(n).zip(out) {
            let best = row::<T, Max, LANES>(x, Max);
            *out = x.iter().position(|&x| x == best).unwrap_or(0);
        }
        return;
    }
    for (x, out) in x.chunks_exact(n * inner).zip(out.chunks_exact_mut(inner)) {
        let best = &mut best[..inner];
        best.copy_from_slice(&x[..inner]);
        out.fill(0);
        for (place, row) in x.chunks_exact(inner).enumerate() {
            for ((out, best), &x) in out.iter_mut().zip(&mut *best).zip(row) {
                (*best, *out) = if x > *best { (x, place) } else { (*best, *out) };
            }
        }
    }
}

#[target_feature(enable = "avx2,fma")]
unsafe fn argmax_avx2<T: Copy + PartialOrd, const LANES: usize>(
    x: &[T],
    n: [usize; 2],
    out: &mut [usize],
    best: &mut [T],
) where
    Max: Op<T, State = T>,
{
    argmax_middle::<T, LANES>(x, n, out, best);
}

pub(crate) fn argmax<T: Copy + PartialOrd, const LANES: usize>(
    x: &[T],
    sizes: [usize; 2],
    out: &mut [usize],
    best: &mut [T],
) where
    Max: Op<T, State = T>,
{
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has these vectors.
        unsafe { argmax_avx2::<T, LANES>(x, sizes, out, best) }
    } else {
        argmax_middle::<T, LANES>(x, sizes, out, best);
    }
}
