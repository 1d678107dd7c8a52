//! Pools: each position of a window becomes one element.
//!
//! ```text
//! pool(X, ())                 = X
//! pool((..X, i), (..K, k))    = (..pool(X, K), slide(i, k))       with steps of k by default
//! pool(X, *) = pool(*, K)     = *
//! ```

use super::moves::{MOST, Moves, moves};
use super::options::{AllTaken, ByAxis, CeilMode, Numbers, Paddings, Unset, Window};
use super::slide::{Along, Pooling, Steps};
use crate::shape::{AnyShape, Axes, AxesList, Clash, Nil, Relation, Shape, ShapeError, refusal};

/// A shape over whose last axes a window of the shape `K` moves, as in `max_pool` and `avg_pool`.
///
/// The default stride is the size of the window, as in PyTorch.
///
/// ```
/// use conformable::windows::{Pool, Pooled, Window};
/// use conformable::{Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(Pooled<Shape![_, 64, 112, 112], Shape![2, 2]>, Shape![_, 64, 56, 56]);
/// assert_type_eq!(Pooled<Shape![_, 64, 112, 112], Shape![3, 3], Window<Size<2>, Size<1>>>, Shape![_, 64, 56, 56]);
/// assert_eq!(shape![8, 100].pool(&shape![5], &Window::new()), Ok(shape![8, 20]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::{Pool, Window};
/// use conformable::shape;
///
/// shape![8, 4].pool(&shape![5], &Window::new()); // a window of `Size<5>` does not fit in `(Size<8>, Size<4>)`
/// ```
pub trait Pool<K, Options = Window> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the window does not fit, contains only padding at some position, or has more than three axes or more axes
    /// than the shape, or if an option is 0 or has another number of axes.
    #[inline]
    fn pool(&self, size: &K, window: &Options) -> Result<Self::Output, ShapeError> {
        self.slides_over(size, window).map(|(shape, _)| shape)
    }

    /// [`pool`](Self::pool) with the motion of the window.
    #[doc(hidden)]
    fn slides_over(&self, size: &K, window: &Options) -> Result<(Self::Output, Moves), ShapeError>;
}

/// The shape of a pool of `S` with a window of the shape `K`.
pub type Pooled<S, K, Options = Window> = <S as Pool<K, Options>>::Output;

impl<S: Shape, K: Kernel, M: MovesOver<S, K>> Pool<K, M> for S {
    type Output = M::Output;

    #[inline]
    fn slides_over(&self, size: &K, window: &M) -> Result<(Self::Output, Moves), ShapeError> {
        let moves = self.with_sizes(|x| size.with_sizes(|size| window.moves(x, size)));
        let moves = moves.map_err(|clash| refusal(Relation::Pooled, clash, self, size))?;
        let mut sizes = Self::Output::blank(self.rank());
        let (outer, inner) = sizes.as_mut().split_at_mut(self.rank() - size.rank());
        self.with_sizes(|x| outer.copy_from_slice(&x[..outer.len()]));
        inner.copy_from_slice(&moves.sizes()[2..]);
        Ok((Self::Output::from_sizes(sizes.as_ref())?, moves))
    }
}

/// Options of a pool of `S` with a window of the shape `K`. (They are `Self` as in `SlidesOver`.)
#[diagnostic::on_unimplemented(
    message = "cannot pool `{S}` by a window of `{K}`",
    label = "`{Self}` is not a window; write `Window::new()` with its options: `.stride(Size::<2>)`",
    note = "a pool has neither groups nor an output padding",
    note = "conformable: E-window"
)]
pub trait MovesOver<S, K> {
    /// The resulting shape.
    type Output: Shape;

    /// Computes the motion of the window along the last axes.
    ///
    /// # Errors
    ///
    /// As for [`Pool::pool`].
    fn moves(&self, x: &[usize], size: &[usize]) -> Result<Moves, Clash>;
}

impl<S: Shape, K: Shape, St: Numbers, Pad: Paddings, Dil: Numbers, Round: Rounding> MovesOver<S, K>
    for Window<St, Pad, Dil, Unset, Round>
where
    K::Axes: PoolAxes<S::Axes, Pooling<St, Pad, Dil, Round::Mode>, S, K>,
{
    type Output = <K::Axes as PoolAxes<S::Axes, Pooling<St, Pad, Dil, Round::Mode>, S, K>>::Output;

    #[inline]
    fn moves(&self, x: &[usize], size: &[usize]) -> Result<Moves, Clash> {
        pool(x, size, self)
    }
}

/// The rounding of the number of positions: [`Unset`] for down, or [`CeilMode`] for up.
#[diagnostic::on_unimplemented(
    message = "a pool has no output padding",
    label = "`{Self}` is the output padding of the window, which only `conv_transpose` has",
    note = "conformable: E-window"
)]
pub trait Rounding {
    /// The type itself, so that a type that is not a rounding is one error.
    type Mode;
    #[doc(hidden)]
    const CEIL: bool;
}

impl Rounding for Unset {
    type Mode = Self;
    const CEIL: bool = false;
}

impl Rounding for CeilMode {
    type Mode = Self;
    const CEIL: bool = true;
}

/// The shape of a window: one to three axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the shape of a window",
    label = "a window has one to three axes: `shape![3, 3]`",
    note = "conformable: E-window"
)]
pub trait Kernel: Shape {}

impl Kernel for AnyShape {}
impl<W> Kernel for (W,) where Self: Shape {}
impl<H, W> Kernel for (H, W) where Self: Shape {}
impl<D, H, W> Kernel for (D, H, W) where Self: Shape {}

/// Two lists, innermost axis first: `X`, and the window `Self` with the motion `M`.
#[diagnostic::on_unimplemented(
    message = "cannot pool `{S}` by a window of `{K}`",
    label = "the compiler cannot prove that the window fits",
    note = "in generic code, add the bound `where {S}: Pool<{K}, ..>`",
    note = "conformable: E-window"
)]
pub trait PoolAxes<X, M, S, K> {
    /// The resulting shape.
    type Output: Shape;
}

// pool(X, ()) = X
impl<X: AxesList, M: AllTaken<S>, S, K> PoolAxes<X, M, S, K> for Nil {
    type Output = X::Shape;
}

// pool((..X, i), (..K, k)) = (..pool(X, K), slide(i, k))
impl<I, X, W, Outer, M, S, K> PoolAxes<Axes<I, X>, M, S, K> for Axes<W, Outer>
where
    M: ByAxis<S, Last: Along<I, W, S>>,
    Outer: PoolAxes<X, M::Outer, S, K>,
{
    type Output = <Outer::Output as Shape>::Push<<M::Last as Along<I, W, S>>::Output>;
}

// pool((), (..K, k)) is refused
impl<W, Outer, M, S: HasAxesFor<K>, K> PoolAxes<Nil, M, S, K> for Axes<W, Outer> {
    type Output = ();
}

// pool(X, *) = *
impl<X, M, S, K> PoolAxes<X, M, S, K> for AnyShape {
    type Output = Self;
}

// pool(*, K) = *
impl<W, Outer, M, S, K> PoolAxes<AnyShape, M, S, K> for Axes<W, Outer> {
    type Output = AnyShape;
}

/// Never implemented: the window has more axes than the shape.
#[diagnostic::on_unimplemented(
    message = "cannot pool `{Self}` by a window of `{K}`",
    label = "the window has more axes than the shape",
    note = "conformable: E-window"
)]
pub trait HasAxesFor<K> {}

fn pool<St: Numbers, Pad: Paddings, Dil: Numbers, Round: Rounding>(
    x: &[usize],
    size: &[usize],
    window: &Window<St, Pad, Dil, Unset, Round>,
) -> Result<Moves, Clash> {
    if !(1..=MOST).contains(&size.len()) {
        return Err(Clash::Other { axis: None, why: "a window has one to three axes" });
    }
    let Some(outer) = x.len().checked_sub(size.len()) else {
        return Err(Clash::Other { axis: None, why: "the window has more axes than the shape" });
    };
    let options = (&window.stride, &window.dilation, &window.padding);
    moves(
        (&x[outer..], size),
        options,
        (Round::CEIL, window.padding_counts),
        |window| window,
        |steps, size, axis| {
            let axis = outer + axis;
            let (places, padding) = steps.slide(size, axis)?;
            if steps.sees_each(size, places, padding[0]) {
                Ok((places, padding))
            } else {
                let Steps { window, dilation, .. } = *steps;
                Err(Clash::Padding { axis, window, dilation, sides: padding })
            }
        },
    )
}
