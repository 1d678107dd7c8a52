//! A Llama with grouped queries, rotary positions and a cache, from `bf16` shards of `transformers`, on any engine.
//!
//! `make.py` wrote the files of `data`. `cargo run --release --example llama` compares with PyTorch.
//!
//! `-- time FOLDER [ROUNDS]` times a prompt of 2 by 40 tokens and 8 further tokens, on `Native` with parameters of
//! `f32` and of `bf16`; `make.py base FOLDER` writes the model of 125 million parameters.

mod over;
#[path = "../shared/mod.rs"]
mod shared;

use candle_core::Device;
use conformable::engine::{EngineTensor, Native};
use conformable::ops::IndexElement;
use conformable::{Axis, Dyn, Tensor};
use conformable_candle::Candle;
use conformable_files::{File, FileFloat};
use conformable_models::{Checkpoint, Float, Parameters, Takes};
use half::bf16;
use over::{Base, Ids, Llama, Small};
use shared::{Compared, Outcome, data, indices};
use std::path::Path;

/// The logits of a prompt and the greedy tokens after it, beside PyTorch's.
fn compare_one<W: Float + FileFloat, E: Takes<W, f32>>(name: &str, device: &E::Device) -> Outcome<Compared> {
    let file = File::open(data("llama").join("model.safetensors.index.json"))?;
    let expected = File::open(data("llama").join("expected.safetensors"))?;
    let model: Llama<Small, W, E> = Checkpoint::of(&file.all()).converted().load(device)?;
    let upload = |ids| EngineTensor::<E::Index, _, E>::indices(ids, device);

    let ids: Ids<Dyn, E> = upload(&indices::<(Dyn, Dyn)>(&expected, "ids")?)?.named();
    let greedy = indices::<(Dyn, Dyn)>(&expected, "greedy")?;
    let mut seen = model.start(ids.shape().0)?;
    let logits = model.forward(&ids, &mut seen)?;
    let compared = Compared::new(name, &expected, "logits", logits.to_tensor()?.as_slice())?;

    let mut token = logits.index_axis(Axis::<1>, -1).argmax(Axis::<-1>);
    let mut equal = true;
    for step in 0..greedy.sizes()[1] {
        let theirs = greedy.index_axis(Axis::<1>, step);
        equal &=
            token.to_tensor()?.iter().map(|id| id.place(usize::MAX)).eq(theirs.iter().map(|id| id.place(usize::MAX)));
        let logits = model.forward(&token.unsqueeze(Axis::<1>), &mut seen)?;
        token = logits.index_axis(Axis::<1>, 0).argmax(Axis::<-1>);
    }
    Ok(compared.with_tokens(equal))
}

/// With the weights of the file, which are `bf16`, and with the same ones as `f32`.
fn compare() -> Outcome<[Compared; 4]> {
    Ok([
        compare_one::<f32, Native>("Native", &())?,
        compare_one::<bf16, Native>("Native, weights of bf16", &())?,
        compare_one::<f32, Candle>("candle", &Device::Cpu)?,
        compare_one::<bf16, Candle>("candle, weights of bf16", &Device::Cpu)?,
    ])
}

/// Reads two prompts of `prompt` tokens, and then `further` tokens one by one.
fn read<W: Float>(model: &Llama<Base, W, Native>, prompt: usize, further: usize) -> Outcome
where
    Native: Takes<W, f32>,
{
    let mut seen = model.start(over::Rows::labelled(2))?;
    let ids = |length, from| {
        let ids = Tensor::from_fn((over::Rows::labelled(2), Dyn::new(length)), |[row, at]| 31 * (from + at) + 17 * row);
        EngineTensor::<_, _, Native>::indices(&ids, &())
    };
    model.forward(&ids(prompt, 0)?, &mut seen)?.to_tensor()?;
    for step in 0..further {
        model.forward(&ids(1, prompt + step)?, &mut seen)?.to_tensor()?;
    }
    Ok(())
}

fn time(folder: &Path, rounds: usize) -> Outcome {
    let file = File::open(folder.join("model.safetensors"))?;
    let checkpoint = Checkpoint::of(&file.all()).converted();
    let single: Llama<Base, f32, Native> = checkpoint.load(&())?;
    let half: Llama<Base, bf16, Native> = checkpoint.load(&())?;
    let count = single.count()?;
    println!("{count} parameters: {} MB of f32, {} MB of bf16", count * 4 / 1_000_000, count * 2 / 1_000_000);
    for (name, prompt, further) in [("2 by 40 tokens", 40, 0), ("8 further tokens", 8, 8)] {
        let run = |read: Outcome| read.map_err(|error| error.to_string());
        let runs: [(_, &dyn Fn() -> _); 2] =
            [("f32", &|| run(read(&single, prompt, further))), ("bf16", &|| run(read(&half, prompt, further)))];
        shared::time(name, rounds, &runs)?;
    }
    Ok(())
}

fn main() -> Outcome {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if let [mode, folder, rounds @ ..] = &arguments[..]
        && mode == "time"
    {
        return time(Path::new(folder), rounds.first().map_or(Ok(5), |rounds| rounds.parse())?);
    }
    compare()?.iter().for_each(|compared| println!("{compared}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers_as_pytorch_does() {
        compare().unwrap().iter().for_each(|compared| compared.check(1e-5));
    }

    #[test]
    fn more_tokens_than_places_are_an_error() {
        let file = File::open(data("llama").join("model.safetensors.index.json")).unwrap();
        let model: Llama<Small, f32, Native> = Checkpoint::of(&file.all()).converted().load(&()).unwrap();
        let ids = Tensor::from_fn((over::Rows::labelled(1), Dyn::new(60)), |[_, at]| at);
        let ids = EngineTensor::indices(&ids, &()).unwrap();
        let mut seen = model.start(over::Rows::labelled(1)).unwrap();
        model.forward(&ids, &mut seen).unwrap();
        let error = model.forward(&ids.narrow(Axis::<1>, 0..5), &mut seen).err().unwrap().to_string();
        assert!(error.contains("the range 60..65 is out of bounds for axis 0 of (64, 4)"), "{error}");
    }

    #[test]
    fn other_floats_are_read_on_request_only() {
        let file = File::open(data("llama").join("model.safetensors.index.json")).unwrap();
        let error =
            Checkpoint::of(&file.all()).load::<Llama<Small, f32, Native>, f32, _>(&()).err().unwrap().to_string();
        assert!(error.contains("does not fit the model: 21 tensors of other elements\n"), "{error}");
        assert!(error.contains("`lm_head.weight`: the elements are bf16, not f32"), "{error}");
    }
}
