//! Operations along several axes in one call, against loops over indices.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "numbers are small")]

use conformable::axes::Span;
use conformable::ops::Pad;
use conformable::windows::Window;
use conformable::{AnyShape, Axis, Dim, Dyn, ErrorKind, Shape, ShapeError, Size, Tensor, View, shape};

fn text<V>(refused: Result<V, ShapeError>) -> String {
    refused.err().expect("it is refused").to_string()
}

/// Two axes of a tensor with a generic dim, without a bound.
fn generic<N: Dim>(x: &Tensor<i32, (Size<1>, N, Size<2>)>) -> Tensor<i32, (Size<3>, N, Size<4>)> {
    x.tile_axes((Axis::<0>, Axis::<2>), (Size::<3>, Size::<2>))
}

/// Calls a function with a tensor, and with a view of the same elements in another order in memory.
fn with_layouts(sizes: [usize; 3], check: impl Fn(&Tensor<i32, AnyShape, View<'_>>)) {
    let x = Tensor::from_fn(shape![sizes[0], sizes[1], sizes[2]], |[i, j, k]| (100 * i + 10 * j + k) as i32).erase();
    let permuted = x.permute([2, 0, 1]).to_owned();
    check(&x.view());
    check(&permuted.permute([1, 2, 0]));
}

#[test]
fn tiles_of_any_shape() {
    for sizes in [[2, 3, 4], [1, 3, 1], [2, 0, 3], [3, 17, 40]] {
        with_layouts(sizes, |x| {
            for counts in [[1, 1, 1], [2, 3, 1], [1, 2, 5], [3, 1, 2], [2, 2, 2], [2, 0, 1]] {
                let [a, b, c] = counts;
                let tiled = [0, 1, 2].map(|axis| sizes[axis] * counts[axis]);
                let wanted = Tensor::from_fn(shape![tiled[0], tiled[1], tiled[2]], |[i, j, k]| {
                    x[[i % sizes[0], j % sizes[1], k % sizes[2]]]
                });
                assert_eq!(x.tile_axes([0, 1, 2], counts), wanted, "{sizes:?} {counts:?}");
                assert_eq!(x.tile_axes(&[-1, 0, -2][..], &[c, a, b][..]), wanted);
                assert_eq!(x.tile_axes((Axis::<-1>, Axis::<0>, Axis::<1>), (c, a, b)), wanted);
                let mut out = Tensor::full(shape![tiled[2], tiled[0], tiled[1]], -1);
                x.tile_axes_into([0, 1, 2], counts, &mut out.permute_mut((Axis::<1>, Axis::<2>, Axis::<0>)));
                assert_eq!(out.permute((Axis::<1>, Axis::<2>, Axis::<0>)), wanted);
            }
        });
    }
    let x = Tensor::from([[1, 2], [3, 4]]).erase();
    assert_eq!(x.tile_axes([0_isize; 0], [0_usize; 0]), x);
    assert_eq!(x.tile_axes(1, 2), x.tile(1, 2));
}

#[test]
fn tiles_of_typed_shapes() {
    let x = Tensor::arange(shape![2, 3, 4]).widen::<(Size<2>, Dyn, Size<4>)>();
    let y: Tensor<i32, (Size<4>, Dyn, Size<12>)> = x.tile_axes((Axis::<2>, Axis::<0>), (Size::<3>, Size::<2>));
    assert_eq!(y, x.tile(Axis::<0>, 2).tile(Axis::<2>, 3));
    let y: Tensor<i32, (Dyn, Dyn, Size<8>)> = x.tile_axes((Axis::<0>, Axis::<2>), (2, Size::<2>));
    let z: Tensor<i32, (Size<4>, Dyn, Size<8>)> = x.tile_axes((Axis::<0>, Axis::<-1>), Size::<2>);
    assert_eq!(y, z);
    let z: Tensor<i32, (Dyn, Dyn, Dyn)> = x.tile_axes((Axis::<0>, Axis::<-1>), &[2, 2]);
    assert_eq!(y, z);
    let z: Tensor<i32, (Size<2>, Dyn, Size<4>)> = x.tile_axes((), ());
    assert_eq!(x, z);
    assert_eq!(Tensor::inline([[1, 2]]).tile_axes((Axis::<0>, Axis::<1>), Size::<2>).into_array(), [[1, 2, 1, 2]; 2]);
    assert_eq!(generic(&Tensor::from([[[1, 2]]])), Tensor::from([[[1, 2, 1, 2]]; 3]));
}

#[test]
fn refused_tiles() {
    let x = Tensor::<i32, _>::zeros(shape![2, 3, 4]);
    let any = x.clone().erase();
    assert_eq!(text(any.try_tile_axes([0, -3], [2, 2])), "axis -3 of (2, 3, 4) is named twice: name each axis once");
    assert_eq!(text(any.try_tile_axes([0, 3], [2, 2])), "(2, 3, 4) has no axis 3: axes count from 0, or back from -1");
    assert_eq!(
        text(x.try_tile_axes((Axis::<0>, Axis::<1>), &[2][..])),
        "cannot tile (2, 3, 4)\n  there must be one count for each axis"
    );
    let huge = x.try_tile_axes((Axis::<0>, Axis::<1>), usize::MAX);
    assert_eq!(huge.unwrap_err().kind(), ErrorKind::Overflow);
    assert!(x.try_tile_axes((Axis::<0>, Axis::<1>), 1 << 31).is_err());
    let empty = Tensor::<i32, _>::zeros(shape![0, 3, 1]);
    assert!(empty.tile_axes((Axis::<0>, Axis::<2>), usize::MAX).is_empty());
    let mut out = Tensor::full(shape![4, 6, 5], 7);
    assert!(any.try_tile_axes_into([0, 1], 2, &mut out).is_err());
    assert_eq!(out, Tensor::full(shape![4, 6, 5], 7));
}

/// The index of the element that padding copies to an index of an axis; `None` for a value.
fn source(with: Pad<i32>, at: usize, before: usize, size: usize) -> Option<usize> {
    let at = at as isize - before as isize;
    let (size, last) = (size as isize, size as isize - 1);
    let index = match with {
        _ if (0..size).contains(&at) => at,
        Pad::Edge => at.clamp(0, last),
        Pad::Reflect if at < 0 => -at,
        Pad::Reflect => 2 * last - at,
        Pad::Wrap => at.rem_euclid(size),
        _ => return None,
    };
    usize::try_from(index).ok()
}

#[test]
fn padding_of_any_shape() {
    for sizes in [[2, 3, 4], [4, 6, 5], [1, 1, 1], [2, 0, 3], [40, 3, 150], [2, 1, 9000]] {
        with_layouts(sizes, |x| {
            for more in [[(0, 0); 3], [(1, 2), (0, 1), (3, 0)], [(0, 3), (2, 2), (1, 1)], [(7, 0), (0, 0), (9, 8)]] {
                for with in [Pad::Constant(-1), Pad::Edge, Pad::Reflect, Pad::Wrap] {
                    let too_many = |axis: usize| {
                        let most = more[axis].0.max(more[axis].1);
                        let least = match with {
                            Pad::Reflect => most + 1,
                            Pad::Constant(_) => 0,
                            _ => 1,
                        };
                        most > 0 && sizes[axis] < least
                    };
                    let padded = x.try_pad_axes([0, 1, 2], more, with);
                    if (0..3).any(too_many) {
                        assert!(text(padded).starts_with(&format!("cannot pad ({}, ", sizes[0])));
                        continue;
                    }
                    let longer = [0, 1, 2].map(|axis| sizes[axis] + more[axis].0 + more[axis].1);
                    let wanted = Tensor::from_fn(shape![longer[0], longer[1], longer[2]], |index| {
                        let places = [0, 1, 2].map(|axis| source(with, index[axis], more[axis].0, sizes[axis]));
                        if let [Some(i), Some(j), Some(k)] = places { x[[i, j, k]] } else { -1 }
                    });
                    assert_eq!(padded.unwrap(), wanted, "{sizes:?} {more:?} {with:?}");
                    let [a, b, c] = more;
                    assert_eq!(x.pad_axes(&[-1, 0, -2][..], &[c, a, b][..], with), wanted);
                    assert_eq!(x.pad(0, a, with).pad(2, c, with).pad(-2, b, with), wanted);
                    let mut out = Tensor::full(shape![longer[2], longer[0], longer[1]], 7);
                    x.pad_axes_into([0, 1, 2], more, with, &mut out.permute_mut((Axis::<1>, Axis::<2>, Axis::<0>)));
                    assert_eq!(out.permute((Axis::<1>, Axis::<2>, Axis::<0>)), wanted);
                }
            }
        });
    }
}

/// Outer axes that are not one axis in both, and results of more bytes than are written at a time.
#[test]
fn padding_and_tiles_of_many_axes() {
    for sizes in [[2, 3, 1, 4, 3, 5], [2, 3, 2, 2, 40, 60], [3, 4, 2, 2, 1, 2000]] {
        let x = Tensor::from_vec(AnyShape::from(sizes), (0..sizes.iter().product::<usize>() as i32).collect()).unwrap();
        // the number of the element at these places, -1 for a value
        let element = |places: [Option<usize>; 6]| {
            let flat =
                places.iter().zip(sizes).try_fold(0, |flat, (place, size)| place.map(|place| flat * size + place));
            flat.map_or(-1, |flat| flat as i32)
        };
        let more = [(1, 0), (0, 2), (0, 0), (1, 1), (0, 0), (2, 1)];
        for with in [Pad::Constant(-1), Pad::Edge, Pad::Reflect, Pad::Wrap] {
            let padded = x.pad_axes([0, 1, 2, 3, 4, 5], more, with);
            let wanted = Tensor::from_fn(padded.shape().clone(), |index| {
                element(core::array::from_fn(|axis| source(with, index[axis], more[axis].0, sizes[axis])))
            });
            assert!(padded == wanted, "{sizes:?} {with:?}");
        }
        for times in [[2, 1, 3, 1, 1, 2], [1, 2, 1, 1, 3, 1]] {
            let tiled = x.tile_axes([0, 1, 2, 3, 4, 5], times);
            let wanted = Tensor::from_fn(tiled.shape().clone(), |index| {
                element(core::array::from_fn(|axis| Some(index[axis] % sizes[axis])))
            });
            assert!(tiled == wanted, "{sizes:?} {times:?}");
        }
    }
    // one call for each axis would need too much of the stack
    let ones = Tensor::full(AnyShape::from(vec![1; 100_000]), 7);
    assert_eq!(ones.pad(0, (0, 1), Pad::Edge).len(), 2);
    assert_eq!(ones.tile(-1, 3).len(), 3);
    assert_eq!(Tensor::scalar(7).tile_axes((), ()), Tensor::scalar(7));
}

#[test]
fn padding_of_typed_shapes() {
    let x = Tensor::arange(shape![2, 3, 4]).widen::<(Size<2>, Dyn, Size<4>)>();
    let one = Size::<1>;
    let y: Tensor<i32, (Size<4>, Dyn, Size<7>)> =
        x.pad_axes((Axis::<2>, Axis::<0>), ((one, Size::<2>), (one, one)), Pad::Edge);
    assert_eq!(y, x.pad(Axis::<0>, (1, 1), Pad::Edge).pad(Axis::<2>, (1, 2), Pad::Edge));
    let y: Tensor<i32, (Dyn, Dyn, Size<6>)> = x.pad_axes((Axis::<0>, Axis::<2>), ((1, one), (one, one)), Pad::Wrap);
    let z: Tensor<i32, (Size<4>, Dyn, Size<6>)> = x.pad_axes((Axis::<0>, Axis::<-1>), (one, one), Pad::Wrap);
    assert_eq!(y, z);
    let z: Tensor<i32, (Dyn, Dyn, Dyn)> = x.pad_axes((Axis::<0>, Axis::<-1>), &[(1, 1), (1, 1)], Pad::Wrap);
    assert_eq!(y, z);
    let z: Tensor<i32, (Size<2>, Dyn, Size<4>)> = x.pad_axes((), (), Pad::Constant(1));
    assert_eq!(x, z);
    let inline = Tensor::inline([[1, 2]]).pad_axes((Axis::<0>, Axis::<1>), (one, one), Pad::Edge);
    assert_eq!(inline.into_array(), [[1, 1, 2, 2]; 3]);
}

#[test]
fn refused_padding() {
    let x = Tensor::<i32, _>::zeros(shape![2, 3, 4]);
    let any = x.clone().erase();
    let pad = |axes: [isize; 2], more: &[(usize, usize)]| text(any.try_pad_axes(axes, more, Pad::Edge));
    assert_eq!(pad([0, -3], &[(1, 1); 2]), "axis -3 of (2, 3, 4) is named twice: name each axis once");
    assert_eq!(pad([0, 3], &[(1, 1); 2]), "(2, 3, 4) has no axis 3: axes count from 0, or back from -1");
    assert_eq!(pad([0, 1], &[(1, 1)]), "cannot pad (2, 3, 4)\n  there must be one count for each axis");
    let axes = (Axis::<0>, Axis::<1>);
    assert_eq!(x.try_pad_axes(axes, (usize::MAX, 1), Pad::Edge).unwrap_err().kind(), ErrorKind::Overflow);
    assert!(x.try_pad_axes(axes, (usize::MAX / 4, usize::MAX / 4), Pad::Constant(0)).is_err());
    assert_eq!(text(x.try_pad_axes(axes, (2, 0), Pad::Reflect)), text(x.try_pad(Axis::<0>, (2, 0), Pad::Reflect)));
    let mut out = Tensor::full(shape![4, 6, 5], 7);
    assert!(any.try_pad_axes_into([0, 1], (1, 1), Pad::Edge, &mut out).is_err());
    assert_eq!(out, Tensor::full(shape![4, 6, 5], 7));
}

#[test]
fn windows_over_several_axes() {
    with_layouts([5, 7, 9], |x| {
        for ([k, l], stride, dilation) in
            [([2, 3], 1, 1), ([5, 9], 1, 1), ([1, 4], 2, 1), ([2, 3], 3, 2), ([1, 1], 1, 1)]
        {
            let window = Window::new().stride(stride).dilation(dilation);
            let places = |size: usize, length: usize| (size - dilation * (length - 1) - 1) / stride + 1;
            let sizes = [places(5, k), 7, places(9, l), l, k];
            let seen = x.sliding_windows_axes([-1, 0], [l, k], window);
            assert_eq!(seen.sizes()[..], sizes);
            let wanted = Tensor::from_fn(shape![sizes[0], 7, sizes[2], l, k], |[a, b, c, d, e]| {
                x[[a * stride + e * dilation, b, c * stride + d * dilation]]
            });
            assert_eq!(seen, wanted);
            assert_eq!(x.sliding_windows_axes((Axis::<2>, Axis::<0>), (l, k), window), wanted);
        }
    });
    let x = Tensor::arange(shape![4, 5]).widen::<(Size<4>, Dyn)>();
    let seen: Tensor<i32, (Size<3>, Dyn, Size<3>, Size<2>), View<'_>> =
        x.sliding_windows_axes((Axis::<1>, Axis::<0>), (Size::<3>, Size::<2>), Window::new());
    assert_eq!(seen, x.view().erase().sliding_windows_axes([1, 0], [3, 2], Window::new()));
    let one: Tensor<i32, Shape![3, _, 2], View<'_>> = x.sliding_windows_axes((Axis::<0>,), Size::<2>, Window::new());
    assert_eq!(one, x.sliding_windows(Axis::<0>, Size::<2>, Window::new()));
    let error = text(x.try_sliding_windows_axes((Axis::<0>, Axis::<1>), (Size::<2>, 6), Window::new()));
    assert_eq!(error, text(x.try_sliding_windows(Axis::<1>, 6, Window::new())));
    let any = x.clone().erase();
    assert!(text(any.try_sliding_windows_axes([0, 0], 2, Window::new())).contains("axis 0 of (4, 5) is named twice"));
    assert!(text(any.try_sliding_windows_axes([0, 1], [2], Window::new())).contains("one count for each axis"));
    assert!(any.try_sliding_windows_axes([0, 1], [2, usize::MAX], Window::new()).is_err());
    assert!(any.try_sliding_windows_axes([0, 1], [0, 1], Window::new()).is_err());
}

#[test]
fn a_span_of_a_usize() {
    let x = Tensor::arange(shape![4, 5]);
    let n = 2;
    let y: Tensor<i32, Shape![_, 5], View<'_>> = x.narrow(Axis::<0>, Span(1, n));
    assert_eq!(y, x.narrow(Axis::<0>, Span(1, Size::<2>)));
    assert!(x.try_narrow(Axis::<0>, Span(3, n)).is_err());
    assert!(x.try_narrow(Axis::<0>, Span(3, usize::MAX)).is_err());
}

/// Zero-sized elements need no memory, and loops do not visit them.
#[test]
fn elements_without_bytes() {
    let x = Tensor::from_vec(shape![2], vec![(), ()]).expect("two elements");
    let count = usize::MAX / 8;
    let y = x.unsqueeze(Axis::<0>).try_tile_axes((Axis::<0>, Axis::<1>), (2, count / 2)).expect("no memory is needed");
    assert_eq!(y.sizes(), [2, count / 2 * 2]);
    assert!(x.unsqueeze(Axis::<0>).try_tile_axes((Axis::<0>, Axis::<1>), (count, count)).is_err());
    let y = x.try_pad_axes((Axis::<0>,), (count, 1), Pad::Wrap).expect("no memory is needed");
    assert_eq!(y.sizes(), [count + 3]);
}
