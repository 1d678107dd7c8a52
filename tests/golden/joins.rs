//! Joined, filled and indexed tensors against NumPy: every case of `joins.jsonl`, with ranks known only at run time.
//! `static_joins.rs` has some of them as types.

use super::case::{Answer, Case, JOINS};
use super::element::Element;
use crate::common::axes::with_far_axis;
use conformable::ops::{Pad, try_concat_into, try_stack_into};
use conformable::{AnyShape, Dyn, Shape, ShapeError, Tensor, View, ViewMut, try_concat, try_stack};
use conformable_test::json::{list, sizes};
use ndarray::ArrayD;

type Any<T> = Tensor<T, AnyShape>;

/// A result, or a refusal.
type Answered<T, S = AnyShape> = Result<Tensor<T, S>, ShapeError>;

#[test]
fn joins_at_run_time() {
    let mut run = 0;
    for case in JOINS.all() {
        match case.op.as_str() {
            "eye" | "arange" | "linspace" => makes(&case),
            "concat" | "stack" => joins(&case),
            "pad" | "tile" | "repeat" | "tril" | "triu" => extends(&case),
            "take" | "gather" => picks(&case),
            "masked_select" | "compress" => masks(&case),
            "nonzero" => of_one::<bool, usize>(&case, |x| x.try_nonzero().map(Tensor::erase)),
            "one_hot" => one_hot(&case),
            "top_k" => top_k(&case),
            "split" | "chunk" => splits(&case),
            _ => changes(&case),
        }
        run += 1;
    }
    println!("{run} cases run");
    assert_eq!(run, 485, "the number of cases in the file");
}

/// The operand, as it lies.
pub(super) fn as_it_lies<T: Element, S: Shape, R>(case: &Case, of: impl FnOnce(&Tensor<T, S, View>) -> R) -> R {
    let base: ArrayD<T> = case.base();
    let view = case.unstretched(&base);
    of(&Tensor::try_from(&view).expect("a tensor of that shape"))
}

/// The operand after an operation has changed it in place.
pub(super) fn after<T: Element, S: Shape>(case: &Case, of: impl FnOnce(&mut Tensor<T, S, ViewMut>)) -> Tensor<T, S> {
    let mut base: ArrayD<T> = case.base();
    let mut view = case.view_mut(&mut base);
    let mut x: Tensor<T, S, ViewMut> = Tensor::try_from(&mut view).expect("a tensor of that shape");
    of(&mut x);
    x.to_heap()
}

/// Asserts the results for the operand in its layout, and in row-major order.
fn of_one<T: Element, U: Element>(case: &Case, of: impl Fn(&Tensor<T, AnyShape, View>) -> Answered<U>) {
    let expected = case.answer();
    as_it_lies(case, |x| {
        case.assert("strided", &expected, of(x));
        case.assert("dense", &expected, of(&x.to_heap().view()));
    });
}

/// The result in a tensor of the expected sizes; any sizes for a refusal.
fn into<T: Element>(
    expected: &Answer<T>,
    element: T,
    of: impl FnOnce(&mut Tensor<T, AnyShape, ViewMut>) -> Result<(), ShapeError>,
) -> Answered<T> {
    let sizes = expected.0.as_ref().map_or(vec![1], |(sizes, _)| sizes.clone());
    let backwards: AnyShape = sizes.iter().rev().copied().collect();
    let order: Vec<isize> = (0..sizes.len()).rev().map(|axis| isize::try_from(axis).expect("a small rank")).collect();
    let mut out = Tensor::full(backwards, element);
    of(&mut out.permute_mut(&order[..]))?;
    Ok(out.permute(&order[..]).to_owned())
}

fn makes(case: &Case) {
    let to = sizes(case.get("to"));
    let shape = AnyShape::from(&to[..]);
    let bound = |i: usize| f64::read(&case.get("bounds")[i]);
    match case.op.as_str() {
        "eye" => case.assert::<i64, _, _>("made", &case.answer(), Tensor::try_eye(Dyn::new(to[0]))),
        "arange" => case.assert::<i64, _, _>("made", &case.answer(), Tensor::try_arange(shape)),
        _ => case.assert("made", &case.answer(), Tensor::try_linspace(shape, bound(0), bound(1))),
    }
}

fn joins(case: &Case) {
    let expected = case.answer();
    let others = case.others();
    let bases: Vec<ArrayD<i64>> = others.iter().map(Case::base).collect();
    let views: Vec<_> = others.iter().zip(&bases).map(|(other, base)| other.unstretched(base)).collect();
    let all: Vec<Tensor<i64, AnyShape, View>> =
        views.iter().map(|view| Tensor::try_from(view).expect("a tensor")).collect();
    let dense: Vec<Any<i64>> = all.iter().map(Tensor::to_heap).collect();
    with_far_axis!(case.axis(), X => if case.op == "concat" {
        case.assert("strided", &expected, try_concat(X, &all[..]));
        case.assert("dense", &expected, try_concat(X, &dense[..]));
        case.assert("into", &expected, into(&expected, 0, |out| try_concat_into(X, &all[..], out)));
        if let [x, y] = &all[..] {
            case.assert("two", &expected, try_concat(X, (x, y)));
        }
    } else {
        case.assert("strided", &expected, try_stack(X, &all[..]));
        case.assert("dense", &expected, try_stack(X, &dense[..]));
        case.assert("into", &expected, into(&expected, 0, |out| try_stack_into(X, &all[..], out)));
        if let [x, y, z] = &all[..] {
            case.assert("three", &expected, try_stack(X, (x, y, z)));
        }
    });
}

fn extends(case: &Case) {
    let count = || Dyn::new(usize::read(case.get("count")));
    of_one::<i64, i64>(case, |x| match case.op.as_str() {
        "tril" => x.try_tril(isize::try_from(i64::read(case.get("index"))).expect("a small one")),
        "triu" => x.try_triu(isize::try_from(i64::read(case.get("index"))).expect("a small one")),
        "tile" => with_far_axis!(case.axis(), X => x.try_tile(X, count())),
        "repeat" => with_far_axis!(case.axis(), X => x.try_repeat(X, count())),
        _ => {
            let more = sizes(case.get("more"));
            let with = match case.get("mode").as_str() {
                Some("constant") => Pad::Constant(0),
                Some("edge") => Pad::Edge,
                _ => Pad::Reflect,
            };
            with_far_axis!(case.axis(), X => x.try_pad(X, (Dyn::new(more[0]), Dyn::new(more[1])), with))
        }
    });
}

fn splits(case: &Case) {
    let number = |key| usize::read(case.get(key));
    let index = number("index");
    of_one::<i64, i64>(case, |x| {
        if case.op == "chunk" {
            let parts = with_far_axis!(case.axis(), X => x.try_chunk(X, Dyn::new(number("count"))))?;
            return Ok({ parts }.nth(index).expect("as many parts as are asked for").to_heap());
        }
        let parts: Vec<Dyn> = sizes(case.get("parts")).into_iter().map(Dyn::new).collect();
        let views = match parts[..] {
            [a, b] => with_far_axis!(case.axis(), X => x.try_split(X, (a, b))).map(|(a, b)| vec![a, b]),
            [a, b, c] => with_far_axis!(case.axis(), X => x.try_split(X, (a, b, c))).map(|(a, b, c)| vec![a, b, c]),
            [a, b, c, d] => {
                with_far_axis!(case.axis(), X => x.try_split(X, (a, b, c, d))).map(|(a, b, c, d)| vec![a, b, c, d])
            }
            _ => unreachable!("two to four parts"),
        };
        Ok(views?[index].to_heap())
    });
}

fn picks(case: &Case) {
    let expected = case.answer::<i64>();
    as_it_lies::<i64, AnyShape, _>(&case.others()[0], |i| {
        let of = |x: &Tensor<i64, AnyShape, View>| {
            with_far_axis!(case.axis(), X => if case.op == "take" {
                x.try_take(X, i)
            } else {
                x.try_gather(X, i)
            })
        };
        of_one(case, of);
        as_it_lies(case, |x: &Tensor<i64, AnyShape, View>| {
            let written = into(&expected, 0, |out| {
                with_far_axis!(case.axis(), X => if case.op == "take" {
                    x.try_take_into(X, i, out)
                } else {
                    x.try_gather_into(X, i, out)
                })
            });
            case.assert("into", &expected, written);
        });
    });
}

fn masks(case: &Case) {
    let expected = case.answer::<i64>();
    let other = &case.others()[0];
    as_it_lies(case, |x: &Tensor<i64, AnyShape, View>| {
        if case.op == "masked_select" {
            as_it_lies(other, |mask: &Tensor<bool, AnyShape, View>| {
                of_one(case, |x: &Tensor<i64, AnyShape, View>| x.try_masked_select(mask).map(Tensor::erase));
                case.assert("into", &expected, into(&expected, 0, |out| x.try_masked_select_into(mask, out)));
            });
        } else {
            as_it_lies(other, |mask: &Tensor<bool, (Dyn,), View>| {
                with_far_axis!(case.axis(), X => {
                    of_one(case, |x: &Tensor<i64, AnyShape, View>| x.try_compress(X, mask));
                    case.assert("into", &expected, into(&expected, 0, |out| x.try_compress_into(X, mask, out)));
                });
            });
        }
    });
}

fn one_hot(case: &Case) {
    let (expected, count) = (case.answer::<i64>(), Dyn::new(usize::read(case.get("count"))));
    of_one::<i64, i64>(case, |i| i.try_one_hot(count));
    as_it_lies(case, |i: &Tensor<i64, AnyShape, View>| {
        case.assert("into", &expected, into(&expected, 7, |out| i.try_one_hot_into(count, out)));
    });
}

fn top_k(case: &Case) {
    let expected = case.answer::<f64>();
    let count = Dyn::new(usize::read(case.get("count")));
    let sizes = case.sizes().unwrap_or_default();
    // only cases that are accepted have positions
    let places = (!case.get("places").is_null()).then(|| list(case.get("places")).iter().map(usize::read).collect());
    let places = Answer(places.map(|places: Vec<usize>| (sizes, places)));
    of_one::<f64, f64>(case, |x| with_far_axis!(case.axis(), X => x.try_top_k(X, count)).map(|(values, _)| values));
    of_one_as(case, &places, |x| with_far_axis!(case.axis(), X => x.try_top_k(X, count)).map(|(_, places)| places));
    as_it_lies(case, |x: &Tensor<f64, AnyShape, View>| {
        let mut indices = Tensor::full(AnyShape::from(&case.sizes().unwrap_or(vec![1])[..]), 0);
        let values =
            into(&expected, 0.0, |out| with_far_axis!(case.axis(), X => x.try_top_k_into(X, count, out, &mut indices)));
        let found = values.clone().map(|_| indices);
        case.assert("into", &expected, values);
        case.assert("where, into", &places, found);
    });
}

/// Asserts the same of another answer.
fn of_one_as<U: Element>(case: &Case, expected: &Answer<U>, of: impl Fn(&Tensor<f64, AnyShape, View>) -> Answered<U>) {
    as_it_lies(case, |x| case.assert("where", expected, of(x)));
}

/// What writes elements of the operand.
fn changes(case: &Case) {
    let expected = case.answer::<i64>();
    let others = case.others();
    // the operand is compared even after a refusal, which must not change it
    let mut refused = false;
    let left = after::<i64, AnyShape>(case, |x| {
        let changed = match case.op.as_str() {
            "masked_fill" => as_it_lies(&others[0], |mask: &Tensor<bool, AnyShape, View>| x.try_masked_fill(mask, -1)),
            "masked_scatter" => as_it_lies(&others[0], |mask: &Tensor<bool, AnyShape, View>| {
                as_it_lies(&others[1], |values: &Tensor<i64, (Dyn,), View>| x.try_masked_scatter(mask, values))
            }),
            op => as_it_lies(&others[0], |i: &Tensor<i64, AnyShape, View>| {
                as_it_lies(&others[1], |values: &Tensor<i64, AnyShape, View>| {
                    with_far_axis!(case.axis(), X => match op {
                        "index_copy" => x.try_index_copy(X, i, values),
                        "index_add" => x.try_index_add(X, i, values),
                        "scatter" => x.try_scatter(X, i, values),
                        _ => x.try_scatter_add(X, i, values),
                    })
                })
            }),
        };
        refused = changed.is_err();
    });
    if refused {
        as_it_lies(case, |x: &Tensor<i64, AnyShape, View>| assert_eq!(&left, x, "case {}", case.id));
        case.assert_elements::<i64>("changed", &expected, None);
    } else {
        case.assert("changed", &expected, Ok(left));
    }
}
