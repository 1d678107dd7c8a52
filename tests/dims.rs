//! Numbers at the edges of the groups of three digits: one type for each, and its result of arithmetic.

use conformable::{
    AnyShape, Diff, Dim, DimDiff, DimProd, DimSum, Dyn, Millions, NumpyBroadcast, Prod, Shape, Size, Sum, Thousands,
    Within, dim, shape,
};
use conformable::{ErrorKind, assert_type_eq};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};

assert_type_eq!(dim!(0), Size<0>);
assert_type_eq!(dim!(1), Size<1>);
assert_type_eq!(dim!(1000), Size<1000>);
assert_type_eq!(dim!(1024), Size<1024>);
assert_type_eq!(dim!(1025), Thousands<1, 25>);
assert_type_eq!(dim!(999_999), Thousands<999, 999>);
assert_type_eq!(dim!(1_000_000), Millions<1, 0, 0>);
assert_type_eq!(dim!(999_999_999), Millions<999, 999, 999>);

/// Checks for every pair that arithmetic on the types and on their values is that on the numbers.
macro_rules! arithmetic {
    ($($l:literal $r:literal),*) => {$(
        assert_type_eq!(Sum<dim!($l), dim!($r)>, dim!({ $l + $r }));
        assert_type_eq!(Diff<dim!({ $l + $r }), dim!($r)>, dim!($l));
        assert_type_eq!(Prod<dim!($l), dim!($r)>, dim!({ $l * $r }));
        let (l, r) = shape![$l, $r];
        assert_eq!(l.plus(r).map(Dim::size), Some($l + $r));
        assert_eq!(l.plus(r).unwrap().minus(r), Some(l));
        assert_eq!(l.times(r).map(Dim::size), Some($l * $r));
    )*};
}

#[test]
fn arithmetic_of_known_dims() {
    arithmetic!(
        0 0, 0 1, 1 0, 1 1, 2 3, 1000 24, 1000 25, 1023 1, 1024 1, 999 1000, 1 999_999, 1000 999, 1024 1024, 1025 0,
        784 768, 1025 1025, 31622 31622, 1 1_000_000, 0 999_999_999, 1_000_000 999, 123_456 789, 500_000 1
    );
    assert_type_eq!(Sum<dim!(999_999_998), dim!(1)>, dim!(999_999_999));
    assert_type_eq!(Prod<dim!(333_333_333), dim!(3)>, dim!(999_999_999));
}

#[test]
fn arithmetic_of_unknown_dims() {
    assert_type_eq!(Sum<Dyn, Size<3>>, Dyn);
    assert_type_eq!(Prod<dim!(2000), Dyn>, Dyn);
    assert_eq!(Dyn::new(4).plus(Size::<3>), Some(Dyn::new(7)));
    assert_eq!(Size::<3>.minus(Dyn::new(4)), None);
    assert_eq!(Dyn::new(usize::MAX).plus(Size::<1>), None);
    assert_eq!(Dyn::new(usize::MAX).times(Dyn::new(2)), None);
}

#[test]
fn total_functions_of_shapes() {
    type Known = Shape![2, 3, 4];
    type Partly = Shape![_, 3, 4];
    assert_eq!((Known::RANK, Known::NUMEL, Known::IS_STATIC), (Some(3), Some(24), true));
    assert_eq!((Partly::RANK, Partly::NUMEL, Partly::IS_STATIC), (Some(3), None, false));
    assert_eq!(<() as Shape>::NUMEL, Some(1));
    assert_eq!(<AnyShape as Shape>::RANK, None);
    assert_eq!(<Shape![0, 999_999_999, 999_999_999, 999_999_999] as Shape>::NUMEL, Some(0));
    assert_eq!(<Shape![999_999_999, 999_999_999, 999_999_999] as Shape>::NUMEL, None);
}

#[test]
fn the_number_of_elements_is_checked() {
    assert_eq!(shape![usize::MAX, 0, 3].numel(), Ok(0));
    let error = shape![usize::MAX, 2].numel().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overflow);
    assert!(error.to_string().contains(&usize::MAX.to_string()), "{error}");
}

/// Up to rank 6 the sizes are in the shape, and from rank 7 on the heap.
#[test]
fn shapes_of_any_rank() {
    let hash = |shape: &AnyShape| BuildHasherDefault::<DefaultHasher>::default().hash_one(shape);
    // more than 16 axes need an allocator
    for rank in 0..if cfg!(feature = "alloc") { 20 } else { 17 } {
        let sizes: Vec<usize> = (0..rank).collect();
        let shape = AnyShape::from(&sizes[..]);
        assert_eq!(shape.as_ref(), sizes);
        assert_eq!(shape, sizes.iter().copied().collect());
        assert_eq!(hash(&shape), hash(&sizes.iter().copied().collect()));
        assert_eq!(shape.to_string().parse(), Ok(shape.clone()));
        let mut other = shape.clone();
        if let Some(last) = other.as_mut().last_mut() {
            *last += 1;
            assert_ne!(other, shape);
            assert_ne!(shape, AnyShape::from(&sizes[1..]));
        }
    }
}

/// Comparisons and hashes of run-time values, which derive macros would restrict to labels that have them.
#[test]
fn sizes_differ_whatever_the_labels() {
    let hash = |x: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        x(&mut hasher);
        hasher.finish()
    };
    assert_ne!(Dyn::<()>::labelled(2), Dyn::labelled(3));
    let within = |size| Within::<Size<1>, Size<8>>::new(size).unwrap();
    assert_ne!(within(2), within(3));
    assert_ne!(hash(&|state| within(2).hash(state)), hash(&|state| within(3).hash(state)));
    assert_ne!(hash(&|state| AnyShape::from([2, 3]).hash(state)), hash(&|state| AnyShape::from([3, 2]).hash(state)));
    assert_ne!(AnyShape::from([2, 3]).partial(), AnyShape::from([2, 4]).partial());
    let dyns = [2, 3].map(Dyn::<()>::labelled);
    assert_ne!(hash(&|state| dyns[0].hash(state)), hash(&|state| dyns[1].hash(state)));
    let partial = [2, 3].map(|size| AnyShape::from([size, 4]).partial());
    assert_ne!(hash(&|state| partial[0].hash(state)), hash(&|state| partial[1].hash(state)));
    #[cfg(feature = "alloc")]
    assert_eq!(AnyShape::from(vec![2, 4]), AnyShape::from([2, 4]));
    for (text, part) in [
        (format!("{:?}", within(2)), "2"),
        (format!("{:?}", partial[0]), "4"),
        (format!("{:?}", dim!(12_345)), "12, 345"),
        (format!("{:?}", dim!(12_345_678)), "12, 345, 678"),
    ] {
        assert!(text.contains(part), "{text} has no {part}");
    }
}

/// More axes than a list of sizes has places for without a heap.
#[test]
fn broadcasts_of_many_axes() {
    let (x, y) = (AnyShape::from([2, 1, 3, 1, 4, 1, 5, 1]), AnyShape::from([7, 1, 6, 1, 2, 1, 3]));
    assert_eq!(x.numpy_broadcast(&y), Ok(AnyShape::from([2, 7, 3, 6, 4, 2, 5, 3])));
}
