//! The vectors of the processor at hand.
//!
//! A build for x86-64 may use only what every such processor has. So the loops are compiled for its newer kinds too,
//! and each call takes the best that there is. On other processors the build's own vectors are all that there are:
//! NEON, for one, is part of every aarch64.

/// Something to be compiled for each kind of processor.
///
/// The target is an argument of the function that is compiled: only of an argument LLVM knows that nothing else points into it.
pub(super) trait Task<W> {
    /// When the vectors of AVX-512 are worth a copy of the task.
    #[cfg_attr(not(all(feature = "simd", target_arch = "x86_64")), allow(dead_code, reason = "one kind of vectors"))]
    const WIDE: Wide;

    fn run(self, target: &mut [W]);
}

/// When the vectors of AVX-512 are taken, where the processor has them.
///
/// While some megabytes are written, the outer caches are the limit, and those vectors lose to shorter ones: where a block is not
/// aligned to a cache line, each of them lies on two. Beyond, memory is, and they win again.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "simd", target_arch = "x86_64")), allow(dead_code, reason = "one kind of vectors"))]
pub(super) enum Wide {
    Never,
    UnlessCached,
    Always,
}

/// Up to so many elements, a call of its own costs more than vectors bring.
pub(super) const FEW: usize = 64;

/// Runs a task in a function of its own, which alone pays for the task's room on the stack.
#[inline(always)]
pub(super) fn vectorise<W, T: Task<W>>(target: &mut [W], task: T) {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    x86::run(target, task);
    #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
    apart(target, task);
}

/// Runs a task in a function of its own for every processor of the build's kind: what is small, or walked element by element.
#[inline(never)]
pub(super) fn apart<W, T: Task<W>>(target: &mut [W], task: T) {
    task.run(target);
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod x86 {
    use super::{Task, Wide, apart};
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
    use std::arch::is_x86_feature_detected;

    /// Bytes of a target that are in the outer caches.
    const CACHED: core::ops::Range<usize> = 1 << 20..32 << 20;

    const UNKNOWN: u8 = 0;
    const PLAIN: u8 = 1;
    const AVX2: u8 = 2;
    const AVX512: u8 = 3;

    /// What the processor has.
    static VECTORS: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[inline(always)]
    fn vectors() -> u8 {
        match VECTORS.load(Relaxed) {
            UNKNOWN => detect(),
            vectors => vectors,
        }
    }

    /// Asks the processor, and the environment, which may ask for less: `CONFORMABLE_SIMD` is `avx2` or `plain`.
    #[cold]
    #[inline(never)]
    fn detect() -> u8 {
        let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let avx512 = avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let has = if avx512 {
            AVX512
        } else if avx2 {
            AVX2
        } else {
            PLAIN
        };
        let wanted = match std::env::var_os("CONFORMABLE_SIMD") {
            Some(name) if name == "plain" => PLAIN,
            Some(name) if name == "avx2" => AVX2,
            _ => AVX512,
        };
        VECTORS.store(has.min(wanted), Relaxed);
        has.min(wanted)
    }

    #[inline(always)]
    pub(super) fn run<W, T: Task<W>>(target: &mut [W], task: T) {
        let vectors = vectors();
        let wide = match T::WIDE {
            Wide::Never => false,
            Wide::UnlessCached => !CACHED.contains(&size_of_val(target)),
            Wide::Always => true,
        };
        // a constant, or the copy would be compiled and never called
        if const { matches!(T::WIDE, Wide::UnlessCached | Wide::Always) } && wide && vectors == AVX512 {
            // SAFETY: the processor has AVX-512.
            unsafe { on_avx512(target, task) };
        } else if vectors == PLAIN {
            apart(target, task);
        } else {
            // SAFETY: the processor has AVX2.
            unsafe { on_avx2(target, task) };
        }
    }

    /// # Safety
    ///
    /// The processor has AVX-512.
    #[rustversion::since(1.89)]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    unsafe fn on_avx512<W, T: Task<W>>(target: &mut [W], task: T) {
        task.run(target);
    }

    /// # Safety
    ///
    /// The processor has AVX-512, which this compiler does not know.
    #[rustversion::before(1.89)]
    unsafe fn on_avx512<W, T: Task<W>>(target: &mut [W], task: T) {
        // SAFETY: a processor with AVX-512 has AVX2.
        unsafe { on_avx2(target, task) };
    }

    /// # Safety
    ///
    /// The processor has AVX2.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn on_avx2<W, T: Task<W>>(target: &mut [W], task: T) {
        task.run(target);
    }
}
