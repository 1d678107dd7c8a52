//! Views with rearranged axes.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; view types are long")]

use super::base::{Tensor, expect};
use crate::axes::{
    AxesOf, Diagonal, Flip, Move, OffsetDiagonal, OrderOf, Permute, ReversedAxes, ReversedOnto, Squeeze, Swap,
    Transpose, TransposeAxes, Unsqueeze, ViewBy,
};
use crate::forms::forms;
use crate::shape::{Refused, Shape, ShapeError};
use crate::storage::{Rearranges, Storage, StorageMut, View, ViewMut};

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Views the tensor with its axes rearranged by a value: the general form of `permute`, `t` and others.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor, axes::Permute};
    ///
    /// let x = Tensor::from([[[1, 2], [3, 4], [5, 6]]]); // (1, 3, 2)
    /// let y: Tensor<i32, Shape![2, 1, 3], _> = x.view_by(Permute((Axis::<2>, Axis::<0>, Axis::<1>)));
    /// assert_eq!(y, Tensor::from([[[1, 3, 5]], [[2, 4, 6]]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis or too few, or an axis is given twice. If an index or a range is out of
    /// bounds, or a squeezed axis has a run-time size other than 1.
    view_by try_view_by: [R: ViewBy<S>](&self, how: R) -> Tensor<T, R::Output, View<'_, D::Owner>>
    => self.rearranged(&how);

    /// [`view_by`](Self::view_by) as a mutable view.
    ///
    /// # Panics
    ///
    /// If [`view_by`](Self::view_by) would panic.
    view_by_mut try_view_by_mut: [R: ViewBy<S>](&mut self, how: R) -> Tensor<T, R::Output, ViewMut<'_, D::Owner>>
    where [D: StorageMut] => self.rearranged_mut(&how);

    /// Rearranges the axes of the tensor itself, without moving its elements.
    ///
    /// The result is owned or borrowed as the tensor was. So a function can return it, unlike a view of a local tensor.
    ///
    /// ```
    /// use conformable::{Axis, Dim, Tensor, axes::Swap};
    /// use conformable::storage::{Heap, Owned};
    ///
    /// fn squares_by_column<N: Dim, C: Dim>(x: &Tensor<f64, (N, C)>) -> Tensor<f64, (C, N), Owned<Heap, (N, C)>> {
    ///     (x * x).into_t()
    /// }
    ///
    /// let y = squares_by_column(&Tensor::from([[1.0, 2.0], [3.0, 4.0]]));
    /// assert_eq!(y, Tensor::from([[1.0, 9.0], [4.0, 16.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`view_by`](Self::view_by) would panic. The error of [`try_into_view_by`](Self::try_into_view_by) holds the
    /// tensor.
    into_view_by try_into_view_by: [R: ViewBy<S>](
        self, how: R
    ) -> Tensor<T, R::Output, D::Rearranged<S>>, Result<Tensor<T, R::Output, D::Rearranged<S>>, Refused<Self>>
    where [D: Rearranges] => self.rearranged_self(&how);
}

/// Implements the three forms of a method from one row:
/// `swap_axes .., swap_axes_mut .., into_swapped_axes .. <X: Copy> (x: X) Swap(x) => Swap<X>;`.
macro_rules! rearranged {
    ($(
        $(#[$meta:meta])*
        $name:ident $try_name:ident, $name_mut:ident $try_mut:ident, $into:ident $try_into:ident
        <$($P:ident: $Bound:path),*> ($($argument:ident: $Argument:ty),*) $([$($bounds:tt)*])? $how:expr => $How:ty;
    )*) => {
        forms! {
            impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

            $(
                $(#[$meta])*
                ///
                #[doc = concat!("It borrows the tensor: if the tensor is a temporary, or the view is returned, use [`", stringify!($into),
                    "`](Self::", stringify!($into), "). [`to_owned`](Self::to_owned) copies a view.")]
                ///
                /// # Panics
                ///
                /// If [`view_by`](Self::view_by) would panic.
                $name $try_name: [$($P: $Bound),*](
                    &self $(, $argument: $Argument)*
                ) -> Tensor<T, <$How as ViewBy<S>>::Output, View<'_, D::Owner>>
                where [$How: ViewBy<S>, $($($bounds)*)?] => self.try_view_by($how);

                #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") as a mutable view.")]
                ///
                /// # Panics
                ///
                /// If [`view_by`](Self::view_by) would panic.
                $name_mut $try_mut: [$($P: $Bound),*](
                    &mut self $(, $argument: $Argument)*
                ) -> Tensor<T, <$How as ViewBy<S>>::Output, ViewMut<'_, D::Owner>>
                where [D: StorageMut, $How: ViewBy<S>, $($($bounds)*)?] => self.try_view_by_mut($how);

                #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of the tensor itself, without moving its elements.")]
                ///
                /// # Panics
                ///
                /// If [`view_by`](Self::view_by) would panic.
                $into $try_into: [$($P: $Bound),*](
                    self $(, $argument: $Argument)*
                ) -> Tensor<T, <$How as ViewBy<S>>::Output, D::Rearranged<S>>,
                    Result<Tensor<T, <$How as ViewBy<S>>::Output, D::Rearranged<S>>, Refused<Self>>
                where [D: Rearranges, $How: ViewBy<S>, $($($bounds)*)?] => self.try_into_view_by($how);
            )*
        }
    };
}

pub(super) use rearranged;

rearranged! {
    /// Views the tensor with its axes in another order, which has each axis once.
    ///
    /// For an `AnyShape` the order may be known only at run time.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let x = Tensor::from([[[1, 2, 3], [4, 5, 6]]]); // (1, 2, 3)
    /// let y: Tensor<i32, Shape![3, 1, 2], _> = x.permute((Axis::<2>, Axis::<0>, Axis::<1>));
    /// assert_eq!(y, Tensor::from([[[1, 4]], [[2, 5]], [[3, 6]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.permute((Axis::<0>, Axis::<0>)); // `Axis<0>` names an axis of `(Size<2>, Size<3>)` that is named already
    /// ```
    #[doc(alias = "permuted_axes")]
    permute try_permute, permute_mut try_permute_mut, into_permuted try_into_permuted <X: OrderOf<S>> (order: X)
        Permute(order) => Permute<X>;
    /// Views the tensor with two axes exchanged.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[[1, 2], [3, 4]]]);
    /// assert_eq!(x.swap_axes(Axis::<0>, Axis::<-1>), Tensor::from([[[1], [3]], [[2], [4]]]));
    /// ```
    swap_axes try_swap_axes, swap_axes_mut try_swap_axes_mut, into_swapped_axes try_into_swapped_axes <X: Copy, Y: Copy>
        (x: X, y: Y) Swap(x, y) => Swap<X, Y>;
    /// Views the tensor with one or several axes moved to other positions. The others keep their order.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor, shape};
    ///
    /// let image = Tensor::zeros(shape![3, 480, 640]); // channels first
    /// let last: Tensor<f32, Shape![480, 640, 3], _> = image.move_axis(Axis::<0>, Axis::<-1>);
    /// let both: Tensor<f32, Shape![640, 480, 3], _> = image.move_axis((Axis::<0>, Axis::<2>), (Axis::<2>, Axis::<0>));
    /// assert_eq!(image.erase().move_axis([0, 2], [2, 0]).sizes()[..], [640, 480, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// x.move_axis((Axis::<0>, Axis::<0>), (Axis::<1>, Axis::<0>)); // `Axis<0>` is named twice
    /// ```
    #[doc(alias = "movedim")]
    move_axis try_move_axis, move_axis_mut try_move_axis_mut, into_moved_axis try_into_moved_axis <X: Copy, Y: Copy>
        (from: X, to: Y) Move(from, to) => Move<X, Y>;
    /// Views the tensor with the elements along axes in reverse order.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.flip(Axis::<1>), Tensor::from([[3, 2, 1], [6, 5, 4]]));
    /// assert_eq!(x.flip(..), Tensor::from([[6, 5, 4], [3, 2, 1]]));
    /// ```
    flip try_flip, flip_mut try_flip_mut, into_flipped try_into_flipped <X: AxesOf<S>> (axes: X) Flip(axes) => Flip<X>;
    /// Views the tensor without one or several axes of size 1. `..` is all such axes of an `AnyShape`.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1], [2]]);
    /// assert_eq!(x.squeeze(Axis::<1>), Tensor::from([1, 2]));
    /// assert_eq!(Tensor::from([[[1], [2]]]).squeeze((Axis::<0>, Axis::<2>)), Tensor::from([1, 2]));
    /// assert_eq!(x.erase().squeeze(..).sizes()[..], [2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// Tensor::from([[1], [2]]).squeeze(Axis::<0>); // `Size<2>` is not 1
    /// ```
    squeeze try_squeeze, squeeze_mut try_squeeze_mut, into_squeezed try_into_squeezed <X: Copy> (axis: X)
        Squeeze(axis) => Squeeze<X>;
    /// Views the tensor with one or several new axes of size 1, which are counted in the result.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([1, 2, 3]);
    /// assert_eq!(x.unsqueeze(Axis::<-1>), Tensor::from([[1], [2], [3]]));
    /// assert_eq!(x.unsqueeze(Axis::<0>), Tensor::from([[1, 2, 3]]));
    /// assert_eq!(x.unsqueeze((Axis::<0>, Axis::<-1>)), Tensor::from([[[1], [2], [3]]]));
    /// assert_eq!(x.erase().unsqueeze([0, 2]).sizes()[..], [1, 3, 1]);
    /// ```
    ///
    /// [`reshape_by`](Self::reshape_by) keeps an owned tensor and its storage:
    ///
    /// ```
    /// use conformable::axes::Unsqueeze;
    /// use conformable::{Axis, Dim, Size, Tensor};
    ///
    /// fn column<N: Dim>(x: Tensor<f64, (N,)>) -> Tensor<f64, (N, Size<1>)> {
    ///     x.reshape_by(Unsqueeze(Axis::<-1>))
    /// }
    /// # assert_eq!(column(Tensor::from([1.0, 2.0])), Tensor::from([[1.0], [2.0]]));
    /// ```
    #[doc(alias = "expand_dims")]
    #[doc(alias = "insert_axis")]
    unsqueeze try_unsqueeze, unsqueeze_mut try_unsqueeze_mut, into_unsqueezed try_into_unsqueezed <X: Copy> (axis: X)
        Unsqueeze(axis) => Unsqueeze<X>;
    /// Views the diagonal of two axes as a new last axis, as long as the shorter of them.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.diagonal(Axis::<0>, Axis::<1>), Tensor::from([1, 5]));
    /// x.diagonal_mut(Axis::<0>, Axis::<1>).apply(|x| *x = 0);
    /// assert_eq!(x, Tensor::from([[0, 2, 3], [4, 0, 6]]));
    /// ```
    #[doc(alias = "diag")]
    diagonal try_diagonal, diagonal_mut try_diagonal_mut, into_diagonal try_into_diagonal <X: Copy, Y: Copy>
        (x: X, y: Y) Diagonal(x, y) => Diagonal<X, Y>;
    /// Views a [`diagonal`](Self::diagonal) at a distance from the main one.
    ///
    /// The distance is [`Above`](crate::axes::Above), [`Below`](crate::axes::Below), or an integer, which is negative
    /// below the main diagonal. A diagonal past the corner is empty.
    ///
    /// ```
    /// use conformable::axes::{Above, Below};
    /// use conformable::{Axis, Shape, Size, Tensor, View};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let above: Tensor<i32, Shape![1], View<'_>> = x.offset_diagonal(Axis::<0>, Axis::<1>, Above(Size::<2>));
    /// assert_eq!(above, Tensor::from([3]));
    /// assert_eq!(x.offset_diagonal(Axis::<0>, Axis::<1>, Below(Size::<1>)), Tensor::from([4]));
    /// assert_eq!(x.offset_diagonal(Axis::<0>, Axis::<1>, 1).to_vec(), [2, 6]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::axes::Above;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.offset_diagonal(Axis::<0>, Axis::<1>, Above(Size::<4>)); // it is past the end of `Size<3>`
    /// ```
    offset_diagonal try_offset_diagonal, offset_diagonal_mut try_offset_diagonal_mut,
        into_offset_diagonal try_into_offset_diagonal <X: Copy, Y: Copy, K: Copy> (x: X, y: Y, offset: K)
        OffsetDiagonal(x, y, offset) => OffsetDiagonal<X, Y, K>;
}

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Views the tensor with its last two axes exchanged: each matrix transposed.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.t(), Tensor::from([[1, 4], [2, 5], [3, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::from([1, 2, 3]).t(); // cannot transpose `(Size<3>,)`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes.
    // a method without a parameter would be reported as missing (E0599)
    #[doc(alias = "transpose")]
    t try_t: [L: TransposeAxes<S>](&self) -> Tensor<T, L::Output, View<'_, D::Owner>>
    where [S: Shape<Axes = L>] => self.try_view_by(Transpose);

    /// [`t`](Self::t) as a mutable view.
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes.
    t_mut try_t_mut: [L: TransposeAxes<S>](&mut self) -> Tensor<T, L::Output, ViewMut<'_, D::Owner>>
    where [D: StorageMut, S: Shape<Axes = L>] => self.try_view_by_mut(Transpose);

    /// [`t`](Self::t) of the tensor itself, without moving its elements.
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes.
    into_t try_into_t: [L: TransposeAxes<S>](
        self
    ) -> Tensor<T, L::Output, D::Rearranged<S>>, Result<Tensor<T, L::Output, D::Rearranged<S>>, Refused<Self>>
    where [D: Rearranges, S: Shape<Axes = L>] => self.try_into_view_by(Transpose);

    /// Views the tensor with all axes in reverse order: NumPy's `.T` for any rank.
    ///
    /// ```
    /// use conformable::{Shape, Tensor, View, shape};
    ///
    /// let x = Tensor::arange(shape![2, 3, 4]);
    /// let y: Tensor<i32, Shape![4, 3, 2], View<'_>> = x.reversed_axes();
    /// assert_eq!(y[[3, 2, 1]], x[[1, 2, 3]]);
    /// ```
    #[doc(alias = "T")]
    reversed_axes try_reversed_axes: [L: ReversedOnto<()>](&self) -> Tensor<T, L::Output, View<'_, D::Owner>>
    where [S: Shape<Axes = L>] => self.try_view_by(ReversedAxes);

    /// [`reversed_axes`](Self::reversed_axes) as a mutable view.
    reversed_axes_mut try_reversed_axes_mut: [L: ReversedOnto<()>](
        &mut self
    ) -> Tensor<T, L::Output, ViewMut<'_, D::Owner>>
    where [D: StorageMut, S: Shape<Axes = L>] => self.try_view_by_mut(ReversedAxes);

    /// [`reversed_axes`](Self::reversed_axes) of the tensor itself, without moving its elements.
    into_reversed_axes try_into_reversed_axes: [L: ReversedOnto<()>](
        self
    ) -> Tensor<T, L::Output, D::Rearranged<S>>, Result<Tensor<T, L::Output, D::Rearranged<S>>, Refused<Self>>
    where [D: Rearranges, S: Shape<Axes = L>] => self.try_into_view_by(ReversedAxes);
}
