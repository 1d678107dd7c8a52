//! Modules of well-known models as generic code. [docs/generic-models.md](../../docs/generic-models.md) has the bounds
//! of each function.

use super::{assert_close, numbers};
use conformable::axes::{Heads, Inferred, Top};
use conformable::windows::{Conv, DimSlides, Same, Window};
use conformable::{
    Axis, Dim, DimSum, Dyn, EndsIn, Explicit, Keep, Shape, Size, Sum, Tensor, concat, einsum, rearrange, shape, stack,
};

type Any<S> = Tensor<f32, S>;
type Matrix<A, B> = Tensor<f32, (A, B)>;
type Sequence<B, T, D> = Tensor<f32, (B, T, D)>;
type Images<N, C, H, W> = Tensor<f32, (N, C, H, W)>;

/// Llama: the norm by the root of the mean square.
fn rms_norm<S: EndsIn<D>, D: Dim>(x: &Any<S>, scale: &Tensor<f32, (D,)>) -> Any<S> {
    x / (x.square().mean(Keep(Axis::<-1>)) + 1e-6).sqrt() * scale
}

/// Llama and Mixtral: the gated feed-forward.
struct SwiGlu<D: Dim, F: Dim> {
    gate: Matrix<D, F>,
    up: Matrix<D, F>,
    down: Matrix<F, D>,
}

impl<D: Dim, F: Dim> SwiGlu<D, F> {
    fn forward<S: EndsIn<D>>(&self, x: &Any<S>) -> Any<S> {
        (x.matmul(&self.gate).silu() * x.matmul(&self.up)).matmul(&self.down)
    }
}

#[test]
fn feed_forward_over_any_axes() {
    let mlp = SwiGlu { gate: numbers(shape![4, 6]), up: numbers(shape![4, 6]), down: numbers(shape![6, 4]) };
    let x = numbers(shape![2, 3, 4]);
    let y: Tensor<f32, Shape![2, 3, 4]> = &x + mlp.forward(&rms_norm(&x, &Tensor::ones(shape![4])));
    let row = x.index_axis(Axis::<0>, 1).index_axis(Axis::<0>, 2).to_owned();
    let z: Tensor<f32, Shape![4]> = &row + mlp.forward(&rms_norm(&row, &Tensor::ones(shape![4])));
    assert_close(&y.index_axis(Axis::<0>, 1).index_axis(Axis::<0>, 2).to_owned(), &z);
}

/// Elements that a mask lets through, for queries that follow `before` keys.
fn causal<T: Dim, U: Dim>((t, u): (T, U), before: usize) -> Matrix<T, U> {
    Tensor::from_fn((t, u), |[i, j]| if j > before + i { f32::NEG_INFINITY } else { 0.0 })
}

/// NanoGPT: causal attention of several heads.
fn attention<B: Dim, T: Dim, D: Dim + Heads<H>, H: Dim>(
    x: &Sequence<B, T, D>,
    weights: [&Matrix<D, D>; 4],
    h: H,
) -> Sequence<B, T, D> {
    let [q, k, v] = [0, 1, 2].map(|i| rearrange!(b t (h k) -> b h t k; x.matmul(weights[i]), h = h));
    let (_, _, t, width) = *q.shape();
    let scores = q.matmul(&k.t()) / (width.size() as f32).sqrt() + causal((t, t), 0);
    rearrange!(b h t k -> b t (h k); scores.softmax(Axis::<-1>).matmul(&v)).matmul(weights[3])
}

#[test]
fn attention_of_heads() {
    let w = [1, 2, 3, 4].map(|n| numbers(shape![8, 8]) * n as f32);
    let x = numbers(shape![2, 3, 8]);
    let y: Tensor<f32, Shape![2, 3, 8]> = attention(&x, w.each_ref(), Size::<2>);
    // the first token attends only to itself
    let first = x.index_axis(Axis::<1>, 0).to_owned().matmul(&w[2]).matmul(&w[3]);
    assert_close(&y.index_axis(Axis::<1>, 0).to_owned(), &first);
}

/// Llama: rotary positions. Each half of the features is one coordinate of pairs.
fn rotary<B: Dim, H: Dim, T: Dim, W: Dim + Heads<Size<2>>>(
    x: &Tensor<f32, (B, H, T, W)>,
    [cos, sin]: [&Matrix<T, W::Width>; 2],
) -> Tensor<f32, (B, H, T, W)> {
    let pairs = x.clone().unflatten(Axis::<-1>, (Size::<2>, Inferred));
    let [a, b] = &[0, 1].map(|i| pairs.index_axis(Axis::<-2>, i));
    stack(Axis::<-2>, (&(a * cos - b * sin), &(a * sin + b * cos))).flatten_axes(Axis::<-2>)
}

#[test]
fn rotary_positions() {
    let x = numbers(shape![1, 2, 3, 4]);
    let (zero, one) = (Tensor::zeros(shape![3, 2]), Tensor::ones(shape![3, 2]));
    assert_eq!(rotary(&x, [&one, &zero]), x);
    let quarter: Tensor<f32, Shape![1, 2, 3, 4]> = rotary(&x, [&zero, &one]);
    assert_eq!((quarter[[0, 1, 2, 0]], quarter[[0, 1, 2, 2]]), (-x[[0, 1, 2, 2]], x[[0, 1, 2, 0]]));
}

/// Llama: grouped queries. `G` query heads share each of `K` key heads, and a cache of keys and values grows.
struct Grouped<D: Dim, K: Dim, G: Dim, W: Dim> {
    queries: Tensor<f32, (D, K, G, W)>,
    keys: Tensor<f32, (D, K, W)>,
    values: Tensor<f32, (D, K, W)>,
    out: Tensor<f32, (K, G, W, D)>,
}

type Cache<B, K, W> = [Tensor<f32, (B, Dyn, K, W)>; 2];

impl<D: Dim, K: Dim, G: Dim, W: Dim> Grouped<D, K, G, W> {
    fn step<B: Dim, T: Dim>(
        &self,
        x: &Sequence<B, T, D>,
        [keys, values]: Cache<B, K, W>,
    ) -> (Sequence<B, T, D>, Cache<B, K, W>) {
        let before = keys.sizes()[1];
        let q = einsum!(b t d, d k g w -> b k g t w; x, self.queries);
        let keys = concat(Axis::<1>, (&keys, &einsum!(b t d, d k w -> b t k w; x, self.keys)));
        let values = concat(Axis::<1>, (&values, &einsum!(b t d, d k w -> b t k w; x, self.values)));
        let scores = einsum!(b k g t w, b s k w -> b k g t s; q, keys) + causal((x.shape().1, keys.shape().1), before);
        let mixed = einsum!(b k g t s, b s k w -> b t k g w; scores.softmax(Axis::<-1>), values);
        (einsum!(b t k g w, k g w d -> b t d; mixed, self.out), [keys, values])
    }
}

#[test]
fn grouped_queries_one_token_at_a_time() {
    let layer = Grouped {
        queries: numbers(shape![4, 2, 3, 2]),
        keys: numbers(shape![4, 2, 2]),
        values: numbers(shape![4, 2, 2]),
        out: numbers(shape![2, 3, 2, 4]),
    };
    let none = 0;
    let empty = || [0, 1].map(|_| Tensor::zeros(shape![1, none, 2, 2]));
    let x = numbers(shape![1, 3, 4]);
    let (all, _) = layer.step(&x, empty());
    let (mut cache, mut rows) = (empty(), Vec::new());
    for t in 0..3 {
        let token: Tensor<f32, Shape![1, 1, 4]> = x.slice((.., t..t + 1, ..)).to_owned().refine().unwrap();
        let (y, grown) = layer.step(&token, cache);
        cache = grown;
        rows.push(y);
    }
    assert_close(&concat(Axis::<1>, &rows).refine().unwrap(), &all);
}

/// Mixtral: the best `K` of `E` experts for each token, weighted.
fn experts<T: Dim, D: Dim, F: Dim, E: Dim, K: Dim>(
    x: &Matrix<T, D>,
    (router, k): (&Matrix<D, E>, K),
    all: &[SwiGlu<D, F>],
) -> Matrix<T, D>
where
    (T, E): Top<Axis<-1>, K, Output = (T, K)>,
{
    let scores = x.matmul(router);
    let (best, which) = scores.top_k(Axis::<-1>, k);
    let mut weights = Tensor::zeros(*scores.shape());
    weights.scatter(Axis::<-1>, &which, &best.softmax(Axis::<-1>));
    let outputs = all.iter().enumerate().map(|(e, expert)| {
        let weight = weights.index_axis(Axis::<1>, e).to_owned();
        einsum!(t, t d -> t d; weight, expert.forward(x))
    });
    outputs.fold(Tensor::zeros(*x.shape()), |sum, y| sum + y)
}

#[test]
fn mixture_of_experts() {
    let all: Vec<_> = [0.0, 1.0, 2.0]
        .map(|s| SwiGlu { gate: numbers(shape![2, 3]) * s, up: numbers(shape![2, 3]), down: numbers(shape![3, 2]) })
        .into();
    let x = numbers(shape![4, 2]);
    let router = Tensor::from([[-9.0, 0.0, 0.0], [-9.0, 0.0, 0.0]]);
    let y: Tensor<f32, Shape![4, 2]> = experts(&x.abs(), (&router, Size::<2>), &all);
    // both others weigh the same, and no token takes the first
    assert_close(&y, &((all[1].forward(&x.abs()) + all[2].forward(&x.abs())) / 2.0));
}

/// ResNet: two convolutions with normalised channels, and a residual.
struct Residual<C: Dim> {
    weights: [Images<C, C, Size<3>, Size<3>>; 2],
    scale: [Tensor<f32, (C, Size<1>, Size<1>)>; 2],
}

impl<C: Dim> Residual<C> {
    fn forward<N: Dim, H: Dim, W: Dim>(&self, x: &Images<N, C, H, W>) -> Images<N, C, H, W> {
        let same = Window::new().padding(Same);
        let y = (x.conv(&self.weights[0], same) * &self.scale[0]).maximum(0.0);
        (y.conv(&self.weights[1], same) * &self.scale[1] + x).maximum(0.0)
    }
}

/// A residual block that keeps what is positive.
fn identity<C: Dim>(c: C) -> Residual<C> {
    let zero = || Tensor::zeros((c, c, Size::<3>, Size::<3>));
    let scale = || Tensor::ones((c, Size::<1>, Size::<1>));
    Residual { weights: [zero(), zero()], scale: [scale(), scale()] }
}

#[test]
fn a_residual_block() {
    let x = numbers(shape![1, 2, 5, 4]);
    let y: Tensor<f32, Shape![1, 2, 5, 4]> = identity(Size::<2>).forward(&x);
    assert_eq!(y, x.maximum(0.0));
}

type Two = Size<2>;

/// U-Net: one level, which goes down to half the size, up again, and adds the skipped picture.
fn level<N: Dim, C: Dim, H: Dim + DimSlides<Two, Two>, W: Dim + DimSlides<Two, Two>>(
    x: &Images<N, C, H, W>,
    block: &Residual<C>,
    [skip, up]: [&Matrix<C, C>; 2],
) -> Images<N, C, H, W> {
    let small = block.forward(&block.forward(x).max_pool(shape![2, 2], Window::new()));
    let twice = small.repeat(Axis::<2>, 2).repeat(Axis::<3>, 2);
    let skipped = einsum!(n c h w, c o -> n o h w; x, skip);
    skipped.under(Explicit) + einsum!(n c h w, c o -> n o h w; twice, up)
}

#[test]
fn a_level_of_a_u_net() {
    let x = numbers(shape![1, 2, 4, 6]).abs();
    let (zero, one) = (Tensor::zeros(shape![2, 2]), Tensor::from([[1.0, 0.0], [0.0, 1.0]]));
    let block = identity(Size::<2>);
    assert_eq!(level(&x, &block, [&one, &zero]), x);
    let y: Tensor<f32, Shape![1, 2, 4, 6]> = level(&x, &block, [&zero, &one]);
    assert_eq!(y[[0, 1, 3, 4]], x.slice((0, 1, 2.., 4..)).to_owned().max(..)[[]]);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn a_level_of_a_u_net_for_an_odd_picture() {
    let (one, block) = (Tensor::from([[1.0, 0.0], [0.0, 1.0]]), identity(Size::<2>));
    let odd = Tensor::ones(shape![1, 2, 2 + 3, 6]);
    let error = std::panic::catch_unwind(|| level(&odd, &block, [&one, &one])).unwrap_err();
    assert!(
        error.downcast_ref::<String>().unwrap().starts_with("the shapes (1, 2, 5, 6) and (1, 2, 4, 6) must be equal")
    );
}

/// An LSTM cell: the four gates are one axis of the weights.
struct Lstm<I: Dim, H: Dim> {
    input: Tensor<f32, (I, Size<4>, H)>,
    hidden: Tensor<f32, (H, Size<4>, H)>,
    bias: Matrix<Size<4>, H>,
}

impl<I: Dim, H: Dim> Lstm<I, H> {
    fn step<B: Dim>(&self, x: &Matrix<B, I>, [hidden, cell]: [&Matrix<B, H>; 2]) -> [Matrix<B, H>; 2] {
        let input = einsum!(b i, i g h -> b g h; x, self.input);
        let gates = input + einsum!(b i, i g h -> b g h; hidden, self.hidden) + &self.bias;
        let [i, f, g, o] = [0, 1, 2, 3].map(|gate| gates.index_axis(Axis::<1>, gate));
        let cell = f.sigmoid() * cell + i.sigmoid() * g.tanh();
        [o.sigmoid() * cell.tanh(), cell]
    }
}

#[test]
fn an_lstm_cell() {
    let cell = Lstm {
        input: Tensor::zeros(shape![3, 4, 2]),
        hidden: Tensor::zeros(shape![2, 4, 2]),
        bias: Tensor::from([[-99.0; 2], [99.0; 2], [0.0; 2], [0.0; 2]]),
    };
    let (x, state) = (numbers(shape![5, 3]), numbers(shape![5, 2]));
    let [hidden, kept]: [Tensor<f32, Shape![5, 2]>; 2] = cell.step(&x, [&state, &state]);
    assert_close(&kept, &state);
    assert_close(&hidden, &(state.tanh() * 0.5));
}

/// DenseNet: a layer whose channels are appended to those before.
fn grown<N: Dim, C: Dim + DimSum<G>, G: Dim, H: Dim, W: Dim>(
    x: &Images<N, C, H, W>,
    weights: &Images<G, C, Size<3>, Size<3>>,
) -> Images<N, Sum<C, G>, H, W> {
    concat(Axis::<1>, (x, &x.maximum(0.0).conv(weights, Window::new().padding(Same))))
}

#[test]
fn a_dense_layer() {
    let x = numbers(shape![1, 2, 3, 3]);
    let y: Tensor<f32, Shape![1, 5, 3, 3]> = grown(&x, &Tensor::zeros(shape![3, 2, 3, 3]));
    assert_close(&y.sum(..), &x.sum(..));
}

/// ViT and SAM: patches of a picture as tokens.
fn patches<N: Dim, C: Dim, H: Dim, W: Dim, D: Dim, Rows: Dim, Columns: Dim>(
    x: &Images<N, C, H, W>,
    weights: &Images<D, C, Size<2>, Size<2>>,
    scale: &Tensor<f32, (D,)>,
) -> Images<N, Rows, Columns, D>
where
    (N, C, H, W): Conv<(D, C, Size<2>, Size<2>), Window<Size<2>>, Output = (N, D, Rows, Columns)>,
{
    let tokens = x.conv(weights, Window::new().stride(Size::<2>));
    rms_norm(&rearrange!(n d h w -> n h w d; tokens), scale)
}

#[test]
fn patches_of_a_picture() {
    let weights = numbers(shape![5, 3, 2, 2]);
    let y: Tensor<f32, Shape![1, 4, 3, 5]> = patches(&numbers(shape![1, 3, 8, 6]), &weights, &Tensor::ones(shape![5]));
    assert_close(&y.square().mean(Axis::<-1>), &Tensor::ones(shape![1, 4, 3]));
}

/// BERT: the sum of three tables, normalised.
fn embedded<B: Dim, T: Dim, D: Dim, V: Dim>(
    ids: &Tensor<usize, (B, T)>,
    words: &Matrix<V, D>,
    positions: &Matrix<Size<8>, D>,
    scale: &Tensor<f32, (D,)>,
) -> Sequence<B, T, D> {
    let positions: Matrix<T, D> = positions.slice((..ids.sizes()[1], ..)).to_owned().refine().unwrap();
    rms_norm(&(words.take(Axis::<0>, ids) + positions), scale)
}

#[test]
fn embeddings() {
    let words = numbers(shape![9, 4]);
    let ids = Tensor::from([[3, 1, 8]]);
    let y: Tensor<f32, Shape![1, 3, 4]> =
        embedded(&ids, &words, &Tensor::zeros(shape![8, 4]), &Tensor::ones(shape![4]));
    let row = words.index_axis(Axis::<0>, 8).to_owned();
    assert_close(
        &y.index_axis(Axis::<1>, 2).index_axis(Axis::<0>, 0).to_owned(),
        &rms_norm(&row, &Tensor::ones(shape![4])),
    );
}

/// MobileNet and EfficientNet: channels weighted by their means.
fn excited<N: Dim, C: Dim, R: Dim, H: Dim, W: Dim>(
    x: &Images<N, C, H, W>,
    (squeeze, excite): (&Matrix<C, R>, &Matrix<R, C>),
) -> Images<N, C, H, W> {
    let weights = x.mean((Axis::<2>, Axis::<3>)).matmul(squeeze).maximum(0.0).matmul(excite).sigmoid();
    einsum!(n c h w, n c -> n c h w; x, weights)
}

#[test]
fn excited_channels() {
    let x = numbers(shape![2, 3, 4, 4]);
    let y = excited(&x, (&Tensor::zeros(shape![3, 1]), &numbers(shape![1, 3])));
    assert_close(&y, &(x / 2.0));
}
