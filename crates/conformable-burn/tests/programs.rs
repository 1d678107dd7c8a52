//! The programs of conformable-models on burn, beside the answers of PyTorch and transformers.

#![allow(dead_code, reason = "the programs have larger models too")]

#[path = "../../conformable-models/examples/gpt2/config.rs"]
mod config;
#[path = "../../conformable-models/examples/llama/over.rs"]
mod llama;
#[path = "../../conformable-models/examples/gpt2/over.rs"]
mod over;
#[path = "../../conformable-models/examples/resnet18/over.rs"]
mod resnet18;
#[path = "../../conformable-models/examples/shared/mod.rs"]
mod shared;
#[path = "../../conformable-models/examples/unet/over.rs"]
mod unet;
#[path = "../../conformable-models/examples/vit/over.rs"]
mod vit;

use burn::tensor::Device;
use conformable::engine::EngineTensor;
use conformable::ops::IndexElement;
use conformable::{Axis, Dyn, Size, Tensor, shape};
use conformable_burn::Burn;
use conformable_files::File;
use conformable_models::{Checkpoint, FromFile};
use shared::{Compared, Outcome, indices};
use std::path::{Path, PathBuf};

/// A file of an example.
fn data(example: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformable-models/examples").join(example).join("data").join(name)
}

/// The model's file, and PyTorch's answers.
fn files(example: &str, model: &str) -> Outcome<[File; 2]> {
    Ok([File::open(data(example, model))?, File::open(data(example, "expected.safetensors"))?])
}

/// The next token of each sequence, by a model.
fn next(logits: &EngineTensor<f32, (Dyn, Dyn), Burn>) -> Outcome<Vec<usize>> {
    let ids = logits.argmax(Axis::<-1>).to_tensor()?;
    Ok(ids.iter().map(|id| id.place(usize::MAX)).collect::<Option<_>>().expect("no negative index"))
}

/// Compares the logits of a prompt, and the tokens after it: each is read after those before.
macro_rules! reads {
    ($example:literal, $expected:ident, $device:ident, $start:expr, $forward:expr) => {{
        let ids = indices::<(Dyn, Dyn)>(&$expected, "ids")?;
        let greedy = indices::<(Dyn, Dyn)>(&$expected, "greedy")?;
        let up = |ids: &Tensor<usize, (Dyn, Dyn)>| EngineTensor::<i64, _, Burn>::indices(ids, &$device);
        let mut seen = $start(Dyn::labelled(ids.sizes()[0]), ids.sizes()[1] + greedy.sizes()[1]);
        let mut logits = $forward(&up(&ids)?.named(), &mut seen);
        let compared = Compared::new($example, &$expected, "logits", logits.to_tensor()?.as_slice())?;
        let mut same = true;
        for step in 0..greedy.sizes()[1] {
            let theirs = greedy.narrow(Axis::<1>, step..step + 1).to_owned();
            same &= next(&logits.index_axis(Axis::<1>, -1).unnamed().widen())? == theirs.as_slice();
            logits = $forward(&up(&theirs)?.named(), &mut seen);
        }
        compared.with_tokens(same).check(1e-5);
    }};
}

#[test]
fn gpt2_reads_as_pytorch_does() -> Outcome {
    let device = Device::flex();
    let [file, expected] = files("gpt2", "model.safetensors")?;
    let model = over::Gpt2::<config::Small, Burn>::from_file(&file.all(), &device)?;
    let start = |batch, room| model.caches(batch, Dyn::labelled(room)).expect("memory");
    reads!("gpt2", expected, device, start, |ids: &_, caches: &mut Vec<_>| {
        model.forward::<Dyn>(ids, caches).expect("room")
    });
    Ok(())
}

#[test]
fn llama_reads_as_pytorch_does() -> Outcome {
    let device = Device::flex();
    let [file, expected] = files("llama", "model.safetensors.index.json")?;
    let model: llama::Llama<llama::Small, f32, Burn> = Checkpoint::of(&file.all()).converted().load(&device)?;
    let start = |batch, _| model.start(batch).expect("memory");
    reads!("llama", expected, device, start, |ids: &_, seen: &mut _| model.forward::<Dyn>(ids, seen).expect("room"));
    Ok(())
}

#[test]
fn resnet18_sees_as_pytorch_does() -> Outcome {
    let device = Device::flex();
    let [file, expected] = files("resnet18", "model.safetensors")?;
    let model: resnet18::ResNet18<resnet18::Small, Burn> = Checkpoint::of(&file.all()).converted().load(&device)?;
    let image = image::open(data("resnet18", "picture.png"))?.to_rgb8();
    let (means, deviations) = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);
    let pixels = Tensor::from_vec(shape![224, 224, 3], image.into_raw())?.map(|value| f32::from(value) / 255.0);
    let pixels = (pixels - Tensor::from(means)) / Tensor::from(deviations);
    let x = pixels.move_axis(Axis::<2>, Axis::<0>).unsqueeze(Axis::<0>).to_owned().widen();
    let x: resnet18::Images<Size<3>, Size<224>, Size<224>, Burn> = EngineTensor::upload(&x, &device)?;
    let part = x.narrow(Axis::<2>, 0..96).narrow(Axis::<3>, 0..160);
    Compared::new("resnet18", &expected, "logits", model.forward(&x).to_tensor()?.as_slice())?.check(1e-5);
    Compared::new("resnet18", &expected, "smaller", model.forward_any(&part).to_tensor()?.as_slice())?.check(1e-5);
    Ok(())
}

#[test]
fn vit_sees_as_pytorch_does() -> Outcome {
    let device = Device::flex();
    let [file, expected] = files("vit", "model.safetensors")?;
    let model: vit::Vit<vit::Small, Burn> = Checkpoint::of(&file.all()).converted().load(&device)?;
    let x: vit::Pictures<vit::Small, Burn> = EngineTensor::upload(&expected.all().load_float("pictures")?, &device)?;
    let logits = model.with_epsilon(1e-12).forward(&x).to_tensor()?;
    Compared::new("vit", &expected, "logits", logits.as_slice())?.check(1e-5);
    Ok(())
}

#[test]
fn unet_sees_as_pytorch_does() -> Outcome {
    let device = Device::flex();
    let [file, expected] = files("unet", "model.safetensors")?;
    let model: unet::UNet<Burn> = Checkpoint::of(&file.all()).converted().load(&device)?;
    let x: unet::Images<Size<3>, Size<24>, Size<16>, Burn> =
        EngineTensor::upload(&expected.all().load_float("pictures")?, &device)?;
    Compared::new("unet", &expected, "masks", model.forward(&x).to_tensor()?.as_slice())?.check(1e-5);
    Compared::new("unet", &expected, "masks", model.forward_any(&x.widen()).to_tensor()?.as_slice())?.check(1e-5);
    Ok(())
}
