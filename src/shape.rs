//! Shapes: tuples of dims, and the list that every rule walks.

use crate::any::AnyShape;
use crate::dim::Dim;
use crate::error::ShapeError;
use crate::pair::Kind;
use crate::rule::NoneBroadcast;
use crate::sealed::Sealed;
use crate::storage::{Heap, Inline, Owner, Unsized};

/// The shape of a tensor: a tuple of 0 to 16 [`Dim`]s, or [`AnyShape`].
///
/// A shape is a type and a value. A tuple of known dims is zero-sized; each [`Dyn`](crate::Dyn)
/// adds one `usize`.
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
/// A tuple of anything else is not a shape:
///
/// ```compile_fail,E0277
/// let x = conformable::Tensor::full((2, 3), 0.0); // `{integer}` is not a dim; write `shape![2, 3]`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "a shape is a tuple of 0 to 16 dims, or `AnyShape`",
    note = "`Shape![2, 3]` names a shape, and `shape![2, 3]` is its value; a tuple of one dim is `(Size<3>,)`"
)]
pub trait Shape: Clone + Sealed {
    /// The list that the rules walk, innermost axis first; [`AnyShape`] for itself.
    type Axes: AxesList<Shape = Self>;

    /// One `usize` an axis: `[usize; RANK]`, or [`AnyShape`] where the rank is not known.
    ///
    /// It holds the sizes of a shape and the index of an element.
    type Sizes: AsRef<[usize]> + AsMut<[usize]> + Clone + core::fmt::Debug + PartialEq;

    /// Arrays nested as the axes are, where the type tells every size: `[[T; 3]; 2]` for `(Size<2>, Size<3>)`;
    /// a type without values where it does not.
    type Array<T>;

    /// Where the elements of a result of this shape live, if its operands let it live inline.
    type Place: Owner;

    /// This shape with one more axis, the innermost.
    type Push<Last: Dim>: Shape;

    /// What the type tells of each dim, outermost first; `None` where not even the rank is known.
    const DIMS: Option<&'static [Option<usize>]>;

    /// The number of axes, where the type tells it.
    const RANK: Option<usize> = match Self::DIMS {
        Some(dims) => Some(dims.len()),
        None => None,
    };

    /// The number of elements, where the type tells it and it fits a `usize`.
    const NUMEL: Option<usize> = match Self::DIMS {
        Some(dims) => static_numel(dims),
        None => None,
    };

    /// Whether the type tells every size.
    const IS_STATIC: bool = match Self::DIMS {
        Some(dims) => is_static(dims),
        None => false,
    };

    /// This shape with one more axis, the innermost.
    #[doc(hidden)]
    fn push<Last: Dim>(self, last: Last) -> Self::Push<Last>;

    /// The shape as the list that the rules walk.
    fn axes(&self) -> Self::Axes;

    /// The size of every axis, outermost first.
    fn sizes(&self) -> Self::Sizes;

    /// One `usize` an axis, copied from a slice of as many.
    #[doc(hidden)]
    fn sizes_of(sizes: &[usize]) -> Self::Sizes;

    /// The shape of this type with those sizes.
    ///
    /// # Errors
    ///
    /// If the rank differs, or a size is not what the type says; the error names the axis and both sizes.
    #[inline]
    fn from_sizes(sizes: &[usize]) -> Result<Self, ShapeError> {
        let axes = Self::Axes::from_sizes(sizes);
        axes.map(AxesList::into_shape).ok_or_else(|| ShapeError::not_a(sizes, Self::DIMS))
    }

    /// The number of axes.
    #[inline]
    fn rank(&self) -> usize {
        Self::RANK.unwrap_or_else(|| self.sizes().as_ref().len())
    }

    /// The number of elements: the product of the sizes, 1 for rank 0.
    ///
    /// # Errors
    ///
    /// If it is above `usize::MAX`.
    #[inline]
    fn numel(&self) -> Result<usize, ShapeError> {
        if let Some(numel) = Self::NUMEL {
            return Ok(numel);
        }
        let sizes = self.sizes();
        numel(sizes.as_ref()).ok_or_else(|| ShapeError::overflow(sizes.as_ref()))
    }

    /// The same shape with its rank and sizes forgotten by the type.
    #[inline]
    fn erase(&self) -> AnyShape {
        AnyShape::from(self.sizes().as_ref())
    }

    /// The same sizes as another shape type, one that says more, or less.
    ///
    /// Types that contradict each other do not compile; what only the sizes can tell is checked.
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
    /// If the rank differs, or a size is not what the target says; the error names the axis and both sizes.
    #[inline]
    fn refine<To: Shape>(&self) -> Result<To, ShapeError>
    where
        Self: NoneBroadcast<To>,
    {
        To::from_sizes(self.sizes().as_ref())
    }
}

const fn is_static(dims: &[Option<usize>]) -> bool {
    let mut axis = 0;
    while axis < dims.len() {
        if dims[axis].is_none() {
            return false;
        }
        axis += 1;
    }
    true
}

const fn static_numel(dims: &[Option<usize>]) -> Option<usize> {
    let mut product = Some(1usize);
    let mut axis = 0;
    while axis < dims.len() {
        product = match (product, dims[axis]) {
            (_, Some(0)) if is_static(dims) => return Some(0),
            (Some(product), Some(size)) => product.checked_mul(size),
            _ => None,
        };
        axis += 1;
    }
    product
}

/// The product of the sizes, or `None` above `usize::MAX`; a size of 0 makes it 0, whatever the others are.
pub(crate) fn numel(sizes: &[usize]) -> Option<usize> {
    if sizes.contains(&0) {
        return Some(0);
    }
    sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size))
}

/// A shape, and memory for as many elements of type `T` of a tensor that lives with `Place`; inline it needs none.
pub(crate) struct Room<T, S, Place: Owner> {
    shape: S,
    numel: usize,
    block: Place::Block<T>,
}

/// The number of elements of a shape, of which memory can address as many `T`.
///
/// # Errors
///
/// If it cannot.
#[inline]
pub(crate) fn count<T, S: Shape>(shape: &S) -> Result<usize, ShapeError> {
    let numel = shape.numel()?;
    match numel.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes.max(numel)).is_ok() => Ok(numel),
        _ => Err(ShapeError::overflow(shape.sizes().as_ref())),
    }
}

impl<T, S: Shape, Place: Owner> Room<T, S, Place> {
    /// # Errors
    ///
    /// If memory cannot address that many elements, or is not to be had.
    #[inline]
    pub(crate) fn new(shape: S) -> Result<Self, ShapeError> {
        let numel = count::<T, S>(&shape)?;
        match Place::reserve(numel) {
            Some(block) => Ok(Self { shape, numel, block }),
            None => Err(out_of_memory::<T, S>(&shape)),
        }
    }

    #[cfg(feature = "rayon")]
    pub(crate) const fn numel(&self) -> usize {
        self.numel
    }

    /// The shape, the number of its elements, and the memory for them.
    #[inline]
    pub(crate) fn into_parts(self) -> (S, usize, Place::Block<T>) {
        (self.shape, self.numel, self.block)
    }
}

/// There is no memory for the elements of a shape.
#[cold]
pub(crate) fn out_of_memory<T, S: Shape>(shape: &S) -> ShapeError {
    let sizes = shape.sizes();
    ShapeError::memory(numel(sizes.as_ref()).unwrap_or(0) * size_of::<T>(), sizes.as_ref())
}

/// A list with at least one element: the last one, and the list of those before it.
///
/// `(A, B, C)` is `Axes<C, Axes<B, Axes<A, Nil>>>`: for a shape, the innermost axis first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Axes<Last, Outer> {
    /// The last element of the tuple; of a shape, its innermost axis.
    pub last: Last,
    /// The elements before it.
    pub outer: Outer,
}

/// The list with no element.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nil;

/// A tuple of 0 to 16 elements of any types, which is also a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of 0 to 16 elements",
    label = "too many elements, or not a tuple; a tuple of one is `(x,)`"
)]
pub trait Tuple: Sized {
    /// The list with the same elements.
    type List: List<Tuple = Self>;
    /// The elements as a list.
    fn into_list(self) -> Self::List;
}

/// A list of 0 to 16 elements, which is also a tuple.
pub trait List: Sized {
    /// The tuple with the same elements.
    type Tuple;
    /// The elements as a tuple.
    fn into_tuple(self) -> Self::Tuple;
}

/// The list behind a shape; or [`AnyShape`], which stands for itself.
pub trait AxesList: Clone {
    /// The shape.
    type Shape: Shape;
    /// [`Shape::Array`].
    type Array<T>;
    /// [`Shape::Place`].
    type Place: Owner;
    /// Its value.
    fn into_shape(self) -> Self::Shape;
    /// The list of this type with those sizes, outermost first; `None` if the type does not allow them.
    fn from_sizes(sizes: &[usize]) -> Option<Self>;
}

impl AxesList for Nil {
    type Shape = ();
    type Array<T> = T;
    type Place = Inline;

    #[inline]
    fn into_shape(self) {}

    #[inline]
    fn from_sizes(sizes: &[usize]) -> Option<Self> {
        sizes.is_empty().then_some(Self)
    }
}

impl<Last: Dim, Outer: AxesList> AxesList for Axes<Last, Outer> {
    type Shape = <Outer::Shape as Shape>::Push<Last>;
    type Array<T> = Outer::Array<Last::Array<T>>;
    type Place = <Outer::Place as Owner>::With<<Last::Kind as Kind>::Place>;

    #[inline]
    fn into_shape(self) -> Self::Shape {
        self.outer.into_shape().push(self.last)
    }

    #[inline]
    fn from_sizes(sizes: &[usize]) -> Option<Self> {
        let (&last, outer) = sizes.split_last()?;
        Some(Self { last: Last::from_size(last)?, outer: Outer::from_sizes(outer)? })
    }
}

impl AxesList for AnyShape {
    type Shape = Self;
    type Array<T> = Unsized;
    type Place = Heap;

    #[inline]
    fn into_shape(self) -> Self {
        self
    }

    #[inline]
    fn from_sizes(sizes: &[usize]) -> Option<Self> {
        Some(sizes.into())
    }
}

/// Implements [`Tuple`], [`List`] and [`Shape`] for the tuple of the elements in brackets, whose list is given as
/// a type and as a value, and then for each longer one.
///
/// `tuples!(0 [] {Nil} {Nil}; 1 A a, 2 B b)` stands for the impls for `()`, `(A,)` and `(A, B)`.
macro_rules! tuples {
    ($rank:literal [$($D:ident $d:ident)*] {$($List:tt)*} {$($list:tt)*}; $($rest:tt)*) => {
        impl<$($D),*> Tuple for ($($D,)*) {
            type List = $($List)*;
            #[inline]
            fn into_list(self) -> Self::List {
                let ($($d,)*) = self;
                $($list)*
            }
        }
        #[allow(clippy::unused_unit, reason = "the tuple of rank 0")]
        impl<$($D),*> List for $($List)* {
            type Tuple = ($($D,)*);
            #[inline]
            fn into_tuple(self) -> Self::Tuple {
                let $($list)* = self;
                ($($d,)*)
            }
        }
        impl<$($D: Dim),*> Sealed for ($($D,)*) {}
        impl<$($D: Dim),*> Shape for ($($D,)*) {
            type Axes = $($List)*;
            type Sizes = [usize; $rank];
            type Array<T> = <$($List)* as AxesList>::Array<T>;
            type Place = <$($List)* as AxesList>::Place;
            type Push<Last: Dim> = tuples!(push [$($D,)* Last,] $($rest)*);
            const DIMS: Option<&'static [Option<usize>]> = Some(&[$($D::SIZE),*]);
            #[inline]
            fn push<Last: Dim>(self, last: Last) -> Self::Push<Last> {
                let ($($d,)*) = self;
                tuples!(push_value [$($d)*] last; $($rest)*)
            }
            #[inline]
            fn axes(&self) -> Self::Axes {
                self.clone().into_list()
            }
            #[inline]
            fn sizes(&self) -> Self::Sizes {
                let ($($d,)*) = self;
                [$($d.size()),*]
            }
            #[inline]
            fn sizes_of(sizes: &[usize]) -> Self::Sizes {
                sizes.try_into().expect("as many sizes as axes")
            }
        }
        tuples!(@ [$($D $d)*] {$($List)*} {$($list)*}; $($rest)*);
    };
    (@ [$($done:tt)*] {$($List:tt)*} {$($list:tt)*}; $rank:literal $D:ident $d:ident, $($rest:tt)*) => {
        tuples!($rank [$($done)* $D $d] {Axes<$D, $($List)*>} {Axes { last: $d, outer: $($list)* }}; $($rest)*);
    };
    (@ $($done:tt)*) => {};
    (push_value [$($d:ident)*] $last:ident;) => { AnyShape::from([$($d.size(),)* $last.size()]) };
    (push_value [$($d:ident)*] $last:ident; $($rest:tt)*) => { ($($d,)* $last,) };
    (push $longer:tt) => { AnyShape };
    (push [$($longer:tt)*] $($rest:tt)*) => { ($($longer)*) };
}

tuples!(
    0 [] {Nil} {Nil};
    1 A a, 2 B b, 3 C c, 4 D d, 5 E e, 6 F f, 7 G g, 8 H h,
    9 I i, 10 J j, 11 K k, 12 L l, 13 M m, 14 N n, 15 O o, 16 P p,
);
