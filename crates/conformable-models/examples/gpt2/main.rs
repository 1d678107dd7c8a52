//! GPT-2 with a cache, on tensors and on engines, from a checkpoint of `transformers`.
//!
//! `make.py` wrote the small model of `data`, its tokenizer, and PyTorch's answers.
//! `cargo run --release --example gpt2` compares.
//!
//! - `-- write PROMPT` continues a text.
//! - `-- save PATH` writes the model to a file, which `make.py check PATH` reads.
//! - `-- time [FOLDER] [ROUNDS]` times a prompt of 2 by 40 tokens and 8 further tokens; `make.py gpt2 FOLDER` writes
//!   the model of 124 million parameters.

#![allow(clippy::cast_precision_loss, reason = "small sizes")]

mod config;
mod over;
mod plain;
mod sample;
#[path = "../shared/mod.rs"]
mod shared;

use candle_core::Device;
use config::{Base, Config, Room, Rows, Small};
use conformable::engine::{EngineTensor, FloatEngine, Native};
use conformable::{Axis, Dim, Dyn, Size, StaticDim, Tensor, Threads};
use conformable_candle::Candle;
use conformable_files::File;
use conformable_models::{Files, FitsIn, FromFile};
use sample::{Sampler, best};
use shared::{Compared, Outcome, data, indices};
use std::path::Path;
use tokenizers::Tokenizer;

/// The tokens of several sequences.
type Ids<T> = plain::Ids<T>;

/// A model on tensors or on an engine.
trait Model<C: Config> {
    type Caches;

    fn empty(&self, batch: Rows, room: Dyn<Room>) -> Outcome<Self::Caches>;

    /// The logits of what follows each token.
    fn logits<T: FitsIn<C::Positions>>(
        &self,
        ids: &Ids<T>,
        caches: &mut Self::Caches,
    ) -> Outcome<plain::Tokens<T, C::Vocabulary>>;

    /// Continues each sequence by `count` tokens, which `choose` takes from the logits of each: all of the first
    /// sequence, and then those of the others.
    fn write(&self, ids: &Ids<Dyn>, count: usize, mut choose: impl FnMut(&[f32]) -> usize) -> Outcome<Vec<usize>> {
        let (batch, prompt) = *ids.shape();
        let mut caches = self.empty(batch, Dyn::labelled(prompt.size() + count))?;
        let last = |logits: &plain::Tokens<Dyn, C::Vocabulary>| logits.index_axis(Axis::<1>, -1).to_owned();
        let mut logits = last(&self.logits(ids, &mut caches)?);
        let mut steps = Vec::new();
        loop {
            let mut rows = logits.as_slice().chunks(logits.sizes()[1]);
            let token = Tensor::from_fn((batch, Size::<1>), |_| choose(rows.next().expect("a row of each sequence")));
            steps.push(token.clone().into_vec());
            if steps.len() == count {
                break;
            }
            logits = self.logits(&token, &mut caches)?.index_axis(Axis::<1>, 0).to_owned();
        }
        Ok((0..ids.sizes()[0]).flat_map(|row| steps.iter().map(move |step| step[row])).collect())
    }
}

impl<C: Config> Model<C> for plain::Gpt2<C> {
    type Caches = Vec<plain::Cache<C>>;

    fn empty(&self, batch: Rows, room: Dyn<Room>) -> Outcome<Self::Caches> {
        Ok(self.caches(batch, room)?)
    }

    fn logits<T: FitsIn<C::Positions>>(
        &self,
        ids: &Ids<T>,
        caches: &mut Self::Caches,
    ) -> Outcome<plain::Tokens<T, C::Vocabulary>> {
        Ok(self.forward(ids, caches)?)
    }
}

impl<C: Config, E: FloatEngine<f32>> Model<C> for over::Gpt2<C, E> {
    type Caches = Vec<over::Cache<C, E>>;

    fn empty(&self, batch: Rows, room: Dyn<Room>) -> Outcome<Self::Caches> {
        Ok(self.caches(batch, room)?)
    }

    fn logits<T: FitsIn<C::Positions>>(
        &self,
        ids: &Ids<T>,
        caches: &mut Self::Caches,
    ) -> Outcome<plain::Tokens<T, C::Vocabulary>> {
        let ids = EngineTensor::<E::Index, _, E>::indices(ids, &self.device())?;
        Ok(self.forward(&ids, caches)?.to_tensor()?)
    }
}

/// The logits of a prompt, and the greedy tokens after it, beside PyTorch's.
fn compare_one<C: Config>(name: &'static str, model: &impl Model<C>) -> Outcome<Compared> {
    let expected = File::open(data("gpt2").join("expected.safetensors"))?;
    let ids: Ids<Dyn> = indices::<(Dyn, Dyn)>(&expected, "ids")?.named();
    let greedy = indices::<(Dyn, Dyn)>(&expected, "greedy")?;
    let (batch, prompt) = *ids.shape();
    let logits = model.logits(&ids, &mut model.empty(batch, Dyn::labelled(prompt.size()))?)?;
    let compared = Compared::new(name, &expected, "logits", logits.as_slice())?;
    Ok(compared.with_tokens(model.write(&ids, greedy.sizes()[1], best)? == greedy.as_slice()))
}

/// Compares the small model with PyTorch, on tensors and on engines.
fn compare() -> Outcome<[Compared; 3]> {
    let file = File::open(data("gpt2").join("model.safetensors"))?;
    Ok([
        compare_one("tensors", &plain::Gpt2::<Small>::load(&file.part("transformer"))?)?,
        compare_one("Native", &over::Gpt2::<Small, Native>::from_file(&file.all(), &())?)?,
        compare_one("candle", &over::Gpt2::<Small, Candle>::from_file(&file.all(), &Device::Cpu)?)?,
    ])
}

/// Continues a text by 20 tokens, with a temperature of 0.7 and the 5 best tokens.
fn write(prompt: &str, seed: u64) -> Outcome<String> {
    let tokenizer = Tokenizer::from_file(data("gpt2").join("tokenizer.json")).map_err(|error| error.to_string())?;
    let encoded = tokenizer.encode(prompt, false).map_err(|error| error.to_string())?;
    let ids: Vec<usize> = encoded.get_ids().iter().map(|&id| usize::try_from(id)).collect::<Result<_, _>>()?;
    let ids = Tensor::from_vec((Rows::labelled(1), Dyn::new(ids.len())), ids)?;
    let file = File::open(data("gpt2").join("model.safetensors"))?;
    let mut sampler = Sampler::new(0.7, 5, seed);
    let model = plain::Gpt2::<Small>::load(&file.part("transformer"))?;
    let tokens = model.write(&ids, 20, |logits| sampler.choose(logits))?;
    let tokens: Vec<u32> = tokens.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
    Ok(prompt.to_owned() + &tokenizer.decode(&tokens, false).map_err(|error| error.to_string())?)
}

/// Times a model with a prompt, and with further tokens.
fn time<C: Config>(folder: &Path, rounds: usize) -> Outcome {
    let file = File::open(folder.join("model.safetensors"))?;
    let plain = plain::Gpt2::<C>::load(&file.part("transformer"))?;
    let native = over::Gpt2::<C, Native>::from_file(&file.all(), &())?;
    let candle = over::Gpt2::<C, Candle>::from_file(&file.all(), &Device::Cpu)?;
    let two = Threads::new(2)?;
    let words = C::Vocabulary::DIM.size();
    for (name, time, further) in [("2 by 40 tokens", 40, 1), ("8 further tokens", 8, 9)] {
        let ids = Tensor::from_fn((Rows::labelled(2), Dyn::new(time)), |[row, at]| (31 * at + 17 * row + 5) % words);
        let run = |tokens: Outcome<Vec<usize>>| tokens.map_err(|error| error.to_string());
        let on_tensors = || run(plain.write(&ids, further, best));
        let on_native = || run(native.write(&ids, further, best));
        let on_candle = || run(candle.write(&ids, further, best));
        let on_two = || two.run(on_tensors);
        let runs: [(_, &dyn Fn() -> _); 4] = [
            ("tensors", &on_tensors),
            ("Native", &on_native),
            ("candle", &on_candle),
            ("tensors on two threads", &on_two),
        ];
        shared::time(name, rounds, &runs)?;
    }
    Ok(())
}

fn main() -> Outcome {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let rounds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(5);
    let second = arguments.get(1).filter(|argument| argument.parse::<usize>().is_err());
    match (arguments.first().map(String::as_str), second) {
        (Some("time"), Some(folder)) => time::<Base>(Path::new(folder), rounds),
        (Some("time"), None) => time::<Small>(&data("gpt2"), rounds),
        (Some("save"), Some(path)) => {
            let file = File::open(data("gpt2").join("model.safetensors"))?;
            Ok(over::Gpt2::<Small, Native>::from_file(&file.all(), &())?.save(path)?)
        }
        (Some("write"), Some(prompt)) => {
            println!("{}", write(prompt, 1)?);
            Ok(())
        }
        _ => {
            compare()?.iter().for_each(|compared| println!("{compared}"));
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers_as_pytorch_does() {
        compare().unwrap().iter().for_each(|compared| compared.check(1e-5));
    }

    #[test]
    fn it_reads_the_tokens_that_python_wrote() {
        let tokenizer = Tokenizer::from_file(data("gpt2").join("tokenizer.json")).unwrap();
        let expected = File::open(data("gpt2").join("expected.safetensors")).unwrap();
        let ids = indices::<(Dyn, Dyn)>(&expected, "ids").unwrap();
        let encoded = tokenizer.encode("A tensor has a shape", false).unwrap();
        let ours: Vec<usize> = encoded.get_ids().iter().map(|&id| id as usize).collect();
        assert_eq!(&ours[..ids.sizes()[1]], &ids.as_slice()[..ids.sizes()[1]]);
    }

    #[test]
    fn it_samples_by_the_probabilities_of_pytorch() {
        let expected = File::open(data("gpt2").join("expected.safetensors")).unwrap();
        let logits = expected.load::<f32, (Dyn, Dyn, Size<320>)>("logits").unwrap();
        let best = indices::<(Dyn, Size<5>)>(&expected, "best").unwrap();
        let probabilities = expected.load::<f32, (Dyn, Size<5>)>("probabilities").unwrap();
        let sampler = Sampler::new(0.7, 5, 1);
        for (row, (best, probabilities)) in
            best.as_slice().chunks(5).zip(probabilities.as_slice().chunks(5)).enumerate()
        {
            let last = logits.index_axis(Axis::<0>, row).index_axis(Axis::<0>, -1).to_owned();
            let ours = sampler.probabilities(last.as_slice());
            assert_eq!(ours.iter().map(|(id, _)| *id).collect::<Vec<_>>(), best);
            assert!(ours.iter().zip(probabilities).all(|((_, ours), theirs)| (ours - theirs).abs() < 1e-5), "{ours:?}");
        }
    }

    #[test]
    fn a_seed_decides_the_text() {
        let text = write("A tensor has", 1).unwrap();
        assert!(text.starts_with("A tensor has"), "{text}");
        assert_eq!(write("A tensor has", 1).unwrap(), text);
        assert_ne!(write("A tensor has", 2).unwrap(), text);
    }
}
