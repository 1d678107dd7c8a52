// how many classes there are is a dim
use conformable::{Dyn, Size, Tensor};

fn main() {
    let x = Tensor::from([1, 2]);
    (x.one_hot::<f32, _>(Size::<3>), x.one_hot::<f32, _>(Dyn::new(3)));
    x.one_hot::<f32, _>(3);
}
