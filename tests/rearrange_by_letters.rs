//! Axes rearranged by patterns, against loops over indices, for operands of any strides.

use crate::common::naive::{Computed, indices, same};
use crate::common::numbers::config;
use crate::common::strides::{Layout, layout, written_at};
use conformable::product::{RearrangeBy, RearrangedBy, SizeOf, letter};
use conformable::{
    AnyShape, Dim, Dyn, ErrorKind, Inline, Rearrangement, Shape, Size, Tensor, View, assert_type_eq, rearrange,
    rearrange_into, rearrange_view, shape, try_rearrange, try_rearrange_into, try_rearrange_view,
};
use ndarray::{ArrayD, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;

/// The letters of each axis of a side as text.
fn sides(text: &str) -> Vec<Vec<u8>> {
    let (mut axes, mut is_open): (Vec<Vec<u8>>, bool) = (Vec::new(), false);
    for byte in text.bytes() {
        match byte {
            b'(' | b')' => {
                is_open = byte == b'(';
                if is_open {
                    axes.push(Vec::new());
                }
            }
            b'1' => axes.push(Vec::new()),
            b'a'..=b'z' if is_open => axes.last_mut().expect("an open axis").push(byte),
            b'a'..=b'z' => axes.push(vec![byte]),
            _ => {}
        }
    }
    axes
}

/// The size of a letter.
fn size(sizes: &[usize; 26], letter: u8) -> usize {
    sizes[usize::from(letter - b'a')]
}

/// The index of an axis of several letters, from the indices of all letters.
fn place_of(axis: &[u8], letters: &[u8], index: &[usize], sizes: &[usize; 26]) -> usize {
    axis.iter().fold(0, |at, letter| {
        let i = letters.iter().position(|other| other == letter).expect("a letter of both sides");
        at * size(sizes, *letter) + index[i]
    })
}

/// The sizes and elements of the result, in row-major order.
fn pattern_by_loops(from: &str, to: &str, sizes: &[usize; 26], array: &ndarray::ArrayViewD<u32>) -> Computed<u32> {
    let (from, to) = (sides(from), sides(to));
    let letters: Vec<u8> = to.iter().flatten().copied().collect();
    let all: Vec<usize> = letters.iter().map(|&letter| size(sizes, letter)).collect();
    let elements = indices(&all).map(|index| {
        let at: Vec<usize> = from.iter().map(|axis| place_of(axis, &letters, &index, sizes)).collect();
        array[IxDyn(&at)]
    });
    let elements = elements.collect();
    (to.iter().map(|axis| axis.iter().map(|&letter| size(sizes, letter)).product()).collect(), elements)
}

/// Memory for an operand of that side.
fn memory_of(from: &str, sizes: &[usize; 26], layout: &Layout) -> ArrayD<u32> {
    let axes: Vec<usize> =
        sides(from).iter().map(|axis| axis.iter().map(|&letter| size(sizes, letter)).product()).collect();
    layout.unstretched().memory(&axes, |i| u32::try_from(i).expect("few"))
}

/// Every form of a pattern: `pattern!(sizes, layouts, (Dyn, Dyn); b (h d) -> h b d; h)`.
macro_rules! pattern {
    ($sizes:expr, $layouts:expr, $Dims:ty; [$($from:tt)*] -> [$($to:tt)*] $(; $($letter:ident)*)?) => {{
        let (sizes, layouts): (&[usize; 26], &[Layout; 2]) = ($sizes, $layouts);
        let (from, to) = (stringify!($($from)*), stringify!($($to)*));
        $($(let $letter = size(sizes, stringify!($letter).as_bytes()[0]);)*)?
        let memory = memory_of(from, sizes, &layouts[0]);
        let array = layouts[0].unstretched().view(&memory);
        let expected = pattern_by_loops(from, to, sizes, &array);
        let x: Tensor<u32, $Dims, View> = Tensor::try_from(&array).expect("its rank");
        let any: Tensor<u32, AnyShape, View> = Tensor::try_from(&array).expect("any shape");

        let z = rearrange!($($from)* -> $($to)*; x $(, $($letter = $letter),*)?);
        same(&z, &expected);
        let z = try_rearrange!($($from)* -> $($to)*; any $(, $($letter = $letter),*)?).expect("its sizes");
        same(&z, &expected);
        // a view if NumPy has one; for a dense tensor in the same order always
        if let Ok(view) = try_rearrange_view!($($from)* -> $($to)*; x $(, $($letter = $letter),*)?) {
            same(&view, &expected);
        } else {
            assert!(to.contains('('));
        }
        let out = written_at(&expected.0, &layouts[1], 0, |out| {
            rearrange_into!($($from)* -> $($to)*; x $(, $($letter = $letter),*)? => *out);
        });
        same(&out, &expected);
    }};
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn operands_of_any_strides(sizes in vec(prop_oneof![1 => Just(1), 6 => 2..5_usize], 26), zero in 0..90_usize, layouts in vec(layout(), 2)) {
        let mut sizes: [usize; 26] = sizes.try_into().expect("26 letters");
        // an inferred size must not be one of a numel of 0
        if zero < 26 && b"bck".contains(&(b'a' + u8::try_from(zero).expect("few"))) {
            sizes[zero] = 0;
        }
        let layouts: [Layout; 2] = layouts.try_into().expect("two");
        let (s, l) = (&sizes, &layouts);
        pattern!(s, l, (Dyn, Dyn, Dyn); [b t c] -> [c b t]);
        pattern!(s, l, (Dyn, Dyn, Dyn); [b t (h d)] -> [b h t d]; h);
        pattern!(s, l, (Dyn, Dyn, Dyn); [b t (h d)] -> [b h t d]; d);
        pattern!(s, l, (Dyn, Dyn, Dyn); [b t (h d)] -> [b h t d]; h d);
        pattern!(s, l, (Dyn, Dyn, Dyn, Dyn); [b h t d] -> [b t (h d)]);
        pattern!(s, l, (Dyn, Dyn, Dyn, Dyn); [b h t d] -> [(b h) (t d)]);
        pattern!(s, l, (Dyn, Dyn); [(b h) (t d)] -> [d t 1 h b 1]; h t);
        pattern!(s, l, (Dyn, Dyn, Dyn); [1 b c] -> [c b]);
        pattern!(s, l, (Dyn, Dyn); [b c] -> [1 (b c) 1]);
        pattern!(s, l, (Dyn,); [(b c k)] -> [k b c]; b c k);
        pattern!(s, l, (Dyn,); [(h d t)] -> [(t h d)]; h t);
        pattern!(s, l, (Dyn, Dyn, Dyn); [b (h x) (w y)] -> [b h w (x y)]; x y);
        pattern!(s, l, (); [] -> [1 1]);
    }
}

#[test]
fn types_of_results() {
    type Heads = Rearrangement![b t (h d) -> b h t d];
    struct Batch;
    assert_type_eq!(
        RearrangedBy<Heads, (Dyn<Batch>, Size<5>, Size<512>), (SizeOf<letter::d, Size<64>>,)>,
        (Dyn<Batch>, Size<8>, Size<5>, Size<64>)
    );
    assert_type_eq!(RearrangedBy<Heads, Shape![2, 5, 512], (SizeOf<letter::h, Dyn>,)>, Shape![2, _, 5, _]);
    assert_type_eq!(RearrangedBy<Rearrangement![(a b) c -> c (b a)], (Dyn, Size<3>), (SizeOf<letter::a, Size<4>>,)>, (Size<3>, Dyn));
    assert_type_eq!(RearrangedBy<Rearrangement![1 c -> c], Shape![_, 3], ()>, Shape![3]);

    const HEADS: usize = 4;
    let x = Tensor::inline([[1, 2, 3, 4], [5, 6, 7, 8]]);
    let y: Tensor<i32, Shape![4, 2, 1], Inline> = rearrange!(t (h d) -> h t d; x, h = {HEADS});
    assert_eq!(y.index_axis(conformable::Axis::<0>, 3).to_vec(), [4, 8]);
}

/// Generic code needs no bound if every axis has one letter.
fn channels_last<N: Dim, C: Dim, H: Dim, W: Dim>(x: &Tensor<f32, (N, C, H, W)>) -> Tensor<f32, (N, H, W, C)> {
    rearrange!(n c h w -> n h w c; x)
}

#[test]
fn generic_dims() {
    assert_eq!(
        channels_last(&Tensor::from([[[[1.0, 2.0]], [[3.0, 4.0]]]])),
        Tensor::from([[[[1.0, 3.0], [2.0, 4.0]]]])
    );
    let x = Tensor::from([[1, 2], [3, 4]]);
    assert_eq!(rearrange_view!(i j -> j i; x), x.t());
}

#[test]
fn refusals_name_the_letters() {
    type Heads = Rearrangement![b (h d) -> b h d];
    let text = |error: conformable::ShapeError| (error.kind(), error.to_string());
    let three = (SizeOf::<letter::h, _>::new(Dyn::new(3)),);
    let why = "and 3, the product of the sizes that are known, does not divide it";
    assert_eq!(
        text(Heads::new().of(&shape![2, 8], &three).unwrap_err()),
        (ErrorKind::Mismatch, format!("`(h d)` is 8 in (2, 8), {why}"))
    );
    let zero = (SizeOf::<letter::h, _>::new(Dyn::new(0)),);
    assert_eq!(Heads::new().of(&shape![2, 0], &zero).unwrap_err().kind(), ErrorKind::Mismatch);
    assert_eq!(
        text(
            Heads::new()
                .of(
                    &shape![2, 8].erase(),
                    &(SizeOf::<letter::h, _>::new(Size::<2>), SizeOf::<letter::d, _>::new(Size::<3>))
                )
                .unwrap_err()
        )
        .1,
        "`(h d)` is 8 in (2, 8), and 6, the product of the sizes of its letters, is not"
    );
    assert_eq!(
        text(Heads::new().of(&shape![2, 8, 1].erase(), &three).unwrap_err()),
        (ErrorKind::RankMismatch, "`b (h d)` needs one entry for each axis of (2, 8, 1)".to_string())
    );
    let one = <Rearrangement![1 b -> b]>::new();
    assert_eq!(
        text(one.of(&AnyShape::from([2, 8]), &()).unwrap_err()).1,
        "`1` is 2 in (2, 8), and 1, the product of the sizes of its letters, is not"
    );
}

#[test]
fn what_is_refused_changes_nothing() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let mut out = Tensor::from([7; 3]).erase();
    assert!(try_rearrange_into!(i j -> (i j); x => out).is_err());
    let n = 3;
    assert!(try_rearrange_into!(i (j k) -> i j k; x, j = n => out).is_err());
    assert_eq!(out.to_vec(), [7; 3]);
}
