//! Elements selected by a mask.
//!
//! ```text
//! masked(x, m)        = the elements of x where m is true, in row-major order
//! compress(x, 0, m)   = the x[i, ..] where m[i] is true
//! flat_nonzero(m)     = the positions in row-major order where m is true
//! nonzero(m)          = the indices where m is true
//! ```

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::axes::{Compress, Compressed, HasAxis, NarrowAxis, axis_of};
use crate::forms::forms;
use crate::kernel::{self, IndexMode};
use crate::rule::BroadcastTo;
#[cfg(feature = "alloc")]
use crate::shape::Tuple;
use crate::shape::{AnyShape, Axes, Axis, Dim, Dyn, Nil, NoneBroadcast, Shape, ShapeError, Size};
use crate::storage::{Inline, Owner, Placed, Room, Storage, StorageMut};
use crate::tensor::{Tensor, expect};

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Selects the elements where a mask is true, in row-major order, as one axis.
    ///
    /// The mask broadcasts to this shape.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, -2], [-3, 4]]);
    /// let y: Tensor<i32, Shape![_]> = x.masked_select(&x.greater(0));
    /// assert_eq!(y, Tensor::from([1, 4]));
    /// assert_eq!(x.masked_select(&Tensor::from([[true], [false]])), Tensor::from([1, -2]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1, -2], [-3, 4]]);
    /// x.masked_select(&Tensor::from([true, false, true])); // cannot broadcast `(Size<3>,)` onto `(Size<2>, Size<2>)`
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast, or the result cannot be allocated.
    #[doc(alias = "boolean_mask")]
    #[must_use]
    masked_select try_masked_select: [R: Shape + BroadcastTo<S>, E: Storage](
        &self, mask: &Tensor<bool, R, E>
    ) -> Tensor<T, (Dyn,), Placed<D, E>> => {
        let stretched = mask.try_broadcast_to(self.shape())?;
        // a mask of the same sizes is read with its own strides, which may be static
        if mask.shape().with_sizes(|sizes| self.shape().with_sizes(|own| own == sizes)) {
            self.masked_by(mask)
        } else {
            self.masked_by(&stretched)
        }
    };

    /// [`masked_select`](Self::masked_select) into a tensor, without allocation.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::inline([[1, -2], [-3, 4]]);
    /// let mut out = Tensor::inline([0; 2]);
    /// x.masked_select_into(&x.greater(0), &mut out);
    /// assert_eq!(out, Tensor::inline([1, 4]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast, or the number of elements differs.
    masked_select_into try_masked_select_into: [R: Shape + BroadcastTo<S>, E: Storage, O, F: StorageMut](
        &self, mask: &Tensor<bool, R, E>, out: &mut Tensor<T, O, F>
    )
    where [O: Shape + NoneBroadcast<(Dyn,)>] => {
        let mask = mask.try_broadcast_to(self.shape())?;
        out.shape().none_broadcast(&(Dyn::new(trues(&mask)),))?;
        out.iter_mut().zip(self.chosen(&mask)).for_each(|(to, from)| *to = from);
        Ok(())
    };
}

#[cfg(feature = "alloc")]
forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Selects the indices of an axis where a mask is true.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    /// let y: Tensor<i32, Shape![_, 2]> = x.compress(Axis::<0>, &x.sum(Axis::<1>).greater(4));
    /// assert_eq!(y, Tensor::from([[3, 4], [5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    /// x.compress(Axis::<0>, &Tensor::from([true, false])); // `Size<3>` and `Size<2>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If the run-time size of the mask differs from that of the axis, an `AnyShape` has no such axis, or the result
    /// cannot be allocated.
    #[must_use]
    compress try_compress: [X: Copy, M: Shape, E: Storage](
        &self, axis: X, mask: &Tensor<bool, M, E>
    ) -> Tensor<T, Compressed<S, X, M>, Placed<D, E>>
    where [S: Compress<X, M>] => {
        let shape = self.shape().compressed(axis, mask.shape(), trues(mask))?;
        let at = axis_of(self.shape(), &axis)?;
        let places = mask.try_flat_nonzero()?;
        self.picked(Room::new(shape)?, IndexMode::Take(at), at, &places)
    };
}

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// [`compress`](Self::compress) into a tensor, without allocation.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::inline([[1, 2], [3, 4], [5, 6]]);
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// x.compress_into(Axis::<0>, &Tensor::inline([false, true, true]), &mut out);
    /// assert_eq!(out, Tensor::inline([[3, 4], [5, 6]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`compress`](Self::compress) would panic, or the number of elements differs.
    compress_into try_compress_into: [X: Copy, M: Shape, E: Storage, R, F: StorageMut](
        &self, axis: X, mask: &Tensor<bool, M, E>, out: &mut Tensor<T, R, F>
    )
    where [S: Compress<X, M>, R: Shape + NoneBroadcast<Compressed<S, X, M>> + HasAxis<X, Item: Dim, Put<Dyn>: Shape>]
    => {
        out.shape().none_broadcast(&self.shape().compressed(axis, mask.shape(), trues(mask))?)?;
        let at = axis_of(self.shape(), &axis)?;
        // a few indices at a time, on the stack
        let (mut indices, mut written) = (Tensor::<usize, (Size<64>,), Inline>::of_arrays([0; 64]), 0);
        let mut places = true_places(mask);
        loop {
            let some = indices.as_mut_slice().iter_mut().zip(&mut places).map(|(index, place)| *index = place).count();
            if some == 0 {
                return Ok(());
            }
            let indices = indices.view_by(NarrowAxis(Axis::<0>, 0..some));
            let mut part = out.view_by_mut(NarrowAxis(axis, written..written + some));
            self.picked(&mut part, IndexMode::Take(at), at, &indices)?;
            written += some;
        }
    };

    /// Sets the elements where a mask is true to a value.
    ///
    /// The mask broadcasts to this shape. [`where_cond`](Self::where_cond) creates a new tensor instead.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1, -2], [-3, 4]]);
    /// let mask = x.less(0);
    /// x.masked_fill(&mask, 0);
    /// assert_eq!(x, Tensor::from([[1, 0], [0, 4]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1, -2], [-3, 4]]);
    /// x.masked_fill(&Tensor::from([true, false, true]), 0); // cannot broadcast `(Size<3>,)` onto `(Size<2>, Size<2>)`
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast.
    masked_fill try_masked_fill: [R: Shape + BroadcastTo<S>, E: Storage](&mut self, mask: &Tensor<bool, R, E>, value: T)
    where [D: StorageMut] => {
        mask.shape().check_onto(self.shape())?;
        let operands = Axes { last: mask.aligned(), outer: Nil };
        // by value: through a reference to it, the loop would have a branch
        let each = move |element: &mut T, (choice,): (bool,)| *element = if choice { value } else { *element };
        kernel::update(self, &operands, each);
        Ok(())
    };

    /// Writes values where a mask is true: the inverse of [`masked_select`](Self::masked_select).
    ///
    /// The values have one axis, in row-major order. The mask broadcasts to this shape.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1, -2], [-3, 4]]);
    /// let mask = x.less(0);
    /// x.masked_scatter(&mask, &Tensor::from([20, 30]));
    /// assert_eq!(x, Tensor::from([[1, 20], [30, 4]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast, or the number of values differs.
    masked_scatter try_masked_scatter: [R: Shape + BroadcastTo<S>, E: Storage, V: ScatteredValues, F: Storage](
        &mut self, mask: &Tensor<bool, R, E>, values: &Tensor<T, V, F>
    )
    where [D: StorageMut] => {
        let stretched = mask.try_broadcast_to(self.shape())?;
        // as in `masked_select`
        if mask.shape().with_sizes(|sizes| self.shape().with_sizes(|own| own == sizes)) {
            self.scatter_by(mask, values)
        } else {
            self.scatter_by(&stretched, values)
        }
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// [`masked_select`](Self::masked_select) with a mask of the same sizes.
    #[inline]
    fn masked_by<R: Shape, E: Storage, Place: Owner>(
        &self,
        mask: &Tensor<bool, R, E>,
    ) -> Result<Tensor<T, (Dyn,), Place>, ShapeError> {
        let room = Room::<T, _, Place>::new((Dyn::new(trues(mask)),))?;
        let elements = self.iter().zip(mask.iter()).map(|(&element, &choice)| (element, choice));
        Ok(kernel::collected(room, elements))
    }

    /// [`masked_scatter`](Self::masked_scatter) with a mask of the same sizes.
    #[inline]
    fn scatter_by<V: Shape>(
        &mut self,
        mask: &Tensor<bool, impl Shape, impl Storage>,
        values: &Tensor<T, V, impl Storage>,
    ) -> Result<(), ShapeError>
    where
        D: StorageMut,
    {
        values.shape().erase().none_broadcast(&(Dyn::new(trues(mask)),))?;
        let places = self.iter_mut().zip(mask.iter());
        if let (Ok(values), Some(last)) = (values.try_as_slice(), values.numel().checked_sub(1)) {
            let mut next = 0;
            // a branch would be mispredicted
            places.for_each(|(to, &choice)| {
                let value = values[next.min(last)];
                *to = if choice { value } else { *to };
                next += usize::from(choice);
            });
            return Ok(());
        }
        let mut values = values.iter();
        places.filter(|(_, choice)| **choice).for_each(|(to, _)| {
            *to = *values.next().unwrap_or_else(|| unreachable!("there are as many"));
        });
        Ok(())
    }

    /// The elements where a mask of the same sizes is true.
    #[inline]
    fn chosen<'a, Place: Storage>(&'a self, mask: &'a Tensor<bool, S, Place>) -> impl Iterator<Item = T> + 'a {
        self.iter().zip(mask.iter()).filter_map(|(&element, &choice)| choice.then_some(element))
    }
}

/// The shape of values for [`Tensor::masked_scatter`]: one axis, or an [`AnyShape`].
#[diagnostic::on_unimplemented(
    message = "cannot write values of `{Self}` where a mask is true",
    label = "the values have one axis",
    note = "`flatten` makes one axis of all; `mask.where_cond(&values, &x)` takes values of the shape of the mask",
    note = "conformable: E-index"
)]
pub trait ScatteredValues: Shape {}

impl<N: Dim> ScatteredValues for (N,) {}
impl ScatteredValues for AnyShape {}

#[inline]
fn trues<S: Shape, D: Storage>(mask: &Tensor<bool, S, D>) -> usize {
    mask.iter().fold(0, |count, &choice| count + usize::from(choice))
}

/// The positions in row-major order where a mask is true.
#[inline]
fn true_places<S: Shape, D: Storage>(mask: &Tensor<bool, S, D>) -> impl Iterator<Item = usize> {
    mask.iter().enumerate().filter_map(|(place, &choice)| choice.then_some(place))
}

#[cfg(feature = "alloc")]
forms! {
    impl[S: Shape, D: Storage] Tensor<bool, S, D>;

    /// Returns the positions in row-major order where a mask is true. For one axis, these are indices.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([3, 1, 4, 1]);
    /// let places = x.equal(1).flat_nonzero();
    /// assert_eq!(places, Tensor::from([1, 3]));
    /// assert_eq!(x.take(Axis::<0>, &places), Tensor::from([1, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    #[doc(alias = "flatnonzero")]
    #[must_use]
    flat_nonzero try_flat_nonzero: (&self) -> Tensor<usize, (Dyn,), D::Owner> => {
        let room = Room::<usize, _, D::Owner>::new((Dyn::new(trues(self)),))?;
        Ok(kernel::collected(room, self.iter().copied().enumerate()))
    };

    /// Returns the indices where a mask is true: one row for each, with one column for each axis.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let places: Tensor<usize, Shape![_, 2]> = Tensor::from([[true, false], [true, true]]).nonzero();
    /// assert_eq!(places, Tensor::from([[0, 0], [1, 0], [1, 1]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    #[doc(alias = "argwhere")]
    #[must_use]
    nonzero try_nonzero: [R: Dim](&self) -> Tensor<usize, (Dyn, R), D::Owner>
    where [S: Ranked<Rank = R>] => {
        let rank = R::from_size(self.rank()).unwrap_or_else(|| unreachable!("the type tells the same rank"));
        let places = self.try_flat_nonzero()?;
        let room = Room::<usize, _, D::Owner>::new((Dyn::new(places.numel()), rank))?;
        Ok(kernel::unravelled(room, places.as_slice(), self.shape().sizes().as_ref()))
    };
}

/// A shape whose rank is a dim: static for a tuple, and [`Dyn`] for an [`AnyShape`].
#[cfg(feature = "alloc")]
pub trait Ranked: Shape {
    /// The rank.
    type Rank: Dim;
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<S: Shape + Tuple<Length: Dim>> Ranked for S {
    type Rank = S::Length;
}

#[cfg(feature = "alloc")]
impl Ranked for AnyShape {
    type Rank = Dyn;
}
