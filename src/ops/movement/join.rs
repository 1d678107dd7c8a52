//! Tensors joined: one after the other along an axis, or along a new one.
//!
//! ```text
//! concat(x, (a, b))[.., i, ..]    = a[.., i, ..]  where i is below the size of a, and b[.., i - size, ..] from there on
//! stack(x, (a, b))[.., i, ..]     = a[.., ..]     where i is 0, and b[.., ..] where it is 1
//! ```

#![allow(clippy::type_complexity, reason = "results are what they are")]

use crate::axes::{Concat, HasAxis, Stack, Stacked, concat_axis, equal_but, position, stacked};
use crate::forms::forms;
use crate::kernel::{self, Join, Pieces};
use crate::shape::{Axes, Dim, Dyn, Nil, NoneBroadcast, Shape, ShapeError, Size, Tuple};
use crate::storage::{Owner, Placed, Storage, Target};
use crate::tensor::{Tensor, expect};
use core::marker::PhantomData;

/// Shapes that are equal but for the axis `X`, along which they add up.
#[derive(Debug)]
pub struct OneAfterAnother<X>(PhantomData<X>);

/// Shapes that are equal.
#[derive(Debug)]
pub struct OfOneShape;

/// How the shape of tensors before and that of one more become one.
pub trait JoinRule<Lhs, Rhs> {
    /// The shape of all.
    type Output: Shape;

    #[doc(hidden)]
    fn join(lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

impl<Lhs: Concat<Rhs, X>, Rhs, X: Default> JoinRule<Lhs, Rhs> for OneAfterAnother<X> {
    type Output = Lhs::Output;

    #[inline]
    fn join(lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.concat(rhs, X::default())
    }
}

impl<Lhs: NoneBroadcast<Rhs>, Rhs> JoinRule<Lhs, Rhs> for OfOneShape {
    type Output = Lhs::Output;

    #[inline]
    fn join(lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.none_broadcast(rhs)
    }
}

/// How the shapes of any number of tensors of the shape `S` become one.
pub trait JoinMany<S>: Sized {
    /// The shape of all.
    type Output: Shape;

    #[doc(hidden)]
    fn join_many<'a>(shapes: impl ExactSizeIterator<Item = &'a S>) -> Result<Self::Output, ShapeError>
    where
        S: 'a;
}

// concat(S, .., S, x) = S with a size known at run time at x
impl<S: Shape + HasAxis<X, Put<Dyn>: Shape>, X> JoinMany<S> for OneAfterAnother<X> {
    type Output = S::Put<Dyn>;

    #[inline]
    fn join_many<'a>(mut shapes: impl ExactSizeIterator<Item = &'a S>) -> Result<Self::Output, ShapeError>
    where
        S: 'a,
    {
        let count = shapes.len();
        let Some(first) = shapes.next() else { return Err(none::<S>("concatenate")) };
        let (axis, mut sizes) = (position(first, S::AXIS)?, first.sizes());
        for (number, shape) in (1..).zip(shapes) {
            equal_but(first, shape, axis).map_err(|error| error.operand_of(number, count))?;
            let size = &mut sizes.as_mut()[axis];
            let more = shape.with_sizes(|sizes| size.checked_add(sizes[axis]));
            *size = more.ok_or_else(|| ShapeError::overflow(first.partial()))?;
        }
        Self::Output::from_sizes(sizes.as_ref())
    }
}

impl<S: Shape> JoinMany<S> for OfOneShape {
    type Output = S;

    #[inline]
    fn join_many<'a>(mut shapes: impl ExactSizeIterator<Item = &'a S>) -> Result<S, ShapeError>
    where
        S: 'a,
    {
        let count = shapes.len();
        let Some(first) = shapes.next() else { return Err(none::<S>("stack")) };
        for (number, shape) in (1..).zip(shapes) {
            first.none_broadcast(shape).map_err(|error| error.operand_of(number, count))?;
        }
        Ok(first.clone())
    }
}

/// There is no tensor.
#[cold]
fn none<S: Shape>(what: &'static str) -> ShapeError {
    ShapeError::cannot(what, S::partial_type(), "there is no tensor, and the sizes are those of the first")
}

/// A tensor, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor with `Copy` elements",
    label = "`Tensor::scalar(2.0)` makes a tensor of a number",
    note = "conformable: E-join"
)]
pub trait AsTensor {
    /// The type of its elements.
    type Elem: Copy;
    /// Its shape.
    type Shape: Shape;
    /// Where its elements live.
    type Storage: Storage;

    #[doc(hidden)]
    fn tensor(&self) -> &Tensor<Self::Elem, Self::Shape, Self::Storage>;
}

impl<T: Copy, S: Shape, D: Storage> AsTensor for Tensor<T, S, D> {
    type Elem = T;
    type Shape = S;
    type Storage = D;

    #[inline]
    fn tensor(&self) -> &Self {
        self
    }
}

impl<B: AsTensor> AsTensor for &B {
    type Elem = B::Elem;
    type Shape = B::Shape;
    type Storage = B::Storage;

    #[inline]
    fn tensor(&self) -> &Tensor<Self::Elem, Self::Shape, Self::Storage> {
        B::tensor(self)
    }
}

/// Tensors that are joined as `How` says: a tuple of 1 to 16 references to tensors, or a slice or an array of tensors
/// of one type, or of references to them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tuple of references to tensors, nor a slice or an array of tensors",
    label = "write `(&x, &y)` for two tensors, where `x` and `y` are not references, and `&all` for a `Vec`",
    note = "all tensors have one element type, which is `Copy`",
    note = "conformable: E-join"
)]
pub trait JoinTensors<How>: Sized {
    /// The type of their elements.
    type Elem: Copy;
    /// The shape of all.
    type Output: Shape;
    /// Where a result lives.
    type Place: Owner;
    /// How many they are, as a dim.
    type Count;
    /// What writes them.
    #[doc(hidden)]
    type Pieces: Write<Self::Elem>;

    /// The shape of all, and what writes them.
    #[doc(hidden)]
    fn pieces(self) -> Result<(Self::Output, Self::Pieces), ShapeError>;
}

/// Tensors with elements of type `T`, written one after the other.
pub trait Write<T: Copy> {
    /// How many they are.
    #[doc(hidden)]
    fn count(&self) -> usize;
    #[doc(hidden)]
    fn write<Out: Shape>(&self, pieces: &mut Pieces<'_, T, Out>);
}

/// A list of references to tensors that are joined as `How` says: each with what those before it have become.
#[diagnostic::on_unimplemented(
    message = "expected 1 to 16 references to tensors with `Copy` elements",
    label = "this tuple has another element",
    note = "write `(&x, &y)` for two tensors, where `x` and `y` are not references and have one element type",
    note = "conformable: E-join"
)]
pub trait JoinList<How>: Write<Self::Elem> {
    /// The type of their elements.
    type Elem: Copy;
    /// The shape of all.
    type Output: Shape;
    /// Where a result lives.
    type Place: Owner;
    /// The shape; the tensors are the first ones of so many.
    #[doc(hidden)]
    fn shape(&self, operands: usize) -> Result<Self::Output, ShapeError>;
}

// join((S)) = S
impl<T: Copy, S: Shape, D: Storage, How> JoinList<How> for Axes<&Tensor<T, S, D>, Nil> {
    type Elem = T;
    type Output = S;
    type Place = D::Owner;

    #[inline]
    fn shape(&self, _: usize) -> Result<S, ShapeError> {
        Ok(self.last.shape().clone())
    }
}

// join((..L, l, S)) = rule(join((..L, l)), S)
impl<T: Copy, S: Shape, D: Storage, Last, Outer, How, Before> JoinList<How>
    for Axes<&Tensor<T, S, D>, Axes<Last, Outer>>
where
    Axes<Last, Outer>: JoinList<How, Elem = T, Output = Before>,
    How: JoinRule<Before, S>,
{
    type Elem = T;
    type Output = How::Output;
    type Place = Placed<<Axes<Last, Outer> as JoinList<How>>::Place, D>;

    #[inline]
    fn shape(&self, operands: usize) -> Result<Self::Output, ShapeError> {
        let before = self.outer.shape(operands)?;
        How::join(&before, self.last.shape()).map_err(|error| error.operand_of(self.count() - 1, operands))
    }
}

impl<T: Copy> Write<T> for Nil {
    #[inline]
    fn count(&self) -> usize {
        0
    }

    #[inline]
    fn write<Out: Shape>(&self, _: &mut Pieces<'_, T, Out>) {}
}

impl<T: Copy, S: Shape, D: Storage, Outer: Write<T>> Write<T> for Axes<&Tensor<T, S, D>, Outer> {
    #[inline]
    fn count(&self) -> usize {
        self.outer.count() + 1
    }

    #[inline]
    fn write<Out: Shape>(&self, pieces: &mut Pieces<'_, T, Out>) {
        self.outer.write(pieces);
        pieces.push(self.last.aligned());
    }
}

impl<How, All: Tuple<List = L>, L: JoinList<How>> JoinTensors<How> for All {
    type Elem = L::Elem;
    type Output = L::Output;
    type Place = L::Place;
    type Count = All::Length;
    type Pieces = L;

    #[inline]
    fn pieces(self) -> Result<(L::Output, L), ShapeError> {
        let list = self.into_list();
        Ok((list.shape(list.count())?, list))
    }
}

/// Implements [`JoinTensors`] for slices, arrays and vectors: `many!(&[B] => Dyn [];)` for a slice, whose length is a
/// `Dyn`.
macro_rules! many {
    ($($All:ty => $Count:ty [$($parameters:tt)*];)*) => {$(
        impl<B: AsTensor, $($parameters)*> Write<B::Elem> for $All {
            #[inline]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn write<Out: Shape>(&self, pieces: &mut Pieces<'_, B::Elem, Out>) {
                for tensor in self.iter() {
                    pieces.push(tensor.tensor().aligned());
                }
            }
        }

        impl<How: JoinMany<B::Shape>, B: AsTensor, $($parameters)*> JoinTensors<How> for $All {
            type Elem = B::Elem;
            type Output = How::Output;
            type Place = <B::Storage as Storage>::Owner;
            type Count = $Count;
            type Pieces = Self;

            #[inline]
            fn pieces(self) -> Result<(How::Output, Self), ShapeError> {
                Ok((How::join_many(self.iter().map(|tensor| tensor.tensor().shape()))?, self))
            }
        }
    )*};
}

many!(
    &[B] => Dyn [];
    [B; N] => Size<N> [const N: usize];
    &[B; N] => Size<N> [const N: usize];
);
#[cfg(feature = "alloc")]
many!(&alloc::vec::Vec<B> => Dyn [];);

/// The tensors `All` one after the other along the axis `X`.
pub type ConcatOf<All, X> = Tensor<
    <All as JoinTensors<OneAfterAnother<X>>>::Elem,
    <All as JoinTensors<OneAfterAnother<X>>>::Output,
    <All as JoinTensors<OneAfterAnother<X>>>::Place,
>;

forms! {
    fn;

    /// Tensors one after the other along an axis: their sizes there add up, and every other axis agrees.
    ///
    /// They are a tuple of 1 to 16 references, or a slice or an array of tensors of one type, or of references to them.
    /// Of these the size along the axis is known only at run time.
    ///
    /// ```
    /// use conformable::{Axis, Dim, DimSum, Shape, Sum, Tensor, concat};
    ///
    /// let (x, y) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([[5], [6]]));
    /// let z: Tensor<i32, Shape![2, 3]> = concat(Axis::<1>, (&x, &y));
    /// assert_eq!(z, Tensor::from([[1, 2, 5], [3, 4, 6]]));
    ///
    /// let rows: Tensor<i32, Shape![_, 2]> = concat(Axis::<0>, [&x, &x]);
    /// assert_eq!(rows, Tensor::from([[1, 2], [3, 4], [1, 2], [3, 4]]));
    ///
    /// fn features<N: Dim, A: DimSum<B>, B: Dim>(x: &Tensor<f32, (N, A)>, y: &Tensor<f32, (N, B)>) -> Tensor<f32, (N, Sum<A, B>)> {
    ///     concat(Axis::<1>, (x, y))
    /// }
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor, concat};
    ///
    /// let (x, y) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([[5], [6], [7]]));
    /// concat(Axis::<1>, (&x, &y)); // must be equal on all axes except `Axis<1>`: `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes known only at run time differ on another axis, or an [`AnyShape`](crate::AnyShape) has no such axis, or
    /// a slice is empty, or there is no memory for the result.
    #[doc(alias = "concatenate")]
    #[doc(alias = "cat")]
    #[must_use]
    concat try_concat,
    /// ```
    /// use conformable::ops::concat_into;
    /// use conformable::{Axis, Tensor};
    ///
    /// let (x, y) = (Tensor::inline([1, 2]), Tensor::inline([3]));
    /// let mut out = Tensor::inline([0; 3]);
    /// concat_into(Axis::<0>, (&x, &y), &mut out);
    /// assert_eq!(out, Tensor::inline([1, 2, 3]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::ops::concat_into;
    /// use conformable::{Axis, Tensor};
    ///
    /// let (x, y) = (Tensor::inline([1, 2]), Tensor::inline([3]));
    /// concat_into(Axis::<0>, (&x, &y), &mut Tensor::inline([0; 2])); // `Size<2>` and `Size<3>` differ
    /// ```
    concat_into try_concat_into: [X: Copy, All, T: Copy, S: Shape + HasAxis<X>, Place: Owner](
        axis: X, tensors: All
    ) -> Tensor<T, S, Place>
    where [All: JoinTensors<OneAfterAnother<X>, Elem = T, Output = S, Place = Place>]
    |to| {
        let (shape, pieces) = tensors.pieces()?;
        let join = Join::Along(concat_axis(&shape, &axis)?);
        Ok(kernel::joined(to.prepare(shape)?, join, |out| pieces.write(out)))
    };

    /// Tensors of one shape along a new axis, which is counted in the result, and along which there are as many.
    ///
    /// They are a tuple of 1 to 16 references, or a slice or an array of tensors of one type, or of references to them.
    /// Of a slice the size of the new axis is known only at run time.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor, stack};
    ///
    /// let (x, y) = (Tensor::from([1, 2, 3]), Tensor::from([4, 5, 6]));
    /// let rows: Tensor<i32, Shape![2, 3]> = stack(Axis::<0>, (&x, &y));
    /// assert_eq!(rows, Tensor::from([[1, 2, 3], [4, 5, 6]]));
    ///
    /// let columns: Tensor<i32, Shape![3, 2]> = stack(Axis::<-1>, [&x, &y]);
    /// assert_eq!(columns, Tensor::from([[1, 4], [2, 5], [3, 6]]));
    ///
    /// let batch: Tensor<i32, Shape![_, 3]> = stack(Axis::<0>, &vec![x, y]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor, stack};
    ///
    /// let (x, y) = (Tensor::from([1, 2, 3]), Tensor::from([4, 5]));
    /// stack(Axis::<0>, (&x, &y)); // the shapes `(Size<3>,)` and `(Size<2>,)` must be equal
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes known only at run time differ, or an [`AnyShape`](crate::AnyShape) with one more axis has no such axis,
    /// or a slice is empty, or there is no memory for the result.
    #[must_use]
    stack try_stack,
    /// ```
    /// use conformable::ops::stack_into;
    /// use conformable::{Axis, Tensor};
    ///
    /// let (x, y) = (Tensor::inline([1, 2]), Tensor::inline([3, 4]));
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// stack_into(Axis::<1>, (&x, &y), &mut out);
    /// assert_eq!(out, Tensor::inline([[1, 3], [2, 4]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::ops::stack_into;
    /// use conformable::{Axis, Tensor};
    ///
    /// let (x, y) = (Tensor::inline([1, 2]), Tensor::inline([3, 4]));
    /// stack_into(Axis::<1>, (&x, &y), &mut Tensor::inline([0; 4])); // their ranks differ
    /// ```
    stack_into try_stack_into: [X: Copy, All: JoinTensors<OfOneShape, Output = S, Count = N>, S: Stack<X, N>, N: Dim](
        axis: X, tensors: All
    ) -> Tensor<All::Elem, Stacked<S, X, N>, All::Place>
    |to| {
        let (shape, pieces) = tensors.pieces()?;
        let (new, shape) = stacked(&shape, axis, pieces.count())?;
        Ok(kernel::joined(to.prepare(shape)?, Join::New(new), |out| pieces.write(out)))
    };
}
