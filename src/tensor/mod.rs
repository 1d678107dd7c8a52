//! Tensors on the heap, in row-major order.

mod index;
mod nested;
mod print;

pub use index::IndexFor;
pub use nested::{NestedArray, Scalar};

use crate::AnyShape;
use crate::error::{Refused, ShapeError};
use crate::rule::NoneBroadcast;
use crate::shape::{Nil, Shape};
use alloc::vec;
use alloc::vec::Vec;
use core::slice;
use num_traits::{One, Zero};

/// Elements of type `T` in the shape `S`, dense on the heap in row-major order.
///
/// ```
/// use conformable::{Size, Tensor};
///
/// let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]); // (2, 3)
/// let bias = Tensor::from([10.0, 20.0, 30.0]); //              (3,)
///
/// let y: Tensor<f64, (Size<2>, Size<3>)> = x + bias;
/// assert_eq!(y, Tensor::from([[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
///
/// let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let bias = Tensor::from([10.0, 20.0]);
/// x + bias; // cannot broadcast `(Size<2>, Size<3>)` with `(Size<2>,)`
/// ```
#[derive(Clone)]
pub struct Tensor<T, S: Shape> {
    /// As many elements as the shape has.
    pub(crate) data: Vec<T>,
    pub(crate) shape: S,
}

/// How many elements of type `T` a tensor of that shape holds, if memory can address them.
pub(crate) fn numel_of<T>(shape: &impl Shape) -> Result<usize, ShapeError> {
    let numel = shape.numel()?;
    match numel.checked_mul(size_of::<T>().max(1)) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(numel),
        _ => Err(ShapeError::overflow(shape.sizes().as_ref())),
    }
}

/// Takes the value, or panics with the error's text at the place that called.
#[track_caller]
pub(crate) fn expect<T>(result: Result<T, ShapeError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

impl<T, S: Shape> Tensor<T, S> {
    /// A tensor of that shape with those elements, in row-major order.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from_vec(shape![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    /// assert_eq!(x[[1, 0]], 4);
    ///
    /// let refused = Tensor::from_vec(shape![2, 3], vec![1, 2, 3, 4]).unwrap_err();
    /// assert_eq!(refused.to_string(), "4 elements do not fill the shape (2, 3)");
    /// assert_eq!(refused.into_value(), [1, 2, 3, 4]);
    /// ```
    ///
    /// # Errors
    ///
    /// If the number of elements is not the shape's. The error holds them.
    pub fn from_vec(shape: S, data: Vec<T>) -> Result<Self, Refused<Vec<T>>> {
        let numel = match shape.numel() {
            Ok(numel) => numel,
            Err(error) => return Err(Refused::new(error, data)),
        };
        if numel != data.len() {
            let error = ShapeError::length(data.len(), shape.sizes().as_ref());
            return Err(Refused::new(error, data));
        }
        Ok(Self { data, shape })
    }

    /// A tensor of that shape whose elements are computed from their index, in row-major order.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from_fn(shape![2, 3], |[i, j]| 10 * i + j);
    /// assert_eq!(x, Tensor::from([[0, 1, 2], [10, 11, 12]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If memory cannot address that many elements; [`try_from_fn`](Self::try_from_fn) does not.
    #[track_caller]
    pub fn from_fn(shape: S, f: impl FnMut(S::Sizes) -> T) -> Self {
        expect(Self::try_from_fn(shape, f))
    }

    /// [`from_fn`](Self::from_fn), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If memory cannot address that many elements.
    pub fn try_from_fn(shape: S, mut f: impl FnMut(S::Sizes) -> T) -> Result<Self, ShapeError> {
        let numel = numel_of::<T>(&shape)?;
        let sizes = shape.sizes();
        let mut index = sizes.clone();
        index.as_mut().fill(0);
        let mut data = Vec::with_capacity(numel);
        for _ in 0..numel {
            data.push(f(index.clone()));
            advance(index.as_mut(), sizes.as_ref());
        }
        Ok(Self { data, shape })
    }

    /// A tensor of that shape, every element the same.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// assert_eq!(Tensor::full(shape![2, 2], 7), Tensor::from([[7, 7], [7, 7]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If memory cannot address that many elements; [`try_full`](Self::try_full) does not.
    #[track_caller]
    pub fn full(shape: S, element: T) -> Self
    where
        T: Clone,
    {
        expect(Self::try_full(shape, element))
    }

    /// [`full`](Self::full), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If memory cannot address that many elements.
    pub fn try_full(shape: S, element: T) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        let numel = numel_of::<T>(&shape)?;
        Ok(Self { data: vec![element; numel], shape })
    }

    /// A tensor of that shape, every element 0.
    ///
    /// # Panics
    ///
    /// If memory cannot address that many elements.
    #[track_caller]
    pub fn zeros(shape: S) -> Self
    where
        T: Zero + Clone,
    {
        Self::full(shape, T::zero())
    }

    /// A tensor of that shape, every element 1.
    ///
    /// # Panics
    ///
    /// If memory cannot address that many elements.
    #[track_caller]
    pub fn ones(shape: S) -> Self
    where
        T: One + Clone,
    {
        Self::full(shape, T::one())
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &S {
        &self.shape
    }

    /// The size of every axis, outermost first.
    #[must_use]
    pub fn sizes(&self) -> S::Sizes {
        self.shape.sizes()
    }

    /// The number of elements.
    #[must_use]
    pub fn numel(&self) -> usize {
        self.data.len()
    }

    /// The elements, in row-major order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.data
    }

    /// The elements, in row-major order, to be changed.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// The elements, in row-major order.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.data
    }

    /// Iterates over the elements, in row-major order.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.data.iter()
    }

    /// Iterates over the elements, in row-major order, to change them.
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.data.iter_mut()
    }

    /// A tensor of the same shape, each element computed from the one in its place.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([1.0, 4.0]).map(f64::sqrt), Tensor::from([1.0, 2.0]));
    /// ```
    #[must_use]
    pub fn map<U>(&self, f: impl FnMut(T) -> U) -> Tensor<U, S>
    where
        T: Copy,
    {
        Tensor { data: self.data.iter().copied().map(f).collect(), shape: self.shape.clone() }
    }

    /// The same tensor with its rank and sizes forgotten by the type.
    #[must_use]
    pub fn erase(self) -> Tensor<T, AnyShape> {
        Tensor { shape: self.shape.erase(), data: self.data }
    }

    /// The same tensor in another shape type, one that says more of the same sizes, or less.
    ///
    /// Types that contradict each other do not compile; what only the sizes can tell is checked.
    ///
    /// ```
    /// use conformable::{Dyn, ShapeError, Size, Tensor};
    ///
    /// let read = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).erase();
    /// let table: Tensor<f64, (Dyn, Size<2>)> = read.refine()?;
    ///
    /// let refused = table.refine::<(Size<3>, Size<2>)>().unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "(2, 2) is not a (3, 2)
    ///   lhs  2  2
    ///   rhs  3  2
    ///        ^ axis 0 is 2, not 3"
    /// );
    /// let table = refused.into_value(); // nothing is lost
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Size, Tensor};
    ///
    /// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    /// x.refine::<(Size<3>, Size<2>)>();
    /// ```
    ///
    /// # Errors
    ///
    /// If the rank differs, or a size is not what the target says; the error names the axis and both
    /// sizes, and holds the tensor.
    pub fn refine<To: Shape>(self) -> Result<Tensor<T, To>, Refused<Self>>
    where
        S: NoneBroadcast<To>,
    {
        match self.shape.refine() {
            Ok(shape) => Ok(Tensor { data: self.data, shape }),
            Err(error) => Err(Refused::new(error, self)),
        }
    }
}

/// The next index in row-major order; after the last one, the first again.
fn advance(index: &mut [usize], sizes: &[usize]) {
    for (i, size) in index.iter_mut().zip(sizes).rev() {
        *i += 1;
        if *i < *size {
            return;
        }
        *i = 0;
    }
}

impl<T> Tensor<T, ()> {
    /// A tensor of rank 0.
    #[must_use]
    pub fn scalar(element: T) -> Self {
        Self { data: vec![element], shape: () }
    }
}

/// From nested arrays, whose lengths are the shape. They pass through the stack; large tensors are
/// better made by [`from_vec`](Tensor::from_vec) or [`from_fn`](Tensor::from_fn).
impl<A, const N: usize> From<[A; N]> for Tensor<Elem<[A; N]>, ShapeOf<[A; N]>>
where
    [A; N]: NestedArray,
{
    fn from(array: [A; N]) -> Self {
        let shape = <[A; N] as NestedArray>::shape(Nil);
        let mut data = Vec::with_capacity(ShapeOf::<[A; N]>::NUMEL.unwrap_or(0));
        array.flatten(&mut data);
        Self { data, shape }
    }
}

type Elem<A> = <A as NestedArray>::Elem;
type ShapeOf<A> = <A as NestedArray>::Shape;

impl<T: PartialEq<U>, U, S: NoneBroadcast<R>, R: Shape> PartialEq<Tensor<U, R>> for Tensor<T, S> {
    /// Equal sizes and equal elements; shapes whose types tell that they differ do not compile.
    fn eq(&self, other: &Tensor<U, R>) -> bool {
        self.shape.sizes().as_ref() == other.shape.sizes().as_ref() && self.data == other.data
    }
}

impl<T: Eq, S: NoneBroadcast<S>> Eq for Tensor<T, S> {}

impl<T, S: Shape> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.data.into_iter()
    }
}

impl<'a, T, S: Shape> IntoIterator for &'a Tensor<T, S> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, S: Shape> IntoIterator for &'a mut Tensor<T, S> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
