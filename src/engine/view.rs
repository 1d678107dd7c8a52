//! Views and reshapes of tensors on engines.

#![allow(clippy::needless_pass_by_value, reason = "how axes are rearranged is a value")]
#![allow(clippy::type_complexity, reason = "the result types are long")]

use super::capability::{UnaryKernel, ViewKernel};
use super::engine::{Engine, Error, expect};
use super::op;
use super::plan::Plan;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{
    As, AsEntry, AxesOf, Diagonal, Flatten, FlattenAll, FlattenAxes, FlattenAxesTo, Flip, Move, NarrowAxis, Nth,
    OffsetDiagonal, OrderOf, Permute, Rename, Reshape, ReshapedFrom, ReversedAxes, ReversedOnto, Slice, Squeeze, Swap,
    To, ToSizes, Transpose, TransposeAxes, Unflatten, Unsqueeze, ViewBy,
};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::rule::{BroadcastTo, NamedOutput, NamedWith};
use crate::shape::{AnyShape, Equated, NameOf, NoneBroadcast, Shape, StaticShape, WidenTo};
use alloc::vec::Vec;
use core::marker::PhantomData;

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// The same tensor with another type of its shape; the sizes are equal.
    #[inline]
    pub(super) fn retyped<O: Shape>(self, shape: O) -> EngineTensor<T, O, E> {
        EngineTensor { tensor: E::retype(self.tensor, &shape), shape }
    }

    /// Adds sizes to the type, and checks them: [`Shape::refine`].
    ///
    /// # Errors
    ///
    /// If the rank or a size differs from the target's.
    pub fn refine<O: Shape>(self) -> Outcome<T, O, E>
    where
        S: NoneBroadcast<O>,
    {
        let shape = self.shape.refine::<O>()?;
        Ok(self.retyped(shape))
    }

    /// Removes sizes from the type: [`Shape::widen`].
    #[must_use]
    pub fn widen<O: Shape>(self) -> EngineTensor<T, O, E>
    where
        S: WidenTo<O>,
    {
        let shape = self.shape.widen();
        self.retyped(shape)
    }

    /// Removes the shape from the type: [`Shape::erase`].
    #[must_use]
    pub fn erase(self) -> EngineTensor<T, AnyShape, E> {
        let shape = self.shape.erase();
        self.retyped(shape)
    }

    /// Gives names to axes without one: [`Shape::named`].
    #[must_use]
    pub fn named<O: Shape + NameOf<S>>(self) -> EngineTensor<T, O, E> {
        let shape = self.shape.named();
        self.retyped(shape)
    }

    /// Replaces the name of one axis: [`Tensor::rename`](crate::Tensor::rename).
    #[must_use]
    pub fn rename<X, L, M>(self) -> EngineTensor<T, S::Output, E>
    where
        S: Rename<X, L, M>,
    {
        let shape = self.shape.rename();
        self.retyped(shape)
    }

    /// Removes the names of the dims: [`Shape::unnamed`].
    #[must_use]
    pub fn unnamed(self) -> EngineTensor<T, S::Unnamed, E> {
        let shape = self.shape.unnamed();
        self.retyped(shape)
    }
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// Converts to a shape type of equal sizes: [`Tensor::equate`](crate::Tensor::equate).
    ///
    /// # Panics
    ///
    /// If a run-time size, the rank of an `AnyShape`, or a name differs.
    equate try_equate: [O: Shape](self) -> EngineTensor<T, O, E> => {
        let shape = Equated::of(&self.shape)?;
        Ok(self.retyped(shape))
    };

    /// Converts each element as by `as`.
    ///
    /// ```
    /// use conformable::Tensor;
    /// use conformable::engine::EngineTensor;
    ///
    /// let x = EngineTensor::from(Tensor::from([1.5, -2.5]));
    /// assert_eq!(x.cast::<i32>().as_engine(), &Tensor::from([1, -2]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[must_use]
    cast try_cast: [U: Copy](&self) -> EngineTensor<U, S, E>
    where [E: UnaryKernel<op::Cast<U>, T>] => self.unary(op::Cast(PhantomData));
}

// bounds on methods, so that the compiler names the missing kernel
impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// The same elements in the same order, in a shape with as many elements.
    #[inline]
    pub(super) fn reshaped<O: Shape>(&self, out: &O) -> Outcome<T, O, E>
    where
        E: ViewKernel<T>,
    {
        EngineTensor::made(E::reshape(&self.tensor, &self.shape, out), out.clone())
    }

    /// Permutes the axes and repeats those that are `None`.
    fn aligned<O: Shape>(&self, out: &O, axes: impl Iterator<Item = Option<usize>> + Clone) -> Outcome<T, O, E>
    where
        E: ViewKernel<T>,
    {
        out.numel()?;
        let sizes = self.shape.sizes();
        let order: Vec<_> = axes.clone().flatten().map(IndexElement::signed).collect();
        let ones: AnyShape = axes.map(|axis| axis.map_or(1, |axis| sizes.as_ref()[axis])).collect();
        let x = self.clone().erase().try_permute(&order[..])?.reshaped(&ones)?;
        Ok(x.try_broadcast_to(&out.erase())?.retyped(out.clone()))
    }

    /// [`Tensor::t`](crate::Tensor::t), as a tensor on the engine.
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes.
    #[inline]
    #[track_caller]
    pub fn t<L: TransposeAxes<S>>(&self) -> EngineTensor<T, L::Output, E>
    where
        S: Shape<Axes = L>,
        E: ViewKernel<T>,
    {
        expect(self.try_view_by(Transpose))
    }

    /// All elements along one axis: [`Tensor::flatten`](crate::Tensor::flatten).
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[inline]
    #[track_caller]
    pub fn flatten<L: FlattenAll<S>>(&self) -> EngineTensor<T, (L::Dim,), E>
    where
        S: Shape<Axes = L>,
        E: ViewKernel<T>,
    {
        expect(self.try_reshape_by(Flatten))
    }

    /// Broadcasts to a shape: [`Tensor::broadcast_to`](crate::Tensor::broadcast_to).
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast to the target's.
    #[inline]
    #[track_caller]
    pub fn broadcast_to<Target: StaticShape>(&self) -> EngineTensor<T, Target, E>
    where
        S: BroadcastTo<Target>,
        E: ViewKernel<T>,
    {
        expect(self.try_broadcast_to(&Target::shape()))
    }

    /// [`broadcast_to`](Self::broadcast_to) a shape known at run time.
    ///
    /// # Errors
    ///
    /// As for [`broadcast_to`](Self::broadcast_to).
    #[inline]
    pub fn try_broadcast_to<Target: Shape>(&self, target: &Target) -> Outcome<T, Target, E>
    where
        S: BroadcastTo<Target>,
        E: ViewKernel<T>,
    {
        let out = self.shape.broadcast_to(target)?;
        out.numel()?;
        let tensor = E::broadcast_to(&self.tensor, &self.shape, &out);
        EngineTensor::made(tensor, out)
    }
}

/// Methods that rearrange axes, and those that keep the order of elements.
macro_rules! views {
    ($($how:ident $name:ident $try_name:ident <$($P:ident: $Bound:path),*> ($($argument:ident: $Argument:ty),*) $value:expr => $How:ty;)*) => {
        forms! {
            impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

            $(
                #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), "), as a tensor on the engine.")]
                ///
                /// # Panics
                ///
                /// If a rank or run-time sizes do not allow it.
                $name $try_name: [$($P: $Bound),*](
                    &self $(, $argument: $Argument)*
                ) -> EngineTensor<T, <$How as $how<S>>::Output, E>
                where [$How: $how<S>, E: ViewKernel<T>] => views!(@$how self, $value);
            )*
        }
    };
    (@ViewBy $x:ident, $value:expr) => { $x.try_view_by($value) };
    (@Reshape $x:ident, $value:expr) => { $x.try_reshape_by($value) };
}

views!(
    ViewBy permute try_permute <X: OrderOf<S>> (order: X) Permute(order) => Permute<X>;
    ViewBy swap_axes try_swap_axes <X: Copy, Y: Copy> (x: X, y: Y) Swap(x, y) => Swap<X, Y>;
    ViewBy move_axis try_move_axis <X: Copy, Y: Copy> (from: X, to: Y) Move(from, to) => Move<X, Y>;
    ViewBy diagonal try_diagonal <X: Copy, Y: Copy> (x: X, y: Y) Diagonal(x, y) => Diagonal<X, Y>;
    ViewBy offset_diagonal try_offset_diagonal <X: Copy, Y: Copy, K: Copy> (x: X, y: Y, offset: K)
        OffsetDiagonal(x, y, offset) => OffsetDiagonal<X, Y, K>;
    ViewBy flip try_flip <X: AxesOf<S>> (axes: X) Flip(axes) => Flip<X>;
    ViewBy index_axis try_index_axis <X: Copy, I: IndexElement> (axis: X, index: I) Nth(axis, index) => Nth<X, I>;
    ViewBy narrow try_narrow <X: Copy, P: AsEntry> (axis: X, part: P) NarrowAxis(axis, part) => NarrowAxis<X, P>;
    ViewBy slice try_slice <Xs: Sized> (entries: Xs) Slice(entries) => Slice<Xs>;
    Reshape squeeze try_squeeze <X: Copy> (axis: X) Squeeze(axis) => Squeeze<X>;
    Reshape unsqueeze try_unsqueeze <X: Copy> (axis: X) Unsqueeze(axis) => Unsqueeze<X>;
    Reshape unflatten try_unflatten <X: Copy, A: Copy, B: Copy> (axis: X, dims: (A, B))
        Unflatten(axis, dims) => Unflatten<X, A, B>;
    Reshape reshape_to try_reshape_to <I: IndexElement> (sizes: &[I]) ToSizes::new(sizes) => ToSizes;
    Reshape flatten_axes try_flatten_axes <X: Copy> (axis: X) FlattenAxes(axis) => FlattenAxes<X>;
    Reshape flatten_axes_to try_flatten_axes_to <X: Copy, C: Copy> (axis: X, dim: C)
        FlattenAxesTo(axis, dim) => FlattenAxesTo<X, C>;
);

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// Rearranges the axes as `how` says: [`Tensor::view_by`](crate::Tensor::view_by).
    ///
    /// # Panics
    ///
    /// If a rank or run-time sizes do not allow it.
    view_by try_view_by: [W: ViewBy<S>](&self, how: W) -> EngineTensor<T, W::Output, E>
    where [E: ViewKernel<T>] => {
        let plan = Plan::new(&self.shape, &how)?;
        let tensor = E::arrange(&self.tensor, how, &plan);
        EngineTensor::made(tensor, plan.into_out())
    };

    /// The same elements in the same order, in the shape that `how` makes:
    /// [`Tensor::reshape_by`](crate::Tensor::reshape_by).
    ///
    /// # Panics
    ///
    /// As for [`view_by`](Self::view_by).
    reshape_by try_reshape_by: [W: Reshape<S>](&self, how: W) -> EngineTensor<T, W::Output, E>
    where [E: ViewKernel<T>] => {
        let out = how.of(&self.shape)?;
        let tensor = E::reshape(&self.tensor, &self.shape, &out);
        EngineTensor::made(tensor, out)
    };

    /// [`reshape`](Self::reshape) to a shape given by its type: [`Tensor::reshape_as`](crate::Tensor::reshape_as).
    ///
    /// # Panics
    ///
    /// If the numbers of elements differ, or the inferred size is not an integer.
    reshape_as try_reshape_as: [Target: Shape](&self) -> EngineTensor<T, Target, E>
    where [As<Target>: Reshape<S, Output = Target>, E: ViewKernel<T>] => self.try_reshape_by(As::<Target>::new());

    /// The same elements in the same order, in another shape: [`Tensor::reshape`](crate::Tensor::reshape).
    ///
    /// # Panics
    ///
    /// If the numbers of elements differ.
    reshape try_reshape: [Target: ReshapedFrom<S>](&self, target: Target) -> EngineTensor<T, Target, E>
    where [E: ViewKernel<T>] => self.try_reshape_by(To(target));

    /// [`broadcast_to`](Self::broadcast_to) with the target as a value.
    ///
    /// # Panics
    ///
    /// As for [`broadcast_to`](Self::broadcast_to).
    broadcast_to_shape try_broadcast_to_shape: [Target: Shape](&self, target: Target) -> EngineTensor<T, Target, E>
    where [S: BroadcastTo<Target>, E: ViewKernel<T>] => self.try_broadcast_to(&target);

    /// [`Tensor::align`](crate::Tensor::align), on the engine.
    ///
    /// # Panics
    ///
    /// If run-time sizes of one name differ.
    align try_align: [R: Shape + NamedWith<S>](
        &self, rhs: &EngineTensor<T, R, E>
    ) -> (EngineTensor<T, NamedOutput<S, R>, E>, EngineTensor<T, NamedOutput<S, R>, E>),
        Result<(EngineTensor<T, NamedOutput<S, R>, E>, EngineTensor<T, NamedOutput<S, R>, E>), Error<E>>
    where [E: ViewKernel<T>] => {
        let out = rhs.shape.named_with(&self.shape)?;
        let places = R::places();
        let side = |side: usize| places.pairs().iter().map(move |axes| axes[side]);
        Ok((self.aligned(&out, side(0))?, rhs.aligned(&out, side(1))?))
    };

    /// All axes in reverse order: [`Tensor::reversed_axes`](crate::Tensor::reversed_axes).
    ///
    /// # Panics
    ///
    /// If the engine fails.
    reversed_axes try_reversed_axes: [L: ReversedOnto<()>](&self) -> EngineTensor<T, L::Output, E>
    where [S: Shape<Axes = L>, E: ViewKernel<T>] => self.try_view_by(ReversedAxes);
}
