//! The request as lines of Rust to copy.

use crate::answer::Request;
use crate::operation::Operands;
use conformable::PartialShape;
use std::fmt::Write;

const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// The largest number that is a `Size`.
const LARGEST_SIZE: usize = 1024;

/// The names that a program can import, of the root of the crate.
const IMPORTS: [&str; 14] = [
    "AnyShape",
    "Axis",
    "Bidirectional",
    "Explicit",
    "Keep",
    "Paddle",
    "Pdpd",
    "Shape",
    "Size",
    "Tensor",
    "Trailing",
    "einsum",
    "ops",
    "shape",
];

/// A program with tensors of the shapes, and the operation.
pub(crate) fn program(request: &Request, operands: &Operands) -> String {
    let Operands { shapes, .. } = operands;
    let mut lines = String::new();
    let is_target = request.text("operation") == "onto";
    let tensors = if is_target { 1 } else { shapes.len() };
    for (name, shape) in NAMES.iter().zip(&shapes[..tensors]) {
        writeln!(lines, "{}", tensor(name, shape)).expect("a string");
    }
    lines.push_str(&operation(request, operands));
    let has = |name: &&&str| {
        let mut words = lines.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == **name)
    };
    let names: Vec<_> = IMPORTS.iter().filter(has).copied().collect();
    let names = if let [name] = names[..] { name.into() } else { format!("{{{}}}", names.join(", ")) };
    let window = if lines.contains("Window") { "use conformable::windows::Window;\n" } else { "" };
    format!("{window}use conformable::{names};\n\n{lines}")
}

/// A line with a tensor of a shape.
fn tensor(name: &str, shape: &PartialShape) -> String {
    match shape.dims() {
        None => format!("let {name}: Tensor<f32, AnyShape> = todo!();"),
        Some(dims) if dims.contains(&None) => format!("let {name}: Tensor<f32, Shape![{}]> = todo!();", sizes(shape)),
        Some(_) => format!("let {name} = Tensor::<f32, _>::zeros(shape![{}]);", sizes(shape)),
    }
}

/// The sizes between the brackets of `Shape![..]`.
fn sizes(shape: &PartialShape) -> String {
    let size = |size: &Option<usize>| size.map_or_else(|| "_".into(), |size| size.to_string());
    shape.dims().unwrap_or_default().iter().map(size).collect::<Vec<_>>().join(", ")
}

fn operation(request: &Request, Operands { shapes, numbers, window, .. }: &Operands) -> String {
    match request.text("operation") {
        "numpy" => format!("let out = &{};", NAMES[..shapes.len()].join(" + &")),
        "none" => under("Explicit", shapes.len()),
        "paddle" => under("Paddle", shapes.len()),
        "bidirectional" => under("Bidirectional", shapes.len()),
        "pdpd" if numbers[0] == -1 => under("Pdpd(Trailing)", shapes.len()),
        "pdpd" => under(&format!("Pdpd(Axis::<{}>)", numbers[0]), shapes.len()),
        "onto" => match shapes[1].dims() {
            None => "let target: AnyShape = todo!();\nlet out = a.try_broadcast_to(&target);".into(),
            Some(dims) if dims.contains(&None) => {
                format!("let target: Shape![{}] = todo!();\nlet out = a.try_broadcast_to(&target);", sizes(&shapes[1]))
            }
            Some(_) => format!("let out = a.broadcast_to::<Shape![{}]>();", sizes(&shapes[1])),
        },
        "reduce" => {
            let one = |number: &isize| format!("Axis::<{number}>");
            let axes = match &numbers[..] {
                _ if request.text("axes") == ".." => "..".into(),
                [number] => one(number),
                numbers => format!("({})", numbers.iter().map(one).collect::<Vec<_>>().join(", ")),
            };
            if request.is_checked("keep") {
                format!("let out = a.sum(Keep({axes}));")
            } else {
                format!("let out = a.sum({axes});")
            }
        }
        "reshape" => {
            let inferred = numbers.iter().filter(|&&number| number == -1).count();
            let list = |inferred: &str| {
                let size = |&number: &isize| if number == -1 { inferred.into() } else { number.to_string() };
                numbers.iter().map(size).collect::<Vec<_>>().join(", ")
            };
            match inferred {
                _ if inferred > 1 || numbers.iter().any(|&number| number < -1) => {
                    format!("let out = a.reshape_to(&[{}]);", list("-1"))
                }
                0 => format!("let out = a.reshape(shape![{}]);", list("_")),
                _ => format!("let out = a.reshape_as::<Shape![{}]>();", list("_")),
            }
        }
        "matmul" => "let out = a.matmul(&b);".into(),
        "einsum" => {
            let (equation, names) = (request.text("equation").replace(' ', ""), &NAMES[..shapes.len()]);
            if equation.chars().all(|c| c.is_ascii_alphabetic() || ",->".contains(c)) {
                let spaced: String = equation
                    .chars()
                    .flat_map(|c| [c].into_iter().chain(c.is_ascii_alphabetic().then_some(' ')))
                    .collect();
                let spaced = spaced.replace("->", "-> ").replace(" ,", ", ");
                return format!("let out = einsum!({}; {});", spaced.trim(), names.join(", "));
            }
            let names: Vec<_> = names.iter().map(|name| format!("&{name}.erase()")).collect();
            format!("let out = ops::einsum_str({equation:?}, &[{}]);", names.join(", "))
        }
        _ => {
            let [stride, padding, dilation, groups] = *window;
            let mut options = String::from("Window::new()");
            for (name, number, default) in
                [("stride", stride, 1), ("padding", padding, 0), ("dilation", dilation, 1), ("groups", groups, 1)]
            {
                match number {
                    _ if number == default => Ok(()),
                    0..=LARGEST_SIZE => write!(options, ".{name}(Size::<{number}>)"),
                    _ => write!(options, ".{name}({number})"),
                }
                .expect("a string");
            }
            format!("let out = a.conv(&b, {options});")
        }
    }
}

/// The operands, one after the other, by a rule.
fn under(rule: &str, operands: usize) -> String {
    let steps = NAMES[1..operands]
        .iter()
        .scan("a", |lhs, name| Some(format!("let out = {}.under({rule}) + &{name};", std::mem::replace(lhs, "out"))));
    steps.collect::<Vec<_>>().join("\n")
}
