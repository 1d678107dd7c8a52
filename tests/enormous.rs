//! Counts and sizes near `usize::MAX`, for tensors that need little memory: empty, of elements of no bytes, or
//! broadcast. Each operation here returns at once, as it does not visit each index.

#![allow(clippy::cast_possible_wrap, clippy::float_cmp, reason = "sizes are below `isize::MAX`, and elements are 1")]

use conformable::ops::Pad;
use conformable::{AnyShape, Axis, Dyn, ErrorKind, Tensor};

const MOST: usize = isize::MAX as usize;

/// A number of `f32`s for which there is no memory, although `usize` counts the bytes.
const LARGE: usize = if cfg!(target_pointer_width = "64") { MOST / 4 - 1 } else { MOST / 2 };

/// A dynamic tensor of these sizes with equal elements.
fn full<T: Clone>(sizes: &[usize], value: T) -> Tensor<T, AnyShape> {
    Tensor::full(AnyShape::from(sizes), value)
}

fn sizes<T>(x: &Tensor<T, AnyShape>) -> &[usize] {
    x.shape()
}

#[test]
fn elements_of_no_bytes() {
    let x = Tensor::try_full(AnyShape::from([MOST]), ()).unwrap();
    assert_eq!(x.len(), MOST);
    assert_eq!(x.clone().len(), MOST);
    assert_eq!(x.to_owned().len(), MOST);
}

#[test]
fn joins_of_elements_of_no_bytes() {
    let x = full(&[MOST / 2], ());
    let all = conformable::concat(Axis::<0>, (&x, &x));
    assert_eq!(all.len(), MOST - 1);
    assert_eq!(sizes(&conformable::stack(Axis::<1>, (&x, &x))), [MOST / 2, 2]);
    let x = full(&[3], ());
    assert_eq!(x.tile(Axis::<0>, Dyn::new(MOST / 3)).len(), MOST / 3 * 3);
    assert_eq!(x.repeat(Axis::<0>, Dyn::new(MOST / 3)).len(), MOST / 3 * 3);
    for with in [Pad::Constant(()), Pad::Edge] {
        assert_eq!(x.pad(Axis::<0>, (Dyn::new(MOST / 2), Dyn::new(2)), with).len(), MOST / 2 + 5);
    }
    let x = full(&[MOST / 4], ());
    let more = Dyn::new(MOST / 4 - 1);
    assert_eq!(x.pad(Axis::<0>, (more, more), Pad::Reflect).len(), MOST / 4 * 3 - 2);
}

#[test]
fn joins_without_elements() {
    let x = full(&[0, 2], 1.0);
    for count in [usize::MAX, MOST, MOST / 1024] {
        assert!(x.try_tile(Axis::<0>, Dyn::new(count)).unwrap().is_empty());
        assert!(x.try_repeat(Axis::<0>, Dyn::new(count)).unwrap().is_empty());
        // the size of the result may not be a `usize`
        let along = x.try_tile(Axis::<1>, Dyn::new(count));
        assert_eq!(along.is_ok(), count.checked_mul(2).is_some(), "{count}");
    }
    assert!(x.try_pad(Axis::<1>, (Dyn::new(MOST - 4), Dyn::new(1)), Pad::Edge).unwrap().is_empty());
    let mut out = full(&[0, 2], 0.0);
    x.try_tile_into(Axis::<0>, Dyn::new(usize::MAX), &mut out).unwrap();
    x.try_repeat_into(Axis::<0>, Dyn::new(usize::MAX), &mut out).unwrap();
    assert_eq!(sizes(&x.tile(Axis::<1>, Dyn::new(0))), [0, 0]);
}

#[test]
fn stretched_indices() {
    // views with two such axes have half of `isize::MAX` elements
    const SIDE: usize = 1 << (usize::BITS / 2 - 1);
    let x = full(&[4, 3], 1_u8);
    let index = full(&[1, 1], 2_i64);
    let many = index.try_broadcast_to(&AnyShape::from([SIDE, SIDE])).unwrap();
    let error = x.try_take(Axis::<0>, &many).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Overflow | ErrorKind::OutOfMemory), "{error}");
    // an empty result needs no memory, but its indices are checked
    let empty = full(&[4, 0], 1_u8);
    assert_eq!(sizes(&empty.try_take(Axis::<0>, &many).unwrap()), [SIDE, SIDE, 0]);
    let wrong = full(&[1, 1], 4_i64);
    let many = wrong.try_broadcast_to(&AnyShape::from([SIDE, SIDE])).unwrap();
    let error = empty.try_take(Axis::<0>, &many).unwrap_err().to_string();
    assert!(error.contains('4'), "{error}");
}

#[test]
fn the_first_of_stretched_indices_that_is_out_of_bounds() {
    let x = full(&[4], 1_u8);
    let column = Tensor::from_vec(AnyShape::from([3, 1]), vec![0_i64, 9, -7]).unwrap();
    let stretched = column.try_broadcast_to(&AnyShape::from([3, 5])).unwrap();
    let error = |indices: &Tensor<i64, AnyShape>| x.try_take(Axis::<0>, indices).unwrap_err().to_string();
    assert_eq!(x.try_take(Axis::<0>, &stretched).unwrap_err().to_string(), error(&stretched.to_owned()));
}

/// Two such axes have half of `isize::MAX` elements.
const SIDE: usize = 1 << (usize::BITS / 2 - 1);

/// A tensor of one element that broadcasts to these sizes.
fn stretched<'x, T>(one: &'x Tensor<T, AnyShape>, sizes: &[usize]) -> Tensor<T, AnyShape, conformable::View<'x>> {
    one.try_broadcast_to(&AnyShape::from(sizes)).unwrap()
}

/// Asserts that a result needs more memory than there is, or more elements than can be counted.
#[track_caller]
fn is_too_large<T>(result: Result<T, conformable::ShapeError>) {
    let Err(error) = result else { panic!("there is a result") };
    assert!(matches!(error.kind(), ErrorKind::Overflow | ErrorKind::OutOfMemory), "{error}");
}

#[test]
fn orders_of_stretched_axes() {
    let one = full(&[1, 1], 1.0_f32);
    let x = stretched(&one, &[SIDE, SIDE]);
    is_too_large(x.try_sort(Axis::<0>));
    is_too_large(x.try_argsort_descending(Axis::<1>));
    is_too_large(x.try_bottom_k(Axis::<1>, Dyn::new(SIDE)));
    let empty = full(&[0, 1], 1.0_f32);
    let empty = stretched(&empty, &[0, MOST]);
    assert_eq!(sizes(&empty.try_sort(Axis::<1>).unwrap()), [0, MOST]);
    assert_eq!(sizes(&empty.try_argsort(Axis::<0>).unwrap()), [0, MOST]);
    assert_eq!(sizes(&empty.try_bottom_k(Axis::<1>, Dyn::new(MOST)).unwrap().0), [0, MOST]);
    assert!(empty.try_bottom_k(Axis::<1>, Dyn::new(usize::MAX)).is_err());
}

#[test]
fn differences_without_elements() {
    let x = full(&[0, MOST], 1.0_f32);
    assert_eq!(sizes(&x.try_diff_n(Axis::<1>, Dyn::new(MOST - 1)).unwrap()), [0, 1]);
    let mut out = full(&[0, 2], 1.0_f32);
    x.try_diff_n_into(Axis::<1>, Dyn::new(MOST - 2), &mut out).unwrap();
    assert!(x.try_diff_n(Axis::<1>, Dyn::new(usize::MAX)).is_err());
    assert!(x.try_diff_n(Axis::<0>, Dyn::new(usize::MAX)).is_err());
}

#[test]
fn repeats_and_pads_without_elements() {
    let x = full(&[0, 3], 1.0_f32);
    let counts = |counts: [usize; 3]| x.try_repeat_each(Axis::<1>, &Tensor::from(counts));
    assert!(counts([usize::MAX, 1, 0]).is_err());
    assert_eq!(sizes(&counts([usize::MAX - 1, 1, 0]).unwrap()), [0, usize::MAX]);
    is_too_large(full(&[3], 1.0_f32).try_repeat_each(Axis::<0>, &Tensor::from([MOST, 0, 0])));
    let pad = |before, after| x.try_pad(Axis::<1>, (Dyn::new(before), Dyn::new(after)), Pad::Wrap);
    assert_eq!(sizes(&pad(MOST, 7).unwrap()), [0, MOST + 10]);
    assert!(pad(usize::MAX, 1).is_err());
    assert!(x.try_pad(Axis::<0>, (Dyn::new(MOST), Dyn::new(0)), Pad::Wrap).is_err());
    is_too_large(full(&[3], 1.0_f32).try_pad(Axis::<0>, (Dyn::new(MOST), Dyn::new(0)), Pad::Wrap));
    let nothing = full(&[MOST / 4], ());
    let more = Dyn::new(MOST / 4 + 1);
    assert_eq!(nothing.pad(Axis::<0>, (more, more), Pad::Wrap).len(), MOST / 4 * 3 + 2);
}

#[test]
fn rows_of_stretched_indices() {
    // on 32 bits too, the results are larger than any allocation
    let x = full(&[4, 3], 1_f64);
    let one = full(&[1, 2], 2_i64);
    is_too_large(x.try_gather_nd(&stretched(&one, &[MOST / 2, 2])));
    // no row is checked again, and none writes an element
    let no_elements = full(&[4, 3, 0], 1_u8);
    assert_eq!(sizes(&no_elements.try_gather_nd(&stretched(&one, &[MOST / 2, 2])).unwrap()), [MOST / 2, 0]);
    no_elements.clone().try_scatter_nd(&stretched(&one, &[MOST / 2, 2]), 1).unwrap();
    assert!(no_elements.try_gather_nd(&stretched(&full(&[1, 2], 3_i64), &[MOST / 2, 2])).is_err());
    // rows of 0 indices select the whole tensor
    let none = full(&[1, 0], 2_i64);
    is_too_large(x.try_gather_nd(&stretched(&none, &[MOST, 0])));
    assert_eq!(sizes(&full(&[0], 1_u8).try_gather_nd(&stretched(&none, &[MOST, 0])).unwrap()), [MOST, 0]);
    assert!(x.try_gather_nd(&stretched(&full(&[1, 1], 2_i64), &[0, MOST])).is_err());
    let wide = full(&[0, MOST], 1_u8);
    assert_eq!(sizes(&wide.try_gather_nd(&full(&[0, 1], 0_i64)).unwrap()), [0, MOST]);
    assert!(wide.try_gather_nd(&full(&[1, 1], 0_i64)).is_err());
    assert_eq!(sizes(&full(&[MOST, 0], 1_u8).try_gather_nd(&full(&[1, 1], -1_i64)).unwrap()), [1, 0]);
}

#[test]
fn values_combined_at_stretched_indices() {
    use conformable::ops::ScatterReduce;

    let mut empty = full(&[4, 0], 1_u8);
    let one = full(&[1], 2_i64);
    let many = stretched(&one, &[MOST]);
    empty.try_index_reduce(Axis::<0>, &many, 1, ScatterReduce::Max).unwrap();
    let wrong = full(&[1], 4_i64);
    assert!(empty.try_index_reduce(Axis::<0>, &stretched(&wrong, &[MOST]), 1, ScatterReduce::Add).is_err());
    let none = full(&[1, 0], 2_i64);
    assert!(empty.try_scatter_reduce(Axis::<0>, &stretched(&none, &[MOST, 0]), 1, ScatterReduce::Mul).is_ok());
}

#[test]
fn diagonals_and_grids() {
    let one = full(&[1, 1], 1_u8);
    let x = stretched(&one, &[SIDE, SIDE]);
    for (offset, size) in [(1, SIDE - 1), (-1, SIDE - 1), (isize::MAX, 0), (isize::MIN, 0), (SIDE as isize - 1, 1)] {
        assert_eq!(x.try_offset_diagonal(Axis::<0>, Axis::<1>, offset).unwrap().shape()[..], [size], "{offset}");
    }
    assert_eq!(x.try_offset_diagonal(Axis::<0>, Axis::<1>, u64::MAX).unwrap().len(), 0);
    let line = full(&[1], 1_u8);
    let line = stretched(&line, &[MOST]);
    let (x, _) = conformable::ops::try_meshgrid((&line, &full(&[1], 1_u8))).unwrap();
    assert_eq!(x.len(), MOST);
    is_too_large(conformable::ops::try_meshgrid((&line, &line)));
    let none = full(&[0], 1_u8);
    let (x, y) = conformable::ops::try_meshgrid((&line, &none)).unwrap();
    assert_eq!((x.len(), y.len()), (0, 0));
}

#[test]
fn sizes_that_are_inferred() {
    let x = full(&[0, 3], 1_u8);
    let half = 1 << (usize::BITS / 2);
    for to in [&[usize::MAX, 2][..], &[usize::MAX], &[half, half, half]] {
        assert!(x.try_reshape_to_view(to).is_err(), "{to:?}");
    }
    assert_eq!(
        x.try_reshape_to_view(&[usize::MAX as u64, 0]).map(|x| x.shape()[..] == [usize::MAX, 0]).ok(),
        Some(true)
    );
    let most = usize::try_from(i64::MAX).unwrap_or(usize::MAX);
    assert!(x.try_reshape_to_view(&[-1, i64::MAX]).map_or(true, |x| x.shape()[..] == [0, most]));
    assert!(x.try_reshape_to_view(&[-1, i64::MAX, 3]).map_or(true, |x| x.is_empty()));
    assert!(x.try_reshape_to_view(&[i64::MIN, 0]).is_err());
    let x = full(&[MOST], ());
    assert_eq!(x.try_reshape_to_view(&[1, -1]).unwrap().len(), MOST);
    assert!(x.try_unflatten_view(Axis::<0>, (Dyn::new(usize::MAX), Dyn::new(usize::MAX))).is_err());
    assert!(x.try_unflatten_view(Axis::<0>, (conformable::axes::Inferred, Dyn::new(0))).is_err());
    assert_eq!(x.try_unflatten_view(Axis::<0>, (conformable::axes::Inferred, Dyn::new(MOST))).unwrap().len(), MOST);
}

#[test]
fn windows_over_stretched_axes() {
    use conformable::shape;
    use conformable::windows::{Sides, Window};

    let one = full(&[1, 1], 1.0_f32);
    let dyns = |size| (Dyn::new(size),);
    // with pointers of 32 bits, the results of the smaller ones fit in memory
    let sizes = [MOST, MOST / 2, MOST / 4, MOST / 8];
    for &size in if cfg!(target_pointer_width = "64") { &sizes[..] } else { &sizes[..1] } {
        let x = stretched(&one, &[1, size]);
        let is_refused = |result: Result<(), conformable::ShapeError>| assert!(result.is_err(), "{size}");
        is_refused(x.try_max_pool(dyns(2), Window::new()).map(drop));
        is_refused(x.try_max_pool(dyns(2), Window::new().dilation(Dyn::new(2))).map(drop));
        is_refused(x.try_max_pool_with_indices(dyns(2), Window::new().ceil_mode()).map(drop));
        let window = Window::new().stride(Dyn::new(1)).padding(Sides(Dyn::new(4), Dyn::new(3)));
        is_refused(x.try_avg_pool(dyns(3), window.dilation(Dyn::new(2))).map(drop));
        is_refused(x.try_adaptive_max_pool(dyns(MOST)).map(drop));
    }
    let x = full(&[1, 1], 1.0_f32);
    for size in [LARGE, MOST, usize::MAX] {
        assert!(x.try_adaptive_avg_pool(dyns(size)).is_err());
        assert!(x.try_max_pool(dyns(1), Window::new().padding(Dyn::new(size))).is_err());
        let far = Window::new().dilation(Dyn::new(size)).padding(Dyn::new(size)).stride(Dyn::new(1));
        assert!(x.try_max_pool(dyns(2), far).map_or(true, |x| x.len() == 1));
        assert!(x.try_max_pool(dyns(size), Window::new()).is_err());
    }
    let empty = full(&[0, 1], 1.0_f32);
    for size in [MOST / 4, MOST / 2, MOST, usize::MAX] {
        assert!(empty.try_adaptive_avg_pool(dyns(size)).map_or(true, |x| x.shape()[..] == [0, size]));
    }
    assert!(empty.try_adaptive_avg_pool(shape![1, 1, 1]).is_err());
}

#[test]
fn interpolations_to_many() {
    use conformable::ops::{Coordinates, Multilinear, Nearest, NearestMode};

    let coordinates =
        [Coordinates::HalfPixel, Coordinates::PytorchHalfPixel, Coordinates::AlignCorners, Coordinates::Asymmetric];
    let modes = [NearestMode::Floor, NearestMode::Ceil, NearestMode::RoundPreferFloor, NearestMode::RoundPreferCeil];
    let one = full(&[1], 1.0_f32);
    let few = full(&[0, 1], 1.0_f32);
    for size in [LARGE, LARGE + 1, MOST, usize::MAX] {
        for by in coordinates {
            is_too_large(one.try_interpolate((Dyn::new(size),), Multilinear(by)));
            let from_many = size > MOST || {
                let x = stretched(&one, &[size]);
                [1, 2, 3, 5].iter().all(|&to| {
                    let y = x.try_interpolate((Dyn::new(to),), Multilinear(by));
                    y.map_or(true, |y| y.iter().all(|&y| (y - 1.0).abs() < 1e-6))
                        && modes.iter().all(|&mode| {
                            let y = x.try_interpolate((Dyn::new(to),), Nearest(by, mode));
                            y.map_or(true, |y| y.iter().all(|&y| y == 1.0))
                        })
                })
            };
            assert!(from_many, "{size} {by:?}");
            for mode in modes {
                is_too_large(one.try_interpolate((Dyn::new(size),), Nearest(by, mode)));
                let y = few.try_interpolate((Dyn::new(size),), Nearest(by, mode));
                assert!(y.map_or(true, |y| y.shape()[..] == [0, size]));
            }
        }
    }
}

#[test]
fn blocks_of_pixels() {
    let x = full(&[0, MOST, MOST], 1_u8);
    assert_eq!(sizes(&x.try_pixel_shuffle(Dyn::new(1)).unwrap()), [0, MOST, MOST]);
    assert_eq!(sizes(&x.try_pixel_shuffle(Dyn::new(2)).unwrap()), [0, usize::MAX - 1, usize::MAX - 1]);
    for factor in [3, MOST, usize::MAX, 0] {
        assert!(x.try_pixel_shuffle(Dyn::new(factor)).is_err(), "{factor}");
        assert!(x.try_depth_to_space(Dyn::new(factor)).is_err(), "{factor}");
    }
    let x = full(&[MOST, 0, 2], 1_u8);
    for factor in [2, MOST, usize::MAX, 0] {
        assert!(x.try_pixel_unshuffle(Dyn::new(factor)).is_err(), "{factor}");
        assert!(x.try_space_to_depth(Dyn::new(factor)).is_err(), "{factor}");
    }
}

#[test]
fn masks_without_elements() {
    let rows = AnyShape::from([MOST, 0]);
    assert!(Tensor::try_tril_mask(rows.clone(), isize::MIN).unwrap().is_empty());
    assert!(Tensor::try_triu_mask(rows, isize::MAX).unwrap().is_empty());
    is_too_large(Tensor::try_tril_mask(AnyShape::from([MOST, 2]), 0));
    let x = full(&[0, MOST], 1_u8);
    let mask = full(&[0, MOST], true);
    assert!(x.try_masked_select(&mask).unwrap().is_empty());
    assert_eq!(sizes(&mask.try_nonzero().unwrap().erase()), [0, 2]);
    is_too_large(full(&[1], 0_u8).try_one_hot_along::<f32, _, _>(Axis::<0>, Dyn::new(MOST)));
}

#[test]
fn equations_of_large_sizes() {
    use conformable::ops::{try_einsum_str, try_rearrange_str};

    let one = full(&[1], 1.0_f32);
    let x = stretched(&one, &[MOST]);
    is_too_large(try_einsum_str("i,j->ij", &[&x, &x]));
    is_too_large(try_einsum_str("i->i", &[&x]));
    let empty = full(&[0], 1.0_f32);
    assert_eq!(sizes(&try_einsum_str("i,j->ij", &[x.view(), empty.view()]).unwrap()), [MOST, 0]);
    assert!(try_einsum_str("i,i->i", &[x.view(), empty.view()]).is_err());
    for sizes in [&[('a', usize::MAX), ('b', usize::MAX)][..], &[('a', usize::MAX)], &[('a', 0)], &[('b', MOST)]] {
        assert!(try_rearrange_str("(a b) -> a b", &x, sizes).is_err(), "{sizes:?}");
        let y = try_rearrange_str("(a b) -> a b", &empty, sizes);
        assert!(y.map_or(true, |y| y.is_empty()), "{sizes:?}");
    }
    let wide = full(&[0, MOST, 2], 1.0_f32);
    assert!(try_rearrange_str("a b c -> a (b c)", &wide, &[]).is_ok_and(|x| x.is_empty()));
    assert!(try_rearrange_str("a b c -> (b c a)", &full(&[0, MOST, 3], 1.0_f32), &[]).map_or(true, |x| x.is_empty()));
    is_too_large(try_rearrange_str("a -> 1 a", &x, &[]));
}

/// The number of rows with three elements each.
const ROWS: usize = MOST / 3;

/// Equal rows 0, 1, 2 of almost `isize::MAX` elements.
fn with_rows(f: impl FnOnce(&Tensor<u8, AnyShape, conformable::View<'_>>)) {
    let row = Tensor::from([[0_u8, 1, 2]]).erase();
    f(&stretched(&row, &[ROWS, 3]));
}

#[test]
fn views_of_almost_all_elements() {
    use conformable::axes::Stepped;

    with_rows(|x| {
        assert_eq!((x.len(), x[[ROWS - 1, 2]], x.get([ROWS, 0])), (ROWS * 3, 2, None));
        let y = x.t();
        assert_eq!((&y.shape()[..], y[[2, ROWS - 1]]), (&[3, ROWS][..], 2));
        assert_eq!(x.permute([1, 0])[[1, ROWS - 1]], 1);
        assert_eq!(x.swap_axes(0, -1)[[1, ROWS - 1]], 1);
        assert_eq!(x.move_axis(0, 1)[[1, ROWS - 1]], 1);
        assert_eq!(x.reversed_axes()[[1, ROWS - 1]], 1);
        assert_eq!(x.flip(..)[[ROWS - 1, 0]], 2);
        assert_eq!(x.flip(0)[[ROWS - 1, 0]], 0);
        assert_eq!(x.unsqueeze(1)[[ROWS - 1, 0, 2]], 2);
        assert_eq!(x.unsqueeze(1).squeeze(1)[[ROWS - 1, 2]], 2);
        assert_eq!(x.diagonal(0, 1).to_vec(), [0, 1, 2]);
        assert_eq!(x.offset_diagonal(0, 1, 1 - ROWS as i64).to_vec(), [0]);
        assert_eq!(x.index_axis(0, -1).to_vec(), [0, 1, 2]);
        assert_eq!(x.index_axis(1, 2)[[ROWS - 1]], 2);
        assert!(x.try_index_axis(0, ROWS).is_err() && x.try_index_axis(0, isize::MIN).is_err());
        assert_eq!(x.narrow(0, ROWS - 1..).to_vec(), [0, 1, 2]);
        assert_eq!(x.narrow(0, Stepped(1.., isize::MAX)).shape()[..], [1, 3]);
        assert_eq!(x.narrow(0, Stepped(.., -2)).shape()[..], [ROWS.div_ceil(2), 3]);
        assert_eq!(x.narrow(0, Stepped(.., isize::MIN)).to_vec(), [0, 1, 2]);
        assert!(x.try_narrow(0, 0..ROWS + 1).is_err() && x.try_narrow(0, isize::MIN..0).is_err());
        let y = x.slice((Stepped(.., -3), 1));
        assert_eq!((y.len(), y[[y.len() - 1]]), (ROWS.div_ceil(3), 1));
        let (first, second) = x.split_at(0, ROWS - 1);
        assert_eq!((first.shape()[0], second.to_vec()), (ROWS - 1, vec![0, 1, 2]));
        let (first, second) = x.split(0, (Dyn::new(1), Dyn::new(ROWS - 1)));
        assert_eq!((first.to_vec(), second.shape()[0]), (vec![0, 1, 2], ROWS - 1));
        assert!(x.try_split(0, (Dyn::new(usize::MAX), Dyn::new(ROWS + 1))).is_err());
        assert_eq!(x.chunk(0, ROWS).next_back().map(|part| part.to_vec()), Some(vec![0, 1, 2]));
        assert_eq!(
            (x.axis_iter(0).len(), x.axis_iter(0).next_back().map(|row| row.to_vec())),
            (ROWS, Some(vec![0, 1, 2]))
        );
        assert_eq!(x.axis_iter(1).map(|column| column[[ROWS - 1]]).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(x.axis_chunks_iter(0, ROWS).map(|part| part.shape()[0]).collect::<Vec<_>>(), [ROWS]);
        assert_eq!(x.axis_windows(0, 2).len(), ROWS - 1);
        assert_eq!((x.axis_windows(0, ROWS).len(), x.axis_windows(0, usize::MAX).len()), (1, 0));
        assert_eq!((x.iter().len(), x.iter().next_back(), x.iter().nth(ROWS * 3 - 2)), (ROWS * 3, Some(&2), Some(&1)));
        assert_eq!(x.view().refine::<(Dyn, Dyn)>().map(|x| x.sizes()).ok(), Some([ROWS, 3]));
    });
}

#[test]
fn windows_and_other_shapes_of_almost_all_elements() {
    use conformable::windows::Window;

    // windows slide along axes of up to a quarter of `isize::MAX`
    const FEWER: usize = MOST / 4;

    let row = Tensor::from([[0_u8, 1, 2]]).erase();
    let x = stretched(&row, &[FEWER, 3]);
    // windows of two rows have twice as many elements
    assert_eq!(x.try_sliding_windows(0, Dyn::new(2), Window::new()).unwrap_err().kind(), ErrorKind::Overflow);
    let y = x.sliding_windows(0, Dyn::new(2), Window::new().stride(Dyn::new(2)));
    assert_eq!((y.shape()[0], y[[y.shape()[0] - 1, 2, 1]]), (FEWER / 2, 2));
    let far = x.sliding_windows(0, Dyn::new(2), Window::new().dilation(Dyn::new(FEWER - 1)));
    assert_eq!(far.shape()[..], [1, 3, 2]);
    assert!(x.try_sliding_windows(0, Dyn::new(2), Window::new().dilation(Dyn::new(usize::MAX))).is_err());
    assert_eq!(x.sliding_windows_axes([1], 3, Window::new()).shape()[..], [FEWER, 1, 3]);
    assert!(x.try_sliding_windows_axes([0, 1], 2, Window::new()).is_err());
    with_rows(|x| {
        assert!(x.try_sliding_windows(0, Dyn::new(2), Window::new().stride(Dyn::new(2))).is_err());
        // the two axes have no common stride
        assert!(x.try_flatten_view().is_err() && x.try_flatten_axes_view(0).is_err());
        assert_eq!(x.unflatten_view(0, (conformable::axes::Inferred, 1)).shape()[..], [ROWS, 1, 3]);
        assert!(x.try_broadcast_to(&AnyShape::from([2, ROWS, 3])).is_err());
        assert!(x.try_broadcast_to(&AnyShape::from([usize::MAX, ROWS, 3])).is_err());
        assert!(x.try_broadcast_to(&AnyShape::from([0, ROWS, 3])).is_ok_and(|x| x.is_empty()));
        assert!(conformable::try_broadcast((x, &full(&[2, 1, 1], 0_u8))).is_err());
    });
    let x = full(&[MOST], ());
    assert_eq!(x.flatten_view().len(), MOST);
    assert!(Tensor::try_full(AnyShape::from([MOST, 2]), ()).is_err());
    assert!(Tensor::try_full(AnyShape::from([usize::MAX]), ()).is_err());
    assert!(Tensor::try_full(AnyShape::from([usize::MAX, 2, 0]), ()).is_ok_and(|x| x.is_empty()));
}

/// Results that would be as large are refused before any element is read. With pointers of 32 bits, some fit in memory.
#[cfg(target_pointer_width = "64")]
#[test]
fn results_of_almost_all_elements() {
    use conformable::ops::{try_concat_into, try_rearrange_str};

    with_rows(|x| {
        let one = full(&[1], 1_u8);
        is_too_large(x.try_add(&one));
        is_too_large(x.try_less(x));
        is_too_large(x.try_clamp(0, 1));
        is_too_large(x.try_zip_map(&one, |x, _| u64::from(x)));
        is_too_large(conformable::zip((x, &one, x)).try_map(|(x, y, z)| x + y + z));
        is_too_large(full(&[1], true).try_where_cond(x, &one));
        is_too_large(x.try_sum(1));
        is_too_large(x.try_sum_as::<u64, _>(1));
        is_too_large(x.try_max([1]));
        is_too_large(x.try_argmax(1));
        is_too_large(x.try_reduce(1, 0, |x, y| x ^ y));
        is_too_large(x.try_sum_to(x.shape()));
        is_too_large(x.try_cumsum(0));
        is_too_large(x.try_cumprod(..));
        is_too_large(x.try_diff(0));
        is_too_large(x.try_diff_n(0, 1));
        is_too_large(x.try_to_reshaped(AnyShape::from([3, ROWS])));
        is_too_large(x.try_to_flattened());
        is_too_large(x.try_to_flattened_axes(0));
        is_too_large(conformable::try_concat(0, [x]));
        is_too_large(conformable::try_concat(0, [x, x]));
        is_too_large(conformable::try_stack(0, [x, x]));
        let mut small = full(&[2, 3], 0_u8);
        assert!(try_concat_into(0, [x, x], &mut small).is_err());
        for times in [1, 2, usize::MAX] {
            is_too_large(x.try_tile(0, times));
            is_too_large(x.try_repeat(1, times));
            is_too_large(x.try_tile_axes([0, 1], [times, 1]));
        }
        is_too_large(x.try_pad(0, (1, 0), Pad::Edge));
        is_too_large(x.try_pad_axes([0, 1], [(1, 1), (1, 1)], Pad::Constant(0)));
        is_too_large(x.try_tril(0));
        is_too_large(x.try_triu(0));
        is_too_large(x.try_take(1, &full(&[2], 0)));
        is_too_large(x.try_gather_nd(&full(&[2, 0], 0)));
        is_too_large(x.try_compress(1, &Tensor::from([true, false, true])));
        is_too_large(x.try_repeat_each(1, &Tensor::from([1, 0, 2])));
        is_too_large(x.try_top_k(1, 1));
        is_too_large(x.try_sort(1));
        is_too_large(x.try_one_hot::<u8, _>(3));
        is_too_large(x.try_matmul(&full(&[3, 1], 1_u8)));
        is_too_large(x.try_matmul_as::<u32, _, _>(&full(&[3], 1_u8)));
        is_too_large(x.try_outer(&one));
        is_too_large(x.try_tensordot(&full(&[3], 1_u8), Axis::<1>, Axis::<0>));
        is_too_large(try_rearrange_str("i j -> j i", x, &[]));
        assert!(small.try_assign(x).is_err());
    });
}

/// Reductions and products along an empty axis do not visit the others.
#[test]
fn reductions_and_products_without_elements() {
    let x = full(&[0, MOST], 1_u8);
    assert_eq!(sizes(&x.try_sum(1).unwrap()), [0]);
    assert!(x.try_max(1).is_ok_and(|x| x.is_empty()));
    #[cfg(target_pointer_width = "64")]
    is_too_large(x.try_sum(0));
    assert!(x.try_max(0).is_err());
    assert_eq!(sizes(&x.try_cumsum(1).unwrap()), [0, MOST]);
    is_too_large(x.t().try_matmul(&x));
    assert_eq!(sizes(&x.try_matmul(&full(&[0, MOST], 1_u8).t()).unwrap()), [0, 0]);
    assert_eq!(sizes(&x.try_outer(&x).unwrap()), [0, MOST, 0, MOST]);
}
