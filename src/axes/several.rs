//! Several axes at once: dims placed on axes of a shape, and those around them.
//!
//! ```text
//! placed(T, (), ())               = T
//! placed(T, (..X, x), (..D, d))   = placed(T, X, D) with d at x       where no dim was placed before
//! filled((), ())                  = ()
//! filled((..T, d), R)             = (..filled(T, R), d)               where d was placed
//! filled((..T, t), (..R, r))      = (..filled(T, R), r)               where it was not
//! ```

use super::reduce::{AxesOf, Once, place, refusal};
use super::table::HasAxis;
use crate::indices::IndexElement;
use crate::shape::{AnyShape, Axes, Axis, Dim, Nil, Shape, ShapeError, Size, Tuple};
use core::marker::PhantomData;

/// A dim that was placed on an axis.
#[derive(Debug)]
pub struct Placed<D>(PhantomData<D>);

/// The dim `D` for each of any number of axes.
#[derive(Debug)]
pub struct Every<D>(PhantomData<D>);

/// Dims, or counts, for a list of axes.
pub trait DimsFor {
    /// That of the last axis of the list.
    type Last;
    /// Those of the axes before it.
    type Outer;
}

impl<D, Outer> DimsFor for Axes<D, Outer> {
    type Last = D;
    type Outer = Outer;
}

impl<D> DimsFor for Every<D> {
    type Last = D;
    type Outer = Self;
}

/// A list of axes of the shape `Of`, on which the dims `Dims` are placed.
pub trait PlacedIn<Of, Dims> {
    /// The tuple with [`Placed`] dims on these axes.
    type Output;
}

// placed(T, (), ()) = T
impl<Of, Dims> PlacedIn<Of, Dims> for Nil {
    type Output = Of;
}

// placed(T, (..X, x), (..D, d)) = placed(T, X, D) with d at x
impl<Last, Outer, Of, Dims: DimsFor> PlacedIn<Of, Dims> for Axes<Last, Outer>
where
    Outer: PlacedIn<Of, Dims::Outer, Output: HasAxis<Last, Of, Item: Once<Last, Of>>>,
{
    type Output = <Outer::Output as HasAxis<Last, Of>>::Put<Placed<Dims::Last>>;
}

/// A list of axes of the shape `S`.
pub trait ItemsOf<S> {
    /// The dims of `S` on these axes.
    type Items;
}

impl<S> ItemsOf<S> for Nil {
    type Items = Self;
}

impl<Last, Outer: ItemsOf<S>, S: HasAxis<Last>> ItemsOf<S> for Axes<Last, Outer> {
    type Items = Axes<S::Item, Outer::Items>;
}

/// A list of axes to add to the shape `S`.
pub trait AddedTo<S> {
    /// The shape with as many more axes.
    type Output: Shape;
}

impl<S: Shape> AddedTo<S> for Nil {
    type Output = S;
}

impl<Last, Outer: AddedTo<S>, S> AddedTo<S> for Axes<Last, Outer> {
    type Output = <Outer::Output as Shape>::Push<Size<1>>;
}

/// A tuple with some dims [`Placed`]; the list `Rest` replaces the others.
pub trait Filled<Rest> {
    /// The shape.
    type Output: Shape;
}

impl<T: Tuple<List: FilledList<Rest>>, Rest> Filled<Rest> for T {
    type Output = <T::List as FilledList<Rest>>::Output;
}

impl<Rest> Filled<Rest> for AnyShape {
    type Output = Self;
}

/// The list of such a tuple.
pub trait FilledList<Rest> {
    /// [`Filled::Output`].
    type Output: Shape;
}

// filled((), ()) = ()
impl<Rest> FilledList<Rest> for Nil {
    type Output = ();
}

// filled((..T, d), R) = (..filled(T, R), d)
impl<D: Dim, Outer: FilledList<Rest>, Rest> FilledList<Rest> for Axes<Placed<D>, Outer> {
    type Output = <Outer::Output as Shape>::Push<D>;
}

/// Makes too few axes one error.
impl<Last: Dim, Outer: FilledList<Nil>> FilledList<Nil> for Axes<Last, Outer> {
    type Output = <Outer::Output as Shape>::Push<Last>;
}

// filled((..T, t), (..R, r)) = (..filled(T, R), r)
impl<Last: Dim, Outer: FilledList<Rest>, D: Dim, Rest> FilledList<Axes<D, Rest>> for Axes<Last, Outer> {
    type Output = <Outer::Output as Shape>::Push<D>;
}

/// Axes: one axis, a tuple of axes, or integers known at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes",
    label = "write `Axis::<1>`, or `(Axis::<0>, Axis::<-1>)`",
    note = "conformable: E-axis"
)]
pub trait AxisNumbers: Copy {
    /// An axis itself, the list of a tuple, or [`Unlisted`] for axes known only at run time.
    type Form;

    #[doc(hidden)]
    fn with_numbers<R>(&self, f: impl FnOnce(&[isize]) -> R) -> R;
}

/// The list of axes `X` that are known only at run time.
#[derive(Debug)]
pub struct Unlisted<X>(PhantomData<X>);

impl<const N: isize> AxisNumbers for Axis<N> {
    type Form = Self;

    #[inline]
    fn with_numbers<R>(&self, f: impl FnOnce(&[isize]) -> R) -> R {
        f(&[N])
    }
}

impl<X: Tuple + AxesOf<AnyShape>> AxisNumbers for X {
    type Form = X::List;

    #[inline]
    fn with_numbers<R>(&self, f: impl FnOnce(&[isize]) -> R) -> R {
        f(self.numbers().unwrap_or_default())
    }
}

macro_rules! unlisted {
    ($($X:ty $([$N:ident])?: $x:ident => $slice:expr;)*) => {$(
        impl$(<const $N: usize>)? AxisNumbers for $X {
            type Form = Unlisted<Self>;

            #[inline]
            fn with_numbers<R>(&self, f: impl FnOnce(&[isize]) -> R) -> R {
                let $x = self;
                f($slice)
            }
        }
    )*};
}

unlisted!(
    u8: x => &[x.signed()];
    u16: x => &[x.signed()];
    u32: x => &[x.signed()];
    u64: x => &[x.signed()];
    usize: x => &[x.signed()];
    i8: x => &[x.signed()];
    i16: x => &[x.signed()];
    i32: x => &[x.signed()];
    i64: x => &[x.signed()];
    isize: x => &[x.signed()];
    &[isize]: x => x;
    &[isize; N] [N]: x => *x;
    [isize; N] [N]: x => x;
);

/// Calls a function with the number and the position of each axis, and marks the axis with 1. The axes are counted in a
/// shape of `marks.len()` axes: `shape`, or `shape` with the named axes added.
pub(super) fn each_axis<S: Shape>(
    shape: &S,
    axes: &[isize],
    marks: &mut [usize],
    mut each: impl FnMut(usize, usize),
) -> Result<(), ShapeError> {
    for (number, &axis) in axes.iter().enumerate() {
        match place(axis, marks.len()) {
            Some(at) if marks[at] == 0 => {
                marks[at] = 1;
                each(number, at);
            }
            found if marks.len() == shape.rank() => return Err(refusal(shape, axis, found.is_some())),
            found => return Err(ShapeError::no_such_gap(axis, axes.len(), found.is_some(), shape.partial())),
        }
    }
    Ok(())
}
