//! The cost of a call through `EngineTensor` compared with the engine's own, sampled in turn, on very small operands.
//!
//! `cargo bench --features autodiff --bench face`; `-- --quick` runs each once. With the features `cuda` and `wgpu`
//! also on GPUs.

use burn::tensor::{Device, Tensor};
use conformable::{Axis, Dyn, Shape, shape};
use conformable_burn::EngineTensor;
use std::hint::black_box;

#[path = "../../pairs.rs"]
mod pairs;
use pairs::compare;

fn main() {
    let devices = [
        ("flex", Device::flex()),
        ("flex with autodiff", Device::flex().autodiff()),
        #[cfg(feature = "cuda")]
        ("CUDA", Device::cuda(0usize)),
        #[cfg(feature = "wgpu")]
        ("WGPU", Device::wgpu(burn::tensor::DeviceKind::DefaultDevice)),
    ];
    for (name, device) in devices {
        println!("{name}");
        all(&device);
    }
}

fn all(device: &Device) {
    let (a, b) = (Tensor::<2>::ones([2, 3], device), Tensor::<2>::ones([2, 3], device));
    let (r, w) = (Tensor::<1>::ones([3], device), Tensor::<2>::ones([3, 4], device));
    let on = "a tensor of these sizes";
    let ta: EngineTensor<f32, Shape![2, 3]> = EngineTensor::from_engine(a.clone()).expect(on);
    let tb: EngineTensor<f32, Shape![2, 3]> = EngineTensor::from_engine(b.clone()).expect(on);
    let tr: EngineTensor<f32, Shape![3]> = EngineTensor::from_engine(r.clone()).expect(on);
    let tw: EngineTensor<f32, Shape![3, 4]> = EngineTensor::from_engine(w.clone()).expect(on);
    let da: EngineTensor<f32, (Dyn, Dyn)> = EngineTensor::from_engine(a.clone()).expect(on);
    let dr: EngineTensor<f32, (Dyn,)> = EngineTensor::from_engine(r.clone()).expect(on);

    let raw = || black_box(&a).clone();
    compare("a + b", || raw() + black_box(&b).clone(), || black_box(&ta) + black_box(&tb));
    compare("a + r", || raw() + black_box(&r).clone().unsqueeze(), || black_box(&ta) + black_box(&tr));
    compare(
        "a + r, sizes of run time",
        || raw() + black_box(&r).clone().unsqueeze(),
        || black_box(&da) + black_box(&dr),
    );
    compare("a.exp()", || raw().exp(), || black_box(&ta).exp());
    compare("a * 2", || raw() * 2.0, || black_box(&ta) * 2.0);
    compare("a.sum(1)", || raw().sum_dim(1).squeeze_dim::<1>(1), || black_box(&ta).sum(Axis::<1>));
    compare("a.matmul(w)", || raw().matmul(black_box(&w).clone()), || black_box(&ta).matmul(black_box(&tw)));
    compare("a.t()", || raw().t(), || black_box(&ta).t());
    compare("a.reshape(3, 2)", || raw().reshape([3, 2]), || black_box(&ta).reshape(shape![3, 2]));
}
