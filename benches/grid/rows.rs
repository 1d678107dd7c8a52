//! The rows: shapes, element types, numbers of operands, and the target.

#![allow(unused_variables, unused_mut, reason = "not every row has every contender")]

use super::hand::{self, axes, nest};
use super::{Bench, Blocks, Element, time};
use conformable::{AnyShape, Tensor, shape, zip};
use ndarray::{ArrayView, ArrayViewMut, Zip};
use std::hint::black_box;

/// One row: `row!(bench, f32 into [2, 3] = a[2, 3] b[3])`.
macro_rules! row {
    ($bench:ident, $T:ty, $mode:ident [$($o:literal),*] = $($x:ident[$($n:literal),*])+) => {{
        const COUNT: usize = [$(stringify!($x)),+].len();
        const AXES: hand::Axes<COUNT> = axes(&[$($o),*], [$(&[$($n),*]),+]);
        const NUMEL: usize = { let mut n = 1; let mut i = 0; while i < AXES.rank { n *= AXES.sizes[i]; i += 1; } n };
        type T = $T;
        type V = <T as Element>::Value;
        type B = Blocks<T, V>;

        /// The loop with constant or hidden lengths.
        #[inline(always)]
        unsafe fn body<const HIDDEN: bool>(out: &mut [V], operands: [*const T; COUNT]) {
            let axes = if HIDDEN { AXES.hidden() } else { AXES };
            let (sizes, mut k) = (axes.sizes, 0);
            $(
                let $x = (operands[k], axes.steps(k), const { AXES.has_rows(index_of(stringify!($x))) });
                k += 1;
            )+
            let _ = k;
            let mut place = 0;
            nest!(sizes, [5 4 3 2 1 0], $($x)+; {
                // SAFETY: the target has the elements of these axes.
                let out = unsafe { out.get_unchecked_mut(place) };
                place += 1;
                each!($mode T, out, ($($x,)+));
            });
        }
        unsafe fn plain<const HIDDEN: bool>(out: &mut [V], operands: [*const T; COUNT]) {
            // SAFETY: the caller's promise.
            unsafe { body::<HIDDEN>(out, operands) };
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        unsafe fn avx2<const HIDDEN: bool>(out: &mut [V], operands: [*const T; COUNT]) {
            // SAFETY: the caller's promise.
            unsafe { body::<HIDDEN>(out, operands) };
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
        unsafe fn avx512<const HIDDEN: bool>(out: &mut [V], operands: [*const T; COUNT]) {
            // SAFETY: the caller's promise.
            unsafe { body::<HIDDEN>(out, operands) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        use {plain as avx2, plain as avx512};
        fn loops(blocks: &mut B, calls: usize, has: bool, run: unsafe fn(&mut [V], [*const T; COUNT])) -> Option<f64> {
            let operands: [*const T; COUNT] = std::array::from_fn(|k| blocks.operands[k].as_ptr());
            // SAFETY: the operands have the elements of their shapes, and the processor supports the loop.
            let run = |out: &mut [V]| unsafe { run(out, black_box(operands)) };
            if has { by_hand!($mode calls, blocks, run, NUMEL, V) } else { None }
        }

        let name = format!("{:?} = {}", [$($o),*] as [usize; _], [$(format!("{:?}", [$($n),*] as [usize; _])),+].join(" "));
        $bench.row::<T>(stringify!($mode), &name, NUMEL, &[$({ let n: [usize; _] = [$($n),*]; n.iter().product() }),+], [
            |blocks: &mut B, calls| ours!($mode calls, blocks, T, shape![$($o),*], $($x shape![$($n),*])+),
            |blocks: &mut B, calls| not_inline!($mode ours!($mode calls, blocks, T, shape![$(black_box::<usize>($o)),*], $($x shape![$(black_box::<usize>($n)),*])+)),
            |blocks: &mut B, calls| not_inline!($mode ours!($mode calls, blocks, T, AnyShape::from([$($o),*]), $($x AnyShape::from([$($n),*]))+)),
            |blocks: &mut B, calls| not_inline!($mode arrays!($mode calls, blocks, T, [$($o),*], $($x [$($n),*])+)),
            |blocks: &mut B, calls| loops(blocks, calls, true, plain::<false>),
            |blocks: &mut B, calls| loops(blocks, calls, has_avx2(), avx2::<false>),
            |blocks: &mut B, calls| loops(blocks, calls, has_avx512(), avx512::<false>),
            |blocks: &mut B, calls| not_inline!($mode loops(blocks, calls, true, plain::<true>)),
            |blocks: &mut B, calls| not_inline!($mode loops(blocks, calls, has_avx2(), avx2::<true>)),
            |blocks: &mut B, calls| not_inline!($mode loops(blocks, calls, has_avx512(), avx512::<true>)),
        ]);
    }};
}

/// The index of an operand; they are named `a`, `b` and so on.
const fn index_of(name: &str) -> usize {
    (name.as_bytes()[0] - b'a') as usize
}

/// The function of every row: sums and products of the operands' elements in turn, from the left.
trait Items {
    type Value;
    fn combine(self) -> Self::Value;
}

macro_rules! items {
    ($(|$a:ident $($x:ident)*| $value:expr;)*) => {$(
        impl<T: Element> Items for (T, $(items!(@ $x T),)*) {
            type Value = T::Value;
            #[inline(always)]
            fn combine(self) -> T::Value {
                let ($a, $($x,)*) = self;
                let ($a, $($x,)*) = ($a.value(), $($x.value(),)*);
                $value
            }
        }
    )*};
    (@ $x:ident $T:ident) => { $T };
}

items!(
    |a| T::add(a, a);
    |a b| T::add(a, b);
    |a b c| T::mul(T::add(a, b), c);
    |a b c d| T::add(T::mul(T::add(a, b), c), d);
    |a b c d e| T::mul(T::add(T::mul(T::add(a, b), c), d), e);
    |a b c d e f g h| T::add(T::mul(T::add(T::mul(T::add(T::mul(T::add(a, b), c), d), e), f), g), h);
);

#[inline(always)]
fn of<I: Items>(items: I) -> I::Value {
    items.combine()
}

#[inline(always)]
fn add<T: Element, I: Items<Value = T::Value>>(out: &mut T::Value, items: I) {
    *out = T::add(*out, items.combine());
}

/// The operation at each position.
macro_rules! each {
    (inplace $T:ident, $out:expr, $items:expr) => {
        add::<$T, _>($out, $items)
    };
    ($mode:ident $T:ident, $out:expr, $items:expr) => {
        *$out = of($items)
    };
}

/// Operations without an inline form.
macro_rules! not_inline {
    (inline $e:expr) => {
        None
    };
    ($mode:ident $e:expr) => {
        $e
    };
}

macro_rules! by_hand {
    (alloc $calls:ident, $blocks:ident, $run:ident, $n:expr, $V:ident) => {
        time($calls, || {
            let mut out = Vec::<$V>::with_capacity(black_box($n));
            // SAFETY: plain numbers, which are written before they are read.
            unsafe { out.set_len($n) };
            $run(&mut out);
            black_box(&out);
        })
    };
    (inline $calls:ident, $blocks:ident, $run:ident, $n:expr, $V:ident) => {
        time($calls, || {
            let mut out = [<$V>::default(); $n];
            $run(&mut out);
            black_box(&out);
        })
    };
    ($mode:ident $calls:ident, $blocks:ident, $run:ident, $n:expr, $V:ident) => {{
        let out = &mut $blocks.out;
        time($calls, || $run(black_box(&mut out[..])))
    }};
}

/// Ours, on the memory of the row.
macro_rules! ours {
    (inline $calls:ident, $blocks:ident, $T:ident, $o:expr, $($x:ident $s:expr)+) => {{
        let mut operands = $blocks.operands.iter();
        $(let $x = Tensor::from_slice($s, operands.next()?).ok()?.to_inline();)+
        time($calls, || { black_box(zip(($(black_box(&$x),)+)).map(of)); })
    }};
    ($mode:ident $calls:ident, $blocks:ident, $T:ident, $o:expr, $($x:ident $s:expr)+) => {{
        let mut operands = std::mem::take(&mut $blocks.operands).into_iter();
        $(let $x = Tensor::from_vec($s, operands.next()?).ok()?;)+
        let mut out = Tensor::from_vec($o, std::mem::take(&mut $blocks.out)).ok()?;
        let time = time($calls, || called!($mode $T out, $($x)+));
        $blocks.out = out.into_vec();
        $blocks.operands = vec![$($x.into_vec()),+];
        time
    }};
}

macro_rules! called {
    (into $T:ident $out:ident, $($x:ident)+) => { zip(($(black_box(&$x),)+)).map_into(black_box(&mut $out), of) };
    (alloc $T:ident $out:ident, $($x:ident)+) => {{ black_box(zip(($(black_box(&$x),)+)).map(of)); }};
    (inplace $T:ident $out:ident, $($x:ident)+) => {
        zip(($(black_box(&$x),)+)).update(black_box(&mut $out), add::<$T, _>)
    };
}

/// ndarray's, which takes five operands at most.
macro_rules! arrays {
    ($mode:ident $calls:ident, $blocks:ident, $T:ident, $o:expr, $a:ident $sa:tt $b:ident $sb:tt $c:ident $sc:tt $d:ident $sd:tt $e:ident $se:tt $($more:tt)+) => { None };
    (alloc $($more:tt)*) => { None };
    (inline $($more:tt)*) => { None };
    ($mode:ident $calls:ident, $blocks:ident, $T:ident, $o:expr, $($x:ident $s:expr)+) => {{
        let mut operands = $blocks.operands.iter();
        $(let $x = ArrayView::from_shape($s, operands.next()?).ok()?;)+
        let mut out = ArrayViewMut::from_shape($o, &mut $blocks.out).ok()?;
        time($calls, || Zip::from(black_box(&mut out))$(.and_broadcast(black_box(&$x)))+.for_each(|out, $(&$x),+| each!($mode $T, out, ($($x,)+))))
    }};
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

/// Rows of each length: the right operand repeats, has one element for each row, or the left one does.
fn lengths(bench: &Bench) {
    macro_rules! rows {
        ($($n:literal)*) => {$(
            row!(bench, f32, into [64, $n] = a[64, $n] b[$n]);
            row!(bench, f32, into [64, $n] = a[64, $n] b[64, 1]);
            row!(bench, f32, into [64, $n] = a[64, 1] b[$n]);
        )*};
    }
    rows!(1 2 3 5 7 8 11 16 31 33 64 100 129 1000);
}

/// Ranks 1, 3, 4, 5 and 6, broadcast on each of their axes.
fn ranks(bench: &Bench) {
    row!(bench, f32, into [7] = a[7] b[7]);
    row!(bench, f32, into [100] = a[100] b[1]);
    row!(bench, f32, into [1000] = a[1000] b[1000]);
    row!(bench, f32, into [70000] = a[70000] b[70000]);
    row!(bench, f32, into [7, 9, 11] = a[7, 9, 11] b[9, 1]);
    row!(bench, f32, into [7, 9, 11] = a[7, 1, 11] b[7, 9, 11]);
    row!(bench, f32, into [7, 9, 33] = a[7, 1, 33] b[9, 1]);
    row!(bench, f32, into [1000, 10, 7] = a[1000, 10, 1] b[1, 10, 7]);
    row!(bench, f32, into [48, 24, 16] = a[48, 1, 16] b[1, 24, 16]);
    row!(bench, f32, into [16, 3, 100] = a[16, 3, 100] b[3, 1]);
    row!(bench, f32, into [3, 5, 7, 11] = a[3, 5, 7, 11] b[5, 1, 11]);
    row!(bench, f32, into [6, 5, 4, 3] = a[6, 5, 4, 3] b[4, 1]);
    row!(bench, f32, into [8, 4, 16, 32] = a[8, 1, 16, 32] b[1, 4, 16, 32]);
    row!(bench, f32, into [2, 64, 28, 28] = a[2, 64, 28, 28] b[64, 1, 1]);
    row!(bench, f32, into [3, 2, 5, 4, 7] = a[3, 1, 5, 1, 7] b[2, 1, 4, 7]);
    row!(bench, f32, into [2, 3, 4, 3, 2, 5] = a[2, 1, 4, 1, 2, 5] b[3, 1, 3, 2, 1]);
    row!(bench, f32, into [10000, 7] = a[10000, 7] b[10000, 1]);
    row!(bench, f32, into [10000, 7] = a[10000, 1] b[7]);
    row!(bench, f32, into [127, 129] = a[127, 129] b[129]);
    row!(bench, f32, into [400, 2] = a[400, 2] b[400, 1]);
    row!(bench, f32, into [200, 8] = a[200, 8] b[200, 1]);
}

/// The other element types.
fn elements(bench: &Bench) {
    macro_rules! rows {
        ($($T:ty)*) => {$(
            row!(bench, $T, into [256, 3] = a[256, 3] b[3]);
            row!(bench, $T, into [128, 7] = a[128, 7] b[128, 1]);
            row!(bench, $T, into [64, 16] = a[64, 1] b[16]);
            row!(bench, $T, into [64, 33] = a[64, 33] b[33]);
            row!(bench, $T, into [64, 129] = a[64, 129] b[64, 1]);
            row!(bench, $T, into [256, 256] = a[256, 256] b[256, 256]);
            row!(bench, $T, into [5, 7, 9, 11] = a[5, 7, 1, 11] b[5, 1, 9, 11]);
        )*};
    }
    rows!(f64 i32 u8);
}

/// One operand, and three to eight.
fn operands(bench: &Bench) {
    macro_rules! rows {
        ($($r:literal $n:literal;)*) => {$(
            row!(bench, f32, into [$r, $n] = a[$r, $n]);
            row!(bench, f32, into [$r, $n] = a[$r, 1]);
            row!(bench, f32, into [$r, $n] = a[$r, $n] b[$n] c[$r, 1]);
            row!(bench, f32, into [$r, $n] = a[$r, $n] b[$r, $n] c[$n] d[$r, 1]);
            row!(bench, f32, into [$r, $n] = a[$r, $n] b[$r, $n] c[$n] d[$r, 1] e[1]);
            row!(bench, f32, into [$r, $n] = a[$r, $n] b[$r, $n] c[$r, $n] d[$n] e[$r, 1] f[1] g[$n] h[$r, 1]);
        )*};
    }
    rows!(256 256; 64 64; 16 1000; 128 7;);
}

/// A new result, one inline, and one in place.
fn modes(bench: &Bench) {
    macro_rules! rows {
        ($($mode:ident)*) => {$(
            row!(bench, f32, $mode [4, 4] = a[4, 4] b[4]);
            row!(bench, f32, $mode [16, 16] = a[16, 1] b[16]);
            row!(bench, f32, $mode [2, 3, 4] = a[2, 3, 4] b[3, 1]);
            row!(bench, f32, $mode [20, 11] = a[20, 11] b[20, 1]);
            row!(bench, f32, $mode [32, 31] = a[32, 31] b[31]);
        )*};
    }
    rows!(alloc inline inplace);
    row!(bench, f32, alloc [256, 256] = a[256, 256] b[256]);
    row!(bench, f32, inplace [256, 256] = a[256]);
    row!(bench, f32, inplace [1000, 7] = a[1000, 1]);
}

pub(super) fn rows(bench: &Bench) {
    lengths(bench);
    ranks(bench);
    elements(bench);
    operands(bench);
    modes(bench);
}
