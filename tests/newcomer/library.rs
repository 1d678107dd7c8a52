//! Generic library code: bounds over whole shapes, layers, trait objects.
use conformable::{
    AnyShape, Dim, Dyn, NumpyBroadcast, NumpyOutput, Shape, ShapeError, Size, Storage, Tensor, shape, zip,
};

/// |a - b|, broadcast
pub fn absdiff<A: Shape + NumpyBroadcast<B>, B: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
) -> Tensor<f32, NumpyOutput<A, B>> {
    (a - b).abs()
}

/// the same by zip
pub fn squared_error<A: Shape + NumpyBroadcast<B>, B: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
) -> Tensor<f32, NumpyOutput<A, B>> {
    zip((a, b)).map(|(a, b)| (a - b) * (a - b))
}

/// a * b + c
pub fn mul_add<A, B, C>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
    c: &Tensor<f32, C>,
) -> Tensor<f32, NumpyOutput<A::Output, C>>
where
    A: Shape + NumpyBroadcast<B, Output: NumpyBroadcast<C>>,
    B: Shape,
    C: Shape,
{
    a * b + c
}

/// any storage
pub fn mean<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> f32 {
    x.iter().sum::<f32>() / x.len() as f32
}

pub struct Linear<I: Dim, O: Dim> {
    weight: Tensor<f32, (I, O)>,
    bias: Tensor<f32, (O,)>,
}

impl<I: Dim, O: Dim> Linear<I, O> {
    pub fn new(i: I, o: O) -> Self {
        Self { weight: Tensor::full((i, o), 0.5), bias: Tensor::zeros((o,)) }
    }

    pub fn forward<N: Dim>(&self, x: Tensor<f32, (N, I)>) -> Tensor<f32, (N, O)> {
        let n = x.shape().0;
        let &(i, o) = self.weight.shape();
        let product =
            Tensor::from_fn((n, o), |[n, o]| (0..i.size()).map(|i| x[[n, i]] * self.weight[[i, o]]).sum::<f32>());
        product + &self.bias
    }
}

pub trait Layer {
    fn apply(&self, x: Tensor<f32, AnyShape>) -> Result<Tensor<f32, AnyShape>, ShapeError>;
}

impl<I: Dim, O: Dim> Layer for Linear<I, O> {
    fn apply(&self, x: Tensor<f32, AnyShape>) -> Result<Tensor<f32, AnyShape>, ShapeError> {
        Ok(self.forward(x.refine::<(Dyn, I)>()?).erase())
    }
}

pub struct Bias<S: Shape>(Tensor<f32, S>);

impl<S: Shape> Layer for Bias<S> {
    fn apply(&self, x: Tensor<f32, AnyShape>) -> Result<Tensor<f32, AnyShape>, ShapeError> {
        x.try_add(&self.0)
    }
}

pub enum Value {
    F32(Tensor<f32, AnyShape>),
    I64(Tensor<i64, AnyShape>),
}

impl Value {
    pub fn shape(&self) -> &AnyShape {
        match self {
            Value::F32(x) => x.shape(),
            Value::I64(x) => x.shape(),
        }
    }
}

pub fn main() {
    let n = 2;
    let x = Tensor::full(shape![n, 3], 1.0);
    let l = Linear::new(Size::<3>, Size::<4>);
    assert_eq!(l.forward(x.clone()), Tensor::full(shape![n, 4], 1.5));
    assert_eq!(absdiff(&x, &Tensor::from([1.0, 2.0, 3.0])), Tensor::from([[0.0, 1.0, 2.0]; 2]));
    assert_eq!(squared_error(&x, &Tensor::from([1.0, 2.0, 3.0])), Tensor::from([[0.0, 1.0, 4.0]; 2]));
    assert_eq!(mul_add(&x, &x, &Tensor::scalar(1.0)), Tensor::full(shape![n, 3], 2.0));
    assert_eq!(mean(&x), 1.0);
    let layers: Vec<Box<dyn Layer>> = vec![Box::new(l), Box::new(Bias(Tensor::from([1.0, 2.0, 3.0, 4.0])))];
    let mut y = x.erase();
    for layer in &layers {
        y = layer.apply(y).unwrap();
    }
    assert_eq!(Value::F32(y.clone()).shape(), &AnyShape::from([2, 4]));
    assert!(layers[0].apply(y).is_err());
    let _ = Value::I64(Tensor::scalar(3).erase()).shape();
}
