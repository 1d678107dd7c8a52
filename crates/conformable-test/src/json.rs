//! JSON values in the cases of tests.

use serde_json::Value;

/// The entries of a list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Small integers.
pub fn integers(values: &[Value]) -> Vec<isize> {
    values.iter().map(|x| x.as_i64().expect("an integer").try_into().expect("a small one")).collect()
}

/// The sizes of a shape.
pub fn sizes(value: &Value) -> Vec<usize> {
    list(value).iter().map(|x| x.as_u64().expect("a size").try_into().expect("a small one")).collect()
}
