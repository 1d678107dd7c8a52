//! Reductions: each element of the result is computed from many.

use super::reducers;
use crate::axes::{AxesOf, Reduced};
use crate::forms::forms;
use crate::kernel::{self, Few, ManyToOne};
use crate::numeric::{Inexact, Numeric, Real, Truth};
#[cfg(feature = "rayon")]
use crate::ops::Par;
use crate::shape::{Axis, PartialShape, Shape, ShapeError};
use crate::storage::{Allocate, Destination, Storage, Target, Written};
#[cfg(feature = "rayon")]
use crate::storage::{Owner, Room};
use crate::tensor::{Tensor, expect};
use num_traits::AsPrimitive;
#[cfg(any(feature = "std", feature = "libm"))]
use {crate::maths::Maths, num_traits::Float};

/// The result of a reduction of no elements.
#[derive(Clone, Copy)]
pub(crate) enum OfNone {
    /// The identity: 0 for a sum.
    Identity,
    /// An error, which says that one cannot do this with the shape.
    Refused(&'static str),
}
use OfNone::{Identity, Refused};

impl OfNone {
    /// # Errors
    ///
    /// If the reduction has no identity, and the reduced axes are empty but the result is not.
    #[inline]
    pub(crate) fn check<S: Shape>(self, shape: &S, lost: &S::Sizes) -> Result<(), ShapeError> {
        let Refused(what) = self else { return Ok(()) };
        let (sizes, lost) = (shape.sizes(), lost.as_ref());
        match (empty_axis(sizes.as_ref(), lost, 0), empty_axis(sizes.as_ref(), lost, 1)) {
            (None, Some(axis)) => Err(no_element(what, shape.partial(), axis)),
            // an empty result needs no value
            _ => Ok(()),
        }
    }
}

#[inline]
fn empty_axis(sizes: &[usize], marks: &[usize], mark: usize) -> Option<usize> {
    sizes.iter().zip(marks).position(|(&size, &marked)| size == 0 && marked == mark)
}

#[cold]
#[inline(never)]
fn no_element(what: &'static str, shape: PartialShape, axis: usize) -> ShapeError {
    ShapeError::cannot(what, shape, "the axis has no elements to reduce").at(axis)
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    #[inline]
    pub(super) fn reduced<X: AxesOf<S>, U, R, To: Target<U, X::Output>, F>(
        &self,
        axes: X,
        of_none: OfNone,
        reduction: F,
        to: To,
    ) -> Result<Written<To, U, X::Output>, ShapeError>
    where
        R: ManyToOne<T, Output = U>,
        F: Fn() -> R + Sync,
    {
        // a constant, so that only one way is compiled
        let reduce: fn(&Self, X, OfNone, F, To) -> Result<_, ShapeError> = const {
            let is_small = R::IS_SMALL && <(S, D, X)>::BLOCKS.is_some();
            if is_small && X::Output::IS_STATIC && To::Destination::DENSE {
                |x, _, _, reduction, to| {
                    let Some(shape) = X::Output::KNOWN else { unreachable!("it is static") };
                    Ok(kernel::reduced_small::<_, _, _, X, _, _>(to.prepare(shape)?, x, reduction()))
                }
            } else {
                |x, axes, of_none, reduction, to| {
                    let (shape, lost) = axes.of(x.shape())?;
                    of_none.check(x.shape(), &lost)?;
                    Ok(kernel::reduced_anywhere(to.prepare(shape)?, &x.aligned(), &lost, reduction))
                }
            }
        };
        reduce(self, axes, of_none, reduction, to)
    }

    /// [`reduced`](Self::reduced) on several threads.
    #[cfg(feature = "rayon")]
    fn par_reduced<X: AxesOf<S>, U: Send, Place: Owner, R: ManyToOne<T, Output = U>>(
        &self,
        axes: X,
        of_none: OfNone,
        reduction: impl Fn() -> R + Sync,
    ) -> Result<Tensor<U, X::Output, Place>, ShapeError>
    where
        T: Sync,
    {
        let (shape, lost) = axes.of(self.shape())?;
        of_none.check(self.shape(), &lost)?;
        let room = Room::new(shape)?;
        Ok(kernel::parallel::reduced(room, &self.aligned(), &lost, reduction))
    }

    /// Reduces all elements to one.
    #[inline]
    fn reduced_to_one<U>(&self, of_none: OfNone, reduction: impl ManyToOne<T, Output = U>) -> Result<U, ShapeError> {
        let mut lost = self.shape().sizes();
        lost.as_mut().fill(1);
        of_none.check(self.shape(), &lost)?;
        Ok(kernel::reduced_to_one(&self.aligned(), reduction))
    }
}

/// Implements the five forms of a reduction from one row. The result type must not be a projection of `T`: rustc would
/// report a missing method (E0599) for an unsupported `T`. So a bound on `T` names it `U`.
macro_rules! reductions {
    ($(
        $(#[$meta:meta])*
        $name:ident $try_name:ident $into:ident $try_into:ident $all:ident
        $(<$As:ident: $AsBound:ident>)? ($($argument:ident: $Argument:ty),*) $(<$U:ident>)? [$($bounds:tt)*]
            => $Result:ty, $of_none:expr, $reduction:expr;
    )*) => {
        forms! {
            impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

            $(
            $(#[$meta])*
            ///
            /// # Panics
            ///
            /// If an `AnyShape` has no such axis, an axis is given twice, the result cannot be allocated, or the
            /// reduced axes are empty and the reduction has no identity.
            $name $try_name $(::<$As, _>)?,
            $into $try_into $(::<$As, _, _, _>)?: [$($As: $AsBound + 'static,)? X: AxesOf<S> $(, $U)?](
                &self, axes: X $(, $argument: $Argument)*
            ) -> Tensor<$Result, X::Output, D::Owner>
            where [$($bounds)*]
            |to| self.reduced(axes, $of_none, || $reduction, to);
            )*
        }

        impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {$(
        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") along all axes, as a value. It does not allocate.")]
        ///
        /// # Panics
        ///
        /// If the tensor is empty and the reduction has no identity.
        #[inline]
        #[track_caller]
        pub fn $all<$($As: $AsBound + 'static,)? $($U)?>(&self $(, $argument: $Argument)*) -> $Result
        where
            $($bounds)*
        {
            expect(self.reduced_to_one($of_none, $reduction))
        }
        )*}

        #[cfg(feature = "rayon")]
        impl<T: Copy + Sync, S: Shape, D: Storage> Par<'_, T, S, D> {$(
        #[doc = concat!("[`Tensor::", stringify!($name), "`] on several threads.")]
        ///
        /// # Panics
        ///
        #[doc = concat!("If [`Tensor::", stringify!($name), "`] would panic.")]
        #[allow(clippy::multiple_bound_locations, reason = "some rows name the result type")]
        #[track_caller]
        pub fn $name<$($As: $AsBound + 'static,)? X: AxesOf<S> $(, $U)?>(
            self, axes: X $(, $argument: $Argument)*
        ) -> Tensor<$Result, X::Output, D::Owner>
        where
            $Result: Send,
            $($bounds)*
        {
            expect(self.tensor().par_reduced(axes, $of_none, || $reduction))
        }
        )*}
    };
}

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Folds the elements along axes with `f`, in row-major order, starting from `init`.
    ///
    /// Elements of different results may be interleaved.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.reduce(Axis::<1>, 0, |number, digit| 10 * number + digit), Tensor::from([123, 456]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, an axis is given twice, or the result cannot be allocated.
    reduce try_reduce: [A: Copy, X: AxesOf<S>](
        &self, axes: X, init: A, f: impl FnMut(A, T) -> A
    ) -> Tensor<A, X::Output, D::Owner> => {
        let mut f = f;
        let (shape, lost) = axes.of(self.shape())?;
        let room = Allocate::new().prepare(shape)?;
        Ok(kernel::reduced(room, &self.aligned(), &lost, reducers::in_order(init, &mut f)))
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Folds the elements along one axis: [`reduce`](Self::reduce).
    #[inline]
    #[track_caller]
    pub fn fold_axis<A: Copy, const N: isize>(
        &self,
        axis: Axis<N>,
        init: A,
        f: impl FnMut(A, T) -> A,
    ) -> Tensor<A, Reduced<Axis<N>, S>, D::Owner>
    where
        Axis<N>: AxesOf<S>,
    {
        self.reduce(axis, init, f)
    }
}

reductions! {
    /// Sums along axes.
    ///
    /// The result has elements of `T`; `f16` and `bf16` are summed in `f32`, and `bool`s are counted as `usize`. Floats
    /// are summed pairwise: the error is at most `(80 + log2(n)) * EPSILON` times the sum of the `n` absolute values.
    /// Integers overflow as in Rust, in any order of addition.
    ///
    /// ```
    /// use conformable::{Axis, Keep, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let columns: Tensor<i32, Shape![3]> = x.sum(Axis::<0>);
    /// assert_eq!(columns, Tensor::from([5, 7, 9]));
    /// assert_eq!(x.sum(Keep(Axis::<-1>)), Tensor::from([[6], [15]]));
    /// assert_eq!(x.sum((Axis::<0>, Axis::<1>)), Tensor::scalar(21));
    /// assert_eq!(x.sum_all(), 21);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// Tensor::from([[1, 2, 3], [4, 5, 6]]).sum(Axis::<2>); // `(Size<2>, Size<3>)` has no `Axis<2>`
    /// ```
    sum try_sum sum_into try_sum_into sum_all () <U> [T: Numeric<Total = U>] => U, Identity, reducers::sum::<T>();
    /// Sums along axes in another number type, after converting each element with `as`.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[200_u8, 100], [1, 2]]);
    /// assert_eq!(x.sum_as::<u32, _>(Axis::<1>), Tensor::from([300, 3]));
    /// assert_eq!(x.sum_all_as::<f64>(), 303.0);
    /// ```
    sum_as try_sum_as sum_as_into try_sum_as_into sum_all_as <V: Numeric> () [T: Numeric<Wide: AsPrimitive<V>>]
        => V::Total,
        Identity, reducers::sum_as::<T, V>();
    /// Multiplies along axes. The result has the element type of [`sum`](Self::sum).
    prod try_prod prod_into try_prod_into prod_all () <U> [T: Numeric<Total = U>] => U, Identity,
        reducers::product::<T>();
    /// Computes the mean of floats along axes. Panics if the axis is empty.
    ///
    /// ```
    /// use conformable::{Axis, Dim, Keep, Tensor};
    ///
    /// fn centred<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (N, C)> {
    ///     x - x.mean(Keep(Axis::<-1>))
    /// }
    ///
    /// assert_eq!(centred(&Tensor::from([[1.0, 3.0], [2.0, 6.0]])), Tensor::from([[-1.0, 1.0], [-2.0, 2.0]]));
    /// ```
    mean try_mean mean_into try_mean_into mean_all () [T: Inexact] => T, Refused("take the mean of"),
        reducers::mean::<T>();
    /// Computes the [`mean`](Self::mean) along axes in another float type, after converting with `as`.
    ///
    /// It also takes integers, and `bool`s, whose mean is the fraction that is true. Panics if the axis is empty.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 5]]);
    /// assert_eq!(x.mean_as::<f64, _>(Axis::<1>), Tensor::from([1.5, 4.0]));
    /// let accuracy = x.equal(&Tensor::from([[1, 2], [3, 4]])).mean_all_as::<f64>();
    /// assert_eq!(accuracy, 0.75);
    /// ```
    mean_as try_mean_as mean_as_into try_mean_as_into mean_all_as <V: Inexact> () [T: Numeric<Wide: AsPrimitive<V>>]
        => V,
        Refused("take the mean of"), reducers::mean_as::<T, V>();
    /// Returns the smallest element along axes, or NaN if any is NaN. Panics if the axis is empty.
    min try_min min_into try_min_into min_all () [T: PartialOrd] => T, Refused("take the minimum of"),
        reducers::extreme::<T, false>();
    /// Returns the largest element along axes, or NaN if any is NaN. Panics if the axis is empty.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 5, 2], [7, 3, 4]]);
    /// assert_eq!(x.max(Axis::<1>), Tensor::from([5, 7]));
    /// assert_eq!(x.argmax(Axis::<1>), Tensor::from([1, 0]));
    /// assert_eq!(x.max_all(), 7);
    /// ```
    max try_max max_into try_max_into max_all () [T: PartialOrd] => T, Refused("take the maximum of"),
        reducers::extreme::<T, true>();
    /// Returns the index of the smallest element along axes. Panics if the axis is empty.
    ///
    /// Equal elements and several axes are as in [`argmax`](Self::argmax). NaN counts as the smallest.
    argmin try_argmin argmin_into try_argmin_into argmin_all () [T: PartialOrd] => usize,
        Refused("take the minimum of"),
        reducers::place::<T, false>();
    /// Returns the index of the largest element along axes. Panics if the axis is empty.
    ///
    /// Of equal elements it is the first. NaN counts as the largest. With several axes, the index counts the reduced
    /// elements in row-major order.
    argmax try_argmax argmax_into try_argmax_into argmax_all () [T: PartialOrd] => usize,
        Refused("take the maximum of"),
        reducers::place::<T, true>();
    /// Computes the variance along axes. Panics if the axis is empty.
    ///
    /// It is `sum((x - mean)^2) / (n - ddof)`, in two passes. `ddof` is 0 for a whole population and 1 for a sample.
    /// The result is infinite or NaN unless `n > ddof`.
    var try_var var_into try_var_into var_all (ddof: usize) [T: Real] => T,
        Refused("take the variance of"), reducers::variance::<T>(ddof);
    /// Sums the absolute values along axes: the L1 norm.
    norm_l1 try_norm_l1 norm_l1_into try_norm_l1_into norm_l1_all () [T: Real] => T, Identity, reducers::norm_l1::<T>();
    /// Returns the largest absolute value along axes: 0 for an empty axis, NaN if any is NaN.
    norm_inf try_norm_inf norm_inf_into try_norm_inf_into norm_inf_all () [T: Real] => T, Identity,
        reducers::norm_inf::<T>();
}

#[cfg(any(feature = "std", feature = "libm"))]
reductions! {
    /// Computes the standard deviation along axes, the square root of [`var`](Self::var).
    std try_std std_into try_std_into std_all (ddof: usize) [T: Real<Wide: Float>] => T,
        Refused("take the standard deviation of"), reducers::std_dev::<T>(ddof);
    /// Computes the square root of the sum of squares along axes: the L2 norm.
    norm_l2 try_norm_l2 norm_l2_into try_norm_l2_into norm_l2_all () [T: Real<Wide: Float>] => T, Identity,
        reducers::norm_l2::<T>();
    /// Computes `ln(sum(exp(x)))` along axes: minus infinity for an empty axis.
    ///
    /// The largest element is subtracted first, so `exp` does not overflow.
    log_sum_exp try_log_sum_exp log_sum_exp_into try_log_sum_exp_into log_sum_exp_all () [T: Real<Wide: Maths>] => T,
        Identity,
        reducers::log_sum_exp::<T>();
}

// for any `T`, so that errors name unsupported types
reductions! {
    /// Returns `true` if any element along axes is true; `false` for an empty axis.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 5, 2], [7, 8, 9]]).greater(4);
    /// assert_eq!(x.any(Axis::<1>), Tensor::from([true, true]));
    /// assert_eq!(x.all(Axis::<1>), Tensor::from([false, true]));
    /// assert_eq!(x.count(Axis::<1>), Tensor::from([1, 3]));
    /// ```
    any try_any any_into try_any_into any_all () [T: Truth] => bool, Identity, reducers::whether::<T, false>();
    /// Returns `true` if all elements along axes are true; `true` for an empty axis.
    all try_all all_into try_all_into all_all () [T: Truth] => bool, Identity, reducers::whether::<T, true>();
    /// Counts the elements along axes that are true.
    count try_count count_into try_count_into count_all () [T: Truth] => usize, Identity, reducers::sum::<T>();
}
