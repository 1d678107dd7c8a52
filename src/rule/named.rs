//! Rules as values.

use super::explanation::Explanation;
use crate::shape::{AnyShape, At, Clash, Length, PartialShape, Relation, Shape, ShapeError, Sizes, Trailing};

/// A broadcasting rule for two shapes, as a value: the argument of [`Tensor::under`](crate::Tensor::under).
///
/// | value | rule |
/// |---|---|
/// | [`Explicit`](crate::Explicit) | [`NoneBroadcast`](crate::NoneBroadcast): the shapes must be equal |
/// | [`Numpy`](crate::Numpy) | [`NumpyBroadcast`](crate::NumpyBroadcast), the operators' own: a 1 on either side broadcasts |
/// | [`Pdpd`](crate::Pdpd)`(`[`Axis`](crate::Axis)`::<1>)` | [`PdpdBroadcast`](crate::PdpdBroadcast): the right shape broadcasts onto the left one from an axis on |
/// | [`Paddle`](crate::Paddle) | [`PaddleBroadcast`](crate::PaddleBroadcast): NumPy's, without scalars |
/// | [`Bidirectional`](crate::Bidirectional) | [`BidirectionalBroadcast`](crate::BidirectionalBroadcast): NumPy's |
/// | [`Onto`](crate::Onto) | [`BroadcastTo`](crate::BroadcastTo): the right shape broadcasts onto the left one |
/// | [`EqualRanks`](crate::EqualRanks)`(Numpy)` | another rule, for shapes of equal rank |
/// | [`Unstretched`](crate::Unstretched) | NumPy's, where no size stretches |
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

    /// The relation that the rule requires.
    #[doc(hidden)]
    fn relation(&self) -> Relation;

    /// The axis of the left shape that aligns with the first of the right one, if it is static; -1 if the last axes
    /// align.
    #[doc(hidden)]
    const AXIS: Option<isize> = Some(Trailing::AXIS);

    /// How many axes of the result follow the last axis of the right shape, as in the function `trailing`.
    #[doc(hidden)]
    fn trailing(&self, lhs_rank: usize, rhs_rank: usize) -> isize {
        Self::AXIS.map_or(0, |axis| trailing(lhs_rank, rhs_rank, axis))
    }

    /// The result if a rank is unknown, as far as it is known. As in OpenVINO, PDPD's axis is not checked then.
    #[doc(hidden)]
    fn with_unknown_rank(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, Clash> {
        let _ = (lhs, rhs);
        Ok(PartialShape::UNKNOWN)
    }

    /// Combines two shapes.
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

    /// Draws the two shapes and the result, or the error, aligned by the rule.
    ///
    /// ```
    /// use conformable::{Axis, Pdpd, Rule};
    ///
    /// let explanation = Pdpd(Axis::<1>).explain(&"2,3,4,5".parse()?, &"3,_".parse()?);
    /// assert_eq!(
    ///     explanation.to_string(),
    ///     "\
    /// (3, _) onto (2, 3, 4, 5) is (2, 3, 4, 5)
    ///   onto  2  3  4  5
    ///   from     3  _
    ///   out   2  3  4  5"
    /// );
    /// # Ok::<(), conformable::ParseError>(())
    /// ```
    fn explain(&self, lhs: &PartialShape, rhs: &PartialShape) -> Explanation {
        let result = self.partial_shapes(lhs, rhs).map(|shape| shape.named_as(lhs, rhs));
        Explanation { relation: self.relation(), lhs: lhs.clone(), rhs: rhs.clone(), result }
    }

    /// Combines two partly known shapes.
    ///
    /// An unknown size becomes known if the rule leaves one value; [`Onto`](crate::Onto) returns the target unchanged.
    ///
    /// # Errors
    ///
    /// If an axis does not conform for any values of the unknown sizes. If a rank is unknown, only a scalar under
    /// Paddle's rule fails.
    fn partial_shapes(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, ShapeError> {
        let shape = match (lhs.dims(), rhs.dims()) {
            (Some(l), Some(r)) => self.sizes(l, r).map(PartialShape::from_dims),
            _ => self.with_unknown_rank(lhs, rhs),
        };
        shape.map_err(|clash| ShapeError::new(self.relation(), clash, lhs.clone(), rhs.clone()))
    }
}

/// How many axes of a shape of rank `lhs` follow the last of one of rank `rhs`, aligned from `axis` on (-1:
/// right-aligned); if negative, how many of its last axes are past the end.
pub(crate) const fn trailing(lhs: usize, rhs: usize, axis: isize) -> isize {
    if axis == Trailing::AXIS { 0 } else { (-axis).saturating_add_unsigned(lhs).saturating_sub_unsigned(rhs) }
}

/// A [`Rule`] under which the shapes `Lhs` and `Rhs` conform.
///
/// The impls require the rule's own trait, whose message explains shapes that do not conform.
pub trait RuleFor<Lhs, Rhs>: Rule {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the sizes do not conform.
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

/// The result of the shapes `Lhs` and `Rhs` under the rule `X`.
pub type RuleOutput<X, Lhs, Rhs> = <X as RuleFor<Lhs, Rhs>>::Output;

/// A [`Rule`] under which `Lhs` and `Rhs` have a result of shape `Lhs`, for changes in place.
pub trait AssignRule<Lhs, Rhs>: Rule {
    /// Checks the sizes at run time.
    ///
    /// # Errors
    ///
    /// If the sizes do not conform, or the result would have another shape.
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError>;
}
