//! The triangles of matrices.
//!
//! ```text
//! tril(x, k)[.., i, j]    = x[.., i, j]   where j <= i + k, else 0
//! triu(x, k)[.., i, j]    = x[.., i, j]   where j >= i + k, else 0
//! ```

use crate::axes::{HasAxis, axis_of};
use crate::forms::forms;
use crate::kernel::{self, Unary};
use crate::shape::{Axes, Axis, Dim, Nil, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Room, Storage, StorageMut};
use crate::tensor::{Tensor, expect};
use core::convert::identity;
use core::ops::Range;
use num_traits::Zero;

forms! {
    impl[T: Zero + Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// The lower triangle of the last two axes: zeros above the diagonal of that number, 0 for the main one, above 0
    /// for those above it.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.tril(0), Tensor::from([[1, 0, 0], [4, 5, 0]]));
    /// let causal = Tensor::full(shape![3, 3], 1).tril(0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::from([1, 2, 3]).tril(0); // `(Size<3>,)` has no `Axis<-2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes, or there is no memory for the result.
    #[must_use]
    tril try_tril: [Columns: Dim](&self, diagonal: isize) -> Tensor<T, S, D::Owner>
    where [S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>]
    => self.without(|row, columns| place(row, diagonal.saturating_add(1)).min(columns)..columns);

    /// [`tril`](Self::tril), written to a tensor of that shape. Nothing is allocated.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// Tensor::inline([[1, 2], [3, 4]]).tril_into(0, &mut out);
    /// assert_eq!(out, Tensor::inline([[1, 0], [3, 4]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes, or the sizes differ.
    tril_into try_tril_into: [Columns: Dim, R, E: StorageMut](&self, diagonal: isize, out: &mut Tensor<T, R, E>)
    where [S: HasAxis<Axis<-2>>, R: NoneBroadcast<S> + HasAxis<Axis<-1>, Item = Columns>]
    => self.without_into(out, |row, columns| place(row, diagonal.saturating_add(1)).min(columns)..columns);

    /// The upper triangle of the last two axes: zeros below the diagonal of that number, 0 for the main one, above 0
    /// for those above it.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.triu(1), Tensor::from([[0, 2, 3], [0, 0, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::from([1, 2, 3]).triu(0); // `(Size<3>,)` has no `Axis<-2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes, or there is no memory for the result.
    #[must_use]
    triu try_triu: [Columns: Dim](&self, diagonal: isize) -> Tensor<T, S, D::Owner>
    where [S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>]
    => self.without(|row, columns| 0..place(row, diagonal).min(columns));

    /// [`triu`](Self::triu), written to a tensor of that shape. Nothing is allocated.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// Tensor::inline([[1, 2], [3, 4]]).triu_into(0, &mut out);
    /// assert_eq!(out, Tensor::inline([[1, 2], [0, 4]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes, or the sizes differ.
    triu_into try_triu_into: [Columns: Dim, R, E: StorageMut](&self, diagonal: isize, out: &mut Tensor<T, R, E>)
    where [S: HasAxis<Axis<-2>>, R: NoneBroadcast<S> + HasAxis<Axis<-1>, Item = Columns>]
    => self.without_into(out, |row, columns| 0..place(row, diagonal).min(columns));
}

impl<T: Zero + Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// A copy with zeros in a part of each row, which `zeros` tells by its number in its matrix and its length.
    fn without<Columns: Dim>(
        &self,
        zeros: impl Fn(usize, usize) -> Range<usize>,
    ) -> Result<Tensor<T, S, D::Owner>, ShapeError>
    where
        S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>,
    {
        axis_of(self.shape(), &Axis::<-2>)?;
        let operands = Axes { last: self.aligned(), outer: Nil };
        let mut copy = kernel::map(Room::<_, _, D::Owner>::new(self.shape().clone())?, &operands, Unary(identity));
        copy.clear(zeros);
        Ok(copy)
    }

    /// The same, to a tensor of those sizes.
    fn without_into<Columns: Dim, R, E: StorageMut>(
        &self,
        out: &mut Tensor<T, R, E>,
        zeros: impl Fn(usize, usize) -> Range<usize>,
    ) -> Result<(), ShapeError>
    where
        S: HasAxis<Axis<-2>>,
        R: NoneBroadcast<S> + HasAxis<Axis<-1>, Item = Columns>,
    {
        axis_of(self.shape(), &Axis::<-2>)?;
        out.shape().none_broadcast(self.shape())?;
        kernel::assign(out, &self.aligned());
        out.clear(zeros);
        Ok(())
    }

    /// Makes a part of each row of matrices zeros.
    fn clear<Columns: Dim>(&mut self, zeros: impl Fn(usize, usize) -> Range<usize>)
    where
        D: StorageMut,
        S: HasAxis<Axis<-1>, Item = Columns>,
    {
        let rows = self.shape().with_sizes(|sizes| sizes[sizes.len() - 2]);
        for (number, mut row) in self.rows_mut().enumerate() {
            let columns = row.len();
            row.narrow_mut(Axis::<0>, zeros(number % rows, columns)).fill(T::zero());
        }
    }
}

/// So many columns right of the diagonal of a row, or the first one.
fn place(row: usize, right: isize) -> usize {
    row.saturating_add_signed(right)
}
