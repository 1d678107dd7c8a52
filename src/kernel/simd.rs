//! The vectors of the processor at hand.
//!
//! A build for x86-64 may use only what every such processor has. So the loops are compiled for its newer kinds too,
//! and each call takes the best that there is. On other processors the build's own vectors are all that there are:
//! NEON, for one, is part of every aarch64.

/// Something to be compiled for each kind of processor.
pub(super) trait Task {
    fn run(self);
}

/// Up to so many elements, a call of its own costs more than vectors bring.
const FEW: usize = 64;

/// While so many bytes are written, the outer caches are the limit, and the vectors of AVX-512 lose to shorter ones: where
/// a block is not aligned to a cache line, each of them lies on two. Beyond, memory is, and they win again.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
const CACHED: core::ops::Range<usize> = 1 << 20..32 << 20;

/// Runs a task that writes that many elements of that size.
#[inline(always)]
pub(super) fn vectorise<T: Task>(numel: usize, size: usize, task: T) {
    if numel <= FEW { task.run() } else { vectorise_apart(numel, size, task) }
}

/// The same in a function of its own, which alone pays for the task's room on the stack.
#[inline(always)]
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(super) fn vectorise_apart<T: Task>(numel: usize, size: usize, task: T) {
    if CACHED.contains(&numel.saturating_mul(size)) { on_avx2(task) } else { on_avx512(task) }
}

#[inline(never)]
#[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
pub(super) fn vectorise_apart<T: Task>(_: usize, _: usize, task: T) {
    task.run();
}

/// Runs a task with AVX-512 where there is such a processor, and a compiler that knows it; else [`on_avx2`].
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[rustversion::attr(
    since(1.89),
    multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+fma"))
)]
fn on_avx512<T: Task>(task: T) {
    #[rustversion::since(1.89)]
    const HERE: bool = multiversion::target::target_cfg_f!(target_feature = "avx512f");
    #[rustversion::before(1.89)]
    const HERE: bool = false;
    if HERE { task.run() } else { on_avx2(task) }
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[multiversion::multiversion(targets("x86_64+avx2+fma"))]
fn on_avx2<T: Task>(task: T) {
    task.run();
}
