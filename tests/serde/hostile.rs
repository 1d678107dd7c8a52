//! Bytes that are not tensors, and the memory that reading them takes.

use super::{reader, to_cbor, to_json, to_postcard};
use conformable::{AnyShape, Dyn, Shape, Tensor, shape};
use conformable_test::allocator::{allocated, without_blocks_above};
use conformable_test::corpus::corpus_of;
use num_complex::Complex;
use serde::de::DeserializeOwned;

/// The limit of all allocations while bytes are read, in bytes for each byte: eight for an element of two bytes in
/// JSON, doubled for vectors that grow, and once more for those that moved; and room for the first elements and an
/// error.
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

/// Reads the bytes as tensors of several types, and counts the allocated bytes.
fn endures(bytes: &[u8]) {
    reader::run(bytes);
    takes_little::<f64, Shape![_, 3]>(bytes);
    takes_little::<f64, AnyShape>(bytes);
    takes_little::<u8, Shape![_, _, 2]>(bytes);
    takes_little::<Complex<f64>, Shape![2, _]>(bytes);
}

/// Tensors with some bytes changed or cut off.
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

/// Lengths without elements.
#[test]
fn huge_lengths() {
    for huge in [1 << 12, 1 << 20, 1 << 31, 1 << 32, 1 << 40, 1 << 60, u64::MAX] {
        let of = |parts: &[u64]| parts.iter().flat_map(to_postcard).collect::<Vec<_>>();
        // the given number of sizes; the given number of elements of a shape, which has them or not
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

/// Units take neither memory nor bytes: only a length ends them.
#[test]
fn lengths_without_bytes() {
    let of = |parts: &[u64]| parts.iter().flat_map(to_postcard).collect::<Vec<_>>();
    let few = postcard::from_bytes::<Tensor<(), Shape![_, 4]>>(&of(&[2, 1 << 18, 4, 1 << 20])).unwrap();
    assert_eq!(few.numel(), 1 << 20);
    for huge in [(1_u64 << 24) + 1, u64::from(u32::MAX / 2), usize::MAX as u64 / 8] {
        assert!(postcard::from_bytes::<Tensor<(), Shape![_]>>(&of(&[1, huge, huge])).is_err(), "{huge}");
        assert!(postcard::from_bytes::<Tensor<[u8; 0], AnyShape>>(&of(&[2, huge, 1, huge])).is_err(), "{huge}");
    }
    let text = format!(r#"{{"shape":[{}],"data":[null]}}"#, 1 << 25);
    let error = serde_json::from_str::<Tensor<(), AnyShape>>(&text).unwrap_err();
    let expected =
        "the shape (33554432,) has more than 16777216 elements, and more of a type that takes no memory are not read";
    assert!(error.to_string().starts_with(expected), "{error}");
}

/// Valid tensors stay within the limit, too.
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

/// An error, and no abort.
#[test]
fn no_memory() {
    let x = Tensor::from_fn(shape![Dyn::new(5000), 4], |[i, j]| (i + j) as f32);
    let (nested, flat, bytes) = (to_json(&x), to_json(&x.clone().erase()), to_cbor(&x));
    let backwards = flat.replace(r#"{"shape":[5000,4],"#, "{").replace("]}", r#"],"shape":[5000,4]}"#);
    let refused = |text: &str| {
        let read = without_blocks_above(60_000, || serde_json::from_str::<Tensor<f32, Shape![_, 4]>>(text));
        let error = read.unwrap_err().to_string();
        error.split(" at line").next().unwrap().to_string()
    };
    assert_eq!(refused(&nested), "cannot allocate the 65536 bytes of the shape (_, 4)");
    assert_eq!(refused(&backwards), "cannot allocate the 65536 bytes of the shape (_, 4)");
    assert_eq!(refused(&flat), "cannot allocate the 65536 bytes of the shape (5000, 4)");
    let read = without_blocks_above(60_000, || ciborium::from_reader::<Tensor<f32, Shape![_, 4]>, _>(&*bytes));
    let Err(ciborium::de::Error::Semantic(_, text)) = read else { panic!("it was read") };
    assert_eq!(text, "cannot allocate the 65536 bytes of the shape (5000, 4)");
    // never more than there are
    let read = without_blocks_above(80_000, || ciborium::from_reader::<Tensor<f32, Shape![_, 4]>, _>(&*bytes));
    assert_eq!(read.unwrap(), x);
}

/// Inputs that the fuzz target has found.
#[test]
fn corpus() {
    for (_, input) in corpus_of("serde") {
        endures(&input);
    }
}
