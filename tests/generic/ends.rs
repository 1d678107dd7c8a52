//! Functions over any axes before the last, with one bound.

use conformable::{Axis, Dim, EndsIn, Keep, Shape, Size, Tensor, shape};

type Any<S> = Tensor<f32, S>;

fn normalised<S: EndsIn<D>, D: Dim>(x: &Any<S>, scale: &Tensor<f32, (D,)>, shift: &Tensor<f32, (D,)>) -> Any<S> {
    let centred = x - x.mean(Keep(Axis::<-1>));
    let variance = centred.square().mean(Keep(Axis::<-1>));
    centred / (variance + 1e-5).sqrt() * scale + shift
}

#[test]
fn normalisation() {
    let (scale, shift) = (Tensor::from([2.0, 2.0]), Tensor::from([1.0, 1.0]));
    let y: Tensor<f32, Shape![1, 2]> = normalised(&Tensor::from([[-1.0, 1.0]]), &scale, &shift);
    assert!((y - Tensor::from([[-1.0, 3.0]])).abs().max(..)[[]] < 1e-4);
    let (n, row) = (3, normalised(&Tensor::from([5.0, 7.0]), &scale, &shift));
    let rows = normalised(&Tensor::from_fn(shape![1, n, 1, 2], |[_, _, _, i]| 5.0 + 2.0 * i as f32), &scale, &shift);
    assert_eq!(rows, row.try_broadcast_to(&shape![1, n, 1, 2]).unwrap());
}

/// Linear, gated and narrow layers in between; the shape comes back.
fn gated<S: EndsIn<D>, D: Dim, H: Dim>(
    x: &Any<S>,
    up: [&Tensor<f32, (D, H)>; 2],
    down: &Tensor<f32, (H, D)>,
) -> Any<S> {
    let [gate, up] = up.map(|w| x.matmul(w));
    let hidden: Any<S::To<H>> = gate.silu() * up;
    let hidden = (&hidden - hidden.max(Keep(Axis::<-1>))).softmax(Axis::<-1>);
    x + hidden.matmul(down)
}

#[test]
fn a_gated_layer() {
    let (w, down) = (Tensor::ones(shape![2, 3]), Tensor::ones(shape![3, 2]));
    let rows: Tensor<f32, Shape![2, 2, 2]> = gated(&Tensor::ones(shape![2, 2, 2]), [&w, &w], &down);
    assert!((rows - 2.0).abs().max(..)[[]] < 1e-6);
    assert_eq!(gated(&Tensor::ones(shape![2]), [&w, &w], &down).sizes(), [2]);
}

#[test]
fn reductions_and_assignments() {
    fn scores<S: EndsIn<C>, C: Dim>(x: &Any<S>, bias: &Tensor<f32, (C,)>) -> (Any<S>, Vec<usize>, f32) {
        let mut x = x.maximum(bias).minimum(3.0);
        x += bias;
        x *= 2.0;
        let best = x.argmax(Axis::<-1>);
        let loss = x.log_softmax(Axis::<-1>).sum(Axis::<-1>).mean(..)[[]];
        (x.cumsum(Axis::<-1>), best.iter().copied().collect(), loss)
    }
    let (sums, best, loss) = scores(&Tensor::from([[1.0, 2.0], [9.0, 0.0]]), &Tensor::from([0.5, 0.5]));
    assert_eq!((sums, best), (Tensor::from([[3.0, 8.0], [7.0, 9.0]]), vec![1, 0]));
    assert!(loss < 0.0);
}

#[test]
fn a_chain_of_layers_over_one_shape() {
    struct Layer<I: Dim, O: Dim>(Tensor<f32, (I, O)>, Tensor<f32, (O,)>);
    impl<I: Dim, O: Dim> Layer<I, O> {
        fn forward<S: EndsIn<I>>(&self, x: &Any<S>) -> Any<S::To<O>> {
            x.matmul(&self.0) + &self.1
        }
    }
    fn both<S: EndsIn<D>, D: Dim, H: Dim>(x: &Any<S>, first: &Layer<D, H>, last: &Layer<H, D>) -> Any<S> {
        x + last.forward(&first.forward(x).tanh())
    }
    let first = Layer(Tensor::zeros(shape![2, 5]), Tensor::ones(shape![5]));
    let last = Layer(Tensor::zeros(shape![5, 2]), Tensor::ones(shape![2]));
    let n = 4;
    let y: Tensor<f32, Shape![_, 2]> = both(&Tensor::ones(shape![n, 2]), &first, &last);
    assert_eq!(y, Tensor::full(shape![n, 2], 2.0));
    assert_eq!(both(&Tensor::ones(shape![3, n, 1, 2]), &first, &last).sizes(), [3, 4, 1, 2]);
}

#[cfg(feature = "engine")]
#[test]
fn engines() {
    use conformable::engine::{EngineTensor, FloatEngine, Native};

    fn block<S: EndsIn<D>, D: Dim, H: Dim, E: FloatEngine<f32>>(
        x: &EngineTensor<f32, S, E>,
        up: &EngineTensor<f32, (D, H), E>,
        down: &EngineTensor<f32, (H, D), E>,
    ) -> EngineTensor<f32, S, E> {
        let centred = x - &x.mean(Keep(Axis::<-1>));
        x + &centred.matmul(up).gelu().softmax(Axis::<-1>).matmul(down)
    }
    let on = |x: Tensor<f32, Shape![2, 2]>| EngineTensor::<_, _, Native>::from(x);
    let (x, w) = (Tensor::from([[[1.0, 1.0]]]), Tensor::ones(shape![2, 2]));
    let y = block(&EngineTensor::from(x), &on(w.clone()), &on(w));
    assert_eq!(y.as_engine(), &Tensor::from([[[2.0, 2.0]]]));
}

#[test]
fn the_value_of_the_last_dim() {
    use conformable::product::LastAxis;

    fn features<S: EndsIn<D>, D: Dim>(x: &Any<S>) -> D {
        x.shape().last()
    }
    let n = 7;
    assert_eq!(features(&Tensor::ones(shape![2, n])).size(), 7);
    assert_eq!(shape![n, 3].to(Size::<2>), shape![n, 2]);
}
