//! The texts of the compiler's errors: each has a code of the guide's error index, and all are in plain English.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Phrases of older texts that readers did not understand.
const IDIOM: [&str; 13] = [
    "nothing is known",
    "is known of",
    "are not told",
    "is told",
    "is none",
    "there is none",
    "is no ",
    "of which there",
    "ask for it",
    "stands here",
    "another engine may",
    "as far as its type tells",
    "goes nowhere",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The arguments of each `on_unimplemented` of the crates, with the file.
fn diagnostics() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "crates/conformable-files/src", "crates/conformable-models/src"] {
        sources(&root.join(folder), &mut files);
    }
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        for part in text.split("diagnostic::on_unimplemented(").skip(1) {
            let end = part.find(")]").expect("the end of the attribute");
            found.push((file.clone(), part[..end].to_owned()));
        }
    }
    found
}

/// The codes of the table.
fn codes() -> BTreeSet<String> {
    let text = include_str!("../docs/guide/src/errors/index.md");
    text.lines().filter_map(|line| Some(line.strip_prefix("| [`E-")?.split_once('`')?.0.to_owned())).collect()
}

#[test]
fn every_compile_error_has_one_code_of_the_table() {
    let (table, mut used) = (codes(), BTreeSet::new());
    let found = diagnostics();
    assert!(found.len() > 150, "{} diagnostics", found.len());
    for (file, text) in found {
        let codes: Vec<_> = text.split("conformable: E-").skip(1).collect();
        assert_eq!(codes.len(), 1, "one code in {}: {text}", file.display());
        let code = codes[0].split('"').next().expect("a code").to_owned();
        assert!(table.contains(&code), "E-{code} of {} is not in docs/guide/src/errors/index.md", file.display());
        used.insert(code);
    }
    assert_eq!(used, table, "codes in use and codes of docs/guide/src/errors/index.md");
}

#[test]
fn compile_errors_are_in_plain_english() {
    for (file, text) in diagnostics() {
        let phrase = IDIOM.iter().find(|&&phrase| text.contains(phrase));
        assert_eq!(phrase, None, "in {}: {text}", file.display());
        assert!(!text.contains("typenum"), "a name of `typenum` in {}: {text}", file.display());
    }
}
