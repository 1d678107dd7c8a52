//! Each refusal as text.

use super::{from_cbor, json, to_cbor, to_postcard};
use conformable::{AnyShape, Inline, Shape, Tensor, shape};
use num_complex::Complex;
use serde::Serialize;
use serde::ser::SerializeSeq;

struct Batch;

/// `refuses!(f64, Shape![_, 4]: text => message, ..)`: the message for each JSON text that is read into the type.
macro_rules! refuses {
    ($T:ty, $S:ty: $($text:expr => $message:expr),* $(,)?) => {$(
        let Err(error) = json::<Tensor<$T, $S>>($text) else { panic!("{} was read", $text) };
        assert_eq!(error, $message, "of {}", $text);
        // inline it is the same
        assert_eq!(json::<Tensor<$T, $S, Inline>>($text).map(|_| ()), Err(error));
    )*};
}

#[test]
fn wrong_shapes_are_refused() {
    refuses!(f64, Shape![_, 4]:
        "[[1,2,3],[4,5,6]]" => "(2, 3) is not a (_, 4)\n  data  2  3\n  type  _  4\n           ^ axis 1 is 3, not 4",
        "[[1,2,3,4,5],[6]]" => "(2, 5) is not a (_, 4)\n  data  2  5\n  type  _  4\n           ^ axis 1 is 5, not 4",
        "[[]]" => "(1, 0) is not a (_, 4)\n  data  1  0\n  type  _  4\n           ^ axis 1 is 0, not 4",
        "[1,2,3]" => "(3,) is not a (_, 4)\n  the ranks 1 and 2 differ",
        "5" => "() is not a (_, 4)\n  the ranks 0 and 2 differ",
        "\"5\"" => "() is not a (_, 4)\n  the ranks 0 and 2 differ",
        "null" => r#"invalid type: null, expected a tensor (_, 4): nested arrays, or {"shape": [..], "data": [..]} at line 1 column 4"#,
        "[null]" => "invalid type: null, expected an array along axis 1 of a tensor (_, 4) at line 1 column 5",
        "[{}]" => "invalid type: map, expected an array along axis 1 of a tensor (_, 4) at line 1 column 3",
        "[[1,2,3,4],[5,6,7,null]]" => "invalid type: null, expected f64, an element of a (_, 4) at line 1 column 22",
        "[[[1]]]" => "invalid type: sequence, expected f64, an element of a (_, 4) at line 1 column 2",
        "[[1,2" => "EOF while parsing a list at line 1 column 5",
        r#"{"shape":[2,3],"data":[1,2,3,4,5,6]}"# => "(2, 3) is not a (_, 4)\n  data  2  3\n  type  _  4\n           ^ axis 1 is 3, not 4 at line 1 column 14",
        r#"{"data":[1,2,3],"shape":[3]}"# => "(3,) is not a (_, 4)\n  the ranks 1 and 2 differ at line 1 column 28",
    );
    refuses!(f64, Shape![2, 4]:
        "[[1],[2],[3]]" => "(3, 1) is not a (2, 4)\n  data  3  1\n  type  2  4\n        ^ axis 0 is 3, not 2",
        "[]" => "(0, 4) is not a (2, 4)\n  data  0  4\n  type  2  4\n        ^ axis 0 is 0, not 2",
    );
    refuses!(f64, Shape![0, 4]:
        "[[[]]]" => "(1, _) is not a (0, 4)\n  data  1  _\n  type  0  4\n        ^ axis 0 is 1, not 0",
    );
    refuses!(f64, Shape![3, _]:
        "[]" => "(0, _) is not a (3, _)\n  data  0  _\n  type  3  _\n        ^ axis 0 is 0, not 3",
    );
    refuses!(f64, Shape![Batch = _, 2, _]:
        "[[[1,2]]]" => "(1, 1, 2) is not a (Batch = _, 2, _)\n  data          1  1  2\n  type  Batch = _  2  _\n                   ^ axis 1 is 1, not 2",
        "[]" => r#"arrays without elements do not tell (0, 2, _): with its sizes it is {"shape": [..], "data": [..]}"#,
    );
    // a scalar is its element, which may itself be an object or an array
    refuses!(f64, Shape![]:
        "[1]" => "invalid type: sequence, expected f64, an element of a () at line 1 column 0",
        r#"{"shape":[],"data":[1]}"# => "invalid type: map, expected f64, an element of a () at line 1 column 0",
    );
}

#[test]
fn ragged_arrays_are_refused() {
    refuses!(f64, Shape![_, _]:
        "[[1,2],[3]]" => "a ragged array is not a tensor (_, _): entry [1] has 1 entry, and the entries before it have 2 at line 1 column 10",
        "[[],[],[3,4]]" => "a ragged array is not a tensor (_, _): entry [2] has 2 entries, and the entries before it have 0 at line 1 column 12",
        "[[1,2],3]" => "a ragged array is not a tensor (_, _): entry [1] is an element, and the entries before it are arrays at line 1 column 8",
    );
    refuses!(f64, Shape![_, _, 2]:
        "[[[1,2],[3,4]],[[5,6]]]" => "a ragged array is not a tensor (_, _, 2): entry [1] has 1 entry, and the entries before it have 2 at line 1 column 22",
        "[[[1,2],[3,4]],[[5,6],[7]]]" => "a ragged array is not a tensor (_, _, 2): entry [1, 1] has 1 entry, and the entries before it have 2 at line 1 column 25",
    );
    refuses!(f64, AnyShape:
        "[[1,2],[3]]" => "a ragged array is not a tensor: entry [1] has 1 entry, and the entries before it have 2 at line 1 column 10",
        "[[1,2],3]" => "a ragged array is not a tensor: entry [1] is an element, and the entries before it are arrays at line 1 column 8",
        "[1,[2]]" => "a ragged array is not a tensor: entry [1] is an array, and the entries before it are elements at line 1 column 4",
        "[[],3]" => "a ragged array is not a tensor: entry [1] is an element, and the entries before it are arrays at line 1 column 5",
    );
}

#[test]
fn objects_are_refused() {
    refuses!(f64, AnyShape:
        r#"{"shape":[2,4],"data":[1,2,3]}"# => "3 elements do not fill the shape (2, 4) at line 1 column 29",
        r#"{"shape":[1,2],"data":[1,2,3,4]}"# => "4 elements do not fill the shape (1, 2) at line 1 column 31",
        r#"{"data":[1,2,3],"shape":[2,4]}"# => "3 elements do not fill the shape (2, 4) at line 1 column 30",
        r#"{"data":[1,2,3],"shape":[0,4]}"# => "3 elements do not fill the shape (0, 4) at line 1 column 30",
        "{}" => "missing field `shape` at line 1 column 2",
        r#"{"shape":[2,4]}"# => "missing field `data` at line 1 column 15",
        r#"{"data":[1]}"# => "missing field `shape` at line 1 column 12",
        r#"{"data":[1],"data":[1]}"# => "duplicate field `data` at line 1 column 18",
        r#"{"shape":[1],"shape":[1]}"# => "duplicate field `shape` at line 1 column 20",
        r#"{"shape":[1],"sizes":[1]}"# => "unknown field `sizes`, expected `shape` or `data` at line 1 column 20",
        r#"{"shape":[-1],"data":[]}"# => "invalid value: integer `-1`, expected usize at line 1 column 12",
        r#"{"shape":5,"data":[]}"# => "invalid type: integer `5`, expected the sizes of a shape, as a sequence at line 1 column 10",
        r#"{"shape":[5],"data":5}"# => "invalid type: integer `5`, expected the elements of a (5,), as a sequence at line 1 column 21",
        r#"{"data":5}"# => "invalid type: integer `5`, expected the elements of a tensor, as a sequence at line 1 column 9",
        r#"{"shape":[4294967295,4294967295,4294967295],"data":[]}"# =>
            "the shape (4294967295, 4294967295, 4294967295) has more elements than memory can address at line 1 column 53",
        r#"[{"shape":[],"data":[1]}]"# =>
            r#"invalid type: map, expected arrays, or elements that are not objects; those are read with the sizes: {"shape": [..], "data": [..]} at line 1 column 2"#,
    );
}

/// Elements that are arrays, and endless nesting, in a type without a rank.
#[test]
fn what_an_any_shape_cannot_tell_is_refused() {
    refuses!(Complex<f64>, AnyShape:
        "[[1,2],[3,4]]" =>
            r#"invalid type: integer `1`, expected a tuple of size 2; elements that are arrays or objects themselves are read with the sizes: {"shape": [..], "data": [..]} at line 1 column 3"#,
    );
    let deep = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let deepest: Tensor<f64, AnyShape> = json(&deep(64)).unwrap();
    assert_eq!((deepest.rank(), deepest.numel()), (64, 0));
    refuses!(f64, AnyShape:
        &deep(65) => r#"arrays nested deeper than 64 are read with their sizes alone: {"shape": [..], "data": [..]} at line 1 column 66"#,
        &deep(1_000_000) => r#"arrays nested deeper than 64 are read with their sizes alone: {"shape": [..], "data": [..]} at line 1 column 65"#,
    );
}

#[test]
fn pairs_are_refused() {
    fn is<S: Shape>(value: &impl Serialize, message: &str) {
        let read: Result<Tensor<f32, S>, _> = ciborium::from_reader(&*to_cbor(value));
        let Err(ciborium::de::Error::Semantic(_, text)) = read else { panic!("{message}: it was read, or is no CBOR") };
        assert_eq!(text, message);
        assert!(postcard::from_bytes::<Tensor<f32, S>>(&to_postcard(value)).is_err());
    }
    /// Elements whose number is not announced.
    struct Unknown(Vec<f32>);
    impl Serialize for Unknown {
        fn serialize<Into: serde::Serializer>(&self, serializer: Into) -> Result<Into::Ok, Into::Error> {
            let mut elements = serializer.serialize_seq(None)?;
            self.0.iter().try_for_each(|element| elements.serialize_element(element))?;
            elements.end()
        }
    }
    let x = |elements| vec![0.5_f32; elements];
    let wrong = "(2, 3) is not a (_, 4)\n  data  2  3\n  type  _  4\n           ^ axis 1 is 3, not 4";
    is::<Shape![_, 4]>(&([2_u64, 3], x(6)), wrong);
    is::<Shape![_, 4]>(&([2_u64; 3], x(8)), "(2, 2, 2) is not a (_, 4)\n  the ranks 3 and 2 differ");
    is::<Shape![_, 4]>(&([2_u64, 4], x(6)), "6 elements do not fill the shape (2, 4)");
    is::<AnyShape>(&([2_u64, 4], x(9)), "9 elements do not fill the shape (2, 4)");
    let huge = "the shape (4294967295, 4294967295, 4294967295) has more elements than memory can address";
    is::<AnyShape>(&([u64::from(u32::MAX); 3], x(9)), huge);
    for elements in [0, 7, 9, 20] {
        let bytes = to_cbor(&([2_u64, 4], Unknown(x(elements))));
        let read: Result<Tensor<f32, AnyShape>, _> = ciborium::from_reader(&*bytes);
        let Err(ciborium::de::Error::Semantic(_, text)) = read else { panic!("{elements} elements were read") };
        assert_eq!(text, format!("{elements} elements do not fill the shape (2, 4)"));
    }
    let read: Tensor<f32, AnyShape> = from_cbor(&to_cbor(&([2_u64, 4], Unknown(x(8))))).unwrap();
    assert_eq!(read, Tensor::full(shape![2, 4], 0.5));
    let pair = "a tuple of the sizes and the elements of a tensor (_, 4)";
    let read = |bytes: Vec<u8>| from_cbor::<Tensor<f32, Shape![_, 4]>>(&bytes).unwrap_err();
    assert_eq!(read(to_cbor(&([1_u64, 4],))), format!("Semantic(None, \"invalid length 1, expected {pair}\")"));
    assert_eq!(read(to_cbor(&[(); 0])), format!("Semantic(None, \"invalid length 0, expected {pair}\")"));
    assert_eq!(read(to_cbor(&([1_u64, 4], x(4), 1))), format!("Semantic(None, \"invalid length 3, expected {pair}\")"));
    assert_eq!(read(to_cbor(&1)), format!("Semantic(None, \"invalid type: integer `1`, expected array\")"));
}
