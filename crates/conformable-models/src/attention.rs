//! Self-attention.
//!
//! ```text
//! q, k, v = x Wq + bq, x Wk + bk, x Wv + bv      (.., L, D) by (D, H, K) is (.., H, L, K), for each head
//! a       = softmax(q k^T / sqrt(K)) v           (.., H, L, K)
//! y       = a Wo + bo                            (.., L, H, K) by (H, K, D) is (.., L, D)
//! ```

use crate::element::Float;
use crate::heads::attended;
use crate::linear::to_f64;
use crate::mixed::Takes;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use crate::random::uniform;
use crate::shape::{InputOf, expect, reshaped, rows, with_axes_of};
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine, Outcome, ViewKernel};
use conformable::{AxesOf, Axis, Dim, Dyn};

/// Self-attention of a sequence in `H` heads of `K` features each: maps `(.., L, D)` to `(.., L, D)` for any `L`.
///
/// The heads have their own axis, so `D` need not be `H * K`.
///
/// ```
/// use conformable::engine::{EngineTensor, FloatEngine};
/// use conformable::{Dim, Dyn, Size};
/// use conformable_models::{Attention, Module};
///
/// type Attends<E> = Attention<Size<64>, Size<4>, Size<16>, f32, E>;
///
/// fn attend<N: Dim, E: FloatEngine<f32>>(
///     model: &Attends<E>,
///     x: &EngineTensor<f32, (N, Dyn, Size<64>), E>,
/// ) -> EngineTensor<f32, (N, Dyn, Size<64>), E> {
///     model.forward(x)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Attention, Module};
///
/// fn attend(model: &Attention<Size<64>, Size<4>, Size<16>, f32, Native>, x: &EngineTensor<f32, Shape![64], Native>) {
///     model.forward(x); // `(Size<64>,)` has no `Axis<-2>`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Attention<D: Dim, H: Dim, K: Dim, T: Copy, E: Engine> {
    /// The queries of each position.
    pub query: ToHeads<D, H, K, T, E>,
    /// The keys of each position.
    pub key: ToHeads<D, H, K, T, E>,
    /// The values of each position.
    pub value: ToHeads<D, H, K, T, E>,
    /// The output of all heads.
    pub output: FromHeads<H, K, D, T, E>,
    /// Whether a position attends only to itself and earlier positions.
    pub causal: bool,
}

/// A projection to heads, `x W + b`: maps `(.., D)` to `(.., H, K)`.
#[derive(Clone, Debug)]
pub struct ToHeads<D: Dim, H: Dim, K: Dim, T: Copy, E: Engine> {
    /// The weight of each input feature for each feature of each head.
    pub weight: EngineTensor<T, (D, H, K), E>,
    /// The term added to each feature of each head.
    pub bias: EngineTensor<T, (H, K), E>,
}

/// A projection from heads, `x W + b`: maps `(.., H, K)` to `(.., D)`.
#[derive(Clone, Debug)]
pub struct FromHeads<H: Dim, K: Dim, D: Dim, T: Copy, E: Engine> {
    /// The weight of each feature of each head for each output feature.
    pub weight: EngineTensor<T, (H, K, D), E>,
    /// The term added to each output feature.
    pub bias: EngineTensor<T, (D,), E>,
}

impl<D: Dim, H: Dim, K: Dim, T: Float, E: FloatEngine<T>> Attention<D, H, K, T, E> {
    /// Returns random weights in ±1 over the square root of the number of summed features, and biases of 0.
    ///
    /// `random` returns numbers in `[0, 1)`.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn random(sizes: (D, H, K), device: &E::Device, random: &mut impl FnMut() -> f64) -> Result<Self, Error<E>> {
        let (d, h, k) = sizes;
        let bound = |summed: usize| 1.0 / to_f64(summed.max(1)).sqrt();
        let mut to_heads = || -> Result<ToHeads<D, H, K, T, E>, Error<E>> {
            let weight = uniform(sizes, bound(d.size()), device, random)?;
            Ok(ToHeads { weight, bias: EngineTensor::full((h, k), T::of(0.0), device)? })
        };
        let (query, key, value) = (to_heads()?, to_heads()?, to_heads()?);
        let weight = uniform((h, k, d), bound(h.size().saturating_mul(k.size())), device, random)?;
        let output = FromHeads { weight, bias: EngineTensor::full((d,), T::of(0.0), device)? };
        Ok(Self { query, key, value, output, causal: false })
    }
}

/// Positions by head: batch, heads, positions, features of a head.
type Places<H, K> = (Dyn, H, Dyn, K);

impl<D: Dim, H: Dim, K: Dim, W: Copy, E: ViewKernel<W>> ToHeads<D, H, K, W, E> {
    /// Projects rows, which are `batch` times `length` positions.
    fn places<T: Float>(
        &self,
        rows: &EngineTensor<T, (Dyn, D), E>,
        [batch, length]: [usize; 2],
    ) -> Outcome<T, Places<H, K>, E>
    where
        E: Takes<W, T>,
    {
        let [d, h, k] = self.weight.sizes();
        let weight = reshaped::<_, _, (D, Dyn), _>(self.weight.clone(), &[d, h * k])?;
        let all = reshaped::<_, _, (Dyn, Dyn, H, K), _>(E::product(rows, &weight)?, &[batch, length, h, k])?;
        let bias = E::widened(&self.bias)?.try_unsqueeze(Axis::<0>)?.try_unsqueeze(Axis::<0>)?;
        all.try_add(&bias)?.try_permute((Axis::<0>, Axis::<2>, Axis::<1>, Axis::<3>))
    }
}

impl<H: Dim, K: Dim, D: Dim, W: Copy, E: ViewKernel<W>> FromHeads<H, K, D, W, E> {
    fn rows<T: Float>(&self, places: &EngineTensor<T, Places<H, K>, E>) -> Outcome<T, (Dyn, D), E>
    where
        E: Takes<W, T>,
    {
        let ([h, k, d], [batch, _, length, _]) = (self.weight.sizes(), places.sizes());
        let weight = reshaped::<_, _, (Dyn, D), _>(self.weight.clone(), &[h * k, d])?;
        let places = places.try_permute((Axis::<0>, Axis::<2>, Axis::<1>, Axis::<3>))?;
        let rows = reshaped(places, &[batch * length, h * k])?;
        E::product(&rows, &weight)?.try_add(&E::widened(&self.bias)?.try_unsqueeze(Axis::<0>)?)
    }
}

impl<S: InputOf<D>, D: Dim, H: Dim, K: Dim, W: Copy, T: Float, E: Takes<W, T>> Module<EngineTensor<T, S, E>>
    for Attention<D, H, K, W, E>
where
    Axis<-2>: AxesOf<S>,
{
    type Output = EngineTensor<T, S::To<D>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let (features, ..) = *self.query.weight.shape();
        let rows = expect(rows(x, features));
        expect(Axis::<-2>.of(x.shape()).map_err(Error::<E>::from));
        let length = x.sizes().as_ref()[x.shape().rank() - 2];
        let sizes = [rows.sizes()[0].checked_div(length).unwrap_or(0), length];

        let [query, key, value] = [&self.query, &self.key, &self.value].map(|heads| expect(heads.places(&rows, sizes)));
        let y = expect(self.output.rows(&attended(&query, &key, &value, self.causal)));
        expect(with_axes_of(y, x.shape(), features))
    }
}

impl<D: Dim, H: Dim, K: Dim, T: Copy, E: Engine> Parameters<T, E> for ToHeads<D, H, K, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            weight: at.part("weight", all.map(|all| &all.weight))?,
            bias: at.part("bias", all.map(|all| &all.bias))?,
        })
    }
}

impl<H: Dim, K: Dim, D: Dim, T: Copy, E: Engine> Parameters<T, E> for FromHeads<H, K, D, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            weight: at.part("weight", all.map(|all| &all.weight))?,
            bias: at.part("bias", all.map(|all| &all.bias))?,
        })
    }
}

impl<D: Dim, H: Dim, K: Dim, T: Copy, E: Engine> Parameters<T, E> for Attention<D, H, K, T, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self {
            query: at.part("query", all.map(|all| &all.query))?,
            key: at.part("key", all.map(|all| &all.key))?,
            value: at.part("value", all.map(|all| &all.value))?,
            output: at.part("output", all.map(|all| &all.output))?,
            causal: all[0].causal,
        })
    }
}
