//! Calls everything on a file of any bytes: `malformed.rs` and the fuzz target use it.

use conformable::{AnyShape, Dyn, Shape};
use conformable_files::{Element, File, FileErrorKind};
use std::fmt::Debug;

struct Batch;

/// Loads and views every tensor of the file as each type. Returns their number, or the text of the error.
///
/// # Panics
///
/// If a tensor of an opened file cannot be loaded, except for invalid `bool`s and unsupported types, or if a view or a
/// typed shape disagrees.
pub(crate) fn read(bytes: &[u8]) -> Result<usize, String> {
    let file = File::from_bytes("bytes", bytes).map_err(|error| {
        assert_eq!(error.kind(), FileErrorKind::Malformed, "{error}");
        error.to_string()
    })?;
    let mut count = 0;
    for name in file.names() {
        count += 1;
        let taken = TYPES.iter().filter(|takes| takes(&file, name)).count();
        assert!(taken <= 1, "{name}: of {taken} types");
        // FP8 and smaller types are not supported
        if taken == 0 {
            let error = file.load::<u8, AnyShape>(name).unwrap_err();
            assert!(error.to_string().contains("the elements are F"), "{error}");
        }
    }
    Ok(count)
}

const TYPES: &[fn(&File, &str) -> bool] = &[
    takes::<bool>,
    takes::<i8>,
    takes::<i16>,
    takes::<i32>,
    takes::<i64>,
    takes::<u8>,
    takes::<u16>,
    takes::<u32>,
    takes::<u64>,
    takes::<f32>,
    takes::<f64>,
    #[cfg(feature = "half")]
    takes::<half::f16>,
    #[cfg(feature = "half")]
    takes::<half::bf16>,
    #[cfg(feature = "complex")]
    takes::<num_complex::Complex<f32>>,
];

/// Whether the tensor's elements have the type; asserts everything else.
fn takes<T: Element + PartialEq + Debug>(file: &File, name: &str) -> bool {
    let loaded = match file.load::<T, AnyShape>(name) {
        Ok(loaded) => loaded,
        Err(error) if error.kind() == FileErrorKind::ElementType => {
            assert_eq!(file.view::<T, AnyShape>(name).unwrap_err().kind(), FileErrorKind::ElementType);
            return false;
        }
        Err(error) => {
            assert_eq!(error.kind(), FileErrorKind::Value, "{error}");
            let of_view = file.view::<T, AnyShape>(name).unwrap_err();
            assert_eq!(of_view.to_string(), error.to_string());
            return true;
        }
    };
    let sizes = loaded.sizes();
    assert_eq!(file.sizes(name).unwrap().sizes().as_ref(), sizes.as_ref());
    match file.view::<T, AnyShape>(name) {
        #[allow(clippy::eq_op, reason = "a NaN is not itself")]
        Ok(view) => {
            assert!(view.iter().zip(&loaded).all(|(x, y)| x == y || x != x), "{name}: {view:?} is not {loaded:?}");
        }
        Err(error) => assert_eq!(error.kind(), FileErrorKind::NoView, "{error}"),
    }
    let is = |sizes: &dyn Fn(&[usize]) -> bool, loaded: Result<usize, FileErrorKind>| {
        let expected = if sizes(loaded_sizes(file, name).as_ref()) { Ok(()) } else { Err(FileErrorKind::Shape) };
        assert_eq!(loaded.map(|_| ()), expected, "{name}");
    };
    is(&|sizes| sizes.len() == 2, typed::<T, (Dyn, Dyn)>(file, name));
    is(&|sizes| matches!(sizes, [_, 3]), typed::<T, Shape![_, 3]>(file, name));
    is(&|sizes| matches!(sizes, [_, 3]), typed::<T, Shape![Batch = _, 3]>(file, name));
    is(&|sizes| matches!(sizes, [2, 3]), typed::<T, Shape![2, 3]>(file, name));
    is(&|sizes| sizes.is_empty(), typed::<T, Shape![]>(file, name));
    true
}

fn loaded_sizes(file: &File, name: &str) -> AnyShape {
    file.sizes(name).unwrap()
}

/// The number of elements, if the tensor has the shape.
fn typed<T: Element, S: Shape>(file: &File, name: &str) -> Result<usize, FileErrorKind> {
    let error = match file.load::<T, S>(name) {
        Ok(tensor) => return Ok(tensor.numel()),
        Err(error) => error,
    };
    assert!(error.shape_error().is_some() && error.tensor() == Some(name), "{error}");
    Err(error.kind())
}
