use conformable::{AxesOf, ByName, Reduced, Shape, Tensor, axis_names};

axis_names! { Batch }

fn mean<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, Reduced<ByName<Batch>, S>>
where
    ByName<Batch>: AxesOf<S>,
{
    x.mean(Batch)
}

fn without_a_bound<S: Shape>(x: &Tensor<f32, S>) {
    let _ = x.mean(Batch);
}

fn main() {}
