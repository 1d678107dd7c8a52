//! Shapes with any axes before the last.

use crate::axes::WithAxis;
use crate::rule::NumpyBroadcast;
use crate::shape::{Axes, Axis, Dim, Nil, OntoAxes, Shape, Size};

/// A tuple of at least one dim.
#[diagnostic::on_unimplemented(
    message = "cannot multiply `{Self}` by a matrix",
    label = "it is a scalar, which `*` multiplies by, or the compiler does not know its last axis",
    note = "in generic code, add the bound `where {Self}: EndsIn<D>`, of the first dim `D` of the matrix",
    note = "conformable: E-product"
)]
pub trait LastAxis: Shape {
    /// The dim of the last axis.
    type Last: Dim;

    /// The shape with another last axis.
    type To<O: Dim>: EndsIn<O> + LastAxis<To<Self::Last> = Self>;

    /// Returns the dim of the last axis.
    fn last(&self) -> Self::Last;

    /// Returns the shape with another last axis.
    fn to<O: Dim>(&self, last: O) -> Self::To<O>;
}

/// A tuple that ends in `D`, after any axes: the one bound of a function over rows of `D` features.
///
/// Such a tensor broadcasts with a `(D,)`. Its product with a matrix `(D, O)` has the shape `S::To<O>`.
///
/// ```
/// use conformable::{Axis, Dim, EndsIn, Keep, Tensor, shape};
///
/// fn layer_norm<S: EndsIn<D>, D: Dim>(x: &Tensor<f32, S>, scale: &Tensor<f32, (D,)>) -> Tensor<f32, S> {
///     let x = x - x.mean(Keep(Axis::<-1>));
///     &x / (x.square().mean(Keep(Axis::<-1>)) + 1e-5).sqrt() * scale
/// }
///
/// fn feed_forward<S: EndsIn<D>, D: Dim, H: Dim>(
///     x: &Tensor<f32, S>,
///     up: &Tensor<f32, (D, H)>,
///     down: &Tensor<f32, (H, D)>,
/// ) -> Tensor<f32, S> {
///     x + x.matmul(up).gelu().matmul(down)
/// }
///
/// let x = Tensor::ones(shape![2, 3, 4]);
/// let y = layer_norm(
///     &feed_forward(&x, &Tensor::ones(shape![4, 8]), &Tensor::ones(shape![8, 4])),
///     &Tensor::ones(shape![4]),
/// );
/// assert_eq!(y, Tensor::zeros(shape![2, 3, 4]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{EndsIn, Shape, Size};
///
/// fn rows<S: EndsIn<Size<4>>>() {}
/// rows::<Shape![2, 3]>(); // `(Size<2>, Size<3>)` does not end in `Size<4>`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not end in `{D}`",
    label = "its last axis is another dim, or the compiler does not know it",
    note = "in generic code, add the bound `where {Self}: EndsIn<{D}>`",
    note = "conformable: E-axis"
)]
pub trait EndsIn<D: Dim>:
    LastAxis<Last = D, Axes: OntoAxes<Axes<D, Nil>, Self, (D,), Output = Self>>
    + WithAxis<Axis<-1>, Item = D, Kept = <Self as LastAxis>::To<Size<1>>>
    + Biased<D>
    + NumpyBroadcast<<Self as LastAxis>::To<Size<1>>, Output = Self>
{
}

/// A shape with a bias `(D,)`, which the operators add unless strictness requires equal ranks.
#[cfg(not(conformable_equal_ranks))]
pub trait Biased<D: Dim>: NumpyBroadcast<(D,), Output = Self> {}
#[cfg(not(conformable_equal_ranks))]
impl<S: NumpyBroadcast<(D,), Output = S>, D: Dim> Biased<D> for S {}

/// A shape with a bias `(D,)`, which the rule `Onto` adds.
#[cfg(conformable_equal_ranks)]
pub trait Biased<D: Dim> {}
#[cfg(conformable_equal_ranks)]
impl<S, D: Dim> Biased<D> for S {}

/// `ends!(A B C)` implements both for `(A,)`, `(A, B)` and `(A, B, C)`.
macro_rules! ends {
    ($($D:ident)*) => { ends!(@ [] $($D)*); };
    (@ [$($Outer:ident)*]) => {};
    (@ [$($Outer:ident)*] $D:ident $($rest:ident)*) => {
        impl<$($Outer: Dim,)* $D: Dim> LastAxis for ($($Outer,)* $D,) {
            type Last = $D;
            type To<Last: Dim> = ($($Outer,)* Last,);

            #[inline]
            #[allow(non_snake_case, unused_variables, reason = "they are named as the types")]
            fn last(&self) -> $D {
                let &($($Outer,)* $D,) = self;
                $D
            }

            #[inline]
            #[allow(non_snake_case, unused_variables, reason = "they are named as the types")]
            fn to<Last: Dim>(&self, last: Last) -> Self::To<Last> {
                let &($($Outer,)* $D,) = self;
                ($($Outer,)* last,)
            }
        }

        impl<$($Outer: Dim,)* $D: Dim> EndsIn<$D> for ($($Outer,)* $D,) {}

        ends!(@ [$($Outer)* $D] $($rest)*);
    };
}

ends!(A B C D E F G H I J K L M N O P);
