//! Compiles a generated package, and reads the compiler's errors.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes a package below the target directory, checks it, and returns the errors: messages of rustc as JSON, each with
/// the name of its target.
///
/// `folder` is that of the package, and `root` that of the repository, whose `Cargo.lock` the package gets. The files
/// have a path in the package and a text.
///
/// # Panics
///
/// If a file cannot be written, or cargo fails without a message of rustc.
pub fn errors(folder: &Path, root: &Path, dependencies: &str, files: &[(PathBuf, String)]) -> Vec<(String, Value)> {
    let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n{dependencies}"
    );
    let write = |path: &Path, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).unwrap();
        // a file that is the same keeps its time, so that cargo does not check it again
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).unwrap();
        }
    };
    write(Path::new("Cargo.toml"), &manifest);
    write(Path::new("Cargo.lock"), &fs::read_to_string(root.join("Cargo.lock")).unwrap());
    for (path, text) in files {
        write(path, text);
    }
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["check", "--lib", "--examples", "--keep-going", "--offline", "--message-format=json"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .unwrap();
    let messages = output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let errors: Vec<(String, Value)> = messages
        .filter(|message: &Value| message["message"]["level"] == "error")
        .map(|mut message| {
            (message["target"]["name"].as_str().unwrap_or_default().to_owned(), message["message"].take())
        })
        .collect();
    assert!(output.status.success() || !errors.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    errors
}
