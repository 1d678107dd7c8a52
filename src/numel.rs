//! The number of elements of a static shape, as a type: the length of an array.
//!
//! A product costs the compiler some milliseconds, so nothing but arrays asks for one.

use crate::dim::Dim;
use crate::shape::{Axes, AxesList, Nil, Shape};
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
pub type Numel<S> = <S as StaticShape>::Numel;

/// A shape whose type tells every size.
#[diagnostic::on_unimplemented(
    message = "not every size of `{Self}` is known at compile time",
    label = "a static shape has no `Dyn`, and is not `AnyShape`",
    note = "`refine` to a static shape, where the sizes are checked at run time"
)]
pub trait StaticShape: Shape {
    /// The number of elements.
    type Numel: ArrayLength;

    /// The one value of the type.
    fn shape() -> Self;
}

#[diagnostic::do_not_recommend]
impl<S: Shape<Axes: StaticAxes<Numel: ArrayLength>>> StaticShape for S {
    type Numel = <S::Axes as StaticAxes>::Numel;

    #[inline]
    fn shape() -> Self {
        S::Axes::default().into_shape()
    }
}

/// The list behind a static shape.
pub trait StaticAxes: Default {
    /// The product of its sizes.
    type Numel;
}

// numel(()) = 1
impl StaticAxes for Nil {
    type Numel = U1;
}

// numel((..S, s)) = s * numel(S)
impl<Last, Outer> StaticAxes for Axes<Last, Outer>
where
    Last: Dim<Number: Mul<Outer::Numel>> + Default,
    Outer: StaticAxes,
{
    type Numel = Prod<Last::Number, Outer::Numel>;
}
