//! `concat` and `stack` of tensors on engines.

use super::capability::Host;
use super::engine::{Engine, Error, expect};
use super::native::{Native, Own, alone_mut};
use super::plan::Interval;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{Along, EqualBut, FindsAxis, Stack, Stacked, axis_of, equal_but, stacked};
use crate::forms::forms;
use crate::kernel::{self, Join};
use crate::ops::{AsTensor, Each, Home, JoinTensors, OfOneShape, OneAfterAnother, Visitor};
use crate::shape::{AnyShape, Dim, Shape, ShapeError};
use crate::storage::{Heap, Room, Storage};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// An engine that joins tensors of elements `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot join tensors of `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait ConcatKernel<T: Copy>: Engine {
    /// Joins the pieces along an axis.
    ///
    /// # Errors
    ///
    /// As for [`BinaryKernel::binary`](super::BinaryKernel::binary).
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O)
    -> Result<Self::Tensor<T, O>, Self::Error>;

    /// Joins the pieces along a new axis, which is number `axis` of the result.
    ///
    /// # Errors
    ///
    /// As for [`concat`](Self::concat).
    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<Self::Tensor<T, O>, Self::Error>;
}

/// The tensors to join, in order.
pub trait Pieces<T: Copy, E: Engine> {
    /// The number of tensors.
    fn count(&self) -> usize;

    /// Calls `to` with each tensor.
    fn each(&self, to: &mut impl Piece<T, E>);
}

/// Receives the tensors to join.
pub trait Piece<T: Copy, E: Engine> {
    /// Receives the next tensor.
    fn take<S: Shape>(&mut self, tensor: &E::Tensor<T, S>);
}

impl<T: Copy, Out: Shape> Piece<T, Native> for kernel::Pieces<'_, T, Out> {
    #[inline]
    fn take<S: Shape>(&mut self, tensor: &Own<T, S>) {
        self.push(tensor.aligned());
    }
}

/// Joins the tensors with this crate's kernel.
#[inline]
fn joined<T: Copy, O: Shape>(pieces: &impl Pieces<T, Native>, join: Join, out: &O) -> Result<Own<T, O>, ShapeError> {
    Ok(kernel::joined(Room::<T, O, Heap>::new(out.clone())?, join, |out| pieces.each(out)).into_shared())
}

impl<T: Copy> ConcatKernel<T> for Native {
    #[inline]
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<Own<T, O>, ShapeError> {
        joined(pieces, Join::Along(axis), out)
    }

    #[inline]
    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<Own<T, O>, ShapeError> {
        joined(pieces, Join::New(axis), out)
    }
}

/// An engine that overwrites a part of a tensor of elements `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot overwrite elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait OverwriteKernel<T: Copy>: ConcatKernel<T> {
    /// Overwrites elements from `start` on along an axis.
    ///
    /// # Errors
    ///
    /// As for [`ConcatKernel::concat`]; `x` is then unchanged.
    fn overwrite<S: Shape, P: Shape>(
        x: &mut EngineTensor<T, S, Self>,
        axis: usize,
        start: usize,
        part: &EngineTensor<T, P, Self>,
    ) -> Result<(), Error<Self>>;
}

impl<T: Copy> OverwriteKernel<T> for Native {
    #[inline]
    fn overwrite<S: Shape, P: Shape>(
        x: &mut EngineTensor<T, S, Self>,
        axis: usize,
        start: usize,
        part: &EngineTensor<T, P, Self>,
    ) -> Result<(), Error<Self>> {
        let len = part.sizes().as_ref()[axis];
        let seen = x.seen(axis, Interval { start, len, step: 1 }, part.shape.clone());
        let mut all = alone_mut(&mut x.tensor)?;
        kernel::assign(&mut all.rearranged_mut(&seen)?, &part.tensor.aligned());
        Ok(())
    }
}

/// Pads an axis with `element` on both sides.
pub(super) fn surrounded<T: Copy, E: ConcatKernel<T> + Host<T>>(
    x: EngineTensor<T, AnyShape, E>,
    axis: usize,
    sides: [usize; 2],
    element: T,
) -> Outcome<T, AnyShape, E> {
    let device = x.device();
    let side = |size: usize| EngineTensor::full(x.sizes_with(axis, size), element, &device);
    match sides {
        [0, 0] => Ok(x),
        [before, 0] => concatenated(axis, &[side(before)?, x]),
        [0, after] => concatenated(axis, &[x.clone(), side(after)?]),
        [before, after] => concatenated(axis, &[side(before)?, x.clone(), side(after)?]),
    }
}

/// Joins tensors along an axis, which is given as a number.
pub(super) fn concatenated<T: Copy, E: ConcatKernel<T>>(
    axis: usize,
    pieces: &[EngineTensor<T, AnyShape, E>],
) -> Outcome<T, AnyShape, E> {
    let mut out = pieces[0].shape.sizes();
    out.as_mut()[axis] = pieces.iter().map(|piece| piece.shape.sizes().as_ref()[axis]).sum();
    let out = AnyShape::from(out.as_ref());
    EngineTensor::made(E::concat(&pieces, axis, &out), out)
}

/// Says that all operands of `concat`, `stack` and `einsum_on!` are on the engine `E`.
#[derive(Debug)]
pub struct EngineMemory<E>(PhantomData<E>);

impl<E: Engine> Home for EngineMemory<E> {
    type Tensor<T: Copy, S: Shape, D: Storage> = EngineTensor<T, S, E>;
    type Term<'a, T: Copy + 'a> = EngineTerm<T, E>;

    #[inline]
    fn shape<T: Copy, S: Shape, D: Storage>(tensor: &EngineTensor<T, S, E>) -> &S {
        &tensor.shape
    }

    fn term<T: Copy, S: Shape, D: Storage>(tensor: &EngineTensor<T, S, E>, letters: &[u8]) -> EngineTerm<T, E> {
        EngineTerm { x: tensor.clone().erase(), letters: letters.to_vec() }
    }
}

/// A tensor on an engine, with a letter for each axis.
#[derive(Clone, Debug)]
pub struct EngineTerm<T: Copy, E: Engine> {
    pub(super) x: EngineTensor<T, AnyShape, E>,
    pub(super) letters: Vec<u8>,
}

impl<T: Copy, S: Shape, E: Engine> AsTensor<EngineMemory<E>> for EngineTensor<T, S, E> {
    type Elem = T;
    type Shape = S;
    type Storage = Heap;

    #[inline]
    fn tensor(&self) -> &Self {
        self
    }
}

impl<T: Copy, E: Engine, All: Each<T, EngineMemory<E>>> Pieces<T, E> for All {
    #[inline]
    fn count(&self) -> usize {
        Each::count(self)
    }

    #[inline]
    fn each(&self, to: &mut impl Piece<T, E>) {
        Each::each(self, to);
    }
}

impl<T: Copy, E: Engine, P: Piece<T, E>> Visitor<T, EngineMemory<E>> for P {
    #[inline]
    fn visit<S: Shape, D: Storage>(&mut self, tensor: &EngineTensor<T, S, E>) {
        self.take(&tensor.tensor);
    }
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// Overwrites elements of an axis from `start` on, in place if the engine can.
    ///
    /// On candle, clones and views change too.
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// x.overwrite(Axis::<1>, 1, &EngineTensor::from(Tensor::from([[7], [8]])));
    /// assert_eq!(x.as_engine(), &Tensor::from([[1, 7, 3], [4, 8, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// x.overwrite(Axis::<1>, 1, &EngineTensor::from(Tensor::from([[7], [8], [9]]))); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis has too few elements, run-time sizes differ, or an `AnyShape` has no such axis.
    overwrite try_overwrite: [X: Copy, P: Shape + Along<X>](
        &mut self, axis: X, start: usize, part: &EngineTensor<T, P, E>
    ) -> (), Result<(), Error<E>>
    where [S: Along<X>, P::Others: EqualBut<S::Others, X, S, P>, E: OverwriteKernel<T>] => {
        let axis = axis_of(&self.shape, &axis)?;
        let size = equal_but(&self.shape, &part.shape, axis)?.as_ref()[axis];
        let end = start.saturating_add(part.sizes().as_ref()[axis]);
        if end > size {
            let [start, end] = [start, end].map(|at| isize::try_from(at).unwrap_or(isize::MAX));
            return Err(ShapeError::no_such_range(start, Some(end), axis, self.shape.partial()).into());
        }
        E::overwrite(self, axis, start, part)
    };
}

forms! {
    fn;

    /// Joins tensors on an engine along an axis, as [`conformable::concat`](crate::concat()).
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
    /// let (x, y) =
    ///     (EngineTensor::from(Tensor::from([[1, 2], [3, 4]])), EngineTensor::from(Tensor::from([[5], [6], [7]])));
    /// concat(Axis::<1>, (&x, &y)); // must be equal on all axes except `Axis<1>`: `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes differ on another axis, an [`AnyShape`](crate::AnyShape) has no such axis, or
    /// a slice is empty.
    #[doc(alias = "concatenate")]
    #[doc(alias = "cat")]
    #[must_use]
    concat try_concat: [X: Copy, All, T: Copy, S: Shape + FindsAxis<X>, E: ConcatKernel<T>](
        axis: X, tensors: All
    ) -> EngineTensor<T, S, E>
    where [All: JoinTensors<OneAfterAnother<X>, EngineMemory<E>, Elem = T, Output = S>] => {
        let (shape, pieces) = tensors.pieces(&OneAfterAnother(axis))?;
        let axis = axis_of(&shape, &axis)?;
        EngineTensor::made(E::concat(&pieces, axis, &shape), shape)
    };

    /// Joins tensors of one shape along a new axis, as [`conformable::stack`](crate::stack).
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
    /// If run-time sizes differ, an [`AnyShape`](crate::AnyShape) with one more axis has no such axis, or
    /// a slice is empty.
    #[must_use]
    stack try_stack: [X: Copy, All, S: Shape + Stack<X, N>, N: Dim, T: Copy, E: ConcatKernel<T>](
        axis: X, tensors: All
    ) -> EngineTensor<T, Stacked<S, X, N>, E>
    where [All: JoinTensors<OfOneShape, EngineMemory<E>, Elem = T, Output = S, Count = N>] => {
        let (shape, pieces) = tensors.pieces(&OfOneShape)?;
        let (new, out) = stacked(&shape, axis, Each::count(&pieces))?;
        EngineTensor::made(E::stack(&pieces, new, &out), out)
    };
}
