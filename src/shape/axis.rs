//! Axes by number, and where PDPD's rule aligns the second shape.

use crate::sealed::Sealed;
use core::marker::PhantomData;

/// Axis `N`, counted from 0, outermost first, or back from -1.
///
/// PDPD's rule aligns the second shape with the first from this axis on. There it must not be negative: the rule's
/// default is [`Trailing`], which aligns the last axes.
///
/// ```
/// use conformable::{Axis, PdpdBroadcast, Shape, assert_type_eq};
///
/// type A = Shape![2, 3, 4, 5];
/// assert_type_eq!(<A as PdpdBroadcast<Shape![3, 4], Axis<1>>>::Output, A);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Axis, Pdpd, Tensor};
///
/// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
/// x.under(Pdpd(Axis::<-1>)) + Tensor::from([1, 2, 3]); // the default is `Pdpd(Trailing)`
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axis<const N: isize>;

/// PDPD's default, axis -1 in its documents: aligns the last axes of both shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trailing;

/// [`Axis<N>`](Axis), `N` from 0 to 16, or [`Trailing`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place to broadcast at",
    label = "a place is `Axis<N>`, where `N` is from 0 to the rank, or `Trailing`",
    note = "the default, where the documents say axis -1, is `Pdpd(Trailing)`: the last axes of both shapes meet",
    note = "conformable: E-rule"
)]
pub trait At: Copy + Default + Sealed {
    /// The axis in unary, which a walk counts down; [`Here`] for the default.
    type Steps;

    /// The axis as PDPD's documents number it: from 0, or -1 for the default.
    const AXIS: isize;
}

impl<const N: isize> Sealed for Axis<N> {}
impl Sealed for Trailing {}

/// Zero axes to step over.
#[derive(Debug)]
pub struct Here;

/// One axis to step over, then `Steps`.
#[derive(Debug)]
pub struct Step<Steps>(PhantomData<Steps>);

impl At for Trailing {
    type Steps = Here;
    const AXIS: isize = -1;
}

/// Implements [`At`] for the axes listed; `Steps` leads to the first.
macro_rules! axes {
    ($Steps:ty;) => {};
    ($Steps:ty; $n:literal $($rest:literal)*) => {
        #[diagnostic::do_not_recommend]
        impl At for Axis<$n> {
            type Steps = $Steps;
            const AXIS: isize = $n;
        }
        axes!(Step<$Steps>; $($rest)*);
    };
}

axes!(Here; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
