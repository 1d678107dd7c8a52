use conformable::{Axis, Keep, Tensor, shape};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    x.max_into(Keep(Axis::<1>), &mut Tensor::zeros(shape![2, 1]));

    x.max_into(Axis::<1>, &mut Tensor::zeros(shape![2, 1]));
}
