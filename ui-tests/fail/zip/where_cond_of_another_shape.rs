use conformable::Tensor;

fn main() {
    let (mask, yes) = (Tensor::from([true, false]), Tensor::from([1, 2]));
    let _ = mask.where_cond(&yes, &Tensor::scalar(0));
    let _ = mask.where_cond(&yes, &Tensor::from([0, 0, 0]));
}
