//! Clones, drops and closures that panic, zero-sized elements, and iterators with wrong lengths: elements are dropped
//! at most once.

use super::{ended, panic_of};
use conformable::ops::{JoinMany, OfOneShape, OneAfterAnother};
use conformable::{AnyShape, Axis, Dyn, Inline, Shape, Size, Tensor, shape, zip};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

thread_local! {
    /// The number of live elements.
    static THERE: RefCell<BTreeSet<u32>> = const { RefCell::new(BTreeSet::new()) };
    /// The number of the next one.
    static NUMBER: Cell<u32> = const { Cell::new(0) };
    /// Panics after this many more elements.
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
    /// Whether an element has been dropped twice.
    static TWICE: Cell<bool> = const { Cell::new(false) };
    /// The number of the element whose drop panics.
    static LAST: Cell<Option<u32>> = const { Cell::new(None) };
}

/// A counted element with its own memory.
#[derive(Debug)]
struct Counted(Box<u32>);

impl Counted {
    fn new() -> Self {
        let left = LEFT.get() - 1;
        LEFT.set(left);
        assert!(left > 0, "no more elements");
        let number = NUMBER.replace(NUMBER.get() + 1);
        THERE.with_borrow_mut(|there| there.insert(number));
        Self(Box::new(number))
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let was_there = THERE.with_borrow_mut(|there| there.remove(&*self.0));
        TWICE.set(TWICE.get() || !was_there);
        assert!(LAST.get() != Some(*self.0), "a drop that panics");
    }
}

/// Runs a program to its end, then with a panic after each number of elements, and with a drop that panics.
fn all_ways<X>(name: &str, program: impl Fn() -> X) {
    let run = |left: u32, last: Option<u32>| {
        LEFT.set(left);
        NUMBER.set(0);
        LAST.set(last);
        let result = ended(|| drop(program()));
        LAST.set(None);
        LEFT.set(u32::MAX);
        assert!(!TWICE.get(), "{name} drops an element twice: {left} {last:?}");
        (result, THERE.with_borrow_mut(std::mem::take))
    };
    let (result, there) = run(u32::MAX, None);
    assert!(result.is_some(), "{name} does not end");
    assert!(there.is_empty(), "{name} loses {there:?}");
    let count = NUMBER.get();
    assert!(count > 0, "{name} makes no elements");
    let step = (count / if cfg!(miri) { 2 } else { 30 }).max(1);
    for left in (1..=count).step_by(step as usize) {
        let (result, there) = run(left, None);
        assert!(result.is_none() && there.is_empty(), "{name} loses {there:?} after {left} elements");
    }
    for last in (0..count).step_by(step as usize) {
        // other elements may leak then, as in Rust's own moves
        let (result, _) = run(u32::MAX, Some(last));
        assert!(result.is_none(), "{name} does not drop {last}");
    }
}

fn counted<S: Shape>(shape: S) -> Tensor<Counted, S> {
    Tensor::from_fn(shape, |_| Counted::new())
}

/// Enough for the loops of vectors and of blocks.
const MANY: usize = if cfg!(miri) { 10 } else { 70 };

#[test]
fn elements_that_are_made() {
    let (many, three) = (Dyn::new(MANY), Dyn::new(3));
    all_ways("full", || Tensor::full((many, three), Counted::new()));
    all_ways("large full", || Tensor::full((Dyn::new(if cfg!(miri) { 2 } else { 9000 }),), Counted::new()));
    all_ways("inline_full", || Tensor::inline_full(shape![2, 3], Counted::new()));
    all_ways("from_fn", || counted((three, many)));
    all_ways("from_fn of few", || counted(shape![2, 3]));
    all_ways("inline_from_fn", || Tensor::inline_from_fn(shape![2, 3], |_| Counted::new()));
    all_ways("default", || counted(()));
    all_ways("from_iter", || (0..MANY).map(|_| Counted::new()).collect::<Tensor<_, (Dyn,)>>());
    all_ways("from_vec", || Tensor::from_vec((three,), vec![Counted::new(), Counted::new()]).is_err());
    let rows = |lengths: [usize; 2]| lengths.map(|length| (0..length).map(|_| Counted::new()).collect()).to_vec();
    all_ways("rows", || Tensor::<Counted, (Dyn, Dyn)>::try_from(rows([3, 3])).unwrap());
    all_ways("rows of two lengths", || Tensor::<Counted, (Dyn, Dyn)>::try_from(rows([3, 2])).is_err());
}

#[test]
fn elements_that_are_computed() {
    let x = Tensor::full((Dyn::new(MANY), Dyn::new(7)), 1u8);
    let (row, fixed) = (Tensor::full((Dyn::new(7),), 2u32), Tensor::inline_full(shape![5, 3], 1u8));
    let column = Tensor::full((Dyn::new(MANY), Size::<1>), 3u64);
    let make = |_| Counted::new();
    all_ways("map", || x.map(make));
    all_ways("map of a transposed view", || x.t().map(make));
    all_ways("map of a part", || x.narrow(Axis::<1>, 1..3).map(make));
    all_ways("map of a stretched view", || {
        row.try_broadcast_to(&(Dyn::new(3), Dyn::new(7))).unwrap().map(|_| Counted::new())
    });
    all_ways("map inline", || fixed.map(make));
    all_ways("map of a transposed view inline", || fixed.t().map(make));
    all_ways("map of no axes", || Tensor::scalar(1).map(make));
    all_ways("map of six axes", || Tensor::full(AnyShape::from(&[2, 1, 3, 1, 2, 2][..]), 1).map(make));
    all_ways("zip of two", || zip((&x, &row)).map(|_| Counted::new()));
    all_ways("zip of three", || zip((&x, &row, &column)).map(|_| Counted::new()));
    all_ways("zip of four", || {
        zip((&x.t(), &x.t(), &row.view().reshape_view((Dyn::new(7), Size::<1>)), &x.t())).map(|_| Counted::new())
    });
    all_ways("zip of five", || zip((&x, &row, &column, &x, &row)).map(|_| Counted::new()));
    all_ways("fold", || {
        x.view().iter().fold(vec![], |mut all, _| {
            all.push(Counted::new());
            all
        })
    });
    all_ways("zip and fold", || zip((&x, &row)).fold(None, |_, _| Some(Counted::new())));
    all_ways("zip and fold to one", || zip((&x, &row)).fold(Counted::new(), |_, _| Counted::new()));
    all_ways("fold inline", || zip((&fixed, &fixed)).fold(Counted::new(), |_, _| Counted::new()));
}

#[test]
fn elements_that_are_written_over() {
    let three = Dyn::new(3);
    let (x, row) = (Tensor::full((Dyn::new(MANY), three), 1u8), Tensor::full((three,), 1u8));
    let target = || counted((Dyn::new(MANY), three));
    all_ways("fill", || {
        let mut target = target();
        target.fill(Counted::new());
        target
    });
    all_ways("fill a transposed part", || {
        let mut target = target();
        target.t_mut().narrow_mut(Axis::<0>, 0..2).fill(Counted::new());
        target
    });
    all_ways("apply", || {
        let mut target = target();
        target.apply(|element| *element = Counted::new());
        target
    });
    all_ways("map_into", || {
        let mut target = target();
        zip((&x, &row)).map_into(&mut target, |_| Counted::new());
        target
    });
    all_ways("map_into a transposed view", || {
        let mut target = counted((three, Dyn::new(MANY)));
        zip((&x, &row)).map_into(&mut target.t_mut(), |_| Counted::new());
        target
    });
    all_ways("update", || {
        let mut target = target();
        zip((&x,)).update(&mut target, |element, _| *element = Counted::new());
        target
    });
}

#[test]
fn elements_that_move() {
    let six = || counted(shape![2, 3]);
    let inline = || Tensor::inline_from_fn(shape![2, 3], |_| Counted::new());
    all_ways("clone", || six().clone());
    all_ways("clone of a rearranged tensor", || six().into_t().clone());
    all_ways("clone inline", || inline().into_t().clone());
    all_ways("clone of no axes", || counted(()).clone());
    all_ways("clone of none", || (counted(shape![0, 3]).clone(), Counted::new()));
    all_ways("reshape", || six().reshape(shape![3, 2]).erase().into_vec());
    all_ways("reshape inline", || inline().reshape(shape![3, 2]).into_array());
    all_ways("erase inline", || inline().erase());
    all_ways("erase inline, and back", || inline().erase().reshape_as::<conformable::Shape![3, 2]>().into_array());
    all_ways("generic array", || {
        Tensor::<_, conformable::Shape![2, 3], Inline>::from_generic_array(inline().into_generic_array())
    });
    all_ways("at", || six().into_index_axis(Axis::<0>, 1));
    all_ways("refused", || six().try_into_view_by(conformable::axes::Nth(Axis::<0>, 2)).is_err());
    all_ways("into_vec", || six().into_vec().into_iter().nth(3));
    if cfg!(miri) {
        return;
    }
    all_ways("large array", || Tensor::inline_full(shape![1025], Counted::new()).into_array());
}

thread_local! {
    static NONE: Cell<isize> = const { Cell::new(0) };
}

/// A counted zero-sized element.
#[derive(Debug, PartialEq)]
struct Empty;

impl Empty {
    fn new() -> Self {
        assert!(NONE.get() < 40, "too many");
        NONE.set(NONE.get() + 1);
        Self
    }
}

impl Clone for Empty {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Drop for Empty {
    fn drop(&mut self) {
        NONE.set(NONE.get() - 1);
    }
}

#[test]
fn elements_of_no_size() {
    let of = |rows: usize| (Dyn::new(rows), Dyn::new(5));
    let programs: [(&str, &dyn Fn(usize)); 7] = [
        ("full", &|rows| drop(Tensor::full(of(rows), Empty::new()))),
        ("from_fn", &|rows| drop(Tensor::from_fn(of(rows), |_| Empty::new()))),
        ("map", &|rows| drop(Tensor::full(of(rows), 1).t().map(|_| Empty::new()))),
        ("clone", &|rows| drop(Tensor::from_fn(of(rows / 2), |_| Empty::new()).clone())),
        ("fill", &|rows| Tensor::from_fn(of(rows), |_| Empty::new()).fill(Empty::new())),
        ("inline", &|rows| {
            drop(Tensor::inline_from_fn(shape![2, 3, 5], |_| Empty::new()).into_index_axis(Axis::<0>, rows));
        }),
        ("from_iter", &|rows| drop((0..rows * 5).map(|_| Empty::new()).collect::<Tensor<_, (Dyn,)>>().into_vec())),
    ];
    for (name, program) in programs {
        for rows in [0, 1, 2, 7, 8, 9] {
            let _ = ended(|| program(rows));
            assert_eq!(NONE.get(), 0, "{name} of {rows}");
        }
    }
    let none = Tensor::<(), _>::full((Dyn::new(usize::MAX / 2),), ());
    assert_eq!((none.len(), none.get(5), none.get(usize::MAX)), (usize::MAX / 2, Some(&()), None));
    assert!(Tensor::<(), _>::try_full((Dyn::new(usize::MAX / 2), Dyn::new(3)), ()).is_err());
}

/// An iterator with a wrong length.
struct Lengths<I> {
    of: I,
    hint: (usize, Option<usize>),
}

impl<I: Iterator> Iterator for Lengths<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.of.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.hint
    }
}

impl<I: Iterator> ExactSizeIterator for Lengths<I> {
    fn len(&self) -> usize {
        self.hint.0
    }
}

#[test]
fn iterators_of_other_lengths() {
    for hint in [(0, None), (0, Some(0)), (7, Some(2)), (usize::MAX, None), (2, Some(2)), (100, Some(100))] {
        for count in [0, 1, 2, 5] {
            let elements = || Lengths { of: 0..count, hint };
            let collected = ended(|| elements().collect::<Tensor<usize, (Dyn,)>>().into_vec());
            assert!(collected.is_none_or(|all| all == (0..count).collect::<Vec<_>>()));
            let shape = ended(|| elements().collect::<AnyShape>());
            assert!(shape.is_none_or(|shape| shape.rank() == count));
            let shapes = vec![(Dyn::new(2),); count];
            let joined = ended(|| OneAfterAnother(Axis::<0>).join_many(Lengths { of: shapes.iter(), hint }));
            assert!(matches!(joined, None | Some(Err(_))) || joined == Some(Ok((Dyn::new(2 * count),))));
            let stacked = ended(|| OfOneShape.join_many(Lengths { of: shapes.iter(), hint }));
            assert!(matches!(stacked, None | Some(Err(_))) || stacked == Some(Ok((Dyn::new(2),))));
            let tensors = || Lengths { of: std::iter::repeat_n(Tensor::from([1, 2]), count), hint };
            let sum = ended(|| tensors().sum::<Tensor<i32, conformable::Shape![2]>>().into_vec());
            assert!(sum.is_none_or(|sum| sum == [i32::try_from(count).unwrap(), 2 * i32::try_from(count).unwrap()]));
        }
    }
}

#[test]
fn closures_that_panic() {
    let x = Tensor::from_fn((Dyn::new(MANY), Dyn::new(5)), |[i, j]| i * 5 + j);
    let calls = Cell::new(0);
    let once = || {
        calls.set(calls.get() - 1);
        assert!(calls.get() > 0, "as asked for");
        1
    };
    let again = |x: usize| x * once();
    let changed = |mut y: Tensor<usize, (Dyn, Dyn)>, transposed: bool| {
        let _ = ended(|| if transposed { y.t_mut().apply(|x| *x = again(*x)) } else { y.apply(|x| *x = again(*x)) });
        assert_eq!(x, y);
    };
    for count in [1, 2, 5, 6, 18, MANY * 5] {
        let panics = |program: &dyn Fn() -> usize| {
            calls.set(count);
            assert_eq!(panic_of(program), "as asked for");
        };
        panics(&|| x.map(again).len());
        panics(&|| x.t().map(again).len());
        panics(&|| zip((&x, &x)).map(|(x, _)| again(x)).len());
        panics(&|| zip((&x, &x)).fold(0, |sum, (x, _)| sum + again(x)));
        panics(&|| x.reduce(Axis::<0>, 0, |sum, x| sum + again(x)).len());
        panics(&|| x.reduce(.., 0, |sum, x| sum + again(x)).len());
        panics(&|| Tensor::from_fn(*x.shape(), |_| once()).len());
        for transposed in [false, true] {
            calls.set(count);
            changed(x.clone(), transposed);
        }
    }
}
