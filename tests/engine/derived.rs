//! The rest of the program for every engine: operations made of others, which equal those of `Tensor`.

use super::{NUMBERS, near, seeded};
use conformable::engine::{EngineTensor, Error, FloatEngine};
use conformable::ops::{Coordinates, IndexElement, Multilinear, Nearest, NearestMode, Pad};
use conformable::windows::Window;
use conformable::{Axis, Dim, Dyn, Keep, Shape, Size, Storage, Tensor, shape};

/// Asserts that an engine's result equals that of `Tensor`.
#[track_caller]
fn agrees<S: Shape, R: Shape, D: Storage, E: FloatEngine<f32>>(
    name: &str,
    computed: &EngineTensor<f32, S, E>,
    expected: &Tensor<f32, R, D>,
) {
    assert_eq!(computed.sizes().as_ref(), expected.sizes().as_ref(), "{name}");
    let tensor = computed.to_tensor().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(tensor.sizes().as_ref(), expected.sizes().as_ref(), "{name}");
    for (at, (ours, theirs)) in tensor.iter().zip(expected.iter()).enumerate() {
        let same = ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan());
        assert!(near(*ours, *theirs) || same, "{name}: {ours} in place of {theirs} at {at}");
    }
}

/// `equal!(x, tensor: name(arguments);)` calls a method of a tensor on an engine, and that of `Tensor`.
macro_rules! equal {
    ($x:expr, $tensor:expr; $($name:ident($($argument:expr),*) $(.$field:tt)?;)*) => {$(
        agrees(
            concat!(stringify!($name), stringify!(($($argument),*))), &$x.$name($($argument),*) $(.$field)?, &$tensor.$name($($argument),*) $(.$field)?
        );
    )*};
}

pub(super) fn derived<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let tensor = seeded((rows, Size::<3>, Size::<8>, Size::<4>), 1);
    let x = EngineTensor::<f32, _, E>::upload(&tensor, device).expect("memory");
    functions::<N, E>(device, rows);
    reduced(&x, &tensor);
    moved(&x, &tensor);
    windowed(&x, &tensor);
    sorted(&x, &tensor);
    in_place(&x, &tensor);
    refused(&x, &tensor);
}

fn functions<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let numbers = [
        -2.5,
        -1.5,
        -1.0,
        -0.5,
        -0.3,
        -1e-4,
        -0.0,
        0.0,
        1e-4,
        0.3,
        0.5,
        0.9,
        1.0,
        1.5,
        2.5,
        7.0,
        f32::NAN,
        f32::INFINITY,
    ];
    let ieee = NUMBERS.get().ieee;
    let known = |x: f32| if ieee || x.is_finite() { x } else { 0.25 };
    let tensor = Tensor::from_fn((rows, Size::<18>), |[_, j]| known(numbers[j]));
    let x = EngineTensor::<f32, _, E>::upload(&tensor, device).expect("memory");
    equal!(x, tensor;
        abs(); signum(); floor(); ceil(); round(); trunc(); sqrt(); recip(); cbrt(); to_degrees(); to_radians();
        exp(); exp2(); exp_m1(); ln(); ln_1p(); log2(); log10(); sin(); cos(); tan(); asin(); acos(); atan();
        sinh(); cosh(); tanh(); asinh(); acosh(); atanh(); erf(); gelu(); gelu_tanh(); relu(); sigmoid(); silu(); softplus(); square();
        powf(2.0); powi(3);
    );
    macro_rules! same {
        ($($name:ident)*) => {$(
            assert_eq!(x.$name().to_tensor().expect("truths"), tensor.$name(), stringify!($name));
        )*};
    }
    if ieee {
        same!(is_nan is_finite is_infinite is_sign_negative);
    }
    // near 0, results have all their digits
    let small = &tensor * 1e-3;
    let own = EngineTensor::<f32, _, E>::upload(&small, device).expect("memory");
    for (ours, theirs) in [(own.exp_m1(), small.exp_m1()), (own.ln_1p(), small.ln_1p()), (own.asinh(), small.asinh())] {
        let (ours, theirs) = (ours.to_tensor().expect("numbers"), theirs);
        for (ours, theirs) in ours.iter().zip(theirs.iter()).filter(|(_, theirs)| ieee && theirs.is_finite()) {
            assert!((ours - theirs).abs() <= 1e-4 * theirs.abs(), "{ours} in place of {theirs}");
        }
    }
}

type Images<N> = (N, Size<3>, Size<8>, Size<4>);

fn reduced<N: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, Images<N>, E>, tensor: &Tensor<f32, Images<N>>) {
    equal!(x, tensor;
        norm_l1(Axis::<1>);
        norm_l2(Keep((Axis::<0>, Axis::<-1>)));
        norm_inf(..);
        diff(Axis::<2>);
        diff_n(Axis::<2>, Size::<3>);
        diff_n(Axis::<2>, Dyn::new(0));
        diff_n(Axis::<1>, 3);
    );
    equal!(x.clone().erase(), tensor.clone().erase(); norm_l1(-1); norm_l2(&[0, 2][..]); diff(-2); diff_n(1, 2););
    let none = tensor.slice((.., 0..0, .., ..)).to_owned();
    let empty = x.slice((.., 0..0, .., ..));
    equal!(empty, none; norm_l1(Axis::<1>); norm_l2(Axis::<1>); norm_inf(Axis::<1>); norm_inf(Keep(Axis::<0>)); diff(Axis::<2>););
    agrees("sum_to a row", &x.sum_to::<Shape![8, 4]>(), &tensor.sum_to::<Shape![8, 4]>());
    agrees("sum_to columns", &x.sum_to::<Shape![3, 1, 4]>(), &tensor.sum_to::<Shape![3, 1, 4]>());
    agrees("sum_to a scalar", &x.sum_to::<Shape![]>(), &tensor.sum_to::<Shape![]>());
    let own = x.try_sum_to(x.shape()).expect("the same shape");
    agrees("sum_to itself", &own, tensor);
}

fn moved<N: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, Images<N>, E>, tensor: &Tensor<f32, Images<N>>) {
    let one = Size::<1>;
    equal!(x, tensor;
        tile_axes((Axis::<1>, Axis::<-1>), (Size::<2>, 3));
        tile_axes((Axis::<2>, Axis::<1>), 2);
        pad_axes((Axis::<-1>, Axis::<1>), ((one, Size::<0>), (one, Size::<2>)), Pad::Constant(0.5));
        pad_axes((Axis::<2>, Axis::<3>), (2, 1), Pad::Reflect);
        pad_axes((Axis::<2>, Axis::<3>), (2, 9), Pad::Wrap);
        tril(0); tril(-2); tril(9); triu(0); triu(1); triu(-9);
        pixel_unshuffle(Size::<2>); pixel_unshuffle(4); space_to_depth(Size::<2>);
    );
    equal!(x.clone().erase(), tensor.clone().erase();
        tile_axes([0, -1], &[2, 3]); pad_axes([1, -2], &[(0, 1), (2, 1)], Pad::Edge); triu(1); space_to_depth(2);
        pixel_unshuffle(4);
    );
    let (deep, channels) = (x.space_to_depth(Size::<4>), tensor.space_to_depth(Size::<4>));
    equal!(deep, channels; pixel_shuffle(Size::<4>); pixel_shuffle(2); depth_to_space(Size::<2>); depth_to_space(4););
    let (first, second) = x.split_at(Axis::<2>, 3);
    let (one, other) = tensor.split_at(Axis::<2>, 3);
    agrees("the first half", &first, &one);
    agrees("the second half", &second, &other);
    let mask = x.index_axis(Axis::<0>, 0).greater(0.0);
    let mut filled = tensor.clone();
    filled.masked_fill(&tensor.index_axis(Axis::<0>, 0).greater(0.0), 9.0);
    agrees("masked_fill", &x.masked_fill(&mask, 9.0), &filled);
    agrees(
        "reshape_as",
        &x.clone().erase().reshape_as::<Shape![_, 12]>(),
        &tensor.clone().erase().reshape_as::<Shape![_, 12]>(),
    );
    let classes = Tensor::from([[2_usize, 0], [1, 1]]);
    let words = EngineTensor::<E::Index, _, E>::indices(&classes, &x.device()).expect("memory");
    agrees(
        "one_hot_along the first",
        &words.one_hot_along::<f32, _, _>(Axis::<0>, Size::<3>),
        &classes.one_hot_along(Axis::<0>, Size::<3>),
    );
    agrees(
        "one_hot_along the second",
        &words.one_hot_along::<f32, _, _>(Axis::<1>, 4),
        &classes.one_hot_along(Axis::<1>, 4),
    );
    agrees(
        "one_hot_along the last",
        &words.one_hot_along::<f32, _, _>(Axis::<-1>, Size::<3>),
        &classes.one_hot_along(Axis::<-1>, Size::<3>),
    );
}

fn windowed<N: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, Images<N>, E>, tensor: &Tensor<f32, Images<N>>) {
    let (two, three) = (Size::<2>, Size::<3>);
    equal!(x, tensor;
        adaptive_max_pool(shape![3, 3]); adaptive_avg_pool(shape![3, 3]); adaptive_avg_pool(shape![1, 1]);
        adaptive_max_pool((Dyn::new(11),)); adaptive_avg_pool((Dyn::new(0), two)); adaptive_avg_pool(shape![8, 4]);
        interpolate(shape![16, 8], Nearest::default()); interpolate(shape![3, 9], Multilinear::default());
        interpolate((Size::<5>,), Multilinear(Coordinates::AlignCorners)); interpolate(shape![8, 4], Multilinear::default());
        interpolate((Dyn::new(0), Size::<5>), Nearest::default());
        interpolate((Dyn::new(5),), Nearest(Coordinates::HalfPixel, NearestMode::RoundPreferCeil));
        sliding_windows(Axis::<2>, three, Window::new());
        sliding_windows(Axis::<-1>, 2, Window::new().stride(two));
        sliding_windows(Axis::<2>, three, Window::new().dilation(two).stride(three));
        sliding_windows_axes((Axis::<3>, Axis::<2>), (two, three), Window::new());
        sliding_windows_axes((Axis::<2>, Axis::<3>), 2, Window::new().stride(two));
    );
    equal!(x.clone().erase(), tensor.clone().erase();
        sliding_windows(-2, 3, Window::new()); sliding_windows_axes([2, -1], 2, Window::new());
        adaptive_max_pool((Dyn::new(2), Size::<2>));
    );
    let on = |tensor: &Tensor<f32, _>| EngineTensor::<f32, _, E>::upload(tensor, &x.device()).expect("memory");
    let (weights, bias) = (seeded(shape![5, 3, 3, 2], 11), seeded((Size::<5>,), 12));
    let own = EngineTensor::<f32, _, E>::upload(&weights, &x.device()).expect("memory");
    let window = Window::new().padding(Size::<1>).stride(two);
    let expected = tensor.conv_bias(&weights, &bias, window);
    agrees("conv_bias", &x.conv_bias(&own, &on(&bias), window), &expected);
    transposed(x, tensor);
}

/// Transposed convolutions, by strides, dilations, groups, and more padding than the window reaches.
fn transposed<N: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, Images<N>, E>, tensor: &Tensor<f32, Images<N>>) {
    let (one, two, three) = (Size::<1>, Size::<2>, Size::<3>);
    let (weights, bias) = (seeded(shape![3, 5, 3, 2], 11), seeded(shape![5], 12));
    let own = EngineTensor::<f32, Shape![3, 5, 3, 2], E>::upload(&weights, &x.device()).expect("memory");
    macro_rules! transposed {
        ($($window:expr;)*) => {$(
            let expected = tensor.conv_transpose(&weights, $window);
            agrees(stringify!($window), &x.conv_transpose(&own, $window), &expected);
            let (images, kernel) = (x.clone().erase(), own.clone().erase());
            agrees(stringify!($window), &images.conv_transpose(&kernel, $window), &expected);
        )*};
    }
    transposed!(
        Window::new();
        Window::new().stride(two);
        Window::new().stride((two, three)).padding((one, Size::<0>)).dilation((one, two));
        Window::new().padding((three, one));
        Window::new().stride(three).padding((Size::<5>, two)).output_padding(one);
    );
    let added = EngineTensor::<f32, Shape![5], E>::upload(&bias, &x.device()).expect("memory");
    let expected = tensor.conv_transpose_bias(&weights, &bias, Window::new().stride(two));
    agrees("conv_transpose_bias", &x.conv_transpose_bias(&own, &added, Window::new().stride(two)), &expected);
    let weights = seeded(shape![3, 2, 3, 3], 13);
    let own = EngineTensor::<f32, Shape![3, 2, 3, 3], E>::upload(&weights, &x.device()).expect("memory");
    let window = Window::new().groups(three).stride(two);
    agrees("in groups", &x.conv_transpose(&own, window), &tensor.conv_transpose(&weights, window));
    let lines = x.flatten_axes(Axis::<2>);
    let kernel =
        EngineTensor::<f32, Shape![3, 1, 4], E>::upload(&seeded(shape![3, 1, 4], 14), &x.device()).expect("memory");
    let expected =
        tensor.clone().flatten_axes(Axis::<2>).conv_transpose(&seeded(shape![3, 1, 4], 14), window_of_lines());
    agrees("along a line", &lines.conv_transpose(&kernel, window_of_lines()), &expected);
}

fn window_of_lines() -> Window<Size<3>> {
    Window::new().stride(Size::<3>)
}

fn sorted<N: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, Images<N>, E>, tensor: &Tensor<f32, Images<N>>) {
    equal!(x, tensor; sort(Axis::<2>); sort(Axis::<-1>); sort_descending(Axis::<1>);
        top_k(Axis::<2>, Size::<3>).0; bottom_k(Axis::<-1>, 2).0; top_k(Axis::<1>, Size::<0>).0;
    );
    equal!(x.clone().erase(), tensor.clone().erase(); sort(-2); sort_descending(1););
    let places = |found: &Tensor<E::Index, Images<N>>| found.map(|index| index.place(1 << 20).expect("an index"));
    assert_eq!(places(&x.argsort(Axis::<2>).to_tensor().expect("indices")), tensor.argsort(Axis::<2>));
    let ours = x.argsort_descending(Axis::<3>).to_tensor().expect("indices");
    assert_eq!(places(&ours), tensor.argsort_descending(Axis::<3>));
    let (values, found) = x.top_k(Axis::<2>, Size::<3>);
    agrees("the greatest", &x.gather(Axis::<2>, &found), &values.to_tensor().expect("numbers"));
}

fn in_place<N: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, Images<N>, E>, tensor: &Tensor<f32, Images<N>>) {
    let (mut changed, mut expected) = (x.clone(), tensor.clone());
    let (row, own) = (tensor.index_axis(Axis::<0>, 0) + 5.5, x.index_axis(Axis::<0>, 0) + 5.5);
    macro_rules! both {
        ($($sign:tt)*) => {$(
            changed $sign &own;
            expected $sign &row;
            changed $sign 1.5;
            expected $sign 1.5;
        )*};
    }
    both!(+= *= -= /=);
    agrees("in place", &changed, &expected);
    agrees("a clone does not change", x, tensor);
    changed.try_add_assign(&own).expect("a row");
    agrees("try_add_assign", &changed, &(expected + row));
    let (mut mask, other) = (x.greater(0.0), x.less(1.0));
    mask &= &other;
    let inside = tensor.map(|x| x > 0.0 && x < 1.0);
    assert_eq!(mask.to_tensor().expect("truths"), inside);
    mask |= &x.greater_equal(1.0);
    mask ^= &x.greater(0.0);
    assert!(mask.to_tensor().expect("truths").iter().all(|differs| !differs));
}

/// The same errors as for this crate's own tensors, before the engine is called.
fn refused<N: Dim, E: FloatEngine<f32>>(x: &EngineTensor<f32, Images<N>, E>, tensor: &Tensor<f32, Images<N>>) {
    let text = |error: Error<E>| error.to_string();
    let (x, tensor) = (x.clone().erase(), tensor.clone().erase());
    macro_rules! same_error {
        ($($name:ident($($argument:expr),*);)*) => {$(
            let (ours, theirs) = (x.$name($($argument),*).map(drop).map_err(text), tensor.$name($($argument),*).map(drop));
            assert_eq!(ours.expect_err(stringify!($name)), theirs.expect_err(stringify!($name)).to_string());
        )*};
    }
    same_error!(
        try_norm_l1(4); try_norm_l2([0, 0]); try_norm_inf(-5);
        try_diff(4); try_diff_n(1, 4);
        try_tile_axes([0, 4], &[1, 1]); try_tile_axes([0, 0], &[1, 1]); try_tile_axes([0], &[1, 2]);
        try_pad_axes([0, 4], (1, 1), Pad::Edge); try_pad_axes([1, 2], (3, 0), Pad::Reflect);
        try_pixel_shuffle(2); try_pixel_unshuffle(3); try_depth_to_space(2); try_space_to_depth(3);
        try_sliding_windows(1, 4, Window::new()); try_sliding_windows_axes([1, 2], 4, Window::new());
        try_split_at(1, 4); try_sort(4); try_argsort_descending(-5); try_top_k(1, 4); try_bottom_k(4, 1);
    );
    // the axes of the result, although the ones are made along the last axis
    let places = Tensor::from([[2_usize, 3], [1, 1]]);
    let indices = EngineTensor::<E::Index, _, E>::indices(&places, &x.device()).expect("memory");
    let ours = indices.try_one_hot_along::<f32, _, _>(Axis::<0>, 3).map(drop).map_err(text);
    let theirs = places.try_one_hot_along::<f32, _, _>(Axis::<0>, 3);
    assert_eq!(ours.expect_err("an index out of bounds"), theirs.expect_err("an index out of bounds").to_string());
    let (line, vector) = (x.flatten().erase(), tensor.clone().flatten().erase());
    let (ours, theirs) =
        (line.try_adaptive_avg_pool(shape![1, 1]).map_err(text), vector.try_adaptive_avg_pool(shape![1, 1]));
    assert_eq!(ours.expect_err("too few axes"), theirs.expect_err("too few axes").to_string());
    let target = conformable::AnyShape::from([3, 2, 4]);
    let (ours, theirs) = (x.try_sum_to(&target).map_err(text), tensor.try_sum_to(&target));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let (mut changed, mut expected) = (x.clone(), tensor.clone());
    let (wide, own) = (x.pad(1, (0, 1), Pad::Edge), tensor.pad(1, (0, 1), Pad::Edge));
    let (ours, theirs) = (changed.try_mul_assign(&wide).map_err(text), expected.try_mul_assign(&own));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    agrees("unchanged", &changed, &tensor);
    let (ours, theirs) = (
        x.try_masked_fill(&wide.greater(0.0), 1.0).map(drop).map_err(text),
        expected.try_masked_fill(&own.greater(0.0), 1.0),
    );
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
}
