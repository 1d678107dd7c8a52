//! Products of two tensors other than matrix products: `dot`, `outer` and `tensordot`.

use super::einsum::EinsumElement;
use crate::axes::{AxesOf, OnlyNames, Reduced};
use crate::forms::forms;
use crate::kernel::{self, Assign, Binary, LETTERS, MatrixElement, OneThread, Term};
use crate::numeric::Numeric;
use crate::ops::reduction::reducers;
use crate::product::{Dot, DotOutput, OuterOutput, OuterProduct, Tensordot, TensordotOutput, pairs};
use crate::rule::{NamedOutput, NamedWith, Places};
use crate::shape::{Axes, Nil, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Room, Storage, StorageMut, Target};
use crate::tensor::{Computed, Tensor, expect};

/// Multiplies two numbers in the type of their sum.
fn times<T: Numeric>() -> Binary<impl FnMut(T, T) -> T::Total> {
    Binary(|x: T, y: T| T::total(x.widen() * y.widen()))
}

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Computes the dot product of two vectors, as a tensor of rank 0.
    ///
    /// For other ranks, use [`matmul`](Self::matmul) (NumPy's `dot` of matrices), [`tensordot`](Self::tensordot) or
    /// [`einsum!`](crate::einsum!).
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
    /// If run-time sizes differ, an `AnyShape` is not a vector, or the result cannot be allocated.
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

    /// Multiplies each element with each of another tensor. The result has the axes of both.
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
    /// If the result cannot be allocated.
    outer try_outer: [R: Shape, E: Storage, U](&self, rhs: &Tensor<T, R, E>) -> Computed<U, OuterOutput<S, R>, D, E>
    where [S: OuterProduct<R>, T: Numeric<Total = U>] => {
        let room = Room::new(self.shape().outer(rhs.shape()))?;
        Ok(kernel::map(room, &self.with_each(rhs), times::<T>()))
    };

    /// [`outer`](Self::outer) into a tensor of those sizes, without allocation.
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
    where [S: OuterProduct<R>, T: Numeric<Total = U>, O: Shape + NoneBroadcast<OuterOutput<S, R>>] => {
        out.shape().none_broadcast(&self.shape().outer(rhs.shape()))?;
        kernel::update(out, &self.with_each(rhs), Assign(times::<T>()));
        Ok(())
    };

    /// Multiplies two tensors and sums along pairs of axes.
    ///
    /// Each argument is one axis or a tuple of axes; both have the same number. The result has the remaining axes,
    /// those of this tensor first. It is computed as by [`einsum!`](crate::einsum!).
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
    /// If run-time sizes differ, an `AnyShape` has no such axis, the tensors have more than 32 axes together, or memory
    /// cannot be allocated.
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

    /// Multiplies two tensors [aligned](Self::align) by name, and sums over named axes of both.
    ///
    /// Other axes that both have are batch axes.
    ///
    /// ```
    /// use conformable::{Shape, Tensor, axis_names};
    ///
    /// axis_names! { Batch, Channels, Features }
    ///
    /// let x = Tensor::from([[1, 2], [3, 4], [5, 6]]).named::<Shape![Batch = 3, Channels = 2]>();
    /// let w = Tensor::from([[1, 10], [0, 1]]).named::<Shape![Features = 2, Channels = 2]>();
    /// let y: Tensor<i32, Shape![Batch = 3, Features = 2]> = x.matmul_over(Channels, &w);
    /// assert_eq!(y.as_slice(), [21, 2, 43, 4, 65, 6]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Shape, Tensor, axis_names};
    ///
    /// axis_names! { Batch, Channels, Features }
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]).named::<Shape![Batch = 2, Channels = 2]>();
    /// let w = Tensor::from([[1, 2, 3]]).named::<Shape![Features = 1, Channels = 3]>();
    /// x.matmul_over(Channels, &w); // `Named<Channels, Size<2>>` and `Named<Channels, Size<3>>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes of one name differ, or memory cannot be allocated.
    matmul_over try_matmul_over,
    /// ```
    /// use conformable::{Shape, Tensor, axis_names};
    ///
    /// axis_names! { Rows, Columns }
    ///
    /// let x = Tensor::inline([[1, 2], [3, 4]]).named::<Shape![Rows = 2, Columns = 2]>();
    /// let y = Tensor::inline([1, 10]).named::<Shape![Columns = 2]>();
    /// let mut out = Tensor::inline([0; 2]).named::<Shape![Rows = 2]>();
    /// x.matmul_over_into(Columns, &y, &mut out);
    /// assert_eq!(out.into_array(), [21, 43]);
    /// ```
    matmul_over_into try_matmul_over_into: [
        X: OnlyNames + AxesOf<S> + AxesOf<R> + AxesOf<NamedOutput<S, R>>, R: Shape + NamedWith<S>, E: Storage
    ](
        &self, axes: X, rhs: &Tensor<T, R, E>
    ) -> Computed<T, Reduced<X, NamedOutput<S, R>>, D, E>
    where [T: EinsumElement]
    |to| {
        let all = rhs.shape().named_with(self.shape())?;
        let (shape, summed) = AxesOf::<NamedOutput<S, R>>::of(&axes, &all)?;
        let letters = PairedLetters::by_name(&R::places(), summed.as_ref(), [self.shape().rank(), rhs.shape().rank()]);
        let terms = [Term::new(&self.aligned(), letters.left()), Term::new(&rhs.aligned(), letters.right())];
        kernel::contracted(to.prepare(shape)?, letters.result(), &terms, reducers::sum)
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The operands of a kernel, each broadcast along all axes of the other.
    fn with_each<'a, R: Shape, E: Storage>(&'a self, rhs: &'a Tensor<T, R, E>) -> WithEach<'a, T, S, D, R, E> {
        let behind = isize::try_from(rhs.shape().rank()).unwrap_or(isize::MAX);
        Axes { last: rhs.operand(0), outer: Axes { last: self.operand(behind), outer: Nil } }
    }
}

type WithEach<'a, T, S, D, R, E> =
    Axes<kernel::Operand<'a, T, R, E, kernel::Somewhere>, Axes<kernel::Operand<'a, T, S, D, kernel::Somewhere>, Nil>>;

/// The letters of two tensors and of their result, summed along pairs of axes. The left tensor has one letter for each
/// axis, and the right one the letters after those, except for summed axes.
pub(crate) struct PairedLetters {
    all: [u8; 3 * LETTERS],
    ends: [usize; 3],
}

impl PairedLetters {
    /// # Errors
    ///
    /// If there are too many letters.
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

    /// The letters of tensors aligned by name; the result lacks those marked in `summed`.
    pub(crate) fn by_name(places: &Places, summed: &[usize], ranks: [usize; 2]) -> Self {
        let (mut all, mut end) = ([0; 3 * LETTERS], ranks[0] + ranks[1]);
        for (letter, (&[left, right], &summed)) in (0..).zip(places.pairs().iter().zip(summed)) {
            for at in left.into_iter().chain(right.map(|right| ranks[0] + right)) {
                all[at] = letter;
            }
            if summed == 0 {
                all[end] = letter;
                end += 1;
            }
        }
        Self { all, ends: [ranks[0], ranks[0] + ranks[1], end] }
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
