use conformable::{NamedBroadcast, NamedOutput, Shape, Tensor};

fn product<S: Shape + NamedBroadcast<R>, R: Shape>(
    x: &Tensor<f32, S>,
    y: &Tensor<f32, R>,
) -> Tensor<f32, NamedOutput<S, R>> {
    let (x, y) = x.align(y);
    x.try_mul(&y.to_owned()).unwrap()
}

fn without_a_bound<S: Shape, R: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, R>) {
    let _ = x.align(y);
}

fn main() {}
