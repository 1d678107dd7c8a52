//! For any bytes: they are refused, or every tensor in them can be loaded, viewed equally, saved, and loaded again.
//! `fuzz/fuzz_targets/npy.rs` and `npz.rs` search for counterexamples.

use conformable::{AnyShape, Tensor};
use conformable_files::{Element, File, FileErrorKind, Format, Stored, Tensors};

/// Opens the bytes, and reads every tensor as every type; returns the number of tensors.
pub(crate) fn run(bytes: &[u8]) -> Result<usize, String> {
    let file = match File::from_bytes("x.npz", bytes) {
        Ok(file) => file,
        Err(error) => return Err(error.to_string()),
    };
    let mut count = 0;
    for name in file.names() {
        count += usize::from(read::<bool>(&file, name));
        count += usize::from(read::<i8>(&file, name));
        count += usize::from(read::<i16>(&file, name));
        count += usize::from(read::<i32>(&file, name));
        count += usize::from(read::<i64>(&file, name));
        count += usize::from(read::<u8>(&file, name));
        count += usize::from(read::<u16>(&file, name));
        count += usize::from(read::<u32>(&file, name));
        count += usize::from(read::<u64>(&file, name));
        count += usize::from(read::<f32>(&file, name));
        count += usize::from(read::<f64>(&file, name));
        count += usize::from(read::<half::f16>(&file, name));
        count += usize::from(read::<num_complex::Complex<f32>>(&file, name));
        count += usize::from(read::<num_complex::Complex<f64>>(&file, name));
    }
    Ok(count)
}

/// Loads and views the tensor; returns whether it could be loaded.
fn read<T: Element>(file: &File, name: &str) -> bool {
    let sizes = file.sizes(name).expect("a name of the file");
    let (loaded, viewed) = (file.load::<T, AnyShape>(name), file.view::<T, AnyShape>(name));
    let loaded = match (loaded, viewed) {
        (Ok(loaded), Ok(view)) => {
            assert_eq!(saved(&loaded), saved(&view.to_owned()));
            loaded
        }
        (Ok(loaded), Err(error)) => {
            assert_eq!(error.kind(), FileErrorKind::NoView, "{error}");
            loaded
        }
        (Err(error), viewed) => {
            // only loading compares the checksum
            assert!(viewed.is_err() || error.kind() == FileErrorKind::Malformed, "{error}");
            assert_eq!((error.file(), error.tensor()), ("x.npz", Some(name)));
            return false;
        }
    };
    assert_eq!(loaded.sizes(), sizes);
    assert_eq!(loaded.iter().count(), sizes.as_ref().iter().product::<usize>());
    let bytes = saved(&loaded);
    let again = File::from_bytes("x.npy", &bytes).expect("what was saved");
    let again: Tensor<T, AnyShape> = again.load("x").expect("what was saved");
    assert_eq!(again.sizes(), loaded.sizes());
    assert_eq!(saved(&again), bytes);
    true
}

fn saved(tensor: &impl Stored) -> Vec<u8> {
    Tensors::new().put("x", tensor).to_bytes(Format::Npy).expect("a type of NumPy")
}
