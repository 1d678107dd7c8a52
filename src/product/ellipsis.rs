//! `...` before the letters of an operand: any number of axes, which are broadcast by NumPy's rule.
//!
//! ```text
//! bind(E, (...,), S)      = E with the shape at ... broadcast with S
//! result(E, (...,))       = E at ...
//! ```

use super::einsum::{Bind, Chosen, In, Misfit};
use super::letters::{ELLIPSIS, Free, LETTERS, Letters, Sizes, Slot};
use crate::axes::Ellipsis;
use crate::rule::NumpyBroadcast;
use crate::shape::{AnyShape, Axes, LetterText, List, Nil, Shape};

impl Letters for Axes<Ellipsis, Nil> {
    const TEXT: LetterText = LetterText::EMPTY.with(b'.');
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
