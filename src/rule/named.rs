//! Rules as values: what names the rule of an operation.

use super::explanation::Explanation;
use crate::shape::{AnyShape, At, Clash, Length, PartialShape, Relation, Shape, ShapeError, Sizes, Trailing};

/// A broadcasting rule for two shapes, as a value: what [`Tensor::under`](crate::Tensor::under) takes.
///
/// | value | rule |
/// |---|---|
/// | [`Explicit`](crate::Explicit) | [`NoneBroadcast`](crate::NoneBroadcast): the shapes must be equal |
/// | [`Numpy`](crate::Numpy) | [`NumpyBroadcast`](crate::NumpyBroadcast), the operators' own: a 1 on either side stretches |
/// | [`Pdpd`](crate::Pdpd)`(`[`Axis`](crate::Axis)`::<1>)` | [`PdpdBroadcast`](crate::PdpdBroadcast): the right shape is laid on the left one |
/// | [`Paddle`](crate::Paddle) | [`PaddleBroadcast`](crate::PaddleBroadcast): NumPy's, without scalars |
/// | [`Bidirectional`](crate::Bidirectional) | [`BidirectionalBroadcast`](crate::BidirectionalBroadcast): NumPy's |
/// | [`Onto`](crate::Onto) | [`BroadcastTo`](crate::BroadcastTo): the right shape stretches to the left one |
/// | [`AutoBroadcastSpec`](crate::AutoBroadcastSpec) | one of the first three, chosen at run time |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule",
    label = "a rule is a value such as `Pdpd(Axis::<1>)`, `Pdpd(Trailing)`, `Paddle` or `Explicit`",
    note = "conformable: E-rule"
)]
pub trait Rule: Copy {
    /// The rule on slices, outermost axis first.
    #[doc(hidden)]
    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash>;

    /// What it asks of the shapes, in words.
    #[doc(hidden)]
    fn relation(&self) -> Relation;

    /// The axis of the left shape on which the right one's first lies, where the type tells it; -1 where the last axes
    /// lie on each other.
    #[doc(hidden)]
    const AXIS: Option<isize> = Some(Trailing::AXIS);

    /// How many axes of the result follow the last axis of the right shape; below zero, that many of
    /// its last axes are dropped.
    #[doc(hidden)]
    fn trailing(&self, lhs_rank: usize, rhs_rank: usize) -> isize {
        Self::AXIS.map_or(0, |axis| trailing(lhs_rank, rhs_rank, axis))
    }

    /// What is known of the result when the rank of one shape is not; PDPD's axis is not looked at then,
    /// as OpenVINO does not.
    #[doc(hidden)]
    fn with_unknown_rank(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, Clash> {
        let _ = (lhs, rhs);
        Ok(PartialShape::UNKNOWN)
    }

    /// What two shapes become.
    ///
    /// # Errors
    ///
    /// If they do not conform under the rule.
    fn shapes(&self, lhs: &[usize], rhs: &[usize]) -> Result<AnyShape, ShapeError> {
        match self.sizes(lhs, rhs) {
            Ok(sizes) => Ok(AnyShape::from_sizes_vec(sizes)),
            Err(clash) => Err(ShapeError::new(self.relation(), clash, lhs, rhs)),
        }
    }

    /// The two shapes and the result, or the refusal, drawn as the rule aligns them.
    ///
    /// ```
    /// use conformable::{Axis, Pdpd, Rule};
    ///
    /// let explanation = Pdpd(Axis::<1>).explain(&"2,3,4,5".parse()?, &"3,_".parse()?);
    /// assert_eq!(explanation.to_string(), "\
    /// (3, _) onto (2, 3, 4, 5) is (2, 3, 4, 5)
    ///   onto  2  3  4  5
    ///   from     3  _
    ///   out   2  3  4  5");
    /// # Ok::<(), conformable::ParseError>(())
    /// ```
    fn explain(&self, lhs: &PartialShape, rhs: &PartialShape) -> Explanation {
        let result = self.partial_shapes(lhs, rhs).map(|shape| shape.named_as(lhs, rhs));
        Explanation { relation: self.relation(), lhs: lhs.clone(), rhs: rhs.clone(), result }
    }

    /// What is known of the shape that two partly known shapes become.
    ///
    /// An unknown size is narrowed wherever the rule leaves one answer; [`Onto`](crate::Onto) gives the target as it
    /// was asked for.
    ///
    /// # Errors
    ///
    /// If no sizes make them conform, as far as each axis tells on its own. Where a rank is not known,
    /// only a scalar under Paddle's rule is refused.
    fn partial_shapes(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, ShapeError> {
        let shape = match (lhs.dims(), rhs.dims()) {
            (Some(l), Some(r)) => self.sizes(l, r).map(PartialShape::from_dims),
            _ => self.with_unknown_rank(lhs, rhs),
        };
        shape.map_err(|clash| ShapeError::new(self.relation(), clash, lhs.clone(), rhs.clone()))
    }
}

/// How many axes of a shape of rank `lhs` follow the last of one of rank `rhs` laid on it from `axis` on, or on its
/// last axes where that is -1; below zero, so many of its last axes are past the end.
pub(crate) const fn trailing(lhs: usize, rhs: usize, axis: isize) -> isize {
    if axis == Trailing::AXIS { 0 } else { (-axis).saturating_add_unsigned(lhs).saturating_sub_unsigned(rhs) }
}

/// A [`Rule`] under which the shapes `Lhs` and `Rhs` conform.
///
/// The impls ask for the rule's own trait, which says what is wrong with two shapes that do not conform.
pub trait RuleFor<Lhs, Rhs>: Rule {
    /// The shape that comes out.
    type Output: Shape;

    /// The same at run time.
    ///
    /// # Errors
    ///
    /// If the sizes do not conform.
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

/// What the shapes `Lhs` and `Rhs` become under the rule `X`.
pub type RuleOutput<X, Lhs, Rhs> = <X as RuleFor<Lhs, Rhs>>::Output;

/// A [`Rule`] under which the result of `Lhs` and `Rhs` has the shape of `Lhs`, which can so be changed
/// in place.
pub trait AssignRule<Lhs, Rhs>: Rule {
    /// Checks what only the sizes can tell.
    ///
    /// # Errors
    ///
    /// If the sizes do not conform, or the result would have another shape.
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError>;
}
