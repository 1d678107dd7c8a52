//! Cases of `views.jsonl` with operands and results of static shapes, by methods of the same names.

pub(super) use conformable::axes::{As, Ellipsis, Narrow, NewAxis, Reversed, Span, Stepped};
pub(super) use conformable::{Axis, Dyn, Shape, Size, Tensor, View, ViewMut};

use super::case::VIEWS;
use super::element::Element;
use super::views::{self, Pen, unwound, written};
use conformable::{ShapeError, Storage};

/// The sizes and elements of a result.
pub(super) fn part<S: Shape, D: Storage>(x: &Tensor<i32, S, D>) -> Vec<views::Part> {
    vec![views::part(&x.view().erase())]
}

/// A view of an operand of static shape.
pub(super) fn viewed<S: Shape>(id: usize, of: fn(&Tensor<i32, S, View>) -> Vec<views::Part>) {
    let case = VIEWS.case(id);
    case.view(&case.base(), &mut |view| {
        let x: Tensor<i32, S, View> = Tensor::try_from(&view).expect("a tensor of that shape");
        unwound(&case, "strided", || of(&x));
        unwound(&case, "dense", || of(&x.to_heap().view()));
    });
}

/// The result of an owned operand.
pub(super) fn moved<S: Shape>(id: usize, of: fn(Tensor<i32, S>) -> Vec<views::Part>) {
    let case = VIEWS.case(id);
    case.view(&case.base(), &mut |view| {
        let x: Tensor<i32, S, View> = Tensor::try_from(&view).expect("a tensor of that shape");
        unwound(&case, "moved", || of(x.to_heap()));
    });
}

/// The elements written through a mutable view.
pub(super) fn changed<S: Shape>(id: usize, of: fn(&mut Tensor<i32, S, ViewMut>, &mut Pen)) {
    written(&VIEWS.case(id), &mut |mut view, pen| {
        let mut x: Tensor<i32, S, ViewMut> = Tensor::try_from(&mut view).expect("a tensor of that shape");
        of(&mut x, pen);
    });
}

/// A reshaped view, if NumPy needs no copy.
pub(super) fn viewed_anew<S: Shape>(id: usize, of: fn(&Tensor<i32, S, View>) -> Vec<views::Part>) {
    let case = VIEWS.case(id);
    case.view(&case.base(), &mut |view| {
        let x: Tensor<i32, S, View> = Tensor::try_from(&view).expect("a tensor of that shape");
        if case.get("copied") != true {
            unwound(&case, "a view", || of(&x));
        }
        unwound(&case, "a view of a dense one", || of(&x.to_heap().view()));
    });
}

/// The result of a scan, or a refusal.
type Scanned<U, S> = Result<Tensor<U, S>, ShapeError>;

/// A scan of an operand of static shape.
pub(super) fn scan<T: Element, U: Element, S: Shape, Out: Shape>(
    id: usize,
    of: fn(&Tensor<T, S, View>) -> Scanned<U, Out>,
) {
    let case = VIEWS.case(id);
    let expected = case.answer();
    case.view(&case.base(), &mut |view| {
        let x: Tensor<T, S, View> = Tensor::try_from(&view).expect("a tensor of that shape");
        case.assert("strided", &expected, of(&x));
        case.assert("dense", &expected, of(&x.to_heap().view()));
    });
}

/// A view, a mutable one, and a tensor consumed: `rearranged!(7, Shape![2, _] => Shape![_, 2]: t t_mut into_t());`.
macro_rules! rearranged {
    ($id:literal, $S:ty => $Out:ty: $name:ident $name_mut:ident $into:ident $arguments:tt) => {
        viewed::<$S>($id, |x| {
            let y: Tensor<i32, $Out, View> = x.$name $arguments;
            part(&y)
        });
        changed::<$S>($id, |x, pen| {
            let y: Tensor<i32, $Out, ViewMut> = x.$name_mut $arguments;
            pen.write(&mut y.erase());
        });
        moved::<$S>($id, |x| {
            let y: Tensor<i32, $Out, _> = x.$into $arguments;
            part(&y)
        });
    };
}

/// A tensor moved, a view, a mutable one, and a copy.
macro_rules! reshaped {
    ($id:literal, $S:ty => $Out:ty: $name:ident $view:ident $view_mut:ident $to:ident $arguments:tt) => {
        moved::<$S>($id, |x| {
            let y: Tensor<i32, $Out> = x.$name $arguments;
            part(&y)
        });
        viewed_anew::<$S>($id, |x| {
            let y: Tensor<i32, $Out, View> = x.$view $arguments;
            part(&y)
        });
        changed::<$S>($id, |x, pen| {
            let y: Tensor<i32, $Out, ViewMut> = x.$view_mut $arguments;
            pen.write(&mut y.erase());
        });
        viewed::<$S>($id, |x| {
            let y: Tensor<i32, $Out> = x.$to $arguments;
            part(&y)
        });
    };
}

/// A reshape with one inferred size; also for a tensor of unknown rank.
macro_rules! inferred {
    ($id:literal, $S:ty => $Out:ty) => {
        moved::<$S>($id, |x| {
            let y: Tensor<i32, $Out> = x.reshape_as();
            part(&y)
        });
        moved::<$S>($id, |x| part(&x.erase().reshape_as::<$Out>()));
        viewed::<$S>($id, |x| part(&x.to_reshaped_by(As::<$Out>::new())));
    };
}

/// A view broadcast to a shape.
macro_rules! stretched {
    ($id:literal, $S:ty => $Out:ty: $to:expr) => {
        viewed::<$S>($id, |x| {
            let to: $Out = $to;
            part(&x.try_broadcast_to(&to).unwrap())
        });
    };
}

/// Many views.
macro_rules! many {
    ($id:literal, $S:ty => $Out:ty: $name:ident $arguments:tt) => {
        viewed::<$S>($id, |x| {
            x.$name $arguments.flat_map(|y| {
                let y: Tensor<i32, $Out, View> = y;
                part(&y)
            }).collect()
        });
    };
}

/// The two parts of an axis.
macro_rules! halves {
    ($id:literal, $S:ty => $Out:ty: $axis:expr, $index:literal) => {
        viewed::<$S>($id, |x| {
            let (first, second): (Tensor<i32, $Out, View>, Tensor<i32, $Out, View>) = x.split_at($axis, $index);
            [part(&first), part(&second)].concat()
        });
        changed::<$S>($id, |x, pen| {
            let (first, second): (Tensor<i32, $Out, ViewMut>, Tensor<i32, $Out, ViewMut>) =
                x.split_at_mut($axis, $index);
            pen.write(&mut first.erase());
            pen.write(&mut second.erase());
        });
    };
}

/// A running sum or product, or the differences of neighbours.
macro_rules! scanned {
    ($id:literal, $T:ty, $S:ty => $Out:ty: $name:ident $arguments:tt) => {
        scan::<$T, _, $S, $Out>($id, |x| x.$name $arguments);
    };
}

pub(super) use {halves, inferred, many, rearranged, reshaped, scanned, stretched};
