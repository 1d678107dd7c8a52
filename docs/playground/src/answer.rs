//! Requests and answers as JSON.

use crate::operation::{self, Outcome};
use crate::program;
use conformable_pictures::{Picture, data_url};
use serde_json::{Value, json};

/// The most shapes of a request, and the most axes of each.
pub(crate) const MOST_SHAPES: usize = 8;
pub(crate) const MOST_AXES: usize = 16;

/// The fields of a request.
pub(crate) struct Request(Value);

impl Request {
    /// A field as text, without spaces around it; empty if it is missing.
    pub(crate) fn text(&self, field: &str) -> &str {
        self.0[field].as_str().unwrap_or_default().trim()
    }

    /// A field that is a whole number; the default if it is empty.
    pub(crate) fn number<N: std::str::FromStr>(&self, field: &str, default: N) -> Result<N, String> {
        match self.text(field) {
            "" => Ok(default),
            text => text.parse().map_err(|_| format!("the {field} `{text}` is not a whole number in range")),
        }
    }

    /// Whether a box is checked.
    pub(crate) fn is_checked(&self, field: &str) -> bool {
        self.0[field].as_bool().unwrap_or_default()
    }

    /// A field that is a list of numbers, with commas or spaces between them.
    pub(crate) fn numbers(&self, field: &str) -> Result<Vec<isize>, String> {
        let text = self.text(field).trim_start_matches('(').trim_end_matches(')');
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().map_err(|_| format!("`{part}` is not a whole number"))).collect()
    }

    /// The texts of the shapes that are not empty.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = &str> {
        let shapes = self.0["shapes"].as_array().map_or(&[][..], Vec::as_slice);
        shapes.iter().filter_map(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
    }
}

/// Answers a request.
///
/// An answer has `ok`, `text` (the same text as the library's) and, if the request is valid, `rust`. It has `title` and
/// `result` if the shapes conform, and `code` and `page` if they do not. `svg` is the picture's address, and `alt` the
/// picture in words. `input` is true if the request itself is not valid.
#[must_use]
pub fn answer(request: &str) -> String {
    let request = Request(serde_json::from_str(request).unwrap_or_default());
    let operands = match operation::operands(&request) {
        Ok(operands) => operands,
        Err(text) => return json!({ "ok": false, "input": true, "text": text }).to_string(),
    };
    let (picture, mut answer) = match operation::outcome(&request, &operands) {
        Ok(Outcome { title, text, result, picture }) => {
            (picture, json!({ "ok": true, "title": title, "text": text, "result": result.to_string() }))
        }
        Err(refusal) => {
            let code = operation::code(request.text("operation"));
            let page = format!("../guide/errors/{code}.html");
            (refusal.picture, json!({ "ok": false, "text": refusal.text, "code": code, "page": page }))
        }
    };
    if let Some(picture) = picture {
        answer["svg"] = data_url(&picture.svg()).into();
        answer["alt"] = Picture::description(&picture).into();
    }
    answer["rust"] = program::program(&request, &operands).into();
    answer.to_string()
}
