//! The program for every engine, on this crate's own.

mod cases;
mod program;
mod sharing;

use conformable::engine::{EngineTensor, Native, composed};
use conformable::windows::{Conv, Motion, SameLower, Sides, Window};
use conformable::{AnyShape, Dyn, Size, Tensor, shape};

#[test]
fn rows_that_the_compiler_knows() {
    program::program::<Size<2>, Native>(&(), Size);
}

#[test]
fn rows_that_run_time_tells() {
    program::program::<Dyn, Native>(&(), Dyn::new(2));
}

#[test]
fn cases_of_other_systems() {
    let (run, skipped) = cases::cases::<Native>(&());
    println!("{run} cases run, left out: {skipped:?}");
    assert!(run > 350, "{run} cases run");
}

#[test]
fn functions_of_two_floats_are_those_of_tensors() {
    let (x, y) = (Tensor::from([[3.0, -2.0]]), Tensor::from([[4.0], [-0.5]]));
    let (left, right) = (EngineTensor::from(x.clone()), EngineTensor::from(y.clone()));
    assert_eq!(left.hypot(&right).as_engine(), &x.hypot(&y));
    assert_eq!(left.copysign(&right).as_engine(), &x.copysign(&y));
    assert_eq!(left.hypot(4.0).as_engine(), &x.hypot(4.0));
    assert_eq!(left.atan2(&right).as_engine(), &x.atan2(&y));
    assert_eq!(left.pow(2.0).as_engine(), &x.pow(2.0));
}

#[test]
fn functions_of_floats_are_those_of_tensors() {
    let x = Tensor::from([f32::NEG_INFINITY, -2.5, -1.0, -0.0, 0.3, 0.5, 1.0, 7.0, f32::NAN]);
    let on_engine = EngineTensor::from(x.clone());
    macro_rules! agree {
        ($($name:ident)*) => {$(
            // as texts, where all NaN are equal
            let (ours, expected) = (format!("{:?}", on_engine.$name().as_engine()), format!("{:?}", x.$name()));
            assert_eq!(ours, expected, "{}", stringify!($name));
        )*};
    }
    agree!(abs signum floor ceil round trunc fract recip sqrt to_degrees to_radians);
    agree!(cbrt tan asin acos atan sinh cosh asinh acosh atanh);
    agree!(is_nan is_finite is_infinite is_sign_negative);
    agree!(exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh sigmoid silu softplus erf gelu gelu_tanh relu);
}

/// Composed pools equal those of the kernel, in ceil mode and with padding that counts.
#[test]
fn composed_pools() {
    let number = |[a, b, c]: [usize; 3]| [3.0, -1.0, 4.0, 1.0, 5.0, 9.0, -2.0][(a * 31 + b * 5 + c * 3) % 7];
    let x = EngineTensor::<f32, _, Native>::from(Tensor::from_fn(shape![2, 7, 6], number));
    let window = Window::new().stride(Size::<2>).padding((Size::<1>, SameLower)).ceil_mode();
    let size = shape![4, 3];
    let greatest = composed::max_pool(&x, size, window).expect("a pool");
    assert_eq!(greatest.as_engine(), x.max_pool(size, window).as_engine());
    for counts in [false, true] {
        let window = window.count_include_pad(counts);
        let mean = composed::avg_pool(&x, size, window).expect("a pool");
        let expected = x.avg_pool(size, window);
        let pairs = mean.as_engine().iter().zip(expected.as_engine().iter());
        assert!(pairs.clone().count() > 0);
        assert!(pairs.into_iter().all(|(mean, expected)| (mean - expected).abs() < 1e-5));
    }
}

/// The same along one to three axes.
#[test]
fn composed_pools_along_axes() {
    let number = |index: AnyShape| {
        let at = index.as_ref().iter().fold(0, |at, &i| at * 31 + i * 3);
        [3.0, -1.0, 4.0, 1.0, 5.0, 9.0, -2.0][at % 7]
    };
    let x = EngineTensor::<f32, _, Native>::from(Tensor::from_fn(AnyShape::from([2, 7, 6, 5]), number));
    for along in 1..=3 {
        let size: AnyShape = [4, 3, 2][..along].iter().copied().collect();
        let window = Window::new().stride(Size::<2>).padding(Size::<1>).ceil_mode();
        let greatest = composed::max_pool(&x, size.clone(), window).expect("a pool");
        assert_eq!(greatest.as_engine(), x.max_pool(size.clone(), window).as_engine());
        for counts in [false, true] {
            let window = window.count_include_pad(counts);
            let mean = composed::avg_pool(&x, size.clone(), window).expect("a pool");
            let expected = x.avg_pool(size.clone(), window);
            let pairs = mean.as_engine().iter().zip(expected.as_engine().iter());
            assert!(pairs.into_iter().all(|(mean, expected)| (mean - expected).abs() < 1e-5));
        }
    }
}

/// The motions of a window, from which adapters choose between their own padding and zeros.
#[test]
fn motions_of_windows() {
    let images = AnyShape::from([1, 4, 9]);
    let window = Window::new().stride(2).groups(2);
    let both = images.slides(&AnyShape::from([6, 2, 3]), &window.padding(Sides(1, 2))).expect("a convolution").1;
    let (motions, sizes): (Vec<_>, _) = (both.motions(&[1, 4, 9]).collect(), [9, 3, 2, 1, 1, 5]);
    assert_eq!((both.groups(), motions.len()), (2, 1));
    let Motion { size, window: taps, stride, dilation, before, places, .. } = motions[0];
    assert_eq!([size, taps, stride, dilation, before, places], sizes);
    assert_eq!((motions[0].after(), motions[0].on_both_sides()), (1, Some(1)));
    let more = images.slides(&AnyShape::from([6, 2, 3]), &window.padding(Sides(1, 4))).expect("a convolution").1;
    let motion = more.motions(&[1, 4, 9]).next().expect("an axis");
    assert_eq!((motion.places, motion.after(), motion.on_both_sides()), (6, 3, None));
    let wide =
        images.slides(&AnyShape::from([6, 2, 3]), &Window::new().dilation(3).groups(2)).expect("a convolution").1;
    let motion = wide.motions(&[1, 4, 9]).next().expect("an axis");
    assert_eq!((motion.places, motion.after(), motion.on_both_sides()), (3, 0, Some(0)));

    let volumes = AnyShape::from([1, 1, 5, 6, 7]);
    let moves = volumes.slides(&AnyShape::from([1, 1, 1, 2, 3]), &Window::new()).expect("a convolution").1;
    let motions = moves.motions(&[1, 1, 5, 6, 7]).map(|motion| [motion.size, motion.window, motion.places]);
    assert_eq!(motions.collect::<Vec<_>>(), [[5, 1, 5], [6, 2, 5], [7, 3, 5]]);
}
