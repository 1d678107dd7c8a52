//! Programs that do not compile, with the compiler's messages. Those that compile are in `pass.rs`.
//!
//! The text is exact, so it is compared on the one toolchain it was written with; on any other, the `compile_fail`
//! examples of the documentation still show that such programs do not compile. `TRYBUILD=overwrite cargo test --test ui
//! -- --include-ignored` writes it anew; for `ui-tests/fail/engines` with `--features engine`.
//!
//! The programs in `programs` are mistakes in the layers of `examples`. Their comments can require texts of the
//! messages, in the words of the person who made the mistake:
//!
//! - `//@ says: text` is in the first error; the first one is in its first line or the label below.
//! - `//@ errors: 2` is the number of errors, if it is not one; the next line says why.
//! - `//@ rustc: reason` is why the words are rustc's, and `//@ later: what` the operation that will help.

mod refusals;

use std::fs;
use std::path::{Path, PathBuf};

#[test]
#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of Rust 1.95")]
#[cfg_attr(
    any(feature = "complex", feature = "engine", feature = "half"),
    ignore = "the texts list the impls of the default features"
)]
fn ui() {
    let tests = trybuild::TestCases::new();
    for folder in fs::read_dir("fail").unwrap() {
        let folder = folder.unwrap().path();
        if !FOLDERS.iter().chain(&["engines"]).any(|other| folder.ends_with(other)) {
            tests.compile_fail(folder.join("*.rs"));
        }
    }
}

/// Tests of folders of `fail`, and the list of their names.
macro_rules! folders {
    ($($(#[$doc:meta])* $name:ident)*) => {
        const FOLDERS: &[&str] = &[$(stringify!($name)),*];
        $(
            $(#[$doc])*
            #[rustversion::attr(stable(1.95), test)]
            #[cfg(not(any(feature = "complex", feature = "engine", feature = "half")))]
            #[ignore = "there are many; CI runs it"]
            fn $name() {
                trybuild::TestCases::new().compile_fail(concat!("fail/", stringify!($name), "/*.rs"));
            }
        )*
    };
}

folders! {
    /// Mistakes with operations along axes.
    axes
    /// Mistakes with indices and masks.
    indexing
    /// Mistakes with products of matrices.
    products
    /// Sealed traits that a local type implements.
    sealed
    /// Mistakes with convolutions, pools and sliding windows.
    windows
}

/// Mistakes with tensors on engines.
#[rustversion::attr(stable(1.95), test)]
#[cfg(all(feature = "engine", not(any(feature = "complex", feature = "half"))))]
#[ignore = "CI runs it with the others"]
fn engines() {
    trybuild::TestCases::new().compile_fail("fail/engines/*.rs");
}

/// Mistakes of newcomers who tried the crate.
#[rustversion::attr(stable(1.95), test)]
#[cfg(not(any(feature = "complex", feature = "engine", feature = "half")))]
#[ignore = "takes a minute; CI runs it"]
fn newcomer() {
    let tests = trybuild::TestCases::new();
    let quotes = has_library_source();
    for path in fs::read_dir("newcomer").unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        if !quotes && read(&path.with_extension("stderr")).contains("$RUST/") {
            eprintln!("{}: not compared, because the component `rust-src` is not installed", path.display());
            continue;
        }
        tests.compile_fail(path);
    }
}

/// Whether the component `rust-src` is installed, as in CI: then messages that name the standard library also quote it.
#[rustversion::attr(not(stable(1.95)), allow(dead_code, reason = "the texts are compared on Rust 1.95 only"))]
#[cfg(not(any(feature = "complex", feature = "engine", feature = "half")))]
fn has_library_source() -> bool {
    let rustc = std::process::Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc runs");
    let sysroot = String::from_utf8(rustc.stdout).expect("a path in UTF-8");
    Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library").exists()
}

/// The mistakes that the heads of the programs in `examples` list.
#[rustversion::attr(stable(1.95), test)]
#[cfg(not(any(feature = "complex", feature = "engine", feature = "half")))]
#[ignore = "CI runs it with the others"]
fn programs() {
    trybuild::TestCases::new().compile_fail("programs/*.rs");
}

#[test]
fn messages_say_what_to_write() {
    let programs: Vec<PathBuf> = ["newcomer", "programs"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    assert!(programs.len() > 95, "{} programs", programs.len());
    let wrong: Vec<String> = programs.iter().filter_map(|path| wrong_in(path).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The messages for a tensor and for one on an engine are the same: each program has both, or says why it does not.
#[test]
fn messages_for_engines_are_those_for_tensors() {
    let programs = fs::read_dir("fail/engines").unwrap().map(|entry| entry.unwrap().path());
    let programs: Vec<PathBuf> = programs.filter(|path| path.extension().is_some_and(|is| is == "rs")).collect();
    assert!(programs.len() > 15, "{} programs", programs.len());
    let mut compared = 0;
    for path in programs {
        if read(&path).starts_with("//@ only: ") {
            continue;
        }
        let messages = read(&path.with_extension("stderr"));
        // the first line of each error, and the label beneath the place
        let heads: Vec<[&str; 2]> = messages
            .split("\n\n")
            .filter(|text| text.starts_with("error["))
            .map(|text| [text.lines().next().unwrap(), text.lines().find_map(label).unwrap_or_default()])
            .collect();
        let [tensor, .., engine] = heads[..] else { panic!("{}: not two errors\n{messages}", path.display()) };
        assert_eq!(tensor, engine, "{}", path.display());
        compared += 1;
    }
    assert!(compared > 8, "{compared} compared");
}

/// The text below the position of an error.
fn label(line: &str) -> Option<&str> {
    let (bars, text) = line.split_once("^ ")?;
    bars.contains('|').then_some(text)
}

/// The texts that a program's comments require and its messages lack.
fn wrong_in(path: &Path) -> Result<(), String> {
    let (program, messages) = (read(path), read(&path.with_extension("stderr")));
    let notes: Vec<&str> = program.lines().map_while(|line| line.strip_prefix("//@ ")).collect();
    let errors: Vec<&str> = messages.split("\n\n").filter(|text| text.starts_with("error")).collect();
    let says: Vec<&str> = notes.iter().filter_map(|note| note.strip_prefix("says: ")).collect();
    let expected = notes.iter().find_map(|note| note.strip_prefix("errors: ")).map_or(1, |n| n.parse().unwrap());
    let wrong = |what: String| Err(format!("{}: {what}\n{messages}", path.display()));

    if errors.len() != expected {
        return wrong(format!("{} errors, and not {expected}", errors.len()));
    }
    if notes.len() == says.len() + 1 && expected > 1 || says.is_empty() {
        return wrong(String::from("no reason"));
    }
    // the first line, and those of the position and the label below it
    let head: Vec<&str> = errors[0].lines().take_while(|line| !line.trim_start().starts_with("= ")).take(8).collect();
    if !head.join("\n").contains(says[0]) {
        return wrong(format!("`{}` is not at its head", says[0]));
    }
    match says.iter().find(|text| !errors[0].contains(*text)) {
        Some(text) => wrong(format!("`{text}` is not in its first error")),
        None => Ok(()),
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
