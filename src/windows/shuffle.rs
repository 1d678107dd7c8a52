//! Pixel shuffle: channels become blocks of rows and columns, and back.
//!
//! ```text
//! shuffle((..S, c, h, w), r)    = (..S, c / (r * r), h * r, w * r)
//! unshuffle((..S, c, h, w), r)  = (..S, c * (r * r), h / r, w / r)
//! ```

use crate::axes::{HasAxis, axis_of};
use crate::shape::{Axis, Dim, DimProd, DimQuot, Shape, ShapeError};

/// A shape of images `(.., C, H, W)` whose channels can become blocks of `R` rows and columns.
///
/// ```
/// use conformable::windows::{PixelShuffle, PixelShuffled};
/// use conformable::{Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(PixelShuffled<Shape![_, 12, 8, 8], Size<2>>, Shape![_, 3, 16, 16]);
/// assert_eq!(shape![9, 4, 5].pixel_shuffle(Size::<3>), Ok(shape![1, 12, 15]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::PixelShuffle;
/// use conformable::{Size, shape};
///
/// shape![10, 4, 4].pixel_shuffle(Size::<2>); // 4 does not divide `Size<10>`
/// ```
pub trait PixelShuffle<R> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the square of the factor does not divide the channels, or an [`AnyShape`](crate::AnyShape) has fewer than
    /// three axes.
    fn pixel_shuffle(&self, factor: R) -> Result<Self::Output, ShapeError>;
}

/// A shape of images `(.., C, H, W)` whose blocks of `R` rows and columns can become channels.
///
/// ```
/// use conformable::windows::{PixelUnshuffle, PixelUnshuffled};
/// use conformable::{Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(PixelUnshuffled<Shape![_, 3, 16, 16], Size<2>>, Shape![_, 12, 8, 8]);
/// assert_eq!(shape![1, 12, 15].pixel_unshuffle(Size::<3>), Ok(shape![9, 4, 5]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::windows::PixelUnshuffle;
/// use conformable::{Size, shape};
///
/// shape![3, 5, 4].pixel_unshuffle(Size::<2>); // 2 does not divide `Size<5>`
/// ```
pub trait PixelUnshuffle<R> {
    /// The resulting shape.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the factor does not divide the rows and columns, or an [`AnyShape`](crate::AnyShape) has fewer than three
    /// axes.
    fn pixel_unshuffle(&self, factor: R) -> Result<Self::Output, ShapeError>;
}

/// The shape `S` after its channels became blocks of `R` rows and columns.
pub type PixelShuffled<S, R> = <S as PixelShuffle<R>>::Output;

/// The shape `S` after its blocks of `R` rows and columns became channels.
pub type PixelUnshuffled<S, R> = <S as PixelUnshuffle<R>>::Output;

/// Channels, rows and columns of `S` that can be shuffled by the factor `R`.
#[diagnostic::on_unimplemented(
    message = "cannot shuffle the pixels of `{S}` by `{R}`",
    label = "`{R}` times `{R}` does not divide the channels of `{Self}`, or the compiler does not know it",
    note = "in generic code, add the bound `where {S}: PixelShuffle<{R}>`",
    note = "conformable: E-window"
)]
pub trait Shuffles<R, S> {
    /// The channels of the result.
    type Channels: Dim;
    /// The rows of the result.
    type Rows: Dim;
    /// The columns of the result.
    type Columns: Dim;
}

#[diagnostic::do_not_recommend]
impl<C, H, W, R: Dim + DimProd<R, Output = Block>, S, Block: Dim, Cs: Dim, Hs: Dim, Ws: Dim> Shuffles<R, S>
    for (C, H, W)
where
    C: DimQuot<Block, Output = Cs>,
    H: DimProd<R, Output = Hs>,
    W: DimProd<R, Output = Ws>,
{
    type Channels = Cs;
    type Rows = Hs;
    type Columns = Ws;
}

/// Channels, rows and columns of `S` that can be unshuffled by the factor `R`.
#[diagnostic::on_unimplemented(
    message = "cannot unshuffle the pixels of `{S}` by `{R}`",
    label = "`{R}` does not divide the rows and columns of `{Self}`, or the compiler does not know it",
    note = "in generic code, add the bound `where {S}: PixelUnshuffle<{R}>`",
    note = "conformable: E-window"
)]
pub trait Unshuffles<R, S> {
    /// The channels of the result.
    type Channels: Dim;
    /// The rows of the result.
    type Rows: Dim;
    /// The columns of the result.
    type Columns: Dim;
}

#[diagnostic::do_not_recommend]
impl<C, H, W, R: Dim + DimProd<R, Output = Block>, S, Block: Dim, Cs: Dim, Hs: Dim, Ws: Dim> Unshuffles<R, S>
    for (C, H, W)
where
    C: DimProd<Block, Output = Cs>,
    H: DimQuot<R, Output = Hs>,
    W: DimQuot<R, Output = Ws>,
{
    type Channels = Cs;
    type Rows = Hs;
    type Columns = Ws;
}

/// Implements both rules: `Rule method, By: Leaf, sizes of the result, text;`.
macro_rules! shuffles {
    ($($Rule:ident $method:ident, $By:ident: $Leaf:ident, $sizes:expr, $what:literal, $why:literal;)*) => {$(
        #[doc = concat!("[`", stringify!($Rule), "`] from the other end, so that the compiler knows the factor where it asks.")]
        pub trait $By<S: Shape> {
            /// The resulting shape.
            type Output: Shape;

            #[doc = concat!("[`", stringify!($Rule), "::", stringify!($method), "`].")]
            ///
            /// # Errors
            ///
            /// As there.
            fn of(self, shape: &S) -> Result<Self::Output, ShapeError>;
        }

        impl<R: Dim, S: Shape + $Rule<R>> $By<S> for R {
            type Output = S::Output;

            #[inline]
            fn of(self, shape: &S) -> Result<S::Output, ShapeError> {
                shape.$method(self)
            }
        }

        impl<S, R: Dim, C, H, W, Cs, Hs, Ws, Deep, High, Wide: Shape> $Rule<R> for S
        where
            S: Shape + HasAxis<Axis<-3>, Item = C, Put<Cs> = Deep> + HasAxis<Axis<-2>, Item = H>
                + HasAxis<Axis<-1>, Item = W>,
            (C, H, W): $Leaf<R, S, Channels = Cs, Rows = Hs, Columns = Ws>,
            Deep: HasAxis<Axis<-2>, Put<Hs> = High>, High: HasAxis<Axis<-1>, Put<Ws> = Wide>,
        {
            type Output = Wide;

            fn $method(&self, factor: R) -> Result<Wide, ShapeError> {
                let mut sizes = self.sizes();
                let (first, factor) = (axis_of(self, &Axis::<-3>)?, factor.size());
                let [c, h, w] = &mut sizes.as_mut()[first..] else { unreachable!("three axes from -3 on") };
                let shuffled: Result<[usize; 3], Uneven> = ($sizes)([*c, *h, *w], factor);
                [*c, *h, *w] = shuffled.map_err(|Uneven { overflows }| {
                    if overflows {
                        return ShapeError::overflowing($what, self.partial());
                    }
                    let error = ShapeError::cannot($what, self.partial(), $why);
                    error.second("in blocks of", [factor, factor].as_slice().into())
                })?;
                Wide::from_sizes(sizes.as_ref())
            }
        }
    )*};
}

shuffles!(
    PixelShuffle pixel_shuffle, PixelShuffleBy: Shuffles,
    |[c, h, w]: [usize; 3], r: usize| Ok([divided(c, times(r, r)?)?, times(h, r)?, times(w, r)?]),
    "shuffle the pixels of", "the number of elements of a block does not divide the channels, axis -3";
    PixelUnshuffle pixel_unshuffle, PixelUnshuffleBy: Unshuffles,
    |[c, h, w]: [usize; 3], r: usize| Ok([times(c, times(r, r)?)?, divided(h, r)?, divided(w, r)?]),
    "unshuffle the pixels of", "the sizes of a block do not divide the rows and columns, axes -2 and -1";
);

/// Why sizes cannot be shuffled: a product overflows, or a quotient is not a whole number.
struct Uneven {
    overflows: bool,
}

fn times(size: usize, by: usize) -> Result<usize, Uneven> {
    size.checked_mul(by).ok_or(Uneven { overflows: true })
}

fn divided(size: usize, by: usize) -> Result<usize, Uneven> {
    if size.checked_rem(by) == Some(0) { Ok(size / by) } else { Err(Uneven { overflows: false }) }
}
