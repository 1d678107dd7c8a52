//! Tensors written and read in three formats: every element type, rank and storage, and each refusal as text. Invalid
//! bytes are refused, and take no more memory than their length.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the numbers are small")]

#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod reader;
mod refusals;

use common::numbers::config;
use conformable::storage::ndarray::Ndarray;
use conformable::{AnyShape, Axis, Dyn, Inline, Shape, Storage, Tensor, View, shape};
use conformable_test::allocator::Counting;
use half::{bf16, f16};
use num_complex::Complex;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// An allocator that counts.
#[global_allocator]
static ALLOCATOR: Counting = Counting { refuses: |_| false };

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

/// A tensor is read as it was written, in its own type and as an `AnyShape`; and from one to the other.
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
    #![proptest_config(config(256))]

    #[test]
    fn random_shapes(sizes in prop::collection::vec(0_usize..5, 0..6)) {
        let x = Tensor::from_fn(AnyShape::from(&*sizes), |index| number(&index));
        comes_back(&x);
        // and as a type of the same rank, if there is one here
        match *sizes {
            [_] => comes_back(&x.refine::<Shape![_]>().unwrap()),
            [_, _] => comes_back(&x.refine::<Shape![_, _]>().unwrap()),
            [_, _, _] => comes_back(&x.refine::<Shape![_, _, _]>().unwrap()),
            _ => {}
        }
    }
}

/// Every storage writes the same.
#[test]
fn every_storage() {
    fn is_written<D: Storage>(x: &Tensor<i32, Shape![2, 3], D>) {
        let heap = Tensor::from([[1, 2, 3], [4, 5, 6]]);
        assert_eq!(to_json(x), "[[1,2,3],[4,5,6]]");
        assert_eq!(to_postcard(x), to_postcard(&heap));
        assert_eq!(to_cbor(x), to_cbor(&heap));
    }
    let mut heap = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    is_written(&heap);
    is_written(&heap.to_inline());
    is_written(&heap.view());
    is_written(&heap.view_mut());
    is_written(&heap.t().to_owned().t());
    is_written(&heap.t().to_owned().into_t());
    is_written(&Tensor::from([[6, 5, 4], [3, 2, 1]]).flip((Axis::<0>, Axis::<1>)));
    let wide = Tensor::from([[1, 0, 2, 0, 3, 0], [4, 0, 5, 0, 6, 0]]);
    is_written(&wide.slice((.., conformable::axes::Stepped(.., 2))).refine().unwrap());
    let array = ndarray::arr2(&[[1, 4], [2, 5], [3, 6]]).reversed_axes();
    is_written(&Tensor::<i32, Shape![2, 3], Ndarray<_>>::try_from(array).unwrap());
    // a broadcast axis
    let row = Tensor::from([1, 2, 3]);
    assert_eq!(to_json(&row.broadcast_to::<Shape![2, 3]>()), "[[1,2,3],[1,2,3]]");
    let column = Tensor::from([[1], [2]]);
    assert_eq!(to_json(&column.broadcast_to::<Shape![2, 2]>()), "[[1,1],[2,2]]");
    let any: Tensor<i32, AnyShape, View<'_>> = column.view().erase();
    assert_eq!(to_json(&any), r#"{"shape":[2,1],"data":[1,2]}"#);
}

/// The JSON of each shape, for readers without this crate.
#[test]
fn json_is() {
    fn is(x: &impl Serialize, text: &str) {
        assert_eq!(to_json(x), text);
    }
    let n = |n: usize| Dyn::new(n);
    is(&Tensor::scalar(1.5), "1.5");
    is(&Tensor::full(shape![0], 1), "[]");
    is(&Tensor::full(shape![n(0)], 1), "[]");
    is(&Tensor::full(shape![2, n(0)], 1), "[[],[]]");
    is(&Tensor::full(shape![n(0), 3], 1), "[]");
    is(&Tensor::full(shape![2, n(0), 3], 1), "[[],[]]");
    is(&Tensor::full(shape![n(0), n(0)], 1), r#"{"shape":[0,0],"data":[]}"#);
    is(&Tensor::full(shape![n(2), n(0)], 1), r#"{"shape":[2,0],"data":[]}"#);
    is(&Tensor::full(shape![n(1 << 30), 0], 1), r#"{"shape":[1073741824,0],"data":[]}"#);
    is(&Tensor::full(shape![2, 0, n(3)], 1), r#"{"shape":[2,0,3],"data":[]}"#);
    is(&Tensor::scalar(1).erase(), r#"{"shape":[],"data":[1]}"#);
    is(&Tensor::from_vec(shape![1], vec![Complex::new(1, 2)]).unwrap(), "[[1,2]]");
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
    // read by another reader before, which knows the lengths of its arrays
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

/// Tensors as the fields of a struct, and in formats that are asked twice for a type.
#[test]
fn fields() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Layer {
        weight: Tensor<f32, Shape![_, 2]>,
        bias: Option<Tensor<f32, Shape![2]>>,
        scale: Tensor<f32, Shape![], Inline>,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(untagged)]
    enum Table {
        Row(Tensor<f32, Shape![_]>),
        Rows(Tensor<f32, Shape![_, 2]>),
        Any { any: Tensor<f32, AnyShape> },
    }
    let weight = Tensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]).widen();
    for bias in [None, Some(Tensor::from([0.5, 0.25]))] {
        let layer = Layer { weight: weight.clone(), bias, scale: Tensor::inline(2.0) };
        for back in each_format::<_, Layer>(&layer) {
            assert_eq!(back, layer);
        }
    }
    let wrong = r#"{"weight":[[1,2,3]],"bias":null,"scale":1}"#;
    let message =
        "(1, 3) is not a (_, 2)\n  data  1  3\n  type  _  2\n           ^ axis 1 is 3, not 2 at line 1 column 19";
    assert_eq!(json::<Layer>(wrong).unwrap_err(), message);
    assert_eq!(json::<Table>("[1, 2]").unwrap(), Table::Row(Tensor::from([1.0, 2.0]).widen()));
    assert_eq!(json::<Table>("[[1, 2], [3, 4], [5, 6]]").unwrap(), Table::Rows(weight));
    let any = Tensor::from([[1.0, 2.0]]).erase();
    assert_eq!(json::<Table>(r#"{"any": {"data": [1, 2], "shape": [1, 2]}}"#).unwrap(), Table::Any { any });
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
