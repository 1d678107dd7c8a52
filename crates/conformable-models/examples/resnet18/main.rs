//! ResNet-18 on tensors and on engines, from a checkpoint by torchvision's names.
//!
//! `make.py` wrote a narrow network in `f16`, a picture, and PyTorch's answers.
//! `cargo run --release --example resnet18` compares.
//!
//! - `-- save PATH` writes the network to a file, which `make.py check PATH` reads.
//! - `-- time FOLDER [ROUNDS]` times one and four pictures; `make.py resnet18 FOLDER` writes the whole network.

mod over;
mod plain;
#[path = "../shared/mod.rs"]
mod shared;

use candle_core::Device;
use conformable::engine::{EngineTensor, FloatEngine, Native};
use conformable::{Axis, Size, Tensor, Threads, shape};
use conformable_candle::Candle;
use conformable_files::File;
use conformable_models::{Checkpoint, Files};
use over::{Images, Large, ResNet18, Rows, Small};
use shared::{Compared, Outcome, data};
use std::path::Path;

type Picture = Tensor<f32, (Rows, Size<3>, Size<224>, Size<224>)>;

/// A picture, by the means and deviations of the colours of `ImageNet`.
fn picture(path: &Path) -> Outcome<Picture> {
    let image = image::open(path)?.to_rgb8();
    let (means, deviations) = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);
    let pixels = Tensor::from_vec(shape![224, 224, 3], image.into_raw())?.map(|value| f32::from(value) / 255.0);
    let pixels = (pixels - Tensor::from(means)) / Tensor::from(deviations);
    Ok(pixels.move_axis(Axis::<2>, Axis::<0>).unsqueeze(Axis::<0>).to_owned().widen())
}

/// The logits of the picture, and of a part of it whose sizes are known at run time, beside PyTorch's.
fn compare_one<E: FloatEngine<f32>>(name: &str, device: &E::Device) -> Outcome<[Compared; 2]> {
    let file = File::open(data("resnet18").join("model.safetensors"))?;
    let expected = File::open(data("resnet18").join("expected.safetensors"))?;
    let model: ResNet18<Small, E> = Checkpoint::of(&file.all()).converted().load(device)?;
    let x: Images<_, _, _, E> = EngineTensor::upload(&picture(&data("resnet18").join("picture.png"))?, device)?;
    let part = x.narrow(Axis::<2>, 0..96).narrow(Axis::<3>, 0..160);
    let (logits, smaller) = (model.forward(&x).to_tensor()?, model.forward_any(&part).to_tensor()?);
    Ok([
        Compared::new(format!("{name}, 224 by 224"), &expected, "logits", logits.as_slice())?,
        Compared::new(format!("{name}, 96 by 160"), &expected, "smaller", smaller.as_slice())?,
    ])
}

/// The logits of the network on tensors, beside PyTorch's.
fn compare_plain() -> Outcome<Compared> {
    let file = File::open(data("resnet18").join("model.safetensors"))?;
    let expected = File::open(data("resnet18").join("expected.safetensors"))?;
    let logits = plain::ResNet18::<Small>::load(&file.all())?.forward(&picture(&data("resnet18").join("picture.png"))?);
    Compared::new("tensors, 224 by 224", &expected, "logits", logits.as_slice())
}

/// Times a network with one picture and with four.
fn time(folder: &Path, rounds: usize) -> Outcome {
    let file = File::open(folder.join("model.safetensors"))?;
    let plain = plain::ResNet18::<Large>::load(&file.all())?;
    let native: ResNet18<Large, Native> = Checkpoint::of(&file.all()).converted().load(&())?;
    let candle: ResNet18<Large, Candle> = Checkpoint::of(&file.all()).converted().load(&Device::Cpu)?;
    let two = Threads::new(2)?;
    let one = picture(&folder.join("picture.png"))?;
    for count in [1, 4] {
        let x: Picture = Tensor::from_fn((Rows::labelled(count), Size, Size, Size), |[_, c, h, w]| one[[0, c, h, w]]);
        let (on_native, on_candle) = (EngineTensor::upload(&x, &())?, EngineTensor::upload(&x, &Device::Cpu)?);
        let run_native = || native.forward(&on_native).to_tensor().map_err(|error| error.to_string());
        let run_candle = || candle.forward(&on_candle).to_tensor().map_err(|error| error.to_string());
        let run_plain = || Ok(plain.forward(&x));
        let on_two = || two.run(run_plain);
        let runs: [(_, &dyn Fn() -> _); 4] = [
            ("tensors", &run_plain),
            ("Native", &run_native),
            ("candle", &run_candle),
            ("tensors on two threads", &on_two),
        ];
        shared::time(&format!("{count} pictures"), rounds, &runs)?;
    }
    Ok(())
}

fn main() -> Outcome {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if let (Some("time"), Some(folder)) = (arguments.first().map(String::as_str), arguments.get(1)) {
        return time(Path::new(folder), arguments.get(2).map_or(Ok(5), |rounds| rounds.parse())?);
    }
    if let (Some("save"), Some(path)) = (arguments.first().map(String::as_str), arguments.get(1)) {
        let file = File::open(data("resnet18").join("model.safetensors"))?;
        let model: ResNet18<Small, Native> = Checkpoint::of(&file.all()).converted().load(&())?;
        return Ok(model.save(path)?);
    }
    println!("{}", compare_plain()?);
    for compared in compare_one::<Native>("Native", &())?.iter().chain(&compare_one::<Candle>("candle", &Device::Cpu)?)
    {
        println!("{compared}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers_as_pytorch_does() {
        compare_plain().unwrap().check(1e-4);
        compare_one::<Native>("Native", &()).unwrap().iter().for_each(|compared| compared.check(1e-4));
        compare_one::<Candle>("candle", &Device::Cpu).unwrap().iter().for_each(|compared| compared.check(1e-4));
    }

    #[test]
    fn what_is_saved_has_the_names_of_the_checkpoint() {
        let file = File::open(data("resnet18").join("model.safetensors")).unwrap();
        let model: ResNet18<Small, Native> = Checkpoint::of(&file.all()).converted().load(&()).unwrap();
        let stored = model.stored().unwrap();
        let mut names: Vec<_> = stored.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        // PyTorch adds the counts of batches to a file that lacks them
        let theirs: Vec<_> = file.names().filter(|name| !name.ends_with("num_batches_tracked")).collect();
        assert_eq!(names, theirs);
        for (name, tensor) in &stored {
            assert_eq!(*tensor, file.all().load_float::<f32, conformable::AnyShape>(name).unwrap(), "{name}");
        }
    }
}
