//! Interleaving of shapes as types, as values and as slices.

use conformable::{AnyShape, Dyn, ErrorKind, Shape, Size, assert_type_eq, shape};
use shape_function::{Interleave, Interleaved, interleave_partial, interleave_shapes};

struct Batch;

assert_type_eq!(Interleaved<Shape![2, 3], Shape![2, 3]>, Shape![2, 6]);
assert_type_eq!(Interleaved<Shape![2, 700], Shape![_, _]>, Shape![2, 1400]);
assert_type_eq!(Interleaved<Shape![Batch = _, 3], Shape![Batch = _, 3]>, Shape![Batch = _, 6]);
assert_type_eq!(Interleaved<Shape![2, _], Shape![2, _]>, (Size<2>, Dyn));
assert_type_eq!(Interleaved<AnyShape, Shape![2, _]>, AnyShape);
assert_type_eq!(Interleaved<Shape![2, 3], AnyShape>, AnyShape);

#[test]
fn values() {
    assert_eq!(shape![2, 3].interleave(&shape![2, 3]), Ok(shape![2, 6]));
    let (n, any) = (2, AnyShape::from([2, 3]));
    assert_eq!(shape![n, 3].interleave(&any), Ok(AnyShape::from([2, 6])));
    assert_eq!(any.interleave(&shape![n, 3]), interleave_shapes(&[2, 3], &[2, 3]));
    let partial = interleave_partial(&"_,3".parse().unwrap(), &"2,_".parse().unwrap()).unwrap();
    assert_eq!(partial.to_string(), "(2, 6)");
}

#[test]
fn refusals() {
    let n = 4;
    let error = shape![2, 3].interleave(&shape![2, n]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Other);
    assert_eq!(error.axis(), Some(1));
    let text = "cannot interleave (2, 3) with (2, 4)\n  lhs  2  3\n  rhs  2  4\n          ^ 3 and 4: both have as many";
    assert_eq!(error.to_string(), text);
    let error = AnyShape::from([]).interleave(&shape![2]).unwrap_err();
    assert_eq!(error.to_string(), "cannot interleave () with (2,)\n  a scalar has no columns");
    assert_eq!(
        interleave_shapes(&[2], &[2, 2]).unwrap_err().to_string(),
        "cannot interleave (2,) with (2, 2)\n  the ranks differ"
    );
    assert_eq!(interleave_shapes(&[usize::MAX], &[usize::MAX]).unwrap_err().kind(), ErrorKind::Overflow);
}

#[cfg(not(feature = "alloc"))]
#[test]
#[should_panic(expected = "more than 16 axes need an allocator")]
fn axes_without_an_allocator() {
    let deepest = AnyShape::from([1; 16]);
    assert_eq!(deepest.as_ref(), [1; 16]);
    let _ = AnyShape::from([1; 17]);
}

/// Generic code needs only this bound.
#[cfg(feature = "alloc")]
#[test]
fn tensors() {
    use conformable::{Dim, DimSum, Sum, Tensor};
    use shape_function::interleave;

    fn doubled<N: Dim, C: Dim + DimSum<C>>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (N, Sum<C, C>)>
    where
        (N, C): Interleave<(N, C), Output = (N, Sum<C, C>)>,
    {
        interleave(x, x).unwrap()
    }

    let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(doubled(&x), Tensor::from([[1.0, 1.0, 2.0, 2.0], [3.0, 3.0, 4.0, 4.0]]));
}

#[test]
#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of Rust 1.95")]
fn messages() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
