//! The corpora of the fuzz targets.

use std::path::{Path, PathBuf};

/// Each input of a target's corpus, with its path; panics if there is none.
pub fn corpus_of(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("fuzz").is_dir()).expect("the repository");
    let folder = root.join("fuzz/corpus").join(target);
    let paths = std::fs::read_dir(&folder).expect("a corpus").map(|entry| entry.expect("a file").path());
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, bytes)
    };
    let inputs: Vec<_> = paths.map(read).collect();
    assert!(!inputs.is_empty(), "nothing in {}", folder.display());
    inputs
}
