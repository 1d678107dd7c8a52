//! Generic library code: any dimensions, layers, trait objects.
use ndarray::{Array, Array1, Array2, ArrayBase, ArrayD, Data, DimMax, Dimension, Ix2, IxDyn, Zip, arr0, array};

/// |a - b|, broadcast
fn absdiff<A: Dimension + DimMax<B>, B: Dimension + DimMax<A>>(
    a: &Array<f32, A>,
    b: &Array<f32, B>,
) -> Array<f32, <A as DimMax<B>>::Output> {
    (a - b).abs()
}

/// the same by zip
fn squared_error<A: Dimension, B: Dimension>(a: &Array<f32, A>, b: &Array<f32, B>) -> Array<f32, A> {
    Zip::from(a).and_broadcast(b).map_collect(|a, b| (a - b) * (a - b))
}

/// a * b + c
fn mul_add<A, B, C>(
    a: &Array<f32, A>,
    b: &Array<f32, B>,
    c: &Array<f32, C>,
) -> Array<f32, <<A as DimMax<B>>::Output as DimMax<C>>::Output>
where
    A: Dimension + DimMax<B>,
    B: Dimension,
    C: Dimension,
    <A as DimMax<B>>::Output: DimMax<C>,
{
    &(a * b) + c
}

/// any storage
fn mean<S: Data<Elem = f32>, D: Dimension>(x: &ArrayBase<S, D>) -> f32 {
    x.iter().sum::<f32>() / x.len() as f32
}

struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    fn new(i: usize, o: usize) -> Self {
        Self { weight: Array2::from_elem((i, o), 0.5), bias: Array1::zeros(o) }
    }

    fn forward(&self, x: &Array2<f32>) -> Array2<f32> {
        let (i, o) = self.weight.dim();
        let product = Array2::from_shape_fn((x.dim().0, o), |(n, o)| {
            (0..i).map(|i| x[[n, i]] * self.weight[[i, o]]).sum::<f32>()
        });
        product + &self.bias
    }
}

trait Layer {
    fn apply(&self, x: ArrayD<f32>) -> Result<ArrayD<f32>, ndarray::ShapeError>;
}

impl Layer for Linear {
    fn apply(&self, x: ArrayD<f32>) -> Result<ArrayD<f32>, ndarray::ShapeError> {
        let x = x.into_dimensionality::<Ix2>()?;
        if x.dim().1 != self.weight.dim().0 {
            return Err(ndarray::ShapeError::from_kind(ndarray::ErrorKind::IncompatibleShape));
        }
        Ok(self.forward(&x).into_dyn())
    }
}

struct Bias<D: Dimension>(Array<f32, D>);

impl<D: Dimension> Layer for Bias<D> {
    fn apply(&self, x: ArrayD<f32>) -> Result<ArrayD<f32>, ndarray::ShapeError> {
        let bias = self.0.broadcast(x.raw_dim());
        let bias = bias.ok_or(ndarray::ShapeError::from_kind(ndarray::ErrorKind::IncompatibleShape))?;
        Ok(x + bias)
    }
}

enum Value {
    F32(ArrayD<f32>),
    I64(ArrayD<i64>),
}

impl Value {
    fn shape(&self) -> &[usize] {
        match self {
            Value::F32(x) => x.shape(),
            Value::I64(x) => x.shape(),
        }
    }
}

fn main() {
    let n = 2;
    let x = Array2::from_elem((n, 3), 1.0);
    let l = Linear::new(3, 4);
    assert_eq!(l.forward(&x), Array2::from_elem((n, 4), 1.5));
    assert_eq!(absdiff(&x, &array![1.0, 2.0, 3.0]), array![[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]);
    assert_eq!(squared_error(&x, &array![1.0, 2.0, 3.0]), array![[0.0, 1.0, 4.0], [0.0, 1.0, 4.0]]);
    assert_eq!(mul_add(&x, &x, &arr0(1.0)), Array2::from_elem((n, 3), 2.0));
    assert_eq!(mean(&x), 1.0);
    let layers: Vec<Box<dyn Layer>> = vec![Box::new(l), Box::new(Bias(array![1.0, 2.0, 3.0, 4.0]))];
    let mut y = x.into_dyn();
    for layer in &layers {
        y = layer.apply(y).unwrap();
    }
    assert_eq!(Value::F32(y.clone()).shape(), [2, 4]);
    assert!(layers[0].apply(y).is_err());
    let _ = Value::I64(ArrayD::zeros(IxDyn(&[]))).shape();
}
