//! Tensors whose axes are rearranged by letters: split, in another order, merged, of size 1, in one.

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

/// The tensor `B` rearranged by the pattern `P`, where results live.
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

/// A view with one axis for each letter of the right side, in that order.
type Lettered<'a, B> = Tensor<<B as AsTensor>::Elem, AnyShape, View<'a, <<B as AsTensor>::Storage as Storage>::Owner>>;

/// The shape that comes out, and the elements by its letters.
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
    // whoever implements the trait may answer anything
    let view = (items(left).count() == x.rank()).then(|| x.walked(lettered, |at| walks[at])).flatten();
    view.ok_or_else(|| {
        let why = "the sizes of the letters differ from its sizes";
        ShapeError::cannot("rearrange", x.shape().partial(), why).second("as", shape.partial())
    })
}

/// For each letter of a side, the axis of a tensor that it is a part of, and how many of its indices one step is.
type Walks = crate::shape::Sizes<Option<(usize, usize)>>;

/// How many indices of an axis one step of a letter is: as many as those after it in the axis have together.
fn step(inner: impl Iterator<Item = usize>) -> usize {
    inner.fold(1, usize::saturating_mul)
}

/// Writes the elements by the letters of the right side to a tensor of the result's sizes.
fn write_lettered<T: Copy, O: Shape, F: StorageMut, D: Storage>(
    out: &mut Tensor<T, O, F>,
    right: &[u8],
    elements: &Tensor<T, AnyShape, D>,
) -> Result<(), ShapeError> {
    // the target by letters: one that is split is always a view
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

    /// A tensor rearranged by a pattern of letters, which is a value: what [`rearrange!`](crate::rearrange!) calls.
    ///
    /// # Panics
    ///
    /// Where [`rearrange!`](crate::rearrange!) panics.
    #[must_use]
    rearrange try_rearrange: [P: RearrangeBy<B::Shape, Given>, B: AsTensor, Given](
        pattern: P, tensor: &B, given: Given
    ) -> RearrangedTensor<P, B, Given> => {
        let (shape, elements) = by_letters(pattern, tensor, &given)?;
        Ok(kernel::copied_as(Room::new(shape)?, &elements.aligned()))
    };

    /// [`rearrange`](rearrange()) as a view: what [`rearrange_view!`](crate::rearrange_view!) calls.
    ///
    /// # Panics
    ///
    /// Where [`rearrange_view!`](crate::rearrange_view!) panics.
    rearrange_view try_rearrange_view: [P: RearrangeBy<B::Shape, Given>, B: AsTensor, Given](
        pattern: P, tensor: &B, given: Given
    ) -> RearrangedView<'_, P, B, Given> => {
        let (shape, elements) = by_letters(pattern, tensor, &given)?;
        if let Some(view) = elements.into_reshaped(&shape) {
            return Ok(view);
        }
        let why = "the letters of one axis are not adjacent in memory; `rearrange!` copies";
        Err(ShapeError::cannot("view", tensor.tensor().shape().partial(), why).second("as", shape.partial()))
    };

    /// [`rearrange`](rearrange()), written to a tensor of those sizes: what
    /// [`rearrange_into!`](crate::rearrange_into!) calls.
    ///
    /// # Panics
    ///
    /// Where [`rearrange_into!`](crate::rearrange_into!) panics.
    rearrange_into try_rearrange_into: [P, B: AsTensor, Given, O, F: StorageMut](
        pattern: P, tensor: &B, given: Given, out: &mut Tensor<B::Elem, O, F>
    )
    where [P: RearrangeBy<B::Shape, Given>, O: NoneBroadcast<P::Output>] => {
        let (shape, elements) = by_letters(pattern, tensor, &given)?;
        out.shape().none_broadcast(&shape)?;
        write_lettered(out, P::TEXT[1], &elements)
    };
}

#[cfg(feature = "alloc")]
forms! {
    fn;

    /// A tensor rearranged by a pattern that is known only at run time: `"b t (h d) -> b h t d"`.
    ///
    /// The pattern is that of [`rearrange!`](crate::rearrange!), and `sizes` has the sizes of letters. `...` is any
    /// number of axes, as one axis where it is in parentheses on the right side.
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
    /// Panics if the text is not a pattern, a side has a letter twice or lacks one, the sizes do not allow it, or there
    /// is no memory.
    #[must_use]
    rearrange_str try_rearrange_str: [B: AsTensor](
        pattern: &str, tensor: &B, sizes: &[(char, usize)]
    ) -> Tensor<B::Elem, AnyShape> => {
        let TextPattern { sides: [left, right], sizes, shape } = TextPattern::new(pattern, tensor.tensor().shape(), sizes)?;
        let elements = lettered(tensor, [&left, &right], &sizes, &shape)?;
        Ok(kernel::copied_as(Room::new(shape)?, &elements.aligned()))
    };

    /// [`rearrange_str`], written to a tensor of those sizes.
    ///
    /// # Panics
    ///
    /// Panics where [`rearrange_str`] panics, and if the sizes differ.
    rearrange_str_into try_rearrange_str_into: [B: AsTensor, O: NoneBroadcast<AnyShape>, F: StorageMut](
        pattern: &str, tensor: &B, sizes: &[(char, usize)], out: &mut Tensor<B::Elem, O, F>
    ) => {
        let TextPattern { sides: [left, right], sizes, shape } = TextPattern::new(pattern, tensor.tensor().shape(), sizes)?;
        out.shape().none_broadcast(&shape)?;
        write_lettered(out, &right, &lettered(tensor, [&left, &right], &sizes, &shape)?)
    };
}

/// A tensor with its axes rearranged by letters: split, in another order, merged, and of size 1, in one.
///
/// On both sides an entry is an axis: a letter, letters in parentheses, which are one axis whose size is their product,
/// or `1`. Both sides have the same letters, each once. The sizes of letters stand after the tensor; of those in one
/// pair of parentheses one may be left out. What is a literal, or a constant in braces, is known to the type: `h = 8`;
/// any other expression is a `usize` or a dim.
///
/// | form | |
/// |---|---|
/// | `rearrange!(b t (h d) -> b h t d; x, h = 8)` | a copy, dense and in row-major order, made in one pass |
/// | `try_rearrange!(..)` | an error in place of the panic |
/// | `rearrange_view!(..)`, `try_rearrange_view!(..)` | a view: refused at run time where letters that become one axis do not follow each other in memory |
/// | `rearrange_into!(b t (h d) -> b h t d; x, h = 8 => out)`, `try_rearrange_into!(..)` | written to a tensor of those sizes |
///
/// ```
/// use conformable::{Dim, Shape, Tensor, rearrange, rearrange_view};
///
/// let x = Tensor::from([[[1, 2, 3, 4], [5, 6, 7, 8]]]); // (1, 2, 4)
/// let heads: Tensor<i32, Shape![1, 2, 2, 2]> = rearrange!(b t (h d) -> b h t d; x, h = 2);
/// assert_eq!(heads, Tensor::from([[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]]));
/// assert_eq!(rearrange!(b h t d -> b t (h d); heads), x);
/// assert_eq!(rearrange_view!(1 t c -> c t 1; x).sizes(), [4, 2, 1]); // nothing is copied
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
/// Without the feature `alloc` there are 16 letters at most.
///
/// # Panics
///
/// If sizes that only run time tells do not allow it: a size that is given does not divide its axis, an axis that is
/// `1` is not of size 1, an [`AnyShape`] has another number of axes; or there is no memory.
/// [`try_rearrange!`](crate::try_rearrange!) does not.
#[macro_export]
macro_rules! rearrange {
    ($($tokens:tt)*) => { $crate::by_pattern!(rearrange [] $($tokens)*) };
}

/// [`rearrange!`](crate::rearrange!), with an error in place of the panic.
///
/// ```
/// use conformable::{Tensor, try_rearrange};
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]).erase();
/// assert_eq!(try_rearrange!(t (h d) -> h t d; x, h = 2).unwrap().sizes(), [2, 2, 2]);
///
/// let error = try_rearrange!(t (h d) -> h t d; x, h = 3).unwrap_err();
/// assert_eq!(error.to_string(), "`(h d)` is 4 in (2, 4), and 3, the product of the sizes that are known, does not divide it");
/// let error = try_rearrange!(t -> 1 t; x).unwrap_err();
/// assert_eq!(error.to_string(), "`t` needs one entry for each axis of (2, 4)");
/// ```
#[macro_export]
macro_rules! try_rearrange {
    ($($tokens:tt)*) => { $crate::by_pattern!(try_rearrange [] $($tokens)*) };
}

/// [`rearrange!`](crate::rearrange!) as a view: no element is copied.
///
/// ```
/// use conformable::{Tensor, rearrange_view};
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// assert_eq!(rearrange_view!(t (h d) -> h t d; x, d = 2).index_axis(conformable::Axis::<0>, 1), Tensor::from([[3, 4], [7, 8]]));
/// ```
///
/// # Panics
///
/// Where [`rearrange!`](crate::rearrange!) panics, and where letters that become one axis do not follow each other in
/// memory; [`try_rearrange_view!`](crate::try_rearrange_view!) does not.
#[macro_export]
macro_rules! rearrange_view {
    ($($tokens:tt)*) => { $crate::by_pattern!(rearrange_view [] $($tokens)*) };
}

/// [`rearrange_view!`](crate::rearrange_view!), with an error in place of the panic.
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

/// [`rearrange!`](crate::rearrange!), written to a tensor of those sizes, which is named by a place: `out`, and not
/// `&mut out`. Nothing is allocated.
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
/// Where [`rearrange!`](crate::rearrange!) panics, and if the sizes differ;
/// [`try_rearrange_into!`](crate::try_rearrange_into!) does not.
#[macro_export]
macro_rules! rearrange_into {
    ($($tokens:tt)*) => { $crate::by_pattern!(rearrange_into [] $($tokens)*) };
}

/// [`rearrange_into!`](crate::rearrange_into!), with an error in place of the panic. Nothing is changed then.
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

/// The call of a function of this module: the pattern up to `;`, the tensor, sizes of letters, and where it is written.
#[doc(hidden)]
#[macro_export]
macro_rules! by_pattern {
    ($name:ident [$($pattern:tt)*] ; $x:expr $(=> $out:expr)?) => {
        $crate::ops::$name(<$crate::Rearrangement![$($pattern)*]>::new(), &$x, () $(, &mut $out)?)
    };
    ($name:ident [$($pattern:tt)*] ; $x:expr, $($sizes:tt)*) => {
        $crate::by_pattern!(@ $name [$($pattern)*] $x, [] $($sizes)*)
    };
    ($name:ident [$($pattern:tt)*] $next:tt $($rest:tt)*) => { $crate::by_pattern!($name [$($pattern)* $next] $($rest)*) };
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
