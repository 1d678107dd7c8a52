//! What the fuzz targets found worth keeping.

use std::path::PathBuf;

/// Each input of a target's corpus, with its path; there is at least one.
pub(crate) fn corpus_of(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = format!("{}/fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let paths = std::fs::read_dir(&folder).expect("a corpus").map(|entry| entry.expect("a file").path());
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, bytes)
    };
    let inputs: Vec<_> = paths.map(read).collect();
    assert!(!inputs.is_empty(), "nothing in {folder}");
    inputs
}
