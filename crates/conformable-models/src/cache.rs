//! The keys and values of the positions seen before, in buffers of a fixed capacity.
//!
//! ```text
//! push(cache, k, v):                      k and v of (B, H, N, K)
//!     keys[.., length .. length + N, ..]   = k
//!     values[.., length .. length + N, ..] = v
//!     length                               = length + N         at most the capacity C
//! ```

use crate::element::Float;
use crate::error::{ModelError, Why};
use crate::heads::ByHead;
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine, Outcome};
use conformable::{Axis, Dim, DimDiff, Dyn, NoneBroadcast, Shape};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The positions that a [`KvCache`] has seen: the name of its length.
#[derive(Clone, Copy, Debug)]
pub struct Seen;

/// A number of positions that a cache of `C` positions has: one of the compiler is at most `C`, and one of run time is
/// compared there.
///
/// ```
/// use conformable::{Dyn, Size};
/// use conformable_models::FitsIn;
///
/// fn positions<N: FitsIn<C>, C>() {}
/// positions::<Size<4>, Size<8>>();
/// positions::<Dyn, Size<8>>();
/// ```
///
/// ```compile_fail,E0277
/// use conformable::Size;
/// use conformable_models::FitsIn;
///
/// fn positions<N: FitsIn<C>, C>() {}
/// positions::<Size<9>, Size<8>>(); // `Size<8>` positions cannot hold `Size<9>`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{C}` positions cannot hold `{Self}`",
    label = "`{Self}` is more than `{C}`, or the compiler does not know which is more",
    note = "in generic code, add the bound `where {Self}: FitsIn<{C}>`",
    note = "conformable: E-model"
)]
pub trait FitsIn<C>: Dim {}

#[diagnostic::do_not_recommend]
impl<C: Dim + DimDiff<N>, N: Dim> FitsIn<C> for N {}

/// The keys and values of the positions seen before, at most `C`, each in a buffer `(B, H, C, K)` that is written in
/// place.
///
/// The capacity and the length are dims. [`keys`](Self::keys) and [`values`](Self::values) are views of the filled
/// part, `(B, H, Dyn<Seen>, K)`; on [`Native`](conformable::engine::Native), a view is a tensor of this crate.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Size, Tensor, shape};
/// use conformable_models::KvCache;
///
/// let mut cache =
///     KvCache::<Size<1>, Size<2>, Size<4>, Size<8>, f32, Native>::new((Size, Size, Size, Size), &())?;
/// let three = EngineTensor::from(Tensor::full(shape![1, 2, 3, 8], 1.0));
/// cache.push(&three, &three)?;
/// assert_eq!(cache.keys().as_engine(), &Tensor::full(shape![1, 2, 3, 8], 1.0).erase());
/// let error = cache.push(&three, &three).unwrap_err();
/// let why = "a cache of (1, 2, Seen = 3, 8) cannot take (1, 2, 3, 8): it has 3 of 4 positions";
/// assert_eq!(error.to_string(), why);
/// # Ok::<(), conformable_models::ModelError<Native>>(())
/// ```
///
/// More positions than the capacity do not compile if both are constants, and neither do other heads:
///
/// ```compile_fail,E0277
/// use conformable::engine::Native;
/// use conformable::Size;
/// use conformable_models::{ByHead, KvCache};
///
/// type Cache = KvCache<Size<1>, Size<2>, Size<4>, Size<8>, f32, Native>;
///
/// fn push(cache: &mut Cache, keys: &ByHead<Size<1>, Size<2>, Size<5>, Size<8>, f32, Native>) {
///     cache.push(keys, keys); // `Size<4>` positions cannot hold `Size<5>`
/// }
/// ```
///
/// ```compile_fail,E0308
/// use conformable::engine::Native;
/// use conformable::Size;
/// use conformable_models::{ByHead, KvCache};
///
/// type Cache = KvCache<Size<1>, Size<2>, Size<4>, Size<8>, f32, Native>;
///
/// fn push(cache: &mut Cache, keys: &ByHead<Size<1>, Size<4>, Size<1>, Size<8>, f32, Native>) {
///     cache.push(keys, keys); // expected `Size<2>`, found `Size<4>`
/// }
/// ```
///
/// A clone shares the buffers until one of both is pushed to.
#[derive(Clone, Debug)]
pub struct KvCache<B: Dim, H: Dim, C: Dim, K: Dim, T: Copy, E: Engine> {
    keys: ByHead<B, H, C, K, T, E>,
    values: ByHead<B, H, C, K, T, E>,
    length: usize,
    /// The number of positions that any cache has written to these buffers. A cache with fewer positions copies them
    /// first, because clones and views have the rest.
    written: Arc<AtomicUsize>,
}

impl<B: Dim, H: Dim, C: Dim, K: Dim, T: Float, E: FloatEngine<T>> KvCache<B, H, C, K, T, E> {
    /// Returns an empty cache. The sizes are those of `(B, H, C, K)`.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn new(sizes: (B, H, C, K), device: &E::Device) -> Result<Self, Error<E>> {
        let buffer = || EngineTensor::full(sizes, T::of(0.0), device);
        Ok(Self { keys: buffer()?, values: buffer()?, length: 0, written: Arc::default() })
    }

    /// Appends the keys and values of further positions.
    ///
    /// # Errors
    ///
    /// If there are more positions than the capacity has, sizes known only at run time differ, or the engine fails. The
    /// cache is then unchanged.
    pub fn push<N: FitsIn<C>>(
        &mut self,
        keys: &ByHead<B, H, N, K, T, E>,
        values: &ByHead<B, H, N, K, T, E>,
    ) -> Result<(), ModelError<E>> {
        keys.shape().none_broadcast(values.shape())?;
        let (start, more, capacity) = (self.length, keys.sizes()[2], self.capacity().size());
        let Some(end) = start.checked_add(more).filter(|&end| end <= capacity) else {
            let (batch, heads, _, width) = *self.keys.shape();
            let keys = Box::new([(batch, heads, self.length(), width).partial(), keys.shape().partial()]);
            return Err(Why::Full { keys, length: start, capacity }.into());
        };
        let claimed = self.written.compare_exchange(start, end, Ordering::Relaxed, Ordering::Relaxed);
        if claimed.is_err() {
            *self = self.copied(end)?;
        }
        self.keys.try_overwrite(Axis::<2>, start, keys)?;
        self.values.try_overwrite(Axis::<2>, start, values)?;
        self.length = end;
        Ok(())
    }

    /// Forgets all positions from `length` on, if there are more.
    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn length(&self) -> Dyn<Seen> {
        Dyn::labelled(self.length)
    }

    /// Returns the greatest number of positions.
    #[must_use]
    pub fn capacity(&self) -> C {
        self.keys.shape().2
    }

    /// Returns a view of the keys of all positions.
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[must_use]
    #[track_caller]
    pub fn keys(&self) -> ByHead<B, H, Dyn<Seen>, K, T, E> {
        self.keys.narrow(Axis::<2>, ..self.length).named()
    }

    /// Returns a view of the values of all positions.
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[must_use]
    #[track_caller]
    pub fn values(&self) -> ByHead<B, H, Dyn<Seen>, K, T, E> {
        self.values.narrow(Axis::<2>, ..self.length).named()
    }

    /// The same positions in buffers of its own, where `written` positions are taken.
    fn copied(&self, written: usize) -> Result<Self, Error<E>> {
        let copy = |buffer: &ByHead<B, H, C, K, T, E>| -> Outcome<T, (B, H, C, K), E> {
            let mut copy = EngineTensor::full(*buffer.shape(), T::of(0.0), &buffer.device())?;
            copy.try_overwrite(Axis::<2>, 0, &buffer.try_narrow(Axis::<2>, ..self.length)?)?;
            Ok(copy)
        };
        let (keys, values) = (copy(&self.keys)?, copy(&self.values)?);
        Ok(Self { keys, values, length: self.length, written: Arc::new(written.into()) })
    }
}
