//! Names in a reshape. It keeps the first names, and drops or adds others.

use crate::shape::{AnyShape, Axes, Dyn, Millions, Name, Named, Nil, Shape, Size, Thousands, Within, numel};
use core::marker::PhantomData;

/// A list, whose dims with names, outermost first, precede `Then`.
pub trait NamesOf<Then> {
    /// The names.
    type Output;
}

/// A dim with a name, the list before it, and the names after it.
#[derive(Debug)]
pub struct NamedAxis<D, Before, Then>(PhantomData<(D, Before, Then)>);

impl<Then> NamesOf<Then> for Nil {
    type Output = Then;
}

impl<Then> NamesOf<Then> for AnyShape {
    type Output = Then;
}

// names((..S, s)) = (..names(S), s) where s has a name, else names(S)
impl<Last: NameOrNone, Outer: NamesOf<Last::Names<Outer, Then>>, Then> NamesOf<Then> for Axes<Last, Outer> {
    type Output = Outer::Output;
}

/// A dim with or without a name.
pub trait NameOrNone {
    /// `Then`, after this dim if it has a name.
    type Names<Before, Then>;
}

impl<const N: usize> NameOrNone for Size<N> {
    type Names<Before, Then> = Then;
}

impl<const K: usize, const N: usize> NameOrNone for Thousands<K, N> {
    type Names<Before, Then> = Then;
}

impl<const M: usize, const K: usize, const N: usize> NameOrNone for Millions<M, K, N> {
    type Names<Before, Then> = Then;
}

impl NameOrNone for Dyn {
    type Names<Before, Then> = Then;
}

impl<L> NameOrNone for Dyn<L> {
    type Names<Before, Then> = NamedAxis<Self, Before, Then>;
}

impl<Lo, Hi> NameOrNone for Within<Lo, Hi> {
    type Names<Before, Then> = Then;
}

impl<L, Lo, Hi> NameOrNone for Within<Lo, Hi, L> {
    type Names<Before, Then> = NamedAxis<Self, Before, Then>;
}

impl<L, D> NameOrNone for Named<L, D> {
    type Names<Before, Then> = NamedAxis<Self, Before, Then>;
}

/// Names, or `Names` are the empty list.
pub trait OneEmpty<Names> {}
impl<Names> OneEmpty<Nil> for Names {}
impl<D, Before, Then> OneEmpty<NamedAxis<D, Before, Then>> for Nil {}

/// The two parts of `C`: either `C` or both parts lack names.
pub trait Unreplaced<C> {}

// (in this order, because `unflatten` infers `B` last)
impl<A: NameOrNone, B: NameOrNone, C: NameOrNone> Unreplaced<C> for (B, A) where
    B::Names<Nil, A::Names<Nil, Nil>>: OneEmpty<C::Names<Nil, Nil>>
{
}

/// Whether an axis with a name has another size or position in `target`.
#[inline]
pub(super) fn moved<S: Shape, Target: Shape>(shape: &S, target: &Target) -> bool {
    let (from, to) = (shape.sizes(), target.sizes());
    let (from, to) = (named(S::NAMES, from.as_ref()), named(Target::NAMES, to.as_ref()));
    from.zip(to).any(|(axis, other)| axis != other)
}

/// The size of each named axis, and the product of those before it.
fn named(names: &'static [Option<Name>], sizes: &[usize]) -> impl Iterator<Item = (usize, Option<usize>)> {
    let axes = names.iter().zip(sizes).enumerate().filter(|(_, (name, _))| name.is_some());
    axes.map(|(axis, (_, &size))| (size, numel(&sizes[..axis])))
}
