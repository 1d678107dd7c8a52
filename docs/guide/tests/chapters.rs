//! The chapters, their links, and the messages of the compiler that they show.
//!
//! `cargo test -p conformable-guide` also runs the programs of the chapters, which are the documentation tests of
//! `lib.rs`.

mod refused;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The chapters as paths in `src`, with folders, sorted.
fn chapters() -> Vec<String> {
    fn visit(folder: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                visit(&path, &format!("{prefix}{name}/"), found);
            } else if name != "SUMMARY.md" && path.extension().is_some_and(|extension| extension == "md") {
                found.push(format!("{prefix}{name}"));
            }
        }
    }
    let mut found = Vec::new();
    visit(&source(), "", &mut found);
    found.sort();
    found
}

fn source() -> PathBuf {
    root().join("docs/guide/src")
}

/// A fenced block: its info string, the number of its first line, and its text.
struct Block {
    info: String,
    line: usize,
    text: String,
}

impl Block {
    /// Whether the info string has a word such as `rust` or `compile_fail`.
    fn is(&self, word: &str) -> bool {
        self.info.split(',').any(|part| part.trim() == word)
    }
}

/// The fenced blocks of a page.
fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            found.push(Block { info: info.to_owned(), line: number + 2, text: text.join("\n") });
        }
    }
    found
}

/// The targets of the links and pictures of a page, without code.
fn links(page: &str) -> Vec<String> {
    let mut text = String::new();
    let mut fenced = false;
    for line in page.lines() {
        fenced ^= line.starts_with("```");
        if !fenced {
            // each second part is code
            text.extend(line.split('`').step_by(2));
            text.push('\n');
        }
    }
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// The anchors of a page's headings, as mdBook makes them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut found = BTreeSet::new();
    for line in page.lines() {
        fenced ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
            found.insert(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
        }
    }
    found
}

#[test]
fn the_summary_and_the_modules_have_each_chapter() {
    let chapters = chapters();
    let mut summary = links(&read(&source().join("SUMMARY.md")));
    summary.sort();
    assert_eq!(summary, chapters, "SUMMARY.md (left) and the files of docs/guide/src");

    let modules = read(&root().join("docs/guide/lib.rs"));
    let modules = modules.split("include_str!(\"src/").skip(1).filter_map(|rest| rest.split_once('"'));
    let mut modules: Vec<&str> = modules.map(|(path, _)| path).collect();
    modules.sort_unstable();
    assert_eq!(modules, chapters, "the modules of docs/guide/lib.rs (left) and the files of docs/guide/src");

    let programs: Vec<Block> = chapters.iter().flat_map(|chapter| blocks(&read(&source().join(chapter)))).collect();
    let run = programs.iter().filter(|block| block.is("rust") && !block.is("compile_fail") && !block.is("ignore"));
    println!("{} chapters with {} programs that run", chapters.len(), run.count());
}

#[test]
fn links_between_chapters_resolve() {
    let mut wrong = Vec::new();
    for chapter in chapters() {
        let path = source().join(&chapter);
        for link in links(&read(&path)).iter().filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            if !target.is_file() || !anchor.is_empty() && !anchors(&read(&target)).contains(anchor) {
                wrong.push(format!("{chapter}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "links without a target:\n{}", wrong.join("\n"));
}

/// The first line of each message of the crates, with its code. Types are `..`, and there are no backquotes.
fn messages() -> BTreeSet<(String, String)> {
    fn visit(folder: &Path, found: &mut BTreeSet<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                for attribute in read(&path).split("diagnostic::on_unimplemented(").skip(1) {
                    let value = |key| Some(attribute.split_once(key)?.1.split_once('"')?.0.to_owned());
                    let code = value("note = \"conformable: ").expect("a code");
                    found.insert((code, plain(&value("message = \"").expect("a message"))));
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    for folder in ["src", "crates/conformable-files/src", "crates/conformable-models/src"] {
        visit(&root().join(folder), &mut found);
    }
    found
}

/// A text without backquotes, and with `..` in place of braces and their content.
fn plain(text: &str) -> String {
    let (mut plain, mut braced) = (String::new(), false);
    for c in text.chars() {
        match c {
            '{' => {
                braced = true;
                plain.push_str("..");
            }
            '}' => braced = false,
            '`' => {}
            _ if braced => {}
            _ => plain.push(c),
        }
    }
    plain
}

/// `messages_are_those_of_the_compiler` checks that the errors of these programs have the code.
#[test]
fn each_error_code_has_a_page_with_a_refused_program_and_all_messages() {
    let chapters = chapters();
    let pages = chapters.iter().filter_map(|chapter| chapter.strip_prefix("errors/")?.strip_suffix(".md"));
    let pages: BTreeSet<&str> = pages.filter(|page| page.starts_with("E-")).collect();
    let messages = messages();
    let codes: BTreeSet<&str> = messages.iter().map(|(code, _)| &**code).collect();
    assert_eq!(pages, codes, "the pages in docs/guide/src/errors (left) and the codes of the messages");
    let mut missing = Vec::new();
    for page in pages {
        let text = read(&source().join(format!("errors/{page}.md")));
        assert!(blocks(&text).iter().any(|block| block.is("compile_fail")), "{page}.md has no refused program");
        // a message of the compiler has types in backquotes, and an item of the list has `..`
        let compiler = text.lines().map(|line| {
            let parts = line.split('`').enumerate().map(|(number, part)| if number % 2 == 0 { part } else { ".." });
            parts.collect::<String>()
        });
        let lines: Vec<String> = text.lines().map(plain).chain(compiler).collect();
        let of_page = messages.iter().filter(|(code, _)| code == page);
        let absent = of_page.filter(|(_, message)| !lines.iter().any(|line| line.contains(message)));
        missing.extend(absent.map(|(_, message)| format!("{page}: {message}")));
    }
    assert!(missing.is_empty(), "messages that are not on the page of their code:\n{}", missing.join("\n"));
}

#[test]
fn each_row_of_a_comparison_is_in_a_program() {
    let pages = chapters().into_iter().filter(|chapter| chapter.starts_with("coming-from/"));
    for chapter in pages {
        let page = read(&source().join(&chapter));
        let programs: Vec<Block> = blocks(&page).into_iter().filter(|block| block.is("rust")).collect();
        // the first table: its last column is ours
        let rows = page.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
        let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
        assert!(rows.len() >= 20, "{chapter} compares {} operations", rows.len());
        for row in rows {
            let ours = row.trim_end_matches([' ', '|']).rsplit("| ").next().unwrap_or_default().trim_matches('`');
            assert!(programs.iter().any(|program| program.text.contains(ours)), "{chapter}: no program has `{ours}`");
        }
    }
}
