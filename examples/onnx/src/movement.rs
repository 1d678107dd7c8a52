//! Operators that move elements: reshapes, permutations, parts, joined and repeated tensors.

use crate::node::{Error, Node, Result, count, vector};
use crate::reductions::axis_number;
use crate::value::{Any, Element, Value, any, numbers};
use conformable::axes::{Entry, Span};
use conformable::ops::{self, Pad};
use conformable::{AnyShape, Dyn, Tensor, shape};

/// Runs a node of this family.
pub(crate) fn run(node: Node<'_>) -> Result<Option<Vec<Value>>> {
    let value = match node.operator() {
        "Concat" => {
            let axis = node.axis("axis", 0);
            any!(node.input(0)?, x => {
                let all = (0..node.inputs().len()).map(|at| node.like(at, Some(x))).collect::<Result<Vec<_>>>()?;
                ops::try_concat(axis, &all[..])?
            })?
        }
        "ConstantOfShape" => {
            let shape = sizes(&node.numbers(0, "")?.unwrap_or_default())?;
            let value = node.value("value")?.unwrap_or_else(|| vector(&[0_f32]).into());
            any!(value, x => Tensor::try_full(shape, first(&x)?)?)?
        }
        "Constant" => node.constant()?,
        "Expand" => {
            let shape = sizes(&node.numbers(1, "")?.unwrap_or_default())?;
            any!(node.input(0)?, x => {
                let both = conformable::broadcast_shapes(&[x.shape(), &shape])?;
                x.try_broadcast_to(&AnyShape::from(&both[..]))?.to_owned()
            })?
        }
        "EyeLike" => {
            let x = node.input(0)?;
            let [rows, columns] = x.shape()[..] else { return Err(Error::Invalid("`EyeLike` needs two axes")) };
            let k = node.int("k", 0);
            let eye =
                Tensor::from_fn(shape![rows, columns], |[row, column]| f64::from(column as i64 == row as i64 + k));
            Value::from(eye.erase()).cast(node.int("dtype", x.element_type().into()) as i32)?
        }
        "Flatten" => {
            let x = node.input(0)?;
            let (outer, inner) = x.shape().split_at(axis_number(node.axis("axis", 1), x.shape().len()));
            reshaped(x, &[outer, inner].map(|sizes| sizes.iter().product()))?
        }
        "Pad" => pad(node)?,
        "Range" => numbers!(node.input(0)?, start => {
            let [limit, step] = [node.like(1, Some(start))?, node.like(2, Some(start))?].map(first);
            range(first(start)?, limit?, step?)
        })?,
        "Reshape" => {
            let x = node.input(0)?;
            let mut sizes = node.numbers(1, "shape")?.unwrap_or_default();
            if node.int("allowzero", 0) == 0 {
                // 0 keeps the size
                for (size, own) in sizes.iter_mut().zip(&x.shape()[..]).filter(|(size, _)| **size == 0) {
                    *size = *own as isize;
                }
            }
            any!(x, x => x.clone().try_reshape_to(&sizes[..])?)?
        }
        "ReverseSequence" => reverse_sequence(node)?,
        "Shape" => {
            let shape = node.input(0)?.shape();
            let end =
                |at: isize| if at < 0 { shape.len().saturating_add_signed(at) } else { shape.len().min(at as usize) };
            let [start, stop] = [end(node.axis("start", 0)), end(node.axis("end", isize::MAX))];
            let own: Vec<i64> = shape.iter().map(|&size| size as i64).collect();
            vector(own.get(start..stop).unwrap_or_default()).into()
        }
        "Size" => Tensor::scalar(node.input(0)?.shape().iter().product::<usize>() as i64).erase().into(),
        "Slice" => slice(node)?,
        "Split" => return split(node).map(Some),
        "Squeeze" => {
            let axes = node.numbers(1, "axes")?;
            any!(node.input(0)?, x => match &axes {
                Some(axes) => x.try_squeeze(&axes[..])?.to_owned(),
                None => x.try_squeeze(..)?.to_owned(),
            })?
        }
        "Tile" => {
            let times = node.numbers(1, "")?.unwrap_or_default();
            let times = times.into_iter().map(count).collect::<Result<Vec<_>>>()?;
            let axes: Vec<_> = (0..times.len() as isize).collect();
            any!(node.input(0)?, x => x.try_tile_axes(&axes[..], &times[..])?)?
        }
        "Transpose" => any!(node.input(0)?, x => {
            let order = node.ints("perm").map_or_else(|| (0..x.rank() as isize).rev().collect(), |order| order.iter().map(|&axis| axis as isize).collect::<Vec<_>>());
            x.try_permute(&order[..])?.to_owned()
        })?,
        "Trilu" => {
            let k = node.numbers(1, "")?.map_or(0, |k| k[0]);
            let is_upper = node.int("upper", 1) != 0;
            numbers!(node.input(0)?, x => if is_upper { x.try_triu(k)? } else { x.try_tril(k)? })?
        }
        "Unsqueeze" => {
            let axes = node.numbers(1, "axes")?.unwrap_or_default();
            any!(node.input(0)?, x => x.try_unsqueeze(&axes[..])?.to_owned())?
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![value]))
}

const ALL: Entry = Entry::Range { start: 0, end: None, step: 1 };

fn sizes(numbers: &[isize]) -> Result<AnyShape> {
    Ok(AnyShape::from(&numbers.iter().map(|&size| count(size)).collect::<Result<Vec<_>>>()?[..]))
}

fn reshaped(x: &Value, sizes: &[usize]) -> Result<Value> {
    any!(x, x => x.clone().try_reshape(AnyShape::from(sizes))?)
}

/// The first element.
pub(crate) fn first<T: Element>(x: &Any<T>) -> Result<T> {
    x.iter().next().copied().ok_or(Error::Invalid("an input is empty"))
}

fn range<T: crate::elementwise::Number>(start: T, limit: T, step: T) -> Any<T> {
    let [start, limit, step] = [start, limit, step].map(crate::elementwise::Number::to_f64);
    let count = ((limit - start) / step).ceil().max(0.0) as usize;
    Tensor::from_fn(shape![count], |[at]| T::from_f64(start + at as f64 * step)).erase()
}

/// Reverses the first elements of each tensor of a batch, as many as its length.
fn reverse_sequence(node: Node<'_>) -> Result<Value> {
    let [batch, time] = [("batch_axis", 1), ("time_axis", 0)].map(|(name, default)| node.axis(name, default));
    let lengths = node.input(1)?.integers()?;
    any!(node.input(0)?, x => {
        let mut y = x.clone();
        for (at, &length) in lengths.iter().enumerate() {
            let mut entries = vec![ALL; x.rank()];
            entries[axis_number(batch, x.rank())] = Entry::Index(at as isize);
            let mut part = |step| {
                entries[axis_number(time, x.rank())] = Entry::Range { start: 0, end: Some(length as isize), step };
                entries.clone()
            };
            y.try_slice_mut(&part(1)[..])?.try_assign(&x.try_slice(&part(-1)[..])?)?;
        }
        y
    })
}

fn pad(node: Node<'_>) -> Result<Value> {
    let pads = node.numbers(1, "pads")?.unwrap_or_default();
    let mode = node.text("mode", "constant");
    any!(node.input(0)?, x => {
        let with = match mode {
            "constant" => Pad::Constant(node.scalar_or(2, zero(x), x)?),
            "edge" => Pad::Edge,
            "reflect" => Pad::Reflect,
            "wrap" => Pad::Wrap,
            other => return Err(Error::not_supported(format!("the mode `{other}`"))),
        };
        let axes = node.numbers(3, "axes")?.unwrap_or_else(|| (0..x.rank() as isize).collect());
        let (before, after) = pads.split_at(axes.len());
        let mut y = x.clone();
        for ((&axis, &before), &after) in axes.iter().zip(before).zip(after) {
            y = y.try_pad(axis, (count(before.max(0))?, count(after.max(0))?), with)?;
            let kept = y.shape()[axis_number(axis, y.rank())].saturating_add_signed(before.min(0)).saturating_add_signed(after.min(0));
            y = y.try_narrow(axis, Span(before.min(0).unsigned_abs(), Dyn::new(kept)))?.to_owned();
        }
        y
    })
}

fn zero<T: Element>(_: &Any<T>) -> T {
    T::from_bytes(&[0; 16][..size_of::<T>()])
}

fn slice(node: Node<'_>) -> Result<Value> {
    let all = |at: usize, name| node.numbers(at, name).map(Option::unwrap_or_default);
    let (starts, ends) = (all(1, "starts")?, all(2, "ends")?);
    let axes = node.numbers(3, "axes")?.unwrap_or_else(|| (0..starts.len() as isize).collect());
    let steps = node.numbers(4, "steps")?.unwrap_or_else(|| vec![1; starts.len()]);
    any!(node.input(0)?, x => {
        let mut entries = vec![ALL; x.rank()];
        for (((&axis, &start), &end), &step) in axes.iter().zip(&starts).zip(&ends).zip(&steps) {
            let at = axis_number(axis, x.rank());
            let size = *x.shape().get(at).ok_or(Error::Invalid("there is no such axis"))? as isize;
            entries[at] = clamped(start, end, step, size);
        }
        x.try_slice(&entries[..])?.to_owned()
    })
}

/// ONNX's slice of an axis, whose ends may be out of bounds. For a negative step, our range starts at the least index,
/// and is read from its last element.
fn clamped(start: isize, end: isize, step: isize, size: isize) -> Entry {
    let from_end = |at: isize| if at < 0 { at.saturating_add(size) } else { at };
    let (start, end) = (from_end(start), from_end(end));
    if step > 0 {
        let start = start.clamp(0, size);
        return Entry::Range { start, end: Some(end.clamp(start, size)), step };
    }
    let last = start.clamp(-1, size - 1);
    let end = end.clamp(-1, last);
    Entry::Range { start: end + 1, end: Some(last + 1), step }
}

fn split(node: Node<'_>) -> Result<Vec<Value>> {
    let x = node.input(0)?;
    let axis = node.axis("axis", 0);
    let size = *x.shape().get(axis_number(axis, x.shape().len())).ok_or(Error::Invalid("there is no such axis"))?;
    let lengths = if let Some(lengths) = node.numbers(1, "split")? {
        lengths.into_iter().map(count).collect::<Result<Vec<_>>>()?
    } else {
        let parts = node.int("num_outputs", node.outputs() as i64) as usize;
        let length = size.div_ceil(parts);
        (0..parts).map(|part| length.min(size.saturating_sub(part * length))).collect()
    };
    let mut from = 0;
    let part = |length: usize| {
        let start = from;
        from += length;
        any!(x, x => x.try_narrow(axis, Span(start, Dyn::new(length)))?.to_owned())
    };
    lengths.into_iter().map(part).collect()
}
