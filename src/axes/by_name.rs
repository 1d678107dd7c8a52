//! Axes by name.
//!
//! ```text
//! axis((), n, l)          does not compile
//! axis((..S, s), n, l)    = n                     where s has the name l, and S has not
//! axis((..S, s), n, l)    = axis(S, n - 1, l)     where it has not
//! ```

use super::permute::{OrderOf, PickedFrom};
use super::reduce::{AxesOf, AxisNumbers, Left, Names, TakenFrom};
use super::table::HasAxis;
use crate::shape::{
    AnyShape, Axes, Axis, Dim, HasTheName, MayBeNamed, Never, Nil, No, Shape, Size, StretchesTo, Tuple, Yes,
};
use core::fmt::{self, Debug};
use core::marker::PhantomData;

/// The axis with the name `L`; [`axis_names!`](crate::axis_names!) makes the value.
///
/// ```
/// use conformable::{AxesOf, ByName, Reduced, Shape, Tensor, axis_names};
///
/// axis_names! { Channels }
///
/// fn mean<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, Reduced<ByName<Channels>, S>>
/// where
///     ByName<Channels>: AxesOf<S>,
/// {
///     x.mean(Channels)
/// }
/// ```
pub struct ByName<L>(PhantomData<fn(L)>);

impl<L> ByName<L> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

impl<L> Clone for ByName<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for ByName<L> {}

impl<L> Debug for ByName<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByName")
    }
}

/// The name of one axis of `Of`. With it as `Self`, rustc does not search for an unknown name.
pub trait NamesAxis<Of> {
    /// Its number.
    type Axis;
}

impl<S: Shape<Axes: FindsName<L, Axis<-1>, S>>, L> NamesAxis<S> for L {
    type Axis = <S::Axes as FindsName<L, Axis<-1>, S>>::Axis;
}

/// [`HasAxis`] by number; a search in a type parameter would call `HasAxis` for ever.
pub trait NumberIn<S, Of> {
    /// [`HasAxis::AXIS`].
    const AXIS: isize;
    /// [`HasAxis::Item`].
    type Item;
    /// [`HasAxis::Put`].
    type Put<X>;
    /// [`HasAxis::Without`].
    type Without;
    /// [`HasAxis::Two`].
    type Two<X, Y>;
}

impl<S: HasAxis<Self, Of>, Of, const N: isize> NumberIn<S, Of> for Axis<N> {
    const AXIS: isize = N;
    type Item = S::Item;
    type Put<X> = S::Put<X>;
    type Without = S::Without;
    type Two<X, Y> = S::Two<X, Y>;
}

impl<L: NamesAxis<Of, Axis: NumberIn<S, Of>>, S, Of> HasAxis<ByName<L>, Of> for S {
    const AXIS: isize = <L::Axis as NumberIn<S, Of>>::AXIS;
    type Item = <L::Axis as NumberIn<S, Of>>::Item;
    type Put<X> = <L::Axis as NumberIn<S, Of>>::Put<X>;
    type Without = <L::Axis as NumberIn<S, Of>>::Without;
    type Two<X, Y> = <L::Axis as NumberIn<S, Of>>::Two<X, Y>;
}

/// A second candidate: rustc infers no name.
#[derive(Debug)]
pub struct NoName<L>(PhantomData<L>);

impl<L: Never<Of>, S, Of> HasAxis<NoName<L>, Of> for S {
    const AXIS: isize = 0;
    type Item = Nil;
    type Put<X> = Nil;
    type Without = Nil;
    type Two<X, Y> = Nil;
}

impl<L> Names for ByName<L> {}

impl<S: Shape + HasAxis<Self, Without: Shape, Put<Size<1>>: StretchesTo<S>>, L> AxesOf<S> for ByName<L> {
    type Output = S::Without;
    type Kept = S::Put<Size<1>>;
    const NUMBERS: AxisNumbers = AxisNumbers::These(&[S::AXIS]);
}

/// A name, or a tuple of names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not consist of names",
    label = "write the name of an axis, `Channels`, or a tuple of names, `(Height, Width)`",
    note = "conformable: E-axis"
)]
pub trait OnlyNames: Copy {}

impl<L> OnlyNames for ByName<L> {}

macro_rules! names {
    () => {};
    ($Last:ident $D:ident $($X:ident $E:ident)*) => {
        names!($($X $E)*);
        impl<$Last, $($X),*> Names for (ByName<$Last>, $(ByName<$X>,)*) {}
        #[diagnostic::do_not_recommend]
        impl<$Last, $($X),*> OnlyNames for (ByName<$Last>, $(ByName<$X>,)*) {}
        impl<S: Shape + HasAxis<ByName<$Last>> $(+ HasAxis<ByName<$X>>)*, List, $Last, $($X),*> AxesOf<S>
            for (ByName<$Last>, $(ByName<$X>,)*)
        where
            List: TakenFrom<S, Left: Left<Kept: StretchesTo<S>>>,
            Self: Tuple<List = List>,
        {
            type Output = <List::Left as Left>::Dropped;
            type Kept = <List::Left as Left>::Kept;
            const NUMBERS: AxisNumbers =
                AxisNumbers::These(&[<S as HasAxis<ByName<$Last>>>::AXIS, $(<S as HasAxis<ByName<$X>>>::AXIS),*]);
        }

        impl<List: PickedFrom<($D, $($E,)*), ($D, $($E,)*)>, $Last, $D: Dim, $($X, $E: Dim),*> OrderOf<($D, $($E,)*)>
            for (ByName<$Last>, $(ByName<$X>,)*)
        where
            Self: Tuple<List = List> + AxesOf<($D, $($E,)*)>,
        {
            type Output = List::Output;

            #[inline]
            fn order(&self) -> &[isize] {
                self.numbers().unwrap_or_default()
            }
        }
    };
}

names!(
    X1 A X2 B X3 C X4 D X5 E X6 F X7 G X8 H X9 I X10 J X11 K X12 M X13 N X14 O X15 P X16 Q
);

/// A list whose last axis is `At` in `Of`.
#[diagnostic::on_unimplemented(
    message = "cannot find the axis named `{L}` of `{Of}`",
    label = "in generic code, add the bound `where ByName<{L}>: AxesOf<{Of}>`",
    note = "conformable: E-axis"
)]
pub trait FindsName<L, At, Of> {
    /// The axis by number.
    type Axis;
}

/// The end of a search.
#[diagnostic::on_unimplemented(
    message = "`{Of}` has no axis named `{L}`",
    label = "name one of its axes, or write a number: `Axis::<-1>` is the last axis",
    note = "conformable: E-axis"
)]
pub trait Missing<L, Of> {
    /// [`FindsName::Axis`].
    type Axis;
}

impl<L, At: Missing<L, Of>, Of> FindsName<L, At, Of> for Nil {
    type Axis = At::Axis;
}

impl<L, At: Missing<L, Of>, Of> FindsName<L, At, Of> for AnyShape {
    type Axis = At::Axis;
}

impl<Last: MayBeNamed<L, Of, Answer: Search<Last, Outer, L, At, Of>>, Outer, L, At, Of> FindsName<L, At, Of>
    for Axes<Last, Outer>
{
    type Axis = <Last::Answer as Search<Last, Outer, L, At, Of>>::Axis;
}

/// Whether the axis `At` has the name.
pub trait Search<Last, Outer, L, At, Of> {
    /// [`FindsName::Axis`].
    type Axis;
}

impl<Last: HasTheName<L, Of>, Outer: Lacks<L, Of>, L, At, Of> Search<Last, Outer, L, At, Of> for Yes {
    type Axis = At;
}

impl<Last, Outer: FindsName<L, At::Before, Of>, L, At: Back, Of> Search<Last, Outer, L, At, Of> for No {
    type Axis = Outer::Axis;
}

/// A list without the name.
pub trait Lacks<L, Of> {}

impl<L, Of> Lacks<L, Of> for Nil {}

impl<Last: MayBeNamed<L, Of, Answer: LacksToo<Outer, L, Of>>, Outer, L, Of> Lacks<L, Of> for Axes<Last, Outer> {}

/// Whether another axis has the name.
pub trait LacksToo<Outer, L, Of> {}

/// A name that two axes have.
#[diagnostic::on_unimplemented(
    message = "`{Of}` has two axes named `{Self}`",
    label = "rename one of them, or write a number: `Axis::<-1>` is the last axis",
    note = "conformable: E-axis"
)]
pub trait Twice<Of> {}

impl<Outer: Lacks<L, Of>, L, Of> LacksToo<Outer, L, Of> for No {}
impl<Outer, L: Twice<Of>, Of> LacksToo<Outer, L, Of> for Yes {}

/// An axis, counted back.
pub trait Back {
    /// The axis before it.
    type Before;
}

macro_rules! back {
    ($last:literal) => {};
    ($n:literal $before:literal $($rest:literal)*) => {
        impl Back for Axis<$n> {
            type Before = Axis<$before>;
        }
        back!($before $($rest)*);
    };
}

back!(-1 - 2 - 3 - 4 - 5 - 6 - 7 - 8 - 9 - 10 - 11 - 12 - 13 - 14 - 15 - 16 - 17);
