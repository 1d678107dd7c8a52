//! N-ary broadcast: any number of shapes to a common one.
//!
//! ```text
//!   1st  2  1  5
//!   2nd     4  1
//!   3rd        5
//!   out  2  4  5
//! ```
//!
//! ```text
//! all(())         = ()
//! all((..S, s))   = numpy(all(S), s)
//! ```

use super::named::Rule;
use super::numpy::{Numpy, NumpyBroadcast};
use crate::shape::{AnyShape, Axes, Nil, PartialShape, Shape, ShapeError, Tuple};

/// A tuple of 0 to 16 shapes that broadcast to a common one, by [`NumpyBroadcast`].
///
/// The source is the N-ary Broadcast operator. The common shape of an empty tuple is `()`.
///
/// ```
/// use conformable::{BroadcastAll, Shape, assert_type_eq, shape};
///
/// type Common = <(Shape![2, 1, 5], Shape![4, 1], Shape![5]) as BroadcastAll>::Output;
/// assert_type_eq!(Common, Shape![2, 4, 5]);
/// assert_eq!((shape![2, 1], shape![3]).broadcast_all(), Ok(shape![2, 3]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{BroadcastAll, Shape};
///
/// type Refused = <(Shape![2, 1, 5], Shape![4, 1], Shape![6]) as BroadcastAll>::Output;
/// let shape: Refused; // cannot broadcast `(Size<2>, Size<4>, Size<5>)` with `(Size<6>,)`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of 0 to 16 shapes",
    label = "write one tuple: `(A, B)`, or `(A,)` for one",
    note = "conformable: E-shape"
)]
pub trait BroadcastAll {
    /// The common shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If a shape does not broadcast with those before it, combined; the error shows the two.
    fn broadcast_all(self) -> Result<Self::Output, ShapeError>;
}

/// The shape that all shapes of a tuple broadcast to.
pub type AllOutput<Shapes> = <Shapes as BroadcastAll>::Output;

impl<Shapes: Tuple<List: Common>> BroadcastAll for Shapes {
    type Output = <Shapes::List as Common>::Output;

    #[inline]
    fn broadcast_all(self) -> Result<Self::Output, ShapeError> {
        self.into_list().common_of_all()
    }
}

/// A list of shapes that broadcast to a common one.
pub trait Common {
    /// The common shape.
    type Output: Shape;
    /// The number of shapes.
    #[doc(hidden)]
    const LEN: usize;
    /// Computes it at run time; this list is the beginning of a list of `shapes` shapes.
    #[doc(hidden)]
    fn common(self, shapes: usize) -> Result<Self::Output, ShapeError>;
    /// Computes it at run time for the whole list.
    #[doc(hidden)]
    #[inline]
    fn common_of_all(self) -> Result<Self::Output, ShapeError>
    where
        Self: Sized,
    {
        self.common(Self::LEN)
    }
}

// all(()) = ()
impl Common for Nil {
    type Output = ();
    const LEN: usize = 0;

    #[inline]
    fn common(self, _: usize) -> Result<(), ShapeError> {
        Ok(())
    }
}

// all((..S, s)) = numpy(all(S), s)
impl<Last, Outer: Common<Output: NumpyBroadcast<Last>>> Common for Axes<Last, Outer> {
    type Output = <Outer::Output as NumpyBroadcast<Last>>::Output;
    const LEN: usize = 1 + Outer::LEN;

    #[inline]
    fn common(self, shapes: usize) -> Result<Self::Output, ShapeError> {
        let common = self.outer.common(shapes)?;
        common.numpy_broadcast(&self.last).map_err(|error| error.operand_of(Self::LEN - 1, shapes))
    }
}

/// Broadcasts any number of shapes by NumPy's rule: NumPy's `broadcast_shapes`.
///
/// ```
/// use conformable::{AnyShape, broadcast_shapes};
///
/// assert_eq!(broadcast_shapes(&[&[2, 1, 5], &[4, 1], &[]]), Ok(AnyShape::from([2, 4, 5])));
/// assert_eq!(broadcast_shapes(&[]), Ok(AnyShape::from([])));
/// ```
///
/// # Errors
///
/// If a shape does not broadcast with those before it, combined; the error shows the two.
pub fn broadcast_shapes(shapes: &[&[usize]]) -> Result<AnyShape, ShapeError> {
    let common = |common: AnyShape, (operand, shape): (usize, &&[usize])| {
        Numpy.shapes(&common, shape).map_err(|error| error.operand_of(operand, shapes.len()))
    };
    shapes.iter().enumerate().try_fold(AnyShape::default(), common)
}

/// [`broadcast_shapes`] for partly known shapes.
///
/// ```
/// use conformable::{ParseError, PartialShape, broadcast_partial_shapes};
///
/// let shapes = ["_,5", "3,1"].map(str::parse::<PartialShape>);
/// let [x, y] = shapes;
/// assert_eq!(broadcast_partial_shapes(&[x?, y?]).unwrap().to_string(), "(3, 5)");
/// # Ok::<(), ParseError>(())
/// ```
///
/// # Errors
///
/// If a shape does not conform with those before it, combined, for any values of the unknown sizes.
pub fn broadcast_partial_shapes(shapes: &[PartialShape]) -> Result<PartialShape, ShapeError> {
    let scalar = PartialShape::from(&[][..] as &[usize]);
    let common = |common: PartialShape, (operand, shape): (usize, &PartialShape)| {
        Numpy.partial_shapes(&common, shape).map_err(|error| error.operand_of(operand, shapes.len()))
    };
    shapes.iter().enumerate().try_fold(scalar, common)
}
