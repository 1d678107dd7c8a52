//! Sizes known only at run time, within bounds that the type has.
//!
//! The cells of the table of `pair.rs` for [`Bounded`]. `in` is a comparison of numbers at compile time:
//!
//! | left | right | |
//! |---|---|---|
//! | `Bounded<A, B, L>` | `Bounded<C, D, L>` | the intersection, which has a size |
//! | `Bounded<A, B, L>` | `Unknown`, `Labelled<L>` | left |
//! | `Bounded<A, B, L>` | `One` | left where a right 1 stretches |
//! | `Bounded<A, B>` | `Many<D>`, `One` | right, `in` A to B |
//! | `Bounded<A, B, L>` | `Many<Named<L, D>>` | right, D `in` A to B |
//!
//! and the same with the sides exchanged. A bounded size never stretches.

use super::any::PartialShape;
use super::digits::Floor;
use super::dim::{Dim, IntoDim, Kind, KindOf, Measure, Meet, of_equal_size};
use super::dynamic::{Dyn, Label, Unlabelled};
use super::error::ShapeError;
use super::extent::Capped;
use super::group::Apart;
use super::kind::{Bounded, Interval, Labelled, Many, NumberOf, Pairs, Stretches, Unknown};
use super::kind::{Floored, GreaterOf, LesserOf, Minus, Over, Plus, Raised, Times};
#[cfg(not(rust_analyzer))]
use super::kind::{One, Stays};
use super::literal::Known;
use super::named::{Named, Plain};
use super::number::{FromNumber, Numbered};
use super::size::Size;
use super::text::{Bounds, Name};
use crate::sealed::Sealed;
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use typenum::{B1, Cmp, Equal, Greater, IsLessOrEqual, Less, Pow, UInt, UTerm};

/// A size known at run time, from `Lo` to `Hi`; with a label, from `Lo` to `Hi` along that axis.
///
/// It is `1..=128` or `Batch = 1..=128` in [`Shape!`](crate::Shape!). The sizes are checked where they enter: by
/// [`new`](Self::new), by [`Shape::from_sizes`](crate::Shape::from_sizes) and by `refine`.
///
/// It conforms with a known size within the bounds, and with other bounds of the same label, which gives their
/// intersection; a [`Dyn`] is compared at run time. A size with bounds never broadcasts, as one with a label. A 1
/// broadcasts to it.
///
/// ```
/// use conformable::{Dyn, Shape, Size, Tensor, assert_type_eq, shape};
///
/// struct Batch;
///
/// type Images = Tensor<f32, Shape![Batch = 1..=128, 3]>;
///
/// fn normalise(x: &Images, by: &Tensor<f32, Shape![3]>) -> Images {
///     x / by
/// }
///
/// let n = 32;
/// let x = Tensor::ones(shape![n, 3]).refine::<Shape![Batch = 1..=128, 3]>().unwrap();
/// assert_eq!(normalise(&x, &Tensor::ones(shape![3])), x);
///
/// let large = Tensor::<f32, _>::ones(shape![10 * n, 3]).refine::<Shape![Batch = 1..=128, 3]>();
/// assert!(large.unwrap_err().to_string().starts_with("(320, 3) is not a (Batch = 1..=128, 3)"));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor};
///
/// fn add(x: Tensor<f32, Shape![1..=128, 3]>, y: Tensor<f32, Shape![256, 3]>) {
///     x + y; // `Within<Size<1>, Size<128>>` and `Size<256>` differ
/// }
/// ```
pub struct Within<Lo, Hi, L: ?Sized = Unlabelled> {
    size: usize,
    bounds: PhantomData<fn(Lo, Hi, &L)>,
}

/// A [`Within`] of two literals: an alias, as [`Known`].
pub type KnownWithin<
    const GROUPS: usize,
    const M: usize,
    const K: usize,
    const N: usize,
    const HI_GROUPS: usize,
    const HI_M: usize,
    const HI_K: usize,
    const HI_N: usize,
    L = Unlabelled,
> = Within<Known<GROUPS, M, K, N>, Known<HI_GROUPS, HI_M, HI_K, HI_N>, L>;

/// The bounds `Lo` and `Hi` and others, which have a size in common.
pub trait Intersects<Other> {
    /// The greater of the lower bounds.
    type Lo;
    /// The smaller of the upper bounds.
    type Hi;
}

#[diagnostic::do_not_recommend]
impl<Lo: Numbered, Hi: Numbered, A: Numbered, B: Numbered> Intersects<(A, B)> for (Lo, Hi)
where
    Lo::Number: Cmp<A::Number, Output: Choose<A, Lo>> + IsLessOrEqual<B::Number, Output = B1>,
    Hi::Number: Cmp<B::Number, Output: Choose<Hi, B>>,
    A::Number: IsLessOrEqual<Hi::Number, Output = B1>,
{
    type Lo = <<Lo::Number as Cmp<A::Number>>::Output as Choose<A, Lo>>::Chosen;
    type Hi = <<Hi::Number as Cmp<B::Number>>::Output as Choose<Hi, B>>::Chosen;
}

/// The result of a comparison of two numbers.
pub trait Choose<IfLess, IfGreater> {
    /// `IfLess` for a lesser number, else `IfGreater`.
    type Chosen;
}

impl<IfLess, IfGreater> Choose<IfLess, IfGreater> for Less {
    type Chosen = IfLess;
}
impl<IfLess, IfGreater> Choose<IfLess, IfGreater> for Equal {
    type Chosen = IfGreater;
}
impl<IfLess, IfGreater> Choose<IfLess, IfGreater> for Greater {
    type Chosen = IfGreater;
}

/// Bounds of one size or more: they intersect with themselves.
pub trait Ascending: Intersects<Self, Lo = Self::Least, Hi = Self::Most> + Sized {
    /// The lower bound.
    type Least: Dim;
    /// The upper bound.
    type Most: Dim;
}

impl<Lo: Dim, Hi: Dim> Ascending for (Lo, Hi)
where
    Self: Intersects<Self, Lo = Lo, Hi = Hi>,
{
    type Least = Lo;
    type Most = Hi;
}

/// A known size from `Lo` to `Hi`.
pub trait Inside<Lo, Hi> {}

#[diagnostic::do_not_recommend]
impl<D: Numbered, Lo: Numbered, Hi: Numbered> Inside<Lo, Hi> for D
where
    Lo::Number: IsLessOrEqual<D::Number, Output = B1>,
    D::Number: IsLessOrEqual<Hi::Number, Output = B1>,
{
}

impl<Lo, Hi, L: ?Sized> Within<Lo, Hi, L> {
    const fn unchecked(size: usize) -> Self {
        Self { size, bounds: PhantomData }
    }
}

impl<Lo: Dim, Hi: Dim, L: Label + ?Sized> Within<Lo, Hi, L>
where
    (Lo, Hi): Ascending<Least = Lo, Most = Hi>,
{
    const NAMES: &'static [Option<Name>] = &[L::NAME];
    const ALL: &'static Bounds = &(&[Self::BOUNDS] as Bounds);

    /// Makes a dim of that size.
    ///
    /// ```
    /// use conformable::{Dim, dim};
    ///
    /// let n = <dim!(1..=128)>::new(32)?;
    /// assert_eq!(n.size(), 32);
    /// assert!(<dim!(1..=128)>::new(0).is_err());
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the size is outside of the bounds, which the error has.
    pub fn new(size: usize) -> Result<Self, ShapeError> {
        Self::measuring(size).ok_or_else(|| {
            ShapeError::not_a(&[size], PartialShape::from(&[None][..]).with_names(Self::NAMES).with_bounds(Self::ALL))
        })
    }

    /// Forgets the bounds, and keeps the label.
    #[must_use]
    pub const fn unbounded(self) -> Dyn<L> {
        Dyn::of_size(self.size)
    }
}

impl<Lo, Hi, L: ?Sized> Clone for Within<Lo, Hi, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Lo, Hi, L: ?Sized> Copy for Within<Lo, Hi, L> {}

impl<Lo, Hi, L: ?Sized> PartialEq for Within<Lo, Hi, L> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<Lo, Hi, L: ?Sized> Eq for Within<Lo, Hi, L> {}

impl<Lo, Hi, L: ?Sized> Hash for Within<Lo, Hi, L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
    }
}

impl<Lo: Measure, Hi: Measure, L: Label + ?Sized> Debug for Within<Lo, Hi, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = L::NAME {
            write!(f, "{} = ", name())?;
        }
        write!(f, "{} in {}..={}", self.size, Lo::NUMBER.unwrap_or(0), Hi::NUMBER.unwrap_or(usize::MAX))
    }
}

impl<Lo, Hi, L: ?Sized> Sealed for Within<Lo, Hi, L> {}
impl<Lo, Hi, L: ?Sized> Sealed for Bounded<Lo, Hi, L> {}

impl<Lo: Dim, Hi: Dim, L: Label + ?Sized> Measure for Within<Lo, Hi, L>
where
    (Lo, Hi): Ascending<Least = Lo, Most = Hi>,
{
    type Array<T> = Hi::Array<T>;
    type Extent = Capped;
    type Unnamed = Within<Lo, Hi>;
    type Renamed<M> = Within<Lo, Hi, M>;
    type Naming<Other: Dim> = L::Naming<Other>;
    const NUMBER: Option<usize> = None;
    const KNOWN: Option<Self> = None;
    const NAME: Option<Name> = L::NAME;
    const BOUNDS: Option<[usize; 2]> = match (Lo::NUMBER, Hi::NUMBER) {
        (Some(lo), Some(hi)) => Some([lo, hi]),
        _ => None,
    };

    #[inline]
    fn measure(self) -> usize {
        self.size
    }

    #[inline]
    fn measuring(size: usize) -> Option<Self> {
        match Self::BOUNDS {
            Some([lo, hi]) if lo <= size && size <= hi => Some(Self::unchecked(size)),
            _ => None,
        }
    }
}

impl<Lo: Dim, Hi: Dim, L: Label + ?Sized> IntoDim for Within<Lo, Hi, L>
where
    (Lo, Hi): Ascending<Least = Lo, Most = Hi>,
{
    type Dim = Self;

    #[inline]
    fn into_dim(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<Lo: Dim, Hi: Dim, L: Label + ?Sized> Dim for Within<Lo, Hi, L>
where
    (Lo, Hi): Ascending<Least = Lo, Most = Hi>,
{
    type Kind = Bounded<Lo, Hi, L>;
    type WithDyn = Self;
    type Group = Apart;
}

impl<Lo: Dim, Hi: Dim, L: Label + ?Sized> From<Within<Lo, Hi, L>> for Dyn
where
    (Lo, Hi): Ascending<Least = Lo, Most = Hi>,
{
    fn from(dim: Within<Lo, Hi, L>) -> Self {
        of_equal_size(dim)
    }
}

impl<Lo: Numbered, Hi: Numbered, L: ?Sized> Numbered for Within<Lo, Hi, L>
where
    Self: Dim,
{
    type Number = Unknown;
    type Range = NumberRange<Lo::Number, Hi::Number>;
}

impl<Lo, Hi, L: ?Sized> Kind for Bounded<Lo, Hi, L>
where
    Within<Lo, Hi, L>: Dim,
{
    type Dim = Within<Lo, Hi, L>;
    type Number = Interval<Lo, Hi>;
    type WithDyn = Within<Lo, Hi, L>;
    const STRETCHES: bool = false;
}

impl<Lo: Dim, Hi: Dim, L: Label + ?Sized> KindOf<Within<Lo, Hi, L>> for Bounded<Lo, Hi, L> where
    (Lo, Hi): Ascending<Least = Lo, Most = Hi>
{
}

/// A trait without impls. An impl that requires it gives a cell with a bound two candidates, so rustc reports the rule
/// and not the bound.
pub trait Never<Right> {}

/// Adds the second candidate. A cell without a first one would report it.
macro_rules! refusable {
    ($([$($parameters:tt)*] $Left:ty, $Right:ty, $Rule:ty;)*) => {$(
        impl<$($parameters)*> Meet<$Right, $Rule> for $Left
        where
            $Left: Never<$Right>,
        {
            type Dim = Dyn;
        }
    )*};
}

refusable!(
    [Lo, Hi, L: ?Sized, A, B, Rule] Bounded<Lo, Hi, L>, Bounded<A, B, L>, Rule;
    [Lo, Hi, D, Rule] Bounded<Lo, Hi, Unlabelled>, Many<D>, Rule;
    [Lo, Hi, D, Rule] Many<D>, Bounded<Lo, Hi, Unlabelled>, Rule;
    [Lo, Hi, L, D: Plain, Rule] Bounded<Lo, Hi, L>, Many<Named<L, D>>, Rule;
    [Lo, Hi, L, D: Plain, Rule] Many<Named<L, D>>, Bounded<Lo, Hi, L>, Rule;
);

#[cfg(not(rust_analyzer))]
refusable!(
    [Lo, Hi, Left] Bounded<Lo, Hi, Unlabelled>, One, Pairs<Left, Stays>;
    [Lo, Hi, Right] One, Bounded<Lo, Hi, Unlabelled>, Pairs<Stays, Right>;
);

// bounds, bounds = the intersection
impl<Lo, Hi, L: ?Sized, A, B, Rule> Meet<Bounded<A, B, L>, Rule> for Bounded<Lo, Hi, L>
where
    (Lo, Hi): Intersects<(A, B)>,
    Within<<(Lo, Hi) as Intersects<(A, B)>>::Lo, <(Lo, Hi) as Intersects<(A, B)>>::Hi, L>: Dim,
{
    type Dim = Within<<(Lo, Hi) as Intersects<(A, B)>>::Lo, <(Lo, Hi) as Intersects<(A, B)>>::Hi, L>;
}

// bounds, unknown = bounds
impl<Lo, Hi, L: ?Sized, Rule> Meet<Unknown, Rule> for Bounded<Lo, Hi, L>
where
    Within<Lo, Hi, L>: Dim,
{
    type Dim = Within<Lo, Hi, L>;
}

// bounds, unknown = bounds, with the same name
impl<Lo, Hi, L, Rule> Meet<Labelled<L>, Rule> for Bounded<Lo, Hi, L>
where
    Within<Lo, Hi, L>: Dim,
{
    type Dim = Within<Lo, Hi, L>;
}
impl<Lo, Hi, L, Rule> Meet<Bounded<Lo, Hi, L>, Rule> for Labelled<L>
where
    Within<Lo, Hi, L>: Dim,
{
    type Dim = Within<Lo, Hi, L>;
}

// bounds, 1 = bounds: the right 1 broadcasts
#[cfg(not(rust_analyzer))]
impl<Lo, Hi, L: ?Sized, Left> Meet<One, Pairs<Left, Stretches>> for Bounded<Lo, Hi, L>
where
    Within<Lo, Hi, L>: Dim,
{
    type Dim = Within<Lo, Hi, L>;
}

// bounds, known = known, where it is in the bounds
impl<Lo, Hi, D: Plain + Inside<Lo, Hi>, Rule> Meet<Many<D>, Rule> for Bounded<Lo, Hi, Unlabelled> {
    type Dim = D;
}
impl<Lo, Hi, D: Plain + Inside<Lo, Hi>, Rule> Meet<Bounded<Lo, Hi, Unlabelled>, Rule> for Many<D> {
    type Dim = D;
}
impl<Lo, Hi, L, D: Plain + Inside<Lo, Hi>, Rule> Meet<Many<Named<L, D>>, Rule> for Bounded<Lo, Hi, L> {
    type Dim = Named<L, D>;
}
impl<Lo, Hi, L, D: Plain + Inside<Lo, Hi>, Rule> Meet<Bounded<Lo, Hi, L>, Rule> for Many<Named<L, D>> {
    type Dim = Named<L, D>;
}

// bounds, 1 = 1, where it is in the bounds and stays
#[cfg(not(rust_analyzer))]
impl<Lo, Hi, Left> Meet<One, Pairs<Left, Stays>> for Bounded<Lo, Hi, Unlabelled>
where
    Size<1>: Inside<Lo, Hi>,
{
    type Dim = Size<1>;
}
#[cfg(not(rust_analyzer))]
impl<Lo, Hi, Right> Meet<Bounded<Lo, Hi, Unlabelled>, Pairs<Stays, Right>> for One
where
    Size<1>: Inside<Lo, Hi>,
{
    type Dim = Size<1>;
}

/// The cells with a known size in an editor, as in `editor.rs`: the compiler compares the numbers.
#[cfg(rust_analyzer)]
mod known {
    use super::super::editor::NotOne;
    use super::super::kind::{Number, One};
    use super::{Bounded, Dim, Meet, Pairs, Size, Stretches, Within};

    impl<const N: usize, Lo, Hi, L: ?Sized, Rule> Meet<Bounded<Lo, Hi, L>, Rule> for Number<N>
    where
        Self: NotOne,
    {
        type Dim = Size<N>;
    }
    impl<const N: usize, Lo, Hi, L: ?Sized, Rule> Meet<Number<N>, Rule> for Bounded<Lo, Hi, L>
    where
        Number<N>: NotOne,
    {
        type Dim = Size<N>;
    }
    impl<Lo, Hi, L: ?Sized, Left> Meet<One, Pairs<Left, Stretches>> for Bounded<Lo, Hi, L>
    where
        Within<Lo, Hi, L>: Dim,
    {
        type Dim = Within<Lo, Hi, L>;
    }
}

/// The numbers of two bounds, from an operation.
#[derive(Debug)]
pub struct NumberRange<Lo, Hi>(PhantomData<(Lo, Hi)>);

impl<Lo: FromNumber, Hi: FromNumber> FromNumber for NumberRange<Lo, Hi> {
    type Dim = Within<Lo::Dim, Hi::Dim>;
}

/// The upper bound of a result, with the lower bound `Lo`. Where one is unknown, both are.
pub trait UpFrom<Lo> {
    /// The bounds.
    type Range;
}

impl<Lo> UpFrom<Lo> for Unknown {
    type Range = Self;
}

impl<Lo> UpFrom<Lo> for UTerm {
    type Range = NumberRange<Lo, Self>;
}

impl<Lo, N, Digit> UpFrom<Lo> for UInt<N, Digit> {
    type Range = NumberRange<Lo, Self>;
}

/// Operations that grow with each side, on the lower and the upper bounds; with an unknown number the result is
/// unknown.
macro_rules! intervals {
    ($($Op:ident)*) => {$(
        impl<Lo, Hi> $Op<Unknown> for Interval<Lo, Hi> {
            type Output = Unknown;
        }

        impl<Lo, Hi, D> $Op<NumberOf<D>> for Interval<Lo, Hi>
        where
            NumberOf<Lo>: $Op<NumberOf<D>>,
            NumberOf<Hi>: $Op<NumberOf<D>>,
        {
            type Output = NumberRange<
                <NumberOf<Lo> as $Op<NumberOf<D>>>::Output,
                <NumberOf<Hi> as $Op<NumberOf<D>>>::Output,
            >;
        }

        impl<Lo, Hi, D> $Op<Interval<Lo, Hi>> for NumberOf<D>
        where
            Self: $Op<NumberOf<Lo>> + $Op<NumberOf<Hi>>,
        {
            type Output = NumberRange<<Self as $Op<NumberOf<Lo>>>::Output, <Self as $Op<NumberOf<Hi>>>::Output>;
        }

        impl<Lo, Hi, A, B> $Op<Interval<A, B>> for Interval<Lo, Hi>
        where
            NumberOf<Lo>: $Op<NumberOf<A>>,
            NumberOf<Hi>: $Op<NumberOf<B>>,
        {
            type Output = NumberRange<
                <NumberOf<Lo> as $Op<NumberOf<A>>>::Output,
                <NumberOf<Hi> as $Op<NumberOf<B>>>::Output,
            >;
        }
    )*};
}

intervals!(Plus Times LesserOf GreaterOf);

/// Operations that grow with the left side, with a known right side.
macro_rules! growing {
    ($($Op:ident = $Inner:ident)*) => {$(
        impl<Lo: Numbered, Hi: Numbered, D: Numbered> $Op<NumberOf<D>> for Interval<Lo, Hi>
        where
            Lo::Number: $Inner<D::Number>,
            Hi::Number: $Inner<D::Number>,
        {
            type Output = NumberRange<
                <Lo::Number as $Inner<D::Number>>::Output,
                <Hi::Number as $Inner<D::Number>>::Output,
            >;
        }
    )*};
}

// an exact quotient is between the quotients of the bounds, rounded down
growing!(Over = Floor Floored = Floor Raised = Pow);

/// Operations that do not grow with each side, or fail for some of the sizes: a [`Dyn`], checked at run time.
macro_rules! unknown {
    ($([$($parameters:tt)*] $Left:ty, $Op:ident $Right:ty;)*) => {$(
        impl<$($parameters)*> $Op<$Right> for $Left {
            type Output = Unknown;
        }
    )*};
}

unknown!(
    [Lo, Hi] Interval<Lo, Hi>, Minus Unknown;
    [Lo, Hi, D] Interval<Lo, Hi>, Minus NumberOf<D>;
    [Lo, Hi, A, B] Interval<Lo, Hi>, Minus Interval<A, B>;
    [Lo, Hi, D] NumberOf<D>, Minus Interval<Lo, Hi>;
    [Lo, Hi] Interval<Lo, Hi>, Over Unknown;
    [Lo, Hi, A, B] Interval<Lo, Hi>, Over Interval<A, B>;
    [Lo, Hi, D] NumberOf<D>, Over Interval<Lo, Hi>;
    [Lo, Hi] Interval<Lo, Hi>, Floored Unknown;
    [Lo, Hi, A, B] Interval<Lo, Hi>, Floored Interval<A, B>;
    [Lo, Hi, D] NumberOf<D>, Floored Interval<Lo, Hi>;
    [Lo, Hi] Interval<Lo, Hi>, Raised Unknown;
    [Lo, Hi, A, B] Interval<Lo, Hi>, Raised Interval<A, B>;
    [Lo, Hi, D] NumberOf<D>, Raised Interval<Lo, Hi>;
);
