//! The cost of a call through `EngineTensor` compared with the engine's own, sampled in turn, on very small operands.
//!
//! `cargo bench --bench face`; `-- --quick` runs each once. With `--features cuda` the operands are on a GPU.

use candle_core::{DType, Device, Tensor};
use conformable::{Axis, Dyn, Shape};
use conformable_candle::EngineTensor;
use std::hint::black_box;

#[path = "../../pairs.rs"]
mod pairs;
use pairs::compare;

type Fixed<S> = EngineTensor<f32, S>;

fn main() {
    let device = if cfg!(feature = "cuda") { Device::new_cuda(0).expect("an NVIDIA GPU") } else { Device::Cpu };
    let ones = |sizes: &[usize]| Tensor::ones(sizes, DType::F32, &device).expect("memory");
    let (a, b, r, w) = (ones(&[2, 3]), ones(&[2, 3]), ones(&[3]), ones(&[3, 4]));
    let on = "a tensor of these sizes";
    let ta: Fixed<Shape![2, 3]> = EngineTensor::from_engine(a.clone()).expect(on);
    let tb: Fixed<Shape![2, 3]> = EngineTensor::from_engine(b.clone()).expect(on);
    let tr: Fixed<Shape![3]> = EngineTensor::from_engine(r.clone()).expect(on);
    let tw: Fixed<Shape![3, 4]> = EngineTensor::from_engine(w.clone()).expect(on);
    let da: EngineTensor<f32, (Dyn, Dyn)> = EngineTensor::from_engine(a.clone()).expect(on);
    let dr: EngineTensor<f32, (Dyn,)> = EngineTensor::from_engine(r.clone()).expect(on);

    compare("a + b", || black_box(&a).add(black_box(&b)), || black_box(&ta).try_add(black_box(&tb)));
    compare("a + r", || black_box(&a).broadcast_add(black_box(&r)), || black_box(&ta).try_add(black_box(&tr)));
    compare(
        "a + r, sizes of run time",
        || black_box(&a).broadcast_add(black_box(&r)),
        || black_box(&da).try_add(black_box(&dr)),
    );
    compare("a.exp()", || black_box(&a).exp(), || black_box(&ta).exp());
    compare("a * 2", || black_box(&a) * 2.0, || black_box(&ta) * 2.0);
    compare("a.sum(1)", || black_box(&a).sum(1), || black_box(&ta).try_sum(Axis::<1>));
    compare("a.matmul(w)", || black_box(&a).matmul(black_box(&w)), || black_box(&ta).try_matmul(black_box(&tw)));
    compare("a.t()", || black_box(&a).t(), || black_box(&ta).t());
    compare(
        "a.reshape(3, 2)",
        || black_box(&a).reshape((3, 2)),
        || black_box(&ta).try_reshape(conformable::shape![3, 2]),
    );
}
