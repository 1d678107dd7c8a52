//! A vision transformer on engines, from a checkpoint of `transformers`.
//!
//! `make.py` wrote the files of `data`. `cargo run --release --example vit` compares with PyTorch.

mod over;
#[path = "../shared/mod.rs"]
mod shared;

use candle_core::Device;
use conformable::engine::{EngineTensor, FloatEngine, Native};
use conformable_candle::Candle;
use conformable_files::File;
use conformable_models::Checkpoint;
use over::{Pictures, Small, Vit};
use shared::{Compared, Outcome, data};

fn compare_one<E: FloatEngine<f32>>(name: &str, device: &E::Device) -> Outcome<Compared> {
    let file = File::open(data("vit").join("model.safetensors"))?;
    let expected = File::open(data("vit").join("expected.safetensors"))?;
    let model: Vit<Small, E> = Checkpoint::of(&file.all()).converted().load(device)?;
    let pictures: Pictures<Small, E> = EngineTensor::upload(&expected.all().load_float("pictures")?, device)?;
    Compared::new(name, &expected, "logits", model.with_epsilon(1e-12).forward(&pictures).to_tensor()?.as_slice())
}

fn compare() -> Outcome<[Compared; 2]> {
    Ok([compare_one::<Native>("Native", &())?, compare_one::<Candle>("candle", &Device::Cpu)?])
}

fn main() -> Outcome {
    compare()?.iter().for_each(|compared| println!("{compared}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_answers_as_pytorch_does() {
        super::compare().unwrap().iter().for_each(|compared| compared.check(1e-5));
    }
}
