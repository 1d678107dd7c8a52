//! The answers have the facts of the compiler's errors for the same shapes: the refused programs of `ui-tests`.

use conformable_playground::answer;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, str};

/// The text with sizes in place of types: `` `(Size<2>, Dyn)` `` is `(2, _)`. `None` if a type has no size.
fn with_sizes(text: &str) -> Option<String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let type_of = |name: &str| {
            let inner = rest.strip_prefix(name)?.strip_prefix('<')?;
            inner.split_once('>')
        };
        if let Some((size, after)) = type_of("Size").or_else(|| type_of("Axis")) {
            (out, rest) = (out + size, after);
        } else if let Some((digits, after)) = type_of("Thousands") {
            let (thousands, units) = digits.split_once(", ")?;
            let size = 1000 * thousands.parse::<usize>().ok()? + units.parse::<usize>().ok()?;
            (out, rest) = (out + &size.to_string(), after);
        } else if let Some(after) = rest.strip_prefix("Dyn") {
            if after.starts_with('<') {
                return None;
            }
            (out, rest) = (out + "_", after);
        } else {
            if first != '`' {
                out.push(first);
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    Some(out)
}

fn is_shape(text: &str) -> bool {
    text.starts_with('(') && text.ends_with(')') && text.chars().all(|c| c.is_ascii_digit() || "(), _".contains(c))
}

/// The text between the first of each pair of texts, if there is nothing else.
fn parts<'a>(text: &'a str, between: &[&str]) -> Option<Vec<&'a str>> {
    let mut rest = text.strip_prefix(between[0])?;
    let mut found = Vec::new();
    for end in &between[1..] {
        let (part, after) = if end.is_empty() { (rest, "") } else { rest.split_once(end)? };
        found.push(part);
        rest = after;
    }
    rest.is_empty().then_some(found)
}

/// The request with the shapes of a message, by the text of the message.
fn request(message: &str, source: &str) -> Option<Value> {
    let of = |operation: &str, shapes: &[&str]| {
        shapes.iter().all(|shape| is_shape(shape)).then(|| json!({ "operation": operation, "shapes": shapes }))
    };
    if let Some(shapes) = parts(message, &["cannot broadcast ", " with ", " by Paddle's rule"]) {
        return of("paddle", &shapes);
    }
    if let Some(shapes) = parts(message, &["cannot broadcast ", " with ", ""]) {
        return of("numpy", &shapes);
    }
    if let Some([from, onto, axis]) = parts(message, &["cannot broadcast ", " onto ", " at ", ""]).as_deref() {
        let mut request = of("pdpd", &[onto, from])?;
        request["axis"] = axis.parse::<isize>().ok()?.to_string().into();
        return Some(request);
    }
    if let Some(shapes) = parts(message, &["cannot broadcast ", " onto ", ""]) {
        return of("onto", &shapes);
    }
    if let Some(shapes) = parts(message, &["the shapes ", " and ", " must be equal"]) {
        return of("none", &shapes);
    }
    if let Some(shapes) = parts(message, &["cannot multiply ", " by ", " as matrices"]) {
        return of("matmul", &shapes);
    }
    if let Some(shapes) = parts(message, &["cannot convolve ", " with weights of ", ""]) {
        return of("conv", &shapes);
    }
    if let Some([from, to]) = parts(message, &["cannot reshape ", " to ", ""]).as_deref() {
        let mut request = of("reshape", &[from])?;
        request["sizes"] = is_shape(to).then(|| to.replace('_', "-1"))?.into();
        return Some(request);
    }
    if let Some([shape, axis]) = parts(message, &["", " has no ", ""]).as_deref() {
        let mut request = of("reduce", &[shape])?;
        request["axes"] = axis.parse::<isize>().ok()?.to_string().into();
        return Some(request);
    }
    if let Some([letter, _, lhs, _, rhs]) = parts(message, &["", " is ", " in ", ", and ", " in ", ""]).as_deref() {
        let (_, equation) = source.split_once("einsum!(")?;
        let (equation, _) = equation.split_once(';')?;
        let operands = if equation.contains(',') { vec![*lhs, *rhs] } else { vec![*lhs] };
        let mut request = (letter.len() == 1).then(|| of("einsum", &operands))??;
        request["equation"] = equation.replace(' ', "").into();
        return Some(request);
    }
    None
}

fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "stderr") {
            found.push(path);
        }
    }
}

#[test]
fn answers_have_the_facts_of_the_compiler() {
    let mut files = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui-tests");
    for folder in ["fail", "newcomer", "programs"] {
        texts(&root.join(folder), &mut files);
    }
    let (mut compared, mut clashes, mut same) = (BTreeMap::new(), 0, 0);
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        for error in text.split("error[E0277]: ").skip(1) {
            let mut lines = error.lines();
            let message = lines.next().and_then(with_sizes).unwrap_or_default();
            let label = error.lines().find_map(|line| line.rsplit_once("^ ")).map_or("", |(_, label)| label);
            let (Some(request), Some(label)) = (request(&message, error), with_sizes(label)) else { continue };
            let answer: Value = serde_json::from_str(&answer(&request.to_string())).expect("JSON");
            let (operation, at) = (request["operation"].as_str().expect("a text").to_string(), file.display());
            let (path, is_onto) = (file.to_string_lossy(), operation == "onto");
            let has_options = operation == "conv" || is_onto && path.contains("pdpd") || path.contains("strict");
            if has_options && answer["ok"] == true {
                // options of a window, the axis of PDPD's rule or a strict rule, which the message does not name
                continue;
            }
            let [text, program, code] =
                ["text", "rust", "code"].map(|field| answer[field].as_str().unwrap_or_default());
            assert_eq!(answer["ok"], false, "{at}: {message}\n{text}");
            assert!(answer["input"].is_null(), "{at}: {message}\n{answer}");

            let shown = message.replace(" at ", " at axis ").replace(" has no ", " has no axis ");
            let first = text.lines().next().unwrap_or_default();
            let is_einsum = operation == "einsum";
            if is_einsum {
                // the two axes in either order
                let in_order = |text| {
                    let mut sorted = words(text);
                    sorted.sort_unstable();
                    sorted
                };
                assert!(
                    first.starts_with('`')
                        && in_order(&shown) == in_order(first.split(": ").next().unwrap_or_default()),
                    "{at}\n{shown}\n{text}"
                );
            } else {
                assert!(first.replace('`', "").starts_with(&shown), "{at}\n{shown}\n{text}");
            }
            // the sizes that differ; at run time, ranks that differ come first
            let is_clash = label.contains("differ") && !numbers(&label).is_empty() && !text.contains("the ranks ");
            // of several clashes, the compiler may name another one
            clashes += usize::from(is_clash);
            same += usize::from(is_clash && text.contains(&label));
            for number in numbers(&label).into_iter().filter(|_| is_clash) {
                assert!(numbers(text).contains(&number), "{at}\n{label}\n{text}");
            }
            for number in numbers(&message).into_iter().filter(|_| !is_einsum) {
                assert!(numbers(program).contains(&number), "{at}\n{message}\n{program}");
            }
            assert!(error.contains(&format!("conformable: {code}\n")), "{at}: {code} is not the code");
            *compared.entry(operation).or_insert(0) += 1;
        }
    }
    let expected = ["conv", "einsum", "matmul", "none", "numpy", "onto", "paddle", "pdpd", "reduce", "reshape"];
    assert_eq!(compared.keys().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>(), "{compared:?}");
    println!("{compared:?}: {same} of {clashes} labels are the same");
    assert!(2 * same > clashes, "{same} of {clashes} labels are the same");
    assert!(compared.values().sum::<usize>() >= 60, "{compared:?}");
}
