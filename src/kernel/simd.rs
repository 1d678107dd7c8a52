//! The vectors of the processor at hand.
//!
//! A build for x86-64 may use only what every such processor has. So the loops are compiled for its newer kinds too,
//! and each call takes the best that there is. On other processors the build's own vectors are all that there are:
//! NEON, for one, is part of every aarch64.

/// Something to be compiled for each kind of processor.
///
/// The target is an argument of the compiled function, since LLVM knows only of an argument that nothing else points
/// into it. `Lanes` are the pointers that the task reads from. They are arguments too: a pointer that is loaded from
/// memory may alias the target unless LLVM follows all uses of the target, and it gives up after 100 uses.
pub(super) trait Task<W, Lanes = ()> {
    /// Whether a copy for AVX-512 is worth its code: it is where much is computed of each element. While elements are
    /// only read, added and written, AVX2 is as fast, and AVX-512 has scatters: LLVM takes them for any loop over
    /// elements a run-time step apart, which makes rows of 5 to 16 elements 9 to 30 times slower
    /// (`docs/performance/levels.md` has the figures). `benches/gathers` looks for them.
    #[allow(dead_code, reason = "only compilers for x86-64 that have AVX-512 use it")]
    const WIDE: bool = false;

    fn run(self, target: &mut [W], lanes: Lanes);
}

/// A list of pointers, `(first, (second, ..))`, as arguments of a function: each of the first six is an argument of its
/// own. A longer list is in memory.
pub trait Spread {
    type First;
    type Second;
    type Third;
    type Fourth;
    type Rest;

    fn spread(self) -> Arguments<Self>;
    fn gather(arguments: Arguments<Self>) -> Self;
}

/// The arguments of a list of pointers.
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

/// Runs a task in a function of its own for every processor of the build's kind: what is small, or walked element by
/// element.
#[inline(never)]
pub(super) fn apart<W, L, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
    task.run(target, lanes);
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod x86 {
    use super::{Spread, Task, apart};
    use conformable_maths::{Vectors, if_avx512, vectors};

    #[inline(always)]
    pub(super) fn run<W, L: Spread, T: Task<W, L>>(target: &mut [W], lanes: L, task: T) {
        let vectors = vectors();
        let (first, second, third, fourth, rest) = lanes.spread();
        if_avx512! {
            // a constant, or the copy would be compiled and never called
            if const { T::WIDE } && vectors == Vectors::Avx512 {
                // SAFETY: `vectors` answered `Avx512`: the processor has AVX-512 F, BW, DQ and VL, AVX2 and FMA.
                return unsafe { on_avx512::<W, L, T>(target, first, second, third, fourth, rest, task) };
            }
        }
        if vectors < Vectors::Avx2 {
            apart(target, L::gather((first, second, third, fourth, rest)), task);
        } else {
            // SAFETY: `vectors` answered `Avx2` or more: the processor has AVX2 and FMA.
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
            task.run(target, L::gather((first, second, third, fourth, rest)));
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
        task.run(target, L::gather((first, second, third, fourth, rest)));
    }
}
