//! Every case of the other systems as types: their results at compile time, and those of the same walk at run time.
//!
//! A refusal is a type that does not implement the rule. `ui-tests` has the compiler's messages.

use conformable::{
    AnyShape, Axis, Bidirectional, BroadcastAll, Dyn, Explicit, Numpy, Onto, Paddle, Pdpd, RuleFor, Shape, StaticShape,
    Tensor, assert_type_eq, broadcast, broadcast_shapes, zip,
};
use static_assertions::assert_not_impl_any;
use std::collections::BTreeSet;

#[path = "../common/mod.rs"]
mod common;

/// The type of a shape: `[2, _]`, or `*` for one of unknown rank. Sizes are written as `Size`, since `Shape!` has four
/// constants for each size.
macro_rules! S {
    (*) => { AnyShape };
    ([$($size:tt),*]) => { ($(S!(@ $size),)*) };
    ([$($sizes:tt)*]) => { Shape![$($sizes)*] };
    (@ _) => { conformable::Dyn };
    (@ $size:literal) => { conformable::Size<$size> };
}

mod pairs;

/// The type of a shape with the rank of `[2, 3]`, every size dynamic.
macro_rules! D {
    ([$($size:tt),*]) => { ($(D!($size),)*) };
    ($size:tt) => { Dyn };
}

/// Two shapes conform under a rule: as static types, and at run time with the dims after the semicolon.
macro_rules! accepted {
    ($id:literal, $Rule:ty: $l:tt, $r:tt => $out:tt; $l_dynamic:tt, $r_dynamic:tt) => {
        accepted::<$Rule, S!($l), S!($r), S!($out)>($id, &$l, &$r, &$out);
        at_run_time!($id, $Rule: $l, $r => $out; $l_dynamic, $r_dynamic);
    };
}

/// The same only at run time, with the dims after the semicolon.
macro_rules! at_run_time {
    ($id:literal, $Rule:ty: $l:tt, $r:tt => refused; $l_dynamic:tt, $r_dynamic:tt) => {
        at_run_time::<$Rule, S!($l_dynamic), S!($r_dynamic)>($id, &$l, &$r, None);
    };
    ($id:literal, $Rule:ty: $l:tt, $r:tt => $out:tt; $l_dynamic:tt, $r_dynamic:tt) => {
        at_run_time::<$Rule, S!($l_dynamic), S!($r_dynamic)>($id, &$l, &$r, Some(&$out));
    };
}

/// Two shapes do not conform under a rule: as static types, and at run time with the dims after the semicolon; if
/// given, also as types with dynamic dims.
macro_rules! refused {
    ($id:literal, $Rule:ty: $l:tt, $r:tt) => {
        assert_not_impl_any!($Rule: RuleFor<S!($l), S!($r)>);
    };
    ($id:literal, $Rule:ty: $l:tt, $r:tt; $l_dynamic:tt, $r_dynamic:tt) => {
        refused!($id, $Rule: $l, $r);
        at_run_time!($id, $Rule: $l, $r => refused; $l_dynamic, $r_dynamic);
    };
    ($id:literal, $Rule:ty: $l:tt, $r:tt, whatever the sizes are) => {
        refused!($id, $Rule: $l, $r);
        assert_not_impl_any!($Rule: RuleFor<D!($l), D!($r)>);
    };
}

/// Two partly known shapes conform under a rule, and at run time their open sizes are checked as on slices.
macro_rules! partly_known {
    ($id:literal, $Rule:ty: $l:tt, $r:tt => $out:tt) => {
        samples::<$Rule, S!($l), S!($r), S!($out)>($id);
    };
}

/// Two shapes with bounds conform under a rule; at run time they do as on slices, but a size with bounds stays.
macro_rules! bounded {
    ($id:literal, $Rule:ty: $l:tt, $r:tt => $out:tt) => {
        bounded_samples::<$Rule, S!($l), S!($r), S!($out)>($id);
    };
}

/// Any number of shapes with bounds.
macro_rules! all_bounded {
    ($id:literal, ($($shape:tt)*) => refused) => {
        assert_not_impl_any!(($(S!($shape),)*): BroadcastAll);
    };
    ($id:literal, ($($shape:tt)*) => $out:tt) => {
        assert_type_eq!(<($(S!($shape),)*) as BroadcastAll>::Output, S!($out));
    };
}

/// Any number of known shapes, and the one that they all broadcast to.
macro_rules! all {
    ($id:literal, ($($shape:tt)*) => refused) => {
        assert_not_impl_any!(($(S!($shape),)*): BroadcastAll);
        all!(@ $id, ($($shape)*) => None);
    };
    ($id:literal, ($($shape:tt)*) => $out:tt) => {
        assert_type_eq!(<($(S!($shape),)*) as BroadcastAll>::Output, S!($out));
        all!(@ $id, ($($shape)*) => Some(&$out[..]));
    };
    (@ $id:literal, ($($shape:tt)*) => $out:expr) => {
        let typed = ($(sized::<D!($shape)>(&$shape),)*).broadcast_all();
        assert_eq!(typed.ok().as_ref().map(Shape::sizes).as_ref().map(AsRef::as_ref), $out, $id);
        assert_eq!(broadcast_shapes(&[$(&$shape),*]).ok().as_deref(), $out, $id);
    };
}

/// Any number of partly known shapes, and at run time their open sizes as on slices.
macro_rules! all_partly_known {
    ($id:literal, ($($shape:tt)*) => refused) => {
        assert_not_impl_any!(($(S!($shape),)*): BroadcastAll);
    };
    ($id:literal, ($($shape:tt)*) => $out:tt) => {
        assert_type_eq!(<($(S!($shape),)*) as BroadcastAll>::Output, S!($out));
        for size in SAMPLES {
            let typed = ($(sample::<S!($shape)>(size),)*).broadcast_all();
            let slices = broadcast_shapes(&[$(sample::<S!($shape)>(size).sizes().as_ref()),*]);
            assert_eq!(typed.map(|shape| shape.erase()), slices, $id);
        }
    };
}

/// The elements of the result of an operation on two tensors under a rule, with static shapes and dynamic ones.
macro_rules! values {
    ($id:literal, broadcast $Rule:ty: $l:tt $lhs:expr, $target:tt => $result:expr) => {
        values!($id, first $Rule: $l $lhs, $target vec![1.0; $target.iter().product()] => $result);
    };
    ($id:literal, $op:ident $Rule:ty: $l:tt $lhs:expr, $r:tt $rhs:expr => $result:expr) => {
        known::<$Rule, S!($l), S!($r)>($id, $op, (&$l, $lhs.to_vec()), (&$r, $rhs.to_vec()), &$result);
        zipped::<$Rule, D!($l), D!($r)>($id, $op, (&$l, $lhs.to_vec()), (&$r, $rhs.to_vec()), &$result);
    };
}

/// The elements of each tensor of a tuple, broadcast to their common shape.
macro_rules! broadcast_values {
    ($id:literal, $($shape:tt $input:tt),* => $($result:tt),*) => {
        match broadcast(($(&tensor::<S!($shape)>(&$shape, $input.to_vec()),)*)) {
            stretched => assert_eq!(elements!(stretched; $($shape)*), [$(Vec::<f64>::from($result)),*], $id),
        }
        match broadcast(($(&tensor::<D!($shape)>(&$shape, $input.to_vec()),)*)) {
            stretched => assert_eq!(elements!(stretched; $($shape)*), [$(Vec::<f64>::from($result)),*], $id),
        }
    };
}

/// The elements of each tensor of a tuple, one for each token after the semicolon.
macro_rules! elements {
    ($tuple:ident; $a:tt) => {
        [$tuple.0.to_owned().into_vec()]
    };
    ($tuple:ident; $a:tt $b:tt) => {
        [$tuple.0.to_owned().into_vec(), $tuple.1.to_owned().into_vec()]
    };
    ($tuple:ident; $a:tt $b:tt $c:tt) => {
        [$tuple.0.to_owned().into_vec(), $tuple.1.to_owned().into_vec(), $tuple.2.to_owned().into_vec()]
    };
    ($tuple:ident; $a:tt $b:tt $c:tt $d:tt) => {
        [
            $tuple.0.to_owned().into_vec(),
            $tuple.1.to_owned().into_vec(),
            $tuple.2.to_owned().into_vec(),
            $tuple.3.to_owned().into_vec(),
        ]
    };
}

/// The elements of the result for any number of tensors.
macro_rules! fold_values {
    ($id:literal, $op:ident: $first:tt $input:tt, $($shape:tt $inputs:tt),* => $result:tt) => {
        let folded = tensor::<S!($first)>(&$first, $input.to_vec());
        $(let folded = folded.zip_map(&tensor::<S!($shape)>(&$shape, $inputs.to_vec()), $op);)*
        assert_eq!(folded.as_slice(), $result, $id);
        let folded = tensor::<D!($first)>(&$first, $input.to_vec());
        $(let folded = folded.zip_map(&tensor::<D!($shape)>(&$shape, $inputs.to_vec()), $op);)*
        assert_eq!(folded.as_slice(), $result, $id);
    };
}

/// The shape of this type and these sizes.
fn sized<S: Shape>(sizes: &[usize]) -> S {
    S::from_sizes(sizes).expect("sizes that the type allows")
}

fn tensor<S: Shape>(sizes: &[usize], elements: Vec<f64>) -> Tensor<f64, S> {
    Tensor::from_vec(sized(sizes), elements).expect("as many elements as the shape has")
}

/// The sizes used for unknown ones.
const SAMPLES: [usize; 5] = [0, 1, 2, 3, 5];

/// A shape of that type, where every size that is not static is `size`.
fn sample<S: Shape>(size: usize) -> S {
    let dims = S::DIMS.unwrap_or(&[None, None]);
    sized(&dims.iter().map(|dim| dim.unwrap_or(size)).collect::<Vec<_>>())
}

/// Checks that the type of the result is `Out`, and the rule on these sizes.
fn accepted<X, L, R, Out>(id: &str, lhs: &[usize], rhs: &[usize], out: &[usize])
where
    X: RuleFor<L, R, Output = Out> + Default,
    L: Shape,
    R: Shape,
{
    at_run_time::<X, L, R>(id, lhs, rhs, Some(out));
}

/// Checks a rule on typed shapes of these sizes, against the expected shape and the rule on slices.
fn at_run_time<X, L, R>(id: &str, lhs: &[usize], rhs: &[usize], out: Option<&[usize]>)
where
    X: RuleFor<L, R> + Default,
    L: Shape,
    R: Shape,
{
    let typed = X::default().broadcast(&sized(lhs), &sized(rhs)).ok();
    assert_eq!(typed.as_ref().map(Shape::erase).as_deref(), out, "{id}");
    assert_eq!(X::default().shapes(lhs, rhs).ok().as_deref(), out, "{id}");
}

/// Checks that the type of the result is `Out`, and the rule against the slices, for every sample of the open sizes.
fn samples<X: RuleFor<L, R, Output = Out> + Default, L: Shape, R: Shape, Out: Shape>(id: &str) {
    for (l, r) in SAMPLES.iter().flat_map(|&l| SAMPLES.map(|r| (l, r))) {
        let (lhs, rhs) = (sample::<L>(l), sample::<R>(r));
        let typed = X::default().broadcast(&lhs, &rhs).map(|shape| shape.erase());
        assert_eq!(typed, X::default().shapes(lhs.sizes().as_ref(), rhs.sizes().as_ref()), "{id}");
    }
}

/// Checks that the type of the result is `Out`, and the rule against the slices, for every sample within the bounds.
fn bounded_samples<X: RuleFor<L, R, Output = Out> + Default, L: Shape, R: Shape, Out: Shape>(id: &str) {
    let sized = |dims: &[Option<usize>], size: usize| dims.iter().map(|dim| dim.unwrap_or(size)).collect::<Vec<_>>();
    let (l, r) = (L::DIMS.expect("a rank"), R::DIMS.expect("a rank"));
    for (lhs, rhs) in SAMPLES.iter().flat_map(|&i| SAMPLES.map(|j| (sized(l, i), sized(r, j)))) {
        let (Ok(left), Ok(right)) = (L::from_sizes(&lhs), R::from_sizes(&rhs)) else { continue };
        let slices = X::default().shapes(&lhs, &rhs);
        match X::default().broadcast(&left, &right) {
            Ok(typed) => assert_eq!(Ok(typed.erase()), slices, "{id}"),
            Err(error) => assert!(slices.is_err() || error.to_string().contains("a size with bounds"), "{id}: {error}"),
        }
    }
}

fn zipped<X, L, R>(id: &str, op: fn(f64, f64) -> f64, lhs: Operand<'_>, rhs: Operand<'_>, result: &[f64])
where
    X: RuleFor<L, R> + Default,
    L: Shape,
    R: Shape,
{
    let (lhs, rhs) = (tensor::<L>(lhs.0, lhs.1), tensor::<R>(rhs.0, rhs.1));
    assert_eq!(common::ways::every_way(X::default(), &lhs, &rhs, op).as_slice(), result, "{id}");
}

/// The same of static shapes, on the heap and inline; [`every_storage`] has the other storages.
fn known<X, L, R>(id: &str, op: fn(f64, f64) -> f64, lhs: Operand<'_>, rhs: Operand<'_>, result: &[f64])
where
    X: RuleFor<L, R> + Default,
    L: StaticShape,
    R: StaticShape,
{
    let (lhs, rhs) = (tensor::<L>(lhs.0, lhs.1), tensor::<R>(rhs.0, rhs.1));
    assert_eq!(lhs.under(X::default()).zip_map(&rhs, op).as_slice(), result, "{id}");
    let inline = lhs.to_inline().under(X::default()).zip_map(&rhs.to_inline(), op);
    assert!(inline.iter().eq(result), "{id}");
}

#[test]
fn static_shapes_in_every_storage() {
    every_storage::<Numpy, S!([2, 1, 3]), S!([4, 1])>();
    every_storage::<Numpy, S!([]), S!([2, 3])>();
    every_storage::<Numpy, S!([0, 3]), S!([3])>();
    every_storage::<Bidirectional, S!([3, 1]), S!([2, 1, 6])>();
    every_storage::<Explicit, S!([2, 3]), S!([2, 3])>();
    every_storage::<Onto, S!([2, 3]), S!([2, 1])>();
    every_storage::<Paddle, S!([2, 1, 4]), S!([3, 1])>();
    every_storage::<Pdpd, S!([2, 3, 4]), S!([3, 4])>();
    every_storage::<Pdpd<Axis<1>>, S!([2, 3, 4]), S!([3])>();
}

/// Checks a rule on static shapes: every storage has the result of the heap.
fn every_storage<X, L, R>()
where
    X: RuleFor<L, R> + Default,
    L: StaticShape,
    R: StaticShape,
{
    let rule = X::default();
    let (lhs, rhs) = (numbers_from::<L>(0), numbers_from::<R>(100));
    let result = common::ways::every_way(rule, &lhs, &rhs, sub);
    let (lhs, rhs) = (lhs.to_inline(), rhs.to_inline());
    assert!(lhs.view().under(rule).zip_map(&rhs.view(), sub).iter().eq(result.iter()));
    assert!(zip((&lhs, &rhs)).under(rule).map(|(l, r)| sub(l, r)).iter().eq(result.iter()));
}

/// The numbers from that one on.
fn numbers_from<S: StaticShape>(first: u8) -> Tensor<f64, S> {
    let numbers = (first..).map(f64::from).take(S::NUMEL.expect("it is static"));
    tensor(S::SHAPE.sizes().as_ref(), numbers.collect())
}

/// The sizes and the elements of a tensor.
type Operand<'a> = (&'a [usize], Vec<f64>);

fn add(l: f64, r: f64) -> f64 {
    l + r
}

fn sub(l: f64, r: f64) -> f64 {
    l - r
}

fn mul(l: f64, r: f64) -> f64 {
    l * r
}

fn div(l: f64, r: f64) -> f64 {
    l / r
}

fn max(l: f64, r: f64) -> f64 {
    l.max(r)
}

fn min(l: f64, r: f64) -> f64 {
    l.min(r)
}

fn sum(l: f64, r: f64) -> f64 {
    l + r
}

fn first(l: f64, _: f64) -> f64 {
    l
}

#[rustfmt::skip]
#[allow(clippy::too_many_lines, clippy::unreadable_literal, reason = "the lines are cases")]
mod cases;

/// Every case of the files is in `cases.rs`, or is counted there as skipped.
#[test]
fn no_case_is_missing() {
    for (reason, count) in cases::SKIPPED {
        println!("skipped {count}: {reason}");
    }
    let id = |line: &'static str| line.split('"').nth(1).map(|id| id.split(' ').next().unwrap_or(id));
    let lines = include_str!("cases.rs").lines().filter(|line| line.contains("!(\""));
    let ids: BTreeSet<_> = lines.filter_map(id).collect();
    let [same, stays, one_way] = cases::INTERVALS;
    println!(
        "intervals: {same} as OpenVINO, {stays} where a size with bounds stays, {one_way} where OpenVINO's rule differs"
    );
    let skipped: usize = cases::SKIPPED.iter().map(|(_, count)| count).sum();
    assert_eq!(ids.len() + skipped, 1228, "the number of cases in the files");
}
