use conformable::{Axis, Shape, Tensor};

fn main() {
    let mut row = Tensor::from([1, 2]);
    row.unsqueeze_mut(Axis::<0>).permute_mut((Axis::<1>, Axis::<0>)).apply(|x| *x += 1);

    row.broadcast_to::<Shape![2, 2]>().permute_mut((Axis::<1>, Axis::<0>)).apply(|x| *x += 1);
}
