//! Matrix products.

use crate::forms::forms;
#[cfg(feature = "rayon")]
use crate::kernel::Threads;
use crate::kernel::{self, Converted, MatrixElement, OneThread};
#[cfg(feature = "rayon")]
use crate::ops::Par;
use crate::product::{MatmulOutput, MatmulWith};
use crate::shape::{Shape, ShapeError};
#[cfg(feature = "rayon")]
use crate::storage::Room;
use crate::storage::{Storage, Target};
use crate::tensor::{Computed, Tensor, expect};
use num_traits::AsPrimitive;

// bounds are on methods, so that errors name unsupported types
forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Multiplies matrices: `(m, k)` by `(k, n)` is `(m, n)`, as NumPy's `@`.
    ///
    /// The axes before the last two are batches, and broadcast. A vector is a row on the left, and a column on the
    /// right ([`Matmul`](crate::product::Matmul)).
    ///
    /// Operands may have any strides: `x.matmul(&y.t())` does not copy. Elements are summed as by [`sum`](Self::sum),
    /// in any order: `f16` and `bf16` in `f32`, and integers overflow as in Rust. The feature `matrixmultiply` packs
    /// large operands of real and complex floats into memory that it allocates, and aborts the process if it cannot.
    ///
    /// ```
    /// use conformable::{Dim, Tensor};
    ///
    /// fn linear<N: Dim, I: Dim, O: Dim>(
    ///     x: &Tensor<f32, (N, I)>,
    ///     w: &Tensor<f32, (I, O)>,
    ///     b: &Tensor<f32, (O,)>,
    /// ) -> Tensor<f32, (N, O)> {
    ///     x.matmul(w) + b
    /// }
    ///
    /// let x = Tensor::from([[1.0, 2.0, 3.0]]);
    /// let w = Tensor::from([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]);
    /// assert_eq!(linear(&x, &w, &Tensor::from([10.0, 20.0])), Tensor::from([[14.0, 25.0]]));
    ///
    /// fn scores<B: Dim, H: Dim, T: Dim, C: Dim>(
    ///     q: &Tensor<f32, (B, H, T, C)>,
    ///     k: &Tensor<f32, (B, H, T, C)>,
    /// ) -> Tensor<f32, (B, H, T, T)> {
    ///     q.matmul(&k.t())
    /// }
    /// # let q = Tensor::from([[[[1.0, 2.0], [3.0, 4.0]]]]);
    /// # assert_eq!(scores(&q, &q), Tensor::from([[[[5.0, 11.0], [11.0, 25.0]]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    /// x.matmul(&x); // `Size<3>`, the last axis of the left shape, and `Size<2>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes cannot be multiplied, or the result cannot be allocated.
    matmul try_matmul,
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::inline([[1, 2], [3, 4]]);
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// x.matmul_into(&x, &mut out);
    /// assert_eq!(out.into_array(), [[7, 10], [15, 22]]);
    /// ```
    matmul_into try_matmul_into: [R: Shape + MatmulWith<S>, E: Storage, U](
        &self, rhs: &Tensor<T, R, E>
    ) -> Computed<U, MatmulOutput<S, R>, D, E>
    where [T: MatrixElement<Total = U>]
    |to| {
        let to = to.prepare(rhs.shape().matmul_with(self.shape())?)?;
        Ok(kernel::product(to, &self.aligned(), &rhs.aligned(), OneThread::<T>::new()))
    };

    /// Multiplies matrices after converting each element to another number type with `as`.
    ///
    /// So `i8` products do not overflow in `i32`. Elements are converted as they are read, without a copy.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[100_i8, 100], [1, -1]]);
    /// assert_eq!(x.matmul_as::<i32, _, _>(&x), Tensor::from([[10_100, 9_900], [99, 101]]));
    /// assert_eq!(x.matmul_as::<f32, _, _>(&Tensor::from([1, 2])), Tensor::from([300.0, -1.0]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1_u8, 2, 3], [4, 5, 6]]);
    /// x.matmul_as::<u32, _, _>(&x); // `Size<3>`, the last axis of the left shape, and `Size<2>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If [`matmul`](Self::matmul) would panic.
    matmul_as try_matmul_as::<V, _, _>,
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::inline([[100_u8, 200]]);
    /// let mut out = Tensor::inline([[0_u32]]);
    /// x.matmul_as_into::<u32, _, _, _, _>(&x.t(), &mut out);
    /// assert_eq!(out.into_array(), [[50_000]]);
    /// ```
    matmul_as_into try_matmul_as_into::<V, _, _, _, _>:
        [V: MatrixElement + 'static, R: Shape + MatmulWith<S>, E: Storage](
        &self, rhs: &Tensor<T, R, E>
    ) -> Computed<V::Total, MatmulOutput<S, R>, D, E>
    where [T: MatrixElement<Wide: AsPrimitive<V>>]
    |to| {
        let to = to.prepare(rhs.shape().matmul_with(self.shape())?)?;
        Ok(kernel::product(to, &self.aligned(), &rhs.aligned(), OneThread::<Converted<T, V>>::new()))
    };
}

#[cfg(feature = "rayon")]
forms! {
    impl[T: Copy + Sync, S: Shape, D: Storage] Par<'_, T, S, D>;

    /// [`Tensor::matmul`] on several threads.
    ///
    /// Threads compute different matrices of a batch, or different rows or columns. Results equal those of one thread
    /// bit for bit.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from_fn(shape![200, 300], |[i, j]| (i + j) as f32 / 7.0);
    /// assert_eq!(x.par().matmul(&x.t()), x.matmul(&x.t()));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    /// x.par().matmul(&x); // `Size<3>`, the last axis of the left shape, and `Size<2>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If [`Tensor::matmul`] would panic.
    matmul try_matmul: [R: Shape + MatmulWith<S>, E: Storage, U: Send](
        self, rhs: &Tensor<T, R, E>
    ) -> Computed<U, MatmulOutput<S, R>, D, E>
    where [T: MatrixElement<Total = U>] => {
        let lhs = self.tensor();
        let room = Room::new(rhs.shape().matmul_with(lhs.shape())?)?;
        Ok(kernel::product(room, &lhs.aligned(), &rhs.aligned(), Threads::<T>::new()))
    };
}
