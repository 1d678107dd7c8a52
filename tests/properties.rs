//! Properties of every shape: the typed walk agrees with the slices, and the laws of each rule hold.

#![allow(clippy::cast_possible_wrap, reason = "ranks and sizes are small")]

use conformable::{
    AnyShape, AutoBroadcastSpec, AutoBroadcastType, Axis, Bidirectional, Dyn, EqualRanks, Explicit, Numpy, Onto,
    Paddle, PartialShape, Pdpd, Rule, RuleFor, Shape, Tensor, Trailing, Unstretched, broadcast_shapes,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::ops::Add;

/// Sizes that often clash, broadcast or are 0.
fn sizes() -> impl Strategy<Value = Vec<usize>> {
    vec(prop_oneof![1 => Just(0), 3 => Just(1), 3 => Just(2), 3 => Just(3)], 0..=4)
}

fn partial() -> impl Strategy<Value = (Vec<usize>, Vec<Option<usize>>)> {
    sizes().prop_flat_map(|sizes| {
        let known = vec(any::<bool>(), sizes.len());
        (Just(sizes), known).prop_map(|(sizes, known)| {
            let dims = sizes.iter().zip(known).map(|(&size, known)| known.then_some(size)).collect();
            (sizes, dims)
        })
    })
}

/// Calls `$check::<shape of $lhs's rank, shape of $rhs's rank>`, every dim a `Dyn`.
macro_rules! with_ranks {
    ($check:ident($rule:expr, $lhs:expr, $rhs:expr)) => {
        match $lhs.len() {
            0 => with_ranks!(@ (), $check($rule, $lhs, $rhs)),
            1 => with_ranks!(@ (Dyn,), $check($rule, $lhs, $rhs)),
            2 => with_ranks!(@ (Dyn, Dyn), $check($rule, $lhs, $rhs)),
            3 => with_ranks!(@ (Dyn, Dyn, Dyn), $check($rule, $lhs, $rhs)),
            _ => with_ranks!(@ (Dyn, Dyn, Dyn, Dyn), $check($rule, $lhs, $rhs)),
        }
    };
    (@ $Lhs:ty, $check:ident($rule:expr, $lhs:expr, $rhs:expr)) => {
        match $rhs.len() {
            0 => $check::<_, $Lhs, ()>($rule, $lhs, $rhs),
            1 => $check::<_, $Lhs, (Dyn,)>($rule, $lhs, $rhs),
            2 => $check::<_, $Lhs, (Dyn, Dyn)>($rule, $lhs, $rhs),
            3 => $check::<_, $Lhs, (Dyn, Dyn, Dyn)>($rule, $lhs, $rhs),
            _ => $check::<_, $Lhs, (Dyn, Dyn, Dyn, Dyn)>($rule, $lhs, $rhs),
        }
    };
}

/// The typed result, with tuples and with `AnyShape` on either side, is the result on slices; and so are the elements,
/// computed by index.
fn as_slices<X, L, R>(rule: X, lhs: &[usize], rhs: &[usize])
where
    X: RuleFor<L, R> + RuleFor<AnyShape, AnyShape> + RuleFor<L, AnyShape> + RuleFor<AnyShape, R>,
    L: Shape,
    R: Shape,
{
    let slices = rule.shapes(lhs, rhs);
    let (l, r) = (L::from_sizes(lhs).unwrap(), R::from_sizes(rhs).unwrap());
    let (any_l, any_r) = (l.erase(), r.erase());
    assert_eq!(rule.broadcast(&l, &r).map(|shape| shape.erase()), slices);
    assert_eq!(rule.broadcast(&l, &any_r).map(|shape| shape.erase()), slices);
    assert_eq!(rule.broadcast(&any_l, &r).map(|shape| shape.erase()), slices);
    assert_eq!(rule.broadcast(&any_l, &any_r).map(|shape| shape.erase()), slices);

    let (x, y) = (Tensor::from_vec(l, numbers(lhs)).unwrap(), Tensor::from_vec(r, numbers(rhs)).unwrap());
    let pairs = x.under(rule).try_zip_map(&y, pair);
    assert_eq!(pairs.as_ref().err(), slices.as_ref().err());
    if let (Ok(pairs), Ok(out)) = (pairs, slices) {
        assert_eq!(pairs.as_slice(), pairs_by_index(&out, [lhs, rhs], rule.trailing(lhs.len(), rhs.len())));
    }
}

fn numbers(sizes: &[usize]) -> Vec<i64> {
    (0..sizes.iter().product::<usize>() as i64).collect()
}

/// A function and not a closure, whose type would differ for each rule and shape, and so all loops.
fn pair(x: i64, y: i64) -> i64 {
    1000 * x + y
}

/// The pairs of [`numbers`], by loops over indices; the right operand has `trailing` axes of the result after its last.
fn pairs_by_index(out: &AnyShape, [lhs, rhs]: [&[usize]; 2], trailing: isize) -> Vec<i64> {
    let offset = |rank: usize, trailing: isize| out.len() as isize - trailing - rank as isize;
    let (at_l, at_r) = (offset(lhs.len(), 0), offset(rhs.len(), trailing));
    let of = |index: AnyShape| pair(place(&index, lhs, at_l) as i64, place(&index, rhs, at_r) as i64);
    Tensor::<_, AnyShape>::from_fn(out.clone(), of).into_vec()
}

/// The position of a dense operand's element at `index` of the result, with the operand's first axis on axis `offset`
/// of the result.
fn place(index: &[usize], operand: &[usize], offset: isize) -> usize {
    operand.iter().enumerate().fold(0, |place, (axis, &size)| {
        let i =
            index.get(usize::try_from(offset + axis as isize).unwrap()).map_or(0, |&i| if size == 1 { 0 } else { i });
        place * size + i
    })
}

/// The same for a rule that changes the left operand in place.
fn as_slices_in_place<X, L, R>(rule: X, lhs: &[usize], rhs: &[usize])
where
    X: conformable::AssignRule<L, R> + RuleFor<L, R>,
    L: Shape,
    R: Shape,
{
    let mut x = Tensor::full(L::from_sizes(lhs).unwrap(), 3);
    let y = Tensor::from_vec(R::from_sizes(rhs).unwrap(), numbers(rhs)).unwrap();
    let out = x.under(rule).try_zip_map(&y, i64::add);
    let changed = x.under_mut(rule).try_add_assign(&y);
    match out {
        Ok(out) if out.sizes().as_ref() == lhs => {
            assert_eq!(changed, Ok(()));
            assert_eq!(x.as_slice(), out.as_slice());
        }
        _ => {
            assert!(changed.is_err());
            assert!(x.iter().all(|&x| x == 3), "nothing is changed");
        }
    }
}

fn shapes_as_slices<X: RuleFor<L, R>, L: Shape, R: Shape>(rule: X, lhs: &[usize], rhs: &[usize]) {
    let typed = rule.broadcast(&L::from_sizes(lhs).unwrap(), &R::from_sizes(rhs).unwrap());
    assert_eq!(typed.map(|shape| shape.erase()), rule.shapes(lhs, rhs));
}

/// All pairs of shapes of rank up to 3 with sizes from 0 to 4.
#[test]
fn each_typed_shape_is_sliced() {
    let longer = |shape: &Vec<usize>| (0..5).map(|size| [&shape[..], &[size]].concat()).collect::<Vec<_>>();
    let next = |shapes: &Vec<Vec<usize>>| Some(shapes.iter().flat_map(longer).collect());
    let shapes = std::iter::successors(Some(vec![vec![]]), next).take(4).flatten().collect::<Vec<_>>();
    assert_eq!(shapes.len(), 156);
    for lhs in &shapes {
        for rhs in &shapes {
            with_ranks!(shapes_as_slices(Numpy, &lhs, &rhs));
            with_ranks!(shapes_as_slices(Unstretched, &lhs, &rhs));
            with_ranks!(shapes_as_slices(AutoBroadcastSpec::new(AutoBroadcastType::None), &lhs, &rhs));
            for axis in -1..4 {
                with_ranks!(shapes_as_slices(AutoBroadcastSpec::pdpd(axis), &lhs, &rhs));
            }
        }
    }
}

proptest! {
    #[test]
    fn typed_is_sliced(lhs in sizes(), rhs in sizes()) {
        with_ranks!(as_slices(Numpy, &lhs, &rhs));
        with_ranks!(as_slices(Bidirectional, &lhs, &rhs));
        with_ranks!(as_slices(Unstretched, &lhs, &rhs));
        for kind in [AutoBroadcastType::None, AutoBroadcastType::Numpy, AutoBroadcastType::Pdpd] {
            with_ranks!(as_slices(AutoBroadcastSpec::new(kind), &lhs, &rhs));
            with_ranks!(as_slices_in_place(AutoBroadcastSpec::new(kind), &lhs, &rhs));
        }
        for axis in -2..5 {
            with_ranks!(as_slices(AutoBroadcastSpec::pdpd(axis), &lhs, &rhs));
        }
    }

    /// The rules that refuse some ranks by type, on pairs of ranks that every one of them accepts.
    #[test]
    fn typed_is_sliced_where_ranks_fit([lhs, rhs] in [vec(0..4_usize, 3), vec(0..4_usize, 3)], [a, b] in [vec(0..4_usize, 4), vec(0..4_usize, 2)]) {
        type Three = (Dyn, Dyn, Dyn);
        type Four = (Dyn, Dyn, Dyn, Dyn);
        type Two = (Dyn, Dyn);
        as_slices::<_, Three, Three>(Explicit, &lhs, &rhs);
        as_slices::<_, Three, Three>(Explicit, &lhs, &lhs);
        as_slices::<_, Three, Three>(Onto, &lhs, &rhs);
        as_slices::<_, Three, Three>(Paddle, &lhs, &rhs);
        as_slices::<_, Three, Three>(EqualRanks(Numpy), &lhs, &rhs);
        as_slices::<_, Three, Three>(EqualRanks(Onto), &lhs, &rhs);
        as_slices::<_, Three, Three>(EqualRanks(Unstretched), &lhs, &rhs);
        as_slices::<_, Four, ()>(EqualRanks(Numpy), &a, &[]);
        as_slices::<_, (), Two>(EqualRanks(Bidirectional), &[], &b);
        as_slices::<_, Four, Two>(Onto, &a, &b);
        as_slices::<_, Four, Two>(Paddle, &a, &b);
        as_slices::<_, Four, Two>(Pdpd(Trailing), &a, &b);
        as_slices::<_, Four, Two>(Pdpd(Axis::<0>), &a, &b);
        as_slices::<_, Four, Two>(Pdpd(Axis::<1>), &a, &b);
        as_slices::<_, Four, Two>(Pdpd(Axis::<2>), &a, &b);
        as_slices::<_, Four, (Dyn, conformable::Size<1>)>(Pdpd(Axis::<3>), &a, &[b[0], 1]);
        as_slices_in_place::<_, Four, Two>(Pdpd(Axis::<1>), &a, &b);
        as_slices_in_place::<_, Four, Two>(Onto, &a, &b);
        as_slices_in_place::<_, Four, Two>(Numpy, &a, &b);
        as_slices_in_place::<_, Four, Two>(Bidirectional, &a, &b);
        as_slices_in_place::<_, Four, Two>(Paddle, &a, &b);
        as_slices_in_place::<_, Three, Three>(Explicit, &lhs, &rhs);
        as_slices_in_place::<_, Three, Three>(EqualRanks(Numpy), &lhs, &rhs);
        as_slices_in_place::<_, Four, Two>(Unstretched, &a, &b);
    }

    #[test]
    fn numpy_is_commutative_associative_and_idempotent(a in sizes(), b in sizes(), c in sizes()) {
        let numpy = |l: &[usize], r: &[usize]| Numpy.shapes(l, r).ok();
        prop_assert_eq!(numpy(&a, &b), numpy(&b, &a));
        prop_assert_eq!(numpy(&a, &a), Some(AnyShape::from(&a[..])));
        let left = numpy(&a, &b).and_then(|ab| numpy(&ab, &c));
        let right = numpy(&b, &c).and_then(|bc| numpy(&a, &bc));
        prop_assert_eq!(&left, &right);
        prop_assert_eq!(left, broadcast_shapes(&[&a, &b, &c]).ok());
    }

    /// A strict rule refuses more, and answers as the rule that it restricts.
    #[test]
    fn strict_rules_are_parts_of_others(a in sizes(), b in sizes()) {
        let (numpy, fit) = (Numpy.shapes(&a, &b).ok(), a.len() == b.len() || a.is_empty() || b.is_empty());
        prop_assert_eq!(EqualRanks(Numpy).shapes(&a, &b).ok(), numpy.clone().filter(|_| fit));
        let equal = a.iter().rev().zip(b.iter().rev()).all(|(l, r)| l == r);
        prop_assert_eq!(Unstretched.shapes(&a, &b).ok(), numpy.filter(|_| equal));
        let explicit = Explicit.shapes(&a, &b).ok();
        prop_assert_eq!(EqualRanks(Unstretched).shapes(&a, &b).ok().filter(|_| a.len() == b.len()), explicit);
    }

    #[test]
    fn broadcast_to_gives_its_target(from in sizes(), target in sizes()) {
        if let Ok(out) = Onto.shapes(&target, &from) {
            prop_assert_eq!(&out[..], &target[..]);
            prop_assert_eq!(Numpy.shapes(&target, &from), Ok(out));
        }
        if let Ok(out) = Numpy.shapes(&target, &from) {
            prop_assert_eq!(Onto.shapes(&out, &from), Ok(out.clone()));
            prop_assert_eq!(Onto.shapes(&out, &target), Ok(out.clone()));
        }
    }

    #[test]
    fn pdpd_keeps_the_left_shape(lhs in sizes(), rhs in sizes(), axis in -1..5_isize) {
        if let Ok(out) = AutoBroadcastSpec::pdpd(axis).shapes(&lhs, &rhs) {
            prop_assert_eq!(&out[..], &lhs[..]);
        }
        let trailing = AutoBroadcastSpec::pdpd(-1).shapes(&lhs, &rhs).ok();
        prop_assert_eq!(trailing.clone(), Onto.shapes(&lhs, &rhs).ok());
        if let Some(axis) = lhs.len().checked_sub(rhs.len()) {
            prop_assert_eq!(trailing, AutoBroadcastSpec::pdpd(axis as isize).shapes(&lhs, &rhs).ok());
        }
    }

    /// Facts about a partly known shape hold for every shape that it may be.
    #[test]
    fn partial_answers_hold((lhs, l) in partial(), (rhs, r) in partial(), axis in -1..5_isize) {
        let (l, r) = (PartialShape::from(&l[..]), PartialShape::from(&r[..]));
        holds(Explicit, (&lhs, &l), (&rhs, &r));
        holds(Numpy, (&lhs, &l), (&rhs, &r));
        holds(Onto, (&lhs, &l), (&rhs, &r));
        holds(Paddle, (&lhs, &l), (&rhs, &r));
        holds(EqualRanks(Numpy), (&lhs, &l), (&rhs, &r));
        holds(Unstretched, (&lhs, &l), (&rhs, &r));
        // sizes that PDPD's rule drops past the end have to be known to be 1
        if rhs.len() as isize + axis <= lhs.len() as isize {
            holds(AutoBroadcastSpec::pdpd(axis), (&lhs, &l), (&rhs, &r));
        }
    }

    #[test]
    fn shapes_print_as_they_parse((_, dims) in partial()) {
        let shape = PartialShape::from(&dims[..]);
        prop_assert_eq!(shape.to_string().parse(), Ok(shape));
    }

    #[test]
    fn rules_print_as_they_parse(axis in -3..5_isize) {
        for spec in [AutoBroadcastSpec::default(), AutoBroadcastType::Numpy.into(), AutoBroadcastSpec::pdpd(axis)] {
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn text_that_is_no_shape_is_refused(text in "[0-9,_* ()x-]{0,12}") {
        let known = text.parse::<AnyShape>();
        match text.parse::<PartialShape>() {
            Ok(shape) => {
                prop_assert_eq!(shape.to_string().parse(), Ok(shape.clone()));
                prop_assert_eq!(shape.to_shape(), known.ok());
            }
            Err(error) => {
                let quoted = format!("cannot parse {text:?}");
                prop_assert!(error.to_string().starts_with(&quoted), "{}", error);
                prop_assert!(known.is_err());
            }
        }
    }
}

fn holds(rule: impl Rule, lhs: (&[usize], &PartialShape), rhs: (&[usize], &PartialShape)) {
    if let Ok(out) = rule.shapes(lhs.0, rhs.0) {
        let partial = rule.partial_shapes(lhs.1, rhs.1).expect("some sizes conform");
        let dims = partial.dims().expect("a known rank");
        assert_eq!(dims.len(), out.len());
        assert!(dims.iter().zip(&out[..]).all(|(dim, size)| dim.is_none_or(|dim| dim == *size)));
    }
}

#[test]
fn text_is_taken_as_it_is_documented() {
    for text in ["", "+3", "2,,3", ",", "(,)", "(2", "2)", "-1", "2 3", "18446744073709551616"] {
        assert!(text.parse::<PartialShape>().is_err(), "{text:?}");
    }
    for text in ["pdpd(axis=1)", "PDPD( Axis = 1 ) "] {
        assert_eq!(text.parse(), Ok(AutoBroadcastSpec::pdpd(1)), "{text:?}");
    }
    for text in ["", "spline", "pdpd(1)", "pdpd()", "pdpd(axis=x)", "pdpd(axis=+1)", "pdpd(axis=1", "numpy(axis=1)"] {
        assert!(text.parse::<AutoBroadcastSpec>().is_err(), "{text:?}");
    }
}

#[test]
fn an_unknown_rank_is_drawn_and_only_a_scalar_is_refused() {
    let [known, unknown] = ["2,3", "*"].map(|text| text.parse::<PartialShape>().unwrap());
    assert!(Paddle.partial_shapes(&unknown, &"()".parse().unwrap()).is_err());
    assert!(Paddle.partial_shapes(&unknown, &known).is_ok());
    let explanation = AutoBroadcastSpec::pdpd(isize::MAX).explain(&unknown, &known);
    assert_eq!(explanation.to_string(), "(2, 3) onto * is *\n  onto  *\n  from  2  3\n  out   *");
}

#[test]
fn what_does_not_parse_is_quoted() {
    fn refusal<T: std::str::FromStr<Err = conformable::ParseError> + std::fmt::Debug>(text: &str) -> String {
        let text = text.parse::<T>().unwrap_err().to_string();
        text.split_once(": a ").expect("what was expected").0.to_owned()
    }
    assert_eq!(refusal::<PartialShape>("(2, three, 4)"), r#"cannot parse "(2, three, 4)" at "three""#);
    assert_eq!(refusal::<PartialShape>("2,,4"), r#"cannot parse "2,,4" at """#);
    assert_eq!(refusal::<PartialShape>("(2, 3"), r#"cannot parse "(2, 3""#);
    assert_eq!(refusal::<AnyShape>("2,*"), r#"cannot parse "2,*" at "*""#);
    assert_eq!(refusal::<AnyShape>("*"), r#"cannot parse "*" at "*""#);
    assert_eq!(refusal::<AnyShape>(" \n"), r#"cannot parse " \n""#);
    assert_eq!(refusal::<AutoBroadcastType>("onto"), r#"cannot parse "onto""#);
    assert_eq!(refusal::<AutoBroadcastSpec>("pdpd(axis=x)"), r#"cannot parse "pdpd(axis=x)" at "axis=x""#);
    assert_eq!(refusal::<AutoBroadcastSpec>("padded(axis=1)"), r#"cannot parse "padded(axis=1)" at "padded""#);
    // of a long text the beginning, cut between two characters
    let long = format!("{}{}", "1,".repeat(31), "ä".repeat(1000));
    assert_eq!(
        refusal::<AnyShape>(&long),
        format!(r#"cannot parse "{}ä"... at "{}"..."#, "1,".repeat(31), "ä".repeat(32))
    );
    assert_eq!(["2,3", "(2, 3)", " ( 2 , 3 , ) "].map(str::parse), [(); 3].map(|()| Ok(AnyShape::from([2, 3]))));
    assert_eq!("()".parse(), Ok(AnyShape::default()));
}
