//! Products of matrices against loops over indices, of operands of any strides.
//!
//! `cargo test --all-features --test operations matmul::`; under miri with few cases.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    clippy::cast_sign_loss,
    reason = "numbers are small"
)]
#![allow(clippy::many_single_char_names, reason = "matrices")]

use crate::common::naive::{Computed, indices};
use crate::common::numbers::config;
use crate::common::small::{Small, same_numbers};
use crate::common::strides::{Layout, layout, with_operands, written_at};
use conformable::storage::StorageMut;
use conformable::{
    AnyShape, Dim, Dyn, ErrorKind, Inline, Matmul, MatmulOutput, Named, Shape, Size, StaticNumel, StaticShape, Storage,
    Tensor, View, assert_type_eq, shape,
};
use ndarray::{ArrayViewD, IxDyn};
use num_traits::AsPrimitive;
use proptest::collection::vec;
use proptest::prelude::*;

/// The sizes of the product, by NumPy's documentation.
fn sizes_of(lhs: &[usize], rhs: &[usize]) -> Option<Vec<usize>> {
    let (mut l, mut r) = (lhs.to_vec(), rhs.to_vec());
    if l.is_empty() || r.is_empty() {
        return None;
    }
    if lhs.len() == 1 {
        l.insert(0, 1);
    }
    if rhs.len() == 1 {
        r.push(1);
    }
    let ([left @ .., m, k], [right @ .., j, n]) = (&l[..], &r[..]) else { unreachable!("two axes") };
    if k != j {
        return None;
    }
    let mut sizes: Vec<usize> = conformable::broadcast_shapes(&[left, right]).ok()?.to_vec();
    if lhs.len() > 1 {
        sizes.push(*m);
    }
    if rhs.len() > 1 {
        sizes.push(*n);
    }
    Some(sizes)
}

/// The element of a batch that is broadcast to that of the product.
fn index_of_batch(sizes: &[usize], index: &[usize]) -> Vec<usize> {
    let missing = index.len() - sizes.len();
    sizes.iter().zip(&index[missing..]).map(|(&size, &i)| if size == 1 { 0 } else { i }).collect()
}

/// The product by loops over indices.
fn product_by_loops<T: Copy>(x: &ArrayViewD<T>, y: &ArrayViewD<T>, number: impl Fn(T) -> i64) -> Option<Computed> {
    let (l, r) = (x.shape(), y.shape());
    let sizes = sizes_of(l, r)?;
    let (rows, columns) = (usize::from(l.len() > 1), usize::from(r.len() > 1));
    let batch = sizes.len() - rows - columns;
    let elements = indices(&sizes).map(|index| {
        let (outer, inner) = index.split_at(batch);
        let mut at_x = index_of_batch(&l[..l.len() - 1 - rows], outer);
        at_x.extend(&inner[..rows]);
        let at_y = index_of_batch(&r[..r.len() - 1 - columns], outer);
        let products = (0..*l.last().expect("an axis")).map(|p| {
            let x = x[IxDyn(&[&at_x[..], &[p]].concat())];
            let y = y[IxDyn(&[&at_y[..], &[p], &inner[rows..]].concat())];
            number(x) * number(y)
        });
        products.sum()
    });
    let elements = elements.collect();
    Some((sizes, elements))
}

/// Every form of the product of two operands.
fn forms<T: Small, L: Shape + Matmul<R>, R: Shape>(x: &ArrayViewD<T>, y: &ArrayViewD<T>, out: &Layout)
where
    MatmulOutput<L, R>: Shape,
{
    let expected = product_by_loops(x, y, T::number);
    let x: Tensor<T, L, View> = Tensor::try_from(x).expect("its sizes");
    let y: Tensor<T, R, View> = Tensor::try_from(y).expect("its sizes");
    let Some(expected) = expected else {
        let error = x.try_matmul(&y).expect_err("they are no matrices of one size");
        assert!(error.to_string().starts_with(&format!(
            "cannot multiply {} by {}",
            x.shape().partial(),
            y.shape().partial()
        )));
        assert!(matches!(error.kind(), ErrorKind::Mismatch | ErrorKind::NoAxis));
        return;
    };
    same_numbers(&x.matmul(&y), &expected);
    same_numbers(&x.to_owned().matmul(&y.to_owned()), &expected);
    assert_eq!(x.shape().matmul(y.shape()).expect("a shape").sizes().as_ref(), &expected.0[..]);
    same_numbers(&written_at(&expected.0, out, T::of(1), |out| x.matmul_into(&y, out)), &expected);
}

/// Two operands that can mostly be multiplied: the sizes of a batch, with a part for each operand, and those of the
/// matrices.
fn operands() -> impl Strategy<Value = [Vec<usize>; 2]> {
    let size = || {
        if cfg!(miri) {
            prop_oneof![1 => Just(0), 2 => Just(1), 4 => Just(2), 4 => Just(5)].boxed()
        } else {
            prop_oneof![1 => Just(0), 2 => Just(1), 6 => 2..6_usize, 4 => 14..20_usize, 1 => 30..50_usize].boxed()
        }
    };
    let batch = || vec((prop_oneof![1 => Just(0), 8 => 1..4_usize], 0..6_u8), 0..3);
    (batch(), size(), size(), size(), 0..20_u8, 0..3_usize, 0..3_usize).prop_map(
        |(batch, m, k, n, form, l_cut, r_cut)| {
            let part = |side: u8, cut: usize| -> Vec<usize> {
                let sizes = batch.iter().map(|&(size, ones)| if ones == side { 1 } else { size });
                sizes.skip(cut).collect()
            };
            match form {
                0 | 1 => [vec![k], vec![k]],
                2 | 3 => [[part(0, 0), vec![m, k]].concat(), vec![k]],
                4 | 5 => [vec![k], [part(1, 0), vec![k, n]].concat()],
                6 => [[part(0, 0), vec![m, k]].concat(), [part(1, 0), vec![k + 1, n]].concat()],
                7 => [vec![], [part(1, 0), vec![k, n]].concat()],
                _ => [
                    [part(0, l_cut), vec![m, k]].concat(),
                    [part(1, if l_cut > 0 { 0 } else { r_cut }), vec![k, n]].concat(),
                ],
            }
        },
    )
}

/// With numbers up to 2: a `u8` holds a sum of 49 products.
fn any_strides<T: Small>(sizes: &[Vec<usize>; 2], layouts: &[Layout; 3]) {
    let element = |operand: usize, i: usize| T::of(((i * 7 + operand) % 3) as i64);
    with_operands([&sizes[0], &sizes[1]], layouts, element, |x, y| {
        let out = &layouts[2];
        forms::<T, AnyShape, AnyShape>(x, y, out);
        match (&sizes[0][..], &sizes[1][..]) {
            ([_], [_]) => forms::<T, (Dyn,), (Dyn,)>(x, y, out),
            ([_, _], [_]) => forms::<T, (Dyn, Dyn), (Dyn,)>(x, y, out),
            ([_], [_, _]) => forms::<T, (Dyn,), (Dyn, Dyn)>(x, y, out),
            ([_, _], [_, _]) => forms::<T, (Dyn, Dyn), (Dyn, Dyn)>(x, y, out),
            ([_, _, _], [_, _]) => forms::<T, (Dyn, Dyn, Dyn), AnyShape>(x, y, out),
            ([_, _, _], [_, _, _]) => forms::<T, (Dyn, Dyn, Dyn), (Dyn, Dyn, Dyn)>(x, y, out),
            ([_, _], [_, _, _]) => forms::<T, AnyShape, (Dyn, Dyn, Dyn)>(x, y, out),
            _ => {}
        }
    });
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn operands_of_any_strides(sizes in operands(), x in layout(), y in layout(), out in layout()) {
        let layouts = [x, y, out];
        any_strides::<f32>(&sizes, &layouts);
        any_strides::<f64>(&sizes, &layouts);
        any_strides::<i32>(&sizes, &layouts);
        any_strides::<u8>(&sizes, &layouts);
        #[cfg(feature = "half")]
        any_strides::<half::f16>(&sizes, &layouts);
        #[cfg(feature = "complex")]
        any_strides::<num_complex::Complex<f64>>(&sizes, &layouts);
        any_strides::<u128>(&sizes, &layouts);
    }
}

/// Every form of the product in another type of numbers, against the results of the first.
fn forms_as<T, V: Small + 'static>(sizes: &[Vec<usize>; 2], layouts: &[Layout; 3], least: i64, factor: i64)
where
    T: Small<Wide: AsPrimitive<V>>,
{
    let element = |operand: usize, i: usize| T::of(((i * 7 + operand) % 5) as i64 * factor + least);
    with_operands([&sizes[0], &sizes[1]], layouts, element, |x, y| {
        let expected = product_by_loops(x, y, T::number);
        let x: Tensor<T, AnyShape, View> = Tensor::try_from(x).expect("any shape");
        let y: Tensor<T, AnyShape, View> = Tensor::try_from(y).expect("any shape");
        let Some(expected) = expected else {
            x.try_matmul_as::<V, _, _>(&y).expect_err("they are no matrices of one size");
            return;
        };
        same_numbers(&x.matmul_as::<V, _, _>(&y), &expected);
        let out = written_at(&expected.0, &layouts[2], V::of(1), |out| x.matmul_as_into::<V, _, _, _, _>(&y, out));
        same_numbers(&out, &expected);
    });
}

proptest! {
    #![proptest_config(config(200))]

    // sums up to 50 * 127 * 127, which overflow all but the wider ones
    #[test]
    fn in_another_type(sizes in operands(), x in layout(), y in layout(), out in layout()) {
        let layouts = [x, y, out];
        forms_as::<i8, i32>(&sizes, &layouts, -125, 63);
        forms_as::<u8, u32>(&sizes, &layouts, 3, 63);
        forms_as::<u8, i32>(&sizes, &layouts, 3, 63);
        forms_as::<i32, f64>(&sizes, &layouts, -70_000, 40_000);
        // sums that an f32 does not hold
        forms_as::<f32, f64>(&sizes, &layouts, -70_001, 40_001);
        #[cfg(feature = "half")]
        {
            forms_as::<half::f16, f32>(&sizes, &layouts, -125, 63);
            forms_as::<half::bf16, f32>(&sizes, &layouts, -125, 63);
        }
    }
}

#[test]
fn products_that_overflow_bytes() {
    let x = Tensor::from([[127_i8; 3]; 2]);
    assert_eq!(x.matmul_as::<i32, _, _>(&x.t()), Tensor::from([[48_387; 2]; 2]));
    let inline = Tensor::inline([[255_u8; 2]; 2]);
    assert_eq!(inline.matmul_as::<u32, _, _>(&inline).into_array(), [[130_050; 2]; 2]);
    assert_eq!(Tensor::from([true; 3]).matmul_as::<f32, _, _>(&Tensor::from([true; 3])), Tensor::scalar(3.0));
    // a sum of f16s is one of f32s, and stays one
    #[cfg(feature = "half")]
    {
        let x = Tensor::from([half::f16::from_f32(300.0); 2]);
        assert_eq!(x.matmul_as::<f32, _, _>(&x), Tensor::scalar(180_000.0));
    }
    let mut out = Tensor::from([[7; 3]; 2]);
    let y = Tensor::from([[1_i8; 2]; 3]).erase();
    let error = x.try_matmul_as_into::<i32, _, _, _, _>(&y, &mut out).expect_err("another size");
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(out, Tensor::from([[7; 3]; 2]));
}

/// Complex numbers with small parts that are not 0, so that no sum rounds.
#[cfg(feature = "complex")]
fn complex<T>(sizes: [usize; 3], layouts: &[Layout; 3], part: fn(i8) -> T)
where
    num_complex::Complex<T>:
        conformable::product::MatrixElement<Total = num_complex::Complex<T>> + core::fmt::Debug + PartialEq,
    T: Copy + num_traits::Num,
{
    use num_complex::Complex;

    let [m, k, n] = sizes;
    let number = |i: usize| Complex::new(part((i * 7 % 11) as i8 - 5), part((i * 5 % 7) as i8 - 3));
    with_operands(
        [&[m, k], &[k, n]],
        layouts,
        |_, i| number(i),
        |x, y| {
            let expected = indices(&[m, n]).map(|at| {
                let products = (0..k).map(|p| {
                    let (x, y) = (x[[at[0], p]], y[[p, at[1]]]);
                    Complex::new(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re)
                });
                products.fold(Complex::new(T::zero(), T::zero()), |sum, z| Complex::new(sum.re + z.re, sum.im + z.im))
            });
            let expected: Vec<Complex<T>> = expected.collect();
            let x: Tensor<Complex<T>, (Dyn, Dyn), View> = Tensor::try_from(x).expect("two axes");
            let y: Tensor<Complex<T>, (Dyn, Dyn), View> = Tensor::try_from(y).expect("two axes");
            assert_eq!(x.matmul(&y).to_vec(), expected);
            let out = layouts[2].unstretched();
            let mut memory = out.memory(&[m, n], number);
            let mut array = out.view_mut(&mut memory);
            let mut into: Tensor<Complex<T>, (Dyn, Dyn), conformable::ViewMut> =
                Tensor::try_from(&mut array).expect("two axes");
            x.matmul_into(&y, &mut into);
            assert_eq!(into.to_vec(), expected);
        },
    );
}

#[cfg(feature = "complex")]
proptest! {
    #![proptest_config(config(12))]

    // some more than `matrixmultiply` packs at once: 64 rows, 256 in the middle
    #[test]
    fn complex_numbers(
        m in prop_oneof![2..20_usize, 60..70_usize],
        k in prop_oneof![0..20_usize, 250..260_usize],
        n in prop_oneof![2..20_usize, 60..70_usize],
        x in layout(), y in layout(), out in layout(),
    ) {
        let (sizes, layouts) = (if cfg!(miri) { [m.min(9), k.min(5), n.min(9)] } else { [m, k, n] }, [x, y, out]);
        complex::<f32>(sizes, &layouts, f32::from);
        complex::<f64>(sizes, &layouts, f64::from);
        complex::<i32>(sizes, &layouts, i32::from);
    }
}

/// Tensors of static shapes, in every storage, against those of any shape.
fn of_static_shapes<L: StaticNumel + Matmul<R>, R: StaticNumel>()
where
    MatmulOutput<L, R>: StaticShape,
{
    fn number<I: AsRef<[usize]>>(index: I) -> f32 {
        index.as_ref().iter().fold(1, |sum, i| (sum * 5 + i) % 7) as f32
    }
    let (x, y) = (Tensor::from_fn(L::SHAPE, number), Tensor::from_fn(R::SHAPE, number));
    let (inline_x, inline_y) = (x.clone().to_inline(), y.clone().to_inline());
    let expected = x.view().erase().matmul(&y.view().erase()).to_vec();
    assert_eq!(x.matmul(&y).to_vec(), expected);
    assert_eq!(inline_x.matmul(&y).to_vec(), expected);
    let inline: Tensor<f32, MatmulOutput<L, R>, Inline> = inline_x.matmul(&inline_y);
    assert_eq!(inline.to_vec(), expected);
    let mut out = inline.map(|_| f32::NAN);
    x.matmul_into(&y.view(), &mut out);
    assert_eq!(out.to_vec(), expected);
    let integers = inline_x.map(|x| x as i16).matmul(&inline_y.map(|y| y as i16));
    assert_eq!(integers.map(f32::from).to_vec(), expected);
}

/// Products of each kind of loops (plain, rows, packed columns, lines), in several blocks and past their edges.
fn each_kind<T: Small>() {
    let sizes: &[[usize; 3]] = if cfg!(miri) {
        &[[1, 3, 66], [2, 17, 33], [5, 33, 17], [3, 18, 3], [9, 3, 5], [4, 40, 3], [2, 130, 2], [2, 3, 4]]
    } else {
        &[
            [1, 600, 300],
            [2, 601, 70],
            [3, 40, 33],
            [9, 90, 530],
            [17, 300, 49],
            [1, 100, 1],
            [1, 131, 7],
            [2, 17, 9],
            [7, 130, 6],
            [540, 19, 10],
            [270, 530, 3],
            [300, 260, 13],
            [33, 5, 7],
            [261, 1030, 4],
            [130, 520, 8],
            [4, 9, 4],
            [4, 10, 4],
            [6, 12, 2],
            [1, 8, 13],
            [1, 8, 17],
            [1, 63, 2],
            [1, 64, 2],
        ]
    };
    let x_at = |i: usize, p: usize| T::of(((i * 7 + p + i / 3) % 3) as i64);
    let y_at = |p: usize, j: usize| T::of(((p * 5 + j * 2 + j / 5) % 4 % 3) as i64);
    for [m, k, n] in sizes.iter().flat_map(|&[m, k, n]| [[m, k, n], [n, k, m]]) {
        let expected = Tensor::from_fn(shape![m, n], |[i, j]| {
            T::of((0..k).map(|p| x_at(i, p).number() * y_at(p, j).number()).sum())
        });
        let (x, x_turned) =
            (Tensor::from_fn(shape![m, k], |[i, p]| x_at(i, p)), Tensor::from_fn(shape![k, m], |[p, i]| x_at(i, p)));
        let (y, y_turned) =
            (Tensor::from_fn(shape![k, n], |[p, j]| y_at(p, j)), Tensor::from_fn(shape![n, k], |[j, p]| y_at(p, j)));
        let mut out = expected.map(|_| T::of(1));
        let mut turned = expected.t().map(|_| T::of(1));
        for (x, x_is_turned) in [(x.view(), false), (x_turned.t(), true)] {
            for (y, y_is_turned) in [(y.view(), false), (y_turned.t(), true)] {
                x.matmul_into(&y, &mut out);
                assert_eq!(out, expected, "{m} x {k} by {k} x {n}, {x_is_turned} {y_is_turned}");
                x.matmul_into(&y, &mut turned.t_mut());
                assert_eq!(turned.t(), expected, "{m} x {k} by {k} x {n}, {x_is_turned} {y_is_turned}");
                out.apply(|x| *x = T::of(1));
                turned.apply(|x| *x = T::of(1));
            }
        }
    }
}

#[test]
fn every_kind_of_loops() {
    each_kind::<f32>();
    each_kind::<i64>();
    // the loops of the others differ in the sizes of tiles
    if cfg!(miri) {
        return;
    }
    each_kind::<f64>();
    each_kind::<i32>();
    each_kind::<u16>();
    #[cfg(feature = "half")]
    each_kind::<half::f16>();
    #[cfg(feature = "complex")]
    each_kind::<num_complex::Complex<f64>>();
}

#[test]
fn static_shapes() {
    of_static_shapes::<(Size<4>, Size<4>), (Size<4>, Size<4>)>();
    of_static_shapes::<(Size<2>, Size<3>), (Size<3>, Size<5>)>();
    of_static_shapes::<(Size<16>, Size<16>), (Size<16>, Size<16>)>();
    of_static_shapes::<(Size<17>, Size<3>), (Size<3>, Size<17>)>();
    of_static_shapes::<(Size<4>,), (Size<4>,)>();
    of_static_shapes::<(Size<40>,), (Size<40>,)>();
    of_static_shapes::<(Size<4>,), (Size<4>, Size<2>)>();
    of_static_shapes::<(Size<3>, Size<4>), (Size<4>,)>();
    of_static_shapes::<(Size<3>, Size<0>), (Size<0>, Size<2>)>();
    of_static_shapes::<(Size<0>, Size<3>), (Size<3>, Size<2>)>();
    of_static_shapes::<(Size<2>, Size<1>, Size<3>, Size<4>), (Size<5>, Size<4>, Size<2>)>();
    of_static_shapes::<(Size<2>, Size<20>, Size<4>), (Size<4>, Size<2>)>();
    of_static_shapes::<(Size<2>, Size<1>, Size<4>), (Size<4>, Size<30>)>();
}

#[test]
fn types_of_products() {
    struct Heads;
    type Any = AnyShape;
    assert_type_eq!(MatmulOutput<(Dyn, Size<3>), (Dyn, Size<5>)>, (Dyn, Size<5>));
    assert_type_eq!(MatmulOutput<(Dyn, Dyn), (Size<3>, Dyn)>, (Dyn, Dyn));
    assert_type_eq!(
        MatmulOutput<(Dyn<Heads>, Size<2>, Size<3>), (Size<1>, Size<3>, Size<5>)>,
        (Dyn<Heads>, Size<2>, Size<5>)
    );
    assert_type_eq!(
        MatmulOutput<(Size<2>, Named<Heads, Size<3>>), (Named<Heads, Size<3>>, Size<5>)>,
        (Size<2>, Size<5>)
    );
    assert_type_eq!(MatmulOutput<Any, (Size<3>, Size<5>)>, Any);
    assert_type_eq!(MatmulOutput<(Size<3>,), Any>, Any);
    assert_type_eq!(MatmulOutput<Any, Any>, Any);
}

#[test]
fn refusals_name_whole_shapes() {
    struct Batch;
    let text = |x: &[usize], y: &[usize]| {
        let error = AnyShape::from(x).matmul(&AnyShape::from(y)).expect_err("they do not conform");
        (error.kind(), error.to_string())
    };
    let mismatch = |text: &str| (ErrorKind::Mismatch, text.to_string());
    let last = "the last axis of the left shape";
    assert_eq!(
        text(&[2, 3], &[4, 5]),
        mismatch(&format!("cannot multiply (2, 3) by (4, 5) as matrices: 3, {last}, and 4 differ"))
    );
    assert_eq!(
        text(&[3], &[4]),
        mismatch(&format!("cannot multiply (3,) by (4,) as matrices: 3, {last}, and 4 differ"))
    );
    assert_eq!(
        text(&[7, 2, 3], &[8, 3, 5]),
        mismatch(
            "cannot multiply (7, 2, 3) by (8, 3, 5) as matrices
  lhs  7  2  3
  rhs  8  3  5
       ^ 7 and 8 differ, and neither is 1"
        )
    );
    let no_axis = "cannot multiply () by (3,) as matrices: a scalar has no axis to sum along";
    assert_eq!(text(&[], &[3]), (ErrorKind::NoAxis, no_axis.to_string()));

    let error = shape![Batch = 2, 1 + 2].matmul(&shape![2 + 2, 5]).expect_err("3 and 4");
    let names = format!("cannot multiply (Batch = 2, 3) by (4, 5) as matrices: 3, {last}, and 4 differ");
    assert_eq!(error.to_string(), names);
}

#[test]
fn a_refused_product_changes_nothing() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let mut out = Tensor::from([[7; 3]; 2]).erase();
    let error = x.try_matmul_into(&x, &mut out).expect_err("another size");
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(out, Tensor::from([[7; 3]; 2]));
}

#[test]
fn sizes_beside_a_0_overflow_nothing() {
    let x: Tensor<f32, AnyShape> = Tensor::from_vec(AnyShape::from([usize::MAX, 0, 3]), vec![]).expect("no element");
    let y = Tensor::from([[0.0; 2]; 3]);
    assert_eq!(x.matmul(&y).sizes(), AnyShape::from([usize::MAX, 0, 2]));
    let z: Tensor<f32, AnyShape> = Tensor::from_vec(AnyShape::from([0, usize::MAX]), vec![]).expect("no element");
    let w: Tensor<f32, AnyShape> = Tensor::from_vec(AnyShape::from([2, 0]), vec![]).expect("no element");
    assert_eq!(w.try_matmul(&z).expect_err("too large").kind(), ErrorKind::Overflow);
    // a sum of no products is 0
    let z: Tensor<f32, AnyShape> = Tensor::from_vec(AnyShape::from([0, 3]), vec![]).expect("no element");
    assert_eq!(w.matmul(&z), Tensor::from([[0.0; 3]; 2]));
}

#[test]
fn halves_are_summed_in_f32_and_bools_are_counted() {
    let x = Tensor::from([true, true, false]);
    assert_eq!(x.matmul(&Tensor::from([true, false, true])), Tensor::scalar(1));
    #[cfg(feature = "half")]
    {
        // 2049 is not an `f16`: one 1 of 2048 + 1 + .. + 1 is lost
        let mut ones = vec![half::f16::ONE; 2049];
        ones[0] = half::f16::from_f32(2048.0);
        let x = Tensor::from_vec(shape![2049], ones).expect("as many");
        assert_eq!(x.matmul(&x.map(|_| half::f16::ONE)), Tensor::scalar(half::f16::from_f32(4096.0)));
    }
}

/// Code over dims and storages needs no bound.
fn linear<N: Dim, I: Dim, O: Dim>(x: &Tensor<f32, (N, I)>, w: &Tensor<f32, (I, O)>) -> Tensor<f32, (N, O)> {
    x.matmul(w)
}

fn scores<B: Dim, H: Dim, T: Dim, C: Dim, D: Storage>(
    q: &Tensor<f32, (B, H, T, C), D>,
    k: &Tensor<f32, (B, H, T, C), D>,
) -> Tensor<f32, (B, H, T, T), D::Owner> {
    q.matmul(&k.t())
}

fn rows_into<B: Dim, M: Dim, K: Dim, N: Dim, F: StorageMut>(
    x: &Tensor<f32, (B, M, K)>,
    w: &Tensor<f32, (K, N)>,
    out: &mut Tensor<f32, (B, M, N), F>,
) {
    x.matmul_into(w, out);
}

#[test]
fn generic_code() {
    let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(linear(&x, &x), Tensor::from([[7.0, 10.0], [15.0, 22.0]]));
    let q = Tensor::inline([[[[1.0, 2.0], [3.0, 4.0]]]]);
    assert_eq!(scores(&q, &q), Tensor::from([[[[5.0, 11.0], [11.0, 25.0]]]]));
    let mut out = Tensor::full(shape![1, 2, 2], f32::NAN);
    rows_into(&Tensor::from([[[1.0, 2.0], [3.0, 4.0]]]), &x, &mut out);
    assert_eq!(out, Tensor::from([[[7.0, 10.0], [15.0, 22.0]]]));
}
