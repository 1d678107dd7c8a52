use conformable::{Shape, Tensor};

fn accepted() -> Tensor<i32, Shape![3, 2]> {
    Tensor::from([[1, 2, 3], [4, 5, 6]]).t().to_owned()
}

fn refused() -> Tensor<i32, Shape![3, 2]> {
    Tensor::from([[1, 2, 3], [4, 5, 6]]).into_t()
}

fn main() {
    accepted();
    refused();
}
