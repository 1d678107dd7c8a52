//! Tensors joined along an existing axis or a new one.
//!
//! ```text
//! concat(x, (a, b))[.., i, ..]    = a[.., i, ..]  if i is below the size of a, else b[.., i - size, ..]
//! stack(x, (a, b))[.., i, ..]     = a[.., ..]     if i is 0, and b[.., ..] if it is 1
//! ```

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::axes::{Concat, FindsAxis, HasAxis, Stack, Stacked, axis_of, equal_but, stacked};
use crate::forms::forms;
use crate::kernel::{self, Join, Pieces, Term};
use crate::shape::{Axes, Dim, Dyn, Nil, NoneBroadcast, Shape, ShapeError, Size, Tuple};
use crate::storage::{Owner, Placed, Storage, Target};
use crate::tensor::{Tensor, expect};

/// Joins shapes that are equal except along the axis `X`, where their sizes add up.
#[derive(Clone, Copy, Debug)]
pub struct OneAfterAnother<X>(pub X);

/// Joins shapes that are equal.
#[derive(Clone, Copy, Debug)]
pub struct OfOneShape;

/// Joins the shape of the tensors before with that of one more.
pub trait JoinRule<Lhs, Rhs> {
    /// The joined shape.
    type Output: Shape;

    #[doc(hidden)]
    fn join(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

impl<Lhs: Shape + Concat<Rhs, X>, Rhs, X: Copy> JoinRule<Lhs, Rhs> for OneAfterAnother<X> {
    type Output = Lhs::Output;

    #[inline]
    fn join(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.concat(rhs, self.0)
    }
}

impl<Lhs: Shape + NoneBroadcast<Rhs>, Rhs> JoinRule<Lhs, Rhs> for OfOneShape {
    type Output = Lhs::Output;

    #[inline]
    fn join(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.none_broadcast(rhs)
    }
}

/// Joins any number of shapes `S`.
pub trait JoinMany<S>: Sized {
    /// The joined shape.
    type Output: Shape;

    #[doc(hidden)]
    fn join_many<'a>(&self, shapes: impl ExactSizeIterator<Item = &'a S>) -> Result<Self::Output, ShapeError>
    where
        S: 'a;
}

// concat(S, .., S, x) = S with a run-time size at x
impl<S: Shape + HasAxis<X, Put<Dyn>: Shape>, X> JoinMany<S> for OneAfterAnother<X> {
    type Output = S::Put<Dyn>;

    #[inline]
    fn join_many<'a>(&self, mut shapes: impl ExactSizeIterator<Item = &'a S>) -> Result<Self::Output, ShapeError>
    where
        S: 'a,
    {
        let count = shapes.len();
        let Some(first) = shapes.next() else { return Err(none::<S>("concatenate")) };
        let (axis, mut sizes) = (axis_of(first, &self.0)?, first.sizes());
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
    fn join_many<'a>(&self, mut shapes: impl ExactSizeIterator<Item = &'a S>) -> Result<S, ShapeError>
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

/// The error for an empty list.
#[cold]
fn none<S: Shape>(what: &'static str) -> ShapeError {
    ShapeError::cannot(what, S::partial_type(), "the list is empty, and its first tensor would give the sizes")
}

/// The home of tensors: this machine's memory, or an engine.
///
/// Lists of tensors have one implementation for all homes.
pub trait Home: Sized + 'static {
    /// A tensor there. In this machine's memory its storage is `D`; an engine ignores `D`.
    type Tensor<T: Copy, S: Shape, D: Storage>;
    /// An operand of `einsum!` there.
    type Term<'a, T: Copy + 'a>;

    #[doc(hidden)]
    fn shape<T: Copy, S: Shape, D: Storage>(tensor: &Self::Tensor<T, S, D>) -> &S;
    #[doc(hidden)]
    fn term<'a, T: Copy, S: Shape, D: Storage>(tensor: &'a Self::Tensor<T, S, D>, letters: &[u8]) -> Self::Term<'a, T>;
}

/// This machine's memory, which has [`Tensor`]s.
#[derive(Debug)]
pub enum HostMemory {}

impl Home for HostMemory {
    type Tensor<T: Copy, S: Shape, D: Storage> = Tensor<T, S, D>;
    type Term<'a, T: Copy + 'a> = Term<'a, T>;

    #[inline]
    fn shape<T: Copy, S: Shape, D: Storage>(tensor: &Tensor<T, S, D>) -> &S {
        tensor.shape()
    }

    #[inline]
    fn term<'a, T: Copy, S: Shape, D: Storage>(tensor: &'a Tensor<T, S, D>, letters: &[u8]) -> Term<'a, T> {
        Term::new(&tensor.aligned(), letters)
    }
}

/// A tensor in the home `H`, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor with `Copy` elements in `{H}`",
    label = "`Tensor::scalar(2.0)` makes a tensor of a number, and `EngineTensor::from(x)` puts it on an engine",
    note = "conformable: E-join"
)]
pub trait AsTensor<H: Home = HostMemory> {
    /// The element type.
    type Elem: Copy;
    /// The shape.
    type Shape: Shape;
    /// The storage. For a tensor on an engine, the storage after a download.
    type Storage: Storage;

    #[doc(hidden)]
    fn tensor(&self) -> &H::Tensor<Self::Elem, Self::Shape, Self::Storage>;
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

impl<H: Home, B: AsTensor<H>> AsTensor<H> for &B {
    type Elem = B::Elem;
    type Shape = B::Shape;
    type Storage = B::Storage;

    #[inline]
    fn tensor(&self) -> &H::Tensor<Self::Elem, Self::Shape, Self::Storage> {
        B::tensor(self)
    }
}

/// Tensors in the home `H` that `How` joins.
///
/// It is a tuple of 1 to 16 references to tensors, or a slice or an array of tensors or references of one type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tuple of references to tensors, nor a slice or an array of tensors in `{H}`",
    label = "write `(&x, &y)` for two tensors, where `x` and `y` are not references, and `&all` for a `Vec`",
    note = "all tensors have one element type, which is `Copy`",
    note = "conformable: E-join"
)]
pub trait JoinTensors<How, H: Home = HostMemory>: Sized {
    /// The element type.
    type Elem: Copy;
    /// The joined shape.
    type Output: Shape;
    /// The storage of a result.
    type Place: Owner;
    /// The number of tensors, as a dim.
    type Count;
    #[doc(hidden)]
    type Pieces: Each<Self::Elem, H>;

    /// The joined shape, and the tensors.
    #[doc(hidden)]
    fn pieces(self, how: &How) -> Result<(Self::Output, Self::Pieces), ShapeError>;
}

/// Tensors in the home `H` with elements of type `T`, in order.
pub trait Each<T: Copy, H: Home> {
    /// The number of tensors.
    #[doc(hidden)]
    fn count(&self) -> usize;
    #[doc(hidden)]
    fn each(&self, to: &mut impl Visitor<T, H>);
}

/// Visits tensors in the home `H`.
pub trait Visitor<T: Copy, H: Home> {
    #[doc(hidden)]
    fn visit<S: Shape, D: Storage>(&mut self, tensor: &H::Tensor<T, S, D>);
}

impl<T: Copy, Out: Shape> Visitor<T, HostMemory> for Pieces<'_, T, Out> {
    #[inline]
    fn visit<S: Shape, D: Storage>(&mut self, tensor: &Tensor<T, S, D>) {
        self.push(tensor.aligned());
    }
}

/// A list of references to tensors that `How` joins, from left to right.
#[diagnostic::on_unimplemented(
    message = "expected 1 to 16 references to tensors with `Copy` elements",
    label = "this tuple has another element",
    note = "write `(&x, &y)` for two tensors, where `x` and `y` are not references and have one element type",
    note = "conformable: E-join"
)]
pub trait JoinList<How, H: Home = HostMemory>: Each<Self::Elem, H> {
    /// The element type.
    type Elem: Copy;
    /// The joined shape.
    type Output: Shape;
    /// The storage of a result.
    type Place: Owner;
    /// The joined shape. Errors count these tensors as the first of `operands`.
    #[doc(hidden)]
    fn shape(&self, how: &How, operands: usize) -> Result<Self::Output, ShapeError>;
}

// join((S)) = S
impl<B: AsTensor<H>, H: Home, How> JoinList<How, H> for Axes<&B, Nil> {
    type Elem = B::Elem;
    type Output = B::Shape;
    type Place = <B::Storage as Storage>::Owner;

    #[inline]
    fn shape(&self, _: &How, _: usize) -> Result<B::Shape, ShapeError> {
        Ok(H::shape(self.last.tensor()).clone())
    }
}

// join((..L, l, S)) = rule(join((..L, l)), S)
impl<B: AsTensor<H>, H: Home, Last, Outer, How, Before> JoinList<How, H> for Axes<&B, Axes<Last, Outer>>
where
    Axes<Last, Outer>: JoinList<How, H, Elem = B::Elem, Output = Before>,
    How: JoinRule<Before, B::Shape>,
{
    type Elem = B::Elem;
    type Output = How::Output;
    type Place = Placed<<Axes<Last, Outer> as JoinList<How, H>>::Place, B::Storage>;

    #[inline]
    fn shape(&self, how: &How, operands: usize) -> Result<Self::Output, ShapeError> {
        let before = self.outer.shape(how, operands)?;
        how.join(&before, H::shape(self.last.tensor())).map_err(|error| error.operand_of(self.count() - 1, operands))
    }
}

impl<T: Copy, H: Home> Each<T, H> for Nil {
    #[inline]
    fn count(&self) -> usize {
        0
    }

    #[inline]
    fn each(&self, _: &mut impl Visitor<T, H>) {}
}

impl<B: AsTensor<H>, H: Home, Outer: Each<B::Elem, H>> Each<B::Elem, H> for Axes<&B, Outer> {
    #[inline]
    fn count(&self) -> usize {
        self.outer.count() + 1
    }

    #[inline]
    fn each(&self, to: &mut impl Visitor<B::Elem, H>) {
        self.outer.each(to);
        to.visit(self.last.tensor());
    }
}

impl<How, H: Home, All: Tuple<List = L>, L: JoinList<How, H>> JoinTensors<How, H> for All {
    type Elem = L::Elem;
    type Output = L::Output;
    type Place = L::Place;
    type Count = All::Length;
    type Pieces = L;

    #[inline]
    fn pieces(self, how: &How) -> Result<(L::Output, L), ShapeError> {
        let list = self.into_list();
        Ok((list.shape(how, list.count())?, list))
    }
}

/// Implements [`JoinTensors`] for slices, arrays and vectors: `many!(&[B] => Dyn [];)` for a slice, whose length is a
/// `Dyn`.
macro_rules! many {
    ($($All:ty => $Count:ty [$($parameters:tt)*];)*) => {$(
        impl<H: Home, B: AsTensor<H>, $($parameters)*> Each<B::Elem, H> for $All {
            #[inline]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn each(&self, to: &mut impl Visitor<B::Elem, H>) {
                for tensor in self.iter() {
                    to.visit(tensor.tensor());
                }
            }
        }

        impl<How: JoinMany<B::Shape>, H: Home, B: AsTensor<H>, $($parameters)*> JoinTensors<How, H> for $All {
            type Elem = B::Elem;
            type Output = How::Output;
            type Place = <B::Storage as Storage>::Owner;
            type Count = $Count;
            type Pieces = Self;

            #[inline]
            fn pieces(self, how: &How) -> Result<(How::Output, Self), ShapeError> {
                Ok((how.join_many(self.iter().map(|tensor| H::shape(tensor.tensor())))?, self))
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

/// The result of [`concat`](concat()) of the tensors `All` along the axis `X`.
pub type ConcatOf<All, X> = Tensor<
    <All as JoinTensors<OneAfterAnother<X>>>::Elem,
    <All as JoinTensors<OneAfterAnother<X>>>::Output,
    <All as JoinTensors<OneAfterAnother<X>>>::Place,
>;

forms! {
    fn;

    /// Joins tensors along an axis: their sizes along it add up, and all other axes agree.
    ///
    /// The tensors are a tuple, a slice or an array ([`JoinTensors`]). For a slice or an array, the size along the axis
    /// is known only at run time.
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
    /// fn features<N: Dim, A: Dim + DimSum<B>, B: Dim>(
    ///     x: &Tensor<f32, (N, A)>,
    ///     y: &Tensor<f32, (N, B)>,
    /// ) -> Tensor<f32, (N, Sum<A, B>)> {
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
    /// The axis has no name in the result; `concat(..).named()` gives one.
    ///
    /// # Panics
    ///
    /// If run-time sizes differ on another axis, an [`AnyShape`](crate::AnyShape) has no such axis, a slice is empty,
    /// or the result cannot be allocated.
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
    concat_into try_concat_into: [X: Copy, All, T: Copy, S: Shape + FindsAxis<X>, Place: Owner](
        axis: X, tensors: All
    ) -> Tensor<T, S, Place>
    where [All: JoinTensors<OneAfterAnother<X>, Elem = T, Output = S, Place = Place>]
    |to| {
        let (shape, pieces) = tensors.pieces(&OneAfterAnother(axis))?;
        let join = Join::Along(axis_of(&shape, &axis)?);
        Ok(kernel::joined(to.prepare(shape)?, join, |out| pieces.each(out)))
    };

    /// Joins tensors of one shape along a new axis, which is counted in the result.
    ///
    /// The tensors are as in [`concat`](concat()). For a slice, the size of the new axis is known only at run time.
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
    /// If run-time sizes differ, an [`AnyShape`](crate::AnyShape) with one more axis has no such axis, a slice is
    /// empty, or the result cannot be allocated.
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
    stack_into try_stack_into:
        [X: Copy, All: JoinTensors<OfOneShape, Output = S, Count = N>, S: Shape + Stack<X, N>, N: Dim](
        axis: X, tensors: All
    ) -> Tensor<All::Elem, Stacked<S, X, N>, All::Place>
    |to| {
        let (shape, pieces) = tensors.pieces(&OfOneShape)?;
        let (new, shape) = stacked(&shape, axis, pieces.count())?;
        Ok(kernel::joined(to.prepare(shape)?, Join::New(new), |out| pieces.each(out)))
    };
}
