//! Interpolation of the last axes to other sizes.

#![allow(clippy::needless_pass_by_value, reason = "sizes are values")]
#![allow(clippy::cast_possible_wrap, reason = "`Resize` bounds the sizes")]
#![allow(clippy::inline_always, reason = "a function that is not inlined is not vectorised for the processor")]

use crate::forms::forms;
use crate::kernel::{self, Blend, Coordinate};
use crate::numeric::Real;
use crate::shape::{Shape, ShapeError};
use crate::storage::{Storage, Target};
use crate::tensor::{Tensor, expect};
use crate::windows::{Resize, Resized};
use core::convert::Infallible;
use num_traits::NumCast;

/// The coordinate, along an axis of size `i`, of element `j` of `k`.
///
/// ONNX's `coordinate_transformation_mode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coordinates {
    /// `(j + 0.5) * i / k - 0.5`: both axes have the same area. PyTorch's `align_corners=False`.
    #[default]
    HalfPixel,
    /// [`HalfPixel`](Self::HalfPixel), but 0 if `k` is 1.
    PytorchHalfPixel,
    /// `j * (i - 1) / (k - 1)`, and 0 if `k` is 1: the first and the last elements align.
    AlignCorners,
    /// `j * i / k`.
    Asymmetric,
}

/// The choice of the element nearest to a coordinate: ONNX's `nearest_mode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NearestMode {
    /// The last one at or before it.
    #[default]
    Floor,
    /// The first one at or after it.
    Ceil,
    /// The nearest one; of two, the one before it.
    RoundPreferFloor,
    /// The nearest one; of two, the one after it.
    RoundPreferCeil,
}

/// Copies the nearest element, in [`Tensor::interpolate`].
///
/// The default is PyTorch's `nearest`, `Nearest(Asymmetric, Floor)`. Its `nearest-exact` is
/// `Nearest(HalfPixel, RoundPreferCeil)`, and ONNX's default is `Nearest(HalfPixel, RoundPreferFloor)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest(pub Coordinates, pub NearestMode);

/// Interpolates linearly along each axis, in [`Tensor::interpolate`]: linear, bilinear, trilinear.
///
/// PyTorch's is `Multilinear(HalfPixel)`, and with `align_corners=True` it is `Multilinear(AlignCorners)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Multilinear(pub Coordinates);

impl Default for Nearest {
    fn default() -> Self {
        Self(Coordinates::Asymmetric, NearestMode::Floor)
    }
}

impl Coordinates {
    /// The coordinates of all elements.
    const fn of(self, size: usize, places: usize) -> Coordinate {
        let half_pixel = Coordinate { first: size as isize - places as isize, step: 2 * size, over: 2 * places };
        let start = Coordinate { first: 0, step: 0, over: 1 };
        match self {
            Self::Asymmetric => Coordinate { step: size, over: places, ..start },
            Self::PytorchHalfPixel | Self::AlignCorners if places == 1 => start,
            Self::HalfPixel | Self::PytorchHalfPixel => half_pixel,
            Self::AlignCorners => Coordinate { step: size - 1, over: places - 1, ..start },
        }
    }
}

/// How [`Tensor::interpolate`] computes elements `T`: [`Nearest`], or [`Multilinear`] for floats.
#[diagnostic::on_unimplemented(
    message = "cannot interpolate elements of type `{T}` by `{Self}`",
    label = "expected `Nearest(..)`, or for floats `Multilinear(..)`",
    note = "conformable: E-window"
)]
pub trait Interpolation<T>: Copy {
    #[doc(hidden)]
    type Blend: Blend<T>;

    #[doc(hidden)]
    fn coordinate(self, size: usize, places: usize) -> Coordinate;

    #[doc(hidden)]
    fn blend(self) -> Self::Blend;

    /// The weights of both neighbours of an element at `rest / over` of the way; `None` if the first one is the result.
    #[doc(hidden)]
    fn weights(rest: usize, over: usize) -> Option<[T; 2]>;
}

impl<T: Copy> Interpolation<T> for Nearest {
    type Blend = Self;

    fn coordinate(self, size: usize, places: usize) -> Coordinate {
        let Coordinate { first, step, over } = self.0.of(size, places);
        // the integer part of this coordinate is the index
        let (double, half) = (Coordinate { first: 2 * first, step: 2 * step, over: 2 * over }, over as isize);
        match self.1 {
            NearestMode::Floor => Coordinate { first, step, over },
            NearestMode::Ceil => Coordinate { first: first + half - 1, step, over },
            NearestMode::RoundPreferFloor => Coordinate { first: double.first + half - 1, ..double },
            NearestMode::RoundPreferCeil => Coordinate { first: double.first + half, ..double },
        }
    }

    fn blend(self) -> Self {
        self
    }

    fn weights(_: usize, _: usize) -> Option<[T; 2]> {
        None
    }
}

impl<T: Copy> Blend<T> for Nearest {
    type Wide = T;
    type Weights = Infallible;

    #[inline(always)]
    fn widen(x: T) -> T {
        x
    }

    #[inline(always)]
    fn weights(_: usize, _: usize) -> Option<Infallible> {
        None
    }

    #[inline(always)]
    fn blend(_: T, _: T, weights: Infallible) -> T {
        match weights {}
    }

    #[inline(always)]
    fn total(x: T) -> T {
        x
    }
}

impl<T: Real> Interpolation<T> for Multilinear {
    type Blend = Self;

    fn coordinate(self, size: usize, places: usize) -> Coordinate {
        self.0.of(size, places)
    }

    fn blend(self) -> Self {
        self
    }

    fn weights(rest: usize, over: usize) -> Option<[T; 2]> {
        Some(weights::<T>(rest, over).map(T::total))
    }
}

/// The weights of the neighbours of an element at `rest / over` of the way from the first to the second.
#[inline(always)]
fn weights<T: Real>(rest: usize, over: usize) -> [T::Wide; 2] {
    // processors convert signed integers faster
    let number = |x: usize| <T::Wide as NumCast>::from(x as isize).unwrap_or(T::ZERO);
    [number(over - rest) / number(over), number(rest) / number(over)]
}

impl<T: Real> Blend<T> for Multilinear {
    type Wide = T::Wide;
    type Weights = [T::Wide; 2];

    #[inline(always)]
    fn widen(x: T) -> T::Wide {
        x.widen()
    }

    #[inline(always)]
    fn weights(rest: usize, over: usize) -> Option<[T::Wide; 2]> {
        Some(weights::<T>(rest, over))
    }

    #[inline(always)]
    fn blend(low: T::Wide, high: T::Wide, [first, second]: [T::Wide; 2]) -> T::Wide {
        low * first + high * second
    }

    #[inline(always)]
    fn total(wide: T::Wide) -> T {
        T::total(wide)
    }
}

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Interpolates the last axes to other sizes: PyTorch's `interpolate`, ONNX's `Resize`.
    ///
    /// `size` has the sizes of the last one to three axes of the result. The mode is [`Nearest`](crate::ops::Nearest)
    /// or, for floats, [`Multilinear`](crate::ops::Multilinear). Coordinates are clamped to the axis. The scale from
    /// `i` to `k` elements is `k / i`.
    ///
    /// ```
    /// use conformable::ops::{Coordinates, Multilinear, Nearest};
    /// use conformable::{Dim, Shape, Size, Tensor, shape};
    ///
    /// fn doubled<N: Dim>(
    ///     x: &Tensor<f32, (N, Size<3>, Size<28>, Size<28>)>,
    /// ) -> Tensor<f32, (N, Size<3>, Size<56>, Size<56>)> {
    ///     x.interpolate(shape![56, 56], Multilinear::default())
    /// }
    ///
    /// let x = Tensor::from([1.0, 2.0, 4.0]);
    /// assert_eq!(x.interpolate(shape![6], Nearest::default()), Tensor::from([1.0, 1.0, 2.0, 2.0, 4.0, 4.0]));
    /// assert_eq!(x.interpolate(shape![6], Multilinear::default()), Tensor::from([1.0, 1.25, 1.75, 2.5, 3.5, 4.0]));
    /// assert_eq!(
    ///     x.interpolate(shape![5], Multilinear(Coordinates::AlignCorners)),
    ///     Tensor::from([1.0, 1.5, 2.0, 3.0, 4.0]),
    /// );
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::ops::Multilinear;
    /// use conformable::{Tensor, shape};
    ///
    /// // integers are not interpolated linearly
    /// Tensor::from([1, 2, 4]).interpolate(shape![6], Multilinear::default());
    /// ```
    ///
    /// # Panics
    ///
    /// If such an axis is empty and the result is not, an `AnyShape` has fewer axes, or the result cannot be allocated.
    #[doc(alias("resize", "upsample", "bilinear"))]
    interpolate try_interpolate,
    interpolate_into try_interpolate_into: [K, M](&self, size: K, mode: M) -> Tensor<T, Resized<S, K>, D::Owner>
    where [S: Resize<K>, K: Shape, M: Interpolation<T>]
    |to| {
        let to = to.prepare(self.shape().resize_by("interpolate", &size)?)?;
        let coordinate = |size, places| mode.coordinate(size, places);
        Ok(kernel::interpolated(to, &self.aligned(), size.rank(), coordinate, mode.blend()))
    };
}
