//! Dims and shapes whose sizes are all static.

use super::dim::{Dim, Measure};
use super::extent::{HasRoom, Static};
use super::shape::Shape;

/// A dim whose size is static: the bound for generic code that makes inline tensors.
///
/// ```
/// use conformable::{Dim, Inline, Size, StaticDim, Tensor, shape};
///
/// fn ramp<N: StaticDim>(n: N) -> Tensor<usize, (N, Size<2>), Inline> {
///     Tensor::inline_from_fn(shape![n, 2], |[i, j]| 2 * i + j)
/// }
///
/// fn zeros<const N: usize>() -> Tensor<f32, (Size<N>,), Inline>
/// where
///     Size<N>: StaticDim,
/// {
///     Tensor::inline_full((Size,), 0.0)
/// }
///
/// fn size<N: StaticDim>() -> usize {
///     N::DIM.size()
/// }
///
/// assert_eq!(ramp(Size::<3>).into_array(), [[0, 1], [2, 3], [4, 5]]);
/// assert_eq!(size::<Size<7>>(), 7);
/// assert_eq!(zeros::<2>().into_array(), [0.0; 2]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Dyn, StaticDim};
///
/// fn known<N: StaticDim>(_: N) {}
/// known(Dyn::new(3)); // the size of `Dyn` is not known at compile time
/// ```
#[diagnostic::on_unimplemented(
    message = "the size of `{Self}` is not known at compile time",
    label = "a static dim is a `Size`, or a number that `dim!` names",
    note = "conformable: E-static"
)]
pub trait StaticDim: Dim + Measure<Extent = Static> {
    /// The only value of the type.
    const DIM: Self;
}

#[diagnostic::do_not_recommend]
impl<D: Dim + Measure<Extent = Static>> StaticDim for D {
    const DIM: Self = D::KNOWN.expect("`Extent` says that the size is known");
}

/// A shape whose sizes are all static.
#[diagnostic::on_unimplemented(
    message = "not every size of `{Self}` is known at compile time",
    label = "a static shape has no `Dyn`, and is not `AnyShape`",
    note = "`refine` to a static shape, where the sizes are checked at run time; in generic code, add the bound `N: StaticDim` for each dim",
    note = "conformable: E-static"
)]
pub trait StaticShape: Shape<Extent = Static> {
    /// The only value of the type, as a constant.
    const SHAPE: Self;

    /// Returns the only value of the type.
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

/// A shape whose sizes are all static or have bounds: the bound for generic code that makes inline tensors of it.
///
/// ```
/// use conformable::{CappedShape, Inline, Shape, Tensor, shape};
///
/// fn zeros<S: CappedShape>(shape: S) -> Tensor<f32, S, Inline> {
///     Tensor::inline_full(shape, 0.0)
/// }
///
/// assert_eq!(zeros(shape![2, 3]).into_array(), [[0.0; 3]; 2]);
/// assert_eq!(zeros(<Shape![1..=8, 3]>::from_sizes(&[2, 3])?).as_slice(), [0.0; 6]);
/// # Ok::<(), conformable::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "not every size of `{Self}` is known at compile time",
    label = "a static shape has no `Dyn`, and is not `AnyShape`",
    note = "`refine` to a static shape, or to bounds as in `Shape![1..=128]`, where the sizes are checked at run time; in generic code, add the bound `N: StaticDim` for each dim",
    note = "conformable: E-static"
)]
pub trait CappedShape: Shape<Extent: HasRoom> {}

#[diagnostic::do_not_recommend]
impl<S: Shape<Extent: HasRoom>> CappedShape for S {}
