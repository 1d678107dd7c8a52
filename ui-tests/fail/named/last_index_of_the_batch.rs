use conformable::{Axis, Shape, Tensor, shape};

struct Batch;
struct Time;

fn main() {
    let (n, t) = (2, 3);
    let x: Tensor<f32, Shape![Batch = _, Time = _, 8]> = Tensor::zeros(shape![Batch = n, Time = t, 8]);
    let _: Tensor<f32, Shape![Batch = _, 8]> = x.index_axis(Axis::<1>, -1).to_owned().named();

    let _: Tensor<f32, Shape![Batch = _, 8]> = x.index_axis(Axis::<0>, -1).to_owned().named();
}
