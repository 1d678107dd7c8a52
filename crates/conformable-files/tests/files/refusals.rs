//! The whole text of every error.

use crate::{Folder, bytes_of, kept};
use conformable::{AnyShape, Dyn, ErrorKind, Shape, Tensor, View, shape};
use conformable_files::{Element, File, FileError, FileErrorKind, Format, Tensors};
use std::error::Error;
use std::fmt::Debug;
use std::fs;

struct Batch;

/// A file of bytes after a header.
fn headed(header: &str, elements: &[u8]) -> Result<File, FileError> {
    File::from_bytes("model.safetensors", &bytes_of(header.as_bytes(), elements))
}

/// A model with parts.
fn model() -> File {
    let (weight, steps, none) = (
        Tensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        Tensor::from([7_i64]),
        Tensor::<f64, _>::zeros(shape![0, 4]),
    );
    let scalar = Tensor::scalar(1_u8);
    let mut tensors = Tensors::new();
    tensors.part("hidden").put("weight", &weight);
    tensors.put("steps", &steps).put("none", &none).put("scalar", &scalar);
    File::from_bytes("model.safetensors", &tensors.to_bytes(Format::Safetensors).unwrap()).unwrap()
}

fn is_refused<T: Element + Debug, S: Shape>(file: &File, name: &str, kind: FileErrorKind, text: &str) {
    let errors = [file.load::<T, S>(name).unwrap_err(), file.view::<T, S>(name).unwrap_err()];
    for error in errors {
        assert_eq!((error.to_string(), error.kind()), (format!("model.safetensors, tensor `{name}`: {text}"), kind));
        assert_eq!((error.file(), error.tensor()), ("model.safetensors", Some(name)));
        // `unwrap` prints the same
        assert_eq!(format!("{error:?}"), error.to_string());
        assert_eq!(error.shape_error().is_some(), kind == FileErrorKind::Shape);
        assert_eq!(error.source().is_some(), kind == FileErrorKind::Shape);
    }
}

#[test]
fn shapes_that_are_not_the_types() {
    let file = model();
    let shape = FileErrorKind::Shape;
    is_refused::<f32, Shape![_, 512]>(
        &file,
        "hidden.weight",
        shape,
        "(2, 3) is not a (_, 512)
  file  2    3
  type  _  512
             ^ axis 1 is 3, not 512",
    );
    is_refused::<f32, Shape![Batch = 4, 3]>(
        &file,
        "hidden.weight",
        shape,
        "(2, 3) is not a (Batch = 4, 3)
  file          2  3
  type  Batch = 4  3
                ^ axis 0 is 2, not Batch = 4",
    );
    is_refused::<f32, (Dyn<Batch>, conformable::Thousands<50, 257>)>(
        &file,
        "hidden.weight",
        shape,
        "(2, 3) is not a (Batch = _, 50257)
  file          2      3
  type  Batch = _  50257
                       ^ axis 1 is 3, not 50257",
    );
    is_refused::<f32, Shape![_]>(&file, "hidden.weight", shape, "(2, 3) is not a (_,)\n  the ranks 2 and 1 differ");
    is_refused::<u8, Shape![1]>(&file, "scalar", shape, "() is not a (1,)\n  the ranks 0 and 1 differ");
    is_refused::<f64, Shape![1, 4]>(
        &file,
        "none",
        shape,
        "(0, 4) is not a (1, 4)
  file  0  4
  type  1  4
        ^ axis 0 is 0, not 1",
    );
    let error = file.load::<f32, Shape![_, 512]>("hidden.weight").unwrap_err();
    assert_eq!(
        (error.shape_error().unwrap().kind(), error.shape_error().unwrap().axis()),
        (ErrorKind::Mismatch, Some(1))
    );
}

#[test]
fn elements_of_other_types() {
    let file = model();
    let kind = FileErrorKind::ElementType;
    is_refused::<f64, AnyShape>(&file, "hidden.weight", kind, "the elements are f32, not f64");
    // the type is checked before the shape
    is_refused::<bool, Shape![_, 512]>(&file, "hidden.weight", kind, "the elements are f32, not bool");
    is_refused::<i32, Shape![1]>(&file, "steps", kind, "the elements are i64, not i32");
    #[cfg(feature = "complex")]
    is_refused::<num_complex::Complex<f32>, AnyShape>(&file, "steps", kind, "the elements are i64, not Complex<f32>");
    let file = headed(r#"{"x":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}}"#, &[0, 0]).unwrap();
    is_refused::<f32, AnyShape>(&file, "x", kind, "the elements are F8_E4M3, not f32");
    assert_eq!(file.sizes("x").unwrap().sizes().as_ref(), [2]);
}

#[test]
fn names_that_there_are_not() {
    let file = model();
    let kind = FileErrorKind::NoSuchTensor;
    is_refused::<f32, AnyShape>(
        &file,
        "hidden.wieght",
        kind,
        "there is no such tensor; near it in spelling: `hidden.weight`",
    );
    is_refused::<f32, AnyShape>(
        &file,
        "Hidden.Weight",
        kind,
        "there is no such tensor; near it in spelling: `hidden.weight`",
    );
    let all = "there is no such tensor; the file has 4: `hidden.weight`, `none`, `scalar`, `steps`";
    is_refused::<f32, AnyShape>(&file, "", kind, all);
    is_refused::<f32, AnyShape>(&file, "x", kind, all);
    assert_eq!(file.sizes("x").unwrap_err().to_string(), format!("model.safetensors, tensor `x`: {all}"));
    let error = file.part("output").load::<f32, AnyShape>("weight").unwrap_err();
    assert_eq!(error.to_string(), format!("model.safetensors, tensor `output.weight`: {all}"));
    let many: Vec<String> = (0..10)
        .map(|i| format!("\"{}\":{{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}", i.to_string().repeat(4)))
        .collect();
    let file = headed(&format!("{{{}}}", many.join(",")), &[]).unwrap();
    is_refused::<f32, AnyShape>(
        &file,
        "bias",
        kind,
        "there is no such tensor; the file has 10: `0000`, `1111`, `2222`, `3333`, `4444`, `5555`, `6666`, `7777`, ..",
    );
    let one = headed(r#"{"x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}"#, &[]).unwrap();
    is_refused::<f32, AnyShape>(&one, "bias", kind, "there is no such tensor; the file has one, `x`");
    let none = headed("{}", &[]).unwrap();
    is_refused::<f32, AnyShape>(&none, "bias", kind, "there is no such tensor; the file has none");
}

/// Names come from others: characters that move a terminal's cursor are escaped, and an endless name is cut.
#[test]
fn names_that_are_orders() {
    let header = r#"{"a\u001b[2J\n":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}"#;
    let file = headed(header, &[]).unwrap();
    let error = file.load::<f32, AnyShape>("a\u{1b}[2J\n").unwrap_err();
    assert_eq!(error.to_string(), r"model.safetensors, tensor `a\u{1b}[2J\n`: the elements are u8, not f32");
    assert_eq!(error.tensor(), Some("a\u{1b}[2J\n"));
    let error = file.load::<f32, AnyShape>("b").unwrap_err();
    assert!(error.to_string().ends_with(r"the file has one, `a\u{1b}[2J\n`"), "{error}");
    let long = "ä".repeat(1000);
    let error = headed(&format!("{{\"{long}\":{{}}}}"), &[]).unwrap_err();
    let shown = "ä".repeat(200);
    assert_eq!(
        error.to_string(),
        format!("model.safetensors: malformed header: tensor `{shown}..`: missing field `dtype` at line 1 column 2006")
    );
}

#[test]
fn bytes_that_are_no_elements() {
    let file = headed(r#"{"x":{"dtype":"BOOL","shape":[3],"data_offsets":[0,3]}}"#, &[1, 0, 2]).unwrap();
    is_refused::<bool, Shape![3]>(
        &file,
        "x",
        FileErrorKind::Value,
        "element 2 is no `bool`: its byte is neither 0 nor 1",
    );
}

#[test]
fn no_views() {
    let no_view = |error: FileError, text: &str| {
        assert_eq!((error.kind(), error.to_string()), (FileErrorKind::NoView, text.to_owned()));
    };
    if cfg!(target_endian = "little") {
        let header = r#"{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}}  "#;
        let file = headed(header, &[1, 0, 0, 0x80, 0x3f]).unwrap();
        no_view(
            file.view::<f32, AnyShape>("b").unwrap_err(),
            "model.safetensors, tensor `b`: cannot view the elements: they begin at byte 117 of the file, which is not a multiple of 4; `load` copies them",
        );
        assert_eq!(file.load::<f32, AnyShape>("b").unwrap().to_vec(), [1.0]);
    } else {
        no_view(
            model().view::<f32, AnyShape>("hidden.weight").unwrap_err(),
            "model.safetensors, tensor `hidden.weight`: cannot view the elements: their bytes are in the order of other processors; `load` converts them",
        );
    }
    let file = File::open(kept("numbers.safetensors")).unwrap();
    let error = file.view::<u8, AnyShape>("u8").unwrap_err();
    let path = error.file().to_owned();
    no_view(
        error,
        &format!(
            "{path}, tensor `u8`: cannot view the elements: the file was opened, and not read into memory; `File::read` does, `File::map` maps it"
        ),
    );
}

#[test]
fn malformed_files() {
    let text = |result: Result<File, FileError>| {
        let error = result.unwrap_err();
        assert_eq!((error.kind(), error.tensor()), (FileErrorKind::Malformed, None));
        error.to_string().strip_prefix("model.safetensors: ").unwrap().to_owned()
    };
    let bytes = |bytes: &[u8]| text(File::from_bytes("model.safetensors", bytes));
    assert_eq!(bytes(b""), "it has 0 bytes, too few for a file of tensors");
    assert_eq!(bytes(b"1234567"), "it has 7 bytes, too few for a file of tensors");
    assert_eq!(
        bytes(b"\x09\0\0\0\0\0\0\0{}"),
        "no safetensors file: its first 8 bytes tell of a header of 9 bytes, and there are 2 behind them"
    );
    for (header, elements, expected) in [
        ("", 0, "malformed header: EOF while parsing a value at line 1 column 0"),
        ("[]", 0, "malformed header: invalid type: sequence, expected an object of tensors at line 1 column 0"),
        ("{}", 3, "the header tells of 0 bytes of elements, and there are 3"),
        (
            r#"{"x":7}"#,
            0,
            "malformed header: tensor `x`: invalid type: integer `7`, expected struct TensorInfo at line 1 column 6",
        ),
        (
            r#"{"x":{"dtype":"F32","shape":[2,3]}}"#,
            24,
            "malformed header: tensor `x`: missing field `data_offsets` at line 1 column 34",
        ),
        (
            r#"{"x":{"dtype":"F32","shape":[2,-3],"data_offsets":[0,24]}}"#,
            24,
            "malformed header: tensor `x`: invalid value: integer `-3`, expected usize at line 1 column 33",
        ),
        (
            r#"{"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,20]}}"#,
            20,
            "malformed header: tensor `x`: it has 20 bytes, and the shape (2, 3) of F32 fills 24 at line 1 column 57",
        ),
        (
            r#"{"x":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}}"#,
            2,
            "malformed header: tensor `x`: it has 2 bytes, and the shape (3,) of F4 fills 12 bits at line 1 column 53",
        ),
        (
            r#"{"x":{"dtype":"F64","shape":[4294967295,4294967295,4294967295],"data_offsets":[0,8]}}"#,
            8,
            "malformed header: tensor `x`: it has 8 bytes, and the shape (4294967295, 4294967295, 4294967295) of F64 fills more than memory can hold at line 1 column 85",
        ),
        (
            r#"{"x":{"dtype":"U8","shape":[2],"data_offsets":[4,2]}}"#,
            4,
            "malformed header: tensor `x`: it ends at byte 2 of the elements, and begins at 4 at line 1 column 53",
        ),
        (
            r#"{"x":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"y":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}}"#,
            6,
            "malformed header: tensor `y` begins at byte 2 of the elements, and not at byte 4, where those before it end",
        ),
        (
            r#"{"x":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"y":{"dtype":"U8","shape":[4],"data_offsets":[6,10]}}"#,
            10,
            "malformed header: tensor `y` begins at byte 6 of the elements, and not at byte 4, where those before it end",
        ),
        (
            r#"{"x":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}"#,
            5,
            "the header tells of 4 bytes of elements, and there are 5",
        ),
        (
            r#"{"x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}"#,
            0,
            "malformed header: `x` occurs twice at line 1 column 56",
        ),
        (
            r#"{"__metadata__":{"a":1}}"#,
            0,
            "malformed header: `a`: invalid type: integer `1`, expected a string at line 1 column 22",
        ),
    ] {
        assert_eq!(text(headed(header, &vec![1; elements])), expected, "{header}");
    }
    let error = headed(r#"{"x":{"dtype":"f32","shape":[],"data_offsets":[0,4]}}"#, &[0; 4]).unwrap_err().to_string();
    assert!(error.contains("tensor `x`: unknown variant `f32`, expected one of `BOOL`, "), "{error}");
}

/// A header of more than 100 MB is refused before it is read; the file is sparse.
#[test]
#[cfg(unix)]
#[cfg_attr(miri, ignore = "files")]
fn a_header_without_end() {
    let folder = Folder::new();
    for (length, expected) in [
        (100_000_001_u64, "the header has 100000001 bytes, and at most 100000000 are read"),
        (
            1 << 40,
            "no safetensors file: its first 8 bytes tell of a header of 1099511627776 bytes, and there are 4294967296 behind them",
        ),
    ] {
        let path = folder.join("long.safetensors");
        fs::write(&path, length.to_le_bytes()).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_len(8 + (1 << 32)).unwrap();
        let (error, held) = conformable_test::allocator::most_held(|| File::open(&path).unwrap_err());
        assert_eq!(error.to_string(), format!("{}: {expected}", path.display()));
        assert!(held < 10_000, "{held} bytes");
    }
    let index = folder.join("long.json");
    fs::write(&index, b"{\"weight_map\":").unwrap();
    fs::File::options().write(true).open(&index).unwrap().set_len(1 << 32).unwrap();
    let error = File::open(&index).unwrap_err();
    let expected = "the index of shards has 4294967296 bytes, and at most 100000000 are read";
    assert_eq!(error.to_string(), format!("{}: {expected}", index.display()));
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn files_that_cannot_be_read() {
    let folder = Folder::new();
    let none = folder.join("none.safetensors");
    // SAFETY: no other process uses the folder.
    for error in [File::open(&none), File::read(&none), unsafe { File::map(&none) }].map(Result::unwrap_err) {
        assert_eq!((error.kind(), error.tensor()), (FileErrorKind::Io, None));
        let source = error.source().expect("the system's error").to_string();
        assert_eq!(error.to_string(), format!("{}: {source}", none.display()));
    }
    // SAFETY: as above.
    for error in [File::open(&folder.0), File::read(&folder.0), unsafe { File::map(&folder.0) }].map(Result::unwrap_err)
    {
        assert_eq!(error.kind(), FileErrorKind::Io, "{error}");
        assert!(error.to_string().starts_with(&format!("{}: ", folder.0.display())), "{error}");
    }
    let empty = folder.join("empty.safetensors");
    fs::write(&empty, b"").unwrap();
    // SAFETY: as above.
    for error in [File::open(&empty), File::read(&empty), unsafe { File::map(&empty) }].map(Result::unwrap_err) {
        assert_eq!(error.to_string(), format!("{}: it has 0 bytes, too few for a file of tensors", empty.display()));
    }
}

#[test]
#[cfg(unix)]
#[cfg_attr(miri, ignore = "files")]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let path = folder.join("secret.safetensors");
    fs::copy(kept("numbers.safetensors"), &path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
    if fs::read(&path).is_ok() {
        println!("left out: this user may read every file");
        return;
    }
    let error = File::open(&path).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (FileErrorKind::Io, format!("{}: Permission denied (os error 13)", path.display()))
    );
}

/// A file that is truncated after its header was read: the tensors that remain are loaded.
#[test]
#[cfg_attr(miri, ignore = "files")]
fn a_file_that_shrinks() {
    let folder = Folder::new();
    let path = folder.join("x.safetensors");
    let (a, b) = (Tensor::from([1_u8, 2, 3]), Tensor::from([4_u8, 5, 6]));
    let mut tensors = Tensors::new();
    tensors.put("a", &a).put("b", &b).save(&path).unwrap();
    let (file, read) = (File::open(&path).unwrap(), File::read(&path).unwrap());
    let length = fs::metadata(&path).unwrap().len();
    fs::File::options().write(true).open(&path).unwrap().set_len(length - 1).unwrap();
    assert_eq!(file.load::<u8, Shape![3]>("a").unwrap(), a);
    let error = file.load::<u8, Shape![3]>("b").unwrap_err();
    let expected = format!("{}, tensor `b`: it is shorter than it was when it was opened", path.display());
    assert_eq!((error.kind(), error.to_string()), (FileErrorKind::Malformed, expected));
    assert_eq!(read.load::<u8, Shape![3]>("b").unwrap(), b);
    let view: Tensor<u8, Shape![3], View<'_>> = read.view("b").unwrap();
    assert_eq!(view, b);
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn what_cannot_be_saved() {
    let folder = Folder::new();
    let x = Tensor::from([1.0_f32, 2.0]);
    let mut tensors = Tensors::new();
    tensors.put("x", &x);
    let refused = |tensors: &Tensors<'_>, name: &str| {
        let path = folder.join(name);
        let error = tensors.save(&path).unwrap_err();
        let text = error.to_string();
        (error.kind(), text.strip_prefix(&path.display().to_string()).expect("the file's name").to_owned())
    };
    for name in ["x", "x.bin", "x.safetensors.bak", ".safetensors", "safetensors"] {
        let (kind, text) = refused(&tensors, name);
        assert_eq!(kind, FileErrorKind::Name, "{text}");
        assert!(text.starts_with(": the name ends in no format: those of this build are `.safetensors`"), "{text}");
    }
    let none = folder.join("none");
    let no_folder = format!(": there is no folder {} to save it in", none.display());
    assert_eq!(refused(&tensors, "none/x.safetensors"), (FileErrorKind::Io, no_folder));
    fs::create_dir(folder.join("taken.safetensors")).unwrap();
    let (kind, text) = refused(&tensors, "taken.safetensors");
    assert_eq!(kind, FileErrorKind::Io);
    if cfg!(target_os = "linux") {
        assert_eq!(text, ": Is a directory (os error 21)");
    }
    tensors.put("x", &x);
    assert_eq!(
        refused(&tensors, "x.safetensors"),
        (FileErrorKind::Name, ", tensor `x`: the name was put twice".to_owned())
    );
    let mut tensors = Tensors::new();
    tensors.put("__metadata__", &x);
    let under_this_name = ", tensor `__metadata__`: a safetensors file has its texts under this name";
    assert_eq!(refused(&tensors, "x.safetensors"), (FileErrorKind::Name, under_this_name.to_owned()));
    #[cfg(feature = "complex")]
    {
        let z = Tensor::from([num_complex::Complex::new(1.0_f64, 2.0)]);
        let mut tensors = Tensors::new();
        tensors.put("z", &z);
        let no_type = ", tensor `z`: the elements are Complex<f64>, which safetensors has no type for";
        assert_eq!(refused(&tensors, "x.safetensors"), (FileErrorKind::ElementType, no_type.to_owned()));
        assert_eq!(tensors.to_bytes(Format::Safetensors).unwrap_err().to_string(), format!("the bytes{no_type}"));
    }
    // a view of one element with more positions than memory has bytes
    let one = Tensor::from([1_u8]);
    let many = one.try_broadcast_to(&shape![usize::MAX / 4]).unwrap();
    let mut tensors = Tensors::new();
    tensors.put("many", &many).put("more", &many).put("most", &many).put("one more", &many).put("too much", &many);
    let too_long = ", tensor `too much`: with this tensor the file would be longer than can be counted";
    assert_eq!(refused(&tensors, "x.safetensors"), (FileErrorKind::TooLarge, too_long.to_owned()));
    let error = tensors.to_bytes(Format::Safetensors).unwrap_err();
    let text = "the bytes: the file would be longer than can be counted";
    assert_eq!((error.kind(), error.to_string()), (FileErrorKind::TooLarge, text.to_owned()));
    if cfg!(target_pointer_width = "64") {
        let mut tensors = Tensors::new();
        tensors.put("many", &many);
        let error = tensors.to_bytes(Format::Safetensors).unwrap_err();
        let text = format!("the bytes: cannot allocate a file of {} bytes", usize::MAX / 4);
        assert_eq!((error.kind(), error.to_string()), (FileErrorKind::Io, text));
    }
    // no file was written, and no temporary file remains
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}
