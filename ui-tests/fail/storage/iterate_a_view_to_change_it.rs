use conformable::Tensor;

fn main() {
    let mut row = Tensor::from([1, 2]);
    row.view_mut().iter_mut().for_each(|x| *x += 1);
    row.view().iter_mut().for_each(|x| *x += 1);
}
