//! Operations along several axes in one call, against loops over indices.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "numbers are small")]

use conformable::axes::Span;
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

/// Elements without bytes need no memory, and no loop visits them.
#[test]
fn elements_without_bytes() {
    let x = Tensor::from_vec(shape![2], vec![(), ()]).expect("two elements");
    let count = usize::MAX / 8;
    let y = x.unsqueeze(Axis::<0>).try_tile_axes((Axis::<0>, Axis::<1>), (2, count / 2)).expect("no memory is needed");
    assert_eq!(y.sizes(), [2, count / 2 * 2]);
    assert!(x.unsqueeze(Axis::<0>).try_tile_axes((Axis::<0>, Axis::<1>), (count, count)).is_err());
}
