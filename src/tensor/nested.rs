//! Nested arrays, which have their shape in their type.

use crate::shape::{Axes, AxesList, Dim, Nil, Shape, Size};

/// An element of nested arrays and a scalar operand, as in `x * 2.0`.
///
/// Implement it for your own element type; it has no items. (Rust cannot express "neither an array nor a tensor".)
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scalar",
    label = "elements of nested arrays and operands beside a tensor are scalars; pass a tensor by reference",
    note = "`Tensor::from_vec(shape, vec)` takes elements of any type",
    note = "implement `Scalar` for your own element type; it has no items",
    note = "conformable: E-element"
)]
pub trait Scalar: Copy {}

/// Implements [`Scalar`]: `scalars!(f32 f64)`.
macro_rules! scalars {
    ($($T:ty)*) => { $(impl Scalar for $T {})* };
}

scalars!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char);

#[cfg(feature = "complex")]
impl<T: Scalar> Scalar for num_complex::Complex<T> {}

#[cfg(feature = "half")]
scalars!(half::f16 half::bf16);

/// Arrays nested to a depth from 0 to 16: `f32`, `[f32; 3]`, `[[f32; 3]; 2]`.
///
/// `Outer` is the list of the outer axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a nested array of scalars",
    label = "expected arrays of at most 1024 `Scalar`s, at most 16 deep",
    note = "for longer arrays, use a `Vec`: `Tensor::from_vec(shape![2000], elements)`",
    note = "implement `Scalar` for your own element type; it has no items",
    note = "conformable: E-element"
)]
pub trait NestedArray<Outer = Nil> {
    /// The innermost type.
    type Elem;
    /// The shape: `(Size<2>, Size<3>)` for `[[f32; 3]; 2]`.
    type Shape: Shape;
    /// The value of the shape.
    #[doc(hidden)]
    fn shape(outer: Outer) -> Self::Shape;
    /// Calls `push` with each element, in order.
    #[doc(hidden)]
    fn push_scalars(self, push: &mut impl FnMut(Self::Elem));
}

/// A [`NestedArray`] with elements `T` and the shape `S`.
///
/// Constructors require this of the whole array and `NestedArray` of its entries. So rustc first reports an entry that
/// is not a scalar.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a nested array of scalars",
    label = "expected arrays of at most 1024 `Scalar`s, at most 16 deep",
    note = "`Tensor::from_vec(shape![2000], vec)` takes any number of elements, of any type",
    note = "for a const parameter `N` as a length, add the bound `where Size<N>: Dim`",
    note = "conformable: E-element"
)]
pub trait ArrayOf<T, S>: NestedArray<Elem = T, Shape = S> {}

#[diagnostic::do_not_recommend]
impl<A: NestedArray<Elem = T, Shape = S>, T, S: Shape> ArrayOf<T, S> for A {}

impl<T: Scalar, Outer: AxesList> NestedArray<Outer> for T {
    type Elem = T;
    type Shape = Outer::Shape;

    fn shape(outer: Outer) -> Self::Shape {
        outer.into_shape()
    }

    fn push_scalars(self, push: &mut impl FnMut(T)) {
        push(self);
    }
}

impl<A: NestedArray<Axes<Size<N>, Outer>>, Outer, const N: usize> NestedArray<Outer> for [A; N]
where
    Size<N>: Dim,
{
    type Elem = A::Elem;
    type Shape = A::Shape;

    fn shape(outer: Outer) -> Self::Shape {
        A::shape(Axes { last: Size, outer })
    }

    fn push_scalars(self, push: &mut impl FnMut(Self::Elem)) {
        for inner in self {
            inner.push_scalars(push);
        }
    }
}
