//! Sizes with names, as values and in texts. `ui-tests` has the shapes that conform as types.

use conformable::{
    Axis, Dim, Dyn, ErrorKind, Named, Numpy, NumpyBroadcast, NumpyOutput, PartialShape, Pdpd, Prod, Rule, Shape, Size,
    Sum, assert_type_eq, shape,
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
