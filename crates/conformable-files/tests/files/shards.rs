//! Tensors in several files, with an index of them.

use crate::{Folder, kept};
use conformable::{AnyShape, Shape, Tensor};
use conformable_files::{File, FileErrorKind, Tensors};
use std::fs;
use std::path::Path;

#[test]
fn of_python() {
    let path = kept("shards.safetensors.index.json");
    // SAFETY: no process changes the committed files.
    for file in [File::open(&path), File::read(&path), unsafe { File::map(&path) }] {
        let file = file.unwrap();
        let names: Vec<_> = file.names().collect();
        assert_eq!(names, ["layers.0.bias", "layers.0.weight", "layers.1.weight"]);
        let weight = file.part("layers").part(0).load::<f32, Shape![2, 3]>("weight").unwrap();
        assert_eq!(weight, Tensor::from([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]));
        assert_eq!(file.load::<f32, Shape![3]>("layers.0.bias").unwrap(), Tensor::from([0.0, 0.5, 1.0]));
        assert_eq!(file.load::<f32, Shape![3, 2]>("layers.1.weight").unwrap(), weight.t() + 10.0);
        assert_eq!(file.metadata("format"), Some("np"));
        // the error names the shard
        let error = file.load::<f32, Shape![2, 2]>("layers.1.weight").unwrap_err();
        assert!(error.file().ends_with("shards-00002-of-00002.safetensors"), "{error}");
        let error = file.load::<f32, Shape![2, 2]>("layers.2.weight").unwrap_err();
        assert!(error.file().ends_with("shards.safetensors.index.json"), "{error}");
    }
}

/// Opens two shards beside an index with that text: the names of the tensors, or the error without the folder.
fn opened(index: &str) -> Result<Vec<String>, (FileErrorKind, String)> {
    let folder = Folder::new();
    let (a, b) = (Tensor::from([1_u8, 2]), Tensor::from([3_u8, 4, 5]));
    let mut tensors = Tensors::new();
    tensors.put("a", &a).put("both", &a).save(folder.join("one.safetensors")).unwrap();
    let mut tensors = Tensors::new();
    tensors.put("b", &b).put("both", &b).save(folder.join("two.safetensors")).unwrap();
    fs::create_dir(folder.join("inner")).unwrap();
    fs::copy(folder.join("one.safetensors"), folder.join("inner").join("one.safetensors")).unwrap();
    fs::write(folder.join("other.json"), r#"{"weight_map":{"a":"one.safetensors"}}"#).unwrap();
    fs::write(folder.join("index.json"), index).unwrap();
    let file = File::open(folder.join("index.json")).map_err(|error| {
        let prefix = format!("{}{}", folder.0.display(), std::path::MAIN_SEPARATOR);
        (error.kind(), error.to_string().replace(&prefix, ""))
    })?;
    Ok(file.names().map(|name| format!("{name} {:?}", file.load::<u8, AnyShape>(name).unwrap().to_vec())).collect())
}

#[test]
fn each_tensor_from_the_file_that_the_index_names() {
    let names = |index| opened(index).unwrap();
    assert_eq!(
        names(
            r#"{"metadata": {}, "weight_map": {"a": "one.safetensors", "b": "two.safetensors", "both": "two.safetensors"}}"#
        ),
        ["a [1, 2]", "b [3, 4, 5]", "both [3, 4, 5]"]
    );
    assert_eq!(names(r#"{"weight_map": {"both": "one.safetensors"}, "more": [[{"a": null}]]}"#), ["both [1, 2]"]);
    assert_eq!(names(" \n{\"weight_map\": {}}\n"), [""; 0]);
    assert_eq!(names("\t{\"weight_map\":{\"a\":\"one.safetensors\"}}"), ["a [1, 2]"]);
}

#[test]
fn refused() {
    let text = |index: &str| {
        let (kind, text) = opened(index).unwrap_err();
        assert_eq!(kind, FileErrorKind::Malformed, "{text}");
        text
    };
    assert_eq!(
        text(r#"{"weight_map":{"a":"two.safetensors"}}"#),
        "two.safetensors, tensor `a`: the index index.json says that it is here, and it is not"
    );
    for (name, shown) in [
        ("../one.safetensors", "../one.safetensors"),
        ("inner/one.safetensors", "inner/one.safetensors"),
        ("/etc/passwd", "/etc/passwd"),
        ("..", ".."),
        (".", "."),
        ("", ""),
        (r"..\\one.safetensors", r"..\one.safetensors"),
        (r"\\\\server\\one.safetensors", r"\\server\one.safetensors"),
        ("C:one.safetensors", "C:one.safetensors"),
        ("file:one.safetensors", "file:one.safetensors"),
        (r"one.safetensors\u0000", r"one.safetensors\u{0}"),
        (r"\u002e\u002e\u002fone.safetensors", "../one.safetensors"),
    ] {
        assert_eq!(
            text(&format!("{{\"weight_map\":{{\"a\":\"{name}\"}}}}")),
            format!("index.json: the shard of `a` is `{shown}`, and shards are files beside their index")
        );
    }
    // an index in an index could be the same one
    for index in ["index.json", "other.json"] {
        assert_eq!(
            text(&format!("{{\"weight_map\":{{\"a\":\"{index}\"}}}}")),
            format!("{index}: the index index.json says that it holds tensors, and it is an index")
        );
    }
    for (index, error) in [
        (r#"{"weight_map":{"a":"one.safetensors","a":"two.safetensors"}}"#, "`a` occurs twice at line 1 column 40"),
        (r#"{"weight_map":{},"weight_map":{}}"#, "`weight_map` occurs twice at line 1 column 33"),
        (r#"{"weight_map":{"a":1}}"#, "`a`: invalid type: integer `1`, expected a string at line 1 column 20"),
        (r#"{"weight_map":["a"]}"#, "invalid type: sequence, expected an object of texts at line 1 column 14"),
        (r#"{"metadata":{"total_size":1}}"#, "missing field `weight_map` at line 1 column 29"),
        (r#"{"weight_map":{"a":"one.safetensors"}"#, "EOF while parsing an object at line 1 column 37"),
        (" ", "EOF while parsing a value at line 1 column 1"),
    ] {
        assert_eq!(text(index), format!("index.json: malformed index of shards: {error}"));
    }
}

#[test]
fn missing_shard() {
    let (kind, text) = opened(r#"{"weight_map":{"a":"one.safetensors","b":"three.safetensors"}}"#).unwrap_err();
    assert_eq!(kind, FileErrorKind::Io);
    assert!(text.starts_with("three.safetensors: "), "{text}");
}

/// An index read from bytes is refused, because its files have no folder.
#[test]
fn of_bytes() {
    let error = File::from_bytes("index", br#"{"weight_map":{"a":"one.safetensors"}}"#).unwrap_err();
    assert_eq!(error.kind(), FileErrorKind::Malformed);
    assert_eq!(error.to_string(), "index: it is the index of shards, which are files beside it: open it by its path");
}

/// The path of an index in the current folder has no folder.
#[test]
fn beside_an_index_without_a_folder() {
    let error = File::open(Path::new("none.safetensors.index.json")).unwrap_err();
    assert_eq!((error.kind(), error.file()), (FileErrorKind::Io, "none.safetensors.index.json"));
}
