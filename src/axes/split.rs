//! Splits of an axis into consecutive parts, of given sizes or of equal size.
//!
//! ```text
//! sum(())                     = 0
//! sum((..Parts, p))           = sum(Parts) + p
//!
//! split(S, x, ())             = ()
//! split(S, x, (..Parts, p))   = (..split(S, x, Parts), S with p at x)     where the parts add up to the dim there
//! split(S, x, n)              = n times S with d / n at x                 where n divides d, the dim there
//! ```

use super::permute::axis_of;
use super::reshape::SameNumber;
use super::table::{FindsAxis, HasAxis};
use crate::shape::{
    Axes, Clash, Dim, DimQuot, DimSum, Interval, IntoDim, Kind, List, Nil, NumberOf, Numbered, Relation, Shape,
    ShapeError, Size, Sum, Tuple, Unknown,
};

/// A shape whose axis `X` can be split into `Parts`, a tuple of counts that add up to it.
///
/// ```
/// use conformable::axes::{Split, SplitParts};
/// use conformable::{AnyShape, Axis, Dyn, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(SplitParts<Shape![4, 5], Axis<1>, Shape![2, 3]>, (Shape![4, 2], Shape![4, 3]));
/// assert_type_eq!(SplitParts<Shape![_, 5], Axis<0>, (Dyn, Size<1>)>, (Shape![_, 5], Shape![1, 5]));
/// assert_type_eq!(SplitParts<AnyShape, Axis<0>, Shape![2, 3]>, (AnyShape, AnyShape));
///
/// let (first, second) = shape![2 + 2, 5].split(Axis::<0>, (Size::<3>, 1)).unwrap();
/// assert_eq!((first.sizes(), second.sizes()), ([3, 5], [1, 5]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Split;
/// use conformable::{Axis, shape};
///
/// shape![4, 5].split(Axis::<1>, shape![2, 2]); // the parts add up to `Size<4>`, and the axis is `Size<5>`
/// ```
pub trait Split<X, Parts>: FindsAxis<X> {
    /// The shapes of the parts, as a tuple.
    type Output;

    /// Computes the shapes at run time.
    ///
    /// # Errors
    ///
    /// If the parts do not add up to the size of the axis, or an [`AnyShape`](crate::AnyShape) has no such axis.
    fn split(&self, axis: X, parts: Parts) -> Result<Self::Output, ShapeError>;
}

/// The shapes of the parts into which the axis `X` of `S` is split.
pub type SplitParts<S, X, Parts> = <S as Split<X, Parts>>::Output;

// split(S, x, parts) = for each part p, S with p at x, where the parts add up to the dim there
impl<S: Shape, X: Copy, Parts, L, C, Shapes: List> Split<X, Parts> for S
where
    S: HasAxis<X, Item = C>,
    Parts: Tuple<List: IntoDims<Dims = L>>,
    L: List,
    C: SplitsInto<L::Tuple, X, S>,
    L: PartsOf<X, S, Shapes = Shapes>,
{
    type Output = Shapes::Tuple;

    #[inline]
    fn split(&self, axis: X, parts: Parts) -> Result<Self::Output, ShapeError> {
        let (axis, parts) = (axis_of(self, &axis)?, parts.into_list().into_dims());
        let mut sizes = [0; 16];
        let count = parts.write(&mut sizes);
        check(self, axis, &sizes[..count])?;
        parts.shapes(self, axis).map(List::into_tuple)
    }
}

/// The parts of [`Split`] as `Self`, so that the compiler knows them first.
pub trait SplitFrom<S, X> {
    /// The shapes of the parts.
    type Output;

    /// Computes the shapes at run time, and the position of the axis.
    #[doc(hidden)]
    fn split_from(self, shape: &S, axis: X) -> Result<(usize, Self::Output), ShapeError>;
}

impl<S: Shape + Split<X, Parts>, X, Parts> SplitFrom<S, X> for Parts {
    type Output = S::Output;

    #[inline]
    fn split_from(self, shape: &S, axis: X) -> Result<(usize, Self::Output), ShapeError> {
        Ok((axis_of(shape, &axis)?, shape.split(axis, self)?))
    }
}

/// Fails if the parts do not add up to the size of the axis.
#[inline]
fn check<S: Shape>(shape: &S, axis: usize, parts: &[usize]) -> Result<(), ShapeError> {
    // at most 16 parts of at most 64 bits do not overflow
    let sum = parts.iter().fold(0u128, |sum, &part| sum + part as u128);
    if shape.with_sizes(|sizes| sizes[axis] as u128 == sum) { Ok(()) } else { Err(differ(shape, axis, parts, sum)) }
}

#[cold]
#[inline(never)]
fn differ<S: Shape>(shape: &S, axis: usize, parts: &[usize], sum: u128) -> ShapeError {
    ShapeError::new(Relation::Numel, Clash::Split { axis, sum }, shape.partial(), parts)
}

/// A dim that is the sum of the tuple `Parts`, unless the types show that it differs.
///
/// ```
/// use conformable::axes::SumOf;
/// use conformable::{Axis, Dim, Tensor, View};
///
/// fn gates<N: Dim, C: Dim, A: Dim, B: Dim>(
///     x: &Tensor<f32, (N, C)>,
///     a: A,
///     b: B,
/// ) -> (Tensor<f32, (N, A), View<'_>>, Tensor<f32, (N, B), View<'_>>)
/// where
///     C: SumOf<(A, B)>,
/// {
///     x.split(Axis::<1>, (a, b))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the sum of `{Parts}`",
    label = "their sum is another size, or the compiler does not know it",
    note = "in generic code, add the bound `where {Self}: SumOf<{Parts}>`",
    note = "conformable: E-split"
)]
pub trait SumOf<Parts> {}

#[diagnostic::do_not_recommend]
impl<C: Dim<Kind: Kind<Number: IsSum<Parts>>>, Parts> SumOf<Parts> for C {}

/// A number that may be the sum of `Parts`.
pub trait IsSum<Parts> {}
impl<Parts> IsSum<Parts> for Unknown {}
impl<Lo, Hi, Parts> IsSum<Parts> for Interval<Lo, Hi> {}
impl<C: Numbered, Parts> IsSum<Parts> for NumberOf<C> where
    Parts: Tuple<List: AddUp<Sum: Numbered<Number: SameNumber<C::Number>>>>
{
}

/// The dim at `X` of `S`, which may be the sum of the tuple `Parts`.
#[diagnostic::on_unimplemented(
    message = "cannot split `{S}` along `{X}` into `{Parts}`",
    label = "the parts do not add up to `{Self}`, or the compiler does not know their sum",
    note = "in generic code, add the bound `where {Self}: SumOf<{Parts}>`",
    note = "conformable: E-split"
)]
pub trait SplitsInto<Parts, X, S> {}

#[diagnostic::do_not_recommend]
impl<C: SumOf<Parts>, Parts, X, S> SplitsInto<Parts, X, S> for C {}

/// A list of parts that add up to a dim.
pub trait AddUp {
    /// The sum.
    type Sum: Dim;
}

// sum(()) = 0
impl AddUp for Nil {
    type Sum = Size<0>;
}

// sum((..Parts, p)) = sum(Parts) + p
impl<Last: Dim, Outer: AddUp<Sum: DimSum<Last>>> AddUp for Axes<Last, Outer> {
    type Sum = Sum<Outer::Sum, Last>;
}

/// A list of counts, each a `usize` or a dim.
pub trait IntoDims {
    /// The list of their dims.
    type Dims;

    #[doc(hidden)]
    fn into_dims(self) -> Self::Dims;
}

impl IntoDims for Nil {
    type Dims = Self;

    #[inline]
    fn into_dims(self) -> Self {
        self
    }
}

impl<Last: IntoDim, Outer: IntoDims> IntoDims for Axes<Last, Outer> {
    type Dims = Axes<Last::Dim, Outer::Dims>;

    #[inline]
    fn into_dims(self) -> Self::Dims {
        Axes { outer: self.outer.into_dims(), last: self.last.into_dim() }
    }
}

/// A list of parts of the axis `X` of the shape `S`.
pub trait PartsOf<X, S> {
    /// Their shapes, as a list.
    type Shapes;

    #[doc(hidden)]
    fn write(&self, sizes: &mut [usize; 16]) -> usize;

    #[doc(hidden)]
    fn shapes(&self, shape: &S, axis: usize) -> Result<Self::Shapes, ShapeError>;
}

// split(S, x, ()) = ()
impl<X, S> PartsOf<X, S> for Nil {
    type Shapes = Self;

    #[inline]
    fn write(&self, _: &mut [usize; 16]) -> usize {
        0
    }

    #[inline]
    fn shapes(&self, _: &S, _: usize) -> Result<Self, ShapeError> {
        Ok(Self)
    }
}

// split(S, x, (..Parts, p)) = (..split(S, x, Parts), S with p at x)
impl<Last: Dim, Outer: PartsOf<X, S>, X, S: Shape> PartsOf<X, S> for Axes<Last, Outer>
where
    S: HasAxis<X, Put<Last>: Shape>,
{
    type Shapes = Axes<S::Put<Last>, Outer::Shapes>;

    #[inline]
    fn write(&self, sizes: &mut [usize; 16]) -> usize {
        let count = self.outer.write(sizes);
        sizes[count] = self.last.size();
        count + 1
    }

    #[inline]
    fn shapes(&self, shape: &S, axis: usize) -> Result<Self::Shapes, ShapeError> {
        Ok(Axes { outer: self.outer.shapes(shape, axis)?, last: part(shape, axis, self.last.size())? })
    }
}

#[inline]
fn part<S: Shape, Out: Shape>(shape: &S, axis: usize, size: usize) -> Result<Out, ShapeError> {
    let mut sizes = shape.sizes();
    sizes.as_mut()[axis] = size;
    Out::from_sizes(sizes.as_ref())
}

/// A shape whose axis `X` can be split into `N` equal parts.
///
/// ```
/// use conformable::axes::{ChunkOf, Chunk};
/// use conformable::{Axis, Dyn, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(ChunkOf<Shape![4, 6], Axis<1>, Size<3>>, Shape![4, 2]);
/// assert_type_eq!(ChunkOf<Shape![4, 6], Axis<1>, Dyn>, Shape![4, _]);
/// assert_eq!(shape![4, 6].chunk(Axis::<1>, Size::<3>), Ok(shape![4, 2]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Chunk;
/// use conformable::{Axis, Size, shape};
///
/// shape![4, 6].chunk(Axis::<1>, Size::<4>); // `Size<4>` does not divide the axis
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot split `{Self}` along `{X}` into `{N}` equal parts",
    label = "`{N}` does not divide the axis, or the compiler does not know whether it does, or it is not a dim, such as `Size::<2>` or `Dyn::new(2)`",
    note = "in generic code, add the bound `where C: DimQuot<{N}>`, of the dim `C` of the axis",
    note = "conformable: E-split"
)]
pub trait Chunk<X, N>: FindsAxis<X> {
    /// The shape of each part.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If `N` is 0 or does not divide the axis, or an [`AnyShape`](crate::AnyShape) has no such axis.
    fn chunk(&self, axis: X, parts: N) -> Result<Self::Output, ShapeError>;
}

/// The shape of each of `N` equal parts of the axis `X` of `S`.
pub type ChunkOf<S, X, N> = <S as Chunk<X, N>>::Output;

// split(S, x, n) = n times S with d / n at x, where d is the dim at x
#[diagnostic::do_not_recommend]
impl<S: Shape, X, N: Dim, Quotient> Chunk<X, N> for S
where
    S: HasAxis<X, Item: DimQuot<N, Output = Quotient>, Put<Quotient>: Shape>,
{
    type Output = S::Put<Quotient>;

    #[inline]
    fn chunk(&self, axis: X, parts: N) -> Result<Self::Output, ShapeError> {
        let (axis, parts) = (axis_of(self, &axis)?, parts.size());
        match self.with_sizes(|sizes| sizes[axis].checked_rem(parts).map(|left| (left, sizes[axis] / parts))) {
            Some((0, length)) => part(self, axis, length),
            _ => Err(not_divided(self, axis, parts)),
        }
    }
}

#[cold]
#[inline(never)]
fn not_divided<S: Shape>(shape: &S, axis: usize, parts: usize) -> ShapeError {
    ShapeError::new(Relation::Numel, Clash::Equal { axis, parts }, shape.partial(), shape.partial())
}

/// A number of equal parts of the axis `X` of `S`: [`Chunk`] with the number as `Self`.
pub trait ChunkFrom<S, X> {
    /// The shape of each part.
    type Output: Shape;

    #[doc(hidden)]
    fn equal_from(self, shape: &S, axis: X) -> Result<Self::Output, ShapeError>;
}

impl<S: Shape + Chunk<X, N>, X, N: Dim> ChunkFrom<S, X> for N {
    type Output = S::Output;

    #[inline]
    fn equal_from(self, shape: &S, axis: X) -> Result<Self::Output, ShapeError> {
        shape.chunk(axis, self)
    }
}
