//! Programs that compile, and programs that do not, with what the compiler says of them.
//!
//! The text is exact, so it is compared on the one toolchain it was written with; on any other, the
//! `compile_fail` examples of the documentation still show that such programs are refused.
//! `TRYBUILD=overwrite cargo test --test ui -- --include-ignored` writes it anew.
//!
//! A program can say in comments what its messages have to say, in the words of whoever made the mistake:
//!
//! - `//@ says: text` stands in the first error, and the first of them in its first line or the label beneath.
//! - `//@ errors: 2` is how many there are, where it is not one; the line after says why.
//! - `//@ rustc: reason` is why the words are not ours, and `//@ later: what` the operation that will cure it.

use std::{fs, path::PathBuf};

#[test]
#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of Rust 1.95")]
#[cfg_attr(any(feature = "complex", feature = "half"), ignore = "the texts list the impls of the default features")]
fn ui() {
    let tests = trybuild::TestCases::new();
    tests.pass("ui-tests/pass/*.rs");
    tests.compile_fail("ui-tests/fail/*/*.rs");
}

/// What newcomers wrote who tried the crate.
#[test]
#[ignore = "takes a minute; CI runs it"]
#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of Rust 1.95")]
#[cfg_attr(any(feature = "complex", feature = "half"), ignore = "the texts list the impls of the default features")]
fn newcomer() {
    trybuild::TestCases::new().compile_fail("ui-tests/newcomer/*.rs");
}

#[test]
fn messages_say_what_to_write() {
    let programs: Vec<PathBuf> = fs::read_dir("ui-tests/newcomer")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    assert!(programs.len() > 60, "{} programs", programs.len());
    for path in programs {
        let (program, messages) =
            (fs::read_to_string(&path).unwrap(), fs::read_to_string(path.with_extension("stderr")).unwrap());
        let notes: Vec<&str> = program.lines().map_while(|line| line.strip_prefix("//@ ")).collect();
        let errors: Vec<&str> = messages.split("\n\n").filter(|text| text.starts_with("error")).collect();

        let expected = notes.iter().find_map(|note| note.strip_prefix("errors: ")).map_or(1, |n| n.parse().unwrap());
        assert_eq!(errors.len(), expected, "errors of {}:\n{messages}", path.display());
        let ours = !notes.iter().any(|note| note.starts_with("rustc") || note.starts_with("later: "));

        let says: Vec<&str> = notes.iter().filter_map(|note| note.strip_prefix("says: ")).collect();
        assert!(!says.is_empty() && (!ours || expected == 1), "what {} says", path.display());
        // the first line, and the lines of the place up to the label
        let first = errors[0]
            .lines()
            .take_while(|line| !line.trim_start().starts_with("= "))
            .take(8)
            .collect::<Vec<_>>()
            .join("\n");
        assert!(first.contains(says[0]), "`{}` is not at the head of {}:\n{first}", says[0], path.display());
        for text in says {
            assert!(errors[0].contains(text), "`{text}` is not in {}:\n{}", path.display(), errors[0]);
        }
    }
}
