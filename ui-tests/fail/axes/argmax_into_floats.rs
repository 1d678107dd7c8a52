use conformable::{Axis, Tensor, shape};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    x.argmax_into(Axis::<1>, &mut Tensor::<usize, _>::full(shape![2], 0));

    x.argmax_into(Axis::<1>, &mut Tensor::<f32, _>::zeros(shape![2]));
}
