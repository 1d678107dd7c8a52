//! Where PDPD's rule lays the second shape on the first.

use crate::pair::Unknown;
use typenum::{Const, ToUInt, U};

/// Axis `N` of the first shape, counted from 0, outermost first.
///
/// ```
/// use conformable::{Axis, PdpdBroadcast, Shape, assert_type_eq};
///
/// type A = Shape![2, 3, 4, 5];
/// assert_type_eq!(<A as PdpdBroadcast<Shape![3, 4], Axis<1>>>::Output, A);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axis<const N: usize>;

/// The default, axis -1 of the documents: the last axes of both shapes meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trailing;

/// [`Axis<N>`](Axis) or [`Trailing`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place to broadcast at",
    label = "a place is `Axis<N>`, where `N` is at most the rank, or `Trailing`"
)]
pub trait At: Copy + Default {
    /// The axis as a `typenum` number; [`Unknown`] for the default.
    type Number;

    /// The axis as the documents number it: from 0, or -1 for the default.
    const AXIS: isize;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> At for Axis<N>
where
    Const<N>: ToUInt,
{
    type Number = U<N>;
    const AXIS: isize = 0isize.saturating_add_unsigned(N);
}

impl At for Trailing {
    type Number = Unknown;
    const AXIS: isize = -1;
}
