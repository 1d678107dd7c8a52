//! Views, reshapes and scans against NumPy: every case of `views.jsonl`, with ranks known only at run time.

use super::case::{Answer, Case, VIEWS};
use super::element::Element;
use super::part::{One, slice};
use crate::common::axes::with_far_axis;
use conformable::axes::{
    Diagonal, Flatten, FlattenAxes, Flip, HasAxis, HasDifferences, Move, NarrowAxis, Nth, Permute, Reshape, Squeeze,
    Swap, To, Transpose, Unflatten, Unsqueeze, ViewBy,
};
use conformable::numeric::Numeric;
use conformable::storage::StorageMut;
use conformable::{AnyShape, Axis, Dyn, Shape, Storage, Tensor, View, ViewMut};
use conformable_test::json::{list, sizes};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The sizes and the elements of a view, in row-major order.
pub(crate) type Part = (Vec<usize>, Vec<i32>);

/// An operation on a mutable view.
type Write<'a> = &'a mut dyn FnMut(&mut Tensor<i32, AnyShape, ViewMut>);

#[test]
fn views_at_run_time() {
    let (mut run, mut written, mut skipped) = (0, 0, 0);
    for case in VIEWS.all() {
        if answers(&case) {
            run += 1;
            written += usize::from(!case.get("written").is_null());
        } else {
            // one size is inferred if the type has the others: `static_views.rs` has all of these
            assert_eq!(case.op, "reshape_as");
            skipped += 1;
        }
    }
    println!("{run} cases run, {written} of them written through too; {skipped} skipped, whose sizes a type tells");
    assert_eq!((run, written, skipped), (1181, 473, 14), "the numbers of cases in the file");
}

/// `between!(axes, X Y => f(X, Y))` is `f` of two axes, which are the `PAIRS` of `views.py`.
macro_rules! between {
    ($axes:expr, $X:ident $Y:ident => $then:expr) => {
        between!(
            $axes, $X $Y => $then;
            (0 0) (0 1) (1 0) (0 -1) (-1 0) (1 1) (-2 -1) (-1 -2) (2 0) (0 2) (-1 1) (1 -2) (-3 -1) (-3 2) (3 1) (1 3) (-4 2)
            (2 -4) (4 0) (-5 3) (5 2) (0 -6) (-1 4) (1 5) (-7 0) (2 6)
        )
    };
    ($axes:expr, $X:ident $Y:ident => $then:expr; $(($x:literal $y:literal))*) => {
        match $axes {
            $([$x, $y] => {
                const $X: Axis<$x> = Axis;
                const $Y: Axis<$y> = Axis;
                $then
            })*
            other => panic!("no axes {other:?} among the types"),
        }
    };
}

/// Runs a case; returns whether tensors of run-time rank have the call.
fn answers(case: &Case) -> bool {
    let axes = case.axes.as_deref().unwrap_or_default();
    let index = || usize::read(case.get("index"));
    let to = || sizes(case.get("to"));
    match &*case.op {
        "permute" => rearranged(case, Permute(axes)),
        "t" => rearranged(case, Transpose),
        "flip" if case.axes.is_none() => rearranged(case, Flip(..)),
        "flip" => rearranged(case, Flip(axes)),
        "swap_axes" => between!(axes, X Y => rearranged(case, Swap(X, Y))),
        "move_axis" => between!(axes, X Y => rearranged(case, Move(X, Y))),
        "diagonal" => between!(axes, X Y => rearranged(case, Diagonal(X, Y))),
        "squeeze" => with_far_axis!(axes[0], X => rearranged(case, Squeeze(X))),
        "unsqueeze" => with_far_axis!(axes[0], X => rearranged(case, Unsqueeze(X))),
        "index_axis" => with_far_axis!(axes[0], X => rearranged(case, Nth(X, index()))),
        "narrow" => {
            let part = One::read(&case.get("parts")[0]);
            with_far_axis!(axes[0], X => rearranged(case, NarrowAxis(X, part)));
        }
        "slice" => slice(case, list(case.get("parts"))),
        "broadcast_to" => stretched(case, &AnyShape::from(&to()[..])),
        "reshape" => reshaped(case, &To(AnyShape::from(&to()[..]))),
        "flatten" => reshaped(case, &Flatten),
        "flatten_axes" => with_far_axis!(axes[0], X => reshaped(case, &FlattenAxes(X))),
        "unflatten" => {
            let [outer, inner] = to()[..] else { panic!("two factors") };
            with_far_axis!(axes[0], X => reshaped(case, &Unflatten(X, (Dyn::new(outer), Dyn::new(inner)))));
        }
        "axis_iter" => with_far_axis!(axes[0], X => many(case, |x| each(x.axis_iter(X)))),
        "axis_windows" => with_far_axis!(axes[0], X => many(case, |x| each(x.axis_windows(X, Dyn::new(index()))))),
        "axis_chunks_iter" => {
            with_far_axis!(axes[0], X => many(case, |x| each(x.axis_chunks_iter(X, Dyn::new(index())))));
        }
        "split_at" => with_far_axis!(axes[0], X => halves(case, X, index())),
        "cumsum" | "cumprod" | "diff" => match &*case.dtype {
            "bool" => running::<bool>(case),
            "i32" => scanned::<i32>(case),
            "f32" => scanned::<f32>(case),
            "f64" => scanned::<f64>(case),
            other => panic!("no scans of {other}"),
        },
        _ => return false,
    }
    true
}

/// The sizes and elements of a tensor.
pub(crate) fn part<D: Storage>(x: &Tensor<i32, AnyShape, D>) -> Part {
    (x.sizes().to_vec(), x.iter().copied().collect())
}

/// The expected views; `None` for an error.
fn expected(case: &Case) -> Option<Vec<Answer<i32>>> {
    let answer = |one: &Value| Answer(Some((sizes(&one[0]), list(&one[1]).iter().map(i32::read).collect())));
    case.get("expected").as_array().map(|parts| parts.iter().map(answer).collect())
}

/// Asserts that views are the expected ones.
pub(crate) fn assert_parts(case: &Case, how: &str, ours: Option<&[Part]>) {
    let expected = expected(case);
    let count = |parts: Option<usize>| parts.map_or("a refusal".to_owned(), |count| format!("{count} views"));
    let [theirs, count] = [count(expected.as_ref().map(Vec::len)), count(ours.map(<[_]>::len))];
    assert_eq!(theirs, count, "case {}, {}, {how}", case.id, case.op);
    for (answer, (sizes, elements)) in expected.iter().flatten().zip(ours.unwrap_or_default()) {
        case.assert_elements(how, answer, Some((sizes, elements)));
    }
}

/// Asserts that a result is the one expected view.
fn assert_one<D: Storage, E>(case: &Case, how: &str, ours: Result<Tensor<i32, AnyShape, D>, E>) {
    assert_parts(case, how, ours.ok().map(|y| vec![part(&y)]).as_deref());
}

/// Calls a function with the operand.
fn operand(case: &Case, then: impl Fn(&Tensor<i32, AnyShape, View>)) {
    case.view(&case.base(), &mut |view| then(&Tensor::try_from(&view).expect("any shape")));
}

/// The views of an operation that panics on a refusal; without unwinding, refusals are left out.
pub(crate) fn unwound(case: &Case, how: &str, call: impl FnOnce() -> Vec<Part>) {
    if expected(case).is_some() {
        assert_parts(case, how, Some(&call()));
    } else if cfg!(panic = "unwind") {
        assert_parts(case, how, catch_unwind(AssertUnwindSafe(call)).ok().as_deref());
    }
}

/// The numbers to write into mutable views, from 1000 on: one for each element, or one for all.
pub(crate) struct Pen {
    next: Option<i32>,
}

impl Pen {
    pub(crate) fn write<D: StorageMut>(&mut self, x: &mut Tensor<i32, AnyShape, D>) {
        match &mut self.next {
            None => x.fill(-1),
            Some(next) => {
                let values: Vec<i32> = (*next..).take(x.numel()).collect();
                *next += values.len() as i32;
                x.assign(&Tensor::from_vec(x.shape().clone(), values).expect("as many"));
            }
        }
    }
}

/// Writes through mutable views of the operand, as NumPy did, and compares the whole base.
pub(crate) fn written(case: &Case, of: &mut dyn FnMut(ndarray::ArrayViewMutD<i32>, &mut Pen)) {
    let Some(expected) = case.get("written").as_array() else { return };
    let expected: Vec<i32> = expected.iter().map(i32::read).collect();
    for next in [Some(1000), None] {
        let mut base = case.base();
        of(case.view_mut(&mut base), &mut Pen { next });
        let expected = expected.iter().map(|&x| if x < 1000 || next.is_some() { x } else { -1 });
        assert!(
            base.iter().copied().eq(expected.clone()),
            "case {}, {}: {base}, and not {expected:?}",
            case.id,
            case.op
        );
    }
}

/// The same with the operand as a tensor.
fn written_any(case: &Case, of: impl Fn(&mut Tensor<i32, AnyShape, ViewMut>, Write)) {
    written(case, &mut |mut view, pen| {
        let mut x = Tensor::try_from(&mut view).expect("any shape");
        of(&mut x, &mut |y| pen.write(y));
    });
}

/// A view with other axes, of any strides, of one that owns its elements in order or backwards, and to be changed.
pub(crate) fn rearranged<R: ViewBy<AnyShape, Output = AnyShape> + Copy>(case: &Case, how: R) {
    operand(case, |x| {
        assert_one(case, "a view", x.try_view_by(how));
        assert_one(case, "a view, consumed", x.view().try_into_view_by(how));
        assert_one(case, "owned", x.to_heap().try_into_view_by(how));
        let backwards = x.flip(..).to_heap().into_flipped(..);
        assert_one(case, "owned, and backwards", backwards.try_into_view_by(how));
    });
    written_any(case, |x, write| write(&mut x.view_by_mut(how)));
}

/// A reshape: moved, copied, and as a view if NumPy needs no copy.
fn reshaped<R: Reshape<AnyShape, Output: Shape> + Clone>(case: &Case, how: &R) {
    let erased = |y: Tensor<i32, R::Output>| y.erase();
    operand(case, |x| {
        let moved = x.to_heap().try_reshape_by(how.clone());
        let view = x.try_reshape_view_by(how.clone());
        if case.get("copied") == true {
            assert!(view.is_err(), "case {}, {}: NumPy copies it", case.id, case.op);
        } else {
            assert_one(case, "a view", view.map(Tensor::erase));
        }
        if moved.is_ok() {
            assert_one(case, "copied", Ok::<_, ()>(erased(x.to_reshaped_by(how.clone()))));
        }
        assert_one(case, "moved", moved.map(erased));
    });
    written_any(case, |x, write| write(&mut x.reshape_view_mut_by(how.clone()).erase()));
}

/// Stretched to a shape.
fn stretched(case: &Case, to: &AnyShape) {
    operand(case, |x| {
        assert_one(case, "a view", x.try_broadcast_to(to));
        assert_one(case, "of one that owns its elements", x.to_heap().try_broadcast_to(to));
    });
}

/// Many views.
fn many(case: &Case, of: impl Fn(&Tensor<i32, AnyShape, View>) -> Vec<Part>) {
    operand(case, |x| {
        unwound(case, "of any strides", || of(x));
        unwound(case, "dense", || of(&x.to_heap().view()));
    });
}

/// The elements of each view, from both ends.
fn each<'a>(
    views: impl ExactSizeIterator<Item = Tensor<i32, AnyShape, View<'a>>> + DoubleEndedIterator + Clone,
) -> Vec<Part> {
    let parts: Vec<Part> = views.clone().map(|y| part(&y)).collect();
    assert_eq!(views.len(), parts.len());
    assert!(views.rev().map(|y| part(&y)).eq(parts.iter().rev().cloned()), "the same backwards");
    parts
}

/// The two parts of an axis.
fn halves<X: Copy>(case: &Case, axis: X, index: usize)
where
    AnyShape: HasAxis<X, Item = Dyn, Put<Dyn> = AnyShape>,
{
    many(case, |x| {
        let (first, second) = x.split_at(axis, index);
        vec![part(&first), part(&second)]
    });
    written_any(case, |x, write| {
        let (mut first, mut second) = x.split_at_mut(axis, index);
        write(&mut first);
        write(&mut second);
    });
}

/// Calls a function with the operand of any strides, and with a dense one.
fn twice<T: Element>(case: &Case, then: impl Fn(&str, &Tensor<T, AnyShape, View>)) {
    case.view(&case.base(), &mut |view| {
        let x: Tensor<T, AnyShape, View> = Tensor::try_from(&view).expect("any shape");
        then("of any strides", &x);
        then("dense", &x.to_heap().view());
    });
}

/// A running sum or product.
fn running<T: Element + Numeric<Total: Element>>(case: &Case) {
    let expected = case.answer();
    twice::<T>(case, |how, x| {
        let made = match (&*case.op, case.axes.as_deref()) {
            ("cumsum", None) => x.try_cumsum(..),
            ("cumsum", Some(axes)) => x.try_cumsum(axes),
            (_, None) => x.try_cumprod(..),
            (_, Some(axes)) => x.try_cumprod(axes),
        };
        case.assert(how, &expected, made);
    });
}

/// The same, or the differences of neighbours.
fn scanned<T: Element + Numeric<Total: Element> + std::ops::Sub<Output = T>>(case: &Case) {
    if case.op == "diff" {
        with_far_axis!(case.axes.as_deref().expect("one axis")[0], X => differences::<T, _>(case, X));
    } else {
        running::<T>(case);
    }
}

fn differences<T: Element + std::ops::Sub<Output = T>, X: Copy>(case: &Case, axis: X)
where
    AnyShape: HasDifferences<X>,
{
    let expected = case.answer();
    twice::<T>(case, |how, x| case.assert(how, &expected, x.try_diff(axis)));
}
