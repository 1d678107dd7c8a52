//! Shapes that are widened, or given names.

use super::any::AnyShape;
use super::dim::Dim;
use super::dynamic::Dyn;
use super::list::{Axes, Nil};
use super::named::{Named, Plain};
use super::size::{Millions, Size, Thousands};
use super::within::{Inside, Within};

/// A list that can be widened to `To`.
pub trait WidenAxes<To> {}

impl WidenAxes<Self> for Nil {}

// widen((..S, s), (..T, t)) = (..widen(S, T), t) where t is s, or a Dyn that s widens to
impl<S: WidenDim<T>, Outer: WidenAxes<ToOuter>, T, ToOuter> WidenAxes<Axes<T, ToOuter>> for Axes<S, Outer> {}

// widen(S, *) = *      * is a shape of unknown rank
impl<S> WidenAxes<AnyShape> for S {}

/// A dim that can be widened to `To`.
pub trait WidenDim<To> {}
impl<D: Dim> WidenDim<Self> for D {}
impl<L> WidenDim<Dyn> for Dyn<L> {}
impl<L, D: Plain> WidenDim<Dyn> for Named<L, D> {}
impl<L, D: Plain> WidenDim<Dyn<L>> for Named<L, D> {}
impl<const N: usize> WidenDim<Dyn> for Size<N> {}
impl<L, const N: usize> WidenDim<Dyn<L>> for Size<N> {}
impl<const K: usize, const N: usize> WidenDim<Dyn> for Thousands<K, N> {}
impl<L, const K: usize, const N: usize> WidenDim<Dyn<L>> for Thousands<K, N> {}
impl<const M: usize, const K: usize, const N: usize> WidenDim<Dyn> for Millions<M, K, N> {}
impl<L, const M: usize, const K: usize, const N: usize> WidenDim<Dyn<L>> for Millions<M, K, N> {}

impl<L: ?Sized, Lo, Hi> WidenDim<Dyn> for Within<Lo, Hi, L> {}
impl<L, Lo, Hi> WidenDim<Dyn<L>> for Within<Lo, Hi, L> {}
impl<L, Lo, Hi> WidenDim<Within<Lo, Hi>> for Within<Lo, Hi, L> {}
impl<L: ?Sized, Lo, Hi, D: Plain + Inside<Lo, Hi>> WidenDim<Within<Lo, Hi, L>> for D {}
impl<L, Lo, Hi, D: Plain + Inside<Lo, Hi>> WidenDim<Within<Lo, Hi, L>> for Named<L, D> {}

/// A list that gives names to dims of `From`.
pub trait NameAxes<From> {}

impl NameAxes<Self> for Nil {}

// named((..S, s), (..T, t)) = (..named(S, T), t) where t is s, or s with a name
impl<T: NameDim<S>, Outer: NameAxes<FromOuter>, S, FromOuter> NameAxes<Axes<S, FromOuter>> for Axes<T, Outer> {}

impl NameAxes<Self> for AnyShape {}

/// A dim that is `From`, or gives it a name.
pub trait NameDim<From> {}
impl<D: Dim> NameDim<Self> for D {}
impl<L> NameDim<Dyn> for Dyn<L> {}
impl<L, D: Plain> NameDim<D> for Named<L, D> {}
impl<L, Lo, Hi> NameDim<Within<Lo, Hi>> for Within<Lo, Hi, L> {}
