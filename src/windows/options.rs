//! The options of a moving window: stride, padding, dilation, and groups of channels.

use crate::shape::{Dim, Dyn, IntoDim, Label, Size};
use typenum::{Const, NonZero, ToUInt};

/// The options of a window. The default is stride 1, no padding ("valid"), dilation 1, and one group of channels.
///
/// An option is one number for all axes, known at compile time (`Size::<2>`) or at run time (`n`), or one for each
/// axis: `shape![2, n]`, `[2, 1]` or a slice. An option known only at run time makes the size in the result a [`Dyn`].
///
/// ```
/// use conformable::windows::{Convolved, Same, Sides, Window};
/// use conformable::{Shape, Size, assert_type_eq, shape};
///
/// type Image = Shape![8, 3, 224, 224];
/// let window = Window::new().stride(Size::<2>).padding(Size::<3>);
/// let window = Window::new().stride(shape![2, 1]).padding(Sides(Size::<0>, Size::<1>)).dilation(Size::<2>);
/// let window = Window::new().padding(Same).groups(Size::<3>);
///
/// type Halved = Window<Size<2>, Size<3>>;
/// assert_type_eq!(Convolved<Image, Shape![64, 3, 7, 7], Halved>, Shape![8, 64, 112, 112]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::Window;
/// use conformable::Size;
///
/// Window::new().stride(Size::<0>); // a step of `Size<0>` goes nowhere
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window<Stride = Unset, Padding = Size<0>, Dilation = Unset, Groups = Unset, More = Unset> {
    pub(crate) stride: Stride,
    pub(crate) padding: Padding,
    pub(crate) dilation: Dilation,
    pub(crate) groups: Groups,
    pub(crate) more: More,
    pub(crate) padding_counts: bool,
}

/// The default of an option: stride 1, or for a pool the size of its window; dilation 1; one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unset;

/// Pads to a result of `size / stride`, rounded up; the larger half of the padding is after the elements.
///
/// ONNX's `SAME_UPPER` and TensorFlow's `SAME`. With a stride of 1 the size stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Same;

/// [`Same`] with the larger half of the padding before the elements: ONNX's `SAME_LOWER`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SameLower;

/// Rounds the number of positions up: see [`Window::ceil_mode`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CeilMode;

/// Different paddings before and after the elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<Before, After>(pub Before, pub After);

/// One group for each channel: the weights are `(C, 1, ..)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depthwise;

impl Window {
    /// Returns the default options: stride 1 and no padding.
    #[must_use]
    pub const fn new() -> Self {
        Self { stride: Unset, padding: Size, dilation: Unset, groups: Unset, more: Unset, padding_counts: false }
    }
}

impl<Stride, Padding, Dilation, Groups, More> Window<Stride, Padding, Dilation, Groups, More> {
    /// Sets the stride: one for all axes, or one for each.
    #[must_use]
    pub fn stride<Steps: Numbers>(self, stride: Steps) -> Window<Steps, Padding, Dilation, Groups, More> {
        let Self { padding, dilation, groups, more, padding_counts, .. } = self;
        Window { stride, padding, dilation, groups, more, padding_counts }
    }

    /// Sets the padding on both sides of each axis, or on each side with [`Sides`].
    ///
    /// [`Same`] and [`SameLower`] compute it from the stride. A tuple has one entry for each axis.
    #[must_use]
    pub fn padding<P: Paddings>(self, padding: P) -> Window<Stride, P, Dilation, Groups, More> {
        let Self { stride, dilation, groups, more, padding_counts, .. } = self;
        Window { stride, padding, dilation, groups, more, padding_counts }
    }

    /// Sets the dilation, the distance between neighbouring elements of the window.
    #[must_use]
    pub fn dilation<Steps: Numbers>(self, dilation: Steps) -> Window<Stride, Padding, Steps, Groups, More> {
        let Self { stride, padding, groups, more, padding_counts, .. } = self;
        Window { stride, padding, dilation, groups, more, padding_counts }
    }

    /// Sets the number of groups of channels. Each group has its own weights.
    #[must_use]
    pub fn groups<G: Number>(self, groups: G) -> Window<Stride, Padding, Dilation, G, More> {
        let Self { stride, padding, dilation, more, padding_counts, .. } = self;
        Window { stride, padding, dilation, groups, more, padding_counts }
    }

    /// Gives each channel its own window: [`Depthwise`].
    #[must_use]
    pub fn depthwise(self) -> Window<Stride, Padding, Dilation, Depthwise, More> {
        let Self { stride, padding, dilation, more, padding_counts, .. } = self;
        Window { stride, padding, dilation, groups: Depthwise, more, padding_counts }
    }

    /// Sets the output padding of a transposed convolution: the number of elements added at the end of each axis.
    ///
    /// It selects one of the sizes that a convolution with a stride maps to the same size.
    #[must_use]
    pub fn output_padding<M: Paddings>(self, more: M) -> Window<Stride, Padding, Dilation, Groups, M> {
        let Self { stride, padding, dilation, groups, padding_counts, .. } = self;
        Window { stride, padding, dilation, groups, more, padding_counts }
    }

    /// Rounds the number of positions of a pool up, as PyTorch's and ONNX's `ceil_mode`.
    ///
    /// The last window may extend past the padding if it starts in the axis or in the padding before it.
    ///
    /// ```
    /// use conformable::windows::{CeilMode, Pooled, Unset, Window};
    /// use conformable::{Shape, Size, Tensor, assert_type_eq, shape};
    ///
    /// let x = Tensor::from([1, 5, 2, 4, 3]);
    /// assert_eq!(x.max_pool(shape![2], Window::new()), Tensor::from([5, 4]));
    /// assert_eq!(x.max_pool(shape![2], Window::new().ceil_mode()), Tensor::from([5, 4, 3]));
    ///
    /// type Ceil = Window<Unset, Size<0>, Unset, Unset, CeilMode>;
    /// assert_type_eq!(Pooled<Shape![8, 5], Shape![2], Ceil>, Shape![8, 3]);
    /// ```
    #[must_use]
    pub fn ceil_mode(self) -> Window<Stride, Padding, Dilation, Groups, CeilMode> {
        let Self { stride, padding, dilation, groups, padding_counts, .. } = self;
        Window { stride, padding, dilation, groups, more: CeilMode, padding_counts }
    }

    /// Makes the mean of a pool count padding as elements of value 0, as PyTorch's and ONNX's `count_include_pad`.
    ///
    /// By default, only elements count. Only [`avg_pool`](crate::Tensor::avg_pool) uses this option.
    ///
    /// ```
    /// use conformable::windows::Window;
    /// use conformable::{Size, Tensor, shape};
    ///
    /// let (x, window) = (Tensor::from([4.0, 8.0]), Window::new().padding(Size::<1>));
    /// assert_eq!(x.avg_pool(shape![2], window), Tensor::from([4.0, 8.0]));
    /// assert_eq!(x.avg_pool(shape![2], window.count_include_pad(true)), Tensor::from([2.0, 4.0]));
    /// ```
    #[must_use]
    pub const fn count_include_pad(mut self, padding_counts: bool) -> Self {
        self.padding_counts = padding_counts;
        self
    }
}

/// A number, not 0 if it is known: a [`Size`], a [`Dyn`] or a `usize`; or [`Unset`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a stride, a dilation or a number of groups",
    label = "expected a number of at least 1: `Size::<2>`, or `n`",
    note = "conformable: E-window"
)]
pub trait Number: Copy {
    /// The dim of the number; `Otherwise` for [`Unset`].
    type Or<Otherwise>;

    #[doc(hidden)]
    fn or(self, otherwise: usize) -> usize;
}

impl Number for Unset {
    type Or<Otherwise> = Otherwise;

    #[inline]
    fn or(self, otherwise: usize) -> usize {
        otherwise
    }
}

impl<L: Label + ?Sized> Number for Dyn<L> {
    type Or<Otherwise> = Dyn;

    #[inline]
    fn or(self, _: usize) -> usize {
        self.size()
    }
}

impl Number for usize {
    type Or<Otherwise> = Dyn;

    #[inline]
    fn or(self, _: usize) -> usize {
        self
    }
}

impl<const N: usize> Number for Size<N>
where
    Self: Positive,
{
    type Or<Otherwise> = Self;

    #[inline]
    fn or(self, _: usize) -> usize {
        N
    }
}

/// A number that is not 0.
#[diagnostic::on_unimplemented(
    message = "a stride, a dilation or a number of groups cannot be `{Self}`",
    label = "expected at least 1",
    note = "conformable: E-window"
)]
pub trait Positive {}

#[diagnostic::do_not_recommend]
impl<const N: usize> Positive for Size<N> where Const<N>: ToUInt<Output: NonZero> {}

/// Strides or dilations, not 0: one for all axes, or one for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a stride or a dilation",
    label = "expected at least 1: `Size::<2>` or `n` for all axes, `shape![2, n]` or `[2, 1]` for each axis",
    note = "conformable: E-window"
)]
pub trait Numbers: Copy {
    /// The number of entries; `None` for one for all axes.
    #[doc(hidden)]
    fn count(&self) -> Option<usize>;

    /// The entry of an axis, or `otherwise` for [`Unset`].
    #[doc(hidden)]
    fn number(&self, axis: usize, otherwise: usize) -> usize;
}

/// Paddings: one for all axes, or one for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a padding",
    label = "a padding is `Size::<2>` or `n` on both sides, `Sides(Size::<0>, n)`, `Same`, `SameLower`, or a tuple of one for each axis",
    note = "conformable: E-window"
)]
pub trait Paddings: Copy {
    #[doc(hidden)]
    fn count(&self) -> Option<usize>;

    #[doc(hidden)]
    fn sides(&self, axis: usize) -> Around;
}

/// The padding of one axis, at run time.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// The numbers of elements before and after the axis.
    Sides([usize; 2]),
    /// [`Same`].
    Same,
    /// [`SameLower`].
    SameLower,
}

/// The entry of an option for the last axis, and those before.
pub trait ByAxis<S> {
    /// The entry for the last axis.
    type Last;
    /// The entries of the axes before it.
    type Outer;
}

/// Never implemented: an option has too few entries.
#[diagnostic::on_unimplemented(
    message = "the window has fewer strides, paddings or dilations than axes in `{Self}`",
    label = "give one for each axis, or one for all axes without a tuple: `stride(Size::<2>)`",
    note = "conformable: E-window"
)]
pub trait FewerAxes {}

/// Options without entries left over.
#[diagnostic::on_unimplemented(
    message = "the window has more strides, paddings or dilations than axes in `{S}`",
    label = "`{Self}` is left over: give one for each axis, or one for all axes without a tuple: `stride(Size::<2>)`",
    note = "conformable: E-window"
)]
pub trait AllTaken<S> {}

/// Implements the traits of options with one entry for all axes: `numbers` and `paddings`, and `by_axis` for both.
macro_rules! one_for_all {
    (numbers $($T:ty [$($parameters:tt)*];)*) => {$(
        impl<$($parameters)*> Numbers for $T where $T: Number {
            #[inline]
            fn count(&self) -> Option<usize> {
                None
            }

            #[inline]
            fn number(&self, _: usize, otherwise: usize) -> usize {
                self.or(otherwise)
            }
        }
    )*};
    (paddings $($T:ty [$($parameters:tt)*] |$of:pat_param| $sides:expr;)*) => {$(
        impl<$($parameters)*> Paddings for $T {
            #[inline]
            fn count(&self) -> Option<usize> {
                None
            }

            #[inline]
            fn sides(&self, _: usize) -> Around {
                let $of = self;
                $sides
            }
        }
    )*};
    (by_axis $($T:ty [$($parameters:tt)*] $Last:ty;)*) => {$(
        impl<S, $($parameters)*> ByAxis<S> for $T {
            type Last = $Last;
            type Outer = Self;
        }

        impl<S, $($parameters)*> AllTaken<S> for $T {}
    )*};
}

one_for_all!(numbers
    Unset [];
    Size<N> [const N: usize];
    Dyn<L> [L: Label + ?Sized];
    usize [];
);
one_for_all!(paddings
    Unset [] |_| Around::Sides([0; 2]);
    Size<N> [const N: usize] |_| Around::Sides([N; 2]);
    Dyn<L> [L: Label + ?Sized] |both| Around::Sides([both.size(); 2]);
    usize [] |both| Around::Sides([*both; 2]);
    Same [] |_| Around::Same;
    SameLower [] |_| Around::SameLower;
    Sides<B, A> [B: IntoDim + Copy, A: IntoDim + Copy]
        |both| Around::Sides([both.0.into_dim().size(), both.1.into_dim().size()]);
);
one_for_all!(by_axis
    Unset [] Self;
    Size<N> [const N: usize] Self;
    Dyn<L> [L: Label + ?Sized] Dyn;
    usize [] Dyn;
    Same [] Self;
    SameLower [] Self;
    Sides<B, A> [B, A] Self;
    [usize; N] [const N: usize] Dyn;
    [[usize; 2]; N] [const N: usize] Dyn;
    &[usize] [] Dyn;
    &[[usize; 2]] [] Dyn;
);

/// Implements the traits of run-time options: `lists!([usize; N] [const N: usize] &[usize];)` for numbers, with `sides`
/// for pairs of paddings.
macro_rules! lists {
    ($($List:ty [$($parameters:tt)*] $($sides:ident)?;)*) => {$(
        lists!(@ $List [$($parameters)*] $($sides)?);
    )*};
    (@ $List:ty [$($parameters:tt)*]) => {
        impl<$($parameters)*> Numbers for $List {
            #[inline]
            fn count(&self) -> Option<usize> {
                Some(self.len())
            }

            #[inline]
            fn number(&self, axis: usize, _: usize) -> usize {
                self[axis]
            }
        }

        lists!(@ $List [$($parameters)*] |each| [each; 2]);
    };
    (@ $List:ty [$($parameters:tt)*] sides) => { lists!(@ $List [$($parameters)*] |both| both); };
    (@ $List:ty [$($parameters:tt)*] |$each:ident| $sides:expr) => {
        impl<$($parameters)*> Paddings for $List {
            #[inline]
            fn count(&self) -> Option<usize> {
                Some(self.len())
            }

            #[inline]
            fn sides(&self, axis: usize) -> Around {
                let $each = self[axis];
                Around::Sides($sides)
            }
        }
    };
}

lists!(
    [usize; N] [const N: usize];
    &[usize] [];
    [[usize; 2]; N] [const N: usize] sides;
    &[[usize; 2]] [] sides;
);

macro_rules! one_for_each {
    ($($count:literal: $($Outer:ident $i:tt)* => $Last:ident $last:tt;)*) => {$(
        impl<$($Outer: Number,)* $Last: Number> Numbers for ($($Outer,)* $Last,) {
            #[inline]
            fn count(&self) -> Option<usize> {
                Some($count)
            }

            #[inline]
            fn number(&self, axis: usize, otherwise: usize) -> usize {
                match axis {
                    $($i => self.$i.or(otherwise),)*
                    _ => self.$last.or(otherwise),
                }
            }
        }

        impl<$($Outer: Paddings,)* $Last: Paddings> Paddings for ($($Outer,)* $Last,) {
            #[inline]
            fn count(&self) -> Option<usize> {
                Some($count)
            }

            #[inline]
            fn sides(&self, axis: usize) -> Around {
                match axis {
                    $($i => self.$i.sides(0),)*
                    _ => self.$last.sides(0),
                }
            }
        }

        impl<S, $($Outer,)* $Last> ByAxis<S> for ($($Outer,)* $Last,) {
            type Last = $Last;
            type Outer = ($($Outer,)*);
        }
    )*};
}

one_for_each!(
    1: => A 0;
    2: A 0 => B 1;
    3: A 0 B 1 => C 2;
);

impl<S> AllTaken<S> for () {}

impl<S: FewerAxes> ByAxis<S> for () {
    type Last = Size<1>;
    type Outer = Self;
}
