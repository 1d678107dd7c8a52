//! The size of an axis after a convolution, a pool or a transposed convolution.
//!
//! ```text
//! reach(k, dilation)      = dilation * (k - 1) + 1
//! slide(i)                = (before + i + after - reach) / stride + 1         where reach <= before + i + after
//! slide(i)                = (i + stride - 1) / stride                         of the padding `Same`
//! slide(i)                = (x - max(reach - after - stride, 0) + stride - 1) / stride       where x = before + i
//!                                                                             in ceil mode
//! spread(i)               = (i - 1) * stride + reach + more - before - after
//! ```
//!
//! A size known only at run time makes the result a [`Dyn`]. Division by an even stride first halves both numbers.

use super::options::{AllTaken, Around, ByAxis, CeilMode, Number, Same, SameLower, Sides, Unset};
use crate::shape::{
    Clash, Dim, Dyn, Exceeds, Floor, FromNumber, GreaterOf, IntoDim, Label, Less, LesserOf, Minus, NumberRange,
    Numbered, Plus, Size, Times, Unknown, UpFrom,
};
use core::marker::PhantomData;
use core::ops::{Add, Mul, Sub};
use typenum::{B0, U1, UInt, UTerm, Unsigned};

/// The options of a convolution, for all axes or for one: stride, padding, dilation.
#[derive(Debug)]
pub struct Slide<St, Pad, Dil>(PhantomData<(St, Pad, Dil)>);

/// The options of a transposed convolution, for all axes or for one; `More` is the output padding.
#[derive(Debug)]
pub struct Spread<St, Pad, Dil, More>(PhantomData<(St, Pad, Dil, More)>);

impl<St: ByAxis<S>, Pad: ByAxis<S>, Dil: ByAxis<S>, S> ByAxis<S> for Slide<St, Pad, Dil> {
    type Last = Slide<St::Last, Pad::Last, Dil::Last>;
    type Outer = Slide<St::Outer, Pad::Outer, Dil::Outer>;
}

impl<St: ByAxis<S>, Pad: ByAxis<S>, Dil: ByAxis<S>, More: ByAxis<S>, S> ByAxis<S> for Spread<St, Pad, Dil, More> {
    type Last = Spread<St::Last, Pad::Last, Dil::Last, More::Last>;
    type Outer = Spread<St::Outer, Pad::Outer, Dil::Outer, More::Outer>;
}

impl<St: AllTaken<S>, Pad: AllTaken<S>, Dil: AllTaken<S>, S> AllTaken<S> for Slide<St, Pad, Dil> {}
impl<St: AllTaken<S>, Pad: AllTaken<S>, Dil: AllTaken<S>, More: AllTaken<S>, S> AllTaken<S>
    for Spread<St, Pad, Dil, More>
{
}

/// The options of a pool, for all axes or for one. `Round` is [`CeilMode`] or [`Unset`], and the default stride is the
/// size of the window.
#[derive(Debug)]
pub struct Pooling<St, Pad, Dil, Round>(PhantomData<(St, Pad, Dil, Round)>);

impl<St: ByAxis<S>, Pad: ByAxis<S>, Dil: ByAxis<S>, Round, S> ByAxis<S> for Pooling<St, Pad, Dil, Round> {
    type Last = Pooling<St::Last, Pad::Last, Dil::Last, Round>;
    type Outer = Pooling<St::Outer, Pad::Outer, Dil::Outer, Round>;
}

impl<St: AllTaken<S>, Pad: AllTaken<S>, Dil: AllTaken<S>, Round, S> AllTaken<S> for Pooling<St, Pad, Dil, Round> {}

/// Options applied to the dim `D` of the shape `S`, with a window of the dim `K`.
pub trait Along<D, K, S> {
    /// The dim of the result.
    type Output: Dim;
}

/// Implements [`Along`] for a kind of padding: `before`, `after`.
macro_rules! padded {
    ($($Pad:ty [$($parameters:tt)*] $Before:ty, $After:ty;)*) => {$(
        impl<St: Number, Dil: Number, D, K, S, $($parameters)*> Along<D, K, S> for Slide<St, $Pad, Dil>
        where
            D: Fits<K, $Before, $After, St::Or<Size<1>>, Dil::Or<Size<1>>, S>,
        {
            type Output = D::Output;
        }

        impl<St: Number, Dil: Number, Round, D, K, S, $($parameters)*> Along<D, K, S>
            for Pooling<St, $Pad, Dil, Round>
        where
            D: Fits<K, $Before, $After, St::Or<K>, Dil::Or<Size<1>>, S, Round>,
            K: WiderThan<$Before, $After, Dil::Or<Size<1>>, S>,
        {
            type Output = D::Output;
        }

        impl<St: Number, Dil: Number, More: Extra, D, K, S, $($parameters)*> Along<D, K, S>
            for Spread<St, $Pad, Dil, More>
        where
            D: Spreads<K, ($Before, $After), (St::Or<Size<1>>, Dil::Or<Size<1>>, More::Dim), S>,
        {
            type Output = D::Output;
        }
    )*};
}

padded!(
    Size<P> [const P: usize] Size<P>, Size<P>;
    Dyn<L> [L: Label + ?Sized] Dyn, Dyn;
    usize [] Dyn, Dyn;
    Sides<B, A> [B: IntoDim, A: IntoDim] B::Dim, A::Dim;
);

/// Implements [`Along`] for paddings that make the size depend only on the stride.
macro_rules! same {
    ($($Pad:ty)*) => {$(
        // with a stride of 1, the size stays
        impl<Dil: Number, D: Dim, K: Dim, S> Along<D, K, S> for Slide<Unset, $Pad, Dil> {
            type Output = D;
        }

        impl<Dil: Number, D: DimSlides<K, Size<N>, $Pad>, K: Dim, S, const N: usize> Along<D, K, S>
            for Slide<Size<N>, $Pad, Dil>
        {
            type Output = D::Output;
        }

        #[diagnostic::do_not_recommend]
        impl<D: Numbered, K: Dim, const N: usize> DimSlides<K, Size<N>, $Pad> for D
        where
            Size<N>: Numbered,
            D::Range: Ceil<<Size<N> as Numbered>::Number, Output: FromNumber<Dim: Dim>>,
        {
            type Output = D::Naming<<<D::Range as Ceil<<Size<N> as Numbered>::Number>>::Output as FromNumber>::Dim>;
        }

        impl<L: Label + ?Sized, Dil: Number, D: Dim, K: Dim, S> Along<D, K, S> for Slide<Dyn<L>, $Pad, Dil> {
            type Output = Dyn;
        }

        impl<Dil: Number, D: Dim, K: Dim, S> Along<D, K, S> for Slide<usize, $Pad, Dil> {
            type Output = Dyn;
        }

        impl<St: Number, Dil, Round, D, K, S> Along<D, K, S> for Pooling<St, $Pad, Dil, Round>
        where
            Slide<St::Or<K>, $Pad, Dil>: Along<D, K, S>,
        {
            type Output = <Slide<St::Or<K>, $Pad, Dil> as Along<D, K, S>>::Output;
        }
    )*};
}

same!(Same SameLower);

/// An output padding as a dim.
pub trait Extra {
    /// The dim.
    type Dim;
}

impl Extra for Unset {
    type Dim = Size<0>;
}

impl<D: IntoDim> Extra for D {
    type Dim = D::Dim;
}

/// A dim of the shape `S` with room for a window of the dim `K`.
#[diagnostic::on_unimplemented(
    message = "a window of `{K}` does not fit in `{S}`",
    label = "`{Self}` plus the padding `{Before}` and `{After}` is less than the window at dilation `{Dil}`, or a size is not known",
    note = "in generic code, add the bound `where {Self}: DimSlides<{K}, {St}, {Before}, {After}, {Dil}>`",
    note = "conformable: E-window"
)]
pub trait Fits<K, Before, After, St, Dil, S, Round = Unset> {
    /// The number of positions.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: DimSlides<K, St, Before, After, Dil, Round, Output = Out>, K, Before, After, St, Dil, S, Round, Out: Dim>
    Fits<K, Before, After, St, Dil, S, Round> for D
{
    type Output = Out;
}

/// A dim with room for a window of the dim `K`, at a stride, a padding and a dilation.
///
/// The bound of generic code for each axis under a convolution or a pool. The padding `Before` is on both sides unless
/// `After` differs, or [`Same`]. `Round` is [`CeilMode`] for a pool that rounds up.
///
/// ```
/// use conformable::windows::{DimSlides, SlidDim, Window};
/// use conformable::{Dim, Size, Tensor, assert_type_eq, shape};
///
/// fn halved<N: Dim + DimSlides<Two, Two>>(x: &Tensor<f32, (N,)>) -> Tensor<f32, (SlidDim<N, Two, Two>,)> {
///     (x + x).max_pool(shape![2], Window::new())
/// }
/// type Two = Size<2>;
///
/// assert_type_eq!(SlidDim<Size<224>, Size<7>, Size<2>, Size<3>>, Size<112>);
/// assert_eq!(halved(&Tensor::from([1.0, 2.0, 3.0, 4.0])), Tensor::from([4.0, 8.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "a window of `{K}` at stride `{St}` does not fit in `{Self}`",
    label = "`{Self}` plus the padding `{Before}` and `{After}` is less than the window at dilation `{Dil}`, or a size is not known",
    note = "conformable: E-window"
)]
pub trait DimSlides<K, St = Size<1>, Before = Size<0>, After = Before, Dil = Size<1>, Round = Unset> {
    /// The number of positions.
    type Output: Dim;
}

/// The dim of `D` after a window of the dim `K`, as [`DimSlides`] says.
pub type SlidDim<D, K, St = Size<1>, Before = Size<0>, After = Before, Dil = Size<1>, Round = Unset> =
    <D as DimSlides<K, St, Before, After, Dil, Round>>::Output;

#[diagnostic::do_not_recommend]
impl<D, K, Before: Numbered, After: Numbered, St: Numbered, Dil: Numbered, Round, R, P, Out: Dim>
    DimSlides<K, St, Before, After, Dil, Round> for D
where
    K: Numbered<Number: Reach<Dil::Number, Output = R>>,
    D: Numbered<Range: Places<Before::Number, After::Number, R, St::Number, Round, Output = P>>,
    P: FromNumber<Dim = Out>,
{
    type Output = D::Naming<Out>;
}

/// The dim of a pool's window that is wider than the padding before the axis, so that its first position contains an
/// element. The last position is checked at run time.
#[diagnostic::on_unimplemented(
    message = "cannot pool `{S}` by a window of `{Self}` with the padding `{Before}` and `{After}`",
    label = "the window sees only padding from its first place: the padding before the axis must be less than the window",
    note = "in generic code, add the bound `where {S}: Pool<..>`",
    note = "conformable: E-window"
)]
pub trait WiderThan<Before, After, Dil, S> {}

#[diagnostic::do_not_recommend]
impl<K, Before: Numbered, After, Dil: Numbered, S> WiderThan<Before, After, Dil, S> for K where
    K: Numbered<Number: ReachesPast<Before::Number, Dil::Number>>
{
}

/// The size of a window that reaches past the padding before an axis. A window of size 0 is left to [`Fits`].
pub trait ReachesPast<Before, Dil> {}

impl<B, Dil> ReachesPast<B, Dil> for Unknown {}
impl<B, Dil> ReachesPast<B, Dil> for UTerm {}
impl<N, Last, B, Dil> ReachesPast<B, Dil> for UInt<N, Last> where Self: Reach<Dil, Output: Exceeds<B>> {}

/// A dim of `S` in a transposed convolution: `K` is the window, `Sides` the padding, and `Steps` the stride, dilation
/// and output padding.
#[diagnostic::on_unimplemented(
    message = "a transposed convolution of `{S}` with a window of `{K}` has a negative size",
    label = "the axis is `{Self}`, the padding `{Sides}`, and `{Steps}` are stride, dilation and output padding; or a size is not known",
    note = "conformable: E-window"
)]
pub trait Spreads<K, Sides, Steps, S> {
    /// The size of the result.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: DimSpreads<K, St, Before, After, Dil, More, Output = Out>, K, Before, After, St, Dil, More, S, Out: Dim>
    Spreads<K, (Before, After), (St, Dil, More), S> for D
{
    type Output = Out;
}

/// A dim that a transposed convolution spreads by a window of the dim `K`; the parameters are those of [`DimSlides`],
/// and `More` is the output padding.
///
/// ```
/// use conformable::windows::SpreadDim;
/// use conformable::{Size, assert_type_eq};
///
/// assert_type_eq!(SpreadDim<Size<7>, Size<2>, Size<2>>, Size<14>);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` spread by a window of `{K}` at stride `{St}` has a negative size",
    label = "the padding is `{Before}` and `{After}`; or a size is not known",
    note = "conformable: E-window"
)]
pub trait DimSpreads<K, St = Size<1>, Before = Size<0>, After = Before, Dil = Size<1>, More = Size<0>> {
    /// The size of the result.
    type Output: Dim;
}

/// The dim of `D` after a transposed convolution, as [`DimSpreads`] says.
pub type SpreadDim<D, K, St = Size<1>, Before = Size<0>, After = Before, Dil = Size<1>, More = Size<0>> =
    <D as DimSpreads<K, St, Before, After, Dil, More>>::Output;

#[diagnostic::do_not_recommend]
impl<D, K, St, Before, After, Dil, More, Reached, Number, Out: Dim> DimSpreads<K, St, Before, After, Dil, More> for D
where
    Before: Numbered,
    After: Numbered,
    St: Numbered,
    Dil: Numbered,
    More: Numbered,
    K: Numbered<Number: Reach<Dil::Number, Output = Reached>>,
    D: Numbered<Range: Covers<St::Number, Reached, (More::Number, Before::Number, After::Number), Output = Number>>,
    Number: FromNumber<Dim = Out>,
{
    type Output = D::Naming<Out>;
}

/// The number of elements from the first to the last of a window.
pub trait Reach<Dil> {
    /// `dilation * (k - 1) + 1`.
    type Output;
}

impl<Dil> Reach<Dil> for Unknown {
    type Output = Unknown;
}

impl<N, Last> Reach<Unknown> for UInt<N, Last> {
    type Output = Unknown;
}

impl<N, Last> Reach<U1> for UInt<N, Last> {
    type Output = Self;
}

impl<N, Last, D, Digit, LastDigit> Reach<UInt<UInt<D, Digit>, LastDigit>> for UInt<N, Last>
where
    Self: Sub<U1, Output: Mul<UInt<UInt<D, Digit>, LastDigit>, Output: Add<U1>>>,
{
    type Output = typenum::Sum<typenum::Prod<typenum::Diff<Self, U1>, UInt<UInt<D, Digit>, LastDigit>>, U1>;
}

/// The number of positions of a window with that reach.
pub trait Places<Before, After, Reach, St, Round> {
    /// `(before + i + after - reach) / stride + 1`; or `(x - max(reach - after - stride, 0) + stride - 1) / stride`
    /// with `x = before + i` in ceil mode.
    type Output;
}

type PlusOf<A, B> = <A as Plus<B>>::Output;
type MinusOf<A, B> = <A as Minus<B>>::Output;
type TimesOf<A, B> = <A as Times<B>>::Output;

impl<B, A, R, St, Round> Places<B, A, R, St, Round> for Unknown {
    type Output = Self;
}

// nested: a bound on a difference that does not exist would be an error of its own
impl<N, B, A, R, St> Places<B, A, R, St, Unset> for N
where
    N: Unsigned + Plus<B, Output: Plus<A, Output: Less<R, B0, Output: Floor<St, Output: Plus<U1>>>>>,
{
    type Output = PlusOf<<LessOf<PlusOf<PlusOf<N, B>, A>, R> as Floor<St>>::Output, U1>;
}

type LessOf<A, B> = <A as Less<B, B0>>::Output;

// the last window starts below before + i, and there is at most one position more than in the other mode
impl<N, B, A, R, St, X, Past> Places<B, A, R, St, CeilMode> for N
where
    N: Unsigned + Plus<B, Output = X>,
    X: Plus<A, Output: Less<R, B0>> + Minus<Past, Output: Ceil<St>>,
    R: Overhang<A, St, Output = Past>,
{
    type Output = <MinusOf<X, Past> as Ceil<St>>::Output;
}

/// The excess of a window over the padding after the axis and a step.
pub trait Overhang<After, St> {
    /// `max(reach - after - stride, 0)`.
    type Output;
}

impl<R, A, St, Covered, Lesser> Overhang<A, St> for R
where
    A: Plus<St, Output = Covered>,
    R: LesserOf<Covered, Output = Lesser> + Minus<Lesser>,
{
    type Output = MinusOf<R, Lesser>;
}

/// The size of an axis after a transposed convolution.
pub trait Covers<St, Reach, Sides> {
    /// `(i - 1) * stride + reach + more - before - after`.
    type Output;
}

impl<N, St, R, M, B, A> Covers<St, R, (M, B, A)> for N
where
    N: Minus<U1, Output: Times<St, Output: Plus<R, Output: Plus<M, Output: Minus<B, Output: Minus<A>>>>>>,
{
    type Output = MinusOf<MinusOf<PlusOf<PlusOf<TimesOf<MinusOf<N, U1>, St>, R>, M>, B>, A>;
}

/// A number divided by a step, rounded up.
pub trait Ceil<St> {
    /// `(i + stride - 1) / stride`.
    type Output;
}

impl<St> Ceil<St> for Unknown {
    type Output = Self;
}

impl<N: Unsigned + Plus<St, Output: Minus<U1, Output: Floor<St>>>, St> Ceil<St> for N {
    type Output = <MinusOf<PlusOf<N, St>, U1> as Floor<St>>::Output;
}

// Positions grow with the size. Sizes below the window are refused at run time, so there is at least one position.
impl<Lo, Hi, B, A, R, St, Most> Places<B, A, R, St, Unset> for NumberRange<Lo, Hi>
where
    Lo: Plus<B, Output: Plus<A, Output: GreaterOf<R, Output: Less<R, B0, Output: Floor<St, Output: Plus<U1>>>>>>,
    Hi: Places<B, A, R, St, Unset, Output = Most>,
    Most: UpFrom<PlusOf<<LessOf<GreaterThan<PlusOf<PlusOf<Lo, B>, A>, R>, R> as Floor<St>>::Output, U1>>,
{
    type Output = Most::Range;
}

type GreaterThan<A, B> = <A as GreaterOf<B>>::Output;

// some windows may begin past the axis, and are not counted
impl<Lo, Hi: Places<B, A, R, St, CeilMode, Output: UpFrom<UTerm>>, B, A, R, St> Places<B, A, R, St, CeilMode>
    for NumberRange<Lo, Hi>
{
    type Output = <Hi::Output as UpFrom<UTerm>>::Range;
}

// sizes without a result are refused at run time
impl<Lo, Hi: Covers<St, R, Sides, Output: UpFrom<UTerm>>, St, R, Sides> Covers<St, R, Sides> for NumberRange<Lo, Hi> {
    type Output = <Hi::Output as UpFrom<UTerm>>::Range;
}

impl<Lo: Ceil<St>, Hi: Ceil<St, Output: UpFrom<Lo::Output>>, St> Ceil<St> for NumberRange<Lo, Hi> {
    type Output = <Hi::Output as UpFrom<Lo::Output>>::Range;
}

/// The options of a window along one axis, at run time.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub(crate) window: usize,
    pub(crate) stride: usize,
    /// The distance of the window's elements.
    pub(crate) dilation: usize,
    /// The padding before and after the axis.
    pub(crate) sides: Around,
    /// Whether the last window may extend past the padding.
    pub(crate) ceil: bool,
}

/// The motion of a window along one axis, for kernels of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The size of the axis.
    pub size: usize,
    /// The size of the window.
    pub window: usize,
    /// The stride.
    pub stride: usize,
    /// The distance of the window's elements.
    pub dilation: usize,
    /// The padding before the axis.
    pub before: usize,
    /// The number of positions.
    pub places: usize,
    /// The padding before and after the axis that counts in a mean.
    pub counted: [usize; 2],
}

impl Motion {
    /// The number of elements from the first to the last of the window.
    const fn reach(self) -> usize {
        self.window.saturating_sub(1) * self.dilation + 1
    }

    /// Returns the padding after the axis that the window reaches.
    #[must_use]
    pub const fn after(self) -> usize {
        let end = self.places.saturating_sub(1) * self.stride + self.reach();
        end.saturating_sub(self.before + self.size)
    }

    /// Returns the padding that gives the same positions if used on both sides, if there is one.
    #[must_use]
    pub const fn on_both_sides(self) -> Option<usize> {
        match (self.size + 2 * self.before).checked_sub(self.reach()) {
            Some(room) if room / self.stride + 1 == self.places => Some(self.before),
            _ => None,
        }
    }
}

/// The maximal size of a padded axis: sums and differences of two positions fit in an `isize`.
pub(super) const MOST: usize = isize::MAX as usize / 4;

/// The size, if it is at most [`MOST`].
fn bounded(size: Option<usize>) -> Result<usize, Clash> {
    size.filter(|&size| size <= MOST).ok_or(Clash::Overflow)
}

impl Steps {
    /// The reach minus one; `None` for an empty window or an overflow.
    fn reach(&self) -> Option<usize> {
        self.window.checked_sub(1)?.checked_mul(self.dilation)
    }

    /// The number of positions along an axis of that size, and the padding.
    pub(crate) fn slide(&self, size: usize, axis: usize) -> Result<(usize, [usize; 2]), Clash> {
        let Self { window, stride, dilation, sides, ceil } = *self;
        // the default stride of a pool is then 0 too, so this comes first
        if window == 0 {
            return Err(Clash::Window { axis, window, dilation, sides: [0; 2] });
        }
        if stride == 0 || dilation == 0 {
            return Err(Clash::Other { axis: Some(axis), why: "a stride or a dilation is 0" });
        }
        let reach = self.reach();
        let Around::Sides([before, after]) = sides else {
            let places = size.div_ceil(stride);
            let moved = places.saturating_sub(1).saturating_mul(stride);
            let covered = bounded(reach.and_then(|reach| moved.checked_add(reach)))?;
            let padding = (covered + 1).saturating_sub(size);
            let (less, more) = (padding / 2, padding - padding / 2);
            return Ok((places, if sides == Around::Same { [less, more] } else { [more, less] }));
        };
        let refused = Clash::Window { axis, window, dilation, sides: [before, after] };
        let padded = bounded(before.checked_add(size).and_then(|size| size.checked_add(after)))?;
        let room = reach.and_then(|reach| padded.checked_sub(reach)?.checked_sub(1)).ok_or(refused)?;
        let places =
            if ceil { (room.div_ceil(stride) + 1).min((before + size).div_ceil(stride)) } else { room / stride + 1 };
        Ok((places, [before, after]))
    }

    /// Whether the window contains an element at each position; `before` is the padding before the axis.
    pub(crate) fn sees_each(&self, size: usize, places: usize, before: usize) -> bool {
        let sees = |place: usize| {
            let first = place * self.stride;
            // the first element of the window after the padding
            let skipped = before.saturating_sub(first).div_ceil(self.dilation);
            skipped < self.window && first + skipped * self.dilation - before < size
        };
        // Among windows that begin in the padding, the first skips most. With a dilation above the size, the next
        // element may be past the end, so each is checked. Among all others, the last begins last.
        let in_padding = before.div_ceil(self.stride).min(places);
        let each = if self.dilation <= size { in_padding.min(1) } else { in_padding };
        (0..each).all(sees) && (places == 0 || sees(places - 1))
    }

    /// The size after a transposed convolution, and the padding.
    pub(crate) fn spread(&self, size: usize, more: usize, axis: usize) -> Result<(usize, [usize; 2]), Clash> {
        let Self { window, stride, dilation, sides, .. } = *self;
        if stride == 0 || dilation == 0 {
            return Err(Clash::Other { axis: Some(axis), why: "a stride or a dilation is 0" });
        }
        let Around::Sides([before, after]) = sides else {
            return Err(Clash::Other {
                axis: Some(axis),
                why: "a transposed convolution takes no padding `Same` or `SameLower`",
            });
        };
        let refused = Clash::Spread { axis, window, stride, sides: [before, after] };
        let (steps, reach) = size.checked_sub(1).zip(self.reach()).ok_or(refused)?;
        let covered = steps.checked_mul(stride).and_then(|covered| covered.checked_add(reach)?.checked_add(1));
        let covered = bounded(covered.and_then(|covered| covered.checked_add(more)))?;
        bounded(Some(stride.max(before)))?;
        let left = covered.checked_sub(before).and_then(|left| left.checked_sub(after)).ok_or(refused)?;
        Ok((left, [before, after]))
    }
}
