//! Rearrangement of axes by a pattern of letters: they are split, permuted, merged, and inserted with size 1.
//!
//! ```text
//!   b t (h d)       2  5  512      h = 8
//!   b h t d         2  8  5  64
//! ```
//!
//! ```text
//! take(E, l, s)               = E with s at l                     where l is free, or has s
//! take(E, (..L), s)           = E with s / product(L) at the free letter of L      1 is the product of ()
//! give(E, l)                  = E at l
//! give(E, (..L))              = product(E at L)
//! ```

use super::einsum::{In, OneSize};
use super::letters::{Blank, Free, Letter, Sizes, Slot};
use super::right::{AllGone, GiveAll};
use super::side::{Alone, Items, LeftTimes, NoSize, PatternEntry, Product, SizeOf, SizeOfAll, Together, bind, items};
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, Dim, DimQuot, Dyn, Equal, Meet, Nil, PartialShape, Relation, Shape, ShapeError, Tuple,
};
use core::marker::PhantomData;

/// The letters of the axes before and after: the type that `Rearrangement![b t (h d) -> b h t d]` names.
#[derive(Debug)]
pub struct ByLetters<From, To>(PhantomData<(From, To)>);

impl<From, To> ByLetters<From, To> {
    /// Returns the only value.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<From, To> Default for ByLetters<From, To> {
    fn default() -> Self {
        Self::new()
    }
}

impl<From, To> Clone for ByLetters<From, To> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<From, To> Copy for ByLetters<From, To> {}

/// A pattern that rearranges the axes of `S`; `Given` is a tuple of the sizes of letters.
///
/// ```
/// use conformable::product::{RearrangeBy, RearrangedBy, SizeOf, letter};
/// use conformable::{AnyShape, Dyn, Rearrangement, Shape, Size, assert_type_eq, shape};
///
/// type Heads = Rearrangement![b t (h d) -> b h t d];
/// type Eight = (SizeOf<letter::h, Size<8>>,);
///
/// assert_type_eq!(RearrangedBy<Heads, Shape![_, 5, 512], Eight>, Shape![_, 8, 5, 64]);
/// assert_type_eq!(RearrangedBy<Heads, AnyShape, Eight>, Shape![_, 8, _, _]);
/// assert_type_eq!(RearrangedBy<Rearrangement![h w c -> (h w) c 1], Shape![4, 5, 3], ()>, Shape![20, 3, 1]);
/// assert_eq!(
///     Heads::new().of(&shape![2, 5, 512], &(SizeOf::<letter::h, _>::new(Size::<8>),)),
///     Ok(shape![2, 8, 5, 64]),
/// );
///
/// let n = 3;
/// let error = Heads::new().of(&shape![2, 5, 512], &(SizeOf::<letter::h, _>::new(Dyn::new(n)),)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`(h d)` is 512 in (2, 5, 512), and 3, the product of the sizes that are known, does not divide it",
/// );
/// ```
///
/// ```compile_fail,E0277
/// use conformable::product::{RearrangedBy, SizeOf, letter};
/// use conformable::{Rearrangement, Shape, Size};
///
/// type Refused = RearrangedBy<Rearrangement![t (h d) -> h t d], Shape![5, 8], (SizeOf<letter::h, Size<3>>,)>;
/// let shape: Refused; // the sizes given for `(h, d)` do not divide `Size<8>`
/// ```
pub trait RearrangeBy<S, Given>: Sealed {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If run-time sizes do not fit the pattern, or an [`AnyShape`] has another number of axes.
    #[inline]
    fn of(&self, shape: &S, given: &Given) -> Result<Self::Output, ShapeError>
    where
        S: Shape,
    {
        Self::bind(shape, given).map(|(shape, _)| shape)
    }

    #[doc(hidden)]
    fn bind(shape: &S, given: &Given) -> Result<(Self::Output, Sizes), ShapeError>
    where
        S: Shape;

    /// Both sides as text: `bt(hd)`.
    #[doc(hidden)]
    const TEXT: [&'static [u8]; 2];
}

/// The shape of `S` rearranged by the pattern `ByLetters`, with the sizes `Given`.
pub type RearrangedBy<ByLetters, S, Given> = <ByLetters as RearrangeBy<S, Given>>::Output;

impl<From, To> Sealed for ByLetters<From, To> {}

/// The alphabet after the axes `From` are bound to `S`.
type Bound<From, S, Given> = <<From as Tuple>::List as TakeAll<EnvOf<Given>, <S as Shape>::Axes, S, From>>::Env;

/// The alphabet with the given sizes.
type EnvOf<Given> = <<Given as Tuple>::List as GivenSizes>::Env;

impl<S: Shape, Given: Tuple<List: GivenSizes> + Copy, From, To> RearrangeBy<S, Given> for ByLetters<From, To>
where
    From: Tuple<
        List: TakeAll<EnvOf<Given>, S::Axes, S, From>
                  + AllGone<<To::List as GiveAll<Bound<From, S, Given>, To>>::Env, To>,
    >,
    To: Tuple<List: GiveAll<Bound<From, S, Given>, To>>,
    Given::List: AllGone<<To::List as GiveAll<Bound<From, S, Given>, To>>::Env, To>,
{
    type Output = <To::List as GiveAll<Bound<From, S, Given>, To>>::Output;

    const TEXT: [&'static [u8]; 2] = [<From::List as Items>::ALL, <To::List as Items>::ALL];

    fn bind(shape: &S, given: &Given) -> Result<(Self::Output, Sizes), ShapeError> {
        let mut sizes = Sizes::NONE;
        given.into_list().put(&mut sizes);
        let bound = shape.with_sizes(|own| bind(<From::List as Items>::ALL, own, &mut sizes));
        bound.map_err(|clash| ShapeError::new(Relation::With, clash, shape.partial(), PartialShape::UNKNOWN))?;
        let (mut out, mut rank) = ([1usize; 16], 0);
        for item in items(<To::List as Items>::ALL) {
            // the sizes of an empty tensor may have a product that overflows
            out[rank] = sizes.product(item).ok_or_else(|| ShapeError::overflow(shape.partial()))?;
            rank += 1;
        }
        Ok((Self::Output::from_sizes(&out[..rank])?, sizes))
    }
}

/// A list of sizes of letters.
pub trait GivenSizes {
    /// The alphabet with these sizes.
    type Env;
    #[doc(hidden)]
    fn put(&self, sizes: &mut Sizes);
}

impl GivenSizes for Nil {
    type Env = Blank;

    #[inline]
    fn put(&self, _: &mut Sizes) {}
}

impl<L: Letter, D: Dim, Outer: GivenSizes> GivenSizes for Axes<SizeOf<L, D>, Outer>
where
    Outer::Env: Slot<L, Item: GivenOnce<L>>,
{
    type Env = <Outer::Env as Slot<L>>::Put<GivenDim<D>>;

    #[inline]
    fn put(&self, sizes: &mut Sizes) {
        self.outer.put(sizes);
        sizes.put(L::LETTER, self.last.0.size(), 0);
    }
}

/// The item of a letter whose size has not been given.
#[diagnostic::on_unimplemented(
    message = "the size of `{L}` is given twice",
    label = "each letter has one size",
    note = "conformable: E-rearrange"
)]
pub trait GivenOnce<L> {}
impl<L> GivenOnce<L> for Free {}

/// The item of a letter whose size is given.
#[derive(Debug)]
pub struct GivenDim<D>(PhantomData<D>);

/// Stands for the given sizes in the place of a whole shape.
#[derive(Debug)]
pub struct TheSizeGiven;

/// A list of axes, innermost first, for the list of axes `S`; `Written` is all of them.
#[diagnostic::on_unimplemented(
    message = "cannot rearrange `{Whole}`",
    label = "the compiler does not know its axes",
    note = "in generic code, take a shape with that many axes: `Tensor<T, (N, C)>`",
    note = "conformable: E-rearrange"
)]
pub trait TakeAll<Env, S, Whole, Written>: Items {
    /// The alphabet with the dims of their letters.
    type Env;
}

// two candidates for each list; otherwise rustc infers the other one
impl<Env, Whole, Written> TakeAll<Env, Self, Whole, Written> for Nil {
    type Env = Env;
}

impl<Env, Whole, Written> TakeAll<Env, AnyShape, Whole, Written> for Nil {
    type Env = Env;
}

impl<Env, I, Outer, Last, Others, Whole, Written> TakeAll<Env, Axes<Last, Others>, Whole, Written> for Axes<I, Outer>
where
    I: TakeAxis<Env, Last, Whole> + PatternEntry,
    Outer: TakeAll<I::Env, Others, Whole, Written>,
{
    type Env = Outer::Env;
}

impl<Env, I, Outer, Whole, Written> TakeAll<Env, AnyShape, Whole, Written> for Axes<I, Outer>
where
    I: TakeAxis<Env, Dyn, Whole> + PatternEntry,
    Outer: TakeAll<I::Env, AnyShape, Whole, Written>,
{
    type Env = Outer::Env;
}

impl<Env, Last, Others, Whole: OneEntryAnAxis<Written>, Written> TakeAll<Env, Axes<Last, Others>, Whole, Written>
    for Nil
{
    type Env = Env;
}

impl<Env, I: PatternEntry, Outer: Items, Whole, Written> TakeAll<Env, Nil, Whole, Written> for Axes<I, Outer>
where
    Whole: OneEntryAnAxis<Written>,
{
    type Env = Env;
}

/// Never implemented: the numbers of entries and axes differ.
#[diagnostic::on_unimplemented(
    message = "the left side needs one entry for each axis of `{Self}`",
    label = "an entry is a letter, letters in parentheses, or 1",
    note = "the entries are `{Written}`",
    note = "conformable: E-rearrange"
)]
pub trait OneEntryAnAxis<Written> {}

/// An axis of the left side, for the dim `D` of `Whole`.
pub trait TakeAxis<Env, D, Whole> {
    /// The alphabet with the dims of its letters.
    type Env;
}

// take(E, l, s) = E with s at l
impl<Env: Slot<L, Item: TakeDim<D, L, Whole>>, D, L, Whole> TakeAxis<Env, D, Whole> for Alone<L> {
    type Env = Env::Put<<Env::Item as TakeDim<D, L, Whole>>::Output>;
}

/// The item at the letter `L`, which is an axis of the dim `D` of `Whole`.
pub trait TakeDim<D, L, Whole> {
    /// The item with that dim.
    type Output;
}

impl<D: Dim, L, Whole> TakeDim<D, L, Whole> for Free {
    type Output = In<D, Whole>;
}

impl<G: OneSize<D, L, TheSizeGiven, Whole>, D, L, Whole> TakeDim<D, L, Whole> for GivenDim<G> {
    type Output = In<G::Output, Whole>;
}

impl<E, First, D, L: OnceOnTheLeft<Whole>, Whole> TakeDim<D, L, Whole> for In<E, First> {
    type Output = Self;
}

/// Never implemented: the left side has the letter twice.
#[diagnostic::on_unimplemented(
    message = "the left side has `{Self}` twice, for `{Whole}`",
    label = "each letter is one axis; `einsum!` takes diagonals",
    note = "conformable: E-rearrange"
)]
pub trait OnceOnTheLeft<Whole> {}

// take(E, (..L), s) = E with s / product(L) at the free letter of L
impl<Env, D, T: Tuple<List: Divide<Env, NoSize, NoHole, D, T, Whole>>, Whole> TakeAxis<Env, D, Whole> for Together<T> {
    type Env = <T::List as Divide<Env, NoSize, NoHole, D, T, Whole>>::Env;
}

/// All letters have sizes.
#[derive(Debug)]
pub struct NoHole;

/// The letter without a size.
#[derive(Debug)]
pub struct Hole<L>(PhantomData<L>);

/// The list of the letters of one axis `D`. `N` is the product of the letters after them; `Missing` has no size.
pub trait Divide<Env, N, Missing, D, Written, Whole> {
    /// The alphabet with their dims.
    type Env;
}

impl<Env, N: SizeOfAll<Dim = P>, D: IsProduct<P, Written, Whole>, Written, Whole, P>
    Divide<Env, N, NoHole, D, Written, Whole> for Nil
{
    type Env = Env;
}

impl<Env: Slot<L>, L, D, Written, Whole> Divide<Env, NoSize, Hole<L>, D, Written, Whole> for Nil {
    type Env = Env::Put<In<D, Whole>>;
}

impl<Env: Slot<L>, N, L, D: Quotient<N, Written, Whole>, Written, Whole>
    Divide<Env, Product<N>, Hole<L>, D, Written, Whole> for Nil
{
    type Env = Env::Put<In<D::Output, Whole>>;
}

impl<Env, N, Missing, D, L, Outer, Written, Whole> Divide<Env, N, Missing, D, Written, Whole> for Axes<L, Outer>
where
    Env: Slot<L, Item: Factor<N, Missing, L, Written, Whole>>,
    Outer: Divide<
            Env::Put<<Env::Item as Factor<N, Missing, L, Written, Whole>>::Put>,
            <Env::Item as Factor<N, Missing, L, Written, Whole>>::Number,
            <Env::Item as Factor<N, Missing, L, Written, Whole>>::Missing,
            D,
            Written,
            Whole,
        >,
{
    type Env = Outer::Env;
}

/// The item at one of several letters of an axis.
pub trait Factor<N, Missing, L, Written, Whole> {
    /// The item with its dim.
    type Put;
    /// The product including its size.
    type Number;
    /// The letter without a size.
    type Missing;
}

impl<N: LeftTimes<G>, Missing, L, G: Dim, Written, Whole> Factor<N, Missing, L, Written, Whole> for GivenDim<G> {
    type Put = In<G, Whole>;
    type Number = N::Output;
    type Missing = Missing;
}

impl<N, L, Written, Whole> Factor<N, NoHole, L, Written, Whole> for Free {
    type Put = Self;
    type Number = N;
    type Missing = Hole<L>;
}

// refused once: the second letter is bound
impl<N, First, L, Written, Whole> Factor<N, Hole<First>, L, Written, Whole> for Free
where
    Hole<First>: OneHole<L, Written, Whole>,
{
    type Put = In<Dyn, Whole>;
    type Number = N;
    type Missing = Hole<First>;
}

impl<E, First, N, Missing, L: OnceOnTheLeft<Whole>, Written, Whole> Factor<N, Missing, L, Written, Whole>
    for In<E, First>
{
    type Put = Self;
    type Number = N;
    type Missing = Missing;
}

/// Never implemented: another letter lacks a size.
#[diagnostic::on_unimplemented(
    message = "two letters of `{Written}`, one axis of `{Whole}`, have no size",
    label = "one size can be inferred: give the others, as in `h = 8`",
    note = "conformable: E-rearrange"
)]
pub trait OneHole<L, Written, Whole> {}

/// A dim that equals the product of the sizes of letters.
#[diagnostic::on_unimplemented(
    message = "the sizes of `{Written}` do not make `{Self}` of `{Whole}`: their product is `{N}`",
    label = "the product of the sizes is another number",
    note = "in generic code, add the bound `where {Self}: Heads<H>`, of the first size `H`",
    note = "conformable: E-rearrange"
)]
pub trait IsProduct<N, Written, Whole> {}

#[diagnostic::do_not_recommend]
impl<D: Dim<Unnamed: Dim<Kind = A>>, N: Dim<Unnamed: Dim<Kind = B>>, A: Meet<B, Equal>, B, Written, Whole>
    IsProduct<N, Written, Whole> for D
{
}

/// A dim that the product of the sizes of letters divides.
#[diagnostic::on_unimplemented(
    message = "the sizes given for `{Written}` do not divide `{Self}` of `{Whole}`: their product is `{N}`",
    label = "the letter without a size gets the quotient",
    note = "in generic code, add the bound `where {Self}: Heads<{N}>`",
    note = "conformable: E-rearrange"
)]
pub trait Quotient<N, Written, Whole> {
    /// The quotient.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: DimQuot<N, Output = Q>, N: Dim, Written, Whole, Q: Dim> Quotient<N, Written, Whole> for D {
    type Output = Q;
}

/// A pattern of letters as a type: `Rearrangement![b t (h d) -> b h t d]`.
///
/// [`RearrangeBy`] computes shapes with it, and [`rearrange!`](crate::rearrange!) tensors.
#[macro_export]
macro_rules! Rearrangement {
    (@ [$($from:ty,)*] [$($to:ty,)*]) => { $crate::product::ByLetters<($($from,)*), ($($to,)*)> };
    (@ () [$($done:ty,)*] -> $($rest:tt)*) => { $crate::Rearrangement!(@ [$($done,)*] [] $($rest)*) };
    (@ $before:tt [$($done:ty,)*] 1 $($rest:tt)*) => {
        $crate::Rearrangement!(@ $before [$($done,)* $crate::product::Together<()>,] $($rest)*)
    };
    (@ $before:tt [$($done:ty,)*] ($($letter:ident)*) $($rest:tt)*) => {
        $crate::Rearrangement!(@ $before [
            $($done,)* $crate::product::Together<($($crate::product::letter::$letter,)*)>,
        ] $($rest)*)
    };
    (@ $before:tt [$($done:ty,)*] $letter:ident $($rest:tt)*) => {
        $crate::Rearrangement!(@ $before [$($done,)* $crate::product::Alone<$crate::product::letter::$letter>,] $($rest)*)
    };
    (@ $($rest:tt)*) => {
        compile_error!("a side is letters, letters in parentheses, and 1, as in `b t (h d) -> b h t d`")
    };
    ($($pattern:tt)*) => { $crate::Rearrangement!(@ () [] $($pattern)*) };
}
