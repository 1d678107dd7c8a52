//! The chapters of the guide, so that `cargo test -p conformable-guide` compiles and runs their programs.
//!
//! A block `rust` is a program that runs. A block `rust,compile_fail` is one that is refused, and the block `text`
//! after it has the compiler's message in short form; `tests/chapters.rs` compares it with the compiler.

#![allow(clippy::doc_markdown, reason = "chapters are not documentation of items")]

#[doc = include_str!("src/introduction.md")]
mod introduction {}

#[doc = include_str!("src/first-tensor.md")]
mod first_tensor {}

#[doc = include_str!("src/shapes-and-dims.md")]
mod shapes_and_dims {}

#[doc = include_str!("src/broadcasting.md")]
mod broadcasting {}

#[doc = include_str!("src/reading-an-error.md")]
mod reading_an_error {}

#[doc = include_str!("src/elements.md")]
mod elements {}

#[doc = include_str!("src/axes.md")]
mod axes {}

#[doc = include_str!("src/indexing.md")]
mod indexing {}

#[doc = include_str!("src/products.md")]
mod products {}

#[doc = include_str!("src/generic-code.md")]
mod generic_code {}

#[doc = include_str!("src/windows.md")]
mod windows {}

#[doc = include_str!("src/files.md")]
mod files {}

#[doc = include_str!("src/interchange.md")]
mod interchange {}

#[doc = include_str!("src/speed.md")]
mod speed {}

#[doc = include_str!("src/inline-and-no-std.md")]
mod inline_and_no_std {}

#[doc = include_str!("src/engines.md")]
mod engines {}

#[doc = include_str!("src/extending.md")]
mod extending {}

#[doc = include_str!("src/inside.md")]
mod inside {}

#[doc = include_str!("src/coming-from/numpy.md")]
mod numpy {}

#[doc = include_str!("src/coming-from/ndarray.md")]
mod ndarray {}

#[doc = include_str!("src/coming-from/pytorch.md")]
mod pytorch {}

#[doc = include_str!("src/coming-from/candle-burn.md")]
mod candle_burn {}

#[doc = include_str!("src/coming-from/nalgebra.md")]
mod nalgebra {}

/// The error index: a page for each code, and two for errors without one.
mod errors {
    #[doc = include_str!("src/errors/index.md")]
    mod index {}
    #[doc = include_str!("src/errors/E-axis.md")]
    mod e_axis {}
    #[doc = include_str!("src/errors/E-brand.md")]
    mod e_brand {}
    #[doc = include_str!("src/errors/E-broadcast.md")]
    mod e_broadcast {}
    #[doc = include_str!("src/errors/E-diff.md")]
    mod e_diff {}
    #[doc = include_str!("src/errors/E-dim.md")]
    mod e_dim {}
    #[doc = include_str!("src/errors/E-einsum.md")]
    mod e_einsum {}
    #[doc = include_str!("src/errors/E-element.md")]
    mod e_element {}
    #[doc = include_str!("src/errors/E-engine.md")]
    mod e_engine {}
    #[doc = include_str!("src/errors/E-equal.md")]
    mod e_equal {}
    #[doc = include_str!("src/errors/E-extend.md")]
    mod e_extend {}
    #[doc = include_str!("src/errors/E-file.md")]
    mod e_file {}
    #[doc = include_str!("src/errors/E-index.md")]
    mod e_index {}
    #[doc = include_str!("src/errors/E-join.md")]
    mod e_join {}
    #[doc = include_str!("src/errors/E-model.md")]
    mod e_model {}
    #[doc = include_str!("src/errors/E-operand.md")]
    mod e_operand {}
    #[doc = include_str!("src/errors/E-product.md")]
    mod e_product {}
    #[doc = include_str!("src/errors/E-rearrange.md")]
    mod e_rearrange {}
    #[doc = include_str!("src/errors/E-reshape.md")]
    mod e_reshape {}
    #[doc = include_str!("src/errors/E-rule.md")]
    mod e_rule {}
    #[doc = include_str!("src/errors/E-shape.md")]
    mod e_shape {}
    #[doc = include_str!("src/errors/E-size.md")]
    mod e_size {}
    #[doc = include_str!("src/errors/E-slice.md")]
    mod e_slice {}
    #[doc = include_str!("src/errors/E-split.md")]
    mod e_split {}
    #[doc = include_str!("src/errors/E-static.md")]
    mod e_static {}
    #[doc = include_str!("src/errors/E-storage.md")]
    mod e_storage {}
    #[doc = include_str!("src/errors/E-view.md")]
    mod e_view {}
    #[doc = include_str!("src/errors/E-widen.md")]
    mod e_widen {}
    #[doc = include_str!("src/errors/E-window.md")]
    mod e_window {}
    #[doc = include_str!("src/errors/runtime.md")]
    mod runtime {}
    #[doc = include_str!("src/errors/rustc.md")]
    mod rustc {}
}
