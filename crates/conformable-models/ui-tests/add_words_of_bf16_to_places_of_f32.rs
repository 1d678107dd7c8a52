use conformable::Size;
use conformable::engine::{EngineTensor, Native};
use conformable_models::{Embedding, Module};
use half::bf16;

type Words = Embedding<Size<300>, Size<32>, bf16, Native>;
type Tokens<T> = EngineTensor<T, (Size<8>, Size<32>), Native>;

fn fits(words: &Words, ids: &EngineTensor<usize, (Size<8>,), Native>, places: &Tokens<f32>) -> Tokens<f32> {
    words.forward(ids).cast::<f32>() + places
}

fn main() {}

fn refused(words: &Words, ids: &EngineTensor<usize, (Size<8>,), Native>, places: &Tokens<f32>) -> Tokens<f32> {
    words.forward(ids) + places
}
