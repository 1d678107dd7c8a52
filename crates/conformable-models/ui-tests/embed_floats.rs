use conformable::engine::{Native, EngineTensor};
use conformable::{Shape, Size};
use conformable_models::{Embedding, Module};

fn fits(words: &Embedding<Size<9>, Size<4>, f32, Native>, text: &EngineTensor<usize, Shape![7], Native>) -> EngineTensor<f32, Shape![7, 4], Native> {
    words.forward(text)
}

fn main() {}

fn refused(words: &Embedding<Size<9>, Size<4>, f32, Native>, text: &EngineTensor<f32, Shape![7], Native>) {
    words.forward(text);
}
