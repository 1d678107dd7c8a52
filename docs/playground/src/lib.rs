//! Answers the playground's requests: shapes and a rule or an operation, as JSON.
//!
//! The page calls the functions of `exports.rs` in WebAssembly. A request has the fields `operation`, `shapes` (a list
//! of texts) and the arguments of the operation as texts. All shapes are computed without tensors.
//!
//! ```
//! let answer = conformable_playground::answer(r#"{"operation": "numpy", "shapes": ["2,1", "3"]}"#);
//! assert!(answer.contains(r#""result":"(2, 3)""#));
//! ```

mod answer;
#[allow(unsafe_code, reason = "exported names are unsafe attributes; the functions are safe")]
mod exports;
mod operation;
mod program;

pub use answer::answer;
