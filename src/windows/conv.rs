//! Convolutions and transposed convolutions.
//!
//! ```text
//!   x   (N, C, 224, 224)
//!   w   (O, C,   7,   7)       a stride of 2, a padding of 3
//!   out (N, O, 112, 112)
//! ```
//!
//! ```text
//! convolve((n, c), (o, g))            = (n, o)                              where c = groups * g, and groups divides o
//! convolve((..X, i), (..W, k))        = (..conv(X, W), slide(i, k))
//! transposed((n, c), (c, g))          = (n, groups * g)                     where groups divides c
//! transposed((..X, i), (..W, k))      = (..transposed(X, W), spread(i, k))
//! convolve(X, *) = convolve(*, W)     = *                                   and so for `transposed`
//! ```

use super::moves::{MOST, Moves, ONE_FOR_EACH, moves};
use super::options::{AllTaken, Around, ByAxis, Depthwise, Number, Numbers, Paddings, Unset, Window};
use super::slide::{Along, Slide, Spread};
use crate::axes::HasAxis;
use crate::shape::{
    AnyShape, Axes, Axis, Clash, Dim, DimProd, Dyn, Equal, Meet, Met, Nil, Numbered, Prod, Relation, Shape, ShapeError,
    Size, Unknown, refusal,
};
use typenum::{UTerm, Unsigned};

/// A shape of images `(N, C, ..)` that weights `(O, C / groups, ..)` of the shape `W` can convolve.
///
/// One to three axes follow the channels, as in PyTorch's `conv1d` to `conv3d`.
///
/// ```
/// use conformable::windows::{Conv, Convolved, Window};
/// use conformable::{Dyn, Shape, Size, assert_type_eq, shape};
///
/// type Halved = Window<Size<2>, Size<3>>;
/// assert_type_eq!(Convolved<Shape![_, 3, 224, 224], Shape![64, 3, 7, 7], Halved>, Shape![_, 64, 112, 112]);
/// assert_type_eq!(Convolved<Shape![8, 3, 100], Shape![16, 3, 5]>, Shape![8, 16, 96]);
/// assert_type_eq!(Convolved<Shape![8, 3, 9, 9, 9], Shape![16, 3, 3, 3, 3]>, Shape![8, 16, 7, 7, 7]);
/// assert_eq!(shape![8, 3, 100].conv(&shape![16, 3, 5], &Window::new()), Ok(shape![8, 16, 96]));
///
/// let error = shape![1, 3, 5, 5].erase().conv(&shape![64, 3, 7, 7], &Window::new()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot convolve (1, 3, 5, 5) with weights of (64, 3, 7, 7): a window of 7 does not fit in axis 2, \
///      which is 5 plus the padding 0 and 0"
/// );
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::{Conv, Window};
/// use conformable::shape;
///
/// shape![1, 3, 5, 5].conv(&shape![64, 3, 7, 7], &Window::new()); // a window of `Size<7>` does not fit
/// ```
pub trait Conv<W, Options = Window> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If ranks or channels do not match, the weights do not fit in the padded images, or an option is 0 or has another
    /// number of axes.
    #[inline]
    fn conv(&self, weights: &W, window: &Options) -> Result<Self::Output, ShapeError> {
        self.slides(weights, window).map(|(shape, _)| shape)
    }

    /// [`conv`](Self::conv) with the motion of the weights.
    #[doc(hidden)]
    fn slides(&self, weights: &W, window: &Options) -> Result<(Self::Output, Moves), ShapeError>;
}

/// The shape of the convolution of images `S` with weights `W`.
pub type Convolved<S, W, Options = Window> = <S as Conv<W, Options>>::Output;

/// A shape of images `(N, C, ..)` that weights `(C, O / groups, ..)` of the shape `W` can convolve, transposed.
///
/// It reverses the sizes of a convolution, as PyTorch's `conv_transpose1d` to `conv_transpose3d`.
///
/// ```
/// use conformable::windows::{ConvTranspose, ConvTransposed, Window};
/// use conformable::{Dyn, Shape, Size, assert_type_eq, shape};
///
/// type Doubled = Window<Size<2>, Size<1>>;
/// assert_type_eq!(ConvTransposed<Shape![_, 64, 14, 14], Shape![64, 32, 4, 4], Doubled>, Shape![_, 32, 28, 28]);
/// assert_eq!(shape![1, 2, 5].conv_transpose(&shape![2, 3, 3], &Window::new()), Ok(shape![1, 3, 7]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::{ConvTranspose, Window};
/// use conformable::shape;
///
/// // `Size<2>` channels, and the weights are for `Size<3>`
/// shape![1, 2, 5].conv_transpose(&shape![3, 2, 3], &Window::new());
/// ```
pub trait ConvTranspose<W, Options = Window> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If ranks or channels do not match, the result would have a negative size, or an option is 0, computed from the
    /// stride ([`Same`](super::Same)), or has another number of axes.
    #[inline]
    fn conv_transpose(&self, weights: &W, window: &Options) -> Result<Self::Output, ShapeError> {
        self.spreads(weights, window).map(|(shape, _)| shape)
    }

    /// [`conv_transpose`](Self::conv_transpose) with the motion of the weights.
    #[doc(hidden)]
    fn spreads(&self, weights: &W, window: &Options) -> Result<(Self::Output, Moves), ShapeError>;
}

/// The shape of the transposed convolution of images `S` with weights `W`.
pub type ConvTransposed<S, W, Options = Window> = <S as ConvTranspose<W, Options>>::Output;

impl<S: Shape, W: Shape, M: SlidesOver<S, W>> Conv<W, M> for S {
    type Output = M::Output;

    #[inline]
    fn slides(&self, weights: &W, window: &M) -> Result<(Self::Output, Moves), ShapeError> {
        let moves = self.with_sizes(|x| weights.with_sizes(|w| window.slides(x, w)));
        let moves = moves.map_err(|clash| refusal(Relation::Convolved, clash, self, weights))?;
        Ok((Self::Output::from_sizes(moves.sizes())?, moves))
    }
}

impl<S: Shape, W: Shape, M: SpreadsOver<S, W>> ConvTranspose<W, M> for S {
    type Output = M::Output;

    #[inline]
    fn spreads(&self, weights: &W, window: &M) -> Result<(Self::Output, Moves), ShapeError> {
        let moves = self.with_sizes(|x| weights.with_sizes(|w| window.spreads(x, w)));
        let moves = moves.map_err(|clash| refusal(Relation::Convolved, clash, self, weights))?;
        Ok((Self::Output::from_sizes(moves.sizes())?, moves))
    }
}

/// Options of a convolution of images `S` with weights `W`.
///
/// The compiler infers the options last. They are `Self`, because it selects no impl before it knows `Self`.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{S}` with weights of `{W}`",
    label = "`{Self}` is not a window; write `Window::new()` with its options: `.stride(Size::<2>)`",
    note = "only `conv_transpose` has an output padding, and only pools have a `ceil_mode`",
    note = "conformable: E-window"
)]
pub trait SlidesOver<S, W> {
    /// The resulting shape.
    type Output: Shape;

    /// Computes the motion of the weights.
    ///
    /// # Errors
    ///
    /// As for [`Conv::conv`].
    fn slides(&self, x: &[usize], w: &[usize]) -> Result<Moves, Clash>;
}

/// Options of a transposed convolution of images `S` with weights `W`.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{S}` with weights of `{W}`",
    label = "`{Self}` is not a window; write `Window::new()` with its options: `.stride(Size::<2>)`",
    note = "conformable: E-window"
)]
pub trait SpreadsOver<S, W> {
    /// The resulting shape.
    type Output: Shape;

    /// Computes the motion of the weights.
    ///
    /// # Errors
    ///
    /// As for [`ConvTranspose::conv_transpose`].
    fn spreads(&self, x: &[usize], w: &[usize]) -> Result<Moves, Clash>;
}

impl<S: Shape, W: Slides<S>, St: Numbers, Pad: Paddings, Dil: Numbers, G: Groups> SlidesOver<S, W>
    for Window<St, Pad, Dil, G>
where
    W::Axes: WindowAxes<S::Axes, Slide<St, Pad, Dil>, G, S, W>,
{
    type Output = <W::Axes as WindowAxes<S::Axes, Slide<St, Pad, Dil>, G, S, W>>::Output;

    #[inline]
    fn slides(&self, x: &[usize], w: &[usize]) -> Result<Moves, Clash> {
        conv(x, w, self)
    }
}

impl<S: Shape, W: Slides<S>, St: Numbers, Pad: Paddings, Dil: Numbers, G: Groups, More: Paddings> SpreadsOver<S, W>
    for Window<St, Pad, Dil, G, More>
where
    W::Axes: WindowAxes<S::Axes, Spread<St, Pad, Dil, More>, G, S, W>,
{
    type Output = <W::Axes as WindowAxes<S::Axes, Spread<St, Pad, Dil, More>, G, S, W>>::Output;

    #[inline]
    fn spreads(&self, x: &[usize], w: &[usize]) -> Result<Moves, Clash> {
        transposed(x, w, self)
    }
}

/// A shape of images: batch, channels, and one to three axes along which a window moves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of images",
    label = "images are `(N, C, ..)`: a batch, channels, and one to three axes along which the window moves",
    note = "conformable: E-window"
)]
pub trait Images: Shape {}

impl Images for AnyShape {}
impl<N, C, L> Images for (N, C, L) where Self: Shape {}
impl<N, C, H, W> Images for (N, C, H, W) where Self: Shape {}
impl<N, C, D, H, W> Images for (N, C, D, H, W) where Self: Shape {}

/// Weights for `S`, if that is a shape of images. (`Self` for the reason given at [`SlidesOver`].)
#[diagnostic::on_unimplemented(
    message = "`{S}` is not a shape of images",
    label = "images are `(N, C, ..)`: a batch, channels, and one to three axes along which the window moves",
    note = "conformable: E-window"
)]
pub trait Slides<S>: Shape {}

impl<S: Images, W: Shape> Slides<S> for W {}

/// Two lists, innermost axis first: the images `List` and the weights `Self`, with the motion `How`.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{Input}` with weights of `{Weights}`",
    label = "the compiler cannot prove that these shapes fit",
    note = "in generic code, add the bound `where {Input}: Conv<{Weights}, ..>`",
    note = "conformable: E-window"
)]
pub trait WindowAxes<List, How, Grouping, Input, Weights> {
    /// The resulting shape.
    type Output: Shape;
}

// convolve((n, c), (o, g)) = (n, o), and transposed((n, c), (c, g)) = (n, groups * g)
impl<N: Dim, Channels, Outputs, PerGroup, How: AllTaken<Input>, Grouping, Input, Weights>
    WindowAxes<Axes<Channels, Axes<N, Nil>>, How, Grouping, Input, Weights> for Axes<PerGroup, Axes<Outputs, Nil>>
where
    Grouping: Grouped<How, Channels, Outputs, PerGroup, Input, Weights>,
{
    type Output = (N, Grouping::Output);
}

// convolve((..X, i), (..W, k)) = (..conv(X, W), along(i, k))
impl<Size, NextSize, ThirdSize, MoreSizes, Kernel, NextKernel, ThirdKernel, MoreKernels, How, Grouping, Input, Weights>
    WindowAxes<Axes<Size, Axes<NextSize, Axes<ThirdSize, MoreSizes>>>, How, Grouping, Input, Weights>
    for Axes<Kernel, Axes<NextKernel, Axes<ThirdKernel, MoreKernels>>>
where
    How: ByAxis<Input, Last: Along<Size, Kernel, Input>>,
    Axes<NextKernel, Axes<ThirdKernel, MoreKernels>>:
        WindowAxes<Axes<NextSize, Axes<ThirdSize, MoreSizes>>, How::Outer, Grouping, Input, Weights>,
{
    type Output = <<Axes<NextKernel, Axes<ThirdKernel, MoreKernels>> as WindowAxes<
        Axes<NextSize, Axes<ThirdSize, MoreSizes>>,
        How::Outer,
        Grouping,
        Input,
        Weights,
    >>::Output as Shape>::Push<<How::Last as Along<Size, Kernel, Input>>::Output>;
}

// convolve(X, *) = *
impl<List, How, Grouping, Input, Weights> WindowAxes<List, How, Grouping, Input, Weights> for AnyShape {
    type Output = Self;
}

// convolve(*, W) = *
impl<Last, Outer, How, Grouping, Input, Weights> WindowAxes<AnyShape, How, Grouping, Input, Weights>
    for Axes<Last, Outer>
{
    type Output = AnyShape;
}

/// Refuses lists of different lengths.
macro_rules! refused {
    ($($X:ty, $W:ty [$($D:ident)*];)*) => {$(
        impl<$($D,)* How, Grouping, Input: SameRankAs<Weights>, Weights>
            WindowAxes<$X, How, Grouping, Input, Weights> for $W
        {
            type Output = ();
        }
    )*};
}

refused!(
    Axes<C, Axes<N, Nil>>, Axes<K, Axes<J, Axes<O, W>>> [C N K J O W];
    Axes<I, Axes<C, Axes<N, X>>>, Axes<K, Axes<O, Nil>> [I C N X K O];
    Axes<I, X>, Axes<K, Nil> [I X K];
    X, Nil [X];
);

/// Never implemented: the ranks differ.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{Self}` with weights of `{Weights}`",
    label = "their ranks differ: images are `(N, C, ..)`, and weights have as many axes",
    note = "conformable: E-window"
)]
pub trait SameRankAs<Weights> {}

/// The number of groups of channels: [`Unset`] for one, [`Depthwise`] for one per channel, or a [`Number`].
pub trait Groups: Copy {
    #[doc(hidden)]
    fn count(self, channels: usize) -> usize;
}

impl<G: Number> Groups for G {
    #[inline]
    fn count(self, _: usize) -> usize {
        self.or(1)
    }
}

impl Groups for Depthwise {
    #[inline]
    fn count(self, channels: usize) -> usize {
        channels
    }
}

/// A grouping of `C` channels of images, with weights whose first two axes are `O` and `P`.
pub trait Grouped<M, C, O, P, S, Ws> {
    /// The channels of the result.
    type Output: Dim;
}

impl<St, Pad, Dil, C: SharedChannels<P, S, Ws>, O: Dim, P, S, Ws> Grouped<Slide<St, Pad, Dil>, C, O, P, S, Ws>
    for Unset
{
    type Output = O;
}

impl<St, Pad, Dil, More, C: SharedChannels<O, S, Ws>, O, P: Dim, S, Ws>
    Grouped<Spread<St, Pad, Dil, More>, C, O, P, S, Ws> for Unset
{
    type Output = P;
}

macro_rules! grouped {
    ($($G:ty as $Groups:ty [$($parameters:tt)*];)*) => {$(
        impl<St, Pad, Dil, C, O: Dim, P, S, Ws, $($parameters)*> Grouped<Slide<St, Pad, Dil>, C, O, P, S, Ws> for $G
        where
            C: InGroups<$Groups, P, S, Ws>,
            O: ManyOf<$Groups, S, Ws>,
        {
            type Output = O;
        }

        impl<St, Pad, Dil, More, C, O, P, S, Ws, $($parameters)*> Grouped<Spread<St, Pad, Dil, More>, C, O, P, S, Ws>
            for $G
        where
            C: SharedChannels<O, S, Ws> + ManyOf<$Groups, S, Ws>,
            P: DimProd<$Groups>,
            $Groups: Dim,
        {
            type Output = Prod<P, $Groups>;
        }
    )*};
}

grouped!(
    Size<N> as Size<N> [const N: usize];
    Dyn as Dyn [];
    usize as Dyn [];
);

impl<St, Pad, Dil, C, O, P, S, Ws> Grouped<Slide<St, Pad, Dil>, C, O, P, S, Ws> for Depthwise
where
    C: EachChannel<O, P, S, Ws>,
{
    type Output = C::Output;
}

impl<St, Pad, Dil, More, C, O, P, S, Ws> Grouped<Spread<St, Pad, Dil, More>, C, O, P, S, Ws> for Depthwise
where
    C: EachChannel<O, P, S, Ws>,
{
    type Output = C::Output;
}

/// Channels of images that equal those of the weights.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{S}` with weights of `{Ws}`",
    label = "the images have `{Self}` channels, and the weights are for `{Other}`",
    note = "conformable: E-window"
)]
pub trait SharedChannels<Other, S, Ws> {}

#[diagnostic::do_not_recommend]
impl<C: Dim, P: Dim, S, Ws> SharedChannels<P, S, Ws> for C where C::Kind: Meet<P::Kind, Equal> {}

/// Channels of images that are `G` groups of `P`.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{S}` with weights of `{Ws}`",
    label = "the images have `{Self}` channels, which are not `{G}` groups of `{P}`",
    note = "conformable: E-window"
)]
pub trait InGroups<G, P, S, Ws> {}

#[diagnostic::do_not_recommend]
impl<C: Dim, G: Dim, P: Dim + DimProd<G>, S, Ws> InGroups<G, P, S, Ws> for C where
    C::Kind: Meet<<Prod<P, G> as Dim>::Kind, Equal>
{
}

/// A number of channels that `G` divides.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{S}` with weights of `{Ws}`",
    label = "`{G}` groups do not divide `{Self}` channels",
    note = "conformable: E-window"
)]
pub trait ManyOf<G, S, Ws> {}

#[diagnostic::do_not_recommend]
impl<D: Numbered<Number: DividedBy<G::Number>>, G: Numbered, S, Ws> ManyOf<G, S, Ws> for D {}

/// A number of channels that is a multiple of `G`, the number of groups; unknown numbers count as multiples.
pub trait DividedBy<G> {}

impl<G> DividedBy<G> for Unknown {}
impl<N: Unsigned> DividedBy<Unknown> for N {}
impl<N: Unsigned + core::ops::Rem<G, Output = UTerm>, G: Unsigned> DividedBy<G> for N {}

/// Channels of images that each have a window in the weights.
#[diagnostic::on_unimplemented(
    message = "cannot convolve `{S}` with weights of `{Ws}` for each channel",
    label = "for `{Self}` channels the weights are `({Self}, Size<1>, ..)`, not `({O}, {P}, ..)`",
    note = "conformable: E-window"
)]
pub trait EachChannel<O, P, S, Ws> {
    /// The dim that is known more precisely.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<C: Dim, O: Dim, P: Dim, S, Ws> EachChannel<O, P, S, Ws> for C
where
    C::Kind: Meet<O::Kind, Equal>,
    P::Kind: Meet<<Size<1> as Dim>::Kind, Equal>,
{
    type Output = Met<C, O, Equal>;
}

/// The shape of a bias: one element for each channel of the result `Out`.
#[diagnostic::on_unimplemented(
    message = "cannot add a bias of `{Self}` to a convolution whose result is `{Out}`",
    label = "a bias has one axis: one element for each channel",
    note = "conformable: E-window"
)]
pub trait Bias<Out: Shape> {
    /// Fails unless there is one element for each channel.
    #[doc(hidden)]
    fn check(&self, out: &Out) -> Result<(), ShapeError>
    where
        Self: Shape,
    {
        let channels = out.with_sizes(|sizes| sizes.get(1).copied());
        if self.with_sizes(|sizes| channels.is_some() && sizes.first() == channels.as_ref() && sizes.len() == 1) {
            return Ok(());
        }
        let why = "a bias has one element for each channel, which is axis 1 of the result";
        Err(ShapeError::cannot("add a bias of", self.partial(), why)
            .second("to a convolution whose result is", out.partial()))
    }
}

impl<Out: Shape> Bias<Out> for AnyShape {}

#[diagnostic::do_not_recommend]
impl<B, Out: Shape + HasAxis<Axis<1>, Item: HasBias<B, Out>>> Bias<Out> for (B,) where Self: Shape {}

/// A result that can take a bias of the shape `B`: [`Bias`] with the result as `Self`, which the compiler knows first.
pub trait Biased<B> {
    /// See [`Bias::check`].
    #[doc(hidden)]
    fn check_bias(&self, bias: &B) -> Result<(), ShapeError>;
}

impl<Out: Shape, B: Shape + Bias<Out>> Biased<B> for Out {
    #[inline]
    fn check_bias(&self, bias: &B) -> Result<(), ShapeError> {
        bias.check(self)
    }
}

/// The channels of a result that equal the `B` elements of a bias.
#[diagnostic::on_unimplemented(
    message = "cannot add a bias of `({B},)` to a convolution whose result is `{Out}`",
    label = "the result has `{Self}` channels, and the bias `{B}` elements",
    note = "conformable: E-window"
)]
pub trait HasBias<B, Out> {}

#[diagnostic::do_not_recommend]
impl<C: Dim, B: Dim, Out> HasBias<B, Out> for C where C::Kind: Meet<B::Kind, Equal> {}

/// The axes along which the weights move: one to three.
fn axes<'a>(x: &'a [usize], w: &'a [usize]) -> Result<(&'a [usize], &'a [usize]), Clash> {
    if !(3..=MOST + 2).contains(&x.len()) {
        let why = "images are `(N, C, ..)`: a batch, channels, and one to three axes along which the window moves";
        return Err(Clash::Other { axis: None, why });
    }
    if x.len() == w.len() { Ok((&x[2..], &w[2..])) } else { Err(Clash::Rank) }
}

/// The number of channels in each group.
fn grouped(channels: usize, groups: usize) -> Result<usize, Clash> {
    match channels.checked_div(groups) {
        Some(each) if each * groups == channels => Ok(each),
        // 0 channels are 0 groups of 0
        None if channels == 0 => Ok(0),
        _ => Err(Clash::Groups { groups, channels }),
    }
}

fn conv<St: Numbers, Pad: Paddings, Dil: Numbers, G: Groups>(
    x: &[usize],
    w: &[usize],
    window: &Window<St, Pad, Dil, G>,
) -> Result<Moves, Clash> {
    let options = (&window.stride, &window.dilation, &window.padding);
    let mut moves =
        moves(axes(x, w)?, options, (false, false), |_| 1, |steps, size, axis| steps.slide(size, axis + 2))?;
    let ([n, channels, ..], [o, each, ..]) = (x, w) else { return Err(Clash::Rank) };
    let groups = window.groups.count(*channels);
    if each.checked_mul(groups) != Some(*channels) {
        return Err(Clash::Channels { groups, each: *each });
    }
    grouped(*o, groups)?;
    (moves.sizes[0], moves.sizes[1], moves.groups) = (*n, *o, groups);
    Ok(moves)
}

fn transposed<St: Numbers, Pad: Paddings, Dil: Numbers, G: Groups, More: Paddings>(
    x: &[usize],
    w: &[usize],
    window: &Window<St, Pad, Dil, G, More>,
) -> Result<Moves, Clash> {
    let options = (&window.stride, &window.dilation, &window.padding);
    let more = |axis| if let Around::Sides([more, _]) = window.more.sides(axis) { more } else { 0 };
    let axes = axes(x, w)?;
    if window.more.count().is_some_and(|count| count != axes.0.len()) {
        return Err(Clash::Other { axis: None, why: ONE_FOR_EACH });
    }
    let mut moves =
        moves(axes, options, (false, false), |_| 1, |steps, size, axis| steps.spread(size, more(axis), axis + 2))?;
    let ([n, channels, ..], [from, each, ..]) = (x, w) else { return Err(Clash::Rank) };
    let groups = window.groups.count(*channels);
    if from != channels {
        return Err(Clash::Channels { groups: 1, each: *from });
    }
    grouped(*channels, groups)?;
    (moves.sizes[0], moves.groups) = (*n, groups);
    moves.sizes[1] = each.checked_mul(groups).ok_or(Clash::Overflow)?;
    Ok(moves)
}
