//! Gradients on engines that have them, against difference quotients.
//!
//! The tests of each adapter take this file as it is.

use conformable::engine::{self, Differentiate, EngineTensor, FloatEngine};
use conformable::ops::{Multilinear, Pad};
use conformable::windows::Window;
use conformable::{Axis, Keep, Shape, Size, Tensor, einsum_on};

type W = Tensor<f32, Shape![3, 2]>;

/// A number that depends on weights in every way that a small network does.
fn loss<E: FloatEngine<f32>>(
    x: &EngineTensor<f32, Shape![4, 3], E>,
    w: &EngineTensor<f32, Shape![3, 2], E>,
    b: &EngineTensor<f32, Shape![2], E>,
) -> EngineTensor<f32, (), E> {
    let hidden = (x.matmul(w) + b).tanh();
    let centred = &hidden - hidden.mean(Keep(Axis::<0>));
    let parts = (&centred - centred.max(Keep(Axis::<1>))).exp();
    let parts = &parts / parts.sum(Keep(Axis::<1>));
    ((&parts * &hidden.square()).sum(Axis::<1>) + hidden.t().index_axis(Axis::<0>, 1).sigmoid()).mean(..)
}

pub(crate) fn of_a_layer<E: FloatEngine<f32> + Differentiate<f32>>(device: &E::Device) {
    let number = |at: usize| f32::from(u8::try_from(at).expect("a digit"));
    let x = Tensor::from_fn(conformable::shape![4, 3], |[i, j]| number((i * 5 + j * 3) % 7) / 4.0 - 0.7);
    let w: W = Tensor::from_fn(conformable::shape![3, 2], |[i, j]| number((i * 4 + j * 5) % 6) / 5.0 - 0.4);
    let b = Tensor::from([0.1, -0.2]);
    let x = EngineTensor::<f32, Shape![4, 3], E>::upload(&x, device).expect("memory");
    let bias = EngineTensor::<f32, Shape![2], E>::upload(&b, device).expect("memory").tracked().expect("a parameter");
    let weights =
        EngineTensor::<f32, Shape![3, 2], E>::upload(&w, device).expect("memory").tracked().expect("a parameter");
    let gradients = loss(&x, &weights, &bias).backward().expect("gradients");

    let at = |w: &W| {
        let w = EngineTensor::<f32, Shape![3, 2], E>::upload(w, device).expect("memory");
        loss(&x, &w, &bias.detached().expect("a constant")).to_tensor().expect("a number").into_vec()[0]
    };
    // its shape is that of the weights, in the type
    let gradient: EngineTensor<f32, Shape![3, 2], E> =
        gradients.of(&weights).expect("gradients").expect("the loss depends on it");
    let gradient = gradient.to_tensor().expect("numbers");
    for i in 0..3 {
        for j in 0..2 {
            let moved = |by: f32| {
                let mut w = w.clone();
                w[[i, j]] += by;
                at(&w)
            };
            let slope = (moved(0.01) - moved(-0.01)) / 0.02;
            assert!((slope - gradient[[i, j]]).abs() < 2e-3, "{slope} and {} at {i}, {j}", gradient[[i, j]]);
        }
    }
    assert!(gradients.of(&bias).expect("gradients").is_some());
    let other = EngineTensor::<f32, Shape![2], E>::upload(&b, device).expect("memory").tracked().expect("a parameter");
    assert!(gradients.of(&other).expect("gradients").is_none());
}

/// A number that depends on weights by all composed operations, or those that an engine may have a kernel for.
fn wide_loss<E: FloatEngine<f32>>(
    x: &EngineTensor<f32, Shape![2, 2, 4, 4], E>,
    w: &EngineTensor<f32, Shape![3, 2], E>,
) -> EngineTensor<f32, (), E> {
    let kernel = w.tile(Axis::<0>, Size::<6>).reshape(conformable::shape![2, 2, 3, 3]);
    let seen = x.conv(&kernel, Window::new().padding(Size::<1>)).avg_pool(conformable::shape![2, 2], Window::new());
    let uneven = Window::new().stride((Size::<1>, Size::<2>)).padding(Size::<1>);
    let uneven =
        x.conv(&kernel, uneven).avg_pool(conformable::shape![3, 2], Window::new().stride(Size::<1>).padding(Size::<1>));
    let words =
        EngineTensor::<E::Index, _, E>::indices(&Tensor::from([2_usize, 0, 2, 1]), &w.device()).expect("memory");
    let rows =
        engine::concat(Axis::<0>, (&w.take(Axis::<0>, &words), w)).pad(Axis::<1>, (Size::<1>, Size::<1>), Pad::Edge);
    let letters = einsum_on!(i j, k j -> i k; rows, rows).log_softmax(Axis::<1>);
    let spread = rows.scatter_add(
        Axis::<1>,
        &words
            .unsqueeze(Axis::<1>)
            .tile(Axis::<0>, Size::<2>)
            .narrow(Axis::<0>, 0..7)
            .refine::<Shape![7, 1]>()
            .expect("seven rows"),
        &letters.index_axis(Axis::<1>, 0).unsqueeze(Axis::<1>),
    );
    let chosen = spread.greater(0.1).where_cond(&spread.square(), 0.5);
    chosen.mean(..)
        + letters.var(.., 1)
        + seen.log_sum_exp(..)
        + uneven.softmax(Axis::<-1>).square().sum(..)
        + w.cumsum(Axis::<0>).std(.., 0)
}

/// The same for operations composed of others.
pub fn of_the_others<E: FloatEngine<f32> + Differentiate<f32>>(device: &E::Device) {
    let x = Tensor::from_fn(conformable::shape![2, 2, 4, 4], |[n, c, i, j]| {
        ((n * 7 + c * 3 + i * 5 + j * 2) % 9) as f32 / 4.0 - 1.0
    });
    let x = EngineTensor::<f32, Shape![2, 2, 4, 4], E>::upload(&x, device).expect("memory");
    let w: W = Tensor::from_fn(conformable::shape![3, 2], |[i, j]| ((i * 4 + j * 5) % 6) as f32 / 5.0 - 0.35);
    let weights =
        EngineTensor::<f32, Shape![3, 2], E>::upload(&w, device).expect("memory").tracked().expect("a parameter");
    let gradient = wide_loss(&x, &weights).backward().expect("gradients").of(&weights).expect("gradients");
    let gradient = gradient.expect("the loss depends on it").to_tensor().expect("numbers");
    let at = |w: &W| {
        let w = EngineTensor::<f32, Shape![3, 2], E>::upload(w, device).expect("memory");
        wide_loss(&x, &w).to_tensor().expect("a number").into_vec()[0]
    };
    for i in 0..3 {
        for j in 0..2 {
            let moved = |by: f32| {
                let mut w = w.clone();
                w[[i, j]] += by;
                at(&w)
            };
            let slope = (moved(0.01) - moved(-0.01)) / 0.02;
            let ours = gradient[[i, j]];
            assert!((slope - ours).abs() < 2e-2 * slope.abs().max(1.0), "{slope} and {ours} at {i}, {j}");
        }
    }
}

/// The derivatives of functions of elements.
pub fn of_functions<E: FloatEngine<f32> + Differentiate<f32>>(device: &E::Device) {
    let x = Tensor::from([0.15_f64, 0.4, 0.6, 0.85]);
    macro_rules! derivatives {
        ($($name:ident)*) => {$(
            let own = EngineTensor::<f32, Shape![4], E>::upload(&x.map(|x| x as f32), device).expect("memory");
            let own = own.tracked().expect("a parameter");
            let number = own.$name().sum(..);
            let gradient = number.backward().expect("gradients").of(&own).expect("gradients");
            let gradient = gradient.expect("the sum depends on it").to_tensor().expect("numbers");
            let slopes = ((&x + 1e-4).$name() - (&x - 1e-4).$name()) / 2e-4;
            for (ours, slope) in gradient.iter().zip(slopes.iter()) {
                let near = (f64::from(*ours) - slope).abs() <= 1e-3 * slope.abs().max(1.0);
                assert!(near, "{}: {slope} and {ours}", stringify!($name));
            }
        )*};
    }
    derivatives!(
        sqrt recip cbrt exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh atanh
        erf gelu gelu_tanh relu sigmoid silu softplus square to_degrees to_radians fract
    );
}

/// Asserts that a gradient is that of finite differences.
pub fn of_derived<E: FloatEngine<f32> + Differentiate<f32>>(device: &E::Device) {
    let x = Tensor::from_fn(conformable::shape![1, 2, 4, 4], |[_, c, i, j]| {
        ((c * 16 + i * 4 + j) * 13 % 32) as f32 / 16.0 - 1.02
    });
    let upload = |x: &Tensor<f32, Shape![1, 2, 4, 4]>| {
        EngineTensor::<f32, Shape![1, 2, 4, 4], E>::upload(x, device).expect("memory")
    };
    let loss = |x: &EngineTensor<f32, Shape![1, 2, 4, 4], E>| {
        let kernel = x.reshape(conformable::shape![2, 4, 2, 2]);
        let spread = x.conv_transpose(&kernel, Window::new().stride(Size::<2>).padding(Size::<1>));
        let seen = x.sliding_windows(Axis::<2>, Size::<3>, Window::new()).square().mean(..);
        let sizes = conformable::shape![5, 3];
        let resized = x.interpolate(sizes, Multilinear::default()) * x.adaptive_avg_pool(sizes);
        let (greatest, _) = x.top_k(Axis::<-1>, Size::<2>);
        let mut sum = spread.square().mean(..) + seen + resized.sum(..) + greatest.square().mean(..);
        sum += &(x.sort(Axis::<2>).diff(Axis::<2>).square().mean(..) + x.tril(0).norm_l2(..));
        sum + (x.pixel_unshuffle(Size::<2>) * x.space_to_depth(Size::<2>)).sum(..) + x.norm_l1(..) + x.norm_inf(..)
    };
    let own = upload(&x).tracked().expect("a parameter");
    let gradient = loss(&own).backward().expect("gradients").of(&own).expect("gradients");
    let gradient = gradient.expect("the loss depends on it").to_tensor().expect("numbers");
    for (at, ours) in gradient.indexed_iter() {
        let moved = |by: f32| {
            let mut x = x.clone();
            x[at] += by;
            loss(&upload(&x)).to_tensor().expect("a number").into_vec()[0]
        };
        let slope = (moved(0.01) - moved(-0.01)) / 0.02;
        assert!((slope - ours).abs() < 2e-2 * slope.abs().max(1.0), "{slope} and {ours} at {at:?}");
    }
}
