//! Operators and maths on several threads: `x.par() + &y`.

use super::elementwise::maths::FEW;
use super::elementwise::zip::Ready;
use crate::elementwise::{float_functions, operators};
use crate::forms::{forms, operator};
use crate::kernel::parallel::{self, Operator};
use crate::kernel::{Binary, Function, Heavy, Unary, WithScalar};
use crate::maths::{self, Floating, Maths};
use crate::rule::{Numpy, NumpyBroadcast, NumpyOutput, NumpyWith};
use crate::shape::{Axes, Nil, Shape, ShapeError};
use crate::storage::{Heap, Storage};
use crate::tensor::{Computed, Scalar, Tensor, expect};
use core::convert::identity;
use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

/// A tensor whose next operation runs on several threads, from [`Tensor::par`].
#[derive(Debug)]
#[must_use = "it waits for an operation"]
pub struct Par<'a, T, S: Shape, D: Storage = Heap> {
    tensor: &'a Tensor<T, S, D>,
}

impl<T, S: Shape, D: Storage> Clone for Par<'_, T, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Shape, D: Storage> Copy for Par<'_, T, S, D> {}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Runs the next operation on the threads of `rayon`, if there are enough elements.
    ///
    /// It has operators under NumPy's rule, maths, maps, reductions along axes and products. Results equal those of one
    /// thread. [`Zip::par_map`](crate::Zip::par_map) takes more tensors, and [`Threads`](crate::Threads) whole
    /// programs.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let (x, y) = (Tensor::full(shape![500, 500], 2.0), Tensor::full(shape![500], 3.0));
    /// assert_eq!(x.par() * &y, Tensor::full(shape![500, 500], 6.0));
    /// assert_eq!((x.par() - 1.0).par().exp(), (&x - 1.0).exp());
    /// assert_eq!(x.par().mean(conformable::Axis::<-1>), x.mean(conformable::Axis::<-1>));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let (x, y) = (Tensor::from([1, 2]), Tensor::from([1, 2, 3]));
    /// x.par() + &y; // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// Elements must be `Send` and `Sync`, since threads share them.
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, shape};
    /// use std::cell::Cell;
    ///
    /// let cell = Cell::new(1);
    /// Tensor::full(shape![2], &cell).par().map(|cell| cell.get()); // `Cell<i32>` cannot be shared between threads
    /// ```
    pub const fn par(&self) -> Par<'_, T, S, D> {
        Par { tensor: self }
    }
}

impl<'a, T, S: Shape, D: Storage> Par<'a, T, S, D> {
    pub(super) const fn tensor(self) -> &'a Tensor<T, S, D> {
        self.tensor
    }
}

impl<'a, T: Copy + Send + Sync, S: Shape + Sync, D: Storage<Data<T, S>: Sync>> Par<'a, T, S, D> {
    /// The tensor as a list of one.
    const fn alone(self) -> Axes<&'a Tensor<T, S, D>, Nil> {
        Axes { last: self.tensor, outer: Nil }
    }

    #[track_caller]
    fn map_in<V: Send>(self, function: impl Function<(T,), Output = V> + Copy + Send + Sync) -> Tensor<V, S, D::Owner> {
        expect(Ready::new(self.alone(), &Numpy)).par_map(function)
    }

    /// [`Tensor::map`] on several threads.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([1, 4]).par().map(|x| x > 2), Tensor::from([false, true]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated, or if `f` panics. The elements computed before that may be leaked.
    #[must_use]
    #[track_caller]
    pub fn map<V: Send>(self, f: impl Fn(T) -> V + Sync) -> Tensor<V, S, D::Owner> {
        self.map_in(Unary(&f))
    }

    fn try_zip_in<U: Copy + Sync, R: Shape + NumpyWith<S> + Sync, E: Storage<Data<U, R>: Sync>, V: Send>(
        self,
        rhs: &Tensor<U, R, E>,
        function: impl Function<(T, U), Output = V> + Copy + Send + Sync,
    ) -> Result<Computed<V, NumpyOutput<S, R>, D, E>, ShapeError> {
        Ok(Ready::new(Axes { last: rhs, outer: self.alone() }, &Numpy)?.par_map(function))
    }
}

forms! {
    impl[T: Copy + Send + Sync, S: Shape + Sync, D: Storage<Data<T, S>: Sync>] Par<'_, T, S, D>;

    /// [`Tensor::zip_map`] on several threads.
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform, or as for [`map`](Self::map).
    zip_map try_zip_map: [U: Copy + Sync, R: Shape + NumpyWith<S> + Sync, E: Storage<Data<U, R>: Sync>, V: Send](
        self, rhs: &Tensor<U, R, E>, f: impl Fn(T, U) -> V + Sync
    ) -> Computed<V, NumpyOutput<S, R>, D, E>
    => self.try_zip_in(rhs, Binary(&f));
}

/// `x.par().try_add(&y)` and similar.
macro_rules! methods {
    ($Left:tt $($sign:literal $Op:ident $op:ident $try_op:ident $assign:tt)*) => {$(
        impl<T: $Op<Output = T> + Copy + Send + Sync, S: Shape + Sync, D: Storage<Data<T, S>: Sync>> Par<'_, T, S, D> {
            #[doc = concat!("Computes `self ", $sign, " rhs`. Returns an error in place of a panic.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not conform, or the result cannot be allocated.
            pub fn $try_op<R: Shape + NumpyWith<S> + Sync, E: Storage<Data<T, R>: Sync>>(
                self,
                rhs: &Tensor<T, R, E>,
            ) -> Result<Computed<T, NumpyOutput<S, R>, D, E>, ShapeError> {
                self.try_zip_in(rhs, Operator(Binary(T::$op)))
            }
        }
    )*};
}

operators!(methods);

/// `x.par() + &y` and `x.par() + 1.0`.
macro_rules! binary {
    ($Left:tt $($sign:literal $Op:ident $op:ident $try_op:ident $assign:tt)*) => {$(
        operator!(
            [
                T: $Op<Output = T> + Copy + Send + Sync, D: Storage<Data<T, S>: Sync>,
                S: Shape + NumpyBroadcast<R> + Sync,
                R: Shape + Sync, E: Storage<Data<T, R>: Sync>
            ] $Op $op:
            Par<'_, T, S, D>, &Tensor<T, R, E> => Computed<T, NumpyOutput<S, R>, D, E>,
            |l, r| expect(l.try_zip_in(r, Operator(Binary(T::$op))))
        );
        operator!(
            [T: $Op<Output = T> + Scalar + Send + Sync, D: Storage<Data<T, S>: Sync>, S: Shape + Sync] $Op $op:
            Par<'_, T, S, D>, T => Tensor<T, S, D::Owner>, |l, r| l.map_in(Operator(WithScalar(T::$op, r)))
        );
    )*};
}

operators!(binary);

/// Operators on one tensor: `unary!(Neg neg)` implements `-x.par()`.
macro_rules! unary {
    ($($Op:ident $op:ident)*) => {$(
        operator!(
            [T: $Op<Output: Send> + Copy + Send + Sync, S: Shape + Sync, D: Storage<Data<T, S>: Sync>] $Op $op:
            Par<'_, T, S, D> => Tensor<T::Output, S, D::Owner>, |x| x.map_in(Operator(Unary(T::$op)))
        );
    )*};
}

unary!(Neg neg Not not);

macro_rules! functions {
    (Floating $Kernel:ident => $Result:ty: $($doc:literal $name:ident $Name:ident)*) => {
        impl<T: Send + Sync, S: Shape + Sync, D: Storage<Data<T, S>: Sync>> Par<'_, T, S, D> {$(
            #[doc = concat!("[`Tensor::", stringify!($name), "`] on several threads.")]
            #[must_use]
            #[track_caller]
            pub fn $name(self) -> Tensor<$Result, S, D::Owner>
            where
                T: Floating,
            {
                self.map_in($Kernel(T::$name))
            }
        )*}
    };
    (Maths $Kernel:ident => $Result:ty: $($doc:literal $name:ident $Name:ident)*) => {
        impl<T: Send + Sync, S: Shape + Sync, D: Storage<Data<T, S>: Sync>> Par<'_, T, S, D> {$(
            #[doc = concat!("[`Tensor::", stringify!($name), "`] on several threads.")]
            #[must_use]
            #[track_caller]
            pub fn $name(self) -> Tensor<$Result, S, D::Owner>
            where
                T: Maths,
            {
                if !T::BY_SLICES || self.tensor.len() <= FEW {
                    return self.map_in($Kernel(<T as Maths>::$name));
                }
                let mut result = self.map_in(Unary(identity));
                parallel::pieces(result.as_mut_slice(), |piece| T::each(maths::Function::$Name, piece));
                result
            }
        )*}
    };
}

float_functions!(functions);

impl<T: Send + Sync, S: Shape + Sync, D: Storage<Data<T, S>: Sync>> Par<'_, T, S, D> {
    /// [`Tensor::powf`] on several threads.
    #[must_use]
    #[track_caller]
    pub fn powf(self, exponent: T) -> Tensor<T, S, D::Owner>
    where
        T: Floating,
    {
        self.map_in(WithScalar(T::powf, exponent))
    }

    /// [`Tensor::powi`] on several threads.
    #[must_use]
    #[track_caller]
    pub fn powi(self, exponent: i32) -> Tensor<T, S, D::Owner>
    where
        T: Floating,
    {
        self.map_in(WithScalar(T::powi, exponent))
    }
}
