//! An array (N, 3, H, W) from somewhere: scaled by channel, rearranged, reduced.
use ndarray::{Array4, ArrayView4, Axis, array};

fn from_somewhere() -> Array4<f32> {
    Array4::from_shape_fn((2, 3, 4, 5), |(n, c, h, w)| (n + c + h + w) as f32)
}

fn of_channels(x: ArrayView4<'_, f32>, channels: usize) -> Result<ArrayView4<'_, f32>, String> {
    if x.dim().1 == channels { Ok(x) } else { Err(format!("{:?} has not {channels} channels", x.shape())) }
}

fn main() -> Result<(), String> {
    let mut a = from_somewhere();
    let scale = array![1.0, 2.0, 3.0];
    let by_channel = scale.view().insert_axis(Axis(1)).insert_axis(Axis(2));
    // a view
    let y = &of_channels(a.view(), 3)? * &by_channel;
    assert_eq!(y.shape(), [2, 3, 4, 5]);
    // in place
    a += &by_channel;
    assert_eq!(a[[0, 2, 0, 0]], 5.0);
    // NHWC by strides
    let z = &a.view().permuted_axes([0, 2, 3, 1]) * &scale;
    let means = z.mean_axis(Axis(0)).unwrap();
    assert_eq!(means.dim(), (4, 5, 3));
    assert!(of_channels(a.view(), 4).is_err());
    Ok(())
}
