use conformable::Size;
use conformable::engine::Native;
use conformable_models::{ByHead, attention};

type Heads<H> = ByHead<Size<1>, H, Size<5>, Size<16>, f32, Native>;

fn fits(queries: &Heads<Size<8>>, keys: &Heads<Size<4>>) -> Heads<Size<8>> {
    attention(queries, keys, keys, true)
}

fn main() {}

fn refused(queries: &Heads<Size<8>>, keys: &Heads<Size<3>>) -> Heads<Size<8>> {
    attention(queries, keys, keys, true)
}
