//! The adjoint of broadcasting: sums a gradient to the shape of a broadcast operand.

use super::reducers;
use crate::kernel;
use crate::layout::stretch;
use crate::numeric::Numeric;
use crate::ops::elementwise::binary::Under;
use crate::rule::{AssignRule, BroadcastTo, Onto, Rule};
use crate::shape::{Shape, ShapeError, StaticShape};
use crate::storage::{Room, Storage};
use crate::tensor::{Tensor, expect};

impl<T: Numeric, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Sums along the axes on which the target shape broadcasts to this one.
    ///
    /// This turns the gradient of a result into that of an operand.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let gradient = Tensor::from([[1, 2, 3], [4, 5, 6]]); // of `x + bias`, where `bias` is a (3,)
    /// assert_eq!(gradient.sum_to::<Shape![3]>(), Tensor::from([5, 7, 9]));
    /// assert_eq!(gradient.sum_to::<Shape![2, 1]>(), Tensor::from([[6], [15]]));
    /// assert_eq!(gradient.sum_to::<Shape![]>(), Tensor::scalar(21));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Shape, Tensor};
    ///
    /// // cannot broadcast `(Size<2>,)` onto `(Size<2>, Size<3>)`
    /// Tensor::from([[1, 2, 3], [4, 5, 6]]).sum_to::<Shape![2]>();
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast to this shape, or the result cannot be allocated.
    #[inline]
    #[track_caller]
    pub fn sum_to<Target: StaticShape + BroadcastTo<S>>(&self) -> Tensor<T::Total, Target, D::Owner> {
        expect(self.try_sum_to(&Target::shape()))
    }

    /// [`sum_to`](Self::sum_to) a run-time shape.
    ///
    /// # Errors
    ///
    /// If [`sum_to`](Self::sum_to) would panic.
    #[inline]
    pub fn try_sum_to<Target: Shape + BroadcastTo<S>>(
        &self,
        target: &Target,
    ) -> Result<Tensor<T::Total, Target, D::Owner>, ShapeError> {
        self.under(Onto).try_sum_to(target)
    }
}

impl<T: Numeric, S: Shape, X: Rule, D: Storage> Under<'_, T, S, X, D> {
    /// Sums to a shape that the rule broadcasts to this one: [`Tensor::sum_to`].
    ///
    /// ```
    /// use conformable::{Axis, Pdpd, Shape, Tensor};
    ///
    /// let gradient = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(gradient.under(Pdpd(Axis::<0>)).sum_to::<Shape![2]>(), Tensor::from([6, 15]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform, or the result cannot be allocated.
    #[inline]
    #[track_caller]
    pub fn sum_to<Target: StaticShape>(self) -> Tensor<T::Total, Target, D::Owner>
    where
        X: AssignRule<S, Target>,
    {
        expect(self.try_sum_to(&Target::shape()))
    }

    /// [`sum_to`](Self::sum_to) a run-time shape.
    ///
    /// # Errors
    ///
    /// If [`sum_to`](Self::sum_to) would panic.
    #[inline]
    pub fn try_sum_to<Goal: Shape>(self, target: &Goal) -> Result<Tensor<T::Total, Goal, D::Owner>, ShapeError>
    where
        X: AssignRule<S, Goal>,
    {
        let Under { tensor, rule } = self;
        rule.check(tensor.shape(), target)?;
        let trailing = rule.trailing(tensor.shape().rank(), target.rank());
        // a step is 1 where the axis is kept, and 0 where the target is broadcast
        let (sizes, to) = (tensor.shape().sizes(), target.sizes());
        let (mut lost, mut ones) = (sizes.clone(), to.clone());
        ones.as_mut().fill(1);
        let stretches = stretch(sizes.as_ref(), to.as_ref(), ones.as_ref(), trailing, lost.as_mut());
        assert!(stretches, "the rule let {:?} stretch to {:?}", to.as_ref(), sizes.as_ref());
        lost.as_mut().iter_mut().for_each(|lost| *lost = 1 - *lost);
        let room = Room::new(target.clone())?;
        Ok(kernel::reduced_anywhere(room, &tensor.aligned(), &lost, reducers::sum::<T>))
    }
}
