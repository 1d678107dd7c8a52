//! Shapes, and the walks that combine two of them.
//!
//! [`Shape`], its list, and the three walks of a shape with itself refer to each other, so they share a file. The arms
//! of the walks are in the files of the rules.

use super::any::{AnyShape, PartialShape, Sizes};
use super::clash::{Clash, Relation};
use super::conversion::{NameAxes, WidenAxes};
use super::dim::Dim;
use super::error::ShapeError;
use super::extent::{Dynamic, Extent, Unsized};
use super::list::Nil;
use super::numel::{is_static, numel, static_numel};
use super::text::{Bounds, NO_BOUNDS, Name};
use crate::sealed::Sealed;

/// The shape of a tensor: a tuple of 0 to 16 [`Dim`]s, or [`AnyShape`].
///
/// A shape is a type and a value. A tuple of static dims is zero-sized; each [`Dyn`](crate::Dyn) adds one `usize`.
///
/// ```
/// use conformable::{Dyn, Shape, Size, shape};
///
/// let known = shape![2, 3];
/// assert_eq!(size_of_val(&known), 0);
/// assert_eq!(known.numel(), Ok(6));
///
/// let partly: (Dyn, Size<3>) = shape![2 + 2, 3];
/// assert_eq!(partly.sizes(), [4, 3]);
/// assert_eq!(<(Dyn, Size<3>) as Shape>::RANK, Some(2));
/// assert_eq!(<(Dyn, Size<3>) as Shape>::DIMS, Some(&[None, Some(3)][..]));
/// ```
///
/// Tuples of other types are not shapes:
///
/// ```compile_fail,E0277
/// let x = conformable::Tensor::full((2, 3), 0.0); // `{integer}` is not a dim; write `shape![2, 3]`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "a shape is a tuple of 0 to 16 dims, or `AnyShape`",
    note = "`Shape![2, 3]` names a shape, and `shape![2, 3]` is its value; a tuple of one dim is `(Size<3>,)`",
    note = "`AnyShape::from(sizes)` makes a shape of an array, a slice or a `Vec`",
    note = "conformable: E-shape"
)]
pub trait Shape: Measured + Clone + Sealed {
    /// The list that the rules walk, innermost axis first; [`AnyShape`] is its own list.
    ///
    /// By the bounds, every shape conforms with itself, with a scalar's shape and with an [`AnyShape`], on either side.
    type Axes: AxesList<Shape = Self, Ones: StretchesTo<Self>>
        + NumpyAxes<Self::Axes, Self, Self, Output = Self>
        + NumpyAxes<Nil, (), Self, Output = Self>
        + NumpyAxes<AnyShape, AnyShape, Self, Output = AnyShape>
        + NoneAxes<Self::Axes, Self, Self, Output = Self>
        + NoneAxes<AnyShape, AnyShape, Self, Output = Self>
        + OntoAxes<Self::Axes, Self, Self, Output = Self>
        + OntoAxes<Nil, Self, (), Output = Self>
        + OntoAxes<AnyShape, Self, AnyShape, Output = Self>
        + Ranks<Self::Axes, Self, Self>
        + Ranks<Nil, (), Self>
        + Ranks<AnyShape, AnyShape, Self>;

    /// The dimension of `ndarray`'s arrays: `Ix2` for rank 2; `IxDyn` above rank 6 or for an unknown rank.
    #[cfg(feature = "ndarray")]
    type Dimension: ndarray::Dimension;

    /// This shape without names.
    type Unnamed: Shape;

    /// This shape with one more axis, the innermost.
    type Push<Last: Dim>: Shape;

    /// The static size of each axis, outermost first; `None` if the rank is unknown.
    const DIMS: Option<&'static [Option<usize>]>;

    /// The name of each axis, outermost first; empty if the rank is unknown.
    const NAMES: &'static [Option<Name>];

    /// The least and the greatest size of each axis with bounds, outermost first; empty if the rank is unknown.
    #[doc(hidden)]
    const BOUNDS: &'static Bounds = &NO_BOUNDS;

    /// The only value of the type, if every size is static.
    #[doc(hidden)]
    const KNOWN: Option<Self>;

    /// The rank, if it is static.
    const RANK: Option<usize> = match Self::DIMS {
        Some(dims) => Some(dims.len()),
        None => None,
    };

    /// The number of elements, if it is static and fits `usize`.
    const NUMEL: Option<usize> = match Self::DIMS {
        Some(dims) => static_numel(dims),
        None => None,
    };

    /// Whether every size is static.
    const IS_STATIC: bool = match Self::DIMS {
        Some(dims) => is_static(dims),
        None => false,
    };

    /// Adds an axis, the innermost.
    fn push<Last: Dim>(self, last: Last) -> Self::Push<Last>;

    /// Returns the list that the rules walk.
    fn axes(&self) -> Self::Axes;

    /// Calls `f` with that list.
    #[doc(hidden)]
    #[inline]
    fn with_axes<R>(&self, f: impl FnOnce(&Self::Axes) -> R) -> R {
        f(&self.axes())
    }

    /// Returns the size of every axis, outermost first.
    fn sizes(&self) -> Self::Sizes;

    /// Calls `f` with the size of every axis, outermost first.
    #[doc(hidden)]
    #[inline]
    fn with_sizes<R>(&self, f: impl FnOnce(&[usize]) -> R) -> R {
        f(self.sizes().as_ref())
    }

    /// Copies one `usize` for each axis from a slice of that length.
    #[doc(hidden)]
    fn sizes_of(sizes: &[usize]) -> Self::Sizes;

    /// Returns a 0 for each axis; `rank` is the rank.
    #[doc(hidden)]
    fn blank(rank: usize) -> Self::Sizes;

    /// Folds over all items of a row, with the index of each.
    #[doc(hidden)]
    #[inline]
    fn fold_row<A, X>(
        row: &Self::Sizes,
        items: impl Iterator<Item = (usize, X)>,
        state: A,
        mut f: impl FnMut(A, Self::Sizes, X) -> A,
    ) -> A {
        items.fold(state, |state, (i, item)| f(state, with_last(row, i), item))
    }

    /// Returns the shape of this type with these sizes.
    ///
    /// # Errors
    ///
    /// If the rank differs, or a size is not that of the type; the error names the axis and both sizes.
    #[inline]
    fn from_sizes(sizes: &[usize]) -> Result<Self, ShapeError> {
        match Self::Axes::from_sizes(sizes) {
            Some(axes) => Ok(axes.into_shape()),
            None => Err(not_a::<Self>(sizes)),
        }
    }

    /// Returns the number of axes.
    #[inline]
    fn rank(&self) -> usize {
        match Self::RANK {
            Some(rank) => rank,
            None => self.sizes().as_ref().len(),
        }
    }

    /// Returns the number of elements: the product of the sizes, 1 for rank 0.
    ///
    /// # Errors
    ///
    /// If it is above `usize::MAX`.
    #[inline]
    fn numel(&self) -> Result<usize, ShapeError> {
        if let Some(numel) = Self::NUMEL {
            return Ok(numel);
        }
        match self.with_sizes(numel) {
            Some(numel) => Ok(numel),
            None => Err(overflow(self)),
        }
    }

    /// Returns every size, with the names of the type, as messages show them.
    ///
    /// ```
    /// use conformable::{Shape, shape};
    ///
    /// struct Batch;
    ///
    /// assert_eq!(shape![Batch = 2, 3].partial().to_string(), "(Batch = 2, 3)");
    /// ```
    #[inline]
    fn partial(&self) -> PartialShape {
        PartialShape::named(self.sizes().as_ref(), Self::NAMES)
    }

    /// Returns the sizes and names that the type has.
    #[inline]
    #[must_use]
    fn partial_type() -> PartialShape {
        match Self::DIMS {
            Some(dims) => PartialShape::from(dims).with_names(Self::NAMES).with_bounds(Self::BOUNDS),
            None => PartialShape::UNKNOWN,
        }
    }

    /// Converts to an [`AnyShape`], whose type has neither rank nor sizes.
    #[inline]
    fn erase(&self) -> AnyShape {
        AnyShape::from(self.sizes().as_ref())
    }

    /// Checks the sizes against another shape type, and converts to it.
    ///
    /// Contradicting types do not compile; the rest is checked at run time.
    ///
    /// ```
    /// use conformable::{Dyn, Shape, Size, shape};
    ///
    /// let read = shape![150, 4].erase();
    /// let table = read.refine::<(Dyn, Size<4>)>()?;
    /// assert_eq!(table.sizes(), [150, 4]);
    ///
    /// let error = read.refine::<(Dyn, Size<5>)>().unwrap_err();
    /// assert!(error.to_string().starts_with("(150, 4) is not a (_, 5)"));
    /// # Ok::<(), conformable::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Dyn, Shape, Size, shape};
    ///
    /// shape![150, 4].refine::<(Dyn, Size<5>)>(); // `Size<4>` and `Size<5>` differ
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_sizes`](Self::from_sizes) of the target.
    #[inline]
    fn refine<To: Shape>(&self) -> Result<To, ShapeError>
    where
        Self: NoneBroadcast<To>,
    {
        To::from_sizes(self.sizes().as_ref())
    }

    /// Forgets sizes or names in the type, without a check at run time.
    ///
    /// | from | to | |
    /// |---|---|---|
    /// | more known sizes or names | fewer: `Dyn`, [`AnyShape`] | `widen` |
    /// | a known size without a name | a `Dyn` with a name | `widen` |
    /// | any | [`AnyShape`] | [`erase`](Self::erase) |
    /// | fewer known sizes | more | [`refine`](Self::refine), which checks the sizes |
    /// | without names | the same sizes, with names | [`named`](Self::named) |
    /// | with names | the same sizes, without | [`unnamed`](Self::unnamed) |
    ///
    /// ```
    /// use conformable::{Dyn, Shape, Size, shape};
    ///
    /// assert_eq!(shape![2, 3].widen::<(Dyn, Size<3>)>(), shape![1 + 1, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Dyn, Shape, Size, shape};
    ///
    /// let n = 2;
    /// shape![n, 3].widen::<(Size<2>, Size<3>)>(); // `refine` checks it
    /// ```
    #[inline]
    fn widen<To: Shape>(&self) -> To
    where
        Self: WidenTo<To>,
    {
        of_equal_sizes(self)
    }

    /// Gives names to axes without one.
    ///
    /// ```
    /// use conformable::{Shape, shape};
    ///
    /// struct Heads;
    ///
    /// let shape = shape![8, 64].named::<Shape![Heads = 8, 64]>();
    /// assert_eq!(shape, shape![Heads = 8, 64]);
    /// assert_eq!(shape.unnamed(), shape![8, 64]);
    /// ```
    #[inline]
    fn named<To: Shape + NameOf<Self>>(&self) -> To {
        of_equal_sizes(self)
    }

    /// Removes the names of the axes.
    #[inline]
    fn unnamed(&self) -> Self::Unnamed {
        of_equal_sizes(self)
    }
}

/// Copies an index and replaces its last number.
#[inline]
fn with_last<Sizes: AsMut<[usize]> + Clone>(row: &Sizes, last: usize) -> Sizes {
    let mut index = row.clone();
    if let [.., number] = index.as_mut() {
        *number = last;
    }
    index
}

/// Converts to a shape of the same sizes, whose type allows all that `From` does.
#[inline]
fn of_equal_sizes<From: Shape, To: Shape>(shape: &From) -> To {
    match To::from_sizes(shape.sizes().as_ref()) {
        Ok(shape) => shape,
        Err(_) => unreachable!("the types tell the same sizes"),
    }
}

/// The error of two shapes, kept out of the code of those that conform.
#[cold]
#[inline(never)]
pub(crate) fn refusal<Lhs: Shape, Rhs: Shape>(relation: Relation, clash: Clash, lhs: &Lhs, rhs: &Rhs) -> ShapeError {
    ShapeError::new(relation, clash, lhs.partial(), rhs.partial())
}

#[cold]
#[inline(never)]
fn not_a<S: Shape>(sizes: &[usize]) -> ShapeError {
    ShapeError::not_a(sizes, S::partial_type())
}

#[cold]
#[inline(never)]
pub(crate) fn overflow<S: Shape>(shape: &S) -> ShapeError {
    ShapeError::overflow(shape.partial())
}

/// A shape that can be widened to `To`.
#[diagnostic::on_unimplemented(
    message = "cannot widen `{Self}` to `{To}`",
    label = "`{To}` knows a size or name that `{Self}` does not",
    note = "`refine` checks sizes at run time; `named` gives names",
    note = "conformable: E-widen"
)]
pub trait WidenTo<To> {}

#[diagnostic::do_not_recommend]
impl<From: Shape<Axes: WidenAxes<To::Axes>>, To: Shape> WidenTo<To> for From {}

/// A shape that only adds names to `Plain`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name the axes of `{Plain}`",
    label = "only axes without a name are given one, and sizes stay the same",
    note = "`rename` replaces the name of one axis",
    note = "conformable: E-widen"
)]
pub trait NameOf<Plain> {}

#[diagnostic::do_not_recommend]
impl<From: Shape, To: Shape<Axes: NameAxes<From::Axes>>> NameOf<From> for To {}

/// A tuple whose dims are not checked yet, even `(Size<2000>,)`. The type of a tensor's data requires only this, so
/// that a wrong dim is reported once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "a shape is a tuple of 0 to 16 dims, or `AnyShape`",
    note = "conformable: E-shape"
)]
pub trait Measured: Sealed {
    /// The sizes of a shape, or an index: `[usize; RANK]`, or [`AnyShape`] if the rank is unknown.
    type Sizes: AsRef<[usize]> + AsMut<[usize]> + Clone + core::fmt::Debug + PartialEq;

    /// Nested arrays if every size is static: `[[T; 3]; 2]` for `(Size<2>, Size<3>)`; with bounds, those of the most
    /// elements; else a type without values.
    type Array<T>;

    /// Whether every size is static.
    type Extent: Extent;
}

/// The list of a [`Measured`].
pub trait MeasuredList {
    /// [`Measured::Array`].
    type Array<T>;
    /// [`Measured::Extent`].
    type Extent: Extent;
}

/// The list of a shape; [`AnyShape`] is its own.
pub trait AxesList: Clone + Sealed {
    /// The shape.
    type Shape: Shape;
    /// The shape of the same rank with all sizes 1.
    type Ones: Shape;
    /// Converts to the shape.
    fn into_shape(self) -> Self::Shape;
    /// Calls `f` with the size of every axis, outermost first.
    #[doc(hidden)]
    #[inline]
    fn with_sizes<R>(&self, f: impl FnOnce(&[usize]) -> R) -> R {
        self.clone().into_shape().with_sizes(f)
    }
    /// Returns the list of this type with these sizes, outermost first; `None` if the type does not allow them.
    fn from_sizes(sizes: &[usize]) -> Option<Self>;
}

/// NumPy's rule on two lists, innermost axis first: `Left`, and `Self` on its right. `Lhs` and `Rhs` are the whole
/// shapes.
///
/// `Self` is the right list, since the compiler must resolve `x + _` before it knows `_`, and it does not walk a list
/// of unknown type.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}`",
    label = "the compiler cannot prove that these shapes broadcast",
    note = "in generic code, add the bound `where {Lhs}: NumpyBroadcast<{Rhs}>`",
    note = "conformable: E-broadcast"
)]
pub trait NumpyAxes<Left, Lhs, Rhs>: Sealed {
    /// The resulting shape.
    type Output: Shape;
    #[doc(hidden)]
    fn walk(lhs: &Left, rhs: &Self) -> Result<Self::Output, Clash>;
}

/// Lists of equal length, or one that is empty or of unknown length, as in [`NumpyAxes`].
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}`",
    label = "the compiler cannot prove that their ranks are equal",
    note = "in generic code, add the bound `where EqualRanks<Numpy>: RuleFor<{Lhs}, {Rhs}>`",
    note = "conformable: E-broadcast"
)]
pub trait Ranks<Left, Lhs, Rhs> {}

/// A shape that the operators stretch to `S`.
pub trait StretchesTo<S: Shape>:
    Shape<Axes: NumpyAxes<S::Axes, S, Self, Output = S> + Ranks<S::Axes, S, Self>>
{
}

#[diagnostic::do_not_recommend]
impl<From: Shape<Axes: NumpyAxes<S::Axes, S, From, Output = S> + Ranks<S::Axes, S, From>>, S: Shape> StretchesTo<S>
    for From
{
}

/// Combines shapes that must be equal.
///
/// The source is OpenVINO's broadcast rules, *None broadcast*.
///
/// ```
/// use conformable::{NoneBroadcast, Shape, assert_type_eq};
///
/// assert_type_eq!(<Shape![2, 3] as NoneBroadcast<Shape![2, 3]>>::Output, Shape![2, 3]);
/// assert_type_eq!(<Shape![_, 3] as NoneBroadcast<Shape![2, _]>>::Output, Shape![2, 3]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{NoneBroadcast, Shape};
///
/// type Refused = <Shape![2, 3] as NoneBroadcast<Shape![1, 3]>>::Output;
/// let shape: Refused;
/// ```
#[diagnostic::on_unimplemented(
    message = "the shapes `{Self}` and `{Rhs}` must be equal",
    label = "their ranks differ",
    note = "conformable: E-equal"
)]
pub trait NoneBroadcast<Rhs> {
    /// The shape of both, with every size that either type has.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the ranks or the sizes of an axis differ.
    fn none_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

/// The rule of equal shapes, on two lists as in [`NumpyAxes`].
#[diagnostic::on_unimplemented(
    message = "the shapes `{Lhs}` and `{Rhs}` must be equal",
    label = "the compiler cannot prove that they are equal",
    note = "in generic code, add the bound `where {Lhs}: NoneBroadcast<{Rhs}>`",
    note = "conformable: E-equal"
)]
pub trait NoneAxes<Left, Lhs, Rhs>: Sealed {
    /// The resulting shape.
    type Output: Shape;
    #[doc(hidden)]
    fn walk(lhs: &Left, rhs: &Self) -> Result<Self::Output, Clash>;
}

/// The one-way rule on two lists, innermost axis first; `Target` and `From` are the whole shapes.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{From}` onto `{Target}`",
    label = "the compiler cannot prove that the first broadcasts to the second",
    note = "in generic code, add the bound `where {From}: BroadcastTo<{Target}>`",
    note = "conformable: E-broadcast"
)]
pub trait OntoAxes<Other, Target, From>: Sealed {
    /// The target, with the sizes that `Other` adds.
    type Output: Shape;
    #[doc(hidden)]
    fn walk(&self, from: &Other) -> Result<Self::Output, Clash>;
    /// Checks only whether it fails.
    #[doc(hidden)]
    #[inline]
    fn check(&self, from: &Other) -> Result<(), Clash> {
        self.walk(from).map(drop)
    }
}

impl Measured for AnyShape {
    type Sizes = Self;
    type Array<T> = Unsized;
    type Extent = Dynamic;
}

impl Shape for AnyShape {
    type Axes = Self;
    #[cfg(feature = "ndarray")]
    type Dimension = ndarray::IxDyn;
    type Unnamed = Self;
    type Push<Last: Dim> = Self;
    const DIMS: Option<&'static [Option<usize>]> = None;
    const NAMES: &'static [Option<Name>] = &[];
    const KNOWN: Option<Self> = None;

    fn push<Last: Dim>(mut self, last: Last) -> Self {
        self.push_size(last.size());
        self
    }

    fn axes(&self) -> Self {
        self.clone()
    }

    #[inline]
    fn with_axes<R>(&self, f: impl FnOnce(&Self) -> R) -> R {
        f(self)
    }

    fn sizes(&self) -> Self {
        self.clone()
    }

    #[inline]
    fn with_sizes<R>(&self, f: impl FnOnce(&[usize]) -> R) -> R {
        f(self)
    }

    #[inline]
    fn blank(rank: usize) -> Self {
        Self::from_sizes_vec(Sizes::with_len(rank))
    }

    #[inline]
    fn fold_row<A, X>(
        row: &Self,
        items: impl Iterator<Item = (usize, X)>,
        state: A,
        mut f: impl FnMut(A, Self, X) -> A,
    ) -> A {
        // with a constant rank, an index stays in registers
        match **row {
            [_] => items.fold(state, |state, (i, item)| f(state, Self::from([i]), item)),
            [j, _] => items.fold(state, |state, (i, item)| f(state, Self::from([j, i]), item)),
            [k, j, _] => items.fold(state, |state, (i, item)| f(state, Self::from([k, j, i]), item)),
            [l, k, j, _] => items.fold(state, |state, (i, item)| f(state, Self::from([l, k, j, i]), item)),
            _ => items.fold(state, |state, (i, item)| f(state, with_last(row, i), item)),
        }
    }

    #[inline]
    fn sizes_of(sizes: &[usize]) -> Self {
        sizes.into()
    }

    fn rank(&self) -> usize {
        self.len()
    }
}

impl AxesList for AnyShape {
    type Shape = Self;
    type Ones = Self;

    #[inline]
    fn into_shape(self) -> Self {
        self
    }

    #[inline]
    fn with_sizes<R>(&self, f: impl FnOnce(&[usize]) -> R) -> R {
        f(self)
    }

    #[inline]
    fn from_sizes(sizes: &[usize]) -> Option<Self> {
        Some(sizes.into())
    }
}
