//! Dims and shapes as people write them.

/// The type of a dim: `dim!(50257)`, `dim!({VOCAB})`, and `dim!(_)` for [`Dyn`](crate::Dyn).
///
/// ```
/// use conformable::{Dyn, Size, Thousands, assert_type_eq, dim};
///
/// const VOCAB: usize = 50_257;
///
/// assert_type_eq!(dim!(3), Size<3>);
/// assert_type_eq!(dim!({VOCAB}), Thousands<50, 257>);
/// assert_type_eq!(dim!({2 * 512}), Size<1024>);
/// assert_type_eq!(dim!(_), Dyn);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::dim;
///
/// fn too_large(n: dim!(1_000_000_000)) {} // a dim is at most 999 999 999
/// ```
#[macro_export]
macro_rules! dim {
    (_) => {
        $crate::Dyn
    };
    ({ $n:expr }) => {
        <$crate::literal!($n) as $crate::number::Canonical>::Dim
    };
    ($n:expr) => {
        <$crate::literal!($n) as $crate::number::Canonical>::Dim
    };
}

/// The [`Literal`](crate::number::Literal) of a number.
#[doc(hidden)]
#[macro_export]
macro_rules! literal {
    ($n:expr) => {
        $crate::number::Literal<
            { $crate::number::groups($n) },
            { $crate::number::millions($n) },
            { $crate::number::thousands($n) },
            { $crate::number::units($n) },
        >
    };
}

/// The type of a shape, one entry an axis: a literal, a `{CONST}`, `_` for [`Dyn`](crate::Dyn), or the
/// type of a dim.
///
/// ```
/// use conformable::{Dim, Dyn, Shape, Size, assert_type_eq};
///
/// struct Batch;
/// const CLASSES: usize = 10;
///
/// assert_type_eq!(Shape![_, 3, 224, 224], (Dyn, Size<3>, Size<224>, Size<224>));
/// assert_type_eq!(Shape![Dyn<Batch>, {CLASSES}], (Dyn<Batch>, Size<10>));
/// assert_type_eq!(Shape![], ());
///
/// fn row<C: Dim>(shape: &Shape![_, C]) -> Shape![1, C] {
///     (Size, shape.1)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor};
///
/// fn rank_17(x: Tensor<f32, Shape![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>) {}
/// ```
#[macro_export]
macro_rules! Shape {
    (@ [$($dims:ty,)*]) => { ($($dims,)*) };
    (@ [$($dims:ty,)*] _ $(, $($rest:tt)*)?) => { $crate::Shape!(@ [$($dims,)* $crate::Dyn,] $($($rest)*)?) };
    (@ [$($dims:ty,)*] $n:literal $(, $($rest:tt)*)?) => { $crate::Shape!(@ [$($dims,)* $crate::dim!($n),] $($($rest)*)?) };
    (@ [$($dims:ty,)*] { $n:expr } $(, $($rest:tt)*)?) => { $crate::Shape!(@ [$($dims,)* $crate::dim!($n),] $($($rest)*)?) };
    (@ [$($dims:ty,)*] $dim:ty $(, $($rest:tt)*)?) => { $crate::Shape!(@ [$($dims,)* $dim,] $($($rest)*)?) };
    ($($dims:tt)*) => { $crate::Shape!(@ [] $($dims)*) };
}

/// A shape, one entry an axis: a literal or a `{CONST}` is known to the type; any other expression is
/// a `usize`, whose axis is a [`Dyn`](crate::Dyn), or a dim.
///
/// ```
/// use conformable::{Dyn, Shape, Size, shape};
///
/// const CLASSES: usize = 10;
///
/// let n = 2 + 2;
/// let shape: (Dyn, Size<3>, Size<10>) = shape![n, 3, {CLASSES}];
/// assert_eq!(shape.sizes(), [4, 3, 10]);
/// ```
///
/// ```compile_fail,E0277
/// conformable::shape![2.5 + 1.0]; // `{float}` is not the length of an axis
/// ```
#[macro_export]
macro_rules! shape {
    (@ [$($dims:expr,)*]) => { ($($dims,)*) };
    (@ [$($dims:expr,)*] $n:literal $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* <$crate::literal!($n) as $crate::number::Canonical>::DIM,] $($($rest)*)?)
    };
    (@ [$($dims:expr,)*] { $n:expr } $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* <$crate::literal!($n) as $crate::number::Canonical>::DIM,] $($($rest)*)?)
    };
    (@ [$($dims:expr,)*] $dim:expr $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* $crate::dim::IntoDim::into_dim($dim),] $($($rest)*)?)
    };
    ($($dims:tt)*) => { $crate::shape!(@ [] $($dims)*) };
}

/// Asserts at compile time that two types are one.
///
/// ```
/// use conformable::{NumpyBroadcast, Shape, assert_type_eq};
///
/// assert_type_eq!(<Shape![2, 1] as NumpyBroadcast<Shape![3]>>::Output, Shape![2, 3]);
/// ```
///
/// ```compile_fail,E0308
/// use conformable::{Size, assert_type_eq};
///
/// assert_type_eq!(Size<3>, Size<4>); // expected `4`, found `3`
/// ```
#[macro_export]
macro_rules! assert_type_eq {
    ($left:ty, $right:ty) => {
        const _: fn($left) -> $right = |x| x;
    };
}
