//! Interleaving: the columns of two shapes alternate, so that the last axis doubles.
//!
//! ```text
//!   lhs  2  3
//!   rhs  2  3
//!   out  2  6
//! ```
//!
//! ```text
//! interleave((..L, l), (..R, r))  = (..none(L, R), l + l)     where l = r
//! interleave(*, R)                = interleave(L, *) = *      * is a shape of unknown rank
//! ```
//!
//! This crate uses only public items of `conformable`: the list behind a shape ([`Axes`]), the table of dims
//! ([`Meet`]), arithmetic ([`DimSum`]), and the constructors of [`ShapeError`].

use conformable::shape::{Axes, AxesList, Equal, Meet, Met, Nil};
use conformable::{AnyShape, Dim, DimSum, NoneBroadcast, NoneOutput, PartialShape, Shape, ShapeError, Sum};

/// The result of `Lhs` and `Rhs`.
pub type Interleaved<Lhs, Rhs> = <Lhs as Interleave<Rhs>>::Output;

/// Two shapes of equal sizes whose columns can alternate.
///
/// ```
/// use conformable::{Shape, assert_type_eq, shape};
/// use shape_function::{Interleave, Interleaved};
///
/// assert_type_eq!(Interleaved<Shape![_, 3], Shape![2, 3]>, Shape![2, 6]);
///
/// let n = 2;
/// assert_eq!(shape![n, 3].interleave(&shape![n, n + 1]).unwrap().sizes(), [2, 6]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::shape;
/// use shape_function::Interleave;
///
/// shape![2, 3].interleave(&shape![2, 4]); // cannot interleave `(Size<2>, Size<3>)` with `(Size<2>, Size<4>)`
/// ```
pub trait Interleave<Rhs>: Shape {
    /// The shape that comes out.
    type Output: Shape;

    /// The same at run time.
    ///
    /// # Errors
    ///
    /// If the sizes differ, or the rank is 0.
    fn interleave(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

impl<Lhs: Shape, Rhs: Shape> Interleave<Rhs> for Lhs
where
    Rhs::Axes: InterleaveAxes<Lhs::Axes, Lhs, Rhs>,
{
    type Output = <Rhs::Axes as InterleaveAxes<Lhs::Axes, Lhs, Rhs>>::Output;

    fn interleave(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        let sizes = interleave_partial(&self.partial(), &rhs.partial())?;
        let sizes = sizes.to_shape().expect("every size of a value is known");
        Self::Output::from_sizes(&sizes)
    }
}

/// The function on two lists, innermost axis first: `Left`, and `Self` on its right. `Lhs` and `Rhs` are the whole
/// shapes.
#[diagnostic::on_unimplemented(
    message = "cannot interleave `{Lhs}` with `{Rhs}`",
    label = "a scalar has no columns, or the ranks are not known to be equal",
    note = "in generic code, add the bound `where {Lhs}: Interleave<{Rhs}>`"
)]
pub trait InterleaveAxes<Left, Lhs, Rhs> {
    /// The shape that comes out.
    type Output: Shape;
}

// interleave((..L, l), (..R, r)) = (..none(L, R), l + l) where l = r
impl<L, LOuter: AxesList, R, ROuter: AxesList, Lhs, Rhs> InterleaveAxes<Axes<L, LOuter>, Lhs, Rhs> for Axes<R, ROuter>
where
    L: Columns<R, Lhs, Rhs>,
    LOuter::Shape: NoneBroadcast<ROuter::Shape>,
{
    type Output = <NoneOutput<LOuter::Shape, ROuter::Shape> as Shape>::Push<L::Twice>;
}

// interleave(*, R) = *
impl<R, ROuter, Lhs, Rhs> InterleaveAxes<AnyShape, Lhs, Rhs> for Axes<R, ROuter> {
    type Output = AnyShape;
}

// interleave(L, *) = *
impl<L, LOuter, Lhs, Rhs> InterleaveAxes<Axes<L, LOuter>, Lhs, Rhs> for AnyShape {
    type Output = Self;
}

impl<Lhs, Rhs> InterleaveAxes<AnyShape, Lhs, Rhs> for AnyShape {
    type Output = Self;
}

impl<Lhs, Rhs> InterleaveAxes<AnyShape, Lhs, Rhs> for Nil
where
    Nil: HasColumns<Lhs, Rhs>,
{
    type Output = AnyShape;
}

/// A shape that is not a scalar's.
#[diagnostic::on_unimplemented(message = "cannot interleave `{Lhs}` with `{Rhs}`", label = "a scalar has no columns")]
pub trait HasColumns<Lhs, Rhs> {}

/// The last dims of the shapes `Lhs` and `Rhs`, which are equal.
#[diagnostic::on_unimplemented(
    message = "cannot interleave `{Lhs}` with `{Rhs}`",
    label = "`{Self}` and `{Other}` differ: both have as many columns"
)]
pub trait Columns<Other, Lhs, Rhs> {
    /// Twice as many.
    type Twice: Dim;
}

#[diagnostic::do_not_recommend]
impl<L: Dim, R: Dim, Lhs, Rhs> Columns<R, Lhs, Rhs> for L
where
    L::Kind: Meet<R::Kind, Equal>,
    Met<L, R, Equal>: DimSum<Met<L, R, Equal>>,
{
    type Twice = Sum<Met<L, R, Equal>, Met<L, R, Equal>>;
}

/// The function on slices.
///
/// # Errors
///
/// If the sizes differ, or the rank is 0.
pub fn interleave_shapes(lhs: &[usize], rhs: &[usize]) -> Result<AnyShape, ShapeError> {
    let shape = interleave_partial(&lhs.into(), &rhs.into())?;
    Ok(shape.to_shape().expect("every size is known"))
}

/// The function on partly known shapes.
///
/// # Errors
///
/// If known sizes differ, or the rank is 0.
pub fn interleave_partial(lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, ShapeError> {
    let refuse = |why| ShapeError::cannot("interleave", lhs.clone(), why).with(rhs.clone());
    let (Some(l), Some(r)) = (lhs.dims(), rhs.dims()) else { return Ok(PartialShape::UNKNOWN) };
    if l.is_empty() || r.is_empty() {
        return Err(refuse("a scalar has no columns"));
    }
    if l.len() != r.len() {
        return Err(refuse("the ranks differ"));
    }
    let mut dims = Vec::with_capacity(l.len());
    for (axis, (l, r)) in l.iter().zip(r).enumerate() {
        match (l, r) {
            (Some(l), Some(r)) if l != r => return Err(refuse("both have as many").at(axis)),
            _ => dims.push(l.or(*r)),
        }
    }
    if let Some(Some(last)) = dims.last_mut() {
        *last = last.checked_mul(2).ok_or_else(|| ShapeError::overflow(lhs.clone()))?;
    }
    Ok(dims.into_iter().collect())
}

/// The function on tensors, which only needs the shapes.
///
/// # Errors
///
/// If the sizes differ, or the rank is 0.
#[cfg(feature = "alloc")]
pub fn interleave<T: Copy, S: Interleave<R>, R: Shape>(
    x: &conformable::Tensor<T, S>,
    y: &conformable::Tensor<T, R>,
) -> Result<conformable::Tensor<T, S::Output>, ShapeError> {
    let shape = x.shape().interleave(y.shape())?;
    let elements = x.iter().zip(y).flat_map(|(x, y)| [*x, *y]).collect();
    Ok(conformable::Tensor::from_vec(shape, elements)?)
}
