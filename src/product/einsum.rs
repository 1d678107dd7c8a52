//! Einsum: each axis of each operand has a letter, and equal letters have equal sizes. The product is summed along the
//! letters that the result does not have.
//!
//! ```text
//!   b t h d   8  5  2  64
//!   b s h d   8  7  2  64
//!   b h t s   8  2  5  7         d is summed along
//! ```
//!
//! ```text
//! bind(E, (), ())                 = E
//! bind(E, (..L, l), (..S, s))     = bind(E with s at l, L, S)         where l is free in E
//!                                 = bind(E with both at l, L, S)      where l is s in E
//! bind(E, (..L, l), *)            = bind(E, (..L, l), (.., _))        * is a shape of unknown rank
//! bind(E, (...,), S)              = E with S added at ...
//! result(E, ())                   = ()
//! result(E, (...,))               = the shape that all shapes at ... broadcast to
//! result(E, (..L, l))             = (..result(E with a mark at l, L), E at l)
//! ```

use super::ellipsis::{AxesLeft, BindEllipsis, MOST_IN_ELLIPSIS, WithEllipsis};
use super::letters::{Blank, CountAll, ELLIPSIS, Free, Letter, Letters, OnceInAll, Sizes, Slot};
use crate::axes::Ellipsis;
use crate::shape::{
    AnyShape, Axes, Clash, Dim, Dyn, Equal, LetterText, Meet, Met, Mutual, Nil, PairRule, Relation, Shape, ShapeError,
    Tuple,
};
use core::marker::PhantomData;

/// The letters of each operand and of the result: the type that `Einsum![i j, j k -> i k]` names.
#[derive(Debug)]
pub struct Equation<Operands, Result>(PhantomData<(Operands, Result)>);

impl<Operands, Result> Equation<Operands, Result> {
    /// Returns the only value.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<Operands, Result> Default for Equation<Operands, Result> {
    fn default() -> Self {
        Self::new()
    }
}

impl<Operands, Result> Clone for Equation<Operands, Result> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Operands, Result> Copy for Equation<Operands, Result> {}

/// An equation that operands of the shapes in the tuple `Shapes` fit.
///
/// ```
/// use conformable::product::{EinsumOf, EinsumOutput};
/// use conformable::{AnyShape, Einsum, Shape, assert_type_eq, shape};
///
/// type Matmul = Einsum![i j, j k -> i k];
/// assert_type_eq!(EinsumOutput<Matmul, (Shape![2, 3], Shape![3, 5])>, Shape![2, 5]);
/// assert_type_eq!(EinsumOutput<Matmul, (Shape![_, 3], AnyShape)>, Shape![_, _]);
/// assert_type_eq!(EinsumOutput<Einsum![i i -> i], (Shape![3, 3],)>, Shape![3]);
/// assert_type_eq!(EinsumOutput<Einsum![i j, i j -> ], (Shape![2, 3], Shape![2, _])>, Shape![]);
/// assert_eq!(Matmul::new().of(&(shape![2, 3], shape![3, 5])), Ok(shape![2, 5]));
///
/// let error = Matmul::new().of(&(shape![2, 3].erase(), shape![4, 5])).unwrap_err();
/// assert_eq!(error.to_string(), "`j` is 3 in (2, 3), and 4 in (4, 5): a letter has one size everywhere");
/// ```
///
/// ```compile_fail,E0277
/// use conformable::product::EinsumOutput;
/// use conformable::{Einsum, Shape};
///
/// type Refused = EinsumOutput<Einsum![i j, j k -> i k], (Shape![2, 3], Shape![4, 5])>;
/// let shape: Refused; // `j` is `Size<3>` in `(Size<2>, Size<3>)`, and `Size<4>` in `(Size<4>, Size<5>)`
/// ```
pub trait EinsumOf<Shapes> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If a letter is of two sizes, an [`AnyShape`] has another number of axes than it has letters, or `...` has more
    /// than 12 axes.
    #[inline]
    fn of(&self, shapes: &Shapes) -> Result<Self::Output, ShapeError> {
        self.of_sizes(shapes).map(|(shape, _)| shape)
    }

    /// The same, with the sizes of the letters.
    ///
    /// # Errors
    ///
    /// As above.
    #[doc(hidden)]
    fn of_sizes(&self, shapes: &Shapes) -> Result<(Self::Output, Sizes), ShapeError>;
}

/// The shape of the result of the equation `Equation` for a tuple of shapes.
pub type EinsumOutput<Equation, Shapes> = <Equation as EinsumOf<Shapes>>::Output;

impl<Shapes: Tuple + Clone, Operands: Tuple, Out> EinsumOf<Shapes> for Equation<Operands, Out>
where
    Self: EinsumLists<Shapes::List, Operands::List>,
{
    type Output = <Self as EinsumLists<Shapes::List, Operands::List>>::Result;

    #[inline]
    fn of_sizes(&self, shapes: &Shapes) -> Result<(Self::Output, Sizes), ShapeError> {
        Self::of_lists(&shapes.clone().into_list())
    }
}

/// An equation for the list of the shapes `S` and that of their letters `L`.
pub trait EinsumLists<S, L> {
    /// The resulting shape.
    type Result: Shape;
    #[doc(hidden)]
    fn of_lists(shapes: &S) -> Result<(Self::Result, Sizes), ShapeError>;
}

impl<S, L: BindAll<S, Env: WithEllipsis<Output = Env>>, Env, Operands, Out> EinsumLists<S, L>
    for Equation<Operands, Out>
where
    Out: ResultOf<L, Letters: Chosen<Env, Out>>,
{
    type Result = <Out::Letters as Chosen<Env, Out>>::Output;

    #[inline]
    fn of_lists(shapes: &S) -> Result<(Self::Result, Sizes), ShapeError> {
        let mut sizes = Sizes::NONE;
        L::bind_all(shapes, &mut sizes)?;
        Ok((Out::Letters::choose(&sizes), sizes))
    }
}

/// The result of operands with the letters `L`.
pub trait ResultOf<L> {
    /// The letters of the result, as a list.
    type Letters;
}

impl<L, Out: Tuple> ResultOf<L> for Out {
    type Letters = Out::List;
}

/// In place of a result that is not written.
#[derive(Debug)]
pub struct Implied;

impl<L: CountAll<Env: OnceInAll>> ResultOf<L> for Implied {
    type Letters = <L::Env as OnceInAll>::Output;
}

/// The list of the letters of all operands, with the shapes in the list `Shapes`.
#[diagnostic::on_unimplemented(
    message = "this equation needs one operand for each group of letters",
    label = "separate groups and operands by commas: `einsum!(i j, j k -> i k; x, y)`",
    note = "conformable: E-einsum"
)]
pub trait BindAll<Shapes> {
    /// The alphabet with the dims of all letters.
    type Env;
    #[doc(hidden)]
    const COUNT: u8;
    #[doc(hidden)]
    fn bind_all(shapes: &Shapes, sizes: &mut Sizes) -> Result<(), ShapeError>;
    /// The error for an operand that does not fit its letters.
    #[doc(hidden)]
    fn clash(shapes: &Shapes, operand: usize, clash: Misfit) -> ShapeError;
}

impl BindAll<Nil> for Nil {
    type Env = Blank;
    const COUNT: u8 = 0;

    #[inline]
    fn bind_all(_: &Nil, _: &mut Sizes) -> Result<(), ShapeError> {
        Ok(())
    }

    fn clash(_: &Nil, _: usize, _: Misfit) -> ShapeError {
        unreachable!("an operand that is there")
    }
}

impl<L: Tuple<List: Bind<Outer::Env, S::Axes, S, L>>, Outer, S: Shape, Shapes> BindAll<Axes<S, Shapes>>
    for Axes<L, Outer>
where
    Outer: BindAll<Shapes>,
{
    type Env = <L::List as Bind<Outer::Env, S::Axes, S, L>>::Env;
    const COUNT: u8 = Outer::COUNT + 1;

    #[inline]
    fn bind_all(shapes: &Axes<S, Shapes>, sizes: &mut Sizes) -> Result<(), ShapeError> {
        Outer::bind_all(&shapes.outer, sizes)?;
        let bound = shapes.last.with_sizes(|own| L::List::bind(own, sizes, Outer::COUNT));
        bound.map_err(|misfit| Self::clash(shapes, Outer::COUNT.into(), misfit))
    }

    #[cold]
    fn clash(shapes: &Axes<S, Shapes>, operand: usize, misfit: Misfit) -> ShapeError {
        if operand < Outer::COUNT.into() {
            return Outer::clash(&shapes.outer, operand, misfit);
        }
        let own = shapes.last.partial();
        match misfit {
            Misfit::Uneven => ShapeError::new(Relation::With, Clash::Letters(L::List::TEXT), own.clone(), own),
            // the text of a limit needs an allocator
            #[cfg(not(feature = "alloc"))]
            Misfit::TooMany => ShapeError::new(Relation::With, Clash::Letters(L::List::TEXT), own.clone(), own),
            #[cfg(feature = "alloc")]
            Misfit::TooMany => {
                let fault = crate::shape::TextFault::TooMany { most: MOST_IN_ELLIPSIS, what: "axes in `...`" };
                ShapeError::new(Relation::With, Clash::Malformed(fault), own.clone(), own)
            }
            Misfit::Unequal { letter, sizes, first } if first == operand => {
                ShapeError::new(Relation::With, Clash::Letter { letter, sizes }, own.clone(), own)
            }
            // the other shape of this error is that of the earlier operand
            Misfit::Unequal { letter, sizes, first } => {
                let before = Outer::clash(&shapes.outer, first, Misfit::Unequal { letter, sizes, first });
                ShapeError::new(Relation::With, Clash::Letter { letter, sizes }, before.lhs().clone(), own)
            }
        }
    }
}

/// The reason why an operand does not fit its letters.
#[derive(Clone, Copy, Debug)]
pub enum Misfit {
    /// The numbers of letters and axes differ.
    Uneven,
    /// `...` has more axes than are supported.
    TooMany,
    /// A letter has another size in an earlier operand.
    Unequal {
        /// The letter.
        letter: u8,
        /// The earlier size, and this one.
        sizes: [usize; 2],
        /// The earlier operand.
        first: usize,
    },
}

/// A list of letters for the list of axes `S`. `Whole` is the whole shape, `Written` all its letters, and `Env` the
/// earlier alphabet.
#[diagnostic::on_unimplemented(
    message = "`{Written}` are not the letters of `{Whole}`",
    label = "the compiler does not know its axes",
    note = "in generic code, take a shape with that many axes: `Tensor<T, (N, C)>`",
    note = "conformable: E-einsum"
)]
pub trait Bind<Env, S, Whole, Written>: Letters {
    /// The alphabet with these dims.
    type Env;
    #[doc(hidden)]
    fn bind(own: &[usize], sizes: &mut Sizes, operand: u8) -> Result<(), Misfit>;
}

impl Letters for Nil {
    const TEXT: LetterText = LetterText::EMPTY;
}

impl<L: Letter, Outer: Letters> Letters for Axes<L, Outer> {
    const TEXT: LetterText = Outer::TEXT.with(L::LETTER);
}

// bind(E, (), ()) = E
impl<Env, Whole, Written> Bind<Env, Self, Whole, Written> for Nil {
    type Env = Env;

    #[inline]
    fn bind(_: &[usize], _: &mut Sizes, _: u8) -> Result<(), Misfit> {
        Ok(())
    }
}

// bind(E, (), *) = E
impl<Env, Whole, Written> Bind<Env, AnyShape, Whole, Written> for Nil {
    type Env = Env;

    #[inline]
    fn bind(own: &[usize], _: &mut Sizes, _: u8) -> Result<(), Misfit> {
        if own.is_empty() { Ok(()) } else { Err(Misfit::Uneven) }
    }
}

// bind(E, (..L, l), (..S, s)) = bind(E with s at l, L, S)
impl<Env, L: Letter, Outer, Last, Others, Whole, Written> Bind<Env, Axes<Last, Others>, Whole, Written>
    for Axes<L, Outer>
where
    Env: Slot<L, Item: BindDim<Last, L, Whole>>,
    Outer: Bind<With<Env, L, Last, Whole>, Others, Whole, Written>,
{
    type Env = Outer::Env;

    #[inline]
    fn bind(own: &[usize], sizes: &mut Sizes, operand: u8) -> Result<(), Misfit> {
        let others = bind_last::<L>(own, sizes, operand)?;
        Outer::bind(others, sizes, operand)
    }
}

// bind(E, (..L, l), *) = bind(E, (..L, l), (.., _))
impl<Env, L: Letter, Outer, Whole, Written> Bind<Env, AnyShape, Whole, Written> for Axes<L, Outer>
where
    Env: Slot<L, Item: BindDim<Dyn, L, Whole>>,
    Outer: Bind<With<Env, L, Dyn, Whole>, AnyShape, Whole, Written>,
{
    type Env = Outer::Env;

    #[inline]
    fn bind(own: &[usize], sizes: &mut Sizes, operand: u8) -> Result<(), Misfit> {
        let others = bind_last::<L>(own, sizes, operand)?;
        Outer::bind(others, sizes, operand)
    }
}

/// `Env` with the item at `L` combined with the dim `D` of `Whole`.
type With<Env, L, D, Whole> = <Env as Slot<L>>::Put<<<Env as Slot<L>>::Item as BindDim<D, L, Whole>>::Output>;

// bind(E, (), (..S, s)) and bind(E, (..L, l), ()) are refused
impl<Env, Last, Others, Whole: OneLetterAnAxis<Written>, Written> Bind<Env, Axes<Last, Others>, Whole, Written>
    for Nil
{
    type Env = Unbound;

    fn bind(_: &[usize], _: &mut Sizes, _: u8) -> Result<(), Misfit> {
        Err(Misfit::Uneven)
    }
}

impl<Env, L: Letter, Outer: Letters, Whole, Written> Bind<Env, Nil, Whole, Written> for Axes<L, Outer>
where
    Whole: OneLetterAnAxis<Written>,
{
    type Env = Unbound;

    fn bind(_: &[usize], _: &mut Sizes, _: u8) -> Result<(), Misfit> {
        Err(Misfit::Uneven)
    }
}

/// The alphabet after a refused operand: each letter has a run-time size.
#[derive(Debug)]
pub struct Unbound;

#[diagnostic::do_not_recommend]
impl<L: Letter> Slot<L> for Unbound {
    type Item = In<Dyn, ()>;
    type Put<X> = Self;
}

#[diagnostic::do_not_recommend]
impl Slot<Ellipsis> for Unbound {
    type Item = Free;
    type Put<X> = Self;
}

// bind(E, (...,), S) = E with S added at ...
impl<Env, S: AxesLeft, Whole, Written> Bind<Env, S, Whole, Written> for Axes<Ellipsis, Nil>
where
    Env: Slot<Ellipsis, Item: BindEllipsis<S::Shape>>,
{
    type Env = Env::Put<<Env::Item as BindEllipsis<S::Shape>>::Output>;

    fn bind(own: &[usize], sizes: &mut Sizes, operand: u8) -> Result<(), Misfit> {
        if own.len() > MOST_IN_ELLIPSIS {
            return Err(Misfit::TooMany);
        }
        let labels = <S::Shape as Shape>::NAMES.iter().rev().map(Option::is_some).chain(core::iter::repeat(false));
        for ((letter, &size), has_label) in (ELLIPSIS..).zip(own.iter().rev()).zip(labels) {
            let (before, first) = sizes.get(letter).unwrap_or((size, operand.into()));
            // a labelled size does not broadcast, as in the rule on types
            let stays = |met: usize| (met == before || !sizes.has_label(letter)) && (met == size || !has_label);
            let Some(met) = Mutual::pair(before, size).filter(|&met| stays(met)) else {
                return Err(Misfit::Unequal { letter: b'.', sizes: [before, size], first });
            };
            if met != before || sizes.get(letter).is_none() {
                sizes.put(letter, met, operand);
            }
            sizes.label(letter, has_label);
        }
        Ok(())
    }
}

/// Binds the last letter to the last size, and returns the others.
#[inline]
fn bind_last<'a, L: Letter>(own: &'a [usize], sizes: &mut Sizes, operand: u8) -> Result<&'a [usize], Misfit> {
    let (&size, others) = own.split_last().ok_or(Misfit::Uneven)?;
    match sizes.get(L::LETTER) {
        None => sizes.put(L::LETTER, size, operand),
        Some((before, first)) if before != size => {
            return Err(Misfit::Unequal { letter: L::LETTER, sizes: [before, size], first });
        }
        Some(_) => {}
    }
    Ok(others)
}

/// Never implemented: the numbers of letters and axes differ.
#[diagnostic::on_unimplemented(
    message = "`{Written}` are not the letters of `{Self}`",
    label = "expected one letter for each axis",
    note = "conformable: E-einsum"
)]
pub trait OneLetterAnAxis<Written> {}

/// A dim, and the whole shape that first had its letter.
#[derive(Debug)]
pub struct In<D, First>(PhantomData<(D, First)>);

/// The item of a letter that the result has already used.
#[derive(Debug)]
pub struct Taken;

/// The item at the letter `L`, which the dim `Other` of `Whole` also has.
pub trait BindDim<Other, L, Whole> {
    /// The item combined with that dim.
    type Output;
}

#[diagnostic::do_not_recommend]
impl<Other: Dim, L, Whole> BindDim<Other, L, Whole> for Free {
    type Output = In<Other, Whole>;
}

#[diagnostic::do_not_recommend]
impl<D: OneSize<Other, L, First, Whole>, First, Other, L, Whole> BindDim<Other, L, Whole> for In<D, First> {
    type Output = In<D::Output, First>;
}

/// A dim at the letter `L` in `First` that equals the dim `Other` in `Whole`.
#[diagnostic::on_unimplemented(
    message = "`{L}` is `{Self}` in `{First}`, and `{Other}` in `{Whole}`",
    label = "a letter has one size everywhere",
    note = "conformable: E-einsum"
)]
pub trait OneSize<Other, L, First, Whole> {
    /// The dim that is known more precisely.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: Dim, Other: Dim, L, First, Whole> OneSize<Other, L, First, Whole> for D
where
    D::Kind: Meet<Other::Kind, Equal>,
{
    type Output = Met<D, Other, Equal>;
}

/// The letters of the result; `Written` is all of them.
pub trait Chosen<Env, Written> {
    /// The shape of those letters.
    type Output: Shape;
    #[doc(hidden)]
    fn choose(sizes: &Sizes) -> Self::Output;
}

// result(E, ()) = ()
impl<Env, Written> Chosen<Env, Written> for Nil {
    type Output = ();

    #[inline]
    fn choose(_: &Sizes) {}
}

// result(E, (..L, l)) = (..result(E with a mark at l, L), E at l)
impl<Env, L: Letter, Outer, Written> Chosen<Env, Written> for Axes<L, Outer>
where
    Env: Slot<L, Item: Given<L, Written>>,
    Outer: Chosen<Env::Put<Taken>, Written>,
{
    type Output = <Outer::Output as Shape>::Push<<Env::Item as Given<L, Written>>::Dim>;

    #[inline]
    fn choose(sizes: &Sizes) -> Self::Output {
        let size = sizes.get(L::LETTER).map_or(0, |(size, _)| size);
        let dim = <Env::Item as Given<L, Written>>::Dim::from_size(size);
        Outer::choose(sizes).push(dim.unwrap_or_else(|| unreachable!("all sizes of a letter are equal")))
    }
}

// result(E, (...,)) = E at ...
impl<Env: Slot<Ellipsis, Item: Shape>, Written> Chosen<Env, Written> for Axes<Ellipsis, Nil> {
    type Output = Env::Item;

    fn choose(sizes: &Sizes) -> Self::Output {
        let (mut own, count) = ([0; MOST_IN_ELLIPSIS], sizes.ellipsis());
        for (letter, size) in (ELLIPSIS..).zip(own[..count].iter_mut().rev()) {
            *size = sizes.get(letter).map_or(0, |(size, _)| size);
        }
        Shape::from_sizes(&own[..count]).unwrap_or_else(|_| unreachable!("the shapes of `...` broadcast to it"))
    }
}

/// The item at a letter of the result.
#[diagnostic::on_unimplemented(
    message = "no operand has the letter `{L}` of the result",
    label = "each letter of the result `{Written}` comes from an operand",
    note = "conformable: E-einsum"
)]
pub trait Given<L, Written> {
    /// The dim.
    type Dim: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: Dim, First, L, Written> Given<L, Written> for In<D, First> {
    type Dim = D;
}

impl<L: OnceInTheResult<Written>, Written> Given<L, Written> for Taken {
    type Dim = Dyn;
}

/// Never implemented: the result has the letter twice.
#[diagnostic::on_unimplemented(
    message = "the result `{Written}` has `{Self}` twice",
    label = "each axis of the result has its own letter",
    note = "conformable: E-einsum"
)]
pub trait OnceInTheResult<Written> {}

/// An einsum equation as a type: `Einsum![i j, j k -> i k]`.
///
/// Without `->` the result has the letters that occur once, capital ones first, in alphabetical order. See [`EinsumOf`]
/// for shapes and [`einsum!`](crate::einsum!) for tensors.
#[macro_export]
macro_rules! Einsum {
    (@operands $groups:tt [] ... $($rest:tt)*) => {
        $crate::Einsum![@operands $groups [$crate::axes::Ellipsis,] $($rest)*]
    };
    (@operands $groups:tt [$($own:tt)*] $letter:ident $($rest:tt)*) => {
        $crate::Einsum![@operands $groups [$($own)* $crate::product::letter::$letter,] $($rest)*]
    };
    (@operands [$($group:tt)*] $own:tt, $($rest:tt)*) => {
        $crate::Einsum![@operands [$($group)* $own] [] $($rest)*]
    };
    (@operands [$([$($group:tt)*])*] [$($own:tt)*]) => {
        $crate::product::Equation<($(($($group)*),)* ($($own)*),), $crate::product::Implied>
    };
    (@operands [$([$($group:tt)*])*] [$($own:tt)*] -> ... $($result:ident)*) => {
        $crate::product::Equation<
            ($(($($group)*),)* ($($own)*),),
            ($crate::axes::Ellipsis, $($crate::product::letter::$result,)*),
        >
    };
    (@operands [$([$($group:tt)*])*] [$($own:tt)*] -> $($result:ident)*) => {
        $crate::product::Equation<($(($($group)*),)* ($($own)*),), ($($crate::product::letter::$result,)*)>
    };
    (@operands $($rest:tt)*) => {
        compile_error!("axes have letters from a to z or A to Z, and `...` comes before them: `einsum!(... i j -> ... j i; x)`")
    };
    ($($($letter:ident)*),+) => {
        $crate::product::Equation<($(($($crate::product::letter::$letter,)*),)+), $crate::product::Implied>
    };
    ($($($letter:ident)*),+ -> $($result:ident)*) => {
        $crate::product::Equation<
            ($(($($crate::product::letter::$letter,)*),)+),
            ($($crate::product::letter::$result,)*),
        >
    };
    ($($equation:tt)*) => {
        $crate::Einsum![@operands [] [] $($equation)*]
    };
}

/// Calls a function by an equation with `...`, which ends at the `;`.
#[doc(hidden)]
#[macro_export]
macro_rules! einsum_by {
    ([$($function:tt)*] [$($equation:tt)*]; $($x:expr),+ $(,)?) => {
        $($function)*(<$crate::Einsum![$($equation)*]>::new(), ($(&$x,)+))
    };
    ([$($function:tt)*] [$($equation:tt)*]; $($x:expr),+ => $out:expr) => {
        $($function)*(<$crate::Einsum![$($equation)*]>::new(), ($(&$x,)+), &mut $out)
    };
    ($function:tt [$($equation:tt)*] $next:tt $($rest:tt)*) => {
        $crate::einsum_by!($function [$($equation)* $next] $($rest)*)
    };
    ($function:tt $equation:tt) => {
        compile_error!("expected an equation and tensors: `einsum!(i j, j k -> i k; x, y)`")
    };
}
