//! Operators with indices and masks.

use crate::node::{Error, Node, Result, count};
use crate::value::{Any, Element, Value, any, numbers};
use conformable::ops::{self, ScatterReduce};
use conformable::{AnyShape, Tensor, shape};

/// Runs a node of this family.
pub(crate) fn run(node: Node<'_>) -> Result<Option<Vec<Value>>> {
    let value = match node.operator() {
        "Gather" => {
            let (axis, indices) = (node.axis("axis", 0), indices(node, 1)?);
            any!(node.input(0)?, x => x.try_take(axis, &indices)?)?
        }
        "GatherElements" => {
            let (axis, indices) = (node.axis("axis", 0), indices(node, 1)?);
            any!(node.input(0)?, x => x.try_gather(axis, &indices)?)?
        }
        "Scatter" | "ScatterElements" => {
            let (axis, indices) = (node.axis("axis", 0), indices(node, 1)?);
            numbers!(node.input(0)?, x => {
                let mut x = x.clone();
                x.try_scatter_reduce(axis, &indices, node.like(2, Some(&x))?, reduction(node)?)?;
                x
            })?
        }
        "GatherND" => gather_nd(node)?,
        "ScatterND" => {
            let indices = indices(node, 1)?;
            numbers!(node.input(0)?, x => {
                let mut x = x.clone();
                x.try_scatter_nd_reduce(&indices, node.like(2, Some(&x))?, reduction(node)?)?;
                x
            })?
        }
        "OneHot" => {
            let depth = count(node.input(1)?.integers()?[0] as isize)?;
            let axis = node.axis("axis", -1);
            let Value::I64(all) = node.input(0)?.cast(7)? else { unreachable!("the type of the cast") };
            let all = all.map(|at| if at < 0 { at + depth as i64 } else { at });
            any!(node.input(2)?, values => {
                let [off, on] = values.to_vec()[..] else { return Err(Error::Invalid("`OneHot` has two values")) };
                let classes = Tensor::from_fn(shape![depth], |[class]| class as i64).erase();
                let hot = all.try_unsqueeze(-1_isize)?.try_equal(&classes)?;
                let hot = hot.try_move_axis(-1_isize, axis)?.map(|is| if is { on } else { off });
                hot.to_owned()
            })?
        }
        "TopK" => {
            let (axis, k) = (node.axis("axis", -1), count(node.input(1)?.integers()?[0] as isize)?);
            let is_largest = node.int("largest", 1) != 0;
            let mut places = None;
            let values = numbers!(node.input(0)?, x => {
                let (values, at) = if is_largest { x.try_top_k(axis, k)? } else { x.try_bottom_k(axis, k)? };
                places = Some(at.map(|at| at as i64));
                values
            })?;
            return Ok(Some(std::iter::once(values).chain(places.map(Value::from)).collect()));
        }
        "Compress" => {
            let mask = node.tensor::<bool>(1)?.to_vec();
            let kept: Vec<_> = mask.iter().enumerate().filter(|(_, keep)| **keep).map(|(at, _)| at).collect();
            let kept = crate::node::vector(&kept);
            any!(node.input(0)?, x => match node.ints("axis") {
                Some(_) => x.try_take(node.axis("axis", 0), &kept)?,
                None => x.clone().try_reshape(AnyShape::from([x.len()]))?.try_take(0_isize, &kept)?,
            })?
        }
        "NonZero" => {
            let Value::Bool(mask) = node.input(0)?.cast(bool::TYPE)? else { unreachable!("the type of the cast") };
            mask.try_nonzero()?.t().map(|at| at as i64).erase().into()
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![value]))
}

fn indices(node: Node<'_>, at: usize) -> Result<Any<i64>> {
    let Value::I64(all) = node.input(at)?.cast(7)? else { unreachable!("the type of the cast") };
    Ok(all)
}

fn reduction(node: Node<'_>) -> Result<ScatterReduce> {
    Ok(match node.text("reduction", "none") {
        "none" => ScatterReduce::Replace,
        "add" => ScatterReduce::Add,
        "mul" => ScatterReduce::Mul,
        "min" => ScatterReduce::Min,
        "max" => ScatterReduce::Max,
        other => return Err(Error::not_supported(format!("the reduction `{other}`"))),
    })
}

/// The elements at indices of several axes; for a batch, of each of its tensors.
fn gather_nd(node: Node<'_>) -> Result<Value> {
    fn gathered<T: Copy>(x: &Any<T>, indices: &Any<i64>, batch: i64) -> Result<Any<T>> {
        if batch == 0 {
            return Ok(x.try_gather_nd(indices)?);
        }
        let parts = x.axis_iter(0_isize).zip(indices.axis_iter(0_isize));
        let parts = parts.map(|(x, indices)| gathered(&x.to_owned(), &indices.to_owned(), batch - 1));
        let parts = parts.collect::<Result<Vec<_>>>()?;
        Ok(ops::try_stack(0_isize, &parts.iter().collect::<Vec<_>>()[..])?)
    }
    let indices = indices(node, 1)?;
    any!(node.input(0)?, x => gathered(x, &indices, node.int("batch_dims", 0))?)
}
