//! The answer of each rule as a type is its answer on partly known sizes, for all pairs of shapes of rank up to 2 with
//! the dims 1, 2, 3 and `Dyn`. `../laws.rs` checks the laws of the latter.

use conformable::{
    Axis, Bidirectional, EqualRanks, Explicit, Numpy, Onto, Paddle, PartialShape, Pdpd, Rule, RuleFor, Shape, Trailing,
    Unstretched,
};
use std::fmt::Debug;
use std::marker::PhantomData;

type Dims = &'static [Option<usize>];

struct Pair<X, L, R>(PhantomData<(X, L, R)>);

/// A refusal, unless there is a constant of the same name without a trait.
trait Refused {
    const ANSWER: Option<Dims> = None;
}

impl<P> Refused for P {}

impl<X: RuleFor<L, R>, L, R> Pair<X, L, R> {
    const ANSWER: Option<Dims> = X::Output::DIMS;
}

/// The answers of a rule for all pairs: `pairs!(Numpy)`.
macro_rules! pairs {
    ($Rule:ty) => {
        pairs!(@ $Rule, []
            [1] [2] [3] [_]
            [1, 1] [1, 2] [1, 3] [1, _] [2, 1] [2, 2] [2, 3] [2, _] [3, 1] [3, 2] [3, 3] [3, _] [_, 1] [_, 2] [_, 3] [_, _]
        )
    };
    (@ $Rule:ty, $($shape:tt)*) => {
        pairs!(@@ $Rule, [$($shape)*] [$($shape)*])
    };
    (@@ $Rule:ty, [$($l:tt)*] $all:tt) => {
        [$(pairs!(@row $Rule, $l $all)),*]
    };
    (@row $Rule:ty, $l:tt [$($r:tt)*]) => {
        &[$(([<S!($l)>::DIMS, <S!($r)>::DIMS], <Pair<$Rule, S!($l), S!($r)>>::ANSWER)),*]
    };
}

type Answer = ([Option<Dims>; 2], Option<Dims>);

#[track_caller]
fn assert_answers(rule: impl Rule + Debug, rows: [&[Answer; 21]; 21]) {
    for &([l, r], typed) in rows.into_iter().flatten() {
        let [l, r] = [l, r].map(|dims| PartialShape::from(dims.expect("a rank")));
        let partial = rule.partial_shapes(&l, &r).ok();
        let partial = partial.as_ref().map(|shape| shape.dims().expect("a rank"));
        assert_eq!(typed, partial, "{rule:?}: {l} {r}");
    }
}

#[test]
fn types_answer_as_sizes() {
    assert_answers(Numpy, pairs!(Numpy));
    assert_answers(Bidirectional, pairs!(Bidirectional));
    assert_answers(Explicit, pairs!(Explicit));
    assert_answers(Onto, pairs!(Onto));
    assert_answers(Paddle, pairs!(Paddle));
    assert_answers(Pdpd(Trailing), pairs!(Pdpd<Trailing>));
    assert_answers(Pdpd(Axis::<0>), pairs!(Pdpd<Axis<0>>));
    assert_answers(Pdpd(Axis::<1>), pairs!(Pdpd<Axis<1>>));
    assert_answers(EqualRanks(Numpy), pairs!(EqualRanks<Numpy>));
    assert_answers(Unstretched, pairs!(Unstretched));
}
