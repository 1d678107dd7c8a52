//! Tensors in notebooks.

use conformable::{Shape, Storage, Tensor};
use std::fmt::{Display, Write};

/// The first and last entries of an axis that are shown.
const EDGE: usize = 5;
/// The most tables of a tensor with more than two axes.
const TABLES: usize = 4;

/// Displays a tensor as a table in [evcxr](https://github.com/evcxr/evcxr), the kernel of Jupyter for Rust.
///
/// Import the trait in one cell; a cell that ends with a tensor then shows its table.
///
/// ```
/// use conformable::Tensor;
/// use conformable_image::Notebook;
///
/// Tensor::from([[1.5, 2.0], [3.0, 4.0]]).evcxr_display();
/// ```
pub trait Notebook {
    /// Prints the table between the lines that evcxr looks for.
    fn evcxr_display(&self);
}

impl<T: Display, S: Shape, D: Storage> Notebook for Tensor<T, S, D> {
    fn evcxr_display(&self) {
        println!("EVCXR_BEGIN_CONTENT text/html\n{}\nEVCXR_END_CONTENT", html(self));
    }
}

/// The indices of an axis that are shown; `None` replaces those between.
fn shown(size: usize) -> Vec<Option<usize>> {
    if size <= 2 * EDGE + 1 {
        return (0..size).map(Some).collect();
    }
    (0..EDGE).map(Some).chain([None]).chain((size - EDGE..size).map(Some)).collect()
}

/// Text without the characters that HTML has a use for.
fn escaped(element: &impl Display) -> String {
    element.to_string().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns an HTML table of a tensor, with its shape as the caption.
///
/// The last two axes are rows and columns, the first and last five of each. A tensor with more axes has at most four
/// tables, each below its index.
///
/// ```
/// use conformable::Tensor;
/// use conformable_image::html;
///
/// assert_eq!(
///     html(&Tensor::from([[1, 2], [3, 4]])),
///     "<table><caption>(2, 2)</caption>\
///      <tr><th></th><th>0</th><th>1</th></tr>\
///      <tr><th>0</th><td>1</td><td>2</td></tr>\
///      <tr><th>1</th><td>3</td><td>4</td></tr></table>"
/// );
/// ```
#[must_use]
pub fn html<T: Display, S: Shape, D: Storage>(x: &Tensor<T, S, D>) -> String {
    let sizes = x.shape().sizes();
    let sizes = sizes.as_ref();
    let (outer, [rows, columns]) = match sizes {
        [] => (&[][..], [1, 1]),
        [columns] => (&[][..], [1, *columns]),
        [outer @ .., rows, columns] => (outer, [*rows, *columns]),
    };
    let shape = x.shape().partial().to_string();
    let matrices: usize = if sizes.contains(&0) { 0 } else { outer.iter().product() };
    if matrices == 0 {
        return format!("<table><caption>{shape}, no elements</caption></table>");
    }
    let elements = x.view().erase();
    let mut text = String::new();
    let mut index = vec![0; sizes.len()];
    for matrix in 0..matrices.min(TABLES) {
        let mut rest = matrix;
        for (i, size) in index.iter_mut().zip(outer).rev() {
            (*i, rest) = (rest % size, rest / size);
        }
        let caption = if outer.is_empty() { shape.clone() } else { format!("{shape} at {:?}", &index[..outer.len()]) };
        let _ = write!(text, "<table><caption>{caption}</caption><tr><th></th>");
        let numbers = |index: Option<usize>| index.map_or_else(|| "…".into(), |index| index.to_string());
        for column in shown(columns) {
            let _ = write!(text, "<th>{}</th>", numbers(column));
        }
        text.push_str("</tr>");
        for row in shown(rows) {
            let _ = write!(text, "<tr><th>{}</th>", numbers(row));
            for column in shown(columns) {
                let (Some(row), Some(column)) = (row, column) else {
                    text.push_str("<td>…</td>");
                    continue;
                };
                let rank = index.len();
                if rank > 1 {
                    index[rank - 2] = row;
                }
                if rank > 0 {
                    index[rank - 1] = column;
                }
                let element = &elements[&index[..]];
                let _ = write!(text, "<td>{}</td>", escaped(element));
            }
            text.push_str("</tr>");
        }
        text.push_str("</table>");
    }
    if matrices > TABLES {
        let _ = write!(text, "<p>and {} more tables</p>", matrices - TABLES);
    }
    text
}
