//! What an editor shows: `.ci/hovers` asks for the type of every `let`, which is to be what stands behind it.

use conformable::{
    AnyShape, Axis, Dim, DimSum, Dyn, Explicit, Inline, Keep, Named, NumpyBroadcast, Paddle, Pdpd, Prod, Shape, Size, StaticDim, Storage, Sum,
    Tensor, Thousands, broadcast, dim, shape, zip,
};

struct Batch;
struct Heads;

const CLASSES: usize = 10;
const VOCAB: usize = 50_257;

mod model {
    pub const WIDTH: usize = 96;
}

fn over_dims<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, mean: &Tensor<f32, (N, Size<1>)>, bias: &Tensor<f32, (C,)>) {
    let centred = x - mean; //: Tensor<f32, (N, C)>
    let product = &centred * &centred; //: Tensor<f32, (N, C)>
    let biased = product + bias; //: Tensor<f32, (N, C)>
    let mapped = zip((&biased, bias)).map(|(a, b)| a > b); //: Tensor<bool, (N, C)>
    let scaled = biased.under(Pdpd(Axis::<1>)) * bias; //: Tensor<f32, (N, C)>
    let view = scaled.view(); //: Tensor<f32, (N, C), View<'_>>
    let plus = view + bias; //: Tensor<f32, (N, C)>
}

fn over_shapes<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) {
    let doubled = x * 2.0; //: Tensor<f32, S, <D as Storage>::Owner>
    let chain = &doubled + &doubled * 3.0; //: Tensor<f32, S, <D as Storage>::Owner>
    let again = (&chain - &doubled).map(f32::abs); //: Tensor<f32, S, <D as Storage>::Owner>
}

fn over_two_shapes<A: Shape + NumpyBroadcast<B>, B: Shape>(a: &Tensor<f32, A>, b: &Tensor<f32, B>) {
    let sum = a + b; //: Tensor<f32, <A as NumpyBroadcast<B>>::Output>
    let twice = &sum * 2.0; //: Tensor<f32, <A as NumpyBroadcast<B>>::Output>
}

fn over_constants<const N: usize>(x: &Tensor<f32, (Size<N>, Size<3>)>)
where
    Size<N>: Dim,
{
    let doubled = x * 2.0; //: Tensor<f32, (Size<N>, Size<3>)>
}

fn over_known_dims<N: StaticDim>(n: N) {
    let inline = Tensor::inline_full(shape![n, 2], 1.0); //: Tensor<f64, (N, Size<2>), Inline>
    let doubled = &inline + &inline; //: Tensor<f64, (N, Size<2>), Inline>
}

fn signatures(logits: &Tensor<f32, Shape![_, {VOCAB}]>, bias: &Tensor<f32, Shape![50257]>, pixels: Tensor<u8, Shape![1_000_000]>) {
    let biased = logits + bias; //: Tensor<f32, (Dyn, Size<50257>)>
    let soft = &biased - logits; //: Tensor<f32, (Dyn, Size<50257>)>
    let bytes = pixels.map(f32::from); //: Tensor<f32, (Size<1000000>,)>
}

fn main() {
    let n = 2; //: usize
    let literal = shape![2, 3]; //: (Size<2>, Size<3>)
    let dynamic = shape![n, 3]; //: (Dyn, Size<3>)
    let constant = shape![{ CLASSES }, { model::WIDTH }]; //: (Size<10>, Size<96>)
    let computed = shape![{ 2 * CLASSES + 1 }]; //: (Size<21>,)
    let large = shape![n, 50257]; //: (Dyn, Size<50257>)
    let named = shape![Batch = n, Heads = 8, 64]; //: (Dyn<Batch>, Named<Heads, Size<8>>, Size<64>)
    let named_large = shape![Heads = { VOCAB }]; //: (Named<Heads, Size<50257>>,)
    let empty = shape![]; //: ()

    let annotated: Tensor<f32, Shape![2, 4]> = Tensor::zeros(shape![2, 4]); //: Tensor<f32, (Size<2>, Size<4>)>
    let through_type = Tensor::<f32, Shape![_, { CLASSES }, { model::WIDTH }]>::zeros(shape![n, 10, 96]); //: Tensor<f32, (Dyn, Size<10>, Size<96>)>
    let with_names: Tensor<f32, Shape![Batch = _, Heads = 8]> = Tensor::zeros(shape![Batch = n, Heads = 8]); //: Tensor<f32, (Dyn<Batch>, Named<Heads, Size<8>>)>
    let one: dim!(3) = Size; //: Size<3>
    let wide: Tensor<f32, (Dyn, dim!(50257))> = Tensor::zeros(shape![n, 50257]); //: Tensor<f32, (Dyn, Size<50257>)>
    let sum: Sum<Size<3>, Size<4>> = Size; //: Size<7>
    let product: Prod<Size<3>, dim!(4)> = Size; //: Size<12>
    let length = Size::<3>.plus(Size::<4>); //: Option<Size<7>>

    let nested = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]); //: Tensor<f64, (Size<2>, Size<3>)>
    let row = Tensor::from([1.0, 2.0, 3.0]); //: Tensor<f64, (Size<3>,)>
    let sum_of_two = &nested + &row; //: Tensor<f64, (Size<2>, Size<3>)>
    let column = &nested * Tensor::from([[1.0], [2.0]]); //: Tensor<f64, (Size<2>, Size<3>)>
    let outer = Tensor::from([[1.0], [2.0]]) * &row; //: Tensor<f64, (Size<2>, Size<3>)>
    let full = Tensor::full(dynamic, 1.0); //: Tensor<f64, (Dyn, Size<3>)>
    let checked = &full + &nested; //: Tensor<f64, (Size<2>, Size<3>)>
    let stretched = &full + Tensor::full(shape![1, 3], 1.0); //: Tensor<f64, (Dyn, Size<3>)>
    let scalar = 2.0 * &full; //: Tensor<f64, (Dyn, Size<3>)>
    let big = Tensor::<f32, _>::zeros(large) * 2.0; //: Tensor<f32, (Dyn, Size<50257>)>
    let big_sum = &big + Tensor::<f32, _>::zeros(shape![50257]); //: Tensor<f32, (Dyn, Size<50257>)>
    let by_hand = &big + Tensor::<f32, (Thousands<50, 257>,)>::zeros((Thousands,)); //: Tensor<f32, (Dyn, Thousands<50, 257>)>
    let heads = Tensor::full(named, 1.0) + Tensor::full(shape![64], 1.0); //: Tensor<f64, (Dyn<Batch>, Named<Heads, Size<8>>, Size<64>)>
    let by_name = Tensor::full((Named::<Heads, _>::new(Size::<8>),), 1.0); //: Tensor<f64, (Named<Heads, Size<8>>,)>

    let greater = nested.greater(&row); //: Tensor<bool, (Size<2>, Size<3>)>
    let chosen = greater.where_cond(&nested, &row); //: Tensor<f64, (Size<2>, Size<3>)>
    let rule = nested.under(Pdpd(Axis::<0>)) * &Tensor::full(shape![n], 2.0); //: Tensor<f64, (Size<2>, Size<3>)>
    let paddle = nested.under(Paddle) - &row; //: Tensor<f64, (Size<2>, Size<3>)>
    let explicit = nested.under(Explicit) - &nested; //: Tensor<f64, (Size<2>, Size<3>)>
    let fallible = full.try_add(&row).unwrap(); //: Tensor<f64, (Dyn, Size<3>)>
    let (left, right) = broadcast((&full, &row)); //: Tensor<f64, (Dyn, Size<3>), View<'_>>
    let zipped = zip((&full, &row, &nested)).map(|(a, b, c)| a + b * c); //: Tensor<f64, (Size<2>, Size<3>)>
    let refined = full.clone().refine::<Shape![2, 3]>().unwrap(); //: Tensor<f64, (Size<2>, Size<3>)>
    let widened = refined.clone().widen::<Shape![_, 3]>(); //: Tensor<f64, (Dyn, Size<3>)>
    let erased = widened.erase(); //: Tensor<f64, AnyShape>
    let any = &erased + &row; //: Tensor<f64, AnyShape>
    let target = row.broadcast_to::<Shape![4, 3]>(); //: Tensor<f64, (Size<4>, Size<3>), View<'_>>
    let inline = Tensor::inline([[1, 2], [3, 4]]) + Tensor::inline([10, 20]); //: Tensor<i32, (Size<2>, Size<2>), Inline>
    let copied = nested.to_inline(); //: Tensor<f64, (Size<2>, Size<3>), Inline>
    let total = nested.sum(Axis::<0>); //: Tensor<f64, (Size<3>,)>
    let equal = total.clone().equate::<Shape![3]>(); //: Tensor<f64, (Size<3>,)>
    let kept = full.mean(Keep(Axis::<-1>)); //: Tensor<f64, (Dyn, Size<1>)>
    let places = nested.argmax((Axis::<1>, Axis::<0>)); //: Tensor<usize, ()>
    let transposed = full.t(); //: Tensor<f64, (Size<3>, Dyn), View<'_>>
    let new_axis = row.unsqueeze(Axis::<0>); //: Tensor<f64, (Size<1>, Size<3>), View<'_>>
    let reshaped = nested.to_reshaped(shape![3, 2]); //: Tensor<f64, (Size<3>, Size<2>)>
    let value = dim!(77); //: Size<77>
    let larger = dim!({ VOCAB }); //: Size<50257>
    let above = nested.maximum(1.0); //: Tensor<f64, (Size<2>, Size<3>)>
    let positive = full.greater(0.0).where_cond(&full, 0.0); //: Tensor<f64, (Dyn, Size<3>)>
    let slice = Tensor::from_slice(shape![3], &[1, 2, 3]).unwrap(); //: Tensor<i32, (Size<3>,), View<'_>>
    let collected: Tensor<i32, Shape![_]> = (0..3).collect(); //: Tensor<i32, (Dyn,)>
    let vector = Tensor::from(vec![1, 2, 3]); //: Tensor<i32, (Dyn,)>
    let default = Tensor::<f32, Shape![2, { CLASSES }]>::default(); //: Tensor<f32, (Size<2>, Size<10>)>
    let bounded = Tensor::full(shape![2, 3], 0.0).widen::<Shape![1..=128, 3]>(); //: Tensor<f64, (Within<Size<1>, Size<128>>, Size<3>)>
    let with_bounds = &bounded + &full; //: Tensor<f64, (Within<Size<1>, Size<128>>, Size<3>)>
    let read = nested[[1, 2]]; //: f64
    let sizes = nested.sizes(); //: [usize; 2]
}

fn any(_: AnyShape, _: Inline, _: impl DimSum<Size<1>>) {}
