//! The elementwise functions, one row each.
//!
//! `float_functions!(then with)` calls `then! { with Bound Kernel => Result: rows }` for each group of functions. From
//! a row here these are made: the methods of `Tensor` and `Par`, the function in [`maths`](crate::maths), the operation
//! of engines, its method and the kernel of `Native`.

#![allow(unused_imports, unused_macros, reason = "some features need only some of the tables")]

/// The functions of one float: `"documentation" name Name`.
///
/// `Name` is the operation in [`engine::op`](crate::engine::op). `Kernel` is the type in `kernel` that calls the
/// function: `Heavy` for a function that the compiler would not vectorise.
macro_rules! float_functions {
    ($then:ident $($with:tt)*) => {
        $then! { $($with)* Floating Unary => T:
            "The absolute value." abs Abs
            "1 or -1 by the sign bit, for zeros too; NaN for NaN." signum Signum
            "Rounds down to an integer." floor Floor
            "Rounds up to an integer." ceil Ceil
            "Rounds to the nearest integer, halves away from 0." round Round
            "Rounds towards 0." trunc Trunc
            "The fractional part, with the sign of the element." fract Fract
            "`1 / x`." recip Recip
            "The square root; NaN below 0." sqrt Sqrt
            "Converts radians to degrees." to_degrees ToDegrees
            "Converts degrees to radians." to_radians ToRadians
        }
        $then! { $($with)* Floating Heavy => T:
            "The cube root." cbrt Cbrt
            "The tangent of an angle in radians." tan Tan
            "The arcsine in radians; NaN outside -1 to 1." asin Asin
            "The arccosine in radians; NaN outside -1 to 1." acos Acos
            "The arctangent in radians." atan Atan
            "The hyperbolic sine." sinh Sinh
            "The hyperbolic cosine." cosh Cosh
            "The inverse hyperbolic sine." asinh Asinh
            "The inverse hyperbolic cosine; NaN below 1." acosh Acosh
            "The inverse hyperbolic tangent; NaN outside -1 to 1." atanh Atanh
        }
        $then! { $($with)* Floating Unary => bool:
            "Whether the element is NaN." is_nan IsNan
            "Whether the element is neither infinite nor NaN." is_finite IsFinite
            "Whether the element is infinite." is_infinite IsInfinite
            "Whether the sign bit is set, as for -0.0 and some NaNs." is_sign_negative IsSignNegative
        }
        $crate::elementwise::maths_functions! { $then $($with)* Maths Heavy => T: }
    };
}

/// The functions of [`Maths`](crate::maths::Maths): `maths_functions!(then with)` calls `then! { with rows }`.
macro_rules! maths_functions {
    ($then:ident $($with:tt)*) => {
        $then! { $($with)*
            "`e^x`." exp Exp
            "`2^x`." exp2 Exp2
            "`e^x - 1`, accurate near 0." exp_m1 ExpM1
            "The natural logarithm." ln Ln
            "The natural logarithm of `1 + x`, accurate near 0." ln_1p Ln1p
            "The logarithm to base 2." log2 Log2
            "The logarithm to base 10." log10 Log10
            "The sine of any angle in radians." sin Sin
            "The cosine of any angle in radians." cos Cos
            "The hyperbolic tangent." tanh Tanh
            "`1 / (1 + e^-x)`, the logistic function." sigmoid Sigmoid
            "`x sigmoid(x)`, also called swish. At minus infinity it is -0, or NaN by the default of `Maths`."
            silu Silu
            "`ln(1 + e^x)`." softplus Softplus
            "The error function." erf Erf
            "`x` times the standard normal distribution function at `x`: exact, not by `tanh`. At minus infinity it is -0."
            gelu Gelu
            "The approximation of `gelu` by `tanh`, as in GPT-2." gelu_tanh GeluTanh
        }
    };
}

/// The functions of two elements: `name try_name Name (|lhs, rhs| expression)` after the documentation, which the
/// operation of engines shares.
macro_rules! binary_functions {
    ($then:ident) => {
        $then! { PartialEq => bool:
            /// Whether each element equals that of `rhs`.
            ///
            /// `x == y`, and so `x.eq(&y)`, is one `bool` for all elements.
            ///
            /// ```
            /// use conformable::Tensor;
            ///
            /// let (x, y) = (Tensor::from([1, 2]), Tensor::from([1, 3]));
            /// assert_eq!(x.equal(&y), Tensor::from([true, false]));
            /// assert!(!x.eq(&y));
            /// ```
            equal try_equal Equal (|lhs, rhs| lhs == rhs)
            /// Whether each element differs from that of `rhs`.
            not_equal try_not_equal NotEqual (|lhs, rhs| lhs != rhs)
        }
        $then! { PartialOrd => bool:
            /// Whether each element is less than that of `rhs`.
            ///
            /// ```
            /// use conformable::Tensor;
            ///
            /// let (x, limits) = (Tensor::from([[1, 5], [7, 2]]), Tensor::from([4, 2]));
            /// assert_eq!(x.less(4), Tensor::from([[true, false], [false, true]]));
            /// assert_eq!(x.less(&limits), Tensor::from([[true, false], [false, false]]));
            /// ```
            less try_less Less (|lhs, rhs| lhs < rhs)
            /// Whether each element is less than or equal to that of `rhs`.
            less_equal try_less_equal LessEqual (|lhs, rhs| lhs <= rhs)
            /// Whether each element is greater than that of `rhs`.
            greater try_greater Greater (|lhs, rhs| lhs > rhs)
            /// Whether each element is greater than or equal to that of `rhs`.
            greater_equal try_greater_equal GreaterEqual (|lhs, rhs| lhs >= rhs)
        }
        $then! { PartialOrd => T:
            /// The lesser of two elements, or NaN if one of them is NaN, as NumPy's `minimum`.
            minimum try_minimum Minimum (|lhs, rhs| if lhs < rhs || !reflexive(lhs) { lhs } else { rhs })
            /// The greater of two elements, or NaN if one of them is NaN, as NumPy's `maximum`.
            maximum try_maximum Maximum (|lhs, rhs| if lhs > rhs || !reflexive(lhs) { lhs } else { rhs })
        }
    };
}

/// The functions of two floats, in the rows of `binary_functions`.
macro_rules! binary_float_functions {
    ($then:ident) => {
        $then! { Floating => T:
            /// Raises each element to the power of that of `rhs`.
            pow try_pow Pow (|lhs, rhs| lhs.powf(rhs))
            /// The angle in radians of the point whose y is the element of `self` and whose x is that of `rhs`.
            atan2 try_atan2 Atan2 (|lhs, rhs| lhs.atan2(rhs))
            /// The distance from the origin of the point whose coordinates are the two elements.
            hypot try_hypot Hypot (|lhs, rhs| lhs.hypot(rhs))
            /// Each element with the sign of that of `rhs`.
            copysign try_copysign Copysign (|lhs, rhs| lhs.copysign(rhs))
        }
    };
}

/// The operators: `"sign" Op op try_op [Assign assign try_assign]`, after the scalar types that may be on their left.
macro_rules! operators {
    ($then:ident) => {
        $then! { (f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize)
            "+" Add add try_add [AddAssign add_assign try_add_assign]
            "-" Sub sub try_sub [SubAssign sub_assign try_sub_assign]
            "*" Mul mul try_mul [MulAssign mul_assign try_mul_assign]
            "/" Div div try_div [DivAssign div_assign try_div_assign]
            "%" Rem rem try_rem [RemAssign rem_assign try_rem_assign]
        }
        $then! { (bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize)
            "&" BitAnd bitand try_bitand [BitAndAssign bitand_assign try_bitand_assign]
            "|" BitOr bitor try_bitor [BitOrAssign bitor_assign try_bitor_assign]
            "^" BitXor bitxor try_bitxor [BitXorAssign bitxor_assign try_bitxor_assign]
        }
    };
}

pub(crate) use {binary_float_functions, binary_functions, float_functions, maths_functions, operators};
