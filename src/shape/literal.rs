//! The macros that write dims and shapes.

use super::dim::Dim;
use super::size::{Millions, Size, Thousands};

/// A number split by [`dim!`](crate::dim!): how many groups of three digits its type has (0 up to 1024), and the
/// groups.
#[derive(Debug)]
pub struct Literal<const GROUPS: usize, const M: usize, const K: usize, const N: usize>;

/// The dim of a [`Literal`].
#[diagnostic::on_unimplemented(
    message = "this dim is too large",
    label = "a dim is at most 999 999 999",
    note = "a larger size is one known at run time, a `Dyn`: `let n = 5_000_000_000; shape![n]`",
    note = "conformable: E-size"
)]
pub trait Canonical {
    /// The only dim of that number.
    type Dim: Dim;
    /// Its value. It has the name of the type, since [`dim!`](crate::dim!) is both.
    #[allow(non_upper_case_globals, reason = "the value of the type `Dim`")]
    const Dim: Self::Dim;
}

impl<const N: usize> Canonical for Literal<0, 0, 0, N>
where
    Size<N>: Dim,
{
    type Dim = Size<N>;
    #[allow(non_upper_case_globals, reason = "the value of the type `Dim`")]
    const Dim: Size<N> = Size;
}

impl<const K: usize, const N: usize> Canonical for Literal<2, 0, K, N>
where
    Thousands<K, N>: Dim,
{
    type Dim = Thousands<K, N>;
    #[allow(non_upper_case_globals, reason = "the value of the type `Dim`")]
    const Dim: Thousands<K, N> = Thousands;
}

impl<const M: usize, const K: usize, const N: usize> Canonical for Literal<3, M, K, N>
where
    Millions<M, K, N>: Dim,
{
    type Dim = Millions<M, K, N>;
    #[allow(non_upper_case_globals, reason = "the value of the type `Dim`")]
    const Dim: Millions<M, K, N> = Millions;
}

/// The dim of a [`Literal`], used by [`Shape!`](crate::Shape!): an alias, since clippy counts the parts of types that a
/// macro writes.
pub type Known<const GROUPS: usize, const M: usize, const K: usize, const N: usize> =
    <Literal<GROUPS, M, K, N> as Canonical>::Dim;

/// How many groups of three digits the type of a number has: 0 up to 1024, and 4 if it is too large for a dim.
#[must_use]
pub const fn groups(n: usize) -> usize {
    match n {
        0..=1024 => 0,
        1025..=999_999 => 2,
        1_000_000..=999_999_999 => 3,
        _ => 4,
    }
}

/// The first of three groups.
#[must_use]
pub const fn millions(n: usize) -> usize {
    n / 1_000_000
}

/// The second group from the end.
#[must_use]
pub const fn thousands(n: usize) -> usize {
    if n <= 1024 { 0 } else { n / 1000 % 1000 }
}

/// The last group.
#[must_use]
pub const fn units(n: usize) -> usize {
    if n <= 1024 { n } else { n % 1000 }
}

/// A dim, as a type and as its value: `dim!(50257)`, `dim!({VOCAB})`. The type `dim!(_)` is [`Dyn`](crate::Dyn).
///
/// ```
/// use conformable::{Dim, Dyn, Size, Thousands, assert_type_eq, dim};
///
/// const VOCAB: usize = 50_257;
///
/// assert_type_eq!(dim!(3), Size<3>);
/// assert_type_eq!(dim!({VOCAB}), Thousands<50, 257>);
/// assert_type_eq!(dim!({2 * 512}), Size<1024>);
/// assert_type_eq!(dim!(_), Dyn);
///
/// let vocab: dim!({VOCAB}) = dim!(50_257);
/// assert_eq!(vocab.size(), VOCAB);
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
    (- $($rest:tt)*) => {
        compile_error!("the length of an axis is not negative")
    };
    ($lo:tt ..= $hi:tt) => {
        $crate::Within<$crate::dim!($lo), $crate::dim!($hi)>
    };
    ({ $n:expr }) => {
        <$crate::literal!(Literal $n) as $crate::shape::Canonical>::Dim
    };
    ($n:expr) => {
        <$crate::literal!(Literal $n) as $crate::shape::Canonical>::Dim
    };
}

/// The groups of a number as parameters of [`Literal`](crate::shape::Literal) or [`Known`](crate::shape::Known). The
/// casts make a number that is not a `usize` an error once, in the first.
#[doc(hidden)]
#[macro_export]
#[cfg(not(rust_analyzer))]
macro_rules! literal {
    ($Name:ident $n:expr) => {
        $crate::shape::$Name<
            { $crate::shape::groups($n) },
            { $crate::shape::millions($n as usize) },
            { $crate::shape::thousands($n as usize) },
            { $crate::shape::units($n as usize) },
        >
    };
}

/// The dim of a number, as a value.
#[doc(hidden)]
#[macro_export]
#[cfg(not(rust_analyzer))]
macro_rules! known {
    ($n:expr) => {
        $crate::dim!($n)
    };
}

/// The dim of two bounds, used by [`Shape!`](crate::Shape!).
#[doc(hidden)]
#[macro_export]
#[cfg(not(rust_analyzer))]
macro_rules! known_within {
    ($lo:expr, $hi:expr $(, $name:ident)?) => {
        $crate::shape::KnownWithin<
            { $crate::shape::groups($lo) },
            { $crate::shape::millions($lo as usize) },
            { $crate::shape::thousands($lo as usize) },
            { $crate::shape::units($lo as usize) },
            { $crate::shape::groups($hi) },
            { $crate::shape::millions($hi as usize) },
            { $crate::shape::thousands($hi as usize) },
            { $crate::shape::units($hi as usize) },
            $($name)?
        >
    };
}

#[doc(hidden)]
#[macro_export]
#[cfg(rust_analyzer)]
macro_rules! known_within {
    ($lo:expr, $hi:expr $(, $name:ident)?) => {
        $crate::Within<$crate::dim!($lo), $crate::dim!($hi), $($name)?>
    };
}

// an editor evaluates the length of an array (see `shape/editor.rs`)
#[doc(hidden)]
#[macro_export]
#[cfg(rust_analyzer)]
macro_rules! literal {
    (Literal $n:expr) => {
        [(); $n]
    };
    (Known $n:expr) => {
        $crate::dim!($n)
    };
}

#[doc(hidden)]
#[macro_export]
#[cfg(rust_analyzer)]
macro_rules! known {
    ($n:expr) => {
        $crate::shape::size([(); $n])
    };
}

/// The type of a shape, with one entry for each axis.
///
/// An entry is a literal, a `{CONST}`, `_` for [`Dyn`](crate::Dyn), `1..=128` for [`Within`](crate::Within), or the
/// type of a dim. `Name =` before it names the axis.
///
/// ```
/// use conformable::{Dim, Dyn, Named, Shape, Size, Within, assert_type_eq};
///
/// struct Batch;
/// const CLASSES: usize = 10;
///
/// assert_type_eq!(Shape![_, 3, 224, 224], (Dyn, Size<3>, Size<224>, Size<224>));
/// assert_type_eq!(Shape![Dyn<Batch>, { CLASSES }], (Dyn<Batch>, Size<10>));
/// assert_type_eq!(Shape![Batch = _, { CLASSES }], Shape![Dyn<Batch>, 10]);
/// assert_type_eq!(Shape![Batch = 32], (Named<Batch, Size<32>>,));
/// assert_type_eq!(Shape![1..={ CLASSES }], (Within<Size<1>, Size<10>>,));
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
    (@ [$($dims:ty,)*] $name:ident = - $($rest:tt)*) => { $crate::Shape!(@ [] - ) };
    (@ [$($dims:ty,)*] $name:literal = $($rest:tt)*) => {
        compile_error!("the name of an axis is a type: `struct Batch;`, and `Batch = 8`")
    };
    (@ [$($dims:ty,)*] $name:ident = _ $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* $crate::Dyn<$name>,] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] $name:ident = $lo:tt ..= $hi:tt $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* $crate::known_within!($lo, $hi, $name),] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] $lo:tt ..= $hi:tt $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* $crate::known_within!($lo, $hi),] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] $name:ident = $n:literal $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* $crate::Named<$name, $crate::literal!(Known $n)>,] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] $name:ident = { $n:expr } $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* $crate::Named<$name, $crate::literal!(Known $n)>,] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] $name:ident = $dim:ty $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* <$dim as $crate::shape::Measure>::Renamed<$name>,] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] - $($rest:tt)*) => { compile_error!("the length of an axis is not negative; `_` is one known at run time") };
    (@ [$($dims:ty,)*] _ $(, $($rest:tt)*)?) => { $crate::Shape!(@ [$($dims,)* $crate::Dyn,] $($($rest)*)?) };
    (@ [$($dims:ty,)*] $n:literal $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* $crate::literal!(Known $n),] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] { $n:expr } $(, $($rest:tt)*)?) => {
        $crate::Shape!(@ [$($dims,)* $crate::literal!(Known $n),] $($($rest)*)?)
    };
    (@ [$($dims:ty,)*] $dim:ty $(, $($rest:tt)*)?) => { $crate::Shape!(@ [$($dims,)* $dim,] $($($rest)*)?) };
    (@ $($rest:tt)*) => {
        compile_error!("a shape is one size an axis, between commas: `Shape![2, _, {2 * N}, Batch = 8]`")
    };
    ($($dims:tt)*) => { $crate::Shape!(@ [] $($dims)*) };
}

/// A shape, with one entry for each axis. `Name =` before an entry names the axis.
///
/// The type knows the size of a literal or a `{CONST}`. Any other expression is a dim, or a `usize` whose axis is a
/// [`Dyn`](crate::Dyn); so is a constant without braces, since a macro cannot tell it from a variable.
///
/// ```
/// use conformable::{Dyn, Shape, Size, shape};
///
/// const CLASSES: usize = 10;
///
/// let n = 2 + 2;
/// let shape: (Dyn, Size<3>, Size<10>) = shape![n, 3, { CLASSES }];
/// assert_eq!(shape.sizes(), [4, 3, 10]);
///
/// struct Batch;
/// struct Heads;
///
/// let shape: Shape![Batch = _, Heads = 8, 64] = shape![Batch = n, Heads = 8, 64];
/// assert_eq!(shape.sizes(), [4, 8, 64]);
/// ```
///
/// ```compile_fail,E0277
/// conformable::shape![2.5 + 1.0]; // `{float}` is not the length of an axis
/// ```
#[macro_export]
macro_rules! shape {
    (@ [$($dims:expr,)*]) => { ($($dims,)*) };
    (@ [$($dims:expr,)*] $($name:ident =)? - $($rest:tt)*) => {
        compile_error!("the length of an axis is not negative")
    };
    (@ [$($dims:expr,)*] $($name:ident =)? _ $($rest:tt)*) => {
        compile_error!("`_` is for types, as in `Shape![_, 3]`; a value needs a number: `shape![n, 3]`")
    };
    (@ [$($dims:expr,)*] $($name:ident =)? $lo:literal ..= $($rest:tt)*) => {
        compile_error!("bounds are in types: `from_sizes` of a `Shape![1..=128, 3]` checks sizes, and `refine` a tensor")
    };
    (@ [$($dims:expr,)*] $name:literal = $($rest:tt)*) => {
        compile_error!("the name of an axis is a type: `struct Batch;`, and `Batch = 8`")
    };
    (@ [$($dims:expr,)*] $name:ident = $n:literal $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* $crate::shape::named::<$name, _>($crate::known!($n)),] $($($rest)*)?)
    };
    (@ [$($dims:expr,)*] $name:ident = { $n:expr } $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* $crate::shape::named::<$name, _>($crate::known!($n)),] $($($rest)*)?)
    };
    (@ [$($dims:expr,)*] $name:ident = $dim:expr $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* $crate::shape::named::<$name, _>($crate::shape::axis($dim)),] $($($rest)*)?)
    };
    (@ [$($dims:expr,)*] $n:literal $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* $crate::known!($n),] $($($rest)*)?)
    };
    (@ [$($dims:expr,)*] { $n:expr } $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* $crate::known!($n),] $($($rest)*)?)
    };
    (@ [$($dims:expr,)*] $dim:expr $(, $($rest:tt)*)?) => {
        $crate::shape!(@ [$($dims,)* $crate::shape::axis($dim),] $($($rest)*)?)
    };
    (@ $($rest:tt)*) => {
        compile_error!("a shape is one size an axis, between commas: `shape![2, n, {2 * N}, Batch = 8]`")
    };
    ($($dims:tt)*) => { $crate::shape!(@ [] $($dims)*) };
}

/// Asserts at compile time that two types are the same.
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
