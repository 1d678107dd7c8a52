use conformable::{Matmul, MatmulOutput, Shape, Tensor};

fn product<L: Shape + Matmul<R>, R: Shape>(x: &Tensor<f32, L>, y: &Tensor<f32, R>) -> Tensor<f32, MatmulOutput<L, R>> {
    x.matmul(y)
}

fn unbounded<L: Shape, R: Shape>(x: &Tensor<f32, L>, y: &Tensor<f32, R>) {
    x.matmul(y);
}

fn main() {}
