use conformable::engine::Native;
use conformable::{Dim, Size};
use conformable_models::{ByHead, KvCache, FitsIn};

type Cache = KvCache<Size<1>, Size<2>, Size<64>, Size<16>, f32, Native>;
type Keys<N> = ByHead<Size<1>, Size<2>, N, Size<16>, f32, Native>;

fn fits<N: FitsIn<Size<64>>>(cache: &mut Cache, keys: &Keys<N>) {
    cache.push(keys, keys).unwrap();
}

fn main() {}

fn refused<N: Dim>(cache: &mut Cache, keys: &Keys<N>) {
    cache.push(keys, keys).unwrap();
}
