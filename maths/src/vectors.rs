//! Loops over slices for the vectors of the processor that runs: on x86-64 AVX2 or AVX-512, elsewhere those of every build.
#![allow(unsafe_code, reason = "a function for some processors is called where there is one of them")]

/// Numbers in a row that are looked at before they are computed.
const BLOCK: usize = 512;

macro_rules! loops {
    ($(#[$feature:meta])? $into:ident $in_place:ident) => {
        #[inline(never)]
        $(#[$feature])?
        fn $into<T: Copy>(f: impl Fn(T) -> T, from: &[T], to: &mut [T]) {
            for (x, y) in from.iter().zip(to) {
                *y = f(*x);
            }
        }

        #[inline(never)]
        $(#[$feature])?
        fn $in_place<T: Copy>(f: impl Fn(T) -> T, x: &mut [T]) {
            for x in x {
                *x = f(*x);
            }
        }
    };
}

loops!(any_into any_in_place);
#[cfg(all(feature = "std", target_arch = "x86_64"))]
loops!(#[target_feature(enable = "avx2")] avx2_into avx2_in_place);
#[cfg(all(feature = "std", target_arch = "x86_64", avx512))]
loops!(#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")] avx512_into avx512_in_place);

/// Calls the loop for the processor that runs.
macro_rules! best {
    ($any:ident $avx2:ident $avx512:ident($($argument:expr),*)) => {{
        #[cfg(all(feature = "std", target_arch = "x86_64", avx512))]
        if std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { $avx512($($argument),*) };
        }
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { $avx2($($argument),*) };
        }
        $any($($argument),*);
    }};
}

/// Writes `f` of each number of `from` in its place of `to`.
pub(crate) fn into<T: Copy>(f: impl Fn(T) -> T, from: &[T], to: &mut [T]) {
    assert_eq!(from.len(), to.len(), "the slices have different lengths");
    best!(any_into avx2_into avx512_into(f, from, to));
}

/// Writes `f` of each number in its place.
pub(crate) fn in_place<T: Copy>(f: impl Fn(T) -> T, x: &mut [T]) {
    best!(any_in_place avx2_in_place avx512_in_place(f, x));
}

/// As [`into`], with a function for blocks that have a number for which `is_far`, and one for the others.
pub(crate) fn into_by_blocks<T: Copy>(
    is_far: impl Fn(T) -> bool,
    far: impl Fn(T) -> T + Copy,
    near: impl Fn(T) -> T + Copy,
    from: &[T],
    to: &mut [T],
) {
    assert_eq!(from.len(), to.len(), "the slices have different lengths");
    for (from, to) in from.chunks(BLOCK).zip(to.chunks_mut(BLOCK)) {
        if from.iter().fold(false, |any, x| any | is_far(*x)) { into(far, from, to) } else { into(near, from, to) }
    }
}

/// As [`in_place`], with a function for blocks that have a number for which `is_far`, and one for the others.
pub(crate) fn in_place_by_blocks<T: Copy>(
    is_far: impl Fn(T) -> bool,
    far: impl Fn(T) -> T + Copy,
    near: impl Fn(T) -> T + Copy,
    x: &mut [T],
) {
    for x in x.chunks_mut(BLOCK) {
        if x.iter().fold(false, |any, x| any | is_far(*x)) { in_place(far, x) } else { in_place(near, x) }
    }
}

/// The functions of the module `into` of a type: `each_into!(f32: exp ln; sin near_sin)`, the last by blocks.
macro_rules! each_into {
    ($T:ident: $($name:ident)*; $($far:ident $near:ident)*) => {
        use crate::vectors;
        $(
            #[doc = concat!("Writes [`", stringify!($name), "`](super::", stringify!($name), ") of each number.")]
            pub fn $name(from: &[$T], to: &mut [$T]) {
                vectors::into(super::$name, from, to);
            }
        )*
        $(
            #[doc = concat!("Writes [`", stringify!($far), "`](super::", stringify!($far), ") of each number.")]
            pub fn $far(from: &[$T], to: &mut [$T]) {
                vectors::into_by_blocks(crate::angle::is_far, super::$far, super::$near, from, to);
            }
        )*
    };
}
pub(crate) use each_into;

/// Those of the module `in_place`.
macro_rules! each_in_place {
    ($T:ident: $($name:ident)*; $($far:ident $near:ident)*) => {
        use crate::vectors;
        $(
            #[doc = concat!("Writes [`", stringify!($name), "`](super::", stringify!($name), ") of each number.")]
            pub fn $name(x: &mut [$T]) {
                vectors::in_place(super::$name, x);
            }
        )*
        $(
            #[doc = concat!("Writes [`", stringify!($far), "`](super::", stringify!($far), ") of each number.")]
            pub fn $far(x: &mut [$T]) {
                vectors::in_place_by_blocks(crate::angle::is_far, super::$far, super::$near, x);
            }
        )*
    };
}
pub(crate) use each_in_place;
