//! What a tensor is, and what every tensor does.

use crate::kernel::{self, Function, Operand, Unary};
use crate::shape::{AnyShape, Axes, NameOf, Nil, NoneBroadcast, Refused, Shape, ShapeError, WidenTo};
use crate::storage::{self, Dense, Elements, ElementsMut, Layout, Owner, Placed, Retype, Room, Storage, StorageMut};
use core::marker::PhantomData;

pub use crate::storage::contract::Tensor;

/// Takes the value, or panics with the error's text at the place that called.
#[track_caller]
pub(crate) fn expect<T, E: Into<ShapeError>>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{}", error.into()),
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The size of every axis, outermost first.
    #[must_use]
    #[inline]
    pub fn sizes(&self) -> S::Sizes {
        self.shape().sizes()
    }

    /// The number of axes.
    ///
    /// ```
    /// assert_eq!(conformable::Tensor::from([[1, 2, 3], [4, 5, 6]]).rank(), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn rank(&self) -> usize {
        self.shape().rank()
    }

    /// The number of elements, as [`numel`](Self::numel): not the size of the first axis, which is `sizes()[0]`.
    ///
    /// ```
    /// assert_eq!(conformable::Tensor::from([[1, 2, 3], [4, 5, 6]]).len(), 6);
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.numel()
    }

    /// Whether there is no element, as a size is 0.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.numel() == 0
    }

    /// Iterates over the elements, in row-major order.
    #[inline]
    pub fn iter(&self) -> Elements<'_, T, S, D> {
        D::Layout::iter(self)
    }

    /// Iterates over the elements, in row-major order, to change them.
    #[inline]
    pub fn iter_mut(&mut self) -> ElementsMut<'_, T, S, D>
    where
        D: StorageMut,
    {
        D::Layout::iter_mut(self)
    }

    /// The elements as a slice, in row-major order. Views have none; [`iter`](Self::iter) serves them too.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[T]
    where
        D: Dense,
    {
        storage::as_slice(self)
    }

    /// The elements as a slice, in row-major order, to be changed.
    #[must_use]
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        D: Dense + StorageMut,
    {
        storage::as_mut_slice(self)
    }

    /// A tensor of the same shape, each element computed from the one in its place.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([1.0, 4.0]).map(f64::sqrt), Tensor::from([1.0, 2.0]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no memory for that many `U`.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn map<U>(&self, f: impl FnMut(T) -> U) -> Tensor<U, S, D::Owner>
    where
        T: Copy,
    {
        self.map_in(Unary(f))
    }

    /// [`map`](Self::map), where the result lives in a place of the caller's choice.
    #[track_caller]
    #[inline]
    pub(crate) fn map_in<U, Place: Owner>(&self, function: impl Function<(T,), Output = U>) -> Tensor<U, S, Place>
    where
        T: Copy,
    {
        let operands = Axes { last: self.aligned(), outer: Nil };
        let room = expect(Room::<U, S, Place>::new(self.shape().clone()));
        kernel::map(room, &operands, function)
    }

    /// The same elements, copied to a place of the caller's choice.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    pub(super) fn copy_in<Place: Owner>(&self) -> Result<Tensor<T, S, Place>, ShapeError>
    where
        T: Copy,
    {
        let room = Room::<T, S, Place>::new(self.shape().clone())?;
        Ok(if const { storage::is_dense::<D>() } {
            storage::copy(room, self)
        } else {
            kernel::copied(room, &self.aligned())
        })
    }

    /// What a kernel takes of an operand with the result's last axis.
    pub(crate) const fn aligned(&self) -> Operand<'_, T, S, D> {
        self.operand(0)
    }

    /// What a kernel takes.
    pub(crate) const fn operand<A>(&self, trailing: isize) -> Operand<'_, T, S, D, A> {
        Operand { tensor: self, trailing, alignment: PhantomData }
    }

    /// The same elements with their rank and sizes forgotten by the type.
    #[must_use]
    pub fn erase(self) -> Tensor<T, AnyShape, D>
    where
        D: Retype,
    {
        self.retype(S::erase)
    }

    /// The same elements in another shape type, one that says more of the same sizes, or less.
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
    pub fn refine<To: Shape>(self) -> Result<Tensor<T, To, D>, Refused<Self>>
    where
        S: NoneBroadcast<To>,
        D: Retype,
    {
        match self.shape().refine() {
            Ok(shape) => Ok(self.retype(|_| shape)),
            Err(error) => Err(Refused::new(error, self)),
        }
    }

    /// The same elements in a shape type that says less of the same sizes: `Dyn` for a known size, or for a name.
    ///
    /// With [`erase`](Self::erase) and [`refine`](Self::refine) these are all moves between shape types
    /// ([`Shape::widen`] has the table).
    ///
    /// ```
    /// use conformable::{Dyn, Size, Tensor};
    ///
    /// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    /// let rows: Tensor<f64, (Dyn, Size<2>)> = x.widen();
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Size, Tensor, shape};
    ///
    /// let n = 2;
    /// let x = Tensor::full(shape![n, 2], 1.0);
    /// x.widen::<(Size<2>, Size<2>)>(); // `refine` checks it
    /// ```
    #[must_use]
    pub fn widen<To: Shape>(self) -> Tensor<T, To, D>
    where
        S: WidenTo<To>,
        D: Retype,
    {
        self.retype(S::widen)
    }

    /// The same elements in a shape with names.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// struct Rows;
    ///
    /// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).named::<Shape![Rows = 2, 2]>();
    /// assert_eq!(x.unnamed(), Tensor::from([[1.0, 2.0], [3.0, 4.0]]));
    /// ```
    #[must_use]
    pub fn named<To: NameOf<S>>(self) -> Tensor<T, To, D>
    where
        D: Retype,
    {
        self.retype(S::named)
    }

    /// The same elements in the shape without names.
    #[must_use]
    pub fn unnamed(self) -> Tensor<T, S::Unnamed, D>
    where
        D: Retype,
    {
        self.retype(S::unnamed)
    }
}

/// A result of the shape `S` with elements of type `T`, computed from tensors in `D`, or in `D` and `E`: what code over
/// any storage returns.
///
/// Of tensors on the heap, and of views of them, it is a `Tensor<T, S>`, on the heap; of tensors inline one inline;
/// where the two meet, it is on the heap. [`Placed`] is that choice.
///
/// ```
/// use conformable::{Computed, Inline, Shape, Storage, Tensor, assert_type_eq};
///
/// fn twice_and_one<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Computed<f32, S, D> {
///     x * 2.0 + 1.0
/// }
///
/// assert_type_eq!(Computed<f32, Shape![3], Inline>, Tensor<f32, Shape![3], Inline>);
/// let y: Tensor<f32, Shape![2]> = twice_and_one(&Tensor::from([1.0, 2.0]).view());
/// assert_eq!(y, Tensor::from([3.0, 5.0]));
/// ```
pub type Computed<T, S, D, E = D> = Tensor<T, S, Placed<D, E>>;

impl<T: PartialEq<U>, U, S: NoneBroadcast<R>, R: Shape, D: Storage, E: Storage> PartialEq<Tensor<U, R, E>>
    for Tensor<T, S, D>
{
    /// Equal sizes and equal elements: one `bool`, where [`equal`](Tensor::equal) compares element by element. Shapes
    /// whose types tell that they differ do not compile.
    fn eq(&self, other: &Tensor<U, R, E>) -> bool {
        let equal = self.shape().with_sizes(|lhs| other.shape().with_sizes(|rhs| lhs == rhs));
        equal && storage::equal(self, other)
    }
}

impl<T: Eq, S: NoneBroadcast<S>, D: Storage> Eq for Tensor<T, S, D> {}

impl<'a, T, S: Shape, D: Storage> IntoIterator for &'a Tensor<T, S, D> {
    type Item = &'a T;
    type IntoIter = Elements<'a, T, S, D>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, S: Shape, D: StorageMut> IntoIterator for &'a mut Tensor<T, S, D> {
    type Item = &'a mut T;
    type IntoIter = ElementsMut<'a, T, S, D>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
