//! All that a window sees from each of its places, as a further axis.
//!
//! ```text
//! sliding(S, x, k)        = (..S with slide(d, k) at x, k)        where d is the dim there
//! ```

use super::options::{Around, Number, Window};
use super::slide::{Along, Slide, Steps};
use crate::axes::{HasAxis, axis_of};
use crate::shape::{Clash, Dim, Relation, Shape, ShapeError, Size, refusal};

/// A shape over whose axis `X` a window of as many elements as the dim `K` says moves: what it sees is the last axis.
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
/// shape![8, 4].sliding_windows(Axis::<1>, Size::<5>, &Window::new()); // a window of `Size<5>` does not fit in `(Size<8>, Size<4>)`
/// ```
pub trait SlidingWindows<X, K, Options = Window>: Shape + HasAxis<X> {
    /// The shape with the places of the window at the axis, and its elements as the last one.
    type Output: Shape;

    /// The same at run time.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`](crate::AnyShape) has no such axis, or the window does not fit.
    #[inline]
    fn sliding_windows(&self, axis: X, length: K, window: &Options) -> Result<Self::Output, ShapeError> {
        self.seen(axis, length, window).map(|(shape, ..)| shape)
    }

    /// The same, which axis it is, and how the window moves along it.
    ///
    /// # Errors
    ///
    /// As above.
    #[doc(hidden)]
    fn seen(&self, axis: X, length: K, window: &Options) -> Result<(Self::Output, usize, Steps), ShapeError>;
}

/// The shape `S` over whose axis `X` a window of `K` elements moves.
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
        let (stride, dilation) = (window.stride.or(1), window.dilation.or(1));
        let steps = Steps { window: length.size(), stride, dilation, sides: Around::Sides([0; 2]), ceil: false };
        let (axis, rank) = (axis_of(self, &axis)?, self.rank());
        let mut sizes = Self::Output::blank(rank + 1);
        let to = sizes.as_mut();
        self.with_sizes(|from| to[..rank].copy_from_slice(from));
        let relation = Relation::Other { what: "slide a window over", second: None };
        let refused = |clash: Clash| refusal(relation, clash, self, self);
        (to[axis], _) = steps.slide(to[axis], axis).map_err(refused)?;
        to[rank] = steps.window;
        Ok((Self::Output::from_sizes(sizes.as_ref())?, axis, steps))
    }
}
