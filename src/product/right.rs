//! The right side of a pattern that rearranges axes.

use super::einsum::{In, Taken};
use super::letters::Slot;
use super::side::{Alone, Items, PatternEntry, SizeOf, Together};
use crate::axes::FactorOf;
use crate::shape::{Axes, Dim, Dyn, Nil, Shape, Size, Tuple};

/// A list of axes of the right side, innermost first.
pub trait GiveAll<Env, Written>: Items {
    /// The shape of those axes.
    type Output: Shape;
    /// The alphabet with their letters taken.
    type Env;
}

impl<Env, Written> GiveAll<Env, Written> for Nil {
    type Output = ();
    type Env = Env;
}

impl<Env, I: GiveAxis<Env, Written> + PatternEntry, Outer: GiveAll<I::Env, Written>, Written> GiveAll<Env, Written>
    for Axes<I, Outer>
{
    type Output = <Outer::Output as Shape>::Push<I::Dim>;
    type Env = Outer::Env;
}

/// An axis of the right side.
pub trait GiveAxis<Env, Written> {
    /// The dim of the axis.
    type Dim: Dim;
    /// The alphabet with its letters taken.
    type Env;
}

// give(E, l) = E at l
impl<Env: Slot<L, Item: OnTheLeft<Nil, L, Written>>, L, Written> GiveAxis<Env, Written> for Alone<L> {
    type Dim = <Env::Item as OnTheLeft<Nil, L, Written>>::Product;
    type Env = Env::Put<Taken>;
}

// give(E, (..L)) = product(E at L)
impl<Env, T: Tuple<List: Multiply<Env, Written>>, Written> GiveAxis<Env, Written> for Together<T> {
    type Dim = <T::List as Multiply<Env, Written>>::Dim;
    type Env = <T::List as Multiply<Env, Written>>::Env;
}

/// The list of the letters of one axis of the right side.
pub trait Multiply<Env, Written> {
    /// The dim of their product.
    type Dim: Dim;
    /// The alphabet with the letters taken.
    type Env;
}

impl<Env, Written> Multiply<Env, Written> for Nil {
    type Dim = Size<1>;
    type Env = Env;
}

impl<Env: Slot<L, Item: OnTheLeft<Nil, L, Written>>, L, Written> Multiply<Env, Written> for Axes<L, Nil> {
    type Dim = <Env::Item as OnTheLeft<Nil, L, Written>>::Product;
    type Env = Env::Put<Taken>;
}

impl<Env, L, Before, Outer, Written> Multiply<Env, Written> for Axes<L, Axes<Before, Outer>>
where
    Axes<Before, Outer>: Multiply<Env::Put<Taken>, Written>,
    Env: Slot<L, Item: OnTheLeft<ProductBefore<Env, L, Before, Outer, Written>, L, Written>>,
{
    type Dim = <Env::Item as OnTheLeft<ProductBefore<Env, L, Before, Outer, Written>, L, Written>>::Product;
    type Env = <Axes<Before, Outer> as Multiply<Env::Put<Taken>, Written>>::Env;
}

/// The product of the letters before `L`.
type ProductBefore<Env, L, Before, Outer, Written> =
    <Axes<Before, Outer> as Multiply<<Env as Slot<L>>::Put<Taken>, Written>>::Dim;

/// The item at a letter after those whose product is `Left`, or `Nil`.
#[diagnostic::on_unimplemented(
    message = "only the right side has `{L}`",
    label = "both sides have the same letters; a new axis of size 1 is `1`",
    note = "conformable: E-rearrange"
)]
pub trait OnTheLeft<Left, L, Written> {
    /// The product with its dim.
    type Product: Dim;
}

impl<D: LastFactor<Left, L, Whole>, Whole, Left, L, Written> OnTheLeft<Left, L, Written> for In<D, Whole> {
    type Product = D::Product;
}

impl<L: OnceOnTheRight<Written>, Left, Written> OnTheLeft<Left, L, Written> for Taken {
    type Product = Dyn;
}

/// A dim whose product with `Left` is known.
#[diagnostic::on_unimplemented(
    message = "the compiler does not know the product of `{Left}` and `{Self}` of `{Whole}`",
    label = "`{L}` has the size `{Self}`, and the letters before it `{Left}`",
    note = "generic dims have a product where a bound names it: with `N: Heads<H>`, `H` times the width is `N`",
    note = "conformable: E-rearrange"
)]
pub trait LastFactor<Left, L, Whole> {
    /// The product.
    type Product: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: Dim, L, Whole> LastFactor<Nil, L, Whole> for D {
    type Product = D;
}

#[diagnostic::do_not_recommend]
impl<D: FactorOf<Left, Product = P>, P: Dim, Left: Dim, L, Whole> LastFactor<Left, L, Whole> for D {
    type Product = P;
}

/// Never implemented: the right side has the letter twice.
#[diagnostic::on_unimplemented(
    message = "the right side has `{Self}` twice",
    label = "each letter is one axis on both sides",
    note = "conformable: E-rearrange"
)]
pub trait OnceOnTheRight<Written> {}

/// Axes whose letters the right side all has.
pub trait AllGone<Env, Written> {}

impl<Env, Written> AllGone<Env, Written> for Nil {}

impl<Env: Slot<L, Item: Spent<L, Written>>, L, Outer: AllGone<Env, Written>, Written> AllGone<Env, Written>
    for Axes<Alone<L>, Outer>
{
}

impl<Env: Slot<L, Item: Spent<L, Written>>, L, D, Outer: AllGone<Env, Written>, Written> AllGone<Env, Written>
    for Axes<SizeOf<L, D>, Outer>
{
}

impl<Env, T: Tuple<List: EachGone<Env, Written>>, Outer: AllGone<Env, Written>, Written> AllGone<Env, Written>
    for Axes<Together<T>, Outer>
{
}

/// Letters of one axis that the right side all has.
pub trait EachGone<Env, Written> {}

impl<Env, Written> EachGone<Env, Written> for Nil {}

impl<Env: Slot<L, Item: Spent<L, Written>>, L, Outer: EachGone<Env, Written>, Written> EachGone<Env, Written>
    for Axes<L, Outer>
{
}

/// The item of a letter that the right side has.
#[diagnostic::on_unimplemented(
    message = "`{L}` is not on the right side",
    label = "both sides have the same letters; `einsum!` sums along letters that the result lacks",
    note = "conformable: E-rearrange"
)]
pub trait Spent<L, Written> {}
impl<L, Written> Spent<L, Written> for Taken {}
