//! Convolutions, pooling, and parts of pictures.

use crate::node::{Error, Node, Result};
use crate::reductions::{axis_number, back, doubles};
use crate::value::{Any, Value};
use conformable::ops::{self, Coordinates, Multilinear, Nearest, NearestMode};
use conformable::windows::{Same, SameLower, Window};
use conformable::{AnyShape, Keep, Tensor};

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
/// The window of a pool, as `window!`.
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
        "MaxPool" => {
            let (x, kernel) = (doubles(node.input(0)?)?, kernel(node)?);
            let options = Options::new(node, kernel.len())?;
            let (y, indices) = pool!(node, options, window => x.try_max_pool_with_indices(kernel.clone(), window)?);
            return Ok(Some(vec![back(y, node.input(0)?)?, indices_of_all(node, &x, &indices)?.into()]));
        }
        "Resize" => resize(node)?,
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

/// The options of a window for each of its axes.
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

/// Converts indices in one picture to indices in row-major order among all elements, or with the axes of a picture
/// reversed.
fn indices_of_all(node: Node<'_>, x: &Any<f64>, indices: &Any<usize>) -> Result<Any<i64>> {
    let (outer, picture) = x.shape().split_at(2);
    let numel: usize = picture.iter().product();
    let order: Vec<_> = if node.int("storage_order", 0) == 0 {
        (0..numel as i64).collect()
    } else {
        let places = Tensor::arange(picture.iter().rev().copied().collect::<AnyShape>());
        places.try_reversed_axes()?.to_vec()
    };
    let first: Any<i64> = Tensor::arange(AnyShape::from(outer)) * numel as i64;
    let ones = vec![1; picture.len()];
    let first = first.try_reshape(AnyShape::from(&[outer, &ones].concat()[..]))?;
    Ok(indices.map(|at| order[at]).try_add(&first)?)
}

/// A picture with other sizes of the last axes, given as sizes or scales; those of 1 are left out.
fn resize(node: Node<'_>) -> Result<Any<f64>> {
    let x = doubles(node.input(0)?)?;
    if node.int("antialias", 0) != 0 || node.text("keep_aspect_ratio_policy", "stretch") != "stretch" {
        return Err(Error::not_supported("`antialias` and `keep_aspect_ratio_policy` of Resize"));
    }
    let axes: Vec<_> = match node.ints("axes") {
        Some(axes) => axes.iter().map(|&axis| axis_number(axis as isize, x.rank())).collect(),
        None => (0..x.rank()).collect(),
    };
    let mut to = x.shape().to_vec();
    match node.optional(2).map(doubles).transpose()?.filter(|scales| !scales.is_empty()) {
        Some(scales) => {
            for (&axis, scale) in axes.iter().zip(scales.to_vec()) {
                let size = to[axis] as f64 * scale;
                if size.fract() != 0.0 {
                    return Err(Error::not_supported("a scale of Resize that is not the quotient of the sizes"));
                }
                to[axis] = size as usize;
            }
        }
        None => {
            for (&axis, &size) in axes.iter().zip(&node.input(3)?.integers()?) {
                to[axis] = size as usize;
            }
        }
    }
    let same = to.iter().zip(&x.shape()[..]).take_while(|(to, from)| to == from).count().min(x.rank() - 1);
    let coordinates = match node.text("coordinate_transformation_mode", "half_pixel") {
        "half_pixel" => Coordinates::HalfPixel,
        "asymmetric" => Coordinates::Asymmetric,
        "align_corners" => Coordinates::AlignCorners,
        "pytorch_half_pixel" => Coordinates::PytorchHalfPixel,
        other => return Err(Error::not_supported(format!("the coordinates `{other}` of Resize"))),
    };
    let nearest = match node.text("nearest_mode", "round_prefer_floor") {
        "floor" => NearestMode::Floor,
        "ceil" => NearestMode::Ceil,
        "round_prefer_ceil" => NearestMode::RoundPreferCeil,
        _ => NearestMode::RoundPreferFloor,
    };
    let size = AnyShape::from(&to[same..]);
    match node.text("mode", "nearest") {
        "nearest" => Ok(x.try_interpolate(size, Nearest(coordinates, nearest))?),
        "linear" => Ok(x.try_interpolate(size, Multilinear(coordinates))?),
        other => Err(Error::not_supported(format!("the mode `{other}` of Resize"))),
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

/// A transposed convolution. With `auto_pad` or `output_shape`, the padding is the excess of the result.
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
