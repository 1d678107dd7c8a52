//! Tensors written and read in three formats: every element type, rank and storage, and each refusal as text. Bytes that are no tensor
//! are refused, and take no more memory than they are long.

#![allow(unsafe_code, reason = "an allocator that counts is one")]
#![allow(clippy::cast_possible_truncation, reason = "the numbers are small, or any")]

mod allocator;
mod reader;

use allocator::allocated;
use conformable::storage::ndarray::Ndarray;
use conformable::{AnyShape, Axis, Dyn, Inline, Shape, Storage, Tensor, View, shape};
use half::{bf16, f16};
use num_complex::Complex;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

fn to_cbor(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

fn from_cbor<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    ciborium::from_reader(bytes).map_err(|error| error.to_string())
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn to_postcard(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap()
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The same value from each format.
fn each_format<From: Serialize, To: DeserializeOwned>(value: &From) -> [To; 3] {
    [
        json(&to_json(value)).unwrap(),
        postcard::from_bytes(&to_postcard(value)).unwrap(),
        from_cbor(&to_cbor(value)).unwrap(),
    ]
}

/// A tensor is read as it was written, in its own type and in that which tells nothing; and from one into the other.
fn comes_back<T, S: Shape>(x: &Tensor<T, S>)
where
    T: Serialize + DeserializeOwned + Clone + PartialEq + Debug,
{
    let erased = x.clone().erase();
    for (back, any) in each_format::<_, Tensor<T, S>>(x).into_iter().zip(each_format::<_, Tensor<T, AnyShape>>(&erased))
    {
        assert_eq!((back.sizes(), back.as_slice()), (x.sizes(), x.as_slice()));
        assert_eq!((&**any.shape(), any.as_slice()), (x.sizes().as_ref(), x.as_slice()));
    }
    for back in each_format::<_, Tensor<T, S, Inline>>(x) {
        assert_eq!((back.sizes(), back.as_slice()), (x.sizes(), x.as_slice()));
    }
    if S::RANK != Some(0) {
        for back in each_format::<_, Tensor<T, S>>(&erased) {
            assert_eq!((back.sizes(), back.as_slice()), (x.sizes(), x.as_slice()));
        }
    }
    // without names and types the bytes are the same
    assert_eq!(to_postcard(x), to_postcard(&erased));
    assert_eq!(to_cbor(x), to_cbor(&erased));
}

fn elements_come_back<T>(elements: [T; 6])
where
    T: Serialize + DeserializeOwned + Clone + PartialEq + Debug,
{
    comes_back(&Tensor::from_vec(shape![2, 3], elements.to_vec()).unwrap());
    comes_back(&Tensor::from_vec(shape![Dyn::new(3), 2], elements.to_vec()).unwrap());
    comes_back(&Tensor::from_vec(shape![6], elements.to_vec()).unwrap());
    for element in elements {
        comes_back(&Tensor::scalar(element));
    }
}

#[test]
fn every_element() {
    elements_come_back([true, false, false, true, true, false]);
    elements_come_back([i8::MIN, -1, 0, 1, 2, i8::MAX]);
    elements_come_back([i16::MIN, -1, 0, 1, 2, i16::MAX]);
    elements_come_back([i32::MIN, -1, 0, 1, 2, i32::MAX]);
    elements_come_back([i64::MIN, -1, 0, 1, 2, i64::MAX]);
    elements_come_back([i128::MIN, -1, 0, 1, 2, i128::MAX]);
    elements_come_back([isize::MIN, -1, 0, 1, 2, isize::MAX]);
    elements_come_back([0, 1, 2, 3, 254, u8::MAX]);
    elements_come_back([0, 1, 2, 3, 255, u16::MAX]);
    elements_come_back([0, 1, 2, 3, 255, u32::MAX]);
    elements_come_back([0, 1, 2, 3, 255, u64::MAX]);
    elements_come_back([0, 1, 2, 3, 255, u128::MAX]);
    elements_come_back([0, 1, 2, 3, 255, usize::MAX]);
    elements_come_back([0.1, -0.0, f32::MIN_POSITIVE, f32::MAX, f32::from_bits(1), f32::EPSILON]);
    elements_come_back([0.1, -0.0, f64::MIN_POSITIVE, f64::MAX, f64::from_bits(1), f64::EPSILON]);
    elements_come_back([f16::MIN, f16::MAX, f16::ONE, f16::PI, f16::MIN_POSITIVE_SUBNORMAL, f16::INFINITY]);
    elements_come_back([bf16::MIN, bf16::MAX, bf16::ONE, bf16::PI, bf16::MIN_POSITIVE_SUBNORMAL, bf16::INFINITY]);
    elements_come_back([0.1, -2.5, 1e30, 0.0, 1.0, 2.0].map(|re| Complex::<f32>::new(re, -re)));
    elements_come_back([0.1, -2.5, 1e300, 0.0, 1.0, 2.0].map(|re| Complex::<f64>::new(-re, re)));
    elements_come_back(['a', 'ß', '\0', '"', '猫', '\n']);
    elements_come_back(["", "a", "[1]", "\"", "猫", "{}"].map(String::from));
    elements_come_back([Some(0.5), None, Some(1.0), None, None, Some(2.0)]);
    elements_come_back([(1_u8, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e'), (6, 'f')]);
    elements_come_back([0, 1, 2, 3, 4, 5].map(|length| vec![length; length]));
    elements_come_back(["shape", "data", "", "a", "b", "c"].map(|key| BTreeMap::from([(String::from(key), 1)])));
}

/// `every_rank!([] 2 3)` is `comes_back` of the shapes `()`, `(2,)` and `(2, 3)`, with sizes in the type and without.
macro_rules! every_rank {
    ([$($size:tt)*]) => {
        comes_back(&Tensor::from_fn(shape![$($size),*], |index| number(&index)));
        comes_back(&Tensor::from_fn(shape![$(Dyn::new($size)),*], |index| number(&index)));
    };
    ([$($size:tt)*] $next:tt $($rest:tt)*) => {
        every_rank!([$($size)*]);
        every_rank!([$($size)* $next] $($rest)*);
    };
}

/// A number that tells the index.
fn number(index: &[usize]) -> u64 {
    index.iter().fold(7, |number, &index| number * 5 + index as u64)
}

#[test]
fn every_rank() {
    every_rank!([] 2 3 1 2 1 1 2 1 1 1 2 1 1 1 1 2);
    // deeper than any tuple
    let deep = AnyShape::from([1; 40]);
    comes_back(&Tensor::from_vec(deep, vec![7]).unwrap());
}

#[test]
fn shapes_without_elements() {
    comes_back(&Tensor::full(shape![0], 1));
    comes_back(&Tensor::full(shape![0, 3], 1));
    comes_back(&Tensor::full(shape![2, 0, 3], 1));
    comes_back(&Tensor::full(shape![0, 0], 1));
    for sizes in [[0, 0, 0], [0, 2, 3], [2, 0, 3], [2, 3, 0], [0, 0, 3], [2, 0, 0], [0, 2, 0]] {
        let [a, b, c] = sizes;
        comes_back(&Tensor::full(shape![a, b, c], 1));
        comes_back(&Tensor::full(AnyShape::from(sizes), 1));
    }
    let rows = 0;
    comes_back(&Tensor::full(shape![rows, 3], 1));
    comes_back(&Tensor::full(shape![rows, 3, rows, 2], 1));
}

struct Batch;

#[test]
fn shapes_with_names() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    comes_back(&x.clone().named::<Shape![Batch = 2, 3]>());
    comes_back(&x.widen::<Shape![_, 3]>().named::<Shape![Batch = _, 3]>());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_shapes(sizes in prop::collection::vec(0_usize..5, 0..6)) {
        let x = Tensor::from_fn(AnyShape::from(&*sizes), |index| number(&index));
        comes_back(&x);
        // and as a type of the same rank, where there is one here
        match *sizes {
            [_] => comes_back(&x.refine::<Shape![_]>().unwrap()),
            [_, _] => comes_back(&x.refine::<Shape![_, _]>().unwrap()),
            [_, _, _] => comes_back(&x.refine::<Shape![_, _, _]>().unwrap()),
            _ => {}
        }
    }
}

/// From wherever the elements are written, it is the same.
#[test]
fn every_storage() {
    fn same<D: Storage>(x: &Tensor<i32, Shape![2, 3], D>) {
        let heap = Tensor::from([[1, 2, 3], [4, 5, 6]]);
        assert_eq!(to_json(x), "[[1,2,3],[4,5,6]]");
        assert_eq!(to_postcard(x), to_postcard(&heap));
        assert_eq!(to_cbor(x), to_cbor(&heap));
    }
    let mut heap = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    same(&heap);
    same(&heap.to_inline());
    same(&heap.view());
    same(&heap.view_mut());
    same(&heap.t().to_owned().t());
    same(&heap.t().to_owned().into_t());
    same(&Tensor::from([[6, 5, 4], [3, 2, 1]]).flip((Axis::<0>, Axis::<1>)));
    let wide = Tensor::from([[1, 0, 2, 0, 3, 0], [4, 0, 5, 0, 6, 0]]);
    same(&wide.slice((.., conformable::axes::Every(.., 2))).refine().unwrap());
    let array = ndarray::arr2(&[[1, 4], [2, 5], [3, 6]]).reversed_axes();
    same(&Tensor::<i32, Shape![2, 3], Ndarray<_>>::try_from(array).unwrap());
    // a stretched axis
    let row = Tensor::from([1, 2, 3]);
    assert_eq!(to_json(&row.broadcast_to::<Shape![2, 3]>()), "[[1,2,3],[1,2,3]]");
    let column = Tensor::from([[1], [2]]);
    assert_eq!(to_json(&column.broadcast_to::<Shape![2, 2]>()), "[[1,1],[2,2]]");
    let any: Tensor<i32, AnyShape, View<'_>> = column.view().erase();
    assert_eq!(to_json(&any), r#"{"shape":[2,1],"data":[1,2]}"#);
}

/// What each shape is in JSON, for those who read it without this crate.
#[test]
fn json_is() {
    let n = |n: usize| Dyn::new(n);
    let is = |tensor: &dyn Fn() -> String, text: &str| assert_eq!(tensor(), text);
    is(&|| to_json(&Tensor::scalar(1.5)), "1.5");
    is(&|| to_json(&Tensor::full(shape![0], 1)), "[]");
    is(&|| to_json(&Tensor::full(shape![n(0)], 1)), "[]");
    is(&|| to_json(&Tensor::full(shape![2, n(0)], 1)), "[[],[]]");
    is(&|| to_json(&Tensor::full(shape![n(0), 3], 1)), "[]");
    is(&|| to_json(&Tensor::full(shape![2, n(0), 3], 1)), "[[],[]]");
    is(&|| to_json(&Tensor::full(shape![n(0), n(0)], 1)), r#"{"shape":[0,0],"data":[]}"#);
    is(&|| to_json(&Tensor::full(shape![2, 0, n(3)], 1)), r#"{"shape":[2,0,3],"data":[]}"#);
    is(&|| to_json(&Tensor::scalar(1).erase()), r#"{"shape":[],"data":[1]}"#);
    is(&|| to_json(&Tensor::from_vec(shape![1], vec![Complex::new(1, 2)]).unwrap()), "[[1,2]]");
}

#[derive(Debug, PartialEq, Deserialize)]
enum Either {
    Left,
    Right,
}

/// What others write.
#[test]
fn json_is_read() {
    fn is<S: Shape>(text: &str, sizes: &[usize], elements: &[i32]) {
        let x: Tensor<i32, S> = json(text).unwrap();
        assert_eq!((x.sizes().as_ref(), x.as_slice()), (sizes, elements));
    }
    is::<AnyShape>("7", &[], &[7]);
    is::<AnyShape>("[]", &[0], &[]);
    is::<AnyShape>("[[], []]", &[2, 0], &[]);
    is::<AnyShape>("[[[1, 2]], [[3, 4]]]", &[2, 1, 2], &[1, 2, 3, 4]);
    is::<AnyShape>(&format!("{}7{}", "[".repeat(64), "]".repeat(64)), &[1; 64], &[7]);
    is::<Shape![]>("7", &[], &[7]);
    is::<Shape![_, 4]>("[]", &[0, 4], &[]);
    is::<Shape![_, _, 4]>("[[], []]", &[2, 0, 4], &[]);
    for text in [r#"{"shape": [1, 2], "data": [3, 4]}"#, r#"{"data": [3, 4], "shape": [1, 2]}"#] {
        is::<AnyShape>(text, &[1, 2], &[3, 4]);
        is::<Shape![_, _]>(text, &[1, 2], &[3, 4]);
        is::<Shape![1, 2]>(text, &[1, 2], &[3, 4]);
    }
    let words: Tensor<String, AnyShape> = json(r#"[["a", "b\n"]]"#).unwrap();
    assert_eq!(words, Tensor::from_vec(shape![1, 2], vec![String::from("a"), String::from("b\n")]).unwrap());
    let options: Tensor<Option<bool>, AnyShape> = json("[null, true]").unwrap();
    assert_eq!(options.into_vec(), [None, Some(true)]);
    let halves: Tensor<f16, AnyShape> = json("[15360]").unwrap();
    assert_eq!(halves.into_vec(), [f16::ONE]);
    let orderings: Tensor<Either, AnyShape> = json(r#"["Left", "Right"]"#).unwrap();
    assert_eq!(orderings.into_vec(), [Either::Left, Either::Right]);
    // from what another reader has read before, which tells how long its arrays are
    let tree = serde_json::json!({"shape": [1, 2], "data": [3, 4]});
    assert_eq!(serde_json::from_value::<Tensor<i32, Shape![_, 2]>>(tree).unwrap(), Tensor::from([[3, 4]]));
    assert_eq!(
        serde_json::from_value::<Tensor<i32, AnyShape>>(serde_json::json!([[3, 4]])).unwrap(),
        Tensor::from([[3, 4]])
    );
    // elements that borrow from the text
    let text = String::from(r#"[["a", "b"]]"#);
    let words: Tensor<&str, AnyShape> = serde_json::from_str(&text).unwrap();
    assert_eq!(words.into_vec(), ["a", "b"]);
}

/// `refuses!(f64, Shape![_, 4]: text => message, ..)`: what is said of each JSON text that is read into the type.
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
        "[null]" => "invalid type: null, expected an array along axis 1 of a (_, 4) at line 1 column 5",
        "[{}]" => "invalid type: map, expected an array along axis 1 of a (_, 4) at line 1 column 3",
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
    // a scalar is its element and nothing else, which may be an object or an array itself
    refuses!(f64, Shape![]:
        "[1]" => "invalid type: sequence, expected f64, an element of a () at line 1 column 0",
        r#"{"shape":[],"data":[1]}"# => "invalid type: map, expected f64, an element of a () at line 1 column 0",
    );
}

#[test]
fn ragged_arrays_are_refused() {
    refuses!(f64, Shape![_, _]:
        "[[1,2],[3]]" => "ragged arrays are no (_, _): what stands at [1] has 1 entry, and those before it have 2 at line 1 column 10",
        "[[],[],[3,4]]" => "ragged arrays are no (_, _): what stands at [2] has 2 entries, and those before it have 0 at line 1 column 12",
        "[[1,2],3]" => "ragged arrays are no (_, _): what stands at [1] is an element, and those before it are arrays at line 1 column 8",
    );
    refuses!(f64, Shape![_, _, 2]:
        "[[[1,2],[3,4]],[[5,6]]]" => "ragged arrays are no (_, _, 2): what stands at [1] has 1 entry, and those before it have 2 at line 1 column 22",
        "[[[1,2],[3,4]],[[5,6],[7]]]" => "ragged arrays are no (_, _, 2): what stands at [1, 1] has 1 entry, and those before it have 2 at line 1 column 25",
    );
    refuses!(f64, AnyShape:
        "[[1,2],[3]]" => "ragged arrays are no tensor: what stands at [1] has 1 entry, and those before it have 2 at line 1 column 10",
        "[[1,2],3]" => "ragged arrays are no tensor: what stands at [1] is an element, and those before it are arrays at line 1 column 8",
        "[1,[2]]" => "ragged arrays are no tensor: what stands at [1] is an array, and those before it are elements at line 1 column 4",
        "[[],3]" => "ragged arrays are no tensor: what stands at [1] is an element, and those before it are arrays at line 1 column 5",
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
            r#"invalid type: map, expected arrays, or elements that are no objects, which are read with the sizes: {"shape": [..], "data": [..]} at line 1 column 2"#,
    );
}

/// Elements that are arrays, and nesting without an end, in what tells no rank.
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
    /// As many as there are, which is not told before.
    struct Unknown(Vec<f32>);
    impl Serialize for Unknown {
        fn serialize<Into: serde::Serializer>(&self, serializer: Into) -> Result<Into::Ok, Into::Error> {
            let told = usize::from(serializer.is_human_readable()).checked_sub(1);
            let mut elements = serializer.serialize_seq(told)?;
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

#[test]
fn shapes() {
    for sizes in [&[][..], &[7], &[2, 3], &[1, 2, 3, 4, 5, 6, 7, 8]] {
        for back in each_format::<_, AnyShape>(&AnyShape::from(sizes)) {
            assert_eq!(back, AnyShape::from(sizes));
        }
    }
    let refused = json::<AnyShape>("[2, 0.5]").unwrap_err();
    assert_eq!(refused, "invalid type: floating point `0.5`, expected usize at line 1 column 7");
}

/// How much memory may be asked for, in all, while so many bytes are read: eight of an element, twice for those that grow, and once more
/// for those that moved, from the two bytes of one in JSON; room for the first elements; an error.
fn most(bytes: &[u8]) -> usize {
    8192 + 32 * bytes.len()
}

fn takes_little<T: DeserializeOwned, S: Shape>(bytes: &[u8]) {
    let json = allocated(|| serde_json::from_slice::<Tensor<T, S>>(bytes).map(drop).map_err(drop));
    let postcard = allocated(|| postcard::from_bytes::<Tensor<T, S>>(bytes).map(drop).map_err(drop));
    let cbor = allocated(|| ciborium::from_reader::<Tensor<T, S>, _>(bytes).map(drop).map_err(drop));
    // its buffer for texts
    let cbor = cbor.saturating_sub(4096);
    let greatest = json.max(postcard).max(cbor);
    assert!(greatest <= most(bytes), "{json}, {postcard} and {cbor} bytes were asked for by {bytes:?}");
}

/// Reads the bytes as tensors of several types, and counts what that takes.
fn endures(bytes: &[u8]) {
    reader::run(bytes);
    takes_little::<f64, Shape![_, 3]>(bytes);
    takes_little::<f64, AnyShape>(bytes);
    takes_little::<u8, Shape![_, _, 2]>(bytes);
    takes_little::<Complex<f64>, Shape![2, _]>(bytes);
}

/// What is left of tensors when bytes are changed or cut off.
#[test]
fn damaged_bytes() {
    let x = Tensor::from([[1.5, -2.5, 3.0], [4.0, 5.25, 6.0]]);
    let small = Tensor::from([[1_i16, -2, 300], [4, 5, 6]]);
    let nested = Tensor::from_fn(shape![2, 1, 2], |[i, _, k]| (i + k) as u8);
    let whole = [
        to_json(&x).into_bytes(),
        to_json(&x.clone().erase()).into_bytes(),
        to_json(&small.clone().erase()).into_bytes(),
        to_json(&nested).into_bytes(),
        to_postcard(&x),
        to_postcard(&small),
        to_postcard(&nested),
        to_cbor(&x),
        to_cbor(&nested),
    ];
    let mut inputs = 0;
    for bytes in whole {
        for length in 0..=bytes.len() {
            endures(&bytes[..length]);
            inputs += 1;
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                endures(&changed);
                inputs += 1;
            }
        }
    }
    assert!(inputs > 1000, "{inputs} inputs");
}

/// Lengths that nothing stands behind.
#[test]
fn huge_lengths() {
    for huge in [1 << 12, 1 << 20, 1 << 31, 1 << 32, 1 << 40, 1 << 60, u64::MAX] {
        let of = |parts: &[u64]| parts.iter().flat_map(to_postcard).collect::<Vec<_>>();
        // so many sizes; so many elements of a shape that has them, and of one that has not
        endures(&of(&[huge, 1, 2, 3]));
        endures(&of(&[2, huge, 3, huge.wrapping_mul(3), 1, 2, 3]));
        endures(&of(&[1, huge, huge, 1, 2, 3]));
        endures(&of(&[2, 2, 3, huge, 1, 2, 3]));
        for text in [
            format!(r#"{{"shape":[{huge},3],"data":[1,2,3]}}"#),
            format!(r#"{{"data":[1,2,3],"shape":[{huge},3]}}"#),
            format!(r#"{{"shape":[{huge},0,{huge}],"data":[]}}"#),
        ] {
            endures(text.as_bytes());
        }
        let long = huge.to_be_bytes();
        endures(&[&[0x82, 0x9b][..], &long, &[1, 2]].concat());
        endures(&[&[0x82, 0x82, 0x1b][..], &long, &[3, 0x9b], &long, &[1, 2]].concat());
    }
}

/// Real tensors take no more than what was asked above, either.
#[test]
fn large_tensors() {
    let x = Tensor::from_fn(shape![40, 50, Dyn::new(2)], |[i, j, k]| (i * j + k) as u8);
    endures(to_json(&x).as_bytes());
    endures(to_json(&x.clone().erase()).as_bytes());
    endures(&to_postcard(&x));
    endures(&to_cbor(&x));
    let many_axes = format!("[{}1]", "1,".repeat(10_000));
    endures(format!(r#"{{"shape":{many_axes},"data":[1]}}"#).as_bytes());
}

/// What the fuzz target has found worth keeping.
#[test]
fn corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/serde");
    let inputs: Vec<_> =
        std::fs::read_dir(folder).expect("a corpus").map(|entry| entry.expect("a file").path()).collect();
    assert!(!inputs.is_empty(), "nothing in {folder}");
    for input in inputs {
        endures(&std::fs::read(&input).unwrap_or_else(|error| panic!("{}: {error}", input.display())));
    }
}
