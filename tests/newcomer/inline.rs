//! A 3x3 rotation and a translation of points, without std or alloc.
use conformable::{Inline, Shape, Size, StaticDim, Tensor, shape};

pub type Vec3 = Tensor<f32, Shape![3], Inline>;
pub type Mat3 = Tensor<f32, Shape![3, 3], Inline>;
pub type Points<const N: usize> = Tensor<f32, (Size<N>, Size<3>), Inline>;

pub const IDENTITY: Mat3 = Tensor::inline([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

pub static ORIGIN: Vec3 = Tensor::inline([0.0; 3]);

pub fn rotation_z(sin: f32, cos: f32) -> Mat3 {
    Tensor::inline([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
}

pub fn transform(r: &Mat3, t: &Vec3, p: &Vec3) -> Vec3 {
    Tensor::inline_from_fn(shape![3], |[i]| (0..3).map(|j| r[[i, j]] * p[j]).sum::<f32>()) + t
}

pub fn transform_all<const N: usize>(r: &Mat3, t: &Vec3, p: &Points<N>) -> Points<N>
where
    Size<N>: StaticDim,
{
    Tensor::inline_from_fn(*p.shape(), |[n, i]| (0..3).map(|j| r[[i, j]] * p[[n, j]]).sum::<f32>()) + t
}

pub fn user() -> [[f32; 3]; 2] {
    let p = Tensor::inline([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let r = rotation_z(0.0, 1.0);
    let a: Points<2> = transform_all(&r, &ORIGIN, &p);
    let b = transform_all(&IDENTITY, &ORIGIN, &a);
    b.into_array()
}

pub fn main() {
    assert_eq!(user(), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(transform(&IDENTITY, &ORIGIN, &ORIGIN), ORIGIN);
}
