//! Figures of the crate itself, drawn by hand.

use crate::canvas::{Canvas, LINE, width};

const MARGIN: usize = 16;

/// A box of the path: its class, its left edge, and its lines.
struct Step {
    class: &'static str,
    x: usize,
    lines: [&'static str; 2],
}

const WIDE: usize = 2 * HALF + MARGIN;
const HALF: usize = 330;

/// The functions that compute `x + &y`, in the order of ARCHITECTURE.md: `None` ends a level.
const PATH: [&[Step]; 7] = [
    &[Step { class: "size", x: 0, lines: ["Add::add", "the operator x + &y"] }],
    &[Step { class: "size", x: 0, lines: ["numpy_broadcast", "the rule: the shape of the sum, or an error"] }],
    &[
        Step { class: "out", x: 0, lines: ["Heap::recycle", "x has that shape: its memory"] },
        Step { class: "one", x: HALF + MARGIN, lines: ["Room::new", "otherwise: a new block"] },
    ],
    &[Step { class: "size", x: 0, lines: ["Plan::new", "the plan: few axes, long rows"] }],
    &[Step { class: "size", x: 0, lines: ["choose", "a loop for each combination of lanes"] }],
    &[Step { class: "size", x: 0, lines: ["vectorise", "the copy of the loop for this processor's vectors"] }],
    &[Step { class: "size", x: 0, lines: ["Rows::run", "the loop: rows, then elements in whole vectors"] }],
];

/// The path of `x + &y` through the crate.
pub(crate) fn path_of_an_addition() -> String {
    const HEIGHT: usize = 2 * LINE + 12;
    let mut canvas = Canvas::default();
    let mut y = MARGIN;
    for (level, steps) in PATH.iter().enumerate() {
        let each = if steps.len() == 1 { WIDE } else { HALF };
        for &Step { class, x, lines: [function, does] } in *steps {
            let x = MARGIN + x;
            canvas.rect(class, [x, y], [each, HEIGHT]);
            canvas.centred("", [x, y], [each, HEIGHT - LINE], function);
            canvas.centred("name", [x, y + LINE], [each, HEIGHT - LINE], does);
            // an arrow from each box of a level down to the next
            let narrow = steps.len() > 1 || PATH.get(level + 1).is_some_and(|next| next.len() > 1);
            let arrows = match (level + 1 == PATH.len(), narrow && steps.len() == 1) {
                (true, _) => vec![],
                (false, true) => vec![HALF / 2, HALF + MARGIN + HALF / 2],
                (false, false) => vec![each / 2],
            };
            for arrow in arrows {
                let (x, y) = (x + arrow, y + HEIGHT);
                canvas.path("line", &format!("M{x} {y}v18m-5 -6l5 6l5 -6"));
            }
        }
        y += HEIGHT + 20;
    }
    let steps: Vec<_> = PATH.iter().flat_map(|steps| *steps).map(|Step { lines, .. }| lines.join(": ")).collect();
    canvas.finish([WIDE + 2 * MARGIN, y - 20 + MARGIN], "The path of x + &y", &format!("{}.", steps.join("; ")))
}

/// The floors of the crate, from the first block of text of the section "Floors" in ARCHITECTURE.md.
///
/// Each line has three columns: names, the contents and a remark. A line of dashes separates the floors that need the
/// feature `tensor`.
pub(crate) fn floors(architecture: &str) -> String {
    let section = architecture.split("## Floors").nth(1).expect("a section of floors");
    let block = section.split("```").nth(1).expect("a block of text");
    let lines: Vec<[String; 3]> = block
        .lines()
        .filter(|line| line.starts_with(' '))
        .map(|line| {
            let column = |from, to: usize| line.get(from..to.min(line.len())).unwrap_or_default().trim();
            [column(0, 22).replace("  ", ", "), column(22, 61).into(), column(61, usize::MAX).into()]
        })
        .collect();
    let holds = MARGIN + 12 + widest(&lines, 0) + MARGIN;
    let remark = holds + widest(&lines, 1) + 2 * MARGIN;
    let right = remark + widest(&lines, 2) + 12;
    let (mut canvas, mut y, mut words) = (Canvas::default(), MARGIN, Vec::new());
    let height = LINE + 12;
    for parts @ [name, contents, note] in &lines {
        if name.starts_with('-') {
            canvas.path("line", &format!("M{MARGIN} {y}H{right}"));
            canvas.text("name", [right - width(note), y + 16], note);
            words.push(format!("the floors above need the {note}"));
            y += LINE + 4;
            continue;
        }
        let class = if words.iter().any(|words| words.starts_with("the floors")) { "out" } else { "size" };
        canvas.rect(class, [MARGIN, y], [right - MARGIN, height]);
        for (text, x) in [(name, MARGIN + 12), (contents, holds), (note, remark)] {
            if !text.is_empty() {
                canvas.text(if text == name { "" } else { "name" }, [x, y + height / 2 + 5], text);
            }
        }
        words.push(parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(", "));
        y += height + 6;
    }
    let description = format!("From the top: {}.", words.join("; "));
    canvas.finish([right + MARGIN, y - 6 + MARGIN], "The floors of the crate", &description)
}

fn widest(lines: &[[String; 3]], column: usize) -> usize {
    let floors = lines.iter().filter(|parts| !parts[0].starts_with('-'));
    floors.map(|parts| width(&parts[column])).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::PATH;

    #[test]
    fn architecture_names_each_function_of_the_path() {
        let text = include_str!("../../../ARCHITECTURE.md").split("## The path of").nth(1).expect("the path");
        for step in PATH.iter().flat_map(|steps| *steps) {
            assert!(text.contains(&format!("`{}`", step.lines[0])), "{}", step.lines[0]);
        }
    }
}
