//! Tensors on an engine, one after the other along an axis, or along a new one.

use super::engine::{Engine, expect};
use super::native::Native;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{HasAxis, Stack, Stacked, concat_axis, stacked};
use crate::forms::forms;
use crate::kernel::{self, Join};
use crate::ops::{JoinMany, JoinRule, OfOneShape, OneAfterAnother};
use crate::shape::{Axes, Dim, Dyn, Nil, Shape, ShapeError, Size, Tuple};
use crate::storage::Room;
use crate::tensor::Tensor;
use alloc::vec::Vec;

/// An engine that joins tensors of elements `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot join tensors of `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait ConcatKernel<T: Copy>: Engine {
    /// The pieces one after the other along that axis.
    ///
    /// # Errors
    ///
    /// If there is no memory for the result, or a device fails; if the tensors are on different devices.
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O)
    -> Result<Self::Tensor<T, O>, Self::Error>;

    /// The pieces along a new axis, which stands there in the result.
    ///
    /// # Errors
    ///
    /// As for [`concat`](Self::concat).
    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<Self::Tensor<T, O>, Self::Error>;
}

/// Tensors that are joined, in order.
pub trait Pieces<T: Copy, E: Engine> {
    /// How many they are.
    fn count(&self) -> usize;

    /// Hands each of them on.
    fn each(&self, to: &mut impl Piece<T, E>);
}

/// What takes the tensors that are joined, one after the other.
pub trait Piece<T: Copy, E: Engine> {
    /// Takes the next one.
    fn take<S: Shape>(&mut self, tensor: &E::Tensor<T, S>);
}

/// What takes the pieces of this crate's own tensors.
struct Own<'a, 'p, T, Out: Shape>(&'a mut kernel::Pieces<'p, T, Out>);

impl<T: Copy, Out: Shape> Piece<T, Native> for Own<'_, '_, T, Out> {
    #[inline]
    fn take<S: Shape>(&mut self, tensor: &Tensor<T, S>) {
        self.0.push(tensor.aligned());
    }
}

/// The tensors joined by this crate's kernel.
#[inline]
fn joined<T: Copy, O: Shape>(pieces: &impl Pieces<T, Native>, join: Join, out: &O) -> Result<Tensor<T, O>, ShapeError> {
    Ok(kernel::joined(Room::new(out.clone())?, join, |out| pieces.each(&mut Own(out))))
}

impl<T: Copy> ConcatKernel<T> for Native {
    #[inline]
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<Tensor<T, O>, ShapeError> {
        joined(pieces, Join::Along(axis), out)
    }

    #[inline]
    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<Tensor<T, O>, ShapeError> {
        joined(pieces, Join::New(axis), out)
    }
}

/// A tensor on an engine, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor on an engine",
    label = "`EngineTensor::from` converts a `Tensor`",
    note = "conformable: E-engine"
)]
pub trait AsEngineTensor {
    /// The type of its elements.
    type Elem: Copy;
    /// Its shape.
    type Shape: Shape;
    /// What holds it.
    type Engine: Engine;

    #[doc(hidden)]
    fn on(&self) -> &EngineTensor<Self::Elem, Self::Shape, Self::Engine>;
}

impl<T: Copy, S: Shape, E: Engine> AsEngineTensor for EngineTensor<T, S, E> {
    type Elem = T;
    type Shape = S;
    type Engine = E;

    #[inline]
    fn on(&self) -> &Self {
        self
    }
}

impl<B: AsEngineTensor> AsEngineTensor for &B {
    type Elem = B::Elem;
    type Shape = B::Shape;
    type Engine = B::Engine;

    #[inline]
    fn on(&self) -> &EngineTensor<Self::Elem, Self::Shape, Self::Engine> {
        B::on(self)
    }
}

/// Tensors on an engine that are joined as `How` says: a tuple of 1 to 16 references to tensors, or a slice or an array
/// of tensors of one type, or of references to them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tuple of references to tensors on an engine, nor a slice or an array of them",
    label = "write `(&x, &y)` for two tensors, where `x` and `y` are not references, and `&all` for a `Vec`",
    note = "all tensors are on one engine and have one element type",
    note = "conformable: E-engine"
)]
pub trait EngineTensors<How>: Sized {
    /// The type of their elements.
    type Elem: Copy;
    /// The engine.
    type Engine: Engine;
    /// The shape of all.
    type Output: Shape;
    /// How many they are, as a dim.
    type Count;
    /// The tensors.
    #[doc(hidden)]
    type Pieces: Pieces<Self::Elem, Self::Engine>;

    /// The shape of all, and the tensors.
    #[doc(hidden)]
    fn pieces(self) -> Result<(Self::Output, Self::Pieces), ShapeError>;
}

/// A list of references to tensors on an engine that are joined as `How` says: each with what those before it have
/// become.
#[diagnostic::on_unimplemented(
    message = "expected 1 to 16 references to tensors on one engine",
    label = "this tuple has another element",
    note = "write `(&x, &y)` for two tensors, where `x` and `y` are not references; they are on one engine and have one element type",
    note = "conformable: E-engine"
)]
pub trait EngineTensorList<How>: Pieces<Self::Elem, Self::Engine> {
    /// The type of their elements.
    type Elem: Copy;
    /// The engine.
    type Engine: Engine;
    /// The shape of all.
    type Output: Shape;
    /// The shape; the tensors are the first ones of so many.
    #[doc(hidden)]
    fn shape(&self, operands: usize) -> Result<Self::Output, ShapeError>;
}

// join((S)) = S
impl<T: Copy, S: Shape, E: Engine, How> EngineTensorList<How> for Axes<&EngineTensor<T, S, E>, Nil> {
    type Elem = T;
    type Engine = E;
    type Output = S;

    #[inline]
    fn shape(&self, _: usize) -> Result<S, ShapeError> {
        Ok(self.last.shape.clone())
    }
}

// join((..L, l, S)) = rule(join((..L, l)), S)
impl<T: Copy, S: Shape, E: Engine, Last, Outer, How, Before> EngineTensorList<How>
    for Axes<&EngineTensor<T, S, E>, Axes<Last, Outer>>
where
    Axes<Last, Outer>: EngineTensorList<How, Elem = T, Engine = E, Output = Before>,
    How: JoinRule<Before, S>,
{
    type Elem = T;
    type Engine = E;
    type Output = How::Output;

    #[inline]
    fn shape(&self, operands: usize) -> Result<Self::Output, ShapeError> {
        let before = self.outer.shape(operands)?;
        How::join(&before, &self.last.shape).map_err(|error| error.operand_of(self.count() - 1, operands))
    }
}

impl<T: Copy, E: Engine> Pieces<T, E> for Nil {
    #[inline]
    fn count(&self) -> usize {
        0
    }

    #[inline]
    fn each(&self, _: &mut impl Piece<T, E>) {}
}

impl<T: Copy, S: Shape, E: Engine, Outer: Pieces<T, E>> Pieces<T, E> for Axes<&EngineTensor<T, S, E>, Outer> {
    #[inline]
    fn count(&self) -> usize {
        self.outer.count() + 1
    }

    #[inline]
    fn each(&self, to: &mut impl Piece<T, E>) {
        self.outer.each(to);
        to.take(&self.last.tensor);
    }
}

impl<How, All: Tuple<List = L>, L: EngineTensorList<How>> EngineTensors<How> for All {
    type Elem = L::Elem;
    type Engine = L::Engine;
    type Output = L::Output;
    type Count = All::Length;
    type Pieces = L;

    #[inline]
    fn pieces(self) -> Result<(L::Output, L), ShapeError> {
        let list = self.into_list();
        Ok((list.shape(list.count())?, list))
    }
}

/// Implements [`EngineTensors`] for what is a slice: `many!(&[B] => Dyn [];)` is the impl for it, of which there are a
/// `Dyn`.
macro_rules! many {
    ($($All:ty => $Count:ty [$($parameters:tt)*];)*) => {$(
        impl<B: AsEngineTensor, $($parameters)*> Pieces<B::Elem, B::Engine> for $All {
            #[inline]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn each(&self, to: &mut impl Piece<B::Elem, B::Engine>) {
                for tensor in self.iter() {
                    to.take(&tensor.on().tensor);
                }
            }
        }

        impl<How: JoinMany<B::Shape>, B: AsEngineTensor, $($parameters)*> EngineTensors<How> for $All {
            type Elem = B::Elem;
            type Engine = B::Engine;
            type Output = How::Output;
            type Count = $Count;
            type Pieces = Self;

            #[inline]
            fn pieces(self) -> Result<(How::Output, Self), ShapeError> {
                Ok((How::join_many(self.iter().map(|tensor| &tensor.on().shape))?, self))
            }
        }
    )*};
}

many!(
    &[B] => Dyn [];
    [B; N] => Size<N> [const N: usize];
    &[B; N] => Size<N> [const N: usize];
    &Vec<B> => Dyn [];
);

forms! {
    fn;

    /// Tensors on an engine one after the other along an axis: [`conformable::concat`](crate::concat()) of them.
    ///
    /// ```
    /// use conformable::engine::{Native, EngineTensor, concat};
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let (x, y) = (EngineTensor::from(Tensor::from([[1, 2], [3, 4]])), EngineTensor::from(Tensor::from([[5], [6]])));
    /// let z: EngineTensor<i32, Shape![2, 3], Native> = concat(Axis::<1>, (&x, &y));
    /// assert_eq!(z.as_engine(), &Tensor::from([[1, 2, 5], [3, 4, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::{EngineTensor, concat};
    /// use conformable::{Axis, Tensor};
    ///
    /// let (x, y) = (EngineTensor::from(Tensor::from([[1, 2], [3, 4]])), EngineTensor::from(Tensor::from([[5], [6], [7]])));
    /// concat(Axis::<1>, (&x, &y)); // must be equal on all axes except `Axis<1>`: `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes known only at run time differ on another axis, or an [`AnyShape`](crate::AnyShape) has no such axis, or
    /// a slice is empty, or the engine fails.
    #[doc(alias = "concatenate")]
    #[doc(alias = "cat")]
    #[must_use]
    concat try_concat: [X: Copy, All, T: Copy, S: Shape + HasAxis<X>, E: ConcatKernel<T>](
        axis: X, tensors: All
    ) -> EngineTensor<T, S, E>
    where [All: EngineTensors<OneAfterAnother<X>, Elem = T, Output = S, Engine = E>] => {
        let (shape, pieces) = tensors.pieces()?;
        let axis = concat_axis(&shape, &axis)?;
        EngineTensor::made(E::concat(&pieces, axis, &shape), shape)
    };

    /// Tensors of one shape on an engine along a new axis: [`conformable::stack`](crate::stack) of them.
    ///
    /// ```
    /// use conformable::engine::{Native, EngineTensor, stack};
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let (x, y) = (EngineTensor::from(Tensor::from([1, 2, 3])), EngineTensor::from(Tensor::from([4, 5, 6])));
    /// let columns: EngineTensor<i32, Shape![3, 2], Native> = stack(Axis::<-1>, [&x, &y]);
    /// assert_eq!(columns.as_engine(), &Tensor::from([[1, 4], [2, 5], [3, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::{EngineTensor, stack};
    /// use conformable::{Axis, Tensor};
    ///
    /// let (x, y) = (EngineTensor::from(Tensor::from([1, 2, 3])), EngineTensor::from(Tensor::from([4, 5])));
    /// stack(Axis::<0>, (&x, &y)); // the shapes `(Size<3>,)` and `(Size<2>,)` must be equal
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes known only at run time differ, or an [`AnyShape`](crate::AnyShape) with one more axis has no such axis,
    /// or a slice is empty, or the engine fails.
    #[must_use]
    stack try_stack: [X: Copy, All, S: Stack<X, N>, N: Dim, T: Copy, E: ConcatKernel<T>](
        axis: X, tensors: All
    ) -> EngineTensor<T, Stacked<S, X, N>, E>
    where [All: EngineTensors<OfOneShape, Elem = T, Output = S, Count = N, Engine = E>] => {
        let (shape, pieces) = tensors.pieces()?;
        let (new, out) = stacked(&shape, axis, pieces.count())?;
        EngineTensor::made(E::stack(&pieces, new, &out), out)
    };
}
