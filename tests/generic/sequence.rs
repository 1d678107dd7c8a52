//! Dims that are generic and run-time ones, which meet without a bound: one function decodes one token or any number.

use conformable::{Axis, Dim, Dyn, Explicit, Onto, Shape, Size, Tensor, concat, shape};

struct Seen;

type Matrix<A, B> = Tensor<f32, (A, B)>;

#[test]
fn broadcasting() {
    fn left<T: Dim>(x: &Tensor<f32, (T,)>, y: &Tensor<f32, (Dyn,)>) -> Tensor<f32, (T::WithDyn,)> {
        x + y
    }
    fn right<T: Dim>(x: &Tensor<f32, (T,)>, y: &Tensor<f32, (Dyn,)>) -> Tensor<f32, (T::WithDyn,)> {
        let z = (y + x) * 2.0;
        &z + y.maximum(x) - &z
    }
    let y = Tensor::from([1.0, 2.0, 3.0]);
    let run_time: Tensor<f32, (Dyn,)> = y.clone().widen();
    let seen: Tensor<f32, Shape![Seen = _]> = y.clone().widen();
    let known: Tensor<f32, Shape![3]> = left(&y, &run_time);
    let stretched: Tensor<f32, Shape![_]> = left(&Tensor::from([1.0]), &run_time);
    let both: Tensor<f32, Shape![_]> = right(&run_time, &run_time);
    let named: Tensor<f32, Shape![Seen = _]> = right(&seen, &run_time);
    assert_eq!((known, stretched, both.sizes()), (&y + &y, Tensor::from([2.0, 3.0, 4.0]).widen(), [3]));
    assert_eq!(named.sizes(), [3]);
}

#[test]
#[should_panic = "cannot broadcast (2,) with (3,)"]
fn broadcasting_of_other_sizes() {
    fn sum<T: Dim>(x: &Tensor<f32, (T,)>, y: &Tensor<f32, (Dyn,)>) -> Tensor<f32, (T::WithDyn,)> {
        x + y
    }
    sum(&Tensor::from([1.0, 2.0]), &Tensor::from([1.0, 2.0, 3.0]).widen());
}

fn equal<T: Dim, D: Dim>(x: &Matrix<T, D>, y: &Matrix<Dyn, D>) -> Matrix<T, D> {
    let (sum, also) = (x.under(Explicit) + y, y.under(Explicit) + x);
    sum + also + x.under(Onto) * y + y.clone().refine::<(T, D)>().unwrap()
}

#[test]
fn equality() {
    let x = Tensor::from([[1.0, 2.0]]);
    let one: Tensor<f32, Shape![1, 2]> = equal(&x, &x.clone().widen());
    assert_eq!(one, Tensor::from([[6.0, 14.0]]));
}

#[test]
#[should_panic = "the shapes (1, 2) and (2, 2) must be equal"]
fn equality_stretches_nothing() {
    equal(&Tensor::from([[1.0, 2.0]]), &Tensor::from([[1.0; 2]; 2]).widen());
}

/// One layer of a decoder with a cache of keys and values.
struct Decoder<D: Dim> {
    positions: Matrix<Size<16>, D>,
    projections: [Matrix<D, D>; 4],
}

struct Cache<D: Dim> {
    keys: Matrix<Dyn<Seen>, D>,
    values: Matrix<Dyn<Seen>, D>,
}

impl<D: Dim> Decoder<D> {
    /// New tokens, `T` of them: one, a known number or a run-time one.
    fn step<T: Dim>(&self, x: &Matrix<T, D>, cache: &Cache<D>) -> (Matrix<T, D>, Cache<D>) {
        let (seen, new) = (cache.keys.sizes()[0], x.shape().0);
        let positions = self.positions.slice((seen..seen + new.size(), ..)).to_owned();
        let x = x.under(Explicit) + &positions;
        let [q, k, v, o] = self.projections.each_ref().map(|w| x.matmul(w));
        let (k, v) = (concat(Axis::<0>, (&cache.keys, &k)), concat(Axis::<0>, (&cache.values, &v)));
        let visible = Tensor::from_fn((new, k.shape().0), |[i, j]| if j > seen + i { f32::NEG_INFINITY } else { 0.0 });
        let scores = (q.matmul(&k.t()) + &visible).softmax(Axis::<-1>);
        (x + scores.matmul(&v) * o, Cache { keys: k.named(), values: v.named() })
    }
}

#[test]
fn one_decoder() {
    let decoder = Decoder {
        positions: Tensor::from_fn(shape![16, 4], |[i, j]| (i * j) as f32 / 9.0),
        projections: [1, 2, 3, 4].map(|n| Tensor::from_fn(shape![4, 4], |[i, j]| ((i + n * j) % 5) as f32 / 5.0)),
    };
    let none = 0;
    let empty = || Cache { keys: Tensor::zeros(shape![Seen = none, 4]), values: Tensor::zeros(shape![Seen = none, 4]) };
    let x = Tensor::from_fn(shape![3, 4], |[i, j]| (i + 2 * j) as f32 / 7.0);
    let (known, _) = decoder.step(&x, &empty());
    let (prompt, _) = decoder.step(&x.clone().widen::<(Dyn, Size<4>)>(), &empty());
    let (mut cache, mut rows) = (empty(), Vec::new());
    for row in 0..3 {
        let token: Matrix<Size<1>, Size<4>> = x.slice((row..row + 1, ..)).to_owned().refine().unwrap();
        let (y, grown) = decoder.step(&token, &cache);
        cache = grown;
        rows.push(y);
    }
    let rows = concat(Axis::<0>, &rows);
    assert_eq!(prompt, known.erase());
    assert!((rows - prompt).abs().max(..)[[]] < 1e-6);
}
