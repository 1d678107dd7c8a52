use conformable::{Axis, Dim, Pdpd, Tensor};

fn scale_rows<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, by: Tensor<f32, (N,)>) -> Tensor<f32, (N, C)> {
    x.under(Pdpd(Axis::<0>)) * by
}

fn scale_rows_by_columns<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, by: Tensor<f32, (C,)>) -> Tensor<f32, (N, C)> {
    x.under(Pdpd(Axis::<0>)) * by
}

fn main() {

}
