//! Shapes whose types tell every size.

use super::extent::Static;
use super::shape::{AxesList, Shape};

/// A shape whose type tells every size.
#[diagnostic::on_unimplemented(
    message = "not every size of `{Self}` is known at compile time",
    label = "a static shape has no `Dyn`, and is not `AnyShape`",
    note = "`refine` to a static shape, where the sizes are checked at run time"
)]
pub trait StaticShape: Shape<Extent = Static> {
    /// The one value of the type.
    fn shape() -> Self;
}

#[diagnostic::do_not_recommend]
impl<S: Shape<Extent = Static>> StaticShape for S {
    #[inline]
    fn shape() -> Self {
        match S::Axes::known() {
            Some(axes) => axes.into_shape(),
            None => unreachable!("`Extent` says that every size is known"),
        }
    }
}
