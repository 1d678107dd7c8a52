//! Basic methods of every tensor.

use crate::axes::Rename;
use crate::kernel::{self, Function, Operand, Unary};
use crate::shape::{AnyShape, Axes, NameOf, Nil, NoneBroadcast, Refused, Shape, ShapeError, WidenTo};
use crate::storage::{self, Dense, Elements, ElementsMut, Layout, Owner, Placed, Retype, Room, Storage, StorageMut};
use core::marker::PhantomData;

pub use crate::storage::contract::Tensor;

/// Takes the value, or panics with the error's text at the caller's line.
#[track_caller]
pub(crate) fn expect<T, E: Into<ShapeError>>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{}", error.into()),
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Returns the size of every axis, outermost first.
    #[must_use]
    #[inline]
    pub fn sizes(&self) -> S::Sizes {
        self.shape().sizes()
    }

    /// Returns the number of axes.
    ///
    /// ```
    /// assert_eq!(conformable::Tensor::from([[1, 2, 3], [4, 5, 6]]).rank(), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn rank(&self) -> usize {
        self.shape().rank()
    }

    /// Returns the number of elements, as [`numel`](Self::numel), and not the size of the first axis.
    ///
    /// ```
    /// assert_eq!(conformable::Tensor::from([[1, 2, 3], [4, 5, 6]]).len(), 6);
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.numel()
    }

    /// Returns `true` if the tensor has no elements, because a size is 0.
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

    /// Iterates over mutable references to the elements, in row-major order.
    #[inline]
    pub fn iter_mut(&mut self) -> ElementsMut<'_, T, S, D>
    where
        D: StorageMut,
    {
        D::Layout::iter_mut(self)
    }

    /// Returns the elements as a slice, in row-major order.
    ///
    /// Views do not have this method; [`iter`](Self::iter) and [`try_as_slice`](Self::try_as_slice) also take views.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[T]
    where
        D: Dense,
    {
        storage::as_slice(self)
    }

    /// Returns the elements as a mutable slice, in row-major order.
    #[must_use]
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        D: Dense + StorageMut,
    {
        storage::as_mut_slice(self)
    }

    /// Applies a function to each element.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([1.0, 4.0]).map(f64::sqrt), Tensor::from([1.0, 2.0]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn map<U>(&self, f: impl FnMut(T) -> U) -> Tensor<U, S, D::Owner>
    where
        T: Copy,
    {
        self.map_in(Unary(f))
    }

    /// [`map`](Self::map) to a storage of the caller's choice.
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

    /// Copies the elements to a storage of the caller's choice.
    ///
    /// # Errors
    ///
    /// If they cannot be allocated.
    pub(crate) fn copy_in<Place: Owner>(&self) -> Result<Tensor<T, S, Place>, ShapeError>
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

    /// The operand of a kernel, aligned with the last axis of the result.
    pub(crate) const fn aligned(&self) -> Operand<'_, T, S, D> {
        self.operand(0)
    }

    /// The operand of a kernel.
    pub(crate) const fn operand<A>(&self, trailing: isize) -> Operand<'_, T, S, D, A> {
        Operand { tensor: self, trailing, alignment: PhantomData }
    }

    /// Forgets the rank and the sizes in the type of the shape.
    #[must_use]
    pub fn erase(self) -> Tensor<T, AnyShape, D>
    where
        D: Retype,
    {
        self.retype(S::erase)
    }

    /// Converts to a shape type that says more about the same sizes, or less.
    ///
    /// Types that contradict each other do not compile; run-time sizes are checked.
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
    /// let table = refused.into_value(); // the tensor is kept
    ///
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
    /// If the rank or a size differs from the target's. The error names the axis and both sizes, and holds the tensor.
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

    /// Converts to a shape type that says less about the same sizes: `Dyn` for a known size or a name.
    ///
    /// [`Shape::widen`] has the table of all conversions.
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

    /// Gives names to axes without one.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// struct Rows;
    ///
    /// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).named::<Shape![Rows = 2, 2]>();
    /// assert_eq!(x.unnamed(), Tensor::from([[1.0, 2.0], [3.0, 4.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Shape, Tensor, shape};
    ///
    /// struct Rows;
    /// struct Columns;
    ///
    /// let x = Tensor::full(shape![Rows = 2, Columns = 2], 1.0);
    /// x.named::<Shape![Columns = 2, Rows = 2]>(); // `rename` replaces a name
    /// ```
    #[must_use]
    pub fn named<To: Shape + NameOf<S>>(self) -> Tensor<T, To, D>
    where
        D: Retype,
    {
        self.retype(S::named)
    }

    /// Replaces the name of one axis by another.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor, shape};
    ///
    /// struct Time;
    /// struct Seen;
    ///
    /// let n = 3;
    /// let x = Tensor::full(shape![2, Time = n], 1.0);
    /// let y: Tensor<f64, Shape![2, Seen = _]> = x.rename::<Axis<1>, Time, Seen>();
    /// ```
    #[must_use]
    pub fn rename<X, L, M>(self) -> Tensor<T, S::Output, D>
    where
        S: Rename<X, L, M>,
        D: Retype,
    {
        self.retype(S::rename)
    }

    /// Removes the names of the axes.
    #[must_use]
    pub fn unnamed(self) -> Tensor<T, S::Unnamed, D>
    where
        D: Retype,
    {
        self.retype(S::unnamed)
    }
}

/// A result of shape `S` computed from tensors in storages `D` and `E`, for generic code.
///
/// The result of inline tensors, and of views of them, is inline. Otherwise it is on the heap: a `Tensor<T, S>`.
/// [`Placed`] makes this choice.
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

impl<T: PartialEq<U>, U, S: Shape + NoneBroadcast<R>, R: Shape, D: Storage, E: Storage> PartialEq<Tensor<U, R, E>>
    for Tensor<T, S, D>
{
    /// Returns `true` if sizes and elements are equal. Typed shapes that differ do not compile.
    ///
    /// [`equal`](Tensor::equal) compares element by element.
    fn eq(&self, other: &Tensor<U, R, E>) -> bool {
        let equal = self.shape().with_sizes(|lhs| other.shape().with_sizes(|rhs| lhs == rhs));
        equal && storage::equal(self, other)
    }
}

impl<T: Eq, S: Shape + NoneBroadcast<S>, D: Storage> Eq for Tensor<T, S, D> {}

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
