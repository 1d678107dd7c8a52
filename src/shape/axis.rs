//! Which axis, and where PDPD's rule lays the second shape on the first.

use crate::sealed::Sealed;
use core::marker::PhantomData;

/// Axis `N`, counted from 0, outermost first, or back from -1.
///
/// PDPD's rule lays the second shape on the first from such an axis on, which is never below 0 there: its own default
/// is [`Trailing`], by which the last axes of both meet, and not an axis -1 to start from.
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

/// PDPD's default, axis -1 of the documents: the last axes of both shapes meet.
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
    /// The axis in unary, to be counted down while the axes of a shape are walked; none for the default.
    type Steps;

    /// The axis as the documents number it: from 0, or -1 for the default.
    const AXIS: isize;
}

impl<const N: isize> Sealed for Axis<N> {}
impl Sealed for Trailing {}

/// No axis to step over.
#[derive(Debug)]
pub struct Here;

/// One axis to step over, and then `Steps`.
#[derive(Debug)]
pub struct Step<Steps>(PhantomData<Steps>);

impl At for Trailing {
    type Steps = Here;
    const AXIS: isize = -1;
}

/// Implements [`At`] for the axes listed, the first of which is `Steps` from the outermost.
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
