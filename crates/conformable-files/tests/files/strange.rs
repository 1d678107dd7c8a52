//! Unusual files: pipes, links, indices that point elsewhere, names with control characters, and endless texts.

use crate::{Folder, bytes_of, kept};
use conformable::{AnyShape, Dyn, Shape, Tensor};
use conformable_files::{File, FileError, FileErrorKind, Format, Tensors};
use std::fs;

/// The kind and the text of an error.
fn refusal<R>(result: Result<R, FileError>) -> (FileErrorKind, String) {
    let error = result.err().expect("a refusal");
    let text = error.to_string();
    let may_break = error.shape_error().is_some();
    assert!(text.chars().all(|character| !character.is_control() || may_break && character == '\n'), "{text:?}");
    assert!(text.len() < 6000, "{} bytes of text", text.len());
    (error.kind(), text)
}

/// A safetensors file with that header, and that many bytes of elements.
fn headed_by(header: &str, elements: usize) -> Result<File, FileError> {
    File::from_bytes("x", &bytes_of(header.as_bytes(), &vec![1; elements]))
}

#[test]
#[cfg_attr(any(miri, target_family = "wasm"), ignore = "files, and threads")]
fn a_file_is_shared_by_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<File>();
    is_shared::<FileError>();
    let file = File::open(kept("numbers.safetensors")).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    assert_eq!(file.load::<u8, Shape![2, 3]>("u8").unwrap()[[0, 2]], 2);
                    assert_eq!(file.load::<i64, Shape![2, 3]>("i64").unwrap()[[1, 2]], i64::MIN);
                }
            });
        }
    });
}

/// A pipe without another end does not block, and an endless file is not read.
#[test]
#[cfg(unix)]
#[cfg_attr(miri, ignore = "files")]
fn neither_files_nor_folders() {
    let folder = Folder::new();
    let pipe = folder.join("pipe.safetensors");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let index = folder.join("index.json");
    fs::write(&index, r#"{"weight_map":{"a":"pipe.safetensors"}}"#).unwrap();
    for path in [&pipe, &"/dev/zero".into(), &"/dev/null".into(), &index] {
        // SAFETY: it is not mapped.
        for opened in [File::open(path), File::read(path), unsafe { File::map(path) }] {
            let refused = if *path == index { &pipe } else { path };
            let expected = format!("{}: it is a device or a pipe, and no file", refused.display());
            assert_eq!(refusal(opened), (FileErrorKind::Io, expected));
        }
    }
    let expected = format!("{}: it is a folder, and no file", folder.0.display());
    assert_eq!(refusal(File::open(&folder.0)), (FileErrorKind::Io, expected));
}

/// Links are followed, as caches of models use them; one that leads to no file or to itself is refused.
#[test]
#[cfg(unix)]
#[cfg_attr(miri, ignore = "files")]
fn links() {
    use std::os::unix::fs::symlink;

    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let x = Tensor::from([1_u8, 2]);
    let blob = elsewhere.join("0a1b2c");
    Tensors::new().put("a", &x).save(elsewhere.join("x.safetensors")).unwrap();
    fs::rename(elsewhere.join("x.safetensors"), &blob).unwrap();
    let link = folder.join("one.safetensors");
    symlink(&blob, &link).unwrap();
    fs::write(folder.join("index.json"), r#"{"weight_map":{"a":"one.safetensors"}}"#).unwrap();
    assert_eq!(File::open(&link).unwrap().load::<u8, Shape![2]>("a").unwrap(), x);
    assert_eq!(File::open(folder.join("index.json")).unwrap().load::<u8, Shape![2]>("a").unwrap(), x);
    // saving replaces the link, and keeps its target
    let y = Tensor::from([3_u8]);
    Tensors::new().put("a", &y).save(&link).unwrap();
    assert_eq!(File::open(&link).unwrap().load::<u8, Shape![1]>("a").unwrap(), y);
    assert_eq!(File::open(&blob).unwrap().load::<u8, Shape![2]>("a").unwrap(), x);
    for (name, to) in [("loop", "loop"), ("nowhere", "none")] {
        symlink(folder.join(to), folder.join(name)).unwrap();
        assert_eq!(refusal(File::open(folder.join(name))).0, FileErrorKind::Io);
    }
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn paths_that_are_none() {
    for path in ["", "a\0b", "\u{1b}[2Jnone", "none\u{202e}srotasnet", &"x".repeat(5000)] {
        assert_eq!(refusal(File::open(path)).0, FileErrorKind::Io);
        assert_eq!(refusal(File::read(path)).0, FileErrorKind::Io);
    }
    assert_eq!(refusal(File::open(kept("numbers.safetensors").join(""))).0, FileErrorKind::Io);
    let (_, text) = refusal(File::open("none\u{202e}srotasnet\n"));
    assert!(text.starts_with(r"none\u{202e}srotasnet\n: "), "{text}");
}

/// A file that is saved while its elements are viewed: the view keeps the old ones.
#[test]
#[cfg_attr(miri, ignore = "files")]
fn a_file_saved_over_itself() {
    let folder = Folder::new();
    let path = folder.join("x.safetensors");
    let x = Tensor::from([[1.0_f32, 2.0], [3.0, 4.0]]);
    Tensors::new().put("x", &x).save(&path).unwrap();
    let opened = File::open(&path).unwrap();
    // SAFETY: no other process uses the folder, and saving replaces the file and keeps the old one.
    let mapped = unsafe { File::map(&path) }.unwrap();
    if cfg!(target_endian = "little") && !cfg!(windows) {
        let view = mapped.view::<f32, Shape![2, 2]>("x").unwrap();
        Tensors::new().put("x", &view.t()).save(&path).unwrap();
        assert_eq!(view, x);
        assert_eq!(opened.load::<f32, Shape![2, 2]>("x").unwrap(), x);
        assert_eq!(File::open(&path).unwrap().load::<f32, Shape![2, 2]>("x").unwrap(), x.t());
    }
    // the file is longer than it was: the tensors of its header are still valid
    let mut bytes = fs::read(&path).unwrap();
    let opened = File::open(&path).unwrap();
    bytes.extend([0; 100]);
    fs::write(&path, &bytes).unwrap();
    opened.load::<f32, Shape![2, 2]>("x").unwrap();
    assert_eq!(refusal(File::open(&path)).0, FileErrorKind::Malformed);
}

/// An index whose shards have other formats, each with its own names.
#[test]
#[cfg(feature = "npz")]
#[cfg_attr(miri, ignore = "files")]
fn shards_of_numpy() {
    let folder = Folder::new();
    let (a, b, c) = (Tensor::from([1.0_f32]), Tensor::from([2_u8, 3]), Tensor::from([[4_i64]]));
    Tensors::new().put("a", &a).put("not named", &b).save(folder.join("a.npz")).unwrap();
    Tensors::new().put("any", &b).save(folder.join("b.npy")).unwrap();
    Tensors::new().put("c", &c).save(folder.join("c.safetensors")).unwrap();
    let index = folder.join("index.json");
    fs::write(&index, r#"{"weight_map":{"a":"a.npz","b":"b.npy","c":"c.safetensors"}}"#).unwrap();
    // SAFETY: no other process uses the folder.
    for file in [File::open(&index), File::read(&index), unsafe { File::map(&index) }].map(Result::unwrap) {
        assert_eq!(file.names().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(file.load::<f32, Shape![1]>("a").unwrap(), a);
        assert_eq!(file.load::<u8, Shape![2]>("b").unwrap(), b);
        assert_eq!(file.load::<i64, Shape![1, 1]>("c").unwrap(), c);
    }
    fs::write(&index, r#"{"weight_map":{"b":"a.npz"}}"#).unwrap();
    let (kind, text) = refusal(File::open(&index));
    assert_eq!(kind, FileErrorKind::Malformed);
    assert!(text.contains("a.npz, tensor `b`: the index ") && text.ends_with("says that it is here, and it is not"));
}

/// The error contains the index's text about its shards, on one line.
#[test]
#[cfg_attr(miri, ignore = "files")]
fn indices_that_are_orders() {
    let folder = Folder::new();
    let index = folder.join("index.json");
    let opened = |words: &str| {
        fs::write(&index, words).unwrap();
        refusal(File::open(&index))
    };
    let (kind, text) = opened(r#"{"weight_map":{"a":"\u001b[2J\u202e"}}"#);
    assert_eq!(kind, FileErrorKind::Io);
    if cfg!(unix) {
        let expected = format!(r"{}/\u{{1b}}[2J\u{{202e}}: ", folder.0.display());
        assert!(text.starts_with(&expected), "{text}");
    }
    assert_eq!(opened(&format!("{{\"weight_map\":{{\"a\":\"{}\"}}}}", "s".repeat(100_000))).0, FileErrorKind::Io);
    assert_eq!(opened(r#"{"weight_map":{"a":"..."}}"#).0, FileErrorKind::Io);
    for words in [
        "{",
        "{}",
        r#"{"Weight_map":{"a":"x"}}"#,
        "\u{feff}{\"weight_map\":{}}",
        r#"{"weight_map":{"a":["x"]}}"#,
        r#"{"weight_map":{"\u001b[2J":"/"}}"#,
        r#"{"weight_map":{"\u001b[2J":7}}"#,
        r#"{"weight_map":{"a":"index.json"}}"#,
        r#"{"weight_map":"\u001b[2J"}"#,
    ] {
        assert_eq!(opened(words).0, FileErrorKind::Malformed, "{words}");
    }
}

/// Header text with control characters or without an end: the error is one short line.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn headers_that_are_orders() {
    let endless = "d".repeat(100_000);
    for (header, bytes) in [
        (r#"{"x":{"dtype":"\u001b[2J","shape":[],"data_offsets":[0,0]}}"#, 0),
        (r#"{"x":{"dtype":"F32","shape":["\u001b[2J"],"data_offsets":[0,0]}}"#, 0),
        (r#"{"x":{"dtype":"F32","shape":[],"data_offsets":"\u001b[2J"}}"#, 0),
        (r#"{"x\u001b[2J":7}"#, 0),
        (r#"{"__metadata__":"\u001b[2J"}"#, 0),
        (r#"{"__metadata__":{"\u001b[2J":7}}"#, 0),
        (r#"{"__metadata__":{"\u001b":"","\u001b":""}}"#, 0),
        (&format!(r#"{{"x":{{"dtype":"{endless}","shape":[],"data_offsets":[0,0]}}}}"#), 0),
        (&format!(r#"{{"x":{{"dtype":"F32","shape":["{endless}"],"data_offsets":[0,0]}}}}"#), 0),
        (&format!(r#"{{"x":{{"dtype":"F32","shape":[{}2],"data_offsets":[0,4]}}}}"#, "1,".repeat(50_000)), 4),
        (&format!(r#"{{"__metadata__":"{endless}"}}"#), 0),
        (&format!(r#"{{"__metadata__":{{"{endless}":7}}}}"#), 0),
        (r#"{"x":{"dtype":["F32"],"shape":[],"data_offsets":[0,4]}}"#, 4),
        (r#"{"x":{"dtype":"F32","shape":[-0],"data_offsets":[0,0]}}"#, 0),
        (r#"{"x":{"dtype":"F32","shape":[01],"data_offsets":[0,4]}}"#, 4),
        (r#"{"x":{"dtype":"F32","shape":[1e0],"data_offsets":[0,4]}}"#, 4),
        (r#"{"x":{"dtype":"I128","shape":[],"data_offsets":[0,16]}}"#, 16),
    ] {
        let (kind, text) = refusal(headed_by(header, bytes));
        assert_eq!(kind, FileErrorKind::Malformed);
        assert!(text.starts_with("x: malformed header: ") && text.len() < 1200, "{text}");
    }
    assert_eq!(
        refusal(File::from_bytes("\u{1b}[2J", b"")).1,
        r"\u{1b}[2J: it has 0 bytes, too few for a file of tensors"
    );
}

/// Files that do not contain tensors.
#[test]
fn other_files() {
    for bytes in [
        &b"<!DOCTYPE html><html></html>"[..],
        b"\x1f\x8b\x08\0\0\0\0\0\0\x03\0\0",
        b"\x89HDF\r\n\x1a\n\0\0\0\0\0\0\0\0\0",
        b"Rar!\x1a\x07\0aaaaaaaaaa",
        b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0",
        b"{\"a\": 1}",
        b"{}",
        b"PK\x03\x04",
        b"\x93NUMPY",
        b"\x80\x02ctorch\n",
    ] {
        assert_eq!(refusal(File::from_bytes("x", bytes)).0, FileErrorKind::Malformed, "{bytes:?}");
    }
}

/// Sizes whose product exceeds memory, with a 0 among them; and more axes than a tuple can have.
#[test]
fn shapes_that_nobody_has() {
    let huge = isize::MAX;
    let header = format!(r#"{{"x":{{"dtype":"F32","shape":[0,{huge},{huge}],"data_offsets":[0,0]}}}}"#);
    let file = headed_by(&header, 0).unwrap();
    assert_eq!(file.load::<f32, AnyShape>("x").unwrap().numel(), 0);
    assert_eq!(file.load::<f32, (Dyn, Dyn, Dyn)>("x").unwrap().numel(), 0);
    // where the file has the byte order of elements
    if cfg!(target_endian = "little") {
        assert_eq!(file.view::<f32, Shape![0, _, _]>("x").unwrap().numel(), 0);
    }
    assert_eq!(refusal(file.load::<f32, Shape![1, _, _]>("x")).0, FileErrorKind::Shape);
    assert_eq!(refusal(file.load::<f32, Shape![_]>("x")).0, FileErrorKind::Shape);
    assert_eq!(refusal(file.load::<f32, AnyShape>("__metadata__")).0, FileErrorKind::NoSuchTensor);
    let many = format!(r#"{{"x":{{"dtype":"U8","shape":[{}1],"data_offsets":[0,1]}}}}"#, "1,".repeat(199));
    let file = headed_by(&many, 1).unwrap();
    assert_eq!(file.load::<u8, AnyShape>("x").unwrap().rank(), 200);
    assert_eq!(
        refusal(file.load::<u8, Shape![_]>("x")).1,
        "x, tensor `x`: (1, 1, 1, ..., 1, 1, 1) is not a (_,)\n  the ranks 200 and 1 differ"
    );
}

/// A broadcast view is written in chunks, so that memory is less than the file.
#[test]
#[cfg_attr(miri, ignore = "files")]
fn stretched_views_are_not_copied_whole() {
    let folder = Folder::new();
    let row = Tensor::from_fn(conformable::shape![1000], |[i]| i as f32);
    let column = Tensor::from_fn(conformable::shape![1000, 1], |[i, _]| i as f32);
    let rows = row.broadcast_to::<Shape![2000, 1000]>();
    let columns = column.broadcast_to::<Shape![1000, 2000]>();
    let mut all = Tensors::new();
    all.put("rows", &rows).put("columns", &columns);
    for (name, of) in [
        ("x.safetensors", &all),
        #[cfg(feature = "npz")]
        ("x.npz", &all),
    ] {
        let path = folder.join(name);
        let (saved, held) = conformable_test::allocator::most_held(|| of.save(&path));
        saved.unwrap();
        assert!(held < 200_000, "{name}: {held} bytes for a file of {}", fs::metadata(&path).unwrap().len());
        let file = File::open(&path).unwrap();
        assert_eq!(file.load::<f32, Shape![2000, 1000]>("rows").unwrap(), rows);
        assert_eq!(file.load::<f32, Shape![1000, 2000]>("columns").unwrap(), columns);
    }
}

/// An empty prefix is the whole file, so that code for any part works for a file.
#[test]
fn a_part_without_a_name() {
    let x = Tensor::from([1_u8, 2]);
    let mut tensors = Tensors::new();
    tensors.part("").put("a", &x).part("b").part("").put("c", &x);
    let file = File::from_bytes("x", &tensors.to_bytes(Format::Safetensors).unwrap()).unwrap();
    assert_eq!(file.names().collect::<Vec<_>>(), ["a", "b.c"]);
    assert_eq!(file.part("").part("b").part("").load::<u8, Shape![2]>("c").unwrap(), x);
    assert_eq!(file.part("b").names().collect::<Vec<_>>(), ["c"]);
    assert_eq!(file.part("c").names().count(), 0);
}

/// The bytes of a file are held once.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn bytes_of_large_tensors_are_held_once() {
    let x = Tensor::from_fn(conformable::shape![1000, 1000], |[i, j]| (i + j) as f32);
    let mut all = Tensors::new();
    all.put("x", &x).put("y", &x);
    for format in [
        Format::Safetensors,
        #[cfg(feature = "npz")]
        Format::Npz,
    ] {
        let (bytes, held) = conformable_test::allocator::most_held(|| all.to_bytes(format).unwrap());
        // and a buffer of 64 KiB on big-endian processors
        assert!(
            held < bytes.len() + if cfg!(target_endian = "little") { 10_000 } else { 80_000 },
            "{format:?}: {held} bytes for {}",
            bytes.len()
        );
    }
}
