//! A 3x3 rotation and a translation of points. ndarray needs an allocator.
use ndarray::{Array1, Array2, array};

fn rotation_z(sin: f32, cos: f32) -> Array2<f32> {
    array![[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
}

fn transform(r: &Array2<f32>, t: &Array1<f32>, p: &Array1<f32>) -> Array1<f32> {
    Array1::from_shape_fn(3, |i| (0..3).map(|j| r[[i, j]] * p[j]).sum::<f32>()) + t
}

fn transform_all(r: &Array2<f32>, t: &Array1<f32>, p: &Array2<f32>) -> Array2<f32> {
    Array2::from_shape_fn(p.dim(), |(n, i)| (0..3).map(|j| r[[i, j]] * p[[n, j]]).sum::<f32>()) + t
}

fn main() {
    let (identity, origin) = (Array2::eye(3), Array1::zeros(3));
    let p = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let a = transform_all(&rotation_z(0.0, 1.0), &origin, &p);
    assert_eq!(transform_all(&identity, &origin, &a), p);
    assert_eq!(transform(&identity, &origin, &origin), origin);
}
