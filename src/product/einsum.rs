//! Products and sums by letters: each axis of each operand has a letter, which is one size wherever it stands. A letter
//! that the result has is an axis of it; along all others it is summed.
//!
//! ```text
//!   b t h d   8  5  2  64
//!   b s h d   8  7  2  64
//!   b h t s   8  2  5  7         d is summed along
//! ```
//!
//! ```text
//! bind(E, (), ())                 = E
//! bind(E, (..L, l), (..S, s))     = bind(E with s at l, L, S)         where nothing stands at l
//!                                 = bind(E with both at l, L, S)      where what stands at l is s
//! bind(E, (..L, l), *)            = bind(E, (..L, l), (.., _))        * is a shape of unknown rank
//! result(E, ())                   = ()
//! result(E, (..L, l))             = (..result(E with a mark at l, L), E at l)
//! bind(E, (...,), S)              = E with the shape at ... broadcast with S there
//! result(E, (...,))               = E at ...
//! ```

use super::letters::{Blank, CountAll, ELLIPSIS, Free, LETTERS, Letter, Letters, OnceInAll, Sizes, Slot};
use crate::axes::Ellipsis;
use crate::rule::NumpyBroadcast;
use crate::shape::{
    AnyShape, Axes, Clash, Dim, Dyn, Equal, LetterText, List, Meet, Met, Nil, Relation, Shape, ShapeError, Tuple,
};
use core::marker::PhantomData;

/// The letters of the axes of each operand, and of the result: `Einsum![i j, j k -> i k]` names it.
#[derive(Debug)]
pub struct Equation<Operands, Result>(PhantomData<(Operands, Result)>);

impl<Operands, Result> Equation<Operands, Result> {
    /// The only value.
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

/// An equation of letters that makes a shape of those of its operands, a tuple.
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
    /// The shape that comes out.
    type Output: Shape;

    /// The same at run time.
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

/// The shape that the equation `Equation` makes of a tuple of shapes.
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

/// The same on the list of the shapes `S` and that of their letters `L`.
pub trait EinsumLists<S, L> {
    /// The shape that comes out.
    type Result: Shape;
    /// The same at run time.
    #[doc(hidden)]
    fn of_lists(shapes: &S) -> Result<(Self::Result, Sizes), ShapeError>;
}

impl<S, L: BindAll<S>, Operands, Out> EinsumLists<S, L> for Equation<Operands, Out>
where
    Out: Tuple<List: Chosen<L::Env, Out>>,
{
    type Result = <Out::List as Chosen<L::Env, Out>>::Output;

    #[inline]
    fn of_lists(shapes: &S) -> Result<(Self::Result, Sizes), ShapeError> {
        let mut sizes = Sizes::NONE;
        L::bind_all(shapes, &mut sizes)?;
        Ok((Out::List::choose(&sizes), sizes))
    }
}

/// In place of the result of an equation: the letters that occur once, in the order of the alphabet, capital ones first.
#[derive(Debug)]
pub struct Implied;

/// A list of the letters of operands without a result, and the letters of the result that it implies.
pub trait Implies {
    /// Those letters, as a list.
    type Letters;
}

impl<L: CountAll<Env: OnceInAll>> Implies for L {
    type Letters = <L::Env as OnceInAll>::Output;
}

impl<S, L: BindAll<S> + Implies<Letters: Chosen<L::Env, Implied>>, Operands> EinsumLists<S, L>
    for Equation<Operands, Implied>
{
    type Result = <L::Letters as Chosen<L::Env, Implied>>::Output;

    #[inline]
    fn of_lists(shapes: &S) -> Result<(Self::Result, Sizes), ShapeError> {
        let mut sizes = Sizes::NONE;
        L::bind_all(shapes, &mut sizes)?;
        Ok((L::Letters::choose(&sizes), sizes))
    }
}

/// The list of the letters of all operands, whose shapes are the list `Shapes`.
#[diagnostic::on_unimplemented(
    message = "this equation needs one operand for each group of letters",
    label = "separate groups and operands by commas: `einsum!(i j, j k -> i k; x, y)`",
    note = "conformable: E-einsum"
)]
pub trait BindAll<Shapes> {
    /// What stands at each letter.
    type Env;
    /// How many operands there are.
    #[doc(hidden)]
    const COUNT: u8;
    /// The same at run time.
    #[doc(hidden)]
    fn bind_all(shapes: &Shapes, sizes: &mut Sizes) -> Result<(), ShapeError>;
    /// The letters and the shape of an operand.
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
            Misfit::Unequal { letter, sizes, first } if first == operand => {
                ShapeError::new(Relation::With, Clash::Letter { letter, sizes }, own.clone(), own)
            }
            // the error of the operand before, beside which this one is the other
            Misfit::Unequal { letter, sizes, first } => {
                let before = Outer::clash(&shapes.outer, first, Misfit::Unequal { letter, sizes, first });
                ShapeError::new(Relation::With, Clash::Letter { letter, sizes }, before.lhs().clone(), own)
            }
        }
    }
}

/// Why the letters of an operand are not those of its sizes.
#[derive(Clone, Copy, Debug)]
pub enum Misfit {
    /// They are more, or fewer.
    Uneven,
    /// A letter has another size in an operand before.
    Unequal {
        /// The letter.
        letter: u8,
        /// That one, and this one.
        sizes: [usize; 2],
        /// The operand before.
        first: usize,
    },
}

/// A list of letters, whose axes are the list `S`, that finds what stands at them in `Env`; `Whole` is the whole shape,
/// and `Written` all of its letters.
#[diagnostic::on_unimplemented(
    message = "`{Written}` are not the letters of `{Whole}`",
    label = "the compiler does not know its axes",
    note = "in generic code, take a shape with that many axes: `Tensor<T, (N, C)>`",
    note = "conformable: E-einsum"
)]
pub trait Bind<Env, S, Whole, Written>: Letters {
    /// What stands at each letter after it.
    type Env;
    /// The same at run time, for one of so many operands.
    #[doc(hidden)]
    fn bind(own: &[usize], sizes: &mut Sizes, operand: u8) -> Result<(), Misfit>;
}

impl Letters for Nil {
    const TEXT: LetterText = LetterText::EMPTY;
}

impl Letters for Axes<Ellipsis, Nil> {
    const TEXT: LetterText = LetterText::EMPTY.with(b'.');
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

/// `Env` with what stands at `L` and the dim `D` of the shape `Whole` there.
type With<Env, L, D, Whole> = <Env as Slot<L>>::Put<<<Env as Slot<L>>::Item as BindDim<D, L, Whole>>::Output>;

// bind(E, (), (..S, s)) and bind(E, (..L, l), ()) are refused
impl<Env, Last, Others, Whole: OneLetterAnAxis<Written>, Written> Bind<Env, Axes<Last, Others>, Whole, Written>
    for Nil
{
    type Env = Env;

    fn bind(_: &[usize], _: &mut Sizes, _: u8) -> Result<(), Misfit> {
        Err(Misfit::Uneven)
    }
}

impl<Env, L: Letter, Outer: Letters, Whole, Written> Bind<Env, Nil, Whole, Written> for Axes<L, Outer>
where
    Whole: OneLetterAnAxis<Written>,
{
    type Env = Env;

    fn bind(_: &[usize], _: &mut Sizes, _: u8) -> Result<(), Misfit> {
        Err(Misfit::Uneven)
    }
}

// bind(E, (...,), S) = bind(E with what S broadcasts to there, (), ())
impl<Env, S: AxesLeft, Whole, Written> Bind<Env, S, Whole, Written> for Axes<Ellipsis, Nil>
where
    Env: Slot<Ellipsis, Item: BindEllipsis<S::Shape, Whole>>,
{
    type Env = Env::Put<<Env::Item as BindEllipsis<S::Shape, Whole>>::Output>;

    fn bind(own: &[usize], sizes: &mut Sizes, operand: u8) -> Result<(), Misfit> {
        if own.len() > MOST_IN_ELLIPSIS {
            return Err(Misfit::Uneven);
        }
        for (letter, &size) in (ELLIPSIS..).zip(own.iter().rev()) {
            match sizes.get(letter) {
                Some((before, _)) if before == size || size == 1 => {}
                None | Some((1, _)) => sizes.put(letter, size, operand),
                Some((before, first)) => {
                    return Err(Misfit::Unequal { letter: b'.', sizes: [before, size], first });
                }
            }
        }
        Ok(())
    }
}

/// The most axes of `...`: [`Sizes`] has places for them.
const MOST_IN_ELLIPSIS: usize = LETTERS - 52;

/// The list of the axes before those with letters, or a shape of unknown rank.
pub trait AxesLeft {
    /// Their shape.
    type Shape: Shape;
}

impl AxesLeft for AnyShape {
    type Shape = Self;
}

impl<S: List<Tuple: Shape>> AxesLeft for S {
    type Shape = S::Tuple;
}

/// The shape of `...` so far, which is broadcast with the shape `Other` of `...` in `Whole`.
pub trait BindEllipsis<Other, Whole> {
    /// The shape of `...` after it.
    type Output;
}

#[diagnostic::do_not_recommend]
impl<Other: Shape, Whole> BindEllipsis<Other, Whole> for Free {
    type Output = In<Other, Whole>;
}

#[diagnostic::do_not_recommend]
impl<S: OneEllipsis<Other, First, Whole>, First, Other, Whole> BindEllipsis<Other, Whole> for In<S, First> {
    type Output = In<S::Output, First>;
}

/// The shape of `...` in the shape `First`, which broadcasts with that in the shape `Whole`.
#[diagnostic::on_unimplemented(
    message = "`...` is `{Self}` in `{First}`, and `{Other}` in `{Whole}`",
    label = "the axes of `...` broadcast by NumPy's rule: right-aligned, sizes are equal or 1",
    note = "in generic code, add the bound `where {Self}: NumpyBroadcast<{Other}>`",
    note = "conformable: E-einsum"
)]
pub trait OneEllipsis<Other, First, Whole> {
    /// The shape of both.
    type Output: Shape;
}

#[diagnostic::do_not_recommend]
impl<S: NumpyBroadcast<Other>, Other: Shape, First, Whole> OneEllipsis<Other, First, Whole> for S {
    type Output = S::Output;
}

/// Gives the last letter the last size; the sizes before it are left.
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

/// What no shape is to letters that are more or fewer than its axes.
#[diagnostic::on_unimplemented(
    message = "`{Written}` are not the letters of `{Self}`",
    label = "expected one letter for each axis",
    note = "conformable: E-einsum"
)]
pub trait OneLetterAnAxis<Written> {}

/// A dim, and the whole shape where it was the first at its letter.
#[derive(Debug)]
pub struct In<D, First>(PhantomData<(D, First)>);

/// Where a letter of the result stood that has been taken.
#[derive(Debug)]
pub struct Taken;

/// What stands at the letter `L`, and becomes one with the dim `Other` of the shape `Whole`.
pub trait BindDim<Other, L, Whole> {
    /// What stands there after it.
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

/// A dim at the letter `L` in the shape `First`, which is the one in the shape `Whole` too.
#[diagnostic::on_unimplemented(
    message = "`{L}` is `{Self}` in `{First}`, and `{Other}` in `{Whole}`",
    label = "a letter has one size everywhere",
    note = "conformable: E-einsum"
)]
pub trait OneSize<Other, L, First, Whole> {
    /// The one of them that says more.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: Dim, Other: Dim, L, First, Whole> OneSize<Other, L, First, Whole> for D
where
    D::Kind: Meet<Other::Kind, Equal>,
{
    type Output = Met<D, Other, Equal>;
}

/// The letters of the result, of which `Written` are all.
pub trait Chosen<Env, Written> {
    /// The shape of those axes.
    type Output: Shape;
    /// The same at run time.
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
impl<Env: Slot<Ellipsis, Item: GivenEllipsis>, Written> Chosen<Env, Written> for Axes<Ellipsis, Nil> {
    type Output = <Env::Item as GivenEllipsis>::Shape;

    fn choose(sizes: &Sizes) -> Self::Output {
        let (mut own, count) = ([0; MOST_IN_ELLIPSIS], sizes.ellipsis());
        for (letter, size) in (ELLIPSIS..).zip(own[..count].iter_mut().rev()) {
            *size = sizes.get(letter).map_or(0, |(size, _)| size);
        }
        Shape::from_sizes(&own[..count]).unwrap_or_else(|_| unreachable!("the shapes of `...` broadcast to it"))
    }
}

/// The shape of `...` in the result.
pub trait GivenEllipsis {
    /// `()` if no operand has it.
    type Shape: Shape;
}

impl GivenEllipsis for Free {
    type Shape = ();
}

impl<S: Shape, First> GivenEllipsis for In<S, First> {
    type Shape = S;
}

/// What stands at a letter of the result.
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

/// What no letter is that the result has twice.
#[diagnostic::on_unimplemented(
    message = "the result `{Written}` has `{Self}` twice",
    label = "each axis of the result has its own letter",
    note = "conformable: E-einsum"
)]
pub trait OnceInTheResult<Written> {}

/// An equation of letters as a type: `Einsum![i j, j k -> i k]`. Without `->` the result has the letters that occur
/// once, in the order of the alphabet, capital ones first.
///
/// [`EinsumOf`] says what it makes of shapes, and [`einsum!`](crate::einsum!) of tensors.
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
