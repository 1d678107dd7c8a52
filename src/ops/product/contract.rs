//! Products of two tensors that are none of matrices: of vectors, of every element with every one, and along axes that
//! are named.

use super::einsum::EinsumElement;
use crate::axes::AxesOf;
use crate::forms::forms;
use crate::kernel::{self, Assign, Binary, LETTERS, MatrixElement, OneThread, Term};
use crate::numeric::Numeric;
use crate::ops::reduction::reducers;
use crate::product::{Dot, DotOutput, OuterOutput, OuterProduct, Tensordot, TensordotOutput, pairs};
use crate::shape::{Axes, Nil, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Room, Storage, StorageMut, Target};
use crate::tensor::{Computed, Tensor, expect};

/// The product of two numbers, as their sum would have it.
fn times<T: Numeric>() -> Binary<impl FnMut(T, T) -> T::Total> {
    Binary(|x: T, y: T| T::total(x.widen() * y.widen()))
}

// the bounds are those of the methods, so that other elements are refused by name
forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// The dot product of two vectors, a tensor without axes: the sum of the products of the elements in each place.
    ///
    /// Of anything else [`matmul`](Self::matmul), [`tensordot`](Self::tensordot) and [`einsum!`](crate::einsum!) say
    /// which axes are meant: NumPy's `dot` of matrices is `matmul`.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let (x, y) = (Tensor::from([1, 2, 3]), Tensor::from([4, 5, 6]));
    /// assert_eq!(x.dot(&y), Tensor::scalar(32));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// Tensor::from([1, 2, 3]).dot(&Tensor::from([4, 5])); // `Size<3>` and `Size<2>`, which are summed along, differ
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells differ, an `AnyShape` is no vector, or there is no memory for the result.
    dot try_dot,
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::inline([1, 2, 3]);
    /// let mut out = Tensor::inline(0);
    /// x.dot_into(&x, &mut out);
    /// assert_eq!(out.into_array(), 14);
    /// ```
    dot_into try_dot_into: [R: Shape, E: Storage, U](&self, rhs: &Tensor<T, R, E>) -> Computed<U, DotOutput<S, R>, D, E>
    where [S: Dot<R>, T: MatrixElement<Total = U>]
    |to| {
        let to = to.prepare(self.shape().dot(rhs.shape())?)?;
        Ok(kernel::product(to, &self.aligned(), &rhs.aligned(), OneThread::<T>::new()))
    };

    /// The product of each element with each of another tensor: the result has all axes of both, those of this one
    /// first.
    ///
    /// ```
    /// use conformable::{Dim, Tensor};
    ///
    /// fn table<N: Dim, M: Dim>(x: &Tensor<i32, (N,)>, y: &Tensor<i32, (M,)>) -> Tensor<i32, (N, M)> {
    ///     x.outer(y)
    /// }
    ///
    /// let (x, y) = (Tensor::from([1, 2]), Tensor::from([3, 4, 5]));
    /// assert_eq!(table(&x, &y), Tensor::from([[3, 4, 5], [6, 8, 10]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no memory for the result.
    outer try_outer: [R: Shape, E: Storage, U](&self, rhs: &Tensor<T, R, E>) -> Computed<U, OuterOutput<S, R>, D, E>
    where [S: OuterProduct<R>, T: Numeric<Total = U>] => {
        let room = Room::new(self.shape().outer(rhs.shape()))?;
        Ok(kernel::map(room, &self.with_each(rhs), times::<T>()))
    };

    /// [`outer`](Self::outer), written to a tensor of those sizes. Nothing is allocated.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// Tensor::inline([1, 2]).outer_into(&Tensor::inline([3, 4]), &mut out);
    /// assert_eq!(out.into_array(), [[3, 4], [6, 8]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the sizes differ.
    outer_into try_outer_into: [R: Shape, E: Storage, U, O, F: StorageMut](
        &self, rhs: &Tensor<T, R, E>, out: &mut Tensor<U, O, F>
    )
    where [S: OuterProduct<R>, T: Numeric<Total = U>, O: NoneBroadcast<OuterOutput<S, R>>] => {
        out.shape().none_broadcast(&self.shape().outer(rhs.shape()))?;
        kernel::update(out, &self.with_each(rhs), Assign(times::<T>()));
        Ok(())
    };

    /// The product with another tensor, summed along axes that are named: those of this one, and as many of the other,
    /// in the same order. The result has the axes that are left, those of this tensor first.
    ///
    /// Axes are one axis, or a tuple of them. It is [`einsum!`](crate::einsum!) with letters that nobody has to choose,
    /// and is computed as that is.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let y: Tensor<i32, Shape![3, 3]> = x.tensordot(&x, Axis::<0>, Axis::<0>);
    /// assert_eq!(y, x.t().matmul(&x));
    /// assert_eq!(x.tensordot(&x, (Axis::<0>, Axis::<1>), (Axis::<0>, Axis::<1>)), Tensor::scalar(91));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.tensordot(&x, Axis::<1>, Axis::<0>); // `Size<3>` and `Size<2>`, which are summed along, differ
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells differ, an `AnyShape` has no such axis, they have more than 32 axes together,
    /// or there is no memory.
    tensordot try_tensordot,
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::inline([[1, 2], [3, 4]]);
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// x.try_tensordot_into(&x, Axis::<1>, Axis::<0>, &mut out)?;
    /// assert_eq!(out.into_array(), [[7, 10], [15, 22]]);
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    tensordot_into try_tensordot_into: [R: Shape, E: Storage, X: AxesOf<S>, Y: AxesOf<R>](
        &self, rhs: &Tensor<T, R, E>, left: X, right: Y
    ) -> Computed<T, TensordotOutput<S, R, X, Y>, D, E>
    where [S: Tensordot<R, X, Y>, T: EinsumElement]
    |to| {
        let shape = self.shape().tensordot(rhs.shape(), left, right)?;
        let letters = PairedLetters::new(self.shape(), rhs.shape(), (left.numbers(), right.numbers()))?;
        let terms = [Term::new(&self.aligned(), letters.left()), Term::new(&rhs.aligned(), letters.right())];
        kernel::contracted(to.prepare(shape)?, letters.result(), &terms, reducers::sum)
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// What a kernel takes of both, each stretched along all axes of the other.
    fn with_each<'a, R: Shape, E: Storage>(&'a self, rhs: &'a Tensor<T, R, E>) -> WithEach<'a, T, S, D, R, E> {
        let behind = isize::try_from(rhs.shape().rank()).unwrap_or(isize::MAX);
        Axes { last: rhs.operand(0), outer: Axes { last: self.operand(behind), outer: Nil } }
    }
}

/// Two operands, each stretched along all axes of the other.
type WithEach<'a, T, S, D, R, E> =
    Axes<kernel::Operand<'a, T, R, E, kernel::Somewhere>, Axes<kernel::Operand<'a, T, S, D, kernel::Somewhere>, Nil>>;

/// The letters of two tensors that are summed along pairs of axes, and of what comes out: of the left one its axes, of
/// the right one those after, but for the axes that are summed.
pub(crate) struct PairedLetters {
    all: [u8; 3 * LETTERS],
    ends: [usize; 3],
}

impl PairedLetters {
    /// # Errors
    ///
    /// If there are too many.
    pub(crate) fn new<S: Shape, R: Shape>(
        lhs: &S,
        rhs: &R,
        (left, right): (Option<&[isize]>, Option<&[isize]>),
    ) -> Result<Self, ShapeError> {
        let ranks = [lhs.rank(), rhs.rank()];
        if ranks[0] + ranks[1] > LETTERS {
            let why = "they have more than 32 axes together";
            return Err(ShapeError::cannot("multiply", lhs.partial(), why).with(rhs.partial()));
        }
        let (mut all, mut end) = ([0; 3 * LETTERS], ranks[0] + ranks[1]);
        for (at, letter) in (0..).zip(&mut all[..end]) {
            *letter = at;
        }
        let mut is_summed = [false; LETTERS];
        for [x, y] in pairs(left, right, ranks) {
            all[ranks[0] + y] = all[x];
            is_summed[x] = true;
        }
        for at in 0..ranks[0] + ranks[1] {
            let letter = all[at];
            if !is_summed[usize::from(letter)] {
                all[end] = letter;
                end += 1;
            }
        }
        Ok(Self { all, ends: [ranks[0], ranks[0] + ranks[1], end] })
    }

    pub(crate) fn left(&self) -> &[u8] {
        &self.all[..self.ends[0]]
    }

    pub(crate) fn right(&self) -> &[u8] {
        &self.all[self.ends[0]..self.ends[1]]
    }

    pub(crate) fn result(&self) -> &[u8] {
        &self.all[self.ends[1]..self.ends[2]]
    }
}
