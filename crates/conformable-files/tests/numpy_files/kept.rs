//! Files that NumPy wrote.

use crate::arrays::{Kth, Name, Visit, assert_is, files, folder, stem};
use conformable::{AnyShape, Dyn, Shape, Tensor};
use conformable_files::{File, FileErrorKind, Format, Tensors};
use std::path::Path;

/// Loads the tensor from a file opened in every way, views it, and saves it again.
struct Check<'a> {
    path: &'a Path,
}

impl Visit for Check<'_> {
    #[allow(unsafe_code, reason = "no other process writes to the mapped files")]
    fn visit<T: Kth>(self, name: &Name) {
        let Self { path } = self;
        let stem = stem(path);
        let bytes = std::fs::read(path).unwrap();
        let in_memory = [
            File::read(path).unwrap(),
            // SAFETY: no process changes the committed files
            unsafe { File::map(path) }.unwrap(),
            File::from_bytes(format!("{stem}.npy"), &bytes).unwrap(),
        ];
        let opened = File::open(path).unwrap();
        for file in in_memory.iter().chain([&opened]) {
            assert_eq!(file.names().collect::<Vec<_>>(), [stem]);
            assert_eq!(file.sizes(stem).unwrap().as_ref(), name.sizes);
            let loaded = file.load::<T, AnyShape>(stem).unwrap();
            assert_is(&loaded, name);
            assert!(loaded.try_as_slice().is_ok(), "by rows");
        }
        for file in &in_memory {
            match file.view::<T, AnyShape>(stem) {
                Ok(view) => {
                    assert!(!name.is_swapped::<T>(), "{name:?}");
                    assert_is(&view, name);
                    assert_eq!(view.try_as_slice().is_err(), name.by_columns);
                }
                Err(error) => {
                    assert!(name.is_swapped::<T>(), "{error}");
                    let text = "cannot view the elements: their bytes are in the order of other processors; `load` converts them";
                    let expected = format!("{}, tensor `{stem}`: {text}", error.file());
                    assert_eq!((error.kind(), error.to_string()), (FileErrorKind::NoView, expected));
                }
            }
        }
        assert_eq!(opened.view::<T, AnyShape>(stem).unwrap_err().kind(), FileErrorKind::NoView);
        if !name.big_endian {
            let shape = AnyShape::from(&name.sizes[..]);
            let (rows, columns) = (name.tensor::<T>(), name.columns::<T>());
            let columns = Tensor::from_columns(shape, &columns).unwrap();
            let mut all = Tensors::new();
            if name.by_columns {
                all.put(stem, &columns)
            } else {
                all.put(stem, &rows)
            };
            assert_eq!(all.to_bytes(Format::Npy).unwrap(), bytes, "{name:?}");
        }
    }
}

#[test]
fn arrays_of_every_type_order_and_rank() {
    let mut ranks = Vec::new();
    for path in &files("npy") {
        if let Some(name) = Name::of(stem(path)) {
            ranks.push(name.sizes.len());
            name.with(Check { path });
        }
    }
    assert_eq!(ranks.len(), 200);
    for rank in [0, 1, 2, 3, 4, 5, 8, 16, 31] {
        assert!(ranks.contains(&rank), "rank {rank}");
    }
}

#[test]
fn sizes_become_a_type() {
    let file = File::open(folder().join("f4-little-columns-2x3.npy")).unwrap();
    let name = "f4-little-columns-2x3";
    let x: Tensor<f32, Shape![_, 3]> = file.load(name).unwrap();
    assert_eq!(x, Tensor::from([[-1.0, -0.5, 0.0], [0.5, 1.0, 1.5]]));
    let error = file.load::<f32, (Dyn, Dyn, Dyn)>(name).unwrap_err();
    assert_eq!(error.kind(), FileErrorKind::Shape);
}
