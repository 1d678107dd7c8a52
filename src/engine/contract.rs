//! Products of tensors on engines along named axes and `einsum`, made of matrix products, sums and permuted axes.
//!
//! ```text
//! one tensor  = diagonals of repeated letters, summed along letters that occur nowhere else
//! two         = (batch, left, summed) * (batch, summed, right), as matrices
//! more        = first the two whose product has the fewest elements
//! ```

#![allow(clippy::needless_pass_by_value, reason = "a tuple of references, and sizes of letters, are values")]
#![allow(clippy::type_complexity, reason = "the result types are long")]

use super::bounds::EinsumKernel;
use super::capability::{BinaryKernel, MatmulKernel, ViewKernel};
use super::engine::{Engine, Error, expect};
use super::join::{EngineMemory, EngineTerm};
use super::op;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{AxesOf, OnlyNames, Reduced};
use crate::forms::forms;
use crate::ops::{EinsumTensors, PairedLetters, ResultLetters, Spread};
use crate::product::{
    Dot, DotOutput, EinsumOf, EinsumOutput, Equation, OuterOutput, OuterProduct, RearrangeBy, Tensordot,
    TensordotOutput, items,
};
use crate::rule::{NamedOutput, NamedWith};
use crate::shape::{AnyShape, Shape, ShapeError};
use alloc::vec::Vec;

impl<T: Copy, E: EinsumKernel<T>> EngineTerm<T, E> {
    fn size(&self, letter: u8) -> usize {
        let at = self.letters.iter().position(|&own| own == letter);
        at.map_or(1, |at| self.x.shape.sizes().as_ref()[at])
    }

    /// The product of the letters' sizes.
    fn numel(&self, letters: &[u8]) -> usize {
        letters.iter().map(|&letter| self.size(letter)).fold(1, usize::saturating_mul)
    }

    /// With each letter once: takes the diagonals of repeated letters.
    fn once(self) -> Result<Self, Error<E>> {
        let mut letters = self.letters.clone();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() == self.letters.len() {
            return Ok(self);
        }
        let place = |letter: &u8| letters.iter().position(|own| own == letter).unwrap_or_default();
        let walkers: Vec<_> = self.letters.iter().map(place).collect();
        Ok(Self { x: self.x.walked(&walkers, letters.len())?, letters })
    }

    /// Summed along the letters that `keep` returns `false` for.
    fn summed(self, keep: impl Fn(u8) -> bool) -> Result<Self, Error<E>> {
        let lost: Vec<_> =
            (0..).zip(&self.letters).filter(|(_, letter)| !keep(**letter)).map(|(axis, _)| axis).collect();
        if lost.is_empty() {
            return Ok(self);
        }
        let x = self.x.try_sum(&lost[..])?;
        let letters = self.letters.into_iter().filter(|&letter| keep(letter)).collect();
        Ok(Self { x, letters })
    }

    /// With its axes in the order of `letters`.
    fn ordered(&self, letters: &[u8]) -> Outcome<T, AnyShape, E> {
        if self.letters == letters {
            return Ok(self.x.clone());
        }
        let place = |letter: &u8| letters.iter().position(|own| own == letter).unwrap_or_default();
        let walkers: Vec<_> = self.letters.iter().map(place).collect();
        self.x.walked(&walkers, letters.len())
    }

    /// The product with another term, summed along the letters that `keep` returns `false` for.
    fn product(self, other: Self, keep: impl Fn(u8) -> bool) -> Result<Self, Error<E>> {
        let [left, right] = [&self.letters, &other.letters].map(Clone::clone);
        let lhs = self.summed(|letter| keep(letter) || right.contains(&letter))?;
        let rhs = other.summed(|letter| keep(letter) || left.contains(&letter))?;
        let both = |letter: &u8| rhs.letters.contains(letter);
        let pick = |letters: &[u8], is: &dyn Fn(u8) -> bool| {
            letters.iter().copied().filter(|&letter| is(letter)).collect::<Vec<_>>()
        };
        let batch = pick(&lhs.letters, &|letter| both(&letter) && keep(letter));
        let summed = pick(&lhs.letters, &|letter| both(&letter) && !keep(letter));
        let rows = pick(&lhs.letters, &|letter| !both(&letter));
        let columns = pick(&rhs.letters, &|letter| !lhs.letters.contains(&letter));
        let [matrices, inner] = [lhs.numel(&batch), lhs.numel(&summed)];
        let [height, width] = [lhs.numel(&rows), rhs.numel(&columns)];
        let x = lhs
            .ordered(&[&batch[..], &rows, &summed].concat())?
            .reshaped(&AnyShape::from([matrices, height, inner]))?;
        let y = rhs
            .ordered(&[&batch[..], &summed, &columns].concat())?
            .reshaped(&AnyShape::from([matrices, inner, width]))?;
        let letters = [&batch[..], &rows, &columns].concat();
        let size = |&letter: &u8| if lhs.letters.contains(&letter) { lhs.size(letter) } else { rhs.size(letter) };
        let sizes: Vec<_> = letters.iter().map(size).collect();
        Ok(Self { x: x.try_matmul(&y)?.reshaped(&AnyShape::from(&sizes[..]))?, letters })
    }
}

/// The product of all terms, summed along the letters that the result does not have.
fn contracted<T: Copy, E: EinsumKernel<T>>(
    terms: impl IntoIterator<Item = EngineTerm<T, E>>,
    result: &[u8],
) -> Outcome<T, AnyShape, E> {
    let mut terms = terms.into_iter().map(EngineTerm::once).collect::<Result<Vec<_>, _>>()?;
    while terms.len() > 1 {
        // the two whose product has the fewest elements
        let kept = |i: usize, j: usize, letter: u8| {
            let others = terms.iter().enumerate().filter(|(at, _)| *at != i && *at != j);
            result.contains(&letter) || others.into_iter().any(|(_, term)| term.letters.contains(&letter))
        };
        let numel = |&(i, j): &(usize, usize)| {
            let own =
                terms[i].letters.iter().filter(|&&letter| kept(i, j, letter)).map(|&letter| terms[i].size(letter));
            let more =
                terms[j].letters.iter().filter(|letter| !terms[i].letters.contains(letter) && kept(i, j, **letter));
            own.chain(more.map(|&letter| terms[j].size(letter))).fold(1, usize::saturating_mul)
        };
        let pairs = (0..terms.len()).flat_map(|i| (i + 1..terms.len()).map(move |j| (i, j)));
        let (i, j) = pairs.min_by_key(numel).unwrap_or((0, 1));
        let keep: Vec<_> = (0..=u8::MAX).filter(|&letter| kept(i, j, letter)).collect();
        let (rhs, lhs) = (terms.remove(j), terms.remove(i));
        terms.insert(i, lhs.product(rhs, |letter| keep.contains(&letter))?);
    }
    let Some(term) = terms.pop() else { unreachable!("there is at least one") };
    term.summed(|letter| result.contains(&letter))?.ordered(result)
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// The sum of the products of two vectors: [`Tensor::dot`](crate::Tensor::dot).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::Tensor;
    ///
    /// let x = EngineTensor::from(Tensor::from([1, 2, 3]));
    /// assert_eq!(x.dot(&x).as_engine(), &Tensor::scalar(14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::EngineTensor;
    /// use conformable::Tensor;
    ///
    /// // `Size<3>` and `Size<2>` differ
    /// EngineTensor::from(Tensor::from([1, 2, 3])).dot(&EngineTensor::from(Tensor::from([4, 5])));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes differ, or an `AnyShape` does not have rank 1.
    dot try_dot: [R: Shape](&self, rhs: &EngineTensor<T, R, E>) -> EngineTensor<T, DotOutput<S, R>, E>
    where [S: Dot<R>, E: MatmulKernel<T>] => {
        let out = self.shape.dot(&rhs.shape)?;
        Ok(self.clone().erase().try_matmul(&rhs.clone().erase())?.retyped(out))
    };

    /// The product of each element with each of another tensor: [`Tensor::outer`](crate::Tensor::outer).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::Tensor;
    ///
    /// let (x, y) = (EngineTensor::from(Tensor::from([1, 2])), EngineTensor::from(Tensor::from([3, 4, 5])));
    /// assert_eq!(x.outer(&y).as_engine(), &Tensor::from([[3, 4, 5], [6, 8, 10]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the engine fails.
    outer try_outer: [R: Shape](&self, rhs: &EngineTensor<T, R, E>) -> EngineTensor<T, OuterOutput<S, R>, E>
    where [S: OuterProduct<R>, E: BinaryKernel<op::Mul, T> + ViewKernel<T>] => {
        let out = self.shape.outer(&rhs.shape);
        out.numel()?;
        let mut sizes = self.shape.sizes().as_ref().to_vec();
        sizes.resize(sizes.len() + rhs.shape.rank(), 1);
        let lhs = self.reshaped(&AnyShape::from(&sizes[..]))?;
        Ok(lhs.try_mul(&rhs.clone().erase())?.retyped(out))
    };

    /// Multiplies and sums along axes of both tensors: [`Tensor::tensordot`](crate::Tensor::tensordot).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// assert_eq!(x.tensordot(&x, Axis::<1>, Axis::<1>).as_engine(), &Tensor::from([[14, 32], [32, 77]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes differ, an `AnyShape` has no such axis, or the operands have more than 32
    /// axes together.
    tensordot try_tensordot: [R: Shape, X: AxesOf<S>, Y: AxesOf<R>](
        &self, rhs: &EngineTensor<T, R, E>, left: X, right: Y
    ) -> EngineTensor<T, TensordotOutput<S, R, X, Y>, E>
    where [S: Tensordot<R, X, Y>, E: EinsumKernel<T>] => {
        let out = self.shape.tensordot(&rhs.shape, left, right)?;
        out.numel()?;
        let letters = PairedLetters::new(&self.shape, &rhs.shape, (left.numbers(), right.numbers()))?;
        let terms = [(self.clone().erase(), letters.left()), (rhs.clone().erase(), letters.right())];
        let terms = terms.map(|(x, letters)| EngineTerm { x, letters: letters.to_vec() });
        Ok(contracted(terms, letters.result())?.retyped(out))
    };

    /// [`Tensor::matmul_over`](crate::Tensor::matmul_over), on the engine.
    ///
    /// # Panics
    ///
    /// If run-time sizes of one name differ.
    matmul_over try_matmul_over: [
        X: OnlyNames + AxesOf<S> + AxesOf<R> + AxesOf<NamedOutput<S, R>>, R: Shape + NamedWith<S>
    ](
        &self, axes: X, rhs: &EngineTensor<T, R, E>
    ) -> EngineTensor<T, Reduced<X, NamedOutput<S, R>>, E>
    where [E: EinsumKernel<T>] => {
        let (out, summed) = AxesOf::<NamedOutput<S, R>>::of(&axes, &rhs.shape.named_with(&self.shape)?)?;
        out.numel()?;
        let letters = PairedLetters::by_name(&R::places(), summed.as_ref(), [self.shape.rank(), rhs.shape.rank()]);
        let terms = [(self.clone().erase(), letters.left()), (rhs.clone().erase(), letters.right())];
        let terms = terms.map(|(x, letters)| EngineTerm { x, letters: letters.to_vec() });
        Ok(contracted(terms, letters.result())?.retyped(out))
    };
}

forms! {
    fn;

    /// Einstein summation of one to eight tensors on an engine; [`einsum_on!`](crate::einsum_on!) calls it.
    ///
    /// # Panics
    ///
    /// If [`einsum_on!`](crate::einsum_on!) panics for the same tensors.
    #[must_use]
    einsum_on try_einsum_on: [Groups, Out, All: EinsumTensors<Groups, EngineMemory<E>>, E: EinsumKernel<All::Elem>](
        equation: Equation<Groups, Out>, tensors: All
    ) -> EngineTensor<All::Elem, EinsumOutput<Equation<Groups, Out>, All::Shapes>, E>
    where [Equation<Groups, Out>: EinsumOf<All::Shapes> + ResultLetters] => {
        let (out, sizes) = equation.of_sizes(&tensors.shapes())?;
        out.numel()?;
        let letters = Spread::new(<Equation<Groups, Out> as ResultLetters>::LETTERS, sizes.ellipsis());
        Ok(contracted(tensors.terms(&sizes), letters.letters())?.retyped(out))
    };

    /// Rearranges a tensor on an engine by a pattern: [`rearrange!`](crate::rearrange!).
    ///
    /// ```
    /// use conformable::engine::{Native, EngineTensor, rearrange_on};
    /// use conformable::product::{SizeOf, letter};
    /// use conformable::{Rearrangement, Shape, Size, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[[1, 2, 3, 4], [5, 6, 7, 8]]]));
    /// let heads = (SizeOf::<letter::h, _>::new(Size::<2>),);
    /// let y: EngineTensor<i32, Shape![1, 2, 2, 2], Native> =
    ///     rearrange_on(<Rearrangement![b t (h d) -> b h t d]>::new(), &x, heads);
    /// assert_eq!(y.as_engine(), &Tensor::from([[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not fit the pattern, an [`AnyShape`](crate::AnyShape) has another rank, or
    /// the engine fails.
    #[must_use]
    rearrange_on try_rearrange_on: [
        P: RearrangeBy<S, Given, Output = O>, T: Copy, S: Shape, Given, E: ViewKernel<T>, O: Shape
    ](pattern: P, tensor: &EngineTensor<T, S, E>, given: Given) -> EngineTensor<T, O, E> => {
        let _ = pattern; // its type is the pattern
        let (out, sizes) = P::bind(&tensor.shape, &given)?;
        let [from, to] = P::TEXT.map(|text| items(text).flatten().copied().collect::<Vec<_>>());
        let size = |&letter: &u8| sizes.get(letter).map(|(size, _)| size);
        let split: Option<Vec<_>> = from.iter().map(size).collect();
        let split = split.ok_or_else(|| ShapeError::overflow(tensor.shape.partial()))?;
        let walkers: Vec<_> = from.iter().filter_map(|letter| to.iter().position(|own| own == letter)).collect();
        tensor.reshaped(&AnyShape::from(&split[..]))?.walked(&walkers, to.len())?.reshaped(&out)
    };
}

/// Einstein summation of one to eight tensors on an engine: [`einsum!`](crate::einsum!).
///
/// ```
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Tensor, einsum_on};
///
/// let x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
/// let y: EngineTensor<i32, Shape![2, 2], Native> = einsum_on!(i j, k j -> i k; x, x);
/// assert_eq!(y.as_engine(), &Tensor::from([[14, 32], [32, 77]]));
/// assert_eq!(einsum_on!(i i -> ; y).as_engine(), &Tensor::scalar(91));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::EngineTensor;
/// use conformable::{Tensor, einsum_on};
///
/// let x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
/// // `j` is `Size<3>` in `(Size<2>, Size<3>)`, and `Size<2>` in `(Size<2>, Size<3>)`
/// einsum_on!(i j, j k -> i k; x, x);
/// ```
///
/// # Panics
///
/// If run-time sizes differ at a letter, or the rank of an [`AnyShape`](crate::AnyShape) is not the
/// number of its letters; [`engine::try_einsum_on`](crate::engine::try_einsum_on) returns these errors.
#[macro_export]
macro_rules! einsum_on {
    ($($($letter:ident)*),+ $(-> $($result:ident)*)?; $($x:expr),+ $(,)?) => {
        $crate::engine::einsum_on(
            <$crate::Einsum![$($($letter)*),+ $(-> $($result)*)?]>::new(),
            ($(&$x,)+),
        )
    };
    ($($tokens:tt)*) => {
        $crate::einsum_by!([$crate::engine::einsum_on] [] $($tokens)*)
    };
}
