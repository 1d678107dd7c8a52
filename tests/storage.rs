//! Storages: copies, reused memory, sharing between threads, and alignment.

#![allow(clippy::float_cmp, clippy::op_ref, reason = "the numbers are exact, and operators on references are tested")]
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "they are small")]

use conformable::{Dyn, Inline, NumpyBroadcast, Shape, Size, Storage, Tensor, View, ViewMut, broadcast, shape, zip};
use static_assertions::{assert_impl_all, assert_not_impl_any};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

type Small = Shape![2, 3];

assert_impl_all!(Tensor<f32, Small>: Send, Sync, Clone);
assert_not_impl_any!(Tensor<f32, Small>: Copy);
assert_impl_all!(Tensor<f32, Small, Inline>: Send, Sync, Copy);
assert_not_impl_any!(Tensor<String, Small, Inline>: Copy);
assert_impl_all!(Tensor<f32, Small, View<'static>>: Send, Sync, Copy);
assert_impl_all!(Tensor<f32, Small, ViewMut<'static>>: Send, Sync);
assert_not_impl_any!(Tensor<f32, Small, ViewMut<'static>>: Clone);
// a view shares its elements, a mutable one has them exclusively
assert_not_impl_any!(Tensor<Cell<f32>, Small, View<'static>>: Send, Sync);
assert_impl_all!(Tensor<Cell<f32>, Small, ViewMut<'static>>: Send);
assert_not_impl_any!(Tensor<Cell<f32>, Small, ViewMut<'static>>: Sync);
assert_not_impl_any!(Tensor<Rc<f32>, Small>: Send, Sync);
assert_not_impl_any!(Tensor<Rc<f32>, Small, ViewMut<'static>>: Send, Sync);

#[test]
fn inline_is_its_elements() {
    assert_eq!(size_of::<Tensor<f32, Shape![4, 4], Inline>>(), 64);
    assert_eq!(size_of::<Tensor<u8, Shape![2000], Inline>>(), 2000);
    assert_eq!(size_of::<Tensor<u8, Shape![2, 1_048_576], Inline>>(), 2 << 20);
    assert_eq!(align_of::<Tensor<u64, Shape![3], Inline>>(), align_of::<u64>());
    assert_eq!(size_of::<Tensor<u64, Shape![3, 0], Inline>>(), 0);
    assert_eq!(size_of::<Tensor<u64, Shape![], Inline>>(), 8);

    let x: Tensor<u16, Shape![2, 1025], Inline> =
        Tensor::inline_from_fn(shape![2, 1025], |[i, j]| (i * 1025 + j) as u16);
    assert!(x.as_slice().iter().copied().eq(0..2050));
    assert_eq!(x[[1, 1024]], 2049);
    let doubled = x + x;
    assert!(doubled.iter().copied().eq((0..2050).map(|i| 2 * i)));
    assert_eq!(Tensor::inline([1, 2, 3]).into_array(), [1, 2, 3]);
    assert_eq!(Tensor::inline_full(shape![2], 7).into_array(), [7, 7]);
}

#[test]
fn elements_need_not_be_copy_to_be_held() {
    let mut x: Tensor<String, Shape![2], Inline> = Tensor::inline_from_fn(shape![2], |[i]| i.to_string());
    x[[1]].push('!');
    assert_eq!(x.clone(), x);
    assert_eq!(x.to_string(), "[ 0, 1!]");
    let y = Tensor::from_vec(shape![2], vec![String::from("0"), String::from("1!")]).unwrap();
    assert_eq!(x, y);
    assert_eq!(y.view(), x);
    assert_eq!(y.broadcast_to::<Shape![3, 2]>()[[2, 1]], "1!");
}

#[test]
fn aligned_elements_and_those_of_no_size() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(align(64))]
    struct Line(u8);
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(align(256))]
    struct Aligned;

    let x = Tensor::from_fn(shape![3, 3], |[i, j]| Line((3 * i + j) as u8));
    let y = x.map(|line| Line(line.0 + 1));
    assert!(y.iter().all(|line| std::ptr::from_ref(line).addr() % 64 == 0));
    assert_eq!(y[[2, 2]], Line(9));
    let inline = x.to_inline();
    assert_eq!(inline, x);
    assert!(std::ptr::from_ref(&inline[[1, 1]]).addr() % 64 == 0);

    let (x, row) = (Tensor::full(shape![20, 3], Aligned), Tensor::full(shape![3], Aligned));
    assert_eq!(zip((&x, &row, &x, &row)).map(|(x, ..)| x), x);

    let nothing = Tensor::full(shape![20, 30], ());
    assert_eq!(nothing.map(|()| ()).numel(), 600);
    assert_eq!(zip((&nothing, &Tensor::full(shape![30], ()))).fold(0, |n, ((), ())| n + 1), 600);
    assert_eq!(nothing.map(|()| 1_usize).iter().sum::<usize>(), 600);
    assert_eq!(nothing.iter().len(), 600);
    let side = 1 << (usize::BITS / 2 - 2);
    assert_eq!(Tensor::full(shape![side, side], ()).numel(), side * side);
    assert_eq!(Tensor::inline_full(shape![3], ()).iter().count(), 3);
}

#[test]
fn empty_shapes() {
    let none = Tensor::<f64, _>::zeros(shape![0, 3]);
    assert_eq!((&none + &Tensor::from([1.0, 2.0, 3.0])).sizes(), [0, 3]);
    assert_eq!(none.view().iter().count(), 0);
    assert_eq!(none.view().to_string(), "[]");
    assert_eq!(none.to_inline(), none);
    let mut n = none.clone();
    n += 1.0;
    n += &none;
    assert_eq!(zip((&none,)).fold(0, |n, _| n + 1), 0);
    assert_eq!(Tensor::from([[1.0]]).broadcast_to::<Shape![0, 3]>().iter().count(), 0);
    let deep = Tensor::<f64, _>::zeros(shape![0, 1000, 1000, 1000, 1000, 1000, 1000, 1000]);
    assert_eq!((&deep + &deep).numel(), 0);
    assert_eq!((deep.view() + deep.view()).numel(), 0);
    assert_eq!(
        deep.clone().erase() + deep,
        Tensor::<f64, _>::zeros(shape![0, 1000, 1000, 1000, 1000, 1000, 1000, 1000])
    );
}

/// ndarray moves along any axis of an array, even an empty one.
#[test]
#[cfg(feature = "ndarray")]
fn empty_shapes_for_ndarray() {
    use ndarray::Axis;
    let mut x: Tensor<f64, _> = Tensor::from_vec(shape![0, 5], vec![]).unwrap();
    assert_eq!(x.as_ndarray().strides(), [0, 0]);
    assert_eq!(x.as_ndarray().index_axis(Axis(1), 3).len(), 0);
    let (l, r) = x.as_ndarray_mut().split_at(Axis(1), 3);
    assert_eq!((l.shape(), r.shape()), (&[0, 3][..], &[0, 2][..]));
    let wide = isize::MAX as usize / 4;
    let x = Tensor::<f64, _>::zeros(shape![0, wide]);
    assert_eq!(x.as_ndarray().index_axis(Axis(1), wide / 2).len(), 0);
    let x = Tensor::<f64, _>::zeros(shape![2, 0, 3]);
    assert_eq!(x.view().as_ndarray().index_axis(Axis(0), 1).index_axis(Axis(1), 2).len(), 0);
}

/// ndarray checks the strides of mutable views in debug builds.
#[test]
#[cfg(feature = "ndarray")]
fn mutable_views_of_empty_shapes_for_ndarray() {
    for sizes in [&[0][..], &[3, 0], &[0, 3], &[1, 0], &[2, 2, 0], &[2, 0, 2], &[0, 2, 2], &[2, 0, 0, 3]] {
        let mut x: Tensor<f64, conformable::AnyShape> = Tensor::zeros(conformable::AnyShape::from(sizes));
        assert_eq!(x.try_as_ndarray_mut().unwrap().shape(), sizes);
        let mut reversed = x.flip_mut(..);
        assert_eq!(reversed.try_as_ndarray_mut().unwrap().shape(), sizes);
    }
    let mut x = Tensor::<f64, _>::zeros(shape![3, Dyn::new(0)]);
    assert_eq!(x.as_ndarray_mut().shape(), [3, 0]);
    let mut x = Tensor::<f64, _>::zeros(shape![2, 0, 4]);
    assert_eq!(x.as_ndarray_mut().shape(), [2, 0, 4]);
}

/// Converts from and to ndarray's types of known rank, and back.
#[test]
#[cfg(feature = "ndarray")]
fn arrays_of_each_rank() {
    use conformable::{AnyShape, Refused, storage::ndarray::Ndarray};
    use ndarray::{Array0, Array1, Array2, Array3, Array6, ArrayD, ArrayView0, ArrayView2, ArrayViewD, ArrayViewMut2};
    use ndarray::{Axis, Slice, array};

    /// The result outlives the view that it is made of.
    fn columns(array: &Array2<i32>) -> Tensor<i32, Shape![2, 2], View<'_>> {
        array.view().reversed_axes().try_into().unwrap()
    }

    let (zero, one, two) = (Tensor::scalar(1), Tensor::from([1, 2]), Tensor::from([[1, 2], [3, 4]]));
    let (view, square): (ArrayView0<i32>, ArrayView2<i32>) = (zero.as_ndarray(), two.as_ndarray());
    assert_eq!((view[()], square[[1, 0]]), (1, 3));
    let any = two.view().erase();
    let view: ArrayViewD<i32> = any.as_ndarray();
    assert_eq!(view, array![[1, 2], [3, 4]].into_dyn());
    assert_eq!((Array0::from(zero.clone())[()], Array1::from(one.clone())), (1, array![1, 2]));
    assert_eq!(Array2::from(two.clone()), array![[1, 2], [3, 4]]);
    assert_eq!(ArrayD::from(two.clone()), array![[1, 2], [3, 4]].into_dyn());
    let six: Array6<u8> = Tensor::zeros(shape![1, 2, 3, 1, 2, 3]).into();
    assert_eq!(six.shape(), [1, 2, 3, 1, 2, 3]);
    let seven = Tensor::<u8, _>::zeros(shape![1, 2, 1, 1, 1, 1, 1]);
    let view: ArrayViewD<u8> = seven.as_ndarray();
    assert_eq!(view.shape(), seven.sizes());

    // to the heap: in order, from the middle of an array, and in another order
    let mut table: Array2<String> = Array2::from_shape_fn((3, 4), |(i, j)| format!("{i}{j}"));
    table.slice_axis_inplace(Axis(0), Slice::from(1..));
    let heap: Tensor<String, Shape![2, _]> = table.clone().try_into().unwrap();
    assert_eq!((heap.len(), &heap[[0, 0]][..], &heap[[1, 3]][..]), (8, "10", "23"));
    let turned: Tensor<String, Shape![4, 2]> = table.clone().reversed_axes().try_into().unwrap();
    assert_eq!((&turned[[0, 1]][..], &turned[[3, 0]][..]), ("20", "13"));
    let refused: Refused<_> = Tensor::<String, Shape![2, 5]>::try_from(table.clone()).unwrap_err();
    assert!(refused.to_string().ends_with("^ axis 1 is 4, not 5"), "{refused}");
    assert_eq!(refused.into_value(), table);
    let held: Tensor<String, Shape![_, 4], Ndarray<_>> = table.try_into().unwrap();
    assert_eq!(held, heap);
    let wrong: Result<Tensor<u8, Shape![_, _]>, _> = Array3::<u8>::zeros((1, 2, 3)).try_into();
    assert_eq!(wrong.unwrap_err().to_string(), "(1, 2, 3) is not a (_, _)\n  the ranks 3 and 2 differ");

    let mut array = array![[1, 2], [3, 4]];
    assert_eq!(columns(&array), Tensor::from([[1, 3], [2, 4]]));
    let view: ArrayViewMut2<i32> = array.view_mut();
    let mut view: Tensor<i32, AnyShape, ViewMut> = view.try_into().unwrap();
    view += 10;
    assert_eq!(array, array![[11, 12], [13, 14]]);
}

/// Shapes that no array of ndarray can have are refused.
#[test]
#[cfg(feature = "ndarray")]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn more_than_ndarray_counts() {
    let half = 1_usize << (usize::BITS / 2);
    let mut x = Tensor::<f64, _>::zeros(shape![0, half, half]);
    let text = format!(
        "cannot hand ndarray the shape (0, {half}, {half})\n  its sizes other than 0 multiply to more than an `isize` counts"
    );
    assert_eq!(x.try_as_ndarray().unwrap_err().to_string(), text);
    assert_eq!(x.try_as_ndarray_mut().unwrap_err().to_string(), text);
    for panicking in [
        |x: Tensor<f64, _>| assert!(x.as_ndarray().is_empty()),
        |x| drop(ndarray::Array3::from(x)),
        |x| drop(ndarray::ArrayD::from(x)),
    ] {
        let payload = catch_unwind(AssertUnwindSafe(|| panicking(x.clone()))).unwrap_err();
        assert_eq!(*payload.downcast::<String>().unwrap(), text);
    }
    // a view has at most `isize::MAX` elements, so it fails earlier
    let refused = Tensor::scalar(1_u8).try_broadcast_to(&shape![half, half / 2]).unwrap_err();
    assert_eq!(refused.kind(), conformable::ErrorKind::Overflow);
    // more bytes than memory has, without elements
    let wide = 1_usize << (usize::BITS / 2 - 1);
    let empty = Tensor::<f64, _>::zeros(shape![0, wide, wide]);
    assert_eq!(empty.try_as_ndarray().unwrap().to_owned().len(), 0);
    assert_eq!(ndarray::Array3::from(empty).shape(), [0, wide, wide]);
}

/// Elements too large for tiles on the stack, on a small one.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads here")]
fn large_elements() {
    let work = || {
        let x = Tensor::from_vec(shape![50, 3], vec![[1.0_f32; 256]; 150]).unwrap();
        let row = Tensor::from_vec(shape![3], vec![[2.0_f32; 256]; 3]).unwrap();
        let sum = x.zip_map(&row, |x, y| x[0] + y[255]);
        let fused = zip((&x, &row, &row, &x)).map(|(a, b, c, d)| a[0] + b[0] + c[0] + d[0]);
        sum[[49, 2]] + fused[[0, 0]]
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap();
    assert_eq!(thread.join().unwrap(), 9.0);
}

/// A view's elements outlive the view.
#[test]
fn elements_of_a_view() {
    fn largest(x: Tensor<i32, Small, View<'_>>) -> &i32 {
        x.into_iter().max().unwrap()
    }
    let x = Tensor::from([[1, 5, 2], [3, 4, 0]]);
    assert_eq!(*largest(x.view()), 5);
}

/// A serialised array with another number of elements.
#[test]
#[should_panic(expected = "1 element does not fill the shape (1000,)")]
fn an_array_that_lies() {
    struct Short;

    impl<Outer> conformable::NestedArray<Outer> for Short {
        type Elem = u64;
        type Shape = (Size<1000>,);
        fn shape(_: Outer) -> Self::Shape {
            (Size,)
        }
        fn push_scalars(self, push: &mut impl FnMut(u64)) {
            push(1);
        }
    }

    let _ = Tensor::from([Short]);
}

/// Broadcasting a view to more elements than memory has is free; copying them is an error.
#[test]
fn views_larger_than_memory() {
    let one = Tensor::scalar(1_u8);
    // the square of one is a quarter of `usize::MAX`, that of the other is beyond it
    let (half, root) = (1_usize << (usize::BITS / 2 - 1), 1_usize << (usize::BITS / 2));
    let huge = one.try_broadcast_to(&shape![half, half]).unwrap();
    assert_eq!(huge[[5, 5]], 1);
    let refused = zip((&huge, &huge)).try_map(|(x, y)| u64::from(x) + u64::from(y)).unwrap_err();
    assert_eq!(refused.to_string(), format!("the shape ({half}, {half}) has more elements than memory can address"));
    let refused = one.try_broadcast_to(&shape![root, root]).unwrap_err();
    assert_eq!(refused.to_string(), format!("the shape ({root}, {root}) has more elements than memory can address"));
    let wide = one.try_broadcast_to(&shape![2 * root, 1]).unwrap();
    let high = one.try_broadcast_to(&shape![1, half]).unwrap();
    let refused = zip((&wide, &high)).try_fold(0, |n, _| n + 1).unwrap_err();
    let (wide, high) = (2 * root, half);
    assert_eq!(refused.to_string(), format!("the shape ({wide}, {high}) has more elements than memory can address"));
    let summary = huge.to_string();
    assert!(summary.starts_with("[[1, 1, 1, ..., 1, 1, 1],\n"), "{summary}");
}

#[test]
fn broadcasts_copy_nothing() {
    let (x, row) = (Tensor::from([[1], [2]]), Tensor::from([10, 20, 30]));
    let (a, b) = broadcast((&x, &row));
    assert_eq!(std::ptr::from_ref(&a[[1, 0]]), std::ptr::from_ref(&x[[1, 0]]));
    assert_eq!(std::ptr::from_ref(&a[[1, 2]]), std::ptr::from_ref(&x[[1, 0]]));
    assert_eq!(std::ptr::from_ref(&b[[1, 2]]), std::ptr::from_ref(&row[[2]]));
    // views of views, in every operation
    assert_eq!(&a + &b, Tensor::from([[11, 21, 31], [12, 22, 32]]));
    let cube = a.broadcast_to::<Shape![2, 2, 3]>();
    assert_eq!(cube.to_string(), "[[[1, 1, 1],\n  [2, 2, 2]],\n\n [[1, 1, 1],\n  [2, 2, 2]]]");
    assert_eq!(cube.iter().sum::<i32>(), 18);
    assert_eq!(cube.to_owned().into_vec(), [1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2]);
    let erased = cube.erase().refine::<(Dyn, Size<2>, Dyn)>().unwrap();
    assert_eq!(erased, a.broadcast_to::<Shape![2, 2, 3]>());
    assert_eq!(
        erased.refine::<Shape![3, 2, 3]>().unwrap_err().to_string(),
        "\
(2, 2, 3) is not a (3, 2, 3)
  lhs  2  2  3
  rhs  3  2  3
       ^ axis 0 is 2, not 3"
    );
}

#[test]
fn what_is_owned_is_reused() {
    let start = |x: &Tensor<f32, Shape![64, 64]>| x.as_slice().as_ptr();
    let matrix = || Tensor::full(shape![64, 64], 1.0_f32);
    let row = Tensor::full(shape![64], 2.0_f32);
    let (x, y) = (matrix(), matrix());
    let at = start(&x);
    let x = x + &row;
    assert_eq!(start(&x), at);
    let x = x * 2.0 - 1.0;
    let x = -x;
    assert_eq!(start(&x), at);
    let x = 3.0 - x;
    assert_eq!(start(&x), at);
    // the right one, in its order
    let x = &row - x;
    assert_eq!(start(&x), at);
    assert_eq!(x[[0, 0]], -6.0);
    let x = row.clone() - x;
    assert_eq!(start(&x), at);
    // the left one, if both are possible
    let x = x + y;
    assert_eq!(start(&x), at);
    // the right one, if the left one is elsewhere
    let y = Tensor::full(shape![64], 1.0_f32);
    let at_y = y.as_slice().as_ptr();
    let y = Tensor::inline_full(shape![64], 3.0_f32) - y;
    assert_eq!((y.as_slice().as_ptr(), y[[0]]), (at_y, 2.0));
    // memory that is too small is not reused
    let x = row.clone() + &matrix();
    assert_eq!(x[[63, 63]], 3.0);
    // nor is memory elsewhere
    let inline = Tensor::inline_full(shape![64], 1.0);
    assert_eq!(inline + &row, Tensor::full(shape![64], 3.0));
    assert_eq!(row.clone() + inline, Tensor::full(shape![64], 3.0));
    assert_eq!(row.view() + row.clone(), Tensor::full(shape![64], 4.0));
    // a static shape may result from a dynamic one
    let n = std::hint::black_box(64);
    let x = Tensor::full(shape![n, n], 1.0_f32);
    let at = x.as_slice().as_ptr();
    let x: Tensor<f32, Shape![64, 64]> = x + Tensor::full(shape![64, 64], 1.0);
    assert_eq!(start(&x), at);
}

#[test]
fn where_results_live() {
    let (heap, inline) = (Tensor::from([1, 2, 3]), Tensor::inline([1, 2, 3]));
    let both: Tensor<i32, Shape![3]> = &heap + &inline;
    let inlined: Tensor<i32, Shape![3], Inline> = inline + inline;
    let viewed: Tensor<i32, Shape![3], Inline> = inline.view() + inline.broadcast_to::<Shape![3]>();
    let n = 3;
    let dynamic = inline.view().refine::<(Dyn,)>().unwrap();
    let unknown: Tensor<i32, (Dyn,), Inline> = &dynamic + &dynamic;
    assert_eq!(both, inlined);
    assert_eq!(viewed, inlined);
    assert_eq!(unknown, Tensor::from_vec(shape![n], vec![2, 4, 6]).unwrap());
    let chosen: Tensor<i32, Shape![3], Inline> = inline.less(&Tensor::inline([2, 2, 2])).where_cond(&inline, &-inline);
    assert_eq!(chosen.into_array(), [1, -2, -3]);
}

#[test]
fn mutable_views() {
    let mut x = Tensor::from([[1, 2], [3, 4]]);
    let mut view = x.view_mut();
    view += &Tensor::from([10, 20]);
    view[[0, 0]] = 7;
    let mut nested = view.view_mut();
    nested *= 2;
    nested.iter_mut().for_each(|x| *x += 1);
    zip((&Tensor::from([100]),)).update(&mut nested, |x, (y,)| *x -= y);
    assert_eq!(x, Tensor::from([[-85, -55], [-73, -51]]));

    let mut samples = [1.0_f64, 2.0, 3.0, 4.0];
    let mut view = Tensor::from_mut_slice(shape![2, 2], &mut samples).unwrap();
    view.apply(|x| *x = x.sqrt());
    assert_eq!(samples, [1.0, 2.0_f64.sqrt(), 3.0_f64.sqrt(), 2.0]);
    let refused = Tensor::from_slice(shape![3], &samples).unwrap_err();
    assert_eq!(refused.to_string(), "4 elements do not fill the shape (3,)");
    assert!(Tensor::from_mut_slice(shape![3], &mut samples).is_err());
}

/// A static tensor of a megabyte on a thread whose stack is smaller.
#[test]
#[cfg_attr(miri, ignore = "too large")]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads here")]
fn large_static_tensors_stay_off_the_stack() {
    type Large = Shape![512, 512];
    let work = || {
        let mut x = Tensor::<f32, _>::ones(shape![512, 512]);
        x += &Tensor::<f32, _>::full(shape![512], 1.0);
        let y: Tensor<f32, Large> = &x * &x - x.view() + 1.0;
        let y = zip((&x, &y, &Tensor::scalar(1.0))).map(|(x, y, z)| x * y + z);
        let z = Tensor::from_fn(shape![512, 512], |[i, j]| (i * j) as f32);
        let z = z.erase().refine::<Large>().unwrap() + y.broadcast_to::<Large>().to_owned();
        z.clone().into_vec()[1]
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap();
    assert_eq!(thread.join().unwrap(), 7.0);
}

fn panics_in<S: Shape + NumpyBroadcast<R>, D: Storage, R: Shape>(x: &Tensor<i32, S, D>, y: &Tensor<i32, R, D>) {
    let count = Rc::new(());
    let numel = zip((x, y)).fold(0, |numel, _| numel + 1);
    for last in [0, 1, numel / 2, numel - 1] {
        let mut left = last;
        let result = catch_unwind(AssertUnwindSafe(|| {
            zip((x, y)).map(|_| {
                if left == 0 {
                    resume_unwind(Box::new("that was the last one"));
                }
                left -= 1;
                Rc::clone(&count)
            })
        }));
        assert!(result.is_err() && left == 0);
        assert_eq!(Rc::strong_count(&count), 1);
    }
    let made = zip((x, y)).map(|_| Rc::clone(&count));
    assert_eq!(Rc::strong_count(&count), 1 + numel);
    drop(made);
    assert_eq!(Rc::strong_count(&count), 1);
}

/// Elements that a closure has made before it panics are dropped once.
#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn a_panic_in_the_middle() {
    // a small plan, vectors, repeated rows, and an inline result
    panics_in(&Tensor::from([0; 7]), &Tensor::from([0; 7]));
    panics_in(&Tensor::<i32, _>::zeros(shape![70]), &Tensor::scalar(0));
    panics_in(&Tensor::<i32, _>::zeros(shape![3, 30, 3]), &Tensor::from([0; 3]));
    panics_in(&Tensor::inline([[0; 3]; 2]), &Tensor::inline([0; 3]));
}

/// Blocks large enough for pages of 2 MiB.
#[test]
#[cfg_attr(miri, ignore = "too large")]
fn large_blocks() {
    let x = Tensor::<u8, _>::ones(shape![64, 1_048_576]);
    let y = &x + &x;
    assert!(y.iter().all(|&y| y == 2));
}

#[test]
fn element_types() {
    let mask = Tensor::from([[true, false], [true, true]]);
    let row = Tensor::from([false, true]);
    assert_eq!(&mask & &row, Tensor::from([[false, false], [false, true]]));
    assert_eq!(&mask | &row, Tensor::from([[true, true], [true, true]]));
    assert_eq!(mask.clone() ^ true, !&mask);
    assert_eq!(false | !mask, Tensor::from([[false, true], [false, false]]));
    let mut bits = Tensor::from([0b1100_u8, 0b1010]);
    bits &= 0b0110;
    bits |= &Tensor::from([1, 0]);
    assert_eq!(bits, Tensor::from([0b0101, 0b0010]));
    let x = Tensor::from([1.0, f64::NAN, 3.0]);
    assert_eq!(x.less(&Tensor::scalar(2.0)), Tensor::from([true, false, false]));
    assert_eq!(x.not_equal(&x), x.is_nan());
    assert!(x.minimum(&Tensor::scalar(2.0))[[1]].is_nan());
    assert!(Tensor::scalar(2.0).maximum(&x)[[1]].is_nan());
    assert_eq!(x.maximum(&Tensor::scalar(2.0))[[0]], 2.0);
    assert!(x.clamp(0.0, 2.0)[[1]].is_nan());
    assert_eq!(Tensor::from([-1.0, 0.5, 3.0]).clamp(0.0, 2.0), Tensor::from([0.0, 0.5, 2.0]));
    let angle = Tensor::from([0.0, 1.0]);
    // the last digits of these are the platform's
    let near = |x: Tensor<f64, Shape![2]>, y: &Tensor<f64, Shape![2]>| (x - y).abs().less(&Tensor::scalar(1e-12));
    let both = Tensor::from([true, true]);
    assert_eq!(near(angle.sin().atan2(&angle.cos()), &angle), both);
    assert_eq!(near(angle.exp().ln(), &angle), both);
    assert_eq!(near(angle.tanh().atanh(), &angle), both);
    assert_eq!(near(Tensor::from([2.0, 3.0]).pow(&Tensor::from([3.0, 2.0])), &Tensor::from([8.0, 9.0])), both);
    assert_eq!(Tensor::from([1.5, -1.5]).abs(), Tensor::from([1.5, 1.5]));
}

/// The closure owns the state of a fold while it runs: dropped once on a panic, else returned.
#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn the_state_of_a_fold() {
    let (x, row) = (Tensor::from([[1, 2, 3], [4, 5, 6]]), Tensor::from([10, 20, 30]));
    let any = x.clone().erase();
    let seen = |state: Vec<Box<i32>>, element: i32, limit: i32| {
        assert!(element < limit, "the limit");
        state.into_iter().chain([Box::new(element)]).collect()
    };
    let expected = [11, 22, 33, 14, 25, 36].map(Box::new);
    assert_eq!(zip((&x, &row)).fold(Vec::new(), |state, (x, y)| seen(state, x + y, 100)), expected);
    assert_eq!(zip((&any, &row)).fold(Vec::new(), |state, (x, y)| seen(state, x + y, 100)), expected);
    for limit in [11, 14, 36] {
        let fold = || zip((&x, &row)).fold(Vec::new(), |state, (x, y)| seen(state, x + y, limit));
        assert!(catch_unwind(AssertUnwindSafe(fold)).is_err());
        let fold = || zip((&any, &row)).fold(Vec::new(), |state, (x, y)| seen(state, x + y, limit));
        assert!(catch_unwind(AssertUnwindSafe(fold)).is_err());
    }
    // no elements: the initial value
    let empty = Tensor::<i32, _>::zeros(shape![2, 0]);
    assert_eq!(zip((&empty,)).fold(vec![1], |_, _| Vec::new()), [1]);
    assert_eq!(zip((&empty.erase(),)).fold(vec![1], |_, _| Vec::new()), [1]);
}

/// Overflow behaves as in Rust: a panic if it is checked.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "overflow is not checked")]
#[should_panic(expected = "attempt to add with overflow")]
fn integers_overflow_as_in_rust() {
    let _ = Tensor::from([200_u8, 1]) + 100;
}

#[cfg(feature = "complex")]
#[test]
fn complex_numbers() {
    use num_complex::Complex;
    let i = Complex::new(0.0, 1.0);
    let x = Tensor::from([Complex::new(1.0, 0.0), i]);
    assert_eq!(i * &x, Tensor::from([i, Complex::new(-1.0, 0.0)]));
    assert_eq!(&x * &x + i, Tensor::from([Complex::new(1.0, 1.0), Complex::new(-1.0, 1.0)]));
    assert_eq!(x.map(|z| z.norm_sqr()), Tensor::from([1.0, 1.0]));
}

#[cfg(feature = "approx")]
#[test]
fn approximate_equality() {
    use approx::{abs_diff_eq, assert_relative_eq, relative_ne, ulps_eq, ulps_ne};
    let (x, y) = (Tensor::from([[1.0, 2.0]]), Tensor::inline([[1.0, 2.0 + 1e-9]]));
    assert!(abs_diff_eq!(x, y, epsilon = 1e-8) && !abs_diff_eq!(x, y, epsilon = 1e-10));
    assert!(relative_ne!(x, y) && ulps_ne!(y.view(), x) && ulps_eq!(x.view(), x));
    assert!(ulps_eq!(Tensor::from([1.0]), Tensor::from([1.0 + 3.0 * f64::EPSILON])));
    assert_relative_eq!(x.clone().erase(), y, max_relative = 1e-8);
    assert!(relative_ne!(x.clone().erase(), Tensor::from([1.0, 2.0]).erase()));
    assert!(relative_ne!(Tensor::from([f64::NAN]), Tensor::from([f64::NAN])));
}

#[cfg(feature = "half")]
#[test]
fn half_floats() {
    use half::{bf16, f16};
    let x = Tensor::from([f16::from_f32(1.5), f16::from_f32(-2.0)]);
    assert_eq!((&x + &x).map(f16::to_f32), Tensor::from([3.0, -4.0]));
    assert_eq!(f16::from_f32(2.0) * x.abs(), Tensor::from([f16::from_f32(3.0), f16::from_f32(4.0)]));
    assert_eq!((Tensor::from([bf16::ONE]) + bf16::ONE).map(bf16::to_f32), Tensor::from([2.0]));
}

#[test]
fn tensors_inline_change_the_type_of_their_shape() {
    struct Rows;

    let x = Tensor::inline_from_fn(shape![2, 2], |[i, j]| format!("{i}{j}"));
    let partly = x.named::<Shape![Rows = 2, 2]>().widen::<Shape![Rows = _, 2]>();
    assert_eq!(partly[[1, 0]], "10");
    let erased = partly.erase();
    let refused = erased.refine::<Shape![2, 3]>().unwrap_err();
    let partly: Tensor<String, Shape![2, _], Inline> = refused.into_value().refine().unwrap();
    let known: Tensor<String, Shape![2, 2], Inline> = partly.refine().unwrap();
    assert_eq!(known.into_array(), [["00", "01"], ["10", "11"]]);

    let empty: Tensor<String, Shape![0, 2], Inline> = Tensor::inline_from_fn(shape![0, 2], |_| unreachable!());
    let widened: Tensor<String, Shape![_, 2], Inline> = empty.widen();
    let back: Tensor<String, Shape![0, 2], Inline> = widened.refine().unwrap();
    assert_eq!(back.numel(), 0);
}

/// Views of nalgebra's matrices and back, with the dims of both.
#[cfg(feature = "nalgebra")]
#[test]
fn matrices_of_nalgebra() {
    use conformable::{Axis, Named, Thousands};
    use nalgebra::{DMatrix, DMatrixView, DMatrixViewMut, Matrix2, Matrix2x3, MatrixView, U1, U2, U3, Vector3};

    struct Rows;

    let fixed = Matrix2x3::new(1, 2, 3, 4, 5, 6);
    let x: Tensor<i32, Shape![2, 3], View> = Tensor::from_nalgebra(&fixed);
    assert_eq!(x, Tensor::from([[1, 2, 3], [4, 5, 6]]));
    let back: MatrixView<'_, i32, U2, U3, U1, nalgebra::Dyn> = x.as_nalgebra();
    assert_eq!(back, fixed);
    assert_eq!(back.as_ptr(), fixed.as_ptr());
    assert_eq!(x.to_nalgebra(), fixed);
    let columns = fixed.fixed_columns::<2>(1);
    let columns: Tensor<i32, Shape![2, 2], View> = Tensor::from_nalgebra(&columns);
    assert_eq!(columns, Tensor::from([[2, 3], [5, 6]]));
    let vector = Vector3::new(7, 8, 9);
    let vector: Tensor<i32, Shape![3, 1], View> = Tensor::from_nalgebra(&vector);
    assert_eq!(vector[[2, 0]], 9);

    let mut table = DMatrix::from_row_slice(2, 3, &[1, 2, 3, 4, 5, 6]);
    let run_time: Tensor<i32, (Dyn, Dyn), View> = Tensor::from_nalgebra(&table);
    assert_eq!(run_time.t().to_nalgebra(), table.transpose());
    let refused = Tensor::<i32, Shape![_, 4], View>::try_from(&table).unwrap_err();
    assert_eq!(refused.axis(), Some(1));
    let mut row = table.view_mut((0, 0), (1, 3));
    let mut changed: Tensor<i32, Shape![_, 3], ViewMut> = Tensor::try_from(&mut row).unwrap();
    changed += 10;
    assert_eq!(table, DMatrix::from_row_slice(2, 3, &[11, 12, 13, 4, 5, 6]));

    // rows are contiguous here, and columns there
    let mut y = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(
        y.try_as_nalgebra().unwrap_err().to_string(),
        "cannot hand nalgebra the shape (2, 3)\n  its columns are not contiguous; `to_nalgebra` copies them"
    );
    assert_eq!(y.t().as_nalgebra(), y.to_nalgebra().transpose());
    assert_eq!(y.t().as_nalgebra().transpose() * y.t().as_nalgebra(), Matrix2::new(14, 32, 32, 77));
    y.t_mut().as_nalgebra_mut().swap_columns(0, 1);
    assert_eq!(y, Tensor::from([[4, 5, 6], [1, 2, 3]]));
    let transposed = y.t();
    let part = transposed.narrow(Axis::<0>, conformable::axes::Narrow::<1, 2>);
    assert_eq!(part.as_nalgebra()[(1, 1)], 3);
    let named = y.view().named::<(Named<Rows, Size<2>>, Size<3>)>();
    let _: nalgebra::OMatrix<i32, U2, U3> = named.to_nalgebra();
    let wide = Tensor::<u8, (Size<1>, Thousands<2, 0>)>::zeros(shape![1, 2000]);
    assert_eq!(wide.as_nalgebra().shape(), (1, 2000));

    // strides of nalgebra are not negative; those of one element, or of none, are not used
    y.t().flip(Axis::<0>).try_as_nalgebra().unwrap_err();
    y.t().flip(Axis::<1>).try_as_nalgebra().unwrap_err();
    assert_eq!(Tensor::from([[1, 2]]).flip(Axis::<0>).as_nalgebra()[(0, 1)], 2);
    assert_eq!(y.narrow(Axis::<1>, conformable::axes::Narrow::<1, 1>).flip(Axis::<1>).to_nalgebra()[(1, 0)], 2);
    let mut none = Tensor::<i32, _>::zeros(shape![0, 3]);
    assert_eq!(none.flip(Axis::<1>).as_nalgebra().shape(), (0, 3));
    assert_eq!(none.as_nalgebra_mut().shape(), (0, 3));
    assert_eq!(Tensor::<i32, _>::zeros(shape![3, 0]).as_nalgebra().shape(), (3, 0));
    assert_eq!(Tensor::<i32, (Dyn, Dyn), View>::from_nalgebra(&DMatrix::zeros(0, 2)).sizes(), [0, 2]);
    assert_eq!(Tensor::from([[7]; 1]).broadcast_to::<Shape![1, 4]>().as_nalgebra().sum(), 28);

    // one element at several indices may be read, and nalgebra refuses to change it
    let mut numbers = [1, 2, 3, 4];
    let repeated = DMatrixView::from_slice_with_strides(&numbers, 3, 2, 0, 1);
    assert_eq!(Tensor::from_nalgebra(&repeated), Tensor::from([[1, 2]; 3]));
    let mut change = |down, right| {
        let mut matrix = DMatrixViewMut::from_slice_with_strides_mut(&mut numbers, 2, 2, down, right);
        let x: Tensor<i32, (Dyn, Dyn), ViewMut> = Tensor::try_from(&mut matrix).unwrap();
        x.sum_all()
    };
    assert_eq!((change(1, 2), change(2, 1)), (10, 10));
    for (down, right) in [(0, 1), (1, 0), (1, 1)] {
        catch_unwind(AssertUnwindSafe(|| change(down, right))).unwrap_err();
    }
}
