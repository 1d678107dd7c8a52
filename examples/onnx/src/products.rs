//! Matrix products, and einsum.

use crate::node::{Node, Result};
use crate::reductions::{back, doubles};
use crate::value::{Value, numbers};
use conformable::ops;

/// Runs a node of this family.
pub(crate) fn run(node: Node<'_>) -> Result<Option<Vec<Value>>> {
    let value = match node.operator() {
        "MatMul" => back(doubles(node.input(0)?)?.try_matmul(&doubles(node.input(1)?)?)?, node.input(0)?)?,
        "Gemm" => {
            let [mut x, mut y] = [doubles(node.input(0)?)?, doubles(node.input(1)?)?];
            if node.int("transA", 0) != 0 {
                x = x.try_t()?.to_owned();
            }
            if node.int("transB", 0) != 0 {
                y = y.try_t()?.to_owned();
            }
            let [alpha, beta] = ["alpha", "beta"].map(|name| f64::from(node.float(name, 1.0)));
            let product = x.try_matmul(&y)? * alpha;
            let sum = match node.optional(2) {
                Some(bias) => product.try_add(&(doubles(bias)? * beta))?,
                None => product,
            };
            back(sum, node.input(0)?)?
        }
        "Einsum" => numbers!(node.input(0)?, x => {
            let all = (0..node.inputs().len()).map(|at| node.like(at, Some(x))).collect::<Result<Vec<_>>>()?;
            ops::try_einsum_str(node.text("equation", ""), &all)?
        })?,
        _ => return Ok(None),
    };
    Ok(Some(vec![value]))
}
