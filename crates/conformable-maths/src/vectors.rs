//! Loops over slices for the vectors of the running processor: AVX2 or AVX-512 on x86-64, elsewhere those of the build.

#[cfg(all(feature = "std", target_arch = "x86_64", optimised))]
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The vectors that the functions over slices use, from the narrowest to the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Vectors {
    /// The vectors of the build: SSE2 on x86-64 without `-C target-cpu`, NEON on aarch64.
    Build = 1,
    /// AVX2 with fused multiplication and addition, on x86-64.
    Avx2,
    /// AVX-512 F, BW, DQ and VL, on x86-64, from Rust 1.89 on.
    Avx512,
}

/// Returns the vectors that the functions over slices use on this processor.
///
/// The environment variable `CONFORMABLE_SIMD` lowers them: `avx2` or `plain`. The first call reads it. A build with
/// `opt-level = 0` has only [`Vectors::Build`], unless the variable is set when it is built.
///
/// ```
/// use conformable_maths::{Vectors, vectors};
///
/// assert!(vectors() >= Vectors::Build);
/// ```
#[must_use]
#[inline]
pub fn vectors() -> Vectors {
    #[cfg(all(feature = "std", target_arch = "x86_64", optimised))]
    return match KNOWN.load(Relaxed) {
        1 => Vectors::Build,
        2 => Vectors::Avx2,
        3 => Vectors::Avx512,
        _ => Vectors::detect(),
    };
    #[cfg(not(all(feature = "std", target_arch = "x86_64", optimised)))]
    Vectors::Build
}

/// Whether loops are compiled for more vectors than those of the build. Without optimisation they would not be faster,
/// and would take longer to compile.
#[doc(hidden)]
pub const OPTIMISED: bool = cfg!(optimised);

/// The result of [`vectors`], or 0 before its first call.
#[cfg(all(feature = "std", target_arch = "x86_64", optimised))]
static KNOWN: AtomicU8 = AtomicU8::new(0);

#[cfg(all(feature = "std", target_arch = "x86_64", optimised))]
impl Vectors {
    /// Detects the vectors, lowers them by the environment, and stores them.
    #[cold]
    #[inline(never)]
    fn detect() -> Self {
        use std::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("fma");
        let avx512 = avx2 && has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
        let best = if avx512 && cfg!(avx512) {
            Self::Avx512
        } else if avx2 {
            Self::Avx2
        } else {
            Self::Build
        };
        let wanted = match std::env::var_os("CONFORMABLE_SIMD") {
            Some(name) if name == "plain" => Self::Build,
            Some(name) if name == "avx2" => Self::Avx2,
            _ => Self::Avx512,
        };
        let vectors = best.min(wanted);
        KNOWN.store(vectors as u8, Relaxed);
        vectors
    }
}

/// The length of the blocks that are checked for far angles before they are computed.
pub(crate) const BLOCK: usize = 512;

/// Runs `body`, compiled for the running processor: `best!(x: &mut [f32] => body)`. The body is in functions, since the
/// compiler may not inline a closure into them. They are unsafe, as Rust 1.85 requires.
macro_rules! best {
    ($($argument:ident: $Type:ty),* => $body:expr) => {{
        #[inline(always)]
        fn any($($argument: $Type),*) {
            $body
        }
        #[cfg(all(feature = "std", target_arch = "x86_64", avx512, optimised))]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        unsafe fn avx512($($argument: $Type),*) {
            any($($argument),*);
        }
        #[cfg(all(feature = "std", target_arch = "x86_64", optimised))]
        #[target_feature(enable = "avx2")]
        unsafe fn avx2($($argument: $Type),*) {
            any($($argument),*);
        }
        #[cfg(all(feature = "std", target_arch = "x86_64", optimised))]
        match crate::vectors() {
            // SAFETY: `vectors` returned `Avx512`, which `Vectors::detect` stores only if it has found AVX-512 F, BW,
            // DQ and VL.
            #[cfg(avx512)]
            crate::Vectors::Avx512 => return unsafe { avx512($($argument),*) },
            // SAFETY: `vectors` returned `Avx2`, which `Vectors::detect` stores only if it has found AVX2.
            crate::Vectors::Avx2 => return unsafe { avx2($($argument),*) },
            _ => {}
        }
        any($($argument),*);
    }};
}
pub(crate) use best;

/// Defines the module `into` of a type: `each_into!(f32: exp ln; sin near_sin)`. Each function after the semicolon is
/// followed by the one for blocks without far angles.
macro_rules! each_into {
    ($T:ident: $($name:ident)*; $($far:ident $near:ident)*) => {
        $(
            #[doc = concat!("Writes [`", stringify!($name), "`](super::", stringify!($name), ") of each number.")]
            pub fn $name(from: &[$T], to: &mut [$T]) {
                assert_eq!(from.len(), to.len(), "the slices have different lengths");
                crate::vectors::best!(from: &[$T], to: &mut [$T] => {
                    for (x, y) in from.iter().zip(to) {
                        *y = super::$name(*x);
                    }
                });
            }
        )*
        $(
            #[doc = concat!("Writes [`", stringify!($far), "`](super::", stringify!($far), ") of each number.")]
            pub fn $far(from: &[$T], to: &mut [$T]) {
                assert_eq!(from.len(), to.len(), "the slices have different lengths");
                to.copy_from_slice(from);
                super::in_place::$far(to);
            }
        )*
    };
}
pub(crate) use each_into;

/// Defines the module `in_place` of a type.
macro_rules! each_in_place {
    ($T:ident: $($name:ident)*; $($far:ident $near:ident)*) => {
        $(
            #[doc = concat!("Writes [`", stringify!($name), "`](super::", stringify!($name), ") of each number.")]
            pub fn $name(x: &mut [$T]) {
                crate::vectors::best!(x: &mut [$T] => {
                    for x in x {
                        *x = super::$name(*x);
                    }
                });
            }
        )*
        $(
            #[doc = concat!("Writes [`", stringify!($far), "`](super::", stringify!($far), ") of each number.")]
            pub fn $far(x: &mut [$T]) {
                crate::vectors::best!(x: &mut [$T] => for x in x.chunks_mut(crate::vectors::BLOCK) {
                    if x.iter().fold(false, |any, x| any | super::is_far(*x)) {
                        for x in x {
                            *x = super::$far(*x);
                        }
                    } else {
                        for x in x {
                            *x = super::$near(*x);
                        }
                    }
                });
            }
        )*
    };
}
pub(crate) use each_in_place;

/// Keeps the code: the compiler has AVX-512.
#[cfg(avx512)]
#[doc(hidden)]
#[macro_export]
macro_rules! if_avx512 {
    ($($code:tt)*) => { $($code)* };
}

/// Removes the code: the compiler does not have AVX-512.
#[cfg(not(avx512))]
#[doc(hidden)]
#[macro_export]
macro_rules! if_avx512 {
    ($($code:tt)*) => {};
}

/// Chooses the first block in an optimised build, else the second; rustc sees one.
#[cfg(optimised)]
#[doc(hidden)]
#[macro_export]
macro_rules! if_optimised {
    ($yes:block else $no:block) => {
        $yes
    };
}

/// Chooses the second block: a build without optimisation.
#[cfg(not(optimised))]
#[doc(hidden)]
#[macro_export]
macro_rules! if_optimised {
    ($yes:block else $no:block) => {
        $no
    };
}
