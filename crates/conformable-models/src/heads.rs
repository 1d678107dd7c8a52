//! Attention of queries to keys by heads: grouped queries, causal masks and rotary positions.

use crate::element::Float;
use crate::linear::to_f64;
use crate::shape::{expect, reshaped};
use conformable::axes::{Heads, Inferred};
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine, Outcome, stack};
use conformable::{Axis, Dim, Dyn, ShapeError, Size, Tensor};

/// Queries of `H` heads, for each of `L` positions.
pub type ByHead<B, H, L, K, T, E> = EngineTensor<T, (B, H, L, K), E>;

/// `softmax(q k^T / sqrt(K)) v` for each head: PyTorch's `scaled_dot_product_attention`.
///
/// There are `G` heads of keys and values, each for `H / G` heads of queries: `G` is `H` without grouped queries. If
/// `causal`, the last query attends to all keys, and each one before it to one fewer, so that a cache may have further
/// keys.
///
/// ```
/// use conformable::engine::FloatEngine;
/// use conformable::{Dim, Dyn, Size};
/// use conformable_models::{ByHead, attention};
///
/// type Keys<B, E> = ByHead<B, Size<2>, Dyn, Size<16>, f32, E>;
///
/// fn attend<B: Dim, L: Dim, E: FloatEngine<f32>>(
///     queries: &ByHead<B, Size<8>, L, Size<16>, f32, E>,
///     [keys, values]: [&Keys<B, E>; 2],
/// ) -> ByHead<B, Size<8>, L, Size<16>, f32, E> {
///     attention(queries, keys, values, true)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::Native;
/// use conformable::Size;
/// use conformable_models::{ByHead, attention};
///
/// type Heads<H> = ByHead<Size<1>, H, Size<5>, Size<16>, f32, Native>;
///
/// fn attend(queries: &Heads<Size<8>>, keys: &Heads<Size<3>>) {
///     attention(queries, keys, keys, true); // 8 is not a multiple of 3
/// }
/// ```
///
/// # Panics
///
/// If sizes known only at run time do not fit, there are fewer keys than queries of a causal attention, or the engine
/// fails.
#[must_use]
#[track_caller]
pub fn attention<B: Dim, H: Dim + Heads<G>, G: Dim, L: Dim, M: Dim, K: Dim, V: Dim, T: Float, E: FloatEngine<T>>(
    queries: &ByHead<B, H, L, K, T, E>,
    keys: &ByHead<B, G, M, K, T, E>,
    values: &ByHead<B, G, M, V, T, E>,
    causal: bool,
) -> ByHead<B, H, L, V, T, E> {
    attended(queries, keys, values, causal)
}

/// [`attention`], where a caller knows that the groups divide the heads.
#[track_caller]
pub(crate) fn attended<B: Dim, H: Dim, G: Dim, L: Dim, M: Dim, K: Dim, V: Dim, T: Float, E: FloatEngine<T>>(
    queries: &ByHead<B, H, L, K, T, E>,
    keys: &ByHead<B, G, M, K, T, E>,
    values: &ByHead<B, G, M, V, T, E>,
    causal: bool,
) -> ByHead<B, H, L, V, T, E> {
    let ((batch, heads, length, width), (_, groups, seen, _)) = (*queries.shape(), *keys.shape());
    let of_values = values.shape().3;
    let each = heads.size().checked_div(groups.size()).unwrap_or(0);
    // queries of heads that share keys are rows of one matrix
    let rows = [batch.size(), groups.size(), each * length.size()];
    let [b, g, r] = rows;
    let queries = queries * T::of(1.0 / to_f64(width.size().max(1)).sqrt());
    let queries = expect(reshaped::<_, _, (B, G, Dyn, K), _>(queries, &[b, g, r, width.size()]));
    let scores = queries.matmul(&keys.t());
    let sizes = [batch.size(), heads.size(), length.size(), seen.size()];
    let mut scores = expect(reshaped::<_, _, (B, H, L, M), _>(scores, &sizes));
    if causal && length.size() != 1 {
        let mask = expect(causal_mask((length, seen), &scores.device())).unsqueeze(Axis::<0>).unsqueeze(Axis::<0>);
        scores = mask.where_cond(&scores, T::of(f64::NEG_INFINITY));
    }
    let weights = scores.softmax(Axis::<-1>);
    let weights = expect(reshaped::<_, _, (B, G, Dyn, M), _>(weights, &[b, g, r, seen.size()]));
    let sizes = [batch.size(), heads.size(), length.size(), of_values.size()];
    expect(reshaped(weights.matmul(values), &sizes))
}

/// Returns which keys each query attends to: those up to its own place, where the last query has the place of the last
/// key.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Size, Tensor};
/// use conformable_models::causal_mask;
///
/// let mask: EngineTensor<bool, Shape![2, 3], Native> = causal_mask((Size, Size), &())?;
/// assert_eq!(mask.as_engine(), &Tensor::from([[true, true, false], [true, true, true]]));
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// # Errors
///
/// If there are fewer keys than queries, or the engine fails.
pub fn causal_mask<L: Dim, M: Dim, E>(shape: (L, M), device: &E::Device) -> Outcome<bool, (L, M), E>
where
    E: conformable::engine::Host<bool>,
{
    let (length, seen) = shape;
    let Some(before) = seen.size().checked_sub(length.size()) else {
        let why = "it has more queries than keys";
        return Err(ShapeError::cannot("mask", conformable::Shape::partial(&shape), why).into());
    };
    EngineTensor::upload(&Tensor::from_fn(shape, |[query, key]| key <= before + query), device)
}

/// Rotary positions of heads with `K` features: each feature of the first half is turned with one of the second, as
/// Llama does in `transformers`.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Size, Tensor, shape};
/// use conformable_models::Rotary;
///
/// let rotary = Rotary::<Size<16>, Size<4>, f64, Native>::new(Size, Size, 10_000.0, &())?;
/// let x = EngineTensor::from(Tensor::full(shape![1, 2, 3, 4], 1.0));
/// let y = rotary.turn(&x, 1)?; // the places 1, 2 and 3
/// assert!((y.as_engine()[[0, 0, 0, 0]] - (1.0_f64.cos() - 1.0_f64.sin())).abs() < 1e-12);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::Native;
/// use conformable::Size;
/// use conformable_models::Rotary;
///
/// Rotary::<Size<16>, Size<5>, f32, Native>::new(Size, Size, 10_000.0, &()); // 5 has no halves
/// ```
#[derive(Clone, Debug)]
pub struct Rotary<P: Dim, K: Dim + Heads<Size<2>>, T: Copy, E: Engine> {
    /// The cosine of each angle, for each place.
    pub cos: EngineTensor<T, (P, K::Width), E>,
    /// The sine of each angle, for each place.
    pub sin: EngineTensor<T, (P, K::Width), E>,
}

impl<P: Dim, K: Dim + Heads<Size<2>>, T: Float, E: FloatEngine<T>> Rotary<P, K, T, E> {
    /// Returns the angles of `places`: place `p` turns pair `i` by `p theta^(-2i / K)`.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn new(places: P, width: K, theta: f64, device: &E::Device) -> Result<Self, Error<E>> {
        let sizes = (Dyn::new(places.size()), Dyn::new(width.size() / 2));
        let angle = |[p, i]: [usize; 2]| to_f64(p) * theta.powf(-2.0 * to_f64(i) / to_f64(width.size()));
        let table = |f: fn(f64) -> f64| {
            let table = Tensor::from_fn(sizes, |at| T::of(f(angle(at))));
            EngineTensor::upload(&table, device)?.refine()
        };
        Ok(Self { cos: table(f64::cos)?, sin: table(f64::sin)? })
    }

    /// Turns the features of positions that follow `before` others.
    ///
    /// # Errors
    ///
    /// If there are fewer places than positions, or the engine fails.
    pub fn turn<B: Dim, H: Dim, L: Dim>(
        &self,
        x: &ByHead<B, H, L, K, T, E>,
        before: usize,
    ) -> Outcome<T, (B, H, L, K), E> {
        let (_, _, length, width) = *x.shape();
        let here = |table: &EngineTensor<T, (P, K::Width), E>| -> Outcome<T, (L, K::Width), E> {
            table.try_narrow(Axis::<0>, before..before + length.size())?.refine()
        };
        let [cos, sin] =
            [here(&self.cos)?, here(&self.sin)?].map(|table| table.unsqueeze(Axis::<0>).unsqueeze(Axis::<0>));
        let pairs = x.unflatten(Axis::<3>, (Size::<2>, Inferred));
        let [a, b] = &[0, 1].map(|half| pairs.index_axis(Axis::<3>, half));
        let turned = stack(Axis::<3>, (&(a * &cos - b * &sin), &(a * &sin + b * &cos)));
        turned.try_flatten_axes_to(Axis::<3>, width)
    }
}
