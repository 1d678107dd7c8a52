//! `einsum` against loops over all indices, for operands of any strides.
//!
//! `cargo test --all-features --test operations einsum::`; under miri with few cases.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "numbers are small"
)]
#![allow(clippy::many_single_char_names, reason = "operands")]

use crate::common::axes::unknown;
use crate::common::naive::{Computed, indices, same};
use crate::common::numbers::config;
use crate::common::small::Small;
use crate::common::strides::{Layout, layout, written_at};
use conformable::ops::einsum_into;
use conformable::product::{EinsumOf, EinsumOutput};
use conformable::{
    AnyShape, Axis, Dim, Dyn, Einsum, ErrorKind, Inline, Named, Shape, Size, Tensor, View, assert_type_eq, einsum,
    einsum_into, shape, try_einsum, try_einsum_into,
};
use ndarray::ArrayViewD;
use proptest::collection::vec;
use proptest::prelude::*;

/// The sizes and elements of an equation's result, by loops over the indices of all letters `a`, `b`, ...
fn equation_by_loops(
    groups: &[&[u8]],
    result: &[u8],
    sizes: &[usize; 26],
    element: impl Fn(usize, &[usize]) -> i64,
) -> Computed {
    let size = |&letter: &u8| sizes[usize::from(letter - b'a')];
    let mut all = result.to_vec();
    for &letter in groups.iter().copied().flatten() {
        if !all.contains(&letter) {
            all.push(letter);
        }
    }
    let (own, rest) = (all[..result.len()].iter().map(size).collect::<Vec<_>>(), &all[result.len()..]);
    let rest: Vec<usize> = rest.iter().map(size).collect();
    let elements = indices(&own).map(|outer| {
        let products = indices(&rest).map(|inner| {
            let index = [&outer[..], &inner[..]].concat();
            let at = |letter: &u8| index[all.iter().position(|other| other == letter).expect("a letter")];
            let factors = groups.iter().enumerate().map(|(operand, letters)| {
                let index: Vec<usize> = letters.iter().map(at).collect();
                element(operand, &index)
            });
            factors.product::<i64>()
        });
        products.sum()
    });
    let elements = elements.collect();
    (own, elements)
}

/// The letters, without separators.
fn letters(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_lowercase).collect()
}

/// The element of an operand at an index.
fn number(operand: usize, index: &[usize]) -> i64 {
    (index.iter().fold(operand, |sum, i| sum * 5 + i * 3 + 1) % 4) as i64 - 1
}

/// Memory for an operand with these letters, and the operand.
fn memory<T: Small>(operand: usize, letters: &[u8], sizes: &[usize; 26], layout: &Layout) -> ndarray::ArrayD<T> {
    let sizes: Vec<usize> = letters.iter().map(|letter| sizes[usize::from(letter - b'a')]).collect();
    let layout = layout.unstretched();
    let mut memory = layout.memory(&sizes, |_| T::of(7));
    for (index, element) in layout.view_mut(&mut memory).indexed_iter_mut() {
        *element = T::of(number(operand, ndarray::Dimension::slice(&index)));
    }
    memory
}

/// Every form of an equation, whose operands have names: `equation!(T, sizes, layouts; x i j, y j k -> i k)`.
macro_rules! equation {
    ($T:ty, $sizes:expr, $layouts:expr; $($x:ident $($letter:ident)*),+ -> $($result:ident)*) => {{
        let (sizes, layouts): (&[usize; 26], &[Layout; 5]) = ($sizes, $layouts);
        let groups = [$(letters(stringify!($($letter)*))),+];
        let groups: Vec<&[u8]> = groups.iter().map(|group| &group[..]).collect();
        let (own, elements) = equation_by_loops(&groups, &letters(stringify!($($result)*)), sizes, number);
        let expected: Computed<$T> = (own, elements.into_iter().map(<$T>::of).collect());
        let mut operands = 0..;
        $(
            let at = operands.next().expect("a number");
            let layout = layouts[at].unstretched();
            let $x = memory::<$T>(at, groups[at], sizes, &layout);
            let $x: ArrayViewD<$T> = layout.view(&$x);
        )+
        {
            $(let $x: Tensor<$T, ($(unknown!($letter),)*), View> = Tensor::try_from(&$x).expect("its rank");)+
            let z = einsum!($($($letter)*),+ -> $($result)*; $($x),+);
            same(&z, &expected);
            let out = written_at(&expected.0, &layouts[4], <$T>::of(1), |out| {
                einsum_into!($($($letter)*),+ -> $($result)*; $($x),+ => *out);
            });
            same(&out, &expected);
        }
        {
            $(let $x: Tensor<$T, AnyShape, View> = Tensor::try_from(&$x).expect("any shape");)+
            let z = try_einsum!($($($letter)*),+ -> $($result)*; $($x),+).expect("its sizes");
            same(&z, &expected);
        }
    }};
}

/// Every equation of numbers of one type.
fn equations<T: Small>(sizes: &[usize; 26], layouts: &[Layout; 5]) {
    equation!(T, sizes, layouts; x i -> i);
    equation!(T, sizes, layouts; x -> );
    equation!(T, sizes, layouts; x i j -> );
    equation!(T, sizes, layouts; x i j k -> k i);
    equation!(T, sizes, layouts; x i i -> i);
    equation!(T, sizes, layouts; x i i -> );
    equation!(T, sizes, layouts; x i j i -> j i);
    equation!(T, sizes, layouts; x i i i j -> j);
    equation!(T, sizes, layouts; x i j, y j k -> i k);
    equation!(T, sizes, layouts; x i j, y j k -> k i);
    equation!(T, sizes, layouts; x j i, y k j -> i k);
    equation!(T, sizes, layouts; x i, y i -> );
    equation!(T, sizes, layouts; x i, y j -> j i);
    equation!(T, sizes, layouts; x i, y -> i);
    equation!(T, sizes, layouts; x i j, y i j -> j i);
    equation!(T, sizes, layouts; x i j, y i j -> i);
    equation!(T, sizes, layouts; x i j, y j -> i);
    equation!(T, sizes, layouts; x i j, y k -> i k);
    equation!(T, sizes, layouts; x i j, y k l -> l i);
    equation!(T, sizes, layouts; x i i, y i k -> k);
    equation!(T, sizes, layouts; x i j k, y k j l -> i l);
    equation!(T, sizes, layouts; x i j k, y j k l -> l i);
    equation!(T, sizes, layouts; x i j k, y k l m -> m i l j);
    equation!(T, sizes, layouts; x b t h d, y b s h d -> b h t s);
    equation!(T, sizes, layouts; x b h t s, y b s h d -> b t h d);
    equation!(T, sizes, layouts; x b i j, y b j j -> b i);
    equation!(T, sizes, layouts; x i j, y j k, z k l -> i l);
    equation!(T, sizes, layouts; x i j, y i k, z i l -> i j k l);
    equation!(T, sizes, layouts; x i, y i j, z j -> );
    equation!(T, sizes, layouts; x i j m, y k l, z l -> j);
    equation!(T, sizes, layouts; w i j, x j k, y k l, z l m -> m i);
    equation!(T, sizes, layouts; w a b c, x a i, y b j, z c k -> i j k);
}

/// One above the sizes of a letter: few under miri, which takes minutes for 100 000 products.
const LARGEST: usize = if cfg!(miri) { 3 } else { 6 };

/// The same of a matrix.
const LARGEST_MATRIX: usize = if cfg!(miri) { 9 } else { 24 };

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn operands_of_any_strides(sizes in vec(prop_oneof![1 => Just(0), 2 => Just(1), 12 => 2..LARGEST], 26), layouts in vec(layout(), 5)) {
        let (sizes, layouts) = (sizes.try_into().expect("26 letters"), layouts.try_into().expect("5 layouts"));
        equations::<f32>(&sizes, &layouts);
        equations::<i32>(&sizes, &layouts);
    }

    #[test]
    fn large_matrices(sizes in vec(prop_oneof![1 => 1..3_usize, 4 => 7..LARGEST_MATRIX], 26), layouts in vec(layout(), 5)) {
        let (sizes, layouts): ([usize; 26], [Layout; 5]) = (sizes.try_into().expect("26"), layouts.try_into().expect("5"));
        let (s, l) = (&sizes, &layouts);
        equation!(f64, s, l; x i j, y j k -> k i);
        equation!(i64, s, l; x i j k, y k j -> i);
        #[cfg(feature = "half")]
        equation!(half::f16, s, l; x i j, y i j -> i);
        #[cfg(feature = "complex")]
        equation!(num_complex::Complex<f64>, s, l; x i j, y j k -> i k);
        equation!(f32, s, l; x i j, y j k, z i -> k);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes; random operands have the same equations")]
fn every_type_of_elements() {
    let (sizes, layouts) = ([3; 26], core::array::from_fn(|_| Layout::default()));
    equations::<f64>(&sizes, &layouts);
    equations::<i64>(&sizes, &layouts);
    #[cfg(feature = "half")]
    equations::<half::f16>(&sizes, &layouts);
    #[cfg(feature = "complex")]
    equations::<num_complex::Complex<f64>>(&sizes, &layouts);
}

/// Very different sizes, for which a bad order would not finish.
#[test]
fn the_order_that_costs_least() {
    let n = if cfg!(miri) { 3 } else { 3000 };
    let (column, row) = (Tensor::full(shape![n, 1], 1.0_f64), Tensor::full(shape![1, n], 2.0_f64));
    // (column row) column would be 9 000 000 elements, and 27 000 000 000 products with a fourth one
    let z = einsum!(a b, b c, c d, d e -> a e; column, row, column, row);
    assert_eq!(z.sizes(), [n, n]);
    assert_eq!(z[[n - 1, 0]], 4.0 * n as f64);
    let z = einsum!(a b, c d, e f -> a f; row, column, row);
    assert_eq!(z.sizes(), [1, n]);
    assert_eq!(z[[0, 0]], 4.0 * (n * n) as f64);
}

#[test]
fn types_of_results() {
    struct Heads;
    type Attention = Einsum![b t h d, b s h d -> b h t s];
    assert_type_eq!(
        EinsumOutput<Attention, ((Dyn, Size<5>, Dyn<Heads>, Size<64>), (Size<8>, Dyn, Named<Heads, Size<4>>, Dyn))>,
        (Size<8>, Named<Heads, Size<4>>, Size<5>, Dyn)
    );
    assert_type_eq!(EinsumOutput<Einsum![i j -> j], (AnyShape,)>, (Dyn,));
    assert_type_eq!(EinsumOutput<Einsum![i j, j -> i j], (AnyShape, (Size<3>,))>, (Dyn, Size<3>));
    assert_type_eq!(EinsumOutput<Einsum![i, j, k, l -> l k j i], ((Size<1>,), (Size<2>,), (Size<3>,), (Dyn,))>, (Dyn, Size<3>, Size<2>, Size<1>));
    assert_type_eq!(EinsumOutput<Einsum![ -> ], ((),)>, ());
}

/// Generic code needs no bound.
fn bilinear<B: Dim, I: Dim, J: Dim, O: Dim>(
    x: &Tensor<f64, (B, I)>,
    w: &Tensor<f64, (O, I, J)>,
    y: &Tensor<f64, (B, J)>,
) -> Tensor<f64, (B, O)> {
    einsum!(b i, o i j, b j -> b o; x, w, y)
}

#[test]
fn generic_dims_and_storages() {
    let (x, w, y) =
        (Tensor::from([[1.0, 2.0]]), Tensor::from([[[1.0], [10.0]], [[3.0], [5.0]]]), Tensor::from([[2.0]]));
    assert_eq!(bilinear(&x, &w, &y), Tensor::from([[42.0, 26.0]]));

    let x = Tensor::inline([[1, 2], [3, 4]]);
    let z: Tensor<i32, Shape![2], Inline> = einsum!(i j, i j -> i; x, x);
    assert_eq!(z.into_array(), [5, 25]);
    // temporaries, references and tensors mix
    assert_eq!(einsum!(i j, j k -> i k; &x, x.t()), x.matmul(&x.t()));
}

#[test]
fn refusals_name_the_letter() {
    struct Batch;
    let any = |sizes: &[usize]| AnyShape::from(sizes);
    let once = "a letter has one size everywhere";
    let text = |error: conformable::ShapeError| (error.kind(), error.to_string());
    let matmul = <Einsum![i j, j k -> i k]>::new();
    assert_eq!(
        text(matmul.of(&(any(&[2, 3]), any(&[4, 5]))).unwrap_err()),
        (ErrorKind::Mismatch, format!("`j` is 3 in (2, 3), and 4 in (4, 5): {once}"))
    );
    // with several operands, those that differ
    let chain = <Einsum![i j, j k, k i -> ]>::new();
    assert_eq!(
        text(chain.of(&(any(&[2, 3]), any(&[3, 5]), any(&[5, 4]))).unwrap_err()),
        (ErrorKind::Mismatch, format!("`i` is 2 in (2, 3), and 4 in (5, 4): {once}"))
    );
    // and of one with itself
    let trace = <Einsum![i i -> ]>::new();
    assert_eq!(
        text(trace.of(&(any(&[2, 3]),)).unwrap_err()),
        (ErrorKind::Mismatch, format!("`i` is 3 in (2, 3), and 2 in (2, 3): {once}"))
    );
    for sizes in [&[2][..], &[2, 3, 4]] {
        let shape = any(sizes);
        let (kind, text) = text(matmul.of(&(any(&[2, 3]), shape.clone())).unwrap_err());
        assert_eq!(kind, ErrorKind::RankMismatch);
        assert_eq!(text, format!("`(j, k)` are not the letters of {shape}: expected one letter for each axis"));
    }
    assert_eq!(
        text(matmul.of(&(shape![Batch = 2, 1 + 2], shape![2 + 2, 5])).unwrap_err()).1,
        format!("`j` is 3 in (Batch = 2, 3), and 4 in (4, 5): {once}")
    );
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn what_is_refused_changes_nothing() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let mut out = Tensor::from([7; 3]).erase();
    assert!(try_einsum_into!(i j -> i; x => out).is_err());
    assert!(try_einsum_into!(i j, j k -> i k; x, x => out).is_err());
    assert_eq!(out.to_vec(), [7; 3]);
    let panics = std::panic::catch_unwind(|| {
        einsum_into(<Einsum![i j -> i]>::new(), (&x,), &mut Tensor::from([0; 3]).erase());
    });
    assert!(panics.is_err());
}

#[test]
fn more_than_memory() {
    let one = Tensor::from([1.0_f32]);
    let long = one.broadcast_to::<Shape![1_048_576]>();
    let error = try_einsum!(a, b, c, d -> a b c d; long, long, long, long).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overflow);
    // nor are intermediate tensors: their bytes overflow, so no system promises memory that it does not have
    let mut out = Tensor::scalar(0.0_f32);
    let long = one.try_broadcast_to(&AnyShape::from([1 << (usize::BITS / 2 - 1); 2])).expect("a view");
    let error = try_einsum_into!(a b, b c, c d, d a -> ; long, long, long, long => out).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overflow);
}

/// A chain of products is the same in any order, and capital letters are other letters than small ones.
#[test]
fn more_operands_and_capital_letters() {
    let matrix = |rows: usize, columns: usize| Tensor::from_fn(shape![rows, columns], |[i, j]| number(i, &[j]));
    let (a, b, c, d) = (matrix(2, 3), matrix(3, 4), matrix(4, 5), matrix(5, 2));
    let chain = a.matmul(&b).matmul(&c).matmul(&d).matmul(&a).matmul(&b).matmul(&c).matmul(&d);
    let product = einsum!(i j, j k, k l, l m, m n, n o, o p, p q -> i q; a, b, c, d, a, b, c, d);
    assert_eq!(product, chain);
    assert_eq!(einsum!(i I, I j -> i j; a, b), a.matmul(&b));
    assert_eq!(einsum!(A B -> B A; a), a.t());
    let ones = Tensor::inline([1, 2]);
    assert_eq!(einsum!(i, i, i, i, i -> ; ones, ones, ones, ones, ones).into_array(), 33);
    assert_eq!(einsum!(i, i, i, i, i, i, i -> i; ones, ones, ones, ones, ones, ones, ones).into_array(), [1, 128]);
}

/// Without a result, an equation has that of NumPy.
#[test]
fn equations_without_a_result() {
    let (a, b) = (Tensor::from([[1, 2, 3], [4, 5, 6]]), Tensor::from([[1, 0], [0, 1], [1, 1]]));
    let product: Tensor<i32, Shape![2, 2]> = einsum!(i j, j k; a, b);
    assert_eq!(product, a.matmul(&b));
    let transposed: Tensor<i32, Shape![3, 2]> = einsum!(j i; a);
    assert_eq!(transposed, a.t());
    assert_eq!(einsum!(i i; product), einsum!(i i -> ; product));
    assert_eq!(einsum!(z A; a), einsum!(z A -> A z; a));
    assert_eq!(einsum!(i, j, k; Tensor::from([1, 2]), Tensor::from([3]), Tensor::from([4, 5])).sizes(), [2, 1, 2]);
    assert_type_eq!(EinsumOutput<Einsum![b i j, b j k], (Shape![_, 3, 4], Shape![_, 4, 5])>, Shape![3, 5]);
    assert_eq!(try_einsum!(i j, j k; a.clone().erase(), b).unwrap(), product);
}

/// `both!([... i j -> ... j]; x)` is the result of the macro, which is that of the same equation as text: of typed
/// shapes, of sizes known only at run time, and of unknown ranks.
macro_rules! both {
    ([$($equation:tt)*]; $($x:expr),+) => {{
        let result = einsum!($($equation)*; $($x),+);
        let text = conformable::ops::einsum_str(stringify!($($equation)*), &[$(&$x.view().erase()),+]);
        assert_eq!(result, text);
        assert_eq!(einsum!($($equation)*; $($x.view().erase()),+), text);
        assert_eq!(try_einsum!($($equation)*; $($x.view().erase()),+).expect("the same"), text);
        let mut out = Tensor::full(text.shape().clone(), 7);
        einsum_into!($($equation)*; $($x),+ => out);
        assert_eq!(out, text);
        result
    }};
}

#[test]
fn axes_of_an_ellipsis() {
    let x = Tensor::from_fn(shape![4, 1, 2, 3], |[i, _, j, k]| number(i, &[j, k]));
    let y = Tensor::from_fn(shape![5, 3, 2], |[i, j, k]| number(i, &[j, k]));
    let matrix = Tensor::from_fn(shape![2, 2], |[i, j]| number(i, &[j]));
    let products: Tensor<i64, Shape![4, 5, 2, 2]> = both!([... i j, ... j k -> ... i k]; x, y);
    assert_eq!(products, x.matmul(&y));
    let implied: Tensor<i64, Shape![4, 5, 2, 2]> = both!([... i j, ... j k]; x, y);
    assert_eq!(implied, products);
    let _: Tensor<i64, Shape![2]> = both!([... i j -> i]; x);
    let _: Tensor<i64, Shape![4, 1, 3, 2]> = both!([... i j -> ... j i]; x);
    let _: Tensor<i64, Shape![4, 1, 2, 3]> = both!([... -> ...]; x);
    let _: Tensor<i64, Shape![]> = both!([... ->]; x);
    let _: Tensor<i64, Shape![4, 5, 2, 3]> = both!([... a b, ... b a -> ... a b]; x, y);
    let _: Tensor<i64, Shape![4, 1, 3, 2]> = both!([... i j, i k -> ... j k]; x, matrix);
    let _: Tensor<i64, Shape![4, 1, 2, 2]> = both!([i k, ... i j -> ... k i]; matrix, x);
    let _: Tensor<i64, Shape![4, 5]> = both!([... i i -> ...]; products);
    let _: Tensor<i64, Shape![4, 5, 2]> = both!([... i i -> ... i]; products);
    let _: Tensor<i64, Shape![2, 2]> = both!([... i j, ... j k, ... k l -> i l]; x, y, products);
    let _: Tensor<i64, Shape![2, 3]> =
        both!([i j, j k, ... -> i k]; matrix, y.index_axis(Axis::<0>, 1).t(), Tensor::scalar(3));
    let (rows, column) = (Tensor::from([[1_i64, 2, 3], [4, 5, 6]]), Tensor::from([[7_i64], [8]]));
    let _: Tensor<i64, Shape![2, 3]> = both!([..., ..., ... -> ...]; rows, column, Tensor::scalar(2));
    let _: Tensor<i64, Shape![0, 2, 2]> =
        both!([... i j, ... j k]; Tensor::<i64, _>::zeros(shape![0, 2, 3]), y.narrow(Axis::<0>, 0..1));
}

/// Products of a batch of any shape.
fn batched<B: Dim, I: Dim, J: Dim, K: Dim>(
    x: &Tensor<i64, (B, I, J)>,
    y: &Tensor<i64, (J, K)>,
) -> Tensor<i64, (B, I, K)> {
    einsum!(... i j, j k -> ... i k; x, y)
}

#[test]
fn an_ellipsis_of_dims() {
    let (n, x) = (5, Tensor::from_fn(shape![5, 2, 3], |[i, j, k]| number(i, &[j, k])));
    let y = Tensor::from_fn(shape![3, 2], |[i, j]| number(i, &[j]));
    assert_eq!(batched(&x, &y), x.matmul(&y));
    assert_type_eq!(EinsumOutput<Einsum![... i j, ... j k], (Shape![_, 1, 3, 4], Shape![7, 4, 5])>, Shape![_, 7, 3, 5]);
    assert_type_eq!(EinsumOutput<Einsum![... i, ... i -> ...], (AnyShape, Shape![7, 4])>, AnyShape);
    assert_type_eq!(EinsumOutput<Einsum![i -> ... i], (Shape![7],)>, Shape![7]);
    let run_time = Tensor::from_fn(shape![n, 2, 3], |[i, j, k]| number(i, &[j, k]));
    let product: Tensor<i64, Shape![5, 3, 3]> = einsum!(... i j, ... i k -> ... j k; run_time, x);
    assert_eq!(product, x.swap_axes(Axis::<1>, Axis::<2>).matmul(&x));
    let one = Tensor::from_fn(shape![n - 4, 2, 3], |[_, j, k]| number(j, &[k]));
    assert_eq!(
        einsum!(... i j, ... i j -> ...; one, x),
        (one.clone().refine::<Shape![1, 2, 3]>().unwrap() * &x).sum((Axis::<1>, Axis::<2>))
    );

    let two = Tensor::from_fn(shape![n - 3, 2, 3], |[_, j, k]| number(j, &[k]));
    let error = try_einsum!(... i j, ... i j -> ...; two, x).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`...` of (2, 2, 3) does not broadcast with `...` of (5, 2, 3): 2 and 5 differ, and neither is 1"
    );
    let text = conformable::ops::try_einsum_str("...ij,...ij->...", &[&two.view().erase(), &x.view().erase()]);
    assert_eq!(text.unwrap_err().to_string(), error.to_string());
    struct Batch;
    let named = |n: usize| Tensor::<i64, _>::ones((Dyn::<Batch>::labelled(n), Dyn::new(2)));
    let dynamic = |n: usize| Tensor::<i64, _>::ones(shape![n, 2]);
    let single = Tensor::<i64, _>::ones(shape![1, 2]);
    for (n, m) in [(1, 3), (3, 1), (3, 3), (1, 1)] {
        assert_eq!(
            try_einsum!(... i, ... i -> ... i; named(n), named(m)).map_err(|error| error.kind()),
            named(n).try_mul(&named(m)).map_err(|error| error.kind())
        );
        assert_eq!(
            try_einsum!(... i, ... i -> ... i; named(n), dynamic(m)).map_err(|error| error.kind()),
            named(n).try_mul(&dynamic(m)).map_err(|error| error.kind())
        );
        assert_eq!(
            try_einsum!(... i, ... i -> ... i; dynamic(n), named(m)).map_err(|error| error.kind()),
            dynamic(n).try_mul(&named(m)).map_err(|error| error.kind())
        );
        assert_eq!(einsum!(... i, ... i -> ... i; single, named(m)), named(m));
    }
    let error = try_einsum!(... i, ... i -> ... i; named(1), named(3)).unwrap_err();
    let wanted = "`...` of (Batch = 1, 2) does not broadcast with `...` of (Batch = 3, 2): 1 and 3 differ, and a labelled \
                  size does not broadcast";
    assert_eq!(error.to_string(), wanted);
    let error = try_einsum!(... i j k l -> ...; x.view().erase()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`(..., i, j, k, l)` are not the letters of (5, 2, 3): expected one letter for each axis"
    );
    let deep = Tensor::full(AnyShape::from(&[1; 13][..]), 2_i64);
    let error = try_einsum!(... -> ...; deep).unwrap_err();
    assert_eq!(error.to_string(), "there are more than 12 axes in `...`");
    assert_eq!(einsum!(... i -> ...; deep), deep.index_axis(0, 0));
}

#[test]
fn more_letters_than_the_loops_have_places_for() {
    let x = Tensor::full(shape![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 2);
    let result = try_einsum!(
        a b c d e f g h i j k, l m n o p q r s t u v, w x y z A B C D E F G -> ; x, x, x
    );
    let error = result.unwrap_err().to_string();
    assert!(error.contains("more than 32 letters"), "{error}");
    // 32 letters, each of them twice
    let x = Tensor::full(shape![1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 3, 1, 1, 1, 1, 1], 2);
    let y = Tensor::full(shape![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 1);
    let sum = einsum!(
        a b c d e f g h i j k l m n o p, q r s t u v w x y z A B C D E F,
        a b c d e f g h i j k l m n o p, q r s t u v w x y z A B C D E F -> ; x, y, x, y
    );
    assert_eq!(sum, Tensor::scalar(24));
}
