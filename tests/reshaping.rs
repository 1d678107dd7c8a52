//! Reshaped tensors: inferred sizes, and several axes at once.

#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "numbers are small")]

use conformable::axes::{Above, As, Below, Inferred, Through, ToSizes};
use conformable::{AnyShape, Axis, Dyn, Inline, Shape, ShapeError, Size, Tensor, View, concat, shape};

fn text<V>(refused: Result<V, impl Into<ShapeError>>) -> String {
    refused.err().expect("it is refused").into().to_string()
}

#[test]
fn one_run_time_size_is_inferred() {
    let x: Tensor<i32, Shape![4, 6]> = Tensor::arange(shape![4, 6]);
    let cases: [(&[isize], &[usize]); 6] = [
        (&[-1], &[24]),
        (&[2, -1], &[2, 12]),
        (&[-1, 8], &[3, 8]),
        (&[2, 3, 4], &[2, 3, 4]),
        (&[24, -1, 1], &[24, 1, 1]),
        (&[3, -1, 2, 2], &[3, 2, 2, 2]),
    ];
    for (sizes, expected) in cases {
        for x in [x.clone().erase(), x.clone().widen::<(Dyn, Size<6>)>().to_owned().erase()] {
            let y = x.clone().reshape_to(sizes);
            assert_eq!((&*y.sizes(), y.to_vec()), (expected, x.to_vec()), "{sizes:?}");
            let view: Tensor<i32, AnyShape, View<'_>> = x.reshape_to_view(sizes);
            assert_eq!(view, y);
        }
    }
    assert_eq!(x.t().to_reshaped_to(&[-1]).to_vec(), x.t().to_vec());
    assert!(x.t().try_reshape_to_view(&[-1]).is_err());
    let mut y = x.clone();
    y.reshape_to_view_mut(&[8_i64, -1])[[7, 2]] = 100;
    assert_eq!(y.to_vec().last(), Some(&100));
    let inline = Tensor::inline([[1, 2], [3, 4]]);
    assert_eq!(*inline.reshape_to_view(&[-1_i8]).sizes(), [4]);
    // without elements
    let empty: Tensor<i32, Shape![0, 4]> = Tensor::zeros(shape![0, 4]);
    assert_eq!(*empty.reshape_to_view(&[7, -1]).sizes(), [7, 0]);
    assert_eq!(*empty.reshape_to_view(&[usize::MAX, 2, 0]).sizes(), [usize::MAX, 2, 0]);
    assert_eq!(*Tensor::full((), 1).reshape_to(&[-1]).sizes(), [1]);
    assert_eq!(Tensor::from([1]).reshape_to::<i32>(&[]).sizes().len(), 0);
}

#[test]
fn a_size_that_cannot_be_inferred() {
    let x: Tensor<i32, Shape![4, 5]> = Tensor::arange(shape![4, 5]);
    let to = |sizes: &[i128]| {
        text(x.try_reshape_to_view(&sizes.iter().map(|&size| isize::try_from(size).unwrap()).collect::<Vec<_>>()))
    };
    assert_eq!(to(&[3, -1]), "cannot reshape (4, 5) to (3, _): 20 elements are not a multiple of 3: 6 * 3 leaves 2");
    assert_eq!(to(&[-1, 0]), "cannot reshape (4, 5) to (_, 0): 20 elements are not a multiple of 0");
    assert_eq!(to(&[-1, -1]), "cannot reshape (4, 5) to (_, _)\n  -1 is allowed once");
    assert_eq!(to(&[-1, -2]), "cannot reshape (4, 5) to (_, _)\n  a size is below -1");
    assert!(to(&[3, 7]).starts_with("cannot reshape (4, 5) to (3, 7)"));
    let huge = isize::MAX;
    let error = text(x.try_reshape_to_view(&[huge, 4, -1]));
    assert_eq!(
        error,
        format!("cannot reshape (4, 5) to ({huge}, 4, _): the product of the sizes is above {}", usize::MAX)
    );
    assert!(x.try_reshape_to_view(&[u64::MAX, 2]).is_err());
    let empty: Tensor<i32, Shape![0]> = Tensor::zeros(shape![0]);
    assert_eq!(
        text(empty.try_reshape_to_view(&[0, -1])),
        "cannot reshape (0,) to (0, _): another size is 0, so any size would do"
    );
    let error = text(x.erase().try_reshape_as::<Shape![3, _]>());
    assert_eq!(error, "cannot reshape (4, 5) to (3, _): 20 elements are not a multiple of 3: 6 * 3 leaves 2");
    // the tensor is in the error
    let refused = Tensor::from([[1]; 7]).try_reshape_by(ToSizes::new(&[6, 2])).unwrap_err();
    assert_eq!(refused.into_value().reshape_by(As::<Shape![_]>::new()).sizes(), [7]);
}

#[test]
fn one_size_of_an_unflattened_axis_is_inferred() {
    let x: Tensor<i32, Shape![2, 12]> = Tensor::arange(shape![2, 12]);
    let y: Tensor<i32, Shape![2, 3, 4]> = x.clone().unflatten(Axis::<1>, (Size::<3>, Inferred));
    let z: Tensor<i32, Shape![2, 3, 4]> = x.clone().unflatten(Axis::<-1>, (Inferred, Size::<4>));
    assert_eq!((&y, y.to_vec()), (&z, x.to_vec()));
    let y: Tensor<i32, (Size<2>, Dyn, Dyn), View<'_>> = x.unflatten_view(Axis::<1>, (6, Inferred));
    assert_eq!(y.sizes(), [2, 6, 2]);
    let rows = x.clone().widen::<(Dyn, Size<12>)>();
    let y: Tensor<i32, (Dyn, Size<2>, Size<12>), View<'_>> = rows.unflatten_view(Axis::<0>, (Inferred, Size::<2>));
    assert_eq!(y.sizes(), [1, 2, 12]);
    let any = x.erase();
    assert_eq!(*any.unflatten_view(-1, (Inferred, 6)).sizes(), [2, 2, 6]);
    let error = text(any.try_unflatten_view(1, (5, Inferred)));
    assert_eq!(
        error,
        "cannot unflatten axis 1 of (2, 12) into (5, _): 12 elements are not a multiple of 5: 2 * 5 leaves 2"
    );
    let error = text(any.try_unflatten_view(1, (3, 5)));
    assert_eq!(error, "cannot unflatten axis 1 of (2, 12) into (3, 5): the product is 15, and the axis is 12");
    assert!(any.try_unflatten_view(1, (0, Inferred)).is_err() && any.try_unflatten_view(1, (usize::MAX, 2)).is_err());
    assert!(any.try_unflatten_view(2, (3, Inferred)).is_err());
}

#[test]
fn diagonals_beside_the_main_one() {
    let x: Tensor<i32, Shape![3, 5]> = Tensor::arange(shape![3, 5]);
    let any = x.clone().erase();
    for offset in [isize::MIN, -4, -3, -2, -1, 0, 1, 3, 4, 5, 6, isize::MAX] {
        let on = |&[i, j]: &[isize; 2]| j.checked_sub(i) == Some(offset);
        let expected: Vec<_> =
            (0..3).flat_map(|i| (0..5).map(move |j| [i, j])).filter(on).map(|[i, j]| 5 * i + j).collect();
        let to_vec = |x: Vec<i32>| x.into_iter().map(|x| x as isize).collect::<Vec<_>>();
        assert_eq!(to_vec(x.offset_diagonal(Axis::<0>, Axis::<1>, offset).to_vec()), expected, "{offset}");
        assert_eq!(to_vec(any.offset_diagonal(0, -1, offset).to_vec()), expected, "{offset}");
        assert_eq!(to_vec(x.t().offset_diagonal(Axis::<1>, Axis::<0>, offset).to_vec()), expected, "{offset}");
        let flipped = x.flip(..).to_owned();
        assert_eq!(
            to_vec(flipped.flip(..).offset_diagonal(Axis::<0>, Axis::<1>, offset).to_vec()),
            expected,
            "{offset}"
        );
    }
    let above: Tensor<i32, Shape![2], View<'_>> = x.offset_diagonal(Axis::<0>, Axis::<1>, Above(Size::<3>));
    assert_eq!(above.to_vec(), [3, 9]);
    let below: Tensor<i32, Shape![0], View<'_>> = x.offset_diagonal(Axis::<0>, Axis::<1>, Below(Size::<3>));
    assert!(below.is_empty());
    let past = x.offset_diagonal(Axis::<0>, Axis::<1>, Below(usize::MAX));
    assert!(past.is_empty());
    let images: Tensor<i32, Shape![2, 3, 3]> = Tensor::arange(shape![2, 3, 3]);
    let y: Tensor<i32, Shape![2, 2]> = images.offset_diagonal(Axis::<1>, Axis::<2>, Above(Size::<1>)).to_owned();
    assert_eq!(y, Tensor::from([[1, 5], [10, 14]]));
    let mut x = x;
    x.offset_diagonal_mut(Axis::<0>, Axis::<1>, 4).fill(-1);
    assert_eq!(x[[0, 4]], -1);
    assert_eq!(x.into_offset_diagonal(Axis::<0>, Axis::<1>, -2).to_vec(), [10]);
    assert!(any.try_offset_diagonal(0, -2, 1).is_err() && any.try_offset_diagonal(0, 2, 1).is_err());
}

#[test]
fn all_axes_reversed() {
    let x: Tensor<i32, Shape![2, 3, 4]> = Tensor::arange(shape![2, 3, 4]);
    let y: Tensor<i32, Shape![4, 3, 2], View<'_>> = x.reversed_axes();
    assert_eq!(y, x.permute((Axis::<2>, Axis::<1>, Axis::<0>)));
    assert_eq!(x.clone().erase().reversed_axes(), y.to_owned().erase());
    let mixed = x.clone().widen::<(Dyn, Size<3>, Dyn)>();
    let y: Tensor<i32, (Dyn, Size<3>, Dyn), _> = mixed.into_reversed_axes();
    assert_eq!((y.sizes(), y[[3, 1, 0]]), ([4, 3, 2], 7));
    let mut inline = Tensor::inline([[1, 2], [3, 4]]);
    inline.reversed_axes_mut()[[1, 0]] = 9;
    assert_eq!(inline.into_array(), [[1, 9], [3, 4]]);
    assert_eq!(Tensor::full((), 1).reversed_axes().to_vec(), [1]);
}

#[test]
fn a_run_time_target_of_a_broadcast() {
    let (n, row) = (2, Tensor::from([1, 2, 3]));
    let y: Tensor<i32, (Dyn, Size<3>), View<'_>> = row.broadcast_to_shape(shape![n, 3]);
    assert_eq!(y.to_vec(), [1, 2, 3, 1, 2, 3]);
    assert_eq!(row.clone().erase().broadcast_to_shape(AnyShape::from([2, 3])).to_vec(), y.to_vec());
    let three = 3;
    let error = text(y.try_broadcast_to_shape(shape![three, 3]));
    assert!(error.starts_with("cannot broadcast (2, 3) onto (3, 3)"), "{error}");
}

/// All lists of `count` different numbers below `rank`.
fn lists(rank: usize, count: usize) -> Vec<Vec<usize>> {
    let longer =
        |list: Vec<usize>| (0..rank).filter(|x| !list.contains(x)).map(|x| [&list[..], &[x]].concat()).collect();
    (0..count).fold(vec![vec![]], |all, _| all.into_iter().flat_map::<Vec<_>, _>(longer).collect())
}

/// The axes as they are, and counted back.
fn signs(axes: &[usize], rank: usize) -> [Vec<isize>; 2] {
    [0, rank as isize].map(|back| axes.iter().map(|&axis| axis as isize - back).collect())
}

#[test]
fn several_axes_of_any_shape() {
    let x: Tensor<i32, AnyShape> = Tensor::arange(shape![2, 3, 4]).erase();
    let x = x.permute([2, 0, 1]).to_owned().into_view_by(conformable::axes::Permute([1_isize, 2, 0]));
    for count in 0..=3 {
        for (from, to) in
            lists(3, count).into_iter().flat_map(|from| lists(3, count).into_iter().map(move |to| (from.clone(), to)))
        {
            let mut order: Vec<_> = (0..3).filter(|axis| !from.contains(axis)).collect();
            let mut pairs: Vec<_> = to.iter().zip(&from).collect();
            pairs.sort_unstable();
            for (&to, &from) in pairs {
                order.insert(to, from);
            }
            let order: Vec<_> = order.into_iter().map(|axis| axis as isize).collect();
            for (from, to) in signs(&from, 3).iter().zip(&signs(&to, 3)) {
                assert_eq!(x.move_axis(&from[..], &to[..]), x.permute(&order[..]), "{from:?} {to:?}");
            }
        }
        for axes in lists(3 + count, count) {
            let mut sizes = vec![2, 3, 4];
            let mut sorted = axes.clone();
            sorted.sort_unstable();
            for &axis in &sorted {
                sizes.insert(axis, 1);
            }
            for axes in signs(&axes, 3 + count) {
                let y = x.unsqueeze(&axes[..]);
                assert_eq!((&y.sizes()[..], y.to_vec()), (&sizes[..], x.to_vec()), "{axes:?}");
                assert_eq!(y.squeeze(&axes[..]), x, "{axes:?}");
                assert_eq!(y.squeeze(..), x);
            }
        }
    }
    assert_eq!(
        text(x.try_unsqueeze([0, 5])),
        "(2, 3, 4) with 2 more axes has no axis 5: axes count from 0, or back from -1"
    );
    assert_eq!(text(x.try_unsqueeze([0, -5])), "(2, 3, 4) with 2 more axes has axis -5 twice: name each axis once");
    assert_eq!(text(x.try_move_axis([0, 0], [1, 2])), "axis 0 of (2, 3, 4) is named twice: name each axis once");
    assert_eq!(text(x.try_move_axis([0, 1], [1, 3])), "(2, 3, 4) has no axis 3: axes count from 0, or back from -1");
    let error = text(x.try_move_axis(&[0, 1][..], &[1][..]));
    assert_eq!(error, "cannot move axes of (2, 3, 4)\n  as many axes must be named before and after");
    assert!(text(x.try_squeeze([0, 1])).starts_with("cannot squeeze (2, 3, 4)"));
    assert!(x.try_squeeze([isize::MAX, isize::MIN]).is_err() && x.try_unsqueeze([isize::MIN]).is_err());
    assert_eq!(x.move_axis(0_u8, Axis::<-1>), x.move_axis(Axis::<0>, 2_u64));
    assert_eq!(x.move_axis((Axis::<0>, Axis::<1>), [1, 0]), x.move_axis([0, 1], (Axis::<1>, Axis::<0>)));
}

/// Several axes of generic dims, without a bound.
fn generic<N: conformable::Dim, M: conformable::Dim>(x: &Tensor<i32, (N, M)>) -> Tensor<i32, (Size<1>, M, N)> {
    x.unsqueeze((Axis::<0>, Axis::<1>))
        .squeeze((Axis::<1>,))
        .move_axis((Axis::<1>, Axis::<2>), (Axis::<2>, Axis::<1>))
        .to_owned()
}

#[test]
fn several_axes_of_a_typed_shape() {
    let x = Tensor::arange(shape![2, 3, 4]).widen::<(Size<2>, Dyn, Size<4>)>();
    let any = x.clone().erase();
    let y: Tensor<i32, (Size<4>, Dyn, Size<2>), View<'_>> =
        x.move_axis((Axis::<0>, Axis::<2>), (Axis::<-1>, Axis::<0>));
    assert_eq!(y.to_owned().erase(), any.move_axis([0, 2], [-1, 0]));
    let y: Tensor<i32, (Size<1>, Size<2>, Dyn, Size<1>, Size<4>), View<'_>> = x.unsqueeze((Axis::<3>, Axis::<0>));
    assert_eq!(y.to_owned().erase(), any.unsqueeze([3, 0]));
    let z: Tensor<i32, (Size<2>, Dyn, Size<4>), View<'_>> = y.squeeze((Axis::<-2>, Axis::<0>));
    assert_eq!(z, x);
    let y: Tensor<i32, (Size<1>, Size<1>), _> = Tensor::full((), 1).into_unsqueezed((Axis::<0>, Axis::<1>));
    assert_eq!(y.into_squeezed((Axis::<0>, Axis::<1>)).to_vec(), [1]);
    assert_eq!(x.unsqueeze(()), x);
    assert_eq!(generic(&Tensor::from([[1, 2]])), Tensor::from([[[1], [2]]]));
}

#[test]
fn adjacent_axes_flattened() {
    let x: Tensor<i32, AnyShape> = Tensor::arange(shape![2, 3, 4, 5]).erase();
    for (first, last) in (0..4).flat_map(|first| (first..4).map(move |last| (first, last))) {
        let mut sizes = vec![2, 3, 4, 5];
        let product: usize = sizes[first..=last].iter().product();
        sizes.splice(first..=last, [product]);
        let back = [first as isize - 4, last as isize - 4];
        for y in [x.flatten_axes_view(Through(first, last)), x.flatten_axes_view(Through(back[0], back[1]))] {
            assert_eq!((&y.sizes()[..], y.to_vec()), (&sizes[..], x.to_vec()));
        }
    }
    let typed = Tensor::arange(shape![2, 3, 4]).widen::<(Dyn, Size<3>, Size<4>)>();
    let y: Tensor<i32, (Dyn, Size<12>), View<'_>> = typed.flatten_axes_view(Through(Axis::<1>, Axis::<2>));
    assert_eq!(y.sizes(), [2, 12]);
    let y: Tensor<i32, (Dyn,)> = typed.flatten_axes(Through(Axis::<0>, Axis::<-1>));
    assert_eq!(y.sizes(), [24]);
    assert!(text(x.try_flatten_axes_view(Through(2, 1))).contains("the first axis is after the last"));
    assert_eq!(
        text(x.try_flatten_axes_view(Through(1, 4))),
        "(2, 3, 4, 5) has no axis 4: axes count from 0, or back from -1"
    );
    let one = Tensor::full((), 1);
    let huge = one.broadcast_to_shape(AnyShape::from([0, usize::MAX, usize::MAX])).to_owned();
    assert_eq!(huge.flatten_axes_view(Through(0, 2)).sizes()[..], [0]);
    assert!(huge.try_flatten_axes_view(Through(1, 2)).is_err());
}

#[test]
fn texts_name_the_result() {
    let x: Tensor<i32, AnyShape> = Tensor::arange(shape![2, 3]).erase();
    let more = "(2, 3) with one more axis has no axis 3: axes count from 0, or back from -1";
    assert_eq!(text(x.try_unsqueeze(3)), more);
    assert_eq!(text(conformable::ops::try_stack(3, [&x, &x])), more);
    assert_eq!(text(x.try_permute([1])), "cannot permute (2, 3): the order names 1 axis, and the shape has 2");
    let error = text(x.try_slice((.., .., ..)));
    assert_eq!(
        error,
        "cannot slice (2, 3) by 3 entries: it has 2 axes, and one `Ellipsis` is all axes without an entry"
    );
    let longer = |verb: &str| format!("cannot {verb} (2, 3): the result has more elements than memory can address");
    assert_eq!(text(x.try_tile(1, usize::MAX)), longer("tile"));
    assert_eq!(text(x.try_repeat(1, usize::MAX)), longer("repeat"));
    assert_eq!(text(x.try_pad(1, (usize::MAX, 0), conformable::ops::Pad::Edge)), longer("pad"));
}

struct Batch;
struct Time;
struct Seen;

#[test]
fn names_of_every_storage() {
    let n = 2;
    let mut x = Tensor::<i32, _>::arange(shape![Batch = n, 1, 3]);
    let heap: Tensor<i32, Shape![Batch = _, Time = _, 3]> = x.clone().widen();
    let heap: Tensor<i32, Shape![Batch = _, Seen = _, 3]> = heap.rename::<Axis<1>, Time, Seen>();
    assert_eq!(heap.sum_all(), 15);
    let view = x.view().named::<Shape![Batch = _, Time = 1, 3]>().rename::<Axis<1>, Time, Seen>();
    assert_eq!(*view.shape(), shape![Batch = n, Seen = 1, 3]);
    let mut view = x.view_mut().rename::<Axis<-3>, Batch, Time>();
    view[[1, 0, 2]] = 7;
    assert_eq!(x[[1, 0, 2]], 7);
    let inline: Tensor<i32, Shape![Seen = 2], Inline> =
        Tensor::inline([1, 2]).named::<Shape![Time = 2]>().rename::<Axis<0>, _, _>();
    assert_eq!(inline.unnamed().into_array(), [1, 2]);
    let deep = Tensor::<i32, _>::zeros(shape![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, n]);
    let deep = deep.named::<Shape![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, Time = _]>();
    let deep = deep.rename::<Axis<-1>, Time, Seen>().rename::<Axis<15>, Seen, Batch>();
    assert!(deep.shape().partial().to_string().ends_with(" 1, Batch = 2)"));
}

#[test]
fn a_join_is_named_in_the_call() {
    let n = 3;
    let (seen, new) = (Tensor::ones(shape![2, Seen = n]), Tensor::ones(shape![2, Time = 1]));
    let joined: Tensor<i32, Shape![2, Seen = _]> = concat(Axis::<1>, (&seen, &new)).named();
    assert_eq!(joined.sizes(), [2, 4]);
    let known: Tensor<i32, Shape![2, Seen = 2]> = concat(Axis::<1>, (&new, &new)).named();
    assert_eq!(known.sizes(), [2, 2]);
}

#[test]
fn a_reshape_of_names() {
    let (n, t) = (2, 3);
    let x = Tensor::<i32, _>::arange(shape![Batch = n, Time = t, 4]);
    let view = x.reshape_view(shape![Batch = n, Time = t, 2, 2]);
    assert_eq!(view[[1, 2, 1, 1]], 23);
    let rows: Tensor<i32, Shape![Batch = _, 12]> = x.clone().reshape_as();
    assert_eq!(rows.sizes(), [2, 12]);
    let split: Tensor<i32, (Dyn<Batch>, Dyn<Time>, Size<4>)> =
        x.clone().unnamed().flatten_axes(Axis::<0>).unflatten(Axis::<0>, (Dyn::labelled(n), Dyn::labelled(t)));
    assert_eq!(split, x);
    let merged = split.flatten_axes_to(Axis::<1>, Dyn::new(12));
    assert_eq!(merged, rows);
    let error = text(rows.try_reshape(shape![Batch = 2 * n, 6]));
    assert_eq!(
        error,
        "cannot reshape (Batch = 2, 12) to (Batch = 4, 6)\n  an axis with a name would have another size or position"
    );
}

/// If the product of the other sizes overflows, a size is inferred only for a tensor without elements.
#[test]
fn an_inferred_size_of_an_overflow() {
    let many = usize::MAX / 2;
    let sizes = [many as isize, many as isize, -1];
    assert!(Tensor::full(shape![3, 4], 0_u8).try_reshape_to(&sizes).is_err());
    let empty = Tensor::full(AnyShape::from([3, 0]), 0_u8).reshape_to(&sizes);
    assert_eq!(empty.sizes().as_ref(), [many, many, 0]);
}
