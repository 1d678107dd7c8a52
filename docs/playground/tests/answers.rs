//! Answers of single requests, the programs to copy, and requests that are not valid.

#[rustfmt::skip]
mod programs;

use conformable::Shape;
use conformable_playground::answer;
use serde_json::{Value, json};
use std::fmt::Write;

fn ask(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).expect("JSON")
}

/// The shape of a program's result.
fn text(shape: &impl Shape) -> String {
    shape.erase().to_string()
}

/// Requests that conform, with their results.
fn accepted() -> Vec<(Value, &'static str)> {
    vec![
        (json!({ "operation": "numpy", "shapes": ["2,3,1", "3,4"] }), "(2, 3, 4)"),
        (json!({ "operation": "numpy", "shapes": ["2,1,5", "4,1", "5", "()"] }), "(2, 4, 5)"),
        (json!({ "operation": "numpy", "shapes": ["_,5", "3,1"] }), "(3, 5)"),
        (json!({ "operation": "numpy", "shapes": ["*", "3,1"] }), "*"),
        (json!({ "operation": "numpy", "shapes": ["8,50257", "50257"] }), "(8, 50257)"),
        (json!({ "operation": "none", "shapes": ["2,3", "2,3"] }), "(2, 3)"),
        (json!({ "operation": "pdpd", "shapes": ["2,3,4,5", "3,4"], "axis": "1" }), "(2, 3, 4, 5)"),
        (json!({ "operation": "pdpd", "shapes": ["2,3,4,5", "4,1"], "axis": "" }), "(2, 3, 4, 5)"),
        (json!({ "operation": "pdpd", "shapes": ["2,3,4,5", "3,4", "3"], "axis": "1" }), "(2, 3, 4, 5)"),
        (json!({ "operation": "paddle", "shapes": ["2,3,1,5", "3,4,1"] }), "(2, 3, 4, 5)"),
        (json!({ "operation": "bidirectional", "shapes": ["4,1", "2,1,5"] }), "(2, 4, 5)"),
        (json!({ "operation": "onto", "shapes": ["4,1", "2,4,5"] }), "(2, 4, 5)"),
        (json!({ "operation": "onto", "shapes": ["4,1", "_,4,5"] }), "(_, 4, 5)"),
        (json!({ "operation": "onto", "shapes": ["4,1", "*"] }), "*"),
        (json!({ "operation": "reduce", "shapes": ["2,3,4"], "axes": "1, -1" }), "(2,)"),
        (json!({ "operation": "reduce", "shapes": ["2,3,4"], "axes": "1", "keep": true }), "(2, 1, 4)"),
        (json!({ "operation": "reduce", "shapes": ["2,3,4"], "axes": ".." }), "()"),
        (json!({ "operation": "reshape", "shapes": ["2,3,4"], "sizes": "6,4" }), "(6, 4)"),
        (json!({ "operation": "reshape", "shapes": ["2,3,4"], "sizes": "6,-1" }), "(6, 4)"),
        (json!({ "operation": "matmul", "shapes": ["8,2,3", "3,5"] }), "(8, 2, 5)"),
        (json!({ "operation": "einsum", "shapes": ["2,3", "3,5"], "equation": "ij, jk -> ik" }), "(2, 5)"),
        (json!({ "operation": "einsum", "shapes": ["2,3", "3,5"], "equation": "ij,jk" }), "(2, 5)"),
        (json!({ "operation": "einsum", "shapes": ["8,2,3"], "equation": "...ij->...ji" }), "(8, 3, 2)"),
        (
            json!({ "operation": "conv", "shapes": ["1,3,224,224", "64,3,7,7"], "stride": "2", "padding": "3" }),
            "(1, 64, 112, 112)",
        ),
        (json!({ "operation": "conv", "shapes": ["1,1,3", "1,1,3"], "stride": "2000" }), "(1, 1, 1)"),
        (json!({ "operation": "conv", "shapes": ["8,4,5", "4,1,3"], "groups": "4", "dilation": "2" }), "(8, 4, 1)"),
    ]
}

#[test]
fn results_of_shapes_that_conform() {
    for (request, result) in accepted() {
        let answer = ask(&request);
        assert_eq!(answer["result"], result, "{request}: {answer}");
        assert!(answer["svg"].as_str().expect("a picture").starts_with("data:image/svg+xml,"), "{request}");
        assert!(!answer["alt"].as_str().expect("words").is_empty(), "{request}");
    }
}

#[test]
fn the_programs_compile() {
    let mut file = String::from(
        "//! The programs of the page for the requests of `answers.rs`, with the shapes of their results.\n",
    );
    for (number, (request, result)) in accepted().into_iter().enumerate() {
        let answer = ask(&request);
        let program = answer["rust"].as_str().expect("a program");
        let runs = !program.contains("todo!");
        let attributes = if runs {
            "#[test]"
        } else {
            "#[allow(dead_code, unreachable_code, unused_variables, clippy::diverging_sub_expression, reason = \"compiles only\")]"
        };
        let check =
            if runs { format!("assert_eq!(super::text(out.shape()), {result:?});") } else { "let _ = out;".into() };
        write!(file, "\n{attributes}\nfn program_{number}() {{\n{program}\n{check}\n}}\n").expect("a string");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs.rs");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &file).expect("a file that can be written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == file, "tests/programs.rs is stale: BLESS=1 cargo test -p conformable-playground");
}

#[test]
fn errors_have_a_code_and_a_page() {
    let answer = ask(&json!({ "operation": "numpy", "shapes": ["2,3,4", "2,3,6"] }));
    assert_eq!(answer["code"], "E-broadcast");
    assert_eq!(answer["page"], "../guide/errors/E-broadcast.html");
    assert!(answer["text"].as_str().expect("a text").ends_with("^ 4 and 6 differ, and neither is 1"));
    assert!(answer["alt"].as_str().expect("words").contains("Clash in column 2"));

    let answer = ask(&json!({ "operation": "numpy", "shapes": ["2,1", "3", "4"] }));
    assert!(answer["text"].as_str().expect("a text").starts_with("cannot broadcast (2, 3) with (4,), the 3rd operand"));
}

#[test]
fn pictures_of_three_shapes() {
    let answer = ask(&json!({ "operation": "pdpd", "shapes": ["2,3,4,5", "3,4", "3"], "axis": "1" }));
    let third = "3rd: 3. Repeated along column 0. Repeated along column 2. Repeated along column 3.";
    assert!(answer["alt"].as_str().expect("words").contains(third), "{answer}");
    let answer = ask(&json!({ "operation": "numpy", "shapes": ["2,1,5", "4,1", "5"] }));
    let third = "3rd: 5. Repeated along column 0. Repeated along column 1.";
    assert!(answer["alt"].as_str().expect("words").contains(third), "{answer}");
}

#[test]
fn requests_that_are_not_valid() {
    for request in [
        json!({ "operation": "numpy", "shapes": ["2,x", "3"] }),
        json!({ "operation": "numpy", "shapes": ["2"] }),
        json!({ "operation": "matmul", "shapes": ["2,_", "3"] }),
        json!({ "operation": "spline", "shapes": ["2", "3"] }),
        json!({ "operation": "pdpd", "shapes": ["2", "3"], "axis": "x" }),
        json!({ "operation": "reshape", "shapes": ["2"], "sizes": "two" }),
        json!({ "operation": "conv", "shapes": ["2,2,2", "2,2,2"], "stride": "-1" }),
        json!({ "operation": "numpy", "shapes": ["1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "3"] }),
        json!(3),
    ] {
        let answer = ask(&request);
        assert_eq!(answer["input"], true, "{request}: {answer}");
    }
    assert!(answer("not JSON").contains("\"input\":true"));
}

#[test]
fn no_request_panics() {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("a number") % below
    };
    let operations =
        ["numpy", "none", "pdpd", "paddle", "bidirectional", "onto", "reduce", "reshape", "matmul", "einsum", "conv"];
    let sizes = ["0", "1", "2", "3", "_", "4294967295", "18446744073709551615", "-1", "-9223372036854775808", ""];
    for _ in 0..3000 {
        let mut list = |most: usize| -> String {
            (0..random(most + 1)).map(|_| sizes[random(sizes.len())]).collect::<Vec<_>>().join(",")
        };
        let shapes = [list(4), list(4), list(4)];
        let [first, axes, to, stride, padding, dilation, groups] = [1, 3, 4, 1, 1, 1, 1].map(&mut list);
        let equation = ["ij,jk->ik", "ij,jk,kl", "...,...->...", "ii", "->", "i,i->ii", "é"][random(7)];
        let request = json!({
            "operation": operations[random(operations.len())], "shapes": shapes, "axis": first, "axes": axes, "sizes": to,
            "stride": stride, "padding": padding, "dilation": dilation, "groups": groups, "equation": equation,
            "keep": random(2) == 0,
        });
        let answer = ask(&request);
        assert!(answer["text"].is_string(), "{request}");
    }
}
