//! Elementwise functions of floats, named as those of `f64`.

use super::binary::Under;
use super::compare::binary;
use super::tensor_like::TensorLike;
use crate::elementwise::{binary_float_functions, float_functions};
use crate::kernel::{self, Heavy, Pure, Unary, WithScalar};
use crate::maths::{self, Floating, Maths};
use crate::rule::{Numpy, NumpyOutput, NumpyWith, Rule, RuleFor, RuleOutput};
use crate::shape::{Shape, ShapeError};
use crate::storage::Storage;
use crate::tensor::{Computed, Tensor, expect};
use core::convert::identity;

/// Up to this many elements, one pass costs less than a copy and a call.
pub(in crate::ops) const FEW: usize = 64;

/// Implements methods that apply a function to each element.
///
/// More than [`FEW`] elements of a type with `Maths::BY_SLICES` are copied, and changed as a slice by the type's own
/// loop. In a kernel, the compiler would not inline long functions, and so not vectorise the loop.
macro_rules! functions {
    (Floating $Kernel:ident => $Result:ty: $($doc:literal $name:ident $Name:ident)*) => {
        impl<T, S: Shape, D: Storage> Tensor<T, S, D> {$(
            #[doc = $doc]
            ///
            #[doc = concat!("[`f64::", stringify!($name), "`] of each element.")]
            #[must_use]
            pub fn $name(&self) -> Tensor<$Result, S, D::Owner>
            where
                T: Floating,
            {
                self.map_in(Pure($Kernel(T::$name)))
            }
        )*}
    };
    (Maths $Kernel:ident => $Result:ty: $($doc:literal $name:ident $Name:ident)*) => {
        impl<T, S: Shape, D: Storage> Tensor<T, S, D> {$(
            #[doc = $doc]
            ///
            #[doc = concat!("[`maths::", stringify!($name), "`] of each element.")]
            #[must_use]
            pub fn $name(&self) -> Tensor<$Result, S, D::Owner>
            where
                T: Maths,
            {
                if !T::BY_SLICES || self.len() <= FEW {
                    return self.map_in(Pure($Kernel(<T as Maths>::$name)));
                }
                let mut result = self.map_in(Pure(Unary(identity)));
                kernel::pieces(result.as_mut_slice(), |piece| T::each(maths::Function::$Name, piece));
                result
            }
        )*}
    };
}

float_functions!(functions);

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Raises each element to a power.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([4.0, 9.0]).powf(0.5), Tensor::from([2.0, 3.0]));
    /// ```
    #[must_use]
    pub fn powf(&self, exponent: T) -> Tensor<T, S, D::Owner>
    where
        T: Floating,
    {
        self.map_in(Pure(WithScalar(T::powf, exponent)))
    }

    /// Raises each element to an integer power.
    #[must_use]
    pub fn powi(&self, exponent: i32) -> Tensor<T, S, D::Owner>
    where
        T: Floating,
    {
        self.map_in(Pure(WithScalar(T::powi, exponent)))
    }
}

binary_float_functions!(binary);
