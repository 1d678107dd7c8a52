//! Pools: one element for all that a window sees, along the last axes of a shape.
//!
//! ```text
//! pool(X, ())                 = X
//! pool((..X, i), (..K, k))    = (..pool(X, K), slide(i, k))       with steps of k, where nothing else is said
//! pool(X, *) = pool(*, K)     = *
//! ```

use super::moves::{MOST, Moves, moves};
use super::options::{AllTaken, ByAxis, CeilMode, Numbers, Paddings, Unset, Window};
use super::slide::{Along, Pooling, Steps};
use crate::shape::{AnyShape, Axes, AxesList, Clash, Nil, Relation, Shape, ShapeError, refusal};

/// A shape over whose last axes a window of the shape `K` moves, `(3, 3)` of images: what `max_pool` and `avg_pool`
/// make one element of.
///
/// The usual stride is as long as the window, as in PyTorch.
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
pub trait Pool<K, Options = Window>: Shape {
    /// The shape that comes out.
    type Output: Shape;

    /// The same at run time.
    ///
    /// # Errors
    ///
    /// If the window does not fit, or sees only padding somewhere.
    #[inline]
    fn pool(&self, size: &K, window: &Options) -> Result<Self::Output, ShapeError> {
        self.slides_over(size, window).map(|(shape, _)| shape)
    }

    /// The same, and how the window moves.
    ///
    /// # Errors
    ///
    /// As above.
    #[doc(hidden)]
    fn slides_over(&self, size: &K, window: &Options) -> Result<(Self::Output, Moves), ShapeError>;
}

/// The shape of the pool of a shape `S` by a window of the shape `K`.
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

/// How a window of the shape `K` moves over a shape `S`. (The options are `Self`, since they are the last that the
/// compiler gets to know in a call, and it looks at nothing whose `Self` it does not know yet.)
#[diagnostic::on_unimplemented(
    message = "cannot pool `{S}` by a window of `{K}`",
    label = "`{Self}` is not a window; write `Window::new()` with its options: `.stride(Size::<2>)`",
    note = "a pool has neither groups nor an output padding",
    note = "conformable: E-window"
)]
pub trait MovesOver<S, K> {
    /// The shape that comes out.
    type Output: Shape;

    /// How it moves along the last axes.
    ///
    /// # Errors
    ///
    /// If it does not fit, or sees no element.
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

/// Whether the number of places is rounded up: [`Unset`], or [`CeilMode`].
#[diagnostic::on_unimplemented(
    message = "a pool has no output padding",
    label = "`{Self}` is the output padding of the window, which only `conv_transpose` has",
    note = "conformable: E-window"
)]
pub trait Rounding {
    /// The same type. An option that is not a rounding has none, so that it is one error.
    type Mode;
    /// Whether it is.
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

/// Two lists, innermost axis first: `X`, and `Self`, the window, which moves as `M` says. `S` and `K` are the whole
/// shapes.
#[diagnostic::on_unimplemented(
    message = "cannot pool `{S}` by a window of `{K}`",
    label = "the compiler cannot prove that the window fits",
    note = "in generic code, add the bound `where {S}: Pool<{K}, ..>`",
    note = "conformable: E-window"
)]
pub trait PoolAxes<X, M, S, K> {
    /// The shape that comes out.
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

/// What no shape is to a window of more axes.
#[diagnostic::on_unimplemented(
    message = "cannot pool `{Self}` by a window of `{K}`",
    label = "the window has more axes than the shape",
    note = "conformable: E-window"
)]
pub trait HasAxesFor<K> {}

/// How a window moves along the last axes of a shape.
///
/// # Errors
///
/// If it does not fit, or sees no element.
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
