use conformable::{Shape, Tensor};

fn accepted<S: Shape>(sum: &mut Tensor<f32, S>, x: &Tensor<f32, S>) {
    *sum += x;
}

fn refused<S: Shape, R: Shape>(sum: &mut Tensor<f32, S>, x: &Tensor<f32, R>) {
    *sum += x;
}

fn main() {
    let mut x = Tensor::from([1.0, 2.0]);
    let y = x.clone();
    accepted(&mut x, &y);
    refused(&mut x, &y);
}
