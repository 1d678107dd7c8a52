//! Axes and parts of axes with wrong answers.

use super::ended;
use conformable::axes::{
    AsEntry, Diagonal, Entries, Entry, Flip, Gone, HasAxis, HasGap, HasNext, IsPart, NarrowAxis, Nth, PartOf, Slice,
    SplitFrom, Swap, Unflatten,
};
use conformable::ops::Pad;
use conformable::shape::{IntoDim, Tuple};
use conformable::windows::Window;
use conformable::{Axis, Dyn, ShapeError, Size, Tensor, concat, stack};
use std::cell::Cell;

type Matrix = Tensor<u64, (Dyn, Dyn)>;

fn ones(rows: usize, columns: usize) -> Matrix {
    Tensor::full((Dyn::new(rows), Dyn::new(columns)), 1)
}

/// An axis with wrong answers, of several kinds.
#[derive(Clone, Copy, Debug, Default)]
struct Lie<const N: usize>;

/// Implements the table of axes for a wrong axis: `lies!(0: -3, (Dyn, P), (Dyn,), (P, Q), (X,))` is an axis of the
/// number -3, with the shapes of its results.
macro_rules! lies {
    ($($n:literal: $axis:expr, |$P:ident| $Put:ty, $Without:ty, |$Q:ident| $Two:ty, $Insert:ty;)*) => {$(
        lies!(@ $n, $axis, $P, $Put, $Without, $Q, $Two, $Insert, (Dyn, Dyn));
        lies!(@ $n, $axis, $P, $Put, $Without, $Q, $Two, $Insert, (Dyn,));
        lies!(@ $n, $axis, $P, $Put, $Without, $Q, $Two, $Insert, (Dyn, Dyn, Dyn));
        lies!(@ $n, $axis, $P, $Put, $Without, $Q, $Two, $Insert, (Dyn, Size<7>));
        lies!(@ $n, $axis, $P, $Put, $Without, $Q, $Two, $Insert, ());
    )*};
    (@ $n:literal, $axis:expr, $P:ident, $Put:ty, $Without:ty, $Q:ident, $Two:ty, $Insert:ty, $S:ty) => {
        impl HasAxis<Lie<$n>> for $S {
            const AXIS: isize = $axis;
            type Item = Dyn;
            type Put<$P> = $Put;
            type Without = $Without;
            type Two<$P, $Q> = $Two;
        }

        impl HasNext<Lie<$n>> for $S {
            type Next = Dyn;
            type PutBoth<$P> = $Put;
        }

        impl HasGap<Lie<$n>> for $S {
            const AXIS: isize = $axis;
            type Insert<$P> = $Insert;
        }
    };
}

lies!(
    0: 5, |P| (P, Dyn), (Dyn,), |Q| (P, Q, Dyn), (P, Dyn);
    1: 0, |P| (Dyn, P), (Dyn,), |Q| (Dyn, P, Q), (Dyn, P);
    2: 1, |P| (P,), (), |Q| (P, Q), (P, Dyn, Dyn);
    3: 0, |P| (P, Dyn, Dyn), (Dyn, Dyn), |Q| (P, Q, Dyn, Dyn), (P,);
    4: isize::MIN, |P| (P, Dyn), (Dyn,), |Q| (P, Q, Dyn), (P, Dyn);
    5: -1, |P| (P, Size<7>), (Dyn,), |Q| (P, Q, Size<7>), (P, Size<7>);
    6: -2, |P| (P, Dyn), (Dyn,), |Q| (Q, P, Dyn), (Dyn, P, Dyn);
);

/// The elements of the result of each operation along an axis, if there is one.
macro_rules! operations {
    ($axis:expr, $x:expr) => {{
        let (axis, x): (_, &Matrix) = ($axis, $x);
        let two = Tensor::<usize, _>::full((Dyn::new(2),), 0);
        let all = x.map(|_| 0usize);
        let mask = Tensor::full((Dyn::new(x.sizes()[0]),), true);
        let mut y = x.clone();
        let mut each = vec![
            ended(|| x.index_axis(axis, 1).iter().copied().collect()),
            ended(|| x.axis_iter(axis).flat_map(|part| part.to_vec()).collect()),
            ended(|| x.axis_windows(axis, Dyn::new(2)).flat_map(|part| part.to_vec()).collect()),
            ended(|| x.axis_chunks_iter(axis, Dyn::new(1)).rev().flat_map(|part| part.to_vec()).collect()),
            ended(|| x.split_at(axis, 1).1.to_vec()),
            ended(|| x.chunk(axis, Dyn::new(2)).flat_map(|part| part.to_vec()).collect()),
            ended(|| x.take(axis, &Tensor::<usize, ()>::scalar(1)).to_vec()),
            ended(|| x.take(axis, &two).to_vec()),
            ended(|| x.take(axis, &all).to_vec()),
            ended(|| x.gather(axis, &all).to_vec()),
            ended(|| x.compress(axis, &mask).to_vec()),
            ended(|| x.top_k(axis, Dyn::new(1)).0.to_vec()),
            ended(|| x.top_k(axis, Dyn::new(2)).1.to_vec().iter().map(|_| 1).collect()),
            ended(|| x.tile(axis, Dyn::new(2)).to_vec()),
            ended(|| x.repeat(axis, Dyn::new(2)).to_vec()),
            ended(|| x.pad(axis, (Dyn::new(1), Dyn::new(2)), Pad::Constant(1)).to_vec()),
            ended(|| x.pad(axis, (Dyn::new(1), Dyn::new(1)), Pad::Reflect).to_vec()),
            ended(|| x.diff(axis).map(|x| x + 1).to_vec()),
            ended(|| x.clone().reshape_by(Unflatten(axis, (Dyn::new(1), Dyn::new(3)))).to_vec()),
            ended(|| x.view_by(Nth(axis, 0)).to_vec()),
            ended(|| x.view_by(NarrowAxis(axis, 0..2)).to_vec()),
            ended(|| x.clone().into_view_by(Nth(axis, 1)).to_vec()),
            ended(|| stack(axis, [x, x]).to_vec()),
        ];
        let _ = ended(|| y.axis_iter_mut(axis).for_each(|mut part| part.fill(2)));
        let _ = ended(|| y.axis_chunks_iter_mut(axis, Dyn::new(1)).for_each(|mut part| part.fill(2)));
        let _ = ended(|| y.split_at_mut(axis, 1).1.fill(2));
        let _ = ended(|| y.chunk_mut(axis, Dyn::new(2)).for_each(|mut part| part.fill(2)));
        let _ = ended(|| y.view_by_mut(Nth(axis, 1)).fill(2));
        let _ = ended(|| y.index_copy(axis, &two, 2));
        let _ = ended(|| y.index_add(axis, &all, 2));
        let _ = ended(|| y.scatter(axis, &all, 2));
        each.push(Some(y.iter().map(|y| u64::from(*y > 0)).collect()));
        each
    }};
}

/// The same for operations whose result keeps the axis.
macro_rules! of_the_same_rank {
    ($axis:expr, $x:expr) => {{
        let (axis, x): (_, &Matrix) = ($axis, $x);
        vec![
            ended(|| concat(axis, (x, x)).to_vec()),
            ended(|| concat(axis, [x, x, x]).to_vec()),
            ended(|| x.split(axis, (Dyn::new(1), Dyn::new(1))).1.to_vec()),
            ended(|| x.sliding_windows(axis, Dyn::new(2), Window::new()).to_vec()),
            ended(|| x.view_by(Swap(axis, Axis::<0>)).to_vec()),
        ]
    }};
}

#[test]
fn axes_that_lie() {
    let mut values = 0;
    let sizes = [(2, 3), (3, 0), (0, 3), (3, 2), (1, 1), (2, 2), (1, 7)];
    for &(rows, columns) in &sizes[..if cfg!(miri) { 3 } else { 7 }] {
        let x = &ones(rows, columns);
        let results = [
            operations!(Lie::<0>, x),
            operations!(Lie::<1>, x),
            operations!(Lie::<2>, x),
            operations!(Lie::<3>, x),
            operations!(Lie::<4>, x),
            operations!(Lie::<5>, x),
            operations!(Lie::<6>, x),
            of_the_same_rank!(Lie::<0>, x),
            of_the_same_rank!(Lie::<1>, x),
            of_the_same_rank!(Lie::<4>, x),
            of_the_same_rank!(Lie::<6>, x),
        ];
        for elements in results.iter().flatten().flatten() {
            assert!(elements.iter().all(|x| *x == 1), "{rows} {columns}: {elements:?}");
            values += 1;
        }
    }
    assert!(values > 20, "only {values} have a value");
}

/// A part of an axis that is another entry.
struct Part(Entry);

impl AsEntry for Part {
    fn entry(&self) -> Entry {
        self.0
    }
}

impl IsPart for Part {}

impl<X, S> PartOf<Dyn, X, S> for Part {
    type Output = Dyn;
}

/// Entries that any shape may have.
fn entries() -> Vec<Entry> {
    let range = |start, end, step| Entry::Range { start, end, step };
    vec![
        Entry::New,
        Entry::Rest,
        Entry::Index(0),
        Entry::Index(1),
        Entry::Index(-1),
        Entry::Index(isize::MAX),
        Entry::Index(isize::MIN),
        range(0, None, 1),
        range(0, None, -1),
        range(0, None, isize::MIN),
        range(0, None, 0),
        range(isize::MIN, Some(isize::MIN), 1),
        range(-2, Some(-1), -1),
        range(0, None, 2),
        range(1, Some(isize::MAX), 1),
        range(2, Some(1), 1),
        range(isize::MAX, None, isize::MAX),
        Entry::Steps { start: 0, end: None, steps: [2, -1, 3] },
        Entry::Steps { start: -1, end: None, steps: [isize::MIN, isize::MAX, -1] },
        Entry::Steps { start: 0, end: Some(-1), steps: [1, 1, 0] },
        range(1, None, isize::MAX),
    ]
}

#[test]
fn parts_that_are_other_entries() {
    let mut values = 0;
    for (rows, columns) in [(2, 3), (3, 0), (0, 3), (1, 1)] {
        let (x, mut y) = (ones(rows, columns), ones(rows, columns));
        for entry in entries() {
            for cut in [
                ended(|| x.narrow(Axis::<0>, Part(entry)).to_vec()),
                ended(|| x.narrow(Axis::<1>, Part(entry)).to_vec()),
            ] {
                values += usize::from(cut.as_ref().is_some_and(|cut| !cut.is_empty()));
                assert!(cut.iter().flatten().all(|x| *x == 1), "{rows} {columns} {entry:?}: {cut:?}");
            }
            let erased = ended(|| x.view().erase().narrow(Axis::<0>, Part(entry)).to_vec());
            assert!(erased.iter().flatten().all(|x| *x == 1), "{rows} {columns} {entry:?}: {erased:?}");
            let _ = ended(|| y.narrow_mut(Axis::<0>, Part(entry)).fill(2));
            let _ = ended(|| y.narrow_mut(Axis::<1>, Part(entry)).fill(2));
        }
        assert!(y.iter().all(|y| *y <= 2));
    }
    assert!(values > 4, "only {values} have elements");
}

/// A new axis is not a part of one: the axes after it would be shifted, and an empty tensor would have elements.
#[test]
fn a_part_that_is_a_new_axis() {
    let empty = ones(3, 0);
    let error = empty.try_view_by(NarrowAxis(Axis::<0>, Part(Entry::New))).unwrap_err().to_string();
    assert!(error.starts_with("cannot slice (3, 0)"), "{error}");
    assert!(ones(2, 3).try_view_by(NarrowAxis(Axis::<1>, Part(Entry::New))).is_err());
}

/// Entries of another list.
struct Other([Entry; 17], usize);

impl Entries for Other {
    type List = <(std::ops::RangeFull, std::ops::RangeFull) as Tuple>::List;

    fn with_entries<R>(&self, f: impl FnOnce(&[Entry]) -> R) -> R {
        f(&self.0[..self.1])
    }
}

#[test]
fn entries_of_another_slice() {
    let all = entries();
    for (rows, columns) in [(2, 3), (3, 0), (0, 3)] {
        let mut x = ones(rows, columns);
        for &count in if cfg!(miri) { &[2, 3][..] } else { &[0, 1, 2, 3, 4, 16, 17] } {
            for (i, &first) in all.iter().enumerate() {
                let mut entries = [all[(i + 3) % all.len()]; 17];
                (entries[0], entries[1]) = (first, all[(i * 5 + 1) % all.len()]);
                let slice = || Slice(Other(entries, count));
                let seen = ended(|| x.view_by(slice()).to_vec());
                assert!(seen.iter().flatten().all(|x| *x == 1), "{seen:?}");
                let _ = ended(|| x.view_by_mut(slice()).fill(1));
            }
        }
    }
}

/// Parts of an axis of another shape.
struct Apart {
    axis: usize,
    sizes: [[usize; 2]; 2],
}

impl SplitFrom<(Dyn, Dyn), Axis<0>> for Apart {
    type Output = ((Dyn, Dyn), (Dyn, Dyn));

    fn split_from(self, _: &(Dyn, Dyn), _: Axis<0>) -> Result<(usize, Self::Output), ShapeError> {
        let [first, second] = self.sizes.map(|[rows, columns]| (Dyn::new(rows), Dyn::new(columns)));
        Ok((self.axis, (first, second)))
    }
}

#[test]
fn parts_of_another_shape() {
    for (axis, sizes) in [
        (0, [[1, 3], [1, 3]]),
        (0, [[2, 3], [1, 3]]),
        (0, [[usize::MAX, 3], [1, 3]]),
        (0, [[1, 3], [1, 4]]),
        (1, [[2, 1], [2, 2]]),
        (1, [[2, 3], [2, 3]]),
        (1, [[1, 3], [1, 3]]),
        (2, [[1, 3], [1, 3]]),
        (usize::MAX, [[1, 3], [1, 3]]),
    ] {
        let mut x = ones(2, 3);
        let is_split = ended(|| {
            let (first, second) = x.split(Axis::<0>, Apart { axis, sizes });
            assert!(first.iter().chain(second.iter()).all(|x| *x == 1));
        });
        assert_eq!(
            is_split.is_some(),
            matches!(sizes, [[1, 3], [1, 3]] | [[2, 1], [2, 2]]) && axis < 2 && (axis, sizes[0]) != (1, [1, 3]),
            "{axis} {sizes:?}"
        );
        let _ = ended(|| {
            let (mut first, mut second) = x.split_mut(Axis::<0>, Apart { axis, sizes });
            first.fill(2);
            second.fill(3);
        });
        assert!(x.iter().all(|x| (1..=3).contains(x)));
    }
}

thread_local! {
    /// The padding at each call.
    static MORE: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

/// A padding that differs at each call.
#[derive(Clone, Copy)]
struct More;

impl IntoDim for More {
    type Dim = Dyn;

    fn into_dim(self) -> Dyn {
        let [first, second] = MORE.get();
        MORE.set([second, first]);
        Dyn::new(first)
    }
}

#[test]
fn a_padding_that_changes() {
    let sides = [[0, 0], [1, 2], [usize::MAX / 2, usize::MAX / 2], [2, 1], [0, 5], [usize::MAX, 1]];
    let sides = &sides[..if cfg!(miri) { 3 } else { 6 }];
    for &first in sides {
        for &second in sides {
            for with in [Pad::Constant(1), Pad::Edge, Pad::Reflect] {
                MORE.set([first[0], second[1]]);
                let padded = ended(|| ones(3, 2).pad(Axis::<0>, (More, More), with).to_vec());
                assert!(padded.iter().flatten().all(|x| *x == 1), "{first:?} {second:?}");
                let mut out = ones(6, 2);
                let _ = ended(|| ones(3, 2).pad_into(Axis::<0>, (More, More), with, &mut out));
                assert!(out.iter().all(|x| *x == 1));
            }
        }
    }
}

/// The first axis again, although it is used.
#[derive(Clone, Copy)]
struct Same;

impl HasAxis<Same, (Dyn, Dyn)> for (Gone, Dyn) {
    const AXIS: isize = 0;
    type Item = Dyn;
    type Put<P> = (Gone, Gone);
    type Without = (Dyn,);
    type Two<P, Q> = ();
}

#[test]
fn a_diagonal_of_one_axis() {
    let mut x = ones(2, 3);
    let error = x.try_view_by(Diagonal(Axis::<0>, Same)).unwrap_err().to_string();
    assert!(error.contains("twice") || error.contains("(2, 3)"), "{error}");
    x.view_by_mut(Diagonal(Axis::<1>, Axis::<0>)).fill(1);
    x.view_by_mut(Flip(..)).fill(1);
    assert!(x.iter().all(|x| *x == 1));
}
