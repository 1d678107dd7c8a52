//! The laws of each rule, for all pairs of shapes of rank up to 3 and all triples of rank up to 2, with each size from
//! 0 to 4 or unknown. Where a law does not hold, the test has the first counterexample. `typed/pairs.rs` compares the
//! answers of the types.
//!
//! A shape is *below* another one if it has the same rank and knows some of the same sizes. `!` is a refusal.
//!
//! | law | |
//! |---|---|
//! | commutes | `l r = r l` |
//! | associates | `(a b) c = a (b c)` |
//! | left identity, right identity | `() s = s`, `s () = s` |
//! | idempotent | `s s = s` |
//! | monotone | if a size becomes known, the answer stays, knows more sizes or becomes a refusal |
//! | sharp | the answer has each size that the answers for all sizes share, and is a refusal only if all of them are |

use conformable::{
    AutoBroadcastSpec, Bidirectional, EqualRanks, Explicit, Numpy, Onto, Paddle, PartialShape, Rule, Unstretched,
    broadcast_shapes,
};
use std::collections::HashMap;

type Dims = Vec<Option<usize>>;

/// The order in which counterexamples are found.
const SIZES: [usize; 5] = [2, 1, 3, 0, 4];
const RANK: usize = 3;

/// Each shape of rank up to `rank`, with the dims of `dims`, the lowest rank first.
fn shapes(rank: usize, dims: &[Option<usize>]) -> Vec<Dims> {
    let mut all = vec![vec![]];
    let mut from = 0;
    for _ in 0..rank {
        let longer = |shape: &Dims| dims.iter().map(|&dim| [&shape[..], &[dim]].concat()).collect::<Vec<_>>();
        let next = all[from..].iter().flat_map(longer).collect::<Vec<_>>();
        from = all.len();
        all.extend(next);
    }
    all
}

fn known() -> Vec<Option<usize>> {
    SIZES.map(Some).into()
}

/// The shapes as numbers, and the answers of a rule for each pair.
struct Answers {
    shapes: Vec<Dims>,
    numbers: HashMap<Dims, usize>,
    /// `None` for a refusal.
    pairs: Vec<Option<usize>>,
}

impl Answers {
    fn new(rule: impl Rule) -> Self {
        let shapes = shapes(RANK, &[known(), vec![None]].concat());
        assert_eq!(shapes.len(), 259);
        let numbers = shapes.iter().cloned().zip(0..).collect::<HashMap<_, _>>();
        let partial = shapes.iter().map(|dims| PartialShape::from(&dims[..])).collect::<Vec<_>>();
        let answer = |l, r| Some(numbers[rule.partial_shapes(l, r).ok()?.dims().expect("a rank")]);
        let pairs = partial.iter().flat_map(|l| partial.iter().map(move |r| (l, r)));
        let pairs = pairs.map(|(l, r)| answer(l, r)).collect();
        Self { shapes, numbers, pairs }
    }

    fn of(&self, l: usize, r: usize) -> Option<usize> {
        self.pairs[l * self.shapes.len() + r]
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let count = self.shapes.len();
        (0..count).flat_map(move |l| (0..count).map(move |r| [l, r]))
    }

    fn text(&self, shape: Option<usize>) -> String {
        shape.map_or_else(|| "!".into(), |shape| PartialShape::from(&self.shapes[shape][..]).to_string())
    }

    /// `(2,) (1,) = (2,)`
    fn pair(&self, l: usize, r: usize) -> String {
        format!("{} {} = {}", self.text(Some(l)), self.text(Some(r)), self.text(self.of(l, r)))
    }

    /// Both sides of an equation that differ.
    fn differ(&self, l: [usize; 2], r: [usize; 2]) -> Option<String> {
        let [l_answer, r_answer] = [l, r].map(|[l, r]| self.of(l, r));
        (l_answer != r_answer).then(|| format!("{}; {}", self.pair(l[0], l[1]), self.pair(r[0], r[1])))
    }

    fn is(&self, [l, r]: [usize; 2], shape: usize) -> Option<String> {
        (self.of(l, r) != Some(shape)).then(|| self.pair(l, r))
    }

    fn associates(&self) -> Option<String> {
        // the shapes of rank up to 2 come first
        let few = 1 + 6 + 36;
        let mut triples = (0..few).flat_map(|a| (0..few).flat_map(move |b| (0..few).map(move |c| [a, b, c])));
        triples.find_map(|[a, b, c]| {
            let left = self.of(a, b).and_then(|ab| self.of(ab, c));
            let right = self.of(b, c).and_then(|bc| self.of(a, bc));
            let [a, b, c, left, right] = [Some(a), Some(b), Some(c), left, right].map(|shape| self.text(shape));
            (left != right).then(|| format!("{a} {b} {c} = {left} or {right}"))
        })
    }

    /// The shape with one unknown size known, for each such size and value.
    fn steps(&self, shape: usize) -> impl Iterator<Item = usize> {
        let dims = &self.shapes[shape];
        let unknown = (0..dims.len()).filter(|&axis| dims[axis].is_none());
        unknown.flat_map(move |axis| {
            SIZES.into_iter().map(move |size| {
                let mut dims = dims.clone();
                dims[axis] = Some(size);
                self.numbers[&dims]
            })
        })
    }

    fn is_below(&self, less: Option<usize>, more: Option<usize>) -> bool {
        match (less, more) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(less), Some(more)) => {
                let [less, more] = [less, more].map(|shape| &self.shapes[shape]);
                less.len() == more.len() && less.iter().zip(more).all(|(less, more)| less.is_none() || less == more)
            }
        }
    }

    fn monotone(&self) -> Option<String> {
        self.pairs().find_map(|[l, r]| {
            let mut steps = self.steps(l).map(|l| [l, r]).chain(self.steps(r).map(|r| [l, r]));
            let more = steps.find(|&[more_l, more_r]| !self.is_below(self.of(l, r), self.of(more_l, more_r)));
            more.map(|[more_l, more_r]| format!("{}; {}", self.pair(l, r), self.pair(more_l, more_r)))
        })
    }

    /// The shape with the sizes that both know and share; they have one rank.
    fn shared(&self, one: usize, other: usize) -> usize {
        let [one, other] = [one, other].map(|shape| &self.shapes[shape]);
        assert_eq!(one.len(), other.len(), "one rank");
        let shared = one.iter().zip(other).map(|(one, other)| one.filter(|_| one == other));
        self.numbers[&shared.collect::<Dims>()]
    }

    fn sharp(&self) -> Option<String> {
        // what the answers of all steps share, from the pairs that are fully known on
        let mut shared = self.pairs.clone();
        let count = self.shapes.len();
        let unknown = |shape: usize| self.shapes[shape].iter().filter(|dim| dim.is_none()).count();
        let mut order = self.pairs().collect::<Vec<_>>();
        order.sort_by_key(|&[l, r]| unknown(l) + unknown(r));
        for [l, r] in order {
            let steps = self.steps(l).map(|l| [l, r]).chain(self.steps(r).map(|r| [l, r])).collect::<Vec<_>>();
            if !steps.is_empty() {
                let answers = steps.iter().filter_map(|&[l, r]| shared[l * count + r]);
                shared[l * count + r] = answers.reduce(|one, other| self.shared(one, other));
            }
        }
        self.pairs().find_map(|[l, r]| {
            let best = shared[l * count + r];
            (best != self.of(l, r)).then(|| format!("{}, not {}", self.pair(l, r), self.text(best)))
        })
    }
}

/// The first counterexample to each law.
fn counterexamples(rule: impl Rule) -> Vec<(&'static str, String)> {
    let answers = Answers::new(rule);
    let all = || 0..answers.shapes.len();
    let laws = [
        ("commutes", answers.pairs().find_map(|[l, r]| answers.differ([l, r], [r, l]))),
        ("associates", answers.associates()),
        ("left identity", all().find_map(|shape| answers.is([0, shape], shape))),
        ("right identity", all().find_map(|shape| answers.is([shape, 0], shape))),
        ("idempotent", all().find_map(|shape| answers.is([shape, shape], shape))),
        ("monotone", answers.monotone()),
        ("sharp", answers.sharp()),
    ];
    laws.into_iter().filter_map(|(law, counterexample)| Some((law, counterexample?))).collect()
}

#[track_caller]
fn assert_laws(rule: impl Rule, except: &[(&str, &str)]) {
    let found = counterexamples(rule);
    let found = found.iter().map(|(law, text)| (*law, &text[..])).collect::<Vec<_>>();
    assert_eq!(found, except);
}

#[test]
fn numpy_has_all_laws() {
    assert_laws(Numpy, &[]);
    assert_laws(Bidirectional, &[]);
}

#[test]
fn strict_rules_have_all_laws() {
    assert_laws(EqualRanks(Numpy), &[]);
    assert_laws(Unstretched, &[]);
}

/// A scalar is another shape than all others.
#[test]
fn equality() {
    assert_laws(Explicit, &[("left identity", "() (2,) = !"), ("right identity", "(2,) () = !")]);
}

/// The answer is the left shape, also where the right one knows more.
#[test]
fn onto() {
    let except = [
        ("commutes", "() (2,) = !; (2,) () = (2,)"),
        ("associates", "(2,) () (2,) = (2,) or !"),
        ("left identity", "() (2,) = !"),
        ("sharp", "(_,) (2,) = (_,), not (2,)"),
    ];
    assert_laws(Onto, &except);
    assert_laws(EqualRanks(Onto), &except);
}

/// Paddle's rule has no scalars.
#[test]
fn paddle() {
    let except = [("left identity", "() () = !"), ("right identity", "() () = !"), ("idempotent", "() () = !")];
    assert_laws(Paddle, &except);
}

#[test]
fn pdpd() {
    let except = [
        ("commutes", "() (2,) = !; (2,) () = (2,)"),
        ("associates", "(2,) () (2,) = (2,) or !"),
        ("left identity", "() (2,) = !"),
    ];
    assert_laws(AutoBroadcastSpec::pdpd(-1), &except);
    assert_laws(AutoBroadcastSpec::pdpd(0), &except);
}

/// An axis after the first one has to exist. Sizes past the last axis have to be known to be 1.
#[test]
fn pdpd_from_an_axis_on() {
    let scalars = [("left identity", "() () = !"), ("right identity", "() () = !"), ("idempotent", "() () = !")];
    let after_1 = [
        ("commutes", "() (2,) = !; (2,) () = (2,)"),
        ("associates", "(2,) () () = (2,) or !"),
        ("monotone", "(2,) (_,) = !; (2,) (1,) = (2,)"),
        ("sharp", "(2,) (_,) = !, not (2,)"),
    ];
    assert_laws(AutoBroadcastSpec::pdpd(1), &[&after_1[..2], &scalars, &after_1[2..]].concat());
    let after_2 = [
        ("commutes", "() (2, 2) = !; (2, 2) () = (2, 2)"),
        ("associates", "(2, 2) () () = (2, 2) or !"),
        ("monotone", "(2, 2) (_,) = !; (2, 2) (1,) = (2, 2)"),
        ("sharp", "(2, 2) (_,) = !, not (2, 2)"),
    ];
    assert_laws(AutoBroadcastSpec::pdpd(2), &[&after_2[..2], &scalars, &after_2[2..]].concat());
}

/// The rule for any number of shapes is NumPy's rule in any order.
#[test]
fn any_number_of_shapes() {
    let shapes = shapes(2, &known());
    let sizes = shapes.iter().map(|dims| dims.iter().copied().flatten().collect::<Vec<_>>()).collect::<Vec<_>>();
    for a in &sizes {
        for b in &sizes {
            for c in &sizes {
                let folded = Numpy.shapes(a, b).and_then(|ab| Numpy.shapes(&ab, c)).ok();
                for order in [[a, b, c], [b, c, a], [c, a, b], [c, b, a], [b, a, c], [a, c, b]] {
                    assert_eq!(broadcast_shapes(&order.map(|sizes| &sizes[..])).ok(), folded, "{order:?}");
                }
            }
        }
    }
}
