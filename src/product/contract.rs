//! Dot products of vectors, and products summed along named axes.
//!
//! ```text
//! dot((k,), (k,))                     = ()
//! tensordot(L, R, (), ())             = outer(L without marks, R without marks)      (axes/outer.rs)
//! tensordot(L, R, (..X, x), (..Y, y)) = tensordot(L with a mark at x, R with a mark at y, X, Y)
//!                                         where both dims there are the same
//! ```

use crate::axes::{AxesOf, ByName, Gone, HasAxis, Left, Once, OuterProduct};
use crate::shape::{AnyShape, Axes, Axis, Clash, Dim, Equal, Meet, Nil, Relation, Shape, ShapeError, Tuple};

/// A vector that has a dot product with `Rhs`.
///
/// ```
/// use conformable::product::{Dot, DotOutput};
/// use conformable::{AnyShape, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(DotOutput<Shape![3], Shape![_]>, Shape![]);
/// assert_type_eq!(DotOutput<AnyShape, Shape![3]>, Shape![]);
/// let error = shape![3].erase().dot(&shape![4]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot take the dot product of (3,) with (4,)\n  lhs  3\n  rhs  4\n       \
///      ^ 3 and 4: `dot` takes two vectors of one size",
/// );
/// ```
pub trait Dot<Rhs> {
    /// The shape of a scalar.
    type Output: Shape;

    /// Checks the shapes at run time.
    ///
    /// # Errors
    ///
    /// If the sizes differ, or an [`AnyShape`] is not of rank 1.
    fn dot(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

/// The shape of the dot product of two vectors: that of a scalar.
pub type DotOutput<Lhs, Rhs> = <Lhs as Dot<Rhs>>::Output;

impl<Lhs: Shape, Rhs: Shape<Axes: DotAxes<Lhs::Axes, Lhs, Rhs>>> Dot<Rhs> for Lhs {
    type Output = ();

    #[inline]
    fn dot(&self, rhs: &Rhs) -> Result<(), ShapeError> {
        let conform = self.with_sizes(|lhs| rhs.with_sizes(|rhs| lhs.len() == 1 && lhs == rhs));
        if conform {
            return Ok(());
        }
        let why = "`dot` takes two vectors of one size";
        let error = ShapeError::cannot("take the dot product of", self.partial(), why).with(rhs.partial());
        Err(if self.rank() == 1 && rhs.rank() == 1 { error.at(0) } else { error })
    }
}

/// The list of a vector on the right; `Left` is that of the vector on the left.
#[diagnostic::on_unimplemented(
    message = "cannot take the dot product of `{Lhs}` and `{Rhs}`",
    label = "`dot` takes two vectors; `matmul` multiplies matrices, and `tensordot` and `einsum!` take any shapes",
    note = "conformable: E-product"
)]
pub trait DotAxes<Left, Lhs, Rhs> {}

impl<L: SameDim<R, Lhs, Rhs>, R, Lhs, Rhs> DotAxes<Axes<L, Nil>, Lhs, Rhs> for Axes<R, Nil> {}
impl<R, Lhs, Rhs> DotAxes<AnyShape, Lhs, Rhs> for Axes<R, Nil> {}
impl<L, Lhs, Rhs> DotAxes<Axes<L, Nil>, Lhs, Rhs> for AnyShape {}
impl<Lhs, Rhs> DotAxes<Self, Lhs, Rhs> for AnyShape {}

/// A dim of `Lhs` that equals a dim of `Rhs`, to sum along both.
#[diagnostic::on_unimplemented(
    message = "cannot sum the products of `{Lhs}` and `{Rhs}`",
    label = "the sizes `{Self}` and `{Other}` of the summed axes differ",
    note = "conformable: E-product"
)]
pub trait SameDim<Other, Lhs, Rhs> {}

#[diagnostic::do_not_recommend]
impl<D: Dim<Kind: Meet<Other::Kind, Equal>>, Other: Dim, Lhs, Rhs> SameDim<Other, Lhs, Rhs> for D {}

/// A shape whose product with `Rhs` is summed along its axes `X` and those of `Rhs`, `Y`.
///
/// `X` and `Y` are one axis, or tuples of axes that correspond in order.
///
/// ```
/// use conformable::product::{Tensordot, TensordotOutput};
/// use conformable::{AnyShape, Axis, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(TensordotOutput<Shape![2, 3, 4], Shape![4, 5], Axis<-1>, Axis<0>>, Shape![2, 3, 5]);
/// assert_type_eq!(
///     TensordotOutput<Shape![2, 3, 4], Shape![4, 3, _], (Axis<1>, Axis<2>), (Axis<1>, Axis<0>)>,
///     Shape![2, _]
/// );
/// assert_type_eq!(TensordotOutput<AnyShape, Shape![4, 5], Axis<1>, Axis<0>>, AnyShape);
/// assert_eq!(shape![2, 3].tensordot(&shape![3, 5], Axis::<1>, Axis::<0>), Ok(shape![2, 5]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::product::Tensordot;
/// use conformable::{Axis, shape};
///
/// // `Size<2>` and `Size<3>`, which are summed along, differ
/// shape![2, 3].tensordot(&shape![3, 5], Axis::<0>, Axis::<0>);
/// ```
pub trait Tensordot<Rhs, X, Y> {
    /// The remaining axes of the left shape and then of the right one.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the sizes of two corresponding axes differ, or an [`AnyShape`] has no such axis.
    fn tensordot(&self, rhs: &Rhs, left: X, right: Y) -> Result<Self::Output, ShapeError>;
}

/// The shape of the product of `Lhs` and `Rhs` summed along the axes `X` and `Y`.
pub type TensordotOutput<Lhs, Rhs, X, Y> = <Lhs as Tensordot<Rhs, X, Y>>::Output;

impl<Lhs: Shape, Rhs: Shape, X: AxesOf<Lhs> + Several, Y: AxesOf<Rhs> + Several> Tensordot<Rhs, X, Y> for Lhs
where
    Y::List: SummedWith<X::List, Lhs, Rhs, Lhs, Rhs>,
{
    type Output = <Y::List as SummedWith<X::List, Lhs, Rhs, Lhs, Rhs>>::Output;

    fn tensordot(&self, rhs: &Rhs, left: X, right: Y) -> Result<Self::Output, ShapeError> {
        let [l, r] = [left.marked(self)?.as_ref().into(), right.marked(rhs)?.as_ref().into()] as [AnyShape; 2];
        let (lhs, rhs_sizes) = (self.erase(), rhs.erase());
        for [x, y] in pairs(left.numbers(), right.numbers(), [lhs.len(), rhs_sizes.len()]) {
            let sizes = [lhs[x], rhs_sizes[y]];
            if sizes[0] != sizes[1] {
                let clash = Clash::Contracted { axes: [x, y], sizes };
                return Err(ShapeError::new(Relation::With, clash, self.partial(), rhs.partial()));
            }
        }
        let kept = |(&size, &mark): (&usize, &usize)| (mark == 0).then_some(size);
        let sizes: AnyShape = lhs.iter().zip(&*l).chain(rhs_sizes.iter().zip(&*r)).filter_map(kept).collect();
        Self::Output::from_sizes(&sizes)
    }
}

/// The pairs of summed axes, checked before, as positions in shapes of those ranks.
pub(crate) fn pairs<'a>(
    left: Option<&'a [isize]>,
    right: Option<&'a [isize]>,
    ranks: [usize; 2],
) -> impl Iterator<Item = [usize; 2]> + use<'a> {
    let place = |axis: isize, rank: usize| if axis < 0 { rank - axis.unsigned_abs() } else { axis.unsigned_abs() };
    let all = left.unwrap_or_default().iter().zip(right.unwrap_or_default());
    all.map(move |(&x, &y)| [place(x, ranks[0]), place(y, ranks[1])])
}

/// An axis, or a tuple of axes, as a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes to sum along",
    label = "write `Axis::<1>`, or a tuple `(Axis::<0>, Axis::<-1>)`",
    note = "conformable: E-axis"
)]
pub trait Several {
    /// The list.
    type List;
}

impl<const N: isize> Several for Axis<N> {
    type List = Axes<Self, Nil>;
}

impl<L> Several for ByName<L> {
    type List = Axes<Self, Nil>;
}

#[diagnostic::do_not_recommend]
impl<T: Tuple> Several for T {
    type List = T::List;
}

/// A list of axes of the right shape, paired with the list `X`; `L` and `R` are the shapes with the paired axes marked.
#[diagnostic::on_unimplemented(
    message = "cannot sum the products of `{Lhs}` and `{Rhs}`",
    label = "one shape has more summed axes than the other",
    note = "pair each axis of the left shape with one of the right shape: `(Axis::<1>, Axis::<2>), (Axis::<1>, Axis::<0>)`",
    note = "conformable: E-product"
)]
pub trait SummedWith<X, L, R, Lhs, Rhs> {
    /// The shape of the remaining axes.
    type Output: Shape;
}

// tensordot(L, R, (), ()) = outer(L without marks, R without marks)
impl<L: Left<Dropped: OuterProduct<R::Dropped>>, R: Left, Lhs, Rhs> SummedWith<Self, L, R, Lhs, Rhs> for Nil {
    type Output = <L::Dropped as OuterProduct<R::Dropped>>::Output;
}

// tensordot(L, R, (..X, x), (..Y, y)) = tensordot(L with a mark at x, R with a mark at y, X, Y)
impl<X, Xs, Y, Ys, L: HasAxis<X, Lhs, Item: Once<X, Lhs>>, R, Lhs, Rhs> SummedWith<Axes<X, Xs>, L, R, Lhs, Rhs>
    for Axes<Y, Ys>
where
    R: HasAxis<Y, Rhs, Item: Once<Y, Rhs>>,
    <L::Item as Once<X, Lhs>>::Dim: SameDim<<R::Item as Once<Y, Rhs>>::Dim, Lhs, Rhs>,
    Ys: SummedWith<Xs, L::Put<Gone>, R::Put<Gone>, Lhs, Rhs>,
{
    type Output = Ys::Output;
}
