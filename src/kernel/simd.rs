//! The vectors of the processor at hand.
//!
//! A build for x86-64 may use only what every such processor has. So the loops are compiled for its newer kinds too,
//! and each call takes the best that there is. On other processors the build's own vectors are all that there are:
//! NEON, for one, is part of every aarch64.

/// Something to be compiled for each kind of processor.
///
/// The target is an argument of the compiled function, since LLVM knows only of an argument that nothing else points into
/// it. `Lanes` are the pointers that the task reads from. They are arguments too: a pointer that is loaded from memory may
/// alias the target unless LLVM follows all uses of the target, and it gives up after 100 uses.
pub(super) trait Task<W, Lanes = ()> {
    /// Whether a copy for AVX-512 is worth its code: it is where much is computed of each element. While elements are only read,
    /// added and written, AVX2 is as fast, and AVX-512 has scatters: LLVM takes them for any loop over elements a run-time step
    /// apart, which makes rows of 5 to 16 elements 9 to 30 times slower (`docs/performance/levels.md` has the figures). `benches/gathers`
    /// looks for them.
    #[cfg_attr(not(all(feature = "simd", target_arch = "x86_64")), allow(dead_code, reason = "one kind of vectors"))]
    const WIDE: bool = false;

    fn run(self, target: &mut [W], lanes: Lanes);
}

/// A list of pointers, `(first, (second, ..))`, as arguments of a function: each of the first six is one of its own. A longer
/// list is in memory.
pub trait Spread {
    type A;
    type B;
    type C;
    type D;
    type Rest;

    fn spread(self) -> (Self::A, Self::B, Self::C, Self::D, Self::Rest);
    fn gather(a: Self::A, b: Self::B, c: Self::C, d: Self::D, rest: Self::Rest) -> Self;
}

impl Spread for () {
    type A = ();
    type B = ();
    type C = ();
    type D = ();
    type Rest = ();

    #[inline(always)]
    fn spread(self) -> ((), (), (), (), ()) {
        ((), (), (), (), ())
    }

    #[inline(always)]
    fn gather((): (), (): (), (): (), (): (), (): ()) -> Self {}
}

impl<P, L: Spread> Spread for (P, L) {
    type A = P;
    type B = L::A;
    type C = L::B;
    type D = L::C;
    type Rest = (L::D, L::Rest);

    #[inline(always)]
    fn spread(self) -> (P, L::A, L::B, L::C, (L::D, L::Rest)) {
        let (b, c, d, e, rest) = self.1.spread();
        (self.0, b, c, d, (e, rest))
    }

    #[inline(always)]
    fn gather(a: P, b: L::A, c: L::B, d: L::C, (e, rest): (L::D, L::Rest)) -> Self {
        (a, L::gather(b, c, d, e, rest))
    }
}

/// Up to so many elements, a call of its own costs more than vectors bring.
pub(super) const FEW: usize = 64;

/// Runs a task in a function of its own, which alone pays for the task's room on the stack.
#[inline(always)]
pub(super) fn vectorise<W, L: Spread, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    x86::run(target, lanes, task);
    #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
    apart(target, lanes, task);
}

/// Runs a task in a function of its own for every processor of the build's kind: what is small, or walked element by element.
#[inline(never)]
pub(super) fn apart<W, L, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
    task.run(target, lanes);
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod x86 {
    use super::{Spread, Task, apart};
    use conformable_maths::{Vectors, vectors};

    #[inline(always)]
    pub(super) fn run<W, L: Spread, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
        let vectors = vectors();
        let (a, b, c, d, rest) = lanes.spread();
        // a constant, or the copy would be compiled and never called
        if const { T::WIDE } && vectors == Vectors::Avx512 {
            // SAFETY: `vectors` answered `Avx512`: the processor has AVX-512 F, BW, DQ and VL, AVX2 and FMA.
            unsafe { on_avx512::<W, L, T>(target, a, b, c, d, rest, task) };
        } else if vectors < Vectors::Avx2 {
            apart(target, L::gather(a, b, c, d, rest), task);
        } else {
            // SAFETY: `vectors` answered `Avx2` or more: the processor has AVX2 and FMA.
            unsafe { on_avx2::<W, L, T>(target, a, b, c, d, rest, task) };
        }
    }

    /// # Safety
    ///
    /// The processor has AVX-512 F, BW, DQ and VL, AVX2 and FMA.
    #[rustversion::since(1.89)]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    unsafe fn on_avx512<W, L: Spread, T: Task<W, L>>(
        target: &mut [W],
        a: L::A,
        b: L::B,
        c: L::C,
        d: L::D,
        rest: L::Rest,
        task: T,
    ) {
        task.run(target, L::gather(a, b, c, d, rest));
    }

    /// # Safety
    ///
    /// The processor has AVX2 and FMA. (This compiler has no AVX-512.)
    #[rustversion::before(1.89)]
    unsafe fn on_avx512<W, L: Spread, T: Task<W, L>>(
        target: &mut [W],
        a: L::A,
        b: L::B,
        c: L::C,
        d: L::D,
        rest: L::Rest,
        task: T,
    ) {
        // SAFETY: the processor has AVX2 and FMA (`# Safety`).
        unsafe { on_avx2::<W, L, T>(target, a, b, c, d, rest, task) };
    }

    /// # Safety
    ///
    /// The processor has AVX2 and FMA.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn on_avx2<W, L: Spread, T: Task<W, L>>(
        target: &mut [W],
        a: L::A,
        b: L::B,
        c: L::C,
        d: L::D,
        rest: L::Rest,
        task: T,
    ) {
        task.run(target, L::gather(a, b, c, d, rest));
    }
}
