use conformable::{AxesOf, ByName, Dim, Dyn, Tensor, axis_names};

axis_names! { Batch }

fn mean<N: Dim>(x: &Tensor<f32, (Dyn<Batch>, N)>) -> Tensor<f32, (N,)>
where
    ByName<Batch>: AxesOf<(Dyn<Batch>, N), Output = (N,)>,
{
    x.mean(Batch)
}

fn without_a_bound<N: Dim>(x: &Tensor<f32, (Dyn<Batch>, N)>) {
    let _ = x.mean(Batch);
}

fn main() {}
