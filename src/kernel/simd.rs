//! Dispatch to the best vector instructions of the processor.
//!
//! A build for x86-64 may use only instructions that every such processor has, so loops are compiled for newer levels
//! too. Other processors use the build's vectors.

/// Code that is compiled for each level of vector instructions.
///
/// The target and `Lanes` are arguments of the compiled function: only of arguments does LLVM know that they have no
/// aliases.
pub(super) trait Task<W, Lanes = ()> {
    /// Whether to compile a copy for AVX-512, which pays for heavy functions (docs/decisions/0021-vectors.md).
    #[allow(dead_code, reason = "only compilers for x86-64 that have AVX-512 use it")]
    const WIDE: bool = false;

    fn run(self, target: &mut [W], lanes: Lanes);

    /// [`run`](Self::run) for AVX2 and FMA.
    #[allow(dead_code, reason = "only builds for x86-64 use it")]
    #[inline(always)]
    fn run_avx2(self, target: &mut [W], lanes: Lanes)
    where
        Self: Sized,
    {
        self.run(target, lanes);
    }

    /// [`run`](Self::run) for AVX-512.
    #[allow(dead_code, reason = "only compilers for x86-64 that have AVX-512 use it")]
    #[inline(always)]
    fn run_wide(self, target: &mut [W], lanes: Lanes)
    where
        Self: Sized,
    {
        self.run_avx2(target, lanes);
    }
}

/// A list, `(first, (second, ..))`, as arguments of a function: five arguments and a rest in memory.
pub trait Spread {
    type First;
    type Second;
    type Third;
    type Fourth;
    type Rest;

    fn spread(self) -> Arguments<Self>;
    fn gather(arguments: Arguments<Self>) -> Self;
}

type Arguments<L> =
    (<L as Spread>::First, <L as Spread>::Second, <L as Spread>::Third, <L as Spread>::Fourth, <L as Spread>::Rest);

impl Spread for () {
    type First = ();
    type Second = ();
    type Third = ();
    type Fourth = ();
    type Rest = ();

    #[inline(always)]
    fn spread(self) -> Arguments<()> {
        ((), (), (), (), ())
    }

    #[inline(always)]
    fn gather(_: Arguments<()>) -> Self {}
}

impl<P, L: Spread> Spread for (P, L) {
    type First = P;
    type Second = L::First;
    type Third = L::Second;
    type Fourth = L::Third;
    type Rest = (L::Fourth, L::Rest);

    #[inline(always)]
    fn spread(self) -> Arguments<Self> {
        let (second, third, fourth, fifth, rest) = self.1.spread();
        (self.0, second, third, fourth, (fifth, rest))
    }

    #[inline(always)]
    fn gather((first, second, third, fourth, (fifth, rest)): Arguments<Self>) -> Self {
        (first, L::gather((second, third, fourth, fifth, rest)))
    }
}

/// The number of elements up to which a call costs more than vectors gain.
pub(super) const FEW: usize = 64;

#[cfg(feature = "simd")]
pub(super) use conformable_maths::OPTIMISED;
#[cfg(not(feature = "simd"))]
pub(super) const OPTIMISED: bool = cfg!(feature = "matrixmultiply");

/// Whether loops are compiled for vectors with masked stores.
pub(super) const MASKS: bool = {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    let masks = OPTIMISED;
    #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
    let masks = false;
    masks
};

/// Runs a task in its own function, which keeps the task's stack frame out of the caller's.
#[inline(always)]
pub(super) fn vectorise<W, L: Spread, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    conformable_maths::if_optimised!({ x86::run(target, lanes, task) } else { apart(target, lanes, task) });
    #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
    apart(target, lanes, task);
}

/// Whether [`vectorise`] has vectors of a processor with fused products and sums.
#[cfg(feature = "matrixmultiply")]
#[inline]
pub(super) fn fuses() -> bool {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    return conformable_maths::vectors() >= conformable_maths::Vectors::Avx2;
    #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
    return cfg!(target_arch = "aarch64");
}

/// The same pointer, from an unknown source: LLVM then knows that it does not point into a target that is an argument.
#[inline(always)]
#[allow(clippy::pointers_in_nomem_asm_block, reason = "the assembly is empty")]
pub(super) fn opaque<T>(ptr: *const T) -> *const T {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    {
        let mut ptr = ptr;
        // SAFETY: the assembly is empty, so `ptr` stays.
        unsafe { core::arch::asm!("/* {0} */", inout(reg) ptr, options(pure, nomem, nostack, preserves_flags)) };
        ptr
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    core::hint::black_box(ptr)
}

/// A zero that LLVM does not know.
#[inline(always)]
pub(super) fn opaque_zero() -> u8 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let zero: u8;
        // SAFETY: it only sets `zero` to 0.
        unsafe { core::arch::asm!("xor {0}, {0}", out(reg_byte) zero, options(pure, nomem, nostack)) };
        zero
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    core::hint::black_box(0)
}

/// Runs a task in its own function with the build's vectors: for small tasks, and walks element by element.
#[inline(never)]
pub(super) fn apart<W, L, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
    task.run(target, lanes);
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[allow(dead_code, reason = "only optimised builds use it")]
mod x86 {
    use super::{Spread, Task, apart};
    use conformable_maths::{Vectors, if_avx512, vectors};

    #[inline(always)]
    pub(super) fn run<W, L: Spread, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
        let vectors = vectors();
        let (first, second, third, fourth, rest) = lanes.spread();
        if_avx512! {
            // a constant, or the copy would always be compiled
            if const { T::WIDE } && vectors == Vectors::Avx512 {
                // SAFETY: `vectors` returned `Avx512`: the processor has AVX-512 F, BW, DQ and VL, AVX2 and FMA.
                return unsafe { on_avx512::<W, L, T>(target, first, second, third, fourth, rest, task) };
            }
        }
        if vectors < Vectors::Avx2 {
            apart(target, L::gather((first, second, third, fourth, rest)), task);
        } else {
            // SAFETY: `vectors` returned `Avx2` or more: the processor has AVX2 and FMA.
            unsafe { on_avx2::<W, L, T>(target, first, second, third, fourth, rest, task) };
        }
    }

    if_avx512! {
        /// # Safety
        ///
        /// The processor has AVX-512 F, BW, DQ and VL, AVX2 and FMA.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
        unsafe fn on_avx512<W, L: Spread, T: Task<W, L>>(
            target: &mut [W],
            first: L::First,
            second: L::Second,
            third: L::Third,
            fourth: L::Fourth,
            rest: L::Rest,
            task: T,
        ) {
            task.run_wide(target, L::gather((first, second, third, fourth, rest)));
        }
    }

    /// # Safety
    ///
    /// The processor has AVX2 and FMA.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn on_avx2<W, L: Spread, T: Task<W, L>>(
        target: &mut [W],
        first: L::First,
        second: L::Second,
        third: L::Third,
        fourth: L::Fourth,
        rest: L::Rest,
        task: T,
    ) {
        task.run_avx2(target, L::gather((first, second, third, fourth, rest)));
    }
}
