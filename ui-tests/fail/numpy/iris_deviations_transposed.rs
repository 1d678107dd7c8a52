use conformable::{Dyn, Size, Tensor};

fn main() {
    let iris = Tensor::full((Dyn::new(150), Size::<4>), 1.0);
    let (mean, deviations) = (Tensor::from([5.8, 3.1, 3.8, 1.2]), Tensor::from([0.8, 0.4, 1.8]));
    let centred = iris - mean;
    let _ = centred / deviations;
}
