//! The number of elements of a static shape, as a type: the length of an array.
//!
//! A product costs the compiler some milliseconds, so only conversions of arrays require it.

use crate::shape::{Axes, Nil, Numbered, StaticShape};
use core::ops::Mul;
use generic_array::ArrayLength;
use typenum::{Prod, U1};

/// The number of elements of the shape `S`, as a `typenum` number: the length of a
/// [`GenericArray`](generic_array::GenericArray).
///
/// ```
/// use conformable::{Numel, Shape, assert_type_eq};
///
/// assert_type_eq!(Numel<Shape![2, 3, 4]>, typenum::U24);
/// assert_type_eq!(Numel<Shape![]>, typenum::U1);
///
/// let x = generic_array::GenericArray::<f32, Numel<Shape![2, 3]>>::default();
/// assert_eq!(x.len(), 6);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Numel, Shape};
///
/// let n: Numel<Shape![2, _]>; // not every size of `(Size<2>, Dyn)` is known at compile time
/// ```
pub type Numel<S> = <S as StaticNumel>::Numel;

/// A static shape whose number of elements can be the length of an array.
#[diagnostic::on_unimplemented(
    message = "not every size of `{Self}` is known at compile time",
    label = "a static shape has no `Dyn`, and is not `AnyShape`",
    note = "`refine` to a static shape, where the sizes are checked at run time",
    note = "conformable: E-static"
)]
pub trait StaticNumel: StaticShape {
    /// The number of elements.
    type Numel: ArrayLength;
}

#[diagnostic::do_not_recommend]
impl<S: StaticShape<Axes: NumelAxes<Numel: ArrayLength>>> StaticNumel for S {
    type Numel = <S::Axes as NumelAxes>::Numel;
}

/// The list of a static shape, whose sizes are multiplied.
pub trait NumelAxes {
    /// The product of the sizes.
    type Numel;
}

// numel(()) = 1
impl NumelAxes for Nil {
    type Numel = U1;
}

// numel((..S, s)) = s * numel(S)
impl<Last, Outer> NumelAxes for Axes<Last, Outer>
where
    Last: Numbered<Number: Mul<Outer::Numel>>,
    Outer: NumelAxes,
{
    type Numel = Prod<Last::Number, Outer::Numel>;
}
