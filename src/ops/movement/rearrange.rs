//! [`rearrange!`](crate::rearrange!): axes split, permuted and merged by a pattern of letters.

#![allow(clippy::needless_pass_by_value, reason = "sizes of letters are values")]

use super::join::AsTensor;
use crate::forms::forms;
use crate::kernel;
#[cfg(feature = "alloc")]
use crate::product::TextPattern;
use crate::product::{RearrangeBy, RearrangedBy, Sizes, items};
use crate::shape::{AnyShape, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Room, Storage, StorageMut, View};
use crate::tensor::{Tensor, expect};

/// The tensor `B` rearranged by the pattern `P`, as a copy.
pub type RearrangedTensor<P, B, Given> = Tensor<
    <B as AsTensor>::Elem,
    RearrangedBy<P, <B as AsTensor>::Shape, Given>,
    <<B as AsTensor>::Storage as Storage>::Owner,
>;

/// The tensor `B` rearranged by the pattern `P`, as a view.
pub type RearrangedView<'a, P, B, Given> = Tensor<
    <B as AsTensor>::Elem,
    RearrangedBy<P, <B as AsTensor>::Shape, Given>,
    View<'a, <<B as AsTensor>::Storage as Storage>::Owner>,
>;

/// A view with one axis for each letter of the right side.
type Lettered<'a, B> = Tensor<<B as AsTensor>::Elem, AnyShape, View<'a, <<B as AsTensor>::Storage as Storage>::Owner>>;

/// The shape of the result, and the elements by its letters.
fn by_letters<'a, P: RearrangeBy<B::Shape, Given>, B: AsTensor, Given>(
    _: P,
    tensor: &'a B,
    given: &Given,
) -> Result<(P::Output, Lettered<'a, B>), ShapeError> {
    let (shape, sizes) = P::bind(tensor.tensor().shape(), given)?;
    let view = lettered(tensor, P::TEXT, &sizes, &shape)?;
    Ok((shape, view))
}

/// The elements by the letters of the right side; `shape` is that of the result.
fn lettered<'a, B: AsTensor>(
    tensor: &'a B,
    [left, right]: [&[u8]; 2],
    sizes: &Sizes,
    shape: &impl Shape,
) -> Result<Lettered<'a, B>, ShapeError> {
    let x = tensor.tensor();
    let size = |letter: u8| sizes.get(letter).map_or(1, |(size, _)| size);
    let letters = || items(right).flatten().copied();
    let lettered: AnyShape = letters().map(size).collect();
    let walk = |letter: u8| {
        items(left).enumerate().find_map(|(axis, item)| {
            let at = item.iter().position(|&other| other == letter)?;
            Some((axis, step(item[at + 1..].iter().map(|&inner| size(inner)))))
        })
    };
    let walks: Walks = letters().map(walk).collect();
    // other implementations of the trait may return any shape
    let view = (items(left).count() == x.rank()).then(|| x.walked(lettered, |at| walks[at])).flatten();
    view.ok_or_else(|| {
        let why = "the sizes of the letters differ from its sizes";
        ShapeError::cannot("rearrange", x.shape().partial(), why).second("as", shape.partial())
    })
}

/// For each letter of a side, the axis that it is a part of, and its step there.
type Walks = crate::shape::Sizes<Option<(usize, usize)>>;

/// The step of a letter along its axis: the product of the sizes after it.
fn step(inner: impl Iterator<Item = usize>) -> usize {
    inner.fold(1, usize::saturating_mul)
}

/// Writes the elements by the letters of the right side to a tensor of the result's sizes.
fn write_lettered<T: Copy, O: Shape, F: StorageMut, D: Storage>(
    out: &mut Tensor<T, O, F>,
    right: &[u8],
    elements: &Tensor<T, AnyShape, D>,
) -> Result<(), ShapeError> {
    // the target by its letters; splitting axes is always possible as a view
    let (_own, lettered) = (out.shape().sizes(), elements.shape());
    let (mut walks, mut letter) = (Walks::default(), 0);
    for (axis, item) in items(right).enumerate() {
        let end = letter + item.len();
        walks.extend((letter..end).map(|at| Some((axis, step(lettered[at + 1..end].iter().copied())))));
        letter = end;
    }
    let view = (letter == lettered.len()).then(|| out.walked_mut(lettered.clone(), |at| walks[at])).flatten();
    let Some(mut view) = view else {
        let why = "the sizes of the letters differ from those of the result";
        let error = ShapeError::cannot("rearrange to", out.shape().partial(), why);
        return Err(error.second("the letters", lettered.partial()));
    };
    kernel::assign(&mut view, &elements.aligned());
    Ok(())
}

forms! {
    fn;

    /// Rearranges a tensor by a pattern value. [`rearrange!`](crate::rearrange!) calls this.
    ///
    /// # Panics
    ///
    /// If [`rearrange!`](crate::rearrange!) would panic.
    #[must_use]
    rearrange try_rearrange: [P: RearrangeBy<B::Shape, Given, Output = O>, B: AsTensor, Given, O: Shape](
        pattern: P, tensor: &B, given: Given
    ) -> Tensor<B::Elem, O, <B::Storage as Storage>::Owner> => {
        let (shape, elements) = by_letters(pattern, tensor, &given)?;
        Ok(kernel::copied_as(Room::new(shape)?, &elements.aligned()))
    };

    /// [`rearrange`](rearrange()) as a view. [`rearrange_view!`](crate::rearrange_view!) calls this.
    ///
    /// # Panics
    ///
    /// If [`rearrange_view!`](crate::rearrange_view!) would panic.
    rearrange_view try_rearrange_view: [P: RearrangeBy<B::Shape, Given, Output = O>, B: AsTensor, Given, O: Shape](
        pattern: P, tensor: &B, given: Given
    ) -> Tensor<B::Elem, O, View<'_, <B::Storage as Storage>::Owner>> => {
        let (shape, elements) = by_letters(pattern, tensor, &given)?;
        if let Some(view) = elements.into_reshaped(&shape) {
            return Ok(view);
        }
        let why = "the letters of one axis are not adjacent in memory; `rearrange!` copies";
        Err(ShapeError::cannot("view", tensor.tensor().shape().partial(), why).second("as", shape.partial()))
    };

    /// [`rearrange`](rearrange()) to a tensor. [`rearrange_into!`](crate::rearrange_into!) calls this.
    ///
    /// # Panics
    ///
    /// If [`rearrange_into!`](crate::rearrange_into!) would panic.
    rearrange_into try_rearrange_into: [P, B: AsTensor, Given, O, F: StorageMut](
        pattern: P, tensor: &B, given: Given, out: &mut Tensor<B::Elem, O, F>
    )
    where [P: RearrangeBy<B::Shape, Given>, O: Shape + NoneBroadcast<P::Output>] => {
        let (shape, elements) = by_letters(pattern, tensor, &given)?;
        out.shape().none_broadcast(&shape)?;
        write_lettered(out, P::TEXT[1], &elements)
    };
}

#[cfg(feature = "alloc")]
forms! {
    fn;

    /// Rearranges a tensor by a pattern known only at run time: `"b t (h d) -> b h t d"`.
    ///
    /// The pattern is that of [`rearrange!`](crate::rearrange!), and `sizes` has the sizes of letters. `...` is any
    /// number of axes; in parentheses on the right side they become one axis.
    ///
    /// ```
    /// use conformable::{Tensor, ops};
    ///
    /// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]).erase();
    /// let pattern = String::from("t (h d) -> h t d");
    /// let heads = ops::rearrange_str(&pattern, &x, &[('h', 2)]);
    /// assert_eq!(heads, Tensor::from([[[1, 2], [5, 6]], [[3, 4], [7, 8]]]));
    /// assert_eq!(ops::rearrange_str("... c -> c (...)", &heads, &[]), Tensor::from([[1, 5, 3, 7], [2, 6, 4, 8]]));
    ///
    /// let error = ops::try_rearrange_str("t -> t h", &x, &[]).unwrap_err();
    /// assert_eq!(error.to_string(), "`h` is in the right side and not in the left side");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is not a pattern, a side repeats or lacks a letter, the sizes do not allow it, or the result cannot
    /// be allocated.
    #[must_use]
    rearrange_str try_rearrange_str: [B: AsTensor](
        pattern: &str, tensor: &B, sizes: &[(char, usize)]
    ) -> Tensor<B::Elem, AnyShape> => {
        let TextPattern { sides: [left, right], sizes, shape } =
            TextPattern::new(pattern, tensor.tensor().shape(), sizes)?;
        let elements = lettered(tensor, [&left, &right], &sizes, &shape)?;
        Ok(kernel::copied_as(Room::new(shape)?, &elements.aligned()))
    };

    /// [`rearrange_str`] into a tensor of those sizes.
    ///
    /// # Panics
    ///
    /// If [`rearrange_str`] would panic, or the sizes differ.
    rearrange_str_into try_rearrange_str_into: [B: AsTensor, O: Shape + NoneBroadcast<AnyShape>, F: StorageMut](
        pattern: &str, tensor: &B, sizes: &[(char, usize)], out: &mut Tensor<B::Elem, O, F>
    ) => {
        let TextPattern { sides: [left, right], sizes, shape } =
            TextPattern::new(pattern, tensor.tensor().shape(), sizes)?;
        out.shape().none_broadcast(&shape)?;
        write_lettered(out, &right, &lettered(tensor, [&left, &right], &sizes, &shape)?)
    };
}

/// Rearranges the axes of a tensor in one step: splits, permutes and merges them by letters.
///
/// An entry on either side is an axis: a letter, letters in parentheses, whose sizes multiply, or `1`. Both sides have
/// the same letters, each once. Sizes of letters follow the tensor; one letter in each pair of parentheses needs no
/// size. The size is static if it is a literal or a constant in braces, as `h = 8`. Any other expression is a `usize`
/// or a dim.
///
/// | form | |
/// |---|---|
/// | `rearrange!(b t (h d) -> b h t d; x, h = 8)` | a row-major copy, made in one pass |
/// | `try_rearrange!(..)` | the same, or an error |
/// | `rearrange_view!(..)`, `try_rearrange_view!(..)` | a view; fails at run time if letters to be merged are not contiguous |
/// | `rearrange_into!(b t (h d) -> b h t d; x, h = 8 => out)`, `try_rearrange_into!(..)` | written to a tensor of those sizes |
///
/// ```
/// use conformable::{Dim, Shape, Tensor, rearrange, rearrange_view};
///
/// let x = Tensor::from([[[1, 2, 3, 4], [5, 6, 7, 8]]]); // (1, 2, 4)
/// let heads: Tensor<i32, Shape![1, 2, 2, 2]> = rearrange!(b t (h d) -> b h t d; x, h = 2);
/// assert_eq!(heads, Tensor::from([[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]]));
/// assert_eq!(rearrange!(b h t d -> b t (h d); heads), x);
/// assert_eq!(rearrange_view!(1 t c -> c t 1; x).sizes(), [4, 2, 1]); // no copy
///
/// fn channels_last<N: Dim, C: Dim, H: Dim, W: Dim>(x: &Tensor<f32, (N, C, H, W)>) -> Tensor<f32, (N, H, W, C)> {
///     rearrange!(n c h w -> n h w c; x)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Tensor, rearrange};
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// rearrange!(t (h d) -> h t d; x, h = 3); // the sizes given for `(h, d)` do not divide `Size<4>`
/// ```
///
/// Without the feature `alloc` a pattern has at most 16 letters.
///
/// # Panics
///
/// If a run-time size does not allow it: a given size does not divide its axis, an axis written `1` has another size,
/// or an [`AnyShape`] has another rank. Also if the result cannot be allocated.
#[macro_export]
macro_rules! rearrange {
    ($($tokens:tt)*) => { $crate::by_pattern!(rearrange [] $($tokens)*) };
}

/// The fallible [`rearrange!`](crate::rearrange!).
///
/// ```
/// use conformable::{Tensor, try_rearrange};
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]).erase();
/// assert_eq!(try_rearrange!(t (h d) -> h t d; x, h = 2).unwrap().sizes(), [2, 2, 2]);
///
/// let error = try_rearrange!(t (h d) -> h t d; x, h = 3).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`(h d)` is 4 in (2, 4), and 3, the product of the sizes that are known, does not divide it",
/// );
/// let error = try_rearrange!(t -> 1 t; x).unwrap_err();
/// assert_eq!(error.to_string(), "`t` needs one entry for each axis of (2, 4)");
/// ```
#[macro_export]
macro_rules! try_rearrange {
    ($($tokens:tt)*) => { $crate::by_pattern!(try_rearrange [] $($tokens)*) };
}

/// [`rearrange!`](crate::rearrange!) as a view, without a copy.
///
/// ```
/// use conformable::{Tensor, rearrange_view};
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// assert_eq!(
///     rearrange_view!(t (h d) -> h t d; x, d = 2).index_axis(conformable::Axis::<0>, 1),
///     Tensor::from([[3, 4], [7, 8]]),
/// );
/// ```
///
/// # Panics
///
/// If [`rearrange!`](crate::rearrange!) would panic, or letters that become one axis are not contiguous in memory.
#[macro_export]
macro_rules! rearrange_view {
    ($($tokens:tt)*) => { $crate::by_pattern!(rearrange_view [] $($tokens)*) };
}

/// The fallible [`rearrange_view!`](crate::rearrange_view!).
///
/// ```
/// use conformable::{Tensor, try_rearrange_view};
///
/// let x = Tensor::from([[1, 2], [3, 4]]);
/// assert!(try_rearrange_view!(i j -> (i j); x).is_ok());
/// let error = try_rearrange_view!(i j -> (j i); x).unwrap_err();
/// assert!(error.to_string().starts_with("cannot view (2, 2) as (4,)"));
/// ```
#[macro_export]
macro_rules! try_rearrange_view {
    ($($tokens:tt)*) => { $crate::by_pattern!(try_rearrange_view [] $($tokens)*) };
}

/// [`rearrange!`](crate::rearrange!) into a tensor of those sizes, without allocation.
///
/// The target is a place, `out` and not `&mut out`.
///
/// ```
/// use conformable::{Tensor, rearrange_into};
///
/// let x = Tensor::inline([[1, 2], [3, 4]]);
/// let mut out = Tensor::inline([0; 4]);
/// rearrange_into!(i j -> (j i); x => out);
/// assert_eq!(out.into_array(), [1, 3, 2, 4]);
/// ```
///
/// # Panics
///
/// If [`rearrange!`](crate::rearrange!) would panic, or the sizes differ.
#[macro_export]
macro_rules! rearrange_into {
    ($($tokens:tt)*) => { $crate::by_pattern!(rearrange_into [] $($tokens)*) };
}

/// [`rearrange_into!`](crate::rearrange_into!) that returns an error, and leaves the target unchanged.
///
/// ```
/// use conformable::{Tensor, shape, try_rearrange_into};
///
/// let n = 3;
/// let mut out = Tensor::zeros(shape![n]);
/// assert!(try_rearrange_into!(i j -> (i j); Tensor::from([[1, 2]]) => out).is_err());
/// ```
#[macro_export]
macro_rules! try_rearrange_into {
    ($($tokens:tt)*) => { $crate::by_pattern!(try_rearrange_into [] $($tokens)*) };
}

/// Calls a function of this module with the pattern up to `;`, the tensor, the sizes of letters and the target.
#[doc(hidden)]
#[macro_export]
macro_rules! by_pattern {
    ($name:ident [$($pattern:tt)*] ; $x:expr $(=> $out:expr)?) => {
        $crate::ops::$name(<$crate::Rearrangement![$($pattern)*]>::new(), &$x, () $(, &mut $out)?)
    };
    ($name:ident [$($pattern:tt)*] ; $x:expr, $($sizes:tt)*) => {
        $crate::by_pattern!(@ $name [$($pattern)*] $x, [] $($sizes)*)
    };
    ($name:ident [$($pattern:tt)*] $next:tt $($rest:tt)*) => {
        $crate::by_pattern!($name [$($pattern)* $next] $($rest)*)
    };
    (@ $name:ident $pattern:tt $x:expr, [$($sizes:expr,)*] $letter:ident = $n:literal $(, $($rest:tt)*)?) => {
        $crate::by_pattern!(@ $name $pattern $x, [$($sizes,)* $crate::size_of!($letter, $crate::known!($n)),] $($($rest)*)?)
    };
    (@ $name:ident $pattern:tt $x:expr, [$($sizes:expr,)*] $letter:ident = $n:literal => $out:expr) => {
        $crate::by_pattern!(@ $name $pattern $x, [$($sizes,)* $crate::size_of!($letter, $crate::known!($n)),] => $out)
    };
    (@ $name:ident $pattern:tt $x:expr, [$($sizes:expr,)*] $letter:ident = { $n:expr } $(, $($rest:tt)*)?) => {
        $crate::by_pattern!(@ $name $pattern $x, [$($sizes,)* $crate::size_of!($letter, $crate::known!($n)),] $($($rest)*)?)
    };
    (@ $name:ident $pattern:tt $x:expr, [$($sizes:expr,)*] $letter:ident = $dim:expr $(, $($rest:tt)*)?) => {
        $crate::by_pattern!(@ $name $pattern $x, [$($sizes,)* $crate::size_of!($letter, $crate::shape::axis($dim)),] $($($rest)*)?)
    };
    (@ $name:ident $pattern:tt $x:expr, [$($sizes:expr,)*] $letter:ident = $dim:expr => $out:expr) => {
        $crate::by_pattern!(@ $name $pattern $x, [$($sizes,)* $crate::size_of!($letter, $crate::shape::axis($dim)),] => $out)
    };
    (@ $name:ident [$($pattern:tt)*] $x:expr, [$($sizes:expr,)*] $(=> $out:expr)?) => {
        $crate::ops::$name(<$crate::Rearrangement![$($pattern)*]>::new(), &$x, ($($sizes,)*) $(, &mut $out)?)
    };
    ($($rest:tt)*) => {
        compile_error!("a pattern, a tensor, and sizes of letters: `rearrange!(b t (h d) -> b h t d; x, h = 8)`")
    };
}

/// The size of a letter.
#[doc(hidden)]
#[macro_export]
macro_rules! size_of {
    ($letter:ident, $dim:expr) => {
        $crate::product::SizeOf::<$crate::product::letter::$letter, _>::new($dim)
    };
}
