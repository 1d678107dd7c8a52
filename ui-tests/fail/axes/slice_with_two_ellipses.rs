// `x.slice((0, Ellipsis))`
use conformable::Tensor;
use conformable::axes::Ellipsis;

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.slice((0, Ellipsis));
    let _ = x.slice((Ellipsis, 0, Ellipsis));
}
