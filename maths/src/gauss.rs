//! `erf` and `gelu`.
