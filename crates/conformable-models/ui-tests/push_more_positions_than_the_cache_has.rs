use conformable::Size;
use conformable::engine::Native;
use conformable_models::{ByHead, KvCache};

type Cache = KvCache<Size<1>, Size<2>, Size<64>, Size<16>, f32, Native>;
type Keys<N> = ByHead<Size<1>, Size<2>, N, Size<16>, f32, Native>;

fn fits(cache: &mut Cache, keys: &Keys<Size<64>>) {
    cache.push(keys, keys).unwrap();
}

fn main() {}

fn refused(cache: &mut Cache, keys: &Keys<Size<65>>) {
    cache.push(keys, keys).unwrap();
}
