//! The cases, as read from the `.jsonl` files.

use conformable::shape::Length;
use conformable_test::json::list;
use serde_json::{Map, Value};

/// Every file of cases: its name, and its text.
pub(crate) const FILES: [(&str, &str); 7] = [
    ("seeds", include_str!("seeds.jsonl")),
    ("numpy", include_str!("numpy.jsonl")),
    ("openvino", include_str!("openvino.jsonl")),
    ("openvino_broadcast", include_str!("openvino-broadcast.jsonl")),
    ("onnx", include_str!("onnx.jsonl")),
    ("paddle", include_str!("paddle.jsonl")),
    ("values", include_str!("values.jsonl")),
];

/// The sizes, with `None` for an unknown one; `None` if the rank is unknown.
pub(crate) type Dims = Option<Vec<Option<usize>>>;

/// A question and the expected answer.
pub(crate) struct Case {
    pub id: String,
    pub mode: String,
    pub shapes: Vec<Dims>,
    pub axis: isize,
    /// The resulting shape, or `None` for an error.
    pub expected: Option<Dims>,
    pub values: Option<Values>,
}

/// The elements of a case, in row-major order.
pub(crate) struct Values {
    pub op: String,
    pub inputs: Vec<Vec<f64>>,
    pub results: Vec<Vec<f64>>,
}

/// The cases of a file; for each that is out of scope, the reason.
pub(crate) fn cases(text: &str) -> impl Iterator<Item = Result<Case, String>> {
    text.lines().map(|line| {
        let line: Map<String, Value> = serde_json::from_str(line).expect("a JSON object");
        match line.get("scope") {
            Some(scope) => Err(scope.as_str().expect("a string").to_owned()),
            None if list(&line["shapes"]).iter().all(fits) => Ok(case(&line)),
            None => Err("a size above what a `usize` holds here".to_owned()),
        }
    })
}

fn case(line: &Map<String, Value>) -> Case {
    let answer = line.get("decision").map_or(line, |decision| decision.as_object().expect("an object"));
    let ok = answer["ok"].as_bool().expect("a bool");
    Case {
        id: line["id"].as_str().expect("a string").to_owned(),
        mode: line["mode"].as_str().expect("a string").to_owned(),
        shapes: list(&line["shapes"]).iter().map(dims).collect(),
        axis: line.get("axis").and_then(Value::as_i64).map_or(-1, |axis| axis.try_into().expect("a small axis")),
        expected: ok.then(|| dims(&answer["out"])),
        values: line.get("op").filter(|_| ok).map(|op| Values {
            op: op.as_str().expect("a string").to_owned(),
            inputs: list(&line["inputs"]).iter().map(floats).collect(),
            results: match line.get("results") {
                Some(results) => list(results).iter().map(floats).collect(),
                None => vec![floats(&line["result"])],
            },
        }),
    }
}

fn floats(value: &Value) -> Vec<f64> {
    list(value).iter().map(|x| x.as_f64().expect("a number")).collect()
}

/// Whether `usize` holds the sizes of a shape, which on 32 bits may be false.
fn fits(shape: &Value) -> bool {
    let sizes = shape.as_array().into_iter().flatten();
    sizes.filter_map(Value::as_u64).all(|size| usize::try_from(size).is_ok())
}

fn dims(value: &Value) -> Dims {
    let sizes = value.as_array()?.iter().map(|size| match size.as_i64().expect("an integer") {
        -1 => None,
        size => Some(size.try_into().expect("a size")),
    });
    Some(sizes.collect())
}

impl Case {
    /// The shapes, if all sizes are known.
    pub(crate) fn known(&self) -> Option<Vec<Vec<usize>>> {
        self.shapes.iter().map(|dims| dims.as_ref()?.iter().copied().collect()).collect()
    }
}

/// A size between bounds; OpenVINO's sizes are all intervals.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub lo: usize,
    /// The greatest size, if there is one.
    pub hi: Option<usize>,
    /// Whether it is a number and no interval of one size.
    pub is_number: bool,
}

/// OpenVINO's arithmetic of intervals, for the rules on slices.
impl Length for Span {
    const ONE: Self = Self { lo: 1, hi: Some(1), is_number: true };

    fn common(self, other: Self) -> Option<Self> {
        let hi = [self.hi, other.hi].into_iter().flatten().min();
        let common = Self { lo: self.lo.max(other.lo), hi, is_number: self.is_number || other.is_number };
        hi.is_none_or(|hi| common.lo <= hi).then_some(common)
    }
}

/// A question about intervals, and OpenVINO's answer.
pub(crate) struct Spans {
    pub id: String,
    pub mode: String,
    pub shapes: Vec<Option<Vec<Span>>>,
    pub axis: isize,
    /// `None` for an error, and for a shape of unknown rank.
    pub openvino: Option<Vec<Span>>,
}

/// The cases of a file about intervals.
pub(crate) fn intervals(text: &str) -> impl Iterator<Item = Spans> {
    text.lines().filter_map(|line| {
        let line: Map<String, Value> = serde_json::from_str(line).expect("a JSON object");
        (line.get("scope")? == "interval").then(|| Spans {
            id: line["id"].as_str().expect("a string").to_owned(),
            mode: line["mode"].as_str().expect("a string").to_owned(),
            shapes: list(&line["shapes"]).iter().map(spans).collect(),
            axis: line.get("axis").and_then(Value::as_i64).map_or(-1, |axis| axis.try_into().expect("a small axis")),
            openvino: line["ok"].as_bool().expect("a bool").then(|| spans(&line["out"])).flatten(),
        })
    })
}

fn spans(value: &Value) -> Option<Vec<Span>> {
    let span = |size: &Value| match size.as_str().map(|text| text.split_once("..").expect("an interval")) {
        Some((lo, hi)) => Span { lo: lo.parse().expect("a size"), hi: hi.parse().ok(), is_number: false },
        None => match usize::try_from(size.as_i64().expect("an integer")) {
            Ok(size) => Span { lo: size, hi: Some(size), is_number: true },
            Err(_) => Span::default(),
        },
    };
    Some(value.as_array()?.iter().map(span).collect())
}
