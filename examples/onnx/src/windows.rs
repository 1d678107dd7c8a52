//! Convolutions and pools.

use crate::node::{Node, Result};
use crate::value::Value;

/// Runs a node of this family.
pub(crate) fn run(_: Node<'_>) -> Result<Option<Vec<Value>>> {
    Ok(None)
}
