//! The node tests of ONNX, answered by the shape functions: each case on static shapes, on sizes known at run time, and
//! on `AnyShape`.

#![allow(clippy::let_unit_value, reason = "the shape of a scalar")]

mod nodes;

use conformable::axes::{
    Again, Concat, Gather, Narrow, NarrowAxis, Pads, Reversed, Slice, Stepped, Take, Top, Transpose, ViewBy,
};
use conformable::product::EinsumOf;
use conformable::windows::{Conv, ConvTranspose, Pool, Same, SameLower, Sides, Window};
use conformable::{AxesOf, Axis, BroadcastTo, Einsum, Keep, Matmul, Shape, ShapeError, Size, shape};
use serde_json::Value;
use std::collections::BTreeMap;

/// The shape of an output, and whether its type tells every size.
struct Output {
    sizes: Vec<usize>,
    told: bool,
}

trait ToOutput: Shape {
    fn output(&self) -> Output {
        let told = Self::partial_type();
        let told = told.dims().is_some_and(|dims| dims.iter().all(Option::is_some));
        Output { sizes: self.sizes().as_ref().to_vec(), told }
    }
}

impl<S: Shape> ToOutput for S {}

/// The shapes of all outputs.
type Outputs = Result<Vec<Output>, ShapeError>;

/// A case: the inputs, ONNX's result, and ours.
struct Node {
    inputs: Vec<Vec<usize>>,
    expected: Vec<Vec<usize>>,
    outputs: [(&'static str, Outputs); 3],
}

#[derive(Default)]
struct Nodes(BTreeMap<&'static str, Node>);

impl Nodes {
    fn node(
        &mut self,
        name: &'static str,
        inputs: Vec<Vec<usize>>,
        expected: Vec<Vec<usize>>,
        forms: [&dyn Fn() -> Outputs; 3],
    ) {
        let [known, dynamic, any] = forms;
        let outputs = [("static", known()), ("dynamic", dynamic()), ("AnyShape", any())];
        assert!(self.0.insert(name, Node { inputs, expected, outputs }).is_none(), "{name} is there twice");
    }
}

/// A size that is not static.
fn later(size: usize) -> usize {
    size
}

/// One case, in all forms: `node!(nodes, "name", x: [2, 3], y: [5, 3] => [7, 3] = x.concat(&y, Axis::<0>))`. Several
/// outputs are listed in order.
macro_rules! node {
    ($nodes:ident, $name:literal, $($x:ident: [$($n:tt),*]),* => $([$($out:tt),*] = $output:expr),*) => {
        $nodes.node($name, vec![$(vec![$($n),*]),*], vec![$(vec![$($out),*]),*], [
            &|| {
                $(let $x = shape![$($n),*];)*
                Ok(vec![$($output?.output()),*])
            },
            &|| {
                $(let $x = shape![$(later($n)),*];)*
                Ok(vec![$($output?.output()),*])
            },
            &|| {
                $(let $x = shape![$($n),*].erase();)*
                Ok(vec![$($output?.output()),*])
            },
        ])
    };
}
use node;

/// The steps of a slice are numbers known at run time, so that the compiler does not divide by them.
const NOT_TOLD: &[&str] = &["test_slice_neg_steps"];

fn shapes(value: &Value) -> Vec<Vec<usize>> {
    serde_json::from_value(value.clone()).expect("a list of shapes")
}

#[test]
fn every_case_of_the_data_is_answered_or_has_a_reason() {
    let mut nodes = Nodes::default();
    nodes::all(&mut nodes);
    let mut reasons: BTreeMap<_, _> = nodes::NOT_EXPRESSED.iter().copied().collect();
    assert_eq!(reasons.len(), nodes::NOT_EXPRESSED.len(), "a case has one reason");
    let mut counts = BTreeMap::<String, [usize; 2]>::new();
    for line in include_str!("nodes.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let (name, op) = (case["name"].as_str().expect("a name"), case["op"].as_str().expect("an operator"));
        let count = counts.entry(op.to_owned()).or_default();
        match (nodes.0.remove(name), reasons.remove(name)) {
            (Some(node), None) => {
                count[0] += 1;
                check(name, &case, &node);
            }
            (None, Some(reason)) => {
                count[1] += 1;
                println!("{name}: {reason}");
            }
            (Some(_), Some(_)) => panic!("{name} has a call, and a reason why not"),
            (None, None) => panic!("{name} has no call, and no reason why not"),
        }
    }
    for (op, [answered, not]) in &counts {
        println!("{op}: {answered} answered, {not} not expressed");
    }
    assert!(nodes.0.is_empty() && reasons.is_empty(), "cases that are not in the data");
    let total = counts.values().fold([0, 0], |[a, n], [answered, not]| [a + answered, n + not]);
    println!("{} operators: {} answered in three forms, {} not expressed", counts.len(), total[0], total[1]);
    assert_eq!((counts.len(), total), (31, [251, 14]), "the number of cases in the data");
}

/// Checks that a call has the case's shapes, and that each form has its answer.
fn check(name: &str, case: &Value, node: &Node) {
    let given = case["inputs"].as_array().expect("a list")[..node.inputs.len()].to_vec();
    assert_eq!(node.inputs, shapes(&Value::Array(given)), "{name}");
    assert_eq!(node.expected, shapes(&case["outputs"]), "{name}");
    for (form, outputs) in &node.outputs {
        let outputs = outputs.as_ref().unwrap_or_else(|error| panic!("{name}, {form}: {error}"));
        let sizes: Vec<_> = outputs.iter().map(|output| output.sizes.clone()).collect();
        assert_eq!(sizes, node.expected, "{name}, {form}");
        if *form == "static" {
            assert_eq!(
                outputs.iter().all(|output| output.told),
                !NOT_TOLD.contains(&name),
                "{name}: what its type tells"
            );
        }
    }
}
