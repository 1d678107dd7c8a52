//! Other shapes of tensors on engines.

#![allow(clippy::needless_pass_by_value, reason = "how axes are rearranged is a value")]

use super::capability::Views;
use super::engine::{Engine, expect};
use super::plan::Plan;
use super::tensor::{On, Outcome};
use crate::axes::{
    AsEntry, AxesOf, Cut, Diagonal, Flatten, FlattenAxes, Flip, Merge, MergeTo, Move, Nth, OrderOf, Permute, Rearrange,
    Reshape, ReshapedFrom, Slice, Split, Squeeze, Swap, To, Transpose, TransposeAxes, Unsqueeze,
};
use crate::forms::forms;
use crate::rule::BroadcastTo;
use crate::shape::{AnyShape, NameOf, NoneBroadcast, Shape, StaticShape, WidenTo};

impl<T: Copy, S: Shape, E: Engine> On<T, S, E> {
    /// The same tensor by another type of its shape, which tells the same sizes.
    #[inline]
    pub(super) fn retyped<O: Shape>(self, shape: O) -> On<T, O, E> {
        On { tensor: E::retype(self.tensor, &shape), shape }
    }

    /// The same tensor with a shape type that says more, where the sizes are what it says: [`Shape::refine`].
    ///
    /// # Errors
    ///
    /// If the rank differs, or a size is not what the target says.
    pub fn refine<O: Shape>(self) -> Outcome<T, O, E>
    where
        S: NoneBroadcast<O>,
    {
        let shape = self.shape.refine::<O>()?;
        Ok(self.retyped(shape))
    }

    /// The same tensor with a shape type that says less: [`Shape::widen`].
    #[must_use]
    pub fn widen<O: Shape>(self) -> On<T, O, E>
    where
        S: WidenTo<O>,
    {
        let shape = self.shape.widen();
        self.retyped(shape)
    }

    /// The same tensor, whose type tells nothing of its shape.
    #[must_use]
    pub fn erase(self) -> On<T, AnyShape, E> {
        let shape = self.shape.erase();
        self.retyped(shape)
    }

    /// The same tensor with names: [`Shape::named`].
    #[must_use]
    pub fn named<O: NameOf<S>>(self) -> On<T, O, E> {
        let shape = self.shape.named();
        self.retyped(shape)
    }

    /// The same tensor without names.
    #[must_use]
    pub fn unnamed(self) -> On<T, S::Unnamed, E> {
        let shape = self.shape.unnamed();
        self.retyped(shape)
    }
}

// the bounds are those of the methods, so that an engine without views is told so
impl<T: Copy, S: Shape, E: Engine> On<T, S, E> {
    /// The same elements in the same order, in a shape that has as many.
    #[inline]
    pub(super) fn reshaped<O: Shape>(&self, out: &O) -> Outcome<T, O, E>
    where
        E: Views<T>,
    {
        On::made(E::reshape(&self.tensor, &self.shape, out), out.clone())
    }

    /// The same elements with their axes as the value says: [`Tensor::rearrange`](crate::Tensor::rearrange).
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it, or the engine fails.
    #[inline]
    pub fn try_rearrange<W: Rearrange<S>>(&self, how: W) -> Outcome<T, W::Output, E>
    where
        E: Views<T>,
    {
        let plan = Plan::new(&self.shape, &how)?;
        let tensor = E::arrange(&self.tensor, how, &plan);
        On::made(tensor, plan.into_out())
    }

    /// The same elements in the same order, in the shape that the value says:
    /// [`Tensor::reshape_by`](crate::Tensor::reshape_by).
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it, or the engine fails.
    #[inline]
    pub fn try_reshape_by<W: Reshape<S>>(&self, how: W) -> Outcome<T, W::Output, E>
    where
        E: Views<T>,
    {
        let out = how.of(&self.shape)?;
        let tensor = E::reshape(&self.tensor, &self.shape, &out);
        On::made(tensor, out)
    }

    /// [`Tensor::t`](crate::Tensor::t), as a tensor on the engine.
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes, or the engine fails.
    #[inline]
    #[track_caller]
    pub fn t<L: TransposeAxes<S>>(&self) -> On<T, L::Output, E>
    where
        S: Shape<Axes = L>,
        E: Views<T>,
    {
        expect(self.try_rearrange(Transpose))
    }

    /// All elements along one axis: [`Tensor::flatten`](crate::Tensor::flatten).
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[inline]
    #[track_caller]
    pub fn flatten<L: FlattenAxes<S>>(&self) -> On<T, (L::Dim,), E>
    where
        S: Shape<Axes = L>,
        E: Views<T>,
    {
        expect(self.try_reshape_by(Flatten))
    }

    /// The elements stretched to a shape: [`Tensor::broadcast_to`](crate::Tensor::broadcast_to).
    ///
    /// # Panics
    ///
    /// If sizes known only at run time do not stretch to the target's, or the engine fails.
    #[inline]
    #[track_caller]
    pub fn broadcast_to<Target: StaticShape>(&self) -> On<T, Target, E>
    where
        S: BroadcastTo<Target>,
        E: Views<T>,
    {
        expect(self.try_broadcast_to(&Target::shape()))
    }

    /// [`broadcast_to`](Self::broadcast_to) a shape that run time tells.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not stretch to the target's, or the engine fails.
    #[inline]
    pub fn try_broadcast_to<Target: Shape>(&self, target: &Target) -> Outcome<T, Target, E>
    where
        S: BroadcastTo<Target>,
        E: Views<T>,
    {
        let out = self.shape.broadcast_to(target)?;
        out.numel()?;
        let tensor = E::broadcast_to(&self.tensor, &self.shape, &out);
        On::made(tensor, out)
    }
}

/// Methods that rearrange axes, and those that keep the order of the elements.
macro_rules! views {
    ($($how:ident $name:ident $try_name:ident <$($P:ident: $Bound:path),*> ($($argument:ident: $Argument:ty),*) $value:expr => $How:ty;)*) => {
        forms! {
            impl[T: Copy, S: Shape, E: Engine] On<T, S, E>;

            $(
                #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), "), as a tensor on the engine.")]
                ///
                /// # Panics
                ///
                /// If what is known only at run time does not allow it, or the engine fails.
                $name $try_name: [$($P: $Bound),*](
                    &self $(, $argument: $Argument)*
                ) -> On<T, <$How as $how<S>>::Output, E>
                where [$How: $how<S>, E: Views<T>] => views!(@$how self, $value);
            )*
        }
    };
    (@Rearrange $x:ident, $value:expr) => { $x.try_rearrange($value) };
    (@Reshape $x:ident, $value:expr) => { $x.try_reshape_by($value) };
}

views!(
    Rearrange permute try_permute <X: OrderOf<S>> (order: X) Permute(order) => Permute<X>;
    Rearrange swap_axes try_swap_axes <X: Copy, Y: Copy> (x: X, y: Y) Swap(x, y) => Swap<X, Y>;
    Rearrange move_axis try_move_axis <X: Copy, Y: Copy> (from: X, to: Y) Move(from, to) => Move<X, Y>;
    Rearrange diagonal try_diagonal <X: Copy, Y: Copy> (x: X, y: Y) Diagonal(x, y) => Diagonal<X, Y>;
    Rearrange flip try_flip <X: AxesOf<S>> (axes: X) Flip(axes) => Flip<X>;
    Rearrange at try_at <X: Copy> (axis: X, index: usize) Nth(axis, index) => Nth<X>;
    Rearrange cut try_cut <X: Copy, P: AsEntry> (axis: X, part: P) Cut(axis, part) => Cut<X, P>;
    Rearrange slice try_slice <Xs: Sized> (entries: Xs) Slice(entries) => Slice<Xs>;
    Reshape squeeze try_squeeze <X: Copy> (axis: X) Squeeze(axis) => Squeeze<X>;
    Reshape unsqueeze try_unsqueeze <X: Copy> (axis: X) Unsqueeze(axis) => Unsqueeze<X>;
    Reshape split try_split <X: Copy, A: Copy, B: Copy> (axis: X, dims: (A, B)) Split(axis, dims) => Split<X, A, B>;
    Reshape merge try_merge <X: Copy> (axis: X) Merge(axis) => Merge<X>;
    Reshape merge_to try_merge_to <X: Copy, C: Copy> (axis: X, dim: C) MergeTo(axis, dim) => MergeTo<X, C>;
);

forms! {
    impl[T: Copy, S: Shape, E: Engine] On<T, S, E>;

    /// The same elements in the same order, in another shape: [`Tensor::reshape`](crate::Tensor::reshape).
    ///
    /// # Panics
    ///
    /// If the numbers of elements differ, or the engine fails.
    reshape try_reshape: [Target: ReshapedFrom<S>](&self, target: Target) -> On<T, Target, E>
    where [E: Views<T>] => self.try_reshape_by(To(target));
}
