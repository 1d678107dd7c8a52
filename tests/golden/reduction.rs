//! The reductions, each as a type, with all its forms.

use super::element::Element;
use conformable::maths::Maths;
use conformable::numeric::{Inexact, Numeric, Real};
use conformable::storage::StorageMut;
use conformable::{AxesOf, NoneBroadcast, Shape, ShapeError, Storage, Tensor};
use num_traits::{AsPrimitive, Float};
use std::marker::PhantomData;

/// The result for a tensor of shape `S` in the storage `D`, reduced along the axes `X`.
pub(crate) type Made<U, S, D, X> = Result<Tensor<U, <X as AxesOf<S>>::Output, <D as Storage>::Owner>, ShapeError>;

/// A reduction of tensors of `T`.
pub(crate) trait Reduction<T: Copy> {
    /// The elements of the results.
    type Out: Element;

    /// Along axes, as a new tensor.
    fn made<S: Shape, D: Storage, X: AxesOf<S>>(&self, x: &Tensor<T, S, D>, axes: X) -> Made<Self::Out, S, D, X>;

    /// The result in an existing tensor; `None` if the reduction does not have this form.
    fn put<S: Shape, D: Storage, X: AxesOf<S>, R: Shape + NoneBroadcast<X::Output>, E: StorageMut>(
        &self,
        _x: &Tensor<T, S, D>,
        _axes: X,
        _out: &mut Tensor<Self::Out, R, E>,
    ) -> Option<Result<(), ShapeError>> {
        None
    }

    /// Along all axes; `None` without such a form.
    fn all<S: Shape, D: Storage>(&self, x: &Tensor<T, S, D>) -> Option<Self::Out>;
}

macro_rules! reductions {
    ($(
        $Name:ident ($($argument:tt $Argument:ty)?) $([T: $($bounds:tt)*])? $T:ident => $Out:ty: $made:ident $put:ident $all:ident;
    )*) => {$(
        #[doc = concat!("`", stringify!($all), "` and its other forms.")]
        pub(crate) struct $Name $((pub(crate) $Argument))?;

        impl $(<T: $($bounds)*>)? Reduction<$T> for $Name
        where
            $Out: Element,
        {
            type Out = $Out;

            fn made<S: Shape, D: Storage, X: AxesOf<S>>(
                &self,
                x: &Tensor<$T, S, D>,
                axes: X,
            ) -> Made<$Out, S, D, X> {
                x.$made(axes $(, self.$argument)?)
            }

            fn put<S: Shape, D: Storage, X: AxesOf<S>, R: Shape + NoneBroadcast<X::Output>, E: StorageMut>(
                &self,
                x: &Tensor<$T, S, D>,
                axes: X,
                out: &mut Tensor<$Out, R, E>,
            ) -> Option<Result<(), ShapeError>> {
                Some(x.$put(axes $(, self.$argument)?, out))
            }

            fn all<S: Shape, D: Storage>(&self, x: &Tensor<$T, S, D>) -> Option<$Out> {
                Some(x.$all($(self.$argument)?))
            }
        }
    )*};
}

reductions! {
    Sum () [T: Numeric] T => T::Total: try_sum try_sum_into sum_all;
    Product () [T: Numeric] T => T::Total: try_prod try_prod_into prod_all;
    Mean () [T: Inexact] T => T: try_mean try_mean_into mean_all;
    Min () [T: PartialOrd + Copy] T => T: try_min try_min_into min_all;
    Max () [T: PartialOrd + Copy] T => T: try_max try_max_into max_all;
    Argmin () [T: PartialOrd + Copy] T => usize: try_argmin try_argmin_into argmin_all;
    Argmax () [T: PartialOrd + Copy] T => usize: try_argmax try_argmax_into argmax_all;
    Variance (0 usize) [T: Real] T => T: try_var try_var_into var_all;
    StdDev (0 usize) [T: Real<Wide: Float>] T => T: try_std try_std_into std_all;
    NormL1 () [T: Real] T => T: try_norm_l1 try_norm_l1_into norm_l1_all;
    NormL2 () [T: Real<Wide: Float>] T => T: try_norm_l2 try_norm_l2_into norm_l2_all;
    NormInf () [T: Real] T => T: try_norm_inf try_norm_inf_into norm_inf_all;
    LogSumExp () [T: Real<Wide: Maths>] T => T: try_log_sum_exp try_log_sum_exp_into log_sum_exp_all;
    Any () bool => bool: try_any try_any_into any_all;
    All () bool => bool: try_all try_all_into all_all;
    Count () bool => usize: try_count try_count_into count_all;
}

/// The sum in another type.
pub(crate) struct SumAs<U>(pub(crate) PhantomData<U>);

impl<T: Numeric<Wide: AsPrimitive<U>>, U: Numeric<Total: Element> + 'static> Reduction<T> for SumAs<U> {
    type Out = U::Total;

    fn made<S: Shape, D: Storage, X: AxesOf<S>>(&self, x: &Tensor<T, S, D>, axes: X) -> Made<U::Total, S, D, X> {
        x.try_sum_as::<U, _>(axes)
    }

    fn all<S: Shape, D: Storage>(&self, x: &Tensor<T, S, D>) -> Option<U::Total> {
        Some(x.sum_all_as::<U>())
    }
}

/// The mean in another type.
pub(crate) struct MeanAs<U>(pub(crate) PhantomData<U>);

impl<T: Numeric<Wide: AsPrimitive<U>>, U: Inexact + Element> Reduction<T> for MeanAs<U> {
    type Out = U;

    fn made<S: Shape, D: Storage, X: AxesOf<S>>(&self, x: &Tensor<T, S, D>, axes: X) -> Made<U, S, D, X> {
        x.try_mean_as::<U, _>(axes)
    }

    fn all<S: Shape, D: Storage>(&self, x: &Tensor<T, S, D>) -> Option<U> {
        Some(x.mean_all_as::<U>())
    }
}

/// `reduce` by a function that depends on the order.
pub(crate) struct InOrder;

impl<T: Element + Into<i64>> Reduction<T> for InOrder {
    type Out = i64;

    fn made<S: Shape, D: Storage, X: AxesOf<S>>(&self, x: &Tensor<T, S, D>, axes: X) -> Made<i64, S, D, X> {
        x.try_reduce(axes, 7, |state: i64, element| state.wrapping_mul(31).wrapping_add(element.into()))
    }

    fn all<S: Shape, D: Storage>(&self, _x: &Tensor<T, S, D>) -> Option<i64> {
        None
    }
}
