//! Sizes with names, as values and in texts. `ui-tests` has the shapes that conform as types.

use conformable::axes::{Rename, Reshape, To};
use conformable::{
    AnyShape, Axis, Dim, Dyn, ErrorKind, Named, Numpy, NumpyBroadcast, NumpyOutput, PartialShape, Pdpd, Prod, Rule,
    Shape, Size, Sum, assert_type_eq, shape,
};

struct Batch;
struct Heads;

assert_type_eq!(Shape![Batch = _, Heads = 8, 64], (Dyn<Batch>, Named<Heads, Size<8>>, Size<64>));
assert_type_eq!(NumpyOutput<Shape![Heads = 8, 1], Shape![1, 64]>, Shape![Heads = 8, 64]);
assert_type_eq!(NumpyOutput<Shape![Heads = 8], Shape![_]>, Shape![Heads = 8]);
assert_type_eq!(NumpyOutput<Shape![Heads = _], Shape![Heads = 8]>, Shape![Heads = 8]);
assert_type_eq!(NumpyOutput<Shape![Heads = 5000], Shape![Heads = 5000]>, Shape![Heads = 5000]);
assert_type_eq!(Prod<Named<Heads, Size<8>>, Size<128>>, Size<1024>);
assert_type_eq!(Sum<Named<Heads, Size<8>>, Named<Batch, Size<8>>>, Size<16>);

#[test]
fn run_time_sizes_are_checked() {
    let n = 8;
    assert_eq!(shape![Heads = 8].numpy_broadcast(&shape![n]), Ok(shape![Heads = 8]));
    let error = shape![Heads = 8, 2].numpy_broadcast(&shape![n + 1, 2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let text = "cannot broadcast (Heads = 8, 2) with (9, 2)
  lhs  Heads = 8  2
  rhs          9  2
               ^ Heads = 8 and 9 differ, and neither is 1";
    assert_eq!(error.to_string(), text);
    let error = shape![Heads = n].numpy_broadcast(&shape![Heads = 9]).unwrap_err();
    assert!(error.to_string().starts_with("cannot broadcast (Heads = 8,) with (Heads = 9,)"), "{error}");
}

#[test]
fn one_with_a_name_does_not_stretch() {
    let n = 3;
    assert_eq!(shape![Heads = 1].numpy_broadcast(&shape![n]).unwrap_err().kind(), ErrorKind::LabelMismatch);
    assert_eq!(shape![Heads = n].numpy_broadcast(&shape![1]), Ok(shape![Heads = n]));
}

#[test]
fn names_are_put_on_and_taken_off() {
    assert_eq!(size_of::<Named<Heads, Size<8>>>(), 0);
    assert_eq!(Size::<8>.named::<Heads>().unnamed(), Size::<8>);
    assert_eq!(Dyn::new(3).named::<Batch>().size(), 3);
    let shape = shape![2, 8].named::<Shape![Batch = 2, Heads = 8]>();
    assert_eq!(format!("{shape:?}"), "(Batch = 2, Heads = 8)");
    assert_eq!(shape.unnamed(), shape![2, 8]);
    assert_eq!(shape.widen::<Shape![Batch = _, _]>().sizes(), [2, 8]);
    assert_eq!(shape.erase().to_string(), "(2, 8)");
}

fn second_named<L, N: Dim>(n: N) -> (N, Dyn<L>) {
    (n, Dyn::new(2)).named()
}

#[test]
fn named_keeps_names_that_are_there() {
    let n = 3;
    let shape = shape![Batch = n, n, Heads = 8, 8, 50_257].named::<Shape![Batch = _, Heads = _, Heads = 8, 8, 50257]>();
    assert_eq!(shape.sizes(), [3, 3, 8, 8, 50_257]);
    assert_eq!(shape![1].named::<Shape![Heads = 1]>(), shape![Heads = 1]);
    assert_eq!(shape![5000].named::<Shape![Heads = 5000]>(), shape![Heads = 5000]);
    assert_eq!(shape![1_000_000].named::<Shape![Heads = 1_000_000]>(), shape![Heads = 1_000_000]);
    assert_eq!(().named::<()>(), ());
    assert_eq!(AnyShape::from([2]).named::<AnyShape>(), AnyShape::from([2]));
    assert_eq!(second_named::<Batch, _>(Size::<3>).sizes(), [3, 2]);
}

#[test]
fn known_sizes_widen_to_a_run_time_size_with_a_name() {
    let n = 2;
    let shape = shape![Batch = n, 1].widen::<Shape![Batch = _, Heads = _]>();
    assert_eq!(shape.sizes(), [2, 1]);
    let shape = shape![3, 5000, 1_000_000].widen::<Shape![Batch = _, Heads = _, _]>();
    assert_eq!(shape.sizes(), [3, 5000, 1_000_000]);
    let shape = shape![Batch = n, Heads = 8, n, 4].widen::<Shape![_, Heads = _, _, 4]>();
    assert_eq!(shape.widen::<AnyShape>(), AnyShape::from([2, 8, 2, 4]));
    assert_eq!(().widen::<()>(), ());
    assert_eq!(AnyShape::from([2]).widen::<AnyShape>(), AnyShape::from([2]));
}

#[test]
fn one_name_is_replaced() {
    let n = 2;
    let shape = Rename::<Axis<0>, Batch, Heads>::rename(&shape![Batch = n, Batch = n]);
    assert_eq!(shape, shape![Heads = n, Batch = n]);
    let shape = Rename::<Axis<-1>, Heads, Batch>::rename(&shape![3, Heads = 5000]);
    assert_eq!(shape, shape![3, Batch = 5000]);
}

fn reshape<S: Shape, T: Shape>(shape: &S, target: T) -> Result<T, String>
where
    To<T>: Reshape<S, Output = T>,
{
    To(target).of(shape).map_err(|error| error.to_string())
}

#[test]
fn a_reshape_keeps_the_first_names() {
    let (n, t) = (2, 3);
    assert!(reshape(&shape![Batch = n, Heads = t, 8], shape![Batch = n, Heads = t, 2, 4]).is_ok());
    assert!(reshape(&shape![Batch = n, Heads = t, 8], shape![Batch = n, 24]).is_ok());
    assert!(reshape(&shape![Batch = n, Heads = t, 8], shape![n * t, 8]).is_ok());
    assert!(reshape(&shape![n * t, 8], shape![Batch = n, Heads = t, 8]).is_ok());
    assert!(reshape(&shape![Batch = n, 24], shape![Batch = n, Heads = 3, 8]).is_ok());
    assert!(reshape(&shape![6, Heads = 4, 6], shape![2, 3, Heads = t + 1, 3, 2]).is_ok());
    assert!(reshape(&shape![Batch = n, Heads = 4], shape![Batch = 2, 1, Heads = 4, 1]).is_ok());
    assert!(reshape(&AnyShape::from([2, 3]), shape![Heads = 3, n]).is_ok());
    assert!(reshape(&shape![Heads = 3, Batch = n], AnyShape::from([2, 3])).is_ok());

    let text = "(Batch = 4, 6)\n  an axis with a name would have another size or position";
    assert_eq!(
        reshape(&shape![Batch = n, 12], shape![Batch = 2 * n, 6]).unwrap_err(),
        format!("cannot reshape (Batch = 2, 12) to {text}")
    );
    let error = reshape(&shape![n + 2, Heads = 5, 6], shape![n, Heads = 5, 12]).unwrap_err();
    assert!(
        error.starts_with("cannot reshape (4, Heads = 5, 6) to (2, Heads = 5, 12)\n  an axis with a name"),
        "{error}"
    );
}

#[test]
fn a_refusal_names_the_axis() {
    let error = shape![2, 3].erase().refine::<Shape![Batch = _, Heads = 8]>().unwrap_err();
    let text = "(2, 3) is not a (Batch = _, Heads = 8)
  lhs          2          3
  rhs  Batch = _  Heads = 8
                          ^ axis 1 is 3, not Heads = 8";
    assert_eq!(error.to_string(), text);
    assert_eq!(error.rhs(), &"_,8".parse::<PartialShape>().unwrap());
}

#[test]
fn pictures_have_names() {
    let (lhs, rhs) = (shape![Batch = 2, Heads = 8, 64].partial(), shape![Heads = 8, 64].partial());
    assert_eq!(
        Numpy.explain(&lhs, &rhs).to_string(),
        "(Batch = 2, Heads = 8, 64) with (Heads = 8, 64) is (Batch = 2, Heads = 8, 64)
  lhs  Batch = 2  Heads = 8  64
  rhs             Heads = 8  64
  out  Batch = 2  Heads = 8  64"
    );
    let rhs = shape![Heads = 8].partial();
    assert!(Pdpd(Axis::<1>).explain(&lhs, &rhs).to_string().ends_with("out   Batch = 2  Heads = 8  64"));
}
