//! Functions that are called at each position.
//!
//! The closures of functions that are generic over shapes would compile the loops for each shape, so these structs are
//! generic only over elements. Their methods are always inlined, or they would be compiled for the oldest processor.

use crate::kernel::simd;
use crate::kernel::threads::is_number;
use core::mem::{MaybeUninit, needs_drop, transmute_copy};
use core::ptr::{self, slice_from_raw_parts_mut};

/// A function of the tuple of the operands' elements at one position.
pub(crate) trait Function<Items> {
    type Output;

    /// Whether it computes so much that memory is not the limit.
    #[cfg_attr(not(all(feature = "simd", target_arch = "x86_64")), allow(dead_code, reason = "one kind of vectors"))]
    const HEAVY: bool = false;

    /// Whether it computes so little that memory is the limit.
    #[cfg_attr(not(feature = "rayon"), allow(dead_code, reason = "threads ask for it"))]
    const LIGHT: bool = false;

    /// Whether [`twin`](Self::twin) may return a copy.
    const PURE: bool = false;

    fn call(&mut self, items: Items) -> Self::Output;

    fn twin(&self) -> Option<Shared<Self>>
    where
        Self: Sized,
    {
        None
    }
}

impl<Items, V, F: FnMut(Items) -> V> Function<Items> for F {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, items: Items) -> V {
        self(items)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Unary<F>(pub(crate) F);

impl<T, V, F: FnMut(T) -> V> Function<(T,)> for Unary<F> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (element,): (T,)) -> V {
        self.0(element)
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
#[derive(Clone, Copy)]
pub(crate) struct Heavy<F>(pub(crate) F);

#[cfg(any(feature = "std", feature = "libm"))]
impl<T, V, F: FnMut(T) -> V> Function<(T,)> for Heavy<F> {
    type Output = V;
    const HEAVY: bool = true;

    #[inline(always)]
    fn call(&mut self, (element,): (T,)) -> V {
        self.0(element)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Binary<F>(pub(crate) F);

impl<T, U, V, F: FnMut(T, U) -> V> Function<(T, U)> for Binary<F> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (lhs, rhs): (T, U)) -> V {
        self.0(lhs, rhs)
    }
}

/// A function of an element and a scalar on its right.
#[derive(Clone, Copy)]
pub(crate) struct WithScalar<F, U>(pub(crate) F, pub(crate) U);

impl<T, U: Copy, V, F: FnMut(T, U) -> V> Function<(T,)> for WithScalar<F, U> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (lhs,): (T,)) -> V {
        self.0(lhs, self.1)
    }
}

/// A function of a scalar on the left and an element.
#[derive(Clone, Copy)]
pub(crate) struct OfScalar<F, T>(pub(crate) F, pub(crate) T);

impl<T: Copy, U, V, F: FnMut(T, U) -> V> Function<(U,)> for OfScalar<F, T> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (rhs,): (U,)) -> V {
        self.0(self.1, rhs)
    }
}

/// A function whose copies threads may call.
pub(crate) struct Shared<F>(F);

impl<F: Copy> Shared<F> {
    #[cfg(feature = "rayon")]
    pub(in crate::kernel) const fn of_bounds(function: F) -> Self
    where
        F: Send + Sync,
    {
        Self(function)
    }
}

impl<F> Shared<F> {
    #[inline(always)]
    pub(in crate::kernel) const fn get(&self) -> F {
        // SAFETY: `F` is `Copy`, as for each way to make a `Shared`.
        unsafe { ptr::read(&raw const self.0) }
    }
}

/// A function without state except scalars.
///
/// # Safety
///
/// If [`is_shared`](Self::is_shared) returns true, threads may call copies of it.
pub(crate) unsafe trait Stateless: Copy {
    fn is_shared() -> bool;
}

/// Implements [`Stateless`] for structs of a function, of a function and a scalar, and around a struct.
macro_rules! stateless {
    ($($Name:ident)*; $($With:ident)*; $($Around:ident)*) => {
        $(
            // SAFETY: its field is `Send` and `Sync`.
            unsafe impl<F: Copy + Send + Sync> Stateless for $Name<F> {
                fn is_shared() -> bool {
                    true
                }
            }
        )*
        $(
            // SAFETY: one field is `Send` and `Sync`, and the other is a number.
            unsafe impl<F: Copy + Send + Sync, U: Copy> Stateless for $With<F, U> {
                fn is_shared() -> bool {
                    is_number::<U>()
                }
            }
        )*
        $(
            // SAFETY: as for its field.
            unsafe impl<F: Stateless> Stateless for $Around<F> {
                fn is_shared() -> bool {
                    F::is_shared()
                }
            }
        )*
    };
}

stateless!(Unary Binary WithOther; WithScalar OfScalar AloneWithScalar; Assign InPlace InPlaceOfRight);
#[cfg(any(feature = "std", feature = "libm"))]
stateless!(Heavy;;);

/// A function of this crate, for several threads.
#[derive(Clone, Copy)]
pub(crate) struct Pure<F>(pub(crate) F);

impl<F: Stateless> Pure<F> {
    fn shared(&self) -> Option<Shared<Self>> {
        F::is_shared().then_some(Shared(*self))
    }
}

impl<Items, F: Function<Items> + Stateless> Function<Items> for Pure<F> {
    type Output = F::Output;
    const HEAVY: bool = F::HEAVY;
    const PURE: bool = true;

    #[inline(always)]
    fn call(&mut self, items: Items) -> F::Output {
        self.0.call(items)
    }

    fn twin(&self) -> Option<Shared<Self>> {
        self.shared()
    }
}

impl<W, Items, E: Each<W, Items> + Stateless> Each<W, Items> for Pure<E> {
    const HEAVY: bool = E::HEAVY;
    const PURE: bool = true;

    #[inline(always)]
    fn each(&mut self, target: &mut W, items: Items) {
        self.0.each(target, items);
    }

    fn twin(&self) -> Option<Shared<Self>> {
        self.shared()
    }
}

/// An operation on an element of the target and the operands' elements at its position.
pub(crate) trait Each<W, Items> {
    #[cfg_attr(not(all(feature = "simd", target_arch = "x86_64")), allow(dead_code, reason = "one kind of vectors"))]
    const HEAVY: bool = false;

    const PURE: bool = false;

    /// Whether it reads the target.
    const READS: bool = true;

    /// Whether a function of the caller may read the target.
    const UPDATES: bool = false;

    /// Whether the target has numbers ([`is_number`]).
    #[inline(always)]
    fn writes_numbers() -> bool {
        is_number::<W>()
    }

    fn each(&mut self, target: &mut W, items: Items);

    fn twin(&self) -> Option<Shared<Self>>
    where
        Self: Sized,
    {
        None
    }
}

impl<W, Items, F: FnMut(&mut W, Items)> Each<W, Items> for F {
    #[inline(always)]
    fn each(&mut self, target: &mut W, items: Items) {
        self(target, items);
    }
}

/// Writes the value of a function of the operands' elements.
#[derive(Clone, Copy)]
pub(crate) struct Assign<F>(pub(crate) F);

impl<V, Items, F: Function<Items, Output = V>> Each<V, Items> for Assign<F> {
    const HEAVY: bool = F::HEAVY;
    const READS: bool = false;

    #[inline(always)]
    fn each(&mut self, target: &mut V, items: Items) {
        *target = self.0.call(items);
    }
}

/// Calls a function of the target's element.
pub(crate) struct Alone<F>(pub(crate) F);

impl<W, F: FnMut(&mut W)> Each<W, ()> for Alone<F> {
    #[inline(always)]
    fn each(&mut self, target: &mut W, (): ()) {
        self.0(target);
    }
}

/// Calls a function of the target's element and one more.
#[derive(Clone, Copy)]
pub(crate) struct WithOther<F>(pub(crate) F);

impl<W, U, F: FnMut(&mut W, U)> Each<W, (U,)> for WithOther<F> {
    #[inline(always)]
    fn each(&mut self, target: &mut W, (other,): (U,)) {
        self.0(target, other);
    }
}

/// Calls a function of the target's element and a scalar.
#[derive(Clone, Copy)]
pub(crate) struct AloneWithScalar<F, U>(pub(crate) F, pub(crate) U);

impl<W, U: Copy, F: FnMut(&mut W, U)> Each<W, ()> for AloneWithScalar<F, U> {
    #[inline(always)]
    fn each(&mut self, target: &mut W, (): ()) {
        self.0(target, self.1);
    }
}

/// Writes the value of a function of the target's element, followed by the operands'.
#[derive(Clone, Copy)]
pub(crate) struct InPlace<F>(pub(crate) F);

impl<T: Copy, F: Function<(T,), Output = T>> Each<T, ()> for InPlace<F> {
    const HEAVY: bool = F::HEAVY;

    #[inline(always)]
    fn each(&mut self, target: &mut T, (): ()) {
        *target = self.0.call((*target,));
    }
}

impl<T: Copy, U, F: Function<(T, U), Output = T>> Each<T, (U,)> for InPlace<F> {
    const HEAVY: bool = F::HEAVY;

    #[inline(always)]
    fn each(&mut self, target: &mut T, (rhs,): (U,)) {
        *target = self.0.call((*target, rhs));
    }
}

/// Writes the value of a function of an operand's element, followed by the target's.
#[derive(Clone, Copy)]
pub(crate) struct InPlaceOfRight<F>(pub(crate) F);

impl<T: Copy, U, F: Function<(U, T), Output = T>> Each<T, (U,)> for InPlaceOfRight<F> {
    #[inline(always)]
    fn each(&mut self, target: &mut T, (lhs,): (U,)) {
        *target = self.0.call((lhs, *target));
    }
}

/// Stores all elements. LLVM would leave out unchanged ones, by a slow mask or singly (docs/decisions/0021-vectors.md),
/// but it does not know that the zero is 0.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Unmasked<E>(pub(in crate::kernel) E);

impl<W, Items, E: Each<W, Items>> Each<W, Items> for Unmasked<E> {
    const HEAVY: bool = E::HEAVY;
    const UPDATES: bool = E::READS;

    #[inline(always)]
    fn each(&mut self, target: &mut W, items: Items) {
        macro_rules! store {
            ($($Bits:ident)*) => {$(
                if const { simd::MASKS && size_of::<W>() == size_of::<$Bits>() } && is_number::<W>() {
                    // SAFETY: a number of this size has as many bits, all of them initialised.
                    let bits = unsafe { transmute_copy::<W, $Bits>(target) } ^ $Bits::from(simd::opaque_zero());
                    // SAFETY: the bits are those of the element.
                    let mut element = unsafe { transmute_copy::<$Bits, W>(&bits) };
                    self.0.each(&mut element, items);
                    *target = element;
                    return;
                }
            )*};
        }
        store!(u8 u16 u32 u64);
        self.0.each(target, items);
    }
}

/// Writes elements to uninitialised memory.
pub(in crate::kernel) struct Fresh<V, F> {
    function: F,
    first: *mut V,
    /// The number of written elements that have to be dropped if the function panics.
    count: usize,
}

impl<V, F> Fresh<V, F> {
    /// Writes from `first` on, in row-major order of a dense target.
    pub(in crate::kernel) fn new(function: F, first: *mut V) -> Self {
        Self { function, first, count: 0 }
    }

    /// All elements are written, and belong to the result.
    pub(in crate::kernel) fn finish(mut self) {
        self.count = 0;
    }
}

impl<V, Items, F: Function<Items, Output = V>> Each<MaybeUninit<V>, Items> for Fresh<V, F> {
    const HEAVY: bool = F::HEAVY;
    const PURE: bool = F::PURE;

    #[inline(always)]
    fn writes_numbers() -> bool {
        is_number::<V>()
    }

    #[inline(always)]
    fn each(&mut self, target: &mut MaybeUninit<V>, items: Items) {
        target.write(self.function.call(items));
        if const { needs_drop::<V>() } {
            self.count += 1;
        }
    }
}

impl<V, F> Drop for Fresh<V, F> {
    fn drop(&mut self) {
        // SAFETY: `run::map` and `run::from_fn` write a block in row-major order from `first` on. `each` has counted
        // the written elements, and `finish` sets the count to 0 before the tensor owns them.
        unsafe { slice_from_raw_parts_mut(self.first, self.count).drop_in_place() };
    }
}
