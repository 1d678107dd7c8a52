//! Every path of the kernels against loops over indices: random ranks, sizes, strides, numbers of operands, storages of
//! the target, and element types.
//!
//! `cargo test --features ndarray --test operations kernels::`; under miri with small sizes, and few of them.

#![allow(clippy::cast_possible_wrap, clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "small")]
#![allow(clippy::many_single_char_names, clippy::float_cmp, reason = "operands, and exact numbers")]

use crate::common::naive::indices;
use crate::common::numbers::config_under_miri;
use crate::common::strides::{Layout, layout};
use conformable::{AnyShape, Axis as At, Dyn, Pdpd, Scalar, Shape, Tensor, View, ViewMut, zip};
use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn, Slice};
use proptest::collection::vec;
use proptest::prelude::*;
use std::cell::RefCell;

/// The layout of an operand in memory.
#[derive(Clone, Debug)]
struct Operand {
    /// The number of outermost axes of the result that it lacks.
    missing: usize,
    /// The layouts of the others; broadcast axes have one element in memory.
    layout: Layout,
}

/// Any operand.
fn operand() -> impl Strategy<Value = Operand> {
    (0..3usize, layout()).prop_map(|(missing, layout)| Operand { missing, layout })
}

/// Sizes of a result, with every length where a kernel changes its loop.
fn sizes() -> impl Strategy<Value = Vec<usize>> {
    let small = || prop_oneof![1 => Just(0), 4 => Just(1), 4 => Just(2), 4 => Just(3), 2 => Just(5)];
    let inner = if cfg!(miri) {
        prop_oneof![Just(1), Just(3), Just(8), Just(11)].boxed()
    } else {
        let short = prop_oneof![Just(1), Just(3), Just(4), Just(7), Just(11), Just(16), Just(24), Just(31)];
        let long = prop_oneof![Just(33), Just(64), Just(100), Just(700), Just(1100)];
        prop_oneof![2 => short, 1 => long].boxed()
    };
    prop_oneof![
        8 => (vec(small(), 0..5), vec(inner, 0..3)).prop_map(|(outer, inner)| [outer, inner].concat()),
        // more axes than a plan holds
        1 => vec(prop_oneof![3 => Just(1), 1 => Just(2)], 7..20),
    ]
    .prop_filter("few enough elements", |sizes| sizes.iter().product::<usize>() <= if cfg!(miri) { 40 } else { 60_000 })
}

/// An element of any of the tested types.
trait Element: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    fn from_index(i: usize) -> Self;
    fn combine(self, other: Self) -> Self;
}

impl Element for f32 {
    fn from_index(i: usize) -> Self {
        i as f32 + 0.5
    }
    fn combine(self, other: Self) -> Self {
        self * 3.0 - other
    }
}

impl Element for u8 {
    fn from_index(i: usize) -> Self {
        i as u8
    }
    fn combine(self, other: Self) -> Self {
        self.wrapping_mul(3).wrapping_sub(other)
    }
}

impl Element for i64 {
    fn from_index(i: usize) -> Self {
        i as i64
    }
    fn combine(self, other: Self) -> Self {
        self * 3 - other
    }
}

impl Element for bool {
    fn from_index(i: usize) -> Self {
        i % 3 == 0
    }
    fn combine(self, other: Self) -> Self {
        self ^ !other
    }
}

/// A zero-sized element, and one too large for vectors.
impl Element for () {
    fn from_index(_: usize) -> Self {}
    fn combine(self, (): Self) -> Self {}
}

impl Element for [u16; 3] {
    fn from_index(i: usize) -> Self {
        [i as u16, 1, 2]
    }
    fn combine(self, other: Self) -> Self {
        [self[0].wrapping_sub(other[0]), other[1], self[2]]
    }
}

/// Too large for tiles.
impl Element for [u64; 3] {
    fn from_index(i: usize) -> Self {
        [i as u64, 1, 2]
    }
    fn combine(self, other: Self) -> Self {
        [self[0].wrapping_sub(other[0]), other[1], self[2]]
    }
}

/// The view of an operand for a result of these sizes, in the memory of `base`.
fn view<'a, T: Element>(
    base: &'a mut ArrayD<T>,
    result: &[usize],
    operand: &Operand,
    seed: usize,
) -> ArrayViewD<'a, T> {
    let missing = operand.missing.min(result.len());
    let is_stretched = |axis: usize| operand.layout.stretched >> (axis % 8) & 1 == 1;
    let own: Vec<usize> =
        result[missing..].iter().enumerate().map(|(axis, &n)| if is_stretched(axis) { 1 } else { n }).collect();
    let layout = operand.layout.unstretched();
    *base = layout.memory(&own, |place| T::from_index(place * 7 + seed));
    let view = layout.view(base);
    assert_eq!(view.shape(), own);
    view
}

/// `check!(run a b c)` compares every way to walk operands with the loop over indices.
macro_rules! check {
    ($T:ty, $sizes:expr, $operands:expr; $($x:ident)+) => {{
        let (sizes, operands): (&[usize], &[Operand]) = ($sizes, $operands);
        let mut bases: Vec<ArrayD<$T>> = vec![ArrayD::from_elem(IxDyn(&[]), <$T>::from_index(0)); operands.len()];
        let views: Vec<ArrayViewD<$T>> = bases.iter_mut().zip(operands).enumerate()
            .map(|(seed, (base, operand))| view(base, sizes, operand, seed)).collect();
        // the common shape, which is smaller if every operand is broadcast
        let shapes: Vec<&[usize]> = views.iter().map(ArrayViewD::shape).collect();
        let common = conformable::broadcast_shapes(&shapes).expect("they conform");
        let stretched: Vec<_> = views.iter().map(|view| view.broadcast(IxDyn(&common)).expect("it stretches")).collect();
        let naive: Vec<$T> = indices(&common).map(|index| {
            stretched.iter().map(|view| view[IxDyn(&index)]).reduce(<$T>::combine).expect("an operand")
        }).collect();

        let [$($x),+] = &views[..] else { unreachable!() };
        $(let $x: &Tensor<$T, AnyShape, View> = &Tensor::try_from($x).expect("any shape");)+
        let zipped = || zip(($($x,)+));
        let made = zipped().map(|($($x,)+)| check!(@ $($x)+));
        assert_eq!(made.as_slice(), naive);
        assert_eq!(made.shape(), &common);

        // each place once, in row-major order
        let mut seen = Vec::new();
        zipped().map(|($($x,)+)| seen.push(check!(@ $($x)+)));
        assert_eq!(seen, naive);

        // owned, dense operands
        $(let $x = &$x.to_owned();)+
        assert_eq!(zip(($($x,)+)).map(|($($x,)+)| check!(@ $($x)+)).as_slice(), naive);
        seen.clear();
        zip(($($x,)+)).map(|($($x,)+)| seen.push(check!(@ $($x)+)));
        assert_eq!(seen, naive);

        // into a dense target, in place, and in order
        let mut out = made.map(|_| <$T>::from_index(0));
        zipped().map_into(&mut out, |($($x,)+)| check!(@ $($x)+));
        assert_eq!(out, made);
        zipped().update(&mut out, |out, ($($x,)+)| *out = out.combine(check!(@ $($x)+)));
        let twice: Vec<$T> = naive.iter().map(|&x| x.combine(x)).collect();
        assert_eq!(out.as_slice(), twice);
        let folded = zipped().fold(Vec::new(), |mut folded, ($($x,)+)| {
            folded.push(check!(@ $($x)+));
            folded
        });
        assert_eq!(folded, naive);

        // into a target with its own strides, whose other elements stay
        let gap = |axis: usize| if axis < 3 { 2 } else { 1 };
        let doubled: Vec<usize> = common.iter().rev().enumerate().map(|(axis, n)| n * gap(axis)).collect();
        let mut memory = ArrayD::from_elem(IxDyn(&doubled), <$T>::from_index(1));
        let mut target = memory.view_mut();
        for axis in 0..doubled.len() {
            let step = if axis % 2 == 0 { 1 } else { -1 } * gap(axis) as isize;
            target.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
        }
        let mut target = target.reversed_axes();
        let mut view: Tensor<$T, AnyShape, ViewMut> = Tensor::try_from(&mut target).expect("any shape");
        zipped().map_into(&mut view, |($($x,)+)| check!(@ $($x)+));
        assert_eq!(view, made);
        let written = naive.len();
        let total = memory.len();
        assert!(memory.iter().filter(|&&x| x == <$T>::from_index(1)).count() >= total - written);

        #[cfg(feature = "rayon")]
        {
            assert_eq!(zipped().par_map(|($($x,)+)| check!(@ $($x)+)).as_slice(), naive);
        }
    }};
    (@ $first:ident $($rest:ident)*) => { $first$(.combine($rest))* };
}

proptest! {
    #![proptest_config(config_under_miri(256, 3))]

    #[test]
    fn one_operand(sizes in sizes(), l in vec(operand(), 1)) {
        check!(f32, &sizes, &l; a);
        check!(bool, &sizes, &l; a);
    }

    #[test]
    fn two_operands(sizes in sizes(), l in vec(operand(), 2)) {
        check!(f32, &sizes, &l; a b);
        check!(u8, &sizes, &l; a b);
        check!([u16; 3], &sizes, &l; a b);
        check!([u64; 3], &sizes, &l; a b);
        check!((), &sizes, &l; a b);
    }

    #[test]
    fn three_operands(sizes in sizes(), l in vec(operand(), 3)) {
        check!(f32, &sizes, &l; a b c);
        check!(i64, &sizes, &l; a b c);
    }

    #[test]
    fn four_operands(sizes in sizes(), l in vec(operand(), 4)) {
        check!(f32, &sizes, &l; a b c d);
        check!([u64; 3], &sizes, &l; a b c d);
    }

    #[test]
    fn five_operands(sizes in sizes(), l in vec(operand(), 5)) {
        check!(f32, &sizes, &l; a b c d e);
    }

    #[test]
    fn eight_operands(sizes in sizes(), l in vec(operand(), 8)) {
        check!(u8, &sizes, &l; a b c d e f g h);
    }

    /// Iterating, indexing and printing a view follow the order of the indices.
    #[test]
    fn views(sizes in sizes(), of in operand()) {
        let mut base = ArrayD::from_elem(IxDyn(&[]), 0_i64);
        let array = &view(&mut base, &sizes, &of, 0);
        let view: Tensor<i64, AnyShape, View> = Tensor::try_from(array).unwrap();
        let expected: Vec<i64> = indices(array.shape()).map(|index| array[IxDyn(&index)]).collect();
        prop_assert!(view.iter().eq(&expected));
        let folded = view.iter().fold(Vec::new(), |mut all, &x| {
            all.push(x);
            all
        });
        prop_assert_eq!(&folded, &expected);
        prop_assert_eq!(view.iter().len(), expected.len());
        prop_assert!(indices(array.shape()).map(|index| view[&index[..]]).eq(expected.iter().copied()));
        prop_assert_eq!(&view.as_ndarray(), array);
        let owned = view.to_owned();
        prop_assert_eq!(owned.as_slice(), &expected[..]);
        prop_assert_eq!(&view, &owned);
        prop_assert_eq!(view.to_string(), owned.to_string());
        let negated: Vec<i64> = expected.iter().map(|x| -x).collect();
        let mut array = array.to_owned();
        let mut view: Tensor<i64, AnyShape, ViewMut> = Tensor::try_from(&mut array).unwrap();
        view.iter_mut().for_each(|x| *x = -*x);
        prop_assert!(view.iter().eq(&negated));
    }

    /// An iterator behaves as that of a vector, taken from both ends in any order.
    #[test]
    fn iterators_from_both_ends(sizes in sizes(), of in operand(), steps in steps()) {
        let mut base = ArrayD::from_elem(IxDyn(&[]), 0_i64);
        let array = &view(&mut base, &sizes, &of, 0);
        let expected: Vec<_> = indices(array.shape()).map(|index| (AnyShape::from(&index[..]), array[IxDyn(&index)])).collect();
        let mut owned = array.to_owned();
        let view: Tensor<i64, AnyShape, View> = Tensor::try_from(array).unwrap();
        let mut changed: Tensor<i64, AnyShape, ViewMut> = Tensor::try_from(&mut owned).unwrap();
        let elements = expected.iter().map(|(_, element)| *element);
        check_steps(elements.clone(), view.iter().copied(), &steps)?;
        check_steps(elements.clone(), changed.iter_mut().map(|x| *x), &steps)?;
        check_steps(elements, view.into_iter().copied(), &steps)?;
        let view: Tensor<i64, AnyShape, View> = Tensor::try_from(array).unwrap();
        check_steps(expected.iter().cloned(), view.indexed_iter().map(|(index, x)| (index, *x)), &steps)?;
        check_steps(expected.iter().cloned(), changed.indexed_iter_mut().map(|(index, x)| (index, *x)), &steps)?;
        let dense = view.to_owned();
        check_steps(expected.iter().cloned(), dense.indexed_iter().map(|(index, x)| (index, *x)), &steps)?;
    }
}

/// The calls of an iterator: from the back or not, and the number of skipped elements.
fn steps() -> impl Strategy<Value = Vec<(bool, usize)>> {
    let skip = prop_oneof![6 => Just(0), 3 => 1..5_usize, 1 => 5..2000_usize];
    vec((any::<bool>(), skip), 0..60)
}

fn check_steps<T: PartialEq + std::fmt::Debug>(
    mut expected: impl DoubleEndedIterator<Item = T> + ExactSizeIterator,
    mut found: impl DoubleEndedIterator<Item = T> + ExactSizeIterator,
    steps: &[(bool, usize)],
) -> Result<(), TestCaseError> {
    for &step in steps {
        let (expected, found) = match step {
            (false, 0) => (expected.next(), found.next()),
            (true, 0) => (expected.next_back(), found.next_back()),
            (false, n) => (expected.nth(n), found.nth(n)),
            (true, n) => (expected.nth_back(n), found.nth_back(n)),
        };
        prop_assert_eq!(expected, found);
    }
    prop_assert_eq!(expected.len(), found.len());
    // the first from the back one by one, the others by `fold`
    let back = expected.len() / 2;
    for _ in 0..back {
        prop_assert_eq!(expected.next_back(), found.next_back());
    }
    let collect = |mut all: Vec<T>, x| {
        all.push(x);
        all
    };
    prop_assert_eq!(expected.fold(Vec::new(), collect), found.fold(Vec::new(), collect));
    Ok(())
}

/// `statics!([2, 3] [3], ..)` compares plans made at compile time with those made at run time.
macro_rules! statics {
    ($($a:tt $b:tt $c:tt;)*) => {$(
        // its own function, since inline tensors are on its stack
        let one = || {
        let (x, y, z) = (counted::<Shape!$a>(), counted::<Shape!$b>(), counted::<Shape!$c>());
        let (dx, dy, dz) = (x.clone().erase(), y.clone().erase(), z.clone().erase());
        let (ix, iy, iz) = (x.to_inline(), y.to_inline(), z.to_inline());
        assert_eq!((&x + &y).erase(), &dx + &dy);
        assert_eq!((&y - &x).erase(), &dy - &dx);
        assert_eq!((ix - iy).to_heap(), &x - &y);
        let fused = zip((&dx, &dy, &dz)).map(|(x, y, z)| x * y + z);
        assert_eq!(zip((&x, &y, &z)).map(|(x, y, z)| x * y + z).erase(), fused);
        assert_eq!(zip((&ix, &iy, &iz)).map(|(x, y, z)| x * y + z).to_heap().erase(), fused);
        assert_eq!(zip((&x, &dy, &iz)).map(|(x, y, z)| x * y + z).erase(), fused);
        assert_eq!((x.clone() * &y + z.clone()).erase(), fused);
        assert_eq!((ix * iy + iz).to_heap().erase(), fused);
        let mut out = fused.clone().refine::<_>().unwrap_or_else(|_| unreachable!());
        let _: &Tensor<f64, AnyShape> = &out;
        zip((&x, &y, &z)).map_into(&mut out, |(x, y, z)| x * y + z);
        assert_eq!(out, fused);
    };
        one();
    )*};
}

fn counted<S: Shape + conformable::StaticShape>() -> Tensor<f64, S> {
    let mut i = 0.0;
    Tensor::from_fn(S::shape(), |_| {
        i += 1.0;
        i
    })
}

#[test]
fn plans_of_the_compiler_are_those_of_run_time() {
    statics!(
        [] [] [];
        [3] [3] [1];
        [3] [] [3];
        [4, 4] [4] [4, 1];
        [8, 1] [1, 8] [8, 8];
        [2, 3, 4] [3, 1] [2, 1, 1];
        [2, 1, 3, 1] [4, 1, 5] [3, 5];
        [2, 1, 2, 1, 2] [3, 1, 3, 1] [2, 1, 1, 1, 1];
        [1, 1, 1] [1] [];
        [2, 1, 2, 1, 1, 1, 2, 1, 1, 3] [2, 1] [2, 1, 1, 1, 2, 1, 1, 1];
        [0, 3] [3] [1, 1];
        [2, 0] [1, 1] [];
        [9, 40] [40] [9, 1];
        [180, 3] [3] [3];
        [70, 7] [7] [70, 7];
    );
    #[cfg(not(miri))]
    statics!(
        [33, 40] [40] [33, 1];
        [64, 2] [2] [64, 1];
        [40, 11] [11] [40, 1];
        [20, 65] [65] [20, 1];
        [3, 100] [3, 1] [100];
        [5, 7, 9, 11] [5, 7, 1, 11] [7, 1, 1];
        [3, 5, 7, 11] [5, 1, 11] [3, 1, 1, 1];
        [2, 3, 4, 3, 2, 5] [2, 1, 4, 1, 2, 5] [3, 1, 3, 2, 1];
        [2, 1, 3, 1, 70] [3, 1, 2, 1] [2, 1, 1, 2, 70];
        [33, 40] [1, 1] [];
        [5, 70, 4] [4] [5, 1, 1];
        [2, 1, 2, 1, 2, 1, 40] [1, 3, 1, 3, 1, 3, 1] [3, 1];
    );
}

/// A rule that aligns one shape with the other's first axes: static plans, and a target of higher rank.
#[test]
fn axes_that_are_not_the_last() {
    macro_rules! pdpd {
        ($($a:tt $b:tt $axis:literal $target:tt;)*) => {$(
            let (x, y) = (counted::<Shape!$a>(), counted::<Shape!$b>());
            let (dx, dy) = (x.clone().erase(), y.clone().erase());
            let rule = Pdpd(At::<$axis>);
            let expected = dx.under(rule) - &dy;
            assert_eq!((x.under(rule) - &y).erase(), expected);
            assert_eq!(zip((&x, &y)).under(rule).map(|(x, y)| x - y).erase(), expected);
            let mut changed = x.clone();
            changed.under_mut(rule).zip_assign(&y, |x, y| *x -= y);
            assert_eq!(changed.erase(), expected);
            let mut target = counted::<Shape!$target>();
            zip((&x, &y)).under(rule).map_into(&mut target, |(x, y)| x - y);
            assert!(target.iter().zip(expected.iter().cycle()).all(|(found, expected)| found == expected));
        )*};
    }
    pdpd!(
        [2, 3] [2] 0 [4, 2, 3];
        [9, 11] [9] 0 [2, 9, 11];
        [4, 9, 11] [4, 9] 0 [4, 9, 11];
        [4, 9, 30] [9] 1 [3, 4, 9, 30];
    );
}

#[test]
#[cfg_attr(miri, ignore = "too large")]
fn large_plans() {
    let (x, y) = (
        Tensor::from_fn(conformable::shape![300, 500], |[i, j]| i * 1000 + j),
        Tensor::from_fn(conformable::shape![500], |[j]| j),
    );
    let sum = &x + &y;
    assert!(sum.iter().zip(&x).enumerate().all(|(i, (sum, x))| *sum == x + i % 500));
    #[cfg(feature = "rayon")]
    {
        assert_eq!(zip((&x, &y)).par_map(|(x, y)| x + y), sum);
        let mut out = x.clone();
        zip((&y,)).par_update(&mut out, |x, (y,)| *x += y);
        assert_eq!(out, sum);
        let column = Tensor::from_fn(conformable::shape![300, 1], |[i, _]| i);
        assert_eq!(zip((&y, &column)).par_map(|(y, i)| y * i), &y * &column);
        // a target with strides, and a higher rank than a plan holds
        let deep = [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 700];
        let ones = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1];
        let deep = Tensor::from_vec(AnyShape::from(deep), (0..512 * 700).collect()).unwrap();
        let ones = Tensor::from_vec(AnyShape::from(ones), vec![1, 2]).unwrap();
        let expected = zip((&deep, &ones)).map(|(x, y)| x * y);
        assert_eq!(zip((&deep, &ones)).par_map(|(x, y)| x * y), expected);
        let mut memory = ArrayD::zeros(IxDyn(&[700, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]));
        let mut target = memory.view_mut().reversed_axes();
        let mut view: Tensor<usize, AnyShape, ViewMut> = Tensor::try_from(&mut target).unwrap();
        zip((&deep, &ones)).par_map_into(&mut view, |(x, y)| x * y);
        assert_eq!(view, expected);
    }
}

/// Shapes of a higher rank than a plan holds, with and without operands.
#[test]
fn deep_static_shapes() {
    let inline =
        Tensor::inline_from_fn(conformable::shape![2, 1, 1, 3, 1, 1, 1, 1, 2], |[i, .., j, _, _, _, _, k]| (i, j, k));
    let mut heap =
        Tensor::from_fn(conformable::shape![2, 1, 1, 3, 1, 1, 1, 1, 2], |[i, .., j, _, _, _, _, k]| (i, j, k));
    assert_eq!(inline, heap);
    heap.apply(|element| element.2 += 1);
    assert_eq!(heap, inline.map(|(i, j, k)| (i, j, k + 1)));
    let deepest = Tensor::inline_full(conformable::shape![1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3], 1.5);
    assert_eq!(deepest.as_slice(), [1.5; 6]);
    assert_eq!((-deepest * 2.0).as_slice(), [-3.0; 6]);
}

/// Rows that are walked in tiles and in stretches, independent of the random cases.
#[test]
fn tiles_and_stretches() {
    let dense = Layout::default();
    let column = Layout { stretched: 0b10, ..dense.clone() };
    let (row, single) = (Layout { stretched: 0b01, ..dense.clone() }, Layout { stretched: 0b11, ..dense.clone() });
    let (transposed, backwards) = (Layout { rotated: 1, ..dense.clone() }, Layout { inverted: 0b10, ..dense.clone() });
    let layouts = [column, transposed, row, dense, backwards, single].map(|layout| Operand { missing: 0, layout });
    let all = [[14, 5], [5, 14], [3, 33], [2, 70], [5, 16], [40, 3], [200, 5]];
    for sizes in if cfg!(miri) { &all[1..3] } else { &all[..] } {
        let rotated = |by: usize, operands: usize| -> Vec<_> {
            layouts.iter().cycle().skip(by).take(operands).cloned().collect()
        };
        for by in (0..layouts.len()).step_by(if cfg!(miri) { 3 } else { 1 }) {
            check!(f32, sizes, &rotated(by, 2); a b);
            check!(u8, sizes, &rotated(by, 3); a b c);
            check!(i64, sizes, &rotated(by, 5); a b c d e);
        }
        // without the others no row is strided
        let stretches = [0, 2, 3, 5, 0].map(|i| layouts[i].clone());
        check!(u8, sizes, &stretches; a b c d e);
        check!(f32, sizes, &stretches[..4]; a b c d);
    }
}

/// The effect of a run-time plan on shapes with `Dyn`s.
#[test]
fn dynamic_dims() {
    let n = std::hint::black_box(5_usize);
    let x = Tensor::from_fn(conformable::shape![n, 4], |[i, j]| (i * 10 + j) as f64);
    let y: Tensor<f64, (Dyn, Dyn)> = Tensor::from_fn(conformable::shape![n, 1], |[i, _]| i as f64).refine().unwrap();
    let sum = &x + &y;
    assert!(sum.iter().zip(&x).enumerate().all(|(i, (sum, x))| *sum == x + (i / 4) as f64));
}

/// Operators, whose blocks of transposed operands are parts of rows, beside closures.
#[test]
fn operators_of_transposed_operands() {
    fn check<T: Scalar + PartialEq + std::fmt::Debug + num_traits::NumAssign>(
        [outer, rows, columns]: [usize; 3],
        element: fn(usize) -> T,
    ) {
        let numbers = |sizes: [usize; 3]| {
            let [_, rows, columns] = sizes;
            Tensor::from_fn(conformable::shape![outer, rows, columns], |[i, j, k]| {
                element((i * rows + j) * columns + k)
            })
        };
        let (x, wide) = (numbers([outer, columns, rows]), numbers([outer, rows, columns + 3]));
        let x = x.swap_axes(At::<1>, At::<2>);
        let cut = wide.slice((.., .., 3..));
        let (column, row) = (numbers([outer, rows, 1]), numbers([outer, 1, columns]));
        let reversed = cut.flip(At::<2>);
        let few = if cfg!(miri) { 2 } else { 5 };
        for y in [&cut, &column.view(), &row.view(), &reversed, &x].into_iter().take(few) {
            let wanted = zip((&x, y)).map(|(x, y)| x + y);
            assert_eq!(x + y, wanted, "{:?}", x.sizes());
            assert_eq!(y + x, wanted);
            let mut sum = x.to_owned();
            sum += y;
            assert_eq!(sum, wanted);
        }
        let mut doubled = cut.to_owned();
        doubled += &x;
        assert_eq!(doubled, zip((&cut, &x)).map(|(x, y)| x + y));
        assert_eq!(x + element(7), x.map(|x| x + element(7)));
    }
    let all = [[1, 16, 300], [2, 17, 257], [1, 40, 700], [1, 3, 1100], [3, 33, 65]];
    for sizes in if cfg!(miri) { &[[1, 16, 140]][..] } else { &all[..] } {
        check(*sizes, |i| i as f32);
        if !cfg!(miri) {
            check(*sizes, |i| (i % 61) as u8);
            check(*sizes, |i| i as f64);
            check(*sizes, |i| (i % 15_000) as i16 - 99);
            check(*sizes, |i| i as i128);
        }
    }
}

/// An operator of a user's type, which sees the order of its calls.
#[test]
fn operators_of_other_types_keep_the_order() {
    thread_local!(static CALLS: RefCell<Vec<u16>> = const { RefCell::new(Vec::new()) });
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Traced(u16);
    impl Scalar for Traced {}
    impl std::ops::Add for Traced {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            CALLS.with_borrow_mut(|calls| calls.push(self.0));
            Self(self.0 + other.0)
        }
    }
    let [rows, columns] = if cfg!(miri) { [17, 70] } else { [17, 1100] };
    let x = Tensor::from_fn(conformable::shape![columns, rows], |[i, j]| Traced((j * columns + i) as u16));
    let y = Tensor::from_fn(conformable::shape![rows, columns], |[i, _]| Traced(i as u16));
    let sum = x.t() + &y;
    assert_eq!(sum[[1, 2]], Traced((columns + 3) as u16));
    CALLS.with_borrow(|calls| assert!(calls.iter().enumerate().all(|(i, &call)| i == usize::from(call))));
}

/// Closures move into the loops and back, or stay where they are if they are large or have to be dropped.
#[test]
fn closures_keep_their_state() {
    for sizes in [&[3][..], &[70], &[2, 1, 40], &[1, 2, 1, 2, 1, 2, 1, 2, 1, 3, 33]] {
        let x = &Tensor::full(AnyShape::from(sizes), 1_u32);
        let one = &Tensor::full(AnyShape::from([1]), 1);
        let expected: Vec<u32> = (1..).take(x.len()).collect();
        macro_rules! check {
            ($name:literal, $state:expr, $next:expr) => {
                let mut state = $state;
                let mapped = x.map(move |v| $next(&mut state, v));
                assert_eq!(mapped.as_slice(), expected, "map, {} of {sizes:?}", $name);
                let mut state = $state;
                let mapped = zip((x, one, x, one)).map(move |(v, ..)| $next(&mut state, v));
                assert_eq!(mapped.as_slice(), expected, "map of four, {} of {sizes:?}", $name);
                let (mut state, mut changed) = ($state, x.clone());
                changed.apply(move |v| *v = $next(&mut state, *v));
                assert_eq!(changed.as_slice(), expected, "apply, {} of {sizes:?}", $name);
                let mut state = $state;
                let mut last = 0;
                let sum = zip((x,)).fold(0, |sum, (v,)| {
                    last = $next(&mut state, v);
                    sum + last
                });
                assert_eq!((sum, last), (expected.iter().sum(), x.len() as u32), "fold, {} of {sizes:?}", $name);
            };
        }
        check!("a small closure", 0, |n: &mut u32, v| {
            *n += v;
            *n
        });
        check!("a large closure", [0; 100], |n: &mut [u32; 100], v| {
            n[7] += v;
            n[7]
        });
        check!("a closure with a vector", vec![0], |n: &mut Vec<u32>, v| {
            n[0] += v;
            n[0]
        });
    }
}
