//! Shapes with answers for another tensor: windows, differences, axes, letters.

use super::{panic_of, vector};
use conformable::axes::{HasAxis, HasDifferences, HasNext, Unflatten};
use conformable::product::{Alone, ByLetters, GiveAxis, PatternEntry, RearrangeBy, Sizes, letter};
use conformable::shape::LetterText;
use conformable::windows::{SlidingWindows, Steps, Window};
use conformable::{AnyShape, Axis, Dyn, ShapeError, Size, Tensor, ops};

/// A window of one's own.
struct Mine {
    of: usize,
    length: usize,
}

impl SlidingWindows<Axis<0>, Dyn, Mine> for (Dyn,) {
    type Output = (Dyn, Dyn);

    fn seen(&self, _: Axis<0>, _: Dyn, mine: &Mine) -> Result<(Self::Output, usize, Steps), ShapeError> {
        SlidingWindows::seen(&(Dyn::new(mine.of),), Axis::<0>, Dyn::new(mine.length), &Window::new())
    }
}

#[test]
fn windows_of_another_tensor() {
    let x = vector(4);
    let refused =
        |of, length| x.try_sliding_windows(Axis::<0>, Dyn::new(2), Mine { of, length }).unwrap_err().to_string();
    assert!(refused(1000, 500).starts_with("cannot slide windows over (4,) as (501, 500)"));
    assert!(refused(5, 5).starts_with("cannot slide windows over (4,) as (1, 5)"));
    assert!(refused(5, 1).starts_with("cannot slide windows over (4,) as (5, 1)"));
    assert!(x.try_sliding_windows(Axis::<0>, Dyn::new(2), Mine { of: 4, length: 3 }).is_ok());
    assert!(vector(0).try_sliding_windows(Axis::<0>, Dyn::new(2), Mine { of: 1, length: 1 }).is_err());
}

/// Differences of one's own.
#[derive(Clone, Copy)]
struct Less;

impl HasDifferences<Less> for (Dyn,) {
    type Output = (Dyn,);

    fn differences(&self, _: Less, _: Size<1>) -> Result<((Dyn,), usize), ShapeError> {
        Ok(((Dyn::new(usize::MAX),), 0))
    }
}

#[test]
fn differences_of_another_tensor() {
    assert!(vector(4).try_diff(Less).unwrap_err().to_string().starts_with("cannot take the differences of (4,)"));
    assert!(vector(0).try_diff(Less).unwrap_err().to_string().starts_with("cannot take the differences of (0,)"));
}

/// Several differences along an axis that may not exist.
#[derive(Clone, Copy)]
struct Along {
    size: usize,
    axis: usize,
}

impl HasDifferences<Along, Dyn> for (Dyn,) {
    type Output = (Dyn,);

    fn differences(&self, along: Along, _: Dyn) -> Result<((Dyn,), usize), ShapeError> {
        Ok(((Dyn::new(along.size),), along.axis))
    }
}

#[test]
fn several_differences_of_another_tensor() {
    let x = vector(4);
    for (count, size) in (1..=4).flat_map(|count| [1, 2, 3, 4, 100].map(|size| (count, size))) {
        let mut out = vector(size);
        // sizes up to the right one are parts of the result
        let fits = size + count <= 4;
        for axis in [0, 1, usize::MAX] {
            let along = Along { size, axis };
            assert_eq!(x.try_diff_n(along, Dyn::new(count)).is_ok(), fits && axis == 0, "{count} {size} {axis}");
            assert_eq!(x.try_diff_n_into(along, Dyn::new(count), &mut out).is_ok(), fits && axis == 0);
        }
    }
    let refused = x.try_diff_n(Along { size: 4, axis: 0 }, Dyn::new(2)).unwrap_err().to_string();
    assert!(refused.starts_with("cannot take the differences of (4,) as (4,)"), "{refused}");
}

/// A local axis that combines two dims.
#[derive(Clone, Copy)]
struct X;

impl HasAxis<X> for (Dyn, Dyn) {
    const AXIS: isize = 0;
    type Item = Dyn;
    type Put<P> = (P, Dyn);
    type Without = (Dyn,);
    type Two<P, Q> = (P,);
}

impl HasAxis<X> for (Dyn, Dyn, Dyn) {
    const AXIS: isize = 0;
    type Item = Dyn;
    type Put<P> = (P, Dyn, Dyn);
    type Without = (Dyn, Dyn);
    type Two<P, Q> = (P, Q, Dyn, Dyn);
}

impl HasNext<X> for (Dyn, Dyn, Dyn) {
    type Next = Dyn;
    type PutBoth<P> = (P,);
}

#[test]
fn axes_that_are_lost() {
    let none: Tensor<u64, (Dyn, Dyn)> = Tensor::from_vec((Dyn::new(1000), Dyn::new(0)), vec![]).unwrap();
    panic_of(|| none.reshape_by(Unflatten(X, (Dyn::new(1000), Dyn::new(1)))).sizes());
}

/// A letter that occurs twice on the right.
struct Again;

impl PatternEntry for Again {
    const TEXT: LetterText = <Alone<letter::a> as PatternEntry>::TEXT;
}

impl<Env, Written> GiveAxis<Env, Written> for Again {
    type Dim = Dyn;
    type Env = Env;
}

#[test]
fn a_letter_twice() {
    let pattern = ByLetters::<(Alone<letter::a>,), (Alone<letter::a>, Again)>::new();
    let x = vector(10);
    assert!(ops::try_rearrange_view(pattern, &x, ()).unwrap_err().to_string().starts_with("cannot rearrange (10,)"));
    assert!(ops::try_rearrange(pattern, &x, ()).is_err());
}

/// A pattern with the sizes of another shape.
#[derive(Clone, Copy)]
struct Given {
    out: usize,
    of: usize,
}

type Pattern = ByLetters<(Alone<letter::a>,), (Alone<letter::a>,)>;

impl RearrangeBy<(Dyn,), Given> for Pattern {
    type Output = (Dyn,);
    const TEXT: [&'static [u8]; 2] = [b"a", b"a"];

    fn bind(_: &(Dyn,), given: &Given) -> Result<((Dyn,), Sizes), ShapeError> {
        let (_, sizes) = <Self as RearrangeBy<(Dyn,), ()>>::bind(&(Dyn::new(given.of),), &())?;
        Ok(((Dyn::new(given.out),), sizes))
    }
}

#[test]
fn letters_of_another_tensor() {
    let (x, mut out) = (vector(100), vector(4));
    let error = ops::try_rearrange_into(Pattern::new(), &x, Given { out: 4, of: 100 }, &mut out).unwrap_err();
    assert!(error.to_string().starts_with("cannot rearrange to (4,) the letters (100,)"), "{error}");
    let error = ops::try_rearrange_view(Pattern::new(), &out, Given { out: 100, of: 100 }).unwrap_err();
    assert!(error.to_string().starts_with("cannot rearrange (4,) as (100,)"), "{error}");
    let error = ops::try_rearrange_view(Pattern::new(), &out, Given { out: 100, of: 4 }).unwrap_err();
    assert!(error.to_string().starts_with("cannot view (4,) as (100,)"), "{error}");
    panic_of(|| ops::try_rearrange(Pattern::new(), &out, Given { out: 100, of: 4 }).is_ok());
    assert!(ops::try_rearrange_view(Pattern::new(), &out, Given { out: 4, of: 4 }).is_ok());
}

/// An axis whose removal keeps the rank.
#[derive(Clone, Copy)]
struct Kept;

impl HasAxis<Kept> for (Dyn, Dyn) {
    const AXIS: isize = 0;
    type Item = Dyn;
    type Put<P> = (P, Dyn, Dyn);
    type Without = (Dyn, Dyn);
    type Two<P, Q> = (P, Q, Dyn);
}

#[test]
fn parts_of_another_rank() {
    let mut x: Tensor<u64, (Dyn, Dyn)> = Tensor::full((Dyn::new(2), Dyn::new(3)), 1);
    panic_of(|| x.axis_iter(Kept).map(|part| part.sum_all()).collect::<Vec<_>>());
    panic_of(|| x.axis_iter_mut(Kept).for_each(|mut part| part.fill(2)));
    panic_of(|| x.axis_chunks_iter_mut(Kept, Dyn::new(1)).for_each(|mut part| part.fill(2)));
    panic_of(|| x.index_axis(Kept, 1).sum_all());
    assert!(x.iter().all(|x| *x == 1));
}

#[test]
fn views_of_more_elements_than_are_counted() {
    let one = Tensor::scalar(1u8);
    // more than the square root of `usize::MAX`, and half of it
    let (root, half) = (1 << (usize::BITS / 2 + 1), isize::MAX as usize / 2);
    for sizes in [&[usize::MAX][..], &[isize::MAX as usize + 1], &[root, root]] {
        let error = one.try_broadcast_to(&AnyShape::from(sizes)).unwrap_err();
        assert_eq!(error.kind(), conformable::ErrorKind::Overflow, "{error}");
    }
    let large = one.try_broadcast_to(&(Dyn::new(half + 1),)).unwrap();
    assert_eq!(large[half], 1);
    let error = large.try_sliding_windows(Axis::<0>, Dyn::new(half / 2), Window::new()).unwrap_err();
    assert_eq!(error.kind(), conformable::ErrorKind::Overflow, "{error}");
}

#[test]
fn windows_of_one_element_apart() {
    let x = Tensor::from([1.0_f32, 3.0, 2.0]);
    for dilation in [1, 2, isize::MAX as usize, usize::MAX] {
        let window = Window::new().dilation(dilation);
        let seen = x.try_sliding_windows(Axis::<0>, Dyn::new(1), window).unwrap();
        assert_eq!(seen.sizes(), [3, 1]);
        assert!(seen.iter().eq(x.iter()));
        let images: Tensor<f32, _> = Tensor::from([[[1.0_f32, 3.0, 2.0]]]);
        let weights: Tensor<f32, _> = Tensor::from([[[2.0_f32]]]);
        let products = images.try_conv(&weights, window).unwrap();
        assert!(products.iter().eq(&[2.0, 6.0, 4.0]), "{dilation}");
    }
}
