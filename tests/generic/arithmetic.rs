//! Arithmetic on generic dims: windows, powers, and facts that the compiler cannot prove.

use conformable::axes::Heads;
use conformable::windows::{DimSlides, DimSpreads, Same, SlidDim, SpreadDim, Window};
use conformable::{
    AnyShape, Axis, Dim, DimFloorQuot, DimMax, DimPow, DimProd, DimQuot, DimSum, Dyn, FloorQuot, Greatest, Named,
    Power, Prod, Quot, Shape, Size, Sum, Tensor, assert_type_eq, concat, dim, shape,
};

type Two = Size<2>;
type Three = Size<3>;
type Images<N, C, H, W> = Tensor<f32, (N, C, H, W)>;

assert_type_eq!(FloorQuot<Size<7>, Size<2>>, Size<3>);
assert_type_eq!(FloorQuot<Size<1>, Size<2>>, Size<0>);
assert_type_eq!(FloorQuot<Dyn, Size<2>>, Dyn);
assert_type_eq!(FloorQuot<Size<7>, Dyn>, Dyn);
assert_type_eq!(FloorQuot<dim!(1..=129), Size<4>>, dim!(0..=32));
assert_type_eq!(FloorQuot<dim!(1..=129), dim!(1..=4)>, Dyn);
assert_type_eq!(FloorQuot<dim!(50_257), Size<10>>, dim!(5_025));
assert_type_eq!(Power<Size<2>, Size<10>>, Size<1024>);
assert_type_eq!(Power<Size<10>, Size<6>>, dim!(1_000_000));
assert_type_eq!(Power<Size<0>, Size<0>>, Size<1>);
assert_type_eq!(Power<Dyn, Size<2>>, Dyn);
assert_type_eq!(Power<dim!(2..=5), Size<2>>, dim!(4..=25));
assert_type_eq!(Power<Size<2>, dim!(0..=4)>, Dyn);
assert_type_eq!(Greatest<Size<3>, Size<12>>, Size<12>);
assert_type_eq!(Greatest<Size<3>, Dyn>, Dyn);
assert_type_eq!(Greatest<dim!(1..=8), Size<4>>, dim!(4..=8));

assert_type_eq!(SlidDim<Size<224>, Size<7>, Size<2>, Size<3>>, Size<112>);
assert_type_eq!(SlidDim<Size<5>, Size<2>, Size<2>>, Size<2>);
assert_type_eq!(SlidDim<Size<5>, Size<3>, Size<2>, Same>, Size<3>);
assert_type_eq!(SlidDim<Size<8>, Size<3>, Size<1>, Size<2>, Size<0>>, Size<8>);
assert_type_eq!(SlidDim<Size<9>, Size<3>, Size<1>, Size<0>, Size<0>, Size<4>>, Size<1>);
assert_type_eq!(SlidDim<Dyn, Size<3>>, Dyn);
assert_type_eq!(SlidDim<Named<Row, Size<8>>, Two, Two>, Named<Row, Size<4>>);
assert_type_eq!(SpreadDim<Size<7>, Two, Two>, Size<14>);
assert_type_eq!(SpreadDim<Size<4>, Size<3>, Two, Size<1>, Size<1>, Size<1>, Size<1>>, Size<8>);

struct Row;
struct Column;

/// The values have the arithmetic of the types.
#[test]
fn values() {
    for lhs in 0..12_usize {
        for rhs in 0..12_usize {
            let (l, r) = (Dyn::new(lhs), Dyn::new(rhs));
            assert_eq!(l.floor_over(r).map(Dim::size), lhs.checked_div(rhs));
            assert_eq!(l.power(r).map(Dim::size), lhs.checked_pow(u32::try_from(rhs).unwrap()));
            assert_eq!(l.greatest(r).map(Dim::size), Some(lhs.max(rhs)));
        }
    }
    assert_eq!(Dyn::new(1).power(Dyn::new(usize::MAX)), Some(Dyn::new(1)));
    assert_eq!(Dyn::new(2).power(Dyn::new(usize::MAX)), None);
}

fn powers<N: Dim + DimPow<Two> + DimProd<N>>(x: &Tensor<f32, (N, N)>) -> Tensor<f32, (Power<N, Two>,)> {
    x.clone().flatten_axes(Axis::<0>).equate()
}

fn padded<N: Dim + DimMax<M>, M: Dim>(
    x: &Tensor<f32, (N,)>,
    y: &Tensor<f32, (M,)>,
    greatest: Greatest<N, M>,
) -> [Tensor<f32, (Greatest<N, M>,)>; 2] {
    [x.to_vec(), y.to_vec()].map(|x| Tensor::from_fn((greatest,), |[i]| x.get(i).copied().unwrap_or_default()))
}

#[test]
fn powers_and_maxima_of_generic_dims() {
    let y: Tensor<f32, Shape![9]> = powers(&Tensor::ones(shape![3, 3]));
    assert_eq!(y.sizes(), [9]);
    assert_eq!(powers(&Tensor::ones(shape![1 + 2, 3]).widen::<(Dyn, Dyn)>()).sizes(), [9]);
    let [x, y] = padded(&Tensor::from([1.0]), &Tensor::from([2.0, 3.0]), Size::<2>);
    assert_eq!((x, y), (Tensor::from([1.0, 0.0]), Tensor::from([2.0, 3.0])));
}

/// The larger of each pair of neighbours; an odd last element is dropped.
fn pairs<N: Dim + DimFloorQuot<Two> + DimSlides<Two, Two>>(x: &Tensor<f32, (N,)>) -> Tensor<f32, (FloorQuot<N, Two>,)> {
    x.max_pool(shape![2], Window::new()).equate()
}

#[test]
fn a_floor_quotient_is_the_number_of_windows() {
    let y: Tensor<f32, Shape![2]> = pairs(&Tensor::from([1.0, 4.0, 3.0, 2.0, 9.0]));
    assert_eq!(y, Tensor::from([4.0, 3.0]));
    assert_eq!(pairs(&Tensor::ones(shape![4 + 1])).sizes(), [2]);
}

/// One bound for each axis, for a convolution and all other operations of the function.
fn strided<N: Dim, C: Dim, H, W, O: Dim>(
    x: &Images<N, C, H, W>,
    kernel: &Images<O, C, Three, Three>,
) -> Images<N, O, SlidDim<H, Three, Two, Size<1>>, SlidDim<W, Three, Two, Size<1>>>
where
    H: Dim + DimSlides<Three, Two, Size<1>>,
    W: Dim + DimSlides<Three, Two, Size<1>>,
{
    let centred = x - x.mean(conformable::Keep((Axis::<2>, Axis::<3>)));
    let y = centred.conv(kernel, Window::new().stride(Size::<2>).padding(Size::<1>));
    &y + y.relu()
}

#[test]
fn a_convolution_of_generic_pictures() {
    let kernel = Tensor::ones(shape![4, 3, 3, 3]);
    let y: Tensor<f32, Shape![2, 4, 4, 3]> = strided(&Tensor::ones(shape![2, 3, 8, 6]), &kernel);
    assert_eq!(y, Tensor::<f32, _>::zeros(shape![2, 4, 4, 3]));
    assert_eq!(strided(&Tensor::ones(shape![2, 3, 6 + 2, 6]), &kernel).sizes(), [2, 4, 4, 3]);
}

/// A dim that a pool halves and a transposed convolution doubles: (N / 2) * 2 is N.
trait Halves: Dim + DimSlides<Two, Two, Output: DimSpreads<Two, Two>> {}
impl<D: Dim + DimSlides<Two, Two, Output: DimSpreads<Two, Two>>> Halves for D {}

/// A level of a U-Net with a learned way up: two bounds.
fn level<N: Dim, C: Dim, H: Halves, W: Halves>(
    x: &Images<N, C, H, W>,
    up: &Images<C, C, Two, Two>,
) -> Images<N, C, H, W> {
    let small = x.max_pool(shape![2, 2], Window::new());
    x + small.conv_transpose(up, Window::new().stride(Size::<2>)).equate::<(N, C, H, W)>()
}

#[test]
fn a_level_with_a_learned_way_up() {
    let up = Tensor::ones(shape![1, 1, 2, 2]);
    let x = Tensor::from_fn(shape![1, 1, 2, 4], |[_, _, i, j]| (4 * i + j) as f32);
    let y: Tensor<f32, Shape![1, 1, 2, 4]> = level(&x, &up);
    assert_eq!(y.to_vec(), [5.0, 6.0, 9.0, 10.0, 9.0, 10.0, 13.0, 14.0]);
    assert_eq!(level(&x.widen::<(Size<1>, Size<1>, Dyn, Size<4>)>(), &up).sizes(), [1, 1, 2, 4]);
}

#[test]
#[should_panic = "cannot broadcast (1, 1, 5, 4) with (1, 1, 4, 4)"]
fn a_level_of_an_odd_picture() {
    fn odd(x: &Images<Size<1>, Size<1>, Dyn, Size<4>>) -> Images<Size<1>, Size<1>, Dyn, Size<4>> {
        level(x, &Tensor::ones(shape![1, 1, 2, 2]))
    }
    odd(&Tensor::ones(shape![1, 1, 4 + 1, 4]));
}

/// Facts of algebra: each function compiles for all sizes, and is checked for those that it is called with.
#[test]
fn facts_of_algebra() {
    fn commutes<N: Dim + DimSum<M>, M: Dim + DimSum<N>>(
        x: &Tensor<f32, (N,)>,
        y: &Tensor<f32, (M,)>,
    ) -> Tensor<f32, (Sum<N, M>,)> {
        concat(Axis::<0>, (y, x)).equate()
    }
    fn doubled<N: Dim + DimSum<N>>(x: &Tensor<f32, (N,)>) -> Tensor<f32, (Prod<Two, N>,)>
    where
        Two: DimProd<N>,
    {
        concat(Axis::<0>, (x, x)).equate()
    }
    fn halved_and_doubled<N: Dim + DimQuot<Two, Output: DimProd<Two>>>(
        x: &Tensor<f32, (N,)>,
    ) -> Tensor<f32, (Prod<Quot<N, Two>, Two>,)> {
        x.clone().equate()
    }
    fn width_of_heads<N: Dim + Heads<Two> + DimQuot<Two>>(
        x: &Tensor<f32, (N::Width,)>,
    ) -> Tensor<f32, (Quot<N, Two>,)> {
        x.clone().equate()
    }
    let (x, y) = (Tensor::from([1.0]), Tensor::from([2.0, 3.0]));
    let z: Tensor<f32, Shape![3]> = commutes(&x, &y);
    assert_eq!(z, Tensor::from([2.0, 3.0, 1.0]));
    assert_eq!(commutes(&x.clone().widen::<(Dyn,)>(), &y).sizes(), [3]);
    assert_eq!(doubled(&y), Tensor::from([2.0, 3.0, 2.0, 3.0]));
    assert_eq!(halved_and_doubled(&y), y);
    assert_eq!(width_of_heads::<Size<4>>(&y), y);
}

#[test]
fn run_time_sizes_are_compared() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let any = x.clone().erase();
    assert_eq!(any.clone().equate::<Shape![2, 3]>(), x);
    assert_eq!(any.clone().equate::<Shape![1..=2, _]>(), x);
    let refused = any.try_equate::<Shape![2, 4]>().unwrap_err();
    assert!(refused.to_string().starts_with("(2, 3) is not a (2, 4)\n"), "{refused}");
    let any = refused.into_value();
    let refused = any.try_equate::<Shape![6]>().unwrap_err();
    assert!(refused.to_string().starts_with("(2, 3) is not a (6,)"), "{refused}");
    let x: Tensor<i32, AnyShape> = x.equate();
    assert_eq!(x.sizes()[..], [2, 3]);
}

#[test]
fn names_are_kept_apart() {
    let rows = Tensor::from([1, 2]).named::<Shape![Row = 2]>();
    assert_eq!(rows.clone().equate::<Shape![2]>(), Tensor::from([1, 2]));
    assert_eq!(rows.clone().equate::<Shape![Row = _]>().try_equate::<Shape![Row = 2]>().unwrap(), rows);
    let refused = rows.try_equate::<Shape![Column = 2]>().unwrap_err();
    let text = refused.to_string();
    assert!(text.starts_with("cannot equate (Row = 2,) to (Column = 2,)\n"), "{text}");
    assert!(text.ends_with("the axis has another name"), "{text}");
}

#[test]
fn tensors_of_other_storages() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(x.t().equate::<Shape![3, _]>(), x.t());
    let inline = Tensor::inline([1, 2]);
    assert_eq!(inline.equate::<Shape![2]>(), inline);
}
