//! Operations on several axes at once, each with its own count.
//!
//! ```text
//! counted(S, (), ())              = S
//! counted(S, (..X, x), (..N, n))  = counted(S, X, N) with the dim at x changed by n
//! changed(S, X, N)                = filled(counted(S, X, N), ())
//! ```

use super::extend::{Between, Multiplies};
use super::reduce::{OfAnyRank, Once};
#[cfg(feature = "tensor")]
use super::several::each_axis;
use super::several::{AxisNumbers, DimsFor, Every, Filled, Placed, Unlisted};
use super::table::HasAxis;
#[cfg(feature = "tensor")]
use crate::shape::ShapeError;
use crate::shape::{
    AnyShape, Axes, Dim, Dyn, IntoDim, Label, List, Millions, Named, Nil, Shape, Size, Thousands, Tuple,
};

/// A count for each of several axes: a tuple of counts, one count for all, or run-time integers.
/// The counts of [`pad_axes`](crate::Tensor::pad_axes) are pairs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a count for each axis",
    label = "write `(2, Size::<3>)`, one count for all axes, or a slice of `usize`s; `pad_axes` takes pairs of counts",
    note = "conformable: E-axis"
)]
pub trait Counts<C = usize>: Copy {
    /// The list of the dims of a tuple, or [`Every`] of one dim.
    type Form;

    /// Whether the first count is for all axes.
    const ONE: bool = false;

    #[doc(hidden)]
    fn with_counts<R>(&self, f: impl FnOnce(&[C]) -> R) -> R;
}

/// The count of one axis: a dim or a `usize`, or a pair of these for the two ends of the axis.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a count for one axis",
    label = "expected a `usize` or a dim, such as `Size::<2>`; `pad_axes` takes a pair for each axis, or one pair for all",
    note = "conformable: E-axis"
)]
pub trait CountOf<C> {
    /// The dim of it, or the pair of dims.
    type Dim;

    /// Its value.
    #[doc(hidden)]
    fn count(self) -> C;
}

impl<N: IntoDim> CountOf<usize> for N {
    type Dim = N::Dim;

    #[inline]
    fn count(self) -> usize {
        self.into_dim().size()
    }
}

impl<Before: IntoDim, After: IntoDim> CountOf<(usize, usize)> for (Before, After) {
    type Dim = (Before::Dim, After::Dim);

    #[inline]
    fn count(self) -> (usize, usize) {
        (self.0.into_dim().size(), self.1.into_dim().size())
    }
}

/// Implements [`Counts`] for one count for all axes, and for the pair of two. A pair is one for all axes if it begins
/// with a count, and has one for each axis if it begins with a pair.
macro_rules! one_count {
    ($($N:ty [$($parameters:tt)*];)*) => {$(
        impl<$($parameters)*> Counts for $N
        where
            Self: IntoDim,
        {
            type Form = Every<<Self as IntoDim>::Dim>;
            const ONE: bool = true;

            #[inline]
            fn with_counts<R>(&self, f: impl FnOnce(&[usize]) -> R) -> R {
                f(&[self.count()])
            }
        }

        impl<After: IntoDim, $($parameters)*> CountList<(usize, usize)> for Axes<After, Axes<$N, Nil>>
        where
            $N: IntoDim,
        {
            type Form = Every<(<$N as IntoDim>::Dim, After::Dim)>;
            const ONE: bool = true;

            #[inline]
            fn write(self, counts: &mut [(usize, usize); 16]) -> usize {
                counts[0] = (self.outer.last, self.last).count();
                1
            }
        }
    )*};
}

one_count!(
    usize [];
    Dyn<L> [L: Label + ?Sized];
    Size<N> [const N: usize];
    Thousands<M, N> [const M: usize, const N: usize];
    Millions<L, M, N> [const L: usize, const M: usize, const N: usize];
    Named<L, D> [L: Label, D: Copy];
);

macro_rules! slices {
    ($($N:ty [$($AXES:tt)*] $C:ty => $Dims:ty;)*) => {$(
        impl<$($AXES)*> Counts<$C> for $N {
            type Form = Every<$Dims>;

            #[inline]
            fn with_counts<R>(&self, f: impl FnOnce(&[$C]) -> R) -> R {
                f(&self[..])
            }
        }
    )*};
}

slices!(
    &[usize] [] usize => Dyn;
    &[usize; AXES] [const AXES: usize] usize => Dyn;
    [usize; AXES] [const AXES: usize] usize => Dyn;
    &[(usize, usize)] [] (usize, usize) => (Dyn, Dyn);
    &[(usize, usize); AXES] [const AXES: usize] (usize, usize) => (Dyn, Dyn);
    [(usize, usize); AXES] [const AXES: usize] (usize, usize) => (Dyn, Dyn);
);

#[diagnostic::do_not_recommend]
impl<C: Copy + Default, T: Tuple<List: CountList<C>> + Copy> Counts<C> for T {
    type Form = <T::List as CountList<C>>::Form;
    const ONE: bool = <T::List as CountList<C>>::ONE;

    #[inline]
    fn with_counts<R>(&self, f: impl FnOnce(&[C]) -> R) -> R {
        let mut counts = [C::default(); 16];
        let length = self.into_list().write(&mut counts);
        f(&counts[..length])
    }
}

/// The list of a tuple of counts.
pub trait CountList<C> {
    /// [`Counts::Form`].
    type Form;

    /// [`Counts::ONE`].
    #[doc(hidden)]
    const ONE: bool = false;

    /// Writes each count, and returns their number.
    #[doc(hidden)]
    fn write(self, counts: &mut [C; 16]) -> usize;
}

impl<C> CountList<C> for Nil {
    type Form = Self;

    #[inline]
    fn write(self, _: &mut [C; 16]) -> usize {
        0
    }
}

impl<C, Last: CountOf<C>, Outer: CountList<C>> CountList<C> for Axes<Last, Outer> {
    type Form = Axes<Last::Dim, Outer::Form>;

    #[inline]
    fn write(self, counts: &mut [C; 16]) -> usize {
        let at = self.outer.write(counts);
        counts[at] = self.last.count();
        at + 1
    }
}

/// The change of the dim `D`, at `X` in the shape `S`, by the count `N`.
pub trait ChangeBy<D, N, X, S> {
    /// The dim.
    type Output: Dim;
}

/// Repeats the elements as often as the count.
#[derive(Debug)]
pub struct Tiling;

impl<D: Multiplies<N, X, S>, N, X, S> ChangeBy<D, N, X, S> for Tiling {
    type Output = D::Output;
}

/// Other elements before and after them.
#[derive(Debug)]
pub struct PadEach;

impl<D: Between<Before, After, X, S, Output: Dim>, Before, After, X, S> ChangeBy<D, (Before, After), X, S> for PadEach {
    type Output = D::Output;
}

/// A list of axes of `S`, with the counts `N` for the operation `Op`.
pub trait CountedBy<Op, S, N> {
    /// The tuple of `S`, with the changed dims [`Placed`] on these axes.
    type Output;
}

// counted(S, (), ()) = S, and too many counts are the one error of `OneForEach`
impl<Op, S, N> CountedBy<Op, S, N> for Nil {
    type Output = S;
}

// so are too few counts
impl<Op, S, Last, Outer> CountedBy<Op, S, Nil> for Axes<Last, Outer> {
    type Output = S;
}

// counted(S, (..X, x), (..N, n)) = counted(S, X, N) with the dim at x changed by n
impl<Op, S, X, Xs, N: DimsFor, T, D> CountedBy<Op, S, N> for Axes<X, Xs>
where
    Xs: CountedBy<Op, S, N::Outer, Output = T>,
    T: HasAxis<X, S, Item: Once<X, S, Dim = D>>,
    Op: ChangeBy<D, N::Last, X, S>,
{
    type Output = T::Put<Placed<Op::Output>>;
}

/// Counts, one for each axis of the list `X`.
pub trait OneForEach<X, S> {}

impl<X, S, N> OneForEach<X, S> for Every<N> {}
impl<X: List, S> OneForEach<X, S> for Nil where (): AsManyCounts<X::Tuple, S> {}
impl<X: List, S, N, Ns> OneForEach<X, S> for Axes<N, Ns> where Self: List<Tuple: AsManyCounts<X::Tuple, S>> {}

/// A tuple with one count for each axis of the tuple `X`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have a count for each of the axes `{X}` of `{S}`",
    label = "as many counts as axes, or one count for all",
    note = "conformable: E-axis"
)]
pub trait AsManyCounts<X, S> {}

#[diagnostic::do_not_recommend]
impl<X: Tuple, N: Tuple<Length = X::Length>, S> AsManyCounts<X, S> for N {}

/// Axes of `S`, as [`AxisNumbers::Form`], with counts `N` for the operation `Op`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name several axes of `{S}`",
    label = "write `(Axis::<0>, Axis::<-1>)`; `pad`, `tile` and `sliding_windows` take one axis",
    note = "conformable: E-axis"
)]
pub trait ChangedIn<Op, S, N> {
    /// The shape with the changed dims.
    type Output: Shape;
}

// changed(S, X, N) = filled(counted(S, X, N), ())
impl<Op, S, Last, Outer, N: OneForEach<Self, S>> ChangedIn<Op, S, N> for Axes<Last, Outer>
where
    Self: CountedBy<Op, S, N, Output: Filled<Nil>>,
{
    type Output = <<Self as CountedBy<Op, S, N>>::Output as Filled<Nil>>::Output;
}

impl<Op, S: Shape, N> ChangedIn<Op, S, N> for Nil {
    type Output = S;
}

impl<Op, S: OfAnyRank<X>, N, X> ChangedIn<Op, S, N> for Unlisted<X> {
    type Output = AnyShape;
}

/// The shape `S` tiled along the axes `X`, by the counts `N`.
pub type Tiled<S, X, N> = <<X as AxisNumbers>::Form as ChangedIn<Tiling, S, <N as Counts>::Form>>::Output;

/// The shape `S` with as many more elements before and after those along the axes `X` as the pairs `N` say.
pub type PaddedAxes<S, X, N> =
    <<X as AxisNumbers>::Form as ChangedIn<PadEach, S, <N as Counts<(usize, usize)>>::Form>>::Output;

/// Calls a function with the position and the count of each axis, in the order of `axes`.
#[cfg(feature = "tensor")]
pub(crate) fn each_count<C: Copy, S: Shape, X: AxisNumbers, N: Counts<C>>(
    what: &'static str,
    shape: &S,
    (axes, counts): (&X, &N),
    mut each: impl FnMut(usize, C) -> Result<(), ShapeError>,
) -> Result<(), ShapeError> {
    let [mut marks, mut order] = [(); 2].map(|()| S::blank(shape.rank()));
    axes.with_numbers(|axes| {
        each_axis(shape, axes, marks.as_mut(), |number, at| order.as_mut()[number] = at)?;
        counts.with_counts(|counts| {
            if !N::ONE && counts.len() != axes.len() {
                return Err(ShapeError::cannot(what, shape.partial(), "there must be one count for each axis"));
            }
            let mut order = order.as_ref()[..axes.len()].iter().enumerate();
            order.try_for_each(|(number, &at)| each(at, counts[if N::ONE { 0 } else { number }]))
        })
    })
}
