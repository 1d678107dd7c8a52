use conformable::Size;
use conformable::engine::Native;
use conformable_models::{ByHead, KvCache};

type Cache = KvCache<Size<1>, Size<2>, Size<64>, Size<16>, f32, Native>;
type Heads<N> = ByHead<Size<1>, Size<2>, N, Size<16>, f32, Native>;

fn fits(cache: &mut Cache, keys: &Heads<Size<3>>, values: &Heads<Size<3>>) {
    cache.push(keys, values).unwrap();
}

fn main() {}

fn refused(cache: &mut Cache, keys: &Heads<Size<3>>, values: &Heads<Size<2>>) {
    cache.push(keys, values).unwrap();
}
