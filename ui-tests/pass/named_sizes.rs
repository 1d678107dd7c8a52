//! Generic code needs no word about names, and names cost no conversion.

use conformable::{Dim, Dyn, Inline, Named, Prod, Shape, Size, Tensor, assert_type_eq, shape};

struct Batch;
struct Heads;

const VOCABULARY: usize = 50_257;

assert_type_eq!(
    Shape![Batch = _, Heads = 8, { VOCABULARY }],
    (Dyn<Batch>, Named<Heads, Size<8>>, conformable::dim!(50257))
);
assert_type_eq!(Prod<Named<Heads, Size<8>>, Size<64>>, Size<512>);

fn scale<B: Dim, H: Dim, T: Dim>(x: &Tensor<f32, (B, H, T)>, by: &Tensor<f32, (H, Size<1>)>) -> Tensor<f32, (B, H, T)> {
    x * by
}

fn named<L, N: Dim>(n: N) -> Shape![L = N, 2] {
    (n.named::<L>(), Size)
}

pub(crate) fn main() {
    let n = 2;
    let x = Tensor::full(shape![Batch = n, Heads = 8, 64], 1.0);
    let y: Tensor<f32, Shape![Batch = _, Heads = 8, 64]> = scale(&x, &Tensor::full(shape![Heads = 8, 1], 2.0));
    let eight = 8;
    let z = &y + Tensor::full(shape![eight, 64], 1.0) + Tensor::full(shape![Heads = eight, 64], 1.0);
    let wide: Tensor<f32, Shape![_, Heads = _, _]> = z.clone().widen();
    let back: Tensor<f32, Shape![Batch = _, Heads = 8, 64]> = wide.refine().unwrap();
    assert_eq!(back, z);
    assert_eq!(format!("{:?}", back.shape()), "(Batch = 2, Heads = 8, Size<64>)");
    assert!(format!("{back:?}").starts_with("Tensor (Batch = 2, Heads = 8, 64) "));
    let plain: Tensor<f32, Shape![_, 8, 64]> = back.unnamed();
    assert_eq!(plain.named::<Shape![Batch = _, Heads = 8, 64]>(), z);
    assert_eq!(named::<Heads, _>(Size::<3>), shape![Heads = 3, 2]);

    let inline: Tensor<i32, Shape![Heads = 2], Inline> = Tensor::inline([1, 2]).named();
    assert_eq!((&inline + &inline).unnamed().into_array(), [2, 4]);
    let dynamic: Tensor<i32, Shape![Heads = _], Inline> = inline.widen();
    let fixed: Tensor<i32, Shape![Heads = 2], Inline> = dynamic.refine().unwrap();
    assert_eq!(fixed.into_array(), [1, 2]);

    let _: Dyn = Size::<4>.into();
    let _: Dyn<Batch> = Size::<4>.named::<Batch>().into();
}
