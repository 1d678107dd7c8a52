//! The same elements of a tensor at other places in memory.

use conformable::{AnyShape, Tensor, View, ViewMut};

/// All axes, the last one first.
fn backwards(rank: usize) -> Vec<isize> {
    (0..rank).rev().map(|axis| isize::try_from(axis).expect("few axes")).collect()
}

/// Calls `f` with the elements in order, of a transposed tensor, or backwards along each axis.
pub(crate) fn with_layout<T: Copy, R>(
    x: &Tensor<T, AnyShape>,
    layout: usize,
    f: impl FnOnce(&Tensor<T, AnyShape, View<'_>>) -> R,
) -> R {
    let order = backwards(x.rank());
    match layout % 3 {
        0 => f(&x.view()),
        1 => f(&x.permute(&order[..]).to_owned().permute(&order[..])),
        _ => f(&x.flip(..).to_owned().flip(..)),
    }
}

/// The elements after `f` has changed them at these positions.
pub(crate) fn with_layout_mut<T: Copy>(
    x: &Tensor<T, AnyShape>,
    layout: usize,
    f: impl FnOnce(&mut Tensor<T, AnyShape, ViewMut<'_>>),
) -> Tensor<T, AnyShape> {
    let order = backwards(x.rank());
    match layout % 3 {
        0 => {
            let mut x = x.clone();
            f(&mut x.view_mut());
            x
        }
        1 => {
            let mut x = x.permute(&order[..]).to_owned();
            f(&mut x.permute_mut(&order[..]));
            x.permute(&order[..]).to_owned()
        }
        _ => {
            let mut x = x.flip(..).to_owned();
            f(&mut x.flip_mut(..));
            x.flip(..).to_owned()
        }
    }
}
