//! Loops over slices for the vectors of the processor that runs: on x86-64 AVX2 or AVX-512, elsewhere those of every build.

/// Numbers in a row that are looked at before they are computed.
pub(crate) const BLOCK: usize = 512;

/// Runs `body`, compiled for the processor that runs: `best!(x: &mut [f32] => body)`. It stands in functions of its own, and not
/// in a closure, which the compiler might leave out of them. They are unsafe since Rust 1.85 asks for it.
macro_rules! best {
    ($($argument:ident: $Type:ty),* => $body:expr) => {{
        #[inline(always)]
        fn any($($argument: $Type),*) {
            $body
        }
        #[cfg(all(feature = "std", target_arch = "x86_64", avx512))]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        unsafe fn avx512($($argument: $Type),*) {
            any($($argument),*);
        }
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        #[target_feature(enable = "avx2")]
        unsafe fn avx2($($argument: $Type),*) {
            any($($argument),*);
        }
        #[cfg(all(feature = "std", target_arch = "x86_64", avx512))]
        if crate::vectors::has_avx512() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { avx512($($argument),*) };
        }
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { avx2($($argument),*) };
        }
        any($($argument),*);
    }};
}
pub(crate) use best;

#[cfg(all(feature = "std", target_arch = "x86_64", avx512))]
pub(crate) fn has_avx512() -> bool {
    std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512dq")
        && std::is_x86_feature_detected!("avx512vl")
}

/// The functions of the module `into` of a type: `each_into!(f32: exp ln; sin near_sin)`. Those after the semicolon have one for
/// blocks without far angles.
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

/// Those of the module `in_place`.
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
