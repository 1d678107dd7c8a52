//! Cases of `joins.jsonl` with operands and results of static shapes.

#![allow(clippy::type_complexity, reason = "the tests spell out types")]

pub(super) use conformable::ops::Pad;
pub(super) use conformable::{Axis, Shape, Size, StaticShape, Tensor, concat, stack};

use super::case::JOINS;
use super::element::Element;
use super::joins::{after, as_it_lies};
use conformable::shape::WidenTo;
use conformable::{View, ViewMut};

/// The same tensor with a type that has only its rank.
pub(super) fn widened<T, S: Shape + WidenTo<Out>, Out: Shape>(x: Tensor<T, S>) -> Tensor<T, Out> {
    x.widen()
}

/// The result of an operation without operands.
pub(super) fn made<T: Element, Out: Shape>(id: usize, of: fn() -> Tensor<T, Out>) {
    let case = JOINS.case(id);
    case.assert("made", &case.answer(), Ok(of()));
}

/// The result of one operand.
pub(super) fn one<T: Element, U: Element, S: Shape, Out: Shape>(
    id: usize,
    of: fn(&Tensor<T, S, View>) -> Tensor<U, Out>,
) {
    let case = JOINS.case(id);
    let expected = case.answer();
    as_it_lies(&case, |x: &Tensor<T, S, View>| {
        case.assert("strided", &expected, Ok(of(x)));
        case.assert("dense", &expected, Ok(of(&x.to_heap().view())));
    });
}

/// The result of two operands: the case's and another one, or two others.
pub(super) fn two<T: Element, U: Element, S: Shape, R: Shape, Out: Shape>(
    id: usize,
    of: fn(&Tensor<T, S, View>, &Tensor<U, R, View>) -> Tensor<T, Out>,
) {
    let case = JOINS.case(id);
    let (expected, mut others) = (case.answer(), case.others());
    let last = others.pop().expect("an operand");
    let first = others.pop();
    as_it_lies(first.as_ref().unwrap_or(&case), |x: &Tensor<T, S, View>| {
        as_it_lies(&last, |y: &Tensor<U, R, View>| {
            case.assert("strided", &expected, Ok(of(x, y)));
            case.assert("dense", &expected, Ok(of(&x.to_heap().view(), &y.to_heap().view())));
        });
    });
}

/// The operand after the others have changed it; the second of them has values, if there is one.
pub(super) fn changed<U: Element, S: Shape, R: Shape, V: Shape>(
    id: usize,
    of: fn(&mut Tensor<i64, S, ViewMut>, &Tensor<U, R, View>, &Tensor<i64, V, View>),
) {
    let case = JOINS.case(id);
    let others = case.others();
    let left = after(&case, |x: &mut Tensor<i64, S, ViewMut>| {
        as_it_lies(&others[0], |i: &Tensor<U, R, View>| match others.get(1) {
            Some(values) => as_it_lies(values, |values: &Tensor<i64, V, View>| of(x, i, values)),
            // without values the operand is read again, unchanged
            None => as_it_lies(&JOINS.case(id), |other: &Tensor<i64, V, View>| of(x, i, other)),
        });
    });
    case.assert("changed", &case.answer(), Ok(left));
}
