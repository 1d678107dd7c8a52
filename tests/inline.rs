//! Inline tensors and views without an allocator: everything that the feature `tensor` has.

use conformable::ops::Pad;
use conformable::{AnyShape, Axis, ErrorKind, Inline, Numpy, Shape, Size, StaticShape, Tensor, shape, zip};

struct Rows;

/// Generic code returns inline tensors.
fn squared<S: Shape>(x: &Tensor<i32, S, Inline>) -> Tensor<i32, S, Inline> {
    x * x
}

#[test]
fn operators_and_views() {
    let x = Tensor::inline([[1, 2, 3], [4, 5, 6]]);
    let y: Tensor<i32, Shape![2, 3], Inline> = x + Tensor::inline([10, 20, 30]);
    assert_eq!(y.into_array(), [[11, 22, 33], [14, 25, 36]]);
    assert_eq!(squared(&x).into_array(), [[1, 4, 9], [16, 25, 36]]);
    let column = Tensor::inline([[1], [2]]);
    assert_eq!((x.view() * column.broadcast_to::<Shape![2, 3]>()).into_array(), [[1, 2, 3], [8, 10, 12]]);
    let fused = zip((&x, &column)).map(|(x, c)| x - c);
    assert_eq!(fused.into_array(), [[0, 1, 2], [2, 3, 4]]);
    assert_eq!(x.less(&Tensor::inline(3)).into_array(), [[true, true, false], [false, false, false]]);
}

const IDENTITY: Tensor<f32, Shape![2, 2], Inline> = Tensor::inline([[1.0, 0.0], [0.0, 1.0]]);
const SCALAR: Tensor<i8, Shape![], Inline> = Tensor::inline(3);
const NONE: Tensor<u8, Shape![2, 0], Inline> = Tensor::inline([[], []]);
static NAMES: Tensor<char, Shape![3], Inline> = Tensor::inline(['a', 'b', 'c']);

#[test]
fn constants() {
    assert_eq!(IDENTITY + IDENTITY, Tensor::inline([[2.0, 0.0], [0.0, 2.0]]));
    assert_eq!((SCALAR[[]], NONE.sizes(), NAMES[[1]]), (3, [2, 0], 'b'));
    assert_eq!(<Shape![Rows = 2, 2000] as StaticShape>::SHAPE, shape![Rows = 2, 2000]);
}

#[test]
fn scalars_on_the_right() {
    let x = Tensor::inline([-1.0_f32, 0.5, 2.0]);
    assert_eq!(x.greater(0.0).into_array(), [false, true, true]);
    assert_eq!(x.maximum(0.0), Tensor::inline([0.0, 0.5, 2.0]));
    assert_eq!(x.greater(0.0).where_cond(&x, 0.0), x.maximum(0.0));
    assert_eq!(x.greater(0.0).where_cond(1.0, &x), Tensor::inline([-1.0, 1.0, 1.0]));
    assert_eq!(x.greater(0.0).where_cond(1_u8, 0).into_array(), [0, 1, 1]);
    assert_eq!(x.under(Numpy).try_less_equal(0.5).map(Tensor::into_array), Ok([true, true, false]));
}

#[test]
fn slices_of_run_time_sizes() {
    let samples = [1, 2, 3, 4];
    let n = 2;
    let x = Tensor::from_slice(shape![n, 2], &samples).unwrap();
    assert_eq!(x.view().iter().sum::<i32>(), 10);
    let mut out = [0; 4];
    let mut target = Tensor::from_mut_slice(shape![n, 2], &mut out).unwrap();
    zip((&x, &x)).map_into(&mut target, |(a, b)| a * b);
    target += &Tensor::inline([1, 2]);
    assert_eq!(out, [2, 6, 10, 18]);
    let wrong = Tensor::from_slice(shape![n, 3], &samples).unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::Length);

    let x = Tensor::inline_from_slice(shape![2, 2], &samples).unwrap();
    let y: Tensor<i32, Shape![2, 2], Inline> = x.view() + x;
    assert_eq!(y.into_array(), [[2, 4], [6, 8]]);
    let mut target = Tensor::inline_from_mut_slice(shape![2, 2], &mut out).unwrap();
    target.view_mut().apply(|x| *x = -*x);
    assert_eq!((target + y).into_array(), [[0, -2], [-4, -10]]);
}

/// Tiles hold less if stacks are small, and large elements may not fit.
#[test]
fn short_rows_of_large_elements() {
    fn check<T: Copy + PartialEq + core::fmt::Debug>(from: impl Fn(usize) -> T, sum: impl Fn(T, T) -> T) {
        let x = Tensor::inline_from_fn(shape![40, 3], |[i, j]| from(3 * i + j));
        let row = Tensor::inline_from_fn(shape![3], |[j]| from(j));
        let column = Tensor::inline_from_fn(shape![40, 1], |[i, _]| from(i));
        let views = zip((&x.view(), &row.view(), &column.view(), &row.view(), &x.view()))
            .map(|(a, b, c, d, e)| sum(sum(sum(sum(a, b), c), d), e));
        let naive = |i: usize, j: usize| sum(sum(from(3 * i + j), from(j)), from(i));
        let three = zip((&x.view(), &row.view(), &column.view())).map(|(a, b, c)| sum(sum(a, b), c));
        assert!(three.indexed_iter().all(|([i, j], found)| *found == naive(i, j)));
        assert!(views.indexed_iter().all(|([i, j], found)| *found == sum(sum(naive(i, j), from(j)), from(3 * i + j))));
    }
    check(|i| u8::try_from(i).unwrap_or(0), u8::wrapping_add);
    check(|i| i as u64, |a, b| a + b);
    check(|i| i as u128, |a, b| a + b);
    check(|i| [i as u64; 4], |a, b| [a[0] + b[0], a[1] + b[1], a[2], b[3]]);
}

#[test]
fn names() {
    let x = Tensor::inline([1, 2]).named::<Shape![Rows = 2]>();
    let y: Tensor<i32, Shape![Rows = 2], Inline> = x + x;
    assert_eq!(y.unnamed().into_array(), [2, 4]);
}

#[test]
fn shapes_of_any_rank() {
    let any = AnyShape::from([2, 3]);
    assert_eq!(any.refine::<Shape![2, 3]>(), Ok(shape![2, 3]));
    assert!(any.refine::<Shape![2, 4]>().unwrap_err().to_string().starts_with("(2, 3) is not a (2, 4)"));
}

#[test]
fn elements_at_indices_without_an_allocator() {
    let x = Tensor::inline([[1, 2, 3], [4, 5, 6]]);
    let mut out = Tensor::inline([[0; 2]; 2]);
    x.take_into(Axis::<1>, &Tensor::inline([2_u8, 0]), &mut out);
    assert_eq!(out.into_array(), [[3, 1], [6, 4]]);
    x.gather_into(Axis::<1>, &Tensor::inline([[0, -1], [1, 1]]), &mut out);
    assert_eq!(out.into_array(), [[1, 3], [5, 5]]);
    x.compress_into(Axis::<1>, &Tensor::inline([true, false, true]), &mut out);
    assert_eq!(out.into_array(), [[1, 3], [4, 6]]);
    let mut y = x;
    y.scatter_add(Axis::<1>, &Tensor::inline([[0, 0], [2, 2]]), 10);
    assert_eq!(y.into_array(), [[21, 2, 3], [4, 5, 26]]);
    y.index_copy(Axis::<0>, &Tensor::inline([1]), 0);
    y.masked_fill(&x.greater(5), 7);
    assert_eq!(y.into_array(), [[21, 2, 3], [0, 0, 7]]);
    let (values, places) = x.top_k(Axis::<1>, Size::<2>);
    assert_eq!((values.into_array(), places.into_array()), ([[3, 2], [6, 5]], [[2, 1]; 2]));
    assert_eq!(Tensor::inline([1_u8, 0]).one_hot::<i32, _>(Size::<2>).into_array(), [[0, 1], [1, 0]]);
    let mut three = Tensor::inline([0; 3]);
    x.masked_select_into(&x.greater(3), &mut three);
    assert_eq!(three.into_array(), [4, 5, 6]);
    assert!(x.try_take_into(Axis::<1>, &Tensor::inline([3, 0]), &mut out).is_err());
    assert_eq!(out.into_array(), [[1, 3], [4, 6]]);
}

#[test]
fn longer_ones_triangles_and_ranges_without_an_allocator() {
    let x = Tensor::inline([[1, 2], [3, 4]]);
    let mut out = Tensor::inline([[0; 4]; 2]);
    x.tile_into(Axis::<1>, Size::<2>, &mut out);
    assert_eq!(out.into_array(), [[1, 2, 1, 2], [3, 4, 3, 4]]);
    x.repeat_into(Axis::<1>, Size::<2>, &mut out);
    assert_eq!(out.into_array(), [[1, 1, 2, 2], [3, 3, 4, 4]]);
    x.pad_into(Axis::<1>, (Size::<1>, Size::<1>), Pad::Reflect, &mut out);
    assert_eq!(out.into_array(), [[2, 1, 2, 1], [4, 3, 4, 3]]);
    let mut square = x;
    x.triu_into(0, &mut square);
    assert_eq!(square.into_array(), [[1, 2], [0, 4]]);
    x.tril_into(-1, &mut square);
    assert_eq!(square.into_array(), [[0, 0], [3, 0]]);
    let eye: Tensor<i32, Shape![2, 2], Inline> = Tensor::inline_eye(Size::<2>);
    assert_eq!(eye.into_array(), [[1, 0], [0, 1]]);
    let range: Tensor<u8, Shape![2, 2], Inline> = Tensor::inline_arange(shape![2, 2]);
    assert_eq!(range.into_array(), [[0, 1], [2, 3]]);
    assert!(Tensor::<i8, _, Inline>::try_inline_arange(shape![129]).is_err());
    assert_eq!(Tensor::inline_linspace(shape![3], 0.0, 1.0), Tensor::inline([0.0, 0.5, 1.0]));
    // 3 * 0.3 rounds to less
    assert_eq!(Tensor::inline_linspace(shape![4], 0.0_f64, 0.9).into_array()[3].to_bits(), 0.9_f64.to_bits());
}

/// Without an allocator, with scratch memory of the caller or without it.
#[test]
fn convolutions() {
    use conformable::windows::Window;
    let x = Tensor::inline([[[1, 2, 3, 4], [5, 6, 7, 8]]]);
    let w = Tensor::inline([
        [[1, 1, 1], [0, 0, 0]],
        [[0, 0, 0], [1, 0, -1]],
        [[0, 1, 0], [0, 1, 0]],
        [[0, 0, 1], [0, 0, 0]],
    ]);
    let expected = [[[6, 9], [-2, -2], [8, 10], [3, 4]]];
    assert_eq!(x.conv(&w, Window::new()).into_array(), expected);
    let mut scratch = [0; 64];
    assert!(x.conv_scratch(&w, Window::new()).unwrap() <= 64);
    for room in [0, 12, 64] {
        let mut out = Tensor::inline([[[0; 2]; 4]]);
        x.conv_into(&w, Window::new(), &mut out, &mut scratch[..room]);
        assert_eq!(out.into_array(), expected);
    }
    assert_eq!(x.max_pool(shape![2], Window::new()).into_array(), [[[2, 4], [6, 8]]]);
}
