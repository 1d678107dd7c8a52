//! The arrays of `make.py`: a name encodes the type, the order and the sizes of an array, and with them each element.

use conformable::{AnyShape, Shape, Storage, Tensor};
use conformable_files::{Element, Stored};
use half::f16;
use num_complex::Complex;
use std::fmt::Debug;
use std::path::PathBuf;

/// An element by its row-major position.
pub(crate) trait Kth: Element + Debug + PartialEq + 'static {
    fn kth(k: usize) -> Self;
}

/// Implements [`Kth`] by a formula: `kth!(k; f32 = 0.5 * k as f32 - 1.0;)`.
macro_rules! kth {
    ($k:ident; $($T:ty = $value:expr;)*) => {
        $(
            impl Kth for $T {
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_possible_wrap,
                    clippy::cast_sign_loss,
                    clippy::cast_precision_loss,
                    reason = "bits that wrap, of small numbers"
                )]
                fn kth($k: usize) -> Self {
                    $value
                }
            }
        )*
    };
}

kth! {k;
    bool = k % 3 == 0;
    i8 = (5 * k as i64 - 7) as i8;
    i16 = (5 * k as i64 - 7) as i16;
    i32 = (5 * k as i64 - 7) as i32;
    i64 = 5 * k as i64 - 7;
    u8 = (5 * k as i64 - 7) as u8;
    u16 = (5 * k as i64 - 7) as u16;
    u32 = (5 * k as i64 - 7) as u32;
    u64 = (5 * k as i64 - 7) as u64;
    f16 = f16::from_f32(0.5 * k as f32 - 1.0);
    f32 = 0.5 * k as f32 - 1.0;
    f64 = 0.5 * k as f64 - 1.0;
    Complex<f32> = Complex::new(0.5 * k as f32 - 1.0, k as f32);
    Complex<f64> = Complex::new(0.5 * k as f64 - 1.0, k as f64);
}

/// The facts that a name encodes: `f4-little-rows-2x3`.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) code: String,
    pub(crate) big_endian: bool,
    pub(crate) by_columns: bool,
    pub(crate) sizes: Vec<usize>,
}

impl Name {
    pub(crate) fn of(stem: &str) -> Option<Self> {
        let [code, bytes, order, sizes] = stem.split('-').collect::<Vec<_>>().try_into().ok()?;
        let sizes = match sizes {
            "scalar" => Vec::new(),
            sizes => sizes.split('x').map(|size| size.parse().expect("a size")).collect(),
        };
        Some(Self { code: code.into(), big_endian: bytes == "big", by_columns: order == "columns", sizes })
    }

    /// Whether the bytes of an element must be swapped.
    pub(crate) fn is_swapped<T>(&self) -> bool {
        size_of::<T>() > 1 && self.big_endian != cfg!(target_endian = "big")
    }

    /// Calls the visitor with the type of the elements.
    pub(crate) fn with<V: Visit>(&self, visit: V) {
        match &*self.code {
            "b1" => visit.visit::<bool>(self),
            "i1" => visit.visit::<i8>(self),
            "i2" => visit.visit::<i16>(self),
            "i4" => visit.visit::<i32>(self),
            "i8" => visit.visit::<i64>(self),
            "u1" => visit.visit::<u8>(self),
            "u2" => visit.visit::<u16>(self),
            "u4" => visit.visit::<u32>(self),
            "u8" => visit.visit::<u64>(self),
            "f2" => visit.visit::<f16>(self),
            "f4" => visit.visit::<f32>(self),
            "f8" => visit.visit::<f64>(self),
            "c8" => visit.visit::<Complex<f32>>(self),
            "c16" => visit.visit::<Complex<f64>>(self),
            code => panic!("the type {code}"),
        }
    }

    /// The tensor in row-major order.
    pub(crate) fn tensor<T: Kth>(&self) -> Tensor<T, AnyShape> {
        let numel = self.sizes.iter().product();
        Tensor::from_vec(AnyShape::from(&self.sizes[..]), (0..numel).map(T::kth).collect()).expect("as many")
    }

    /// The elements in column-major order.
    pub(crate) fn columns<T: Kth>(&self) -> Vec<T> {
        let place_by_rows = |mut place: usize| {
            let mut index = Vec::new();
            for size in &self.sizes {
                index.push(place % size);
                place /= size;
            }
            index.iter().zip(&self.sizes).fold(0, |k, (place, size)| k * size + place)
        };
        (0..self.sizes.iter().product()).map(|place| T::kth(place_by_rows(place))).collect()
    }
}

/// A function that is generic over the element type of a name.
pub(crate) trait Visit {
    fn visit<T: Kth>(self, name: &Name);
}

/// Checks sizes and every element.
#[track_caller]
pub(crate) fn assert_is<T: Kth, S: Shape, D: Storage>(tensor: &Tensor<T, S, D>, name: &Name)
where
    Tensor<T, S, D>: Stored,
{
    assert_eq!(tensor.sizes().as_ref(), name.sizes, "{name:?}");
    let elements: Vec<T> = tensor.iter().copied().collect();
    assert_eq!(elements, name.tensor::<T>().into_vec(), "{name:?}");
}

/// The folder of NumPy's files: the committed ones, or others that a script has just made.
pub(crate) fn folder() -> PathBuf {
    match std::env::var_os("CONFORMABLE_NUMPY_FILES") {
        Some(folder) => folder.into(),
        None => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/numpy_files").into(),
    }
}

/// The files of an extension, in alphabetical order.
pub(crate) fn files(ending: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    files.sort();
    files
}

/// The file name without its extension.
pub(crate) fn stem(path: &std::path::Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).expect("a name")
}
