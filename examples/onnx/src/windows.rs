//! Convolutions and pools, and pictures in parts.

use crate::node::{Error, Node, Result};
use crate::reductions::{back, doubles};
use crate::value::{Any, Value};
use conformable::windows::{Same, SameLower, Window};
use conformable::{AnyShape, Keep, ops};

/// Evaluates an expression for the window that a node describes.
macro_rules! window {
    ($node:expr, $options:expr, $window:ident => $result:expr) => {{
        let window = Window::new().stride(&$options.strides[..]).dilation(&$options.dilations[..]);
        match $node.text("auto_pad", "NOTSET") {
            "SAME_UPPER" => {
                let $window = window.padding(Same);
                $result
            }
            "SAME_LOWER" => {
                let $window = window.padding(SameLower);
                $result
            }
            _ => {
                let $window = window.padding(&$options.pads[..]);
                $result
            }
        }
    }};
}
/// The same for the window of a pool.
macro_rules! pool {
    ($node:expr, $options:expr, $window:ident => $result:expr) => {
        if $node.int("ceil_mode", 0) != 0 {
            window!($node, $options, window => { let $window = window.ceil_mode(); $result })
        } else {
            window!($node, $options, $window => $result)
        }
    };
}
/// Runs a node of this family.
pub(crate) fn run(node: Node<'_>) -> Result<Option<Vec<Value>>> {
    let y = match node.operator() {
        "Conv" => {
            let [x, w] = [doubles(node.input(0)?)?, doubles(node.input(1)?)?];
            let options = Options::new(node, w.rank() - 2)?;
            let y = window!(node, options, window => x.try_conv(&w, window.groups(options.groups))?);
            biased(node, y)?
        }
        "ConvTranspose" => {
            let [x, w] = [doubles(node.input(0)?)?, doubles(node.input(1)?)?];
            biased(node, transposed(node, &x, &w)?)?
        }
        "AveragePool" => {
            let (x, kernel) = (doubles(node.input(0)?)?, kernel(node)?);
            let options = Options::new(node, kernel.len())?;
            let counts = node.int("count_include_pad", 0) != 0;
            pool!(node, options, window => x.try_avg_pool(kernel.clone(), window.count_include_pad(counts))?)
        }
        "MaxPool" if node.outputs() == 1 => {
            let (x, kernel) = (doubles(node.input(0)?)?, kernel(node)?);
            let options = Options::new(node, kernel.len())?;
            pool!(node, options, window => x.try_max_pool(kernel.clone(), window)?)
        }
        "LpPool" => {
            let (x, kernel) = (doubles(node.input(0)?)?, kernel(node)?);
            let (options, p) = (Options::new(node, kernel.len())?, node.int("p", 2) as i32);
            let size = kernel.iter().product::<usize>() as f64;
            // a sum over windows is their mean, with what is padded, times their size
            let powers = x.map(|x| x.abs().powi(p));
            let means =
                pool!(node, options, window => powers.try_avg_pool(kernel.clone(), window.count_include_pad(true))?);
            means.map(|mean| (mean * size).powf(1.0 / f64::from(p)))
        }
        operator @ ("GlobalAveragePool" | "GlobalMaxPool") => {
            let x = doubles(node.input(0)?)?;
            let axes: Vec<_> = (2..x.rank() as isize).collect();
            let keep = Keep(&axes[..]);
            if operator == "GlobalMaxPool" { x.try_max(keep)? } else { x.try_mean(keep)? }
        }
        "DepthToSpace" => {
            let pattern = match node.text("mode", "DCR") {
                "DCR" => "n (i j c) h w -> n c (h i) (w j)",
                _ => "n (c i j) h w -> n c (h i) (w j)",
            };
            let block = node.int("blocksize", 1) as usize;
            ops::try_rearrange_str(pattern, &doubles(node.input(0)?)?, &[('i', block), ('j', block)])?
        }
        "SpaceToDepth" => {
            let pattern = match node.text("mode", "DCR") {
                "DCR" => "n c (h i) (w j) -> n (i j c) h w",
                _ => "n c (h i) (w j) -> n (c i j) h w",
            };
            let block = node.int("blocksize", 1) as usize;
            ops::try_rearrange_str(pattern, &doubles(node.input(0)?)?, &[('i', block), ('j', block)])?
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![back(y, node.input(0)?)?]))
}

/// The options of a window, one for each of its axes.
struct Options {
    strides: Vec<usize>,
    dilations: Vec<usize>,
    pads: Vec<[usize; 2]>,
    groups: usize,
}

impl Options {
    fn new(node: Node<'_>, axes: usize) -> Result<Self> {
        let numbers = |name, default| match node.ints(name) {
            Some(numbers) => numbers.iter().map(|&number| usize::try_from(number)).collect(),
            None => Ok(vec![default; axes]),
        };
        let negative = |_| Error::not_supported("a negative padding");
        let pads: Vec<_> = match node.ints("pads") {
            Some(_) => numbers("pads", 0).map_err(negative)?,
            None => vec![0; 2 * axes],
        };
        let (before, after) = pads.split_at(pads.len() / 2);
        Ok(Self {
            strides: numbers("strides", 1).map_err(negative)?,
            dilations: numbers("dilations", 1).map_err(negative)?,
            pads: before.iter().zip(after).map(|(&before, &after)| [before, after]).collect(),
            groups: node.int("group", 1) as usize,
        })
    }
}

fn kernel(node: Node<'_>) -> Result<AnyShape> {
    let sizes = node.ints("kernel_shape").ok_or(Error::Invalid("`kernel_shape` is missing"))?;
    Ok(sizes.iter().map(|&size| size as usize).collect())
}

/// A convolution with its bias, one number for each channel.
fn biased(node: Node<'_>, y: Any<f64>) -> Result<Any<f64>> {
    let Some(bias) = node.optional(2) else { return Ok(y) };
    let pattern = format!("c -> c{}", " 1".repeat(y.rank() - 2));
    Ok(y.try_add(&ops::try_rearrange_str(&pattern, &doubles(bias)?, &[])?)?)
}

/// A transposed convolution. With `auto_pad` or `output_shape` its padding is what is too much of the result.
fn transposed(node: Node<'_>, x: &Any<f64>, w: &Any<f64>) -> Result<Any<f64>> {
    let axes = w.rank() - 2;
    let mut options = Options::new(node, axes)?;
    let mut more: Vec<usize> = match node.ints("output_padding") {
        Some(more) => more.iter().map(|&more| more as usize).collect(),
        None => vec![0; axes],
    };
    let same = node.text("auto_pad", "NOTSET");
    for axis in 0..axes {
        let (stride, dilation) = (options.strides[axis], options.dilations[axis]);
        let (size, window) = (x.shape()[2 + axis], (w.shape()[2 + axis] - 1) * dilation + 1);
        let wanted = match node.ints("output_shape") {
            Some(shape) => shape[shape.len() - axes + axis] as usize,
            None if same.starts_with("SAME") => size * stride,
            None => continue,
        };
        let whole = (size - 1) * stride + window + more[axis];
        let pad = whole.saturating_sub(wanted);
        more[axis] += wanted.saturating_sub(whole);
        let half = pad / 2;
        options.pads[axis] = if same == "SAME_UPPER" { [half, pad - half] } else { [pad - half, half] };
    }
    let window = Window::new().stride(&options.strides[..]).dilation(&options.dilations[..]);
    let window = window.padding(&options.pads[..]).output_padding(&more[..]).groups(options.groups);
    Ok(x.try_conv_transpose(w, window)?)
}
