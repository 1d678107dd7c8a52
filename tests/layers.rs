//! Every file of `src` uses only files that precede it in the table of ARCHITECTURE.md. So uses have no cycles, and
//! folders do not use those above them.
//!
//! Files that only re-export names (`lib.rs`, `mod.rs`) are not in the table; a use of such a name counts as a use of
//! the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A path of modules from the root of the crate: `["shape", "dim"]`.
type Module = Vec<String>;

/// The source without comments and strings, so that everything that looks like a path is one.
fn code(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skip = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            _ => {
                code.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[skip..];
    }
    code
}

/// The paths of a `use`, or one path: `a::{b, c::d}` is `a::b` and `a::c::d`. Following text is ignored.
fn paths(tree: &str, before: &Module, found: &mut Vec<Module>) -> usize {
    let mut path = before.clone();
    let mut at = 0;
    loop {
        let rest = &tree[at..];
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        if word > 0 {
            path.push(rest[..word].to_string());
            at += word;
        } else if rest.starts_with('{') {
            at += 1;
            while !tree[at..].trim_start().starts_with('}') {
                at += tree[at..].len() - tree[at..].trim_start().len();
                at += paths(&tree[at..], &path, found);
                at += tree[at..].find([',', '}']).expect("a closed list");
                at += usize::from(tree[at..].starts_with(','));
            }
            return tree.len() - tree[at..].trim_start().len() + 1;
        } else {
            break;
        }
        match tree[at..].strip_prefix("::") {
            Some(_) => at += 2,
            None => break,
        }
    }
    found.push(path);
    at
}

struct Crate {
    sources: BTreeMap<Module, String>,
}

impl Crate {
    fn read(folder: &Path, module: &Module, sources: &mut BTreeMap<Module, String>) {
        for entry in fs::read_dir(folder).expect("src") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let mut module = module.clone();
            if path.is_dir() {
                module.push(name);
                Self::read(&path, &module, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                if name != "mod" && name != "lib" {
                    module.push(name);
                }
                sources.insert(module, code(&fs::read_to_string(&path).expect("a source")));
            }
        }
    }

    fn is_facade(&self, module: &Module) -> bool {
        module.is_empty() || self.sources.keys().any(|inner| inner.len() > module.len() && inner.starts_with(module))
    }

    /// The paths from the crate root in the code of a file, those of `pub use` if `handed_on`.
    fn named(&self, module: &Module, handed_on: bool) -> Vec<Module> {
        let mut found = Vec::new();
        let source = &self.sources[module];
        for (start, word) in ["crate::", "super::", "use "].iter().flat_map(|word| source.match_indices(word)) {
            let line = source[..start].rfind([';', '}', '{']).map_or(0, |end| end + 1);
            let exported = source[line..start].contains("pub");
            let boundary = source[..start].chars().next_back();
            if exported != handed_on || boundary.is_some_and(|c| c.is_alphanumeric() || "_:$".contains(c)) {
                continue;
            }
            let outer = if self.is_facade(module) { module.clone() } else { module[..module.len() - 1].to_vec() };
            let (before, tree) = match word {
                "crate::" => (Vec::new(), &source[start + word.len()..]),
                "super::" if self.is_facade(module) => {
                    (module[..module.len() - 1].to_vec(), &source[start + word.len()..])
                }
                "super::" => (outer, &source[start + word.len()..]),
                _ if source[start + word.len()..].starts_with("crate::") => continue,
                _ if source[start + word.len()..].starts_with("super::") => continue,
                _ => (outer, &source[start + word.len()..]),
            };
            paths(tree, &before, &mut found);
        }
        found
    }

    /// The file that defines the name, if it is in this crate.
    fn origin(&self, path: &Module, seen: &mut BTreeSet<Module>) -> Option<Module> {
        if !seen.insert(path.clone()) {
            return None;
        }
        let file =
            (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|module| self.sources.contains_key(module))?;
        if !self.is_facade(&file) {
            return Some(file);
        }
        let name = path.get(file.len())?;
        let exports = self.named(&file, true);
        exports.iter().filter(|export| export.last() == Some(name)).find_map(|export| self.origin(export, seen))
    }
}

/// The files of the table, from the bottom up.
fn table(text: &str) -> Vec<Module> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| folder | files"));
    let mut files = Vec::new();
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let mut cells = row.split('|').skip(1).map(str::trim);
        let folder = cells.next().expect("a folder").trim_matches('`').trim_end_matches('/').to_string();
        for file in cells.next().expect("files").split(',') {
            let file = file.trim().trim_matches('`').to_string();
            files.push(folder.split('/').chain([&*file]).filter(|part| !part.is_empty()).map(String::from).collect());
        }
    }
    files
}

#[test]
fn every_file_uses_only_those_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = BTreeMap::new();
    Crate::read(&root.join("src"), &Vec::new(), &mut sources);
    let all = Crate { sources };
    let order = table(&fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md"));
    let place: BTreeMap<&Module, usize> = order.iter().enumerate().map(|(place, file)| (file, place)).collect();
    assert_eq!(place.len(), order.len(), "a file stands in the table twice");
    let (mut wrong, mut uses) = (Vec::new(), 0);
    for file in order.iter().filter(|file| !all.sources.contains_key(*file)) {
        wrong.push(format!("{} is in the table, and not in src", file.join("/")));
    }
    for file in all.sources.keys().filter(|file| !all.is_facade(file)) {
        let Some(here) = place.get(file) else {
            wrong.push(format!("{} is in src, and not in the table", file.join("/")));
            continue;
        };
        for path in all.named(file, false) {
            let Some(origin) = all.origin(&path, &mut BTreeSet::new()) else { continue };
            uses += 1;
            if origin != *file && place.get(&origin).is_some_and(|there| there > here) {
                wrong.push(format!("{} uses {} ({})", file.join("/"), origin.join("/"), path.join("::")));
            }
        }
    }
    assert!(uses > 300, "only {uses} uses were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The modules whose declaration allows `unsafe`, as paths from the root of the repository; and all mentions of the
/// lint elsewhere.
fn allowing(root: &Path, crate_root: &str) -> (BTreeSet<String>, Vec<String>) {
    let (mut sources, mut allowed, mut elsewhere) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
    Crate::read(&root.join(crate_root), &Vec::new(), &mut sources);
    for (module, source) in &sources {
        let folder = module.iter().fold(crate_root.to_string(), |path, name| path + "/" + name);
        for (start, _) in source.match_indices("unsafe_code") {
            let before = &source[source[..start].rfind('\n').map_or(0, |end| end + 1)..start];
            let declared = source[start..].lines().skip(1).find(|line| !line.trim_start().starts_with("#["));
            let name = declared.unwrap_or_default().split_once("mod ").and_then(|(_, name)| name.strip_suffix(';'));
            if let Some(name) = name.filter(|_| before == "#[allow(") {
                let file = format!("{folder}/{name}.rs");
                allowed.insert(if root.join(&file).exists() { file } else { format!("{folder}/{name}") });
            } else {
                elsewhere.push(folder.clone());
            }
        }
    }
    (allowed, elsewhere)
}

/// The compiler rejects `unsafe` where the lint is denied, so the modules that allow it are those that contain it.
#[test]
fn the_modules_that_contain_unsafe_are_those_of_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("Cargo.toml");
    assert!(manifest.contains("\nunsafe_code = \"deny\"\n"), "the lint is denied for the workspace");
    let mut code = BTreeSet::new();
    for crate_root in [
        "src",
        "crates/conformable-files/src",
        "crates/conformable-maths/src",
        "crates/conformable-python/src",
        "crates/conformable-test/src",
        "docs/playground/src",
    ] {
        let (allowed, elsewhere) = allowing(root, crate_root);
        assert!(elsewhere.is_empty(), "`unsafe_code` is allowed inside {elsewhere:?}, not at the line of a module");
        code.extend(allowed);
    }
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let (_, list) = text.split_once("The modules that contain `unsafe` are ").expect("the list");
    let (list, _) = list.split_once(".\n").expect("the end of the list");
    let list: BTreeSet<_> = list.split('`').skip(1).step_by(2).map(String::from).collect();
    assert_eq!(code, list, "left: the modules that allow `unsafe`; right: the list of ARCHITECTURE.md");
    let empty: Vec<_> = code.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(empty.is_empty(), "{empty:?} are not in the repository");
}

/// The text between the first `<` and its `>`.
fn generics(text: &str) -> &str {
    let Some(text) = text.trim_start().strip_prefix('<') else { return "" };
    let mut depth = 1;
    let end = text.char_indices().position(|(_, c)| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    });
    &text[..end.expect("a closed list")]
}

/// The protected traits of a source, with the protection as in the table of ARCHITECTURE.md; open traits are left out.
fn protected(source: &str) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for (start, _) in source.match_indices("trait ") {
        let (before, rest) = (&source[..start], &source[start + "trait ".len()..]);
        let name = &rest[..rest.find(|c: char| !c.is_alphanumeric()).expect("an end")];
        let head = &rest[name.len()..rest.find('{').expect("a body")];
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        let parameters = generics(head);
        let is_sealed = head[parameters.len()..].split(|c: char| !c.is_alphanumeric()).any(|word| word == "Sealed");
        if line.ends_with("unsafe ") {
            found.push((name.to_string(), "`unsafe trait`"));
        } else if is_sealed && line.trim() == "pub" {
            let has_types = parameters.split(',').any(|one| !one.trim().is_empty() && !one.trim().starts_with('\''));
            found.push((name.to_string(), if has_types { "sealed, with" } else { "sealed, without" }));
        }
    }
    found
}

/// Whether a ui test shows that the trait is sealed.
fn is_shown_to_be_sealed(root: &Path, name: &str) -> bool {
    let mut program = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !program.is_empty() {
            program.push('_');
        }
        program.extend(c.to_lowercase());
    }
    ["sealed"].iter().any(|folder| {
        let path = root.join("ui-tests/fail").join(folder).join(&program);
        let text = fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
        text.contains(&format!("`{name}` is a \"sealed trait\""))
    })
}

/// Unsafe code trusts the answers of `unsafe trait`s and sealed traits. The table lists the code that trusts each, and
/// why that is sound.
#[test]
fn the_traits_that_unsafe_code_trusts_are_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = BTreeMap::new();
    Crate::read(&root.join("src"), &Vec::new(), &mut sources);
    let code: BTreeSet<_> = sources.values().flat_map(|source| protected(source)).collect();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rows = text.lines().map(str::trim).skip_while(|line| !line.starts_with("| trait | who trusts it"));
    let mut table = BTreeSet::new();
    let mut without = Vec::new();
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let how =
            ["`unsafe trait`", "sealed, without", "sealed, with"].into_iter().find(|how| cells[3].starts_with(how));
        let how = how.unwrap_or_else(|| panic!("`{}` is no way to protect a trait", cells[3]));
        for name in cells[1].split(',') {
            let name = name.trim().trim_matches('`').to_string();
            assert!(table.insert((name.clone(), how)), "{name} is in the table twice");
            if cells[3].contains("sealed") && !is_shown_to_be_sealed(root, &name) {
                without.push(name);
            }
        }
    }
    let missing: Vec<_> = code.difference(&table).collect();
    let gone: Vec<_> = table.difference(&code).collect();
    assert!(missing.is_empty() && gone.is_empty(), "only in src: {missing:?}; only in the table: {gone:?}");
    assert!(code.len() > 30, "only {} traits were found", code.len());
    assert!(without.is_empty(), "no program in ui-tests/fail/sealed implements {without:?}, or the text names no seal");
}
