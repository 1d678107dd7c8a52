//! A U-Net with transposed convolutions and skips, on engines.
//!
//! `make.py` wrote the files of `data`. `cargo run --release --example unet` compares with PyTorch.

mod over;
#[path = "../shared/mod.rs"]
mod shared;

use candle_core::Device;
use conformable::engine::{EngineTensor, FloatEngine, Native};
use conformable::{Dyn, Size};
use conformable_candle::Candle;
use conformable_files::File;
use conformable_models::Checkpoint;
use over::{Images, UNet};
use shared::{Compared, Outcome, data};

/// The masks of pictures whose rows and columns are types, and of the same at run time, beside PyTorch's.
fn compare_one<E: FloatEngine<f32>>(name: &str, device: &E::Device) -> Outcome<[Compared; 2]> {
    let file = File::open(data("unet").join("model.safetensors"))?;
    let expected = File::open(data("unet").join("expected.safetensors"))?;
    let model: UNet<E> = Checkpoint::of(&file.all()).converted().load(device)?;
    let x: Images<Size<3>, Size<24>, Size<16>, E> =
        EngineTensor::upload(&expected.all().load_float("pictures")?, device)?;
    let masks = model.forward(&x).to_tensor()?;
    let any: Images<Size<3>, Dyn, Dyn, E> = x.widen();
    let any = model.forward_any(&any).to_tensor()?;
    Ok([
        Compared::new(format!("{name}, sizes in types"), &expected, "masks", masks.as_slice())?,
        Compared::new(format!("{name}, sizes at run time"), &expected, "masks", any.as_slice())?,
    ])
}

fn compare() -> Outcome<Vec<Compared>> {
    Ok(compare_one::<Native>("Native", &())?
        .into_iter()
        .chain(compare_one::<Candle>("candle", &Device::Cpu)?)
        .collect())
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
