//! Archives that NumPy wrote, and ours.

use crate::arrays::{Kth, Name, Visit, assert_is, files, folder, stem};
use conformable::{AnyShape, Shape, Tensor};
use conformable_files::{File, FileErrorKind, Format, Tensors};
use std::fs;

/// Loads a tensor, and views it unless it is in the other byte order, compressed, or not aligned.
struct Check<'a> {
    file: &'a File,
    stem: &'a str,
    is_packed: bool,
    is_aligned: bool,
}

impl Visit for Check<'_> {
    fn visit<T: Kth>(self, name: &Name) {
        let Self { file, stem, is_packed, is_aligned } = self;
        assert_is(&file.load::<T, AnyShape>(stem).unwrap(), name);
        let view = file.view::<T, AnyShape>(stem);
        let unaligned = format!("which is not a multiple of {}; `load` copies them", align_of::<T>());
        let texts = [
            (is_packed, "cannot view the elements: they are compressed; `load` unpacks them"),
            (name.is_swapped::<T>(), "their bytes are in the order of other processors"),
            (!is_aligned, &*unaligned),
        ];
        match view {
            Ok(view) => {
                assert!(!is_packed && !name.is_swapped::<T>());
                assert_is(&view, name);
            }
            Err(error) => {
                let (_, text) = texts.into_iter().find(|(is_so, _)| *is_so).expect("a reason");
                assert_eq!(error.kind(), FileErrorKind::NoView);
                assert!(error.to_string().contains(text), "{error}");
            }
        }
    }
}

#[test]
fn archives_of_numpy() {
    for (archive, is_packed) in [("stored.npz", false), ("deflated.npz", true)] {
        let path = folder().join(archive);
        let bytes = fs::read(&path).unwrap();
        let open = [File::read(&path).unwrap(), File::from_bytes(archive, &bytes).unwrap()];
        for file in &open {
            assert_eq!(file.names().count(), 56);
            for stem in file.names() {
                Name::of(stem).unwrap().with(Check { file, stem, is_packed, is_aligned: false });
            }
        }
        let opened = File::open(&path).unwrap();
        let x: Tensor<f32, Shape![2, 3]> = opened.load("f4-little-columns-2x3").unwrap();
        assert_eq!(x, Tensor::from([[-1.0, -0.5, 0.0], [0.5, 1.0, 1.5]]));
    }
    let zeros = File::open(folder().join("zeros.npz")).unwrap();
    assert_eq!(
        zeros.load::<f64, Shape![_, 1000]>("zeros").unwrap(),
        Tensor::<f64, Shape![300, 1000]>::zeros(<(conformable::Size<300>, conformable::Size<1000>)>::default())
    );
}

/// An archive that was written to a pipe has the sizes and checksums after each member.
#[test]
fn archives_of_streams() {
    let path = folder().join("streamed.npz");
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.windows(4).any(|four| four == b"PK\x07\x08"), "nothing behind a member");
    for file in [File::open(&path), File::from_bytes("streamed.npz", &bytes)].map(Result::unwrap) {
        let x: Tensor<f32, Shape![2, 3]> = file.load("x").unwrap();
        assert_eq!(x, Tensor::from([[-1.0, -0.5, 0.0], [0.5, 1.0, 1.5]]));
        assert_eq!(file.load::<u8, Shape![_]>("y").unwrap(), Tensor::from([249_u8, 254, 3]));
    }
}

/// 64-bit sizes and positions, as in archives of 4 GB: the 32-bit fields are all ones.
#[test]
fn archives_of_64_bits() {
    let path = folder().join("zip64.npz");
    let bytes = fs::read(&path).unwrap();
    let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    assert_eq!(bytes[directory + 20..directory + 28], [0xff; 8]);
    assert!(bytes.windows(4).any(|four| four == b"PK\x06\x06"), "no end of 64 bits");
    for file in [File::open(&path), File::read(&path), File::from_bytes("zip64.npz", &bytes)].map(Result::unwrap) {
        let x: Tensor<f32, Shape![2, 3]> = file.load("x").unwrap();
        assert_eq!(x, Tensor::from([[-1.0, -0.5, 0.0], [0.5, 1.0, 1.5]]));
        assert_eq!(file.load::<u8, Shape![_]>("y").unwrap(), Tensor::from([249_u8, 254, 3]));
    }
    // one wrong bit in any of the 64-bit fields is refused
    let mut refused = 0;
    for at in directory..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            refused += usize::from(crate::open::run(&changed).is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn elements_that_no_tensor_has() {
    let file = File::read(folder().join("others.npz")).unwrap();
    assert_eq!(file.load::<f64, Shape![1]>("größe/größte").unwrap(), Tensor::from([1.5]));
    let refused = |name: &str| {
        let error = file.load::<f32, AnyShape>(name).unwrap_err();
        assert_eq!(file.view::<f32, AnyShape>(name).unwrap_err().to_string(), error.to_string());
        assert_eq!((error.kind(), error.tensor()), (FileErrorKind::ElementType, Some(name)));
        error.to_string().split_once("`: ").unwrap().1.to_owned()
    };
    assert_eq!(refused("strings"), "the elements are `<U3`, not f32");
    assert_eq!(refused("bytes"), "the elements are `|S3`, not f32");
    assert_eq!(refused("dates"), "the elements are `<M8[D]`, not f32");
    assert_eq!(refused("spans"), "the elements are `<m8[ms]`, not f32");
    assert_eq!(refused("records"), "the elements are records, `[('a', '<i4'), ('b', '<f8', (2,))]`, not f32");
    assert_eq!(refused("objects"), "the elements are `|O`, objects of Python, whose pickles can run code, not f32");
    assert_eq!(refused("größe/größte"), "the elements are f64, not f32");
    assert_eq!(file.sizes("objects").unwrap().as_ref(), [2]);
}

/// Puts the tensor into an archive and into a file of its own, which `make.py read` passes to NumPy.
struct Write<'a> {
    stem: &'a str,
}

impl Visit for Write<'_> {
    fn visit<T: Kth>(self, name: &Name) {
        let shape = AnyShape::from(&name.sizes[..]);
        let (rows, columns) = (name.tensor::<T>(), name.columns::<T>());
        let columns = Tensor::from_columns(shape, &columns).unwrap();
        let mut all = Tensors::new();
        if name.by_columns {
            all.put(self.stem, &columns)
        } else {
            all.put(self.stem, &rows)
        };
        let to = written().join(self.stem);
        all.save(to.with_extension("npy")).unwrap();
        all.save(to.with_extension("npz")).unwrap();
        let file = File::read(to.with_extension("npz")).unwrap();
        name.with(Check { file: &file, stem: self.stem, is_packed: false, is_aligned: true });
    }
}

/// The folder for them.
fn written() -> std::path::PathBuf {
    let to = match std::env::var_os("CONFORMABLE_NUMPY_FILES") {
        Some(folder) => std::path::PathBuf::from(folder).join("written"),
        None => concat!(env!("CARGO_TARGET_TMPDIR"), "/numpy_files").into(),
    };
    fs::create_dir_all(&to).unwrap();
    to
}

#[test]
fn files_for_numpy() {
    let mut count = 0;
    for path in &files("npy") {
        let stem = stem(path);
        if let Some(name) = Name::of(stem).filter(|name| !name.big_endian) {
            name.with(Write { stem });
            count += 1;
        }
    }
    assert_eq!(count, 112);
}

#[test]
fn the_same_tensors_are_the_same_bytes() {
    let (w, b) = (Tensor::from([[1.0_f32, 2.0], [3.0, 4.0]]), Tensor::from([true, false, true]));
    let small = Tensor::from([1_u8]);
    let mut all = Tensors::new();
    all.part("layer").put("weight", &w).put("mask", &b);
    all.put("a name:0/with all", &small).put("größe", &w).put("", &b);
    let bytes = all.to_bytes(Format::Npz).unwrap();
    assert_eq!(all.to_bytes(Format::Npz).unwrap(), bytes);
    let file = File::from_bytes("model.npz", &bytes).unwrap();
    assert_eq!(file.names().collect::<Vec<_>>(), ["", "a name:0/with all", "größe", "layer.mask", "layer.weight"]);
    // aligned at any position, so viewed
    if cfg!(target_endian = "little") {
        assert_eq!(file.part("layer").view::<f32, Shape![2, 2]>("weight").unwrap(), w);
        assert_eq!(file.view::<f32, Shape![2, 2]>("größe").unwrap(), w);
    }
    assert_eq!(file.view::<bool, Shape![3]>("").unwrap(), b);
    let empty = Tensors::new().to_bytes(Format::Npz).unwrap();
    assert_eq!(File::from_bytes("empty.npz", &empty).unwrap().names().count(), 0);
}

/// More axes than NumPy has: a header of version 2, and one that would be too long.
#[test]
fn many_axes() {
    let save = |rank: usize| {
        let mut sizes = vec![1; rank];
        sizes[0] = 3;
        let x = Tensor::from_vec(AnyShape::from(&sizes[..]), vec![1_u16, 2, 3]).unwrap();
        (Tensors::new().put("x", &x).to_bytes(Format::Npy), x)
    };
    for (rank, version) in [(21_000, 1), (22_000, 2), (100_000, 2)] {
        let (bytes, x) = save(rank);
        let bytes = bytes.unwrap();
        assert_eq!((bytes[6], bytes.len() % 64), (version, 6));
        let file = File::from_bytes("x.npy", &bytes).unwrap();
        assert_eq!(file.load::<u16, AnyShape>("x").unwrap().sizes(), x.sizes());
    }
    let error = save(350_000).0.unwrap_err();
    assert_eq!(error.to_string(), "the bytes, tensor `x`: the header would be longer than 1048576 bytes");
}

#[test]
fn what_numpy_has_no_file_for() {
    let (x, half) = (Tensor::from([1.0_f32]), Tensor::from([half::bf16::ONE]));
    let text = |all: &Tensors<'_>, format| {
        let error = all.to_bytes(format).unwrap_err();
        (error.kind(), error.to_string())
    };
    let mut all = Tensors::new();
    all.put("half", &half);
    let expected = "the bytes, tensor `half`: the elements are bf16, which NumPy has no type for";
    assert_eq!(text(&all, Format::Npy), (FileErrorKind::ElementType, expected.into()));
    assert_eq!(text(&all, Format::Npz), (FileErrorKind::ElementType, expected.into()));
    let name = |expected: &str| (FileErrorKind::Name, String::from(expected));
    let mut all = Tensors::new();
    assert_eq!(text(&all, Format::Npy), name("the bytes: an `.npy` file holds one tensor, and these are 0"));
    all.put("x", &x).put("y", &x);
    assert_eq!(text(&all, Format::Npy), name("the bytes: an `.npy` file holds one tensor, and these are 2"));
    all.put_text("epochs", "20");
    assert_eq!(text(&all, Format::Npy), name("the bytes: an `.npy` file holds no texts"));
    assert_eq!(text(&all, Format::Npz), name("the bytes: an `.npz` file holds no texts"));
    for (odd, shown) in [("a\0b", "a\\u{0}b"), ("größe:0", "größe:0"), ("../größe", "../größe")] {
        let mut all = Tensors::new();
        all.put(odd, &x);
        assert_eq!(
            text(&all, Format::Npz),
            name(&format!("the bytes, tensor `{shown}`: a zip archive has no such name"))
        );
    }
}

/// A small archive has a limit of unpacked bytes, which a caller can set.
#[test]
fn unpacked_bytes_have_a_limit() {
    let file = || File::open(folder().join("zeros.npz")).unwrap();
    let load = |file: File| file.load::<f64, AnyShape>("zeros").map(|x| x.numel());
    assert_eq!(load(file()).unwrap(), 300_000, "below the default limit");
    assert_eq!(load(file().with_max_unpacked(2_400_128)).unwrap(), 300_000);
    let error = load(file().with_max_unpacked(2_400_127)).unwrap_err();
    assert_eq!(error.kind(), FileErrorKind::TooLarge);
    let text = error.to_string();
    assert!(
        text.ends_with(
            "tensor `zeros`: its 2427 compressed bytes are unpacked to 2400128, and the limit is 2400127: \
             `File::with_max_unpacked` sets it"
        ),
        "{text}"
    );
    // the limit does not apply to stored members
    let stored = File::open(folder().join("stored.npz")).unwrap().with_max_unpacked(0);
    for name in stored.names() {
        assert!(stored.sizes(name).is_ok());
    }
}
