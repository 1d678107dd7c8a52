//! `...` before the letters of an operand: any number of axes, which are broadcast by NumPy's rule.
//!
//! ```text
//! shape(())           = ()
//! shape((..B, S))     = numpy(shape(B), S)
//! ```

use super::letters::{Free, LETTERS, Letters, Slot};
use crate::axes::Ellipsis;
use crate::rule::{NumpyBroadcast, NumpyOutput};
use crate::shape::{AnyShape, Axes, LetterText, List, Nil, Shape};
use core::marker::PhantomData;

impl Letters for Axes<Ellipsis, Nil> {
    const TEXT: LetterText = LetterText::EMPTY.with(b'.');
}

/// The number of axes of `...` that `Sizes` has places for.
pub(super) const MOST_IN_ELLIPSIS: usize = LETTERS - 52;

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

/// The shapes of `...` in the operands before, to which the shape `Other` is added.
pub trait BindEllipsis<Other> {
    /// All of them.
    type Output;
}

impl<Other> BindEllipsis<Other> for Free {
    type Output = Both<Self, Other>;
}

impl<Before, S, Other> BindEllipsis<Other> for Both<Before, S> {
    type Output = Both<Self, Other>;
}

/// The shapes of `...` in several operands: those `Before`, and `Other` in the last one.
#[derive(Debug)]
pub struct Both<Before, Other>(PhantomData<(Before, Other)>);

/// The shapes of `...` in all operands, which broadcast. They are broadcast after all operands are bound, so that a
/// clash is one error.
pub trait Ellipses {
    /// The shape of all; `()` if no operand has `...`.
    type Shape: Shape;
}

impl Ellipses for Free {
    type Shape = ();
}

impl<Before: Ellipses<Shape: NumpyBroadcast<Other>>, Other> Ellipses for Both<Before, Other> {
    type Shape = NumpyOutput<Before::Shape, Other>;
}

/// An alphabet with the shapes of `...` in all operands.
pub trait WithEllipsis {
    /// The same with the shape that they broadcast to.
    type Output;
}

impl<Env: Slot<Ellipsis, Item: Ellipses>> WithEllipsis for Env {
    type Output = Env::Put<<Env::Item as Ellipses>::Shape>;
}
