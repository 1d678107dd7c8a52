//! The threads of a pool. On those of [`Threads`](crate::Threads), large operations on numbers are divided.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::transmute;
use core::ops::Range;
#[cfg(any(feature = "std", feature = "libm"))]
use core::slice;
#[cfg(feature = "rayon")]
use {
    core::cell::Cell,
    core::sync::atomic::{AtomicUsize, Ordering},
    rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator},
};

/// Keeps the code if there are threads.
macro_rules! if_threads {
    ($($code:tt)*) => {
        #[cfg(feature = "rayon")]
        {
            $($code)*
        }
    };
}
pub(in crate::kernel) use if_threads;

/// Pieces for each thread, so that a delayed thread does not delay all.
pub(in crate::kernel) const PIECES: usize = 4;

/// How many times as high borders are if threads have to be woken up.
#[cfg(feature = "rayon")]
pub(in crate::kernel) const WAKING: usize = 4;

/// A size up to which one thread finishes before others have started (`benches/threads`).
pub(in crate::kernel) const fn border(size: usize) -> usize {
    if cfg!(miri) {
        64
    } else if cfg!(debug_assertions) {
        // so that tests divide small tensors
        size >> 12
    } else {
        size
    }
}

#[cfg(feature = "rayon")]
std::thread_local! {
    static DIVIDES: Cell<bool> = const { Cell::new(false) };
}

/// Lets operations on this thread be divided.
#[cfg(feature = "rayon")]
pub(crate) fn divide_operations() {
    DIVIDES.set(true);
}

pub(in crate::kernel) fn divides_operations() -> bool {
    #[cfg(feature = "rayon")]
    return DIVIDES.get();
    #[cfg(not(feature = "rayon"))]
    false
}

pub(in crate::kernel) fn count() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// A proof that several threads may read `T`s and write `U`s.
pub(in crate::kernel) struct Permit<T, U>(PhantomData<(T, U)>);

impl<T, U> Clone for Permit<T, U> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, U> Copy for Permit<T, U> {}

impl<T, U> Permit<T, U> {
    /// For numbers, if this thread divides operations.
    #[inline]
    pub(in crate::kernel) fn of_numbers() -> Option<Self> {
        (divides_operations() && is_number::<T>() && is_number::<U>()).then_some(Self(PhantomData))
    }

    #[cfg(feature = "rayon")]
    pub(in crate::kernel) const fn of_bounds() -> Self
    where
        T: Sync,
        U: Send,
    {
        Self(PhantomData)
    }

    /// # Safety
    ///
    /// Several threads may read `T`s and write `U`s.
    pub(in crate::kernel) const unsafe fn new() -> Self {
        Self(PhantomData)
    }
}

/// Calls `work` with each number below `pieces`, on several threads. The first argument is below [`count`]; it differs
/// between calls at the same time.
///
/// # Safety
///
/// Threads may call `work` at the same time.
pub(in crate::kernel) unsafe fn share(pieces: usize, work: &dyn Fn(usize, usize)) {
    #[cfg(feature = "rayon")]
    {
        let (next, work) = (AtomicUsize::new(0), Crossing(work));
        (0..count()).into_par_iter().with_max_len(1).for_each(|worker| {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= pieces {
                    return;
                }
                work.call(worker, piece);
            }
        });
    }
    #[cfg(not(feature = "rayon"))]
    (0..pieces).for_each(|piece| work(0, piece));
}

#[cfg(feature = "rayon")]
struct Crossing<'a>(&'a dyn Fn(usize, usize));

#[cfg(feature = "rayon")]
impl Crossing<'_> {
    fn call(&self, worker: usize, piece: usize) {
        (self.0)(worker, piece);
    }
}

// SAFETY: only `share` makes one (`# Safety`).
#[cfg(feature = "rayon")]
unsafe impl Sync for Crossing<'_> {}

/// Calls `f` with pieces of a slice.
#[cfg(any(feature = "std", feature = "libm"))]
pub(in crate::kernel) fn share_slice<T>(all: &mut [T], f: impl Fn(&mut [T]) + Sync, _: Permit<T, T>) {
    let (first, length, pieces) = (all.as_mut_ptr(), all.len(), PIECES * count());
    let work = |_, piece| {
        let of_piece = part(length, pieces, piece);
        // SAFETY: `of_piece` is within `length`: elements of `all`, which is mutably borrowed, and of no other piece.
        f(unsafe { slice::from_raw_parts_mut(first.wrapping_add(of_piece.start), of_piece.len()) });
    };
    // SAFETY: pieces have their own elements, which threads may write (`Permit`), and `f` is `Sync`.
    unsafe { share(pieces, &work) };
}

/// A part of the numbers below `of`; the first parts are one longer.
pub(in crate::kernel) fn part(of: usize, parts: usize, part: usize) -> Range<usize> {
    let start = |part: usize| of / parts * part + part.min(of % parts);
    start(part)..start(part + 1)
}

/// Whether `T` is a number of Rust, `half` or `num-complex`, or a pair: they are `Send` and `Sync`.
pub(in crate::kernel) fn is_number<T>() -> bool {
    let id = id::<T>();
    macro_rules! is_one_of {
        ($($Number:ty),*) => {
            $(id == TypeId::of::<$Number>())||*
        };
    }
    let is_own = is_one_of!(
        f32,
        f64,
        bool,
        u8,
        u16,
        u32,
        u64,
        u128,
        usize,
        i8,
        i16,
        i32,
        i64,
        i128,
        isize,
        (f32, f32),
        (f64, f64)
    );
    #[cfg(feature = "half")]
    let is_own = is_own || is_one_of!(half::f16, half::bf16);
    #[cfg(feature = "complex")]
    let is_own = is_own || is_one_of!(num_complex::Complex<f32>, num_complex::Complex<f64>);
    is_own
}

/// The id of a type without its lifetimes. A type with lifetimes never has the id of a number.
fn id<T>() -> TypeId {
    trait Erased {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T> Erased for PhantomData<T> {
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let erased: &dyn Erased = &PhantomData::<T>;
    // SAFETY: only the lifetime changes; `PhantomData` has no bytes, and `id` reads none.
    unsafe { transmute::<&dyn Erased, &(dyn Erased + 'static)>(erased) }.id()
}
