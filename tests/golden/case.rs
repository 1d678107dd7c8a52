//! The cases, as read from `reductions.jsonl`, `views.jsonl` and `joins.jsonl`.

use super::element::{Element, Formula};
use conformable::{Shape, ShapeError, Storage, Tensor};
use conformable_test::json::{integers, list, sizes};
use ndarray::{ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, RawData, Slice};
use serde_json::Value;

/// A case, with NumPy's result.
pub(crate) struct Case {
    pub(crate) id: u64,
    pub(crate) op: String,
    pub(crate) dtype: String,
    /// The type that elements are converted to.
    pub(crate) to: String,
    pub(crate) ddof: usize,
    /// None for all of them.
    pub(crate) axes: Option<Vec<isize>>,
    pub(crate) keep: bool,
    base: Vec<usize>,
    /// The other fields, whose types are not known here.
    line: Value,
}

/// The sizes and elements of the result, or `None` for a refusal.
pub(crate) struct Answer<U>(pub(crate) Option<(Vec<usize>, Vec<U>)>);

/// The cases of reductions.
pub(crate) const REDUCTIONS: Cases = Cases(include_str!("reductions.jsonl"));

/// The cases of views, other shapes and scans.
pub(crate) const VIEWS: Cases = Cases(include_str!("views.jsonl"));

/// The cases of tensors joined, filled, and indexed.
pub(crate) const JOINS: Cases = Cases(include_str!("joins.jsonl"));
/// The cases of products.
pub(crate) const PRODUCTS: Cases = Cases(include_str!("products.jsonl"));

/// The lines of a file.
pub(crate) struct Cases(&'static str);

impl Cases {
    /// Each of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = Case> {
        self.0.lines().map(read)
    }

    /// The one of that number.
    pub(crate) fn case(&self, id: usize) -> Case {
        read(self.0.lines().nth(id).expect("a case"))
    }
}

/// Parses the case of a line.
fn read(line: &str) -> Case {
    case_of(serde_json::from_str(line).expect("a JSON object"))
}

fn case_of(line: Value) -> Case {
    let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
    Case {
        id: line["id"].as_u64().unwrap_or_default(),
        op: text("op"),
        dtype: text("dtype"),
        to: text("to"),
        ddof: line["ddof"].as_u64().unwrap_or(0).try_into().expect("a small number"),
        axes: line["axes"].as_array().map(|axes| integers(axes)),
        keep: line["keep"].as_bool().unwrap_or(false),
        // products have several
        base: if line["base"].is_null() { Vec::new() } else { sizes(&line["base"]) },
        line,
    }
}

impl Case {
    /// The elements of the base of the operand.
    pub(crate) fn base<T: Element>(&self) -> ArrayD<T> {
        let numel = self.base.iter().product::<usize>() as u64;
        let elements = if let Some(elements) = self.line["elements"].as_array() {
            elements.iter().map(T::read).collect()
        } else if self.line["formula"].is_null() {
            let from = self.line["from"].as_u64().unwrap_or_default();
            (from..from + numel).map(|number| T::quotient(number as i64, 1)).collect()
        } else {
            let text = &self.line["formula"];
            let formula = Formula::new(text);
            let mut elements: Vec<T> = (0..numel).map(|place| T::made(&formula, place)).collect();
            for but in list(&text["but"]) {
                elements[usize::read(&but[0])] = T::read(&but[1]);
            }
            elements
        };
        ArrayD::from_shape_vec(IxDyn(&self.base), elements).expect("as many elements")
    }

    /// Calls a function with the view of the base after the steps.
    pub(crate) fn view<T: Element>(&self, base: &ArrayD<T>, then: &mut dyn FnMut(ArrayViewD<T>)) {
        viewed(base, list(&self.line["steps"]), then);
    }

    /// The view of a base whose elements change; no element is at several positions.
    pub(crate) fn view_mut<'a, T>(&self, base: &'a mut ArrayD<T>) -> ArrayViewMutD<'a, T> {
        stepped(base.view_mut(), list(&self.line["steps"]))
    }

    /// The view of the base after the steps, without broadcasts.
    pub(crate) fn unstretched<'a, T>(&self, base: &'a ArrayD<T>) -> ArrayViewD<'a, T> {
        stepped(base.view(), list(&self.line["steps"]))
    }

    /// Its other operands.
    pub(crate) fn others(&self) -> Vec<Self> {
        self.line["with"].as_array().into_iter().flatten().map(|other| case_of(other.clone())).collect()
    }

    /// The one axis.
    pub(crate) fn axis(&self) -> isize {
        self.axes.as_deref().expect("an axis")[0]
    }

    /// Another of its arguments or answers.
    pub(crate) fn get(&self, key: &str) -> &Value {
        &self.line[key]
    }

    /// The expected result.
    pub(crate) fn answer<U: Element>(&self) -> Answer<U> {
        let elements = self.line["expected"].as_array();
        Answer(elements.map(|elements| (sizes(&self.line["sizes"]), elements.iter().map(U::read).collect())))
    }

    /// The sizes of the result, also if it is empty; `None` if the axes are refused.
    pub(crate) fn sizes(&self) -> Option<Vec<usize>> {
        self.line.get("sizes").map(sizes)
    }

    /// Asserts that a result is the expected one.
    pub(crate) fn assert<U: Element, S: Shape, D: Storage>(
        &self,
        how: &str,
        expected: &Answer<U>,
        result: Result<Tensor<U, S, D>, ShapeError>,
    ) {
        match result {
            Ok(tensor) => {
                let elements: Vec<U> = tensor.iter().copied().collect();
                self.assert_elements(how, expected, Some((tensor.sizes().as_ref(), &elements)));
            }
            Err(_) => self.assert_elements(how, expected, None),
        }
    }

    /// The same for sizes and elements in row-major order, or an error.
    pub(crate) fn assert_elements<U: Element>(
        &self,
        how: &str,
        expected: &Answer<U>,
        result: Option<(&[usize], &[U])>,
    ) {
        let magnitudes = self.line["magnitude"].as_array();
        let slack = |i: usize| magnitudes.map_or(0.0, |all| all[i].as_f64().expect("a float")) * U::TOLERANCE;
        let Self { id, op, dtype, axes, .. } = self;
        let case = format!("case {id}, {op} of {dtype} along {axes:?}, {how}");
        let (Some((sizes, elements)), Some((our_sizes, ours))) = (&expected.0, result) else {
            assert_eq!(expected.0.is_none(), result.is_none(), "{case}: whether it is refused");
            return;
        };
        assert_eq!(
            (&sizes[..], elements.len()),
            (our_sizes, ours.len()),
            "{case}: the sizes and the number of elements"
        );
        for (i, (x, y)) in elements.iter().zip(ours).enumerate() {
            assert!(x.is_close(*y, slack(i)), "{case}: element {i} of {sizes:?} is {y:?}, of NumPy's {x:?}");
        }
    }
}

/// Calls a function with the view of a base after the steps.
pub(crate) fn viewed<T>(base: &ArrayD<T>, steps: &[Value], then: &mut dyn FnMut(ArrayViewD<T>)) {
    let view = stepped(base.view(), steps);
    match steps.last() {
        // it is the last step
        Some(step) if step[0] == "broadcast" => then(view.broadcast(sizes(&step[1])).expect("it stretches")),
        _ => then(view),
    }
}

/// The view after these steps, without broadcasts.
fn stepped<S: RawData>(mut view: ArrayBase<S, IxDyn>, steps: &[Value]) -> ArrayBase<S, IxDyn> {
    for step in steps {
        match step[0].as_str() {
            Some("permute") => view = view.permuted_axes(sizes(&step[1])),
            Some("slice") => {
                for (axis, of) in list(&step[1]).iter().enumerate() {
                    let [start, step] = integers(list(of))[..] else { panic!("a start and a step") };
                    // from the start; backwards from the end
                    view.slice_axis_inplace(Axis(axis), Slice::new(start, None, step));
                }
            }
            _ => {}
        }
    }
    view
}
