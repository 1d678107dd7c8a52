use conformable::{Axis, Tensor, shape};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    x.sum_into(Axis::<0>, &mut Tensor::zeros(shape![3]));

    x.sum_into(Axis::<0>, &mut Tensor::zeros(shape![2]));
}
