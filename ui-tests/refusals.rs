//! Calls with static shapes that cannot work: the compiler refuses each, except for a list with reasons.
//!
//! All calls are lines of one generated crate, which one `cargo check` reads; its errors are counted by line.

use conformable_test::generated;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The prelude of each line: tensors of zeros.
const PRELUDE: &str = "#![allow(unused, clippy::all)]
use conformable::axes::*;
use conformable::ops::*;
use conformable::windows::Window;
use conformable::*;
fn x<S: Shape>(shape: S) -> Tensor<f32, S> { Tensor::zeros(shape) }
fn at<S: Shape>(shape: S) -> Tensor<usize, S> { Tensor::zeros(shape) }
fn mask<S: Shape>(shape: S) -> Tensor<bool, S> { Tensor::full(shape, false) }
const I: Axis<0> = Axis::<0>;
const J: Axis<1> = Axis::<1>;
const K: Axis<2> = Axis::<2>;
";

/// Calls that the compiler refuses.
const REFUSED: &str = "
&x(shape![2, 3]) + &x(shape![2, 4])
&x(shape![2]) - &x(shape![3])
x(shape![2, 3]).zip_map(&x(shape![3, 2]), |a, b| a * b)
x(shape![2, 3]).maximum(&x(shape![2, 2]))
x(shape![2, 3]).less(&x(shape![4]))
let mut a = x(shape![3]); a += &x(shape![2, 3])
x(shape![2, 3]).assign(&x(shape![2, 4]))
mask(shape![2]).where_cond(&x(shape![3]), &x(shape![3]))
broadcast((&x(shape![2]), &x(shape![3])))
x(shape![3]).broadcast_to::<Shape![3, 2]>()
x(shape![3]).broadcast_to_shape(shape![3, 2])
x(shape![2, 3]).sum(K)
x(shape![2, 3]).sum((J, Axis::<-1>))
x(shape![2, 3]).mean(K)
x(shape![2, 3]).max(Axis::<-3>)
x(shape![2, 3]).argmax(K)
x(shape![2, 3]).prod(K)
x(shape![2, 3]).var(K, 0)
x(shape![2, 3]).norm_l2(K)
x(shape![2, 3]).log_sum_exp(K)
x(shape![2, 3]).softmax(K)
x(shape![2, 3]).log_softmax(K)
x(shape![2, 3]).cumsum(K)
x(shape![2, 3]).cumprod(K)
x(shape![2, 3]).diff(K)
x(shape![2, 0]).diff(J)
x(shape![2, 3]).top_k(K, Size::<1>)
x(shape![2, 3]).top_k(J, Size::<4>)
x(shape![2, 3]).sum_to::<Shape![2, 2]>()
mask(shape![2, 3]).any(K)
mask(shape![2, 3]).all(K)
mask(shape![2, 3]).count(K)
x(shape![3]).t()
x(shape![2, 3]).permute((I, I))
x(shape![2, 3]).permute((I,))
x(shape![2, 3]).swap_axes(I, K)
x(shape![2, 3]).move_axis(K, I)
x(shape![2, 3]).move_axis(I, K)
x(shape![2, 3]).move_axis((I, I), (I, J))
x(shape![2, 3]).move_axis((I, J), (J, J))
x(shape![2, 3]).flip(K)
x(shape![2, 3]).squeeze(I)
x(shape![2, 3]).squeeze(K)
x(shape![1, 3]).squeeze((I, J))
x(shape![2, 3]).unsqueeze(Axis::<3>)
x(shape![2, 3]).unsqueeze((I, Axis::<4>))
x(shape![2, 3]).unsqueeze((I, I))
x(shape![2, 3]).diagonal(I, I)
x(shape![2, 3]).diagonal(I, K)
x(shape![2, 3]).offset_diagonal(I, J, Above(Size::<4>))
x(shape![2, 3]).offset_diagonal(I, J, Below(Size::<3>))
x(shape![2, 3]).index_axis(K, 0)
x(shape![2, 3]).narrow(K, 0..1)
x(shape![2, 3]).narrow(J, Narrow::<1, 3>)
x(shape![2, 3]).slice((.., .., ..))
x(shape![2, 3]).slice((.., Narrow::<2, 2>))
x(shape![2, 3]).slice((Ellipsis, Ellipsis))
x(shape![2, 3]).narrow(J, Stepped(.., Size::<0>))
x(shape![2, 3]).axis_iter(K)
x(shape![2, 3]).axis_windows(K, Size::<1>)
x(shape![2, 3]).axis_chunks_iter(K, Size::<1>)
x(()).rows()
x(shape![3]).matrices()
x(shape![2, 3]).split_at(K, 0)
x(shape![2, 3]).split(J, (Size::<1>, Size::<1>))
x(shape![2, 3]).split(K, (Size::<1>, Size::<1>))
x(shape![2, 3]).chunk(J, Size::<2>)
x(shape![2, 3]).chunk(J, Size::<0>)
x(shape![2, 3]).sliding_windows(J, Size::<4>, Window::new())
x(shape![2, 3]).sliding_windows(J, Size::<0>, Window::new())
x(shape![2, 3]).sliding_windows(K, Size::<1>, Window::new())
x(shape![2, 3]).reshape(shape![4])
let n = 1; x(shape![4, 5]).reshape(shape![3, n])
x(shape![4, 5]).reshape_as::<Shape![3, _]>()
x(shape![4, 5]).reshape_as::<Shape![0, _]>()
x(shape![4, 5]).reshape_as::<Shape![_, _]>()
x(shape![4, 5]).reshape_view(shape![4])
x(shape![4, 5]).to_reshaped(shape![4])
x(shape![2, 12]).unflatten(J, (Size::<3>, Size::<5>))
x(shape![2, 12]).unflatten(J, (Size::<5>, Inferred))
x(shape![2, 12]).unflatten(J, (Inferred, Size::<0>))
x(shape![2, 12]).unflatten(J, (Inferred, Inferred))
x(shape![2, 12]).unflatten(K, (Size::<3>, Size::<4>))
x(shape![2, 3]).flatten_axes(J)
x(shape![2, 3]).flatten_axes(Through(J, I))
x(shape![2, 3]).flatten_axes(Through(I, K))
x(shape![2, 3]).flatten_axes_to(I, Size::<5>)
x(shape![2, 3]).refine::<Shape![2, 4]>()
x(shape![2, 3]).widen::<Shape![2, 4]>()
concat(J, (&x(shape![2, 3]), &x(shape![3, 3])))
concat(K, (&x(shape![2, 3]), &x(shape![2, 3])))
stack(I, (&x(shape![2, 3]), &x(shape![2, 4])))
stack(Axis::<3>, (&x(shape![2, 3]), &x(shape![2, 3])))
x(shape![2, 3]).tile(K, Size::<2>)
x(shape![2, 3]).repeat(K, Size::<2>)
x(shape![2, 3]).pad(K, (Size::<1>, Size::<1>), Pad::Edge)
x(shape![3]).tril(0)
x(shape![3]).triu(0)
x(shape![2, 3]).take(K, &at(shape![2]))
let mut a = x(shape![2, 3]); a.index_copy(K, &at(shape![2]), 0.0)
let mut a = x(shape![2, 3]); a.index_add(I, &at(shape![2]), &x(shape![4, 3]))
x(shape![2, 3]).gather(J, &at(shape![3, 3]))
x(shape![2, 3]).gather(J, &at(shape![2]))
let mut a = x(shape![2, 3]); a.scatter(J, &at(shape![3, 3]), 0.0)
x(shape![2, 3]).masked_select(&mask(shape![2]))
let mut a = x(shape![2, 3]); a.masked_fill(&mask(shape![2]), 0.0)
x(shape![2, 3]).compress(J, &mask(shape![2]))
x(shape![2, 3]).compress(K, &mask(shape![2]))
x(shape![2, 3]).matmul(&x(shape![2, 3]))
x(shape![2, 3, 4]).matmul(&x(shape![3, 4, 5]))
x(()).matmul(&x(shape![3]))
x(shape![3]).dot(&x(shape![4]))
x(shape![2, 3]).tensordot(&x(shape![2, 3]), J, I)
einsum!(i j, j k -> i k; &x(shape![2, 3]), &x(shape![4, 5]))
rearrange!(a (b c) -> a b c; x(shape![2, 12]), b = 5)
x(shape![1, 3, 8]).conv(&x(shape![4, 2, 3]), Window::new())
x(shape![1, 3, 2]).conv(&x(shape![4, 3, 3]), Window::new())
x(shape![1, 3, 8]).conv_transpose(&x(shape![4, 2, 3]), Window::new())
x(shape![1, 1, 2]).max_pool(shape![3], Window::new())
x(shape![1, 1, 2]).avg_pool(shape![3], Window::new())
Window::new().stride(Size::<0>)
";

/// Calls that compile, and fail or give NaN at run time: the call, and the reason.
///
/// A function that is generic over dims calls each of them for all sizes without a bound, so a bound cannot reject one;
/// or the reason is a value known only at run time.
const LEFT: &[(&str, &str)] = &[
    ("x(shape![2, 0]).min(J)", "a generic dim may be `Size<0>`"),
    ("x(shape![2, 0]).max(J)", "a generic dim may be `Size<0>`"),
    ("x(shape![2, 0]).argmin(J)", "a generic dim may be `Size<0>`"),
    ("x(shape![2, 0]).argmax(J)", "a generic dim may be `Size<0>`"),
    ("x(shape![0]).mean(I)", "a generic dim may be `Size<0>`; the result is NaN"),
    ("x(shape![6]).axis_chunks_iter(I, Size::<0>)", "a generic length may be `Size<0>`"),
    ("x(shape![6]).narrow(I, Span(0, Size::<7>))", "a generic length may be above a generic dim"),
    ("x(shape![6]).slice((Span(2, Size::<5>),))", "a generic length may be above a generic dim"),
    ("x(shape![6]).narrow(I, 4..8)", "the range is known only at run time"),
    ("x(shape![6]).index_axis(I, 6)", "the index is known only at run time"),
    ("x(shape![6]).split_at(I, 7)", "the index is known only at run time"),
    ("x(shape![2, 3]).pad(J, (Size::<3>, Size::<0>), Pad::Reflect)", "the kind of padding is a value"),
    ("x(shape![2, 0]).pad(J, (Size::<1>, Size::<0>), Pad::Edge)", "the kind of padding is a value"),
    ("x(shape![4, 5]).reshape_to(&[3, 7])", "the sizes are known only at run time"),
];

/// The lines of a generated crate with errors, and the code of the first error of each: that of a refusal by a trait is
/// E0277.
fn lines_with_errors(source: &str) -> BTreeMap<usize, String> {
    let (folder, root) =
        (Path::new(env!("CARGO_TARGET_TMPDIR")).join("refusals"), Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let dependencies = format!("conformable = {{ path = '{}' }}\n", root.display());
    let files = [(PathBuf::from("src/lib.rs"), source.to_owned())];
    let mut lines = BTreeMap::new();
    for (_, message) in generated::errors(&folder, &root, &dependencies, &files) {
        let code = message["code"]["code"].as_str().unwrap_or_default();
        for span in message["spans"].as_array().unwrap().iter().filter(|span| span["is_primary"] == true) {
            let line = outermost(span)["line_start"].as_u64().unwrap();
            lines.entry(usize::try_from(line).unwrap()).or_insert_with(|| code.to_owned());
        }
    }
    lines
}

/// The call of the outermost macro that made a span.
fn outermost(span: &serde_json::Value) -> &serde_json::Value {
    if span["expansion"].is_null() { span } else { outermost(&span["expansion"]["span"]) }
}

#[test]
#[ignore = "it runs cargo; CI runs it with the refused programs"]
fn calls_that_cannot_work_do_not_compile() {
    let mut source = PRELUDE.to_owned();
    let mut calls = Vec::new();
    let refused = REFUSED.lines().filter(|line| !line.is_empty()).map(|call| (call, None));
    for (call, reason) in refused.chain(LEFT.iter().map(|&(call, reason)| (call, Some(reason)))) {
        calls.push((source.lines().count() + 1, call, reason));
        writeln!(source, "fn f{}() {{ {call}; }}", calls.len()).unwrap();
    }
    let lines = lines_with_errors(&source);
    let mut wrong = String::new();
    for (line, call, reason) in calls {
        match (lines.get(&line).map(|code| &code[..]), reason) {
            (None, None) => writeln!(wrong, "it compiles: {call}").unwrap(),
            (Some(code), None) if code != "E0277" => writeln!(wrong, "error {code}, not a refusal: {call}").unwrap(),
            (Some(code), Some(reason)) => {
                writeln!(wrong, "it does not compile ({code}), so `LEFT` is not its list ({reason}): {call}").unwrap();
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
