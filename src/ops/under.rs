//! Operations on two tensors under a named rule; the operators are these under [`Numpy`].

use super::zip::{self, Strided};
use crate::error::ShapeError;
use crate::rule::{AssignRule, BroadcastTo, Numpy, NumpyBroadcast, Onto, Rule, RuleFor};
use crate::shape::Shape;
use crate::tensor::{Tensor, expect, numel_of};
use alloc::vec::Vec;

/// A tensor on the left of an operation under a named rule: [`Tensor::under`].
#[derive(Clone, Copy, Debug)]
#[must_use = "it waits for an operator"]
pub struct Under<'a, T, S: Shape, X> {
    pub(super) tensor: &'a Tensor<T, S>,
    pub(super) rule: X,
}

/// A tensor that is changed in place under a named rule: [`Tensor::under_mut`].
#[derive(Debug)]
#[must_use = "it waits for an operation"]
pub struct UnderMut<'a, T, S: Shape, X> {
    pub(super) tensor: &'a mut Tensor<T, S>,
    pub(super) rule: X,
}

impl<T, S: Shape> Tensor<T, S> {
    /// Names the rule of the next operation: `x.under(Pdpd(Axis::<1>)) + &y`.
    ///
    /// Every [`Rule`] is named in this way, and every operation has the same form under each:
    /// operators, their `try_` methods, and [`zip_map`](Under::zip_map).
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
    pub const fn under<X: Rule>(&self, rule: X) -> Under<'_, T, S, X> {
        Under { tensor: self, rule }
    }

    /// Names the rule of the next operation in place, whose result has to have this shape.
    ///
    /// ```
    /// use conformable::{Axis, Pdpd, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.under_mut(Pdpd(Axis::<0>)).try_add_assign(&Tensor::from([10, 20]))?;
    /// assert_eq!(x, Tensor::from([[11, 12, 13], [24, 25, 26]]));
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    pub const fn under_mut<X: Rule>(&mut self, rule: X) -> UnderMut<'_, T, S, X> {
        UnderMut { tensor: self, rule }
    }

    /// Each element computed from the two in its place, under NumPy's rule.
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
    /// If sizes known only at run time do not conform; [`try_zip_map`](Self::try_zip_map) does not.
    #[track_caller]
    pub fn zip_map<U: Copy, R: Shape, V>(&self, rhs: &Tensor<U, R>, f: impl FnMut(T, U) -> V) -> Tensor<V, S::Output>
    where
        T: Copy,
        S: NumpyBroadcast<R>,
    {
        self.under(Numpy).zip_map(rhs, f)
    }

    /// [`zip_map`](Self::zip_map), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not conform.
    pub fn try_zip_map<U: Copy, R: Shape, V>(
        &self,
        rhs: &Tensor<U, R>,
        f: impl FnMut(T, U) -> V,
    ) -> Result<Tensor<V, S::Output>, ShapeError>
    where
        T: Copy,
        S: NumpyBroadcast<R>,
    {
        self.under(Numpy).try_zip_map(rhs, f)
    }

    /// The tensor stretched to a target shape.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let row = Tensor::from([1, 2, 3]);
    /// assert_eq!(row.broadcast_to(&shape![2, 3])?, Tensor::from([[1, 2, 3], [1, 2, 3]]));
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, shape};
    ///
    /// Tensor::from([1, 2, 3]).broadcast_to(&shape![3, 2]); // `Size<3>` and `Size<2>` differ
    /// ```
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not stretch to the target's.
    pub fn broadcast_to<Target: Shape>(&self, target: &Target) -> Result<Tensor<T, Target>, ShapeError>
    where
        T: Copy,
        S: BroadcastTo<Target>,
    {
        let shape = self.shape.broadcast_to(target)?;
        let (unit, still) = ([()], zip::strides(target.rank(), &[], 0));
        let data = run(&shape, Strided::new(&unit, &still), (self, 0), |(), x| x)?;
        Ok(Tensor { data, shape })
    }
}

/// The elements of a result of that shape, from operands that conform with it.
fn run<T: Copy, U: Copy, V, R: Shape>(
    shape: &impl Shape,
    lhs: Strided<'_, T>,
    (rhs, trailing): (&Tensor<U, R>, isize),
    mut f: impl FnMut(T, U) -> V,
) -> Result<Vec<V>, ShapeError> {
    let (numel, sizes) = (numel_of::<V>(shape)?, shape.sizes());
    let mut data = Vec::with_capacity(numel);
    if numel > 0 {
        let strides = zip::strides(sizes.as_ref().len(), rhs.sizes().as_ref(), trailing);
        zip::zip(sizes.as_ref(), lhs, Strided::new(&rhs.data, &strides), &mut f, &mut data);
    }
    Ok(data)
}

impl<T: Copy, S: Shape, X: Rule> Under<'_, T, S, X> {
    /// Each element computed from the two in its place.
    ///
    /// # Panics
    ///
    /// If sizes known only at run time do not conform under the rule; [`try_zip_map`](Self::try_zip_map)
    /// does not.
    #[track_caller]
    pub fn zip_map<U: Copy, R: Shape, V>(self, rhs: &Tensor<U, R>, f: impl FnMut(T, U) -> V) -> Tensor<V, X::Output>
    where
        X: RuleFor<S, R>,
    {
        expect(self.try_zip_map(rhs, f))
    }

    /// [`zip_map`](Self::zip_map), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not conform under the rule.
    pub fn try_zip_map<U: Copy, R: Shape, V>(
        self,
        rhs: &Tensor<U, R>,
        f: impl FnMut(T, U) -> V,
    ) -> Result<Tensor<V, X::Output>, ShapeError>
    where
        X: RuleFor<S, R>,
    {
        let (lhs, shape) = (self.tensor, self.rule.broadcast(&self.tensor.shape, &rhs.shape)?);
        let strides = zip::strides(shape.rank(), lhs.sizes().as_ref(), 0);
        let trailing = self.rule.trailing(lhs.shape.rank(), rhs.shape.rank());
        let data = run(&shape, Strided::new(&lhs.data, &strides), (rhs, trailing), f)?;
        Ok(Tensor { data, shape })
    }
}

impl<T, S: Shape, X: Rule> UnderMut<'_, T, S, X> {
    /// Each element changed by the one in its place.
    ///
    /// # Panics
    ///
    /// If sizes known only at run time do not conform under the rule, or would give another shape;
    /// [`try_zip_assign`](Self::try_zip_assign) does not.
    #[track_caller]
    pub fn zip_assign<U: Copy, R: Shape>(self, rhs: &Tensor<U, R>, f: impl FnMut(&mut T, U))
    where
        X: AssignRule<S, R>,
    {
        expect(self.try_zip_assign(rhs, f));
    }

    /// [`zip_assign`](Self::zip_assign), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not conform under the rule, or would give another shape.
    /// Nothing is changed then.
    pub fn try_zip_assign<U: Copy, R: Shape>(
        self,
        rhs: &Tensor<U, R>,
        mut f: impl FnMut(&mut T, U),
    ) -> Result<(), ShapeError>
    where
        X: AssignRule<S, R>,
    {
        let (lhs, rule) = (self.tensor, self.rule);
        rule.check(&lhs.shape, &rhs.shape)?;
        let sizes = lhs.sizes();
        let trailing = rule.trailing(lhs.shape.rank(), rhs.shape.rank());
        let strides = zip::strides(sizes.as_ref().len(), rhs.sizes().as_ref(), trailing);
        if lhs.numel() > 0 {
            zip::zip_mut(sizes.as_ref(), &mut lhs.data, Strided::new(&rhs.data, &strides), &mut f);
        }
        Ok(())
    }
}

impl<T, S: Shape> Tensor<T, S> {
    /// Each element changed by the one in its place, where `rhs` stretches to this shape.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not stretch to this shape's. Nothing is changed then.
    pub fn try_zip_assign<U: Copy, R: BroadcastTo<S>>(
        &mut self,
        rhs: &Tensor<U, R>,
        f: impl FnMut(&mut T, U),
    ) -> Result<(), ShapeError> {
        self.under_mut(Onto).try_zip_assign(rhs, f)
    }
}
