//! The shapes that layers take: any axes, and a last axis of the layer's size.
//!
//! ```text
//! to((..S, d), D, O)  = (..S, O)      where d = D
//! to(*, D, O)         = *             * is a shape of unknown rank
//! ```

use conformable::engine::{Engine, EngineTensor, Error, Outcome, ViewKernel};
use conformable::shape::{Axes, AxesList, Nil};
use conformable::{AnyShape, AxesOf, Axis, Dim, Dyn, NoneBroadcast, Shape, ShapeError};

/// A shape whose last axis is a `D`, as a layer with `D` features requires.
///
/// The last axis can also be known only at run time, and so can the rank, unlike for
/// [`conformable::EndsIn`].
///
/// This trait is sealed.
///
/// ```
/// use conformable::{Shape, Size, assert_type_eq};
/// use conformable_models::InputOf;
///
/// assert_type_eq!(<Shape![_, 5, 3] as InputOf<Size<3>>>::To<Size<4>>, Shape![_, 5, 4]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Size};
/// use conformable_models::InputOf;
///
/// type Refused = <Shape![2, 3] as InputOf<Size<5>>>::To<Size<4>>;
/// let shape: Refused; // a layer of `(.., Size<5>)` cannot take `(Size<2>, Size<3>)`
/// ```
pub trait InputOf<D: Dim>: Shape {
    /// The shape with another last axis.
    type To<O: Dim>: Shape;
}

impl<S: Shape<Axes: EndAxes<D, S>>, D: Dim> InputOf<D> for S {
    type To<O: Dim> = <S::Axes as EndAxes<D, S>>::To<O>;
}

/// [`InputOf`] on lists, innermost axis first. `S` is the whole shape.
#[diagnostic::on_unimplemented(
    message = "a layer of `(.., {D})` cannot take `{S}`",
    label = "the compiler does not know its last axis",
    note = "in generic code, add the bound `where {S}: InputOf<{D}>`",
    note = "conformable: E-model"
)]
pub trait EndAxes<D: Dim, S> {
    /// The shape with another last axis.
    type To<O: Dim>: Shape;
}

// to((..S, d), D, O) = (..S, O)
impl<Last: Features<D, S>, Outer: AxesList, D: Dim, S> EndAxes<D, S> for Axes<Last, Outer> {
    type To<O: Dim> = <Outer::Shape as Shape>::Push<O>;
}

// to(*, D, O) = *
impl<D: Dim, S> EndAxes<D, S> for AnyShape {
    type To<O: Dim> = Self;
}

// to((), D, O) is refused
impl<D: Dim + NoAxisOf<S>, S> EndAxes<D, S> for Nil {
    type To<O: Dim> = ();
}

/// A trait without implementations: its bound fails for a shape without axes.
#[diagnostic::on_unimplemented(
    message = "a layer of `(.., {Self})` cannot take `{S}`",
    label = "a scalar has no last axis",
    note = "conformable: E-model"
)]
pub trait NoAxisOf<S> {}

/// The last axis of the shape `S`, which equals `D`.
#[diagnostic::on_unimplemented(
    message = "a layer of `(.., {D})` cannot take `{S}`",
    label = "`{Self}`, its last axis, and `{D}` differ",
    note = "conformable: E-model"
)]
pub trait Features<D, S> {}

#[diagnostic::do_not_recommend]
impl<Last: Dim, D: Dim, S> Features<D, S> for Last where (Last,): NoneBroadcast<(D,)> {}

/// The number of rows, and the last size.
pub(crate) fn last_axis(sizes: &[usize]) -> Result<(usize, usize), ShapeError> {
    match sizes {
        [outer @ .., last] => Ok((AnyShape::from(outer).numel()?, *last)),
        // the error of a reduction along it
        [] => match Axis::<-1>.of(&AnyShape::from(sizes)) {
            Err(error) => Err(error),
            Ok(_) => unreachable!("its rank is 0"),
        },
    }
}

/// The tensor as rows of features: all axes except the last are merged.
pub(crate) fn rows<T: Copy, S: InputOf<D>, D: Dim, E: ViewKernel<T>>(
    x: &EngineTensor<T, S, E>,
    features: D,
) -> Outcome<T, (Dyn, D), E> {
    let sizes = x.sizes();
    let (count, last) = last_axis(sizes.as_ref())?;
    if last != features.size() {
        let mut wanted = sizes.as_ref().to_vec();
        wanted.pop();
        wanted.push(features.size());
        AnyShape::from(sizes.as_ref()).none_broadcast(&AnyShape::from(&wanted[..]))?;
    }
    reshaped(x.clone(), &[count, last])
}

/// Rows with the axes of `before` restored.
pub(crate) fn with_axes_of<T: Copy, S: InputOf<D>, D: Dim, O: Dim, E: ViewKernel<T>>(
    rows: EngineTensor<T, (Dyn, O), E>,
    before: &S,
    _: D,
) -> Outcome<T, S::To<O>, E> {
    let mut sizes = before.sizes().as_ref().to_vec();
    if let Some(last) = sizes.last_mut() {
        *last = rows.sizes()[1];
    }
    reshaped(rows, &sizes)
}

/// The same elements with other sizes, in the type's shape. The engine is not called if the sizes are equal.
pub(crate) fn reshaped<T: Copy, S: Shape, O: Shape, E: ViewKernel<T>>(
    x: EngineTensor<T, S, E>,
    sizes: &[usize],
) -> Outcome<T, O, E> {
    let same = x.sizes().as_ref() == sizes;
    let x = x.erase();
    if same { x.refine() } else { x.try_reshape(AnyShape::from(sizes))?.refine() }
}

/// The value, or a panic with the error's text at the caller.
#[track_caller]
pub(crate) fn expect<X, E: Engine>(result: Result<X, Error<E>>) -> X {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
