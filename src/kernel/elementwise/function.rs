//! What is done in each place.
//!
//! A closure made in a function that is generic over shapes is of another type for each of them, and the loops would be
//! compiled for each. So what stands between a user's function and a loop is one of the structs below, which know of
//! elements alone. Their methods are always inlined: a closure may be left out of line, and is then compiled for the
//! oldest processor.

use core::mem::{MaybeUninit, needs_drop};
use core::ptr::slice_from_raw_parts_mut;

/// A function of the operands' elements in one place, a tuple.
pub(crate) trait Function<Items> {
    type Output;

    /// Whether it computes so much of an element that memory is not the limit.
    #[cfg_attr(not(all(feature = "simd", target_arch = "x86_64")), allow(dead_code, reason = "one kind of vectors"))]
    const HEAVY: bool = false;

    /// Whether it computes so little that memory is the limit.
    #[cfg_attr(not(feature = "rayon"), allow(dead_code, reason = "threads ask for it"))]
    const LIGHT: bool = false;

    fn call(&mut self, items: Items) -> Self::Output;
}

/// A user's function of the tuple.
impl<Items, V, F: FnMut(Items) -> V> Function<Items> for F {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, items: Items) -> V {
        self(items)
    }
}

/// A function of one element.
#[derive(Clone, Copy)]
pub(crate) struct Unary<F>(pub(crate) F);

impl<T, V, F: FnMut(T) -> V> Function<(T,)> for Unary<F> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (element,): (T,)) -> V {
        self.0(element)
    }
}

/// A function of one element that computes much of it.
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

/// A function of two elements.
#[derive(Clone, Copy)]
pub(crate) struct Binary<F>(pub(crate) F);

impl<T, U, V, F: FnMut(T, U) -> V> Function<(T, U)> for Binary<F> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (lhs, rhs): (T, U)) -> V {
        self.0(lhs, rhs)
    }
}

/// A function of two elements, of which the right one is a scalar.
#[derive(Clone, Copy)]
pub(crate) struct WithScalar<F, U>(pub(crate) F, pub(crate) U);

impl<T, U: Copy, V, F: FnMut(T, U) -> V> Function<(T,)> for WithScalar<F, U> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (lhs,): (T,)) -> V {
        self.0(lhs, self.1)
    }
}

/// The same with the scalar on the left.
pub(crate) struct OfScalar<F, T>(pub(crate) F, pub(crate) T);

impl<T: Copy, U, V, F: FnMut(T, U) -> V> Function<(U,)> for OfScalar<F, T> {
    type Output = V;

    #[inline(always)]
    fn call(&mut self, (rhs,): (U,)) -> V {
        self.0(self.1, rhs)
    }
}

/// A function that is needed once more.
pub(crate) struct ByRef<'f, F>(pub(crate) &'f mut F);

impl<Items, F: Function<Items>> Function<Items> for ByRef<'_, F> {
    type Output = F::Output;
    const HEAVY: bool = F::HEAVY;

    #[inline(always)]
    fn call(&mut self, items: Items) -> F::Output {
        self.0.call(items)
    }
}

/// What is done with an element of the target and the operands' in its place.
pub(crate) trait Each<W, Items> {
    /// Whether it computes so much of an element that memory is not the limit.
    #[cfg_attr(not(all(feature = "simd", target_arch = "x86_64")), allow(dead_code, reason = "one kind of vectors"))]
    const HEAVY: bool = false;

    fn each(&mut self, target: &mut W, items: Items);
}

/// A user's function of both.
impl<W, Items, F: FnMut(&mut W, Items)> Each<W, Items> for F {
    #[inline(always)]
    fn each(&mut self, target: &mut W, items: Items) {
        self(target, items);
    }
}

/// Writes what a function makes of the operands' elements.
pub(crate) struct Assign<F>(pub(crate) F);

impl<V, Items, F: Function<Items, Output = V>> Each<V, Items> for Assign<F> {
    const HEAVY: bool = F::HEAVY;

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
pub(crate) struct WithOther<F>(pub(crate) F);

impl<W, U, F: FnMut(&mut W, U)> Each<W, (U,)> for WithOther<F> {
    #[inline(always)]
    fn each(&mut self, target: &mut W, (other,): (U,)) {
        self.0(target, other);
    }
}

/// Calls a function of the target's element and a scalar.
pub(crate) struct AloneWithScalar<F, U>(pub(crate) F, pub(crate) U);

impl<W, U: Copy, F: FnMut(&mut W, U)> Each<W, ()> for AloneWithScalar<F, U> {
    #[inline(always)]
    fn each(&mut self, target: &mut W, (): ()) {
        self.0(target, self.1);
    }
}

/// Writes what a function makes of the target's element, and of the operands' after it.
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

/// Writes what a function makes of an operand's element, and of the target's after it.
pub(crate) struct InPlaceOfRight<F>(pub(crate) F);

impl<T: Copy, U, F: Function<(U, T), Output = T>> Each<T, (U,)> for InPlaceOfRight<F> {
    #[inline(always)]
    fn each(&mut self, target: &mut T, (lhs,): (U,)) {
        *target = self.0.call((lhs, *target));
    }
}

/// Writes elements where there are none yet.
pub(in crate::kernel) struct Fresh<V, F> {
    function: F,
    first: *mut V,
    /// How many have been written, where they have to be dropped if the function panics.
    count: usize,
}

impl<V, F> Fresh<V, F> {
    /// To be written in row-major order of a dense target, which begins there.
    pub(in crate::kernel) fn new(function: F, first: *mut V) -> Self {
        Self { function, first, count: 0 }
    }

    /// All have been written, and belong to the result.
    pub(in crate::kernel) fn finish(mut self) {
        self.count = 0;
    }
}

impl<V, Items, F: Function<Items, Output = V>> Each<MaybeUninit<V>, Items> for Fresh<V, F> {
    const HEAVY: bool = F::HEAVY;

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
        // SAFETY: `run::map` and `run::from_fn` alone make one, for a block that is written in row-major order from
        // `first` on. `each` has counted the elements that were written, and `finish` sets the count to 0 before the
        // tensor owns them.
        unsafe { slice_from_raw_parts_mut(self.first, self.count).drop_in_place() };
    }
}
