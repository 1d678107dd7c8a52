//! Shapes of elements selected along an axis: by indices, by a mask, or as the greatest.
//!
//! ```text
//! take(S, x, I)       = S with all dims of I in the place of x
//! gather(S, I, x)     = equal_but(S without x, I without x) with the dim of I put in at x
//! compress(S, x, (n,)) = S with a size known at run time at x     where n is the dim there
//! top(S, x, k)        = S with k at x                             where k is at most the dim there
//! ```

use super::join::{Along, EqualBut, equal_but};
use super::outer::OuterAxes;
use super::permute::{axis_of, position};
use super::table::{FindsAxis, HasAxis, HasGap};
use crate::sealed::Token;
use crate::shape::{AnyShape, Axes, Dim, DimDiff, Dyn, Equal, Meet, Nil, PartialShape, Shape, ShapeError, Tuple};
use core::marker::PhantomData;

/// A shape whose axis `X` indices of the shape `I` replace, as `take` or an embedding does.
///
/// Indices have up to six axes, or are an [`AnyShape`].
///
/// ```
/// use conformable::axes::{Take, Taken};
/// use conformable::{AnyShape, Axis, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(Taken<Shape![1000, 64], Axis<0>, Shape![_, 7]>, Shape![_, 7, 64]);
/// assert_type_eq!(Taken<Shape![2, 3], Axis<-1>, Shape![5]>, Shape![2, 5]);
/// assert_type_eq!(Taken<Shape![2, 3], Axis<0>, Shape![4, _, 5]>, Shape![4, _, 5, 3]);
/// assert_type_eq!(Taken<Shape![2, 3], Axis<0>, ()>, Shape![3]);
/// assert_type_eq!(Taken<Shape![2, 3], Axis<0>, AnyShape>, AnyShape);
/// assert_eq!(shape![2, 3].taken(Axis::<1>, &shape![4, 5]), Ok(shape![2, 4, 5]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Take;
/// use conformable::{Axis, shape};
///
/// shape![2, 3].taken(Axis::<2>, &shape![4]); // `(Size<2>, Size<3>)` has no `Axis<2>`
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot take from `{Self}` along `{X}` at indices `{I}`",
    label = "the compiler does not know the axes of the indices",
    note = "in generic code, add the bound `where {Self}: Take<{X}, {I}>`",
    note = "conformable: E-index"
)]
pub trait Take<X, I> {
    /// The resulting shape.
    type Output: Shape;

    #[doc(hidden)]
    fn number(axis: &X, _: Token) -> isize;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`] has no such axis.
    fn taken(&self, axis: X, indices: &I) -> Result<Self::Output, ShapeError>;
}

/// The shape `S` with the dims of `I` in the place of the axis `X`.
pub type Taken<S, X, I> = <S as Take<X, I>>::Output;

/// The shape of indices that replace the axis `X` of the shape `S`.
#[diagnostic::on_unimplemented(
    message = "cannot take from `{S}` along `{X}` at indices `{Self}`",
    label = "indices have at most six axes, or are an `AnyShape`",
    note = "for more axes, `flatten_view` the indices and `reshape` the result",
    note = "conformable: E-index"
)]
pub trait InPlaceOf<X, S> {
    /// The resulting shape.
    type Output: Shape;

    #[doc(hidden)]
    fn number(axis: &X, _: Token) -> isize;
}

// take(S, x, ()) = S without x
impl<S: HasAxis<X, Without: Shape>, X> InPlaceOf<X, S> for () {
    type Output = S::Without;

    #[inline]
    fn number(axis: &X, token: Token) -> isize {
        S::number(axis, token)
    }
}

// take(S, x, (i,)) = S with i at x
impl<S: HasAxis<X, Put<I>: Shape>, X, I> InPlaceOf<X, S> for (I,) {
    type Output = S::Put<I>;

    #[inline]
    fn number(axis: &X, token: Token) -> isize {
        S::number(axis, token)
    }
}

// take(S, x, (i, j)) = S with i, j at x
impl<S: HasAxis<X, Two<I, J>: Shape>, X, I, J> InPlaceOf<X, S> for (I, J) {
    type Output = S::Two<I, J>;

    #[inline]
    fn number(axis: &X, token: Token) -> isize {
        S::number(axis, token)
    }
}

/// Dims of indices in the place of one axis.
#[derive(Debug)]
pub struct Group<I>(PhantomData<I>);

/// A tuple of dims, one of them a [`Group`].
pub trait Ungroup {
    /// The shape with the dims of the group in its place.
    type Output: Shape;
}

#[diagnostic::do_not_recommend]
impl<S: Tuple<List: UngroupList>> Ungroup for S {
    type Output = <S::List as UngroupList>::Output;
}

impl Ungroup for AnyShape {
    type Output = Self;
}

/// The list of such a tuple.
pub trait UngroupList {
    /// The shape with the dims of the group in its place.
    type Output: Shape;
}

// ungroup(()) = ()
impl UngroupList for Nil {
    type Output = ();
}

// ungroup((..D, d)) = ungroup(D) and then d
impl<Last: SpreadAfter<Outer::Output>, Outer: UngroupList> UngroupList for Axes<Last, Outer> {
    type Output = Last::Output;
}

/// A dim, or a [`Group`] of dims, that follows the shape `Before`.
pub trait SpreadAfter<Before> {
    /// The shape with all of them.
    type Output: Shape;
}

#[diagnostic::do_not_recommend]
impl<D: Dim, Before: Shape> SpreadAfter<Before> for D {
    type Output = Before::Push<D>;
}

impl<I: Shape<Axes: OuterAxes<Before>>, Before> SpreadAfter<Before> for Group<I> {
    type Output = <I::Axes as OuterAxes<Before>>::Output;
}

macro_rules! in_place_of {
    ($(($($I:ident),*)),*) => {$(
        // take(S, x, I) = ungroup(S with the group of I at x)
        impl<S: HasAxis<X, Put<Group<Self>>: Ungroup>, X, $($I),*> InPlaceOf<X, S> for ($($I,)*) {
            type Output = <S::Put<Group<Self>> as Ungroup>::Output;

            #[inline]
            fn number(axis: &X, token: Token) -> isize {
                S::number(axis, token)
            }
        }
    )*};
}

in_place_of!((A, B, C), (A, B, C, D), (A, B, C, D, E), (A, B, C, D, E, F));

// take(S, x, *) = *
impl<S: HasAxis<X>, X> InPlaceOf<X, S> for AnyShape {
    type Output = Self;

    #[inline]
    fn number(axis: &X, token: Token) -> isize {
        S::number(axis, token)
    }
}

impl<S: Shape, X, I: Shape + InPlaceOf<X, S>> Take<X, I> for S {
    type Output = I::Output;

    #[inline]
    fn number(axis: &X, token: Token) -> isize {
        I::number(axis, token)
    }

    #[inline]
    fn taken(&self, axis: X, indices: &I) -> Result<I::Output, ShapeError> {
        let axis = position(self, I::number(&axis, Token))?;
        self.with_sizes(|from| {
            indices.with_sizes(|indices| {
                let mut sizes = I::Output::blank(from.len() - 1 + indices.len());
                let all = from[..axis].iter().chain(indices).chain(&from[axis + 1..]);
                sizes.as_mut().iter_mut().zip(all).for_each(|(size, from)| *size = *from);
                I::Output::from_sizes(sizes.as_ref())
            })
        })
    }
}

#[cfg(feature = "tensor")]
#[inline]
pub(crate) fn take_axis<S: Shape + Take<X, I>, X, I>(shape: &S, axis: &X) -> Result<usize, ShapeError> {
    position(shape, S::number(axis, Token))
}

/// A shape that indices `I` can gather from along the axis `X`; the other axes must be equal.
///
/// ```
/// use conformable::axes::{Gather, Gathered};
/// use conformable::{Axis, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(Gathered<Shape![_, 10], Axis<1>, Shape![4, 1]>, Shape![4, 1]);
/// assert_eq!(shape![1 + 1, 3].gathered(Axis::<1>, &shape![2, 5]), Ok(shape![2, 5]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Gather;
/// use conformable::{Axis, shape};
///
/// // must be equal on all axes except `Axis<1>`: `Size<2>` and `Size<4>` differ
/// shape![2, 3].gathered(Axis::<1>, &shape![4, 3]);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot gather from `{Self}` along `{X}` at indices `{I}`",
    label = "the compiler cannot prove that they are equal on all other axes",
    note = "in generic code, add the bound `where {Self}: Gather<{X}, {I}>`",
    note = "conformable: E-index"
)]
pub trait Gather<X, I>: FindsAxis<X> {
    /// The shape of the indices, with every size and name that either type has.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the ranks or the sizes of another axis differ, or an [`AnyShape`] has no such axis.
    fn gathered(&self, axis: X, indices: &I) -> Result<Self::Output, ShapeError>;
}

/// The shape of the elements that indices of the shape `I` gather from `S` along the axis `X`.
pub type Gathered<S, X, I> = <S as Gather<X, I>>::Output;

// gather(S, I, x) = equal_but(S without x, I without x) with the dim of I put in at x
impl<S: Shape + Along<X>, I: Shape + Along<X>, X, Others> Gather<X, I> for S
where
    I::Others: EqualBut<S::Others, X, S, I, Output = Others>,
    Others: HasGap<X, Insert<I::Dim>: Shape>,
{
    type Output = Others::Insert<I::Dim>;

    #[inline]
    fn gathered(&self, axis: X, indices: &I) -> Result<Self::Output, ShapeError> {
        equal_but(self, indices, axis_of(self, &axis)?)?;
        indices.with_sizes(Self::Output::from_sizes)
    }
}

/// A shape whose axis `X` a mask of the shape `M` can compress.
///
/// ```
/// use conformable::axes::{Compress, Compressed};
/// use conformable::{AnyShape, Axis, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(Compressed<Shape![5, 3], Axis<0>, Shape![5]>, Shape![_, 3]);
/// assert_type_eq!(Compressed<Shape![5, 3], Axis<0>, AnyShape>, Shape![_, 3]);
/// assert_eq!(shape![5, 3].compressed(Axis::<0>, &shape![5], 2), Ok(shape![1 + 1, 3]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Compress;
/// use conformable::{Axis, shape};
///
/// shape![5, 3].compressed(Axis::<0>, &shape![3], 2); // `Size<5>` and `Size<3>` differ
/// ```
pub trait Compress<X, M>: FindsAxis<X> {
    /// The resulting shape.
    type Output: Shape;

    /// Computes the shape at run time, with `kept` elements along the axis.
    ///
    /// # Errors
    ///
    /// If the size of the mask and that of the axis differ, or an [`AnyShape`] has no such axis.
    #[inline]
    fn compressed(&self, axis: X, mask: &M, kept: usize) -> Result<Self::Output, ShapeError> {
        self.put_at("compress", axis, mask, kept)
    }

    /// [`compressed`](Self::compressed) with the verb of the error message.
    #[doc(hidden)]
    fn put_at(&self, what: &'static str, axis: X, mask: &M, size: usize) -> Result<Self::Output, ShapeError>;
}

/// The shape `S` compressed along the axis `X` by a mask of the shape `M`.
pub type Compressed<S, X, M> = <S as Compress<X, M>>::Output;

/// The shape of a mask, or of counts, for the dim `D` at `X` in the shape `S`.
#[diagnostic::on_unimplemented(
    message = "cannot compress or repeat `{S}` along `{X}` by a tensor of `{Self}`",
    label = "a mask along an axis, or its counts, have one axis",
    note = "`masked_select` takes a mask of all axes",
    note = "conformable: E-index"
)]
pub trait MaskShape<D, X, S>: Shape {}

impl<N: MaskOf<D, X, S>, D, X, S> MaskShape<D, X, S> for (N,) {}
impl<D, X, S> MaskShape<D, X, S> for AnyShape {}

/// The dim of a mask that equals the dim `D` of the shape `S`.
#[diagnostic::on_unimplemented(
    message = "cannot compress or repeat `{S}` along `{X}` by a tensor of `({Self},)`",
    label = "`{D}` and `{Self}` differ",
    note = "conformable: E-index"
)]
pub trait MaskOf<D, X, S>: Dim {}

#[diagnostic::do_not_recommend]
impl<N: Dim, D: Dim, X, S> MaskOf<D, X, S> for N where D::Kind: Meet<N::Kind, Equal> {}

// compress(S, x, (n,)) = S with a size known at run time at x
impl<S: Shape, X, M, A> Compress<X, M> for S
where
    S: HasAxis<X, Item = A, Put<Dyn>: Shape>,
    M: MaskShape<A, X, S>,
{
    type Output = S::Put<Dyn>;

    #[inline]
    fn put_at(&self, what: &'static str, axis: X, mask: &M, size: usize) -> Result<Self::Output, ShapeError> {
        let (axis, mut sizes) = (axis_of(self, &axis)?, self.sizes());
        let own = core::mem::replace(&mut sizes.as_mut()[axis], size);
        if mask.with_sizes(|mask| mask != [own]) {
            let why = "one element is needed for each of its indices";
            return Err(ShapeError::along(what, self.partial(), axis, None, why).second("by", mask.partial()));
        }
        Self::Output::from_sizes(sizes.as_ref())
    }
}

/// A shape with the greatest `K` elements along the axis `X`.
///
/// ```
/// use conformable::axes::{Top, TopOf};
/// use conformable::{Axis, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(TopOf<Shape![_, 1000], Axis<1>, Size<5>>, Shape![_, 5]);
/// assert_eq!(shape![2, 3].top(Axis::<1>, Size::<2>), Ok(shape![2, 2]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::axes::Top;
/// use conformable::{Axis, Size, shape};
///
/// shape![2, 3].top(Axis::<1>, Size::<5>); // `Size<3>` are fewer than `Size<5>`
/// ```
pub trait Top<X, K>: FindsAxis<X> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the axis has fewer elements, or an [`AnyShape`] has no such axis.
    fn top(&self, axis: X, count: K) -> Result<Self::Output, ShapeError>;
}

/// The shape of the greatest `K` elements of `S` along the axis `X`.
pub type TopOf<S, X, K> = <S as Top<X, K>>::Output;

/// A number of elements that the dim `D` of the shape `S` has.
#[diagnostic::on_unimplemented(
    message = "cannot take the top or bottom `{Self}` of `{S}` along `{X}`",
    label = "`{D}` is less than `{Self}`, or the compiler does not know it, or it is not a dim, such as `Size::<2>` or `Dyn::new(2)`",
    note = "in generic code, add the bound `where {D}: DimDiff<{Self}>`",
    note = "conformable: E-index"
)]
pub trait AtMost<D, X, S>: Dim {
    /// The shape with `K` elements along the axis.
    type Output: Shape;
}

#[diagnostic::do_not_recommend]
impl<K: Dim, D: Dim + DimDiff<K>, X, S: HasAxis<X, Put<K>: Shape>> AtMost<D, X, S> for K {
    type Output = S::Put<K>;
}

// top(S, x, k) = S with k at x
impl<S: Shape, X, K, A> Top<X, K> for S
where
    S: HasAxis<X, Item = A>,
    K: AtMost<A, X, S>,
{
    type Output = K::Output;

    #[inline]
    fn top(&self, axis: X, count: K) -> Result<Self::Output, ShapeError> {
        let (axis, mut sizes) = (axis_of(self, &axis)?, self.sizes());
        let size = core::mem::replace(&mut sizes.as_mut()[axis], count.size());
        if size < count.size() {
            let why = "the axis has too few elements";
            let wanted = PartialShape::from(sizes.as_ref());
            return Err(ShapeError::cannot("take the greatest or least of", self.partial(), why)
                .second("as", wanted)
                .at(axis));
        }
        Self::Output::from_sizes(sizes.as_ref())
    }
}
