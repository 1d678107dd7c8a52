//! Run-time sizes with brands, and indices below them.

use crate::axes::{HasAxis, axis_of};
use crate::indices::IndexElement;
use crate::sealed::Sealed;
use crate::shape::{Dim, Dyn, Equal, IntoDim, Label, Labelled, Meet, Name, Shape, ShapeError, name_of};
use core::cmp::Ordering;
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// Unique for each call of [`branded`], since it is invariant in the lifetime.
type Id<'id> = PhantomData<fn(&'id ()) -> &'id ()>;

/// The label of a [`Branded`] size, which conforms only with itself and with a plain [`Dyn`].
pub struct Brand<'id, N> {
    _id: Id<'id>,
    _name: PhantomData<fn(&N)>,
    _unsized: [()],
}

impl<N> Debug for Brand<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of::<N>())
    }
}

impl<N> Label for Brand<'_, N> {
    type Kind = Labelled<Self>;
    type Naming<Other: Dim> = Other;
    const NAME: Option<Name> = Some(name_of::<N>);
}

/// A size that [`branded`] has made unique. Only this type makes an [`Index`] of the brand.
pub struct Branded<'id, N> {
    size: usize,
    id: Id<'id>,
    name: PhantomData<fn(&N)>,
}

/// An index below the size of the brand `'id`, checked where it is made. Other operations take it as an integer.
pub struct Index<'id, N> {
    place: usize,
    id: Id<'id>,
    name: PhantomData<fn(&N)>,
}

/// Calls `f` with a size that no other call has, even for the same number.
///
/// `N` is a name for messages. The compiler refuses to mix two brands, and to keep one after the call.
///
/// ```
/// use conformable::brand::{Branded, branded};
/// use conformable::{Axis, Tensor, shape};
///
/// struct Words;
///
/// let n = 1000;
/// let table = Tensor::from_fn(shape![n], |[i]| i * i);
/// let read = Tensor::from([3, 14, 15]);
/// let sums = branded(n, |words: Branded<'_, Words>| {
///     let table = words.along(Axis::<0>, &table)?; // compares the sizes
///     let at = words.indices(&read)?; //              compares the indices
///     let taken = table.take(&at); //                 compares nothing
///     Ok([taken.iter().sum::<usize>(), at.iter().map(|&i| table[i]).sum()])
/// });
/// assert_eq!(sums, Ok::<_, conformable::ShapeError>([9 + 196 + 225; 2]));
/// ```
#[inline]
pub fn branded<N, R>(size: usize, f: impl for<'id> FnOnce(Branded<'id, N>) -> R) -> R {
    f(Branded { size, id: PhantomData, name: PhantomData })
}

impl<'id, N> Branded<'id, N> {
    /// Returns the number.
    #[must_use]
    #[inline]
    pub const fn size(self) -> usize {
        self.size
    }

    /// Returns the dim, as `shape![words, 3]` does.
    #[must_use]
    #[inline]
    pub const fn dim(self) -> Dyn<Brand<'id, N>> {
        Dyn::of_size(self.size)
    }

    /// Checks an index; -1 is the last one.
    #[must_use]
    #[inline]
    pub fn index(self, index: impl IndexElement) -> Option<Index<'id, N>> {
        index.place(self.size).map(Index::at)
    }

    /// All indices, in ascending order.
    #[inline]
    pub fn all(self) -> impl DoubleEndedIterator<Item = Index<'id, N>> + ExactSizeIterator {
        (0..self.size).map(Index::at)
    }
}

impl<N> Index<'_, N> {
    /// The place is below the size of the brand.
    #[inline]
    const fn at(place: usize) -> Self {
        Self { place, id: PhantomData, name: PhantomData }
    }

    /// Returns the index, counted from 0.
    #[must_use]
    #[inline]
    pub const fn get(self) -> usize {
        self.place
    }
}

impl<'id, N> IntoDim for Branded<'id, N> {
    type Dim = Dyn<Brand<'id, N>>;

    #[inline]
    fn into_dim(self) -> Self::Dim {
        self.dim()
    }
}

impl<N> Sealed for Index<'_, N> {}

impl<N> IndexElement for Index<'_, N> {
    #[inline]
    fn place(self, size: usize) -> Option<usize> {
        self.place.place(size)
    }

    #[inline]
    fn known_place(self, _: usize) -> usize {
        self.place
    }

    #[inline]
    fn number(self) -> i128 {
        self.place.number()
    }

    #[inline]
    fn signed(self) -> isize {
        self.place.signed()
    }
}

/// The dim of a [`Branded`] size that the axis `X` of `S`, with the dim `D`, can have.
#[diagnostic::on_unimplemented(
    message = "`{X}` of `{S}` cannot have the brand of `{Self}`",
    label = "`{D}` and `{Self}` differ",
    note = "an axis has at most one brand; if its size is known, `widen` makes it a `Dyn` first",
    note = "conformable: E-brand"
)]
pub trait BrandOf<D, X, S>: Dim {
    /// The shape with the brand.
    type Output: Shape;
}

#[diagnostic::do_not_recommend]
impl<'id, N, D: Dim, X, S: HasAxis<X, Put<Self>: Shape>> BrandOf<D, X, S> for Dyn<Brand<'id, N>>
where
    D::Kind: Meet<Labelled<Brand<'id, N>>, Equal, Dim = Self>,
{
    type Output = S::Put<Self>;
}

/// A shape whose axis `X` can have the brand of the dim `B`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `{X}`",
    label = "`Axis::<0>` is the first axis, `Axis::<-1>` the last one",
    note = "conformable: E-axis"
)]
pub trait BrandAt<X, B> {
    /// The shape with the brand.
    type Output: Shape;

    /// Compares the sizes.
    ///
    /// # Errors
    ///
    /// If they differ, or an [`AnyShape`](crate::AnyShape) has no such axis.
    fn brand_at(&self, axis: &X, brand: B) -> Result<Self::Output, ShapeError>;
}

// brand_at(S, x, b) = S with b at x
impl<S: Shape, X, B, D> BrandAt<X, B> for S
where
    S: HasAxis<X, Item = D>,
    B: BrandOf<D, X, S>,
{
    type Output = B::Output;

    #[inline]
    fn brand_at(&self, axis: &X, brand: B) -> Result<Self::Output, ShapeError> {
        let (axis, mut sizes) = (axis_of(self, axis)?, self.sizes());
        let size = core::mem::replace(&mut sizes.as_mut()[axis], brand.size());
        let to = Self::Output::from_sizes(sizes.as_ref())?;
        if size == brand.size() { Ok(to) } else { Err(ShapeError::not_a_part(self.partial(), to.partial())) }
    }
}

/// Implements the traits of values that are numbers.
macro_rules! as_number {
    ($($Type:ident $number:ident)*) => {$(
        impl<N> Clone for $Type<'_, N> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<N> Copy for $Type<'_, N> {}

        impl<N> Debug for $Type<'_, N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} = {}", name_of::<N>(), self.$number)
            }
        }
    )*};
}

as_number!(Branded size Index place);

impl<N> PartialEq for Index<'_, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl<N> Eq for Index<'_, N> {}

impl<N> PartialOrd for Index<'_, N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N> Ord for Index<'_, N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.place.cmp(&other.place)
    }
}

impl<N> Hash for Index<'_, N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
    }
}
