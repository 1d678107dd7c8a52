//! Operations on two tensors under a named rule. Operators use [`Numpy`].

use super::zip::Ready;
use crate::forms::forms;
use crate::kernel::{self, Binary, By, Each, Pure, WithOther};
use crate::rule::{AssignRule, BroadcastTo, Numpy, NumpyOutput, NumpyWith, Onto, Rule, RuleFor, RuleOutput};
use crate::shape::{Axes, Nil, Shape, ShapeError};
use crate::storage::{Heap, Storage, StorageMut};
use crate::tensor::{Computed, Tensor, expect};

/// The left operand of an operation under a named rule, from [`Tensor::under`].
#[derive(Debug)]
#[must_use = "it waits for an operator"]
pub struct Under<'a, T, S: Shape, X, D: Storage = Heap> {
    pub(in crate::ops) tensor: &'a Tensor<T, S, D>,
    pub(in crate::ops) rule: X,
}

/// The target of an operation in place under a named rule, from [`Tensor::under_mut`].
#[derive(Debug)]
#[must_use = "it waits for an operation"]
pub struct UnderMut<'a, T, S: Shape, X, D: StorageMut = Heap> {
    pub(in crate::ops) tensor: &'a mut Tensor<T, S, D>,
    pub(in crate::ops) rule: X,
}

impl<T, S: Shape, X: Rule, D: Storage> Clone for Under<'_, T, S, X, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Shape, X: Rule, D: Storage> Copy for Under<'_, T, S, X, D> {}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Sets the rule of the next operation: `x.under(Pdpd(Axis::<1>)) + &y`.
    ///
    /// It works with every [`Rule`] and for all operators, their `try_` forms, and [`zip_map`](Under::zip_map).
    ///
    /// ```
    /// use conformable::{Axis, Explicit, Pdpd, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let rows = Tensor::from([10, 20]);
    /// assert_eq!(x.under(Pdpd(Axis::<0>)) + &rows, Tensor::from([[11, 12, 13], [24, 25, 26]]));
    /// assert_eq!(x.under(Explicit) * &x, x.map(|x| x * x));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Explicit, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let row = Tensor::from([[1, 2, 3]]);
    /// x.under(Explicit) + &row; // `Size<2>` and `Size<1>` differ
    /// ```
    pub const fn under<X: Rule>(&self, rule: X) -> Under<'_, T, S, X, D> {
        Under { tensor: self, rule }
    }

    /// Sets the rule of the next operation in place. The result must have this shape.
    ///
    /// ```
    /// use conformable::{Axis, Pdpd, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.under_mut(Pdpd(Axis::<0>)).try_add_assign(&Tensor::from([10, 20]))?;
    /// assert_eq!(x, Tensor::from([[11, 12, 13], [24, 25, 26]]));
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    pub const fn under_mut<X: Rule>(&mut self, rule: X) -> UnderMut<'_, T, S, X, D>
    where
        D: StorageMut,
    {
        UnderMut { tensor: self, rule }
    }

    /// Computes each element from the two at its index, under NumPy's rule.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1.0], [4.0]]); //      (2, 1)
    /// let y = Tensor::from([3.0, 2.0, 5.0]); //        (3,)
    /// assert_eq!(x.zip_map(&y, f64::max), Tensor::from([[3.0, 2.0, 5.0], [4.0, 4.0, 5.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform, or the result cannot be allocated.
    #[inline]
    #[track_caller]
    pub fn zip_map<U: Copy, R: Shape + NumpyWith<S>, E: Storage, V>(
        &self,
        rhs: &Tensor<U, R, E>,
        f: impl FnMut(T, U) -> V,
    ) -> Computed<V, NumpyOutput<S, R>, D, E>
    where
        T: Copy,
    {
        self.under(Numpy).zip_map(rhs, f)
    }

    /// The fallible [`zip_map`](Self::zip_map).
    ///
    /// # Errors
    ///
    /// If [`zip_map`](Self::zip_map) would panic.
    #[inline]
    pub fn try_zip_map<U: Copy, R: Shape + NumpyWith<S>, E: Storage, V>(
        &self,
        rhs: &Tensor<U, R, E>,
        f: impl FnMut(T, U) -> V,
    ) -> Result<Computed<V, NumpyOutput<S, R>, D, E>, ShapeError>
    where
        T: Copy,
    {
        self.under(Numpy).try_zip_map(rhs, f)
    }

    /// Changes each element by the one at its index in `rhs`, which is broadcast.
    ///
    /// # Errors
    ///
    /// If run-time sizes do not broadcast to this shape. The tensor is then unchanged.
    #[inline]
    pub fn try_zip_assign<U: Copy, R: Shape + BroadcastTo<S>, E: Storage>(
        &mut self,
        rhs: &Tensor<U, R, E>,
        f: impl FnMut(&mut T, U),
    ) -> Result<(), ShapeError>
    where
        D: StorageMut,
    {
        self.under_mut(Onto).try_zip_assign(rhs, f)
    }
}

impl<'a, T: Copy, S: Shape, X: Rule, D: Storage> Under<'a, T, S, X, D> {
    const fn with<R>(self, rhs: R) -> Axes<R, Axes<&'a Tensor<T, S, D>, Nil>> {
        Axes { last: rhs, outer: Axes { last: self.tensor, outer: Nil } }
    }

    /// [`zip_map`](Self::zip_map) by a function of this crate.
    #[inline]
    #[allow(clippy::type_complexity, reason = "it has a name")]
    pub(crate) fn zip_pure<U: Copy, R: Shape, E: Storage, V>(
        self,
        rhs: &Tensor<U, R, E>,
        f: impl Fn(T, U) -> V + Copy + Send + Sync,
    ) -> Result<Computed<V, RuleOutput<X, S, R>, D, E>, ShapeError>
    where
        X: RuleFor<S, R>,
    {
        Ok(Ready::new(self.with(rhs), &self.rule)?.map(Pure(Binary(f))))
    }

    /// Computes each element from the two at its index, under the rule.
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform under the rule, or the result cannot be allocated.
    #[inline]
    #[track_caller]
    pub fn zip_map<U: Copy, R: Shape, E: Storage, V>(
        self,
        rhs: &Tensor<U, R, E>,
        f: impl FnMut(T, U) -> V,
    ) -> Computed<V, RuleOutput<X, S, R>, D, E>
    where
        X: RuleFor<S, R>,
    {
        expect(Ready::new(self.with(rhs), &self.rule)).map(Binary(f))
    }

    /// The fallible [`zip_map`](Self::zip_map).
    ///
    /// # Errors
    ///
    /// If [`zip_map`](Self::zip_map) would panic.
    #[inline]
    #[allow(clippy::type_complexity, reason = "it has a name")]
    pub fn try_zip_map<U: Copy, R: Shape, E: Storage, V>(
        self,
        rhs: &Tensor<U, R, E>,
        f: impl FnMut(T, U) -> V,
    ) -> Result<Computed<V, RuleOutput<X, S, R>, D, E>, ShapeError>
    where
        X: RuleFor<S, R>,
    {
        Ok(Ready::new(self.with(rhs), &self.rule)?.map(Binary(f)))
    }
}

forms! {
    impl[T, S: Shape, X: Rule, D: StorageMut] UnderMut<'_, T, S, X, D>;

    /// Changes each element by the one at its index in `rhs`.
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform under the rule, or the result would have another shape.
    zip_assign try_zip_assign: [U: Copy, R: Shape, E: Storage](
        self, rhs: &Tensor<U, R, E>, f: impl FnMut(&mut T, U)
    )
    where [X: AssignRule<S, R>] => self.assign(rhs, WithOther(f));
}

impl<T, S: Shape, X: Rule, D: StorageMut> UnderMut<'_, T, S, X, D> {
    #[inline]
    pub(in crate::ops) fn assign<U: Copy, R: Shape, E: Storage>(
        self,
        rhs: &Tensor<U, R, E>,
        each: impl Each<T, (U,)>,
    ) -> Result<(), ShapeError>
    where
        X: AssignRule<S, R>,
    {
        let (lhs, rule) = (self.tensor, self.rule);
        rule.check(lhs.shape(), rhs.shape())?;
        let trailing = rule.trailing(lhs.shape().rank(), rhs.shape().rank());
        let operands = Axes { last: rhs.operand::<By<X, S, R>>(trailing), outer: Nil };
        kernel::update(lhs, &operands, each);
        Ok(())
    }
}
