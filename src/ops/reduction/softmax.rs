//! Softmax along axes, and its logarithm.
//!
//! ```text
//! softmax(x)      = exp(x - max(x)) / sum(exp(x - max(x)))
//! log_softmax(x)  = (x - max(x)) - ln(sum(exp(x - max(x))))
//! ```

#![allow(clippy::inline_always, reason = "a function that is not inlined is not vectorised for the processor")]

use super::reduce::OfNone;
use super::reducers;
use crate::axes::{AxesOf, Keep, Kept};
use crate::forms::forms;
use crate::kernel::{self, Assign, Binary, InPlace, Pure};
use crate::maths::{Function, Maths};
use crate::numeric::{Exponential, Numeric, Real};
use crate::shape::{Axes, Nil, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Allocate, Owner, Room, Storage, StorageMut};
use crate::tensor::{Tensor, expect};

/// The two parts of the logarithm of each sum: [`reducers::log_sum_exp_parts`].
type Parts<T, X, S, Place> = Tensor<(<T as Numeric>::Wide, <T as Numeric>::Wide), Kept<X, S>, Place>;

/// One number for each sum, broadcast to the shape of the tensor.
type Numbers<T, X, S, Place> = Tensor<<T as Numeric>::Wide, Kept<X, S>, Place>;

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Divides `exp(x)` by its sum along axes.
    ///
    /// The largest element is subtracted first, so `exp` does not overflow. Every form allocates two numbers for each
    /// sum.
    ///
    /// ```
    /// use conformable::{Axis, Dim, Tensor};
    ///
    /// fn attention<N: Dim, C: Dim>(scores: &Tensor<f32, (N, C)>) -> Tensor<f32, (N, C)> {
    ///     scores.softmax(Axis::<-1>)
    /// }
    ///
    /// let y = attention(&Tensor::from([[0.0, 0.0], [1000.0, 0.0]]));
    /// assert_eq!(y, Tensor::from([[0.5, 0.5], [1.0, 0.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// Tensor::from([0.0, 1.0]).softmax(Axis::<1>); // `(Size<2>,)` has no `Axis<1>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, an axis is given twice, or memory cannot be allocated.
    softmax try_softmax: [X: AxesOf<S>](&self, axes: X) -> Tensor<T, S, D::Owner> where [T: Exponential] => {
        let greatest = self.greatest::<X, D::Owner>(axes)?;
        if !T::BY_SLICES {
            let mut result = self.with(&greatest, exp_of_difference::<T>)?;
            result.divide_by_sums(axes)?;
            return Ok(result);
        }
        let mut result = self.with(&greatest, difference::<T>)?;
        kernel::pieces(result.as_mut_slice(), |piece| T::each(Function::Exp, piece));
        result.divide_by_sums(axes)?;
        Ok(result)
    };

    /// [`softmax`](Self::softmax) into a tensor.
    ///
    /// # Panics
    ///
    /// If [`softmax`](Self::softmax) would panic, or the sizes differ.
    softmax_into try_softmax_into: [X: AxesOf<S> + AxesOf<R>, R: Shape + NoneBroadcast<S>, E: StorageMut](
        &self, axes: X, out: &mut Tensor<T, R, E>
    )
    where [T: Exponential] => {
        out.shape().none_broadcast(self.shape())?;
        let greatest = self.greatest::<X, D::Owner>(axes)?;
        let operands = Axes { last: greatest.aligned(), outer: Axes { last: self.aligned(), outer: Nil } };
        kernel::update(out, &operands, Pure(Assign(Binary(exp_of_difference::<T>))));
        out.divide_by_sums(axes)
    };

    /// Subtracts from each element the [`log_sum_exp`](Self::log_sum_exp) along axes: the logarithm of softmax.
    ///
    /// It allocates as [`softmax`](Self::softmax).
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let y = Tensor::from([[0.0_f32, 0.0], [1000.0, 0.0]]).log_softmax(Axis::<1>);
    /// assert_eq!(y, Tensor::from([[-std::f32::consts::LN_2, -std::f32::consts::LN_2], [0.0, -1000.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`softmax`](Self::softmax) would panic.
    log_softmax try_log_softmax: [X: AxesOf<S>](&self, axes: X) -> Tensor<T, S, D::Owner> where [T: Exponential] => {
        let parts = self.parts_of_sums::<X, D::Owner>(axes)?;
        self.with(&parts, difference_of_parts::<T>)
    };

    /// [`log_softmax`](Self::log_softmax) into a tensor.
    ///
    /// # Panics
    ///
    /// If [`log_softmax`](Self::log_softmax) would panic, or the sizes differ.
    log_softmax_into try_log_softmax_into: [X: AxesOf<S>, R: Shape + NoneBroadcast<S>, E: StorageMut](
        &self, axes: X, out: &mut Tensor<T, R, E>
    )
    where [T: Exponential] => {
        out.shape().none_broadcast(self.shape())?;
        let parts = self.parts_of_sums::<X, D::Owner>(axes)?;
        let operands = Axes { last: parts.aligned(), outer: Axes { last: self.aligned(), outer: Nil } };
        kernel::update(out, &operands, Pure(Assign(Binary(difference_of_parts::<T>))));
        Ok(())
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// [`softmax`](Self::softmax) in place.
    ///
    /// # Panics
    ///
    /// If [`softmax`](Self::softmax) would panic.
    #[inline]
    #[track_caller]
    pub fn softmax_in_place<X: AxesOf<S>>(&mut self, axes: X)
    where
        T: Exponential,
        D: StorageMut,
    {
        let changed = self.greatest::<X, D::Owner>(axes).and_then(|greatest| {
            let operands = Axes { last: greatest.aligned(), outer: Nil };
            let each = Pure(InPlace(Binary(exp_of_difference::<T>)));
            kernel::update(self, &operands, each);
            self.divide_by_sums(axes)
        });
        expect(changed);
    }

    /// [`log_softmax`](Self::log_softmax) in place.
    ///
    /// # Panics
    ///
    /// If [`log_softmax`](Self::log_softmax) would panic.
    #[inline]
    #[track_caller]
    pub fn log_softmax_in_place<X: AxesOf<S>>(&mut self, axes: X)
    where
        T: Exponential,
        D: StorageMut,
    {
        let parts = expect(self.parts_of_sums::<X, D::Owner>(axes));
        let operands = Axes { last: parts.aligned(), outer: Nil };
        kernel::update(self, &operands, Pure(InPlace(Binary(difference_of_parts::<T>))));
    }

    /// The largest element of each sum.
    fn greatest<X: AxesOf<S>, Place: Owner>(&self, axes: X) -> Result<Numbers<T, X, S, Place>, ShapeError>
    where
        T: Exponential,
    {
        self.reduced(Keep(axes), OfNone::Identity, reducers::greatest_wide::<T>, Allocate::new())
    }

    fn parts_of_sums<X: AxesOf<S>, Place: Owner>(&self, axes: X) -> Result<Parts<T, X, S, Place>, ShapeError>
    where
        T: Exponential,
    {
        self.reduced(Keep(axes), OfNone::Identity, reducers::log_sum_exp_parts::<T>, Allocate::new())
    }

    /// Combines each element with the number of its sum.
    fn with<N: Copy, R: Shape, Place: Owner>(
        &self,
        numbers: &Tensor<N, R, Place>,
        f: impl Fn(T, N) -> T + Copy + Send + Sync,
    ) -> Result<Tensor<T, S, D::Owner>, ShapeError>
    where
        T: Exponential,
    {
        let operands = Axes { last: numbers.aligned(), outer: Axes { last: self.aligned(), outer: Nil } };
        Ok(kernel::map(Room::new(self.shape().clone())?, &operands, Pure(Binary(f))))
    }

    fn divide_by_sums<X: AxesOf<S>>(&mut self, axes: X) -> Result<(), ShapeError>
    where
        T: Exponential,
        D: StorageMut,
    {
        let sums: Numbers<T, X, S, D::Owner> =
            self.reduced(Keep(axes), OfNone::Identity, reducers::sum_wide::<T>, Allocate::new())?;
        let operands = Axes { last: sums.aligned(), outer: Nil };
        kernel::update(self, &operands, Pure(InPlace(Binary(quotient::<T>))));
        Ok(())
    }
}

#[inline(always)]
fn difference<T: Real>(x: T, y: T::Wide) -> T {
    T::total(x.widen() - y)
}

/// Subtracts the largest part first, which is exact where precision matters.
#[inline(always)]
fn difference_of_parts<T: Real>(x: T, (greatest, logarithm): (T::Wide, T::Wide)) -> T {
    T::total((x.widen() - greatest) - logarithm)
}

#[inline(always)]
fn exp_of_difference<T: Real<Wide: Maths>>(x: T, y: T::Wide) -> T {
    T::total(Maths::exp(x.widen() - y))
}

#[inline(always)]
fn quotient<T: Real>(x: T, y: T::Wide) -> T {
    T::total(x.widen() / y)
}
