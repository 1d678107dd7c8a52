#![allow(unused_parens)]

use conformable::{Size, Tensor};

fn accepted(_: Tensor<f32, (Size<3>,)>) {}

fn refused(_: Tensor<f32, (Size<3>)>) {}

fn main() {

}
