//! Sizes with bounds: the operations that keep or compute them, and the values that are checked. `ui-tests` has the
//! refused programs, and `typed` OpenVINO's cases.

use conformable::windows::{CeilMode, Same, SlidDim, SpreadDim, Window};
use conformable::{
    Axis, Diff, Dim, Dyn, EndsIn, ErrorKind, Keep, Least, NoneOutput, NumpyBroadcast, NumpyOutput, Prod, Quot, Shape,
    Size, Sum, Tensor, Within, assert_type_eq, concat, dim, einsum, rearrange, shape, stack,
};

struct Batch;
struct Time;

const MOST: usize = 50_257;

type Rows = Shape![Batch = 1..=128, 3];

assert_type_eq!(Rows, (Within<Size<1>, Size<128>, Batch>, Size<3>));
assert_type_eq!(Shape![{ 1 }..={ MOST }], (Within<Size<1>, dim!(50_257)>,));
assert_type_eq!(Shape![Batch = dim!(1..=128)], (Within<Size<1>, Size<128>, Batch>,));

assert_type_eq!(NumpyOutput<Rows, Shape![_, 3]>, Rows);
assert_type_eq!(NumpyOutput<Shape![Batch = _, 3], Rows>, Rows);
assert_type_eq!(NumpyOutput<Rows, Shape![1, 3]>, Rows);
assert_type_eq!(NumpyOutput<Rows, Shape![Batch = 64, 1]>, Shape![Batch = 64, 3]);
assert_type_eq!(NumpyOutput<Shape![Batch = 64, 1], Rows>, Shape![Batch = 64, 3]);
assert_type_eq!(NumpyOutput<Shape![1..=128], Shape![128]>, Shape![128]);
assert_type_eq!(NumpyOutput<Shape![4..=128], Shape![64..=2000]>, Shape![64..=128]);
assert_type_eq!(NoneOutput<Shape![1..=4], Shape![1]>, Shape![1]);

assert_type_eq!(Sum<dim!(1..=128), Size<4>>, dim!(5..=132));
assert_type_eq!(Sum<Size<4>, dim!(1..=128)>, dim!(5..=132));
assert_type_eq!(Sum<dim!(1..=1000), dim!(0..=1000)>, dim!(1..=2000));
assert_type_eq!(Sum<dim!(1..=128), Dyn>, Dyn);
assert_type_eq!(Prod<dim!(1..=128), Size<64>>, dim!(64..=8192));
assert_type_eq!(Prod<dim!(2..=8), dim!(3..=4)>, dim!(6..=32));
assert_type_eq!(Quot<dim!(1..=128), Size<4>>, dim!(0..=32));
assert_type_eq!(Diff<dim!(1..=128), Size<1>>, Dyn);
assert_type_eq!(Least<dim!(1..=128), Size<64>>, dim!(1..=64));

assert_type_eq!(SlidDim<dim!(1..=128), Size<3>>, dim!(1..=126));
assert_type_eq!(SlidDim<dim!(8..=129), Size<2>, Size<2>>, dim!(4..=64));
assert_type_eq!(SlidDim<dim!(1..=9), Size<3>, Size<2>, Size<1>>, dim!(1..=5));
assert_type_eq!(SlidDim<dim!(5..=9), Size<3>, Size<2>, Same>, dim!(3..=5));
assert_type_eq!(SlidDim<dim!(5..=9), Size<2>, Size<2>, Size<0>, Size<0>, Size<1>, CeilMode>, dim!(0..=5));
assert_type_eq!(SlidDim<dim!(1..=128), Dyn>, Dyn);
assert_type_eq!(SlidDim<Within<Size<1>, Size<128>, Time>, Size<3>>, Within<Size<1>, Size<126>, Time>);
assert_type_eq!(SpreadDim<dim!(2..=8), Size<2>, Size<2>>, dim!(0..=16));
assert_type_eq!(SpreadDim<dim!(2..=8), Dyn>, Dyn);

/// Each size within the bounds has the answer of a run-time size, and is within the bounds of the result.
#[test]
fn windows_along_an_axis_with_bounds() {
    type Bounded = Shape![1, 1, 0..=9];
    for size in 0..=9 {
        let plain = Tensor::from_fn(shape![1, 1, size], |[_, _, i]| u8::try_from(i).unwrap());
        let x: Tensor<u8, Bounded> = plain.clone().refine().unwrap();
        for padding in 0..2_usize {
            let any = Window::new().stride(2_usize).padding(padding);
            let run_time = plain.try_max_pool(shape![3], any).map_err(|error| error.kind());
            let pooled = match padding {
                0 => x.try_max_pool(shape![3], Window::new().stride(Size::<2>)).map(Tensor::erase),
                _ => x.try_max_pool(shape![3], Window::new().stride(Size::<2>).padding(Size::<1>)).map(Tensor::erase),
            };
            assert_eq!(pooled.map_err(|error| error.kind()), run_time.map(Tensor::erase), "{size} {padding}");
        }
        let ceil = Window::new().ceil_mode();
        let run_time = plain.try_max_pool(shape![2], ceil).map(Tensor::erase).map_err(|error| error.kind());
        assert_eq!(x.try_max_pool(shape![2], ceil).map(Tensor::erase).map_err(|error| error.kind()), run_time);
        let kernel = Tensor::<u8, _>::ones(shape![1, 1, 3]);
        let spread = Window::new().stride(Size::<2>).padding(Size::<1>);
        let run_time = plain.try_conv_transpose(&kernel, spread).map(Tensor::erase).map_err(|error| error.kind());
        let bounded = x.try_conv_transpose(&kernel, spread).map(Tensor::erase).map_err(|error| error.kind());
        assert_eq!(bounded, run_time);
    }
}

fn rows(n: usize) -> Tensor<i32, Rows> {
    Tensor::from_fn(shape![n, 3], |[i, j]| i32::try_from(3 * i + j).unwrap()).refine().unwrap()
}

#[test]
fn values_are_checked_where_they_enter() {
    for (size, fits) in [(0, false), (1, true), (64, true), (128, true), (129, false), (usize::MAX, false)] {
        assert_eq!(<dim!(1..=128)>::new(size).is_ok(), fits, "{size}");
        assert_eq!(<dim!(1..=128)>::from_size(size).is_some(), fits, "{size}");
        assert_eq!(Rows::from_sizes(&[size, 3]).is_ok(), fits, "{size}");
        assert_eq!(Shape::refine::<Rows>(&shape![size, 3]).is_ok(), fits, "{size}");
    }
    let error = <dim!(1..=128)>::new(129).unwrap_err();
    assert_eq!(
        error.to_string(),
        "(129,) is not a (1..=128,)\n  lhs      129\n  rhs  1..=128\n             ^ axis 0 is 129, not 1..=128"
    );
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(error.axis(), Some(0));
    let error = Rows::from_sizes(&[2, 4]).unwrap_err();
    assert!(error.to_string().ends_with("axis 1 is 4, not 3"), "{error}");
    assert_eq!(Rows::partial_type().to_string(), "(Batch = 1..=128, 3)");
    assert_eq!(Rows::from_sizes(&[2, 3]).unwrap().partial().to_string(), "(Batch = 2, 3)");
    assert_eq!(format!("{:?}", Rows::from_sizes(&[2, 3]).unwrap().0), "Batch = 2 in 1..=128");
    assert_eq!(format!("{:?}", <dim!(0..=7)>::new(2).unwrap()), "2 in 0..=7");
}

#[test]
fn sizes_are_compared_and_bounds_stay() {
    let (two, n) = (Rows::from_sizes(&[2, 3]).unwrap(), 2);
    assert_eq!(two.numpy_broadcast(&shape![n, 3]), Ok(two));
    let error = two.numpy_broadcast(&shape![n + 1, 3]).unwrap_err();
    assert!(error.to_string().ends_with("Batch = 2 and 3 differ, and neither is 1"), "{error}");
    let one = <Shape![1..=8, 3]>::from_sizes(&[1, 3]).unwrap();
    let error = one.numpy_broadcast(&shape![n, 3]).unwrap_err();
    assert!(error.to_string().ends_with("1 and 2 differ, and a size with bounds does not broadcast"), "{error}");
    assert_eq!(error.kind(), ErrorKind::LabelMismatch);
    let common =
        <Shape![4..=128]>::from_sizes(&[64]).unwrap().numpy_broadcast(&<Shape![64..=2000]>::from_sizes(&[64]).unwrap());
    assert_eq!(common.unwrap().sizes(), [64]);
    let disjoint =
        <Shape![4..=128]>::from_sizes(&[5]).unwrap().numpy_broadcast(&<Shape![64..=2000]>::from_sizes(&[64]).unwrap());
    assert!(disjoint.is_err());
}

#[test]
fn generic_code_takes_them() {
    fn biased<N: Dim, C: Dim>(x: Tensor<i32, (N, C)>, bias: &Tensor<i32, (C,)>) -> Tensor<i32, (N, C)> {
        &x + bias + x
    }
    fn total<S: Shape>(x: &Tensor<i32, S>) -> i32 {
        (x + x).sum_all()
    }
    fn last<S: EndsIn<Size<3>>>(x: &Tensor<i32, S>) -> Tensor<i32, S> {
        x + Tensor::from([1, 1, 1])
    }
    fn with_dyn<N: Dim>(x: &Tensor<i32, (N,)>, y: &Tensor<i32, (Dyn,)>) -> Tensor<i32, (N::WithDyn,)> {
        x + y
    }
    let x = rows(2);
    assert_eq!(biased(x.clone(), &Tensor::from([1, 1, 1])).as_slice(), [1, 3, 5, 7, 9, 11]);
    assert_eq!(total(&x), 30);
    assert_eq!(last(&x).as_slice(), [1, 2, 3, 4, 5, 6]);
    let sums: Tensor<i32, Shape![Batch = 1..=128]> = x.sum(Axis::<1>);
    let n = 2;
    let _: Tensor<i32, Shape![Batch = 1..=128]> = with_dyn(&sums, &Tensor::zeros(shape![n]));
}

#[test]
fn operations_keep_or_compute_bounds() {
    let x = rows(4);
    let _: Tensor<i32, Shape![1, 3]> = x.sum(Keep(Axis::<0>));
    let _: Tensor<i32, Shape![Batch = 1..=128, 1]> = x.sum(Keep(Axis::<1>));
    let _: Tensor<f64, Rows> = x.map(f64::from).softmax(Axis::<1>);
    let _: Tensor<i32, Shape![Batch = 1..=128, 2, 3]> = stack(Axis::<1>, (&x, &x));
    let _: Tensor<i32, Shape![3, Batch = 1..=128]> = x.permute((Axis::<1>, Axis::<0>)).to_owned();
    let _: Tensor<i32, Shape![Batch = 1..=128, 5]> = x.matmul(&Tensor::ones(shape![3, 5]));
    let _: Tensor<i32, Shape![Batch = 1..=128]> = einsum!(b c, b c -> b; x, x);
    let _: Tensor<i32, Shape![Batch = 1..=128, 3, 3]> = einsum!(b c, b d -> b c d; x, x);
    let _: Tensor<i32, Shape![Time = 1..=128, 3]> = x.clone().rename::<Axis<0>, Batch, Time>();
    let joined: Tensor<i32, Shape![5..=132, 3]> = concat(Axis::<0>, (&x, &Tensor::zeros(shape![4, 3])));
    assert_eq!(joined.sizes(), [8, 3]);
    let flat: Tensor<i32, Shape![3..=384]> = x.clone().flatten_axes(Axis::<0>);
    assert_eq!(flat.sizes(), [12]);
    let images = Tensor::<f32, _>::ones(shape![2, 3, 8, 8]).widen::<Shape![1..=16, 3, 8, 8]>();
    let _: Tensor<f32, Shape![1..=16, 192]> = rearrange!(b c h w -> b (c h w); images).to_owned();
    let _: Tensor<f32, Shape![1..=16, 5, 6, 6]> = images.conv(&Tensor::ones(shape![5, 3, 3, 3]), Window::new());
    let text = Tensor::<f32, _>::ones(shape![1, 3, 20]).widen::<Shape![1, 3, 10..=20]>();
    let _: Tensor<f32, Shape![1, 5, 7..=17]> = text.conv(&Tensor::ones(shape![5, 3, 4]), Window::new());
    let halves = Tensor::<i32, _>::ones(shape![4]).widen::<Shape![2..=8]>();
    let _: Tensor<i32, Shape![2, _]> = halves.clone().reshape(shape![2, halves.numel() / 2]);
    let _: Tensor<i32, ()> = Tensor::<i32, _>::ones(shape![1]).widen::<Shape![1..=8]>().squeeze(Axis::<0>).to_owned();
}

#[test]
fn bounds_and_names_are_forgotten_and_given() {
    let x = Tensor::<i32, _>::ones(shape![5, 3]).widen::<Shape![1..=128, 3]>();
    let x: Tensor<i32, Rows> = x.named();
    let y: Tensor<i32, Shape![1..=128, 3]> = x.clone().widen();
    assert_eq!(y, x.clone().unnamed());
    let _: Tensor<i32, Shape![Batch = _, 3]> = x.clone().widen();
    let _: Tensor<i32, Shape![_, 3]> = x.widen();
    let _: Tensor<i32, Shape![Batch = 1..=128]> = Tensor::<i32, _>::ones(shape![Batch = 5]).widen();
    let dim = <dim!(1..=128)>::new(5).unwrap();
    assert_eq!((dim.unbounded(), Dyn::from(dim)), (Dyn::new(5), Dyn::new(5)));
    assert_eq!(shape![Batch = dim, 3].partial().to_string(), "(Batch = 5, 3)");
}
