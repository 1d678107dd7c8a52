//! OpenVINO's attribute `auto_broadcast`: a rule chosen at run time.

use super::broadcast_to::Onto;
use super::named::{AssignRule, Rule, RuleFor, trailing};
use super::none::{Explicit, none};
use super::numpy::{Numpy, numpy};
use super::pdpd::pdpd;
use crate::shape::{
    AnyShape, At, Clash, Length, ParseError, PartialShape, Relation, Shape, ShapeError, Sizes, Trailing,
};
use core::fmt::{self, Display};
use core::str::FromStr;

/// The rule that broadcasts the inputs of an operation: OpenVINO's `AutoBroadcastType`.
///
/// ```
/// use conformable::AutoBroadcastType;
///
/// assert_eq!("pdpd".parse(), Ok(AutoBroadcastType::Pdpd));
/// assert_eq!("explicit".parse(), Ok(AutoBroadcastType::EXPLICIT));
/// assert_eq!(AutoBroadcastType::EXPLICIT.to_string(), "none");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AutoBroadcastType {
    /// The shapes must be equal.
    #[default]
    None = 0,
    /// NumPy's rule.
    Numpy,
    /// PDPD's rule.
    Pdpd,
}

impl AutoBroadcastType {
    /// Another name of [`None`](Self::None).
    pub const EXPLICIT: Self = Self::None;

    const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Numpy => "numpy",
            Self::Pdpd => "pdpd",
        }
    }
}

impl Display for AutoBroadcastType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Accepts OpenVINO's strings in any case.
impl FromStr for AutoBroadcastType {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is = |name: &str| text.trim().eq_ignore_ascii_case(name);
        match () {
            () if is("explicit") => Ok(Self::EXPLICIT),
            () => [Self::None, Self::Numpy, Self::Pdpd]
                .into_iter()
                .find(|rule| is(rule.name()))
                .ok_or_else(|| ParseError::rule(text)),
        }
    }
}

/// An [`AutoBroadcastType`] and, for PDPD, the axis: OpenVINO's `AutoBroadcastSpec`.
///
/// It is a [`Rule`] whose result has an [`AnyShape`].
///
/// ```
/// use conformable::{AutoBroadcastSpec, ErrorKind, Rule};
///
/// let spec: AutoBroadcastSpec = "pdpd(axis=1)".parse()?;
/// assert_eq!(spec, AutoBroadcastSpec::pdpd(1));
/// assert_eq!(spec.to_string(), "pdpd(axis=1)");
/// assert_eq!(*spec.shapes(&[2, 3, 4, 5], &[3, 4]).unwrap(), [2, 3, 4, 5]);
///
/// // -1 is the default axis, and the only negative one
/// assert_eq!("pdpd".parse(), Ok(AutoBroadcastSpec::pdpd(-1)));
/// let error = AutoBroadcastSpec::pdpd(-2).shapes(&[2, 3], &[3]).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::AxisOutOfRange);
/// # Ok::<(), conformable::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AutoBroadcastSpec {
    kind: AutoBroadcastType,
    axis: isize,
}

impl AutoBroadcastSpec {
    /// Returns the rule of that type, with the default axis.
    #[must_use]
    pub const fn new(kind: AutoBroadcastType) -> Self {
        Self { kind, axis: Trailing::AXIS }
    }

    /// Returns PDPD's rule from that axis on; -1 is the default, the trailing axes.
    #[must_use]
    pub const fn pdpd(axis: isize) -> Self {
        Self { kind: AutoBroadcastType::Pdpd, axis }
    }

    /// Returns the type of the rule.
    #[must_use]
    pub const fn kind(self) -> AutoBroadcastType {
        self.kind
    }

    /// Returns the axis that PDPD's rule starts from; -1 for the default and for other rules.
    #[must_use]
    pub const fn axis(self) -> isize {
        self.axis
    }
}

impl Default for AutoBroadcastSpec {
    fn default() -> Self {
        Self::new(AutoBroadcastType::default())
    }
}

impl From<AutoBroadcastType> for AutoBroadcastSpec {
    fn from(kind: AutoBroadcastType) -> Self {
        Self::new(kind)
    }
}

impl Display for AutoBroadcastSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.axis {
            Trailing::AXIS => self.kind.fmt(f),
            axis => write!(f, "{}(axis={axis})", self.kind),
        }
    }
}

/// Accepts the name of the rule and, for PDPD, its axis: `numpy`, `pdpd`, `pdpd(axis=1)`.
impl FromStr for AutoBroadcastSpec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let Some((name, rest)) = text.split_once('(') else { return text.parse().map(Self::new) };
        let Some(rest) = rest.trim_end().strip_suffix(')') else { return Err(ParseError::rule(text)) };
        let (key, axis) = rest.split_once('=').unwrap_or_default();
        let is_axis = key.trim().eq_ignore_ascii_case("axis") && !axis.trim().starts_with('+');
        match (name.parse(), axis.trim().parse()) {
            (Ok(AutoBroadcastType::Pdpd), Ok(axis)) if is_axis => Ok(Self::pdpd(axis)),
            (Ok(_), _) => Err(ParseError::rule(text).at(rest.trim())),
            (Err(_), _) => Err(ParseError::rule(text).at(name.trim())),
        }
    }
}

impl Rule for AutoBroadcastSpec {
    const AXIS: Option<isize> = None;

    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        match self.kind {
            AutoBroadcastType::None => none(lhs, rhs),
            AutoBroadcastType::Numpy => numpy(lhs, rhs),
            AutoBroadcastType::Pdpd => pdpd(lhs, rhs, self.axis),
        }
    }

    fn relation(&self) -> Relation {
        match self.kind {
            AutoBroadcastType::None => Explicit.relation(),
            AutoBroadcastType::Numpy => Numpy.relation(),
            AutoBroadcastType::Pdpd => Relation::Onto { axis: Some(self.axis) },
        }
    }

    fn trailing(&self, lhs_rank: usize, rhs_rank: usize) -> isize {
        match self.kind {
            AutoBroadcastType::Pdpd => trailing(lhs_rank, rhs_rank, self.axis),
            _ => 0,
        }
    }

    fn with_unknown_rank(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, Clash> {
        match self.kind {
            AutoBroadcastType::None => Explicit.with_unknown_rank(lhs, rhs),
            AutoBroadcastType::Numpy => Numpy.with_unknown_rank(lhs, rhs),
            AutoBroadcastType::Pdpd => Ok(lhs.clone()),
        }
    }
}

impl<Lhs: Shape, Rhs: Shape> RuleFor<Lhs, Rhs> for AutoBroadcastSpec {
    type Output = AnyShape;

    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<AnyShape, ShapeError> {
        self.shapes(lhs.sizes().as_ref(), rhs.sizes().as_ref())
    }
}

impl<Lhs: Shape, Rhs: Shape> AssignRule<Lhs, Rhs> for AutoBroadcastSpec {
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        let (lhs, rhs) = (lhs.sizes(), rhs.sizes());
        match self.kind {
            AutoBroadcastType::Numpy => Onto.shapes(lhs.as_ref(), rhs.as_ref()).map(drop),
            _ => self.shapes(lhs.as_ref(), rhs.as_ref()).map(drop),
        }
    }
}
