//! [`zip`]: operations on any number of tensors in one pass.

#![allow(clippy::inline_always, reason = "the layers between an operator and its kernel cost nothing only if inlined")]

use crate::forms::forms;
use crate::kernel::{self, Assign, By, Each, Function, Operand, Operands};
use crate::rule::{BroadcastTo, Numpy, Rule, RuleFor, RuleOutput};
use crate::shape::{Axes, List, Nil, Shape, ShapeError, Tuple};
use crate::storage::{Inline, Owner, Placed, Room, Storage, StorageMut};
use crate::tensor::{Tensor, expect};

/// 1 to 16 tensors to be visited together, from [`zip`].
#[derive(Clone, Copy, Debug)]
#[must_use = "it waits for an operation"]
pub struct Zip<Tensors, X = Numpy> {
    pub(in crate::ops) tensors: Tensors,
    pub(in crate::ops) rule: X,
}

/// Visits 1 to 16 tensors together, each broadcast to their common shape.
///
/// It takes one pass, without temporaries. The tensors may differ in element type, storage, and static or dynamic
/// shape.
///
/// ```
/// use conformable::{Size, Tensor, zip};
///
/// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]); //  (2, 2)
/// let scale = Tensor::from([10.0, 100.0]); //            (2,)
/// let row = Tensor::from([[1], [2]]); //              (2, 1)
///
/// let y: Tensor<f64, (Size<2>, Size<2>)> =
///     zip((&x, &scale, &row)).map(|(x, scale, row)| x * scale + f64::from(row));
/// assert_eq!(y, Tensor::from([[11.0, 201.0], [32.0, 402.0]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Tensor, zip};
///
/// let (x, y) = (Tensor::from([1, 2]), Tensor::from([1, 2, 3]));
/// zip((&x, &x, &y)).map(|(a, b, c)| a * b + c); // cannot broadcast `(Size<2>,)` with `(Size<3>,)`
/// ```
pub const fn zip<Tensors>(tensors: Tensors) -> Zip<Tensors> {
    Zip { tensors, rule: Numpy }
}

/// A list of references to tensors that conform under the rule `X`, from left to right.
#[diagnostic::on_unimplemented(
    message = "`zip` takes 1 to 16 references to tensors with `Copy` elements",
    label = "this tuple has another element",
    note = "for two tensors, write `zip((&x, &y))`, where `x` and `y` are not references; the closure can capture a number",
    note = "`map_into` and `update` write to a tensor; `iter` visits elements that are not `Copy`",
    note = "conformable: E-operand"
)]
pub trait Conform<X> {
    /// The resulting shape.
    type Output: Shape;
    /// The list of element types.
    type Items: List;
    /// The storage of a result.
    type Place: Owner;
    /// The operands of a kernel.
    #[doc(hidden)]
    type Operands: Operands<Items = Self::Items>;
    /// The number of tensors.
    #[doc(hidden)]
    const LEN: usize;
    /// The shape and the operands of a kernel. Errors count the tensors as the first of `operands`.
    #[doc(hidden)]
    fn conform(self, rule: &X, operands: usize) -> Result<(Self::Output, Self::Operands), ShapeError>;
    /// [`conform`](Self::conform) that lends the shape to `then` instead of copying it.
    #[doc(hidden)]
    fn conform_then<R>(
        self,
        rule: &X,
        operands: usize,
        then: impl FnOnce(&Self::Output, Self::Operands) -> Result<R, ShapeError>,
    ) -> Result<R, ShapeError>;
}

// all((S)) = S
impl<'a, T: Copy, S: Shape, D: Storage, X> Conform<X> for Axes<&'a Tensor<T, S, D>, Nil> {
    type Output = S;
    type Items = Axes<T, Nil>;
    type Place = D::Owner;
    type Operands = Axes<Operand<'a, T, S, D>, Nil>;

    const LEN: usize = 1;

    #[inline(always)]
    fn conform(self, _: &X, _: usize) -> Result<(S, Self::Operands), ShapeError> {
        Ok((self.last.shape().clone(), Axes { last: self.last.aligned(), outer: Nil }))
    }

    #[inline(always)]
    fn conform_then<R>(
        self,
        _: &X,
        _: usize,
        then: impl FnOnce(&S, Self::Operands) -> Result<R, ShapeError>,
    ) -> Result<R, ShapeError> {
        then(self.last.shape(), Axes { last: self.last.aligned(), outer: Nil })
    }
}

// all((..L, l, S)) = rule(all((..L, l)), S)
impl<'a, T: Copy, S: Shape, D: Storage, Last, Outer, X> Conform<X> for Axes<&'a Tensor<T, S, D>, Axes<Last, Outer>>
where
    Axes<Last, Outer>: Conform<X>,
    X: RuleFor<<Axes<Last, Outer> as Conform<X>>::Output, S>,
    Axes<T, <Axes<Last, Outer> as Conform<X>>::Items>: List,
{
    type Output = RuleOutput<X, <Axes<Last, Outer> as Conform<X>>::Output, S>;
    type Items = Axes<T, <Axes<Last, Outer> as Conform<X>>::Items>;
    type Place = Placed<<Axes<Last, Outer> as Conform<X>>::Place, D>;
    type Operands = Axes<
        Operand<'a, T, S, D, By<X, <Axes<Last, Outer> as Conform<X>>::Output, S>>,
        <Axes<Last, Outer> as Conform<X>>::Operands,
    >;

    const LEN: usize = 1 + <Axes<Last, Outer> as Conform<X>>::LEN;

    #[inline(always)]
    fn conform(self, rule: &X, operands: usize) -> Result<(Self::Output, Self::Operands), ShapeError> {
        self.outer.conform_then(rule, operands, |lhs, outer| {
            let rhs = self.last.shape();
            match rule.broadcast(lhs, rhs) {
                Ok(shape) => {
                    Ok((shape, Axes { last: self.last.operand(rule.trailing(lhs.rank(), rhs.rank())), outer }))
                }
                Err(error) => Err(error.operand_of(Self::LEN - 1, operands)),
            }
        })
    }

    #[inline(always)]
    fn conform_then<R>(
        self,
        rule: &X,
        operands: usize,
        then: impl FnOnce(&Self::Output, Self::Operands) -> Result<R, ShapeError>,
    ) -> Result<R, ShapeError> {
        match self.conform(rule, operands) {
            Ok((shape, all)) => then(&shape, all),
            Err(error) => Err(error),
        }
    }
}

/// The tuple of elements at one index; `Tensors` is the list of tensors.
pub type ItemsOf<Tensors, X> = <<Tensors as Conform<X>>::Items as List>::Tuple;
/// A result with elements of type `V`.
pub type Zipped<V, Tensors, X> = Tensor<V, <Tensors as Conform<X>>::Output, <Tensors as Conform<X>>::Place>;

/// Operands that conform, and allocated memory for a result with elements `V`.
pub(in crate::ops) struct Ready<V, Tensors: Conform<X>, X, Place: Owner> {
    room: Room<V, Tensors::Output, Place>,
    operands: Tensors::Operands,
}

impl<V, Tensors: Conform<X>, X, Place: Owner> Ready<V, Tensors, X, Place> {
    #[inline(always)]
    pub(in crate::ops) fn new(tensors: Tensors, rule: &X) -> Result<Self, ShapeError> {
        let (shape, operands) = tensors.conform(rule, Tensors::LEN)?;
        Ok(Self { room: Room::new(shape)?, operands })
    }

    #[inline(always)]
    pub(in crate::ops) fn map(
        self,
        function: impl Function<<Tensors::Items as List>::Tuple, Output = V>,
    ) -> Tensor<V, Tensors::Output, Place> {
        kernel::map(self.room, &self.operands, function)
    }

    #[cfg(feature = "rayon")]
    pub(in crate::ops) fn par_map(
        self,
        function: impl Function<<Tensors::Items as List>::Tuple, Output = V> + Copy + Send + Sync,
    ) -> Tensor<V, Tensors::Output, Place>
    where
        V: Send,
        Tensors::Operands: Sync,
    {
        kernel::parallel::map(self.room, &self.operands, function)
    }
}

// `L` is a parameter of each method, so that rustc reports a clash of shapes and not a missing method.
impl<Tensors, X> Zip<Tensors, X> {
    /// Uses another rule. Each tensor conforms with the result of those before it.
    ///
    /// ```
    /// use conformable::{Axis, Pdpd, Tensor, zip};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let rows = Tensor::from([10, 20]);
    /// let y = zip((&x, &rows)).under(Pdpd(Axis::<0>)).map(|(x, row)| x + row);
    /// assert_eq!(y, Tensor::from([[11, 12, 13], [24, 25, 26]]));
    /// ```
    pub fn under<Y: Rule>(self, rule: Y) -> Zip<Tensors, Y> {
        Zip { tensors: self.tensors, rule }
    }

    /// Creates a tensor, each element computed by `f` from those at its index.
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform, or the result cannot be allocated.
    #[inline]
    #[track_caller]
    pub fn map<V, L: Conform<X>>(self, f: impl FnMut(ItemsOf<L, X>) -> V) -> Zipped<V, L, X>
    where
        Tensors: Tuple<List = L>,
    {
        expect(Ready::new(self.tensors.into_list(), &self.rule)).map(f)
    }

    /// The fallible [`map`](Self::map).
    ///
    /// # Errors
    ///
    /// If [`map`](Self::map) would panic.
    #[inline]
    pub fn try_map<V, L: Conform<X>>(self, f: impl FnMut(ItemsOf<L, X>) -> V) -> Result<Zipped<V, L, X>, ShapeError>
    where
        Tensors: Tuple<List = L>,
    {
        Ok(Ready::new(self.tensors.into_list(), &self.rule)?.map(f))
    }
}

forms! {
    impl[Tensors, X] Zip<Tensors, X>;

    /// Writes results of `f` to a tensor. The common shape broadcasts to the target's.
    ///
    /// ```
    /// use conformable::{Tensor, shape, zip};
    ///
    /// let mut out = Tensor::zeros(shape![2, 2]);
    /// zip((&Tensor::from([1, 2]),)).map_into(&mut out, |(x,)| 10 * x);
    /// assert_eq!(out, Tensor::from([[10, 20], [10, 20]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform.
    map_into try_map_into: [V, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>>](
        self, out: &mut Tensor<V, R, D>, f: impl FnMut(ItemsOf<L, X>) -> V
    )
    where [Tensors: Tuple<List = L>] => self.change(out, Assign(f));

    /// Changes a tensor by the elements at each index. The common shape broadcasts to the target's.
    ///
    /// ```
    /// use conformable::{Tensor, zip};
    ///
    /// let mut sum = Tensor::from([[1, 2], [3, 4]]);
    /// let (x, y) = (Tensor::from([1, 10]), Tensor::from([[1], [2]]));
    /// zip((&x, &y)).update(&mut sum, |sum, (x, y)| *sum += x * y);
    /// assert_eq!(sum, Tensor::from([[2, 12], [5, 24]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform.
    update try_update: [W, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>>](
        self, target: &mut Tensor<W, R, D>, f: impl FnMut(&mut W, ItemsOf<L, X>)
    )
    where [Tensors: Tuple<List = L>] => self.change(target, f);

    /// Folds the elements at each index into one value, in row-major order.
    ///
    /// Unlike [`Iterator::try_fold`], [`try_fold`](Self::try_fold) visits every index, since `f` cannot fail.
    ///
    /// ```
    /// use conformable::{Tensor, zip};
    ///
    /// let (x, y) = (Tensor::from([[1], [2]]), Tensor::from([10, 20]));
    /// assert_eq!(zip((&x, &y)).fold(0, |sum, (x, y)| sum + x * y), 90);
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform, or the number of elements is above `isize::MAX`.
    fold try_fold: [A, L: Conform<X>](self, start: A, f: impl FnMut(A, ItemsOf<L, X>) -> A) -> A
    where [Tensors: Tuple<List = L>] => {
        let Ready { room, operands } = Ready::<(), _, _, Inline>::new(self.tensors.into_list(), &self.rule)?;
        Ok(kernel::fold(room, &operands, start, f))
    };
}

impl<Tensors, X> Zip<Tensors, X> {
    /// Calls `f` with the elements at each index, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`fold`](Self::fold) would panic.
    #[inline]
    #[track_caller]
    pub fn for_each<L: Conform<X>>(self, f: impl FnMut(ItemsOf<L, X>))
    where
        Tensors: Tuple<List = L>,
    {
        self.fold((), without_state(f));
    }

    #[inline(always)]
    fn change<W, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>>>(
        self,
        target: &mut Tensor<W, R, D>,
        each: impl Each<W, ItemsOf<L, X>>,
    ) -> Result<(), ShapeError>
    where
        Tensors: Tuple<List = L>,
    {
        let operands = self.tensors.into_list().conform_then(&self.rule, L::LEN, |shape, operands| {
            shape.check_onto(target.shape())?;
            Ok(operands)
        })?;
        kernel::update(target, &operands, each);
        Ok(())
    }
}

/// Adapts a function without a state to a fold.
fn without_state<Items>(mut f: impl FnMut(Items)) -> impl FnMut((), Items) {
    move |(), items| f(items)
}
