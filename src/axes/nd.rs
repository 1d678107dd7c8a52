//! Shapes of elements selected by rows of indices, each with an index for several leading axes.
//!
//! ```text
//! gather_nd(S, (..I, k)) = outer(I, S without the first k axes)
//! ```

use super::outer::OuterAxes;
use super::permute::axis_of;
use super::table::HasAxis;
use crate::shape::{AnyShape, Axis, Dyn, Named, Shape, ShapeError, Size, Within};

/// A shape that rows of indices gather from, as in ONNX's `GatherND` and `ScatterND`.
///
/// The last axis of `I` has an index for each of the first axes of this shape.
///
/// ```
/// use conformable::axes::{GatherNd, GatheredNd};
/// use conformable::{AnyShape, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(GatheredNd<Shape![5, 6, 7], Shape![_, 2]>, Shape![_, 7]);
/// assert_type_eq!(GatheredNd<Shape![5, 6], Shape![3, 4, 2]>, Shape![3, 4]);
/// assert_type_eq!(GatheredNd<Shape![5, 6], Shape![3, _]>, AnyShape);
/// assert_eq!(shape![5, 6, 7].gathered_nd(&shape![4, 1]), Ok(shape![4, 6, 7]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::GatherNd;
/// use conformable::shape;
///
/// shape![5, 6].gathered_nd(&shape![4, 3]); // `(Size<5>, Size<6>)` has two axes, and the indices name three
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot gather from `{Self}` at indices of `{I}`",
    label = "the compiler does not know the last axis of the indices",
    note = "in generic code, add the bound `where {Self}: GatherNd<{I}>`",
    note = "conformable: E-index"
)]
pub trait GatherNd<I> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the last axis of the indices is longer than the rank, or an [`AnyShape`] of the indices has no axis.
    fn gathered_nd(&self, indices: &I) -> Result<Self::Output, ShapeError>;
}

/// The shape of the elements that indices of the shape `I` gather from `S`.
pub type GatheredNd<S, I> = <S as GatherNd<I>>::Output;

/// The size of the last axis of the indices `I`; `Left` is `S` without the axes already counted.
#[diagnostic::on_unimplemented(
    message = "cannot gather from `{S}` at indices of `{I}`",
    label = "along the last axis the indices have more elements than `{S}` has axes, or the compiler does not know how many",
    note = "in generic code, add the bound `where {S}: GatherNd<{I}>`",
    note = "conformable: E-index"
)]
pub trait Leads<Left, S, I> {
    /// `Left` without that many leading axes.
    type Behind: Shape;
}

/// A shape with at least one axis; `S` is the whole shape.
#[diagnostic::on_unimplemented(
    message = "cannot gather from `{S}` at indices of `{I}`",
    label = "along the last axis the indices have more elements than `{S}` has axes",
    note = "conformable: E-index"
)]
pub trait HasFirstAxis<S, I> {
    /// The shape without its first axis.
    type Behind;
}

#[diagnostic::do_not_recommend]
impl<Left: HasAxis<Axis<0>>, S, I> HasFirstAxis<S, I> for Left {
    type Behind = Left::Without;
}

#[diagnostic::do_not_recommend]
impl<Left: Shape, S, I> Leads<Left, S, I> for Size<0> {
    type Behind = Left;
}

// the rank of the result is not known
#[diagnostic::do_not_recommend]
impl<Left, S, I, Label: ?Sized> Leads<Left, S, I> for Dyn<Label> {
    type Behind = AnyShape;
}

#[diagnostic::do_not_recommend]
impl<Left, S, I, Lo, Hi, Label: ?Sized> Leads<Left, S, I> for Within<Lo, Hi, Label> {
    type Behind = AnyShape;
}

#[diagnostic::do_not_recommend]
impl<Left, S, I, Label, D: Leads<Left, S, I>> Leads<Left, S, I> for Named<Label, D> {
    type Behind = D::Behind;
}

/// Implements [`Leads`] for a size by that of the size below.
macro_rules! leads {
    ($($less:literal $size:literal),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Left: HasFirstAxis<S, I>, S, I> Leads<Left, S, I> for Size<$size>
        where
            Size<$less>: Leads<Left::Behind, S, I>,
        {
            type Behind = <Size<$less> as Leads<Left::Behind, S, I>>::Behind;
        }
    )*};
}

leads!(0 1, 1 2, 2 3, 3 4, 4 5, 5 6, 6 7, 7 8, 8 9, 9 10, 10 11, 11 12, 12 13, 13 14, 14 15, 15 16);

// gather_nd(S, (..I, k)) = outer(I, S without the first k axes)
impl<S: Shape, I: Shape, K, Rows: Shape, Behind: Shape<Axes: OuterAxes<Rows>>> GatherNd<I> for S
where
    I: HasAxis<Axis<-1>, Item = K, Without = Rows>,
    K: Leads<S, S, I, Behind = Behind>,
{
    type Output = <Behind::Axes as OuterAxes<Rows>>::Output;

    #[inline]
    fn gathered_nd(&self, indices: &I) -> Result<Self::Output, ShapeError> {
        let last = axis_of(indices, &Axis::<-1>)?;
        let why = "the last axis of the indices is longer than the rank";
        let too_long = || ShapeError::cannot("gather from", self.partial(), why).second("at", indices.partial());
        self.with_sizes(|sizes| {
            indices.with_sizes(|of_indices| {
                let (rows, behind) = (&of_indices[..last], sizes.get(of_indices[last]..).ok_or_else(too_long)?);
                let mut out = Self::Output::blank(rows.len() + behind.len());
                let all = rows.iter().chain(behind);
                out.as_mut().iter_mut().zip(all).for_each(|(size, from)| *size = *from);
                Self::Output::from_sizes(out.as_ref())
            })
        })
    }
}
