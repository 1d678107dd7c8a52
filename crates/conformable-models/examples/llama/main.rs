//! A Llama with grouped queries, rotary positions and a cache, from `bf16` shards of `transformers`, on any engine.
//!
//! `make.py` wrote the files of `data`. `cargo run --release --example llama` compares with PyTorch.

mod over;
#[path = "../shared/mod.rs"]
mod shared;

use candle_core::Device;
use conformable::engine::{EngineTensor, FloatEngine, Native};
use conformable::ops::IndexElement;
use conformable::{Axis, Dyn};
use conformable_candle::Candle;
use conformable_files::File;
use conformable_models::Checkpoint;
use over::{Ids, Llama, Small};
use shared::{Compared, Outcome, data, indices};

/// The logits of a prompt and the greedy tokens after it, beside PyTorch's.
fn compare_one<E: FloatEngine<f32>>(name: &str, device: &E::Device) -> Outcome<Compared> {
    let file = File::open(data("llama").join("model.safetensors.index.json"))?;
    let expected = File::open(data("llama").join("expected.safetensors"))?;
    let model: Llama<Small, E> = Checkpoint::of(&file.all()).converted().load(device)?;
    let upload = |ids| EngineTensor::<E::Index, _, E>::indices(ids, device);

    let ids: Ids<Dyn, E> = upload(&indices::<(Dyn, Dyn)>(&expected, "ids")?)?.named();
    let greedy = indices::<(Dyn, Dyn)>(&expected, "greedy")?;
    let mut caches = model.caches(ids.shape().0)?;
    let logits = model.forward(&ids, &mut caches)?;
    let compared = Compared::new(name, &expected, "logits", logits.to_tensor()?.as_slice())?;

    let mut token = logits.index_axis(Axis::<1>, -1).argmax(Axis::<-1>);
    let mut equal = true;
    for step in 0..greedy.sizes()[1] {
        let theirs = greedy.index_axis(Axis::<1>, step);
        equal &=
            token.to_tensor()?.iter().map(|id| id.place(usize::MAX)).eq(theirs.iter().map(|id| id.place(usize::MAX)));
        let logits = model.forward(&token.unsqueeze(Axis::<1>), &mut caches)?;
        token = logits.index_axis(Axis::<1>, 0).argmax(Axis::<-1>);
    }
    Ok(compared.with_tokens(equal))
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
    use super::*;

    #[test]
    fn it_answers_as_pytorch_does() {
        compare().unwrap().iter().for_each(|compared| compared.check(1e-5));
    }

    #[test]
    fn more_tokens_than_places_are_an_error() {
        let file = File::open(data("llama").join("model.safetensors.index.json")).unwrap();
        let model: Llama<Small, Native> = Checkpoint::of(&file.all()).converted().load(&()).unwrap();
        let ids = conformable::Tensor::from_fn((over::Rows::labelled(1), Dyn::new(60)), |[_, at]| at);
        let ids = EngineTensor::indices(&ids, &()).unwrap();
        let mut caches = model.caches(over::Rows::labelled(1)).unwrap();
        model.forward(&ids, &mut caches).unwrap();
        let error = model.forward(&ids.narrow(Axis::<1>, 0..5), &mut caches).err().unwrap().to_string();
        assert!(error.contains("the range 60..65 is out of bounds for axis 0 of (64, 4)"), "{error}");
    }

    #[test]
    fn other_floats_are_read_on_request_only() {
        let file = File::open(data("llama").join("model.safetensors.index.json")).unwrap();
        let error = Checkpoint::of(&file.all()).load::<Llama<Small, Native>, f32, _>(&()).err().unwrap().to_string();
        assert!(error.contains("does not fit the model: 21 tensors of other elements\n"), "{error}");
        assert!(error.contains("`lm_head.weight`: the elements are bf16, not f32"), "{error}");
    }
}
