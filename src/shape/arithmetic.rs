//! Arithmetic on dims, computed on their numbers.

use super::digits::Floor;
use super::dim::{Dim, NumberIn};
use super::kind::{Floored, GreaterOf, LesserOf, Minus, NumberOf, Over, Plus, Raised, Times, Unknown};
use super::number::{FromNumber, Numbered};
use core::ops::{Add, Mul, Sub};
use typenum::{Max, Min, PartialDiv, Pow, Unsigned};

/// Defines one operation on two dims. For addition: the trait `DimSum<Rhs>` on dims with the method `plus`, its alias
/// `Sum<Lhs, Rhs>`, and the impls of `Plus<Rhs>` on numbers (`Unknown` with any number is `Unknown`).
macro_rules! arithmetic {
    (
        $(#[$doc:meta])* $alias:ident,
        $(#[$trait_doc:meta])* $name:ident :: $method:ident = $checked:expr, $number:ident = $op:ident
    ) => {
        $(#[$doc])*
        pub type $alias<Lhs, Rhs> = <Lhs as $name<Rhs>>::Output;

        $(#[$trait_doc])*
        pub trait $name<Rhs: Dim> {
            /// The resulting dim; a [`Dyn`](crate::Dyn) if either dim is one.
            type Output: Dim;

            /// Computes it on values; `None` if it is negative, above `usize::MAX` or not an integer.
            fn $method(self, rhs: Rhs) -> Option<Self::Output>
            where
                Self: Dim,
            {
                Self::Output::from_size(($checked)(self.size(), rhs.size())?)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<Lhs: Dim, Rhs: Dim> $name<Rhs> for Lhs
        where
            NumberIn<Lhs>: $number<NumberIn<Rhs>, Output: FromNumber<Dim: Dim>>,
        {
            type Output = <<NumberIn<Lhs> as $number<NumberIn<Rhs>>>::Output as FromNumber>::Dim;
        }

        impl<D> $number<Unknown> for NumberOf<D> {
            type Output = Unknown;
        }

        impl<D: Numbered<Number: $number<E::Number>>, E: Numbered> $number<NumberOf<E>> for NumberOf<D> {
            type Output = <D::Number as $number<E::Number>>::Output;
        }

        impl<Rhs> $number<Rhs> for Unknown {
            type Output = Unknown;
        }

        impl<Lhs: Unsigned> $number<Unknown> for Lhs {
            type Output = Unknown;
        }

        impl<Lhs: Unsigned + $op<Rhs>, Rhs: Unsigned> $number<Rhs> for Lhs {
            type Output = Lhs::Output;
        }
    };
}

arithmetic!(
    /// The dim of `Lhs + Rhs`, as for concatenation.
    ///
    /// ```
    /// use conformable::{Dyn, Size, Sum, assert_type_eq, dim};
    ///
    /// assert_type_eq!(Sum<Size<3>, Size<4>>, Size<7>);
    /// assert_type_eq!(Sum<Size<1000>, Size<25>>, dim!(1025));
    /// assert_type_eq!(Sum<Size<3>, Dyn>, Dyn);
    /// ```
    Sum,
    /// Dims that can be added.
    #[diagnostic::on_unimplemented(
        message = "cannot add the dims `{Self}` and `{Rhs}`",
        label = "the sum is above 999 999 999, or one is not a dim",
        note = "in generic code, add the bound `where {Self}: DimSum<{Rhs}>`",
        note = "conformable: E-size"
)]
    DimSum::plus = usize::checked_add, Plus = Add
);

arithmetic!(
    /// The dim of `Lhs * Rhs`, as for flattening.
    ///
    /// ```
    /// use conformable::{Prod, Size, Thousands, assert_type_eq};
    ///
    /// assert_type_eq!(Prod<Size<784>, Size<768>>, Thousands<602, 112>);
    /// ```
    Prod,
    /// Dims that can be multiplied.
    #[diagnostic::on_unimplemented(
        message = "cannot multiply the dims `{Self}` and `{Rhs}`",
        label = "the product is above 999 999 999, or one is not a dim",
        note = "in generic code, add the bound `where {Self}: DimProd<{Rhs}>`",
        note = "conformable: E-size"
)]
    DimProd::times = usize::checked_mul, Times = Mul
);

arithmetic!(
    /// The dim of `Lhs - Rhs`, as for slices.
    ///
    /// ```
    /// use conformable::{Diff, Size, assert_type_eq};
    ///
    /// assert_type_eq!(Diff<Size<7>, Size<4>>, Size<3>);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Diff, Size};
    ///
    /// let d: Diff<Size<4>, Size<7>>; // cannot subtract
    /// ```
    Diff,
    /// Dims where the second is at most the first.
    #[diagnostic::on_unimplemented(
        message = "cannot subtract the dim `{Rhs}` from `{Self}`",
        label = "the difference would be below zero",
        note = "in generic code, add the bound `where {Self}: DimDiff<{Rhs}>`",
        note = "conformable: E-size"
)]
    DimDiff::minus = usize::checked_sub, Minus = Sub
);

arithmetic!(
    /// The dim of `Lhs / Rhs`, as for equal parts.
    ///
    /// ```
    /// use conformable::{Dyn, Quot, Size, assert_type_eq};
    ///
    /// assert_type_eq!(Quot<Size<12>, Size<4>>, Size<3>);
    /// assert_type_eq!(Quot<Dyn, Size<4>>, Dyn);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Quot, Size};
    ///
    /// let d: Quot<Size<12>, Size<5>>; // cannot divide
    /// ```
    Quot,
    /// Dims where the second divides the first and is not 0.
    #[diagnostic::on_unimplemented(
        message = "cannot divide the dim `{Self}` by `{Rhs}`",
        label = "the quotient would not be a whole number",
        note = "in generic code, add the bound `where {Self}: DimQuot<{Rhs}>`",
        note = "conformable: E-size"
)]
    DimQuot::over = |lhs: usize, rhs: usize| (lhs.checked_rem(rhs)? == 0).then(|| lhs / rhs), Over = PartialDiv
);

arithmetic!(
    /// The dim of `Lhs / Rhs` rounded down, as for a window that skips a rest.
    ///
    /// ```
    /// use conformable::{FloorQuot, Size, assert_type_eq};
    ///
    /// assert_type_eq!(FloorQuot<Size<7>, Size<2>>, Size<3>);
    /// ```
    FloorQuot,
    /// Dims where the second is not 0.
    #[diagnostic::on_unimplemented(
        message = "cannot divide the dim `{Self}` by `{Rhs}`, rounded down",
        label = "the divisor is 0, or one is not a dim",
        note = "in generic code, add the bound `where {Self}: DimFloorQuot<{Rhs}>`",
        note = "conformable: E-size"
)]
    DimFloorQuot::floor_over = usize::checked_div, Floored = Floor
);

arithmetic!(
    /// The dim of `Lhs` to the power `Rhs`, as for the leaves of a tree.
    ///
    /// ```
    /// use conformable::{Power, Size, assert_type_eq, dim};
    ///
    /// assert_type_eq!(Power<Size<2>, Size<12>>, dim!(4096));
    /// ```
    Power,
    /// Dims where the second is an exponent of the first.
    #[diagnostic::on_unimplemented(
        message = "cannot raise the dim `{Self}` to the power `{Rhs}`",
        label = "the power is above 999 999 999, or one is not a dim",
        note = "in generic code, add the bound `where {Self}: DimPow<{Rhs}>`",
        note = "conformable: E-size"
)]
    DimPow::power = |base: usize, exponent| base.checked_pow(u32::try_from(exponent).unwrap_or(u32::MAX)),
    Raised = Pow
);

arithmetic!(
    /// The smaller of the dims `Lhs` and `Rhs`, as for the diagonal of a matrix.
    ///
    /// ```
    /// use conformable::{Dyn, Least, Size, assert_type_eq};
    ///
    /// assert_type_eq!(Least<Size<7>, Size<4>>, Size<4>);
    /// assert_type_eq!(Least<Size<7>, Dyn>, Dyn);
    /// ```
    Least,
    /// Dims that can be compared.
    #[diagnostic::on_unimplemented(
        message = "cannot find the smaller of the dims `{Self}` and `{Rhs}`",
        label = "the compiler does not know which is smaller",
        note = "in generic code, add the bound `where {Self}: DimMin<{Rhs}>`",
    note = "conformable: E-size"
)]
    DimMin::least = |lhs: usize, rhs| Some(lhs.min(rhs)), LesserOf = Min
);

arithmetic!(
    /// The larger of the dims `Lhs` and `Rhs`, as for padding to one length.
    ///
    /// ```
    /// use conformable::{Greatest, Size, assert_type_eq};
    ///
    /// assert_type_eq!(Greatest<Size<7>, Size<4>>, Size<7>);
    /// ```
    Greatest,
    /// Dims that can be compared.
    #[diagnostic::on_unimplemented(
        message = "cannot find the larger of the dims `{Self}` and `{Rhs}`",
        label = "the compiler does not know which is larger",
        note = "in generic code, add the bound `where {Self}: DimMax<{Rhs}>`",
        note = "conformable: E-size"
)]
    DimMax::greatest = |lhs: usize, rhs| Some(lhs.max(rhs)), GreaterOf = Max
);
