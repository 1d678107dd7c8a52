//! Sorts of tensors on engines, and their largest and smallest elements.

use super::capability::{Host, ViewKernel};
use super::engine::{Engine, Error, expect};
use super::pick::{IndexSelectKernel, Picked};
use super::plan::Interval;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{HasAxis, Top, TopOf, axis_of};
use crate::forms::forms;
use crate::shape::{IntoDim, Shape};

/// The largest `K` elements along the axis `X` of a tensor of shape `S` on the engine `E`, and their indices.
pub type EngineTops<T, S, X, K, E> =
    (EngineTensor<T, TopOf<S, X, K>, E>, EngineTensor<<E as Engine>::Index, TopOf<S, X, K>, E>);

/// The element type of the indices on an engine.
type IndexOf<E> = <E as Engine>::Index;

/// Sorts, and their indices: `sorts!(sort try_sort argsort try_argsort whether the order is descending;)`.
macro_rules! sorts {
    ($($name:ident $try_name:ident $places:ident $try_places:ident $descending:literal;)*) => {
        forms! {
            impl[T: PartialOrd + Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

            $(
                #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), "()).")]
                ///
                /// # Panics
                ///
                /// If an `AnyShape` has no such axis.
                #[must_use]
                $name $try_name: [X: Copy](&self, axis: X) -> EngineTensor<T, S, E>
                where [S: HasAxis<X>, E: IndexSelectKernel<T> + Host<T>]
                => self.at_places(axis_of(&self.shape, &axis)?, &self.$try_places(axis)?);

                #[doc = concat!("[`Tensor::", stringify!($places), "`](crate::Tensor::", stringify!($places), "()).")]
                ///
                /// # Panics
                ///
                /// If an `AnyShape` has no such axis.
                #[must_use]
                $places $try_places: [X: Copy](&self, axis: X) -> EngineTensor<IndexOf<E>, S, E>
                where [S: HasAxis<X>, E: IndexSelectKernel<T> + Host<T>]
                => E::argsort(self, axis_of(&self.shape, &axis)?, $descending);
            )*
        }
    };
}

sorts! {
    sort try_sort argsort try_argsort false;
    sort_descending try_sort_descending argsort_descending try_argsort_descending true;
}

/// `tops!(name try_name whether the order is descending;)`.
macro_rules! tops {
    ($($name:ident $try_name:ident $descending:literal;)*) => {
        forms! {
            impl[T: PartialOrd + Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

            $(
                #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), "()).")]
                ///
                /// # Panics
                ///
                /// If a run-time size of the axis is below `count`, or an `AnyShape` has no such axis.
                #[must_use]
                $name $try_name: [X: Copy, K: IntoDim](
                    &self, axis: X, count: K
                ) -> EngineTops<T, S, X, K::Dim, E>, Result<EngineTops<T, S, X, K::Dim, E>, Error<E>>
                where [
                    S: Top<X, K::Dim>, E: IndexSelectKernel<T> + Host<T> + ViewKernel<<E as Engine>::Index>
                ] => {
                    let (at, out) = (axis_of(&self.shape, &axis)?, self.shape.top(axis, count.into_dim())?);
                    let first = Interval { start: 0, len: out.sizes().as_ref()[at], step: 1 };
                    let places = E::argsort(self, at, $descending)?.part(at, first, out)?;
                    Ok((self.at_places(at, &places)?, places))
                };
            )*
        }
    };
}

tops! {
    top_k try_top_k true;
    bottom_k try_bottom_k false;
}

impl<T: Copy, S: Shape, E: IndexSelectKernel<T>> EngineTensor<T, S, E> {
    /// The element at each index along an axis; the indices are in bounds.
    fn at_places<O: Shape>(&self, axis: usize, places: &EngineTensor<E::Index, O, E>) -> Outcome<T, O, E> {
        let out = &places.shape;
        let picked = Picked { shape: &self.shape, indices: out, axis, out };
        EngineTensor::made(E::gather(&self.tensor, &places.tensor, &picked), out.clone())
    }
}
