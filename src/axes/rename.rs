//! The name of one axis replaced.

use super::table::HasAxis;
use crate::shape::{Dim, Dyn, Named, Plain, Shape, Within};

/// A shape whose axis `X` has the name `L`, which is replaced by `M`.
///
/// ```
/// use conformable::axes::Rename;
/// use conformable::{Axis, Shape, assert_type_eq};
///
/// struct Time;
/// struct Seen;
///
/// assert_type_eq!(<Shape![2, Time = _] as Rename<Axis<1>, Time, Seen>>::Output, Shape![2, Seen = _]);
/// assert_type_eq!(<Shape![Time = 8, 2] as Rename<Axis<0>, Time, Seen>>::Output, Shape![Seen = 8, 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot rename `{L}` to `{M}` at `{X}` of `{Self}`",
    label = "in generic code, add the bound `where {Self}: Rename<{X}, {L}, {M}>`",
    note = "conformable: E-widen"
)]
pub trait Rename<X, L, M> {
    /// The shape with the other name.
    type Output: Shape;

    /// Converts to it.
    fn rename(&self) -> Self::Output;
}

// rename(S, x, l, m) = S with d named m at x      where d there is named l
impl<S: Shape, X, L, M, D> Rename<X, L, M> for S
where
    S: HasAxis<X, Item: HasName<L, M, X, S, Renamed = D>, Put<D>: Shape>,
{
    type Output = S::Put<D>;

    #[inline]
    fn rename(&self) -> Self::Output {
        self.with_sizes(Self::Output::from_sizes).unwrap_or_else(|_| unreachable!("the types tell the same sizes"))
    }
}

/// A dim with the name `L`.
#[diagnostic::on_unimplemented(
    message = "cannot rename `{L}` to `{M}` at `{X}` of `{S}`",
    label = "that axis is `{Self}`, without the name `{L}`",
    note = "`rename::<Axis<1>, Time, Seen>()` has the axis, its name and the new one; `named` gives a first name",
    note = "conformable: E-widen"
)]
pub trait HasName<L, M, X, S> {
    /// The dim with the name `M`.
    type Renamed: Dim;
}

impl<L, M, X, S> HasName<L, M, X, S> for Dyn<L> {
    type Renamed = Dyn<M>;
}

impl<L, Lo, Hi, M, X, S> HasName<L, M, X, S> for Within<Lo, Hi, L>
where
    Within<Lo, Hi, M>: Dim,
{
    type Renamed = Within<Lo, Hi, M>;
}

impl<L, D: Plain, M, X, S> HasName<L, M, X, S> for Named<L, D> {
    type Renamed = Named<M, D>;
}
