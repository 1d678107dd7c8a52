//! [`einsum!`](crate::einsum!): products and sums of tensors by letters.

#![allow(clippy::needless_pass_by_value, reason = "a tuple of references")]

use crate::forms::forms;
use crate::kernel::{self, MatrixElement};
use crate::ops::movement::join::{AsTensor, Home, HostMemory};
use crate::ops::reduction::reducers;
use crate::product::{BROADCAST, ELLIPSIS, EinsumOf, EinsumOutput, Equation, Letters, ResultOf, Sizes};
use crate::shape::{Shape, ShapeError, Tuple};
use crate::storage::{Owner, Placed, Storage, Target};
use crate::tensor::{Tensor, expect};
#[cfg(feature = "alloc")]
use {crate::product::TextEquation, crate::shape::AnyShape, crate::storage::Heap, alloc::vec::Vec};

/// A number whose products and sums have its own type: every number type except `bool`.
#[diagnostic::on_unimplemented(
    message = "cannot use `einsum!` with `{Self}` elements",
    label = "expected numbers whose sum has the same type",
    note = "`x.map(usize::from)` converts `bool`s to numbers",
    note = "conformable: E-einsum"
)]
pub trait EinsumElement: MatrixElement<Total = Self> {}

#[diagnostic::do_not_recommend]
impl<T: MatrixElement<Total = Self>> EinsumElement for T {}

/// A tuple of one to eight references to tensors in the home `H`, with the letters `Groups`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not tensors for the letters `{Groups}`",
    label = "expected one to eight tensors, one for each group of letters",
    note = "separate groups and tensors by commas: `einsum!(i j, j k -> i k; x, y)`",
    note = "conformable: E-einsum"
)]
pub trait EinsumTensors<Groups, H: Home = HostMemory> {
    /// The element type.
    type Elem: Copy;
    /// The tuple of shapes.
    type Shapes;
    /// The storage of a result.
    type Place: Owner;

    #[doc(hidden)]
    fn shapes(&self) -> Self::Shapes;

    /// The tensors with their letters, which have these sizes.
    #[doc(hidden)]
    fn terms<'a>(
        &'a self,
        sizes: &Sizes,
    ) -> impl AsRef<[H::Term<'a, Self::Elem>]> + IntoIterator<Item = H::Term<'a, Self::Elem>>
    where
        Self::Elem: 'a;
}

/// The storage of a result for the storages `$D` and those of `$X`.
macro_rules! placed {
    ($D:ty;) => { $D };
    ($D:ty; $X:ident $($Rest:ident)*) => { placed!(Placed<$D, $X::Storage>; $($Rest)*) };
}

/// Implements [`EinsumTensors`] for tuples of tensors with letters: `tensors!(X K x, Y L y;)`.
macro_rules! tensors {
    ($($First:ident $FirstLetters:ident $first:ident $(, $X:ident $L:ident $x:ident)*;)*) => {$(
        impl<
            H: Home, $First: AsTensor<H>, $FirstLetters: Tuple<List: Letters>,
            $($X: AsTensor<H, Elem = $First::Elem>, $L: Tuple<List: Letters>),*
        > EinsumTensors<($FirstLetters, $($L,)*), H> for (&$First, $(&$X,)*) {
            type Elem = $First::Elem;
            type Shapes = ($First::Shape, $($X::Shape,)*);
            type Place = placed!(<$First::Storage as Storage>::Owner; $($X)*);

            #[inline]
            fn shapes(&self) -> Self::Shapes {
                let ($first, $($x,)*) = self;
                (H::shape($first.tensor()).clone(), $(H::shape($x.tensor()).clone(),)*)
            }

            #[inline]
            fn terms<'a>(
                &'a self,
                sizes: &Sizes,
            ) -> impl AsRef<[H::Term<'a, Self::Elem>]> + IntoIterator<Item = H::Term<'a, Self::Elem>>
            where
                Self::Elem: 'a,
            {
                let ($first, $($x,)*) = self;
                [
                    term::<H, _, $FirstLetters>($first, sizes),
                    $(term::<H, _, $L>($x, sizes)),*
                ]
            }
        }
    )*};
}

tensors!(
    A I a;
    A I a, B J b;
    A I a, B J b, C K c;
    A I a, B J b, C K c, D L d;
);

// without an allocator, products of more tensors have no memory for intermediate results
#[cfg(feature = "alloc")]
tensors!(
    A I a, B J b, C K c, D L d, E M e;
    A I a, B J b, C K c, D L d, E M e, F N f;
    A I a, B J b, C K c, D L d, E M e, F N f, G O g;
    A I a, B J b, C K c, D L d, E M e, F N f, G O g, P Q p;
);

/// Letters in which those of the axes take the place of `...`.
pub(crate) struct Spread {
    all: [u8; MOST],
    count: usize,
}

/// The most axes of a tuple, and of `...` with as many letters as there are.
const MOST: usize = 64;

impl Spread {
    /// `count` is the number of the axes of `...`.
    pub(crate) fn new(letters: &[u8], count: usize) -> Self {
        let mut all = [0; MOST];
        let (ellipsis, letters) = match letters.split_first() {
            Some((b'.', letters)) => (count, letters),
            _ => (0, letters),
        };
        for (letter, place) in (ELLIPSIS..).zip(all[..ellipsis].iter_mut().rev()) {
            *place = letter;
        }
        all[ellipsis..][..letters.len()].copy_from_slice(letters);
        Self { all, count: ellipsis + letters.len() }
    }

    pub(crate) fn letters(&self) -> &[u8] {
        &self.all[..self.count]
    }
}

/// A tensor with the letters of the tuple `L`, which have these sizes.
#[inline]
fn term<'a, H: Home, X: AsTensor<H>, L: Tuple<List: Letters>>(x: &'a X, sizes: &Sizes) -> H::Term<'a, X::Elem> {
    let letters = <L::List as Letters>::ALL;
    let Some((b'.', named)) = letters.split_first() else { return H::term(x.tensor(), letters) };
    H::shape(x.tensor()).with_sizes(|own| {
        let mut spread = Spread::new(letters, own.len() - named.len());
        for (letter, &size) in spread.all.iter_mut().zip(own) {
            if *letter >= ELLIPSIS && sizes.get(*letter).is_some_and(|(all, _)| all != size) {
                *letter = BROADCAST;
            }
        }
        H::term(x.tensor(), spread.letters())
    })
}

/// The result of the equation `Groups -> Result` for the tensors `All`.
pub type Einsummed<Groups, Result, All> = Tensor<
    <All as EinsumTensors<Groups>>::Elem,
    EinsumOutput<Equation<Groups, Result>, <All as EinsumTensors<Groups>>::Shapes>,
    <All as EinsumTensors<Groups>>::Place,
>;

forms! {
    fn;

    /// Computes an equation given as a value. [`einsum!`](crate::einsum!) calls this.
    ///
    /// ```
    /// use conformable::ops::einsum;
    /// use conformable::{Einsum, Tensor};
    ///
    /// type Matmul = Einsum![i j, j k -> i k];
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// assert_eq!(einsum(Matmul::new(), (&x, &x)), x.matmul(&x));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`einsum!`](crate::einsum!) would panic.
    #[must_use]
    einsum try_einsum,
    /// [`einsum_into!`](crate::einsum_into!) calls it.
    einsum_into try_einsum_into: [Groups, Out, All: EinsumTensors<Groups, Elem: EinsumElement>](
        equation: Equation<Groups, Out>, tensors: All
    ) -> Tensor<All::Elem, EinsumOutput<Equation<Groups, Out>, All::Shapes>, All::Place>
    where [Equation<Groups, Out>: EinsumOf<All::Shapes> + ResultLetters]
    |to| {
        let (shape, sizes) = equation.of_sizes(&tensors.shapes())?;
        let to = to.prepare(shape)?;
        let letters = Spread::new(<Equation<Groups, Out> as ResultLetters>::LETTERS, sizes.ellipsis());
        kernel::contracted(to, letters.letters(), tensors.terms(&sizes).as_ref(), reducers::sum)
    };
}

#[cfg(feature = "alloc")]
forms! {
    fn;

    /// Computes an equation known only at run time: `"bij,bjk->bik"`.
    ///
    /// The equation is that of NumPy and PyTorch. Each tensor has a group of letters, small or capital, one for each
    /// axis. `...` is any number of axes, which are broadcast by NumPy's rule. Axes whose letters the result lacks are
    /// summed, also those of `...`, as in PyTorch. Without `->` the result has the axes of `...`, and then the letters
    /// that occur once, capital ones first. Spaces are ignored.
    ///
    /// All tensors have one type; use [`erase`](Tensor::erase) and [`view`](Tensor::view) to mix shapes and storages.
    /// [`einsum!`](crate::einsum!) takes an equation that the compiler checks.
    ///
    /// ```
    /// use conformable::{Tensor, ops};
    ///
    /// let (x, y) = (Tensor::from([[1, 2], [3, 4]]).erase(), Tensor::from([5, 6]).erase());
    /// let equation = String::from("ij,j->i");
    /// assert_eq!(ops::einsum_str(&equation, &[&x, &y]), Tensor::from([17, 39]));
    /// assert_eq!(ops::einsum_str("...ij->...ji", &[&x]), x.t());
    /// assert_eq!(ops::einsum_str("ii", &[&x]), Tensor::scalar(5));
    ///
    /// let error = ops::try_einsum_str("ij,jk->ik", &[&x, &y]).unwrap_err();
    /// assert_eq!(error.to_string(), "`(j, k)` are not the letters of (2,): expected one letter for each axis");
    /// ```
    ///
    /// As in [`einsum!`](crate::einsum!), a letter has one size everywhere. Only axes of `...` broadcast a size of 1.
    ///
    /// # Panics
    ///
    /// If the text is not an equation, or has more than 32 letters. If the numbers of groups and tensors differ, or a
    /// group does not fit the rank of its tensor. If a letter has two sizes, or memory cannot be allocated.
    #[must_use]
    einsum_str try_einsum_str,
    einsum_str_into try_einsum_str_into: [B: AsTensor<Elem: EinsumElement>](
        equation: &str, tensors: &[B]
    ) -> Tensor<B::Elem, AnyShape, Heap>
    |to| {
        let shapes: Vec<_> =
            tensors.iter().map(|tensor| AnyShape::from(tensor.tensor().shape().sizes().as_ref())).collect();
        let equation = TextEquation::new(equation, &shapes)?;
        let to = to.prepare(equation.shape)?;
        let terms = tensors.iter().zip(&equation.operands);
        let terms: Vec<_> = terms.map(|(tensor, letters)| HostMemory::term(tensor.tensor(), letters)).collect();
        kernel::contracted(to, &equation.result, &terms, reducers::sum)
    };
}

/// The letters of the result of an equation.
#[doc(hidden)]
pub trait ResultLetters {
    /// Outermost first.
    const LETTERS: &'static [u8];
}

impl<Groups: Tuple, Result: ResultOf<Groups::List, Letters: Letters>> ResultLetters for Equation<Groups, Result> {
    const LETTERS: &'static [u8] = <Result::Letters as Letters>::ALL;
}

/// Multiplies one to eight tensors and sums along the letters that the result lacks.
///
/// Each axis has a letter, and a letter has one size everywhere. A letter that occurs twice in one tensor selects the
/// diagonal of both axes. The result has each letter once, in any order. Letters are separate tokens from a to z and A
/// to Z; a tensor of rank 0 has an empty group.
///
/// | form | |
/// |---|---|
/// | `einsum!(i j, j k -> i k; x, y)` | the result; panics if run-time sizes differ |
/// | `try_einsum!(i j, j k -> i k; x, y)` | the same, or an error |
/// | `einsum_into!(i j, j k -> i k; x, y => out)` | written to a tensor of those sizes |
/// | `try_einsum_into!(i j, j k -> i k; x, y => out)` | the same, or an error |
///
/// Tensors are borrowed, and may also be given by reference.
///
/// ```
/// use conformable::{Dim, Shape, Tensor, einsum};
///
/// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
/// let y = Tensor::from([[1, 0], [0, 1], [1, 1]]);
/// let product: Tensor<i32, Shape![2, 2]> = einsum!(i j, j k -> i k; x, y);
/// assert_eq!(product, Tensor::from([[4, 5], [10, 11]]));
/// assert_eq!(einsum!(i j -> j i; x), x.t()); //          transposed
/// assert_eq!(einsum!(i j -> ; x), Tensor::scalar(21)); // the sum
/// assert_eq!(einsum!(i i -> ; product), Tensor::scalar(15)); // the trace
/// assert_eq!(einsum!(i j, i j -> i; x, x), Tensor::from([14, 77]));
/// // without `->`, the letters that occur once, in the order of the alphabet
/// assert_eq!(einsum!(i j, j k; x, y), product);
///
/// fn scores<B: Dim, T: Dim, S: Dim, H: Dim, D: Dim>(
///     q: &Tensor<f32, (B, T, H, D)>,
///     k: &Tensor<f32, (B, S, H, D)>,
/// ) -> Tensor<f32, (B, H, T, S)> {
///     einsum!(b t h d, b s h d -> b h t s; q, k)
/// }
/// # let q = Tensor::from([[[[1.0, 2.0]], [[3.0, 4.0]]]]);
/// # assert_eq!(scores(&q, &q), Tensor::from([[[[5.0, 11.0], [11.0, 25.0]]]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Tensor, einsum};
///
/// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
/// einsum!(i j, j k -> i k; x, x); // `j` is `Size<3>` in `(Size<2>, Size<3>)`, and `Size<2>` in `(Size<2>, Size<3>)`
/// ```
///
/// `...` before the letters of a tensor is any number of axes, which are broadcast by NumPy's rule. Without it in the
/// result they are summed. [`einsum_str`](crate::ops::einsum_str) supports `...` between letters, too.
///
/// ```
/// use conformable::{Shape, Tensor, einsum, shape};
///
/// let x = Tensor::from_fn(shape![4, 1, 2, 3], |[i, _, j, k]| i + 2 * j + k);
/// let y = Tensor::from_fn(shape![5, 3, 2], |[i, j, k]| i * j + k);
/// let products: Tensor<usize, Shape![4, 5, 2, 2]> = einsum!(... i j, ... j k -> ... i k; x, y);
/// assert_eq!(products, x.matmul(&y));
/// ```
///
/// Unlike in NumPy, a size of 1 is not broadcast at a letter. An [`AnyShape`](crate::AnyShape) must have one axis for
/// each letter, which is checked at run time; without `...` the rank of the result is static.
///
/// Two tensors are multiplied as matrices, as by [`matmul`](crate::Tensor::matmul), through views of any strides. Of
/// more tensors, pairs are multiplied in the order with the fewest multiplications. Intermediate results are rounded to
/// the element type. Without the feature `alloc`, loops over all indices replace them.
///
/// Apart from the result, memory is allocated for:
///
/// - each intermediate product
/// - a tensor summed along letters that no other one has
/// - a copy of a tensor whose summed letters are not adjacent in memory in the order of the other's
///
/// # Panics
///
/// If run-time sizes differ at a letter, or the rank of an [`AnyShape`](crate::AnyShape) is not its number of letters.
/// If there are more than 32 letters, `...` has more than 12 axes, or memory cannot be allocated.
#[macro_export]
macro_rules! einsum {
    ($letters:literal $($rest:tt)*) => {
        compile_error!("letters are tokens, and no text: `einsum!(i j, j k -> i k; x, y)`")
    };
    ($($($letter:ident)*),+ $(-> $($result:ident)*)?; $($x:expr),+ $(,)?) => {
        $crate::ops::einsum(
            <$crate::Einsum![$($($letter)*),+ $(-> $($result)*)?]>::new(),
            ($(&$x,)+),
        )
    };
    ($($tokens:tt)*) => {
        $crate::einsum_by!([$crate::ops::einsum] [] $($tokens)*)
    };
}

/// The fallible [`einsum!`](crate::einsum!).
///
/// ```
/// use conformable::{AnyShape, Tensor, try_einsum};
///
/// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]).erase();
/// assert_eq!(try_einsum!(i j, i k -> j k; x, x).unwrap().sizes(), [3, 3]);
///
/// let error = try_einsum!(i j, j k -> i k; x, x).unwrap_err();
/// assert_eq!(error.to_string(), "`j` is 3 in (2, 3), and 2 in (2, 3): a letter has one size everywhere");
/// let error = try_einsum!(i j k -> i k; x).unwrap_err();
/// assert_eq!(error.to_string(), "`(i, j, k)` are not the letters of (2, 3): expected one letter for each axis");
/// ```
#[macro_export]
macro_rules! try_einsum {
    ($($($letter:ident)*),+ $(-> $($result:ident)*)?; $($x:expr),+ $(,)?) => {
        $crate::ops::try_einsum(
            <$crate::Einsum![$($($letter)*),+ $(-> $($result)*)?]>::new(),
            ($(&$x,)+),
        )
    };
    ($($tokens:tt)*) => {
        $crate::einsum_by!([$crate::ops::try_einsum] [] $($tokens)*)
    };
}

/// [`einsum!`](crate::einsum!) into a tensor of those sizes.
///
/// The target is a place, `out` and not `&mut out`.
///
/// ```
/// use conformable::{Tensor, einsum_into};
///
/// let x = Tensor::inline([[1, 2], [3, 4]]);
/// let mut out = Tensor::inline([0; 2]);
/// einsum_into!(i j, i j -> j; x, x => out);
/// assert_eq!(out.into_array(), [10, 20]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Tensor, einsum_into};
///
/// let x = Tensor::inline([[1, 2], [3, 4]]);
/// let mut out = Tensor::inline([0; 3]);
/// einsum_into!(i j, i j -> j; x, x => out); // the shapes `(Size<3>,)` and `(Size<2>,)` must be equal
/// ```
///
/// # Panics
///
/// If [`einsum!`](crate::einsum!) would panic, or the sizes differ.
#[macro_export]
macro_rules! einsum_into {
    ($($($letter:ident)*),+ $(-> $($result:ident)*)?; $($x:expr),+ => $out:expr) => {
        $crate::ops::einsum_into(
            <$crate::Einsum![$($($letter)*),+ $(-> $($result)*)?]>::new(),
            ($(&$x,)+),
            &mut $out,
        )
    };
    ($($tokens:tt)*) => {
        $crate::einsum_by!([$crate::ops::einsum_into] [] $($tokens)*)
    };
}

/// [`einsum_into!`](crate::einsum_into!) that returns an error, and leaves the target unchanged.
///
/// ```
/// use conformable::{Tensor, shape, try_einsum_into};
///
/// let n = 3;
/// let x = Tensor::from([1, 2]);
/// let mut out = Tensor::zeros(shape![n]);
/// assert!(try_einsum_into!(i -> i; x => out).is_err());
/// ```
#[macro_export]
macro_rules! try_einsum_into {
    ($($($letter:ident)*),+ $(-> $($result:ident)*)?; $($x:expr),+ => $out:expr) => {
        $crate::ops::try_einsum_into(
            <$crate::Einsum![$($($letter)*),+ $(-> $($result)*)?]>::new(),
            ($(&$x,)+),
            &mut $out,
        )
    };
    ($($tokens:tt)*) => {
        $crate::einsum_by!([$crate::ops::try_einsum_into] [] $($tokens)*)
    };
}
