//! The shape functions behind the operations of the page.

use crate::answer::{MOST_AXES, MOST_SHAPES, Request};
use conformable::axes::{AxesOf, Keep, Reshape, ToSizes};
use conformable::product::einsum_shape;
use conformable::windows::{Conv, Window};
use conformable::{
    AnyShape, AutoBroadcastSpec, Bidirectional, Explanation, Explicit, Matmul, Numpy, Onto, Paddle, PartialShape, Rule,
    ShapeError, broadcast_partial_shapes,
};
use conformable_pictures::{Picture, Row};

/// Shapes and arguments that are valid.
pub(crate) struct Operands {
    pub(crate) shapes: Vec<PartialShape>,
    /// The same shapes, for an operation that needs all sizes.
    pub(crate) known: Vec<AnyShape>,
    /// The axis, the axes or the sizes.
    pub(crate) numbers: Vec<isize>,
    /// Stride, padding, dilation and groups.
    pub(crate) window: [usize; 4],
}

/// Shapes that conform.
pub(crate) struct Outcome {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) result: PartialShape,
    pub(crate) picture: Option<Picture>,
}

/// Shapes that do not conform.
pub(crate) struct Refusal {
    pub(crate) text: String,
    pub(crate) picture: Option<Picture>,
}

impl From<ShapeError> for Refusal {
    fn from(error: ShapeError) -> Self {
        Self { text: error.to_string(), picture: Picture::of_error(&error) }
    }
}

/// The code of the compiler's errors of an operation.
pub(crate) fn code(operation: &str) -> &'static str {
    match operation {
        "none" => "E-equal",
        "reduce" => "E-axis",
        "reshape" => "E-reshape",
        "matmul" => "E-product",
        "einsum" => "E-einsum",
        "conv" => "E-window",
        _ => "E-broadcast",
    }
}

/// How many shapes an operation has, at least and at most.
fn counts(operation: &str) -> Option<[usize; 2]> {
    Some(match operation {
        "numpy" | "none" | "paddle" | "bidirectional" | "pdpd" => [2, MOST_SHAPES],
        "einsum" => [1, MOST_SHAPES],
        "onto" | "matmul" | "conv" => [2, 2],
        "reduce" | "reshape" => [1, 1],
        _ => return None,
    })
}

/// Reads the shapes and the arguments of a request.
pub(crate) fn operands(request: &Request) -> Result<Operands, String> {
    let operation = request.text("operation");
    let [least, most] = counts(operation).ok_or_else(|| format!("`{operation}` is not an operation"))?;
    let is_rule = matches!(code(operation), "E-broadcast" | "E-equal");
    let texts: Vec<_> = request.shapes().take(most).collect();
    if texts.len() < least {
        return Err(if least == 1 {
            "type a shape, such as 2,3".into()
        } else {
            "type two shapes, such as 2,1 and 3".into()
        });
    }
    let mut known: Vec<AnyShape> = Vec::new();
    let mut shapes: Vec<PartialShape> = Vec::new();
    for text in texts {
        if is_rule {
            shapes.push(text.parse().map_err(|error| format!("{error}"))?);
        } else {
            let shape: AnyShape = text.parse().map_err(|error| format!("{error}"))?;
            shapes.push(shape.clone().into());
            known.push(shape);
        }
    }
    if shapes.iter().any(|shape| shape.dims().is_some_and(|dims| dims.len() > MOST_AXES)) {
        return Err(format!("a shape has at most {MOST_AXES} axes here"));
    }
    let numbers = match operation {
        "pdpd" => vec![request.number("axis", -1)?],
        "reduce" if request.text("axes") == ".." => Vec::new(),
        "reduce" => request.numbers("axes")?,
        "reshape" => request.numbers("sizes")?,
        _ => Vec::new(),
    };
    if numbers.len() > MOST_AXES {
        return Err(format!("type at most {MOST_AXES} numbers"));
    }
    let window = [("stride", 1), ("padding", 0), ("dilation", 1), ("groups", 1)];
    let window = match operation {
        "conv" => window.map(|(field, default)| request.number(field, default)),
        _ => window.map(|(_, default)| Ok(default)),
    };
    let [stride, padding, dilation, groups] = window;
    Ok(Operands { shapes, known, numbers, window: [stride?, padding?, dilation?, groups?] })
}

/// Computes the shape of the result.
pub(crate) fn outcome(request: &Request, operands: &Operands) -> Result<Outcome, Refusal> {
    let Operands { shapes, known, numbers, window } = operands;
    match request.text("operation") {
        "numpy" => steps(&Numpy, shapes).map_err(|refusal| match broadcast_partial_shapes(shapes) {
            // the text that names the operand
            Err(error) => Refusal { text: error.to_string(), ..refusal },
            Ok(_) => refusal,
        }),
        "none" => steps(&Explicit, shapes),
        "paddle" => steps(&Paddle, shapes),
        "bidirectional" => steps(&Bidirectional, shapes),
        "pdpd" => steps(&AutoBroadcastSpec::pdpd(numbers[0]), shapes),
        "onto" => of_steps(&[Onto.explain(&shapes[1], &shapes[0])]),
        "reduce" => {
            let (x, kept) = (&known[0], request.is_checked("keep"));
            let result = match (request.text("axes"), kept) {
                ("..", true) => Keep(..).reduce(x)?,
                ("..", false) => {
                    (..).reduce(x)?;
                    AnyShape::default()
                }
                (_, true) => Keep(&numbers[..]).reduce(x)?,
                (_, false) => (&numbers[..]).reduce(x)?,
            };
            Ok(reduced(x, &result, numbers, request.text("axes") == "..", kept))
        }
        "reshape" => {
            let result = ToSizes::new(numbers).of(&known[0])?;
            Ok(plain(format!("{} reshaped to {result}", known[0]), known, &result, &["in"], false))
        }
        "matmul" => {
            let result = known[0].matmul(&known[1])?;
            Ok(plain(
                format!("{} by {} as matrices is {result}", known[0], known[1]),
                known,
                &result,
                &["lhs", "rhs"],
                true,
            ))
        }
        "einsum" => {
            let equation = request.text("equation");
            let result = einsum_shape(equation, known)?;
            Ok(by_letters(equation, known, &result))
        }
        _ => {
            let [stride, padding, dilation, groups] = *window;
            let window = Window::new().stride(stride).padding(padding).dilation(dilation).groups(groups);
            let result = known[0].conv(&known[1], &window)?;
            let title = format!("{} convolved with weights of {} is {result}", known[0], known[1]);
            Ok(plain(title, known, &result, &["images", "weights"], false))
        }
    }
}

/// The first shape with the second, their result with the third, and so on.
fn steps(rule: &impl Rule, shapes: &[PartialShape]) -> Result<Outcome, Refusal> {
    let (mut steps, mut common) = (Vec::new(), shapes[0].clone());
    for shape in &shapes[1..] {
        let step = rule.explain(&common, shape);
        let result = step.result().ok().cloned();
        steps.push(step);
        match result {
            Some(result) => common = result,
            None => break,
        }
    }
    of_steps(&steps)
}

fn of_steps(steps: &[Explanation]) -> Result<Outcome, Refusal> {
    let texts: Vec<_> = steps.iter().map(ToString::to_string).collect();
    let picture = Picture::of_steps(steps);
    match steps.last().expect("a step").result() {
        Ok(result) => {
            let title = texts.last().and_then(|text| text.lines().next()).unwrap_or_default().into();
            Ok(Outcome { title, text: texts.join("\n\n"), result: result.clone(), picture })
        }
        Err(error) => Err(Refusal { text: error.to_string(), picture }),
    }
}

/// Operands and the result in rows, aligned at the right or at the left.
fn plain(title: String, operands: &[AnyShape], result: &AnyShape, names: &[&str], right: bool) -> Outcome {
    let rank = operands.iter().chain([result]).map(|shape| shape.len()).max().unwrap_or(0);
    let row = |name: &str, shape: &AnyShape| {
        Row::new(name, if right { rank - shape.len() } else { 0 }, &PartialShape::from(&shape[..]))
    };
    let mut rows: Vec<_> = operands.iter().zip(names).map(|(shape, name)| row(name, shape)).collect();
    rows.push(row("out", result));
    of_rows(title, result, rows)
}

fn of_rows(title: String, result: &AnyShape, rows: Vec<Row>) -> Outcome {
    let picture = Some(Picture::of_rows(&title, rows));
    Outcome { text: title.clone(), title, result: PartialShape::from(&result[..]), picture }
}

/// A reduction: the result has no cell in the columns of reduced axes, or a 1.
fn reduced(x: &AnyShape, result: &AnyShape, axes: &[isize], all: bool, kept: bool) -> Outcome {
    let rank = isize::try_from(x.len()).unwrap_or(isize::MAX);
    let gone: Vec<_> = axes.iter().map(|&axis| if axis < 0 { axis + rank } else { axis }).collect();
    let is_gone = |axis| all || gone.iter().any(|&gone| usize::try_from(gone) == Ok(axis));
    let cells = x.iter().enumerate().map(|(axis, size)| match (is_gone(axis), kept) {
        (true, true) => Some("1".into()),
        (true, false) => None,
        (false, _) => Some(size.to_string()),
    });
    let rows = vec![Row::new("in", 0, &PartialShape::from(&x[..])), Row::of_cells("out", cells)];
    of_rows(format!("{x} reduced is {result}"), result, rows)
}

/// An equation: a column for each letter. Shapes are plain if the equation has `...`, or a letter twice in a group.
fn by_letters(equation: &str, known: &[AnyShape], result: &AnyShape) -> Outcome {
    let title = format!("{equation} is {result}");
    let text = equation.replace(' ', "");
    let operands = text.split_once("->").map_or(&*text, |(operands, _)| operands);
    let mut letters: Vec<char> = operands.chars().filter(char::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters.dedup();
    let is_repeated = |group: &str| group.char_indices().any(|(at, letter)| group[..at].contains(letter));
    if text.contains('.') || operands.split(',').any(is_repeated) {
        let names: Vec<_> = operands.split(',').collect();
        return plain(title, known, result, &names, true);
    }
    letters.sort_by_key(|letter| operands.find(*letter));
    let out: String = if let Some((_, out)) = text.split_once("->") {
        out.into()
    } else {
        // the letters that occur once, in the order of the alphabet
        let mut once: Vec<_> = letters.iter().filter(|&&letter| operands.matches(letter).count() == 1).collect();
        once.sort_unstable();
        once.into_iter().collect()
    };
    let row = |name: &str, group: &str, shape: &AnyShape| {
        let cell = |letter: &char| group.find(*letter).and_then(|axis| shape.get(axis)).map(ToString::to_string);
        Row::of_cells(name, letters.iter().map(cell))
    };
    let mut rows: Vec<_> = operands.split(',').zip(known).map(|(group, shape)| row(group, group, shape)).collect();
    rows.push(row("out", &out, result));
    of_rows(title, result, rows)
}
