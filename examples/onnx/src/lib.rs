//! An interpreter of ONNX nodes on tensors of unknown rank.
//!
//! Axes, orders, slices, equations and sizes of a graph are numbers that are known only at run time. On an
//! [`AnyShape`](conformable::AnyShape) every operation of conformable takes them as they are, so no function here has a
//! `match` over axes or ranks.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "ONNX counts in 64 bits, and casts")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_wrap, clippy::cast_lossless, reason = "as ONNX's Cast")]
#![allow(
    clippy::unnecessary_fallible_conversions,
    clippy::useless_conversion,
    reason = "one expression for several types of elements"
)]
#![allow(clippy::missing_errors_doc, reason = "each error names the feature that is not supported")]

mod elementwise;
mod indexing;
mod movement;
mod node;
mod products;
pub mod proto;
mod reductions;
mod value;
mod windows;

pub use node::{Error, Node, Result};
pub use value::{Any, Element, Value};

use proto::{Case, ModelProto};
use std::collections::HashMap;

/// Runs one node.
///
/// # Errors
///
/// If the operator or one of its attributes is not supported, or the shapes of the inputs do not fit.
///
/// # Panics
///
/// If the node is not valid: a list of its attributes is too short, or an integer is divided by 0.
pub fn run_node(node: Node<'_>) -> Result<Vec<Value>> {
    let families = [elementwise::run, reductions::run, movement::run, indexing::run, products::run, windows::run];
    for family in families {
        if let Some(outputs) = family(node)? {
            return Ok(outputs);
        }
    }
    Err(Error::not_supported(format!("the operator {}", node.operator())))
}

/// Runs the nodes of a model, which are in the order of their execution.
///
/// # Errors
///
/// If a node cannot be run, or the model has no graph.
///
/// # Panics
///
/// If a node is not valid, as [`run_node`].
pub fn run_model(model: &ModelProto, inputs: Vec<Value>) -> Result<Vec<Value>> {
    let graph = model.graph.as_ref().ok_or(Error::Invalid("the model has no graph"))?;
    let opset = model.opset_import.iter().find(|opset| opset.domain.is_empty()).map_or(0, |opset| opset.version);
    let mut values: HashMap<&str, Value> = HashMap::new();
    for tensor in &graph.initializer {
        values.insert(&tensor.name, Value::read(tensor)?);
    }
    // older models list initializers as inputs, too
    let names = graph.input.iter().map(|input| &input.name[..]).filter(|name| !values.contains_key(name));
    let inputs: Vec<_> = names.zip(inputs).collect();
    values.extend(inputs);
    for proto in &graph.node {
        let inputs: Vec<_> = proto.input.iter().map(|name| values.get(&name[..])).collect();
        let outputs = run_node(Node::new(proto, &inputs, opset))?;
        values.extend(proto.output.iter().map(|name| &name[..]).zip(outputs));
    }
    let output = |name: &str| values.get(name).cloned().ok_or(Error::Invalid("an output is missing"));
    graph.output.iter().map(|value| output(&value.name)).collect()
}

/// The result of a node test.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// All outputs are those of the reference.
    Passed,
    /// An output differs.
    Differs(String),
    /// The node cannot be run.
    NotRun(Error),
}

/// Runs a node test.
#[must_use]
pub fn run_case(case: &Case) -> Outcome {
    let run = || {
        let read = |tensors: &[proto::TensorProto]| tensors.iter().map(Value::read).collect::<Result<Vec<_>>>();
        let model = case.model.as_ref().ok_or(Error::Invalid("there is no model"))?;
        Ok((run_model(model, read(&case.inputs)?)?, read(&case.outputs)?))
    };
    match run() {
        Err(error) => Outcome::NotRun(error),
        Ok((outputs, expected)) => {
            let differing = outputs.iter().zip(&expected).find(|(output, expected)| !output.is_close(expected));
            match differing {
                None if outputs.len() >= expected.len() => Outcome::Passed,
                None => Outcome::Differs("an output is missing".into()),
                Some((output, expected)) => Outcome::Differs(format!("{output:?}\nis not\n{expected:?}")),
            }
        }
    }
}
