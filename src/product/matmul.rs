//! The product of two tensors as matrices, as NumPy's `matmul`; see [`Matmul`].
//!
//! ```text
//!   lhs  8  1  2  3
//!   rhs     4  3  5
//!   out  8  4  2  5          3 is summed along
//! ```
//!
//! ```text
//! matmul((k,), (k,))                  = ()
//! matmul((..L, m, k), (k,))           = (..L, m)
//! matmul((..L, k), (k, n))            = (..L, n)
//! matmul((k,), (..R, r, k, n))        = (..R, r, n)
//! matmul((..L, m, k), (..R, r, k, n)) = (..numpy(L, (..R, r)), m, n)
//! matmul(L, *) = matmul(*, R)         = *                         * is a shape of unknown rank
//! ```

use super::ends::LastAxis;
use crate::rule::numpy;
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, AxesList, Clash, Dim, Equal, Meet, Met, Nil, NumpyAxes, PairRule, Relation, Shape, ShapeError,
    meet, refusal,
};
use core::marker::PhantomData;

/// A shape that can be multiplied by `Rhs` as matrices: NumPy's `matmul`.
///
/// The last two axes are the matrices, `(m, k)` by `(k, n)`; those before are batches, and broadcast by
/// [`NumpyBroadcast`](crate::NumpyBroadcast). A shape of rank 1 is a vector: a row on the left, a column on the right.
/// A scalar has no axis to sum along and is refused.
///
/// This trait is sealed.
///
/// ```
/// use conformable::{Matmul, MatmulOutput, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(MatmulOutput<Shape![2, 3], Shape![3, 5]>, Shape![2, 5]);
/// assert_type_eq!(MatmulOutput<Shape![8, 1, 2, 3], Shape![4, 3, 5]>, Shape![8, 4, 2, 5]);
/// assert_type_eq!(MatmulOutput<Shape![7, 2, 3], Shape![3]>, Shape![7, 2]);
/// assert_type_eq!(MatmulOutput<Shape![_, 3], Shape![_, 5]>, Shape![_, 5]);
/// assert_eq!(shape![2, 3].matmul(&shape![3, 5]), Ok(shape![2, 5]));
///
/// let error = shape![2, 3].erase().matmul(&shape![4, 5]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot multiply (2, 3) by (4, 5) as matrices: 3, the last axis of the left shape, and 4 differ",
/// );
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{MatmulOutput, Shape};
///
/// type Refused = MatmulOutput<Shape![2, 3], Shape![4, 5]>;
/// let shape: Refused; // `Size<3>`, the last axis of the left shape, and `Size<4>` differ
/// ```
pub trait Matmul<Rhs> {
    /// The shape of the product.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the sizes to sum along differ, the batches do not broadcast, or a shape has no axes.
    fn matmul(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

/// The shape of the product of `Lhs` and `Rhs` as matrices.
pub type MatmulOutput<Lhs, Rhs> = <Rhs as MatmulWith<Lhs>>::Output;

/// A right shape: [`Matmul`] with it as `Self`, so that a bound on the left shape does not decide what it is.
pub trait MatmulWith<Lhs> {
    /// The shape of the product.
    type Output: Shape;

    #[doc(hidden)]
    fn matmul_with(&self, lhs: &Lhs) -> Result<Self::Output, ShapeError>;
}

impl<Lhs: Matmul<Rhs, Output = Out>, Rhs, Out: Shape> MatmulWith<Lhs> for Rhs {
    type Output = Out;

    #[inline]
    fn matmul_with(&self, lhs: &Lhs) -> Result<Out, ShapeError> {
        lhs.matmul(self)
    }
}

impl<Lhs: Shape, Rhs: Shape> Matmul<Rhs> for Lhs
where
    Rhs::Axes: MatmulAxes<Lhs::Axes, Lhs, Rhs>,
{
    type Output = <Rhs::Axes as MatmulAxes<Lhs::Axes, Lhs, Rhs>>::Output;

    #[inline]
    fn matmul(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        self.with_axes(|lhs| rhs.with_axes(|rhs| Rhs::Axes::multiplied(lhs, rhs)))
            .map_err(|clash| refusal(Relation::Product { inverse: false }, clash, self, rhs))
    }
}

/// The product of two lists, innermost axis first: `Left`, and `Self` on its right.
#[diagnostic::on_unimplemented(
    message = "cannot multiply `{Lhs}` by `{Rhs}` as matrices",
    label = "the compiler cannot prove that these matrices multiply",
    note = "in generic code, add the bound `where {Lhs}: Matmul<{Rhs}>`",
    note = "conformable: E-product"
)]
pub trait MatmulAxes<Left, Lhs, Rhs>: Sealed {
    /// The shape of the product.
    type Output: Shape;
    #[doc(hidden)]
    fn multiplied(lhs: &Left, rhs: &Self) -> Result<Self::Output, Clash>;
}

// matmul((k,), (k,)) = ()
impl<J, K: SummedDim<J, Lhs, Rhs>, Lhs, Rhs> MatmulAxes<Axes<K, Nil>, Lhs, Rhs> for Axes<J, Nil> {
    type Output = ();

    #[inline]
    fn multiplied(lhs: &Axes<K, Nil>, rhs: &Self) -> Result<(), Clash> {
        lhs.last.summed(&rhs.last)
    }
}

// matmul((..L, m, k), (k,)) = (..L, m)
impl<J, K: SummedDim<J, Lhs, Rhs>, M, L, Lhs, Rhs> MatmulAxes<Axes<K, Axes<M, L>>, Lhs, Rhs> for Axes<J, Nil>
where
    Axes<M, L>: AxesList,
{
    type Output = <Axes<M, L> as AxesList>::Shape;

    #[inline]
    fn multiplied(lhs: &Axes<K, Axes<M, L>>, rhs: &Self) -> Result<Self::Output, Clash> {
        lhs.last.summed(&rhs.last)?;
        Ok(lhs.outer.clone().into_shape())
    }
}

// matmul((..L, k), (k, n)) = (..L, n)
impl<J, N: Dim, Left: AxesList<Shape: LastAxis<Last: SummedDim<J, Lhs, Rhs>>>, Lhs, Rhs> MatmulAxes<Left, Lhs, Rhs>
    for Axes<N, Axes<J, Nil>>
{
    type Output = <Left::Shape as LastAxis>::To<N>;

    #[inline]
    fn multiplied(lhs: &Left, rhs: &Self) -> Result<Self::Output, Clash> {
        let lhs = lhs.clone().into_shape();
        lhs.last().summed(&rhs.outer.last)?;
        Ok(lhs.to(rhs.last))
    }
}

// matmul((k,), (..R, r, k, n)) = (..R, r, n)
impl<J, K: SummedDim<J, Lhs, Rhs>, N: Dim, B, R, Lhs, Rhs> MatmulAxes<Axes<K, Nil>, Lhs, Rhs>
    for Axes<N, Axes<J, Axes<B, R>>>
where
    Axes<B, R>: AxesList,
{
    type Output = <<Axes<B, R> as AxesList>::Shape as Shape>::Push<N>;

    #[inline]
    fn multiplied(lhs: &Axes<K, Nil>, rhs: &Self) -> Result<Self::Output, Clash> {
        lhs.last.summed(&rhs.outer.last)?;
        Ok(rhs.outer.outer.clone().into_shape().push(rhs.last))
    }
}

// matmul((..L, m, k), (..R, r, k, n)) = (..numpy(L, (..R, r)), m, n)
impl<J, K, M: Dim, L, N: Dim, B, R, Lhs, Rhs> MatmulAxes<Axes<K, Axes<M, L>>, Lhs, Rhs> for Axes<N, Axes<J, Axes<B, R>>>
where
    K: SummedDim<J, Lhs, Rhs>,
    Axes<B, R>: NumpyAxes<L, BatchOf<Lhs>, BatchOf<Rhs>>,
{
    type Output =
        <<<Axes<B, R> as NumpyAxes<L, BatchOf<Lhs>, BatchOf<Rhs>>>::Output as Shape>::Push<M> as Shape>::Push<N>;

    #[inline]
    fn multiplied(lhs: &Axes<K, Axes<M, L>>, rhs: &Self) -> Result<Self::Output, Clash> {
        lhs.last.summed(&rhs.outer.last)?;
        let batch = <Axes<B, R>>::walk(&lhs.outer.outer, &rhs.outer.outer).map_err(of_batch)?;
        Ok(batch.push(lhs.outer.last).push(rhs.last))
    }
}

// matmul(L, *) = *
impl<Left: AxesList, Lhs, Rhs> MatmulAxes<Left, Lhs, Rhs> for AnyShape {
    type Output = Self;

    #[inline]
    fn multiplied(lhs: &Left, rhs: &Self) -> Result<Self, Clash> {
        lhs.with_sizes(|lhs| matmul(lhs, rhs))
    }
}

// matmul(*, R) = *
impl<Last, Outer, Lhs, Rhs> MatmulAxes<AnyShape, Lhs, Rhs> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = AnyShape;

    #[inline]
    fn multiplied(lhs: &AnyShape, rhs: &Self) -> Result<AnyShape, Clash> {
        rhs.with_sizes(|rhs| matmul(lhs, rhs))
    }
}

// matmul(L, ()) and matmul((), R) are refused; `LastAxis` refuses matmul((), (k, n))
impl<Left, Lhs: NotScalar<Rhs>, Rhs> MatmulAxes<Left, Lhs, Rhs> for Nil {
    type Output = ();

    fn multiplied(_: &Left, _: &Self) -> Result<(), Clash> {
        Err(Clash::NoAxis)
    }
}

impl<J, Lhs: NotScalar<Rhs>, Rhs> MatmulAxes<Nil, Lhs, Rhs> for Axes<J, Nil> {
    type Output = ();

    fn multiplied(_: &Nil, _: &Self) -> Result<(), Clash> {
        Err(Clash::NoAxis)
    }
}

impl<N, J, B, R, Lhs: NotScalar<Rhs>, Rhs> MatmulAxes<Nil, Lhs, Rhs> for Axes<N, Axes<J, Axes<B, R>>> {
    type Output = ();

    fn multiplied(_: &Nil, _: &Self) -> Result<(), Clash> {
        Err(Clash::NoAxis)
    }
}

/// Never implemented: a shape is a scalar's.
#[diagnostic::on_unimplemented(
    message = "cannot multiply `{Self}` by `{Rhs}` as matrices",
    label = "a scalar has no axis to sum along: `*` multiplies by it",
    note = "conformable: E-product"
)]
pub trait NotScalar<Rhs> {}

/// The batch axes of the shape `S`: a name for messages.
#[derive(Debug)]
pub struct BatchOf<S>(PhantomData<S>);

/// A dim of `Lhs` that equals the dim `Other` of `Rhs`, to sum along both.
#[diagnostic::on_unimplemented(
    message = "cannot multiply `{Lhs}` by `{Rhs}` as matrices",
    label = "`{Self}`, the last axis of the left shape, and `{Other}` differ",
    note = "conformable: E-product"
)]
pub trait SummedDim<Other, Lhs, Rhs>: Sealed {
    #[doc(hidden)]
    fn summed(&self, other: &Other) -> Result<(), Clash>;
}

#[diagnostic::do_not_recommend]
impl<Left: Dim, Right: Dim, Lhs, Rhs> SummedDim<Right, Lhs, Rhs> for Left
where
    Left::Kind: Meet<Right::Kind, Equal>,
{
    #[inline]
    fn summed(&self, other: &Right) -> Result<(), Clash> {
        meet::<Equal, _, _, Met<Left, Right, Equal>>(*self, *other).map(drop).map_err(|_| Clash::Summed)
    }
}

/// The clash of two batches, counted in the whole shapes.
const fn of_batch(clash: Clash) -> Clash {
    clash.outward().outward()
}

/// The product on slices, outermost axis first.
fn matmul(lhs: &[usize], rhs: &[usize]) -> Result<AnyShape, Clash> {
    let (summed, other, batches, tail) = match (lhs, rhs) {
        ([], _) | (_, []) => return Err(Clash::NoAxis),
        ([k], [j]) => (k, j, [&[][..]; 2], [None; 2]),
        ([batch @ .., m, k], [j]) => (k, j, [batch, &[]], [Some(*m), None]),
        ([k], [batch @ .., j, n]) => (k, j, [&[], batch], [None, Some(*n)]),
        ([left @ .., m, k], [right @ .., j, n]) => (k, j, [left, right], [Some(*m), Some(*n)]),
    };
    Equal::pair(*summed, *other).ok_or(Clash::Summed)?;
    let mut sizes = numpy(batches[0], batches[1]).map_err(of_batch)?;
    sizes.extend(tail.into_iter().flatten());
    Ok(AnyShape::from_sizes_vec(sizes))
}
