// a batch is not a time
use conformable::{Axis, Dyn, Size, Tensor};

struct Batch;
struct Time;

fn main() {
    let x = Tensor::full((Dyn::<Batch>::labelled(2), Size::<3>), 1.0);
    x.gather(Axis::<1>, &Tensor::full((Dyn::<Batch>::labelled(2), Size::<1>), 0));
    x.gather(Axis::<1>, &Tensor::full((Dyn::<Time>::labelled(2), Size::<1>), 0));
}
