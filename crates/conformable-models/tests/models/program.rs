//! Models on any engine: their outputs equal the numbers of `answers.txt`, which NumPy wrote by their formulas, and
//! their gradients equal finite differences.
//!
//! The tests of other engines include this file.

use conformable::engine::{Differentiate, EngineTensor, Error, FloatEngine};
use conformable::windows::Window;
use conformable::{Dim, Dyn, Shape, Size, Tensor, shape};
use conformable_models::{
    AdamW, At, Attention, Conv2d, Embedding, Flatten, FromHeads, Gelu, InputOf, LayerNorm, Linear, Mapped, MaxPool,
    MeanPool, Module, Moments, Name, Parameters, Relu, Residual, Sgd, Sigmoid, Silu, Tanh, ToHeads, Visitor, Why,
    cross_entropy, mean_squared_error, soft_cross_entropy, value_and_gradients,
};

/// The results of a file, by name.
fn answer(file: &str, name: &str) -> (Vec<usize>, Vec<f64>) {
    let line = file.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let (sizes, numbers) =
        line.unwrap_or_else(|| panic!("an answer to `{name}`")).split_once('|').expect("sizes and numbers");
    (
        sizes.split_whitespace().map(|size| size.parse().expect("a size")).collect(),
        numbers.split_whitespace().map(|number| number.parse().expect("a number")).collect(),
    )
}

/// Asserts that the output of a model equals NumPy's.
#[track_caller]
fn agrees<S: Shape, E: FloatEngine<f64>>(name: &str, made: &EngineTensor<f64, S, E>) {
    equals(include_str!("answers.txt"), name, made);
}

/// Asserts that a tensor equals that of a file.
#[track_caller]
pub(crate) fn equals<S: Shape, E: FloatEngine<f64>>(file: &str, name: &str, made: &EngineTensor<f64, S, E>) {
    nearly(file, name, &made.to_tensor().unwrap_or_else(|error| panic!("{name}: {error}")), 1e-9);
}

/// Asserts that a tensor equals that of a file, up to a part of numbers above 1.
#[track_caller]
pub(crate) fn nearly<S: Shape>(file: &str, name: &str, made: &Tensor<f64, S>, part: f64) {
    let (sizes, numbers) = answer(file, name);
    assert_eq!(made.sizes().as_ref(), sizes, "{name}");
    assert_eq!(made.len(), numbers.len(), "{name}");
    for (at, (ours, theirs)) in made.iter().zip(&numbers).enumerate() {
        let most = part * theirs.abs().max(1.0);
        assert!((ours - theirs).abs() <= most, "{name}: {ours} in place of {theirs} at {at}");
    }
}

/// The numbers of `make.py`.
pub(crate) fn numbers<S: Shape>(shape: S, seed: usize) -> Tensor<f64, S> {
    let count = shape.numel().expect("few elements");
    let number = |at| f64::from(u32::try_from((at * 37 + seed * 101) % 97).expect("below 97")) / 48.0 - 1.0;
    Tensor::from_vec(shape, (0..count).map(number).collect()).expect("as many")
}

/// The same on a device.
pub(crate) fn on<S: Shape, E: FloatEngine<f64>>(shape: S, seed: usize, device: &E::Device) -> EngineTensor<f64, S, E> {
    EngineTensor::upload(&numbers(shape, seed), device).expect("memory")
}

fn linear<I: Dim, O: Dim, E: FloatEngine<f64>>(i: I, o: O, seed: usize, device: &E::Device) -> Linear<I, O, f64, E> {
    Linear { weight: on((i, o), seed, device), bias: on((o,), seed + 1, device) }
}

fn norm<E: FloatEngine<f64>>(device: &E::Device) -> LayerNorm<Size<6>, f64, E> {
    let new = LayerNorm::new(Size, device).expect("memory");
    LayerNorm { weight: on(shape![6], 4, device), bias: on(shape![6], 5, device), ..new }
}

fn words<E: FloatEngine<f64>>(device: &E::Device) -> Embedding<Size<7>, Size<4>, f64, E> {
    Embedding { weight: on(shape![7, 4], 12, device) }
}

type Attends<E> = Attention<Size<6>, Size<2>, Size<4>, f64, E>;

fn attention<E: FloatEngine<f64>>(device: &E::Device, causal: bool) -> Attends<E> {
    let heads = |seed| ToHeads { weight: on(shape![6, 2, 4], seed, device), bias: on(shape![2, 4], seed + 1, device) };
    let output = FromHeads { weight: on(shape![2, 4, 6], 26, device), bias: on(shape![6], 27, device) };
    Attention { query: heads(20), key: heads(22), value: heads(24), output, causal }
}

/// A block of a transformer.
type Block<E> = (
    Residual<(LayerNorm<Size<6>, f64, E>, Attends<E>)>,
    Residual<(LayerNorm<Size<6>, f64, E>, Linear<Size<6>, Size<4>, f64, E>, Gelu, Linear<Size<4>, Size<6>, f64, E>)>,
);

fn block<E: FloatEngine<f64>>(device: &E::Device) -> Block<E> {
    let between = linear(Size, Size, 2, device);
    let inner = (norm(device), between, Gelu, linear(Size, Size, 50, device));
    (Residual((norm(device), attention(device, true))), Residual(inner))
}

/// One bound for shapes of any rank.
fn of_any_rank<S: InputOf<Size<6>>, E: FloatEngine<f64>>(
    layer: &Linear<Size<6>, Size<4>, f64, E>,
    x: &EngineTensor<f64, S, E>,
) -> EngineTensor<f64, S::To<Size<4>>, E> {
    Relu.forward(&layer.forward(x))
}

/// For any number of sequences, known to the type or not.
pub(crate) fn forward<N: Dim, L: Dim, E: FloatEngine<f64>>(batch: N, length: L, device: &E::Device) {
    let x = on::<_, E>((batch, length, Size::<6>), 1, device);
    let layer = linear::<_, _, E>(Size::<6>, Size::<4>, 2, device);
    let y: EngineTensor<f64, (N, L, Size<4>), E> = layer.forward(&x);
    agrees("linear", &y);
    agrees("linear", &layer.forward(&x.clone().erase()));
    let y: EngineTensor<f64, (N, L, Size<4>), E> = of_any_rank(&layer, &x);
    agrees("rectified", &y);
    agrees("linear of a vector", &layer.forward(&on::<_, E>(shape![6], 1, device)));
    // sizes that the layer's type leaves open
    let dynamic = linear::<_, _, E>(Dyn::new(6), Dyn::new(4), 2, device);
    let y: EngineTensor<f64, (N, L, Dyn), E> = dynamic.forward(&x);
    agrees("linear", &y);

    let y: EngineTensor<f64, (N, L, Size<6>), E> = norm::<E>(device).forward(&x);
    agrees("norm", &y);
    agrees("norm", &norm::<E>(device).forward(&x.clone().erase()));

    let y: EngineTensor<f64, (N, L, Size<6>), E> = attention::<E>(device, false).forward(&x);
    agrees("attention", &y);
    agrees("attention", &attention::<E>(device, false).forward(&x.clone().erase()));
    agrees("causal attention", &attention::<E>(device, true).forward(&x));
    let sequence = EngineTensor::<_, _, E>::upload(
        &Tensor::from_fn(shape![3, 6], |[i, j]| numbers(shape![2, 3, 6], 1)[[1, i, j]]),
        device,
    );
    agrees("attention of a sequence", &attention::<E>(device, false).forward(&sequence.expect("memory")));

    let indices = Tensor::from([[4, 0, 2], [2, 5, 5]]).erase().refine::<(N, L)>().expect("as many");
    let indices = EngineTensor::<_, _, E>::indices(&indices, device).expect("indices");
    let y: EngineTensor<f64, (N, L, Size<4>), E> = words::<E>(device).forward(&indices);
    agrees("embedding", &y);
    agrees("embedding", &words::<E>(device).forward(&indices.erase()));

    let y: EngineTensor<f64, (N, L, Size<6>), E> = block::<E>(device).forward(&x);
    agrees("block", &y);
    agrees("block", &block::<E>(device).forward(&x.clone().erase()));

    agrees("relu", &Relu.forward(&x));
    agrees("gelu", &Gelu.forward(&x));
    agrees("silu", &Silu.forward(&x));
    agrees("sigmoid", &Sigmoid.forward(&x));
    agrees("tanh", &Tanh.forward(&x));

    let model = (norm::<E>(device), layer, Relu, linear::<_, _, E>(Size::<4>, Size::<5>, 6, device));
    let y: EngineTensor<f64, (N, L, Size<5>), E> = model.forward(&x);
    agrees("sequence", &y);
}

/// A convolution.
type Edges<E, M = Window> = Conv2d<Size<3>, Size<4>, Size<3>, Size<2>, f64, E, M>;

fn edges<E: FloatEngine<f64>, M>(window: M, device: &E::Device) -> Edges<E, M> {
    Conv2d { weight: on(shape![4, 3, 3, 2], 41, device), bias: on(shape![4], 42, device), window }
}

pub(crate) fn images<N: Dim, E: FloatEngine<f64>>(batch: N, device: &E::Device) {
    let x = on::<_, E>((batch, Size::<3>, Size::<5>, Size::<6>), 40, device);
    let y: EngineTensor<f64, (N, Size<4>, Size<3>, Size<5>), E> = edges::<E, _>(Window::new(), device).forward(&x);
    agrees("convolution", &y);
    agrees("convolution", &edges::<E, _>(Window::new(), device).forward(&x.clone().erase()));
    let window = Window::new().stride(Size::<2>).padding(Size::<1>);
    let y: EngineTensor<f64, (N, Size<4>, Size<3>, Size<4>), E> = edges::<E, _>(window, device).forward(&x);
    agrees("padded convolution", &y);
    let y: EngineTensor<f64, (N, Size<3>, Size<2>, Size<3>), E> = MaxPool(shape![2, 2], Window::new()).forward(&x);
    agrees("max pool", &y);
    agrees("mean pool", &MeanPool(shape![2, 2], Window::new()).forward(&x));

    let y: EngineTensor<f64, (N, Size<5>), E> = network::<E>(device).forward(&x);
    agrees("network", &y);
}

type Network<E> = (Edges<E>, Relu, MaxPool<Shape![2, 2]>, Flatten, Linear<Size<8>, Size<5>, f64, E>);

fn network<E: FloatEngine<f64>>(device: &E::Device) -> Network<E> {
    let pool = MaxPool(shape![2, 2], Window::new());
    (edges::<E, _>(Window::new(), device), Relu, pool, Flatten, linear(Size, Size, 43, device))
}

pub(crate) fn losses<E: FloatEngine<f64>>(device: &E::Device) {
    let x = on::<_, E>(shape![2, 3, 6], 1, device);
    let classes = EngineTensor::<_, _, E>::indices(&Tensor::from([[4, 0, 2], [2, 5, 5]]), device).expect("classes");
    let logits = &x * 5.0;
    agrees("cross entropy", &cross_entropy(&logits, &classes));
    agrees("cross entropy", &cross_entropy(&logits.clone().erase(), &classes.clone().erase()));
    agrees("cross entropy", &soft_cross_entropy(&logits, &classes.one_hot(Size::<6>)));
    let powers = x.exp();
    let mixtures = &powers / powers.sum(conformable::Keep(conformable::Axis::<-1>));
    agrees("cross entropy of mixtures", &soft_cross_entropy(&logits, &mixtures));
    agrees("squared error", &mean_squared_error(&x, &on::<_, E>(shape![2, 3, 6], 8, device)));
    // large values do not overflow
    let far = &x * 1e4;
    let loss = cross_entropy(&far, &classes).to_tensor().expect("a number").into_vec()[0];
    assert!(loss.is_finite());
}

/// The text of a run-time error.
fn refused(f: impl FnOnce()) -> String {
    let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).expect_err("a refusal");
    payload.downcast_ref::<String>().expect("text").clone()
}

/// Sizes and classes known only at run time: the errors are those of tensors, with both shapes.
pub(crate) fn refusals_of_inputs<E: FloatEngine<f64>>(device: &E::Device) {
    let x = on::<_, E>((Dyn::new(2), Dyn::new(5)), 1, device);
    let text = refused(|| drop(linear::<_, _, E>(Dyn::new(6), Dyn::new(4), 2, device).forward(&x)));
    assert!(
        text.starts_with("the shapes (2, 5) and (2, 6) must be equal") && text.ends_with("5 and 6 differ"),
        "{text}"
    );
    let text = refused(|| drop(norm::<E>(device).forward(&x)));
    assert!(
        text.starts_with("the shapes (2, 5) and (2, 6) must be equal") && text.ends_with("5 and 6 differ"),
        "{text}"
    );
    let text = refused(|| drop(norm::<E>(device).forward(&on::<_, E>((), 1, device).erase())));
    assert!(text.starts_with("() has no axis -1"), "{text}");
    let text = refused(|| drop(attention::<E>(device, false).forward(&on::<_, E>(shape![6], 1, device).erase())));
    assert!(text.starts_with("(6,) has no axis -2"), "{text}");

    let text = refused(|| drop(mean_squared_error(&x, &on::<_, E>((Dyn::new(3), Dyn::new(5)), 1, device))));
    assert!(text.starts_with("the shapes (2, 5) and (3, 5) must be equal"), "{text}");
    let text = refused(|| drop(soft_cross_entropy(&x, &on::<_, E>((Dyn::new(3), Dyn::new(5)), 1, device))));
    assert!(text.starts_with("the shapes (2, 5) and (3, 5) must be equal"), "{text}");
    let classes = |classes: Vec<usize>| {
        let classes = Tensor::from_vec((Dyn::new(classes.len()),), classes).expect("as many");
        EngineTensor::<E::Index, (Dyn,), E>::indices(&classes, device).expect("indices")
    };
    let text = refused(|| drop(cross_entropy(&x, &classes(vec![0, 1, 2]))));
    assert!(text.starts_with("the shapes (2,) and (3,) must be equal"), "{text}");
    let text = refused(|| drop(cross_entropy(&x, &classes(vec![0, 5]))));
    assert!(text.contains('5'), "{text}");
    let text = refused(|| drop(words::<E>(device).forward(&classes(vec![0, 7]))));
    assert!(text.contains('7'), "{text}");
}

pub(crate) fn optimisers<E: FloatEngine<f64>>(device: &E::Device) {
    let start: (EngineTensor<f64, Shape![2, 3], E>,) = (on::<_, E>(shape![2, 3], 9, device),);
    let (mut point, mut velocity) = (start.clone(), start.zeros().expect("memory"));
    for step in 0..3 {
        let gradient = (&point.0 * on::<_, E>(shape![2, 3], 10 + step, device),);
        Sgd { rate: 0.1, momentum: 0.9 }.step(&mut point, &mut velocity, &gradient).expect("a step");
    }
    agrees("sgd", &point.0);

    let (mut point, mut moments) = (start.clone(), Moments::of(&start).expect("memory"));
    for step in 0..3 {
        let gradient = (&point.0 * on::<_, E>(shape![2, 3], 10 + step, device),);
        AdamW { rate: 0.1, ..AdamW::default() }.step(&mut point, &mut moments, &gradient).expect("a step");
    }
    agrees("adamw", &point.0);
    assert_eq!(moments.steps, 3);
}

/// One number of one parameter, moved.
struct Moved<'a> {
    name: &'a str,
    at: usize,
    by: f64,
}

impl<E: FloatEngine<f64>> Visitor<1, f64, E> for Moved<'_> {
    fn parameter<S: Shape>(
        &mut self,
        name: Name<'_>,
        [x]: [&EngineTensor<f64, S, E>; 1],
    ) -> Result<EngineTensor<f64, S, E>, Why<E>> {
        if name.to_string() != self.name {
            return Ok(x.clone());
        }
        let mut tensor = x.to_tensor()?;
        tensor.as_mut_slice()[self.at] += self.by;
        Ok(EngineTensor::upload(&tensor, &x.device())?)
    }
}

/// Checks that `(loss(p + e) - loss(p - e)) / 2e` is the gradient of each number of each parameter. Returns their
/// number.
pub(crate) fn slopes<M: Parameters<f64, E>, E: FloatEngine<f64> + Differentiate<f64>>(
    model: &M,
    loss: impl Fn(&M) -> EngineTensor<f64, (), E>,
) -> usize {
    const STEP: f64 = 1e-5;
    let number = |loss: EngineTensor<f64, (), E>| loss.to_tensor().expect("a number").into_vec()[0];
    let (value, gradients) = value_and_gradients(model, &loss).expect("gradients");
    assert!((number(value) - number(loss(model))).abs() < 1e-12);
    let (mut count, mut greatest) = (0, 0.0_f64);
    for (name, gradient) in gradients.named().expect("numbers") {
        for (at, &slope) in gradient.iter().enumerate() {
            let moved = |by| number(loss(&M::visit([model], Moved { name: &name, at, by }).expect("memory")));
            let difference = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            // candle's gradient of `gelu` has a factor of six digits
            let near = (slope - difference).abs() < 1e-6 * slope.abs().max(1.0);
            assert!(near, "{slope} and {difference} of {name} at {at}");
            (count, greatest) = (count + 1, greatest.max(slope.abs()));
        }
    }
    assert!(greatest > 0.01, "all gradients are below {greatest}");
    count
}

/// A number that depends on each of the elements in its own way.
pub(crate) fn mixed<S: Shape, E: FloatEngine<f64>>(y: &EngineTensor<f64, S, E>) -> EngineTensor<f64, (), E> {
    let weights = EngineTensor::upload(&numbers(y.shape().clone(), 30), &y.device()).expect("memory");
    mean_squared_error(y, &weights)
}

pub(crate) fn gradients<E: FloatEngine<f64> + Differentiate<f64>>(device: &E::Device) {
    let x = on::<_, E>((Dyn::new(2), Dyn::new(3), Size::<6>), 1, device);
    assert_eq!(slopes(&linear::<_, _, E>(Size::<6>, Size::<4>, 2, device), |layer| mixed(&layer.forward(&x))), 28);
    assert_eq!(slopes(&norm::<E>(device), |norm| mixed(&norm.forward(&x))), 12);
    for causal in [false, true] {
        let attends = attention::<E>(device, causal);
        assert_eq!(slopes(&attends, |attends| mixed(&attends.forward(&x))), 3 * (48 + 8) + 48 + 6);
    }
    assert_eq!(slopes(&block::<E>(device), |block| mixed(&block.forward(&x))), 12 + 222 + 12 + 28 + 30);
    // through each activation, to the layer before it
    let layer = linear::<_, _, E>(Size::<6>, Size::<4>, 2, device);
    assert_eq!(slopes(&layer, |layer| mixed(&Relu.forward(&layer.forward(&x)))), 28);
    assert_eq!(slopes(&layer, |layer| mixed(&Gelu.forward(&layer.forward(&x)))), 28);
    assert_eq!(slopes(&layer, |layer| mixed(&Silu.forward(&layer.forward(&x)))), 28);
    assert_eq!(slopes(&layer, |layer| mixed(&Sigmoid.forward(&layer.forward(&x)))), 28);
    assert_eq!(slopes(&layer, |layer| mixed(&Tanh.forward(&layer.forward(&x)))), 28);
    // through a norm and attention, to the layer before them
    let model = (linear::<_, _, E>(Size::<6>, Size::<6>, 2, device), norm::<E>(device), attention::<E>(device, true));
    assert_eq!(slopes(&model, |model| mixed(&model.forward(&x))), 42 + 12 + 222);

    let images = on::<_, E>(shape![2, 3, 5, 6], 40, device);
    assert_eq!(slopes(&network::<E>(device), |network| mixed(&network.forward(&images))), 72 + 4 + 40 + 5);
    let layer = edges::<E, _>(Window::new().stride(Size::<2>).padding(Size::<1>), device);
    // to the layer before it; the windows do not reach the last rows and columns equally
    let strided =
        (linear::<_, _, E>(Size::<6>, Size::<6>, 2, device), edges::<E, _>(Window::new().stride(Size::<3>), device));
    assert_eq!(slopes(&strided, |strided| mixed(&strided.forward(&images))), 42 + 76);
    let pool = MeanPool(shape![2, 2], Window::new());
    assert_eq!(slopes(&layer, |layer| mixed(&pool.forward(&layer.forward(&images)))), 76);

    let classes = EngineTensor::<_, _, E>::indices(&Tensor::from([[4, 0, 2], [2, 5, 5]]), device).expect("classes");
    assert_eq!(slopes(&words::<E>(device), |words| mixed(&words.forward(&classes))), 28);
    let model = linear::<_, _, E>(Size::<6>, Size::<6>, 2, device);
    let x = on::<_, E>(shape![2, 3, 6], 1, device);
    assert_eq!(slopes(&model, |model| cross_entropy(&model.forward(&x), &classes)), 42);
    let targets = classes.one_hot(Size::<6>);
    assert_eq!(slopes(&model, |model| soft_cross_entropy(&model.forward(&x), &targets)), 42);
}

/// A model defined by a user.
struct Mlp<E: FloatEngine<f64>> {
    layers: [Linear<Size<6>, Size<6>, f64, E>; 2],
    output: (Relu, Linear<Size<6>, Dyn, f64, E>),
}

impl<E: FloatEngine<f64>> Parameters<f64, E> for Mlp<E> {
    fn map<const N: usize, V: Visitor<N, f64, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            layers: at.part("layers", all.map(|model| &model.layers))?,
            output: at.part("output", all.map(|model| &model.output))?,
        })
    }
}

fn mlp<E: FloatEngine<f64>>(device: &E::Device) -> Mlp<E> {
    let layers = [linear::<_, _, E>(Size, Size, 1, device), linear::<_, _, E>(Size, Size, 2, device)];
    Mlp { layers, output: (Relu, linear::<_, _, E>(Size, Dyn::new(3), 3, device)) }
}

pub(crate) fn names_and_counts<E: FloatEngine<f64>>(device: &E::Device) {
    let model = mlp::<E>(device);
    assert_eq!(model.count().expect("few"), 42 + 42 + 21);
    let named = model.named().expect("numbers");
    let sizes: Vec<_> = named.iter().map(|(name, tensor)| (name.as_str(), tensor.sizes().as_ref().to_vec())).collect();
    let expected = [
        ("layers.0.weight", vec![6, 6]),
        ("layers.0.bias", vec![6]),
        ("layers.1.weight", vec![6, 6]),
        ("layers.1.bias", vec![6]),
        ("output.1.weight", vec![6, 3]),
        ("output.1.bias", vec![3]),
    ];
    assert_eq!(sizes, expected);
    assert_eq!(named[2].1, numbers(shape![6, 6], 2).erase());
    let zeros = model.zeros().expect("memory").named().expect("numbers");
    assert!(zeros.iter().all(|(_, tensor)| tensor.iter().all(|&number| number == 0.0)));
}

/// Sizes known only at run time: errors with the name of the parameter, and the model is unchanged.
pub(crate) fn refusals<E: FloatEngine<f64>>(device: &E::Device) {
    let other = Mlp { output: (Relu, linear::<_, _, E>(Size, Dyn::new(4), 3, device)), ..mlp::<E>(device) };
    let (mut model, mut velocity) = (mlp::<E>(device), mlp::<E>(device).zeros().expect("memory"));
    let error =
        Sgd { rate: 1.0, momentum: 0.0 }.step(&mut model, &mut velocity, &other).expect_err("sizes that differ");
    assert_eq!(error.parameter(), Some("output.1.weight"));
    let text = error.to_string();
    assert!(text.starts_with("parameter `output.1.weight`: cannot broadcast (6, 3) with (6, 4)"), "{text}");
    let error: Error<E> = match error.why() {
        Why::Failed(Error::InvalidShape(error)) => error.clone().into(),
        other => panic!("{other:?}"),
    };
    assert!(text.ends_with(&error.to_string()));
    for ((_, now), (_, before)) in
        model.named().expect("numbers").iter().zip(mlp::<E>(device).named().expect("numbers"))
    {
        assert_eq!(*now, before);
    }
    assert!(velocity.named().expect("numbers").iter().all(|(_, tensor)| tensor.iter().all(|&number| number == 0.0)));
}

/// No sequences, or sequences without positions, give empty results.
pub(crate) fn of_none<E: FloatEngine<f64>>(device: &E::Device) {
    for (batch, length) in [(0, 3), (2, 0), (0, 0)] {
        let x = on::<_, E>((Dyn::new(batch), Dyn::new(length), Size::<6>), 1, device);
        assert_eq!(linear::<_, _, E>(Size::<6>, Size::<4>, 2, device).forward(&x).sizes(), [batch, length, 4]);
        assert_eq!(norm::<E>(device).forward(&x).sizes(), [batch, length, 6]);
        for causal in [false, true] {
            let y = attention::<E>(device, causal).forward(&x);
            assert_eq!(y.to_tensor().expect("nothing").sizes(), [batch, length, 6]);
        }
    }
}
