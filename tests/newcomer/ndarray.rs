//! An ndarray Array4 from somewhere: viewed typed, operated on, handed back.
use conformable::{Axis, Pdpd, Shape, ShapeError, Tensor, View, ViewMut};
use ndarray::Array4;

fn from_somewhere() -> Array4<f32> {
    Array4::from_shape_fn((2, 3, 4, 5), |(n, c, h, w)| (n + c + h + w) as f32)
}

type Nchw<D> = Tensor<f32, Shape![_, 3, _, _], D>;

pub fn main() -> Result<(), ShapeError> {
    let mut a = from_somewhere();
    let scale = Tensor::from([1.0, 2.0, 3.0]);
    // a view
    let x: Nchw<View> = Tensor::try_from(&a)?;
    let y = x.under(Pdpd(Axis::<1>)) * &scale;
    // back to ndarray, of the same rank
    let back: Array4<f32> = y.into();
    assert_eq!(back.shape(), [2, 3, 4, 5]);
    // in place
    let mut x: Nchw<ViewMut> = Tensor::try_from(&mut a)?;
    x.under_mut(Pdpd(Axis::<1>)).try_add_assign(&scale)?;
    assert_eq!(a[[0, 2, 0, 0]], 5.0);
    // owned through and through
    let x: Nchw<_> = Tensor::try_from(a)?;
    let a: Array4<f32> = x.into_ndarray();
    // NHWC by ndarray's strides, and back to a typed tensor
    let x: Tensor<f32, Shape![_, _, _, 3], View> = Tensor::try_from(a.view().permuted_axes([0, 2, 3, 1]))?;
    let z = x * &scale;
    // reductions borrowed from ndarray
    let means = z.as_ndarray().mean_axis(ndarray::Axis(0)).unwrap();
    let means: Tensor<f32, Shape![_, _, 3], View> = Tensor::try_from(&means)?;
    assert_eq!(means.sizes(), [4, 5, 3]);
    let wrong: Result<Tensor<f32, Shape![_, 4, _, _], View>, _> = Tensor::try_from(&a);
    assert_eq!(wrong.unwrap_err().axis(), Some(1));
    Ok(())
}
