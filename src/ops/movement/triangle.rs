//! Triangles of matrices.
//!
//! ```text
//! tril(x, k)[.., i, j]    = x[.., i, j]   if j <= i + k, else 0
//! triu(x, k)[.., i, j]    = x[.., i, j]   if j >= i + k, else 0
//! ```

use crate::axes::{HasAxis, axis_of};
use crate::forms::forms;
use crate::kernel::{self, Unary};
use crate::shape::{Axes, Axis, Dim, Nil, NoneBroadcast, Shape, ShapeError, StaticShape};
#[cfg(feature = "alloc")]
use crate::storage::Heap;
use crate::storage::{Inline, Owner, Room, Storage, StorageMut};
use crate::tensor::{Tensor, expect};
use core::convert::identity;
use core::ops::Range;
use num_traits::Zero;

forms! {
    impl[T: Zero + Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Returns the lower triangle of the last two axes: zeros above a diagonal.
    ///
    /// Diagonal 0 is the main one, 1 the next above it, -1 the next below.
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
    /// If an `AnyShape` has fewer than two axes, or the result cannot be allocated.
    #[must_use]
    tril try_tril: [Columns: Dim](&self, diagonal: isize) -> Tensor<T, S, D::Owner>
    where [S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>]
    => self.without(above(diagonal));

    /// [`tril`](Self::tril) into a tensor of that shape, without allocation.
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
    /// If [`tril`](Self::tril) would panic, or the sizes differ.
    tril_into try_tril_into: [Columns: Dim, R, E: StorageMut](&self, diagonal: isize, out: &mut Tensor<T, R, E>)
    where [S: HasAxis<Axis<-2>>, R: Shape + NoneBroadcast<S> + HasAxis<Axis<-1>, Item = Columns>]
    => self.without_into(out, above(diagonal));

    /// Returns the upper triangle of the last two axes: zeros below a diagonal.
    ///
    /// [`tril`](Self::tril) explains diagonals.
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
    /// If [`tril`](Self::tril) would panic.
    #[must_use]
    triu try_triu: [Columns: Dim](&self, diagonal: isize) -> Tensor<T, S, D::Owner>
    where [S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>]
    => self.without(below(diagonal));

    /// [`triu`](Self::triu) into a tensor of that shape, without allocation.
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
    /// If [`tril_into`](Self::tril_into) would panic.
    triu_into try_triu_into: [Columns: Dim, R, E: StorageMut](&self, diagonal: isize, out: &mut Tensor<T, R, E>)
    where [S: HasAxis<Axis<-2>>, R: Shape + NoneBroadcast<S> + HasAxis<Axis<-1>, Item = Columns>]
    => self.without_into(out, below(diagonal));
}

impl<T: Zero + Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// A copy with zeros in a part of each row, which `zeros(row, columns)` returns.
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
        copy.fill_in_rows(T::zero(), zeros);
        Ok(copy)
    }

    fn without_into<Columns: Dim, R, E: StorageMut>(
        &self,
        out: &mut Tensor<T, R, E>,
        zeros: impl Fn(usize, usize) -> Range<usize>,
    ) -> Result<(), ShapeError>
    where
        S: HasAxis<Axis<-2>>,
        R: Shape + NoneBroadcast<S> + HasAxis<Axis<-1>, Item = Columns>,
    {
        axis_of(self.shape(), &Axis::<-2>)?;
        out.shape().none_broadcast(self.shape())?;
        kernel::assign(out, &self.aligned());
        out.fill_in_rows(T::zero(), zeros);
        Ok(())
    }
}

impl<T: Copy, S: Shape, D: StorageMut> Tensor<T, S, D> {
    fn fill_in_rows<Columns: Dim>(&mut self, value: T, part: impl Fn(usize, usize) -> Range<usize>)
    where
        S: HasAxis<Axis<-1>, Item = Columns>,
    {
        if self.is_empty() {
            // there may be a huge number of empty rows
            return;
        }
        let rows = self.shape().with_sizes(|sizes| sizes[sizes.len() - 2]);
        for (number, mut row) in self.rows_mut().enumerate() {
            let columns = row.len();
            row.narrow_mut(Axis::<0>, part(number % rows, columns)).fill(value);
        }
    }
}

/// A mask of matrices that is false in a part of each row.
fn mask_without<S, Place: Owner, Columns: Dim>(
    shape: S,
    part: impl Fn(usize, usize) -> Range<usize>,
) -> Result<Tensor<bool, S, Place>, ShapeError>
where
    S: Shape + HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>,
{
    axis_of(&shape, &Axis::<-2>)?;
    let mut mask = kernel::from_fn(Room::<bool, S, Place>::new(shape)?, |_| true);
    mask.fill_in_rows(false, part);
    Ok(mask)
}

/// Implements the constructors of masks for one storage.
macro_rules! masks {
    (
        [$($impl:tt)+] $Storage:ty;
        $tril:ident $try_tril:ident, $triu:ident $try_triu:ident
    ) => {
        forms! {
            impl[$($impl)+] Tensor<bool, S, $Storage>;

            /// Creates a mask of the lower triangle of the last two axes, true up to a diagonal.
            ///
            /// [`tril`](Tensor::tril) explains diagonals.
            ///
            /// ```
            /// use conformable::{Tensor, shape};
            ///
            #[doc = concat!("let causal = Tensor::", stringify!($tril), "(shape![2, 3], 0);")]
            /// assert_eq!(causal, Tensor::from([[true, false, false], [true, true, false]]));
            /// ```
            ///
            /// ```compile_fail,E0277
            #[doc = concat!("conformable::Tensor::", stringify!($tril), "(conformable::shape![3], 0); // `(Size<3>,)` has no `Axis<-2>`")]
            /// ```
            ///
            /// # Panics
            ///
            /// If an `AnyShape` has fewer than two axes, or the mask cannot be allocated.
            #[doc(alias = "tri")]
            #[must_use]
            $tril $try_tril: [Columns: Dim](shape: S, diagonal: isize) -> Self
            where [S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>] => mask_without(shape, above(diagonal));

            /// Creates a mask of the upper triangle of the last two axes, true from a diagonal on.
            ///
            /// [`tril`](Tensor::tril) explains diagonals.
            ///
            /// ```
            /// use conformable::{Tensor, shape};
            ///
            #[doc = concat!("let mask = Tensor::", stringify!($triu), "(shape![2, 3], 1);")]
            /// assert_eq!(mask, Tensor::from([[false, true, true], [false, false, true]]));
            /// ```
            ///
            /// # Panics
            ///
            /// If an `AnyShape` has fewer than two axes, or the mask cannot be allocated.
            #[must_use]
            $triu $try_triu: [Columns: Dim](shape: S, diagonal: isize) -> Self
            where [S: HasAxis<Axis<-1>, Item = Columns> + HasAxis<Axis<-2>>] => mask_without(shape, below(diagonal));
        }
    };
}

#[cfg(feature = "alloc")]
masks!([S: Shape] Heap; tril_mask try_tril_mask, triu_mask try_triu_mask);
masks!([S: StaticShape] Inline; inline_tril_mask try_inline_tril_mask, inline_triu_mask try_inline_triu_mask);

fn above(diagonal: isize) -> impl Fn(usize, usize) -> Range<usize> {
    move |row, columns| place(row, diagonal.saturating_add(1)).min(columns)..columns
}

fn below(diagonal: isize) -> impl Fn(usize, usize) -> Range<usize> {
    move |row, columns| 0..place(row, diagonal).min(columns)
}

/// The column at a distance right of the main diagonal, at least 0.
fn place(row: usize, right: isize) -> usize {
    row.saturating_add_signed(right)
}
