//! A transformer that learns to continue text by characters, on any engine with gradients.

#![allow(clippy::many_single_char_names, reason = "the names of the field")]

use conformable::axes::Heads;
use conformable::engine::{Differentiate, Engine, EngineTensor, FloatEngine};
use conformable::{Axis, Dim, Dyn, Onto, Size, Tensor, dim};
use conformable_models::{
    AdamW, Decay, Dropout, Embedding, LayerNorm, Linear, ModelError, Module, Moments, Schedule, attention, clip_norm,
    cross_entropy, model, value_and_gradients,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The printable characters of ASCII and the end of a line, the characters that are read at once, and the widths.
type Characters = Size<96>;
type Length = Size<32>;
type Width = Size<64>;
type Joined = dim!(192);
type Hidden = Size<256>;
type Parts = Size<4>;

/// Texts of a batch.
pub(crate) struct Batch;

type Rows = Dyn<Batch>;
type Tokens<T, D, E> = EngineTensor<f32, (Rows, T, D), E>;
type Ids<T, E> = EngineTensor<<E as Engine>::Index, (Rows, T), E>;

struct Block<E: Engine> {
    norm1: LayerNorm<Width, f32, E>,
    joined: Linear<Width, Joined, f32, E>,
    output: Linear<Width, Width, f32, E>,
    norm2: LayerNorm<Width, f32, E>,
    widen: Linear<Width, Hidden, f32, E>,
    narrow: Linear<Hidden, Width, f32, E>,
}

model!([E: FloatEngine<f32>] Block<E> as f32 on E { norm1, joined, output, norm2, widen, narrow });

impl<E: FloatEngine<f32>> Block<E> {
    fn random(device: &E::Device, random: &mut impl FnMut() -> f64) -> Result<Self, ModelError<E>> {
        Ok(Self {
            norm1: LayerNorm::new(Size, device)?,
            joined: Linear::random(Size, Size, device, random)?,
            output: Linear::random(Size, Size, device, random)?,
            norm2: LayerNorm::new(Size, device)?,
            widen: Linear::random(Size, Size, device, random)?,
            narrow: Linear::random(Size, Size, device, random)?,
        })
    }

    fn attended<T: Dim>(&self, x: &Tokens<T, Width, E>) -> Tokens<T, Width, E> {
        let width: Width = Size;
        let (q, k, v) = self.joined.forward(x).split(Axis::<2>, (width, width, width));
        let heads = (Parts::default(), <Width as Heads<Parts>>::Width::default());
        let [q, k, v] = [q, k, v].map(|x| x.unflatten(Axis::<2>, heads).swap_axes(Axis::<1>, Axis::<2>));
        let y = attention(&q, &k, &v, true).swap_axes(Axis::<1>, Axis::<2>);
        self.output.forward(&y.flatten_axes_to(Axis::<2>, width))
    }

    /// `dropped` is a dropout during training, and changes nothing otherwise.
    fn forward<T: Dim>(
        &self,
        x: Tokens<T, Width, E>,
        mut dropped: impl FnMut(Tokens<T, Width, E>) -> Tokens<T, Width, E>,
    ) -> Tokens<T, Width, E> {
        let attended = dropped(self.attended(&self.norm1.forward(&x)));
        let x = x + attended;
        let hidden = self.widen.forward(&self.norm2.forward(&x)).gelu();
        x + dropped(self.narrow.forward(&hidden))
    }
}

/// The whole model.
pub(crate) struct Writer<E: Engine> {
    words: Embedding<Characters, Width, f32, E>,
    places: Embedding<Length, Width, f32, E>,
    blocks: [Block<E>; 2],
    norm: LayerNorm<Width, f32, E>,
    output: Linear<Width, Characters, f32, E>,
}

model!([E: FloatEngine<f32>] Writer<E> as f32 on E { words, places, blocks, norm, output });

impl<E: FloatEngine<f32>> Writer<E> {
    fn random(device: &E::Device, random: &mut impl FnMut() -> f64) -> Result<Self, ModelError<E>> {
        Ok(Self {
            words: Embedding::random(Size, Size, device, random)?,
            places: Embedding::random(Size, Size, device, random)?,
            blocks: [Block::random(device, random)?, Block::random(device, random)?],
            norm: LayerNorm::new(Size, device)?,
            output: Linear::random(Size, Size, device, random)?,
        })
    }

    fn forward<T: Dim>(
        &self,
        ids: &Ids<T, E>,
        mut dropped: impl FnMut(Tokens<T, Width, E>) -> Tokens<T, Width, E>,
    ) -> Tokens<T, Characters, E> {
        let length = ids.sizes()[1];
        let x = self.words.forward(ids).under(Onto) + &self.places.weight.narrow(Axis::<0>, ..length);
        let x = self.blocks.iter().fold(x, |x, block| block.forward(x, &mut dropped));
        self.output.forward(&self.norm.forward(&x))
    }

    /// Continues a text by the most likely characters.
    pub(crate) fn write(&self, start: &str, count: usize) -> Result<String, ModelError<E>> {
        let mut text = codes(start);
        for _ in 0..count {
            let from = text.len().saturating_sub(32);
            let ids = Tensor::from_fn((Rows::labelled(1), Dyn::new(text.len() - from)), |[_, at]| text[from + at]);
            let ids = EngineTensor::<E::Index, _, E>::indices(&ids, &self.words.weight.device())?;
            let logits = self.forward(&ids, |x| x).index_axis(Axis::<1>, -1).to_tensor()?;
            text.push(logits.argmax(Axis::<-1>).into_vec()[0]);
        }
        let character =
            |&code: &usize| if code == 95 { '\n' } else { char::from(32 + u8::try_from(code).unwrap_or(0)) };
        Ok(text.iter().map(character).collect())
    }
}

/// The characters of a text as indices; others are left out.
fn codes(text: &str) -> Vec<usize> {
    let code = |byte| match byte {
        b'\n' => Some(95),
        b' '..=b'~' => Some(usize::from(byte - b' ')),
        _ => None,
    };
    text.bytes().filter_map(code).collect()
}

/// Pieces of a text, and the characters that follow each of theirs.
fn batch<E: FloatEngine<f32>>(
    text: &[usize],
    starts: &[usize],
    device: &E::Device,
) -> Result<[Ids<Length, E>; 2], ModelError<E>> {
    let rows = Rows::labelled(starts.len());
    let piece = |shift| {
        let ids = Tensor::from_fn((rows, Length::default()), |[row, at]| text[starts[row] + at + shift]);
        EngineTensor::<E::Index, _, E>::indices(&ids, device)
    };
    Ok([piece(0)?, piece(1)?])
}

/// The text that is learnt: chapters of the guide.
const TEXT: &str = concat!(
    include_str!("../../../../docs/guide/src/axes.md"),
    include_str!("../../../../docs/guide/src/broadcasting.md"),
    include_str!("../../../../docs/guide/src/products.md"),
    include_str!("../../../../docs/guide/src/elements.md"),
);

/// Trains a model for a number of steps, and returns it with the loss of each.
pub(crate) fn train<E: FloatEngine<f32> + Differentiate<f32>>(
    steps: usize,
    device: &E::Device,
    mut progress: impl FnMut(usize, f32),
) -> Result<(Writer<E>, Vec<f32>), ModelError<E>> {
    let text = codes(TEXT);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut writer = Writer::<E>::random(device, &mut || rng.random::<f64>())?;
    let mut moments = Moments::of(&writer)?;
    let schedule = Schedule { rate: 3e-3, warmup: steps / 10, decay: Decay::Cosine { steps, least: 3e-4 } };
    let dropout = Dropout { probability: 0.05 };
    let mut losses = Vec::new();
    for step in 0..steps {
        let starts: Vec<usize> = (0..16).map(|_| rng.random_range(0..text.len() - 33)).collect();
        let [ids, next] = batch::<E>(&text, &starts, device)?;
        let random = &mut || rng.random::<f64>();
        let (loss, gradients) = value_and_gradients(&writer, |writer| {
            let logits = writer.forward(&ids, |x| dropout.train(&x, random).expect("memory"));
            cross_entropy(&logits, &next)
        })?;
        let (gradients, _) = clip_norm(&gradients, 1.0)?;
        AdamW { rate: schedule.rate(step), ..AdamW::default() }.step(&mut writer, &mut moments, &gradients)?;
        losses.push(loss.to_tensor()?.into_vec()[0]);
        progress(step, losses[step]);
    }
    Ok((writer, losses))
}
