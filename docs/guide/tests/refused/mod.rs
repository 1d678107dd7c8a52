//! Programs that do not compile, and the message after each.
//!
//! All of them are examples of one package, which is written below the target directory and checked by one call of
//! cargo.

use super::{Block, blocks, chapters, read, root, source};
use conformable_test::generated;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A block `rust,compile_fail`, and the block `text` after it.
struct Refused {
    page: String,
    block: Block,
    message: Option<String>,
}

impl Refused {
    /// The code in the info string, such as `E0277`.
    fn code(&self) -> Option<&str> {
        self.block.info.split(',').map(str::trim).find(|word| word.starts_with("E0"))
    }

    /// The error code of which this is the page, such as `E-broadcast`.
    fn subject(&self) -> Option<&str> {
        self.page.strip_prefix("errors/")?.strip_suffix(".md").filter(|name| name.starts_with("E-"))
    }

    /// The block as a program, with the lines that are hidden in the book.
    fn program(&self) -> String {
        let lines = self.block.text.lines().map(|line| match line {
            "#" => "",
            _ => line.strip_prefix("# ").unwrap_or(line),
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        if text.contains("fn main()") { text } else { format!("fn main() {{\n{text}\n}}\n") }
    }

    /// What is wrong with the first error of the program, if anything is.
    fn wrong(&self, found: Option<&Error>) -> Option<String> {
        let wrong = |what: &str, found: &str| {
            let message = self.message.as_deref().unwrap_or_default();
            Some(format!(
                "{}, the program at line {}: {what}\n-- expected\n{message}\n-- found\n{found}",
                self.page, self.block.line
            ))
        };
        let Some(error) = found else { return wrong("it compiles", "") };
        let Some(message) = &self.message else { return wrong("no block `text` after it", &error.text) };
        if self.code().is_some_and(|code| code != error.code) {
            return wrong("another error code", &error.text);
        }
        let mut codes = error.text.lines().filter_map(|line| words(line).strip_prefix("note: conformable: "));
        if self.subject().is_some_and(|subject| !codes.any(|code| code == subject)) {
            return wrong("it does not have the code of its page", &error.text);
        }
        let mut lines = error.text.lines().map(words);
        for line in message.lines().map(words).filter(|line| !line.is_empty()) {
            if !lines.any(|found| found.contains(line)) {
                return wrong(&format!("the compiler does not say `{line}` there"), &error.text);
            }
        }
        None
    }
}

/// The first error of a program.
struct Error {
    code: String,
    text: String,
}

/// The words of a line of a message: without its place, the line number, bars and carets.
fn words(line: &str) -> &str {
    if line.trim_start().starts_with("-->") {
        return "";
    }
    let marks = |c: char| c.is_whitespace() || matches!(c, '|' | '^' | '-' | '_' | '/' | '=');
    let number = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let line = if number.starts_with(" |") { number } else { line };
    line.trim_start_matches(marks).trim_end_matches("...").trim_end()
}

/// The refused programs of a page.
fn refused(name: &str, page: &str) -> Vec<Refused> {
    let mut found = Vec::new();
    let mut blocks = blocks(page).into_iter().peekable();
    while let Some(block) = blocks.next() {
        if block.is("compile_fail") {
            let message = blocks.next_if(|block| block.is("text")).map(|block| block.text);
            found.push(Refused { page: name.to_owned(), block, message });
        }
    }
    found
}

/// The first error of each program by its number.
fn check(programs: &[Refused]) -> BTreeMap<usize, Error> {
    let (root, folder) = (root(), Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused"));
    let dependencies = format!(
        "conformable = {{ path = '{root}', features = ['engine'] }}\n\
         conformable-files = {{ path = '{root}/crates/conformable-files' }}\n\
         conformable-models = {{ path = '{root}/crates/conformable-models' }}\n",
        root = root.display()
    );
    // those of an earlier run may be more
    let _ = fs::remove_dir_all(folder.join("examples"));
    let example = |(number, program): (usize, &Refused)| {
        (PathBuf::from(format!("examples/refused_{number}.rs")), program.program())
    };
    let mut files: Vec<(PathBuf, String)> = programs.iter().enumerate().map(example).collect();
    files.push((PathBuf::from("src/lib.rs"), String::new()));
    let mut errors = BTreeMap::new();
    for (target, message) in generated::errors(&folder, &root, &dependencies, &files) {
        if message["spans"].as_array().is_some_and(|spans| !spans.is_empty()) {
            let number = target.strip_prefix("refused_").expect("an example").parse().unwrap();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let error = || Error { code: text(&message["code"]["code"]), text: text(&message["rendered"]) };
            errors.entry(number).or_insert_with(error);
        }
    }
    errors
}

#[test]
#[rustversion::attr(not(stable(1.95)), ignore = "the messages are those of Rust 1.95")]
fn messages_are_those_of_the_compiler() {
    let mut programs = refused("README.md", &read(&root().join("README.md")));
    for chapter in chapters() {
        programs.extend(refused(&chapter, &read(&source().join(&chapter))));
    }
    let errors = check(&programs);
    let wrong: Vec<String> =
        programs.iter().enumerate().filter_map(|(number, program)| program.wrong(errors.get(&number))).collect();
    println!("{} messages compared with those of the compiler", programs.len());
    assert!(wrong.is_empty(), "{} of {} differ\n\n{}", wrong.len(), programs.len(), wrong.join("\n\n"));
}
