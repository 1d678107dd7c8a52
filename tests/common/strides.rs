//! Results that are written to any strides; operands of any strides are in `conformable_test::layouts`.

use conformable::{AnyShape, Tensor, ViewMut};

pub(crate) use conformable_test::layouts::{Layout, layout, with_operand, with_operands};

/// The tensor that `write` makes, with equal elements and these sizes, and the layout without broadcast axes.
pub(crate) fn written_at<T: Copy>(
    sizes: &[usize],
    layout: &Layout,
    element: T,
    write: impl FnOnce(&mut Tensor<T, AnyShape, ViewMut>),
) -> Tensor<T, AnyShape> {
    let layout = layout.unstretched();
    let mut memory = layout.memory(sizes, |_| element);
    let mut array = layout.view_mut(&mut memory);
    let mut out: Tensor<T, AnyShape, ViewMut> = Tensor::try_from(&mut array).expect("any shape");
    write(&mut out);
    out.to_owned()
}
