//! `numbers.safetensors`, written by Python's safetensors (`make.py`), is read; the same tensors are written for Python
//! to read: `.ci/python-files` runs it.

use crate::kept;
use conformable::{AnyShape, Scalar, Shape, Tensor, shape};
use conformable_files::{Element, File, FileErrorKind, Tensors};
use std::fmt::Debug;

const NAMES: [&str; 11] = [
    "",
    " ",
    "a.b.c",
    "a\"quote\"",
    "new\nline",
    "back\\slash",
    "gr\u{f6}\u{df}e",
    "\u{1f600}",
    "\0",
    "../x",
    "weight",
];

fn is<T: Element + Scalar + PartialEq + Debug>(file: &File, name: &str, elements: [T; 6]) {
    let [a, b, c, d, e, f] = elements;
    let loaded = file.load::<T, Shape![2, 3]>(name).unwrap();
    // a NaN does not equal itself
    assert_eq!(format!("{loaded:?}"), format!("{:?}", Tensor::from([[a, b, c], [d, e, f]])), "{name}");
}

/// Each tensor of `numbers.safetensors`, as in `make.py`.
fn check_numbers(file: &File) {
    is(file, "bool", [true, false, true, false, false, true]);
    is(file, "i8", [0, 1, 2, 100, i8::MAX, i8::MIN]);
    is(file, "i16", [0, 1, 2, 100, i16::MAX, i16::MIN]);
    is(file, "i32", [0, 1, 2, 100, i32::MAX, i32::MIN]);
    is(file, "i64", [0, 1, 2, 100, i64::MAX, i64::MIN]);
    is(file, "u8", [0, 1, 2, 100, u8::MAX, 0]);
    is(file, "u16", [0, 1, 2, 100, u16::MAX, 0]);
    is(file, "u32", [0, 1, 2, 100, u32::MAX, 0]);
    is(file, "u64", [0, 1, 2, 100, u64::MAX, 0]);
    is(file, "f32", [0.0, -0.0, 1.5, -2.25, f32::INFINITY, f32::NAN]);
    is(file, "f64", [0.0, -0.0, 1.5, -2.25, f64::INFINITY, f64::NAN]);
    let mut types = 11;
    #[cfg(feature = "half")]
    {
        let floats = [0.0, -0.0, 1.5, -2.25, f32::INFINITY, f32::NAN];
        is(file, "f16", floats.map(half::f16::from_f32));
        is(file, "bf16", floats.map(half::bf16::from_f32));
        types += 2;
    }
    #[cfg(feature = "complex")]
    {
        let pairs = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.5, -2.0), (f32::INFINITY, 0.0), (-2.25, 0.0)];
        is(file, "c64", pairs.map(|(re, im)| num_complex::Complex::new(re, im)));
        types += 1;
    }
    for rank in 0..17 {
        let loaded = file.load::<i32, AnyShape>(&format!("rank.{rank}")).unwrap();
        let sizes: Vec<usize> = (0..rank).map(|axis| 1 + axis % 2).collect();
        assert_eq!(loaded.sizes().as_ref(), sizes);
        assert!(loaded.iter().copied().eq(0..1 << (rank / 2)), "{loaded:?}");
    }
    assert_eq!(file.load::<f32, Shape![0]>("empty.0").unwrap().numel(), 0);
    assert_eq!(file.load::<f64, Shape![_, 0, 2]>("empty.1").unwrap().sizes(), [3, 0, 2]);
    for (place, name) in NAMES.into_iter().enumerate() {
        assert_eq!(file.part("names").load::<u8, Shape![1]>(name).unwrap().to_vec(), [place as u8], "{name:?}");
    }
    assert_eq!(file.metadata("format"), Some("np"));
    assert_eq!(file.metadata("größe"), Some("30 cm \"and\" \n more \u{1f600}"));
    let of_other_features = 14 - types;
    println!("{} tensors, {of_other_features} left out for features", types + 17 + 2 + NAMES.len());
    assert_eq!(file.names().count(), types + 17 + 2 + NAMES.len() + of_other_features);
}

#[test]
fn what_python_wrote() {
    let path = kept("numbers.safetensors");
    check_numbers(&File::open(&path).unwrap());
    let read = File::read(&path).unwrap();
    check_numbers(&read);
    // SAFETY: no process changes the committed files.
    check_numbers(&unsafe { File::map(&path) }.unwrap());
    let view = read.view::<u8, Shape![2, 3]>("u8").unwrap();
    assert_eq!(view, Tensor::from([[0, 1, 2], [100, 255, 0]]));
    if cfg!(target_endian = "big") {
        assert_eq!(read.view::<u32, AnyShape>("u32").unwrap_err().kind(), FileErrorKind::NoView);
    }
}

/// The tensors of Python, made here. With the variable `CONFORMABLE_FILES` they stay in that folder, for
/// `make.py check`.
#[test]
#[cfg(all(feature = "half", feature = "complex"))]
fn for_python() {
    use num_complex::Complex;

    let mut tensors = Tensors::new();
    tensors.put_text("format", "np").put_text("größe", "30 cm \"and\" \n more \u{1f600}");
    let flags = Tensor::from([[true, false, true], [false, false, true]]);
    tensors.put("bool", &flags);
    /// Puts the six numbers of each type, as `make.py`.
    macro_rules! integers {
        ($($T:ident)*) => { $(
            let $T = Tensor::from([[0, 1, 2], [100, $T::MAX, $T::MIN]]);
            tensors.put(stringify!($T), &$T);
        )* };
    }
    integers!(i8 i16 i32 i64 u8 u16 u32 u64);
    let doubles = Tensor::from([[0.0, -0.0, 1.5], [-2.25, f64::INFINITY, f64::NAN]]);
    let singles = doubles.map(|x| x as f32);
    let (f16, bf16) = (singles.map(half::f16::from_f32), singles.map(half::bf16::from_f32));
    tensors.put("f64", &doubles).put("f32", &singles).put("f16", &f16).put("bf16", &bf16);
    let complex = [[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)], [(1.5, -2.0), (f32::INFINITY, 0.0), (-2.25, 0.0)]];
    let complex = Tensor::from(complex.map(|row| row.map(|(re, im)| Complex::new(re, im))));
    tensors.put("c64", &complex);
    let ranks: Vec<Tensor<i32, AnyShape>> = (0..17)
        .map(|rank| {
            let sizes: Vec<usize> = (0..rank).map(|axis| 1 + axis % 2).collect();
            Tensor::from_vec(AnyShape::from(&sizes[..]), (0..1 << (rank / 2)).collect()).unwrap()
        })
        .collect();
    for (rank, tensor) in ranks.iter().enumerate() {
        tensors.part("rank").put(rank, tensor);
    }
    let empty = (Tensor::<f32, _>::zeros(shape![0]), Tensor::<f64, _>::zeros(shape![3, 0, 2]));
    tensors.part("empty").put(0, &empty.0).put(1, &empty.1);
    let places: Vec<_> = (0..NAMES.len()).map(|place| Tensor::from([place as u8])).collect();
    for (name, place) in NAMES.into_iter().zip(&places) {
        tensors.part("names").put(name, place);
    }
    match std::env::var_os("CONFORMABLE_FILES") {
        Some(folder) => tensors.save(std::path::Path::new(&folder).join("numbers.safetensors")).unwrap(),
        None => crate::each_way(&tensors, check_numbers),
    }
}
