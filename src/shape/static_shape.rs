//! Shapes whose types tell every size.

use super::extent::Static;
use super::shape::Shape;

/// A shape whose type tells every size.
#[diagnostic::on_unimplemented(
    message = "not every size of `{Self}` is known at compile time",
    label = "a static shape has no `Dyn`, and is not `AnyShape`",
    note = "`refine` to a static shape, where the sizes are checked at run time"
)]
pub trait StaticShape: Shape<Extent = Static> {
    /// The one value of the type, as a constant.
    const SHAPE: Self;

    /// The one value of the type.
    #[inline]
    #[must_use]
    fn shape() -> Self {
        Self::SHAPE
    }
}

#[diagnostic::do_not_recommend]
impl<S: Shape<Extent = Static>> StaticShape for S {
    const SHAPE: Self = S::KNOWN.expect("`Extent` says that every size is known");
}
