//! Resizing of the last axes, by adaptive pools and interpolation.
//!
//! ```text
//! resize(X, ())               = X
//! resize((..X, i), (..K, k))  = (..resize(X, K), k)
//! resize(X, *) = resize(*, K) = *
//! ```

use super::pool::Kernel;
use crate::shape::{AnyShape, Axes, AxesList, Clash, Dim, Nil, Relation, Shape, ShapeError, refusal};

/// A shape whose last axes can be resized to `K`, by `adaptive_max_pool`, `adaptive_avg_pool` and `interpolate`.
///
/// ```
/// use conformable::windows::{Resize, Resized};
/// use conformable::{Shape, assert_type_eq, shape};
///
/// assert_type_eq!(Resized<Shape![_, 64, 30, 40], Shape![7, 7]>, Shape![_, 64, 7, 7]);
/// assert_eq!(shape![8, 100].resize(&shape![3]), Ok(shape![8, 3]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::Resize;
/// use conformable::shape;
///
/// shape![8].resize(&shape![1, 1]); // there are more sizes than axes
/// ```
pub trait Resize<K> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If there are fewer axes than sizes, or an empty axis would get elements.
    #[inline]
    fn resize(&self, size: &K) -> Result<Self::Output, ShapeError> {
        self.resize_by("resize", size)
    }

    /// As [`resize`](Self::resize), with the verb of the error message.
    #[doc(hidden)]
    fn resize_by(&self, verb: &'static str, size: &K) -> Result<Self::Output, ShapeError>;
}

/// The shape `S` with its last axes resized to `K`.
pub type Resized<S, K> = <S as Resize<K>>::Output;

impl<S: Shape, K: Kernel> Resize<K> for S
where
    K::Axes: ResizeAxes<S::Axes, S, K>,
{
    type Output = <K::Axes as ResizeAxes<S::Axes, S, K>>::Output;

    fn resize_by(&self, verb: &'static str, size: &K) -> Result<Self::Output, ShapeError> {
        let (size, mut sizes) = (size.clone(), Self::Output::blank(self.rank()));
        let to = sizes.as_mut();
        let clash = self.with_sizes(|x| size.with_sizes(|size| resized(x, size, to))).err();
        let relation = Relation::Other { what: verb, second: Some("to") };
        match clash {
            None => Self::Output::from_sizes(sizes.as_ref()),
            Some(clash) => Err(refusal(relation, clash, self, &size)),
        }
    }
}

/// Two lists, innermost axis first: `X`, and its new sizes `Self`.
#[diagnostic::on_unimplemented(
    message = "cannot resize `{S}` to `{K}`",
    label = "the compiler cannot prove that the shape has as many axes",
    note = "in generic code, add the bound `where {S}: Resize<{K}>`",
    note = "conformable: E-window"
)]
pub trait ResizeAxes<X, S, K> {
    /// The resulting shape.
    type Output: Shape;
}

// resize(X, ()) = X
impl<X: AxesList, S, K> ResizeAxes<X, S, K> for Nil {
    type Output = X::Shape;
}

// resize((..X, i), (..K, k)) = (..resize(X, K), k)
impl<I, X, W: Dim, Outer: ResizeAxes<X, S, K>, S, K> ResizeAxes<Axes<I, X>, S, K> for Axes<W, Outer> {
    type Output = <Outer::Output as Shape>::Push<W>;
}

// resize((), (..K, k)) is refused
impl<W, Outer, S: HasSizesFor<K>, K> ResizeAxes<Nil, S, K> for Axes<W, Outer> {
    type Output = ();
}

// resize(X, *) = *
impl<X, S, K> ResizeAxes<X, S, K> for AnyShape {
    type Output = Self;
}

// resize(*, K) = *
impl<W, Outer, S, K> ResizeAxes<AnyShape, S, K> for Axes<W, Outer> {
    type Output = AnyShape;
}

/// Never implemented: there are more sizes than axes.
#[diagnostic::on_unimplemented(
    message = "cannot resize `{Self}` to `{K}`",
    label = "there are more sizes than axes",
    note = "conformable: E-window"
)]
pub trait HasSizesFor<K> {}

fn resized(x: &[usize], size: &[usize], out: &mut [usize]) -> Result<(), Clash> {
    if !(1..=super::moves::MOST).contains(&size.len()) {
        return Err(Clash::Other { axis: None, why: "expected the sizes of one to three axes" });
    }
    let Some(outer) = x.len().checked_sub(size.len()) else {
        return Err(Clash::Other { axis: None, why: "there are more sizes than axes" });
    };
    for (axis, (&from, &to)) in x[outer..].iter().zip(size).enumerate() {
        if from == 0 && to > 0 {
            return Err(Clash::Other { axis: Some(outer + axis), why: "an axis of size 0 has no element" });
        }
        from.checked_mul(to).filter(|&product| product <= super::slide::MOST).ok_or(Clash::Overflow)?;
    }
    out[..outer].copy_from_slice(&x[..outer]);
    out[outer..].copy_from_slice(size);
    Ok(())
}
