//! Other shapes of the same elements, in the same order.
//!
//! | form | storage | what it does |
//! |---|---|---|
//! | `x.reshape(..)`, `x.flatten_axes(..)`, .. | owned and dense: [`Heap`](crate::Heap), [`Inline`](crate::Inline) | moves the elements without a copy |
//! | `x.reshape_view(..)`, `x.reshape_view_mut(..)`, .. | any | a view; fails at run time if the strides do not allow it; those of a dense tensor do |
//! | `x.to_reshaped(..)`, .. | any | copies |

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; view types are long")]

use super::base::{Tensor, expect};
use crate::axes::{
    As, Flatten, FlattenAll, FlattenAxes, FlattenAxesTo, IntoFactor, Reshape, ReshapedFrom, To, ToSizes, Unflatten,
};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::shape::{Equated, Refused, Shape, ShapeError};
use crate::storage::{Owner, Retype, Storage, StorageMut, View, ViewMut};

/// The error if axes to be merged are not adjacent in memory.
#[cold]
fn refused<S: Shape, To: Shape>(shape: &S, to: &To) -> ShapeError {
    let why = "the flattened axes are not adjacent in memory; `to_reshaped` copies";
    ShapeError::cannot("view", shape.partial(), why).second("as", to.partial())
}

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Moves the elements to the shape that a value makes of this one.
    ///
    /// It is the general form of `reshape`, `unflatten`, `flatten_axes` and `flatten`.
    ///
    /// ```
    /// use conformable::{Axis, Tensor, axes::FlattenAxes};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.reshape_by(FlattenAxes(Axis::<0>)), Tensor::from([1, 2, 3, 4, 5, 6]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not allow it: the numbers of elements differ, or an `AnyShape` has no such axis. The error
    /// of [`try_reshape_by`](Self::try_reshape_by) holds the tensor.
    #[must_use]
    reshape_by try_reshape_by: [R: Reshape<S>](
        self, how: R
    ) -> Tensor<T, R::Output, D>, Result<Tensor<T, R::Output, D>, Refused<Self>>
    where [D: Owner + Retype] => {
        match how.of(self.shape()) {
            Ok(shape) => self.refill(shape),
            Err(error) => Err(Refused::new(error, self)),
        }
    };

    /// [`reshape_by`](Self::reshape_by) as a view of any tensor.
    ///
    /// # Panics
    ///
    /// If [`reshape_by`](Self::reshape_by) would panic, or merged axes are not adjacent in memory, as they are in a
    /// dense tensor. [`to_reshaped`](Self::to_reshaped) copies.
    reshape_view_by try_reshape_view_by: [R: Reshape<S>](&self, how: R) -> Tensor<T, R::Output, View<'_, D::Owner>> => {
        let shape = how.of(self.shape())?;
        self.reshaped(&shape).ok_or_else(|| refused(self.shape(), &shape))
    };

    /// Moves the elements to another shape.
    ///
    /// Typed shapes with different numbers of elements do not compile.
    ///
    /// ```
    /// use conformable::{Shape, Tensor, shape};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.reshape(shape![3, 2]), Tensor::from([[1, 2], [3, 4], [5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, shape};
    ///
    /// Tensor::from([[1, 2, 3], [4, 5, 6]]).reshape(shape![4, 2]); // their numbers of elements differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time numbers of elements differ. The error of [`try_reshape`](Self::try_reshape) holds the tensor.
    #[doc(alias = "into_shape")]
    #[must_use]
    reshape try_reshape: [Target: ReshapedFrom<S>](
        self, target: Target
    ) -> Tensor<T, Target, D>, Result<Tensor<T, Target, D>, Refused<Self>>
    where [D: Owner + Retype] => self.try_reshape_by(To(target));
}

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Converts to a shape type of equal sizes that the compiler cannot prove to be equal in generic code.
    ///
    /// `Sum<N, M>` and `Sum<M, N>` are equal for all sizes, but rustc knows no algebra. The known sizes are compared
    /// when the program is compiled for them, and a difference is then an error. Others are compared at run time.
    /// The conversion may add or drop names.
    ///
    /// ```
    /// use conformable::{Axis, Dim, DimSum, Sum, Tensor, concat};
    ///
    /// fn swapped<N: Dim + DimSum<M>, M: Dim + DimSum<N>>(
    ///     x: &Tensor<f32, (N,)>,
    ///     y: &Tensor<f32, (M,)>,
    /// ) -> Tensor<f32, (Sum<N, M>,)> {
    ///     concat(Axis::<0>, (y, x)).equate()
    /// }
    ///
    /// assert_eq!(swapped(&Tensor::from([1.0]), &Tensor::from([2.0, 3.0])), Tensor::from([2.0, 3.0, 1.0]));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use conformable::{Dim, Tensor, shape};
    ///
    /// fn wrong<N: Dim, M: Dim>(x: Tensor<f32, (N,)>, _: &Tensor<f32, (M,)>) -> Tensor<f32, (M,)> {
    ///     x.equate()
    /// }
    ///
    /// wrong(Tensor::ones(shape![2]), &Tensor::ones(shape![3])); // (2,) is not a (3,): axis 0 is 2, not 3
    /// ```
    ///
    /// # Panics
    ///
    /// If a run-time size, the rank of an `AnyShape`, or a name differs. The error of [`try_equate`](Self::try_equate)
    /// holds the tensor.
    #[must_use]
    equate try_equate: [Target: Shape](self) -> Tensor<T, Target, D>, Result<Tensor<T, Target, D>, Refused<Self>>
    where [D: Retype] => match Equated::of(self.shape()) {
        Ok(shape) => Ok(self.retype(|_| shape)),
        Err(error) => Err(Refused::new(error, self)),
    };

    /// [`reshape_view_by`](Self::reshape_view_by) as a mutable view.
    ///
    /// # Panics
    ///
    /// If [`reshape_view_by`](Self::reshape_view_by) would panic.
    reshape_view_mut_by try_reshape_view_mut_by: [R: Reshape<S>](
        &mut self, how: R
    ) -> Tensor<T, R::Output, ViewMut<'_, D::Owner>>
    where [D: StorageMut] => {
        let shape = how.of(self.shape())?;
        let own = self.shape().clone();
        self.reshaped_mut(&shape).ok_or_else(|| refused(&own, &shape))
    };

    /// [`reshape_by`](Self::reshape_by) of a copy in row-major order.
    ///
    /// # Panics
    ///
    /// If [`reshape_by`](Self::reshape_by) would panic, or the copy cannot be allocated.
    #[must_use]
    to_reshaped_by try_to_reshaped_by: [R: Reshape<S>](&self, how: R) -> Tensor<T, R::Output, D::Owner>
    where [T: Copy, D::Owner: Retype] => {
        let shape = how.of(self.shape())?;
        Ok(self.copy_in::<D::Owner>()?.refill(shape)?)
    };

    /// Moves the elements to a shape given by its type. One `Dyn` size is inferred.
    ///
    /// ```
    /// use conformable::{Dyn, Shape, Tensor};
    ///
    /// let pixels = Tensor::from(vec![0_u8; 3 * 28 * 28]);
    /// let images: Tensor<u8, Shape![_, 28, 28]> = pixels.reshape_as();
    /// assert_eq!(images.sizes(), [3, 28, 28]);
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time numbers of elements differ, or the inferred size is not an integer.
    #[must_use]
    reshape_as try_reshape_as: [Target: Shape](
        self
    ) -> Tensor<T, Target, D>, Result<Tensor<T, Target, D>, Refused<Self>>
    where [As<Target>: Reshape<S, Output = Target>, D: Owner + Retype] => self.try_reshape_by(As::<Target>::new());

    /// [`reshape`](Self::reshape) as a view of any tensor.
    ///
    /// # Panics
    ///
    /// If [`reshape_view_by`](Self::reshape_view_by) would panic.
    reshape_view try_reshape_view: [Target: ReshapedFrom<S>](
        &self, target: Target
    ) -> Tensor<T, Target, View<'_, D::Owner>>
    => self.try_reshape_view_by(To(target));

    /// [`reshape_view`](Self::reshape_view) as a mutable view.
    ///
    /// # Panics
    ///
    /// If [`reshape_view_by`](Self::reshape_view_by) would panic.
    reshape_view_mut try_reshape_view_mut: [Target: ReshapedFrom<S>](
        &mut self, target: Target
    ) -> Tensor<T, Target, ViewMut<'_, D::Owner>>
    where [D: StorageMut] => self.try_reshape_view_mut_by(To(target));

    /// Copies the elements to another shape.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.t().to_reshaped(shape![6]), Tensor::from([1, 4, 2, 5, 3, 6]));
    /// assert!(x.t().try_reshape_view_by(conformable::axes::To(shape![6])).is_err());
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time numbers of elements differ, or the copy cannot be allocated.
    #[must_use]
    to_reshaped try_to_reshaped: [Target: ReshapedFrom<S>](&self, target: Target) -> Tensor<T, Target, D::Owner>
    where [T: Copy, D::Owner: Retype] => self.try_to_reshaped_by(To(target));

    // a method without a parameter would be reported as missing (E0599)
    /// Moves the elements to one axis.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let x: Tensor<i32, Shape![4]> = Tensor::from([[1, 2], [3, 4]]).flatten();
    /// assert_eq!(x, Tensor::from([1, 2, 3, 4]));
    /// ```
    #[must_use]
    flatten try_flatten: [L: FlattenAll<S>](
        self
    ) -> Tensor<T, (L::Dim,), D>, Result<Tensor<T, (L::Dim,), D>, Refused<Self>>
    where [S: Shape<Axes = L>, D: Owner + Retype] => self.try_reshape_by(Flatten);

    /// [`flatten`](Self::flatten) as a view of any tensor.
    ///
    /// # Panics
    ///
    /// If [`reshape_view_by`](Self::reshape_view_by) would panic.
    flatten_view try_flatten_view: [L: FlattenAll<S>](&self) -> Tensor<T, (L::Dim,), View<'_, D::Owner>>
    where [S: Shape<Axes = L>] => self.try_reshape_view_by(Flatten);

    /// [`flatten_view`](Self::flatten_view) as a mutable view.
    ///
    /// # Panics
    ///
    /// If [`reshape_view_by`](Self::reshape_view_by) would panic.
    flatten_view_mut try_flatten_view_mut: [L: FlattenAll<S>](
        &mut self
    ) -> Tensor<T, (L::Dim,), ViewMut<'_, D::Owner>>
    where [D: StorageMut, S: Shape<Axes = L>] => self.try_reshape_view_mut_by(Flatten);

    /// Copies the elements of any tensor to one axis, in row-major order.
    ///
    /// # Panics
    ///
    /// If the copy cannot be allocated.
    #[must_use]
    to_flattened try_to_flattened: [L: FlattenAll<S>](&self) -> Tensor<T, (L::Dim,), D::Owner>
    where [T: Copy, S: Shape<Axes = L>, D::Owner: Retype] => self.try_to_reshaped_by(Flatten);
}

/// Implements the forms of a method that reshapes some axes from one row.
macro_rules! reshaped {
    ($(
        $(#[$meta:meta])*
        $name:ident $try_name:ident, $view:ident $try_view:ident, $view_mut:ident $try_view_mut:ident,
        $to:ident $try_to:ident
        <$($P:ident $(: $Bound:path)?),*> ($($argument:ident: $Argument:ty),*) $how:expr => $How:ty;
    )*) => {
        forms! {
            impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

            $(
                $(#[$meta])*
                ///
                /// # Panics
                ///
                /// If [`reshape_by`](Self::reshape_by) would panic.
                #[must_use]
                $name $try_name: [$($P $(: $Bound)?),*](
                    self $(, $argument: $Argument)*
                ) -> Tensor<T, <$How as Reshape<S>>::Output, D>,
                    Result<Tensor<T, <$How as Reshape<S>>::Output, D>, Refused<Self>>
                where [$How: Reshape<S>, D: Owner + Retype] => self.try_reshape_by($how);

                #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") as a view of any tensor.")]
                ///
                /// # Panics
                ///
                /// If [`reshape_view_by`](Self::reshape_view_by) would panic.
                $view $try_view: [$($P $(: $Bound)?),*](
                    &self $(, $argument: $Argument)*
                ) -> Tensor<T, <$How as Reshape<S>>::Output, View<'_, D::Owner>>
                where [$How: Reshape<S>] => self.try_reshape_view_by($how);

                #[doc = concat!("[`", stringify!($view), "`](Self::", stringify!($view), ") as a mutable view.")]
                ///
                /// # Panics
                ///
                /// If [`reshape_view_by`](Self::reshape_view_by) would panic.
                $view_mut $try_view_mut: [$($P $(: $Bound)?),*](
                    &mut self $(, $argument: $Argument)*
                ) -> Tensor<T, <$How as Reshape<S>>::Output, ViewMut<'_, D::Owner>>
                where [$How: Reshape<S>, D: StorageMut] => self.try_reshape_view_mut_by($how);

                #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of a copy.")]
                ///
                /// # Panics
                ///
                /// If [`to_reshaped_by`](Self::to_reshaped_by) would panic.
                #[must_use]
                $to $try_to: [$($P $(: $Bound)?),*](
                    &self $(, $argument: $Argument)*
                ) -> Tensor<T, <$How as Reshape<S>>::Output, D::Owner>
                where [$How: Reshape<S>, T: Copy, D::Owner: Retype] => self.try_to_reshaped_by($how);
            )*
        }
    };
}

reshaped! {
    /// Moves the elements to run-time sizes. As in NumPy and ONNX, one size may be -1, and is inferred.
    ///
    /// ```
    /// use conformable::{AnyShape, Tensor, shape};
    ///
    /// let x: Tensor<i32, AnyShape> = Tensor::arange(shape![3, 4]).reshape_to(&[2, -1]);
    /// assert_eq!(*x.sizes(), [2, 6]);
    /// let error = x.try_reshape_to(&[5, -1]).unwrap_err().to_string();
    /// assert_eq!(error, "cannot reshape (2, 6) to (5, _): 12 elements are not a multiple of 5: 2 * 5 leaves 2");
    /// ```
    ///
    /// A size of 0 means 0. In ONNX's `Reshape` it copies the operand's size; its caller replaces the 0 first.
    #[doc(alias = "view")]
    reshape_to try_reshape_to, reshape_to_view try_reshape_to_view, reshape_to_view_mut try_reshape_to_view_mut,
        to_reshaped_to try_to_reshaped_to <I: IndexElement> (sizes: &[I]) ToSizes::new(sizes) => ToSizes;
    /// Splits an axis into two, whose sizes multiply to its own.
    ///
    /// ```
    /// use conformable::axes::ProductOf;
    /// use conformable::{Axis, Dim, Shape, Size, Tensor, shape};
    ///
    /// fn heads<B: Dim, C: Dim + ProductOf<H, D>, H: Dim, D: Dim>(
    ///     x: Tensor<f32, (B, C)>,
    ///     h: H,
    ///     d: D,
    /// ) -> Tensor<f32, (B, H, D)> {
    ///     x.unflatten(Axis::<1>, (h, d))
    /// }
    ///
    /// let y: Tensor<f32, Shape![2, 12, 64]> = heads(Tensor::zeros(shape![2, 768]), Size::<12>, Size::<64>);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor, shape};
    ///
    /// let x: Tensor<f32, _> = Tensor::zeros(shape![2, 768]);
    /// x.unflatten(Axis::<1>, (Size::<12>, Size::<63>)); // their product is not `Size<768>`
    /// ```
    ///
    /// One of the two sizes may be [`Inferred`](crate::axes::Inferred). It is static if the other and the axis are.
    ///
    /// ```
    /// use conformable::axes::Inferred;
    /// use conformable::{Axis, Shape, Size, Tensor, shape};
    ///
    /// let y: Tensor<f32, Shape![2, 3, 4]> = Tensor::zeros(shape![2, 12]).unflatten(Axis::<1>, (Size::<3>, Inferred));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::axes::Inferred;
    /// use conformable::{Axis, Size, Tensor, shape};
    ///
    /// let x: Tensor<f32, _> = Tensor::zeros(shape![2, 12]);
    /// x.unflatten(Axis::<1>, (Size::<5>, Inferred)); // 5 does not divide `Size<12>`
    /// ```
    unflatten try_unflatten, unflatten_view try_unflatten_view, unflatten_view_mut try_unflatten_view_mut,
        to_unflattened try_to_unflattened <X, A: IntoFactor, B: IntoFactor> (axis: X, dims: (A, B))
    Unflatten(axis, (dims.0.into_factor(), dims.1.into_factor())) => Unflatten<X, A::Factor, B::Factor>;
    /// Merges an axis with the next one: the sizes multiply.
    ///
    /// [`Through`](crate::axes::Through) merges more axes. The result has no names; [`named`](Self::named) adds them.
    ///
    /// ```
    /// use conformable::{Axis, Dim, DimProd, Prod, Tensor};
    ///
    /// fn flat<B: Dim, H: Dim + DimProd<D>, D: Dim>(x: Tensor<f32, (B, H, D)>) -> Tensor<f32, (B, Prod<H, D>)> {
    ///     x.flatten_axes(Axis::<1>)
    /// }
    ///
    /// assert_eq!(flat(Tensor::from([[[1.0, 2.0], [3.0, 4.0]]])), Tensor::from([[1.0, 2.0, 3.0, 4.0]]));
    /// ```
    ///
    /// ```
    /// use conformable::axes::Through;
    /// use conformable::{Axis, Shape, Tensor, shape};
    ///
    /// let images: Tensor<f32, Shape![8, 3, 4, 5]> = Tensor::zeros(shape![8, 3, 4, 5]);
    /// let rows: Tensor<f32, Shape![8, 60]> = images.flatten_axes(Through(Axis::<1>, Axis::<-1>));
    /// assert_eq!(rows.erase().flatten_axes(Through(0, -1)).sizes()[..], [480]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// Tensor::from([[1, 2], [3, 4]]).flatten_axes(Axis::<1>); // `(Size<2>, Size<2>)` has no axis after `Axis<1>`
    /// ```
    flatten_axes try_flatten_axes, flatten_axes_view try_flatten_axes_view,
        flatten_axes_view_mut try_flatten_axes_view_mut, to_flattened_axes try_to_flattened_axes <X> (axis: X)
        FlattenAxes(axis) => FlattenAxes<X>;
    /// Merges an axis with the next one into a given dim, the inverse of [`unflatten`](Self::unflatten).
    ///
    /// In generic code the result has this dim, with its name, and not a [`Prod`](crate::Prod).
    ///
    /// ```
    /// use conformable::axes::ProductOf;
    /// use conformable::{Axis, Dim, Shape, Size, Tensor, shape};
    ///
    /// fn together<B: Dim, C: Dim + ProductOf<H, D>, H: Dim, D: Dim>(
    ///     x: Tensor<f32, (B, H, D)>,
    ///     c: C,
    /// ) -> Tensor<f32, (B, C)> {
    ///     x.flatten_axes_to(Axis::<1>, c)
    /// }
    ///
    /// let y: Tensor<f32, Shape![2, 768]> = together(Tensor::zeros(shape![2, 12, 64]), Size::<768>);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor, shape};
    ///
    /// let x: Tensor<f32, _> = Tensor::zeros(shape![2, 12, 64]);
    /// x.flatten_axes_to(Axis::<1>, Size::<512>); // it is not the product of `Size<12>` and `Size<64>`
    /// ```
    flatten_axes_to try_flatten_axes_to, flatten_axes_to_view try_flatten_axes_to_view,
        flatten_axes_to_view_mut try_flatten_axes_to_view_mut, to_flattened_axes_to try_to_flattened_axes_to <X, C>
        (axis: X, dim: C) FlattenAxesTo(axis, dim) => FlattenAxesTo<X, C>;
}
