//! Sliding windows as views: the elements of a window become a new last axis.
//!
//! ```text
//! sliding(S, x, k)        = (..S with slide(d, k) at x, k)        where d is the dim there
//! sliding(S, X, K)        = pushed(changed(S, X, K), X, K)        by slide
//! pushed(T, (), ())               = T
//! pushed(T, (..X, x), (..K, k))   = (..pushed(T, X, K), k)
//! ```

use super::options::{Around, Number, Unset, Window};
use super::slide::{Along, Slide, Steps};
#[cfg(feature = "tensor")]
use crate::axes::each_count;
use crate::axes::{AxisNumbers, ChangeBy, ChangedIn, Counts, Every, FindsAxis, HasAxis, OfAnyRank, Unlisted, axis_of};
use crate::shape::{AnyShape, Axes, Clash, Dim, Nil, Relation, Shape, ShapeError, Size, refusal};

/// A shape over whose axis `X` a window of `K` elements moves; the window becomes the last axis.
///
/// ```
/// use conformable::windows::{SlidingWindows, Slid, Window};
/// use conformable::{Axis, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(Slid<Shape![_, 8, 100], Axis<2>, Size<5>>, Shape![_, 8, 96, 5]);
/// assert_type_eq!(Slid<Shape![_, 8, 100], Axis<2>, Size<5>, Window<Size<5>>>, Shape![_, 8, 20, 5]);
/// assert_eq!(shape![8, 100].sliding_windows(Axis::<0>, Size::<3>, &Window::new()), Ok(shape![6, 100, 3]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::{SlidingWindows, Window};
/// use conformable::{Axis, Size, shape};
///
/// // a window of `Size<5>` does not fit in `(Size<8>, Size<4>)`
/// shape![8, 4].sliding_windows(Axis::<1>, Size::<5>, &Window::new());
/// ```
pub trait SlidingWindows<X, K, Options = Window>: FindsAxis<X> {
    /// The shape with the number of positions at the axis, and the window as the last axis.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`](crate::AnyShape) has no such axis, or the window does not fit.
    #[inline]
    fn sliding_windows(&self, axis: X, length: K, window: &Options) -> Result<Self::Output, ShapeError> {
        self.seen(axis, length, window).map(|(shape, ..)| shape)
    }

    /// [`sliding_windows`](Self::sliding_windows) with the position of the axis and the motion of the window.
    #[doc(hidden)]
    fn seen(&self, axis: X, length: K, window: &Options) -> Result<(Self::Output, usize, Steps), ShapeError>;
}

/// The shape of the windows of `K` elements over the axis `X` of `S`.
pub type Slid<S, X, K, Options = Window> = <S as SlidingWindows<X, K, Options>>::Output;

// sliding(S, x, k) = (..S with slide(d, k) at x, k)
impl<S: Shape, X, K: Dim, St: Number, Dil: Number, D, Put, Places> SlidingWindows<X, K, Window<St, Size<0>, Dil>> for S
where
    S: HasAxis<X, Item = D, Put<Places> = Put>,
    Slide<St, Size<0>, Dil>: Along<D, K, S, Output = Places>,
    Put: Shape,
{
    type Output = Put::Push<K>;

    #[inline]
    fn seen(
        &self,
        axis: X,
        length: K,
        window: &Window<St, Size<0>, Dil>,
    ) -> Result<(Self::Output, usize, Steps), ShapeError> {
        let steps = steps(length.size(), window);
        let (axis, rank) = (axis_of(self, &axis)?, self.rank());
        let mut sizes = Self::Output::blank(rank + 1);
        let to = sizes.as_mut();
        self.with_sizes(|from| to[..rank].copy_from_slice(from));
        to[axis] = places(self, steps, axis)?;
        to[rank] = steps.window;
        Ok((Self::Output::from_sizes(sizes.as_ref())?, axis, steps))
    }
}

#[inline]
fn steps<St: Number, Dil: Number>(length: usize, window: &Window<St, Size<0>, Dil>) -> Steps {
    let (stride, dilation) = (window.stride.or(1), window.dilation.or(1));
    Steps { window: length, stride, dilation, sides: Around::Sides([0; 2]), ceil: false }
}

/// The number of positions of a window along an axis of the shape.
#[inline]
fn places<S: Shape>(shape: &S, steps: Steps, axis: usize) -> Result<usize, ShapeError> {
    let relation = Relation::Other { what: "slide a window over", second: None };
    let refused = |clash: Clash| refusal(relation, clash, shape, shape);
    let size = shape.with_sizes(|sizes| sizes[axis]);
    steps.slide(size, axis).map(|(places, _)| places).map_err(refused)
}

impl<St, Dil, D, K, X, S> ChangeBy<D, K, X, S> for Slide<St, Size<0>, Dil>
where
    Self: Along<D, K, S>,
{
    type Output = <Self as Along<D, K, S>>::Output;
}

/// Sizes of windows to append to the shape `S`, one for each axis of `X`.
pub trait PushedOn<S, X> {
    /// The shape with these axes.
    type Output: Shape;
}

// pushed(T, (), ()) = T
impl<S: Shape> PushedOn<S, Nil> for Nil {
    type Output = S;
}

impl<S: Shape, K> PushedOn<S, Nil> for Every<K> {
    type Output = S;
}

// pushed(T, (..X, x), (..K, k)) = (..pushed(T, X, K), k)
impl<S, X, Xs, K: Dim, Ks: PushedOn<S, Xs>> PushedOn<S, Axes<X, Xs>> for Axes<K, Ks> {
    type Output = <Ks::Output as Shape>::Push<K>;
}

impl<S, X, Xs, K: Dim> PushedOn<S, Axes<X, Xs>> for Every<K>
where
    Self: PushedOn<S, Xs>,
{
    type Output = <<Self as PushedOn<S, Xs>>::Output as Shape>::Push<K>;
}

impl<K, X> PushedOn<AnyShape, Unlisted<X>> for K {
    type Output = AnyShape;
}

/// Axes of `S`, as [`AxisNumbers::Form`], over which windows of the sizes `K` move.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name several axes of `{S}`",
    label = "write `(Axis::<0>, Axis::<-1>)`; `sliding_windows` takes one axis",
    note = "conformable: E-axis"
)]
pub trait SlidIn<S, K, Options> {
    /// The shape with the numbers of positions at these axes, and the windows as the last axes.
    type Output: Shape;
}

// sliding(S, X, K) = pushed(changed(S, X, K), X, K)
impl<S, K: PushedOn<P, Self>, Options, Last, Outer, P> SlidIn<S, K, Options> for Axes<Last, Outer>
where
    Self: ChangedIn<Options, S, K, Output = P>,
{
    type Output = K::Output;
}

impl<S: Shape, K: PushedOn<S, Self>, Options> SlidIn<S, K, Options> for Nil {
    type Output = K::Output;
}

impl<S: OfAnyRank<X>, K, Options, X> SlidIn<S, K, Options> for Unlisted<X> {
    type Output = AnyShape;
}

/// The shape of the windows of the sizes `K` over the axes `X` of `S`.
pub type SlidAlong<S, X, K, St = Unset, Dil = Unset> =
    <<X as AxisNumbers>::Form as SlidIn<S, <K as Counts>::Form, Slide<St, Size<0>, Dil>>>::Output;

/// The sizes of a [`SlidAlong`], and the axes in the order of `along`.
#[cfg(feature = "tensor")]
pub(crate) fn seen_along<S: Shape, Out: Shape, St: Number, Dil: Number>(
    shape: &S,
    along: (&impl AxisNumbers, &impl Counts),
    window: &Window<St, Size<0>, Dil>,
) -> Result<(Out, S::Sizes), ShapeError> {
    let (mut axes, rank) = (S::blank(shape.rank()), shape.rank());
    let mut sizes = Out::blank(rank + along.0.with_numbers(<[isize]>::len));
    let to = sizes.as_mut();
    shape.with_sizes(|from| to[..rank].copy_from_slice(from));
    let mut count = 0;
    each_count("slide windows over", shape, along, |axis, length| {
        to[axis] = places(shape, steps(length, window), axis)?;
        to[rank + count] = length;
        axes.as_mut()[count] = axis;
        count += 1;
        Ok(())
    })?;
    Ok((Out::from_sizes(sizes.as_ref())?, axes))
}
