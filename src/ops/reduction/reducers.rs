//! The reducers, which are generic only over elements, so that each is compiled once.

#![allow(clippy::inline_always, reason = "a function that is not inlined is not vectorised for the processor")]
#![allow(clippy::needless_bitwise_bool, reason = "nor is a branch a vector")]

use crate::kernel::{Best, ManyToOne, Once, Order, Places, Reduce, Reducer, Reduction, Twice};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::maths::Maths;
use crate::numeric::{Inexact, Numeric, Real, Truth};
use core::marker::PhantomData;
use num_traits::AsPrimitive;
use num_traits::float::FloatCore;

/// Sums `f(element, context)` in `N::Wide`.
struct Sums<N, C, F>(F, PhantomData<(N, C)>);

const fn sums<N: Numeric, C, T>(f: impl FnMut(T, C) -> N::Wide) -> Sums<N, C, impl FnMut(T, C) -> N::Wide> {
    Sums(f, PhantomData)
}

impl<N: Numeric, C: Copy, T, F: FnMut(T, C) -> N::Wide> Reducer<T> for Sums<N, C, F> {
    type Context = C;
    type State = N::Wide;
    const ORDER: Order = if N::ROUNDS { Order::Pairs } else { Order::Exact };

    #[inline(always)]
    fn first(&mut self, x: T, context: C) -> N::Wide {
        (self.0)(x, context)
    }

    #[inline(always)]
    fn before(&mut self, _: T) -> Option<N::Wide> {
        // zero plus a negative zero is not negative
        (!N::ROUNDS).then_some(N::ZERO)
    }

    #[inline(always)]
    fn next(&mut self, state: N::Wide, x: T, context: C) -> N::Wide {
        state + (self.0)(x, context)
    }

    #[inline(always)]
    fn merge(&mut self, left: N::Wide, right: N::Wide) -> N::Wide {
        left + right
    }
}

pub(crate) struct Products;

impl<T: Numeric> Reducer<T> for Products {
    type Context = ();
    type State = T::Wide;
    const ORDER: Order = if T::ROUNDS { Order::Pairs } else { Order::Exact };

    #[inline(always)]
    fn first(&mut self, x: T, (): ()) -> T::Wide {
        x.widen()
    }

    #[inline(always)]
    fn before(&mut self, _: T) -> Option<T::Wide> {
        (!T::ROUNDS).then_some(T::ONE)
    }

    #[inline(always)]
    fn next(&mut self, state: T::Wide, x: T, (): ()) -> T::Wide {
        state * x.widen()
    }

    #[inline(always)]
    fn merge(&mut self, left: T::Wide, right: T::Wide) -> T::Wide {
        left * right
    }
}

/// Returns `true` if `x` replaces the extreme: it is beyond it or NaN.
#[inline(always)]
#[allow(clippy::eq_op, reason = "of a NaN alone it is false")]
pub(crate) fn is_beyond<V: PartialOrd, const GREATEST: bool>(x: &V, best: &V) -> bool {
    (if GREATEST { x > best } else { x < best }) | (x != x)
}

/// `x` if it [`is_beyond`] `best`, else `best`, as a maximum and a choice.
#[inline(always)]
#[allow(clippy::eq_op, reason = "of a NaN alone it is false")]
fn extreme_of<V: PartialOrd + Copy, const GREATEST: bool>(best: &V, x: &V) -> V {
    let extreme = if if GREATEST { x > best } else { x < best } { *x } else { *best };
    if x == x { extreme } else { *x }
}

/// The largest, or smallest, value of `f(element)`. If it `IS_READ`, `f` returns the element, perhaps widened.
struct Extreme<F, const GREATEST: bool, const IS_READ: bool = true>(F);

impl<V: PartialOrd + Copy, T, F: FnMut(T) -> V, const GREATEST: bool, const IS_READ: bool> Reducer<T>
    for Extreme<F, GREATEST, IS_READ>
{
    type Context = ();
    type State = V;
    const ORDER: Order = Order::Any;

    #[inline(always)]
    fn first(&mut self, x: T, (): ()) -> V {
        (self.0)(x)
    }

    #[inline(always)]
    fn before(&mut self, x: T) -> Option<V> {
        Some((self.0)(x))
    }

    #[inline(always)]
    fn next(&mut self, state: V, x: T, (): ()) -> V {
        let x = (self.0)(x);
        // a copy of a large element would take stack
        if const { size_of::<V>() <= 16 } {
            return extreme_of::<V, GREATEST>(&state, &x);
        }
        if is_beyond::<V, GREATEST>(&x, &state) { x } else { state }
    }

    #[inline(always)]
    fn merge(&mut self, left: V, right: V) -> V {
        // in shorter vectors, LLVM splits one of these forms into single elements
        if const { size_of::<V>() == 4 || size_of::<V>() == 8 && !IS_READ } {
            return extreme_of::<V, GREATEST>(&left, &right);
        }
        if is_beyond::<V, GREATEST>(&right, &left) { right } else { left }
    }
}

impl<T: PartialOrd + Copy, F: FnMut(T) -> T, const GREATEST: bool> Best<T> for Extreme<F, GREATEST> {
    #[inline(always)]
    fn is_beyond(&self, x: T, best: T) -> bool {
        comes_before::<T, GREATEST>(x, best)
    }
}

/// Returns `true` if `x` is beyond another element; NaN is beyond all but NaN.
#[inline(always)]
#[allow(clippy::eq_op, reason = "of a NaN alone it is false")]
pub(crate) fn comes_before<T: PartialOrd + Copy, const GREATEST: bool>(x: T, other: T) -> bool {
    is_beyond::<T, GREATEST>(&x, &other) & (other == other)
}

/// Whether any element, or all, are true.
struct Whether<const ALL: bool>;

impl<T: Truth, const ALL: bool> Reducer<T> for Whether<ALL> {
    type Context = ();
    type State = bool;
    const ORDER: Order = Order::Exact;

    #[inline(always)]
    fn first(&mut self, x: T, (): ()) -> bool {
        x.into()
    }

    #[inline(always)]
    fn before(&mut self, _: T) -> Option<bool> {
        Some(ALL)
    }

    #[inline(always)]
    fn next(&mut self, state: bool, x: T, (): ()) -> bool {
        let x: bool = x.into();
        if ALL { state & x } else { state | x }
    }

    #[inline(always)]
    fn merge(&mut self, left: bool, right: bool) -> bool {
        if ALL { left & right } else { left | right }
    }
}

/// Folds the elements in row-major order.
struct InOrder<A, F>(A, F);

impl<A: Copy, T, F: FnMut(A, T) -> A> Reducer<T> for InOrder<A, F> {
    type Context = ();
    type State = A;
    const ORDER: Order = Order::RowMajor;

    #[inline(always)]
    fn first(&mut self, x: T, (): ()) -> A {
        (self.1)(self.0, x)
    }

    #[inline(always)]
    fn next(&mut self, state: A, x: T, (): ()) -> A {
        (self.1)(state, x)
    }

    #[inline(always)]
    fn merge(&mut self, _: A, _: A) -> A {
        unreachable!("elements in row-major order have one state")
    }
}

/// The state of at least one element: `OfNone::check` has refused the other case.
#[inline(always)]
fn of_some<State>(state: Option<State>) -> State {
    state.unwrap_or_else(|| unreachable!("there is an element"))
}

#[inline]
pub(crate) fn sum<T: Numeric>() -> impl ManyToOne<T, Output = T::Total> {
    let finish = |sum: Option<_>, _| T::total(sum.unwrap_or(T::ZERO));
    Reduce(Once { reducer: sums::<T, (), T>(|x, ()| x.widen()), finish })
}

#[inline]
pub(crate) fn sum_as<T: Numeric<Wide: AsPrimitive<U>>, U: Numeric + 'static>() -> impl ManyToOne<T, Output = U::Total> {
    let finish = |sum: Option<_>, _| U::total(sum.unwrap_or(U::ZERO));
    Reduce(Once { reducer: sums::<U, (), T>(|x, ()| x.widen().as_().widen()), finish })
}

/// The sum as a reducer whose state is read after each element.
#[inline]
pub(crate) fn running_sum<T: Numeric>() -> impl Reducer<T, Context = (), State = T::Wide> {
    sums::<T, (), T>(|x, ()| x.widen())
}

#[inline]
pub(crate) fn product<T: Numeric>() -> impl ManyToOne<T, Output = T::Total> {
    Reduce(Once { reducer: Products, finish: |product: Option<_>, _| T::total(product.unwrap_or(T::ONE)) })
}

#[inline]
pub(crate) fn mean<T: Inexact>() -> impl ManyToOne<T, Output = T> {
    Reduce(mean_once())
}

/// [`mean`] in one pass.
#[inline]
pub(crate) fn mean_once<T: Inexact>() -> impl Reduction<T, Output = T> {
    let finish = |sum: Option<_>, count| T::total(T::over(of_some(sum), count));
    Once { reducer: sums::<T, (), T>(|x, ()| x.widen()), finish }
}

#[inline]
pub(crate) fn mean_as<T: Numeric<Wide: AsPrimitive<U>>, U: Inexact + 'static>() -> impl ManyToOne<T, Output = U> {
    let finish = |sum: Option<_>, count| U::total(U::over(of_some(sum), count));
    Reduce(Once { reducer: sums::<U, (), T>(|x, ()| x.widen().as_().widen()), finish })
}

#[inline]
pub(crate) fn extreme<T: PartialOrd + Copy, const GREATEST: bool>() -> impl ManyToOne<T, Output = T> {
    Reduce(extreme_once::<T, GREATEST>())
}

/// [`extreme`] in one pass.
#[inline]
pub(crate) fn extreme_once<T: PartialOrd + Copy, const GREATEST: bool>() -> impl Reduction<T, Output = T> {
    Once { reducer: Extreme::<_, GREATEST>(|x: T| x), finish: |best, _| of_some(best) }
}

#[inline]
pub(crate) fn place<T: PartialOrd + Copy, const GREATEST: bool>() -> impl ManyToOne<T, Output = usize> {
    Places(Extreme::<_, GREATEST>(|x: T| x))
}

#[inline]
pub(crate) fn whether<T: Truth, const ALL: bool>() -> impl ManyToOne<T, Output = bool> {
    Reduce(Once { reducer: Whether::<ALL>, finish: |state: Option<bool>, _| state.unwrap_or(ALL) })
}

#[inline]
pub(crate) fn variance<T: Real>(ddof: usize) -> impl ManyToOne<T, Output = T> {
    let finish = move |squares, count| T::total(over_freedom::<T>(squares, count, ddof));
    deviations::<T, _>(finish)
}

#[inline]
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn std_dev<T: Real<Wide: num_traits::Float>>(ddof: usize) -> impl ManyToOne<T, Output = T> {
    let finish = move |squares, count| T::total(num_traits::Float::sqrt(over_freedom::<T>(squares, count, ddof)));
    deviations::<T, _>(finish)
}

#[inline]
fn over_freedom<T: Real>(sum: T::Wide, count: usize, ddof: usize) -> T::Wide {
    // as in NumPy, NaN or infinite if there are too few elements
    T::over(sum, count.saturating_sub(ddof))
}

/// Applies `finish` to the sum of squared deviations from the mean.
#[inline]
fn deviations<T: Real, U>(mut finish: impl FnMut(T::Wide, usize) -> U) -> impl ManyToOne<T, Output = U> {
    Reduce(Twice {
        first: sums::<T, (), T>(|x, ()| x.widen()),
        context: |sum, count| T::over(sum, count),
        second: sums::<T, T::Wide, T>(|x, mean| {
            let deviation = x.widen() - mean;
            deviation * deviation
        }),
        finish: move |states: Option<(_, Option<T::Wide>)>, count| finish(of_some(of_some(states).1), count),
    })
}

#[inline]
pub(crate) fn norm_l1<T: Real>() -> impl ManyToOne<T, Output = T> {
    let finish = |sum: Option<_>, _| T::total(sum.unwrap_or(T::ZERO));
    Reduce(Once { reducer: sums::<T, (), T>(|x, ()| x.widen().abs()), finish })
}

#[inline]
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn norm_l2<T: Real<Wide: num_traits::Float>>() -> impl ManyToOne<T, Output = T> {
    let finish = |sum: Option<_>, _| T::total(num_traits::Float::sqrt(sum.unwrap_or(T::ZERO)));
    let square = |x: T, ()| x.widen() * x.widen();
    Reduce(Once { reducer: sums::<T, (), T>(square), finish })
}

#[inline]
pub(crate) fn norm_inf<T: Real>() -> impl ManyToOne<T, Output = T> {
    let finish = |greatest: Option<_>, _| T::total(greatest.unwrap_or(T::ZERO));
    Reduce(Once { reducer: Extreme::<_, true, false>(|x: T| x.widen().abs()), finish })
}

/// The largest element, or 0 for an empty axis.
#[inline]
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn greatest_wide<T: Real>() -> impl ManyToOne<T, Output = T::Wide> {
    let finish = |greatest: Option<_>, _| greatest.unwrap_or(T::ZERO);
    Reduce(Once { reducer: Extreme::<_, true>(|x: T| x.widen()), finish })
}

#[inline]
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn sum_wide<T: Real>() -> impl ManyToOne<T, Output = T::Wide> {
    Reduce(Once { reducer: sums::<T, (), T>(|x, ()| x.widen()), finish: |sum: Option<_>, _| sum.unwrap_or(T::ZERO) })
}

#[inline]
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn log_sum_exp<T: Real<Wide: Maths>>() -> impl ManyToOne<T, Output = T> {
    logarithms::<T, _>(|greatest, logarithm| T::total(greatest + logarithm))
}

/// The two parts of `ln(sum(exp(x)))`: the largest element, and `ln(sum(exp(x - largest)))`.
#[inline]
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn log_sum_exp_parts<T: Real<Wide: Maths>>() -> impl ManyToOne<T, Output = (T::Wide, T::Wide)> {
    logarithms::<T, _>(|greatest, logarithm| (greatest, logarithm))
}

/// Applies `finish` to these parts.
#[inline]
#[cfg(any(feature = "std", feature = "libm"))]
fn logarithms<T: Real<Wide: Maths>, U>(mut finish: impl FnMut(T::Wide, T::Wide) -> U) -> impl ManyToOne<T, Output = U> {
    // the difference of two infinities is NaN
    let from = |greatest: T::Wide| if greatest.is_finite() { greatest } else { T::ZERO };
    Reduce(Twice {
        first: Extreme::<_, true>(|x: T| x.widen()),
        context: move |greatest: T::Wide, _| from(greatest),
        second: sums::<T, T::Wide, T>(|x, greatest| Maths::exp(x.widen() - greatest)),
        finish: move |states: Option<(T::Wide, Option<T::Wide>)>, _| match states {
            Some((greatest, Some(sum))) => finish(from(greatest), Maths::ln(sum)),
            _ => finish(T::ZERO, T::Wide::neg_infinity()),
        },
    })
}

#[inline]
pub(crate) fn in_order<A: Copy, T: Copy>(init: A, f: impl FnMut(A, T) -> A) -> impl ManyToOne<T, Output = A> {
    Reduce(Once { reducer: InOrder(init, f), finish: move |state: Option<A>, _| state.unwrap_or(init) })
}
