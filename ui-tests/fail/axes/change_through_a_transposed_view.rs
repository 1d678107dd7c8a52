use conformable::Tensor;

fn main() {
    let mut x = Tensor::from([[1, 2], [3, 4]]);
    x.t_mut().apply(|x| *x += 1);

    x.t().apply(|x| *x += 1);
}
